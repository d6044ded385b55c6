/* effort.h -- how much a random test does, and with which numbers.
 *
 * The sanitizers slow it down five to ten times, so under them it does a part of its count.
 * `make test` runs the whole count without them (the clang preset), and `make test-full` the long
 * one with and without them.
 */
#ifndef TESTS_UNITS_EFFORT_H
#define TESTS_UNITS_EFFORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef __has_feature
#define __has_feature(name) 0
#endif

static inline bool is_sanitized(void)
{
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
    return true;
#else
    return false;
#endif
}

/* Returns the first seed of a random test: CANASTA_SEED=n tries others than it always does. */
static inline uint64_t first_seed(void)
{
    const char *seed = getenv("CANASTA_SEED");
    return seed != NULL ? strtoull(seed, NULL, 10) : 1;
}

#endif
