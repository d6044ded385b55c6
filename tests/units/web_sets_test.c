/* web_sets_test.c -- rule sets, forms for house rules and seeded decks, as pages request them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "client/client.h"
#include "law_of.h"
#include "protocol/protocol.h"
#include "tests/fuzz/driver/door.h"
#include "words/words.h"

static json_t *ask(const char *question)
{
    return door_ask(web_sets, question, strlen(question));
}

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    if (text == NULL)
        fail_msg("no text %s", name);
    return text;
}

static json_int_t number(const json_t *object, const char *name)
{
    assert_true(json_is_integer(json_object_get(object, name)));
    return json_integer_value(json_object_get(object, name));
}

static const json_t *at_index(const json_t *object, const char *name, size_t index)
{
    return json_array_get(json_object_get(object, name), index);
}

static json_t *named(const json_t *array, const char *name)
{
    for (size_t i = 0; i < json_array_size(array); i++)
        if (strcmp(text_of(json_array_get(array, i), "name"), name) == 0)
            return json_array_get(array, i);
    fail_msg("nothing is called %s", name);
    return NULL;
}

/* ---- the sets ---- */

static void all_sets(void **state)
{
    json_t *answer = ask("{\"do\":\"list\",\"language\":\"en\"}");
    const json_t *sets = json_object_get(answer, "sets");
    size_t count = 0;
    while (cn_rules_builtin((int)count) != NULL)
        count++;
    assert_int_equal(json_array_size(sets), count);
    for (size_t i = 0; i < count; i++) {
        const json_t *set = json_array_get(sets, i);
        assert_true(text_of(set, "title")[0] != '\0' && text_of(set, "about")[0] != '\0');
        assert_true(json_array_size(json_object_get(set, "players")) > 0);
    }
    const json_t *threepack = named(sets, "threepack");
    assert_string_equal(text_of(threepack, "title"), "Three-pack Canasta");
    assert_int_equal(number(threepack, "target"), 10000);
    assert_int_equal(json_array_size(json_object_get(named(sets, "bicycle"), "players")), 1);
    json_decref(answer);
}

/* Each is listed under its set, with the lines that make of it what its file says. */
static void ready_house_rules(void **state)
{
    json_t *answer = ask("{\"do\":\"list\",\"language\":\"de\"}");
    const json_t *sets = json_object_get(answer, "sets");
    size_t count = 0, listed = 0;
    while (cn_house_builtin((int)count) != NULL)
        count++;
    for (size_t i = 0; i < json_array_size(sets); i++) {
        const json_t *houses = json_object_get(json_array_get(sets, i), "houses");
        assert_true(json_is_array(houses));
        listed += json_array_size(houses);
        for (size_t h = 0; h < json_array_size(houses); h++) {
            const json_t *house = json_array_get(houses, h);
            const char *lines = text_of(house, "house");
            struct cn_rules wanted, read;
            struct cn_rules_error error;
            assert_true(cn_house_load(&wanted, text_of(house, "name")));
            assert_true(cn_rules_load(&read, text_of(json_array_get(sets, i), "name")));
            assert_true(cn_rules_read(&read, lines, strlen(lines), NULL, NULL, &error));
            assert_int_equal(cn_rules_diff(&read, &wanted, 0), -1);
            assert_true(strlen(lines) < sizeof(((struct message *)0)->house));
        }
    }
    assert_int_equal(listed, count);
    const json_t *pagat = named(json_object_get(named(sets, "american"), "houses"), "pagat");
    assert_string_equal(text_of(pagat, "title"), "Regeln der Website Pagat");
    assert_non_null(strstr(text_of(pagat, "about"), "2.500"));
    json_decref(answer);
}

/* Pages contain no rule set's name, so the answers must. */
static void names_are_in_the_answer(void **state)
{
    json_t *answer = ask("{\"do\":\"names\"}");
    struct cn_rules rules;
    struct cn_rules standard;
    memset(&standard, 0, sizeof standard);
    memset(&rules, 0, sizeof rules);
    assert_true(cn_rules_load(&standard, text_of(answer, "default")));
    cn_rules_init(&rules);
    assert_string_equal(standard.name, rules.name);
    json_decref(answer);
}

/* ---- the law ---- */

static void all_articles(void **state)
{
    struct cn_law_article article;
    size_t cursor = 0, count = 0;
    json_t *answer = ask("{\"do\":\"law\",\"language\":\"de\"}");
    const json_t *articles = json_object_get(answer, "articles");
    for (; cn_law_next("de", &cursor, &article); count++) {
        const json_t *one = json_array_get(articles, count);
        assert_memory_equal(text_of(one, "name"), article.name, article.name_length);
        assert_int_equal(strlen(text_of(one, "text")), article.body_length);
    }
    assert_int_equal(json_array_size(articles), count);
    const json_t *first = json_array_get(articles, 0);
    assert_string_equal(text_of(first, "name"), "L1");
    assert_string_equal(text_of(first, "title"), "Zahl der Spieler");
    assert_string_equal(text_of(first, "book"), "laws1950");
    assert_string_equal(text_of(first, "bookTitle"), "Regeln für Canasta, 1950");
    assert_string_equal(text_of(first, "language"), "de");
    assert_true(text_of(first, "source")[0] != '\0');
    json_decref(answer);
}

static void the_law_is_searched(void **state)
{
    json_t *answer = ask("{\"do\":\"law-search\",\"language\":\"en\",\"book\":\"hoyle\","
                         "\"words\":\"how many points to open\"}");
    const json_t *found = json_object_get(answer, "found");
    assert_string_equal(text_of(json_array_get(found, 0), "article"), "H:initial");
    json_decref(answer);
    answer = ask("{\"do\":\"law-search\",\"language\":\"es\",\"book\":\"\","
                 "\"words\":\"COMODIN\"}");
    assert_string_equal(text_of(json_array_get(json_object_get(answer, "found"), 0), "match"),
                        "comodín");
    json_decref(answer);
    answer = ask("{\"do\":\"law-search\",\"language\":\"en\"}");
    assert_int_equal(json_array_size(json_object_get(answer, "found")), 0);
    json_decref(answer);
}

static void check_sides(const char *rules, const char *house, int players, const char *wanted)
{
    char question[256];
    (void)snprintf(question, sizeof question,
                   "{\"do\":\"sides\",\"rules\":\"%s\",\"house\":\"%s\",\"players\":%d,"
                   "\"language\":\"en\"}",
                   rules, house, players);
    json_t *answer = ask(question);
    char *sides = json_dumps(json_object_get(answer, "sides"), JSON_COMPACT);
    assert_string_equal(sides, wanted);
    free(sides);
    json_decref(answer);
}

/* Places at the board are named as the viewing seat sees them. */
static void check_places(const char *language, const char *rules, int players, const char *seat,
                         const char *wanted)
{
    char question[256];
    (void)snprintf(question, sizeof question,
                   "{\"do\":\"sides\",\"rules\":\"%s\",\"house\":\"\",\"players\":%d%s,"
                   "\"language\":\"%s\"}",
                   rules, players, seat, language);
    json_t *answer = ask(question);
    char *places = json_dumps(json_object_get(answer, "places"), JSON_COMPACT);
    assert_string_equal(places, wanted);
    free(places);
    json_decref(answer);
}

static void partners_are_named(void **state)
{
    check_places("en", "laws1950", 2, "", "[\"South\",\"North\"]");
    check_places("en", "laws1950", 4, "", "[\"South\",\"West\",\"North\",\"East\"]");
    check_places("en", "laws1950", 4, ",\"seat\":1", "[\"East\",\"South\",\"West\",\"North\"]");
    check_places("en", "laws1950", 4, ",\"seat\":9", "[\"South\",\"West\",\"North\",\"East\"]");
    check_places("es", "laws1950", 4, "", "[\"Sur\",\"Oeste\",\"Norte\",\"Este\"]");
    check_sides("laws1950", "", 2, "[[0],[1]]");
    check_sides("laws1950", "", 4, "[[0,2],[1,3]]");
    check_sides("laws1950", "", 5, "[[0,2],[1,3,4]]");
    check_sides("laws1950", "", 6, "[[0,2,4],[1,3,5]]");
    check_sides("laws1950", "six_sides = 2+2+2", 6, "[[0,3],[1,4],[2,5]]");
    check_sides("threepack", "", 6, "[[0,3],[1,4],[2,5]]");
}

/* ---- rulings for real cards ---- */

static void a_ruling_question_by_question(void **state)
{
    json_t *answer = ask("{\"do\":\"rule\",\"facts\":[],\"language\":\"en\"}");
    const json_t *question = json_object_get(answer, "question");
    assert_string_equal(text_of(question, "text"), "What happened?");
    assert_int_equal(json_array_size(json_object_get(question, "answers")), 11);
    assert_true(json_is_null(json_object_get(answer, "ruling")));
    assert_string_equal(text_of(answer, "fault"), "");
    json_decref(answer);
    answer = ask("{\"do\":\"rule\",\"facts\":[{\"name\":\"law\",\"value\":\"L56\"},"
                 "{\"name\":\"had-turn\",\"value\":\"yes\"}],\"language\":\"en\"}");
    assert_int_equal(json_array_size(json_object_get(answer, "path")), 2);
    assert_string_equal(text_of(at_index(answer, "path", 1), "answer"), "Yes");
    assert_true(json_is_true(json_object_get(json_object_get(answer, "question"), "number")));
    json_decref(answer);
    answer = ask("{\"do\":\"rule\",\"facts\":[{\"name\":\"law\",\"value\":\"L56\"},"
                 "{\"name\":\"cards\",\"value\":\"2\"},{\"name\":\"had-turn\",\"value\":\"yes\"}],"
                 "\"language\":\"de\"}");
    const json_t *ruling = json_object_get(answer, "ruling");
    assert_int_equal(number(ruling, "points"), -1000);
    assert_string_equal(text_of(ruling, "law"), "L56");
    assert_string_equal(json_string_value(at_index(ruling, "steps", 0)),
                        "Ziehen Sie dieser Partei die Punkte ab");
    assert_true(json_is_null(json_object_get(answer, "question")));
    json_decref(answer);
}

static void facts_that_do_not_exist_are_named(void **state)
{
    static const struct {
        const char *facts, *fault;
    } wanted[] = {
        {"[{\"name\":\"colour\",\"value\":\"red\"}]", "colour"},
        {"[{\"name\":\"law\",\"value\":\"L99\"}]", "law"},
        {"[{\"name\":\"law\",\"value\":\"L51\"},{\"name\":\"law\",\"value\":\"L52\"}]", "law"},
        {"[{\"name\":\"law\",\"value\":\"other\"}]", ""},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        char question[256];
        (void)snprintf(question, sizeof question,
                       "{\"do\":\"rule\",\"facts\":%s,\"language\":\"en\"}", wanted[i].facts);
        json_t *answer = ask(question);
        assert_string_equal(text_of(answer, "fault"), wanted[i].fault);
        json_decref(answer);
    }
}

static void articles_have_their_questions(void **state)
{
    json_t *answer = ask("{\"do\":\"law\",\"language\":\"en\"}");
    const json_t *articles = json_object_get(answer, "articles");
    const json_t *ours = named(articles, "L58");
    assert_int_equal(json_array_size(json_object_get(ours, "questions")), 1);
    assert_string_equal(text_of(at_index(ours, "questions", 0), "text"),
                        "A meld has too many wild cards");
    const json_t *other = named(articles, "L31");
    assert_int_equal(json_array_size(json_object_get(other, "questions")), 0);
    json_decref(answer);
}

/* ---- forms ---- */

static bool is_word_of(const char *word, const char *words)
{
    const size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)) != NULL; at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

/* A form offers a referee by the rule sets for which there is law (R14), and no other. */
static void referees_are_offered(void **state)
{
    for (int set = 0; cn_rules_builtin(set) != NULL; set++) {
        char question[200];
        struct cn_rules rules;
        struct cn_rules_error error;
        assert_true(cn_rules_load(&rules, cn_rules_builtin(set)));
        const bool can =
            cn_rules_set(&rules, "referee", "called", 6, &error) && cn_rules_check(&rules, &error);
        snprintf(question, sizeof question,
                 "{\"do\":\"params\",\"rules\":\"%s\",\"house\":\"\",\"language\":\"en\"}",
                 cn_rules_builtin(set));
        json_t *answer = ask(question);
        const json_t *param = named(json_object_get(answer, "params"), "referee");
        assert_string_equal(text_of(param, "form"), can ? "choice" : "other");
        json_decref(answer);
    }
    json_t *answer = ask("{\"do\":\"params\",\"rules\":\"american\",\"house\":\"\","
                         "\"language\":\"en\"}");
    const json_t *param = named(json_object_get(answer, "params"), "referee");
    assert_string_equal(text_of(param, "form"), "other");
    json_decref(answer);
}

/* Every value that a form offers can be set, and has words. */
static void check_choices(const json_t *param, bool words)
{
    const json_t *choices = json_object_get(param, "choices");
    const json_t *texts = json_object_get(param, "choiceTexts");
    bool found = false;
    assert_true(json_array_size(choices) >= 1);
    assert_int_equal(json_array_size(choices), json_array_size(texts));
    for (size_t i = 0; i < json_array_size(choices); i++) {
        struct cn_rules rules;
        struct cn_rules_error error;
        const char *choice = json_string_value(json_array_get(choices, i));
        assert_true(cn_rules_load(&rules, "laws1950"));
        assert_true(cn_rules_set(&rules, text_of(param, "name"), choice, strlen(choice), &error));
        found = found || strcmp(choice, text_of(param, "value")) == 0;
        struct cn_words english;
        char key[96], sentence[200];
        snprintf(key, sizeof key, "choice.%s.%s", text_of(param, "name"), choice);
        assert_true(cn_words_find("en", &english));
        if (words && !cn_words_lookup(&english, key, sentence, sizeof sentence))
            fail_msg("no sentence %s", key);
    }
    assert_true(found);
}

static void check_param(const json_t *param)
{
    const char *form = text_of(param, "form");
    const char *group = text_of(param, "group");
    const char *name = text_of(param, "name");
    const enum cn_value_type type = cn_param_at(cn_param_find(name, strlen(name)))->type;
    assert_true(is_word_of(
        group,
        "table dealing pack opening melds discard threes hands more out end score referee cite"));
    assert_true(is_word_of(form, "number switch choice limit rows other"));
    assert_int_equal(strncmp(text_of(param, "name"), "cite_", 5) == 0, strcmp(group, "cite") == 0);
    assert_true(text_of(param, "text")[0] != '\0' && text_of(param, "article")[0] != '\0');
    if (strcmp(group, "cite") != 0)
        assert_string_not_equal(text_of(param, "label"), text_of(param, "name"));
    if (strcmp(form, "choice") == 0)
        check_choices(param, type != CN_VALUE_LIMIT);
    if (strcmp(form, "number") == 0 || strcmp(form, "limit") == 0)
        assert_true(number(param, "low") < number(param, "high"));
    if (strcmp(form, "switch") == 0)
        assert_true(is_word_of(text_of(param, "value"), "true false"));
}

static void all_parameters(void **state)
{
    json_t *answer =
        ask("{\"do\":\"params\",\"rules\":\"laws1950\",\"house\":\"\",\"language\":\"en\"}");
    const json_t *params = json_object_get(answer, "params");
    assert_int_equal(json_array_size(params), CN_PARAM_COUNT);
    for (size_t i = 0; i < CN_PARAM_COUNT; i++) {
        const json_t *param = json_array_get(params, i);
        assert_string_equal(text_of(param, "name"), cn_param_name((int)i));
        assert_string_equal(text_of(param, "value"), text_of(param, "default"));
        check_param(param);
    }
    const json_t *hand = named(params, "hand_size");
    assert_string_equal(text_of(hand, "form"), "other");
    assert_string_equal(text_of(hand, "group"), "dealing");
    assert_string_equal(text_of(named(params, "draw_count"), "form"), "number");
    assert_string_equal(text_of(named(params, "announce_last_card"), "group"), "out");
    assert_string_equal(text_of(named(params, "upcard_cover_once"), "group"), "dealing");
    assert_string_equal(text_of(named(params, "packs"), "group"), "table");
    json_decref(answer);
}

static void parameters_under_house_rules(void **state)
{
    json_t *answer = ask("{\"do\":\"params\",\"rules\":\"hoyle\",\"players\":3,\"language\":\"en\","
                         "\"house\":\"target = 3000 # our table\\nsettlement = hundreds\"}");
    const json_t *params = json_object_get(answer, "params");
    const json_t *target = named(params, "target");
    assert_string_equal(text_of(target, "value"), "3000");
    assert_string_equal(text_of(target, "default"), "5000");
    assert_string_equal(text_of(target, "article"), "our table");
    assert_string_equal(text_of(target, "label"), "Points that win the game");
    const json_t *hand = named(params, "hand_size");
    assert_string_equal(text_of(hand, "form"), "number");
    assert_string_equal(text_of(hand, "value"), "15");
    assert_int_equal(number(hand, "high"), 40);
    const json_t *gone = named(params, "stock_gone");
    assert_string_equal(text_of(gone, "form"), "choice");
    assert_string_equal(text_of(gone, "value"), "last_discard");
    const json_t *most = named(params, "most_wilds_canasta");
    assert_string_equal(json_string_value(json_array_get(json_object_get(most, "choices"), 0)),
                        "none");
    assert_string_equal(json_string_value(json_array_get(json_object_get(most, "choiceTexts"), 0)),
                        "no limit");
    json_decref(answer);
}

/* ---- rows ---- */

/* Returns the fields as filled in, for the next question. */
static json_t *cells_of(const json_t *rows)
{
    json_t *cells = json_array();
    for (size_t i = 0; i < json_array_size(rows); i++) {
        const json_t *given = json_object_get(json_array_get(rows, i), "cells");
        json_t *row = json_array();
        for (size_t j = 0; j < json_array_size(given); j++)
            json_array_append(row, json_object_get(json_array_get(given, j), "value"));
        json_array_append_new(cells, row);
    }
    return cells;
}

/* 'before' is the value before, as the pages send it. */
static json_t *ask_rows(const char *name, json_t *cells, const char *before, const char *change)
{
    char question[8192];
    json_t *value = json_string(before);
    char *text = json_dumps(cells, JSON_COMPACT);
    char *old = json_dumps(value, JSON_ENCODE_ANY);
    (void)snprintf(
        question, sizeof question,
        "{\"do\":\"rows\",\"name\":\"%s\",\"cells\":%s,\"value\":%s%s,\"language\":\"en\"}", name,
        text, old, change);
    free(text);
    free(old);
    json_decref(value);
    json_decref(cells);
    return ask(question);
}

static json_t *fill_in(const char *name, const char *cells, const char *change)
{
    return ask_rows(name, json_loads(cells, 0, NULL), "", change);
}

static const json_t *cell_at(const json_t *answer, size_t row, size_t cell)
{
    const json_t *found = json_array_get(
        json_object_get(json_array_get(json_object_get(answer, "rows"), row), "cells"), cell);
    assert_non_null(found);
    return found;
}

/* "With fewer than [] points: [] to meld" */
static void check_sentence(const json_t *answer, size_t row, const char *wanted)
{
    const json_t *words =
        json_object_get(json_array_get(json_object_get(answer, "rows"), row), "words");
    char sentence[400] = "";
    for (size_t i = 0; i < json_array_size(words); i++) {
        (void)strcat(sentence, i == 0 ? "" : "[]");
        (void)strcat(sentence, json_string_value(json_array_get(words, i)));
    }
    assert_string_equal(sentence, wanted);
}

static bool removable(const json_t *answer, size_t row)
{
    return json_is_true(
        json_object_get(json_array_get(json_object_get(answer, "rows"), row), "removable"));
}

/* What the fields say sets the value that they show. */
static void check_same_value(const char *set, int param, const char *said, const char *shown)
{
    char value[CN_RULES_VALUE_SIZE];
    struct cn_rules rules;
    struct cn_rules_error error;
    assert_true(cn_rules_load(&rules, set));
    assert_true(cn_rules_set(&rules, cn_param_name(param), said, strlen(said), &error));
    cn_rules_value(&rules, param, value, sizeof value);
    assert_string_equal(value, shown);
}

/* Every list of any set can be shown in fields, and the fields make the same value. */
static void lists_round_trip_through_fields(void **state)
{
    for (int set = 0; cn_rules_builtin(set) != NULL; set++) {
        char question[200];
        (void)snprintf(question, sizeof question,
                       "{\"do\":\"params\",\"rules\":\"%s\",\"house\":\"\",\"language\":\"en\"}",
                       cn_rules_builtin(set));
        json_t *answer = ask(question);
        for (int i = 0; i < CN_PARAM_COUNT; i++) {
            const json_t *param = json_array_get(json_object_get(answer, "params"), (size_t)i);
            const enum cn_value_type type = cn_param_at(i)->type;
            const bool list = type == CN_VALUE_KINDS || type == CN_VALUE_MINIMA ||
                              type == CN_VALUE_BONUSES || type == CN_VALUE_POINTS ||
                              type == CN_VALUE_CANASTAS || type == CN_VALUE_INTS ||
                              type == CN_VALUE_HELD || type == CN_VALUE_HANDS;
            assert_int_equal(strcmp(text_of(param, "form"), "rows") == 0, list);
            if (!list)
                continue;
            json_t *again =
                ask_rows(text_of(param, "name"), cells_of(json_object_get(param, "rows")),
                         text_of(param, "value"), "");
            check_same_value(cn_rules_builtin(set), i, text_of(again, "value"),
                             text_of(param, "value"));
            assert_true(json_equal(json_object_get(again, "rows"), json_object_get(param, "rows")));
            json_decref(again);
        }
        json_decref(answer);
    }
}

static void steps_of_the_minimum(void **state)
{
    json_t *answer =
        fill_in("initial_minimum", "[[\"15\"],[\"0\",\"50\"],[\"1,500\",\" 90 \"]]", "");
    check_sentence(answer, 0, "With fewer than 0 points: [] to meld");
    check_sentence(answer, 2, "From [] points: [] to meld");
    assert_string_equal(text_of(cell_at(answer, 2, 0), "label"), "Row 3: from how many points");
    assert_string_equal(text_of(cell_at(answer, 2, 0), "value"), "1500");
    assert_string_equal(text_of(answer, "value"), "[[null, 15], [0, 50], [1500, 90]]");
    assert_false(removable(answer, 0));
    assert_true(removable(answer, 1));
    json_decref(answer);

    answer = fill_in("initial_minimum", "[[\"15\"],[\"0\",\"50\"]]", ",\"remove\":1");
    check_sentence(answer, 0, "With any score: [] to meld");
    assert_string_equal(text_of(answer, "value"), "[[null, 15]]");
    json_decref(answer);

    answer = fill_in("initial_minimum", "[[\"15\"],[\"0\",\"50\"]]", ",\"add\":true");
    assert_string_equal(text_of(cell_at(answer, 2, 1), "wrong"), "A number is missing here.");
    assert_null(json_object_get(answer, "value"));
    json_decref(answer);
}

static void faults_are_shown_at_their_field(void **state)
{
    json_t *answer = fill_in("initial_minimum",
                             "[[\"0\"],[\"1500\",\"2000\"],[\"many\",\"90\"],[\"500\",\"1.5\"],"
                             "[\"2000\",\"99999999999\"]]",
                             "");
    assert_string_equal(text_of(cell_at(answer, 0, 0), "wrong"), "");
    assert_string_equal(text_of(cell_at(answer, 1, 1), "wrong"),
                        "This must be a whole number from 0 to 1000.");
    assert_string_equal(text_of(cell_at(answer, 2, 0), "wrong"), "This must be a whole number.");
    assert_string_equal(text_of(cell_at(answer, 2, 0), "value"), "many");
    assert_string_equal(text_of(cell_at(answer, 3, 0), "wrong"),
                        "This must be more than 1500 in the row above.");
    assert_string_equal(text_of(cell_at(answer, 3, 1), "wrong"),
                        "This must be a whole number from 0 to 1000.");
    assert_string_equal(text_of(cell_at(answer, 4, 1), "wrong"),
                        "This must be a whole number from 0 to 1000.");
    assert_null(json_object_get(answer, "value"));
    json_decref(answer);
}

/* The longest text that a field of the pages accepts, of any letters. */
static void long_letters_are_only_wrong(void **state)
{
    json_t *answer =
        fill_in("red_three_bonus",
                "[[\"\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00\u4e00"
                "\u4e00\u4e00\u4e00\u4e00\"]]",
                "");
    assert_string_equal(text_of(cell_at(answer, 0, 0), "wrong"),
                        "This must be a whole number from -10000 to 10000.");
    json_decref(answer);
}

static void bonuses_kinds_and_points(void **state)
{
    json_t *answer = fill_in("red_three_bonus", "[[\"100\"],[\"-200\"]]", "");
    check_sentence(answer, 0, "1 red three: []");
    check_sentence(answer, 1, "2 red threes or more: []");
    assert_false(removable(answer, 0));
    assert_true(removable(answer, 1));
    assert_true(json_is_true(json_object_get(cell_at(answer, 0, 0), "minus")));
    assert_string_equal(text_of(answer, "value"), "[100, -200]");
    json_decref(answer);

    answer = fill_in("red_three_bonus",
                     "[[\"1\"],[\"2\"],[\"3\"],[\"4\"],[\"5\"],[\"6\"],"
                     "[\"7\"],[\"8\"],[\"9\"],[\"10\"],[\"11\"],[\"12\"]]",
                     "");
    assert_true(json_is_false(json_object_get(answer, "more")));
    json_decref(answer);

    answer = ask("{\"do\":\"params\",\"rules\":\"laws1950\",\"players\":4,\"language\":\"en\","
                 "\"house\":\"pile_freeze = []\\nout_contract = {7: 1, natural: 2}\\ncard_points = "
                 "{A: 25}\\nred_three_bonus = [50, "
                 "100]\\ninitial_minimum = [[null, 0], [500, 60]]\"}");
    const json_t *params = json_object_get(answer, "params");
    const json_t *freeze = named(params, "pile_freeze");
    assert_string_equal(text_of(freeze, "says"), "none");
    assert_string_equal(text_of(freeze, "defaultSays"), "jokers, deuces, red threes");
    const json_t *contract = named(params, "out_contract");
    assert_string_equal(text_of(contract, "says"),
                        "natural canastas: 2 \u00b7 canastas of sevens: 1");
    assert_string_equal(text_of(contract, "defaultSays"), "none");
    assert_string_equal(text_of(cell_at(contract, 1, 0), "label"), "mixed canastas");
    assert_string_equal(text_of(cell_at(contract, 0, 0), "value"), "2");
    assert_true(json_is_true(json_object_get(cell_at(freeze, 0, 0), "tick")));
    assert_string_equal(text_of(cell_at(freeze, 0, 0), "label"), "jokers");
    assert_string_equal(text_of(named(params, "card_points"), "says"), "aces: 25");
    assert_string_equal(text_of(named(params, "card_points"), "defaultSays"), "aces: 20");
    assert_string_equal(text_of(named(params, "red_three_bonus"), "says"),
                        "1 red three: 50 \u00b7 2 red threes or more: 100");
    assert_string_equal(text_of(named(params, "initial_minimum"), "says"),
                        "With fewer than 500 points: 0 to meld \u00b7 From 500 points: 60 to meld");
    json_decref(answer);
}

static void lists_of_numbers_say_what_each_is_for(void **state)
{
    json_t *answer = fill_in("talon", "[[\"4\"],[\"3\"]]", "");
    check_sentence(answer, 1, "cards for the side that opens as number 2: []");
    assert_false(removable(answer, 0));
    assert_true(removable(answer, 1));
    assert_string_equal(text_of(answer, "value"), "[4, 3]");
    json_decref(answer);

    answer = fill_in("minimum_by_round", "[[\"50\"],[\"90\"]]", "");
    check_sentence(answer, 0, "deal 1: []");
    check_sentence(answer, 1, "deal 2 and all that follow: []");
    json_decref(answer);

    answer = fill_in("second_hand", "[[\"11\"]]", ",\"remove\":0");
    assert_string_equal(text_of(answer, "value"), "[]");
    json_decref(answer);

    answer = fill_in("black_three_bonus", "[[\"100\"]]", "");
    check_sentence(answer, 0, "1 black three: []");
    json_decref(answer);
}

/* Sevens are the fourth of eleven ranks. */
static void cards_held_cost_what_their_row_says(void **state)
{
    json_t *cells = json_array();
    for (int i = 0; i < 11; i++)
        json_array_append_new(cells, i == 3 ? json_pack("[s, s]", "3", "1,500")
                                            : json_pack("[s, s]", "0", "0"));
    json_t *answer = ask_rows("held_penalty", cells, "", "");
    check_sentence(answer, 3, "sevens: [] or more cost []");
    assert_string_equal(text_of(cell_at(answer, 3, 0), "label"), "sevens: how many cards");
    assert_string_equal(text_of(answer, "value"), "{7: [3, 1500]}");
    json_decref(answer);
}

/* Hands are ticked by name, whatever forms they have; each set is offered those of all sets. */
static void special_hands_are_ticked_by_name(void **state)
{
    static const char pairs[] = "[{name: pairs, points: 2500, groups: [2, 2, 2, 2, 2, 2, 2]}, "
                                "{name: ours, points: 700, groups: [7, 7]}]";
    char house[400];
    (void)snprintf(house, sizeof house,
                   "{\"do\":\"params\",\"rules\":\"laws1950\",\"players\":4,\"language\":\"en\","
                   "\"house\":\"special_hands = %s\"}",
                   pairs);
    json_t *asked = ask(house);
    const json_t *param = named(json_object_get(asked, "params"), "special_hands");
    assert_string_equal(text_of(param, "says"), "Pairs: 2500 \u00b7 ours: 700");
    assert_true(json_is_false(json_object_get(param, "more")));
    json_t *cells = cells_of(json_object_get(param, "rows"));
    const size_t last = json_array_size(cells) - 1;
    assert_true(last > 0);
    assert_string_equal(text_of(cell_at(param, last, 0), "label"), "ours");
    assert_string_equal(text_of(json_array_get(json_object_get(param, "rows"), 0), "about"),
                        "seven pairs");
    json_array_set_new(json_array_get(cells, 0), 1, json_string("2000"));
    json_array_set_new(json_array_get(cells, last), 0, json_string("false"));
    json_t *answer = ask_rows("special_hands", cells, pairs, "");
    assert_string_equal(text_of(answer, "value"),
                        "[{name: pairs, points: 2000, groups: [2, 2, 2, 2, 2, 2, 2]}]");
    json_decref(answer);
    json_decref(asked);
}

/* ---- house rules ---- */

static void wrong(const char *question, int line, int column, const char *name, const char *text)
{
    json_t *answer = ask(question);
    assert_int_equal(number(answer, "line"), line);
    assert_int_equal(number(answer, "column"), column);
    assert_string_equal(text_of(answer, "name"), name);
    assert_string_equal(text_of(answer, "text"), text);
    json_decref(answer);
}

static void faults_of_house_rules_are_reported(void **state)
{
    json_t *answer =
        ask("{\"do\":\"house\",\"rules\":\"laws1950\",\"players\":4,\"language\":\"en\","
            "\"house\":\"target = 3000\\npacks = 3\"}");
    assert_true(json_is_true(json_object_get(answer, "fine")));
    json_decref(answer);
    wrong("{\"do\":\"house\",\"rules\":\"laws1950\",\"players\":4,\"language\":\"en\","
          "\"house\":\"target = 3000\\npacks = 7\"}",
          2, 9, "packs",
          "this number is too small or too large for “Decks of cards” (packs) (expected 1 to 6)");
    wrong("{\"do\":\"house\",\"rules\":\"laws1950\",\"players\":4,\"language\":\"de\","
          "\"house\":\"packs = none\"}",
          1, 9, "packs",
          "„Kartenspiele“ (packs) kann diesen Wert nicht haben (erwartet: eine ganze Zahl von 1 "
          "bis 6 oder nach Zahl der Spieler {\"2\": a, \"3\": b, \"4\": c})");
    wrong(
        "{\"do\":\"house\",\"rules\":\"bicycle\",\"players\":3,\"language\":\"en\",\"house\":\"\"}",
        0, 0, "", "these rules are not for 3 players");
    wrong("{\"do\":\"params\",\"rules\":\"none\",\"language\":\"en\",\"house\":\"\"}", 0, 0, "",
          "there is no rule set 'none' (expected one of those that \"canasta rules\" lists)");
}

static void house_rules_that_no_table_accepts(void **state)
{
    char question[3200], house[2100];
    memset(house, ' ', sizeof house - 1);
    house[sizeof house - 1] = '\0';
    snprintf(question, sizeof question,
             "{\"do\":\"house\",\"rules\":\"laws1950\",\"players\":4,\"language\":\"en\","
             "\"house\":\"%s\"}",
             house);
    wrong(question, 0, 0, "", "house rules at a table have at most 2047 characters");
}

/* ---- numbered games ---- */

/* The same cards that "canasta play --seed canasta" deals. */
static void decks_of_a_numbered_game(void **state)
{
    json_t *answer = ask("{\"do\":\"deck\",\"rules\":\"laws1950\",\"house\":\"\","
                         "\"number\":\"canasta\",\"deal\":1}");
    const char *deck = text_of(answer, "deck");
    assert_int_equal(strlen(deck), 2 * 108);
    assert_memory_equal(deck, "Kh4cThTs8h8s2h6d7s9hKs", 22);
    json_decref(answer);
}

static void read_deck(const json_t *answer, cn_card deck[CN_CARDS_MAX])
{
    const char *text = text_of(answer, "deck");
    for (size_t i = 0; i < strlen(text) / 2; i++) {
        const char card[3] = {text[2 * i], text[2 * i + 1]};
        deck[i] = cn_card_parse(card);
    }
}

/* If cards go back into the stock, the answer has the order in which they leave it (I2). */
static void decks_can_be_dealt(void **state)
{
    struct cn_rules rules;
    int put_back = 0;
    assert_true(cn_rules_load(&rules, "montevideo"));
    for (int deal = 1; deal <= 400; deal++) {
        cn_card deck[CN_CARDS_MAX], plain[CN_CARDS_MAX];
        struct cn_game game;
        struct cn_rng rng;
        char question[160];
        snprintf(question, sizeof question,
                 "{\"do\":\"deck\",\"rules\":\"montevideo\",\"house\":\"\",\"number\":\"7\","
                 "\"deal\":%d,\"players\":3}",
                 deal);
        json_t *answer = ask(question);
        read_deck(answer, deck);
        cn_game_init(&game, law_of(&rules), 3, NULL);
        assert_true(cn_game_deal(&game, 0, CN_NO_SEAT, deck, NULL, NULL));
        cn_seeded_deck(&rules, 4, "7", deal, plain, &rng);
        put_back += memcmp(deck, plain, (size_t)cn_rules_cards(&rules, 4)) != 0;
        json_decref(answer);
    }
    assert_true(put_back > 0);
}

static void malformed_questions_are_refused(void **state)
{
    static const char *const bad[] = {
        "{}",
        "{\"do\":\"deck\",\"rules\":\"laws1950\",\"number\":\"1\"}",
        "{\"do\":\"deck\",\"rules\":\"laws1950\",\"number\":\"1\",\"deal\":0}",
        "{\"do\":\"sing\"}",
        "{\"do\":\"rows\",\"name\":\"target\",\"cells\":[[\"1\"]]}",
        "{\"do\":\"rows\",\"name\":\"card_points\",\"cells\":[[\"1\"]]}",
        "{\"do\":\"rows\",\"name\":\"initial_minimum\",\"cells\":[]}",
        "{\"do\":\"rows\",\"name\":\"initial_minimum\",\"cells\":[[\"1\"],[\"2\"]]}",
        "{\"do\":\"rows\",\"name\":\"initial_minimum\",\"cells\":[[\"1\"]],\"remove\":0}",
        "{\"do\":\"rows\",\"name\":\"red_three_bonus\",\"cells\":[[7]]}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        json_t *answer = ask(bad[i]);
        assert_true(json_is_string(json_object_get(answer, "error")));
        json_decref(answer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ruling_question_by_question),
        cmocka_unit_test(facts_that_do_not_exist_are_named),
        cmocka_unit_test(articles_have_their_questions),
        cmocka_unit_test(all_sets),
        cmocka_unit_test(ready_house_rules),
        cmocka_unit_test(all_articles),
        cmocka_unit_test(the_law_is_searched),
        cmocka_unit_test(names_are_in_the_answer),
        cmocka_unit_test(partners_are_named),
        cmocka_unit_test(all_parameters),
        cmocka_unit_test(referees_are_offered),
        cmocka_unit_test(parameters_under_house_rules),
        cmocka_unit_test(lists_round_trip_through_fields),
        cmocka_unit_test(steps_of_the_minimum),
        cmocka_unit_test(faults_are_shown_at_their_field),
        cmocka_unit_test(long_letters_are_only_wrong),
        cmocka_unit_test(bonuses_kinds_and_points),
        cmocka_unit_test(lists_of_numbers_say_what_each_is_for),
        cmocka_unit_test(cards_held_cost_what_their_row_says),
        cmocka_unit_test(special_hands_are_ticked_by_name),
        cmocka_unit_test(faults_of_house_rules_are_reported),
        cmocka_unit_test(house_rules_that_no_table_accepts),
        cmocka_unit_test(decks_of_a_numbered_game),
        cmocka_unit_test(decks_can_be_dealt),
        cmocka_unit_test(malformed_questions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
