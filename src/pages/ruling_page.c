/* ruling_page.c -- rulings for real cards as pages show them: the next question, or the ruling. */
#include "ruling_page.h"

#include "house_rules.h"
#include "query.h"

enum {
    TEXT_SIZE = 1024
};

/* ---- what is known ---- */

/* Reads what it can. Returns the name of a fact that cannot be used, or "". */
static const char *read_facts(const json_t *question, const struct rulings *rulings,
                              struct ruling_facts *facts)
{
    const json_t *given = json_object_get(question, "facts");
    const char *culprit = "";
    for (size_t i = 0; i < json_array_size(given); i++) {
        const char *name = query_text_or_empty(json_array_get(given, i), "name");
        const char *value = query_text_or_empty(json_array_get(given, i), "value");
        if (ruling_facts_add(rulings, facts, name, value) != RULING_FINE)
            culprit = name;
    }
    return culprit;
}

static void put_fact(struct cn__text *answer, const struct ruling_fact *fact)
{
    cn__json_string(answer, "name", fact->name);
    cn__json_string(answer, "value", fact->value);
}

/* ---- the path ---- */

static void put_question_text(const struct ruling_path *path, int place,
                              const struct cn_words *words, const char *key,
                              struct cn__text *answer)
{
    char text[TEXT_SIZE];
    (void)ruling_question(path, place, words, text, sizeof text);
    cn__json_string(answer, key, text);
}

static void put_answered(const struct ruling_path *path, const struct cn_words *words,
                         struct cn__text *answer)
{
    char text[TEXT_SIZE];
    cn__json_open(answer, "path", '[');
    for (int place = 0; place < path->count; place++) {
        cn__json_open(answer, NULL, '{');
        put_fact(answer, &path->at[place]);
        put_question_text(path, place, words, "question", answer);
        (void)ruling_answer(path, place, path->at[place].value, words, text, sizeof text);
        cn__json_string(answer, "answer", text);
        cn__json_close(answer, '}');
    }
    cn__json_close(answer, ']');
}

static void put_question(const struct ruling_path *path, const struct cn_words *words,
                         struct cn__text *answer)
{
    char value[RULING_NAME_SIZE], text[TEXT_SIZE];
    int low, high;
    cn__json_open(answer, "question", '{');
    cn__json_string(answer, "name", path->at[path->count].name);
    put_question_text(path, path->count, words, "text", answer);
    cn__json_bool(answer, "number", ruling_asks_number(path, path->count, &low, &high));
    cn__json_open(answer, "answers", '[');
    for (int i = 0; ruling_value(path, path->count, i, value); i++) {
        (void)ruling_answer(path, path->count, value, words, text, sizeof text);
        cn__json_open(answer, NULL, '{');
        cn__json_string(answer, "value", value);
        cn__json_string(answer, "text", text);
        cn__json_close(answer, '}');
    }
    cn__json_close(answer, ']');
    cn__json_close(answer, '}');
}

static void put_ruling(const struct ruling_path *path, const struct cn_words *words,
                       struct cn__text *answer)
{
    char text[TEXT_SIZE], code[RULING_CODE_SIZE];
    int articles = 0;
    cn__json_open(answer, "ruling", '{');
    (void)ruling_sentences(path, words, text, sizeof text);
    cn__json_string(answer, "text", text);
    cn__json_open(answer, "steps", '[');
    for (int i = 0; ruling_step(path, i, code); i++) {
        (void)ruling_step_words(path, i, words, text, sizeof text);
        cn__json_string(answer, NULL, text);
    }
    cn__json_close(answer, ']');
    cn__json_open(answer, "articles", '[');
    for (; ruling_article(path, articles) != NULL; articles++)
        cn__json_string(answer, NULL, ruling_article(path, articles));
    cn__json_close(answer, ']');
    cn__json_int(answer, "points", ruling_points(path));
    cn__json_string(answer, "law",
                    ruling_points(path) != 0 ? ruling_article(path, articles - 1) : "");
    cn__json_close(answer, '}');
}

static void put_path(const struct ruling_path *path, const struct cn_words *words,
                     const char *culprit, struct cn__text *answer)
{
    cn__json_open(answer, NULL, '{');
    put_answered(path, words, answer);
    if (path->asks)
        put_question(path, words, answer);
    else
        cn__json_null(answer, "question");
    if (path->asks)
        cn__json_null(answer, "ruling");
    else
        put_ruling(path, words, answer);
    cn__json_string(answer, "fault", path->refused != NULL ? path->at[path->count].name : culprit);
    cn__json_close(answer, '}');
}

void ruling_page_follow(const json_t *question, struct cn__text *answer)
{
    const struct cn_words words = query_words(question);
    struct ruling_facts facts = {.count = 0};
    struct ruling_path path;
    struct rulings *rulings = rulings_open();
    if (rulings == NULL) {
        query_error(answer, "memory");
        return;
    }
    const char *culprit = read_facts(question, rulings, &facts);
    ruling_follow(rulings, &facts, &path);
    put_path(&path, &words, culprit, answer);
    rulings_close(rulings);
}

/* ---- articles ---- */

static void put_about(const struct rulings *rulings, const struct cn_words *words,
                      const struct ruling_facts *facts, struct cn__text *answer)
{
    struct ruling_path path;
    char text[TEXT_SIZE];
    const int last = facts->count - 1;
    ruling_follow(rulings, facts, &path);
    (void)ruling_answer(&path, last, facts->at[last].value, words, text, sizeof text);
    cn__json_open(answer, NULL, '{');
    cn__json_open(answer, "facts", '[');
    for (int i = 0; i < facts->count; i++) {
        cn__json_open(answer, NULL, '{');
        put_fact(answer, &facts->at[i]);
        cn__json_close(answer, '}');
    }
    cn__json_close(answer, ']');
    cn__json_string(answer, "text", text);
    cn__json_close(answer, '}');
}

void ruling_page_about(const struct rulings *rulings, const struct cn_words *words,
                       const char *article, struct cn__text *answer)
{
    struct ruling_facts about[RULING_ABOUT_MAX];
    const int count = rulings_find_about(rulings, article, about);
    cn__json_open(answer, "questions", '[');
    for (int i = 0; i < count; i++)
        put_about(rulings, words, &about[i], answer);
    cn__json_close(answer, ']');
}
