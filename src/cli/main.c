/* main.c -- the program "canasta", for players, hosts and judges: the table of its commands.
 * src/lab/ has the other program. */
#include "command/command.h"

#include "commands.h"

static const struct command commands[] = {
    {.name = "play", .run = cmd_play, .help = "play at a table in this terminal"},
    {.name = "join", .run = cmd_join, .help = "play at a server's table in this terminal"},
    {.name = "serve", .run = cmd_serve, .help = "serve tables to the network"},
    {.name = "backup", .run = cmd_backup, .help = "copy a server's database while it runs"},
    {.name = "export", .run = cmd_export, .help = "print the record of a server's table"},
    {.name = "rules", .run = cmd_rules, .help = "show a rule set, or how two differ"},
    {.name = "law", .run = cmd_law, .help = "read the law book, or search it"},
    {.name = "check", .run = cmd_check, .help = "replay records and compare every line"},
    {.name = "fair", .run = cmd_fair, .help = "check that the deals of a record were fair"},
    {.name = "show", .run = cmd_show, .help = "draw the table at a point of a record"},
    {.name = "legal", .run = cmd_legal, .help = "list the legal actions, or explain a refusal"},
    {.name = "analyze", .run = cmd_analyze, .help = "find what each decision of a record lost"},
    {.name = NULL},
};

/* In the first releases these were commands of "canasta". For one more release, scripts that still
 * call them get a message that names the new place. */
static const char *const moved[] = {"simulate", "arena", "tune", "fit", "train",
                                    "bench",    "perft", "load", NULL};

int main(int argc, char **argv)
{
    static const struct command_program canasta = {
        .name = "canasta",
        .about = "Canasta: the card game, its laws and its records.",
        .commands = commands,
        .moved = moved,
        .moved_to = "canasta-lab",
    };
    return command_main(&canasta, argc, argv);
}
