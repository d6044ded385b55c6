#include "json_writer.h"

#include <math.h>
#include <string.h>

#include "hex.h"
#include "utf8.h"

/* Writes what precedes a value: a comma unless it is the first, and its key. */
static void put_key(struct cn__text *out, const char *key)
{
    const char last = out->length > 0 ? out->text[out->length - 1] : '\n';
    if (last != '{' && last != '[' && last != ':' && last != ',' && last != '\n')
        cn__text_append(out, ",", 1);
    if (key == NULL)
        return;
    cn__text_append(out, "\"", 1);
    cn__text_append_string(out, key);
    cn__text_append(out, "\":", 2);
}

void cn__json_raw(struct cn__text *out, const char *key, const char *json)
{
    put_key(out, key);
    cn__text_append_string(out, json);
}

void cn__json_open(struct cn__text *out, const char *key, char bracket)
{
    put_key(out, key);
    cn__text_append(out, &bracket, 1);
}

void cn__json_close(struct cn__text *out, char bracket)
{
    cn__text_append(out, &bracket, 1);
}

void cn__json_open_line(struct cn__text *out, const char *type)
{
    cn__text_append_string(out, "{\"t\":\"");
    cn__text_append_string(out, type);
    cn__text_append(out, "\"", 1);
}

void cn__json_close_line(struct cn__text *out)
{
    cn__text_append(out, "}\n", 2);
}

/* ---- values ---- */

static bool is_plain(char c)
{
    return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
}

/* Appends the character that begins a string, of which 'left' bytes remain. Returns its length. */
static size_t put_character(struct cn__text *out, const char *string, size_t left)
{
    enum {
        REPLACEMENT = 0xfffd
    };
    uint32_t code = REPLACEMENT;
    const size_t length = cn__utf8_decode(string, left, &code);
    if (length == 0 || code < ' ' || code == 0x7f) {
        cn__text_printf(out, "\\u%04x", (unsigned)code);
        return length > 0 ? length : 1;
    }
    if (code == '"' || code == '\\')
        cn__text_append(out, "\\", 1);
    cn__text_append(out, string, length);
    return length;
}

void cn__json_string_n(struct cn__text *out, const char *key, const char *string, size_t length)
{
    put_key(out, key);
    cn__text_append(out, "\"", 1);
    for (size_t i = 0; i < length;) {
        size_t plain = i;
        while (plain < length && is_plain(string[plain]))
            plain++;
        cn__text_append(out, string + i, plain - i);
        i = plain;
        if (i < length)
            i += put_character(out, string + i, length - i);
    }
    cn__text_append(out, "\"", 1);
}

void cn__json_string(struct cn__text *out, const char *key, const char *string)
{
    cn__json_string_n(out, key, string, strlen(string));
}

void cn__json_int(struct cn__text *out, const char *key, int64_t value)
{
    put_key(out, key);
    cn__text_append_int(out, value);
}

void cn__json_real(struct cn__text *out, const char *key, double value, int digits)
{
    put_key(out, key);
    if (isfinite(value))
        cn__text_printf(out, "%.*f", digits, value);
    else
        cn__text_append_string(out, "null");
}

void cn__json_bool(struct cn__text *out, const char *key, bool value)
{
    cn__json_raw(out, key, value ? "true" : "false");
}

void cn__json_null(struct cn__text *out, const char *key)
{
    cn__json_raw(out, key, "null");
}

void cn__json_ints(struct cn__text *out, const char *key, const int32_t *values, int count)
{
    cn__json_open(out, key, '[');
    for (int i = 0; i < count; i++)
        cn__json_int(out, NULL, values[i]);
    cn__json_close(out, ']');
}

void cn__json_elements(struct cn__text *out, const char *key, const struct cn__text *elements)
{
    cn__json_open(out, key, '[');
    cn__text_append(out, elements->text, elements->length);
    cn__json_close(out, ']');
    out->failed = out->failed || elements->failed;
}

void cn__json_hex(struct cn__text *out, const char *key, const uint8_t *bytes, size_t count)
{
    put_key(out, key);
    cn__text_append(out, "\"", 1);
    if (cn__text_reserve(out, 2 * count + 1)) {
        cn__hex_format(bytes, count, out->text + out->length);
        out->length += 2 * count;
    }
    cn__text_append(out, "\"", 1);
}
