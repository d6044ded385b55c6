/* store.h -- the file that a table's record is written to.
 *
 * Lines are gathered and go to disk with one write and one fsync an action, so a killed program can
 * tear at most the last action's lines, which follow from what stands before them. One program at a
 * time may write a file: it is locked.
 */
#ifndef CN_STORE_H
#define CN_STORE_H

#include <stdbool.h>
#include <stddef.h>

struct cn_store {
    int file; /* -1: none */
    char path[512];
    char *pending; /* gathered, not yet written */
    size_t length, room;
};

/* Does the environment say where the player's data folder is? */
bool cn_store_has_folder(void);
/* Is the file one of the player's data folder? */
bool cn_store_is_own(const char *path);
/* Begins a new file: 'path', or with NULL a new name in the player's data folder, which is made if
 * missing. False and errno on failure, with what could not be made in store->path; EEXIST if 'path' exists and is not empty. */
bool cn_store_create(struct cn_store *store, const char *path);
/* Opens and locks a file and reads all of it into *text (the caller's, NUL-terminated). False and errno on
 * failure; EWOULDBLOCK if another program plays it. */
bool cn_store_open(struct cn_store *store, const char *path, char **text, size_t *length);
/* Cuts the file to so many bytes. */
bool cn_store_cut(struct cn_store *store, size_t length);
/* Gathers text to be written. */
void cn_store_gather(struct cn_store *store, const char *text, size_t length);
/* Writes what was gathered and waits until it is on disk. False and errno on failure. */
bool cn_store_flush(struct cn_store *store);
void cn_store_close(struct cn_store *store);

/* Walks the records of the player's data folder, latest first: writes the n-th path, false past the
 * last. */
bool cn_store_find(int n, char *path, size_t size);

#endif
