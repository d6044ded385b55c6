/* responder.h -- a contestant that knows the program of its opponents, and plays for what beats it.
 *
 * In each decision it tries moves in samples of the hidden cards. The others play on exactly as
 * their program would, its own side by one of several plans, and the deal is played to its end.
 * What it wins is a lower bound of what a perfect response would.
 */
#ifndef LAB_RESPONDER_H
#define LAB_RESPONDER_H

#include "contestant.h"

struct responder_recipe {
    const struct cn_bot *against; /* what it takes the others for: a bot that decides at once */
    int64_t nodes;                /* its budget per decision, in decisions of imagined deals */
};

/* Returns the responder as a contestant. The recipe must outlive it. */
struct contestant contestant_of_responder(const struct responder_recipe *recipe);

#endif
