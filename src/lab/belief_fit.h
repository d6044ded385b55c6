/* belief_fit.h -- fits the belief's table to how bots play, and measures how well it predicts
 * hands.
 *
 * The model is exponential: the likelihood of a hand is the product of the values of its counts of
 * each kind. Fitting moves the counts in the model's own worlds towards those that the seats really
 * had, round by round on new deals.
 */
#ifndef LAB_BELIEF_FIT_H
#define LAB_BELIEF_FIT_H

#include <stdatomic.h>

#include "bots/bots.h"

struct belief_fit_plan {
    const struct cn_rules *rules;
    const struct cn_bot *bot; /* plays all seats; must decide without searching */
    int players;
    int64_t deals; /* per round */
    int64_t rounds;
    uint64_t seed;
    void (*told)(void *context, int64_t round, int64_t deals); /* after each deal; or NULL */
    void *context;
    const atomic_int *interrupted; /* stops when it is not 0; NULL: nothing interrupts */
};

/* How well a belief predicts other seats' hands: bits per kind and seat. */
struct belief_fit_measure {
    double bits;    /* information left in the true count after reading the belief's worlds */
    double uniform; /* the same for worlds that are all equally likely */
    int64_t positions;
};

/* Improves the table in place. After each round 'report', which may be NULL, receives the result of
 * the table that began the round; it may stop the fitting by returning false. Returns false without
 * memory. After an interruption the table is meaningless. */
bool belief_fit(const struct belief_fit_plan *plan, struct cn_belief_table *table,
                bool (*report)(void *context, int64_t round, struct belief_fit_measure measure),
                void *context);
/* Measures a table on the plan's deals of round 0, which are never used for fitting. Returns false
 * without memory. */
bool belief_fit_measure(const struct belief_fit_plan *plan, const struct cn_belief_table *table,
                        struct belief_fit_measure *measure);

#endif
