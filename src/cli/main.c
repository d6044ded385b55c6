/* main.c -- the command "canasta": the table of its subcommands, and finding one in it. */
#include <errno.h>
#include <locale.h>
#include <string.h>

#include "cli.h"
#include "options.h"

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} commands[] = {
    {.name = "play", .run = cmd_play, .help = "play at a table in this terminal"},
    {.name = "join", .run = cmd_join, .help = "play at a server's table in this terminal"},
    {.name = "serve", .run = cmd_serve, .help = "serve tables to the network"},
    {.name = "backup", .run = cmd_backup, .help = "copy a server's database while it runs"},
    {.name = "export", .run = cmd_export, .help = "print the record of a server's table"},
    {.name = "load", .run = cmd_load, .help = "measure how much a server carries"},
    {.name = "rules", .run = cmd_rules, .help = "show a rule set, or how two differ"},
    {.name = "law", .run = cmd_law, .help = "read the law book, or search it"},
    {.name = "check", .run = cmd_check, .help = "replay records and compare every line"},
    {.name = "fair", .run = cmd_fair, .help = "check that the deals of a record were fair"},
    {.name = "show", .run = cmd_show, .help = "draw the table at a point of a record"},
    {.name = "legal", .run = cmd_legal, .help = "list the legal actions, or say why one is not"},
    {.name = "simulate", .run = cmd_simulate, .help = "let bots play, and record it"},
    {.name = "arena", .run = cmd_arena, .help = "find out which of two bots is stronger"},
    {.name = "analyze", .run = cmd_analyze, .help = "say what the decisions of a record have lost"},
    {.name = "tune", .run = cmd_tune, .help = "find better weights for the expert"},
    {.name = "fit", .run = cmd_fit, .help = "fit what bots believe of hidden hands"},
    {.name = "train", .run = cmd_train, .help = "make the value net of the bots, or measure it"},
    {.name = "perft", .run = cmd_perft, .help = "count sequences of decisions"},
    {.name = "bench", .run = cmd_bench, .help = "measure how fast the engine is"},
};
enum {
    COMMANDS = sizeof commands / sizeof commands[0]
};

static const char head[] = "usage: canasta COMMAND [ARGUMENTS]\n"
                           "       canasta COMMAND --help | canasta help COMMAND\n"
                           "       canasta --help | --version\n"
                           "\n"
                           "Canasta: the card game, its laws and its records.\n"
                           "\n";
static const char tail[] = "\n"
                           "Exit status: 0 all is well; 1 differences, not found or not legal;\n"
                           "2 bad usage or input; 3 a file or memory failed; 130 or 143\n"
                           "interrupted, after saying how far it got.\n";

static void print_help(FILE *to)
{
    fputs(head, to);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].help);
    fputs(tail, to);
}

/* ---- near names ---- */

enum {
    WORD_MOST = 24
};

static int least(int a, int b, int c)
{
    const int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Letters to change, add or leave out between two words. */
static int distance(const char *a, const char *b)
{
    int row[WORD_MOST + 1];
    const int length = (int)strlen(b);
    if (length > WORD_MOST)
        return WORD_MOST;
    for (int j = 0; j <= length; j++)
        row[j] = j;
    for (int i = 1; a[i - 1] != '\0'; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= length; j++) {
            const int above = row[j];
            row[j] = least(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return row[length];
}

static bool is_near(const char *name, const char *typed)
{
    const size_t length = strlen(typed);
    if (length >= 2 && strncmp(name, typed, length) == 0)
        return true;
    return distance(name, typed) <= 2;
}

static int unknown(const char *typed)
{
    bool any = false;
    fprintf(stderr, "canasta: no command '%s'", typed);
    for (int i = 0; i < COMMANDS; i++) {
        if (!is_near(commands[i].name, typed))
            continue;
        fprintf(stderr, "%s'%s'", any ? " or " : "; did you mean ", commands[i].name);
        any = true;
    }
    fprintf(stderr, any ? "?\n" : "; canasta --help lists them\n");
    return CLI_USAGE;
}

/* What was printed must have arrived. */
static int finish(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "canasta: standard output: %s\n", strerror(errno));
    return CLI_WORLD;
}

/* getopt, too, names the command by argv[0]. */
static int run(const struct command *command, int argc, char **argv)
{
    argv[0] = cli_begin(command->name);
    return command->run(argc, argv);
}

static int help_with(const struct command *command)
{
    char option[] = "--help";
    char *argv[] = {option, option, NULL};
    return run(command, 2, argv);
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

static int answer(int argc, char **argv)
{
    if (asks_for_help(argv[1]) && argc == 2) {
        print_help(stdout);
        return CLI_OK;
    }
    if (strcmp(argv[1], "--version") == 0 && argc == 2) {
        puts("canasta " CANASTA_VERSION);
        return CLI_OK;
    }
    const bool helps = asks_for_help(argv[1]);
    if ((helps && argc > 3) || strcmp(argv[1], "--version") == 0) {
        cli_misuse("'%s' is one argument too many", argv[helps ? 3 : 2]);
        return CLI_USAGE;
    }
    const char *name = argv[helps ? 2 : 1];
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return helps ? help_with(&commands[i]) : run(&commands[i], argc - 1, argv + 1);
    return unknown(name);
}

int main(int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    if (argc < 2) {
        print_help(stderr);
        return CLI_USAGE;
    }
    return finish(answer(argc, argv));
}
