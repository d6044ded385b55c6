/* read_queue.h -- tables that are read from the store, by a thread of its own: a log may be long,
 * and a database on a network may be slow or away.
 */
#ifndef SERVER_READ_QUEUE_H
#define SERVER_READ_QUEUE_H

#include <uv.h>

#include "store.h"

struct read_queue;

enum read_kind {
    READ_TABLE,  /* with this link; the server has it then */
    READ_SHARED, /* the table whose record this link shares, without taking it */
    READ_RECORD, /* the table with this link, without taking it */
    READ_DAILY,  /* the results of a deal of the day: table.id; in the log, a line each */
    READ_OTHERS, /* the other servers' addresses, in the log, a line each */
    READ_LISTED, /* the list of open tables, in the log, as store.h says */
    READ_NODES   /* the servers that share the store, in the log, as store.h says */
};

struct read_answer {
    char link[LINK_SIZE];
    void *asker;
    enum read_kind kind;
    enum store_result result;
    struct store_table table;
};

/* Called on the loop's thread with an answer, whose log it may free or keep. */
typedef void read_queue_answer_call(void *context, struct read_answer *answer);

/* Starts the thread, which uses the store until the queue is closed. NULL without memory. */
struct read_queue *read_queue_open(uv_loop_t *loop, struct store *store,
                                   read_queue_answer_call *answer, void *context);
/* Asks for the table with this link, which the server then has; answers come in the order of the
 * questions. Returns false without memory. */
bool read_queue_open_table(struct read_queue *queue, const char *link, void *asker);
/* Asks for a table, without taking it, to read its record: the one whose record this link shares,
 * or the one with this link. */
bool read_queue_read_record(struct read_queue *queue, const char *link, bool shared, void *asker);
/* Asks for the results of a deal of the day, which are appended to 'own'. 'player' comes back as
 * the link, 'id' as the table's epoch, 'client' as its rows. */
bool read_queue_daily(struct read_queue *queue, int64_t day, const char *player, const char *own,
                      int64_t id, uint32_t client);
/* Asks for the other servers' addresses. */
bool read_queue_others(struct read_queue *queue);
/* Asks for the list of open tables. 'id' comes back as the table's epoch, 'client' as its rows. */
bool read_queue_listed(struct read_queue *queue, int64_t id, uint32_t client);
/* Asks for the servers that share the store. */
bool read_queue_nodes(struct read_queue *queue);
/* Ends the thread; what has not been answered never is. */
void read_queue_close(struct read_queue *queue);

#endif
