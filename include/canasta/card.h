/* card.h -- cards, and the fifteen kinds that the rules tell apart.
 *
 * The rules depend only on a card's kind. Suits matter for threes, for drawing seats and on screen.
 */
#ifndef CANASTA_CARD_H
#define CANASTA_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <canasta/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A card: rank * 4 + suit, with ranks 2 … A as 0 … 12 and suits s h d c as 0 … 3; then the jokers.
 * Each pack has one of each, and two jokers. */
typedef uint8_t cn_card;
enum {
    CN_CARD_CODES = 54, /* valid cards are 0 … CN_CARD_CODES - 1 */
    CN_JOKER_RED = 52,
    CN_JOKER_BLACK = 53
};
#define CN_NO_CARD ((cn_card)0xff)

/* The kinds. Natural cards that form melds run from CN_FOUR to CN_ACE. */
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

/* No rule set plays with more than six packs. */
enum {
    CN_PACKS_MAX = 6,
    CN_CARDS_MAX = CN_PACKS_MAX * CN_CARD_CODES,
    CN_BONUS_CARDS_MAX = CN_PACKS_MAX * 4 /* threes of both colours */
};

/* Returns the kind of a card, which must be below CN_CARD_CODES (L4, L11). */
CN_API int cn_card_kind(cn_card card);

/* Returns the rank of a card in drawing for seats (L5): a higher number is a higher card, 0 is a
 * joker, which is void. */
CN_API int cn_card_draw_order(cn_card card);

/* Writes a card as in records ("Ts", "Xr"): two characters and a NUL. The card must be valid. */
CN_API void cn_card_format(cn_card card, char text[3]);

/* Reads exactly two characters of text. Returns CN_NO_CARD if they are not a card. */
CN_API cn_card cn_card_parse(const char *text);

/* Returns the name of a kind as in records: X 2 3r 3b 4 … T J Q K A. A static string. The kind
 * must be below CN_KINDS. */
CN_API const char *cn_kind_name(int kind);

/* Is it a joker or a deuce (L4)? */
static inline bool cn_kind_is_wild(int kind)
{
    return kind <= CN_DEUCE;
}
/* Is it a rank that forms melds with wild cards (L18)? */
static inline bool cn_kind_is_natural(int kind)
{
    return kind >= CN_FOUR && kind <= CN_ACE;
}

#ifdef __cplusplus
}
#endif

#endif
