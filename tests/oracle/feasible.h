/* feasible.h -- the oracle's question answered by calculation, for hands of any size.
 *
 * The same lists as oracle_list. What is enumerated is not the turn but, rank by rank, what could
 * come to lie on the table with so many naturals and wild cards; the ranks are then added up.
 */
#ifndef CN_TESTS_FEASIBLE_H
#define CN_TESTS_FEASIBLE_H

#include "oracle.h"

/* The list of legal actions of the deciding seat, whose hand is 'hand', if the rulebook were
 * 'without' this. Returns the count. */
int feasible_list(const struct cn_rules *rules, const struct cn_board *table, cn_hand hand,
                  enum oracle_need without, struct cn_actions *out);

#endif
