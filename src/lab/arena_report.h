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
    bool manner;     /* tell how A and B play */
    bool luck;       /* the luck of draws was measured */
    bool by_matches; /* the pool's Elo is fitted to matches won, else to deals won */
    bool interrupted;
};

/* Prints the points without the luck of draws, behind a head, and how much of the variance that
 * luck was. */
void arena_print_corrected(const char *head, const struct arena_results *results);
void arena_put_corrected(struct cn__text *out, const struct arena_results *results);

/* What gauntlets report alike: a contestant's manner as words and as an object, and games that were
 * lost because a program failed. */
void arena_print_manner(const char *name, const struct manner *manner);
void arena_put_manner(struct cn__text *out, const char *key, const struct manner *manner);
void arena_print_forfeits(const struct arena_results *results, const char *a, const char *b,
                          const char *games);

void arena_report_words(const struct arena_report *report);
/* Returns false, with nothing printed, without memory. */
bool arena_report_json(const struct arena_report *report);

#endif
