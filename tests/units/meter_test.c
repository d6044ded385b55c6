/* meter_test.c -- the luck meter: unbiased, it explains a third, and both ways to it agree. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "display/display.h"
#include "lab/lab.h"
#include "lab/meter_fit.h"

static struct meter_measure measure(const char *set, int players, const char *bot, int64_t deals)
{
    struct cn_rules rules;
    struct cn_meter_fit fit;
    assert_true(cn_rules_load(&rules, set));
    assert_true(cn_meter_find(display_luck_table(), &rules, players, &fit));
    const struct meter_plan plan = {.rules = &rules,
                                    .bot = {cn_bot_find(bot), cn_bot_find(bot)},
                                    .players = players,
                                    .deals = deals,
                                    .seed = 77};
    return meter_measure(&plan, &fit);
}

static int64_t effort(int64_t deals)
{
    const char *wanted = getenv("CANASTA_METER_DEALS");
    return wanted != NULL ? strtoll(wanted, NULL, 10) : deals;
}

/* The rounding to 5 points and the fit's own error allow a little more than chance. */
static void test_unbiased(void **state)
{
    (void)state;
    const struct meter_measure m = measure("laws1950", 4, "greedy", effort(8000));
    assert_true(fabs((m.above[0] + m.above[1]) / 2) < 4 * m.error + 1);
    assert_true(m.share > 1.0 / 3);
}

/* What comes by drawing is 0 on average for any player: the same fit, other bots, in which the
 * better one keeps what it is better by. */
static void test_keeps_differences(void **state)
{
    struct cn_rules rules;
    struct cn_meter_fit fit;
    (void)state;
    cn_rules_load(&rules, "laws1950");
    assert_true(cn_meter_find(display_luck_table(), &rules, 4, &fit));
    const struct meter_plan plan = {.rules = &rules,
                                    .bot = {cn_bot_find("patient"), cn_bot_find("greedy")},
                                    .players = 4,
                                    .deals = effort(8000),
                                    .seed = 78};
    const struct meter_measure m = meter_measure(&plan, &fit);
    const double made = m.made[0] - m.made[1];
    const double above = m.above[0] - m.above[1];
    assert_true(fabs(made - above) < 4 * m.error);
    assert_true(above > 50);
}

static int compare_first(struct cn_deal *deal, int at)
{
    const cn_card card = deal->stock[deal->drawn];
    deal->stock[deal->drawn] = deal->stock[at];
    deal->stock[at] = card;
    return deal->drawn;
}

/* Puts each card of the stock first in turn: what is counted adds up to nothing. */
static void test_draws_add_up_to_nothing(void **state)
{
    static const char *const sets[] = {"laws1950", "american", "handandfoot"};
    (void)state;
    for (size_t s = 0; s < sizeof sets / sizeof sets[0]; s++) {
        struct cn_rules rules;
        static struct cn_law law;
        static struct cn_deal deal;
        struct cn_rng rng;
        cn_card deck[CN_CARDS_MAX];
        assert_true(cn_rules_load(&rules, sets[s]));
        cn_law_init(&law, &rules);
        cn_rng_init(&rng, 5);
        cn_rng_shuffle(&rng, deck, cn_deck_init(&rules, 4, deck));
        cn_deal_start(&rules, &deal, 4, 0, CN_NO_SEAT, NULL, deck, &rng, NULL);
        struct cn_meter sum = {0};
        const int all = deal.cards - deal.drawn;
        int64_t most = 0;
        for (int at = deal.drawn; at < deal.cards; at++) {
            static struct cn_deal before;
            static struct cn_deal after;
            before = deal;
            compare_first(&before, at);
            after = before;
            after.drawn++;
            cn_meter_step(&sum, &law, &before, &after);
            for (int i = 0; i < CN_METER_OWN; i++)
                most = llabs(sum.of[deal.board.side[deal.board.turn]][i]) > most
                           ? llabs(sum.of[deal.board.side[deal.board.turn]][i])
                           : most;
        }
        for (int side = 0; side < deal.board.sides; side++)
            for (int i = 0; i < CN_METER_OWN; i++)
                assert_in_range(llabs(sum.of[side][i]), 0, all * CN_KINDS);
        assert_true(most > CN_METER_ONE / 2);
    }
}

static void test_table_names_every_set(void **state)
{
    (void)state;
    for (int i = 0; cn_rules_builtin(i) != NULL; i++) {
        struct cn_rules rules;
        struct cn_meter_fit fit;
        cn_rules_load(&rules, cn_rules_builtin(i));
        for (int players = 2; players <= CN_SEATS_MAX; players++)
            if (cn_rules_allow_players(&rules, players))
                assert_true(cn_meter_find(display_luck_table(), &rules, players, &fit));
    }
}

static void test_damaged_table(void **state)
{
    struct cn_rules rules;
    struct cn_meter_fit fit;
    (void)state;
    cn_rules_init(&rules);
    assert_false(cn_meter_find("", &rules, 4, &fit));
    assert_false(cn_meter_find("# laws1950 4 1 2\n", &rules, 4, &fit));
    assert_false(cn_meter_find("laws1950 4", &rules, 4, &fit));
    assert_false(cn_meter_find("laws1950 4 \n", &rules, 4, &fit));
    assert_false(cn_meter_find("laws1950 4 1 2 x\n", &rules, 4, &fit));
    assert_false(cn_meter_find("laws1950 4 99999999999\n", &rules, 4, &fit));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unbiased),
        cmocka_unit_test(test_keeps_differences),
        cmocka_unit_test(test_draws_add_up_to_nothing),
        cmocka_unit_test(test_table_names_every_set),
        cmocka_unit_test(test_damaged_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
