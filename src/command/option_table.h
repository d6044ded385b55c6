/* option_table.h -- the options of a command, read and described by its table. */
#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include "command.h"
#include "options.h"

enum {
    OPTION_ROWS_MAX = 40,
    OPTION_NAME_SIZE = 24,
    OPTION_WORDS = 100, /* of the choices, or the default */
    OPTION_SENTENCE = 400
};

/* An option, with the parts of its usage. */
struct option_slot {
    const struct option_row *row;
    char name[OPTION_NAME_SIZE]; /* without "--" */
    char letter;                 /* NUL: none */
    const char *argument;        /* NULL: it takes none */
};

/* Lists the options of a command, those of the lists inside its list included. Returns how many. */
int option_table_list(const struct command *command, struct option_slot slots[OPTION_ROWS_MAX]);
/* Writes the default, "" if there is none. */
void option_default_format(const struct option_row *row, char *text, size_t size);
/* Writes "off, fast, normal or slow", "" without choices. */
void option_choices_format(const struct option_row *row, char *text, size_t size);

enum option_outcome {
    OPTIONS_READ,
    OPTIONS_HELP,   /* --help was among them; what follows it is not read */
    OPTIONS_REFUSED /* with a message */
};
/* Sets the defaults, reads the options and checks the number of operands, which begin at optind. */
enum option_outcome option_table_read(const struct command *command, int argc, char **argv);

#endif
