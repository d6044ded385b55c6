/* rng.h -- random numbers: canasta/rng.h, and seeds made of texts. */
#ifndef CN_ENGINE_RNG_H
#define CN_ENGINE_RNG_H

#include "canasta/rng.h"

/* A seed from any text (a record's "seed") and a number that tells streams apart. */
uint64_t cn_rng_seed_of(const char *text, size_t length, uint64_t stream);

#endif
