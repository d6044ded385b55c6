#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

/* ---- lines ---- */

/* Counts a line written to the log, which gives it its number. */
static void count_line(struct table *table)
{
    table->number++;
}

/* Sends the last line of the log or its public form, with its number, and keeps it for clients that
 * reconnect. */
static void send_numbered(struct table *table, int mask, size_t at)
{
    table_ring_add(&table->ring, table->number, mask, table->say.text + at, table->say.length - at);
    table_send_masked(table, mask, at);
}

/* Copies a line, which begins with a brace, to 'say' and inserts its number. */
static void number_line(struct table *table, const char *line, size_t length)
{
    cn__text_printf(&table->say, "{\"#\":%lld,", (long long)table->number);
    cn__text_append(&table->say, line + 1, length - 1);
}

/* Logs a message, and sends it to everyone with its number. */
static void log_message(struct table *table, const struct message *message, bool tell)
{
    struct message told = *message;
    const size_t at = table->say.length;
    message_write(&table->log, message);
    count_line(table);
    if (!tell)
        return;
    message_set_number(&told, FIELD_NUMBER, table->number);
    told.has &= ~(UINT64_C(1) << FIELD_HASH); /* of tokens: only for the log */
    message_write(&table->say, &told);
    send_numbered(table, MASK_ALL, at);
}

/* Ends a log line that everyone may see. */
static void end_open_line(struct table *table, size_t from)
{
    const size_t at = table->say.length;
    if (table->log.failed)
        return;
    count_line(table);
    number_line(table, table->log.text + from, table->log.length - from);
    send_numbered(table, MASK_ALL, at);
}

/* ---- a game's events ---- */

static void send_view_of(struct table *table, const struct cn_event *event, int seat, int mask)
{
    struct cn__text *say = &table->say;
    const size_t at = say->length;
    cn__text_printf(say, "{\"#\":%lld,", (long long)table->number);
    const size_t line = say->length;
    cn_record_write_seat_event(say, event, &table->game, seat);
    if (say->failed)
        return;
    /* Remove the line's own brace. */
    memmove(say->text + line, say->text + line + 1, say->length - line - 1);
    say->length--;
    send_numbered(table, mask, at);
}

static void on_event(void *context, const struct cn_event *event)
{
    struct table *table = context;
    table->events++;
    cn_record_write_event(&table->log, event, &table->game);
    count_line(table);
    switch ((enum cn_event_type)event->type) {
    case CN_EVENT_DEAL:
        for (int seat = 0; seat < table->players; seat++)
            send_view_of(table, event, seat, 1 << seat);
        send_view_of(table, event, CN_NO_SEAT, MASK_WATCHERS);
        break;
    case CN_EVENT_FACE:
    case CN_EVENT_DRAW:
    case CN_EVENT_PILE:
    case CN_EVENT_PICK:
    case CN_EVENT_HOLD:
    case CN_EVENT_PEEK:
    case CN_EVENT_STOCK:
        send_view_of(table, event, event->seat, 1 << event->seat);
        send_view_of(table, event, CN_NO_SEAT, MASK_ALL & ~(1 << event->seat));
        break;
    case CN_EVENT_END:
        table_sheet_add(table, event);
        send_view_of(table, event, CN_NO_SEAT, MASK_ALL);
        break;
    default: send_view_of(table, event, CN_NO_SEAT, MASK_ALL); break;
    }
}

/* ---- people and choices ---- */

static void apply_choices(struct table *table, const struct message *from)
{
    if (message_has(from, FIELD_TITLE))
        snprintf(table->title, sizeof table->title, "%s", from->title);
    if (message_has(from, FIELD_TIMER))
        table->timer = from->timer;
    if (message_has(from, FIELD_JOIN))
        table->join = from->join;
    if (message_has(from, FIELD_WATCH))
        table->watch = from->watch != 0;
    if (message_has(from, FIELD_HINTS))
        table->hints = from->hints != 0;
    if (message_has(from, FIELD_LISTED))
        table->listed = from->listed;
    if (message_has(from, FIELD_PACE))
        table->pace = from->pace;
    if (message_has(from, FIELD_OPEN) && table->open != from->open) {
        table_delayed_hands_clear(table); /* they would be shown too early or too late */
        table->open = from->open;
    }
    table->summary_changed = true;
}

void table_log_table(struct table *table, const struct message *line)
{
    snprintf(table->link, sizeof table->link, "%s", line->link);
    apply_choices(table, line);
    log_message(table, line, false);
}

/* The seat has another holder or none: the former holder's votes do not count. */
static void forget_votes(struct table *table, int seat)
{
    for (int what = 0; what < PROPOSALS; what++)
        table->proposals[what].agreed &= (uint8_t) ~(1u << seat);
}

void table_log_seat(struct table *table, const struct message *line)
{
    struct seat *entry = &table->seats[line->seat];
    const bool held = message_has(line, FIELD_HASH);
    if (!held || sodium_memcmp(entry->hash, line->hash, sizeof entry->hash) != 0) {
        if (entry->held)
            memcpy(table->spent[table->spent_count++ % SPENT_MOST], entry->hash,
                   sizeof entry->hash);
        memset(entry, 0, sizeof *entry); /* another holder */
        forget_votes(table, line->seat);
        for (int i = 0; i < table->decision_count; i++)
            if (table->decisions[i].seat == line->seat)
                table->decisions[i].own = false;
    }
    entry->held = held;
    entry->host = line->host;
    snprintf(entry->name, sizeof entry->name, "%s", line->name);
    snprintf(entry->level, sizeof entry->level, "%s", line->level);
    memcpy(entry->hash, line->hash, sizeof entry->hash);
    table->summary_changed = true;
    log_message(table, line, true);
}

/* All move at once, so clients that have the old seats need the new ones. */
static void change_seats(struct table *table)
{
    struct seat seats[CN_SEATS_MAX];
    struct cn_seating drawing = table->drawing;
    memcpy(seats, table->seats, sizeof seats);
    for (int seat = 0; seat < table->players; seat++) {
        const int to = drawing.seat_of_player[seat];
        table->seats[to] = seats[seat];
        table->seats[to].ready = false;
        memcpy(table->drawing.drawn[to], drawing.drawn[seat], sizeof drawing.drawn[seat]);
        table->drawing.count[to] = drawing.count[seat];
        for (int i = 0; i < table->connection_count; i++)
            if (seats[seat].client != 0 && table->connections[i].client == seats[seat].client)
                table->connections[i].seat = (uint8_t)to;
    }
    table->ring.length = 0;
    table->ring.lost = table->number;
    table->summary_changed = true;
}

void table_log_drawn(struct table *table, const struct message *line)
{
    struct cn_seating *drawing = &table->drawing;
    drawing->seat_of_player[line->seat] = (uint8_t)line->to;
    drawing->count[line->seat] = (uint8_t)line->card_count;
    memcpy(drawing->drawn[line->seat], line->cards, (size_t)line->card_count);
    log_message(table, line, true);
    table->drawn = (uint8_t)((line->seat + 1) % table->players);
    if (table->drawn == 0)
        change_seats(table);
}

void table_log_choices(struct table *table, const struct message *line)
{
    apply_choices(table, line);
    log_message(table, line, true);
}

void table_log_chat(struct table *table, const struct message *line)
{
    log_message(table, line, true);
}

void table_log_until(struct table *table, int seat, int64_t at_ms)
{
    struct message line;
    message_init(&line, MESSAGE_UNTIL);
    message_set_number(&line, FIELD_SEAT, seat);
    message_set_number(&line, FIELD_AT, at_ms);
    table->until_seat = seat;
    table->until = at_ms;
    log_message(table, &line, false);
}

void table_log_pause(struct table *table, int seat, bool yes)
{
    struct message line;
    message_init(&line, MESSAGE_PAUSE);
    message_set_number(&line, FIELD_SEAT, seat);
    message_set_number(&line, FIELD_YES, yes);
    table->paused = yes;
    table->until_seat = CN_NO_SEAT; /* a turn that was interrupted begins again */
    log_message(table, &line, true);
}

void table_log_share(struct table *table, const char *link)
{
    struct message line;
    message_init(&line, MESSAGE_SHARE);
    message_set_text(&line, FIELD_LINK, link);
    snprintf(table->record_link, sizeof table->record_link, "%s", link);
    log_message(table, &line, true);
}

static void log_did(struct table *table, int seat, int64_t id, const char *action,
                    const cn_card *cards, int count)
{
    struct message line;
    message_init(&line, MESSAGE_ACKNOWLEDGED);
    message_set_number(&line, FIELD_SEAT, seat);
    if (id > 0) {
        message_set_number(&line, FIELD_ID, id);
        table->seats[seat].done = id;
    }
    if (action != NULL)
        message_set_text(&line, FIELD_ACTION, action);
    if (cards != NULL) {
        memcpy(line.cards, cards, (size_t)count);
        line.card_count = count;
        message_set_flag(&line, FIELD_CARDS);
    }
    log_message(table, &line, false);
}

void table_log_acknowledgement(struct table *table, int seat, int64_t id)
{
    log_did(table, seat, id, NULL, NULL, 0);
}

/* ---- games and deals ---- */

const char *table_rules_text(struct table *table)
{
    if (table->rules_text == NULL) {
        struct cn__text text = {NULL, 0, 0, false};
        cn_record_write_rules(&text, &table->game.law->rules);
        cn__text_append(&text, "", 1);
        if (!text.failed)
            table->rules_text = strdup(text.text);
        cn__text_free(&text);
    }
    return table->rules_text;
}

/* The draw for seats is part of the first game's record. */
static void log_draws(struct table *table)
{
    for (int seat = 0; seat < table->players && table->drawing.count[seat] > 0; seat++) {
        const size_t from = table->log.length;
        cn_record_write_draws(&table->log, seat, table->drawing.drawn[seat],
                              table->drawing.count[seat]);
        end_open_line(table, from);
    }
    memset(&table->drawing, 0, sizeof table->drawing);
}

void table_log_game(struct table *table)
{
    const char *names[CN_SEATS_MAX];
    for (int seat = 0; seat < table->players; seat++) {
        const struct seat *entry = &table->seats[seat];
        names[seat] = entry->held ? entry->name : entry->level;
    }
    const size_t from = table->log.length;
    const struct cn_game_header line = {.rules = &table->law->rules,
                                        .players = table->players,
                                        .names = names,
                                        .rules_text = table_rules_text(table)};
    cn_game_init(&table->game, table->law, table->players, NULL);
    cn_record_write_game(&table->log, &line);
    end_open_line(table, from);
    log_draws(table);
    table->stage = STAGE_BETWEEN;
    table->arranged = table->deck != NULL;
    table->decision_count = table->laid_count = 0;
    table->absent = 0;
    table->redeal = false;
    table_sheet_clear(&table->sheet);
    table->summary_changed = true;
}

void table_log_commitment(struct table *table, const struct message *line)
{
    struct fair_deal *fair = &table->fair;
    struct message commit;
    const size_t at = table->say.length;
    memset(fair, 0, sizeof *fair);
    fair->version = message_has(line, FIELD_V) ? FAIR_PLEDGED : FAIR_OLD;
    fair->cards = (uint16_t)line->card_count;
    fair->players = table->players;
    fair->deal = line->deal;
    fair->cut = -1;
    fair_table(table->link, fair->table);
    fair->has_hash = fair->has_nonce = true;
    memcpy(fair->committed, line->cards, (size_t)line->card_count);
    memcpy(fair->nonce, line->nonce, sizeof fair->nonce);
    fair_hash(fair, fair->hash);
    log_message(table, line, false);
    message_init(&commit, MESSAGE_COMMIT);
    message_set_number(&commit, FIELD_NUMBER, table->number);
    message_set_number(&commit, FIELD_DEAL, line->deal);
    memcpy(commit.hash, fair->hash, sizeof commit.hash);
    message_set_flag(&commit, FIELD_HASH);
    if (table->absent != 0)
        message_set_number(&commit, FIELD_ABSENT, table->absent);
    message_write(&table->say, &commit);
    send_numbered(table, MASK_ALL, at);
    table->redeal = false;
    table->partless = 0;
    table->stage = fair->version == FAIR_OLD ? STAGE_PARTS : STAGE_PLEDGES;
}

void table_log_pledge(struct table *table, int seat, const uint8_t pledge[HASH_BYTES])
{
    struct message line;
    message_init(&line, MESSAGE_PLEDGE);
    message_set_number(&line, FIELD_SEAT, seat);
    memcpy(line.pledge, pledge, HASH_BYTES);
    message_set_flag(&line, FIELD_PLEDGE);
    memcpy(table->fair.pledge[seat], pledge, HASH_BYTES);
    table->fair.pledged |= (uint8_t)(1u << seat);
    log_message(table, &line, true);
}

static void name_cutter(struct table *table)
{
    int dealer;
    int idle;
    cn_game_next_dealer(&table->game, &dealer, &idle);
    table->cutter = (uint8_t)cn_game_cutter(&table->game, dealer, idle);
}

void table_pledged_message(const struct table *table, struct message *line)
{
    message_init(line, MESSAGE_PLEDGED);
    message_set_number(line, FIELD_SEAT, table->cutter);
    line->part_count = table->players;
    line->part_given = table->fair.pledged;
    memcpy(line->parts, table->fair.pledge, sizeof line->parts);
    message_set_flag(line, FIELD_PLEDGES);
}

void table_log_pledged(struct table *table)
{
    struct message line;
    name_cutter(table);
    table_pledged_message(table, &line);
    table->stage = STAGE_CUT;
    log_message(table, &line, true);
}

void table_open_message(const struct table *table, struct message *line)
{
    message_init(line, MESSAGE_OPEN);
    message_set_number(line, FIELD_DEAL, table->fair.deal);
    if (!table->fair.uncut)
        message_set_number(line, FIELD_K, table->fair.cut);
}

void table_log_open(struct table *table, int k)
{
    struct message line;
    table->fair.uncut = k < 0;
    table->fair.cut = (int16_t)k;
    table_open_message(table, &line);
    table->stage = STAGE_PARTS;
    log_message(table, &line, true);
}

void table_log_contribution(struct table *table, const struct message *part)
{
    struct message line;
    const bool old = table->fair.version == FAIR_OLD;
    message_init(&line, MESSAGE_PART);
    message_set_number(&line, FIELD_SEAT, part->seat);
    memcpy(line.part, part->part, PART_BYTES);
    line.part_bytes = old ? OLD_PART_BYTES : PART_BYTES;
    message_set_flag(&line, FIELD_PART);
    memcpy(table->fair.part[part->seat], part->part, PART_BYTES);
    table->fair.given |= (uint8_t)(1u << part->seat);
    log_message(table, &line, true);
}

void table_log_old_shuffle(struct table *table)
{
    struct message line;
    name_cutter(table);
    message_init(&line, MESSAGE_SHUFFLED);
    message_set_number(&line, FIELD_SEAT, table->cutter);
    line.part_count = table->players;
    line.part_given = table->fair.given;
    line.part_bytes = OLD_PART_BYTES;
    memcpy(line.parts, table->fair.part, sizeof line.parts);
    message_set_flag(&line, FIELD_PARTS);
    table->stage = STAGE_CUT;
    log_message(table, &line, false);
}

static void reveal(struct table *table)
{
    const size_t from = table->log.length;
    fair_write_reveal(&table->log, &table->fair);
    end_open_line(table, from);
}

/* The deal or the game has ended: reveals the commitment, and gives people time to see the
 * score. */
static void end_deal(struct table *table)
{
    if (table->fair.has_hash)
        reveal(table);
    table->stage = table->game.winner >= 0 ? STAGE_OVER : STAGE_BETWEEN;
    table->decision_count = table->laid_count = 0;
    for (int seat = 0; seat < table->players; seat++)
        table->seats[seat].ready = false;
    table->summary_changed = true;
}

static void after_decision(struct table *table)
{
    if (!table->game.in_deal)
        end_deal(table);
    table->decision_number = table->number;
    if (!table->game.in_deal || cn_game_actor(&table->game) != table->until_seat)
        table->until_seat = CN_NO_SEAT;
}

/* Writes the lines before a deal, whose cut is known, and deals. */
static void deal_cards(struct table *table)
{
    const struct cn_observer observer = {on_event, table};
    cn_card deck[CN_CARDS_MAX];
    struct cn_rng rng;
    int dealer;
    int idle;
    table->fair.has_parts = true;
    size_t from = table->log.length;
    fair_write(&table->log, &table->fair);
    end_open_line(table, from);
    from = table->log.length;
    cn__json_open_line(&table->log, "cut");
    cn__json_int(&table->log, "seat", table->cutter);
    cn__json_int(&table->log, "k", table->fair.cut);
    cn__json_close_line(&table->log);
    end_open_line(table, from);
    cn_game_next_dealer(&table->game, &dealer, &idle);
    fair_shuffle(&table->fair, deck, &rng);
    cn_deck_cut(deck, table->fair.cards, table->fair.cut);
    table->stage = STAGE_PLAY;
    table->decision_count = table->laid_count = 0;
    const bool dealt = cn_game_deal(&table->game, dealer, idle, deck, &rng, &observer);
    assert(dealt);
    (void)dealt;
    after_decision(table);
}

void table_log_deal(struct table *table)
{
    if (table->fair.uncut)
        table->fair.cut = (int16_t)fair_cut(&table->fair, &table->game.law->rules);
    deal_cards(table);
}

void table_log_old_deal(struct table *table, int k)
{
    table->fair.cut = (int16_t)k;
    deal_cards(table);
}

void table_log_void(struct table *table)
{
    struct fair_deal *fair = &table->fair;
    const size_t from = table->log.length;
    const uint8_t by = fair->pledged & (uint8_t)~fair->given;
    fair_write_void(&table->log, fair, by);
    memset(fair, 0, sizeof *fair);
    table->absent |= by;
    table->redeal = true;
    table->stage = STAGE_BETWEEN;
    end_open_line(table, from);
}

void table_log_arranged_deal(struct table *table)
{
    const struct cn_observer observer = {on_event, table};
    struct cn_game *game = &table->game;
    cn_card *deck = table->deck;
    struct cn_rng rng;
    int dealer;
    int idle;
    table->deck = NULL;
    memset(&table->fair, 0, sizeof table->fair);
    cn_game_next_dealer(game, &dealer, &idle);
    cn_rng_init(&rng, cn_rng_seed_of((const char *)deck,
                                     (size_t)cn_rules_cards(&game->law->rules, game->players), 0));
    table->stage = STAGE_PLAY;
    table->decision_count = table->laid_count = 0;
    /* In a record's deck, rejected upcards are already in place. In any other deck they are placed
     * by random numbers derived from the deck, so that every replay gives the same result. */
    const bool dealt = cn_game_deal(game, dealer, idle, deck, NULL, &observer) ||
                       cn_game_deal(game, dealer, idle, deck, &rng, &observer);
    assert(dealt);
    (void)dealt;
    free(deck);
    after_decision(table);
}

/* ---- decisions ---- */

static bool make_room(struct table *table, int cards)
{
    return cn__array_grow(&table->decisions, &table->decision_capacity,
                          (size_t)table->decision_count + 1, sizeof *table->decisions) &&
           cn__array_grow(&table->laid, &table->laid_capacity,
                          (size_t)table->laid_count + (size_t)cards, sizeof *table->laid);
}

static struct decision *remember(struct table *table, int seat, bool own, struct cn_action action,
                                 const cn_card *cards, int count)
{
    if (!make_room(table, count)) {
        table->failed = true;
        return NULL;
    }
    struct decision *decision = &table->decisions[table->decision_count++];
    *decision = (struct decision){.action = action,
                                  .seat = (uint8_t)seat,
                                  .own = own,
                                  .count = (uint8_t)count,
                                  .at = (uint16_t)table->laid_count};
    if (count > 0)
        memcpy(table->laid + table->laid_count, cards, (size_t)count);
    table->laid_count += count;
    return decision;
}

void table_log_action(struct table *table, int seat, int64_t id, struct cn_action action,
                      const cn_card *cards, int count)
{
    const struct cn_observer observer = {on_event, table};
    char text[CN_ACTION_TEXT];
    cn_card chosen[CN_CARDS_MAX];
    cn_action_format(table->game.law, action, text);
    log_did(table, seat, id, text, cards, count);
    if (cards == NULL)
        count = cn_game_pick_cards(&table->game, seat, action, chosen);
    struct decision *decision = remember(table, seat, id > 0, action,
                                         cards != NULL ? cards : chosen, count < 0 ? 0 : count);
    if (decision == NULL)
        return;
    table->events = 0;
    const uint8_t turn = table->game.notes.turn;
    const bool played = cn_game_play(&table->game, seat, action, cards, NULL, &observer);
    assert(played);
    (void)played;
    if ((int8_t)(table->game.notes.turn - turn) < 0)
        table_delayed_hands_undo(table); /* a turn was taken back */
    const int undoable = table->decision_count > 1 ? decision[-1].undoable : 0;
    decision->undoable = (uint16_t)cn_undo_count(undoable, action, table->events);
    after_decision(table);
    table_tell_due(table);
}

/* ---- undo ---- */

bool table_may_undo_alone(const struct table *table, int seat, int n)
{
    if (table->decision_count == 0)
        return n == 0;
    const struct decision *last = &table->decisions[table->decision_count - 1];
    return n == 0 || (n <= last->undoable && last->seat == seat);
}

int table_undo_reach(const struct table *table, int seat, int n)
{
    for (int i = table->decision_count - 1; i >= 0; i--) {
        const struct decision *decision = &table->decisions[i];
        if (decision->own && decision->seat == seat && --n <= 0)
            return table->decision_count - i;
    }
    return 0;
}

/* Restores the deal after this many decisions by dealing and replaying it. */
static void play_again(struct table *table, int decisions)
{
    struct cn_game *game = &table->game;
    const struct cn_board at = game->deal.board;
    cn_card deck[CN_CARDS_MAX];
    cn_deal_deck(&game->law->rules, &game->deal, deck);
    game->in_deal = 0;
    game->deal_number--;
    bool good = cn_game_deal(game, at.dealer, at.idle, deck, NULL, NULL);
    for (int i = 0; i < decisions && good; i++) {
        const struct decision *d = &table->decisions[i];
        good = cn_game_play(game, d->seat, d->action, d->count > 0 ? table->laid + d->at : NULL,
                            NULL, NULL);
    }
    assert(good);
    table->decision_count = decisions;
    table->laid_count =
        decisions > 0 ? table->decisions[decisions - 1].at + table->decisions[decisions - 1].count
                      : 0;
}

static void write_undo(struct table *table, int seat, int n, bool alone)
{
    struct cn__text *log = &table->log;
    cn__json_open_line(log, "undo");
    cn__json_int(log, "seat", seat);
    cn__json_int(log, "n", n);
    if (!alone) {
        cn__json_open(log, "by", '[');
        for (int other = 0; other < table->players; other++)
            if (other != seat && other != table->game.deal.board.idle)
                cn__json_int(log, NULL, other);
        cn__json_close(log, ']');
    }
    cn__json_close_line(log);
}

void table_log_undo(struct table *table, int seat, int n, bool alone)
{
    const size_t from = table->log.length;
    write_undo(table, seat, n, alone);
    play_again(table, table->decision_count - n);
    table_delayed_hands_undo(table);
    end_open_line(table, from);
    table->decision_number = table->number;
}
