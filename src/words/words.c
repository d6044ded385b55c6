/* words.c -- the catalogue of a language: finding a key's sentence and filling in its arguments.
 *
 * A catalogue is small (100 KiB), so each search for a key starts at the top; there is no index and
 * no state. One that begins with the line "# sorted" has its entries by key, in the order of their
 * bytes, each on one line and nothing else, and is searched by halves: a browser has no memchr that
 * looks at many bytes at once. A sentence may continue on the next lines if they begin with a
 * blank. It may hold
 *
 *   {0}        argument 0
 *   {0:one}    argument 0 in the singular, if it is a kind of card
 *   {0?a|b}    a if argument 0 is "1", else b; both may hold arguments in turn
 *   {0:name}   argument 0 in a form of the language, such as "d'as" for "as": the sentence
 *              form.name.as, or form.name if that form is regular; {0} in it is the argument
 *
 * Braces that are none of these stay as they are.
 */
#include <string.h>

#include "data.h"
#include "speech.h"

/* ---- finding ---- */

bool cn_words_match_language(const char *wanted, char language[CN_LANGUAGE_SIZE])
{
    char name[CN_LANGUAGE_SIZE];
    struct cn_words words;
    size_t length = 0;
    while (wanted[length] != '\0' && strchr("-_.@", wanted[length]) == NULL)
        length++;
    if (length >= sizeof name)
        return false;
    for (size_t i = 0; i < length; i++)
        name[i] = wanted[i] >= 'A' && wanted[i] <= 'Z' ? (char)(wanted[i] - 'A' + 'a') : wanted[i];
    name[length] = '\0';
    if (!cn_words_find(name, &words))
        return false;
    memcpy(language, name, length + 1);
    return true;
}

bool cn_words_find(const char *language, struct cn_words *words)
{
    const size_t length = strlen(language);
    const struct cn_data *file;
    for (int i = 0; (file = cn_data_at(i)) != NULL; i++) {
        const char *path = file->path;
        if (strncmp(path, "words/", 6) != 0 || strncmp(path + 6, language, length) != 0)
            continue;
        if (strcmp(path + 6 + length, ".words") != 0)
            continue;
        *words = (struct cn_words){file->text, file->size};
        return true;
    }
    return false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static struct cn__span trimmed(const char *text, size_t length)
{
    while (length > 0 && (is_blank(text[length - 1]) || text[length - 1] == '\n'))
        length--;
    while (length > 0 && (is_blank(text[0]) || text[0] == '\n')) {
        text++;
        length--;
    }
    return (struct cn__span){text, length};
}

/* Where the line at 'at' ends, with those that continue it: the index of a '\n', or size. */
static size_t entry_end(const char *text, size_t size, size_t at)
{
    do {
        const char *end = memchr(text + at, '\n', size - at);
        if (end == NULL)
            return size;
        at = (size_t)(end - text) + 1;
    } while (at < size && is_blank(text[at]));
    return at - 1;
}

bool cn__next_entry(const char *text, size_t size, size_t *at, struct cn__span *key,
                    struct cn__span *value)
{
    while (*at < size) {
        const char *line = text + *at;
        const char *end = memchr(line, '\n', size - *at);
        const char *equals = memchr(line, '=', end == NULL ? size - *at : (size_t)(end - line));
        const size_t from = *at;
        *at = line[0] == '#' ? (end == NULL ? size : (size_t)(end - text))
                             : entry_end(text, size, from);
        const char *stop = text + *at;
        ++*at;
        if (equals == NULL || line[0] == '#')
            continue;
        *key = trimmed(line, (size_t)(equals - line));
        *value = trimmed(equals + 1, (size_t)(stop - equals - 1));
        return true;
    }
    return false;
}

/* Finds the sentence of the entry that begins at this line, if its key is the wanted one. */
static bool match_entry(const struct cn_words *words, size_t at, const struct cn__span *wanted,
                        struct cn__span *sentence)
{
    const char *line = words->text + at;
    struct cn__span key;
    /* Most lines have other keys; this skips them without looking for their parts. Keys of one
     * group begin alike, so the last letter is compared first. */
    if (wanted->length == 0 || words->length - at < wanted->length ||
        line[wanted->length - 1] != wanted->text[wanted->length - 1] ||
        memcmp(line, wanted->text, wanted->length) != 0)
        return false;
    const size_t end = entry_end(words->text, words->length, at);
    return cn__next_entry(words->text, end, &at, &key, sentence) && key.length == wanted->length;
}

static const char sorted_mark[] = "# sorted\n";

/* Compares as memcmp does; a key that another one begins with comes before it. */
static int compare_keys(const struct cn__span *one, const struct cn__span *other)
{
    const size_t shorter = one->length < other->length ? one->length : other->length;
    const int order = memcmp(one->text, other->text, shorter);
    return order != 0 ? order : (one->length > other->length) - (one->length < other->length);
}

static bool find_in_sorted(const struct cn_words *words, const struct cn__span *wanted,
                           struct cn__span *sentence)
{
    size_t from = sizeof sorted_mark - 1, to = words->length;
    while (from < to) {
        size_t line = from + (to - from) / 2;
        struct cn__span key;
        while (line > from && words->text[line - 1] != '\n')
            line--;
        size_t next = line;
        if (!cn__next_entry(words->text, to, &next, &key, sentence))
            return false;
        const int order = compare_keys(wanted, &key);
        if (order == 0)
            return true;
        if (order < 0)
            to = line;
        else
            from = next;
    }
    return false;
}

static bool find_own_sentence(const struct cn_words *words, const char *key,
                              struct cn__span *sentence)
{
    const struct cn__span wanted = {key, strlen(key)};
    const size_t mark = sizeof sorted_mark - 1;
    if (words->length >= mark && memcmp(words->text, sorted_mark, mark) == 0)
        return find_in_sorted(words, &wanted, sentence);
    size_t at = 0;
    while (at < words->length) {
        if (match_entry(words, at, &wanted, sentence))
            return true;
        const char *end = memchr(words->text + at, '\n', words->length - at);
        at = end == NULL ? words->length : (size_t)(end - words->text) + 1;
    }
    return false;
}

/* Writes a part of a value. A line's end and the blanks around it become one blank. */
static void write_unfolded(struct cn__writer *out, const char *text, size_t length)
{
    const char *end;
    while ((end = memchr(text, '\n', length)) != NULL) {
        size_t before = (size_t)(end - text);
        size_t next = before + 1;
        while (before > 0 && is_blank(text[before - 1]))
            before--;
        while (next < length && is_blank(text[next]))
            next++;
        cn__write(out, text, before);
        cn__write(out, " ", 1);
        text += next;
        length -= next;
    }
    cn__write(out, text, length);
}

/* What a language lacks is taken from English. */
static bool find_sentence(const struct cn_words *words, const char *key, struct cn__span *sentence)
{
    struct cn_words english;
    if (find_own_sentence(words, key, sentence))
        return true;
    return cn_words_find("en", &english) && english.text != words->text &&
           find_own_sentence(&english, key, sentence);
}

bool cn__has_key(const struct cn_words *words, const char *key)
{
    struct cn__span sentence;
    return find_sentence(words, key, &sentence);
}

bool cn_words_lookup(const struct cn_words *words, const char *key, char *text, size_t size)
{
    struct cn__writer out = cn__buffer_of(text, size);
    struct cn__span sentence;
    const bool found = find_sentence(words, key, &sentence);
    if (found)
        write_unfolded(&out, sentence.text, sentence.length);
    else
        cn__write_string(&out, key);
    return found;
}

char cn__strip_accent(const char *text)
{
    /* U+00C0 to U+00FF: 0xc3 and a byte from 0x80. A blank: not a letter, or one made of two. */
    static const char letters[] =
        "AAAAAA CEEEEIIII NOOOOO OUUUUY  aaaaaa ceeeeiiii nooooo ouuuuy y";
    if ((unsigned char)text[0] != 0xc3 || ((unsigned char)text[1] & 0xc0) != 0x80)
        return '\0';
    const char letter = letters[text[1] & 0x3f];
    return letter == ' ' ? '\0' : letter;
}

/* ---- filling in ---- */

struct filler {
    const struct cn_words *words; /* NULL: forms have no forms in turn */
    const struct cn__argument *arguments;
    int count;
    struct cn__writer *out;
};

/* Returns where the brace that opens at text[0] is closed, or length. Sets *bar to the first '|'
 * that belongs to it, or length. */
static size_t closing_brace(const char *text, size_t length, size_t *bar)
{
    int depth = 0;
    *bar = length;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '{')
            depth++;
        if (text[i] == '|' && depth == 1 && *bar == length)
            *bar = i;
        if (text[i] == '}' && --depth == 0)
            return i;
    }
    return length;
}

static void fill(const struct filler *f, const char *text, size_t length);

/* Fills in the argument in the form of that name; false if the catalogue has no such form. */
static bool fill_form(const struct filler *f, const char *text, const char *name, size_t length)
{
    char regular[CN__KEY_SIZE], own[CN__KEY_SIZE];
    struct cn__writer key = cn__buffer_of(regular, sizeof regular);
    struct cn__span sentence;
    if (f->words == NULL)
        return false;
    cn__write_string(&key, "form.");
    cn__write(&key, name, length);
    key = cn__buffer_of(own, sizeof own);
    cn__write_string(&key, regular);
    cn__write_string(&key, ".");
    cn__write_string(&key, text);
    if (!find_sentence(f->words, own, &sentence) && !find_sentence(f->words, regular, &sentence))
        return false;
    const struct cn__argument argument = {text, NULL};
    const struct filler within = {NULL, &argument, 1, f->out};
    fill(&within, sentence.text, sentence.length);
    return true;
}

/* Fills in the part between the braces at text[0] and text[end]; false if it means nothing. */
static bool fill_braces(const struct filler *f, const char *text, size_t end, size_t bar)
{
    const int index = text[1] - '0';
    if (end < 2 || index < 0 || index > 9 || index >= f->count)
        return false;
    const struct cn__argument *argument = &f->arguments[index];
    if (end == 2) {
        cn__write_string(f->out, argument->text);
    } else if (end == 6 && memcmp(text + 2, ":one", 4) == 0) {
        cn__write_string(f->out, argument->one != NULL ? argument->one : argument->text);
    } else if (text[2] == '?' && bar < end) {
        const bool one = strcmp(argument->text, "1") == 0;
        fill(f, one ? text + 3 : text + bar + 1, one ? bar - 3 : end - bar - 1);
    } else if (text[2] == ':') {
        return fill_form(f, argument->text, text + 3, end - 3);
    } else {
        return false;
    }
    return true;
}

static void fill(const struct filler *f, const char *text, size_t length)
{
    size_t said = 0;
    size_t at = 0;
    while (at < length) {
        size_t bar = 0;
        const size_t end = text[at] == '{' ? closing_brace(text + at, length - at, &bar) : length;
        if (end < length - at) {
            write_unfolded(f->out, text + said, at - said);
            said = fill_braces(f, text + at, end, bar) ? at + end + 1 : at;
            at += end + 1;
        } else {
            at++;
        }
    }
    write_unfolded(f->out, text + said, length - said);
}

void cn__words_expand(const struct cn_words *words, const char *key,
                      const struct cn__argument *arguments, int count, struct cn__writer *out)
{
    const struct filler f = {words, arguments, count, out};
    struct cn__span sentence;
    if (find_sentence(words, key, &sentence))
        fill(&f, sentence.text, sentence.length);
    else
        cn__write_string(out, key);
}

size_t cn_words_format(const struct cn_words *words, const char *key, const char *const *arguments,
                       int count, char *text, size_t size)
{
    struct cn__argument list[10];
    const int most = (int)(sizeof list / sizeof list[0]);
    if (count > most)
        count = most;
    for (int i = 0; i < count; i++)
        list[i] = (struct cn__argument){arguments[i], NULL};
    struct cn__writer out = cn__buffer_of(text, size);
    cn__words_expand(words, key, list, count, &out);
    return out.length;
}

void cn__key(char key[CN__KEY_SIZE], const char *prefix, const char *name)
{
    struct cn__writer out = cn__buffer_of(key, CN__KEY_SIZE);
    cn__write_string(&out, prefix);
    cn__write_string(&out, name);
}
