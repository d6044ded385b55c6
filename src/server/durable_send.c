/* durable_send.c -- frames to clients, held back until what they report is durable. */
#include <string.h>

#include "host.h"

/* The header of a held frame; its text follows. If 'code' is not 0, the connection is closed
 * instead. 'serial' is unique, so however long the frame waits, it is sent to its own connection or
 * not at all. */
struct held {
    uint64_t received_us; /* when the message that it answers arrived; 0: not an answer */
    uint64_t serial;
    size_t length;
    uint32_t client;
    int32_t code;
};

static void close_client(struct server_host *host, struct connection *connection, int code)
{
    if (code == CLOSE_TOKEN && connection->address != NULL)
        limits_wrong_token(&host->limits, connection->address, host_us() / 1000);
    connection_close(host, connection, code);
}

static void deliver(struct server_host *host, const struct held *held, const char *text)
{
    struct connection *connection = connection_of(host, held->client);
    if (connection != NULL && connection->serial != held->serial)
        connection = NULL;
    if (held->code != 0) {
        if (connection != NULL)
            close_client(host, connection, held->code);
        return;
    }
    if (connection != NULL)
        connection_send(host, connection, text, held->length);
    if (held->received_us != 0)
        histogram_add(&host->metrics.latency, host_us() - held->received_us);
}

/* Frames to one client keep their order, so a table's frame waits while any other of that table
 * does. */
static bool must_wait(const struct server_host *host, const struct hosted_table *table)
{
    return table != NULL && table->last_batch > write_queue_durable(host->writes);
}

static void hold_or_send(struct server_host *host, struct hosted_table *table,
                         const struct held *meant, const char *text)
{
    const struct connection *connection = connection_of(host, meant->client);
    struct held whole = *meant;
    const struct held *held = &whole;
    whole.serial = connection != NULL ? connection->serial : 0;
    if (!must_wait(host, table)) {
        deliver(host, held, text);
        return;
    }
    /* In the current batch: no later frame of this table may overtake it. */
    table->last_batch = write_queue_batch(host->writes);
    write_queue_attach(host->writes, held, sizeof *held);
    write_queue_attach(host->writes, text, held->length);
}

void durable_send(struct server_host *host, struct hosted_table *table, uint32_t client,
                  const char *text, size_t length)
{
    const struct held held = {.length = length, .client = client};
    hold_or_send(host, table, &held, text);
}

void durable_send_answer(struct server_host *host, struct hosted_table *table, uint32_t client,
                         const char *text, size_t length)
{
    const struct held held = {.length = length,
                              .client = client,
                              .received_us = client == host->origin ? host->received_us : 0};
    hold_or_send(host, table, &held, text);
}

void durable_send_later(struct server_host *host, uint32_t client, const char *text, size_t length)
{
    const struct connection *connection = connection_of(host, client);
    if (connection == NULL)
        return;
    const struct held held = {.length = length, .client = client, .serial = connection->serial};
    write_queue_attach(host->writes, &held, sizeof held);
    write_queue_attach(host->writes, text, length);
}

void durable_close(struct server_host *host, struct hosted_table *table, uint32_t client, int code)
{
    const struct held held = {.client = client, .code = code};
    hold_or_send(host, table, &held, "");
}

void durable_on_commit(void *context, const char *at, size_t length, int rows, uint64_t commit_us)
{
    struct server_host *host = context;
    const char *end = at + length;
    host->events++;
    host->metrics.rows_total += (uint64_t)rows;
    if (rows > 0) {
        host->metrics.commits_total++;
        histogram_add(&host->metrics.commit, commit_us);
    }
    while (at < end) {
        struct held held;
        memcpy(&held, at, sizeof held);
        deliver(host, &held, at + sizeof held);
        at += sizeof held + held.length;
    }
}
