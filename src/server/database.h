/* database.h -- tables and their logs in SQLite: the contents of the file, without threads.
 *
 * A row of a table's log goes to 'recent', in order of arrival for all tables, so that a
 * transaction writes few pages. From time to time rows of the same table are combined and folded
 * into 'log', from which a table can be read quickly. Both happen in transactions, so that a log is
 * always complete.
 *
 * Plain tables take more processor time an action: with the rows of each table together 1.14 to
 * 1.43 times as much, in order of arrival with an index by table 1.02 to 1.21 times
 * (bench/README.md).
 *
 * A connection belongs to one thread at a time. Codes are SQLite's.
 */
#ifndef SERVER_DATABASE_H
#define SERVER_DATABASE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

enum {
    STORE_PATH_SIZE = 512,
    DATABASE_DAMAGED = -2
};

/* The position of a row in 'recent'. */
struct row_mark {
    int64_t table, n, seq;
};

/* Start from zeroed memory. */
struct database {
    sqlite3 *handle;
    sqlite3_stmt *begin, *commit, *rollback, *append, *table, *share; /* of a writer */
    sqlite3_stmt *recent, *fold, *forget, *daily;
    sqlite3_stmt *find, *shared, *last, *load, *next, *days; /* of a reader */
    struct row_mark *marks;                                  /* of all rows of 'recent' */
    size_t mark_count, mark_size;
    size_t begun;         /* number of marks when the transaction began */
    size_t round, folded; /* marks in the current round, and how many of them are folded; 0: none */
    int64_t round_seq;    /* the last row of the round */
    int64_t forgotten;    /* the last row deleted from 'recent' */
    bool damaged;         /* 'recent' cannot be read: nothing is folded */
    int trouble;          /* the code of the last failure in folding */
    int64_t credit;       /* rows written since the last slice of folding */
    int wal_pages;        /* in the write-ahead log since it was last emptied */
};

/* Receives rows in order; returning false stops. */
typedef bool database_row(void *context, const char *text, size_t length);

/* Opens the file in a folder. A writer creates it if it is missing, and folds what an earlier run
 * left. Returns false and sets *why to SQLite's message on failure; close it even then. */
bool database_open_writer(struct database *db, const char *folder, char *why, size_t size);
bool database_open_reader(struct database *db, const char *folder, char *why, size_t size);
/* Prepares a writer for reading, too. */
bool database_prepare_reader(struct database *db, char *why, size_t size);
void database_close(struct database *db);

/* ---- writing ---- */

int database_begin(struct database *db);
/* Appends the n-th row of a table's log. */
int database_append(struct database *db, int64_t table, int64_t n, const char *text, size_t length);
int database_add_table(struct database *db, int64_t table, const char *link, size_t length);
int database_add_share(struct database *db, int64_t table, const char *link, size_t length);
/* Adds a player's result of a deal of the day, if it is the first. */
int database_add_daily(struct database *db, int64_t day, const char *text, size_t length);
/* Commits, or rolls back if 'code' is not SQLITE_OK. If it returns SQLITE_OK, everything since the
 * beginning is durable; else none of it is. */
int database_end(struct database *db, int code);
/* Does a small piece of folding, if enough was written to make it due. Call it between
 * transactions. Failures are retried later if their code may pass. */
int database_compact(struct database *db);

/* Moves the write-ahead log to the database; call it between transactions. With 'shorten' its file
 * is empty afterwards; else it is overwritten from its beginning, which is cheaper if more writes
 * follow. What cannot be moved now, because of a reader or a full disk, stays for the next time. */
int database_checkpoint(struct database *db, bool shorten);

/* ---- reading ---- */

/* Returns the table of a link, or of the link that shares its record; 0 if the link is unknown, or
 * -1 if the database cannot be read now. */
int64_t database_find(struct database *db, const char *link);
int64_t database_shared(struct database *db, const char *link);
/* Returns the highest table number. */
int64_t database_last(struct database *db);
/* Finds the table with the lowest number above 'after', its link, and the link that shares its
 * record or "". Returns its number, 0 if there is none, or -1 if the database cannot be read. */
int64_t database_next(struct database *db, int64_t after, char *link, char *share, size_t size);
/* Passes the log of a table to 'row'. Returns the number of its last row; 0 if there is none, -1 if
 * it cannot be read or 'row' returns false, DATABASE_DAMAGED if it is not what was written. */
int64_t database_load(struct database *db, int64_t table, database_row *row, void *context);
/* Appends the results of a deal of the day (0: of all), a line each, with its number. Returns false
 * if they cannot be read now. */
bool database_read_daily(struct database *db, int64_t day, struct cn__text *lines);
/* The last error, in SQLite's words; printable ASCII whatever the file contains. */
void database_error(const struct database *db, char *why, size_t size);
/* Copies everything, as of one moment, to a new file. Returns false and sets *why, with the file's
 * name in it. */
bool database_copy(struct database *db, const char *file, char *why, size_t size);

#endif
