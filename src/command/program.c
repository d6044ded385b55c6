/* program.c -- the main of both programs: finding a command in the table, help, near names. */
#include <errno.h>
#include <locale.h>
#include <string.h>

#include "command.h"
#include "options.h"

static void print_help(const struct command_program *program, FILE *to)
{
    const char *name = program->name;
    fprintf(to,
            "usage: %s COMMAND [ARGUMENTS]\n"
            "       %s COMMAND --help | %s help COMMAND\n"
            "       %s --help | --version\n"
            "\n"
            "%s\n"
            "\n",
            name, name, name, name, program->about);
    for (const struct command *c = program->commands; c->name != NULL; c++)
        fprintf(to, "  %-10s %s\n", c->name, c->help);
    fputs("\n"
          "Exit status: 0 all is well; 1 differences, not found or not legal;\n"
          "2 bad usage or input; 3 a file or memory failed; 130 or 143\n"
          "interrupted, after saying how far it got.\n",
          to);
}

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
    for (const struct command *c = program->commands; c->name != NULL; c++) {
        if (!is_near(c->name, typed))
            continue;
        fprintf(stderr, "%s'%s'", any ? " or " : "; did you mean ", c->name);
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

/* getopt, too, names the command by argv[0]. */
static int run(const struct command_program *program, const struct command *command, int argc,
               char **argv)
{
    argv[0] = command_begin(program->name, command->name);
    return command->run(argc, argv);
}

static int help_with(const struct command_program *program, const struct command *command)
{
    char option[] = "--help";
    char *argv[] = {option, option, NULL};
    return run(program, command, 2, argv);
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

static int answer(const struct command_program *program, int argc, char **argv)
{
    if (asks_for_help(argv[1]) && argc == 2) {
        print_help(program, stdout);
        return EXIT_OK;
    }
    if (strcmp(argv[1], "--version") == 0 && argc == 2) {
        printf("%s " CANASTA_VERSION "\n", program->name);
        return EXIT_OK;
    }
    const bool helps = asks_for_help(argv[1]);
    if ((helps && argc > 3) || strcmp(argv[1], "--version") == 0) {
        command_misuse("'%s' is one argument too many", argv[helps ? 3 : 2]);
        return EXIT_USAGE;
    }
    const char *name = argv[helps ? 2 : 1];
    for (const struct command *c = program->commands; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0)
            return helps ? help_with(program, c) : run(program, c, argc - 1, argv + 1);
    return unknown(program, name);
}

int command_main(const struct command_program *program, int argc, char **argv)
{
    setlocale(LC_CTYPE, "");
    command_begin(program->name, NULL);
    if (argc < 2) {
        print_help(program, stderr);
        return EXIT_USAGE;
    }
    return finish(program, answer(program, argc, argv));
}
