/* load.h -- the load generator: many tables of four seats, each with its own connection, that play
 * real games.
 *
 * Each seat is a client like any other: it has a session (client/session.h), plays what its replica
 * shows, and reconnects with its token. Connections are minimal (load_socket.c), so that all of it
 * costs less than the server that it measures.
 */
#ifndef LAB_LOAD_H
#define LAB_LOAD_H

#include <stdio.h>

#include "client/client.h"
#include "protocol/protocol.h"

enum {
    LOAD_SEATS = 4,
    LOAD_BUCKETS = 4096
};

struct load;
struct load_table;

/* How long something took each time, in buckets a hundredth apart. */
struct load_times {
    int64_t count, most_us;
    uint64_t bucket[LOAD_BUCKETS];
};

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
    const char *lost; /* why it was lost, until load_next returns it */
    struct url moved; /* where the server has sent it; no host: nowhere */
    bool moving;      /* that one is connected to next */
    bool unstored;    /* the server has refused because it cannot store anything now */
    int64_t asked_us; /* when it last asked for something: to be connected, or to act */
    int close_code;   /* what the server closed it with; 0: nothing */

    struct session session;
    struct session_observer observer;
    int attended;     /* the stage for which this seat has asked what it asks for; -1: none */
    int64_t seen;     /* the last event before the action that is pending */
    bool viewed;      /* the frame had a snapshot of a deal in play */
    int64_t retry_us; /* when to connect again, until it is welcome; 0: it was not lost */
    /* What the table had acknowledged when this seat said hello, which its welcome must not lack.
     * What is acknowledged later may overtake the welcome on another seat's connection. */
    int64_t acked;
};

enum load_stage {
    LOAD_JOINING, /* connecting, one seat after the other */
    LOAD_DEALING, /* until all seats see the same turn */
    LOAD_PLAYING, /* a seat is in turn; nothing is pending */
    LOAD_WAITING, /* an action is pending */
    LOAD_OVER
};

struct load_table {
    struct load *load;
    struct load_connection at[LOAD_SEATS];
    enum load_stage stage;
    int joined;
    int64_t acked; /* the highest acknowledged log line */
    int64_t due_us;
    bool answered; /* the pending action was */
    int actor;     /* the seat whose action was the last */
    bool begun;
    bool was_lost; /* a seat has been away since the last action: a bot may have played for it */
    int64_t stands_since_us; /* a seat is away, or was and the table has not gone on; 0: it plays */
    bool was_gone;           /* since then a connection was lost that was not sent elsewhere */
};

struct load_options {
    struct url url;
    struct url other; /* where seats go that get no answer; no host: they wait */
    int64_t tables, rate, seconds, warm_ms, pid;
    int64_t reconnect;        /* seconds to try, if the server goes away */
    const char *ledger;       /* file of tables and what was acknowledged; NULL: none */
    const char *acknowledged; /* file of each acknowledged action; NULL: none */
    bool json, storm, idle, flood, help;
};

struct load {
    struct load_options *options;
    FILE *acknowledged; /* NULL: none */
    struct load_table *tables;
    int epoll, table_count;
    int64_t playing; /* tables that have all their seats */
    int64_t bytes, frames;
    int64_t snapshots, snapshot_bytes, snapshot_most; /* of those with a deal in play */
    int64_t lost; /* acknowledged actions that a table lacked when a seat came back */
    int64_t welcomes;
    int64_t away, away_since_us;    /* connections that were lost and are not back */
    struct load_times latency;      /* of actions */
    struct load_times gone;         /* tables whose server went away, until they could go on */
    struct load_times moved;        /* tables that were given to another server, the same */
    struct session_effects effects; /* of the latest event of a session */
    struct cn_rng rng;
    const struct cn_bot *bot;
    bool broken; /* the server is gone */
    bool measuring;
    char trouble[200];
};

/* ---- load_measure.c ---- */

int64_t load_now_us(void);
void load_count(struct load_times *times, int64_t us);
/* Returns the time, in milliseconds, that a part 'q' of all stayed below; 0: there were none. */
double load_quantile_ms(const struct load_times *times, double q);
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
    LOAD_FRAME_OF_TEXT,
    LOAD_LOST /* the connection is gone: *text has the reason */
};
/* Returns what was received next; *text, of a frame, is valid until the next call. */
enum load_arrival load_next(struct load_connection *connection, const char **text, size_t *length);

/* Writes the request that asks for WebSocket. Returns its length. */
int load_upgrade_text(const struct url *url, char *text, size_t size);
enum {
    LOAD_FRAME_HEAD = 8
};
/* Writes a frame of at most MESSAGE_BYTES of text. Returns its length, at most LOAD_FRAME_HEAD
 * more. */
size_t load_frame_write(char *frame, const char *text, size_t length);

/* ---- load_flood.c ---- */

struct load_flood;
/* Begins to flood the server while the tables play. Returns NULL on failure. */
struct load_flood *load_flood_begin(const struct url *url);
/* Ends it. Returns the longest time until the server closed it, in milliseconds, and how often it
 * did. */
double load_flood_end(struct load_flood *flood, int64_t *closed);

/* ---- load_table.c ---- */

/* Begins a seat's session: of 'token', which holds a seat at 'link', or of a new one. Without a
 * link it makes a table. */
void load_seat_begin(struct load_connection *connection, const char *link, const uint8_t *token);
/* Drops the connection. If the seat 'reloads', its session begins again as a client that only has
 * its token, as a page does that is reloaded. Connect it again. */
void load_seat_drop(struct load_connection *connection, bool reloads);

void load_table_start(struct load_table *table);
void load_table_open(struct load_connection *connection);
void load_table_frame(struct load_connection *connection, const char *text, size_t length);
/* The connection is gone. Reconnects later, if that is wanted. */
void load_table_lost(struct load_connection *connection, const char *why);
/* Plays the action that is due. */
void load_table_act(struct load_table *table);
/* Sends seats to the other server that have waited for an answer too long. */
void load_table_check_waiting(struct load_table *table);

#endif
