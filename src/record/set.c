/* set.c -- a rule set as a built-in name and every parameter that differs from it, on a game line
 * or as a profile.
 *
 * The engine prints a value as a profile writes it; JSON needs quotes around words, keys and kinds.
 * The one table of parameters says what a value consists of.
 */
#include "record.h"

#include <stdlib.h>
#include <string.h>

enum value_form {
    FORM_PLAIN,
    FORM_KINDS,
    FORM_NAME
};

static enum value_form form_of(int param)
{
    switch (cn_param_at(param)->type) {
    case CN_VALUE_KINDS: return FORM_KINDS;
    case CN_VALUE_CITE: return FORM_NAME;
    default: return FORM_PLAIN;
    }
}

static bool is_number(const char *word, size_t length)
{
    size_t digits = 0;
    const size_t start = length > 0 && word[0] == '-' ? 1 : 0;
    for (size_t i = start; i < length; i++) {
        if (word[i] < '0' || word[i] > '9')
            return false;
        digits++;
    }
    return digits > 0;
}

static bool is_word(const char *word, size_t length, const char *wanted)
{
    return strlen(wanted) == length && memcmp(word, wanted, length) == 0;
}

static void put_word(struct cn__text *lines, const char *word, size_t length, bool quoted)
{
    const bool bare = is_number(word, length) || is_word(word, length, "true") ||
                      is_word(word, length, "false") || is_word(word, length, "null");
    const char *quote = bare && !quoted ? "" : "\"";
    cn__text_append_string(lines, quote);
    cn__text_append(lines, word, length);
    cn__text_append_string(lines, quote);
}

/* Copies a profile's value with quotes where JSON needs them. */
static void put_value(struct cn__text *lines, const char *value, enum value_form form)
{
    if (form == FORM_NAME) {
        cn__json_string(lines, NULL, value);
        return;
    }
    while (*value != '\0') {
        const size_t length = strcspn(value, "[]{},: \"");
        if (length > 0) {
            const bool key = value[length] == ':';
            put_word(lines, value, length, key || form == FORM_KINDS);
            value += length;
        } else if (*value == '"') {
            const size_t quoted = strcspn(value + 1, "\"");
            cn__text_append(lines, value, quoted + 2);
            value += quoted + 2;
        } else {
            if (*value != ' ')
                cn__text_append(lines, value, 1);
            value++;
        }
    }
}

static int count_differences(const struct cn_rules *one, const struct cn_rules *other)
{
    int count = 0;
    for (int param = -1; (param = cn_rules_diff(one, other, param + 1)) >= 0;)
        count++;
    return count;
}

void cn_record_find_base(const struct cn_rules *rules, struct cn_rules *base)
{
    int fewest = CN_PARAM_COUNT + 1;
    if (cn_rules_load(base, rules->name))
        return;
    for (int i = 0; cn_rules_builtin(i) != NULL; i++) {
        struct cn_rules set;
        (void)cn_rules_load(&set, cn_rules_builtin(i));
        const int count = count_differences(rules, &set);
        if (count < fewest) {
            fewest = count;
            *base = set;
        }
    }
}

void cn_record_write_rules(struct cn__text *lines, const struct cn_rules *rules)
{
    struct cn_rules base;
    char value[CN_RULES_VALUE_SIZE];
    cn_record_find_base(rules, &base);
    cn__json_string(lines, "rules", base.name);
    cn__json_open(lines, "set", '{');
    for (int param = -1; (param = cn_rules_diff(rules, &base, param + 1)) >= 0;) {
        cn_rules_change(rules, &base, param, value, sizeof value);
        cn__json_raw(lines, cn_param_at(param)->name, "");
        put_value(lines, value, form_of(param));
    }
    cn__json_close(lines, '}');
}

void cn_record_write_house(struct cn__text *lines, const struct cn_rules *rules)
{
    struct cn_rules base;
    char value[CN_RULES_VALUE_SIZE];
    cn_record_find_base(rules, &base);
    for (int param = -1; (param = cn_rules_diff(rules, &base, param + 1)) >= 0;) {
        cn_rules_change(rules, &base, param, value, sizeof value);
        cn__text_printf(lines, "%s = %s\n", cn_param_at(param)->name, value);
    }
}
