#include "daily_deal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "engine/engine.h"

enum {
    PLAYERS = 4,
    PLAYER = 0, /* the player's seat */
    DECISIONS_MOST = 4000
};
static const char rule_set[] = "laws1950";
static const char level[] = "club";

int32_t daily_number(int64_t wall_us)
{
    enum {
        FIRST = 20454 /* 1 January 2026, in days since 1970 */
    };
    return (int32_t)(wall_us / INT64_C(86400000000)) - FIRST + 1;
}

struct daily {
    struct cn_rules rules;
    struct cn_law law;
    struct cn_game game;
};

static bool deal(struct daily *daily, int32_t number)
{
    char seed[32];
    cn_card deck[CN_CARDS_MAX];
    struct cn_rng rng;
    int dealer;
    int idle;
    snprintf(seed, sizeof seed, "daily-%d", (int)number);
    if (!cn_rules_load(&daily->rules, rule_set))
        return false;
    cn_law_init(&daily->law, &daily->rules);
    cn_game_init(&daily->game, &daily->law, PLAYERS, NULL);
    cn_game_next_dealer(&daily->game, &dealer, &idle);
    cn_seeded_deck(&daily->rules, PLAYERS, seed, 1, deck, &rng);
    /* As a table deals chosen cards (table_log_arranged_deal). */
    cn_rng_init(&rng, cn_rng_seed_of((const char *)deck,
                                     (size_t)cn_rules_cards(&daily->rules, PLAYERS), 0));
    return cn_game_deal(&daily->game, dealer, idle, deck, NULL, NULL) ||
           cn_game_deal(&daily->game, dealer, idle, deck, &rng, NULL);
}

/* Reads the next action and moves *at past it. */
static bool read_action(const struct cn_law *law, const char **at, struct cn_action *action)
{
    const size_t length = strcspn(*at, ";");
    if (length == 0 || !cn_action_parse(law, *at, length, action))
        return false;
    *at += length;
    if (**at != ';')
        return true;
    ++*at;
    return **at != '\0';
}

static bool decide(struct daily *daily, const char **at)
{
    const struct cn_bot *bot = cn_bot_find(cn_level_find(level)->bot);
    const int seat = cn_game_actor(&daily->game);
    const struct cn_view view = cn_game_view(&daily->game, seat);
    struct cn_rng rng;
    struct cn_action action;
    /* This level's bot does not throw dice: its moves follow from the cards. */
    cn_rng_init(&rng, 0);
    if (seat != PLAYER)
        action = bot->decide(&view, &rng);
    else if (!read_action(&daily->law, at, &action))
        return false;
    return cn_game_play(&daily->game, seat, action, NULL, NULL, NULL);
}

bool daily_play(int32_t number, const char *actions, struct daily_result *result)
{
    struct daily *daily = calloc(1, sizeof *daily);
    bool good = daily != NULL && deal(daily, number);
    for (int i = 0; good && daily->game.deal.board.phase != CN_PHASE_ENDED; i++)
        good = i < DECISIONS_MOST && decide(daily, &actions);
    good = good && actions[0] == '\0';
    if (good) {
        struct cn_score score[CN_SIDES_MAX];
        cn_score_deal(&daily->law, &daily->game.deal, score);
        result->made = score[PLAYER % 2].total;
        result->theirs = score[1 - PLAYER % 2].total;
    }
    free(daily);
    return good;
}
