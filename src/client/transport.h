/* transport.h -- a connection to a server that reconnects automatically.
 *
 * libwebsockets on the caller's libuv loop. A lost connection is reopened: first within a second,
 * then after random waits of up to 2, 4, … 30 seconds, so that clients that lost a server together
 * do not all return together. The caller sends the first messages on a new connection ('opened').
 *
 * A server that does not have the table names the one that has it. That one is connected to at
 * once; when its connection ends, the first one is tried again.
 */
#ifndef CLIENT_TRANSPORT_H
#define CLIENT_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    URL_SIZE = 512,
    URL_HOST = 128,
    TRANSPORT_MOVED = 1 /* the server has named another one, which is connected to at once */
};

/* The address of a table: http or https (or ws, wss), and the table's link as the last part of the
 * path. */
struct url {
    char host[URL_HOST];
    char path[URL_SIZE]; /* before the link, ends with '/' */
    char table[40];      /* "": the server, not a table */
    int port;
    bool tls;
};
bool url_parse(const char *text, struct url *url);
/* "https://host:port/path/TABLE" */
void url_format(const struct url *url, char *text, size_t size);

struct transport_hooks {
    /* A connection is open; nothing was received on it yet. */
    void (*opened)(void *context);
    /* One line that the server sent. */
    void (*line)(void *context, const char *text, size_t length);
    /* The connection is gone; code: the server's close code, 0, or TRANSPORT_MOVED. Return true to
     * reconnect. */
    bool (*lost)(void *context, int code);
};

struct uv_loop_s;
struct transport;

/* Starts connecting. NULL without memory. 'insecure' accepts untrusted certificates. */
struct transport *transport_open(struct uv_loop_s *loop, const struct url *url, bool insecure,
                                 const struct transport_hooks *hooks, void *context);
/* Sends one message. Returns false if there is no connection, or the queue is full. */
bool transport_send(struct transport *client, const char *text, size_t length);
/* Drops the connection, as a network failure would. The client reconnects automatically. */
void transport_drop(struct transport *client);
/* Closes and frees; runs the loop until everything is released. */
void transport_close(struct transport *client);

#endif
