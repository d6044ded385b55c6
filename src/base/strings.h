/* strings.h -- comparing words. */
#ifndef BASE_STRINGS_H
#define BASE_STRINGS_H

#include <stdbool.h>
#include <stddef.h>

/* The same letter in lower case, for ASCII in any locale. */
char cn__lower(char c);

/* Does 'text' begin with 'start'? Ignores letter case. */
bool cn__begins_with(const char *text, size_t length, const char *start, size_t start_length);

enum {
    CN__DISTANCE_MOST = 32
};
/* Returns how many letters to change, insert or delete to turn one word into the other, or
 * CN__DISTANCE_MOST if 'b' is at least that long. Ignores letter case. */
int cn__edit_distance(const char *a, size_t a_length, const char *b, size_t b_length);

/* Takes the next line of a text: *line and *size, without its newline, and moves *at, 0 before the
 * first, behind it. The last one needs no newline. Returns false at the end of the text. */
bool cn__next_line(const char *text, size_t length, size_t *at, const char **line, size_t *size);

/* For qsort: an array of char *, and one of char [N]. */
int cn__compare_strings(const void *a, const void *b);
int cn__compare_texts(const void *a, const void *b);

#endif
