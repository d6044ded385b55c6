/* daily_deal_test.c -- the deal of the day: its number, and what a player's actions come to when a
 * server plays them again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "engine/engine.h"
#include "server/daily_deal.h"

#define DAY_US INT64_C(86400000000)

static void days_are_numbered(void **state)
{
    const int64_t first = INT64_C(1767225600) * 1000000; /* 1 January 2026 */
    (void)state;
    assert_int_equal(daily_number(first), 1);
    assert_int_equal(daily_number(first - 1), 0);
    assert_int_equal(daily_number(first + DAY_US - 1), 1);
    assert_int_equal(daily_number(first + 327 * DAY_US), 328);
}

/* A deal as a player plays it who is a bot, too: the actions, and the result. */
struct played {
    struct cn_rules rules;
    struct cn_law law;
    struct cn_game game;
    char actions[2048];
    struct daily_result result;
};

static void add_action(struct played *played, struct cn_action action)
{
    char text[CN_ACTION_TEXT];
    const size_t length = strlen(played->actions);
    cn_action_format(&played->law, action, text);
    assert_true(length + strlen(text) + 2 < sizeof played->actions);
    snprintf(played->actions + length, sizeof played->actions - length, "%s%s",
             length > 0 ? ";" : "", text);
}

static struct played *play(int number, const char *own)
{
    char seed[32];
    cn_card deck[CN_CARDS_MAX];
    struct cn_rng rng;
    struct played *played = calloc(1, sizeof *played);
    struct cn_score score[CN_SIDES_MAX];
    assert_non_null(played);
    assert_true(cn_rules_load(&played->rules, "laws1950"));
    cn_law_init(&played->law, &played->rules);
    cn_game_init(&played->game, &played->law, 4, NULL);
    snprintf(seed, sizeof seed, "daily-%d", number);
    cn_seeded_deck(&played->rules, 4, seed, 1, deck, &rng);
    cn_rng_init(&rng, cn_rng_seed_of((const char *)deck, 108, 0));
    if (!cn_game_deal(&played->game, 3, CN_NO_SEAT, deck, NULL, NULL))
        assert_true(cn_game_deal(&played->game, 3, CN_NO_SEAT, deck, &rng, NULL));
    while (played->game.deal.board.phase != CN_PHASE_ENDED) {
        const int seat = cn_game_actor(&played->game);
        const struct cn_view view = cn_game_view(&played->game, seat);
        cn_rng_init(&rng, 7); /* another than the server's: its bots must not roll dice */
        const struct cn_action action =
            cn_bot_find(seat == 0 ? own : "patient")->decide(&view, &rng);
        if (seat == 0)
            add_action(played, action);
        assert_true(cn_game_play(&played->game, seat, action, NULL, NULL, NULL));
    }
    cn_score_deal(&played->law, &played->game.deal, score);
    played->result = (struct daily_result){score[0].total, score[1].total};
    return played;
}

static void actions_come_to_the_same_result(void **state)
{
    static const char *const bots[] = {"greedy", "patient", "casual"};
    size_t longest = 0;
    (void)state;
    for (int number = 1; number <= 60; number++) {
        struct played *played = play(number, bots[number % 3]);
        struct daily_result result = {0, 0};
        longest = strlen(played->actions) > longest ? strlen(played->actions) : longest;
        assert_true(daily_play(number, played->actions, &result));
        assert_int_equal(result.made, played->result.made);
        assert_int_equal(result.theirs, played->result.theirs);
        free(played);
    }
    print_message("the longest has %zu bytes\n", longest);
    assert_in_range(longest, 1, 2047);
}

static void expect_refused(int number, const char *actions)
{
    struct daily_result result = {1, 1};
    assert_false(daily_play(number, actions, &result));
    assert_int_equal(result.made, 1);
}

static void what_is_no_whole_deal_is_refused(void **state)
{
    struct played *played = play(328, "patient");
    char text[2100];
    (void)state;
    expect_refused(329, played->actions); /* of another day */
    expect_refused(328, "");
    expect_refused(328, ";");
    expect_refused(328, "draw");
    expect_refused(328, "nonsense");
    snprintf(text, sizeof text, "%s;draw", played->actions);
    expect_refused(328, text);
    snprintf(text, sizeof text, "%s;", played->actions);
    expect_refused(328, text);
    snprintf(text, sizeof text, ";%s", played->actions);
    expect_refused(328, text);
    /* cut off at each action */
    strcpy(text, played->actions);
    for (char *end; (end = strrchr(text, ';')) != NULL;) {
        *end = '\0';
        expect_refused(328, text);
    }
    free(played);
}

/* Without one action, most deals cannot be played; none may come to more than it does by law. */
static void left_out_actions_never_crash(void **state)
{
    struct played *played = play(5, "greedy");
    const size_t length = strlen(played->actions);
    int refused = 0;
    (void)state;
    for (size_t at = 0; at < length; at++) {
        struct daily_result result;
        char text[2048];
        snprintf(text, sizeof text, "%s", played->actions);
        text[at] = text[at] == '7' ? '8' : '7';
        refused += !daily_play(5, text, &result);
    }
    assert_true(refused > (int)length / 2);
    free(played);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_are_numbered),
        cmocka_unit_test(actions_come_to_the_same_result),
        cmocka_unit_test(what_is_no_whole_deal_is_refused),
        cmocka_unit_test(left_out_actions_never_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
