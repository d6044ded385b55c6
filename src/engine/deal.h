/* deal.h -- what an action does to a deal, with all that follows from it; dealing; recounting.
 *
 * Everything here is mechanics at the level of kinds. Nothing asks what is legal (legal.h) or says
 * which of two sevens of hearts lies where (placement.h). Cards are moved by moves.h alone.
 */
#ifndef CN_ENGINE_DEAL_H
#define CN_ENGINE_DEAL_H

#include "moves.h"

/* Sets up an empty board: sides, turn order, idle seat (I17), scores and initial minimums.
 * 'players' must be allowed by the rules, dealer and idle be seats; idle is read with five
 * players only. 'scores' by side; NULL for zeros. */
void cn_board_init(const struct cn_rules *rules, struct cn_board *table, int players, int dealer,
                   int idle, const int32_t *scores);

/* Deals from a shuffled, cut deck of cn_rules_cards cards (L8-L10): hands, upcard and its
 * covers, and starts the first turn, facing red threes (L11). Where a covered card goes back
 * into the stock (I2), 'rng' draws its place, and deck is changed to the order in which cards
 * leave for good. With rng NULL the deck must be in that order already; if it is not, false is
 * returned and the deal is unfinished. *upcards receives how many cards the pile starts with; it
 * may be NULL. */
bool cn_deal_start(const struct cn_rules *rules, struct cn_deal *deal, int players, int dealer,
                   int idle, const int32_t *scores, cn_card *deck, struct cn_rng *rng,
                   int *upcards);

/* Starts the turn of table.turn in a set-up position: faces its red threes if it has not turned. */
void cn_deal_start_turn(const struct cn_rules *rules, struct cn_deal *deal);

/* Performs a legal action of the deciding seat and all that follows by itself: replacing red
 * threes, taking the pile, the next turn's red threes, the end of the deal. The action must be
 * legal. */
void cn_deal_apply(const struct cn_rules *rules, struct cn_deal *deal, struct cn_action action);

/* Recounts everything: NULL if all is well, else a static text that names what is wrong. */
const char *cn_deal_check(const struct cn_rules *rules, const struct cn_deal *deal);

#endif
