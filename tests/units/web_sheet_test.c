/* web_sheet_test.c -- the score sheet for real cards as pages use it: JSON in, JSON out. Games are
 * played and entered as people would count them; the sheet must agree with the engine (L42-L47). */
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
#include "tests/fuzz/driver/door.h"
#include "tests/fuzz/driver/house.h"
#include "tests/fuzz/driver/mover.h"

static json_t *ask(json_t *question)
{
    char *text = json_dumps(question, JSON_COMPACT);
    json_t *answer = door_ask(web_sheet, text, strlen(text));
    free(text);
    json_decref(question);
    return answer;
}

static json_t *ask_text(const char *text)
{
    return door_ask(web_sheet, text, strlen(text));
}

static json_int_t number(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    if (!json_is_integer(value))
        fail_msg("no number %s", name);
    return json_integer_value(value);
}

static json_t *at(const json_t *object, const char *name, size_t index)
{
    return json_array_get(json_object_get(object, name), index);
}

static void is_text(const json_t *object, const char *name, const char *text)
{
    const char *found = json_string_value(json_object_get(object, name));
    assert_non_null(found);
    assert_string_equal(found, text);
}

/* ---- games that were played ---- */

static struct {
    struct cn_game game;
    struct chance chance;
    struct cn_score ended[200][CN_SIDES_MAX];
    int32_t receives[CN_SIDES_MAX];
    int deals, overs;
} play;

static void on_event(void *context, const struct cn_event *event)
{
    if (event->type == CN_EVENT_END)
        memcpy(play.ended[play.deals++], event->sides, event->side_count * sizeof event->sides[0]);
    if (event->type == CN_EVENT_OVER)
        memcpy(play.receives, event->receives, play.game.sides * sizeof event->receives[0]);
}

static void play_deal(void)
{
    static const struct cn_observer observer = {.event = on_event};
    struct cn_game *game = &play.game;
    cn_card deck[CN_CARDS_MAX];
    int dealer, idle;
    chance_shuffle(&play.chance, deck, cn_deck_init(&game->law->rules, game->players, deck));
    cn_game_next_dealer(game, &dealer, &idle);
    assert_true(cn_game_deal(game, dealer, idle, deck, &play.chance.rng, &observer));
    while (game->in_deal) {
        const int seat = cn_game_actor(game);
        const struct cn_view view = cn_game_view(game, seat);
        const struct cn_action action = mover_move(cn_bot_at(1), &view, &play.chance.rng);
        assert_true(cn_game_play(game, seat, action, NULL, NULL, &observer));
    }
}

static void put_count(json_t *more, const char *before, const char *name, int32_t value)
{
    char key[40];
    snprintf(key, sizeof key, "%s%s", before, name);
    if (value != 0)
        json_array_append_new(more, json_pack("{s:s, s:i}", "name", key, "value", value));
}

/* What only some rules count is in a list of its own. */
static void put_counts(json_t *entry, const struct cn_tally *count)
{
    json_t *more = json_array();
    for (int key = 0; key < CN_CANASTA_KEYS; key++) {
        const bool is_class =
            key == CN_KEY_OF_CLASS + CN_CLASS_NATURAL || key == CN_KEY_OF_CLASS + CN_CLASS_MIXED;
        const char *name = cn_canasta_key_name(key);
        if (is_class && count->canastas[key] != 0)
            json_object_set_new(entry, name, json_integer(count->canastas[key]));
        else
            put_count(more, "", name, count->canastas[key]);
        put_count(more, "unfinished_", name, count->unfinished[key]);
    }
    for (int kind = 0; kind < CN_KINDS; kind++)
        put_count(more, "held_", cn_kind_name(kind), count->held[kind]);
    put_count(more, "", "black", count->black);
    if (json_array_size(more) > 0)
        json_object_set_new(entry, "more", more);
    else
        json_decref(more);
}

/* Returns what people would write down. They leave out zeros. */
static json_t *entry_of(const struct cn_tally *count)
{
    json_t *entry = json_object();
    const struct {
        const char *name;
        int32_t value;
    } numbers[] = {{"melds", count->melds}, {"red", count->red}, {"hands", count->hands}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i].value != 0)
            json_object_set_new(entry, numbers[i].name, json_integer(numbers[i].value));
    put_counts(entry, count);
    if (count->out)
        json_object_set_new(entry, "out", json_true());
    if (count->concealed)
        json_object_set_new(entry, "concealed", json_true());
    return entry;
}

static void compare_side(const json_t *found, const struct cn_score *wanted)
{
    for (int i = 0; i < CN_SCORE_ITEM_COUNT; i++) {
        const struct cn_score_row *item = cn_score_item_at(i);
        if (item->written || wanted->item[i] != 0)
            assert_int_equal(number(found, item->name), wanted->item[i]);
        else
            assert_null(json_object_get(found, item->name));
    }
    assert_int_equal(number(found, "total"), wanted->total);
    assert_int_equal(number(found, "score"), wanted->after);
}

static void compare_over(const json_t *answer)
{
    const json_t *over = json_object_get(answer, "over");
    assert_int_equal(json_is_object(over), play.game.winner >= 0);
    if (!json_is_object(over))
        return;
    play.overs++;
    assert_int_equal(number(over, "winner"), play.game.winner);
    const bool hundreds = play.game.law->rules.settlement == CN_SETTLE_HUNDREDS;
    assert_int_equal(json_is_true(json_object_get(over, "hundreds")), hundreds);
    for (int side = 0; side < play.game.sides; side++)
        assert_int_equal(json_integer_value(at(over, "receives", (size_t)side)),
                         play.receives[side]);
}

static void compare(json_t *answer)
{
    const struct cn_game *game = &play.game;
    assert_int_equal(number(answer, "sides"), game->sides);
    const struct cn_rules *rules = &game->law->rules;
    assert_int_equal(number(answer, "target"), rules->rounds > 0 ? 0 : rules->target);
    assert_int_equal(json_array_size(json_object_get(answer, "deals")), play.deals);
    assert_int_equal(json_array_size(json_object_get(answer, "problems")), 0);
    for (int side = 0; side < game->sides; side++) {
        for (int deal = 0; deal < play.deals; deal++)
            compare_side(json_array_get(at(answer, "deals", (size_t)deal), (size_t)side),
                         &play.ended[deal][side]);
        const int32_t score = game->score[side];
        assert_int_equal(json_integer_value(at(answer, "scores", (size_t)side)), score);
        assert_int_equal(json_integer_value(at(answer, "next", (size_t)side)),
                         cn_rules_minimum(&game->law->rules, play.deals + 1, score));
    }
    compare_over(answer);
    json_decref(answer);
}

static void play_and_enter(const char *house, int players, uint64_t seed)
{
    json_t *deals = json_array();
    play.deals = 0;
    chance_from_seed(&play.chance, seed);
    while (play.deals < 60 && play.game.winner < 0) {
        play_deal();
        json_t *entries = json_array();
        for (int side = 0; side < play.game.sides; side++) {
            const struct cn_tally count = count_side(&play.game, side);
            json_array_append_new(entries, entry_of(&count));
        }
        json_array_append_new(deals, entries);
    }
    compare(ask(json_pack("{s:s, s:s, s:s, s:i, s:o, s:s}", "do", "score", "rules",
                          play.game.law->rules.name, "house", house, "players", players, "deals",
                          deals, "language", "en")));
}

static void whole_games_of_all_sets(void **state)
{
    struct cn_rules rules;
    for (int set = 0; house_set_at(&rules, set); set++) {
        for (int i = 0; house_players(&rules, i) != 0; i++) {
            cn_game_init(&play.game, law_of(&rules), house_players(&rules, i), NULL);
            play_and_enter("", house_players(&rules, i), 1);
        }
    }
    assert_true(play.overs > 10);
}

static void a_game_of_house_rules(void **state)
{
    static const char house[] = "target = 2000\ngame_bonus = 300\nsettlement = hundreds\n"
                                "red_three_without_meld = nothing\n";
    struct cn_rules rules;
    struct cn_rules_error error;
    assert_true(cn_rules_load(&rules, "threepack"));
    assert_true(cn_rules_read(&rules, house, strlen(house), NULL, NULL, &error));
    cn_game_init(&play.game, law_of(&rules), 6, NULL);
    play_and_enter(house, 6, 5);
    assert_true(play.game.winner >= 0);
}

/* ---- deals entered by hand ---- */

#define QUESTION(deals)                                                                          \
    "{\"do\":\"score\",\"rules\":\"laws1950\",\"house\":\"\",\"players\":4,\"language\":\"en\"," \
    "\"deals\":" deals "}"

static void problems_in_words(void **state)
{
    json_t *answer = ask_text(QUESTION("[[{\"melds\":120,\"out\":true,\"hands\":5},{\"hands\":45}],"
                                       "[{},{\"melds\":1e9,\"hands\":2.5}]]"));
    assert_int_equal(json_array_size(json_object_get(answer, "problems")), 3);
    const json_t *problem = at(answer, "problems", 0);
    is_text(problem, "id", "OUT_CANASTAS");
    is_text(problem, "field", "out");
    is_text(problem, "law", "L38");
    is_text(problem, "text", "to go out a side needs 1 canasta, but this one has 0");
    assert_int_equal(number(problem, "deal"), 0);
    assert_int_equal(number(problem, "side"), 0);
    problem = at(answer, "problems", 2);
    is_text(problem, "id", "RANGE");
    is_text(problem, "field", "hands");
    is_text(problem, "text", "this must be a whole number from 0 to 100000");
    assert_int_equal(number(problem, "deal"), 1);
    assert_int_equal(number(problem, "side"), 1);
    assert_int_equal(json_integer_value(at(answer, "scores", 0)), 120 + 100 - 5);
    assert_int_equal(json_integer_value(at(answer, "scores", 1)), -45);
    assert_int_equal(json_integer_value(at(answer, "next", 1)), 0);
    json_decref(answer);
}

static void a_game_is_won_once(void **state)
{
    json_t *answer = ask_text(
        "{\"do\":\"score\",\"rules\":\"laws1950\",\"house\":\"game_bonus = 500\",\"players\":2,"
        "\"language\":\"en\",\"scores\":[4900,5100],\"deals\":[[{},{}],"
        "[{\"other\":1000},{\"undeclared\":1}],[{},{}],[{\"other\":100},{}]]}");
    assert_int_equal(json_integer_value(at(answer, "scores", 0)), 4900 + 1000 + 500 + 100);
    assert_int_equal(json_integer_value(at(answer, "scores", 1)), 5100 - 500);
    const json_t *over = json_object_get(answer, "over");
    assert_int_equal(number(over, "winner"), 0);
    assert_int_equal(json_integer_value(at(over, "receives", 0)), 6400 - 4600);
    assert_int_equal(json_array_size(json_object_get(answer, "problems")), 1);
    is_text(at(answer, "problems", 0), "id", "OVER");
    is_text(at(answer, "problems", 0), "text", "the game ended with deal 2");
    is_text(at(answer, "problems", 0), "law", "L45");
    json_decref(answer);
}

static void has_fields(const char *house, const char *wanted)
{
    char found[1000] = "";
    json_t *answer =
        ask(json_pack("{s:s, s:s, s:s, s:i, s:[], s:s}", "do", "score", "rules", "laws1950",
                      "house", house, "players", 4, "deals", "language", "en"));
    const json_t *fields = json_object_get(answer, "fields");
    for (size_t i = 0; i < json_array_size(fields); i++) {
        const json_t *field = json_array_get(fields, i);
        const size_t length = strlen(found);
        snprintf(found + length, sizeof found - length, "%s%s: %s", i > 0 ? "\n" : "",
                 json_string_value(json_object_get(field, "name")),
                 json_string_value(json_object_get(field, "label")));
    }
    assert_string_equal(found, wanted);
    json_decref(answer);
}

/* What is to be entered follows from what the rules count. */
static void fields_of_the_rules(void **state)
{
    has_fields("", "melds: Points of the cards melded\nnatural: Natural canastas\n"
                   "mixed: Mixed canastas\nred: Red threes\n"
                   "hands: Points of the cards left in hand\n"
                   "undeclared: Undeclared red threes\nother: Other points");
    has_fields("canasta_bonus = {7: 1500, mixed_7: 1000, A: 700}\n"
               "unfinished_penalty = {A: 500}\nheld_penalty = {K: [3, 100]}\n",
               "melds: Points of the cards melded\n7: Natural canastas of sevens\n"
               "A: Natural canastas of aces\nnatural: Other natural canastas\n"
               "mixed_7: Mixed canastas of sevens\nmixed: Other mixed canastas\n"
               "unfinished_A: Unfinished natural melds of aces\nred: Red threes\n"
               "hands: Points of the cards left in hand\n"
               "held_K: Players with 3 or more kings left\n"
               "undeclared: Undeclared red threes\nother: Other points");
    /* Without melds of wild cards their figures ask for nothing. */
    has_fields("canasta_bonus = {wild: 2000, wild_deuces: 3000}\nunfinished_penalty = {wild: 5}\n",
               "melds: Points of the cards melded\nnatural: Natural canastas\n"
               "mixed: Mixed canastas\nred: Red threes\n"
               "hands: Points of the cards left in hand\n"
               "undeclared: Undeclared red threes\nother: Other points");
}

/* Rulings have a line of their own, beside other points. */
static void rulings_are_penalties(void **state)
{
    json_t *answer = ask_text(
        "{\"do\":\"score\",\"rules\":\"laws1950\",\"house\":\"\",\"players\":4,\"language\":\"en\","
        "\"deals\":[[{\"melds\":200,\"rulings\":-150,\"other\":30},{\"rulings\":null}]]}");
    const json_t *side = json_array_get(json_array_get(json_object_get(answer, "deals"), 0), 0);
    assert_int_equal(number(side, "penalties"), -150);
    assert_int_equal(number(side, "other"), 30);
    assert_int_equal(number(side, "total"), 80);
    assert_int_equal(number(side, "score"), 80);
    json_decref(answer);
    static const char *const bad[] = {"50", "-100001", "\"-50\"", "-0.5"};
    for (int i = 0; i < 4; i++) {
        char question[256];
        (void)snprintf(question, sizeof question,
                       "{\"do\":\"score\",\"rules\":\"laws1950\",\"house\":\"\",\"players\":4,"
                       "\"language\":\"en\",\"deals\":[[{\"rulings\":%s}]]}",
                       bad[i]);
        answer = ask_text(question);
        assert_non_null(json_object_get(answer, "error"));
        json_decref(answer);
    }
}

/* What only some rules count is read, scored and checked. */
static void counts_of_the_rules(void **state)
{
    json_t *answer = ask_text(
        "{\"do\":\"score\",\"rules\":\"laws1950\",\"house\":\"canasta_bonus = {7: 1500}\\n"
        "unfinished_penalty = {A: 500}\\nheld_penalty = {K: [3, 100]}\\nrounds = 2\\n"
        "score_by_canastas = true\\nminimum_by_round = [50, 90, 120]\",\"players\":4,"
        "\"language\":\"en\",\"deals\":[[{\"melds\":200,\"out\":true,\"more\":["
        "{\"name\":\"7\",\"value\":1},{\"name\":\"unfinished_A\",\"value\":1}]},"
        "{\"melds\":50,\"hands\":40,\"red\":1,\"more\":[{\"name\":\"held_K\",\"value\":3}]}]]}");
    const json_t *deal = json_array_get(json_object_get(answer, "deals"), 0);
    assert_int_equal(number(json_array_get(deal, 0), "canastas"), 1500);
    assert_int_equal(number(json_array_get(deal, 0), "penalties"), -500);
    assert_int_equal(number(json_array_get(deal, 1), "melds"), -50);
    assert_int_equal(number(json_array_get(deal, 1), "red"), -100);
    assert_int_equal(number(json_array_get(deal, 1), "penalties"), -300);
    assert_true(json_is_null(json_object_get(answer, "over")));
    assert_int_equal(number(answer, "target"), 0);
    assert_int_equal(json_integer_value(at(answer, "next", 0)), 90);
    assert_int_equal(json_array_size(json_object_get(answer, "problems")), 1);
    is_text(at(answer, "problems", 0), "field", "held_K");
    is_text(at(answer, "problems", 0), "text",
            "Players with 3 or more kings left: you counted 3, but there can be only 2");
    json_decref(answer);
}

/* A deal in which nothing was entered does not count: after the second, the higher total wins. */
static void rounds_are_deals_that_were_played(void **state)
{
    json_t *answer =
        ask_text("{\"do\":\"score\",\"rules\":\"laws1950\",\"house\":\"rounds = 2\",\"players\":4,"
                 "\"language\":\"en\",\"deals\":[[{},{\"other\":50}],[{},{}]]}");
    assert_true(json_is_null(json_object_get(answer, "over")));
    json_decref(answer);
    answer = ask_text(
        "{\"do\":\"score\",\"rules\":\"laws1950\",\"house\":\"rounds = 2\",\"players\":4,"
        "\"language\":\"en\",\"deals\":[[{},{\"other\":50}],[{},{}],[{\"other\":10},{}]]}");
    assert_int_equal(number(json_object_get(answer, "over"), "winner"), 1);
    json_decref(answer);
}

static void a_tie_goes_on(void **state)
{
    json_t *answer = ask_text(QUESTION("[[{\"other\":6000},{\"other\":6000}]]"));
    assert_true(json_is_null(json_object_get(answer, "over")));
    json_decref(answer);
}

static void articles_of_the_set(void **state)
{
    json_t *answer =
        ask_text("{\"do\":\"score\",\"rules\":\"bicycle\",\"house\":\"\",\"players\":4,"
                 "\"deals\":[],\"language\":\"en\"}");
    const json_t *laws = json_object_get(answer, "laws");
    is_text(laws, "melds", "B:minimum");
    is_text(laws, "canastas", "B:canastas");
    is_text(laws, "red", "B:red-threes");
    is_text(laws, "out", "B:scoring");
    is_text(laws, "concealed", "B:scoring");
    is_text(laws, "hands", "B:scoring");
    is_text(laws, "minimum", "B:minimum");
    is_text(laws, "settle", "B:game");
    is_text(laws, "bonus", "B:game");
    is_text(laws, "undeclared", "B:red-threes");
    json_decref(answer);
    /* Going out and the cards left in hands may be in different articles. */
    answer = ask_text("{\"do\":\"score\",\"rules\":\"montevideo\",\"house\":\"\",\"players\":4,"
                      "\"deals\":[],\"language\":\"en\"}");
    is_text(json_object_get(answer, "laws"), "out", "U13");
    is_text(json_object_get(answer, "laws"), "hands", "U15");
    json_decref(answer);
}

/* Every problem has its sentence. */
static void problems_have_sentences(void **state)
{
    static const char *const ids[] = {
#define X(name, field, param) #name,
        CN_TALLY_FAULTS(X)
#undef X
            "RANGE",
        "OVER"};
    struct cn_words words;
    char key[64], sentence[256];
    assert_true(cn_words_find("en", &words));
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        snprintf(key, sizeof key, "counted.%s", ids[i]);
        if (!cn_words_lookup(&words, key, sentence, sizeof sentence))
            fail_msg("no sentence %s", key);
    }
}

static void malformed_questions_are_refused(void **state)
{
    static const char *const bad[] = {
        "",
        "[]",
        "{}",
        "{\"do\":\"score\",\"rules\":\"laws1950\",\"players\":4}",
        QUESTION("{}"),
        QUESTION("[{}]"),
        QUESTION("[[{},{},{}]]"),
        QUESTION("[[7]]"),
        QUESTION("[[{\"melds\":\"7\"}]]"),
        QUESTION("[[{\"out\":1}]]"),
        "{\"do\":\"score\",\"rules\":\"laws1950\",\"players\":4,\"deals\":[],\"scores\":[1]}",
        "{\"do\":\"score\",\"rules\":\"laws1950\",\"players\":4,\"deals\":[],\"scores\":[1,1.5]}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        json_t *answer = ask_text(bad[i]);
        if (!json_is_string(json_object_get(answer, "error")))
            fail_msg("answered: %s", bad[i]);
        json_decref(answer);
    }
}

static void impossible_rules_are_refused(void **state)
{
    json_t *answer =
        ask_text("{\"do\":\"score\",\"rules\":\"laws1950\",\"players\":7,\"deals\":[]}");
    is_text(answer, "text", "these rules are not for 7 players");
    assert_int_equal(number(answer, "line"), 0);
    json_decref(answer);
    answer = ask_text("{\"do\":\"score\",\"rules\":\"laws1950\",\"players\":4,\"deals\":[],"
                      "\"house\":\"target = 3000\\n target = no\"}");
    assert_int_equal(number(answer, "line"), 2);
    json_decref(answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games_of_all_sets),
        cmocka_unit_test(a_game_of_house_rules),
        cmocka_unit_test(problems_in_words),
        cmocka_unit_test(a_game_is_won_once),
        cmocka_unit_test(fields_of_the_rules),
        cmocka_unit_test(counts_of_the_rules),
        cmocka_unit_test(rulings_are_penalties),
        cmocka_unit_test(rounds_are_deals_that_were_played),
        cmocka_unit_test(a_tie_goes_on),
        cmocka_unit_test(articles_of_the_set),
        cmocka_unit_test(problems_have_sentences),
        cmocka_unit_test(malformed_questions_are_refused),
        cmocka_unit_test(impossible_rules_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
