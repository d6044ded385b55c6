/* law_american_cases_test.c -- the interpretations of American Canasta, IA1 to IA24, and the order
 * of refusals where several apply. */
#include "law_table.h"

static void test_IA1(void **state)
{
    /* Once in a deal, whichever partner asks. */
    static const char able[] = "hands: 4 6 / 5 8 / 4 6 / 5 8; melds: Kx7, Qx7, 4x3, 6x3 / "
                               "Jx7, Tx7, 5x3, 8x3; pile: 9; stock: 9x6";
    at("american", able);
    play("draw; ask; no; discard 9");
    play("draw");
    may("ask");
    play("ask; no; discard 9");
    play("draw");
    may_not("ask", "ASK_TWICE_IN_DEAL A:out");
    at("american; ask_limit=turn", able);
    play("draw; ask; no; discard 9; draw; discard 9; draw");
    may("ask");
    at("american", "hands: 4 6; melds: Kx7, Qx7, 4x3, 6x3 /; pile: 9; stock: 9 +20; asked: 1 / 0");
    play("draw");
    may_not("ask", "ASK_TWICE_IN_DEAL A:out");
    at("american", "hands: 4 6; melds: Kx7, Qx7, 4x3, 6x3 /; pile: 9; stock: 9 +20; asked: 0 / 1");
    play("draw");
    may("ask");
}

static void test_IA2(void **state)
{
    /* Without a stock a seat may take, but it need not. */
    at("american", "hands: 4x2 6 8; melds: Kx3 /; pile: T 4; stock: -");
    may_only("stop; take pair");
    at("american", "hands: 4 6 8; melds: 4x4 /; pile: T 4; stock: -");
    may_only("stop");
    at("american", "hands: 4 6 8; melds: 4x4 /; pile: T 4; stock: 9");
    may_only("draw");
    may_not("stop", "STOCK_LEFT L36");
    play("draw; discard 9");
    may_not("draw", "STOCK_GONE L15");
    play("stop");
    ended("stock");
}

static void test_IA3(void **state)
{
    at("american", "hands: 3r 3b 3r 5; stock: 6 8 9 +10; turned: 123");
    recorded("{\"t\":\"face\",\"seat\":0,\"cards\":[\"3s\",\"3d\"],\"drawn\":[\"6s\",\"8s\"]}");
    holds(0, "3r 5 6 8");
    at("american", "hands: 3b 3r 3r 5; stock: 6 8 9 +10; turned: 123");
    recorded("{\"t\":\"face\",\"seat\":0,\"cards\":[\"3h\",\"3d\"],\"drawn\":[\"6s\",\"8s\"]}");
    holds(0, "3b 5 6 8");
    at("american; keep_bonus_card=0", "hands: 3b 3r 5; stock: 6 8 9 +10; turned: 123");
    holds(0, "5 6 8");
}

static void test_IA4(void **state)
{
    /* Whatever is left after taking, some card may be discarded. */
    at("american", "hands: Kx2 7 A; melds: Jx3 /; pile: K; stock: 9 +20");
    play("take pair");
    may_only("discard 7; discard A");
    at("american", "hands: Kx2 2 X; melds: Jx3 /; pile: K; stock: 9 +20");
    play("take pair");
    may_only("discard 2; discard X");
    at("american", "hands: Kx2 Q 2; melds: Jx3 / Qx7; pile: K; stock: 9 +20");
    play("take pair");
    may_only("discard Q");
    may_not("discard 2", "DISCARD_WILD A:discard");
}

static void test_IA5(void **state)
{
    /* Where a talon is due no card need be kept. */
    drawn("american", "hands: Ax6 Kx4; pile: 4; stock: 9 4x2 5 6 T J Q 4 5");
    play("meld A 6 0 0; meld K 4 0 0; discard 9");
    ended("");
    holds(0, "");
    play("draw; discard T; draw; discard 4; draw; discard 5");
    holds(0, "4 4 5 6");

    /* Where none is due one must be: the stock is too small, the pile was taken, the side had
     * opened, it is the third side. */
    drawn("american", "hands: Ax6 Kx4; pile: 4; stock: 9 4x2 5 6 T J Q 4");
    play("meld A 6 0 0");
    may("meld K 3 0 0");
    may_not("meld K 4 0 0", "KEEP_A_CARD A:out");
    at("american", "hands: Kx3 Ax6 9; pile: K; stock: +20");
    play("take pair; add 0 1 0 0");
    may("meld A 5 0 0");
    may_not("meld A 6 0 0", "KEEP_A_CARD A:out");
    drawn("american", "hands: Ax6; melds: Kx3 /; pile: 4; stock: 9 +20");
    may("meld A 5 0 0");
    may_not("meld A 6 0 0", "KEEP_A_CARD A:out");
    drawn("american; talon=[4]", "hands: Ax6 Kx4; melds: / Jx3; pile: 4; stock: 9 +20");
    play("meld A 6 0 0");
    may_not("meld K 4 0 0", "KEEP_A_CARD A:out");

    /* If it may go out with that discard, it goes out. */
    drawn("american", "hands: Qx7 Kx7; pile: 4; stock: 9 +20");
    play("meld Q 7 0 0; meld K 7 0 0; discard 9");
    ended("out concealed 0");
}

static void test_IA6(void **state)
{
    at("american", "hands: 4x2 5x2 6x2 7x2 8x2 9x2 T; red: 3rx2 3b /; stock: T +20");
    play("draw");
    may("hand pairs");
    at("american", "hands: 4x2 5x2 6x2 7x2 8x2 9x2 3r; stock: T T +20");
    play("draw");
    may_not("hand pairs", "NO_SPECIAL_HAND A:hands");
    play("face 3r");
    may("hand pairs");
}

static void test_IA7(void **state)
{
    static const char position[] =
        "hands: 4 / 4 / 5 / 5; melds: Kx7 / Qx7; stock: -; scores: %d / %d";
    static const struct {
        int scores[2];
        const char *over;
    } rows[] = {{{8000, 8010}, "1 wins 10"},
                {{8010, 8000}, "0 wins 10"},
                {{8000, 8000}, ""},
                {{7935, 7935}, ""},
                {{7940, 7935}, "0 wins 5"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        at("american", position, rows[i].scores[0], rows[i].scores[1]);
        play("stop");
        game_over(rows[i].over);
    }
}

static void test_IA8(void **state)
{
    /* From step to step: other cards; sevens and aces; closed ranks; wild cards. */
    static const struct {
        const char *hand, *pile, *may, *refused, *why;
    } rows[] = {
        {"7 A Q 2 5", "", "discard 5", "discard 7", "DISCARD_EMPTY_PILE A:discard"},
        {"7 A Q 2 5", "", "discard 5", "discard Q", "DISCARD_DEAD A:discard"},
        {"7 A Q 2 5", "", "discard 5", "discard 2", "DISCARD_WILD A:discard"},
        {"7 A Q 2", "", "discard 7; discard A", "discard Q", "DISCARD_DEAD A:discard"},
        {"Q Q 2 X", "", "discard Q", "discard 2", "DISCARD_WILD A:discard"},
        {"Q J 2 X", "", "discard J", "discard Q", "DISCARD_DEAD A:discard"},
        {"2 X", "", "discard 2; discard X", "discard 7", "NOT_HELD_DISCARD L16"},
        {"7 A Q 2 5", "4", "discard 5; discard 7; discard A; discard Q", "discard 2",
         "DISCARD_WILD A:discard"},
        {"Q 2", "4", "discard Q", "discard 2", "DISCARD_WILD A:discard"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        drawn("american; packs=4; jokers=8",
              "hands: %s; melds: Kx3 / Qx7; pile: %s; stock: %.1s +20", rows[i].hand + 2,
              rows[i].pile, rows[i].hand);
        may_only(rows[i].may);
        may_not(rows[i].refused, rows[i].why);
    }

    /* Listed and closed: on the step of closed ranks. */
    drawn("american", "hands: 7 Q; melds: Kx3 / Qx7, 7x7; stock: A +20");
    may_only("discard A");
    may_not("discard 7", "DISCARD_DEAD A:discard");
    drawn("american; packs=4; jokers=8", "hands: 7 Q; melds: Kx3 / Qx7, 7x7; stock: 2 +20");
    may_only("discard 7; discard Q");

    /* A three is left out of account. */
    drawn("american", "hands: 3r; stock: 2 +20");
    may_only("discard 2; face 3r");

    /* The only card goes out, whatever it is, also on an empty pile. */
    static const char *const last[] = {"7", "A", "2", "X", "K"};
    for (size_t i = 0; i < sizeof last / sizeof *last; i++) {
        char discard[20];
        snprintf(discard, sizeof discard, "discard %s", last[i]);
        drawn("american", "hands: 4; melds: Kx7, Qx7, 4x3 /; stock: %s +20", last[i]);
        play("add 2 1 0 0");
        play(discard);
        ended("out 0");
    }
}

static void test_IA9(void **state)
{
    drawn("american", "hands: Ax5 4x5 6 8; pile: 9; stock: 9 +20; scores: -1500 / 0");
    may("meld A 5 0 0; meld 4 5 0 0");
    drawn("american", "hands: Ax5 4x4 6 8; pile: 9; stock: 9 +20; scores: -1500 / 0");
    may_not("meld A 5 0 0", "MINIMUM A:opening");
    drawn("american", "hands: Ax5 4x4 6 8; pile: 9; stock: 9 +20; scores: -1500 / 0");
    may_not("meld 4 4 0 0", "MINIMUM A:opening");
}

static void test_IA10(void **state)
{
    static const struct {
        const char *canasta;
        const char *why;
    } rows[] = {{"Kx7", "DEAD_RANK A:closed"},
                {"Kx5 2 X", "DEAD_RANK A:closed"},
                {"Kx4 2 X", NULL},
                {"Kx6", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int side = 0; side < 2; side++) {
            drawn("american; packs=4; jokers=8; second_meld=true",
                  "hands: Kx3 5 6; melds: Qx3%s%s / Jx3%s%s; pile: 9; stock: 9 +20",
                  side == 0 ? ", " : "", side == 0 ? rows[i].canasta : "", side == 1 ? ", " : "",
                  side == 1 ? rows[i].canasta : "");
            verdict("meld K 3 0 0", rows[i].why);
        }
    }
    /* A canasta of wild cards closes nothing, not even wild cards. */
    drawn("american", "hands: 2 Xx3 5 Q; melds: Qx5 / 2x7; pile: 9; stock: 9 +20");
    may("meld X 0 0 3; meld X 0 1 3; add 0 0 1 0; discard 9");
}

static void test_IA11(void **state)
{
    drawn("american", "hands: Kx2 2x2 5; melds: Kx4 /; pile: 9; stock: 9 +20");
    may("add 0 1 1 0; add 0 1 2 0; add 0 2 1 0");
    may_not("add 0 0 1 0", "WILD_NEEDS_NATURALS A:wilds");
    drawn("american", "hands: K 2 5; melds: Kx3 /; pile: 9; stock: 9 +20");
    may("add 0 1 0 0");
    may_not("add 0 1 1 0", "WILD_NEEDS_NATURALS A:wilds");
}

static void test_IA12(void **state)
{
    /* A pair counts nothing: 120 without it, though 150 with all three. */
    at("american", "hands: Kx2 Ax6 5 6; pile: 9 K; stock: +20");
    may_not("take pair", "MINIMUM_WITH_PACK A:opening");
    /* A third one from the hand makes the three count. */
    at("american", "hands: Kx3 Ax5 6 8; pile: 9 K; stock: +20");
    play("take pair; meld A 5 0 0");
    may_not("discard 6", "MINIMUM_WITH_PACK A:opening");
    play("add 0 1 0 0");
    holds(0, "6 8 9");
    may("discard 6");
    /* So does a wild card: 20 and 20, beside 100. */
    at("american", "hands: Kx2 2 Ax5 6 8; pile: 9 K; stock: +20");
    play("take pair; meld A 5 0 0; add 0 0 1 0");
    holds(0, "6 8 9");
    at("american", "hands: Kx2 2 Ax4 6 8; pile: 9 K; stock: +20");
    may_not("take pair", "MINIMUM_WITH_PACK A:opening");

    /* A pair is not a natural meld, three from the hand are. */
    at("american", "hands: Kx2 Ax2 Qx2 Xx2 2 6 8; pile: 9 K; stock: +20");
    may_not("take pair", "OPENING_NATURAL_MELD A:opening");
    at("american", "hands: Kx3 Ax2 Qx2 Xx2 2 6 8; pile: 9 K; stock: +20");
    play("take pair; meld A 2 0 2; add 0 1 0 0");
    may("discard 6");
    /* With the top card counted both would be well. */
    at("american; opening_top_card=true", "hands: Kx2 Ax6 5 6; pile: 9 K; stock: +20");
    may("take pair");
    at("american; opening_top_card=true", "hands: Kx2 Ax2 Qx2 Xx2 2 6 8; pile: 9 K; stock: +20");
    may("take pair");
}

static void test_IA13(void **state)
{
    /* Wild cards elsewhere first, then a meld of them. */
    drawn("american", "hands: Ax3 Kx2 2x5 Xx2 5 6; pile: 9; stock: 8 +20");
    play("meld A 3 0 0; meld K 2 1 0; meld X 0 3 0");
    may("add 2 0 1 0; discard 5");
    may_not("add 0 0 1 0", "WILDS_LOCKED A:wilds");
    may_not("add 1 0 0 1", "WILDS_LOCKED A:wilds");
    drawn("american", "hands: Ax3 Kx2 2x5 Xx2 5 6; pile: 9; stock: 8 +20");
    play("meld A 3 0 0; meld X 0 3 0");
    may_not("meld K 2 1 0", "WILDS_LOCKED A:wilds");
    /* Completed, it lets them go elsewhere again. */
    drawn("american", "hands: Ax3 Kx2 2x6 Xx2 5 6; pile: 9; stock: 8 +20");
    play("meld A 3 0 0; meld X 0 5 0");
    may_not("meld K 2 1 0", "WILDS_LOCKED A:wilds");
    play("add 1 0 0 2");
    may("meld K 2 1 0");
}

static void test_IA14(void **state)
{
    /* A talon counts with the hand, unseen, also for three of a kind. */
    at("american", "hands: 4 / 7x2 5 / 6 / 8; talon: / 7 3r K; melds: / Jx7; stock: -");
    play("stop");
    scored(1, "melds 70, canastas 500, hands -45, penalties -1500, total -975");
    at("american", "hands: 4 / 7 5 / 6 / 7 8; talon: / 7 3r K; melds: / Jx7; stock: -");
    play("stop");
    scored(1, "melds 70, canastas 500, hands -45, total 525");

    /* Without a turn the threes of a hand are laid out and scored; else they cost five. */
    at("american", "hands: 4 / 3rx2 5 / 6 / 8; stock: -; turned: 023");
    play("stop");
    scored(1, "red -300, hands -15, total -315");
    at("american", "hands: 4 / 3r 5 / 6 / 8; stock: -");
    play("stop");
    scored(1, "hands -20, total -20");
}

static void test_IA15(void **state)
{
    /* Aces into which the pile was claimed in the opening stay natural. */
    at("american", "hands: Ax6 2x2 Kx5 8 X; pile: 9 A; stock: +20");
    play("take pair; meld K 5 0 0");
    may("add 0 1 0 0; add 1 0 0 1");
    may_not("add 0 0 1 0", "PURE_CLAIMED A:aces");
    may_not("meld A 2 1 0", "PURE_CLAIMED A:aces");
    may_not("meld A 3 0 0", "PURE_CLAIMED A:aces");
    play("add 0 1 0 0; add 1 0 0 1");
    may_not("add 0 0 1 0", "PURE_CLAIMED A:aces");
    drawn("american", "hands: Ax6 2x2 Kx5 8 X; pile: 9; stock: +20");
    play("meld K 5 0 0; meld A 3 0 0");
    may("add 1 0 1 0");
}

static void test_IA16(void **state)
{
    drawn("american", "hands: Ax2 2x2 Kx3 X 5 Qx3; pile: 9; stock: 6 +20");
    play("meld A 2 2 0; meld K 3 0 0");
    may("add 1 0 0 1");
    play("add 1 0 0 1");
    may_not("discard 5", "OPENING_NATURAL_MELD A:opening");
    play("meld Q 3 0 0");
    may("discard 5");
    drawn("american", "hands: Ax2 2x2 Kx3 X 5 Qx2; pile: 9; stock: 6 +20");
    play("meld A 2 2 0; meld K 3 0 0");
    may_not("add 1 0 0 1", "OPENING_NATURAL_MELD A:opening");
    /* The pile has joined, and the turn has not ended. */
    at("american", "hands: Kx3 Ax5 Xx2 6 8; pile: 9 J K");
    play("take pair; add 0 1 0 0; meld A 5 0 0");
    holds(0, "X X 6 8 9 J");
    play("add 0 0 0 1");
    may_not("add 1 0 0 1", "OPENING_NATURAL_MELD A:opening");
}

static void test_IA17(void **state)
{
    /* A dream hand wins, even with the lower total; other hands do not. */
    at("american",
       "hands: 4x5 5x5 2x3 / 4 / 6 / 8; melds: / Kx7; stock: 2 +20; scores: -900 / 8000");
    play("draw; hand dream_four");
    ended("hand 0");
    scored(0, "special 8500, total 8500");
    scored(1, "melds 70, canastas 500, hands -15, total 555");
    game_over("0 wins -955");
    at("american",
       "hands: 4x4 5x4 6x4 2 / 4 / 6 / 8; melds: / Kx7; stock: 2 +20; scores: 2000 / 0");
    play("draw; hand quads");
    game_over("");
    at("american",
       "hands: 4x4 5x4 6x4 2 / 4 / 6 / 8; melds: / Kx7; stock: 2 +20; scores: 5000 / 0");
    play("draw; hand quads");
    game_over("0 wins 7945");
}

static void test_IA18(void **state)
{
    drawn("american", "hands: Qx7 Kx7 / 5 / 6 / 8; pile: 9; stock: 9 +20");
    play("meld Q 7 0 0; meld K 7 0 0; discard 9");
    ended("out concealed 0");
    scored(0, "melds 140, canastas 1000, out 100, hands -5, total 1235");
    drawn("american", "hands: 4 / 5 / 6 / 8; melds: Qx7, Kx7, 4x3 /; pile: 9; stock: 9 +20");
    play("add 2 1 0 0; discard 9");
    ended("out 0");
}

static void test_IA19(void **state)
{
    /* Aces with a wild card neither bar nor cost; natural ones do both. */
    drawn("american", "hands: 4 / 5 / 6 / 8; melds: Qx7, Kx7, 4x3, Ax3 2 /; pile: 9; stock: 9 +20");
    play("add 2 1 0 0; discard 9");
    ended("out 0");
    scored(0, "melds 240, canastas 1000, out 100, hands -5, total 1335");
    drawn("american", "hands: 4; melds: Qx7, Kx7, 4x3, Ax4 /; pile: 9; stock: 9 +20");
    may_not("add 2 1 0 0", "OUT_BARS A:out");
    at("american", "hands: 4 / 5 / 6 / 8; melds: Ax5 2x2 /; stock: -");
    play("stop");
    scored(0, "melds 140, canastas 300, hands -10, total 430");
}

static void test_IA20(void **state)
{
    /* The card for a three that is laid out is the last, and a three as well. */
    at("american", "hands: 3r 5 6 / 5 / 6 / 8; pile: 9; stock: 8 3b");
    play("draw; face 3r");
    ended("red3");
    holds(0, "3b 5 6 8");
    scored(0, "red -100, hands -30, total -130");
    /* Without a stock it is not replaced. */
    at("american", "hands: 3r 5 6; pile: 9; stock: 8");
    play("draw; face 3r");
    ended("");
    holds(0, "5 6 8");
    may("discard 5");
    may_not("face 3r", "NOTHING_TO_FACE A:threes");
    /* The last card never stays as one that may be kept. */
    at("american", "hands: 5 6; pile: 9; stock: 3r");
    play("draw");
    ended("red3");
}

static void test_IA21(void **state)
{
    drawn("american", "hands: 3r; pile: 9; stock: 8 +20");
    may_only("discard 8; face 3r");
    may_not("discard 3r", "BONUS_CARD_DISCARDED A:threes");
    play("discard 8");
    holds(0, "3r");
    ended("");
}

static void test_IA22(void **state)
{
    static const struct {
        const char *hand, *meld, *why;
    } rows[] = {
        {"7x3", "meld 7 3 0 0", "OUT_BARS A:out"},
        {"7x3 5", "meld 7 3 0 0", NULL},
        {"Ax3", "meld A 3 0 0", "OUT_BARS A:out"},
        {"Ax3 5", "meld A 3 0 0", NULL},
        {"2x3", "meld X 0 3 0", "OUT_BARS_WILD A:out"},
        {"2x3 5", "meld X 0 3 0", NULL},
        {"4x3", "meld 4 3 0 0", NULL},
        {"7x7", "meld 7 7 0 0", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        drawn("american", "hands: %s; melds: Kx7, Qx7 /; pile: 9; stock: 6 +20", rows[i].hand);
        verdict(rows[i].meld, rows[i].why);
    }
}

static void test_IA23(void **state)
{
    /* In the rest of the turn nothing can be laid with the closed rank … */
    drawn("american; packs=4; jokers=8; second_meld=true",
          "hands: Kx5 5; melds: Kx5, Qx3 /; pile: 9; stock: 9 +20");
    may("meld K 3 0 0");
    play("add 0 2 0 0");
    may_not("meld K 3 0 0", "DEAD_RANK A:closed");
    drawn("american; packs=4; jokers=8; second_meld=true",
          "hands: Kx4 5; melds: Kx5, Kx3 /; pile: 9; stock: 9 +20");
    play("add 0 2 0 0");
    may_not("add 1 1 0 0", "DEAD_RANK A:closed");

    /* … and on an empty pile it is discarded late. */
    drawn("american", "hands: Kx2 5; melds: Kx6 /; stock: 9 +20");
    may("discard K");
    play("add 0 1 0 0");
    may_not("discard K", "DISCARD_DEAD A:discard");
    at("american", "hands: Kx2 5 6; melds: Kx4 /; pile: K 4 K");
    play("take pair");
    holds(0, "4 5 6 K");
    may_not("discard K", "DISCARD_DEAD A:discard");
}

static void test_IA24(void **state)
{
    at("american", "hands: Kx2 7 5 / 5x2 8 9; melds: Jx3 / Tx3; pile: K; stock: -");
    play("take pair");
    may_not("discard 7", "DISCARD_EMPTY_PILE A:discard");
    play("discard 5");
    may_only("stop; take pair");
    play("take pair");
    holds(1, "8 9");
}

/* ---- the order of refusals: of two that apply, the first is cited ---- */

static void of_two_objections_to_taking_the_first_is_cited(void **state)
{
    static const struct {
        const char *position, *action, *why;
    } rows[] = {
        {"hands: K 5; melds: Kx5 / Kx7; pile: K", "take pair", "DEAD_RANK A:closed"},
        {"hands: K; melds: Jx3 / Kx7; pile: K", "take pair", "DEAD_RANK A:closed"},
        {"hands: K; pile: K", "take deuce", "ONE_CARD_HAND L35"},
        {"hands: K 4; pile: K", "take deuce", "FROZEN_BEFORE_INITIAL A:pack"},
        {"hands: K 4; pile: K", "take pair", "CLAIM_NEEDS_PAIR A:pack"},
        {"hands: K 4; melds: Kx5 /; pile: K", "take joker", "NO_CLAIM_WITH_WILD A:pack"},
        {"hands: K 4; melds: Kx5 /; pile: K", "take pair", "CLAIM_NEEDS_PAIR A:pack"},
        {"hands: 4 5; melds: Kx5 /; pile: 2", "take pair", "TOP_CARD A:pack"},
        {"hands: 3r Kx2 4; melds: / Kx7; pile: K", "take pair", "DEAD_RANK A:closed"},
        {"hands: 3r Kx2 4; pile: K", "take pair", "BONUS_CARD_HELD A:threes"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        at("american; packs=4; jokers=8", "%s", rows[i].position);
        may_not(rows[i].action, rows[i].why);
        play("draw");
        may_not(rows[i].action, "ALREADY_DREW L15");
    }
}

static void of_two_objections_to_laying_the_first_is_cited(void **state)
{
    static const struct {
        const char *position, *action, *why;
    } rows[] = {
        {"hands: 4 5", "meld 3b 3 0 0", "NOT_HELD_MELD L19"},
        {"hands: 4 5 3b; melds: / Jx3", "meld 3b 1 0 0", "BONUS_CARD_MELDED A:threes"},
        {"hands: 7 2x2 5; melds: Jx3 /", "meld 7 1 2 0", "TOO_FEW_NATURALS A:melds"},
        {"hands: 7 2 5; melds: 7x6 /", "add 0 1 1 0", "MELD_TOO_LARGE A:closed"},
        {"hands: 2 4 5; melds: 7x4, 2x3 /", "add 0 0 1 0", "PURE A:sevens"},
        {"hands: 2 4 5; melds: Ax3, 2x3 /", "add 0 0 1 0", "PURE_AFTER_OPENING A:aces"},
        {"hands: 2 4 5; melds: Kx3, 2x3 /", "add 0 0 1 0", "WILD_NEEDS_NATURALS A:wilds"},
        {"hands: Kx5 2 4 5; melds: Kx5, 2x3 /", "meld K 5 1 0", "WILDS_LOCKED A:wilds"},
        {"hands: Kx2 4 5; melds: Kx3 /", "meld K 2 0 0", "TOO_FEW_CARDS A:melds"},
        {"hands: Kx3 4 5; melds: Kx7 /", "meld K 3 0 0", "SECOND_MELD A:melds"},
        {"hands: Kx3 4 5 3r; melds: / Kx7", "meld K 3 0 0", "DEAD_RANK A:closed"},
        {"hands: Kx3 4 5 3r", "meld K 3 0 0", "BONUS_CARD_HELD A:threes"},
        {"hands: Kx3 4 5", "meld K 3 0 0", "MINIMUM A:opening"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        at("american; packs=4; jokers=8", "%s; pile: 9; stock: 9 +20", rows[i].position);
        may_not(rows[i].action, "DRAW_FIRST L14");
        play("draw");
        may_not(rows[i].action, rows[i].why);
    }
    drawn("american; packs=4; jokers=8", "hands: Kx8 2x2 Ax7 4 5; pile: 9; stock: 9 +20");
    play("meld A 7 0 0; meld K 3 0 0");
    may_not("meld K 5 2 0", "OPENING_MIXED A:opening");
    may_not("meld K 5 1 0", "SECOND_MELD A:melds");
}

static void of_two_objections_to_a_discard_the_first_is_cited(void **state)
{
    at("american", "hands: Kx3 Ax5 2 5; pile: 9 K; stock: 9 +20");
    may_not("discard 9", "DRAW_FIRST L14");
    play("take pair");
    may_not("discard 9", "NOT_HELD_DISCARD L16");
    may_not("discard 2", "OPENING_NATURAL_MELD A:opening");
    play("meld A 5 0 0");
    may_not("discard 2", "MINIMUM_WITH_PACK A:opening");
    drawn("american", "hands: 3b 2; stock: 9 +20");
    may_not("discard 3b", "BONUS_CARD_DISCARDED A:threes");
    may_not("discard 2", "DISCARD_WILD A:discard");
    drawn("american", "hands: Ax3 Kx3 Qx3 2x2 X 5 6; pile: 9; stock: 8 +20");
    play("meld A 3 2 0");
    may_not("discard X", "DISCARD_WILD A:discard");
    may_not("discard 5", "OPENING_NATURAL_MELD A:opening");
}

static void of_two_reasons_why_a_turn_cannot_end_the_first_is_cited(void **state)
{
    /* Neither a natural meld nor enough. */
    drawn("american", "hands: Ax2 2x2 4 5 6; pile: 9; stock: 8 +20");
    may_not("meld A 2 2 0", "MINIMUM A:opening");
    /* Enough is there, but the cards that would be kept are needed. */
    drawn("american", "hands: Ax6 Kx3; pile: 4; stock: 9 +7");
    may_not("meld A 6 0 0", "MINIMUM A:opening");
    /* An unfinished meld bars, and the last card must be discarded. */
    drawn("american", "hands: 4; melds: Kx7, Qx7, 7x3, 4x3 /; pile: 9; stock: 4 +20");
    may_not("add 3 1 0 0", "OUT_BARS A:out");
    may_not("add 3 2 0 0", "LAST_DISCARD A:out");
    drawn("american", "hands: 4; melds: Kx7, 7x3, 4x3 /; pile: 9; stock: 4 +20");
    may_not("add 2 1 0 0", "KEEP_A_CARD A:out");
    may_not("add 2 2 0 0", "KEEP_A_CARD A:out");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_IA1),
        cmocka_unit_test(test_IA2),
        cmocka_unit_test(test_IA3),
        cmocka_unit_test(test_IA4),
        cmocka_unit_test(test_IA5),
        cmocka_unit_test(test_IA6),
        cmocka_unit_test(test_IA7),
        cmocka_unit_test(test_IA8),
        cmocka_unit_test(test_IA9),
        cmocka_unit_test(test_IA10),
        cmocka_unit_test(test_IA11),
        cmocka_unit_test(test_IA12),
        cmocka_unit_test(test_IA13),
        cmocka_unit_test(test_IA14),
        cmocka_unit_test(test_IA15),
        cmocka_unit_test(test_IA16),
        cmocka_unit_test(test_IA17),
        cmocka_unit_test(test_IA18),
        cmocka_unit_test(test_IA19),
        cmocka_unit_test(test_IA20),
        cmocka_unit_test(test_IA21),
        cmocka_unit_test(test_IA22),
        cmocka_unit_test(test_IA23),
        cmocka_unit_test(test_IA24),
        cmocka_unit_test(of_two_objections_to_taking_the_first_is_cited),
        cmocka_unit_test(of_two_objections_to_laying_the_first_is_cited),
        cmocka_unit_test(of_two_objections_to_a_discard_the_first_is_cited),
        cmocka_unit_test(of_two_reasons_why_a_turn_cannot_end_the_first_is_cited),
    };
    return cmocka_run_group_tests(tests, NULL, leave_last);
}
