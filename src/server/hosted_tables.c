/* hosted_tables.c -- the tables in memory: found by link, listed, loaded from the store,
 * removed. */
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

struct hosted_table *tables_find(const struct server_host *host, const char *link)
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

struct hosted_table *tables_add(struct server_host *host, const char *link, int64_t id,
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

/* ---- listed tables, latest first ---- */

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

void tables_tell_summary(const struct table_summary *brief, struct message *listed)
{
    message_init(listed, MESSAGE_LISTED);
    message_set_text(listed, FIELD_TABLE, brief->link);
    if (brief->title[0] != '\0')
        message_set_text(listed, FIELD_TITLE, brief->title);
    message_set_text(listed, FIELD_RULES, brief->rules);
    message_set_number(listed, FIELD_PLAYERS, brief->players);
    message_set_number(listed, FIELD_N, brief->free);
    if (brief->arranged)
        message_set_number(listed, FIELD_ARRANGED, true);
    listed->stage = brief->stage;
    message_set_flag(listed, FIELD_STAGE);
}

/* Servers that share a store read the list from it. */
static void write_listed(struct server_host *host, struct hosted_table *table,
                         const struct table_summary *brief)
{
    struct cn__text line = {NULL, 0, 0, false};
    struct message listed;
    if (!server_shares(host) || (!brief->listed && table->list_sum == 0))
        return;
    if (brief->listed) {
        tables_tell_summary(brief, &listed);
        message_set_number(&listed, FIELD_WATCHERS, brief->watchers);
        message_write(&line, &listed);
        line.length -= !line.failed;
    }
    const int64_t sum = brief->listed ? store_sum(table->id, 0, line.text, line.length) : 0;
    if (sum != table->list_sum && !line.failed) {
        write_queue_listed(host->writes, table->id, line.text != NULL ? line.text : "",
                           line.length);
        table->list_sum = sum;
    }
    cn__text_free(&line);
}

void tables_leave_list(struct server_host *host, struct hosted_table *table)
{
    if (!table->moving)
        write_listed(host, table, &(struct table_summary){.listed = false});
}

void tables_summary_changed(struct server_host *host, struct hosted_table *table)
{
    struct table_summary brief;
    table_get_summary(table->table, &brief);
    write_listed(host, table, &brief);
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

void tables_put_away(struct server_host *host, struct hosted_table *table)
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

/* ---- reading from the store ---- */

enum {
    WAITING_MOST = 1 << 20 /* bytes of messages for one table that is being read */
};

/* The header of a waiting message; its text follows. */
struct waiting {
    uint64_t serial;
    size_t length;
    uint32_t client;
};

static struct opening *find_opening(const struct server_host *host, const char *link)
{
    struct opening *opening = host->openings;
    while (opening != NULL && strcmp(opening->link, link) != 0)
        opening = opening->next;
    return opening;
}

static bool begin_opening(struct server_host *host, const char *link)
{
    struct opening *opening = calloc(1, sizeof *opening);
    if (opening == NULL || !read_queue_open_table(host->reads, link, opening)) {
        free(opening);
        return false;
    }
    snprintf(opening->link, sizeof opening->link, "%s", link);
    opening->next = host->openings;
    host->openings = opening;
    return true;
}

const char *tables_get(struct server_host *host, const char *link, struct hosted_table **found)
{
    *found = tables_find(host, link);
    if (*found != NULL)
        return "";
    if (host->opened != NULL && strcmp(host->opened->link, link) == 0)
        return host->opened->why;
    if (strlen(link) >= LINK_SIZE)
        return "table";
    return find_opening(host, link) != NULL || begin_opening(host, link) ? NULL : "memory";
}

bool tables_wait(struct server_host *host, struct connection *connection, const char *link,
                 const char *text, size_t length)
{
    const struct waiting head = {connection->serial, length, connection->client};
    if (connection->opening == NULL)
        connection->opening = find_opening(host, link);
    struct cn__text *waiting = &connection->opening->waiting;
    if (waiting->length + sizeof head + length > WAITING_MOST)
        return false;
    cn__text_append(waiting, (const char *)&head, sizeof head);
    cn__text_append(waiting, text, length);
    if (waiting->failed)
        abort(); /* half a message would be wrong; everything acknowledged is durable */
    return true;
}

const char *tables_next_waiting(struct server_host *host, const struct opening *opening, size_t *at,
                                struct connection **connection, size_t *length)
{
    const struct cn__text *waiting = &opening->waiting;
    while (*at < waiting->length) {
        struct waiting head;
        memcpy(&head, waiting->text + *at, sizeof head);
        const char *text = waiting->text + *at + sizeof head;
        *at += sizeof head + head.length;
        *connection = connection_of(host, head.client);
        *length = head.length;
        if (*connection != NULL && (*connection)->serial == head.serial)
            return text;
    }
    return NULL;
}

void tables_free_opening(struct opening *opening)
{
    cn__text_free(&opening->waiting);
    free(opening);
}

static const char *say_damaged(int64_t id, int64_t line)
{
    const struct server_log_field fields[] = {LOG_NUMBER("table", id), LOG_NUMBER("line", line),
                                              LOG_END};
    server_log(LOG_ERROR, "a table cannot be read back", fields);
    return "damaged";
}

/* Restores a table from its log, if it is the one that this link belongs to. */
static struct table *restore(struct server_host *host, const struct cn__text *log, const char *link,
                             int64_t *line)
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
    const char *line;
    size_t size;
    for (size_t at = 0; cn__next_line(log->text, log->length, &at, &line, &size);)
        count += size >= sizeof head && memcmp(line, head, sizeof head - 1) == 0;
    return count;
}

static const char *take_in(struct server_host *host, const char *link,
                           const struct store_table *read)
{
    int64_t line = 0;
    struct table *inside = restore(host, &read->log, link, &line);
    if (inside == NULL)
        return say_damaged(read->id, line);
    struct hosted_table *table = tables_add(host, link, read->id, read->rows, inside);
    if (table == NULL) {
        table_free(inside);
        return "memory";
    }
    table->epoch = read->epoch;
    table->chat_lines = count_chat(&read->log);
    host->metrics.tables_loaded_total++;
    return "";
}

static const char *reason_of(const struct read_answer *answer)
{
    switch (answer->result) {
    case STORE_ABSENT: return "table";
    case STORE_DAMAGED: return say_damaged(answer->table.id, 0);
    default: return "storage";
    }
}

struct opening *tables_take_read(struct server_host *host, struct read_answer *answer)
{
    struct opening *opening = answer->asker;
    struct opening **at = &host->openings;
    while (*at != opening)
        at = &(*at)->next;
    *at = opening->next;
    if (answer->result == STORE_ELSEWHERE)
        snprintf(opening->url, sizeof opening->url, "%s", answer->table.url);
    opening->why = answer->result == STORE_DONE ? take_in(host, answer->link, &answer->table)
                                                : reason_of(answer);
    return opening;
}
