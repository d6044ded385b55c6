#include "wrap.h"

#include <string.h>

#include "utf8.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

bool cn__wrap_next(struct cn__wrap *wrap)
{
    while (wrap->length > 0 && is_blank(*wrap->text)) {
        wrap->text++;
        wrap->length--;
    }
    if (wrap->length == 0)
        return false;
    size_t length = 0;
    while (length < wrap->length && !is_blank(wrap->text[length]))
        length++;
    const int columns = cn__columns_in(wrap->text, length);
    wrap->first = wrap->word == NULL;
    wrap->starts_line = !wrap->first && wrap->column + 1 + columns > wrap->width;
    if (wrap->starts_line)
        wrap->column = wrap->indent;
    else if (!wrap->first)
        wrap->column++;
    wrap->column += columns;
    wrap->word = wrap->text;
    wrap->word_length = length;
    wrap->text += length;
    wrap->length -= length;
    return true;
}

static bool stands_alone(const char *line, size_t length)
{
    return line[0] == '\n' || line[0] == ' ' || (length > 1 && line[0] == '-' && line[1] == ' ');
}

size_t cn__paragraph_length(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length) {
        const char *end = memchr(text + at, '\n', length - at);
        if (end == NULL)
            return length;
        at = (size_t)(end - text) + 1;
        if (at < length && stands_alone(text + at, length - at))
            return at;
    }
    return length;
}
