/* fuzz.h -- the function that a fuzz target defines. It takes any bytes, and must return without a
 * crash.
 *
 * libFuzzer calls it with generated inputs (make fuzz), replay.c with the files of the corpus. */

#ifndef CN_TESTS_FUZZ_H
#define CN_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Returns 0. 'data' is never null and has 'size' bytes, without a NUL after them. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
