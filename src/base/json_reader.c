#include "json_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hex.h"

/* ---- values in messages ---- */

void cn__describe_text(const char *from, char *text, size_t size)
{
    size_t n = 0;
    for (; *from != '\0' && n + 1 < size; from++)
        text[n++] = *from >= ' ' && *from < 0x7f ? *from : '?';
    text[n] = '\0';
}

void cn__describe_value(const json_t *value, char *text, size_t size)
{
    enum {
        SHORT = 60
    };
    char *dump = value != NULL
                     ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_ENSURE_ASCII)
                     : NULL;
    if (dump == NULL) {
        snprintf(text, size, "%s", value == NULL ? "nothing" : "something unreadable");
        return;
    }
    const bool cut = strlen(dump) > SHORT;
    if (cut)
        dump[SHORT] = '\0';
    char clean[SHORT + 1];
    cn__describe_text(dump, clean, sizeof clean);
    snprintf(text, size, "%s%s", clean, cut ? "..." : "");
    free(dump);
}

bool cn__fault_set(struct cn__fault *fault, const json_t *found, const char *key,
                   const char *expected)
{
    if (fault == NULL)
        return false;
    snprintf(fault->expected, sizeof fault->expected, "\"%s\": %s", key, expected);
    cn__describe_value(found, fault->found, sizeof fault->found);
    return false;
}

/* ---- getters ---- */

bool cn__read_int(const json_t *value, const char *key, int64_t low, int64_t high, int64_t *to,
                  struct cn__fault *fault)
{
    if (json_is_integer(value) && json_integer_value(value) >= low &&
        json_integer_value(value) <= high) {
        *to = json_integer_value(value);
        return true;
    }
    char expected[80];
    snprintf(expected, sizeof expected, "a whole number from %lld to %lld", (long long)low,
             (long long)high);
    return cn__fault_set(fault, value, key, expected);
}

bool cn__get_int(const json_t *object, const char *key, int64_t low, int64_t high, int64_t *value,
                 struct cn__fault *fault)
{
    return cn__read_int(json_object_get(object, key), key, low, high, value, fault);
}

bool cn__get_bool(const json_t *object, const char *key, bool *value, struct cn__fault *fault)
{
    const json_t *found = json_object_get(object, key);
    if (!json_is_boolean(found))
        return cn__fault_set(fault, found, key, "true or false");
    *value = json_is_true(found);
    return true;
}

bool cn__get_string(const json_t *object, const char *key, const char **value,
                    struct cn__fault *fault)
{
    const json_t *found = json_object_get(object, key);
    if (!json_is_string(found))
        return cn__fault_set(fault, found, key, "a string");
    *value = json_string_value(found);
    return true;
}

bool cn__get_array(const json_t *object, const char *key, int count, const json_t **array,
                   struct cn__fault *fault)
{
    const json_t *found = json_object_get(object, key);
    if (json_is_array(found) && (count < 0 || json_array_size(found) == (size_t)count)) {
        *array = found;
        return true;
    }
    char expected[40] = "an array";
    if (count >= 0)
        snprintf(expected, sizeof expected, "an array of %d", count);
    return cn__fault_set(fault, found, key, expected);
}

bool cn__read_hex(const json_t *value, const char *key, uint8_t *bytes, size_t count,
                  struct cn__fault *fault)
{
    if (json_is_string(value) &&
        cn__hex_parse(json_string_value(value), json_string_length(value), bytes, count))
        return true;
    char expected[60];
    snprintf(expected, sizeof expected, "%zu bytes in hexadecimal", count);
    return cn__fault_set(fault, value, key, expected);
}

bool cn__get_hex(const json_t *object, const char *key, uint8_t *bytes, size_t count,
                 struct cn__fault *fault)
{
    return cn__read_hex(json_object_get(object, key), key, bytes, count, fault);
}
