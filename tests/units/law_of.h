/* law_of.h -- the law of rules, for tests that start many games. Valid until the program ends. */
#ifndef UNITS_LAW_OF_H
#define UNITS_LAW_OF_H

#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"

struct kept_law {
    struct cn_law law;
    struct kept_law *next;
};

static inline const struct cn_law *law_of(const struct cn_rules *rules)
{
    static struct kept_law *first;
    for (struct kept_law *kept = first; kept != NULL; kept = kept->next)
        if (memcmp(&kept->law.rules, rules, sizeof *rules) == 0)
            return &kept->law;
    struct kept_law *kept = malloc(sizeof *kept);
    if (kept == NULL)
        abort();
    kept->next = first;
    first = kept;
    return cn_law_init(&kept->law, rules);
}

#endif
