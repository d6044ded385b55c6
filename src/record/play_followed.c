/* play_followed.c -- lines that follow from an act at a refereed table, compared with the game's
 * events.
 *
 * An expected line is written as the recorder would, and its members are compared one by one.
 */
#include "replay.h"

#include <string.h>

/* Counts the kinds of an array of cards; false if one is not a card. */
static bool count_kinds(const json_t *array, int counts[CN_KINDS])
{
    memset(counts, 0, CN_KINDS * sizeof *counts);
    if (!json_is_array(array))
        return false;
    for (size_t i = 0; i < json_array_size(array); i++) {
        const char *text = json_string_value(json_array_get(array, i));
        const cn_card card = text != NULL ? cn_card_parse(text) : CN_NO_CARD;
        if (card == CN_NO_CARD)
            return false;
        counts[cn_card_kind(card)]++;
    }
    return true;
}

static bool same_kinds(const json_t *a, const json_t *b)
{
    int of_a[CN_KINDS];
    int of_b[CN_KINDS];
    return count_kinds(a, of_a) && count_kinds(b, of_b) && memcmp(of_a, of_b, sizeof of_a) == 0;
}

/* Which of several equal cards of a hand lay face up has no meaning. */
static bool goes_by_kind(int type, const char *key)
{
    if (type == CN_EVENT_REOPEN)
        return strcmp(key, "hand") == 0;
    return strcmp(key, "cards") == 0 &&
           (type == CN_EVENT_EXPOSE || type == CN_EVENT_BACK || type == CN_EVENT_UNLAY);
}

static void compare_member(struct cn_reader *r, int type, const char *key, const json_t *expected,
                           const json_t *found)
{
    char wanted[CN__FAULT_SIZE];
    char text[2 * CN__FAULT_SIZE];
    char there[CN__FAULT_SIZE];
    if (goes_by_kind(type, key) ? same_kinds(expected, found) : json_equal(expected, found))
        return;
    cn__describe_value(expected, wanted, sizeof wanted);
    cn__describe_value(found, there, sizeof there);
    snprintf(text, sizeof text, "\"%s\" %s", key, wanted);
    cn__report_difference(r, RECORD_ARTICLE, text, there);
}

static void compare_with(struct cn_reader *r, const json_t *line, const struct cn_event *event)
{
    static const char *const keys[] = {"seat", "action", "cards", "card",     "drawn", "law",
                                       "what", "points", "n",     "hand",     "pile",  "with",
                                       "onto", "meld",   "ruled", "irregular"};
    struct cn__text text = {0};
    cn_record_write_event(&text, event, &r->game);
    json_t *expected = text.failed ? NULL : json_loadb(text.text, text.length, 0, NULL);
    cn__text_free(&text);
    if (expected == NULL) {
        r->no_memory = true;
        return;
    }
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const json_t *a = json_object_get(expected, keys[i]);
        const json_t *b = json_object_get(line, keys[i]);
        if (a != NULL || b != NULL)
            compare_member(r, event->type, keys[i], a, b);
    }
    json_decref(expected);
}

void cn__compare_event(struct cn_reader *r, const json_t *line, const struct queued_event *h)
{
    compare_with(r, line, &h->event);
}

static int event_of(const char *type)
{
    int event = 0;
    while (event < CN_EVENT_TYPES && strcmp(cn_event_name(event), type) != 0)
        event++;
    return event;
}

void cn__play_followed(struct cn_reader *r, const json_t *line)
{
    const int type = event_of(json_string_value(json_object_get(line, "t")));
    const struct queued_event *h = cn__queue_find(r, line, type);
    if (h != NULL)
        cn__compare_event(r, line, h);
}
