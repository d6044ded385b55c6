/* ruling_path.c -- from the facts to the next question, or to the ruling. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rulings_file.h"

static const char in_doubt[] = "dont-know";
static const char any_number[] = "N"; /* a row's value for every number */

static const char *text_of(json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static json_t *fact_at(const struct ruling_path *path, int place)
{
    return json_object_get(path->rulings->facts, path->at[place].name);
}

/* The law that was chosen; before that, none. */
static const char *law_of(const struct ruling_path *path)
{
    return path->count > 0 ? path->at[0].value : "";
}

static size_t copy(const char *from, char *text, size_t size)
{
    const int length = snprintf(text, size, "%s", from);
    return size == 0 ? 0 : (size_t)length < size ? (size_t)length : size - 1;
}

/* ---- following ---- */

static bool value_matches(const char *value, const char *given)
{
    return strcmp(value, given) == 0 ||
           (strcmp(value, any_number) == 0 && strcmp(given, in_doubt) != 0);
}

/* Does the row answer all questions so far in the same way? */
static bool row_matches(json_t *row, const struct ruling_path *path)
{
    json_t *facts = json_object_get(row, "facts");
    if (strcmp(text_of(row, "law"), law_of(path)) != 0 ||
        json_array_size(facts) + 1 < (size_t)path->count)
        return false;
    for (int place = 1; place < path->count; place++) {
        json_t *fact = json_array_get(facts, (size_t)place - 1);
        if (strcmp(json_string_value(json_array_get(fact, 0)), path->at[place].name) != 0 ||
            !value_matches(json_string_value(json_array_get(fact, 1)), path->at[place].value))
            return false;
    }
    return true;
}

/* The first row that matches: it says what is asked next, as all that match do. */
static json_t *find_row(const struct ruling_path *path)
{
    json_t *row;
    size_t i;
    json_array_foreach(path->rulings->rows, i, row) if (row_matches(row, path)) return row;
    return NULL;
}

static const char *next_fact(const struct ruling_path *path, json_t **row)
{
    if (path->count == 0)
        return rulings_fact(path->rulings, 0);
    *row = find_row(path);
    assert(*row != NULL);
    json_t *fact = json_array_get(json_object_get(*row, "facts"), (size_t)path->count - 1);
    return json_string_value(json_array_get(fact, 0));
}

static const char *given_value(const struct ruling_facts *facts, const char *name)
{
    for (int i = 0; i < facts->count; i++)
        if (strcmp(facts->at[i].name, name) == 0)
            return facts->at[i].value;
    return NULL;
}

static bool value_exists(const struct ruling_path *path, const char *given)
{
    char value[RULING_NAME_SIZE];
    for (int i = 0; ruling_value(path, path->count, i, value); i++)
        if (strcmp(value, given) == 0)
            return true;
    return false;
}

void ruling_follow(const struct rulings *rulings, const struct ruling_facts *facts,
                   struct ruling_path *path)
{
    json_t *row = NULL;
    const char *name;
    *path = (struct ruling_path){.rulings = rulings};
    while ((name = next_fact(path, &row)) != NULL) {
        struct ruling_fact *next = &path->at[path->count];
        const char *value = given_value(facts, name);
        (void)snprintf(next->name, sizeof next->name, "%s", name);
        if (value == NULL || !value_exists(path, value)) {
            path->asks = true;
            path->refused = value;
            return;
        }
        (void)snprintf(next->value, sizeof next->value, "%s", value);
        path->count++;
    }
    path->row = row;
}

/* ---- questions ---- */

/* A question is written once, or by law, or by law and an answer before: "L53 no-draw". */
static const char *question_of(const struct ruling_path *path, int place)
{
    json_t *question = json_object_get(fact_at(path, place), "question");
    if (json_is_string(question))
        return json_string_value(question);
    const char *found = text_of(question, law_of(path));
    for (int before = 1; before < place; before++) {
        char key[2 * RULING_NAME_SIZE];
        (void)snprintf(key, sizeof key, "%s %s", law_of(path), path->at[before].value);
        if (text_of(question, key) != NULL)
            found = text_of(question, key);
    }
    return found != NULL ? found : text_of(question, "*");
}

size_t ruling_question(const struct ruling_path *path, int place, const struct cn_words *words,
                       char *text, size_t size)
{
    return ruling_say(path->rulings, words, question_of(path, place), "", text, size);
}

bool ruling_asks_number(const struct ruling_path *path, int place, int *low, int *high)
{
    json_t *numbers = json_object_get(fact_at(path, place), "number");
    if (numbers == NULL)
        return false;
    json_t *bounds = ruling_for_law(numbers, law_of(path));
    *low = (int)json_integer_value(json_array_get(bounds, 0));
    *high = (int)json_integer_value(json_array_get(bounds, 1));
    return true;
}

static bool listed_value(const struct ruling_path *path, int place, int index,
                         char value[RULING_NAME_SIZE])
{
    json_t *values = ruling_for_law(json_object_get(fact_at(path, place), "values"), law_of(path));
    const char *name;
    json_t *wording;
    json_object_foreach(values, name, wording) if (index-- == 0)
    {
        (void)snprintf(value, RULING_NAME_SIZE, "%s", name);
        return true;
    }
    if (index == 0)
        (void)snprintf(value, RULING_NAME_SIZE, "%s", in_doubt);
    return index == 0;
}

bool ruling_value(const struct ruling_path *path, int place, int index,
                  char value[RULING_NAME_SIZE])
{
    int low, high;
    if (!ruling_asks_number(path, place, &low, &high))
        return listed_value(path, place, index, value);
    if (low + index <= high)
        (void)snprintf(value, RULING_NAME_SIZE, "%d", low + index);
    else
        (void)snprintf(value, RULING_NAME_SIZE, "%s", in_doubt);
    return low + index <= high + 1;
}

size_t ruling_answer(const struct ruling_path *path, int place, const char *value,
                     const struct cn_words *words, char *text, size_t size)
{
    json_t *fact = fact_at(path, place);
    json_t *values = ruling_for_law(json_object_get(fact, "values"), law_of(path));
    const char *wording =
        strcmp(value, in_doubt) == 0 ? text_of(fact, in_doubt) : text_of(values, value);
    if (wording == NULL)
        return copy(value, text, size);
    return ruling_say(path->rulings, words, wording, "", text, size);
}

/* ---- the ruling ---- */

size_t ruling_sentences(const struct ruling_path *path, const struct cn_words *words, char *text,
                        size_t size)
{
    const char *all = text_of(path->row, "ruling");
    char sentence[RULING_SENTENCE_SIZE];
    size_t at = 0, length = 0;
    while (ruling_next_sentence(all, &at, sentence)) {
        if (length > 0)
            length += copy(" ", text + length, size - length);
        length += ruling_say(path->rulings, words, sentence, "", text + length, size - length);
    }
    return length;
}

static const char *code_at(const struct ruling_path *path, int index)
{
    json_t *codes = json_object_get(path->row, "do");
    return json_string_value(json_array_get(codes, (size_t)index));
}

/* The value of the fact that is named between braces; "" if there is none. */
static const char *number_of(const struct ruling_path *path, const char *code)
{
    const char *open = strchr(code, '{');
    for (int i = 0; open != NULL && i < path->count; i++)
        if (strncmp(path->at[i].name, open + 1, strlen(path->at[i].name)) == 0)
            return path->at[i].value;
    return "";
}

bool ruling_step(const struct ruling_path *path, int index, char code[RULING_CODE_SIZE])
{
    const char *written = code_at(path, index);
    if (written == NULL)
        return false;
    const size_t before = strcspn(written, "{");
    ruling_copy(written, before, code, RULING_CODE_SIZE);
    (void)snprintf(code + before, RULING_CODE_SIZE - before, "%s", number_of(path, written));
    return true;
}

size_t ruling_step_words(const struct ruling_path *path, int index, const struct cn_words *words,
                         char *text, size_t size)
{
    char code[RULING_CODE_SIZE] = "";
    const char *written = code_at(path, index);
    (void)ruling_step(path, index, code);
    /* A number may have a sentence of its own: "In one later turn …". */
    const char *own = text_of(path->rulings->codes, code);
    return ruling_say(path->rulings, words,
                      own != NULL ? own : text_of(path->rulings->codes, written),
                      number_of(path, written), text, size);
}

int32_t ruling_points(const struct ruling_path *path)
{
    const int32_t points = (int32_t)json_integer_value(json_object_get(path->row, "points"));
    const char *times = text_of(path->row, "times");
    for (int i = 0; times != NULL && i < path->count; i++)
        if (strcmp(path->at[i].name, times) == 0)
            return points * atoi(path->at[i].value);
    return points;
}

const char *ruling_article(const struct ruling_path *path, int index)
{
    json_t *articles = json_object_get(path->row, "articles");
    return index < 0 ? NULL : json_string_value(json_array_get(articles, (size_t)index));
}
