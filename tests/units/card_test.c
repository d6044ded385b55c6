/* card_test.c -- cards, kinds, their texts and values, the full packs, and the order in which
 * cards are drawn for seats (L3-L5, L25). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/engine.h"

static cn_card card(const char *text)
{
    const cn_card c = cn_card_parse(text);
    assert_int_not_equal(c, CN_NO_CARD);
    return c;
}

static void texts_of_cards_round_trip(void **state)
{
    bool seen[256] = {false};
    for (int face = 0; face < CN_CARD_CODES; face++) {
        char text[3] = "??";
        cn_card_format((cn_card)face, text);
        assert_int_equal(strlen(text), 2);
        assert_int_equal(cn_card_parse(text), face);
        assert_false(seen[face]);
        seen[face] = true;
    }
}

static void other_texts_are_no_cards(void **state)
{
    static const char *const texts[] = {"1s", "10", "Tx", "xr", "Xs", "XX", "as", "A ",
                                        "",   " A", "3",  "sA", "0h", "Zr", "X",  "A"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char two[2] = {0, 0};
        memcpy(two, texts[i], strlen(texts[i]));
        assert_int_equal(cn_card_parse(two), CN_NO_CARD);
    }
}

static void only_two_characters_are_read(void **state)
{
    const char two[2] = {'T', 'd'}; /* without a NUL, so the sanitizer reports a read past them */
    assert_int_equal(cn_card_parse(two), card("Td"));
    assert_int_equal(cn_card_parse("Td7"), card("Td"));
}

static void kinds_of_cards(void **state)
{
    assert_int_equal(cn_card_kind(card("Xr")), CN_JOKER);
    assert_int_equal(cn_card_kind(card("Xb")), CN_JOKER);
    assert_int_equal(cn_card_kind(card("2c")), CN_DEUCE);
    assert_int_equal(cn_card_kind(card("3h")), CN_RED_THREE);
    assert_int_equal(cn_card_kind(card("3d")), CN_RED_THREE);
    assert_int_equal(cn_card_kind(card("3s")), CN_BLACK_THREE);
    assert_int_equal(cn_card_kind(card("3c")), CN_BLACK_THREE);
    assert_int_equal(cn_card_kind(card("4h")), CN_FOUR);
    assert_int_equal(cn_card_kind(card("Ts")), CN_TEN);
    assert_int_equal(cn_card_kind(card("Ad")), CN_ACE);
}

static void texts_of_kinds_round_trip(void **state)
{
    static const char *const names[CN_KINDS] = {"X", "2", "3r", "3b", "4", "5", "6", "7",
                                                "8", "9", "T",  "J",  "Q", "K", "A"};
    for (int kind = 0; kind < CN_KINDS; kind++) {
        assert_string_equal(cn_kind_name(kind), names[kind]);
        assert_int_equal(cn_kind_parse(names[kind], strlen(names[kind])), kind);
        assert_int_equal(cn_kind_is_wild(kind), kind == CN_JOKER || kind == CN_DEUCE);
        assert_int_equal(cn_kind_is_natural(kind), kind >= CN_FOUR);
    }
    assert_int_equal(cn_kind_parse("3", 1), CN_NO_KIND);
    assert_int_equal(cn_kind_parse("", 0), CN_NO_KIND);
    assert_int_equal(cn_kind_parse("10", 2), CN_NO_KIND);
    assert_int_equal(cn_kind_parse("3rd", 3), CN_NO_KIND);
    assert_int_equal(cn_kind_parse("7x", 1), CN_SEVEN);
}

/* L25: joker 50; deuce and ace 20; king to eight 10; seven to four and black three 5; a red
 * three nothing. */
static void L25_points(void **state)
{
    static const int32_t points[CN_KINDS] = {50, 20, 0, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 20};
    struct cn_rules rules;
    cn_rules_init(&rules);
    for (int kind = 0; kind < CN_KINDS; kind++)
        assert_int_equal(rules.card_points.of[kind], points[kind]);
}

static void counts_in_one_word(void **state)
{
    cn_hand hand = cn_hand_add(cn_hand_single(CN_JOKER, 6), cn_hand_single(CN_DEUCE, 12));
    hand = cn_hand_add(hand, cn_hand_single(CN_ACE, 12));
    assert_int_equal(cn_hand_size(hand), 30);
    assert_int_equal(cn_hand_count(hand, CN_JOKER), 6);
    assert_int_equal(cn_hand_count(hand, CN_DEUCE), 12);
    assert_int_equal(cn_hand_count(hand, CN_ACE), 12);
    assert_int_equal(cn_hand_count(hand, CN_SEVEN), 0);
    uint64_t mask = cn_hand_mask(hand);
    assert_int_equal(cn_mask_pop(&mask), CN_JOKER);
    assert_int_equal(cn_mask_pop(&mask), CN_DEUCE);
    assert_int_equal(cn_mask_pop(&mask), CN_ACE);
    assert_true(mask == 0);
}

/* All the cards of three packs fit in one hand: twelve of a rank, and no count overflows into the
 * next kind. */
static void a_hand_holds_three_packs(void **state)
{
    cn_hand hand = CN_NO_CARDS;
    cn_card deck[CN_CARDS_MAX];
    struct cn_rules rules;
    cn_rules_init(&rules);
    rules.packs.at[cn_players_class(4)] = 3;
    rules.jokers.at[cn_players_class(4)] = 6;
    const int count = cn_deck_init(&rules, 4, deck);
    for (int i = 0; i < count; i++)
        hand = cn_hand_add(hand, cn_hand_single(cn_card_kind(deck[i]), 1));
    assert_int_equal(cn_hand_size(hand), 162);
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++)
        assert_int_equal(cn_hand_count(hand, kind), 12);
    assert_int_equal(cn_hand_count(hand, CN_RED_THREE), 6);
    assert_int_equal(cn_hand_count(hand, CN_JOKER), 6);
}

/* L3: 108 cards, two of each face, four jokers. */
static void L3_the_packs(void **state)
{
    cn_card deck[CN_CARDS_MAX];
    int copies[CN_CARD_CODES] = {0};
    struct cn_rules rules;
    cn_rules_init(&rules);
    assert_int_equal(cn_deck_init(&rules, 4, deck), 108);
    assert_int_equal(cn_rules_cards(&rules, 4), 108);
    for (int i = 0; i < 108; i++)
        copies[deck[i]]++;
    for (int face = 0; face < CN_CARD_CODES; face++)
        assert_int_equal(copies[face], 2);
    /* By players, where "4" stands for five and six as long as they have no number of their own. */
    static const char packs[] = "{2: 3, 3: 4, 4: 5, 6: 6}", jokers[] = "{2: 6, 3: 8, 4: 10, 6: 12}";
    static const int cards[] = {3 * 54, 4 * 54, 5 * 54, 5 * 54, 6 * 54};
    struct cn_rules_error error;
    assert_true(cn_rules_set(&rules, "packs", packs, sizeof packs - 1, &error));
    assert_true(cn_rules_set(&rules, "jokers", jokers, sizeof jokers - 1, &error));
    assert_true(cn_rules_check(&rules, &error));
    assert_int_equal(cn_rules_most_packs(&rules), 6);
    for (int players = 2; players <= CN_SEATS_MAX; players++) {
        assert_int_equal(cn_rules_cards(&rules, players), cards[players - 2]);
        assert_int_equal(cn_deck_init(&rules, players, deck), cards[players - 2]);
        assert_true(cn_cut_is_legal(&rules, players, cards[players - 2] - 4));
        assert_false(cn_cut_is_legal(&rules, players, cards[players - 2] - 3));
    }
}

/* L5: ace high, two low; spades over hearts over diamonds over clubs; a joker is void. */
static void L5_order_of_drawing(void **state)
{
    static const char ranks[] = "23456789TJQKA", suits[] = "cdhs";
    int before = 0;
    for (const char *rank = ranks; *rank != '\0'; rank++)
        for (const char *suit = suits; *suit != '\0'; suit++) {
            const char text[3] = {*rank, *suit, '\0'};
            const int order = cn_card_draw_order(card(text));
            assert_true(order > before);
            before = order;
        }
    assert_int_equal(cn_card_draw_order(card("Xr")), 0);
    assert_int_equal(cn_card_draw_order(card("Xb")), 0);
}

/* A seed gives the same shuffle on every machine, and no card is lost. */
static void a_seed_names_a_deck(void **state)
{
    uint8_t one[162], other[162];
    int seen[162] = {0};
    struct cn_rng rng;
    for (int i = 0; i < 162; i++)
        one[i] = other[i] = (uint8_t)i;
    cn_rng_init(&rng, 7);
    cn_rng_shuffle(&rng, one, 162);
    cn_rng_init(&rng, 7);
    cn_rng_shuffle(&rng, other, 162);
    assert_memory_equal(one, other, sizeof one);
    for (int i = 0; i < 162; i++)
        seen[one[i]]++;
    for (int i = 0; i < 162; i++)
        assert_int_equal(seen[i], 1);
    cn_rng_init(&rng, 8);
    cn_rng_shuffle(&rng, other, 162);
    assert_memory_not_equal(one, other, sizeof one);
}

/* Only values below n, each equally often within the limits of chance. */
static void numbers_below(void **state)
{
    int seen[7] = {0};
    struct cn_rng rng;
    cn_rng_init(&rng, 1);
    for (int i = 0; i < 70000; i++) {
        const uint32_t n = cn_rng_below(&rng, 7);
        assert_true(n < 7);
        seen[n]++;
    }
    for (int i = 0; i < 7; i++)
        assert_in_range(seen[i], 9600, 10400);
    assert_int_equal(cn_rng_below(&rng, 1), 0);
}

static void seeds_of_text_differ_by_stream(void **state)
{
    const uint64_t seed = cn_rng_seed_of("canasta", 7, 0);
    assert_true(seed == cn_rng_seed_of("canasta", 7, 0));
    assert_true(seed != cn_rng_seed_of("canasta", 7, 1));
    assert_true(seed != cn_rng_seed_of("canasta", 6, 0));
    assert_true(seed != cn_rng_seed_of("Canasta", 7, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_of_cards_round_trip),
        cmocka_unit_test(other_texts_are_no_cards),
        cmocka_unit_test(only_two_characters_are_read),
        cmocka_unit_test(kinds_of_cards),
        cmocka_unit_test(texts_of_kinds_round_trip),
        cmocka_unit_test(L25_points),
        cmocka_unit_test(counts_in_one_word),
        cmocka_unit_test(a_hand_holds_three_packs),
        cmocka_unit_test(L3_the_packs),
        cmocka_unit_test(L5_order_of_drawing),
        cmocka_unit_test(a_seed_names_a_deck),
        cmocka_unit_test(numbers_below),
        cmocka_unit_test(seeds_of_text_differ_by_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
