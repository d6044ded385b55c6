/* limits.h -- how much one connection and one address may ask for. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "server.h"

/* A bucket that fills by so much a second up to its brim; each thing asked for takes one out.
 * Zeroed memory is a full one. */
struct token_bucket {
    uint64_t at_ms;
    double level;
};
bool bucket_take(struct token_bucket *bucket, double per_second, double brim, uint64_t now_ms);
bool bucket_take_some(struct token_bucket *bucket, double some, double per_second, double brim,
                      uint64_t now_ms);

enum {
    ADDRESS_SIZE = 48,
    PLAIN_PER_ADDRESS = 16 /* sockets of an address besides those that its connections are */
};

/* One address that is connected, or was lately: of IPv4 as it is; of IPv6 its first 64 bits,
 * because whoever has one of those addresses has them all. */
struct client_address {
    struct client_address *next;
    char name[ADDRESS_SIZE];
    bool exempt;
    int32_t connections; /* WebSockets */
    int32_t sockets;     /* all, whatever they have said */
    uint64_t seen_ms;
    struct token_bucket tables, wrong_tokens, requests, chat, changes;
};

struct limits {
    const struct server_options *options;
    struct client_address *chains[1024];
};

/* Is this one of this machine's own? */
bool is_loopback(const char *name);
/* The address, made if it is new; NULL without memory. What is no address counts as one that is
 * never exempt. */
struct client_address *limits_address(struct limits *limits, const char *name, uint64_t now_ms);
bool limits_connect(struct limits *limits, struct client_address *address, uint64_t now_ms);
void limits_disconnect(struct client_address *address, uint64_t now_ms);
/* One more socket, if it may have that, or one less. */
bool limits_may_open(const struct limits *limits, const struct client_address *address);
void limits_open(struct client_address *address, uint64_t now_ms);
void limits_close(struct client_address *address, uint64_t now_ms);
bool limits_table(struct limits *limits, struct client_address *address, uint64_t now_ms);
/* A request over HTTP that is worth so many small ones. */
bool limits_request(struct limits *limits, struct client_address *address, double worth,
                    uint64_t now_ms);
/* A line of chat, or something else that is neither that nor the game's course, from a connection
 * of the address. The connection has buckets of its own; the address has larger ones, because
 * whoever comes again and again has full ones every time. */
bool limits_chat(struct limits *limits, struct client_address *address, struct token_bucket *own,
                 uint64_t now_ms);
bool limits_change(struct limits *limits, struct client_address *address, struct token_bucket *own,
                   uint64_t now_ms);
/* A token that holds no seat was shown: after ten, the address waits. */
void limits_wrong_token(struct client_address *address, uint64_t now_ms);
/* Forgets addresses that are gone. */
void limits_tick(struct limits *limits, uint64_t now_ms);
void limits_free(struct limits *limits);

#endif
