/* speech.h -- private to src/words: sentences, their arguments, and lists of words.
 *
 * An argument has one text, or, for a kind of card, two: "sevens", and "seven" where the sentence
 * writes {0:one}.
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

struct cn__span {
    const char *text;
    size_t length;
};

/* Reads the next entry "key = value" of a catalogue or index, from index *at on. Lines that begin
 * with a blank continue the value: such a line's start stands for one blank, so the value may
 * contain line ends. "#" begins a comment. Returns false at the end. */
bool cn__next_entry(const char *text, size_t size, size_t *at, struct cn__span *key,
                    struct cn__span *value);
/* Writes the sentence of the key; a key without a sentence is written itself. */
void cn__words_expand(const struct cn_words *words, const char *key,
                      const struct cn__argument *arguments, int count, struct cn__writer *out);
/* Returns whether the catalogue, or the English one, has the key. */
bool cn__has_key(const struct cn_words *words, const char *key);
/* Joins "prefix" and "name". */
void cn__key(char key[CN__KEY_SIZE], const char *prefix, const char *name);
/* Writes a seat's name, or "seat 2" if 'names' is NULL. */
void cn__words_seat(const struct cn_words *words, int32_t seat, const char *const *names,
                    struct cn__writer *out);
/* Writes what a meld consists of: "sevens", or "wild cards", which are melded as jokers. */
void cn__words_melded(const struct cn_words *words, int kind, char text[CN__WORD_SIZE]);
void cn__number_text(int32_t number, char text[CN__WORD_SIZE]);

/* Writes what the referee notes of a seat: "West has drawn a card too many". */
void cn__words_noted(const struct cn_words *words, const char *law, const char *what,
                     const char *name, bool ours, struct cn__writer *out);
/* Writes a ruling in one sentence: the law unless it is bare, what happened, and what is owed now
 * and by whom. */
void cn__words_ruling(const struct cn_words *words, const struct cn_news *news,
                      const char *const *names, int own, struct cn__writer *out);

/* "a, b and c". Set 'left' to the number of items before the first cn__list_add. */
struct cn__list {
    const struct cn_words *words;
    char text[CN__LIST_SIZE];
    int left;         /* items still to be added */
    const char *last; /* the key that joins the last item; NULL for "list.and" */
};

void cn__list_add(struct cn__list *list, const char *item);

#endif
