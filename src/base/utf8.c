#include "utf8.h"

#include <stdbool.h>
#include <string.h>

static bool continues(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

size_t cn__utf8_decode(const char *text, size_t left, uint32_t *code)
{
    const unsigned char *t = (const unsigned char *)text;
    if (left == 0 || (t[0] >= 0x80 && t[0] < 0xc2) || t[0] > 0xf4)
        return 0;
    const size_t length = t[0] < 0x80 ? 1 : t[0] < 0xe0 ? 2 : t[0] < 0xf0 ? 3 : 4;
    if (length > left)
        return 0;
    uint32_t value = length == 1 ? t[0] : t[0] & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if (!continues(text[i]))
            return 0;
        value = value << 6 | (t[i] & 0x3fu);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < least[length] || (value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff)
        return 0;
    *code = value;
    return length;
}

size_t cn__utf8_fit(const char *text, size_t length, size_t room)
{
    if (length <= room)
        return length;
    while (room > 0 && continues(text[room]))
        room--;
    return room;
}

int cn__columns_in(const char *text, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += !continues(text[i]);
    return columns;
}

int cn__columns(const char *text)
{
    return cn__columns_in(text, strlen(text));
}

void cn__cut_to_columns(char *text, int columns)
{
    for (; *text != '\0'; text++) {
        if (!continues(*text) && columns-- <= 0) {
            *text = '\0';
            return;
        }
    }
}
