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
    cn_board_init(rules, &deal.board, players, 0, 4, scores);
    deal.board.phase = CN_PHASE_ENDED;
    deal.board.end_why = CN_END_STOCK;
    return deal;
}

static void lay(struct cn_deal *deal, int side, int kind, int naturals, int deuces, int jokers)
{
    const cn_packed_meld meld = cn_meld_of(kind, naturals, deuces, jokers);
    deal->board.melds[side][deal->board.meld_count[side]++] = meld;
    deal->board.canastas[side] = (uint8_t)(deal->board.canastas[side] + cn_meld_is_canasta(meld));
}

static void goes_out(struct cn_deal *deal, int seat, bool concealed)
{
    deal->board.end_why = CN_END_OUT;
    deal->board.out_seat = (uint8_t)seat;
    deal->board.concealed = concealed;
}

static struct cn_score score_of(const struct cn_rules *rules, const struct cn_deal *deal, int side)
{
    struct cn_score sides[CN_SIDES_MAX];
    cn_score_deal(law_of(rules), deal, sides);
    const struct cn_score *s = &sides[side];
    assert_int_equal(s->total, cn_score_column_sum(s, CN_SCORE_BASE) +
                                   cn_score_column_sum(s, CN_SCORE_CARDS));
    assert_int_equal(s->after, deal->board.score[side] + s->total);
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
    deal.board.red[0] = 1;
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
        deal.board.red[0] = (uint8_t)reds;
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
        deal.board.red[2] = (uint8_t)reds;
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
    deal.board.red[0] = 3;
    assert_int_equal(score_of(&rules, &deal, 0).item[CN_SCORE_RED_THREES], 0);
    lay(&deal, 0, CN_FIVE, 3, 0, 0);
    assert_int_equal(score_of(&rules, &deal, 0).item[CN_SCORE_RED_THREES], 150);
}

/* Red threes in a hand that never had a turn count for its side, but not as cards in the hand. */
static void I11_red_threes_in_hand(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_deal deal = ended(&rules, 4, NULL);
    deal.board.red[1] = 1;
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

/* ---- the parameters of four more games ---- */

/* Parameters that are not played yet can be scored. */
static void set_only(struct cn_rules *rules, const char *name, const char *value)
{
    struct cn_rules_error error;
    assert_true(cn_rules_set(rules, name, value, strlen(value), &error));
}

static struct cn_score score_by(const struct cn_rules *rules, const struct cn_deal *deal, int side)
{
    static struct cn_law law;
    struct cn_score sides[CN_SIDES_MAX];
    law.rules = *rules;
    cn_score_deal(&law, deal, sides);
    return sides[side];
}

static int32_t item_of(const struct cn_rules *rules, const struct cn_deal *deal,
                       enum cn_score_item_id item)
{
    return score_by(rules, deal, 0).item[item];
}

/* Three red threes and a black one, five kings and a wild, aces in the partner's hand. */
static struct cn_deal with_threes(const struct cn_rules *rules)
{
    struct cn_deal deal = ended(rules, 4, NULL);
    deal.board.turned = 15;
    deal.board.red[0] = 3;
    deal.board.black[0] = 1;
    lay(&deal, 0, CN_KING, 5, 1, 0);
    deal.hands[2] = cn_hand_single(CN_ACE, 2);
    return deal;
}

static void A_score_without_canastas(void **state)
{
    const struct cn_rules rules = rules_of("american");
    struct cn_deal deal = with_threes(&rules);
    const struct cn_score s = score_by(&rules, &deal, 0);
    assert_int_equal(s.item[CN_SCORE_MELDS], -70);
    assert_int_equal(s.item[CN_SCORE_RED_THREES], -(500 + 100));
    assert_int_equal(s.item[CN_SCORE_CANASTAS], 0);
    assert_int_equal(s.item[CN_SCORE_HANDS], -40);
    assert_int_equal(s.total, -70 - 600 - 40);
    /* A house rule may need none to go out: that does not count either. */
    goes_out(&deal, 0, false);
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_OUT), 0);
}

static void A_score_with_one_canasta(void **state)
{
    const struct cn_rules rules = rules_of("american");
    struct cn_deal deal = with_threes(&rules);
    lay(&deal, 0, CN_FIVE, 7, 0, 0);
    goes_out(&deal, 0, false);
    const struct cn_score s = score_by(&rules, &deal, 0);
    assert_int_equal(s.item[CN_SCORE_MELDS], 70 + 35);
    assert_int_equal(s.item[CN_SCORE_RED_THREES], 0);
    assert_int_equal(s.item[CN_SCORE_CANASTAS], 500);
    assert_int_equal(s.item[CN_SCORE_OUT], 100);
    assert_int_equal(s.item[CN_SCORE_HANDS], -40);
    assert_int_equal(s.total, 105 + 500 + 100 - 40);
}

static void A_score_with_two_canastas(void **state)
{
    const struct cn_rules rules = rules_of("american");
    struct cn_deal deal = with_threes(&rules);
    lay(&deal, 0, CN_FIVE, 7, 0, 0);
    lay(&deal, 0, CN_SIX, 5, 2, 0);
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_RED_THREES), 600);
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_MELDS), 70 + 35 + 65);
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_CANASTAS), 800);
}

/* The swing goes by canastas of all sorts, wild ones too. */
static void A_score_counts_every_canasta(void **state)
{
    const struct cn_rules rules = rules_of("american");
    struct cn_deal deal = with_threes(&rules);
    lay(&deal, 0, CN_JOKER, 0, 5, 2);
    lay(&deal, 0, CN_SEVEN, 7, 0, 0);
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_RED_THREES), 600);
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_CANASTAS), 2000 + 2500);
}

static int32_t worth(const struct cn_rules *rules, int kind, int naturals, int deuces, int jokers)
{
    struct cn_deal deal = ended(rules, 4, NULL);
    lay(&deal, 0, kind, naturals, deuces, jokers);
    return item_of(rules, &deal, CN_SCORE_CANASTAS);
}

static void A_score_canastas_by_class(void **state)
{
    struct cn_rules rules = rules_of("american");
    assert_int_equal(worth(&rules, CN_SEVEN, 7, 0, 0), 2500);
    assert_int_equal(worth(&rules, CN_ACE, 7, 0, 0), 2500);
    assert_int_equal(worth(&rules, CN_ACE, 6, 1, 0), 300); /* IA19 */
    assert_int_equal(worth(&rules, CN_KING, 7, 0, 0), 500);
    assert_int_equal(worth(&rules, CN_JOKER, 0, 4, 3), 2000);
    assert_int_equal(worth(&rules, CN_JOKER, 0, 3, 4), 2500);
    assert_int_equal(worth(&rules, CN_JOKER, 0, 7, 0), 3000);
    set_only(&rules, "canasta_bonus", "{mixed_A: 700, wild_jokers: 4000, 7: 0, natural: 550}");
    assert_int_equal(worth(&rules, CN_ACE, 6, 1, 0), 700);
    assert_int_equal(worth(&rules, CN_ACE, 7, 0, 0), 2500); /* figures that stay */
    assert_int_equal(worth(&rules, CN_JOKER, 0, 0, 7), 4000);
    assert_int_equal(worth(&rules, CN_JOKER, 0, 1, 6), 2500);
    assert_int_equal(worth(&rules, CN_SEVEN, 7, 0, 0), 550); /* 0: no figure of its own */
    assert_int_equal(worth(&rules, CN_KING, 7, 0, 0), 550);
    assert_int_equal(rules.natural_canasta_bonus, 550);
    struct cn_rules neutral = rules_of("laws1950");
    set_only(&neutral, "wild_melds", "free");
    assert_int_equal(worth(&neutral, CN_JOKER, 0, 7, 0), 0);
}

static int32_t costs(const struct cn_rules *rules, int kind, int naturals, int deuces, int jokers)
{
    struct cn_deal deal = ended(rules, 4, NULL);
    lay(&deal, 0, kind, naturals, deuces, jokers);
    return item_of(rules, &deal, CN_SCORE_PENALTIES);
}

/* IA19: natural melds of sevens and aces only; wild melds of any wilds. */
static void IA19_unfinished_melds(void **state)
{
    struct cn_rules rules = rules_of("american");
    assert_int_equal(costs(&rules, CN_SEVEN, 3, 0, 0), -2500);
    assert_int_equal(costs(&rules, CN_SEVEN, 6, 0, 0), -2500);
    assert_int_equal(costs(&rules, CN_SEVEN, 7, 0, 0), 0);
    assert_int_equal(costs(&rules, CN_ACE, 4, 0, 0), -2500);
    assert_int_equal(costs(&rules, CN_ACE, 4, 1, 0), 0);
    assert_int_equal(costs(&rules, CN_KING, 3, 0, 0), 0);
    assert_int_equal(costs(&rules, CN_JOKER, 0, 2, 1), -2000);
    assert_int_equal(costs(&rules, CN_JOKER, 0, 2, 4), -2000);
    assert_int_equal(costs(&rules, CN_JOKER, 0, 4, 3), 0);
    set_only(&rules, "unfinished_penalty", "{wild: 2000, wild_four_jokers: 2500}");
    assert_int_equal(costs(&rules, CN_JOKER, 0, 2, 4), -2500);
    assert_int_equal(costs(&rules, CN_JOKER, 0, 3, 3), -2000);
    assert_int_equal(costs(&rules, CN_SEVEN, 3, 0, 0), 0);
    set_only(&rules, "unfinished_penalty", "{wild_four_jokers: 2500}");
    assert_int_equal(costs(&rules, CN_JOKER, 0, 2, 4), -2500);
    assert_int_equal(costs(&rules, CN_JOKER, 0, 3, 3), 0);
}

/* Each meld costs, also of a side with two canastas. */
static void A_score_penalties_add_up(void **state)
{
    const struct cn_rules rules = rules_of("american");
    struct cn_deal deal = ended(&rules, 4, NULL);
    lay(&deal, 0, CN_FIVE, 7, 0, 0);
    lay(&deal, 0, CN_SIX, 7, 0, 0);
    lay(&deal, 0, CN_SEVEN, 3, 0, 0);
    lay(&deal, 0, CN_JOKER, 0, 3, 0);
    deal.hands[0] = cn_hand_add(cn_hand_single(CN_SEVEN, 3), cn_hand_single(CN_ACE, 4));
    deal.hands[2] = cn_hand_single(CN_SEVEN, 3);
    const struct cn_score s = score_by(&rules, &deal, 0);
    assert_int_equal(s.item[CN_SCORE_PENALTIES], -2500 - 2000 - 3 * 1500);
    assert_int_equal(s.item[CN_SCORE_HANDS], -15 - 80 - 15);
    assert_int_equal(s.total, 70 + 15 + 60 + 1000 - 9000 - 110);
}

/* Seats are not added up, nor kinds. */
static void IA14_each_seat_and_kind_by_itself(void **state)
{
    const struct cn_rules rules = rules_of("american");
    struct cn_deal deal = ended(&rules, 4, NULL);
    deal.hands[0] = cn_hand_add(cn_hand_single(CN_SEVEN, 2), cn_hand_single(CN_ACE, 2));
    deal.hands[2] = cn_hand_single(CN_SEVEN, 2);
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_PENALTIES), 0);
    deal.hands[2] = cn_hand_single(CN_SEVEN, 8);
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_PENALTIES), -1500);
}

/* I11: where a seat had no turn, the bonus cards of its hand count as faced; else they cost. */
static void IA14_bonus_cards_that_are_held(void **state)
{
    struct cn_rules rules = rules_of("american");
    struct cn_deal deal = ended(&rules, 4, NULL);
    deal.hands[0] = cn_hand_add(cn_hand_single(CN_RED_THREE, 1), cn_hand_single(CN_BLACK_THREE, 2));
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_RED_THREES), -(100 + 300));
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_HANDS), 0);
    deal.board.turned = 1;
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_RED_THREES), 0);
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_HANDS), -15);
    set_only(&rules, "bonus_held_points", "100");
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_HANDS), -300);
    set_only(&rules, "bonus_kinds", "[3r]"); /* black threes are ordinary cards again */
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_HANDS), -100 - 10);
}

/* Talons and second hands that wait are with their seat: bonus cards in them cost, even of a seat
 * that never had a turn. */
static void IA14_cards_that_wait(void **state)
{
    static const char *const waiting[] = {"7h", "3d", "7c", "Xr", "7d", "3s", "Ah"};
    const struct cn_rules rules = rules_of("american");
    struct cn_deal deal = ended(&rules, 4, NULL);
    for (int i = 0; i < 7; i++)
        deal.stock[i] = cn_card_parse(waiting[i]);
    deal.hands[0] = cn_hand_add(cn_hand_single(CN_SEVEN, 1), cn_hand_single(CN_RED_THREE, 1));
    deal.board.talon[0] = 3;
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_HANDS), -5 - (5 + 5 + 5));
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_RED_THREES), -100); /* of the hand */
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_PENALTIES), -1500);
    deal.board.talon[0] = 0;
    deal.second_from[2] = 3;
    deal.second_end[2] = 7;
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_HANDS), -5 - (50 + 5 + 5 + 20));
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_PENALTIES), 0);
}

static void A_hands_score_nothing_else(void **state)
{
    const struct cn_rules rules = rules_of("american");
    struct cn_deal deal = ended(&rules, 4, NULL);
    deal.board.red[0] = 2;
    deal.board.out_seat = 2;
    deal.board.special = 1;
    deal.hands[0] = cn_hand_single(CN_SEVEN, 3);
    deal.hands[1] = cn_hand_single(CN_KING, 2);
    const struct cn_score s = score_by(&rules, &deal, 0);
    assert_int_equal(s.item[CN_SCORE_SPECIAL], 2500);
    assert_int_equal(s.total, 2500);
    const struct cn_score other = score_by(&rules, &deal, 1);
    assert_int_equal(other.item[CN_SCORE_SPECIAL], 0);
    assert_int_equal(other.total, -20);
}

static int row_of(const struct cn_rules *rules, const char *name)
{
    int row = 0;
    while (strcmp(rules->special_hands.row[row].name, name) != 0)
        assert_in_range(++row, 0, rules->special_hands.count - 1);
    return row;
}

/* IA17: it wins at once, whatever the totals are. */
static void IA17_a_dream_hand_wins(void **state)
{
    static struct cn_law law;
    struct cn_score sides[CN_SIDES_MAX];
    const int32_t scores[] = {-2000, 8000};
    law.rules = rules_of("american");
    struct cn_deal deal = ended(&law.rules, 4, scores);
    lay(&deal, 1, CN_KING, 7, 0, 0);
    deal.board.out_seat = 0;
    deal.board.special = 1;
    assert_int_equal(cn_score_deal(&law, &deal, sides), 1);
    deal.board.special = (uint8_t)(row_of(&law.rules, "dream_four") + 1);
    assert_int_equal(cn_score_deal(&law, &deal, sides), 0);
    assert_int_equal(sides[0].after, 6500);
    assert_int_equal(sides[1].after, 8570);
}

/* Both sides pass the target: the higher total; equal: another deal. */
static void IA7_the_higher_total(void **state)
{
    const struct cn_rules rules = rules_of("american");
    const int32_t scores[] = {8600, 8700};
    const int32_t equal[] = {8600, 8600};
    assert_int_equal(cn_score_winner(&rules, 9, scores, 2), 1);
    assert_int_equal(cn_score_winner(&rules, 9, equal, 2), -1);
}

static void IA9_the_minimum_of_a_negative_score(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    set(&rules, "initial_minimum", "[[null, 125], [3000, 155], [5000, 180]]");
    assert_int_equal(cn_rules_minimum(&rules, 1, -2000), 125);
    assert_int_equal(cn_rules_minimum(&rules, 1, 2995), 125);
    assert_int_equal(cn_rules_minimum(&rules, 1, 3000), 155);
    assert_int_equal(cn_rules_minimum(&rules, 1, 5000), 180);
}

/* IA18: the bonus of a concealed hand is 0 there, and it still is one. */
static void IA18_concealed(void **state)
{
    struct cn_rules rules = rules_of("american");
    struct cn_deal deal = ended(&rules, 4, NULL);
    lay(&deal, 0, CN_FIVE, 7, 0, 0);
    goes_out(&deal, 0, true);
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_CONCEALED), 0);
    set_only(&rules, "concealed_bonus", "100");
    assert_int_equal(item_of(&rules, &deal, CN_SCORE_CONCEALED), 100);
}

/* What the bonus cards need, and what they do without it. */
static void HF_score_bonus_cards_need(void **state)
{
    static const struct {
        const char *needs, *without;
        int32_t none, meld, canasta, sevens;
    } rows[] = {
        {"meld", "subtract", -100, 100, 100, 100}, {"canasta", "subtract", -100, -100, 100, 100},
        {"7", "subtract", -100, -100, -100, 100},  {"7", "nothing", 0, 0, 0, 100},
        {"7", "add", 100, 100, 100, 100},          {"meld", "add", 100, 100, 100, 100},
        {"canasta", "nothing", 0, 0, 100, 100},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cn_rules rules = rules_of("laws1950");
        set(&rules, "red_three_needs", rows[i].needs);
        set(&rules, "red_three_without_meld", rows[i].without);
        struct cn_deal deal = ended(&rules, 4, NULL);
        deal.board.red[0] = 1;
        assert_int_equal(item_of(&rules, &deal, CN_SCORE_RED_THREES), rows[i].none);
        lay(&deal, 0, CN_SEVEN, 6, 0, 0);
        assert_int_equal(item_of(&rules, &deal, CN_SCORE_RED_THREES), rows[i].meld);
        lay(&deal, 0, CN_KING, 7, 0, 0);
        assert_int_equal(item_of(&rules, &deal, CN_SCORE_RED_THREES), rows[i].canasta);
        lay(&deal, 0, CN_SEVEN, 5, 2, 0);
        assert_int_equal(item_of(&rules, &deal, CN_SCORE_RED_THREES), rows[i].sevens);
    }
}

/* ---- rounds ---- */

static void HF_score_minimum_by_round(void **state)
{
    static const int32_t needed[] = {50, 90, 120, 150, 150, 150};
    struct cn_rules rules = rules_of("laws1950");
    set(&rules, "minimum_by_round", "[50, 90, 120, 150]");
    struct cn_board board;
    cn_board_init(&rules, &board, 4, 0, CN_NO_SEAT, (int32_t[]){5000, -300});
    assert_int_equal(board.minimum[0], 50);
    for (int number = 1; number <= 6; number++) {
        cn_board_set_number(&rules, &board, number);
        assert_int_equal(board.minimum[0], needed[number - 1]);
        assert_int_equal(board.minimum[1], needed[number - 1]);
    }
}

static void HF_score_rounds(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    const int32_t scores[] = {9000, 200};
    const int32_t low[] = {-500, -200};
    const int32_t equal[] = {100, 100};
    assert_int_equal(cn_score_winner(&rules, 1, scores, 2), 0);
    set(&rules, "rounds", "4");
    assert_int_equal(cn_score_winner(&rules, 3, scores, 2), -1);
    assert_int_equal(cn_score_winner(&rules, 4, scores, 2), 0);
    assert_int_equal(cn_score_winner(&rules, 4, low, 2), 1);
    assert_int_equal(cn_score_winner(&rules, 4, equal, 2), -1);
    assert_int_equal(cn_score_winner(&rules, 5, scores, 2), 0);
}

/* ---- the game ---- */

static int winner(const struct cn_rules *rules, int32_t a, int32_t b, int32_t c)
{
    const int32_t scores[CN_SIDES_MAX] = {a, b, c};
    return cn_score_winner(rules, 1, scores, 3);
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
    deal.board.score[0] = 4000;
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
        cmocka_unit_test(A_score_without_canastas),
        cmocka_unit_test(A_score_with_one_canasta),
        cmocka_unit_test(A_score_with_two_canastas),
        cmocka_unit_test(A_score_counts_every_canasta),
        cmocka_unit_test(A_score_canastas_by_class),
        cmocka_unit_test(A_score_penalties_add_up),
        cmocka_unit_test(A_hands_score_nothing_else),
        cmocka_unit_test(IA7_the_higher_total),
        cmocka_unit_test(IA9_the_minimum_of_a_negative_score),
        cmocka_unit_test(IA14_each_seat_and_kind_by_itself),
        cmocka_unit_test(IA14_bonus_cards_that_are_held),
        cmocka_unit_test(IA14_cards_that_wait),
        cmocka_unit_test(IA17_a_dream_hand_wins),
        cmocka_unit_test(IA18_concealed),
        cmocka_unit_test(IA19_unfinished_melds),
        cmocka_unit_test(HF_score_bonus_cards_need),
        cmocka_unit_test(HF_score_minimum_by_round),
        cmocka_unit_test(HF_score_rounds),
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
