/* command.h -- what the two programs, "canasta" and "canasta-lab", share on their command lines.
 *
 * A program is a table of commands. Each command is a file with one function cmd_NAME; it gets its
 * own name as argv[0] and returns the exit status.
 */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdatomic.h>

#include "record/record.h"

/* Exit statuses; EXIT_USAGE (2: bad usage, bad input) is in options.h, where rules are read. */
enum {
    EXIT_OK = 0,
    EXIT_NEGATIVE = 1, /* differences, not found, not legal */
    EXIT_IO = 3        /* a file, memory, a thread */
};

struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help; /* one line */
};

/* Each list ends with NULL; the table of commands with a row whose name is NULL. */
struct command_program {
    const char *name;
    const char *about; /* one sentence, in --help */
    const struct command *commands;
    const char *const *moved; /* commands that another program has now; NULL: none */
    const char *moved_to;     /* that program */
};

/* Runs the command that argv names, or prints the help or the version. Returns the exit status. */
int command_main(const struct command_program *program, int argc, char **argv);

/* Seconds on a clock that only goes forward. */
double command_clock(void);

/* Is set by the first SIGINT or SIGTERM from now on; the second one ends the program. */
const atomic_int *command_interrupted(void);
/* The exit status of a command that was interrupted and has said how far it got: 130 or 143, the
 * shells' convention. */
int command_interrupted_status(void);

/* The progress of a long command: a line on stderr if that is a terminal, five times a second, else
 * nothing. */
struct command_progress {
    double start, shown; /* of command_clock */
    bool terminal;
};
void command_progress_begin(struct command_progress *progress);
/* Is the line to be written now? If so, it is empty. */
bool command_progress_is_due(struct command_progress *progress);
/* Writes "DONE of ALL WHAT, … a second, … s left". */
void command_progress_print(struct command_progress *progress, int64_t done, int64_t all,
                            const char *what);
void command_progress_end(const struct command_progress *progress);

/* The ending of a noun after so many: "" after 1, else "s". */
static inline const char *command_s(int64_t count)
{
    return count == 1 ? "" : "s";
}

/* Reads a whole number of the command line; false, with a message, if it is none from low to high. */
bool command_number(const char *option, const char *text, int64_t low, int64_t high,
                    int64_t *value);

/* Is this rule set played by so many? False, with a message, if not. */
bool command_is_played_by(const struct cn_rules *rules, int64_t players);
/* Says that there is no such bot, and which there are. False. */
bool command_no_bot(const char *name);
/* Threads to use where nobody says how many: as many as processors, within reason. */
int command_processors(void);

/* Opens a file for reading, "-" for standard input; NULL, with a message, if it cannot be. */
FILE *command_open(const char *path);
void command_close(FILE *file);
/* Prints "FILE:LINE: ARTICLE: expected …, found …". */
void command_print_report(FILE *to, const char *path, const struct cn_report *report);

/* A record or position, replayed to its end, or to a line if that is above 0. What is wrong with
 * it is printed to stderr. NULL and *status if it holds no deal or could not be replayed so far. */
struct cn_reader *command_replay(const char *path, int64_t line, int *status);

#endif
