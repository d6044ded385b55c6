/* score_pad_test.c -- the score pad explains what it asks for: every item of every rule set has a
 * sentence and an article of the law book, in every language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/base.h"
#include "pages/pages.h"
#include "words/words.h"

static const char *const languages[] = {"en", "es", "de", "fr"};

/* Asks for an empty pad. The caller frees the answer. */
static json_t *ask(const char *rules, int players, const char *language)
{
    struct cn__text answer = {0};
    json_t *question = json_pack("{s:s, s:s, s:s, s:i, s:[], s:s}", "do", "score", "rules", rules,
                                 "house", "", "players", players, "deals", "language", language);
    assert_non_null(question);
    score_pad_query(question, &answer);
    json_t *read = json_loadb(answer.text, answer.length, 0, NULL);
    assert_non_null(read);
    json_decref(question);
    cn__text_free(&answer);
    return read;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    assert_non_null(text);
    assert_null(strchr(text, '{'));
    assert_null(strstr(text, "web."));
    return text;
}

/* Penalties and other points of the table's own explain themselves. */
static bool is_own(const char *name)
{
    return strcmp(name, "undeclared") == 0 || strcmp(name, "other") == 0;
}

static void expect_explained(const json_t *field, const char *language)
{
    struct cn_law_article article;
    const char *name = text_of(field, "name");
    assert_true(text_of(field, "label")[0] != '\0');
    if (is_own(name))
        return;
    if (text_of(field, "about")[0] == '\0')
        fail_msg("%s: %s has no sentence", language, name);
    if (!cn_law_find(language, text_of(field, "law"), &article))
        fail_msg("%s: %s cites %s", language, name, text_of(field, "law"));
}

static void every_item_is_explained(void **state)
{
    int fields = 0;
    for (int i = 0; cn_rules_builtin(i) != NULL; i++)
        for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
            struct cn_rules rules;
            int players = 2;
            assert_true(cn_rules_load(&rules, cn_rules_builtin(i)));
            while (!cn_rules_allow_players(&rules, players))
                players++;
            json_t *answer = ask(cn_rules_builtin(i), players, languages[l]);
            const json_t *list = json_object_get(answer, "fields");
            assert_true(json_array_size(list) >= 7);
            for (size_t f = 0; f < json_array_size(list); f++, fields++)
                expect_explained(json_array_get(list, f), languages[l]);
            json_decref(answer);
        }
    assert_true(fields > 200);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_is_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
