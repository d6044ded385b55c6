/* signature.h -- one number for all that the engine and the bots do.
 *
 * An FNV-1a hash of every action string and score of deals with fixed seeds, over all rule sets and
 * numbers of players, by each bot alone and by mixed tables. tests/units/signature_test.c and
 * tests/web/signature.c compare it with tests/signature.txt. */
#ifndef CN_TESTS_SIGNATURE_H
#define CN_TESTS_SIGNATURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "house.h"
#include "mover.h"
#include "witness.h"

enum {
    SIGNATURE_DEALS = 3 /* per table */
};

static struct cn_game signature_game;

static inline uint64_t signature_hash_bytes(uint64_t hash, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(1099511628211);
    return hash;
}

static inline uint64_t signature_hash_line(uint64_t hash, const char *text)
{
    hash = signature_hash_bytes(hash, text, strlen(text));
    return signature_hash_bytes(hash, "\n", 1);
}

static inline uint64_t signature_hash_scores(uint64_t hash)
{
    for (int side = 0; side < signature_game.sides; side++) {
        char text[16];
        snprintf(text, sizeof text, "%d", (int)signature_game.score[side]);
        hash = signature_hash_line(hash, text);
    }
    return hash;
}

static inline int signature_bot_count(void)
{
    int count = 0;
    while (cn_bot_at(count) != NULL)
        count++;
    return count;
}

/* Returns the bot of a seat: one bot at all seats or, past the last, all bots in turn. */
static inline const struct cn_bot *signature_bot_of(int bots, int seat)
{
    return cn_bot_at(bots < signature_bot_count() ? bots : seat % signature_bot_count());
}

static inline uint64_t signature_hash_deal(uint64_t hash, int bots, struct chance *c)
{
    char text[CN_ACTION_TEXT];
    if (!witness_deal(&signature_game, c, NULL))
        abort();
    while (signature_game.in_deal) {
        const int seat = cn_game_actor(&signature_game);
        const struct cn_view view = cn_game_view(&signature_game, seat);
        const struct cn_action action = mover_move(signature_bot_of(bots, seat), &view, &c->rng);
        cn_action_format(NULL, action, text);
        hash = signature_hash_line(hash, text);
        if (!cn_game_play(&signature_game, seat, action, NULL, NULL, NULL))
            abort();
    }
    return signature_hash_scores(hash);
}

static inline uint64_t signature_hash_table(uint64_t hash, const struct cn_rules *rules,
                                            int players, int bots)
{
    struct chance c;
    chance_from_seed(&c, 1950);
    static struct cn_law law;
    cn_law_init(&law, rules);
    cn_game_init(&signature_game, &law, players, NULL);
    for (int deals = 0; deals < SIGNATURE_DEALS && signature_game.winner < 0; deals++)
        hash = signature_hash_deal(hash, bots, &c);
    return hash;
}

static inline uint64_t signature(void)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    struct cn_rules rules;
    for (int set = 0; house_set_at(&rules, set); set++)
        for (int i = 0; !house_is_planned(&rules) && house_players(&rules, i) != 0; i++)
            for (int bots = 0; bots <= signature_bot_count(); bots++)
                hash = signature_hash_table(hash, &rules, house_players(&rules, i), bots);
    return hash;
}

#endif
