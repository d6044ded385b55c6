#include "json.h"

#include <string.h>

/* ---- out ---- */

static void put_text(struct cn_record_lines *out, const char *text)
{
    cn_record_lines_put(out, text, strlen(text));
}

/* What goes before a value: a comma, if it is not the first, and its key. */
static void put_key(struct cn_record_lines *out, const char *key)
{
    const char last = out->length > 0 ? out->text[out->length - 1] : '\n';
    if (last != '{' && last != '[' && last != '\n')
        put_text(out, ",");
    if (key == NULL)
        return;
    put_text(out, "\"");
    put_text(out, key);
    put_text(out, "\":");
}

void pages_begin(struct cn_record_lines *out, const char *key, char bracket)
{
    put_key(out, key);
    cn_record_lines_put(out, &bracket, 1);
}

void pages_end(struct cn_record_lines *out, char bracket)
{
    cn_record_lines_put(out, &bracket, 1);
}

void pages_text(struct cn_record_lines *out, const char *key, const char *text)
{
    put_key(out, key);
    cn_record_lines_put_string(out, text);
}

void pages_number(struct cn_record_lines *out, const char *key, int64_t number)
{
    put_key(out, key);
    cn_record_lines_put_number(out, number);
}

void pages_truth(struct cn_record_lines *out, const char *key, bool truth)
{
    put_key(out, key);
    put_text(out, truth ? "true" : "false");
}

void pages_null(struct cn_record_lines *out, const char *key)
{
    put_key(out, key);
    put_text(out, "null");
}

void pages_seat(struct cn_record_lines *out, const char *key, int seat)
{
    if (seat == CN_NO_SEAT)
        pages_null(out, key);
    else
        pages_number(out, key, seat);
}

void pages_card(struct cn_record_lines *out, const char *key, cn_card card)
{
    char name[3];
    if (card == CN_NO_CARD) {
        pages_null(out, key);
        return;
    }
    cn_card_format(card, name);
    pages_text(out, key, name);
}

void pages_cards(struct cn_record_lines *out, const char *key, const cn_card *cards, int count)
{
    put_key(out, key);
    cn_record_lines_put_cards(out, cards, count);
}

void pages_score(struct cn_record_lines *out, const char *key, const struct cn_score *side)
{
    put_key(out, key);
    cn_record_lines_put_score(out, side);
}

void pages_error(struct cn_record_lines *out, const char *error)
{
    pages_begin(out, NULL, '{');
    pages_text(out, "error", error);
    pages_end(out, '}');
}

/* ---- in ---- */

bool pages_get_number(const json_t *question, const char *key, int64_t least, int64_t most,
                      int64_t *number)
{
    const json_t *value = json_object_get(question, key);
    if (!json_is_integer(value) || json_integer_value(value) < least ||
        json_integer_value(value) > most)
        return false;
    *number = json_integer_value(value);
    return true;
}

const char *pages_get_text(const json_t *question, const char *key)
{
    return json_string_value(json_object_get(question, key));
}

bool pages_get_seat(const json_t *question, int players, int *seat)
{
    int64_t number;
    *seat = CN_NO_SEAT;
    if (json_is_null(json_object_get(question, "seat")))
        return true;
    if (!pages_get_number(question, "seat", 0, players - 1, &number))
        return false;
    *seat = (int)number;
    return true;
}

bool pages_get_cards(const json_t *question, const char *key, cn_card cards[CN_CARDS_MAX],
                     int *count)
{
    const json_t *list = json_object_get(question, key);
    *count = 0;
    if (!json_is_array(list) || json_array_size(list) > CN_CARDS_MAX)
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (text == NULL || strlen(text) != 2 || cn_card_parse(text) == CN_NO_CARD)
            return false;
        cards[(*count)++] = cn_card_parse(text);
    }
    return true;
}
