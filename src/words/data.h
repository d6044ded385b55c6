/* data.h -- the data files of the program.
 *
 * Rule profiles, ready house rules, catalogues of sentences and the law book are text files under
 * data/. The build copies them byte for byte into a generated C file (cmake/embed.cmake), so that
 * the program has them wherever it is installed. A browser starts with the rules only and loads
 * words and law for the pages that need them (web/wasm/data.c).
 */

#ifndef CN_WORDS_DATA_H
#define CN_WORDS_DATA_H

struct cn_data {
    const char *path; /* below data/, as in "law/en/laws1950.law" */
    const char *text; /* the bytes of the file and a NUL after them */
    unsigned size;    /* without that NUL */
};

/* The file at an index, by path; NULL past the last. */
const struct cn_data *cn_data_at(int index);
/* In a browser: only those compiled in. */
const struct cn_data *cn_data_built_in(int index);

#endif
