/* resume.c -- resuming a table from its record.
 *
 * The record holds all state. A cn_reader reads and checks it like any other record, and each
 * decision is played again on a new session, which produces the same lines. Lines that the file
 * already has are not written. Those that a killed program did not write (a torn last line, a pile
 * not yet noted) are appended. So no decision is ever lost.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "local_game_internal.h"

/* ---- options from a record ---- */

/* Reads the bots by seat, "-" for a person. Options want them in turn order after the first person.
 */
static void read_bots(struct terminal_options *options, const char *list)
{
    char by_seat[CN_SEATS_MAX][BOT_NAME_SIZE];
    int first = 0;
    options->humans = 0;
    options->bot_count = 0;
    for (int seat = 0; seat < options->players; seat++) {
        const size_t length = strcspn(list, ", ");
        const size_t prefix = strlen(PROGRAM_PREFIX);
        if (length == 1 && list[0] == '-')
            options->humans |= 1u << seat;
        snprintf(by_seat[seat], BOT_NAME_SIZE, "%.*s", (int)length, list);
        if (length > prefix && program_command(by_seat[seat]) != NULL)
            program_decode(list + prefix, length - prefix, by_seat[seat] + prefix,
                           BOT_NAME_SIZE - prefix);
        list += length;
        if (*list == ',')
            list++;
    }
    while (first < options->players - 1 && (options->humans >> first & 1) == 0)
        first++;
    for (int step = 0; step < options->players; step++) {
        const int seat = (first + step) % options->players;
        if ((options->humans >> seat & 1) == 0)
            memcpy(options->bots[options->bot_count++], by_seat[seat], BOT_NAME_SIZE);
    }
}

/* Borrows people's names from the game line. A seat without a valid name is named after its place.
 */
static void read_names(struct terminal_options *options, const struct cn_reader *reader)
{
    int person = 0;
    for (int seat = 0; seat < options->players; seat++) {
        const char *name = cn_reader_name(reader, seat);
        char good[PERSON_SIZE];
        if ((options->humans >> seat & 1) != 0)
            options->names[person++] = terminal_person_name(name, good) ? name : NULL;
    }
}

/* Reads the name of rules that came from a file. Returns the length read, 0 if there is none. */
static int read_title(const char *note, struct cn_rules *rules)
{
    char word[3 * CN_RULES_NAME_SIZE];
    char name[CN_RULES_NAME_SIZE];
    int used = 0;
    if (sscanf(note, " rules=%119s%n", word, &used) != 1)
        return 0;
    program_decode(word, strlen(word), name, sizeof name);
    if (terminal_shows(name)) {
        memset(rules->name, 0, sizeof rules->name);
        memcpy(rules->name, name, strlen(name));
    }
    return used;
}

/* Reads the note of a game line (seating.c). Returns false if no table like this wrote it. */
static bool read_note(struct terminal_options *options, const char *note, char language[16],
                      bool *draw)
{
    static const char bots[] = " bots=";
    char pace[16];
    int drawn;
    int used = 0;
    if (sscanf(note, "table draw=%d language=%15s%n", &drawn, language, &used) != 2)
        return false;
    note += used;
    options->pace_given =
        sscanf(note, " pace=%15s%n", pace, &used) == 1 && terminal_pace_find(pace, &options->pace);
    if (options->pace_given)
        note += used;
    note += read_title(note, &options->rules);
    if (strncmp(note, bots, sizeof bots - 1) != 0)
        return false;
    *draw = drawn != 0;
    read_bots(options, note + sizeof bots - 1);
    return options->humans != 0;
}

static int count_lines(const char *text, size_t length)
{
    int count = 0;
    for (size_t i = 0; i < length; i++)
        count += text[i] == '\n';
    return count;
}

/* Returns the length without a last line that was left incomplete by a killed program. */
static size_t whole_lines(const char *text, size_t length)
{
    while (length > 0 && text[length - 1] != '\n')
        length--;
    return length;
}

/* ---- playing it again ---- */

/* A record on its way into a session. */
struct resumption {
    struct cn_reader *reader;
    struct cn_words words;
    struct io_error *trouble;   /* the first fault, once there is one */
    struct local_game *session; /* NULL before the game line */
    bool failed;
};

static void fail(struct resumption *r, const char *key, const char *detail)
{
    if (!r->failed)
        local_game_fail(r->trouble, key, detail);
    r->failed = true;
}

/* A line that breaks no law, but that no table like this writes. */
static void fail_at_line(struct resumption *r)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)cn_reader_line(r->reader));
    fail(r, "record", text);
}

static void hear_report(void *context, const struct cn_report *report)
{
    struct resumption *r = context;
    char line[24];
    char what[400];
    char text[450];
    if (report->kind == CN_REPORT_UNKNOWN)
        return;
    snprintf(line, sizeof line, "%lld", (long long)report->line);
    cn_words_report(report, &r->words, what, sizeof what);
    fail(r, "record", WORDS2(&r->words, text, "record.line", line, what));
}

static void hear_deal(void *context, const cn_card *deck)
{
    struct resumption *r = context;
    const bool due = game_source_stage(&r->session->source) == CN_STAGE_BETWEEN_DEALS;
    if (!r->failed && !(due && local_game_start_deal(r->session, deck)))
        fail_at_line(r);
}

static void hear_decision(void *context, int seat, struct cn_action action, const cn_card *cards)
{
    struct resumption *r = context;
    const bool due = game_source_stage(&r->session->source) == CN_STAGE_IN_DEAL;
    if (!r->failed && !(due && local_game_apply(r->session, seat, action, cards, NULL)))
        fail_at_line(r);
}

static void hear_undo(void *context, int count)
{
    struct resumption *r = context;
    if (!r->failed && count <= r->session->source.scene.undoable)
        local_game_take_back(r->session, count);
    else
        fail_at_line(r);
}

/* Reads a line; 'lines' is the last one. Not the end: the last lines may not have been written. */
static bool step(struct resumption *r, int lines)
{
    if (r->failed || cn_reader_line(r->reader) == lines)
        return false;
    if (cn_reader_step(r->reader) == CN_STEP_IO_ERROR)
        fail(r, "memory", NULL);
    return !r->failed;
}

/* Whatever follows from the decisions must be the same here, and so must points brought along. */
static bool agrees(const struct resumption *r)
{
    const struct cn_game *ours = &r->session->source.scene.game;
    const struct cn_game *theirs = cn_reader_game(r->reader);
    return theirs != NULL && cn_reader_counts(r->reader)->games == 1 &&
           /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): games begin as zero bytes */
           memcmp(&ours->deal, &theirs->deal, sizeof ours->deal) == 0 &&
           memcmp(ours->score, theirs->score, sizeof ours->score) == 0 &&
           r->session->written >= r->session->on_disk;
}

/* Returns whether the player named this bot. */
static bool is_named(const struct terminal_options *given, const char *bot)
{
    for (int i = 0; i < given->bot_count; i++)
        if (strcmp(given->bots[i], bot) == 0)
            return true;
    return false;
}

/* A file may come from anyone, so a program that it names is not started. Files that this program
 * created in the player's own folder are trusted. */
static bool may_start(const struct terminal_options *given, const struct terminal_options *noted,
                      const char *path, struct io_error *trouble)
{
    for (int i = 0; i < noted->bot_count && !game_file_is_own(path); i++) {
        const char *bot = noted->bots[i];
        if (program_command(bot) != NULL && !is_named(given, bot))
            return local_game_fail(trouble, "unnamed", bot) != NULL;
    }
    return true;
}

/* Sets up the session that the game line describes. */
static void set_up(struct resumption *r, const struct terminal_options *given, const char *path,
                   int lines)
{
    struct terminal_options options = *given;
    const struct cn_game *game = cn_reader_game(r->reader);
    const char *note = cn_reader_note(r->reader);
    char language[16];
    bool draw = false;
    if (game == NULL) {
        fail(r, "empty", "");
        return;
    }
    options.rules = game->law->rules;
    options.players = game->players;
    if (note == NULL || !read_note(&options, note, language, &draw)) {
        fail(r, "record", "1: note");
        return;
    }
    read_names(&options, r->reader);
    options.seed = cn_reader_seed(r->reader) != NULL ? cn_reader_seed(r->reader) : "";
    if (!given->language_given)
        options.language = language;
    if (may_start(given, &options, path, r->trouble))
        r->session = local_game_set_up(&options, draw, lines, r->trouble);
    r->failed = r->session == NULL;
}

/* Returns a session from the whole lines of a record, without its file. */
static struct local_game *session_of_text(const struct terminal_options *given, const char *path,
                                          const char *text, size_t length, struct io_error *trouble)
{
    struct resumption r = {.trouble = trouble};
    const struct cn_reader_hooks hooks = {&r, hear_deal, hear_decision, hear_undo};
    const int lines = count_lines(text, length);
    if (lines == 0)
        return local_game_fail(trouble, "empty", "");
    if (!cn_words_find(given->language, &r.words))
        return local_game_fail(trouble, "language", given->language);
    r.reader = cn_reader_open_text(text, length, hear_report, &r);
    if (r.reader == NULL)
        return local_game_fail(trouble, "memory", NULL);
    if (step(&r, lines))
        set_up(&r, given, path, lines);
    cn_reader_follow(r.reader, &hooks);
    while (step(&r, lines))
        continue;
    if (!r.failed && !agrees(&r))
        fail(&r, "record", path);
    cn_reader_close(r.reader);
    if (!r.failed)
        return r.session;
    local_game_free(r.session);
    return NULL;
}

/* ---- opening ---- */

/* Returns where the last line begins. */
static size_t last_line(const char *text, size_t length)
{
    size_t start = length > 0 ? length - 1 : 0;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    return start;
}

static bool last_line_is(const char *text, size_t length, const char *type)
{
    char begin[32];
    const int wanted = snprintf(begin, sizeof begin, "{\"t\":\"%s\"", type);
    const size_t start = last_line(text, length);
    return length - start >= (size_t)wanted && memcmp(text + start, begin, (size_t)wanted) == 0;
}

/* Returns the length of the text that can be resumed: whole lines, without a cut whose deal was not
 * written. The seed produces both again. */
static size_t usable(const char *text, size_t length)
{
    const size_t whole = whole_lines(text, length);
    return last_line_is(text, whole, "cut") ? last_line(text, whole) : whole;
}

static struct local_game *resume_text(const struct terminal_options *options,
                                      struct game_file *store, const char *text, size_t length,
                                      struct io_error *trouble)
{
    const size_t whole = usable(text, length);
    if (last_line_is(text, whole, "over"))
        return local_game_fail(trouble, "over", store->path);
    struct local_game *session = session_of_text(options, store->path, text, whole, trouble);
    if (session == NULL)
        return NULL;
    if (!programs_begin(session, trouble)) {
        local_game_free(session);
        return NULL;
    }
    local_game_give_file(session, store);
    if (game_file_truncate(&session->store, whole) && local_game_save(session))
        return session;
    local_game_fail_at(trouble, "save", session->store.path);
    local_game_free(session);
    return NULL;
}

static struct local_game *resume_file(const struct terminal_options *options, const char *path,
                                      struct io_error *trouble)
{
    struct game_file store;
    char *text;
    size_t length;
    if (!game_file_open(&store, path, &text, &length))
        return errno == EWOULDBLOCK ? local_game_fail(trouble, "busy", path)
                                    : local_game_fail_at(trouble, "open", path);
    struct local_game *session = resume_text(options, &store, text, length, trouble);
    free(text);
    game_file_close(&store);
    return session;
}

struct local_game *local_game_resume(const struct terminal_options *options,
                                     struct io_error *trouble)
{
    char path[512];
    if (options->file != NULL)
        return resume_file(options, options->file, trouble);
    if (!game_file_has_folder())
        return local_game_fail(trouble, "home", "");
    local_game_fail(trouble, "nothing", "");
    for (int n = 0; game_file_find(n, path, sizeof path); n++) {
        struct local_game *session = resume_file(options, path, trouble);
        if (session != NULL)
            return session;
        if (strcmp(trouble->key, "over") != 0 && strcmp(trouble->key, "empty") != 0)
            return NULL;
        local_game_fail(trouble, "nothing", "");
    }
    return NULL;
}
