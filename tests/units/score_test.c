/* score_test.c -- what a deal scores, who has won, and what is paid (L13, L23, L42-L46, L50, C8,
 * I6, I7, I11, I14, I15, I35, I36). Ended deals are set up by hand and their score sheets compared
 * item by item. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "law_of.h"
#include "words/words.h"

static struct cn_rules rules_of(const char *name)
{
    struct cn_rules rules;
    assert_true(cn_rules_load(&rules, name));
    return rules;
}

static void set(struct cn_rules *rules, const char *name, const char *value)
{
    struct cn_rules_error error;
    assert_true(cn_rules_set(rules, name, value, strlen(value), &error));
    assert_true(cn_rules_check(rules, &error));
}

/* ---- an ended deal, set up by hand ---- */

static struct cn_deal ended(const struct cn_rules *rules, int players, const int32_t *scores)
{
    struct cn_deal deal;
    memset(&deal, 0, sizeof deal);
    cn_board_init(rules, &deal.table, players, 0, 4, scores);
    deal.table.phase = CN_PHASE_ENDED;
    deal.table.end_why = CN_END_STOCK;
    return deal;
}

static void lay(struct cn_deal *deal, int side, int kind, int naturals, int deuces, int jokers)
{
    const cn_packed_meld meld = cn_meld_of(kind, naturals, deuces, jokers);
    deal->table.melds[side][deal->table.meld_count[side]++] = meld;
    deal->table.canastas[side] = (uint8_t)(deal->table.canastas[side] + cn_meld_is_canasta(meld));
}

static void goes_out(struct cn_deal *deal, int seat, bool concealed)
{
    deal->table.end_why = CN_END_OUT;
    deal->table.out_seat = (uint8_t)seat;
    deal->table.concealed = concealed;
}

static struct cn_score score_of(const struct cn_rules *rules, const struct cn_deal *deal, int side)
{
    struct cn_score sides[CN_SIDES_MAX];
    cn_score_deal(law_of(rules), deal, sides);
    const struct cn_score *s = &sides[side];
    assert_int_equal(s->total, cn_score_column_sum(s, CN_SCORE_BASE) +
                                   cn_score_column_sum(s, CN_SCORE_CARDS));
    assert_int_equal(s->after, deal->table.score[side] + s->total);
    return *s;
}

/* ---- a deal ---- */

/* Four kings, two deuces and a joker; the partners hold an ace and a black three. */
static void L42_all_that_counts(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    const int32_t scores[] = {1000, -55};
    struct cn_deal deal = ended(&rules, 4, scores);
    lay(&deal, 0, CN_KING, 4, 2, 1);
    deal.table.red[0] = 1;
    deal.hands[2] = cn_hand_add(cn_hand_single(CN_ACE, 1), cn_hand_single(CN_BLACK_THREE, 1));
    deal.hands[1] = cn_hand_add(cn_hand_single(CN_JOKER, 1), cn_hand_single(CN_FOUR, 2));
    goes_out(&deal, 0, false);
    struct cn_score s = score_of(&rules, &deal, 0);
    assert_int_equal(s.item[CN_SCORE_MELDS], 40 + 40 + 50);
    assert_int_equal(s.item[CN_SCORE_CANASTAS], 300);
    assert_int_equal(s.item[CN_SCORE_RED_THREES], 100);
    assert_int_equal(s.item[CN_SCORE_OUT], 100);
    assert_int_equal(s.item[CN_SCORE_CONCEALED], 0);
    assert_int_equal(s.item[CN_SCORE_HANDS], -25);
    assert_int_equal(s.after, 1000 + 605);
    s = score_of(&rules, &deal, 1);
    assert_int_equal(s.item[CN_SCORE_HANDS], -60);
    assert_int_equal(s.total, -60);
    assert_int_equal(s.after, -115);
}

static void L23_natural_and_mixed_canastas(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_deal deal = ended(&rules, 4, NULL);
    lay(&deal, 0, CN_FIVE, 7, 0, 0);
    assert_int_equal(score_of(&rules, &deal, 0).item[CN_SCORE_CANASTAS], 500);
    lay(&deal, 0, CN_SIX, 6, 1, 0);
    assert_int_equal(score_of(&rules, &deal, 0).item[CN_SCORE_CANASTAS], 800);
    lay(&deal, 0, CN_SEVEN, 6, 0, 0);
    assert_int_equal(score_of(&rules, &deal, 0).item[CN_SCORE_CANASTAS], 800);
    lay(&deal, 0, CN_ACE, 8, 0, 0);
    assert_int_equal(score_of(&rules, &deal, 0).item[CN_SCORE_CANASTAS], 1300);
}

/* L50: in 'hoyle' too a concealed hand is 200 in all. */
static void L50_concealed(void **state)
{
    static const char *const sets[] = {"laws1950", "hoyle", "pumpa"};
    for (int i = 0; i < 3; i++) {
        const struct cn_rules rules = rules_of(sets[i]);
        struct cn_deal deal = ended(&rules, 4, NULL);
        lay(&deal, 1, CN_FIVE, 7, 0, 0);
        goes_out(&deal, 3, true);
        assert_int_equal(score_of(&rules, &deal, 1).item[CN_SCORE_OUT], 100);
        assert_int_equal(score_of(&rules, &deal, 1).item[CN_SCORE_CONCEALED], 100);
        assert_int_equal(score_of(&rules, &deal, 0).item[CN_SCORE_OUT], 0);
        assert_int_equal(score_of(&rules, &deal, 0).item[CN_SCORE_CONCEALED], 0);
    }
}

static void L13_red_threes(void **state)
{
    static const int32_t bonus[] = {0, 100, 200, 300, 800};
    const struct cn_rules rules = rules_of("laws1950");
    for (int reds = 0; reds <= 4; reds++) {
        struct cn_deal deal = ended(&rules, 4, NULL);
        deal.table.red[0] = (uint8_t)reds;
        assert_int_equal(score_of(&rules, &deal, 0).item[CN_SCORE_RED_THREES], -bonus[reds]);
        lay(&deal, 0, CN_FIVE, 3, 0, 0);
        assert_int_equal(score_of(&rules, &deal, 0).item[CN_SCORE_RED_THREES], bonus[reds]);
    }
}

static void I6_red_threes_of_three_packs(void **state)
{
    static const int32_t bonus[] = {0, 100, 200, 300, 400, 1000, 1200};
    const struct cn_rules rules = rules_of("threepack");
    for (int reds = 0; reds <= 6; reds++) {
        struct cn_deal deal = ended(&rules, 6, NULL);
        deal.table.red[2] = (uint8_t)reds;
        lay(&deal, 2, CN_FIVE, 3, 0, 0);
        assert_int_equal(score_of(&rules, &deal, 2).item[CN_SCORE_RED_THREES], bonus[reds]);
    }
}

/* A house rule may omit them, and may list fewer than there are. More red threes then count as the
 * last entry. */
static void red_threes_by_house_rules(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    set(&rules, "red_three_without_meld", "nothing");
    set(&rules, "red_three_bonus", "[50, 150]");
    struct cn_deal deal = ended(&rules, 2, NULL);
    deal.table.red[0] = 3;
    assert_int_equal(score_of(&rules, &deal, 0).item[CN_SCORE_RED_THREES], 0);
    lay(&deal, 0, CN_FIVE, 3, 0, 0);
    assert_int_equal(score_of(&rules, &deal, 0).item[CN_SCORE_RED_THREES], 150);
}

/* Red threes in a hand that never had a turn count for its side, but not as cards in the hand. */
static void I11_red_threes_in_hand(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_deal deal = ended(&rules, 4, NULL);
    deal.table.red[1] = 1;
    deal.hands[3] = cn_hand_add(cn_hand_single(CN_RED_THREE, 1), cn_hand_single(CN_SEVEN, 1));
    lay(&deal, 1, CN_FIVE, 3, 0, 0);
    const struct cn_score s = score_of(&rules, &deal, 1);
    assert_int_equal(s.item[CN_SCORE_RED_THREES], 200);
    assert_int_equal(s.item[CN_SCORE_HANDS], -5);
}

/* All hands of a side of three count. The idle player's is empty. */
static void hands_of_a_side_of_three(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_deal deal = ended(&rules, 6, NULL);
    deal.hands[0] = cn_hand_single(CN_ACE, 1);
    deal.hands[2] = cn_hand_single(CN_JOKER, 1);
    deal.hands[4] = cn_hand_single(CN_EIGHT, 2);
    deal.hands[5] = cn_hand_single(CN_FOUR, 1);
    assert_int_equal(score_of(&rules, &deal, 0).item[CN_SCORE_HANDS], -90);
    assert_int_equal(score_of(&rules, &deal, 1).item[CN_SCORE_HANDS], -5);
}

/* ---- the game ---- */

static int winner(const struct cn_rules *rules, int32_t a, int32_t b, int32_t c)
{
    const int32_t scores[CN_SIDES_MAX] = {a, b, c};
    return cn_score_winner(rules, scores, 3);
}

static void L45_the_target(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    assert_int_equal(winner(&rules, 4995, 4990, 0), -1);
    assert_int_equal(winner(&rules, 5000, 4995, 0), 0);
    assert_int_equal(winner(&rules, 5000, 5005, 0), 1);
    assert_int_equal(winner(&rules, 5000, 5005, 6000), 2);
    const struct cn_rules three = rules_of("threepack");
    assert_int_equal(winner(&three, 9995, 5000, 0), -1);
    assert_int_equal(winner(&three, 10000, 5000, 0), 0);
}

static void I7_a_tie_goes_on(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    assert_int_equal(winner(&rules, 5200, 5200, 0), -1);
    assert_int_equal(winner(&rules, 0, 5200, 5200), -1);
    assert_int_equal(winner(&rules, 5100, 5100, 5200), 2);
    assert_int_equal(winner(&rules, 5200, 100, 5200), -1);
    assert_int_equal(winner(&rules, 100, 100, 5200), 2);
}

/* I35: the bonus for the game counts in the winner's last deal and in its running total. */
static void I35_bonus_for_the_game(void **state)
{
    struct cn_rules rules = rules_of("montevideo");
    const int32_t scores[] = {4900, 4000};
    struct cn_deal deal = ended(&rules, 4, scores);
    lay(&deal, 0, CN_KING, 7, 0, 0);
    assert_int_equal(score_of(&rules, &deal, 0).item[CN_SCORE_BONUS], 0);
    set(&rules, "game_bonus", "500");
    const struct cn_score s = score_of(&rules, &deal, 0);
    assert_int_equal(s.item[CN_SCORE_BONUS], 500);
    assert_int_equal(s.after, 4900 + 70 + 500 + 500);
    assert_int_equal(score_of(&rules, &deal, 1).item[CN_SCORE_BONUS], 0);
    deal.table.score[0] = 4000;
    assert_int_equal(score_of(&rules, &deal, 0).item[CN_SCORE_BONUS], 0);
}

/* ---- settling ---- */

static void settles(const struct cn_rules *rules, int sides, const int32_t *scores,
                    const int32_t *expected)
{
    int32_t receives[CN_SIDES_MAX];
    cn_score_settlement(rules, scores, sides, receives);
    for (int side = 0; side < sides; side++)
        assert_int_equal(receives[side], expected[side]);
}

static void L46_the_difference(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    settles(&rules, 2, (int32_t[]){5030, 3050}, (int32_t[]){1980, -1980});
    settles(&rules, 2, (int32_t[]){5030, -150}, (int32_t[]){5180, -5180});
}

static struct cn_rules by_hundreds(void)
{
    struct cn_rules rules = rules_of("laws1950");
    set(&rules, "settlement", "hundreds");
    return rules;
}

/* 5,030 to 3,050 is 50 to 31, a difference of 19. Fifty is rounded up. */
static void C8_hundreds(void **state)
{
    const struct cn_rules rules = by_hundreds();
    settles(&rules, 2, (int32_t[]){5030, 3050}, (int32_t[]){19, -19});
    settles(&rules, 2, (int32_t[]){5049, 3049}, (int32_t[]){20, -20});
    settles(&rules, 2, (int32_t[]){5050, 0}, (int32_t[]){51, -51});
    settles(&rules, 2, (int32_t[]){5000, 49}, (int32_t[]){50, -50});
}

/* A negative total is rounded by its absolute value: -150 is -2, -149 is -1. */
static void I14_negative_hundreds(void **state)
{
    const struct cn_rules rules = by_hundreds();
    settles(&rules, 2, (int32_t[]){5000, -150}, (int32_t[]){52, -52});
    settles(&rules, 2, (int32_t[]){5000, -149}, (int32_t[]){51, -51});
    settles(&rules, 2, (int32_t[]){5000, -49}, (int32_t[]){50, -50});
    settles(&rules, 2, (int32_t[]){5000, -50}, (int32_t[]){51, -51});
}

/* Three sides settle in pairs, so what one side receives the others pay. */
static void I15_three_sides(void **state)
{
    const struct cn_rules rules = rules_of("threepack");
    settles(&rules, 3, (int32_t[]){10000, 4000, 1000}, (int32_t[]){15000, -3000, -12000});
}

static void I36_three_sides_in_hundreds(void **state)
{
    struct cn_rules rules = rules_of("threepack");
    set(&rules, "settlement", "hundreds");
    settles(&rules, 3, (int32_t[]){10030, 4050, -150}, (int32_t[]){59 + 102, 43 - 59, -102 - 43});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(L42_all_that_counts),
        cmocka_unit_test(L23_natural_and_mixed_canastas),
        cmocka_unit_test(L50_concealed),
        cmocka_unit_test(L13_red_threes),
        cmocka_unit_test(I6_red_threes_of_three_packs),
        cmocka_unit_test(red_threes_by_house_rules),
        cmocka_unit_test(I11_red_threes_in_hand),
        cmocka_unit_test(hands_of_a_side_of_three),
        cmocka_unit_test(L45_the_target),
        cmocka_unit_test(I7_a_tie_goes_on),
        cmocka_unit_test(I35_bonus_for_the_game),
        cmocka_unit_test(L46_the_difference),
        cmocka_unit_test(C8_hundreds),
        cmocka_unit_test(I14_negative_hundreds),
        cmocka_unit_test(I15_three_sides),
        cmocka_unit_test(I36_three_sides_in_hundreds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
