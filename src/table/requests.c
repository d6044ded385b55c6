#include <string.h>

#include "table_internal.h"

/* ---- answers ---- */

static void refuse_by_law(struct table *table, uint32_t client, int64_t id,
                          const struct cn_refusal *refusal)
{
    struct message no;
    const char *names[CN_SEATS_MAX];
    char text[300];
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        names[seat] = table->seats[seat].held ? table->seats[seat].name : table->seats[seat].level;
    cn_words_refusal(&table->words, refusal, names, text, sizeof text);
    message_init(&no, MESSAGE_NO);
    message_set_number(&no, FIELD_ID, id);
    message_set_number(&no, FIELD_AT, table->number);
    message_set_text(&no, FIELD_TEXT, text);
    message_set_text(&no, FIELD_WHY, cn_refusal_name(refusal->id));
    message_set_text(&no, FIELD_LAW, refusal->article);
    table_send_message(table, client, &no);
}

/* ---- requests of a seat; each returns NULL or a reason code ---- */

/* Returns whether these cards are in the hand and of the kinds named by the action. */
bool table_cards_fit(const struct cn_game *game, int seat, struct cn_action action,
                     const cn_card *cards, int count)
{
    cn_card chosen[CN_CARDS_MAX];
    uint8_t left[CN_CARD_CODES];
    cn_hand named = CN_NO_CARDS;
    cn_hand needed = CN_NO_CARDS;
    if (cn_game_pick_cards(game, seat, action, chosen) != count)
        return false;
    memcpy(left, game->cards.hand[seat], sizeof left);
    for (int i = 0; i < count; i++) {
        if (left[cards[i]]-- == 0)
            return false;
        named = cn_hand_add(named, cn_hand_single(cn_card_kind(cards[i]), 1));
        needed = cn_hand_add(needed, cn_hand_single(cn_card_kind(chosen[i]), 1));
    }
    return cn_hand_same(named, needed);
}

/* True if it was answered, whether done or refused. */
static const char *act(struct table *table, int seat, uint32_t client,
                       const struct message *message, bool *answered)
{
    const struct cn_game *game = &table->game;
    struct cn_action action;
    struct cn_refusal refusal;
    if (table->stage != STAGE_PLAY)
        return "no-deal";
    if (table->paused)
        return "paused";
    if (message->at < table->decision_number || message->at > table->number)
        return "late";
    if (!cn_action_parse(game->law, message->action, strlen(message->action), &action))
        return "value";
    if (!table_allows(table, seat, action, &refusal)) {
        refuse_by_law(table, client, message->id, &refusal);
        *answered = true;
        return NULL;
    }
    const bool exact = message_has(message, FIELD_CARDS);
    if (exact && !table_cards_fit(game, seat, action, message->cards, message->card_count))
        return "cards";
    const bool any = exact && message->card_count > 0;
    table_log_action(table, seat, message->id, action, any ? message->cards : NULL,
                     any ? message->card_count : 0);
    return NULL;
}

static const char *give_pledge(struct table *table, int seat, const struct message *message)
{
    if (table->stage != STAGE_PLEDGES || message->deal != table->fair.deal)
        return "late";
    if ((table->absent >> seat & 1) != 0)
        return "absent";
    if ((table->fair.pledged >> seat & 1) != 0)
        return "given";
    table_log_acknowledgement(table, seat, message->id);
    table_log_pledge(table, seat, message->pledge);
    return NULL;
}

static const char *give_part(struct table *table, int seat, const struct message *message)
{
    struct fair_deal *fair = &table->fair;
    struct message part = *message;
    if (table->stage != STAGE_PARTS || message->deal != fair->deal)
        return "late";
    if ((fair->given >> seat & 1) != 0)
        return "given";
    memcpy(fair->part[seat], message->part, sizeof fair->part[seat]);
    const bool pledged = (fair->pledged >> seat & 1) != 0;
    if (pledged && !message_has(message, FIELD_PART)) {
        table->partless |= (uint8_t)(1u << seat); /* nobody waits for it */
        return NULL;
    }
    if (!pledged || !fair_part_fits(fair, seat))
        return "pledge";
    part.seat = seat;
    table_log_acknowledgement(table, seat, message->id);
    table_log_contribution(table, &part);
    return NULL;
}

static const char *cut(struct table *table, int seat, const struct message *message)
{
    if (table->stage != STAGE_CUT)
        return "no-cut";
    if (table->paused)
        return "paused";
    if (table->cutter != seat || (table->fair.pledged >> seat & 1) == 0)
        return "turn";
    if (!cn_cut_is_legal(&table->game.law->rules, table->game.players, message->k))
        return "cut";
    table_log_acknowledgement(table, seat, message->id);
    table_log_open(table, message->k);
    return NULL;
}

static void chat(struct table *table, int seat, const char *name, const struct message *message)
{
    struct message line;
    message_init(&line, MESSAGE_CHAT);
    if (seat != CN_NO_SEAT) {
        table_log_acknowledgement(table, seat, message->id);
        message_set_number(&line, FIELD_SEAT, seat);
    }
    message_set_text(&line, FIELD_NAME, name[0] != '\0' ? name : "?");
    if (message_has(message, FIELD_TEXT))
        message_set_text(&line, FIELD_TEXT, message->text);
    else
        message_set_text(&line, FIELD_PHRASE, message->phrase);
    table_log_chat(table, &line);
}

/* After a reveal an undo needs everyone's consent, which absent holders cannot give. */
static bool is_somebody_away(const struct table *table)
{
    for (int seat = 0; seat < table->players; seat++)
        if (table->seats[seat].held && !table_is_connected(table, seat))
            return true;
    return false;
}

static const char *take_back(struct table *table, int seat, const struct message *message)
{
    const int wanted = message_has(message, FIELD_N) ? message->n : 1;
    const int n = table_undo_reach(table, seat, wanted);
    /* In a turn whose time is up the bot would only repeat its move. */
    const bool alone = table_may_undo_alone(table, seat, n) && !table->seats[seat].timed_out;
    if (table->stage != STAGE_PLAY)
        return "no-deal";
    if (table->paused)
        return "paused";
    if (cn_law_is_refereed(table->law)) /* taking back is what the referee is for (R22) */
        return "back";
    if (wanted < 1 || n == 0)
        return "back";
    if (!alone && is_somebody_away(table))
        return "away";
    table_log_acknowledgement(table, seat, message->id);
    if (alone) {
        table_log_undo(table, seat, n, true);
        return NULL;
    }
    if (table->proposals[PROPOSAL_BACK].on != 0)
        table_resolve_vote(table, PROPOSAL_BACK, false);
    table_propose(table, PROPOSAL_BACK, seat, n, 0);
    table_hold_bots(table);
    table_execute(table, PROPOSAL_BACK);
    return NULL;
}

static const char *rematch(struct table *table, int seat)
{
    struct proposal *p = &table->proposals[PROPOSAL_REMATCH];
    if (table->stage != STAGE_OVER)
        return "not-over";
    if (p->on == 0)
        table_propose(table, PROPOSAL_REMATCH, seat, 0, 0);
    p->agreed |= (uint8_t)(1 << seat);
    table_execute(table, PROPOSAL_REMATCH);
    return NULL;
}

static const char *put_bot(struct table *table, int seat, const struct message *message)
{
    struct message line;
    const bool level = message_has(message, FIELD_LEVEL);
    if (message->seat >= table->players || table->seats[message->seat].held)
        return "seat";
    if (level ? cn_level_find(message->level) == NULL : table->stage != STAGE_LOBBY)
        return "level";
    if (table->stage == STAGE_PLAY && table_has_others(table, seat))
        return "deal";
    table_log_acknowledgement(table, seat, message->id);
    message_init(&line, MESSAGE_SEAT);
    message_set_number(&line, FIELD_SEAT, message->seat);
    if (level)
        message_set_text(&line, FIELD_LEVEL, message->level);
    table_log_seat(table, &line);
    return NULL;
}

/* Disconnects spectators, except those waiting to be admitted. */
static void send_watchers_away(struct table *table)
{
    const struct proposal *p = &table->proposals[PROPOSAL_SIT];
    for (int i = table->connection_count - 1; i >= 0; i--) {
        const uint32_t client = table->connections[i].client;
        if (table->connections[i].seat == CN_NO_SEAT && (p->on == 0 || p->client != client))
            table_close_connection(table, client, CLOSE_REFUSED, "watch");
    }
    table_send_watchers(table);
}

/* Returns whether it would change how the others play the deal. The host must not decide that
 * alone, since they could do so for a single turn. */
static bool bends_deal(const struct table *table, const struct message *choices)
{
    return (message_has(choices, FIELD_TIMER) && choices->timer != table->timer) ||
           (message_has(choices, FIELD_HINTS) && (choices->hints != 0) != table->hints);
}

static void take_from(struct message *line, enum message_field field)
{
    line->has &= ~(UINT64_C(1) << field);
}

/* Sets the choices, except those that need the others' consent. */
static void set_choices(struct table *table, const struct message *line)
{
    if (line->has != 0)
        table_log_choices(table, line);
    if (!table->watch)
        send_watchers_away(table);
}

static const char *change(struct table *table, int seat, const struct message *message)
{
    struct message line = *message;
    const bool dealt = table->stage == STAGE_PLAY && table_has_others(table, seat);
    const int seconds = dealt ? table_delayed_hands_sooner(table, message) : 0;
    if (!table_delayed_hands_delay_is_legal(message))
        return "value";
    if (dealt && bends_deal(table, message))
        return "deal";
    line.kind = MESSAGE_SET;
    take_from(&line, FIELD_ID);
    table_log_acknowledgement(table, seat, message->id);
    if (table->proposals[PROPOSAL_OPEN].on != 0 &&
        (message_has(&line, FIELD_OPEN) || message_has(&line, FIELD_WATCH)))
        table_resolve_vote(table, PROPOSAL_OPEN, false); /* the host has changed their mind */
    if (seconds > 0) {
        take_from(&line, FIELD_OPEN);
        take_from(&line, FIELD_WATCH);
    }
    set_choices(table, &line);
    if (seconds > 0)
        table_propose(table, PROPOSAL_OPEN, seat, seconds, 0);
    return NULL;
}

static const char *hint(struct table *table, int seat, const struct message *message)
{
    struct seat *entry = &table->seats[seat];
    if (!table->hints)
        return "hints";
    if (table->stage != STAGE_PLAY)
        return "no-deal";
    if (table->paused)
        return "paused";
    if (cn_game_actor(&table->game) != seat)
        return "turn";
    if (entry->hint != 0)
        return "busy"; /* one hint at a time */
    entry->hint = table_ask_bot(table);
    entry->hint_id = message->id;
    return entry->hint != 0 ? NULL : "busy";
}

/* For a seat, or CN_NO_SEAT: spectators may read finished deals too. */
static const char *share(struct table *table, int seat, uint32_t client,
                         const struct message *message)
{
    uint8_t bytes[LINK_BYTES];
    char link[LINK_TEXT_SIZE];
    struct message answer;
    if (table->record_link[0] == '\0') {
        table_derive_random(table, "record", bytes, sizeof bytes);
        cn__hex_format(bytes, sizeof bytes, link);
        if (seat != CN_NO_SEAT)
            table_log_acknowledgement(table, seat, message->id);
        table_log_share(table, link);
        return NULL;
    }
    message_init(&answer, MESSAGE_SHARE);
    message_set_text(&answer, FIELD_LINK, table->record_link);
    table_send_message(table, client, &answer);
    return NULL;
}

static const char *make_free(struct table *table, int seat, const struct message *message)
{
    if (message->seat >= table->players || !table->seats[message->seat].held)
        return "seat";
    table_log_acknowledgement(table, seat, message->id);
    table_vacate_seat(table, message->seat);
    return NULL;
}

static const char *host_does(struct table *table, int seat, const struct message *message)
{
    if (!table->seats[seat].host)
        return "host";
    switch (message->kind) {
    case MESSAGE_BOT: return put_bot(table, seat, message);
    case MESSAGE_SET: return change(table, seat, message);
    case MESSAGE_SEATS: return table_draw_for_seats(table, seat, message->id);
    default: return make_free(table, seat, message);
    }
}

static const char *make_ready(struct table *table, int seat)
{
    if (table->stage != STAGE_LOBBY && table->stage != STAGE_BETWEEN)
        return "playing";
    table->seats[seat].ready = true;
    table_send_presence(table, seat);
    return NULL;
}

static const char *pause_game(struct table *table, int seat, const struct message *message)
{
    if (!table_is_playing(table))
        return "no-game";
    if (table->paused == message->yes)
        return NULL;
    table_log_acknowledgement(table, seat, message->id);
    table_log_pause(table, seat, message->yes);
    return NULL;
}

static const char *seat_does(struct table *table, int seat, uint32_t client,
                             const struct message *message, bool *answered)
{
    switch ((enum message_kind)message->kind) {
    case MESSAGE_ACT: return act(table, seat, client, message, answered);
    case MESSAGE_READY: return make_ready(table, seat);
    case MESSAGE_PLEDGE: return give_pledge(table, seat, message);
    case MESSAGE_PART: return give_part(table, seat, message);
    case MESSAGE_CUT: return cut(table, seat, message);
    case MESSAGE_CHAT: chat(table, seat, table->seats[seat].name, message); return NULL;
    case MESSAGE_PAUSE: return pause_game(table, seat, message);
    case MESSAGE_UNDO: return take_back(table, seat, message);
    case MESSAGE_REMATCH: return rematch(table, seat);
    case MESSAGE_VOTE: return table_cast_vote(table, seat, message);
    case MESSAGE_BOT:
    case MESSAGE_EVICT:
    case MESSAGE_SEATS:
    case MESSAGE_SET: return host_does(table, seat, message);
    case MESSAGE_SHARE: return share(table, seat, client, message);
    case MESSAGE_SHEET: table_sheet_send(table, client); return NULL;
    case MESSAGE_STAND:
        table_send_ok(table, client, message->id);
        *answered = true;
        table_vacate_seat(table, seat);
        return NULL;
    case MESSAGE_HINT: return hint(table, seat, message);
    case MESSAGE_SIT:
        if (message->seat == seat)
            return NULL;
        *answered = true;
        return table_change_seat(table, seat, message->id, message);
    default: return "kind";
    }
}

static void from_seat(struct table *table, int seat, uint32_t client, const struct message *message)
{
    bool answered = false;
    const int64_t done = table->seats[seat].done;
    if (message->id <= done) {
        if (message->id == done)
            table_send_ok(table, client, message->id);
        else
            table_send_refusal(table, client, message->id, "old");
        return;
    }
    table_return_seat(table, seat);
    const char *why = seat_does(table, seat, client, message, &answered);
    if (why != NULL)
        table_send_refusal(table, client, message->id, why);
    else if (!answered)
        table_send_ok(table, client, message->id);
}

void table_on_message(struct table *table, uint32_t client, const struct message *message)
{
    struct connection *guest = table_find_connection(table, client);
    if (message->kind == MESSAGE_PING) {
        struct message pong;
        message_init(&pong, MESSAGE_PONG);
        if (message->id > 0)
            message_set_number(&pong, FIELD_ID, message->id);
        table_send_message(table, client, &pong);
    } else if (guest == NULL) {
        table_send_refusal(table, client, message->id, "hello");
    } else if (guest->seat != CN_NO_SEAT) {
        from_seat(table, guest->seat, client, message);
    } else if (message->kind == MESSAGE_SIT) {
        table_take_seat(table, guest, message->id, message);
    } else if (guest->waiting) {
        table_send_refusal(table, client, message->id,
                           "watching"); /* it is sent nothing, and its messages are refused */
    } else if (message->kind == MESSAGE_CHAT) {
        chat(table, CN_NO_SEAT, guest->name, message);
        table_send_ok(table, client, message->id);
    } else if (message->kind == MESSAGE_SHEET) {
        table_sheet_send(table, client);
        table_send_ok(table, client, message->id);
    } else if (message->kind == MESSAGE_SHARE) {
        share(table, CN_NO_SEAT, client, message);
        table_send_ok(table, client, message->id);
    } else {
        table_send_refusal(table, client, message->id, "watching");
    }
}
