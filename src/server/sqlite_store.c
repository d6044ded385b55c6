#include "sqlite_store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <uv.h>

#include "database.h"

enum {
    CHECKPOINT_PAGES = 1000,
    CHECKPOINT_MS = 5000, /* or as many pages as there are after this long */
    AGAIN_MS = 100        /* after a checkpoint blocked by a reader */
};

struct sqlite_store {
    struct store store;
    struct database db;
    char path[STORE_PATH_SIZE];
    const struct folder *folder; /* NULL: a reader's */
    uint64_t emptied_ms;         /* when the write-ahead log was last due to be emptied */
};

static struct sqlite_store *of(struct store *store)
{
    return (struct sqlite_store *)store;
}

static uint64_t now_ms(void)
{
    return uv_hrtime() / 1000000;
}

/* ---- writing ---- */

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

static enum store_result result_of(struct sqlite_store *self, int code)
{
    if (code == SQLITE_OK)
        return STORE_DONE;
    return store_say(&self->store, is_passing(code) ? STORE_PASSING : STORE_BROKEN,
                     sqlite3_errstr(code));
}

static int write_row(struct database *db, const struct store_row *row, const char *text)
{
    if (row->n == ROW_TABLE)
        return database_add_table(db, row->table, text, row->length);
    if (row->n == ROW_SHARE)
        return database_add_share(db, row->table, text, row->length);
    if (row->n == ROW_DAILY)
        return database_add_daily(db, row->table, text, row->length);
    if (row->n == ROW_RELEASE || row->n == ROW_LISTED || row->n == ROW_CONFIRM)
        return SQLITE_OK; /* the folder's lock is what other servers see */
    return database_append(db, row->table, row->n, text, row->length);
}

static enum store_result write_batch(struct store *store, const struct store_batch *batch)
{
    struct sqlite_store *self = of(store);
    struct store_row row;
    int code = database_begin(&self->db);
    if (code != SQLITE_OK)
        return result_of(self, code);
    for (size_t at = 0; at < batch->length && code == SQLITE_OK;) {
        const char *text = store_next_row(batch, &at, &row);
        code = write_row(&self->db, &row, text);
    }
    return result_of(self, database_end(&self->db, code));
}

/* Empties the write-ahead log often, so that little depends on it. */
static int empty_log(struct sqlite_store *self, bool idle)
{
    const uint64_t passed_ms = now_ms() - self->emptied_ms;
    const bool much = self->db.wal_pages >= CHECKPOINT_PAGES;
    if (!idle && passed_ms < (uint64_t)(much ? AGAIN_MS : CHECKPOINT_MS))
        return SQLITE_OK;
    const int code = database_checkpoint(&self->db, idle || !much);
    self->emptied_ms = now_ms();
    return code;
}

/* What the disk refuses now is done another time. */
static enum store_result rest(struct store *store, bool idle)
{
    struct sqlite_store *self = of(store);
    int code = idle ? SQLITE_OK : database_compact(&self->db);
    if (code == SQLITE_OK || is_passing(code))
        code = empty_log(self, idle);
    return is_passing(code) ? STORE_DONE : result_of(self, code);
}

static enum store_result check(struct store *store)
{
    struct sqlite_store *self = of(store);
    const char *missing = folder_missing(self->folder);
    if (missing == NULL)
        return STORE_DONE;
    char why[2 * STORE_PATH_SIZE];
    snprintf(why, sizeof why, "a file was removed or replaced while the server used it: %s in %s",
             missing, self->folder->path);
    return store_say(store, STORE_BROKEN, why);
}

/* ---- reading ---- */

static bool gather(void *context, const char *text, size_t length)
{
    struct cn__text *log = context;
    cn__text_append(log, text, length);
    return !log->failed;
}

static enum store_result cannot_read(struct sqlite_store *self)
{
    database_error(&self->db, self->store.why, sizeof self->store.why);
    return STORE_PASSING;
}

static enum store_result load(struct sqlite_store *self, struct store_table *table)
{
    const int64_t rows = database_load(&self->db, table->id, gather, &table->log);
    if (rows == DATABASE_DAMAGED || rows == 0)
        return store_say(&self->store, STORE_DAMAGED, "the log is damaged");
    if (rows < 0)
        return cannot_read(self);
    table->rows = rows;
    return STORE_DONE;
}

static enum store_result read_table(struct store *store, const char *link, bool shared,
                                    struct store_table *table)
{
    struct sqlite_store *self = of(store);
    table->id = shared ? database_shared(&self->db, link) : database_find(&self->db, link);
    if (table->id < 0)
        return cannot_read(self);
    if (table->id == 0)
        return store_say(store, STORE_ABSENT, "no such table");
    return load(self, table);
}

/* The folder's lock has taken all tables for this server. */
static enum store_result open_table(struct store *store, const char *link,
                                    struct store_table *table)
{
    return read_table(store, link, false, table);
}

static enum store_result next_table(struct store *store, int64_t after, struct store_table *table)
{
    struct sqlite_store *self = of(store);
    table->id = database_next(&self->db, after, table->link, table->share, LINK_SIZE);
    if (table->id < 0)
        return cannot_read(self);
    if (table->id == 0)
        return store_say(store, STORE_ABSENT, "no more tables");
    return load(self, table);
}

static enum store_result read_daily(struct store *store, int64_t day, struct cn__text *lines)
{
    struct sqlite_store *self = of(store);
    return database_read_daily(&self->db, day, lines) ? STORE_DONE : cannot_read(self);
}

/* The one server knows its tables. */
static enum store_result read_nothing(struct store *store, struct cn__text *lines)
{
    (void)store;
    (void)lines;
    return STORE_DONE;
}

/* ---- opening and closing ---- */

static void close_store(struct store *store)
{
    database_close(&of(store)->db);
    free(store);
}

static struct store *open_reader(struct store *store, char *why, size_t size)
{
    return sqlite_store_open_beside(of(store)->path, why, size);
}

static const struct store_calls calls = {.write = write_batch,
                                         .rest = rest,
                                         .check = check,
                                         .open_table = open_table,
                                         .read_table = read_table,
                                         .next_table = next_table,
                                         .read_daily = read_daily,
                                         .others = read_nothing,
                                         .read_listed = read_nothing,
                                         .read_nodes = read_nothing,
                                         .open_reader = open_reader,
                                         .close = close_store};

static struct sqlite_store *make(const char *path, char *why, size_t size)
{
    struct sqlite_store *self = calloc(1, sizeof *self);
    if (self == NULL) {
        snprintf(why, size, "no memory");
        return NULL;
    }
    snprintf(self->path, sizeof self->path, "%s", path);
    self->store.calls = &calls;
    self->store.refuses = "the disk refuses; tables wait";
    self->store.takes = "the disk takes again";
    self->emptied_ms = now_ms();
    return self;
}

struct store *sqlite_store_open(struct folder *folder, char *why, size_t size)
{
    struct sqlite_store *self = make(folder->path, why, size);
    if (self == NULL)
        return NULL;
    self->folder = folder;
    /* folder_note needs the files that opening makes. */
    if (!database_open_writer(&self->db, folder->path, why, size) ||
        !database_prepare_reader(&self->db, why, size) || !folder_note(folder, why, size)) {
        close_store(&self->store);
        return NULL;
    }
    self->store.last_table = database_last(&self->db);
    if (self->db.damaged)
        snprintf(self->store.why, sizeof self->store.why,
                 "the latest rows cannot be read; tables are refused as damaged");
    return &self->store;
}

struct store *sqlite_store_open_beside(const char *folder, char *why, size_t size)
{
    char path[STORE_PATH_SIZE];
    snprintf(path, sizeof path, "%s/canasta.db", folder);
    if (access(path, R_OK) != 0) {
        snprintf(why, size, "%s: %s", path, strerror(errno));
        return NULL;
    }
    struct sqlite_store *self = make(folder, why, size);
    if (self == NULL)
        return NULL;
    if (database_open_reader(&self->db, folder, why, size))
        return &self->store;
    close_store(&self->store);
    return NULL;
}

bool sqlite_store_copy(const char *folder, const char *file, char *why, size_t size)
{
    if (access(file, F_OK) == 0) {
        snprintf(why, size, "%s: %s", file, strerror(EEXIST));
        return false;
    }
    struct store *store = sqlite_store_open_beside(folder, why, size);
    if (store == NULL)
        return false;
    const bool good = database_copy(&of(store)->db, file, why, size);
    close_store(store);
    return good;
}
