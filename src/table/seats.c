/* seats.c -- connections and seats: who holds which, who is host, and what they are sent. */
#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "table_internal.h"

/* ---- connections ---- */

struct connection *table_add_connection(struct table *table, uint32_t client, int seat,
                                        const struct message *hello)
{
    if (!cn__array_grow(&table->connections, &table->connection_capacity,
                        (size_t)table->connection_count + 1, sizeof *table->connections)) {
        table->failed = true;
        return NULL;
    }
    struct connection *guest = &table->connections[table->connection_count++];
    memset(guest, 0, sizeof *guest);
    guest->client = client;
    guest->seat = (uint8_t)seat;
    guest->actions = hello->actions;
    snprintf(guest->name, sizeof guest->name, "%s", hello->name);
    table->summary_changed = true;
    return guest;
}

void table_remove_connection(struct table *table, struct connection *connection)
{
    *connection = table->connections[--table->connection_count];
    table->summary_changed = true;
}

void table_close_connection(struct table *table, uint32_t client, int code, const char *why)
{
    struct message bye;
    struct connection *guest = table_find_connection(table, client);
    assert(is_reason_code(why));
    message_init(&bye, MESSAGE_BYE);
    message_set_text(&bye, FIELD_WHY, why);
    message_set_number(&bye, FIELD_CODE, code);
    table_send_message(table, client, &bye);
    if (guest != NULL)
        table_remove_connection(table, guest);
    if (table->closing_count < CLIENTS_MAX)
        table->closing[table->closing_count++] = (struct closing){client, code};
}

/* ---- presence and absence ---- */

void table_return_seat(struct table *table, int seat)
{
    struct seat *entry = &table->seats[seat];
    entry->away_ms = NO_TIME;
    entry->no_show = false;
    entry->returning = entry->timed_out;
    if (!entry->bot_substitutes || entry->timed_out)
        return;
    entry->bot_substitutes = false;
    table->turn_seat = CN_NO_SEAT; /* a fresh clock */
    table_send_presence(table, seat);
}

void table_restart_seat(struct table *table, int seat)
{
    table->seats[seat].timed_out = false;
    if (table_is_connected(table, seat))
        table_return_seat(table, seat);
    table->turn_seat = table->left_seat = CN_NO_SEAT;
}

void table_expire_absent(struct table *table)
{
    for (int seat = 0; seat < table->players; seat++) {
        struct seat *entry = &table->seats[seat];
        if (entry->held && entry->client == 0 && !entry->bot_substitutes &&
            entry->away_ms == NO_TIME)
            entry->away_ms = table->now + table_absence_limit(table);
    }
}

/* ---- taking and leaving seats ---- */

void table_occupy_seat(struct table *table, int seat, const char *name, const struct message *wish,
                       uint8_t token[TOKEN_BYTES])
{
    struct message line;
    char what[16];
    snprintf(what, sizeof what, "token %d", seat);
    table_derive_random(table, what, token, TOKEN_BYTES);
    if (wish != NULL && message_has(wish, FIELD_TOKEN))
        memcpy(token, wish->token, TOKEN_BYTES);
    message_init(&line, MESSAGE_SEAT);
    message_set_number(&line, FIELD_SEAT, seat);
    message_set_text(&line, FIELD_NAME, name);
    if (!table_has_host(table))
        message_set_number(&line, FIELD_HOST, true);
    crypto_generichash(line.hash, sizeof line.hash, token, TOKEN_BYTES, NULL, 0);
    message_set_flag(&line, FIELD_HASH);
    table_log_seat(table, &line);
}

static void make_host(struct table *table, int seat, bool host)
{
    struct message line;
    table_seat_message(table, seat, &line);
    line.has &= ~(UINT64_C(1) << FIELD_HOST);
    line.host = false;
    if (host)
        message_set_number(&line, FIELD_HOST, true);
    memcpy(line.hash, table->seats[seat].hash, sizeof line.hash);
    message_set_flag(&line, FIELD_HASH);
    table_log_seat(table, &line);
}

/* The next holder in turn after a seat: connected or, with 'any', perhaps away. Returns CN_NO_SEAT
 * if there is none. */
static int next_holder(const struct table *table, int after, bool any)
{
    for (int step = 1; step < table->players; step++) {
        const int seat = (after + step) % table->players;
        if (any ? table->seats[seat].held : table_is_connected(table, seat))
            return seat;
    }
    return CN_NO_SEAT;
}

static void pass_host(struct table *table, int from)
{
    int seat = next_holder(table, from, false);
    if (seat == CN_NO_SEAT)
        seat = next_holder(table, from, true);
    if (seat != CN_NO_SEAT)
        make_host(table, seat, true);
}

void table_pass_host(struct table *table)
{
    for (int seat = 0; seat < table->players; seat++) {
        const struct seat *entry = &table->seats[seat];
        if (!entry->host || !entry->no_show)
            continue;
        const int next = next_holder(table, seat, false);
        if (next == CN_NO_SEAT)
            return;
        make_host(table, seat, false);
        make_host(table, next, true);
        return;
    }
}

void table_vacate_seat(struct table *table, int seat)
{
    struct message line;
    const bool was_host = table->seats[seat].host;
    const uint32_t client = table->seats[seat].client;
    struct connection *guest = table_find_connection(table, client);
    if (guest != NULL)
        memcpy(guest->name, table->seats[seat].name, sizeof guest->name);
    message_init(&line, MESSAGE_SEAT);
    message_set_number(&line, FIELD_SEAT, seat);
    if (table->stage != STAGE_LOBBY)
        message_set_text(&line, FIELD_LEVEL, table_level(table, seat)->name);
    table_log_seat(table, &line);
    if (was_host)
        pass_host(table, seat);
    if (guest == NULL)
        return;
    guest->seat = CN_NO_SEAT;
    guest->left = (uint8_t)seat;
    guest->left_deal = table->stage == STAGE_PLAY ? table->game.deal_number : 0;
    if (table->watch && table_count_watchers(table) <= WATCHERS_MOST) {
        table_send_welcome(table, client, CN_NO_SEAT, NULL, -1);
        table_send_watchers(table);
    } else {
        table_close_connection(table, client, CLOSE_REFUSED, "watch");
    }
}

/* Logs that nobody holds the seat. 'level': the bot that plays there, if any. */
static void log_empty_seat(struct table *table, int seat, const char *level)
{
    struct message line;
    message_init(&line, MESSAGE_SEAT);
    message_set_number(&line, FIELD_SEAT, seat);
    if (level[0] != '\0')
        message_set_text(&line, FIELD_LEVEL, level);
    table_log_seat(table, &line);
}

const char *table_change_seat(struct table *table, int from, int64_t id, const struct message *wish)
{
    const struct seat entry = table->seats[from];
    const int to = wish->seat;
    struct connection *guest = table_find_connection(table, entry.client);
    struct message line;
    char level[sizeof entry.level];
    if (table->stage != STAGE_LOBBY)
        return "seated";
    if (to >= table->players || table->seats[to].held)
        return "seat";
    memcpy(level, table->seats[to].level, sizeof level);
    table_seat_message(table, from, &line);
    line.seat = to;
    memcpy(line.hash, entry.hash, sizeof line.hash);
    message_set_flag(&line, FIELD_HASH);
    table_log_seat(table, &line);
    log_empty_seat(table, from, level);
    table->seats[to].client = entry.client;
    table_log_acknowledgement(table, to, id);
    if (guest != NULL) {
        guest->seat = (uint8_t)to;
        table_send_ok(table, guest->client, id);
        table_send_welcome(table, guest->client, to, NULL, -1);
    }
    table_send_presence(table, to);
    return NULL;
}

const char *table_draw_for_seats(struct table *table, int seat, int64_t id)
{
    struct cn_seating drawing;
    struct cn_rng rng;
    uint64_t chance[2]; /* table_derive_random writes at least 16 bytes */
    struct proposal *ask = &table->proposals[PROPOSAL_SIT];
    if (table->stage != STAGE_LOBBY)
        return "playing";
    for (int other = 0; other < table->players; other++)
        if (!table->seats[other].held && table->seats[other].level[0] == '\0')
            return "chairs";
    table_derive_random(table, "seats", (uint8_t *)chance, sizeof chance);
    cn_rng_init(&rng, chance[0]);
    cn_seating_draw(&table->game.law->rules, table->players, &rng, &drawing);
    table_log_acknowledgement(table, seat, id);
    for (int other = 0; other < table->players; other++) {
        struct message line;
        message_init(&line, MESSAGE_DRAWN);
        message_set_number(&line, FIELD_SEAT, other);
        message_set_number(&line, FIELD_TO, drawing.seat_of_player[other]);
        line.card_count = drawing.count[other];
        memcpy(line.cards, drawing.drawn[other], drawing.count[other]);
        message_set_flag(&line, FIELD_CARDS);
        table_log_drawn(table, &line);
    }
    ask->seat = drawing.seat_of_player[ask->seat]; /* the requested seat has moved */
    for (int i = 0; i < table->connection_count; i++) {
        struct connection *guest = &table->connections[i];
        table_send_welcome(table, guest->client, guest->seat, NULL, -1);
        guest->from = 0; /* the welcome comes after the draw */
    }
    return NULL;
}
