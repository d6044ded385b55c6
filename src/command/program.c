/* program.c -- the main of both programs: finding a command in the table, near names. */
#include <errno.h>
#include <getopt.h>
#include <locale.h>
#include <string.h>

#include "command.h"
#include "help.h"
#include "option_table.h"
#include "options.h"

/* ---- near names ---- */

static bool is_near(const char *name, const char *typed)
{
    const size_t length = strlen(typed);
    if (length >= 2 && cn__begins_with(name, strlen(name), typed, length))
        return true;
    return cn__edit_distance(name, strlen(name), typed, length) <= 2;
}

static bool has_moved(const struct command_program *program, const char *typed)
{
    for (const char *const *name = program->moved; name != NULL && *name != NULL; name++)
        if (strcmp(*name, typed) == 0)
            return true;
    return false;
}

static int unknown(const struct command_program *program, const char *typed)
{
    bool any = false;
    if (has_moved(program, typed)) {
        fprintf(stderr, "%s: %s is now a command of %s\n", program->name, typed, program->moved_to);
        return EXIT_USAGE;
    }
    fprintf(stderr, "%s: no command '%s'", program->name, typed);
    for (const struct command *const *c = program->commands; *c != NULL; c++) {
        if (!is_near((*c)->name, typed))
            continue;
        fprintf(stderr, "%s'%s'", any ? " or " : "; did you mean ", (*c)->name);
        any = true;
    }
    if (any)
        fprintf(stderr, "?\n");
    else
        fprintf(stderr, "; %s --help lists them\n", program->name);
    return EXIT_USAGE;
}

/* What was printed must have arrived. */
static int finish(const struct command_program *program, int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "%s: standard output: %s\n", program->name, strerror(errno));
    return EXIT_IO;
}

static int help_with(const struct command_program *program, const struct command *command)
{
    command_print_help(program, command);
    return EXIT_OK;
}

/* getopt, too, names the command by argv[0]. */
static int run(const struct command_program *program, const struct command *command, int argc,
               char **argv)
{
    argv[0] = command_begin(program->name, command->name);
    switch (option_table_read(command, argc, argv)) {
    case OPTIONS_READ: return command->run(argv + optind);
    case OPTIONS_HELP: return help_with(program, command);
    default: return EXIT_USAGE;
    }
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

/* Prints the help, the version or the options; false if this word asks for none of them. */
static bool describe(const struct command_program *program, const char *word)
{
    if (asks_for_help(word))
        command_print_program(program, stdout);
    else if (strcmp(word, "--version") == 0)
        printf("%s " CANASTA_VERSION "\n", program->name);
    else if (strcmp(word, "--list-options") == 0)
        command_list_options(program);
    else
        return false;
    return true;
}

static int answer(const struct command_program *program, int argc, char **argv)
{
    const bool helps = asks_for_help(argv[1]);
    const bool alone = strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "--list-options") == 0;
    if (argc == 2 && describe(program, argv[1]))
        return EXIT_OK;
    if (argc > (helps ? 3 : 2) && (helps || alone)) {
        command_misuse("'%s' is one argument too many", argv[helps ? 3 : 2]);
        return EXIT_USAGE;
    }
    const char *name = argv[helps ? 2 : 1];
    for (const struct command *const *c = program->commands; *c != NULL; c++)
        if (strcmp((*c)->name, name) == 0)
            return helps ? help_with(program, *c) : run(program, *c, argc - 1, argv + 1);
    return unknown(program, name);
}

int command_main(const struct command_program *program, int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    command_begin(program->name, NULL);
    if (argc < 2) {
        command_print_program(program, stderr);
        return EXIT_USAGE;
    }
    return finish(program, answer(program, argc, argv));
}
