/* card_json.c -- cards and scores in JSON, both ways. */
#include "record.h"

/* ---- writing ---- */

void cn__json_card(struct cn__text *out, const char *key, cn_card card)
{
    char name[3];
    if (card == CN_NO_CARD) {
        cn__json_null(out, key);
        return;
    }
    cn_card_format(card, name);
    cn__json_string(out, key, name);
}

/* Does not examine each character: decks are most of a record. */
void cn__json_cards(struct cn__text *out, const char *key, const cn_card *cards, int count)
{
    cn__json_open(out, key, '[');
    for (int i = 0; i < count; i++) {
        char name[] = ",\"??\"";
        cn_card_format(cards[i], name + 2);
        name[4] = '"'; /* where cn_card_format has ended the text */
        cn__text_append(out, name + (i == 0 ? 1 : 0), i == 0 ? 4 : 5);
    }
    cn__json_close(out, ']');
}

void cn__json_seat(struct cn__text *out, const char *key, int seat)
{
    if (seat == CN_NO_SEAT)
        cn__json_null(out, key);
    else
        cn__json_int(out, key, seat);
}

/* ---- reading ---- */

static cn_card card_of(const json_t *value)
{
    if (!json_is_string(value) || json_string_length(value) != 2)
        return CN_NO_CARD;
    return cn_card_parse(json_string_value(value));
}

bool cn__get_card(const json_t *object, const char *key, cn_card *card, struct cn__fault *fault)
{
    const json_t *found = json_object_get(object, key);
    const cn_card value = card_of(found);
    if (value == CN_NO_CARD)
        return cn__fault_set(fault, found, key, "a card");
    *card = value;
    return true;
}

bool cn__read_cards(const json_t *array, const char *key, int capacity, cn_card *cards, int *count,
                    struct cn__fault *fault)
{
    if (!json_is_array(array))
        return cn__fault_set(fault, array, key, "cards");
    const size_t size = json_array_size(array);
    if (size > (size_t)capacity)
        return cn__fault_set(fault, array, key,
                             capacity == CN_CARDS_MAX ? "no more cards than three packs have"
                                                      : "fewer cards");
    for (size_t i = 0; i < size; i++) {
        cards[i] = card_of(json_array_get(array, i));
        if (cards[i] == CN_NO_CARD)
            return cn__fault_set(fault, json_array_get(array, i), key, "cards");
    }
    *count = (int)size;
    return true;
}

bool cn__get_cards(const json_t *object, const char *key, int capacity, cn_card *cards, int *count,
                   struct cn__fault *fault)
{
    return cn__read_cards(json_object_get(object, key), key, capacity, cards, count, fault);
}

bool cn__get_scores(const json_t *object, const char *key, int sides, int32_t *scores,
                    struct cn__fault *fault)
{
    const json_t *array;
    if (!cn__get_array(object, key, sides, &array, fault))
        return false;
    for (int side = 0; side < sides; side++) {
        const json_t *value = json_array_get(array, (size_t)side);
        int64_t score;
        if (!cn__read_int(value, key, -CN__SCORE_MOST, CN__SCORE_MOST, &score, NULL))
            return cn__fault_set(fault, value, key, "a score for each side");
        scores[side] = (int32_t)score;
    }
    return true;
}
