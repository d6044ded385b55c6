/* load_table.c -- four seats of a table: how they sit down, deal, and play what is due. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "load.h"

enum {
    TICKET_ACTION = 1,
    TICKET_OTHER,
    CUT_AT = 40,
    RETRY_US = 200000,
    SILENCE_US = 1000000
};

static void fail(struct load_table *table, const char *why)
{
    load_fail(table->load, why);
    table->stage = LOAD_OVER;
}

/* ---- effects of a session ---- */

static void be_refused(struct load_table *table, const struct session_effect *no, const char *said)
{
    char why[160];
    snprintf(why, sizeof why, "the server refused: %s %s %.*s", no->why, no->law, (int)no->length,
             said);
    fail(table, why);
}

/* Returns whether the server could not store anything just now; then it is asked again later. */
static bool is_unstored(struct load_connection *connection, const struct session_effect *no)
{
    const bool passes = connection->table->load->options->reconnect > 0;
    connection->unstored |= passes && strcmp(no->why, "storage") == 0;
    return connection->unstored;
}

/* Of a seat that was away, a refusal may only mean that the table has gone on without it. */
static void take_answer(struct load_connection *connection, const struct session_effect *answer,
                        const char *said)
{
    struct load_table *table = connection->table;
    const bool is_action = answer->ticket == TICKET_ACTION;
    if (!answer->done && is_unstored(connection, answer))
        return;
    if (is_action)
        table->answered = answer->done;
    if (is_action && answer->done && table->load->acknowledged != NULL)
        fprintf(table->load->acknowledged, "%s %d %lld\n", connection->session.options.link,
                connection->session.seat, (long long)answer->id);
    if (!answer->done && !table->was_lost)
        be_refused(table, answer, said);
    else if (!answer->done && is_action && table->stage == LOAD_WAITING)
        table->stage = LOAD_DEALING;
}

static void end(const struct load_connection *connection)
{
    char why[600];
    const struct session *session = &connection->session;
    snprintf(why, sizeof why, "the server refused: %s %s", session->ended_why, session->ended_text);
    fail(connection->table, session->ended_why[0] != '\0' ? why : NULL);
}

static void send_text(struct load_connection *connection, const char *text, size_t length)
{
    struct load *load = connection->table->load;
    if (!load_send(connection, text, length) && load->options->reconnect == 0)
        load_fail(load, "a message could not be sent");
}

static void carry_out(struct load_connection *connection, const struct session_effect *effect,
                      const char *text)
{
    struct load_table *table = connection->table;
    switch (effect->type) {
    case SESSION_EFFECT_SEND: send_text(connection, text, effect->length); break;
    case SESSION_EFFECT_RECONNECT:
        load_disconnect(connection);
        connection->lost = "a session gave its connection up";
        break;
    case SESSION_EFFECT_ANSWER: take_answer(connection, effect, text); break;
    case SESSION_EFFECT_REFUSAL:
        if (!is_unstored(connection, effect))
            be_refused(table, effect, text);
        break;
    case SESSION_EFFECT_NO_TOKEN: fail(table, "a seat was lost"); break;
    case SESSION_EFFECT_ENDED: end(connection); break;
    case SESSION_EFFECT_TOKEN:
    case SESSION_EFFECT_DECLINED: break;
    }
}

static void follow(struct load_connection *connection, struct session_event event)
{
    struct session_effects *effects = &connection->table->load->effects;
    session_effects_reset(effects);
    event.now_ms = load_now_us() / 1000;
    randombytes_buf(event.random, sizeof event.random);
    session_step(&connection->session, &event, effects);
    for (int i = 0; i < effects->count; i++)
        carry_out(connection, &effects->at[i], effects->text.text + effects->at[i].at);
}

static void want(struct load_connection *connection, struct message *message, int64_t ticket)
{
    follow(connection,
           (struct session_event){.type = SESSION_WANT, .message = message, .ticket = ticket});
}

/* ---- what a session is sent ---- */

static void hear_welcome(struct load_connection *connection, const struct message *welcome)
{
    struct load_table *table = connection->table;
    struct load *load = table->load;
    load->welcomes++;
    if (welcome->last < connection->acked)
        load->lost += connection->acked - welcome->last;
    if (connection->retry_us != 0)
        load->away--;
    connection->retry_us = 0;
}

static void hear_message(void *context, const struct message *message)
{
    struct load_connection *connection = context;
    struct load_table *table = connection->table;
    if (message->kind == MESSAGE_WELCOME)
        hear_welcome(connection, message);
    else if (message->kind == MESSAGE_OK && message->at > table->acked)
        table->acked = message->at;
}

static void hear_line(void *context)
{
    struct load_connection *connection = context;
    if (connection->session.replica.change.line == REPLICA_CHANGE_VIEW)
        connection->viewed = true;
}

/* ---- seats ---- */

static void begin(struct load_connection *connection, const struct session_options *options)
{
    session_init(&connection->session, options);
    connection->observer =
        (struct session_observer){connection, .line = hear_line, .message = hear_message};
    connection->session.observer = &connection->observer;
    connection->session.replica.undo_limit = 0; /* nobody undoes anything */
    connection->attended = -1;
}

void load_seat_begin(struct load_connection *connection, const char *link, const uint8_t *token)
{
    struct message make;
    struct session_options options = {.seat = connection->seat,
                                      .first_id = cn__wall_clock_us() / 1000};
    snprintf(options.link, sizeof options.link, "%s", link);
    snprintf(options.name, sizeof options.name, "Load %d", connection->seat);
    if (link[0] == '\0') {
        message_init(&make, MESSAGE_MAKE);
        message_set_number(&make, FIELD_V, PROTOCOL_VERSION);
        message_set_text(&make, FIELD_NAME, options.name);
        message_set_number(&make, FIELD_SEAT, connection->seat);
        message_set_number(&make, FIELD_PLAYERS, LOAD_SEATS);
        message_set_text(&make, FIELD_RULES, "laws1950");
        options.make = &make;
    } else {
        options.has_token = true;
        options.is_new = token == NULL;
        if (token != NULL)
            memcpy(options.token, token, sizeof options.token);
        else
            randombytes_buf(options.token, sizeof options.token);
    }
    begin(connection, &options);
}

static void drop(struct load_connection *connection)
{
    load_disconnect(connection);
    connection->attended = -1;
    connection->table->was_lost = true;
    follow(connection,
           (struct session_event){.type = SESSION_CLOSED, .code = connection->close_code});
}

void load_seat_drop(struct load_connection *connection, bool reloads)
{
    const struct session_options options = connection->session.options;
    drop(connection);
    if (!reloads)
        return;
    session_free(&connection->session);
    begin(connection, &options);
}

/* What each stage asks of a seat. */
static void attend(struct load_connection *connection)
{
    const struct session *session = &connection->session;
    struct message message;
    if (session->cutting) {
        message_init(&message, MESSAGE_CUT);
        message_set_number(&message, FIELD_K, CUT_AT);
        want(connection, &message, TICKET_OTHER);
    }
    if (!session->welcomed || connection->attended == (int)session->stage)
        return;
    connection->attended = (int)session->stage;
    if (!session_is_gathering(session) && session->stage != STAGE_OVER)
        return;
    message_init(&message, session->stage == STAGE_OVER ? MESSAGE_REMATCH : MESSAGE_READY);
    want(connection, &message, TICKET_OTHER);
}

/* ---- the course of a table ---- */

static void connect_next(struct load_table *table)
{
    struct load_connection *connection = &table->at[table->joined];
    if (connection->session.options.link[0] == '\0')
        load_seat_begin(connection, table->at[0].session.options.link, NULL);
    if (!load_connect(connection))
        fail(table, "a connection could not be made");
}

void load_table_start(struct load_table *table)
{
    table->stage = LOAD_JOINING;
    connect_next(table);
}

static void join(struct load_table *table)
{
    if (!table->at[table->joined].session.welcomed)
        return;
    if (++table->joined < LOAD_SEATS)
        connect_next(table);
    else
        table->stage = LOAD_DEALING;
}

static bool all_play(const struct load_table *table)
{
    for (int seat = 0; seat < LOAD_SEATS; seat++) {
        const struct session *session = &table->at[seat].session;
        if (!session->welcomed || !session->replica.has_deal || !session->replica.game.in_deal)
            return false;
    }
    return true;
}

/* The seat that knows that it is in turn; -1: none. */
static int actor_of(const struct load_table *table)
{
    for (int seat = 0; seat < LOAD_SEATS; seat++)
        if (cn_game_actor(&table->at[seat].session.replica.game) == seat)
            return seat;
    return -1;
}

static void begin_playing(struct load_table *table)
{
    const int64_t now = load_now_us();
    table->stage = LOAD_PLAYING;
    if (!table->begun) {
        table->begun = true;
        table->load->playing++;
    }
    if (table->due_us < now)
        table->due_us = now; /* the time of dealing is not counted */
}

void load_table_act(struct load_table *table)
{
    struct load *load = table->load;
    struct message act;
    const int actor = actor_of(table);
    if (actor < 0)
        return; /* some seats were away, and do not know yet what they missed */
    const struct cn_view view = cn_game_view(&table->at[actor].session.replica.game, actor);
    for (int seat = 0; seat < LOAD_SEATS; seat++)
        table->at[seat].seen = table->at[seat].session.replica.number;
    message_init(&act, MESSAGE_ACT);
    cn_action_format(view.law, load->bot->decide(&view, &load->rng), act.action);
    message_set_flag(&act, FIELD_ACTION);
    table->answered = false;
    table->actor = actor;
    table->at[actor].asked_us = load_now_us();
    table->stage = LOAD_WAITING;
    want(&table->at[actor], &act, TICKET_ACTION);
}

/* Has every seat been told of the action? All that it causes comes in one frame. */
static bool is_told(const struct load_table *table)
{
    for (int seat = 0; seat < LOAD_SEATS; seat++)
        if (table->at[seat].session.replica.number <= table->at[seat].seen)
            return false;
    return table->answered;
}

static void count_action(struct load_table *table)
{
    struct load *load = table->load;
    const int64_t now = load_now_us();
    if (load->measuring)
        load_count(&load->latency, now - table->due_us);
    if (load->options->rate > 0)
        table->due_us += (int64_t)load->table_count * 1000000 / load->options->rate;
    else
        table->due_us = now;
    table->was_lost = false;
    table->stage = all_play(table) && actor_of(table) >= 0 ? LOAD_PLAYING : LOAD_DEALING;
}

/* All seats are back, and what they had asked for is done. */
static void count_standstill(struct load_table *table)
{
    struct load *load = table->load;
    if (table->stands_since_us == 0 || table->stage != LOAD_PLAYING || !all_play(table))
        return;
    load_count(table->was_gone ? &load->gone : &load->moved,
               load_now_us() - table->stands_since_us);
    table->stands_since_us = 0;
    table->was_gone = false;
}

static void go_on(struct load_table *table)
{
    const struct load_options *options = table->load->options;
    if (table->stage == LOAD_JOINING)
        join(table);
    if (table->stage == LOAD_JOINING || table->stage == LOAD_OVER)
        return;
    for (int seat = 0; seat < LOAD_SEATS; seat++)
        attend(&table->at[seat]);
    if (table->stage == LOAD_WAITING && is_told(table))
        count_action(table);
    if (table->stage == LOAD_DEALING && all_play(table) && actor_of(table) >= 0)
        begin_playing(table);
    count_standstill(table);
    if (table->stage == LOAD_PLAYING && options->rate == 0 && !options->idle)
        load_table_act(table);
}

/* ---- connections ---- */

void load_table_open(struct load_connection *connection)
{
    connection->acked = connection->table->acked;
    follow(connection, (struct session_event){.type = SESSION_CONNECTED});
}

/* Returns whether the frame says that another server has the table. */
static bool is_move(struct load_connection *connection, const char *text, size_t length)
{
    static const char bye[] = "{\"t\":\"bye\"";
    struct message message;
    struct message_error why;
    if (length < sizeof bye || memcmp(text, bye, sizeof bye - 1) != 0 ||
        message_parse(text, length, MESSAGE_FROM_CLIENT, &message, &why) != MESSAGE_VALID ||
        !message_has(&message, FIELD_URL))
        return false;
    connection->moving = url_parse(message.url, &connection->moved);
    return true;
}

void load_table_frame(struct load_connection *connection, const char *text, size_t length)
{
    struct load *load = connection->table->load;
    load->frames++;
    if (is_move(connection, text, length))
        return;
    connection->viewed = false;
    follow(connection,
           (struct session_event){.type = SESSION_LINES, .text = text, .length = length});
    if (connection->viewed) {
        load->snapshots++;
        load->snapshot_bytes += (int64_t)length;
        if ((int64_t)length > load->snapshot_most)
            load->snapshot_most = (int64_t)length;
    }
    if (connection->unstored) /* asked again later, as if it had not been answered */
        load_table_lost(connection, "the server's storage refuses");
    else
        go_on(connection->table);
}

static void note_standstill(const struct load_connection *connection, int64_t now)
{
    struct load_table *table = connection->table;
    if (!table->begun)
        return;
    if (table->stands_since_us == 0)
        table->stands_since_us = now;
    table->was_gone |= !connection->moving;
}

void load_table_lost(struct load_connection *connection, const char *why)
{
    struct load *load = connection->table->load;
    const int64_t now = load_now_us();
    const bool refused = connection->unstored;
    connection->unstored = false;
    note_standstill(connection, now);
    drop(connection);
    if (connection->moving && load_connect(connection)) {
        connection->moving = false;
        return;
    }
    connection->moving = false;
    connection->moved.host[0] = '\0';
    if (refused)
        connection->moved = load->options->other;
    if (load->options->reconnect == 0 || connection->session.status == SESSION_STATUS_ENDED)
        load_fail(load, why);
    if (connection->retry_us == 0 && load->away++ == 0)
        load->away_since_us = now;
    connection->retry_us = now + RETRY_US;
}

/* The others of its table stay connected and are sent nothing. */
static bool waits_too_long(const struct load_connection *connection, int64_t now)
{
    const struct load_table *table = connection->table;
    const bool acts =
        table->stage == LOAD_WAITING && !table->answered && connection->seat == table->actor;
    return table->begun && connection->state != LOAD_CLOSED &&
           (acts || !connection->session.welcomed) && now - connection->asked_us > SILENCE_US;
}

void load_table_check_waiting(struct load_table *table)
{
    const int64_t now = load_now_us();
    for (int seat = 0; seat < LOAD_SEATS; seat++) {
        struct load_connection *connection = &table->at[seat];
        if (!waits_too_long(connection, now))
            continue;
        const bool was_there = connection->moved.host[0] != '\0';
        connection->moving = false;
        load_table_lost(connection, "the server does not answer");
        if (!was_there)
            connection->moved = table->load->options->other;
    }
}
