/* load.h -- the load generator: many tables of four seats, each with its own connection, that play
 * real games.
 *
 * It knows all four hands of a table, because it sits on all seats, so it holds one game a table
 * and plays it by the engine. Connections are as bare as they can be (load_socket.c), so that it
 * costs less than the server that it measures.
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
    char *in; /* what has come … */
    size_t in_length, in_size;
    size_t in_used; /* … and how much of it was handed out */
    bool drained;   /* the system has no more of it */
    char *out;      /* what the system did not take */
    size_t out_length;
    char *frame; /* the latest with numbered lines, kept until its table has looked at it */
    size_t frame_length;
    int64_t seen;         /* highest number in it */
    int64_t ok_at, ok_id; /* of the latest answer */
    uint8_t token[TOKEN_BYTES];
    bool welcome, has_token, asked_view;
};

enum load_stage {
    LOAD_JOINING, /* connections come, one after the other */
    LOAD_DEALING, /* whatever leads to the next deal */
    LOAD_PLAYING, /* somebody's turn; nothing is under way */
    LOAD_WAITING, /* an action is under way */
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
    int64_t acked; /* the highest log line that was acknowledged */
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
    int64_t playing; /* tables that have come so far */
    int64_t bytes, frames;
    int64_t snapshots, snapshot_bytes, snapshot_most; /* of those with a deal in play */
    int64_t lost; /* acknowledged actions that a resumed table does not have */
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
/* The server is gone; 'why' is kept if it is the first reason, NULL: there is none to tell. */
void load_fail(struct load *load, const char *why);

/* ---- load_socket.c ---- */

bool load_connect(struct load_connection *connection);
void load_disconnect(struct load_connection *connection);
bool load_send(struct load_connection *connection, const char *text, size_t length);
/* Connects and writes as far as it can after these events of epoll; true if there may be something
 * to read: then load_next until there is nothing. */
bool load_ready(struct load_connection *connection, unsigned events);
enum load_arrival {
    LOAD_NOTHING,
    LOAD_OPENED, /* the connection is a WebSocket now */
    LOAD_FRAME_OF_TEXT
};
/* What came next; *text, of a frame, is valid until the next call. */
enum load_arrival load_next(struct load_connection *connection, const char **text, size_t *length);

/* The request that asks for WebSocket; returns its length. */
int load_upgrade_text(const struct url *url, char *text, size_t size);

/* ---- load_flood.c ---- */

struct load_flood;
/* Begins to flood the server beside what else is done; NULL if it cannot. */
struct load_flood *load_flood_begin(const struct url *url);
/* Ends it: the longest time until the server closed it, in milliseconds, and how often that was. */
double load_flood_end(struct load_flood *flood, int64_t *closed);

/* ---- load_table.c ---- */

void load_table_start(struct load_table *table);
void load_table_open(struct load_connection *connection);
void load_table_frame(struct load_connection *connection, const char *text, size_t length);
/* Plays the action that is due. */
void load_table_act(struct load_table *table);

#endif
