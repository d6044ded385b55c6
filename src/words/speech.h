/* speech.h -- sentences with their arguments in words; what the files of this room share.
 *
 * An argument is said in one way, or, for a kind of card, in two: "sevens", and "seven" where the
 * sentence writes {0:one}.
 */
#ifndef CN_WORDS_SPEECH_H
#define CN_WORDS_SPEECH_H

#include "buffer.h"
#include "words.h"

enum {
    CN__KEY_SIZE = 64,
    CN__WORD_SIZE = 64,
    CN__LIST_SIZE = 512
};

struct cn__argument {
    const char *text;
    const char *one; /* NULL: the same as text */
};

/* Writes the sentence of the key; a key without a sentence is written itself. */
void cn__words_expand(const struct cn_words *words, const char *key,
                      const struct cn__argument *arguments, int count, struct cn__writer *out);
/* Does the catalogue have the key? */
bool cn__has_key(const struct cn_words *words, const char *key);
/* "prefix" and "name" in one key. */
void cn__key(char key[CN__KEY_SIZE], const char *prefix, const char *name);
/* A seat's name, or "seat 2" where names is NULL. */
void cn__words_seat(const struct cn_words *words, int32_t seat, const char *const *names,
                    struct cn__writer *out);

#endif
