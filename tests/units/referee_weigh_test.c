/* referee_weigh_test.c -- what bots require of an offender, and what they waive; and why. */
#include "refereed.h"

#include "bots/bots.h"

static uint64_t mind[40000];

static const char *decision(const char *bot, int64_t nodes)
{
    static char text[CN_ACTION_TEXT];
    struct cn_rng rng;
    cn_rng_init(&rng, 1);
    assert_true(cn_bot_memory(cn_bot_find(bot)) <= sizeof mind);
    const struct cn_view view = cn_game_view(&at_table.game, actor());
    const struct cn_action action = cn_bot_decide(cn_bot_find(bot), mind, nodes, &view, &rng);
    assert_true(cn_legal_check(&view, action, NULL));
    cn_action_format(view.law, action, text);
    return text;
}

/* All levels but those that think decide so. */
static void all_decide(const char *action)
{
    for (int i = 0; cn_level_at(i) != NULL; i++)
        if (cn_level_at(i)->nodes == 0)
            assert_string_equal(decision(cn_level_at(i)->bot, 0), action);
}

static void because(const char *action, const char *name, int number)
{
    const struct cn_view view = cn_game_view(&at_table.game, actor());
    const struct cn_reason reason = cn_reason_for(&view, table_action(action));
    assert_string_equal(cn_reason_name(reason.id), name);
    assert_int_equal(reason.number, number);
}

static void test_a_card_more(void **state)
{
    (void)state;
    /* It would help a side that has time to meld. */
    table(CALLED, "hands: 4 5 6 7 8 / 4 5 6 8 J / 6 7 8 / 4 5 6; pile: 9; stock: Q K T 9 +30");
    after("0 !discard 4; 1 call");
    all_decide("waive");
    because("waive", "SPARE_CARD", 0);
    /* With so few cards left it stays in the hand. */
    table(CALLED, "hands: 4 5 6 7 8 / 4 5 6 8 J / 6 7 8 / 4 5 6; pile: 9; stock: Q K T 9");
    after("0 !discard 4; 1 call");
    all_decide("require draw");
    because("require draw", "BURDEN", 0);
    /* Two cards are left of a hand that may go out, and there is much to lose. */
    table(CALLED, "hands: 4 5 6 / Ax4 Kx4 / 6 7 8 / Q Q J; melds: 9x7; pile: T; "
                  "stock: Q K T 7 +30");
    after("0 !discard 4; 1 call");
    all_decide("require draw");
    because("require draw", "HOLD_BACK", 0);
}

static void test_the_pack(void **state)
{
    (void)state;
    table(CALLED, "hands: 9 2 4 5 6 / 4 5 6 8 J; pile: 7 9; stock: Q K T 9 +20");
    after("0 !take hand; 1 call");
    all_decide("waive");
    because("waive", "SPARE_PACK", 0);
    table(CALLED, "hands: 9 2 4 5 6 / 4 5 6 8 J; pile: 7 8 8 K Q J T 9; stock: Q K T 9 +20");
    after("0 !take hand; 1 call");
    all_decide("require draw");
    because("require draw", "FROM_PACK", 7);
}

static void test_the_end_of_the_deal(void **state)
{
    (void)state;
    /* Much would be lost by ending now … */
    table(CALLED, "hands: Kx3 4x3 5 / Ax3 2x2 T J / 6 7 7 / 5 6 7; melds: 8x7 / Qx3; pile: 9; "
                  "stock: 8 A T J +20");
    after("0 draw; 0 ask; 0 !meld K 3 0 0; 2 no; 1 call");
    all_decide("waive");
    because("waive", "PLAY_ON", 120);
    /* … or it is the others who would lose. */
    table(CALLED, "hands: Kx3 4x3 5 / 4 5 / 6x4 7x4 Jx4 / 5 6; melds: 8x7 / Qx3; pile: 9; "
                  "stock: 8 A T J +20");
    after("0 draw; 0 ask; 0 !meld K 3 0 0; 2 no; 1 call");
    all_decide("require out");
    because("require out", "MAKE_OUT", 10);
    assert_string_equal(decision("search", 3000), "require out");
}

/* Search imagines every decision, also what no view tells of: cards that would be taken back. */
static void test_imagined_decisions(void **state)
{
    (void)state;
    table(CALLED, "hands: Kx3 4x3 / 4 5 6 T J / 6 7 7 / 5 6 7; melds: 8x7 / Qx3; pile: 9; "
                  "stock: 4 A T J +20");
    after("0 draw; 0 ask; 2 no; 0 meld K 3 0 0; 0 !meld 4 4 0 0");
    assert_string_equal(decision("search", 500), "accept");
    because("accept", "LET_END", 0);
    after("3 call");
    decision("search", 500);
    table(CALLED, "hands: Kx3 4x3 5 / 4 5 6 T J / 6 7 7 / 5 6 7; melds: 8x7 / Qx3; pile: 9; "
                  "stock: 8 A T J +20");
    after("0 draw; 0 ask; 0 !meld K 3 0 0; 2 no; 0 discard 5; 1 call");
    phase_is("decide");
    decision("search", 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_card_more),
        cmocka_unit_test(test_the_pack),
        cmocka_unit_test(test_the_end_of_the_deal),
        cmocka_unit_test(test_imagined_decisions),
    };
    return cmocka_run_group_tests(tests, NULL, leave_last);
}
