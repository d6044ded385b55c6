/* rulings_file.h -- private to src/ruling: the file and its sentences. */
#ifndef RULING_RULINGS_FILE_H
#define RULING_RULINGS_FILE_H

#include "ruling.h"

struct ruling_wording {
    char key[RULING_KEY_SIZE];
    char *english; /* owned; {0} is a number */
};

struct rulings {
    json_t *root, *facts, *codes, *rows;
    struct ruling_wording *wordings; /* each different sentence, in the order of the file */
    size_t count, capacity;
};

enum {
    RULING_SENTENCE_SIZE = 512
};

/* A table of a fact is written once for all laws, or by law: returns the part for this law, or that
 * for all others ("*"), or the table itself. */
json_t *ruling_for_law(json_t *table, const char *law);

/* Copies part of a text, cut to size - 1 bytes. (Browsers have no %.*s, web/wasm/printf.c.) */
void ruling_copy(const char *from, size_t length, char *text, size_t size);

/* Takes the next sentence of a text from *at on. Returns false after the last. */
bool ruling_next_sentence(const char *text, size_t *at, char sentence[RULING_SENTENCE_SIZE]);

/* Writes a sentence of the file in the language of the words, with its number filled in. */
size_t ruling_say(const struct rulings *rulings, const struct cn_words *words, const char *english,
                  const char *number, char *text, size_t size);

#endif
