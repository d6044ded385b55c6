/* tune.h -- better weights for the expert, by small steps that follow what wins.
 *
 * Simultaneous perturbation: a step moves every weight a little up or down, each by a toss, and
 * lets the two tables that lie on opposite sides of the present one play duplicate pairs, against
 * each other and both against one of a pool in turn. All weights then go a little way towards the
 * side that did better. One step says little about one weight, but something about all of them at
 * once; over thousands of steps the tosses of the others cancel. The outcome is the mean of the
 * way's last part. All follows from the seed; threads change nothing.
 */
#ifndef LAB_TUNE_H
#define LAB_TUNE_H

#include "arena.h"

enum {
    TUNE_POOL_MAX = 8,
    TUNE_PAIRS_MAX = 1 << 20, /* of a comparison */
    TUNE_TOLD = 100           /* steps between two tellings */
};

struct tune_state {
    struct cn_weights best; /* the mean of the way's last part, in whole numbers */
    int64_t steps;
    double
        /* points a deal between the two sides of a step, root of the mean square of the last
         * tellings' steps */
        spread;
    bool interrupted;
};

struct tuning {
    const struct cn_rules *rules;
    const char *seed;
    const struct contestant *pool[TUNE_POOL_MAX];
    int64_t steps, pairs;        /* at most; of each step */
    double width;                /* a weight is moved by its range divided by so much */
    double gain;                 /* … and follows by so much of that for each point a deal */
    bool fixed[CN_WEIGHT_COUNT]; /* weights that are not to be changed */
    int pool_count, players, jobs;
    /* After every TUNE_TOLD steps, and the last one; false ends it. */
    bool (*told)(void *context, const struct tune_state *state);
    void *context;
    const atomic_int *interrupted; /* ends it when it is not 0; NULL: nothing interrupts */
};

/* Goes from 'start'. 'state' is how far it came, whatever ended it. */
enum lab_error tune_run(const struct tuning *tune, const struct cn_weights *start,
                        struct tune_state *state, char fault[ARENA_FAULT]);

/* The expert with weights as a contestant, which borrows them. */
struct contestant contestant_of_weights(const struct cn_weights *weights, const char *name);
/* Mean points a deal by which a is ahead of b, by so many pairs of this seed: half of them begin
 * with scores of 0, half with any scores below the target. */
enum lab_error tune_compare(const struct tuning *tune, const struct contestant *a,
                            const struct contestant *b, const char *seed, int64_t pairs,
                            struct estimate *points, char fault[ARENA_FAULT]);

#endif
