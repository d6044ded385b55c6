/* rng.h -- random numbers with their state in the caller's hands.
 *
 * xoshiro256** seeded through splitmix64: the same numbers from the same seed on every
 * machine and compiler, so that a seed names a deal. Not for secrets: a server that must
 * prove its shuffle brings its own source.
 */
#ifndef CN_ENGINE_RNG_H
#define CN_ENGINE_RNG_H

#include <stddef.h>
#include <stdint.h>

struct cn_rng {
    uint64_t s[4];
};

void cn_rng_init(struct cn_rng *rng, uint64_t seed);
/* A seed from any text (a record's "seed") and a number that tells streams apart. */
uint64_t cn_rng_seed_of(const char *text, size_t length, uint64_t stream);

static inline uint64_t cn_rng_next(struct cn_rng *rng)
{
    uint64_t *s = rng->s;
    const uint64_t x = s[1] * 5;
    const uint64_t result = ((x << 7) | (x >> 57)) * 9;
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* Uniform in 0 … n - 1, n > 0: high bits of a product, with rejection so that no value is favoured. */
static inline uint32_t cn_rng_below(struct cn_rng *rng, uint32_t n)
{
    uint64_t m = (cn_rng_next(rng) >> 32) * n;
    if ((uint32_t)m < n) {
        const uint32_t floor = (0u - n) % n;
        while ((uint32_t)m < floor)
            m = (cn_rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

/* Fisher-Yates over n bytes. */
void cn_rng_shuffle(struct cn_rng *rng, uint8_t *items, int n);

#endif
