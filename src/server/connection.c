/* connection.c -- connections: their ids, outgoing frames, and when each is due. */
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "tcp_info.h"

enum {
    PIECE_BYTES = 256,     /* a message in pieces has at least this many per piece, on average */
    PIECE_OVERHEAD = 64,   /* of headers, including those of TLS */
    LOOSE_BYTES = 32768,   /* received bytes that libwebsockets may leave unreported */
    LOOSE_FORGIVEN = 2048, /* of them at every check */
    FLOOD_MS = 250,        /* between its close frame and its end */
    /* Checking a connection costs a system call, so a tick checks only a few of them; more if the
     * loop turned this often since the last tick without a known reason. */
    LOOKS = 8,
    LOOKS_BUSY = 512,
    IDLE_TURNS = 25,
    NOTHING_DUE_MS = 1000000
};

/* ---- client ids ---- */

struct connection *connection_of(struct server_host *host, uint32_t client)
{
    const uint32_t slot = client & SLOT_MASK;
    if (slot >= host->slot_count || host->slots[slot] == NULL ||
        host->slots[slot]->client != client)
        return NULL;
    return host->slots[slot];
}

static bool grow_slots(struct server_host *host)
{
    const uint32_t count = host->slot_count == 0 ? 64 : host->slot_count * 2;
    size_t had[] = {host->slot_count, host->slot_count, host->slot_count};
    if (!cn__array_grow(&host->slots, &had[0], count, sizeof(struct connection *)) ||
        !cn__array_grow(&host->generations, &had[1], count, sizeof *host->generations) ||
        !cn__array_grow(&host->free_slots, &had[2], count, sizeof *host->free_slots))
        return false;
    for (uint32_t i = count; i-- > host->slot_count;) {
        host->slots[i] = NULL;
        host->generations[i] = 0;
        host->free_slots[host->free_count++] = i;
    }
    host->slot_count = count;
    return true;
}

/* A number that no other connection has now. It is reused after a few thousand connections, so
 * anything that waits for long uses the serial. */
bool connection_register(struct server_host *host, struct connection *connection)
{
    if (host->free_count == 0 && !grow_slots(host))
        return false;
    const uint32_t slot = host->free_slots[--host->free_count];
    uint32_t *generation = &host->generations[slot];
    *generation = (*generation + 1) & ((1u << (32 - SLOT_BITS)) - 1);
    if (*generation == 0)
        *generation = 1;
    connection->client = *generation << SLOT_BITS | slot;
    connection->serial = ++host->last_serial;
    host->slots[slot] = connection;
    return true;
}

static void take_number(struct server_host *host, const struct connection *connection)
{
    const uint32_t slot = connection->client & SLOT_MASK;
    host->slots[slot] = NULL;
    host->free_slots[host->free_count++] = slot;
}

/* ---- deadlines ---- */

static void unschedule(struct connection *connection)
{
    if (connection->due_link == NULL)
        return;
    *connection->due_link = connection->due_next;
    if (connection->due_next != NULL)
        connection->due_next->due_link = connection->due_link;
    connection->due_link = NULL;
    connection->due_next = NULL;
}

/* The connection is checked after this time, or up to a quarter of a second later. */
static void schedule(struct server_host *host, struct connection *connection, int64_t in_ms)
{
    const uint64_t at = (host_age_ms(host) + (uint64_t)(in_ms > 0 ? in_ms : 0)) / WHEEL_MS + 1;
    const uint64_t last = host->wheel_at + WHEEL_SIZE - 1;
    struct connection **list = &host->wheel[(at < last ? at : last) % WHEEL_SIZE];
    unschedule(connection);
    connection->due_next = *list;
    connection->due_link = list;
    if (*list != NULL)
        (*list)->due_link = &connection->due_next;
    *list = connection;
}

static void sooner(int64_t *in_ms, uint64_t since_ms, int64_t wait_ms, uint64_t now_ms)
{
    const int64_t left_ms = (int64_t)since_ms + wait_ms - (int64_t)now_ms;
    if (left_ms < *in_ms)
        *in_ms = left_ms;
}

/* Returns in how many ms watch_over will have something to do, if nothing happens. */
static int64_t due_in_ms(const struct server_host *host, const struct connection *connection,
                         uint64_t now_ms)
{
    const int64_t ping_ms = host->options->ping_seconds * 1000;
    int64_t in_ms = NOTHING_DUE_MS;
    if (connection->closing != 0) {
        sooner(&in_ms, connection->closing_ms, connection->flooding ? FLOOD_MS : 2 * ping_ms,
               now_ms);
        return in_ms;
    }
    sooner(&in_ms, connection->heard_ms, connection->pinged ? 2 * ping_ms : ping_ms, now_ms);
    if (connection->table == NULL && !connection->ignore_input)
        sooner(&in_ms, connection->since_ms, host->options->hello_seconds * 1000, now_ms);
    if (connection->blocked_ms != 0)
        sooner(&in_ms, connection->blocked_ms, host->options->queue_seconds * 1000, now_ms);
    return in_ms;
}

void connection_schedule(struct server_host *host, struct connection *connection)
{
    schedule(host, connection, due_in_ms(host, connection, host_age_ms(host)));
}

/* ---- sending ---- */

static bool write_frame(struct server_host *host, struct connection *connection, const char *text,
                        size_t length)
{
    if (!cn__array_grow(&host->frame, &host->frame_size, length + LWS_PRE, 1))
        return false;
    memcpy(host->frame + LWS_PRE, text, length);
    host->metrics.bytes_out_total += length;
    return lws_write(connection->wsi, (unsigned char *)host->frame + LWS_PRE, length,
                     LWS_WRITE_TEXT) >= (int)length;
}

static void drop(struct connection *connection)
{
    connection->closing = LWS_CLOSE_STATUS_NOSTATUS;
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    /* If set from a timer of ours, the timeout would not take effect until something else
     * happens. */
    lws_cancel_service(lws_get_context(connection->wsi));
}

static bool queue(struct server_host *host, struct connection *connection, const char *text,
                  size_t length)
{
    struct outbox *box = &connection->outbox;
    const uint32_t head = (uint32_t)length;
    const size_t wanted = box->length - box->begin + sizeof head + length;
    if (wanted > (size_t)host->options->queue_bytes)
        return false;
    if (box->begin > 0) {
        memmove(box->at, box->at + box->begin, box->length - box->begin);
        box->length -= box->begin;
        box->begin = 0;
    }
    if (!cn__array_grow(&box->at, &box->size, wanted, 1))
        return false;
    if (connection->blocked_ms == 0) {
        connection->blocked_ms = host_age_ms(host);
        schedule(host, connection, 0);
    }
    memcpy(box->at + box->length, &head, sizeof head);
    memcpy(box->at + box->length + sizeof head, text, length);
    box->length = wanted;
    return true;
}

static void free_outbox(struct connection *connection)
{
    free(connection->outbox.at);
    memset(&connection->outbox, 0, sizeof connection->outbox);
    connection->blocked_ms = 0;
}

void connection_leave(struct server_host *host, struct connection *connection)
{
    unschedule(connection);
    if (connection->client != 0)
        take_number(host, connection);
    free_outbox(connection);
}

void connection_send(struct server_host *host, struct connection *connection, const char *text,
                     size_t length)
{
    if (connection->closing != 0)
        return;
    /* libwebsockets keeps the rest of a frame that the system accepts only in part; it must not
     * keep more than one. */
    if (connection->outbox.length == 0 && !lws_partial_buffered(connection->wsi)) {
        if (!write_frame(host, connection, text, length))
            drop(connection);
        return;
    }
    if (!queue(host, connection, text, length)) {
        host->metrics.refused_slow++;
        drop(connection);
        return;
    }
    lws_callback_on_writable(connection->wsi);
}

void connection_close(struct server_host *host, struct connection *connection, int code)
{
    if (connection->closing != 0)
        return;
    connection->closing = code;
    connection->closing_ms = host_age_ms(host);
    schedule(host, connection, 0);
    lws_callback_on_writable(connection->wsi);
}

/* Writes the close frame itself, because libwebsockets sends none when we close the connection. The
 * connection ends when the peer has answered, or has not in time; libwebsockets would take that
 * answer for the first close, and answer it. */
static int say_close(struct connection *connection)
{
    enum {
        ANSWER_SECONDS = 2,
        WRITE_CLOSE = 4 /* libwebsockets' own name for it is private */
    };
    unsigned char room[LWS_PRE + 2];
    if (connection->close_said)
        return 0;
    connection->close_said = true;
    room[LWS_PRE] = (unsigned char)(connection->closing >> 8);
    room[LWS_PRE + 1] = (unsigned char)(connection->closing & 255);
    if (lws_write(connection->wsi, room + LWS_PRE, 2, (enum lws_write_protocol)WRITE_CLOSE) < 0)
        return -1;
    lws_set_timeout(connection->wsi, PENDING_TIMEOUT_CLOSE_ACK, ANSWER_SECONDS);
    return 0;
}

/* With a byte in it: libwebsockets does not report an empty pong. */
static bool write_ping(struct connection *connection)
{
    unsigned char room[LWS_PRE + 1] = {0};
    connection->ping_due = false;
    return lws_write(connection->wsi, room + LWS_PRE, 1, LWS_WRITE_PING) >= 0;
}

/* Sends it immediately if possible: on a full server hundreds are due every second. */
static void ping(struct connection *connection)
{
    connection->pinged = true;
    connection->ping_due = lws_partial_buffered(connection->wsi) != 0;
    if (connection->ping_due)
        lws_callback_on_writable(connection->wsi);
    else if (!write_ping(connection))
        drop(connection);
}

/* Sends what is queued. Returns -1 if the connection must be closed. */
int connection_on_writable(struct server_host *host, struct connection *connection)
{
    struct outbox *box = &connection->outbox;
    if (connection->ping_due && !write_ping(connection))
        return -1;
    while (box->begin < box->length && !lws_partial_buffered(connection->wsi)) {
        uint32_t head;
        memcpy(&head, box->at + box->begin, sizeof head);
        if (!write_frame(host, connection, box->at + box->begin + sizeof head, head))
            return -1;
        box->begin += sizeof head + head;
    }
    if (box->begin < box->length) {
        lws_callback_on_writable(connection->wsi);
        return 0;
    }
    free_outbox(connection);
    return connection->closing == 0 ? 0 : say_close(connection);
}

/* ---- refusals ---- */

/* libwebsockets answers pings itself and reports neither them nor empty pongs. Received bytes that
 * it has not reported must be those. */
static bool is_flooding(struct connection *connection)
{
    const int fd = (int)lws_get_socket_fd(connection->wsi);
    const uint64_t all = socket_bytes_received(fd);
    if (all <= connection->bytes) {
        connection->bytes = all;
        return false;
    }
    const uint64_t loose = all - connection->bytes;
    connection->bytes += loose < LOOSE_FORGIVEN ? loose : LOOSE_FORGIVEN;
    return loose > LOOSE_BYTES && loose > LOOSE_BYTES + socket_bytes_unread(fd);
}

/* libwebsockets sends the close and waits for the answer; any further input is ignored. */
int connection_refuse(struct connection *connection, uint64_t *count, int code)
{
    if (connection->closing == 0) {
        (*count)++;
        struct server_host *host = lws_context_user(lws_get_context(connection->wsi));
        connection->closing = code;
        connection->closing_ms = host_age_ms(host);
        schedule(host, connection, 0);
    }
    if (!connection->close_said)
        lws_close_reason(connection->wsi, (enum lws_close_status)connection->closing, NULL, 0);
    connection->close_said = true;
    return -1;
}

/* Counts a piece of anything. A message has one piece or several; an empty or tiny piece costs as
 * much as any other. */
bool connection_take_piece(const struct server_host *host, struct connection *connection,
                           size_t length, uint64_t now_ms)
{
    const double each = 2 + (double)host->options->message_bytes / PIECE_BYTES;
    connection->bytes += length + PIECE_OVERHEAD;
    return bucket_take(&connection->pieces, each * (double)host->options->messages_per_second,
                       each * (double)host->options->messages_burst, now_ms);
}

/* Closes, and stops reading: the rest of a flood would cost as much as what has arrived. Its answer
 * to the close cannot arrive, so the wait for it is short. */
int connection_refuse_flood(struct server_host *host, struct connection *connection)
{
    if (connection->closing != 0)
        return 0;
    host->metrics.refused_flood++;
    connection->flooding = true;
    lws_rx_flow_control(connection->wsi, 0);
    connection_close(host, connection, LWS_CLOSE_STATUS_POLICY_VIOLATION);
    return 0;
}

/* ---- each tick ---- */

/* Checks whether to ping a silent connection, or to close it. */
static void watch_silence(struct server_host *host, struct connection *connection, uint64_t now_ms)
{
    const uint64_t silent_ms = now_ms - connection->heard_ms;
    const uint64_t ping_ms = (uint64_t)host->options->ping_seconds * 1000;
    if (connection->pinged && silent_ms > 2 * ping_ms) {
        host->metrics.refused_silent++;
        drop(connection);
    } else if (!connection->pinged && silent_ms > ping_ms) {
        ping(connection);
    }
}

static void watch_over(struct server_host *host, struct connection *connection, uint64_t now_ms)
{
    if (connection->closing != 0) {
        const uint64_t patience_ms = 2 * (uint64_t)host->options->ping_seconds * 1000;
        if (now_ms - connection->closing_ms > (connection->flooding ? FLOOD_MS : patience_ms))
            drop(connection);
    } else if (connection->table == NULL && !connection->ignore_input &&
               now_ms - connection->since_ms > (uint64_t)host->options->hello_seconds * 1000) {
        host->metrics.refused_silent++;
        connection_close(host, connection, LWS_CLOSE_STATUS_POLICY_VIOLATION);
    } else if (connection->blocked_ms != 0 &&
               now_ms - connection->blocked_ms > (uint64_t)host->options->queue_seconds * 1000) {
        host->metrics.refused_slow++;
        drop(connection);
    } else {
        watch_silence(host, connection, now_ms);
    }
}

/* Looks for pings that libwebsockets does not report. A few connections at a time, in turn. */
static void look_for_floods(struct server_host *host)
{
    const uint32_t most = host->idle_turns > IDLE_TURNS ? LOOKS_BUSY : LOOKS;
    for (uint32_t n = 0; n < most && n < host->slot_count; n++) {
        struct connection *connection = host->slots[host->look_at++ % host->slot_count];
        if (connection != NULL && connection->closing == 0 && is_flooding(connection))
            connection_refuse_flood(host, connection);
    }
}

/* A timer wheel: connections due in the same quarter of a second share a list, so that a connection
 * costs nothing until then. Activity in between moves its deadline back, which is noticed when its
 * turn comes. Only an earlier deadline reschedules it. */
void connections_tick(struct server_host *host)
{
    const uint64_t now_ms = host_age_ms(host);
    host->ticks++;
    if (host->wheel_at + WHEEL_SIZE < now_ms / WHEEL_MS)
        host->wheel_at = now_ms / WHEEL_MS - WHEEL_SIZE;
    for (; host->wheel_at <= now_ms / WHEEL_MS; host->wheel_at++) {
        struct connection *due = host->wheel[host->wheel_at % WHEEL_SIZE];
        host->wheel[host->wheel_at % WHEEL_SIZE] = NULL;
        if (due != NULL)
            due->due_link = &due;
        while (due != NULL) {
            struct connection *connection = due;
            unschedule(connection);
            host->metrics.connection_checks_total++;
            watch_over(host, connection, now_ms);
            schedule(host, connection, due_in_ms(host, connection, now_ms));
        }
    }
    look_for_floods(host);
}

void connections_free(struct server_host *host)
{
    free(host->slots);
    free(host->generations);
    free(host->free_slots);
}
