/* levels_test.c -- the levels: each has its bot and its word, and the weaker ones are weaker. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lab/lab.h"
#include "words/words.h"

static void levels_have_bots_and_words(void **state)
{
    struct cn_words words;
    int count = 0;
    assert_true(cn_words_find("en", &words));
    for (; cn_level_at(count) != NULL; count++) {
        const struct cn_level *level = cn_level_at(count);
        char key[40];
        char text[40];
        snprintf(key, sizeof key, "level.%s", level->name);
        assert_true(cn_words_lookup(&words, key, text, sizeof text));
        assert_ptr_equal(cn_level_find(level->name), level);
        const struct cn_bot *bot = cn_bot_find(level->bot);
        assert_non_null(bot);
        assert_true(bot->decide != NULL || level->nodes > 0);
    }
    assert_in_range(count, 3, CN_LEVELS);
    assert_ptr_equal(cn_level_best(), cn_level_at(count - 1));
    assert_non_null(cn_level_find("club"));
    assert_null(cn_level_find("greedy"));
    assert_null(cn_level_at(-1));
}

/* A level against the next, over fixed pairs. The stronger one's lead must be significant. */
static void check_pair(const char *set, int players, int pairs, const struct cn_level *stronger,
                       const struct cn_level *weaker)
{
    struct cn_rules rules;
    struct arena_results tally;
    char fault[ARENA_FAULT];
    const struct bot_entry a = {.bot = cn_bot_find(stronger->bot), .nodes = stronger->nodes};
    const struct bot_entry b = {.bot = cn_bot_find(weaker->bot), .nodes = weaker->nodes};
    const struct contestant contestants[2] = {contestant_of_bot(&a), contestant_of_bot(&b)};
    assert_true(cn_rules_load(&rules, set));
    const struct arena arena = {.plan = {.rules = &rules,
                                         .contestant = {&contestants[0], &contestants[1]},
                                         .seed = "levels",
                                         .players = players},
                                .pairs = pairs,
                                .jobs = 1};
    arena_tally_init(&tally, &arena.plan);
    assert_int_equal(arena_run(&arena, &tally, fault), LAB_OK);
    if (arena_points(&tally).low <= 0)
        fail_msg("%s, %d players: %s is not clearly stronger than %s", set, players, stronger->name,
                 weaker->name);
}

/* Each level that decides at once against the next. */
static void check_ladder(const char *set, int players, int pairs)
{
    for (int i = 0; cn_level_at(i + 1) != NULL; i++) {
        const struct cn_level *stronger = cn_level_at(i + 1);
        if (cn_bot_find(stronger->bot)->decide != NULL)
            check_pair(set, players, pairs, stronger, cn_level_at(i));
    }
}

static void the_weaker_level_is_weaker(void **state)
{
    check_ladder("laws1950", 4, 3000);
}

/* Of the levels that search, the one that thinks least, where few pairs tell. */
static void the_expert_beats_the_club(void **state)
{
    check_pair("laws1950", 2, 30, cn_level_find("expert"), cn_level_find("club"));
}

static void the_weaker_level_is_weaker_in_other_games(void **state)
{
    static const struct {
        const char *set;
        int players, pairs;
    } cells[] = {{"american", 4, 500},    {"uruguay", 2, 200},     {"uruguay", 3, 200},
                 {"uruguay", 4, 200},     {"uruguay", 5, 300},     {"uruguay", 6, 2000},
                 {"handandfoot", 2, 500}, {"handandfoot", 3, 200}, {"handandfoot", 4, 120},
                 {"handandfoot", 6, 100}, {"pennies", 6, 600},     {"hoyle", 3, 1200},
                 {"threepack", 6, 200}};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++)
        check_ladder(cells[i].set, cells[i].players, cells[i].pairs);
}

/* Where all wait for the others to open, somebody opens in the end. */
static void three_that_wait_end_their_game(void **state)
{
    struct cn_rules rules;
    struct arena_tally tally;
    const struct cn_bot *patient = cn_bot_find("patient");
    assert_true(cn_rules_load(&rules, "hoyle"));
    const struct simulation simulation = {.rules = &rules,
                                          .bot = {patient, patient, patient},
                                          .seed = "e",
                                          .games = 5,
                                          .players = 3,
                                          .jobs = 1,
                                          .to_target = true};
    assert_int_equal(lab_simulate(&simulation, &tally), LAB_OK);
    assert_int_equal(tally.given_up, 0);
    assert_true(tally.deals < 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_have_bots_and_words),
        cmocka_unit_test(the_weaker_level_is_weaker),
        cmocka_unit_test(the_expert_beats_the_club),
        cmocka_unit_test(the_weaker_level_is_weaker_in_other_games),
        cmocka_unit_test(three_that_wait_end_their_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
