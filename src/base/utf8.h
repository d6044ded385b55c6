/* utf8.h -- characters of UTF-8. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Reads the character at 'text', of which 'left' bytes remain. Returns its length, and *code; or 0
 * if it is not well-formed: truncated, overlong, a surrogate, or past U+10FFFF. */
size_t cn__utf8_decode(const char *text, size_t left, uint32_t *code);

/* Returns how many bytes of the text fit into 'room' without cutting a character. */
size_t cn__utf8_fit(const char *text, size_t length, size_t room);

/* Returns how many columns a text takes in a terminal, one per character: our texts contain no wide
 * ones. */
int cn__columns(const char *text);
int cn__columns_in(const char *text, size_t length);
/* Cuts a text, in place, to at most this many columns. */
void cn__cut_to_columns(char *text, int columns);

#endif
