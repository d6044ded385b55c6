/* store.h -- what outlives the server: tables and their logs, in SQLite.
 *
 * Rows are gathered during a turn of the loop and written by a thread of its own in one transaction with
 * synchronous=FULL; with it travels what must not be said before the rows are durable. While one batch is being
 * written the next is gathered, so a slow disk makes batches larger and never holds up the loop. A full or
 * busy disk is waited for: the batch is tried again until it is durable. A disk that lies (an fsync that failed) ends the
 * process, because what it had written is unknown. So does a file that somebody removed or replaced: the system goes on writing to
 * it, and nobody will ever read that.
 */
#ifndef CN_SERVER_STORE_H
#define CN_SERVER_STORE_H

#include <uv.h>

#include "folder.h"
#include "record/record.h"

enum {
    CN_LINK_SIZE = 48 /* of a table, its end included */
};

struct cn_server_store;

/* Called on the loop's thread when a batch has become durable, with what was gathered to be said. */
typedef void cn_store_durable(void *context, const char *held, size_t length, int rows,
                              uint64_t commit_us);

/* Opens the database in the folder, which this process must have locked (folder.h), and starts the thread. NULL and *why (a
 * static text or SQLite's words) on failure. */
struct cn_server_store *cn_server_store_open(uv_loop_t *loop, struct cn_folder *folder,
                                             cn_store_durable *durable, void *context, char *why,
                                             size_t size);
/* Waits until everything gathered is durable, or the disk refuses; then closes. False if rows were lost, none of which
 * anybody was told of. */
bool cn_server_store_close(struct cn_server_store *store);

/* ---- gathering ---- */

/* A new table's row. */
void cn_server_store_table(struct cn_server_store *store, int64_t table, const char *link);
/* The link by which a table's record is shared. */
void cn_server_store_share(struct cn_server_store *store, int64_t table, const char *link);
/* One row of a table's log: the n-th. */
void cn_server_store_append(struct cn_server_store *store, int64_t table, int64_t n,
                            const char *text, size_t length);
/* Bytes handed to 'durable' with this batch. */
void cn_server_store_hold(struct cn_server_store *store, const void *bytes, size_t length);
/* The batch being gathered, counted from 1, and the last one that is durable. */
uint64_t cn_server_store_batch(const struct cn_server_store *store);
uint64_t cn_server_store_durable(const struct cn_server_store *store);
/* Hands the batch to the thread if that is idle and there is something in it. Called once a turn of the loop. */
void cn_server_store_flush(struct cn_server_store *store);
/* For how long the batch at the thread has been refused by the disk; 0: it is not. */
uint64_t cn_server_store_stuck_ms(const struct cn_server_store *store);
uint64_t cn_server_store_failures(const struct cn_server_store *store);
int cn_server_store_pending(const struct cn_server_store *store);

/* ---- reading, on the loop's thread ---- */

/* The table of a link; 0: there is none. -1: the store cannot be read now. */
int64_t cn_server_store_find(struct cn_server_store *store, const char *link);
/* The table whose record is shared by this link, in the same way. */
int64_t cn_server_store_shared(struct cn_server_store *store, const char *link);
/* The highest table number. */
int64_t cn_server_store_last(struct cn_server_store *store);
/* Hands the log of a table, in pieces of whole rows; returns the number of its last row, -1 if they cannot be read or 'row' returns
 * false, CN_DATABASE_DAMAGED if they are not what was written. */
int64_t cn_server_store_load(struct cn_server_store *store, int64_t table, cn_database_row *row,
                             void *context);

/* ---- beside a running server ---- */

/* Copies the database of the folder to a new file, while it may be in use. */
bool cn_server_store_backup(const char *folder, const char *file, char *why, size_t size);
enum {
    CN_STORE_NO_TABLE = -3
};
/* Hands the rows of the table with this link. Below 0, with *why: CN_STORE_NO_TABLE, or it cannot be read. */
int64_t cn_server_store_export(const char *folder, const char *link, cn_database_row *row,
                               void *context, char *why, size_t size);

#endif
