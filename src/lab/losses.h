/* losses.h -- what reviews charge two bots with, over many deals between them. */
#ifndef LAB_LOSSES_H
#define LAB_LOSSES_H

#include "lab.h"

struct losses_plan {
    const struct cn_rules *rules;
    const struct bot_entry *entry[2]; /* A has side 0; by nodes */
    const char *seed;
    int64_t deals, nodes; /* nodes: the budget of a review's decision */
    int players, jobs;
    const atomic_int *interrupted; /* stops when it is not 0; NULL: nothing interrupts */
};

/* Points a deal of all decisions of a side. */
struct losses {
    struct running_sums of[2];
    struct running_sums apart; /* B's less A's */
    bool interrupted;          /* deals are missing */
};

/* Plays the deals and reviews every decision. The results do not depend on the number of jobs. */
enum lab_error lab_measure_losses(const struct losses_plan *plan, struct losses *losses);

#endif
