/* parameters.c -- the parameters of a rule set in words, and what is wrong with a profile.
 *
 * People know a parameter by the label of forms, files by its name, so a sentence about one has
 * both.
 */
#include <string.h>

#include "speech.h"

static void label_key(char key[CN__KEY_SIZE], int param)
{
    cn__key(key, "paramname.", cn_param_name(param));
}

size_t cn_words_parameter_label(const struct cn_words *words, int param, char *text, size_t size)
{
    char key[CN__KEY_SIZE];
    struct cn__writer out = cn__buffer_of(text, size);
    label_key(key, param);
    if (cn__has_key(words, key))
        cn__words_expand(words, key, NULL, 0, &out);
    else
        cn__write_string(&out, cn_param_name(param));
    return out.length;
}

/* ---- what may stand somewhere ---- */

#define BY_PLAYERS "{\"2\": a, \"3\": b, \"4\": c}"

/* "[3r, X, 2]": kinds that the parameter allows, and its word. */
static void write_kinds(const struct cn_param_row *row, char text[CN__WORD_SIZE])
{
    static const int kinds[] = {CN_RED_THREE, CN_JOKER, CN_DEUCE, CN_SEVEN, CN_ACE};
    struct cn__writer out = cn__buffer_of(text, CN__WORD_SIZE);
    cn__write_string(&out, "[");
    for (size_t i = 0, count = 0; i < sizeof kinds / sizeof kinds[0] && count < 3; i++) {
        if (kinds[i] < row->low || kinds[i] > row->high)
            continue;
        cn__write_string(&out, count++ > 0 ? ", " : "");
        cn__write_string(&out, cn_kind_name(kinds[i]));
    }
    if (row->words[0] != '\0') {
        cn__write_string(&out, ", ");
        cn__write_string(&out, row->words);
    }
    cn__write_string(&out, "]");
}

size_t cn_words_parameter_range(const struct cn_words *words, int param, char *text, size_t size)
{
    static const struct {
        const char *key, *example; /* as a profile writes it, in every language */
    } forms[] = {
        [CN_VALUE_INT] = {"INT", ""},
        [CN_VALUE_LIMIT] = {"LIMIT", ""},
        [CN_VALUE_BOOL] = {"BOOL", ""},
        [CN_VALUE_WORD] = {"WORD", ""},
        [CN_VALUE_INT_BY] = {"INT_BY", BY_PLAYERS},
        [CN_VALUE_WORD_BY] = {"WORD_BY", BY_PLAYERS},
        [CN_VALUE_PLAYERS] = {"PLAYERS", "[2, 3, 4]"},
        [CN_VALUE_KINDS] = {"KINDS", ""},
        [CN_VALUE_MINIMA] = {"MINIMA", "[[null, 0], [0, 50]]"},
        [CN_VALUE_BONUSES] = {"BONUSES", "[100, 200]"},
        [CN_VALUE_POINTS] = {"POINTS", "{X: 50, A: 20}"},
        [CN_VALUE_CITE] = {"CITE", ""},
        [CN_VALUE_CANASTAS] = {"CANASTAS", "{natural: 2, mixed: 3}"},
        [CN_VALUE_CHOICE] = {"CHOICE", ""},
        [CN_VALUE_INTS] = {"INTS", "[4, 3]"},
        [CN_VALUE_HELD] = {"HELD", "{7: [3, 1500]}"},
        [CN_VALUE_HANDS] = {"HANDS", "[{name: pairs, points: 2500, groups: [2, 2, 2]}]"},
    };
    const struct cn_param_row *row = cn_param_at(param);
    const bool worded = row->type == CN_VALUE_KINDS && row->words[0] != '\0';
    char low[CN__WORD_SIZE], high[CN__WORD_SIZE], kinds[CN__WORD_SIZE], key[CN__KEY_SIZE];
    struct cn__writer out = cn__buffer_of(low, sizeof low);
    cn__write_number(&out, row->low);
    out = cn__buffer_of(high, sizeof high);
    cn__write_number(&out, row->high);
    write_kinds(row, kinds);
    const char *example = row->type == CN_VALUE_KINDS ? kinds : forms[row->type].example;
    const struct cn__argument arguments[] = {
        {low, NULL}, {high, NULL}, {row->words, NULL}, {example, NULL}};
    out = cn__buffer_of(text, size);
    cn__key(key, "rules.expected.", row->name);
    if (!cn__has_key(words, key))
        cn__key(key, "rules.expected.", worded ? "KINDS_WORDS" : forms[row->type].key);
    cn__words_expand(words, key, arguments, 4, &out);
    return out.length;
}

static void say_expected(const struct cn_words *words, const struct cn_rules_error *error,
                         int param, char text[CN__LIST_SIZE])
{
    static const char *const names[] = {
        [CN_EXPECTED_END_OF_VALUE] = "END_OF_VALUE", [CN_EXPECTED_END_OF_LINE] = "END_OF_LINE",
        [CN_EXPECTED_SETTING] = "SETTING",           [CN_EXPECTED_EQUALS] = "EQUALS",
        [CN_EXPECTED_FROM_FIRST] = "FROM_FIRST",
    };
    char key[CN__KEY_SIZE];
    struct cn__writer out = cn__buffer_of(text, CN__LIST_SIZE);
    if (error->expected == CN_EXPECTED_NOTHING)
        return;
    if (error->expected == CN_EXPECTED_VALUE) {
        if (param >= 0)
            cn_words_parameter_range(words, param, text, CN__LIST_SIZE);
        return;
    }
    cn__key(key, "rules.expected.", names[error->expected]);
    cn__words_expand(words, key, NULL, 0, &out);
}

/* ---- what is wrong ---- */

/* "Points that win the game" (target). */
static void say_named(const struct cn_words *words, const char *name, int param,
                      char text[CN__LIST_SIZE])
{
    char label[CN__LIST_SIZE] = "", key[CN__KEY_SIZE] = "";
    struct cn__writer out = cn__buffer_of(text, CN__LIST_SIZE);
    if (param >= 0) {
        label_key(key, param);
        cn_words_parameter_label(words, param, label, sizeof label);
    }
    const struct cn__argument arguments[] = {{name, NULL}, {label, NULL}};
    const bool labelled = param >= 0 && cn__has_key(words, key);
    cn__words_expand(words, labelled ? "rules.parameter" : "rules.parameter.bare", arguments, 2,
                     &out);
}

static const char *const rules_error_names[] = {
    [CN_RULES_OK] = "OK",
    [CN_RULES_SYNTAX] = "SYNTAX",
    [CN_RULES_UNKNOWN] = "UNKNOWN",
    [CN_RULES_TYPE] = "TYPE",
    [CN_RULES_RANGE] = "RANGE",
    [CN_RULES_NO_SUCH_SET] = "NO_SUCH_SET",
    [CN_RULES_DUPLICATE] = "TWICE",
    [CN_RULES_TOO_LONG] = "TOO_LONG",
    [CN_RULES_TOO_FEW_CARDS] = "DEAL",
    [CN_RULES_JOKERS] = "JOKERS",
    [CN_RULES_NO_CANASTA] = "NO_CANASTA",
    [CN_RULES_WILDS] = "WILDS",
    [CN_RULES_BLACK_THREES] = "BLACK_THREES",
    [CN_RULES_CUT] = "CUT",
    [CN_RULES_NATURALS] = "NATURALS",
    [CN_RULES_MINIMA] = "MINIMA",
    [CN_RULES_CONTRACT] = "CONTRACT",
    [CN_RULES_REFEREE] = "REFEREE",
};

size_t cn_words_rules_error(const struct cn_words *words, const struct cn_rules_error *error,
                            char *text, size_t size)
{
    char low[CN__WORD_SIZE], high[CN__WORD_SIZE], key[CN__KEY_SIZE];
    char expected[CN__LIST_SIZE], named[CN__LIST_SIZE], other[CN__LIST_SIZE] = "";
    const int param = cn_param_find(error->name, strlen(error->name));
    struct cn__writer out = cn__buffer_of(low, sizeof low);
    cn__write_number(&out, error->low);
    out = cn__buffer_of(high, sizeof high);
    cn__write_number(&out, error->high);
    say_expected(words, error, param, expected);
    say_named(words, error->name, param, named);
    if (error->id == CN_RULES_REFEREE)
        say_named(words, cn_param_at(error->low)->name, error->low, other);
    const struct cn__argument arguments[] = {{error->name, NULL}, {expected, NULL}, {low, NULL},
                                             {high, NULL},        {named, NULL},    {other, NULL}};
    out = cn__buffer_of(text, size);
    cn__key(key, "rules.", rules_error_names[error->id]);
    cn__words_expand(words, key, arguments, 6, &out);
    return out.length;
}
