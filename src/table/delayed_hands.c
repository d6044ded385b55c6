/* delayed_hands.c -- earlier hands, for spectators, if the host allows it. For a deal already in
 * play the host cannot decide that alone: all holders must agree (votes.c).
 *
 * The hands shown are at least 'open' seconds of play old, and every seat has had a whole turn
 * since. Otherwise, during a long decision, hands from before it would be the hands in play. They
 * are never sent to the holder of a seat. A spectator cannot take a seat until the deal is over,
 * since they may have been watching.
 */
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

enum {
    HANDS_MOST = 256 /* decisions that wait to be shown; beyond that, the latest are left out */
};

/* With the turns that must follow (is_past), this delay is long enough to help nobody at the
 * table. */
bool table_delayed_hands_delay_is_legal(const struct message *choices)
{
    enum {
        LEAST_SECONDS = 60
    };
    return !message_has(choices, FIELD_OPEN) || choices->open == 0 ||
           choices->open >= LEAST_SECONDS;
}

void table_delayed_hands_clear(struct table *table)
{
    for (int i = 0; i < table->hands_count; i++)
        free(table->hands[i].text);
    free(table->hands);
    table->hands = NULL;
    table->hands_count = 0;
    table->hands_due = -1;
}

static void keep(struct table *table)
{
    struct cn__text line = {NULL, 0, 0, false};
    if (table->hands == NULL)
        table->hands = calloc(HANDS_MOST, sizeof *table->hands);
    cn_record_write_hands(&line, &table->game, table->number);
    if (table->hands == NULL || line.failed) {
        cn__text_free(&line);
        table->failed = true;
        return;
    }
    table->hands[table->hands_count++] = (struct old_hands){
        table->now + (int64_t)table->open * 1000, table->hands_turn, line.text, line.length};
}

/* Counts turns of the deal. An undone turn stays counted. */
static void count_turns(struct table *table)
{
    const int seat = table->game.deal.board.turn;
    table->hands_turn += seat != table->hands_seat;
    table->hands_seat = seat;
}

/* Undone turns do not count, so every seat needs another whole turn. */
void table_delayed_hands_undo(struct table *table)
{
    for (int i = 0; i < table->hands_count; i++)
        table->hands[i].turn = table->hands_turn + 1; /* the turn in progress is not a whole one */
}

/* Time in a pause does not count towards the delay. */
static void stand_still(struct table *table)
{
    for (int i = 0; i < table->hands_count && table->hands_paused; i++)
        table->hands[i].ms += table->now - table->hands_looked;
    table->hands_paused = table->paused;
    table->hands_looked = table->now;
}

void table_delayed_hands_record(struct table *table)
{
    stand_still(table);
    if (table->stage != STAGE_PLAY)
        table->hands_told = 0;
    if (table->stage != STAGE_PLAY || table->open == 0 || table_count_watchers(table) == 0) {
        table_delayed_hands_clear(table);
        return;
    }
    count_turns(table);
    if (table->hands_due == table->decision_number || table->hands_count == HANDS_MOST)
        return;
    table->hands_due = table->decision_number;
    keep(table);
}

int table_delayed_hands_sooner(const struct table *table, const struct message *choices)
{
    const bool watch = message_has(choices, FIELD_WATCH) ? choices->watch != 0 : table->watch;
    const int open = message_has(choices, FIELD_OPEN) ? choices->open : table->open;
    const bool shown = table->watch && table->open > 0;
    if (table->stage != STAGE_PLAY || !watch || open == 0)
        return 0;
    return !shown || open < table->open ? open : 0;
}

/* The log does not record whether hands were sent, so after a restart the host's choice decides. */
bool table_delayed_hands_were_shown(const struct table *table)
{
    return table->stage == STAGE_PLAY &&
           ((table->open > 0 && table->watch) || table->hands_told == table->game.deal_number);
}

/* Returns whether every seat has had a whole turn since. */
static bool is_past(const struct table *table, const struct old_hands *hands)
{
    const int round = table->players - (table->game.deal.board.idle != CN_NO_SEAT);
    return table->hands_turn > hands->turn + round;
}

void table_delayed_hands_send(struct table *table)
{
    int due = 0;
    while (due < table->hands_count && table->hands[due].ms <= table->now &&
           is_past(table, &table->hands[due]))
        due++;
    if (due == 0)
        return;
    const size_t at = table->say.length;
    cn__text_append(&table->say, table->hands[due - 1].text, table->hands[due - 1].length);
    table_send_masked(table, MASK_WATCHERS, at);
    table->hands_told = table->game.deal_number;
    for (int i = 0; i < due; i++)
        free(table->hands[i].text);
    table->hands_count -= due;
    memmove(table->hands, table->hands + due, (size_t)table->hands_count * sizeof *table->hands);
}

int64_t table_delayed_hands_next_ms(const struct table *table)
{
    return table->hands_count > 0 && is_past(table, &table->hands[0]) ? table->hands[0].ms
                                                                      : NO_TIME;
}
