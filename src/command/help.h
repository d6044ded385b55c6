/* help.h -- what the programs say of their commands. */
#ifndef COMMAND_HELP_H
#define COMMAND_HELP_H

#include "command.h"

/* Prints the commands. */
void command_print_program(const struct command_program *program, FILE *to);
/* Prints a command's usage, options and notes on stdout, at most 80 columns wide. */
void command_print_help(const struct command_program *program, const struct command *command);
/* Prints every option of every command, one per line of fields with tabs between them: command,
 * name, letter, argument, values, default, and what --help says. The values are "file", "rules",
 * the choices with blanks between them, or nothing. */
void command_list_options(const struct command_program *program);

#endif
