/* wrap.h -- breaking text into lines. */
#ifndef BASE_WRAP_H
#define BASE_WRAP_H

#include <stdbool.h>
#include <stddef.h>

/* Initialise with the text, the width of lines, where the first one begins, and the indent of the
 * others; the rest zero. */
struct cn__wrap {
    const char *text;
    size_t length;
    int width, column, indent;
    /* the word found last: */
    const char *word;
    size_t word_length;
    bool starts_line; /* on a new line, after 'indent' columns; else after a blank */
    bool first;       /* the first word of all, which starts the text */
};

/* Finds the next word and its place. Returns false after the last. A word that is wider than a line
 * is not broken. */
bool cn__wrap_next(struct cn__wrap *wrap);

/* Returns the length of the paragraph at 'text', its newline included. It ends before a line that
 * stands alone: a blank or indented line, or an item of a list ("- "). */
size_t cn__paragraph_length(const char *text, size_t length);

#endif
