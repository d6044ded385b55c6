/* table.h -- a table: a game with people at it. One function, event in, effects out.
 *
 * It knows no clock, no network, no disk and no source of randomness: the time, random bytes and what
 * clients sent come in with the event; what is to be sent, stored, timed or thought about goes out. The same
 * events give the same effects, so that a simulator can stand in for the world.
 *
 * The log is everything: lines of a record, and lines about people between them. A table read back from
 * its log is the table that wrote it, save for who is connected, timers and votes in progress. Line 'number'
 * of the log, counted from 1, is the event of that number ("#"), if it is told to anybody.
 *
 * Effects must be carried out in order, and CN_EFFECT_SEND and CN_EFFECT_CLOSE only after every
 * CN_EFFECT_APPEND before them is durable: so nothing is told that could be lost.
 *
 * Clients are numbers that the host chooses, never 0. Messages without a table (make, list) are the host's.
 */
#ifndef CN_TABLE_TABLE_H
#define CN_TABLE_TABLE_H

#include "bots/bots.h"
#include "protocol/protocol.h"

enum {
    CN_CLIENTS_MAX = 64,    /* at one table, watchers included */
    CN_RANDOM_BYTES = 64,   /* fresh from a cryptographic source with every event */
    CN_CLOSE_TAKEN = 4001,  /* the seat was opened elsewhere */
    CN_CLOSE_TOKEN = 4003,  /* a token that holds no seat here */
    CN_CLOSE_REFUSED = 4004 /* not let in */
};

struct cn_server_table; /* opaque */

/* ---- events ---- */

enum cn_input_type {
    CN_INPUT_HELLO,   /* client; message: its hello, the first at this table */
    CN_INPUT_MESSAGE, /* client; message: any other */
    CN_INPUT_DROP,    /* client: its connection is gone */
    CN_INPUT_TIMER,   /* the timer has fired */
    CN_INPUT_THOUGHT, /* decision, action: an answer to a question */
    CN_INPUT_STOP     /* the server stops: clients are told and closed (1012) */
};
struct cn_input {
    enum cn_input_type type;
    uint32_t client;
    const struct cn_message *message;
    int64_t now_ms; /* a monotonic clock; never goes back */
    int64_t decision;
    struct cn_action action;
    uint8_t random[CN_RANDOM_BYTES];
};

/* ---- effects ---- */

enum cn_effect_type {
    CN_EFFECT_APPEND, /* text: lines to the log */
    CN_EFFECT_SEND,   /* client, text: lines; those to one client in one turn may go as one frame */
    CN_EFFECT_CLOSE,  /* client, code; after what was sent. No CN_INPUT_DROP is wanted for it */
    CN_EFFECT_TIMER,  /* ms: fire once at this time, in place of any set before; 0: no timer */
    CN_EFFECT_THINK,  /* decision: cn_server_table_question has the question */
    CN_EFFECT_BRIEF   /* cn_server_table_brief has changed */
};
struct cn_effect {
    enum cn_effect_type type;
    uint32_t client;
    int32_t code;
    int64_t ms, decision;
    size_t at, length; /* text: in cn_effects.text */
};
/* Start from zeroed memory. Grows; reset before each turn of the loop, or as often as is wanted. */
struct cn_effects {
    struct cn_effect *at;
    int count, size;
    struct cn_lines text;
    bool failed; /* memory ran out */
};
void cn_effects_reset(struct cn_effects *effects);
void cn_effects_free(struct cn_effects *effects);

/* ---- a table ---- */

/* A new table as "make" describes it; its maker is the host and sits at seat message->seat, or 0. The token
 * made of 'random' is sent to nobody: the host gives it to the maker in "made" (cn_server_table_token). NULL and
 * *why, an id of "no", if it cannot be; NULL and "memory". Appends the log's first lines to effects. */
struct cn_server_table *cn_server_table_make(const struct cn_message *make, const char *link,
                                             int64_t now_ms, const uint8_t random[CN_RANDOM_BYTES],
                                             struct cn_effects *effects, const char **why);
/* The token of the maker's seat: the first bytes of what cn_server_table_make was given. */
void cn_server_table_token(const uint8_t random[CN_RANDOM_BYTES], uint8_t token[CN_TOKEN_BYTES]);

/* A table from its log: whole lines. NULL if it cannot be read; then *line is the first line that is
 * not what the table would have written (everything before it would have loaded), or 0 without memory. */
struct cn_server_table *cn_server_table_load(const char *log, size_t length, int64_t now_ms,
                                             int64_t *line);
void cn_server_table_free(struct cn_server_table *table);

/* The one function. */
void cn_server_table_step(struct cn_server_table *table, const struct cn_input *input,
                          struct cn_effects *effects);

/* ---- what a host asks ---- */

/* A question to a bot: a whole copy, to be thought about anywhere. */
struct cn_question {
    struct cn_rules rules;
    struct cn_table table;
    struct cn_memory memory;
    cn_hand hand, pile; /* the seat's own, and the pile as it was laid */
    uint8_t seat;
    const struct cn_bot *bot;
    int64_t nodes; /* budget */
    int64_t decision;
    uint64_t dice; /* seeds the bot's generator */
};
/* False if nothing of this number is waited for any more. */
bool cn_server_table_question(const struct cn_server_table *table, int64_t decision,
                              struct cn_question *question);
struct cn_view cn_question_view(const struct cn_question *question);

/* What the list of tables and the metrics show. */
struct cn_brief {
    char link[2 * CN_LINK_BYTES + 1], title[200], rules[32];
    char host[100]; /* name; "": nobody is host */
    bool listed, arranged;
    uint8_t stage; /* enum cn_server_stage */
    uint8_t players, people, bots, free;
    int32_t connected, watchers;
};
void cn_server_table_brief(const struct cn_server_table *table, struct cn_brief *brief);
int64_t cn_server_table_number(const struct cn_server_table *table); /* lines in the log */
size_t cn_server_table_memory(const struct cn_server_table *table);  /* bytes it holds */
/* The link of the record, "" while it is not shared. */
const char *cn_server_table_record_link(const struct cn_server_table *table);

/* Copies the lines of a log that make its record, as "canasta export" and a shared link give it: finished
 * deals only, unless 'whole'. */
void cn_log_record(const char *log, size_t length, bool whole, struct cn_lines *record);

#endif
