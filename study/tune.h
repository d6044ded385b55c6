/* tune.h -- better weights for the expert, by trying changes and keeping those that win.
 *
 * Hill climbing. A change moves one to three weights of the champion; after one that was kept, the same step is
 * tried once more. It is measured by duplicate pairs: what it scores against the champion, and how much more than
 * the champion it scores against each of a pool, all together. It passes through stages of more and more pairs,
 * and is kept only if it passes them all and none of the pool gains much by it. All follows from the seed and what
 * was tried before; threads change nothing.
 */
#ifndef CN_STUDY_TUNE_H
#define CN_STUDY_TUNE_H

#include "arena.h"

enum {
    CN_TUNE_STAGES_MAX = 8,
    CN_TUNE_POOL_MAX = 8,
    CN_TUNE_PAIRS_MAX = 1 << 20 /* of a stage */
};

struct cn_tune_state {
    struct cn_weights best;
    int64_t tried, kept;
    int64_t reached[CN_TUNE_STAGES_MAX]; /* changes that came to each stage */
    int64_t pairs;                       /* played in all */
    struct cn_estimate
        last;    /* points a deal that the change kept last brought, in its last stage */
    bool is_new; /* the change tried just now was kept */
    bool interrupted;
};

struct cn_tune {
    const struct cn_rules *rules;
    const char *seed;
    const struct cn_contestant *pool[CN_TUNE_POOL_MAX];
    int64_t stage[CN_TUNE_STAGES_MAX]; /* pairs of each stage */
    int64_t tries;                     /* changes to try at most */
    bool fixed[CN_WEIGHT_COUNT];       /* weights that are not to be changed */
    int pool_count, stages, players, jobs;
    /* After each change that was tried; false ends it. */
    bool (*told)(void *context, const struct cn_tune_state *state);
    void *context;
    const atomic_int *interrupted; /* ends it when it is not 0; NULL: nothing interrupts */
};

/* Improves on 'start'. 'state' is the best so far, whatever ended it. */
enum cn_study_error cn_tune_run(const struct cn_tune *tune, const struct cn_weights *start,
                                struct cn_tune_state *state, char fault[CN_ARENA_FAULT]);

/* The expert with weights as a contestant, which borrows them. */
struct cn_contestant cn_contestant_of_weights(const struct cn_weights *weights, const char *name);
/* Mean points a deal by which a is ahead of b, by so many pairs of this seed: half of them begin with scores
 * of 0, half with any scores below the target. */
enum cn_study_error cn_tune_compare(const struct cn_tune *tune, const struct cn_contestant *a,
                                    const struct cn_contestant *b, const char *seed, int64_t pairs,
                                    struct cn_estimate *points, char fault[CN_ARENA_FAULT]);

#endif
