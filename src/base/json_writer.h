/* json_writer.h -- JSON, compact, member by member.
 *
 * A member with key NULL is an element of an array, or a value outside any object. Commas are added
 * automatically: before everything except the first value after a bracket, a colon, a comma or a
 * newline. Records and messages have hundreds of thousands of lines, so these are written directly,
 * without building a tree.
 */
#ifndef BASE_JSON_WRITER_H
#define BASE_JSON_WRITER_H

#include "growing_text.h"

/* Opens an object '{' or an array '['; closes it with '}' or ']'. */
void cn__json_open(struct cn__text *out, const char *key, char bracket);
void cn__json_close(struct cn__text *out, char bracket);
/* {"t":"TYPE" and }\n: lines of records and of the protocol. */
void cn__json_open_line(struct cn__text *out, const char *type);
void cn__json_close_line(struct cn__text *out);

/* Escapes quotes, backslashes and control characters; bytes that are not UTF-8 become U+FFFD. */
void cn__json_string(struct cn__text *out, const char *key, const char *string);
void cn__json_string_n(struct cn__text *out, const char *key, const char *string, size_t length);
void cn__json_int(struct cn__text *out, const char *key, int64_t value);
/* With this many digits after the point; null if the number is infinite or not a number. */
void cn__json_real(struct cn__text *out, const char *key, double value, int digits);
void cn__json_bool(struct cn__text *out, const char *key, bool value);
void cn__json_null(struct cn__text *out, const char *key);
void cn__json_ints(struct cn__text *out, const char *key, const int32_t *values, int count);
void cn__json_hex(struct cn__text *out, const char *key, const uint8_t *bytes, size_t count);
/* Appends an array whose elements were written into a separate text. Fails if that text has failed.
 */
void cn__json_elements(struct cn__text *out, const char *key, const struct cn__text *elements);
/* A value that is JSON already. */
void cn__json_raw(struct cn__text *out, const char *key, const char *json);

#endif
