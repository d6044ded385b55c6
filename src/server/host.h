/* host.h -- the loop and everything on it: connections, tables in memory, the store, bots at work.
 *
 * All of it runs on the loop's thread, except the bots' thinking. From the bottom up, each file
 * calls only those above it in this list:
 *
 *   host_clock.c      the clock, and randomness
 *   connection.c      connections: outgoing frames, and when each is due
 *   durable_send.c    frames that wait in the store's batch until what they report is durable
 *   bot_workers.c     bots on libuv's threads
 *   hosted_tables.c   the tables in memory
 *   effects.c         a step of a table: an event in, its effects carried out
 *   drain.c           gives tables to other servers
 *   tables.c          messages, and the tables that they go to
 *   accept.c          sockets, before their purpose is known
 *   http.c            answers browsers and monitors
 *   socket.c          what libwebsockets reports
 *   host.c            starts and stops the loop
 */
#ifndef SERVER_HOST_H
#define SERVER_HOST_H

#include <libwebsockets.h>
#include <uv.h>

#include "folder.h"
#include "limits.h"
#include "metrics.h"
#include "read_queue.h"
#include "server.h"
#include "server_log.h"
#include "table/table.h"
#include "write_queue.h"

enum {
    TICK_MS = 50,
    /* tables are checked in batches; checking all at once causes a latency spike */
    TICK_PARTS = 5,
    WHEEL_MS = 250,  /* connections due in the same quarter of a second share a list */
    WHEEL_SIZE = 64, /* lists: anything later than 16 s is rescheduled by then */
    SLOT_BITS = 20,  /* client id: slot index and generation */
    SLOT_MASK = (1 << SLOT_BITS) - 1,
    MALFORMED_MOST = 10,
    NODES_STALE_MS = 60000, /* what is known of the other servers is not told any more */
    OTHER_FILES = 128       /* descriptors of the store, the loop and the log */
};

struct hosted_table;
struct opening;

/* Queued frames: each a header and its text. */
struct outbox {
    char *at;
    size_t begin, length, size;
};

/* A connection, in memory that libwebsockets owns. */
struct connection {
    struct lws *wsi;
    struct connection *due_next, **due_link; /* in its list of the wheel */
    struct hosted_table *table;              /* NULL: no hello yet */
    struct opening *opening;                 /* NULL: its messages need not wait */
    struct client_address *address;
    struct outbox outbox;
    struct cn__text part; /* received pieces of a message */
    uint64_t heard_ms, since_ms,
        blocked_ms;      /* blocked: since when the outbox has not been empty; 0: it is */
    uint64_t closing_ms; /* since when 'closing' is set */
    struct token_bucket messages, pieces, chat, changes;
    uint64_t bytes;                    /* received on the socket and accounted for */
    uint64_t begin_bytes, frame_bytes; /* before the first frame; of frames, if they were masked */
    uint64_t frame_length;             /* of the current frame */
    uint16_t frames;                   /* number of frames in them */
    uint32_t client;                   /* the id known to tables, which may be reused */
    uint64_t serial;                   /* the id known to the store's batches, never reused */
    int32_t closing;                   /* close code, once it must be closed */
    uint16_t malformed;
    bool pinged, ping_due, close_said;
    bool flooding;
    bool ignore_input; /* its table has closed it */
};

/* A table in memory. */
struct hosted_table {
    struct hosted_table *next; /* of its hash chain */
    struct hosted_table *listed_next, *listed_last;
    struct server_host *host;
    struct table *table;
    uv_timer_t timer;
    int64_t id, epoch, rows, due_ms;
    uint64_t last_batch; /* the batch with its latest row */
    uint64_t touched_ms;
    int32_t jobs, connections;
    int32_t chat_lines;
    int64_t list_sum; /* of what the shared list says of it; 0: it is not in it */
    bool shared, leaving, listed;
    bool moving;        /* given to another server: it does nothing any more */
    bool behind;        /* a client that knew lines beyond the log was reported */
    int64_t waiting[2]; /* questions to bots that wait for others to be answered; 0: none */
    char link[2 * LINK_BYTES + 1];
};

/* A table that is being read from the store, and the messages that wait for it. */
struct opening {
    struct opening *next;
    char link[LINK_SIZE];
    const char *why;          /* a reason code, once it could not be read; "": it was read */
    char url[STORE_URL_SIZE]; /* of the server that has the table; "": none */
    struct cn__text waiting;
};

struct web_file;
struct bot_job;
struct record_request;

struct server_host {
    const struct server_options *options;
    uv_loop_t loop;
    struct lws_context *context;
    struct folder folder;
    char node[SERVER_TEXT];       /* its name, if there may be others */
    struct store *store, *reader; /* used by the threads of the queues */
    struct write_queue *writes;
    struct read_queue *reads;
    struct metrics metrics;
    struct limits limits;
    struct table_effects effects;
    struct cn__text scratch;
    uv_timer_t tick;
    uv_check_t turn;
    uv_signal_t term, interrupt;
    struct hosted_table **chains; /* tables by link */
    struct hosted_table *first_listed;
    struct opening *openings;
    const struct opening *opened; /* whose messages are handled now */
    struct record_request *record_requests;
    struct cn__text others; /* addresses of other servers, while tables are given to them */
    struct cn__text nodes;  /* all servers that share the store, for the metrics */
    uint64_t nodes_read_ms, nodes_asked_ms, nodes_wanted_ms;
    uint64_t drain_ms; /* since when */
    uint32_t moved;    /* how many tables were */
    bool draining, others_known;
    uint32_t chain_count, table_count;
    int64_t last_table;
    struct connection **slots; /* by the low bits of a client id */
    uint32_t *generations;
    uint32_t slot_count, *free_slots, free_count;
    uint64_t last_serial;
    struct connection *wheel[WHEEL_SIZE];        /* connections by when they are due */
    uint64_t wheel_at;                           /* the next list, ever increasing */
    uint32_t look_at;                            /* the next slot to check for floods */
    struct bot_job *first_answer, **last_answer; /* of bots, in order of arrival */
    struct lws_vhost *metrics_vhost;             /* NULL: metrics have no separate port */
    struct web_file *files;
    int file_count;
    size_t file_capacity;
    uint64_t received_us; /* when the current message arrived; 0: none */
    uint32_t origin;      /* its client */
    int64_t clock_last_ms, clock_lost_ms;
    uint64_t stopping_ms;
    uint32_t ticks;
    uint64_t events, events_before; /* reported by libwebsockets: they explain a turn of the loop */
    uint32_t idle_turns;            /* turns since the last tick that nothing explains */
    bool stopping;
    struct server_socket *first_plain, *last_plain;
    int plain_count;
    int64_t sockets, connections_most; /* current sockets; maximum number of WebSockets */
    int64_t sockets_most;              /* the number of descriptors that the system allows */
    char *frame;                       /* buffer for a frame, LWS_PRE before it */
    size_t frame_size;
};

/* Returns whether other servers may share the store. */
static inline bool server_shares(const struct server_host *host)
{
    return host->options->store[0] != '\0';
}

/* ---- host_clock.c ---- */

/* A monotonic clock that stops while the process does (SIGSTOP, a suspended machine), so that no
 * turn runs out while nobody could play. */
int64_t host_now_ms(struct server_host *host);
/* The clock for silent and slow connections. */
static inline uint64_t host_age_ms(struct server_host *host)
{
    return (uint64_t)host_now_ms(host);
}
static inline uint64_t host_us(void)
{
    return uv_hrtime() / 1000;
}
void host_random(void *bytes, size_t length);

/* ---- connection.c ---- */

struct connection *connection_of(struct server_host *host, uint32_t client);
/* Gives a connection its id. Returns false without memory. */
bool connection_register(struct server_host *host, struct connection *connection);
/* Releases its id and frees what is queued; it is not checked any more. */
void connection_leave(struct server_host *host, struct connection *connection);
/* Schedules a check for when something may have to be done. */
void connection_schedule(struct server_host *host, struct connection *connection);
/* Sends a frame, or queues it behind others; disconnects a client that reads too slowly. */
void connection_send(struct server_host *host, struct connection *connection, const char *text,
                     size_t length);
/* Sends what is queued. Returns -1 if the connection must be closed. */
int connection_on_writable(struct server_host *host, struct connection *connection);
/* Closes it once its outbox is empty. */
void connection_close(struct server_host *host, struct connection *connection, int code);
/* Closes it and counts that; any further input is ignored. Returns -1 for libwebsockets. */
int connection_refuse(struct connection *connection, uint64_t *count, int code);
int connection_refuse_flood(struct server_host *host, struct connection *connection);
/* Counts a piece of a message. Returns false if there are too many. */
bool connection_take_piece(const struct server_host *host, struct connection *connection,
                           size_t length, uint64_t now_ms);
/* Handles pings and silent, slow and flooding connections, checking only those that are due. Call
 * once per tick. */
void connections_tick(struct server_host *host);
void connections_free(struct server_host *host);

/* ---- durable_send.c ---- */

/* Sends to a client once everything of 'table' is durable; NULL: immediately. */
void durable_send(struct server_host *host, struct hosted_table *table, uint32_t client,
                  const char *text, size_t length);
/* The same. If the client sent the current message, measures its latency. */
void durable_send_answer(struct server_host *host, struct hosted_table *table, uint32_t client,
                         const char *text, size_t length);
/* Sends once everything that was gathered so far is durable. */
void durable_send_later(struct server_host *host, uint32_t client, const char *text, size_t length);
/* Closes the connection after what was sent to it. */
void durable_close(struct server_host *host, struct hosted_table *table, uint32_t client, int code);
/* The store calls it after a commit, with what was attached to the batch. */
void durable_on_commit(void *context, const char *at, size_t length, int rows, uint64_t commit_us);

/* ---- bot_workers.c ---- */

struct bot_answer {
    struct hosted_table *table;
    int64_t decision;
    struct cn_action action;
    struct cn_finding finding;
    bool failed; /* out of memory: ask again */
};
/* Asks a bot, or queues the question while too many of this table are being answered. */
void bot_workers_ask(struct server_host *host, struct hosted_table *table, int64_t decision);
/* Asks queued questions, after an answer. */
void bot_workers_ask_waiting(struct server_host *host, struct hosted_table *table);
/* Removes the first answer that has arrived. Returns false if there is none. */
bool bot_workers_answer(struct server_host *host, struct bot_answer *answer);
/* Returns how many bots are thinking now. */
int bot_workers_thinking(void);

/* ---- hosted_tables.c ---- */

struct hosted_table *tables_find(const struct server_host *host, const char *link);
/* NULL without memory. */
struct hosted_table *tables_add(struct server_host *host, const char *link, int64_t id,
                                int64_t rows, struct table *inside);
/* Its summary has changed: lists the table, or removes it from the list. */
void tables_summary_changed(struct server_host *host, struct hosted_table *table);
/* Fills in the line of a list that tells of a table. */
void tables_tell_summary(const struct table_summary *brief, struct message *listed);
/* Removes a table that is put away from the list of all servers. */
void tables_leave_list(struct server_host *host, struct hosted_table *table);
/* Finds a table in memory, or begins to read it from the store. Returns "" if it was found, a
 * reason code if it cannot be, or NULL while it is being read: then let the message wait. */
const char *tables_get(struct server_host *host, const char *link, struct hosted_table **found);
/* Keeps a message until the table that its connection waits for was read or could not be. Returns
 * false if there is no room. */
bool tables_wait(struct server_host *host, struct connection *connection, const char *link,
                 const char *text, size_t length);
/* Takes a table that was read into memory. Returns what waited for it; free it. */
struct opening *tables_take_read(struct server_host *host, struct read_answer *answer);
/* Returns the next message that waited and its connection, or NULL after the last one. */
const char *tables_next_waiting(struct server_host *host, const struct opening *opening, size_t *at,
                                struct connection **connection, size_t *length);
void tables_free_opening(struct opening *opening);
void tables_put_away(struct server_host *host, struct hosted_table *table);

/* ---- effects.c ---- */

/* Carries out the effects in host->effects. */
void tables_execute(struct server_host *host, struct hosted_table *table);
/* Passes an event to a table and carries out its effects. */
void tables_step(struct server_host *host, struct hosted_table *table, struct table_event *input);
/* Returns whether the store has been failing for longer than a moment. Then games wait, so that
 * they do not pile up what may never be durable. */
bool tables_must_wait(const struct server_host *host);
/* Passes the answers of bots to their tables, unless they must wait. Call once per turn of the
 * loop. */
void tables_take_bot_answers(struct server_host *host);

/* ---- drain.c ---- */

/* Begins to give all tables to other servers. */
void drain_begin(struct server_host *host);
void drain_on_others(struct server_host *host, struct read_answer *answer);
/* Chooses the server that has or will have a table. Returns false if there is no other. */
bool drain_target(const struct server_host *host, int64_t table, char url[STORE_URL_SIZE]);
/* Gives a few tables away; call once per tick while draining. Returns true if no more is to be
 * done. */
bool drain_tick(struct server_host *host);

/* ---- daily_results.c ---- */

/* Takes a player's result of a deal of the day, and answers with those of all. Returns "", or a
 * reason code. */
const char *daily_take(struct server_host *host, const struct connection *connection,
                       const struct message *message);
/* The results were read from the store. */
void daily_on_read(struct server_host *host, struct read_answer *answer);

/* ---- tables.c ---- */

/* Handles a complete message of a connection. */
void tables_message(struct server_host *host, struct connection *connection, const char *text,
                    size_t length);
/* A table was read from the store. */
void tables_on_read(struct server_host *host, struct read_answer *answer);
/* The list of open tables was read from the store. */
void tables_on_listed(struct server_host *host, struct read_answer *answer);
void tables_disconnect(struct server_host *host, struct connection *connection);
/* Removes idle tables from memory. */
void tables_tick(struct server_host *host);
void tables_stop(struct server_host *host);
void tables_free(struct server_host *host);

/* ---- accept.c ---- */

/* Returns how many descriptors this many connections need. */
int64_t accept_files(int64_t connections);
/* A socket before it is accepted, after, when it sends an HTTP request, when it becomes a
 * WebSocket, and when it ends. If not 0, it is closed. */
int accept_filter(struct server_host *host, int fd);
/* accept(2) found no descriptor: releases the spare one, so that the next connection can be
 * accepted and closed. Otherwise the listening socket would stay readable, and the loop would
 * spin. */
void accept_starved(void);
/* Takes the spare descriptor again; call once per turn of the loop. */
void accept_recover(void);
int accept_begin(struct server_host *host, struct lws *wsi);
void accept_request_seen(struct server_host *host, struct lws *wsi);
void accept_upgraded(struct server_host *host, struct lws *wsi);
void accept_end(struct server_host *host, struct lws *wsi);
void accept_tick(struct server_host *host);
/* Returns the address that a request counts for: behind a proxy, the one that it names. NULL
 * without memory. */
struct client_address *accept_address(struct server_host *host, struct lws *wsi);

/* ---- http.c ---- */

int http_request(struct server_host *host, struct lws *wsi, const char *path);
/* The table of a record was read from the store. */
void http_on_read(struct server_host *host, struct read_answer *answer);
/* Sends an answer that was waited for. Returns -1 to close the connection. */
int http_on_writable(struct server_host *host, struct lws *wsi);
/* The connection is gone. */
void http_forget(struct server_host *host, struct lws *wsi);
int http_refuse(struct lws *wsi, unsigned status);
/* Returns 0, or the status for a request that RFC 9112 or RFC 6455 forbids. */
unsigned http_fault(struct lws *wsi, bool upgrade);
/* Answers input that is not a request, or has a method unknown to libwebsockets, and closes: -1. */
int http_refuse_raw(struct lws *wsi, const char *text, size_t length);
bool http_load_files(struct server_host *host);
void http_free_files(struct server_host *host);

/* ---- socket.c ---- */

extern const struct lws_protocols socket_protocols[];

#endif
