/* rng.h -- random numbers whose state the caller keeps.
 *
 * xoshiro256** seeded through splitmix64: the same seed gives the same numbers on every machine and
 * compiler, so a seed names a deal. Not cryptographic: a server that must prove its shuffle uses
 * its own source.
 */
#ifndef CANASTA_RNG_H
#define CANASTA_RNG_H

#include <stddef.h>
#include <stdint.h>

#include <canasta/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The state. Start with cn_rng_init. */
struct cn_rng {
    uint64_t s[4];
};

/* Starts the sequence of a seed. */
CN_API void cn_rng_init(struct cn_rng *rng, uint64_t seed);

/* Shuffles n bytes, such as a deck of cards, with every order equally likely. */
CN_API void cn_rng_shuffle(struct cn_rng *rng, uint8_t *items, int n);

/* Returns 64 random bits. */
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

/* Returns a number from 0 to n - 1, each equally likely. n must be above 0. */
static inline uint32_t cn_rng_below(struct cn_rng *rng, uint32_t n)
{
    /* High bits of a product; the few low ones that would favour a value are drawn again. */
    uint64_t m = (cn_rng_next(rng) >> 32) * n;
    if ((uint32_t)m < n) {
        const uint32_t floor = (0u - n) % n;
        while ((uint32_t)m < floor)
            m = (cn_rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}

#ifdef __cplusplus
}
#endif

#endif
