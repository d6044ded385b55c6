/* message.c -- the table of the protocol, and the reader and writer driven by it. */
#include "message.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "plain_text.h"

/* ---- fields ---- */

enum form {
    FORM_INT32,
    FORM_INT64,
    FORM_BOOL,
    FORM_WORD,  /* one of a list; stored as its index */
    FORM_NAME,  /* an id: letters, digits and - _ . */
    FORM_LINK,  /* hexadecimal, stored as text */
    FORM_HEX,   /* bytes */
    FORM_TEXT,  /* typed by people, cleaned; low: maximum number of characters */
    FORM_LINES, /* text of several lines, unchanged */
    FORM_ACTION,
    FORM_CARDS,
    FORM_DECK, /* cards as one text, two characters each */
    FORM_PART,
    FORM_PARTS,
    FORM_SIDES
};

static const char *const timer_words[] = {"none", "relaxed", "brisk", "day", "days", "week", NULL};
static const char *const join_words[] = {"all", "ask", "none", NULL};
static const char *const here_words[] = {"away", "yes", "bot", NULL};
static const char *const stage_words[] = {"lobby", "pledges", "cut",  "parts",
                                          "play",  "between", "over", NULL};
static const char *const what_words[] = {"back", "rematch", "sit", "open", NULL};

#define AT(member) offsetof(struct message, member), sizeof(((struct message *)0)->member)

enum {
    NUMBER_MOST = 9007199254740991,         /* exact in every language's numbers */
    SHEET_NUMBERS = CN_SCORE_ITEM_COUNT + 1 /* of one side in "sheet", at most */
};

static const struct field {
    const char *name;
    enum form form;
    size_t offset, size;
    int64_t low, high;
    const char *const *words;
} fields[FIELDS] = {
    [FIELD_NUMBER] = {"#", FORM_INT64, AT(number), 0, NUMBER_MOST, NULL},
    [FIELD_V] = {"v", FORM_INT32, AT(v), 0, 1000000, NULL},
    [FIELD_ID] = {"id", FORM_INT64, AT(id), 1, NUMBER_MOST, NULL},
    [FIELD_AT] = {"at", FORM_INT64, AT(at), 0, NUMBER_MOST, NULL},
    [FIELD_LAST] = {"last", FORM_INT64, AT(last), 0, NUMBER_MOST, NULL},
    [FIELD_TABLE] = {"table", FORM_LINK, AT(table), 0, 0, NULL},
    [FIELD_TITLE] = {"title", FORM_TEXT, AT(title), 48, 0, NULL},
    [FIELD_TOKEN] = {"token", FORM_HEX, AT(token), 0, 0, NULL},
    [FIELD_NEW] = {"new", FORM_BOOL, AT(is_new), 0, 0, NULL},
    [FIELD_SEAT] = {"seat", FORM_INT32, AT(seat), 0, CN_SEATS_MAX - 1, NULL},
    [FIELD_TO] = {"to", FORM_INT32, AT(to), 0, CN_SEATS_MAX - 1, NULL},
    [FIELD_NAME] = {"name", FORM_TEXT, AT(name), 24, 0, NULL},
    [FIELD_HOST] = {"host", FORM_BOOL, AT(host), 0, 0, NULL},
    [FIELD_LEVEL] = {"level", FORM_NAME, AT(level), 0, 0, NULL},
    [FIELD_HERE] = {"here", FORM_WORD, AT(here), 0, 0, here_words},
    [FIELD_READY] = {"ready", FORM_BOOL, AT(ready), 0, 0, NULL},
    [FIELD_RULES] = {"rules", FORM_NAME, AT(rules), 0, 0, NULL},
    [FIELD_HOUSE] = {"house", FORM_LINES, AT(house), 0, 0, NULL},
    [FIELD_PLAYERS] = {"players", FORM_INT32, AT(players), 2, CN_SEATS_MAX, NULL},
    [FIELD_TIMER] = {"timer", FORM_WORD, AT(timer), 0, 0, timer_words},
    [FIELD_JOIN] = {"join", FORM_WORD, AT(join), 0, 0, join_words},
    [FIELD_WATCH] = {"watch", FORM_BOOL, AT(watch), 0, 0, NULL},
    [FIELD_HINTS] = {"hints", FORM_BOOL, AT(hints), 0, 0, NULL},
    [FIELD_LISTED] = {"listed", FORM_BOOL, AT(listed), 0, 0, NULL},
    [FIELD_PACE] = {"pace", FORM_INT32, AT(pace), 0, 5000, NULL},
    [FIELD_OPEN] = {"open", FORM_INT32, AT(open), 0, 3600, NULL},
    [FIELD_DECK] = {"deck", FORM_DECK, AT(cards), 0, 0, NULL},
    [FIELD_ARRANGED] = {"arranged", FORM_BOOL, AT(arranged), 0, 0, NULL},
    [FIELD_WATCHING] = {"watching", FORM_BOOL, AT(watching), 0, 0, NULL},
    [FIELD_WATCHERS] = {"watchers", FORM_INT32, AT(watchers), 0, 1000000, NULL},
    [FIELD_ACTIONS] = {"actions", FORM_BOOL, AT(actions), 0, 0, NULL},
    [FIELD_STAGE] = {"stage", FORM_WORD, AT(stage), 0, 0, stage_words},
    [FIELD_ACTION] = {"action", FORM_ACTION, AT(action), 0, 0, NULL},
    [FIELD_CARDS] = {"cards", FORM_CARDS, AT(cards), 0, 0, NULL},
    [FIELD_WHAT] = {"what", FORM_WORD, AT(what), 0, 0, what_words},
    [FIELD_ON] = {"on", FORM_INT32, AT(on), 1, INT32_MAX, NULL},
    [FIELD_N] = {"n", FORM_INT32, AT(n), 0, 1000000, NULL},
    [FIELD_YES] = {"yes", FORM_BOOL, AT(yes), 0, 0, NULL},
    [FIELD_MS] = {"ms", FORM_INT32, AT(ms), 0, INT32_MAX, NULL},
    [FIELD_DEAL] = {"deal", FORM_INT32, AT(deal), 1, INT32_MAX, NULL},
    [FIELD_HASH] = {"hash", FORM_HEX, AT(hash), 0, 0, NULL},
    [FIELD_ABSENT] = {"absent", FORM_INT32, AT(absent), 0, (1 << CN_SEATS_MAX) - 1, NULL},
    [FIELD_PLEDGE] = {"pledge", FORM_HEX, AT(pledge), 0, 0, NULL},
    [FIELD_PLEDGES] = {"pledges", FORM_PARTS, AT(parts), 0, 0, NULL},
    [FIELD_PART] = {"part", FORM_PART, AT(part), 0, 0, NULL},
    [FIELD_PARTS] = {"parts", FORM_PARTS, AT(parts), 0, 0, NULL},
    [FIELD_NONCE] = {"nonce", FORM_HEX, AT(nonce), 0, 0, NULL},
    [FIELD_K] = {"k", FORM_INT32, AT(k), 0, CN_CARDS_MAX, NULL},
    [FIELD_TEXT] = {"text", FORM_TEXT, AT(text), 250, 0, NULL},
    [FIELD_PHRASE] = {"phrase", FORM_NAME, AT(phrase), 0, 0, NULL},
    [FIELD_WHY] = {"why", FORM_NAME, AT(why), 0, 0, NULL},
    [FIELD_LAW] = {"law", FORM_NAME, AT(law), 0, 0, NULL},
    [FIELD_LINK] = {"link", FORM_LINK, AT(link), 0, 0, NULL},
    [FIELD_DONE] = {"done", FORM_INT64, AT(done), 0, NUMBER_MOST, NULL},
    [FIELD_CODE] = {"code", FORM_INT32, AT(code), 0, 4999, NULL},
    [FIELD_SIDES] = {"sides", FORM_SIDES, AT(sides), -CN__SCORE_MOST, CN__SCORE_MOST, NULL},
    [FIELD_PLAY] = {"play", FORM_LINES, AT(house), 0, 0, NULL},
    [FIELD_MADE] = {"made", FORM_INT32, AT(made), -CN__SCORE_MOST, CN__SCORE_MOST, NULL},
    [FIELD_THEIRS] = {"theirs", FORM_INT32, AT(theirs), -CN__SCORE_MOST, CN__SCORE_MOST, NULL},
    [FIELD_URL] = {"url", FORM_TEXT, AT(url), 250, 0, NULL},
};

/* ---- kinds ---- */

enum {
    CLIENT = 1,
    SERVER = 2,
    LOG = 4
};
#define F(field) (UINT64_C(1) << FIELD_##field)
#define CHOICES \
    (F(TITLE) | F(TIMER) | F(JOIN) | F(WATCH) | F(HINTS) | F(LISTED) | F(PACE) | F(OPEN))
#define RULES_OF (F(RULES) | F(HOUSE) | F(PLAYERS))

static const struct kind {
    const char *name;
    uint64_t needs, may;
    enum message_kind kind;
    unsigned from;
} kinds[] = {
    {"act", F(ID) | F(AT) | F(ACTION), F(CARDS), MESSAGE_ACT, CLIENT},
    {"make", F(V), F(ID) | F(NAME) | F(SEAT) | F(DECK) | RULES_OF | CHOICES, MESSAGE_MAKE, CLIENT},
    {"list", 0, F(V) | F(ID) | F(TABLE) | F(TOKEN), MESSAGE_LIST, CLIENT},
    {"daily", F(V) | F(TOKEN) | F(DEAL), F(ID) | F(NAME) | F(PLAY), MESSAGE_DAILY, CLIENT},
    {"daily", F(DEAL) | F(MADE), F(NAME) | F(N) | F(YES) | F(THEIRS), MESSAGE_DAILY, SERVER},
    {"hello", F(V) | F(TABLE),
     F(TOKEN) | F(NEW) | F(NAME) | F(LAST) | F(SEAT) | F(WATCHING) | F(ACTIONS), MESSAGE_HELLO,
     CLIENT},
    {"sit", F(ID) | F(SEAT), F(NAME) | F(TOKEN), MESSAGE_SIT, CLIENT},
    {"rise", F(ID), 0, MESSAGE_STAND, CLIENT},
    {"ready", F(ID), 0, MESSAGE_READY, CLIENT},
    {"pledge", F(ID) | F(DEAL) | F(PLEDGE), 0, MESSAGE_PLEDGE, CLIENT},
    {"pledge", F(SEAT) | F(PLEDGE), F(NUMBER), MESSAGE_PLEDGE, SERVER | LOG},
    {"part", F(ID) | F(DEAL), F(PART), MESSAGE_PART, CLIENT},
    {"part", F(SEAT) | F(PART), F(NUMBER), MESSAGE_PART, SERVER | LOG},
    {"cut", F(ID) | F(K), 0, MESSAGE_CUT, CLIENT},
    {"chat", F(ID), F(TEXT) | F(PHRASE), MESSAGE_CHAT, CLIENT},
    {"chat", F(NAME), F(NUMBER) | F(SEAT) | F(TEXT) | F(PHRASE), MESSAGE_CHAT, SERVER | LOG},
    {"pause", F(ID) | F(YES), 0, MESSAGE_PAUSE, CLIENT},
    {"pause", F(YES), F(NUMBER) | F(SEAT), MESSAGE_PAUSE, SERVER | LOG},
    {"back", F(ID), F(N), MESSAGE_UNDO, CLIENT},
    {"rematch", F(ID), 0, MESSAGE_REMATCH, CLIENT},
    {"vote", F(ID) | F(ON) | F(YES), 0, MESSAGE_VOTE, CLIENT},
    {"bot", F(ID) | F(SEAT), F(LEVEL), MESSAGE_BOT, CLIENT},
    {"free", F(ID) | F(SEAT), 0, MESSAGE_EVICT, CLIENT},
    {"set", F(ID), CHOICES, MESSAGE_SET, CLIENT},
    {"set", 0, F(NUMBER) | CHOICES, MESSAGE_SET, SERVER | LOG},
    {"hint", F(ID), 0, MESSAGE_HINT, CLIENT},
    {"hint", F(ID) | F(ACTION), F(WHY) | F(TEXT) | F(N), MESSAGE_HINT, SERVER},
    {"share", F(ID), 0, MESSAGE_SHARE, CLIENT},
    {"share", F(LINK), F(NUMBER), MESSAGE_SHARE, SERVER | LOG},
    {"sheet", F(ID), 0, MESSAGE_SHEET, CLIENT},
    {"sheet", F(DEAL) | F(SIDES), 0, MESSAGE_SHEET, SERVER},
    {"seats", F(ID), 0, MESSAGE_SEATS, CLIENT},
    {"drawn", F(SEAT) | F(TO) | F(CARDS), F(NUMBER), MESSAGE_DRAWN, SERVER | LOG},
    {"ping", 0, F(ID), MESSAGE_PING, CLIENT},
    {"pong", 0, F(ID), MESSAGE_PONG, SERVER},
    {"listed", F(TABLE),
     F(TITLE) | F(NAME) | RULES_OF | F(N) | F(STAGE) | F(WATCHERS) | F(ARRANGED) | F(TIMER) |
         F(SEAT) | F(YES) | F(MS) | F(URL),
     MESSAGE_LISTED, SERVER},
    {"made", F(TABLE) | F(TOKEN) | F(SEAT), F(ID), MESSAGE_MADE, SERVER},
    {"welcome", F(V) | F(TABLE) | F(LAST), F(SEAT) | F(TOKEN) | F(WATCHING) | F(DONE),
     MESSAGE_WELCOME, SERVER},
    {"table", RULES_OF & ~F(HOUSE), F(NUMBER) | F(HOUSE) | F(STAGE) | F(ARRANGED) | CHOICES,
     MESSAGE_TABLE, SERVER},
    {"table", F(V) | F(LINK) | (RULES_OF & ~F(HOUSE)), F(HOUSE) | F(DECK) | CHOICES, MESSAGE_TABLE,
     LOG},
    {"seat", F(SEAT), F(NUMBER) | F(NAME) | F(HOST) | F(LEVEL), MESSAGE_SEAT, SERVER},
    {"seat", F(SEAT), F(NAME) | F(HOST) | F(LEVEL) | F(HASH), MESSAGE_SEAT, LOG},
    {"here", 0, F(SEAT) | F(HERE) | F(READY) | F(WATCHERS), MESSAGE_PRESENCE, SERVER},
    {"commit", F(DEAL) | F(HASH), F(NUMBER) | F(ABSENT), MESSAGE_COMMIT, SERVER},
    {"pledged", F(SEAT) | F(PLEDGES), F(NUMBER), MESSAGE_PLEDGED, SERVER | LOG},
    {"open", F(DEAL), F(NUMBER) | F(K), MESSAGE_OPEN, SERVER | LOG},
    {"shuffled", F(SEAT) | F(PARTS), 0, MESSAGE_SHUFFLED, LOG},
    {"proposal", F(WHAT) | F(ON), F(SEAT) | F(NAME) | F(N), MESSAGE_PROPOSAL, SERVER},
    {"settled", F(WHAT) | F(ON) | F(YES), 0, MESSAGE_SETTLED, SERVER},
    {"clock", F(SEAT) | F(MS), 0, MESSAGE_CLOCK, SERVER},
    {"ok", F(ID), F(AT), MESSAGE_OK, SERVER},
    {"no", F(WHY), F(ID) | F(AT) | F(TEXT) | F(LAW), MESSAGE_NO, SERVER},
    {"bye", F(CODE), F(WHY) | F(URL), MESSAGE_BYE, SERVER},
    {"did", F(SEAT), F(ID) | F(ACTION) | F(CARDS), MESSAGE_ACKNOWLEDGED, LOG},
    {"until", F(SEAT) | F(AT), 0, MESSAGE_UNTIL, LOG},
    {"secret", F(DEAL) | F(NONCE) | F(CARDS), F(V), MESSAGE_SECRET, LOG},
};
enum {
    KINDS = sizeof kinds / sizeof kinds[0]
};

static unsigned from_of(enum message_source reader)
{
    return reader == MESSAGE_FROM_SERVER ? CLIENT : reader == MESSAGE_FROM_CLIENT ? SERVER : LOG;
}

static const struct kind *find_kind(const char *name, enum message_source reader)
{
    for (int i = 0; i < KINDS; i++)
        if ((kinds[i].from & from_of(reader)) != 0 && strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

static const char *name_of(int kind)
{
    for (int i = 0; i < KINDS; i++)
        if (kinds[i].kind == (enum message_kind)kind)
            return kinds[i].name;
    return "none";
}

static int find_field(const char *name)
{
    for (int i = 0; i < FIELDS; i++)
        if (fields[i].name[0] == name[0] && strcmp(fields[i].name, name) == 0)
            return i;
    return -1;
}

/* ---- printing the table ---- */

bool message_row_at(int index, struct message_row *row)
{
    if (index >= KINDS)
        return false;
    const struct kind *kind = &kinds[index];
    *row = (struct message_row){kind->name, kind->needs, kind->may, (kind->from & CLIENT) != 0,
                                (kind->from & SERVER) != 0};
    return true;
}

const char *message_field_name(enum message_field field)
{
    return fields[field].name;
}

static void words_type(const char *const *words, char *text, size_t size)
{
    size_t length = 0;
    for (int i = 0; words[i] != NULL && length < size; i++)
        length +=
            (size_t)snprintf(text + length, size - length, "%s'%s'", i > 0 ? " | " : "", words[i]);
}

void message_field_type(enum message_field field, char *text, size_t size)
{
    const char *type = "string";
    switch (fields[field].form) {
    case FORM_WORD: words_type(fields[field].words, text, size); return;
    case FORM_INT32:
    case FORM_INT64: type = "number"; break;
    case FORM_BOOL: type = "boolean"; break;
    case FORM_CARDS: type = "Card[]"; break;
    case FORM_PARTS: type = "SharedPart[]"; break;
    case FORM_SIDES: type = "number[][]"; break;
    case FORM_NAME:
    case FORM_LINK:
    case FORM_HEX:
    case FORM_PART:
    case FORM_TEXT:
    case FORM_LINES:
    case FORM_ACTION:
    case FORM_DECK: break;
    }
    snprintf(text, size, "%s", type);
}

/* ---- phrases ---- */

const char *phrase_at(int index)
{
    static const char *const phrases[] = {"hello",  "good-luck", "well-played", "nice-canasta",
                                          "thanks", "your-turn", "one-moment",  "sorry",
                                          "oh-no",  "good-game", "goodbye"};
    return index >= 0 && index < (int)(sizeof phrases / sizeof phrases[0]) ? phrases[index] : NULL;
}

static bool is_phrase(const char *name)
{
    const char *phrase;
    for (int i = 0; (phrase = phrase_at(i)) != NULL; i++)
        if (strcmp(phrase, name) == 0)
            return true;
    return false;
}

/* ---- reasons ---- */

/* What a reason means to a client that has not joined the table, and the close code sent if it is
 * final. All clients use this table (src/client/session.c). */
static const struct reason_code reasons[] = {
    {"json", REASON_PASSES, 0},
    {"object", REASON_PASSES, 0},
    {"kind", REASON_PASSES, 0},
    {"field", REASON_PASSES, 0},
    {"value", REASON_PASSES, 0},
    {"missing", REASON_PASSES, 0},
    {"version", REASON_ENDS, 0},
    {"long", REASON_PASSES, 0},
    {"hello", REASON_PASSES, 0},
    {"no-deal", REASON_PASSES, 0},
    {"no-cut", REASON_PASSES, 0},
    {"no-game", REASON_PASSES, 0},
    {"not-over", REASON_PASSES, 0},
    {"playing", REASON_PASSES, 0},
    {"turn", REASON_PASSES, 0},
    {"late", REASON_PASSES, 0},
    {"old", REASON_PASSES, 0},
    {"paused", REASON_PASSES, 0},
    {"given", REASON_PASSES, 0},
    {"pledge", REASON_PASSES, 0},
    {"absent", REASON_PASSES, 0},
    {"gone", REASON_PASSES, 0},
    {"host", REASON_PASSES, 0},
    {"seat", REASON_PASSES, 0},
    {"seated", REASON_PASSES, 0},
    {"watching", REASON_PASSES, 0},
    {"token", REASON_ENDS, CLOSE_TOKEN},
    {"name", REASON_ENDS, 0},
    {"full", REASON_NO_SEAT, 0},
    {"join", REASON_NO_SEAT, CLOSE_REFUSED},
    {"ask", REASON_PASSES, 0},
    {"watch", REASON_ENDS, 0},
    {"crowd", REASON_ENDS, 0},
    {"cards", REASON_PASSES, 0},
    {"cut", REASON_PASSES, 0},
    {"back", REASON_PASSES, 0},
    {"level", REASON_PASSES, 0},
    {"hints", REASON_PASSES, 0},
    {"busy", REASON_PASSES, 0},
    {"rules", REASON_PASSES, 0},
    {"house", REASON_PASSES, 0},
    {"away", REASON_PASSES, 0},
    {"hand", REASON_NO_SEAT, 0},
    {"players", REASON_PASSES, 0},
    {"storage", REASON_PASSES, 0},
    {"table", REASON_ENDS, 0},
    {"damaged", REASON_ENDS, 0},
    {"memory", REASON_PASSES, 0},
    {"taken", REASON_PASSES, CLOSE_TAKEN},
    {"restart", REASON_PASSES, 0},
    {"slow", REASON_PASSES, 0},
    {"chat", REASON_PASSES, 0},
    {"chairs", REASON_PASSES, 0},
    {"deck", REASON_PASSES, 0},
    {"deal", REASON_PASSES, 0},
    {"lost", REASON_PASSES, 0},
    {"day", REASON_PASSES, 0},
    {"play", REASON_PASSES, 0},
};
enum {
    REASONS = sizeof reasons / sizeof reasons[0]
};

const char *reason_code_at(int index)
{
    return index >= 0 && index < REASONS ? reasons[index].id : NULL;
}

const struct reason_code *reason_code_find(const char *why)
{
    for (int i = 0; i < REASONS; i++)
        if (strcmp(reasons[i].id, why) == 0)
            return &reasons[i];
    return NULL;
}

const struct reason_code *reason_code_of_close(int code)
{
    for (int i = 0; i < REASONS; i++)
        if (code != 0 && reasons[i].close_code == code)
            return &reasons[i];
    return NULL;
}

bool is_reason_code(const char *why)
{
    return reason_code_find(why) != NULL;
}

/* ---- reading ---- */

static void *member(struct message *message, const struct field *field)
{
    return (char *)message + field->offset;
}

static bool read_number(const json_t *value, const struct field *field, void *to)
{
    int64_t number;
    if (!cn__read_int(value, field->name, field->low, field->high, &number, NULL))
        return false;
    if (field->form == FORM_INT64)
        *(int64_t *)to = number;
    else
        *(int32_t *)to = (int32_t)number;
    return true;
}

static bool read_word(const json_t *value, const struct field *field, void *to)
{
    const char *word = json_string_value(value);
    for (int i = 0; word != NULL && field->words[i] != NULL; i++) {
        if (strcmp(field->words[i], word) != 0)
            continue;
        *(uint8_t *)to = (uint8_t)i;
        return true;
    }
    return false;
}

static bool is_name(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '-' || c == '_' || c == '.'))
            return false;
    }
    return length > 0;
}

static bool read_plain(const json_t *value, const struct field *field, void *to)
{
    const char *text = json_string_value(value);
    const size_t length = json_string_length(value);
    if (text == NULL || length >= field->size)
        return false;
    if (field->form == FORM_NAME && !is_name(text, length))
        return false;
    if (field->form == FORM_LINES && !plain_text_is_safe(text, length))
        return false;
    if (field->form == FORM_LINK) {
        uint8_t bytes[LINK_BYTES];
        if (!cn__hex_parse(text, length, bytes, sizeof bytes))
            return false;
    }
    if (field->form == FORM_ACTION && !cn_action_is_string(text, length))
        return false;
    memcpy(to, text, length + 1);
    return true;
}

static bool read_text(const json_t *value, const struct field *field, void *to)
{
    const char *text = json_string_value(value);
    if (text == NULL)
        return false;
    return plain_text_clean(text, json_string_length(value), (int)field->low, to, field->size) > 0;
}

static bool read_deck(const json_t *value, struct message *message)
{
    const char *text = json_string_value(value);
    const size_t length = json_string_length(value);
    if (text == NULL || length % 2 != 0 || length / 2 > CN_CARDS_MAX)
        return false;
    message->card_count = (int32_t)(length / 2);
    for (int i = 0; i < message->card_count; i++) {
        const char name[] = {text[2 * i], text[2 * i + 1], '\0'};
        message->cards[i] = cn_card_parse(name);
        if (message->cards[i] == CN_NO_CARD)
            return false;
    }
    return true;
}

/* Only logs have parts of version 1, which are shorter. */
static bool read_part(const json_t *value, enum message_source reader, struct message *message)
{
    const bool old =
        reader == MESSAGE_FROM_LOG && json_string_length(value) == (size_t)2 * OLD_PART_BYTES;
    message->part_bytes = old ? OLD_PART_BYTES : PART_BYTES;
    return cn__read_hex(value, "part", message->part, message->part_bytes, NULL);
}

static bool read_parts(const json_t *value, size_t bytes, struct message *message)
{
    const size_t count = json_array_size(value);
    if (!json_is_array(value) || count < 2 || count > CN_SEATS_MAX)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(value, i);
        if (json_is_null(item))
            continue;
        if (!json_is_string(item) ||
            !cn__hex_parse(json_string_value(item), json_string_length(item), message->parts[i],
                           bytes))
            return false;
        message->part_given |= (uint8_t)(1u << i);
    }
    message->part_count = (uint8_t)count;
    message->part_bytes = (uint8_t)bytes;
    return true;
}

/* Lists the items of a side in "sheet", in order: the items that records always have, the score
 * after the deal, then the other items, without trailing zeros. The total is not sent. Returns the
 * minimum number of items. */
static int sheet_order(int order[SHEET_NUMBERS])
{
    int count = 0;
    for (int item = 0; item < CN_SCORE_ITEM_COUNT; item++)
        if (cn_score_item_at(item)->written)
            order[count++] = item;
    order[count++] = CN_SCORE_AFTER;
    const int least = count;
    for (int item = 0; item < CN_SCORE_ITEM_COUNT; item++)
        if (!cn_score_item_at(item)->written)
            order[count++] = item;
    return least;
}

static bool read_side(const json_t *value, const struct field *field, struct cn_score *score)
{
    int order[SHEET_NUMBERS];
    const size_t least = (size_t)sheet_order(order);
    const size_t count = json_array_size(value);
    if (count < least || count > SHEET_NUMBERS)
        return false;
    memset(score, 0, sizeof *score);
    for (size_t i = 0; i < count; i++) {
        int32_t *number = order[i] == CN_SCORE_AFTER ? &score->after : &score->item[order[i]];
        if (!read_number(json_array_get(value, i), field, number))
            return false;
    }
    for (int item = 0; item < CN_SCORE_ITEM_COUNT; item++)
        score->total += score->item[item];
    return true;
}

static bool read_sides(const json_t *value, const struct field *field, struct message *message)
{
    const size_t count = json_array_size(value);
    if (count < 2 || count > CN_SIDES_MAX)
        return false;
    for (size_t side = 0; side < count; side++)
        if (!read_side(json_array_get(value, side), field, &message->sides[side]))
            return false;
    message->side_count = (uint8_t)count;
    return true;
}

static bool read_field(const json_t *value, int at, enum message_source reader,
                       struct message *message)
{
    const struct field *field = &fields[at];
    void *to = member(message, field);
    switch (field->form) {
    case FORM_INT32:
    case FORM_INT64: return read_number(value, field, to);
    case FORM_BOOL: *(uint8_t *)to = json_is_true(value) ? 1 : 0; return json_is_boolean(value);
    case FORM_WORD: return read_word(value, field, to);
    case FORM_NAME:
    case FORM_LINK:
    case FORM_LINES:
    case FORM_ACTION: return read_plain(value, field, to);
    case FORM_TEXT: /* text in a log was cleaned when it arrived */
        return reader == MESSAGE_FROM_LOG ? read_plain(value, field, to)
                                          : read_text(value, field, to);
    case FORM_HEX: return cn__read_hex(value, field->name, to, field->size, NULL);
    case FORM_CARDS:
        return cn__read_cards(value, field->name, CN_CARDS_MAX, to, &message->card_count, NULL);
    case FORM_DECK: return read_deck(value, message);
    case FORM_PART: return read_part(value, reader, message);
    case FORM_PARTS:
        return read_parts(value, at == FIELD_PARTS ? OLD_PART_BYTES : HASH_BYTES, message);
    case FORM_SIDES: return read_sides(value, field, message);
    }
    return false;
}

static enum message_result bad(struct message_error *why, const char *what, const char *field)
{
    why->why = what;
    cn__describe_text(field, why->field, sizeof why->field);
    return MESSAGE_INVALID;
}

/* A log may have been begun by an older version. */
static bool is_version(const struct message *message, enum message_source reader)
{
    return message->v == PROTOCOL_VERSION ||
           (reader == MESSAGE_FROM_LOG && message->v >= 1 && message->v < PROTOCOL_VERSION);
}

static enum message_result check_whole(const struct kind *kind, enum message_source reader,
                                       struct message *message, struct message_error *why)
{
    const uint64_t missing = kind->needs & ~message->has;
    for (int i = 0; i < FIELDS; i++)
        if ((missing >> i & 1) != 0)
            return bad(why, "missing", fields[i].name);
    if (message_has(message, FIELD_V) && !is_version(message, reader))
        return bad(why, "version", "v");
    if (kind->kind != MESSAGE_CHAT)
        return MESSAGE_VALID;
    const bool has_text = message_has(message, FIELD_TEXT);
    const bool has_phrase = message_has(message, FIELD_PHRASE);
    if (has_text == has_phrase)
        return bad(why, has_text ? "field" : "missing", "text");
    return has_phrase && !is_phrase(message->phrase) ? bad(why, "value", "phrase") : MESSAGE_VALID;
}

static enum message_result read_object(json_t *object, enum message_source reader,
                                       struct message *message, struct message_error *why)
{
    const char *name = json_string_value(json_object_get(object, "t"));
    const json_t *id = json_object_get(object, "id");
    if (json_is_integer(id) && json_integer_value(id) > 0)
        why->id = json_integer_value(id);
    const struct kind *kind = name != NULL ? find_kind(name, reader) : NULL;
    if (name == NULL)
        return bad(why, "missing", "t");
    if (kind == NULL)
        return reader == MESSAGE_FROM_SERVER ? bad(why, "kind", name) : MESSAGE_NOT_MINE;
    message_init(message, kind->kind);
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value)
    {
        const int at = find_field(key);
        if (strcmp(key, "t") == 0)
            continue;
        if (at < 0 || ((kind->needs | kind->may) >> at & 1) == 0) {
            if (reader == MESSAGE_FROM_CLIENT)
                continue;
            return bad(why, "field", key);
        }
        if (!read_field(value, at, reader, message))
            return bad(why, "value", key);
        message_set_flag(message, (enum message_field)at);
    }
    return check_whole(kind, reader, message, why);
}

enum message_result message_read(json_t *object, enum message_source reader,
                                 struct message *message, struct message_error *why)
{
    memset(why, 0, sizeof *why);
    if (object == NULL)
        return bad(why, "json", "");
    if (!json_is_object(object))
        return bad(why, "object", "");
    return read_object(object, reader, message, why);
}

enum message_result message_parse(const char *text, size_t length, enum message_source reader,
                                  struct message *message, struct message_error *why)
{
    memset(why, 0, sizeof *why);
    if (reader == MESSAGE_FROM_SERVER && length > MESSAGE_BYTES)
        return bad(why, "long", "");
    json_t *object = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const enum message_result read = message_read(object, reader, message, why);
    json_decref(object);
    return read;
}

/* ---- writing ---- */

static void write_deck(struct cn__text *lines, const char *key, const struct message *message)
{
    char text[2 * CN_CARDS_MAX + 1] = "";
    for (int i = 0; i < message->card_count; i++)
        cn_card_format(message->cards[i], text + 2 * (size_t)i);
    cn__json_string(lines, key, text);
}

static size_t bytes_of(const struct message *message)
{
    return message->part_bytes > 0 ? message->part_bytes : PART_BYTES;
}

static void write_parts(struct cn__text *lines, const char *key, const struct message *message)
{
    cn__json_open(lines, key, '[');
    for (int seat = 0; seat < message->part_count; seat++) {
        if ((message->part_given >> seat & 1) != 0)
            cn__json_hex(lines, NULL, message->parts[seat], bytes_of(message));
        else
            cn__json_null(lines, NULL);
    }
    cn__json_close(lines, ']');
}

static void write_side(struct cn__text *lines, const struct cn_score *score)
{
    int order[SHEET_NUMBERS];
    const int least = sheet_order(order);
    int count = SHEET_NUMBERS;
    while (count > least && cn_score_item(score, 0, order[count - 1]) == 0)
        count--;
    cn__json_open(lines, NULL, '[');
    for (int i = 0; i < count; i++)
        cn__json_int(lines, NULL, cn_score_item(score, 0, order[i]));
    cn__json_close(lines, ']');
}

static void write_sides(struct cn__text *lines, const char *key, const struct message *message)
{
    cn__json_open(lines, key, '[');
    for (int side = 0; side < message->side_count; side++)
        write_side(lines, &message->sides[side]);
    cn__json_close(lines, ']');
}

static void write_field(struct cn__text *lines, const struct message *message, int at)
{
    const struct field *field = &fields[at];
    const char *key = field->name;
    const void *from = (const char *)message + field->offset;
    switch (field->form) {
    case FORM_INT32: cn__json_int(lines, key, *(const int32_t *)from); break;
    case FORM_INT64: cn__json_int(lines, key, *(const int64_t *)from); break;
    case FORM_BOOL: cn__json_bool(lines, key, *(const uint8_t *)from != 0); break;
    case FORM_WORD: cn__json_string(lines, key, field->words[*(const uint8_t *)from]); break;
    case FORM_NAME:
    case FORM_LINK:
    case FORM_TEXT:
    case FORM_LINES:
    case FORM_ACTION: cn__json_string(lines, key, from); break;
    case FORM_HEX: cn__json_hex(lines, key, from, field->size); break;
    case FORM_CARDS: cn__json_cards(lines, key, message->cards, message->card_count); break;
    case FORM_DECK: write_deck(lines, key, message); break;
    case FORM_PART: cn__json_hex(lines, key, message->part, bytes_of(message)); break;
    case FORM_PARTS: write_parts(lines, key, message); break;
    case FORM_SIDES: write_sides(lines, key, message); break;
    }
}

void message_write(struct cn__text *lines, const struct message *message)
{
    cn__json_open(lines, NULL, '{');
    if (message_has(message, FIELD_NUMBER))
        cn__json_int(lines, "#", message->number);
    cn__json_string(lines, "t", name_of(message->kind));
    for (int i = FIELD_NUMBER + 1; i < FIELDS; i++)
        if (message_has(message, (enum message_field)i))
            write_field(lines, message, i);
    cn__json_close_line(lines);
}

/* ---- building messages ---- */

const char *message_word(enum message_field field, int value)
{
    return fields[field].words[value];
}

void message_init(struct message *message, enum message_kind kind)
{
    memset(message, 0, sizeof *message);
    message->kind = (uint8_t)kind;
}

void message_set_text(struct message *message, enum message_field field, const char *text)
{
    char *to = member(message, &fields[field]);
    const size_t size = fields[field].size;
    const size_t length = cn__utf8_fit(text, strlen(text), size - 1);
    memcpy(to, text, length);
    to[length] = '\0';
    message_set_flag(message, field);
}

void message_set_number(struct message *message, enum message_field field, int64_t value)
{
    void *to = member(message, &fields[field]);
    switch (fields[field].form) {
    case FORM_INT64: *(int64_t *)to = value; break;
    case FORM_INT32: *(int32_t *)to = (int32_t)value; break;
    default: *(uint8_t *)to = (uint8_t)value; break;
    }
    message_set_flag(message, field);
}

void message_set_scores(struct message *message, const struct cn_score *sides, int count)
{
    message->side_count = (uint8_t)count;
    memcpy(message->sides, sides, (size_t)count * sizeof *sides);
    message_set_flag(message, FIELD_SIDES);
}
