/* options.h -- what several commands read from their command line in the same way.
 *
 * A rule set is named, or given as the path of a house-rule file, and changed by any number of
 * --set NAME=VALUE. Its faults are printed on stderr as "WHERE: sentence".
 */
#ifndef COMMAND_OPTIONS_H
#define COMMAND_OPTIONS_H

#include <stdbool.h>

#include "words/words.h"

struct option; /* <getopt.h> */

/* Most --set options of one command line; more are refused. */
enum {
    COMMAND_SETS_MAX = 128
};

/* Names the program and the command, or NULL, whose messages follow; returns what stands before
 * them, "PROGRAM NAME". Valid until the next call. */
char *command_begin(const char *program, const char *name);
/* Prints "PROGRAM NAME: ..." on stderr and ends the line. Returns false, for callers to return. */
__attribute__((format(printf, 1, 2))) bool command_complain(const char *format, ...);
/* The same for a command line that cannot be used, with a hint at --help. */
__attribute__((format(printf, 1, 2))) bool command_misuse(const char *format, ...);
/* The same after getopt has printed the fault. */
bool command_misuse_option(void);
/* Are there from least to most operands, from optind on? 'missing' names those that must be
 * there. */
bool command_operands(int argc, char **argv, int least, int most, const char *missing);

/* Reads the options of a subcommand, and "h": passes each to 'read', with optarg set. Returns
 * false, with a message, for an unknown option, or if 'read' returns false. */
bool command_read_options(int argc, char **argv, const struct option *options,
                          bool (*read)(void *to, int option), void *to);

/* Adds one of COMMAND_SETS_MAX; false, with a message, if there are too many. */
bool command_add_set(char **sets, int *count, char *set);

/* Returns the language of the program: the chosen one, else that of the locale if it has a
 * catalogue, else English. */
const char *command_language(void);
/* Chooses it; false, with a message, if it has no catalogue. */
bool command_choose_language(const char *wanted);
/* The words of that language. */
const struct cn_words *command_words(void);

/* Loads a rule set: a built-in one by name, else the house-rule file of that path, whose set is
 * called by its name without folder and ".rules"; then the settings "NAME=VALUE" in their order.
 * False, with what is wrong printed on stderr and *rules unchanged, if it cannot be. */
bool command_rules_load(struct cn_rules *rules, const char *name_or_path, char *const *sets,
                        int set_count);

/* Columns of the terminal, 80 where there is none. */
int command_width(void);
/* Prints text to stdout, its words put into lines of 'width' columns: the first line begins at
 * column 'first' (already printed), further ones are indented by 'indent'. Ends the line. */
void command_print_wrapped(const char *text, size_t length, int first, int indent, int width);

#endif
