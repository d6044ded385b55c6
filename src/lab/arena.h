/* arena.h -- which of two contestants is stronger: pairs by many threads, counted in their order.
 *
 * Pairs are played in any order by any number of threads and counted in the order of their numbers,
 * in whole numbers. So what is counted, when a test is decided and what stands in a file of pairs
 * depend on the seed alone.
 */
#ifndef LAB_ARENA_H
#define LAB_ARENA_H

#include "duplicate.h"
#include "error.h"
#include "statistics.h"

struct arena_results {
    struct running_sums points;  /* pair_points of each pair; their scale is pair_scale */
    struct running_sums clamped; /* the same, none beyond SPRT_POINTS_MAX points */
    struct running_sums halves;  /* A's half wins a pair */
    int64_t wins, draws, losses; /* of A, each of its sides against each of B's */
    int64_t pentanomial
        [5]; /* pairs with 0, 1/2, 1, 3/2 and 2 wins; with three sides the nearest share */
    int64_t decisions[2], nanoseconds[2]; /* of A and of B, in what was played and not read */
    int64_t given_up;                     /* matches */
    int64_t forfeits[2];                  /* games that A and B forfeited, in what was played */
    int64_t forfeit_pair[2];              /* … the pair of the first */
    char why[2][PAIR_WHY];                /* … and what happened there */
    double seconds;
    int sides;
    enum sprt_verdict verdict; /* of the sequential test, if there is one */
    bool interrupted;
};

struct arena {
    struct duplicate_plan plan;
    int64_t pairs;           /* at most; below 2^40 */
    const struct sprt *sprt; /* stops when it is decided; NULL: no test */
    int jobs;                /* threads */
    /* Each pair that was counted, in order, with all that was counted so far; one thread at a
     * time. False stops with LAB_WRITING. NULL: nobody is told. */
    bool (*told)(void *context, const struct arena_pair *pair, const struct arena_results *so_far);
    void *context;
    const atomic_int *interrupted; /* stops when it is not 0; NULL: nothing interrupts */
};

/* A tally of nothing, for this plan. */
void arena_tally_init(struct arena_results *tally, const struct duplicate_plan *plan);
/* Counts the pair, which must be the next one, and gives the verdict of the test if that is
 * decided now. */
void arena_count(const struct arena *arena, const struct arena_pair *pair,
                 struct arena_results *tally);
/* Nothing more is to be played: all pairs are counted or the test is decided. */
bool arena_is_done(const struct arena *arena, const struct arena_results *tally);
/* Plays from the first pair that the tally does not count until all are played, the test is
 * decided or something interrupts; then the tally counts the pairs up to there. On an error it
 * counts what came before, and a contestant's fault is in 'fault'. */
enum lab_error arena_run(const struct arena *arena, struct arena_results *tally,
                         char fault[ARENA_FAULT]);

/* Mean points a deal by which A is ahead. */
struct estimate arena_points(const struct arena_results *tally);
/* A's share of wins from 0 to 1, a draw counting half. */
struct estimate arena_share(const struct arena_results *tally);
/* The sequential test's ratio. */
double arena_ratio(const struct sprt *sprt, const struct arena_results *tally);
/* Mean milliseconds of a decision of A or B; NAN if none was played. */
double arena_decision_ms(const struct arena_results *tally, int who);

#endif
