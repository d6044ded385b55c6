/* rng.h -- random numbers: canasta/rng.h, and seeds derived from text. */
#ifndef CN_ENGINE_RNG_H
#define CN_ENGINE_RNG_H

#include "canasta/rng.h"

/* Returns a seed from any text (a record's "seed") and a number that separates streams. */
uint64_t cn_rng_seed_of(const char *text, size_t length, uint64_t stream);

#endif
