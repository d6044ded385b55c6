#include "plain_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/base.h"

struct range {
    uint32_t first, last;
};

static bool lies_in(uint32_t c, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}

/* Invisible, or changes how other characters are displayed. */
static bool is_hidden(uint32_t c)
{
    static const struct range hidden[] = {
        {0x00, 0x1f},     {0x7f, 0x9f},      {0xad, 0xad},     {0x34f, 0x34f},   {0x61c, 0x61c},
        {0x115f, 0x1160}, {0x17b4, 0x17b5},  {0x180b, 0x180f}, {0x200b, 0x200f}, {0x2028, 0x202e},
        {0x2060, 0x206f}, {0x3164, 0x3164},  {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0},
        {0xfff0, 0xfffb}, {0xe0000, 0xe0fff}};
    return lies_in(c, hidden, sizeof hidden / sizeof hidden[0]);
}

static bool is_mark(uint32_t c)
{
    static const struct range marks[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x1ab0, 0x1aff},
                                         {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe20, 0xfe2f}};
    return lies_in(c, marks, sizeof marks / sizeof marks[0]);
}

static bool is_blank(uint32_t c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0xa0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f ||
           c == 0x205f || c == 0x3000 || c == 0x2800;
}

/* The character at 'text' and its length in bytes. A byte that is not valid UTF-8 counts as one
 * hidden character. */
static uint32_t character(const char *text, size_t left, size_t *bytes)
{
    uint32_t c = 0;
    *bytes = cn__utf8_decode(text, left, &c);
    if (*bytes == 0)
        *bytes = 1;
    return c;
}

size_t plain_text_clean(const char *text, size_t length, int most, char *clean, size_t size)
{
    enum {
        MARKS = 2
    };
    size_t at = 0;
    int count = 0;
    int marks = 0;
    bool blank = false; /* write a blank before the next character */
    for (size_t i = 0, bytes; i < length && count < most; i += bytes) {
        const uint32_t c = character(text + i, length - i, &bytes);
        if (is_blank(c)) {
            blank = at > 0;
            continue;
        }
        if (is_hidden(c))
            continue; /* resets nothing, so that cleaning is idempotent */
        marks = is_mark(c) ? marks + 1 : 0;
        if (marks > MARKS || (marks > 0 && at == 0))
            continue;
        const bool room = count + (blank ? 1 : 0) < most;
        if (!room || at + bytes + (blank ? 1 : 0) >= size)
            break;
        if (blank)
            clean[at++] = ' ';
        count += blank ? 2 : 1;
        blank = false;
        memcpy(clean + at, text + i, bytes);
        at += bytes;
    }
    clean[at] = '\0';
    return at;
}

bool plain_text_is_safe(const char *text, size_t length)
{
    for (size_t i = 0, bytes; i < length; i += bytes) {
        const uint32_t c = character(text + i, length - i, &bytes);
        if (is_hidden(c) && c != '\n' && c != '\r' && c != '\t')
            return false;
    }
    return true;
}
