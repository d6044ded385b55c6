/* profile.c -- profiles and house rules: any text gives rules that can be printed and read again,
 * or an error with its place. After an error the rules are unchanged. */
#include <string.h>

#include "tests/fuzz/driver/fuzz.h"
#include "tests/fuzz/driver/must.h"

#include "words/words.h"

enum {
    PRINTED_SIZE = 1 << 16
};

static bool ends(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}

static void check_error(const struct cn_rules_error *error, size_t size)
{
    char sentence[512];
    struct cn_words words;
    must(error->id > CN_RULES_OK && error->id <= CN_RULES_CONTRACT, "a known error");
    must(error->line >= 1 && (size_t)error->line <= size + 1, "an error in a line that there is");
    must(error->column >= 1, "an error in a column");
    must(ends(error->name, sizeof error->name), "an error whose name ends");
    must(error->expected <= CN_EXPECTED_FROM_FIRST, "something known that is expected");
    must(cn_words_find("en", &words), "a catalogue");
    must(cn_words_rules_error(&words, error, sentence, sizeof sentence) > 0, "a sentence");
}

/* Prints every parameter into one profile. */
static size_t print(const struct cn_rules *rules, char text[PRINTED_SIZE])
{
    size_t length = 0;
    for (int param = 0; param < CN_PARAM_COUNT; param++) {
        char value[CN_RULES_VALUE_SIZE];
        const size_t n = cn_rules_value(rules, param, value, sizeof value);
        must(n < sizeof value - 1 && n == strlen(value), "a value that is not cut");
        const int line = snprintf(text + length, PRINTED_SIZE - length, "%s = %s\n",
                                  cn_param_name(param), value);
        must(line > 0 && (size_t)line < PRINTED_SIZE - length, "room for the profile");
        length += (size_t)line;
    }
    return length;
}

static void check_same(const struct cn_rules *a, const struct cn_rules *b)
{
#define X(type, param, low, high, words, value, article) \
    must(memcmp(&a->param, &b->param, sizeof a->param) == 0, "the same " #param " read again");
    CN_PARAMS(X)
#undef X
    static struct cn_law laws[2];
    cn_law_init(&laws[0], a);
    cn_law_init(&laws[1], b);
    must(memcmp(laws[0].wild_limit, laws[1].wild_limit, sizeof laws[0].wild_limit) == 0,
         "the same limits of wilds");
    must(memcmp(&laws[0].new_meld_canastas, &laws[1].new_meld_canastas,
                sizeof laws[0].new_meld_canastas) == 0,
         "the same canastas in reach");
}

static void check_round_trip(const struct cn_rules *rules)
{
    static char text[PRINTED_SIZE];
    struct cn_rules again;
    struct cn_rules_error error;
    const size_t length = print(rules, text);
    cn_rules_init(&again);
    must(cn_rules_read(&again, text, length, NULL, NULL, &error), "a printed profile is read");
    check_same(rules, &again);
}

static void read_profile(const char *text, size_t size)
{
    struct cn_rules rules;
    struct cn_rules_error error;
    cn_rules_init(&rules);
    const struct cn_rules before = rules;
    memset(&error, 0, sizeof error);
    if (cn_rules_read(&rules, text, size, cn_rules_text, NULL, &error)) {
        check_round_trip(&rules);
        return;
    }
    must(memcmp(&before, &rules, sizeof rules) == 0, "a refused profile changes nothing");
    check_error(&error, size);
}

/* "name=value" of an option, split at the first '='. */
static void set_one(const char *text, size_t size)
{
    char name[64];
    struct cn_rules rules;
    struct cn_rules_error error;
    const char *equals = size > 0 ? memchr(text, '=', size) : NULL;
    if (equals == NULL || (size_t)(equals - text) >= sizeof name)
        return;
    const size_t length = (size_t)(equals - text);
    memcpy(name, text, length);
    name[length] = '\0';
    cn_rules_init(&rules);
    const struct cn_rules before = rules;
    memset(&error, 0, sizeof error);
    if (!cn_rules_set(&rules, name, equals + 1, size - length - 1, &error)) {
        must(memcmp(&before, &rules, sizeof rules) == 0, "a refused value changes nothing");
        must(error.id > CN_RULES_OK && error.column >= 1, "an error with its place");
    } else if (cn_rules_check(&rules, &error)) {
        check_round_trip(&rules);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_profile((const char *)data, size);
    set_one((const char *)data, size);
    return 0;
}
