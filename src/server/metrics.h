/* metrics.h -- the server's counters, and the text of /metrics (Prometheus). */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include "record/record.h"

/* Upper bounds in microseconds; the last bucket has none. */
enum {
    BUCKETS = 16
};

struct histogram {
    uint64_t bucket[BUCKETS + 1];
    uint64_t count, sum_us;
};

void histogram_add(struct histogram *histogram, uint64_t us);

/* Only the loop's thread writes these. */
struct metrics {
    uint64_t tables, connections, bots_asked, bots_answered, bots_thinking, bots_waiting,
        /* current values */
        pending_rows, limits_nodes;
    /* since the start */
    uint64_t connections_total, messages_total, bytes_in_total, bytes_out_total;
    /* since the start */
    uint64_t actions_total, rows_total, commits_total, commit_failures_total;
    uint64_t refused_origin, refused_flood, refused_size, refused_slow, refused_address,
        refused_crowd, refused_idle, refused_frame;
    uint64_t connection_checks_total; /* checks of a connection that was due */
    uint64_t refused_storage, refused_silent, refused_rate, tables_loaded_total,
        tables_put_away_total;
    uint64_t sent_elsewhere_total; /* clients, to the server that has their table */
    uint64_t clients_ahead_total;  /* that knew lines beyond the log */
    struct histogram latency;      /* from reading a frame to sending its durable answer */
    struct histogram commit;       /* of the database */
    struct histogram bot;          /* a bot's decision, including its wait */
};

/* Appends the whole page. */
void metrics_write(const struct metrics *metrics, struct cn__text *page);
/* Appends what concerns all servers that share a store: lines of store_read_nodes. */
void metrics_write_nodes(const struct cn__text *nodes, struct cn__text *page);

#endif
