/* table.h -- a table: a game with people at it. One function, event in, effects out.
 *
 * It knows no clock, no network, no disk and no source of randomness: the time, random bytes and
 * what clients sent come in with the event; what is to be sent, stored, timed or thought about goes
 * out. The same events give the same effects, so that a simulator can stand in for the world.
 *
 * The log is everything: lines of a record, and lines about people between them. A table read back
 * from its log is the table that wrote it, save for who is connected, timers and votes in progress.
 * Line 'number' of the log, counted from 1, is the event of that number ("#"), if it is told to
 * anybody.
 *
 * Effects must be carried out in order, and EFFECT_SEND and EFFECT_CLOSE only after every
 * EFFECT_APPEND before them is durable: so nothing is told that could be lost.
 *
 * Clients are numbers that the host chooses, never 0. Messages without a table (make, list) are the
 * host's. /
 */
#ifndef TABLE_H
#define TABLE_H

#include "bots/bots.h"
#include "protocol/protocol.h"

enum {
    CLIENTS_MAX = 64, /* at one table, watchers included */
    RANDOM_BYTES = 64 /* fresh from a cryptographic source with every event */
};

struct table; /* opaque */

/* ---- events ---- */

enum table_event_type {
    TABLE_EVENT_HELLO,      /* client; message: its hello, the first at this table */
    TABLE_EVENT_MESSAGE,    /* client; message: any other */
    TABLE_EVENT_DISCONNECT, /* client: its connection is gone */
    TABLE_EVENT_TIMER,      /* the timer has fired */
    TABLE_EVENT_BOT_MOVE,   /* decision, action: an answer to a question */
    TABLE_EVENT_SHUTDOWN    /* the server stops: clients are told and closed (1012) */
};
struct table_event {
    enum table_event_type type;
    uint32_t client;
    const struct message *message;
    int64_t now_ms; /* a monotonic clock; never goes back */
    int64_t decision;
    struct cn_action action;
    uint8_t random[RANDOM_BYTES];
};

/* ---- effects ---- */

enum table_effect_type {
    EFFECT_APPEND,  /* text: lines to the log */
    EFFECT_SEND,    /* client, text: lines; those to one client in one turn may go as one frame */
    EFFECT_CLOSE,   /* client, code; after what was sent. Not answered by TABLE_EVENT_DISCONNECT */
    EFFECT_TIMER,   /* ms: fire once at this time, in place of any set before; 0: no timer */
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
/* Start from zeroed memory. Grows; reset before each turn of the loop, or as often as is wanted. */
struct table_effects {
    struct table_effect *at;
    int count;
    size_t capacity;
    struct cn__text text;
    bool failed; /* memory ran out */
};
void table_effects_reset(struct table_effects *effects);
void table_effects_free(struct table_effects *effects);

/* ---- a table ---- */

/* A new table as "make" describes it; its maker is the host and sits at seat message->seat, or 0.
 * The token made of 'random' is sent to nobody: the host gives it to the maker in "made"
 * (table_creator_token). NULL and *why, an id of "no", if it cannot be; NULL and "memory". Appends
 * the log's first lines to effects. */
struct table *table_create(const struct message *make, const char *link, int64_t now_ms,
                           const uint8_t random[RANDOM_BYTES], struct table_effects *effects,
                           const char **why);
/* The token of the maker's seat: the first bytes of what table_create was given. */
void table_creator_token(const uint8_t random[RANDOM_BYTES], uint8_t token[TOKEN_BYTES]);

/* A table from its log: whole lines. NULL if it cannot be read; then *line is the first line that
 * is not what the table would have written (everything before it would have loaded), or 0 without
 * memory. */
struct table *table_load(const char *log, size_t length, int64_t now_ms, int64_t *line);
void table_free(struct table *table);

/* The one function. */
void table_step(struct table *table, const struct table_event *input,
                struct table_effects *effects);

/* ---- what a host asks ---- */

/* A question to a bot: a copy of all that changes, to be thought about anywhere as long as the
 * table is not freed. */
struct bot_question {
    const struct cn_law *law; /* the table's */
    struct cn_board table;
    struct cn_memory memory;
    cn_hand hand, pile; /* the seat's own, and the pile as it was laid */
    uint8_t seat;
    const struct cn_bot *bot;
    int64_t nodes; /* budget */
    int64_t decision;
    uint64_t dice; /* seeds the bot's generator */
};
/* False if nothing of this number is waited for any more. */
bool table_bot_question(const struct table *table, int64_t decision, struct bot_question *question);
struct cn_view bot_question_view(const struct bot_question *question);

/* What the list of tables and the metrics show. */
struct table_summary {
    char link[2 * LINK_BYTES + 1], title[200], rules[32];
    char host[100]; /* name; "": nobody is host */
    bool listed, arranged;
    uint8_t stage; /* enum table_stage */
    uint8_t players, people, bots, free;
    int32_t connected, watchers;
};
void table_get_summary(const struct table *table, struct table_summary *brief);
int64_t table_line_count(const struct table *table); /* lines in the log */
size_t table_memory_use(const struct table *table);  /* bytes it holds */
/* The link of the record, "" while it is not shared. */
const char *table_record_link(const struct table *table);

/* Copies the lines of a log that make its record, as "canasta export" and a shared link give it:
 * finished deals only, unless 'whole'. */
void table_log_to_record(const char *log, size_t length, bool whole, struct cn__text *record);

#endif
