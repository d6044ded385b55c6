/* load.h -- the load generator: many tables of four seats, each with its own connection, that play
 * real games.
 *
 * It has all four seats of a table and so knows all hands. It keeps one game per table and plays it
 * with the engine. Connections are minimal (load_socket.c), so that it costs less than the server
 * that it measures.
 */
#ifndef LAB_LOAD_H
#define LAB_LOAD_H

#include "client/client.h"
#include "protocol/protocol.h"

enum {
    LOAD_SEATS = 4,
    LOAD_FRAME = 65536,
    LOAD_BUCKETS = 4096
};

struct load;
struct load_table;

enum load_state {
    LOAD_CLOSED,
    LOAD_CONNECTING,
    LOAD_UPGRADING,
    LOAD_OPEN
};

struct load_connection {
    struct load_table *table;
    int fd, seat;
    enum load_state state;
    char *in; /* received bytes */
    size_t in_length, in_size;
    size_t in_used; /* how many of them were handed out */
    bool drained;   /* the system has no more of it */
    char *out;      /* bytes that the system has not accepted yet */
    size_t out_length;
    char *frame; /* the latest frame with numbered lines, kept until its table has read it */
    size_t frame_length;
    int64_t seen;         /* highest number in it */
    int64_t ok_at, ok_id; /* of the latest answer */
    uint8_t token[TOKEN_BYTES];
    bool welcome, has_token, asked_view;
};

enum load_stage {
    LOAD_JOINING, /* connecting, one seat after the other */
    LOAD_DEALING, /* everything before the next deal */
    LOAD_PLAYING, /* a seat is in turn; nothing is pending */
    LOAD_WAITING, /* an action is pending */
    LOAD_OVER
};

struct load_table {
    struct load *load;
    struct cn_game game;
    struct load_connection at[LOAD_SEATS];
    enum load_stage stage;
    char link[2 * LINK_BYTES + 1];
    int index, joined;
    int64_t next_id, asked_id;
    int64_t acked; /* the highest acknowledged log line */
    int64_t due_us;
    struct cn_action action;
    int actor;
    bool resumed, settled;
};

struct load_options {
    struct url url;
    int64_t tables, rate, seconds, warm_ms, pid;
    const char *ledger; /* file of tables and what was acknowledged; NULL: none */
    bool json, storm, idle, flood, help;
};

struct load {
    struct load_options *options;
    struct load_table *tables;
    struct cn_law law; /* of all tables */
    int epoll, table_count;
    int64_t begin_us, measure_us, end_us;
    int64_t actions, measured;
    int64_t playing; /* tables that have all their seats */
    int64_t bytes, frames;
    int64_t snapshots, snapshot_bytes, snapshot_most; /* of those with a deal in play */
    int64_t lost; /* acknowledged actions that a resumed table lacks */
    int64_t welcomes;
    uint64_t latency[LOAD_BUCKETS]; /* logarithmic */
    struct cn_rng rng;
    const struct cn_bot *bot;
    bool broken; /* the server is gone */
    bool measuring;
    char trouble[200];
};

/* ---- load_measure.c ---- */

int64_t load_now_us(void);
/* Counts a latency. */
void load_count(struct load *load, int64_t us);
/* Records that the server is gone, with 'why' if it is the first reason; NULL: no reason. */
void load_fail(struct load *load, const char *why);

/* ---- load_socket.c ---- */

bool load_connect(struct load_connection *connection);
void load_disconnect(struct load_connection *connection);
bool load_send(struct load_connection *connection, const char *text, size_t length);
/* Connects and writes as much as possible after these events of epoll. Returns true if there may be
 * something to read: then call load_next until there is nothing. */
bool load_ready(struct load_connection *connection, unsigned events);
enum load_arrival {
    LOAD_NOTHING,
    LOAD_OPENED, /* the connection is a WebSocket now */
    LOAD_FRAME_OF_TEXT
};
/* Returns what was received next; *text, of a frame, is valid until the next call. */
enum load_arrival load_next(struct load_connection *connection, const char **text, size_t *length);

/* Writes the request that asks for WebSocket. Returns its length. */
int load_upgrade_text(const struct url *url, char *text, size_t size);

/* ---- load_flood.c ---- */

struct load_flood;
/* Begins to flood the server while the tables play. Returns NULL on failure. */
struct load_flood *load_flood_begin(const struct url *url);
/* Ends it. Returns the longest time until the server closed it, in milliseconds, and how often it
 * did. */
double load_flood_end(struct load_flood *flood, int64_t *closed);

/* ---- load_table.c ---- */

void load_table_start(struct load_table *table);
void load_table_open(struct load_connection *connection);
void load_table_frame(struct load_connection *connection, const char *text, size_t length);
/* Plays the action that is due. */
void load_table_act(struct load_table *table);

#endif
