/* legal_set.h -- plain turns, whose legal actions are sets of kinds (struct cn_legal_set).
 *
 * Such a turn owes nothing, and whatever is laid on one meld leaves two cards. So the seat discards
 * any card, lays three or more naturals of a kind, or adds any number of naturals to the one meld
 * of their rank. Found and read here, without asking the law.
 */
#ifndef CN_ENGINE_LEGAL_SET_H
#define CN_ENGINE_LEGAL_SET_H

#include "canasta/law.h"

#include "board.h"

/* Finds the actions of a plain turn. Returns false if the turn is not plain, or the law not a
 * common one (law.h). */
bool cn__plain_turn_init(struct cn_legal_set *set, const struct cn_law *law,
                         const struct cn_board *board, cn_hand hand);
/* Of such a set: the i-th action, and whether an action is in it. */
struct cn_action cn__plain_turn_at(const struct cn_legal_set *set, int i);
bool cn__plain_turn_has(const struct cn_legal_set *set, struct cn_action action);

#endif
