/* session.h -- a client's conversation with a table, without I/O: event in, effects out.
 *
 * As src/table/ is the server's side of a table, this is the client's, and there is no other: the
 * terminal, the browser and the load generator run it, and a simulator runs it against src/table/.
 * It knows no socket, no clock and no source of randomness. What the server said, the time and
 * random bytes come in with the event; what is to be sent, kept or told goes out as effects.
 *
 * It holds everything that must survive a lost connection: the token, the ids, what was sent and
 * not answered, the part and the cut of a fair deal, and the replica of the game. A host reads the
 * fields of struct session freely, and changes nothing in it.
 */
#ifndef CLIENT_SESSION_H
#define CLIENT_SESSION_H

#include "replica.h"

enum {
    SESSION_CARDS_DRAWN = 16, /* cards that one player drew for a seat, the last ones */
    SESSION_ANSWER_MS = 30000 /* without an answer for so long a connection counts as lost */
};

/* ---- events ---- */

enum session_event_type {
    SESSION_CONNECTED, /* a connection stands; it has heard nothing before */
    SESSION_LINES,     /* text: one or more lines of the server */
    SESSION_CLOSED, /* the connection is gone; code: how the server closed it, 0: it did not say */
    SESSION_TICK,   /* time passes; from time to time, if connections can die silently */
    SESSION_WANT,   /* message, without id: what the person wants; ticket */
    SESSION_END     /* the host ends it; text: a reason for 'ended_why', or NULL */
};
struct session_event {
    enum session_event_type type;
    const char *text;
    size_t length;
    int code;
    const struct message *message;
    int64_t ticket; /* names the wish in SESSION_EFFECT_ANSWER; 0: no answer is wanted */
    int64_t now_ms; /* any clock that never goes back */
    uint8_t random[PART_BYTES]; /* fresh from a cryptographic source with every event */
};

/* ---- effects ---- */

enum session_effect_type {
    SESSION_EFFECT_SEND,      /* text: one message, if there is a connection */
    SESSION_EFFECT_RECONNECT, /* this connection is of no use: cut it, and come back after a wait */
    SESSION_EFFECT_ANSWER,    /* ticket; done, or why, law and text */
    SESSION_EFFECT_REFUSAL,   /* why and text: something else was refused */
    SESSION_EFFECT_DECLINED,  /* what: a proposal of this client */
    SESSION_EFFECT_TOKEN,     /* options.token proves the seat at options.link: keep it */
    SESSION_EFFECT_NO_TOKEN,  /* the token that was kept for options.link holds no seat */
    SESSION_EFFECT_ENDED      /* closed for good: close the connection; ended_why says why */
};
struct session_effect {
    enum session_effect_type type;
    bool done;
    uint8_t what;       /* enum proposal_kind */
    int64_t ticket, id; /* id: under which it was sent; 0: it was not */
    char why[32], law[32];
    size_t at, length; /* text: in session_effects.text */
};
/* Start from zeroed memory. Grows; reset before each event, or as often as is wanted. */
struct session_effects {
    struct session_effect *at;
    int count;
    size_t size;
    bool changed;      /* something of the session is different */
    bool game_changed; /* … and perhaps what can be seen of the game */
    struct cn__text text;
    bool failed; /* memory ran out */
};
void session_effects_reset(struct session_effects *effects);
void session_effects_free(struct session_effects *effects);
/* Appends an effect, for a host that answers itself. NULL without memory. */
struct session_effect *session_effects_add(struct session_effects *effects,
                                           enum session_effect_type type);

/* ---- what is heard on the way ---- */

/* For a host that tells its player what happens. Any function may be NULL. */
struct session_observer {
    void *context;
    /* The game's events, as replica.sink hears them. */
    void (*event)(void *context, const struct cn_event *event);
    /* A line of the record was taken in: replica.told says which. */
    void (*line)(void *context);
    /* A message, before the session takes it in, so that it can be compared with what was known. */
    void (*message)(void *context, const struct message *message);
};

/* ---- a session ---- */

struct session_options {
    char link[2 * LINK_BYTES + 1]; /* "": a table is made first, by 'make' */
    char name[100];
    uint8_t token[TOKEN_BYTES];
    bool has_token;   /* false: watches */
    bool is_new;      /* the token may hold no seat yet, and takes one */
    int seat;         /* the seat wanted; -1: any */
    int64_t first_id; /* ids rise also over several sessions: a time in milliseconds will do */
    bool keeps_journal;
    const struct message *make; /* MESSAGE_MAKE, read by session_init alone */
};

enum session_status {
    SESSION_STATUS_CONNECTING,
    SESSION_STATUS_HERE,
    SESSION_STATUS_LOST,
    SESSION_STATUS_ENDED
};

struct session_chair {
    char name[100]; /* of its holder; "": nobody, or a person alone who gave none */
    char level[16]; /* of the bot that plays there; "": none */
    bool known, held, host, ready;
    uint8_t here; /* enum presence_state */
};
struct session_proposal {
    int on;    /* its number, which says nothing of order; 0: there is none */
    int heard; /* rises from one proposal to the next */
    int seat, n;
    char name[100];
    bool mine, may_vote;
};
/* What a player drew for its seat. */
struct session_drawn {
    bool known;
    char name[100];
    int to, count;
    cn_card cards[SESSION_CARDS_DRAWN];
};
struct session_choices {
    uint8_t timer, join; /* enum turn_timer, enum join_policy */
    bool watch, hints, listed;
    int pace, open;
    char title[200];
};

struct session_wish; /* opaque: what waits to be sent */

/* What a session that recalls a journal may still have to send. */
enum session_debt {
    SESSION_OWES_NOTHING,
    SESSION_OWES_PART, /* of owed_deal */
    SESSION_OWES_CUT   /* owed_k: where it had chosen to; -1: nowhere yet */
};

struct session {
    struct session_options options;          /* link, token and is_new as they are now */
    const struct session_observer *observer; /* or NULL; the host's to set */
    struct replica world;
    struct cn_observer sink;
    int begun; /* counts how often everything known of a game was dropped: it is new to us */

    /* the connection */
    enum session_status status;
    bool connected, welcomed;
    char ended_why[32], ended_text[512];     /* "": no server was reached, or the person left */
    char chairless[32], chairless_text[512]; /* why there was no seat; "": nothing of the kind */

    /* the table */
    char rules[32], house[1024];
    int players, seat, watchers; /* seat: CN_NO_SEAT watches */
    enum table_stage stage;
    struct session_chair chairs[CN_SEATS_MAX];
    struct session_choices choices;
    struct session_proposal proposals[PROPOSALS];
    struct session_drawn drawn[CN_SEATS_MAX]; /* by the seat before */
    bool paused, arranged;
    int paused_by;                   /* CN_NO_SEAT: nobody is named */
    int clock_seat;                  /* CN_NO_SEAT: nobody's time runs */
    int64_t clock_ends_ms;           /* as now_ms counts */
    int cutter;                      /* in STAGE_CUT; else CN_NO_SEAT */
    bool cutting;                    /* this person is asked to cut, and has not done it */
    enum deal_verdict verdict;       /* on the deal that ended last; UNJUDGED from the next on */
    char record[2 * LINK_BYTES + 1]; /* link of the shared record; "" */
    char hint[CN_ACTION_TEXT], hint_why[32]; /* for this turn; "": none was given */
    bool hands_shown; /* to spectators: all hands as they were some time ago */
    int hand_count[CN_SEATS_MAX];
    cn_card hands[CN_SEATS_MAX][CN_CARDS_MAX];

    /* inside: what is sent and answered, and snapshots */
    struct session_effects *effects; /* of the event that is taken in */
    const struct session_event *event;
    struct cn__text make;
    struct session_wish *wishes;
    int wish_count;
    size_t wish_size;
    struct {
        int64_t id, ticket; /* id 0: nothing is under way */
        uint8_t kind;       /* enum message_kind */
        bool again;         /* was sent before this connection: it may have been done */
        struct cn_action action;
        struct cn__text text;
    } asked;
    int64_t next_id, highest_id; /* highest: sent, or known to be done; -1: none is known */
    int64_t waits_since_ms;      /* for a welcome or an answer; 0: for nothing */
    bool may_send, token_told;
    bool deaf;    /* until the snapshot that was asked for, nothing said of the table fits */
    bool greeted; /* the replica was begun for a seat */
    int64_t stuck_at;
    int tries;
    char last_no[32];
    bool was_ready; /* when the connection was lost, and nothing has changed since */
    int64_t lost_at;
    int heard;
    int voted_on[PROPOSALS];
    int64_t judged;
    /* the journal */
    struct cn__text journal;
    bool recalling, journal_is_full, journal_ends_away;
    int64_t given[2]; /* ids of the part and the cut that were sent last */
    enum session_debt owes;
    int owed_deal, owed_k;
};

void session_init(struct session *session, const struct session_options *options);
void session_free(struct session *session);
/* The one function. Whatever a server sends, it is no crash. */
void session_step(struct session *session, const struct session_event *event,
                  struct session_effects *effects);

/* What a later session of the same seat would have to be told to continue where this one is, and to
 * vouch for a deal whose deck was fixed before: session->journal, lines that hold nothing but
 * what the seat was told or has sent, and no token; and session->highest_id. Call it after
 * session_init. */
void session_recall(struct session *session, const char *journal, size_t length,
                    int64_t highest_id);

/* Is something under way that its person waits for: an action, a cut, an undo? */
bool session_is_pending(const struct session *session);
/* Does the table wait for people to be ready: in the lobby, or between deals? */
static inline bool session_is_gathering(const struct session *session)
{
    return session->stage == STAGE_LOBBY || session->stage == STAGE_BETWEEN;
}
static inline bool session_is_host(const struct session *session)
{
    return session->seat != CN_NO_SEAT && session->chairs[session->seat].host;
}

#endif
