/* referee.h -- a refereed table: irregular play, attention, rulings (REFEREE).
 *
 * What is not legal can be done all the same, as with real cards; others may notice, and a ruling
 * puts it right. Only games whose law names a referee come here, by cn_game_play.
 */
#ifndef CN_ENGINE_REFEREE_H
#define CN_ENGINE_REFEREE_H

#include "game.h"
#include "referee_insist.h"

/* Performs what a seat does at a refereed table: what cn_game_play promises. */
bool cn_referee_play(struct cn_game *game, int seat, struct cn_action action, const cn_card *cards,
                     struct cn_refusal *why, const struct cn_observer *sink);
/* May the seat do this now? If it can only be insisted on, and is, *noted says what would be noted;
 * else it is CN_IRREGULAR_COUNT. If not, fills *why, which may be NULL. */
bool cn_referee_check(const struct cn_game *game, int seat, struct cn_action action, int *noted,
                      struct cn_refusal *why);
/* How far the turn, or what interrupts it, has come: "start", "lay", "claim", "last", "answer",
 * "decide", "wait", and without a deal in play "done" or "over". A static string. */
const char *cn_referee_phase(const struct cn_game *game);
/* Returns how many irregularities are open. The one at a place, the oldest first, is a seat's, of a
 * law and a name. */
int cn_referee_open(const struct cn_game *game);
const struct cn_open *cn_referee_open_at(const struct cn_game *game, int at);

#endif
