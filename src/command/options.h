/* options.h -- what several commands read from their command line in the same way.
 *
 * A rule set is named, or given as the path of a house-rule file, and changed by any number of
 * --set NAME=VALUE. Its faults are printed on stderr as "WHERE: sentence".
 */
#ifndef COMMAND_OPTIONS_H
#define COMMAND_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "words/words.h"

/* What an option sets. */
enum option_kind {
    OPTION_FLAG,   /* bool */
    OPTION_NUMBER, /* int64_t */
    OPTION_CHOICE, /* int or an enumeration, the place in 'choices' */
    OPTION_TEXT,   /* const char * */
    OPTION_FILE,   /* const char *, the path of a file or folder */
    OPTION_RULES,  /* const char *, what command_rules_load takes */
    OPTION_SETS,   /* struct command_sets */
    OPTION_READ,   /* nothing: 'read' takes the text */
    OPTION_ROWS    /* nothing: the list 'rows' belongs to this one */
};

/* A list of options ends with a row without usage. */
struct option_row {
    const char *usage; /* "-s, --set NAME=VALUE"; the letter and the argument may be missing */
    const char *about; /* a sentence for --help, to which choices and default are added */
    enum option_kind kind;
    void *to;
    int64_t low, high;          /* of a number */
    int64_t number;             /* its default, low - 1: none; or the default of a choice */
    const char *text;           /* the default of a text, file or rule set; NULL: none */
    const char *const *choices; /* ends with NULL */
    const char *spelling;       /* another name of the option, not in --help; NULL: none */
    const struct option_row *rows;
    /* Returns false, with a message, if it cannot use the text. */
    bool (*read)(const char *text);
};

/* Was this option, or with NULL any, on the command line? */
bool command_was_given(const char *option);
/* Writes the path of a file or folder in the user's data folder, "canasta/server". Returns false if
 * neither XDG_DATA_HOME nor HOME says where that is, with a message that recommends 'option'. */
bool command_data_path(const char *name, const char *option, char *path, size_t size);
/* Takes the next part of a list with commas, which is NULL after its last part. Returns false at
 * the end. */
bool command_next_part(const char **list, const char **part, int *length);

/* Names the program and the command, or NULL, whose messages follow; returns what stands before
 * them, "PROGRAM NAME". Valid until the next call. */
char *command_begin(const char *program, const char *name);
/* Prints "PROGRAM NAME: ..." on stderr and ends the line. Returns false, for callers to return. */
__attribute__((format(printf, 1, 2))) bool command_complain(const char *format, ...);
/* The same for a command line that cannot be used, with a hint at --help. */
__attribute__((format(printf, 1, 2))) bool command_misuse(const char *format, ...);
/* The same after getopt has printed the fault. */
bool command_misuse_option(void);

/* Returns the language of the program: the chosen one, else that of the locale if it has a
 * catalogue, else English. */
const char *command_language(void);
/* Chooses it; false, with a message, if it has no catalogue. */
bool command_choose_language(const char *wanted);
/* The words of that language. */
const struct cn_words *command_words(void);

/* The --set options of a command line. */
enum {
    COMMAND_SETS_MAX = 128
};
struct command_sets {
    const char *at[COMMAND_SETS_MAX];
    int count;
};

/* Adds one; false, with a message, if there are too many. */
bool command_add_set(struct command_sets *sets, const char *set);

/* Loads a rule set: a built-in one or ready house rules by name, else the house-rule file of that
 * path, which is called by its name without folder and ".rules". Then applies the settings
 * "NAME=VALUE" in their order, unless 'sets' is NULL. On failure prints what is wrong on stderr,
 * leaves *rules unchanged and returns false. */
bool command_rules_load(struct cn_rules *rules, const char *name_or_path,
                        const struct command_sets *sets);

/* The options --rules, --set and --players of the commands that have them: who plays what. */
struct command_game {
    const char *rules;
    struct command_sets sets;
    int64_t players;
};
extern const struct option_row command_game_rows[];
/* What they say on this command line. */
struct command_game *command_game(void);
/* Settles the number of players if none, less than 2, was given: 4, or the fewest that can play.
 * Returns false, with a message, if as many as were given cannot play. */
bool command_players_settle(const struct cn_rules *rules, int64_t *players);
/* Loads the rule set, and settles the number of players if none was given. Returns false, with a
 * message, if the rule set cannot be loaded, or not be played by this number of players. */
bool command_game_load(struct cn_rules *rules);

/* The option --jobs, and what it says; if it is not given, one thread per processor, within
 * reason. */
extern const struct option_row command_jobs_rows[];
int command_jobs(void);
/* The option --language, which command_choose_language reads. */
extern const struct option_row command_language_rows[];

/* Columns of the terminal, 80 where there is none. */
int command_width(void);
/* Prints text to stdout, its words put into lines of 'width' columns: the first line begins at
 * column 'first' (already printed), further ones are indented by 'indent'. Ends the line. */
void command_print_wrapped(const char *text, size_t length, int first, int indent, int width);

#endif
