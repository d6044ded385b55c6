/* host.h -- the loop and all that it holds: connections, tables in memory, the store, bots at work.
 *
 * Everything here runs on the loop's thread, except the two functions that say so. A message comes in through
 * socket.c, goes to its table in tables.c, and what the table wants done is done in effects.c: sends wait
 * in the store's batch until what they tell of is durable.
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
    bool deaf; /* its table has closed it */
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
    struct connection *wheel[WHEEL_SIZE]; /* connections by when they are due */
    uint64_t wheel_at;                    /* the list that comes next, ever growing */
    uint32_t look_at;                     /* the slot that is looked at next for floods */
    struct lws_vhost *metrics_vhost;      /* NULL: metrics have no port of their own */
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

/* A monotonic clock that stands still while the process does (SIGSTOP, a machine asleep), so that nobody's
 * turn runs out while nobody could play. */
int64_t host_now_ms(struct server_host *host);
static inline uint64_t host_us(void)
{
    return uv_hrtime() / 1000;
}
void host_random(void *bytes, size_t length);

/* ---- socket.c ---- */

extern const struct lws_protocols socket_protocols[];
struct connection *connection_of(struct server_host *host, uint32_t client);
/* Sends a frame, or lets it wait behind those that do; a reader that is too slow is closed. */
void connection_send(struct server_host *host, struct connection *connection, const char *text,
                     size_t length);
/* Closes it once its outbox is empty. */
void connection_close(struct server_host *host, struct connection *connection, int code);
/* Pings, silent and slow connections: those that are due, and no others. Once a tick. */
void connections_tick(struct server_host *host);
void connections_free(struct server_host *host);

/* ---- accept.c ---- */

/* How many files so many connections need. */
int64_t accept_files(int64_t connections);
/* A socket before it is taken, when it has been, when it asks for something over HTTP, when it is a WebSocket, and
 * when it goes; not 0: it is closed. */
int accept_filter(struct server_host *host, int fd);
/* accept(2) found no descriptor: gives the spare one up, so that the next call is accepted, closed
 * and waits no more. Else the listening socket would stay readable, and the loop would spin. */
void accept_starved(void);
/* Takes the spare descriptor again; once a turn of the loop. */
void accept_recover(void);
int accept_begin(struct server_host *host, struct lws *wsi);
void accept_request_seen(struct server_host *host, struct lws *wsi);
void accept_upgraded(struct server_host *host, struct lws *wsi);
void accept_end(struct server_host *host, struct lws *wsi);
void accept_tick(struct server_host *host);
/* The address that a request is counted for: behind a proxy, what that says. NULL without memory. */
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

/* ---- tables.c ---- */

/* A message of a connection, from any of its frames. */
void tables_message(struct server_host *host, struct connection *connection, const char *text,
                    size_t length);
void tables_disconnect(struct server_host *host, struct connection *connection);
/* Its brief has changed: is it listed, or no more? */
void tables_summary_changed(struct server_host *host, struct hosted_table *table);
/* Hands an input to a table and does what it wants done. */
void tables_step(struct server_host *host, struct hosted_table *table, struct table_event *input);
/* Storage that refuses for longer than a hiccup: better to let the game wait than to gather what may never be durable. */
bool tables_must_wait(const struct server_host *host);
/* Puts tables away that nobody has touched for long. */
void tables_tick(struct server_host *host);
void tables_stop(struct server_host *host);
void tables_free(struct server_host *host);
/* The whole log of a table, from the store. False if it cannot be read. */
bool tables_log(struct server_host *host, int64_t id, struct cn__text *log, int64_t *rows);

/* ---- effects.c ---- */

void effects_execute(struct server_host *host, struct hosted_table *table);
/* Sends to a client once 'table' has nothing that is not durable; NULL: at once. */
void effects_send(struct server_host *host, struct hosted_table *table, uint32_t client,
                  const char *text, size_t length);
void effects_on_durable(void *context, const char *at, size_t length, int rows, uint64_t commit_us);

/* ---- think.c ---- */

/* Asks a bot, or lets the question wait while too many of this table are under way. */
void bot_workers_think(struct server_host *host, struct hosted_table *table, int64_t decision);
int bot_workers_thinking(void); /* how many bots think at this moment */

#endif
