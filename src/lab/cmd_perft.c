/* cmd_perft.c -- canasta-lab perft: how many sequences of decisions there are.
 *
 * The tree is walked on copies of the deal, with the stock in the order that the record gives. A
 * deal that ends before the depth is reached is one leaf. The counts prove a lister: one action
 * too many or too few anywhere changes them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"

#include "lab_commands.h"

enum {
    DEPTH_MOST = 64
};

static int list(const struct cn_law *law, const struct cn_deal *deal, struct cn_actions *actions)
{
    const struct cn_board *board = &deal->board;
    return cn_board_legal_list(law, board, deal->hands[cn_board_actor(board)], actions);
}

static int count_legal(const struct cn_law *law, const struct cn_deal *deal)
{
    struct cn_legal_set set;
    const struct cn_board *board = &deal->board;
    return cn_board_legal_set_init(&set, law, board, deal->hands[cn_board_actor(board)]);
}

/* 'actions' is room for a list a level. Once it is interrupted, what it gives means nothing. */
static uint64_t count(const struct cn_law *law, const struct cn_deal *deal, int depth,
                      struct cn_actions *actions)
{
    if (depth == 0 || deal->board.phase == CN_PHASE_ENDED)
        return 1;
    if (depth == 1)
        return (uint64_t)count_legal(law, deal);
    const int n = list(law, deal, actions);
    uint64_t total = 0;
    for (int i = 0; i < n && atomic_load(command_interrupted()) == 0; i++) {
        struct cn_deal next = *deal;
        cn_deal_apply(&law->rules, &next, actions->at[i]);
        total += count(law, &next, depth - 1, actions + 1);
    }
    return total;
}

struct first {
    cn_action_text text;
    uint64_t count;
};

static int compare_firsts(const void *a, const void *b)
{
    return strcmp(((const struct first *)a)->text, ((const struct first *)b)->text);
}

/* Returns the exit status. */
static int print_firsts(const struct cn_game *game, int depth, struct cn_actions *actions,
                        struct first *firsts)
{
    const int n = list(game->law, &game->deal, actions);
    const atomic_int *interrupted = command_interrupted();
    struct command_progress progress;
    uint64_t total = 0;
    command_progress_begin(&progress);
    for (int i = 0; i < n; i++) {
        if (command_progress_is_due(&progress))
            command_progress_print(&progress, i, n, "first actions");
        struct cn_deal next = game->deal;
        cn_deal_apply(&game->law->rules, &next, actions->at[i]);
        cn_action_format(game->law, actions->at[i], firsts[i].text);
        firsts[i].count = count(game->law, &next, depth - 1, actions + 1);
        total += firsts[i].count;
        if (atomic_load(interrupted) != 0) {
            command_progress_end(&progress);
            command_complain("interrupted after %d of %d first actions; no counts are printed", i,
                             n);
            return command_interrupted_status();
        }
    }
    command_progress_end(&progress);
    qsort(firsts, (size_t)n, sizeof *firsts, compare_firsts);
    for (int i = 0; i < n; i++)
        printf("%s %" PRIu64 "\n", firsts[i].text, firsts[i].count);
    printf("total %" PRIu64 "\n", total);
    return EXIT_OK;
}

static int perft(const struct cn_game *game, int depth)
{
    if (depth == 0 || game->deal.board.phase == CN_PHASE_ENDED) {
        puts("total 1");
        return EXIT_OK;
    }
    struct cn_actions *actions = malloc((size_t)depth * sizeof *actions);
    struct first *firsts = malloc(CN_ACTIONS_MAX * sizeof *firsts);
    int status = EXIT_IO;
    if (actions == NULL || firsts == NULL)
        command_complain("out of memory");
    else
        status = print_firsts(game, depth, actions, firsts);
    free(firsts);
    free(actions);
    return status;
}

static int replay_and_count(char **operands)
{
    int64_t depth;
    int status;
    if (!command_number("DEPTH", operands[1], 0, DEPTH_MOST, &depth))
        return EXIT_USAGE;
    struct cn_reader *replay = command_replay(operands[0], 0, &status);
    if (replay == NULL)
        return status;
    status = perft(cn_reader_game(replay), (int)depth);
    cn_reader_close(replay);
    return status;
}

const struct command cmd_perft = {
    .name = "perft",
    .about = "count sequences of decisions",
    .operands = "FILE DEPTH",
    .lead = "Counts the sequences of exactly DEPTH decisions from the end of a record or position "
            "('-': standard input), with its own order of the stock. Automatic steps do not "
            "count, and a deal that ends early counts once. Prints a line ACTION COUNT for each "
            "first action, then the total. If interrupted, it prints no counts.",
    .run = replay_and_count,
};
