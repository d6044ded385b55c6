/* law_referee_test.c -- the articles of refereed play by their names: for each what it allows and
 * what it refuses, or what follows and what does not. */
#include "refereed.h"

/* Everybody has five cards that make no meld; the stock is Q K T 9 and others. */
#define PLAIN "hands: 4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J / 4 5 6 8 J; pile: 9; stock: Q K T 9 +20"

/* ---- laws ---- */

static void test_L53(void **state)
{
    (void)state;
    table(CALLED, PLAIN);
    notes("0 !discard 4", "L53 without drawing");
    notes("0 !draw", "R1"); /* it may draw */
    notes("1 !draw", "L53 out of turn");
    notes("1 !peek", "L53 looked");
    notes("0 !peek", "R2"); /* it may draw and look */
    does("0 draw; 0 !draw", "draw 0 Q; irregular 0 L53 too many; draw 0 K");
    does("3 call", "call 3; ruling 0 L53 too many -50; owe 0 1");
    after("0 discard 4; 1 draw; 1 discard 4; 2 draw; 2 discard 4; 3 draw; 3 discard 4");
    phase_is("lay"); /* no draw: only a discard */
    refuses("0 draw", "L53");
    after("0 discard 5");
    owes(0, 0);
}

static void test_L54(void **state)
{
    (void)state;
    table(CALLED, PLAIN);
    after("0 draw");
    notes("0 !meld 8 1 0 0", "R2"); /* one card is shown by `!expose` */
    notes("0 !expose 8", "L54 exposed");
    notes("1 !expose 8", "L54 exposed");
    does("0 !expose 8; 1 call",
         "irregular 0 L54 exposed; expose 0 8; call 1; ruling 0 L54 exposed; expose 0 ruled 8");
    refuses("0 discard 4", "L54");
    notes("0 !discard 4", "L54 another card");
    after("0 discard 8");

    table(CALLED, "hands: 4 8 8 5 / Jx3 4; melds: Kx3; pile: 9; stock: Q +20");
    notes("1 !meld J 3 0 0", "L54 out of turn");
    after("0 draw");
    notes("0 !meld 8 2 0 0", "L54 no meld");
}

static void test_L55(void **state)
{
    (void)state;
    const char *kings = "hands: Kx3 4 5 6 8; pile: 9; stock: Q +20";
    table(CALLED, kings);
    after("0 draw");
    refuses("0 meld K 3 0 0", "L26");
    notes("0 !meld K 3 0 0", "L55 too small");
    after("0 !meld K 3 0 0");
    does("1 call", "call 1; ruling 0 L55 too small; reopen 0 K K K; expose 0 ruled K K K");
    assert_int_equal(at_table.game.deal.board.meld_count[0], 0);

    /* a side that has melded has no count to make */
    table(CALLED, "hands: Kx3 4 5 6 8; melds: 9x3; pile: 9; stock: Q +20");
    after("0 draw");
    notes("0 !meld K 3 0 0", "R1");
}

static void test_L56(void **state)
{
    (void)state;
    /* Seat 1 plays and keeps it; seat 3 has no turn. */
    table(CALLED, "hands: 4 / 3r 5 6 / 6 / 3r 8; melds: 9x7 / Qx3; turn: 1; turned: 02; pile: J; "
                  "stock: K 8 +20");
    after("1 draw; 1 discard K; 2 draw; 2 discard 8; 3 face 3r; 3 draw; 3 discard 8; 0 draw");
    assert_string_equal(at_table.ended, "");
    table(CALLED, "hands: 4 / 3r 5 6 / 6 / 3r 8; melds: 9x7 / Qx3; turn: 1; turned: 02; pile: J; "
                  "stock: K 9 +20");
    after("1 draw; 1 discard K; 2 draw; 2 add 0 1 0 0; 2 discard 6");
    ended("out 2");
    scored(1, "melds 30, red 100, hands -20, penalties -500, total -390");
    /* faced in time */
    table(CALLED, "hands: 4 / 3r 5 6 / 6 / 3r 8; melds: 9x7 / Qx3; turn: 1; turned: 02; pile: J; "
                  "stock: 5 K 9 +20");
    after("1 face 3r; 1 draw; 1 discard K; 2 draw; 2 add 0 1 0 0; 2 discard 6");
    scored(1, "melds 30, red 200, hands -25, total 205");
}

static void test_L57(void **state)
{
    (void)state;
    table(CALLED, "hands: 9 2 4 5 6 / 4 5 6 8 J; pile: 7 9; stock: Q K T 9 +20");
    refuses("0 take deuce", "L31");
    notes("0 !take deuce", "L57 taken");
    notes("0 !take hand", "L57 taken");
    notes("0 !touch", "L57 touched");
    notes("1 !take hand", "R2");
    notes("1 !touch", "L57 touched");
    does("0 !take hand; 3 call", "irregular 0 L57 taken; hold 0 7 9; call 3; "
                                 "ruling 0 L57 taken -200; reopen 0 pile 7 9");
    after("1 require draw");
    refuses("0 take pair", "L57");
    after("0 draw");
}

static void test_L58(void **state)
{
    (void)state;
    table(CALLED, "hands: K K K 2 2 2 2 5; melds: 9x3; pile: 9; stock: Q +20");
    after("0 draw");
    notes("0 !meld K 3 3 0", "R1");
    does("0 !meld K 3 4 0", "irregular 0 L58 too many wilds; meld 0 K K K 2 2 2; expose 0 2");
    does("1 call", "call 1; ruling 0 L58 too many wilds; expose 0 ruled 2");
    after("0 add 0 0 1 0"); /* there is room */
    exposed_is(0, "");
}

/* Seat 0 can go out: its side has a canasta, and its hand can be laid down. */
#define READY \
    "hands: Kx3 4x3 5 / 4 5 6 T J / 6 7 7 / 5 6 7; melds: 8x7 / Qx3; pile: 9; stock: 8 A T J +20"

static void test_L59(void **state)
{
    (void)state;
    table(CALLED, READY);
    after("0 draw; 0 ask");
    notes("0 !meld K 3 0 0", "L59 before the answer");
    after("2 yes");
    notes("0 !discard K", "L59 not out after a yes");
    refuses("0 discard K", "L40");
    does("0 !discard K; 1 call", "irregular 0 L59 not out after a yes; discard 0 K; call 1; "
                                 "ruling 0 L59 not out after a yes; reopen 0 K; bound 0");
    after("0 meld K 3 0 0; 0 meld 4 3 0 0; 0 add 0 1 0 0; 0 discard 5");
    ended("out 0");
}

static void test_L60(void **state)
{
    (void)state;
    /* Before the next opponent plays it is in time, then it is too late. */
    table(CALLED, PLAIN);
    after("0 draw; 0 !draw; 0 discard 4");
    does("3 call", "call 3; ruling 0 L53 too many -50; owe 0 1");
    table(CALLED, PLAIN);
    after("0 draw; 0 !draw; 0 discard 4");
    does("1 draw; 3 call", "draw 1 T; lapse 0 L53 too many; call 3");
    owes(0, 0);
    assert_int_equal(at_table.game.deal.board.penalties[0], 0);
    table(WATCHFUL, PLAIN);
    refuses("3 call", "L60"); /* nobody needs to */
}

/* ---- point penalties ---- */

/* A rule set without them costs nothing. */
#define FREE "laws1950; referee=called"

static void penalised(int side, int points)
{
    assert_int_equal(at_table.game.deal.board.penalties[side], points);
}

static void costs(const char *position, const char *acts, int side, int points)
{
    table(CALLED, position);
    after(acts);
    penalised(side, points);
    penalised(!side, 0);
    table(FREE, position);
    after(acts);
    penalised(side, 0);
}

static void test_P1(void **state)
{
    (void)state;
    costs(PLAIN, "0 draw; 0 !draw; 1 call", 0, -50);
    costs(PLAIN, "0 draw; 0 !draw; 0 !draw; 1 call", 0, -100); /* for every card */
    costs(PLAIN, "0 draw; 0 !peek; 1 call", 0, -50);
    costs(PLAIN, "0 !touch; 1 call", 0, -50);
    costs(PLAIN, "1 !touch; 0 call", 1, -50);
    costs(PLAIN, "0 !discard 4; 1 call", 0, 0); /* a draw too few costs nothing */
}

static void test_P2(void **state)
{
    (void)state;
    costs(PLAIN, "1 !peek; 0 call", 1, -100);
    costs(PLAIN, "1 !draw; 0 call", 1, -200);
    costs(PLAIN, "2 !draw; 2 !draw; 1 call", 0, -400);
}

static void test_P3(void **state)
{
    (void)state;
    const char *unable = "hands: K 4 5 / 4 5 6 8 J / 6 7 8 / 4 5 6; melds: 9x7 / Qx3; pile: 9; "
                         "stock: T A T J +20";
    costs(unable, "0 draw; 0 !ask; 2 yes; 1 call", 0, -100);
    costs(unable, "0 draw; 0 !ask; 2 no; 1 call", 0, 0);
    costs(READY, "0 draw; 0 ask; 2 yes; 0 !discard K; 1 call", 0, 0); /* it can go out */
}

static void test_P4(void **state)
{
    (void)state;
    const char *kings = "hands: 4 5 6 / Kx3 4 / Kx3 4 / 4 5; melds: 9x3 / Qx3; pile: 9";
    costs(kings, "1 !meld K 3 0 0; 0 call", 1, -100);
    costs(kings, "2 !meld K 3 0 0; 1 call", 0, -200);
    costs(kings, "2 !expose K; 1 call", 0, 0); /* shown, not melded */
}

static void test_P5(void **state)
{
    (void)state;
    costs("hands: 9 2 4 5 6 / 4 5 6; pile: 7 9", "0 !take hand; 1 call", 0, -200);
    /* some take was legal */
    costs("hands: 9 9 4 5 6 / 4 5 6; melds: Kx3; pile: 7 9", "0 !take hand; 1 call", 0, 0);
}

/* ---- insisting ---- */

static void test_R1(void **state)
{
    (void)state;
    table(CALLED, PLAIN);
    notes("0 !draw", "R1");
    after("0 draw");
    notes("0 !discard 4", "R1");
    notes("0 !draw", "L53 too many");
}

static void test_R2(void **state)
{
    (void)state;
    table(CALLED, "hands: 4 5 6 / 4 5 6; pile: -; stock: -");
    notes("1 !draw", "R2");
    notes("1 !peek", "R2");
    notes("1 !touch", "R2");
    notes("0 !take hand", "R2");
    notes("0 !expose K", "R2"); /* it holds none */
    notes("0 !expose 4", "L54 exposed");
    notes("1 !meld K 3 0 0", "R2");
    notes("1 !add 0 1 0 0", "R2"); /* no such meld */
    notes("1 !discard 4", "R2");   /* out of turn: `!expose 4` */
    /* red threes out of turn are not faced, and never shown */
    table(CALLED, "hands: 4 5 6 / 3r 5 6; turned: 023; pile: 9");
    notes("1 !face 3r", "R2");
    notes("1 !expose 3r", "R2");
}

static void test_R3(void **state)
{
    (void)state;
    table(CALLED, "hands: 3r 5 6; turned: 123; pile: 9; stock: 3r 8 +20");
    does("0 face 3r", "face 0 3r for 3r");
    holds(0, "3r 5 6");
    may("face 3r; draw");
    does("0 face 3r", "face 0 3r for 8");
    may_not("face 3r", "NO_RED_THREE L12");
    phase_is("start");
}

static void test_R4(void **state)
{
    (void)state;
    const char *last = "hands: 4 5 6 / 4 5 6; melds: 9x3; pile: 9; stock: 3r";
    table(CALLED, last);
    does("0 draw", "draw 0 3r");
    phase_is("last");
    assert_int_equal(at_table.game.deal.board.red[0], 1);
    notes("0 !ask", "R2");
    notes("0 !discard 4", "R2");
    /* insisted, and for another red three */
    table(CALLED, "hands: 4 5 6 / 4 5 6; melds: 9x3; pile: 9; stock: 4 3r");
    does("0 draw; 0 !draw", "draw 0 4; irregular 0 L53 too many; draw 0 3r");
    phase_is("last");
    table(CALLED, "hands: 3r 5 6 / 4 5 6; turned: 123; melds: 9x3; pile: 9; stock: 3r");
    does("0 face 3r", "face 0 3r for 3r");
    phase_is("last");
    /* not if it was drawn out of turn or required */
    table(CALLED, last);
    does("1 !draw", "irregular 1 L53 out of turn; draw 1 3r");
    phase_is("start");
    holds(1, "3r 4 5 6");
    table(CALLED, last);
    after("0 !discard 4; 1 call");
    does("1 require draw", "require 1 draw; draw 0 3r");
    holds(0, "3r 5 6");
    assert_int_equal(actor(), 1);
}

static void test_R5(void **state)
{
    (void)state;
    const char *kings = "hands: K K K 4 5; melds: 9x3; pile: 9; stock: Q +20";
    table(CALLED, kings);
    after("0 !expose K; 1 call; 0 !expose K; 0 draw");
    exposed_is(0, "K");
    after("0 discard K"); /* the exposed one, not the one that is only shown */
    exposed_is(0, "");
    does("2 call", "call 2; ruling 0 L54 exposed; expose 0 ruled K");
    table(CALLED, kings);
    after("0 !expose K; 0 !expose K; 0 draw; 0 discard K");
    /* the oldest shown one has left */
    does("2 call", "call 2; ruling 0 L54 exposed; expose 0 ruled K; ruling 0 L54 exposed");
}

static void test_R6(void **state)
{
    (void)state;
    /* jokers first: the surplus is deuces */
    table(CALLED, "hands: K K 2 2 X X 5; melds: 9x3; pile: 9; stock: Q +20");
    after("0 draw");
    does("0 !meld K 2 2 2", "irregular 0 L58 too many wilds; meld 0 K K 2 X X; expose 0 2");
    /* an uncalled surplus is all that goes back */
    does("0 discard 5; 1 draw", "discard 0 5; draw 1 4; lapse 0 L58 too many wilds; back 0 2");
    assert_int_equal(at_table.game.deal.board.meld_count[0], 2);
    /* the rest would not be legal: the count is not reached */
    table(CALLED, "hands: 4 4 2 2 2 2 5 6; pile: 9; stock: Q +20; scores: 3000 / 0");
    after("0 draw");
    does("0 !meld 4 2 4 0", "irregular 0 L58 too many wilds; expose 0 4 4 2 2 2 2");
}

static void test_R7(void **state)
{
    (void)state;
    table("bicycle; referee=called", "hands: Kx2 2x4 Jx2 5 6; melds: Kx3 /; pile: 9; stock: Q +20");
    after("0 draw");
    notes("0 !meld K 2 4 0", "L58 too many wilds"); /* and a second meld of its rank */
    notes("0 !meld J 2 0 0", "L54 no meld");
    notes("0 !meld J 1 0 0", "R2");
    /* two cards make no meld, count or no count */
    table(CALLED, "hands: Jx2 Kx3 5 6 8; pile: 9; stock: Q +20");
    after("0 draw");
    notes("0 !meld J 2 0 0", "L54 no meld");
    notes("0 !meld K 3 0 0", "L55 too small");
    /* without drawing comes before another card */
    table(CALLED, PLAIN);
    after("0 !expose 8; 1 call");
    notes("0 !discard J", "L53 without drawing");
    after("0 draw");
    notes("0 !discard J", "L54 another card");
    /* what shows nothing that is not face up is in no row */
    table(CALLED, "hands: 8 8 4 5; melds: 9x3; pile: 9; stock: Q +20");
    after("0 draw; 0 !expose 8; 0 !expose 8");
    notes("0 !meld 8 2 0 0", "R2");
    /* neither is a discard that leaves black threes lying */
    table(CALLED, "hands: 3bx3 4; melds: 9x7; pile: 9; stock: Q +20");
    after("0 draw; 0 !expose 4");
    notes("0 !discard 4", "R1");
}

/* ---- attention ---- */

static void test_R8(void **state)
{
    (void)state;
    /* Seat 1 errs in the turn of seat 0, which has all of it to notice. */
    table(CALLED, PLAIN);
    after("0 draw; 1 !peek; 0 !expose 8; 0 discard 4");
    open_is(2);
    does("0 call", "call 0; ruling 0 L54 exposed; expose 0 ruled 8");
    does("0 call", "call 0; ruling 1 L53 looked -100");
    /* Seat 1 plays for itself; then seat 2 in a later turn. */
    table(CALLED, PLAIN);
    after("0 draw; 1 !peek; 0 discard 4; 1 draw; 1 discard 4");
    open_is(1);
    does("2 draw", "draw 2 T; lapse 1 L53 looked");
}

static void test_R9(void **state)
{
    (void)state;
    table(CALLED, PLAIN);
    const struct cn_game before = at_table.game;
    does("1 call; 0 call", "call 1; call 0");
    assert_memory_equal(&at_table.game, &before, sizeof before);
}

static void test_R10(void **state)
{
    (void)state;
    const char *last =
        "hands: 4 5 / 4 5 6 / 6 7 8 / 5 6; melds: 9x7 / Qx3; pile: J; stock: 9 T +20";
    table(CALLED, last);
    after("0 draw; 0 !touch; 0 add 0 1 0 0; 0 !expose 5; 0 discard 4");
    assert_string_equal(at_table.ended, "");
    table(CALLED, "hands: 4 / 4 5 6 / 6 7 8 / 5 6; melds: 9x7 / Qx3; pile: J; stock: 9 T +20");
    after("0 draw; 0 !touch; 0 add 0 1 0 0; 0 discard 4");
    phase_is("wait");
    assert_int_equal(actor(), 1);
    may("accept");
    refuses("2 accept", "L14"); /* the next opponent does */
    does("1 accept", "require 1 accept; end out");
    scored(0, "melds 80, canastas 500, out 100, hands -20, total 660");
    /* called: the ruling first */
    table(CALLED, "hands: 4 / 4 5 6 / 6 7 8 / 5 6; melds: 9x7 / Qx3; pile: J; stock: 9 T +20");
    after("0 draw; 0 !touch; 0 add 0 1 0 0; 0 discard 4");
    does("3 call", "call 3; ruling 0 L57 touched -50; end out");
    scored(0, "melds 80, canastas 500, out 100, hands -20, penalties -50, total 610");
    /* one of the other side delays nothing */
    table(CALLED, "hands: 4 / 4 5 6 / 6 7 8 / 5 6; melds: 9x7 / Qx3; pile: J; stock: 9 T +20");
    after("0 draw; 1 !touch; 0 add 0 1 0 0");
    does("0 discard 4", "discard 0 4; end out");
    scored(1, "melds 30, hands -25, total 5");
}

static void test_R11(void **state)
{
    (void)state;
    const char *shown = "players: %d; hands: 4 5 6 8 / 4 5 6 8; pile: 9; stock: Q +20";
    at(CALLED, shown, 2);
    after("0 !expose 8");
    does("1 call", "call 1; ruling 0 L54 exposed; back 0 8");
    after("0 draw; 0 discard 4");
    at(CALLED, shown, 3);
    after("0 !expose 8");
    does("1 call", "call 1; ruling 0 L54 exposed; expose 0 ruled 8");
    after("0 draw");
    refuses("0 discard 4", "L54");
}

/* ---- rulings ---- */

static void test_R12(void **state)
{
    (void)state;
    table(CALLED, "hands: Kx3 4 5; pile: 9; stock: Q T +20");
    after("0 draw; 0 !meld K 3 0 0; 0 discard 4");
    does("2 call", "call 2; ruling 0 L55 too small; unlay 0 K K K; expose 0 ruled K K K");
    assert_int_equal(actor(), 1); /* the discard stands */
    assert_int_equal(at_table.game.deal.board.pile_top, CN_FOUR);

    /* also where the seat went out by it: then nobody has gone out */
    table(CALLED, "hands: 4x3 Kx6 / 5 6 / 6 8 / 5 8; pile: 9; stock: J K T +20; scores: 3000 / 0");
    after("0 draw; 0 !meld 4 3 0 0; 0 !draw; 0 meld K 7 0 0; 0 discard J");
    phase_is("wait");
    does("1 call", "call 1; ruling 0 L53 too many -50; owe 0 1; ruling 0 L55 too small; "
                   "unlay 0 4 4 4 K K K K K K K; expose 0 ruled 4 4 4 K K K K K K K");
    assert_int_equal(actor(), 1);
    phase_is("start");
    assert_int_equal(at_table.game.deal.board.pile_top, CN_JACK);
    after("1 draw; 1 discard 5; 2 draw; 2 discard 6; 3 draw; 3 discard 5");
    assert_int_equal(at_table.game.deal.board.meld_count[0], 0);
    phase_is("lay"); /* it pays its debt */
}

static void test_R13(void **state)
{
    (void)state;
    const char *nines = "hands: 9 9 4 5 6 / 5 6 / 5 6 / 5 6; pile: 7 9; stock: Q +20";
    table(CALLED, nines);
    after("0 !take pair; 1 call");
    refuses("0 take pair", "L55");
    notes("0 !take pair", "R2");
    notes("0 !take hand", "R2");
    may_only("draw");
    /* in this turn only */
    after("0 draw; 0 discard 9; 1 draw; 1 discard 5; 2 draw; 2 discard 5; 3 draw; 3 discard 5");
    notes("0 !take hand", "L57 taken");
    /* with the stock gone */
    table(CALLED, "hands: 9 9 4 5 6; pile: 7 9; stock: -");
    after("0 !take pair; 1 call");
    may_only("stop");
    after("0 stop");
    ended("stock");
}

static void test_R14(void **state)
{
    (void)state;
    static const char *const refereed[] = {"laws1950",   "threepack", "bicycle",
                                           "montevideo", "hoyle",     "pumpa"};
    static const char *const strict[] = {"american", "uruguay", "handandfoot", "pennies"};
    struct cn_rules rules;
    struct cn_rules_error error;
    for (size_t i = 0; i < sizeof refereed / sizeof refereed[0]; i++) {
        assert_true(cn_rules_load(&rules, refereed[i]));
        rules.referee = CN_REFEREE_WATCHFUL;
        assert_true(cn_rules_check(&rules, &error));
    }
    for (size_t i = 0; i < sizeof strict / sizeof strict[0]; i++) {
        assert_true(cn_rules_load(&rules, strict[i]));
        rules.referee = CN_REFEREE_CALLED;
        assert_false(cn_rules_check(&rules, &error));
    }
    (void)state;
}

static void test_R15(void **state)
{
    (void)state;
    /* What seat 1 does first in its turn: this is not playing … */
    static const char *const idle[] = {"1 face 3r", "1 !touch", "1 !expose 5"};
    static const char *const plays[] = {"1 draw", "1 !discard 5", "1 !take hand", "1 take onto 0"};
    const char *position =
        "hands: 4 5 6 8 / 3r 5 6 9 9; melds: / 4x3; turned: 023; pile: 9; stock: K Q +20";
    for (size_t i = 0; i < sizeof idle / sizeof idle[0]; i++) {
        table(CALLED, position);
        after("0 draw; 0 !draw; 0 discard 8"); /* which seat 1 cannot take */
        after(idle[i]);
        does("3 call; 3 call",
             i == 0 ? "call 3; ruling 0 L53 too many -50; owe 0 1; call 3"
             : i == 1
                 ? "call 3; ruling 1 L57 touched -50; call 3; ruling 0 L53 too many -50; owe 0 1"
                 : "call 3; ruling 1 L54 exposed; expose 1 ruled 5; call 3; "
                   "ruling 0 L53 too many -50; owe 0 1");
    }
    /* … and this is, insisted or not */
    for (size_t i = 0; i < sizeof plays / sizeof plays[0]; i++) {
        table(CALLED, position);
        after("0 draw; 0 !draw; 0 discard 4");
        after(plays[i]);
        assert_true(strstr(told, "lapse 0 L53 too many") != NULL);
    }
    /* out of turn it is not */
    table(CALLED, PLAIN);
    after("0 draw; 0 !draw; 1 !draw");
    open_is(2);
}

static void test_R16(void **state)
{
    (void)state;
    table(CALLED, "hands: 3r 9 9 K K K 5; turned: 123; pile: 9; stock: Q 6 +20");
    may("face 3r");
    after("0 draw");
    may("face 3r");
    /* not while a claimed pack waits for its count */
    table(CALLED, "hands: 3r 9 9 K K K 5; turned: 123; pile: 9; stock: Q 6 +20");
    after("0 take pair");
    phase_is("claim");
    may_not("face 3r", "FACE_WAITS R16");
    after("0 meld K 3 0 0");
    may("face 3r");
    /* not while an answer or a decision is due */
    table(CALLED, "hands: Kx3 5 / 4 5; melds: 8x7 /; pile: 9; stock: 3r 5 A T J +20");
    after("0 draw; 0 !ask");
    refuses("0 face 3r", "L14");
    after("2 no");
    may("face 3r");
    /* with the stock gone not where the turn could then no longer end (L38) */
    table(CALLED, "hands: 9 9 4 3r; melds: 8x3; pile: 9; stock: -; turned: 123");
    after("0 take pair");
    holds(0, "3r 4");
    may_not("face 3r", "KEEP_A_CARD L38");
    table(CALLED, "hands: 9 9 4 5 3r; melds: 8x3; pile: 9; stock: -; turned: 123");
    after("0 take pair");
    may("face 3r");
}

static void test_R17(void **state)
{
    (void)state;
    table(CALLED, "hands: 3r 4; melds: 8x7; pile: J; stock: 8 T +20; turned: 123");
    after("0 draw; 0 add 0 1 0 0");
    may_not("discard 3r", "RED_THREE_KEPT R17");
    may("discard 4; face 3r");
    after("0 discard 4"); /* it has not gone out */
    assert_string_equal(at_table.ended, "");
    assert_int_equal(actor(), 1);
    /* it may not ask */
    table(CALLED, "hands: 3r 8; melds: 8x6; pile: J; stock: T 9 +20; turned: 123");
    after("0 draw");
    may_not("ask", "RED_THREE_ASK R17");
    /* a hand of one card stays one (L35) */
    table(CALLED, "hands: 3r 4; melds: 8x7; pile: 8; stock: T 9 +20; turned: 123");
    may_not("take onto 0", "ONE_CARD_HAND L35");
    table(CALLED, "hands: 5 4; melds: 8x7; pile: 8; stock: T 9 +20");
    may("take onto 0");
}

static void test_R18(void **state)
{
    (void)state;
    const char *pair = "hands: 9 9 K 4 5 6; melds: Kx3; pile: 9; stock: Q +20";
    table(CALLED, pair);
    after("0 !expose K");
    exposed_is(0, "");
    may("take pair");
    after("0 draw");
    may("discard 4"); /* shown, it obliges to nothing */
    table(CALLED, pair);
    after("0 !expose 9; 0 !expose 9; 1 call");
    exposed_is(0, "9 9");
    after("0 take pair"); /* exposed cards may claim the pack */
    exposed_is(0, "");
    may("discard 4");
    /* one of them must be discarded, whichever is left */
    table(CALLED, pair);
    after("0 !expose 9; 0 !expose K; 1 call; 0 draw");
    may_not("discard 4", "EXPOSED_FIRST L54");
    may("discard 9; discard K");
    after("0 add 0 1 0 0");
    may("discard 9");
}

static void test_R19(void **state)
{
    (void)state;
    const char *owing = "hands: 4 5 6 8 / 4 5 6 / 4 5 6 / 4 5 6; melds: 9x3; pile: J; stock: %s";
    /* A short turn begins as if it had drawn. */
    at(CALLED, owing, "K K K K K Q");
    after("0 draw; 0 !draw; 1 call; 0 discard 4; 1 draw; 1 discard 4; 2 draw; 2 discard 4");
    after("3 draw; 3 discard 4");
    phase_is("lay");
    refuses("0 take onto 0", "L53");
    /* A debt that comes when the turn has begun does not shorten it. */
    table(CALLED, "hands: 4 5 6 8 / 4 4 5 6 8; melds: Kx3 / Qx3; pile: J; stock: K 9 J 5 +20");
    after("1 !draw; 0 draw; 0 discard 4; 2 call");
    owes(1, 1);
    may_only("draw; take pair");
    after("1 draw; 1 discard 4; 2 draw; 2 discard 5");
    owes(1, 1);
    /* With the stock gone it may only stop. */
    at(CALLED, owing, "K K K K 9");
    after("0 draw; 0 !draw; 1 call; 0 discard 4; 1 draw; 1 discard 4; 2 draw; 2 discard 4");
    after("3 draw; 3 discard 9");
    phase_is("start");
    may_only("stop");
    refuses("0 take onto 0", "R19");
    notes("0 !take hand", "R2");
    after("0 stop");
    ended("stock");
}

static void test_R20(void **state)
{
    (void)state;
    /* an answer that cannot be obeyed */
    table(CALLED, "hands: K 4 5 / 4 5 6 8 J / 6 7 8 / 4 5 6; melds: 9x7 / Qx3; pile: 9; "
                  "stock: T A J +20");
    after("0 draw; 0 !ask; 2 yes");
    may("discard K; discard 4");
    /* another seat's act: nothing is left to draw */
    const char *last = "hands: Kx3 / 4 5 6 / 6 7 7 / 5 6 7; melds: 8x7 / Qx3; pile: J; stock: 9";
    table(CALLED, last);
    after("0 ask; 2 yes");
    may_only("draw");
    after("1 !draw");
    may_only("stop");
    assert_int_equal(at_table.game.deal.board.answer, CN_ANSWER_NONE);
    /* what can be obeyed stays */
    table(CALLED, last);
    after("0 ask; 2 yes; 1 !peek; 0 draw");
    refuses("0 discard K", "L40");
}

static void test_R21(void **state)
{
    (void)state;
    /* It could face its red threes until another seat drew the last card. */
    table(CALLED, "hands: 3r / 4 5 6; melds: 9x3; pile: J; stock: 3r 5; turned: 123");
    after("0 draw");
    may_only("face 3r");
    may_not("stop", "STOCK_LEFT L36");
    after("1 !draw");
    may_only("stop");
    after("0 stop");
    ended("stock");
}

static void test_R22(void **state)
{
    (void)state;
    table(CALLED, PLAIN);
    after("0 draw");
    struct cn__text *lines = &at_table.record;
    cn__json_open_line(lines, "undo");
    cn__json_int(lines, "seat", 0);
    cn__json_int(lines, "n", 1);
    cn__json_close_line(lines);
    struct cn_reader *reader = cn_reader_open_text(lines->text, lines->length, NULL, NULL);
    assert_true(cn_reader_run(reader, 0));
    assert_int_equal(cn_reader_counts(reader)->differences, 1);
    cn_reader_close(reader);
    cn__text_free(lines);
}

static void test_R23(void **state)
{
    (void)state;
    table(CALLED, READY);
    after("0 draw; 0 !touch; 0 ask");
    refuses("1 call", "R23"); /* an answer is due */
    after("2 no");
    does("1 call", "call 1; ruling 0 L57 touched -50");
    table(CALLED, PLAIN);
    after("0 !discard 4; 1 call");
    refuses("3 call", "R23"); /* a decision is due */
    after("1 waive");
    does("3 call", "call 3");
}

static void test_R24(void **state)
{
    (void)state;
    table(CALLED, PLAIN);
    after("0 !touch; 0 draw; 0 !draw; 0 !peek; 1 !peek; 0 !expose 8");
    /* all of the newest offender, the newest first; of nobody else */
    does("2 call", "call 2; ruling 0 L54 exposed; expose 0 ruled 8; ruling 0 L53 looked -50; "
                   "ruling 0 L53 too many -50; owe 0 1; ruling 0 L57 touched -50");
    open_is(1);
    does("0 call", "call 0; ruling 1 L53 looked -100");
}

static void test_R25(void **state)
{
    (void)state;
    table(CALLED, "hands: K K 4 5 / 4 5 6 8 J / 6 7 8 / 4 5 6; melds: 9x7, Kx3 / Qx3; pile: 9; "
                  "stock: T A T J +20");
    after("0 draw; 0 !ask; 2 yes; 1 call");
    exposed_is(0, "K K T 5 4");
    may("add 1 2 0 0; discard 4"); /* it may lay what it can, and need not */
    after("0 discard 4");
    exposed_is(0, "K K T 5");
}

static void test_R26(void **state)
{
    (void)state;
    const char *position = "hands: 9 2 4 5 6 / 3r 5 6 7; pile: 3r 7 9; turned: 023; "
                           "stock: Q K J +20";
    /* wholly, and the next turn begins again: its red three stays faced */
    table(CALLED, position);
    after("0 !take deuce; 0 discard 4; 1 face 3r");
    does("2 call", "call 2; ruling 0 L57 taken -200; reopen 0 4 9 2 pile 3r 7 9; "
                   "expose 0 ruled 9 2");
    assert_int_equal(actor(), 1);
    phase_is("decide");
    after("1 waive");
    assert_int_equal(actor(), 0);
    holds(0, "2 4 5 6 9");
    holds(1, "5 6 7 Q");
    assert_int_equal(at_table.game.deal.board.melded & 1, 0); /* it has not melded (L48) */
    assert_int_equal(at_table.game.deal.board.red[0], 0);
    assert_int_equal(at_table.game.deal.board.red[1], 1);
    /* a question is forgotten, also where one may be asked in a deal */
    table("laws1950; referee=called; ask_limit=deal",
          "hands: 4 5 6 8 8 / Kx3 4x3 / 5 6 7 8 / 4 5 6; melds: Qx3 / 9x7; pile: J; "
          "stock: K Q J 5 +20");
    after("0 !expose 8; 1 call; 0 draw; 0 !discard 4; 1 ask; 3 no");
    may_not("ask", "ASK_TWICE L40");
    after("2 call; 0 discard 8");
    may("ask");
    /* what was drawn stays */
    table(CALLED, "hands: Kx3 4 5 6 8; pile: 9; stock: Q +20");
    after("0 draw; 0 !meld K 3 0 0; 1 call");
    holds(0, "4 5 6 8 Q K K K");
    phase_is("lay");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_L53), cmocka_unit_test(test_L54), cmocka_unit_test(test_L55),
        cmocka_unit_test(test_L56), cmocka_unit_test(test_L57), cmocka_unit_test(test_L58),
        cmocka_unit_test(test_L59), cmocka_unit_test(test_L60), cmocka_unit_test(test_P1),
        cmocka_unit_test(test_P2),  cmocka_unit_test(test_P3),  cmocka_unit_test(test_P4),
        cmocka_unit_test(test_P5),  cmocka_unit_test(test_R1),  cmocka_unit_test(test_R2),
        cmocka_unit_test(test_R3),  cmocka_unit_test(test_R4),  cmocka_unit_test(test_R5),
        cmocka_unit_test(test_R6),  cmocka_unit_test(test_R7),  cmocka_unit_test(test_R8),
        cmocka_unit_test(test_R9),  cmocka_unit_test(test_R10), cmocka_unit_test(test_R11),
        cmocka_unit_test(test_R12), cmocka_unit_test(test_R13), cmocka_unit_test(test_R14),
        cmocka_unit_test(test_R15), cmocka_unit_test(test_R16), cmocka_unit_test(test_R17),
        cmocka_unit_test(test_R18), cmocka_unit_test(test_R19), cmocka_unit_test(test_R20),
        cmocka_unit_test(test_R21), cmocka_unit_test(test_R22), cmocka_unit_test(test_R23),
        cmocka_unit_test(test_R24), cmocka_unit_test(test_R25), cmocka_unit_test(test_R26),
    };
    return cmocka_run_group_tests(tests, NULL, leave_last);
}
