/* search_test.c -- the searching bot: the same budget gives the same move, its list of moves is in
 * order, and it is ahead of the expert and of fast players. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "lab/lab.h"
#include "law_of.h"
#include "words/words.h"

enum {
    MOVES = 24,
    PAIRS = 30,
    BUDGET = 600,
    FAST_PAIRS = 100,
    FAST_BUDGET = 1500,
    SLICE = 37
};

static const struct cn_bot *search(void)
{
    const struct cn_bot *bot = cn_bot_find("search");
    assert_non_null(bot);
    return bot;
}

/* At most 256 KiB per seat. */
static void mind_is_small(void **state)
{
    assert_true(search()->memory_size <= 256 * 1024);
}

struct walk {
    struct cn_rules rules;
    struct cn_deal deal;
    struct cn_rng rng;
    void *mind[2];
    int64_t decisions, weighed;
};

static void start(struct walk *w, int players, uint64_t seed)
{
    cn_card deck[CN_CARDS_MAX];
    int dealer, idle;
    cn_rng_init(&w->rng, seed);
    lab_first_dealer(players, (int64_t)seed, &dealer, &idle);
    cn_rng_shuffle(&w->rng, deck, cn_deck_init(&w->rules, players, deck));
    cn_deal_start(&w->rules, &w->deal, players, dealer, idle, NULL, deck, &w->rng, NULL);
}

static void check_list(struct walk *w, const struct cn_view *view, struct cn_action choice)
{
    struct cn_candidate list[MOVES], few[2];
    const int count = search()->moves(w->mind[0], list, MOVES);
    if (count == 0)
        return;
    w->weighed++;
    assert_true(cn_action_equal(list[0].action, choice));
    for (int i = 0; i < count; i++) {
        assert_true(cn_board_legal_check(law_of(&w->rules), view->board, view->seat, view->hand,
                                         list[i].action, NULL));
        assert_true(i < 2 || list[i].points <= list[i - 1].points);
    }
    const int fewer = search()->moves(w->mind[0], few, 2);
    assert_int_equal(fewer, count < 2 ? count : 2);
    assert_memory_equal(few, list, (size_t)fewer * sizeof few[0]);
}

/* Decides with the same budget again, and in slices. The moves and their points must be the
 * same. */
static struct cn_action decide_twice(struct walk *w, const struct cn_view *view)
{
    struct cn_rng rng[2] = {w->rng, w->rng};
    struct cn_candidate list[2][MOVES];
    int count[2];
    for (int i = 0; i < 2; i++)
        search()->begin(w->mind[i], view, &rng[i]);
    search()->think(w->mind[0], BUDGET);
    count[0] = search()->moves(w->mind[0], list[0], MOVES);
    for (int64_t left = BUDGET; left > 0; left -= SLICE)
        search()->think(w->mind[1], left < SLICE ? left : SLICE);
    count[1] = search()->moves(w->mind[1], list[1], MOVES);
    assert_int_equal(count[0], count[1]);
    assert_memory_equal(list[0], list[1], (size_t)count[0] * sizeof list[0][0]);
    w->rng = rng[0];
    return search()->choice(w->mind[0]);
}

static void budgets_reproduce(void **state)
{
    static struct walk w;
    for (int i = 0; i < 2; i++)
        assert_non_null(w.mind[i] = calloc(1, search()->memory_size));
    for (int set = 0; cn_rules_builtin(set) != NULL; set++) {
        assert_true(cn_rules_load(&w.rules, cn_rules_builtin(set)));
        for (int players = 2; players <= CN_SEATS_MAX; players++) {
            if (!cn_rules_allow_players(&w.rules, players))
                continue;
            start(&w, players, (uint64_t)(set * 7 + players));
            while (w.deal.board.phase != CN_PHASE_ENDED && w.deal.board.stock > 30) {
                const struct cn_view view =
                    cn_deal_view(law_of(&w.rules), &w.deal, cn_board_actor(&w.deal.board));
                struct cn_rng rng = w.rng;
                const struct cn_action choice = decide_twice(&w, &view);
                assert_true(cn_action_equal(
                    choice, cn_bot_decide(search(), w.mind[1], BUDGET, &view, &rng)));
                check_list(&w, &view, choice);
                cn_deal_apply(&w.rules, &w.deal, choice);
                w.decisions++;
            }
        }
    }
    assert_true(w.weighed > 200 && w.decisions > w.weighed);
    free(w.mind[0]);
    free(w.mind[1]);
}

/* Plays pairs with the same cards; the luck of the draw, measured by points of what cards are, is
 * taken off. Returns the points a deal by which the search is ahead. */
static double points_over(const char *bot, int64_t nodes, int64_t pairs)
{
    struct cn_rules rules;
    struct arena_results results;
    char fault[ARENA_FAULT];
    assert_true(cn_rules_load(&rules, "laws1950"));
    const struct bot_entry entry[2] = {{.bot = search(), .nodes = nodes},
                                       {.bot = cn_bot_find(bot)}};
    const struct contestant contestant[2] = {contestant_of_bot(&entry[0]),
                                             contestant_of_bot(&entry[1])};
    const struct arena arena = {.plan = {.rules = &rules,
                                         .contestant = {&contestant[0], &contestant[1]},
                                         .seed = "not weaker",
                                         .players = 4,
                                         .keyed_stock = true,
                                         .luck = true},
                                .pairs = pairs,
                                .jobs = 1};
    arena_tally_init(&results, &arena.plan);
    assert_int_equal(arena_run(&arena, &results, fault), LAB_OK);
    const double points = arena_corrected(&results).mean;
    print_message("search:%lld is %.0f points a deal ahead of %s\n", (long long)nodes, points, bot);
    return points;
}

static void search_is_not_weaker(void **state)
{
    assert_true(points_over("expert", BUDGET, PAIRS) > 100);
}

/* Against fast players, of whom less is to be had. */
static void search_is_not_weaker_than_fast_players(void **state)
{
    assert_true(points_over("greedy", FAST_BUDGET, FAST_PAIRS) > 220);
    assert_true(points_over("racer", FAST_BUDGET, FAST_PAIRS) > -20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(mind_is_small),
                                       cmocka_unit_test(budgets_reproduce),
                                       cmocka_unit_test(search_is_not_weaker),
                                       cmocka_unit_test(search_is_not_weaker_than_fast_players)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
