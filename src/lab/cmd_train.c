/* cmd_train.c -- canasta-lab train: makes the value net of the bots that search, or measures the
 * one that is built in. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"

#include "lab.h"
#include "lab_commands.h"

#define DEALS_MOST (INT64_C(1) << 48)

enum {
    RULES_MAX = 16
};

static struct request {
    struct cn_rules rules[RULES_MAX];
    int rule_count;
    enum cn_value_net_kind kind;
    int64_t players; /* below 2: as dataset_players says */
    const char *rule_names, *seed, *out;
    struct command_sets sets;
    int64_t deals, held_out, search_nodes;
    bool continued;
} request;

static const struct option_row rows[] = {
    {"--deals D",
     "train on this many deals between bots; 0: only measure the built-in "
     "net",
     OPTION_NUMBER, .to = &request.deals, .high = DEALS_MOST},
    {"--held-out D", "deals to measure with", OPTION_NUMBER, .to = &request.held_out, .low = 1,
     .high = DEALS_MOST, .number = 20000},
    {"--out FILE", "write the net there, in the format of src/bots/value_net.weights", OPTION_FILE,
     .to = &request.out},
    {"--rules R,...",
     "rule sets by name, or files of house rules, played in turn; list a set "
     "twice to play it twice as often",
     OPTION_RULES, .to = &request.rule_names, .text = "laws1950"},
    {"--players N", "how many play, if not four, or six where four may not", OPTION_NUMBER,
     .to = &request.players, .low = 2, .high = CN_VALUE_NET_SEATS_MOST, .number = 1},
    {"--continue", "train the net that is built in further, not a new one", OPTION_FLAG,
     .to = &request.continued},
    {"--search N", "let search play one side of every fourth deal, with this budget of a decision",
     OPTION_NUMBER, .to = &request.search_nodes, .high = COMMAND_NODES_MOST},
    {"--set K=V", "change a parameter of all of them; may be repeated", OPTION_SETS,
     .to = &request.sets},
    {"--seed S", "any text; the same seed gives the same net", OPTION_TEXT, .to = &request.seed,
     .text = "1"},
    {"", "", OPTION_ROWS, .rows = command_jobs_rows},
    {.usage = NULL},
};

static int players_of(const struct request *r)
{
    return r->players < 2 ? 0 : (int)r->players;
}

static bool load_rules(struct request *r)
{
    const char *part;
    int length;
    for (const char *rest = r->rule_names; command_next_part(&rest, &part, &length);) {
        char name[1024];
        if (r->rule_count == RULES_MAX)
            return command_complain("--rules: more than %d", (int)RULES_MAX);
        struct cn_rules *rules = &r->rules[r->rule_count++];
        snprintf(name, sizeof name, "%.*s", length, part);
        if (!command_rules_load(rules, name, &r->sets))
            return false;
        const enum cn_value_net_kind kind = train_fits(rules, players_of(r));
        if (kind == CN_VALUE_NETS)
            return command_complain("%s: no net suits it: they are for deals scored as in laws1950 "
                                    "with two to six players, uruguay with four or five, american "
                                    "and handandfoot with four, and pennies",
                                    rules->name);
        if (r->rule_count > 1 && kind != r->kind)
            return command_complain("%s is for another net than %s", rules->name, r->rules[0].name);
        r->kind = kind;
    }
    return true;
}

/* ---- while it runs ---- */

struct listener {
    int64_t deals;
    struct command_progress progress;
};

static void listen(void *context, int64_t deals, int64_t positions, double error)
{
    struct listener *l = context;
    if (!command_progress_is_due(&l->progress))
        return;
    const double rate = (double)deals / (l->progress.shown - l->progress.start);
    fprintf(stderr,
            "%" PRId64 " of %" PRId64 " deals, %" PRId64
            " positions, error %.1f points, %.0f s left",
            deals, l->deals, positions, error, (double)(l->deals - deals) / rate);
    fflush(stderr);
}

/* ---- the report ---- */

static void print_head(const struct request *r, const struct training_report *report, FILE *to)
{
    if (r->deals == 0) {
        fputs("the net that is built in\n", to);
        return;
    }
    fprintf(to, "learned from %" PRId64 " deal%s, %" PRId64 " position%s%s\n", report->deals,
            command_s(report->deals), report->positions, command_s(report->positions),
            report->interrupted ? " (interrupted)" : "");
}

static void print_report(const struct request *r, const struct training_report *report, FILE *to)
{
    print_head(r, report, to);
    fprintf(to,
            "R2 on %" PRId64 " deal%s held out:\n"
            "turns    positions  counting      net  as it plays\n",
            r->held_out, command_s(r->held_out));
    for (int b = 0; b <= BANDS; b++) {
        const struct prediction *band = &report->band[b];
        char turns[16] = "all";
        if (b < BANDS)
            snprintf(turns, sizeof turns, b == BANDS - 1 ? "%d-" : "%d-%d", b * BAND_TURNS,
                     b * BAND_TURNS + BAND_TURNS - 1);
        fprintf(to, "%-6s %11" PRId64 "  %8.4f %8.4f     %8.4f\n", turns, band->positions,
                band->counted, band->real, band->whole);
    }
    if (r->deals > 0)
        fprintf(to, "rounding: %.2f points on average, at most %.1f\n", report->apart_mean,
                report->apart_most);
}

/* ---- the file ---- */

static void write_command(const struct request *r, FILE *to)
{
    fprintf(to, "canasta-lab train --deals %" PRId64 " --held-out %" PRId64, r->deals, r->held_out);
    weights_print_option(to, "--rules", r->rule_names);
    if (players_of(r) > 0)
        fprintf(to, " --players %" PRId64, r->players);
    if (r->continued)
        fputs(" --continue", to);
    if (r->search_nodes > 0)
        fprintf(to, " --search %" PRId64, r->search_nodes);
    for (int i = 0; i < r->sets.count; i++)
        weights_print_option(to, "--set", r->sets.at[i]);
    weights_print_option(to, "--seed", r->seed);
    fputs("\n\n", to);
}

static bool write_net(const struct request *r, const struct training_report *report,
                      const struct cn_value_net *net)
{
    FILE *to = fopen(r->out, "wb");
    if (to == NULL)
        return false;
    fputs("/* The weights of the value net (net.h), whole numbers. Made by\n\n", to);
    write_command(r, to);
    print_report(r, report, to);
    fputs("*/\n", to);
    const bool written = train_write_net(net, to);
    return (fclose(to) == 0) && written;
}

static int train(const struct request *r, struct cn_value_net *net)
{
    struct training_report report;
    struct listener listener = {.deals = r->deals};
    const struct training training = {.rules = r->rules,
                                      .rule_count = r->rule_count,
                                      .players = players_of(r),
                                      .search_nodes = r->search_nodes,
                                      .continued = r->continued,
                                      .seed = r->seed,
                                      .deals = r->deals,
                                      .held_out = r->held_out,
                                      .jobs = command_jobs(),
                                      .told = listen,
                                      .context = &listener,
                                      .interrupted = command_interrupted()};
    command_progress_begin(&listener.progress);
    const enum lab_error error = lab_train(&training, net, &report);
    command_progress_end(&listener.progress);
    if (error != LAB_OK)
        return lab_complain(error, "");
    print_report(r, &report, stdout);
    if (r->out == NULL || write_net(r, &report, net))
        return report.interrupted ? command_interrupted_status() : EXIT_OK;
    command_complain("%s: could not be written", r->out);
    return EXIT_IO;
}

/* Better now than after an hour. What the file holds is kept until there is something better. */
static bool check_out(const struct request *r)
{
    FILE *out = r->out != NULL ? fopen(r->out, "ab") : NULL;
    if (r->out != NULL && out == NULL)
        command_complain("%s: %s", r->out, strerror(errno));
    return r->out == NULL || (out != NULL && fclose(out) == 0);
}

static int run(const struct request *r)
{
    (void)command_interrupted(); /* from before the file is there */
    if (!check_out(r))
        return EXIT_IO;
    struct cn_value_net *net = malloc(sizeof *net);
    if (net == NULL)
        return lab_complain(LAB_MEMORY, "");
    *net = cn_value_net_default()[r->kind];
    const int status = train(r, net);
    free(net);
    return status;
}

static int check_and_run(char **operands)
{
    (void)operands;
    if (request.deals == 0 && (request.out != NULL || request.continued)) {
        command_misuse("%s needs --deals", request.out != NULL ? "--out" : "--continue");
        return EXIT_USAGE;
    }
    return load_rules(&request) ? run(&request) : EXIT_USAGE;
}

const struct command cmd_train = {
    .name = "train",
    .about = "make the value net of the bots, or measure it",
    .rows = rows,
    .notes = "If interrupted, it measures and writes what it has learned so far.",
    .run = check_and_run,
};
