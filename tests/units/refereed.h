/* refereed.h -- for tests of refereed tables: what seats do, and the lines that follow.
 *
 * "0 draw; 0 !draw; 1 call" are actions of seats. The lines are written short, with kinds of cards:
 * "irregular 0 L53 too many; draw 0 Q; call 1; ruling 0 L53 too many -50; owe 0 1". */
#ifndef UNITS_REFEREED_H
#define UNITS_REFEREED_H

#include "law_table.h"

static char told[2000];

__attribute__((format(printf, 1, 2))) static inline void tell(const char *format, ...)
{
    const size_t length = strlen(told);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(told + length, sizeof told - length, format, arguments);
    va_end(arguments);
}

static inline void tell_kinds(const cn_card *cards, int count)
{
    for (int i = 0; i < count; i++)
        tell(" %s", cn_kind_name(cn_card_kind(cards[i])));
}

static inline void on_refereed_event(void *context, const struct cn_event *event)
{
    on_table_event(context, event);
    if (event->type == CN_EVENT_END)
        tell("; end %s", cn_end_name(event->why));
    if (event->type == CN_EVENT_END || event->type == CN_EVENT_OVER)
        return;
    tell("; %s", cn_event_name(event->type));
    if (event->seat != CN_NO_SEAT)
        tell(" %d", event->seat);
    if (event->ruled)
        tell(" ruled");
    if (event->law != NULL)
        tell(" %s", event->law);
    if (event->what != NULL)
        tell(" %s", event->what);
    if (event->type == CN_EVENT_RULING && event->points != 0)
        tell(" %d", event->points);
    if (event->type == CN_EVENT_OWE)
        tell(" %d", event->n);
    if (event->type == CN_EVENT_ANSWER)
        tell(event->yes ? " yes" : " no");
    if (event->type != CN_EVENT_IRREGULAR)
        tell_kinds(event->cards, event->card_count);
    if (event->type == CN_EVENT_FACE && event->drawn_count > 0) {
        tell(" for");
        tell_kinds(event->drawn, event->drawn_count);
    }
    if (event->pile != NULL) {
        tell(" pile");
        tell_kinds(event->pile, event->pile_count);
    }
}

static const struct cn_observer refereed_observer = {.event = on_refereed_event};

/* A table with point penalties whose referee is called. */
#define CALLED   "laws1950; referee=called; point_penalties=true"
#define WATCHFUL "laws1950; referee=watchful; point_penalties=true"

static inline void table(const char *rules, const char *position)
{
    at(rules, "%s", position);
}

/* A line "try" that the record has to agree with. */
static inline void tries(const char *action, bool legal, const char *law)
{
    struct cn__text *lines = &at_table.record;
    cn__json_open_line(lines, "try");
    cn__json_int(lines, "seat", action[0] - '0');
    cn__json_string(lines, "action", action + 2);
    cn__json_bool(lines, "legal", legal);
    if (law != NULL)
        cn__json_string(lines, "law", law);
    cn__json_close_line(lines);
}

/* Lines "state" and "insist", as far as a record has them. */
static inline void writes_state(void)
{
    const struct cn_game *game = &at_table.game;
    struct cn__text *lines = &at_table.record;
    cn__json_open_line(lines, "state");
    cn__json_string(lines, "phase", cn_referee_phase(game));
    cn__json_int(lines, "stock", game->deal.board.stock);
    if (game->in_deal)
        cn__json_int(lines, "seat", actor());
    cn__json_open(lines, "owed", '[');
    for (int seat = 0; seat < at_table.players; seat++)
        cn__json_int(lines, NULL, game->deal.board.owed[seat]);
    cn__json_close(lines, ']');
    cn__json_open(lines, "open", '[');
    for (int i = 0; i < cn_referee_open(game); i++) {
        const struct cn_noted open = cn_referee_open_at(game, i);
        char text[60];
        snprintf(text, sizeof text, "%d %s %s", (int)open.seat, open.law, open.what);
        cn__json_string(lines, NULL, text);
    }
    cn__json_close(lines, ']');
    cn__json_cards(lines, "pile", game->cards.pile, game->cards.pile_count);
    cn__json_close_line(lines);
}

static inline void act_of_seat(const char *text, int index)
{
    struct cn_refusal why;
    (void)index;
    const int seat = text[0] - '0';
    if (!cn_game_play(&at_table.game, seat, table_action(text + 2), NULL, &why, &refereed_observer))
        fail_msg("%s: refused, %s %s", text, cn_refusal_name(why.id), why.article);
    assert_null(cn_game_check(&at_table.game));
}

/* Seats do this; nothing is asked of the lines. */
static inline void after(const char *actions)
{
    table_parts(actions, ';', act_of_seat);
}

/* Seats do this, and just these lines follow. */
static inline void does(const char *actions, const char *lines)
{
    told[0] = '\0';
    after(actions);
    const char *found = told[0] == '\0' ? told : told + 2;
    if (strcmp(found, lines) != 0)
        fail_msg("%s:\n  expected %s\n  found    %s", actions, lines, found);
    writes_state();
}

/* The seat may not do this, or not insist on it, by an article or a refusal's name. */
static inline void refuses(const char *action, const char *article)
{
    struct cn_refusal why;
    struct cn_noted noted;
    if (cn_referee_check(&at_table.game, action[0] - '0', table_action(action + 2), &noted, &why))
        fail_msg("%s: not refused", action);
    if (strcmp(why.article, article) != 0 && strcmp(cn_refusal_name(why.id), article) != 0)
        fail_msg("%s: refused by %s %s, not %s", action, cn_refusal_name(why.id), why.article,
                 article);
    tries(action, false, why.article);
}

/* What would be noted if the seat did this: "L53 too many", or "legal". */
static inline void notes(const char *action, const char *expected)
{
    struct cn_refusal why;
    char found[100] = "legal";
    struct cn_noted noted;
    const bool legal =
        cn_referee_check(&at_table.game, action[0] - '0', table_action(action + 2), &noted, &why);
    if (!legal)
        snprintf(found, sizeof found, "%s", why.article);
    else if (noted.law != NULL)
        snprintf(found, sizeof found, "%s %s", noted.law, noted.what);
    tries(action, legal, legal ? noted.law : why.article);
    if (strcmp(found, expected) != 0)
        fail_msg("%s: expected %s, found %s", action, expected, found);
}

static inline void phase_is(const char *phase)
{
    assert_string_equal(cn_referee_phase(&at_table.game), phase);
}

static inline void open_is(int count)
{
    assert_int_equal(cn_referee_open(&at_table.game), count);
}

/* The exposed cards of a seat are these; others may be shown. */
static inline void exposed_is(int seat, const char *kinds)
{
    const struct cn_board *board = &at_table.game.deal.board;
    cn_hand left = cn_hand_remove(board->exposed[seat], board->shown[seat]);
    told[0] = '\0';
    for (int kind = CN_KINDS - 1; kind >= 0; kind--)
        for (int i = cn_hand_count(left, kind); i > 0; i--)
            tell(" %s", cn_kind_name(kind));
    assert_string_equal(told[0] == '\0' ? "" : told + 1, kinds);
}

static inline void owes(int seat, int count)
{
    assert_int_equal(at_table.game.deal.board.owed[seat], count);
}

#endif
