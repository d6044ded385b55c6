/* pairs_file.h -- a file of pairs, one line each, written as they are counted and gone on with
 * later.
 *
 * Text with commas (CSV). First come the settings that the pairs follow from, a line "# name=value"
 * each, then the names of the columns, then for every pair its number, the score of every side in
 * every game, and x, the mean points by which A is ahead. All but the times that decisions took can
 * be counted again from it.
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
    ARENA_CSV_WRONG /* it is there already, is damaged, or was made with other settings */
};

struct arena_csv_file;

/* Makes the file. With 'resume' a file that is there is read, and its pairs are counted into the
 * tally as if they were played now; a last line without its end is cut off. On an error NULL,
 * and *fault is a sentence that begins with the file and the line. The settings are not kept. */
struct arena_csv_file *arena_csv_open(const char *path, const struct arena_csv_setting *settings,
                                      int count, bool resume, const struct arena *arena,
                                      struct arena_results *tally, enum arena_csv_error *error,
                                      char fault[ARENA_CSV_FAULT]);
/* Writes a pair. It is on its way to the disk when this returns; false if that failed. */
bool arena_csv_write(struct arena_csv_file *file, const struct arena_pair *pair);
/* Closes the file, NULL too; false if what was written did not arrive. */
bool arena_csv_close(struct arena_csv_file *file);

#endif
