#include "buffer.h"

#include <string.h>

struct cn__writer cn__buffer_of(char *text, size_t size)
{
    if (size > 0)
        text[0] = '\0';
    return (struct cn__writer){.text = text, .size = size, .full = size == 0};
}

static bool continues(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

/* Returns how many bytes of the text fit into the room without cutting a character. */
static size_t whole_characters(const char *text, size_t length, size_t room)
{
    if (length <= room)
        return length;
    while (room > 0 && continues(text[room]))
        room--;
    return room;
}

void cn__write(struct cn__writer *buffer, const char *text, size_t length)
{
    if (buffer->full)
        return;
    const size_t fits = whole_characters(text, length, buffer->size - 1 - buffer->length);
    memcpy(buffer->text + buffer->length, text, fits);
    buffer->length += fits;
    buffer->text[buffer->length] = '\0';
    buffer->full = fits < length;
}

void cn__write_string(struct cn__writer *buffer, const char *text)
{
    cn__write(buffer, text, strlen(text));
}

void cn__write_number(struct cn__writer *buffer, int32_t number)
{
    char digits[12];
    size_t first = sizeof digits;
    uint32_t rest = number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
    do {
        digits[--first] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (number < 0)
        digits[--first] = '-';
    cn__write(buffer, digits + first, sizeof digits - first);
}
