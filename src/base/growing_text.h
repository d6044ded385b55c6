/* growing_text.h -- bytes that grow: lines of a record, messages, buffers of sockets.
 *
 * If memory runs out, the text remembers it, so that callers need to check only once, at the end.
 */
#ifndef BASE_GROWING_TEXT_H
#define BASE_GROWING_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Start from zeroed memory. */
struct cn__text {
    char *text; /* not NUL-terminated; NULL while nothing was appended */
    size_t length, size;
    bool failed; /* memory ran out: the text is incomplete, and nothing more is appended */
};

/* Empties the text and keeps its memory. */
void cn__text_clear(struct cn__text *text);
/* Frees the memory; the text is empty again. */
void cn__text_free(struct cn__text *text);
/* Makes room for 'more' bytes after the text, for callers that write there and then add to the
 * length. Returns false if the text has failed. */
bool cn__text_reserve(struct cn__text *text, size_t more);

void cn__text_append(struct cn__text *text, const char *bytes, size_t length);
void cn__text_append_string(struct cn__text *text, const char *string);
void cn__text_append_int(struct cn__text *text, int64_t value);
__attribute__((format(printf, 2, 3))) void cn__text_printf(struct cn__text *text,
                                                           const char *format, ...);
/* Removes the first 'count' bytes, which must be there. */
void cn__text_remove(struct cn__text *text, size_t count);

#endif
