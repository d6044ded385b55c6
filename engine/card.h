/* card.h -- cards, the fifteen kinds that the rules tell apart, and packed counts of them.
 *
 * A card is a face (rank and suit); two packs hold two of each face. The law never asks for
 * more than a card's kind: suit matters for threes, for drawing seats
 * and to the eye. Whatever decides a rule works on a cn_hand, counts of kinds in one word.
 */
#ifndef CN_CARD_H
#define CN_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A face: rank * 4 + suit with ranks 2 … A as 0 … 12 and suits s h d c as 0 … 3; then the jokers. */
typedef uint8_t cn_card;
enum {
    CN_FACES = 54,
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
    CN_CARDS_MAX = CN_PACKS_MAX * CN_FACES
};

/* Kind of a face (0 … CN_FACES - 1). */
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

/* Counts of kinds, four bits a kind: at most 15 of each, three packs have 12. */
typedef uint64_t cn_hand;

static inline int cn_hand_count(cn_hand hand, int kind)
{
    return (int)(hand >> (4 * kind)) & 15;
}
static inline cn_hand cn_hand_of(int kind, int count)
{
    return (cn_hand)(unsigned)count << (4 * kind);
}
/* Number of cards in a hand. */
static inline int cn_hand_size(cn_hand hand)
{
    const uint64_t bytes = (hand & 0x0f0f0f0f0f0f0f0fu) + ((hand >> 4) & 0x0f0f0f0f0f0f0f0fu);
    return (int)((bytes * 0x0101010101010101u) >> 56);
}
/* One bit a kind (bit 4 * kind) for the kinds of which the hand holds any. */
static inline uint64_t cn_hand_mask(cn_hand hand)
{
    hand |= hand >> 2;
    hand |= hand >> 1;
    return hand & 0x1111111111111111u;
}
/* The kinds 4 … A in such a mask. */
#define CN_NATURALS_MASK 0x0111111111110000u
/* The bit of a kind in such a mask. */
static inline uint64_t cn_kind_bit(int kind)
{
    return (uint64_t)1 << (4 * kind);
}
/* Removes the lowest kind from a mask of that form and returns it; the mask must not be empty. */
static inline int cn_mask_next(uint64_t *mask)
{
    const int kind = __builtin_ctzll(*mask) >> 2;
    *mask &= *mask - 1;
    return kind;
}

#endif
