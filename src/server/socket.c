/* socket.c -- connections: what libwebsockets tells, and frames on their way out. */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "host.h"
#include "tcp_info.h"

enum {
    PIECE_BYTES = 256,     /* a message comes in pieces of at least so much, on the average */
    PIECE_OVERHEAD = 64,   /* of headers, those of TLS too */
    LOOSE_BYTES = 32768,   /* that may have come without our being told what they are */
    LOOSE_FORGIVEN = 2048, /* of them at every look */
    FLOOD_MS = 250,        /* between its close frame and its end */
    /* Looking at a connection costs a system call, so a tick looks at a few of them; at more if the
     * loop turned this often since the last tick for nothing that we know of. */
    LOOKS = 8,
    LOOKS_BUSY = 512,
    IDLE_TURNS = 25,
    MASK_FRAMES = 8, /* a client that masks the first frames masks all */
    NOTHING_DUE_MS = 1000000
};

/* ---- numbers of clients ---- */

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

/* A number that no other connection has now. It comes again after some thousand: what waits for long goes by the serial. */
static bool give_number(struct server_host *host, struct connection *connection)
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

/* ---- when they are due ---- */

/* By this clock connections are silent or slow: it stands still while the process does, so that nobody is given up for an answer
 * that could not be heard. */
static uint64_t age_clock_ms(struct server_host *host)
{
    return (uint64_t)host_now_ms(host);
}

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

/* The connection is looked at in this time, or a quarter of a second later. */
static void schedule(struct server_host *host, struct connection *connection, int64_t in_ms)
{
    const uint64_t at = (age_clock_ms(host) + (uint64_t)(in_ms > 0 ? in_ms : 0)) / WHEEL_MS + 1;
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

/* In how long watch_over will have something to do, if nothing happens. */
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
    if (connection->table == NULL && !connection->deaf)
        sooner(&in_ms, connection->since_ms, host->options->hello_seconds * 1000, now_ms);
    if (connection->blocked_ms != 0)
        sooner(&in_ms, connection->blocked_ms, host->options->queue_seconds * 1000, now_ms);
    return in_ms;
}

/* ---- out ---- */

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
    /* From a timer of ours it would sleep on until something else happens. */
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
        connection->blocked_ms = age_clock_ms(host);
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

void connection_send(struct server_host *host, struct connection *connection, const char *text,
                     size_t length)
{
    if (connection->closing != 0)
        return;
    /* libwebsockets keeps the rest of a frame that the system takes only in part; more than one it shall not keep. */
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
    connection->closing_ms = age_clock_ms(host);
    schedule(host, connection, 0);
    lws_callback_on_writable(connection->wsi);
}

/* The close frame, by our own hand: libwebsockets says nothing when a connection is closed from here. It ends when
 * the other side has answered, or has not in time; that answer libwebsockets would take for the first, and answer it. */
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

/* With a byte in it: libwebsockets does not tell of a pong without. */
static bool write_ping(struct connection *connection)
{
    unsigned char room[LWS_PRE + 1] = {0};
    connection->ping_due = false;
    return lws_write(connection->wsi, room + LWS_PRE, 1, LWS_WRITE_PING) >= 0;
}

/* At once if it can be: hundreds are due every second at a full server. */
static void ping(struct connection *connection)
{
    connection->pinged = true;
    connection->ping_due = lws_partial_buffered(connection->wsi) != 0;
    if (connection->ping_due)
        lws_callback_on_writable(connection->wsi);
    else if (!write_ping(connection))
        drop(connection);
}

/* Sends what waits. -1: the connection is to be closed. */
static int on_writable(struct server_host *host, struct connection *connection)
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

/* ---- who may connect ---- */

static bool header(struct lws *wsi, enum lws_token_indexes which, char *text, size_t size)
{
    text[0] = '\0';
    const int length = lws_hdr_copy(wsi, text, (int)size, which);
    return length >= 0;
}

static bool is_listed(const char *origins, const char *origin)
{
    const size_t length = strlen(origin);
    for (const char *at = origins; *at != '\0';) {
        const size_t one = strcspn(at, " ,");
        if (one == length && strncmp(at, origin, one) == 0)
            return true;
        at += one;
        at += strspn(at, " ,");
    }
    return false;
}

/* A name that leads to this machine only because somebody's name server says so is not ours (rebinding). */
static bool is_own_host(const struct server_host *host, const char *name)
{
    char origin[2 * SERVER_TEXT];
    size_t length = strcspn(name, ":");
    if (name[0] == '[')
        return true;
    if (length == strspn(name, "0123456789.") ||
        (length == 9 && strncmp(name, "localhost", 9) == 0))
        return true;
    snprintf(origin, sizeof origin, "https://%s", name);
    if (is_listed(host->options->origins, origin))
        return true;
    snprintf(origin, sizeof origin, "http://%s", name);
    return is_listed(host->options->origins, origin);
}

/* "http" or "https", as the page was served: by this server, or by the proxy before it, which says so
 * (X-Forwarded-Proto) or is taken for either. */
static bool is_own_scheme(const struct server_host *host, struct lws *wsi, const char *scheme,
                          size_t length)
{
    static const char field[] = "x-forwarded-proto:";
    char said[16] = "";
    const char *own = host->options->tls_certificate[0] != '\0' ? "https" : "http";
    if (host->options->proxy != 0) {
        if (lws_hdr_custom_copy(wsi, said, sizeof said, field, (int)sizeof field - 1) <= 0)
            return (length == 4 || length == 5) && strncmp(scheme, "https", length) == 0;
        own = said;
    }
    return strlen(own) == length && strncmp(own, scheme, length) == 0;
}

static bool is_allowed_origin(const struct server_host *host, struct lws *wsi)
{
    char origin[SERVER_TEXT];
    char name[SERVER_TEXT];
    if (!header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) ||
        !header(wsi, WSI_TOKEN_HOST, name, sizeof name))
        return false;
    if (origin[0] == '\0')
        return true; /* no browser: what carries no cookies needs no origin */
    if (is_listed(host->options->origins, origin))
        return true;
    const char *rest = strstr(origin, "://");
    return rest != NULL && strcmp(rest + 3, name) == 0 && is_own_host(host, name) &&
           is_own_scheme(host, wsi, origin, (size_t)(rest - origin));
}

/* 0: go on; else the upgrade is answered. */
static int on_upgrade(struct server_host *host, struct lws *wsi, const char *to)
{
    const unsigned fault = http_fault(wsi, true);
    if (fault != 0)
        return http_refuse(wsi, fault);
    /* libwebsockets would go on with HTTP/2 too; /metrics has no tables. */
    if (strcasecmp(to, "websocket") != 0 ||
        (host->metrics_vhost != NULL && lws_get_vhost(wsi) == host->metrics_vhost))
        return http_refuse(wsi, HTTP_STATUS_BAD_REQUEST);
    if (host->stopping)
        return http_refuse(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE);
    if (!is_allowed_origin(host, wsi)) {
        host->metrics.refused_origin++;
        return http_refuse(wsi, HTTP_STATUS_FORBIDDEN);
    }
    if (host->metrics.connections >= (uint64_t)host->connections_most)
        return http_refuse(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE);
    return 0;
}

/* ---- in ---- */

/* libwebsockets answers pings by itself and tells of none, nor of empty pongs. What came and was nothing that we were told of is
 * that. */
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

/* A client masks its frames (RFC 6455, 5.1). libwebsockets takes others too and does not say which it
 * was, but four bytes a frame are missing then: fewer have come than masked frames would have.
 * With TLS the bytes of the socket say nothing. */
static bool is_masked(const struct server_host *host, struct connection *connection, size_t length)
{
    enum {
        SHORT = 126,
        MIDDLE = 65536,
        HEAD = 2,
        MASK = 4
    };
    const int fd = (int)lws_get_socket_fd(connection->wsi);
    if (connection->frames >= MASK_FRAMES || host->options->tls_certificate[0] != '\0')
        return true;
    connection->frame_length += length;
    if (lws_remaining_packet_payload(connection->wsi) > 0)
        return true;
    const uint64_t more = connection->frame_length < SHORT    ? 0
                          : connection->frame_length < MIDDLE ? sizeof(uint16_t)
                                                              : sizeof(uint64_t);
    connection->frame_bytes += HEAD + more + MASK + connection->frame_length;
    connection->frame_length = 0;
    connection->frames++;
    /* In this order: bytes that arrive in between must not count as unread only. */
    const uint64_t unread = socket_bytes_unread(fd);
    return connection->frame_bytes <= socket_bytes_received(fd) - unread - connection->begin_bytes;
}

static int on_open(struct server_host *host, struct lws *wsi, struct connection *connection)
{
    const uint64_t now_ms = host_us() / 1000;
    const int fd = (int)lws_get_socket_fd(wsi);
    memset(connection, 0, sizeof *connection);
    connection->wsi = wsi;
    connection->since_ms = connection->heard_ms = age_clock_ms(host);
    connection->bytes = socket_bytes_received(fd);
    connection->begin_bytes = connection->bytes - socket_bytes_unread(fd);
    accept_upgraded(host, wsi);
    struct client_address *address = accept_address(host, wsi);
    if (address == NULL || !limits_connect(&host->limits, address, now_ms)) {
        host->metrics.refused_address++;
        return -1;
    }
    connection->address = address;
    if (!give_number(host, connection))
        return -1;
    /* What the system keeps for a slow reader counts too. */
    const int room = (int)host->options->queue_bytes;
    setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    host->metrics.connections++;
    host->metrics.connections_total++;
    schedule(host, connection, due_in_ms(host, connection, connection->since_ms));
    return 0;
}

static void on_close(struct server_host *host, struct connection *connection)
{
    if (connection->address != NULL)
        limits_disconnect(connection->address, host_us() / 1000);
    connection->address = NULL;
    unschedule(connection);
    if (connection->client != 0) {
        take_number(host, connection);
        host->metrics.connections--;
        tables_disconnect(host, connection);
        connection->client = 0;
    }
    free_outbox(connection);
    cn__text_free(&connection->part);
}

/* libwebsockets says it and waits for the answer; from here on nothing that still comes matters. */
static int refuse(struct connection *connection, uint64_t *count, int code)
{
    if (connection->closing == 0) {
        (*count)++;
        struct server_host *host = lws_context_user(lws_get_context(connection->wsi));
        connection->closing = code;
        connection->closing_ms = age_clock_ms(host);
        schedule(host, connection, 0);
    }
    if (!connection->close_said)
        lws_close_reason(connection->wsi, (enum lws_close_status)connection->closing, NULL, 0);
    connection->close_said = true;
    return -1;
}

/* A piece of a message that comes in several. */
static bool keep_piece(struct connection *connection, const char *piece, size_t length)
{
    cn__text_append(&connection->part, piece, length);
    return !connection->part.failed;
}

/* Counts a piece of anything. A message is one or several; an empty piece, or one of a few bytes, costs as much as any
 * other. */
static bool take_piece(const struct server_host *host, struct connection *connection, size_t length,
                       uint64_t now_ms)
{
    const double each = 2 + (double)host->options->message_bytes / PIECE_BYTES;
    connection->bytes += length + PIECE_OVERHEAD;
    return bucket_take(&connection->pieces, each * (double)host->options->messages_per_second,
                       each * (double)host->options->messages_burst, now_ms);
}

/* Closes, and reads no more: what a flood has on its way would cost as much as what it has brought. So its answer to the close
 * cannot come, and is hardly waited for. */
static int refuse_flood(struct server_host *host, struct connection *connection)
{
    if (connection->closing != 0)
        return 0;
    host->metrics.refused_flood++;
    connection->flooding = true;
    lws_rx_flow_control(connection->wsi, 0);
    connection_close(host, connection, LWS_CLOSE_STATUS_POLICY_VIOLATION);
    return 0;
}

static int on_pong(struct server_host *host, struct connection *connection, size_t length)
{
    connection->heard_ms = age_clock_ms(host);
    connection->pinged = false;
    if (!take_piece(host, connection, length, host_us() / 1000))
        return refuse_flood(host, connection);
    return 0;
}

static int on_receive(struct server_host *host, struct connection *connection, const char *piece,
                      size_t length)
{
    struct lws *wsi = connection->wsi;
    const uint64_t now_ms = host_us() / 1000;
    const bool ends = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
    connection->heard_ms = age_clock_ms(host);
    connection->pinged = false;
    if (!take_piece(host, connection, length, now_ms))
        return refuse_flood(host, connection);
    if (connection->closing != 0 || connection->deaf)
        return 0;
    if (!is_masked(host, connection, length))
        return refuse(connection, &host->metrics.refused_frame, LWS_CLOSE_STATUS_PROTOCOL_ERR);
    if (lws_frame_is_binary(wsi))
        return refuse(connection, &host->metrics.refused_size,
                      LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
    /* What a frame's header announces counts as if it were here. */
    if (lws_remaining_packet_payload(wsi) > (size_t)host->options->message_bytes ||
        connection->part.length + length > (size_t)host->options->message_bytes)
        return refuse(connection, &host->metrics.refused_size, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
    if (!ends || connection->part.length > 0) {
        if (!keep_piece(connection, piece, length))
            return -1;
        if (!ends)
            return 0;
        piece = connection->part.text;
        length = connection->part.length;
    }
    host->metrics.messages_total++;
    host->metrics.bytes_in_total += length;
    if (!bucket_take(&connection->messages, (double)host->options->messages_per_second,
                     (double)host->options->messages_burst, now_ms))
        return refuse_flood(host, connection);
    tables_message(host, connection, piece, length);
    cn__text_free(&connection->part);
    return 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct lws_context *context = lws_get_context(wsi);
    struct connection *connection = user;
    if (context == NULL)
        return 0;
    struct server_host *host = lws_context_user(context);
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return accept_filter(host, (int)(intptr_t)in);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        host->events++;
        return accept_begin(host, wsi);
    case LWS_CALLBACK_WSI_DESTROY: accept_end(host, wsi); return 0;
    case LWS_CALLBACK_HTTP: return http_request(host, wsi, in);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return on_upgrade(host, wsi, in);
    case LWS_CALLBACK_ESTABLISHED: return on_open(host, wsi, connection);
    case LWS_CALLBACK_RECEIVE: host->events++; return on_receive(host, connection, in, length);
    case LWS_CALLBACK_RECEIVE_PONG: host->events++; return on_pong(host, connection, length);
    case LWS_CALLBACK_RAW_RX: return http_refuse_raw(wsi, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE: host->events++; return on_writable(host, connection);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: return connection->close_said ? -1 : 0;
    case LWS_CALLBACK_CLOSED: on_close(host, connection); return 0;
    default: return 0;
    }
}

/* The receive buffer is one a connection: messages longer than it come in pieces. */
const struct lws_protocols socket_protocols[] = {
    {"canasta", on_event, sizeof(struct connection), 512, 0, NULL, 0},
    {NULL, NULL, 0, 0, 0, NULL, 0}};

/* ---- each tick ---- */

/* Is it time to be silent no longer, or to go? */
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
    } else if (connection->table == NULL && !connection->deaf &&
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

/* Pings that libwebsockets tells nobody of. A few connections at a time, in turn. */
static void look_for_floods(struct server_host *host)
{
    const uint32_t most = host->idle_turns > IDLE_TURNS ? LOOKS_BUSY : LOOKS;
    for (uint32_t n = 0; n < most && n < host->slot_count; n++) {
        struct connection *connection = host->slots[host->look_at++ % host->slot_count];
        if (connection != NULL && connection->closing == 0 && is_flooding(connection))
            refuse_flood(host, connection);
    }
}

/* A wheel: those that are due in the same quarter of a second are in one list, so that a connection
 * costs nothing until then, however many there are. What happens in between moves its deadline back;
 * that is seen when its turn comes. Only what moves it forward schedules it anew. */
void connections_tick(struct server_host *host)
{
    const uint64_t now_ms = age_clock_ms(host);
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
