/* cmd_law.c -- canasta law: lists, shows and searches the articles of the law book, or of what one
 * rule set plays by. */
#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"

#include "commands.h"
#include "law_example.h"
#include "law_rules.h"

/* A rule set, if one was given: what it plays by. */
static const struct cn_rules *in_force;

/* ---- listing ---- */

/* Returns the columns that the article names of a book need. */
static int widest_name(const char *book)
{
    struct cn_law_article article;
    size_t cursor = 0;
    int widest = 0;
    while (cn_law_next(command_language(), &cursor, &article))
        if (article.book == book && (int)article.name_length > widest)
            widest = (int)article.name_length;
    return widest;
}

static void print_heading(const struct cn_law_article *article)
{
    const int width = widest_name(article->book);
    printf("  %.*s%*s  ", (int)article->name_length, article->name,
           width - (int)article->name_length, "");
    command_print_wrapped(article->title, article->title_length, width + 4, width + 4,
                          command_width());
}

/* Prints the book's title before its first article. */
static void print_book(const struct cn_law_article *article, const char **last)
{
    if (article->book == *last)
        return;
    printf("%s%.*s\n", *last != NULL ? "\n" : "", (int)article->book_length, article->book);
    *last = article->book;
}

/* Of a rule set only those that it plays by, with its values. */
static int list_articles(void)
{
    struct cn_law_article article;
    const char *book = NULL;
    size_t cursor = 0;
    while (cn_law_next(command_language(), &cursor, &article)) {
        if (in_force != NULL && !law_rules_cite(in_force, &article))
            continue;
        print_book(&article, &book);
        print_heading(&article);
        if (in_force != NULL)
            law_rules_print(in_force, &article);
    }
    if (in_force != NULL)
        law_rules_print_own(in_force);
    return 0;
}

/* ---- showing ---- */

static void print_block(const char *text, size_t length, int width)
{
    if (length > 2 && text[0] == '-' && text[1] == ' ') {
        printf("- ");
        command_print_wrapped(text + 2, length - 2, 2, 2, width);
    } else {
        command_print_wrapped(text, length, 0, 0, width);
    }
}

static void print_body(const char *text, size_t length, int width)
{
    size_t at = 0;
    while (at < length) {
        const size_t block = cn__paragraph_length(text + at, length - at);
        print_block(text + at, block, width);
        at += block;
        while (at < length && text[at] == '\n') {
            printf("\n");
            at++;
        }
    }
}

static void print_article(const struct cn_law_article *article)
{
    printf("%.*s  ", (int)article->name_length, article->name);
    const int column = (int)article->name_length + 2;
    command_print_wrapped(article->title, article->title_length, column, column, command_width());
    printf("%.*s\n\n", (int)article->book_length, article->book);
    print_body(article->body, article->body_length, command_width());
    if (in_force != NULL && law_rules_cite(in_force, article)) {
        printf("\n");
        law_rules_print(in_force, article);
    }
    if (!law_example_print(article))
        command_complain("out of memory");
}

/* ---- names that are not found ---- */

enum {
    NEAR_MOST = 6,
    NEAR_DISTANCE = 2,
    FOUND_MOST = 20
};

/* How far the name is from an article's: 0 for "taking" and H:taking, or "P" and P3. */
static int farness(const struct cn_law_article *article, const char *name)
{
    const size_t length = strlen(name);
    const char *colon = memchr(article->name, ':', article->name_length);
    const char *word = colon != NULL ? colon + 1 : article->name;
    const size_t word_length = (size_t)(article->name + article->name_length - word);
    if (cn__begins_with(article->name, article->name_length, name, length))
        return 0;
    if (cn__begins_with(word, word_length, name, length))
        return 0;
    const int whole = cn__edit_distance(article->name, article->name_length, name, length);
    const int part = cn__edit_distance(word, word_length, name, length);
    return whole < part ? whole : part;
}

/* Prints the nearest names, if any is near. */
static void print_near(const char *name)
{
    struct cn_law_article article;
    int printed = 0;
    for (int far = 0; far <= NEAR_DISTANCE && printed == 0; far++) {
        size_t cursor = 0;
        while (printed < NEAR_MOST && cn_law_next(command_language(), &cursor, &article)) {
            if (farness(&article, name) != far)
                continue;
            fprintf(stderr, "%s %.*s", printed == 0 ? "; near it:" : "", (int)article.name_length,
                    article.name);
            printed++;
        }
    }
}

static int complain_missing(const char *name)
{
    fprintf(stderr, "canasta law: no article '%s'", name);
    print_near(name);
    fprintf(stderr, "\n");
    return EXIT_NEGATIVE;
}

static int show_articles(char *const *names)
{
    int status = 0;
    for (int i = 0; names[i] != NULL; i++) {
        struct cn_law_article article;
        if (!cn_law_find(command_language(), names[i], &article)) {
            status = complain_missing(names[i]);
            continue;
        }
        if (i > 0)
            printf("\n");
        print_article(&article);
    }
    return status;
}

/* ---- searching ---- */

/* Prints the line of the body that matches, or nothing if only the title or the index does. */
static void print_found_line(const struct cn_law_found *found)
{
    enum {
        INDENT = 4
    };
    const struct cn_law_article *article = &found->article;
    if (found->match == NULL)
        return;
    size_t start = (size_t)(found->match - article->body);
    size_t end = start;
    while (start > 0 && article->body[start - 1] != '\n')
        start--;
    while (end < article->body_length && article->body[end] != '\n')
        end++;
    printf("%*s", INDENT, "");
    command_print_wrapped(article->body + start, end - start, INDENT, INDENT, command_width());
}

static void print_found(const struct cn_law_found *found)
{
    const struct cn_law_article *article = &found->article;
    char heading[512];
    const int length = snprintf(heading, sizeof heading, "%.*s (%.*s)", (int)article->title_length,
                                article->title, (int)article->book_length, article->book);
    const int column = (int)article->name_length + 2;
    printf("%.*s  ", (int)article->name_length, article->name);
    command_print_wrapped(heading,
                          length < (int)sizeof heading ? (size_t)length : sizeof heading - 1,
                          column, column, command_width());
    print_found_line(found);
}

static int search(const char *text)
{
    struct cn_law_found found[FOUND_MOST];
    struct cn_rules set = {.name = ""};
    if (in_force != NULL)
        cn_record_find_base(in_force, &set);
    const size_t count = cn_law_search(command_language(), set.name, text, found, FOUND_MOST);
    for (size_t i = 0; i < count; i++)
        print_found(&found[i]);
    if (count > 0)
        return 0;
    command_complain("no article contains '%s'", text);
    return EXIT_NEGATIVE;
}

/* ---- the command line ---- */

static const char *wanted;
static const char *rules_name;

static const struct option_row rows[] = {
    {"-r, --rules R",
     "a rule set or ready house rules by name, or a file of house rules: what it plays by",
     OPTION_RULES, .to = &rules_name},
    {"-s, --search TEXT", "words or a question; ignores case and accents", OPTION_TEXT,
     .to = &wanted},
    {"", "", OPTION_ROWS, .rows = command_language_rows},
    {.usage = NULL},
};

static int law(char **names)
{
    static struct cn_rules rules;
    if (rules_name != NULL && !command_rules_load(&rules, rules_name, NULL))
        return EXIT_USAGE;
    in_force = rules_name != NULL ? &rules : NULL;
    if (wanted == NULL)
        return names[0] != NULL ? show_articles(names) : list_articles();
    if (names[0] == NULL && wanted[strspn(wanted, " ")] != '\0')
        return search(wanted);
    if (names[0] != NULL)
        command_misuse("'%s' is one argument too many", names[0]);
    else
        command_misuse("--search: there is nothing to search for");
    return EXIT_USAGE;
}

const struct command cmd_law = {
    .name = "law",
    .about = "read the law book, or search it",
    .operands = "[ARTICLE]...",
    .usage = "                list the books and their articles\n"
             "ARTICLE...      show articles: canasta law L31 H:taking\n"
             "--search TEXT   list the articles that answer it, best first\n"
             "--rules RULES   list what a rule set plays by",
    .rows = rows,
    .notes = "Ask in everyday words: canasta law -s \"how many points to open\"\n"
             "L1 to L60 are the Laws of 1950, P1 to P5 the point penalties, C1 to C8 customs, T "
             "three-pack Canasta, B:... Bicycle, U1 to U16 Montevideo, H:... Hoyle, S:... the "
             "Spanish table, I1 to I42 interpretations, R1 to R28 decisions of the referee.\n"
             "A:... is American Canasta, with IA1 to IA24, UR:... Uruguay, HF:... Hand and Foot, "
             "PH:... Pennies from Heaven.",
    .run = law,
};
