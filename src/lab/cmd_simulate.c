/* cmd_simulate.c -- canasta-lab simulate: bots play, the record goes to a file, a summary to
 * stderr. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "command/command.h"
#include "command/options.h"

#include "lab.h"
#include "lab_commands.h"

static const char usage[] =
    "usage: canasta-lab simulate (--deals D | --games G) [OPTIONS]\n"
    "\n"
    "  --deals D      play D games of one deal each, from scores of 0\n"
    "  --games G      play G games to the target\n"
    "  --rules R      a rule set by name, or a file of house rules (laws1950)\n"
    "  --set K=V      change a parameter; may be repeated\n"
    "  --target T     short for --set target=T\n"
    "  --players N    number of players (4)\n"
    "  --bots A,B,... one bot per seat; a shorter list is repeated (greedy); exec:COMMAND is an\n"
    "                 external program (docs/BOTS.md)\n"
    "  --nodes N      search budget per decision (20000)\n"
    "  --bot-ms MS    time limit per decision of an external program (1000)\n"
    "  --seed S       any text; the same seed gives the same deals and record (1)\n"
    "  --record FILE  write the record, '-' to standard output\n"
    "  --legal        with a legal line before every decision\n"
    "  --through-game check every move as in a real game; slower, same results\n"
    "  --jobs J       number of threads (one per processor); does not affect results\n"
    "  --json         the summary as one JSON object\n"
    "\n"
    "The summary goes to standard error. If interrupted, it summarizes the games played so far,\n"
    "and the record ends with a complete game.\n";

struct request {
    struct cn_rules rules;
    struct simulation simulation;
    const char *rules_name, *record, *target;
    char *sets[COMMAND_SETS_MAX];
    int set_count;
    int64_t deals, games, players, jobs, bot_ms;
    char *bots; /* split in place */
    bool json, help;
    struct command_progress progress;
};

/* ---- the command line ---- */

static bool read_option(void *to, int option)
{
    struct request *r = to;
    static const int64_t most = INT64_C(1) << 48;
    switch (option) {
    case 'd': return command_number("--deals", optarg, 1, most, &r->deals);
    case 'g': return command_number("--games", optarg, 1, most, &r->games);
    case 'n': return command_number("--players", optarg, 2, CN_SEATS_MAX, &r->players);
    case 'j': return command_number("--jobs", optarg, 1, 256, &r->jobs);
    case 'r': r->rules_name = optarg; return true;
    case 's': r->simulation.seed = optarg; return true;
    case 'b': r->bots = optarg; return true;
    case 'N': return command_number("--nodes", optarg, 1, INT64_C(1) << 40, &r->simulation.nodes);
    case 'm': return command_number("--bot-ms", optarg, 1, 3600000, &r->bot_ms);
    case 'o': r->record = optarg; return true;
    case 't': r->target = optarg; return true;
    case 'S': return command_add_set(r->sets, &r->set_count, optarg);
    case 'l': r->simulation.legal = true; return true;
    case 'J': r->json = true; return true;
    case 'G': r->simulation.through_game = true; return true;
    case 'h': r->help = true; return true;
    default: return false;
    }
}

static bool read_command_line(struct request *r, int argc, char **argv)
{
    static const struct option options[] = {{"deals", required_argument, NULL, 'd'},
                                            {"games", required_argument, NULL, 'g'},
                                            {"rules", required_argument, NULL, 'r'},
                                            {"players", required_argument, NULL, 'n'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"bots", required_argument, NULL, 'b'},
                                            {"nodes", required_argument, NULL, 'N'},
                                            {"bot-ms", required_argument, NULL, 'm'},
                                            {"set", required_argument, NULL, 'S'},
                                            {"record", required_argument, NULL, 'o'},
                                            {"target", required_argument, NULL, 't'},
                                            {"jobs", required_argument, NULL, 'j'},
                                            {"legal", no_argument, NULL, 'l'},
                                            {"json", no_argument, NULL, 'J'},
                                            {"through-game", no_argument, NULL, 'G'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    if (!command_read_options(argc, argv, options, read_option, r))
        return false;
    if (r->help)
        return true;
    if (!command_operands(argc, argv, 0, 0, ""))
        return false;
    if (r->deals > 0 && r->games > 0)
        return command_misuse("--deals and --games exclude each other");
    return r->deals > 0 || r->games > 0 || command_misuse("--deals or --games is missing");
}

static bool seat_bot(struct request *r, int seat, const char *name)
{
    if (external_bot_command(name) != NULL)
        r->simulation.outside[seat] = external_bot_command(name);
    else
        r->simulation.bot[seat] = cn_bot_find(name);
    return r->simulation.outside[seat] != NULL || r->simulation.bot[seat] != NULL ||
           command_no_bot(name);
}

/* Seats the bots of the list, from its beginning again when it is too short. */
static bool seat_bots(struct request *r)
{
    char *names[CN_SEATS_MAX];
    int count = 0;
    char *at = r->bots;
    do
        names[count++] = strsep(&at, ",");
    while (at != NULL && count < CN_SEATS_MAX);
    for (int seat = 0; seat < (int)r->players; seat++)
        if (!seat_bot(r, seat, names[seat % count]))
            return false;
    return true;
}

static bool load_rules(struct request *r)
{
    char target[40];
    if (r->target != NULL) {
        snprintf(target, sizeof target, "target=%s", r->target);
        if (!command_add_set(r->sets, &r->set_count, target))
            return false;
    }
    return command_rules_load(&r->rules, r->rules_name, r->sets, r->set_count) &&
           command_is_played_by(&r->rules, r->players);
}

/* ---- the summary ---- */

static double mean(int64_t sum, int64_t count)
{
    return count > 0 ? (double)sum / (double)count : 0;
}

static void print_words(const struct arena_tally *t, int64_t games, bool to_target)
{
    const double per_s = t->seconds > 0 ? (double)t->deals / t->seconds : 0;
    fprintf(stderr, "%" PRId64 " deal%s, %" PRId64 " game%s, %" PRId64 " decision%s\n", t->deals,
            command_s(t->deals), t->games, command_s(t->games), t->decisions,
            command_s(t->decisions));
    if (t->interrupted)
        fprintf(stderr, "interrupted: %" PRId64 " of %" PRId64 " game%s played\n", t->games, games,
                games == 1 ? " was" : "s were");
    if (t->given_up > 0)
        fprintf(stderr, "%" PRId64 " game%s given up undecided after %d deals\n", t->given_up,
                command_s(t->given_up), LAB_DEALS_MAX);
    for (int side = 0; side < t->sides; side++) {
        fprintf(stderr, "side %d: mean %.1f a deal", side, mean(t->points[side], t->deals));
        if (to_target)
            fprintf(stderr, ", %.1f a game, %" PRId64 " game%s won",
                    mean(t->final_scores[side], t->games), t->wins[side], command_s(t->wins[side]));
        fprintf(stderr, "; canastas a deal: %.3f natural, %.3f mixed\n",
                mean(t->canastas[CN_CLASS_NATURAL][side], t->deals),
                mean(t->canastas[CN_CLASS_MIXED][side], t->deals));
    }
    fprintf(stderr,
            "ends: out %" PRId64 " (concealed %" PRId64 "), stock %" PRId64 ", red3 %" PRId64 "\n",
            t->out, t->concealed, t->stock, t->red_three);
    fprintf(stderr, "%.0f deals a second\n", per_s);
}

static void print_means(const char *key, const int64_t *sums, int64_t count, int sides)
{
    fprintf(stderr, ",\"%s\":[", key);
    for (int side = 0; side < sides; side++)
        fprintf(stderr, "%s%.4f", side > 0 ? "," : "", mean(sums[side], count));
    fputs("]", stderr);
}

static void print_json(const struct arena_tally *t)
{
    const double per_s = t->seconds > 0 ? (double)t->deals / t->seconds : 0;
    fprintf(stderr,
            "{\"deals\":%" PRId64 ",\"games\":%" PRId64 ",\"decisions\":%" PRId64
            ",\"given_up\":%" PRId64,
            t->deals, t->games, t->decisions, t->given_up);
    print_means("deal_score_means", t->points, t->deals, t->sides);
    print_means("game_score_means", t->final_scores, t->games, t->sides);
    fputs(",\"wins\":[", stderr);
    for (int side = 0; side < t->sides; side++)
        fprintf(stderr, "%s%" PRId64, side > 0 ? "," : "", t->wins[side]);
    fputs("]", stderr);
    print_means("natural_canastas_per_deal", t->canastas[CN_CLASS_NATURAL], t->deals, t->sides);
    print_means("mixed_canastas_per_deal", t->canastas[CN_CLASS_MIXED], t->deals, t->sides);
    fprintf(stderr,
            ",\"ends\":{\"out\":%" PRId64 ",\"concealed\":%" PRId64 ",\"stock\":%" PRId64
            ",\"red3\":%" PRId64 "},\"seconds\":%.3f,\"deals_per_s\":%.0f,\"interrupted\":%s}\n",
            t->out, t->concealed, t->stock, t->red_three, t->seconds, per_s,
            t->interrupted ? "true" : "false");
}

/* ---- running ---- */

/* What the programs that failed did, at its first time. */
static void print_faults(const struct request *r, const struct arena_tally *t)
{
    for (int seat = 0; seat < (int)r->players; seat++) {
        char text[200];
        if (t->fault[seat].result == EXTERNAL_BOT_ANSWERED)
            continue;
        external_bot_fault_format(&t->fault[seat], text, sizeof text);
        if (t->fault[seat].result == EXTERNAL_BOT_NO_START)
            command_complain("seat %d, %s: %s", seat, r->simulation.outside[seat], text);
        else
            command_complain("seat %d, %s: %" PRId64 " game%s lost, the first, game %" PRId64
                             ", by this: %s",
                             seat, r->simulation.outside[seat], t->failed[seat],
                             command_s(t->failed[seat]), t->fault_game[seat] + 1, text);
    }
}

static int fail(enum lab_error error, const char *path)
{
    static const char *const words[] = {[LAB_MEMORY] = "out of memory",
                                        [LAB_THREADS] = "a thread could not be started",
                                        [LAB_WRITING] = "the record could not be written",
                                        [LAB_PROGRAM] = "a program could not be started"};
    command_complain("%s%s%s", path != NULL ? path : "", path != NULL ? ": " : "", words[error]);
    return EXIT_IO;
}

static void show_progress(void *request, int64_t games)
{
    struct request *r = request;
    if (command_progress_is_due(&r->progress))
        command_progress_print(&r->progress, games, r->simulation.games, "games");
}

/* Was every game lost by a program's failure? Then nothing was learned. */
static bool is_useless(const struct request *r, const struct arena_tally *t)
{
    int64_t failed = 0;
    for (int seat = 0; seat < (int)r->players; seat++)
        failed += t->failed[seat];
    return failed > 0 && failed == t->games;
}

static int simulate(struct request *r)
{
    struct arena_tally tally;
    r->simulation.told = show_progress;
    r->simulation.context = r;
    r->simulation.interrupted = command_interrupted();
    command_progress_begin(&r->progress);
    enum lab_error error = lab_simulate(&r->simulation, &tally);
    command_progress_end(&r->progress);
    if (r->simulation.record != NULL && r->simulation.record != stdout) {
        const bool closed = fclose(r->simulation.record) == 0;
        if (!closed && error == LAB_OK)
            error = LAB_WRITING;
    }
    print_faults(r, &tally);
    if (error != LAB_OK)
        return fail(error, r->record);
    if (r->json)
        print_json(&tally);
    else
        print_words(&tally, r->simulation.games, r->simulation.to_target);
    if (tally.interrupted)
        return command_interrupted_status();
    return is_useless(r, &tally) ? EXIT_NEGATIVE : EXIT_OK;
}

static bool open_record(struct request *r)
{
    if (r->record == NULL)
        return true;
    r->simulation.record = strcmp(r->record, "-") == 0 ? stdout : fopen(r->record, "wb");
    if (r->simulation.record == NULL)
        return command_complain("%s: %s", r->record, strerror(errno));
    /* A game is written at once: whatever ends the program leaves no part of a line. */
    setvbuf(r->simulation.record, NULL, _IONBF, 0);
    return true;
}

int cmd_simulate(int argc, char **argv)
{
    char bots[] = "greedy";
    struct request r = {.simulation = {.seed = "1", .nodes = CN_DEFAULT_NODES},
                        .rules_name = "laws1950",
                        .bots = bots,
                        .players = 4,
                        .bot_ms = EXTERNAL_BOT_LIMIT_MS,
                        .jobs = command_processors()};
    if (!read_command_line(&r, argc, argv))
        return EXIT_USAGE;
    if (r.help) {
        fputs(usage, stdout);
        return EXIT_OK;
    }
    if (!load_rules(&r) || !seat_bots(&r))
        return EXIT_USAGE;
    r.simulation.rules = &r.rules;
    r.simulation.players = (int)r.players;
    r.simulation.jobs = (int)r.jobs;
    r.simulation.outside_ms = (int)r.bot_ms;
    r.simulation.to_target = r.games > 0;
    r.simulation.games = r.games > 0 ? r.games : r.deals;
    return open_record(&r) ? simulate(&r) : EXIT_IO;
}
