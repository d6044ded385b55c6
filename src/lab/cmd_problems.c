/* cmd_problems.c -- canasta-lab problems: positions to practise on. */
#include <string.h>

#include "command/command.h"
#include "command/options.h"

#include "lab.h"
#include "lab_commands.h"
#include "problems.h"

struct listener {
    struct command_progress progress;
    const struct problem_plan *plan;
    int64_t problems;
};

static void show_progress(void *context, int64_t deals, int64_t problems)
{
    struct listener *l = context;
    char what[64];
    l->problems = problems;
    if (!command_progress_is_due(&l->progress))
        return;
    snprintf(what, sizeof what, "deals, %lld problem%s", (long long)problems, command_s(problems));
    command_progress_print(&l->progress, deals, l->plan->deals, what);
}

/* The record's lines as an array, since each is JSON. */
static void put_record(struct cn__text *out, const struct cn__text *record)
{
    cn__json_open(out, "record", '[');
    const char *const after = record->text + record->length;
    for (const char *line = record->text; line < after;) {
        const char *end = memchr(line, '\n', (size_t)(after - line));
        cn__json_raw(out, NULL, "");
        cn__text_append(out, line, (size_t)(end - line));
        line = end + 1;
    }
    cn__json_close(out, ']');
}

static void print_problem(void *context, const struct problem *problem)
{
    struct cn__text out = {0};
    (void)context;
    cn__json_open(&out, NULL, '{');
    cn__json_string(&out, "theme", problem_theme_name(problem->theme));
    cn__json_int(&out, "grade", problem->grade);
    cn__json_string(&out, "why", cn_reason_name(problem->why));
    cn__json_open(&out, "moves", '[');
    for (int i = 0; i < problem->move_count; i++) {
        const struct problem_move *move = &problem->moves[i];
        char action[CN_ACTION_TEXT];
        char finding[CN_FINDING_TEXT];
        cn_action_format(problem->law, move->action, action);
        cn__json_open(&out, NULL, '[');
        cn__json_string(&out, NULL, action);
        cn__json_int(&out, NULL, move->loss);
        cn__json_int(&out, NULL, move->error);
        cn_finding_format(&move->finding, finding);
        if (finding[0] != '\0')
            cn__json_string(&out, NULL, finding);
        cn__json_close(&out, ']');
    }
    cn__json_close(&out, ']');
    put_record(&out, problem->record);
    cn__json_close(&out, '}');
    printf("%.*s\n", (int)out.length, out.text);
    fflush(stdout);
    cn__text_free(&out);
}

static struct {
    struct problem_plan plan;
    struct cn_rules rules;
} request;

static const struct option_row rows[] = {
    {"--deals N", "deals to search", OPTION_NUMBER, .to = &request.plan.deals, .low = 1,
     .high = 100000000, .number = 1000},
    {"--nodes N", "nodes of the last search of each position", OPTION_NUMBER,
     .to = &request.plan.nodes, .low = 4, .high = INT64_MAX, .number = 400000},
    {"--lead N", "points by which the best move leads", OPTION_NUMBER, .to = &request.plan.lead,
     .low = 1, .high = 100000, .number = 150},
    {"--count N", "most problems", OPTION_NUMBER, .to = &request.plan.count, .low = 1,
     .high = INT64_MAX, .number = 300},
    {"--each N", "most problems of one theme", OPTION_NUMBER, .to = &request.plan.each, .low = 1,
     .high = INT64_MAX, .number = 30},
    {"--seed TEXT", "the same seed gives the same problems", OPTION_TEXT, .to = &request.plan.seed,
     .text = "problems"},
    {"", "", OPTION_ROWS, .rows = command_game_rows},
    {.usage = NULL},
};

static int find(char **operands)
{
    struct problem_plan *plan = &request.plan;
    struct listener listener = {.plan = plan};
    (void)operands;
    if (!command_game_load(&request.rules))
        return EXIT_USAGE;
    plan->rules = &request.rules;
    plan->players = (int)command_game()->players;
    plan->found = print_problem;
    plan->told = show_progress;
    plan->context = &listener;
    plan->interrupted = command_interrupted();
    command_progress_begin(&listener.progress);
    const bool found = problems_find(plan);
    command_progress_end(&listener.progress);
    if (!found) {
        command_complain("out of memory");
        return EXIT_IO;
    }
    return atomic_load(plan->interrupted) != 0 ? command_interrupted_status() : EXIT_OK;
}

const struct command cmd_problems = {
    .name = "problems",
    .about = "find positions in which one move is far better than any other",
    .lead = "Lets bots play deals, searches their decisions for one whose best move leads all "
            "others, searches what it finds twice more with more nodes and other random numbers, "
            "and compares the move with every other. Prints a line of JSON for each problem, at "
            "most one a deal: the theme, the grade (1: every bot finds the move; 4: none does "
            "without thinking), the principle of the best move, all moves with the points that "
            "each loses and its standard error, and a record that ends at the decision.",
    .rows = rows,
    .run = find,
};
