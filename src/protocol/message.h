/* message.h -- the protocol's messages (docs/PROTOCOL.md): one flat type, both ways.
 *
 * A message is one JSON object, its kind in "t". One table in message.c says which kinds there are, which
 * fields each has and what a field may hold; it reads, writes and checks them all, so that a server and
 * its clients cannot disagree. A server reads strictly: a field that a kind does not have is refused. A
 * client ignores fields that it does not know, so that servers may learn new ones.
 *
 * Lines of a seat's record and the snapshot "view" come as lines of their own: world.h takes them in.
 */
#ifndef PROTOCOL_MESSAGE_H
#define PROTOCOL_MESSAGE_H

#include "record/record.h"

enum {
    PROTOCOL_VERSION = 1,
    CN_MESSAGE_BYTES = 4096, /* what a server reads of one message at most */
    CN_LINK_BYTES = 16,
    CN_TOKEN_BYTES = 16,
    CN_HASH_BYTES = 32,
    CN_PART_BYTES = 16,
    CN_SHEET_ITEMS = 8, /* numbers of one side's deal in "sheet" */
    CN_SHEET_DEALS = 24 /* so many of the last deals are told */
};

enum cn_message_kind {
    CN_MESSAGE_NONE,
    /* from a client, without a table */
    CN_MESSAGE_MAKE, /* a new table */
    CN_MESSAGE_LIST, /* which tables are listed */
    /* from a client: the first at a table, and the others */
    CN_MESSAGE_HELLO,
    CN_MESSAGE_ACT,
    CN_MESSAGE_SIT,
    MESSAGE_STAND,
    CN_MESSAGE_READY,
    CN_MESSAGE_PART,  /* and from the server: a part came */
    CN_MESSAGE_CUT,   /* from a client: k. From the server it is a line of the record */
    CN_MESSAGE_CHAT,  /* and from the server */
    CN_MESSAGE_PAUSE, /* and from the server */
    MESSAGE_UNDO,     /* to take actions back */
    CN_MESSAGE_REMATCH,
    CN_MESSAGE_VOTE,
    CN_MESSAGE_BOT,   /* host: a bot in an empty chair, or none */
    MESSAGE_EVICT,    /* host: takes a chair from its holder */
    CN_MESSAGE_SET,   /* host's choices; and from the server */
    CN_MESSAGE_HINT,  /* and from the server */
    CN_MESSAGE_SHARE, /* and from the server */
    CN_MESSAGE_SHEET, /* and from the server, one for each finished deal */
    CN_MESSAGE_SEATS, /* host: seats are drawn for */
    CN_MESSAGE_PING,
    /* from the server */
    CN_MESSAGE_LISTED,
    CN_MESSAGE_MADE,
    CN_MESSAGE_WELCOME,
    CN_MESSAGE_TABLE,
    CN_MESSAGE_SEAT,     /* who holds a chair */
    CN_MESSAGE_DRAWN,    /* what the holder of a chair drew for its seat, and which it gets */
    MESSAGE_PRESENCE,    /* is its holder there, or does a bot play for it? */
    CN_MESSAGE_COMMIT,   /* a fair deal begins: the hash of deck and nonce; send your part */
    CN_MESSAGE_SHUFFLED, /* the parts that came; the seat that cuts */
    CN_MESSAGE_PROPOSAL, /* to be voted on */
    CN_MESSAGE_SETTLED,  /* what became of it */
    CN_MESSAGE_CLOCK,    /* how long the deciding seat has */
    CN_MESSAGE_OK,
    CN_MESSAGE_NO,
    CN_MESSAGE_PONG,
    CN_MESSAGE_BYE, /* the connection is closed after this */
    /* only in a table's log */
    MESSAGE_ACKNOWLEDGED,
    CN_MESSAGE_SECRET,
    CN_MESSAGE_KINDS
};

/* Fields that a message has, a bit each, in the order in which they are written. */
enum cn_message_field {
    CN_FIELD_NUMBER, /* "#" */
    CN_FIELD_V,
    CN_FIELD_ID,
    CN_FIELD_AT,
    CN_FIELD_LAST,
    CN_FIELD_TABLE,
    CN_FIELD_TITLE,
    CN_FIELD_TOKEN,
    CN_FIELD_NEW, /* hello: whose token holds no chair may take one with it */
    CN_FIELD_SEAT,
    CN_FIELD_TO,
    CN_FIELD_NAME,
    CN_FIELD_HOST,
    CN_FIELD_LEVEL,
    CN_FIELD_HERE,
    CN_FIELD_READY,
    CN_FIELD_RULES,
    CN_FIELD_HOUSE,
    CN_FIELD_PLAYERS,
    CN_FIELD_TIMER,
    CN_FIELD_JOIN,
    CN_FIELD_WATCH,
    CN_FIELD_HINTS,
    CN_FIELD_LISTED,
    CN_FIELD_PACE,
    CN_FIELD_OPEN,
    CN_FIELD_DECK,     /* make: the cards of the first deal, in message->cards */
    CN_FIELD_ARRANGED, /* … so the first deal's cards were chosen by somebody */
    CN_FIELD_WATCHING,
    CN_FIELD_WATCHERS,
    CN_FIELD_ACTIONS,
    CN_FIELD_STAGE,
    CN_FIELD_ACTION,
    CN_FIELD_CARDS,
    CN_FIELD_WHAT,
    CN_FIELD_ON,
    CN_FIELD_N,
    CN_FIELD_YES,
    CN_FIELD_MS,
    CN_FIELD_DEAL,
    CN_FIELD_HASH,
    CN_FIELD_PART,
    CN_FIELD_PARTS,
    CN_FIELD_NONCE,
    CN_FIELD_K,
    CN_FIELD_TEXT,
    CN_FIELD_PHRASE,
    CN_FIELD_WHY,
    CN_FIELD_LAW,
    CN_FIELD_LINK,
    CN_FIELD_DONE, /* the highest id of this seat that was carried out */
    CN_FIELD_CODE,
    CN_FIELD_SIDES,
    CN_FIELDS
};

enum turn_timer {
    TURN_TIMER_NONE,
    TURN_TIMER_RELAXED,
    TURN_TIMER_BRISK
};
enum join_policy {
    CN_JOIN_ALL, /* whoever has the link */
    CN_JOIN_ASK, /* whom the host lets */
    CN_JOIN_NONE
};
enum presence_state {
    CN_HERE_AWAY,
    CN_HERE_YES,
    CN_HERE_BOT /* a bot plays until the holder is back */
};
enum table_stage {
    STAGE_LOBBY,         /* the host may start */
    STAGE_CONTRIBUTIONS, /* a fair deal: parts are awaited */
    STAGE_CUT,           /* … and the cut */
    STAGE_PLAY,          /* a deal is in play */
    STAGE_BETWEEN,       /* a deal has ended */
    STAGE_OVER           /* the game has */
};

struct cn_message {
    uint64_t has;                                         /* bit CN_FIELD_… */
    uint8_t kind;                                         /* enum cn_message_kind */
    uint8_t timer, join, watch, hints, stage, here, what; /* words; watch and hints: 1 allowed */
    bool host, listed, watching, actions, yes, ready, is_new, arranged;
    uint8_t part_count, part_given; /* bit s: the part of seat s came */
    int32_t v, seat, to, players, pace, open, watchers, on, n, ms, deal, k, code, card_count;
    int64_t number, id, at, last, done;
    char table[2 * CN_LINK_BYTES + 1], link[2 * CN_LINK_BYTES + 1]; /* hexadecimal, lower case */
    char rules[32], level[16], phrase[24], why[32], law[32];
    char name[100], title[200];
    char text[1004];  /* chat, or a sentence */
    char house[1024]; /* house rules as a profile writes them */
    char action[CN_ACTION_TEXT];
    uint8_t token[CN_TOKEN_BYTES], part[CN_PART_BYTES];
    uint8_t hash[CN_HASH_BYTES], nonce[CN_HASH_BYTES];
    uint8_t parts[CN_SEATS_MAX][CN_PART_BYTES];
    cn_card cards[CN_CARDS_MAX];
    uint8_t side_count;
    int32_t sides[CN_SIDES_MAX][CN_SHEET_ITEMS];
};

/* "what" of a proposal. */
enum proposal_kind {
    CN_PROPOSAL_BACK,
    CN_PROPOSAL_REMATCH,
    CN_PROPOSAL_SIT,
    CN_PROPOSAL_OPEN, /* the hands of the deal in play, to those who watch */
    CN_PROPOSALS
};

static inline bool cn_message_has(const struct cn_message *message, enum cn_message_field field)
{
    return (message->has >> field & 1) != 0;
}
static inline void message_set_flag(struct cn_message *message, enum cn_message_field field)
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
    MESSAGE_NOT_MINE /* CLIENT and LOG: an object of a kind that is none of these, as lines of a record are */
};

/* Why a message was not understood: an id (its sentence is the catalogue's net.<id>) and the field it is about. */
struct message_error {
    const char *why; /* "json", "object", "kind", "field", "value", "missing", "version", "long" */
    char field[24];  /* printable; "" if it is about none */
    int64_t id;      /* of the message as far as it could be read, else 0 */
};

/* Reads one message. Names, titles and chat come out clean: valid UTF-8, no control, bidirectional or
 * zero-width characters, blanks collapsed, cut at their limit. */
enum message_result message_parse(const char *text, size_t length, enum message_source reader,
                                  struct cn_message *message, struct message_error *why);
/* Appends the message as one line: the fields that it has, in their order. */
void message_write(struct cn_record_lines *lines, const struct cn_message *message);

/* An empty message of a kind. */
void message_init(struct cn_message *message, enum cn_message_kind kind);
/* Shorthand for messages put together: sets a text field (cut to its room) or a number, and its bit. */
void message_set_text(struct cn_message *message, enum cn_message_field field, const char *text);
void message_set_number(struct cn_message *message, enum cn_message_field field, int64_t value);
/* A deal's scores, as "sheet" tells them, both ways. */
void message_scores(struct cn_message *message, const struct cn_score *sides, int count);
void message_read_scores(const struct cn_message *message, struct cn_score sides[CN_SIDES_MAX]);

/* Ready-made phrases by index: "well-played", …; NULL past the last. Sentences: phrase.<name>. */
const char *phrase_at(int index);
/* Why something is refused or a connection closed, by index, NULL past the last: all that stands in "why" save the law's
 * refusals. Sentences: net.<id>. */
const char *reason_code_at(int index);
/* Is it one of these? Whoever refuses for a new reason lists it, so that it has a sentence. */
bool is_reason_code(const char *why);

/* Bytes and their lower-case hexadecimal; parse: false if it is not exactly 'count' bytes. */
void hex_format(const uint8_t *bytes, size_t count, char *text);
bool hex_parse(const char *text, size_t length, uint8_t *bytes, size_t count);

#endif
