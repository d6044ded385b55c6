/* score.h -- the score of a deal, the winner of a game, and the settlement (L42-L46, I7, I11, I14, I15). */
#ifndef CN_ENGINE_SCORE_H
#define CN_ENGINE_SCORE_H

#include "tally.h"

struct cn_score {
    int32_t melds;     /* points of the cards melded (L42 a) */
    int32_t canastas;  /* bonuses for canastas (L23) */
    int32_t red;       /* red threes, negative for a side that melded nothing (L13, L43) */
    int32_t out;       /* for going out (L42) */
    int32_t concealed; /* for doing so with a concealed hand (L50) */
    int32_t hands;     /* points of cards left in hands, 0 or negative */
    int32_t bonus;     /* any other: the game bonus of the winner (I35) */
    int32_t total;     /* sum of all others */
    int32_t score;     /* running total after the deal (L47) */
    /* Only with real cards; the engine lets no such mistakes happen. */
    int32_t undeclared; /* for red threes not declared, 0 or negative (L56) */
    int32_t other;      /* penalties of the table and the like */
};

/* Scores what each side brought in a deal, on top of its score before. Returns the side that has won the game with
 * it, or -1. */
int cn_score_tally(const struct cn_rules *rules, const struct cn_tally *counted,
                   const int32_t *before, int sides, struct cn_score scores[CN_SIDES_MAX]);
/* Scores an ended deal into sides[0 … table.sides - 1]. */
void cn_score_deal(const struct cn_rules *rules, const struct cn_deal *deal,
                   struct cn_score sides[CN_SIDES_MAX]);
/* The side that has won the game with these scores; -1 if it goes on (L45, I7). */
int cn_score_winner(const struct cn_rules *rules, const int32_t *scores, int sides);
/* What each side receives, or pays if negative, when the game is settled (L46, C8, I15, I36). */
void cn_score_settlement(const struct cn_rules *rules, const int32_t *scores, int sides,
                         int32_t *receives);

#endif
