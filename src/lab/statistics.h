/* statistics.h -- statistics of many pairs: means, intervals, the sequential test, Elo.
 *
 * Pure functions of whole-number sums, so that the same sums give the same report wherever and by
 * however many threads they were made.
 */
#ifndef LAB_STATISTICS_H
#define LAB_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/* ---- means ---- */

/* The sum over 'count' units. */
struct running_sums {
    int64_t count, sum, squares;
};
/* A mean with its standard error and the normal 95 % interval. Without units all are NAN, with one
 * unit all but the mean. */
struct estimate {
    double mean, se, low, high;
};

void sums_add(struct running_sums *sums, int64_t value);
/* Estimates the mean of the units, each divided by 'scale' > 0. */
struct estimate sums_estimate(const struct running_sums *sums, int64_t scale);
/* Returns the sample variance of the units divided by 'scale'; NAN below two units. */
double sums_variance(const struct running_sums *sums, int64_t scale);

/* ---- the sequential test ---- */

/* Two hypotheses about the mean, low < high. Either error has a probability of 5 %. */
struct sprt {
    double low, high;
};
enum sprt_verdict {
    VERDICT_NONE,
    VERDICT_LOW, /* the low mean is more likely */
    VERDICT_HIGH
};
enum {
    SPRT_PAIRS_MIN = 200, /* with fewer, the variance is not known well enough to stop */
    /* a pair's points are limited to this, so that no single deal decides a test */
    SPRT_POINTS_MAX = 3000
};

/* Returns ln((1 - beta) / alpha): the test is decided when the ratio leaves -bound … bound. */
double sprt_bound(void);
/* The generalised log likelihood ratio of the high against the low mean,
 * n (high - low) (mean - (low + high) / 2) / variance. A variance below 1 counts as 1, so that
 * units that are all equal give a ratio as well. 0 below two units. */
double sprt_ratio(const struct sprt *sprt, const struct running_sums *sums, int64_t scale);
/* Returns the verdict at this ratio after this many units. */
enum sprt_verdict sprt_verdict(const struct sprt *sprt, const struct running_sums *sums,
                               int64_t scale);

/* ---- Elo ---- */

/* Returns the Elo difference for a share of wins from 0 to 1; infinite at the ends. */
double elo_of_share(double share);
/* Returns the share of wins for this Elo difference. */
double share_of_elo(double elo);

enum {
    ELO_MOST = 32 /* contestants of one fit */
};
/* Fits the Elo of 'count' contestants by the model of Bradley and Terry; contestant 0 gets 0.
 * wins[i][j]: games that i won against j, a draw counting half. Each pairing that was played gets
 * one extra draw, so that a contestant that always loses has a number too. Returns false if the
 * pairings do not connect all contestants. */
bool elo_fit(int count, double wins[ELO_MOST][ELO_MOST], double elo[ELO_MOST]);

#endif
