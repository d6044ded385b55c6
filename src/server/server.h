/* server.h -- tables over the network: the room's public header.
 *
 * One process, one loop: libwebsockets on libuv for the network, SQLite for durable data, libuv's
 * threads for bots. table.h decides what a table does, event in, effects out; the other files of
 * this room carry out the effects. Nothing about an action is sent before it is durable.
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

/* The server's options; config.c has the keys, their defaults and their meaning. */
struct server_options {
    char listen[SERVER_TEXT];
    char metrics_listen[SERVER_TEXT]; /* "": only to this machine, on the main port */
    char data[SERVER_TEXT];
    char store[SERVER_TEXT];      /* address of a PostgreSQL; "": SQLite in 'data' */
    char node[SERVER_TEXT];       /* name among the servers of that PostgreSQL */
    char public_url[SERVER_TEXT]; /* where clients find this one among them */
    char web[SERVER_TEXT];        /* folder of the browser's files; "": none are served */
    char origins[SERVER_TEXT];    /* allowed in addition to our own, separated by blanks */
    char tls_certificate[SERVER_TEXT], tls_key[SERVER_TEXT];
    int64_t proxy; /* 1: use the client address that a proxy on this machine sends */
    int64_t message_bytes, messages_per_second, messages_burst;
    int64_t connections, connections_per_address, limit_loopback;
    int64_t tables_per_minute, tables, requests_per_minute;
    int64_t chat_per_minute, chat_burst, chat_lines, changes_per_minute;
    int64_t queue_bytes, queue_seconds;
    int64_t ping_seconds, hello_seconds, idle_seconds;
    int64_t threads, bot_nodes;
};

/* Sets the defaults. */
void server_defaults(struct server_options *options);
/* Reads "key = value" lines; # begins a comment. On failure returns false, sets *why ("FILE:LINE:
 * …") and leaves the options as far as they were read. */
bool server_read_config(struct server_options *options, const char *path, char *why, size_t size);
/* Returns whether this can be the name of a server among those that share a store. */
bool server_is_node_name(const char *name);
/* Checks what servers that share a store need. Returns false and sets *why to what is wrong. */
bool server_check_options(const struct server_options *options, char *why, size_t size);
/* Prints every key with its default and meaning. */
void server_print_config(FILE *to);

/* Serves until SIGTERM or SIGINT. Returns the exit status: 0, 2 if an option is not what it should
 * be, or 3 if a file, memory or the network failed, with a message on standard error. */
int server_run(const struct server_options *options);

/* What follows can be used while servers are running. 'from' is a folder, or the address of a
 * PostgreSQL. On failure they set *why. */

/* Copies everything to a new file, which is a database of SQLite. */
bool server_backup(const char *from, const char *file, char *why, size_t size);
/* Writes the record of a table's finished deals; with 'whole', also the deal in play and all its
 * hands. Returns the exit status: 0, 1 if there is no such table, 3 if the database is missing or
 * failed; and sets *why. */
int server_export(const char *from, const char *link, bool whole, FILE *to, char *why, size_t size);

/* Copies all tables of a folder or a PostgreSQL into another one, which must be empty. Nothing may
 * write to 'from' meanwhile. *tables: how many. */
bool server_import(const char *from, const char *to, int64_t *tables, char *why, size_t size);

/* Makes the server of this name give its tables to the others of a PostgreSQL and end; waits until
 * it has. */
bool server_drain(const char *from, const char *node, char *why, size_t size);

#endif
