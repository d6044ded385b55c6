/* law_rules.c -- what a rule set plays by: its articles, and under each the values that cite it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "law_rules.h"

enum {
    KEY_SIZE = 96,
    SENTENCE_SIZE = 4096
};

/* ---- values in words ---- */

static bool find_word(const char *prefix, const char *name, char *text, size_t size)
{
    char key[2 * KEY_SIZE];
    (void)snprintf(key, sizeof key, "%s%s", prefix, name);
    return cn_words_lookup(command_words(), key, text, size);
}

static void join(char *text, size_t size, const char *item)
{
    const size_t length = strlen(text);
    (void)snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "", item);
}

/* One of the items of "[7, A, wild]". */
static void say_kind(int param, const char *text, size_t length, char *item, size_t size)
{
    char word[KEY_SIZE];
    const int kind = cn_kind_parse(text, length);
    (void)snprintf(word, sizeof word, "%s.%.*s", cn_param_name(param), (int)length, text);
    if (kind != CN_NO_KIND)
        (void)cn_words_kind(command_words(), kind, true, item, size);
    else if (!find_word("choice.", word, item, size))
        (void)snprintf(item, size, "%.*s", (int)length, text);
}

/* "sevens, aces, an unfinished meld of wild cards" */
static void say_kinds(int param, const char *value, char *text, size_t size)
{
    char item[KEY_SIZE];
    while (*value != '\0') {
        const size_t length = strcspn(value, "[], ");
        if (length > 0) {
            say_kind(param, value, length, item, sizeof item);
            join(text, size, item);
        }
        value += length > 0 ? length : 1;
    }
}

/* "Pairs 2,500, Wild Pairs 2,000": rows of one name are one hand. */
static void say_hands(const struct cn_rules *rules, char *text, size_t size)
{
    const struct cn_special_hands *hands = &rules->special_hands;
    for (int i = 0; i < hands->count; i++) {
        const struct cn_special_hand *hand = &hands->row[i];
        char name[KEY_SIZE], points[KEY_SIZE], item[2 * KEY_SIZE];
        if (i > 0 && strcmp(hand->name, hand[-1].name) == 0)
            continue;
        (void)cn_words_special_hand(command_words(), hand->name, name, sizeof name);
        (void)cn_words_points(command_words(), hand->points, points, sizeof points);
        (void)snprintf(item, sizeof item, "%s %s", name, points);
        join(text, size, item);
    }
}

/* As forms of house rules say it, or as a file of them writes it where they have fields instead. */
static void say_value(const struct cn_rules *rules, int param, char *text, size_t size)
{
    const enum cn_value_type type = cn_param_at(param)->type;
    char value[CN_RULES_VALUE_SIZE];
    char choice[KEY_SIZE];
    (void)cn_rules_value(rules, param, value, sizeof value);
    (void)snprintf(choice, sizeof choice, "%s.%.40s", cn_param_name(param), value);
    text[0] = '\0';
    if (strcmp(value, "[]") == 0 || strcmp(value, "{}") == 0)
        (void)find_word("web.rules.row.", "none", text, size);
    else if (type == CN_VALUE_HANDS)
        say_hands(rules, text, size);
    else if (type == CN_VALUE_KINDS)
        say_kinds(param, value, text, size);
    else if (type == CN_VALUE_BOOL)
        (void)find_word("web.rules.", strcmp(value, "true") == 0 ? "yes" : "no", text, size);
    else if (type == CN_VALUE_INT)
        (void)cn_words_points(command_words(), (int32_t)strtol(value, NULL, 10), text, size);
    else if (!find_word("choice.", choice, text, size))
        (void)snprintf(text, size, "%s", value);
}

/* ---- articles ---- */

/* An article of a refusal is not a value of its own. */
static bool is_cite(int param)
{
    return cn_param_at(param)->type == CN_VALUE_CITE;
}

static bool is_named(const struct cn_law_article *article, const char *name)
{
    return strlen(name) == article->name_length &&
           memcmp(name, article->name, article->name_length) == 0;
}

bool law_rules_cite(const struct cn_rules *rules, const struct cn_law_article *article)
{
    for (int param = 0; param < CN_PARAM_COUNT; param++)
        if (!is_cite(param) && is_named(article, rules->article[param].text))
            return true;
    return false;
}

static void print_value(const struct cn_rules *rules, int param)
{
    char label[SENTENCE_SIZE / 8];
    char value[SENTENCE_SIZE];
    char line[2 * SENTENCE_SIZE];
    (void)cn_words_parameter_label(command_words(), param, label, sizeof label);
    say_value(rules, param, value, sizeof value);
    const int length = snprintf(line, sizeof line, "%s: %s", label, value);
    printf("%*s", LAW_RULES_INDENT, "");
    command_print_wrapped(line, (size_t)length, LAW_RULES_INDENT, LAW_RULES_INDENT + 2,
                          command_width());
}

void law_rules_print(const struct cn_rules *rules, const struct cn_law_article *article)
{
    for (int param = 0; param < CN_PARAM_COUNT; param++)
        if (!is_cite(param) && is_named(article, rules->article[param].text))
            print_value(rules, param);
}

/* "P" stands for P1 to P5. */
static bool is_in_book(const char *name)
{
    struct cn_law_article article;
    const size_t length = strlen(name);
    for (size_t cursor = 0; cn_law_next(command_language(), &cursor, &article);)
        if (length > 0 && length <= article.name_length && memcmp(name, article.name, length) == 0)
            return true;
    return false;
}

void law_rules_print_own(const struct cn_rules *rules)
{
    char title[SENTENCE_SIZE / 8];
    int printed = 0;
    for (int param = 0; param < CN_PARAM_COUNT; param++) {
        if (is_cite(param) || is_in_book(rules->article[param].text))
            continue;
        if (printed++ == 0 && find_word("web.rules.", "house", title, sizeof title))
            printf("\n%s\n", title);
        print_value(rules, param);
    }
}
