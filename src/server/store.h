/* store.h -- what a server keeps: tables and their logs, whatever keeps them.
 *
 * An implementation is a list of functions; sqlite_store.c keeps everything in a folder,
 * postgres_store.c in a PostgreSQL that several servers share. A log is an append-only sequence of
 * rows, numbered from 1, each with whole lines. Tables are found by their links.
 *
 * A store belongs to one thread at a time. No function calls exit or aborts because a disk or a
 * network fails: the caller decides by the result.
 */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

enum {
    STORE_WHY_SIZE = 512, /* of a message about a failure, including its NUL */
    STORE_URL_SIZE = 512,
    LINK_SIZE = 48 /* of a table, including its NUL */
};

enum store_result {
    STORE_DONE,
    STORE_ABSENT,    /* there is no such table */
    STORE_ELSEWHERE, /* another server has this table */
    STORE_DAMAGED,   /* the log is not what was written */
    STORE_PASSING,   /* nothing was written or read; a retry may succeed */
    STORE_REPLACED,  /* another server has taken this one's place; nothing was written */
    STORE_BROKEN     /* unusable from now on; what was acknowledged is in it */
};

/* A row of a transaction; its text follows. 'n' is the number of a row of a table's log, or one of
 * these: a new table or a link that shares a table's record, with the link as text; a table that
 * this server gives away, after its last row; a result of a deal of the day, whose number takes the
 * table's place. Its text is "PLAYER MADE THEIRS NAME", and the first of a player stays; what the
 * list of open tables says of one, "": it is not in the list; nothing, where it must be known that
 * this server still has its tables, which every transaction shows. */
enum {
    DAILY_PLAYER = 32, /* characters; no two players have the same */
    ROW_TABLE = 0,
    ROW_SHARE = -1,
    ROW_RELEASE = -2,
    ROW_DAILY = -3,
    ROW_LISTED = -4,
    ROW_CONFIRM = -5
};
struct store_row {
    int64_t table, n, epoch;
    size_t length;
};

/* The rows of one transaction, one behind the other. */
struct store_batch {
    const char *rows;
    size_t length;
    int count;
    uint64_t number; /* counted from 1; the same when a batch is tried again */
};

/* Reads the row at *at and moves *at past it; returns its text. */
const char *store_next_row(const struct store_batch *batch, size_t *at, struct store_row *row);
/* Adds a row to those of a batch. */
void store_put_row(struct cn__text *rows, const struct store_row *row, const char *text);

/* The checksum of a log row, of its text and its position. Databases seldom have checksums of their
 * pages, so a name or a chat with one letter changed would go unnoticed. */
int64_t store_sum(int64_t table, int64_t n, const char *text, size_t length);

/* A table as it was found. Start from zeroed memory; free the log. */
struct store_table {
    int64_t id, epoch, rows;
    char link[LINK_SIZE], share[LINK_SIZE]; /* share: "" if its record is not shared */
    char url[STORE_URL_SIZE];               /* of the server that has it, if STORE_ELSEWHERE */
    struct cn__text log;
};

struct store {
    const struct store_calls *calls;
    int64_t last_table;       /* new tables are numbered from the next one on */
    char why[STORE_WHY_SIZE]; /* about the last result that was not STORE_DONE; printable ASCII */
    const char *refuses;      /* what is logged when it begins to fail */
    const char *takes;        /* and when it works again */
    atomic_bool draining;     /* an operator wants this server to give its tables away and end */
    atomic_int nodes; /* servers that live and share it; 0: not known, or it is not shared */
};

struct store_calls {
    /* Writes all rows and makes them durable, or writes none. */
    enum store_result (*write)(struct store *store, const struct store_batch *batch);
    /* What is due between two transactions; 'idle': nothing was written for a while. */
    enum store_result (*rest)(struct store *store, bool idle);
    /* Checks that what is written is still where it was; called before anything is acknowledged. */
    enum store_result (*check)(struct store *store);
    /* Finds a table by its link, takes it for this server, and reads its log. */
    enum store_result (*open_table)(struct store *store, const char *link,
                                    struct store_table *table);
    /* Reads a table's log, without taking it; 'shared': by the link that shares its record. */
    enum store_result (*read_table)(struct store *store, const char *link, bool shared,
                                    struct store_table *table);
    /* Reads the table with the lowest number above 'after'; STORE_ABSENT if there is none. */
    enum store_result (*next_table)(struct store *store, int64_t after, struct store_table *table);
    /* Appends the results of a deal of the day, a line each: its number, a blank, the text. 0: of
     * all deals. */
    enum store_result (*read_daily)(struct store *store, int64_t day, struct cn__text *lines);
    /* Appends the addresses of the other servers that could have tables, a line each. */
    enum store_result (*others)(struct store *store, struct cn__text *urls);
    /* Appends what the list says of the tables that were listed last, on all servers, a line each:
     * the address of the server that has the table, "" if this one has it or nobody, a blank, and
     * the text. */
    enum store_result (*read_listed)(struct store *store, struct cn__text *lines);
    /* Appends who shares the store, a line each: how many tables the server has, whether it lives,
     * whether it is draining (0 or 1), its name. One without a name: tables that nobody has. */
    enum store_result (*read_nodes)(struct store *store, struct cn__text *lines);
    /* Opens a second store on the same contents, for another thread, which only reads and takes
     * tables. Returns NULL and sets *why. */
    struct store *(*open_reader)(struct store *store, char *why, size_t size);
    void (*close)(struct store *store);
};

static inline enum store_result store_write(struct store *store, const struct store_batch *batch)
{
    return store->calls->write(store, batch);
}

static inline enum store_result store_rest(struct store *store, bool idle)
{
    return store->calls->rest(store, idle);
}

static inline enum store_result store_check(struct store *store)
{
    return store->calls->check(store);
}

static inline enum store_result store_open_table(struct store *store, const char *link,
                                                 struct store_table *table)
{
    return store->calls->open_table(store, link, table);
}

static inline enum store_result store_read_table(struct store *store, const char *link, bool shared,
                                                 struct store_table *table)
{
    return store->calls->read_table(store, link, shared, table);
}

static inline enum store_result store_next_table(struct store *store, int64_t after,
                                                 struct store_table *table)
{
    return store->calls->next_table(store, after, table);
}

static inline enum store_result store_read_daily(struct store *store, int64_t day,
                                                 struct cn__text *lines)
{
    return store->calls->read_daily(store, day, lines);
}

static inline enum store_result store_others(struct store *store, struct cn__text *urls)
{
    return store->calls->others(store, urls);
}

static inline enum store_result store_read_listed(struct store *store, struct cn__text *lines)
{
    return store->calls->read_listed(store, lines);
}

static inline enum store_result store_read_nodes(struct store *store, struct cn__text *lines)
{
    return store->calls->read_nodes(store, lines);
}

static inline struct store *store_open_reader(struct store *store, char *why, size_t size)
{
    return store->calls->open_reader(store, why, size);
}

/* Closes and frees it; NULL is allowed. */
static inline void store_close(struct store *store)
{
    if (store != NULL)
        store->calls->close(store);
}

/* Sets store->why and returns 'result'. Bytes that are not printable ASCII become '?': a message
 * may quote what a damaged file contains, and none of that may reach a terminal. */
enum store_result store_say(struct store *store, enum store_result result, const char *why);
void store_make_printable(char *text);

#endif
