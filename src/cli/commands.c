#include "commands.h"

#include <stddef.h>

static const struct command *const commands[] = {
    &cmd_play,  &cmd_join,  &cmd_serve,   &cmd_backup, &cmd_export, &cmd_import,
    &cmd_drain, &cmd_rules, &cmd_law,     &cmd_rule,   &cmd_check,  &cmd_fair,
    &cmd_show,  &cmd_legal, &cmd_analyze, NULL};

/* In the first releases these were commands of "canasta". For one more release, scripts that still
 * call them get a message that names the new place. */
static const char *const moved[] = {"simulate", "arena", "tune", "fit", "train",
                                    "bench",    "perft", "load", NULL};

const struct command_program canasta_program = {
    .name = "canasta",
    .about = "Canasta: the card game, its laws and its records.",
    .commands = commands,
    .moved = moved,
    .moved_to = "canasta-lab",
};
