/* read.c -- see read.h.
 *
 * Lines are split before they reach the JSON parser, so that a line's number is known whatever it
 * contains, and a line without an end cannot exhaust the memory.
 */
#include "read.h"

#include <stdlib.h>
#include <string.h>

/* ---- lines ---- */

static enum source_result next_of_text(struct source *s)
{
    if (s->at >= s->length)
        return SOURCE_END;
    s->line = s->text + s->at;
    const char *newline = memchr(s->line, '\n', s->length - s->at);
    s->line_length = newline != NULL ? (size_t)(newline - s->line) : s->length - s->at;
    s->at += s->line_length + (newline != NULL ? 1 : 0);
    s->bytes = (int64_t)s->at;
    return s->line_length > LINE_BYTES_MAX ? SOURCE_TOO_LONG : SOURCE_LINE;
}

/* Keeps a character unless the line is already too long. Returns false without memory. */
static bool keep(struct source *s, int c)
{
    if (s->line_length > LINE_BYTES_MAX)
        return true;
    if (s->line_length == s->buffer_size &&
        !cn__array_grow(&s->buffer, &s->buffer_size, s->line_length + 1, 1))
        return false;
    s->buffer[s->line_length++] = (char)c;
    return true;
}

static enum source_result next_of_file(struct source *s)
{
    s->line_length = 0;
    int c;
    bool any = false;
    while ((c = getc_unlocked(s->file)) != EOF) {
        any = true;
        s->bytes++;
        if (c == '\n')
            break;
        if (!keep(s, c))
            return SOURCE_NO_MEMORY;
    }
    if (c == EOF && ferror(s->file))
        return SOURCE_FAILED;
    if (!any)
        return SOURCE_END;
    s->line = s->line_length > 0 ? s->buffer : "";
    return s->line_length > LINE_BYTES_MAX ? SOURCE_TOO_LONG : SOURCE_LINE;
}

enum source_result cn__source_next(struct source *source)
{
    return source->file != NULL ? next_of_file(source) : next_of_text(source);
}

/* ---- values ---- */

void cn__describe_cards(const cn_card *cards, int count, char *text, size_t size)
{
    enum {
        SHOWN = 24
    };
    size_t n = 0;
    text[0] = '\0';
    for (int i = 0; i < count && i < SHOWN && n + 8 < size; i++) {
        char name[3];
        cn_card_format(cards[i], name);
        n += (size_t)snprintf(text + n, size - n, i == 0 ? "%s" : " %s", name);
    }
    if (count == 0)
        snprintf(text, size, "no cards");
    if (count > SHOWN && n + 8 < size)
        snprintf(text + n, size - n, " ...");
}

bool cn__get_seat_bits(const json_t *object, const char *key, int players, uint8_t *bits,
                       struct cn__fault *fault)
{
    const json_t *array;
    if (!cn__get_array(object, key, players, &array, fault))
        return false;
    unsigned value = 0;
    for (int seat = 0; seat < players; seat++) {
        const json_t *bit = json_array_get(array, (size_t)seat);
        if (!json_is_boolean(bit))
            return cn__fault_set(fault, bit, key, "true or false for each seat");
        if (json_is_true(bit))
            value |= 1u << seat;
    }
    *bits = (uint8_t)value;
    return true;
}
