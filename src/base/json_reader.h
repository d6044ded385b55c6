/* json_reader.h -- typed values out of JSON.
 *
 * Input is untrusted. A getter either delivers a value of the wanted type and range, or reports
 * what was expected and what was found instead.
 */
#ifndef BASE_JSON_READER_H
#define BASE_JSON_READER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CN__FAULT_SIZE = 200
};
/* What a getter expected and found, in English, without control characters. */
struct cn__fault {
    char expected[CN__FAULT_SIZE], found[CN__FAULT_SIZE];
};

/* Describes untrusted text: control characters and non-ASCII bytes become '?'. */
void cn__describe_text(const char *from, char *text, size_t size);
/* Describes a value: compact, printable ASCII, cut short; "nothing" for NULL. */
void cn__describe_value(const json_t *value, char *text, size_t size);
/* Fills *fault, which may be NULL, and returns false, for getters of other types. */
bool cn__fault_set(struct cn__fault *fault, const json_t *found, const char *key,
                   const char *expected);

/* Getters. They return false, with *fault filled if it is not NULL, if the value is missing or
 * invalid. */
bool cn__get_int(const json_t *object, const char *key, int64_t low, int64_t high, int64_t *value,
                 struct cn__fault *fault);
bool cn__get_bool(const json_t *object, const char *key, bool *value, struct cn__fault *fault);
/* The string is valid as long as the object. */
bool cn__get_string(const json_t *object, const char *key, const char **value,
                    struct cn__fault *fault);
/* An array of 'count' elements, or of any number if count is negative. */
bool cn__get_array(const json_t *object, const char *key, int count, const json_t **array,
                   struct cn__fault *fault);
/* Exactly 'count' bytes in lower-case hexadecimal. */
bool cn__get_hex(const json_t *object, const char *key, uint8_t *bytes, size_t count,
                 struct cn__fault *fault);

/* The same for a value itself, such as an element of an array; 'key' names it in the fault. */
bool cn__read_int(const json_t *value, const char *key, int64_t low, int64_t high, int64_t *to,
                  struct cn__fault *fault);
bool cn__read_hex(const json_t *value, const char *key, uint8_t *bytes, size_t count,
                  struct cn__fault *fault);

#endif
