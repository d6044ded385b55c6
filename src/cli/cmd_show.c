/* cmd_show.c -- canasta show: the table at a point of a record. */
#include <getopt.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"

#include "commands.h"
#include "draw.h"

static const char usage[] =
    "usage: canasta show FILE [--seat S] [--at LINE] [--plain]\n"
    "\n"
    "Draws the table at the end of a record or position ('-': standard input).\n"
    "\n"
    "  --seat S    only what this seat may know\n"
    "  --at LINE   after this line of the file\n"
    "  --plain     in ASCII, even if the locale has suits\n";

static int draw(struct cn_reader *replay, int64_t seat, bool plain)
{
    const struct cn_game *game = cn_reader_game(replay);
    if (seat >= game->players) {
        command_complain("there are seats 0 to %d", game->players - 1);
        return EXIT_USAGE;
    }
    struct drawing drawing = {.plain = plain};
    draw_of_game(&drawing, game, seat < 0 ? CN_NO_SEAT : (int)seat);
    for (int s = 0; s < CN_SEATS_MAX; s++)
        drawing.name[s] = cn_reader_name(replay, s);
    draw_table(&drawing);
    return EXIT_OK;
}

int cmd_show(int argc, char **argv)
{
    static const struct option options[] = {{"seat", required_argument, NULL, 's'},
                                            {"at", required_argument, NULL, 'a'},
                                            {"plain", no_argument, NULL, 'p'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    int64_t seat = -1;
    int64_t line = 0;
    bool plain = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    int status;
    optind = 0;
    for (int option; (option = getopt_long(argc, argv, "s:a:ph", options, NULL)) != -1;) {
        switch (option) {
        case 's':
            if (!command_number("--seat", optarg, 0, CN_SEATS_MAX - 1, &seat))
                return EXIT_USAGE;
            break;
        case 'a':
            if (!command_number("--at", optarg, 1, INT64_MAX, &line))
                return EXIT_USAGE;
            break;
        case 'p': plain = true; break;
        case 'h': fputs(usage, stdout); return EXIT_OK;
        default: command_misuse_option(); return EXIT_USAGE;
        }
    }
    if (!command_operands(argc, argv, 1, 1, "FILE"))
        return EXIT_USAGE;
    struct cn_reader *replay = command_replay(argv[optind], line, &status);
    if (replay == NULL)
        return status;
    status = draw(replay, seat, plain);
    cn_reader_close(replay);
    return status;
}
