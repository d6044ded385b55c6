/* cmd_losses.c -- canasta-lab losses: do the losses that reviews charge two bots with agree with
 * the points by which one beats the other? */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"

#include "arena_report.h"
#include "lab_commands.h"
#include "losses.h"

#define PAIRS_MOST (INT64_C(1) << 39)

static struct request {
    struct cn_rules rules;
    struct bot_entry entry[2];
    const char *name[2], *seed;
    int64_t deals, pairs, nodes;
} request;

static const struct option_row rows[] = {
    {"--a BOT", "a bot; BOT:N has its own search budget", OPTION_TEXT, .to = &request.name[0]},
    {"--b BOT", "the other one", OPTION_TEXT, .to = &request.name[1]},
    {"--deals D", "deals that are reviewed", OPTION_NUMBER, .to = &request.deals, .low = 2,
     .high = 1000000, .number = 200},
    {"--nodes N", "budget of a review's decision", OPTION_NUMBER, .to = &request.nodes, .low = 1,
     .high = COMMAND_NODES_MOST, .number = CN_REVIEW_NODES},
    {"--pairs P", "pairs of deals that tell the true difference", OPTION_NUMBER,
     .to = &request.pairs, .low = 2, .high = PAIRS_MOST, .number = 500},
    {"", "", OPTION_ROWS, .rows = command_game_rows},
    {"--seed S", "any text; the same seed gives the same deals", OPTION_TEXT, .to = &request.seed,
     .text = "1"},
    {"", "", OPTION_ROWS, .rows = command_jobs_rows},
    {.usage = NULL},
};

static bool read_bot(struct request *r, int who)
{
    if (r->name[who] == NULL)
        return command_misuse("%s BOT is missing", who == 0 ? "--a" : "--b");
    if (strlen(r->name[who]) >= CONTESTANT_TEXT)
        return command_complain("the name of a bot is too long");
    if (!contestant_read_bot(r->name[who], &r->entry[who]))
        return false;
    if (r->entry[who].think_ms > 0)
        return command_complain("'%s': a budget in nodes is needed", r->name[who]);
    if (r->entry[who].bot->decide == NULL && r->entry[who].nodes == 0)
        r->entry[who].nodes = CN_DEFAULT_NODES;
    return true;
}

static bool prepare(struct request *r)
{
    memset(r->entry, 0, sizeof r->entry);
    if (!read_bot(r, 0) || !read_bot(r, 1) || !command_game_load(&r->rules))
        return false;
    if (pair_sides(&r->rules, (int)command_game()->players) != 2)
        return command_complain("there must be two sides");
    return true;
}

static void print_estimate(const char *head, const struct estimate *e, const char *tail)
{
    printf("%s%.0f a deal, 95 %% from %.0f to %.0f%s\n", head, e->mean, e->low, e->high, tail);
}

static void report(const struct request *r, const struct losses *losses,
                   const struct arena_results *arena)
{
    const struct estimate points = arena_points(arena);
    const struct estimate apart = sums_estimate(&losses->apart, 1);
    printf("%s and %s: %s, %d players, seed %s, %" PRId64 " deals reviewed with %" PRId64
           " nodes\n",
           r->name[0], r->name[1], r->rules.name, (int)command_game()->players, r->seed,
           losses->apart.count, r->nodes);
    for (int who = 0; who < 2; who++) {
        const struct estimate lost = sums_estimate(&losses->of[who], 1);
        printf("%-8s ", who == 0 ? "lost" : "");
        print_estimate("", &lost, who == 0 ? " by the first" : " by the second");
    }
    print_estimate("apart    ", &apart, "");
    printf("arena    the first is ahead by ");
    print_estimate("", &points, "");
    if (fabs(points.mean) >= 1)
        printf("ratio    %.2f\n", apart.mean / points.mean);
}

static int play_arena(const struct request *r, struct arena_results *results)
{
    const struct contestant contestants[2] = {contestant_of_bot(&r->entry[0]),
                                              contestant_of_bot(&r->entry[1])};
    char fault[ARENA_FAULT];
    const struct arena arena = {.plan = {.rules = &r->rules,
                                         .contestant = {&contestants[0], &contestants[1]},
                                         .seed = r->seed,
                                         .players = (int)command_game()->players},
                                .pairs = r->pairs,
                                .jobs = command_jobs(),
                                .interrupted = command_interrupted()};
    arena_tally_init(results, &arena.plan);
    const enum lab_error error = arena_run(&arena, results, fault);
    return error == LAB_OK ? EXIT_OK : lab_complain(error, fault);
}

static int measure(char **operands)
{
    static struct losses losses;
    static struct arena_results arena;
    struct request *r = &request;
    (void)operands;
    if (!prepare(r))
        return EXIT_USAGE;
    const int status = play_arena(r, &arena);
    if (status != EXIT_OK || arena.interrupted)
        return status != EXIT_OK ? status : command_interrupted_status();
    const struct losses_plan plan = {.rules = &r->rules,
                                     .entry = {&r->entry[0], &r->entry[1]},
                                     .seed = r->seed,
                                     .deals = r->deals,
                                     .nodes = r->nodes,
                                     .players = (int)command_game()->players,
                                     .jobs = command_jobs(),
                                     .interrupted = command_interrupted()};
    const enum lab_error error = lab_measure_losses(&plan, &losses);
    if (error != LAB_OK)
        return lab_complain(error, "");
    report(r, &losses, &arena);
    return losses.interrupted ? command_interrupted_status() : EXIT_OK;
}

const struct command cmd_losses = {
    .name = "losses",
    .about = "find out whether reviews charge bots with what they lose",
    .usage = "--a BOT --b BOT [OPTIONS]",
    .rows = rows,
    .lead = "Plays deals between two bots and reviews every decision, as canasta analyze does. "
            "Compares how far apart the losses of both are with the points by which the first is "
            "ahead in duplicate pairs.",
    .notes = "If interrupted, it reports the deals reviewed so far.",
    .run = measure,
};
