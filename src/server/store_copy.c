#include "store_copy.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "postgres_store.h"
#include "sqlite_store.h"

enum {
    TRIES = 100,
    PAUSE_US = 50000,
    PIECE = 1 << 20 /* bytes of a log in one row, or the line that reaches it */
};

static struct store *open_source(const char *from, char *why, size_t size)
{
    return postgres_store_is_address(from) ? postgres_store_open_beside(from, why, size)
                                           : sqlite_store_open_beside(from, why, size);
}

static struct store *open_target(const char *to, struct folder *folder, char *why, size_t size)
{
    const struct postgres_node node = {to, "import", ""};
    if (postgres_store_is_address(to))
        return postgres_store_open(&node, why, size);
    return folder_take(folder, to, why, size) ? sqlite_store_open(folder, why, size) : NULL;
}

static bool is_empty(struct store *store)
{
    struct store_table table = {.id = 0};
    const bool empty = store_next_table(store, 0, &table) == STORE_ABSENT;
    cn__text_free(&table.log);
    return empty;
}

/* Rows are whole lines. */
static size_t piece_of(const struct cn__text *log, size_t at)
{
    if (log->length - at <= PIECE)
        return log->length - at;
    const char *end = memchr(log->text + at + PIECE, '\n', log->length - at - PIECE);
    return end != NULL ? (size_t)(end + 1 - log->text) - at : log->length - at;
}

static enum store_result write_patiently(struct store *to, const struct store_batch *batch)
{
    enum store_result result = store_write(to, batch);
    for (int tries = 1; result == STORE_PASSING && tries < TRIES; tries++) {
        usleep(PAUSE_US);
        result = store_write(to, batch);
    }
    return result;
}

static enum store_result write_table(struct store *to, const struct store_table *table,
                                     uint64_t number)
{
    struct cn__text rows = {NULL, 0, 0, false};
    struct store_row row = {.table = table->id, .n = ROW_TABLE, .length = strlen(table->link)};
    int count = 1;
    store_put_row(&rows, &row, table->link);
    row = (struct store_row){.table = table->id, .n = ROW_SHARE, .length = strlen(table->share)};
    if (row.length > 0) {
        store_put_row(&rows, &row, table->share);
        count++;
    }
    row = (struct store_row){.table = table->id, .n = 0, .epoch = 1};
    for (size_t at = 0; at < table->log.length; at += row.length, count++) {
        row.n++;
        row.length = piece_of(&table->log, at);
        store_put_row(&rows, &row, table->log.text + at);
    }
    const struct store_batch batch = {rows.text, rows.length, count, number};
    const enum store_result result = write_patiently(to, &batch);
    cn__text_free(&rows);
    return result;
}

/* Says why a table could not be copied. */
static bool say(const struct store_table *table, const struct store *store, char *why, size_t size)
{
    snprintf(why, size, "table %lld: %s", (long long)table->id, store->why);
    return false;
}

static bool copy_all(struct store *from, struct store *to, int64_t *tables, char *why, size_t size)
{
    enum store_result result;
    struct store_table table = {.id = 0};
    while ((result = store_next_table(from, table.id, &table)) == STORE_DONE) {
        const bool good = write_table(to, &table, (uint64_t)++ * tables) == STORE_DONE;
        cn__text_free(&table.log);
        if (!good)
            return say(&table, to, why, size);
        table = (struct store_table){.id = table.id};
    }
    cn__text_free(&table.log);
    return result == STORE_ABSENT || say(&table, from, why, size);
}

/* Copies the results of the deals of the day, which have no table. */
static bool copy_daily(struct store *from, struct store *to, uint64_t number, char *why,
                       size_t size)
{
    struct cn__text lines = {NULL, 0, 0, false};
    struct cn__text rows = {NULL, 0, 0, false};
    int count = 0;
    bool good = store_read_daily(from, 0, &lines) == STORE_DONE;
    cn__text_append(&lines, "", 1);
    good = good && !lines.failed;
    if (!good)
        snprintf(why, size, "%s", from->why);
    char *rest = lines.text;
    for (char *line; good && rest != NULL && (line = strsep(&rest, "\n")) != NULL;) {
        char *text;
        const long long day = strtoll(line, &text, 10);
        if (text[0] != ' ')
            continue;
        const struct store_row row = {.table = day, .n = ROW_DAILY, .length = strlen(text + 1)};
        store_put_row(&rows, &row, text + 1);
        count++;
    }
    const struct store_batch batch = {rows.text, rows.length, count, number};
    if (good && count > 0 && write_patiently(to, &batch) != STORE_DONE) {
        snprintf(why, size, "%s", to->why);
        good = false;
    }
    cn__text_free(&lines);
    cn__text_free(&rows);
    return good;
}

bool store_copy(const char *from, const char *to, int64_t *tables, char *why, size_t size)
{
    struct folder folder = {.lock = -1};
    struct store *source = open_source(from, why, size);
    struct store *target = source != NULL ? open_target(to, &folder, why, size) : NULL;
    struct store *reader = target != NULL ? store_open_reader(target, why, size) : NULL;
    bool good = reader != NULL;
    *tables = 0;
    if (good && !is_empty(reader)) {
        snprintf(why, size, "the database is not empty");
        good = false;
    }
    good = good && copy_all(source, target, tables, why, size) &&
           copy_daily(source, target, (uint64_t)*tables + 1, why, size);
    store_close(reader);
    store_close(target);
    store_close(source);
    folder_leave(&folder);
    return good;
}

bool store_copy_to_file(const char *from, const char *file, char *why, size_t size)
{
    char folder[STORE_PATH_SIZE];
    char path[STORE_PATH_SIZE + 16];
    int64_t tables;
    if (access(file, F_OK) == 0) {
        snprintf(why, size, "%s: %s", file, strerror(EEXIST));
        return false;
    }
    if (snprintf(folder, sizeof folder, "%s.XXXXXX", file) >= (int)sizeof folder ||
        mkdtemp(folder) == NULL) {
        snprintf(why, size, "%s: %s", file, strerror(errno));
        return false;
    }
    const bool good =
        store_copy(from, folder, &tables, why, size) && sqlite_store_copy(folder, file, why, size);
    static const char *const names[] = {"canasta.db", "canasta.db-wal", "canasta.db-shm",
                                        "canasta.lock"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        (void)unlink(path);
    }
    (void)rmdir(folder);
    return good;
}
