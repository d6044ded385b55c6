/* follow.c -- what follows by itself: the game says it, the record must say the same.
 *
 * The game's events wait in a queue. A line of the record is compared with the first of its kind there;
 * events before it are lines that are missing, a line that nothing in the queue matches is one too many.
 */
#include "replay.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- the queue ---- */

static const char *const event_names[CN_EVENT_TYPES] = {
    [CN_EVENT_DEAL] = "deal",     [CN_EVENT_FACE] = "face",       [CN_EVENT_DRAW] = "draw",
    [CN_EVENT_TAKE] = "take",     [CN_EVENT_PILE] = "pile",       [CN_EVENT_MELD] = "meld",
    [CN_EVENT_ADD] = "add",       [CN_EVENT_MERGE] = "combine",   [CN_EVENT_ASK] = "ask",
    [CN_EVENT_ANSWER] = "answer", [CN_EVENT_DISCARD] = "discard", [CN_EVENT_STOP] = "stop",
    [CN_EVENT_END] = "end",       [CN_EVENT_OVER] = "over"};

/* The article by which a line of this kind stands there. */
static const char *article_of(int type)
{
    switch (type) {
    case CN_EVENT_FACE: return "L11";
    case CN_EVENT_PILE: return "L33";
    case CN_EVENT_END: return "L41";
    case CN_EVENT_OVER: return "L45";
    default: return RECORD_ARTICLE;
    }
}

void cn__on_event(void *replay, const struct cn_event *event)
{
    struct cn_reader *r = replay;
    if (r->listener != NULL)
        r->listener->event(r->listener->context, event);
    if (event->type == CN_EVENT_DEAL)
        return;
    if (event->type == CN_EVENT_END)
        cn_score_sheet_add(&r->sheet, event->sides, event->side_count);
    assert(r->queue.count < QUEUE_MAX);
    struct happened *h = &r->queue.at[r->queue.count++];
    h->event = *event;
    const size_t sides = event->side_count;
    if (event->cards != NULL && event->card_count > 0)
        memcpy(h->cards, event->cards, (size_t)event->card_count);
    if (event->drawn != NULL && event->drawn_count > 0)
        memcpy(h->drawn, event->drawn, (size_t)event->drawn_count);
    if (event->sides != NULL)
        memcpy(h->sides, event->sides, sides * sizeof *h->sides);
    if (event->receives != NULL)
        memcpy(h->receives, event->receives, sides * sizeof *h->receives);
    h->event.cards = h->cards;
    h->event.drawn = h->drawn;
    h->event.sides = h->sides;
    h->event.receives = h->receives;
}

void cn__queue_clear(struct cn_reader *r)
{
    r->queue.first = r->queue.count = 0;
}

const struct happened *cn__queue_pop(struct cn_reader *r)
{
    return r->queue.first < r->queue.count ? &r->queue.at[r->queue.first++] : NULL;
}

static void name_line(int type, char *text, size_t size)
{
    snprintf(text, size, "a line \"%s\"", event_names[type]);
}

void cn__report_missing(struct cn_reader *r, const char *found)
{
    const struct happened *h;
    while ((h = cn__queue_pop(r)) != NULL) {
        char expected[40];
        name_line(h->event.type, expected, sizeof expected);
        cn__report_difference(r, article_of(h->event.type), expected, found);
    }
    cn__queue_clear(r);
}

void cn__report_cut_off(struct cn_reader *r)
{
    const struct happened *h;
    while ((h = cn__queue_pop(r)) != NULL) {
        if (h->event.type == CN_EVENT_FACE)
            continue;
        char expected[40];
        name_line(h->event.type, expected, sizeof expected);
        cn__report_difference(r, article_of(h->event.type), expected, "the end of the file");
    }
}

static const char *line_type(const json_t *line)
{
    return json_string_value(json_object_get(line, "t"));
}

/* The event that a line of this type tells of; NULL, reported, if there is none. */
static const struct happened *find_event(struct cn_reader *r, const json_t *line, int type)
{
    char text[40];
    int at = r->queue.first;
    while (at < r->queue.count && r->queue.at[at].event.type != type)
        at++;
    if (at == r->queue.count) {
        const bool waiting = r->queue.first < r->queue.count;
        if (waiting)
            name_line(r->queue.at[r->queue.first].event.type, text, sizeof text);
        cn__report_difference(r, article_of(type), waiting ? text : "no such line here",
                              line_type(line));
        return NULL;
    }
    while (r->queue.first < at) {
        name_line(cn__queue_pop(r)->event.type, text, sizeof text);
        cn__report_difference(r, RECORD_ARTICLE, text, line_type(line));
    }
    return cn__queue_pop(r);
}

/* ---- comparing ---- */

void cn__compare_ints(struct cn_reader *r, const char *article, const char *what, int64_t expected,
                      int64_t found)
{
    if (expected == found)
        return;
    char expected_text[80];
    char found_text[32];
    snprintf(expected_text, sizeof expected_text, "%s %lld", what, (long long)expected);
    snprintf(found_text, sizeof found_text, "%lld", (long long)found);
    cn__report_difference(r, article, expected_text, found_text);
}

void cn__compare_cards(struct cn_reader *r, const char *article, const char *what,
                       const cn_card *expected, int expected_count, const cn_card *found,
                       int found_count)
{
    if (expected_count == found_count && memcmp(expected, found, (size_t)found_count) == 0)
        return;
    char cards[120];
    char expected_text[160];
    char found_text[120];
    cn__describe_cards(expected, expected_count, cards, sizeof cards);
    snprintf(expected_text, sizeof expected_text, "%s %s", what, cards);
    cn__describe_cards(found, found_count, found_text, sizeof found_text);
    cn__report_difference(r, article, expected_text, found_text);
}

static int compare_faces(const void *a, const void *b)
{
    return *(const cn_card *)a - *(const cn_card *)b;
}

/* … as a multiset: in what order red threes are faced says nothing. */
static void compare_card_sets(struct cn_reader *r, const char *article, const char *what,
                              const struct happened *h, cn_card *found, int found_count)
{
    cn_card expected[CN_CARDS_MAX];
    const size_t count = (size_t)h->event.card_count;
    memcpy(expected, h->cards, count);
    qsort(expected, count, 1, compare_faces);
    qsort(found, (size_t)found_count, 1, compare_faces);
    cn__compare_cards(r, article, what, expected, (int)count, found, found_count);
}

/* Compares the seat of a line with that of the event. */
static void compare_seat(struct cn_reader *r, const json_t *line, const struct happened *h)
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
    if (cn__is_seat_record(r, line, "cards"))
        return;
    const struct happened *h = find_event(r, line, CN_EVENT_FACE);
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

void cn__play_pile(struct cn_reader *r, const json_t *line)
{
    if (cn__is_seat_record(r, line, "cards"))
        return;
    const struct happened *h = find_event(r, line, CN_EVENT_PILE);
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
    cn__compare_cards(r, "L33", "cards", h->cards, h->event.card_count, cards, count);
}

/* The numbers of a side at the end of a deal, each with the law that it follows. */
static const struct {
    const char *key, *article;
    size_t offset;
} side_scores[] = {
    {"melds", "L42", offsetof(struct cn_score, melds)},
    {"canastas", "L23", offsetof(struct cn_score, canastas)},
    {"red", "L13", offsetof(struct cn_score, red)},
    {"out", "L42", offsetof(struct cn_score, out)},
    {"concealed", "L50", offsetof(struct cn_score, concealed)},
    {"hands", "L42", offsetof(struct cn_score, hands)},
    {"bonus", "L46", offsetof(struct cn_score, bonus)},
    {"total", "L42", offsetof(struct cn_score, total)},
    {"score", "L47", offsetof(struct cn_score, score)},
};

static void compare_side(struct cn_reader *r, int side, const struct cn_score *expected,
                         const json_t *found)
{
    for (size_t i = 0; i < sizeof side_scores / sizeof side_scores[0]; i++) {
        struct cn__fault fault;
        int64_t value;
        int32_t wanted;
        char what[40];
        memcpy(&wanted, (const char *)expected + side_scores[i].offset, sizeof wanted);
        snprintf(what, sizeof what, "side %d: %s", side, side_scores[i].key);
        if (cn__get_int(found, side_scores[i].key, INT32_MIN, INT32_MAX, &value, &fault))
            cn__compare_ints(r, side_scores[i].article, what, wanted, value);
        else
            cn__report_unreadable(r, &fault, false);
    }
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
    static const char *const articles[] = {
        [CN_END_OUT] = "L41", [CN_END_STOCK] = "L36", [CN_END_RED_THREE] = "L44"};
    const struct happened *h = find_event(r, line, CN_EVENT_END);
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
    const struct happened *h = find_event(r, line, CN_EVENT_OVER);
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
