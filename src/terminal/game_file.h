/* game_file.h -- the file that a table's record is written to.
 *
 * Lines are gathered and go to disk with one write and one fsync an action, so a killed program can
 * tear at most the last action's lines, which follow from what stands before them. One program at a
 * time may write a file: it is locked.
 */
#ifndef TERMINAL_GAME_FILE_H
#define TERMINAL_GAME_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/base.h"

struct game_file {
    int file; /* -1: none */
    char path[512];
    struct cn__text pending; /* gathered, not yet written */
};

/* Does the environment say where the player's data folder is? */
bool game_file_has_folder(void);
/* Is the file one of the player's data folder? */
bool game_file_is_own(const char *path);
/* Begins a new file: 'path', or with NULL a new name in the player's data folder, which is made if
 * missing. False and errno on failure, with what could not be made in store->path; EEXIST if 'path'
 * exists and is not empty. */
bool game_file_create(struct game_file *store, const char *path);
/* Opens and locks a file and reads all of it into *text (the caller's, NUL-terminated). False and
 * errno on failure; EWOULDBLOCK if another program plays it. */
bool game_file_open(struct game_file *store, const char *path, char **text, size_t *length);
/* Cuts the file to so many bytes. */
bool game_file_truncate(struct game_file *store, size_t length);
/* Gathers text to be written. */
void game_file_append(struct game_file *store, const char *text, size_t length);
/* Writes what was gathered and waits until it is on disk. False and errno on failure. */
bool game_file_flush(struct game_file *store);
void game_file_close(struct game_file *store);

/* Walks the records of the player's data folder, latest first: writes the n-th path, false past the
 * last. */
bool game_file_find(int n, char *path, size_t size);

#endif
