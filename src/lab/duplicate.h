/* duplicate.h -- one pair: the same cards played again with the contestants' sides exchanged.
 *
 * With two sides a pair is two games: A on side 0 and B on side 1, then the other way round. With
 * three it is six: A alone on each side in turn, against B on the other two, and then B alone on
 * each against A. So each plays on every side equally often, and a contestant against itself comes
 * out exactly even.
 *
 * Every game of a pair has the same decks in the same order, the same dealers, the same initial
 * scores and, per seat, the same random numbers for either contestant. All of it follows from the
 * seed and the pair's number alone.
 */
#ifndef LAB_DUPLICATE_H
#define LAB_DUPLICATE_H

#include <stdatomic.h>

#include "contestant.h"
#include "luck.h"
#include "manner.h"

enum {
    PAIR_GAMES_MAX = 6,
    ARENA_FAULT = 256,
    PAIR_WHY = 160,
    /* the cost of a forfeit: more than deals lose, so that failing never pays */
    FORFEIT_POINTS = 3000
};

/* Indexes into arrays of two. */
enum {
    ARENA_A,
    ARENA_B
};

/* The results. A deal's score is what the side scored in it, a match's the running total at its
 * end.
 *
 * A game that a contestant forfeits, because its player failed, ends there: its side gets
 * FORFEIT_POINTS less than the lowest side had at the beginning of the deal. In a single deal
 * that is -3000 against 0.
 */
struct arena_pair {
    int64_t number;
    int64_t decisions[2], nanoseconds[2]; /* of A and of B */
    struct manner manner[2];
    int32_t score[PAIR_GAMES_MAX][CN_SIDES_MAX];
    int32_t luck[PAIR_GAMES_MAX][CN_SIDES_MAX]; /* of draws, in points times LUCK_ONE */
    uint8_t forfeits[2];                        /* games that A and B forfeited */
    char why[2][PAIR_WHY];         /* the first forfeit: its seat, its number, and what happened */
    bool given_up[PAIR_GAMES_MAX]; /* a match that did not reach the target in LAB_DEALS_MAX */
};

/* How pairs are played. */
struct duplicate_plan {
    const struct cn_rules *rules;
    const struct contestant *contestant[2];
    const char *seed;
    int players;
    bool matches;     /* games to the target; otherwise single deals */
    bool keyed_stock; /* see seat_stock */
    bool luck;        /* measure the luck of draws in single deals */
    bool vary_scores; /* games begin with random scores below the target; otherwise with 0:0 */
};

/* Returns the number of sides at the table, or of games in a pair. */
int pair_sides(const struct cn_rules *rules, int players);
int pair_games(int sides);
/* Returns who has the side in that game of a pair. */
int pair_owner(int sides, int game, int side);
/* Returns A's points less B's over all games, times pair_scale. In a game with three sides that is
 * the lone side's score less the mean of the other two, or the reverse. */
int64_t pair_points(const struct arena_pair *pair, int sides);
/* Returns the games of a pair, doubled with three sides. This makes pair_points a whole number. */
int64_t pair_scale(int sides);
/* Returns the same of the luck of draws, times LUCK_ONE: 0 on average, and 0 if the plan does not
 * measure it. */
int64_t pair_luck(const struct arena_pair *pair, int sides);
struct compared {
    int wins, draws, losses; /* of A */
};
/* Compares each side of A with each side of B in one game: the higher score wins; an abandoned
 * match is a draw. */
void pair_compare(const struct arena_pair *pair, int sides, int game, struct compared *compared);
/* Returns the most half wins that A can have in one game: two per comparison. */
int game_halves_most(int sides);

/* ---- a stock that stays aligned ---- */

/* Which seat each card of the stock is meant for. In turn order each seat is assigned one card of
 * the stock at a time. A seat that draws gets its own first remaining card, or if it has none the
 * first remaining card. So its draws stay the same after two games with the same deck diverge. All
 * orders of the stock remain equally likely, so the game is unchanged. */
struct seat_stock {
    uint8_t seat[CN_CARDS_MAX];   /* whose card it is, by its place in the original order */
    uint16_t place[CN_CARDS_MAX]; /* place in the original order, by its place now */
};
/* Starts from a newly started deal. */
void keyed_stock_init(struct seat_stock *keyed, const struct cn_deal *deal);
/* Arranges the stock for the draws that this action, which is about to be applied, may cause. */
void keyed_stock_arrange(struct seat_stock *keyed, struct cn_deal *deal, struct cn_action action);

/* ---- playing ---- */

enum pair_end {
    PAIR_PLAYED,
    PAIR_STOPPED, /* a stop was set during it */
    PAIR_FAILED   /* a contestant did not decide, or played an illegal action: see the fault */
};

/* Opens a table with both contestants at every seat, for one thread. Returns NULL if a contestant
 * cannot be opened or memory fails. The plan must stay valid. */
struct duplicate *duplicate_open(const struct duplicate_plan *plan);
void duplicate_close(struct duplicate *table);
/* Plays the pair of this number, below 2^40. Checks the stops, either of which may be NULL, before
 * every decision. */
enum pair_end duplicate_play(struct duplicate *table, int64_t number,
                             const atomic_int *const stop[2], struct arena_pair *pair);
/* Returns what went wrong in the last pair. */
const char *duplicate_fault(const struct duplicate *table);

#endif
