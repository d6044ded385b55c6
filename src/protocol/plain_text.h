/* clean.h -- words that people send: text, never markup, and nothing that hides or turns it around.
 */
#ifndef PROTOCOL_PLAIN_TEXT_H
#define PROTOCOL_PLAIN_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Copies UTF-8 text (valid, as a JSON reader gives it) without control characters, zero-width
 * and bidirectional ones; runs of blanks become one, those at the ends go, and no more than two
 * marks are piled on a letter. At most 'most' characters and what fits into 'size'. Returns the
 * length. */
size_t plain_text_clean(const char *text, size_t length, int most, char *clean, size_t size);

/* Is there nothing in these lines that hides, or turns text around? */
bool plain_text_is_safe(const char *text, size_t length);

#endif
