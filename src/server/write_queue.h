/* write_queue.h -- what is to be written, from the loop to the store's thread.
 *
 * Rows are gathered during a turn of the loop. A separate thread writes them in one transaction,
 * together with the frames that must not be sent before the rows are durable. While one batch is
 * being written the next is gathered, so a slow disk or network makes batches larger and never
 * blocks the loop. A store that refuses for a while is waited for: the batch is retried until it is
 * durable. A store that is broken ends the process.
 */
#ifndef SERVER_WRITE_QUEUE_H
#define SERVER_WRITE_QUEUE_H

#include <uv.h>

#include "store.h"

struct write_queue;

/* Called on the loop's thread when a batch has become durable, with the bytes attached to it. */
typedef void write_queue_durable_call(void *context, const char *held, size_t length, int rows,
                                      uint64_t commit_us);

/* Starts the thread, which uses the store until the queue is closed. NULL without memory. */
struct write_queue *write_queue_open(uv_loop_t *loop, struct store *store,
                                     write_queue_durable_call *durable, void *context);
/* Waits until everything gathered is durable, or the store refuses; then ends the thread. Returns
 * false if rows were lost; none of them was acknowledged. */
bool write_queue_close(struct write_queue *queue);

/* ---- gathering ---- */

/* Adds a new table's row. */
void write_queue_table(struct write_queue *queue, int64_t table, const char *link);
/* Adds the link by which a table's record is shared. */
void write_queue_share(struct write_queue *queue, int64_t table, const char *link);
/* Gives a table away, after its last row. */
void write_queue_release(struct write_queue *queue, int64_t table);
/* Asks the store to show that this server still has its tables, the table among them. */
void write_queue_confirm(struct write_queue *queue, int64_t table);
/* Adds what the list of open tables says of a table; "": it is not in the list. */
void write_queue_listed(struct write_queue *queue, int64_t table, const char *line, size_t length);
/* Adds a player's result of a deal of the day: "PLAYER MADE THEIRS NAME". */
void write_queue_daily(struct write_queue *queue, int64_t day, const char *text);
/* Adds the n-th row of a table's log. */
void write_queue_append(struct write_queue *queue, int64_t table, int64_t epoch, int64_t n,
                        const char *text, size_t length);
/* Attaches bytes that are passed to 'durable' with this batch. */
void write_queue_attach(struct write_queue *queue, const void *bytes, size_t length);
/* The batch being gathered, counted from 1, and the last one that is durable. */
uint64_t write_queue_batch(const struct write_queue *queue);
uint64_t write_queue_durable(const struct write_queue *queue);
/* Passes the batch to the thread if that is idle and there is something in it. Call once per turn
 * of the loop. */
void write_queue_flush(struct write_queue *queue);
/* Returns how long the store has refused the batch on the thread; 0: it has not. */
uint64_t write_queue_stalled_ms(const struct write_queue *queue);
uint64_t write_queue_failures(const struct write_queue *queue);
int write_queue_pending(const struct write_queue *queue);

#endif
