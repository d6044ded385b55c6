/* session.h -- a client's conversation with a table, without I/O: event in, effects out.
 *
 * This is the client's counterpart of src/table/, and the only one: the terminal, the browser and
 * the load generator run it, and a simulator runs it against src/table/. It uses no socket, clock
 * or source of randomness. The server's lines, the time and random bytes come in with the event;
 * what to send, store or report goes out as effects.
 *
 * It holds everything that must survive a lost connection: the token, the ids, unanswered requests,
 * the part and the cut of a fair deal, and the replica of the game. A host may read all fields of
 * struct session, but must not change them.
 */
#ifndef CLIENT_SESSION_H
#define CLIENT_SESSION_H

#include "replica.h"

enum {
    SESSION_CARDS_DRAWN = 16, /* the latest cards that a player drew for a seat */
    SESSION_ANSWER_MS = 30000 /* without an answer for this long a connection counts as lost */
};

/* ---- events ---- */

enum session_event_type {
    SESSION_CONNECTED, /* a connection is open; nothing was received on it yet */
    SESSION_LINES,     /* text: one or more lines from the server */
    SESSION_CLOSED,    /* the connection is gone; code: the server's close code, or 0 */
    SESSION_TICK,      /* time passes; send it regularly if connections can die silently */
    SESSION_WANT,      /* message, without id: the person's request; ticket */
    SESSION_END        /* the host ends the session; text: a reason for 'ended_why', or NULL */
};
struct session_event {
    enum session_event_type type;
    const char *text;
    size_t length;
    int code;
    const struct message *message;
    int64_t ticket; /* identifies the request in SESSION_EFFECT_ANSWER; 0: no answer wanted */
    int64_t now_ms; /* any monotonic clock */
    /* fresh from a cryptographic source with every event; zeros: there are none */
    uint8_t random[PART_BYTES];
};

/* ---- effects ---- */

enum session_effect_type {
    SESSION_EFFECT_SEND,      /* text: one message, if there is a connection */
    SESSION_EFFECT_RECONNECT, /* this connection is useless: close it, and reconnect after a wait */
    SESSION_EFFECT_ANSWER,    /* ticket; done, or why, law and text */
    SESSION_EFFECT_REFUSAL,   /* why and text: something else was refused */
    SESSION_EFFECT_DECLINED,  /* what: a proposal of this client */
    SESSION_EFFECT_TOKEN,     /* options.token proves the seat at options.link: store it */
    SESSION_EFFECT_NO_TOKEN,  /* the token stored for options.link holds no seat */
    SESSION_EFFECT_ENDED      /* finished: close the connection; ended_why has the reason */
};
struct session_effect {
    enum session_effect_type type;
    bool done;
    uint8_t what;       /* enum proposal_kind */
    int64_t ticket, id; /* id: as sent; 0: not sent */
    char why[32], law[32];
    size_t at, length; /* text: in session_effects.text */
};
/* Start from zeroed memory. Grows; reset before each event, or less often. */
struct session_effects {
    struct session_effect *at;
    int count;
    size_t size;
    bool changed;      /* some field of the session has changed */
    bool game_changed; /* the visible game may have changed */
    struct cn__text text;
    bool failed; /* memory ran out */
};
void session_effects_reset(struct session_effects *effects);
void session_effects_free(struct session_effects *effects);
/* Appends an effect, for a host that answers requests itself. NULL without memory. */
struct session_effect *session_effects_add(struct session_effects *effects,
                                           enum session_effect_type type);

/* ---- observing ---- */

/* For a host that reports events to its player. Any function may be NULL. */
struct session_observer {
    void *context;
    /* The game's events, as replica.observer receives them. */
    void (*event)(void *context, const struct cn_event *event);
    /* A line of the record was applied: replica.line has its type. */
    void (*line)(void *context);
    /* A message, before the session applies it, so that it can be compared with the old state. */
    void (*message)(void *context, const struct message *message);
};

/* ---- a session ---- */

struct session_options {
    char link[2 * LINK_BYTES + 1]; /* "": first make a table, with 'make' */
    char name[100];
    uint8_t token[TOKEN_BYTES];
    bool has_token;   /* false: watches */
    bool is_new;      /* the token may not hold a seat yet, and takes one */
    int seat;         /* the seat wanted; -1: any */
    int64_t first_id; /* ids also rise across sessions: a time in milliseconds will do */
    bool keeps_journal;
    const struct message *make; /* MESSAGE_MAKE, read by session_init only */
};

enum session_status {
    SESSION_STATUS_CONNECTING,
    SESSION_STATUS_HERE,
    SESSION_STATUS_LOST,
    SESSION_STATUS_ENDED
};

struct session_seat {
    char name[100]; /* of its holder; "": nobody, or a player alone who gave none */
    char level[16]; /* of the bot that plays there; "": none */
    bool known, held, host, ready;
    uint8_t here; /* enum presence_state */
};
struct session_proposal {
    int on;    /* its number, in no particular order; 0: none */
    int heard; /* order in which proposals were received */
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

struct session_wish; /* opaque: a request that waits to be sent */

/* What a session restored from a journal may still have to send. */
enum session_debt {
    SESSION_OWES_NOTHING,
    SESSION_OWES_PLEDGE, /* of owed_deal */
    SESSION_OWES_PART,
    SESSION_OWES_CUT /* owed_k: the chosen position; -1: not chosen yet */
};

struct session {
    struct session_options options;          /* link, token and is_new are kept up to date */
    const struct session_observer *observer; /* or NULL; set by the host */
    struct replica replica;
    struct cn_observer game_observer;
    int begun; /* counts how often all knowledge of a game was dropped */

    /* the connection */
    enum session_status status;
    bool connected, welcomed;
    char ended_why[32], ended_text[512]; /* "": no server was reached, or the person left */
    char seat_refused[32], seat_refused_text[512]; /* why there is no seat; "": no reason */

    /* the table */
    char rules[32], house[2048];
    int players, seat, watchers; /* seat: CN_NO_SEAT watches */
    enum table_stage stage;
    struct session_seat seats[CN_SEATS_MAX];
    struct session_choices choices;
    struct session_proposal proposals[PROPOSALS];
    struct session_drawn drawn[CN_SEATS_MAX]; /* by old seat */
    bool paused, arranged;
    int paused_by;                           /* CN_NO_SEAT: unknown */
    int clock_seat;                          /* CN_NO_SEAT: no clock is running */
    int64_t clock_ends_ms;                   /* on the clock of now_ms */
    bool clock_of_decision;                  /* about an irregularity; else of a turn */
    int cutter;                              /* in STAGE_CUT; else CN_NO_SEAT */
    bool cutting;                            /* this person is asked to cut, and has not done so */
    enum deal_verdict verdict;               /* on the last deal; UNJUDGED once the next begins */
    char record[2 * LINK_BYTES + 1];         /* link of the shared record; "": none */
    char hint[CN_ACTION_TEXT], hint_why[32]; /* for this turn; "": none was given */
    bool hands_shown;                        /* to spectators: all hands, after a delay */
    int hand_count[CN_SEATS_MAX];
    cn_card hands[CN_SEATS_MAX][CN_CARDS_MAX];

    /* private: requests, answers and snapshots */
    struct session_effects *effects; /* of the current event */
    const struct session_event *event;
    struct cn__text make;
    struct session_wish *wishes;
    int wish_count;
    size_t wish_size;
    struct {
        int64_t id, ticket; /* id 0: no request is pending */
        uint8_t kind;       /* enum message_kind */
        bool again;         /* was sent on an earlier connection: it may have been done */
        struct cn_action action;
        struct cn__text text;
    } asked;
    /* A spectator's request to sit, until the seat is there or refused. Its token is options.token.
     */
    struct {
        bool open, lost; /* lost: and so was the connection that it was sent on */
        int seat;        /* -1: any */
        char name[100];
    } sitting;
    int64_t next_id, highest_id; /* highest: sent, or known to be done; -1: none is known */
    int64_t waits_since_ms;      /* for a welcome or an answer; 0: not waiting */
    bool may_send, token_told;
    bool deaf;    /* ignores lines about the table until the requested snapshot */
    bool greeted; /* the replica was started for a seat */
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
    int64_t given[3]; /* ids of the last pledge, cut and part sent */
    enum session_debt owes;
    int owed_deal, owed_k;
};

void session_init(struct session *session, const struct session_options *options);
void session_free(struct session *session);
/* Applies an event. Invalid server input never crashes it. */
void session_step(struct session *session, const struct session_event *event,
                  struct session_effects *effects);

/* Restores what a later session of the same seat needs to continue, and to verify a deal whose deck
 * was committed earlier: session->journal, lines that the seat received or sent, without a token;
 * and session->highest_id. Call it after session_init. */
void session_recall(struct session *session, const char *journal, size_t length,
                    int64_t highest_id);

/* Returns whether a request is pending that the person is waiting for: an action, a cut, an
 * undo. */
bool session_is_pending(const struct session *session);
/* Returns whether the table waits for people to be ready: in the lobby, or between deals. */
static inline bool session_is_gathering(const struct session *session)
{
    return session->stage == STAGE_LOBBY || session->stage == STAGE_BETWEEN;
}
static inline bool session_is_host(const struct session *session)
{
    return session->seat != CN_NO_SEAT && session->seats[session->seat].host;
}

#endif
