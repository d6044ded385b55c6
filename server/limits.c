#include "limits.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHAINS = sizeof((struct cn_limits *)0)->chains / sizeof(struct cn_address *),
    WRONG_TOKENS = 10,
    WRONG_TOKENS_REFILL_S = 6, /* one more try in so many seconds */
    FORGET_MS = 120000
};

void cn_bucket_fill(struct cn_bucket *bucket, double level, uint64_t now_ms)
{
    bucket->level = level;
    bucket->at_ms = now_ms;
}

static void refill(struct cn_bucket *bucket, double per_second, double brim, uint64_t now_ms)
{
    if (bucket->at_ms == 0)
        bucket->level = brim;
    else
        bucket->level += (double)(now_ms - bucket->at_ms) / 1000 * per_second;
    if (bucket->level > brim)
        bucket->level = brim;
    bucket->at_ms = now_ms;
}

bool cn_bucket_take(struct cn_bucket *bucket, double per_second, double brim, uint64_t now_ms)
{
    refill(bucket, per_second, brim, now_ms);
    if (bucket->level < 1)
        return false;
    bucket->level -= 1;
    return true;
}

static bool is_loopback(const char *name)
{
    return strncmp(name, "127.", 4) == 0 || strcmp(name, "::1") == 0 ||
           strncmp(name, "::ffff:127.", 11) == 0;
}

static unsigned chain_of(const char *name)
{
    unsigned hash = 2166136261u;
    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash % CHAINS;
}

struct cn_address *cn_limits_address(struct cn_limits *limits, const char *name, uint64_t now_ms)
{
    struct cn_address **chain = &limits->chains[chain_of(name)];
    for (struct cn_address *address = *chain; address != NULL; address = address->next)
        if (strcmp(address->name, name) == 0)
            return address;
    struct cn_address *address = calloc(1, sizeof *address);
    if (address == NULL)
        return NULL;
    strncpy(address->name, name, CN_ADDRESS_SIZE - 1);
    address->exempt = limits->options->limit_loopback == 0 && is_loopback(name);
    address->seen_ms = now_ms;
    address->next = *chain;
    *chain = address;
    return address;
}

bool cn_limits_connect(struct cn_limits *limits, struct cn_address *address, uint64_t now_ms)
{
    address->seen_ms = now_ms;
    if (!address->exempt) {
        refill(&address->wrong_tokens, 1.0 / WRONG_TOKENS_REFILL_S, WRONG_TOKENS, now_ms);
        if (address->connections >= limits->options->connections_per_address ||
            address->wrong_tokens.level < 1)
            return false;
    }
    address->connections++;
    return true;
}

void cn_limits_disconnect(struct cn_address *address, uint64_t now_ms)
{
    address->connections--;
    address->seen_ms = now_ms;
}

bool cn_limits_table(struct cn_limits *limits, struct cn_address *address, uint64_t now_ms)
{
    const double most = (double)limits->options->tables_per_minute;
    return address->exempt || cn_bucket_take(&address->tables, most / 60, most, now_ms);
}

void cn_limits_wrong_token(struct cn_address *address, uint64_t now_ms)
{
    cn_bucket_take(&address->wrong_tokens, 1.0 / WRONG_TOKENS_REFILL_S, WRONG_TOKENS, now_ms);
}

void cn_limits_tick(struct cn_limits *limits, uint64_t now_ms)
{
    for (int i = 0; i < (int)CHAINS; i++) {
        for (struct cn_address **at = &limits->chains[i]; *at != NULL;) {
            struct cn_address *address = *at;
            if (address->connections > 0 || now_ms - address->seen_ms < FORGET_MS) {
                at = &address->next;
                continue;
            }
            *at = address->next;
            free(address);
        }
    }
}

void cn_limits_free(struct cn_limits *limits)
{
    for (int i = 0; i < (int)CHAINS; i++) {
        while (limits->chains[i] != NULL) {
            struct cn_address *address = limits->chains[i];
            limits->chains[i] = address->next;
            free(address);
        }
    }
}
