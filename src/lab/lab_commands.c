#include "lab_commands.h"

#include <stddef.h>

static const struct command *const commands[] = {
    &cmd_simulate, &cmd_arena,    &cmd_ladder, &cmd_respond, &cmd_losses, &cmd_tune, &cmd_fit,
    &cmd_train,    &cmd_problems, &cmd_meter,  &cmd_perft,   &cmd_bench,  &cmd_load, NULL};

const struct command_program lab_program = {
    .name = "canasta-lab",
    .about = "Canasta's laboratory: games between bots by the thousand, and measurements.",
    .commands = commands,
};
