/* store_test.c -- what every store must do, whatever keeps the tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <libpq-fe.h>

#include "server/postgres_store.h"
#include "server/sqlite_store.h"

enum {
    LONG = 300000
};

struct kept {
    struct store *store, *reader;
    char folder[64];
    struct folder lock;
    uint64_t batches;
    struct cn__text rows;
    int count;
    int64_t first; /* number of the first table */
    int64_t epoch;
};

/* ---- one transaction after the other ---- */

static void put(struct kept *kept, int64_t table, int64_t n, const char *text)
{
    const struct store_row row = {
        .table = table, .n = n, .epoch = kept->epoch, .length = strlen(text)};
    store_put_row(&kept->rows, &row, text);
    kept->count++;
}

static enum store_result commit(struct kept *kept)
{
    const struct store_batch batch = {kept->rows.text, kept->rows.length, kept->count,
                                      ++kept->batches};
    enum store_result result;
    do
        result = store_write(kept->store, &batch);
    while (result == STORE_PASSING && strcmp(kept->store->why, "the database takes long") == 0);
    cn__text_clear(&kept->rows);
    kept->count = 0;
    if (result == STORE_DONE)
        assert_int_equal(store_rest(kept->store, false), STORE_DONE);
    assert_int_equal(store_check(kept->store), STORE_DONE);
    return result;
}

static void make_table(struct kept *kept, int64_t table, const char *link)
{
    put(kept, table, ROW_TABLE, link);
    put(kept, table, 1, "first\n");
    assert_int_equal(commit(kept), STORE_DONE);
}

/* ---- reading ---- */

static void expect_log(const struct store_table *table, int64_t rows, const char *log)
{
    assert_int_equal(table->rows, rows);
    assert_int_equal(table->log.length, strlen(log));
    assert_memory_equal(table->log.text, log, table->log.length);
}

static void expect(struct kept *kept, const char *link, int64_t id, int64_t rows, const char *log)
{
    struct store_table table = {.id = 0};
    assert_int_equal(store_open_table(kept->reader, link, &table), STORE_DONE);
    assert_int_equal(table.id, id);
    expect_log(&table, rows, log);
    cn__text_free(&table.log);
}

static void expect_absent(struct kept *kept, const char *link, bool shared)
{
    struct store_table table = {.id = 0};
    assert_int_equal(store_read_table(kept->reader, link, shared, &table), STORE_ABSENT);
    assert_string_equal(kept->reader->why, "no such table");
    assert_int_equal(table.log.length, 0);
}

/* ---- what a store does ---- */

static void logs_are_kept(void **state)
{
    struct kept *kept = *state;
    const int64_t one = kept->first;
    make_table(kept, one, "link-one");
    make_table(kept, one + 1, "link-two");
    put(kept, one, 2, "zwei \xc3\xa9 \xf0\x9f\x82\xa1 ' \\ \"\n");
    put(kept, one + 1, 2, "second\n");
    put(kept, one, 3, "{\"a\":[null]}\n{}\n");
    assert_int_equal(commit(kept), STORE_DONE);
    expect(kept, "link-one", one, 3,
           "first\nzwei \xc3\xa9 \xf0\x9f\x82\xa1 ' \\ \"\n{\"a\":[null]}\n{}\n");
    expect(kept, "link-two", one + 1, 2, "first\nsecond\n");
}

static void unknown_links_are_absent(void **state)
{
    static const char *const links[] = {"", "link-on", "link-one ", "' OR '1'='1", "LINK-ONE", "%"};
    struct kept *kept = *state;
    make_table(kept, kept->first, "link-one");
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        expect_absent(kept, links[i], false);
        expect_absent(kept, links[i], true);
    }
    expect_absent(kept, "link-one", true);
}

static void shared_records_have_links_of_their_own(void **state)
{
    struct kept *kept = *state;
    struct store_table table = {.id = 0};
    make_table(kept, kept->first, "link-one");
    put(kept, kept->first, ROW_SHARE, "record-one");
    assert_int_equal(commit(kept), STORE_DONE);
    put(kept, kept->first, ROW_SHARE, "record-one"); /* again, after a restart */
    assert_int_equal(commit(kept), STORE_DONE);
    assert_int_equal(store_read_table(kept->reader, "record-one", true, &table), STORE_DONE);
    expect_log(&table, 1, "first\n");
    cn__text_free(&table.log);
    expect_absent(kept, "record-one", false);
}

static void expect_daily(struct kept *kept, int64_t day, const char *expected)
{
    struct cn__text lines = {NULL, 0, 0, false};
    assert_int_equal(store_read_daily(kept->reader, day, &lines), STORE_DONE);
    assert_int_equal(lines.length, strlen(expected));
    if (lines.length > 0)
        assert_memory_equal(lines.text, expected, lines.length);
    cn__text_free(&lines);
}

/* Days far from those of other tests, whose database may be the same. */
static void the_first_result_of_a_day_stays(void **state)
{
    static const char ada[] = "0123456789abcdef0123456789abcdef 420 310 Ada";
    static const char bob[] = "1123456789abcdef0123456789abcdef -50 1310 ";
    struct kept *kept = *state;
    const int64_t day = 100000 + 10 * kept->first;
    char all[200];
    expect_daily(kept, day, "");
    put(kept, day, ROW_DAILY, ada);
    put(kept, day, ROW_DAILY, bob);
    put(kept, day, ROW_DAILY, "0123456789abcdef0123456789abcdef 999 0 Ada");
    assert_int_equal(commit(kept), STORE_DONE);
    put(kept, day, ROW_DAILY, "0123456789abcdef0123456789abcdef 2000 0 Ada");
    put(kept, day + 1, ROW_DAILY, ada);
    make_table(kept, kept->first, "link-one");
    snprintf(all, sizeof all, "%lld %s\n%lld %s\n", (long long)day, ada, (long long)day, bob);
    expect_daily(kept, day, all);
    snprintf(all, sizeof all, "%lld %s\n", (long long)day + 1, ada);
    expect_daily(kept, day + 1, all);
}

/* The rows before one that cannot be written are not written either. */
static void a_transaction_is_whole(void **state)
{
    struct kept *kept = *state;
    make_table(kept, kept->first, "link-one");
    put(kept, kept->first, 2, "second\n");
    put(kept, kept->first + 1, ROW_TABLE, "link-two");
    put(kept, kept->first + 2, ROW_TABLE, "link-one"); /* taken */
    assert_int_not_equal(commit(kept), STORE_DONE);
    expect(kept, "link-one", kept->first, 1, "first\n");
    expect_absent(kept, "link-two", false);
}

static void long_logs_come_in_order(void **state)
{
    struct kept *kept = *state;
    struct store_table table = {.id = 0};
    char text[32];
    make_table(kept, kept->first, "link-one");
    for (int n = 2; n <= 2000; n++) {
        snprintf(text, sizeof text, "row %d\n", n);
        put(kept, kept->first, n, text);
        if (n % 500 == 0)
            assert_int_equal(commit(kept), STORE_DONE);
    }
    assert_int_equal(store_open_table(kept->reader, "link-one", &table), STORE_DONE);
    assert_int_equal(table.rows, 2000);
    const char *at = table.log.text + strlen("first\n");
    for (int n = 2; n <= 2000; n++) {
        const int length = snprintf(text, sizeof text, "row %d\n", n);
        assert_memory_equal(at, text, (size_t)length);
        at += length;
    }
    assert_ptr_equal(at, table.log.text + table.log.length);
    cn__text_free(&table.log);
}

static void long_rows_are_kept(void **state)
{
    struct kept *kept = *state;
    struct store_table table = {.id = 0};
    char *text = malloc(LONG + 1);
    assert_non_null(text);
    memset(text, 'x', LONG);
    text[LONG] = '\0';
    make_table(kept, kept->first, "link-one");
    put(kept, kept->first, 2, text);
    assert_int_equal(commit(kept), STORE_DONE);
    assert_int_equal(store_open_table(kept->reader, "link-one", &table), STORE_DONE);
    assert_int_equal(table.log.length, strlen("first\n") + LONG);
    assert_memory_equal(table.log.text + strlen("first\n"), text, LONG);
    cn__text_free(&table.log);
    free(text);
}

static void tables_are_listed_in_order(void **state)
{
    struct kept *kept = *state;
    int64_t after = 0;
    make_table(kept, kept->first + 1, "link-two");
    make_table(kept, kept->first, "link-one");
    put(kept, kept->first + 1, ROW_SHARE, "record-two");
    assert_int_equal(commit(kept), STORE_DONE);
    for (int i = 0; i < 2; i++) {
        struct store_table table = {.id = 0};
        assert_int_equal(store_next_table(kept->reader, after, &table), STORE_DONE);
        assert_int_equal(table.id, kept->first + i);
        assert_string_equal(table.link, i == 0 ? "link-one" : "link-two");
        assert_string_equal(table.share, i == 0 ? "" : "record-two");
        expect_log(&table, 1, "first\n");
        after = table.id;
        cn__text_free(&table.log);
    }
    struct store_table none = {.id = 0};
    assert_int_equal(store_next_table(kept->reader, after, &none), STORE_ABSENT);
}

/* ---- SQLite ---- */

static void open_sqlite(struct kept *kept)
{
    char why[STORE_WHY_SIZE] = "";
    kept->lock.lock = -1;
    if (!folder_take(&kept->lock, kept->folder, why, sizeof why))
        fail_msg("%s", why);
    kept->store = sqlite_store_open(&kept->lock, why, sizeof why);
    if (kept->store == NULL)
        fail_msg("%s", why);
    kept->reader = store_open_reader(kept->store, why, sizeof why);
    if (kept->reader == NULL)
        fail_msg("%s", why);
    kept->first = kept->store->last_table + 1;
    kept->epoch = 1;
}

static void close_both(struct kept *kept)
{
    store_close(kept->reader);
    store_close(kept->store);
    folder_leave(&kept->lock);
}

static int make_sqlite(void **state)
{
    struct kept *kept = calloc(1, sizeof *kept);
    assert_non_null(kept);
    strcpy(kept->folder, "/tmp/canasta-store-XXXXXX");
    assert_non_null(mkdtemp(kept->folder));
    open_sqlite(kept);
    *state = kept;
    return 0;
}

static int drop_sqlite(void **state)
{
    static const char *const names[] = {"/canasta.db", "/canasta.db-wal", "/canasta.db-shm",
                                        "/canasta.lock", ""};
    struct kept *kept = *state;
    close_both(kept);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", kept->folder, names[i]);
        (void)remove(path);
    }
    cn__text_free(&kept->rows);
    free(kept);
    return 0;
}

static void sqlite_numbers_go_on(void **state)
{
    struct kept *kept = *state;
    make_table(kept, kept->first + 6, "link-one");
    close_both(kept);
    open_sqlite(kept);
    assert_int_equal(kept->first, 8);
    expect(kept, "link-one", 7, 1, "first\n");
}

static void sqlite_notices_a_file_that_goes(void **state)
{
    struct kept *kept = *state;
    char path[128];
    make_table(kept, kept->first, "link-one");
    snprintf(path, sizeof path, "%s/canasta.db", kept->folder);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(store_check(kept->store), STORE_BROKEN);
    assert_non_null(strstr(kept->store->why, "canasta.db"));
}

/* ---- PostgreSQL ---- */

static char cluster[64], address[256];

static void run_script(const char *what, char *answer, int size)
{
    char command[512];
    const char *source = getenv("SOURCE_DIR");
    snprintf(command, sizeof command, "%s/scripts/postgres %s %s", source != NULL ? source : ".",
             what, cluster);
    FILE *from = popen(command, "r");
    assert_non_null(from);
    answer[0] = '\0';
    if (fgets(answer, size, from) != NULL)
        answer[strcspn(answer, "\n")] = '\0';
    assert_int_equal(pclose(from), 0);
}

static int start_cluster(void **state)
{
    strcpy(cluster, "/tmp/canasta-postgres-XXXXXX");
    assert_non_null(mkdtemp(cluster));
    assert_int_equal(rmdir(cluster), 0);
    run_script("start", address, sizeof address);
    assert_true(postgres_store_is_address(address));
    return 0;
}

static int stop_cluster(void **state)
{
    char none[8];
    run_script("stop", none, sizeof none);
    return 0;
}

/* Runs statements as an operator would, and returns how many rows the last one gave or changed. */
static int sql(const char *statements)
{
    PGconn *connection = PQconnectdb(address);
    PGresult *result = PQexec(connection, statements);
    const ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", statements, PQresultErrorMessage(result));
    const int rows =
        status == PGRES_TUPLES_OK ? PQntuples(result) : (int)strtol(PQcmdTuples(result), NULL, 10);
    PQclear(result);
    PQfinish(connection);
    return rows;
}

static void open_node(struct kept *kept, const char *name, const char *url)
{
    char why[STORE_WHY_SIZE] = "";
    kept->store = postgres_store_open(&(struct postgres_node){address, name, url}, why, sizeof why);
    if (kept->store == NULL)
        fail_msg("%s", why);
    kept->reader = store_open_reader(kept->store, why, sizeof why);
    if (kept->reader == NULL)
        fail_msg("%s", why);
    kept->first = kept->store->last_table + 1;
    kept->epoch = 1;
    kept->batches = 0;
}

static void close_node(struct kept *kept)
{
    store_close(kept->reader);
    store_close(kept->store);
    cn__text_free(&kept->rows);
}

static int make_postgres(void **state)
{
    struct kept *kept = calloc(1, sizeof *kept);
    assert_non_null(kept);
    sql("SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    open_node(kept, "one", "http://one/");
    *state = kept;
    return 0;
}

static int drop_postgres(void **state)
{
    struct kept *kept = *state;
    close_node(kept);
    free(kept);
    return 0;
}

static void expect_late(struct kept *kept)
{
    put(kept, kept->first, 2, "too late\n");
    assert_int_equal(commit(kept), STORE_REPLACED);
    assert_int_equal(sql("SELECT FROM log WHERE lines = 'too late\n'"), 0);
}

/* A node that was given up can write nothing. */
static void expect_replaced(struct kept *kept)
{
    expect_late(kept);
    put(kept, kept->first + 1, ROW_TABLE, "link-late");
    assert_int_equal(commit(kept), STORE_REPLACED);
    assert_int_equal(sql("SELECT FROM tables WHERE link = 'link-late'"), 0);
}

static void expect_elsewhere(struct kept *kept, const char *link, const char *url)
{
    struct store_table table = {.id = 0};
    assert_int_equal(store_open_table(kept->reader, link, &table), STORE_ELSEWHERE);
    assert_string_equal(table.url, url);
    assert_int_equal(table.log.length, 0);
}

static void expect_taken(struct kept *kept, const char *link, int64_t id, int64_t epoch)
{
    struct store_table table = {.id = 0};
    assert_int_equal(store_open_table(kept->reader, link, &table), STORE_DONE);
    assert_int_equal(table.id, id);
    assert_int_equal(table.epoch, epoch);
    cn__text_free(&table.log);
}

static void a_living_node_keeps_its_tables(void **state)
{
    struct kept *one = *state;
    struct kept two = {.count = 0};
    make_table(one, one->first, "link-one");
    open_node(&two, "two", "http://two/");
    for (int i = 0; i < 3; i++)
        expect_elsewhere(&two, "link-one", "http://one/");
    expect_taken(one, "link-one", one->first, 1);
    put(one, one->first, 2, "second\n");
    assert_int_equal(commit(one), STORE_DONE);
    close_node(&two);
}

static void a_lost_node_is_replaced_at_once(void **state)
{
    struct kept *one = *state;
    struct kept two = {.count = 0};
    make_table(one, one->first, "link-one");
    const int64_t table = one->first;
    close_node(one);
    memset(one, 0, sizeof *one);
    open_node(&two, "two", "http://two/");
    sql("UPDATE nodes SET replaced = false WHERE name = 'one'"); /* it did not say that it ends */
    /* Its connection may end a moment later. */
    while (sql("SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 1") > 0)
        usleep(1000);
    expect_taken(&two, "link-one", table, 2);
    expect_taken(&two, "link-one", table, 2);
    two.epoch = 2;
    put(&two, table, 2, "second\n");
    assert_int_equal(commit(&two), STORE_DONE);
    expect(&two, "link-one", table, 2, "first\nsecond\n");
    close_node(&two);
    open_node(one, "one", "http://one/");
}

/* A node that stood still and goes on can write nothing, whatever it believes. */
static void a_node_without_lease_is_fenced(void **state)
{
    struct kept *one = *state;
    struct kept two = {.count = 0};
    make_table(one, one->first, "link-one");
    open_node(&two, "two", "http://two/");
    assert_int_equal(sql("UPDATE nodes SET until = now() WHERE name = 'one'"), 1);
    expect_taken(&two, "link-one", one->first, 2);
    /* Its connection was ended too, so it notices that first. */
    put(one, one->first, 2, "too late\n");
    assert_int_equal(commit(one), STORE_PASSING);
    expect_replaced(one);
    close_node(&two);
}

/* Nobody wanted its tables meanwhile. */
static void a_lease_that_ran_out_is_renewed(void **state)
{
    struct kept *one = *state;
    make_table(one, one->first, "link-one");
    sql("UPDATE nodes SET until = now() - interval '1 hour'");
    put(one, one->first, 2, "second\n");
    assert_int_equal(commit(one), STORE_DONE);
    assert_int_equal(sql("SELECT FROM nodes WHERE until > now()"), 1);
}

static void a_row_of_another_epoch_is_refused(void **state)
{
    struct kept *one = *state;
    make_table(one, one->first, "link-one");
    sql("UPDATE tables SET epoch = 2");
    expect_late(one);
    sql("UPDATE tables SET epoch = 1, owner = NULL");
    expect_late(one);
}

static void a_name_belongs_to_the_last_node(void **state)
{
    struct kept *one = *state;
    struct kept again = {.count = 0};
    make_table(one, one->first, "link-one");
    open_node(&again, "one", "http://one/");
    put(one, one->first, 2, "too late\n");
    assert_int_equal(commit(one), STORE_BROKEN);
    assert_string_equal(one->store->why, "another server has started as the node of this name");
    expect_taken(&again, "link-one", one->first, 2);
    close_node(&again);
}

/* The answer to a transaction was lost; the same batch is tried again. */
static void a_batch_is_written_once(void **state)
{
    struct kept *one = *state;
    make_table(one, one->first, "link-one");
    for (int i = 0; i < 3; i++) {
        put(one, one->first, 2, "second\n");
        one->batches = 1;
        assert_int_equal(commit(one), STORE_DONE);
    }
    expect(one, "link-one", one->first, 2, "first\nsecond\n");
}

static void a_broken_connection_passes(void **state)
{
    struct kept *one = *state;
    struct store_table table = {.id = 0};
    make_table(one, one->first, "link-one");
    assert_true(sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> "
                    "pg_backend_pid() AND usename = 'canasta'") >= 2);
    put(one, one->first, 2, "second\n");
    assert_int_equal(commit(one), STORE_PASSING);
    put(one, one->first, 2, "second\n");
    one->batches--;
    assert_int_equal(commit(one), STORE_DONE);
    assert_int_equal(store_open_table(one->reader, "link-one", &table), STORE_PASSING);
    expect(one, "link-one", one->first, 2, "first\nsecond\n");
    assert_int_equal(sql("SELECT FROM pg_locks WHERE locktype = 'advisory'"), 1);
}

static void a_table_that_is_given_away_is_free(void **state)
{
    struct kept *one = *state;
    struct kept two = {.count = 0};
    struct cn__text urls = {NULL, 0, 0, false};
    make_table(one, one->first, "link-one");
    open_node(&two, "two", "http://two/");
    assert_int_equal(store_others(one->reader, &urls), STORE_DONE);
    assert_int_equal(urls.length, strlen("http://two/\n"));
    assert_memory_equal(urls.text, "http://two/\n", urls.length);
    put(one, one->first, 2, "last\n");
    put(one, one->first, ROW_RELEASE, "");
    assert_int_equal(commit(one), STORE_DONE);
    expect(&two, "link-one", one->first, 2, "first\nlast\n");
    expect_elsewhere(one, "link-one", "http://two/");
    put(one, one->first, 3, "too late\n");
    assert_int_equal(commit(one), STORE_REPLACED);
    cn__text_free(&urls);
    close_node(&two);
}

static void draining_is_told(void **state)
{
    struct kept *one = *state;
    struct cn__text urls = {NULL, 0, 0, false};
    assert_int_equal(sql("UPDATE nodes SET draining = true"), 1);
    assert_false(atomic_load(&one->store->draining));
    while (!atomic_load(&one->store->draining))
        assert_int_equal(store_rest(one->store, true), STORE_DONE);
    assert_int_equal(store_others(one->reader, &urls), STORE_DONE);
    assert_int_equal(urls.length, 0);
}

static void damage_is_noticed(void **state)
{
    static const char *const changes[] = {"UPDATE log SET lines = 'firsT\n'",
                                          "UPDATE log SET lines = 'first\n', n = 2",
                                          "UPDATE log SET n = 1, id = id; DELETE FROM log"};
    struct kept *one = *state;
    make_table(one, one->first, "link-one");
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct store_table table = {.id = 0};
        sql(changes[i]);
        assert_int_equal(store_open_table(one->reader, "link-one", &table), STORE_DAMAGED);
        cn__text_free(&table.log);
    }
}

static void a_newer_schema_is_left_alone(void **state)
{
    char why[STORE_WHY_SIZE] = "";
    const struct postgres_node node = {address, "two", ""};
    sql("UPDATE canasta_version SET version = version + 1");
    assert_null(postgres_store_open(&node, why, sizeof why));
    assert_non_null(strstr(why, "the database is of version"));
    assert_null(postgres_store_open_beside(address, why, sizeof why));
    assert_int_equal(sql("SELECT FROM nodes WHERE name = 'two'"), 0);
}

#define EVERY_STORE(make, drop)                                                              \
    cmocka_unit_test_setup_teardown(logs_are_kept, make, drop),                              \
        cmocka_unit_test_setup_teardown(unknown_links_are_absent, make, drop),               \
        cmocka_unit_test_setup_teardown(shared_records_have_links_of_their_own, make, drop), \
        cmocka_unit_test_setup_teardown(the_first_result_of_a_day_stays, make, drop),        \
        cmocka_unit_test_setup_teardown(a_transaction_is_whole, make, drop),                 \
        cmocka_unit_test_setup_teardown(long_logs_come_in_order, make, drop),                \
        cmocka_unit_test_setup_teardown(long_rows_are_kept, make, drop),                     \
        cmocka_unit_test_setup_teardown(tables_are_listed_in_order, make, drop)

#define POSTGRES(test) cmocka_unit_test_setup_teardown(test, make_postgres, drop_postgres)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EVERY_STORE(make_sqlite, drop_sqlite),
        cmocka_unit_test_setup_teardown(sqlite_numbers_go_on, make_sqlite, drop_sqlite),
        cmocka_unit_test_setup_teardown(sqlite_notices_a_file_that_goes, make_sqlite, drop_sqlite),
        EVERY_STORE(make_postgres, drop_postgres),
        POSTGRES(a_living_node_keeps_its_tables),
        POSTGRES(a_lost_node_is_replaced_at_once),
        POSTGRES(a_node_without_lease_is_fenced),
        POSTGRES(a_lease_that_ran_out_is_renewed),
        POSTGRES(a_row_of_another_epoch_is_refused),
        POSTGRES(a_name_belongs_to_the_last_node),
        POSTGRES(a_batch_is_written_once),
        POSTGRES(a_broken_connection_passes),
        POSTGRES(a_table_that_is_given_away_is_free),
        POSTGRES(draining_is_told),
        POSTGRES(damage_is_noticed),
        POSTGRES(a_newer_schema_is_left_alone),
    };
    return cmocka_run_group_tests(tests, start_cluster, stop_cluster);
}
