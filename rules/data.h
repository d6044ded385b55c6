/* data.h -- the data files compiled into the program.
 *
 * Rule profiles, catalogues of sentences and the law book are text files under rules/. The build
 * copies them byte for byte into a generated C file (cmake/embed.cmake), so that the program finds
 * them wherever it is installed and the browser needs no file system.
 */

#ifndef CN_RULES_DATA_H
#define CN_RULES_DATA_H

struct cn_data {
    const char *path; /* below rules/, as in "law/en/laws1950.law" */
    const char *text; /* the bytes of the file and a NUL after them */
    unsigned size;    /* without that NUL */
};

/* Sorted by path. After the last file comes one entry of nulls. */
extern const struct cn_data cn_data_files[];
extern const int cn_data_file_count;

#endif
