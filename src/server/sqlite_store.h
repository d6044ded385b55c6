/* sqlite_store.h -- a store in a folder: SQLite's file and its write-ahead log.
 *
 * A transaction is one commit with synchronous=FULL. A full or busy disk passes; a failed fsync
 * breaks the store, because what it had written is unknown. So does a file of the database that was
 * removed or replaced: the system would keep writing to a file that nobody can read any more.
 */
#ifndef SERVER_SQLITE_STORE_H
#define SERVER_SQLITE_STORE_H

#include "folder.h"
#include "store.h"

/* Opens the database in a folder, which this process must have locked (folder.h), for writing. The
 * folder must outlive the store. Returns NULL and sets *why on failure. */
struct store *sqlite_store_open(struct folder *folder, char *why, size_t size);
/* Opens a folder's database beside the server that may use it, for reading only. */
struct store *sqlite_store_open_beside(const char *folder, char *why, size_t size);
/* Copies a folder's database to a new file, even while it is in use. Returns false and sets *why on
 * failure. */
bool sqlite_store_copy(const char *folder, const char *file, char *why, size_t size);

#endif
