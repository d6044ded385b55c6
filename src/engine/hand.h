/* hand.h -- packed counts of kinds, and sets of kinds.
 *
 * Hands, the pile and whatever else is cards without suits is a cn_hand. Nothing outside this file knows how its
 * bits lie. A set of kinds is a mask: a bit each, in order of kinds, for &, | and ~ and the functions below.
 */
#ifndef CN_ENGINE_HAND_H
#define CN_ENGINE_HAND_H

#include "card.h"

/* Counts of kinds, four bits a kind: at most 15 of each, three packs have 12. All bits zero: no cards. */
typedef uint64_t cn_hand;
#define CN_NO_CARDS ((cn_hand)0)

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
/* The lowest kind, CN_NO_KIND if there is none; and the mask without it. */
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

static inline cn_hand cn_hand_single(int kind, int count)
{
    return (cn_hand)(unsigned)count << (4 * kind);
}
/* So many of each kind in a mask. */
static inline cn_hand cn_hand_of_each(uint64_t mask, int count)
{
    return mask * (unsigned)count;
}
static inline cn_hand cn_hand_add(cn_hand hand, cn_hand cards)
{
    return hand + cards;
}
/* 'cards' must be among those of the hand. */
static inline cn_hand cn_hand_remove(cn_hand hand, cn_hand cards)
{
    return hand - cards;
}
/* Only the cards of these kinds, and all but them. */
static inline cn_hand cn_hand_keep(cn_hand hand, uint64_t mask)
{
    return hand & mask * 15;
}
static inline cn_hand cn_hand_drop(cn_hand hand, uint64_t mask)
{
    return hand & ~(mask * 15);
}
static inline bool cn_hand_is_empty(cn_hand hand)
{
    return hand == 0;
}
static inline bool cn_hand_same(cn_hand a, cn_hand b)
{
    return a == b;
}
static inline int cn_hand_count(cn_hand hand, int kind)
{
    return (int)(hand >> (4 * kind)) & 15;
}
/* Number of cards. */
static inline int cn_hand_size(cn_hand hand)
{
    const uint64_t bytes = (hand & 0x0f0f0f0f0f0f0f0fu) + ((hand >> 4) & 0x0f0f0f0f0f0f0f0fu);
    return (int)((bytes * 0x0101010101010101u) >> 56);
}
static inline int cn_hand_wilds(cn_hand hand)
{
    return cn_hand_count(hand, CN_JOKER) + cn_hand_count(hand, CN_DEUCE);
}
/* The kinds that are held: one or more; two or more; three or more. */
static inline uint64_t cn_hand_mask(cn_hand hand)
{
    hand |= hand >> 2;
    hand |= hand >> 1;
    return hand & CN_KINDS_MASK;
}
static inline uint64_t cn_hand_pairs(cn_hand hand)
{
    return (hand >> 1 | hand >> 2 | hand >> 3) & CN_KINDS_MASK;
}
static inline uint64_t cn_hand_triples(cn_hand hand)
{
    return (hand >> 2 | hand >> 3 | (hand & hand >> 1)) & CN_KINDS_MASK;
}
/* The kinds of which just one card is held, and of which just two are. */
static inline uint64_t cn_hand_singles(cn_hand hand)
{
    return hand & ~(hand >> 1 | hand >> 2 | hand >> 3) & CN_KINDS_MASK;
}
static inline uint64_t cn_hand_doubles(cn_hand hand)
{
    return hand >> 1 & ~(hand | hand >> 2 | hand >> 3) & CN_KINDS_MASK;
}
/* At least as many as are held of any kind in the mask: 3, 7 or 15. */
static inline int cn_hand_bound(cn_hand hand, uint64_t mask)
{
    if (((hand >> 2 | hand >> 3) & mask) == 0)
        return 3;
    return (hand >> 3 & mask) == 0 ? 7 : 15;
}

#endif
