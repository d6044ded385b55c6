/* pool_test.c -- the pool: its styles differ, play by what they see, and end their games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lab/gauntlet.h"

static void names_are_known_and_different(void **state)
{
    int count = 0;
    for (; cn_pool_at(count) != NULL; count++) {
        assert_ptr_equal(cn_bot_find(cn_pool_at(count)->name), cn_pool_at(count));
        assert_non_null(cn_pool_at(count)->decide);
        for (int i = 0; i < count; i++)
            assert_string_not_equal(cn_pool_at(i)->name, cn_pool_at(count)->name);
    }
    assert_in_range(count, 12, ARENA_POOL_MAX - 2);
    assert_null(cn_pool_at(-1));
}

static struct arena_results play(const char *a, const char *b, int pairs)
{
    struct cn_rules rules;
    struct arena_results tally;
    char fault[ARENA_FAULT];
    const struct bot_entry entries[2] = {{.bot = cn_bot_find(a)}, {.bot = cn_bot_find(b)}};
    const struct contestant contestants[2] = {contestant_of_bot(&entries[0]),
                                              contestant_of_bot(&entries[1])};
    assert_true(cn_rules_load(&rules, "laws1950"));
    const struct arena arena = {.plan = {.rules = &rules,
                                         .contestant = {&contestants[0], &contestants[1]},
                                         .seed = "pool",
                                         .players = 4},
                                .pairs = pairs,
                                .jobs = 1};
    arena_tally_init(&tally, &arena.plan);
    assert_int_equal(arena_run(&arena, &tally, fault), LAB_OK);
    return tally;
}

/* Per deal against patient. */
struct figures {
    double turn, out, left, thrown, packs, canastas;
};

static struct figures figures_of(const char *style)
{
    const struct arena_results tally = play(style, "patient", 200);
    const struct manner *m = &tally.manner[ARENA_A];
    const double deals = (double)m->deals;
    assert_int_equal(m->deals, 400);
    assert_true(m->opened > 0 && m->opened <= m->deals);
    return (struct figures){.turn = (double)m->turns / (double)m->opened,
                            .out = (double)m->out / deals,
                            .left = (double)m->left / deals,
                            .thrown = (double)m->thrown / deals,
                            .packs = (double)m->packs / deals,
                            .canastas = (double)m->canastas / deals};
}

/* A player from elsewhere opened in turn 1.2 and went out in three of four deals. */
static void two_play_as_fast_as_strangers_do(void **state)
{
    static const char *const fast[] = {"racer", "rusher"};
    for (int i = 0; i < 2; i++) {
        const struct figures f = figures_of(fast[i]);
        assert_true(f.turn < 1.3);
        assert_true(f.out > 0.7);
    }
}

static void styles_play_as_they_are_described(void **state)
{
    assert_true(figures_of("settler").thrown < 1.5);
    assert_true(figures_of("miser").left < 40);
    assert_true(figures_of("gambler").left > 1.5 * figures_of("miser").left);
    assert_true(figures_of("lurker").turn > 6);
    assert_true(figures_of("builder").out < figures_of("racer").out - 0.3);
    assert_true(figures_of("iceman").thrown > 4);
    assert_true(figures_of("spender").thrown < 1.5);
    assert_true(figures_of("purist").left > 150);
    assert_true(figures_of("packrat").packs > 4);
    assert_true(figures_of("drawer").packs < 0.8);
    assert_true(figures_of("raider").packs > 1.5 * figures_of("rusher").packs);
    assert_true(figures_of("warden").canastas > figures_of("rusher").canastas + 0.5);
}

/* It was tuned against two kinds, and beats the other one too. */
static void the_fast_style_holds_its_own(void **state)
{
    const struct arena_results greedy = play("racer", "greedy", 2000);
    assert_true(arena_points(&greedy).low > 0);
}

/* ---- games end ---- */

static void plays_to_the_end(const struct cn_rules *rules, int players,
                             const struct cn_bot *const bots[3])
{
    struct arena_tally tally;
    struct simulation simulation = {.rules = rules,
                                    .seed = "ends",
                                    .games = 1,
                                    .players = players,
                                    .jobs = 1,
                                    .to_target = true};
    for (int seat = 0; seat < players; seat++)
        simulation.bot[seat] = bots[seat % 3];
    assert_int_equal(lab_simulate(&simulation, &tally), LAB_OK);
    if (tally.given_up > 0 || tally.deals > 250)
        fail_msg("%s, %d players, %s, %s, %s: no winner after %lld deals", rules->name, players,
                 bots[0]->name, bots[1]->name, bots[2]->name, (long long)tally.deals);
}

static void every_bot_ends_its_games(void **state)
{
    struct cn_rules rules;
    for (int set = 0; cn_rules_builtin(set) != NULL; set++) {
        assert_true(cn_rules_load(&rules, cn_rules_builtin(set)));
        for (int players = 2; players <= CN_SEATS_MAX; players++) {
            for (int i = 0; cn_rules_allow_players(&rules, players) && cn_pool_at(i) != NULL; i++)
                plays_to_the_end(
                    &rules, players,
                    (const struct cn_bot *[]){cn_pool_at(i), cn_pool_at(i), cn_pool_at(i)});
        }
    }
}

/* Those that wait for the others to open, together. */
static void waiting_bots_end_their_games(void **state)
{
    static const char *const waiting[] = {"patient", "lurker", "iceman", "freezer", "purist"};
    const int count = (int)(sizeof waiting / sizeof waiting[0]);
    struct cn_rules rules;
    assert_true(cn_rules_load(&rules, "hoyle"));
    for (int i = 0; i < count; i++)
        plays_to_the_end(&rules, 3,
                         (const struct cn_bot *[]){cn_bot_find(waiting[i]),
                                                   cn_bot_find(waiting[(i + 1) % count]),
                                                   cn_bot_find(waiting[(i + 2) % count])});
}

/* ---- gauntlets ---- */

static void a_gauntlet_names_the_worst(void **state)
{
    static struct gauntlet gauntlet;
    gauntlet = (struct gauntlet){.count = 3};
    const int64_t sums[] = {400, -200, 100};
    const int64_t halves[] = {3, 2, 1};
    for (int i = 0; i < 3; i++) {
        gauntlet.row[i].deals = (struct arena_results){.points = {2, sums[i], 100000}, .sides = 2};
        gauntlet.row[i].matches =
            (struct arena_results){.points = {1, 0, 0}, .halves = {1, halves[i], 9}, .sides = 2};
    }
    assert_int_equal(gauntlet_worst(&gauntlet, false), 1);
    assert_int_equal(gauntlet_worst(&gauntlet, true), 2);
    gauntlet.row[1].deals.points = (struct running_sums){0, 0, 0}; /* not played */
    assert_int_equal(gauntlet_worst(&gauntlet, false), 2);
    gauntlet.count = 0;
    assert_int_equal(gauntlet_worst(&gauntlet, false), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_known_and_different),
        cmocka_unit_test(two_play_as_fast_as_strangers_do),
        cmocka_unit_test(styles_play_as_they_are_described),
        cmocka_unit_test(the_fast_style_holds_its_own),
        cmocka_unit_test(every_bot_ends_its_games),
        cmocka_unit_test(waiting_bots_end_their_games),
        cmocka_unit_test(a_gauntlet_names_the_worst),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
