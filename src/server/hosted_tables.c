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

/* ---- loading from the store ---- */

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

/* Restores a table from its log, if it is the one that this link belongs to. */
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
    const char *line;
    size_t size;
    for (size_t at = 0; cn__next_line(log->text, log->length, &at, &line, &size);)
        count += size >= sizeof head && memcmp(line, head, sizeof head - 1) == 0;
    return count;
}

const char *tables_bring_back(struct server_host *host, const char *link,
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
    *found = tables_add(host, link, id, rows, inside);
    if (*found == NULL) {
        table_free(inside);
        return "memory";
    }
    (*found)->chat_lines = chat_lines;
    host->metrics.tables_loaded_total++;
    return "";
}
