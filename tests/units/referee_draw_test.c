/* referee_draw_test.c -- L53 and L57 at a refereed table: irregular draws, the pile touched or
 * taken; and when they lapse (L60). Each row of REFEREE, section 3, at each moment. */
#include "refereed.h"

/* Seat 0 begins; everybody has five cards; the stock is 5 6 7 8 9 and others. */
#define PLAIN "hands: 4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J; pile: 9; stock: Q K T 9 +20"

static void test_too_many(void **state)
{
    (void)state;
    table(CALLED, PLAIN);
    notes("0 !draw", "R1");
    does("0 draw; 0 !draw", "draw 0 Q; irregular 0 L53 too many; draw 0 K");
    /* at once */
    does("1 call", "call 1; ruling 0 L53 too many -50; owe 0 1");
    does("0 discard 4; 1 draw; 1 discard 4; 2 draw; 2 discard 4; 3 draw; 3 discard 4",
         "discard 0 4; draw 1 T; discard 1 4; draw 2 9; discard 2 4; draw 3 4; discard 3 4");
    owes(0, 1);
    phase_is("lay"); /* a short turn */
    does("0 discard 5", "discard 0 5");
    owes(0, 0);

    /* after the discard */
    table(CALLED, PLAIN);
    after("0 draw; 0 !draw; 0 discard 4");
    does("2 call", "call 2; ruling 0 L53 too many -50; owe 0 1");

    /* after the next opponent has played: the card stays, and nothing is owed */
    table(CALLED, PLAIN);
    after("0 draw; 0 !draw; 0 discard 4");
    does("1 draw", "draw 1 T; lapse 0 L53 too many");
    open_is(0);
    does("1 call", "call 1"); /* R9 */
    owes(0, 0);

    /* each card is an irregularity */
    table(CALLED, PLAIN);
    after("0 draw; 0 !draw; 0 !draw");
    does("0 call",
         "call 0; ruling 0 L53 too many -50; owe 0 1; ruling 0 L53 too many -50; owe 0 2");

    table(WATCHFUL, PLAIN);
    does("0 draw; 0 !draw", "draw 0 Q; irregular 0 L53 too many; draw 0 K; call; "
                            "ruling 0 L53 too many -50; owe 0 1");
    refuses("1 call", "L60");
}

static void test_points_are_a_choice(void **state)
{
    (void)state;
    table("laws1950; referee=called", PLAIN);
    after("0 draw; 0 !draw");
    does("1 call", "call 1; ruling 0 L53 too many; owe 0 1");
}

static void test_draw_out_of_turn(void **state)
{
    (void)state;
    /* nobody has drawn since: it goes back */
    table(CALLED, PLAIN);
    does("2 !draw", "irregular 2 L53 out of turn; draw 2 Q");
    does("1 call", "call 1; ruling 2 L53 out of turn -200; stock 2 Q");
    does("0 draw", "draw 0 Q");

    /* two cards: the newer first */
    table(CALLED, PLAIN);
    after("3 !draw; 3 !draw");
    does("0 call", "call 0; ruling 3 L53 out of turn -200; stock 3 K; "
                   "ruling 3 L53 out of turn -200; stock 3 Q");

    /* somebody has drawn: one discard is owed */
    table(CALLED, PLAIN);
    does("1 !draw; 0 draw", "irregular 1 L53 out of turn; draw 1 Q; draw 0 K");
    does("0 call", "call 0; ruling 1 L53 out of turn -200; owe 1 1");
    after("0 discard 4");
    phase_is("lay");
    after("1 discard Q");
    owes(1, 0);

    /* R8: seat 0, whose turn it was, still has all of it; it lapses when seat 2 plays */
    table(CALLED, PLAIN);
    after("1 !draw; 0 draw; 0 discard 4; 1 draw; 1 discard 4");
    open_is(1);
    does("2 draw", "draw 2 9; lapse 1 L53 out of turn");
}

/* Nobody sees the card that goes back, and what was known of the hand stays known: else all would
 * know what lies on the stock. */
static void test_card_back_is_not_seen(void **state)
{
    (void)state;
    table(CALLED, "hands: 9 9 4 5 6 / 4 5 6; melds: Kx3; pile: 7 9; stock: 7 T +20");
    after("0 take pair; 0 discard 4; 0 !draw");
    holds(0, "5 6 7 7");
    does("1 call", "call 1; ruling 0 L53 out of turn -200; stock 0 7");
    assert_int_equal(cn_hand_count(at_table.game.deal.memory.known[0], CN_SEVEN), 1);
}

static void test_looking(void **state)
{
    (void)state;
    table(CALLED, PLAIN);
    notes("0 !peek", "R2"); /* it may draw it */
    does("2 !peek", "irregular 2 L53 looked; peek 2 Q");
    does("1 call", "call 1; ruling 2 L53 looked -100");
    does("0 draw; 0 !peek", "draw 0 Q; irregular 0 L53 looked; peek 0 K");
    does("1 call", "call 1; ruling 0 L53 looked -50");
    table(WATCHFUL, PLAIN);
    does("3 !peek", "irregular 3 L53 looked; peek 3 Q; call; ruling 3 L53 looked -100");
}

static void test_without_drawing(void **state)
{
    (void)state;
    table(CALLED, PLAIN);
    does("0 !discard 4", "irregular 0 L53 without drawing; discard 0 4");
    does("1 call", "call 1; ruling 0 L53 without drawing");
    phase_is("decide");
    assert_int_equal(actor(), 1);
    refuses("2 !peek", "R2");
    refuses("2 call", "CALL_LATER");
    does("1 require draw", "require 1 draw; draw 0 Q");
    phase_is("start");

    table(CALLED, PLAIN);
    after("0 !discard 4; 3 call");
    does("1 waive; 1 draw", "require 1 waive; draw 1 Q");

    table(CALLED, PLAIN);
    after("0 !discard 4");
    does("1 draw", "draw 1 Q; lapse 0 L53 without drawing");

    /* with two players */
    table(CALLED, "players: 2; hands: 4 5 6 8 J / 4 5 6 8 J; pile: 9; stock: Q K T 9 +20");
    after("0 !discard 4; 1 call");
    does("1 require draw", "require 1 draw; draw 0 Q");

    /* not the last card, and not without a stock */
    table(CALLED, "hands: 4 / 5 6; pile: 9");
    notes("0 !discard 4", "R2");
    table(CALLED, "hands: 4 5 / 5 6; pile: 9; stock: -");
    notes("0 !discard 4", "R2");
}

static void test_touching(void **state)
{
    (void)state;
    table(CALLED, PLAIN);
    does("0 !touch", "irregular 0 L57 touched");
    does("2 !touch", "irregular 2 L57 touched");
    does("1 call", "call 1; ruling 2 L57 touched -50");
    does("1 call", "call 1; ruling 0 L57 touched -50");
    table(CALLED, "hands: 9 9 4 5; melds: Kx3; pile: 9");
    notes("0 !touch", "R2"); /* it may take it */
    notes("1 !touch", "L57 touched");
    table(CALLED, "pile: -");
    notes("1 !touch", "R2");
}

/* Nothing lets seat 0 take: the pile is frozen to a side that has not melded. */
#define FROZEN "hands: 9 2 4 5 6 / 4 5 6 8 J; pile: 7 9; stock: Q K T 9 +20"

static void test_taken(void **state)
{
    (void)state;
    table(CALLED, FROZEN);
    does("0 !take hand", "irregular 0 L57 taken; hold 0 7 9");
    does("1 call", "call 1; ruling 0 L57 taken -200; reopen 0 pile 7 9");
    phase_is("decide");
    does("1 require draw", "require 1 draw");
    refuses("0 take pair", "L57"); /* R13 */
    notes("0 !take hand", "R2");
    does("0 draw", "draw 0 Q");

    table(CALLED, FROZEN);
    after("0 !take hand; 1 call");
    does("1 waive; 0 !take hand", "require 1 waive; irregular 0 L57 taken; hold 0 7 9");
    open_is(1);

    /* after the discard, which goes back too */
    table(CALLED, FROZEN);
    after("0 !take hand; 0 discard 7");
    does("1 call", "call 1; ruling 0 L57 taken -200; reopen 0 pile 7 9");
    holds(0, "2 4 5 6 9");
    after("1 waive");
    assert_int_equal(actor(), 0);
    phase_is("start");

    /* never noticed */
    table(CALLED, FROZEN);
    after("0 !take hand; 0 discard 7");
    does("1 draw", "draw 1 Q; lapse 0 L57 taken");

    /* by a claim, count or no count: what was laid is exposed */
    table(CALLED, FROZEN);
    does("0 !take deuce", "irregular 0 L57 taken; take 0 9 2; pile 0 7");
    does("1 call", "call 1; ruling 0 L57 taken -200; reopen 0 9 2 pile 7 9; expose 0 ruled 9 2");
    exposed_is(0, "9 2");
    does("1 waive; 0 draw", "require 1 waive; draw 0 Q");
    refuses("0 discard 4", "L54");
    after("0 discard 2");
}

static void test_taken_by_a_seat_that_might(void **state)
{
    (void)state;
    /* some take was legal: no points; onto a meld: no decision either */
    table(CALLED, "hands: 9 9 4 5 6; melds: Kx3; pile: 7 9; stock: Q +20");
    does("0 !take hand; 1 call", "irregular 0 L57 taken; hold 0 7 9; call 1; "
                                 "ruling 0 L57 taken; reopen 0 pile 7 9");
    phase_is("decide");
    table(CALLED, "hands: 4 4 5 6; melds: 9x3; pile: 7 9; stock: Q +20");
    after("0 !take hand; 1 call");
    phase_is("start");
    after("0 take onto 0");
}

static void test_taken_too_small(void **state)
{
    (void)state;
    table(CALLED, "hands: 9 9 4 5 6; pile: 7 9; stock: Q +20");
    does("0 !take pair", "irregular 0 L55 too small; take 0 9 9; pile 0 7");
    does("1 call", "call 1; ruling 0 L55 too small; reopen 0 9 9 pile 7 9; expose 0 ruled 9 9");
    phase_is("start");
    refuses("0 take pair", "L55");
    after("0 draw");
    /* after the discard it is the same */
    table(CALLED, "hands: 9 9 4 5 6; pile: 7 9; stock: Q +20");
    after("0 !take pair; 0 discard 7");
    does("1 call", "call 1; ruling 0 L55 too small; reopen 0 9 9 pile 7 9; expose 0 ruled 9 9");
    holds(0, "4 5 6 9 9");
    table(CALLED, "hands: 9 9 4 5 6; pile: 7 9; stock: Q +20");
    after("0 !take pair; 0 discard 7");
    does("1 draw", "draw 1 Q; lapse 0 L55 too small"); /* the meld stands */
}

static void test_red_threes_of_a_pile(void **state)
{
    (void)state;
    table(CALLED, "hands: 9 2 4 5 6; pile: 3r 7 9; stock: Q +20");
    does("0 !take hand", "irregular 0 L57 taken; hold 0 3r 7 9");
    assert_int_equal(at_table.game.deal.board.red[0], 1);
    does("1 call", "call 1; ruling 0 L57 taken -200; reopen 0 pile 3r 7 9");
    assert_int_equal(at_table.game.deal.board.red[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_points_are_a_choice),
        cmocka_unit_test(test_draw_out_of_turn),
        cmocka_unit_test(test_card_back_is_not_seen),
        cmocka_unit_test(test_looking),
        cmocka_unit_test(test_without_drawing),
        cmocka_unit_test(test_touching),
        cmocka_unit_test(test_taken),
        cmocka_unit_test(test_taken_by_a_seat_that_might),
        cmocka_unit_test(test_taken_too_small),
        cmocka_unit_test(test_red_threes_of_a_pile),
    };
    return cmocka_run_group_tests(tests, NULL, leave_last);
}
