/* pairs_file.h -- a file of pairs, one line each, written as they are counted and gone on with later.
 *
 * Text with commas (CSV). First come the settings that the pairs follow from, a line "# name=value" each, then the names
 * of the columns, then for every pair its number, the score of every side in every game, and x, the mean
 * points by which A is ahead. All but the times that decisions took can be counted again from it.
 */
#ifndef CN_STUDY_PAIRS_FILE_H
#define CN_STUDY_PAIRS_FILE_H

#include "arena.h"

struct cn_pairs_setting {
    const char *name, *value;
};

enum {
    CN_PAIRS_FAULT = 512
};
enum cn_pairs_error {
    CN_PAIRS_OK,
    CN_PAIRS_WORLD, /* the file or memory */
    CN_PAIRS_WRONG  /* it is there already, is damaged, or was made with other settings */
};

struct cn_pairs_file;

/* Makes the file. With 'resume' a file that is there is read, and its pairs are counted into the tally as if
 * they were played now; a last line without its end is cut off. On an error NULL, and *fault is a
 * sentence that begins with the file and the line. The settings are not kept. */
struct cn_pairs_file *cn_pairs_open(const char *path, const struct cn_pairs_setting *settings,
                                    int count, bool resume, const struct cn_arena *arena,
                                    struct cn_arena_tally *tally, enum cn_pairs_error *error,
                                    char fault[CN_PAIRS_FAULT]);
/* Writes a pair. It is on its way to the disk when this returns; false if that failed. */
bool cn_pairs_write(struct cn_pairs_file *file, const struct cn_pair *pair);
/* Closes the file, NULL too; false if what was written did not arrive. */
bool cn_pairs_close(struct cn_pairs_file *file);

#endif
