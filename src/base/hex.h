/* hex.h -- bytes as hexadecimal. */
#ifndef BASE_HEX_H
#define BASE_HEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes 2 * count lower-case digits and a NUL. */
void cn__hex_format(const uint8_t *bytes, size_t count, char *text);
/* Returns false, with part of 'bytes' overwritten, unless the text is exactly 2 * count lower-case
 * digits. */
bool cn__hex_parse(const char *text, size_t length, uint8_t *bytes, size_t count);

#endif
