/* display.h -- what a seat may see of a game, and the words for it: the door of this room.
 *
 * A host keeps a scene (scene.h), by playing the game or by following its events, and shows
 * displays made from it (seat_display.h): in words (say.h), with what picked cards can mean
 * (pick.h), what can be insisted on (insist.h) and what a strong player would do (advice.h).
 * Nothing here knows how it is shown.
 */
#ifndef DISPLAY_H
#define DISPLAY_H

#include "advice.h"
#include "deal_luck.h"
#include "duty.h"
#include "goal.h"
#include "insist.h"
#include "pick.h"
#include "say.h"
#include "scene.h"
#include "seat_display.h"
#include "sheet_note.h"
#include "standing.h"

#endif
