/* folder.h -- the folder that holds a server's data: made, private, and one server's at a time.
 *
 * SQLite lets several processes write to one database, but the rows of a table's log are numbered by the one server that holds the
 * table. So a lock on a file of its own keeps a second server out, for as long as the first one lives: the system gives it back
 * however the process ends.
 */
#ifndef CN_FOLDER_H
#define CN_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

#include "database.h"

/* Start from zeroed memory, with 'lock' -1 while none is held. */
struct cn_folder {
    char path[CN_STORE_PATH_SIZE];
    int lock;
};

/* Makes the folder where it is missing, and locks it. False and *why (a sentence that names the folder) if that cannot be, or
 * another server has it. Nothing else in the folder is touched then. */
bool cn_folder_take(struct cn_folder *folder, const char *path, char *why, size_t size);
/* Gives it back. May be called whether it was taken or not. */
void cn_folder_leave(struct cn_folder *folder);

#endif
