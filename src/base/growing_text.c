#include "growing_text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"

enum {
    SIZE_LEAST = 1024
};

void cn__text_clear(struct cn__text *text)
{
    text->length = 0;
    text->failed = false;
}

void cn__text_free(struct cn__text *text)
{
    free(text->text);
    memset(text, 0, sizeof *text);
}

bool cn__text_reserve(struct cn__text *text, size_t more)
{
    if (text->failed)
        return false;
    if (more <= text->size - text->length)
        return true;
    const size_t wanted = text->length + more; /* wraps if it does not fit */
    text->failed = wanted < more || !cn__array_grow(&text->text, &text->size,
                                                    wanted > SIZE_LEAST ? wanted : SIZE_LEAST, 1);
    return !text->failed;
}

void cn__text_append(struct cn__text *text, const char *bytes, size_t length)
{
    if (length == 0 || !cn__text_reserve(text, length))
        return;
    memcpy(text->text + text->length, bytes, length);
    text->length += length;
}

void cn__text_append_string(struct cn__text *text, const char *string)
{
    cn__text_append(text, string, strlen(string));
}

/* Without snprintf, for speed: records hold hundreds of thousands of numbers. */
void cn__text_append_int(struct cn__text *text, int64_t value)
{
    char digits[24];
    char *at = digits + sizeof digits;
    uint64_t rest = value < 0 ? 0u - (uint64_t)value : (uint64_t)value;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0)
        *--at = '-';
    cn__text_append(text, at, (size_t)(digits + sizeof digits - at));
}

void cn__text_printf(struct cn__text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    if (!cn__text_reserve(text, (size_t)length + 1))
        return;
    va_start(arguments, format);
    vsnprintf(text->text + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

void cn__text_remove(struct cn__text *text, size_t count)
{
    assert(count <= text->length);
    text->length -= count;
    if (text->length > 0)
        memmove(text->text, text->text + count, text->length);
}
