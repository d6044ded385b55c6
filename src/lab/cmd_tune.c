/* cmd_tune.c -- canasta-lab tune: better weights for the expert, and how much better they are. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"

#include "lab.h"
#include "lab_commands.h"

enum {
    POOL = TUNE_POOL_MAX,
    NAME_SIZE = 80,
    /* Points a deal that the outcome may lose against one of the pool. */
    LOSS_MOST = 10
};

/* One of the pool. */
struct entrant {
    struct bot_entry entry;
    struct cn_weights weights;
    struct contestant contestant;
    char name[NAME_SIZE];
};

static struct request {
    struct cn_rules rules;
    struct tuning tune;
    struct cn_weights start;
    struct entrant entrant[POOL];
    const char *out, *start_name, *pool, *only, *accept_seed;
    int64_t seconds, accept_pairs, width, gain;
} request;

/* ---- the command line ---- */

static const struct option_row rows[] = {
    {"--out FILE", "output file, rewritten regularly and at the end", OPTION_FILE,
     .to = &request.out},
    {"--start STYLE", "initial weights: a style by name, or a file", OPTION_FILE,
     .to = &request.start_name, .text = "patient"},
    {"--steps N", "steps to take", OPTION_NUMBER, .to = &request.tune.steps,
     .high = INT64_C(1) << 40, .number = 2000},
    {"--seconds S", "stop after this many seconds, and report the number of steps", OPTION_NUMBER,
     .to = &request.seconds, .low = 1, .high = 10000000},
    {"--pairs P", "pairs of deals per step, three times", OPTION_NUMBER, .to = &request.tune.pairs,
     .low = 1, .high = TUNE_PAIRS_MAX, .number = 60},
    {"--width W", "a step moves a weight by its range divided by W", OPTION_NUMBER,
     .to = &request.width, .low = 1, .high = 1000, .number = 16},
    {"--gain G", "learning rate: G thousandths of the step per point a deal", OPTION_NUMBER,
     .to = &request.gain, .low = 1, .high = 1000, .number = 2},
    {"--pool BOT,...",
     "opponents that it must also beat: bots, or files of weights; list one twice to count it "
     "twice",
     OPTION_TEXT, .to = &request.pool, .text = "greedy,freezer,greedy,sprinter,greedy,guess"},
    {"--only NAME,...", "change only these weights", OPTION_TEXT, .to = &request.only},
    {"--seed S", "any text: the decks for tuning, and the random steps", OPTION_TEXT,
     .to = &request.tune.seed, .text = "1"},
    {"--accept-seed S", "any text: the decks for the final comparison", OPTION_TEXT,
     .to = &request.accept_seed, .text = "accept"},
    {"--accept-pairs P", "pairs of the final comparison", OPTION_NUMBER,
     .to = &request.accept_pairs, .low = 2, .high = TUNE_PAIRS_MAX, .number = 10000},
    {"", "", OPTION_ROWS, .rows = command_game_rows},
    {"", "", OPTION_ROWS, .rows = command_jobs_rows},
    {.usage = NULL},
};

static bool complain(const char *what, const char *found)
{
    return command_complain("%s, found '%s'", what, found);
}

/* The next part of a list with commas, cut to fit; false at its end. */
static bool next_part(const char **list, char name[NAME_SIZE])
{
    const char *part;
    int length;
    if (!command_next_part(list, &part, &length))
        return false;
    snprintf(name, NAME_SIZE, "%.*s", length, part);
    return true;
}

static bool read_only(struct request *r)
{
    char part[NAME_SIZE];
    for (int weight = 0; weight < CN_WEIGHT_COUNT; weight++)
        r->tune.fixed[weight] = r->only != NULL;
    for (const char *at = r->only; next_part(&at, part);) {
        int weight = 0;
        while (weight < CN_WEIGHT_COUNT && strcmp(weight_name(weight), part) != 0)
            weight++;
        if (weight == CN_WEIGHT_COUNT)
            return complain("--only: expected names of weights", part);
        r->tune.fixed[weight] = false;
    }
    return true;
}

static bool check_request(struct request *r)
{
    if (r->out == NULL)
        return command_misuse("--out FILE is missing");
    if (strcmp(r->tune.seed, r->accept_seed) == 0)
        return complain("--accept-seed: expected another one than --seed", r->accept_seed);
    r->tune.width = (double)r->width;
    r->tune.gain = (double)r->gain / 1000;
    return read_only(r);
}

/* ---- weights and contestants ---- */

/* A style by name, else a file. */
static bool find_weights(const char *name, struct cn_weights *weights)
{
    char fault[WEIGHTS_FAULT];
    const struct cn_weights *style = cn_style_find(name);
    if (style != NULL) {
        *weights = *style;
        return true;
    }
    if (weights_load(name, weights, fault))
        return true;
    return command_complain("%s", fault);
}

static bool enter(struct request *r, const char *name)
{
    if (r->tune.pool_count == POOL)
        return complain("--pool: expected fewer names", r->pool);
    struct entrant *e = &r->entrant[r->tune.pool_count];
    snprintf(e->name, sizeof e->name, "%s", name);
    e->entry = (struct bot_entry){.bot = cn_bot_find(name), .nodes = CN_DEFAULT_NODES};
    if (e->entry.bot != NULL)
        e->contestant = contestant_of_bot(&e->entry);
    else if (find_weights(name, &e->weights))
        e->contestant = contestant_of_weights(&e->weights, e->name);
    else
        return false;
    r->tune.pool[r->tune.pool_count++] = &e->contestant;
    return true;
}

static bool prepare(struct request *r)
{
    char part[NAME_SIZE];
    if (!command_game_load(&r->rules))
        return false;
    for (const char *at = r->pool[0] != '\0' ? r->pool : NULL; next_part(&at, part);)
        if (!enter(r, part))
            return false;
    r->tune.rules = &r->rules;
    r->tune.players = (int)command_game()->players;
    r->tune.jobs = command_jobs();
    return find_weights(r->start_name, &r->start);
}

/* ---- the outcome ---- */

struct outcome {
    struct tune_state state;
    struct estimate ahead;                     /* of the start */
    struct estimate before[POOL], after[POOL]; /* against the pool */
    bool judged, better;
};

static bool is_named_before(const struct request *r, int entrant)
{
    for (int i = 0; i < entrant; i++)
        if (strcmp(r->entrant[i].name, r->entrant[entrant].name) == 0)
            return true;
    return false;
}

static enum lab_error judge(const struct request *r, struct outcome *o, char fault[ARENA_FAULT])
{
    const struct contestant best = contestant_of_weights(&o->state.best, "best");
    const struct contestant start = contestant_of_weights(&r->start, "start");
    enum lab_error error =
        tune_compare(&r->tune, &best, &start, r->accept_seed, r->accept_pairs, &o->ahead, fault);
    o->better = o->ahead.low > 0;
    for (int i = 0; i < r->tune.pool_count && error == LAB_OK; i++) {
        if (is_named_before(r, i))
            continue;
        error = tune_compare(&r->tune, &start, r->tune.pool[i], r->accept_seed, r->accept_pairs,
                             &o->before[i], fault);
        if (error == LAB_OK)
            error = tune_compare(&r->tune, &best, r->tune.pool[i], r->accept_seed, r->accept_pairs,
                                 &o->after[i], fault);
        o->better = o->better && o->after[i].mean > o->before[i].mean - LOSS_MOST;
    }
    o->judged = error == LAB_OK && atomic_load(r->tune.interrupted) == 0;
    return error;
}

/* The command that does the same again. */
static void print_command(FILE *to, const struct request *r, int64_t steps)
{
    fprintf(to, "canasta-lab tune");
    weights_print_option(to, "--start", r->start_name);
    fprintf(to, " --steps %" PRId64 " --pairs %" PRId64 " --width %" PRId64 " --gain %" PRId64,
            steps, r->tune.pairs, r->width, r->gain);
    weights_print_option(to, "--pool", r->pool);
    if (r->only != NULL)
        weights_print_option(to, "--only", r->only);
    weights_print_option(to, "--seed", r->tune.seed);
    weights_print_option(to, "--accept-seed", r->accept_seed);
    fprintf(to, " --accept-pairs %" PRId64, r->accept_pairs);
    weights_print_option(to, "--rules", command_game()->rules);
    for (int i = 0; i < command_game()->sets.count; i++)
        weights_print_option(to, "--set", command_game()->sets.at[i]);
    fprintf(to, " --players %" PRId64, command_game()->players);
}

static void print_figures(FILE *to, const struct request *r, const struct outcome *o,
                          const char *margin)
{
    fprintf(to, "%sPoints a deal with standard errors, by %" PRId64 " pair%s of --accept-seed:\n",
            margin, r->accept_pairs, command_s(r->accept_pairs));
    fprintf(to, "%s%+.1f +- %.1f over the start\n", margin, o->ahead.mean, o->ahead.se);
    for (int i = 0; i < r->tune.pool_count; i++)
        if (!is_named_before(r, i))
            fprintf(to, "%s%+.1f +- %.1f over %s; the start has %+.1f +- %.1f\n", margin,
                    o->after[i].mean, o->after[i].se, r->entrant[i].name, o->before[i].mean,
                    o->before[i].se);
    fprintf(to, "%s%s\n", margin, o->better ? "Better." : "Not better.");
}

static void print_all(FILE *to, const struct request *r, const struct outcome *o)
{
    const struct tune_state *s = &o->state;
    fputs("/* ", to);
    print_command(to, r, s->steps);
    putc('\n', to);
    if (o->judged)
        print_figures(to, r, o, " * ");
    else
        fputs(" * Not judged.\n", to);
    fputs(" */\n", to);
    weights_print(to, &s->best);
}

/* The old file stays until the new one is complete. */
static bool write_out(const struct request *r, const struct outcome *o)
{
    char path[4096];
    snprintf(path, sizeof path, "%s.new", r->out);
    FILE *file = fopen(path, "w");
    if (file != NULL) {
        print_all(file, r, o);
        const bool whole = fflush(file) == 0 && ferror(file) == 0;
        if (fclose(file) == 0 && whole && rename(path, r->out) == 0)
            return true;
    }
    command_complain("%s: %s", path, strerror(errno));
    return false;
}

/* ---- while it runs ---- */

struct listener {
    const struct request *request;
    struct command_progress progress;
    bool failed;
};

static void show_progress(const struct listener *l, const struct tune_state *s)
{
    const double seconds = l->progress.shown - l->progress.start;
    const double rate = seconds > 0 ? (double)s->steps / seconds : 0;
    fprintf(stderr, "%" PRId64 " of %" PRId64 " steps, %.3g a second", s->steps,
            l->request->tune.steps, rate);
    if (rate > 0)
        fprintf(stderr, ", %.0f s left", (double)(l->request->tune.steps - s->steps) / rate);
    fprintf(stderr, "; %.1f points between the sides of a step", s->spread);
    fflush(stderr);
}

static bool listen(void *context, const struct tune_state *s)
{
    struct listener *l = context;
    const struct outcome outcome = {.state = *s};
    if (command_progress_is_due(&l->progress))
        show_progress(l, s);
    l->failed = !write_out(l->request, &outcome);
    return !l->failed && (l->request->seconds == 0 ||
                          command_clock() - l->progress.start < (double)l->request->seconds);
}

static int report(const struct request *r, const struct outcome *o)
{
    printf("%" PRId64 " step%s: %s\n", o->state.steps, command_s(o->state.steps), r->out);
    if (!o->judged)
        puts("interrupted, not judged");
    else
        print_figures(stdout, r, o, "");
    if (!o->judged)
        return command_interrupted_status();
    return o->better ? EXIT_OK : EXIT_NEGATIVE;
}

static int tune(struct request *r)
{
    static struct outcome outcome;
    char fault[ARENA_FAULT];
    struct listener listener = {.request = r};
    command_progress_begin(&listener.progress);
    r->tune.told = listen;
    r->tune.context = &listener;
    r->tune.interrupted = command_interrupted();
    enum lab_error error = tune_run(&r->tune, &r->start, &outcome.state, fault);
    command_progress_end(&listener.progress);
    if (listener.failed)
        return EXIT_IO;
    if (error == LAB_OK && !outcome.state.interrupted)
        error = judge(r, &outcome, fault);
    if (error != LAB_OK)
        return lab_complain(error, fault);
    return write_out(r, &outcome) ? report(r, &outcome) : EXIT_IO;
}

static int prepare_and_tune(char **operands)
{
    (void)operands;
    return check_request(&request) && prepare(&request) ? tune(&request) : EXIT_USAGE;
}

const struct command cmd_tune = {
    .name = "tune",
    .about = "find better weights for the expert",
    .usage = "--out FILE [OPTIONS]",
    .rows = rows,
    .notes = "Half of the pairs start from scores of 0, half from random scores. If interrupted, "
             "it writes the best weights so far without the final comparison. Exit status 1: not "
             "better.",
    .run = prepare_and_tune,
};
