/* deal.h -- what an action and its consequences do to a deal; dealing; recounting.
 *
 * Everything here is mechanics in terms of kinds. Nothing checks legality (legal.h) or records
 * which of two sevens of hearts lies where (placement.h). Only moves.h moves cards.
 */
#ifndef CN_ENGINE_DEAL_H
#define CN_ENGINE_DEAL_H

#include "moves.h"

/* Sets up an empty board: sides, turn order, idle seat (I17), scores and initial minimums.
 * 'players' must be allowed by the rules, dealer and idle must be seats; idle is read only with
 * five players. 'scores' are by side; NULL for zeros. */
void cn_board_init(const struct cn_rules *rules, struct cn_board *board, int players, int dealer,
                   int idle, const int32_t *scores);
/* Makes it the deal of this number in its game, from 1: a board is set up for the first. */
void cn_board_set_number(const struct cn_rules *rules, struct cn_board *board, int32_t number);

/* Deals from a shuffled, cut deck of cn_rules_cards cards (L8-L10): hands, second hands, upcard and
 * its covers. Then starts the first turn, laying down bonus cards (L11).
 *
 * If a covered card goes back into the stock (I2), 'rng' draws its place, and the deck is changed
 * to the order in which the cards leave the stock. If 'rng' is NULL, the deck must already be in
 * that order; if it is not, returns false and leaves the deal unfinished. *upcards, which may be
 * NULL, receives how many cards the pile starts with. */
bool cn_deal_start(const struct cn_rules *rules, struct cn_deal *deal, int players, int dealer,
                   int idle, const int32_t *scores, cn_card *deck, struct cn_rng *rng,
                   int *upcards);

/* Starts the turn of table.turn in a set-up position: its talon joins the hand, and bonus cards are
 * laid down. */
void cn_deal_start_turn(const struct cn_rules *rules, struct cn_deal *deal);

/* Begins a turn of a seat that owes discards (L53), as it begins in cn_deal_start_turn: the referee
 * calls this after passing the turn itself. Otherwise changes nothing. */
void cn_deal_begin_short_turn(struct cn_deal *deal);

/* The seat in turn has gone out: sets the deal's end, concealed or not. */
void cn_deal_go_out(const struct cn_rules *rules, struct cn_board *board);
/* Does a discard now end the deal, since the stock is gone? */
bool cn_deal_ends_with_discard(const struct cn_rules *rules, const struct cn_board *board);

/* Performs a legal action of the deciding seat and everything that follows automatically: replacing
 * bonus cards, taking the pile, second hands, talons, the start of the next turn, the end of the
 * deal. */
void cn_deal_apply(const struct cn_rules *rules, struct cn_deal *deal, struct cn_action action);

/* Returns how many bonus cards may stay in a seat's hand, as far as the deal knows: of a hand that
 * is imagined, none. */
int cn_deal_most_kept(const struct cn_rules *rules, const struct cn_deal *deal, int seat);

/* Lays down bonus cards of the seat in turn and replaces them, as at the start of its turn or by
 * its decision. Only for a client's copy (struct cn_deal). */
void cn_deal_face(const struct cn_rules *rules, struct cn_deal *deal, const cn_card *cards,
                  int count);

/* Moves a talon, or the next second hand, to the seat's hand; returns the place of the first of its
 * cards in the deck and their number. Only for a client's copy. */
int cn_deal_pick(const struct cn_rules *rules, struct cn_deal *deal, int seat, int *count);

/* Returns what waits for the seat, unseen by it: its talon and its second hands. */
cn_hand cn_deal_waiting(const struct cn_deal *deal, int seat);

/* Writes the deck in the order in which cn_deal_start takes it. deal->stock has another one where
 * there are second hands. */
void cn_deal_deck(const struct cn_rules *rules, const struct cn_deal *deal,
                  cn_card deck[CN_CARDS_MAX]);

/* Does the card at this place of the deck wait for a seat? */
bool cn_deal_waits_at(const struct cn_deal *deal, int at);

/* Recounts everything. Returns NULL if the counts agree, else a static text that names what is
 * wrong. */
const char *cn_deal_check(const struct cn_rules *rules, const struct cn_deal *deal);

#endif
