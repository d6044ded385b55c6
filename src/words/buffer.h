/* buffer.h -- writing text into memory that the caller gave.
 *
 * What does not fit is left out, but never half a character of UTF-8, and the text always ends with
 * a NUL. Every function of this room writes through one of these.
 */
#ifndef CN_WORDS_BUFFER_H
#define CN_WORDS_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cn__writer {
    char *text;
    size_t size, length;
    bool full; /* something did not fit: nothing more is written */
};

/* An empty text; size may be 0, then nothing is ever written. */
struct cn__writer cn__buffer_of(char *text, size_t size);
void cn__write(struct cn__writer *buffer, const char *text, size_t length);
void cn__write_string(struct cn__writer *buffer, const char *text);
void cn__write_number(struct cn__writer *buffer, int32_t number);

#endif
