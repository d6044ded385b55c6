#include <string.h>

#include "table_internal.h"

enum {
    ANSWER_MS = 20000 /* how long bots wait while people are asked about an undo */
};

/* ---- proposals ---- */

/* Random, so that a late vote, even after a restart, cannot agree to another proposal. */
static int32_t proposal_number(const struct table *table)
{
    uint8_t bytes[16];
    int32_t number;
    table_derive_random(table, "proposal", bytes, sizeof bytes);
    memcpy(&number, bytes, sizeof number);
    number &= INT32_MAX;
    return number != 0 ? number : 1;
}

void table_propose(struct table *table, int what, int seat, int n, uint32_t client)
{
    struct message message;
    struct proposal *p = &table->proposals[what];
    *p = (struct proposal){.on = proposal_number(table),
                           .seat = (uint8_t)seat,
                           .agreed = (uint8_t)(what == PROPOSAL_SIT ? 0 : 1 << seat),
                           .n = n,
                           .client = client,
                           .decision_number = table->decision_number,
                           .deal = table->game.deal_number};
    table_proposal_message(table, what, &message);
    table_broadcast(table, &message);
}

void table_request_seat(struct table *table, int seat, uint32_t client, const struct message *wish)
{
    struct proposal *p = &table->proposals[PROPOSAL_SIT];
    table_propose(table, PROPOSAL_SIT, seat, 0, client);
    p->any_seat = !message_has(wish, FIELD_SEAT);
    p->has_token = message_has(wish, FIELD_TOKEN);
    memcpy(p->token, wish->token, sizeof p->token);
}

void table_lapse(struct table *table)
{
    const struct proposal *back = &table->proposals[PROPOSAL_BACK];
    const struct proposal *open = &table->proposals[PROPOSAL_OPEN];
    if (back->on != 0 && back->decision_number != table->decision_number)
        table_resolve_vote(table, PROPOSAL_BACK, false);
    if (open->on != 0 && (table->stage != STAGE_PLAY || open->deal != table->game.deal_number))
        table_resolve_vote(table, PROPOSAL_OPEN, false);
}

/* ---- bots wait ---- */

void table_delay_bots(struct table *table)
{
    const int64_t until = table->proposals[PROPOSAL_BACK].wait_ms;
    if (table->bot_ms != NO_TIME && table->bot_ms < until)
        table->bot_ms = until;
}

void table_hold_bots(struct table *table)
{
    table->proposals[PROPOSAL_BACK].wait_ms = table->now + ANSWER_MS;
    table_delay_bots(table);
}

static void release_bots(struct table *table)
{
    if (table->bot_ms != NO_TIME)
        table->bot_ms = table->now + table->pace;
}

/* ---- votes ---- */

/* 'why' is the reason if it is refused. A client waiting to be admitted receives "watch" for a
 * person's "no". */
static void settle_why(struct table *table, int what, bool yes, const char *why)
{
    struct message message;
    struct proposal *p = &table->proposals[what];
    message_init(&message, MESSAGE_SETTLED);
    message_set_number(&message, FIELD_WHAT, what);
    message_set_number(&message, FIELD_ON, p->on);
    message_set_number(&message, FIELD_YES, yes);
    table_broadcast(table, &message);
    const struct connection *guest = table_find_connection(table, p->client);
    if (what == PROPOSAL_SIT && !yes && guest != NULL && guest->waiting) {
        table_send_message(table, guest->client, &message);
        table_close_connection(table, guest->client, CLOSE_REFUSED, why);
    }
    memset(p, 0, sizeof *p);
    if (what == PROPOSAL_BACK)
        release_bots(table);
}

void table_resolve_vote(struct table *table, int what, bool yes)
{
    settle_why(table, what, yes, "watch");
}

/* Returns whether everyone required has agreed. Bots always do. */
static bool is_agreed(const struct table *table, int what)
{
    const struct proposal *p = &table->proposals[what];
    for (int seat = 0; seat < table->players; seat++) {
        const bool must = what == PROPOSAL_SIT       ? table->seats[seat].host
                          : what == PROPOSAL_REMATCH ? table_is_connected(table, seat)
                                                     : table->seats[seat].held;
        if (must && (p->agreed >> seat & 1) == 0)
            return false;
    }
    return true;
}

/* Between the request and the answer the seat may have been taken, or hands shown. Sets *seat to
 * the current seat. Returns NULL or a reason code. */
static const char *may_seat(const struct table *table, const struct proposal *p, int *seat)
{
    struct message wish;
    const struct connection *guest = table_find_connection(table, p->client);
    message_init(&wish, MESSAGE_SIT);
    *seat = p->seat;
    if (table->seats[*seat].held)
        *seat = p->any_seat ? table_find_free_seat(table, &wish) : CN_NO_SEAT;
    if (guest == NULL || *seat == CN_NO_SEAT)
        return "full";
    return table_has_seen_other(table, guest, *seat) || table_delayed_hands_were_shown(table)
               ? "hand"
               : NULL;
}

static void seat_guest(struct table *table, const struct proposal *p)
{
    uint8_t token[TOKEN_BYTES];
    struct message wish;
    struct connection *guest = table_find_connection(table, p->client);
    message_init(&wish, MESSAGE_SIT);
    memcpy(wish.token, p->token, sizeof wish.token);
    if (p->has_token)
        message_set_flag(&wish, FIELD_TOKEN);
    table_occupy_seat(table, p->seat, guest->name, &wish, token);
    guest->waiting = false;
    guest->seat = p->seat;
    table->seats[p->seat].client = p->client;
    table_send_welcome(table, p->client, p->seat, token, -1);
    table_send_presence(table, p->seat);
    table_send_watchers(table);
}

/* The host admits a player. */
static void let_sit(struct table *table)
{
    struct proposal p = table->proposals[PROPOSAL_SIT];
    int seat;
    const char *why = may_seat(table, &p, &seat);
    if (why != NULL) {
        table_send_refusal(table, p.client, 0, why);
        settle_why(table, PROPOSAL_SIT, false, why);
        return;
    }
    p.seat = (uint8_t)seat;
    table_resolve_vote(table, PROPOSAL_SIT, true);
    seat_guest(table, &p);
}

/* All players agree: applies from now on, and in this deal. */
static void open_hands(struct table *table, int seconds)
{
    struct message line;
    message_init(&line, MESSAGE_SET);
    if (!table->watch)
        message_set_number(&line, FIELD_WATCH, true);
    message_set_number(&line, FIELD_OPEN, seconds);
    table_log_choices(table, &line);
}

void table_execute(struct table *table, int what)
{
    const struct proposal p = table->proposals[what];
    if (!is_agreed(table, what))
        return;
    if (what == PROPOSAL_SIT) {
        let_sit(table);
        return;
    }
    table_resolve_vote(table, what, true);
    switch ((enum proposal_kind)what) {
    case PROPOSAL_BACK:
        table_log_undo(table, p.seat, p.n, false);
        table_restart_seat(table, p.seat);
        break;
    case PROPOSAL_OPEN: open_hands(table, p.n); break;
    case PROPOSAL_SIT:
    case PROPOSALS: break;
    case PROPOSAL_REMATCH:
        for (int seat = 0; seat < table->players; seat++)
            table->seats[seat].ready = true;
        table_log_game(table);
        break;
    }
}

const char *table_cast_vote(struct table *table, int seat, const struct message *message)
{
    for (int what = 0; what < PROPOSALS; what++) {
        struct proposal *p = &table->proposals[what];
        if (p->on == 0 || p->on != message->on)
            continue;
        if (what == PROPOSAL_SIT && !table->seats[seat].host)
            return "host";
        if (!message->yes) {
            table_resolve_vote(table, what, false);
            return NULL;
        }
        p->agreed |= (uint8_t)(1 << seat);
        table_execute(table, what);
        return NULL;
    }
    return "gone";
}
