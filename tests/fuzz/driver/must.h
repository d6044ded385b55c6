/* must.h -- how a fuzz target fails: it prints what is wrong, and aborts. */
#ifndef CN_TESTS_MUST_H
#define CN_TESTS_MUST_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static inline void must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz: does not hold: %s\n", what);
    abort();
}

#endif
