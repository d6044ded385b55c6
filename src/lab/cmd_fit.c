/* cmd_fit.c -- canasta-lab fit: the table by which search judges what others hold, from games of
 * bots. */
#include <getopt.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"

#include "lab.h"
#include "lab_commands.h"

static const char usage[] =
    "usage: canasta-lab fit [--bot BOT] [--deals N] [--rounds N] [--seed N] [--players N]\n"
    "                   [--rules R] [--set NAME=VALUE]...\n"
    "\n"
    "Estimates the likelihood table that the search bot uses to guess hidden hands, and prints\n"
    "it in the format of src/bots/belief.table: how many cards of a kind a seat tends to hold\n"
    "after it has discarded, declined or melded that kind. A bot that decides without search\n"
    "plays all seats (patient). Each round plays new deals (8 rounds of 3000); the last\n"
    "measurement uses deals of no round. If interrupted, it prints no table.\n";

struct listener {
    struct command_progress progress;
    int64_t round, deals;
};

static void show_progress(void *context, int64_t round, int64_t deals)
{
    struct listener *l = context;
    char what[64];
    l->round = round;
    if (!command_progress_is_due(&l->progress))
        return;
    snprintf(what, sizeof what, "deals of round %lld", (long long)round);
    command_progress_print(&l->progress, deals, l->deals, what);
}

static bool report(void *context, int64_t round, struct belief_fit_measure m)
{
    struct listener *l = context;
    command_progress_end(&l->progress);
    command_progress_begin(&l->progress);
    fprintf(stderr, "round %lld: %.4f bits a kind and seat, uniform %.4f, %lld position%s\n",
            (long long)round, m.bits, m.uniform, (long long)m.positions, command_s(m.positions));
    return true;
}

static void print_table(const struct cn_belief_table *table)
{
    printf("{");
    for (int class = 0; class < CN_BELIEF_CLASSES; class ++) {
        printf("{\n");
        for (int deed = 0; deed < CN_BELIEF_OBSERVATIONS; deed++) {
            const int16_t *row = table->row[class][deed];
            printf("{");
            for (int n = 0; n < CN_BELIEF_COUNTS; n++)
                printf("%s%d", n > 0 ? ", " : "", row[n]);
            printf("},\n");
        }
        printf("},\n");
    }
    printf("}\n");
}

static void print_head(const struct belief_fit_plan *plan, const char *rules,
                       struct belief_fit_measure m)
{
    printf(
        "/* belief.table -- how likely counts of a kind are in a hand (belief.h), fitted by\n"
        " *   canasta-lab fit --bot %s --deals %lld --rounds %lld --seed %llu --players %d --rules "
        "%s\n"
        " * On %lld positions of other deals it leaves %.4f bits a kind and seat, uniform worlds "
        "%.4f.\n"
        " */\n",
        plan->bot->name, (long long)plan->deals, (long long)plan->rounds,
        (unsigned long long)plan->seed, plan->players, rules, (long long)m.positions, m.bits,
        m.uniform);
}

struct request {
    struct belief_fit_plan plan;
    struct cn_rules rules;
    const char *bot, *rules_name;
    char *sets[COMMAND_SETS_MAX];
    int set_count;
    int64_t players;
    bool help;
};

static bool take_option(struct request *r, int option)
{
    int64_t seed;
    switch (option) {
    case 'b': r->bot = optarg; return true;
    case 'd': return command_number("--deals", optarg, 1, 10000000, &r->plan.deals);
    case 'r': return command_number("--rounds", optarg, 0, 1000, &r->plan.rounds);
    case 's':
        if (!command_number("--seed", optarg, 0, INT64_MAX, &seed))
            return false;
        r->plan.seed = (uint64_t)seed;
        return true;
    case 'p': return command_number("--players", optarg, 2, 6, &r->players);
    case 'R': r->rules_name = optarg; return true;
    case 'S': return command_add_set(r->sets, &r->set_count, optarg);
    case 'h': r->help = true; return true;
    default: command_misuse_option(); return false;
    }
}

static bool read_command_line(struct request *r, int argc, char **argv)
{
    static const struct option options[] = {{"bot", required_argument, NULL, 'b'},
                                            {"deals", required_argument, NULL, 'd'},
                                            {"rounds", required_argument, NULL, 'r'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"players", required_argument, NULL, 'p'},
                                            {"rules", required_argument, NULL, 'R'},
                                            {"set", required_argument, NULL, 'S'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    optind = 0;
    for (int option; (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
        if (!take_option(r, option))
            return false;
        if (r->help)
            return true;
    }
    return command_operands(argc, argv, 0, 0, "");
}

static bool make_plan(struct request *r)
{
    if (!command_rules_load(&r->rules, r->rules_name, r->sets, r->set_count))
        return false;
    r->plan.rules = &r->rules;
    r->plan.players = (int)r->players;
    r->plan.bot = cn_bot_find(r->bot);
    if (r->plan.bot == NULL || r->plan.bot->decide == NULL) {
        command_complain("--bot '%s': expected a bot that decides at once", r->bot);
        return false;
    }
    return command_is_played_by(&r->rules, r->players);
}

int cmd_fit(int argc, char **argv)
{
    static struct request r;
    r = (struct request){.plan = {.deals = 3000,
                                  .rounds = 8,
                                  .seed = 1,
                                  .told = show_progress,
                                  .interrupted = command_interrupted()},
                         .bot = "patient",
                         .rules_name = "laws1950",
                         .players = 4};
    if (!read_command_line(&r, argc, argv))
        return EXIT_USAGE;
    if (r.help) {
        fputs(usage, stdout);
        return EXIT_OK;
    }
    if (!make_plan(&r))
        return EXIT_USAGE;
    struct listener listener = {.deals = r.plan.deals};
    struct cn_belief_table table = {0};
    struct belief_fit_measure last;
    r.plan.context = &listener;
    command_progress_begin(&listener.progress);
    const bool fitted = belief_fit(&r.plan, &table, report, &listener) &&
                        belief_fit_measure(&r.plan, &table, &last);
    command_progress_end(&listener.progress);
    if (!fitted) {
        command_complain("out of memory");
        return EXIT_IO;
    }
    if (atomic_load(r.plan.interrupted) != 0) {
        command_complain("interrupted in round %lld of %lld: no table", (long long)listener.round,
                         (long long)r.plan.rounds);
        return command_interrupted_status();
    }
    print_head(&r.plan, r.rules_name, last);
    print_table(&table);
    return EXIT_OK;
}
