/* database_test.c -- what the store does when the disk fails beneath it. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "server/database.h"

enum {
    ROWS = 17000 /* more than are gathered before folding begins */
};

static bool failing;

/* The linker finds these before the C library's, so SQLite calls them. */
int fsync(int fd)
{
    errno = EIO;
    return failing ? -1 : (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd)
{
    errno = EIO;
    return failing ? -1 : (int)syscall(SYS_fdatasync, fd);
}

struct store {
    char folder[64];
    struct database db;
};

static void fill(struct database *db, int64_t table, int from, int count)
{
    static const char line[] = "{\"t\":\"chat\"}\n";
    int code = database_begin(db);
    for (int n = from; n < from + count && code == SQLITE_OK; n++)
        code = database_append(db, table, n, line, sizeof line - 1);
    assert_int_equal(database_end(db, code), SQLITE_OK);
}

static int open_store(void **state)
{
    struct store *store = calloc(1, sizeof *store);
    char why[200];
    assert_non_null(store);
    strcpy(store->folder, "/tmp/canasta-database-XXXXXX");
    assert_non_null(mkdtemp(store->folder));
    assert_true(database_open_writer(&store->db, store->folder, why, sizeof why));
    assert_int_equal(database_begin(&store->db), SQLITE_OK);
    const int code = database_add_table(&store->db, 1, "link", 4);
    assert_int_equal(database_end(&store->db, code), SQLITE_OK);
    *state = store;
    return 0;
}

static int close_store(void **state)
{
    static const char *const names[] = {"/canasta.db", "/canasta.db-wal", "/canasta.db-shm", ""};
    struct store *store = *state;
    failing = false;
    database_close(&store->db);
    for (int i = 0; i < 4; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", store->folder, names[i]);
        (void)remove(path);
    }
    free(store);
    return 0;
}

static void fold_succeeds(void **state)
{
    struct store *store = *state;
    fill(&store->db, 1, 1, ROWS);
    for (int i = 0; i < 100; i++) {
        fill(&store->db, 1, ROWS + 1 + i * 300, 300);
        assert_int_equal(database_compact(&store->db), SQLITE_OK);
    }
    assert_true(store->db.mark_count < ROWS + 100 * 300);
}

/* Data that one fsync failed to write may be lost even if the next one succeeds, so folding must
 * report the failure. */
static void fold_reports_a_failed_fsync(void **state)
{
    struct store *store = *state;
    fill(&store->db, 1, 1, ROWS);
    failing = true;
    assert_int_equal(database_compact(&store->db), SQLITE_IOERR_FSYNC);
    /* A commit of rows reports it as well. */
    assert_int_equal(database_begin(&store->db), SQLITE_OK);
    const int code = database_append(&store->db, 1, ROWS + 1, "{}\n", 3);
    assert_int_equal(database_end(&store->db, code), SQLITE_IOERR_FSYNC);
}

static void fold_reports_a_lock(void **state)
{
    struct store *store = *state;
    struct database other;
    char why[200];
    memset(&other, 0, sizeof other);
    fill(&store->db, 1, 1, ROWS);
    assert_true(database_open_reader(&other, store->folder, why, sizeof why));
    assert_int_equal(sqlite3_exec(other.handle, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(database_compact(&store->db) & 0xff, SQLITE_BUSY);
    assert_int_equal(sqlite3_exec(other.handle, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    database_close(&other);
    fill(&store->db, 1, ROWS + 1, 300);
    assert_int_equal(database_compact(&store->db), SQLITE_OK);
    assert_true(store->db.folded > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(fold_succeeds, open_store, close_store),
        cmocka_unit_test_setup_teardown(fold_reports_a_failed_fsync, open_store, close_store),
        cmocka_unit_test_setup_teardown(fold_reports_a_lock, open_store, close_store)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
