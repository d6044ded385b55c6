#include "metrics.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const uint32_t bounds_us[BUCKETS] = {100,    200,    400,     800,    1500,  3000,
                                            5000,   10000,  20000,   30000,  50000, 100000,
                                            200000, 500000, 1000000, 5000000};

void histogram_add(struct histogram *histogram, uint64_t us)
{
    int at = 0;
    while (at < BUCKETS && us > bounds_us[at])
        at++;
    histogram->bucket[at]++;
    histogram->count++;
    histogram->sum_us += us;
}

static void put_value(struct cn__text *page, const char *name, const char *type, const char *help,
                      uint64_t value)
{
    cn__text_printf(page, "# HELP canasta_%s %s\n# TYPE canasta_%s %s\ncanasta_%s %" PRIu64 "\n",
                    name, help, name, type, name, value);
}

static void put_histogram(struct cn__text *page, const char *name, const char *help,
                          const struct histogram *histogram)
{
    uint64_t below = 0;
    cn__text_printf(page, "# HELP canasta_%s_seconds %s\n# TYPE canasta_%s_seconds histogram\n",
                    name, help, name);
    for (int i = 0; i < BUCKETS; i++) {
        below += histogram->bucket[i];
        cn__text_printf(page, "canasta_%s_seconds_bucket{le=\"%g\"} %" PRIu64 "\n", name,
                        bounds_us[i] / 1e6, below);
    }
    cn__text_printf(
        page,
        "canasta_%s_seconds_bucket{le=\"+Inf\"} %" PRIu64 "\ncanasta_%s_seconds_sum %g\n"
        "canasta_%s_seconds_count %" PRIu64 "\n",
        name, histogram->count, name, (double)histogram->sum_us / 1e6, name, histogram->count);
}

static void put_refused(struct cn__text *page, const struct metrics *m)
{
    const struct {
        const char *why;
        uint64_t count;
    } refused[] = {
        {"origin", m->refused_origin},   {"flood", m->refused_flood},
        {"size", m->refused_size},       {"slow", m->refused_slow},
        {"address", m->refused_address}, {"storage", m->refused_storage},
        {"silent", m->refused_silent},   {"crowd", m->refused_crowd},
        {"rate", m->refused_rate},       {"idle", m->refused_idle},
        {"frame", m->refused_frame},
    };
    cn__text_printf(page, "# HELP canasta_refused_total What was refused, by reason\n"
                          "# TYPE canasta_refused_total counter\n");
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        cn__text_printf(page, "canasta_refused_total{why=\"%s\"} %" PRIu64 "\n", refused[i].why,
                        refused[i].count);
}

void metrics_write(const struct metrics *m, struct cn__text *page)
{
    put_value(page, "tables", "gauge", "Tables in memory", m->tables);
    put_value(page, "connections", "gauge", "Open WebSocket connections", m->connections);
    put_value(page, "bots_thinking", "gauge", "Bots that think now", m->bots_thinking);
    put_value(page, "bot_queue", "gauge", "Bots that wait for a thread", m->bots_waiting);
    put_value(page, "pending_rows", "gauge", "Log rows not yet durable", m->pending_rows);
    put_value(page, "limits_nodes", "gauge", "Servers that share the limits of an address",
              m->limits_nodes);
    put_value(page, "connections_total", "counter", "Connections opened", m->connections_total);
    put_value(page, "connection_checks_total", "counter",
              "Times that a connection was due for a ping or its end", m->connection_checks_total);
    put_value(page, "messages_total", "counter", "Messages received", m->messages_total);
    put_value(page, "received_bytes_total", "counter", "Bytes of messages received",
              m->bytes_in_total);
    put_value(page, "sent_bytes_total", "counter", "Bytes of messages sent", m->bytes_out_total);
    put_value(page, "actions_total", "counter", "Actions made durable and acknowledged",
              m->actions_total);
    put_value(page, "rows_total", "counter", "Log rows made durable", m->rows_total);
    put_value(page, "commits_total", "counter", "Transactions", m->commits_total);
    put_value(page, "commit_failures_total", "counter", "Transactions that failed and were retried",
              m->commit_failures_total);
    put_value(page, "tables_loaded_total", "counter", "Tables brought back from the store",
              m->tables_loaded_total);
    put_value(page, "tables_put_away_total", "counter", "Tables put away",
              m->tables_put_away_total);
    put_value(page, "sent_elsewhere_total", "counter",
              "Clients sent to the server that has their table.", m->sent_elsewhere_total);
    put_value(page, "clients_ahead_total", "counter",
              "Clients that knew lines which the store does not have: it has lost some",
              m->clients_ahead_total);
    put_refused(page, m);
    put_histogram(page, "latency", "From a message read to its answer sent", &m->latency);
    put_histogram(page, "database", "Time of a transaction", &m->commit);
    put_histogram(page, "bot", "A bot's decision, its wait included", &m->bot);
}

/* ---- all servers ---- */

struct node {
    uint64_t tables;
    int lives, draining, name; /* name: where it begins in the line */
};

static bool read_node(const char *line, size_t size, struct node *node)
{
    char head[64];
    snprintf(head, sizeof head, "%.*s", (int)(size < sizeof head ? size : sizeof head - 1), line);
    return sscanf(head, "%" SCNu64 " %d %d%n", &node->tables, &node->lives, &node->draining,
                  &node->name) == 3;
}

static void put_head(struct cn__text *page, const char *name, const char *help)
{
    cn__text_printf(page, "# HELP canasta_%s %s\n# TYPE canasta_%s gauge\n", name, help, name);
}

enum node_figure {
    NODE_TABLES,
    NODE_LIVES,
    NODE_DRAINING
};

static void put_nodes(const struct cn__text *nodes, struct cn__text *page, enum node_figure figure)
{
    static const char *const names[] = {"node_tables", "node_lives", "node_draining"};
    const char *line;
    size_t size;
    for (size_t at = 0; cn__next_line(nodes->text, nodes->length, &at, &line, &size);) {
        struct node node;
        if (!read_node(line, size, &node) || size <= (size_t)node.name + 1)
            continue;
        const uint64_t value = figure == NODE_TABLES  ? node.tables
                               : figure == NODE_LIVES ? (uint64_t)node.lives
                                                      : (uint64_t)node.draining;
        cn__text_printf(page, "canasta_cluster_%s{node=\"%.*s\"} %" PRIu64 "\n", names[figure],
                        (int)(size - (size_t)node.name - 1), line + node.name + 1, value);
    }
}

void metrics_write_nodes(const struct cn__text *nodes, struct cn__text *page)
{
    uint64_t all = 0;
    uint64_t free = 0;
    uint64_t living = 0;
    const char *line;
    size_t size;
    for (size_t at = 0; cn__next_line(nodes->text, nodes->length, &at, &line, &size);) {
        struct node node;
        if (!read_node(line, size, &node))
            continue;
        all += node.tables;
        living += (uint64_t)node.lives;
        if (size <= (size_t)node.name + 1 || node.lives == 0)
            free += node.tables;
    }
    put_value(page, "cluster_nodes", "gauge", "Servers that live and share the store", living);
    put_value(page, "cluster_tables", "gauge", "Tables in the store", all);
    put_value(page, "cluster_tables_free", "gauge",
              "Tables that no living server has: one that is asked for them takes them", free);
    put_head(page, "cluster_node_tables", "Tables that a server has, in memory or not");
    put_nodes(nodes, page, NODE_TABLES);
    put_head(page, "cluster_node_lives",
             "1: the server is connected and its lease has not run out");
    put_nodes(nodes, page, NODE_LIVES);
    put_head(page, "cluster_node_draining", "1: the server gives its tables to others");
    put_nodes(nodes, page, NODE_DRAINING);
}
