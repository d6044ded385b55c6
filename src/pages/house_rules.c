#include "house_rules.h"

#include <stdio.h>
#include <string.h>

enum {
    SENTENCE_SIZE = 1024,
    KEY_SIZE = 96
};

struct cn_words query_words(const json_t *question)
{
    struct cn_words words = {.text = "", .length = 0};
    if (!cn_words_find(query_text_or_empty(question, "language"), &words))
        (void)cn_words_find("en", &words);
    return words;
}

/* ---- writing ---- */

void pages_sentence(struct cn__text *answer, const char *key, const struct cn_words *words,
                    const char *prefix, const char *name)
{
    char whole[KEY_SIZE], sentence[SENTENCE_SIZE];
    (void)snprintf(whole, sizeof whole, "%s%s", prefix, name);
    const bool found = cn_words_lookup(words, whole, sentence, sizeof sentence);
    cn__json_string(answer, key, found ? sentence : "");
}

void pages_house(struct cn__text *answer, const struct cn_rules *rules)
{
    struct cn__text house = {.text = NULL};
    cn_record_write_house(&house, rules);
    cn__text_append(&house, "", 1);
    answer->failed = answer->failed || house.failed;
    cn__json_string(answer, "house", house.failed ? "" : house.text);
    cn__text_free(&house);
}

/* ---- what is wrong ---- */

/* 'name': the parameter at fault, if there is one. */
static void put_error(int32_t line, int32_t column, const char *name, const char *text,
                      struct cn__text *answer)
{
    cn__json_open(answer, NULL, '{');
    cn__json_int(answer, "line", line);
    cn__json_int(answer, "column", column);
    cn__json_string(answer, "name", name);
    cn__json_string(answer, "text", text);
    cn__json_close(answer, '}');
}

void house_error_write(const struct cn_words *words, const char *key, int64_t number,
                       struct cn__text *answer)
{
    char sentence[SENTENCE_SIZE], digits[24];
    const char *const arguments[] = {digits};
    (void)snprintf(digits, sizeof digits, "%lld", (long long)number);
    (void)cn_words_format(words, key, arguments, 1, sentence, sizeof sentence);
    put_error(0, 0, "", sentence, answer);
}

static void put_rules_error(const struct cn_words *words, const struct cn_rules_error *error,
                            struct cn__text *answer)
{
    char sentence[SENTENCE_SIZE];
    (void)cn_words_rules_error(words, error, sentence, sizeof sentence);
    const bool found = cn_param_find(error->name, strlen(error->name)) >= 0;
    put_error(error->line, error->column, found ? error->name : "", sentence, answer);
}

/* ---- reading ---- */

bool query_rules(const json_t *question, const struct cn_words *words, struct cn_rules *rules,
                 struct cn__text *answer)
{
    struct cn_rules_error error = {.id = CN_RULES_NO_SUCH_SET};
    const char *name = query_text_or_empty(question, "rules");
    const char *house = query_text_or_empty(question, "house");
    memset(rules, 0, sizeof *rules);
    if (!cn_rules_load(rules, name)) {
        (void)snprintf(error.name, sizeof error.name, "%s", name);
        put_rules_error(words, &error, answer);
        return false;
    }
    /* As a table reads them: over the set that they name. */
    if (cn_rules_read(rules, house, strlen(house), NULL, NULL, &error))
        return true;
    put_rules_error(words, &error, answer);
    return false;
}

bool query_rules_for_players(const json_t *question, const struct cn_words *words,
                             struct cn_rules *rules, int *players, struct cn__text *answer)
{
    const int64_t number = query_integer(question, "players");
    if (!query_rules(question, words, rules, answer))
        return false;
    if (number < 2 || number > CN_SEATS_MAX || !cn_rules_allow_players(rules, (int)number)) {
        house_error_write(words, "house.players", number, answer);
        return false;
    }
    *players = (int)number;
    return true;
}
