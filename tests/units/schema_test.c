/* schema_test.c -- the shapes of answers to pages: the table is complete, and an answer of another
 * shape is found. Every test that asks a question also checks the answer's shape. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "pages/schema.h"

/* ---- the table ---- */

static bool is_known(const char *name, size_t length)
{
    static const char *const plain[] = {"boolean", "number", "string", "null"};
    const struct schema_row *row;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (strlen(plain[i]) == length && strncmp(plain[i], name, length) == 0)
            return true;
    for (int i = 0; (row = schema_row_at(i)) != NULL; i++)
        if ((row->kind == SCHEMA_TYPE || row->kind == SCHEMA_UNION || row->kind == SCHEMA_LIST) &&
            strlen(row->name) == length && strncmp(row->name, name, length) == 0)
            return true;
    return false;
}

/* Checks that every name in a type is in the schema. */
static void check_type(const char *type)
{
    while (*type != '\0') {
        const size_t length = strcspn(type, " ");
        size_t name = length;
        while (name > 2 && strncmp(type + name - 2, "[]", 2) == 0)
            name -= 2;
        if (type[0] != '\'' && type[0] != '|' && !is_known(type, name))
            fail_msg("no type %.*s", (int)name, type);
        type += length + strspn(type + length, " ");
    }
}

static void every_type_is_known(void **state)
{
    const struct schema_row *row;
    for (int i = 0; (row = schema_row_at(i)) != NULL; i++)
        check_type(row->type);
    assert_null(schema_row_at(-1));
}

/* Returns whether one name would hide the other. */
static bool clashes(const struct schema_row *a, const struct schema_row *b)
{
    const bool questions = a->kind == SCHEMA_QUESTION && b->kind == SCHEMA_QUESTION;
    const bool types = a->kind != SCHEMA_QUESTION && b->kind != SCHEMA_QUESTION &&
                       a->kind != SCHEMA_SECTION && b->kind != SCHEMA_SECTION;
    return (questions || types) && strcmp(a->name, b->name) == 0;
}

static void names_are_unique(void **state)
{
    const struct schema_row *a;
    const struct schema_row *b;
    for (int i = 0; (a = schema_row_at(i)) != NULL; i++)
        for (int j = i + 1; (b = schema_row_at(j)) != NULL; j++) {
            if (a->kind == SCHEMA_FIELD && b->kind != SCHEMA_FIELD)
                break; /* fields are compared within their type */
            if ((a->kind == SCHEMA_FIELD) == (b->kind == SCHEMA_FIELD) && clashes(a, b))
                fail_msg("%s twice", a->name);
        }
}

static void lists_have_words(void **state)
{
    const struct schema_row *row;
    int lists = 0;
    for (int i = 0; (row = schema_row_at(i)) != NULL; i++) {
        const char *word;
        int words = 0;
        if (row->kind != SCHEMA_LIST)
            continue;
        lists++;
        for (; (word = schema_list_word(row->name, words)) != NULL; words++)
            assert_true(word[0] != '\0');
        assert_true(words > 1);
    }
    assert_true(lists > 0);
}

/* ---- answers ---- */

static void fits(const char *question, const char *answer, const char *why)
{
    char where[200] = "";
    json_t *asked = json_pack("{ss}", "do", question);
    json_t *given = json_loads(answer, 0, NULL);
    assert_non_null(given);
    const bool good = schema_answer_fits(asked, given, where, sizeof where);
    assert_int_equal(schema_answer_fits(asked, given, NULL, 0), good);
    assert_int_equal(good, why[0] == '\0');
    if (!good)
        assert_string_equal(where, why);
    json_decref(asked);
    json_decref(given);
}

static void answers_of_another_shape_are_found(void **state)
{
    fits("cut-range", "{\"cards\":108,\"least\":4,\"most\":104}", "");
    fits("cut-range", "{\"cards\":108,\"least\":4}", "cut-range.most is missing");
    fits("cut-range", "{\"cards\":108,\"least\":4,\"most\":104,\"more\":1}",
         "cut-range.more is not in the schema");
    fits("cut-range", "{\"cards\":108,\"least\":4,\"most\":\"104\"}",
         "cut-range.most has another type");
    fits("cut-range", "[]", "cut-range is no object");
    fits("token", "{}", "");
    fits("token", "{\"is\":\"ok\"}", "token.is is not in the schema");
    fits("check", "{\"legal\":1}", "check.legal is no boolean");
    fits("timer", "{\"effects\":[{\"is\":\"tomorrow\"}]}", "timer.effects[0].is is another word");
}

static void faults_inside_objects_are_found(void **state)
{
    fits("take-options", "{\"takes\":[{\"action\":\"draw\",\"text\":\"\"}]}", "");
    fits("take-options", "{\"takes\":[{\"action\":\"draw\",\"text\":\"\"},{\"action\":\"draw\"}]}",
         "take-options.takes[1].text is missing");
    fits("take-options", "{\"takes\":{}}", "take-options.takes is no array");
    fits("take-options", "{\"takes\":[],\"why\":{\"id\":\"FROZEN\",\"text\":\"\"}}", "");
    fits("take-options", "{\"takes\":[],\"why\":{\"id\":\"FROSTY\",\"text\":\"\"}}",
         "take-options.why.id is not in its list");
    fits("sides", "{\"sides\":[[0,2],[1,3]],\"places\":[\"South\"]}", "");
    fits("timer", "{\"effects\":[{\"is\":\"timer\",\"at\":5}]}", "");
    fits("points", "{\"points\":5,\"minimum\":null}", "");
}

static void errors_fit_every_question(void **state)
{
    fits("page", "{\"error\":\"memory\"}", "");
    fits("weather", "{\"error\":\"do\"}", "");
    fits("weather", "{}", "weather is no question");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_is_known),
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(lists_have_words),
        cmocka_unit_test(answers_of_another_shape_are_found),
        cmocka_unit_test(faults_inside_objects_are_found),
        cmocka_unit_test(errors_fit_every_question),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
