/* chance.h -- choices made from the bytes of a fuzzer's input, or from a seed.
 *
 * Callers ask for numbers below n. While there are bytes, they decide; after them, or without any,
 * a generator does, so that a deal can always be played to its end. */
#ifndef CN_TESTS_CHANCE_H
#define CN_TESTS_CHANCE_H

#include "engine/engine.h"

struct chance {
    const uint8_t *data;
    size_t size, at;
    struct cn_rng rng;
};

static inline void chance_from_seed(struct chance *c, uint64_t seed)
{
    *c = (struct chance){.data = NULL};
    cn_rng_init(&c->rng, seed);
}

/* The generator is the same after every input, so changing one byte changes one choice and not all
 * that follow. */
static inline void chance_from_bytes(struct chance *c, const uint8_t *data, size_t size)
{
    chance_from_seed(c, 1);
    c->data = data;
    c->size = size;
}

static inline bool chance_has_bytes(const struct chance *c)
{
    return c->at < c->size;
}

/* Returns a number in 0 ... n - 1, n > 0. Uses as many bytes as n needs. */
static inline int chance_below(struct chance *c, int n)
{
    uint64_t value = 0;
    if (!chance_has_bytes(c))
        return (int)cn_rng_below(&c->rng, (uint32_t)n);
    for (int most = n - 1; most > 0; most >>= 8)
        value = value << 8 | (chance_has_bytes(c) ? c->data[c->at++] : 0);
    return (int)(value % (uint64_t)n);
}

static inline bool chance_percent(struct chance *c, int percent)
{
    return chance_below(c, 100) < percent;
}

/* Returns a seed of two bytes, so that a fuzzer can find the same deal again. */
static inline uint64_t chance_seed(struct chance *c)
{
    return chance_has_bytes(c) ? (uint64_t)chance_below(c, 1 << 16) : cn_rng_next(&c->rng);
}

static inline void chance_shuffle(struct chance *c, uint8_t *items, int n)
{
    struct cn_rng rng;
    cn_rng_init(&rng, chance_seed(c));
    cn_rng_shuffle(&rng, items, n);
}

#endif
