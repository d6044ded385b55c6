/* rulings.c -- data/rulings.json: read once, with the keys of its sentences.
 *
 * The key of a sentence says where in the file it stands first: ruling.ask.FACT is a question,
 * ruling.say.FACT.VALUE an answer, ruling.do.CODE a step, ruling.LAW.VALUES.N the Nth sentence of a
 * ruling. What stands in several places has one key, so it is translated once.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "words/data.h"

#include "rulings_file.h"

json_t *ruling_for_law(json_t *table, const char *law)
{
    json_t *own = json_object_get(table, law);
    json_t *others = json_object_get(table, "*");
    if (json_is_object(own) || json_is_array(own))
        return own;
    return json_is_object(others) ? others : table;
}

void ruling_copy(const char *from, size_t length, char *text, size_t size)
{
    const size_t copied = length < size ? length : size - 1;
    memcpy(text, from, copied);
    text[copied] = '\0';
}

bool ruling_next_sentence(const char *text, size_t *at, char sentence[RULING_SENTENCE_SIZE])
{
    const char *from = text + *at;
    const char *end = strstr(from, ". ");
    const size_t length = end != NULL ? (size_t)(end - from) + 1 : strlen(from);
    if (length == 0)
        return false;
    ruling_copy(from, length, sentence, RULING_SENTENCE_SIZE);
    *at += length + (end != NULL ? 1 : 0);
    return true;
}

/* ---- keys ---- */

/* Adds ".PART" to a key: a blank becomes a full stop, braces are left out. */
static void add_part(char key[RULING_KEY_SIZE], const char *part)
{
    size_t length = strlen(key);
    assert(length + strlen(part) + 2 <= RULING_KEY_SIZE);
    key[length++] = '.';
    for (; *part != '\0'; part++)
        if (strchr("{}", *part) == NULL)
            key[length++] = *part == ' ' ? '.' : *part;
    key[length] = '\0';
}

static bool is_known(const struct rulings *rulings, const char *english)
{
    for (size_t i = 0; i < rulings->count; i++)
        if (strcmp(rulings->wordings[i].english, english) == 0)
            return true;
    return false;
}

/* The file writes {cards}, catalogues {0}. */
static void number_argument(char *text)
{
    char *open = strchr(text, '{');
    char *close = strchr(text, '}');
    if (open == NULL || close == NULL)
        return;
    open[1] = '0';
    memmove(open + 2, close, strlen(close) + 1);
}

static bool add_wording(struct rulings *rulings, const char *key, const char *text)
{
    char *english = strdup(text);
    if (english == NULL)
        return false;
    number_argument(english);
    if (is_known(rulings, english)) {
        free(english);
        return true;
    }
    if (!cn__array_grow(&rulings->wordings, &rulings->capacity, rulings->count + 1,
                        sizeof *rulings->wordings)) {
        free(english);
        return false;
    }
    struct ruling_wording *wording = &rulings->wordings[rulings->count++];
    (void)snprintf(wording->key, sizeof wording->key, "%s", key);
    wording->english = english;
    return true;
}

/* Adds a sentence, or a table of them, some of which are tables in turn. */
static bool add_table(struct rulings *rulings, const char *key, json_t *table)
{
    const char *name;
    json_t *one;
    if (json_is_string(table))
        return add_wording(rulings, key, json_string_value(table));
    json_object_foreach(table, name, one)
    {
        char longer[RULING_KEY_SIZE];
        (void)snprintf(longer, sizeof longer, "%s", key);
        if (strcmp(name, "*") != 0)
            add_part(longer, name);
        if (!add_table(rulings, longer, one))
            return false;
    }
    return true;
}

static bool add_facts(struct rulings *rulings)
{
    const char *name;
    json_t *fact;
    json_object_foreach(rulings->facts, name, fact)
    {
        char ask[RULING_KEY_SIZE] = "ruling.ask", say[RULING_KEY_SIZE] = "ruling.say";
        add_part(ask, name);
        add_part(say, name);
        if (!add_table(rulings, ask, json_object_get(fact, "question")) ||
            !add_table(rulings, say, json_object_get(fact, "values")))
            return false;
        add_part(say, "dont-know");
        if (!add_table(rulings, say, json_object_get(fact, "dont-know")))
            return false;
    }
    return true;
}

static bool add_row(struct rulings *rulings, json_t *row)
{
    char key[RULING_KEY_SIZE] = "ruling", sentence[RULING_SENTENCE_SIZE];
    json_t *fact;
    size_t i, at = 0;
    add_part(key, json_string_value(json_object_get(row, "law")));
    json_array_foreach(json_object_get(row, "facts"), i, fact)
        add_part(key, json_string_value(json_array_get(fact, 1)));
    const size_t length = strlen(key);
    const char *text = json_string_value(json_object_get(row, "ruling"));
    for (char part[] = "1"; ruling_next_sentence(text, &at, sentence); part[0]++) {
        add_part(key, part);
        if (!add_wording(rulings, key, sentence))
            return false;
        key[length] = '\0';
    }
    return true;
}

static bool add_all(struct rulings *rulings)
{
    json_t *row;
    size_t i;
    if (!add_facts(rulings) || !add_table(rulings, "ruling.do", rulings->codes))
        return false;
    json_array_foreach(rulings->rows, i, row) if (!add_row(rulings, row)) return false;
    return true;
}

/* ---- reading ---- */

static json_t *read_file(void)
{
    const struct cn_data *file = NULL;
    for (int i = 0; (file = cn_data_at(i)) != NULL; i++)
        if (strcmp(file->path, "rulings.json") == 0)
            break;
    assert(file != NULL);
    return json_loadb(file->text, file->size, 0, NULL);
}

struct rulings *rulings_open(void)
{
    struct rulings *rulings = calloc(1, sizeof *rulings);
    if (rulings == NULL)
        return NULL;
    rulings->root = read_file();
    rulings->facts = json_object_get(rulings->root, "facts");
    rulings->codes = json_object_get(rulings->root, "do");
    rulings->rows = json_object_get(rulings->root, "rows");
    if (rulings->root != NULL && add_all(rulings))
        return rulings;
    rulings_close(rulings);
    return NULL;
}

void rulings_close(struct rulings *rulings)
{
    if (rulings == NULL)
        return;
    for (size_t i = 0; i < rulings->count; i++)
        free(rulings->wordings[i].english);
    free(rulings->wordings);
    json_decref(rulings->root);
    free(rulings);
}

const char *rulings_fact(const struct rulings *rulings, int index)
{
    const char *name;
    json_t *fact;
    json_object_foreach(rulings->facts, name, fact) if (index-- == 0) return name;
    return NULL;
}

/* ---- sentences ---- */

const char *rulings_sentence(const struct rulings *rulings, int index, const char **key)
{
    if (index < 0 || (size_t)index >= rulings->count)
        return NULL;
    *key = rulings->wordings[index].key;
    return rulings->wordings[index].english;
}

/* Fills in the number as catalogues do, by a catalogue of this one sentence. */
static size_t say_english(const char *english, const char *number, char *text, size_t size)
{
    char line[RULING_SENTENCE_SIZE + 8];
    const int length = snprintf(line, sizeof line, "it = %s", english);
    const struct cn_words only = {line, (size_t)length};
    return cn_words_format(&only, "it", &number, 1, text, size);
}

size_t ruling_say(const struct rulings *rulings, const struct cn_words *words, const char *english,
                  const char *number, char *text, size_t size)
{
    char wanted[RULING_SENTENCE_SIZE], found[RULING_SENTENCE_SIZE];
    (void)snprintf(wanted, sizeof wanted, "%s", english);
    number_argument(wanted);
    for (size_t i = 0; i < rulings->count; i++) {
        const struct ruling_wording *wording = &rulings->wordings[i];
        if (strcmp(wording->english, wanted) == 0 &&
            cn_words_lookup(words, wording->key, found, sizeof found))
            return cn_words_format(words, wording->key, &number, 1, text, size);
    }
    return say_english(wanted, number, text, size);
}
