#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

/* ---- answers ---- */

void say_no(struct cn_server_table *table, uint32_t client, int64_t id, const char *why)
{
    assert(cn_is_why(why));
    struct cn_message no;
    cn_message_init(&no, CN_MESSAGE_NO);
    if (id > 0)
        cn_message_number(&no, CN_FIELD_ID, id);
    cn_message_number(&no, CN_FIELD_AT, table->number);
    cn_message_text(&no, CN_FIELD_WHY, why);
    say_to(table, client, &no);
}

void say_ok(struct cn_server_table *table, uint32_t client, int64_t id)
{
    struct cn_message ok;
    if (id == 0)
        return;
    cn_message_init(&ok, CN_MESSAGE_OK);
    cn_message_number(&ok, CN_FIELD_ID, id);
    cn_message_number(&ok, CN_FIELD_AT, table->number);
    say_to(table, client, &ok);
}

/* ---- how things stand ---- */

static void presence_message(const struct cn_server_table *table, int seat,
                             struct cn_message *message)
{
    const struct chair *chair = &table->chairs[seat];
    const int here = chair->stands_in       ? CN_HERE_BOT
                     : is_here(table, seat) ? CN_HERE_YES
                                            : CN_HERE_AWAY;
    cn_message_init(message, CN_MESSAGE_HERE);
    cn_message_number(message, CN_FIELD_SEAT, seat);
    cn_message_number(message, CN_FIELD_HERE, here);
    if (table->stage == CN_TABLE_LOBBY || table->stage == CN_TABLE_BETWEEN)
        cn_message_number(message, CN_FIELD_READY, chair->ready);
}

void say_presence(struct cn_server_table *table, int seat)
{
    struct cn_message message;
    presence_message(table, seat, &message);
    say_all(table, &message);
}

void say_watchers(struct cn_server_table *table)
{
    struct cn_message message;
    cn_message_init(&message, CN_MESSAGE_HERE);
    cn_message_number(&message, CN_FIELD_WATCHERS, count_watchers(table));
    say_all(table, &message);
}

void seat_message(const struct cn_server_table *table, int seat, struct cn_message *message)
{
    const struct chair *chair = &table->chairs[seat];
    cn_message_init(message, CN_MESSAGE_SEAT);
    cn_message_number(message, CN_FIELD_SEAT, seat);
    if (chair->held && chair->name[0] != '\0')
        cn_message_text(message, CN_FIELD_NAME, chair->name);
    if (chair->host)
        cn_message_number(message, CN_FIELD_HOST, true);
    if (chair->level[0] != '\0')
        cn_message_text(message, CN_FIELD_LEVEL, chair->level);
}

void table_message(const struct cn_server_table *table, struct cn_message *message)
{
    cn_message_init(message, CN_MESSAGE_TABLE);
    cn_message_text(message, CN_FIELD_RULES, table->rules);
    if (table->house != NULL)
        cn_message_text(message, CN_FIELD_HOUSE, table->house);
    cn_message_number(message, CN_FIELD_PLAYERS, table->players);
    if (table->title[0] != '\0')
        cn_message_text(message, CN_FIELD_TITLE, table->title);
    cn_message_number(message, CN_FIELD_TIMER, table->timer);
    cn_message_number(message, CN_FIELD_JOIN, table->join);
    cn_message_number(message, CN_FIELD_WATCH, table->watch);
    cn_message_number(message, CN_FIELD_HINTS, table->hints);
    cn_message_number(message, CN_FIELD_LISTED, table->listed);
    cn_message_number(message, CN_FIELD_PACE, table->pace);
    if (table->open > 0)
        cn_message_number(message, CN_FIELD_OPEN, table->open);
    if (table->arranged)
        cn_message_number(message, CN_FIELD_ARRANGED, true);
}

static void write_deal(struct cn_server_table *table, int seat)
{
    struct cn_seen seen;
    if (table->fair.has_hash)
        cn_fair_write(&table->say, &table->fair);
    cn_seen_of(&table->game, seat, &seen);
    cn_seen_write(&table->say, &seen, &table->game.rules, table->number);
}

/* A fair deal in the making. */
static void write_fair(struct cn_server_table *table)
{
    struct cn_message message;
    const struct cn_fair *fair = &table->fair;
    cn_message_init(&message, CN_MESSAGE_COMMIT);
    cn_message_number(&message, CN_FIELD_DEAL, table->game.deals + 1);
    memcpy(message.hash, fair->hash, sizeof message.hash);
    cn_message_give(&message, CN_FIELD_HASH);
    cn_message_write(&table->say, &message);
    for (int seat = 0; seat < table->players; seat++) {
        if ((fair->given >> seat & 1) == 0)
            continue;
        cn_message_init(&message, CN_MESSAGE_PART);
        cn_message_number(&message, CN_FIELD_SEAT, seat);
        memcpy(message.part, fair->part[seat], sizeof message.part);
        cn_message_give(&message, CN_FIELD_PART);
        cn_message_write(&table->say, &message);
    }
    if (table->stage != CN_TABLE_CUT)
        return;
    cn_message_init(&message, CN_MESSAGE_SHUFFLED);
    cn_message_number(&message, CN_FIELD_SEAT, table->cutter);
    message.part_count = table->players;
    message.part_given = fair->given;
    memcpy(message.parts, fair->part, sizeof message.parts);
    cn_message_give(&message, CN_FIELD_PARTS);
    cn_message_write(&table->say, &message);
}

static void write_game(struct cn_server_table *table)
{
    const char *names[CN_SEATS_MAX];
    for (int seat = 0; seat < table->players; seat++)
        names[seat] =
            table->chairs[seat].held ? table->chairs[seat].name : table->chairs[seat].level;
    const struct cn_game_line line = {.rules = &table->game.rules,
                                      .players = table->players,
                                      .names = names,
                                      .scores = table->game.score,
                                      .rules_text = rules_text(table)};
    cn_lines_seat_game(&table->say, &line);
}

static void write_snapshot(struct cn_server_table *table, int seat)
{
    struct cn_message message;
    table_message(table, &message);
    cn_message_number(&message, CN_FIELD_NUMBER, table->number);
    cn_message_number(&message, CN_FIELD_STAGE, table->stage);
    cn_message_write(&table->say, &message);
    for (int other = 0; other < table->players; other++) {
        seat_message(table, other, &message);
        cn_message_write(&table->say, &message);
    }
    if (table->paused) {
        cn_message_init(&message, CN_MESSAGE_PAUSE);
        cn_message_number(&message, CN_FIELD_YES, true);
        cn_message_write(&table->say, &message);
    }
    if (table->stage != CN_TABLE_LOBBY)
        write_game(table);
    if (table->stage != CN_TABLE_PLAY && table->game.deals > 0)
        cn_lines_ended(&table->say, &table->game.deal.table);
    if (table->stage == CN_TABLE_PARTS || table->stage == CN_TABLE_CUT)
        write_fair(table);
    if (table->stage == CN_TABLE_PLAY)
        write_deal(table, seat);
}

void proposal_message(const struct cn_server_table *table, int what, struct cn_message *message)
{
    const struct proposal *p = &table->proposals[what];
    const struct guest *guest = find_guest(table, p->client);
    cn_message_init(message, CN_MESSAGE_PROPOSAL);
    cn_message_number(message, CN_FIELD_WHAT, what);
    cn_message_number(message, CN_FIELD_ON, p->on);
    cn_message_number(message, CN_FIELD_SEAT, p->seat);
    if (what == CN_PROPOSAL_SIT && guest != NULL)
        cn_message_text(message, CN_FIELD_NAME, guest->name);
    if (what == CN_PROPOSAL_BACK || what == CN_PROPOSAL_OPEN)
        cn_message_number(message, CN_FIELD_N, p->n);
}

/* What changes too often to be numbered. */
static void write_present(struct cn_server_table *table)
{
    struct cn_message message;
    for (int seat = 0; seat < table->players; seat++) {
        if (!table->chairs[seat].held)
            continue;
        presence_message(table, seat, &message);
        cn_message_write(&table->say, &message);
    }
    for (int what = 0; what < CN_PROPOSALS; what++) {
        if (table->proposals[what].on == 0)
            continue;
        proposal_message(table, what, &message);
        cn_message_write(&table->say, &message);
    }
    if (table->turn_seat == CN_NO_SEAT || table->turn_ms <= table->now)
        return;
    cn_message_init(&message, CN_MESSAGE_CLOCK);
    cn_message_number(&message, CN_FIELD_SEAT, table->turn_seat);
    cn_message_number(&message, CN_FIELD_MS, table->turn_ms - table->now);
    cn_message_write(&table->say, &message);
}

/* 'last' below 0: a snapshot is wanted. */
void greet(struct cn_server_table *table, uint32_t client, int seat, const uint8_t *token,
           int64_t last)
{
    struct cn_message welcome;
    const int mask = seat == CN_NO_SEAT ? MASK_WATCHERS : 1 << seat;
    const size_t at = table->say.length;
    cn_message_init(&welcome, CN_MESSAGE_WELCOME);
    cn_message_number(&welcome, CN_FIELD_V, CN_PROTOCOL);
    cn_message_text(&welcome, CN_FIELD_TABLE, table->link);
    cn_message_number(&welcome, CN_FIELD_LAST, table->number);
    if (seat == CN_NO_SEAT)
        cn_message_number(&welcome, CN_FIELD_WATCHING, true);
    else
        cn_message_number(&welcome, CN_FIELD_SEAT, seat);
    if (token != NULL) {
        memcpy(welcome.token, token, sizeof welcome.token);
        cn_message_give(&welcome, CN_FIELD_TOKEN);
    }
    if (seat != CN_NO_SEAT)
        cn_message_number(&welcome, CN_FIELD_DONE, table->chairs[seat].done);
    cn_message_write(&table->say, &welcome);
    struct guest *guest = find_guest(table, client);
    if (guest != NULL)
        guest->from = table->told_count;
    if (guest != NULL && guest->waiting) {
        tell_client(table, client, at);
        return;
    }
    const bool is_kept = last >= 0 && (table->ahead == 0 || last > table->ahead);
    if (!is_kept || last > table->number || !ring_since(&table->ring, last, mask, &table->say))
        write_snapshot(table, seat);
    write_present(table);
    tell_client(table, client, at);
    table->actions_due = -1;
}

/* ---- lists of legal actions, for clients without an engine ---- */

void say_actions(struct cn_server_table *table)
{
    const struct cn_game *game = &table->game;
    if (table->stage != CN_TABLE_PLAY || table->actions_due == table->due)
        return;
    const int seat = cn_game_actor(game);
    struct guest *guest = find_guest(table, table->chairs[seat].client);
    table->actions_due = table->due;
    if (guest == NULL || !guest->actions)
        return;
    struct cn_actions *list = malloc(sizeof *list);
    if (list == NULL) {
        table->failed = true;
        return;
    }
    const size_t at = table->say.length;
    cn_legal_list(&game->rules, &game->deal.table, game->deal.hands[seat], list);
    cn_lines_actions(&table->say, seat, list);
    tell_client(table, guest->client, at);
    free(list);
}
