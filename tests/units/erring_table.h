/* erring_table.h -- for tests of refereed tables: a game at some table, in which people err at
 * random, call, or do what is lawful. */
#ifndef UNITS_ERRING_TABLE_H
#define UNITS_ERRING_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"
#include "erring.h"

static struct cn_rules rules;
static struct cn_law law;
static struct cn_game game;
static struct cn_rng rng;
static struct cn_action list[ERRING_LIST];

static inline int below(int n)
{
    return (int)cn_rng_below(&rng, (uint32_t)n);
}

/* One of the list, which has this many; most of a list are melds, and are chosen less often. */
static inline struct cn_action any_of(int count)
{
    const int kept = count < ERRING_LIST ? count : ERRING_LIST;
    struct cn_action chosen = list[below(kept)];
    for (int i = 0; i < 8 && cn_action_plain(chosen).type == CN_ACTION_MELD; i++)
        chosen = list[below(kept)];
    return chosen;
}

/* Begins a game at some refereed table. */
static inline void deal_some(void)
{
    static const char *const sets[] = {"laws1950",   "threepack", "bicycle",
                                       "montevideo", "hoyle",     "pumpa"};
    int players;
    do {
        players = 2 + below(CN_SEATS_MAX - 1);
        assert_true(cn_rules_load(&rules, sets[below(6)]));
    } while (!cn_rules_allow_players(&rules, players));
    rules.referee = below(3) == 0 ? CN_REFEREE_WATCHFUL : CN_REFEREE_CALLED;
    rules.point_penalties = below(2);
    cn_law_init(&law, &rules);
    cn_game_init(&game, &law, players, NULL);
    char seed[20];
    snprintf(seed, sizeof seed, "%d", below(1000000));
    cn_game_deal_seeded(&game, seed, NULL);
}

#endif
