/* law_book.c -- the law book: finding and walking its articles in the embedded text.
 *
 * A book is a file law/<language>/<name>.law: lines "book = title" and "source = …", then articles,
 * each a line "== NAME | Title" and its body up to the next such line. The books have an
 * order for the reader; books that are not in the list below come last. Books of other languages
 * have the articles of the English ones; articles that one of them lacks are shown in English.
 */
#include <string.h>

#include "data.h"
#include "words.h"

/* Every book is there in this language, and in its order. */
static const char first_language[] = "en";

static const char *const book_order[] = {
    "laws1950", "bicycle", "montevideo",  "hoyle",    "pumpa",
    "american", "uruguay", "handandfoot", "pennies",  "interpretations",
    "referee",  "minute",  "culbertson",  "strategy", "history"};
enum {
    ORDERED = sizeof book_order / sizeof book_order[0]
};

/* A cursor is a book's place in the order and an offset into its text. */
enum {
    OFFSET_BITS = 22
};

/* Returns the name of the book, with ".law", in the path of a data file, or NULL if the file is
 * not a book of that language. */
static const char *book_name(const char *path, const char *language)
{
    const size_t length = strlen(language);
    if (strncmp(path, "law/", 4) != 0 || strncmp(path + 4, language, length) != 0)
        return NULL;
    return path[4 + length] == '/' ? path + 4 + length + 1 : NULL;
}

static bool is_named(const char *file, const char *book)
{
    const size_t length = strlen(book);
    return strncmp(file, book, length) == 0 && strcmp(file + length, ".law") == 0;
}

static bool is_ordered(const char *file)
{
    for (int i = 0; i < ORDERED; i++)
        if (is_named(file, book_order[i]))
            return true;
    return false;
}

/* The data file of the book at a place in the order; NULL past the last. */
static const struct cn_data *book_at(const char *language, size_t place)
{
    for (int order = 0; order <= ORDERED; order++) {
        const struct cn_data *file;
        for (int i = 0; (file = cn_data_at(i)) != NULL; i++) {
            const char *name = book_name(file->path, language);
            if (name == NULL ||
                !(order < ORDERED ? is_named(name, book_order[order]) : !is_ordered(name)))
                continue;
            if (place == 0)
                return file;
            place--;
        }
    }
    return NULL;
}

static size_t line_length(const char *text, size_t length)
{
    const char *end = memchr(text, '\n', length);
    return end == NULL ? length : (size_t)(end - text);
}

static bool is_heading(const char *line, size_t length)
{
    return length > 3 && memcmp(line, "== ", 3) == 0;
}

/* Returns the offset of the next heading at or after 'at', which must be the start of a line; or
 * size. */
static size_t next_heading(const char *text, size_t size, size_t at)
{
    while (at < size) {
        const size_t length = line_length(text + at, size - at);
        if (is_heading(text + at, length))
            return at;
        at += length + 1;
    }
    return size;
}

static void trim(const char **text, size_t *length)
{
    while (*length > 0 && strchr(" \t\r\n", (*text)[*length - 1]) != NULL)
        --*length;
    while (*length > 0 && strchr(" \t\r\n", (*text)[0]) != NULL) {
        ++*text;
        --*length;
    }
}

/* "== NAME | Title" */
static void read_heading(const char *line, size_t length, struct cn_law_article *article)
{
    const char *bar = memchr(line, '|', length);
    const char *end = line + length;
    article->name = line + 3;
    article->name_length = (size_t)((bar != NULL ? bar : end) - article->name);
    article->title = bar != NULL ? bar + 1 : end;
    article->title_length = (size_t)(end - article->title);
    trim(&article->name, &article->name_length);
    trim(&article->title, &article->title_length);
}

/* The language whose books are walked: English, or 'language' if the English books are not there (a
 * browser loads one language). */
static const char *walked(const char *language)
{
    return book_at(first_language, 0) != NULL ? first_language : language;
}

/* Returns the value after "=" in the line. */
static void read_value(const char *line, size_t length, const char **text, size_t *text_length)
{
    const char *equals = memchr(line, '=', length);
    *text = equals != NULL ? equals + 1 : line;
    *text_length = (size_t)(line + length - *text);
    trim(text, text_length);
}

/* The name of the book, and its first lines "book = …" and "source = …". */
static void read_book(const struct cn_data *book, struct cn_law_article *article)
{
    const size_t first = line_length(book->text, book->size);
    const size_t next = first < book->size ? first + 1 : first;
    const char *name = strrchr(book->path, '/');
    read_value(book->text, first, &article->book, &article->book_length);
    read_value(book->text + next, line_length(book->text + next, book->size - next),
               &article->source, &article->source_length);
    article->file = name != NULL ? name + 1 : book->path;
    article->file_length = strcspn(article->file, ".");
}

/* Of "law/de/hoyle.law": "de". */
static void read_language(const struct cn_data *book, struct cn_law_article *article)
{
    const char *slash = strchr(book->path, '/');
    article->language = slash != NULL ? slash + 1 : book->path;
    article->language_length = strcspn(article->language, "/");
}

/* Reads the article whose heading stands at 'at'; returns where the next one begins. */
static size_t read_article(const struct cn_data *book, size_t at, struct cn_law_article *article)
{
    const size_t heading = line_length(book->text + at, book->size - at);
    size_t body = at + heading + 1;
    if (body > book->size)
        body = book->size;
    const size_t end = next_heading(book->text, book->size, body);
    read_book(book, article);
    read_language(book, article);
    read_heading(book->text + at, heading, article);
    article->body = book->text + body;
    article->body_length = end - body;
    trim(&article->body, &article->body_length);
    return end;
}

/* Returns the book of the language that corresponds to the English one, or NULL. */
static const struct cn_data *book_in(const char *language, const struct cn_data *english)
{
    const char *wanted = strrchr(english->path, '/') + 1;
    const struct cn_data *file;
    for (int i = 0; (file = cn_data_at(i)) != NULL; i++) {
        const char *name = book_name(file->path, language);
        if (name != NULL && strcmp(name, wanted) == 0)
            return file;
    }
    return NULL;
}

/* Replaces the English article by that of the book in another language. If that book lacks it, only
 * the book's title is replaced. */
static void translate(const struct cn_data *book, struct cn_law_article *article)
{
    struct cn_law_article candidate;
    size_t at = next_heading(book->text, book->size, 0);
    read_book(book, article);
    while (at < book->size) {
        at = read_article(book, at, &candidate);
        if (candidate.name_length == article->name_length &&
            memcmp(candidate.name, article->name, article->name_length) == 0) {
            *article = candidate;
            return;
        }
    }
}

bool cn_law_next(const char *language, size_t *cursor, struct cn_law_article *article)
{
    size_t place = *cursor >> OFFSET_BITS;
    size_t at = *cursor & (((size_t)1 << OFFSET_BITS) - 1);
    const struct cn_data *book;
    struct cn_words words;
    if (!cn_words_find(language, &words))
        return false;
    while ((book = book_at(walked(language), place)) != NULL) {
        at = next_heading(book->text, book->size, at);
        if (at < book->size) {
            const struct cn_data *other = book_in(language, book);
            *cursor = place << OFFSET_BITS | read_article(book, at, article);
            if (other != NULL && other != book)
                translate(other, article);
            return true;
        }
        place++;
        at = 0;
    }
    return false;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Returns the letter as people type it in a search: small and without its accent. Sets its
 * number of bytes. */
static char plain_letter(const char *text, size_t length, size_t *used)
{
    const char bare = length > 1 ? cn__strip_accent(text) : '\0';
    *used = bare != '\0' ? 2 : 1;
    return lower(bare != '\0' ? bare : text[0]);
}

static bool same_name(const char *a, size_t length, const char *b)
{
    if (strlen(b) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (lower(a[i]) != lower(b[i]))
            return false;
    return true;
}

bool cn_law_find(const char *language, const char *name, struct cn_law_article *article)
{
    struct cn_law_article candidate;
    size_t cursor = 0;
    while (cn_law_next(language, &cursor, &candidate)) {
        if (!same_name(candidate.name, candidate.name_length, name))
            continue;
        *article = candidate;
        return true;
    }
    return false;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Any blanks match any others, since line breaks are only layout. */
size_t cn_law_begins(const char *text, size_t length, const char *wanted)
{
    size_t at = 0;
    while (*wanted != '\0') {
        size_t used = 0, wanted_used = 0;
        if (at >= length)
            return 0;
        if (is_space(*wanted) && is_space(text[at])) {
            while (is_space(*wanted))
                wanted++;
            while (at < length && is_space(text[at]))
                at++;
        } else if (plain_letter(text + at, length - at, &used) ==
                   plain_letter(wanted, strlen(wanted), &wanted_used)) {
            at += used;
            wanted += wanted_used;
        } else {
            return 0;
        }
    }
    return at;
}

size_t cn_law_find_text(const char *text, size_t length, const char *wanted)
{
    for (size_t at = 0; at < length; at++)
        if (cn_law_begins(text + at, length - at, wanted) > 0)
            return at;
    return length;
}
