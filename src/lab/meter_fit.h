/* meter_fit.h -- fits the luck meter to deals of a bot, and measures how much it explains. */
#ifndef LAB_METER_FIT_H
#define LAB_METER_FIT_H

#include <stdatomic.h>

#include "bots/bots.h"

struct meter_plan {
    const struct cn_rules *rules;
    const struct cn_bot *bot[2]; /* of the first side, and of all others; no search */
    int players;
    int64_t deals;
    uint64_t seed;
    const atomic_int *interrupted; /* or NULL */
};

/* What a side made above the worth of its cards: the mean over all deals, its standard error, and
 * the share of the variance of what it made that the worth explains. */
struct meter_measure {
    double made[2], above[2], error, share;
    int64_t deals;
};

/* Fits by least squares. Returns false without memory, or if interrupted. */
bool meter_fit(const struct meter_plan *plan, struct cn_meter_fit *fit);
/* Measures a fit on the deals of the plan. */
struct meter_measure meter_measure(const struct meter_plan *plan, const struct cn_meter_fit *fit);

#endif
