/* cmd_rules.c -- "canasta rules": lists the rule sets, prints one as a profile that can be read
 * again, compares two. "--markdown" prints the table in docs/RULES.md. */
#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"

#include "commands.h"

enum {
    SENTENCE_SIZE = 1024,
    CELL_SIZE = CN_RULES_VALUE_SIZE + CN_ARTICLE_SIZE + 4,
    KEY_SIZE = 80,
    SETS_SHOWN_MAX = 16,
    GAP = 2,        /* blanks between columns */
    CELL_LEAST = 12 /* columns for a value, however narrow the terminal is */
};

/* ---- one parameter ---- */

/* Parameters that name the article of a refusal are listed separately, at the end. */
static bool is_cite(int param)
{
    return strncmp(cn_param_name(param), "cite_", 5) == 0;
}

static const char *article_of(const struct cn_rules *rules, int param)
{
    const char *article = rules->article[param].text;
    return article[0] != '\0' ? article : "house rule";
}

static void get_words(const char *prefix, const char *name, const char *suffix, char *text,
                      size_t size)
{
    char key[KEY_SIZE];
    (void)snprintf(key, sizeof key, "%s%s%s", prefix, name, suffix);
    (void)cn_words_lookup(command_words(), key, text, size);
}

static void explanation(int param, char *text, size_t size)
{
    get_words("param.", cn_param_name(param), "", text, size);
}

/* ---- the list ---- */

enum {
    LIST_COLUMN = 12,
    HOUSE_INDENT = 2
};

/* Prints a name with its title and what it is. 'prefix' is that of its keys. */
static void print_listed(const char *prefix, const char *name, int indent)
{
    char title[SENTENCE_SIZE], about[SENTENCE_SIZE];
    const int column = LIST_COLUMN + indent;
    get_words(prefix, name, "", title, sizeof title);
    get_words(prefix, name, ".about", about, sizeof about);
    printf("%*s%-*s%s\n%*s", indent, "", LIST_COLUMN, name, title, column, "");
    command_print_wrapped(about, strlen(about), column, column, command_width());
}

static void list_houses(const char *set)
{
    struct cn_rules rules;
    for (int i = 0; cn_house_builtin(i) != NULL; i++)
        if (cn_house_load(&rules, cn_house_builtin(i)) && strcmp(rules.name, set) == 0)
            print_listed("house.", cn_house_builtin(i), HOUSE_INDENT);
}

static int list_sets(void)
{
    for (int i = 0; cn_rules_builtin(i) != NULL; i++) {
        print_listed("set.", cn_rules_builtin(i), 0);
        list_houses(cn_rules_builtin(i));
    }
    return 0;
}

/* ---- one set ---- */

static void print_explanation(int param)
{
    char sentence[SENTENCE_SIZE];
    explanation(param, sentence, sizeof sentence);
    printf("\n# %s\n", sentence);
}

/* Prints a value from this column on, a long list of groups with one on each line. Returns the
 * columns of the last line. */
static int print_value(const char *value, int column)
{
    enum {
        WIDEST = 100
    };
    if (strncmp(value, "[{", 2) != 0 || column + (int)strlen(value) <= WIDEST)
        return column + printf("%s", value);
    const size_t length = strlen(value);
    printf("[\n  ");
    for (size_t i = 1; i + 1 < length; i++) {
        const bool parts = strncmp(value + i, "}, {", 4) == 0;
        printf(parts ? "},\n  " : "%c", value[i]);
        i += parts ? 2 : 0;
    }
    return printf("\n]") - 1;
}

static void print_setting(const struct cn_rules *rules, int param)
{
    enum {
        ARTICLE_COLUMN = 44
    };
    char value[CN_RULES_VALUE_SIZE];
    cn_rules_value(rules, param, value, sizeof value);
    int length = printf("%s = ", cn_param_name(param));
    length = print_value(value, length);
    const int gap = length < ARTICLE_COLUMN ? ARTICLE_COLUMN - length : 2;
    printf("%*s# %s\n", gap, "", article_of(rules, param));
}

static int print_set(const struct cn_rules *rules, bool explain)
{
    for (int param = 0; param < CN_PARAM_COUNT; param++) {
        if (explain)
            print_explanation(param);
        print_setting(rules, param);
    }
    return 0;
}

/* ---- two sets ---- */

struct table {
    int name, value; /* widths of the first two columns */
};

/* Writes "value (article)". A parameter that is itself an article gets no second one. */
static void format_cell(const struct cn_rules *rules, int param, char *text, size_t size)
{
    char value[CN_RULES_VALUE_SIZE];
    cn_rules_value(rules, param, value, sizeof value);
    if (is_cite(param))
        (void)snprintf(text, size, "%s", value);
    else
        (void)snprintf(text, size, "%s (%s)", value, article_of(rules, param));
}

static int wider(int width, int least)
{
    return width > least ? width : least;
}

/* Finds the widest name and first value, limited so that the second value has room. */
static struct table measure(const struct cn_rules *one, const struct cn_rules *other,
                            const char *heading)
{
    struct table widths = {0, cn__columns(heading)};
    char cell[CELL_SIZE];
    for (int param = -1; (param = cn_rules_diff(one, other, param + 1)) >= 0;) {
        format_cell(one, param, cell, sizeof cell);
        widths.name = wider((int)strlen(cn_param_name(param)), widths.name);
        widths.value = wider(cn__columns(cell), widths.value);
    }
    const int half = wider((command_width() - widths.name - 2 * GAP) / 2, CELL_LEAST);
    if (widths.value > half)
        widths.value = half;
    return widths;
}

/* Removes from *text as many words as fit into 'width' columns, at least one. Returns their length.
 */
static size_t take_line(const char **text, int width)
{
    const char *rest = *text;
    size_t length = 0;
    while (rest[length] != '\0') {
        size_t end = length + strspn(rest + length, " ");
        end += strcspn(rest + end, " ");
        if (length > 0 && cn__columns_in(rest, end) > width)
            break;
        length = end;
    }
    *text = rest + length + strspn(rest + length, " ");
    return length;
}

/* Prints a row; a value too wide for its column continues on the next line. */
static void print_row(struct table widths, const char *name, const char *one, const char *other)
{
    const int last = wider(command_width() - widths.name - widths.value - 2 * GAP, CELL_LEAST);
    do {
        const char *left = one;
        const char *right = other;
        const size_t left_length = take_line(&one, widths.value);
        const size_t right_length = take_line(&other, last);
        const int columns = cn__columns_in(left, left_length);
        printf("%-*s%*s%.*s", widths.name, name, GAP, "", (int)left_length, left);
        if (right_length > 0)
            printf("%*s%.*s", wider(widths.value - columns, 0) + GAP, "", (int)right_length, right);
        printf("\n");
        name = "";
    } while (*one != '\0' || *other != '\0');
}

/* 'called': how the two are called. */
static int print_differences(const struct cn_rules *one, const struct cn_rules *other,
                             const char *const called[2], bool explain)
{
    char a[CELL_SIZE], b[CELL_SIZE];
    const struct table widths = measure(one, other, called[0]);
    if (widths.name == 0) {
        printf("%s and %s do not differ\n", called[0], called[1]);
        return 0;
    }
    print_row(widths, "", called[0], called[1]);
    for (int param = -1; (param = cn_rules_diff(one, other, param + 1)) >= 0;) {
        if (explain)
            print_explanation(param);
        format_cell(one, param, a, sizeof a);
        format_cell(other, param, b, sizeof b);
        print_row(widths, cn_param_name(param), a, b);
    }
    return 0;
}

/* ---- all sets ---- */

static int read_all(struct cn_rules sets[SETS_SHOWN_MAX])
{
    int count = 0;
    while (count < SETS_SHOWN_MAX && cn_rules_builtin(count) != NULL &&
           cn_rules_load(&sets[count], cn_rules_builtin(count)))
        count++;
    return count;
}

/* Prints "=" for a value equal to that of the first set, with the article if it differs. */
static void print_markdown_cell(const struct cn_rules *first, const struct cn_rules *rules,
                                int param)
{
    char cell[CELL_SIZE];
    const char *article = article_of(rules, param);
    format_cell(rules, param, cell, sizeof cell);
    if (rules == first || cn_rules_diff(first, rules, param) == param)
        printf(" %s |", cell);
    else if (is_cite(param) || strcmp(article, article_of(first, param)) == 0)
        printf(" = |");
    else
        printf(" = (%s) |", article);
}

static void print_markdown_head(const struct cn_rules *sets, int count)
{
    printf("| parameter | meaning | may be |");
    for (int i = 0; i < count; i++)
        printf(" %s |", sets[i].name);
    printf("\n| --- | --- | --- |");
    for (int i = 0; i < count; i++)
        printf(" --- |");
    printf("\n");
}

static void print_markdown_row(const struct cn_rules *sets, int count, int param)
{
    char sentence[SENTENCE_SIZE], expected[SENTENCE_SIZE];
    explanation(param, sentence, sizeof sentence);
    cn_words_parameter_range(command_words(), param, expected, sizeof expected);
    printf("| `%s` | %s | %s |", cn_param_name(param), sentence, expected);
    for (int i = 0; i < count; i++)
        print_markdown_cell(&sets[0], &sets[i], param);
    printf("\n");
}

static int print_markdown(void)
{
    struct cn_rules sets[SETS_SHOWN_MAX];
    const int count = read_all(sets);
    for (int cites = 0; cites < 2; cites++) {
        if (cites)
            printf("\n");
        print_markdown_head(sets, count);
        for (int param = 0; param < CN_PARAM_COUNT; param++)
            if (is_cite(param) == (cites != 0))
                print_markdown_row(sets, count, param);
    }
    return 0;
}

/* ---- the command line ---- */

static struct {
    bool explain, diff, markdown;
    struct command_sets sets;
} request;

static const struct option_row rows[] = {
    {"-s, --set NAME=VALUE", "change a parameter of the (first) rule set; may be repeated",
     OPTION_SETS, .to = &request.sets},
    {"-e, --explain", "explain each parameter", OPTION_FLAG, .to = &request.explain},
    {"-d, --diff", "compare two rule sets, or one with the Laws of 1950", OPTION_FLAG,
     .to = &request.diff},
    {"-m, --markdown", "all parameters and rule sets in Markdown", OPTION_FLAG,
     .to = &request.markdown},
    {"", "", OPTION_ROWS, .rows = command_language_rows},
    {.usage = NULL},
};

/* Checks that the options and names can be combined. */
static bool makes_sense(int count, char **names)
{
    const bool changes = request.sets.count > 0 || request.explain;
    if (request.markdown && (request.diff || changes || count > 0))
        return command_misuse("--markdown prints every rule set, and takes nothing else");
    if (count == 0 && (request.diff || changes))
        return command_misuse("the name of a rule set is missing");
    if (count > 2 || (count == 2 && !request.diff))
        return command_misuse("'%s' is one argument too many%s", names[request.diff ? 2 : 1],
                              count == 2 ? "; --diff compares two" : "");
    return true;
}

/* Ready house rules bear the name of the set that they change, so they are called as they were on
 * the command line. */
static const char *heading(const struct cn_rules *rules, const char *given)
{
    for (int i = 0; cn_house_builtin(i) != NULL; i++)
        if (strcmp(cn_house_builtin(i), given) == 0)
            return given;
    return rules->name;
}

static int answer(char **names)
{
    int count = 0;
    struct cn_rules one, other;
    while (names[count] != NULL)
        count++;
    if (!makes_sense(count, names))
        return EXIT_USAGE;
    if (request.markdown)
        return print_markdown();
    if (count == 0)
        return list_sets();
    if (!command_rules_load(&one, names[0], &request.sets))
        return EXIT_USAGE;
    if (!request.diff)
        return print_set(&one, request.explain);
    const char *second = count == 2 ? names[1] : cn_rules_default();
    if (!command_rules_load(&other, second, NULL))
        return EXIT_USAGE;
    const char *const called[2] = {heading(&one, names[0]), heading(&other, second)};
    return print_differences(&one, &other, called, request.explain);
}

const struct command cmd_rules = {
    .name = "rules",
    .about = "show a rule set, or how two differ",
    .operands = "[RULES]...",
    .usage = "                     list rule sets and ready house rules\n"
             "RULES [--explain]    print every parameter, as a profile\n"
             "RULES --diff RULES   print the parameters that differ\n"
             "--diff RULES RULES   the same\n"
             "--markdown           print the table of all parameters",
    .rows = rows,
    .notes = "RULES is the name of a rule set or of ready house rules, or the path of a house-rule "
             "file. Its lines are NAME = VALUE; the first may be from = NAME, what to start from.",
    .run = answer,
};
