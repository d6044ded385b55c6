/* host.h -- the loop and all that it holds: connections, tables in memory, the store, bots at work.
 *
 * Everything here runs on the loop's thread, except the two functions that say so. A message comes in through
 * socket.c, goes to its table in tables.c, and what the table wants done is done in effects.c: sends wait
 * in the store's batch until what they tell of is durable.
 */
#ifndef CN_HOST_H
#define CN_HOST_H

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
    CN_TICK_MS = 50,
    CN_TICK_PARTS = 5,  /* tables are checked in batches: all at once would be felt */
    CN_WHEEL_MS = 250,  /* connections due in the same quarter of a second share a list */
    CN_WHEEL_SIZE = 64, /* lists: later than 16 s is looked at again by then */
    CN_SLOT_BITS =
        20, /* a client's number: which connection, and which of those that had its place */
    CN_SLOT_MASK = (1 << CN_SLOT_BITS) - 1,
    CN_MALFORMED_MOST = 10,
    CN_OTHER_FILES = 128 /* descriptors of the store, the loop and the log */
};

struct cn_seat_table;

/* Frames that wait: each a header and its text. */
struct cn_outbox {
    char *at;
    size_t begin, length, size;
};

/* One connection: libwebsockets keeps it. */
struct cn_connection {
    struct lws *wsi;
    struct cn_connection *due_next, **due_link; /* in its list of the wheel */
    struct cn_seat_table *table;                /* NULL: no hello yet */
    struct cn_address *address;
    struct cn_outbox outbox;
    char *part; /* of a message in pieces */
    size_t part_length;
    uint64_t heard_ms, since_ms,
        blocked_ms;      /* blocked: since when the outbox is not empty; 0: it is */
    uint64_t closing_ms; /* since when 'closing' is set */
    struct cn_bucket messages, pieces, chat, changes;
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
struct cn_seat_table {
    struct cn_seat_table *next; /* of its hash chain */
    struct cn_seat_table *listed_next, *listed_last;
    struct cn_host *host;
    struct cn_server_table *table;
    uv_timer_t timer;
    int64_t id, rows, due_ms;
    uint64_t last_batch; /* the batch that holds its latest row */
    uint64_t touched_ms;
    int32_t jobs, connections;
    int32_t chat_lines;
    bool shared, leaving, listed;
    bool behind;        /* that a client knew later lines has been logged */
    int64_t waiting[2]; /* questions to bots that wait until others are answered; 0: none */
    char link[2 * CN_LINK_BYTES + 1];
};

struct cn_file;

struct cn_host {
    const struct cn_server_options *options;
    uv_loop_t loop;
    struct lws_context *context;
    struct cn_folder folder;
    struct cn_server_store *store;
    struct cn_metrics metrics;
    struct cn_limits limits;
    struct cn_effects effects;
    struct cn_lines scratch;
    uv_timer_t tick;
    uv_check_t turn;
    uv_signal_t term, interrupt;
    struct cn_seat_table **chains; /* tables by link */
    struct cn_seat_table *first_listed;
    uint32_t chain_count, table_count;
    int64_t last_table;
    struct cn_connection **slots; /* by the low bits of a client's number */
    uint32_t *generations;
    uint32_t slot_count, *free_slots, free_count;
    uint64_t last_serial;
    struct cn_connection *wheel[CN_WHEEL_SIZE]; /* connections by when they are due */
    uint64_t wheel_at;                          /* the list that comes next, ever growing */
    uint32_t look_at;                           /* the slot that is looked at next for floods */
    struct lws_vhost *metrics_vhost;            /* NULL: metrics have no port of their own */
    struct cn_file *files;
    int file_count;
    uint64_t received_us; /* when the message in hand came; 0: none is */
    uint32_t origin;      /* who sent it */
    int64_t clock_last_ms, clock_lost_ms;
    uint64_t stopping_ms;
    uint32_t ticks;
    uint64_t events, events_before; /* what we were told of: it explains a turn of the loop */
    uint32_t idle_turns;            /* since the last tick, that nothing explains */
    bool stopping;
    struct cn_socket *first_plain, *last_plain;
    int plain_count;
    int64_t sockets, connections_most; /* all that there are; WebSockets that there may be */
    int64_t sockets_most;              /* that the system has descriptors for */
    char *frame;                       /* room for a frame, LWS_PRE before it */
    size_t frame_size;
};

/* A monotonic clock that stands still while the process does (SIGSTOP, a machine asleep), so that nobody's
 * turn runs out while nobody could play. */
int64_t cn_host_now_ms(struct cn_host *host);
static inline uint64_t cn_host_us(void)
{
    return uv_hrtime() / 1000;
}
void cn_host_random(void *bytes, size_t length);

/* ---- socket.c ---- */

extern const struct lws_protocols cn_socket_protocols[];
struct cn_connection *cn_connection_of(struct cn_host *host, uint32_t client);
/* Sends a frame, or lets it wait behind those that do; a reader that is too slow is closed. */
void cn_connection_send(struct cn_host *host, struct cn_connection *connection, const char *text,
                        size_t length);
/* Closes it once its outbox is empty. */
void cn_connection_close(struct cn_host *host, struct cn_connection *connection, int code);
/* Pings, silent and slow connections: those that are due, and no others. Once a tick. */
void cn_connections_tick(struct cn_host *host);
void cn_connections_free(struct cn_host *host);

/* ---- accept.c ---- */

/* How many files so many connections need. */
int64_t cn_accept_files(int64_t connections);
/* A socket before it is taken, when it has been, when it asks for something over HTTP, when it is a WebSocket, and
 * when it goes; not 0: it is closed. */
int cn_accept_filter(struct cn_host *host, int fd);
/* accept(2) found no descriptor: gives the spare one up, so that the next call is accepted, closed
 * and waits no more. Else the listening socket would stay readable, and the loop would spin. */
void cn_accept_starved(void);
/* Takes the spare descriptor again; once a turn of the loop. */
void cn_accept_recover(void);
int cn_accept_begin(struct cn_host *host, struct lws *wsi);
void cn_accept_asked(struct cn_host *host, struct lws *wsi);
void cn_accept_upgraded(struct cn_host *host, struct lws *wsi);
void cn_accept_end(struct cn_host *host, struct lws *wsi);
void cn_accept_tick(struct cn_host *host);
/* The address that a request is counted for: behind a proxy, what that says. NULL without memory. */
struct cn_address *cn_accept_address(struct cn_host *host, struct lws *wsi);

/* ---- http.c ---- */

int cn_http_request(struct cn_host *host, struct lws *wsi, const char *path);
int cn_http_refuse(struct lws *wsi, unsigned status);
/* 0, or the status of a request that RFC 9112 or RFC 6455 forbids. */
unsigned cn_http_fault(struct lws *wsi, bool upgrade);
/* Answers what is no request, or of a method that libwebsockets does not know, and ends it: -1. */
int cn_http_refuse_raw(struct lws *wsi, const char *text, size_t length);
bool cn_http_load_files(struct cn_host *host);
void cn_http_free_files(struct cn_host *host);

/* ---- tables.c ---- */

/* A message of a connection, from any of its frames. */
void cn_tables_message(struct cn_host *host, struct cn_connection *connection, const char *text,
                       size_t length);
void cn_tables_drop(struct cn_host *host, struct cn_connection *connection);
/* Its brief has changed: is it listed, or no more? */
void cn_tables_brief(struct cn_host *host, struct cn_seat_table *table);
/* Hands an input to a table and does what it wants done. */
void cn_tables_step(struct cn_host *host, struct cn_seat_table *table, struct cn_input *input);
/* Storage that refuses for longer than a hiccup: better to let the game wait than to gather what may never be durable. */
bool cn_tables_must_wait(const struct cn_host *host);
/* Puts tables away that nobody has touched for long. */
void cn_tables_tick(struct cn_host *host);
void cn_tables_stop(struct cn_host *host);
void cn_tables_free(struct cn_host *host);
/* The whole log of a table, from the store. False if it cannot be read. */
bool cn_tables_log(struct cn_host *host, int64_t id, struct cn_lines *log, int64_t *rows);

/* ---- effects.c ---- */

void cn_effects_perform(struct cn_host *host, struct cn_seat_table *table);
/* Sends to a client once 'table' has nothing that is not durable; NULL: at once. */
void cn_effects_say(struct cn_host *host, struct cn_seat_table *table, uint32_t client,
                    const char *text, size_t length);
void cn_effects_durable(void *context, const char *at, size_t length, int rows, uint64_t commit_us);

/* ---- think.c ---- */

/* Asks a bot, or lets the question wait while too many of this table are under way. */
void cn_think(struct cn_host *host, struct cn_seat_table *table, int64_t decision);
int cn_thinking(void); /* how many bots think at this moment */

#endif
