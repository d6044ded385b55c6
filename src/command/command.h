/* command.h -- what the two programs, "canasta" and "canasta-lab", share on their command lines.
 *
 * A program is a table of commands, and a command is a table of options: the parser, its messages,
 * --help and --list-options, from which the completions of shells are made, all read that table.
 */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdatomic.h>

#include "record/record.h"

struct option_row; /* options.h */

/* Each text but the name may be NULL: there is none. */
struct command {
    const char *name;
    const char *about; /* one line, in the program's help */
    /* As in the usage line: "FILE DEPTH", "FILE...", "[URL]"; their number is checked. */
    const char *operands;
    const char *usage; /* lines of usage after the name, if they are not "[OPTIONS] OPERANDS" */
    const char *lead, *notes; /* paragraphs before and after the options, one per line */
    const struct option_row *rows;
    /* Gets the operands, which end with NULL, and returns the exit status. */
    int (*run)(char **operands);
};

/* Each list ends with NULL. */
struct command_program {
    const char *name;
    const char *about; /* one sentence, in --help */
    const struct command *const *commands;
    const char *const *moved; /* commands that another program has now; NULL: none */
    const char *moved_to;     /* that program */
};

/* Runs the command that argv names, or prints the help or the version. Returns the exit status. */
int command_main(const struct command_program *program, int argc, char **argv);

/* Seconds on a clock that only goes forward. */
double command_clock(void);

/* Set by the first SIGINT or SIGTERM from now on; the second one ends the program. */
const atomic_int *command_interrupted(void);
/* Returns the exit status of an interrupted command that has reported its progress: 130 or 143, by
 * the convention of shells. */
int command_interrupted_status(void);

/* The progress of a long command: a line on stderr if that is a terminal, five times a second, else
 * nothing. */
struct command_progress {
    double start, shown; /* of command_clock */
    bool terminal;
};
void command_progress_begin(struct command_progress *progress);
/* Returns whether to write the line now. If so, it is empty. */
bool command_progress_is_due(struct command_progress *progress);
/* Writes "DONE of ALL WHAT, … a second, … s left". */
void command_progress_print(struct command_progress *progress, int64_t done, int64_t all,
                            const char *what);
void command_progress_end(const struct command_progress *progress);

/* Returns the ending of a noun after a number: "" after 1, otherwise "s". */
static inline const char *command_s(int64_t count)
{
    return count == 1 ? "" : "s";
}

/* Reads a whole number from low to high. Returns false, with a message, for anything else. */
bool command_number(const char *option, const char *text, int64_t low, int64_t high,
                    int64_t *value);

/* Prints that there is no such bot, and the existing ones. Returns false. */
bool command_no_bot(const char *name);
/* The widest search that --nodes asks for. */
#define COMMAND_NODES_MOST (INT64_C(1) << 40)

/* Opens a file for reading, "-" for standard input. Returns NULL, with a message, on failure. */
FILE *command_open(const char *path);
void command_close(FILE *file);
/* Prints "FILE:LINE: ARTICLE: expected …, found …". */
void command_print_report(FILE *to, const char *path, const struct cn_report *report);

/* Replays a record or position to its end, or to a line if that is above 0. Prints its faults to
 * stderr. Returns NULL and sets *status if it contains no deal or could not be replayed so far. */
struct cn_reader *command_replay(const char *path, int64_t line, int *status);

#endif
