/* fit.h -- fits the belief's table to how bots play, and measures how well it tells hands.
 *
 * The table's model is exponential: the likelihood of a hand is the product of what its counts of
 * each kind are worth. It is fitted by letting the counts that the model's own worlds show approach
 * those that the seats truly had, round by round on new deals.
 */
#ifndef LAB_BELIEF_FIT_H
#define LAB_BELIEF_FIT_H

#include <stdatomic.h>

#include "bots/bots.h"

struct belief_fit_plan {
    const struct cn_rules *rules;
    const struct cn_bot *bot; /* plays all seats; decides at once */
    int players;
    int64_t deals; /* in a round */
    int64_t rounds;
    uint64_t seed;
    void (*told)(void *context, int64_t round, int64_t deals); /* after each deal; or NULL */
    void *context;
    const atomic_int *interrupted; /* stops when it is not 0; NULL: nothing interrupts */
};

/* How well a belief told what other seats held: bits for each kind of each seat. */
struct belief_fit_measure {
    double bits;    /* that the true count still told a reader of the belief's worlds */
    double uniform; /* … of worlds that are all as likely as any other */
    int64_t positions;
};

/* Improves the table in place; after each round 'report', which may be NULL, is told how the
 * table that began the round did, and may stop the fitting by giving false. False without
 * memory. Once it is interrupted, the table means nothing. */
bool belief_fit(const struct belief_fit_plan *plan, struct cn_belief_table *table,
                bool (*report)(void *context, int64_t round, struct belief_fit_measure measure),
                void *context);
/* Measures a table over the plan's deals of round 0, which no fitting uses. False without memory.
 */
bool belief_fit_measure(const struct belief_fit_plan *plan, const struct cn_belief_table *table,
                        struct belief_fit_measure *measure);

#endif
