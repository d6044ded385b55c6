/* store.h -- what outlives the server: tables and their logs, in SQLite.
 *
 * Rows are gathered during a turn of the loop and written by a thread of its own in one transaction
 * with synchronous=FULL; with it travels what must not be said before the rows are durable. While
 * one batch is being written the next is gathered, so a slow disk makes batches larger and never
 * holds up the loop. A full or busy disk is waited for: the batch is tried again until it is
 * durable. A disk that lies (an fsync that failed) ends the process, because what it had written is
 * unknown. So does a file that somebody removed or replaced: the system goes on writing to it, and
 * nobody will ever read that. /
 */
#ifndef SERVER_WRITE_QUEUE_H
#define SERVER_WRITE_QUEUE_H

#include <uv.h>

#include "folder.h"
#include "record/record.h"

enum {
    LINK_SIZE = 48 /* of a table, its end included */
};

struct write_queue;

/* Called on the loop's thread when a batch has become durable, with what was gathered to be
 * said. */
typedef void game_file_durable(void *context, const char *held, size_t length, int rows,
                               uint64_t commit_us);

/* Opens the database in the folder, which this process must have locked (folder.h), and starts the
 * thread. NULL and *why (a static text or SQLite's words) on failure. */
struct write_queue *write_queue_open(uv_loop_t *loop, struct folder *folder,
                                     game_file_durable *durable, void *context, char *why,
                                     size_t size);
/* Waits until everything gathered is durable, or the disk refuses; then closes. False if rows were
 * lost, none of which anybody was told of. */
bool write_queue_close(struct write_queue *store);

/* ---- gathering ---- */

/* A new table's row. */
void write_queue_table(struct write_queue *store, int64_t table, const char *link);
/* The link by which a table's record is shared. */
void write_queue_share(struct write_queue *store, int64_t table, const char *link);
/* One row of a table's log: the n-th. */
void write_queue_append(struct write_queue *store, int64_t table, int64_t n, const char *text,
                        size_t length);
/* Bytes handed to 'durable' with this batch. */
void write_queue_attach(struct write_queue *store, const void *bytes, size_t length);
/* The batch being gathered, counted from 1, and the last one that is durable. */
uint64_t write_queue_batch(const struct write_queue *store);
uint64_t write_queue_durable(const struct write_queue *store);
/* Hands the batch to the thread if that is idle and there is something in it. Called once a turn of
 * the loop. */
void write_queue_flush(struct write_queue *store);
/* For how long the batch at the thread has been refused by the disk; 0: it is not. */
uint64_t write_queue_stalled_ms(const struct write_queue *store);
uint64_t write_queue_failures(const struct write_queue *store);
int write_queue_pending(const struct write_queue *store);

/* ---- reading, on the loop's thread ---- */

/* The table of a link; 0: there is none. -1: the store cannot be read now. */
int64_t write_queue_find(struct write_queue *store, const char *link);
/* The table whose record is shared by this link, in the same way. */
int64_t write_queue_shared(struct write_queue *store, const char *link);
/* The highest table number. */
int64_t write_queue_last(struct write_queue *store);
/* Hands the log of a table, in pieces of whole rows; returns the number of its last row, -1 if they
 * cannot be read or 'row' returns false, DATABASE_DAMAGED if they are not what was written. */
int64_t write_queue_load(struct write_queue *store, int64_t table, database_row *row,
                         void *context);

/* ---- beside a running server ---- */

/* Copies the database of the folder to a new file, while it may be in use. */
bool write_queue_backup(const char *folder, const char *file, char *why, size_t size);
enum {
    STORE_NO_TABLE = -3
};
/* Hands the rows of the table with this link. Below 0, with *why: STORE_NO_TABLE, or it cannot be
 * read. */
int64_t write_queue_export(const char *folder, const char *link, database_row *row, void *context,
                           char *why, size_t size);

#endif
