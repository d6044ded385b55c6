/* accept.c -- sockets from accept to close, before their purpose is known. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

enum {
    PLAIN_MOST = 256, /* sockets that are not a WebSocket, or not yet */
    BEHIND = 64,      /* that are closing, but have something to send first */
    ANSWER_MS = 60000 /* for a client to receive an answer */
};

/* A socket. Until it is a WebSocket it is in a list, with the one that has asked for nothing for
 * longest first. */
struct server_socket {
    struct server_socket *next, *last;
    struct lws *wsi;
    /* that counts it; NULL: a proxy's, whose clients are counted by the addresses it names */
    struct client_address *address;
    uint64_t asked_ms;
    bool listed, counted;
};

int64_t accept_files(int64_t connections)
{
    return connections + PLAIN_MOST + BEHIND + OTHER_FILES;
}

/* ---- the list ---- */

static void unlist(struct server_host *host, struct server_socket *socket)
{
    if (!socket->listed)
        return;
    *(socket->last != NULL ? &socket->last->next : &host->first_plain) = socket->next;
    *(socket->next != NULL ? &socket->next->last : &host->last_plain) = socket->last;
    socket->listed = false;
    host->plain_count--;
}

static void list(struct server_host *host, struct server_socket *socket)
{
    socket->next = NULL;
    socket->last = host->last_plain;
    *(socket->last != NULL ? &socket->last->next : &host->first_plain) = socket;
    host->last_plain = socket;
    socket->listed = true;
    host->plain_count++;
}

/* The socket has no descriptor any more, or soon will not. */
static void uncount(struct server_host *host, struct server_socket *socket)
{
    if (socket->counted)
        host->sockets--;
    socket->counted = false;
}

/* Closes it immediately, so that sockets that arrive in the same turn of the loop can have its
 * place. Never call this for the socket that libwebsockets is processing. */
static void end(struct server_host *host, struct server_socket *socket)
{
    unlist(host, socket);
    host->metrics.refused_idle++;
    if (!lws_partial_buffered(socket->wsi))
        uncount(host, socket);
    lws_set_timeout(socket->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
}

/* ---- from accept to close ---- */

/* The address that a proxy names: "" if it names none, and an invalid one if it cannot be
 * parsed. */
static void forwarded_name(struct lws *wsi, char name[ADDRESS_SIZE])
{
    char forwarded[256];
    name[0] = '\0';
    if (lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) <= 0)
        return;
    const bool whole =
        lws_hdr_copy(wsi, forwarded, sizeof forwarded, WSI_TOKEN_X_FORWARDED_FOR) > 0;
    /* The last is the one that the proxy itself has seen. */
    const char *last = whole ? strrchr(forwarded, ',') : NULL;
    last = !whole ? "?" : last == NULL ? forwarded : last + 1;
    last += strspn(last, " ");
    if (snprintf(name, ADDRESS_SIZE, "%s", last) >= ADDRESS_SIZE || last[0] == '\0')
        snprintf(name, ADDRESS_SIZE, "?");
}

struct client_address *accept_address(struct server_host *host, struct lws *wsi)
{
    char peer[ADDRESS_SIZE];
    char name[ADDRESS_SIZE] = "";
    lws_get_peer_simple(wsi, peer, sizeof peer);
    /* Only a proxy on this machine is trusted. */
    if (host->options->proxy != 0 && is_loopback(peer))
        forwarded_name(wsi, name);
    return limits_address(&host->limits, name[0] != '\0' ? name : peer, host_us() / 1000);
}

static struct client_address *peer_address(struct server_host *host, int fd)
{
    char peer[ADDRESS_SIZE];
    lws_get_peer_simple_fd(fd, peer, sizeof peer);
    if (host->options->proxy != 0 && is_loopback(peer))
        return NULL;
    return limits_address(&host->limits, peer, host_us() / 1000);
}

/* A descriptor kept for the moment when there is no other. */
static int spare = -1;
/* It was given up in this turn of the loop; only in the next one does a caller get it. */
static bool just_starved;

void accept_starved(void)
{
    if (spare >= 0)
        close(spare);
    spare = -1;
    just_starved = true;
}

void accept_recover(void)
{
    if (spare < 0 && !just_starved)
        spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
    just_starved = false;
}

int accept_filter(struct server_host *host, int fd)
{
    const struct client_address *address = peer_address(host, fd);
    if (spare < 0 || host->sockets >= host->sockets_most) {
        host->metrics.refused_crowd++;
        return -1;
    }
    if (address != NULL && !limits_may_open(&host->limits, address)) {
        host->metrics.refused_address++;
        return -1;
    }
    return 0;
}

int accept_begin(struct server_host *host, struct lws *wsi)
{
    struct server_socket *socket = calloc(1, sizeof *socket);
    const uint64_t now_ms = host_us() / 1000;
    if (socket == NULL)
        return -1;
    socket->wsi = wsi;
    socket->asked_ms = host_age_ms(host);
    socket->address = peer_address(host, lws_get_socket_fd(wsi));
    if (socket->address != NULL)
        limits_open(socket->address, now_ms);
    host->sockets++;
    socket->counted = true;
    lws_set_opaque_user_data(wsi, socket);
    list(host, socket);
    /* The newest socket is kept: if all places are taken, the one that has been idle longest is
     * closed. Otherwise thousands could pile up when they arrive together, as after a network
     * failure. */
    if (host->plain_count > 0 && host->first_plain != socket &&
        ((host->plain_count > PLAIN_MOST && host->sockets > host->connections_most) ||
         host->sockets >= host->sockets_most))
        end(host, host->first_plain);
    return 0;
}

void accept_request_seen(struct server_host *host, struct lws *wsi)
{
    struct server_socket *socket = lws_get_opaque_user_data(wsi);
    if (socket == NULL || !socket->listed)
        return;
    unlist(host, socket);
    socket->asked_ms = host_age_ms(host);
    list(host, socket);
}

void accept_upgraded(struct server_host *host, struct lws *wsi)
{
    struct server_socket *socket = lws_get_opaque_user_data(wsi);
    if (socket != NULL)
        unlist(host, socket);
}

void accept_end(struct server_host *host, struct lws *wsi)
{
    struct server_socket *socket = lws_get_opaque_user_data(wsi);
    if (socket == NULL)
        return;
    lws_set_opaque_user_data(wsi, NULL);
    unlist(host, socket);
    if (socket->address != NULL)
        limits_close(socket->address, host_us() / 1000);
    uncount(host, socket);
    free(socket);
}

/* Closes sockets that have sent half a head, or nothing, for too long. A client still receiving an
 * answer has more time. */
void accept_tick(struct server_host *host)
{
    const uint64_t now_ms = host_age_ms(host);
    const uint64_t patience_ms = (uint64_t)host->options->hello_seconds * 1000;
    for (struct server_socket *socket = host->first_plain; socket != NULL;) {
        struct server_socket *next = socket->next;
        if (now_ms - socket->asked_ms < patience_ms)
            break;
        if (!lws_partial_buffered(socket->wsi) || now_ms - socket->asked_ms > ANSWER_MS)
            end(host, socket);
        socket = next;
    }
}
