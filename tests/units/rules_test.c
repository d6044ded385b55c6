/* rules_test.c -- reading, checking and printing rule sets, and the built-in sets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/rules.h"
#include "words/data.h"
#include "words/words.h"

static bool read_text(struct cn_rules *rules, const char *text, struct cn_rules_error *error)
{
    return cn_rules_read(rules, text, strlen(text), cn_rules_text, NULL, error);
}

static struct cn_rules built_in(const char *name)
{
    struct cn_rules rules;
    assert_true(cn_rules_load(&rules, name));
    return rules;
}

/* ---- the built-in sets ---- */

static void defaults_are_the_laws_of_1950(void **state)
{
    struct cn_rules defaults;
    cn_rules_init(&defaults);
    const struct cn_rules laws = built_in("laws1950");
    for (int i = 0; i < CN_PARAM_COUNT; i++)
        assert_string_equal(laws.article[i].text, defaults.article[i].text);
    assert_memory_equal(&laws, &defaults, sizeof laws);
}

/* The file must restore every parameter from a different value, so it must list them all. */
static void laws1950_lists_every_parameter(void **state)
{
    size_t length = 0;
    const char *text = cn_rules_text(NULL, "laws1950", &length);
    assert_non_null(text);
    for (int i = 0; i < CN_PARAM_COUNT; i++) {
        char line[64];
        (void)snprintf(line, sizeof line, "\n%s = ", cn_param_name(i));
        assert_non_null(strstr(text, line));
    }
    assert_null(strstr(text, "\nfrom ="));
}

static void the_names_are_the_files(void **state)
{
    int files = 0;
    for (int i = 0; cn_data_at(i) != NULL; i++)
        if (strncmp(cn_data_at(i)->path, "rules/", 6) == 0)
            files++;
    int names = 0;
    for (; cn_rules_builtin(names) != NULL; names++) {
        const struct cn_rules rules = built_in(cn_rules_builtin(names));
        assert_string_equal(rules.name, cn_rules_builtin(names));
    }
    assert_int_equal(names, files);
    assert_null(cn_rules_builtin(-1));
    struct cn_rules untouched = built_in("hoyle");
    const struct cn_rules before = untouched;
    assert_false(cn_rules_load(&untouched, "hoyl"));
    assert_false(cn_rules_load(&untouched, "hoyle.rules"));
    assert_memory_equal(&untouched, &before, sizeof before);
}

static const char *value_of(const struct cn_rules *rules, const char *param)
{
    static char value[CN_RULES_VALUE_SIZE];
    (void)cn_rules_value(rules, cn_param_find(param, strlen(param)), value, sizeof value);
    return value;
}

/* Every file changes something of a built-in set, each value with its article, and is named after
 * that set. */
static void the_ready_house_rules_are_the_files(void **state)
{
    int files = 0, names = 0;
    for (int i = 0; cn_data_at(i) != NULL; i++)
        if (strncmp(cn_data_at(i)->path, "houses/", 7) == 0)
            files++;
    for (const char *name; (name = cn_house_builtin(names)) != NULL; names++) {
        struct cn_rules rules, none;
        assert_true(cn_house_load(&rules, name));
        const struct cn_rules set = built_in(rules.name);
        assert_true(cn_rules_diff(&rules, &set, 0) >= 0);
        for (int param = -1; (param = cn_rules_diff(&rules, &set, param + 1)) >= 0;)
            assert_true(rules.article[param].text[0] != '\0');
        assert_false(cn_rules_load(&none, name)); /* no rule set has its name */
    }
    assert_int_equal(names, files);
    assert_null(cn_house_builtin(-1));
    struct cn_rules untouched = built_in("hoyle");
    const struct cn_rules before = untouched;
    assert_false(cn_house_load(&untouched, "hoyle"));
    assert_false(cn_house_load(&untouched, "paga"));
    assert_memory_equal(&untouched, &before, sizeof before);
}

/* The values that the law of American Canasta gives for Pagat, and no other. */
static void the_house_rules_of_pagat(void **state)
{
    static const char *const changed[] = {"canasta_lifts_minimum", "opening_needs", "special_hands",
                                          "unfinished_penalty"};
    struct cn_rules pagat, own;
    struct cn_rules_error error;
    const struct cn_rules american = built_in("american");
    assert_true(cn_house_load(&pagat, "pagat"));
    assert_string_equal(pagat.name, "american");
    size_t count = 0;
    for (int param = -1; (param = cn_rules_diff(&pagat, &american, param + 1)) >= 0; count++) {
        assert_true(count < sizeof changed / sizeof changed[0]);
        assert_string_equal(cn_param_name(param), changed[count]);
    }
    assert_int_equal(count, sizeof changed / sizeof changed[0]);
    assert_string_equal(value_of(&pagat, "canasta_lifts_minimum"), "natural_or_wild");
    assert_string_equal(value_of(&pagat, "opening_needs"), "natural_or_wild_meld");
    assert_non_null(strstr(value_of(&pagat, "unfinished_penalty"), "wild_four_jokers: 2500"));

    /* Of the special hands only garbage brings other points. */
    char hands[CN_RULES_VALUE_SIZE];
    (void)snprintf(hands, sizeof hands, "%s", value_of(&pagat, "special_hands"));
    char *garbage = strstr(hands, "{name: garbage, points: 2000,");
    assert_non_null(garbage);
    memcpy(strstr(garbage, "2000"), "3000", 4);
    assert_string_equal(hands, value_of(&american, "special_hands"));

    /* A file may start from it. */
    cn_rules_init(&own);
    assert_true(read_text(&own, "from = pagat\ntarget = 3000\n", &error));
    assert_string_equal(value_of(&own, "opening_needs"), "natural_or_wild_meld");
    assert_string_equal(value_of(&own, "target"), "3000");
}

/* The values that the law of Hand and Foot leaves to the house: books of wild cards and a contract
 * of certain books, or more hands. */
static void the_house_rules_of_hand_and_foot(void **state)
{
    static const struct {
        const char *house, *param, *value;
    } values[] = {
        {"boardgamearena", "wild_melds", "free"},
        {"boardgamearena", "canastas_to_go_out", "5"},
        {"boardgamearena", "out_contract", "{natural: 2, mixed: 2, wild: 1}"},
        {"boardgamearena", "canasta_bonus", "{wild: 1500}"},
        {"tripleplay", "hand_size", "13"},
        {"tripleplay", "second_hand", "[13, 13]"},
    };
    const struct cn_rules set = built_in("handandfoot");
    size_t of_houses = 0;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        struct cn_rules rules;
        assert_true(cn_house_load(&rules, values[i].house));
        assert_string_equal(rules.name, "handandfoot");
        assert_string_equal(value_of(&rules, values[i].param), values[i].value);
        const int param = cn_param_find(values[i].param, strlen(values[i].param));
        assert_int_equal(cn_rules_diff(&rules, &set, param), param);
    }
    for (int i = 0; cn_house_builtin(i) != NULL; i++) {
        struct cn_rules rules;
        assert_true(cn_house_load(&rules, cn_house_builtin(i)));
        if (strcmp(rules.name, "handandfoot") != 0)
            continue;
        for (int param = -1; (param = cn_rules_diff(&rules, &set, param + 1)) >= 0;)
            of_houses++;
    }
    assert_int_equal(of_houses, sizeof values / sizeof values[0]);
}

/* A cell of the rulebook's table: a set's value of a parameter, and its article. */
struct cell {
    const char *set, *param, *value, *article;
};

static const struct cell cells[] = {
    {"laws1950", "hand_size", "{\"2\": 15, \"3\": 13, \"4\": 11}", "L8"},
    {"laws1950", "most_wilds_canasta", "none", "L20"},
    {"laws1950", "red_three_bonus", "[100, 200, 300, 800]", "L13"},
    {"threepack", "packs", "3", "T"},
    {"threepack", "jokers", "6", "T"},
    {"threepack", "players", "[2, 3, 4, 5, 6]", "T"},
    {"threepack", "six_sides", "2+2+2", "T"},
    {"threepack", "hand_size", "13", "T"},
    {"threepack", "fewest_black_threes", "3", "T"},
    {"threepack", "most_black_threes", "6", "T"},
    {"threepack", "initial_minimum", "[[null, 0], [0, 50], [1500, 90], [3000, 120], [7000, 150]]",
     "T"},
    {"threepack", "canastas_to_go_out", "2", "T"},
    {"threepack", "red_three_bonus", "[100, 200, 300, 400, 1000, 1200]", "T"},
    {"threepack", "target", "10000", "T"},
    {"threepack", "second_meld", "true", "L24"},
    {"threepack", "most_wilds_canasta", "none", "L20"},
    {"threepack", "cite_minimum", "T", "T"},
    {"threepack", "cite_keep_a_card", "T", "T"},
    {"threepack", "cite_black_threes", "L18", "L18"},
    {"bicycle", "players", "[4]", "B:deal"},
    {"bicycle", "first_dealer", "right", "B:cut"},
    {"bicycle", "cutter", "left", "B:cut"},
    {"bicycle", "upcard_cover", "[X, 2, 3r, 3b]", "B:deal"},
    {"bicycle", "pile_freeze", "[X, 2, 3r, 3b]", "B:freezing"},
    {"bicycle", "one_card_pile", "never", "B:going-out"},
    {"bicycle", "take_with_wild", "true", "B:taking"},
    {"bicycle", "most_wilds_canasta", "3", "B:canastas"},
    {"bicycle", "second_meld", "false", "B:melds"},
    {"bicycle", "initial_minimum", "[[null, 15], [0, 50], [1500, 90], [3000, 120]]", "B:minimum"},
    {"bicycle", "ask_partner", "true", "B:permission"},
    {"bicycle", "concealed_adding", "true", "I9"},
    {"bicycle", "concealed_after_partner", "true", "B:concealed"},
    {"bicycle", "concealed_minimum", "pack", "B:concealed"},
    {"bicycle", "stock_gone", "forced", "B:exhausting"},
    {"bicycle", "last_red_three_meld", "false", "B:exhausting"},
    {"bicycle", "undeclared_red_three", "0", "B:red-threes"},
    {"bicycle", "cite_frozen", "L31", "L31"},
    {"bicycle", "cite_frozen_by_black_three", "B:freezing", "B:freezing"},
    {"bicycle", "cite_one_card", "B:going-out", "B:going-out"},
    {"bicycle", "cite_wilds_in_canasta", "B:canastas", "B:canastas"},
    {"bicycle", "cite_second_meld", "B:melds", "B:melds"},
    {"bicycle", "cite_minimum", "B:minimum", "B:minimum"},
    {"bicycle", "cite_minimum_with_pack", "B:minimum", "B:minimum"},
    {"bicycle", "cite_asking", "B:permission", "B:permission"},
    {"bicycle", "cite_forcing", "B:exhausting", "B:exhausting"},
    {"bicycle", "cite_last_red_three", "B:exhausting", "B:exhausting"},
    {"bicycle", "cite_hands", "B:scoring", "B:scoring"},
    {"montevideo", "players", "[2, 3, 4, 6]", "U3"},
    {"montevideo", "six_sides", "3+3", "U3"},
    {"montevideo", "hand_size", "{\"2\": 15, \"3\": 13, \"4\": 11}", "U3"},
    {"montevideo", "upcard_cover", "[X, 2, 3r, 3b]", "U5"},
    {"montevideo", "upcard_cover_once", "true", "I2"},
    {"montevideo", "pile_freeze", "[X, 2, 3r]", "U12"},
    {"montevideo", "take_onto_canasta", "false", "U9"},
    {"montevideo", "one_card_pile", "stock_gone", "U13"},
    {"montevideo", "most_wilds_canasta", "3", "U6"},
    {"montevideo", "second_meld", "false", "I8"},
    {"montevideo", "initial_minimum", "[[null, 0], [0, 50], [1500, 90], [3000, 120]]", "U7"},
    {"montevideo", "canasta_lifts_minimum", "true", "U7"},
    {"montevideo", "ask_partner", "false", "I40"},
    {"montevideo", "concealed_adding", "false", "U16"},
    {"montevideo", "concealed_minimum", "none", "U16"},
    {"montevideo", "stock_gone", "one_more", "U13"},
    {"montevideo", "last_red_three_meld", "true", "U13"},
    {"montevideo", "game_bonus", "0", "U14"},
    {"montevideo", "undeclared_red_three", "500", "U10"},
    {"montevideo", "cite_frozen", "U12", "U12"},
    {"montevideo", "cite_frozen_before_initial", "U9", "U9"},
    {"montevideo", "cite_claim_with_wild", "L32", "L32"},
    {"montevideo", "cite_onto_canasta", "U9", "U9"},
    {"montevideo", "cite_one_card", "U13", "U13"},
    {"montevideo", "cite_shape", "U6", "U6"},
    {"montevideo", "cite_no_wild_melds", "U6", "U6"},
    {"montevideo", "cite_wilds_in_canasta", "U6", "U6"},
    {"montevideo", "cite_second_meld", "I8", "I8"},
    {"montevideo", "cite_black_threes", "U11", "U11"},
    {"montevideo", "cite_minimum", "U7", "U7"},
    {"montevideo", "cite_minimum_with_pack", "L33", "L33"},
    {"montevideo", "cite_last_red_three", "U13", "U13"},
    {"montevideo", "cite_hands", "U15", "U15"},
    {"hoyle", "players", "[2, 3, 4]", "H:cards"},
    {"hoyle", "hand_size", "{\"2\": 15, \"3\": 15, \"4\": 11}", "I20"},
    {"hoyle", "draw_count", "{\"2\": 2, \"3\": 2, \"4\": 1}", "H:two-players"},
    {"hoyle", "upcard_cover", "[X, 2, 3r]", "L10"},
    {"hoyle", "take_with_wild", "false", "H:taking"},
    {"hoyle", "one_card_pile", "unless_forced", "L35"},
    {"hoyle", "most_wilds_canasta", "3", "H:canastas"},
    {"hoyle", "second_meld", "false", "I8"},
    {"hoyle", "initial_minimum", "[[null, 15], [0, 50], [1500, 90], [3000, 120]]", "H:initial"},
    {"hoyle", "naturals_outnumber_wilds", "true", "H:initial"},
    {"hoyle", "canastas_to_go_out", "{\"2\": 2, \"3\": 2, \"4\": 1}", "H:two-players"},
    {"hoyle", "ask_partner", "false", "I40"},
    {"hoyle", "concealed_after_partner", "false", "H:concealed"},
    {"hoyle", "concealed_minimum", "always", "I21"},
    {"hoyle", "stock_gone", "{\"2\": last_discard, \"3\": last_discard, \"4\": free}", "I41"},
    {"hoyle", "target", "5000", "I4"},
    {"hoyle", "cite_claim_with_wild", "H:taking", "H:taking"},
    {"hoyle", "cite_wilds_in_canasta", "H:canastas", "H:canastas"},
    {"hoyle", "cite_second_meld", "I8", "I8"},
    {"hoyle", "cite_minimum", "H:initial", "H:initial"},
    {"hoyle", "cite_hands", "H:scoring", "H:scoring"},
    {"hoyle", "cite_outnumber", "H:initial", "H:initial"},
    {"pumpa", "players", "[4]", "S:dealer"},
    {"pumpa", "first_dealer", "left", "S:dealer"},
    {"pumpa", "cutter", "left", "S:deal"},
    {"pumpa", "direction", "counterclockwise", "S:dealer"},
    {"pumpa", "upcard_cover", "[X, 2, 3r, 3b]", "S:upcard"},
    {"pumpa", "pile_freeze", "[X, 2, 3r]", "S:frozen"},
    {"pumpa", "take_onto_canasta", "true", "I38"},
    {"pumpa", "one_card_pile", "free", "S:pumpa"},
    {"pumpa", "one_card_hand", "true", "S:pumpa"},
    {"pumpa", "second_meld", "true", "L24"},
    {"pumpa", "most_wilds_canasta", "none", "L20"},
    {"pumpa", "go_out_by_melding", "false", "S:discard"},
    {"pumpa", "ask_partner", "false", "I40"},
    {"pumpa", "concealed_minimum", "none", "I10"},
    {"pumpa", "announce_last_card", "true", "S:pumpa"},
    {"pumpa", "stock_gone", "free", "S:taking"},
    {"pumpa", "cite_one_card", "S:pumpa", "S:pumpa"},
    {"pumpa", "cite_minimum_with_pack", "S:opening", "S:opening"},
    {"pumpa", "cite_last_discard", "S:discard", "S:discard"},
    {"american", "packs", "2", "A:deal"},
    {"american", "jokers", "4", "A:deal"},
    {"american", "players", "[4]", "A:deal"},
    {"american", "hand_size", "13", "A:deal"},
    {"american", "draw_count", "1", "A:deal"},
    {"american", "upcard", "false", "A:deal"},
    {"american", "upcard_cover", "[]", "A:deal"},
    {"american", "pile_freeze", "[]", "A:pack"},
    {"american", "frozen_before_initial_meld", "true", "A:pack"},
    {"american", "take_with_wild", "false", "A:pack"},
    {"american", "take_onto_meld", "false", "A:pack"},
    {"american", "pile_taken", "all", "A:pack"},
    {"american", "fewest_naturals", "2", "A:melds"},
    {"american", "most_wilds", "2", "A:melds"},
    {"american", "most_wilds_canasta", "2", "A:melds"},
    {"american", "second_meld", "false", "A:melds"},
    {"american", "largest_meld", "7", "A:closed"},
    {"american", "dead_ranks", "true", "A:closed"},
    {"american", "wild_needs_naturals", "5", "A:wilds"},
    {"american", "wild_melds", "locking", "A:wilds"},
    {"american", "pure_kinds", "[7]", "A:sevens"},
    {"american", "pure_after_opening", "[A]", "A:aces"},
    {"american", "initial_minimum", "[[null, 125], [3000, 155], [5000, 180]]", "A:opening"},
    {"american", "opening_needs", "natural_meld", "A:opening"},
    {"american", "opening_top_card", "false", "IA12"},
    {"american", "opening_mixed_canasta", "false", "A:opening"},
    {"american", "canasta_lifts_minimum", "false", "A:opening"},
    {"american", "talon", "[4, 3]", "A:talon"},
    {"american", "talon_stock", "9", "A:talon"},
    {"american", "discard_wild", "last", "A:discard"},
    {"american", "empty_pile_discard", "[X, 2, 7, A, dead]", "A:discard"},
    {"american", "bonus_kinds", "[3r, 3b]", "A:threes"},
    {"american", "keep_bonus_card", "1", "A:threes"},
    {"american", "last_bonus_card", "hold", "A:stock"},
    {"american", "canastas_to_go_out", "2", "A:out"},
    {"american", "go_out_by_melding", "false", "A:out"},
    {"american", "ask_partner", "true", "A:out"},
    {"american", "ask_limit", "deal", "IA1"},
    {"american", "out_bars", "[7, A, wild]", "A:out"},
    {"american", "concealed_minimum", "always", "A:out"},
    {"american", "stock_gone", "free", "IA2"},
    {"american", "special_hands",
     "[{name: pairs, points: 2500, groups: [2, 2, 2, 2, 2, 2, 2]}, "
     "{name: wild_pairs, points: 2000, groups: [2, 2, 2, 2, 2, 2], wild: [[2, 0], [0, 2]], must: "
     "[\"7\", \"A\"]}, "
     "{name: miami_pairs, points: 2500, groups: [2, 2, 2, 2, 2], wild: [[2, 2]], must: [\"7\", "
     "\"A\"]}, "
     "{name: zip_code, points: 2500, groups: [4, 3, 3, 2, 2]}, "
     "{name: zip_code, points: 2500, groups: [4, 3, 3, 2], wild: [[2, 0], [0, 2]]}, "
     "{name: straight, points: 3000, groups: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], wild: [[1, 1]], "
     "threes: 1}, "
     "{name: garbage, points: 3000, groups: [4, 4, 3, 3]}, "
     "{name: blast_off, points: 3000, groups: [5, 4, 3, 2]}, "
     "{name: blast_off, points: 3000, groups: [5, 4, 3], wild: [[2, 0], [0, 2]]}, "
     "{name: triples, points: 3500, groups: [3, 3, 3, 3], wild: [[2, 0], [0, 2]]}, "
     "{name: quads, points: 3500, groups: [4, 4, 4], wild: [[2, 0], [0, 2]]}, "
     "{name: dream_four, points: 8500, groups: [5, 5], wild: [[4, 0], [0, 4]], wins: true}, "
     "{name: dream_five, points: 8500, groups: [5, 4], wild: [[5, 0], [4, 1], [3, 2], [2, 3], [1, "
     "4], [0, 5]], wins: true}]",
     "A:hands"},
    {"american", "red_three_bonus", "[100, 300, 500, 1000]", "A:threes"},
    {"american", "black_three_bonus", "[100, 300, 500, 1000]", "A:threes"},
    {"american", "bonus_held_points", "5", "A:score"},
    {"american", "natural_canasta_bonus", "500", "A:score"},
    {"american", "mixed_canasta_bonus", "300", "A:score"},
    {"american", "canasta_bonus",
     "{wild: 2000, wild_four_jokers: 2500, wild_deuces: 3000, 7: 2500, A: 2500}", "A:score"},
    {"american", "unfinished_penalty", "{wild: 2000, 7: 2500, A: 2500}", "A:score"},
    {"american", "held_penalty", "{7: [3, 1500], A: [3, 1500]}", "A:score"},
    {"american", "score_by_canastas", "true", "A:score"},
    {"american", "going_out_bonus", "100", "A:score"},
    {"american", "concealed_bonus", "0", "A:score"},
    {"american", "target", "8500", "A:game"},
    {"american", "settlement", "difference", "A:game"},
    {"american", "cite_frozen", "A:pack", "A:pack"},
    {"american", "cite_frozen_before_initial", "A:pack", "A:pack"},
    {"american", "cite_frozen_by_black_three", "A:pack", "A:pack"},
    {"american", "cite_claim_with_wild", "A:pack", "A:pack"},
    {"american", "cite_onto_meld", "A:pack", "A:pack"},
    {"american", "cite_onto_canasta", "A:pack", "A:pack"},
    {"american", "cite_top_card", "A:pack", "A:pack"},
    {"american", "cite_claim", "A:pack", "A:pack"},
    {"american", "cite_shape", "A:melds", "A:melds"},
    {"american", "cite_wilds_in_canasta", "A:melds", "A:melds"},
    {"american", "cite_second_meld", "A:melds", "A:melds"},
    {"american", "cite_minimum", "A:opening", "A:opening"},
    {"american", "cite_minimum_with_pack", "A:opening", "A:opening"},
    {"american", "cite_keep_a_card", "A:out", "A:out"},
    {"american", "cite_last_discard", "A:out", "A:out"},
    {"american", "cite_asking", "A:out", "A:out"},
    {"american", "cite_last_red_three", "A:threes", "A:threes"},
    {"american", "cite_hands", "A:score", "A:score"},
    {"uruguay", "pile_freeze", "[]", "UR:pack"},
    {"uruguay", "take_with_wild", "false", "UR:pack"},
    {"uruguay", "take_onto_meld", "false", "UR:pack"},
    {"uruguay", "wild_melds", "free", "UR:wilds"},
    {"uruguay", "canasta_bonus", "{wild: 2000}", "UR:wilds"},
    {"uruguay", "cite_claim_with_wild", "UR:pack", "UR:pack"},
    {"uruguay", "cite_onto_meld", "UR:pack", "UR:pack"},
    {"uruguay", "cite_wilds", "UR:wilds", "UR:wilds"},
    {"handandfoot", "packs", "{\"2\": 3, \"3\": 4, \"4\": 5, \"6\": 6}", "HF:cards"},
    {"handandfoot", "jokers", "{\"2\": 6, \"3\": 8, \"4\": 10, \"6\": 12}", "HF:cards"},
    {"handandfoot", "players", "[2, 3, 4, 6]", "HF:cards"},
    {"handandfoot", "hand_size", "11", "HF:foot"},
    {"handandfoot", "second_hand", "[11]", "HF:foot"},
    {"handandfoot", "second_hand_when", "empty", "HF:foot"},
    {"handandfoot", "second_hand_out", "all", "HF:foot"},
    {"handandfoot", "draw_count", "2", "HF:cards"},
    {"handandfoot", "pile_freeze", "[]", "HF:pack"},
    {"handandfoot", "take_with_wild", "false", "HF:pack"},
    {"handandfoot", "take_onto_meld", "false", "HF:pack"},
    {"handandfoot", "pile_taken", "7", "HF:pack"},
    {"handandfoot", "largest_meld", "7", "HF:books"},
    {"handandfoot", "second_meld", "after_canasta", "HF:books"},
    {"handandfoot", "wild_melds", "none", "HF:books"},
    {"handandfoot", "most_wilds", "3", "HF:books"},
    {"handandfoot", "most_wilds_canasta", "3", "HF:books"},
    {"handandfoot", "wilds_fewer_than_naturals", "true", "HF:books"},
    {"handandfoot", "most_black_threes", "0", "HF:books"},
    {"handandfoot", "minimum_by_round", "[50, 90, 120, 150]", "HF:opening"},
    {"handandfoot", "canastas_to_go_out", "2", "HF:out"},
    {"handandfoot", "out_contract", "{natural: 1, mixed: 1}", "HF:out"},
    {"handandfoot", "out_consent", "true", "HF:out"},
    {"handandfoot", "concealed_minimum", "always", "HF:out"},
    {"handandfoot", "stock_gone", "free", "HF:out"},
    {"handandfoot", "last_bonus_card", "hold", "HF:out"},
    {"handandfoot", "red_three_bonus",
     "[100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200]", "HF:score"},
    {"handandfoot", "red_three_without_meld", "add", "HF:score"},
    {"handandfoot", "bonus_held_points", "100", "HF:score"},
    {"handandfoot", "concealed_bonus", "0", "HF:score"},
    {"handandfoot", "rounds", "4", "HF:score"},
    {"handandfoot", "cite_frozen", "HF:pack", "HF:pack"},
    {"handandfoot", "cite_frozen_before_initial", "HF:pack", "HF:pack"},
    {"handandfoot", "cite_claim_with_wild", "HF:pack", "HF:pack"},
    {"handandfoot", "cite_onto_meld", "HF:pack", "HF:pack"},
    {"handandfoot", "cite_top_card", "HF:pack", "HF:pack"},
    {"handandfoot", "cite_claim", "HF:pack", "HF:pack"},
    {"handandfoot", "cite_shape", "HF:books", "HF:books"},
    {"handandfoot", "cite_wilds_in_canasta", "HF:books", "HF:books"},
    {"handandfoot", "cite_largest_meld", "HF:books", "HF:books"},
    {"handandfoot", "cite_second_meld", "HF:books", "HF:books"},
    {"handandfoot", "cite_black_threes", "HF:books", "HF:books"},
    {"handandfoot", "cite_minimum", "HF:opening", "HF:opening"},
    {"handandfoot", "cite_minimum_with_pack", "HF:opening", "HF:opening"},
    {"handandfoot", "cite_asking", "HF:out", "HF:out"},
    {"handandfoot", "cite_contract", "HF:out", "HF:out"},
    {"handandfoot", "cite_keep_a_card", "HF:out", "HF:out"},
    {"pennies", "packs", "4", "PH:cards"},
    {"pennies", "jokers", "8", "PH:cards"},
    {"pennies", "players", "[6]", "PH:cards"},
    {"pennies", "six_sides", "3+3", "PH:cards"},
    {"pennies", "hand_size", "13", "PH:foot"},
    {"pennies", "second_hand", "[11]", "PH:foot"},
    {"pennies", "second_hand_when", "own_canasta", "PH:foot"},
    {"pennies", "second_hand_out", "own", "PH:foot"},
    {"pennies", "draw_count", "2", "PH:cards"},
    {"pennies", "largest_meld", "7", "PH:canastas"},
    {"pennies", "wild_melds", "free", "PH:wilds"},
    {"pennies", "most_black_threes", "8", "PH:canastas"},
    {"pennies", "initial_minimum", "[[null, 0], [0, 50], [500, 90], [1000, 120], [1500, 150]]",
     "PH:opening"},
    {"pennies", "discard_after_canasta", "[7]", "PH:sevens"},
    {"pennies", "last_discard_bars", "[7]", "PH:sevens"},
    {"pennies", "canastas_to_go_out", "4", "PH:out"},
    {"pennies", "out_contract", "{natural: 1, mixed: 1, wild: 1, 7: 1}", "PH:out"},
    {"pennies", "canasta_bonus", "{wild: 1000, 7: 1500, mixed_7: 1500}", "PH:score"},
    {"pennies", "red_three_bonus", "[100, 200, 300, 400, 500, 600, 700, 1000]", "PH:score"},
    {"pennies", "red_three_needs", "7", "PH:score"},
    {"pennies", "target", "20000", "PH:score"},
    {"pennies", "cite_largest_meld", "PH:canastas", "PH:canastas"},
    {"pennies", "cite_wilds", "PH:wilds", "PH:wilds"},
    {"pennies", "cite_minimum", "PH:opening", "PH:opening"},
    {"pennies", "cite_minimum_with_pack", "PH:opening", "PH:opening"},
    {"pennies", "cite_contract", "PH:out", "PH:out"},
    {"pennies", "cite_keep_a_card", "PH:out", "PH:out"},
};

static void the_sets_are_the_rulebooks_table(void **state)
{
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        const struct cn_rules rules = built_in(cells[i].set);
        const int param = cn_param_find(cells[i].param, strlen(cells[i].param));
        char value[CN_RULES_VALUE_SIZE];
        assert_true(param >= 0);
        cn_rules_value(&rules, param, value, sizeof value);
        assert_string_equal(value, cells[i].value);
        assert_string_equal(rules.article[param].text, cells[i].article);
    }
}

/* Returns whether the table above has the set's parameter. Otherwise it is as in the Laws. */
static bool has_cell(const char *set, const char *param)
{
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++)
        if (strcmp(cells[i].set, set) == 0 && strcmp(cells[i].param, param) == 0)
            return true;
    return false;
}

static void other_parameters_are_as_in_the_laws(void **state)
{
    const struct cn_rules laws = built_in("laws1950");
    for (int s = 1; cn_rules_builtin(s) != NULL; s++) {
        const struct cn_rules rules = built_in(cn_rules_builtin(s));
        for (int i = 0; i < CN_PARAM_COUNT; i++) {
            char value[CN_RULES_VALUE_SIZE], law[CN_RULES_VALUE_SIZE];
            if (has_cell(rules.name, cn_param_name(i)))
                continue;
            cn_rules_value(&rules, i, value, sizeof value);
            cn_rules_value(&laws, i, law, sizeof law);
            assert_string_equal(value, law);
        }
    }
}

static void minimum_counts_by_score(void **state)
{
    const struct cn_rules laws = built_in("laws1950");
    const struct cn_rules hoyle = built_in("hoyle");
    const struct cn_rules threepack = built_in("threepack");
    assert_int_equal(cn_rules_minimum(&laws, 1, -5), 0);
    assert_int_equal(cn_rules_minimum(&laws, 1, 0), 50);
    assert_int_equal(cn_rules_minimum(&laws, 1, 1495), 50);
    assert_int_equal(cn_rules_minimum(&laws, 1, 1500), 90);
    assert_int_equal(cn_rules_minimum(&laws, 1, 2995), 90);
    assert_int_equal(cn_rules_minimum(&laws, 1, 3000), 120);
    assert_int_equal(cn_rules_minimum(&laws, 1, 7000), 120);
    assert_int_equal(cn_rules_minimum(&hoyle, 1, INT32_MIN), 15);
    assert_int_equal(cn_rules_minimum(&hoyle, 1, 1500), 90);
    assert_int_equal(cn_rules_minimum(&threepack, 1, 6995), 120);
    assert_int_equal(cn_rules_minimum(&threepack, 1, 7000), 150);
}

/* ---- printed rules can be read ---- */

static void print_profile(const struct cn_rules *rules, char *text, size_t size)
{
    size_t length = 0;
    for (int i = 0; i < CN_PARAM_COUNT; i++) {
        char value[CN_RULES_VALUE_SIZE];
        cn_rules_value(rules, i, value, sizeof value);
        length += (size_t)snprintf(text + length, size - length, "%s = %s # %s\n", cn_param_name(i),
                                   value, rules->article[i].text);
        assert_true(length < size);
    }
}

static void printed_sets_read_back(void **state)
{
    static char text[16384];
    for (int s = 0; cn_rules_builtin(s) != NULL; s++) {
        const struct cn_rules rules = built_in(cn_rules_builtin(s));
        struct cn_rules back = built_in("pumpa");
        struct cn_rules_error error;
        print_profile(&rules, text, sizeof text);
        memcpy(back.name, rules.name, sizeof back.name);
        assert_true(read_text(&back, text, &error));
        assert_memory_equal(&back, &rules, sizeof back);
    }
}

static void every_value_sets_itself(void **state)
{
    for (int s = 0; cn_rules_builtin(s) != NULL; s++) {
        const struct cn_rules rules = built_in(cn_rules_builtin(s));
        struct cn_rules back = built_in("threepack");
        struct cn_rules_error error;
        for (int i = 0; i < CN_PARAM_COUNT; i++) {
            char value[CN_RULES_VALUE_SIZE], again[CN_RULES_VALUE_SIZE];
            cn_rules_value(&rules, i, value, sizeof value);
            assert_true(cn_rules_set(&back, cn_param_name(i), value, strlen(value), &error));
            cn_rules_value(&back, i, again, sizeof again);
            assert_string_equal(again, value);
        }
        assert_true(cn_rules_check(&back, &error));
        struct cn_law derived, expected;
        cn_law_init(&derived, &back);
        cn_law_init(&expected, &rules);
        assert_memory_equal(&derived.new_meld_canastas, &expected.new_meld_canastas,
                            sizeof derived.new_meld_canastas);
        assert_memory_equal(derived.wild_limit, expected.wild_limit, sizeof derived.wild_limit);
    }
}

/* Every form of a value comes back as it is printed, in a profile and in a record. */
static const struct form {
    const char *param, *given, *printed;
} forms[] = {
    {"second_meld", "after_canasta", "after_canasta"},
    {"second_meld", "\"false\"", "false"},
    {"canasta_lifts_minimum", "natural_or_wild", "natural_or_wild"},
    {"packs", "{2: 3, 3: 4, 4: 5, 6: 6}", "{\"2\": 3, \"3\": 4, \"4\": 5, \"6\": 6}"},
    {"packs", "{2: 3, 3: 3, 4: 3, 5: 3}", "3"},
    {"hand_size", "{6: 11, 5: 9, 4: 11, 3: 13, 2: 15}",
     "{\"2\": 15, \"3\": 13, \"4\": 11, \"5\": 9}"},
    {"pile_taken", "7", "7"},
    {"pile_taken", "all", "all"},
    {"empty_pile_discard", "[dead, \"7\", 2, X]", "[X, 2, 7, dead]"},
    {"out_bars", "[wild]", "[wild]"},
    {"bonus_kinds", "[3b, 3r]", "[3r, 3b]"},
    {"black_three_bonus", "[]", "[]"},
    {"black_three_bonus", "[100, 300]", "[100, 300]"},
    {"talon", " [ 4,3 ] ", "[4, 3]"},
    {"second_hand", "[13, 13]", "[13, 13]"},
    {"held_penalty", "{A: [3, 1500], \"7\":[2,0]}", "{7: [2, 0], A: [3, 1500]}"},
    {"canasta_bonus", "{7: 2500, wild_deuces: 3000, mixed_7: 1500}",
     "{wild_deuces: 3000, 7: 2500, mixed_7: 1500}"},
    {"unfinished_penalty", "{7: 2500, wild: 2000}", "{wild: 2000, 7: 2500}"},
    {"special_hands", "[]", "[]"},
    {"special_hands", "[\n]", "[]"},
    {"special_hands",
     "[{wins: true, \"name\": \"dream\", points: 8500, threes: 1, must: [A, \"7\"],\n"
     "  wild: [[4, 0], [0, 4]], groups: [5, 5]},\n\n"
     " {points: 0,\n name: 7, groups: [2, 2], wild: [[0, 0]], wins: false}\n]",
     "[{name: dream, points: 8500, groups: [5, 5], wild: [[4, 0], [0, 4]], must: [\"7\", \"A\"], "
     "threes: 1, wins: true}, {name: 7, points: 0, groups: [2, 2]}]"},
};

static void every_form_of_a_value(void **state)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        const struct form *form = &forms[i];
        const int param = cn_param_find(form->param, strlen(form->param));
        struct cn_rules rules = built_in("laws1950");
        struct cn_rules again = built_in("laws1950");
        struct cn_rules_error error;
        char value[CN_RULES_VALUE_SIZE];
        assert_true(cn_rules_set(&rules, form->param, form->given, strlen(form->given), &error));
        cn_rules_value(&rules, param, value, sizeof value);
        assert_string_equal(value, form->printed);
        assert_true(cn_rules_set(&again, form->param, value, strlen(value), &error));
        assert_int_equal(cn_rules_diff(&again, &rules, 0), -1);
    }
}

/* What is given for canasta_bonus changes the old value, and has natural and mixed canastas too. */
static void bonuses_of_canastas_are_merged(void **state)
{
    static const char first[] = "{natural: 600, 7: 2500, wild: 2000}";
    static const char second[] = "{7: 0, mixed: 350}";
    struct cn_rules rules = built_in("laws1950");
    struct cn_rules old, again;
    struct cn_rules_error error;
    char value[CN_RULES_VALUE_SIZE];
    assert_true(cn_rules_set(&rules, "canasta_bonus", first, sizeof first - 1, &error));
    assert_int_equal(rules.natural_canasta_bonus, 600);
    assert_int_equal(rules.mixed_canasta_bonus, 300);
    assert_string_equal(rules.article[CN_PARAM_natural_canasta_bonus].text, "");
    assert_string_equal(rules.article[CN_PARAM_mixed_canasta_bonus].text, "L23");
    cn_rules_value(&rules, CN_PARAM_canasta_bonus, value, sizeof value);
    assert_string_equal(value, "{wild: 2000, 7: 2500}");
    old = again = rules;
    assert_true(cn_rules_set(&rules, "canasta_bonus", second, sizeof second - 1, &error));
    assert_int_equal(rules.natural_canasta_bonus, 600);
    assert_int_equal(rules.mixed_canasta_bonus, 350);
    cn_rules_value(&rules, CN_PARAM_canasta_bonus, value, sizeof value);
    assert_string_equal(value, "{wild: 2000}");
    /* Names that go are given as 0, so that a record plays on as it was played. */
    cn_rules_change(&rules, &old, CN_PARAM_canasta_bonus, value, sizeof value);
    assert_string_equal(value, "{wild: 2000, 7: 0}");
    assert_true(cn_rules_set(&again, "canasta_bonus", value, strlen(value), &error));
    assert_memory_equal(&again.canasta_bonus, &rules.canasta_bonus, sizeof rules.canasta_bonus);
}

/* More special hands than a text can hold are refused. */
static void special_hands_fit_their_text(void **state)
{
    static const char row[] =
        "{name: a12345678901234, points: 100000, groups: [99, 99, 99, 99, 99, "
        "99, 99, 99, 99, 99, 99, 99, 99, 99], wild: [[99, 99], [99, 99], "
        "[99, 99], [99, 99], [99, 99], [99, 99]], must: [4, 5, 6, 7, 8, 9, "
        "T, J, Q, K, A], threes: 99, wins: true}";
    static char text[(CN_SPECIAL_HANDS_MAX + 2) * sizeof row];
    for (int rows = 1; rows <= CN_SPECIAL_HANDS_MAX + 1; rows++) {
        struct cn_rules rules = built_in("laws1950");
        struct cn_rules_error error;
        char value[CN_RULES_VALUE_SIZE];
        size_t length = 0;
        for (int i = 0; i < rows; i++)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s",
                                       i == 0 ? "[" : ", ", row);
        length += (size_t)snprintf(text + length, sizeof text - length, "]");
        if (cn_rules_set(&rules, "special_hands", text, length, &error)) {
            assert_true(rows <= 15);
            assert_true(cn_rules_value(&rules, CN_PARAM_special_hands, value, sizeof value) <
                        sizeof value - 1);
        } else {
            assert_true(rows > 10);
            assert_int_equal(error.id, CN_RULES_TOO_LONG);
            assert_string_equal(error.name, "special_hands");
        }
    }
}

static void values_are_cut_to_size(void **state)
{
    const struct cn_rules rules = built_in("laws1950");
    char text[6] = "#####";
    assert_int_equal(cn_rules_value(&rules, CN_PARAM_initial_minimum, text, sizeof text), 5);
    assert_string_equal(text, "[[nul");
}

/* ---- house rules ---- */

static void a_house_rule_file(void **state)
{
    struct cn_rules rules;
    struct cn_rules_error error;
    cn_rules_init(&rules);
    assert_true(read_text(&rules,
                          "# Friday evening\r\n"
                          "\r\n"
                          "from = \"hoyle\"  # we like it\r\n"
                          "target = 3000\t# our table \r\n"
                          "  most_wilds=2\r\n"
                          "hand_size = {\"4\":12, 2: 15,\"3\" : 13}\r\n"
                          "six_sides = \"2+2+2\"\r\n"
                          "card_points = {X: 60,\"2\":25}\r\n"
                          "pile_freeze = []\r\n"
                          "second_meld = \"true\"\r\n"
                          "players = 4\r\n"
                          "cite_minimum = house:1",
                          &error));
    assert_string_equal(rules.name, "hoyle");
    assert_int_equal(rules.target, 3000);
    assert_string_equal(rules.article[CN_PARAM_target].text, "our table");
    assert_int_equal(rules.most_wilds, 2);
    assert_int_equal(rules.hand_size.at[0], 15);
    assert_int_equal(rules.hand_size.at[1], 13);
    assert_int_equal(rules.hand_size.at[2], 12);
    assert_int_equal(rules.six_sides, CN_TWO_TWO_TWO);
    assert_int_equal(rules.card_points.of[CN_JOKER], 60);
    assert_int_equal(rules.card_points.of[CN_DEUCE], 25);
    assert_int_equal(rules.card_points.of[CN_ACE], 20);
    assert_int_equal(rules.pile_freeze, 0);
    assert_int_equal(rules.second_meld, 1);
    assert_int_equal(rules.players, 1 << 4);
    assert_string_equal(rules.cite_minimum.text, "house:1");
    /* Parameters that the file does not name stay as in its base set. */
    assert_int_equal(rules.take_with_wild, 0);
    assert_string_equal(rules.article[CN_PARAM_take_with_wild].text, "H:taking");
}

/* A changed value no longer cites the base set's article. */
static void a_changed_value_loses_its_article(void **state)
{
    struct cn_rules rules = built_in("hoyle");
    struct cn_rules_error error;
    assert_true(cn_rules_set(&rules, "target", "5000", 4, &error));
    assert_string_equal(rules.article[CN_PARAM_target].text, "I4");
    assert_true(cn_rules_set(&rules, "target", "4000", 4, &error));
    assert_string_equal(rules.article[CN_PARAM_target].text, "");
    assert_true(read_text(&rules, "target = 6000\ncite_minimum = L33\n", &error));
    assert_string_equal(rules.article[CN_PARAM_target].text, "");
    assert_string_equal(rules.article[CN_PARAM_cite_minimum].text, "L33");
    assert_true(read_text(&rules, "cite_minimum = L33 # ours\n", &error));
    assert_true(cn_rules_set(&rules, "cite_minimum", "L33", 3, &error));
    assert_string_equal(rules.article[CN_PARAM_cite_minimum].text, "ours");
}

static void long_articles_are_cut_between_characters(void **state)
{
    struct cn_rules rules = built_in("hoyle");
    struct cn_rules_error error;
    assert_true(read_text(&rules, "target = 1 # 0123456789012345678901\xc3\xa4\xc3\xa4\n", &error));
    assert_string_equal(rules.article[CN_PARAM_target].text, "0123456789012345678901");
}

/* ---- bad profiles ---- */

struct bad {
    const char *text;
    enum cn_rules_error_id id;
    int line, column;
    const char *name;
    int low, high;
};

static const struct bad bad_profiles[] = {
    /* Not a line of a profile */
    {"target", CN_RULES_SYNTAX, 1, 7, "target", 0, 0},
    {"target 3000", CN_RULES_SYNTAX, 1, 8, "target", 0, 0},
    {"= 3000", CN_RULES_SYNTAX, 1, 1, "", 0, 0},
    {"target = 3000\n\n  !", CN_RULES_SYNTAX, 3, 3, "", 0, 0},
    {"target = 3000 4000", CN_RULES_SYNTAX, 1, 15, "target", 0, 0},
    {"target = 3000\nfrom = hoyle", CN_RULES_SYNTAX, 2, 1, "from", 0, 0},
    {"jokers = 4 L3", CN_RULES_SYNTAX, 1, 12, "jokers", 0, 0},
    {"second_meld = \"true", CN_RULES_TYPE, 1, 15, "second_meld", 0, 0},
    /* Names */
    {"from = hoyl", CN_RULES_NO_SUCH_SET, 1, 8, "hoyl", 0, 0},
    {"from =", CN_RULES_NO_SUCH_SET, 1, 7, "", 0, 0},
    {"#\nhandsize = 12", CN_RULES_UNKNOWN, 2, 1, "handsize", 0, 0},
    {"target = 3000\n target = 4000", CN_RULES_DUPLICATE, 2, 2, "target", 0, 0},
    {"a123456789b123456789c123456789d123456789 = 1", CN_RULES_TOO_LONG, 1, 1, "", 0, 39},
    {"from = a123456789b123456789c123456789d123456789", CN_RULES_TOO_LONG, 1, 8, "from", 0, 39},
    {"cite_shape = a123456789b123456789c123", CN_RULES_TOO_LONG, 1, 14, "cite_shape", 0, 23},
    /* Types */
    {"target = many", CN_RULES_TYPE, 1, 10, "target", 0, 0},
    {"target =", CN_RULES_TYPE, 1, 9, "target", 0, 0},
    {"target = 30x", CN_RULES_TYPE, 1, 10, "target", 0, 0},
    {"target = 1.5", CN_RULES_TYPE, 1, 10, "target", 0, 0},
    {"target = 12345678901234567890", CN_RULES_TYPE, 1, 10, "target", 0, 0},
    {"second_meld = yes", CN_RULES_TYPE, 1, 15, "second_meld", 0, 0},
    {"cutter = across", CN_RULES_TYPE, 1, 10, "cutter", 0, 0},
    {"most_wilds_canasta = all", CN_RULES_TYPE, 1, 22, "most_wilds_canasta", 0, 0},
    {"hand_size = {\"2\": 15, \"3\": 13}", CN_RULES_TYPE, 1, 13, "hand_size", 0, 0},
    {"hand_size = {\"2\": 15, \"2\": 13, \"3\": 1, \"4\": 1}", CN_RULES_TYPE, 1, 13, "hand_size", 0,
     0},
    {"packs = {\"2\": 3, \"3\": 4, \"6\": 6}", CN_RULES_TYPE, 1, 9, "packs", 0, 0},
    {"packs = {\"2\": 3, \"3\": 4, \"4\": 5, \"7\": 6}", CN_RULES_TYPE, 1, 9, "packs", 0, 0},
    {"hand_size = {\"5\": 15}", CN_RULES_TYPE, 1, 13, "hand_size", 0, 0},
    {"stock_gone = {\"2\": free, \"3\": free, \"4\": never}", CN_RULES_TYPE, 1, 42, "stock_gone", 0,
     0},
    {"players = []", CN_RULES_TYPE, 1, 12, "players", 0, 0},
    {"players = [2, 3", CN_RULES_TYPE, 1, 11, "players", 0, 0},
    {"pile_freeze = 3r", CN_RULES_TYPE, 1, 15, "pile_freeze", 0, 0},
    {"pile_freeze = [3r, 3x]", CN_RULES_TYPE, 1, 20, "pile_freeze", 0, 0},
    {"initial_minimum = [null, 50]", CN_RULES_TYPE, 1, 19, "initial_minimum", 0, 0},
    {"initial_minimum = [[null, 0], [x, 50]]", CN_RULES_TYPE, 1, 32, "initial_minimum", 0, 0},
    {"red_three_bonus = 100", CN_RULES_TYPE, 1, 19, "red_three_bonus", 0, 0},
    {"card_points = {3r: 100}", CN_RULES_TYPE, 1, 15, "card_points", 0, 0},
    {"cite_shape =", CN_RULES_TYPE, 1, 13, "cite_shape", 0, 0},
    {"out_contract = 2", CN_RULES_TYPE, 1, 16, "out_contract", 0, 0},
    {"out_contract = {natural: 1", CN_RULES_TYPE, 1, 16, "out_contract", 0, 0},
    {"out_contract = {natural 1}", CN_RULES_TYPE, 1, 17, "out_contract", 0, 0},
    {"out_contract = {natural: 1, wilds: 1}", CN_RULES_TYPE, 1, 29, "out_contract", 0, 0},
    {"out_contract = {7: 1, 3b: 1}", CN_RULES_TYPE, 1, 23, "out_contract", 0, 0},
    {"out_contract = {7: 1, 7: 1}", CN_RULES_TYPE, 1, 23, "out_contract", 0, 0},
    {"second_meld = sometimes", CN_RULES_TYPE, 1, 15, "second_meld", 0, 0},
    {"pile_taken = none", CN_RULES_TYPE, 1, 14, "pile_taken", 0, 0},
    {"out_bars = [7, wilds]", CN_RULES_TYPE, 1, 16, "out_bars", 0, 0},
    {"pure_kinds = [7, wild]", CN_RULES_TYPE, 1, 18, "pure_kinds", 0, 0},
    {"pure_kinds = [7, 3b]", CN_RULES_TYPE, 1, 18, "pure_kinds", 0, 0},
    {"bonus_kinds = [3r, 4]", CN_RULES_TYPE, 1, 20, "bonus_kinds", 0, 0},
    {"bonus_kinds = [3b]", CN_RULES_TYPE, 1, 15, "bonus_kinds", 0, 0},
    {"red_three_bonus = []", CN_RULES_TYPE, 1, 20, "red_three_bonus", 0, 0},
    {"talon = 4", CN_RULES_TYPE, 1, 9, "talon", 0, 0},
    {"talon = [4, 3", CN_RULES_TYPE, 1, 9, "talon", 0, 0},
    {"talon = [4,]", CN_RULES_TYPE, 1, 12, "talon", 0, 0},
    {"held_penalty = [7]", CN_RULES_TYPE, 1, 16, "held_penalty", 0, 0},
    {"held_penalty = {7: 1500}", CN_RULES_TYPE, 1, 17, "held_penalty", 0, 0},
    {"held_penalty = {7: [3]}", CN_RULES_TYPE, 1, 17, "held_penalty", 0, 0},
    {"held_penalty = {3r: [3, 5]}", CN_RULES_TYPE, 1, 17, "held_penalty", 0, 0},
    {"held_penalty = {7: [3, 5], 7: [4, 5]}", CN_RULES_TYPE, 1, 28, "held_penalty", 0, 0},
    {"canasta_bonus = {mixed_3b: 5}", CN_RULES_TYPE, 1, 18, "canasta_bonus", 0, 0},
    {"canasta_bonus = {7: 5, 7: 6}", CN_RULES_TYPE, 1, 24, "canasta_bonus", 0, 0},
    {"unfinished_penalty = {natural: 5}", CN_RULES_TYPE, 1, 23, "unfinished_penalty", 0, 0},
    {"special_hands = {}", CN_RULES_TYPE, 1, 17, "special_hands", 0, 0},
    {"special_hands = [{}]", CN_RULES_TYPE, 1, 19, "special_hands", 0, 0},
    {"special_hands = [{name: a, points: 1}]", CN_RULES_TYPE, 1, 18, "special_hands", 0, 0},
    {"special_hands = [{name: a, name: b}]", CN_RULES_TYPE, 1, 28, "special_hands", 0, 0},
    {"special_hands = [{title: a}]", CN_RULES_TYPE, 1, 19, "special_hands", 0, 0},
    {"special_hands = [{name: \"a b\"}]", CN_RULES_TYPE, 1, 25, "special_hands", 0, 0},
    {"special_hands = [\n{name: a, points: 1,\n groups: []}]", CN_RULES_TYPE, 3, 11,
     "special_hands", 0, 0},
    {"special_hands = [{groups: [2, 3]}]", CN_RULES_TYPE, 1, 27, "special_hands", 0, 0},
    {"special_hands = [{wild: [[1]]}]", CN_RULES_TYPE, 1, 25, "special_hands", 0, 0},
    {"special_hands = [{must: [3b]}]", CN_RULES_TYPE, 1, 25, "special_hands", 0, 0},
    {"special_hands = [{wins: 1}]", CN_RULES_TYPE, 1, 25, "special_hands", 0, 0},
    {"special_hands = [\n{name: a, points: 1, groups: [2]}\ntarget = 1", CN_RULES_TYPE, 3, 1,
     "special_hands", 0, 0},
    {"special_hands = [\n  {name: a, points: 1,\n   wins: true}]", CN_RULES_TYPE, 2, 3,
     "special_hands", 0, 0},
    {"special_hands = [\n{name: a, points: 1,\n groups: [2]", CN_RULES_TYPE, 3, 13, "special_hands",
     0, 0},
    /* Ranges */
    {"talon = [4, 41]", CN_RULES_RANGE, 1, 13, "talon", 0, 40},
    {"second_hand = [0]", CN_RULES_RANGE, 1, 16, "second_hand", 1, 40},
    {"talon = [1, 2, 3, 4, 5, 6, 7, 8, 9]", CN_RULES_TOO_LONG, 1, 9, "talon", 0, 8},
    {"largest_meld = 6", CN_RULES_RANGE, 1, 16, "largest_meld", 7, 36},
    {"held_penalty = {7: [0, 5]}", CN_RULES_RANGE, 1, 17, "held_penalty", 1, 10000},
    {"held_penalty = {7: [3, 10001]}", CN_RULES_RANGE, 1, 24, "held_penalty", 0, 10000},
    {"special_hands = [{points: 100001}]", CN_RULES_RANGE, 1, 27, "special_hands", 0, 100000},
    {"special_hands = [{groups: [0]}]", CN_RULES_RANGE, 1, 28, "special_hands", 1, 99},
    {"special_hands = [{name: a1234567890123456}]", CN_RULES_TOO_LONG, 1, 25, "special_hands", 0,
     15},
    {"special_hands = [{groups: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]}]", CN_RULES_TOO_LONG,
     1, 27, "special_hands", 0, 14},
    {"special_hands = [{wild: [[1,1], [1,2], [1,3], [1,4], [1,5], [1,6], [1,7]]}]",
     CN_RULES_TOO_LONG, 1, 25, "special_hands", 0, 6},
    {"target = 0", CN_RULES_RANGE, 1, 10, "target", 1, 1000000},
    {"packs = 7", CN_RULES_RANGE, 1, 9, "packs", 1, 6},
    {"jokers = -1", CN_RULES_RANGE, 1, 10, "jokers", 0, 12},
    {"players = [2, 7]", CN_RULES_RANGE, 1, 15, "players", 2, 6},
    {"most_wilds_canasta = 37", CN_RULES_RANGE, 1, 22, "most_wilds_canasta", 0, 36},
    {"draw_count = {\"2\": 2, \"3\": 6, \"4\": 1}", CN_RULES_RANGE, 1, 28, "draw_count", 1, 5},
    {"initial_minimum = [[null, 1001]]", CN_RULES_RANGE, 1, 27, "initial_minimum", 0, 1000},
    {"card_points = {A: 401}", CN_RULES_RANGE, 1, 19, "card_points", 0, 400},
    {"out_contract = {natural: 7}", CN_RULES_RANGE, 1, 26, "out_contract", 0, 6},
    {"initial_minimum = [[null, 0], [1, 1], [2, 1], [3, 1], [4, 1], [5, 1], [6, 1], [7, 1], [8, "
     "1]]",
     CN_RULES_TOO_LONG, 1, 19, "initial_minimum", 0, 8},
    {"red_three_bonus = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]", CN_RULES_TOO_LONG, 1, 19,
     "red_three_bonus", 0, 12},
    /* Combinations, reported where the last of their parameters was set */
    {"hand_size = 40", CN_RULES_TOO_FEW_CARDS, 1, 1, "hand_size", 121, 108},
    {"players = 6\nhand_size = 18\ntarget = 1", CN_RULES_TOO_FEW_CARDS, 2, 1, "hand_size", 109,
     108},
    {"hand_size = 17\n\npacks = 1\njokers = 2", CN_RULES_TOO_FEW_CARDS, 4, 1, "hand_size", 69, 54},
    {"packs = 1", CN_RULES_JOKERS, 1, 1, "jokers", 4, 2},
    {"packs = {2: 2, 3: 2, 4: 2, 5: 1}", CN_RULES_JOKERS, 1, 1, "jokers", 4, 2},
    {"packs = {2: 1, 3: 2, 4: 2}\njokers = 2\ncut_least = 20\nhand_size = 28",
     CN_RULES_TOO_FEW_CARDS, 4, 1, "hand_size", 57, 54},
    {"jokers = 5\ntarget = 1", CN_RULES_JOKERS, 1, 1, "jokers", 5, 4},
    {"packs = 1\njokers = 2\nplayers = 4\ncanastas_to_go_out = 3", CN_RULES_NO_CANASTA, 4, 1,
     "canastas_to_go_out", 3, 2},
    {"packs = 1\njokers = 2\nplayers = 4\nmost_wilds = 2", CN_RULES_NO_CANASTA, 4, 1,
     "canastas_to_go_out", 1, 0},
    {"out_contract = {natural: 6, mixed: 6}", CN_RULES_NO_CANASTA, 1, 1, "out_contract", 12, 11},
    {"packs = 1\njokers = 2\nplayers = 4\nout_contract = {natural: 1}", CN_RULES_NO_CANASTA, 4, 1,
     "out_contract", 1, 0},
    {"out_contract = {mixed: 1}\nmost_wilds = 0\nmost_wilds_canasta = 0", CN_RULES_NO_CANASTA, 3, 1,
     "out_contract", 1, 0},
    {"out_contract = {7: 2}\nsecond_meld = false", CN_RULES_NO_CANASTA, 2, 1, "out_contract", 2, 1},
    {"out_contract = {natural: 3, mixed: 3, 7: 2, A: 1}", CN_RULES_CONTRACT, 1, 1, "out_contract",
     96, 64},
    {"most_wilds_canasta = 2", CN_RULES_WILDS, 1, 1, "most_wilds_canasta", 2, 3},
    {"most_wilds_canasta = 3\nmost_wilds = 4", CN_RULES_WILDS, 2, 1, "most_wilds_canasta", 3, 4},
    {"most_black_threes = 2", CN_RULES_BLACK_THREES, 1, 1, "fewest_black_threes", 3, 2},
    {"most_black_threes = 1\nnatural_canasta_bonus = 1940", CN_RULES_BLACK_THREES, 1, 1,
     "fewest_black_threes", 3, 1},
    {"fewest_naturals = 5\njokers = 2\npacks = 1", CN_RULES_NATURALS, 3, 1, "fewest_naturals", 5,
     4},
    {"initial_minimum = [[0, 50]]", CN_RULES_MINIMA, 1, 1, "initial_minimum", 1, 1},
    {"\ninitial_minimum = [[null, 0], [100, 50], [100, 90]]", CN_RULES_MINIMA, 2, 1,
     "initial_minimum", 3, 3},
    /* R14: a referee rules by the laws of the old games only. */
    {"referee = called\nkeep_bonus_card = 1", CN_RULES_REFEREE, 2, 1, "referee",
     CN_PARAM_keep_bonus_card, 0},
    {"last_bonus_card = hold\nreferee = watchful", CN_RULES_REFEREE, 2, 1, "referee",
     CN_PARAM_last_bonus_card, 0},
    {"bonus_held_points = 100\nreferee = watchful", CN_RULES_REFEREE, 2, 1, "referee",
     CN_PARAM_bonus_held_points, 0},
    {"second_meld = after_canasta\nreferee = called", CN_RULES_REFEREE, 2, 1, "referee",
     CN_PARAM_second_meld, 0},
};

/* Wilds alone make a canasta only where they make a meld. */
static void a_contract_for_wilds_needs_wild_melds(void **state)
{
    struct cn_rules rules;
    struct cn_rules_error error;
    cn_rules_init(&rules);
    rules.out_contract.of[CN_KEY_WILD] = 1;
    assert_false(cn_rules_check(&rules, &error));
    assert_int_equal(error.id, CN_RULES_NO_CANASTA);
    assert_string_equal(error.name, "out_contract");
    rules.wild_melds = CN_WILD_MELDS_FREE;
    assert_true(cn_rules_check(&rules, &error));
}

/* A parameter takes part in a refused combination if and only if another value of it can fix it. */
static bool some_value_fixes(const struct cn_rules *rules, int param)
{
    static const char *const values[] = {"0", "1",  "2",    "3",   "4",   "5",
                                         "6", "10", "none", "[2]", "[4]", "[[null, 0]]"};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        struct cn_rules changed = *rules;
        struct cn_rules_error error;
        if (cn_rules_set(&changed, cn_param_name(param), values[i], strlen(values[i]), &error) &&
            cn_rules_check(&changed, &error))
            return true;
    }
    return false;
}

static bool is_combination(enum cn_rules_error_id id)
{
    return id >= CN_RULES_TOO_FEW_CARDS;
}

/* Applies the settings of a bad profile without cn_rules_check. */
static void set_lines(struct cn_rules *rules, const char *text)
{
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        const char *equals = memchr(text, '=', length);
        char name[CN_RULES_NAME_SIZE] = "";
        struct cn_rules_error error;
        if (equals != NULL) {
            memcpy(name, text, strcspn(text, " ="));
            assert_true(cn_rules_set(rules, name, equals + 1, length - (size_t)(equals + 1 - text),
                                     &error));
        }
        text += length + (text[length] == '\n');
    }
}

static void parameters_of_a_combination_can_fix_it(void **state)
{
    int combinations = 0;
    for (size_t i = 0; i < sizeof bad_profiles / sizeof bad_profiles[0]; i++) {
        if (!is_combination((enum cn_rules_error_id)bad_profiles[i].id))
            continue;
        struct cn_rules rules = built_in("laws1950");
        struct cn_rules_error error;
        set_lines(&rules, bad_profiles[i].text);
        assert_false(cn_rules_check(&rules, &error));
        for (int param = 0; param < CN_PARAM_COUNT; param++)
            if (some_value_fixes(&rules, param) && !cn_rules_error_involves(&error, param))
                fail_msg("%s fixes: %s", cn_param_name(param), bad_profiles[i].text);
        combinations++;
    }
    assert_true(combinations >= 12);
}

static void faults_of_profiles_name_place_and_cause(void **state)
{
    for (size_t i = 0; i < sizeof bad_profiles / sizeof bad_profiles[0]; i++) {
        const struct bad *bad = &bad_profiles[i];
        struct cn_rules rules = built_in("laws1950");
        const struct cn_rules before = rules;
        struct cn_rules_error error;
        assert_false(read_text(&rules, bad->text, &error));
        assert_memory_equal(&rules, &before, sizeof before);
        if ((int)error.id != (int)bad->id || error.line != bad->line ||
            error.column != bad->column || error.low != bad->low || error.high != bad->high ||
            strcmp(error.name, bad->name) != 0)
            fail_msg("\"%s\": id %d at %d:%d, '%s' %d %d", bad->text, (int)error.id,
                     (int)error.line, (int)error.column, error.name, (int)error.low,
                     (int)error.high);
        if (error.id == CN_RULES_SYNTAX || error.id == CN_RULES_TYPE)
            assert_int_not_equal(error.expected, CN_EXPECTED_NOTHING);
    }
}

static void a_setting_counts_columns_within_the_value(void **state)
{
    struct cn_rules rules = built_in("laws1950");
    const struct cn_rules before = rules;
    struct cn_rules_error error;
    assert_false(cn_rules_set(&rules, "players", "[2, 9]", 6, &error));
    assert_int_equal(error.id, CN_RULES_RANGE);
    assert_int_equal(error.column, 5);
    assert_false(cn_rules_set(&rules, "target", "30 0", 4, &error));
    assert_int_equal(error.id, CN_RULES_SYNTAX);
    assert_int_equal(error.column, 4);
    assert_false(cn_rules_set(&rules, "nothing", "1", 1, &error));
    assert_int_equal(error.id, CN_RULES_UNKNOWN);
    assert_string_equal(error.name, "nothing");
    assert_memory_equal(&rules, &before, sizeof before);
}

static const char *includes_itself(void *context, const char *name, size_t *length)
{
    static const char text[] = "from = round\n";
    *length = sizeof text - 1;
    return text;
}

static void from_may_not_be_circular(void **state)
{
    struct cn_rules rules = built_in("laws1950");
    struct cn_rules_error error;
    assert_false(cn_rules_read(&rules, "from = a", 8, includes_itself, NULL, &error));
    assert_int_equal(error.id, CN_RULES_NO_SUCH_SET);
    assert_false(cn_rules_read(&rules, "from = hoyle", 12, NULL, NULL, &error));
    assert_int_equal(error.id, CN_RULES_NO_SUCH_SET);
}

/* ---- derived tables ---- */

static struct cn_law law_of_set(const char *name)
{
    const struct cn_rules rules = built_in(name);
    struct cn_law law;
    cn_law_init(&law, &rules);
    assert_memory_equal(cn_law_rules(&law), &rules, sizeof rules);
    return law;
}

/* L23, A:wilds. Wilds alone are a class of their own. */
static void classes_of_canastas(void **state)
{
    static const struct {
        int kind, naturals, deuces, jokers;
        const char *class;
    } rows[] = {{CN_SEVEN, 7, 0, 0, "natural"},      {CN_SEVEN, 6, 1, 0, "mixed"},
                {CN_ACE, 6, 0, 1, "mixed"},          {CN_ACE, 12, 0, 0, "natural"},
                {CN_JOKER, 0, 7, 0, "wild"},         {CN_JOKER, 0, 3, 4, "wild"},
                {CN_BLACK_THREE, 7, 0, 0, "natural"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const cn_packed_meld meld =
            cn_meld_of(rows[i].kind, rows[i].naturals, rows[i].deuces, rows[i].jokers);
        assert_string_equal(cn_canasta_class_name(cn_meld_class(meld)), rows[i].class);
    }
    (void)state;
}

/* Which kinds may be melded, and how (L18, L20). */
static void kinds_of_melds(void **state)
{
    for (int set = 0; cn_rules_builtin(set) != NULL; set++) {
        const struct cn_law law = law_of_set(cn_rules_builtin(set));
        for (int kind = 0; kind <= CN_NO_KIND; kind++) {
            const struct cn_kind_law *of = &law.kinds[kind];
            const bool wild = kind == CN_JOKER && law.rules.wild_melds != CN_WILD_MELDS_NONE;
            if (!cn_kind_is_natural(kind) && kind != CN_BLACK_THREE)
                assert_int_equal(of->largest, wild ? CN_WILD_MELD_MOST : 0);
        }
        const struct cn_kind_law *black = &law.kinds[CN_BLACK_THREE];
        const int most = law.rules.largest_meld < CN_UNLIMITED ? law.rules.largest_meld : 255;
        const int blacks = law.rules.most_black_threes;
        assert_int_equal(black->fewest, law.rules.fewest_black_threes);
        assert_int_equal(black->largest, cn_is_bonus(&law.rules, CN_BLACK_THREE) ? 0
                                         : blacks < most                         ? blacks
                                                                                 : most);
        assert_int_equal(law.kinds[CN_ACE].fewest, law.rules.fewest_naturals);
        assert_int_equal(law.kinds[CN_ACE].largest, most == 255 ? CN_MELD_UNLIMITED : most);
        for (int n = 0; n < 2 * CN_NATURALS_MAX && !law.planned; n++) {
            assert_int_equal(cn_wild_limits(&law, CN_BLACK_THREE)[n], 0);
            assert_int_equal(cn_wild_limits(&law, CN_ACE)[n],
                             cn__default_wild_limit(&law.rules, n));
        }
    }
    (void)state;
}

/* Ordered by number of cards, then of jokers. */
static void wild_choices_are_in_order(void **state)
{
    for (int deuces = 0; deuces <= CN_NARROW_NATURALS; deuces++) {
        for (int jokers = 0; jokers <= CN_NARROW_NATURALS / 2; jokers++) {
            const struct cn_wild_choices *choices = &cn__wild_choices[deuces][jokers];
            int n = 0;
            for (int wilds = 0; wilds <= deuces + jokers; wilds++) {
                assert_int_equal(choices->from[wilds], n);
                for (int j = 0; j <= wilds; j++)
                    if (j <= jokers && wilds - j <= deuces)
                        assert_int_equal(choices->choice[n++], (wilds - j) | j << 4);
            }
            assert_int_equal(n, (deuces + 1) * (jokers + 1));
            assert_int_equal(choices->from[deuces + jokers + 1], n);
        }
    }
    (void)state;
}

static void wilds_beside_naturals(void **state)
{
    const struct cn_law laws = law_of_set("laws1950");
    const struct cn_law hoyle = law_of_set("hoyle");
    assert_int_equal(laws.wild_limit[CN_LIMITS_DEFAULT][3], 3);
    assert_int_equal(laws.wild_limit[CN_LIMITS_DEFAULT][4],
                     CN_NARROW_WILDS); /* seven with three wilds come first (I30) */
    assert_int_equal(hoyle.wild_limit[CN_LIMITS_DEFAULT][4], 3);
    assert_int_equal(laws.new_meld_canastas.narrow[CN_LIMITS_DEFAULT][1][2], -1);
    assert_int_equal(laws.new_meld_canastas.narrow[CN_LIMITS_DEFAULT][2][1], 0);
    assert_int_equal(laws.new_meld_canastas.narrow[CN_LIMITS_DEFAULT][4][3], 1);
    assert_int_equal(laws.new_meld_canastas.narrow[CN_LIMITS_DEFAULT][8][6],
                     2); /* two melds of a rank (L24) */
    assert_int_equal(hoyle.new_meld_canastas.narrow[CN_LIMITS_DEFAULT][8][6],
                     -1); /* six wilds in one meld */
    assert_int_equal(hoyle.new_meld_canastas.narrow[CN_LIMITS_DEFAULT][8][3], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_the_laws_of_1950),
        cmocka_unit_test(laws1950_lists_every_parameter),
        cmocka_unit_test(the_names_are_the_files),
        cmocka_unit_test(the_ready_house_rules_are_the_files),
        cmocka_unit_test(the_house_rules_of_pagat),
        cmocka_unit_test(the_house_rules_of_hand_and_foot),
        cmocka_unit_test(the_sets_are_the_rulebooks_table),
        cmocka_unit_test(other_parameters_are_as_in_the_laws),
        cmocka_unit_test(a_contract_for_wilds_needs_wild_melds),
        cmocka_unit_test(minimum_counts_by_score),
        cmocka_unit_test(printed_sets_read_back),
        cmocka_unit_test(every_value_sets_itself),
        cmocka_unit_test(every_form_of_a_value),
        cmocka_unit_test(bonuses_of_canastas_are_merged),
        cmocka_unit_test(special_hands_fit_their_text),
        cmocka_unit_test(values_are_cut_to_size),
        cmocka_unit_test(a_house_rule_file),
        cmocka_unit_test(a_changed_value_loses_its_article),
        cmocka_unit_test(long_articles_are_cut_between_characters),
        cmocka_unit_test(faults_of_profiles_name_place_and_cause),
        cmocka_unit_test(parameters_of_a_combination_can_fix_it),
        cmocka_unit_test(a_setting_counts_columns_within_the_value),
        cmocka_unit_test(from_may_not_be_circular),
        cmocka_unit_test(wilds_beside_naturals),
        cmocka_unit_test(classes_of_canastas),
        cmocka_unit_test(kinds_of_melds),
        cmocka_unit_test(wild_choices_are_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
