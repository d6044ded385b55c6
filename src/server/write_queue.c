#include "write_queue.h"

#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server_log.h"

enum {
    RETRY_MS = 50,
    LAST_TRIES = 20, /* when the server stops */
    LOOK_MS = 1000   /* how often an idle store is checked */
};

struct batch {
    struct cn__text rows, held;
    int count;
};

struct write_queue {
    struct store *store; /* used by the thread */
    struct batch batch[2];
    int gathering;           /* index of the batch being filled */
    uint64_t number;         /* of that batch */
    uint64_t durable;        /* the last durable batch */
    bool writing;            /* the thread has the other batch */
    uint64_t failures;       /* of transactions */
    uint64_t stuck_since_ms; /* 0: the store takes rows */
    write_queue_durable_call *said;
    void *context;
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t wake;
    uv_async_t done;
    /* Guarded by the lock. */
    struct batch *job;
    uint64_t job_number;
    bool finished, closing, lost;
    bool impatient; /* the server stops: do not retry failed writes forever */
    uint64_t commit_us;
    uint64_t refused; /* attempts refused by the store */
};

static uint64_t now_us(void)
{
    return uv_hrtime() / 1000;
}

/* ---- growing ---- */

/* Empties a batch. After a burst it must not keep its memory forever. */
static void forget(struct batch *batch)
{
    enum {
        KEEP = 1 << 20
    };
    struct cn__text *both[] = {&batch->rows, &batch->held};
    for (int i = 0; i < 2; i++) {
        if (both[i]->size > KEEP)
            cn__text_free(both[i]);
        else
            cn__text_clear(both[i]);
    }
    batch->count = 0;
}

/* ---- the thread ---- */

/* Runs the same command in this process: everything in memory is gone, and so are all connections,
 * whose clients come back. */
static void begin_again(void)
{
    enum {
        WORDS = 64,
        BYTES = 16384
    };
    static char line[BYTES];
    static char *words[WORDS];
    const int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    const ssize_t length = fd >= 0 ? read(fd, line, sizeof line - 1) : -1;
    int count = 0;
    for (char *at = line; length > 0 && at < line + length && count < WORDS - 1;
         at += strlen(at) + 1)
        words[count++] = at;
    if (count > 0)
        execv("/proc/self/exe", words);
}

/* Ends the process if the store cannot be used any more. Other nodes that have given this one up
 * have its tables, so it begins again without them. */
static void insist(const struct store *store, enum store_result result)
{
    const struct server_log_field fields[] = {LOG_TEXT("why", store->why), LOG_END};
    if (result == STORE_DONE || result == STORE_PASSING)
        return;
    if (result == STORE_REPLACED) {
        server_log(LOG_WARNING, "what was not acknowledged is dropped; beginning again", fields);
        begin_again();
    }
    server_log(LOG_ERROR, "the store failed; what is acknowledged is in it", fields);
    _exit(EXIT_IO);
}

static void pause_thread(void)
{
    const struct timespec pause = {0, RETRY_MS * 1000000};
    nanosleep(&pause, NULL);
}

/* Retries until the batch is durable. Returns false if the server stops while the store refuses. */
static bool write_until_durable(struct write_queue *queue, const struct store_batch *batch)
{
    for (int tries = 0;; tries++) {
        const enum store_result result = store_write(queue->store, batch);
        insist(queue->store, result);
        if (result == STORE_DONE)
            return true;
        uv_mutex_lock(&queue->lock);
        queue->refused++;
        const bool impatient = queue->impatient;
        uv_mutex_unlock(&queue->lock);
        uv_async_send(&queue->done);
        if (impatient && tries >= LAST_TRIES)
            return false;
        pause_thread();
    }
}

/* Waits for a batch, and looks after the store in the meantime; NULL when the queue is to be
 * closed. Holds the lock except while doing so. */
static const struct batch *await_batch(struct write_queue *queue)
{
    while (queue->job == NULL && !queue->closing) {
        if (uv_cond_timedwait(&queue->wake, &queue->lock, (uint64_t)LOOK_MS * 1000000) == 0)
            continue;
        uv_mutex_unlock(&queue->lock);
        insist(queue->store, store_check(queue->store));
        insist(queue->store, store_rest(queue->store, true));
        uv_mutex_lock(&queue->lock);
    }
    return queue->job;
}

static bool write_job(struct write_queue *queue, const struct batch *batch, uint64_t number)
{
    const struct store_batch rows = {batch->rows.text, batch->rows.length, batch->count, number};
    if (batch->count == 0)
        return true;
    const bool good = write_until_durable(queue, &rows);
    insist(queue->store, store_check(queue->store));
    return good;
}

static void write_for_ever(void *context)
{
    struct write_queue *queue = context;
    uv_mutex_lock(&queue->lock);
    for (;;) {
        const struct batch *batch = await_batch(queue);
        const uint64_t number = queue->job_number;
        if (batch == NULL)
            break;
        uv_mutex_unlock(&queue->lock);
        const uint64_t from = now_us();
        const bool good = write_job(queue, batch, number);
        const uint64_t took = now_us() - from;
        uv_mutex_lock(&queue->lock);
        queue->job = NULL;
        queue->commit_us = took;
        queue->finished = true;
        queue->lost |= !good;
        uv_cond_signal(&queue->wake);
        uv_async_send(&queue->done);
        uv_mutex_unlock(&queue->lock);
        insist(queue->store, store_rest(queue->store, false));
        uv_mutex_lock(&queue->lock);
    }
    uv_mutex_unlock(&queue->lock);
}

/* ---- on the loop ---- */

static void note_refusals(struct write_queue *queue, uint64_t refused)
{
    if (refused == queue->failures)
        return;
    if (queue->stuck_since_ms == 0) {
        queue->stuck_since_ms = now_us() / 1000;
        server_log(LOG_WARNING, queue->store->refuses, NULL);
    }
    queue->failures = refused;
}

static void note_recovery(struct write_queue *queue)
{
    if (queue->stuck_since_ms == 0)
        return;
    queue->stuck_since_ms = 0;
    server_log(LOG_INFO, queue->store->takes, NULL);
}

static void on_done(uv_async_t *async)
{
    struct write_queue *queue = async->data;
    uv_mutex_lock(&queue->lock);
    const bool finished = queue->finished && !queue->lost;
    const uint64_t took = queue->commit_us;
    const uint64_t refused = queue->refused;
    queue->finished = queue->finished && !finished;
    uv_mutex_unlock(&queue->lock);
    note_refusals(queue, refused);
    if (!finished)
        return;
    note_recovery(queue);
    struct batch *batch = &queue->batch[!queue->gathering];
    queue->writing = false;
    queue->durable = queue->number - 1;
    queue->said(queue->context, batch->held.text, batch->held.length, batch->count, took);
    forget(batch);
}

struct write_queue *write_queue_open(uv_loop_t *loop, struct store *store,
                                     write_queue_durable_call *durable, void *context)
{
    struct write_queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL)
        return NULL;
    queue->store = store;
    queue->number = 1;
    queue->said = durable;
    queue->context = context;
    queue->done.data = queue;
    uv_mutex_init(&queue->lock);
    uv_cond_init(&queue->wake);
    uv_async_init(loop, &queue->done, on_done);
    uv_thread_create(&queue->thread, write_for_ever, queue);
    return queue;
}

static void free_queue(uv_handle_t *handle)
{
    free(handle->data);
}

bool write_queue_close(struct write_queue *queue)
{
    for (;;) {
        write_queue_flush(queue);
        if (!queue->writing)
            break;
        uv_mutex_lock(&queue->lock);
        queue->impatient = true;
        while (!queue->finished)
            uv_cond_wait(&queue->wake, &queue->lock);
        const bool lost = queue->lost;
        uv_mutex_unlock(&queue->lock);
        on_done(&queue->done);
        if (lost)
            break;
    }
    uv_mutex_lock(&queue->lock);
    queue->closing = true;
    const bool lost = queue->lost;
    uv_cond_signal(&queue->wake);
    uv_mutex_unlock(&queue->lock);
    uv_thread_join(&queue->thread);
    uv_mutex_destroy(&queue->lock);
    uv_cond_destroy(&queue->wake);
    for (int i = 0; i < 2; i++) {
        cn__text_free(&queue->batch[i].rows);
        cn__text_free(&queue->batch[i].held);
    }
    uv_close((uv_handle_t *)&queue->done, free_queue);
    return !lost;
}

/* ---- gathering ---- */

static void gather(struct write_queue *queue, const struct store_row *row, const char *text)
{
    struct batch *batch = &queue->batch[queue->gathering];
    store_put_row(&batch->rows, row, text);
    batch->count++;
}

void write_queue_table(struct write_queue *queue, int64_t table, const char *link)
{
    gather(queue, &(struct store_row){.table = table, .n = ROW_TABLE, .length = strlen(link)},
           link);
}

void write_queue_share(struct write_queue *queue, int64_t table, const char *link)
{
    gather(queue, &(struct store_row){.table = table, .n = ROW_SHARE, .length = strlen(link)},
           link);
}

void write_queue_release(struct write_queue *queue, int64_t table)
{
    gather(queue, &(struct store_row){.table = table, .n = ROW_RELEASE}, "");
}

void write_queue_confirm(struct write_queue *queue, int64_t table)
{
    gather(queue, &(struct store_row){.table = table, .n = ROW_CONFIRM}, "");
}

void write_queue_listed(struct write_queue *queue, int64_t table, const char *line, size_t length)
{
    gather(queue, &(struct store_row){.table = table, .n = ROW_LISTED, .length = length}, line);
}

void write_queue_daily(struct write_queue *queue, int64_t day, const char *text)
{
    gather(queue, &(struct store_row){.table = day, .n = ROW_DAILY, .length = strlen(text)}, text);
}

void write_queue_append(struct write_queue *queue, int64_t table, int64_t epoch, int64_t n,
                        const char *text, size_t length)
{
    assert(n > 0);
    gather(queue, &(struct store_row){.table = table, .n = n, .epoch = epoch, .length = length},
           text);
}

void write_queue_attach(struct write_queue *queue, const void *bytes, size_t length)
{
    struct cn__text *held = &queue->batch[queue->gathering].held;
    cn__text_append(held, bytes, length);
    if (held->failed)
        abort(); /* everything acknowledged is durable */
}

uint64_t write_queue_batch(const struct write_queue *queue)
{
    return queue->number;
}

uint64_t write_queue_durable(const struct write_queue *queue)
{
    return queue->durable;
}

void write_queue_flush(struct write_queue *queue)
{
    struct batch *batch = &queue->batch[queue->gathering];
    if (queue->writing || (batch->count == 0 && batch->held.length == 0))
        return;
    queue->gathering = !queue->gathering;
    queue->number++;
    queue->writing = true;
    uv_mutex_lock(&queue->lock);
    queue->job = batch;
    queue->job_number = queue->number - 1;
    uv_cond_signal(&queue->wake);
    uv_mutex_unlock(&queue->lock);
}

uint64_t write_queue_stalled_ms(const struct write_queue *queue)
{
    return queue->stuck_since_ms == 0 ? 0 : now_us() / 1000 - queue->stuck_since_ms + 1;
}

uint64_t write_queue_failures(const struct write_queue *queue)
{
    return queue->failures;
}

int write_queue_pending(const struct write_queue *queue)
{
    return queue->batch[queue->gathering].count +
           (queue->writing ? queue->batch[!queue->gathering].count : 0);
}
