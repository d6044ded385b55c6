/* card.h -- cards, and the fifteen kinds that the rules tell apart.
 *
 * A card is a face (rank and suit); two packs hold two of each face. The law never asks for
 * more than a card's kind: suit matters for threes, for drawing seats
 * and to the eye. Whatever decides a rule works on counts of kinds (hand.h).
 */
#ifndef CN_ENGINE_CARD_H
#define CN_ENGINE_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A face: rank * 4 + suit with ranks 2 … A as 0 … 12 and suits s h d c as 0 … 3; then the jokers. */
typedef uint8_t cn_card;
enum {
    CN_CARD_CODES = 54,
    CN_JOKER_RED = 52,
    CN_JOKER_BLACK = 53
};
#define CN_NO_CARD ((cn_card)0xff)

/* The kinds. Naturals that form melds run from CN_FOUR to CN_ACE. */
enum cn_kind {
    CN_JOKER,
    CN_DEUCE,
    CN_RED_THREE,
    CN_BLACK_THREE,
    CN_FOUR,
    CN_FIVE,
    CN_SIX,
    CN_SEVEN,
    CN_EIGHT,
    CN_NINE,
    CN_TEN,
    CN_JACK,
    CN_QUEEN,
    CN_KING,
    CN_ACE,
    CN_KINDS
};
#define CN_NO_KIND 15

/* Three packs are the most that any rule set plays with (T). */
enum {
    CN_PACKS_MAX = 3,
    CN_CARDS_MAX = CN_PACKS_MAX * CN_CARD_CODES
};

/* Kind of a face (0 … CN_CARD_CODES - 1). */
int cn_card_kind(cn_card card);
/* Order in drawing for seats (L5): a higher value is a higher card; 0 for jokers, which are void. */
int cn_card_draw_order(cn_card card);
static inline bool cn_kind_is_wild(int kind)
{
    return kind <= CN_DEUCE;
}
static inline bool cn_kind_is_natural(int kind)
{
    return kind >= CN_FOUR && kind <= CN_ACE;
}

/* Text of a card ("Ts", "Xr"): writes two characters and a NUL. */
void cn_card_format(cn_card card, char text[3]);
/* Reads two characters; CN_NO_CARD if they name no card. Does not look past the second. */
cn_card cn_card_parse(const char *text);
/* Name of a kind as in records: X 2 3r 3b 4 … T J Q K A. A static string. */
const char *cn_kind_name(int kind);
/* Kind of the first 'length' characters of text; CN_NO_KIND if they name none. */
int cn_kind_parse(const char *text, size_t length);

#endif
