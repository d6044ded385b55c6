/* cmd_respond.c -- canasta-lab respond: how many points a deal can be won from a bot by somebody
 * who knows its program? */
#include <inttypes.h>
#include <string.h>

#include "command/command.h"
#include "command/options.h"

#include "arena_report.h"
#include "lab_commands.h"
#include "responder.h"

#define PAIRS_MOST (INT64_C(1) << 39)

static struct request {
    struct cn_rules rules;
    struct bot_entry entry; /* the bot that is played against … */
    struct responder_recipe recipe;
    const char *against, *imagined, *seed; /* … its name, and what the responder takes it for */
    int64_t pairs, nodes;
    bool manner, json;
} request;

static const struct option_row rows[] = {
    {"--against BOT", "the bot; BOT:N or BOT:Tms has its own search budget", OPTION_TEXT,
     .to = &request.against},
    {"--imagined BOT",
     "what the others do in imagined deals, a bot that decides at once; patient for one that "
     "searches, otherwise the bot itself",
     OPTION_TEXT, .to = &request.imagined},
    {"--pairs P", "pairs of deals with the same cards, sides exchanged", OPTION_NUMBER,
     .to = &request.pairs, .low = 1, .high = PAIRS_MOST, .number = 100},
    {"", "", OPTION_ROWS, .rows = command_game_rows},
    {"--nodes N", "budget per decision, in decisions of imagined deals", OPTION_NUMBER,
     .to = &request.nodes, .low = 1, .high = COMMAND_NODES_MOST, .number = CN_DEFAULT_NODES},
    {"--seed S", "any text; the same seed gives the same pairs", OPTION_TEXT, .to = &request.seed,
     .text = "1"},
    {"", "", OPTION_ROWS, .rows = command_jobs_rows},
    {"--manner", "tell how both play: when they open, how often they go out, what they throw",
     OPTION_FLAG, .to = &request.manner},
    {"--json", "the report as one JSON object", OPTION_FLAG, .to = &request.json},
    {.usage = NULL},
};

static bool prepare(struct request *r)
{
    if (r->against == NULL)
        return command_misuse("--against BOT is missing");
    if (strlen(r->against) >= CONTESTANT_TEXT)
        return command_complain("the name of a bot is too long");
    r->entry = (struct bot_entry){.nodes = CN_DEFAULT_NODES};
    if (!contestant_read_bot(r->against, &r->entry))
        return false;
    const char *imagined = r->entry.bot->decide != NULL ? r->entry.bot->name : "patient";
    if (r->imagined != NULL)
        imagined = r->imagined;
    r->recipe = (struct responder_recipe){.against = cn_bot_find(imagined), .nodes = r->nodes};
    if (r->recipe.against == NULL)
        return command_no_bot(imagined);
    if (r->recipe.against->decide == NULL)
        return command_complain("--imagined: %s does not decide at once", imagined);
    return command_game_load(&r->rules);
}

static bool listen(void *context, const struct arena_pair *pair, const struct arena_results *so_far)
{
    struct command_progress *progress = context;
    (void)pair;
    if (!command_progress_is_due(progress))
        return true;
    const struct estimate points = arena_points(so_far);
    fprintf(stderr, "%" PRId64 " pairs; %+.1f +- %.1f", so_far->points.count, points.mean,
            points.high - points.mean);
    fflush(stderr);
    return true;
}

static int run(struct request *r, struct arena_report *report)
{
    const struct contestant responder = contestant_of_responder(&r->recipe);
    const struct contestant bot = contestant_of_bot(&r->entry);
    struct command_progress progress;
    char fault[ARENA_FAULT];
    const struct arena arena = {.plan = {.rules = &r->rules,
                                         .contestant = {&responder, &bot},
                                         .seed = r->seed,
                                         .players = report->players},
                                .pairs = r->pairs,
                                .jobs = command_jobs(),
                                .told = listen,
                                .context = &progress,
                                .interrupted = command_interrupted()};
    arena_tally_init(&report->deals, &arena.plan);
    arena_tally_init(&report->matches, &arena.plan);
    command_progress_begin(&progress);
    const enum lab_error error = arena_run(&arena, &report->deals, fault);
    command_progress_end(&progress);
    return error == LAB_OK ? EXIT_OK : lab_complain(error, fault);
}

static int respond(char **operands)
{
    struct request *r = &request;
    (void)operands;
    if (!prepare(r))
        return EXIT_USAGE;
    static struct arena_report report;
    report = (struct arena_report){.name = {"response", r->against},
                                   .rules = r->rules.name,
                                   .seed = r->seed,
                                   .manner = r->manner,
                                   .players = (int)command_game()->players};
    const int status = run(r, &report);
    if (status != EXIT_OK)
        return status;
    report.interrupted = report.deals.interrupted;
    if (!r->json)
        arena_report_words(&report);
    else if (!arena_report_json(&report))
        return lab_complain(LAB_MEMORY, "");
    return report.interrupted ? command_interrupted_status() : EXIT_OK;
}

const struct command cmd_respond = {
    .name = "respond",
    .about = "find out how much can be won from a bot whose program is known",
    .usage = "--against BOT [OPTIONS]",
    .rows = rows,
    .lead = "Plays duplicate pairs against the bot. The response tries moves in samples of the "
            "hidden cards, in which the others do exactly what the bot would do, and plays for "
            "the points of the deal. What it wins is a lower bound of what can be won.",
    .notes = "If interrupted, it reports the pairs played so far.",
    .run = respond,
};
