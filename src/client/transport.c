#include "transport.h"

#include <libwebsockets.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "base/base.h"
#include "protocol/protocol.h"

enum {
    FIRST_WAIT_MS = 1000,
    LONGEST_WAIT_MS = 30000,
    SILENT_MS = 10000, /* after this long without data, ping the server */
    WAITING_MOST = 1 << 16,
    LINE_MOST = 1 << 20
};

struct transport {
    uv_loop_t *loop;
    struct lws_context *context;
    struct lws *wsi;
    uv_timer_t timer, watch;
    const struct transport_hooks *hooks;
    void *user;
    struct url url, moved; /* moved: where the server has sent us; no host: nowhere */
    char *out;             /* queued messages, each with its NUL */
    size_t out_length, out_size;
    char *in; /* the frame being received */
    size_t in_length, in_size;
    uint64_t heard_ms;
    int wait_ms;
    int code;
    int moves; /* in a row, without another line */
    bool insecure, open, closing, cut, pinging, moving;
};

/* ---- addresses ---- */

static const char *skip_scheme(const char *text, bool *tls)
{
    static const char *const plain[] = {"http://", "ws://"};
    static const char *const secure[] = {"https://", "wss://"};
    *tls = false;
    for (int i = 0; i < 2; i++) {
        if (strncmp(text, plain[i], strlen(plain[i])) == 0)
            return text + strlen(plain[i]);
        if (strncmp(text, secure[i], strlen(secure[i])) == 0) {
            *tls = true;
            return text + strlen(secure[i]);
        }
    }
    return strstr(text, "://") == NULL ? text : NULL;
}

static bool is_link(const char *text, size_t length)
{
    return length == 32 && strspn(text, "0123456789abcdef") >= length;
}

static bool parse_host(const char *at, size_t length, struct url *url)
{
    const char *colon = NULL;
    for (size_t i = 0; i < length; i++)
        if (at[i] == ':')
            colon = at + i;
    if (at[0] == '[' && colon != NULL && colon[-1] != ']')
        colon = NULL;
    url->port = url->tls ? 443 : 80;
    if (colon != NULL) {
        char *end;
        const long port = strtol(colon + 1, &end, 10);
        if (end != at + length || port < 1 || port > 65535)
            return false;
        url->port = (int)port;
        length = (size_t)(colon - at);
    }
    if (length == 0 || length >= sizeof url->host)
        return false;
    snprintf(url->host, sizeof url->host, "%.*s", (int)length, at);
    return true;
}

bool url_parse(const char *text, struct url *url)
{
    memset(url, 0, sizeof *url);
    const char *at = skip_scheme(text, &url->tls);
    if (at == NULL)
        return false;
    const size_t host = strcspn(at, "/?#");
    if (!parse_host(at, host, url))
        return false;
    at += host;
    size_t length = strcspn(at, "?#");
    const char *last = at + length;
    while (last > at && last[-1] != '/')
        last--;
    const size_t tail = (size_t)(at + length - last);
    if (is_link(last, tail)) {
        snprintf(url->table, sizeof url->table, "%.*s", (int)tail, last);
        length -= tail;
    }
    if (length >= sizeof url->path)
        return false;
    snprintf(url->path, sizeof url->path, "%.*s", (int)length, at);
    if (length == 0)
        strcpy(url->path, "/");
    return true;
}

void url_format(const struct url *url, char *text, size_t size)
{
    snprintf(text, size, "%s://%s:%d%s%s", url->tls ? "https" : "http", url->host, url->port,
             url->path, url->table);
}

/* ---- connecting ---- */

static uint64_t now_ms(const struct transport *client)
{
    (void)client;
    return uv_hrtime() / 1000000;
}

static void connect_again(struct transport *client);

static void on_timer(uv_timer_t *timer)
{
    connect_again(timer->data);
}

/* Returns the address to connect to. */
static const struct url *place_of(const struct transport *client)
{
    return client->moved.host[0] != '\0' ? &client->moved : &client->url;
}

static void connect_later(struct transport *client)
{
    if (client->closing)
        return;
    client->moved.host[0] = '\0';
    const uint32_t wait = randombytes_uniform((uint32_t)client->wait_ms + 1);
    client->wait_ms = client->wait_ms * 2 < LONGEST_WAIT_MS ? client->wait_ms * 2 : LONGEST_WAIT_MS;
    uv_timer_start(&client->timer, on_timer, wait, 0);
}

static void on_lost(struct transport *client)
{
    const int code = client->moving ? TRANSPORT_MOVED : client->code;
    client->open = false;
    client->wsi = NULL;
    client->code = 0;
    client->cut = false;
    client->in_length = 0;
    client->out_length = 0;
    if (client->closing || !client->hooks->lost(client->user, code))
        return;
    if (client->moving)
        uv_timer_start(&client->timer, on_timer, 0, 0);
    else
        connect_later(client);
    client->moving = false;
}

static void connect_again(struct transport *client)
{
    char host[URL_HOST + 16];
    char address[URL_HOST];
    struct lws_client_connect_info info;
    const struct url *url = place_of(client);
    memset(&info, 0, sizeof info);
    snprintf(address, sizeof address, "%s", url->host);
    if (address[0] == '[') {
        memmove(address, address + 1, strlen(address));
        address[strcspn(address, "]")] = '\0';
    }
    snprintf(host, sizeof host, "%s:%d", url->host, url->port);
    info.context = client->context;
    info.address = address;
    info.port = url->port;
    info.path = url->path;
    info.host = host;
    info.protocol = "canasta";
    info.local_protocol_name = "canasta";
    info.userdata = client;
    if (url->tls)
        info.ssl_connection = LCCSCF_USE_SSL;
    if (url->tls && client->insecure)
        info.ssl_connection |=
            LCCSCF_ALLOW_SELFSIGNED | LCCSCF_SKIP_SERVER_CERT_HOSTNAME_CHECK | LCCSCF_ALLOW_EXPIRED;
    /* The callback also reports a failure, but not always. */
    client->heard_ms = now_ms(client);
    if (lws_client_connect_via_info(&info) == NULL && !uv_is_active((uv_handle_t *)&client->timer))
        connect_later(client);
}

/* ---- receiving ---- */

/* Returns whether the line says that another server has the table. */
static bool is_move(struct transport *client, const char *line, size_t size)
{
    enum {
        MOVES_MOST = 8 /* servers that send us to each other are waited for */
    };
    static const char bye[] = "{\"t\":\"bye\"";
    struct message message;
    struct message_error why;
    if (size < sizeof bye || memcmp(line, bye, sizeof bye - 1) != 0) {
        client->moves = 0;
        return false;
    }
    if (message_parse(line, size, MESSAGE_FROM_CLIENT, &message, &why) != MESSAGE_VALID ||
        !message_has(&message, FIELD_URL) || client->moves >= MOVES_MOST ||
        !url_parse(message.url, &client->moved) || (client->url.tls && !client->moved.tls))
        return false;
    client->moves++;
    client->moving = true;
    return true;
}

static void tell_lines(struct transport *client)
{
    const char *line;
    size_t size;
    for (size_t at = 0;
         !client->closing && cn__next_line(client->in, client->in_length, &at, &line, &size);)
        if (size > 0 && !is_move(client, line, size))
            client->hooks->line(client->user, line, size);
    client->in_length = 0;
}

static int on_receive(struct transport *client, const char *piece, size_t length)
{
    client->heard_ms = now_ms(client);
    if (client->in_length + length > LINE_MOST)
        return -1;
    if (!cn__array_grow(&client->in, &client->in_size, client->in_length + length, 1))
        return -1;
    memcpy(client->in + client->in_length, piece, length);
    client->in_length += length;
    if (lws_is_final_fragment(client->wsi) && lws_remaining_packet_payload(client->wsi) == 0)
        tell_lines(client);
    return 0;
}

static int send_one(struct transport *client)
{
    const size_t length = strlen(client->out);
    unsigned char *frame = malloc(LWS_PRE + length);
    if (frame == NULL)
        return -1;
    memcpy(frame + LWS_PRE, client->out, length);
    const int sent = lws_write(client->wsi, frame + LWS_PRE, length, LWS_WRITE_TEXT);
    free(frame);
    client->out_length -= length + 1;
    memmove(client->out, client->out + length + 1, client->out_length);
    return sent < (int)length ? -1 : 0;
}

static int on_writable(struct transport *client)
{
    if (client->cut || client->closing)
        return -1;
    if (client->pinging) {
        /* With a byte in it: libwebsockets does not report an empty pong. */
        unsigned char room[LWS_PRE + 1] = {0};
        client->pinging = false;
        if (lws_write(client->wsi, room + LWS_PRE, 1, LWS_WRITE_PING) < 0)
            return -1;
    }
    while (client->out_length > 0 && !lws_partial_buffered(client->wsi))
        if (send_one(client) < 0)
            return -1;
    if (client->out_length > 0)
        lws_callback_on_writable(client->wsi);
    return 0;
}

static void on_open(struct transport *client, struct lws *wsi)
{
    client->wsi = wsi;
    client->open = true;
    client->wait_ms = FIRST_WAIT_MS;
    client->heard_ms = now_ms(client);
    client->hooks->opened(client->user);
}

/* Others are about the protocol or the context, and pass something else as the user. */
static bool is_of_connection(enum lws_callback_reasons reason)
{
    return reason == LWS_CALLBACK_CLIENT_ESTABLISHED || reason == LWS_CALLBACK_CLIENT_RECEIVE ||
           reason == LWS_CALLBACK_CLIENT_RECEIVE_PONG || reason == LWS_CALLBACK_CLIENT_WRITEABLE ||
           reason == LWS_CALLBACK_WS_PEER_INITIATED_CLOSE ||
           reason == LWS_CALLBACK_CLIENT_CONNECTION_ERROR || reason == LWS_CALLBACK_CLIENT_CLOSED;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct transport *client = user;
    if (client == NULL || !is_of_connection(reason))
        return 0;
    if (client->open && wsi != client->wsi) /* an attempt that was abandoned */
        return reason == LWS_CALLBACK_CLIENT_ESTABLISHED ? -1 : 0;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED: on_open(client, wsi); return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE: return on_receive(client, in, length);
    case LWS_CALLBACK_CLIENT_RECEIVE_PONG: client->heard_ms = now_ms(client); return 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE: return on_writable(client);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        if (length >= 2)
            client->code = ((unsigned char *)in)[0] << 8 | ((unsigned char *)in)[1];
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED: on_lost(client); return 0;
    default: return 0;
    }
}

static const struct lws_protocols protocols[] = {{"canasta", on_event, 0, 4096, 0, NULL, 0},
                                                 {NULL, NULL, 0, 0, 0, NULL, 0}};

/* ---- public functions ---- */

/* Pings a server that is silent, and gives it up if it stays silent. */
static void on_watch(uv_timer_t *timer)
{
    struct transport *client = timer->data;
    const uint64_t silent = now_ms(client) - client->heard_ms;
    /* libwebsockets does not always report that an attempt to connect has failed. */
    if (!client->open && silent > 2 * SILENT_MS && !uv_is_active((uv_handle_t *)&client->timer))
        connect_later(client);
    if (!client->open || silent < SILENT_MS)
        return;
    if (silent > 2 * SILENT_MS)
        client->cut = true;
    client->pinging = true;
    lws_callback_on_writable(client->wsi);
    if (!client->cut)
        return;
    lws_set_timeout(client->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    lws_cancel_service(client->context);
}

static struct lws_context *make_context(uv_loop_t *loop, bool tls)
{
    void *loops[1] = {loop};
    struct lws_context_creation_info info;
    memset(&info, 0, sizeof info);
    lws_set_log_level(0, NULL);
    info.options = LWS_SERVER_OPTION_LIBUV;
    if (tls)
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    info.foreign_loops = loops;
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.protocols = protocols;
    info.fd_limit_per_thread = 64;
    return lws_create_context(&info);
}

struct transport *transport_open(uv_loop_t *loop, const struct url *url, bool insecure,
                                 const struct transport_hooks *hooks, void *context)
{
    struct transport *client = calloc(1, sizeof *client);
    if (client == NULL || sodium_init() < 0) {
        free(client);
        return NULL;
    }
    client->context = make_context(loop, url->tls);
    if (client->context == NULL) {
        free(client);
        return NULL;
    }
    client->loop = loop;
    client->url = *url;
    client->insecure = insecure;
    client->hooks = hooks;
    client->user = context;
    client->wait_ms = FIRST_WAIT_MS;
    client->timer.data = client->watch.data = client;
    uv_timer_init(loop, &client->timer);
    uv_timer_init(loop, &client->watch);
    uv_timer_start(&client->watch, on_watch, SILENT_MS / 4, SILENT_MS / 4);
    connect_again(client);
    return client;
}

bool transport_send(struct transport *client, const char *text, size_t length)
{
    if (!client->open || client->out_length + length + 1 > WAITING_MOST)
        return false;
    if (!cn__array_grow(&client->out, &client->out_size, client->out_length + length + 1, 1))
        return false;
    memcpy(client->out + client->out_length, text, length);
    client->out[client->out_length + length] = '\0';
    client->out_length += length + 1;
    lws_callback_on_writable(client->wsi);
    return true;
}

void transport_drop(struct transport *client)
{
    if (!client->open)
        return;
    client->cut = true;
    lws_set_timeout(client->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    lws_cancel_service(client->context);
}

void transport_close(struct transport *client)
{
    if (client == NULL)
        return;
    client->closing = true;
    uv_close((uv_handle_t *)&client->timer, NULL);
    uv_close((uv_handle_t *)&client->watch, NULL);
    /* On an external loop it is destroyed in two steps: what the loop holds, then the rest. */
    lws_context_destroy(client->context);
    uv_run(client->loop, UV_RUN_NOWAIT);
    uv_run(client->loop, UV_RUN_NOWAIT);
    lws_context_destroy(client->context);
    free(client->in);
    free(client->out);
    free(client);
}
