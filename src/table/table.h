/* table.h -- a table: a game with people at it. One function, event in, effects out.
 *
 * It uses no clock, network, disk or source of randomness: the time, random bytes and what clients
 * sent come in with the event; what to send, store, time or ask a bot goes out as effects. The same
 * events give the same effects, so that a simulator can replace the outside world.
 *
 * The log determines everything: lines of a record, and lines about people between them. Replaying
 * a log restores the table exactly, except for connections, timers and pending votes. Line 'number'
 * of the log, counted from 1, is the event of that number ("#"), if it is sent to anyone.
 *
 * Effects must be carried out in order, and EFFECT_SEND and EFFECT_CLOSE only after every
 * EFFECT_APPEND before them is durable, so that nothing is sent that could be lost.
 *
 * Clients are numbers that the host chooses, never 0. The host handles messages without a table
 * (make, list).
 */
#ifndef TABLE_H
#define TABLE_H

#include "bots/bots.h"
#include "protocol/protocol.h"

enum {
    CLIENTS_MAX = 64, /* at one table, including spectators */
    RANDOM_BYTES = 64 /* fresh from a cryptographic source with every event */
};

struct table; /* opaque */

/* ---- events ---- */

enum table_event_type {
    TABLE_EVENT_HELLO,      /* client; message: its hello, the first at this table */
    TABLE_EVENT_MESSAGE,    /* client; message: any other */
    TABLE_EVENT_DISCONNECT, /* client: its connection is gone */
    TABLE_EVENT_TIMER,      /* the timer has fired */
    TABLE_EVENT_BOT_MOVE,   /* decision, action: the answer to a question */
    TABLE_EVENT_SHUTDOWN    /* the server stops: clients are notified and closed (1012) */
};
struct table_event {
    enum table_event_type type;
    uint32_t client;
    const struct message *message;
    int64_t now_ms;  /* a monotonic clock */
    int64_t wall_ms; /* since 1970: for turns that last days */
    int64_t decision;
    struct cn_action action;
    struct cn_finding finding; /* with the answer to a question for advice */
    uint8_t random[RANDOM_BYTES];
};

/* ---- effects ---- */

enum table_effect_type {
    EFFECT_APPEND, /* text: lines for the log */
    /* What this step sends contradicts what a client was told. A host that shares its store sends
     * it only once the store has shown that no other host has this table. */
    EFFECT_CONFIRM,
    /* client, text: lines; lines to one client in one turn may be sent as one frame */
    EFFECT_SEND,
    EFFECT_CLOSE,   /* client, code; after what was sent. Does not cause TABLE_EVENT_DISCONNECT */
    EFFECT_TIMER,   /* ms: fire once at this time, replacing any earlier timer; 0: no timer */
    EFFECT_ASK_BOT, /* decision: table_bot_question has the question */
    EFFECT_SUMMARY_CHANGED /* table_get_summary has changed */
};
struct table_effect {
    enum table_effect_type type;
    uint32_t client;
    int32_t code;
    int64_t ms, decision;
    size_t at, length; /* text: in table_effects.text */
};
/* Start from zeroed memory. Grows; reset before each turn of the loop, or less often. */
struct table_effects {
    struct table_effect *at;
    int count;
    size_t capacity;
    struct cn__text text;
    bool failed; /* memory ran out */
    /* Where the table of the present step writes; kept for the next step, of any table. */
    struct cn__text log, say;
    struct outgoing *outgoing;
    size_t outgoing_capacity;
};
void table_effects_reset(struct table_effects *effects);
void table_effects_free(struct table_effects *effects);

/* ---- a table ---- */

/* Creates a table as "make" describes it. Its maker is the host and sits at message->seat, or at 0.
 * The token derived from 'random' is not sent: the host gives it to the maker in "made"
 * (table_creator_token). Returns NULL and sets *why to an id of "no", or to "memory". Appends the
 * log's first lines to effects. */
struct table *table_create(const struct message *make, const char *link, int64_t now_ms,
                           const uint8_t random[RANDOM_BYTES], struct table_effects *effects,
                           const char **why);
/* The token of the maker's seat: the first bytes of the 'random' passed to table_create. */
void table_creator_token(const uint8_t random[RANDOM_BYTES], uint8_t token[TOKEN_BYTES]);

/* Restores a table from its log of whole lines. Returns NULL if the log is invalid; then *line is
 * the first line that the table would not have written (everything before it would have loaded), or
 * 0 without memory. */
struct table *table_load(const char *log, size_t length, int64_t now_ms, int64_t *line);
void table_free(struct table *table);

/* Applies an event and appends its effects. */
void table_step(struct table *table, const struct table_event *input,
                struct table_effects *effects);

/* ---- queries of a host ---- */

/* A question to a bot: a copy of everything that changes. Can be answered on any thread until the
 * table is freed. */
struct bot_question {
    const struct cn_law *law; /* the table's own */
    struct cn_board board;
    struct cn_memory memory;
    cn_hand hand, pile; /* the seat's hand, and the pile in order */
    uint8_t seat;
    const struct cn_bot *bot;
    int64_t nodes; /* budget */
    int64_t decision;
    bool advice;   /* for a person: the answer may have a finding (cn_review_start) */
    uint64_t dice; /* seeds the bot's generator */
};
/* Returns false if no answer to this question is awaited any more. */
bool table_bot_question(const struct table *table, int64_t decision, struct bot_question *question);
struct cn_view bot_question_view(const struct bot_question *question);

/* What the list of tables and the metrics show. */
struct table_summary {
    char link[2 * LINK_BYTES + 1], title[200], rules[32];
    char host[100]; /* name; "": no host */
    bool listed, arranged;
    uint8_t stage; /* enum table_stage */
    uint8_t players, people, bots, free;
    int32_t connected, watchers;
};
void table_get_summary(const struct table *table, struct table_summary *brief);
int64_t table_line_count(const struct table *table); /* lines in the log */
/* The house rules; NULL if there are none. */
const char *table_house(const struct table *table);
/* Returns the seat that holds this token, or CN_NO_SEAT. */
int table_seat_of_token(const struct table *table, const uint8_t token[TOKEN_BYTES]);
/* What somebody with the table's link learns, who need not sit there. */
struct table_turn {
    uint8_t timer;   /* enum turn_timer */
    int seat;        /* who is waited for; CN_NO_SEAT: nobody, or several */
    bool own;        /* it is the token's seat, or that seat is among several */
    int64_t left_ms; /* -1: no clock runs */
};
/* 'token' may be NULL. 'wall_ms' is the time now. */
void table_get_turn(const struct table *table, const uint8_t *token, int64_t wall_ms,
                    struct table_turn *turn);
/* The link of the shared record; "" if it is not shared. */
const char *table_record_link(const struct table *table);

/* Copies the lines of a log that make its record, as "canasta export" and a shared link return it:
 * only finished deals, unless 'whole'. */
void table_log_to_record(const char *log, size_t length, bool whole, struct cn__text *record);

#endif
