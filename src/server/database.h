/* database.h -- tables and their logs in SQLite: what is in the file, and nothing of threads.
 *
 * A row of a table's log goes to 'recent', one behind the other whatever their tables are, so that
 * a transaction writes few pages. Now and then rows of the same table are put together and folded
 * into 'log', from which a table can be read at once. Both happen in transactions, so that a log is
 * whole at any moment.
 *
 * A connection belongs to one thread at a time. Codes are SQLite's. /
 */
#ifndef SERVER_DATABASE_H
#define SERVER_DATABASE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_PATH_SIZE = 512,
    DATABASE_DAMAGED = -2
};

/* Where a row of 'recent' is. */
struct row_mark {
    int64_t table, n, seq;
};

/* Start from zeroed memory. */
struct database {
    sqlite3 *handle;
    sqlite3_stmt *begin, *commit, *rollback, *append, *table, *share; /* of a writer */
    sqlite3_stmt *recent, *fold, *forget;
    sqlite3_stmt *find, *shared, *last, *load; /* of a reader */
    struct row_mark *marks;                    /* of all rows of 'recent' */
    size_t mark_count, mark_size;
    size_t begun;         /* how many marks there were when the transaction began */
    size_t round, folded; /* marks that are being folded, and how many of them are; 0: none */
    int64_t round_seq;    /* the last row of the round */
    int64_t forgotten;    /* the last row that is no more in 'recent' */
    bool damaged;         /* 'recent' cannot be read: nothing is folded */
    int trouble;          /* the code of what failed last in folding */
    int64_t credit;       /* rows written since folding had its turn */
    int wal_pages;        /* in the write-ahead log since it was emptied */
};

/* Rows, in order; false stops. */
typedef bool database_row(void *context, const char *text, size_t length);

/* Opens the file of a folder; a writer makes it where it is missing, and folds what is left of an
 * earlier run. False and *why, SQLite's words, on failure; to be closed all the same. */
bool database_open_writer(struct database *db, const char *folder, char *why, size_t size);
bool database_open_reader(struct database *db, const char *folder, char *why, size_t size);
void database_close(struct database *db);

/* ---- writing ---- */

int database_begin(struct database *db);
/* The n-th row of a table's log. */
int database_append(struct database *db, int64_t table, int64_t n, const char *text, size_t length);
int database_add_table(struct database *db, int64_t table, const char *link, size_t length);
int database_add_share(struct database *db, int64_t table, const char *link, size_t length);
/* Commits, or rolls back if 'code' is not SQLITE_OK. SQLITE_OK: all since the beginning is durable;
 * else none of it is. */
int database_end(struct database *db, int code);
/* A small piece of folding, when enough has been written to be due; to be called between
 * transactions. What fails is tried again another time, if its code is one that passes. */
int database_compact(struct database *db);

/* Moves what stands in the write-ahead log to the database; between transactions. 'shorten': its
 * file is empty then; else it is written over from its beginning, which costs less where more comes
 * at once. What cannot be moved now, for somebody reads it or the disk is full, stays for another
 * time. */
int database_checkpoint(struct database *db, bool shorten);

/* ---- reading ---- */

/* The table of a link, or of the link that shares its record; 0: there is none. -1: it cannot be
 * read now. */
int64_t database_find(struct database *db, const char *link);
int64_t database_shared(struct database *db, const char *link);
/* The highest table number. */
int64_t database_last(struct database *db);
/* Hands the log of a table; returns the number of its last row, 0: there is none, -1 if it cannot
 * be read or 'row' returns false, DATABASE_DAMAGED if it is not what was written. */
int64_t database_load(struct database *db, int64_t table, database_row *row, void *context);
/* What went wrong last, in SQLite's words; printable ASCII whatever the file holds. */
void database_error(const struct database *db, char *why, size_t size);
/* Copies all, as it is at one moment, to a new file. False and *why, with the file's name before
 * it. */
bool database_copy(struct database *db, const char *file, char *why, size_t size);

#endif
