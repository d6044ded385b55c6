/* out_contract.h -- what a contract for going out (out_contract) changes in play. */
#ifndef CN_BOTS_OUT_CONTRACT_H
#define CN_BOTS_OUT_CONTRACT_H

#include "engine/engine.h"

/* Would wilds on this unfinished meld of naturals cost the side a natural canasta that the contract
 * asks for? While mixed ones are missing too, only if it is nearly finished. */
bool cn__wilds_spoil_contract(const struct cn_law *law, const struct cn_board *board, int side,
                              int kind, int naturals);

#endif
