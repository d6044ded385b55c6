#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

/* ---- answers ---- */

void table_send_refusal(struct table *table, uint32_t client, int64_t id, const char *why)
{
    assert(is_reason_code(why));
    struct message no;
    message_init(&no, MESSAGE_NO);
    if (id > 0)
        message_set_number(&no, FIELD_ID, id);
    message_set_number(&no, FIELD_AT, table->number);
    message_set_text(&no, FIELD_WHY, why);
    table_send_message(table, client, &no);
}

void table_send_ok(struct table *table, uint32_t client, int64_t id)
{
    struct message ok;
    if (id == 0)
        return;
    message_init(&ok, MESSAGE_OK);
    message_set_number(&ok, FIELD_ID, id);
    message_set_number(&ok, FIELD_AT, table->number);
    table_send_message(table, client, &ok);
}

/* ---- the state of a table ---- */

static void presence_message(const struct table *table, int seat, struct message *message)
{
    const struct seat *entry = &table->seats[seat];
    const int here = entry->bot_substitutes            ? HERE_BOT
                     : table_is_connected(table, seat) ? HERE_YES
                                                       : HERE_AWAY;
    message_init(message, MESSAGE_PRESENCE);
    message_set_number(message, FIELD_SEAT, seat);
    message_set_number(message, FIELD_HERE, here);
    if (table->stage == STAGE_LOBBY || table->stage == STAGE_BETWEEN)
        message_set_number(message, FIELD_READY, entry->ready);
}

void table_send_presence(struct table *table, int seat)
{
    struct message message;
    presence_message(table, seat, &message);
    table_broadcast(table, &message);
}

void table_send_watchers(struct table *table)
{
    struct message message;
    message_init(&message, MESSAGE_PRESENCE);
    message_set_number(&message, FIELD_WATCHERS, table_count_watchers(table));
    table_broadcast(table, &message);
}

void table_seat_message(const struct table *table, int seat, struct message *message)
{
    const struct seat *entry = &table->seats[seat];
    message_init(message, MESSAGE_SEAT);
    message_set_number(message, FIELD_SEAT, seat);
    if (entry->held && entry->name[0] != '\0')
        message_set_text(message, FIELD_NAME, entry->name);
    if (entry->host)
        message_set_number(message, FIELD_HOST, true);
    if (entry->level[0] != '\0')
        message_set_text(message, FIELD_LEVEL, entry->level);
}

void table_message(const struct table *table, struct message *message)
{
    message_init(message, MESSAGE_TABLE);
    message_set_text(message, FIELD_RULES, table->rules);
    if (table->house != NULL)
        message_set_text(message, FIELD_HOUSE, table->house);
    message_set_number(message, FIELD_PLAYERS, table->players);
    if (table->title[0] != '\0')
        message_set_text(message, FIELD_TITLE, table->title);
    message_set_number(message, FIELD_TIMER, table->timer);
    message_set_number(message, FIELD_JOIN, table->join);
    message_set_number(message, FIELD_WATCH, table->watch);
    message_set_number(message, FIELD_HINTS, table->hints);
    message_set_number(message, FIELD_LISTED, table->listed);
    message_set_number(message, FIELD_PACE, table->pace);
    if (table->open > 0)
        message_set_number(message, FIELD_OPEN, table->open);
    if (table->arranged)
        message_set_number(message, FIELD_ARRANGED, true);
}

static void write_deal(struct table *table, int seat)
{
    struct snapshot snapshot;
    if (table->fair.has_hash)
        fair_write(&table->say, &table->fair);
    snapshot_of(&table->game, seat, &snapshot);
    snapshot_write(&table->say, &snapshot, &table->game.law->rules, table->number);
}

/* Writes the pledges or the parts that have come. */
static void write_shares(struct table *table, enum message_kind kind, uint8_t which)
{
    struct message message;
    for (int seat = 0; seat < table->players; seat++) {
        if ((which >> seat & 1) == 0)
            continue;
        message_init(&message, kind);
        message_set_number(&message, FIELD_SEAT, seat);
        memcpy(message.part, table->fair.part[seat], sizeof message.part);
        memcpy(message.pledge, table->fair.pledge[seat], sizeof message.pledge);
        message_set_flag(&message, kind == MESSAGE_PART ? FIELD_PART : FIELD_PLEDGE);
        message_write(&table->say, &message);
    }
}

/* Writes a fair deal in progress. */
static void write_fair(struct table *table)
{
    struct message message;
    const struct fair_deal *fair = &table->fair;
    if (fair->version == FAIR_OLD)
        return; /* it is dealt as soon as somebody is there */
    message_init(&message, MESSAGE_COMMIT);
    message_set_number(&message, FIELD_DEAL, table->game.deal_number + 1);
    memcpy(message.hash, fair->hash, sizeof message.hash);
    message_set_flag(&message, FIELD_HASH);
    if (table->absent != 0)
        message_set_number(&message, FIELD_ABSENT, table->absent);
    message_write(&table->say, &message);
    write_shares(table, MESSAGE_PLEDGE, fair->pledged);
    if (table->stage == STAGE_PLEDGES)
        return;
    table_pledged_message(table, &message);
    message_write(&table->say, &message);
    if (table->stage == STAGE_CUT)
        return;
    table_open_message(table, &message);
    message_write(&table->say, &message);
    write_shares(table, MESSAGE_PART, fair->given);
}

static void write_game(struct table *table)
{
    const char *names[CN_SEATS_MAX];
    for (int seat = 0; seat < table->players; seat++)
        names[seat] = table->seats[seat].held ? table->seats[seat].name : table->seats[seat].level;
    const struct cn_game_header line = {.rules = &table->game.law->rules,
                                        .players = table->players,
                                        .names = names,
                                        .scores = table->game.score,
                                        .rules_text = table_rules_text(table)};
    cn_record_write_seat_game(&table->say, &line);
}

static void write_snapshot(struct table *table, int seat)
{
    struct message message;
    table_message(table, &message);
    message_set_number(&message, FIELD_NUMBER, table->number);
    message_set_number(&message, FIELD_STAGE, table->stage);
    message_write(&table->say, &message);
    for (int other = 0; other < table->players; other++) {
        table_seat_message(table, other, &message);
        message_write(&table->say, &message);
    }
    if (table->paused) {
        message_init(&message, MESSAGE_PAUSE);
        message_set_number(&message, FIELD_YES, true);
        message_write(&table->say, &message);
    }
    if (table->stage != STAGE_LOBBY)
        write_game(table);
    if (table->stage != STAGE_PLAY && table->game.deal_number > 0)
        cn_record_write_ended(&table->say, &table->game);
    if (table->stage == STAGE_PLEDGES || table->stage == STAGE_CUT || table->stage == STAGE_PARTS)
        write_fair(table);
    if (table->stage == STAGE_PLAY)
        write_deal(table, seat);
}

void table_proposal_message(const struct table *table, int what, struct message *message)
{
    const struct proposal *p = &table->proposals[what];
    const struct connection *guest = table_find_connection(table, p->client);
    message_init(message, MESSAGE_PROPOSAL);
    message_set_number(message, FIELD_WHAT, what);
    message_set_number(message, FIELD_ON, p->on);
    message_set_number(message, FIELD_SEAT, p->seat);
    if (what == PROPOSAL_SIT && guest != NULL)
        message_set_text(message, FIELD_NAME, guest->name);
    if (what == PROPOSAL_BACK || what == PROPOSAL_OPEN)
        message_set_number(message, FIELD_N, p->n);
}

/* Writes what changes too often to be numbered. */
static void write_present(struct table *table)
{
    struct message message;
    for (int seat = 0; seat < table->players; seat++) {
        if (!table->seats[seat].held)
            continue;
        presence_message(table, seat, &message);
        message_write(&table->say, &message);
    }
    if (table->stage == STAGE_PLAY && table->game.deal.board.due != CN_DUE_NOTHING)
        snapshot_write_due(&table->say, &table->game.deal.board);
    for (int what = 0; what < PROPOSALS; what++) {
        if (table->proposals[what].on == 0)
            continue;
        table_proposal_message(table, what, &message);
        message_write(&table->say, &message);
    }
    if (table->turn_seat == CN_NO_SEAT || table->turn_ms <= table->now)
        return;
    message_init(&message, MESSAGE_CLOCK);
    message_set_number(&message, FIELD_SEAT, table->turn_seat);
    message_set_number(&message, FIELD_MS, table->turn_ms - table->now);
    message_write(&table->say, &message);
}

/* 'last' below 0: sends a snapshot. */
void table_send_welcome(struct table *table, uint32_t client, int seat, const uint8_t *token,
                        int64_t last)
{
    struct message welcome;
    const int mask = seat == CN_NO_SEAT ? MASK_WATCHERS : 1 << seat;
    const size_t at = table->say.length;
    message_init(&welcome, MESSAGE_WELCOME);
    message_set_number(&welcome, FIELD_V, PROTOCOL_VERSION);
    message_set_text(&welcome, FIELD_TABLE, table->link);
    message_set_number(&welcome, FIELD_LAST, table->number);
    if (seat == CN_NO_SEAT)
        message_set_number(&welcome, FIELD_WATCHING, true);
    else
        message_set_number(&welcome, FIELD_SEAT, seat);
    if (token != NULL) {
        memcpy(welcome.token, token, sizeof welcome.token);
        message_set_flag(&welcome, FIELD_TOKEN);
    }
    if (seat != CN_NO_SEAT)
        message_set_number(&welcome, FIELD_DONE, table->seats[seat].done);
    message_write(&table->say, &welcome);
    struct connection *guest = table_find_connection(table, client);
    if (guest != NULL)
        guest->from = table->outgoing_count;
    if (guest != NULL && guest->waiting) {
        table_send_line(table, client, at);
        return;
    }
    const bool is_kept = last >= 0 && (table->ahead == 0 || last > table->ahead);
    if (!is_kept || last > table->number ||
        !table_ring_since(&table->ring, last, mask, &table->say))
        write_snapshot(table, seat);
    write_present(table);
    table_send_line(table, client, at);
    table->actions_due = -1;
}

/* ---- lists of legal actions, for clients without an engine ---- */

void table_send_legal_actions(struct table *table)
{
    const struct cn_game *game = &table->game;
    if (table->stage != STAGE_PLAY || table->actions_due == table->decision_number)
        return;
    const int seat = cn_game_actor(game);
    struct connection *guest = table_find_connection(table, table->seats[seat].client);
    table->actions_due = table->decision_number;
    if (guest == NULL || !guest->actions)
        return;
    struct cn_view view;
    int count;
    cn_view_of(&view, game, seat);
    struct cn_action *list = cn_actions_legal(&view, &count);
    if (list == NULL) {
        table->failed = true;
        return;
    }
    const size_t at = table->say.length;
    cn_record_write_actions(&table->say, table->game.law, seat, list, count);
    table_send_line(table, guest->client, at);
    free(list);
}
