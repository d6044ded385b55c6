/* law_kin_test.c -- the articles of Canasta Uruguay, Hand and Foot and Pennies from Heaven: for
 * each what it allows and what it refuses, or a figure that it gives and one close by that it does
 * not. */
#include "law_table.h"

static int stock(void)
{
    return at_table.game.deal.board.stock;
}

static int hand_size(int seat)
{
    return at_table.game.deal.board.hand_size[seat];
}

/* ---- Uruguay ---- */

static void test_UR_play(void **state)
{
    deal("uruguay", 4);
    assert_int_equal(at_table.cards, 108);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(hand_size(seat), 11);
    assert_true(at_table.game.deal.board.pile > 0);
    drawn("uruguay", "hands: Kx3 5x4 6; pile: 9; stock: 8 +20");
    may("meld K 3 0 0; meld 5 4 0 0");
    drawn("uruguay", "hands: Kx3 5x3 6; pile: 9; stock: 8 +20");
    may_not("meld K 3 0 0", "MINIMUM L26");
    drawn("uruguay", "hands: 4; melds: Kx7, 4x3 /; pile: 9; stock: 5 +20");
    may("add 1 1 0 0");
    drawn("uruguay", "hands: 4; melds: Kx6, 4x3 /; pile: 9; stock: 5 +20");
    may_not("add 1 1 0 0", "KEEP_A_CARD L38");
    at("uruguay", "hands: 4 / 5 / 6 / 8; melds: Kx7 /; pile: 2; stock: -; scores: 4440 / 0");
    play("stop");
    scored(0, "melds 70, canastas 500, hands -10, total 560");
    game_over("0 wins 5015");
    at("uruguay", "hands: 4 / 5 / 6 / 8; melds: Kx7 /; pile: 2; stock: -; scores: 4435 / 0");
    play("stop");
    game_over("");
}

static void test_UR_pack(void **state)
{
    static const char *const piles[] = {"9 K", "2 K", "3r K"};
    for (size_t i = 0; i < sizeof piles / sizeof *piles; i++) {
        at("uruguay", "hands: Kx2 2 X 5; melds: Jx3, Kx3 /; pile: %s", piles[i]);
        may("take pair");
        may_not("take deuce", "NO_CLAIM_WITH_WILD UR:pack");
        may_not("take joker", "NO_CLAIM_WITH_WILD UR:pack");
        may_not("take onto 1", "NO_CLAIM_ONTO UR:pack");
    }
    at("uruguay", "hands: Kx2 2 Ax3 5; pile: 9 K");
    may("take pair");
    may_not("take deuce", "FROZEN_BEFORE_INITIAL L31");
    static const char *const tops[] = {"2", "X", "3b"};
    for (size_t i = 0; i < sizeof tops / sizeof *tops; i++) {
        at("uruguay", "hands: Kx2 5; melds: Jx3 /; pile: K %s", tops[i]);
        may_not("take pair", "TOP_CARD L34");
    }
}

static void test_UR_wilds(void **state)
{
    drawn("uruguay; packs=4; jokers=8",
          "hands: 2x5 Xx3 Kx2 5 6; melds: Jx3, 2x4 X /; pile: 9; stock: 8 +20");
    may("meld X 0 3 0; meld X 0 4 3; meld X 0 0 3; add 1 0 1 1; add 0 0 1 0; meld K 2 1 0");
    may_not("meld X 0 1 1", "WILD_MELD_SHAPE UR:wilds");
    may_not("meld X 0 5 3", "WILD_MELD_SHAPE UR:wilds");
    may_not("add 1 0 2 1", "WILD_MELD_SHAPE UR:wilds");
    may_not("meld K 1 2 0", "TOO_FEW_NATURALS L18");
    drawn("uruguay; packs=4; jokers=8", "hands: 5 6; melds: 2x3, Xx4, 2x4 /; pile: 9");
    may("combine 0 1; combine 0 2");
    may_not("combine 1 2", "WILD_MELD_SHAPE UR:wilds");

    /* In an opening too; seven are a canasta. */
    drawn("uruguay", "hands: 2x3 Kx2 5 6; pile: 9; stock: 8 +20");
    may("meld X 0 3 0");
    drawn("uruguay", "hands: 4; melds: 2x4 Xx3, 4x3 /; pile: 9; stock: 5 +20");
    may("add 1 1 0 0");
    at("uruguay", "hands: 4 / 5 / 6 / 8; melds: 2x4 Xx3 / 2x3 X; pile: 2; stock: -");
    play("stop");
    scored(0, "melds 230, canastas 2000, hands -10, total 2220");
    scored(1, "melds 110, hands -15, total 95");
}

/* ---- Hand and Foot ---- */

static void test_HF_cards(void **state)
{
    static const struct {
        int players, cards, sides;
    } rows[] = {{2, 162, 2}, {3, 216, 3}, {4, 270, 2}, {6, 324, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        deal("handandfoot", rows[i].players);
        const struct cn_board *board = &at_table.game.deal.board;
        assert_int_equal(at_table.cards, rows[i].cards);
        assert_int_equal(at_table.sides, rows[i].sides);
        for (int seat = 0; seat < rows[i].players; seat++) {
            assert_int_equal(hand_size(seat), 11);
            assert_int_equal(board->second[seat], 1);
            assert_int_equal(board->second_size[seat], 11);
        }
        assert_true(board->pile > 0);
    }
    assert_false(cn_rules_allow_players(&table_rules, 5));

    /* Two cards are drawn, one is discarded; one, if there is but one. */
    at("handandfoot", "hands: 4 5; pile: 9; stock: 6 8 +5");
    play("draw");
    holds(0, "4 5 6 8");
    may_not("draw", "ALREADY_DREW L15");
    play("discard 4");
    assert_int_equal(actor(), 1);
    at("handandfoot", "hands: 4 5; pile: 9; stock: 6");
    play("draw");
    holds(0, "4 5 6");

    /* Red threes are replaced, except for one that is the last card. */
    static const struct {
        const char *stock, *hand, *end;
    } rows_of_threes[] = {{"3r 8", "5 8", ""},        {"3r 8 9", "5 8 9", ""},
                          {"8 3r 9", "5 8 9", ""},    {"3rx2 8", "5 8", ""},
                          {"8 3r", "3r 5 8", "red3"}, {"3rx2", "3r 5", "red3"}};
    for (size_t i = 0; i < sizeof rows_of_threes / sizeof *rows_of_threes; i++) {
        drawn("handandfoot", "hands: 5; pile: 9; stock: %s", rows_of_threes[i].stock);
        holds(0, rows_of_threes[i].hand);
        ended(rows_of_threes[i].end);
    }
}

static void test_HF_foot(void **state)
{
    /* The last card is melded: at once, and the turn goes on; red threes are replaced. */
    drawn("handandfoot", "hands: 4; melds: 4x3 /; second: 5x3 3r 8; pile: 9; stock: 4 4 T +20");
    play("add 0 3 0 0");
    holds(0, "5 5 5 8 T");
    assert_int_equal(actor(), 0);
    may("meld 5 3 0 0; discard 8");
    ended("");

    /* It is discarded: the turn is over, and red threes wait for the next. */
    drawn(
        "handandfoot",
        "hands: 4 9; melds: 4x3, 9x3 /; second: 5x3 3r 8; pile: 9; stock: 4 T T J J Q Q K K 6 8x5");
    play("add 0 2 0 0; add 1 1 0 0; discard T");
    holds(0, "3r 5 5 5 8");
    assert_int_equal(actor(), 1);
    play("draw; discard T; draw; discard J; draw; discard Q");
    holds(0, "5 5 5 8 K");

    /* The opening must be complete. */
    drawn("handandfoot", "hands: 5x3; second: 8 9; pile: 9; stock: 5x2 +20");
    may_not("meld 5 5 0 0", "MINIMUM HF:opening");
    drawn("handandfoot", "hands: Kx3; second: 8 9; pile: 9; stock: Kx2 +20");
    play("meld K 5 0 0");
    holds(0, "8 9");

    /* The last two take the pile: the foot follows its cards, if there are none. */
    at("handandfoot", "hands: Kx2; melds: Jx3 /; second: 5 6 3r; pile: K; stock: Q +10");
    play("take pair");
    holds(0, "5 6 Q");
    at("handandfoot", "hands: Kx2; melds: Jx3 /; second: 5 6 3r; pile: 9 K; stock: Q +10");
    play("take pair");
    holds(0, "9");
    at("handandfoot", "hands: Kx4; second: 5 6 3r; pile: K; stock: Q +10");
    play("take pair; add 0 2 0 0");
    holds(0, "5 6 Q");
    at("handandfoot", "hands: Kx3; second: 5 6 3r; pile: K; stock: Q +10");
    may_not("take pair", "MINIMUM_WITH_PACK HF:opening");

    /* A red three in it, and the last card of the stock for it: one as well. */
    drawn("handandfoot", "hands: 4; melds: 4x3 /; second: 3r 5; pile: 9; stock: 4 4 3r");
    play("add 0 3 0 0");
    ended("red3");
    holds(0, "3r 5");

    /* Nobody goes out before the feet of the whole side are taken up. */
    static const char waits[] = "hands: 4x2; melds: Kx7, Qx5 2x2, 4x3 /; second: %s; pile: 9; "
                                "stock: 5 4 +20";
    static const struct {
        const char *second, *why;
    } rows[] = {{"-", "CONSENT HF:out"},
                {"- / - / T 8 / -", "PARTNER_HAND_WAITS HF:foot"},
                {"- / T 8", "CONSENT HF:out"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        drawn("handandfoot", waits, rows[i].second);
        may_not("add 2 3 0 0", rows[i].why);
    }
    drawn("handandfoot", waits, "T 8");
    play("add 2 3 0 0; discard 5");
    ended("");
    holds(0, "8 T");
}

static void test_HF_pack(void **state)
{
    at("handandfoot", "hands: 4x2 2 X A; melds: Kx3, 4x3 /; pile: 5 6 8 9 T 2 Q K 4");
    may("take pair");
    may_not("take deuce", "NO_CLAIM_WITH_WILD HF:pack");
    may_not("take onto 1", "NO_CLAIM_ONTO HF:pack");
    play("take pair");
    holds(0, "X 2 2 8 9 T Q K A");
    assert_int_equal(at_table.game.deal.board.pile, 2);
    assert_int_equal(at_table.game.deal.board.pile_top, CN_SIX);
    at("handandfoot", "hands: 4x2 A; melds: Kx3 /; pile: 6 8 4");
    play("take pair");
    holds(0, "6 8 A");
    assert_int_equal(at_table.game.deal.board.pile, 0);

    /* Red threes among them are laid out. */
    at("handandfoot", "hands: 4x2 A; melds: Kx3 /; pile: 3r 6 8 4; stock: 9 +5");
    play("take pair");
    assert_int_equal(at_table.game.deal.board.red[0], 1);

    /* Before the opening as after it. */
    at("handandfoot", "hands: 4x2 2 Kx5 A; pile: 6 8 4");
    may("take pair");
    may_not("take deuce", "FROZEN_BEFORE_INITIAL HF:pack");
    at("handandfoot", "hands: 4 A; melds: Kx3 /; pile: 6 8 4");
    may_not("take pair", "CLAIM_NEEDS_PAIR HF:pack");
    at("handandfoot", "hands: 4x2 A; melds: Kx3 /; pile: 4 2");
    may_not("take pair", "TOP_CARD HF:pack");

    /* The meld that the three join has four cards at most. */
    at("handandfoot", "hands: 4x2 A 8; melds: 4x4 /; pile: 6 8 4");
    may("take pair");
    at("handandfoot", "hands: 4x2 A 8; melds: 4x5 /; pile: 6 8 4");
    may_not("take pair", "MELD_TOO_LARGE HF:books");
}

static void test_HF_books(void **state)
{
    /* More naturals than wild cards. */
    static const struct {
        const char *action, *why;
    } rows[] = {{"meld K 2 1 0", NULL},
                {"meld K 2 2 0", "WILDS_NOT_FEWER HF:books"},
                {"meld K 3 1 0", NULL},
                {"meld K 3 2 0", NULL},
                {"meld K 3 3 0", "WILDS_NOT_FEWER HF:books"},
                {"meld K 4 2 0", NULL},
                {"meld K 4 3 0", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        drawn("handandfoot", "hands: Kx4 2x4 5 6; melds: Jx3 /; pile: 9; stock: 8 9 +20");
        verdict(rows[i].action, rows[i].why);
    }
    drawn("handandfoot", "hands: Kx4 2x4 5 6; melds: Jx6, Qx4 2 /; pile: 9; stock: 8 9 +20");
    may("add 0 0 1 0; add 1 0 1 0; add 1 0 2 0");
    may_not("add 0 0 2 0", "MELD_TOO_LARGE HF:books");
    may_not("add 1 0 3 0", "TOO_MANY_WILDS_CANASTA HF:books");

    /* A rank is begun again when its book is complete. */
    drawn("handandfoot", "hands: Kx4 5 6; melds: Kx6 /; pile: 9; stock: 8 9 +20");
    may_not("meld K 3 0 0", "SECOND_MELD_UNFINISHED HF:books");
    play("add 0 1 0 0");
    may("meld K 3 0 0");

    /* No melds of wild cards or black threes. */
    drawn("handandfoot", "hands: 2x4 3bx4 5 6; melds: Kx6 /; pile: 9; stock: 8 9 +20");
    may_not("meld X 0 3 0", "MELD_OF_WILDS L18");
    may_not("meld 3b 3 0 0", "BLACK_THREES_NEVER HF:books");
    may("discard 3b");

    at("handandfoot", "hands: 4 / 5 / 6 / 8; melds: Kx7 / Kx4 2x3; pile: 2; stock: -");
    play("stop");
    scored(0, "melds 70, canastas 500, hands -10, total 560");
    scored(1, "melds 100, canastas 300, hands -15, total 385");
}

static void test_HF_opening(void **state)
{
    static const struct {
        int n;
        const char *enough, *lacking, *meld;
    } rows[] = {{1, "Kx5", "Kx3 5x3", "meld K 3 0 0"},
                {2, "Kx3 Ax3", "Kx4 Jx3 5x3", "meld K 3 0 0"},
                {3, "Kx3 Ax3 Jx3", "Kx4 Ax3 5x3", "meld K 3 0 0"},
                {4, "Kx5 Ax5", "Kx3 Ax5 5x3", "meld K 3 0 0"},
                {5, "Kx5 Ax5", "Kx3 Ax5 5x3", "meld K 3 0 0"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        drawn("handandfoot", "hands: %s 4 6; pile: 9; stock: 8 9 +20; n: %d", rows[i].enough,
              rows[i].n);
        may(rows[i].meld);
        drawn("handandfoot", "hands: %s 4 6; pile: 9; stock: 8 9 +20; n: %d; scores: 7000 / -5",
              rows[i].lacking, rows[i].n);
        may_not(rows[i].meld, "MINIMUM HF:opening");
    }

    /* With the pile the top card counts. */
    at("handandfoot", "hands: Kx4 4 6; pile: 9 K");
    may("take pair");
    at("handandfoot", "hands: Kx3 4 6; pile: 9 K");
    may_not("take pair", "MINIMUM_WITH_PACK HF:opening");
}

static void test_HF_out(void **state)
{
    static const char able[] =
        "hands: 4x2 / 5 / 6 / 8; melds: Kx7, Qx5 2x2, 4x3 /; pile: 9; stock: 4 T +20";
    /* Only with a yes, in this turn. */
    drawn("handandfoot", able);
    may("ask; add 2 2 0 0");
    may_not("add 2 3 0 0", "CONSENT HF:out");
    play("ask; no");
    may_not("add 2 3 0 0", "MUST_NOT_GO_OUT HF:out");
    drawn("handandfoot", able);
    play("ask; yes");
    may_not("discard T", "MUST_GO_OUT HF:out");
    play("add 2 3 0 0; discard T");
    ended("out 0");
    scored(0, "melds 190, canastas 800, out 100, hands -5, total 1085");

    /* By melding the last card. */
    drawn("handandfoot", "hands: 4; melds: Kx7, Qx5 2x2, 4x3 /; pile: 9; stock: 4 4 +20");
    may_not("add 2 3 0 0", "CONSENT HF:out");
    play("ask; yes; add 2 3 0 0");
    ended("out 0");

    /* Two books, one of each sort. */
    static const struct {
        const char *melds, *why;
    } rows[] = {{"Kx7, Qx7, 4x3", "CONTRACT HF:out"},
                {"Kx5 2x2, Qx5 2x2, 4x3", "CONTRACT HF:out"},
                {"Kx7, Qx6, 4x3", "KEEP_A_CARD HF:out"},
                {"Kx7, Qx6 2, 4x3", "CONSENT HF:out"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        drawn("handandfoot", "hands: 4x2; melds: %s /; pile: 9; stock: 4 T +20", rows[i].melds);
        may_not("add 2 3 0 0", rows[i].why);
        if (i < 3)
            may_not("ask", "ASK_UNABLE HF:out");
        else
            may("ask");
    }

    /* Nobody is asked where there is no partner. */
    drawn("handandfoot",
          "players: 2; hands: 4x2; melds: Kx7, Qx5 2x2, 4x3 /; pile: 9; stock: 4 T +20");
    may("add 2 3 0 0");
    may_not("ask", "ASK_NO_PARTNER HF:out");

    /* A red three as the last card of the stock stays in the hand. */
    at("handandfoot", "hands: 4 5 / 5 / 6 / 8; pile: 9; stock: T 3r; n: 1");
    play("draw");
    ended("red3");
    scored(0, "hands -125, total -125");
}

static void test_HF_score(void **state)
{
    at("handandfoot",
       "hands: 4 / 5 / 6 / 8; melds: Kx7 /; red: 3rx2 / 3r; pile: 2; stock: -; n: 1");
    play("stop");
    scored(0, "melds 70, canastas 500, red 200, hands -10, total 760");
    scored(1, "red 100, hands -15, total 85");

    /* Nothing for a concealed hand. */
    drawn("handandfoot", "hands: Kx6 Qx5 2x2 / 5 / 6 / 8; pile: 9; stock: K T +20; n: 1");
    play("ask; yes; meld K 7 0 0; meld Q 5 2 0; discard T");
    ended("out concealed 0");
    scored(0, "melds 160, canastas 800, out 100, hands -5, total 1055");

    /* A foot counts against its seat, a red three in it 100. */
    at("handandfoot",
       "hands: 4 / 5 / 6 / 8; second: 3r K / 3b K; melds: Kx7 /; pile: 2; stock: -; n: 1");
    play("stop");
    scored(0, "melds 70, canastas 500, hands -120, total 450");
    scored(1, "hands -30, total -30");
    at("handandfoot", "hands: 4 / 3rx2 5 / 6 / 8; second: 5 / 3r 9; pile: 2; stock: -; n: 1; "
                      "turned: 023");
    play("stop");
    scored(1, "red 200, hands -125, total 75");
    drawn("handandfoot", "hands: 4 9 / 5 / 6 / 8; melds: 4x3, 9x3 /; second: 3r 8; pile: 2; "
                         "stock: 4 2; n: 1");
    play("add 0 2 0 0; add 1 1 0 0; discard 2; stop");
    scored(0, "melds 65, hands -115, total -50");

    /* Four deals, then the higher total; none wins before. */
    static const struct {
        const char *scores;
        int n;
        const char *over;
    } rows[] = {{"0 / 0", 4, "0 wins 575"},
                {"0 / 600", 4, "1 wins 25"},
                {"0 / 575", 4, ""},
                {"9000 / 0", 3, ""},
                {"0 / 600", 5, "1 wins 25"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        at("handandfoot",
           "hands: 4 / 5 / 6 / 8; melds: Kx7 /; pile: 2; stock: -; n: %d; scores: %s", rows[i].n,
           rows[i].scores);
        play("stop");
        game_over(rows[i].over);
    }
}

/* ---- Pennies from Heaven ---- */

static void test_PH_cards(void **state)
{
    deal("pennies", 6);
    assert_int_equal(at_table.cards, 216);
    assert_int_equal(at_table.sides, 2);
    for (int seat = 0; seat < 6; seat++) {
        assert_int_equal(hand_size(seat), 13);
        assert_int_equal(at_table.game.deal.board.second_size[seat], 11);
    }
    assert_int_equal(stock() + at_table.game.deal.board.pile, 216 - 6 * 24);
    assert_false(cn_rules_allow_players(&table_rules, 4));
    drawn("pennies", "players: 6; hands: 4 5; pile: 9; stock: 6 8 +5");
    holds(0, "4 5 6 8");

    /* The pile is taken as in the Laws of 1950. */
    at("pennies", "players: 6; hands: Kx2 2 5; melds: Kx3 /; pile: 9x8 K");
    may("take pair; take deuce; take onto 0; draw");
    at("pennies", "players: 6; hands: Kx2 2 5; melds: Kx3 /; pile: 9x8 2 K");
    may("take pair; draw");
    may_not("take deuce", "FROZEN L31");
    play("take pair");
    assert_int_equal(hand_size(0), 2 + 9);
}

static void test_PH_foot(void **state)
{
    /* A canasta in the seat's own turn brings it, the turn goes on. */
    drawn("pennies", "players: 6; hands: K 5 6; melds: Kx6 /; second: 8x3 3r 9; pile: 9; "
                     "stock: T T J +20");
    play("add 0 1 0 0");
    holds(0, "5 6 8 8 8 9 T T J");
    assert_int_equal(actor(), 0);
    assert_int_equal(at_table.game.deal.board.red[0], 1);
    may("meld 8 3 0 0");

    /* A meld of six does not, nor the canasta of a partner. */
    drawn("pennies",
          "players: 6; hands: K 5 6; melds: Kx5 /; second: 8x3 9; pile: 9; stock: T T +20");
    play("add 0 1 0 0");
    holds(0, "5 6 T T");
    drawn("pennies", "players: 6; hands: K 5 6; melds: Kx6 /; second: - / - / 8x3 9; pile: 9; "
                     "stock: T T +20");
    play("add 0 1 0 0");
    assert_int_equal(at_table.game.deal.board.second[2], 1);

    /* As soon as the opening is complete. */
    drawn("pennies", "players: 6; hands: 4x7 Ax3 5 6; second: 8x3 9; pile: 9; stock: T T +20");
    play("meld 4 7 0 0");
    holds(0, "5 6 T T A A A");
    play("meld A 3 0 0");
    holds(0, "5 6 8 8 8 9 T T");

    /* It may be made by combining, or with the pile, whose cards come first. */
    drawn("pennies",
          "players: 6; hands: 5 6; melds: Kx3, Kx4 /; second: 8x3 9; pile: 9; stock: T T +20");
    play("combine 0 1");
    holds(0, "5 6 8 8 8 9 T T");
    at("pennies", "players: 6; hands: 5 6; melds: Kx6 /; second: 8x3 9; pile: 9 K");
    play("take onto 0");
    holds(0, "5 6 8 8 8 9 9");

    /* One a turn, also for two canastas. */
    drawn("pennies; second_hand=[3,3]", "players: 6; hands: K Jx2 5 6; melds: Kx6, Jx5 /; "
                                        "second: 8x3, 9x3; pile: 9; stock: T T +20");
    play("add 0 1 0 0; add 1 2 0 0");
    holds(0, "5 6 8 8 8 T T");

    /* Nobody goes out while it waits; the partners' do not matter. */
    static const char out[] = "players: 6; hands: 4; melds: Kx7, Qx5 2x2, 7x7, 2x7, 4x3 /; "
                              "second: %s; pile: 9; stock: 4 T +20";
    drawn("pennies", out, "8 9");
    may_not("add 4 2 0 0", "SECOND_HAND_WAITS PH:out");
    drawn("pennies", out, "- / - / 8 9");
    play("add 4 2 0 0; discard T");
    ended("out 0");
}

static void test_PH_canastas(void **state)
{
    drawn("pennies", "players: 6; hands: Kx4 2x4 5 6; melds: Kx5, Kx4, Jx2 2x3 /; pile: 9; "
                     "stock: 8 9 +20");
    may("add 0 1 0 0; add 0 2 0 0; meld K 3 0 0; add 1 0 3 0; meld K 2 3 0");
    may_not("add 0 3 0 0", "MELD_TOO_LARGE PH:canastas");
    may_not("combine 0 1", "MELD_TOO_LARGE PH:canastas");
    may_not("add 2 0 1 0", "TOO_MANY_WILDS L18");
    may_not("meld K 1 2 0", "TOO_FEW_NATURALS L18");
    drawn("pennies", "players: 6; hands: 5 6; melds: Kx3, Kx4 /; pile: 9; stock: 8 9 +20");
    may("combine 0 1");

    /* Black threes only in going out. */
    drawn("pennies", "players: 6; hands: 3bx7 5; melds: Kx7, Qx5 2x2, 7x7 /; pile: 9; "
                     "stock: 8 9 +20");
    may_not("meld 3b 7 0 0", "BLACK_THREES_NOT_OUT L18");
    drawn("pennies", "players: 6; hands: 3bx8; melds: Kx7, Qx5 2x2, 7x7, 2x7, 8x3 /; pile: 9; "
                     "stock: 8 8 +20");
    may("meld 3b 7 0 0");
    may_not("meld 3b 2 0 0", "BLACK_THREES_SHAPE L18");
    may_not("meld 3b 8 0 0", "MELD_TOO_LARGE PH:canastas");
}

static void test_PH_wilds(void **state)
{
    drawn("pennies", "players: 6; hands: 2x6 Xx3 5 6; melds: Kx3, 2x5 /; pile: 9; stock: 8 9 +20");
    may("meld X 0 3 0; meld X 0 6 1; add 1 0 1 1; add 0 0 3 0");
    may_not("meld X 0 2 0", "WILD_MELD_SHAPE PH:wilds");
    may_not("meld X 0 6 2", "WILD_MELD_SHAPE PH:wilds");
    may_not("add 1 0 2 1", "WILD_MELD_SHAPE PH:wilds");
    play("meld X 0 3 0");
    may("add 0 0 1 0");
    at("pennies", "players: 6; hands: 4 / 5 / 6 / 8 / 9 / T; melds: 2x7, 7x3 / 2x6; pile: 2; "
                  "stock: -");
    play("stop");
    scored(0, "melds 155, canastas 1000, hands -20, total 1135");
    scored(1, "melds 120, hands -25, total 95");
}

static void test_PH_opening(void **state)
{
    static const struct {
        int score;
        const char *enough, *lacking;
    } rows[] = {{-5, "4x3", NULL},           {0, "Kx5", "Kx4 4 4"},
                {495, "Kx5", "Kx4 4 4"},     {500, "Ax3 Kx3", "Ax3 4x5"},
                {995, "Ax3 Kx3", "Ax3 4x5"}, {1000, "Ax5 Kx2 2", "Ax5 4x3"},
                {1495, "Ax6", "Ax5 4x3"},    {1500, "Ax6 Kx3", "Ax6 4x5"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bool aces = rows[i].enough[0] == 'A';
        const char *meld = aces ? "meld A 3 0 0" : i == 0 ? "meld 4 3 0 0" : "meld K 4 0 0";
        drawn("pennies", "players: 6; hands: %s 5 6; pile: 9; stock: 8 9 +20; scores: %d / 0",
              rows[i].enough, rows[i].score);
        may(meld);
        if (rows[i].lacking == NULL)
            continue;
        drawn("pennies", "players: 6; hands: %s 5 6; pile: 9; stock: 8 9 +20; scores: %d / 0",
              rows[i].lacking, rows[i].score);
        may_not(meld, "MINIMUM PH:opening");
    }
    at("pennies", "players: 6; hands: Kx4 4 6; pile: 9 K");
    may("take pair");
    at("pennies", "players: 6; hands: Kx3 4 6; pile: 9 K");
    may_not("take pair", "MINIMUM_WITH_PACK PH:opening");
}

static void test_PH_sevens(void **state)
{
    /* Not discarded before both sides have their canasta, natural or mixed. */
    static const struct {
        const char *melds;
        bool may;
    } rows[] = {{"Kx3 / Qx3", false},     {"7x7 / Qx3", false}, {"Kx3 / 7x7", false},
                {"7x7 / 7x6", false},     {"7x7 / 7x7", true},  {"7x5 2x2 / 7x7", true},
                {"7x4 2x3 / 7x6 2", true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        drawn("pennies", "players: 6; hands: 7 5; melds: %s; pile: 9; stock: 8 9 +20",
              rows[i].melds);
        verdict("discard 7", rows[i].may ? NULL : "DISCARD_WAITS PH:sevens");
        may("discard 5");
    }
    drawn("pennies", "players: 6; hands: 7 7; melds: Kx3 /; pile: 9; stock: 7 7 +20");
    may("discard 7");

    /* Never the card that goes out. */
    static const char out[] =
        "players: 6; hands: 4; melds: Kx7, Qx5 2x2, 7x7, 2x7, 4x3 / 7x7; pile: 9; stock: 4 %s +20";
    drawn("pennies", out, "7");
    may_not("add 4 2 0 0", "LAST_DISCARD_BARS PH:sevens");
    drawn("pennies", out, "8");
    may("add 4 2 0 0");
}

static void test_PH_out(void **state)
{
    static const struct {
        const char *melds, *why;
    } rows[] = {{"4x3, Kx7, Qx5 2x2, 7x7, 2x7", NULL},
                {"4x3, Kx7, Qx5 2x2, 7x5 2x2, Xx7", NULL},
                {"4x3, Kx7, Qx5 2x2, 7x7", "KEEP_A_CARD PH:out"},
                {"4x3, Kx7, Qx5 2x2, 7x7, Jx7", "CONTRACT PH:out"},
                {"4x3, Kx7, Qx7, 7x7, 2x7", "CONTRACT PH:out"},
                {"4x3, Kx7, Qx7, 7x5 2x2, 2x7", "CONTRACT PH:out"},
                {"4x3, Kx5 2x2, Qx5 2x2, 7x7, X 2x6", "CONTRACT PH:out"},
                {"4x3, Kx7, Qx5 2x2, 2x7, Jx7", "CONTRACT PH:out"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        drawn("pennies", "players: 6; hands: 4; melds: %s /; pile: 9; stock: 4 8 +20",
              rows[i].melds);
        verdict("add 0 2 0 0", rows[i].why);
    }
    drawn("pennies", "players: 6; hands: 4; melds: 4x3, Kx7, Qx5 2x2, 7x7, 2x7 /; pile: 9; "
                     "stock: 4 4 +20");
    play("add 0 3 0 0");
    ended("out 0");
}

static void test_PH_score(void **state)
{
    static const struct {
        const char *melds, *red, *scored;
    } rows[] = {
        {"7x7", "3rx7", "melds 35, canastas 1500, red 700, hands -20, total 2215"},
        {"7x7", "3rx8", "melds 35, canastas 1500, red 1000, hands -20, total 2515"},
        {"7x5 2x2", "3r", "melds 65, canastas 1500, red 100, hands -20, total 1645"},
        {"7x6", "3rx8", "melds 30, red -1000, hands -20, total -990"},
        {"Kx7, Qx6 2", "3rx2", "melds 150, canastas 800, red -200, hands -20, total 730"},
        {"2x6 X", "-", "melds 170, canastas 1000, hands -20, total 1150"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        at("pennies",
           "players: 6; hands: 4 / 5 / 6 / 8 / 9 / T; melds: %s /; red: %s; pile: 2; "
           "stock: -",
           rows[i].melds, rows[i].red);
        play("stop");
        scored(0, rows[i].scored);
    }
    at("pennies", "players: 6; hands: 4 / 5 / 6 / 8 / 9 / T; second: K K / A; melds: 7x7 /; "
                  "pile: 2; stock: -; scores: 18505 / 0");
    play("stop");
    scored(0, "melds 35, canastas 1500, hands -40, total 1495");
    scored(1, "hands -45, total -45");
    game_over("0 wins 20045");
    at("pennies", "players: 6; hands: 4 / 5 / 6 / 8 / 9 / T; second: K K / A; melds: 7x7 /; "
                  "pile: 2; stock: -; scores: 18500 / 0");
    play("stop");
    game_over("");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_UR_play),     cmocka_unit_test(test_UR_pack),
        cmocka_unit_test(test_UR_wilds),    cmocka_unit_test(test_HF_cards),
        cmocka_unit_test(test_HF_foot),     cmocka_unit_test(test_HF_pack),
        cmocka_unit_test(test_HF_books),    cmocka_unit_test(test_HF_opening),
        cmocka_unit_test(test_HF_out),      cmocka_unit_test(test_HF_score),
        cmocka_unit_test(test_PH_cards),    cmocka_unit_test(test_PH_foot),
        cmocka_unit_test(test_PH_canastas), cmocka_unit_test(test_PH_wilds),
        cmocka_unit_test(test_PH_opening),  cmocka_unit_test(test_PH_sevens),
        cmocka_unit_test(test_PH_out),      cmocka_unit_test(test_PH_score),
    };
    return cmocka_run_group_tests(tests, NULL, leave_last);
}
