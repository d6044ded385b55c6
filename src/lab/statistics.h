/* statistics.h -- what a sum over many pairs says: means, intervals, the sequential test, Elo.
 *
 * Pure functions of whole-number sums, so that the same sums give the same report wherever and by
 * how many threads they were made.
 */
#ifndef LAB_STATISTICS_H
#define LAB_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/* ---- means ---- */

/* What was added up over 'count' units. */
struct running_sums {
    int64_t count, sum, squares;
};
/* A mean with its standard error and the normal interval of 95 %. Without units all is NAN, with
 * one unit all but the mean. */
struct estimate {
    double mean, se, low, high;
};

void sums_add(struct running_sums *sums, int64_t value);
/* The estimate of the units' mean, each divided by 'scale' > 0. */
struct estimate sums_estimate(const struct running_sums *sums, int64_t scale);
/* The sample variance of the units divided by 'scale'; NAN below two units. */
double sums_variance(const struct running_sums *sums, int64_t scale);

/* ---- the sequential test ---- */

/* Two hypotheses about the mean, low < high. It is decided with an error of 5 % either way. */
struct sprt {
    double low, high;
};
enum sprt_verdict {
    VERDICT_NONE,
    VERDICT_LOW, /* the mean is rather the low one */
    VERDICT_HIGH
};
enum {
    SPRT_PAIRS_MIN = 200,  /* before as many, the variance is not known well enough to stop */
    SPRT_POINTS_MAX = 3000 /* a pair's points count up to here: no single deal decides a test */
};

/* ln((1 - beta) / alpha): the test is decided where the ratio leaves -bound … bound. */
double sprt_bound(void);
/* The generalised log likelihood ratio of the high against the low mean,
 * n (high - low) (mean - (low + high) / 2) / variance. A variance below 1 counts as 1, so that
 * units that are all equal give a ratio as well. 0 below two units. */
double sprt_ratio(const struct sprt *sprt, const struct running_sums *sums, int64_t scale);
/* What the ratio says after so many units. */
enum sprt_verdict sprt_verdict(const struct sprt *sprt, const struct running_sums *sums,
                               int64_t scale);

/* ---- Elo ---- */

/* Elo points ahead that go with a share of wins from 0 to 1; infinite at the ends. */
double elo_of_share(double share);
/* The share of wins that goes with so many Elo points ahead. */
double share_of_elo(double elo);

enum {
    ELO_MOST = 32 /* contestants of one fit */
};
/* Fits the Elo of 'count' contestants by the model of Bradley and Terry; contestant 0 gets 0.
 * wins[i][j]: games that i won against j, a draw counting half. Each pairing that was played
 * counts a draw more, so that one who always loses has a number too. False if the pairings do
 * not connect all contestants. */
bool elo_fit(int count, double wins[ELO_MOST][ELO_MOST], double elo[ELO_MOST]);

#endif
