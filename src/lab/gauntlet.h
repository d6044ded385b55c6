/* gauntlet.h -- one bot against each of many, and the worst result. */
#ifndef LAB_GAUNTLET_H
#define LAB_GAUNTLET_H

#include "arena_report.h"

/* One opponent. */
struct gauntlet_row {
    const char *name;
    struct arena_results deals, matches; /* of A against it; without pairs: not played */
};

struct gauntlet {
    const char *name, *rules, *seed; /* A */
    struct gauntlet_row row[ARENA_POOL_MAX];
    int players, count;
    bool manner; /* tell how each opponent plays */
    bool luck;   /* the luck of draws was measured */
    bool interrupted;
};

/* Returns the row with the fewest points a deal, or with matches the smallest share of them; -1 if
 * none was played. */
int gauntlet_worst(const struct gauntlet *gauntlet, bool matches);
void gauntlet_words(const struct gauntlet *gauntlet);
/* Returns false, with nothing printed, without memory. */
bool gauntlet_json(const struct gauntlet *gauntlet);

#endif
