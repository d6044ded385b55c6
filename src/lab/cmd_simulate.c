/* cmd_simulate.c -- canasta-lab simulate: bots play, the record goes to a file, a summary to
 * stderr. */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "command/command.h"
#include "command/options.h"

#include "lab.h"
#include "lab_commands.h"

enum {
    NAME_SIZE = 1024 /* of a bot, or a command */
};

static struct request {
    struct cn_rules rules;
    struct simulation simulation;
    const char *record, *target, *bots;
    int64_t deals, games, bot_ms, erring;
    bool json;
    struct command_progress progress;
} request;

/* ---- the command line ---- */

#define GAMES_MOST (INT64_C(1) << 48)

static const struct option_row rows[] = {
    {"--deals D", "play D games of one deal each, from scores of 0", OPTION_NUMBER,
     .to = &request.deals, .low = 1, .high = GAMES_MOST},
    {"--games G", "play G games to the target", OPTION_NUMBER, .to = &request.games, .low = 1,
     .high = GAMES_MOST},
    {"", "", OPTION_ROWS, .rows = command_game_rows},
    {"--target T", "short for --set target=T", OPTION_TEXT, .to = &request.target},
    {"--bots A,B,...",
     "one bot per seat; a shorter list is repeated; exec:COMMAND is an external program "
     "(docs/BOTS.md)",
     OPTION_TEXT, .to = &request.bots, .text = "greedy"},
    {"--nodes N", "search budget per decision", OPTION_NUMBER, .to = &request.simulation.nodes,
     .low = 1, .high = COMMAND_NODES_MOST, .number = CN_DEFAULT_NODES},
    {"--bot-ms MS", "time limit per decision of an external program", OPTION_NUMBER,
     .to = &request.bot_ms, .low = 1, .high = 3600000, .number = EXTERNAL_BOT_LIMIT_MS},
    {"--erring N", "of 100 acts, let N be irregular (rules with referee=called or watchful)",
     OPTION_NUMBER, .to = &request.erring, .low = 0, .high = 90},
    {"--seed S", "any text; the same seed gives the same deals and record", OPTION_TEXT,
     .to = &request.simulation.seed, .text = "1"},
    {"--record FILE", "write the record, '-' to standard output", OPTION_FILE,
     .to = &request.record},
    {"--legal", "with a legal line before every decision", OPTION_FLAG,
     .to = &request.simulation.legal},
    {"--through-game", "check every move as in a real game; slower, same results", OPTION_FLAG,
     .to = &request.simulation.through_game},
    {"", "", OPTION_ROWS, .rows = command_jobs_rows},
    {"--json", "the summary as one JSON object", OPTION_FLAG, .to = &request.json},
    {.usage = NULL},
};

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
    static char names[CN_SEATS_MAX][NAME_SIZE];
    const char *part;
    int length;
    int count = 0;
    for (const char *rest = r->bots;
         count < CN_SEATS_MAX && command_next_part(&rest, &part, &length); count++)
        if (length >= NAME_SIZE)
            return command_complain("--bots: the command of a program is too long");
        else
            snprintf(names[count], NAME_SIZE, "%.*s", length, part);
    assert(count > 0); /* a list has a part, even an empty one */
    for (int seat = 0; seat < (int)command_game()->players; seat++)
        if (!seat_bot(r, seat, names[seat % count]))
            return false;
    return true;
}

static bool load_rules(struct request *r)
{
    static char target[40];
    if (r->target != NULL) {
        snprintf(target, sizeof target, "target=%s", r->target);
        if (!command_add_set(&command_game()->sets, target))
            return false;
    }
    return command_game_load(&r->rules);
}

/* ---- the summary ---- */

static double mean(int64_t sum, int64_t count)
{
    return count > 0 ? (double)sum / (double)count : 0;
}

/* 'wild': the rule set has melds of wilds alone. */
static void print_words(const struct arena_tally *t, int64_t games, bool to_target, bool wild)
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
        fprintf(stderr, "; canastas a deal: %.3f natural, %.3f mixed",
                mean(t->canastas[CN_CLASS_NATURAL][side], t->deals),
                mean(t->canastas[CN_CLASS_MIXED][side], t->deals));
        if (wild)
            fprintf(stderr, ", %.3f wild", mean(t->canastas[CN_CLASS_WILD][side], t->deals));
        fputs("\n", stderr);
    }
    fprintf(stderr,
            "ends: out %" PRId64 " (concealed %" PRId64 "), stock %" PRId64 ", red3 %" PRId64,
            t->out, t->concealed, t->stock, t->red_three);
    if (t->special > 0)
        fprintf(stderr, ", special hands %" PRId64, t->special);
    fputs("\n", stderr);
    fprintf(stderr, "%.0f deals a second\n", per_s);
}

static void print_means(const char *key, const int64_t *sums, int64_t count, int sides)
{
    fprintf(stderr, ",\"%s\":[", key);
    for (int side = 0; side < sides; side++)
        fprintf(stderr, "%s%.4f", side > 0 ? "," : "", mean(sums[side], count));
    fputs("]", stderr);
}

static void print_json(const struct arena_tally *t, bool wild)
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
    if (wild)
        print_means("wild_canastas_per_deal", t->canastas[CN_CLASS_WILD], t->deals, t->sides);
    fprintf(stderr,
            ",\"ends\":{\"out\":%" PRId64 ",\"concealed\":%" PRId64 ",\"stock\":%" PRId64
            ",\"red3\":%" PRId64 ",\"hand\":%" PRId64
            "},\"seconds\":%.3f,\"deals_per_s\":%.0f,\"interrupted\":%s}\n",
            t->out, t->concealed, t->stock, t->red_three, t->special, t->seconds, per_s,
            t->interrupted ? "true" : "false");
}

/* ---- running ---- */

/* What the programs that failed did, at its first time. */
static void print_faults(const struct request *r, const struct arena_tally *t)
{
    for (int seat = 0; seat < r->simulation.players; seat++) {
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

static void show_progress(void *context, int64_t games)
{
    struct request *r = context;
    if (command_progress_is_due(&r->progress))
        command_progress_print(&r->progress, games, r->simulation.games, "games");
}

/* Was every game lost by a program's failure? Then nothing was learned. */
static bool is_useless(const struct request *r, const struct arena_tally *t)
{
    int64_t failed = 0;
    for (int seat = 0; seat < r->simulation.players; seat++)
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
        return lab_complain(error, r->record);
    const bool wild = r->simulation.rules->wild_melds != CN_WILD_MELDS_NONE;
    if (r->json)
        print_json(&tally, wild);
    else
        print_words(&tally, r->simulation.games, r->simulation.to_target, wild);
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

static bool check_request(const struct request *r)
{
    if (r->deals > 0 && r->games > 0)
        return command_misuse("--deals and --games exclude each other");
    return r->deals > 0 || r->games > 0 || command_misuse("--deals or --games is missing");
}

static bool check_erring(const struct request *r)
{
    return r->erring == 0 || r->rules.referee != CN_REFEREE_STRICT ||
           command_misuse("--erring needs a referee: --set referee=called, or watchful");
}

static int prepare_and_run(char **operands)
{
    struct request *r = &request;
    (void)operands;
    if (!check_request(r) || !load_rules(r) || !seat_bots(r) || !check_erring(r))
        return EXIT_USAGE;
    r->simulation.erring = (int)r->erring;
    r->simulation.rules = &r->rules;
    r->simulation.players = (int)command_game()->players;
    r->simulation.jobs = command_jobs();
    r->simulation.outside_ms = (int)r->bot_ms;
    r->simulation.to_target = r->games > 0;
    r->simulation.games = r->games > 0 ? r->games : r->deals;
    return open_record(r) ? simulate(r) : EXIT_IO;
}

const struct command cmd_simulate = {
    .name = "simulate",
    .about = "let bots play, and record it",
    .usage = "(--deals D | --games G) [OPTIONS]",
    .rows = rows,
    .notes = "The summary goes to standard error. If interrupted, it summarizes the games played "
             "so far, and the record ends with a complete game.",
    .run = prepare_and_run,
};
