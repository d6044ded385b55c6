/* plain_text.h -- text from people: never markup, and without characters that hide or reverse
 * text. */
#ifndef PROTOCOL_PLAIN_TEXT_H
#define PROTOCOL_PLAIN_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Copies UTF-8 text (valid, as a JSON reader returns it) without control, zero-width and
 * bidirectional characters. Runs of blanks become one, blanks at the ends are removed, and a letter
 * keeps at most two combining marks. Writes at most 'most' characters and 'size' bytes. Returns the
 * length. */
size_t plain_text_clean(const char *text, size_t length, int most, char *clean, size_t size);

/* Returns whether the lines contain no characters that hide or reverse text. */
bool plain_text_is_safe(const char *text, size_t length);

#endif
