/* turn_plan.h -- turn_end.h for every law: can the turn still be brought to a legal end?
 *
 * turn_end.c counts, which is fast, but some parameters break what makes counting enough: a rank
 * that dies when it is complete, melds that may not take a wild yet, hands that are refilled in the
 * middle of a turn. For a law with any of these (law->planned) turn_end.h hands its questions on to
 * these functions, which have the same contracts and are right for every law.
 */
#ifndef CN_ENGINE_TURN_PLAN_H
#define CN_ENGINE_TURN_PLAN_H

#include "board.h"

struct cn_lookahead;

bool cn_plan_can_end(const struct cn_lookahead *imagined);
bool cn_plan_can_end_by_discard(const struct cn_lookahead *imagined);
bool cn_plan_can_meld_all(const struct cn_lookahead *imagined);
bool cn_plan_can_go_out(const struct cn_lookahead *imagined);
bool cn_plan_may_reach_minimum(const struct cn_law *law, const struct cn_board *board,
                               cn_hand hand);
bool cn_plan_may_go_out(const struct cn_law *law, const struct cn_board *board, cn_hand hand,
                        int left);

#endif
