/* problems.h -- positions to practise on: those in which one move is far better than any other.
 *
 * Bots of the levels play deals against styles of the pool. At each decision a search with few
 * nodes looks for a large lead; what it finds is set up again as a position, without the memory of
 * how it came about, and searched twice more, each time with other random numbers and more nodes.
 * At last the move is compared with every other legal one in new samples, against four manners of
 * play (bots/duel.h). A problem is what all agree on, with a lead that stays above the limit by two
 * standard errors in both long searches and against each manner.
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
    PROBLEM_MOVES = 32, /* most legal moves of a problem */
    PROBLEM_GRADES = 4  /* 1: every bot finds it … 4: none does without thinking */
};

struct problem_move {
    struct cn_action action;
    int32_t loss, error;       /* points against the best, as expected over all manners */
    struct cn_finding finding; /* what happens less often, or more, after the best */
};

struct problem {
    struct problem_move moves[PROBLEM_MOVES]; /* all that are legal, the best first */
    int move_count, grade;
    enum problem_theme theme;
    enum cn_reason_id why; /* the principle of the best */
    const struct cn_law *law;
    const struct cn__text *record; /* a game line, a position, the turn up to the decision */
};

struct problem_plan {
    const struct cn_rules *rules;
    const char *seed;
    int64_t deals;
    int64_t nodes; /* of the last search; the one before it has a quarter, a comparison half */
    int64_t lead;  /* points by which the best move leads */
    int64_t count, each; /* most problems, and most of one theme */
    int players;
    void (*found)(void *context, const struct problem *problem);
    void (*told)(void *context, int64_t deals, int64_t problems); /* after each deal */
    void *context;
    const atomic_int *interrupted;
};

/* Searches the deals in order; finds at most one problem in each. Returns false without memory. */
bool problems_find(const struct problem_plan *plan);

/* Compares a legal move of the deciding seat with every other one, each with at most this many
 * nodes, and fills in the moves. Returns by how many points it leads the next against each manner,
 * after two standard errors; 0 or less if it does not lead, or if there are too many moves. Stops
 * at the first that it does not lead by 'least'. */
int32_t problem_compare(struct problem *problem, const struct cn_view *view, struct cn_action best,
                        struct cn_duel *duel, struct cn_rng *rng, int64_t nodes, int64_t least);

/* Returns "pack". */
const char *problem_theme_name(enum problem_theme theme);

#endif
