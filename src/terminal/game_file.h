/* game_file.h -- the file that stores a table's record.
 *
 * Lines are buffered and written with one write and one fsync per action. A killed program can tear
 * at most the last action's lines, which follow from the lines before them. The file is locked:
 * only one program at a time may write it.
 */
#ifndef TERMINAL_GAME_FILE_H
#define TERMINAL_GAME_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/base.h"

struct game_file {
    int file; /* -1: none */
    char path[512];
    struct cn__text pending; /* not yet written */
};

/* Returns whether the environment names the player's data folder. */
bool game_file_has_folder(void);
/* Returns whether the file is in the player's data folder. */
bool game_file_is_own(const char *path);
/* Creates 'path', or, if it is NULL, a file with a new name in the player's data folder, which is
 * created if missing. On failure returns false and sets errno; store->path is what could not be
 * created. EEXIST: 'path' exists and is not empty. */
bool game_file_create(struct game_file *store, const char *path);
/* Opens and locks a file and reads it into *text, which the caller frees (NUL-terminated). On
 * failure returns false and sets errno. EWOULDBLOCK: another program is playing it. */
bool game_file_open(struct game_file *store, const char *path, char **text, size_t *length);
/* Truncates the file to this many bytes. */
bool game_file_truncate(struct game_file *store, size_t length);
/* Buffers text to be written. */
void game_file_append(struct game_file *store, const char *text, size_t length);
/* Writes the buffered text and waits until it is on disk. On failure returns false and sets errno.
 */
bool game_file_flush(struct game_file *store);
void game_file_close(struct game_file *store);

/* Writes the path of the n-th record in the player's data folder, latest first. Returns false if
 * there are fewer. */
bool game_file_find(int n, char *path, size_t size);

#endif
