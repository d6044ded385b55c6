/* deal.h -- one deal: the table, every hand, the pile and the stock; and what an action does.
 *
 * Everything here is mechanics at the level of kinds. Nothing asks what is allowed (legal.h)
 * or says which of two sevens of hearts lies where (cards.h). Whatever is done through this
 * file, every card is in exactly one place afterwards; cn_deal_check says so.
 */
#ifndef CN_ENGINE_DEAL_H
#define CN_ENGINE_DEAL_H

#include "memory.h"
#include "rng.h"

struct cn_deal {
    struct cn_board table;
    cn_hand hands[CN_SEATS_MAX];
    cn_hand pile; /* what the pile holds, by kinds */
    cn_card
        stock[CN_CARDS_MAX]; /* the deck: cards from 'drawn' to 'cards' are the stock, in order */
    uint8_t drawn, cards;
    struct cn_memory memory;
};

/* Who sits where: sides, turn order, idle seat (I17). Sets the table up empty, scores and minimum
 * counts included. players must be allowed by the rules, dealer and idle be seats; idle is read
 * with five players only. 'scores' by side; NULL for zeros. */
void cn_board_init(const struct cn_rules *rules, struct cn_board *table, int players, int dealer,
                   int idle, const int32_t *scores);

/* Deals from a shuffled, cut deck of cn_rules_cards cards (L8-L10): hands, upcard and its covers, and
 * starts the first turn, facing red threes (L11). Where a covered card goes back into the stock (I2),
 * it is put at a place drawn from 'rng' and deck is changed to the order in which cards leave for good;
 * with rng NULL the deck is taken to be in that order already, and false is returned, the deal
 * unfinished, if it is not. *upcards receives how many cards the pile starts with; it may be NULL. */
bool cn_deal_start(const struct cn_rules *rules, struct cn_deal *deal, int players, int dealer,
                   int idle, const int32_t *scores, cn_card *deck, struct cn_rng *rng,
                   int *upcards);

/* Starts the turn of table.turn in a set-up position: faces its red threes if it has not turned. */
void cn_deal_start_turn(const struct cn_rules *rules, struct cn_deal *deal);

/* Lays a card of this kind on the pile; some kinds freeze it (L30). */
void cn_move_to_pile(const struct cn_rules *rules, struct cn_deal *deal, int kind);

/* Performs a legal action of the deciding seat and all that follows by itself: replacing red threes,
 * the pile joining, the next turn's red threes, the end of the deal. The action must be legal. */
void cn_deal_apply(const struct cn_rules *rules, struct cn_deal *deal, struct cn_action action);

/* Recounts everything: NULL if all is well, else a static text that names what is wrong. */
const char *cn_deal_check(const struct cn_rules *rules, const struct cn_deal *deal);

#endif
