/* tables.c -- messages of connections, and the tables that they go to. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

/* ---- messages ---- */

/* An answer of the host itself, which does not depend on durable rows. */
static void answer(struct server_host *host, const struct connection *connection,
                   const struct message *message)
{
    struct cn__text lines = {NULL, 0, 0, false};
    message_write(&lines, message);
    while (lines.length > 0 && lines.text[lines.length - 1] == '\n')
        lines.length--;
    if (!lines.failed)
        durable_send(host, connection->table, connection->client, lines.text, lines.length);
    cn__text_free(&lines);
}

static void refuse(struct server_host *host, const struct connection *connection, int64_t id,
                   const char *why, const char *text)
{
    assert(is_reason_code(why));
    struct message no;
    message_init(&no, MESSAGE_NO);
    if (id > 0)
        message_set_number(&no, FIELD_ID, id);
    message_set_text(&no, FIELD_WHY, why);
    if (text[0] != '\0')
        message_set_text(&no, FIELD_TEXT, text);
    answer(host, connection, &no);
}

/* Sends a client to the server that has the table. */
static void send_elsewhere(struct server_host *host, struct connection *connection, const char *url)
{
    struct message bye;
    message_init(&bye, MESSAGE_BYE);
    message_set_number(&bye, FIELD_CODE, CLOSE_RESTART);
    message_set_text(&bye, FIELD_URL, url);
    answer(host, connection, &bye);
    connection->ignore_input = true;
    connection_close(host, connection, CLOSE_RESTART);
    host->metrics.sent_elsewhere_total++;
}

/* Returns whether the table is being given to another server, with the client sent there. */
static bool has_moved(struct server_host *host, struct connection *connection,
                      const struct hosted_table *table)
{
    char url[STORE_URL_SIZE];
    if (table == NULL || !table->moving || !drain_target(host, table->id, url))
        return false;
    send_elsewhere(host, connection, url);
    return true;
}

static void make_link(char link[2 * LINK_BYTES + 1])
{
    uint8_t bytes[LINK_BYTES];
    host_random(bytes, sizeof bytes);
    cn__hex_format(bytes, sizeof bytes, link);
}

static void tell_made(struct server_host *host, struct hosted_table *table, uint32_t client,
                      const struct message *make, const uint8_t random[RANDOM_BYTES])
{
    struct message made;
    struct cn__text lines = {NULL, 0, 0, false};
    message_init(&made, MESSAGE_MADE);
    if (message_has(make, FIELD_ID))
        message_set_number(&made, FIELD_ID, make->id);
    message_set_text(&made, FIELD_TABLE, table->link);
    table_creator_token(random, made.token);
    message_set_flag(&made, FIELD_TOKEN);
    message_set_number(&made, FIELD_SEAT, message_has(make, FIELD_SEAT) ? make->seat : 0);
    message_write(&lines, &made);
    durable_send(host, table, client, lines.text, lines.length - 1);
    cn__text_free(&lines);
}

static void make(struct server_host *host, struct connection *connection,
                 const struct message *message)
{
    uint8_t random[RANDOM_BYTES];
    char link[2 * LINK_BYTES + 1];
    char url[STORE_URL_SIZE];
    const char *why = "memory";
    if (!message_has(message, FIELD_NAME)) {
        refuse(host, connection, message->id, "name", "");
        return;
    }
    if (!limits_table(&host->limits, connection->address, host_us() / 1000) ||
        host->table_count >= host->options->tables) {
        refuse(host, connection, message->id, "busy", "");
        return;
    }
    if (host->draining && drain_target(host, 0, url)) {
        send_elsewhere(host, connection, url);
        return;
    }
    make_link(link);
    host_random(random, sizeof random);
    struct table *inside =
        table_create(message, link, host_now_ms(host), random, &host->effects, &why);
    struct hosted_table *table =
        inside != NULL ? tables_add(host, link, host->last_table + 1, 0, inside) : NULL;
    if (table == NULL) {
        table_free(inside);
        table_effects_reset(&host->effects);
        refuse(host, connection, message->id, why, "");
        return;
    }
    host->last_table++;
    table->epoch = 1;
    write_queue_table(host->writes, table->id, link);
    tables_execute(host, table);
    tell_made(host, table, connection->client, message, random);
}

/* For a client that has the link, and perhaps a seat: the game, and who is waited for. */
static void put_invitation(const struct hosted_table *table, const struct message *ask,
                           struct message *listed)
{
    struct table_turn turn;
    const char *house = table_house(table->table);
    table_get_turn(table->table, message_has(ask, FIELD_TOKEN) ? ask->token : NULL,
                   cn__wall_clock_us() / 1000, &turn);
    if (house != NULL)
        message_set_text(listed, FIELD_HOUSE, house);
    message_set_number(listed, FIELD_TIMER, turn.timer);
    if (turn.seat != CN_NO_SEAT)
        message_set_number(listed, FIELD_SEAT, turn.seat);
    if (turn.own)
        message_set_number(listed, FIELD_YES, true);
    if (turn.left_ms >= 0)
        message_set_number(listed, FIELD_MS, turn.left_ms);
}

/* 'ask': of a client that has the link, and is sent the host's name; NULL for others. */
static void put_listed(struct cn__text *lines, const struct hosted_table *table,
                       const struct message *ask)
{
    const bool invites = ask != NULL;
    struct table_summary brief;
    struct message listed;
    table_get_summary(table->table, &brief);
    tables_tell_summary(&brief, &listed);
    if (invites && brief.host[0] != '\0')
        message_set_text(&listed, FIELD_NAME, brief.host);
    if (invites)
        put_invitation(table, ask, &listed);
    else
        message_set_number(&listed, FIELD_WATCHERS, brief.watchers);
    message_write(lines, &listed);
}

/* Limits the rate of guessed links. */
static void refuse_table(struct server_host *host, struct connection *connection,
                         const struct message *message, const char *why)
{
    if (host->opened != NULL && host->opened->url[0] != '\0') {
        send_elsewhere(host, connection, host->opened->url);
        return;
    }
    refuse(host, connection, message->id, why, "");
    if (strcmp(why, "table") == 0)
        limits_wrong_token(&host->limits, connection->address, host_us() / 1000);
}

static void put_all_listed(struct server_host *host, struct cn__text *lines)
{
    enum {
        MOST = 100
    };
    int count = 0;
    for (const struct hosted_table *table = host->first_listed; table != NULL && count < MOST;
         table = table->listed_next, count++)
        put_listed(lines, table, NULL);
}

static void end_list(struct server_host *host, struct connection *connection,
                     struct cn__text *lines, int64_t id)
{
    struct message end;
    message_init(&end, MESSAGE_OK);
    message_set_number(&end, FIELD_ID, id);
    message_write(lines, &end);
    if (!lines->failed)
        durable_send(host, connection->table, connection->client, lines->text, lines->length - 1);
}

/* A line of the list that servers share; one that a newer server wrote may say more than this
 * program knows. */
static void put_shared_listed(struct cn__text *lines, const char *line, size_t size)
{
    struct message listed;
    struct message_error why;
    const char *text = memchr(line, ' ', size);
    if (text == NULL || message_parse(text + 1, size - (size_t)(text + 1 - line),
                                      MESSAGE_FROM_CLIENT, &listed, &why) != MESSAGE_VALID)
        return;
    if (text > line) {
        char url[STORE_URL_SIZE];
        snprintf(url, sizeof url, "%.*s", (int)(text - line), line);
        message_set_text(&listed, FIELD_URL, url);
    }
    message_write(lines, &listed);
}

void tables_on_listed(struct server_host *host, struct read_answer *answer)
{
    struct connection *connection = connection_of(host, (uint32_t)answer->table.rows);
    const struct cn__text *all = &answer->table.log;
    struct cn__text lines = {NULL, 0, 0, false};
    const char *line;
    size_t size;
    if (connection == NULL || connection->closing != 0)
        return;
    if (answer->result != STORE_DONE) {
        refuse(host, connection, answer->table.epoch, "storage", "");
        return;
    }
    for (size_t at = 0; cn__next_line(all->text, all->length, &at, &line, &size);)
        put_shared_listed(&lines, line, size);
    end_list(host, connection, &lines, answer->table.epoch);
    cn__text_free(&lines);
}

/* Lists all open tables, or the one that was asked about. One that cannot be read just now exists,
 * and "hello" reports the problem. Returns whether the message must wait. */
static bool list(struct server_host *host, struct connection *connection, const struct message *ask)
{
    const int64_t id = message_has(ask, FIELD_ID) ? ask->id : 1;
    struct cn__text lines = {NULL, 0, 0, false};
    struct hosted_table *table = NULL;
    if (!message_has(ask, FIELD_TABLE) && server_shares(host)) {
        if (!read_queue_listed(host->reads, id, connection->client))
            refuse(host, connection, id, "memory", "");
        return false;
    }
    const char *why = message_has(ask, FIELD_TABLE) ? tables_get(host, ask->table, &table) : "";
    if (why == NULL)
        return true;
    if (strcmp(why, "table") == 0 || (why[0] != '\0' && host->opened->url[0] != '\0')) {
        refuse_table(host, connection, ask, why);
        return false;
    }
    if (has_moved(host, connection, table))
        return false;
    if (table != NULL)
        put_listed(&lines, table, ask);
    else if (!message_has(ask, FIELD_TABLE))
        put_all_listed(host, &lines);
    end_list(host, connection, &lines, id);
    cn__text_free(&lines);
    return false;
}

/* Only durable lines are sent, so a client that knows lines beyond the log shows that the disk has
 * lost some, by damage or because someone changed it. Anyone with the link can claim any number, so
 * this is logged once per table. */
static void note_loss(struct server_host *host, struct hosted_table *table,
                      const struct message *message)
{
    const int64_t number = table_line_count(table->table);
    if (!message_has(message, FIELD_LAST) || message->last <= number)
        return;
    host->metrics.clients_ahead_total++;
    if (table->behind)
        return;
    table->behind = true;
    const struct server_log_field fields[] = {LOG_NUMBER("table", table->id),
                                              LOG_NUMBER("lines", number),
                                              LOG_NUMBER("known", message->last), LOG_END};
    server_log(LOG_ERROR, "a client knows later lines than the log has: some were lost", fields);
}

/* Returns whether the message must wait. */
static bool hello(struct server_host *host, struct connection *connection,
                  const struct message *message)
{
    struct hosted_table *table;
    const char *why = tables_get(host, message->table, &table);
    if (why == NULL)
        return true;
    if (why[0] != '\0') {
        host->metrics.clients_ahead_total +=
            strcmp(why, "table") == 0 && message_has(message, FIELD_LAST);
        refuse_table(host, connection, message, why);
        return false;
    }
    if (has_moved(host, connection, table))
        return false;
    note_loss(host, table, message);
    table->touched_ms = host_us() / 1000;
    table->connections++;
    connection->table = table;
    tables_step(host, table,
                &(struct table_event){
                    .type = TABLE_EVENT_HELLO, .client = connection->client, .message = message});
    return false;
}

static void daily(struct server_host *host, struct connection *connection,
                  const struct message *message)
{
    const char *why = daily_take(host, connection, message);
    if (why[0] != '\0')
        refuse(host, connection, message->id, why, "");
}

/* ---- rate limits ---- */

/* Neither chat nor the course of the game. Each can add lines to a log, from which nothing is ever
 * removed. */
static bool is_change(int kind)
{
    switch ((enum message_kind)kind) {
    case MESSAGE_ACT:
    case MESSAGE_READY:
    case MESSAGE_PLEDGE:
    case MESSAGE_PART:
    case MESSAGE_CUT:
    case MESSAGE_CHAT:
    case MESSAGE_MAKE: /* has its own limit */ return false;
    default: return true;
    }
}

static bool may_do(struct server_host *host, struct connection *connection,
                   const struct message *message)
{
    const uint64_t now_ms = host_us() / 1000;
    const bool chat = message->kind == MESSAGE_CHAT;
    if (chat && connection->table != NULL &&
        connection->table->chat_lines >= host->options->chat_lines) {
        refuse(host, connection, message->id, "chat", "");
        return false;
    }
    const bool good =
        chat ? limits_chat(&host->limits, connection->address, &connection->chat, now_ms)
             : !is_change(message->kind) ||
                   limits_change(&host->limits, connection->address, &connection->changes, now_ms);
    if (good)
        return true;
    host->metrics.refused_rate++;
    refuse(host, connection, message->id, "slow", "");
    return false;
}

static void at_table(struct server_host *host, struct connection *connection,
                     const struct message *message)
{
    struct hosted_table *table = connection->table;
    const int64_t rows = table->rows;
    table->touched_ms = host_us() / 1000;
    const bool again = message->kind == MESSAGE_HELLO; /* for a snapshot */
    if (again && strcmp(message->table, table->link) != 0) {
        refuse(host, connection, message->id, "hello", "");
        return;
    }
    if (again)
        note_loss(host, table, message);
    tables_step(host, table,
                &(struct table_event){.type = again ? TABLE_EVENT_HELLO : TABLE_EVENT_MESSAGE,
                                      .client = connection->client,
                                      .message = message});
    if (message->kind == MESSAGE_ACT && table->rows > rows)
        host->metrics.actions_total++;
    if (message->kind == MESSAGE_CHAT && table->rows > rows)
        table->chat_lines++;
}

/* Returns whether the message was counted when it began to wait. */
static bool has_waited(const struct server_host *host, const struct message *message)
{
    return host->opened != NULL && message_has(message, FIELD_TABLE) &&
           strcmp(host->opened->link, message->table) == 0;
}

/* Returns whether the message must wait for its table. */
static bool route(struct server_host *host, struct connection *connection,
                  const struct message *message)
{
    if (!has_waited(host, message) && !may_do(host, connection, message))
        return false;
    if (message->kind == MESSAGE_LIST)
        return list(host, connection, message);
    if (message->kind == MESSAGE_DAILY) {
        daily(host, connection, message);
        return false;
    }
    if (message->kind == MESSAGE_HELLO && connection->table == NULL)
        return hello(host, connection, message);
    if (message->kind == MESSAGE_MAKE)
        make(host, connection, message);
    else if (connection->table != NULL)
        at_table(host, connection, message);
    else
        refuse(host, connection, message->id, "hello", "");
    return false;
}

/* Sent immediately, whatever the table waits for: it shows that the server is alive. */
static void pong(struct server_host *host, struct connection *connection,
                 const struct message *ping)
{
    struct message message;
    struct cn__text lines = {NULL, 0, 0, false};
    message_init(&message, MESSAGE_PONG);
    if (message_has(ping, FIELD_ID))
        message_set_number(&message, FIELD_ID, ping->id);
    message_write(&lines, &message);
    connection_send(host, connection, lines.text, lines.length - 1);
    cn__text_free(&lines);
}

/* Sent ahead of everything that waits for the storage. */
static void refuse_storage(struct server_host *host, struct connection *connection,
                           const struct message *message)
{
    struct message no;
    struct cn__text lines = {NULL, 0, 0, false};
    host->metrics.refused_storage++;
    message_init(&no, MESSAGE_NO);
    if (message_has(message, FIELD_ID))
        message_set_number(&no, FIELD_ID, message->id);
    message_set_text(&no, FIELD_WHY, "storage");
    message_write(&lines, &no);
    connection_send(host, connection, lines.text, lines.length - 1);
    cn__text_free(&lines);
}

static void note_malformed(struct server_host *host, struct connection *connection,
                           const struct message_error *why)
{
    refuse(host, connection, why->id, why->why, why->field);
    if (++connection->malformed >= MALFORMED_MOST)
        connection_close(host, connection, LWS_CLOSE_STATUS_POLICY_VIOLATION);
}

void tables_message(struct server_host *host, struct connection *connection, const char *text,
                    size_t length)
{
    struct message message;
    struct message_error why;
    host->received_us = host_us();
    host->origin = connection->client;
    if (message_parse(text, length, MESSAGE_FROM_SERVER, &message, &why) != MESSAGE_VALID) {
        note_malformed(host, connection, &why);
    } else if (message.kind == MESSAGE_PING) {
        pong(host, connection, &message);
    } else if (tables_must_wait(host)) {
        refuse_storage(host, connection, &message);
    } else if ((connection->opening != NULL || route(host, connection, &message)) &&
               !tables_wait(host, connection, message.table, text, length)) {
        refuse(host, connection, message.id, "busy", "");
    }
    host->received_us = 0;
    host->origin = 0;
}

void tables_on_read(struct server_host *host, struct read_answer *answer)
{
    struct opening *opening = tables_take_read(host, answer);
    struct connection *connection;
    const char *text;
    size_t length;
    for (size_t at = 0; tables_next_waiting(host, opening, &at, &connection, &length) != NULL;)
        connection->opening = NULL;
    host->opened = opening;
    for (size_t at = 0;
         (text = tables_next_waiting(host, opening, &at, &connection, &length)) != NULL;)
        if (connection->closing == 0 && !connection->ignore_input)
            tables_message(host, connection, text, length);
    host->opened = NULL;
    tables_free_opening(opening);
}

void tables_disconnect(struct server_host *host, struct connection *connection)
{
    struct hosted_table *table = connection->table;
    if (table == NULL || host->stopping)
        return;
    connection->table = NULL;
    table->connections--;
    table->touched_ms = host_us() / 1000;
    tables_step(
        host, table,
        &(struct table_event){.type = TABLE_EVENT_DISCONNECT, .client = connection->client});
}

/* ---- all tables ---- */

static bool is_idle(const struct server_host *host, const struct hosted_table *table,
                    uint64_t now_ms)
{
    return table->connections == 0 && table->jobs == 0 &&
           table->last_batch <= write_queue_durable(host->writes) &&
           (table->moving ||
            now_ms - table->touched_ms >= (uint64_t)host->options->idle_seconds * 1000);
}

void tables_tick(struct server_host *host)
{
    const uint64_t now_ms = host_us() / 1000;
    for (uint32_t i = host->ticks % TICK_PARTS; i < host->chain_count; i += TICK_PARTS) {
        for (struct hosted_table *table = host->chains[i]; table != NULL;) {
            struct hosted_table *next = table->next;
            if (is_idle(host, table, now_ms)) {
                tables_leave_list(host, table);
                tables_put_away(host, table);
                host->metrics.tables_put_away_total++;
            }
            table = next;
        }
    }
}

void tables_stop(struct server_host *host)
{
    for (uint32_t i = 0; i < host->chain_count; i++)
        for (struct hosted_table *table = host->chains[i]; table != NULL; table = table->next)
            tables_step(host, table, &(struct table_event){.type = TABLE_EVENT_SHUTDOWN});
}

void tables_free(struct server_host *host)
{
    for (uint32_t i = 0; i < host->chain_count; i++)
        while (host->chains[i] != NULL)
            tables_put_away(host, host->chains[i]);
    free(host->chains);
    host->chains = NULL;
    host->chain_count = 0;
    while (host->openings != NULL) {
        struct opening *opening = host->openings;
        host->openings = opening->next;
        tables_free_opening(opening);
    }
}
