/* lab_main.c -- the program "canasta-lab", for simulating, tuning and measuring: the table of its
 * commands. */
#include "command/command.h"
#include "lab_commands.h"

static const struct command commands[] = {
    {.name = "simulate", .run = cmd_simulate, .help = "let bots play, and record it"},
    {.name = "arena", .run = cmd_arena, .help = "find out which of two bots is stronger"},
    {.name = "tune", .run = cmd_tune, .help = "find better weights for the expert"},
    {.name = "fit", .run = cmd_fit, .help = "fit what bots believe of hidden hands"},
    {.name = "train", .run = cmd_train, .help = "make the value net of the bots, or measure it"},
    {.name = "perft", .run = cmd_perft, .help = "count sequences of decisions"},
    {.name = "bench", .run = cmd_bench, .help = "measure how fast the engine is"},
    {.name = "load", .run = cmd_load, .help = "measure how much a server carries"},
    {.name = NULL},
};

int main(int argc, char **argv)
{
    static const struct command_program lab = {
        .name = "canasta-lab",
        .about = "Canasta's laboratory: games between bots by the thousand, and measurements.",
        .commands = commands,
    };
    return command_main(&lab, argc, argv);
}
