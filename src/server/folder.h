/* folder.h -- the folder that holds a server's data: made, private, and one server's at a time.
 *
 * SQLite lets several processes write to one database, but the rows of a table's log are numbered
 * by the one server that holds the table. So a lock on a file of its own keeps a second server out,
 * for as long as the first one lives: the system gives it back however the process ends. /
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
    } files[FOLDER_FILES]; /* as they were noted */
};

/* Makes the folder where it is missing, and locks it. False and *why (a sentence that names the
 * folder) if that cannot be, or another server has it. Nothing else in the folder is touched
 * then. */
bool folder_take(struct folder *folder, const char *path, char *why, size_t size);
/* Which files the database and the lock are now, when all are open. False and *why if one is
 * missing. */
bool folder_note(struct folder *folder, char *why, size_t size);
/* The name of one that is no more the file that was noted: it was removed, or another has its name;
 * NULL: there is none. What is written to such a file is lost, although the system takes it. From
 * any thread, once they are noted. */
const char *folder_missing(const struct folder *folder);
/* Gives it back. May be called whether it was taken or not. */
void folder_leave(struct folder *folder);

#endif
