/* replay.c -- a record played line by line: the stream, the reports, and which line goes where.
 *
 * A line that cannot be played ends its game: nothing after it could be compared with anything. The
 * stream is then searched for the next game line, since a file may hold several games.
 */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

/* ---- opening and closing ---- */

static struct cn_reader *open_replay(cn_report_to *report, void *context)
{
    struct cn_reader *r = cn__record_is_compatible() ? calloc(1, sizeof *r) : NULL;
    if (r == NULL)
        return NULL;
    r->report = report;
    r->context = context;
    r->has_words = cn_words_find("en", &r->words);
    return r;
}

struct cn_reader *cn_reader_open(FILE *file, cn_report_to *report, void *context)
{
    struct cn_reader *r = open_replay(report, context);
    if (r != NULL)
        r->source.file = file;
    return r;
}

struct cn_reader *cn_reader_open_text(const char *text, size_t length, cn_report_to *report,
                                      void *context)
{
    struct cn_reader *r = open_replay(report, context);
    if (r == NULL)
        return NULL;
    r->source.text = text;
    r->source.length = length;
    return r;
}

void cn_reader_close(struct cn_reader *replay)
{
    if (replay == NULL)
        return;
    cn_sheet_free(&replay->sheet);
    free(replay->source.buffer);
    free(replay->history);
    free(replay->queue.at);
    free(replay->seed);
    free(replay->note);
    free(replay);
}

/* ---- lines ---- */

/* These have no counterpart in the game to compare with. */
static void play_nothing(struct cn_reader *r, const json_t *line)
{
    (void)r;
    (void)line;
}

static const struct {
    const char *type;
    play_line *play;
} lines[] = {
    {"game", cn__play_game},       {"deal", cn__play_deal}, {"position", cn__play_position},
    {"draws", cn__play_draws},     {"cut", cn__play_cut},   {"draw", cn__play_draw},
    {"take", cn__play_take},       {"meld", cn__play_meld}, {"add", cn__play_add},
    {"combine", cn__play_combine}, {"ask", cn__play_ask},   {"answer", cn__play_answer},
    {"discard", cn__play_discard}, {"stop", cn__play_stop}, {"legal", cn__play_legal},
    {"try", cn__play_try},         {"undo", cn__play_undo}, {"face", cn__play_face},
    {"pile", cn__play_pile},       {"end", cn__play_end},   {"over", cn__play_over},
    {"talon", cn__play_talon},     {"pick", cn__play_pick}, {"hand", cn__play_hand},
    {"fair", play_nothing},        {"void", play_nothing},  {"reveal", play_nothing},
    {"actions", play_nothing},
};

/* … and of those with a referee. */
static const struct {
    const char *type;
    play_line *play;
} refereed_lines[] = {
    {"irregular", cn__play_irregular}, {"call", cn__play_call},      {"require", cn__play_require},
    {"peek", cn__play_followed},       {"hold", cn__play_followed},  {"expose", cn__play_followed},
    {"lapse", cn__play_followed},      {"back", cn__play_followed},  {"ruling", cn__play_followed},
    {"owe", cn__play_followed},        {"stock", cn__play_followed}, {"reopen", cn__play_followed},
    {"unlay", cn__play_followed},      {"bound", cn__play_followed}, {"state", cn__play_state},
    {"insist", cn__play_insist},
};

/* What an insisted act does has the line of a legal one, and follows. */
static play_line *find_refereed(const char *type, const json_t *line)
{
    if (json_is_true(json_object_get(line, "irregular")))
        return cn__play_followed;
    for (size_t i = 0; i < sizeof refereed_lines / sizeof refereed_lines[0]; i++)
        if (strcmp(refereed_lines[i].type, type) == 0)
            return refereed_lines[i].play;
    return NULL;
}

static play_line *find_line(const char *type)
{
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (strcmp(lines[i].type, type) == 0)
            return lines[i].play;
    return NULL;
}

static void skip_unknown(struct cn_reader *r, const char *type)
{
    char kind[KIND_SIZE];
    cn__describe_text(type, kind, sizeof kind);
    for (int i = 0; i < r->unknown_count; i++)
        if (strcmp(r->unknown[i], kind) == 0)
            return;
    if (r->unknown_count == UNKNOWN_MAX)
        return;
    memcpy(r->unknown[r->unknown_count++], kind, sizeof kind);
    cn__report(r, (struct cn_report){.kind = CN_REPORT_UNKNOWN,
                                     .article = RECORD_ARTICLE,
                                     .expected = "a kind of line that is known",
                                     .found = type});
}

static void play_object(struct cn_reader *r, const json_t *line)
{
    struct cn__fault fault;
    const char *type;
    if (!cn__get_string(line, "t", &type, &fault)) {
        if (!r->broken)
            cn__report_unreadable(r, &fault, true);
        return;
    }
    if (r->broken && strcmp(type, "game") != 0)
        return;
    play_line *play = r->in_game && cn_law_is_refereed(&r->law) ? find_refereed(type, line) : NULL;
    if (play == NULL)
        play = find_line(type);
    if (play == NULL)
        skip_unknown(r, type);
    else if (!r->in_game && play != cn__play_game)
        cn__abort_game(r, RECORD_ARTICLE, "a game line first", type);
    else
        play(r, line);
}

static void play_text(struct cn_reader *r)
{
    json_error_t error;
    json_t *line =
        json_loadb(r->source.line, r->source.line_length, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(line)) {
        play_object(r, line);
    } else if (!r->broken) {
        struct cn__fault fault = {.expected = "a JSON object"};
        if (line == NULL)
            cn__describe_text(error.text, fault.found, sizeof fault.found);
        else
            cn__describe_value(line, fault.found, sizeof fault.found);
        cn__report_unreadable(r, &fault, true);
    }
    json_decref(line);
}

static bool is_blank(const struct source *source)
{
    for (size_t i = 0; i < source->line_length; i++)
        if (strchr(" \t\r", source->line[i]) == NULL || source->line[i] == '\0')
            return false;
    return true;
}

static void play_next(struct cn_reader *r, bool too_long)
{
    const int64_t damage = r->counts.damaged;
    r->line++;
    if (too_long) {
        const struct cn__fault fault = {.expected = "a line of at most 1048576 bytes",
                                        .found = "a longer line"};
        if (!r->broken)
            cn__report_unreadable(r, &fault, true);
    } else if (!is_blank(&r->source)) {
        play_text(r);
    }
    if (!r->broken && r->counts.damaged == damage)
        r->valid_bytes = r->source.bytes;
}

static void reach_end(struct cn_reader *r)
{
    if (r->ended)
        return;
    r->ended = true;
    if (r->line == 0) {
        r->line = 1;
        const struct cn__fault fault = {.expected = "a game line", .found = "an empty file"};
        cn__report_unreadable(r, &fault, true);
    } else if (r->in_game && !r->broken) {
        cn__report_cut_off(r);
    }
}

enum cn_step cn_reader_step(struct cn_reader *replay)
{
    const enum source_result result = cn__source_next(&replay->source);
    switch (result) {
    case SOURCE_LINE:
    case SOURCE_TOO_LONG: play_next(replay, result == SOURCE_TOO_LONG); break;
    case SOURCE_END: reach_end(replay); return CN_STEP_END;
    case SOURCE_FAILED:
        snprintf(replay->message, sizeof replay->message, "the file could not be read");
        return CN_STEP_IO_ERROR;
    case SOURCE_NO_MEMORY: replay->no_memory = true; break;
    }
    if (!replay->no_memory && !replay->sheet.failed)
        return CN_STEP_LINE;
    snprintf(replay->message, sizeof replay->message, "out of memory");
    return CN_STEP_IO_ERROR;
}

bool cn_reader_run(struct cn_reader *replay, int64_t line)
{
    enum cn_step step = CN_STEP_LINE;
    while (step == CN_STEP_LINE && (line <= 0 || replay->line < line))
        step = cn_reader_step(replay);
    return step != CN_STEP_IO_ERROR;
}

/* ---- queries ---- */

void cn_reader_observe(struct cn_reader *replay, const struct cn_observer *observer)
{
    replay->listener = observer;
}

void cn_reader_follow(struct cn_reader *replay, const struct cn_reader_hooks *hooks)
{
    replay->hooks = hooks;
}

const struct cn_game *cn_reader_game(const struct cn_reader *replay)
{
    return replay->in_game ? &replay->game : NULL;
}

bool cn_reader_in_deal(const struct cn_reader *replay)
{
    return replay->in_game && replay->has_deal;
}

bool cn_reader_failed(const struct cn_reader *replay)
{
    return replay->broken;
}

int cn_reader_decisions(const struct cn_reader *replay)
{
    return replay->history_count;
}

void cn_reader_decision(const struct cn_reader *replay, int index, struct cn_decision *decision)
{
    const struct undo_state *before = &replay->history[index];
    *decision = (struct cn_decision){&before->deal, before->action, before->line, before->seat};
}

const char *cn_reader_name(const struct cn_reader *replay, int seat)
{
    return replay->name[seat];
}

const char *cn_reader_seed(const struct cn_reader *replay)
{
    return replay->seed;
}

const char *cn_reader_note(const struct cn_reader *replay)
{
    return replay->note;
}

const struct cn_score_sheet *cn_reader_sheet(const struct cn_reader *replay)
{
    return &replay->sheet;
}

const struct cn_record_counts *cn_reader_counts(const struct cn_reader *replay)
{
    return &replay->counts;
}

int64_t cn_reader_line(const struct cn_reader *replay)
{
    return replay->line;
}

int64_t cn_reader_valid_bytes(const struct cn_reader *replay)
{
    return replay->valid_bytes;
}

void cn_reader_pending(const struct cn_reader *replay, struct cn__text *missing)
{
    const struct queue *queue = &replay->queue;
    for (int i = queue->first; i < queue->count; i++) {
        struct queued_event copy = queue->at[i];
        cn_record_write_event(missing, &cn__with_copies(&copy)->event, &replay->game);
    }
}

const char *cn_reader_error(const struct cn_reader *replay)
{
    return replay->message;
}
