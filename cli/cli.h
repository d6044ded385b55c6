/* cli.h -- the command "canasta": its subcommands and what they share.
 *
 * Each subcommand is a file with one function cmd_NAME and a line in the table of main.c. It gets its own
 * name as argv[0] and returns the exit status.
 */
#ifndef CN_CLI_H
#define CN_CLI_H

#include <stdatomic.h>

#include "record/record.h"

/* Exit statuses; CLI_USAGE (2: bad usage, bad input) is in options.h, where rules are read. */
enum {
    CLI_OK = 0,
    CLI_NOT = 1,  /* differences, not found, not legal */
    CLI_WORLD = 3 /* a file, memory, a thread */
};

int cmd_analyze(int argc, char **argv);
int cmd_arena(int argc, char **argv);
int cmd_backup(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_fair(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_fit(int argc, char **argv);
int cmd_join(int argc, char **argv);
int cmd_law(int argc, char **argv);
int cmd_load(int argc, char **argv);
int cmd_legal(int argc, char **argv);
int cmd_perft(int argc, char **argv);
int cmd_play(int argc, char **argv);
int cmd_rules(int argc, char **argv);
int cmd_serve(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_simulate(int argc, char **argv);
int cmd_tune(int argc, char **argv);
int cmd_train(int argc, char **argv);

/* Is set by the first SIGINT or SIGTERM from now on; the second one ends the program. */
const atomic_int *cli_interrupted(void);

/* Reads a whole number of the command line; false, with a message, if it is none from low to high. */
bool cli_number(const char *option, const char *text, int64_t low, int64_t high, int64_t *value);

/* Opens a file for reading, "-" for standard input; NULL, with a message, if it cannot be. */
FILE *cli_open(const char *path);
void cli_close(FILE *file);
/* Prints "FILE:LINE: ARTICLE: expected …, found …". */
void cli_print_report(FILE *to, const char *path, const struct cn_report *report);

/* A record or position, replayed to its end, or to a line if that is above 0. What is wrong with it is
 * printed to stderr. NULL and *status if it holds no deal or could not be replayed so far. */
struct cn_replay *cli_replay(const char *path, int64_t line, int *status);

#endif
