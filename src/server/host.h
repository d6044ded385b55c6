/* host.h -- the loop and all that it holds: connections, tables in memory, the store, bots at work.
 *
 * All of it runs on the loop's thread, except what bots think. From the bottom up, each file calls
 * only those above it in this list:
 *
 *   host_clock.c      the clock, and chance
 *   connection.c      connections: frames on their way out, and when each is due
 *   durable_send.c    frames that wait in the store's batch until what they tell is durable
 *   bot_workers.c     bots on libuv's threads
 *   hosted_tables.c   the tables in memory
 *   effects.c         a step of a table: an event in, its effects done
 *   tables.c          messages, and the tables that they go to
 *   accept.c          sockets, before it is known what they want
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
#include "server.h"
#include "server_log.h"
#include "table/table.h"
#include "write_queue.h"

enum {
    TICK_MS = 50,
    TICK_PARTS = 5,  /* tables are checked in batches: all at once would be felt */
    WHEEL_MS = 250,  /* connections due in the same quarter of a second share a list */
    WHEEL_SIZE = 64, /* lists: later than 16 s is looked at again by then */
    SLOT_BITS = 20, /* a client's number: which connection, and which of those that had its place */
    SLOT_MASK = (1 << SLOT_BITS) - 1,
    MALFORMED_MOST = 10,
    OTHER_FILES = 128 /* descriptors of the store, the loop and the log */
};

struct hosted_table;

/* Frames that wait: each a header and its text. */
struct outbox {
    char *at;
    size_t begin, length, size;
};

/* One connection: libwebsockets keeps it. */
struct connection {
    struct lws *wsi;
    struct connection *due_next, **due_link; /* in its list of the wheel */
    struct hosted_table *table;              /* NULL: no hello yet */
    struct client_address *address;
    struct outbox outbox;
    struct cn__text part; /* of a message in pieces */
    uint64_t heard_ms, since_ms,
        blocked_ms;      /* blocked: since when the outbox is not empty; 0: it is */
    uint64_t closing_ms; /* since when 'closing' is set */
    struct token_bucket messages, pieces, chat, changes;
    uint64_t bytes;                    /* of the socket, for which we know what they were */
    uint64_t begin_bytes, frame_bytes; /* before the first frame; of frames, were they masked */
    uint64_t frame_length;             /* of the frame that has not ended */
    uint16_t frames;                   /* counted in them */
    uint32_t client; /* as tables know it: a number that another may have after it */
    uint64_t serial; /* as what waits for the store knows it: nobody else's, ever */
    int32_t closing; /* code, once it shall be closed */
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
    int64_t id, rows, due_ms;
    uint64_t last_batch; /* the batch that holds its latest row */
    uint64_t touched_ms;
    int32_t jobs, connections;
    int32_t chat_lines;
    bool shared, leaving, listed;
    bool behind;        /* that a client knew later lines has been logged */
    int64_t waiting[2]; /* questions to bots that wait until others are answered; 0: none */
    char link[2 * LINK_BYTES + 1];
};

struct web_file;
struct bot_job;

struct server_host {
    const struct server_options *options;
    uv_loop_t loop;
    struct lws_context *context;
    struct folder folder;
    struct write_queue *store;
    struct metrics metrics;
    struct limits limits;
    struct table_effects effects;
    struct cn__text scratch;
    uv_timer_t tick;
    uv_check_t turn;
    uv_signal_t term, interrupt;
    struct hosted_table **chains; /* tables by link */
    struct hosted_table *first_listed;
    uint32_t chain_count, table_count;
    int64_t last_table;
    struct connection **slots; /* by the low bits of a client's number */
    uint32_t *generations;
    uint32_t slot_count, *free_slots, free_count;
    uint64_t last_serial;
    struct connection *wheel[WHEEL_SIZE];        /* connections by when they are due */
    uint64_t wheel_at;                           /* the list that comes next, ever growing */
    uint32_t look_at;                            /* the slot that is looked at next for floods */
    struct bot_job *first_answer, **last_answer; /* of bots, in the order they came */
    struct lws_vhost *metrics_vhost;             /* NULL: metrics have no port of their own */
    struct web_file *files;
    int file_count;
    size_t file_capacity;
    uint64_t received_us; /* when the message in hand came; 0: none is */
    uint32_t origin;      /* who sent it */
    int64_t clock_last_ms, clock_lost_ms;
    uint64_t stopping_ms;
    uint32_t ticks;
    uint64_t events, events_before; /* what we were told of: it explains a turn of the loop */
    uint32_t idle_turns;            /* since the last tick, that nothing explains */
    bool stopping;
    struct server_socket *first_plain, *last_plain;
    int plain_count;
    int64_t sockets, connections_most; /* all that there are; WebSockets that there may be */
    int64_t sockets_most;              /* that the system has descriptors for */
    char *frame;                       /* room for a frame, LWS_PRE before it */
    size_t frame_size;
};

/* ---- host_clock.c ---- */

/* A monotonic clock that stops while the process does (SIGSTOP, a machine asleep), so that no turn
 * runs out while nobody could play. */
int64_t host_now_ms(struct server_host *host);
/* By this clock connections are silent or slow. */
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
/* Gives a connection its number; false without memory. */
bool connection_register(struct server_host *host, struct connection *connection);
/* Gives its number back and frees what waits; it is looked at no more. */
void connection_leave(struct server_host *host, struct connection *connection);
/* It is looked at when something may have to be done. */
void connection_schedule(struct server_host *host, struct connection *connection);
/* Sends a frame, or queues it behind those that wait; too slow a reader is disconnected. */
void connection_send(struct server_host *host, struct connection *connection, const char *text,
                     size_t length);
/* Sends what waits. -1: the connection is to be closed. */
int connection_on_writable(struct server_host *host, struct connection *connection);
/* Closes it once its outbox is empty. */
void connection_close(struct server_host *host, struct connection *connection, int code);
/* Closes it and counts that; nothing that it still sends is read. Returns -1 for libwebsockets. */
int connection_refuse(struct connection *connection, uint64_t *count, int code);
int connection_refuse_flood(struct server_host *host, struct connection *connection);
/* Counts a piece of a message; false if there are too many. */
bool connection_take_piece(const struct server_host *host, struct connection *connection,
                           size_t length, uint64_t now_ms);
/* Pings; silent, slow and flooding connections. Only looks at those that are due. Once a tick. */
void connections_tick(struct server_host *host);
void connections_free(struct server_host *host);

/* ---- durable_send.c ---- */

/* Sends to a client once everything of 'table' is durable; NULL: at once. */
void durable_send(struct server_host *host, struct hosted_table *table, uint32_t client,
                  const char *text, size_t length);
/* The same; if the client sent the message in hand, its latency is measured. */
void durable_send_answer(struct server_host *host, struct hosted_table *table, uint32_t client,
                         const char *text, size_t length);
/* Closes the connection after what was sent to it. */
void durable_close(struct server_host *host, struct hosted_table *table, uint32_t client, int code);
/* The store calls it after a commit, with what was attached to the batch. */
void durable_on_commit(void *context, const char *at, size_t length, int rows, uint64_t commit_us);

/* ---- bot_workers.c ---- */

struct bot_answer {
    struct hosted_table *table;
    int64_t decision;
    struct cn_action action;
    bool failed; /* without memory: ask again */
};
/* Asks a bot, or lets the question wait while too many of this table are being answered. */
void bot_workers_ask(struct server_host *host, struct hosted_table *table, int64_t decision);
/* Asks the questions that waited, after an answer. */
void bot_workers_ask_waiting(struct server_host *host, struct hosted_table *table);
/* Removes the first answer that has come; false if there is none. */
bool bot_workers_answer(struct server_host *host, struct bot_answer *answer);
/* How many bots think at this moment. */
int bot_workers_thinking(void);

/* ---- hosted_tables.c ---- */

struct hosted_table *tables_find(const struct server_host *host, const char *link);
/* NULL without memory. */
struct hosted_table *tables_add(struct server_host *host, const char *link, int64_t id,
                                int64_t rows, struct table *inside);
/* Its summary has changed: lists the table, or no longer. */
void tables_summary_changed(struct server_host *host, struct hosted_table *table);
/* From the store into memory: "", or the reason code why not. */
const char *tables_bring_back(struct server_host *host, const char *link,
                              struct hosted_table **found);
void tables_put_away(struct server_host *host, struct hosted_table *table);
/* The whole log of a table, from the store. False if it cannot be read. */
bool tables_log(struct server_host *host, int64_t id, struct cn__text *log, int64_t *rows);

/* ---- effects.c ---- */

/* Does the effects in host->effects. */
void tables_execute(struct server_host *host, struct hosted_table *table);
/* Hands an event to a table and does its effects. */
void tables_step(struct server_host *host, struct hosted_table *table, struct table_event *input);
/* Has the store refused for longer than a moment? Then games wait, rather than pile up what may
 * never be durable. */
bool tables_must_wait(const struct server_host *host);
/* Hands the answers of bots to their tables, unless they must wait. Once a turn of the loop. */
void tables_take_bot_answers(struct server_host *host);

/* ---- tables.c ---- */

/* A message of a connection, whole. */
void tables_message(struct server_host *host, struct connection *connection, const char *text,
                    size_t length);
void tables_disconnect(struct server_host *host, struct connection *connection);
/* Puts idle tables away. */
void tables_tick(struct server_host *host);
void tables_stop(struct server_host *host);
void tables_free(struct server_host *host);

/* ---- accept.c ---- */

/* How many files this many connections need. */
int64_t accept_files(int64_t connections);
/* A socket before it is accepted, after, when it sends an HTTP request, when it is a WebSocket, and
 * when it ends; not 0: it is closed. */
int accept_filter(struct server_host *host, int fd);
/* accept(2) found no descriptor: gives up the spare one, so that the next call is accepted, closed
 * and waits no longer. Else the listening socket would stay readable, and the loop would spin. */
void accept_starved(void);
/* Takes the spare descriptor again; once a turn of the loop. */
void accept_recover(void);
int accept_begin(struct server_host *host, struct lws *wsi);
void accept_request_seen(struct server_host *host, struct lws *wsi);
void accept_upgraded(struct server_host *host, struct lws *wsi);
void accept_end(struct server_host *host, struct lws *wsi);
void accept_tick(struct server_host *host);
/* The address that a request is counted for: behind a proxy, the one that it names. NULL without
 * memory. */
struct client_address *accept_address(struct server_host *host, struct lws *wsi);

/* ---- http.c ---- */

int http_request(struct server_host *host, struct lws *wsi, const char *path);
int http_refuse(struct lws *wsi, unsigned status);
/* 0, or the status of a request that RFC 9112 or RFC 6455 forbids. */
unsigned http_fault(struct lws *wsi, bool upgrade);
/* Answers what is no request, or of a method that libwebsockets does not know, and ends it: -1. */
int http_refuse_raw(struct lws *wsi, const char *text, size_t length);
bool http_load_files(struct server_host *host);
void http_free_files(struct server_host *host);

/* ---- socket.c ---- */

extern const struct lws_protocols socket_protocols[];

#endif
