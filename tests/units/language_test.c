/* language_test.c -- every language is compared with English: the same keys, arguments and
 * articles.
 *
 * All faults are printed, so a translator sees at once what is left to do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ruling/ruling.h"
#include "words/data.h"
#include "words/words.h"

enum {
    KEY_SIZE = 96,
    SENTENCE_SIZE = 1024
};

static int faults;

static void fault(const char *path, const char *what, const char *about)
{
    print_error("%s: %s: %s\n", path, what, about);
    faults++;
}

/* ---- characters ---- */

/* Returns the length in bytes of the first character, or 0 if it is a control character or not
 * UTF-8. */
static int character_length(const unsigned char *text)
{
    if (text[0] < 0x80)
        return text[0] >= ' ' || text[0] == '\n' ? 1 : 0;
    const int length = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
    if (text[0] < 0xc2 || text[0] > 0xf4)
        return 0;
    for (int i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

static void expect_characters(const struct cn_data *file)
{
    const unsigned char *text = (const unsigned char *)file->text;
    char at[32];
    for (size_t i = 0; i < file->size;) {
        const int length = character_length(text + i);
        (void)snprintf(at, sizeof at, "byte %zu", i);
        if (length == 0)
            fault(file->path, "no UTF-8", at);
        i += length > 0 ? (size_t)length : 1;
    }
}

/* ---- catalogues ---- */

/* Like strstr and strchr, within the file: the sanitizers' versions measure the whole text at each
 * call. */
static const char *find(const struct cn_data *file, const char *from, const char *text)
{
    return memmem(from, (size_t)(file->text + file->size - from), text, strlen(text));
}

static size_t length_to(const struct cn_data *file, const char *from, char end)
{
    const size_t rest = (size_t)(file->text + file->size - from);
    const char *found = memchr(from, end, rest);
    return found == NULL ? rest : (size_t)(found - from);
}

/* Reads the line's key and sentence. Returns false for a comment or an empty line. */
static bool read_line(const char *line, size_t length, char key[KEY_SIZE],
                      char sentence[SENTENCE_SIZE])
{
    const char *equals = memchr(line, '=', length);
    if (length == 0 || line[0] == '#' || equals == NULL)
        return false;
    (void)snprintf(key, KEY_SIZE, "%.*s", (int)(equals - line), line);
    key[strcspn(key, " ")] = '\0';
    if (strncmp(key, "form.", 5) == 0) /* its text may contain blanks */
        (void)snprintf(key, KEY_SIZE, "%.*s", (int)(equals - line - 1), line);
    const struct cn_words words = {line, length};
    (void)cn_words_lookup(&words, key, sentence, SENTENCE_SIZE);
    return true;
}

/* The length of an entry with its continuation lines. */
static size_t entry_length(const struct cn_data *file, const char *line)
{
    size_t length = length_to(file, line, '\n');
    while (line[length] == '\n' && line[length + 1] == ' ')
        length += 1 + length_to(file, line + length + 1, '\n');
    return length;
}

/* Copies the file's sentence of the key, or "" if it has none. cn_words_lookup would fall back to
 * English. */
static bool own_sentence(const struct cn_data *file, const char *key, char sentence[SENTENCE_SIZE])
{
    char mark[KEY_SIZE + 4], same[KEY_SIZE];
    (void)snprintf(mark, sizeof mark, "\n%s =", key);
    const char *line = find(file, file->text, mark);
    sentence[0] = '\0';
    return line != NULL && read_line(line + 1, entry_length(file, line + 1), same, sentence);
}

/* Reads the next line with a sentence from *at on. */
static bool next_sentence(const struct cn_data *file, size_t *at, char key[KEY_SIZE],
                          char sentence[SENTENCE_SIZE])
{
    while (*at < file->size) {
        const char *line = file->text + *at;
        const size_t length = entry_length(file, line);
        *at += length + 1;
        if (read_line(line, length, key, sentence))
            return true;
    }
    return false;
}

/* Returns whether a line "# same: KEY KEY" lists the key. */
static bool is_listed_as_same(const struct cn_data *file, const char *key)
{
    static const char mark[] = "\n# same: ";
    const size_t length = strlen(key);
    for (const char *at = file->text; (at = find(file, at, mark)) != NULL;) {
        at += sizeof mark - 1;
        const char *end = at + length_to(file, at, '\n');
        while (at < end) {
            const char *blank = memchr(at, ' ', (size_t)(end - at));
            const size_t word = (size_t)((blank != NULL ? blank : end) - at);
            if (word == length && memcmp(at, key, length) == 0)
                return true;
            at += word + (blank != NULL);
        }
    }
    return false;
}

/* Returns whether the sentence has a letter outside its arguments. */
static bool has_letters(const char *sentence)
{
    int depth = 0;
    for (const char *at = sentence; *at != '\0'; at++) {
        const char small = (char)(*at | 0x20);
        depth += *at == '{' ? 1 : *at == '}' ? -1 : 0;
        if (depth == 0 && small >= 'a' && small <= 'z')
            return true;
    }
    return strchr(sentence, '?') != NULL && strchr(sentence, '|') != NULL;
}

/* Returns where the brace that opens here is closed, or NULL, and counts the alternatives
 * between. */
static const char *closing(const char *open, int *alternatives)
{
    int depth = 0;
    *alternatives = 1;
    for (const char *at = open; *at != '\0'; at++) {
        depth += *at == '{' ? 1 : *at == '}' ? -1 : 0;
        *alternatives += *at == '|' && depth == 1 ? 1 : 0;
        if (depth == 0)
            return at;
    }
    return NULL;
}

static void expect_form(const struct cn_data *file, const char *name, const char *end,
                        const char *key)
{
    char form[KEY_SIZE], sentence[SENTENCE_SIZE];
    (void)snprintf(form, sizeof form, "form.%.*s", (int)(end - name), name);
    if (strcmp(form, "form.one") != 0 && !own_sentence(file, form, sentence))
        fault(file->path, form, key);
}

/* Returns the arguments of a sentence, one bit each. Reports faults of its braces. */
static unsigned arguments_of(const struct cn_data *file, const char *key, const char *sentence)
{
    unsigned arguments = 0;
    for (const char *at = strchr(sentence, '{'); at != NULL; at = strchr(at + 1, '{')) {
        int alternatives = 0;
        const char *end = closing(at, &alternatives);
        if (end == NULL || at[1] < '0' || at[1] > '9' || strchr("}:?", at[2]) == NULL) {
            fault(file->path, "braces that mean nothing", key);
            return arguments;
        }
        if (alternatives != (at[2] == '?' ? 2 : 1))
            fault(file->path, "not two alternatives", key);
        if (at[2] == ':')
            expect_form(file, at + 3, end, key);
        arguments |= 1u << (at[1] - '0');
    }
    return arguments;
}

static void compare_sentences(const struct cn_data *english, const struct cn_data *file,
                              const char *key, const char *said, const char *sentence)
{
    const bool same = strcmp(said, sentence) == 0;
    if (sentence[0] == '\0')
        fault(file->path, "empty", key);
    if (arguments_of(english, key, said) != arguments_of(file, key, sentence))
        fault(file->path, "other arguments", key);
    if (same && has_letters(said) && !is_listed_as_same(file, key))
        fault(file->path, "English", key);
    if (!same && is_listed_as_same(file, key))
        fault(file->path, "listed as the same, and is not", key);
}

static void expect_all_keys(const struct cn_data *english, const struct cn_data *file)
{
    char key[KEY_SIZE], said[SENTENCE_SIZE], sentence[SENTENCE_SIZE];
    for (size_t at = 0; next_sentence(english, &at, key, said);) {
        if (!own_sentence(file, key, sentence))
            fault(file->path, "missing", key);
        else
            compare_sentences(english, file, key, said, sentence);
    }
}

/* The English of rulings for real cards is not in the catalogue, but in their file. */
static void expect_all_rulings(const struct rulings *rulings, const struct cn_data *english,
                               const struct cn_data *file)
{
    char sentence[SENTENCE_SIZE];
    const char *said, *key;
    for (int i = 0; (said = rulings_sentence(rulings, i, &key)) != NULL; i++) {
        if (own_sentence(english, key, sentence))
            fault(english->path, "in rulings.json already", key);
        if (file == english)
            continue;
        if (!own_sentence(file, key, sentence))
            fault(file->path, "missing", key);
        else
            compare_sentences(english, file, key, said, sentence);
    }
}

static bool is_of_rulings(const struct rulings *rulings, const char *wanted)
{
    const char *key;
    for (int i = 0; rulings_sentence(rulings, i, &key) != NULL; i++)
        if (strcmp(key, wanted) == 0)
            return true;
    return false;
}

static void expect_no_other_keys(const struct rulings *rulings, const struct cn_data *english,
                                 const struct cn_data *file)
{
    char key[KEY_SIZE], sentence[SENTENCE_SIZE], other[SENTENCE_SIZE];
    for (size_t at = 0; next_sentence(file, &at, key, sentence);) {
        (void)own_sentence(file, key, other);
        if (strcmp(sentence, other) != 0)
            fault(file->path, "stands twice", key);
        if (strncmp(key, "form.", 5) == 0)
            (void)arguments_of(file, key, sentence);
        else if (!own_sentence(english, key, other) && !is_of_rulings(rulings, key))
            fault(file->path, "not in English", key);
    }
}

static const struct cn_data *file_of(const char *path)
{
    for (int i = 0; cn_data_at(i) != NULL; i++)
        if (strcmp(cn_data_at(i)->path, path) == 0)
            return cn_data_at(i);
    return NULL;
}

static void every_language_has_every_sentence(void **state)
{
    const struct cn_data *english = file_of("words/en.words");
    struct rulings *rulings = rulings_open();
    assert_non_null(english);
    assert_non_null(rulings);
    faults = 0;
    for (int i = 0; cn_data_at(i) != NULL; i++) {
        const struct cn_data *file = cn_data_at(i);
        if (strncmp(file->path, "words/", 6) != 0)
            continue;
        expect_characters(file);
        expect_no_other_keys(rulings, english, file);
        expect_all_rulings(rulings, english, file);
        if (file != english)
            expect_all_keys(english, file);
    }
    rulings_close(rulings);
    assert_int_equal(faults, 0);
}

/* ---- law books ---- */

/* The articles of one book, read directly from its text. Other functions fall back to English. */
struct article {
    char name[KEY_SIZE];
    const char *title, *body;
    size_t title_length, body_length;
};

/* Reads the article at or after *at, and moves *at past it. */
static bool next_article(const struct cn_data *book, size_t *at, struct article *article)
{
    const char *heading = find(book, book->text + *at, "\n== ");
    if (heading == NULL)
        return false;
    const char *bar = strchr(heading, '|');
    const char *end = strchr(heading + 1, '\n');
    const char *next = find(book, heading + 1, "\n== ");
    if (bar == NULL || end == NULL || bar > end)
        return false;
    (void)snprintf(article->name, sizeof article->name, "%.*s", (int)(bar - heading - 5),
                   heading + 4);
    article->title = bar + 1;
    article->title_length = (size_t)(end - article->title);
    article->body = end;
    article->body_length = next != NULL ? (size_t)(next - end) : strlen(end);
    *at = (size_t)(end - book->text) - 1;
    return true;
}

/* Writes all references of the body in order, such as "[L31][I4]". */
static void references(const struct article *article, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < article->body_length; i++) {
        const char *open = article->body + i;
        const char *close = *open == '[' ? memchr(open, ']', article->body_length - i) : NULL;
        if (close != NULL && length + 1 < size)
            length += (size_t)snprintf(text + length, size - length, "%.*s",
                                       (int)(close + 1 - open), open);
    }
}

static bool is_same_text(const char *a, size_t a_length, const char *b, size_t b_length)
{
    return a_length == b_length && memcmp(a, b, a_length) == 0;
}

static void compare_articles(const struct cn_data *file, const struct article *said,
                             const struct article *article)
{
    char wanted[512], found[512];
    references(said, wanted, sizeof wanted);
    references(article, found, sizeof found);
    if (strcmp(wanted, found) != 0)
        fault(file->path, "other references", said->name);
    if (article->title_length < 2 || article->body_length < 3)
        fault(file->path, "empty", said->name);
    if (is_same_text(said->body, said->body_length, article->body, article->body_length))
        fault(file->path, "English", said->name);
}

static void expect_articles(const struct cn_data *english, const struct cn_data *file)
{
    struct article said, article;
    size_t in_english = 0, at = 0;
    while (next_article(english, &in_english, &said)) {
        const size_t before = at;
        if (!next_article(file, &at, &article) || strcmp(said.name, article.name) != 0) {
            fault(file->path, "missing, or not in its place", said.name);
            at = before; /* the next one may match */
        } else {
            compare_articles(file, &said, &article);
        }
    }
    while (next_article(file, &at, &article))
        fault(file->path, "not in English", article.name);
}

static void every_language_has_the_law(void **state)
{
    faults = 0;
    for (int c = 0; cn_data_at(c) != NULL; c++) {
        char language[CN_LANGUAGE_SIZE], path[128];
        if (strncmp(cn_data_at(c)->path, "words/", 6) != 0 ||
            !cn_words_match_language(cn_data_at(c)->path + 6, language))
            continue;
        for (int i = 0; cn_data_at(i) != NULL; i++) {
            if (strncmp(cn_data_at(i)->path, "law/en/", 7) != 0)
                continue;
            (void)snprintf(path, sizeof path, "law/%s/%s", language, cn_data_at(i)->path + 7);
            const struct cn_data *file = file_of(path);
            if (file == NULL) {
                fault(path, "missing", "the whole book");
            } else {
                expect_characters(file);
                if (file != cn_data_at(i))
                    expect_articles(cn_data_at(i), file);
            }
        }
    }
    assert_int_equal(faults, 0);
}

/* Every article is found in every language, in English if it is not translated yet. */
static void articles_fall_back_to_english(void **state)
{
    for (int c = 0; cn_data_at(c) != NULL; c++) {
        struct cn_law_article said, article;
        char language[CN_LANGUAGE_SIZE];
        size_t in_english = 0, at = 0;
        if (strncmp(cn_data_at(c)->path, "words/", 6) != 0 ||
            !cn_words_match_language(cn_data_at(c)->path + 6, language))
            continue;
        while (cn_law_next("en", &in_english, &said)) {
            assert_true(cn_law_next(language, &at, &article));
            assert_int_equal(said.name_length, article.name_length);
            assert_memory_equal(said.name, article.name, said.name_length);
            assert_true(article.title_length > 0 && article.body_length > 0);
        }
        assert_false(cn_law_next(language, &at, &article));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_language_has_every_sentence),
        cmocka_unit_test(every_language_has_the_law),
        cmocka_unit_test(articles_fall_back_to_english),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
