/* cmd_legal.c -- canasta legal: the legal actions at the end of a record, and why another
 * is not. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"

#include "commands.h"

/* Lists the actions of the deciding seat. Any other seat has none. */
static int list(const struct cn_game *game, int seat)
{
    const int actor = cn_game_actor(game);
    if (actor == CN_NO_SEAT) {
        command_complain("the deal is over");
        return EXIT_OK;
    }
    if (seat != actor) {
        command_complain("seat %d decides now", actor);
        return EXIT_NEGATIVE;
    }
    struct cn_view view;
    int count;
    cn_view_of(&view, game, actor);
    struct cn_action *list = cn_actions_legal(&view, &count);
    cn_action_text *texts = list != NULL ? cn_actions_texts(game->law, list, count) : NULL;
    for (int i = 0; texts != NULL && i < count; i++)
        puts(texts[i]);
    const bool failed = texts == NULL;
    free(texts);
    free(list);
    if (failed)
        command_complain("out of memory");
    return failed ? EXIT_IO : EXIT_OK;
}

static int explain(const struct cn_reader *replay, int seat, const char *text)
{
    const struct cn_game *game = cn_reader_game(replay);
    struct cn_action action;
    struct cn_refusal why;
    const char *names[CN_SEATS_MAX];
    char sentence[512];
    if (!cn_action_parse(game->law, text, strlen(text), &action)) {
        command_complain("'%s' is not an action; see docs/RECORD.md, Action strings", text);
        return EXIT_USAGE;
    }
    if (cn_board_legal_check(game->law, &game->deal.board, seat, game->deal.hands[seat], action,
                             &why)) {
        printf("%s: legal\n", text);
        return EXIT_OK;
    }
    for (int s = 0; s < CN_SEATS_MAX; s++)
        names[s] = cn_reader_name(replay, s);
    cn_words_refusal(command_words(), &why, names, sentence, sizeof sentence);
    puts(sentence);
    return EXIT_NEGATIVE;
}

static const char *asked;
static int64_t seat_asked;

static const struct option_row rows[] = {
    {"-e, --explain ACTION",
     "report whether this action is legal and, if not, which article forbids it and why",
     OPTION_TEXT, .to = &asked},
    {"-s, --seat S", "for this seat instead of the one that decides", OPTION_NUMBER,
     .to = &seat_asked, .high = CN_SEATS_MAX - 1, .number = -1},
    {.usage = NULL},
};

static int answer(char **operands)
{
    int status;
    struct cn_reader *replay = command_replay(operands[0], 0, &status);
    if (replay == NULL)
        return status;
    const struct cn_game *game = cn_reader_game(replay);
    if (seat_asked >= game->players) {
        command_complain("there are seats 0 to %d", game->players - 1);
        status = EXIT_USAGE;
    } else {
        const int seat = seat_asked >= 0 ? (int)seat_asked : cn_board_actor(&game->deal.board);
        status = asked != NULL ? explain(replay, seat, asked) : list(game, seat);
    }
    cn_reader_close(replay);
    return status;
}

const struct command cmd_legal = {
    .name = "legal",
    .about = "list the legal actions, or explain a refusal",
    .operands = "FILE",
    .lead = "Lists the legal actions at the end of a record or position ('-': standard input), "
            "one per line, sorted.",
    .rows = rows,
    .notes = "Exit status: 0; 1 if the explained action is not legal; 2 bad usage or record.",
    .run = answer,
};
