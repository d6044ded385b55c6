/* load_socket.c -- WebSocket clients on epoll, as bare as they can be. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "load.h"

static struct load *load_of(const struct load_connection *connection)
{
    return connection->table->load;
}

static void watch(struct load_connection *connection, int operation, uint32_t events)
{
    struct epoll_event event = {.events = events, .data = {.ptr = connection}};
    epoll_ctl(load_of(connection)->epoll, operation, connection->fd, &event);
}

static const struct url *place_of(const struct load_connection *connection)
{
    return connection->moved.host[0] != '\0' ? &connection->moved
                                             : &load_of(connection)->options->url;
}

bool load_connect(struct load_connection *connection)
{
    const struct url *url = place_of(connection);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)url->port)};
    const char *host = strcmp(url->host, "localhost") == 0 ? "127.0.0.1" : url->host;
    const int one = 1;
    if (inet_pton(AF_INET, host, &to.sin_addr) != 1)
        return false;
    connection->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (connection->fd < 0)
        return false;
    setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(connection->fd, (const struct sockaddr *)&to, sizeof to) != 0 &&
        errno != EINPROGRESS) {
        close(connection->fd);
        connection->fd = -1;
        return false;
    }
    connection->state = LOAD_CONNECTING;
    connection->asked_us = load_now_us();
    connection->in_length = connection->in_used = connection->out_length = 0;
    connection->lost = NULL;
    connection->close_code = 0;
    watch(connection, EPOLL_CTL_ADD, EPOLLIN | EPOLLOUT);
    return true;
}

void load_disconnect(struct load_connection *connection)
{
    if (connection->state == LOAD_CLOSED)
        return;
    close(connection->fd);
    connection->fd = -1;
    connection->state = LOAD_CLOSED;
}

static void on_failure(struct load_connection *connection, const char *why)
{
    load_disconnect(connection);
    connection->lost = why;
}

static bool keep_rest(struct load_connection *connection, const char *bytes, size_t length)
{
    char *grown = realloc(connection->out, connection->out_length + length);
    if (grown == NULL)
        return false;
    connection->out = grown;
    memcpy(grown + connection->out_length, bytes, length);
    connection->out_length += length;
    watch(connection, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
    return true;
}

static bool send_bytes(struct load_connection *connection, const char *bytes, size_t length)
{
    if (connection->out_length > 0)
        return keep_rest(connection, bytes, length);
    const ssize_t sent = send(connection->fd, bytes, length, MSG_NOSIGNAL);
    if (sent == (ssize_t)length)
        return true;
    if (sent < 0 && errno != EAGAIN)
        return false;
    const size_t done = sent > 0 ? (size_t)sent : 0;
    return keep_rest(connection, bytes + done, length - done);
}

size_t load_frame_write(char *frame, const char *text, size_t length)
{
    size_t at = 0;
    frame[at++] = (char)0x81;
    if (length < 126) {
        frame[at++] = (char)(0x80 | length);
    } else {
        frame[at++] = (char)(0x80 | 126);
        frame[at++] = (char)(length >> 8);
        frame[at++] = (char)(length & 255);
    }
    /* A mask of zeros is a mask, and costs nothing. */
    memset(frame + at, 0, 4);
    at += 4;
    memcpy(frame + at, text, length);
    return at + length;
}

bool load_send(struct load_connection *connection, const char *text, size_t length)
{
    char frame[MESSAGE_BYTES + LOAD_FRAME_HEAD];
    if (length > MESSAGE_BYTES || connection->state != LOAD_OPEN)
        return false;
    return send_bytes(connection, frame, load_frame_write(frame, text, length));
}

/* A pong carries what the ping did, 125 bytes at most. */
static void send_pong(struct load_connection *connection, const char *payload, size_t length)
{
    char pong[6 + 125] = {(char)0x8a, (char)(0x80 | length), 0, 0, 0, 0};
    memcpy(pong + 6, payload, length);
    send_bytes(connection, pong, 6 + length);
}

int load_upgrade_text(const struct url *url, char *text, size_t size)
{
    return snprintf(text, size,
                    "GET %s HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\n"
                    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                    "Sec-WebSocket-Protocol: canasta\r\n\r\n",
                    url->path, url->host, url->port);
}

static void upgrade(struct load_connection *connection)
{
    char request[1024];
    const int length = load_upgrade_text(place_of(connection), request, sizeof request);
    connection->state = LOAD_UPGRADING;
    if (!send_bytes(connection, request, (size_t)length))
        on_failure(connection, "the upgrade could not be sent");
}

/* The size of the first frame in the bytes, its head included; 0: not whole. */
static size_t frame_size(const unsigned char *at, size_t length, size_t *head)
{
    if (length < 2)
        return 0;
    size_t body = at[1] & 127;
    *head = 2;
    if (body == 126) {
        if (length < 4)
            return 0;
        body = (size_t)at[2] << 8 | at[3];
        *head = 4;
    } else if (body == 127) {
        if (length < 10)
            return 0;
        body = 0;
        for (int i = 2; i < 10; i++)
            body = body << 8 | at[i];
        *head = 10;
    }
    return body <= length - *head ? *head + body : 0; /* not their sum, which may overflow */
}

/* True once the answer is whole, and good. */
static bool is_upgraded(struct load_connection *connection)
{
    const char *end = connection->in_length == 0
                          ? NULL
                          : memmem(connection->in, connection->in_length, "\r\n\r\n", 4);
    if (end == NULL)
        return false;
    if (strncmp(connection->in, "HTTP/1.1 101", 12) != 0) {
        on_failure(connection, "the server refused a connection");
        return false;
    }
    connection->in_used = (size_t)(end + 4 - connection->in);
    connection->state = LOAD_OPEN;
    return true;
}

static void on_close(struct load_connection *connection, const char *body, size_t length)
{
    if (length >= 2)
        connection->close_code = (unsigned char)body[0] << 8 | (unsigned char)body[1];
    on_failure(connection, "the server closed a connection");
}

/* The next frame of text among the bytes that have come; others are dealt with. */
static bool next_frame(struct load_connection *connection, const char **text, size_t *length)
{
    while (connection->state == LOAD_OPEN) {
        size_t head;
        const char *at = connection->in + connection->in_used;
        const size_t size = frame_size((const unsigned char *)at,
                                       connection->in_length - connection->in_used, &head);
        if (size == 0)
            return false;
        const int code = at[0] & 15;
        connection->in_used += size;
        *text = at + head;
        *length = size - head;
        if (code == 1)
            return true;
        if (code == 9)
            send_pong(connection, *text, *length < 125 ? *length : 125);
        else if (code == 8)
            on_close(connection, *text, *length);
    }
    return false;
}

/* Reads once; false if nothing came. */
static bool read_more(struct load_connection *connection)
{
    if (connection->in_used > 0) {
        connection->in_length -= connection->in_used;
        memmove(connection->in, connection->in + connection->in_used, connection->in_length);
        connection->in_used = 0;
    }
    if (!cn__array_grow(&connection->in, &connection->in_size, connection->in_length + 2048, 1))
        return false;
    const size_t room = connection->in_size - connection->in_length;
    const ssize_t count = recv(connection->fd, connection->in + connection->in_length, room, 0);
    if (count <= 0) {
        if (count == 0 || errno != EAGAIN)
            on_failure(connection, "a connection is lost");
        return false;
    }
    connection->in_length += (size_t)count;
    connection->drained = (size_t)count < room;
    load_of(connection)->bytes += count;
    return true;
}

enum load_arrival load_next(struct load_connection *connection, const char **text, size_t *length)
{
    while (connection->state == LOAD_UPGRADING || connection->state == LOAD_OPEN) {
        if (connection->state == LOAD_UPGRADING && is_upgraded(connection))
            return LOAD_OPENED;
        if (next_frame(connection, text, length))
            return LOAD_FRAME_OF_TEXT;
        if (connection->drained || connection->state == LOAD_CLOSED || !read_more(connection))
            break;
    }
    if (connection->lost == NULL)
        return LOAD_NOTHING;
    *text = connection->lost;
    connection->lost = NULL;
    return LOAD_LOST;
}

static void write_rest(struct load_connection *connection)
{
    const ssize_t sent =
        send(connection->fd, connection->out, connection->out_length, MSG_NOSIGNAL);
    if (sent < 0) {
        if (errno != EAGAIN)
            on_failure(connection, "a connection is lost");
        return;
    }
    connection->out_length -= (size_t)sent;
    memmove(connection->out, connection->out + sent, connection->out_length);
}

bool load_ready(struct load_connection *connection, unsigned events)
{
    if (connection->state == LOAD_CLOSED)
        return false;
    if (connection->state == LOAD_CONNECTING) {
        if ((events & (EPOLLERR | EPOLLHUP)) != 0) {
            on_failure(connection, "no server answers at this address");
            return true;
        }
        if ((events & EPOLLOUT) == 0)
            return false;
        upgrade(connection);
    } else if ((events & EPOLLOUT) != 0 && connection->out_length > 0) {
        write_rest(connection);
    }
    if (connection->state != LOAD_CLOSED && connection->out_length == 0 && (events & EPOLLOUT) != 0)
        watch(connection, EPOLL_CTL_MOD, EPOLLIN);
    connection->drained = false;
    return connection->lost != NULL || (events & (EPOLLIN | EPOLLERR | EPOLLHUP)) != 0;
}
