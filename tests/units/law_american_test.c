/* law_american_test.c -- the articles of American Canasta: for each what it allows and what it
 * refuses, or a figure that it gives and one close by that it does not. */
#include "law_table.h"

/* ---- dealing ---- */

static void test_A_deal(void **state)
{
    deal("american", 4);
    const struct cn_board *board = &at_table.game.deal.board;
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(board->hand_size[seat], 13);
    assert_int_equal(board->pile, 0);
    assert_int_equal(at_table.cards, 108);
    may("draw");
    may_not("take pair", "NO_PILE A:pack");
    const int stock = board->stock;
    at("american", "hands: 4 5; stock: 6 8 +10");
    play("draw");
    holds(0, "4 5 6");
    may_not("draw", "ALREADY_DREW L15");
    may_not("stop", "STOCK_LEFT L36");
    assert_int_equal(stock, 108 - 4 * 13 - 0);
}

/* ---- threes ---- */

static void test_A_threes(void **state)
{
    /* One three may stay before the opening, and then nothing is laid or taken. */
    at("american", "hands: 3r 3b Kx3 Ax5; pile: K; stock: 6 8 9 +10; turned: 123");
    holds(0, "3r 6 K K K A A A A A");
    may("draw; face 3r");
    may_not("face 3b", "NOTHING_TO_FACE A:threes");
    may_not("take pair", "BONUS_CARD_HELD A:threes");
    play("draw");
    may("face 3r");
    may_not("meld A 5 0 0", "BONUS_CARD_HELD A:threes");
    may_not("discard 3r", "BONUS_CARD_DISCARDED A:threes");
    may_not("meld 3r 1 0 0", "BONUS_CARD_MELDED A:threes");
    play("face 3r");
    holds(0, "6 8 9 K K K A A A A A");
    may("meld A 5 0 0");

    /* A second one is laid out as soon as it comes. */
    at("american", "hands: 3b 5 6; stock: 3r 8 +10");
    play("draw");
    holds(0, "3b 5 6 8");
    assert_int_equal(at_table.game.deal.board.red[0], 1);

    /* None stays once the side has opened. */
    at("american", "hands: 3r 5 6; melds: Kx3 /; stock: 8 3b 9 +10");
    holds(0, "5 6 8");
    play("draw");
    holds(0, "5 6 8 9");
    assert_int_equal(at_table.game.deal.board.black[0], 1);

    /* The two colours are counted apart. */
    at("american", "hands: 4 / 5 / 6 / 8; melds: Kx7, Qx7 /; red: 3rx2 3bx3 / 3rx1; stock: -");
    play("stop");
    scored(0, "melds 140, canastas 1000, red 800, hands -10, total 1930");
    scored(1, "red -100, hands -15, total -115");
    at("american", "hands: 4 / 5 / 6 / 8; melds: Kx7, Qx7 /; red: 3rx4 3bx1; stock: -");
    play("stop");
    scored(0, "melds 140, canastas 1000, red 1100, hands -10, total 2230");
    at("american", "hands: 4 / 5 / 6 / 8; melds: Kx7, Qx7 /; red: 3rx1 3bx4; stock: -");
    play("stop");
    scored(0, "melds 140, canastas 1000, red 1100, hands -10, total 2230");
}

/* ---- opening ---- */

static void test_A_opening(void **state)
{
    /* Just enough, and five less. */
    drawn("american", "hands: Ax5 4x5 6 8; pile: 9; stock: 9 +20; scores: 2995 / 0");
    play("meld A 5 0 0");
    may_not("discard 6", "MINIMUM A:opening");
    play("meld 4 5 0 0");
    may("discard 6");
    drawn("american", "hands: Ax5 4x4 5x2 6 8; pile: 9; stock: 9 +20");
    may_not("meld A 5 0 0", "MINIMUM A:opening");
    drawn("american", "hands: Ax5 Kx4 4x3 6 8; pile: 9; stock: 9 +20; scores: 3000 / 0");
    may("meld A 5 0 0; meld K 4 0 0; meld 4 3 0 0");
    drawn("american", "hands: Ax5 Kx5 6 8 9; pile: 9; stock: J +20; scores: 3000 / 0");
    may_not("meld A 5 0 0", "MINIMUM A:opening");
    drawn("american", "hands: Ax5 Kx5 6 8 9; pile: 9; stock: J +20; scores: 2995 / 0");
    may("meld A 5 0 0");
    drawn("american", "hands: Ax6 Kx6 6 8; pile: 9; stock: 9 +20; scores: 5000 / 0");
    may("meld A 6 0 0");
    drawn("american", "hands: Ax6 Kx4 4x3 6 8; pile: 9; stock: 9 +20; scores: 5000 / 0");
    may_not("meld A 6 0 0", "MINIMUM A:opening");
    drawn("american", "hands: Ax6 Kx4 4x3 6 8; pile: 9; stock: 9 +20; scores: 4995 / 0");
    may("meld A 6 0 0");

    /* One meld is natural. */
    drawn("american", "hands: Ax2 Kx2 2x2 Xx2 4 5; pile: 9; stock: 6 +20");
    may_not("meld A 2 2 0", "OPENING_NATURAL_MELD A:opening");
    drawn("american", "hands: Ax2 Kx3 2x2 Xx2 4 5; pile: 9; stock: 6 +20");
    play("meld A 2 0 2");
    may_not("discard 4", "OPENING_NATURAL_MELD A:opening");
    play("meld K 3 0 0");
    may("discard 4");

    /* A meld of wild cards is not one, except for Pagat. */
    drawn("american", "hands: Xx3 2x2 Kx2 4 5; pile: 9; stock: 6 +20");
    may_not("meld X 0 2 3", "OPENING_NATURAL_MELD A:opening");
    drawn("american; opening_needs=natural_or_wild_meld",
          "hands: Xx3 2x2 Kx2 4 5; pile: 9; stock: 6 +20");
    may("meld X 0 2 3");
    drawn("american; opening_needs=natural_or_wild_meld",
          "hands: Ax3 Kx2 2x4 Xx2 4 5; pile: 9; stock: 6 +20");
    may("meld A 3 2 0; meld X 0 2 2");
    drawn("american; opening_needs=natural_or_wild_meld",
          "hands: Ax2 Kx2 Xx2 4 5; pile: 9; stock: 6 +20");
    may_not("meld A 2 0 2", "OPENING_NATURAL_OR_WILD A:opening");

    /* A natural canasta may be completed, a mixed one not. */
    drawn("american", "hands: Ax5 2x2 Kx3 4 5; pile: 9; stock: 6 +20");
    may("meld A 5 1 0");
    may_not("meld A 5 2 0", "OPENING_MIXED A:opening");
    play("meld K 3 0 0; meld A 5 1 0");
    may_not("add 1 0 1 0", "OPENING_MIXED A:opening");
    drawn("american", "hands: Ax7 4 5; pile: 9; stock: 6 +20");
    may("meld A 7 0 0");

    /* No canasta replaces the minimum, but Pagat's splash does. */
    static const char sixes[] = "hands: 4x7 5 6; pile: 9; stock: 8 +20";
    drawn("american", sixes);
    may_not("meld 4 7 0 0", "MINIMUM A:opening");
    drawn("american; canasta_lifts_minimum=natural_or_wild", sixes);
    may("meld 4 7 0 0");
    drawn("american; canasta_lifts_minimum=natural_or_wild; opening_mixed_canasta=true",
          "hands: 4x5 2x2 5x3 6; pile: 9; stock: 8 +20");
    may_not("meld 4 5 2 0", "MINIMUM A:opening");

    /* What a side has laid before counts for its partner's melds too. */
    drawn("american", "hands: 4x3 5 6; melds: Kx3 /; pile: 9; stock: 8 +20");
    may("meld 4 3 0 0");
    drawn("american", "hands: 4x3 5 6; melds: / Kx3; pile: 9; stock: 8 +20");
    may_not("meld 4 3 0 0", "MINIMUM A:opening");
}

/* ---- melds ---- */

static void test_A_melds(void **state)
{
    drawn("american", "hands: 4x3 5x2 6 Qx2 Xx2 8; melds: Kx3, Jx4 2x2, Tx3 2x2 /; pile: 9; "
                      "stock: Q +20");
    may("meld 4 3 0 0; meld Q 3 0 0");
    may_not("meld 5 2 0 0", "TOO_FEW_CARDS A:melds");
    may_not("meld 6 1 0 2", "TOO_FEW_NATURALS A:melds");
    may_not("add 1 0 0 1", "TOO_MANY_WILDS_CANASTA A:melds");
    may_not("add 2 0 0 1", "TOO_MANY_WILDS A:melds");
    drawn("american", "hands: Kx3 Tx2 J 6 8; melds: Kx3, Jx4 2x2, Tx6 /; pile: 9; stock: 5 +20");
    may("add 0 3 0 0; add 1 1 0 0; add 2 1 0 0");
    may_not("meld K 3 0 0", "SECOND_MELD A:melds");
    may_not("add 2 2 0 0", "MELD_TOO_LARGE A:closed");
    may_not("add 3 1 0 0", "NO_SUCH_MELD L20");
    drawn("american", "hands: Kx8 6 8; melds: Jx4 /; pile: 9; stock: 5 +20");
    may("meld K 7 0 0");
    may_not("meld K 8 0 0", "MELD_TOO_LARGE A:closed");
}

static void test_A_sevens(void **state)
{
    /* Never a wild card, neither later nor in the opening. */
    drawn("american", "hands: 7x4 2 X 5 6; melds: Kx3 /; pile: 9; stock: 8 +20");
    may("meld 7 3 0 0; meld 7 4 0 0");
    may_not("meld 7 3 1 0", "PURE A:sevens");
    play("meld 7 4 0 0");
    may_not("add 1 0 0 1", "PURE A:sevens");
    drawn("american", "hands: 7x5 Ax6 2 X 5 6; pile: 9; stock: 8 +20");
    may("meld 7 5 0 0");
    may_not("meld 7 5 1 0", "PURE A:sevens");

    /* Seven of them, and six. */
    at("american", "hands: 4 / 5 / 6 / 8; melds: 7x7 /; stock: -");
    play("stop");
    scored(0, "melds 35, canastas 2500, hands -10, total 2525");
    at("american", "hands: 4 / 5 / 6 / 8; melds: 7x6 /; stock: -");
    play("stop");
    scored(0, "melds -30, hands -10, penalties -2500, total -2540");

    /* Three in a hand, and two. */
    at("american", "hands: 7x3 / 7x2 / 4 / 7x2; stock: -");
    play("stop");
    scored(0, "hands -20, penalties -1500, total -1520");
    scored(1, "hands -20, total -20");

    /* Unfinished ones bar from going out, though the opponents have finished theirs. */
    drawn("american; packs=4; jokers=8",
          "hands: 4; melds: Kx7, Qx7, 7x6, 4x3 / 7x7; pile: 9; stock: 5 +20");
    may("discard 4");
    may_not("add 3 1 0 0", "OUT_BARS A:out");
    drawn("american", "hands: 4; melds: Kx7, Qx7, 7x7, 4x3 /; pile: 9; stock: 5 +20");
    may("add 3 1 0 0");
}

static void test_A_aces(void **state)
{
    /* A wild card in the opening, and then a second one. */
    drawn("american", "hands: Ax2 Kx6 2x2 X 4; pile: 9; stock: 6 +20");
    may("meld A 2 2 0; meld A 2 0 1");
    drawn("american", "hands: A 2 5 6; melds: Kx3, Ax4 2 /; pile: 9; stock: 8 +20");
    may("add 1 1 1 0");
    may_not("add 1 0 1 0", "WILD_NEEDS_NATURALS A:wilds");

    /* Later aces stay natural. */
    drawn("american", "hands: 2 5 6; melds: Kx3, Ax5 /; pile: 9; stock: 8 +20");
    may_not("add 1 0 1 0", "PURE_AFTER_OPENING A:aces");
    drawn("american", "hands: Ax5 2 5 6; melds: Kx3 /; pile: 9; stock: 8 +20");
    may("meld A 3 0 0; meld A 5 0 0");
    may_not("meld A 5 1 0", "PURE_AFTER_OPENING A:aces");

    /* Natural and mixed canastas, and a promise that is not kept. */
    at("american", "hands: 4 / 5 / 6 / 8; melds: Ax7 /; stock: -");
    play("stop");
    scored(0, "melds 140, canastas 2500, hands -10, total 2630");
    at("american", "hands: 4 / 5 / 6 / 8; melds: Ax6 2 / Kx7; stock: -");
    play("stop");
    scored(0, "melds 140, canastas 300, hands -10, total 430");
    at("american", "hands: 4 / 5 / 6 / 8; melds: Ax6 / Kx7, Qx7, Jx5; stock: -");
    play("stop");
    scored(0, "melds -120, hands -10, penalties -2500, total -2630");
    scored(1, "melds 190, canastas 1000, hands -15, total 1175");
    at("american", "hands: 4 / Ax3 / 6 / 8; melds: / Ax3 2, Kx7; stock: -");
    play("stop");
    scored(1, "melds 150, canastas 500, hands -70, penalties -1500, total -920");
}

static void test_A_wilds(void **state)
{
    /* Only with five naturals, except in the opening. */
    drawn("american", "hands: Qx4 Jx5 2x2 8; melds: Kx4, Tx5 /; pile: 9; stock: 6 +20");
    may("add 1 0 1 0; add 1 0 2 0; meld J 5 1 0");
    may_not("add 0 0 1 0", "WILD_NEEDS_NATURALS A:wilds");
    may_not("meld Q 4 1 0", "WILD_NEEDS_NATURALS A:wilds");
    drawn("american", "hands: Qx4 Jx2 2x2 8 9x6; pile: 9; stock: 6 +20");
    may("meld Q 4 1 0; meld J 2 2 0");
    may_not("meld J 2 0 1", "NOT_HELD_MELD L19");

    /* A meld of three to seven of them alone; while it is unfinished, they go nowhere else. */
    drawn("american", "hands: 2x4 Xx3 8 6; melds: Tx5 /; pile: 9; stock: 6 +20");
    may("meld X 0 3 0; meld X 0 0 3; meld X 0 4 3; meld X 0 2 1");
    may_not("meld X 0 1 1", "WILD_MELD_SHAPE A:wilds");
    play("meld X 0 3 0");
    may("add 1 0 1 0; add 1 0 0 3; add 1 0 1 3");
    may_not("add 0 0 0 1", "WILDS_LOCKED A:wilds");
    may_not("meld X 0 1 2", "WILDS_LOCKED A:wilds");
    play("add 1 0 1 3");
    drawn("american", "hands: 2x2 X 8 6; melds: Tx5, 2x6 X /; pile: 9; stock: 6 +20");
    may("add 0 0 1 0; add 0 0 1 1");
    may_not("add 1 0 1 0", "WILD_MELD_SHAPE A:wilds");
    may_not("meld X 0 2 1", "SECOND_MELD A:melds");

    /* What seven of them bring, and fewer cost. */
    static const struct {
        const char *melds, *scored;
    } rows[] = {
        {"2x7", "melds 140, canastas 3000, hands -10, total 3130"},
        {"2x6 X", "melds 170, canastas 2000, hands -10, total 2160"},
        {"2x4 Xx3", "melds 230, canastas 2000, hands -10, total 2220"},
        {"2x3 Xx4", "melds 260, canastas 2500, hands -10, total 2750"},
        {"2x2 Xx4", "melds -240, hands -10, penalties -2000, total -2250"},
        {"2x6", "melds -120, hands -10, penalties -2000, total -2130"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        at("american", "hands: 4 / 5 / 6 / 8; melds: %s /; stock: -", rows[i].melds);
        play("stop");
        scored(0, rows[i].scored);
    }
    at("american; unfinished_penalty={wild: 2000, wild_four_jokers: 2500}",
       "hands: 4 / 5 / 6 / 8; melds: 2x2 Xx4 /; stock: -");
    play("stop");
    scored(0, "melds -240, hands -10, penalties -2500, total -2750");

    /* An unfinished one bars from going out. */
    drawn("american", "hands: 4; melds: Kx7, Qx7, 2x3, 4x3 /; pile: 9; stock: 5 +20");
    may_not("add 3 1 0 0", "OUT_BARS_WILD A:out");
    drawn("american", "hands: 4; melds: Kx7, 2x7, 4x3 /; pile: 9; stock: 5 +20");
    may("add 2 1 0 0");
}

static void test_A_closed(void **state)
{
    /* Closed to both sides, by a natural canasta or a mixed one. */
    static const char *const canastas[] = {"Qx7", "Qx5 2x2"};
    for (size_t i = 0; i < 2; i++) {
        at("american; packs=4; jokers=8",
           "hands: Qx3 5 6 8; melds: Kx5, Qx3 / %s; pile: Q; stock: 9 +20", canastas[i]);
        may_not("take pair", "DEAD_RANK A:closed");
        play("draw");
        may_not("add 1 1 0 0", "DEAD_RANK A:closed");
        drawn("american; packs=4; jokers=8",
              "hands: Qx3 5 6 8; melds: Kx5 / %s; pile: 4; stock: 9 +20", canastas[i]);
        may_not("meld Q 3 0 0", "DEAD_RANK A:closed");
        may("discard Q");
    }

    /* Six cards close nothing. */
    drawn("american; packs=4; jokers=8",
          "hands: Qx4 5 6 8; melds: Kx5, Qx3 / Qx6; pile: 4; stock: 9 +20");
    may("add 1 1 0 0; add 1 3 0 0; add 1 4 0 0");
    drawn("american; packs=4; jokers=8",
          "hands: Qx3 5 6 8; melds: Kx5 / Qx6; pile: 4; stock: 9 +20");
    may("meld Q 3 0 0");

    /* No meld is larger than a canasta. */
    drawn("american", "hands: Kx2 5 6 8; melds: Kx6 /; pile: 4; stock: 9 +20");
    may("add 0 1 0 0");
    may_not("add 0 2 0 0", "MELD_TOO_LARGE A:closed");
    play("add 0 1 0 0");
    may_not("add 0 1 0 0", "MELD_TOO_LARGE A:closed");
}

static void test_A_pack(void **state)
{
    /* Two naturals, always: before the opening and after it. */
    at("american", "hands: Kx2 Ax6 2 X 6; pile: 2 4 K; stock: 9 +20");
    may("take pair");
    may_not("take deuce", "FROZEN_BEFORE_INITIAL A:pack");
    at("american", "hands: Kx2 2 X 6; melds: Jx3, Kx3 /; pile: 2 4 K; stock: 9 +20");
    may("take pair; draw");
    may_not("take deuce", "NO_CLAIM_WITH_WILD A:pack");
    may_not("take joker", "NO_CLAIM_WITH_WILD A:pack");
    may_not("take onto 1", "NO_CLAIM_ONTO A:pack");
    at("american", "hands: K 2 X 6; melds: Jx3 /; pile: 4 K; stock: 9 +20");
    may_not("take pair", "CLAIM_NEEDS_PAIR A:pack");

    /* Not a wild card on top, nor nothing. */
    at("american", "hands: Kx2 2x2 6; melds: Jx3 /; pile: K 2; stock: 9 +20");
    may_not("take pair", "TOP_CARD A:pack");
    at("american", "hands: Kx2 2x2 6; melds: Jx3 /; stock: 9 +20");
    may_not("take pair", "NO_PILE A:pack");

    /* All of it. */
    at("american", "hands: Kx2 8; melds: Jx3 /; pile: 4 5 2 6 9 T K; stock: 9 +20");
    play("take pair");
    holds(0, "2 4 5 6 8 9 T");

    /* The three cards join the side's meld, if it has room for them. */
    at("american", "hands: Kx2 5 6; melds: Kx4 /; pile: 4 K; stock: 9 +20");
    play("take pair");
    holds(0, "4 5 6");
    assert_int_equal(at_table.game.deal.board.canastas[0], 1);
    at("american", "hands: Kx2 5 6; melds: Kx5 /; pile: 4 K; stock: 9 +20");
    may_not("take pair", "MELD_TOO_LARGE A:closed");

    /* With one card in the hand not a pile of one card. */
    at("american", "hands: K; melds: Kx4 /; pile: K; stock: 9 +20");
    may_not("take pair", "ONE_CARD_HAND L35");
}

static void test_A_discard(void **state)
{
    /* No wild card beside another card. */
    drawn("american", "hands: 2 7 A; melds: Jx3 / Qx7; pile: 4; stock: Q +20");
    may("discard 7; discard A; discard Q");
    may_not("discard 2", "DISCARD_WILD A:discard");
    drawn("american", "hands: 2 X; melds: Jx3 /; pile: 4; stock: 2 +20");
    may_only("discard 2; discard X");

    /* On an empty pile neither sevens, aces nor closed ranks. */
    drawn("american", "hands: 2 7 A 5; melds: Jx3 / Qx7; stock: Q +20");
    may("discard 5");
    may_not("discard 7", "DISCARD_EMPTY_PILE A:discard");
    may_not("discard A", "DISCARD_EMPTY_PILE A:discard");
    may_not("discard Q", "DISCARD_DEAD A:discard");
    may_not("discard 2", "DISCARD_WILD A:discard");

    /* Never a three, and only what is held. */
    drawn("american", "hands: 3b 5; pile: 4; stock: Q +20");
    may("discard 5; discard Q");
    may_not("discard 3b", "BONUS_CARD_DISCARDED A:threes");
    may_not("discard 9", "NOT_HELD_DISCARD L16");

    /* A turn cannot end without a discard. */
    may_not("stop", "STOCK_LEFT L36");
}

static void test_A_talon(void **state)
{
    /* Four cards for the side that opens first, three for the other. */
    static const char opening[] = "hands: Ax6 Kx3 5 6 8; pile: 4; stock: 9 4x3 5 6x2 8x2 Q";
    drawn("american", opening);
    play("meld A 6 0 0; meld K 3 0 0; discard 9");
    assert_int_equal(at_table.game.deal.board.talon[0], 4);
    holds(0, "5 6 8");
    play("draw; discard 6; draw; discard 6; draw; discard 8");
    holds(0, "4 4 4 5 5 6 8");
    assert_int_equal(at_table.game.deal.board.talon[0], 0);
    leave();
    drawn("american", "hands: Ax6 Kx3 5 6 8; melds: / Qx3; pile: 4; stock: 9 4x3 5 6x2 8x2 Q");
    play("meld A 6 0 0; meld K 3 0 0; discard 9");
    assert_int_equal(at_table.game.deal.board.talon[0], 3);

    /* None without nine cards in the stock then, none with the pile, and none later. */
    drawn("american", "hands: Ax6 Kx3 5 6 8; pile: 4; stock: 9 4x3 5 6x2 8x2");
    play("meld A 6 0 0; meld K 3 0 0; discard 9");
    assert_int_equal(at_table.game.deal.board.talon[0], 0);
    at("american", "hands: Ax6 Kx3 5 6 8; pile: A; stock: +20");
    play("take pair; meld K 3 0 0");
    may_not("discard 8", "MINIMUM_WITH_PACK A:opening");
    at("american", "hands: Ax6 Kx3 5 6 8; pile: K; stock: +20");
    play("take pair; add 0 1 0 0; meld A 6 0 0; discard 8");
    assert_int_equal(at_table.game.deal.board.talon[0], 0);
    drawn("american", "hands: Ax6 Kx3 5 6 8; melds: Qx3 /; pile: 4; stock: +20");
    play("meld A 6 0 0; discard 5");
    assert_int_equal(at_table.game.deal.board.talon[0], 0);

    /* Fewer cards, if there are fewer. */
    drawn("american; talon_stock=0", "hands: Ax6 Kx3 5 6 8; pile: 4; stock: 9 4x2");
    play("meld A 6 0 0; meld K 3 0 0; discard 9");
    assert_int_equal(at_table.game.deal.board.talon[0], 2);

    /* The threes in it are laid out when it joins the hand; before, it counts against the seat. */
    at("american", "hands: 4 5 / 6; talon: 3r 3b K K; melds: Qx3 /; stock: 8 9 T J +5");
    holds(0, "4 5 8 9 K K");
    at("american", "hands: 4 5 / 6 / 8 / 9; talon: 3r K; melds: Qx3 /; stock: 3b");
    ended("red3");
    scored(0, "melds -30, red -100, hands -35, total -165");
    at("american", "hands: 4 5 / 6 / 8 / 9; talon: / A 3r K; melds: Qx3 / Jx7; stock: -");
    play("stop");
    scored(1, "melds 70, canastas 500, hands -50, total 520");
}

static void test_A_out(void **state)
{
    /* Two canastas. */
    drawn("american", "hands: 4; melds: Kx7, 4x3 /; pile: 9; stock: 5 +20");
    may("discard 4; discard 5");
    may_not("add 1 1 0 0", "KEEP_A_CARD A:out");
    drawn("american", "hands: 4; melds: Kx7, Qx5 2x2, 4x3 /; pile: 9; stock: 5 +20");
    play("add 2 1 0 0; discard 5");
    ended("out 0");
    drawn("american", "hands: 4; melds: Kx7, 2x7, 4x3 /; pile: 9; stock: 5 +20");
    may("add 2 1 0 0");

    /* The last card is discarded. */
    drawn("american", "hands: 4 5; melds: Kx7, Qx7, 4x3 /; pile: 9; stock: 4 +20");
    may("add 2 1 0 0; add 2 2 0 0");
    drawn("american", "hands: 4; melds: Kx7, Qx7, 4x3 /; pile: 9; stock: 4 +20");
    may("add 2 1 0 0");
    may_not("add 2 2 0 0", "LAST_DISCARD A:out");

    /* Bars. */
    drawn("american", "hands: 4; melds: Kx7, Qx7, 7x6, 4x3 /; pile: 9; stock: 7 +20");
    may("add 2 1 0 0");
    may_not("add 3 1 0 0", "OUT_BARS A:out");
    drawn("american", "hands: 4 7; melds: Kx7, Qx7, 7x6, 4x3 /; pile: 9; stock: 8 +20");
    play("add 2 1 0 0");
    may("add 3 1 0 0");
    drawn("american", "hands: 4; melds: Kx7, Qx7, Ax3, 4x3 /; pile: 9; stock: 5 +20");
    may_not("add 3 1 0 0", "OUT_BARS A:out");
    drawn("american", "hands: 4; melds: Kx7, Qx7, Ax3 2, 4x3 /; pile: 9; stock: 5 +20");
    may("add 3 1 0 0");

    /* Asking. */
    static const char able[] = "hands: 4 6 8; melds: Kx7, Qx7, 4x3, 6x3 /; pile: 9; stock: 5 +20";
    at("american", able);
    play("draw");
    may_not("ask", "ASK_UNABLE A:out");
    at("american", "hands: 4 6; melds: Kx7, Qx7, 4x3, 6x3 /; pile: 9; stock: 5 +20");
    play("draw; ask");
    may_only("no; yes");
    play("no");
    may_not("ask", "ASK_TWICE A:out");
    may("add 2 1 0 0");
    play("add 2 1 0 0");
    may_not("add 3 1 0 0", "MUST_NOT_GO_OUT A:out");
    at("american", "hands: 4 6; melds: Kx7, Qx7, 4x3, 6x3 /; pile: 9; stock: 5 +20");
    play("draw; ask; yes");
    may_not("discard 5", "MUST_GO_OUT A:out");
    play("add 2 1 0 0; add 3 1 0 0; discard 5");
    ended("out 0");

    /* A concealed hand needs the minimum as well. */
    drawn("american", "hands: 4x6 5x7; pile: 9; stock: 4 +20");
    may_not("meld 4 7 0 0", "MINIMUM A:opening");
    drawn("american", "hands: Qx7 Kx7 / 5 / 6 / 8; pile: 9; stock: 9 +20");
    play("meld Q 7 0 0; meld K 7 0 0; discard 9");
    ended("out concealed 0");
    scored(0, "melds 140, canastas 1000, out 100, hands -5, total 1235");
}

static void test_A_stock(void **state)
{
    /* A three is the last card. */
    at("american", "hands: 4 5 / 6 / 8 / 9; pile: T; stock: 3b");
    play("draw");
    ended("red3");
    scored(0, "hands -25, total -25");
    at("american", "hands: 4 5 / 6 / 8 / 9; pile: T; stock: T");
    play("draw");
    ended("");

    /* With none left the pile may be taken; who does not take it ends the deal. */
    at("american", "hands: 4x2 6 8 / 6 9 / 8 / 9; melds: Kx3 /; pile: T 4; stock: -");
    may_only("stop; take pair");
    may_not("draw", "STOCK_GONE L15");
    play("take pair; discard 6");
    may_only("stop");
    may_not("take pair", "CLAIM_NEEDS_PAIR A:pack");
    play("stop");
    ended("stock");
    at("american", "hands: 4x2 6 8; melds: Kx3 /; pile: T 4; stock: -");
    play("stop");
    ended("stock");
}

/* ---- scoring ---- */

/* The table of what counts for and against a side, by its canastas. */
static void test_A_score(void **state)
{
    /* None: melds and threes against it. */
    at("american", "hands: 4 / 5 / 6 Kx2 2 X / 8; melds: Qx6, Jx3 /; red: 3rx2 3b; stock: -");
    play("stop");
    scored(0, "melds -90, red -400, hands -100, total -590");
    /* One: the melds for it, the threes nothing. */
    at("american", "hands: 4 / 5 / 6 Kx2 2 X / 8; melds: Qx7, Jx3 /; red: 3rx2 3b; stock: -");
    play("stop");
    scored(0, "melds 100, canastas 500, hands -100, total 500");
    /* Two: both. */
    at("american", "hands: 4 / 5 / 6 Kx2 2 X / 8; melds: Qx7, Jx6 2 /; red: 3rx2 3b; stock: -");
    play("stop");
    scored(0, "melds 150, canastas 800, red 400, hands -100, total 1250");

    /* Penalties are always subtracted, whatever the canastas: unfinished melds, and three of a kind
     * with one seat; two with each of two seats cost nothing. */
    static const char *const melds[] = {"Qx3", "Qx7", "Qx7, Jx7"};
    static const char *const figures[] = {
        "melds -195, hands -35, penalties -8500, total -8730",
        "melds 235, canastas 500, hands -35, penalties -8500, total -7800",
        "melds 305, canastas 1000, hands -35, penalties -8500, total -7230",
    };
    for (int i = 0; i < 3; i++) {
        at("american", "hands: 7x3 / 5 / 7x1 5x3 / 8; melds: %s, 7x3, Ax3, 2x3, 8x3 /; stock: -",
           melds[i]);
        play("stop");
        scored(0, figures[i]);
    }
    at("american", "hands: 7x2 Ax2 / 7x3 Ax3 / 7x2 Ax2 / 8; stock: -");
    play("stop");
    scored(0, "hands -100, total -100");
    scored(1, "hands -85, penalties -3000, total -3085");
    at("american", "hands: 7x3 / 5 / 7x4 / 8; stock: -");
    play("stop");
    scored(0, "hands -35, penalties -3000, total -3035");

    /* A three in a hand costs five. */
    at("american", "hands: 3r 4 / 5 / 6 / 8; stock: -");
    play("stop");
    scored(0, "hands -15, total -15");

    /* Going out. */
    drawn("american",
          "hands: 4 / 5 / 6 / 8; melds: Kx7, Qx7, 4x3 / Jx7; red: 3r / 3b; pile: 9; stock: 5 +20");
    play("add 2 1 0 0; discard 5");
    scored(0, "melds 160, canastas 1000, red 100, out 100, hands -5, total 1355");
    scored(1, "melds 70, canastas 500, hands -15, total 555");
}

/* ---- special hands ---- */

struct hand_row {
    const char *name, *cards; /* thirteen, and the one that is drawn */
    const char *draws;
    const char *points; /* of the side; NULL: not that hand */
};

static void ask_hand(const struct hand_row *row)
{
    char action[40];
    snprintf(action, sizeof action, "hand %s", row->name);
    drawn("american", "hands: %s / 5 / - / 8; pile: 9; stock: %s 4 +20", row->cards, row->draws);
    if (row->points == NULL) {
        may_not(action, "NO_SPECIAL_HAND A:hands");
        return;
    }
    may(action);
    play(action);
    ended("hand 0");
    scored(0, row->points);
}

static void test_A_hands(void **state)
{
    static const struct hand_row rows[] = {
        {"pairs", "4x2 5x2 6x2 7x2 8x2 9x2 T", "T", "special 2500, total 2500"},
        {"pairs", "4x2 5x2 6x2 7x2 8x2 9x2 T", "J", NULL},
        {"pairs", "4x4 6x2 7x2 8x2 9x2 T", "T", NULL},
        {"pairs", "4x2 5x2 6x2 7x2 8x2 9x2 2", "2", NULL},
        {"wild_pairs", "Ax2 7x2 4x2 5x2 6x2 8x2 2", "2", "special 2000, total 2000"},
        {"wild_pairs", "Ax2 7x2 4x2 5x2 6x2 8x2 X", "X", "special 2000, total 2000"},
        {"wild_pairs", "Ax2 7x2 4x2 5x2 6x2 8x2 X", "2", NULL},
        {"wild_pairs", "Ax2 9x2 4x2 5x2 6x2 8x2 X", "X", NULL},
        {"wild_pairs", "Kx2 7x2 4x2 5x2 6x2 8x2 X", "X", NULL},
        {"miami_pairs", "Ax2 7x2 4x2 5x2 6x2 2x2 X", "X", "special 2500, total 2500"},
        {"miami_pairs", "Ax2 7x2 4x2 5x2 6x2 2x2 X", "2", NULL},
        {"miami_pairs", "Ax2 9x2 4x2 5x2 6x2 2x2 X", "X", NULL},
        {"zip_code", "4x4 5x3 6x3 7x2 8", "8", "special 2500, total 2500"},
        {"zip_code", "4x4 5x3 6x3 7x2 2", "2", "special 2500, total 2500"},
        {"zip_code", "4x4 5x3 6x3 7x2 X", "X", "special 2500, total 2500"},
        {"zip_code", "4x4 5x3 6x3 7x2 X", "2", NULL},
        {"zip_code", "4x4 5x4 6x2 7x2 8", "8", NULL},
        {"straight", "4 5 6 7 8 9 T J Q K A 2 X", "3r", "special 3000, total 3000"},
        {"straight", "3b 4 5 6 7 8 9 T J Q K A 2", "X", "special 3000, total 3000"},
        {"straight", "3b 4 5 6 7 8 9 T J Q K A 2", "2", NULL},
        {"straight", "4 5 6 7 8 9 T J Q K A 2 X", "8", NULL},
        {"straight", "3b 4 4 6 7 8 9 T J Q K A 2", "X", NULL},
        {"garbage", "4x4 5x4 6x3 7x2", "7", "special 3000, total 3000"},
        {"garbage", "4x4 5x4 6x3 7x2", "6", NULL},
        {"garbage", "4x4 5x4 6x3 7x2", "2", NULL},
        {"blast_off", "4x5 5x4 6x3 7", "7", "special 3000, total 3000"},
        {"blast_off", "4x5 5x4 6x3 2", "2", "special 3000, total 3000"},
        {"blast_off", "4x5 5x4 6x3 X", "X", "special 3000, total 3000"},
        {"blast_off", "4x5 5x4 6x3 X", "2", NULL},
        {"blast_off", "4x5 5x5 6x2 7", "7", NULL},
        {"triples", "4x3 5x3 6x3 7x3 2", "2", "special 3500, total 3500"},
        {"triples", "4x3 5x3 6x3 7x3 X", "X", "special 3500, total 3500"},
        {"triples", "4x3 5x3 6x3 7x3 X", "2", NULL},
        {"triples", "4x3 5x3 6x3 7x3 8", "8", NULL},
        {"quads", "4x4 5x4 6x4 2", "2", "special 3500, total 3500"},
        {"quads", "4x4 5x4 6x4 X", "X", "special 3500, total 3500"},
        {"quads", "4x4 5x4 6x4 2", "X", NULL},
        {"quads", "4x4 5x4 6x3 2x2", "2", NULL},
        {"dream_four", "4x5 5x5 2x3", "2", "special 8500, total 8500"},
        {"dream_four", "4x5 5x5 Xx3", "X", "special 8500, total 8500"},
        {"dream_four", "4x5 5x5 2x3", "X", NULL},
        {"dream_four", "4x5 5x4 6 2x3", "2", NULL},
        {"dream_five", "4x5 5x4 2x4", "2", "special 8500, total 8500"},
        {"dream_five", "4x5 5x4 2x4", "X", "special 8500, total 8500"},
        {"dream_five", "4x5 5x4 2x3 X", "X", "special 8500, total 8500"},
        {"dream_five", "4x5 5x4 2x2 Xx2", "X", "special 8500, total 8500"},
        {"dream_five", "4x5 5x4 2 Xx3", "X", "special 8500, total 8500"},
        {"dream_five", "4x5 5x3 2x5", "2", NULL},
        {"dream_five", "4x5 5x5 2x3", "2", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ask_hand(&rows[i]);

    /* After drawing, before melding, and not once the side has opened. */
    static const char pairs[] = "hands: 4x2 5x2 6x2 7x2 8x2 9x2 T; pile: 9; stock: T +20";
    at("american", pairs);
    may_not("hand pairs", "DRAW_FIRST L14");
    at("american", "hands: 4x2 5x2 6x2 7x2 8x2 9x2 T; melds: Kx3 /; pile: 9; stock: T +20");
    play("draw");
    may_not("hand pairs", "HAND_TOO_LATE A:hands");
    at("american", "hands: 4x2 5x2 6x2 7x2 8x2 9x2 T; melds: / Kx3; pile: 9; stock: T +20");
    play("draw");
    may("hand pairs");
    may_not("hand royal", "UNKNOWN_HAND A:hands");
    may_not("hand quads", "NO_SPECIAL_HAND A:hands");

    /* The other side scores as usual, this side nothing but the hand. */
    at("american", "hands: 4x2 5x2 6x2 7x2 8x2 9x2 T / 7x3 / Ax3 / 8; melds: / Kx7, Qx3; "
                   "red: 3rx2 / 3bx4; pile: 9; stock: T +20");
    play("draw; hand pairs");
    scored(0, "special 2500, total 2500");
    scored(1, "melds 100, canastas 500, hands -25, penalties -1500, total -925");
    at("american", "hands: 4x2 5x2 6x2 7x2 8x2 9x2 T / 3r 5 / 3r 6 / 3b 8; turned: 0; stock: T +9");
    play("draw; hand pairs");
    scored(0, "special 2500, total 2500");
    scored(1, "red -200, hands -15, total -215");
}

static void test_A_game(void **state)
{
    at("american", "hands: 4 / 5 / 6 / 8; melds: Kx7 /; stock: -; scores: 7945 / 0");
    play("stop");
    scored(0, "melds 70, canastas 500, hands -10, total 560");
    game_over("0 wins 8520");
    at("american", "hands: 4 / 5 / 6 / 8; melds: Kx7 /; stock: -; scores: 7935 / 0");
    play("stop");
    game_over("");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_A_deal),    cmocka_unit_test(test_A_threes),
        cmocka_unit_test(test_A_opening), cmocka_unit_test(test_A_melds),
        cmocka_unit_test(test_A_sevens),  cmocka_unit_test(test_A_aces),
        cmocka_unit_test(test_A_wilds),   cmocka_unit_test(test_A_closed),
        cmocka_unit_test(test_A_pack),    cmocka_unit_test(test_A_discard),
        cmocka_unit_test(test_A_talon),   cmocka_unit_test(test_A_out),
        cmocka_unit_test(test_A_stock),   cmocka_unit_test(test_A_score),
        cmocka_unit_test(test_A_hands),   cmocka_unit_test(test_A_game),
    };
    return cmocka_run_group_tests(tests, NULL, leave_last);
}
