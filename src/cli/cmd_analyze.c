/* cmd_analyze.c -- canasta analyze: how many points the decisions of a record lost. */
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/analyze.h"
#include "command/command.h"
#include "command/options.h"

#include "commands.h"

struct request {
    struct review_options analysis;
    const char *path;
    int64_t nodes, seat;
    bool brief, json;
    /* while it runs */
    int64_t size; /* of the file; 0: not known */
    struct command_progress progress;
    bool any, no_memory;
};

/* ---- the command line ---- */

static struct request request;

static const struct option_row rows[] = {
    {"--nodes N", "search budget per decision; the master's budget is 400000", OPTION_NUMBER,
     .to = &request.nodes, .low = 1, .high = INT64_C(1) << 40, .number = CN_REVIEW_NODES},
    {"--seat S", "only the decisions of this seat, from 0", OPTION_NUMBER, .to = &request.seat,
     .high = CN_SEATS_MAX - 1, .number = -1},
    {"--brief", "only the worst five and the summary", OPTION_FLAG, .to = &request.brief},
    {"--json", "everything as one JSON object", OPTION_FLAG, .to = &request.json},
    {.usage = NULL},
};

/* ---- decisions as they are judged ---- */

static void show_progress(struct request *r, const struct review_summary *so_far)
{
    if (!command_progress_is_due(&r->progress))
        return;
    fprintf(stderr, "%" PRId64 " decision%s, %.0f a second", so_far->decisions,
            command_s(so_far->decisions),
            (double)so_far->decisions / (r->progress.shown - r->progress.start));
    if (r->size > 0)
        fprintf(stderr, ", %" PRId64 " %% of the record", 100 * so_far->bytes / r->size);
    fflush(stderr);
}

/* Writes the best action, "discard 4"; "" if that was played. */
static void say_best(const struct reviewed_decision *j, char *text)
{
    text[0] = '\0';
    if (!cn_action_equal(j->played, j->judgement.best))
        cn_action_format(&j->law, j->judgement.best, text);
}

/* Writes the loss and, if there is one, its error. */
static void say_loss(const struct cn_review *judgement, char loss[16], char error[16])
{
    error[0] = '\0';
    snprintf(loss, 16, "%d", judgement->loss);
    if (judgement->kind != CN_REVIEW_WEIGHED)
        snprintf(loss, 16, "%s", judgement->kind == CN_REVIEW_FORCED ? "-" : "?");
    else if (judgement->loss > 0)
        snprintf(error, 16, "%d", judgement->error);
}

static void print_decision(struct request *r, const struct reviewed_decision *j,
                           const struct review_summary *so_far)
{
    char played[CN_ACTION_TEXT];
    char best[CN_ACTION_TEXT];
    char deal[48];
    char loss[16];
    char error[16];
    cn_action_format(&j->law, j->played, played);
    say_best(j, best);
    say_loss(&j->judgement, loss, error);
    snprintf(deal, sizeof deal, "%" PRId64 ".%" PRId64, j->game, j->deal);
    if (!r->any)
        printf("  line  deal  name            loss  error  played              best\n");
    r->any = true;
    printf("%6" PRId64 "  %-4s  %-12.12s  %6s  %5s  %-18s  %s\n", j->line, deal,
           so_far->name[j->seat], loss, error, played, best);
}

static const char *const kinds[CN_REVIEW_KINDS] = {[CN_REVIEW_FORCED] = "forced",
                                                   [CN_REVIEW_WEIGHED] = "weighed",
                                                   [CN_REVIEW_UNKNOWN] = "unknown"};

/* What favours the best action: its course, and how often it came, of 1000 samples. */
static void put_finding(struct cn__text *out, const struct cn_finding *finding)
{
    if (!finding->any)
        return;
    cn__json_open(out, "found", '{');
    cn__json_string(out, "course", cn_course_name(finding->course));
    cn__json_int(out, "best", finding->better);
    cn__json_int(out, "other", finding->other);
    cn__json_close(out, '}');
}

static void put_decision(struct cn__text *out, const struct reviewed_decision *j)
{
    char played[CN_ACTION_TEXT];
    char best[CN_ACTION_TEXT];
    cn_action_format(&j->law, j->played, played);
    cn_action_format(&j->law, j->judgement.best, best);
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "line", j->line);
    cn__json_int(out, "game", j->game);
    cn__json_int(out, "deal", j->deal);
    cn__json_int(out, "seat", j->seat);
    cn__json_string(out, "played", played);
    cn__json_string(out, "best", best);
    cn__json_string(out, "kind", kinds[j->judgement.kind]);
    if (j->judgement.kind == CN_REVIEW_UNKNOWN)
        cn__json_null(out, "loss");
    else
        cn__json_int(out, "loss", j->judgement.loss);
    cn__json_int(out, "error", j->judgement.error);
    cn__json_int(out, "worlds", j->judgement.worlds);
    cn__json_string(out, "reason", cn_reason_name(j->judgement.reason.id));
    put_finding(out, &j->judgement.finding);
    cn__json_close(out, '}');
}

static void print_json(struct request *r, struct cn__text *out)
{
    r->no_memory = r->no_memory || out->failed;
    if (!out->failed)
        fwrite(out->text, 1, out->length, stdout);
    cn__text_free(out);
}

static void tell(void *context, const struct reviewed_decision *judged,
                 const struct review_summary *so_far)
{
    struct request *r = context;
    show_progress(r, so_far);
    if (r->json) {
        struct cn__text out = {NULL, 0, 0, false};
        cn__text_append_string(&out, r->any ? ",\n" : "\n");
        r->any = true;
        put_decision(&out, judged);
        print_json(r, &out);
    } else if (!r->brief) {
        command_progress_end(&r->progress);
        print_decision(r, judged, so_far);
    }
}

/* ---- the report ---- */

static double mean(int64_t sum, int64_t count)
{
    return count > 0 ? (double)sum / (double)count : 0;
}

/* The principle of the best action, and what trials found. */
static void say_why(const struct cn_review *judgement, char *text, size_t size)
{
    const struct cn_words *words = command_words();
    const struct cn_finding *finding = &judgement->finding;
    const struct cn_reason *reason = &judgement->reason;
    char found[300];
    found[0] = '\0';
    if (finding->any)
        cn_words_found(words, cn_course_name(finding->course), finding->better, finding->other,
                       found, sizeof found);
    cn_words_reason(words, cn_reason_name(reason->id), reason->kind, reason->number, text, size);
    const size_t used = strlen(text);
    if (found[0] != '\0')
        snprintf(text + used, size - used, "; %s", found);
}

static void print_worst(const struct review_summary *a)
{
    const struct cn_words *words = command_words();
    char text[1200];
    for (int i = 0; i < a->worst_count; i++) {
        const struct reviewed_decision *j = &a->worst[i];
        char line[24];
        char loss[16];
        char played[200];
        char best[200];
        char why[600];
        char error[16];
        snprintf(error, sizeof error, "%d", j->judgement.error);
        snprintf(line, sizeof line, "%" PRId64, j->line);
        snprintf(loss, sizeof loss, "%d", j->judgement.loss);
        cn_words_action(words, &j->law, &j->board, CN_NO_SEAT, j->played, played, sizeof played);
        cn_words_action(words, &j->law, &j->board, CN_NO_SEAT, j->judgement.best, best,
                        sizeof best);
        say_why(&j->judgement, why, sizeof why);
        const char *const arguments[] = {a->name[j->seat], line, played, best, loss, why, error};
        cn_words_format(words, "analyze.worst", arguments, 7, text, sizeof text);
        command_print_wrapped(text, strlen(text), 0, 2, command_width());
    }
    if (a->worst_count > 0)
        return;
    cn_words_format(words, "analyze.none", NULL, 0, text, sizeof text);
    puts(text);
}

static void print_summary(const struct review_summary *a)
{
    printf("seat  name          decisions  forced  unknown  best      lost  error  a deal\n");
    for (int seat = 0; seat < a->players; seat++) {
        const struct cn_seat_judged *s = &a->seat[seat];
        const int64_t all = s->decisions[CN_REVIEW_FORCED] + s->decisions[CN_REVIEW_WEIGHED] +
                            s->decisions[CN_REVIEW_UNKNOWN];
        if (all == 0)
            continue;
        printf("%4d  %-12.12s  %9" PRId64 "  %6" PRId64 "  %7" PRId64 "  %3.0f %%  %7" PRId64
               "  %5d  %6.0f\n",
               seat, a->name[seat], all, s->decisions[CN_REVIEW_FORCED],
               s->decisions[CN_REVIEW_UNKNOWN],
               100 * mean(s->best, s->decisions[CN_REVIEW_WEIGHED]), s->loss,
               cn__square_root(s->squares), mean(s->loss, s->deals));
    }
}

static void report_words(const struct request *r, const struct review_summary *a)
{
    if (r->any)
        puts("");
    print_worst(a);
    puts("");
    print_summary(a);
    if (a->interrupted)
        puts("interrupted");
}

static void put_seat(struct cn__text *out, int seat, const struct cn_seat_judged *s)
{
    cn__json_open(out, NULL, '{');
    cn__json_int(out, "seat", seat);
    cn__json_int(out, "forced", s->decisions[CN_REVIEW_FORCED]);
    cn__json_int(out, "weighed", s->decisions[CN_REVIEW_WEIGHED]);
    cn__json_int(out, "unknown", s->decisions[CN_REVIEW_UNKNOWN]);
    cn__json_int(out, "best", s->best);
    cn__json_int(out, "loss", s->loss);
    cn__json_int(out, "error", cn__square_root(s->squares));
    cn__json_int(out, "deals", s->deals);
    cn__json_close(out, '}');
}

/* Prints what follows the decisions, one member per line. */
static void report_json(struct request *r, const struct review_summary *a)
{
    struct cn__text out = {NULL, 0, 0, false};
    cn__text_append_string(&out, "],\n");
    cn__json_open(&out, "worst", '[');
    for (int i = 0; i < a->worst_count; i++)
        put_decision(&out, &a->worst[i]);
    cn__text_append_string(&out, "],\n");
    cn__json_open(&out, "seats", '[');
    for (int seat = 0; seat < a->players; seat++)
        put_seat(&out, seat, &a->seat[seat]);
    cn__text_append_string(&out, "],\n");
    cn__json_int(&out, "games", a->games);
    cn__json_int(&out, "deals", a->deals);
    cn__json_bool(&out, "interrupted", a->interrupted);
    cn__json_close_line(&out);
    print_json(r, &out);
}

/* ---- running ---- */

static void print_report(void *context, const struct cn_report *report)
{
    const struct request *r = context;
    command_print_report(stderr, r->path, report);
}

static int analyze(char **operands)
{
    struct request *r = &request;
    struct review_summary analyzed;
    struct stat status;
    r->path = operands[0];
    FILE *file = command_open(r->path);
    if (file == NULL)
        return EXIT_IO;
    r->size = fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : 0;
    command_progress_begin(&r->progress);
    if (!r->brief && !r->json && isatty(STDOUT_FILENO))
        r->progress.terminal = false; /* the decisions themselves are shown */
    r->analysis = (struct review_options){.record = file,
                                          .report = print_report,
                                          .bot = cn_bot_find(cn_level_best()->bot),
                                          .nodes = r->nodes,
                                          .seat = r->seat >= 0 ? (int)r->seat : CN_NO_SEAT,
                                          .told = tell,
                                          .context = r,
                                          .interrupted = command_interrupted()};
    if (r->json)
        printf("{\"decisions\":[");
    const enum cn_analysis_end end = review_record(&r->analysis, &analyzed);
    command_close(file);
    command_progress_end(&r->progress);
    if (r->json)
        report_json(r, &analyzed);
    else if (analyzed.decisions > 0 || analyzed.interrupted)
        report_words(r, &analyzed);
    if (analyzed.games > 0 && r->seat >= analyzed.players) {
        command_complain("%s: there is no seat %d", r->path, (int)r->seat);
        return EXIT_USAGE;
    }
    if (analyzed.interrupted)
        return command_interrupted_status();
    if (end == REVIEW_RECORD_DONE && analyzed.decisions == 0) {
        command_complain("%s: contains no decisions", r->path);
        return EXIT_USAGE;
    }
    if (end == REVIEW_RECORD_IO || r->no_memory)
        command_complain("%s could not be read, or memory ran out", r->path);
    if (r->no_memory)
        return EXIT_IO;
    return end == REVIEW_RECORD_DONE      ? EXIT_OK
           : end == REVIEW_RECORD_DAMAGED ? EXIT_USAGE
                                          : EXIT_IO;
}

const struct command cmd_analyze = {
    .name = "analyze",
    .about = "find what each decision of a record lost",
    .operands = "RECORD",
    .lead = "Compares every decision of a record ('-': standard input) with the best move that the "
            "master's bot finds from that seat's point of view, in points of the deal.",
    .rows = rows,
    .notes = "If interrupted, it reports the decisions analyzed so far.",
    .run = analyze,
};
