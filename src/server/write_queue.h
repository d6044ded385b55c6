/* write_queue.h -- the store: tables and their logs, in SQLite.
 *
 * Rows are gathered during a turn of the loop. A separate thread writes them in one transaction
 * with synchronous=FULL, together with the frames that must not be sent before the rows are
 * durable. While one batch is being written the next is gathered, so a slow disk makes batches
 * larger and never blocks the loop. A full or busy disk is waited for: the batch is retried until
 * it is durable. A failed fsync ends the process, because what it had written is unknown. So does a
 * database file that was removed or replaced: the system would keep writing to a file that nobody
 * can read any more.
 */
#ifndef SERVER_WRITE_QUEUE_H
#define SERVER_WRITE_QUEUE_H

#include <uv.h>

#include "folder.h"
#include "record/record.h"

enum {
    LINK_SIZE = 48 /* of a table, including its NUL */
};

struct write_queue;

/* Called on the loop's thread when a batch has become durable, with the bytes attached to it. */
typedef void game_file_durable(void *context, const char *held, size_t length, int rows,
                               uint64_t commit_us);

/* Opens the database in the folder, which this process must have locked (folder.h), and starts the
 * thread. Returns NULL and sets *why (a static text or SQLite's message) on failure. */
struct write_queue *write_queue_open(uv_loop_t *loop, struct folder *folder,
                                     game_file_durable *durable, void *context, char *why,
                                     size_t size);
/* Waits until everything gathered is durable, or the disk refuses; then closes. Returns false if
 * rows were lost; none of them was acknowledged. */
bool write_queue_close(struct write_queue *store);

/* ---- gathering ---- */

/* Adds a new table's row. */
void write_queue_table(struct write_queue *store, int64_t table, const char *link);
/* Adds the link by which a table's record is shared. */
void write_queue_share(struct write_queue *store, int64_t table, const char *link);
/* Adds the n-th row of a table's log. */
void write_queue_append(struct write_queue *store, int64_t table, int64_t n, const char *text,
                        size_t length);
/* Attaches bytes that are passed to 'durable' with this batch. */
void write_queue_attach(struct write_queue *store, const void *bytes, size_t length);
/* The batch being gathered, counted from 1, and the last one that is durable. */
uint64_t write_queue_batch(const struct write_queue *store);
uint64_t write_queue_durable(const struct write_queue *store);
/* Passes the batch to the thread if that is idle and there is something in it. Call once per turn
 * of the loop. */
void write_queue_flush(struct write_queue *store);
/* Returns how long the disk has refused the batch on the thread; 0: it has not. */
uint64_t write_queue_stalled_ms(const struct write_queue *store);
uint64_t write_queue_failures(const struct write_queue *store);
int write_queue_pending(const struct write_queue *store);

/* ---- reading, on the loop's thread ---- */

/* Returns the table's id, 0 if the link is unknown, or -1 if the database cannot be read. */
int64_t write_queue_find(struct write_queue *store, const char *link);
/* The same for a link that shares a table's record. */
int64_t write_queue_shared(struct write_queue *store, const char *link);
/* Returns the highest table number. */
int64_t write_queue_last(struct write_queue *store);
/* Passes the log of a table, in pieces of whole rows. Returns the number of its last row, -1 if
 * they cannot be read or 'row' returns false, DATABASE_DAMAGED if they are not what was written. */
int64_t write_queue_load(struct write_queue *store, int64_t table, database_row *row,
                         void *context);

/* ---- beside a running server ---- */

/* Copies the folder's database to a new file, even while it is in use. */
bool write_queue_backup(const char *folder, const char *file, char *why, size_t size);
enum {
    STORE_NO_TABLE = -3
};
/* Passes the rows of the table with this link. Returns a negative value and sets *why on failure:
 * STORE_NO_TABLE, or it cannot be read. */
int64_t write_queue_export(const char *folder, const char *link, database_row *row, void *context,
                           char *why, size_t size);

#endif
