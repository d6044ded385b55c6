/* tables.c -- the tables in memory: made, found, brought back from the store, put away. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

/* ---- by link ---- */

static uint32_t hash_of(const char *link)
{
    uint32_t hash = 2166136261u;
    for (; *link != '\0'; link++)
        hash = (hash ^ (unsigned char)*link) * 16777619u;
    return hash;
}

static struct hosted_table *find(const struct server_host *host, const char *link)
{
    if (host->chain_count == 0)
        return NULL;
    struct hosted_table *table = host->chains[hash_of(link) & (host->chain_count - 1)];
    while (table != NULL && strcmp(table->link, link) != 0)
        table = table->next;
    return table;
}

static bool grow_chains(struct server_host *host)
{
    const uint32_t count = host->chain_count == 0 ? 64 : host->chain_count * 2;
    struct hosted_table **chains = calloc(count, sizeof(struct hosted_table *));
    if (chains == NULL)
        return false;
    for (uint32_t i = 0; i < host->chain_count; i++) {
        while (host->chains[i] != NULL) {
            struct hosted_table *table = host->chains[i];
            struct hosted_table **to = &chains[hash_of(table->link) & (count - 1)];
            host->chains[i] = table->next;
            table->next = *to;
            *to = table;
        }
    }
    free(host->chains);
    host->chains = chains;
    host->chain_count = count;
    return true;
}

static struct hosted_table *add(struct server_host *host, const char *link, int64_t id,
                                int64_t rows, struct table *inside)
{
    if (host->table_count >= host->chain_count && !grow_chains(host))
        return NULL;
    struct hosted_table *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    struct hosted_table **chain = &host->chains[hash_of(link) & (host->chain_count - 1)];
    snprintf(table->link, sizeof table->link, "%s", link);
    table->host = host;
    table->table = inside;
    table->id = id;
    table->rows = rows;
    table->touched_ms = host_us() / 1000;
    table->shared = table_record_link(inside)[0] != '\0';
    table->timer.data = table;
    uv_timer_init(&host->loop, &table->timer);
    table->next = *chain;
    *chain = table;
    host->metrics.tables = ++host->table_count;
    tables_summary_changed(host, table);
    return table;
}

/* ---- those that are listed, the latest first ---- */

static void unlist(struct server_host *host, struct hosted_table *table)
{
    if (!table->listed)
        return;
    *(table->listed_last != NULL ? &table->listed_last->listed_next : &host->first_listed) =
        table->listed_next;
    if (table->listed_next != NULL)
        table->listed_next->listed_last = table->listed_last;
    table->listed = false;
}

void tables_summary_changed(struct server_host *host, struct hosted_table *table)
{
    struct table_summary brief;
    table_get_summary(table->table, &brief);
    if (!brief.listed) {
        unlist(host, table);
        return;
    }
    if (table->listed)
        return;
    table->listed = true;
    table->listed_last = NULL;
    table->listed_next = host->first_listed;
    if (host->first_listed != NULL)
        host->first_listed->listed_last = table;
    host->first_listed = table;
}

static void free_table(uv_handle_t *handle)
{
    free(handle->data);
}

static void put_away(struct server_host *host, struct hosted_table *table)
{
    struct hosted_table **at = &host->chains[hash_of(table->link) & (host->chain_count - 1)];
    while (*at != table)
        at = &(*at)->next;
    *at = table->next;
    unlist(host, table);
    table->leaving = true;
    table_free(table->table);
    host->metrics.tables = --host->table_count;
    uv_close((uv_handle_t *)&table->timer, free_table);
}

/* ---- from the store ---- */

static bool gather(void *context, const char *text, size_t length)
{
    struct cn__text *log = context;
    cn__text_append(log, text, length);
    return !log->failed;
}

bool tables_log(struct server_host *host, int64_t id, struct cn__text *log, int64_t *rows)
{
    *rows = write_queue_load(host->store, id, gather, log);
    return *rows > 0;
}

static const char *say_damaged(int64_t id, int64_t line)
{
    const struct server_log_field fields[] = {LOG_NUMBER("table", id), LOG_NUMBER("line", line),
                                              LOG_END};
    server_log(LOG_ERROR, "a table cannot be read back", fields);
    return "damaged";
}

/* The table of a log, if it is the one that this link stands for. */
static struct table *read_table(struct server_host *host, const struct cn__text *log,
                                const char *link, int64_t *line)
{
    struct table_summary brief;
    struct table *table = table_load(log->text, log->length, host_now_ms(host), line);
    if (table == NULL)
        return NULL;
    table_get_summary(table, &brief);
    if (strcmp(brief.link, link) == 0)
        return table;
    table_free(table);
    *line = 1;
    return NULL;
}

static int32_t count_chat(const struct cn__text *log)
{
    static const char head[] = "{\"t\":\"chat\"";
    int32_t count = 0;
    for (size_t at = 0; at < log->length;) {
        const char *end = memchr(log->text + at, '\n', log->length - at);
        const size_t line = end != NULL ? (size_t)(end - log->text) + 1 - at : log->length - at;
        count += line >= sizeof head && memcmp(log->text + at, head, sizeof head - 1) == 0;
        at += line;
    }
    return count;
}

/* "" : found; else the id of "no". */
static const char *bring_back(struct server_host *host, const char *link,
                              struct hosted_table **found)
{
    struct cn__text log = {NULL, 0, 0, false};
    int64_t rows = 0;
    int64_t line = 0;
    const int64_t id = write_queue_find(host->store, link);
    if (id == 0)
        return "table";
    if (id < 0 || !tables_log(host, id, &log, &rows)) {
        cn__text_free(&log);
        return rows == -1 || id < 0 ? "storage" : say_damaged(id, 0);
    }
    struct table *inside = read_table(host, &log, link, &line);
    const int32_t chat_lines = count_chat(&log);
    cn__text_free(&log);
    if (inside == NULL)
        return say_damaged(id, line);
    *found = add(host, link, id, rows, inside);
    if (*found == NULL) {
        table_free(inside);
        return "memory";
    }
    (*found)->chat_lines = chat_lines;
    host->metrics.tables_loaded_total++;
    return "";
}

/* ---- messages ---- */

/* An answer of the host itself: nothing durable hangs on it. */
static void answer(struct server_host *host, const struct connection *connection,
                   const struct message *message)
{
    struct cn__text lines = {NULL, 0, 0, false};
    message_write(&lines, message);
    while (lines.length > 0 && lines.text[lines.length - 1] == '\n')
        lines.length--;
    if (!lines.failed)
        effects_send(host, connection->table, connection->client, lines.text, lines.length);
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

/* What is shared by link must be found when the table has been put away. */
static void note_share(struct server_host *host, struct hosted_table *table)
{
    const char *link = table_record_link(table->table);
    if (table->shared || link[0] == '\0')
        return;
    table->shared = true;
    write_queue_share(host->store, table->id, link);
}

void tables_step(struct server_host *host, struct hosted_table *table, struct table_event *input)
{
    input->now_ms = host_now_ms(host);
    host->events++;
    host_random(input->random, sizeof input->random);
    table_step(table->table, input, &host->effects);
    note_share(host, table);
    effects_execute(host, table);
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
    effects_send(host, table, client, lines.text, lines.length - 1);
    cn__text_free(&lines);
}

static void make(struct server_host *host, struct connection *connection,
                 const struct message *message)
{
    uint8_t random[RANDOM_BYTES];
    char link[2 * LINK_BYTES + 1];
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
    make_link(link);
    host_random(random, sizeof random);
    struct table *inside =
        table_create(message, link, host_now_ms(host), random, &host->effects, &why);
    struct hosted_table *table =
        inside != NULL ? add(host, link, host->last_table + 1, 0, inside) : NULL;
    if (table == NULL) {
        table_free(inside);
        table_effects_reset(&host->effects);
        refuse(host, connection, message->id, why, "");
        return;
    }
    host->last_table++;
    write_queue_table(host->store, table->id, link);
    effects_execute(host, table);
    tell_made(host, table, connection->client, message, random);
}

/* 'invites': to somebody who has the link, and is told whose table it is. */
static void put_listed(struct cn__text *lines, const struct hosted_table *table, bool invites)
{
    struct table_summary brief;
    struct message listed;
    table_get_summary(table->table, &brief);
    message_init(&listed, MESSAGE_LISTED);
    message_set_text(&listed, FIELD_TABLE, brief.link);
    if (brief.title[0] != '\0')
        message_set_text(&listed, FIELD_TITLE, brief.title);
    if (invites && brief.host[0] != '\0')
        message_set_text(&listed, FIELD_NAME, brief.host);
    message_set_text(&listed, FIELD_RULES, brief.rules);
    message_set_number(&listed, FIELD_PLAYERS, brief.players);
    message_set_number(&listed, FIELD_N, brief.free);
    if (!invites)
        message_set_number(&listed, FIELD_WATCHERS, brief.watchers);
    if (brief.arranged)
        message_set_number(&listed, FIELD_ARRANGED, true);
    listed.stage = brief.stage;
    message_set_flag(&listed, FIELD_STAGE);
    message_write(lines, &listed);
}

/* Whoever guesses links is slowed down. */
static void refuse_table(struct server_host *host, struct connection *connection,
                         const struct message *message, const char *why)
{
    refuse(host, connection, message->id, why, "");
    if (strcmp(why, "table") == 0)
        limits_wrong_token(connection->address, host_us() / 1000);
}

/* The one table that was asked about. False, with the answer given, if there is none; a table that cannot be read
 * just now is there, and "hello" says what is wrong with it. */
static bool put_invitation(struct server_host *host, struct connection *connection,
                           const struct message *ask, struct cn__text *lines)
{
    struct hosted_table *table = find(host, ask->table);
    const char *why = table == NULL ? bring_back(host, ask->table, &table) : "";
    if (strcmp(why, "table") == 0) {
        refuse_table(host, connection, ask, why);
        return false;
    }
    if (table != NULL)
        put_listed(lines, table, true);
    return true;
}

static void list(struct server_host *host, struct connection *connection, const struct message *ask)
{
    enum {
        MOST = 100
    };
    struct message end;
    struct cn__text lines = {NULL, 0, 0, false};
    int count = 0;
    const bool one = message_has(ask, FIELD_TABLE);
    if (one && !put_invitation(host, connection, ask, &lines))
        return;
    for (const struct hosted_table *table = one ? NULL : host->first_listed;
         table != NULL && count < MOST; table = table->listed_next, count++)
        put_listed(&lines, table, false);
    message_init(&end, MESSAGE_OK);
    message_set_number(&end, FIELD_ID, message_has(ask, FIELD_ID) ? ask->id : 1);
    message_write(&lines, &end);
    if (!lines.failed)
        effects_send(host, connection->table, connection->client, lines.text, lines.length - 1);
    cn__text_free(&lines);
}

/* What was told was durable: a client that knows later lines than the log has says that the disk has lost them, by damage or by
 * somebody's hand. Whoever has the link can say any number, so a table is logged once. */
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

static void hello(struct server_host *host, struct connection *connection,
                  const struct message *message)
{
    struct hosted_table *table = find(host, message->table);
    const char *why = table == NULL ? bring_back(host, message->table, &table) : "";
    if (why[0] != '\0') {
        host->metrics.clients_ahead_total +=
            strcmp(why, "table") == 0 && message_has(message, FIELD_LAST);
        refuse_table(host, connection, message, why);
        return;
    }
    note_loss(host, table, message);
    table->touched_ms = host_us() / 1000;
    table->connections++;
    connection->table = table;
    tables_step(host, table,
                &(struct table_event){
                    .type = TABLE_EVENT_HELLO, .client = connection->client, .message = message});
}

/* ---- what is asked for too often ---- */

/* Neither chat nor the course of the game. Each can become lines of a log that nobody ever takes out again. */
static bool is_change(int kind)
{
    switch ((enum message_kind)kind) {
    case MESSAGE_ACT:
    case MESSAGE_READY:
    case MESSAGE_PART:
    case MESSAGE_CUT:
    case MESSAGE_CHAT:
    case MESSAGE_MAKE: /* has a limit of its own */ return false;
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

static void route(struct server_host *host, struct connection *connection,
                  const struct message *message)
{
    if (!may_do(host, connection, message))
        return;
    if (message->kind == MESSAGE_MAKE)
        make(host, connection, message);
    else if (message->kind == MESSAGE_LIST)
        list(host, connection, message);
    else if (message->kind == MESSAGE_HELLO && connection->table == NULL)
        hello(host, connection, message);
    else if (connection->table != NULL)
        at_table(host, connection, message);
    else
        refuse(host, connection, message->id, "hello", "");
}

/* At once, whatever the table waits for: it tells that the server is there. */
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

bool tables_must_wait(const struct server_host *host)
{
    enum {
        HICCUP_MS = 300,
        PENDING_MOST = 20000
    };
    return write_queue_stalled_ms(host->store) > HICCUP_MS ||
           write_queue_pending(host->store) > PENDING_MOST;
}

/* Said past everything that waits for the storage. */
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
    } else {
        route(host, connection, &message);
    }
    host->received_us = 0;
    host->origin = 0;
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

/* ---- all of them ---- */

static bool is_idle(const struct server_host *host, const struct hosted_table *table,
                    uint64_t now_ms)
{
    return table->connections == 0 && table->jobs == 0 &&
           table->last_batch <= write_queue_durable(host->store) &&
           now_ms - table->touched_ms >= (uint64_t)host->options->idle_seconds * 1000;
}

void tables_tick(struct server_host *host)
{
    const uint64_t now_ms = host_us() / 1000;
    for (uint32_t i = host->ticks % TICK_PARTS; i < host->chain_count; i += TICK_PARTS) {
        for (struct hosted_table *table = host->chains[i]; table != NULL;) {
            struct hosted_table *next = table->next;
            if (is_idle(host, table, now_ms)) {
                put_away(host, table);
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
            put_away(host, host->chains[i]);
    free(host->chains);
    host->chains = NULL;
    host->chain_count = 0;
}
