/* schema.c -- schema.def as a table, and the check that an answer has the declared shape.
 *
 * The check reads whole answers after they were written. So it sees the types of values, not only
 * keys, and the writer needs no second set of functions. Only builds with assertions run it.
 */
#include "schema.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "page.h"
#include "protocol/protocol.h"

#define SECTION(file, says)              {SCHEMA_SECTION, file, "", "", says},
#define LIST(name, all, says)            {SCHEMA_LIST, all, name, "", says},
#define UNION(name, type, says)          {SCHEMA_UNION, "", name, type, says},
#define TYPE(name, says)                 {SCHEMA_TYPE, "", name, "", says},
#define QUESTION(part, name, type, says) {SCHEMA_QUESTION, part, name, type, says},
#define FIELD(name, type, says)          {SCHEMA_FIELD, "", name, type, says},

#define SCORE_FIELD(id, name, column, written, shown, article) SCORE_FIELD_##written(name)
#define SCORE_FIELD_true(name)                                 FIELD(name, "number", "")
#define SCORE_FIELD_false(name)                                FIELD(name "?", "number", "")
#define LAW_FIELD(id, name, column, written, shown, article)   FIELD(name, "string", "")
static const struct schema_row rows[] = {
#include "schema.def"
};
enum {
    ROWS = sizeof rows / sizeof rows[0]
};

const struct schema_row *schema_row_at(int index)
{
    return index >= 0 && index < ROWS ? &rows[index] : NULL;
}

/* ---- lists ---- */

static const char *level_at(int index)
{
    const struct cn_level *level = cn_level_at(index);
    return level != NULL ? level->name : NULL;
}

static const char *refusal_at(int index)
{
    return index + 1 < CN_REFUSAL_COUNT ? cn_refusal_name((enum cn_refusal_id)(index + 1)) : NULL;
}

/* Returns the n-th item of a score among those that are 'shown' even if 0, or among those that are
 * not 'written' if 0. */
static const char *score_item(int n, bool shown, bool unwritten)
{
    const struct cn_score_row *row;
    for (int i = 0; (row = cn_score_item_at(i)) != NULL; i++)
        if ((!shown || row->shown) && (!unwritten || !row->written) && n-- == 0)
            return row->name;
    return NULL;
}

static const char *score_item_at(int index)
{
    return score_item(index, false, false);
}

static const char *shown_item_at(int index)
{
    return score_item(index, true, false);
}

static const char *rare_item_at(int index)
{
    return score_item(index, false, true);
}

const char *schema_list_word(const char *list, int index)
{
    static const struct {
        const char *list;
        const char *(*at)(int index);
    } lists[] = {
        {"Level", level_at},           {"Phrase", phrase_at},
        {"RefusalId", refusal_at},     {"ReasonCode", reason_code_at},
        {"NewsType", scene_news_name}, {"Phase", cn_phase_name},
        {"GameStage", cn_stage_name},  {"ScoreItem", score_item_at},
        {"ShownItem", shown_item_at},  {"RareItem", rare_item_at},
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (strcmp(lists[i].list, list) == 0)
            return lists[i].at(index);
    return NULL;
}

/* ---- types ---- */

/* The place of a value in the answer, from the inside out. */
struct place {
    const struct place *in;
    const char *key; /* NULL: an element */
    size_t index;
};

struct check {
    char *where;
    size_t size;
};

static void add(struct check *check, const char *text)
{
    const size_t length = strlen(check->where);
    snprintf(check->where + length, check->size - length, "%s", text);
}

static void add_place(struct check *check, const struct place *place)
{
    char index[24];
    if (place->in != NULL)
        add_place(check, place->in);
    if (place->key == NULL) {
        snprintf(index, sizeof index, "[%zu]", place->index);
        add(check, index);
        return;
    }
    if (place->in != NULL)
        add(check, ".");
    add(check, place->key);
}

/* Most failures are of alternatives before the one that fits, so messages are formatted only if
 * requested. */
static bool fail(struct check *check, const struct place *place, const char *why)
{
    if (check->where == NULL)
        return false;
    check->where[0] = '\0';
    add_place(check, place);
    add(check, why);
    return false;
}

static bool is_word(const char *word, const char *text, size_t length)
{
    return strncmp(word, text, length) == 0 && word[length] == '\0';
}

/* Returns the row that names a type, or -1. A page has thousands of values, so each lookup is
 * cached. */
static int named(const char *name, size_t length)
{
    static struct {
        const char *name;
        int row;
    } found[512];
    const size_t at = (size_t)(uintptr_t)name % (sizeof found / sizeof found[0]);
    if (found[at].name == name)
        return found[at].row;
    found[at].name = name;
    found[at].row = -1;
    for (int i = 0; i < ROWS && found[at].row < 0; i++)
        if (rows[i].kind != SCHEMA_FIELD && rows[i].kind != SCHEMA_QUESTION &&
            is_word(rows[i].name, name, length))
            found[at].row = i;
    return found[at].row;
}

static bool fits(struct check *check, const struct place *place, const json_t *value,
                 const char *type, size_t length);

enum {
    KEY_SIZE = 32
};

/* The key of a field without its "?". */
static bool is_optional(const char *name, char key[KEY_SIZE])
{
    const size_t length = strcspn(name, "?");
    assert(length < KEY_SIZE);
    memcpy(key, name, length);
    key[length] = '\0';
    return name[length] == '?';
}

static bool has_only_fields(struct check *check, const struct place *place, const json_t *object,
                            int row, size_t known)
{
    const char *key;
    json_t *value;
    char own[KEY_SIZE];
    if (json_object_size(object) == known)
        return true;
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): jansson iterates over no const object */
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        bool found = false;
        for (int i = row + 1; i < ROWS && rows[i].kind == SCHEMA_FIELD && !found; i++) {
            (void)is_optional(rows[i].name, own);
            found = strcmp(own, key) == 0;
        }
        if (!found)
            return fail(check, &(struct place){place, key, 0}, " is not in the schema");
    }
    return true;
}

static bool fits_fields(struct check *check, const struct place *place, const json_t *object,
                        int row)
{
    size_t known = 0;
    if (!json_is_object(object))
        return fail(check, place, " is no object");
    for (int i = row + 1; i < ROWS && rows[i].kind == SCHEMA_FIELD; i++) {
        char key[KEY_SIZE];
        const bool optional = is_optional(rows[i].name, key);
        const struct place inside = {place, key, 0};
        const json_t *value = json_object_get(object, key);
        if (value == NULL && !optional)
            return fail(check, &inside, " is missing");
        if (value == NULL)
            continue;
        known++;
        if (!fits(check, &inside, value, rows[i].type, strlen(rows[i].type)))
            return false;
    }
    return has_only_fields(check, place, object, row, known);
}

static bool is_in_list(const char *list, const char *word)
{
    const char *known;
    for (int i = 0; (known = schema_list_word(list, i)) != NULL; i++)
        if (word != NULL && strcmp(known, word) == 0)
            return true;
    return false;
}

static bool fits_name(struct check *check, const struct place *place, const json_t *value,
                      const char *name, size_t length)
{
    static const struct {
        const char *name;
        json_type type;
    } plain[] = {{"string", JSON_STRING}, {"number", JSON_INTEGER}, {"null", JSON_NULL}};
    if (is_word("boolean", name, length))
        return json_is_boolean(value) || fail(check, place, " is no boolean");
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (is_word(plain[i].name, name, length))
            return json_typeof(value) == plain[i].type || fail(check, place, " has another type");
    const int row = named(name, length);
    if (row < 0)
        return fail(check, place, " has a type that the schema does not have");
    if (rows[row].kind == SCHEMA_TYPE)
        return fits_fields(check, place, value, row);
    if (rows[row].kind == SCHEMA_UNION)
        return fits(check, place, value, rows[row].type, strlen(rows[row].type));
    return is_in_list(rows[row].name, json_string_value(value)) ||
           fail(check, place, " is not in its list");
}

static bool fits_array(struct check *check, const struct place *place, const json_t *value,
                       const char *type, size_t length)
{
    if (!json_is_array(value))
        return fail(check, place, " is no array");
    for (size_t i = 0; i < json_array_size(value); i++)
        if (!fits(check, &(struct place){place, NULL, i}, json_array_get(value, i), type, length))
            return false;
    return true;
}

/* One alternative: 'a word', a name, or T[]. */
static bool fits_one(struct check *check, const struct place *place, const json_t *value,
                     const char *type, size_t length)
{
    if (length > 2 && type[length - 1] == ']')
        return fits_array(check, place, value, type, length - 2);
    if (type[0] != '\'')
        return fits_name(check, place, value, type, length);
    const char *word = json_string_value(value);
    return (word != NULL && strlen(word) == length - 2 &&
            strncmp(word, type + 1, length - 2) == 0) ||
           fail(check, place, " is another word");
}

static bool fits(struct check *check, const struct place *place, const json_t *value,
                 const char *type, size_t length)
{
    const char *end = type + length;
    while (type < end) {
        const char *bar = memchr(type, '|', (size_t)(end - type));
        const char *stop = bar != NULL ? bar - 1 : end;
        if (fits_one(check, place, value, type, (size_t)(stop - type)))
            return true;
        type = bar != NULL ? bar + 2 : end;
    }
    return false;
}

/* ---- answers ---- */

static bool is_error(const json_t *answer)
{
    return json_object_size(answer) == 1 && json_is_string(json_object_get(answer, "error"));
}

static int question_row(const char *what)
{
    for (int i = 0; i < ROWS && what != NULL; i++)
        if (rows[i].kind == SCHEMA_QUESTION && strcmp(rows[i].name, what) == 0)
            return i;
    return -1;
}

bool schema_answer_fits(const json_t *question, const json_t *answer, char *where, size_t size)
{
    struct check check = {where, size};
    const char *what = json_string_value(json_object_get(question, "do"));
    const int row = question_row(what);
    const struct place top = {NULL, what != NULL ? what : "?", 0};
    if (is_error(answer))
        return true;
    if (row < 0)
        return fail(&check, &top, " is no question");
    return fits(&check, &top, answer, rows[row].type, strlen(rows[row].type));
}

void schema_check(const json_t *question, const struct cn__text *answer, size_t from)
{
    char where[200] = "it is no JSON";
    if (answer->failed)
        return;
    if (answer->text[from] == ',') /* an element of a list that the caller writes */
        from++;
    json_t *json =
        json_loadb(answer->text + from, answer->length - from, JSON_REJECT_DUPLICATES, NULL);
    if (json != NULL && schema_answer_fits(question, json, NULL, 0)) {
        json_decref(json);
        return;
    }
    if (json != NULL)
        (void)schema_answer_fits(question, json, where, sizeof where);
    fprintf(stderr, "an answer does not fit schema.def: %s\n", where);
    abort();
}
