#include "statistics.h"

#include <math.h>
#include <stddef.h>

/* ---- means ---- */

void sums_add(struct running_sums *sums, int64_t value)
{
    sums->count++;
    sums->sum += value;
    sums->squares += value * value;
}

double sums_variance(const struct running_sums *sums, int64_t scale)
{
    if (sums->count < 2)
        return (double)NAN;
    /* The two terms are nearly equal where the mean is large: long double keeps enough digits. */
    const long double n = (long double)sums->count;
    const long double sum = (long double)sums->sum;
    const long double variance = ((long double)sums->squares - sum * sum / n) / (n - 1);
    const long double unit = (long double)scale * (long double)scale;
    return variance > 0 ? (double)(variance / unit) : 0;
}

struct estimate sums_estimate(const struct running_sums *sums, int64_t scale)
{
    struct estimate e = {(double)NAN, (double)NAN, (double)NAN, (double)NAN};
    if (sums->count < 1)
        return e;
    e.mean = (double)sums->sum / (double)sums->count / (double)scale;
    e.se = sqrt(sums_variance(sums, scale) / (double)sums->count);
    e.low = e.mean - 1.959964 * e.se;
    e.high = e.mean + 1.959964 * e.se;
    return e;
}

/* ---- the sequential test ---- */

double sprt_bound(void)
{
    return log(0.95 / 0.05);
}

double sprt_ratio(const struct sprt *sprt, const struct running_sums *sums, int64_t scale)
{
    if (sums->count < 2)
        return 0;
    const double mean = (double)sums->sum / (double)sums->count / (double)scale;
    const double variance = fmax(sums_variance(sums, scale), 1);
    return (double)sums->count * (sprt->high - sprt->low) * (mean - (sprt->low + sprt->high) / 2) /
           variance;
}

enum sprt_verdict sprt_verdict(const struct sprt *sprt, const struct running_sums *sums,
                               int64_t scale)
{
    if (sums->count < SPRT_PAIRS_MIN)
        return VERDICT_NONE;
    const double ratio = sprt_ratio(sprt, sums, scale);
    if (ratio >= sprt_bound())
        return VERDICT_HIGH;
    return ratio <= -sprt_bound() ? VERDICT_LOW : VERDICT_NONE;
}

/* ---- Elo ---- */

double elo_of_share(double share)
{
    if (share <= 0)
        return -(double)INFINITY;
    if (share >= 1)
        return (double)INFINITY;
    return 400 * log10(share / (1 - share));
}

double share_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* Does every contestant hang together with contestant 0 through pairings that were played? */
static bool is_connected(int count, double wins[ELO_MOST][ELO_MOST])
{
    bool reached[ELO_MOST] = {true};
    int found = 1;
    for (int round = 0; round < count; round++) {
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                if (!reached[i] || reached[j] || wins[i][j] + wins[j][i] <= 0)
                    continue;
                reached[j] = true;
                found++;
            }
        }
    }
    return found == count;
}

/* One step of the minorisation-maximisation algorithm: the strength of i that explains its wins
 * if all others are as strong as they are thought to be. */
static double better_strength(int i, int count, double wins[ELO_MOST][ELO_MOST],
                              const double *strength)
{
    double won = 0;
    double expected = 0;
    for (int j = 0; j < count; j++) {
        const double games = wins[i][j] + wins[j][i];
        if (j == i || games <= 0)
            continue;
        won += wins[i][j] + 0.5;
        expected += (games + 1) / (strength[i] + strength[j]);
    }
    return expected > 0 ? won / expected : strength[i];
}

bool elo_fit(int count, double wins[ELO_MOST][ELO_MOST], double elo[ELO_MOST])
{
    enum {
        ROUNDS_MAX = 100000
    };
    double strength[ELO_MOST];
    if (count < 1 || count > ELO_MOST || !is_connected(count, wins))
        return false;
    for (int i = 0; i < count; i++)
        strength[i] = 1;
    double change = 1;
    for (int round = 0; round < ROUNDS_MAX && change > 1e-12; round++) {
        change = 0;
        for (int i = 0; i < count; i++) {
            const double better = better_strength(i, count, wins, strength);
            change = fmax(change, fabs(better / strength[i] - 1));
            strength[i] = better;
        }
        /* Only ratios matter; kept near 1 they cannot run away. */
        for (int i = count - 1; i >= 0; i--)
            strength[i] /= strength[0];
    }
    for (int i = 0; i < count; i++)
        elo[i] = 400 * log10(strength[i]);
    return true;
}
