/* limits.h -- how much one connection and one address may ask for.
 *
 * Servers that share a store do not tell each other who is connected. Each allows an address an
 * equal share of a limit, but at least one, so that together they allow no more than the limit.
 */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "server.h"

/* A bucket that is refilled at a fixed rate up to its size; each request takes one token. Zeroed
 * memory is a full bucket. */
struct token_bucket {
    uint64_t at_ms;
    double level;
};
bool bucket_take(struct token_bucket *bucket, double per_second, double brim, uint64_t now_ms);
bool bucket_take_some(struct token_bucket *bucket, double some, double per_second, double brim,
                      uint64_t now_ms);

enum {
    ADDRESS_SIZE = 48,
    PLAIN_PER_ADDRESS = 16 /* sockets of an address in addition to its connections */
};

/* An address that is or was recently connected: the whole address for IPv4, the first 64 bits for
 * IPv6, because one customer usually controls all of them. */
struct client_address {
    struct client_address *next;
    char name[ADDRESS_SIZE];
    bool exempt;
    int32_t connections; /* WebSockets */
    int32_t sockets;     /* all, including those that have sent nothing */
    uint64_t seen_ms;
    struct token_bucket tables, wrong_tokens, requests, chat, changes;
};

struct limits {
    const struct server_options *options;
    int nodes; /* servers that share the limits of an address; 0 counts as 1 */
    struct client_address *chains[1024];
};

/* Returns whether the address is one of this machine's own. */
bool is_loopback(const char *name);
/* Returns the address, creating it if it is new; NULL without memory. An invalid address counts as
 * one that is never exempt. */
struct client_address *limits_address(struct limits *limits, const char *name, uint64_t now_ms);
bool limits_connect(struct limits *limits, struct client_address *address, uint64_t now_ms);
void limits_disconnect(struct client_address *address, uint64_t now_ms);
/* Returns whether the address may open another socket; counts an opened socket; counts a closed
 * one. */
bool limits_may_open(const struct limits *limits, const struct client_address *address);
void limits_open(struct client_address *address, uint64_t now_ms);
void limits_close(struct client_address *address, uint64_t now_ms);
bool limits_table(struct limits *limits, struct client_address *address, uint64_t now_ms);
/* Counts an HTTP request that costs as much as this many small ones. */
bool limits_request(struct limits *limits, struct client_address *address, double worth,
                    uint64_t now_ms);
/* A chat line, or a change that is neither chat nor the course of the game, from a connection of
 * the address. Each connection has buckets of its own. The address has larger ones, because a
 * client that reconnects gets full buckets every time. */
bool limits_chat(struct limits *limits, struct client_address *address, struct token_bucket *own,
                 uint64_t now_ms);
bool limits_change(struct limits *limits, struct client_address *address, struct token_bucket *own,
                   uint64_t now_ms);
/* A token without a seat was used: after ten, the address must wait. */
void limits_wrong_token(const struct limits *limits, struct client_address *address,
                        uint64_t now_ms);
/* Removes addresses without connections. */
void limits_tick(struct limits *limits, uint64_t now_ms);
void limits_free(struct limits *limits);

#endif
