#include "limits.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHAINS = sizeof((struct limits *)0)->chains / sizeof(struct client_address *),
    WRONG_TOKENS = 10,
    WRONG_TOKENS_REFILL_S = 6, /* seconds until one more try */
    /* an address may chat and change things this many times as often as a connection */
    TALKERS = 8,
    FORGET_MS = 120000
};

static void refill(struct token_bucket *bucket, double per_second, double brim, uint64_t now_ms)
{
    if (bucket->at_ms == 0) /* a new one is full */
        bucket->level = brim;
    else
        bucket->level += (double)(now_ms - bucket->at_ms) / 1000 * per_second;
    if (bucket->level > brim)
        bucket->level = brim;
    bucket->at_ms = now_ms;
}

bool bucket_take_some(struct token_bucket *bucket, double some, double per_second, double brim,
                      uint64_t now_ms)
{
    refill(bucket, per_second, brim, now_ms);
    if (bucket->level < some)
        return false;
    bucket->level -= some;
    return true;
}

bool bucket_take(struct token_bucket *bucket, double per_second, double brim, uint64_t now_ms)
{
    return bucket_take_some(bucket, 1, per_second, brim, now_ms);
}

/* ---- addresses ---- */

/* This server's share of what an address may do. */
static double share_of(const struct limits *limits, double most)
{
    const int nodes = limits->nodes > 1 ? limits->nodes : 1;
    const double share = most / nodes;
    return share > 1 ? share : 1;
}

static int64_t connections_of(const struct limits *limits)
{
    const int nodes = limits->nodes > 1 ? limits->nodes : 1;
    return (limits->options->connections_per_address + nodes - 1) / nodes;
}

static double tries_per_second(const struct limits *limits)
{
    return share_of(limits, WRONG_TOKENS) / WRONG_TOKENS / WRONG_TOKENS_REFILL_S;
}

bool is_loopback(const char *name)
{
    return strncmp(name, "127.", 4) == 0 || strcmp(name, "::1") == 0 ||
           strncmp(name, "::ffff:127.", 11) == 0;
}

/* The form in which it is counted. */
static void normalize(const char *name, char counted[ADDRESS_SIZE])
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    char plain[ADDRESS_SIZE];
    struct in_addr four;
    struct in6_addr six;
    snprintf(plain, sizeof plain, "%.*s", (int)strcspn(name, "%"), name); /* without a zone */
    if (inet_pton(AF_INET, plain, &four) == 1) {
        inet_ntop(AF_INET, &four, counted, ADDRESS_SIZE);
    } else if (inet_pton(AF_INET6, plain, &six) != 1) {
        snprintf(counted, ADDRESS_SIZE, "unknown");
    } else if (memcmp(&six, mapped, sizeof mapped) == 0) {
        inet_ntop(AF_INET, six.s6_addr + sizeof mapped, counted, ADDRESS_SIZE);
    } else {
        const bool own = IN6_IS_ADDR_LOOPBACK(&six);
        if (!own)
            memset(six.s6_addr + 8, 0, 8);
        inet_ntop(AF_INET6, &six, counted, ADDRESS_SIZE);
    }
}

static unsigned chain_of(const char *name)
{
    unsigned hash = 2166136261u;
    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash % CHAINS;
}

struct client_address *limits_address(struct limits *limits, const char *name, uint64_t now_ms)
{
    char counted[ADDRESS_SIZE];
    normalize(name, counted);
    struct client_address **chain = &limits->chains[chain_of(counted)];
    for (struct client_address *address = *chain; address != NULL; address = address->next)
        if (strcmp(address->name, counted) == 0)
            return address;
    struct client_address *address = calloc(1, sizeof *address);
    if (address == NULL)
        return NULL;
    memcpy(address->name, counted, sizeof counted);
    address->exempt = limits->options->limit_loopback == 0 && is_loopback(counted);
    address->seen_ms = now_ms;
    address->next = *chain;
    *chain = address;
    return address;
}

bool limits_connect(struct limits *limits, struct client_address *address, uint64_t now_ms)
{
    address->seen_ms = now_ms;
    if (!address->exempt) {
        refill(&address->wrong_tokens, tries_per_second(limits), share_of(limits, WRONG_TOKENS),
               now_ms);
        if (address->connections >= connections_of(limits) || address->wrong_tokens.level < 1)
            return false;
    }
    address->connections++;
    return true;
}

void limits_disconnect(struct client_address *address, uint64_t now_ms)
{
    address->connections--;
    address->seen_ms = now_ms;
}

bool limits_may_open(const struct limits *limits, const struct client_address *address)
{
    return address->exempt || address->sockets < connections_of(limits) + PLAIN_PER_ADDRESS;
}

void limits_open(struct client_address *address, uint64_t now_ms)
{
    address->seen_ms = now_ms;
    address->sockets++;
}

void limits_close(struct client_address *address, uint64_t now_ms)
{
    address->sockets--;
    address->seen_ms = now_ms;
}

bool limits_table(struct limits *limits, struct client_address *address, uint64_t now_ms)
{
    const double most = share_of(limits, (double)limits->options->tables_per_minute);
    return address->exempt || bucket_take(&address->tables, most / 60, most, now_ms);
}

bool limits_request(struct limits *limits, struct client_address *address, double worth,
                    uint64_t now_ms)
{
    const double most = share_of(limits, (double)limits->options->requests_per_minute);
    address->seen_ms = now_ms;
    return address->exempt || bucket_take_some(&address->requests, worth < most ? worth : most,
                                               most / 60, most, now_ms);
}

static bool take_both(const struct limits *limits, const struct client_address *address,
                      struct token_bucket *own, struct token_bucket *shared, double per_minute,
                      double burst, uint64_t now_ms)
{
    return bucket_take(own, per_minute / 60, burst, now_ms) &&
           (address->exempt || bucket_take(shared, share_of(limits, TALKERS * per_minute) / 60,
                                           share_of(limits, TALKERS * burst), now_ms));
}

bool limits_chat(struct limits *limits, struct client_address *address, struct token_bucket *own,
                 uint64_t now_ms)
{
    return take_both(limits, address, own, &address->chat, (double)limits->options->chat_per_minute,
                     (double)limits->options->chat_burst, now_ms);
}

bool limits_change(struct limits *limits, struct client_address *address, struct token_bucket *own,
                   uint64_t now_ms)
{
    const double most = (double)limits->options->changes_per_minute;
    return take_both(limits, address, own, &address->changes, most, most, now_ms);
}

void limits_wrong_token(const struct limits *limits, struct client_address *address,
                        uint64_t now_ms)
{
    bucket_take(&address->wrong_tokens, tries_per_second(limits), share_of(limits, WRONG_TOKENS),
                now_ms);
}

void limits_tick(struct limits *limits, uint64_t now_ms)
{
    for (int i = 0; i < (int)CHAINS; i++) {
        for (struct client_address **at = &limits->chains[i]; *at != NULL;) {
            struct client_address *address = *at;
            if (address->connections > 0 || address->sockets > 0 ||
                now_ms - address->seen_ms < FORGET_MS) {
                at = &address->next;
                continue;
            }
            *at = address->next;
            free(address);
        }
    }
}

void limits_free(struct limits *limits)
{
    for (int i = 0; i < (int)CHAINS; i++) {
        while (limits->chains[i] != NULL) {
            struct client_address *address = limits->chains[i];
            limits->chains[i] = address->next;
            free(address);
        }
    }
}
