/* cli.h -- the command "canasta": its subcommands and what they share.
 *
 * Each subcommand is a file with one function cmd_NAME and a line in the table of main.c. It gets its own
 * name as argv[0] and returns the exit status.
 */
#ifndef CLI_H
#define CLI_H

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
/* The exit status of a command that was interrupted and has said how far it got: 130 or 143, as shells have it. */
int cli_interrupted_status(void);

/* How far a long command is: a line on stderr if that is a terminal, five times a second, else nothing. */
struct cli_progress {
    double start, shown; /* of lab_clock */
    bool terminal;
};
void cli_progress_begin(struct cli_progress *progress);
/* Is the line to be written now? If so, it is empty. */
bool cli_progress_is_due(struct cli_progress *progress);
/* Writes "DONE of ALL WHAT, … a second, … s left". */
void cli_progress_print(struct cli_progress *progress, int64_t done, int64_t all, const char *what);
void cli_progress_end(const struct cli_progress *progress);

/* The ending of a noun after so many: "" after 1, else "s". */
static inline const char *cli_s(int64_t count)
{
    return count == 1 ? "" : "s";
}

/* Reads a whole number of the command line; false, with a message, if it is none from low to high. */
bool cli_number(const char *option, const char *text, int64_t low, int64_t high, int64_t *value);

/* Is this rule set played by so many? False, with a message, if not. */
bool cli_is_played_by(const struct cn_rules *rules, int64_t players);
/* Says that there is no such bot, and which there are. False. */
bool cli_no_bot(const char *name);
/* Threads to use where nobody says how many: as many as processors, within reason. */
int cli_processors(void);

/* Opens a file for reading, "-" for standard input; NULL, with a message, if it cannot be. */
FILE *cli_open(const char *path);
void cli_close(FILE *file);
/* Prints "FILE:LINE: ARTICLE: expected …, found …". */
void cli_print_report(FILE *to, const char *path, const struct cn_report *report);

/* A record or position, replayed to its end, or to a line if that is above 0. What is wrong with it is
 * printed to stderr. NULL and *status if it holds no deal or could not be replayed so far. */
struct cn_reader *cli_replay(const char *path, int64_t line, int *status);

#endif
