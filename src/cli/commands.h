/* commands.h -- the commands of the program "canasta", one file each. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "command/command.h"

extern const struct command cmd_analyze;
extern const struct command cmd_backup;
extern const struct command cmd_check;
extern const struct command cmd_drain;
extern const struct command cmd_export;
extern const struct command cmd_fair;
extern const struct command cmd_import;
extern const struct command cmd_join;
extern const struct command cmd_law;
extern const struct command cmd_legal;
extern const struct command cmd_play;
extern const struct command cmd_rule;
extern const struct command cmd_rules;
extern const struct command cmd_serve;
extern const struct command cmd_show;

/* All of them. */
extern const struct command_program canasta_program;

#endif
