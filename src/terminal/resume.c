/* resume.c -- resuming a table from its record.
 *
 * The record holds all state. First a cn_reader checks it like any other record. Then its decisions
 * are replayed on a new session, which produces the same lines again. Lines that the file already
 * has are not written. Those that a killed program did not write (a torn last line, a pile not yet
 * noted) are appended. So no decision is ever lost.
 */
#include <assert.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "local_game_internal.h"

/* ---- reading lines ---- */

static int number_at(const json_t *line, const char *key, int missing)
{
    int64_t number = missing;
    cn__get_int(line, key, 0, INT32_MAX, &number, NULL);
    return (int)number;
}

static const char *text_at(const json_t *line, const char *key)
{
    const char *text = "";
    cn__get_string(line, key, &text, NULL);
    return text;
}

/* Returns the action of that type that lays these cards: counts of naturals, deuces and jokers. */
static struct cn_action action_of_cards(int type, int at, const cn_card *cards, int count)
{
    int counts[CN_KINDS] = {0};
    for (int i = 0; i < count; i++)
        counts[cn_card_kind(cards[i])]++;
    const int deuces = counts[CN_DEUCE];
    const int jokers = counts[CN_JOKER];
    return cn_action_of(type, at, count - deuces - jokers, deuces, jokers);
}

static struct cn_action action_of_take(const json_t *line, const cn_card *cards, int count)
{
    if (count == 0)
        return cn_action_of(CN_ACTION_TAKE_ONTO, number_at(line, "onto", 0), 0, 0, 0);
    const struct cn_action shown = action_of_cards(CN_ACTION_MELD, 0, cards, count);
    if (cn_action_jokers(shown) > 0)
        return cn_action_of(CN_ACTION_TAKE_JOKER, 0, 0, 0, 0);
    if (cn_action_deuces(shown) > 0)
        return cn_action_of(CN_ACTION_TAKE_DEUCE, 0, 0, 0, 0);
    return cn_action_of(CN_ACTION_TAKE_PAIR, 0, 0, 0, 0);
}

static struct cn_action action_of_meld(const cn_card *cards, int count)
{
    int kind = CN_NO_KIND;
    for (int i = 0; i < count; i++)
        if (!cn_kind_is_wild(cn_card_kind(cards[i])))
            kind = cn_card_kind(cards[i]);
    return action_of_cards(CN_ACTION_MELD, kind, cards, count);
}

enum line_kind {
    LINE_DECISION,
    LINE_OTHER, /* follows from decisions and is played automatically */
    LINE_BAD
};

/* Returns the kind of a line, and for a decision the action and any cards that it names. */
static enum line_kind decision_of(const json_t *line, struct cn_action *action, cn_card *cards)
{
    const char *type = text_at(line, "t");
    const char *key = strcmp(type, "take") == 0 ? "with" : "cards";
    int count = 0;
    if (json_object_get(line, key) != NULL &&
        !cn__get_cards(line, key, CN_CARDS_MAX, cards, &count, NULL))
        return LINE_BAD;
    if (strcmp(type, "draw") == 0)
        *action = cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0);
    else if (strcmp(type, "take") == 0)
        *action = action_of_take(line, cards, count);
    else if (strcmp(type, "meld") == 0)
        *action = action_of_meld(cards, count);
    else if (strcmp(type, "add") == 0)
        *action = action_of_cards(CN_ACTION_ADD, number_at(line, "meld", 0), cards, count);
    else if (strcmp(type, "combine") == 0)
        *action = cn_action_of(CN_ACTION_MERGE, number_at(line, "into", 0),
                               number_at(line, "meld", 0), 0, 0);
    else if (strcmp(type, "ask") == 0)
        *action = cn_action_of(CN_ACTION_ASK, 0, 0, 0, 0);
    else if (strcmp(type, "answer") == 0)
        *action = cn_action_of(
            json_is_true(json_object_get(line, "yes")) ? CN_ACTION_YES : CN_ACTION_NO, 0, 0, 0, 0);
    else if (strcmp(type, "stop") == 0)
        *action = cn_action_of(CN_ACTION_STOP, 0, 0, 0, 0);
    else if (strcmp(type, "discard") != 0)
        return LINE_OTHER;
    else if (cn__get_card(line, "card", &cards[0], NULL))
        *action = cn_action_of(CN_ACTION_DISCARD, cn_card_kind(cards[0]), 0, 0, 0);
    else
        return LINE_BAD;
    return LINE_DECISION;
}

static bool names_cards(struct cn_action action)
{
    return action.type == CN_ACTION_MELD || action.type == CN_ACTION_ADD ||
           action.type == CN_ACTION_DISCARD ||
           (cn_action_takes(action) && action.type != CN_ACTION_TAKE_ONTO);
}

/* Replays one line. Returns false if it cannot be played. Automatic lines follow from the replay.
 */
static bool play_line(struct local_game *session, const json_t *line)
{
    cn_card cards[CN_CARDS_MAX];
    struct cn_action action;
    const char *type = text_at(line, "t");
    if (strcmp(type, "deal") == 0) {
        int count;
        if (!cn__get_cards(line, "deck", CN_CARDS_MAX, cards, &count, NULL) ||
            count != cn_rules_cards(&session->source.scene.game.law->rules))
            return false;
        return game_source_stage(&session->source) == CN_STAGE_BETWEEN_DEALS &&
               local_game_start_deal(session, cards);
    }
    if (strcmp(type, "undo") == 0) {
        const int n = number_at(line, "n", 0);
        if (n < 1 || n > session->source.scene.undoable)
            return false;
        local_game_take_back(session, n);
        return true;
    }
    const enum line_kind kind = decision_of(line, &action, cards);
    if (kind != LINE_DECISION)
        return kind == LINE_OTHER;
    return local_game_apply(session, number_at(line, "seat", CN_NO_SEAT), action,
                            names_cards(action) ? cards : NULL, NULL);
}

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
static void read_names(struct terminal_options *options, const json_t *line)
{
    const json_t *names = json_object_get(line, "names");
    int person = 0;
    for (int seat = 0; seat < options->players; seat++) {
        const char *name = json_string_value(json_array_get(names, (size_t)seat));
        char good[PERSON_SIZE];
        if ((options->humans >> seat & 1) == 0)
            continue;
        options->names[person++] = name != NULL && terminal_person_name(name, good) ? name : NULL;
    }
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
    if (strncmp(note, bots, sizeof bots - 1) != 0)
        return false;
    *draw = drawn != 0;
    read_bots(options, note + sizeof bots - 1);
    return options->humans != 0;
}

/* Replays the lines of the text. Returns false if one cannot be played. */
static bool play_text(struct local_game *session, const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end) {
        const char *next = (const char *)memchr(text, '\n', (size_t)(end - text)) + 1;
        json_t *line = json_loadb(text, (size_t)(next - text), 0, NULL);
        const bool played = line != NULL && play_line(session, line);
        json_decref(line);
        if (!played)
            return false;
        text = next;
    }
    return true;
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

/* ---- checking ---- */

/* Reports the first fault, if any, as trouble. */
struct first_report {
    struct io_error *trouble;
    struct cn_words words;
    bool any;
};

static void keep_first(void *context, const struct cn_report *report)
{
    struct first_report *first = context;
    char line[24];
    char what[400];
    char text[450];
    if (first->any || report->kind == CN_REPORT_UNKNOWN)
        return;
    first->any = true;
    snprintf(line, sizeof line, "%lld", (long long)report->line);
    cn_words_report(report, &first->words, what, sizeof what);
    local_game_fail(first->trouble, "record",
                    WORDS2(&first->words, text, "record.line", line, what));
}

/* Reads the rules and players of a record that follows the rules. Otherwise returns false and sets
 * *trouble. */
static bool check_text(const char *text, size_t length, struct terminal_options *options,
                       struct io_error *trouble)
{
    struct first_report first = {.trouble = trouble};
    if (!cn_words_find(options->language, &first.words))
        return local_game_fail(trouble, "language", options->language) != NULL;
    struct cn_reader *replay = cn_reader_open_text(text, length, keep_first, &first);
    if (replay == NULL)
        return local_game_fail(trouble, "memory", NULL) != NULL;
    /* Not to the very end: the last lines may not have been written. */
    const bool read = cn_reader_run(replay, count_lines(text, length));
    const struct cn_game *game = cn_reader_game(replay);
    const bool good = read && !first.any && game != NULL;
    if (good) {
        options->rules = game->law->rules;
        options->players = game->players;
    } else if (!first.any) {
        local_game_fail(trouble, read ? "empty" : "memory", read ? "" : NULL);
    }
    cn_reader_close(replay);
    return good;
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

/* Returns a session from the text of a record, without its file. */
static struct local_game *session_of_text(const struct terminal_options *given, const char *path,
                                          const char *text, size_t length, struct io_error *trouble)
{
    const int lines = count_lines(text, length);
    struct terminal_options options = *given;
    char language[16];
    bool draw = false;
    const char *end = memchr(text, '\n', length);
    if (end == NULL)
        return local_game_fail(trouble, "empty", "");
    if (!check_text(text, length, &options, trouble))
        return NULL;
    json_t *line = json_loadb(text, (size_t)(end - text), 0, NULL);
    const bool noted = read_note(&options, text_at(line, "note"), language, &draw);
    read_names(&options, line);
    options.seed = text_at(line, "seed");
    if (!given->language_given)
        options.language = language;
    struct local_game *session = NULL;
    if (!noted)
        local_game_fail(trouble, "record", "1: note");
    else if (may_start(given, &options, path, trouble))
        session = local_game_set_up(&options, draw, lines, trouble);
    json_decref(line);
    return session;
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
    if (!play_text(session, text, whole) || session->written < session->on_disk) {
        local_game_fail(trouble, "record", store->path);
        local_game_free(session);
        return NULL;
    }
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
