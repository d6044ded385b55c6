/* limits.h -- how much one connection and one address may ask for. */
#ifndef CN_LIMITS_H
#define CN_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "server.h"

/* A bucket that fills by so much a second up to its brim; each thing asked for takes one out. */
struct cn_bucket {
    uint64_t at_ms;
    double level;
};
void cn_bucket_fill(struct cn_bucket *bucket, double level, uint64_t now_ms);
bool cn_bucket_take(struct cn_bucket *bucket, double per_second, double brim, uint64_t now_ms);

enum {
    CN_ADDRESS_SIZE = 48
};

/* One address that is connected, or was lately. */
struct cn_address {
    struct cn_address *next;
    char name[CN_ADDRESS_SIZE];
    bool exempt;
    int32_t connections;
    uint64_t seen_ms;
    struct cn_bucket tables, wrong_tokens;
};

struct cn_limits {
    const struct cn_server_options *options;
    struct cn_address *chains[1024];
};

/* The address, made if it is new; NULL without memory. */
struct cn_address *cn_limits_address(struct cn_limits *limits, const char *name, uint64_t now_ms);
bool cn_limits_connect(struct cn_limits *limits, struct cn_address *address, uint64_t now_ms);
void cn_limits_disconnect(struct cn_address *address, uint64_t now_ms);
bool cn_limits_table(struct cn_limits *limits, struct cn_address *address, uint64_t now_ms);
/* A token that holds no seat was shown: after ten, the address waits. */
void cn_limits_wrong_token(struct cn_address *address, uint64_t now_ms);
/* Forgets addresses that are gone. */
void cn_limits_tick(struct cn_limits *limits, uint64_t now_ms);
void cn_limits_free(struct cn_limits *limits);

#endif
