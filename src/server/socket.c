/* socket.c -- what libwebsockets reports: who may connect, and incoming data. */
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "host.h"
#include "tcp_info.h"

enum {
    MASK_FRAMES = 8 /* a client that masks the first frames masks all */
};

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

/* A host name that resolves to this machine only because some DNS server says so is not ours
 * (rebinding). */
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

/* "http" or "https", as the page was served: by this server, or by the proxy in front of it, which
 * sends X-Forwarded-Proto or may have used either. */
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
        return true; /* not a browser: without cookies it needs no origin */
    if (is_listed(host->options->origins, origin))
        return true;
    const char *rest = strstr(origin, "://");
    return rest != NULL && strcmp(rest + 3, name) == 0 && is_own_host(host, name) &&
           is_own_scheme(host, wsi, origin, (size_t)(rest - origin));
}

/* Returns 0 to continue; else the upgrade has been answered. */
static int on_upgrade(struct server_host *host, struct lws *wsi, const char *to)
{
    const unsigned fault = http_fault(wsi, true);
    if (fault != 0)
        return http_refuse(wsi, fault);
    /* libwebsockets would also accept HTTP/2; /metrics has no tables. */
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

/* ---- receiving ---- */

/* Clients must mask their frames (RFC 6455, 5.1). libwebsockets also accepts unmasked frames
 * without reporting it, but they are four bytes shorter, so fewer bytes have arrived. With TLS the
 * socket's byte count shows nothing. */
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
    /* In this order: bytes that arrive in between must not be counted as unread only. */
    const uint64_t unread = socket_bytes_unread(fd);
    return connection->frame_bytes <= socket_bytes_received(fd) - unread - connection->begin_bytes;
}

static int on_open(struct server_host *host, struct lws *wsi, struct connection *connection)
{
    const uint64_t now_ms = host_us() / 1000;
    const int fd = (int)lws_get_socket_fd(wsi);
    memset(connection, 0, sizeof *connection);
    connection->wsi = wsi;
    connection->since_ms = connection->heard_ms = host_age_ms(host);
    connection->bytes = socket_bytes_received(fd);
    connection->begin_bytes = connection->bytes - socket_bytes_unread(fd);
    accept_upgraded(host, wsi);
    struct client_address *address = accept_address(host, wsi);
    if (address == NULL || !limits_connect(&host->limits, address, now_ms)) {
        host->metrics.refused_address++;
        return -1;
    }
    connection->address = address;
    if (!connection_register(host, connection))
        return -1;
    /* The system's buffer for a slow reader counts too. */
    const int room = (int)host->options->queue_bytes;
    setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    host->metrics.connections++;
    host->metrics.connections_total++;
    connection_schedule(host, connection);
    return 0;
}

static void on_close(struct server_host *host, struct connection *connection)
{
    if (connection->address != NULL)
        limits_disconnect(connection->address, host_us() / 1000);
    connection->address = NULL;
    connection_leave(host, connection);
    if (connection->client != 0) {
        host->metrics.connections--;
        tables_disconnect(host, connection);
        connection->client = 0;
    }
    cn__text_free(&connection->part);
}

/* Keeps a piece of a message that arrives in several. */
static bool keep_piece(struct connection *connection, const char *piece, size_t length)
{
    cn__text_append(&connection->part, piece, length);
    return !connection->part.failed;
}

static int on_pong(struct server_host *host, struct connection *connection, size_t length)
{
    connection->heard_ms = host_age_ms(host);
    connection->pinged = false;
    if (!connection_take_piece(host, connection, length, host_us() / 1000))
        return connection_refuse_flood(host, connection);
    return 0;
}

static int on_receive(struct server_host *host, struct connection *connection, const char *piece,
                      size_t length)
{
    struct lws *wsi = connection->wsi;
    const uint64_t now_ms = host_us() / 1000;
    const bool ends = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
    connection->heard_ms = host_age_ms(host);
    connection->pinged = false;
    if (!connection_take_piece(host, connection, length, now_ms))
        return connection_refuse_flood(host, connection);
    if (connection->closing != 0 || connection->ignore_input)
        return 0;
    if (!is_masked(host, connection, length))
        return connection_refuse(connection, &host->metrics.refused_frame,
                                 LWS_CLOSE_STATUS_PROTOCOL_ERR);
    if (lws_frame_is_binary(wsi))
        return connection_refuse(connection, &host->metrics.refused_size,
                                 LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
    /* The length announced in a frame's header counts as if it had arrived. */
    if (lws_remaining_packet_payload(wsi) > (size_t)host->options->message_bytes ||
        connection->part.length + length > (size_t)host->options->message_bytes)
        return connection_refuse(connection, &host->metrics.refused_size,
                                 LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
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
        return connection_refuse_flood(host, connection);
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
    case LWS_CALLBACK_WSI_DESTROY:
        http_forget(host, wsi);
        accept_end(host, wsi);
        return 0;
    case LWS_CALLBACK_HTTP: return http_request(host, wsi, in);
    case LWS_CALLBACK_HTTP_WRITEABLE: return http_on_writable(host, wsi);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return on_upgrade(host, wsi, in);
    case LWS_CALLBACK_ESTABLISHED: return on_open(host, wsi, connection);
    case LWS_CALLBACK_RECEIVE: host->events++; return on_receive(host, connection, in, length);
    case LWS_CALLBACK_RECEIVE_PONG: host->events++; return on_pong(host, connection, length);
    case LWS_CALLBACK_RAW_RX: return http_refuse_raw(wsi, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        host->events++;
        return connection_on_writable(host, connection);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: return connection->close_said ? -1 : 0;
    case LWS_CALLBACK_CLOSED: on_close(host, connection); return 0;
    default: return 0;
    }
}

/* One receive buffer per connection; longer messages arrive in pieces. */
const struct lws_protocols socket_protocols[] = {
    {"canasta", on_event, sizeof(struct connection), 512, 0, NULL, 0},
    {NULL, NULL, 0, 0, 0, NULL, 0}};
