/* read.c -- see read.h.
 *
 * Lines are cut off the stream before they reach the JSON parser, so that a line's number is known
 * whatever stands in it, and a line without end cannot fill the memory.
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

/* Keeps a character unless the line is too long already. False without memory. */
static bool keep(struct source *s, int c)
{
    if (s->line_length > LINE_BYTES_MAX)
        return true;
    if (s->line_length == s->buffer_size) {
        const size_t size = s->buffer_size < 4096 ? 4096 : s->buffer_size * 2;
        char *buffer = realloc(s->buffer, size);
        if (buffer == NULL)
            return false;
        s->buffer = buffer;
        s->buffer_size = size;
    }
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

/* ---- values in messages ---- */

void cn__describe_text(const char *from, char *text, size_t size)
{
    size_t n = 0;
    for (; *from != '\0' && n + 1 < size; from++)
        text[n++] = *from >= ' ' && *from < 0x7f ? *from : '?';
    text[n] = '\0';
}

void cn__describe_value(const json_t *value, char *text, size_t size)
{
    enum {
        SHORT = 60
    };
    char *dump = value != NULL
                     ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_ENSURE_ASCII)
                     : NULL;
    if (dump == NULL) {
        snprintf(text, size, "%s", value == NULL ? "nothing" : "something unreadable");
        return;
    }
    const bool cut = strlen(dump) > SHORT;
    if (cut)
        dump[SHORT] = '\0';
    char clean[SHORT + 1];
    cn__describe_text(dump, clean, sizeof clean);
    snprintf(text, size, "%s%s", clean, cut ? "..." : "");
    free(dump);
}

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

/* ---- getters ---- */

static bool fail(struct fault *fault, const json_t *found, const char *key, const char *what)
{
    snprintf(fault->expected, sizeof fault->expected, "\"%s\": %s", key, what);
    cn__describe_value(found, fault->found, sizeof fault->found);
    return false;
}

static bool in_range(const json_t *value, int64_t low, int64_t high)
{
    return json_is_integer(value) && json_integer_value(value) >= low &&
           json_integer_value(value) <= high;
}

bool cn__get_int(const json_t *object, const char *key, int64_t low, int64_t high, int64_t *value,
                 struct fault *fault)
{
    const json_t *found = json_object_get(object, key);
    if (in_range(found, low, high)) {
        *value = json_integer_value(found);
        return true;
    }
    char what[80];
    snprintf(what, sizeof what, "a whole number from %lld to %lld", (long long)low,
             (long long)high);
    return fail(fault, found, key, what);
}

bool cn__get_bool(const json_t *object, const char *key, bool *value, struct fault *fault)
{
    const json_t *found = json_object_get(object, key);
    if (!json_is_boolean(found))
        return fail(fault, found, key, "true or false");
    *value = json_is_true(found);
    return true;
}

bool cn__get_string(const json_t *object, const char *key, const char **value, struct fault *fault)
{
    const json_t *found = json_object_get(object, key);
    if (!json_is_string(found))
        return fail(fault, found, key, "a string");
    *value = json_string_value(found);
    return true;
}

bool cn__get_array(const json_t *object, const char *key, int count, const json_t **array,
                   struct fault *fault)
{
    const json_t *found = json_object_get(object, key);
    if (json_is_array(found) && (count < 0 || json_array_size(found) == (size_t)count)) {
        *array = found;
        return true;
    }
    char what[40] = "an array";
    if (count >= 0)
        snprintf(what, sizeof what, "an array of %d", count);
    return fail(fault, found, key, what);
}

static cn_card card_of(const json_t *value)
{
    if (!json_is_string(value) || json_string_length(value) != 2)
        return CN_NO_CARD;
    return cn_card_parse(json_string_value(value));
}

bool cn__get_card(const json_t *object, const char *key, cn_card *card, struct fault *fault)
{
    const json_t *found = json_object_get(object, key);
    const cn_card value = card_of(found);
    if (value == CN_NO_CARD)
        return fail(fault, found, key, "a card");
    *card = value;
    return true;
}

bool cn__read_cards(const json_t *array, const char *key, cn_card cards[CN_CARDS_MAX], int *count,
                    struct fault *fault)
{
    if (!json_is_array(array))
        return fail(fault, array, key, "cards");
    const size_t size = json_array_size(array);
    if (size > CN_CARDS_MAX)
        return fail(fault, array, key, "no more cards than three packs have");
    for (size_t i = 0; i < size; i++) {
        cards[i] = card_of(json_array_get(array, i));
        if (cards[i] == CN_NO_CARD)
            return fail(fault, json_array_get(array, i), key, "cards");
    }
    *count = (int)size;
    return true;
}

bool cn__get_cards(const json_t *object, const char *key, cn_card cards[CN_CARDS_MAX], int *count,
                   struct fault *fault)
{
    return cn__read_cards(json_object_get(object, key), key, cards, count, fault);
}

bool cn__get_scores(const json_t *object, const char *key, int sides, int32_t *scores,
                    struct fault *fault)
{
    enum {
        SCORE_MOST = 100 * 1000 * 1000
    };
    const json_t *array;
    if (!cn__get_array(object, key, sides, &array, fault))
        return false;
    for (int side = 0; side < sides; side++) {
        const json_t *value = json_array_get(array, (size_t)side);
        if (!in_range(value, -SCORE_MOST, SCORE_MOST))
            return fail(fault, value, key, "a score for each side");
        scores[side] = (int32_t)json_integer_value(value);
    }
    return true;
}

bool cn__get_seat_bits(const json_t *object, const char *key, int players, uint8_t *bits,
                       struct fault *fault)
{
    const json_t *array;
    if (!cn__get_array(object, key, players, &array, fault))
        return false;
    unsigned value = 0;
    for (int seat = 0; seat < players; seat++) {
        const json_t *bit = json_array_get(array, (size_t)seat);
        if (!json_is_boolean(bit))
            return fail(fault, bit, key, "true or false for each seat");
        if (json_is_true(bit))
            value |= 1u << seat;
    }
    *bits = (uint8_t)value;
    return true;
}
