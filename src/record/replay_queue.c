/* replay_queue.c -- events of the game that the record has not yet stated.
 *
 * A line of the record is compared with the first event of its type in the queue. Events before it
 * are missing lines; a line without a matching event is superfluous.
 */
#include "replay.h"

#include <string.h>

/* Returns the article that requires a line of this type. */
static const char *article_of(const struct cn_reader *r, int type)
{
    const struct cn_article *articles = r->law.rules.article;
    switch (type) {
    case CN_EVENT_TALON: return articles[CN_PARAM_talon].text;
    case CN_EVENT_PICK: return articles[CN_PARAM_second_hand].text;
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
    struct queue *queue = &r->queue;
    if (!cn__array_grow(&queue->at, &queue->capacity, (size_t)queue->count + 1,
                        sizeof *queue->at)) {
        r->no_memory = true;
        return;
    }
    struct queued_event *h = &queue->at[queue->count++];
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
    if (event->pile != NULL)
        memcpy(h->pile, event->pile, (size_t)event->pile_count);
}

/* Copies of a queue that has grown lie elsewhere. */
const struct queued_event *cn__with_copies(struct queued_event *h)
{
    h->event.cards = h->cards;
    h->event.drawn = h->drawn;
    h->event.sides = h->sides;
    h->event.receives = h->receives;
    if (h->event.pile != NULL)
        h->event.pile = h->pile;
    return h;
}

void cn__queue_clear(struct cn_reader *r)
{
    r->queue.first = r->queue.count = 0;
}

const struct queued_event *cn__queue_pop(struct cn_reader *r)
{
    return r->queue.first < r->queue.count ? cn__with_copies(&r->queue.at[r->queue.first++]) : NULL;
}

static void name_line(int type, char *text, size_t size)
{
    snprintf(text, size, "a line \"%s\"", cn_event_name(type));
}

void cn__report_missing(struct cn_reader *r, const char *found)
{
    const struct queued_event *h;
    while ((h = cn__queue_pop(r)) != NULL) {
        char expected[40];
        name_line(h->event.type, expected, sizeof expected);
        cn__report_difference(r, article_of(r, h->event.type), expected, found);
    }
    cn__queue_clear(r);
}

void cn__report_cut_off(struct cn_reader *r)
{
    const struct queued_event *h;
    while ((h = cn__queue_pop(r)) != NULL) {
        if (h->event.type == CN_EVENT_FACE || h->event.type == CN_EVENT_PICK)
            continue;
        char expected[40];
        name_line(h->event.type, expected, sizeof expected);
        cn__report_difference(r, article_of(r, h->event.type), expected, "the end of the file");
    }
}

static const char *line_type(const json_t *line)
{
    return json_string_value(json_object_get(line, "t"));
}

bool cn__queue_has(const struct cn_reader *r, int type)
{
    for (int at = r->queue.first; at < r->queue.count; at++)
        if (r->queue.at[at].event.type == type)
            return true;
    return false;
}

const struct queued_event *cn__queue_find(struct cn_reader *r, const json_t *line, int type)
{
    char text[40];
    int at = r->queue.first;
    while (at < r->queue.count && r->queue.at[at].event.type != type)
        at++;
    if (at == r->queue.count) {
        const bool waiting = r->queue.first < r->queue.count;
        if (waiting)
            name_line(r->queue.at[r->queue.first].event.type, text, sizeof text);
        cn__report_difference(r, article_of(r, type), waiting ? text : "no such line here",
                              line_type(line));
        return NULL;
    }
    while (r->queue.first < at) {
        name_line(cn__queue_pop(r)->event.type, text, sizeof text);
        cn__report_difference(r, RECORD_ARTICLE, text, line_type(line));
    }
    return cn__queue_pop(r);
}
