/* luck_test.c -- taking off the luck of draws changes no expectation, and makes results surer. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lab/lab.h"

static void load(const char *set, struct cn_rules *rules, struct cn_law *law)
{
    assert_true(cn_rules_load(rules, set));
    cn_law_init(law, rules);
}

/* Puts each card of the stock first in turn: their luck adds up to nothing. */
static void check_draw(const struct cn_law *law, const struct cn_deal *deal)
{
    struct luck sum = {{0}};
    const int all = deal->cards - deal->drawn;
    int64_t most = 0;
    for (int at = deal->drawn; at < deal->cards; at++) {
        struct luck one = {{0}};
        struct cn_deal with = *deal;
        with.stock[deal->drawn] = deal->stock[at];
        with.stock[at] = deal->stock[deal->drawn];
        luck_add(&one, law, &with, 1);
        for (int side = 0; side < CN_SIDES_MAX; side++) {
            sum.of[side] += one.of[side];
            most = llabs(one.of[side]) > most ? llabs(one.of[side]) : most;
        }
    }
    for (int side = 0; side < CN_SIDES_MAX; side++)
        assert_in_range(sum.of[side] + all, 0, 2 * all); /* each is rounded by less than 1 */
    assert_true(all < 20 || most > 65536);               /* … and cards differ in worth */
}

static void walk(const char *set, int players, const char *bot_name)
{
    static struct cn_rules rules;
    static struct cn_law law;
    static struct cn_deal deal;
    const struct cn_bot *bot = cn_bot_find(bot_name);
    const int32_t scores[CN_SIDES_MAX] = {0};
    cn_card deck[CN_CARDS_MAX];
    struct cn_rng rng;
    int draws = 0;
    load(set, &rules, &law);
    cn_rng_init(&rng, 7);
    cn_rng_shuffle(&rng, deck, cn_deck_init(&rules, players, deck));
    cn_deal_start(&rules, &deal, players, 0, CN_NO_SEAT, scores, deck, &rng, NULL);
    while (deal.board.phase != CN_PHASE_ENDED) {
        const struct cn_view view = cn_deal_view(&law, &deal, cn_board_actor(&deal.board));
        const struct cn_action action = bot->decide(&view, &rng);
        if (action.type == CN_ACTION_DRAW && draws++ % 5 == 0)
            check_draw(&law, &deal);
        cn_deal_apply(&rules, &deal, action);
    }
    assert_true(draws > 5);
}

static void the_luck_of_all_cards_is_nothing(void **state)
{
    walk("laws1950", 4, "greedy");  /* with the net */
    walk("american", 4, "casual");  /* … and the other one */
    walk("laws1950", 3, "patient"); /* without */
    walk("pennies", 6, "patient");
}

static struct arena_results play(const char *set, int players, const char *a, const char *b,
                                 bool luck, bool keyed_stock)
{
    static struct cn_rules rules;
    struct arena_results tally;
    char fault[ARENA_FAULT];
    const struct bot_entry entries[2] = {{.bot = cn_bot_find(a)}, {.bot = cn_bot_find(b)}};
    const struct contestant contestants[2] = {contestant_of_bot(&entries[0]),
                                              contestant_of_bot(&entries[1])};
    assert_true(cn_rules_load(&rules, set));
    const struct arena arena = {.plan = {.rules = &rules,
                                         .contestant = {&contestants[0], &contestants[1]},
                                         .seed = "luck",
                                         .players = players,
                                         .luck = luck,
                                         .keyed_stock = keyed_stock},
                                .pairs = 120,
                                .jobs = 1};
    arena_tally_init(&tally, &arena.plan);
    assert_int_equal(arena_run(&arena, &tally, fault), LAB_OK);
    return tally;
}

/* By pairs that were never looked at when the worths of cards were chosen. */
static void luck_averages_to_nothing_and_makes_results_surer(void **state)
{
    static const struct {
        const char *set;
        int players;
        const char *a, *b;
    } cells[] = {{"laws1950", 4, "expert", "greedy"},
                 {"laws1950", 4, "racer", "greedy"},
                 {"hoyle", 4, "expert", "greedy"},
                 {"laws1950", 3, "expert", "greedy"}};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        const struct arena_results t =
            play(cells[i].set, cells[i].players, cells[i].a, cells[i].b, true, false);
        const struct estimate luck = arena_luck(&t);
        const struct estimate plain = arena_points(&t);
        const struct estimate corrected = arena_corrected(&t);
        assert_true(luck.se > 0);
        assert_true(fabs(luck.mean) < 4 * luck.se);
        assert_true(corrected.se < plain.se);
        assert_true(fabs(corrected.mean + luck.mean - plain.mean) < 1e-6);
    }
}

static void measuring_changes_no_result(void **state)
{
    for (int keyed = 0; keyed < 2; keyed++) {
        const struct arena_results with = play("bicycle", 4, "expert", "casual", true, keyed == 1);
        const struct arena_results without =
            play("bicycle", 4, "expert", "casual", false, keyed == 1);
        assert_memory_equal(&with.points, &without.points, sizeof with.points);
        assert_int_equal(without.luck.squares, 0);
        assert_true(with.luck.squares > 0);
    }
}

/* A bot against itself has the same luck on both sides. */
static void a_bot_against_itself_has_no_luck(void **state)
{
    for (int players = 2; players <= 4; players++) {
        const struct arena_results t = play("laws1950", players, "expert", "expert", true, false);
        assert_int_equal(t.luck.squares, 0);
        assert_int_equal(t.corrected.squares, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_luck_of_all_cards_is_nothing),
        cmocka_unit_test(luck_averages_to_nothing_and_makes_results_surer),
        cmocka_unit_test(measuring_changes_no_result),
        cmocka_unit_test(a_bot_against_itself_has_no_luck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
