/* recognise_fit.h -- fits by what search recognises how others play, and measures it.
 *
 * Seats play as models, each drawn as often as strangers are like it; partners mostly alike. At
 * some turns the facts of every seat are looked at, and the table moves so that what it says of the
 * seat's model becomes likelier (logistic regression).
 */
#ifndef LAB_RECOGNISE_FIT_H
#define LAB_RECOGNISE_FIT_H

#include <stdatomic.h>

#include "bots/bots.h"

struct recognise_fit_plan {
    const struct cn_rules *rules;
    int64_t deals; /* with each number of players that the rules allow */
    uint64_t seed;
    void (*told)(void *context, int players, int64_t deals); /* after each deal; or NULL */
    void *context;
    const atomic_int *interrupted; /* stops when it is not 0; NULL: nothing interrupts */
};

/* How well models are recognised on deals of four, or of the fewest that can play, that were not
 * used: bits that are missing to know a seat's model, before anything is seen and by the table. */
struct recognise_fit_measure {
    double before, bits;
    int64_t positions;
};

/* Returns false without memory. After an interruption the table is meaningless. */
bool recognise_fit(const struct recognise_fit_plan *plan, struct cn_recognise_table *table,
                   struct recognise_fit_measure *measure);

#endif
