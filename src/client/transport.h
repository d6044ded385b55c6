/* client.h -- a connection to a server that comes back by itself.
 *
 * libwebsockets on the caller's libuv loop. When the connection is lost it is made anew: at once
 * within a second, then after random waits of up to 2, 4, … 30 seconds, so that those who lost a
 * server together do not come back together. What to say on a new connection is the caller's
 * business ('opened').
 */
#ifndef CLIENT_TRANSPORT_H
#define CLIENT_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    URL_SIZE = 512,
    URL_HOST = 128
};

/* Where a table is: http or https (or ws, wss), and the table's link as the last part of the path.
 */
struct url {
    char host[URL_HOST];
    char path[URL_SIZE]; /* before the link, ends with '/' */
    char table[40];      /* "": the server, no table */
    int port;
    bool tls;
};
bool url_parse(const char *text, struct url *url);
/* "https://host:port/path/TABLE" */
void url_format(const struct url *url, char *text, size_t size);

struct transport_hooks {
    /* A connection stands; it hears nothing before this. */
    void (*opened)(void *context);
    /* One line that the server sent. */
    void (*line)(void *context, const char *text, size_t length);
    /* The connection is gone; 'code' as the server closed it, 0: it did not say. True: come back.
     */
    bool (*lost)(void *context, int code);
};

struct uv_loop_s;
struct transport;

/* Begins to connect. NULL without memory. 'insecure' accepts certificates that nobody vouches for.
 */
struct transport *transport_open(struct uv_loop_s *loop, const struct url *url, bool insecure,
                                 const struct transport_hooks *hooks, void *context);
/* Sends one message; false if there is no connection now, or too much waits already. */
bool transport_send(struct transport *client, const char *text, size_t length);
bool transport_is_open(const struct transport *client);
/* Drops the connection as a failing network would; it comes back by itself. */
void transport_drop(struct transport *client);
/* Closes and frees; runs the loop until all is given back. */
void transport_close(struct transport *client);

#endif
