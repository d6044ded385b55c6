/* cmd_show.c -- canasta show: the table at a point of a record. */
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"

#include "commands.h"
#include "draw.h"

static int64_t seat, line;
static bool plain;

static const struct option_row rows[] = {
    {"-s, --seat S", "only what this seat may know", OPTION_NUMBER, .to = &seat,
     .high = CN_SEATS_MAX - 1, .number = -1},
    {"-a, --at LINE", "after this line of the file", OPTION_NUMBER, .to = &line, .low = 1,
     .high = INT64_MAX},
    {"-p, --plain", "in ASCII, even if the locale has suits", OPTION_FLAG, .to = &plain},
    {.usage = NULL},
};

static int draw(struct cn_reader *replay)
{
    const struct cn_game *game = cn_reader_game(replay);
    if (seat >= game->players) {
        command_complain("there are seats 0 to %d", game->players - 1);
        return EXIT_USAGE;
    }
    struct drawing drawing = {.plain = plain || strcmp(nl_langinfo(CODESET), "UTF-8") != 0};
    draw_of_game(&drawing, game, seat < 0 ? CN_NO_SEAT : (int)seat);
    for (int s = 0; s < CN_SEATS_MAX; s++)
        drawing.name[s] = cn_reader_name(replay, s);
    draw_table(&drawing);
    return EXIT_OK;
}

static int show(char **operands)
{
    int status;
    struct cn_reader *replay = command_replay(operands[0], line, &status);
    if (replay == NULL)
        return status;
    status = draw(replay);
    cn_reader_close(replay);
    return status;
}

const struct command cmd_show = {
    .name = "show",
    .about = "draw the table at a point of a record",
    .operands = "FILE",
    .lead = "Draws the table at the end of a record or position ('-': standard input).",
    .rows = rows,
    .run = show,
};
