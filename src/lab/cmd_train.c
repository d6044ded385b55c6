/* cmd_train.c -- canasta-lab train: makes the value net of the bots that search, or measures the
 * one that is built in. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/command.h"
#include "command/options.h"

#include "lab.h"
#include "lab_commands.h"

static const char usage[] =
    "usage: canasta-lab train [OPTIONS]\n"
    "\n"
    "  --deals D      train on this many self-play deals of the expert (0: only measure the\n"
    "                 built-in net)\n"
    "  --held-out D   deals to measure with (20000)\n"
    "  --out FILE     write the net there, in the format of src/bots/value_net.weights\n"
    "  --rules R,...  rule sets by name, or files of house rules, played in turn; list a set\n"
    "                 twice to play it twice as often (laws1950)\n"
    "  --set K=V      change a parameter of all of them; may be repeated\n"
    "  --seed S       any text; the same seed gives the same net (1)\n"
    "  --jobs J       number of threads (one per processor); does not affect results\n"
    "\n"
    "If interrupted, it measures and writes what it has learned so far.\n";

enum {
    RULES_MAX = 16
};

struct request {
    struct cn_rules rules[RULES_MAX];
    int rule_count;
    const char *rule_names, *seed, *out;
    char *sets[COMMAND_SETS_MAX];
    int set_count;
    int64_t deals, held_out, jobs;
    bool help;
};

/* ---- the command line ---- */

static bool read_option(void *to, int option)
{
    struct request *r = to;
    static const int64_t most = INT64_C(1) << 48;
    switch (option) {
    case 'd': return command_number("--deals", optarg, 0, most, &r->deals);
    case 'e': return command_number("--held-out", optarg, 1, most, &r->held_out);
    case 'o': r->out = optarg; return true;
    case 'r': r->rule_names = optarg; return true;
    case 'S': return command_add_set(r->sets, &r->set_count, optarg);
    case 's': r->seed = optarg; return true;
    case 'j': return command_number("--jobs", optarg, 1, 256, &r->jobs);
    case 'h': r->help = true; return true;
    default: return false;
    }
}

static bool read_command_line(struct request *r, int argc, char **argv)
{
    static const struct option options[] = {{"deals", required_argument, NULL, 'd'},
                                            {"held-out", required_argument, NULL, 'e'},
                                            {"out", required_argument, NULL, 'o'},
                                            {"rules", required_argument, NULL, 'r'},
                                            {"set", required_argument, NULL, 'S'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"jobs", required_argument, NULL, 'j'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    if (!command_read_options(argc, argv, options, read_option, r))
        return false;
    if (r->help)
        return true;
    if (!command_operands(argc, argv, 0, 0, ""))
        return false;
    return r->out == NULL || r->deals > 0 || command_misuse("--out needs --deals");
}

static bool load_rules(struct request *r)
{
    for (const char *at = r->rule_names; at != NULL;) {
        char name[1024];
        const size_t length = strcspn(at, ",");
        if (r->rule_count == RULES_MAX)
            return command_complain("--rules: more than %d", (int)RULES_MAX);
        struct cn_rules *rules = &r->rules[r->rule_count++];
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (!command_rules_load(rules, name, r->sets, r->set_count))
            return false;
        if (!train_fits(rules))
            return command_complain(
                "%s: the net is for four players, two packs and one canasta to go out",
                rules->name);
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return true;
}

/* ---- while it runs ---- */

struct listener {
    int64_t deals;
    double start, shown;
    bool terminal;
};

static void listen(void *context, int64_t deals, int64_t positions, double error)
{
    struct listener *l = context;
    const double now = command_clock();
    if (!l->terminal || now - l->shown < 0.2)
        return;
    l->shown = now;
    const double rate = (double)deals / (now - l->start);
    fprintf(stderr,
            "\r\033[K%" PRId64 " of %" PRId64 " deals, %" PRId64
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

/* A comment cannot end inside what the user has typed. */
static void write_quoted(FILE *to, const char *text)
{
    for (; *text != '\0'; text++)
        fputc(*text == '*' || (unsigned char)*text < ' ' ? '?' : *text, to);
}

static void write_command(const struct request *r, FILE *to)
{
    fprintf(to, "canasta-lab train --deals %" PRId64 " --held-out %" PRId64 " --rules ", r->deals,
            r->held_out);
    write_quoted(to, r->rule_names);
    for (int i = 0; i < r->set_count; i++) {
        fputs(" --set ", to);
        write_quoted(to, r->sets[i]);
    }
    fputs(" --seed ", to);
    write_quoted(to, r->seed);
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

static int fail(enum lab_error error)
{
    command_complain("%s",
                     error == LAB_THREADS ? "a thread could not be started" : "out of memory");
    return EXIT_IO;
}

static int train(const struct request *r, struct cn_value_net *net)
{
    struct training_report report;
    struct listener listener = {
        .deals = r->deals, .start = command_clock(), .terminal = isatty(STDERR_FILENO) != 0};
    const struct training training = {.rules = r->rules,
                                      .rule_count = r->rule_count,
                                      .seed = r->seed,
                                      .deals = r->deals,
                                      .held_out = r->held_out,
                                      .jobs = (int)r->jobs,
                                      .told = listen,
                                      .context = &listener,
                                      .interrupted = command_interrupted()};
    const enum lab_error error = lab_train(&training, net, &report);
    if (listener.terminal)
        fputs("\r\033[K", stderr);
    if (error != LAB_OK)
        return fail(error);
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
        return fail(LAB_MEMORY);
    *net = *cn_value_net_default();
    const int status = train(r, net);
    free(net);
    return status;
}

int cmd_train(int argc, char **argv)
{
    static struct request r;
    r = (struct request){
        .rule_names = "laws1950", .seed = "1", .held_out = 20000, .jobs = command_processors()};
    if (!read_command_line(&r, argc, argv))
        return EXIT_USAGE;
    if (r.help) {
        fputs(usage, stdout);
        return EXIT_OK;
    }
    return load_rules(&r) ? run(&r) : EXIT_USAGE;
}
