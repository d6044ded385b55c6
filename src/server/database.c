#include "database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "store.h"

enum {
    SCHEMA_VERSION = 2,
    FOLD_ROWS = 16384, /* as many as make a round worthwhile */
    CREDIT_ROWS = 256, /* rows written between two slices of a round */
    SLICE_TABLES = 48,
    SLICE_ROWS = 1024,
    FORGET_ROWS = 4096
};

static const char schema[] =
    "CREATE TABLE tables (id INTEGER PRIMARY KEY, link TEXT NOT NULL UNIQUE, made INTEGER NOT "
    "NULL) STRICT;"
    "CREATE TABLE shares (link TEXT PRIMARY KEY, id INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    /* A row holds many rows here, numbered from 'first' to n. */
    "CREATE TABLE log (id INTEGER NOT NULL, n INTEGER NOT NULL, first INTEGER NOT NULL, "
    "lines TEXT NOT NULL, sum INTEGER NOT NULL, PRIMARY KEY (id, n)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE recent (seq INTEGER PRIMARY KEY, id INTEGER NOT NULL, n INTEGER NOT NULL, "
    "lines TEXT NOT NULL, sum INTEGER NOT NULL) STRICT;";
/* Version 2. */
static const char daily_schema[] =
    "CREATE TABLE daily (day INTEGER NOT NULL, player TEXT NOT NULL, text TEXT NOT NULL, "
    "PRIMARY KEY (day, player)) STRICT, WITHOUT ROWID;"
    "PRAGMA user_version=2;";

/* ---- opening ---- */

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

static bool open_file(struct database *db, const char *folder, int flags)
{
    char path[STORE_PATH_SIZE];
    snprintf(path, sizeof path, "%s/canasta.db", folder);
    if (sqlite3_open_v2(path, &db->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | flags,
                        NULL) != SQLITE_OK)
        return false;
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_extended_result_codes(db->handle, 1);
    sqlite3_busy_timeout(db->handle, 20);
    return run(db->handle,
               "PRAGMA synchronous=FULL; PRAGMA cache_size=-2048; PRAGMA temp_store=MEMORY");
}

/* SQLite quotes the file, and a damaged one may contain anything: none of its bytes may reach a
 * terminal. */
static void say_error(sqlite3 *handle, char *why, size_t size)
{
    snprintf(why, size, "%s", sqlite3_errmsg(handle));
    for (; *why != '\0'; why++)
        if ((unsigned char)*why < ' ' || (unsigned char)*why >= 0x7f)
            *why = '?';
}

static bool fail(const struct database *db, char *why, size_t size)
{
    say_error(db->handle, why, size);
    return false;
}

static bool make_schema(struct database *db, char *why, size_t size)
{
    const int version = version_of(db->handle);
    if (version == SCHEMA_VERSION)
        return true;
    if (version > SCHEMA_VERSION) {
        snprintf(why, size, "the database is of version %d; this program knows version %d", version,
                 SCHEMA_VERSION);
        return false;
    }
    if (version >= 0 && run(db->handle, "BEGIN IMMEDIATE") &&
        (version > 0 || run(db->handle, schema)) && run(db->handle, daily_schema) &&
        run(db->handle, "COMMIT"))
        return true;
    return fail(db, why, size);
}

bool database_prepare_reader(struct database *db, char *why, size_t size)
{
    if (prepare(db->handle, "SELECT id FROM tables WHERE link = ?1", &db->find) &&
        prepare(db->handle, "SELECT id FROM shares WHERE link = ?1", &db->shared) &&
        prepare(db->handle, "SELECT coalesce(max(id), 0) FROM tables", &db->last) &&
        prepare(db->handle,
                "SELECT id, link, coalesce((SELECT link FROM shares WHERE shares.id = tables.id), "
                "'') FROM tables WHERE id > ?1 ORDER BY id LIMIT 1",
                &db->next) &&
        /* An older file that is only read has no such table. */
        (version_of(db->handle) < 2 ||
         prepare(db->handle,
                 "SELECT day, text FROM daily WHERE day = ?1 OR ?1 = 0 ORDER BY day, player",
                 &db->days)) &&
        /* In one statement, so that no fold comes between its halves. */
        prepare(db->handle,
                "SELECT n, lines, first, sum FROM log WHERE id = ?1 UNION ALL "
                "SELECT n, lines, n, sum FROM recent WHERE id = ?1 AND "
                "n > coalesce((SELECT max(n) FROM log WHERE id = ?1), 0) ORDER BY n",
                &db->load))
        return true;
    return fail(db, why, size);
}

bool database_open_reader(struct database *db, const char *folder, char *why, size_t size)
{
    return open_file(db, folder, 0) ? database_prepare_reader(db, why, size) : fail(db, why, size);
}

void database_close(struct database *db)
{
    sqlite3_stmt *all[] = {db->begin,  db->commit, db->rollback, db->append, db->table,  db->share,
                           db->recent, db->fold,   db->forget,   db->find,   db->shared, db->last,
                           db->load,   db->next,   db->daily,    db->days};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        sqlite3_finalize(all[i]);
    sqlite3_close(db->handle);
    free(db->marks);
    memset(db, 0, sizeof *db);
}

/* ---- writing ---- */

static int step_once(sqlite3_stmt *statement)
{
    const int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static void mark(struct database *db, int64_t table, int64_t n, int64_t seq)
{
    if (!cn__array_grow(&db->marks, &db->mark_size, db->mark_count + 1, sizeof *db->marks))
        /* a row left out would hide those after it; everything acknowledged is on disk */
        abort();
    db->marks[db->mark_count++] = (struct row_mark){table, n, seq};
}

int database_begin(struct database *db)
{
    db->begun = db->mark_count;
    return step_once(db->begin);
}

int database_append(struct database *db, int64_t table, int64_t n, const char *text, size_t length)
{
    sqlite3_bind_int64(db->append, 1, table);
    sqlite3_bind_int64(db->append, 2, n);
    sqlite3_bind_text64(db->append, 3, text, length, SQLITE_STATIC, SQLITE_UTF8);
    sqlite3_bind_int64(db->append, 4, store_sum(table, n, text, length));
    const int code = step_once(db->append);
    if (code == SQLITE_OK)
        mark(db, table, n, sqlite3_last_insert_rowid(db->handle));
    return code;
}

static int add_link(sqlite3_stmt *statement, int64_t table, const char *link, size_t length)
{
    sqlite3_bind_int64(statement, 1, table);
    sqlite3_bind_text64(statement, 2, link, length, SQLITE_STATIC, SQLITE_UTF8);
    return step_once(statement);
}

int database_add_table(struct database *db, int64_t table, const char *link, size_t length)
{
    return add_link(db->table, table, link, length);
}

int database_add_share(struct database *db, int64_t table, const char *link, size_t length)
{
    return add_link(db->share, table, link, length);
}

int database_add_daily(struct database *db, int64_t day, const char *text, size_t length)
{
    sqlite3_bind_int64(db->daily, 1, day);
    sqlite3_bind_text64(db->daily, 2, text, DAILY_PLAYER, SQLITE_STATIC, SQLITE_UTF8);
    sqlite3_bind_text64(db->daily, 3, text, length, SQLITE_STATIC, SQLITE_UTF8);
    return step_once(db->daily);
}

static int end(struct database *db, int code)
{
    if (code == SQLITE_OK)
        code = step_once(db->commit);
    if (code != SQLITE_OK && !sqlite3_get_autocommit(db->handle))
        step_once(db->rollback);
    return code;
}

int database_end(struct database *db, int code)
{
    code = end(db, code);
    if (code == SQLITE_OK)
        db->credit += (int64_t)(db->mark_count - db->begun);
    else
        db->mark_count = db->begun;
    return code;
}

/* ---- folding ---- */

static int by_table(const void *a, const void *b)
{
    const struct row_mark *x = a;
    const struct row_mark *y = b;
    if (x->table != y->table)
        return x->table < y->table ? -1 : 1;
    return (x->n > y->n) - (x->n < y->n);
}

static void begin_round(struct database *db)
{
    int64_t first = INT64_MAX;
    int64_t last = 0;
    for (size_t i = 0; i < db->mark_count; i++) {
        const int64_t seq = db->marks[i].seq;
        first = seq < first ? seq : first;
        last = seq > last ? seq : last;
    }
    qsort(db->marks, db->mark_count, sizeof *db->marks, by_table);
    db->round = db->mark_count;
    db->folded = 0;
    db->forgotten = first - 1;
    db->round_seq = last;
}

/* The rows collected from one table. */
struct gathered {
    struct cn__text rows;
    bool sound; /* every row is as it was written */
};

/* Returns whether it succeeded, and records the code if not. */
static bool went(struct database *db, int code)
{
    if (code != SQLITE_OK)
        db->trouble = code;
    return code == SQLITE_OK;
}

static bool gather(struct database *db, const struct row_mark *mark, struct gathered *to)
{
    sqlite3_bind_int64(db->recent, 1, mark->seq);
    const int code = sqlite3_step(db->recent);
    bool good = code == SQLITE_ROW;
    if (!good && code != SQLITE_DONE)
        db->trouble = code;
    const char *more = good ? (const char *)sqlite3_column_text(db->recent, 0) : NULL;
    const size_t size = (size_t)sqlite3_column_bytes(db->recent, 0);
    if (more != NULL) {
        cn__text_append(&to->rows, more, size);
        to->sound &=
            sqlite3_column_int64(db->recent, 1) == store_sum(mark->table, mark->n, more, size);
    }
    good = more != NULL && !to->rows.failed;
    sqlite3_reset(db->recent);
    return good;
}

static bool write_folded(struct database *db, const struct row_mark *first,
                         const struct row_mark *last, const struct gathered *rows)
{
    const int64_t sum = store_sum(last->table, last->n, rows->rows.text, rows->rows.length);
    sqlite3_bind_int64(db->fold, 1, last->table);
    sqlite3_bind_int64(db->fold, 2, last->n);
    sqlite3_bind_int64(db->fold, 3, first->n);
    sqlite3_bind_text64(db->fold, 4, rows->rows.text, rows->rows.length, SQLITE_STATIC,
                        SQLITE_UTF8);
    /* Damaged rows stay detectably damaged. */
    sqlite3_bind_int64(db->fold, 5, rows->sound ? sum : ~sum);
    return went(db, step_once(db->fold));
}

/* Folds all marked rows of one table, from 'at' on. Returns the next position, 0 on failure. */
static size_t fold_table(struct database *db, size_t at)
{
    const struct row_mark *first = &db->marks[at];
    struct gathered rows = {.sound = true};
    bool good = true;
    for (; good && at < db->round && db->marks[at].table == first->table; at++) {
        rows.sound &= db->marks[at].n == first->n + (&db->marks[at] - first);
        good = gather(db, &db->marks[at], &rows);
    }
    good = good && write_folded(db, first, &db->marks[at - 1], &rows);
    cn__text_free(&rows.rows);
    return good ? at : 0;
}

static bool fold_slice(struct database *db)
{
    size_t at = db->folded;
    bool good = went(db, database_begin(db));
    if (!good)
        return false;
    for (int tables = 0; good && at < db->round && tables < SLICE_TABLES; tables++) {
        if (at - db->folded >= SLICE_ROWS)
            break;
        const size_t behind = fold_table(db, at);
        good = behind != 0;
        at = good ? behind : at;
    }
    const int code = end(db, good ? SQLITE_OK : SQLITE_ERROR);
    if (good && went(db, code))
        db->folded = at;
    return good && code == SQLITE_OK;
}

/* Deletes folded rows, one piece at a time; the last piece ends the round. */
static bool forget_slice(struct database *db)
{
    const int64_t upto =
        db->forgotten + FORGET_ROWS < db->round_seq ? db->forgotten + FORGET_ROWS : db->round_seq;
    sqlite3_bind_int64(db->forget, 1, upto);
    if (!went(db, step_once(db->forget)))
        return false;
    db->forgotten = upto;
    if (upto < db->round_seq)
        return true;
    db->mark_count -= db->round;
    memmove(db->marks, db->marks + db->round, db->mark_count * sizeof *db->marks);
    db->round = 0;
    return true;
}

/* If the disk fails now, tries again later. */
static bool fold_on(struct database *db)
{
    return db->folded < db->round ? fold_slice(db) : forget_slice(db);
}

int database_compact(struct database *db)
{
    db->trouble = SQLITE_OK;
    if (db->damaged || (db->round == 0 && db->mark_count < FOLD_ROWS))
        return SQLITE_OK;
    if (db->round == 0)
        begin_round(db);
    if (db->credit < CREDIT_ROWS)
        return SQLITE_OK;
    db->credit = 0;
    fold_on(db);
    db->damaged = (db->trouble & 0xff) == SQLITE_CORRUPT;
    return db->damaged ? SQLITE_OK : db->trouble;
}

/* ---- the write-ahead log ---- */

/* Replaces SQLite's own checkpoints, which run in a commit and leave the log's content: old pages
 * would become valid again if the log were damaged before them. */
static int count_pages(void *context, sqlite3 *handle, const char *name, int pages)
{
    struct database *db = context;
    (void)handle;
    (void)name;
    db->wal_pages = pages;
    return SQLITE_OK;
}

int database_checkpoint(struct database *db, bool shorten)
{
    const int mode = shorten ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_RESTART;
    if (db->wal_pages == 0)
        return SQLITE_OK;
    const int code = sqlite3_wal_checkpoint_v2(db->handle, NULL, mode, NULL, NULL);
    if (code == SQLITE_OK && shorten)
        db->wal_pages = 0;
    return code == SQLITE_BUSY || (code & 0xff) == SQLITE_CORRUPT ? SQLITE_OK : code;
}

/* ---- leftovers of an earlier run ---- */

static int mark_all(struct database *db)
{
    sqlite3_stmt *all = NULL;
    int code = SQLITE_ERROR;
    if (prepare(db->handle,
                "SELECT id, n, seq FROM recent WHERE "
                "n > coalesce((SELECT max(n) FROM log WHERE log.id = recent.id), 0)",
                &all))
        while ((code = sqlite3_step(all)) == SQLITE_ROW)
            mark(db, sqlite3_column_int64(all, 0), sqlite3_column_int64(all, 1),
                 sqlite3_column_int64(all, 2));
    sqlite3_finalize(all);
    return code;
}

/* Rows that were folded and not deleted yet stay until the round reaches them. */
static bool fold_rest(struct database *db)
{
    const int code = mark_all(db);
    db->damaged = (code & 0xff) == SQLITE_CORRUPT;
    if (db->damaged) /* later rows in the log would hide earlier ones here that can still be read */
        return true;
    if (code != SQLITE_DONE)
        return false;
    if (db->mark_count > 0)
        begin_round(db);
    while (db->round > 0 && fold_on(db))
        ;
    return db->trouble != SQLITE_IOERR_FSYNC;
}

static bool prepare_writer(struct database *db)
{
    return prepare(db->handle, "BEGIN IMMEDIATE", &db->begin) &&
           prepare(db->handle, "COMMIT", &db->commit) &&
           prepare(db->handle, "ROLLBACK", &db->rollback) &&
           prepare(db->handle, "INSERT INTO recent (id, n, lines, sum) VALUES (?1, ?2, ?3, ?4)",
                   &db->append) &&
           prepare(db->handle, "INSERT INTO tables VALUES (?1, ?2, unixepoch())", &db->table) &&
           prepare(db->handle, "INSERT OR IGNORE INTO shares VALUES (?2, ?1)", &db->share) &&
           prepare(db->handle, "INSERT OR IGNORE INTO daily VALUES (?1, ?2, ?3)", &db->daily) &&
           prepare(db->handle, "SELECT lines, sum FROM recent WHERE seq = ?1", &db->recent) &&
           prepare(db->handle, "INSERT INTO log VALUES (?1, ?2, ?3, ?4, ?5)", &db->fold) &&
           prepare(db->handle, "DELETE FROM recent WHERE seq <= ?1", &db->forget);
}

bool database_open_writer(struct database *db, const char *folder, char *why, size_t size)
{
    if (!open_file(db, folder, SQLITE_OPEN_CREATE) || !run(db->handle, "PRAGMA journal_mode=WAL"))
        return fail(db, why, size);
    sqlite3_wal_hook(db->handle, count_pages, db);
    if (!make_schema(db, why, size))
        return false;
    return (prepare_writer(db) && fold_rest(db)) || fail(db, why, size);
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

int64_t database_find(struct database *db, const char *link)
{
    return find(db->find, link);
}

int64_t database_shared(struct database *db, const char *link)
{
    return find(db->shared, link);
}

int64_t database_last(struct database *db)
{
    const int64_t table =
        sqlite3_step(db->last) == SQLITE_ROW ? sqlite3_column_int64(db->last, 0) : 0;
    sqlite3_reset(db->last);
    return table;
}

int64_t database_next(struct database *db, int64_t after, char *link, char *share, size_t size)
{
    sqlite3_bind_int64(db->next, 1, after);
    const int code = sqlite3_step(db->next);
    int64_t table = code == SQLITE_DONE ? 0 : -1;
    if (code == SQLITE_ROW) {
        table = sqlite3_column_int64(db->next, 0);
        snprintf(link, size, "%s", (const char *)sqlite3_column_text(db->next, 1));
        snprintf(share, size, "%s", (const char *)sqlite3_column_text(db->next, 2));
    }
    sqlite3_reset(db->next);
    return table;
}

int64_t database_load(struct database *db, int64_t table, database_row *row, void *context)
{
    int64_t last = 0;
    int code;
    bool sound = true;
    sqlite3_bind_int64(db->load, 1, table);
    while ((code = sqlite3_step(db->load)) == SQLITE_ROW) {
        const int64_t n = sqlite3_column_int64(db->load, 0);
        const char *text = (const char *)sqlite3_column_text(db->load, 1);
        const size_t length = (size_t)sqlite3_column_bytes(db->load, 1);
        sound = text != NULL && sqlite3_column_int64(db->load, 2) == last + 1 &&
                sqlite3_column_int64(db->load, 3) == store_sum(table, n, text, length);
        if (!sound || !row(context, text, length))
            break;
        last = n;
    }
    sqlite3_reset(db->load);
    if (!sound || (code & 0xff) == SQLITE_CORRUPT)
        return DATABASE_DAMAGED;
    return code == SQLITE_DONE ? last : -1;
}

bool database_read_daily(struct database *db, int64_t day, struct cn__text *lines)
{
    int code;
    if (db->days == NULL)
        return true;
    sqlite3_bind_int64(db->days, 1, day);
    while ((code = sqlite3_step(db->days)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(db->days, 1);
        cn__text_printf(lines, "%lld %s\n", (long long)sqlite3_column_int64(db->days, 0),
                        text != NULL ? text : "");
    }
    sqlite3_reset(db->days);
    return code == SQLITE_DONE && !lines->failed;
}

void database_error(const struct database *db, char *why, size_t size)
{
    say_error(db->handle, why, size);
}

bool database_copy(struct database *db, const char *file, char *why, size_t size)
{
    sqlite3 *copy = NULL;
    bool good = sqlite3_open(file, &copy) == SQLITE_OK;
    sqlite3_backup *backup = good ? sqlite3_backup_init(copy, "main", db->handle, "main") : NULL;
    /* All pages in one step: a WAL reader blocks nobody, and a copy in steps restarts with every
     * commit. */
    good = backup != NULL && sqlite3_backup_step(backup, -1) == SQLITE_DONE;
    if (backup != NULL)
        good &= sqlite3_backup_finish(backup) == SQLITE_OK;
    if (!good) {
        const int named = snprintf(why, size, "%s: ", file);
        if (named >= 0 && (size_t)named < size)
            say_error(copy, why + named, size - (size_t)named);
    }
    sqlite3_close(copy);
    if (!good)
        unlink(file);
    return good;
}
