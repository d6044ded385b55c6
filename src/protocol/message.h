/* message.h -- the protocol's messages (docs/PROTOCOL.md): one flat type, both ways.
 *
 * A message is one JSON object, its kind in "t". One table in message.c says which kinds there are,
 * which fields each has and what a field may hold; it reads, writes and checks them all, so that a
 * server and its clients cannot disagree. A server reads strictly: a field that a kind does not
 * have is refused. A client ignores fields that it does not know, so that servers may learn new
 * ones.
 *
 * Lines of a seat's record and the snapshot "view" come as lines of their own: world.h takes them
 * in.
 */
#ifndef PROTOCOL_MESSAGE_H
#define PROTOCOL_MESSAGE_H

#include "record/record.h"

enum {
    PROTOCOL_VERSION = 1,
    MESSAGE_BYTES = 4096, /* what a server reads of one message at most */
    LINK_BYTES = 16,
    TOKEN_BYTES = 16,
    HASH_BYTES = 32,
    PART_BYTES = 16,
    SHEET_DEALS = 24,    /* a table sends this many of the latest deals */
    CLOSE_TAKEN = 4001,  /* the seat was opened elsewhere */
    CLOSE_TOKEN = 4003,  /* a token that holds no seat here */
    CLOSE_REFUSED = 4004 /* not let in */
};

enum message_kind {
    MESSAGE_NONE,
    /* from a client, without a table */
    MESSAGE_MAKE, /* a new table */
    MESSAGE_LIST, /* which tables are listed */
    /* from a client: the first at a table, and the others */
    MESSAGE_HELLO,
    MESSAGE_ACT,
    MESSAGE_SIT,
    MESSAGE_STAND,
    MESSAGE_READY,
    MESSAGE_PART,  /* and from the server: a part came */
    MESSAGE_CUT,   /* from a client: k. From the server it is a line of the record */
    MESSAGE_CHAT,  /* and from the server */
    MESSAGE_PAUSE, /* and from the server */
    MESSAGE_UNDO,  /* to take actions back */
    MESSAGE_REMATCH,
    MESSAGE_VOTE,
    MESSAGE_BOT,   /* host: a bot in an empty chair, or none */
    MESSAGE_EVICT, /* host: takes a chair from its holder */
    MESSAGE_SET,   /* host's choices; and from the server */
    MESSAGE_HINT,  /* and from the server */
    MESSAGE_SHARE, /* and from the server */
    MESSAGE_SHEET, /* and from the server, one for each finished deal */
    MESSAGE_SEATS, /* host: seats are drawn for */
    MESSAGE_PING,
    /* from the server */
    MESSAGE_LISTED,
    MESSAGE_MADE,
    MESSAGE_WELCOME,
    MESSAGE_TABLE,
    MESSAGE_SEAT,     /* who holds a chair */
    MESSAGE_DRAWN,    /* what the holder of a chair drew for its seat, and which it gets */
    MESSAGE_PRESENCE, /* is its holder there, or does a bot play for it? */
    MESSAGE_COMMIT,   /* a fair deal begins: the hash of deck and nonce; send your part */
    MESSAGE_SHUFFLED, /* the parts that came; the seat that cuts */
    MESSAGE_PROPOSAL, /* to be voted on */
    MESSAGE_SETTLED,  /* what became of it */
    MESSAGE_CLOCK,    /* how long the deciding seat has */
    MESSAGE_OK,
    MESSAGE_NO,
    MESSAGE_PONG,
    MESSAGE_BYE, /* the connection is closed after this */
    /* only in a table's log */
    MESSAGE_ACKNOWLEDGED,
    MESSAGE_SECRET,
    MESSAGE_KINDS
};

/* Fields that a message has, a bit each, in the order in which they are written. */
enum message_field {
    FIELD_NUMBER, /* "#" */
    FIELD_V,
    FIELD_ID,
    FIELD_AT,
    FIELD_LAST,
    FIELD_TABLE,
    FIELD_TITLE,
    FIELD_TOKEN,
    FIELD_NEW, /* hello: whose token holds no chair may take one with it */
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
    FIELD_ARRANGED, /* … so the first deal's cards were chosen by somebody */
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
    FIELDS
};

enum turn_timer {
    TURN_TIMER_NONE,
    TURN_TIMER_RELAXED,
    TURN_TIMER_BRISK
};
enum join_policy {
    JOIN_ALL, /* whoever has the link */
    JOIN_ASK, /* whom the host lets */
    JOIN_NONE
};
enum presence_state {
    HERE_AWAY,
    HERE_YES,
    HERE_BOT /* a bot plays until the holder is back */
};
enum table_stage {
    STAGE_LOBBY,         /* the host may start */
    STAGE_CONTRIBUTIONS, /* a fair deal: parts are awaited */
    STAGE_CUT,           /* … and the cut */
    STAGE_PLAY,          /* a deal is in play */
    STAGE_BETWEEN,       /* a deal has ended */
    STAGE_OVER           /* the game has */
};

struct message {
    uint64_t has;                                         /* bit CN_FIELD_… */
    uint8_t kind;                                         /* enum message_kind */
    uint8_t timer, join, watch, hints, stage, here, what; /* words; watch and hints: 1 allowed */
    bool host, listed, watching, actions, yes, ready, is_new, arranged;
    uint8_t part_count, part_given; /* bit s: the part of seat s came */
    int32_t v, seat, to, players, pace, open, watchers, on, n, ms, deal, k, code, card_count;
    int64_t number, id, at, last, done;
    char table[2 * LINK_BYTES + 1], link[2 * LINK_BYTES + 1]; /* hexadecimal, lower case */
    char rules[32], level[16], phrase[24], why[32], law[32];
    char name[100], title[200];
    char text[1004];  /* chat, or a sentence */
    char house[1024]; /* house rules as a profile writes them */
    char action[CN_ACTION_TEXT];
    uint8_t token[TOKEN_BYTES], part[PART_BYTES];
    uint8_t hash[HASH_BYTES], nonce[HASH_BYTES];
    uint8_t parts[CN_SEATS_MAX][PART_BYTES];
    cn_card cards[CN_CARDS_MAX];
    uint8_t side_count;
    struct cn_score sides[CN_SIDES_MAX];
};

/* "what" of a proposal. */
enum proposal_kind {
    PROPOSAL_BACK,
    PROPOSAL_REMATCH,
    PROPOSAL_SIT,
    PROPOSAL_OPEN, /* the hands of the deal in play, to those who watch */
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

/* Whose messages are read. */
enum message_source {
    MESSAGE_FROM_SERVER, /* what clients send: strictly */
    MESSAGE_FROM_CLIENT, /* what a server sends: unknown fields and kinds are skipped */
    MESSAGE_FROM_LOG     /* a table's log */
};
enum message_result {
    MESSAGE_VALID,
    MESSAGE_INVALID, /* *why says what is wrong */
    /* CLIENT and LOG: an object of a kind that is none of these, as lines of a record are */
    MESSAGE_NOT_MINE
};

/* Why a message was not understood: an id (its sentence is the catalogue's net.<id>) and the
 * field it is about. */
struct message_error {
    const char *why; /* "json", "object", "kind", "field", "value", "missing", "version", "long" */
    char field[24];  /* printable; "" if it is about none */
    int64_t id;      /* of the message as far as it could be read, else 0 */
};

/* Reads one message. Names, titles and chat come out clean: valid UTF-8, no control,
 * bidirectional or zero-width characters, blanks collapsed, cut at their limit. */
enum message_result message_parse(const char *text, size_t length, enum message_source reader,
                                  struct message *message, struct message_error *why);
/* Appends the message as one line: the fields that it has, in their order. */
void message_write(struct cn__text *lines, const struct message *message);

/* The word for a value of a field that is one of a list: timer, join, here, stage, what. */
const char *message_word(enum message_field field, int value);

/* An empty message of a kind. */
void message_init(struct message *message, enum message_kind kind);
/* Shorthand for messages put together: sets a text field (cut to its room) or a number, and its
 * bit. */
void message_set_text(struct message *message, enum message_field field, const char *text);
void message_set_number(struct message *message, enum message_field field, int64_t value);
/* Sets the scores of a deal, by side. */
void message_set_scores(struct message *message, const struct cn_score *sides, int count);

/* The table itself, for programs that print it: the kinds of message, as one side sends them. */
struct message_row {
    const char *name;
    uint64_t needs, may; /* bits of enum message_field */
    bool from_client, from_server;
};
/* False past the last. */
bool message_row_at(int index, struct message_row *row);
const char *message_field_name(enum message_field field);
/* The type of a field as TypeScript writes it: "number", "'all' | 'ask' | 'none'". */
void message_field_type(enum message_field field, char *text, size_t size);

/* Ready-made phrases by index: "well-played", …; NULL past the last. Sentences: phrase.<name>. */
const char *phrase_at(int index);
/* What a refusal means to a client that no welcome has reached yet. */
enum reason_outcome {
    REASON_PASSES,  /* it may come back and be let in */
    REASON_ENDS,    /* to come back would be refused again */
    REASON_NO_CHAIR /* no seat for it; it may still watch */
};
struct reason_code {
    const char *id;     /* what stands in "why"; its sentence is the catalogue's net.<id> */
    uint8_t outcome;    /* enum reason_outcome */
    int16_t close_code; /* of a connection that is closed for it for good; 0: none */
};
/* Why something is refused or a connection closes, by index, NULL past the last: all that stands in
 * "why" except the law's refusals. */
const char *reason_code_at(int index);
/* NULL if it is none of these. A new reason to refuse needs its row, so that it has a sentence. */
const struct reason_code *reason_code_find(const char *why);
/* The reason behind the code of a closed connection. NULL: the client comes back. */
const struct reason_code *reason_code_of_close(int code);
bool is_reason_code(const char *why);

#endif
