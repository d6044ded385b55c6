/* problems.h -- positions to practise on: those in which one move is far better than any other.
 *
 * Bots play deals. At each decision a search with few nodes looks for a large lead; what it finds
 * is set up again as a position, without the memory of how it came about, and searched twice more,
 * each time with other random numbers and more nodes. A problem is what all three agree on, with a
 * lead that stays above the limit by two standard errors in both long searches.
 */
#ifndef LAB_PROBLEMS_H
#define LAB_PROBLEMS_H

#include <stdatomic.h>

#include "bots/bots.h"
#include "record/record.h"

/* What a problem teaches: X(id, name), the name as in its line. */
#define PROBLEM_THEMES(X)   \
    X(PACK, "pack")         \
    X(OPENING, "opening")   \
    X(FREEZING, "freezing") \
    X(BLACK, "black")       \
    X(OUT, "out")           \
    X(PARTNER, "partner")   \
    X(COUNTING, "counting") \
    X(DEFENCE, "defence")   \
    X(WILDS, "wilds")       \
    X(ENDGAME, "endgame")   \
    X(CANASTAS, "canastas")

enum problem_theme {
#define X(id, name) PROBLEM_##id,
    PROBLEM_THEMES(X)
#undef X
    PROBLEM_THEME_COUNT
};

enum {
    PROBLEM_MOVES = 12, /* of a problem, the best first */
    PROBLEM_GRADES = 4  /* 1: every bot finds it … 4: none does without thinking */
};

struct problem {
    struct cn_candidate moves[PROBLEM_MOVES]; /* points: against the best one, 0 or less */
    int move_count, grade;
    enum problem_theme theme;
    const struct cn_law *law;
    const struct cn__text *record; /* a game line, a position, the turn up to the decision */
};

struct problem_plan {
    const struct cn_rules *rules;
    const char *seed;
    int64_t deals, nodes; /* nodes of the last search; the one before it has a quarter */
    int64_t lead;         /* points by which the best move leads */
    int64_t count, each;  /* most problems, and most of one theme */
    int players;
    void (*found)(void *context, const struct problem *problem);
    void (*told)(void *context, int64_t deals, int64_t problems); /* after each deal */
    void *context;
    const atomic_int *interrupted;
};

/* Searches the deals in order; finds at most one problem in each. Returns false without memory. */
bool problems_find(const struct problem_plan *plan);

/* Returns "pack". */
const char *problem_theme_name(enum problem_theme theme);

#endif
