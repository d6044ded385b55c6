/* lab_commands.h -- the commands of the program "canasta-lab", one file each. */
#ifndef LAB_LAB_COMMANDS_H
#define LAB_LAB_COMMANDS_H

#include "command/command.h"

extern const struct command cmd_arena;
extern const struct command cmd_bench;
extern const struct command cmd_fit;
extern const struct command cmd_ladder;
extern const struct command cmd_load;
extern const struct command cmd_losses;
extern const struct command cmd_meter;
extern const struct command cmd_perft;
extern const struct command cmd_problems;
extern const struct command cmd_respond;
extern const struct command cmd_simulate;
extern const struct command cmd_train;
extern const struct command cmd_tune;

/* All of them. */
extern const struct command_program lab_program;

#endif
