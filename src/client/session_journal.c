/* session_journal.c -- what a session received and sent, for a later session of the same seat. */
#include <string.h>

#include "session_internal.h"

enum {
    JOURNAL_MOST = 1500000 /* some hundred deals; beyond that, nothing is kept rather than a part */
};

static const char away_line[] = "{\"t\":\"away\"}";

static void append(struct session *session, const char *text, size_t length)
{
    struct cn__text *journal = &session->journal;
    if (session->journal_is_full || !session->options.keeps_journal)
        return;
    if (journal->failed || journal->length + length >= JOURNAL_MOST) {
        session->journal_is_full = true;
        cn__text_free(journal);
        return;
    }
    cn__text_append(journal, text, length);
    cn__text_append(journal, "\n", 1);
    session->journal_ends_away = false;
}

/* What every newcomer is sent again, and what contains the hands of others. */
static bool is_passing(const struct session *session, const struct message *message)
{
    switch ((enum message_kind)message->kind) {
    case MESSAGE_OK:
    case MESSAGE_NO:
        return message->id != session->given[0] && message->id != session->given[1] &&
               message->id != session->given[2];
    case MESSAGE_BYE:
    case MESSAGE_DAILY:
    case MESSAGE_CLOCK:
    case MESSAGE_PRESENCE:
    case MESSAGE_HINT:
    case MESSAGE_LISTED:
    case MESSAGE_MADE:
    case MESSAGE_PONG:
    case MESSAGE_PROPOSAL:
    case MESSAGE_SETTLED: return true;
    default: return false;
    }
}

static void append_message(struct session *session, const struct message *message)
{
    struct cn__text text = {.text = NULL};
    message_write(&text, message);
    if (!text.failed)
        append(session, text.text, text.length - 1);
    cn__text_free(&text);
}

void session_journal_line(struct session *session, const char *text, size_t length,
                          const struct message *message)
{
    if (message == NULL) {
        append(session, text, length);
    } else if (message_has(message, FIELD_TOKEN)) {
        struct message bare = *message;
        bare.has &= ~(UINT64_C(1) << FIELD_TOKEN);
        append_message(session, &bare);
    } else if (!is_passing(session, message)) {
        append(session, text, length);
    }
}

void session_journal_own(struct session *session, const struct message *message)
{
    const bool opens = session->replica.commitment.step == COMMITMENT_OPENING;
    session->given[message->kind == MESSAGE_CUT ? 1 : opens ? 2 : 0] = message->id;
    append_message(session, message);
}

void session_journal_away(struct session *session)
{
    if (session->journal.length == 0 || session->journal_ends_away)
        return;
    append(session, away_line, sizeof away_line - 1);
    session->journal_ends_away = true;
}

void session_journal_forget(struct session *session)
{
    cn__text_clear(&session->journal);
    session->journal_is_full = session->journal_ends_away = false;
    memset(session->given, 0, sizeof session->given);
}

bool session_journal_is_away(const char *text, size_t length)
{
    return length == sizeof away_line - 1 && memcmp(text, away_line, length) == 0;
}
