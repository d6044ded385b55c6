/* cmd_fit.c -- canasta-lab fit: the table by which search judges what others hold, from games of
 * bots. */
#include <string.h>

#include "command/command.h"
#include "command/options.h"

#include "lab.h"
#include "lab_commands.h"
#include "recognise_fit.h"

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
    if (round == 0)
        snprintf(what, sizeof what, "deals of the last measurement");
    else
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
        for (int observation = 0; observation < CN_BELIEF_OBSERVATIONS; observation++) {
            const int16_t *row = table->row[class][observation];
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

static struct {
    struct belief_fit_plan plan;
    struct cn_rules rules;
    const char *bot;
    int64_t seed;
    bool styles;
} request;

static const struct option_row rows[] = {
    {"--bot BOT", "the bot that plays all seats; it must decide without search", OPTION_TEXT,
     .to = &request.bot, .text = "patient"},
    {"--deals N", "deals per round", OPTION_NUMBER, .to = &request.plan.deals, .low = 1,
     .high = 10000000, .number = 3000},
    {"--rounds N", "rounds, each of new deals", OPTION_NUMBER, .to = &request.plan.rounds,
     .high = 1000, .number = 8},
    {"--seed N", "a whole number; the same seed gives the same table", OPTION_NUMBER,
     .to = &request.seed, .high = INT64_MAX, .number = 1},
    {"--styles", "fit by what styles of play are recognised, instead of hidden hands", OPTION_FLAG,
     .to = &request.styles},
    {"", "", OPTION_ROWS, .rows = command_game_rows},
    {.usage = NULL},
};

static bool make_plan(struct belief_fit_plan *plan)
{
    plan->rules = &request.rules;
    plan->seed = (uint64_t)request.seed;
    plan->told = show_progress;
    plan->interrupted = command_interrupted();
    plan->bot = cn_bot_find(request.bot);
    if (!command_game_load(&request.rules))
        return false;
    plan->players = (int)command_game()->players;
    return (plan->bot != NULL && plan->bot->decide != NULL) ||
           command_complain("--bot '%s': expected a bot that decides at once", request.bot);
}

/* Returns the exit status. Round 0 is the last measurement. */
static int complain_of_interruption(const struct belief_fit_plan *plan, int64_t round)
{
    if (round == 0)
        command_complain("interrupted in the last measurement: no table");
    else
        command_complain("interrupted in round %lld of %lld: no table", (long long)round,
                         (long long)plan->rounds);
    return command_interrupted_status();
}

/* ---- styles ---- */

static void show_styles(void *context, int players, int64_t deals)
{
    struct listener *l = context;
    char what[64];
    if (!command_progress_is_due(&l->progress))
        return;
    snprintf(what, sizeof what, "deals with %d players", players);
    command_progress_print(&l->progress, deals, l->deals, what);
}

static void print_styles(const struct recognise_fit_plan *plan, const char *rules,
                         const struct recognise_fit_measure *m,
                         const struct cn_recognise_table *table)
{
    printf("/* recognise.table -- by what styles of play are recognised (recognise.h), fitted by\n"
           " *   canasta-lab fit --styles --deals %lld --seed %llu --rules %s\n"
           " * On %lld other seats and turns %.3f bits are missing to know the style, %.3f before\n"
           " * anything is seen.\n"
           " */\n{{",
           (long long)plan->deals, (unsigned long long)plan->seed, rules, (long long)m->positions,
           m->bits, m->before);
    for (int players = 0; players < CN_RECOGNISE_PLAYERS; players++) {
        printf("%s{\n", players > 0 ? "},\n" : "");
        for (int fact = 0; fact < CN_RECOGNISE_FACTS; fact++) {
            printf("{");
            for (int model = 0; model < CN_MODELS; model++)
                printf("%s%d", model > 0 ? ", " : "", table->value[players][fact][model]);
            printf("},\n");
        }
    }
    printf("}}}\n");
}

static int fit_styles(const struct belief_fit_plan *of)
{
    struct listener listener = {.deals = of->deals};
    const struct recognise_fit_plan plan = {.rules = of->rules,
                                            .deals = of->deals,
                                            .seed = of->seed,
                                            .told = show_styles,
                                            .context = &listener,
                                            .interrupted = of->interrupted};
    struct cn_recognise_table table;
    struct recognise_fit_measure measure;
    command_progress_begin(&listener.progress);
    const bool fitted = recognise_fit(&plan, &table, &measure);
    command_progress_end(&listener.progress);
    if (!fitted) {
        command_complain("out of memory");
        return EXIT_IO;
    }
    if (atomic_load(plan.interrupted) != 0) {
        command_complain("interrupted: no table");
        return command_interrupted_status();
    }
    print_styles(&plan, command_game()->rules, &measure, &table);
    return EXIT_OK;
}

static int fit(char **operands)
{
    struct belief_fit_plan *plan = &request.plan;
    struct listener listener = {.round = plan->rounds > 0, .deals = plan->deals};
    struct cn_belief_table table = {0};
    struct belief_fit_measure last;
    (void)operands;
    if (!make_plan(plan))
        return EXIT_USAGE;
    if (request.styles)
        return fit_styles(plan);
    plan->context = &listener;
    command_progress_begin(&listener.progress);
    const bool fitted =
        belief_fit(plan, &table, report, &listener) && belief_fit_measure(plan, &table, &last);
    command_progress_end(&listener.progress);
    if (!fitted) {
        command_complain("out of memory");
        return EXIT_IO;
    }
    if (atomic_load(plan->interrupted) != 0)
        return complain_of_interruption(plan, listener.round);
    print_head(plan, command_game()->rules, last);
    print_table(&table);
    return EXIT_OK;
}

const struct command cmd_fit = {
    .name = "fit",
    .about = "fit what bots believe of hidden hands",
    .lead = "Estimates the likelihood table that the search bot uses to guess hidden hands, and "
            "prints it in the format of src/bots/belief.table: how many cards of a kind a seat "
            "tends to hold after it has discarded, declined or melded that kind. Each round plays "
            "new deals; the last measurement uses deals of no round. If interrupted, it prints no "
            "table.",
    .rows = rows,
    .run = fit,
};
