#include "store.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "journal.h"

enum {
    SCHEMA_VERSION = 2,
    RETRY_MS = 50
};

static const char schema[] =
    "CREATE TABLE tables (id INTEGER PRIMARY KEY, link TEXT NOT NULL UNIQUE, made INTEGER NOT "
    "NULL) "
    "STRICT;"
    "CREATE TABLE shares (link TEXT PRIMARY KEY, id INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE log (id INTEGER NOT NULL, n INTEGER NOT NULL, lines TEXT NOT NULL, "
    "sum INTEGER NOT NULL, PRIMARY KEY (id, n)) STRICT, WITHOUT ROWID;";

/* Of a row in a batch: its text follows. 'n' is that of a log row or one of these, with a link as text. */
enum {
    ROW_TABLE = 0,
    ROW_SHARE = -1
};
struct row {
    int64_t table, n;
    size_t length;
};

struct bytes {
    char *at;
    size_t length, size;
};

struct batch {
    struct bytes rows, held;
    int count;
};

struct database {
    sqlite3 *handle;
    sqlite3_stmt *begin, *commit, *rollback, *append, *table, *share;
    sqlite3_stmt *find, *shared, *last, *load;
};

struct cn_server_store {
    struct database writer, reader;
    struct batch batch[2];
    int gathering;           /* index of the batch that is filled */
    uint64_t number;         /* of that one */
    uint64_t durable;        /* the last that is */
    bool writing;            /* the other one is at the thread */
    uint64_t failures;       /* of transactions */
    uint64_t stuck_since_ms; /* 0: not */
    cn_store_durable *said;
    void *context;
    uv_thread_t thread;
    uv_mutex_t lock;
    uv_cond_t wake;
    uv_async_t done;
    /* Guarded by the lock. */
    struct batch *job;
    bool finished, closing, lost;
    uint64_t commit_us;
    uint64_t refused; /* attempts refused by the disk */
};

static uint64_t now_us(void)
{
    return uv_hrtime() / 1000;
}

/* ---- growing ---- */

static void add(struct bytes *bytes, const void *more, size_t length)
{
    if (bytes->length + length > bytes->size) {
        const size_t size = (bytes->length + length) * 2 + 1024;
        char *grown = realloc(bytes->at, size);
        if (grown == NULL)
            abort(); /* half a batch would be a lie; what was acknowledged is on disk */
        bytes->at = grown;
        bytes->size = size;
    }
    if (length > 0)
        memcpy(bytes->at + bytes->length, more, length);
    bytes->length += length;
}

/* A burst must not keep its memory for ever. */
static void forget(struct batch *batch)
{
    enum {
        KEEP = 1 << 20
    };
    struct bytes *both[] = {&batch->rows, &batch->held};
    for (int i = 0; i < 2; i++) {
        both[i]->length = 0;
        if (both[i]->size <= KEEP)
            continue;
        free(both[i]->at);
        *both[i] = (struct bytes){NULL, 0, 0};
    }
    batch->count = 0;
}

/* ---- SQLite ---- */

static bool prepare(sqlite3 *handle, const char *sql, sqlite3_stmt **statement)
{
    return sqlite3_prepare_v3(handle, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) ==
           SQLITE_OK;
}

static bool run(sqlite3 *handle, const char *sql)
{
    return sqlite3_exec(handle, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static int version_of(sqlite3 *handle)
{
    sqlite3_stmt *statement;
    int version = -1;
    if (!prepare(handle, "PRAGMA user_version", &statement))
        return -1;
    if (sqlite3_step(statement) == SQLITE_ROW)
        version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return version;
}

static bool harden(sqlite3 *handle)
{
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_busy_timeout(handle, 20);
    return run(handle,
               "PRAGMA synchronous=FULL; PRAGMA cache_size=-2048; PRAGMA temp_store=MEMORY");
}

static bool make_schema(sqlite3 *handle, char *why, size_t size)
{
    const int version = version_of(handle);
    if (version == SCHEMA_VERSION)
        return true;
    if (version > 0) {
        snprintf(why, size, "the database is of version %d; this program knows version %d", version,
                 SCHEMA_VERSION);
        return false;
    }
    if (version == 0 && run(handle, "BEGIN IMMEDIATE") && run(handle, schema) &&
        run(handle, "PRAGMA user_version=2") && run(handle, "COMMIT"))
        return true;
    snprintf(why, size, "%s", sqlite3_errmsg(handle));
    return false;
}

static bool open_writer(struct database *db, const char *path, char *why, size_t size)
{
    if (sqlite3_open_v2(path, &db->handle,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX,
                        NULL) != SQLITE_OK ||
        !run(db->handle, "PRAGMA journal_mode=WAL") || !harden(db->handle)) {
        snprintf(why, size, "%s", sqlite3_errmsg(db->handle));
        return false;
    }
    if (!make_schema(db->handle, why, size))
        return false;
    if (prepare(db->handle, "BEGIN IMMEDIATE", &db->begin) &&
        prepare(db->handle, "COMMIT", &db->commit) &&
        prepare(db->handle, "ROLLBACK", &db->rollback) &&
        prepare(db->handle, "INSERT INTO log VALUES (?1, ?2, ?3, ?4)", &db->append) &&
        prepare(db->handle, "INSERT INTO tables VALUES (?1, ?2, unixepoch())", &db->table) &&
        prepare(db->handle, "INSERT OR IGNORE INTO shares VALUES (?2, ?1)", &db->share))
        return true;
    snprintf(why, size, "%s", sqlite3_errmsg(db->handle));
    return false;
}

static bool open_reader(struct database *db, const char *path, char *why, size_t size)
{
    if (sqlite3_open_v2(path, &db->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX, NULL) ==
            SQLITE_OK &&
        harden(db->handle) &&
        prepare(db->handle, "SELECT id FROM tables WHERE link = ?1", &db->find) &&
        prepare(db->handle, "SELECT id FROM shares WHERE link = ?1", &db->shared) &&
        prepare(db->handle, "SELECT coalesce(max(id), 0) FROM tables", &db->last) &&
        prepare(db->handle, "SELECT lines, n, sum FROM log WHERE id = ?1 ORDER BY n", &db->load))
        return true;
    snprintf(why, size, "%s", sqlite3_errmsg(db->handle));
    return false;
}

static void close_database(struct database *db)
{
    sqlite3_stmt *all[] = {db->begin, db->commit, db->rollback, db->append, db->table,
                           db->share, db->find,   db->shared,   db->last,   db->load};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        sqlite3_finalize(all[i]);
    sqlite3_close(db->handle);
    memset(db, 0, sizeof *db);
}

/* ---- the thread ---- */

static int step_once(sqlite3_stmt *statement)
{
    const int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Of a row of the log, by which it is known again: SQLite keeps no sums of its pages, and a name or a chat with another letter in it
 * would pass for what was said. */
static int64_t sum_of(int64_t table, int64_t n, const char *text, size_t length)
{
    const int64_t key[2] = {table, n};
    unsigned char hash[crypto_shorthash_BYTES];
    int64_t sum;
    static_assert(sizeof key == crypto_shorthash_KEYBYTES && sizeof hash == sizeof sum, "sizes");
    crypto_shorthash(hash, (const unsigned char *)text, length, (const unsigned char *)key);
    memcpy(&sum, hash, sizeof sum);
    return sum;
}

static int write_row(struct database *db, const struct row *row, const char *text)
{
    sqlite3_stmt *statement = row->n > 0 ? db->append : row->n == ROW_TABLE ? db->table : db->share;
    int at = 1;
    sqlite3_bind_int64(statement, at++, row->table);
    if (row->n > 0)
        sqlite3_bind_int64(statement, at++, row->n);
    sqlite3_bind_text64(statement, at++, text, row->length, SQLITE_STATIC, SQLITE_UTF8);
    if (row->n > 0)
        sqlite3_bind_int64(statement, at, sum_of(row->table, row->n, text, row->length));
    return step_once(statement);
}

/* One transaction; SQLITE_OK: all of it is durable, else nothing of it. */
static int write_batch(struct database *db, const struct batch *batch)
{
    int code = step_once(db->begin);
    if (code != SQLITE_OK)
        return code;
    for (size_t at = 0; at < batch->rows.length && code == SQLITE_OK;) {
        struct row row;
        memcpy(&row, batch->rows.at + at, sizeof row);
        code = write_row(db, &row, batch->rows.at + at + sizeof row);
        at += sizeof row + row.length;
    }
    if (code == SQLITE_OK)
        code = step_once(db->commit);
    if (code != SQLITE_OK && !sqlite3_get_autocommit(db->handle))
        step_once(db->rollback);
    return code;
}

/* May it go better next time? A full disk gets space again, also where it is a quota that says so, and a lock is given back. What
 * was refused has not been written. */
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

static void die(struct database *db)
{
    const struct cn_journal_field fields[] = {
        CN_JOURNAL_TEXT("why", sqlite3_errmsg(db->handle)),
        CN_JOURNAL_NUMBER("code", sqlite3_extended_errcode(db->handle)), CN_JOURNAL_END};
    cn_journal(CN_LOG_ERROR, "the store failed; what is acknowledged is in it", fields);
    _exit(3);
}

static void pause_thread(void)
{
    const struct timespec pause = {0, RETRY_MS * 1000000};
    nanosleep(&pause, NULL);
}

/* Tries until the batch is durable; false if the server ends while the disk refuses. */
static bool write_until_durable(struct cn_server_store *store, const struct batch *batch)
{
    for (int tries = 0;; tries++) {
        const int code = write_batch(&store->writer, batch);
        if (code == SQLITE_OK)
            return true;
        if (!is_passing(code))
            die(&store->writer);
        uv_mutex_lock(&store->lock);
        store->refused++;
        const bool closing = store->closing;
        uv_mutex_unlock(&store->lock);
        uv_async_send(&store->done);
        if (closing && tries >= 20)
            return false;
        pause_thread();
    }
}

static void write_for_ever(void *context)
{
    struct cn_server_store *store = context;
    uv_mutex_lock(&store->lock);
    for (;;) {
        while (store->job == NULL && !store->closing)
            uv_cond_wait(&store->wake, &store->lock);
        if (store->job == NULL)
            break;
        const struct batch *batch = store->job;
        uv_mutex_unlock(&store->lock);
        const uint64_t from = now_us();
        const bool good = batch->count == 0 || write_until_durable(store, batch);
        const uint64_t took = now_us() - from;
        uv_mutex_lock(&store->lock);
        store->job = NULL;
        store->commit_us = took;
        store->finished = true;
        store->lost |= !good;
        uv_cond_signal(&store->wake);
        uv_async_send(&store->done);
    }
    uv_mutex_unlock(&store->lock);
}

/* ---- on the loop ---- */

static void note_refusals(struct cn_server_store *store, uint64_t refused)
{
    if (refused == store->failures)
        return;
    if (store->stuck_since_ms == 0) {
        store->stuck_since_ms = now_us() / 1000;
        cn_journal(CN_LOG_WARNING, "the disk refuses; tables wait", NULL);
    }
    store->failures = refused;
}

static void note_recovery(struct cn_server_store *store)
{
    if (store->stuck_since_ms == 0)
        return;
    store->stuck_since_ms = 0;
    cn_journal(CN_LOG_INFO, "the disk takes again", NULL);
}

static void on_done(uv_async_t *async)
{
    struct cn_server_store *store = async->data;
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
    store->said(store->context, batch->held.at, batch->held.length, batch->count, took);
    forget(batch);
}

static bool make_folder(const char *folder)
{
    char path[CN_STORE_PATH_SIZE];
    snprintf(path, sizeof path, "%s", folder);
    for (char *at = path + 1; *at != '\0'; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return false;
        *at = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static void path_of(char path[CN_STORE_PATH_SIZE], const char *folder)
{
    snprintf(path, CN_STORE_PATH_SIZE, "%s/canasta.db", folder);
}

struct cn_server_store *cn_server_store_open(uv_loop_t *loop, const char *folder,
                                             cn_store_durable *durable, void *context, char *why,
                                             size_t size)
{
    char path[CN_STORE_PATH_SIZE];
    struct cn_server_store *store = calloc(1, sizeof *store);
    if (store == NULL)
        return NULL;
    path_of(path, folder);
    if (!make_folder(folder)) {
        snprintf(why, size, "%s: %s", folder, strerror(errno));
        free(store);
        return NULL;
    }
    if (!open_writer(&store->writer, path, why, size) ||
        !open_reader(&store->reader, path, why, size)) {
        close_database(&store->writer);
        close_database(&store->reader);
        free(store);
        return NULL;
    }
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

bool cn_server_store_close(struct cn_server_store *store)
{
    for (;;) {
        cn_server_store_flush(store);
        if (!store->writing)
            break;
        uv_mutex_lock(&store->lock);
        store->closing = store->stuck_since_ms != 0;
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
    close_database(&store->reader);
    close_database(&store->writer);
    uv_mutex_destroy(&store->lock);
    uv_cond_destroy(&store->wake);
    for (int i = 0; i < 2; i++) {
        free(store->batch[i].rows.at);
        free(store->batch[i].held.at);
    }
    uv_close((uv_handle_t *)&store->done, free_store);
    return !lost;
}

/* ---- gathering ---- */

static void gather(struct cn_server_store *store, int64_t table, int64_t n, const char *text,
                   size_t length)
{
    struct batch *batch = &store->batch[store->gathering];
    const struct row row = {table, n, length};
    add(&batch->rows, &row, sizeof row);
    add(&batch->rows, text, length);
    batch->count++;
}

void cn_server_store_table(struct cn_server_store *store, int64_t table, const char *link)
{
    gather(store, table, ROW_TABLE, link, strlen(link));
}

void cn_server_store_share(struct cn_server_store *store, int64_t table, const char *link)
{
    gather(store, table, ROW_SHARE, link, strlen(link));
}

void cn_server_store_append(struct cn_server_store *store, int64_t table, int64_t n,
                            const char *text, size_t length)
{
    assert(n > 0);
    gather(store, table, n, text, length);
}

void cn_server_store_hold(struct cn_server_store *store, const void *bytes, size_t length)
{
    add(&store->batch[store->gathering].held, bytes, length);
}

uint64_t cn_server_store_batch(const struct cn_server_store *store)
{
    return store->number;
}

uint64_t cn_server_store_durable(const struct cn_server_store *store)
{
    return store->durable;
}

void cn_server_store_flush(struct cn_server_store *store)
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

uint64_t cn_server_store_stuck_ms(const struct cn_server_store *store)
{
    return store->stuck_since_ms == 0 ? 0 : now_us() / 1000 - store->stuck_since_ms + 1;
}

uint64_t cn_server_store_failures(const struct cn_server_store *store)
{
    return store->failures;
}

int cn_server_store_pending(const struct cn_server_store *store)
{
    return store->batch[store->gathering].count +
           (store->writing ? store->batch[!store->gathering].count : 0);
}

/* ---- reading ---- */

static int64_t find(sqlite3_stmt *statement, const char *link)
{
    sqlite3_bind_text(statement, 1, link, -1, SQLITE_STATIC);
    const int code = sqlite3_step(statement);
    const int64_t table = code == SQLITE_ROW    ? sqlite3_column_int64(statement, 0)
                          : code == SQLITE_DONE ? 0
                                                : -1;
    sqlite3_reset(statement);
    return table;
}

int64_t cn_server_store_find(struct cn_server_store *store, const char *link)
{
    return find(store->reader.find, link);
}

int64_t cn_server_store_shared(struct cn_server_store *store, const char *link)
{
    return find(store->reader.shared, link);
}

int64_t cn_server_store_last(struct cn_server_store *store)
{
    sqlite3_stmt *last = store->reader.last;
    const int64_t table = sqlite3_step(last) == SQLITE_ROW ? sqlite3_column_int64(last, 0) : 0;
    sqlite3_reset(last);
    return table;
}

static int64_t load(struct database *db, int64_t table,
                    bool (*row)(void *context, const char *text, size_t length), void *context)
{
    int64_t rows = 0;
    int code;
    bool whole = true;
    sqlite3_bind_int64(db->load, 1, table);
    while ((code = sqlite3_step(db->load)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(db->load, 0);
        const size_t length = (size_t)sqlite3_column_bytes(db->load, 0);
        const int64_t n = sqlite3_column_int64(db->load, 1);
        whole = text != NULL && n == rows + 1 &&
                sqlite3_column_int64(db->load, 2) == sum_of(table, n, text, length);
        if (!whole || !row(context, text, length))
            break;
        rows++;
    }
    sqlite3_reset(db->load);
    if (!whole || (code & 0xff) == SQLITE_CORRUPT)
        return CN_STORE_DAMAGED;
    return code == SQLITE_DONE ? rows : -1;
}

int64_t cn_server_store_load(struct cn_server_store *store, int64_t table,
                             bool (*row)(void *context, const char *text, size_t length),
                             void *context)
{
    return load(&store->reader, table, row, context);
}

/* ---- beside a running server ---- */

static bool open_beside(struct database *db, const char *folder, char *why, size_t size)
{
    char path[CN_STORE_PATH_SIZE];
    path_of(path, folder);
    memset(db, 0, sizeof *db);
    if (access(path, R_OK) != 0) {
        snprintf(why, size, "%s: %s", path, strerror(errno));
        return false;
    }
    if (open_reader(db, path, why, size))
        return true;
    close_database(db);
    return false;
}

bool cn_server_store_backup(const char *folder, const char *file, char *why, size_t size)
{
    struct database db;
    sqlite3 *copy = NULL;
    if (access(file, F_OK) == 0) {
        snprintf(why, size, "%s: %s", file, strerror(EEXIST));
        return false;
    }
    if (!open_beside(&db, folder, why, size))
        return false;
    bool good = sqlite3_open(file, &copy) == SQLITE_OK;
    sqlite3_backup *backup = good ? sqlite3_backup_init(copy, "main", db.handle, "main") : NULL;
    /* All pages in one step: a reader of WAL holds nobody up, and a copy in steps begins again with every commit. */
    good = backup != NULL && sqlite3_backup_step(backup, -1) == SQLITE_DONE;
    if (backup != NULL)
        good &= sqlite3_backup_finish(backup) == SQLITE_OK;
    if (!good)
        snprintf(why, size, "%s: %s", file, sqlite3_errmsg(copy));
    sqlite3_close(copy);
    close_database(&db);
    if (!good)
        unlink(file);
    return good;
}

int64_t cn_server_store_export(const char *folder, const char *link,
                               bool (*row)(void *context, const char *text, size_t length),
                               void *context, char *why, size_t size)
{
    struct database db;
    if (!open_beside(&db, folder, why, size))
        return -1;
    const int64_t table = find(db.find, link);
    int64_t rows = -1;
    if (table > 0)
        rows = load(&db, table, row, context);
    if (rows < 0)
        snprintf(why, size, "%s: %s", link,
                 table == 0                 ? "no such table"
                 : rows == CN_STORE_DAMAGED ? "the log is damaged"
                                            : sqlite3_errmsg(db.handle));
    close_database(&db);
    return rows;
}
