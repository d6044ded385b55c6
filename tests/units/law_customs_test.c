/* law_customs_test.c -- articles on what is known, announced and written at the table, which no
 * record can show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "law_of.h"
#include "pages/page.h"
#include "pages/query.h"
#include "record/record.h"
#include "words/words.h"

static struct cn_rules rules_of(const char *name)
{
    struct cn_rules rules;
    assert_true(cn_rules_load(&rules, name));
    return rules;
}

/* The law book has the article, and its text contains this. */
static void article_says(const char *name, const char *what)
{
    struct cn_law_article article;
    assert_true(cn_law_find("en", name, &article));
    if (cn_law_find_text(article.body, article.body_length, what) == article.body_length)
        fail_msg("%s does not contain: %s", name, what);
}

static const struct cn_deal *dealt(const char *set, int players)
{
    static struct cn_deal deal;
    const struct cn_rules rules = rules_of(set);
    cn_card deck[CN_CARDS_MAX];
    struct cn_rng rng;
    const int cards = cn_deck_init(&rules, players, deck);
    cn_rng_init(&rng, 1950);
    cn_rng_shuffle(&rng, deck, cards);
    static const int32_t scores[CN_SIDES_MAX] = {1500, -5, 3000};
    assert_true(
        cn_deal_start(&rules, &deal, players, players - 1, CN_NO_SEAT, scores, deck, &rng, NULL));
    return &deal;
}

/* ---- a deal played at random, with each seat's page at each decision ---- */

static struct {
    struct scene scene;
    struct cn__text line;
    struct cn_rng rng;
    int laid[CN_SEATS_MAX]; /* number of cards that a seat has laid */
} played;

static int number_of(const json_t *object, const char *key)
{
    const json_t *number = json_object_get(object, key);
    if (!json_is_integer(number))
        fail_msg("the page has no %s", key);
    return (int)json_integer_value(number);
}

/* Returns what a seat is shown. Free it with json_decref. */
static json_t *page_of(int seat)
{
    static struct display display;
    display_of(&played.scene, seat, &display);
    cn__text_clear(&played.line);
    cn__json_open(&played.line, NULL, '{');
    page_write(&played.line, &display);
    cn__json_close(&played.line, '}');
    json_t *page = json_loadb(played.line.text, played.line.length, 0, NULL);
    assert_non_null(page);
    return page;
}

static void on_event(void *context, const struct cn_event *event)
{
    (void)context;
    scene_on_event(&played.scene, event);
}

static int cards_laid_by(struct cn_action action)
{
    switch (action.type) {
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER: return 3;
    case CN_ACTION_TAKE_ONTO: return 1;
    case CN_ACTION_MELD:
    case CN_ACTION_ADD: return action.amount + cn_action_deuces(action) + cn_action_jokers(action);
    default: return 0;
    }
}

static void begin_deal(const char *set, int players)
{
    const struct cn_rules rules = rules_of(set);
    const struct cn_observer observer = {.event = on_event};
    struct cn_words words;
    assert_true(cn_words_find("en", &words));
    scene_init(&played.scene, &words, SCENE_ALL_SEATS);
    memset(played.laid, 0, sizeof played.laid);
    cn_card deck[CN_CARDS_MAX];
    const int cards = cn_deck_init(&rules, 4, deck);
    cn_rng_init(&played.rng, 1950);
    cn_rng_shuffle(&played.rng, deck, cards);
    cn_game_init(&played.scene.game, law_of(&rules), players, NULL);
    scene_new_deal(&played.scene);
    assert_true(
        cn_game_deal(&played.scene.game, players - 1, CN_NO_SEAT, deck, &played.rng, &observer));
}

static void end_deal(void)
{
    cn__text_free(&played.line);
    scene_free(&played.scene);
}

/* Plays a random legal action. Returns false once the deal is over. */
static bool play_on(void)
{
    static struct cn_actions list;
    const struct cn_observer observer = {.event = on_event};
    struct cn_game *game = &played.scene.game;
    if (!game->in_deal)
        return false;
    const int seat = cn_game_actor(game);
    const int count =
        cn_board_legal_list(game->law, &game->deal.board, game->deal.hands[seat], &list);
    const struct cn_action action = list.at[cn_rng_below(&played.rng, (uint32_t)count)];
    struct cn_refusal why;
    played.laid[seat] += cards_laid_by(action);
    assert_true(cn_game_play(game, seat, action, NULL, &why, &observer));
    return game->in_deal;
}

static int cards_of(int seat)
{
    cn_card hand[CN_CARDS_MAX];
    return cn_placement_hand(&played.scene.game.cards, seat, hand);
}

/* Every seat is shown how many cards the stock has, which are those not placed elsewhere. */
static void test_C1(void **state)
{
    begin_deal("laws1950", 4);
    int decisions = 0;
    do {
        const struct cn_placement *cards = &played.scene.game.cards;
        int stock = 108 - cards->pile_count - cards->laid_count - cards->red_count;
        for (int seat = 0; seat < 4; seat++)
            stock -= cards_of(seat);
        for (int seat = 0; seat < 4; seat++) {
            json_t *page = page_of(seat);
            assert_int_equal(number_of(json_object_get(page, "stock"), "count"), stock);
            json_decref(page);
        }
        decisions++;
    } while (play_on());
    assert_true(decisions > 50);
    end_deal();
}

/* Every seat is shown how many cards any seat holds. */
static void test_C2(void **state)
{
    begin_deal("threepack", 6);
    int decisions = 0;
    do {
        for (int seat = 0; seat < 6; seat++) {
            json_t *page = page_of(seat);
            const json_t *seats = json_object_get(page, "seats");
            assert_int_equal(json_array_size(seats), 6);
            for (int other = 0; other < 6; other++)
                assert_int_equal(number_of(json_array_get(seats, (size_t)other), "cards"),
                                 cards_of(other));
            json_decref(page);
        }
        decisions++;
    } while (play_on());
    assert_true(decisions > 50);
    end_deal();
}

/* The seat in turn is shown the minimum counts and scores of both sides, the hand sizes and the
 * stock. */
static void test_B_information(void **state)
{
    const struct cn_deal *deal = dealt("bicycle", 4);
    const struct cn_view view = cn_deal_view(NULL, deal, deal->board.turn);
    assert_int_equal(view.board->score[0], 1500);
    assert_int_equal(view.board->score[1], -5);
    assert_int_equal(view.board->minimum[0], 90);
    assert_int_equal(view.board->minimum[1], 15);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(view.board->hand_size[seat], cn_hand_size(deal->hands[seat]));
    assert_int_equal(view.board->stock, deal->cards - deal->drawn);
    article_says("B:information", "first turn");
    article_says("B:information", "crosswise");
    article_says("B:information", "minimum");
}

/* Asking is a right, not a rule. A table can have the last card announced, and there are words for
 * it. */
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
    assert_true(cn_words_last_card(&words, 1, NULL, -1, text, sizeof text) > 0);
    article_says("C3", "one card");
}

static void test_C4(void **state)
{
    article_says("C4", "“the pack”");
    article_says("C4", "“freezing the pack”");
    article_says("C4", "vulnerable");
    const struct cn_rules rules = rules_of("laws1950");
    assert_true(cn_rules_minimum(&rules, 1, 3000) > cn_rules_minimum(&rules, 1, 2995));
}

static int melded_cards(const json_t *side)
{
    const json_t *melds = json_object_get(side, "melds");
    size_t cards = 0;
    for (size_t meld = 0; meld < json_array_size(melds); meld++)
        cards += json_array_size(json_object_get(json_array_get(melds, meld), "cards"));
    return (int)cards;
}

/* All melds and red threes of a side lie together, and both partners see the same. */
static void test_C5(void **state)
{
    begin_deal("laws1950", 4);
    bool both = false; /* both partners have laid cards */
    do {
        json_t *pages[4];
        for (int seat = 0; seat < 4; seat++)
            pages[seat] = page_of(seat);
        size_t red = 0;
        for (int side = 0; side < 2; side++) {
            const json_t *seen =
                json_array_get(json_object_get(pages[side], "sides"), (size_t)side);
            const json_t *other =
                json_array_get(json_object_get(pages[side + 2], "sides"), (size_t)side);
            assert_int_equal(melded_cards(seen), played.laid[side] + played.laid[side + 2]);
            assert_true(
                json_equal(json_object_get(seen, "melds"), json_object_get(other, "melds")));
            assert_true(json_equal(json_object_get(seen, "red"), json_object_get(other, "red")));
            red += json_array_size(json_object_get(seen, "red"));
            both |= played.laid[side] > 0 && played.laid[side + 2] > 0;
        }
        assert_int_equal(red, played.scene.game.cards.red_count);
        for (int seat = 0; seat < 4; seat++)
            json_decref(pages[seat]);
    } while (play_on());
    assert_true(both);
    end_deal();
    article_says("C5", "melds first");
    article_says("C5", "keeps the score");
    article_says("C5", "opponents");
}

/* One column per side, with each deal and the total. Base and points are separate. */
static void test_C6(void **state)
{
    article_says("C6", "“We”");
    article_says("C6", "“They”");
    static const struct cn_score first[CN_SIDES_MAX] = {
        {.item[CN_SCORE_MELDS] = 210,
         .item[CN_SCORE_CANASTAS] = 800,
         .item[CN_SCORE_RED_THREES] = 200,
         .item[CN_SCORE_OUT] = 100,
         .item[CN_SCORE_HANDS] = -75,
         .total = 1235,
         .after = 1235},
        {.item[CN_SCORE_MELDS] = 30, .item[CN_SCORE_HANDS] = -45, .total = -15, .after = -15}};
    static const struct cn_score second[CN_SIDES_MAX] = {
        {.item[CN_SCORE_MELDS] = 50, .item[CN_SCORE_HANDS] = -20, .total = 30, .after = 1265},
        {.item[CN_SCORE_MELDS] = 95,
         .item[CN_SCORE_CANASTAS] = 300,
         .item[CN_SCORE_OUT] = 100,
         .item[CN_SCORE_CONCEALED] = 100,
         .item[CN_SCORE_HANDS] = -10,
         .total = 585,
         .after = 570}};
    struct cn_score_sheet sheet = {0};
    cn_score_sheet_add(&sheet, first, 2);
    cn_score_sheet_add(&sheet, second, 2);
    assert_int_equal(sheet.count, 2);
    assert_int_equal(sheet.sides, 2);
    for (int side = 0; side < 2; side++) {
        int32_t total = 0;
        for (int deal = 0; deal < 2; deal++) {
            const struct cn_score *entry = &sheet.deal[deal][side];
            total += entry->total;
            assert_int_equal(entry->after, total);
            assert_int_equal(cn_score_column_sum(entry, CN_SCORE_BASE) +
                                 cn_score_column_sum(entry, CN_SCORE_CARDS),
                             entry->total);
        }
    }
    assert_int_equal(cn_score_column_sum(&sheet.deal[0][0], CN_SCORE_BASE), 1100);
    assert_int_equal(cn_score_column_sum(&sheet.deal[0][0], CN_SCORE_CARDS), 135);
    assert_int_equal(cn_score_column_sum(&sheet.deal[1][1], CN_SCORE_BASE), 500);
    assert_int_equal(cn_score_column_sum(&sheet.deal[1][1], CN_SCORE_CARDS), 85);
    cn_sheet_free(&sheet);
}

/* Lays the cards, named as in records, as this meld of side 0. */
static void lay(struct display *display, int meld, const char *cards)
{
    for (; *cards != '\0'; cards += 2) {
        display->laid[display->laid_count] = cn_card_parse(cards);
        display->laid_side[display->laid_count] = 0;
        display->laid_meld[display->laid_count++] = (uint8_t)meld;
    }
}

/* A squared canasta shows a red card if it is natural and a black one if it is mixed. */
static void test_C7(void **state)
{
    static struct display display;
    memset(&display, 0, sizeof display);
    lay(&display, 0, "KsKcKsKcKhKdKs");
    lay(&display, 1, "7h7d7h7d2h2dXb");
    lay(&display, 2, "9h9d9h9c2h2d9d");
    display.board.sides = 2;
    display.board.meld_count[0] = 3;
    display.board.melds[0][0] = cn_meld_of(CN_KING, 7, 0, 0);
    display.board.melds[0][1] = cn_meld_of(CN_SEVEN, 4, 2, 1);
    display.board.melds[0][2] = cn_meld_of(CN_NINE, 5, 2, 0);
    static const char *const tops[] = {"KhKd", "Xb", "9c"};
    for (int meld = 0; meld < 3; meld++) {
        char top[3];
        cn_card_format(display_top_of_canasta(&display, 0, meld), top);
        if (strstr(tops[meld], top) == NULL)
            fail_msg("meld %d shows %s", meld, top);
    }
    article_says("C7", "red card");
    article_says("C7", "black card");
}

static void cards_from(const char *text, cn_card *cards, int32_t *count)
{
    for (; *text != '\0'; text += 2)
        cards[(*count)++] = cn_card_parse(text);
}

/* Seat 0 may ask: it can meld its whole hand with the queens, the eight and the black threes. */
static void set_up_asking(struct cn_game *game)
{
    static struct cn_position position;
    struct cn_position_fault fault;
    memset(&position, 0, sizeof position);
    cards_from("QsQh2s8d3s3c3s", position.hand[0], &position.hand_count[0]);
    cards_from("5h", position.hand[1], &position.hand_count[1]);
    cards_from("6h", position.hand[2], &position.hand_count[2]);
    cards_from("4h", position.hand[3], &position.hand_count[3]);
    cards_from("KsKhKdKcKsKhKd8h8s8c", position.laid, &position.laid_count);
    for (int i = 7; i < 10; i++)
        position.laid_meld[i] = 1;
    position.meld_count[0] = 2;
    cards_from("9h", position.pile, &position.pile_count);
    cards_from("8h5d", position.stock, &position.stock_count);
    position.dealer = 3;
    position.idle = CN_NO_SEAT;
    position.turned = 0xf;
    const struct cn_rules rules = rules_of("laws1950");
    cn_game_init(game, law_of(&rules), 4, NULL);
    assert_true(cn_game_set_position(game, &position, NULL, &fault));
}

static void play(struct cn_game *game, int seat, int type)
{
    struct cn_refusal why;
    assert_true(cn_game_play(game, seat, cn_action_of(type, 0, 0, 0, 0), NULL, &why, NULL));
}

/* Returns in how many ways the turn can be played to its end. The seat must go out in all of
 * them. */
static int ways_out(const struct cn_game *before)
{
    const struct cn_board *board = &before->deal.board;
    if (!before->in_deal) {
        assert_int_equal(board->end_why, CN_END_OUT);
        assert_int_equal(board->out_seat, 0);
        return 1;
    }
    assert_int_equal(board->turn, 0);
    struct cn_actions *list = malloc(sizeof *list);
    struct cn_game *after = malloc(sizeof *after);
    assert_non_null(list);
    assert_non_null(after);
    cn_board_legal_list(before->law, board, before->deal.hands[0], list);
    int ways = 0;
    for (int i = 0; i < list->count; i++) {
        struct cn_refusal why;
        *after = *before;
        assert_true(cn_game_play(after, 0, list->at[i], NULL, &why, NULL));
        ways += ways_out(after);
    }
    free(after);
    free(list);
    return ways;
}

/* The scanned page of the law lost this figure; every law book must have it. In strict play nobody
 * ever pays it, because after a yes every legal action leads to going out. */
static void test_I1(void **state)
{
    static const char *const languages[] = {"en", "es", "de", "fr"};
    static const char *const articles[] = {"I1", "P3"};
    for (int i = 0; i < 4; i++)
        for (int a = 0; a < 2; a++) {
            struct cn_law_article article;
            assert_true(cn_law_find(languages[i], articles[a], &article));
            if (cn_law_find_text(article.body, article.body_length, "100") == article.body_length)
                fail_msg("%s in %s does not say 100", articles[a], languages[i]);
        }
    article_says("I1", "Yes");
    static struct cn_game game;
    set_up_asking(&game);
    play(&game, 0, CN_ACTION_ASK);
    play(&game, 2, CN_ACTION_YES);
    assert_true(ways_out(&game) > 10);
}

/* The program makes this announcement, which only the Spanish rules require. It is not an
 * action. */
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
    (void)cn_words_last_card(&words, 2, NULL, -1, text, sizeof text);
    assert_non_null(strstr(text, "Pumpa!"));
    (void)cn_words_last_card(&words, 2, NULL, 2, text, sizeof text);
    assert_non_null(strstr(text, "Pumpa!"));
    assert_false(cn_action_parse(NULL, "pumpa", 5, &action));
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
