/* message.h -- the protocol's messages (docs/PROTOCOL.md): one flat type for both directions.
 *
 * A message is one JSON object, its kind in "t". One table in message.c lists the kinds, the fields
 * of each and the values that a field may have. The same table reads, writes and checks them, so
 * that a server and its clients cannot disagree. A server reads strictly and refuses a field that a
 * kind does not have. A client ignores unknown fields, so that servers can add new ones.
 *
 * Lines of a seat's record and the snapshot "view" are separate lines, which replica.h applies.
 */
#ifndef PROTOCOL_MESSAGE_H
#define PROTOCOL_MESSAGE_H

#include <jansson.h>

#include "record/record.h"

enum {
    PROTOCOL_VERSION = 2,
    MESSAGE_BYTES = 4096, /* the longest message that a server reads */
    LINK_BYTES = 16,
    TOKEN_BYTES = 16,
    HASH_BYTES = 32,
    PART_BYTES = 32,
    OLD_PART_BYTES = 16,  /* in logs and records of deals by version 1 */
    SHEET_DEALS = 24,     /* a table sends this many of the latest deals */
    CLOSE_RESTART = 1012, /* the server stops, or the table is at another */
    CLOSE_TAKEN = 4001,   /* the seat was opened on another connection */
    CLOSE_TOKEN = 4003,   /* the token holds no seat here */
    CLOSE_REFUSED = 4004  /* not admitted */
};

enum message_kind {
    MESSAGE_NONE,
    /* from a client, without a table */
    MESSAGE_MAKE,  /* a new table */
    MESSAGE_LIST,  /* which tables are listed */
    MESSAGE_DAILY, /* a deal of the day; also from the server: what players made of it */
    /* from a client: the first at a table, then the others */
    MESSAGE_HELLO,
    MESSAGE_ACT,
    MESSAGE_SIT,
    MESSAGE_STAND,
    MESSAGE_READY,
    MESSAGE_PLEDGE, /* also from the server: a pledge arrived */
    MESSAGE_PART,   /* also from the server: a part arrived */
    MESSAGE_CUT,    /* from a client: k. From the server it is a line of the record */
    MESSAGE_CHAT,   /* also from the server */
    MESSAGE_PAUSE,  /* also from the server */
    MESSAGE_UNDO,   /* undo actions */
    MESSAGE_REMATCH,
    MESSAGE_VOTE,
    MESSAGE_BOT,   /* host: put a bot in an empty seat, or remove it */
    MESSAGE_EVICT, /* host: take a seat from its holder */
    MESSAGE_SET,   /* host's choices; also from the server */
    MESSAGE_HINT,  /* also from the server */
    MESSAGE_SHARE, /* also from the server */
    MESSAGE_SHEET, /* also from the server, one per finished deal */
    MESSAGE_SEATS, /* host: draw for seats */
    MESSAGE_PING,
    /* from the server */
    MESSAGE_LISTED,
    MESSAGE_MADE,
    MESSAGE_WELCOME,
    MESSAGE_TABLE,
    MESSAGE_SEAT,     /* who holds a seat */
    MESSAGE_DRAWN,    /* what a holder drew in the draw for seats, and its new seat */
    MESSAGE_PRESENCE, /* whether a seat's holder is connected, or a bot substitutes */
    MESSAGE_COMMIT,   /* a fair deal begins: the hash of deck and nonce; send your pledge */
    MESSAGE_PLEDGED,  /* the pledges that arrived, and no more; the seat that cuts */
    MESSAGE_OPEN,     /* the cut is made: send your part */
    MESSAGE_PROPOSAL, /* to be voted on */
    MESSAGE_SETTLED,  /* the outcome of a proposal */
    MESSAGE_CLOCK,    /* the deciding seat's remaining time */
    MESSAGE_OK,
    MESSAGE_NO,
    MESSAGE_PONG,
    MESSAGE_BYE, /* the server closes the connection after this */
    /* only in a table's log */
    MESSAGE_ACKNOWLEDGED,
    MESSAGE_SECRET,
    MESSAGE_UNTIL,    /* days for a turn: when it is over */
    MESSAGE_SHUFFLED, /* of version 1: the parts that arrived; the seat that cuts */
    MESSAGE_KINDS
};

/* Fields of a message, one bit each, in the order in which they are written. */
enum message_field {
    FIELD_NUMBER, /* "#" */
    FIELD_V,
    FIELD_ID,
    FIELD_AT,
    FIELD_LAST,
    FIELD_TABLE,
    FIELD_TITLE,
    FIELD_TOKEN,
    FIELD_NEW, /* hello: a token without a seat may take one */
    FIELD_SEAT,
    FIELD_TO,
    FIELD_NAME,
    FIELD_HOST,
    FIELD_LEVEL,
    FIELD_HERE,
    FIELD_READY,
    FIELD_RULES,
    FIELD_HOUSE,
    FIELD_PLAYERS,
    FIELD_TIMER,
    FIELD_JOIN,
    FIELD_WATCH,
    FIELD_HINTS,
    FIELD_LISTED,
    FIELD_PACE,
    FIELD_OPEN,
    FIELD_DECK,     /* make: the cards of the first deal, in message->cards */
    FIELD_ARRANGED, /* somebody chose the first deal's cards */
    FIELD_WATCHING,
    FIELD_WATCHERS,
    FIELD_ACTIONS,
    FIELD_STAGE,
    FIELD_ACTION,
    FIELD_CARDS,
    FIELD_WHAT,
    FIELD_ON,
    FIELD_N,
    FIELD_YES,
    FIELD_MS,
    FIELD_DEAL,
    FIELD_HASH,
    FIELD_ABSENT,
    FIELD_PLEDGE,
    FIELD_PLEDGES,
    FIELD_PART,
    FIELD_PARTS,
    FIELD_NONCE,
    FIELD_K,
    FIELD_TEXT,
    FIELD_PHRASE,
    FIELD_WHY,
    FIELD_LAW,
    FIELD_LINK,
    FIELD_DONE, /* the highest id of this seat that was carried out */
    FIELD_CODE,
    FIELD_SIDES,
    FIELD_URL,    /* bye, listed: where the table is */
    FIELD_PLAY,   /* daily: a player's actions, in message->house */
    FIELD_MADE,   /* daily: points */
    FIELD_THEIRS, /* daily: the other side's points */
    FIELDS
};

enum turn_timer {
    TURN_TIMER_NONE,
    TURN_TIMER_RELAXED,
    TURN_TIMER_BRISK,
    TURN_TIMER_DAY, /* days: people come when they have time */
    TURN_TIMER_DAYS,
    TURN_TIMER_WEEK,
    TURN_TIMERS
};
enum join_policy {
    JOIN_ALL, /* anyone with the link */
    JOIN_ASK, /* anyone the host admits */
    JOIN_NONE
};
enum presence_state {
    HERE_AWAY,
    HERE_YES,
    HERE_BOT /* a bot plays until the holder returns */
};
enum table_stage {
    STAGE_LOBBY,   /* the host may start */
    STAGE_PLEDGES, /* a fair deal: waiting for pledges */
    STAGE_CUT,     /* a fair deal: waiting for the cut */
    STAGE_PARTS,   /* a fair deal: waiting for the parts that were pledged */
    STAGE_PLAY,    /* a deal is in play */
    STAGE_BETWEEN, /* a deal has ended */
    STAGE_OVER     /* the game has ended */
};

struct message {
    uint64_t has; /* bit FIELD_… */
    uint8_t kind; /* enum message_kind */
    /* indexes of words; watch and hints: 1 allowed */
    uint8_t timer, join, watch, hints, stage, here, what;
    bool host, listed, watching, actions, yes, ready, is_new, arranged;
    /* of 'parts' and 'pledges': how many seats, and bit s: seat s sent one; of 'part' and 'parts':
     * how many bytes each has, 0 for PART_BYTES */
    uint8_t part_count, part_given, part_bytes;
    int32_t made, theirs;
    int32_t v, seat, to, players, pace, open, watchers, on, n, ms, deal, k, code, card_count;
    int64_t number, id, at, last, done;
    char table[2 * LINK_BYTES + 1], link[2 * LINK_BYTES + 1]; /* hexadecimal, lower case */
    char rules[32], level[16], phrase[24], why[32], law[32];
    char name[100], title[200];
    char text[1004]; /* chat, or a sentence */
    char url[256];
    char house[2048]; /* house rules in profile format, or a deal's actions */
    char action[CN_ACTION_TEXT];
    uint8_t token[TOKEN_BYTES], part[PART_BYTES], pledge[HASH_BYTES];
    uint8_t hash[HASH_BYTES], nonce[HASH_BYTES];
    uint8_t parts[CN_SEATS_MAX][PART_BYTES]; /* or pledges */
    int32_t absent; /* bit s: the parts of seat s no longer count in this game */
    cn_card cards[CN_CARDS_MAX];
    uint8_t side_count;
    struct cn_score sides[CN_SIDES_MAX];
};

/* "what" of a proposal. */
enum proposal_kind {
    PROPOSAL_BACK,
    PROPOSAL_REMATCH,
    PROPOSAL_SIT,
    PROPOSAL_OPEN, /* show the hands of the deal in play to spectators */
    PROPOSALS
};

static inline bool message_has(const struct message *message, enum message_field field)
{
    return (message->has >> field & 1) != 0;
}
static inline void message_set_flag(struct message *message, enum message_field field)
{
    message->has |= UINT64_C(1) << field;
}

/* The reader of the message. */
enum message_source {
    MESSAGE_FROM_SERVER, /* reads clients' messages, strictly */
    MESSAGE_FROM_CLIENT, /* reads the server's messages, skipping unknown fields and kinds */
    MESSAGE_FROM_LOG     /* reads a table's log */
};
enum message_result {
    MESSAGE_VALID,
    MESSAGE_INVALID, /* *why has the reason */
    /* CLIENT and LOG only: an object of another kind, such as a line of a record */
    MESSAGE_NOT_MINE
};

/* Why a message was not understood: an id (the catalogue's net.<id> is the sentence) and the field
 * concerned. */
struct message_error {
    const char *why; /* "json", "object", "kind", "field", "value", "missing", "version", "long" */
    char field[24];  /* printable; "" if no field is concerned */
    int64_t id;      /* of the message if it could be read, else 0 */
};

/* Reads one message. Names, titles and chat are returned clean: valid UTF-8 without control,
 * bidirectional or zero-width characters, blanks collapsed, truncated to their limit. */
enum message_result message_parse(const char *text, size_t length, enum message_source reader,
                                  struct message *message, struct message_error *why);
/* The same for text that was parsed already; NULL: it was not JSON. */
enum message_result message_read(json_t *object, enum message_source reader,
                                 struct message *message, struct message_error *why);
/* Appends the message as one line, its fields in the order of enum message_field. */
void message_write(struct cn__text *lines, const struct message *message);

/* The word for a value of a field with a list of words: timer, join, here, stage, what. */
const char *message_word(enum message_field field, int value);

/* Sets up an empty message of a kind. */
void message_init(struct message *message, enum message_kind kind);
/* Set a text field (truncated to its size) or a number, and its bit. */
void message_set_text(struct message *message, enum message_field field, const char *text);
void message_set_number(struct message *message, enum message_field field, int64_t value);
/* Sets the scores of a deal, by side. */
void message_set_scores(struct message *message, const struct cn_score *sides, int count);

/* A row of the protocol's table, for programs that print it: a kind of message as one side sends
 * it. */
struct message_row {
    const char *name;
    uint64_t needs, may; /* bits of enum message_field */
    bool from_client, from_server;
};
/* Returns false past the last row. */
bool message_row_at(int index, struct message_row *row);
const char *message_field_name(enum message_field field);
/* The type of a field as TypeScript writes it: "number", "'all' | 'ask' | 'none'". */
void message_field_type(enum message_field field, char *text, size_t size);

/* Ready-made phrases by index: "well-played", …; NULL past the last. Sentences: phrase.<name>. */
const char *phrase_at(int index);
/* What a refusal means to a client that has not been welcomed yet. */
enum reason_outcome {
    REASON_PASSES, /* a later attempt may succeed */
    REASON_ENDS,   /* another attempt would be refused again */
    REASON_NO_SEAT /* no seat for it; it may still watch */
};
struct reason_code {
    const char *id;     /* the value of "why"; the catalogue's net.<id> is the sentence */
    uint8_t outcome;    /* enum reason_outcome */
    int16_t close_code; /* sent if the refusal closes the connection for good; 0: none */
};
/* Reasons for refusing a request or closing a connection, by index; NULL past the last. Covers
 * every value of "why" except the refusals of the rules. */
const char *reason_code_at(int index);
/* Returns NULL if 'why' is not listed. Add new reasons to the table, so that each has a
 * sentence. */
const struct reason_code *reason_code_find(const char *why);
/* The reason for a close code. NULL: the client reconnects. */
const struct reason_code *reason_code_of_close(int code);
bool is_reason_code(const char *why);

#endif
