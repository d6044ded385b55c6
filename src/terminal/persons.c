/* persons.c -- names of the people at one terminal. */
#include <stdio.h>
#include <string.h>

#include "terminal.h"

/* Returns the character at 'text' and sets its bytes; 0 bytes: not UTF-8. */
static int32_t character(const unsigned char *text, int *bytes)
{
    static const int32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const int count = text[0] < 0x80             ? 1
                      : (text[0] & 0xe0) == 0xc0 ? 2
                      : (text[0] & 0xf0) == 0xe0 ? 3
                      : (text[0] & 0xf8) == 0xf0 ? 4
                                                 : 0;
    int32_t code = count == 1 ? text[0] : text[0] & (0x7f >> count);
    *bytes = 0;
    for (int i = 1; i < count; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (text[i] & 0x3f);
    }
    if (count > 0 && code >= least[count] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff))
        *bytes = count;
    return code;
}

/* Rejects characters that move the cursor, have no width, or change the direction of text. */
static bool is_seen(int32_t code)
{
    const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    const bool hides = (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
                       (code >= 0x2060 && code <= 0x206f) || code == 0xfeff;
    return !control && !hides;
}

/* Counts the characters, or returns -1 if one of them shows nothing or something else. */
static int count_seen(const char *text, size_t length)
{
    int characters = 0;
    for (size_t at = 0; at < length; characters++) {
        int bytes;
        if (!is_seen(character((const unsigned char *)text + at, &bytes)) || bytes == 0)
            return -1;
        at += (size_t)bytes;
    }
    return characters;
}

bool terminal_shows(const char *text)
{
    return count_seen(text, strlen(text)) > 0;
}

bool terminal_person_name(const char *text, char name[PERSON_SIZE])
{
    size_t length = strlen(text);
    while (*text == ' ' && length-- > 0)
        text++;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    const int characters = count_seen(text, length);
    if (characters <= 0 || characters > PERSON_MOST)
        return false;
    snprintf(name, PERSON_SIZE, "%.*s", (int)length, text);
    return true;
}
