#include "write_queue.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server_log.h"

enum {
    RETRY_MS = 50,
    LAST_TRIES = 20, /* when the server stops */
    LOOK_MS = 1000,  /* how often an idle store checks its files */
    CHECKPOINT_PAGES = 1000,
    CHECKPOINT_MS = 5000, /* or as many pages as there are after this long */
    AGAIN_MS = 100        /* after a checkpoint blocked by a reader */
};

/* The header of a row in a batch; its text follows. 'n' is the number of a log row, or one of
 * these, with a link as text. */
enum {
    ROW_TABLE = 0,
    ROW_SHARE = -1
};
struct row {
    int64_t table, n;
    size_t length;
};

struct batch {
    struct cn__text rows, held;
    int count;
};

struct write_queue {
    struct database writer, reader;
    const struct folder *folder;
    /* when the write-ahead log was last due to be emptied; used by the thread */
    uint64_t emptied_ms;
    struct batch batch[2];
    int gathering;           /* index of the batch being filled */
    uint64_t number;         /* of that batch */
    uint64_t durable;        /* the last durable batch */
    bool writing;            /* the thread has the other batch */
    uint64_t failures;       /* of transactions */
    uint64_t stuck_since_ms; /* 0: the disk accepts writes */
    game_file_durable *said;
    void *context;
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t wake;
    uv_async_t done;
    /* Guarded by the lock. */
    struct batch *job;
    bool finished, closing, lost;
    bool impatient; /* the server stops: do not retry failed writes forever */
    uint64_t commit_us;
    uint64_t refused; /* attempts refused by the disk */
};

static uint64_t now_us(void)
{
    return uv_hrtime() / 1000;
}

/* ---- growing ---- */

static void add(struct cn__text *bytes, const void *more, size_t length)
{
    cn__text_append(bytes, more, length);
    if (bytes->failed)
        abort(); /* half a batch would be wrong; everything acknowledged is on disk */
}

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

static int write_row(struct database *db, const struct row *row, const char *text)
{
    if (row->n == ROW_TABLE)
        return database_add_table(db, row->table, text, row->length);
    if (row->n == ROW_SHARE)
        return database_add_share(db, row->table, text, row->length);
    return database_append(db, row->table, row->n, text, row->length);
}

/* Writes one transaction; SQLITE_OK: all of it is durable, else none of it. */
static int write_batch(struct database *db, const struct batch *batch)
{
    int code = database_begin(db);
    if (code != SQLITE_OK)
        return code;
    for (size_t at = 0; at < batch->rows.length && code == SQLITE_OK;) {
        struct row row;
        memcpy(&row, batch->rows.text + at, sizeof row);
        code = write_row(db, &row, batch->rows.text + at + sizeof row);
        at += sizeof row + row.length;
    }
    return database_end(db, code);
}

/* Returns whether a retry may succeed: a full disk or quota gets space again, and a lock is
 * released. What was refused has not been written. */
static bool is_passing(int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_NOMEM: return true;
    case SQLITE_IOERR:
        return code == SQLITE_IOERR_WRITE || code == SQLITE_IOERR_SHMSIZE ||
               code == SQLITE_IOERR_NOMEM;
    default: return false;
    }
}

static void die(int code)
{
    const struct server_log_field fields[] = {LOG_TEXT("why", sqlite3_errstr(code)),
                                              LOG_NUMBER("code", code), LOG_END};
    server_log(LOG_ERROR, "the store failed; what is acknowledged is in it", fields);
    _exit(EXIT_IO);
}

/* Checks that the database's files are still in place. */
static void check_files(const struct write_queue *store)
{
    const char *missing = folder_missing(store->folder);
    if (missing == NULL)
        return;
    const struct server_log_field fields[] = {LOG_TEXT("file", missing),
                                              LOG_TEXT("folder", store->folder->path), LOG_END};
    server_log(LOG_ERROR,
               "the store failed: a file was removed or replaced while the server used it; nothing "
               "more is acknowledged",
               fields);
    _exit(EXIT_IO);
}

/* Empties the write-ahead log often, so that little depends on it. */
static void empty_log(struct write_queue *store, bool idle)
{
    const uint64_t passed_ms = now_us() / 1000 - store->emptied_ms;
    const bool much = store->writer.wal_pages >= CHECKPOINT_PAGES;
    if (!idle && passed_ms < (uint64_t)(much ? AGAIN_MS : CHECKPOINT_MS))
        return;
    const int code = database_checkpoint(&store->writer, idle || !much);
    store->emptied_ms = now_us() / 1000;
    if (code != SQLITE_OK && !is_passing(code))
        die(code);
}

static void pause_thread(void)
{
    const struct timespec pause = {0, RETRY_MS * 1000000};
    nanosleep(&pause, NULL);
}

/* Retries until the batch is durable. Returns false if the server stops while the disk refuses. */
static bool write_until_durable(struct write_queue *store, const struct batch *batch)
{
    for (int tries = 0;; tries++) {
        const int code = write_batch(&store->writer, batch);
        if (code == SQLITE_OK)
            return true;
        if (!is_passing(code))
            die(code);
        uv_mutex_lock(&store->lock);
        store->refused++;
        const bool impatient = store->impatient;
        uv_mutex_unlock(&store->lock);
        uv_async_send(&store->done);
        if (impatient && tries >= LAST_TRIES)
            return false;
        pause_thread();
    }
}

/* Waits for a batch, and checks the files in the meantime; NULL when the store is to be closed.
 * Holds the lock except while doing so. */
static const struct batch *await_batch(struct write_queue *store)
{
    while (store->job == NULL && !store->closing) {
        if (uv_cond_timedwait(&store->wake, &store->lock, (uint64_t)LOOK_MS * 1000000) == 0)
            continue;
        uv_mutex_unlock(&store->lock);
        check_files(store);
        empty_log(store, true);
        uv_mutex_lock(&store->lock);
    }
    return store->job;
}

static void write_for_ever(void *context)
{
    struct write_queue *store = context;
    uv_mutex_lock(&store->lock);
    for (;;) {
        const struct batch *batch = await_batch(store);
        if (batch == NULL)
            break;
        uv_mutex_unlock(&store->lock);
        const uint64_t from = now_us();
        const bool good = batch->count == 0 || write_until_durable(store, batch);
        if (batch->count > 0)
            check_files(store);
        const uint64_t took = now_us() - from;
        uv_mutex_lock(&store->lock);
        store->job = NULL;
        store->commit_us = took;
        store->finished = true;
        store->lost |= !good;
        uv_cond_signal(&store->wake);
        uv_async_send(&store->done);
        uv_mutex_unlock(&store->lock);
        const int code = database_compact(&store->writer);
        if (code != SQLITE_OK && !is_passing(code))
            die(code);
        empty_log(store, false);
        uv_mutex_lock(&store->lock);
    }
    uv_mutex_unlock(&store->lock);
}

/* ---- on the loop ---- */

static void note_refusals(struct write_queue *store, uint64_t refused)
{
    if (refused == store->failures)
        return;
    if (store->stuck_since_ms == 0) {
        store->stuck_since_ms = now_us() / 1000;
        server_log(LOG_WARNING, "the disk refuses; tables wait", NULL);
    }
    store->failures = refused;
}

static void note_recovery(struct write_queue *store)
{
    if (store->stuck_since_ms == 0)
        return;
    store->stuck_since_ms = 0;
    server_log(LOG_INFO, "the disk takes again", NULL);
}

static void on_done(uv_async_t *async)
{
    struct write_queue *store = async->data;
    uv_mutex_lock(&store->lock);
    const bool finished = store->finished && !store->lost;
    const uint64_t took = store->commit_us;
    const uint64_t refused = store->refused;
    store->finished = store->finished && !finished;
    uv_mutex_unlock(&store->lock);
    note_refusals(store, refused);
    if (!finished)
        return;
    note_recovery(store);
    struct batch *batch = &store->batch[!store->gathering];
    store->writing = false;
    store->durable = store->number - 1;
    store->said(store->context, batch->held.text, batch->held.length, batch->count, took);
    forget(batch);
}

struct write_queue *write_queue_open(uv_loop_t *loop, struct folder *folder,
                                     game_file_durable *durable, void *context, char *why,
                                     size_t size)
{
    struct write_queue *store = calloc(1, sizeof *store);
    if (store == NULL)
        return NULL;
    if (!database_open_writer(&store->writer, folder->path, why, size) ||
        !database_open_reader(&store->reader, folder->path, why, size) ||
        !folder_note(folder, why, size)) {
        database_close(&store->writer);
        database_close(&store->reader);
        free(store);
        return NULL;
    }
    if (store->writer.damaged)
        server_log(LOG_ERROR, "the latest rows cannot be read; tables are refused as damaged",
                   NULL);
    store->folder = folder;
    store->emptied_ms = now_us() / 1000;
    store->number = 1;
    store->said = durable;
    store->context = context;
    store->done.data = store;
    uv_mutex_init(&store->lock);
    uv_cond_init(&store->wake);
    uv_async_init(loop, &store->done, on_done);
    uv_thread_create(&store->thread, write_for_ever, store);
    return store;
}

static void free_store(uv_handle_t *handle)
{
    free(handle->data);
}

bool write_queue_close(struct write_queue *store)
{
    for (;;) {
        write_queue_flush(store);
        if (!store->writing)
            break;
        uv_mutex_lock(&store->lock);
        store->impatient = true;
        while (!store->finished)
            uv_cond_wait(&store->wake, &store->lock);
        const bool lost = store->lost;
        uv_mutex_unlock(&store->lock);
        on_done(&store->done);
        if (lost)
            break;
    }
    uv_mutex_lock(&store->lock);
    store->closing = true;
    const bool lost = store->lost;
    uv_cond_signal(&store->wake);
    uv_mutex_unlock(&store->lock);
    uv_thread_join(&store->thread);
    database_close(&store->reader);
    database_close(&store->writer);
    uv_mutex_destroy(&store->lock);
    uv_cond_destroy(&store->wake);
    for (int i = 0; i < 2; i++) {
        cn__text_free(&store->batch[i].rows);
        cn__text_free(&store->batch[i].held);
    }
    uv_close((uv_handle_t *)&store->done, free_store);
    return !lost;
}

/* ---- gathering ---- */

static void gather(struct write_queue *store, int64_t table, int64_t n, const char *text,
                   size_t length)
{
    struct batch *batch = &store->batch[store->gathering];
    const struct row row = {table, n, length};
    add(&batch->rows, &row, sizeof row);
    add(&batch->rows, text, length);
    batch->count++;
}

void write_queue_table(struct write_queue *store, int64_t table, const char *link)
{
    gather(store, table, ROW_TABLE, link, strlen(link));
}

void write_queue_share(struct write_queue *store, int64_t table, const char *link)
{
    gather(store, table, ROW_SHARE, link, strlen(link));
}

void write_queue_append(struct write_queue *store, int64_t table, int64_t n, const char *text,
                        size_t length)
{
    assert(n > 0);
    gather(store, table, n, text, length);
}

void write_queue_attach(struct write_queue *store, const void *bytes, size_t length)
{
    add(&store->batch[store->gathering].held, bytes, length);
}

uint64_t write_queue_batch(const struct write_queue *store)
{
    return store->number;
}

uint64_t write_queue_durable(const struct write_queue *store)
{
    return store->durable;
}

void write_queue_flush(struct write_queue *store)
{
    struct batch *batch = &store->batch[store->gathering];
    if (store->writing || (batch->count == 0 && batch->held.length == 0))
        return;
    store->gathering = !store->gathering;
    store->number++;
    store->writing = true;
    uv_mutex_lock(&store->lock);
    store->job = batch;
    uv_cond_signal(&store->wake);
    uv_mutex_unlock(&store->lock);
}

uint64_t write_queue_stalled_ms(const struct write_queue *store)
{
    return store->stuck_since_ms == 0 ? 0 : now_us() / 1000 - store->stuck_since_ms + 1;
}

uint64_t write_queue_failures(const struct write_queue *store)
{
    return store->failures;
}

int write_queue_pending(const struct write_queue *store)
{
    return store->batch[store->gathering].count +
           (store->writing ? store->batch[!store->gathering].count : 0);
}

/* ---- reading ---- */

int64_t write_queue_find(struct write_queue *store, const char *link)
{
    return database_find(&store->reader, link);
}

int64_t write_queue_shared(struct write_queue *store, const char *link)
{
    return database_shared(&store->reader, link);
}

int64_t write_queue_last(struct write_queue *store)
{
    return database_last(&store->reader);
}

int64_t write_queue_load(struct write_queue *store, int64_t table, database_row *row, void *context)
{
    return database_load(&store->reader, table, row, context);
}

/* ---- beside a running server ---- */

static bool open_beside(struct database *db, const char *folder, char *why, size_t size)
{
    char path[STORE_PATH_SIZE];
    snprintf(path, sizeof path, "%s/canasta.db", folder);
    memset(db, 0, sizeof *db);
    if (access(path, R_OK) != 0) {
        snprintf(why, size, "%s: %s", path, strerror(errno));
        return false;
    }
    if (database_open_reader(db, folder, why, size))
        return true;
    database_close(db);
    return false;
}

bool write_queue_backup(const char *folder, const char *file, char *why, size_t size)
{
    struct database db;
    if (access(file, F_OK) == 0) {
        snprintf(why, size, "%s: %s", file, strerror(EEXIST));
        return false;
    }
    if (!open_beside(&db, folder, why, size))
        return false;
    const bool good = database_copy(&db, file, why, size);
    database_close(&db);
    return good;
}

int64_t write_queue_export(const char *folder, const char *link, database_row *row, void *context,
                           char *why, size_t size)
{
    struct database db;
    if (!open_beside(&db, folder, why, size))
        return -1;
    const int64_t table = database_find(&db, link);
    int64_t rows = -1;
    if (table > 0)
        rows = database_load(&db, table, row, context);
    char error[200];
    database_error(&db, error, sizeof error);
    if (rows < 0)
        snprintf(why, size, "%s: %s", link,
                 table == 0                 ? "no such table"
                 : rows == DATABASE_DAMAGED ? "the log is damaged"
                                            : error);
    database_close(&db);
    return table == 0 ? STORE_NO_TABLE : rows;
}
