/* cmd_ladder.c -- canasta-lab ladder: is each level at least as strong as the one below, in every
 * rule set and with every number of players? */
#include <inttypes.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"

#include "lab.h"
#include "lab_commands.h"

#define PAIRS_MOST (INT64_C(1) << 39)

enum {
    ALL_PLAYERS = 1 /* no number of players is asked for */
};

static struct request {
    const char *rules, *level, *seed;
    int64_t players, pairs, think_pairs;
    bool all;
} request;

static const struct option_row rows[] = {
    {"--rules R", "only this rule set", OPTION_RULES, .to = &request.rules},
    {"--players N", "only this number of players", OPTION_NUMBER, .to = &request.players, .low = 2,
     .high = CN_SEATS_MAX, .number = ALL_PLAYERS},
    {"--level LEVEL", "only this level, against the one below", OPTION_TEXT, .to = &request.level},
    {"--all", "each level against every weaker one", OPTION_FLAG, .to = &request.all},
    {"--pairs P", "pairs of deals where both decide at once", OPTION_NUMBER, .to = &request.pairs,
     .low = 2, .high = PAIRS_MOST, .number = 500},
    {"--think-pairs P", "pairs of deals where one searches; 0: leave such levels out",
     OPTION_NUMBER, .to = &request.think_pairs, .low = 0, .high = PAIRS_MOST},
    {"--seed S", "any text; the same seed gives the same pairs", OPTION_TEXT, .to = &request.seed,
     .text = "1"},
    {"", "", OPTION_ROWS, .rows = command_jobs_rows},
    {.usage = NULL},
};

/* How the cells came out. */
struct ladder {
    struct cn_rules rules;
    int cells, losses, open;
    bool interrupted;
};

static struct bot_entry entry_of(const struct cn_level *level)
{
    return (struct bot_entry){.bot = cn_bot_find(level->bot), .nodes = level->nodes};
}

static void print_cell(struct ladder *l, const struct arena *arena, int level, int below,
                       const struct estimate *points)
{
    const bool loses = points->high < 0;
    const bool holds = points->low > 0;
    l->cells++;
    l->losses += loses;
    l->open += !loses && !holds;
    printf("%-6s %-12s %d  %s over %s %+.1f a deal, 95 %% from %+.1f to %+.1f\n",
           loses   ? "loses"
           : holds ? "holds"
                   : "open",
           l->rules.name, arena->plan.players, cn_level_at(level)->name, cn_level_at(below)->name,
           points->mean, points->low, points->high);
    fflush(stdout);
}

/* Plays a level against a weaker one. Returns the exit status. */
static int play_cell(struct ladder *l, int players, int level, int below)
{
    const struct request *r = &request;
    const struct bot_entry a = entry_of(cn_level_at(level));
    const struct bot_entry b = entry_of(cn_level_at(below));
    const bool thinks = a.bot->decide == NULL || b.bot->decide == NULL;
    const struct contestant contestants[2] = {contestant_of_bot(&a), contestant_of_bot(&b)};
    struct arena_results tally;
    char fault[ARENA_FAULT];
    const struct arena arena = {.plan = {.rules = &l->rules,
                                         .contestant = {&contestants[0], &contestants[1]},
                                         .seed = r->seed,
                                         .players = players},
                                .pairs = thinks ? r->think_pairs : r->pairs,
                                .jobs = command_jobs(),
                                .interrupted = command_interrupted()};
    if (arena.pairs == 0)
        return EXIT_OK;
    arena_tally_init(&tally, &arena.plan);
    const enum lab_error error = arena_run(&arena, &tally, fault);
    if (error != LAB_OK)
        return lab_complain(error, fault);
    l->interrupted = tally.interrupted;
    if (l->interrupted)
        return EXIT_OK;
    const struct estimate points = arena_points(&tally);
    print_cell(l, &arena, level, below, &points);
    return EXIT_OK;
}

static int play_level(struct ladder *l, int players, int level)
{
    int status = EXIT_OK;
    const int last = request.all ? 0 : level - 1;
    for (int below = level - 1; below >= last && status == EXIT_OK && !l->interrupted; below--)
        status = play_cell(l, players, level, below);
    return status;
}

static int play_set(struct ladder *l)
{
    const struct request *r = &request;
    int status = EXIT_OK;
    for (int players = 2; players <= CN_SEATS_MAX; players++) {
        if ((r->players != ALL_PLAYERS && players != (int)r->players) ||
            !cn_rules_allow_players(&l->rules, players))
            continue;
        for (int level = 1; cn_level_at(level) != NULL && status == EXIT_OK; level++)
            if (!l->interrupted &&
                (r->level == NULL || strcmp(cn_level_at(level)->name, r->level) == 0))
                status = play_level(l, players, level);
    }
    return status;
}

/* Plays the rule sets that are asked for. */
static int play_sets(struct ladder *l)
{
    static const struct command_sets none;
    int status = EXIT_OK;
    if (request.rules != NULL)
        return command_rules_load(&l->rules, request.rules, &none) ? play_set(l) : EXIT_USAGE;
    for (int i = 0; cn_rules_builtin(i) != NULL && status == EXIT_OK && !l->interrupted; i++) {
        if (!command_rules_load(&l->rules, cn_rules_builtin(i), &none))
            return EXIT_USAGE;
        status = play_set(l);
    }
    return status;
}

static bool check_request(const struct request *r)
{
    if (r->level == NULL)
        return true;
    if (cn_level_find(r->level) == NULL)
        return command_complain("--level: no level '%s'", r->level);
    if (cn_level_find(r->level) == cn_level_at(0))
        return command_complain("--level: no level is below %s", r->level);
    if (request.think_pairs > 0)
        return true;
    for (int i = 1; cn_level_at(i) != NULL; i++)
        if (cn_level_find(r->level) == cn_level_at(i) && cn_level_at(i)->nodes > 0)
            return command_complain("--level: %s searches: it needs --think-pairs P", r->level);
    return true;
}

static int ladder(char **operands)
{
    static struct ladder l;
    (void)operands;
    if (!check_request(&request))
        return EXIT_USAGE;
    const int status = play_sets(&l);
    if (status != EXIT_OK)
        return status;
    if (l.cells == 0 && !l.interrupted) {
        command_complain("--players %" PRId64 ": %s cannot be played by %" PRId64 " players",
                         request.players, request.rules, request.players);
        return EXIT_USAGE;
    }
    printf("%d cell%s: in %d a level loses to a weaker one, %d are open\n", l.cells,
           command_s(l.cells), l.losses, l.open);
    if (l.interrupted)
        return command_interrupted_status();
    return l.losses > 0 ? EXIT_NEGATIVE : EXIT_OK;
}

const struct command cmd_ladder = {
    .name = "ladder",
    .about = "compare each level with the one below in every game",
    .usage = "[OPTIONS]",
    .rows = rows,
    .lead = "Plays duplicate pairs of deals between each level and the one below, for every rule "
            "set and number of players: a cell. It holds if the level is ahead by the interval "
            "of 95 %, loses if it is behind by it, and is open otherwise.",
    .notes = "Exit status 1: in some cell a level loses.",
    .run = ladder,
};
