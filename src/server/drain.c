/* drain.c -- gives tables to other servers, a few at a time, before this one ends. */
#include <string.h>

#include "host.h"

enum {
    TABLES_A_TICK = 8,
    PATIENCE_MS = 30000 /* for bots that think, and for a store that refuses */
};

void drain_begin(struct server_host *host)
{
    if (host->draining)
        return;
    server_log(LOG_INFO, "draining", NULL);
    host->draining = true;
    host->drain_ms = host_us() / 1000;
    if (!read_queue_others(host->reads))
        host->others_known = true;
}

void drain_on_others(struct server_host *host, struct read_answer *answer)
{
    host->others = answer->table.log;
    answer->table.log = (struct cn__text){NULL, 0, 0, false};
    host->others_known = true;
}

bool drain_target(const struct server_host *host, int64_t table, char url[STORE_URL_SIZE])
{
    const struct cn__text *others = &host->others;
    const char *line;
    size_t size;
    int64_t count = 0;
    for (size_t at = 0; cn__next_line(others->text, others->length, &at, &line, &size);)
        count++;
    if (count == 0)
        return false;
    int64_t chosen = table % count;
    for (size_t at = 0; cn__next_line(others->text, others->length, &at, &line, &size);)
        if (chosen-- == 0)
            snprintf(url, STORE_URL_SIZE, "%.*s", (int)size, line);
    return true;
}

static void send_away(struct server_host *host, struct hosted_table *table,
                      struct connection *connection, const struct cn__text *bye)
{
    durable_send(host, table, connection->client, bye->text, bye->length - 1);
    durable_close(host, table, connection->client, CLOSE_RESTART);
    connection->table = NULL;
    connection->ignore_input = true;
    table->connections--;
    host->metrics.sent_elsewhere_total++;
}

/* From here on the table does nothing. Its clients are sent away once its last row is durable. */
static void give_away(struct server_host *host, struct hosted_table *table, const char *url)
{
    struct message message;
    struct cn__text bye = {NULL, 0, 0, false};
    message_init(&message, MESSAGE_BYE);
    message_set_number(&message, FIELD_CODE, CLOSE_RESTART);
    message_set_text(&message, FIELD_URL, url);
    message_write(&bye, &message);
    table->moving = true;
    host->moved++;
    uv_timer_stop(&table->timer);
    write_queue_release(host->writes, table->id);
    table->last_batch = write_queue_batch(host->writes);
    for (uint32_t i = 0; i < host->slot_count && table->connections > 0; i++)
        if (host->slots[i] != NULL && host->slots[i]->table == table)
            send_away(host, table, host->slots[i], &bye);
    cn__text_free(&bye);
}

bool drain_tick(struct server_host *host)
{
    char url[STORE_URL_SIZE];
    int moved = 0;
    if (!host->others_known)
        return false;
    if (!drain_target(host, 0, url) || host_us() / 1000 - host->drain_ms > PATIENCE_MS)
        return true;
    for (uint32_t i = 0; i < host->chain_count; i++)
        for (struct hosted_table *table = host->chains[i]; table != NULL; table = table->next)
            if (!table->moving && moved < TABLES_A_TICK && !tables_must_wait(host)) {
                drain_target(host, table->id, url);
                give_away(host, table, url);
                moved++;
            }
    return moved == 0 && host->table_count == 0 && host->openings == NULL;
}
