/* store_model_test.c -- the model of a PostgreSQL (tests/nodes/model.h) against a PostgreSQL.
 *
 * The same store runs on both and does the same, at random: nodes begin, write, read, take and
 * release tables, repeat batches, lose their leases and connections, end. Whatever the store says
 * must be the same on both. Time decides nothing: a lease runs out when the script says so. */
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
#include "tests/fuzz/driver/chance.h"
#include "tests/nodes/model.h"
#include "tests/units/effort.h"

enum {
    SLOTS = 3,
    LINKS = MODEL_TABLES,
    STEPS = 60
};

/* What the script does to a database itself, besides using stores on it. */
struct database {
    struct store *(*open)(const struct postgres_node *node, char *why, size_t size);
    const char *address;
    void (*clear)(void);
    void (*set_lease)(int64_t node, bool holds);
    void (*end_connection)(int64_t node); /* the one that shows that the node lives */
};

/* A node, and what it believes. */
struct slot {
    struct store *store, *reader;
    int64_t number, epoch[LINKS], rows[LINKS];
    uint64_t batch;
    bool lost; /* its lease */
    struct cn__text last;
    int last_count;
};

static struct slot slots[SLOTS];
static struct chance chance;
static struct cn__text said, wanted;
static int64_t ids[LINKS];
static const char *const names[SLOTS] = {"a", "b", "a"};
static const char *const urls[SLOTS] = {"http://a/", "http://b/", "http://c/"};

static int below(int n)
{
    return chance_below(&chance, n);
}

static void close_slot(struct slot *slot)
{
    store_close(slot->reader);
    store_close(slot->store);
    cn__text_free(&slot->last);
    memset(slot, 0, sizeof *slot);
}

/* ---- the script ---- */

static void open_slot(const struct database *database, int i)
{
    char why[STORE_WHY_SIZE];
    const struct postgres_node node = {database->address, names[i], urls[i]};
    struct slot *slot = &slots[i];
    slot->store = database->open(&node, why, sizeof why);
    slot->reader = slot->store != NULL ? store_open_reader(slot->store, why, sizeof why) : NULL;
    assert_non_null(slot->reader);
    slot->number = slot->store->last_table >> 24;
    cn__text_printf(&said, "%s is node %lld\n", urls[i], (long long)slot->number);
}

static void put(struct slot *slot, int64_t table, int64_t n, int64_t epoch, const char *text)
{
    const struct store_row row = {.table = table, .n = n, .epoch = epoch, .length = strlen(text)};
    store_put_row(&slot->last, &row, text);
    slot->last_count++;
}

static void write_last(struct slot *slot)
{
    const struct store_batch batch = {slot->last.text, slot->last.length, slot->last_count,
                                      slot->batch};
    enum store_result result;
    /* On a busy machine PostgreSQL takes long, and time must decide nothing. */
    do
        result = store_write(slot->store, &batch);
    while (result == STORE_PASSING && strcmp(slot->store->why, "the database takes long") == 0);
    cn__text_printf(&said, "node %lld writes batch %llu of %d rows: %d %s\n",
                    (long long)slot->number, (unsigned long long)slot->batch, slot->last_count,
                    (int)result, result == STORE_REPLACED ? slot->store->why : "");
    slot->lost = slot->lost && result != STORE_DONE;
}

static void put_rows(struct slot *slot)
{
    for (int i = 0; i < LINKS; i++) {
        char text[40];
        if (slot->epoch[i] == 0 || below(2) == 0)
            continue;
        snprintf(text, sizeof text, "by %lld\n", (long long)slot->number);
        put(slot, ids[i], ++slot->rows[i], slot->epoch[i] - (below(12) == 0), text);
        if (below(6) == 0) {
            put(slot, ids[i], ROW_RELEASE, 0, "");
            slot->epoch[i] = 0;
        }
    }
}

static void make_table(struct slot *slot, int link)
{
    char name[8];
    if (ids[link] != 0)
        return;
    ids[link] = ++slot->store->last_table;
    snprintf(name, sizeof name, "link-%d", link);
    put(slot, ids[link], ROW_TABLE, 0, name);
    put(slot, ids[link], 1, 1, "made\n");
    slot->epoch[link] = 1;
    slot->rows[link] = 1;
}

/* Only one table of a batch, whose time decides the order. */
static void put_listed(struct slot *slot, int link)
{
    char text[40];
    if (ids[link] == 0 || below(2) == 0)
        return;
    snprintf(text, sizeof text, "table %d by %lld", link, (long long)slot->number);
    put(slot, ids[link], ROW_LISTED, 0, below(5) == 0 ? "" : text);
    if (below(5) == 0)
        put(slot, ids[link], ROW_LISTED, 0, below(2) == 0 ? "" : "again");
}

static void write_some(struct slot *slot, int link)
{
    cn__text_clear(&slot->last);
    slot->last_count = 0;
    slot->batch++;
    put_rows(slot);
    make_table(slot, link);
    put_listed(slot, link);
    if (slot->last_count > 0)
        write_last(slot);
}

static void read_table(struct slot *slot, int link)
{
    struct store_table table = {.id = 0};
    char name[8];
    snprintf(name, sizeof name, "link-%d", link);
    enum store_result result;
    do
        result = store_open_table(slot->reader, name, &table);
    while (result == STORE_PASSING && strncmp(slot->reader->why, "other nodes", 11) != 0);
    cn__text_printf(&said, "node %lld opens %s: %d, table %lld, epoch %lld, %lld rows, at '%s'\n",
                    (long long)slot->number, name, (int)result, (long long)table.id,
                    (long long)table.epoch, (long long)table.rows,
                    result == STORE_ELSEWHERE ? table.url : "");
    cn__text_append(&said, table.log.text, table.log.length);
    slot->epoch[link] = result == STORE_DONE ? table.epoch : 0;
    slot->rows[link] = table.rows;
    cn__text_free(&table.log);
}

static void list_others(struct slot *slot)
{
    struct cn__text others = {.text = NULL};
    const enum store_result result = store_others(slot->reader, &others);
    cn__text_printf(&said, "others than %lld: %d %.*s\n", (long long)slot->number, (int)result,
                    (int)others.length, others.length > 0 ? others.text : "");
    cn__text_free(&others);
}

static void show_list(struct slot *slot)
{
    struct cn__text lines = {.text = NULL};
    const enum store_result result = store_read_listed(slot->reader, &lines);
    cn__text_printf(&said, "the list for %lld: %d\n", (long long)slot->number, (int)result);
    cn__text_append(&said, lines.text, lines.length);
    cn__text_free(&lines);
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* They come in any order. */
static void show_nodes(struct slot *slot)
{
    char *at[SLOTS + 1];
    int count = 0;
    struct cn__text lines = {.text = NULL};
    const enum store_result result = store_read_nodes(slot->reader, &lines);
    cn__text_append(&lines, "", 1);
    for (char *line = strtok(lines.text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        assert_true(count < SLOTS + 1);
        at[count++] = line;
    }
    qsort(at, (size_t)count, sizeof at[0], compare_lines);
    cn__text_printf(&said, "the nodes for %lld: %d\n", (long long)slot->number, (int)result);
    for (int i = 0; i < count; i++)
        cn__text_printf(&said, "%s\n", at[i]);
    cn__text_free(&lines);
}

static void do_something(const struct database *database)
{
    const int i = below(SLOTS);
    struct slot *slot = &slots[i];
    const int what = below(18);
    const int link = below(LINKS);
    if (slot->store == NULL) {
        open_slot(database, i);
        return;
    }
    if (what < 6)
        write_some(slot, link);
    else if (what < 8 && slot->last_count > 0)
        write_last(slot);
    else if (what < 12)
        read_table(slot, link);
    else if (what == 12)
        list_others(slot);
    else if (what == 13)
        slot->lost = true;
    else if (what == 14)
        database->end_connection(slot->number);
    else if (what == 15)
        show_list(slot);
    else if (what == 16)
        show_nodes(slot);
    else if (below(3) == 0)
        close_slot(slot);
}

static void play(const struct database *database, uint64_t seed)
{
    chance_from_seed(&chance, seed);
    database->clear();
    cn__text_clear(&said);
    memset(ids, 0, sizeof ids);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < SLOTS; i++)
            if (slots[i].store != NULL)
                database->set_lease(slots[i].number, !slots[i].lost);
        do_something(database);
    }
    for (int i = 0; i < SLOTS; i++)
        if (slots[i].store != NULL)
            close_slot(&slots[i]);
}

/* ---- on the model ---- */

static void let_all_happen(struct pg_conn *connection, int64_t ms)
{
    while ((connection == NULL || !model_has_news(connection)) && model_step())
        continue;
    if (connection == NULL || !model_has_news(connection))
        model.now_ms += ms;
}

static int first_host(void)
{
    return 0;
}

static bool nobody_is_dead(int host)
{
    return host != 0;
}

static int64_t clock_of_model(void)
{
    return model.now_ms;
}

static int no_chance(int n)
{
    return n - 1;
}

static void clear_model(void)
{
    model_close_all();
    model_reset();
}

static void set_lease_in_model(int64_t number, bool holds)
{
    model_find_node(number)->now.until = model.now_ms + (holds ? 3600000 : -1);
}

static void end_connection_in_model(int64_t number)
{
    for (int i = 1; i <= MODEL_SESSIONS; i++)
        if (model.sessions[i].open && model.sessions[i].lock == number)
            model_end_session(i);
}

static const struct database on_model = {.open = modelled_store_open,
                                         .address = "postgresql://model",
                                         .clear = clear_model,
                                         .set_lease = set_lease_in_model,
                                         .end_connection = end_connection_in_model};

/* ---- on a PostgreSQL ---- */

#define PATIENT "?connect_timeout=60"
static char cluster[64], address[256];
static PGconn *operator_connection;

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
    setenv("POSTGRES_OPTIONS", "-c fsync=off", 1);
    run_script("start", address, sizeof address - sizeof PATIENT);
    strcat(address, PATIENT);
    operator_connection = PQconnectdb(address);
    model_world = (struct model_world){.wait = let_all_happen,
                                       .host = first_host,
                                       .is_dead = nobody_is_dead,
                                       .clock_ms = clock_of_model,
                                       .chance = no_chance};
    return 0;
}

static int stop_cluster(void **state)
{
    char none[8];
    PQfinish(operator_connection);
    run_script("stop", none, sizeof none);
    clear_model();
    cn__text_free(&said);
    cn__text_free(&wanted);
    return 0;
}

/* Returns how many rows the last statement gave. */
static int sql(const char *format, int64_t number)
{
    char text[256];
    snprintf(text, sizeof text, format, (long long)number);
    PGresult *result = PQexec(operator_connection, text);
    const ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", text, PQresultErrorMessage(result));
    const int rows = PQntuples(result);
    PQclear(result);
    return rows;
}

static void clear_postgres(void)
{
    sql("SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public", 0);
}

static void set_lease_in_postgres(int64_t number, bool holds)
{
    sql(holds ? "UPDATE nodes SET until = clock_timestamp() + interval '1 hour' WHERE node = %lld"
              : "UPDATE nodes SET until = clock_timestamp() - interval '1 second' WHERE "
                "node = %lld",
        number);
}

#define HOLDERS                                                                            \
    "FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = %lld::oid AND " \
    "database = (SELECT oid FROM pg_database WHERE datname = current_database())"

static void end_connection_in_postgres(int64_t number)
{
    sql("SELECT pg_terminate_backend(pid) " HOLDERS, number);
    while (sql("SELECT " HOLDERS, number) > 0)
        usleep(1000);
}

static const struct database on_postgres = {.open = postgres_store_open,
                                            .address = address,
                                            .clear = clear_postgres,
                                            .set_lease = set_lease_in_postgres,
                                            .end_connection = end_connection_in_postgres};

/* ---- both ---- */

static void expect_the_same(uint64_t seed, const char *right, const char *found)
{
    size_t line = 0;
    for (size_t i = 0; right[i] == found[i] && right[i] != '\0'; i++)
        line = right[i] == '\n' ? i + 1 : line;
    if (strcmp(right, found) != 0)
        fail_msg("seed %llu, after %.*s\nPostgreSQL: %.100s\nthe model: %.100s",
                 (unsigned long long)seed, (int)(line < 300 ? line : 300),
                 right + (line < 300 ? 0 : line - 300), right + line, found + line);
}

static void both_say_the_same(void **state)
{
    const char *full = getenv("CANASTA_FULL");
    const uint64_t count = full != NULL && full[0] == '1' ? 500 : 4;
    int results[STORE_BROKEN + 1] = {0};
    for (uint64_t seed = first_seed(); seed < first_seed() + count; seed++) {
        play(&on_postgres, seed);
        cn__text_clear(&wanted);
        cn__text_append(&wanted, said.text, said.length);
        play(&on_model, seed);
        cn__text_append(&wanted, "", 1);
        cn__text_append(&said, "", 1);
        expect_the_same(seed, wanted.text, said.text);
        for (const char *at = said.text; (at = strstr(at, "rows: ")) != NULL; at++)
            results[at[6] - '0']++;
    }
    print_message("%d batches written, %d refused for a while, %d of nodes that were replaced, "
                  "%d broken\n",
                  results[STORE_DONE], results[STORE_PASSING], results[STORE_REPLACED],
                  results[STORE_BROKEN]);
    assert_true(results[STORE_DONE] > 0 && results[STORE_PASSING] > 0);
    assert_true(results[STORE_REPLACED] > 0 && results[STORE_BROKEN] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(both_say_the_same)};
    return cmocka_run_group_tests(tests, start_cluster, stop_cluster);
}
