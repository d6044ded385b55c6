/* law_customs_test.c -- articles on what is known, said and written at the table, which no record can show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "face/faces.h"
#include "record/record.h"
#include "text/text.h"

static struct cn_rules rules_of(const char *name)
{
    struct cn_rules rules;
    assert_true(cn_rule_set_read(name, &rules));
    return rules;
}

/* The law book has the article, and its text speaks of this. */
static void article_says(const char *name, const char *what)
{
    struct cn_article_text article;
    assert_true(cn_law_find("en", name, &article));
    if (cn_law_position(article.body, article.body_length, what) == article.body_length)
        fail_msg("%s does not say: %s", name, what);
}

static const struct cn_deal *dealt(const char *set, int players)
{
    static struct cn_deal deal;
    const struct cn_rules rules = rules_of(set);
    cn_card deck[CN_CARDS_MAX];
    struct cn_rng rng;
    const int cards = cn_deck_fill(&rules, deck);
    cn_rng_init(&rng, 1950);
    cn_rng_shuffle(&rng, deck, cards);
    static const int32_t scores[CN_SIDES_MAX] = {1500, -5, 3000};
    assert_true(
        cn_deal_start(&rules, &deal, players, players - 1, CN_NO_SEAT, scores, deck, &rng, NULL));
    return &deal;
}

/* Every seat sees how many cards the stock has. */
static void test_C1(void **state)
{
    const struct cn_deal *deal = dealt("laws1950", 4);
    int elsewhere = deal->table.pile;
    for (int seat = 0; seat < 4; seat++)
        elsewhere += cn_hand_size(deal->hands[seat]);
    for (int side = 0; side < 2; side++)
        elsewhere += deal->table.red[side];
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(cn_view_of(deal, seat).table->stock, 108 - elsewhere);
}

/* Every seat sees how many cards any seat holds. */
static void test_C2(void **state)
{
    const struct cn_deal *deal = dealt("threepack", 6);
    for (int seat = 0; seat < 6; seat++)
        for (int other = 0; other < 6; other++)
            assert_int_equal(cn_view_of(deal, seat).table->hand_size[other],
                             cn_hand_size(deal->hands[other]));
}

/* Minimum counts and scores of either side, hand sizes, the stock: told to the seat in turn. */
static void test_B_information(void **state)
{
    const struct cn_deal *deal = dealt("bicycle", 4);
    const struct cn_view view = cn_view_of(deal, deal->table.turn);
    assert_int_equal(view.table->score[0], 1500);
    assert_int_equal(view.table->score[1], -5);
    assert_int_equal(view.table->minimum[0], 90);
    assert_int_equal(view.table->minimum[1], 15);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(view.table->hand_size[seat], cn_hand_size(deal->hands[seat]));
    assert_int_equal(view.table->stock, deal->cards - deal->drawn);
    article_says("B:information", "first turn");
    article_says("B:information", "crosswise");
    article_says("B:information", "minimum");
}

/* A right, not a rule: a table can have the single card announced, and there are words for it. */
static void test_C3(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    struct cn_rules_error error;
    struct cn_words words;
    char text[200];
    assert_false(rules.announce_last_card);
    assert_true(cn_rules_set(&rules, "announce_last_card", "true", 4, &error));
    assert_true(cn_rules_check(&rules, &error));
    assert_true(rules.announce_last_card);
    assert_true(cn_words_find("en", &words));
    assert_true(cn_words_pumpa(&words, 1, NULL, -1, text, sizeof text) > 0);
    article_says("C3", "one card");
}

static void test_C4(void **state)
{
    article_says("C4", "\"the pack\"");
    article_says("C4", "\"freezing the pack\"");
    article_says("C4", "vulnerable");
    const struct cn_rules rules = rules_of("laws1950");
    assert_true(cn_rules_minimum(&rules, 3000) > cn_rules_minimum(&rules, 2995));
}

/* All melds and red threes of a side lie together, whoever laid them. */
static void test_C5(void **state)
{
    article_says("C5", "melds first");
    article_says("C5", "keeps the score");
    article_says("C5", "opponents");
}

/* A column a side, and in it each deal and the total; base and points can be told apart. */
static void test_C6(void **state)
{
    article_says("C6", "\"We\"");
    article_says("C6", "\"They\"");
    static const struct cn_side_score first[CN_SIDES_MAX] = {
        {.melds = 210,
         .canastas = 800,
         .red = 200,
         .out = 100,
         .hands = -75,
         .total = 1235,
         .score = 1235},
        {.melds = 30, .hands = -45, .total = -15, .score = -15}};
    static const struct cn_side_score second[CN_SIDES_MAX] = {
        {.melds = 50, .hands = -20, .total = 30, .score = 1265},
        {.melds = 95,
         .canastas = 300,
         .out = 100,
         .concealed = 100,
         .hands = -10,
         .total = 585,
         .score = 570}};
    struct cn_sheet sheet = {0};
    cn_sheet_add(&sheet, first, 2);
    cn_sheet_add(&sheet, second, 2);
    assert_int_equal(sheet.count, 2);
    assert_int_equal(sheet.sides, 2);
    for (int side = 0; side < 2; side++) {
        int32_t total = 0;
        for (int deal = 0; deal < 2; deal++) {
            const struct cn_side_score *entry = &sheet.deal[deal][side];
            total += entry->total;
            assert_int_equal(entry->score, total);
            assert_int_equal(cn_side_score_base(entry) + cn_side_score_points(entry), entry->total);
        }
    }
    assert_int_equal(cn_side_score_base(&sheet.deal[0][0]), 1100);
    assert_int_equal(cn_side_score_points(&sheet.deal[0][0]), 135);
    assert_int_equal(cn_side_score_base(&sheet.deal[1][1]), 500);
    assert_int_equal(cn_side_score_points(&sheet.deal[1][1]), 85);
    cn_sheet_free(&sheet);
}

/* Lays the cards, named as in records, as meld 'meld' of side 0. */
static void lay(struct cn_face *face, int meld, const char *cards)
{
    for (; *cards != '\0'; cards += 2) {
        face->laid[face->laid_count] = cn_card_parse(cards);
        face->laid_side[face->laid_count] = 0;
        face->laid_meld[face->laid_count++] = (uint8_t)meld;
    }
}

/* The squared canasta shows a red card if it is natural and a black one if it is mixed. */
static void test_C7(void **state)
{
    static struct cn_face face;
    memset(&face, 0, sizeof face);
    lay(&face, 0, "KsKcKsKcKhKdKs");
    lay(&face, 1, "7h7d7h7d2h2dXb");
    lay(&face, 2, "9h9d9h9c2h2d9d");
    face.table.sides = 2;
    face.table.meld_count[0] = 3;
    face.table.melds[0][0] = cn_meld_of(CN_KING, 7, 0, 0);
    face.table.melds[0][1] = cn_meld_of(CN_SEVEN, 4, 2, 1);
    face.table.melds[0][2] = cn_meld_of(CN_NINE, 5, 2, 0);
    static const char *const tops[] = {"KhKd", "Xb", "9c"};
    for (int meld = 0; meld < 3; meld++) {
        char top[3];
        cn_card_format(cn_face_top_of_canasta(&face, 0, meld), top);
        if (strstr(tops[meld], top) == NULL)
            fail_msg("meld %d shows %s", meld, top);
    }
    article_says("C7", "red card");
    article_says("C7", "black card");
}

/* The figure that the damaged sheet lost. */
static void test_I1(void **state)
{
    article_says("I1", "100");
    article_says("I1", "Yes");
    article_says("P3", "100");
}

/* Announced by itself: only the Spanish rules want it, and it is no action. */
static void test_I42(void **state)
{
    static const char *const others[] = {"laws1950", "threepack", "bicycle", "montevideo", "hoyle"};
    struct cn_words words;
    struct cn_action action;
    char text[200];
    const struct cn_rules pumpa = rules_of("pumpa");
    assert_true(pumpa.announce_last_card);
    for (int i = 0; i < 5; i++) {
        const struct cn_rules rules = rules_of(others[i]);
        assert_false(rules.announce_last_card);
    }
    assert_true(cn_words_find("en", &words));
    (void)cn_words_pumpa(&words, 2, NULL, -1, text, sizeof text);
    assert_non_null(strstr(text, "Pumpa!"));
    (void)cn_words_pumpa(&words, 2, NULL, 2, text, sizeof text);
    assert_non_null(strstr(text, "Pumpa!"));
    assert_false(cn_action_parse("pumpa", 5, &action));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_C1),  cmocka_unit_test(test_C2), cmocka_unit_test(test_B_information),
        cmocka_unit_test(test_C3),  cmocka_unit_test(test_C4), cmocka_unit_test(test_C5),
        cmocka_unit_test(test_C6),  cmocka_unit_test(test_C7), cmocka_unit_test(test_I1),
        cmocka_unit_test(test_I42),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
