/* cmd_rule.c -- canasta rule: settles a question at a table with real cards.
 *
 * All questions, rulings and their words are src/ruling's; this file only asks and prints.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "ruling/ruling.h"

#include "commands.h"

enum {
    SENTENCE_SIZE = 1024,
    LINE_SIZE = 256,
    INDENT = 5 /* "  1. " */
};

static void print_text(const char *text, int first, int indent)
{
    command_print_wrapped(text, strlen(text), first, indent, command_width());
}

static const char *words_of(const char *key, char text[SENTENCE_SIZE])
{
    (void)cn_words_lookup(command_words(), key, text, SENTENCE_SIZE);
    return text;
}

/* ---- facts that cannot be used ---- */

/* Appends "a, b or c", item by item. */
static void list_item(struct cn__text *list, const char *item, bool last)
{
    if (list->length > 0)
        cn__text_append_string(list, last ? " or " : ", ");
    cn__text_append_string(list, item);
}

static int complain(const char *what, const char *about, const struct cn__text *list)
{
    if (list->failed)
        command_complain("out of memory");
    else
        command_complain("%s%s: expected %.*s", what, about, (int)list->length, list->text);
    return list->failed ? EXIT_IO : EXIT_USAGE;
}

static int complain_fact(const struct rulings *rulings, enum ruling_fault fault,
                         const char *culprit)
{
    struct cn__text list = {NULL, 0, 0, false};
    if (fault == RULING_FORM) {
        command_complain("'%s' is not FACT=VALUE", culprit);
        return EXIT_USAGE;
    }
    if (fault == RULING_TWICE) {
        command_complain("%s is given twice", culprit);
        return EXIT_USAGE;
    }
    for (int i = 0; rulings_fact(rulings, i) != NULL; i++)
        list_item(&list, rulings_fact(rulings, i), rulings_fact(rulings, i + 1) == NULL);
    const int status = complain("no fact ", culprit, &list);
    cn__text_free(&list);
    return status;
}

/* Lists the values of the next question: "in-time, later or dont-know". */
static void list_values(const struct ruling_path *path, struct cn__text *list)
{
    char value[RULING_NAME_SIZE], next[RULING_NAME_SIZE];
    int low, high;
    if (ruling_asks_number(path, path->count, &low, &high)) {
        cn__text_printf(list, "a number from %d to %d, or dont-know", low, high);
        return;
    }
    for (int i = 0; ruling_value(path, path->count, i, value); i++)
        list_item(list, value, !ruling_value(path, path->count, i + 1, next));
}

/* The next question has no answer, or none that exists. */
static int complain_value(const struct ruling_path *path)
{
    struct cn__text list = {NULL, 0, 0, false};
    char about[2 * RULING_NAME_SIZE];
    const char *fact = path->at[path->count].name;
    list_values(path, &list);
    (void)snprintf(about, sizeof about, "%s%s%s", fact, path->refused != NULL ? "=" : "",
                   path->refused != NULL ? path->refused : "");
    const int status = complain(path->refused != NULL ? "" : "missing fact ", about, &list);
    cn__text_free(&list);
    return status;
}

/* ---- the ruling ---- */

static void put_json(const struct ruling_path *path, struct cn__text *out)
{
    char text[SENTENCE_SIZE], code[RULING_CODE_SIZE];
    cn__json_open(out, NULL, '{');
    cn__json_open(out, "articles", '[');
    for (int i = 0; ruling_article(path, i) != NULL; i++)
        cn__json_string(out, NULL, ruling_article(path, i));
    cn__json_close(out, ']');
    cn__json_open(out, "do", '[');
    for (int i = 0; ruling_step(path, i, code); i++)
        cn__json_string(out, NULL, code);
    cn__json_close(out, ']');
    cn__json_int(out, "points", ruling_points(path));
    (void)ruling_sentences(path, command_words(), text, sizeof text);
    cn__json_string(out, "because", text);
    cn__json_close(out, '}');
}

static int print_json(const struct ruling_path *path)
{
    struct cn__text out = {NULL, 0, 0, false};
    put_json(path, &out);
    if (out.failed)
        command_complain("out of memory");
    else
        printf("%.*s\n", (int)out.length, out.text);
    const int status = out.failed ? EXIT_IO : EXIT_OK;
    cn__text_free(&out);
    return status;
}

static void print_steps(const struct ruling_path *path)
{
    char text[SENTENCE_SIZE], code[RULING_CODE_SIZE];
    printf("\n%s\n", words_of("rule.steps", text));
    for (int i = 0; ruling_step(path, i, code); i++) {
        (void)ruling_step_words(path, i, command_words(), text, sizeof text);
        printf("%*d. ", INDENT - 2, i + 1);
        print_text(text, INDENT, INDENT);
    }
}

static void print_points(const struct ruling_path *path)
{
    char text[SENTENCE_SIZE], number[16];
    const char *const arguments[] = {number};
    (void)snprintf(number, sizeof number, "%" PRId32, ruling_points(path));
    (void)cn_words_format(command_words(), "rule.points", arguments, 1, text, sizeof text);
    printf("\n%s\n", text);
}

/* The articles with their titles, and how to read them. */
static void print_articles(const struct ruling_path *path)
{
    char text[SENTENCE_SIZE];
    const char *name;
    printf("\n%s\n", words_of("rule.law", text));
    for (int i = 0; (name = ruling_article(path, i)) != NULL; i++) {
        struct cn_law_article article;
        const bool found = cn_law_find(command_language(), name, &article);
        const int column = 2 + (int)strlen(name) + 2;
        printf("  %s  ", name);
        command_print_wrapped(found ? article.title : "", found ? article.title_length : 0, column,
                              column, command_width());
    }
    printf("%s  canasta law", words_of("rule.read", text));
    for (int i = 0; (name = ruling_article(path, i)) != NULL; i++)
        printf(" %s", name);
    printf("\n");
}

static void print_again(const struct ruling_path *path)
{
    char text[SENTENCE_SIZE];
    printf("%s  canasta rule --facts \"", words_of("rule.again", text));
    for (int i = 0; i < path->count; i++)
        printf("%s%s=%s", i > 0 ? " " : "", path->at[i].name, path->at[i].value);
    printf("\"\n");
}

static void print_ruling(const struct ruling_path *path)
{
    char text[SENTENCE_SIZE];
    (void)ruling_sentences(path, command_words(), text, sizeof text);
    print_text(text, 0, 0);
    print_steps(path);
    print_points(path);
    print_articles(path);
    print_again(path);
}

/* ---- questions at the terminal ---- */

/* The answers of a question about a number, except for the last. */
static void print_range(int low, int high)
{
    char text[SENTENCE_SIZE], lowest[12], highest[12];
    const char *const bounds[] = {lowest, highest};
    (void)snprintf(lowest, sizeof lowest, "%d", low);
    (void)snprintf(highest, sizeof highest, "%d", high);
    (void)cn_words_format(command_words(), "rule.number", bounds, 2, text, sizeof text);
    printf("  %s\n", text);
}

static void print_choice(int number, const char *text)
{
    printf("%*d  ", INDENT - 2, number);
    print_text(text, INDENT, INDENT);
}

/* Prints the question and its numbered answers. Returns the largest number. For a question about a
 * number the answer is that number, and the one above says that it is not known. */
static int print_question(const struct ruling_path *path)
{
    char text[SENTENCE_SIZE], value[RULING_NAME_SIZE];
    int low = 1, high, last = 0;
    const bool number = ruling_asks_number(path, path->count, &low, &high);
    (void)ruling_question(path, path->count, command_words(), text, sizeof text);
    printf("\n");
    print_text(text, 0, 0);
    if (number)
        print_range(low, high);
    for (int i = 0; ruling_value(path, path->count, i, value); i++) {
        last = low + i;
        (void)ruling_answer(path, path->count, value, command_words(), text, sizeof text);
        if (!number || last > high)
            print_choice(last, text);
    }
    return last;
}

/* Reads a number from 'least' to 'most', or 0. Returns -1 at the end of the input. */
static int read_choice(const struct ruling_path *path, int least, int most)
{
    char text[SENTENCE_SIZE], lowest[12], highest[12], line[LINE_SIZE], *end;
    const char *const bounds[] = {lowest, highest};
    (void)snprintf(lowest, sizeof lowest, "%d", least);
    (void)snprintf(highest, sizeof highest, "%d", most);
    for (;;) {
        (void)cn_words_format(command_words(), path->count == 0 ? "rule.ask.first" : "rule.ask",
                              bounds, 2, text, sizeof text);
        printf("%s ", text);
        fflush(stdout);
        if (fgets(line, sizeof line, stdin) == NULL)
            return -1;
        const long number = strtol(line, &end, 10);
        const bool whole = end != line && end[strspn(end, " \t\r\n")] == '\0';
        if (whole && (number == 0 || (number >= least && number <= most)))
            return (int)number;
    }
}

/* Asks for the next fact. Returns 0 for back, negative at the end of the input. */
static int ask(const struct ruling_path *path, char value[RULING_NAME_SIZE])
{
    int low = 1, high;
    (void)ruling_asks_number(path, path->count, &low, &high);
    const int most = print_question(path);
    const int choice = read_choice(path, low, most);
    if (choice > 0)
        (void)ruling_value(path, path->count, choice - low, value);
    return choice;
}

static int ask_all(const struct rulings *rulings)
{
    struct ruling_facts facts = {.count = 0};
    struct ruling_path path;
    for (ruling_follow(rulings, &facts, &path); path.asks; ruling_follow(rulings, &facts, &path)) {
        char value[RULING_NAME_SIZE] = "";
        const int choice = ask(&path, value);
        if (choice < 0)
            printf("\n");
        if (choice < 0 || (choice == 0 && facts.count == 0))
            return EXIT_NEGATIVE;
        if (choice == 0)
            facts.count--;
        else
            (void)ruling_facts_add(rulings, &facts, path.at[path.count].name, value);
    }
    printf("\n");
    print_ruling(&path);
    return EXIT_OK;
}

/* ---- the command line ---- */

static const char *given;
static bool as_json;

static const struct option_row rows[] = {
    {"-f, --facts FACTS", "answer at once, from FACT=VALUE separated by blanks", OPTION_TEXT,
     .to = &given},
    {"-j, --json", "print the ruling as one line of JSON; with --facts", OPTION_FLAG,
     .to = &as_json},
    {"", "", OPTION_ROWS, .rows = command_language_rows},
    {.usage = NULL},
};

static int answer_facts(const struct rulings *rulings)
{
    struct ruling_facts facts = {.count = 0};
    struct ruling_path path;
    char culprit[RULING_CODE_SIZE];
    const enum ruling_fault fault = ruling_facts_parse(rulings, &facts, given, culprit);
    if (fault != RULING_FINE)
        return complain_fact(rulings, fault, culprit);
    ruling_follow(rulings, &facts, &path);
    if (path.asks)
        return complain_value(&path);
    if (as_json)
        return print_json(&path);
    print_ruling(&path);
    return EXIT_OK;
}

static int rule(char **operands)
{
    (void)operands;
    if (as_json && given == NULL) {
        command_misuse("--json needs --facts");
        return EXIT_USAGE;
    }
    struct rulings *rulings = rulings_open();
    if (rulings == NULL) {
        command_complain("out of memory");
        return EXIT_IO;
    }
    const int status = given != NULL ? answer_facts(rulings) : ask_all(rulings);
    rulings_close(rulings);
    return status;
}

const struct command cmd_rule = {
    .name = "rule",
    .about = "settle a question at a table with real cards",
    .lead = "Asks what happened, at most five questions, and tells what to do, by which law, and "
            "what it costs.",
    .rows = rows,
    .notes = "The facts are law, noticed, what, cards, drawn-since, players, pack, had-turn, "
             "entitled, room, can and points; one that is missing is asked for by name. "
             "\"dont-know\" is a value of each.\n"
             "Exit status: 0; 1 if no ruling was reached; 2 bad usage or facts.",
    .run = rule,
};
