/* tune.h -- finds better weights for the expert, by small steps that follow what wins.
 *
 * Simultaneous perturbation: a step moves every weight a little up or down at random. The two
 * tables on opposite sides of the present one play duplicate pairs, against each other and both
 * against one of a pool in turn. All weights then move a little towards the side that did better.
 * One step tells little about one weight, but something about all of them at once; over thousands
 * of steps the noise of the others cancels. The result is the mean of the last steps. It depends on
 * the seed alone, not on the number of threads.
 */
#ifndef LAB_TUNE_H
#define LAB_TUNE_H

#include "arena.h"

enum {
    TUNE_POOL_MAX = 8,
    TUNE_PAIRS_MAX = 1 << 20, /* of a comparison */
    TUNE_TOLD = 100           /* steps between two reports */
};

struct tune_state {
    struct cn_weights best; /* the mean of the last steps, in whole numbers */
    int64_t steps;
    double
        /* points per deal between the two sides of a step: root mean square since the last report
         */
        spread;
    bool interrupted;
};

struct tuning {
    const struct cn_rules *rules;
    const char *seed;
    const struct contestant *pool[TUNE_POOL_MAX];
    int64_t steps, pairs;        /* at most; pairs per step */
    double width;                /* a weight is moved by its range divided by this */
    double gain;                 /* and follows by this share of that for each point per deal */
    bool fixed[CN_WEIGHT_COUNT]; /* weights that stay as they are */
    int pool_count, players, jobs;
    /* Called after every TUNE_TOLD steps, and the last one; returning false ends the run. */
    bool (*told)(void *context, const struct tune_state *state);
    void *context;
    const atomic_int *interrupted; /* ends it when it is not 0; NULL: nothing interrupts */
};

/* Starts from 'start'. 'state' is the progress, however it ended. */
enum lab_error tune_run(const struct tuning *tune, const struct cn_weights *start,
                        struct tune_state *state, char fault[ARENA_FAULT]);

/* Returns the expert with these weights as a contestant. The weights must outlive it. */
struct contestant contestant_of_weights(const struct cn_weights *weights, const char *name);
/* Returns the mean points per deal by which a is ahead of b in this many pairs of this seed: half
 * of them begin with scores of 0, half with random scores below the target. */
enum lab_error tune_compare(const struct tuning *tune, const struct contestant *a,
                            const struct contestant *b, const char *seed, int64_t pairs,
                            struct estimate *points, char fault[ARENA_FAULT]);

#endif
