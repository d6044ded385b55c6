/* session_internal.h -- shared by the files of a session.
 *
 *   session.c          the entry: connections, the welcome, snapshots, dispatching lines
 *   session_people.c   messages about the table and the people at it
 *   session_queue.c    this seat's requests: one at a time, repeated until answered
 *   session_journal.c  what a later session of the seat needs to continue
 *
 * Each calls only those below it.
 */
#ifndef CLIENT_SESSION_INTERNAL_H
#define CLIENT_SESSION_INTERNAL_H

#include "session.h"

struct session_wish {
    int64_t ticket;
    struct message message;
};

/* ---- session_journal.c ---- */

/* A line of the server that was applied; message: its content, NULL for a line of the record. */
void session_journal_line(struct session *session, const char *text, size_t length,
                          const struct message *message);
/* A cut or a part that was sent; for a pledge, its part. */
void session_journal_own(struct session *session, const struct message *message);
void session_journal_away(struct session *session);
void session_journal_forget(struct session *session);
bool session_journal_is_away(const char *text, size_t length);

/* ---- session_queue.c ---- */

struct session_effect *session_effect(struct session *session, enum session_effect_type type);
void session_effect_text(struct session *session, struct session_effect *effect, const char *text);
void session_send(struct session *session, const struct message *message);
void session_queue_want(struct session *session, const struct message *message, int64_t ticket);
/* The server has accepted our identity; done: the last id that it carried out for this seat. */
void session_queue_open(struct session *session, int64_t done);
/* "ok" or "no". Returns true if it answers the pending request, and sets *asked to its kind and
 * action. */
struct session_answer {
    uint8_t kind;
    bool done;
    struct cn_action action;
};
bool session_queue_answer(struct session *session, const struct message *message,
                          struct session_answer *answer);
/* Returns whether a request of this kind is pending or waits to be sent. */
bool session_queue_has(const struct session *session, enum message_kind kind);
/* The pending request, if it is of this kind, was carried out, as its effect shows. */
void session_queue_done(struct session *session, enum message_kind kind);
/* Another device has acted for this seat, so whether our request was done is unknown. */
void session_queue_drop_asked(struct session *session);
/* Drops all requests. */
void session_queue_clear(struct session *session);

/* ---- session_people.c ---- */

/* Returns whether a decision about an irregularity is due. */
static inline bool session_decides(const struct session *session)
{
    const struct replica *replica = &session->replica;
    return replica->has_deal && replica->game.in_deal &&
           replica->game.deal.board.due != CN_DUE_NOTHING;
}

void session_people_take(struct session *session, const struct message *message);
/* The stage changes; resets everything that belonged to the one before. */
void session_people_gather(struct session *session, enum table_stage stage);
/* This seat's person is the cutter. */
void session_people_come_to_cut(struct session *session);
void session_people_give_pledge(struct session *session, int deal);
void session_people_give_part(struct session *session);
void session_people_hands(struct session *session, const json_t *line);
void session_people_forget_token(struct session *session);

#endif
