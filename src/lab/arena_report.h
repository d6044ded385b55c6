/* arena_report.h -- the results of canasta-lab arena, in words or as JSON. */
#ifndef LAB_ARENA_REPORT_H
#define LAB_ARENA_REPORT_H

#include "lab.h"

enum {
    ARENA_POOL_MAX = ELO_MOST
};

/* A pairing of the pool, by index. */
struct arena_pairing {
    int a, b;
    struct arena_results tally;
};

struct arena_report {
    const char *name[2]; /* A and B */
    const char *rules, *seed;
    const struct sprt *sprt; /* NULL: no test */
    struct arena_results deals, matches;
    struct arena_pairing *pairings;
    const char *pool_name[ARENA_POOL_MAX];
    double pool_elo[ARENA_POOL_MAX];
    int players, pool, pairing_count;
    bool by_matches; /* the pool's Elo is fitted to matches won, else to deals won */
    bool interrupted;
};

void arena_report_words(const struct arena_report *report);
/* Returns false, with nothing printed, without memory. */
bool arena_report_json(const struct arena_report *report);

#endif
