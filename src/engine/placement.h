/* placement.h -- which card lies where: bookkeeping for display and records.
 *
 * The law counts kinds (deal.h) and never reads this. A game keeps one placement beside its deal
 * and moves the same cards in both; cn_placement_check compares the two.
 */
#ifndef CN_ENGINE_PLACEMENT_H
#define CN_ENGINE_PLACEMENT_H

#include "deal.h"

struct cn_placement {
    uint8_t hand[CN_SEATS_MAX][CN_CARD_CODES]; /* copies of each face */
    uint8_t up[CN_SEATS_MAX][CN_CARD_CODES];   /* … that lie face up (L54) */
    cn_card pile[CN_CARDS_MAX];                /* bottom first */
    cn_card laid[CN_CARDS_MAX];                /* every melded card, in the order laid … */
    uint8_t laid_side[CN_CARDS_MAX];           /* … its side … */
    uint8_t laid_meld[CN_CARDS_MAX];           /* … and its meld */
    cn_card red[CN_BONUS_CARDS_MAX];           /* bonus cards laid down … */
    uint8_t red_side[CN_BONUS_CARDS_MAX];      /* … and whose */
    cn_card held[CN_BONUS_CARDS_MAX];          /* bonus cards in hands, as they came … */
    uint8_t held_seat[CN_BONUS_CARDS_MAX];     /* … and whose; only where one may stay there */
    uint16_t pile_count, laid_count, red_count, held_count;
};

/* Puts a card that has just come into a seat's hand. */
void cn_placement_receive(struct cn_placement *cards, const struct cn_rules *rules, int seat,
                          cn_card card);
/* Takes a card out of a seat's hand. */
void cn_placement_remove(struct cn_placement *cards, int seat, cn_card card);
/* Writes the bonus cards of a seat's hand in the order in which they came, where that matters
 * (IA3), else in the order of faces; returns how many. */
int cn_placement_bonus(const struct cn_placement *cards, const struct cn_rules *rules, int seat,
                       cn_card out[CN_BONUS_CARDS_MAX]);
/* Moves a bonus card of a seat's hand, or one that has just been drawn, to its side's. */
void cn_placement_face(struct cn_placement *cards, int side, cn_card card);

/* Writes the cards of a seat's hand in the order of faces; returns how many. */
int cn_placement_hand(const struct cn_placement *cards, int seat, cn_card out[CN_CARDS_MAX]);
/* Writes the cards of one meld in the order laid; returns how many. */
int cn_placement_meld(const struct cn_placement *cards, int side, int meld,
                      cn_card out[CN_CARDS_MAX]);
/* Chooses this many cards of a kind from the hand: the first in the order of faces. Appends them to
 * 'out' and returns how many: 'count', or fewer if the hand has fewer. */
int cn_placement_pick(const struct cn_placement *cards, int seat, int kind, int count,
                      cn_card *out);
/* Returns NULL if cards and deal agree on every place, else a static text that names where they
 * differ. */
const char *cn_placement_check(const struct cn_placement *cards, const struct cn_deal *deal);

#endif
