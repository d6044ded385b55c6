#include "json.h"

#include <stdlib.h>
#include <string.h>

/* ---- out ---- */

static void put_text(struct cn__text *out, const char *text)
{
    cn__text_append(out, text, strlen(text));
}

/* What goes before a value: a comma, if it is not the first, and its key. */
static void put_key(struct cn__text *out, const char *key)
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

void pages_begin(struct cn__text *out, const char *key, char bracket)
{
    put_key(out, key);
    cn__text_append(out, &bracket, 1);
}

void pages_end(struct cn__text *out, char bracket)
{
    cn__text_append(out, &bracket, 1);
}

void pages_text(struct cn__text *out, const char *key, const char *text)
{
    put_key(out, key);
    cn__json_string(out, NULL, text);
}

void pages_number(struct cn__text *out, const char *key, int64_t number)
{
    put_key(out, key);
    cn__text_append_int(out, number);
}

void pages_truth(struct cn__text *out, const char *key, bool truth)
{
    put_key(out, key);
    put_text(out, truth ? "true" : "false");
}

void pages_null(struct cn__text *out, const char *key)
{
    put_key(out, key);
    put_text(out, "null");
}

void pages_seat(struct cn__text *out, const char *key, int seat)
{
    if (seat == CN_NO_SEAT)
        pages_null(out, key);
    else
        pages_number(out, key, seat);
}

void pages_card(struct cn__text *out, const char *key, cn_card card)
{
    char name[3];
    if (card == CN_NO_CARD) {
        pages_null(out, key);
        return;
    }
    cn_card_format(card, name);
    pages_text(out, key, name);
}

void pages_cards(struct cn__text *out, const char *key, const cn_card *cards, int count)
{
    put_key(out, key);
    cn__json_cards(out, NULL, cards, count);
}

void pages_score(struct cn__text *out, const char *key, const struct cn_score *side)
{
    put_key(out, key);
    cn__json_score(out, NULL, side);
}

void pages_bytes(struct cn__text *out, const char *key, const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy == NULL) {
        out->failed = true;
        return;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    pages_text(out, key, copy);
    free(copy);
}

void pages_list(struct cn__text *out, const char *key, const struct cn__text *elements)
{
    pages_begin(out, key, '[');
    cn__text_append(out, elements->text, elements->length);
    pages_end(out, ']');
    out->failed = out->failed || elements->failed;
}

void pages_error(struct cn__text *out, const char *error)
{
    pages_begin(out, NULL, '{');
    pages_text(out, "error", error);
    pages_end(out, '}');
}

/* ---- in ---- */

bool query_number(const json_t *question, const char *key, int64_t least, int64_t most,
                  int64_t *number)
{
    const json_t *value = json_object_get(question, key);
    if (!json_is_integer(value) || json_integer_value(value) < least ||
        json_integer_value(value) > most)
        return false;
    *number = json_integer_value(value);
    return true;
}

const char *query_text(const json_t *question, const char *key)
{
    return json_string_value(json_object_get(question, key));
}

const char *query_text_or_empty(const json_t *question, const char *key)
{
    const char *text = query_text(question, key);
    return text != NULL ? text : "";
}

int64_t query_integer(const json_t *question, const char *key)
{
    return json_integer_value(json_object_get(question, key));
}

bool query_does(const json_t *question, const char *what)
{
    return strcmp(query_text_or_empty(question, "do"), what) == 0;
}

bool query_seat(const json_t *question, int players, int *seat)
{
    int64_t number;
    *seat = CN_NO_SEAT;
    if (json_is_null(json_object_get(question, "seat")))
        return true;
    if (!query_number(question, "seat", 0, players - 1, &number))
        return false;
    *seat = (int)number;
    return true;
}

bool query_cards(const json_t *question, const char *key, cn_card cards[CN_CARDS_MAX], int *count)
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
