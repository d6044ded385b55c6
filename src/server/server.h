/* server.h -- tables over the network: the door of this room.
 *
 * One process, one loop: libwebsockets on libuv for what comes in and goes out, SQLite for what
 * must outlive it, libuv's threads for bots. What a table does is decided by table.h, event in,
 * effects out; this room's other files perform the effects. Nothing is said of an action before it
 * is durable. /
 */
#ifndef SERVER_H
#define SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "table/table.h"

enum {
    SERVER_TEXT = 512
};

/* What a server is set up with; config.c has the keys, their defaults and what they mean. */
struct server_options {
    char listen[SERVER_TEXT];
    char metrics_listen[SERVER_TEXT]; /* "": to this machine alone, at the port of all else */
    char data[SERVER_TEXT];
    char web[SERVER_TEXT];     /* folder of the browser's files; "": none are served */
    char origins[SERVER_TEXT]; /* allowed besides the own one, separated by blanks */
    char tls_certificate[SERVER_TEXT], tls_key[SERVER_TEXT];
    int64_t proxy; /* 1: the address of a client is what a proxy on this machine says */
    int64_t message_bytes, messages_per_second, messages_burst;
    int64_t connections, connections_per_address, limit_loopback;
    int64_t tables_per_minute, tables, requests_per_minute;
    int64_t chat_per_minute, chat_burst, chat_lines, changes_per_minute;
    int64_t queue_bytes, queue_seconds;
    int64_t ping_seconds, hello_seconds, idle_seconds;
    int64_t threads, bot_nodes;
};

/* The defaults. */
void server_defaults(struct server_options *options);
/* Reads "key = value" lines, # begins a comment. False, with what is wrong in *why ("FILE:LINE:
 * …"), and the options as far as they were read. */
bool server_read_config(struct server_options *options, const char *path, char *why, size_t size);
/* Prints every key with its default and meaning. */
void server_print_config(FILE *to);

/* Serves until SIGTERM or SIGINT. The exit status: 0, 2 where 'listen' is no address, or 3 where
 * the world failed, said on standard error. */
int server_run(const struct server_options *options);

/* Beside a server that may be running. False or 0 and *why if it failed. */
bool server_backup(const char *data, const char *file, char *why, size_t size);
/* The record of a table's finished deals; 'whole': with the one in play, and all hands of it. The
 * exit status: 0, 1 if there is no such table, 3 if the database is not there or failed; and
 * *why. */
int server_export(const char *data, const char *link, bool whole, FILE *to, char *why, size_t size);

#endif
