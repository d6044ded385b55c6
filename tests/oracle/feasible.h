/* feasible.h -- the oracle's question answered by calculation, for hands of any size.
 *
 * Makes the same lists as oracle_list. It does not enumerate turns. For each rank it enumerates the
 * possible melds from each number of naturals and wild cards (layouts.h), and then adds up the
 * ranks. */
#ifndef CN_TESTS_FEASIBLE_H
#define CN_TESTS_FEASIBLE_H

#include "oracle.h"

/* Lists the legal actions of the deciding seat with this hand, as if the rulebook did not have the
 * requirements 'without' (0: the whole rulebook). Returns the count, or -1, with the list
 * worthless, if a rank would take too long, as some of three packs and more do. */
int feasible_list(const struct cn_rules *rules, const struct cn_board *board, cn_hand hand,
                  unsigned without, struct cn_actions *out);

#endif
