/* referee.h -- a refereed table: irregular play, attention, rulings (REFEREE).
 *
 * What is not legal can be done all the same, as with real cards; others may notice, and a ruling
 * puts it right. Only games whose law names a referee come here, by cn_game_play.
 */
#ifndef CN_ENGINE_REFEREE_H
#define CN_ENGINE_REFEREE_H

#include "canasta/referee.h"

#include "game.h"
#include "referee_insist.h"

/* Performs what a seat does at a refereed table: what cn_game_play promises. */
bool cn_referee_play(struct cn_game *game, int seat, struct cn_action action, const cn_card *cards,
                     struct cn_refusal *why, const struct cn_observer *observer);

#endif
