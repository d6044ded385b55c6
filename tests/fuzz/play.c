/* play.c -- any bytes as a game: they choose the rule set, house rules, number of players, deck and
 * every decision, legal or not. driver/witness.h has the checks. */
#include <string.h>

#include "tests/fuzz/driver/fuzz.h"
#include "tests/fuzz/driver/house.h"
#include "tests/fuzz/driver/mover.h"
#include "tests/fuzz/driver/must.h"
#include "tests/fuzz/driver/witness.h"

#include "bots/bots.h"

static struct witness witness;
static struct cn_law law;
static struct cn_game game;

static void sees(bool holds)
{
    must(holds, witness.fault);
}

static void choose_game(struct chance *c)
{
    static const int32_t steps[] = {0, -200, 1500, 3000, 4900, 7000};
    struct cn_rules rules;
    int32_t scores[CN_SIDES_MAX];
    house_any_rules(&rules, c);
    for (int side = 0; side < CN_SIDES_MAX; side++)
        scores[side] = steps[chance_below(c, 6)];
    cn_law_init(&law, &rules);
    cn_game_init(&game, &law, house_any_players(&rules, c), scores);
}

/* Tries an action of four bytes, if an action string could express it. */
static void try_bytes(struct chance *c)
{
    const struct cn_action action = witness_any_action(c);
    if (!witness_listed(&witness, action))
        sees(witness_refuses(&witness, &game, cn_game_actor(&game), action));
}

static struct cn_action bot_action(const struct cn_bot *bot, struct chance *c)
{
    const struct cn_view view = cn_game_view(&game, cn_game_actor(&game));
    return mover_move(bot, &view, &c->rng);
}

static struct cn_action decide(struct chance *c)
{
    for (int kind = chance_below(c, 256); chance_has_bytes(c); kind = chance_below(c, 256)) {
        if (kind >= 16)
            return witness.list.at[kind % witness.list.count];
        if (kind == 15)
            return witness.list.at[chance_below(c, witness.list.count)];
        if (kind == 14)
            return bot_action(cn_bot_at(1), c);
        try_bytes(c);
    }
    return bot_action(cn_bot_at(chance_below(c, 2)), c);
}

/* After the last byte bots play, because every deal that can be begun must end. */
static void play_deal(struct chance *c, bool to_the_end)
{
    int decisions = 0;
    while (game.in_deal && (to_the_end || chance_has_bytes(c))) {
        must(++decisions < DECISIONS_MAX, "a deal ends");
        sees(witness_list(&witness, &game));
        sees(witness_refusals(&witness, &game, 2));
        const struct cn_action action = decide(c);
        must(witness_listed(&witness, action), "a bot's action is listed");
        sees(witness_play(&witness, &game, action, NULL));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct chance c;
    chance_from_bytes(&c, data, size);
    witness_init(&witness, 1);
    const bool to_the_end = chance_below(&c, 4) == 0;
    choose_game(&c);
    do {
        must(witness_deal(&game, &c, NULL), "a shuffled deck can be dealt");
        play_deal(&c, to_the_end);
    } while (chance_has_bytes(&c) && game.winner < 0);
    return 0;
}
