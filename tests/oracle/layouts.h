/* layouts.h -- what the melds of one rank can come to in a turn, for feasible.c.
 *
 * Explores one rank alone: its melds, with cards of the hand added, new melds begun and melds
 * combined, in every order. Melds of wild cards are explored like a rank. The result is a list of
 * layouts: how many cards are laid, and everything about the melds at the end that concerns the
 * rest of the turn.
 *
 * While a claim waits whose naturals must outnumber its wild cards (I31), the moment when the pile
 * joins matters. Then a layout has two stages, before and after that moment, and its cards and
 * flags tell them apart: the cards laid after it are "late". */
#ifndef CN_TESTS_LAYOUTS_H
#define CN_TESTS_LAYOUTS_H

#include "oracle.h"

enum {
    LAYOUT_NATURALS = 4 * CN_PACKS_MAX + 1,
    LAYOUT_WILDS = CN_WILDS_MAX + 1,
    LAYOUT_GROUPS = 2 * CN_PACKS_MAX, /* melds of one rank: each has at least two of its naturals */
    LAYOUT_GAINS = 1 + CN_CARDS_MAX / 7 /* canastas more than before, and none */
};

/* About the melds of the rank. The first ones are added up. */
enum {
    LAYOUT_NEEDED = 1,  /* one is what the opening needs (opening_needs) */
    LAYOUT_LIFTS = 2,   /* one lifts the minimum count (canasta_lifts_minimum) */
    LAYOUT_ENDS = 4,    /* cards are laid, and melds are not combined after that */
    LAYOUT_SUMS = 8,    /* the flags below it are added up */
    LAYOUT_BARE = 8,    /* the claimed meld counts nothing, since its top card lies aside (IA12) */
    LAYOUT_BARS = 16,   /* one bars the side from going out (out_bars) */
    LAYOUT_LATE = 32,   /* there are late steps … */
    LAYOUT_TRAILS = 64, /* … of which the last combines melds */
    LAYOUT_OPEN = 128,  /* of wild melds: all were complete at some moment */
    LAYOUT_OPEN_LATE = 256, /* … at some late moment */
    LAYOUT_COMBINED = 512   /* the last step combines melds */
};

struct layout {
    uint8_t naturals, wilds;           /* laid of the hand, late ones included */
    uint8_t late_naturals, late_wilds; /* of these */
    uint8_t natural, mixed;            /* canastas; those of wild cards are in 'natural' */
    uint16_t flags;
    uint16_t joined;                       /* NEEDED, LIFTS and BARE when the pile joined */
    uint8_t aside_naturals, aside_wilds;   /* if BARE: of the hand in the claimed meld; new wilds */
    uint8_t joined_naturals, joined_wilds; /* the same when the pile joined */
    uint8_t kept;                          /* naturals of the hand not laid, 2 at most counted */
    uint8_t gain; /* canastas more at some moment, whatever was combined after it */
};

/* A rank of the side and what is in the hand. The claimed meld, if it is kept apart, is first. */
struct layout_group {
    int8_t naturals, wilds;
};
struct layout_task {
    const struct oracle_turn *turn;
    int kind; /* CN_JOKER: melds of wild cards */
    int naturals, wilds;
    bool claimed; /* the first meld is kept apart from the others */
    bool claims;  /* it is the rank of the card claimed in this opening turn */
    bool staged;
    int count;
    struct layout_group group[LAYOUT_GROUPS];
};

/* Sorted by the naturals laid: those that lay n of them are from[n] up to from[n + 1]. */
struct layouts {
    int count;
    struct layout *all;
    int from[LAYOUT_NATURALS + 1];
    /* For a side that stays in: of layouts that differ in the naturals alone, the largest for each
     * number kept. */
    int best_count;
    struct layout *best;
};

/* Does it matter whether cards are laid after melds were combined, because this cannot be turned
 * round? */
bool layouts_order_matters(const struct cn_rules *rules);
/* Returns the layouts, to be freed by layouts_free. Sets '*gave_up' if there are too many ways. */
struct layouts *layouts_explore(const struct layout_task *task, bool *gave_up);
void layouts_free(struct layouts *layouts);
void layouts_sort_groups(struct layout_task *task);

#endif
