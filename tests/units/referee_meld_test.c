/* referee_meld_test.c -- L54, L55, L58 and L38 at a refereed table: cards shown, wrong melds, a
 * first meld that is too small, too many wild cards. Each row of REFEREE, section 3. */
#include "refereed.h"

#define PLAIN \
    "hands: 4 5 6 8 8 J 2 / 4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J; pile: 9; stock: Q K T 9 +20"

static void test_exposing(void **state)
{
    (void)state;
    table(CALLED, PLAIN);
    does("0 !expose 8", "irregular 0 L54 exposed; expose 0 8");
    exposed_is(0, ""); /* only shown */
    does("1 call", "call 1; ruling 0 L54 exposed; expose 0 ruled 8");
    exposed_is(0, "8");
    after("0 draw");
    refuses("0 discard J", "L54");
    after("0 discard 8");
    exposed_is(0, "");

    table(CALLED, PLAIN);
    after("0 !expose 8; 0 draw; 0 discard J");
    does("1 draw", "draw 1 K; lapse 0 L54 exposed; back 0 8");

    /* a card face up that has left the hand is not shown any more */
    table(CALLED, PLAIN);
    after("0 !expose J; 0 draw; 0 discard J");
    does("1 call", "call 1; ruling 0 L54 exposed");

    /* with two players nothing is exposed (R11) */
    table(CALLED, "players: 2; hands: 4 5 6 8 8 / 4 5 6; pile: 9");
    after("1 !expose 6");
    does("0 call", "call 0; ruling 1 L54 exposed; back 1 6");

    table(WATCHFUL, PLAIN);
    does("3 !expose 4", "irregular 3 L54 exposed; expose 3 4; call; ruling 3 L54 exposed; "
                        "expose 3 ruled 4");
}

static void test_counted_by_kind(void **state)
{
    (void)state;
    table(CALLED, PLAIN);
    after("0 !expose 8");
    does("0 !expose 8", "irregular 0 L54 exposed; expose 0 8");
    refuses("0 !expose 8", "R2"); /* both lie face up */
    refuses("0 !expose K", "R2");
    /* R24: the newest first */
    does("1 call", "call 1; ruling 0 L54 exposed; expose 0 ruled 8; "
                   "ruling 0 L54 exposed; expose 0 ruled 8");
    table(CALLED, "hands: 3r 4 5 6; pile: 9; turned: 123");
    refuses("0 !expose 3r", "R2");
    refuses("0 !discard 3r", "R2");
}

static void test_another_card(void **state)
{
    (void)state;
    table(CALLED, PLAIN);
    after("0 !expose 8; 1 call; 0 draw");
    does("0 !discard J", "irregular 0 L54 another card; discard 0 J");
    does("1 call", "call 1; ruling 0 L54 another card; reopen 0 J");
    assert_int_equal(actor(), 0);
    phase_is("lay");
    after("0 discard 8");

    table(CALLED, PLAIN);
    after("0 !expose 8; 1 call; 0 draw; 0 !discard J");
    does("1 draw", "draw 1 K; lapse 0 L54 another card");
}

static void test_no_meld(void **state)
{
    (void)state;
    table(CALLED, PLAIN);
    notes("0 !meld 8 2 0 0", "R2"); /* before it has drawn */
    after("0 draw");
    does("0 !meld 8 2 0 0", "irregular 0 L54 no meld; expose 0 8 8");
    notes("0 !meld 8 2 0 0", "R2"); /* it shows no card more */
    does("1 call", "call 1; ruling 0 L54 no meld; expose 0 ruled 8 8");
    exposed_is(0, "8 8");
    notes("0 !meld J 1 0 0", "R2"); /* a meld needs two cards (R7) */
    notes("0 !meld J 1 1 0", "L54 no meld");

    /* a second meld of a rank */
    table("bicycle; referee=called", "hands: Kx3 4 5 6; melds: Kx3; pile: 9; stock: Q +20");
    after("0 draw");
    does("0 !meld K 3 0 0", "irregular 0 L54 no meld; expose 0 K K K");

    /* black threes without going out */
    table(CALLED, "hands: 3bx3 4 5 6; melds: Kx3; pile: 9; stock: Q +20");
    after("0 draw");
    does("0 !meld 3b 3 0 0", "irregular 0 L54 no meld; expose 0 3b 3b 3b");
}

static void test_melding_in_the_turn_of_others(void **state)
{
    (void)state;
    table(CALLED, "hands: 4 5 6 / Kx3 4 / Kx3 4 / 4 5; melds: 9x3 / Qx3; pile: 9; stock: Q +20");
    does("1 !meld K 3 0 0", "irregular 1 L54 out of turn; expose 1 K K K");
    does("0 call", "call 0; ruling 1 L54 out of turn -100; expose 1 ruled K K K");
    does("2 !meld K 3 0 0", "irregular 2 L54 out of turn; expose 2 K K K");
    does("0 call", "call 0; ruling 2 L54 out of turn -200; expose 2 ruled K K K");
    notes("3 !add 0 1 0 0", "R2"); /* it holds no queen */
    notes("3 !meld 4 1 0 0", "R2");
}

static void test_too_small(void **state)
{
    (void)state;
    table(CALLED, "hands: Kx3 4 5 6 8; pile: 9; stock: Q +20");
    after("0 draw");
    does("0 !meld K 3 0 0", "irregular 0 L55 too small; meld 0 K K K");
    /* before the discard */
    does("1 call", "call 1; ruling 0 L55 too small; reopen 0 K K K; expose 0 ruled K K K");
    exposed_is(0, "K K K");
    phase_is("lay");
    after("0 discard K");

    /* after the discard it stands, and the meld goes back (R12) */
    table(CALLED, "hands: Kx3 4 5 6 8; pile: 9; stock: Q +20");
    after("0 draw; 0 !meld K 3 0 0; 0 discard 4");
    does("1 call", "call 1; ruling 0 L55 too small; unlay 0 K K K; expose 0 ruled K K K");
    assert_int_equal(actor(), 1);
    assert_int_equal(at_table.game.deal.board.meld_count[0], 0);
    holds(0, "5 6 8 Q K K K");

    /* later the meld stands */
    table(CALLED, "hands: Kx3 4 5 6 8; pile: 9; stock: Q +20");
    after("0 draw; 0 !meld K 3 0 0; 0 discard 4");
    after("1 draw");
    open_is(0);
    assert_int_equal(at_table.game.deal.board.meld_count[0], 1);

    /* the rest of the turn is judged as if the side had opened */
    table(CALLED, "hands: Kx3 4x3 5 6 8; pile: 9; stock: Q +20");
    after("0 draw; 0 !meld K 3 0 0; 0 meld 4 3 0 0; 0 discard 5");

    /* with two players nothing is exposed */
    table(CALLED, "players: 2; hands: Kx3 4 5 6 8; pile: 9; stock: Q +20");
    after("0 draw; 0 !meld K 3 0 0");
    does("1 call", "call 1; ruling 0 L55 too small; reopen 0 K K K");
    exposed_is(0, "");
}

static void test_not_made_good(void **state)
{
    (void)state;
    table(CALLED, "hands: Kx3 Qx3 4 5 6; pile: 9; stock: J +20");
    after("0 draw");
    after("0 meld K 3 0 0"); /* with the queens it would count enough */
    does("0 !discard 4", "irregular 0 L55 not made good; discard 0 4");
    does("1 call", "call 1; ruling 0 L55 not made good; unlay 0 K K K; expose 0 ruled K K K");

    table(CALLED, "hands: Kx3 Qx3 4 5 6; pile: 9; stock: J +20");
    after("0 draw; 0 meld K 3 0 0; 0 !discard 4");
    does("1 draw", "draw 1 4; lapse 0 L55 not made good");
}

static void test_too_many_wilds(void **state)
{
    (void)state;
    /* R6: the lawful part is laid, jokers first; the surplus is shown */
    table(CALLED, "hands: K K 2 2 2 X 5 6; melds: 9x3; pile: 9; stock: Q +20");
    after("0 draw");
    does("0 !meld K 2 3 1", "irregular 0 L58 too many wilds; meld 0 K K 2 2 X; expose 0 2");
    does("1 call", "call 1; ruling 0 L58 too many wilds; expose 0 ruled 2");
    does("0 add 0 0 1 0", "add 0 2"); /* the wild card goes to another meld */
    exposed_is(0, "");

    /* a meld that is full: all of it is surplus */
    table(CALLED, "hands: 2 5 6 8; melds: K K 2 2 2; pile: 9; stock: Q +20");
    after("0 draw");
    does("0 !add 0 0 1 0", "irregular 0 L58 too many wilds; expose 0 2");
    after("0 discard 5");
    does("1 draw", "draw 1 4; lapse 0 L58 too many wilds; back 0 2");

    /* the lawful part is not legal: all is shown */
    table("bicycle; referee=called", "hands: 4 4 2 2 2 2 5 6; melds: 4x3; pile: 9; stock: Q +20");
    after("0 draw");
    does("0 !meld 4 2 4 0", "irregular 0 L58 too many wilds; expose 0 4 4 2 2 2 2");
}

static void test_no_card_kept(void **state)
{
    (void)state;
    table(CALLED, "hands: Kx3 5; melds: 9x3; pile: 9; stock: Q +20");
    after("0 draw; 0 meld K 3 0 0");
    phase_is("lay");
    holds(0, "5 Q");
    table(CALLED, "hands: Kx3; melds: 9x3; pile: 9; stock: Q +20");
    after("0 draw");
    does("0 !meld K 3 0 0", "irregular 0 L38 no card kept; expose 0 K K K");
    does("1 call", "call 1; ruling 0 L38 no card kept; expose 0 ruled K K K");
    exposed_is(0, "K K K");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exposing),
        cmocka_unit_test(test_counted_by_kind),
        cmocka_unit_test(test_another_card),
        cmocka_unit_test(test_no_meld),
        cmocka_unit_test(test_melding_in_the_turn_of_others),
        cmocka_unit_test(test_too_small),
        cmocka_unit_test(test_not_made_good),
        cmocka_unit_test(test_too_many_wilds),
        cmocka_unit_test(test_no_card_kept),
    };
    return cmocka_run_group_tests(tests, NULL, leave_last);
}
