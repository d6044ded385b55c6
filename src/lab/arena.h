/* arena.h -- which of two contestants is stronger: pairs played by many threads, counted in order.
 *
 * Pairs are played in any order by any number of threads, and counted in the order of their
 * numbers, in whole numbers. So the counts, the moment a test is decided and the file of pairs
 * depend on the seed alone.
 */
#ifndef LAB_ARENA_H
#define LAB_ARENA_H

#include "duplicate.h"
#include "error.h"
#include "statistics.h"

struct arena_results {
    struct running_sums points;    /* pair_points of each pair; their scale is pair_scale */
    struct running_sums luck;      /* pair_luck of each pair, if it was measured */
    struct running_sums corrected; /* pair_points less pair_luck, times LUCK_ONE */
    struct running_sums clamped;   /* the same, each limited to SPRT_POINTS_MAX points */
    struct running_sums halves;    /* A's half wins a pair */
    int64_t wins, draws, losses;   /* of A, comparing each of its sides with each of B's */
    int64_t pentanomial
        [5]; /* pairs with 0, 1/2, 1, 3/2 and 2 wins; with three sides the nearest share */
    /* of A and of B, in pairs played and not read from a file */
    int64_t decisions[2], nanoseconds[2];
    struct manner manner[2];
    int64_t given_up;        /* matches */
    int64_t forfeits[2];     /* games that A and B forfeited, in pairs played */
    int64_t forfeit_pair[2]; /* the pair of the first forfeit */
    char why[2][PAIR_WHY];   /* and its reason */
    double seconds;
    int sides;
    enum sprt_verdict verdict; /* of the sequential test, if there is one */
    bool interrupted;
};

struct arena {
    struct duplicate_plan plan;
    int64_t pairs;           /* at most this many; below 2^40 */
    const struct sprt *sprt; /* stops once it is decided; NULL: no test */
    int jobs;                /* threads */
    /* Called for each counted pair, in order, with all results so far; by one thread at a time.
     * Returning false stops with LAB_WRITING. May be NULL. */
    bool (*told)(void *context, const struct arena_pair *pair, const struct arena_results *so_far);
    void *context;
    const atomic_int *interrupted; /* stops when it is not 0; NULL: nothing interrupts */
};

/* Starts an empty tally for this plan. */
void arena_tally_init(struct arena_results *tally, const struct duplicate_plan *plan);
/* Counts the pair, which must be the next one, and sets the verdict of the test if that is decided
 * now. */
void arena_count(const struct arena *arena, const struct arena_pair *pair,
                 struct arena_results *tally);
/* Returns whether nothing is left to play: all pairs are counted or the test is decided. */
bool arena_is_done(const struct arena *arena, const struct arena_results *tally);
/* Plays from the first pair that the tally lacks until all are played, the test is decided or it is
 * interrupted; the tally then counts the pairs up to there. On an error it counts the pairs before
 * it, and 'fault' describes a contestant's failure. */
enum lab_error arena_run(const struct arena *arena, struct arena_results *tally,
                         char fault[ARENA_FAULT]);

/* Returns the mean points per deal by which A is ahead. */
struct estimate arena_points(const struct arena_results *tally);
/* Returns the same with the luck of draws taken off, which changes no expectation; and that luck,
 * whose expectation is 0. */
struct estimate arena_corrected(const struct arena_results *tally);
struct estimate arena_luck(const struct arena_results *tally);
/* Returns A's share of wins from 0 to 1; a draw counts half. */
struct estimate arena_share(const struct arena_results *tally);
/* Returns the sequential test's ratio. */
double arena_ratio(const struct sprt *sprt, const struct arena_results *tally);
/* Returns the mean milliseconds per decision of A or B; NAN if none was played. */
double arena_decision_ms(const struct arena_results *tally, int who);

#endif
