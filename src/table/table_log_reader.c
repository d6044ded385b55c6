#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

/* The content of a log line that is also a line of a record. */
struct other {
    char type[16];
    int64_t seat, n, cut;
    bool by, uncut;
};

static bool read_other(const char *line, size_t length, struct other *other)
{
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
    const char *type = json_string_value(json_object_get(object, "t"));
    const bool good = type != NULL && strlen(type) < sizeof other->type;
    memset(other, 0, sizeof *other);
    if (good) {
        memcpy(other->type, type, strlen(type) + 1);
        other->seat = other->n = other->cut = -1;
        cn__get_int(object, "seat", 0, CN_SEATS_MAX - 1, &other->seat, NULL);
        cn__get_int(object, "n", 0, INT32_MAX, &other->n, NULL);
        cn__get_int(object, "cut", 0, CN_CARDS_MAX, &other->cut, NULL);
        other->uncut = json_is_true(json_object_get(object, "uncut"));
        other->by = json_object_get(object, "by") != NULL;
    }
    json_decref(object);
    return good;
}

static bool play_fair(struct table *table, const struct other *other)
{
    if (table->stage == STAGE_PARTS && table->fair.version == FAIR_PLEDGED &&
        table->fair.given == table->fair.pledged) {
        table_log_deal(table);
        return true;
    }
    if (table->stage != STAGE_CUT || table->fair.version != FAIR_OLD || other->cut < 0 ||
        other->cut > CN_CARDS_MAX ||
        !cn_cut_is_legal(&table->game.law->rules, table->game.players, (int)other->cut))
        return false;
    table->fair.uncut = other->uncut;
    table_log_old_deal(table, (int)other->cut);
    return true;
}

static bool play_other(struct table *table, const struct other *other)
{
    if (strcmp(other->type, "game") == 0) {
        if (table->stage != STAGE_LOBBY && table->stage != STAGE_OVER)
            return false;
        table_log_game(table);
        return true;
    }
    if (strcmp(other->type, "fair") == 0)
        return play_fair(table, other);
    if (strcmp(other->type, "void") == 0) {
        if (table->stage != STAGE_PARTS || table->fair.version == FAIR_OLD)
            return false;
        table_log_void(table);
        return true;
    }
    if (strcmp(other->type, "deal") == 0) {
        if (table->stage != STAGE_BETWEEN || table->deck == NULL)
            return false;
        table_log_arranged_deal(table);
        return true;
    }
    if (strcmp(other->type, "undo") == 0) {
        if (table->stage != STAGE_PLAY || other->seat < 0 || other->seat >= table->players ||
            other->n < 1 || other->n > table->decision_count || cn_law_is_refereed(table->law))
            return false;
        table_log_undo(table, (int)other->seat, (int)other->n, !other->by);
        return true;
    }
    return false;
}

static bool play_did(struct table *table, const struct message *did)
{
    const struct cn_game *game = &table->game;
    struct cn_action action;
    if (!message_has(did, FIELD_ACTION)) {
        table_log_acknowledgement(table, did->seat, did->id);
        return true;
    }
    if (table->stage != STAGE_PLAY ||
        !cn_action_parse(game->law, did->action, strlen(did->action), &action) ||
        !table_allows(table, did->seat, action, NULL))
        return false;
    const bool exact = message_has(did, FIELD_CARDS);
    if (exact && !table_cards_fit(game, did->seat, action, did->cards, did->card_count))
        return false;
    table_log_action(table, did->seat, did->id, action, exact ? did->cards : NULL,
                     exact ? did->card_count : 0);
    return true;
}

static bool play_secret(struct table *table, const struct message *secret)
{
    struct fair_deal fair = {.cards = (uint16_t)secret->card_count, .players = table->players};
    memcpy(fair.committed, secret->cards, (size_t)secret->card_count);
    if (table->stage != STAGE_BETWEEN || table->deck != NULL ||
        !fair_is_deck(&fair, &table->game.law->rules))
        return false;
    table_log_commitment(table, secret);
    return true;
}

/* Seats draw in order, starting again with the first if the log was cut off; each gets another seat
 * or keeps its own. */
static bool play_drawn(struct table *table, const struct message *line)
{
    if (table->stage != STAGE_LOBBY || line->to >= table->players || line->card_count < 1 ||
        line->card_count > CN_DRAWS_MAX || (line->seat != table->drawn && line->seat != 0))
        return false;
    for (int seat = 0; seat < line->seat; seat++)
        if (table->drawing.seat_of_player[seat] == line->to)
            return false;
    table_log_drawn(table, line);
    return true;
}

static bool play_open(struct table *table, const struct message *line)
{
    const bool cut = message_has(line, FIELD_K);
    if (table->stage != STAGE_CUT || table->fair.version == FAIR_OLD ||
        (cut && !cn_cut_is_legal(&table->game.law->rules, table->game.players, line->k)))
        return false;
    table_log_open(table, cut ? line->k : -1);
    return true;
}

static bool play_part(struct table *table, const struct message *line)
{
    struct fair_deal *fair = &table->fair;
    if (table->stage != STAGE_PARTS)
        return false;
    memcpy(fair->part[line->seat], line->part, sizeof fair->part[line->seat]);
    if (fair->version == FAIR_PLEDGED &&
        ((fair->pledged >> line->seat & 1) == 0 || !fair_part_fits(fair, line->seat)))
        return false;
    table_log_contribution(table, line);
    return true;
}

static bool play_message(struct table *table, const struct message *line)
{
    if (message_has(line, FIELD_SEAT) && line->seat >= table->players)
        return false;
    switch ((enum message_kind)line->kind) {
    case MESSAGE_SEAT: table_log_seat(table, line); return true;
    case MESSAGE_DRAWN: return play_drawn(table, line);
    case MESSAGE_SET: table_log_choices(table, line); return true;
    case MESSAGE_CHAT: table_log_chat(table, line); return true;
    case MESSAGE_PAUSE: table_log_pause(table, line->seat, line->yes); return true;
    case MESSAGE_UNTIL: table_log_until(table, line->seat, line->at); return true;
    case MESSAGE_SHARE: table_log_share(table, line->link); return true;
    case MESSAGE_ACKNOWLEDGED: return play_did(table, line);
    case MESSAGE_SECRET: return play_secret(table, line);
    case MESSAGE_PLEDGE:
        if (table->stage != STAGE_PLEDGES)
            return false;
        table_log_pledge(table, line->seat, line->pledge);
        return true;
    case MESSAGE_PLEDGED:
        if (table->stage != STAGE_PLEDGES)
            return false;
        table_log_pledged(table);
        return true;
    case MESSAGE_OPEN: return play_open(table, line);
    case MESSAGE_PART: return play_part(table, line);
    case MESSAGE_SHUFFLED:
        if (table->stage != STAGE_PARTS || table->fair.version != FAIR_OLD)
            return false;
        table_log_old_shuffle(table);
        return true;
    default: return false;
    }
}

/* Replays the line at 'text' and what followed from it. Returns how many bytes that is, 0 if this
 * table would not have written it. */
static size_t play_line(struct table *table, const char *text, size_t left)
{
    struct message message;
    struct message_error why;
    struct other other;
    const char *end = memchr(text, '\n', left);
    if (end == NULL)
        return 0;
    const size_t length = (size_t)(end - text);
    const enum message_result read = message_parse(text, length, MESSAGE_FROM_LOG, &message, &why);
    cn__text_clear(&table->log);
    bool good = read == MESSAGE_VALID && play_message(table, &message);
    if (read == MESSAGE_NOT_MINE)
        good = read_other(text, length, &other) && play_other(table, &other);
    cn__text_clear(&table->say);
    table->outgoing_count = 0;
    good = good && !table->failed && !table->log.failed && table->log.length > 0 &&
           table->log.length <= left && memcmp(table->log.text, text, table->log.length) == 0;
    return good ? table->log.length : 0;
}

static struct table *begin(const char *log, size_t length, int64_t now_ms, size_t *used)
{
    struct message message;
    struct message_error misread;
    const char *why;
    const char *end = memchr(log, '\n', length);
    if (end == NULL ||
        message_parse(log, (size_t)(end - log), MESSAGE_FROM_LOG, &message, &misread) !=
            MESSAGE_VALID ||
        message.kind != MESSAGE_TABLE)
        return NULL;
    struct table *table =
        table_new(message.rules, message_has(&message, FIELD_HOUSE) ? message.house : NULL,
                  message.players, now_ms, &why);
    if (table == NULL)
        return NULL;
    if (!table_arrange(table, &message)) {
        table_free(table);
        return NULL;
    }
    table_log_table(table, &message);
    *used = (size_t)(end - log) + 1;
    return table;
}

/* The steps of a host bring their own memory. */
static void forget_scratch(struct table *table)
{
    cn__text_free(&table->log);
    cn__text_free(&table->say);
    free(table->outgoing);
    table->outgoing = NULL;
    table->outgoing_capacity = 0;
}

struct table *table_load(const char *log, size_t length, int64_t now_ms, int64_t *line)
{
    size_t at = 0;
    *line = 1;
    struct table *table = begin(log, length, now_ms, &at);
    while (table != NULL && at < length) {
        *line = table->number + 1;
        const size_t used = play_line(table, log + at, length - at);
        at += used;
        if (used > 0)
            continue;
        table_free(table);
        return NULL;
    }
    if (table != NULL)
        forget_scratch(table);
    return table;
}
