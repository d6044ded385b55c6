/* hand.h -- counts of kinds, and sets of kinds.
 *
 * Hands, the pile and any other cards without suits are a cn_hand. No other file depends on its
 * layout. A set of kinds is a mask with one bit per kind, in order of kinds, for &, | and ~ and the
 * functions below.
 *
 * Six packs have 24 cards of a rank, and four bits hold 15. So a hand has two words: 'low' holds
 * min(count, 15) of each kind, 'high' the rest. Which kinds are held, pairs, triples and singles
 * follow from 'low' alone; only counts, sums and sizes need 'high'. With up to three packs 'high'
 * is 0, and the functions then take a shorter path. Files in which even testing 'high' costs too
 * much are compiled twice (narrow.h): where CN_NARROW_HANDS is defined, these functions assume that
 * no kind has more than 15 cards. Where CN_NARROW_ALONE is defined too, there is no other copy: a
 * program like that knows narrow laws only.
 */
#ifndef CN_ENGINE_HAND_H
#define CN_ENGINE_HAND_H

#include "card.h"

/* Four bits per kind in each word. All bits zero: no cards. */
typedef struct cn_hand {
    uint64_t low, high;
} cn_hand;

static const cn_hand CN_NO_CARDS = {0, 0};

enum {
    CN_NARROW_PACKS_MAX = 3
};

#ifdef CN_NARROW_HANDS
#ifndef CN_NARROW_ALONE
#include "narrow.h"
#endif
enum {
    CN_HANDS_ARE_WIDE = 0
};
#else
enum {
    CN_HANDS_ARE_WIDE = 1
};
#endif

/* A small build (CN_SMALL) treats laws that only a plan decides (law.h) as wide, so that what is
 * for them is compiled once. Is it in this copy? */
enum {
#ifdef CN_SMALL
    CN_PLANS_ARE_WIDE = 1,
#else
    CN_PLANS_ARE_WIDE = 0,
#endif
    CN_PLANS_ARE_HERE = CN_HANDS_ARE_WIDE || !CN_PLANS_ARE_WIDE
};

/* Laws of refereed tables always count as wide, so that strict play pays nothing for a referee. */
enum {
    CN_REFEREES_ARE_HERE = CN_HANDS_ARE_WIDE
};

/* ---- sets of kinds ---- */

/* Every kind, and the kinds 4 … A. */
#define CN_KINDS_MASK    0x0111111111111111u
#define CN_NATURALS_MASK 0x0111111111110000u

static inline uint64_t cn_kind_mask(int kind)
{
    return (uint64_t)1 << (4 * kind);
}
/* Number of kinds in a mask. */
static inline int cn_mask_size(uint64_t mask)
{
    return (int)((mask * CN_KINDS_MASK) >> 56 & 15);
}
static inline bool cn_mask_has_several(uint64_t mask)
{
    return (mask & (mask - 1)) != 0;
}
/* The lowest kind, or CN_NO_KIND if the mask is empty; and the mask without it. */
static inline int cn_mask_first(uint64_t mask)
{
    return __builtin_ctzll(mask | (uint64_t)1 << 63) >> 2;
}
static inline uint64_t cn_mask_rest(uint64_t mask)
{
    return mask & (mask - 1);
}
/* Removes the lowest kind, or the highest, and returns it; the mask must not be empty. */
static inline int cn_mask_pop(uint64_t *mask)
{
    const int kind = __builtin_ctzll(*mask) >> 2;
    *mask &= *mask - 1;
    return kind;
}
static inline int cn_mask_last(uint64_t *mask)
{
    const int kind = (63 - __builtin_clzll(*mask)) >> 2;
    *mask &= ~cn_kind_mask(kind);
    return kind;
}

/* ---- hands ---- */

/* The general paths of cn_hand_add and cn_hand_remove, for any counts up to 30. */
cn_hand cn_hand_add_wide(cn_hand hand, cn_hand cards);
cn_hand cn_hand_remove_wide(cn_hand hand, cn_hand cards);

static inline cn_hand cn_hand_of_words(uint64_t low, uint64_t high)
{
    cn_hand hand;
    hand.low = low;
    hand.high = high;
    return hand;
}
/* Returns the same cards. In a file for narrow hands the compiler then keeps one word of them. */
static inline cn_hand cn_hand_narrowed(cn_hand hand)
{
    return cn_hand_of_words(hand.low, CN_HANDS_ARE_WIDE ? hand.high : 0);
}
/* Returns a hand of up to 30 cards of a kind. */
static inline cn_hand cn_hand_single(int kind, int count)
{
    if (!CN_HANDS_ARE_WIDE || count <= 15)
        return cn_hand_of_words((uint64_t)(unsigned)count << (4 * kind), 0);
    return cn_hand_of_words((uint64_t)15 << (4 * kind), (uint64_t)(unsigned)(count - 15)
                                                            << (4 * kind));
}
/* Returns a hand with this many of each kind in a mask, at most 15. */
static inline cn_hand cn_hand_of_each(uint64_t mask, int count)
{
    return cn_hand_of_words(mask * (unsigned)count, 0);
}
static inline cn_hand cn_hand_add(cn_hand hand, cn_hand cards)
{
    /* No count of 8 or more on either side: no sum is above 15. */
    const uint64_t large = 0x8888888888888888u;
    if (CN_HANDS_ARE_WIDE && ((hand.high | cards.high) | ((hand.low | cards.low) & large)) != 0)
        return cn_hand_add_wide(hand, cards);
    return cn_hand_of_words(hand.low + cards.low, 0);
}
/* 'cards' must be among those of the hand. */
static inline cn_hand cn_hand_remove(cn_hand hand, cn_hand cards)
{
    if (CN_HANDS_ARE_WIDE && hand.high != 0)
        return cn_hand_remove_wide(hand, cards);
    return cn_hand_of_words(hand.low - cards.low, 0);
}
/* Adds one card of a kind, or removes 'count', in place. */
static inline void cn_hand_add_card(cn_hand *hand, int kind)
{
    if (CN_HANDS_ARE_WIDE && (hand->low >> (4 * kind) & 15) == 15)
        hand->high += (uint64_t)1 << (4 * kind);
    else
        hand->low += (uint64_t)1 << (4 * kind);
}
static inline void cn_hand_remove_cards(cn_hand *hand, int kind, int count)
{
    if (CN_HANDS_ARE_WIDE && hand->high != 0) {
        const int above = (int)(hand->high >> (4 * kind)) & 15;
        const int from_high = above < count ? above : count;
        hand->high -= (uint64_t)(unsigned)from_high << (4 * kind);
        count -= from_high;
    }
    hand->low -= (uint64_t)(unsigned)count << (4 * kind);
}
/* Returns only the cards of these kinds, or all except them. */
static inline cn_hand cn_hand_keep(cn_hand hand, uint64_t mask)
{
    return cn_hand_of_words(hand.low & mask * 15, CN_HANDS_ARE_WIDE ? hand.high & mask * 15 : 0);
}
static inline cn_hand cn_hand_drop(cn_hand hand, uint64_t mask)
{
    return cn_hand_of_words(hand.low & ~(mask * 15),
                            CN_HANDS_ARE_WIDE ? hand.high & ~(mask * 15) : 0);
}
/* Does it hold any of these kinds, given as 15 cards of each (cn_hand_of_each)? */
static inline bool cn_hand_holds_any(cn_hand hand, cn_hand kinds)
{
    return (hand.low & kinds.low) != 0;
}
static inline bool cn_hand_is_empty(cn_hand hand)
{
    return hand.low == 0;
}
static inline bool cn_hand_same(cn_hand a, cn_hand b)
{
    return a.low == b.low && (!CN_HANDS_ARE_WIDE || a.high == b.high);
}
static inline int cn_hand_count(cn_hand hand, int kind)
{
    const int low = (int)(hand.low >> (4 * kind)) & 15;
    return CN_HANDS_ARE_WIDE ? low + ((int)(hand.high >> (4 * kind)) & 15) : low;
}
/* The sum of a word's counts. */
static inline int cn__word_size(uint64_t word)
{
    const uint64_t bytes = (word & 0x0f0f0f0f0f0f0f0fu) + ((word >> 4) & 0x0f0f0f0f0f0f0f0fu);
    return (int)((bytes * 0x0101010101010101u) >> 56);
}
/* Number of cards. */
static inline int cn_hand_size(cn_hand hand)
{
    if (CN_HANDS_ARE_WIDE && hand.high != 0)
        return cn__word_size(hand.low) + cn__word_size(hand.high);
    return cn__word_size(hand.low);
}
static inline int cn_hand_wilds(cn_hand hand)
{
    return cn_hand_count(hand, CN_JOKER) + cn_hand_count(hand, CN_DEUCE);
}
/* The kinds that are held: one or more; two or more; three or more. */
static inline uint64_t cn_hand_mask(cn_hand hand)
{
    const uint64_t low = hand.low | hand.low >> 2;
    return (low | low >> 1) & CN_KINDS_MASK;
}
static inline uint64_t cn_hand_pairs(cn_hand hand)
{
    return (hand.low >> 1 | hand.low >> 2 | hand.low >> 3) & CN_KINDS_MASK;
}
static inline uint64_t cn_hand_triples(cn_hand hand)
{
    return (hand.low >> 2 | hand.low >> 3 | (hand.low & hand.low >> 1)) & CN_KINDS_MASK;
}
/* The kinds of which exactly one card is held, and exactly two. */
static inline uint64_t cn_hand_singles(cn_hand hand)
{
    return hand.low & ~(hand.low >> 1 | hand.low >> 2 | hand.low >> 3) & CN_KINDS_MASK;
}
static inline uint64_t cn_hand_doubles(cn_hand hand)
{
    return hand.low >> 1 & ~(hand.low | hand.low >> 2 | hand.low >> 3) & CN_KINDS_MASK;
}
/* Returns a bound on how many are held of any kind in the mask: 3, 7, 15 or 30. */
static inline int cn_hand_bound(cn_hand hand, uint64_t mask)
{
    if (((hand.low >> 2 | hand.low >> 3) & mask) == 0)
        return 3;
    if ((hand.low >> 3 & mask) == 0)
        return 7;
    return CN_HANDS_ARE_WIDE && hand.high != 0 ? 30 : 15;
}

#endif
