/* cmd_arena.c -- canasta-lab arena: two bots play duplicate pairs to find the stronger one. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"

#include "arena_report.h"
#include "gauntlet.h"
#include "lab_commands.h"

/* The limit of pairs in a test without another limit. */
#define PAIRS_MOST (INT64_C(1) << 39)

enum {
    NAME_SIZE = CONTESTANT_TEXT
};

static struct request {
    struct cn_rules rules;
    struct sprt sprt;
    struct bot_entry entry[ARENA_POOL_MAX];       /* the one or … */
    struct process_entry program[ARENA_POOL_MAX]; /* … the other of each contestant */
    char entrant_name[ARENA_POOL_MAX][NAME_SIZE];
    struct contestant contestant[ARENA_POOL_MAX]; /* of the pool, then A and B if not in it */
    const char *name[2], *pool, *seed, *csv;
    int64_t pairs, matches, nodes, think_ms, bot_ms;
    int entrants, pool_size, at[2]; /* at: index of A and B among the entrants */
    bool test, gauntlet, luck, manner, keyed_stock, vary_scores, resume, json, mpi, has_program;
} request;

/* ---- the command line ---- */

static bool read_sprt(const char *text)
{
    struct request *r = &request;
    char *at;
    r->sprt.low = strtod(text, &at);
    const bool comma = at != text && *at == ',';
    const char *second = comma ? at + 1 : at;
    r->sprt.high = strtod(second, &at);
    r->test = true;
    if (comma && at != second && *at == '\0' && isfinite(r->sprt.low) && isfinite(r->sprt.high) &&
        r->sprt.low < r->sprt.high)
        return true;
    return command_complain("--sprt: expected two numbers of points LO,HI, LO below HI, found '%s'",
                            text);
}

static const struct option_row rows[] = {
    {"--a BOT",
     "an opponent; BOT:N or BOT:Tms has its own search budget, in nodes or milliseconds; "
     "exec:COMMAND is an external program (docs/BOTS.md)",
     OPTION_TEXT, .to = &request.name[ARENA_A]},
    {"--b BOT", "the other one; not with --gauntlet", OPTION_TEXT, .to = &request.name[ARENA_B]},
    {"--pairs P",
     "pairs of deals with the same cards, sides exchanged; 1000 if nothing else says how many",
     OPTION_NUMBER, .to = &request.pairs, .low = 1, .high = PAIRS_MOST},
    {"--sprt LO,HI",
     "stop when it is clear whether A is ahead by LO or by HI points per deal; with --pairs, "
     "after P pairs at the latest",
     OPTION_READ, .read = read_sprt},
    {"--matches M", "pairs of games to the target; no deals unless --pairs or --sprt is given",
     OPTION_NUMBER, .to = &request.matches, .low = 1, .high = PAIRS_MOST},
    {"--pool BOT,...", "Elo of these bots, A and B, all against all; the first has 0", OPTION_TEXT,
     .to = &request.pool},
    {"--gauntlet",
     "A against every style of play that is built in, or those of --pool, and the worst result",
     OPTION_FLAG, .to = &request.gauntlet},
    {"", "", OPTION_ROWS, .rows = command_game_rows},
    {"--nodes N", "search budget per decision of bots without their own", OPTION_NUMBER,
     .to = &request.nodes, .low = 1, .high = COMMAND_NODES_MOST, .number = CN_DEFAULT_NODES},
    {"--think-ms T", "search time per decision instead of nodes; results depend on the machine",
     OPTION_NUMBER, .to = &request.think_ms, .low = 1, .high = CONTESTANT_MS_MOST},
    {"--bot-ms MS", "time limit per decision of an external program", OPTION_NUMBER,
     .to = &request.bot_ms, .low = 1, .high = 3600000, .number = EXTERNAL_BOT_LIMIT_MS},
    {"--keyed-stock", "deal the stock out to the seats in advance: less luck, the same game",
     OPTION_FLAG, .to = &request.keyed_stock},
    {"--luck", "also show the points with the luck of draws taken off: the same on average, surer",
     OPTION_FLAG, .to = &request.luck},
    {"--vary-scores", "start deals and matches from random scores below the target instead of 0",
     OPTION_FLAG, .to = &request.vary_scores},
    {"--seed S", "any text; the same seed gives the same pairs", OPTION_TEXT, .to = &request.seed,
     .text = "1"},
    {"", "", OPTION_ROWS, .rows = command_jobs_rows},
    {"--mpi", "share the work with the other processes of mpirun, J threads each, or 1",
     OPTION_FLAG, .to = &request.mpi},
    {"--manner", "tell how A and B play: when they open, how often they go out, what they throw",
     OPTION_FLAG, .to = &request.manner},
    {"--csv FILE", "write one line per pair while they are played", OPTION_FILE,
     .to = &request.csv},
    {"--resume", "continue the pairs in FILE", OPTION_FLAG, .to = &request.resume},
    {"--json", "the report as one JSON object", OPTION_FLAG, .to = &request.json},
    {.usage = NULL},
};

/* What cannot be asked for together, and what goes without saying. */
static bool check_request(struct request *r)
{
    if (r->gauntlet && (r->name[ARENA_B] != NULL || r->test || r->csv != NULL))
        return command_misuse("--gauntlet and %s exclude each other", r->name[ARENA_B] != NULL
                                                                          ? "--b"
                                                                      : r->test ? "--sprt"
                                                                                : "--csv");
    for (int who = ARENA_A; who <= (r->gauntlet ? ARENA_A : ARENA_B); who++)
        if (r->name[who] == NULL)
            return command_misuse("%s BOT is missing", who == ARENA_A ? "--a" : "--b");
    if (command_was_given("nodes") && r->think_ms > 0)
        return command_misuse("--nodes and --think-ms exclude each other");
    if (r->mpi && !mpi_are_built_in())
        return command_complain("--mpi: this program was built without MPI");
    if (r->resume && r->csv == NULL)
        return command_misuse("--resume needs --csv FILE");
    if (r->csv != NULL && r->matches > 0 && r->pairs == 0 && !r->test)
        return command_misuse("--csv holds pairs of deals: it needs --pairs or --sprt");
    if (r->luck && r->resume)
        return command_misuse("--luck and --resume exclude each other");
    if (r->luck && r->matches > 0 && r->pairs == 0 && !r->test)
        return command_misuse("--luck is about deals: it needs --pairs or --sprt");
    if (r->pool != NULL && r->test && r->pairs == 0 && r->matches == 0)
        return command_misuse("--pool needs --pairs or --matches beside --sprt");
    if (r->pairs == 0 && !r->test && r->matches == 0)
        r->pairs = 1000;
    return true;
}

/* mpirun starts a process per processor. */
static int jobs_of(const struct request *r)
{
    return r->mpi && !command_was_given("jobs") ? 1 : command_jobs();
}

/* ---- contestants ---- */

static void enter_program(struct request *r, int index)
{
    const char *name = r->entrant_name[index];
    r->program[index] = (struct process_entry){
        .name = name, .command = external_bot_command(name), .limit_ms = (int)r->bot_ms};
    r->contestant[index] = contestant_of_program(&r->program[index]);
    r->has_program = true;
}

/* Enters BOT, or BOT:BUDGET. */
static bool enter_bot(struct request *r, int index)
{
    struct bot_entry *const entry = &r->entry[index];
    *entry = (struct bot_entry){.nodes = r->nodes, .think_ms = r->think_ms};
    if (!contestant_read_bot(r->entrant_name[index], entry))
        return false;
    r->contestant[index] = contestant_of_bot(entry);
    r->contestant[index].name = r->entrant_name[index];
    return true;
}

/* Enters a contestant, once under its name; *index says where it is. */
static bool enter(struct request *r, const char *name, int *index)
{
    for (*index = 0; *index < r->entrants; (*index)++)
        if (strcmp(r->contestant[*index].name, name) == 0)
            return true;
    if (strlen(name) >= NAME_SIZE)
        return command_complain("the name or command of a bot is too long");
    if (r->entrants == ARENA_POOL_MAX)
        return command_complain("--pool: too many bots");
    snprintf(r->entrant_name[*index], NAME_SIZE, "%s", name);
    if (external_bot_command(name) != NULL)
        enter_program(r, *index);
    else if (!enter_bot(r, *index))
        return false;
    r->entrants++;
    return true;
}

static bool enter_parts(struct request *r)
{
    const char *part;
    int length;
    for (const char *rest = r->pool; command_next_part(&rest, &part, &length);) {
        char name[NAME_SIZE + 1];
        int index;
        snprintf(name, sizeof name, "%.*s", length, part);
        if (!enter(r, name, &index))
            return false;
    }
    return true;
}

static bool enter_pool(struct request *r)
{
    if (!enter_parts(r))
        return false;
    for (int who = ARENA_A; who <= ARENA_B; who++)
        if (!enter(r, r->name[who], &r->at[who]))
            return false;
    r->pool_size = r->pool != NULL ? r->entrants : 0;
    return true;
}

/* Enters A, and whom it meets. */
static bool enter_gauntlet(struct request *r)
{
    int index;
    if (!enter(r, r->name[ARENA_A], &r->at[ARENA_A]))
        return false;
    for (int i = 0; r->pool == NULL && cn_pool_at(i) != NULL; i++)
        if (!enter(r, cn_bot_name(cn_pool_at(i)), &index))
            return false;
    if (r->pool != NULL && !enter_parts(r))
        return false;
    return r->entrants > 1 || command_complain("--gauntlet: --pool has no other bot");
}

static struct duplicate_plan plan_of(const struct request *r, int a, int b, bool matches)
{
    return (struct duplicate_plan){.rules = &r->rules,
                                   .contestant = {&r->contestant[a], &r->contestant[b]},
                                   .seed = r->seed,
                                   .players = (int)command_game()->players,
                                   .matches = matches,
                                   .keyed_stock = r->keyed_stock,
                                   .luck = r->luck && !matches,
                                   .vary_scores = r->vary_scores};
}

/* ---- while it runs ---- */

struct listener {
    struct arena_csv_file *file; /* NULL: none is written */
    const struct sprt *sprt;
    const char *what;
    int64_t pairs, first; /* to be played at most, and counted before */
    struct command_progress progress;
};

static void show_progress(const struct listener *l, const struct arena_results *t)
{
    const int64_t count = t->points.count;
    const double rate = t->seconds > 0 ? (double)(count - l->first) / t->seconds : 0;
    const struct estimate points = arena_points(t);
    fprintf(stderr, "%s: %" PRId64, l->what, count);
    if (l->pairs < PAIRS_MOST)
        fprintf(stderr, " of %" PRId64, l->pairs);
    fprintf(stderr, " pairs, %.3g a second", rate);
    if (l->pairs < PAIRS_MOST && rate > 0)
        fprintf(stderr, ", %.0f s left", (double)(l->pairs - count) / rate);
    fprintf(stderr, "; %+.1f +- %.1f", points.mean, points.high - points.mean);
    if (l->sprt != NULL)
        fprintf(stderr, ", ratio %+.2f", arena_ratio(l->sprt, t));
    fflush(stderr);
}

static bool listen(void *context, const struct arena_pair *pair, const struct arena_results *so_far)
{
    struct listener *l = context;
    if (command_progress_is_due(&l->progress))
        show_progress(l, so_far);
    return l->file == NULL || arena_csv_write(l->file, pair);
}

/* With MPI every process runs through all of this, and only process 0 prints. */
static bool speaks(const struct request *r)
{
    return !r->mpi || mpi_rank() == 0;
}

static int run(const struct request *r, struct arena *arena, struct arena_results *tally,
               struct listener *l)
{
    char fault[ARENA_FAULT];
    arena->told = listen;
    arena->context = l;
    arena->interrupted = command_interrupted();
    l->pairs = arena->pairs;
    l->first = tally->points.count;
    l->sprt = arena->sprt;
    command_progress_begin(&l->progress);
    l->progress.terminal = l->progress.terminal && speaks(r);
    const enum lab_error error =
        r->mpi ? mpi_run(arena, tally, fault) : arena_run(arena, tally, fault);
    command_progress_end(&l->progress);
    if (error == LAB_OK)
        return EXIT_OK;
    return speaks(r) ? lab_complain(error, error == LAB_WRITING ? r->csv : fault) : EXIT_IO;
}

/* ---- deals, and the file of pairs ---- */

enum {
    SETTINGS = 11,
    SETTING_SIZE = 32
};

/* A number that follows from every parameter, whatever the rule set is called. */
static uint64_t fingerprint(const struct cn_rules *rules)
{
    uint64_t mark = 0;
    for (int param = 0; param < CN_PARAM_COUNT; param++) {
        char value[CN_RULES_VALUE_SIZE];
        const size_t length = cn_rules_value(rules, param, value, sizeof value);
        mark = cn_rng_seed_of(value, length, mark);
    }
    return mark;
}

/* All that the pairs of deals follow from; returns how many. The texts hold the numbers' values. */
static int list_settings(const struct request *r, struct arena_csv_setting settings[SETTINGS],
                         char texts[SETTINGS][SETTING_SIZE])
{
    snprintf(texts[3], SETTING_SIZE, "%016" PRIx64, fingerprint(&r->rules));
    snprintf(texts[4], SETTING_SIZE, "%" PRId64, command_game()->players);
    snprintf(texts[6], SETTING_SIZE, "%" PRId64, r->think_ms > 0 ? 0 : r->nodes);
    snprintf(texts[7], SETTING_SIZE, "%" PRId64, r->think_ms);
    snprintf(texts[10], SETTING_SIZE, "%" PRId64, r->bot_ms);
    const struct arena_csv_setting all[SETTINGS] = {{"a", r->name[ARENA_A]},
                                                    {"b", r->name[ARENA_B]},
                                                    {"rules", r->rules.name},
                                                    {"parameters", texts[3]},
                                                    {"players", texts[4]},
                                                    {"seed", r->seed},
                                                    {"nodes", texts[6]},
                                                    {"think_ms", texts[7]},
                                                    {"keyed_stock", r->keyed_stock ? "yes" : "no"},
                                                    {"vary_scores", r->vary_scores ? "yes" : "no"},
                                                    {"bot_ms", texts[10]}};
    memcpy(settings, all, sizeof all);
    return r->has_program ? SETTINGS : SETTINGS - 1;
}

static int open_csv(const struct request *r, const struct arena *arena, struct arena_results *tally,
                    struct arena_csv_file **file)
{
    struct arena_csv_setting settings[SETTINGS];
    char texts[SETTINGS][SETTING_SIZE];
    char fault[ARENA_CSV_FAULT];
    enum arena_csv_error error;
    const int count = list_settings(r, settings, texts);
    *file = arena_csv_open(r->csv, settings, count, r->resume, arena, tally, &error, fault);
    if (error == ARENA_CSV_OK)
        return EXIT_OK;
    command_complain("%s", fault);
    return error == ARENA_CSV_IO ? EXIT_IO : EXIT_USAGE;
}

static int play_deals(const struct request *r, struct arena_results *tally)
{
    struct listener listener = {.what = "deals"};
    struct arena arena = {.plan = plan_of(r, r->at[ARENA_A], r->at[ARENA_B], false),
                          .pairs = r->pairs > 0 ? r->pairs : PAIRS_MOST,
                          .sprt = r->test ? &r->sprt : NULL,
                          .jobs = jobs_of(r)};
    arena_tally_init(tally, &arena.plan);
    if (r->pairs == 0 && !r->test)
        return EXIT_OK;
    int status = EXIT_OK;
    if (r->csv != NULL && speaks(r))
        status = open_csv(r, &arena, tally, &listener.file);
    if (r->mpi)
        status = mpi_agree(status);
    if (status != EXIT_OK)
        return status;
    status = run(r, &arena, tally, &listener);
    if (!arena_csv_close(listener.file) && status == EXIT_OK)
        status = lab_complain(LAB_WRITING, r->csv);
    return status;
}

/* ---- matches and the pool ---- */

static int play_plain(const struct request *r, int a, int b, bool matches,
                      struct arena_results *tally)
{
    struct listener listener = {.what = matches ? "matches" : "deals"};
    struct arena arena = {.plan = plan_of(r, a, b, matches),
                          .pairs = matches ? r->matches : r->pairs,
                          .jobs = jobs_of(r)};
    arena_tally_init(tally, &arena.plan);
    return run(r, &arena, tally, &listener);
}

/* Plays every pairing but A against B, which is played already. */
static int play_pairings(const struct request *r, struct arena_report *report)
{
    for (int a = 0; a < r->entrants; a++) {
        for (int b = a + 1; b < r->entrants; b++) {
            if (report->interrupted || (a == r->at[ARENA_A] && b == r->at[ARENA_B]) ||
                (a == r->at[ARENA_B] && b == r->at[ARENA_A]))
                continue;
            struct arena_pairing *pairing = &report->pairings[report->pairing_count++];
            pairing->a = a;
            pairing->b = b;
            const int status = play_plain(r, a, b, r->matches > 0, &pairing->tally);
            if (status != EXIT_OK)
                return status;
            report->interrupted = pairing->tally.interrupted;
        }
    }
    return EXIT_OK;
}

static void add_wins(double wins[ELO_MOST][ELO_MOST], const struct arena_pairing *pairing)
{
    const struct arena_results *t = &pairing->tally;
    wins[pairing->a][pairing->b] += (double)t->wins + (double)t->draws / 2;
    wins[pairing->b][pairing->a] += (double)t->losses + (double)t->draws / 2;
}

static int play_pool(const struct request *r, struct arena_report *report)
{
    double wins[ELO_MOST][ELO_MOST] = {{0}};
    struct arena_pairing *main = &report->pairings[report->pairing_count++];
    main->a = r->at[ARENA_A];
    main->b = r->at[ARENA_B];
    main->tally = r->matches > 0 ? report->matches : report->deals;
    report->by_matches = r->matches > 0;
    report->pool = r->pool_size;
    const int status = play_pairings(r, report);
    if (status != EXIT_OK || report->interrupted)
        return status;
    for (int i = 0; i < report->pairing_count; i++)
        if (report->pairings[i].a != report->pairings[i].b)
            add_wins(wins, &report->pairings[i]);
    for (int i = 0; i < r->pool_size; i++)
        report->pool_name[i] = r->contestant[i].name;
    (void)elo_fit(r->pool_size, wins, report->pool_elo); /* all met all: it fits */
    return EXIT_OK;
}

/* ---- all together ---- */

static int play_all(const struct request *r, struct arena_report *report)
{
    int status = play_deals(r, &report->deals);
    report->interrupted = report->deals.interrupted;
    if (status == EXIT_OK && r->matches > 0 && !report->interrupted) {
        status = play_plain(r, r->at[ARENA_A], r->at[ARENA_B], true, &report->matches);
        report->interrupted = report->matches.interrupted;
    }
    if (status == EXIT_OK && r->pool_size > 0 && !report->interrupted)
        status = play_pool(r, report);
    return status;
}

/* Was every game between A and B forfeited? Then nothing was learned. */
static bool has_forfeited_all(const struct arena_report *report)
{
    const struct arena_results *deals = &report->deals;
    const struct arena_results *matches = &report->matches;
    const int64_t games = (deals->points.count + matches->points.count) * pair_games(deals->sides);
    int64_t forfeited = 0;
    for (int who = ARENA_A; who <= ARENA_B; who++)
        forfeited += deals->forfeits[who] + matches->forfeits[who];
    return forfeited > 0 && forfeited == games;
}

static int arena(const struct request *r)
{
    struct arena_report report = {.name = {r->name[ARENA_A], r->name[ARENA_B]},
                                  .rules = r->rules.name,
                                  .seed = r->seed,
                                  .sprt = r->test ? &r->sprt : NULL,
                                  .manner = r->manner,
                                  .luck = r->luck,
                                  .players = (int)command_game()->players};
    const struct duplicate_plan plan = plan_of(r, 0, 0, true);
    arena_tally_init(&report.matches, &plan);
    report.pairings = calloc((size_t)r->entrants * (size_t)r->entrants, sizeof *report.pairings);
    if (report.pairings == NULL)
        return lab_complain(LAB_MEMORY, "");
    const int status = play_all(r, &report);
    const bool prints = status == EXIT_OK && speaks(r);
    const bool printed = !prints || !r->json || arena_report_json(&report);
    if (prints && !r->json)
        arena_report_words(&report);
    free(report.pairings);
    if (!printed)
        return lab_complain(LAB_MEMORY, "");
    if (status != EXIT_OK)
        return status;
    return report.interrupted           ? command_interrupted_status()
           : has_forfeited_all(&report) ? EXIT_NEGATIVE
                                        : EXIT_OK;
}

/* ---- the gauntlet ---- */

static int play_row(const struct request *r, int b, struct gauntlet_row *row)
{
    const struct duplicate_plan plan = plan_of(r, r->at[ARENA_A], b, false);
    int status = EXIT_OK;
    row->name = r->contestant[b].name;
    arena_tally_init(&row->deals, &plan);
    arena_tally_init(&row->matches, &plan);
    if (r->pairs > 0)
        status = play_plain(r, r->at[ARENA_A], b, false, &row->deals);
    if (status == EXIT_OK && r->matches > 0 && !row->deals.interrupted)
        status = play_plain(r, r->at[ARENA_A], b, true, &row->matches);
    return status;
}

/* Was every game forfeited? */
static bool has_failed(const struct gauntlet *gauntlet)
{
    int64_t games = 0;
    int64_t forfeited = 0;
    for (int i = 0; i < gauntlet->count; i++) {
        const struct arena_results *const of[] = {&gauntlet->row[i].deals,
                                                  &gauntlet->row[i].matches};
        for (int k = 0; k < 2; k++) {
            games += of[k]->points.count * pair_games(of[k]->sides);
            forfeited += of[k]->forfeits[ARENA_A] + of[k]->forfeits[ARENA_B];
        }
    }
    return forfeited > 0 && forfeited == games;
}

static int run_gauntlet(const struct request *r)
{
    static struct gauntlet gauntlet;
    gauntlet = (struct gauntlet){.name = r->name[ARENA_A],
                                 .rules = r->rules.name,
                                 .seed = r->seed,
                                 .players = (int)command_game()->players,
                                 .manner = r->manner,
                                 .luck = r->luck};
    for (int b = 0; b < r->entrants && !gauntlet.interrupted; b++) {
        struct gauntlet_row *row = &gauntlet.row[gauntlet.count];
        if (b == r->at[ARENA_A])
            continue;
        const int status = play_row(r, b, row);
        if (status != EXIT_OK)
            return status;
        gauntlet.count++;
        gauntlet.interrupted = row->deals.interrupted || row->matches.interrupted;
    }
    if (!speaks(r))
        return EXIT_OK;
    if (r->json && !gauntlet_json(&gauntlet))
        return lab_complain(LAB_MEMORY, "");
    if (!r->json)
        gauntlet_words(&gauntlet);
    return gauntlet.interrupted    ? command_interrupted_status()
           : has_failed(&gauntlet) ? EXIT_NEGATIVE
                                   : EXIT_OK;
}

static int play(const struct request *r)
{
    return r->gauntlet ? run_gauntlet(r) : arena(r);
}

static int arena_by_mpi(const struct request *r)
{
    if (!mpi_open()) {
        command_complain("--mpi: MPI could not be started");
        return EXIT_IO;
    }
    const int status = play(r);
    fflush(stdout); /* what comes later may be lost with the connection */
    mpi_close();
    return status;
}

static int prepare_and_run(char **operands)
{
    struct request *r = &request;
    (void)operands;
    if (!check_request(r) || !command_game_load(&r->rules) ||
        !(r->gauntlet ? enter_gauntlet(r) : enter_pool(r)))
        return EXIT_USAGE;
    return r->mpi ? arena_by_mpi(r) : play(r);
}

const struct command cmd_arena = {
    .name = "arena",
    .about = "find out which of two bots is stronger",
    .usage = "--a BOT (--b BOT | --gauntlet) [OPTIONS]",
    .rows = rows,
    .notes = "If interrupted, it reports the pairs played so far.",
    .run = prepare_and_run,
};
