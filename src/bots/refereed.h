/* refereed.h -- bots at refereed tables (the parameter 'referee'; REFEREE).
 *
 * They do nothing irregular, lay red threes down at once, obey what is ruled, and decide about
 * irregularities of others. Everything else they play as at a strict table: with the turn as
 * rulings left it, and with a legal action where what they choose is not.
 */
#ifndef CN_BOTS_REFEREED_H
#define CN_BOTS_REFEREED_H

#include "bots.h"

/* A view in which bots of strict play find the turn as rulings left it. It borrows from the view;
 * do not copy it. */
struct cn__ruled_view {
    struct cn_view view;
    struct cn_board board;
};
const struct cn_view *cn__refereed_view(const struct cn_view *view, struct cn__ruled_view *ruled);

/* What comes first, whatever a bot thinks of the rest: returns false if nothing does. */
bool cn__refereed_first(const struct cn_view *view, struct cn_action *action);

/* Replaces an action that is not legal by one that is. Returns false if none is, which happens only
 * in imagined deals. */
bool cn__refereed_allow(const struct cn_view *view, struct cn_action *action);

/* Decides as the bot, one that does not think, would. */
struct cn_action cn__refereed_decide(const struct cn_bot *bot, const struct cn_view *view,
                                     struct cn_rng *rng);

#endif
