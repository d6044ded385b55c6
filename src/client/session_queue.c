/* session_queue.c -- a seat's requests: one at a time, under rising ids, resent after a lost
 * connection until answered. */
#include <stdlib.h>
#include <string.h>

#include "session_internal.h"

/* ---- effects ---- */

void session_effects_reset(struct session_effects *effects)
{
    effects->count = 0;
    effects->changed = effects->game_changed = false;
    cn__text_clear(&effects->text);
}

void session_effects_free(struct session_effects *effects)
{
    free(effects->at);
    cn__text_free(&effects->text);
    memset(effects, 0, sizeof *effects);
}

struct session_effect *session_effects_add(struct session_effects *effects,
                                           enum session_effect_type type)
{
    if (!cn__array_grow(&effects->at, &effects->size, (size_t)effects->count + 1,
                        sizeof *effects->at)) {
        effects->failed = true;
        return NULL;
    }
    struct session_effect *effect = &effects->at[effects->count++];
    memset(effect, 0, sizeof *effect);
    effect->type = type;
    effects->changed = true;
    return effect;
}

struct session_effect *session_effect(struct session *session, enum session_effect_type type)
{
    return session_effects_add(session->effects, type);
}

static void add_text(struct session *session, struct session_effect *effect, const char *text,
                     size_t length)
{
    struct session_effects *effects = session->effects;
    if (effect == NULL)
        return;
    effect->at = effects->text.length;
    effect->length = length;
    cn__text_append(&effects->text, text, length);
    if (effects->text.failed) {
        effects->failed = true;
        effect->length = 0;
    }
}

void session_effect_text(struct session *session, struct session_effect *effect, const char *text)
{
    add_text(session, effect, text, strlen(text));
}

static void send_text(struct session *session, const struct cn__text *lines)
{
    if (!lines->failed && lines->length > 0)
        add_text(session, session_effect(session, SESSION_EFFECT_SEND), lines->text,
                 lines->length - 1);
}

void session_send(struct session *session, const struct message *message)
{
    struct cn__text lines = {.text = NULL};
    message_write(&lines, message);
    send_text(session, &lines);
    cn__text_free(&lines);
}

/* ---- requests ---- */

/* The journal keeps the part, without which a later session could not send it. */
static void keep_part(struct session *session, const struct message *pledge)
{
    struct message part;
    message_init(&part, MESSAGE_PART);
    message_set_number(&part, FIELD_ID, pledge->id);
    message_set_number(&part, FIELD_DEAL, pledge->deal);
    memcpy(part.part, session->replica.commitment.part, sizeof part.part);
    message_set_flag(&part, FIELD_PART);
    session_journal_own(session, &part);
}

/* Registers a pledge, a part or a cut with the fair deal before it is sent. */
static void commit_own(struct session *session, struct message *message)
{
    struct commitment *c = &session->replica.commitment;
    switch ((enum message_kind)message->kind) {
    case MESSAGE_PLEDGE: /* 'part' has the random bytes for it */
        if (c->fixed)    /* a later deal may have begun since */
            message_set_number(message, FIELD_DEAL, c->deal);
        commitment_give_pledge(c, message->id, session->seat, message->part, message->pledge);
        keep_part(session, message);
        break;
    case MESSAGE_PART:
        if (!message_has(message, FIELD_PART))
            return;
        commitment_give_part(c, message->id, message->part);
        session_journal_own(session, message);
        break;
    case MESSAGE_CUT:
        commitment_cut(c, message->id, message->k);
        session_journal_own(session, message);
        break;
    default: break;
    }
}

static void ask(struct session *session, struct session_wish *wish)
{
    struct message *message = &wish->message;
    const int64_t id = session->next_id++;
    message_set_number(message, FIELD_ID, id);
    commit_own(session, message);
    session->highest_id = id;
    session->asked.id = id;
    session->asked.ticket = wish->ticket;
    session->asked.kind = message->kind;
    session->asked.again = false;
    memset(&session->asked.action, 0, sizeof session->asked.action);
    if (message->kind == MESSAGE_ACT)
        cn_action_parse(session->replica.game.law, message->action, strlen(message->action),
                        &session->asked.action);
    cn__text_clear(&session->asked.text);
    message_write(&session->asked.text, message);
    session->waits_since_ms = session->event->now_ms;
    send_text(session, &session->asked.text);
}

static void go(struct session *session)
{
    if (!session->may_send || session->asked.id != 0 || session->wish_count == 0)
        return;
    struct session_wish wish = session->wishes[0];
    session->wish_count--;
    memmove(session->wishes, session->wishes + 1,
            (size_t)session->wish_count * sizeof *session->wishes);
    ask(session, &wish);
}

static void answer(struct session *session, int64_t ticket, int64_t id, const struct message *no)
{
    struct session_effect *effect =
        ticket != 0 ? session_effect(session, SESSION_EFFECT_ANSWER) : NULL;
    if (effect == NULL)
        return;
    effect->ticket = ticket;
    effect->id = id;
    effect->done = no == NULL;
    if (no == NULL)
        return;
    memcpy(effect->why, no->why, sizeof effect->why);
    memcpy(effect->law, no->law, sizeof effect->law);
    session_effect_text(session, effect, no->text);
}

static void refuse(struct session *session, int64_t ticket, const char *why)
{
    struct message no;
    message_init(&no, MESSAGE_NO);
    message_set_text(&no, FIELD_WHY, why);
    answer(session, ticket, 0, &no);
}

void session_queue_want(struct session *session, const struct message *message, int64_t ticket)
{
    if (!cn__array_grow(&session->wishes, &session->wish_size, (size_t)session->wish_count + 1,
                        sizeof *session->wishes)) {
        refuse(session, ticket, "memory");
        return;
    }
    session->wishes[session->wish_count++] = (struct session_wish){ticket, *message};
    go(session);
}

void session_queue_open(struct session *session, int64_t done)
{
    if (session->highest_id < done)
        session->highest_id = done;
    if (session->next_id <= done)
        session->next_id = done + 1;
    session->may_send = true;
    session->waits_since_ms = 0;
    if (session->asked.id == 0) {
        go(session);
        return;
    }
    session->asked.again = true;
    session->waits_since_ms = session->event->now_ms;
    send_text(session, &session->asked.text);
}

/* A message that the table could not parse has no id to refer to. */
static bool is_answer(const struct session *session, const struct message *message)
{
    static const char *const unread[] = {"json", "object", "long"};
    if (message_has(message, FIELD_ID))
        return message->id == session->asked.id;
    for (size_t i = 0; i < sizeof unread / sizeof unread[0]; i++)
        if (message->kind == MESSAGE_NO && strcmp(message->why, unread[i]) == 0)
            return true;
    return false;
}

bool session_queue_answer(struct session *session, const struct message *message,
                          struct session_answer *result)
{
    if (session->asked.id == 0 || !is_answer(session, message))
        return false;
    const int64_t ticket = session->asked.ticket;
    const int64_t id = session->asked.id;
    /* A request that was resent because its answer was lost may have been done the first time. */
    const bool done =
        message->kind == MESSAGE_OK || (session->asked.again && strcmp(message->why, "old") == 0);
    *result = (struct session_answer){session->asked.kind, done, session->asked.action};
    session->asked.id = 0;
    session->waits_since_ms = 0;
    go(session);
    answer(session, ticket, id, done ? NULL : message);
    return true;
}

bool session_queue_has(const struct session *session, enum message_kind kind)
{
    if (session->asked.id != 0 && session->asked.kind == kind)
        return true;
    for (int i = 0; i < session->wish_count; i++)
        if (session->wishes[i].message.kind == kind)
            return true;
    return false;
}

void session_queue_done(struct session *session, enum message_kind kind)
{
    if (session->asked.id == 0 || session->asked.kind != kind)
        return;
    const int64_t ticket = session->asked.ticket;
    const int64_t id = session->asked.id;
    session->asked.id = 0;
    session->waits_since_ms = 0;
    answer(session, ticket, id, NULL);
}

void session_queue_drop_asked(struct session *session)
{
    if (session->asked.id != 0)
        refuse(session, session->asked.ticket, "old");
    session->asked.id = 0;
}

void session_queue_clear(struct session *session)
{
    if (session->asked.id != 0)
        refuse(session, session->asked.ticket, "gone");
    for (int i = 0; i < session->wish_count; i++)
        refuse(session, session->wishes[i].ticket, "gone");
    session->asked.id = 0;
    session->wish_count = 0;
}

static bool is_waited_for(uint8_t kind)
{
    return kind == MESSAGE_ACT || kind == MESSAGE_CUT || kind == MESSAGE_UNDO;
}

bool session_is_pending(const struct session *session)
{
    if (session->asked.id != 0 && is_waited_for(session->asked.kind))
        return true;
    for (int i = 0; i < session->wish_count; i++)
        if (is_waited_for(session->wishes[i].message.kind))
            return true;
    return false;
}
