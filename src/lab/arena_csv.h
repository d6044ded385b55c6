/* arena_csv.h -- a file of pairs, one per line, written as they are counted, which can be resumed.
 *
 * The format is CSV. First come the settings that determine the pairs, one line "# name=value"
 * each, then the names of the columns, then for every pair its number, the score of every side in
 * every game, and x, the mean points by which A is ahead. All results except decision times can be
 * recomputed from it.
 */
#ifndef LAB_ARENA_CSV_H
#define LAB_ARENA_CSV_H

#include "arena.h"

struct arena_csv_setting {
    const char *name, *value;
};

enum {
    ARENA_CSV_FAULT = 512
};
enum arena_csv_error {
    ARENA_CSV_OK,
    ARENA_CSV_IO,   /* the file or memory */
    ARENA_CSV_WRONG /* it already exists, is damaged, or was made with other settings */
};

struct arena_csv_file;

/* Creates the file. With 'resume', reads an existing file, counts its pairs into the tally as if
 * they were played now, and cuts off a last line without its end. On an error returns NULL, and
 * *fault is a message that begins with the file and the line. The settings are not kept. */
struct arena_csv_file *arena_csv_open(const char *path, const struct arena_csv_setting *settings,
                                      int count, bool resume, const struct arena *arena,
                                      struct arena_results *tally, enum arena_csv_error *error,
                                      char fault[ARENA_CSV_FAULT]);
/* Writes a pair, which is handed to the system when this returns. Returns false if that failed. */
bool arena_csv_write(struct arena_csv_file *file, const struct arena_pair *pair);
/* Closes the file, which may be NULL. Returns false if not everything was written. */
bool arena_csv_close(struct arena_csv_file *file);

#endif
