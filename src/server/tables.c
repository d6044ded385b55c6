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

static struct cn_seat_table *find(const struct cn_host *host, const char *link)
{
    if (host->chain_count == 0)
        return NULL;
    struct cn_seat_table *table = host->chains[hash_of(link) & (host->chain_count - 1)];
    while (table != NULL && strcmp(table->link, link) != 0)
        table = table->next;
    return table;
}

static bool grow_chains(struct cn_host *host)
{
    const uint32_t count = host->chain_count == 0 ? 64 : host->chain_count * 2;
    struct cn_seat_table **chains = calloc(count, sizeof(struct cn_seat_table *));
    if (chains == NULL)
        return false;
    for (uint32_t i = 0; i < host->chain_count; i++) {
        while (host->chains[i] != NULL) {
            struct cn_seat_table *table = host->chains[i];
            struct cn_seat_table **to = &chains[hash_of(table->link) & (count - 1)];
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

static struct cn_seat_table *add(struct cn_host *host, const char *link, int64_t id, int64_t rows,
                                 struct cn_server_table *inside)
{
    if (host->table_count >= host->chain_count && !grow_chains(host))
        return NULL;
    struct cn_seat_table *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
    struct cn_seat_table **chain = &host->chains[hash_of(link) & (host->chain_count - 1)];
    snprintf(table->link, sizeof table->link, "%s", link);
    table->host = host;
    table->table = inside;
    table->id = id;
    table->rows = rows;
    table->touched_ms = cn_host_us() / 1000;
    table->shared = cn_server_table_record_link(inside)[0] != '\0';
    table->timer.data = table;
    uv_timer_init(&host->loop, &table->timer);
    table->next = *chain;
    *chain = table;
    host->metrics.tables = ++host->table_count;
    cn_tables_brief(host, table);
    return table;
}

/* ---- those that are listed, the latest first ---- */

static void unlist(struct cn_host *host, struct cn_seat_table *table)
{
    if (!table->listed)
        return;
    *(table->listed_last != NULL ? &table->listed_last->listed_next : &host->first_listed) =
        table->listed_next;
    if (table->listed_next != NULL)
        table->listed_next->listed_last = table->listed_last;
    table->listed = false;
}

void cn_tables_brief(struct cn_host *host, struct cn_seat_table *table)
{
    struct cn_brief brief;
    cn_server_table_brief(table->table, &brief);
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

static void put_away(struct cn_host *host, struct cn_seat_table *table)
{
    struct cn_seat_table **at = &host->chains[hash_of(table->link) & (host->chain_count - 1)];
    while (*at != table)
        at = &(*at)->next;
    *at = table->next;
    unlist(host, table);
    table->leaving = true;
    cn_server_table_free(table->table);
    host->metrics.tables = --host->table_count;
    uv_close((uv_handle_t *)&table->timer, free_table);
}

/* ---- from the store ---- */

static bool gather(void *context, const char *text, size_t length)
{
    struct cn_lines *log = context;
    if (log->length + length > log->size) {
        const size_t size = (log->length + length) * 2 + 4096;
        char *grown = realloc(log->text, size);
        if (grown == NULL)
            return false;
        log->text = grown;
        log->size = size;
    }
    memcpy(log->text + log->length, text, length);
    log->length += length;
    return true;
}

bool cn_tables_log(struct cn_host *host, int64_t id, struct cn_lines *log, int64_t *rows)
{
    *rows = cn_server_store_load(host->store, id, gather, log);
    return *rows > 0;
}

static const char *say_damaged(int64_t id, int64_t line)
{
    const struct cn_journal_field fields[] = {CN_JOURNAL_NUMBER("table", id),
                                              CN_JOURNAL_NUMBER("line", line), CN_JOURNAL_END};
    cn_journal(CN_LOG_ERROR, "a table cannot be read back", fields);
    return "damaged";
}

/* The table of a log, if it is the one that this link stands for. */
static struct cn_server_table *read_table(struct cn_host *host, const struct cn_lines *log,
                                          const char *link, int64_t *line)
{
    struct cn_brief brief;
    struct cn_server_table *table =
        cn_server_table_load(log->text, log->length, cn_host_now_ms(host), line);
    if (table == NULL)
        return NULL;
    cn_server_table_brief(table, &brief);
    if (strcmp(brief.link, link) == 0)
        return table;
    cn_server_table_free(table);
    *line = 1;
    return NULL;
}

static int32_t count_chat(const struct cn_lines *log)
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
static const char *bring_back(struct cn_host *host, const char *link, struct cn_seat_table **found)
{
    struct cn_lines log = {NULL, 0, 0, false};
    int64_t rows = 0;
    int64_t line = 0;
    const int64_t id = cn_server_store_find(host->store, link);
    if (id == 0)
        return "table";
    if (id < 0 || !cn_tables_log(host, id, &log, &rows)) {
        cn_lines_free(&log);
        return rows == -1 || id < 0 ? "storage" : say_damaged(id, 0);
    }
    struct cn_server_table *inside = read_table(host, &log, link, &line);
    const int32_t chat_lines = count_chat(&log);
    cn_lines_free(&log);
    if (inside == NULL)
        return say_damaged(id, line);
    *found = add(host, link, id, rows, inside);
    if (*found == NULL) {
        cn_server_table_free(inside);
        return "memory";
    }
    (*found)->chat_lines = chat_lines;
    host->metrics.tables_loaded_total++;
    return "";
}

/* ---- messages ---- */

/* An answer of the host itself: nothing durable hangs on it. */
static void answer(struct cn_host *host, const struct cn_connection *connection,
                   const struct cn_message *message)
{
    struct cn_lines lines = {NULL, 0, 0, false};
    cn_message_write(&lines, message);
    while (lines.length > 0 && lines.text[lines.length - 1] == '\n')
        lines.length--;
    if (!lines.failed)
        cn_effects_say(host, connection->table, connection->client, lines.text, lines.length);
    cn_lines_free(&lines);
}

static void refuse(struct cn_host *host, const struct cn_connection *connection, int64_t id,
                   const char *why, const char *text)
{
    assert(cn_is_why(why));
    struct cn_message no;
    cn_message_init(&no, CN_MESSAGE_NO);
    if (id > 0)
        cn_message_number(&no, CN_FIELD_ID, id);
    cn_message_text(&no, CN_FIELD_WHY, why);
    if (text[0] != '\0')
        cn_message_text(&no, CN_FIELD_TEXT, text);
    answer(host, connection, &no);
}

/* What is shared by link must be found when the table has been put away. */
static void note_share(struct cn_host *host, struct cn_seat_table *table)
{
    const char *link = cn_server_table_record_link(table->table);
    if (table->shared || link[0] == '\0')
        return;
    table->shared = true;
    cn_server_store_share(host->store, table->id, link);
}

void cn_tables_step(struct cn_host *host, struct cn_seat_table *table, struct cn_input *input)
{
    input->now_ms = cn_host_now_ms(host);
    host->events++;
    cn_host_random(input->random, sizeof input->random);
    cn_server_table_step(table->table, input, &host->effects);
    note_share(host, table);
    cn_effects_perform(host, table);
}

static void make_link(char link[2 * CN_LINK_BYTES + 1])
{
    uint8_t bytes[CN_LINK_BYTES];
    cn_host_random(bytes, sizeof bytes);
    cn_hex_format(bytes, sizeof bytes, link);
}

static void tell_made(struct cn_host *host, struct cn_seat_table *table, uint32_t client,
                      const struct cn_message *make, const uint8_t random[CN_RANDOM_BYTES])
{
    struct cn_message made;
    struct cn_lines lines = {NULL, 0, 0, false};
    cn_message_init(&made, CN_MESSAGE_MADE);
    if (cn_message_has(make, CN_FIELD_ID))
        cn_message_number(&made, CN_FIELD_ID, make->id);
    cn_message_text(&made, CN_FIELD_TABLE, table->link);
    cn_server_table_token(random, made.token);
    cn_message_give(&made, CN_FIELD_TOKEN);
    cn_message_number(&made, CN_FIELD_SEAT, cn_message_has(make, CN_FIELD_SEAT) ? make->seat : 0);
    cn_message_write(&lines, &made);
    cn_effects_say(host, table, client, lines.text, lines.length - 1);
    cn_lines_free(&lines);
}

static void make(struct cn_host *host, struct cn_connection *connection,
                 const struct cn_message *message)
{
    uint8_t random[CN_RANDOM_BYTES];
    char link[2 * CN_LINK_BYTES + 1];
    const char *why = "memory";
    if (!cn_message_has(message, CN_FIELD_NAME)) {
        refuse(host, connection, message->id, "name", "");
        return;
    }
    if (!cn_limits_table(&host->limits, connection->address, cn_host_us() / 1000) ||
        host->table_count >= host->options->tables) {
        refuse(host, connection, message->id, "busy", "");
        return;
    }
    make_link(link);
    cn_host_random(random, sizeof random);
    struct cn_server_table *inside =
        cn_server_table_make(message, link, cn_host_now_ms(host), random, &host->effects, &why);
    struct cn_seat_table *table =
        inside != NULL ? add(host, link, host->last_table + 1, 0, inside) : NULL;
    if (table == NULL) {
        cn_server_table_free(inside);
        cn_effects_reset(&host->effects);
        refuse(host, connection, message->id, why, "");
        return;
    }
    host->last_table++;
    cn_server_store_table(host->store, table->id, link);
    cn_effects_perform(host, table);
    tell_made(host, table, connection->client, message, random);
}

/* 'invites': to somebody who has the link, and is told whose table it is. */
static void put_listed(struct cn_lines *lines, const struct cn_seat_table *table, bool invites)
{
    struct cn_brief brief;
    struct cn_message listed;
    cn_server_table_brief(table->table, &brief);
    cn_message_init(&listed, CN_MESSAGE_LISTED);
    cn_message_text(&listed, CN_FIELD_TABLE, brief.link);
    if (brief.title[0] != '\0')
        cn_message_text(&listed, CN_FIELD_TITLE, brief.title);
    if (invites && brief.host[0] != '\0')
        cn_message_text(&listed, CN_FIELD_NAME, brief.host);
    cn_message_text(&listed, CN_FIELD_RULES, brief.rules);
    cn_message_number(&listed, CN_FIELD_PLAYERS, brief.players);
    cn_message_number(&listed, CN_FIELD_N, brief.free);
    if (!invites)
        cn_message_number(&listed, CN_FIELD_WATCHERS, brief.watchers);
    if (brief.arranged)
        cn_message_number(&listed, CN_FIELD_ARRANGED, true);
    listed.stage = brief.stage;
    cn_message_give(&listed, CN_FIELD_STAGE);
    cn_message_write(lines, &listed);
}

/* Whoever guesses links is slowed down. */
static void refuse_table(struct cn_host *host, struct cn_connection *connection,
                         const struct cn_message *message, const char *why)
{
    refuse(host, connection, message->id, why, "");
    if (strcmp(why, "table") == 0)
        cn_limits_wrong_token(connection->address, cn_host_us() / 1000);
}

/* The one table that was asked about. False, with the answer given, if there is none; a table that cannot be read
 * just now is there, and "hello" says what is wrong with it. */
static bool put_invitation(struct cn_host *host, struct cn_connection *connection,
                           const struct cn_message *ask, struct cn_lines *lines)
{
    struct cn_seat_table *table = find(host, ask->table);
    const char *why = table == NULL ? bring_back(host, ask->table, &table) : "";
    if (strcmp(why, "table") == 0) {
        refuse_table(host, connection, ask, why);
        return false;
    }
    if (table != NULL)
        put_listed(lines, table, true);
    return true;
}

static void list(struct cn_host *host, struct cn_connection *connection,
                 const struct cn_message *ask)
{
    enum {
        MOST = 100
    };
    struct cn_message end;
    struct cn_lines lines = {NULL, 0, 0, false};
    int count = 0;
    const bool one = cn_message_has(ask, CN_FIELD_TABLE);
    if (one && !put_invitation(host, connection, ask, &lines))
        return;
    for (const struct cn_seat_table *table = one ? NULL : host->first_listed;
         table != NULL && count < MOST; table = table->listed_next, count++)
        put_listed(&lines, table, false);
    cn_message_init(&end, CN_MESSAGE_OK);
    cn_message_number(&end, CN_FIELD_ID, cn_message_has(ask, CN_FIELD_ID) ? ask->id : 1);
    cn_message_write(&lines, &end);
    if (!lines.failed)
        cn_effects_say(host, connection->table, connection->client, lines.text, lines.length - 1);
    cn_lines_free(&lines);
}

/* What was told was durable: a client that knows later lines than the log has says that the disk has lost them, by damage or by
 * somebody's hand. Whoever has the link can say any number, so a table is logged once. */
static void note_loss(struct cn_host *host, struct cn_seat_table *table,
                      const struct cn_message *message)
{
    const int64_t number = cn_server_table_number(table->table);
    if (!cn_message_has(message, CN_FIELD_LAST) || message->last <= number)
        return;
    host->metrics.clients_ahead_total++;
    if (table->behind)
        return;
    table->behind = true;
    const struct cn_journal_field fields[] = {
        CN_JOURNAL_NUMBER("table", table->id), CN_JOURNAL_NUMBER("lines", number),
        CN_JOURNAL_NUMBER("known", message->last), CN_JOURNAL_END};
    cn_journal(CN_LOG_ERROR, "a client knows later lines than the log has: some were lost", fields);
}

static void hello(struct cn_host *host, struct cn_connection *connection,
                  const struct cn_message *message)
{
    struct cn_seat_table *table = find(host, message->table);
    const char *why = table == NULL ? bring_back(host, message->table, &table) : "";
    if (why[0] != '\0') {
        host->metrics.clients_ahead_total +=
            strcmp(why, "table") == 0 && cn_message_has(message, CN_FIELD_LAST);
        refuse_table(host, connection, message, why);
        return;
    }
    note_loss(host, table, message);
    table->touched_ms = cn_host_us() / 1000;
    table->connections++;
    connection->table = table;
    cn_tables_step(host, table,
                   &(struct cn_input){
                       .type = CN_INPUT_HELLO, .client = connection->client, .message = message});
}

/* ---- what is asked for too often ---- */

/* Neither chat nor the course of the game. Each can become lines of a log that nobody ever takes out again. */
static bool is_change(int kind)
{
    switch ((enum cn_message_kind)kind) {
    case CN_MESSAGE_ACT:
    case CN_MESSAGE_READY:
    case CN_MESSAGE_PART:
    case CN_MESSAGE_CUT:
    case CN_MESSAGE_CHAT:
    case CN_MESSAGE_MAKE: /* has a limit of its own */ return false;
    default: return true;
    }
}

static bool may_do(struct cn_host *host, struct cn_connection *connection,
                   const struct cn_message *message)
{
    const uint64_t now_ms = cn_host_us() / 1000;
    const bool chat = message->kind == CN_MESSAGE_CHAT;
    if (chat && connection->table != NULL &&
        connection->table->chat_lines >= host->options->chat_lines) {
        refuse(host, connection, message->id, "chat", "");
        return false;
    }
    const bool good =
        chat ? cn_limits_chat(&host->limits, connection->address, &connection->chat, now_ms)
             : !is_change(message->kind) || cn_limits_change(&host->limits, connection->address,
                                                             &connection->changes, now_ms);
    if (good)
        return true;
    host->metrics.refused_rate++;
    refuse(host, connection, message->id, "slow", "");
    return false;
}

static void at_table(struct cn_host *host, struct cn_connection *connection,
                     const struct cn_message *message)
{
    struct cn_seat_table *table = connection->table;
    const int64_t rows = table->rows;
    table->touched_ms = cn_host_us() / 1000;
    const bool again = message->kind == CN_MESSAGE_HELLO; /* for a snapshot */
    if (again && strcmp(message->table, table->link) != 0) {
        refuse(host, connection, message->id, "hello", "");
        return;
    }
    if (again)
        note_loss(host, table, message);
    cn_tables_step(host, table,
                   &(struct cn_input){.type = again ? CN_INPUT_HELLO : CN_INPUT_MESSAGE,
                                      .client = connection->client,
                                      .message = message});
    if (message->kind == CN_MESSAGE_ACT && table->rows > rows)
        host->metrics.actions_total++;
    if (message->kind == CN_MESSAGE_CHAT && table->rows > rows)
        table->chat_lines++;
}

static void route(struct cn_host *host, struct cn_connection *connection,
                  const struct cn_message *message)
{
    if (!may_do(host, connection, message))
        return;
    if (message->kind == CN_MESSAGE_MAKE)
        make(host, connection, message);
    else if (message->kind == CN_MESSAGE_LIST)
        list(host, connection, message);
    else if (message->kind == CN_MESSAGE_HELLO && connection->table == NULL)
        hello(host, connection, message);
    else if (connection->table != NULL)
        at_table(host, connection, message);
    else
        refuse(host, connection, message->id, "hello", "");
}

/* At once, whatever the table waits for: it tells that the server is there. */
static void pong(struct cn_host *host, struct cn_connection *connection,
                 const struct cn_message *ping)
{
    struct cn_message message;
    struct cn_lines lines = {NULL, 0, 0, false};
    cn_message_init(&message, CN_MESSAGE_PONG);
    if (cn_message_has(ping, CN_FIELD_ID))
        cn_message_number(&message, CN_FIELD_ID, ping->id);
    cn_message_write(&lines, &message);
    cn_connection_send(host, connection, lines.text, lines.length - 1);
    cn_lines_free(&lines);
}

bool cn_tables_must_wait(const struct cn_host *host)
{
    enum {
        HICCUP_MS = 300,
        PENDING_MOST = 20000
    };
    return cn_server_store_stuck_ms(host->store) > HICCUP_MS ||
           cn_server_store_pending(host->store) > PENDING_MOST;
}

/* Said past everything that waits for the storage. */
static void refuse_storage(struct cn_host *host, struct cn_connection *connection,
                           const struct cn_message *message)
{
    struct cn_message no;
    struct cn_lines lines = {NULL, 0, 0, false};
    host->metrics.refused_storage++;
    cn_message_init(&no, CN_MESSAGE_NO);
    if (cn_message_has(message, CN_FIELD_ID))
        cn_message_number(&no, CN_FIELD_ID, message->id);
    cn_message_text(&no, CN_FIELD_WHY, "storage");
    cn_message_write(&lines, &no);
    cn_connection_send(host, connection, lines.text, lines.length - 1);
    cn_lines_free(&lines);
}

static void note_malformed(struct cn_host *host, struct cn_connection *connection,
                           const struct cn_misread *why)
{
    refuse(host, connection, why->id, why->why, why->field);
    if (++connection->malformed >= CN_MALFORMED_MOST)
        cn_connection_close(host, connection, LWS_CLOSE_STATUS_POLICY_VIOLATION);
}

void cn_tables_message(struct cn_host *host, struct cn_connection *connection, const char *text,
                       size_t length)
{
    struct cn_message message;
    struct cn_misread why;
    host->received_us = cn_host_us();
    host->origin = connection->client;
    if (cn_message_parse(text, length, CN_READER_SERVER, &message, &why) != CN_READ_OK) {
        note_malformed(host, connection, &why);
    } else if (message.kind == CN_MESSAGE_PING) {
        pong(host, connection, &message);
    } else if (cn_tables_must_wait(host)) {
        refuse_storage(host, connection, &message);
    } else {
        route(host, connection, &message);
    }
    host->received_us = 0;
    host->origin = 0;
}

void cn_tables_drop(struct cn_host *host, struct cn_connection *connection)
{
    struct cn_seat_table *table = connection->table;
    if (table == NULL || host->stopping)
        return;
    connection->table = NULL;
    table->connections--;
    table->touched_ms = cn_host_us() / 1000;
    cn_tables_step(host, table,
                   &(struct cn_input){.type = CN_INPUT_DROP, .client = connection->client});
}

/* ---- all of them ---- */

static bool is_idle(const struct cn_host *host, const struct cn_seat_table *table, uint64_t now_ms)
{
    return table->connections == 0 && table->jobs == 0 &&
           table->last_batch <= cn_server_store_durable(host->store) &&
           now_ms - table->touched_ms >= (uint64_t)host->options->idle_seconds * 1000;
}

void cn_tables_tick(struct cn_host *host)
{
    const uint64_t now_ms = cn_host_us() / 1000;
    for (uint32_t i = host->ticks % CN_TICK_PARTS; i < host->chain_count; i += CN_TICK_PARTS) {
        for (struct cn_seat_table *table = host->chains[i]; table != NULL;) {
            struct cn_seat_table *next = table->next;
            if (is_idle(host, table, now_ms)) {
                put_away(host, table);
                host->metrics.tables_put_away_total++;
            }
            table = next;
        }
    }
}

void cn_tables_stop(struct cn_host *host)
{
    for (uint32_t i = 0; i < host->chain_count; i++)
        for (struct cn_seat_table *table = host->chains[i]; table != NULL; table = table->next)
            cn_tables_step(host, table, &(struct cn_input){.type = CN_INPUT_STOP});
}

void cn_tables_free(struct cn_host *host)
{
    for (uint32_t i = 0; i < host->chain_count; i++)
        while (host->chains[i] != NULL)
            put_away(host, host->chains[i]);
    free(host->chains);
    host->chains = NULL;
    host->chain_count = 0;
}
