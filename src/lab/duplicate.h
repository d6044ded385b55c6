/* duplicate.h -- one pair: the same cards played again with the contestants' sides exchanged.
 *
 * With two sides a pair is two games: A on side 0 and B on side 1, then the other way round. With
 * three it is six: A alone on each side in turn, against B on the other two, and then B alone on
 * each against A. So each sits on every side as often as the other, and a contestant against itself
 * comes out exactly even.
 *
 * Every game of a pair has the same decks in the same order, the same dealers, the same scores to
 * begin with and, seat by seat, the same random numbers for whoever sits there. All of it follows
 * from the seed and the pair's number alone.
 */
#ifndef LAB_DUPLICATE_H
#define LAB_DUPLICATE_H

#include <stdatomic.h>

#include "contestant.h"

enum {
    PAIR_GAMES_MAX = 6,
    ARENA_FAULT = 256,
    PAIR_WHY = 160,
    FORFEIT_POINTS = 3000 /* what a forfeit costs: more than deals do, so that to fail never pays */
};

/* Who is who in arrays of two. */
enum {
    ARENA_A,
    ARENA_B
};

/* What was played. A deal's score is what the side scored in it, a match's the running total at
 * its end.
 *
 * A game that a contestant forfeits, because its player failed, breaks off: its side gets
 * FORFEIT_POINTS less than the lowest side had at the beginning of the deal. In a single deal
 * that is -3000 against 0. */
struct arena_pair {
    int64_t number;
    int64_t decisions[2], nanoseconds[2]; /* of A and of B */
    int32_t score[PAIR_GAMES_MAX][CN_SIDES_MAX];
    uint8_t forfeits[2];   /* games that A and B forfeited */
    char why[2][PAIR_WHY]; /* … the first of them: its seat, its number, and what happened */
    bool given_up[PAIR_GAMES_MAX]; /* a match that did not reach the target in LAB_DEALS_MAX */
};

/* How pairs are played. */
struct duplicate_plan {
    const struct cn_rules *rules;
    const struct contestant *contestant[2];
    const char *seed;
    int players;
    bool matches;     /* games to the target; else single deals */
    bool keyed_stock; /* see seat_stock */
    bool vary_scores; /* deals begin with scores from 0 to below the target, else from 0:0 */
};

/* Sides of the table, and games of a pair. */
int pair_sides(const struct cn_rules *rules, int players);
int pair_games(int sides);
/* Who has the side in that game of a pair. */
int pair_owner(int sides, int game, int side);
/* A's points less B's, times pair_scale: the sum over the games. In a game with three sides it
 * is the one's score less the mean of the other two, or that mean less the one's. */
int64_t pair_points(const struct arena_pair *pair, int sides);
/* Games of a pair, twice as many with three sides: makes pair_points a whole number. */
int64_t pair_scale(int sides);
struct compared {
    int wins, draws, losses; /* of A */
};
/* Compares each side of A with each side of B in one game: the higher score wins; a match that
 * was given up is a draw. */
void pair_compare(const struct arena_pair *pair, int sides, int game, struct compared *compared);
/* A's half wins in one game at most, two for each comparison. */
int game_halves_most(int sides);

/* ---- a stock that stays aligned ---- */

/* Which seat each card of the stock is meant for. The cards of the stock are dealt out in turn
 * order to the seats, in thought. A seat that draws gets the first that is left of its own, and
 * when there is none the first that is left. So its draws stay the same after two games with one
 * deck part ways. Any order of the stock is as likely as any other, so the game stays the same
 * as well. */
struct seat_stock {
    uint8_t seat[CN_CARDS_MAX];   /* whose card it is, by its place in the first order */
    uint16_t place[CN_CARDS_MAX]; /* in the first order, by its place now */
};
/* For a deal that was just started. */
void keyed_stock_init(struct seat_stock *keyed, const struct cn_deal *deal);
/* Puts the stock in order for the draws that this action, which is about to be applied, may bring.
 */
void keyed_stock_arrange(struct seat_stock *keyed, struct cn_deal *deal, struct cn_action action);

/* ---- playing ---- */

enum pair_end {
    PAIR_PLAYED,
    PAIR_STOPPED, /* a stop was set while it was played */
    PAIR_FAILED   /* a contestant did not decide, or not legally: see the fault */
};

/* A table with both contestants at every seat: what one thread plays at. NULL if a contestant or
 * memory is not to be had. The plan is borrowed. */
struct duplicate *duplicate_open(const struct duplicate_plan *plan);
void duplicate_close(struct duplicate *table);
/* Plays the pair of this number, below 2^40. The stops, either of which may be NULL, are looked
 * at before every decision. */
enum pair_end duplicate_play(struct duplicate *table, int64_t number,
                             const atomic_int *const stop[2], struct arena_pair *pair);
/* What went wrong in the last pair. */
const char *duplicate_fault(const struct duplicate *table);

#endif
