#include "hand.h"

/* The counts of every second kind, in a byte each, which has room for sums up to 255. */
static const uint64_t every_second = 0x0f0f0f0f0f0f0f0fu;

struct counts {
    uint64_t even, odd;
};

static struct counts counts_of(cn_hand hand)
{
    const struct counts counts = {
        (hand.low & every_second) + (hand.high & every_second),
        (hand.low >> 4 & every_second) + (hand.high >> 4 & every_second),
    };
    return counts;
}

/* Splits counts up to 30 into two words: at most 15 in 'low', the rest in 'high'. */
static void split(uint64_t counts, uint64_t *low, uint64_t *high)
{
    const uint64_t ones = 0x0101010101010101u;
    const uint64_t above = (counts >> 4 & ones) * 15;
    *low = (counts & every_second) | above;
    *high = ((counts & every_second) + ones) & above;
}

static cn_hand hand_of(uint64_t even, uint64_t odd)
{
    uint64_t even_low, even_high, odd_low, odd_high;
    split(even, &even_low, &even_high);
    split(odd, &odd_low, &odd_high);
    return cn_hand_of_words(even_low | odd_low << 4, even_high | odd_high << 4);
}

cn_hand cn_hand_add_wide(cn_hand hand, cn_hand cards)
{
    const struct counts a = counts_of(hand);
    const struct counts b = counts_of(cards);
    return hand_of(a.even + b.even, a.odd + b.odd);
}

cn_hand cn_hand_remove_wide(cn_hand hand, cn_hand cards)
{
    const struct counts a = counts_of(hand);
    const struct counts b = counts_of(cards);
    return hand_of(a.even - b.even, a.odd - b.odd);
}
