/* printf.c -- the part of snprintf that the rooms use. libc's is a tenth of the module's size and
 * imports file functions.
 *
 * Supports %d %u %x %X %c %s %p, with l, ll and z, a width with or without zeros, and a precision
 * of %s. Any other format stops the module.
 */
#ifdef __wasm__

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct to {
    char *text;
    size_t size, length;
};

struct format {
    bool zeros;
    size_t width, precision;
    int longs; /* number of l, or 1 for z */
};

static void put(struct to *to, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++, to->length++)
        if (to->length + 1 < to->size)
            to->text[to->length] = bytes[i];
}

static void put_padded(struct to *to, const struct format *format, const char *bytes, size_t length)
{
    for (size_t i = length; i < format->width; i++)
        put(to, format->zeros ? "0" : " ", 1);
    put(to, bytes, length);
}

static void put_number(struct to *to, const struct format *format, uint64_t value, unsigned base,
                       const char *digits)
{
    char text[24];
    size_t at = sizeof text;
    do {
        text[--at] = digits[value % base];
        value /= base;
    } while (value != 0);
    put_padded(to, format, text + at, sizeof text - at);
}

static void put_signed(struct to *to, struct format format, int64_t value)
{
    if (value < 0) {
        put(to, "-", 1);
        format.width -= format.width > 0;
    }
    put_number(to, &format, value < 0 ? 0u - (uint64_t)value : (uint64_t)value, 10, "0123456789");
}

static size_t read_size(const char **at)
{
    size_t size = 0;
    for (; **at >= '0' && **at <= '9'; ++*at)
        size = size * 10 + (size_t)(**at - '0');
    return size;
}

static struct format read_format(const char **at)
{
    struct format format = {.zeros = **at == '0', .precision = SIZE_MAX};
    format.width = read_size(at);
    if (**at == '.') {
        ++*at;
        format.precision = read_size(at);
    }
    for (; **at == 'l' || **at == 'z'; ++*at)
        format.longs++;
    return format;
}

int vsnprintf(char *text, size_t size, const char *at, va_list from)
{
    struct to to = {text, size, 0};
    for (; *at != '\0'; at++) {
        if (*at != '%') {
            put(&to, at, 1);
            continue;
        }
        at++;
        const struct format format = read_format(&at);
        const bool wide = format.longs == 2;
        switch (*at) {
        case 'd':
            put_signed(&to, format, wide ? va_arg(from, long long) : va_arg(from, int));
            break;
        case 'u':
            put_number(&to, &format,
                       wide ? va_arg(from, unsigned long long) : va_arg(from, unsigned), 10,
                       "0123456789");
            break;
        case 'p':
        case 'x':
            put_number(&to, &format,
                       wide ? va_arg(from, unsigned long long) : va_arg(from, unsigned), 16,
                       "0123456789abcdef");
            break;
        case 'X': put_number(&to, &format, va_arg(from, unsigned), 16, "0123456789ABCDEF"); break;
        case 'c': {
            const char one = (char)va_arg(from, int);
            put_padded(&to, &format, &one, 1);
            break;
        }
        case 's': {
            const char *string = va_arg(from, const char *);
            put_padded(&to, &format, string, strnlen(string, format.precision));
            break;
        }
        case '%': put(&to, "%", 1); break;
        default: __builtin_trap();
        }
    }
    if (size > 0)
        text[to.length < size ? to.length : size - 1] = '\0';
    return (int)to.length;
}

int snprintf(char *text, size_t size, const char *format, ...)
{
    va_list from;
    va_start(from, format);
    const int length = vsnprintf(text, size, format, from);
    va_end(from);
    return length;
}

_Static_assert(sizeof(long) == sizeof(int) && sizeof(size_t) == sizeof(int),
               "l and z are as wide as int in WebAssembly");

#else
typedef int web_has_printf;
#endif
