/* play_event.c -- lines that follow from an action: they must agree with the game's events. */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

static int compare_faces(const void *a, const void *b)
{
    return *(const cn_card *)a - *(const cn_card *)b;
}

/* Compares in any order: the order in which red threes are laid down has no meaning. */
static void compare_card_sets(struct cn_reader *r, const char *article, const char *what,
                              const struct queued_event *h, cn_card *found, int found_count)
{
    cn_card expected[CN_CARDS_MAX];
    const size_t count = (size_t)h->event.card_count;
    memcpy(expected, h->cards, count);
    qsort(expected, count, 1, compare_faces);
    qsort(found, (size_t)found_count, 1, compare_faces);
    cn__compare_cards(r, article, what, expected, (int)count, found, found_count);
}

/* Compares the seat of a line with that of the event. */
static void compare_seat(struct cn_reader *r, const json_t *line, const struct queued_event *h)
{
    struct cn__fault fault;
    int seat;
    if (!cn__get_seat(r, line, &seat, &fault))
        cn__report_unreadable(r, &fault, false);
    else
        cn__compare_ints(r, "L14", "seat", h->event.seat, seat);
}

/* ---- the lines ---- */

void cn__play_face(struct cn_reader *r, const json_t *line)
{
    if (!cn__queue_has(r, CN_EVENT_FACE)) {
        cn__play_face_action(r, line);
        return;
    }
    if (cn__is_seat_record(r, line, "cards"))
        return;
    const struct queued_event *h = cn__queue_find(r, line, CN_EVENT_FACE);
    if (h == NULL)
        return;
    struct cn__fault fault;
    cn_card cards[CN_CARDS_MAX];
    cn_card drawn[CN_CARDS_MAX];
    int count;
    int drawn_count;
    if (!cn__get_cards(line, "cards", CN_CARDS_MAX, cards, &count, &fault) ||
        !cn__get_cards(line, "drawn", CN_CARDS_MAX, drawn, &drawn_count, &fault)) {
        cn__report_unreadable(r, &fault, false);
        return;
    }
    compare_seat(r, line, h);
    compare_card_sets(r, "L11", "red threes", h, cards, count);
    cn__compare_cards(r, "L11", "drawn", h->drawn, h->event.drawn_count, drawn, drawn_count);
}

/* A line of nothing but cards, in their order. */
static void play_cards(struct cn_reader *r, const json_t *line, int type, const char *article)
{
    if (cn__is_seat_record(r, line, "cards"))
        return;
    const struct queued_event *h = cn__queue_find(r, line, type);
    if (h == NULL)
        return;
    struct cn__fault fault;
    cn_card cards[CN_CARDS_MAX];
    int count;
    if (!cn__get_cards(line, "cards", CN_CARDS_MAX, cards, &count, &fault)) {
        cn__report_unreadable(r, &fault, false);
        return;
    }
    compare_seat(r, line, h);
    cn__compare_cards(r, article, "cards", h->cards, h->event.card_count, cards, count);
}

void cn__play_pile(struct cn_reader *r, const json_t *line)
{
    play_cards(r, line, CN_EVENT_PILE, "L33");
}

void cn__play_talon(struct cn_reader *r, const json_t *line)
{
    play_cards(r, line, CN_EVENT_TALON, r->law.rules.article[CN_PARAM_talon].text);
}

void cn__play_pick(struct cn_reader *r, const json_t *line)
{
    play_cards(r, line, CN_EVENT_PICK, r->law.rules.article[CN_PARAM_second_hand].text);
}

static void compare_score(struct cn_reader *r, const json_t *found, int side, const char *key,
                          const char *article, int32_t expected)
{
    struct cn__fault fault;
    int64_t value;
    char what[40];
    snprintf(what, sizeof what, "side %d: %s", side, key);
    if (cn__get_int(found, key, INT32_MIN, INT32_MAX, &value, &fault))
        cn__compare_ints(r, article, what, expected, value);
    else
        cn__report_unreadable(r, &fault, false);
}

/* An item may be left out if it is 0. */
static void compare_side(struct cn_reader *r, int side, const struct cn_score *expected,
                         const json_t *found)
{
    const struct cn_rules *rules = &r->game.law->rules;
    for (int i = 0; i < CN_SCORE_ITEM_COUNT; i++) {
        const struct cn_score_row *item = cn_score_item_at(i);
        const bool is_there = json_object_get(found, item->name) != NULL;
        const char *article = item->param < 0 ? RECORD_ARTICLE : rules->article[item->param].text;
        const bool refereed = i == CN_SCORE_PENALTIES && cn_law_is_refereed(&r->law);
        if (item->written || is_there || refereed || expected->item[i] != 0)
            compare_score(r, found, side, item->name, article, expected->item[i]);
    }
    compare_score(r, found, side, "total", rules->article[CN_PARAM_cite_hands].text,
                  expected->total);
    compare_score(r, found, side, "score", "L47", expected->after);
}

/* Who went out, and how (L41, L48). */
static void compare_out(struct cn_reader *r, const json_t *line, const struct cn_event *event)
{
    struct cn__fault fault;
    const json_t *seat = json_object_get(line, "seat");
    int64_t found = CN_NO_SEAT;
    bool concealed = false;
    if (seat != NULL && !cn__get_int(line, "seat", 0, r->game.players - 1, &found, &fault)) {
        cn__report_unreadable(r, &fault, false);
    } else if (found != event->seat) {
        char expected[40] = "nobody gone out";
        char text[40];
        if (event->seat != CN_NO_SEAT)
            snprintf(expected, sizeof expected, "seat %d gone out", event->seat);
        cn__describe_value(seat, text, sizeof text);
        cn__report_difference(r, "L41", expected, text);
    }
    if (json_object_get(line, "concealed") != NULL &&
        !cn__get_bool(line, "concealed", &concealed, &fault))
        cn__report_unreadable(r, &fault, false);
    else if (concealed != (event->concealed != 0))
        cn__report_difference(r, "L48", concealed ? "no concealed hand" : "a concealed hand",
                              concealed ? "true" : "false");
}

void cn__play_end(struct cn_reader *r, const json_t *line)
{
    const char *const articles[] = {[CN_END_OUT] = "L41",
                                    [CN_END_STOCK] = "L36",
                                    [CN_END_RED_THREE] = "L44",
                                    [CN_END_HAND] = r->law.rules.cite_special_hands.text};
    const struct queued_event *h = cn__queue_find(r, line, CN_EVENT_END);
    if (h == NULL)
        return;
    struct cn__fault fault;
    const char *why;
    const json_t *sides;
    if (!cn__get_string(line, "why", &why, &fault) ||
        !cn__get_array(line, "sides", h->event.side_count, &sides, &fault)) {
        cn__report_unreadable(r, &fault, false);
        return;
    }
    if (strcmp(why, cn_end_name(h->event.why)) != 0)
        cn__report_difference(r, articles[h->event.why], cn_end_name(h->event.why), why);
    compare_out(r, line, &h->event);
    for (int side = 0; side < h->event.side_count; side++)
        compare_side(r, side, &h->sides[side], json_array_get(sides, (size_t)side));
}

void cn__play_over(struct cn_reader *r, const json_t *line)
{
    const struct queued_event *h = cn__queue_find(r, line, CN_EVENT_OVER);
    if (h == NULL)
        return;
    struct cn__fault fault;
    int64_t winner;
    int32_t settlement[CN_SIDES_MAX];
    if (!cn__get_int(line, "winner", 0, r->game.sides - 1, &winner, &fault) ||
        !cn__get_scores(line, "settlement", r->game.sides, settlement, &fault)) {
        cn__report_unreadable(r, &fault, false);
        return;
    }
    cn__compare_ints(r, "L45", "the winner to be side", h->event.winner, winner);
    for (int side = 0; side < r->game.sides; side++) {
        char what[60];
        snprintf(what, sizeof what, "side %d to receive", side);
        cn__compare_ints(r, "L46", what, h->receives[side], settlement[side]);
    }
}
