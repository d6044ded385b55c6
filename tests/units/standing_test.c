/* standing_test.c -- what the tables of American Canasta and its kin show of melds, cards, hands
 * that wait and sides, what picked wild cards can mean, and how near a hand is to a special hand.
 *
 * The rules are the Laws of 1950 with a few parameters; the positions are set up by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "display/display.h"
#include "placed.h"
#include "tests/fuzz/driver/witness.h"

static struct cn_rules rules;
static struct cn_law law;
static struct cn_game game;
static struct cn_position position;
static struct scene scene;
static struct display display;
static struct cn_words words;

/* ---- positions ---- */

static void begin(const char *house)
{
    struct cn_rules_error error;
    static const char many[] = "packs = 4\njokers = 8\n";
    assert_true(cn_rules_load(&rules, "laws1950"));
    assert_true(cn_rules_read(&rules, many, strlen(many), NULL, NULL, &error));
    if (!cn_rules_read(&rules, house, strlen(house), NULL, NULL, &error))
        fail_msg("line %d: %s", error.line, error.name);
    assert_true(cn_rules_check(&rules, &error));
    place_nothing(&position);
}

static void show(int seat)
{
    scene.game = game;
    display_of(&scene, seat, &display);
}

/* Sets the position up for seat 0, with cards for the others, and draws 'drawn'. */
static void start(const char *pile, const char *drawn)
{
    struct cn_position_fault fault;
    for (int seat = 1; seat < 4; seat++)
        if (position.hand_count[seat] == 0)
            place_hand(&position, seat, "4s 5s 6s 8s 9s");
    position.pile_count = read_cards(pile, position.pile);
    position.stock_count = read_cards(drawn, position.stock);
    position.stock_count +=
        read_cards("Jc Jc Jd Jd Jh Jh Js Js 4c 4d", position.stock + position.stock_count);
    cn_law_init(&law, &rules);
    assert_true(cn_game_init(&game, &law, 4, NULL));
    if (!cn_game_set_position(&game, &position, NULL, &fault))
        fail_msg("fault %d, card %d, side %d", fault.error, fault.card, fault.side);
    scene_free(&scene);
    scene_init(&scene, &words, 0);
    if (drawn[0] != '\0')
        assert_true(
            cn_game_play(&game, 0, cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0), NULL, NULL, NULL));
    show(0);
}

static char text[SAY_SIZE];

/* ---- melds ---- */

static void shows_closed_dead_and_locking_melds(void **state)
{
    (void)state;
    begin("largest_meld = 7\ndead_ranks = true\nwild_melds = locking\n");
    place_hand(&position, 0, "Kc 9c 9d 5c");
    place_meld(&position, 0, "7c 7d 7h 7s 7c 7d 7h");
    place_meld(&position, 0, "Qc Qd Qh");
    place_meld(&position, 0, "2c 2d Xr");
    place_meld(&position, 1, "Kc Kd Kh Ks Kd Kh 2s");
    place_meld(&position, 1, "6c 6d 6h");
    start("4h", "5d");
    assert_int_equal(display_meld_state(&display, 0, 0), MELD_CLOSED);
    assert_int_equal(display_meld_state(&display, 0, 1), MELD_OPEN);
    assert_int_equal(display_meld_state(&display, 0, 2), MELD_LOCKING);
    assert_int_equal(display_meld_state(&display, 1, 0), MELD_CLOSED);
    assert_string_equal(words_meld_state(&display, 0, 1, text, sizeof text), "");
    assert_string_equal(words_meld_state(&display, 0, 2, text, sizeof text),
                        "your wild cards go only here until it has seven cards");
    assert_true(display_rank_is_dead(&display, CN_KING));
    assert_false(display_rank_is_dead(&display, CN_NINE));
    assert_string_equal(words_dead_rank(&display, CN_KING, text, sizeof text),
                        "dead: a canasta of kings is complete, so nobody can lay them");
    assert_string_equal(words_dead_rank(&display, CN_NINE, text, sizeof text), "");
    show(1);
    assert_string_equal(words_meld_state(&display, 0, 2, text, sizeof text),
                        "wild cards of this side go only here until it has seven cards");
}

static void an_unfinished_meld_of_a_dead_rank_is_dead(void **state)
{
    (void)state;
    begin("dead_ranks = true\n");
    place_hand(&position, 0, "9c 9d 5c");
    place_meld(&position, 0, "Kc Kd Kh");
    place_meld(&position, 1, "Ks Kc Kd Kh Ks 2s 2c");
    start("4h", "5d");
    assert_int_equal(display_meld_state(&display, 0, 0), MELD_DEAD);
    assert_int_equal(display_meld_state(&display, 1, 0), MELD_CLOSED);
    assert_string_equal(words_meld_state(&display, 0, 0, text, sizeof text),
                        "dead: a canasta of kings is complete, so nothing can be added");
}

/* A canasta that still takes cards is not closed, and the Laws of 1950 have no dead ranks. */
static void old_rules_have_no_such_melds(void **state)
{
    (void)state;
    begin("");
    place_hand(&position, 0, "9c 9d 5c");
    place_meld(&position, 0, "Kc Kd Kh Ks Kc Kd Kh");
    place_meld(&position, 0, "8c 8d 8h");
    start("4h", "5d");
    assert_int_equal(display_meld_state(&display, 0, 0), MELD_OPEN);
    assert_int_equal(display_meld_state(&display, 0, 1), MELD_OPEN);
    assert_false(display_rank_is_dead(&display, CN_KING));
    assert_string_equal(words_standing(&display, 0, text, sizeof text), "");
    assert_string_equal(words_out_missing(&display, 0, text, sizeof text), "");
    assert_string_equal(words_waiting(&display, 0, text, sizeof text), "");
    assert_string_equal(words_empty_pack(&display, text, sizeof text), "");
    assert_string_equal(words_opening_needs(&display, false, text, sizeof text), "");
    struct cn_score score;
    assert_false(display_score_so_far(&display, 0, &score));
}

/* ---- picked cards ---- */

static struct card_plays plays;

static void pick(const char *cards)
{
    cn_card picked[CN_CARDS_MAX];
    const int count = read_cards(cards, picked);
    plays_for_cards(&display, picked, count, &plays);
}

static void expect_plan(int at, int step, const char *action)
{
    char is[CN_ACTION_TEXT];
    assert_in_range(at, 0, plays.count - 1);
    assert_in_range(step, 0, plays.at[at].count - 1);
    cn_action_format(&law, plays.at[at].step[step].action, is);
    assert_string_equal(is, action);
}

static void wild_cards_alone_are_a_meld_where_there_are_such(void **state)
{
    (void)state;
    begin("wild_melds = free\n");
    place_hand(&position, 0, "2c 2d Xr Xb 9c 9d 9h 5c 5d");
    place_meld(&position, 0, "Qc Qd Qh");
    start("4h", "5h");
    pick("2c 2d Xr");
    assert_int_equal(plays.count, 2);
    expect_plan(0, 0, "meld X 0 2 1");
    expect_plan(1, 0, "add 0 0 2 1");
    assert_int_equal(plays.at[0].step[0].count, 3);
    assert_string_equal(words_plan(&display, &plays.at[0], text, sizeof text),
                        "meld two deuces and a joker");
    pick("2c");
    assert_int_equal(plays.count, 1);
    expect_plan(0, 0, "add 0 0 1 0");
}

static void wild_cards_go_to_their_meld_before_others(void **state)
{
    (void)state;
    begin("wild_melds = free\n");
    place_hand(&position, 0, "2c 2d Xr 9c 9d 9h 5c 5d");
    place_meld(&position, 0, "Qc Qd Qh Qs");
    place_meld(&position, 0, "2h 2s Xb");
    start("4h", "5h");
    pick("2c");
    assert_int_equal(plays.count, 2);
    expect_plan(0, 0, "add 1 0 1 0");
    expect_plan(1, 0, "add 0 0 1 0");
    pick("9c 9d 9h 2c");
    expect_plan(0, 0, "meld 9 3 1 0");
    bool apart = false;
    for (int i = 0; i < plays.count; i++)
        apart |= plays.at[i].count == 2 && plays.at[i].step[1].action.place == 1;
    assert_true(apart);
}

static void wild_cards_go_only_to_a_locking_meld(void **state)
{
    (void)state;
    begin("wild_melds = locking\n");
    place_hand(&position, 0, "2c 2d Xr 9c 9d 9h 5c 5d");
    place_meld(&position, 0, "Qc Qd Qh Qs");
    place_meld(&position, 0, "2h 2s Xb");
    start("4h", "5h");
    pick("2c Xr");
    assert_int_equal(plays.count, 1);
    expect_plan(0, 0, "add 1 0 1 1");
    pick("9c 9d 9h 2c");
    assert_int_equal(plays.count, 1);
    expect_plan(0, 0, "meld 9 3 0 0");
    expect_plan(0, 1, "add 1 0 1 0");
}

static void too_few_wild_cards_are_refused_by_name(void **state)
{
    (void)state;
    begin("wild_melds = free\n");
    place_hand(&position, 0, "2c 2d 9c 9d 5c");
    start("4h", "5h");
    pick("2c 2d");
    assert_int_equal(plays.count, 0);
    assert_int_equal(plays.why.id, CN_REFUSED_WILD_MELD_SHAPE);
    begin("");
    place_hand(&position, 0, "2c 2d Xr 9c 9d 5c");
    start("4h", "5h");
    pick("2c 2d Xr");
    assert_int_equal(plays.count, 0);
    assert_int_equal(plays.why.id, CN_REFUSED_MELD_OF_WILDS);
}

/* ---- discards and the pack ---- */

static void an_empty_pack_refuses_cards_by_name(void **state)
{
    struct cn_refusal why;
    (void)state;
    begin("upcard = false\nempty_pile_discard = [7, A, X, 2]\n");
    place_hand(&position, 0, "7c Ac Xr 9c 9d");
    start("", "5d");
    assert_true(display_discard_is_barred(&display, CN_SEVEN, &why));
    assert_int_equal(why.id, CN_REFUSED_DISCARD_EMPTY_PILE);
    assert_string_not_equal(why.article, "");
    assert_true(display_discard_is_barred(&display, CN_JOKER, &why));
    assert_false(display_discard_is_barred(&display, CN_NINE, &why));
    assert_string_equal(
        words_empty_pack(&display, text, sizeof text),
        "not to be discarded on the empty pack while you hold anything else: sevens, aces, "
        "jokers, deuces");
    show(1);
    assert_false(display_discard_is_barred(&display, CN_SEVEN, &why));
}

/* What the turn still owes says nothing about a card. */
static void other_refusals_of_a_discard_are_no_marks(void **state)
{
    struct cn_refusal why;
    (void)state;
    begin("");
    place_hand(&position, 0, "7c Ac Xr 9c 9d");
    start("5h", "");
    assert_false(display_discard_is_barred(&display, CN_SEVEN, &why));
}

static void only_a_part_of_the_pack_is_taken(void **state)
{
    (void)state;
    begin("pile_taken = 3\n");
    place_hand(&position, 0, "9c 9d 5c");
    start("4h 4h 5h 6h 9h", "");
    assert_string_equal(words_pack_parts(&display, text, sizeof text),
                        "taking the pack brings its top 3 cards; 2 stay");
    begin("pile_taken = 5\n");
    place_hand(&position, 0, "9c 9d 5c");
    start("4h 4h 5h 6h 9h", "");
    assert_string_equal(words_pack_parts(&display, text, sizeof text), "");
}

/* ---- waiting cards ---- */

static void says_what_waits(void **state)
{
    (void)state;
    begin("talon = [4, 3]\nsecond_hand = [3]\n");
    place_hand(&position, 0, "9c 9d 5c");
    position.talon_count[1] = read_cards("8c 8d 8h 8s", position.talon[1]);
    position.second_count[0] = 1;
    position.second_size[0][0] = 3;
    read_cards("6c 6d 6h", position.second[0]);
    place_meld(&position, 1, "Qc Qd Qh");
    start("4h", "5d");
    assert_string_equal(words_waiting(&display, 1, text, sizeof text),
                        "4 extra cards come into the hand at the next turn");
    assert_string_equal(words_waiting(&display, 0, text, sizeof text),
                        "another hand of 3 cards: taken up when the first is used up");
    assert_string_equal(words_waiting(&display, 2, text, sizeof text), "");
}

/* ---- sides ---- */

static void canastas_decide_how_cards_count(void **state)
{
    struct cn_score score;
    (void)state;
    begin("score_by_canastas = true\nunfinished_penalty = {7: 2500}\n"
          "red_three_bonus = [100, 300, 500, 1000]\n");
    place_hand(&position, 0, "9c 9d 5c");
    place_meld(&position, 0, "Kc Kd Kh Ks Kc Kd Kh");
    place_meld(&position, 0, "7c 7d 7h");
    place_meld(&position, 1, "Qc Qd Qh");
    position.red_count = read_cards("3h 3d 3h", position.red);
    position.red_side[2] = 1;
    start("4h", "5d");
    assert_string_equal(words_standing(&display, 0, text, sizeof text),
                        "one canasta: the threes count nothing yet");
    assert_string_equal(words_standing(&display, 1, text, sizeof text),
                        "no canasta yet: cards and threes count against this side");
    assert_true(display_score_so_far(&display, 0, &score));
    assert_int_equal(score.item[CN_SCORE_MELDS], 85);
    assert_int_equal(score.item[CN_SCORE_CANASTAS], 500);
    assert_int_equal(score.item[CN_SCORE_RED_THREES], 0);
    assert_int_equal(score.item[CN_SCORE_PENALTIES], -2500);
    assert_int_equal(score.total, 85 + 500 - 2500);
    assert_true(display_score_so_far(&display, 1, &score));
    assert_int_equal(score.item[CN_SCORE_MELDS], -30);
    assert_int_equal(score.item[CN_SCORE_RED_THREES], -100);
}

static void bonus_cards_wait_for_a_canasta(void **state)
{
    (void)state;
    begin("red_three_needs = 7\n");
    place_hand(&position, 0, "9c 9d 5c");
    place_meld(&position, 0, "Kc Kd Kh");
    place_meld(&position, 1, "7c 7d 7h 7s 7c 7d 7h");
    start("4h", "5d");
    assert_string_equal(words_standing(&display, 0, text, sizeof text),
                        "no canasta of sevens yet: the threes count against this side");
    assert_string_equal(words_standing(&display, 1, text, sizeof text), "");
}

static void says_what_keeps_a_side_from_going_out(void **state)
{
    (void)state;
    begin("out_bars = [7]\nout_consent = true\nsecond_hand = [3]\nsecond_hand_out = all\n");
    place_hand(&position, 0, "9c 9d 5c");
    place_meld(&position, 0, "7c 7d 7h");
    position.second_count[2] = 1;
    position.second_size[2][0] = 3;
    read_cards("6c 6d 6h", position.second[2]);
    start("4h", "5d");
    words_out_missing(&display, 0, text, sizeof text);
    assert_non_null(strstr(text, "the meld of sevens must be completed"));
    assert_non_null(strstr(text, "must take up the other hand"));
    assert_non_null(strstr(text, "the partner must say yes"));
    assert_string_equal(words_out_missing(&display, 1, text, sizeof text), "");
}

static void says_what_the_opening_needs(void **state)
{
    (void)state;
    begin("opening_needs = natural_meld\ninitial_minimum = [[null, 10]]\n");
    place_hand(&position, 0, "9c 9d 9h Kc Kd 2c 5c 6c");
    start("4h", "5d");
    assert_string_equal(words_opening_needs(&display, false, text, sizeof text),
                        "one meld without wild cards is needed");
    assert_true(
        cn_game_play(&game, 0, cn_action_of(CN_ACTION_MELD, CN_KING, 2, 1, 0), NULL, NULL, NULL));
    show(0);
    assert_string_not_equal(words_opening_needs(&display, false, text, sizeof text), "");
    assert_true(
        cn_game_play(&game, 0, cn_action_of(CN_ACTION_MELD, CN_NINE, 3, 0, 0), NULL, NULL, NULL));
    show(0);
    assert_string_equal(words_opening_needs(&display, false, text, sizeof text), "");
}

/* ---- special hands ---- */

/* Beside a player stand the letters that the front end's cards have: a browser's are German. */
static void a_turn_has_the_letters_of_the_cards(void **state)
{
    struct cn_words german;
    (void)state;
    assert_true(cn_words_find("de", &german));
    begin("");
    place_hand(&position, 0, "Kc 9c 9d 5c");
    start("4h", "5d");
    display.words = &german;
    display.news_count = 1;
    display.news[0] = (struct news_item){.id = 1,
                                         .turn = 1,
                                         .type = CN_EVENT_DISCARD,
                                         .seat = 1,
                                         .meld = CN_NO_MELD,
                                         .card_count = 1};
    assert_int_equal(read_cards("Qs", display.news[0].cards), 1);
    assert_non_null(strstr(turn_end_text(&display, 1, false, text, sizeof text), "Q\u2660"));
    display.letters = "web.index.";
    assert_non_null(strstr(turn_end_text(&display, 1, false, text, sizeof text), "D\u2660"));
}

#define HANDS                                                                                    \
    "special_hands = [{name: pairs, points: 2500, groups: [2, 2, 2, 2, 2, 2, 2]}, "              \
    "{name: wild_pairs, points: 2000, groups: [2, 2, 2, 2, 2, 2], wild: [[2, 0], [0, 2]], "      \
    "must: [7, A]}, {name: zip_code, points: 2500, groups: [4, 3, 3, 2, 2]}, "                   \
    "{name: zip_code, points: 2500, groups: [4, 3, 3, 2], wild: [[2, 0], [0, 2]]}, "             \
    "{name: straight, points: 3000, groups: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], wild: [[1, 1]], " \
    "threes: 1}, {name: dream_five, points: 8500, groups: [5, 4], "                              \
    "wild: [[5, 0], [4, 1], [3, 2], [2, 3], [1, 4], [0, 5]], wins: true}]\n"

static void goals_are_the_nearest_first(void **state)
{
    struct goal goals[CN_SPECIAL_HANDS_MAX];
    cn_card cards[CN_CARDS_MAX];
    (void)state;
    begin(HANDS);
    place_hand(&position, 0, "4c 4d 5c 5d 6c 6d 8c 8d 9c 9d Tc Jc 2c");
    start("4h", "");
    assert_int_equal(display_goals(&display, goals), 5);
    assert_int_equal(goals[0].missing, 2); /* a ten or a jack, and another rank's pair … */
    assert_string_equal(words_goal(&display, &goals[0], text, sizeof text),
                        "Pairs, 2,500 points: 2 cards are missing");
    assert_int_equal(display_goal_cards(&display, &goals[0], cards), 12);
    assert_string_equal(words_special_cards(&display, goals[0].row, text, sizeof text), "7 pairs");
    for (int i = 1; i < 5; i++)
        assert_true(goals[i].missing >= goals[i - 1].missing);
}

static void goals_end_with_the_first_meld(void **state)
{
    struct goal goals[CN_SPECIAL_HANDS_MAX];
    (void)state;
    begin(HANDS);
    place_hand(&position, 0, "4c 4d 5c 5d 6c 6d");
    place_meld(&position, 0, "Kc Kd Kh");
    start("4h", "");
    assert_int_equal(display_goals(&display, goals), 0);
    begin(HANDS);
    place_hand(&position, 0, "4c 4d 5c 5d 6c 6d");
    start("4h", "");
    assert_int_equal(display_goals(&display, goals), 5);
    scene.self = CN_NO_SEAT; /* nobody's hand */
    show(0);
    assert_int_equal(display_goals(&display, goals), 0);
}

static void special_hands_are_said_in_words(void **state)
{
    (void)state;
    begin(HANDS);
    place_hand(&position, 0, "4c 4d 5c");
    start("4h", "");
    assert_string_equal(words_special_cards(&display, 1, text, sizeof text),
                        "6 pairs, with sevens and aces; two deuces, or two jokers");
    assert_string_equal(words_special_cards(&display, 2, text, sizeof text),
                        "4, 3, 3, 2 and 2 of a rank");
    assert_string_equal(words_special_cards(&display, 4, text, sizeof text),
                        "one card of each of 11 ranks; a deuce and a joker; 1 three");
    assert_string_equal(words_special_cards(&display, 5, text, sizeof text),
                        "5 and 4 of a rank; any 5 wild cards");
}

/* The most cards that groups of a row keep, by trying every group for every kind. 'left' are the
 * groups of each size that are not given to a kind yet. */
static int most_kept(const struct cn_special_hand *row, cn_hand hand, int kind, uint8_t left[8])
{
    int groups = 0;
    for (int size = 1; size < 8; size++)
        groups += left[size];
    if (groups == 0 || kind == CN_KINDS) {
        bool done = groups == 0;
        for (; kind < CN_KINDS; kind++)
            done &= (row->must >> kind & 1) == 0;
        return done ? 0 : -1000;
    }
    int best = (row->must >> kind & 1) != 0 ? -1000 : most_kept(row, hand, kind + 1, left);
    for (int size = 1; size < 8; size++) {
        if (left[size] == 0)
            continue;
        left[size]--;
        const int held = cn_hand_count(hand, kind);
        const int kept = (held < size ? held : size) + most_kept(row, hand, kind + 1, left);
        left[size]++;
        best = kept > best ? kept : best;
    }
    return best;
}

static int missing_by_search(const struct cn_special_hand *row, cn_hand hand)
{
    uint8_t left[8] = {0};
    int all = 0;
    int wilds = 100;
    for (int i = 0; i < row->groups; i++) {
        left[row->group[i]]++;
        all += row->group[i];
    }
    for (int i = 0; i < row->wilds; i++) {
        const int deuces = row->wild[i].deuces - cn_hand_count(hand, CN_DEUCE);
        const int jokers = row->wild[i].jokers - cn_hand_count(hand, CN_JOKER);
        const int lack = (deuces > 0 ? deuces : 0) + (jokers > 0 ? jokers : 0);
        wilds = lack < wilds ? lack : wilds;
    }
    const int threes =
        row->threes - cn_hand_count(hand, CN_RED_THREE) - cn_hand_count(hand, CN_BLACK_THREE);
    return all - most_kept(row, hand, CN_FOUR, left) + wilds + (threes > 0 ? threes : 0);
}

static void missing_cards_are_the_fewest(void **state)
{
    struct chance chance;
    int64_t fits = 0;
    (void)state;
    chance_from_seed(&chance, 14);
    begin("bonus_kinds = [3r, 3b]\n" HANDS);
    for (int n = 0; n < 300; n++) {
        cn_hand hand = cn_hand_single(CN_DEUCE, 0);
        const int size = 10 + chance_below(&chance, 5);
        for (int i = 0; i < size; i++) {
            const int kind = chance_below(&chance, CN_KINDS);
            if (cn_hand_count(hand, kind) < 8)
                cn_hand_add_card(&hand, kind);
        }
        for (int i = 0; i < rules.special_hands.count; i++) {
            cn_hand keep;
            const struct cn_special_hand *row = &rules.special_hands.row[i];
            const int missing = cn_special_missing(&rules, row, hand, &keep);
            const int kept = cn_hand_size(keep);
            int all = row->threes + row->wild[0].deuces + row->wild[0].jokers;
            for (int g = 0; g < row->groups; g++)
                all += row->group[g];
            assert_int_equal(missing, missing_by_search(row, hand));
            assert_int_equal(kept + missing, all);
            for (int kind = 0; kind < CN_KINDS; kind++)
                assert_true(cn_hand_count(keep, kind) <= cn_hand_count(hand, kind));
            if (missing == 0) {
                assert_true(cn_special_fits(&rules, row, keep));
                fits++;
            }
        }
    }
    assert_int_equal(fits, 0); /* so rare: the next test has one */
}

static void a_full_hand_lacks_nothing(void **state)
{
    struct goal goals[CN_SPECIAL_HANDS_MAX];
    (void)state;
    begin(HANDS);
    place_hand(&position, 0, "4c 4d 5c 5d 6c 6d 8c 8d 9c 9d Tc Td Jc");
    start("4h", "Jd");
    assert_true(display_goals(&display, goals) > 0);
    assert_int_equal(goals[0].missing, 0);
    assert_true(cn_special_fits(&rules, &rules.special_hands.row[goals[0].row], display.hand));
    assert_string_equal(words_goal(&display, &goals[0], text, sizeof text),
                        "Pairs, 2,500 points: you have all the cards");
    cn_card cards[CN_CARDS_MAX];
    assert_int_equal(display_pick_cards(&display, cn_action_of(CN_ACTION_HAND, 0, 0, 0, 0), cards),
                     14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_closed_dead_and_locking_melds),
        cmocka_unit_test(an_unfinished_meld_of_a_dead_rank_is_dead),
        cmocka_unit_test(old_rules_have_no_such_melds),
        cmocka_unit_test(wild_cards_alone_are_a_meld_where_there_are_such),
        cmocka_unit_test(wild_cards_go_to_their_meld_before_others),
        cmocka_unit_test(wild_cards_go_only_to_a_locking_meld),
        cmocka_unit_test(too_few_wild_cards_are_refused_by_name),
        cmocka_unit_test(an_empty_pack_refuses_cards_by_name),
        cmocka_unit_test(other_refusals_of_a_discard_are_no_marks),
        cmocka_unit_test(only_a_part_of_the_pack_is_taken),
        cmocka_unit_test(says_what_waits),
        cmocka_unit_test(canastas_decide_how_cards_count),
        cmocka_unit_test(bonus_cards_wait_for_a_canasta),
        cmocka_unit_test(says_what_keeps_a_side_from_going_out),
        cmocka_unit_test(says_what_the_opening_needs),
        cmocka_unit_test(a_turn_has_the_letters_of_the_cards),
        cmocka_unit_test(goals_are_the_nearest_first),
        cmocka_unit_test(goals_end_with_the_first_meld),
        cmocka_unit_test(special_hands_are_said_in_words),
        cmocka_unit_test(missing_cards_are_the_fewest),
        cmocka_unit_test(a_full_hand_lacks_nothing),
    };
    assert_true(cn_words_find("en", &words));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
