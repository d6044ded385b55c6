/* deal_kin_test.c -- what actions do in games with talons, second hands and bonus cards of both
 * colours: the lines of each deal, from a deck given card by card.
 *
 * Actions are performed without asking the law: only what follows from them is compared. After each
 * of them every card must be in one place, and a copy of the game undone must be the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "placed.h"
#include "record/record.h"

static struct cn_rules rules;
static struct cn_law law;
static struct cn_game game;
static struct cn_position position;
static struct cn_observer observer;

/* What happened since the last look: "face 1 3h>4c; discard 0 5d". */
static char news[2000];

static void put_cards(const cn_card *cards, int count)
{
    for (int i = 0; i < count; i++) {
        char name[3];
        cn_card_format(cards[i], name);
        strcat(news, name);
    }
}

static void on_event(void *context, const struct cn_event *event)
{
    char text[40];
    snprintf(text, sizeof text, "%s%s %d ", news[0] != '\0' ? "; " : "", cn_event_name(event->type),
             event->seat == CN_NO_SEAT ? -1 : event->seat);
    strcat(news, text);
    if (event->type == CN_EVENT_END)
        strcat(news, cn_end_name(event->why));
    else if (event->type != CN_EVENT_DEAL)
        put_cards(event->cards, event->card_count);
    if (event->type == CN_EVENT_FACE) {
        strcat(news, ">");
        put_cards(event->drawn, event->drawn_count);
    }
    if (event->type == CN_EVENT_HAND)
        strcat(news, event->name);
}

static void expect_news(const char *expected)
{
    assert_string_equal(news, expected);
    news[0] = '\0';
}

static void set(const char *name, const char *value)
{
    struct cn_rules_error error;
    if (!cn_rules_set(&rules, name, value, strlen(value), &error))
        fail_msg("%s = %s", name, value);
}

/* ---- setting up ---- */

static void begin(const char *set_name)
{
    assert_true(cn_rules_load(&rules, set_name));
    place_nothing(&position);
    news[0] = '\0';
    observer = (struct cn_observer){.event = on_event};
}

static void stock(const char *cards)
{
    position.stock_count = read_cards(cards, position.stock);
}

static void pile(const char *cards)
{
    position.pile_count = read_cards(cards, position.pile);
}

static void derive_law(void)
{
    struct cn_rules known;
    assert_true(cn_rules_load(&known, "laws1950"));
    cn_law_init(&law, &known);
    law.rules = rules;
}

static void start(void)
{
    struct cn_position_fault fault;
    derive_law();
    cn_game_init(&game, &law, 4, NULL);
    if (!cn_game_set_position(&game, &position, &observer, &fault))
        fail_msg("position fault %d", (int)fault.error);
}

static void act_with(const char *text, const char *cards)
{
    struct cn_action action;
    cn_card exact[CN_CARDS_MAX];
    assert_true(cn_action_parse(&law, text, strlen(text), &action));
    if (cards != NULL)
        read_cards(cards, exact);
    cn_game_apply_unchecked(&game, cn_game_actor(&game), action, cards != NULL ? exact : NULL,
                            &observer);
    const char *fault = cn_game_check(&game);
    if (fault != NULL)
        fail_msg("%s", fault);
}

static void act(const char *text)
{
    act_with(text, NULL);
}

/* ---- bonus cards ---- */

static void black_threes_are_faced_and_replaced(void **state)
{
    begin("laws1950");
    set("bonus_kinds", "[3r, 3b]");
    place_hand(&position, 0, "5c5d 3s 3h 6c");
    position.turned = 14;
    stock("3c 7c 8c 9c");
    start();
    expect_news("face 0 3s3h>3c7c8c");
    assert_int_equal(game.deal.board.red[0], 1);
    assert_int_equal(game.deal.board.black[0], 2);
    act("draw");
    expect_news("draw 0 9c");
}

/* IA3: the first that came stays, until the side has opened. */
static void the_first_bonus_card_stays(void **state)
{
    begin("laws1950");
    set("bonus_kinds", "[3r, 3b]");
    set("keep_bonus_card", "1");
    place_hand(&position, 0, "5c 3s 3h 6c");
    place_hand(&position, 1, "3d 3d 8h");
    place_hand(&position, 2, "Jc 3h 3c");
    place_meld(&position, 1, "KcKdKh");
    position.turned = 0;
    stock("3c 7c 8c 9c 9d Td Th");
    start();
    expect_news("face 0 3h>3c7c");
    assert_int_equal(cn_hand_count(game.deal.hands[0], CN_BLACK_THREE), 1);
    act("draw");
    act("discard 8");
    expect_news("draw 0 8c; discard 0 8c; face 1 3d3d>9c9d");
    act("draw");
    act("discard T");
    expect_news("draw 1 Td; discard 1 Td; face 2 3c>Th");
    assert_int_equal(cn_hand_count(game.deal.hands[2], CN_RED_THREE), 1);
}

static void a_drawn_bonus_card_stays_if_none_does(void **state)
{
    begin("laws1950");
    set("bonus_kinds", "[3r, 3b]");
    set("keep_bonus_card", "1");
    place_hand(&position, 0, "5c6c");
    place_hand(&position, 1, "5d6d");
    stock("3h 3s 7c 8c 9c Tc");
    start();
    act("draw");
    expect_news("draw 0 3h");
    act("face 3r");
    expect_news("face 0 3h>3s");
    act("face 3b");
    expect_news("face 0 3s>7c");
    act("discard 5");
    expect_news("discard 0 5c");
}

/* A card that was kept is faced at the start of the turn once the partner has opened. */
static void a_kept_card_goes_when_the_partner_has_opened(void **state)
{
    begin("laws1950");
    set("keep_bonus_card", "1");
    place_hand(&position, 0, "3h6c7c");
    place_meld(&position, 0, "KcKdKh");
    stock("8c 9c");
    start();
    expect_news("face 0 3h>8c");
}

static void the_last_card_may_be_held(void **state)
{
    begin("laws1950");
    set("last_bonus_card", "hold");
    place_hand(&position, 0, "5c6c");
    stock("3h");
    start();
    act("draw");
    expect_news("draw 0 3h; end -1 red3");
    assert_int_equal(cn_hand_count(game.deal.hands[0], CN_RED_THREE), 1);
    assert_int_equal(game.deal.board.red[0], 0);
}

/* IA20 */
static void facing_ends_the_turn_with_the_last_card(void **state)
{
    begin("laws1950");
    set("keep_bonus_card", "1");
    place_hand(&position, 0, "5c6c3h");
    stock("7c 3d");
    start();
    act("draw");
    act("face 3r");
    expect_news("draw 0 7c; face 0 3h>3d");
    assert_int_equal(game.deal.board.phase, CN_PHASE_LAST_RED_THREE);
    begin("laws1950");
    set("keep_bonus_card", "1");
    place_hand(&position, 0, "5c6c3h");
    start();
    act("face 3r");
    expect_news("face 0 3h>");
    assert_int_equal(game.deal.board.phase, CN_PHASE_START);
}

static void a_bonus_black_three_freezes_nothing(void **state)
{
    begin("laws1950");
    set("pile_freeze", "[3r, 3b, X, 2]");
    set("bonus_kinds", "[3r, 3b]");
    place_hand(&position, 0, "5c5d5h5s6c");
    pile("3s 5d");
    position.melded = 5;
    place_meld(&position, 0, "KcKdKh");
    start();
    assert_int_equal(game.deal.board.frozen, 0);
    act("take pair");
    expect_news("take 0 5s5h; pile 0 3s");
    assert_int_equal(game.deal.board.black[0], 1);
}

/* ---- the talon ---- */

static void set_talon(void)
{
    begin("laws1950");
    set("bonus_kinds", "[3r, 3b]");
    set("talon", "[4, 3]");
    set("talon_stock", "9");
    place_hand(&position, 0, "KcKdKh6c7c");
    place_hand(&position, 1, "QcQdQh6d7d");
    place_hand(&position, 2, "8c9c");
    place_hand(&position, 3, "8d9d");
    stock("4c 5c3h5d5h 6h 6s 8h8s9h 9sTcTdThTsJc JdJhJs");
}

static void the_opener_gets_a_talon(void **state)
{
    set_talon();
    start();
    act("draw");
    act("meld K 3 0 0");
    act("discard 6");
    expect_news("draw 0 4c; meld 0 KhKdKc; discard 0 6c; talon 0 5c3h5d5h");
    assert_int_equal(game.deal.board.talon[0], 4);
    assert_int_equal(game.deal.board.hand_size[0], 2);
    const cn_hand waits = cn_deal_waiting(&game.deal, 0);
    assert_int_equal(cn_hand_count(waits, CN_FIVE), 3);
    act("draw");
    act("meld Q 3 0 0");
    act("discard 6");
    expect_news("draw 1 6h; meld 1 QhQdQc; discard 1 6h; talon 1 6s8h8s");
    act("draw");
    act("discard 8");
    act("draw");
    act("discard 8");
    expect_news("draw 2 9h; discard 2 8c; draw 3 9s; discard 3 8d; pick 0 5c3h5d5h; face 0 3h>Tc");
    assert_int_equal(game.deal.board.hand_size[0], 6);
}

static void no_talon_from_a_small_stock(void **state)
{
    set_talon();
    position.stock_count = 9;
    start();
    act("draw");
    act("meld K 3 0 0");
    act("discard 6");
    expect_news("draw 0 4c; meld 0 KhKdKc; discard 0 6c");
}

static void no_talon_with_the_pile(void **state)
{
    set_talon();
    set("initial_minimum", "[[null, 0]]");
    pile("Ks");
    start();
    act("take pair");
    act("discard 6");
    expect_news("take 0 KhKd; pile 0 ; discard 0 6c");
}

/* IA5 */
static void an_empty_hand_waits_for_its_talon(void **state)
{
    set_talon();
    place_hand(&position, 0, "KcKdKh");
    start();
    act("draw");
    act("meld K 3 0 0");
    act("discard 4");
    expect_news("draw 0 4c; meld 0 KhKdKc; discard 0 4c; talon 0 5c3h5d5h");
    assert_int_equal(game.deal.board.hand_size[0], 0);
    assert_true(game.in_deal);
}

/* The seat has all that going out needs, unless a meld bars it. */
static void open_and_discard_all(const char *bars)
{
    set_talon();
    set("canastas_to_go_out", "0");
    set("out_bars", bars);
    place_hand(&position, 0, "KcKdKh");
    start();
    act("draw");
    act("meld K 3 0 0");
    act("discard 4");
}

/* IA5 */
static void an_opener_that_may_go_out_does(void **state)
{
    open_and_discard_all("[]");
    assert_false(game.in_deal);
    assert_int_equal(game.deal.board.out_seat, 0);
}

/* IA5, IA22 */
static void a_barred_opener_gets_its_talon(void **state)
{
    open_and_discard_all("[K]");
    expect_news("draw 0 4c; meld 0 KhKdKc; discard 0 4c; talon 0 5c3h5d5h");
    assert_true(game.in_deal);
}

/* ---- second hands ---- */

static void set_second(const char *when)
{
    begin("laws1950");
    set("second_hand", "[4]");
    set("second_hand_when", when);
    place_meld(&position, 0, "KcKdKh");
    place_hand(&position, 0, "Ks6c");
    place_hand(&position, 1, "7d8d");
    place_hand(&position, 2, "7d8d");
    place_hand(&position, 3, "7h8h");
    place_second(&position, 0, "5c3h5d5h");
    stock("4c 9c 9d 9h 9s");
}

static void a_second_hand_comes_by_melding(void **state)
{
    set_second("empty");
    place_hand(&position, 0, "Ks");
    start();
    act("draw");
    act("meld K 1 0 0");
    expect_news("draw 0 4c; meld 0 Ks");
    set_second("empty");
    place_hand(&position, 0, "Ks");
    stock("Kc 9c9d");
    start();
    act("draw");
    act("add 0 2 0 0");
    expect_news("draw 0 Kc; add 0 KsKc; pick 0 5c3h5d5h; face 0 3h>9c");
    assert_int_equal(game.deal.board.hand_size[0], 4);
    assert_int_equal(game.deal.board.second[0], 0);
    assert_int_equal(game.deal.board.turn, 0);
}

static void a_second_hand_comes_by_discarding(void **state)
{
    set_second("empty");
    start();
    act("draw");
    act("add 0 1 0 0");
    act("discard 6");
    act("draw");
    expect_news("draw 0 4c; add 0 Ks; discard 0 6c; draw 1 9c");
    set_second("empty");
    place_hand(&position, 0, "Ks");
    start();
    act("draw");
    act("add 0 1 0 0");
    act("discard 4");
    expect_news("draw 0 4c; add 0 Ks; discard 0 4c; pick 0 5c3h5d5h");
    assert_int_equal(game.deal.board.turn, 1);
    assert_int_equal(game.deal.board.hand_size[0], 4);
    for (int seat = 1; seat < 4; seat++) {
        act("draw");
        act("discard 9");
    }
    expect_news("draw 1 9c; discard 1 9c; draw 2 9d; discard 2 9d; draw 3 9h; discard 3 9h; "
                "face 0 3h>9s");
}

static void a_second_hand_comes_with_an_own_canasta(void **state)
{
    set_second("own_canasta");
    place_second(&position, 0, "6d6h6s8s");
    set("second_hand", "[4, 4]");
    place_meld(&position, 0, "AcAdAhAsAcAd");
    place_hand(&position, 0, "KsKcKdKhAhAs");
    stock("4c 9c9d");
    start();
    act("draw");
    act("add 0 3 0 0");
    expect_news("draw 0 4c; add 0 KsKhKd");
    act("add 0 1 0 0");
    expect_news("add 0 Kc; pick 0 5c3h5d5h; face 0 3h>9c");
    act("add 1 1 0 0");
    expect_news("add 0 As"); /* one a turn */
    assert_int_equal(game.deal.board.second[0], 1);
    assert_int_equal(game.deal.board.second_size[0], 4);
}

static void a_second_hand_waits_for_what_the_opening_needs(void **state)
{
    set_second("own_canasta");
    set("opening_needs", "natural_meld");
    position.laid_count = position.meld_count[0] = position.melded = 0;
    place_hand(&position, 0, "KsKcKdKhKsKc2cQsQhQd");
    start();
    act("draw");
    act("meld K 6 1 0");
    expect_news("draw 0 4c; meld 0 KsKsKhKdKcKc2c");
    act("meld Q 3 0 0");
    expect_news("meld 0 QsQhQd; pick 0 5c3h5d5h; face 0 3h>9c");
}

/* The deck is dealt a card at a time, the second hands after the hands. */
static void second_hands_are_dealt_after_the_hands(void **state)
{
    cn_card deck[CN_CARDS_MAX];
    begin("laws1950");
    set("hand_size", "2");
    set("second_hand", "[2, 1]");
    set("upcard", "false");
    derive_law();
    cn_game_init(&game, &law, 4, NULL);
    const char *first = "4c4d4h4s 5c5d5h5s 6c6d6h6s 7c7d7h7s 8c8d8h8s ";
    const int given = read_cards(first, deck);
    cn_card all[CN_CARDS_MAX];
    const int count = cn_deck_init(&rules, 4, all);
    int n = given;
    for (int i = 0; i < count; i++) {
        bool used = false;
        for (int k = 0; k < given && !used; k++)
            if (deck[k] == all[i] && i < 52)
                used = true;
        if (!used)
            deck[n++] = all[i];
    }
    assert_int_equal(n, count);
    assert_true(cn_game_deal(&game, 3, CN_NO_SEAT, deck, NULL, &observer));
    assert_null(cn_game_check(&game));
    cn_deal_deck(&game.law->rules, &game.deal, all);
    assert_memory_equal(all, deck, (size_t)count);
    assert_int_equal(game.deal.board.pile, 0);
    assert_int_equal(game.deal.board.pile_top, CN_NO_KIND);
    assert_int_equal(game.deal.board.stock, count - given);
    assert_int_equal(game.deal.board.second[2], 2);
    assert_int_equal(game.deal.board.second_size[2], 2);
    assert_int_equal(cn_game_hand(&game, 2, all), 2);
    read_cards("4h5h", deck);
    assert_memory_equal(all, deck, 2);
    read_cards("6h7h8h", deck);
    assert_memory_equal(&game.deal.stock[game.deal.second_from[2]], deck, 3);
}

/* ---- a claim of some of the pile ---- */

static void a_claim_leaves_some_of_the_pile(void **state)
{
    begin("laws1950");
    set("pile_taken", "3");
    set("pile_freeze", "[3r, X, 2]");
    place_meld(&position, 0, "KcKdKh");
    place_hand(&position, 0, "QcQd6c");
    place_hand(&position, 1, "7c8c");
    pile("3h 2c 5d 6d 7d Qh");
    stock("4c 9c9d");
    start();
    assert_int_equal(game.deal.board.frozen, CN_FROZEN_OTHER);
    act("take pair");
    expect_news("take 0 QdQc; pile 0 6d7d");
    assert_int_equal(game.deal.board.pile, 3);
    assert_int_equal(game.deal.board.pile_top, CN_FIVE);
    assert_int_equal(game.deal.board.frozen, CN_FROZEN_OTHER);
    assert_int_equal(cn_hand_count(game.deal.memory.known[0], CN_SIX), 1);
    act("discard 7");
    assert_int_equal(game.deal.board.pile_top, CN_SEVEN);
}

/* ---- special hands, asking ---- */

static void a_special_hand_ends_the_deal(void **state)
{
    begin("laws1950");
    set("special_hands", "[{name: pairs, points: 2500, groups: [2, 2, 2]}, "
                         "{name: mixed, points: 100, groups: [2, 2], wild: [[1, 1]]}, "
                         "{name: mixed, points: 200, groups: [2, 1, 1], wild: [[1, 1]]}]");
    place_hand(&position, 0, "5c5d6c6d7c");
    stock("7d 9c");
    start();
    act("draw");
    act("hand pairs");
    expect_news("draw 0 7d; hand 0 5d5c6d6c7d7cpairs; end 0 hand");
    assert_int_equal(game.deal.board.special, 1);
    assert_false(game.in_deal);
}

static cn_hand kinds_of(const char *text)
{
    cn_card cards[CN_CARDS_MAX];
    cn_hand held = CN_NO_CARDS;
    const int count = read_cards(text, cards);
    for (int i = 0; i < count; i++)
        cn_hand_add_card(&held, cn_card_kind(cards[i]));
    return held;
}

static void a_special_hand_is_exactly_its_cards(void **state)
{
    begin("laws1950");
    set("bonus_kinds", "[3r, 3b]");
    set("special_hands",
        "[{name: zip, points: 2500, groups: [3, 2], wild: [[0, 0], [2, 0]]}, "
        "{name: zip, points: 2600, groups: [3, 2], wild: [[0, 0]], must: [A]}, "
        "{name: straight, points: 3000, groups: [1, 1], wild: [[1, 1]], threes: 1}]");
    assert_int_equal(cn_special_row(&rules, 0, kinds_of("5c5d5h6c6d")), 0);
    assert_int_equal(cn_special_row(&rules, 0, kinds_of("5c5d5hAcAd")), 1);
    assert_int_equal(cn_special_row(&rules, 0, kinds_of("5c5d5hAcAd2c2d")), 0);
    assert_int_equal(cn_special_row(&rules, 0, kinds_of("5c5d5hAcAd2c")), -1);
    assert_int_equal(cn_special_row(&rules, 0, kinds_of("5c5d5hAcAd3h")), -1);
    assert_int_equal(cn_special_row(&rules, 0, kinds_of("5c5d5hAc")), -1);
    assert_int_equal(cn_special_row(&rules, 2, kinds_of("5cAc2cXr3s")), 2);
    assert_int_equal(cn_special_row(&rules, 2, kinds_of("5cAc2cXr")), -1);
    assert_int_equal(cn_special_row(&rules, CN_NO_HAND, kinds_of("5c5d5h6c6d")), -1);
    set("bonus_kinds", "[3r]");
    assert_int_equal(cn_special_row(&rules, 2, kinds_of("5cAc2cXr3s")), -1);
}

static void a_side_has_asked_in_this_deal(void **state)
{
    begin("laws1950");
    set("ask_limit", "deal");
    place_meld(&position, 0, "KcKdKhKsKcKdKh");
    place_hand(&position, 0, "5c6c");
    stock("7d 9c");
    start();
    act("ask");
    assert_int_equal(game.deal.board.asked_sides, 1);
    act("no");
    assert_int_equal(game.deal.board.asked_sides, 1);
}

/* ---- undo ---- */

static void nothing_that_brought_cards_is_undone_alone(void **state)
{
    const struct cn_action face = cn_action_of(CN_ACTION_FACE, CN_RED_THREE, 0, 0, 0);
    const struct cn_action lay = cn_action_of(CN_ACTION_ADD, 0, 1, 0, 0);
    assert_int_equal(cn_undo_count(2, face, 1), 0);
    assert_int_equal(cn_undo_count(2, cn_action_of(CN_ACTION_HAND, 0, 0, 0, 0), 1), 0);
    assert_int_equal(cn_undo_count(2, lay, 1), 3);
    assert_int_equal(cn_undo_count(2, lay, 2), 0); /* a pick or a face followed */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(black_threes_are_faced_and_replaced),
        cmocka_unit_test(the_first_bonus_card_stays),
        cmocka_unit_test(a_drawn_bonus_card_stays_if_none_does),
        cmocka_unit_test(a_kept_card_goes_when_the_partner_has_opened),
        cmocka_unit_test(the_last_card_may_be_held),
        cmocka_unit_test(facing_ends_the_turn_with_the_last_card),
        cmocka_unit_test(a_bonus_black_three_freezes_nothing),
        cmocka_unit_test(the_opener_gets_a_talon),
        cmocka_unit_test(no_talon_from_a_small_stock),
        cmocka_unit_test(no_talon_with_the_pile),
        cmocka_unit_test(an_empty_hand_waits_for_its_talon),
        cmocka_unit_test(an_opener_that_may_go_out_does),
        cmocka_unit_test(a_barred_opener_gets_its_talon),
        cmocka_unit_test(a_second_hand_comes_by_melding),
        cmocka_unit_test(a_second_hand_comes_by_discarding),
        cmocka_unit_test(a_second_hand_comes_with_an_own_canasta),
        cmocka_unit_test(a_second_hand_waits_for_what_the_opening_needs),
        cmocka_unit_test(second_hands_are_dealt_after_the_hands),
        cmocka_unit_test(a_claim_leaves_some_of_the_pile),
        cmocka_unit_test(a_special_hand_ends_the_deal),
        cmocka_unit_test(a_special_hand_is_exactly_its_cards),
        cmocka_unit_test(a_side_has_asked_in_this_deal),
        cmocka_unit_test(nothing_that_brought_cards_is_undone_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
