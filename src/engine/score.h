/* score.h -- the score of a deal, the winner of a game, and the settlement (L42 to L47, I7, I11,
 * I14, I15, A:score). Its items are the rows of CN_SCORE_ITEMS. */
#ifndef CN_ENGINE_SCORE_H
#define CN_ENGINE_SCORE_H

#include <canasta/game.h>

#include "tally.h"

struct cn_score {
    int32_t item[CN_SCORE_ITEM_COUNT];
    int32_t total; /* the sum of the items */
    int32_t after; /* the running score after the deal (L47) */
};

/* Returns the sum of the items of a column. */
int32_t cn_score_column_sum(const struct cn_score *score, enum cn_score_column column);

/* Scores what each side brought in a deal, which is the game's deal of this number, from 1, added
 * to its score before. Returns the side that has thereby won the game, or -1. */
int cn_score_tally(const struct cn_law *law, int number, const struct cn_tally *counted,
                   const int32_t *before, int sides, struct cn_score scores[CN_SIDES_MAX]);
/* Scores a deal into sides[0 … board.sides - 1], as cn_tally_of counts it. Returns the side that
 * has thereby won the game, or -1. */
int cn_score_deal(const struct cn_law *law, const struct cn_deal *deal,
                  struct cn_score sides[CN_SIDES_MAX]);
/* Returns the side that has won the game with these scores after this many deals, or -1 if it
 * continues (L45, I7). It does not know a special hand that wins at once (IA17). */
int cn_score_winner(const struct cn_rules *rules, int number, const int32_t *scores, int sides);
/* Computes what each side receives, or pays if negative, when the game is settled (L46, C8, I15,
 * I36). */
void cn_score_settlement(const struct cn_rules *rules, const int32_t *scores, int sides,
                         int32_t *receives);

#endif
