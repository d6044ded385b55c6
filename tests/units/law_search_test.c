/* law_search_test.c -- the law book answers players in their own words: tests/law-questions.txt. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "words/data.h"
#include "words/speech.h"
#include "words/words.h"

enum {
    FIRST = 3, /* the answer must be among this many first results */
    ROOM = 20,
    LINE_SIZE = 1024,
    QUESTIONS = 27, /* at least, per language */
    EACH = 5        /* one line in this many of an index is tried */
};

static const char *const languages[] = {"en", "es", "de", "fr"};

static bool is_named(const struct cn_law_found *found, const char *name, size_t length)
{
    return found->article.name_length == length && memcmp(found->article.name, name, length) == 0;
}

static const struct cn_data *data_file(const char *path)
{
    for (int i = 0; cn_data_at(i) != NULL; i++)
        if (strcmp(cn_data_at(i)->path, path) == 0)
            return cn_data_at(i);
    fail_msg("no %s", path);
    return NULL;
}

/* Copies the next entry "key = value" of a file. Returns false at the end. */
static bool next_entry(const struct cn_data *file, size_t *at, char key[64], char value[LINE_SIZE])
{
    struct cn__span name, phrases;
    if (!cn__next_entry(file->text, file->size, at, &name, &phrases))
        return false;
    const struct cn_words entry = {name.text, (size_t)(phrases.text - name.text) + phrases.length};
    (void)snprintf(key, 64, "%.*s", (int)name.length, name.text);
    assert_true(cn_words_lookup(&entry, key, value, LINE_SIZE));
    return true;
}

/* Returns whether a list of names, separated by blanks, has the name of the answer. */
static bool has_name(const char *names, const struct cn_law_found *found)
{
    while (*(names += strspn(names, " ")) != '\0') {
        const size_t length = strcspn(names, " ");
        if (is_named(found, names, length))
            return true;
        names += length;
    }
    return false;
}

/* Returns whether the answer is about a game that has its own name in the index. */
static bool is_of_another_game(const char *language, const struct cn_law_found *found)
{
    char path[64], game[64], key[64], value[LINE_SIZE];
    (void)snprintf(path, sizeof path, "law/%s/words.index", language);
    for (size_t at = 0; next_entry(data_file(path), &at, game, value);) {
        if (strncmp(game, "game ", 5) != 0)
            continue;
        if (strlen(game + 5) == found->article.file_length &&
            memcmp(game + 5, found->article.file, found->article.file_length) == 0)
            return true;
        for (size_t kin = 0; next_entry(data_file("law/kin.index"), &kin, key, value);)
            if (strcmp(key, game + 5) == 0 && has_name(value, found))
                return true;
    }
    return false;
}

/* Returns whether one of the names is among the first answers. If it is about the classic game, the
 * first answer must be so too. */
static bool is_answered(const char *language, const char *question, const char *names)
{
    struct cn_law_found found[FIRST];
    const size_t count = cn_law_search(language, NULL, question, found, FIRST);
    for (size_t i = 0; i < count; i++)
        if (has_name(names, &found[i]))
            return is_of_another_game(language, &found[i]) ||
                   !is_of_another_game(language, &found[0]);
    return false;
}

static char *field(char **line)
{
    char *start = *line + strspn(*line, " ");
    char *end = strpbrk(start, "|\n");
    *line = end != NULL ? end + 1 : start + strlen(start);
    if (end != NULL)
        *end = '\0';
    for (size_t length = strlen(start); length > 0 && start[length - 1] == ' '; length--)
        start[length - 1] = '\0';
    return start;
}

static void questions_are_answered(void **state)
{
    int asked[4] = {0}, missed = 0;
    char path[1024], line[LINE_SIZE];
    const char *root = getenv("SOURCE_DIR");
    (void)snprintf(path, sizeof path, "%s/tests/law-questions.txt", root != NULL ? root : ".");
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        char *at = line;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        const char *language = field(&at), *question = field(&at), *names = field(&at);
        for (int i = 0; i < 4; i++)
            asked[i] += strcmp(language, languages[i]) == 0;
        if (is_answered(language, question, names))
            continue;
        print_error("%s: '%s' does not find %s\n", language, question, names);
        missed++;
    }
    assert_int_equal(fclose(file), 0);
    assert_int_equal(missed, 0);
    for (int i = 0; i < 4; i++)
        assert_true(asked[i] >= QUESTIONS);
}

/* ---- the index ---- */

static bool is_article(const char *name)
{
    struct cn_law_article article;
    return cn_law_find("en", name, &article);
}

/* Returns whether the line of an index is about an article. */
static bool is_about_article(const char *key)
{
    return strcmp(key, "stop") != 0 && strcmp(key, "ends") != 0 && strcmp(key, "same") != 0 &&
           strncmp(key, "game ", 5) != 0;
}

static void check_entry(const char *language, const char *key, char *value)
{
    char phrase[LINE_SIZE];
    if (!is_article(key))
        fail_msg("%s: no article %s", language, key);
    (void)snprintf(phrase, sizeof phrase, "%.*s", (int)strcspn(value, ","), value);
    if (!is_answered(language, phrase, key))
        fail_msg("%s: '%s' does not find %s", language, phrase, key);
}

/* The first phrase of a line finds the article of that line. */
static void the_index_leads_to_articles(void **state)
{
    for (int i = 0; i < 4; i++) {
        char path[64], key[64], value[LINE_SIZE];
        (void)snprintf(path, sizeof path, "law/%s/words.index", languages[i]);
        int line = i;
        for (size_t at = 0; next_entry(data_file(path), &at, key, value);)
            if (is_about_article(key) && line++ % EACH == 0)
                check_entry(languages[i], key, value);
    }
}

/* Returns whether the name is that of a book. */
static bool is_book(const char *name)
{
    struct cn_law_article article;
    for (size_t cursor = 0; cn_law_next("en", &cursor, &article);)
        if (article.file_length == strlen(name) &&
            memcmp(article.file, name, article.file_length) == 0)
            return true;
    return false;
}

static void named_games_are_books(void **state)
{
    for (int i = 0; i < 4; i++) {
        char path[64], key[64], value[LINE_SIZE];
        int games = 0;
        (void)snprintf(path, sizeof path, "law/%s/words.index", languages[i]);
        for (size_t at = 0; next_entry(data_file(path), &at, key, value);) {
            if (strncmp(key, "game ", 5) != 0)
                continue;
            games++;
            if (!is_book(key + 5))
                fail_msg("%s: no book %s", languages[i], key + 5);
        }
        assert_int_equal(games, 4);
    }
}

static void related_names_are_articles(void **state)
{
    char key[64], value[LINE_SIZE];
    for (size_t at = 0; next_entry(data_file("law/kin.index"), &at, key, value);) {
        if (!is_article(key) && !is_book(key))
            fail_msg("kin.index: no article or book %s", key);
        for (const char *name = strtok(value, " "); name != NULL; name = strtok(NULL, " "))
            if (!is_article(name))
                fail_msg("kin.index: no article %s", name);
    }
}

/* Returns whether the name is a key of the index, or related to one. */
static bool is_indexed(const char *language, const char *name)
{
    char path[64], key[64], value[LINE_SIZE];
    (void)snprintf(path, sizeof path, "law/%s/words.index", language);
    for (size_t at = 0; next_entry(data_file(path), &at, key, value);)
        if (strcmp(key, name) == 0)
            return true;
    for (size_t at = 0; next_entry(data_file("law/kin.index"), &at, key, value);)
        for (const char *kin = strtok(value, " "); kin != NULL; kin = strtok(NULL, " "))
            if (strcmp(kin, name) == 0)
                return true;
    return false;
}

static void every_article_is_indexed(void **state)
{
    for (int i = 0; i < 4; i++) {
        struct cn_law_article article;
        for (size_t cursor = 0; cn_law_next(languages[i], &cursor, &article);) {
            char name[64];
            (void)snprintf(name, sizeof name, "%.*s", (int)article.name_length, article.name);
            if (!is_indexed(languages[i], name))
                fail_msg("%s: no words for %s", languages[i], name);
        }
    }
}

/* ---- the order ---- */

static void names_and_words_are_found(void **state)
{
    struct cn_law_found found[ROOM];
    assert_true(cn_law_search("en", NULL, "l31", found, ROOM) > 0);
    assert_true(is_named(&found[0], "L31", 3));
    assert_true(cn_law_search("en", NULL, " TAKING  a frozen pile", found, ROOM) > 0);
    assert_true(is_named(&found[0], "L31", 3));
    assert_true(cn_law_search("en", NULL, "way to claim", found, ROOM) > 0); /* across lines */
    assert_true(is_named(&found[0], "L31", 3));
    assert_memory_equal(found[0].match, "way to claim", found[0].match_length);
    assert_true(cn_law_search("es", NULL, "COMODIN", found, ROOM) > 0);
    assert_int_equal(cn_law_search("en", NULL, "xylophone", found, ROOM), 0);
    assert_int_equal(cn_law_search("en", NULL, " ", found, ROOM), 0);
    assert_int_equal(cn_law_search("en", NULL, "", found, ROOM), 0);
    assert_int_equal(cn_law_search("xx", NULL, "frozen", found, ROOM), 0);
    assert_int_equal(cn_law_search("en", NULL, "frozen", found, 0), 0);
    assert_int_equal(cn_law_search("en", NULL, "frozen", found, 1), 1);
}

static void answers_come_best_first(void **state)
{
    struct cn_law_found found[ROOM];
    const size_t count = cn_law_search("en", NULL, "when is the pile frozen", found, ROOM);
    assert_true(count > FIRST);
    for (size_t i = 1; i < count; i++)
        assert_true(found[i - 1].score >= found[i].score);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            assert_ptr_not_equal(found[i].article.name, found[j].article.name);
}

/* Articles of the rule set in play come first. */
static void the_book_in_play_comes_first(void **state)
{
    struct cn_law_found found[ROOM];
    assert_true(cn_law_search("en", "hoyle", "how many points to open", found, ROOM) > 0);
    assert_true(is_named(&found[0], "H:initial", strlen("H:initial")));
    assert_memory_equal(found[0].article.file, "hoyle", found[0].article.file_length);
    assert_true(cn_law_search("de", "pumpa", "pumpa", found, ROOM) > 0);
    assert_true(is_named(&found[0], "S:pumpa", strlen("S:pumpa")));
    assert_memory_equal(found[0].article.language, "de", 2);
    assert_true(cn_law_search("en", "american", "how many points to open", found, ROOM) > 0);
    assert_true(is_named(&found[0], "A:opening", strlen("A:opening")));
    assert_true(cn_law_search("en", "american", "asking once", found, ROOM) > 0);
    assert_true(is_named(&found[0], "IA1", strlen("IA1")));
}

/* A question that names a game is answered by its book. */
static void a_named_game_comes_first(void **state)
{
    static const char *const asked[][2] = {
        {"how many points to open", "L26"},
        {"how many points to open in American", "A:opening"},
        {"how many points to open in hand and foot", "HF:opening"},
        {"how many points to open in pennies", "PH:opening"},
    };
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        struct cn_law_found found[1];
        assert_true(cn_law_search("en", NULL, asked[i][0], found, 1) > 0);
        if (!is_named(&found[0], asked[i][1], strlen(asked[i][1])))
            fail_msg("'%s' does not find %s first", asked[i][0], asked[i][1]);
    }
}

/* Returns the score of the article as an answer to its own title, while the game of this book is
 * played. */
static int score_of(const char *name, const char *book)
{
    struct cn_law_found found[ROOM];
    struct cn_law_article article;
    char title[128];
    assert_true(cn_law_find("en", name, &article));
    (void)snprintf(title, sizeof title, "%.*s", (int)article.title_length, article.title);
    const size_t count = cn_law_search("en", book, title, found, ROOM);
    for (size_t i = 0; i < count; i++)
        if (is_named(&found[i], name, strlen(name)))
            return found[i].score;
    fail_msg("%s does not answer its title", name);
    return 0;
}

/* All articles that kin.index lists after a game belong to that game. */
static void articles_of_a_game_count_more_in_it(void **state)
{
    char key[64], value[LINE_SIZE];
    for (size_t at = 0; next_entry(data_file("law/kin.index"), &at, key, value);) {
        if (strcmp(key, "american") != 0)
            continue;
        for (const char *name = strtok(value, " "); name != NULL; name = strtok(NULL, " "))
            if (strcmp(name, "minute-american") != 0 && /* its title names the game */
                score_of(name, "american") <= score_of(name, NULL))
                fail_msg("%s does not belong to American Canasta", name);
    }
}

/* A question may be absurdly long, and of any bytes. */
static void any_text_can_be_asked(void **state)
{
    struct cn_law_found found[ROOM];
    char text[4096];
    for (size_t i = 0; i + 1 < sizeof text; i++)
        text[i] = (char)(i % 7 == 0 ? ' ' : 'a' + (int)(i % 23));
    text[sizeof text - 1] = '\0';
    (void)cn_law_search("en", NULL, text, found, ROOM);
    memset(text, 'x', sizeof text - 1);
    assert_int_equal(cn_law_search("fr", NULL, text, found, ROOM), 0);
    (void)cn_law_search("fr", NULL, "\xc3", found, ROOM);
    (void)cn_law_search("fr", NULL, "\xff\xfe canasta \xc3\x28", found, ROOM);
    for (size_t i = 0; i + 1 < sizeof text; i++)
        text[i] = (char)(i % 2 == 0 ? 0xc5 : 0x93);
    (void)cn_law_search("fr", NULL, text, found, ROOM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(questions_are_answered),
        cmocka_unit_test(the_index_leads_to_articles),
        cmocka_unit_test(named_games_are_books),
        cmocka_unit_test(related_names_are_articles),
        cmocka_unit_test(every_article_is_indexed),
        cmocka_unit_test(names_and_words_are_found),
        cmocka_unit_test(answers_come_best_first),
        cmocka_unit_test(the_book_in_play_comes_first),
        cmocka_unit_test(a_named_game_comes_first),
        cmocka_unit_test(articles_of_a_game_count_more_in_it),
        cmocka_unit_test(any_text_can_be_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
