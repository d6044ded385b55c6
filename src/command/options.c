#include "options.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/base.h"

enum {
    SENTENCE_SIZE = 512,
    PROFILE_SIZE = 1 << 16
};

/* ---- messages ---- */

static char command[40] = "canasta";

char *command_begin(const char *program, const char *name)
{
    snprintf(command, sizeof command, "%s%s%s", program, name != NULL ? " " : "",
             name != NULL ? name : "");
    return command;
}

static void say(const char *format, va_list arguments)
{
    fprintf(stderr, "%s: ", command);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

bool command_complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    return false;
}

bool command_misuse_option(void)
{
    fprintf(stderr, "%s --help shows its usage\n", command);
    return false;
}

bool command_misuse(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(format, arguments);
    va_end(arguments);
    return command_misuse_option();
}

/* ---- the language ---- */

static char chosen[CN_LANGUAGE_SIZE];

/* The first of these that says something is what counts, as for setlocale (LC_MESSAGES). */
static const char *locale_wanted(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value != NULL && value[0] != '\0')
            return value;
    }
    return "";
}

const char *command_language(void)
{
    if (chosen[0] == '\0' && !cn_words_match_language(locale_wanted(), chosen))
        memcpy(chosen, "en", sizeof "en");
    return chosen;
}

bool command_choose_language(const char *wanted)
{
    char sentence[SENTENCE_SIZE];
    if (cn_words_match_language(wanted, chosen))
        return true;
    cn_words_format(command_words(), "ui.error.language", &wanted, 1, sentence, sizeof sentence);
    return command_complain("--language: %s", sentence);
}

const struct cn_words *command_words(void)
{
    static struct cn_words words;
    (void)cn_words_find(command_language(), &words);
    return &words;
}

const struct option_row command_language_rows[] = {
    {"-l, --language L", "the language, if not that of the locale", OPTION_READ,
     .read = command_choose_language,
     .choices = (const char *const[]){"en", "es", "de", "fr", NULL}},
    {.usage = NULL},
};

/* ---- rule sets ---- */

static void name_after_file(struct cn_rules *rules, const char *path)
{
    static const char ending[] = ".rules";
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    size_t length = strlen(name);
    const size_t tail = sizeof ending - 1;
    if (length > tail && strcmp(name + length - tail, ending) == 0)
        length -= tail;
    if (length >= sizeof rules->name)
        length = sizeof rules->name - 1;
    memset(rules->name, 0, sizeof rules->name);
    memcpy(rules->name, name, length);
}

static bool complain(const char *path, const char *why)
{
    fprintf(stderr, "%s: %s\n", path, why);
    return false;
}

/* Reads a whole file of at most PROFILE_SIZE characters. */
static bool read_file(const char *path, char *text, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return complain(path, strerror(errno));
    *length = fread(text, 1, PROFILE_SIZE, file);
    const int failed = ferror(file) ? errno : 0;
    const bool whole = *length < PROFILE_SIZE;
    (void)fclose(file);
    if (failed != 0)
        return complain(path, strerror(failed));
    return whole || complain(path, "too long for a rule set");
}

static bool read_house_rules(struct cn_rules *rules, const char *path)
{
    static char text[PROFILE_SIZE];
    char sentence[SENTENCE_SIZE];
    size_t length = 0;
    struct cn_rules_error error;
    if (!read_file(path, text, &length))
        return false;
    cn_rules_init(rules);
    if (!cn_rules_read(rules, text, length, cn_rules_text, NULL, &error)) {
        cn_words_rules_error(command_words(), &error, sentence, sizeof sentence);
        fprintf(stderr, "%s:%d:%d: %s\n", path, (int)error.line, (int)error.column, sentence);
        return false;
    }
    name_after_file(rules, path);
    return true;
}

static bool complain_unknown_set(const char *name)
{
    fprintf(stderr, "%s: no rule set and no file '%s'; the rule sets are:", command, name);
    for (int i = 0; cn_rules_builtin(i) != NULL; i++)
        fprintf(stderr, " %s", cn_rules_builtin(i));
    for (int i = 0; cn_house_builtin(i) != NULL; i++)
        fprintf(stderr, " %s", cn_house_builtin(i));
    fprintf(stderr, "\n");
    return false;
}

/* Something that looks like a path is complained about as a file, all else as a name. */
static bool load_base(struct cn_rules *rules, const char *name_or_path)
{
    if (cn_rules_load(rules, name_or_path) || cn_house_load(rules, name_or_path))
        return true;
    const bool path_like = strpbrk(name_or_path, "/.") != NULL;
    if (!path_like && access(name_or_path, F_OK) != 0)
        return complain_unknown_set(name_or_path);
    return read_house_rules(rules, name_or_path);
}

static bool complain_setting(const char *setting, int column, const struct cn_rules_error *error)
{
    char sentence[SENTENCE_SIZE];
    cn_words_rules_error(command_words(), error, sentence, sizeof sentence);
    if (column > 0)
        fprintf(stderr, "--set %s:%d: %s\n", setting, column, sentence);
    else
        fprintf(stderr, "--set %s: %s\n", setting, sentence);
    return false;
}

static size_t name_length(const char *setting)
{
    return strcspn(setting, "= ");
}

/* Applies one "NAME=VALUE"; blanks around the = do not matter. */
static bool apply_setting(struct cn_rules *rules, const char *setting)
{
    struct cn_rules_error error = {.id = CN_RULES_SYNTAX, .expected = CN_EXPECTED_SETTING};
    const size_t length = name_length(setting);
    const char *equals = setting + length + strspn(setting + length, " ");
    char name[CN_RULES_NAME_SIZE];
    if (length == 0 || *equals != '=')
        return complain_setting(setting, (int)(equals - setting) + 1, &error);
    const size_t copied = length < sizeof name ? length : sizeof name - 1;
    memcpy(name, setting, copied);
    name[copied] = '\0';
    const char *value = equals + 1;
    if (cn_rules_set(rules, name, value, strlen(value), &error))
        return true;
    const int before = error.id == CN_RULES_UNKNOWN ? 0 : (int)(value - setting);
    return complain_setting(setting, before + error.column, &error);
}

/* The last setting that takes part in a refused combination. The rule set before them was all
 * right, so there is one. */
static const char *setting_to_blame(const struct command_sets *sets,
                                    const struct cn_rules_error *error)
{
    for (int i = sets->count - 1; i > 0; i--)
        if (cn_rules_error_involves(error, cn_param_find(sets->at[i], name_length(sets->at[i]))))
            return sets->at[i];
    return sets->at[0];
}

bool command_add_set(struct command_sets *sets, const char *set)
{
    if (sets->count == COMMAND_SETS_MAX)
        return command_complain("more than %d --set", (int)COMMAND_SETS_MAX);
    sets->at[sets->count++] = set;
    return true;
}

bool command_rules_load(struct cn_rules *rules, const char *name_or_path,
                        const struct command_sets *sets)
{
    struct cn_rules loaded;
    struct cn_rules_error error;
    const int count = sets != NULL ? sets->count : 0;
    if (!load_base(&loaded, name_or_path))
        return false;
    for (int i = 0; i < count; i++)
        if (!apply_setting(&loaded, sets->at[i]))
            return false;
    if (count > 0 && !cn_rules_check(&loaded, &error))
        return complain_setting(setting_to_blame(sets, &error), 0, &error);
    *rules = loaded;
    return true;
}

/* ---- the terminal ---- */

int command_width(void)
{
    struct winsize size;
    enum {
        DEFAULT_WIDTH = 80,
        LEAST = 20
    };
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return DEFAULT_WIDTH;
    return size.ws_col < LEAST ? LEAST : size.ws_col;
}

void command_print_wrapped(const char *text, size_t length, int first, int indent, int width)
{
    struct cn__wrap wrap = {
        .text = text, .length = length, .width = width, .column = first, .indent = indent};
    while (cn__wrap_next(&wrap)) {
        if (wrap.starts_line)
            printf("\n%*s", indent, "");
        else if (!wrap.first)
            printf(" ");
        printf("%.*s", (int)wrap.word_length, wrap.word);
    }
    printf("\n");
}
