/* session.c -- the entry of a session: connections, the welcome, snapshots, dispatching lines. */
#include "session.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "session_internal.h"

enum {
    SNAPSHOT_TRIES = 3
};

/* ---- beginning and end ---- */

static void hear_event(void *context, const struct cn_event *event)
{
    const struct session *session = context;
    if (session->observer != NULL && session->observer->event != NULL)
        session->observer->event(session->observer->context, event);
}

/* Starts with no knowledge of a game. */
static void begin(struct session *session, int seat)
{
    const struct cn_observer *observer = session->replica.observer;
    const int undo_limit = session->replica.undo_limit;
    replica_free(&session->replica);
    replica_init(&session->replica, seat);
    session->replica.observer = observer;
    session->replica.undo_limit = undo_limit;
    fair_table(session->options.link, session->replica.commitment.table);
    session->judged = 0;
    session->begun++;
}

void session_init(struct session *session, const struct session_options *options)
{
    memset(session, 0, sizeof *session);
    session->options = *options;
    session->options.make = NULL;
    if (options->make != NULL)
        message_write(&session->make, options->make);
    replica_init(&session->replica, CN_NO_SEAT);
    session->game_observer = (struct cn_observer){hear_event, session};
    session->replica.observer = &session->game_observer;
    session->next_id = options->first_id > 0 ? options->first_id : 1;
    session->highest_id = session->stuck_at = -1;
    session->seat = session->clock_seat = session->cutter = session->paused_by = CN_NO_SEAT;
    session->choices.watch = session->choices.hints = true;
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        session->seats[seat].here = HERE_YES;
}

void session_free(struct session *session)
{
    replica_free(&session->replica);
    free(session->wishes);
    cn__text_free(&session->make);
    cn__text_free(&session->asked.text);
    cn__text_free(&session->journal);
    memset(session, 0, sizeof *session);
}

static void copy_text(char *to, size_t size, const char *from)
{
    const size_t length = strnlen(from, size - 1);
    memcpy(to, from, length);
    to[length] = '\0';
}

static void end(struct session *session, const char *why, const char *text)
{
    if (session->status == SESSION_STATUS_ENDED)
        return;
    session->status = SESSION_STATUS_ENDED;
    session->welcomed = session->may_send = false;
    session->waits_since_ms = 0;
    copy_text(session->ended_why, sizeof session->ended_why, why);
    copy_text(session->ended_text, sizeof session->ended_text, text);
    session_queue_clear(session);
    session_effect(session, SESSION_EFFECT_ENDED);
}

/* ---- connecting ---- */

static void say_hello(struct session *session)
{
    struct message hello;
    const struct session_options *options = &session->options;
    /* A request to sit is resent as such. If the hello took the seat too, it could take it a second
     * time, after the host has freed it. */
    const bool watching = !options->has_token || session->sitting.open;
    const int seat = session->sitting.open ? session->sitting.seat : options->seat;
    message_init(&hello, MESSAGE_HELLO);
    message_set_number(&hello, FIELD_V, PROTOCOL_VERSION);
    message_set_text(&hello, FIELD_TABLE, options->link);
    if (options->has_token) {
        memcpy(hello.token, options->token, sizeof hello.token);
        message_set_flag(&hello, FIELD_TOKEN);
    }
    if (options->is_new)
        message_set_number(&hello, FIELD_NEW, true);
    if ((options->is_new || watching) && options->name[0] != '\0')
        message_set_text(&hello, FIELD_NAME, options->name);
    if (options->is_new && seat >= 0)
        message_set_number(&hello, FIELD_SEAT, seat);
    if (watching)
        message_set_number(&hello, FIELD_WATCHING, true);
    if (session->replica.number > 0)
        message_set_number(&hello, FIELD_LAST, session->replica.number);
    session->waits_since_ms = session->event->now_ms;
    session_send(session, &hello);
}

static void make_table(struct session *session)
{
    struct session_effect *effect = session_effect(session, SESSION_EFFECT_SEND);
    if (effect == NULL || session->make.failed || session->make.length == 0)
        return;
    effect->at = session->effects->text.length;
    effect->length = session->make.length - 1;
    cn__text_append(&session->effects->text, session->make.text, effect->length);
    session->waits_since_ms = session->event->now_ms;
}

static void take_connected(struct session *session)
{
    if (session->status == SESSION_STATUS_ENDED)
        return;
    session->connected = true;
    if (session->options.link[0] == '\0')
        make_table(session);
    else
        say_hello(session);
}

/* Keeps this seat's contribution to a deal, and notes that lines may have been missed. */
static void go_away(struct session *session)
{
    session->replica.commitment.away = true;
    session_journal_away(session);
}

static void take_final(struct session *session, const struct reason_code *reason)
{
    session_journal_forget(session);
    end(session, session->last_no[0] != '\0' ? session->last_no : reason->id, "");
}

static void take_closed(struct session *session, int code)
{
    const struct reason_code *reason = reason_code_of_close(code);
    if (session->welcomed && session->seat != CN_NO_SEAT)
        session->was_ready = session->seats[session->seat].ready;
    if (session->welcomed)
        session->lost_at = session->replica.number;
    session->welcomed = session->connected = session->may_send = false;
    session->waits_since_ms = 0;
    session->sitting.lost = session->sitting.open;
    go_away(session);
    if (reason != NULL)
        take_final(session, reason);
    else if (session->options.link[0] == '\0') /* no table was made: nothing to reconnect to */
        end(session, "", "");
    if (session->status == SESSION_STATUS_ENDED)
        return;
    session->status = SESSION_STATUS_LOST;
    session->clock_seat = CN_NO_SEAT;
}

static void take_made(struct session *session, const struct message *made)
{
    struct session_options *options = &session->options;
    copy_text(options->link, sizeof options->link, made->table);
    memcpy(options->token, made->token, sizeof options->token);
    options->has_token = true;
    options->is_new = session->token_told = false;
    if (session->recalling)
        return;
    session_effect(session, SESSION_EFFECT_TOKEN);
    session->token_told = true;
    say_hello(session);
}

/* ---- the welcome ---- */

/* Another device has used this seat, so what this one remembers is not what the seat has done. */
static void forget(struct session *session)
{
    session_journal_forget(session);
    begin(session, CN_NO_SEAT);
    session->greeted = false;
    session->owes = SESSION_OWES_NOTHING;
    session->seat = CN_NO_SEAT;
    session->verdict = DEAL_UNJUDGED;
    session->effects->game_changed = true;
}

/* Returns true if another device has acted for the seat. Then it requests everything, as on a first
 * visit, and the outcome of earlier requests is unknown. */
static bool is_anothers(struct session *session, int seat, int64_t done)
{
    if (seat == CN_NO_SEAT || !session->greeted || session->highest_id < 0 ||
        done <= session->highest_id)
        return false;
    session_queue_drop_asked(session);
    forget(session);
    session->highest_id = done;
    session->deaf = true;
    say_hello(session);
    return true;
}

static void hold_token(struct session *session, int seat, const struct message *welcome)
{
    struct session_options *options = &session->options;
    if (session->seat != CN_NO_SEAT && seat == CN_NO_SEAT)
        /* the seat was given up: a returning client watches */
        session_people_forget_token(session);
    options->is_new = options->is_new && seat == CN_NO_SEAT && options->has_token;
    if (seat == CN_NO_SEAT)
        return;
    if (message_has(welcome, FIELD_TOKEN)) {
        if (memcmp(options->token, welcome->token, sizeof options->token) != 0)
            session->token_told = false;
        memcpy(options->token, welcome->token, sizeof options->token);
        options->has_token = true;
    }
    if (options->has_token && !session->token_told)
        session_effect(session, SESSION_EFFECT_TOKEN);
    session->token_told = true;
}

/* Either the requested seat is ours now, or the request has to be resent: a server drops it when
 * the connection is lost. */
static void go_on_sitting(struct session *session)
{
    struct message sit;
    const bool lost = session->sitting.lost;
    session->sitting.lost = false;
    if (session->seat != CN_NO_SEAT) {
        session->sitting.open = false;
        if (lost)
            session_queue_done(session, MESSAGE_SIT);
        return;
    }
    if (!lost || session_queue_has(session, MESSAGE_SIT))
        return;
    message_init(&sit, MESSAGE_SIT);
    if (session->sitting.seat >= 0)
        message_set_number(&sit, FIELD_SEAT, session->sitting.seat);
    message_set_text(&sit, FIELD_NAME, session->sitting.name);
    memcpy(sit.token, session->options.token, sizeof sit.token);
    message_set_flag(&sit, FIELD_TOKEN);
    session_queue_want(session, &sit, 0);
}

static void take_welcome(struct session *session, const struct message *welcome)
{
    const int seat = message_has(welcome, FIELD_SEAT) ? welcome->seat : CN_NO_SEAT;
    session->deaf = false;
    if (!session->recalling) {
        if (is_anothers(session, seat, welcome->done))
            return;
        hold_token(session, seat, welcome);
    }
    if (seat != CN_NO_SEAT)
        session->seat_refused[0] = '\0';
    if (seat != session->seat)
        session->was_ready = false;
    if (!session->greeted)
        begin(session, seat);
    else if (seat != session->seat || session->replica.number == 0)
        replica_restart(&session->replica, seat);
    session->greeted = true;
    session->seat = seat;
    if (session->recalling)
        return;
    session->welcomed = true;
    session->last_no[0] = '\0';
    session->status = SESSION_STATUS_HERE;
    if (session->sitting.open)
        go_on_sitting(session);
    session_queue_open(session, welcome->done);
}

/* ---- snapshots ---- */

/* If not even a snapshot helps, a new connection is better than asking forever. */
static void ask_for_snapshot(struct session *session)
{
    struct replica *replica = &session->replica;
    session->tries = replica->number == session->stuck_at ? session->tries + 1 : 0;
    session->stuck_at = replica->number;
    replica->number = 0;
    session->welcomed = false;
    session->deaf = true;
    if (session->recalling)
        return;
    session->may_send = false; /* decisions about another state of the table must wait */
    if (session->tries < SNAPSHOT_TRIES) {
        say_hello(session);
        return;
    }
    session->tries = 0;
    session_effect(session, SESSION_EFFECT_RECONNECT);
}

/* ---- answers ---- */

/* A refusal of a hello or of the table to be made, or a message from the table. */
static void take_refusal(struct session *session, const struct message *no)
{
    const struct reason_code *reason = reason_code_find(no->why);
    const enum reason_outcome outcome = reason != NULL ? reason->outcome : REASON_PASSES;
    const bool made = session->options.link[0] != '\0';
    copy_text(session->last_no, sizeof session->last_no, no->why);
    if (made && strcmp(no->why, "table") == 0)
        session_people_forget_token(session); /* the table is gone, and the seat with it */
    if (made && outcome == REASON_NO_SEAT && (!session->welcomed || session->seat == CN_NO_SEAT)) {
        session_people_forget_token(session);
        if (!session->welcomed) {
            copy_text(session->seat_refused, sizeof session->seat_refused, no->why);
            copy_text(session->seat_refused_text, sizeof session->seat_refused_text, no->text);
            return;
        }
    }
    if (!session->welcomed && (!made || outcome == REASON_ENDS)) {
        end(session, no->why, no->text);
        return;
    }
    struct session_effect *effect = session_effect(session, SESSION_EFFECT_REFUSAL);
    if (effect != NULL) {
        memcpy(effect->why, no->why, sizeof effect->why);
        session_effect_text(session, effect, no->text);
    }
    /* the server refused the request for a snapshot */
    if (session->deaf && strcmp(no->why, "slow") == 0)
        session_effect(session, SESSION_EFFECT_RECONNECT);
}

/* Both sides have the same law. If the server forbids what is legal here, our game is wrong. */
static bool differs_by_law(const struct session *session, const struct session_answer *answer,
                           const struct message *no)
{
    struct cn_refusal why;
    const struct cn_game *game = &session->replica.game;
    struct cn_noted noted;
    if (answer->done || answer->kind != MESSAGE_ACT || !message_has(no, FIELD_LAW) ||
        session->seat == CN_NO_SEAT || !session->replica.has_deal || !game->in_deal)
        return false;
    if (game->law->refereed) /* every seat may act */
        return cn_referee_check(game, session->seat, answer->action, &noted, &why);
    if (cn_game_actor(game) != session->seat)
        return false;
    return cn_board_legal_check(game->law, &game->deal.board, session->seat,
                                game->deal.hands[session->seat], answer->action, &why);
}

static void take_answer(struct session *session, const struct message *message)
{
    struct session_answer answer;
    if (message->kind == MESSAGE_NO && !message_has(message, FIELD_ID))
        take_refusal(session, message);
    if (!session_queue_answer(session, message, &answer))
        return;
    if (answer.kind == MESSAGE_CUT && !answer.done)
        session->cutting = session->stage == STAGE_CUT && session->cutter == session->seat;
    if (answer.kind == MESSAGE_SIT && !answer.done && session->sitting.open &&
        !session_queue_has(session, MESSAGE_SIT)) /* the token is the latest one's */
        session_people_forget_token(session);
    if (session->welcomed && differs_by_law(session, &answer, message))
        ask_for_snapshot(session);
}

static void take_bye(struct session *session, const struct message *bye)
{
    const struct reason_code *reason = reason_code_of_close(bye->code);
    if (bye->why[0] != '\0')
        copy_text(session->last_no, sizeof session->last_no, bye->why);
    if (reason != NULL)
        take_final(session, reason);
}

/* ---- lines ---- */

static void ask_for_sheet(struct session *session)
{
    struct message sheet;
    message_init(&sheet, MESSAGE_SHEET);
    session_queue_want(session, &sheet, 0);
}

static void take_game_line(struct session *session)
{
    if (session->replica.resumed) {
        if (!session->recalling) /* a snapshot lacks the sheets of finished deals */
            ask_for_sheet(session);
        return;
    }
    if (session->stage == STAGE_OVER)
        session->arranged = false; /* only the first game's first deal was arranged */
    session_people_gather(session, STAGE_PLEDGES);
}

/* A line of the record, already applied by the replica. */
static void take_record_line(struct session *session, bool numbered)
{
    if (numbered)
        session->hint[0] = '\0';
    switch ((enum replica_change)session->replica.change.line) {
    case REPLICA_CHANGE_GAME: take_game_line(session); break;
    case REPLICA_CHANGE_VOID: session_people_gather(session, STAGE_PLEDGES); break;
    case REPLICA_CHANGE_END: session_people_gather(session, STAGE_BETWEEN); break;
    case REPLICA_CHANGE_OVER: session->stage = STAGE_OVER; break;
    default: break;
    }
    if (session->replica.has_deal && session->replica.game.in_deal) {
        session->stage = STAGE_PLAY;
        session->cutter = CN_NO_SEAT;
        session->cutting = false;
    }
    session->effects->game_changed = true;
    if (session->observer != NULL && session->observer->line != NULL)
        session->observer->line(session->observer->context);
}

/* These messages do not change the game. */
static bool is_aside(const struct message *message)
{
    switch ((enum message_kind)message->kind) {
    case MESSAGE_OK:
    case MESSAGE_NO:
    case MESSAGE_PRESENCE:
    case MESSAGE_CHAT:
    case MESSAGE_PROPOSAL:
    case MESSAGE_SETTLED:
    case MESSAGE_SHARE:
    case MESSAGE_HINT: return true;
    default: return false;
    }
}

static void take_message(struct session *session, const struct message *message)
{
    if (session->observer != NULL && session->observer->message != NULL)
        session->observer->message(session->observer->context, message);
    if (!is_aside(message))
        session->effects->game_changed = true;
    switch ((enum message_kind)message->kind) {
    case MESSAGE_MADE: take_made(session, message); break;
    case MESSAGE_WELCOME: take_welcome(session, message); break;
    case MESSAGE_OK:
    case MESSAGE_NO:
        if (!session->recalling)
            take_answer(session, message);
        break;
    case MESSAGE_BYE: take_bye(session, message); break;
    default: session_people_take(session, message); break;
    }
}

static bool is_heard_while_deaf(const struct message *message)
{
    return message->kind == MESSAGE_WELCOME || message->kind == MESSAGE_OK ||
           message->kind == MESSAGE_NO || message->kind == MESSAGE_BYE;
}

/* The server has what this seat owed. */
static void settle_owed(struct session *session, const struct message *message)
{
    if (message->kind == MESSAGE_OK ||
        ((message->kind == MESSAGE_PLEDGE || message->kind == MESSAGE_PART) &&
         message->seat == session->seat))
        session->owes = SESSION_OWES_NOTHING;
}

static void take_verdict(struct session *session, const struct message *message)
{
    const struct replica *replica = &session->replica;
    if (message != NULL && message->kind == MESSAGE_COMMIT)
        session->verdict = DEAL_UNJUDGED;
    if (replica->judged == session->judged)
        return;
    session->judged = replica->judged;
    session->verdict = replica->verdict;
}

static void take_parsed(struct session *session, json_t *line, const char *text, size_t length)
{
    struct message message;
    struct message_error why;
    struct replica *replica = &session->replica;
    const int64_t number = replica->number;
    /* The replica first: it knows which lines are duplicates, and forgets one deal's part when the
     * next begins. */
    if (session->deaf &&
        (message_read(line, MESSAGE_FROM_CLIENT, &message, &why) != MESSAGE_VALID ||
         !is_heard_while_deaf(&message)))
        return;
    const enum replica_line taken = replica_take_parsed(replica, line, text, length);
    if (taken == REPLICA_DUPLICATE)
        return;
    session->effects->changed = true;
    const bool is_message =
        taken == REPLICA_NOT_GAME &&
        message_read(line, MESSAGE_FROM_CLIENT, &message, &why) == MESSAGE_VALID;
    take_verdict(session, is_message ? &message : NULL);
    if (is_message || taken != REPLICA_NOT_GAME)
        session_journal_line(session, text, length, is_message ? &message : NULL);
    switch (taken) {
    case REPLICA_APPLIED: take_record_line(session, replica->number != number); break;
    case REPLICA_CONFLICT:
        session->effects->game_changed = true;
        ask_for_snapshot(session);
        break;
    case REPLICA_NOT_GAME:
        if (is_message && session->recalling)
            settle_owed(session, &message);
        if (is_message)
            take_message(session, &message);
        else
            session_people_hands(session, line);
        break;
    case REPLICA_DUPLICATE: break;
    }
}

static void take_line(struct session *session, const char *text, size_t length)
{
    json_t *line = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    take_parsed(session, line, text, length);
    json_decref(line);
}

/* What happened while this seat was away is known now. */
static void pay_owed(struct session *session)
{
    const enum session_debt owes = session->owes;
    struct message cut;
    session->owes = SESSION_OWES_NOTHING;
    if (session->seat == CN_NO_SEAT)
        return;
    if (owes == SESSION_OWES_PLEDGE && session->stage == STAGE_PLEDGES)
        session_people_give_pledge(session, session->owed_deal);
    if (owes == SESSION_OWES_PART && session->stage == STAGE_PARTS)
        session_people_give_part(session);
    if (owes == SESSION_OWES_NOTHING || session->stage != STAGE_CUT ||
        session->cutter != session->seat)
        return;
    if (owes != SESSION_OWES_CUT || session->owed_k < 0) {
        session_people_come_to_cut(session);
        return;
    }
    message_init(&cut, MESSAGE_CUT);
    message_set_number(&cut, FIELD_K, session->owed_k);
    session_queue_want(session, &cut, 0);
}

/* A clock belongs to the seat that decides, and to its turn or to its decision about an
 * irregularity: a turn without a limit may go on after a decision that had one. */
static void check_clock(struct session *session)
{
    const struct replica *replica = &session->replica;
    if (session->clock_seat != CN_NO_SEAT && replica->has_deal && replica->game.in_deal &&
        (cn_game_actor(&replica->game) != session->clock_seat ||
         session_decides(session) != session->clock_of_decision))
        session->clock_seat = CN_NO_SEAT;
}

static void take_lines(struct session *session, const char *text, size_t length)
{
    const char *line;
    size_t size;
    for (size_t at = 0;
         session->status != SESSION_STATUS_ENDED && cn__next_line(text, length, &at, &line, &size);)
        if (size > 0)
            take_line(session, line, size);
    check_clock(session);
    if (session->welcomed)
        pay_owed(session);
}

/* ---- requests of the person ---- */

/* Sends a token of our own, so that the seat is ours even if the welcome is lost. One that may hold
 * a seat already, because its answer was lost, is not replaced. */
static void bring_token(struct session *session, struct message *sit)
{
    struct session_options *options = &session->options;
    session->sitting.open = true;
    session->sitting.lost = false;
    session->sitting.seat = message_has(sit, FIELD_SEAT) ? sit->seat : -1;
    if (!options->has_token || !options->is_new)
        memcpy(options->token, session->event->random, sizeof options->token);
    options->has_token = options->is_new = true;
    session->token_told = false;
    memcpy(sit->token, options->token, sizeof sit->token);
    message_set_flag(sit, FIELD_TOKEN);
    if (!message_has(sit, FIELD_NAME))
        message_set_text(sit, FIELD_NAME, options->name);
    copy_text(session->sitting.name, sizeof session->sitting.name, sit->name);
}

static void vote(struct session *session, const struct message *vote)
{
    for (int what = 0; what < PROPOSALS; what++) {
        struct session_proposal *proposal = &session->proposals[what];
        if (proposal->on != vote->on)
            continue;
        proposal->may_vote = false;
        session->voted_on[what] = vote->on;
    }
}

static void take_want(struct session *session, const struct message *wanted, int64_t ticket)
{
    struct message message = *wanted;
    if (message.kind == MESSAGE_SIT && session->seat == CN_NO_SEAT)
        bring_token(session, &message);
    else if (message.kind == MESSAGE_VOTE)
        vote(session, &message);
    else if (message.kind == MESSAGE_SEATS)
        memset(session->drawn, 0, sizeof session->drawn);
    else if (message.kind == MESSAGE_CUT)
        session->cutting = false;
    if (message.kind == MESSAGE_ACT && !message_has(&message, FIELD_AT))
        message_set_number(&message, FIELD_AT, session->replica.number);
    session->effects->changed = true;
    session_queue_want(session, &message, ticket);
    if (session->status == SESSION_STATUS_ENDED)
        session_queue_clear(session);
}

static void take_tick(struct session *session)
{
    const int64_t now = session->event->now_ms;
    if (!session->connected || session->waits_since_ms == 0 ||
        now - session->waits_since_ms < SESSION_ANSWER_MS)
        return;
    session->waits_since_ms = 0;
    session_effect(session, SESSION_EFFECT_RECONNECT);
}

void session_step(struct session *session, const struct session_event *event,
                  struct session_effects *effects)
{
    session->effects = effects;
    session->event = event;
    switch (event->type) {
    case SESSION_CONNECTED: take_connected(session); break;
    case SESSION_LINES: take_lines(session, event->text, event->length); break;
    case SESSION_CLOSED: take_closed(session, event->code); break;
    case SESSION_TICK: take_tick(session); break;
    case SESSION_WANT: take_want(session, event->message, event->ticket); break;
    case SESSION_END: end(session, event->text != NULL ? event->text : "", ""); break;
    }
    if (event->type != SESSION_LINES && event->type != SESSION_TICK)
        effects->changed = true;
    session->effects = NULL;
    session->event = NULL;
}

/* ---- restoring a journal ---- */

/* Of this seat's own messages, a journal has only the part, a line when it was pledged and another
 * when it was sent, and the cut. */
static bool recall_own(struct session *session, const char *text, size_t length)
{
    struct message own;
    struct message_error why;
    if (message_parse(text, length, MESSAGE_FROM_SERVER, &own, &why) != MESSAGE_VALID ||
        (own.kind != MESSAGE_PART && own.kind != MESSAGE_CUT))
        return false;
    session_journal_own(session, &own);
    struct commitment *c = &session->replica.commitment;
    if (own.kind == MESSAGE_PART && c->step == COMMITMENT_OPENING) {
        commitment_give_part(c, own.id, own.part);
        return true;
    }
    if (own.kind == MESSAGE_PART) {
        commitment_give_pledge(c, own.id, session->seat, own.part, own.pledge);
        return true;
    }
    commitment_cut(c, own.id, own.k);
    session->owes = SESSION_OWES_CUT;
    session->owed_k = own.k;
    return true;
}

static void recall_line(struct session *session, const char *text, size_t length)
{
    if (session_journal_is_away(text, length))
        go_away(session);
    else if (!recall_own(session, text, length))
        take_line(session, text, length);
}

void session_recall(struct session *session, const char *journal, size_t length, int64_t highest_id)
{
    struct session_effects unused = {.at = NULL};
    const struct session_event event = {.type = SESSION_LINES};
    const char *line;
    size_t size;
    session->effects = &unused;
    session->event = &event;
    session->recalling = true;
    for (size_t at = 0; cn__next_line(journal, length, &at, &line, &size);)
        if (size > 0)
            recall_line(session, line, size);
    go_away(session);
    session->recalling = false;
    session->highest_id = highest_id;
    if (session->next_id <= highest_id)
        session->next_id = highest_id + 1;
    session->effects = NULL;
    session->event = NULL;
    session_effects_free(&unused);
}
