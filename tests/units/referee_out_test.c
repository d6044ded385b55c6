/* referee_out_test.c -- L59 at a refereed table, the deal that waits for its end (R10), red threes
 * that were not faced (L56), and what each seat may insist on. */
#include "refereed.h"

/* Seat 0 can go out: its side has a canasta, and its hand can be laid down. */
#define READY \
    "hands: Kx3 4x3 5 / 4 5 6 T J / 6 7 7 / 5 6 7; melds: 8x7 / Qx3; pile: 9; stock: 8 A T J +20"

static void test_against_a_no(void **state)
{
    (void)state;
    table(CALLED, READY);
    after("0 draw; 0 ask; 2 no; 0 meld K 3 0 0");
    after("0 meld 4 3 0 0");
    does("0 !add 0 1 0 0", "irregular 0 L54 against the answer; expose 0 8");
    does("1 call", "call 1; ruling 0 L54 against the answer; expose 0 ruled 8");
    table(CALLED, "hands: Kx3 4x3 / 4 5 6 T J / 6 7 7 / 5 6 7; melds: 8x7 / Qx3; pile: 9; "
                  "stock: 4 A T J +20");
    after("0 draw; 0 ask; 2 no; 0 meld K 3 0 0");
    does("0 !meld 4 4 0 0", "irregular 0 L59 against a no; meld 0 4 4 4 4");
    phase_is("wait");
    assert_int_equal(actor(), 1);
    does("3 call", "call 3; ruling 0 L59 against a no");
    phase_is("decide");
    does("1 waive", "require 1 waive; reopen 0 4 4 4 4; expose 0 ruled 4 4 4 4");
    phase_is("lay");
    exposed_is(0, "4 4 4 4");

    table(CALLED, "hands: Kx3 4x3 / 4 5 6 T J / 6 7 7 / 5 6 7; melds: 8x7 / Qx3; pile: 9; "
                  "stock: 4 A T J +20");
    after("0 draw; 0 ask; 2 no; 0 meld K 3 0 0; 0 !meld 4 4 0 0; 3 call");
    does("1 require out", "require 1 out; end out");

    /* accepted: nothing was said */
    table(CALLED, "hands: Kx3 4x3 / 4 5 6 T J / 6 7 7 / 5 6 7; melds: 8x7 / Qx3; pile: 9; "
                  "stock: 4 A T J +20");
    after("0 draw; 0 ask; 2 no; 0 meld K 3 0 0; 0 !meld 4 4 0 0");
    does("1 accept", "require 1 accept; end out");

    /* by the discard */
    table(CALLED, "hands: Kx3 / 4 5 6 T J / 6 7 7 / 5 6 7; melds: 8x7 / Qx3; pile: 9; "
                  "stock: K A T J +20");
    after("0 draw; 0 ask; 2 no");
    does("0 !meld K 3 0 0", "irregular 0 L54 against the answer; expose 0 K K K");
}

static void test_before_the_answer(void **state)
{
    (void)state;
    table(CALLED, READY);
    after("0 draw; 0 ask");
    does("0 !meld K 3 0 0", "irregular 0 L59 before the answer; expose 0 K K K");
    refuses("1 !peek", "R2");
    refuses("1 call", "CALL_LATER");
    after("2 no");
    does("1 call", "call 1; ruling 0 L59 before the answer; expose 0 ruled K K K");
    phase_is("decide");
    does("1 require out", "require 1 out; bound 0");
    assert_true(at_table.game.deal.board.bound);

    table(CALLED, READY);
    after("0 draw; 0 ask; 0 !meld K 3 0 0; 2 no; 1 call");
    does("1 waive", "require 1 waive");
    phase_is("lay");

    table(WATCHFUL, READY);
    after("0 draw; 0 ask");
    does("0 !meld K 3 0 0", "irregular 0 L59 before the answer; expose 0 K K K");
    does("2 yes", "answer 2 yes; call; ruling 0 L59 before the answer; expose 0 ruled K K K");
}

static void test_not_out_after_a_yes(void **state)
{
    (void)state;
    table(CALLED, READY);
    after("0 draw; 0 ask; 2 yes");
    does("0 !discard K", "irregular 0 L59 not out after a yes; discard 0 K");
    does("1 call", "call 1; ruling 0 L59 not out after a yes; reopen 0 K; bound 0");
    does("0 meld K 3 0 0; 0 meld 4 3 0 0", "meld 0 K K K; meld 0 4 4 4");

    table(CALLED, READY);
    after("0 draw; 0 ask; 2 yes; 0 !discard K");
    does("1 draw", "draw 1 A; lapse 0 L59 not out after a yes");
}

static void test_asking_unable(void **state)
{
    (void)state;
    const char *unable = "hands: K 4 5 / 4 5 6 8 J / 6 7 8 / 4 5 6; melds: 9x7 / Qx3; pile: 9; "
                         "stock: T A T J +20";
    table(CALLED, unable);
    after("0 draw");
    does("0 !ask; 2 yes", "irregular 0 L59 asked unable; ask 0; answer 2 yes");
    does("1 call", "call 1; ruling 0 L59 asked unable -100; expose 0 ruled 4 5 T K");
    after("0 discard K"); /* what cannot be obeyed does not bind */

    table(CALLED, unable);
    after("0 draw; 0 !ask; 2 yes; 0 discard K");
    does("1 call", "call 1; ruling 0 L59 asked unable -100; reopen 0 K; expose 0 ruled 4 5 T K");

    table(CALLED, unable);
    after("0 draw; 0 !ask; 2 no");
    does("1 call", "call 1; ruling 0 L59 asked unable");
    exposed_is(0, "");
    /* no partner, no question */
    table(CALLED, "players: 3; hands: K 4 5; melds: 9x7; pile: 9");
    notes("0 !ask", "R2");
}

static void test_deal_waits(void **state)
{
    (void)state;
    /* going out over cards shown by its partner */
    table(CALLED, "hands: Kx3 5 / 4 5 6 8 J / 6 7 8 / 4 5 6; melds: 9x7 / Qx3; pile: 9; "
                  "stock: K A T J +20");
    after("0 draw; 2 !expose 6; 1 !expose 5; 0 meld K 4 0 0");
    does("0 discard 5", "discard 0 5");
    phase_is("wait");
    refuses("2 !peek", "R2");
    does("1 call", "call 1; ruling 1 L54 exposed; expose 1 ruled 5");
    phase_is("wait"); /* something of that side is still open */
    does("1 call", "call 1; ruling 2 L54 exposed; expose 2 ruled 6; end out");
}

static void test_undeclared_red_threes(void **state)
{
    (void)state;
    table(CALLED, "hands: 4 5 / 3r 5 6 / 3r 4 / 5 6; melds: 9x7 / Qx3; turned: 03; pile: 9; "
                  "stock: 3r 4");
    after("0 draw"); /* of seat 0, which keeps it */
    holds(0, "3r 4 5");
    does("0 face 3r", "face 0 3r for 4");
    holds(0, "4 4 5");
}

static void test_score(void **state)
{
    (void)state;
    /* Seat 1 has played and keeps its red three; seat 3 has not. */
    table(CALLED, "hands: 4 5 / 3r 5 6 / 6 / 3r 7; melds: 8x7 / Qx3; turn: 1; turned: 02; pile: 9; "
                  "stock: K 8 +20");
    after("1 draw; 1 discard K; 2 draw; 2 add 0 1 0 0; 2 discard 6");
    ended("out 2");
    scored(1, "melds 30, red 100, hands -15, penalties -500, total -385");
    scored(0, "melds 80, canastas 500, out 100, hands -10, total 670");

    /* A red three that came outside of the seat's turn counts as faced until it plays again. */
    table(CALLED, "hands: 4 5 6 / 5 / 6 7 8 / 8; melds: 9x3 / Jx7; pile: 9; stock: 3r J +20");
    after("0 !discard 4; 1 call; 1 require draw");
    holds(0, "3r 5 6");
    after("1 draw; 1 add 0 1 0 0; 1 discard 5");
    ended("out 1");
    scored(0, "melds 30, red 100, hands -30, total 100");
}

static void test_points_of_rulings_are_scored(void **state)
{
    (void)state;
    table(CALLED, "hands: 4 5 6 / 5 6 / 6 7 8 / 8; melds: 9x3 / Jx6; pile: 9; stock: 3r J 7 J +20");
    after("0 !discard 4; 3 !peek; 3 !touch; 1 call");
    assert_int_equal(at_table.game.deal.board.penalties[1], -150);
    after("1 call; 1 require draw; 1 draw; 1 add 0 1 0 0; 1 discard 5; 2 draw; 2 discard 6");
    after("3 draw; 3 add 0 1 0 0; 3 discard 8");
    ended("out 3");
    scored(1, "melds 80, canastas 500, out 100, hands -5, penalties -150, total 525");
}

/* R26: what a seat did at the beginning of its turn stays, except for its question. */
static void test_next_turn_begins_again(void **state)
{
    (void)state;
    table(CALLED, "hands: 4 5 6 7 8 8 / 3r 5 6 7; turned: 023; pile: 9; stock: K Q J +20");
    after("0 !expose 8; 3 call; 0 draw; 0 !discard 4; 1 face 3r; 1 !expose 5");
    does("3 call", "call 3; ruling 1 L54 exposed; expose 1 ruled 5");
    does("3 call", "call 3; ruling 0 L54 another card; reopen 0 4");
    assert_int_equal(actor(), 0);
    assert_int_equal(at_table.game.deal.board.red[1], 1);
    after("0 discard 8");
    assert_int_equal(actor(), 1);
    exposed_is(1, "5");
    holds(1, "5 6 7 Q");

    /* a short turn is owed again */
    table(CALLED, "hands: 4 5 6 8 8 / 5 6 7; pile: 9; stock: K Q J T 9 7 +20");
    after("0 draw; 0 !draw; 1 call; 0 discard 4; 1 draw; 1 discard 5; 2 draw; 2 discard T");
    after("3 draw; 3 discard 9; 0 !expose 8; 1 call");
    owes(0, 1);
    after("0 !discard 5");
    owes(0, 0);
    does("1 call", "call 1; ruling 0 L54 another card; reopen 0 5");
    owes(0, 1);
    phase_is("lay");
}

static void test_other_numbers_of_players(void **state)
{
    (void)state;
    /* three sides: the next seat decides; any other side lets it lapse */
    table(CALLED, "players: 3; hands: 4 5 6 / 4 5 6 / 4 5 6; pile: 9; stock: K Q J T +20");
    does("2 !expose 4", "irregular 2 L54 exposed; expose 2 4");
    after("0 draw; 0 discard 4");
    does("1 draw", "draw 1 Q; lapse 2 L54 exposed; back 2 4");
    after("1 discard 4; 2 !discard 5; 1 call");
    assert_int_equal(actor(), 0);
    does("0 require draw", "require 0 draw; draw 2 J");

    /* five players: one sits out */
    table(CALLED, "players: 5; hands: 4 5 6 / 4 5 6 / 4 5 6 / 4 5 6 / -; pile: 9; stock: K Q +20");
    refuses("4 !peek", "R2");
    refuses("4 call", "CALL_LATER");
    does("1 !peek; 2 call", "irregular 1 L53 looked; peek 1 K; call 2; ruling 1 L53 looked -100");

    table(CALLED, "players: 6; hands: 4 5 6 / 4 5 6 / 4 5 6; pile: 9; stock: K Q J T 9 +20");
    after("0 !discard 4");
    does("5 call; 1 waive", "call 5; ruling 0 L53 without drawing; require 1 waive");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_a_no),
        cmocka_unit_test(test_before_the_answer),
        cmocka_unit_test(test_not_out_after_a_yes),
        cmocka_unit_test(test_asking_unable),
        cmocka_unit_test(test_deal_waits),
        cmocka_unit_test(test_undeclared_red_threes),
        cmocka_unit_test(test_score),
        cmocka_unit_test(test_next_turn_begins_again),
        cmocka_unit_test(test_other_numbers_of_players),
        cmocka_unit_test(test_points_of_rulings_are_scored),
    };
    return cmocka_run_group_tests(tests, NULL, leave_last);
}
