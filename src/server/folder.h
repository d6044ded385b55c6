/* folder.h -- the folder of a server's data: created, private, and used by one server at a time.
 *
 * SQLite lets several processes write to one database, but the rows of a table's log are numbered
 * by the one server that has the table in memory. So a lock on a separate file keeps a second
 * server out for as long as the first one runs. The system releases it however the process ends.
 */
#ifndef SERVER_FOLDER_H
#define SERVER_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "database.h"

enum {
    FOLDER_FILES = 4
};

/* Start from zeroed memory, with 'lock' -1 while none is held. */
struct folder {
    char path[STORE_PATH_SIZE];
    int lock;
    struct {
        dev_t device;
        ino_t inode;
    } files[FOLDER_FILES]; /* as recorded by folder_note */
};

/* Creates the folder if it is missing, and locks it. Returns false and sets *why (a sentence that
 * names the folder) if that is impossible or another server has it. Then nothing else in the folder
 * was touched. */
bool folder_take(struct folder *folder, const char *path, char *why, size_t size);
/* Records which files the database and the lock are, once all are open. Returns false and sets *why
 * if one is missing. */
bool folder_note(struct folder *folder, char *why, size_t size);
/* Returns the name of a recorded file that was removed or replaced, or NULL. Anything written to
 * such a file is lost, although the system accepts it. May be called from any thread after
 * folder_note. */
const char *folder_missing(const struct folder *folder);
/* Releases it. May be called whether it was taken or not. */
void folder_leave(struct folder *folder);

#endif
