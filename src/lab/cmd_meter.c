/* cmd_meter.c -- canasta-lab meter: what cards are worth, for the luck meter. */
#include <inttypes.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"
#include "words/data.h"

#include "lab.h"
#include "lab_commands.h"
#include "meter_fit.h"

static struct {
    const char *rules, *bot, *other;
    int64_t deals, seed;
    bool check;
} request;

static const struct option_row rows[] = {
    {"--rules RULES", "only this rule set", OPTION_TEXT, .to = &request.rules},
    {"--bot BOT", "who plays; it must decide without search", OPTION_TEXT, .to = &request.bot,
     .text = "greedy"},
    {"--against BOT", "who plays all sides but the first, if not the same", OPTION_TEXT,
     .to = &request.other},
    {"--deals N", "deals for each rule set and number of players", OPTION_NUMBER,
     .to = &request.deals, .low = 100, .high = 1000000000, .number = 200000},
    {"--seed N", "a whole number; the same seed gives the same deals", OPTION_NUMBER,
     .to = &request.seed, .high = INT64_MAX, .number = 1},
    {"--check", "measure the meter of this program on such deals", OPTION_FLAG,
     .to = &request.check},
    {.usage = NULL},
};

static const char *table_text(void)
{
    const struct cn_data *file;
    for (int i = 0; (file = cn_data_at(i)) != NULL; i++)
        if (strcmp(file->path, "luck.table") == 0)
            return file->text;
    return "";
}

static bool fit_one(const struct meter_plan *plan)
{
    struct cn_meter_fit fit;
    if (!meter_fit(plan, &fit))
        return false;
    printf("%s %d", plan->rules->name, plan->players);
    for (int i = 0; i < CN_METER_FEATURES; i++)
        printf(" %" PRId32, fit.of[i]);
    printf("\n");
    fflush(stdout);
    return true;
}

static bool check_one(const struct meter_plan *plan)
{
    struct cn_meter_fit fit;
    if (!cn_meter_find(table_text(), plan->rules, plan->players, &fit))
        return true;
    const struct meter_measure m = meter_measure(plan, &fit);
    printf("%s %d: explains %.1f %%; above the worth %+.1f (error %.1f)", plan->rules->name,
           plan->players, 100 * m.share, (m.above[0] + m.above[1]) / 2, m.error);
    if (plan->bot[0] != plan->bot[1])
        printf(", %s %+.1f more than %s, by points %+.1f", plan->bot[0]->name,
               m.above[0] - m.above[1], plan->bot[1]->name, m.made[0] - m.made[1]);
    printf("\n");
    fflush(stdout);
    return m.deals == plan->deals;
}

static bool do_rules(struct meter_plan *plan, const char *name)
{
    struct cn_rules rules;
    if (!command_rules_load(&rules, name, NULL))
        return false;
    plan->rules = &rules;
    for (plan->players = 2; plan->players <= CN_SEATS_MAX; plan->players++)
        if (cn_rules_allow_players(&rules, plan->players) &&
            !(request.check ? check_one : fit_one)(plan))
            return false;
    return true;
}

static bool find_bot(const char *name, const struct cn_bot **bot)
{
    *bot = cn_bot_find(name);
    return (*bot != NULL && (*bot)->decide != NULL) ||
           command_complain("'%s': expected a bot that decides at once", name);
}

static int run(char **operands)
{
    struct meter_plan plan = {.deals = request.deals,
                              .seed = (uint64_t)request.seed,
                              .interrupted = command_interrupted()};
    (void)operands;
    if (!find_bot(request.bot, &plan.bot[0]) ||
        !find_bot(request.other != NULL ? request.other : request.bot, &plan.bot[1]))
        return EXIT_USAGE;
    if (!request.check)
        printf("# What cards are worth for the luck meter (src/bots/meter.h), made by\n"
               "#   canasta-lab meter --bot %s --deals %" PRId64 " --seed %" PRId64 "\n",
               request.bot, request.deals, request.seed);
    bool done = true;
    if (request.rules != NULL)
        done = do_rules(&plan, request.rules);
    for (int i = 0; request.rules == NULL && done && cn_rules_builtin(i) != NULL; i++)
        done = do_rules(&plan, cn_rules_builtin(i));
    if (atomic_load(plan.interrupted) != 0)
        return command_interrupted_status();
    return done ? EXIT_OK : EXIT_USAGE;
}

const struct command cmd_meter = {
    .name = "meter",
    .about = "fit the luck meter, or measure it",
    .lead = "Plays deals and fits what dealt and drawn cards are worth, by least squares, for each "
            "built-in rule set and number of players. Prints data/luck.table. With --check, "
            "measures the table that is built in: the share of the variance of a side's points in "
            "a deal that it explains, and what is made above the worth on average.",
    .rows = rows,
    .run = run,
};
