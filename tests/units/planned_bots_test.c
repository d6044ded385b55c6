/* planned_bots_test.c -- what each bot must see where laying cards can cost points: special hands,
 * penalised melds, melds of wilds, dead ranks, the partner's consent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "lab/lab.h"
#include "law_of.h"
#include "placed.h"

enum {
    NODES = 20000
};

static struct cn_rules rules;
static struct cn_game game;
static struct cn_position position;

static void set(const char *name, const char *value)
{
    struct cn_rules_error error;
    if (!cn_rules_set(&rules, name, value, strlen(value), &error))
        fail_msg("%s = %s", name, value);
}

/* The parameters with which laying costs points. */
static void begin(void)
{
    assert_true(cn_rules_load(&rules, "laws1950"));
    set("upcard", "false");
    set("take_with_wild", "false");
    set("take_onto_meld", "false");
    set("second_meld", "false");
    set("largest_meld", "7");
    set("most_wilds", "2");
    set("most_wilds_canasta", "2");
    set("wild_melds", "locking");
    set("wild_needs_naturals", "5");
    set("pure_kinds", "[7]");
    set("dead_ranks", "true");
    set("canastas_to_go_out", "2");
    set("go_out_by_melding", "false");
    set("out_bars", "[7, A, wild]");
    set("canasta_bonus", "{wild: 2000, 7: 2500, A: 2500}");
    set("unfinished_penalty", "{wild: 2000, 7: 2500, A: 2500}");
    set("held_penalty", "{7: [3, 1500], A: [3, 1500]}");
    set("score_by_canastas", "true");
    set("hand_size", "13");
    set("special_hands", "[{name: pairs, points: 2500, groups: [2, 2, 2, 2, 2, 2, 2]}]");
    place_nothing(&position);
}

/* Sets the position up; seat 0 has drawn the first card of the stock. */
static void start(const char *stock)
{
    struct cn_position_fault fault;
    position.stock_count = read_cards(stock, position.stock);
    cn_game_init(&game, law_of(&rules), 4, NULL);
    if (!cn_game_set_position(&game, &position, NULL, &fault))
        fail_msg("position fault %d", (int)fault.error);
    cn_game_apply_unchecked(&game, 0, cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0), NULL, NULL);
}

static void choice_of(const char *name, char text[CN_ACTION_TEXT])
{
    const struct cn_bot *bot = cn_bot_find(name);
    const struct cn_view view = cn_deal_view(law_of(&rules), &game.deal, 0);
    struct cn_rng rng;
    assert_non_null(bot);
    void *memory = malloc(cn_bot_memory(bot));
    assert_non_null(memory);
    cn_rng_init(&rng, 1);
    cn_action_format(law_of(&rules), cn_bot_decide(bot, memory, NODES, &view, &rng), text);
    free(memory);
}

static const char *const everybody[] = {"greedy", "casual", "expert", "patient", "search"};
enum {
    BOTS = sizeof everybody / sizeof everybody[0]
};

static void all_play(const char *expected)
{
    for (int i = 0; i < BOTS; i++) {
        char text[CN_ACTION_TEXT];
        choice_of(everybody[i], text);
        if (strcmp(text, expected) != 0)
            fail_msg("%s: %s, not %s", everybody[i], text, expected);
    }
}

static void none_plays(const char *unexpected)
{
    for (int i = 0; i < BOTS; i++) {
        char text[CN_ACTION_TEXT];
        choice_of(everybody[i], text);
        if (strncmp(text, unexpected, strlen(unexpected)) == 0)
            fail_msg("%s: %s", everybody[i], text);
    }
}

/* A stock of cards that help nobody. */
#define STOCK "9c9d9h9s 8c8d8h8s TcTdThTs JcJdJhJs 4s4h 5s5h"

static void hold_others(void)
{
    place_hand(&position, 1, "QcQd9c9d8c8d TcTdJcJd5c5d4c");
    place_hand(&position, 2, "9h9s8h8s ThTsJhJs4h4s6s6h5h");
    place_hand(&position, 3, "QhQs KhKs AhAs 6c6d 2c2d XrXb 4d");
}

static void a_special_hand_is_laid(void **state)
{
    begin();
    place_hand(&position, 0, "4c4d5c5d6c6d7c7dKcKdAcAd Qc");
    hold_others();
    start("Qd" STOCK);
    all_play("hand pairs");
}

/* Three of a kind that is penalised are not laid: four of five more are needed. */
static void three_sevens_are_not_laid(void **state)
{
    begin();
    place_hand(&position, 0, "7c7d7h 4c 6c 8d");
    place_meld(&position, 0, "KcKdKhKs");
    place_meld(&position, 1, "QcQdQhQs");
    hold_others();
    place_hand(&position, 1, "7s7s9c9d8c TcTdJcJd5c5d4c");
    start("5s" STOCK);
    none_plays("meld 7");
}

/* … nor are they kept until the end: two cost nothing. */
static void a_third_seven_is_not_kept_to_the_end(void **state)
{
    begin();
    place_hand(&position, 0, "7c7d7h 6c 6d 8d");
    place_meld(&position, 0, "KcKdKhKs");
    place_meld(&position, 1, "QcQdQhQs");
    position.pile_count = read_cards("4c", position.pile);
    hold_others();
    place_hand(&position, 1, "AcAd9c9d8c TcTdJcJd5c5d4d");
    start("5s 9c9d9h9s");
    all_play("discard 7");
}

static void a_wild_canasta_is_completed(void **state)
{
    begin();
    place_hand(&position, 0, "2c2d 4d 6c 7h Ac");
    place_meld(&position, 0, "KcKdKhKs");
    place_meld(&position, 0, "2h2s2cXrXb");
    place_meld(&position, 1, "QcQdQhQs");
    hold_others();
    place_hand(&position, 3, "QhQs KhKs AhAs 6c6d 4d");
    start("5s" STOCK);
    all_play("add 1 0 2 0");
}

/* One card from the special hand: the opening waits, and what is not needed goes. */
static void a_near_special_hand_is_waited_for(void **state)
{
    static const char *const knowing[] = {"patient", "search"};
    begin();
    set("initial_minimum", "[[null, 50]]");
    place_hand(&position, 0, "4c4d5c5d6c6d8c8dKcKdAcAd Qc");
    hold_others();
    place_hand(&position, 1, "QcQd9c9d TcTdJcJd5c5d4c");
    place_hand(&position, 2, "9h9s8h8s ThTsJhJs4h4s6s6h5h");
    start("Ah" STOCK "7s7h7s7h6s6h");
    for (size_t i = 0; i < sizeof knowing / sizeof knowing[0]; i++) {
        char text[CN_ACTION_TEXT];
        choice_of(knowing[i], text);
        if (strcmp(text, "discard A") != 0 && strcmp(text, "discard Q") != 0)
            fail_msg("%s: %s", knowing[i], text);
    }
}

/* A dead rank cannot be claimed: it is the discard on a large pile. */
static void a_dead_rank_is_discarded(void **state)
{
    static const char *const knowing[] = {"casual", "patient", "search"};
    begin();
    place_hand(&position, 0, "Qs 9d 4c Jc Td");
    place_meld(&position, 0, "KcKdKhKs");
    place_meld(&position, 1, "QcQdQhQsQcQdQh");
    hold_others();
    place_hand(&position, 1, "9c9d8c8dTcTdJdJd5c5d4c4d");
    place_hand(&position, 2, "9h9s8h8s ThTsJhJs4h4s6s6h5h");
    place_hand(&position, 3, "KhKs AhAs 6c6d 2c2d XrXb 8d");
    position.pile_count = read_cards("5h6h8h9hThJh6s", position.pile);
    start("8s 9c9s 8c Ts Js 4s4h 5s5s 6c6d AcAd");
    for (size_t i = 0; i < sizeof knowing / sizeof knowing[0]; i++) {
        char text[CN_ACTION_TEXT];
        choice_of(knowing[i], text);
        assert_string_equal(text, "discard Q");
    }
}

/* Where going out needs the partner's yes, it is asked for. */
static void consent_is_asked_for(void **state)
{
    begin();
    set("out_consent", "true");
    set("ask_partner", "true");
    place_hand(&position, 0, "4c4d4h");
    place_meld(&position, 0, "KcKdKhKsKcKdKh");
    place_meld(&position, 0, "5c5d5h5s5c5d5h");
    place_meld(&position, 1, "QcQdQhQs");
    hold_others();
    place_hand(&position, 1, "9c9d8c8dTcTdJcJd6c6d");
    place_hand(&position, 2, "9h9s8h8s ThTsJhJs4h4s6s6h");
    place_hand(&position, 3, "AhAs 6c6d 2c2d XrXb 8d");
    start("8s 9c9h9s8c ThTs JsJh 6s6h");
    all_play("ask");
}

static void deal_out(struct cn_deal *deal, struct cn_rng *rng, int number)
{
    cn_card deck[CN_CARDS_MAX];
    memset(deal, 0, sizeof *deal);
    cn_rng_init(rng, (uint64_t)number);
    cn_rng_shuffle(rng, deck, cn_deck_init(&rules, 4, deck));
    cn_deal_start(&rules, deal, 4, number % 4, CN_NO_SEAT, NULL, deck, rng, NULL);
}

static void check_world(const struct cn_view *view, struct cn_rng *rng)
{
    struct cn_belief belief;
    const uint64_t bonus = cn_bonus_mask(&rules);
    cn_belief_init(&belief, &rules, view, &cn_belief_default, rng);
    for (int seat = 0; seat < 4; seat++) {
        const int kept = cn_hand_size(cn_hand_keep(belief.hands[seat], bonus));
        assert_int_equal(cn_hand_size(belief.hands[seat]), view->board->hand_size[seat]);
        assert_true(seat == view->seat || kept <= rules.keep_bonus_card);
    }
}

/* A seat may keep a bonus card. Where the stock has no room for the others, worlds give them to
 * seats that may hold one. */
static void worlds_place_kept_bonus_cards(void **state)
{
    int looks = 0;
    begin();
    set("keep_bonus_card", "1");
    set("bonus_kinds", "[3r, 3b]");
    set("last_bonus_card", "hold");
    set("stock_gone", "free");
    set("initial_minimum", "[[null, 125]]");
    for (int i = 0; i < 60; i++) {
        struct cn_deal deal;
        struct cn_rng rng;
        deal_out(&deal, &rng, i);
        while (deal.board.phase != CN_PHASE_ENDED) {
            const struct cn_view view =
                cn_deal_view(law_of(&rules), &deal, cn_board_actor(&deal.board));
            if (deal.board.stock < 3 && deal.board.turned == 15) {
                check_world(&view, &rng);
                looks++;
            }
            cn_deal_apply(&rules, &deal, cn_bot_find("random")->decide(&view, &rng));
        }
    }
    assert_true(looks > 100);
}

/* Points of both sides in deals that one bot plays with itself. */
static int32_t points_of(const char *name, int deals)
{
    int32_t points = 0;
    for (int i = 0; i < deals; i++) {
        struct cn_deal deal;
        struct cn_score score[CN_SIDES_MAX];
        struct cn_rng rng;
        deal_out(&deal, &rng, i);
        while (deal.board.phase != CN_PHASE_ENDED) {
            const struct cn_view view =
                cn_deal_view(law_of(&rules), &deal, cn_board_actor(&deal.board));
            cn_deal_apply(&rules, &deal, cn_bot_find(name)->decide(&view, &rng));
        }
        cn_score_deal(law_of(&rules), &deal, score);
        points += score[0].total + score[1].total;
    }
    return points;
}

/* Games come to an end only if deals bring points. */
static void deals_bring_points(void **state)
{
    begin();
    for (int i = 0; i < BOTS; i++)
        if (cn_bot_find(everybody[i])->decide != NULL && points_of(everybody[i], 100) < 100 * 1000)
            fail_msg("%s loses points", everybody[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_special_hand_is_laid),
        cmocka_unit_test(three_sevens_are_not_laid),
        cmocka_unit_test(a_third_seven_is_not_kept_to_the_end),
        cmocka_unit_test(a_wild_canasta_is_completed),
        cmocka_unit_test(a_near_special_hand_is_waited_for),
        cmocka_unit_test(a_dead_rank_is_discarded),
        cmocka_unit_test(consent_is_asked_for),
        cmocka_unit_test(worlds_place_kept_bonus_cards),
        cmocka_unit_test(deals_bring_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
