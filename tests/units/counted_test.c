/* counted_test.c -- deals counted by people: they are scored as the engine scores the same deal, no
 * possible count is rejected, and every impossible one is found (L13, L23, L25, L26, L38, L42, L43,
 * L56). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "law_of.h"
#include "tests/fuzz/driver/count.h"
#include "tests/fuzz/driver/house.h"
#include "tests/fuzz/driver/mover.h"

/* ---- deals that were played ---- */

static struct {
    struct cn_game game;
    struct chance chance;
    struct cn_score ended[CN_SIDES_MAX];
    char label[120];
} play;

/* How often each rare thing was met. The test fails if one never was, since it would then prove
 * nothing. */
static struct {
    int deals, out, concealed, natural, mixed, red, without_meld, over;
} seen;

static void on_event(void *context, const struct cn_event *event)
{
    if (event->type == CN_EVENT_END)
        memcpy(play.ended, event->sides, event->side_count * sizeof event->sides[0]);
}

static void no_faults(const struct cn_tally *counted, const int32_t *before)
{
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    if (cn_tally_check(&play.game.law->rules, play.game.players, counted, before, faults) > 0)
        fail_msg("%s: side %d: %s (%d, bound %d)", play.label, faults[0].side,
                 cn_tally_problem_name(faults[0].id), faults[0].number, faults[0].bound);
}

static void note(const struct cn_tally *counted)
{
    seen.out += counted->out;
    seen.concealed += counted->concealed;
    seen.natural += counted->canastas[CN_CLASS_NATURAL];
    seen.mixed += counted->canastas[CN_CLASS_MIXED];
    seen.red += counted->red;
    seen.without_meld += !counted->melded && counted->red > 0;
}

static void check_deal(const int32_t *before)
{
    const struct cn_game *game = &play.game;
    struct cn_tally counted[CN_SIDES_MAX];
    struct cn_score scores[CN_SIDES_MAX];
    for (int side = 0; side < game->sides; side++) {
        counted[side] = count_side(game, side);
        note(&counted[side]);
    }
    const int winner = cn_score_tally(game->law, counted, before, game->sides, scores);
    for (int side = 0; side < game->sides; side++)
        if (memcmp(&scores[side], &play.ended[side], sizeof scores[side]) != 0)
            fail_msg("%s: side %d scores %d, counted %d", play.label, side, play.ended[side].total,
                     scores[side].total);
    assert_int_equal(winner, game->winner);
    no_faults(counted, before);
    seen.deals++;
    seen.over += winner >= 0;
}

static void play_deal(const struct cn_bot *bot)
{
    static const struct cn_observer sink = {.event = on_event};
    struct cn_game *game = &play.game;
    int32_t before[CN_SIDES_MAX];
    cn_card deck[CN_CARDS_MAX];
    int dealer, idle;
    memcpy(before, game->score, sizeof before);
    chance_shuffle(&play.chance, deck, cn_deck_init(&game->law->rules, deck));
    cn_game_next_dealer(game, &dealer, &idle);
    assert_true(cn_game_deal(game, dealer, idle, deck, &play.chance.rng, &sink));
    while (game->in_deal) {
        const int seat = cn_game_actor(game);
        const struct cn_view view = cn_game_view(game, seat);
        const struct cn_action action = mover_move(bot, &view, &play.chance.rng);
        assert_true(cn_game_play(game, seat, action, NULL, NULL, &sink));
    }
    check_deal(before);
}

static void play_game(const struct cn_rules *rules, int players, int bot, int deals, uint64_t seed)
{
    cn_game_init(&play.game, law_of(rules), players, NULL);
    chance_from_seed(&play.chance, seed);
    snprintf(play.label, sizeof play.label, "%s, %d players, bot %d, seed %llu", rules->name,
             players, bot, (unsigned long long)seed);
    for (int deal = 0; deal < deals && play.game.winner < 0; deal++)
        play_deal(cn_bot_at(bot));
}

static int scale(void)
{
    const char *full = getenv("CANASTA_FULL");
    return full != NULL && full[0] == '1' ? 20 : 1;
}

static void all_sets_and_players(void **state)
{
    struct cn_rules rules;
    for (uint64_t seed = 1; seed <= 10 * (uint64_t)scale(); seed++)
        for (int set = 0; house_set_at(&rules, set); set++)
            for (int i = 0; house_players(&rules, i) != 0; i++)
                for (int bot = 0; bot < 2; bot++)
                    play_game(&rules, house_players(&rules, i), bot, 12, seed);
    assert_true(seen.deals > 1000 && seen.out > 500 && seen.natural > 200 && seen.mixed > 500);
    assert_true(seen.red > 1000 && seen.without_meld > 50 && seen.concealed > 0 && seen.over > 50);
}

static void house_rules(void **state)
{
    for (uint64_t seed = 1; seed <= 300 * (uint64_t)scale(); seed++) {
        struct cn_rules rules;
        struct chance chance;
        chance_from_seed(&chance, seed);
        house_any_rules(&rules, &chance);
        play_game(&rules, house_any_players(&rules, &chance), (int)(seed % 2), 2, seed);
    }
}

/* ---- what cannot be ---- */

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

/* A deal that can be: side 0 went out with a mixed canasta. */
static const struct cn_tally fine[CN_SIDES_MAX] = {
    {.melds = 300,
     .canastas[CN_CLASS_MIXED] = 1,
     .red = 1,
     .hands = 25,
     .melded = true,
     .out = true},
    {.melds = 120, .red = 2, .hands = 145, .melded = true},
    {.melds = 0, .hands = 60}};

static int list(const struct cn_rules *rules, int players, const struct cn_tally *counted,
                struct cn_tally_problem *faults)
{
    static const int32_t before[CN_SIDES_MAX] = {0, 0, 0};
    return cn_tally_check(rules, players, counted, before, faults);
}

/* The one fault of this deal of four. */
static struct cn_tally_problem only(const struct cn_rules *rules, struct cn_tally one,
                                    struct cn_tally other)
{
    const struct cn_tally counted[] = {one, other};
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    const int count = list(rules, 4, counted, faults);
    if (count != 1)
        fail_msg("%d faults, the first %s", count,
                 count == 0 ? "none" : cn_tally_problem_name(faults[0].id));
    return faults[0];
}

static void is(struct cn_tally_problem fault, enum cn_tally_problem_id id, int side, int number,
               int bound)
{
    assert_string_equal(cn_tally_problem_name(fault.id), cn_tally_problem_name(id));
    assert_int_equal(fault.side, side);
    assert_int_equal(fault.number, number);
    assert_int_equal(fault.bound, bound);
}

static void nothing_in_a_good_deal(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    assert_int_equal(list(&rules, 4, fine, faults), 0);
    assert_int_equal(list(&rules, 5, fine, faults), 0);
    static const struct cn_tally blank[CN_SIDES_MAX];
    for (int players = 2; players <= 6; players++)
        assert_int_equal(list(&rules, players, blank, faults), 0);
}

static void L42_one_side_goes_out(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_tally other = fine[1];
    other.out = true;
    other.melds = 300;
    other.canastas[CN_CLASS_NATURAL] = 1;
    is(only(&rules, fine[0], other), CN_TALLY_TWO_OUT, -1, 2, 1);
    assert_string_equal(cn_tally_problem_article(&rules, CN_TALLY_TWO_OUT), "L42");
    assert_string_equal(cn_tally_problem_field(CN_TALLY_TWO_OUT), "out");
}

static void L3_red_threes_of_the_packs(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    struct cn_tally other = fine[1];
    other.red = 3;
    other.undeclared = 1;
    is(only(&rules, fine[0], other), CN_TALLY_RED_THREES, -1, 5, 4);
    rules = rules_of("threepack");
    const struct cn_tally counted[] = {{.red = 4}, {.red = 2}};
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    assert_int_equal(list(&rules, 4, counted, faults), 0);
}

static void L38_canastas_to_go_out(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_tally one = fine[0];
    one.canastas[CN_CLASS_MIXED] = 0;
    is(only(&rules, one, fine[1]), CN_TALLY_OUT_CANASTAS, 0, 0, 1);
    const struct cn_rules three = rules_of("threepack");
    is(only(&three, fine[0], fine[1]), CN_TALLY_OUT_CANASTAS, 0, 1, 2);
    assert_string_equal(cn_tally_problem_article(&three, CN_TALLY_OUT_CANASTAS), "T");
}

static void L38_canastas_by_name(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    struct cn_tally one = fine[0];
    set(&rules, "out_contract", "{natural: 1}");
    one.canastas[CN_CLASS_NATURAL] = 0;
    one.canastas[CN_CLASS_MIXED] = 1;
    is(only(&rules, one, fine[1]), CN_TALLY_OUT_NATURAL, 0, 0, 1);
    set(&rules, "out_contract", "{mixed: 1}");
    one.canastas[CN_CLASS_NATURAL] = 1;
    one.canastas[CN_CLASS_MIXED] = 0;
    is(only(&rules, one, fine[1]), CN_TALLY_OUT_MIXED, 0, 0, 1);
    assert_string_equal(cn_tally_problem_article(&rules, CN_TALLY_OUT_MIXED), "");
    /* One of sevens and one of aces, of whichever class. */
    set(&rules, "out_contract", "{7: 1, A: 1}");
    is(only(&rules, one, fine[1]), CN_TALLY_OUT_CONTRACT, 0, 1, 2);
}

static void L37_nothing_melded_and_out(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    set(&rules, "canastas_to_go_out", "0");
    const struct cn_tally one = {.out = true};
    is(only(&rules, one, fine[1]), CN_TALLY_OUT_MELDS, 0, 0, 1);
}

static void L37_who_plays_alone_has_no_card_left(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    assert_int_equal(list(&rules, 2, fine, faults), 1);
    is(faults[0], CN_TALLY_OUT_HANDS, 0, 25, 0);
    assert_int_equal(list(&rules, 3, fine, faults), 1);
}

static void L43_the_others_hold_cards(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_tally other = fine[1];
    other.hands = 0;
    is(only(&rules, fine[0], other), CN_TALLY_NO_HANDS, 1, 0, 5);
}

static void L48_concealed_is_out(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_tally one = fine[0];
    one.out = false;
    one.concealed = true;
    is(only(&rules, one, fine[1]), CN_TALLY_CONCEALED_NOT_OUT, 0, 0, 1);
}

static void L49_concealed_has_a_canasta(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    set(&rules, "canastas_to_go_out", "0");
    struct cn_tally one = fine[0];
    one.canastas[CN_CLASS_MIXED] = 0;
    one.concealed = true;
    is(only(&rules, one, fine[1]), CN_TALLY_CONCEALED_CANASTA, 0, 0, 1);
}

static void L25_counts_go_by_the_cards(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_tally one = fine[0];
    struct cn_tally other = fine[1];
    one.melds = 303;
    is(only(&rules, one, fine[1]), CN_TALLY_MELDS_STEP, 0, 303, 5);
    other.hands = 146;
    is(only(&rules, fine[0], other), CN_TALLY_HANDS_STEP, 1, 146, 5);
    /* 4 jokers, 8 deuces, 8 aces, 48 of 10, 32 of 5 and 4 black threes. */
    enum {
        DECK = 4 * 50 + 16 * 20 + 48 * 10 + 36 * 5
    };
    one = fine[0];
    one.melds = DECK;
    is(only(&rules, one, fine[1]), CN_TALLY_DECK, -1, DECK + 25 + 120 + 145, DECK);
    other = fine[1];
    other.hands = DECK + 5;
    const struct cn_tally counted[] = {fine[0], other};
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    assert_int_equal(list(&rules, 4, counted, faults), 2);
    is(faults[1], CN_TALLY_HANDS_DECK, 1, DECK + 5, DECK);
}

static void L19_canastas_of_the_deck(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    const struct cn_tally many[] = {
        {.melds = 600, .canastas[CN_CLASS_NATURAL] = 12, .melded = true},
        {.melds = 500, .canastas[CN_CLASS_MIXED] = 13, .melded = true},
    };
    assert_int_equal(list(&rules, 4, many, faults), 4);
    is(faults[0], CN_TALLY_CANASTAS, -1, 25, 14);
    is(faults[1], CN_TALLY_NATURAL_CANASTAS, 0, 12, 11);
    is(faults[2], CN_TALLY_MIXED_CANASTAS, 1, 13, 12);
    is(faults[3], CN_TALLY_CANASTA_POINTS, 1, 500, 13 * (6 * 5 + 20));
    const struct cn_tally few = {.melds = 30, .canastas[CN_CLASS_NATURAL] = 1, .melded = true};
    is(only(&rules, few, fine[1]), CN_TALLY_CANASTA_POINTS, 0, 30, 35);
}

static void L26_an_initial_meld_counts_enough(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    const struct cn_rules lifts = rules_of("montevideo");
    const struct cn_tally counted[] = {fine[0], {.melds = 85, .hands = 5, .melded = true}};
    const int32_t before[] = {1495, 1500};
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    assert_int_equal(cn_tally_check(&rules, 4, counted, before, faults), 1);
    is(faults[0], CN_TALLY_INITIAL, 1, 85, 90);
    /* With a concealed hand, or where a whole canasta opens, none is owed. */
    struct cn_tally out = {.melds = 50, .canastas[CN_CLASS_MIXED] = 1, .melded = true, .out = true};
    const struct cn_tally rest = {.hands = 200};
    const struct cn_tally open[] = {out, rest};
    assert_int_equal(cn_tally_check(&rules, 4, open, (int32_t[]){1500, 0}, faults), 1);
    assert_int_equal(cn_tally_check(&lifts, 4, open, (int32_t[]){1500, 0}, faults), 0);
    out.concealed = true;
    const struct cn_tally concealed[] = {out, rest};
    assert_int_equal(cn_tally_check(&rules, 4, concealed, (int32_t[]){1500, 0}, faults), 0);
}

/* ---- what only people can do ---- */

static void L56_undeclared_red_threes(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    const struct cn_tally counted[] = {
        {.melds = 100, .red = 1, .undeclared = 2, .other = -50, .melded = true}, {.hands = 5}};
    struct cn_score scores[CN_SIDES_MAX];
    const int winner = cn_score_tally(law_of(&rules), counted, (int32_t[]){10, 20}, 2, scores);
    assert_int_equal(winner, -1);
    assert_int_equal(scores[0].item[CN_SCORE_UNDECLARED], -1000);
    assert_int_equal(scores[0].item[CN_SCORE_OTHER], -50);
    assert_int_equal(scores[0].total, 100 + 100 - 1000 - 50);
    assert_int_equal(scores[0].after, 10 + scores[0].total);
    assert_int_equal(scores[1].after, 15);
}

/* ---- numbered games ---- */

static void numbered_decks(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    cn_card deck[CN_CARDS_MAX];
    struct cn_rng rng;
    char text[2 * 8 + 1];
    const int k = cn_seeded_deck(&rules, "canasta", 1, deck, &rng);
    for (int i = 0; i < 8; i++)
        cn_card_format(deck[i], text + 2 * i);
    assert_string_equal(text, "Kh4cThTs8h8s2h6d");
    assert_int_equal(k, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sets_and_players),
        cmocka_unit_test(house_rules),
        cmocka_unit_test(nothing_in_a_good_deal),
        cmocka_unit_test(L42_one_side_goes_out),
        cmocka_unit_test(L3_red_threes_of_the_packs),
        cmocka_unit_test(L38_canastas_to_go_out),
        cmocka_unit_test(L38_canastas_by_name),
        cmocka_unit_test(L37_nothing_melded_and_out),
        cmocka_unit_test(L37_who_plays_alone_has_no_card_left),
        cmocka_unit_test(L43_the_others_hold_cards),
        cmocka_unit_test(L48_concealed_is_out),
        cmocka_unit_test(L49_concealed_has_a_canasta),
        cmocka_unit_test(L25_counts_go_by_the_cards),
        cmocka_unit_test(L19_canastas_of_the_deck),
        cmocka_unit_test(L26_an_initial_meld_counts_enough),
        cmocka_unit_test(L56_undeclared_red_threes),
        cmocka_unit_test(numbered_decks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
