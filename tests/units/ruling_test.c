/* ruling_test.c -- rulings for real cards: every path of data/rulings.json ends after at most five
 * questions in one row, every row is reached, and all of it has words in every language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ruling/ruling.h"
#include "words/data.h"

enum {
    TEXT_SIZE = 1024,
    ROWS_MAX = 500
};

static const char *const languages[] = {"en", "es", "de", "fr"};

/* The file itself, to compare with. */
static json_t *read_file(void)
{
    for (int i = 0; cn_data_at(i) != NULL; i++)
        if (strcmp(cn_data_at(i)->path, "rulings.json") == 0)
            return json_loadb(cn_data_at(i)->text, cn_data_at(i)->size, JSON_REJECT_DUPLICATES,
                              NULL);
    fail();
    return NULL;
}

static struct cn_words words_of(const char *language)
{
    struct cn_words words;
    assert_true(cn_words_find(language, &words));
    return words;
}

/* ---- every path ---- */

struct walk {
    struct rulings *rulings;
    json_t *rows[ROWS_MAX]; /* those reached */
    int count;
    int paths, longest;
    void (*visit)(const struct ruling_path *path);
};

static void note_row(struct walk *walk, json_t *row)
{
    for (int i = 0; i < walk->count; i++)
        if (walk->rows[i] == row)
            return;
    assert_true(walk->count < ROWS_MAX);
    walk->rows[walk->count++] = row;
}

static void end_path(struct walk *walk, const struct ruling_path *path)
{
    assert_non_null(path->row);
    note_row(walk, path->row);
    walk->paths++;
    if (path->count > walk->longest)
        walk->longest = path->count;
    if (walk->visit != NULL)
        walk->visit(path);
}

/* Gives every answer to every question. */
static void walk_from(struct walk *walk, struct ruling_facts *facts)
{
    struct ruling_path path;
    char value[RULING_NAME_SIZE];
    ruling_follow(walk->rulings, facts, &path);
    assert_null(path.refused);
    if (!path.asks) {
        end_path(walk, &path);
        return;
    }
    assert_true(path.count < RULING_QUESTIONS_MAX);
    assert_int_equal(path.count, facts->count);
    int values = 0;
    for (; ruling_value(&path, path.count, values, value); values++) {
        assert_int_equal(ruling_facts_add(walk->rulings, facts, path.at[path.count].name, value),
                         RULING_FINE);
        walk_from(walk, facts);
        facts->count--;
    }
    assert_true(values >= 3); /* two and "dont-know", the last */
    assert_string_equal(value, "dont-know");
}

static struct walk walk_all(void (*visit)(const struct ruling_path *path))
{
    struct walk walk = {.rulings = rulings_open(), .visit = visit};
    struct ruling_facts facts = {.count = 0};
    assert_non_null(walk.rulings);
    walk_from(&walk, &facts);
    return walk;
}

static void test_every_path_ends_in_one_row(void **state)
{
    struct walk walk = walk_all(NULL);
    json_t *file = read_file();
    assert_int_equal(walk.count, json_array_size(json_object_get(file, "rows")));
    assert_true(walk.longest <= RULING_QUESTIONS_MAX);
    assert_int_equal(walk.longest, 5);
    print_message("%d paths, %d rows\n", walk.paths, walk.count);
    json_decref(file);
    rulings_close(walk.rulings);
}

/* As the file writes a row, by nothing but its text: the facts are compared one by one. */
static bool row_is(json_t *row, const struct ruling_path *path)
{
    json_t *facts = json_object_get(row, "facts");
    if (strcmp(json_string_value(json_object_get(row, "law")), path->at[0].value) != 0 ||
        json_array_size(facts) + 1 != (size_t)path->count)
        return false;
    for (int i = 1; i < path->count; i++) {
        json_t *fact = json_array_get(facts, (size_t)i - 1);
        const char *value = json_string_value(json_array_get(fact, 1));
        const bool number = path->at[i].value[0] >= '0' && path->at[i].value[0] <= '9';
        if (strcmp(json_string_value(json_array_get(fact, 0)), path->at[i].name) != 0 ||
            strcmp(value, number ? "N" : path->at[i].value) != 0)
            return false;
    }
    return true;
}

static void expect_one_row(const struct ruling_path *path)
{
    json_t *file = read_file(), *row;
    size_t i;
    int rows = 0;
    json_array_foreach(json_object_get(file, "rows"), i, row) rows += row_is(row, path);
    assert_int_equal(rows, 1);
    json_decref(file);
}

static void test_no_two_rows_answer_the_same(void **state)
{
    struct walk walk = walk_all(expect_one_row);
    rulings_close(walk.rulings);
}

/* ---- words ---- */

/* A text without a key, a brace or a blank too many. */
static void expect_text(const char *text)
{
    assert_true(text[0] != '\0' && strlen(text) < TEXT_SIZE - 1);
    assert_null(strchr(text, '{'));
    assert_null(strstr(text, "ruling."));
    assert_null(strstr(text, "  "));
}

static void expect_words_of_path(const struct ruling_path *path, const struct cn_words *words)
{
    char text[TEXT_SIZE], code[RULING_CODE_SIZE];
    for (int i = 0; i < path->count; i++) {
        (void)ruling_question(path, i, words, text, sizeof text);
        expect_text(text);
        (void)ruling_answer(path, i, path->at[i].value, words, text, sizeof text);
        expect_text(text);
    }
    (void)ruling_sentences(path, words, text, sizeof text);
    expect_text(text);
    int steps = 0;
    for (; ruling_step(path, steps, code); steps++) {
        assert_null(strchr(code, '{'));
        (void)ruling_step_words(path, steps, words, text, sizeof text);
        expect_text(text);
    }
    assert_true(steps > 0);
    assert_non_null(ruling_article(path, 0));
    for (int i = 0; ruling_article(path, i) != NULL; i++) {
        struct cn_law_article article;
        assert_true(cn_law_find("en", ruling_article(path, i), &article));
    }
}

static void expect_words(const struct ruling_path *path)
{
    char text[TEXT_SIZE];
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++) {
        const struct cn_words words = words_of(languages[i]);
        expect_words_of_path(path, &words);
    }
    /* English is the file's, letter by letter. */
    const struct cn_words english = words_of("en");
    (void)ruling_sentences(path, &english, text, sizeof text);
    assert_string_equal(text, json_string_value(json_object_get(path->row, "ruling")));
}

static void test_every_path_has_words(void **state)
{
    struct walk walk = walk_all(expect_words);
    rulings_close(walk.rulings);
}

static void test_words_of_a_number(void **state)
{
    struct rulings *rulings = rulings_open();
    struct ruling_path path;
    char text[TEXT_SIZE], code[RULING_CODE_SIZE], culprit[RULING_CODE_SIZE];
    static const char *const wanted[] = {"In 3 later turns, skip the draw and just discard",
                                         "En 3 turnos siguientes, no robes; solo descarta",
                                         "Ziehen Sie in 3 späteren Zügen nicht, werfen Sie nur ab",
                                         "À 3 tours suivants, ne piochez pas, jetez seulement"};
    struct ruling_facts facts = {.count = 0};
    assert_int_equal(ruling_facts_parse(rulings, &facts,
                                        "law=L53 what=too-many cards=3 noticed=in-time points=yes",
                                        culprit),
                     RULING_FINE);
    ruling_follow(rulings, &facts, &path);
    assert_false(path.asks);
    assert_int_equal(ruling_points(&path), -150);
    assert_true(ruling_step(&path, 0, code));
    assert_string_equal(code, "discard-without-drawing 3");
    for (int i = 0; i < 4; i++) {
        const struct cn_words words = words_of(languages[i]);
        (void)ruling_step_words(&path, 0, &words, text, sizeof text);
        assert_string_equal(text, wanted[i]);
    }
    rulings_close(rulings);
}

/* ---- facts ---- */

static enum ruling_fault parse(const struct rulings *rulings, const char *text, char *culprit)
{
    struct ruling_facts facts = {.count = 0};
    return ruling_facts_parse(rulings, &facts, text, culprit);
}

static void test_faults_of_facts(void **state)
{
    struct rulings *rulings = rulings_open();
    char culprit[RULING_CODE_SIZE];
    char longer[200] = "law=";
    memset(longer + 4, 'x', 150);
    assert_int_equal(parse(rulings, " law=L53\twhat=looked\n", culprit), RULING_FINE);
    assert_int_equal(parse(rulings, "", culprit), RULING_FINE);
    assert_int_equal(parse(rulings, "law=L53 colour=red", culprit), RULING_NO_FACT);
    assert_string_equal(culprit, "colour");
    assert_int_equal(parse(rulings, "law=L53 law=L54", culprit), RULING_TWICE);
    assert_string_equal(culprit, "law");
    const char *const malformed[] = {"law", "=L53", "law=", longer};
    for (int i = 0; i < 4; i++)
        assert_int_equal(parse(rulings, malformed[i], culprit), RULING_FORM);
    rulings_close(rulings);
}

/* What a fact is refused for on its path, or NULL. */
static const char *refused(const struct rulings *rulings, const char *text,
                           struct ruling_facts *facts)
{
    struct ruling_path path;
    char culprit[RULING_CODE_SIZE];
    facts->count = 0;
    assert_int_equal(ruling_facts_parse(rulings, facts, text, culprit), RULING_FINE);
    ruling_follow(rulings, facts, &path);
    return path.refused;
}

static void test_values(void **state)
{
    static const char *const bad[] = {"law=L60",
                                      "law=L53 what=dropped",
                                      "law=L51 noticed=in-time",
                                      "law=L56 had-turn=yes cards=0",
                                      "law=L56 had-turn=yes cards=7",
                                      "law=L56 had-turn=yes cards=01",
                                      "law=L56 had-turn=yes cards=N",
                                      "law=L52 noticed=*"};
    struct rulings *rulings = rulings_open();
    struct ruling_facts facts;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_non_null(refused(rulings, bad[i], &facts));
    /* What no question asks for has no say. */
    assert_null(refused(rulings, "law=L51 noticed=later cards=99 what=nothing", &facts));
    rulings_close(rulings);
}

static void test_questions_by_law(void **state)
{
    struct rulings *rulings = rulings_open();
    const struct cn_words words = words_of("en");
    struct ruling_facts facts;
    struct ruling_path path;
    char text[TEXT_SIZE];
    static const char *const wanted[][2] = {
        {"law=L51", "Has anyone played in this deal yet?"},
        {"law=L53 what=no-draw", "Since then, has the next player drawn or taken the pack?"},
        {"law=L53 what=looked",
         "Since the mistake, has the next opponent drawn, taken the pack, melded or discarded?"},
        {"law=L56 had-turn=yes", "How many red threes?"},
        {"", "What happened?"}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        assert_null(refused(rulings, wanted[i][0], &facts));
        ruling_follow(rulings, &facts, &path);
        assert_true(path.asks);
        (void)ruling_question(&path, path.count, &words, text, sizeof text);
        assert_string_equal(text, wanted[i][1]);
    }
    rulings_close(rulings);
}

/* ---- laws that only real cards need, because the engine deals ---- */

static void expect_ruling(const char *text, const char *steps, const char *article)
{
    struct rulings *rulings = rulings_open();
    struct ruling_facts facts;
    struct ruling_path path;
    char code[RULING_CODE_SIZE], all[TEXT_SIZE] = "";
    assert_null(refused(rulings, text, &facts));
    ruling_follow(rulings, &facts, &path);
    assert_false(path.asks);
    for (int i = 0; ruling_step(&path, i, code); i++) {
        (void)strncat(all, i > 0 ? ", " : "", sizeof all - strlen(all) - 1);
        (void)strncat(all, code, sizeof all - strlen(all) - 1);
    }
    assert_string_equal(all, steps);
    assert_string_equal(ruling_article(&path, 0), article);
    assert_int_equal(ruling_points(&path), 0);
    rulings_close(rulings);
}

static void test_L51(void **state)
{
    expect_ruling("law=L51 noticed=first-play",
                  "stands, first-play-by-rightful, deals-next-rightful", "L51");
    expect_ruling("law=L51 noticed=later", "stands, deal-passes-on", "L51");
}

static void test_L52(void **state)
{
    static const char *const what[] = {"faced-card", "procedure", "wrong-hand", "dont-know"};
    char facts[100];
    for (int i = 0; i < 4; i++) {
        (void)snprintf(facts, sizeof facts, "law=L52 noticed=before-all-played what=%s", what[i]);
        expect_ruling(facts, "new-deal-same-dealer", "L52");
    }
    expect_ruling("law=L52 noticed=later", "stands", "L52");
}

/* In time is until the first play of the deal; in doubt nobody plays again. */
static void test_R27(void **state)
{
    struct rulings *rulings = rulings_open();
    const struct cn_words words = words_of("en");
    struct ruling_facts facts;
    struct ruling_path path;
    char text[TEXT_SIZE];
    assert_null(refused(rulings, "law=L51", &facts));
    ruling_follow(rulings, &facts, &path);
    (void)ruling_answer(&path, path.count, "first-play", &words, text, sizeof text);
    assert_string_equal(text, "Not yet");
    rulings_close(rulings);
    expect_ruling("law=L51 noticed=dont-know", "find-out noticed, stands, deal-passes-on", "L51");
}

static void test_R28(void **state)
{
    expect_ruling("law=other", "put-right, no-penalty", "R28");
    expect_ruling("law=dont-know", "look-again", "R28");
}

/* ---- articles ---- */

static void test_articles_and_their_questions(void **state)
{
    struct rulings *rulings = rulings_open();
    struct ruling_facts about[RULING_ABOUT_MAX];
    static const struct {
        const char *article;
        int count;
        const char *law, *what; /* of the first */
    } wanted[] = {{"L51", 1, "L51", NULL},
                  {"L53", 5, "L53", "too-many"},
                  {"L59", 5, "L59", "shown-before-answer"},
                  {"L60", 6, "L53", NULL},
                  {"P1", 3, "L53", "too-many"},
                  {"P3", 2, "L59", "not-out-after-yes"},
                  {"P4", 2, "L54", "opponents-turn"},
                  {"P5", 2, "L57", "taken"},
                  {"I11", 1, "L56", NULL},
                  {"R28", 2, "other", NULL},
                  {"L31", 0, NULL, NULL}};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        assert_int_equal(rulings_find_about(rulings, wanted[i].article, about), wanted[i].count);
        if (wanted[i].count == 0)
            continue;
        assert_string_equal(about[0].at[0].value, wanted[i].law);
        assert_int_equal(about[0].count, wanted[i].what != NULL ? 2 : 1);
        if (wanted[i].what != NULL)
            assert_string_equal(about[0].at[1].value, wanted[i].what);
    }
    rulings_close(rulings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_path_ends_in_one_row),
        cmocka_unit_test(test_no_two_rows_answer_the_same),
        cmocka_unit_test(test_every_path_has_words),
        cmocka_unit_test(test_words_of_a_number),
        cmocka_unit_test(test_faults_of_facts),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_questions_by_law),
        cmocka_unit_test(test_L51),
        cmocka_unit_test(test_L52),
        cmocka_unit_test(test_R27),
        cmocka_unit_test(test_R28),
        cmocka_unit_test(test_articles_and_their_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
