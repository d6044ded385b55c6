/* lines.c -- text that grows, and JSON by hand.
 *
 * A record's lines are simple objects in a fixed order, written by the hundred thousand, so they are put
 * together directly. Running out of memory is remembered in the text and asked for once, at the end.
 */
#include "json.h"

#include <stdlib.h>
#include <string.h>

void cn_record_lines_reset(struct cn_record_lines *lines)
{
    lines->length = 0;
    lines->failed = false;
}

void cn_record_lines_free(struct cn_record_lines *lines)
{
    free(lines->text);
    memset(lines, 0, sizeof *lines);
}

static bool make_room(struct cn_record_lines *lines, size_t more)
{
    if (lines->failed)
        return false;
    if (lines->size - lines->length >= more)
        return true;
    size_t size = lines->size < 1024 ? 1024 : lines->size * 2;
    if (size - lines->length < more)
        size = lines->length + more;
    char *text = realloc(lines->text, size);
    if (text == NULL) {
        lines->failed = true;
        return false;
    }
    lines->text = text;
    lines->size = size;
    return true;
}

void cn__json_bytes(struct cn_record_lines *lines, const char *bytes, size_t length)
{
    if (!make_room(lines, length))
        return;
    if (length > 0)
        memcpy(lines->text + lines->length, bytes, length);
    lines->length += length;
}

void cn__json_text(struct cn_record_lines *lines, const char *text)
{
    cn__json_bytes(lines, text, strlen(text));
}

void cn__json_int(struct cn_record_lines *lines, int64_t value)
{
    char text[24];
    char *at = text + sizeof text;
    uint64_t rest = value < 0 ? 0u - (uint64_t)value : (uint64_t)value;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0)
        *--at = '-';
    cn__json_bytes(lines, at, (size_t)(text + sizeof text - at));
}

/* Bytes of the UTF-8 character at 'text', 0 if it is none (overlong forms and surrogates are none). */
static size_t utf8_length(const unsigned char *text)
{
    if (text[0] < 0x80)
        return 1;
    if (text[0] < 0xc2 || text[0] > 0xf4)
        return 0;
    const size_t length = text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    const bool bad = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f) ||
                     (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f);
    return bad ? 0 : length;
}

static void put_escaped(struct cn_record_lines *lines, unsigned code)
{
    char escaped[8];
    snprintf(escaped, sizeof escaped, "\\u%04x", code & 0xffffu);
    cn__json_text(lines, escaped);
}

void cn__json_string(struct cn_record_lines *lines, const char *text)
{
    enum {
        REPLACEMENT = 0xfffd
    };
    const unsigned char *at = (const unsigned char *)text;
    cn__json_text(lines, "\"");
    while (*at != '\0') {
        const size_t length = utf8_length(at);
        if (length == 0) {
            put_escaped(lines, REPLACEMENT);
        } else if (*at < ' ' || *at == 0x7f) {
            put_escaped(lines, *at);
        } else {
            if (*at == '"' || *at == '\\')
                cn__json_text(lines, "\\");
            cn__json_bytes(lines, (const char *)at, length);
        }
        at += length > 0 ? length : 1;
    }
    cn__json_text(lines, "\"");
}

void cn__json_key(struct cn_record_lines *lines, const char *key)
{
    cn__json_text(lines, ",\"");
    cn__json_text(lines, key);
    cn__json_text(lines, "\":");
}

void cn__json_key_int(struct cn_record_lines *lines, const char *key, int64_t value)
{
    cn__json_key(lines, key);
    cn__json_int(lines, value);
}

void cn__json_key_bool(struct cn_record_lines *lines, const char *key, bool value)
{
    cn__json_key(lines, key);
    cn__json_text(lines, value ? "true" : "false");
}

void cn__json_key_string(struct cn_record_lines *lines, const char *key, const char *text)
{
    cn__json_key(lines, key);
    cn__json_string(lines, text);
}

void cn__json_cards(struct cn_record_lines *lines, const cn_card *cards, int count)
{
    cn__json_text(lines, "[");
    for (int i = 0; i < count; i++) {
        char name[3];
        cn_card_format(cards[i], name);
        cn__json_text(lines, i == 0 ? "\"" : ",\"");
        cn__json_bytes(lines, name, 2);
        cn__json_text(lines, "\"");
    }
    cn__json_text(lines, "]");
}

void cn__json_ints(struct cn_record_lines *lines, const int32_t *values, int count)
{
    cn__json_text(lines, "[");
    for (int i = 0; i < count; i++) {
        if (i > 0)
            cn__json_text(lines, ",");
        cn__json_int(lines, values[i]);
    }
    cn__json_text(lines, "]");
}

/* ---- for hosts ---- */

void cn_record_lines_put(struct cn_record_lines *lines, const char *bytes, size_t length)
{
    cn__json_bytes(lines, bytes, length);
}

void cn_record_lines_put_number(struct cn_record_lines *lines, int64_t value)
{
    cn__json_int(lines, value);
}

void cn_record_lines_put_string(struct cn_record_lines *lines, const char *text)
{
    cn__json_string(lines, text);
}

void cn_record_lines_put_cards(struct cn_record_lines *lines, const cn_card *cards, int count)
{
    cn__json_cards(lines, cards, count);
}
