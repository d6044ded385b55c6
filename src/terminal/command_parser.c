#include "command_parser.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    WORDS_MAX = 64,
    WORD_SIZE = 32
};

/* A parsed request: cards by kind, some of them exact, and where to put them. */
struct request {
    int counts[CN_KINDS];
    int card_count; /* -1: the hand does not hold them all */
    cn_card cards[CN_CARDS_MAX];
    int target; /* kind of the meld to add to, CN_NO_KIND if none is named */
    bool wilds; /* "wild cards" were named */
};

struct reader {
    const struct display *display;
    bool many; /* a word whose singular and plural are the same means all such cards, not one */
    char word[WORDS_MAX][WORD_SIZE];
    int count;
};

/* ---- vocabulary ---- */

bool command_is(const struct cn_words *words, const char *key, const char *word)
{
    char list[200];
    const size_t length = strlen(word);
    if (!cn_words_lookup(words, key, list, sizeof list))
        return false;
    for (const char *at = list; *at != '\0';) {
        const size_t item = strcspn(at, " ");
        if (item == length && strncasecmp(at, word, length) == 0)
            return true;
        at += item;
        at += strspn(at, " ");
    }
    return false;
}

int command_parse_kind(const struct cn_words *words, const char *word)
{
    for (int kind = 0; kind < CN_KINDS; kind++) {
        char key[32];
        snprintf(key, sizeof key, "ui.word.%s", cn_kind_name(kind));
        if (command_is(words, key, word))
            return kind;
    }
    return CN_NO_KIND;
}

/* Some languages use "sept" for one and for many. The verb decides, since no meld is of one card.
 */
static bool is_plural(const struct reader *reader, int kind, const char *word)
{
    char one[40], many[40];
    cn_words_kind(reader->display->words, kind, false, one, sizeof one);
    cn_words_kind(reader->display->words, kind, true, many, sizeof many);
    return strcasecmp(many, word) == 0 && (reader->many || strcmp(one, many) != 0);
}

/* Returns the number that a word or digits name, or 0. */
static int number_of_word(const struct cn_words *words, const char *word)
{
    const int digits = atoi(word);
    if (digits > 0 && strspn(word, "0123456789") == strlen(word))
        return digits;
    for (int n = 1; n <= 12; n++) {
        char key[32];
        snprintf(key, sizeof key, "ui.count.%d", n);
        if (command_is(words, key, word))
            return n;
    }
    return 0;
}

static int suit_of_word(const struct cn_words *words, const char *word)
{
    for (int suit = 0; suit < 4; suit++) {
        char key[16];
        snprintf(key, sizeof key, "ui.suit.%c", "shdc"[suit]);
        if (command_is(words, key, word))
            return suit;
    }
    return -1;
}

/* Returns the card that "7h", "10s" or "xr" names. */
static cn_card card_of_word(const char *word)
{
    char text[3] = {(char)toupper((unsigned char)word[0]), '\0', '\0'};
    if (strncmp(word, "10", 2) == 0 && strlen(word) == 3) {
        text[0] = 'T';
        text[1] = (char)tolower((unsigned char)word[2]);
    } else if (strlen(word) == 2) {
        text[1] = (char)tolower((unsigned char)word[1]);
    } else {
        return CN_NO_CARD;
    }
    return cn_card_parse(text);
}

static void split(const char *text, struct reader *reader)
{
    reader->count = 0;
    while (*text != '\0' && reader->count < WORDS_MAX) {
        text += strspn(text, " ,.\t");
        const size_t length = strcspn(text, " ,.\t");
        if (length == 0)
            continue;
        snprintf(reader->word[reader->count++], WORD_SIZE, "%.*s", (int)length, text);
        text += length;
    }
}

/* ---- cards ---- */

/* Takes one card of the hand that is not taken yet: this card, or any of the kind. */
static void take_from_hand(const struct display *display, struct request *request, cn_card card,
                           int kind)
{
    bool used[CN_CARDS_MAX] = {false};
    if (cn_kind_is_wild(kind) && request->counts[kind] >= CN_ACTION_DEUCES)
        return;
    for (int i = 0; i < request->card_count; i++)
        for (int h = 0; h < display->card_count; h++)
            if (!used[h] && display->cards[h] == request->cards[i]) {
                used[h] = true;
                break;
            }
    request->counts[kind]++;
    for (int h = 0; h < display->card_count && request->card_count >= 0; h++) {
        if (used[h] || cn_card_kind(display->cards[h]) != kind)
            continue;
        if (card != CN_NO_CARD && display->cards[h] != card)
            continue;
        request->cards[request->card_count++] = display->cards[h];
        return;
    }
    request->card_count = -1;
}

static void take_kind(const struct display *display, struct request *request, int kind, int number)
{
    /* one natural more than any hand holds is refused; further wilds stay in the hand */
    const int most = cn_kind_is_wild(kind) ? CN_ACTION_DEUCES : CN_NATURALS_MAX + 1;
    for (int i = 0; i < number && request->counts[kind] < most; i++)
        take_from_hand(display, request, CN_NO_CARD, kind);
}

/* Reads "of hearts" after the kind, at 'at'. Returns how many words were used. */
static int read_suit(const struct reader *reader, int at, int *suit)
{
    const struct cn_words *words = reader->display->words;
    *suit = -1;
    if (at + 1 >= reader->count || !command_is(words, "ui.word.of", reader->word[at]))
        return 0;
    *suit = suit_of_word(words, reader->word[at + 1]);
    return *suit >= 0 ? 2 : 0;
}

/* Returns the card for "seven of hearts". */
static cn_card face_of(int kind, int suit)
{
    for (int card = suit; card < CN_JOKER_RED; card += 4)
        if (cn_card_kind((cn_card)card) == kind)
            return (cn_card)card;
    return CN_NO_CARD;
}

/* Reads "Herz-Vier" or "Herz Vier", with the suit first. Returns how many words were used, or 0. */
static int read_suit_first(const struct reader *reader, int at, int *kind, int *suit)
{
    const struct cn_words *words = reader->display->words;
    char word[WORD_SIZE];
    snprintf(word, sizeof word, "%s", reader->word[at]);
    char *hyphen = strchr(word, '-');
    const char *next = at + 1 < reader->count ? reader->word[at + 1] : "";
    if (hyphen != NULL) {
        *hyphen = '\0';
        next = hyphen + 1;
    }
    *suit = suit_of_word(words, word);
    *kind = *suit >= 0 ? command_parse_kind(words, next) : CN_NO_KIND;
    return *kind == CN_NO_KIND ? 0 : hyphen != NULL ? 1 : 2;
}

/* Returns the index of the next word; after "all" also skips words such as "the". */
static int following(const struct reader *reader, int at)
{
    const struct cn_words *words = reader->display->words;
    const bool all = command_is(words, "ui.word.all", reader->word[at++]);
    while (all && at < reader->count && command_is(words, "ui.word.skip", reader->word[at]))
        at++;
    return at;
}

/* Reads "three sevens", "7", "all kings", "ace of spades" or "7h" at word *at. Returns false if
 * there are no cards. */
static bool read_cards(const struct reader *reader, int *at, struct request *request)
{
    const struct display *display = reader->display;
    const char *word = reader->word[*at];
    const int after = following(reader, *at);
    const char *next = after < reader->count ? reader->word[after] : "";
    const int next_kind = command_parse_kind(display->words, next);
    int number = 0;
    bool all = false;
    /* A digit is a number only before a word, since "7 7 7" is three cards. */
    if (next_kind != CN_NO_KIND && strlen(next) > 1 && !isdigit((unsigned char)next[0])) {
        number = number_of_word(display->words, word);
        all = command_is(display->words, "ui.word.all", word);
    }
    if (number > 0 || all)
        word = reader->word[ *at = after];
    /* The language's words come first: "as" may mean any ace, not the ace of spades. */
    const int named = command_parse_kind(display->words, word);
    const cn_card card = named == CN_NO_KIND ? card_of_word(word) : CN_NO_CARD;
    const int kind = card != CN_NO_CARD ? cn_card_kind(card) : named;
    int suit;
    if (kind == CN_NO_KIND)
        return false;
    ++*at;
    if (card != CN_NO_CARD) {
        take_from_hand(display, request, card, kind);
        return true;
    }
    *at += read_suit(reader, *at, &suit);
    if (suit >= 0) {
        take_from_hand(display, request, face_of(kind, suit), kind);
        return true;
    }
    if (number == 0 && (all || is_plural(reader, kind, word)))
        number = cn_hand_count(display->hand, kind);
    take_kind(display, request, kind, number > 0 ? number : 1);
    return true;
}

/* Reads "red three", whose second word alone means a black one. */
static bool read_red_three(const struct reader *reader, int *at, struct request *request)
{
    const struct cn_words *words = reader->display->words;
    for (int i = 0; i < 2 && *at + 1 < reader->count; i++) { /* the colour first, or last */
        if (!command_is(words, "ui.word.red", reader->word[*at + i]) ||
            command_parse_kind(words, reader->word[*at + 1 - i]) != CN_BLACK_THREE)
            continue;
        take_from_hand(reader->display, request, CN_NO_CARD, CN_RED_THREE);
        *at += 2;
        return true;
    }
    return false;
}

/* Reads cards, or one card by its suit and rank. */
static bool read_some(const struct reader *reader, int *at, struct request *request)
{
    if (read_red_three(reader, at, request))
        return true;
    int kind, suit;
    const int used = read_suit_first(reader, *at, &kind, &suit);
    if (used == 0)
        return read_cards(reader, at, request);
    take_from_hand(reader->display, request, face_of(kind, suit), kind);
    *at += used;
    return true;
}

/* The rank of a meld, which may be one of wild cards. */
static int read_target(const struct reader *reader, const char *word)
{
    const struct cn_words *words = reader->display->words;
    return command_is(words, "ui.word.wild", word) ? CN_JOKER : command_parse_kind(words, word);
}

/* Reads all words: cards, then "to" and a rank. Returns false if a word is not understood. */
static bool read_request(const struct reader *reader, struct request *request)
{
    const struct cn_words *words = reader->display->words;
    memset(request, 0, sizeof *request);
    request->target = CN_NO_KIND;
    for (int at = 0; at < reader->count;) {
        if (command_is(words, "ui.word.to", reader->word[at])) {
            if (at + 1 >= reader->count)
                return false;
            at = reader->count - 1;
            request->target = read_target(reader, reader->word[at++]);
            if (request->target == CN_NO_KIND)
                return false;
        } else if (command_is(words, "ui.word.wild", reader->word[at])) {
            request->wilds = true;
            at++;
        } else if (read_some(reader, &at, request)) {
            continue;
        } else if (command_is(words, "ui.word.skip", reader->word[at]) ||
                   command_is(words, "ui.word.all", reader->word[at])) {
            at++;
        } else {
            return false;
        }
    }
    return true;
}

/* ---- actions ---- */

static void one_plan(struct card_plays *plans, struct cn_action action, const cn_card *cards,
                     int count)
{
    struct card_play *plan = &plans->at[plans->count++];
    plan->count = 1;
    plan->step[0].action = action;
    plan->step[0].count = count;
    if (count > 0)
        memcpy(plan->step[0].cards, cards, (size_t)count);
}

/* One action, if it is legal; with count 0 the game chooses the cards. */
static enum parsed_command try_action(const struct display *display, struct cn_action action,
                                      const cn_card *cards, int count, struct card_plays *plans)
{
    plans->count = 0;
    if (!display_check(display, action, &plans->why))
        return COMMAND_REFUSED;
    one_plan(plans, action, cards, count);
    return COMMAND_PLANS;
}

static int natural_kind(const struct request *request)
{
    for (int kind = CN_BLACK_THREE; kind < CN_KINDS; kind++)
        if (request->counts[kind] > 0)
            return kind;
    return CN_NO_KIND;
}

/* "Wild cards" without naming any: all that one meld holds. */
static void take_wilds(const struct display *display, struct request *request)
{
    for (int kind = CN_DEUCE; request->wilds && kind != CN_NO_KIND;
         kind = kind == CN_DEUCE ? CN_JOKER : CN_NO_KIND) {
        const int left = CN_CANASTA_SIZE - request->counts[CN_DEUCE];
        const int held = cn_hand_count(display->hand, kind);
        take_kind(display, request, kind, held < left ? held : left);
    }
}

/* Cards that the hand lacks: let the engine give the refusal. */
static enum parsed_command refuse_missing(const struct display *display,
                                          const struct request *request, struct card_plays *plans)
{
    const int kind = natural_kind(request);
    const bool melded = display->law->rules.wild_melds != CN_WILD_MELDS_NONE;
    const int at = kind != CN_NO_KIND ? kind : melded ? CN_JOKER : CN_DEUCE;
    const struct cn_action action =
        cn_action_of(CN_ACTION_MELD, at, kind == CN_NO_KIND ? 0 : request->counts[kind],
                     request->counts[CN_DEUCE], request->counts[CN_JOKER]);
    return try_action(display, action, NULL, 0, plans);
}

/* Onto a meld of the named rank. */
static enum parsed_command add_to(const struct display *display, const struct request *request,
                                  struct card_plays *plans)
{
    const struct cn_board *board = &display->board;
    const int naturals = request->counts[request->target];
    const int deuces = request->counts[CN_DEUCE];
    const int jokers = request->counts[CN_JOKER];
    plans->count = 0;
    display_check(display, cn_action_of(CN_ACTION_ADD, CN_MELDS_MAX, naturals, deuces, jokers),
                  &plans->why);
    for (int meld = 0; meld < board->meld_count[display->side]; meld++) {
        const cn_packed_meld m = board->melds[display->side][meld];
        const struct cn_action action = cn_action_of(CN_ACTION_ADD, meld, naturals, deuces, jokers);
        if (m == 0 || cn_meld_kind(m) != request->target || plans->count == CARD_PLAYS_MAX)
            continue;
        if (display_check(display, action, &plans->why))
            one_plan(plans, action, request->cards, request->card_count);
    }
    return plans->count > 0 ? COMMAND_PLANS : COMMAND_REFUSED;
}

static int cards_named(const struct request *request)
{
    int total = 0;
    for (int kind = 0; kind < CN_KINDS; kind++)
        total += request->counts[kind];
    return total;
}

static enum parsed_command speak_lay(const struct display *display, struct request *request,
                                     struct card_plays *plans)
{
    if (cards_named(request) == 0)
        take_wilds(display, request);
    if (cards_named(request) == 0)
        return COMMAND_UNCLEAR;
    if (request->card_count < 0)
        return refuse_missing(display, request, plans);
    if (request->target != CN_NO_KIND)
        return add_to(display, request, plans);
    plays_for_cards(display, request->cards, request->card_count, plans);
    return plans->count > 0 ? COMMAND_PLANS : COMMAND_REFUSED;
}

static enum parsed_command speak_discard(const struct display *display,
                                         const struct request *request, struct card_plays *plans)
{
    int kind = CN_NO_KIND;
    for (int k = 0; k < CN_KINDS; k++)
        if (request->counts[k] > 0)
            kind = k;
    if (cards_named(request) != 1)
        return COMMAND_UNCLEAR;
    return try_action(display, cn_action_of(CN_ACTION_DISCARD, kind, 0, 0, 0), request->cards,
                      request->card_count > 0 ? 1 : 0, plans);
}

/* A bonus card that was kept. "Three" alone means the one in the hand. */
static enum parsed_command speak_face(const struct display *display, const struct request *request,
                                      struct card_plays *plans)
{
    static const int threes[] = {CN_BLACK_THREE, CN_RED_THREE};
    const bool named = cards_named(request) > 0;
    plans->count = 0;
    for (int i = 0; i < 2; i++) {
        const struct cn_action action = cn_action_of(CN_ACTION_FACE, threes[i], 0, 0, 0);
        if ((named ? request->counts[threes[i]] : cn_hand_count(display->hand, threes[i])) == 0)
            continue;
        if (display_check(display, action, &plans->why))
            one_plan(plans, action, NULL, 0);
    }
    if (plans->count > 0)
        return COMMAND_PLANS;
    if (named && request->counts[CN_BLACK_THREE] + request->counts[CN_RED_THREE] == 0)
        return COMMAND_UNCLEAR;
    if (plans->why.article[0] == '\0')
        display_check(display, cn_action_of(CN_ACTION_FACE, CN_RED_THREE, 0, 0, 0), &plans->why);
    return COMMAND_REFUSED;
}

/* Writes the letters and digits of a name, in lower case and without accents. */
static void strip_name(const char *name, size_t length, char text[WORD_SIZE])
{
    size_t at = 0;
    for (size_t i = 0; i < length && at + 1 < WORD_SIZE; i++) {
        const char bare = (name[i] & 0x80) != 0 ? cn__strip_accent(name + i) : name[i];
        if (isalnum((unsigned char)bare))
            text[at++] = (char)tolower((unsigned char)bare);
    }
    text[at] = '\0';
}

/* Is this what people call the special hand: its name in records, as it is shown, or one of the
 * catalogue's list ui.special.NAME? */
static bool is_special_hand(const struct cn_words *words, const char *name, const char *said)
{
    char key[64];
    char text[200];
    char bare[WORD_SIZE];
    strip_name(name, strlen(name), bare);
    if (strcmp(bare, said) == 0)
        return true;
    cn_words_special_hand(words, name, text, sizeof text);
    strip_name(text, strlen(text), bare);
    if (strcmp(bare, said) == 0)
        return true;
    snprintf(key, sizeof key, "ui.special.%s", name);
    if (!cn_words_lookup(words, key, text, sizeof text))
        return false;
    for (const char *at = text; *at != '\0'; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        strip_name(at, length, bare);
        if (strcmp(bare, said) == 0)
            return true;
        at += length;
    }
    return false;
}

int command_parse_special_hand(const struct display *display, const char *name)
{
    const struct cn_special_hands *hands = &display->law->rules.special_hands;
    char said[WORD_SIZE];
    strip_name(name, strlen(name), said);
    for (int i = 0; i < hands->count && said[0] != '\0'; i++)
        if (is_special_hand(display->words, hands->row[i].name, said))
            return i;
    return CN_NO_HAND;
}

/* A special hand; without a name, whichever the hand is. */
static enum parsed_command speak_hand(const struct display *display, const char *name,
                                      struct card_plays *plans)
{
    const struct cn_special_hands *hands = &display->law->rules.special_hands;
    const uint32_t fitting = cn_special_names(&display->law->rules, display->hand);
    plans->count = 0;
    if (name[strspn(name, " \t")] != '\0')
        return try_action(
            display,
            cn_action_of(CN_ACTION_HAND, command_parse_special_hand(display, name), 0, 0, 0), NULL,
            0, plans);
    for (int i = 0; i < hands->count; i++) {
        const struct cn_action action = cn_action_of(CN_ACTION_HAND, i, 0, 0, 0);
        if ((fitting >> i & 1) == 0 && (fitting != 0 || i > 0))
            continue; /* the first one says why if none fits */
        if (display_check(display, action, &plans->why) && plans->count < CARD_PLAYS_MAX)
            one_plan(plans, action, NULL, 0);
    }
    return plans->count > 0 ? COMMAND_PLANS : hands->count > 0 ? COMMAND_REFUSED : COMMAND_UNCLEAR;
}

/* All legal ways of taking, or only those of one type. */
static enum parsed_command any_take(const struct display *display, int type,
                                    struct card_plays *plans)
{
    struct cn_action takes[TAKES_MAX];
    const int count = takes_available(display, takes, &plans->why);
    plans->count = 0;
    for (int i = 0; i < count && plans->count < CARD_PLAYS_MAX; i++)
        if (type == CN_ACTION_TYPES || takes[i].type == type)
            one_plan(plans, takes[i], NULL, 0);
    if (plans->count > 0)
        return COMMAND_PLANS;
    if (type < CN_ACTION_TYPES)
        display_check(display, cn_action_of(type, 0, 0, 0, 0), &plans->why);
    else if (count > 0)
        return COMMAND_UNCLEAR;
    return COMMAND_REFUSED;
}

static enum parsed_command speak_take(const struct display *display, const struct reader *reader,
                                      struct card_plays *plans)
{
    struct request request;
    struct cn_action take;
    cn_card shown[2];
    const char *first = reader->count > 0 ? reader->word[0] : "";
    if (reader->count == 0 || command_is(display->words, "ui.word.pack", first))
        return any_take(display, CN_ACTION_TYPES, plans);
    if (command_is(display->words, "ui.word.pair", first))
        return any_take(display, CN_ACTION_TAKE_PAIR, plans);
    if (!read_request(reader, &request))
        return COMMAND_UNCLEAR;
    if (request.target != CN_NO_KIND)
        return any_take(display, CN_ACTION_TAKE_ONTO, plans);
    if (take_for_cards(display, request.cards, request.card_count, &take, shown))
        return try_action(display, take, shown, 2, plans);
    if (request.counts[CN_DEUCE] > 0)
        return any_take(display, CN_ACTION_TAKE_DEUCE, plans);
    if (request.counts[CN_JOKER] > 0)
        return any_take(display, CN_ACTION_TAKE_JOKER, plans);
    return any_take(display, CN_ACTION_TAKE_PAIR, plans);
}

static enum parsed_command speak_combine(const struct display *display,
                                         const struct request *request, struct card_plays *plans)
{
    const struct cn_board *board = &display->board;
    const int kind = natural_kind(request);
    const int count = board->meld_count[display->side];
    plans->count = 0;
    display_check(display, cn_action_of(CN_ACTION_MERGE, 0, 1, 0, 0), &plans->why);
    for (int into = 0; into < count; into++)
        for (int from = into + 1; from < count && plans->count < CARD_PLAYS_MAX; from++) {
            const struct cn_action action = cn_action_of(CN_ACTION_MERGE, into, from, 0, 0);
            if (kind != CN_NO_KIND && cn_meld_kind(board->melds[display->side][into]) != kind)
                continue;
            if (display_check(display, action, NULL))
                one_plan(plans, action, NULL, 0);
        }
    return plans->count > 0 ? COMMAND_PLANS : COMMAND_REFUSED;
}

/* Returns how many meld numbers follow the verb. */
static int melds_named(int type)
{
    return type == CN_ACTION_MERGE ? 2 : type == CN_ACTION_ADD || type == CN_ACTION_TAKE_ONTO;
}

void command_format_action(const struct cn_law *law, struct cn_action action,
                           char text[CN_ACTION_TEXT])
{
    switch ((enum cn_action_type)action.type) {
    case CN_ACTION_TAKE_ONTO:
        snprintf(text, CN_ACTION_TEXT, "take onto #%d", action.place + 1);
        break;
    case CN_ACTION_MERGE:
        snprintf(text, CN_ACTION_TEXT, "combine #%d #%d", action.place + 1, action.amount + 1);
        break;
    case CN_ACTION_ADD:
        snprintf(text, CN_ACTION_TEXT, "add #%d %d %d %d", action.place + 1, action.amount,
                 cn_action_deuces(action), cn_action_jokers(action));
        break;
    default: cn_action_format(law, action, text); break;
    }
}

bool command_parse_action(const struct cn_law *law, const char *text, struct cn_action *action)
{
    char record[2 * CN_ACTION_TEXT];
    size_t length = 0;
    int marks = 0;
    while (*text != '\0' && length + 12 < sizeof record) {
        char *end;
        const long number = *text == '#' ? strtol(text + 1, &end, 10) : 0;
        if (*text != '#') {
            record[length++] = *text++;
            continue;
        }
        if (!isdigit((unsigned char)text[1]) || number < 1 || number > CN_MELDS_MAX)
            return false;
        length += (size_t)snprintf(record + length, sizeof record - length, "%ld", number - 1);
        text = end;
        marks++;
    }
    while (length > 0 && record[length - 1] == ' ')
        length--;
    if (*text != '\0' || !cn_action_parse(law, record, length, action))
        return false;
    return marks == 0 || marks == melds_named(action->type);
}

static enum parsed_command speak(const struct display *display, int verb,
                                 const struct reader *reader, struct card_plays *plans)
{
    struct request request;
    if (verb == CN_ACTION_TAKE_PAIR)
        return speak_take(display, reader, plans);
    if (!read_request(reader, &request))
        return COMMAND_UNCLEAR;
    switch (verb) {
    case CN_ACTION_MELD:
    case CN_ACTION_ADD: return speak_lay(display, &request, plans);
    case CN_ACTION_DISCARD: return speak_discard(display, &request, plans);
    case CN_ACTION_MERGE: return speak_combine(display, &request, plans);
    case CN_ACTION_FACE: return speak_face(display, &request, plans);
    default: return try_action(display, cn_action_of(verb, 0, 0, 0, 0), NULL, 0, plans);
    }
}

enum parsed_command parse_command(const struct display *display, int verb, const char *line,
                                  const char *rest, struct card_plays *plans)
{
    struct reader reader = {.display = display, .many = verb == CN_ACTION_MELD};
    struct cn_action action;
    const bool exact = command_parse_action(display->law, line, &action);
    memset(&plans->why, 0, sizeof plans->why);
    if (exact && try_action(display, action, NULL, 0, plans) == COMMAND_PLANS)
        return COMMAND_PLANS;
    const struct cn_refusal why = plans->why;
    split(rest, &reader);
    const enum parsed_command result = verb == CN_ACTION_HAND
                                           ? speak_hand(display, rest, plans)
                                           : speak(display, verb, &reader, plans);
    if (!exact || result == COMMAND_PLANS)
        return result;
    plans->why = why;
    return COMMAND_REFUSED;
}

/* ---- commands for actions ---- */

/* Appends the first word of one of the catalogue's lists. */
static void put_first(const struct display *display, const char *key, char *text, size_t size)
{
    char list[200];
    const size_t at = strlen(text);
    if (cn_words_lookup(display->words, key, list, sizeof list))
        snprintf(text + at, size - at, "%s%.*s", at > 0 ? " " : "", (int)strcspn(list, " "), list);
}

static void put_cards(const struct display *display, int kind, struct cn_action action, char *text,
                      size_t size)
{
    int counts[CN_KINDS] = {0};
    char cards[SAY_SIZE];
    const size_t at = strlen(text);
    counts[kind] = action.amount;
    counts[CN_DEUCE] = cn_action_deuces(action);
    counts[CN_JOKER] = cn_action_jokers(action);
    cn_words_counts(display->words, counts, cards, sizeof cards);
    snprintf(text + at, size - at, " %s", cards);
}

static void put_kind(const struct display *display, int kind, bool many, char *text, size_t size)
{
    char name[40];
    const size_t at = strlen(text);
    cn_words_kind(display->words, kind, many, name, sizeof name);
    snprintf(text + at, size - at, " %s", name);
}

/* The rank of a meld of the side, after "to" if cards go there. */
static void put_meld(const struct display *display, int meld, bool to, char *text, size_t size)
{
    const int kind = cn_meld_kind(display->board.melds[display->side][meld]);
    if (to)
        put_first(display, "ui.word.to", text, size);
    if (cn_kind_is_wild(kind))
        put_first(display, "ui.word.wild", text, size);
    else
        put_kind(display, kind, true, text, size);
}

/* Writes the command that the action's words begin with, and returns its verb. */
static int put_verb(const struct display *display, int type, char *text, size_t size)
{
    static const char *const verbs[CN_ACTION_TYPES] = {[CN_ACTION_MELD] = "ui.command.meld",
                                                       [CN_ACTION_ADD] = "ui.command.add",
                                                       [CN_ACTION_MERGE] = "ui.command.combine",
                                                       [CN_ACTION_DISCARD] = "ui.command.discard",
                                                       [CN_ACTION_FACE] = "ui.command.face"};
    text[0] = '\0';
    if (type == CN_ACTION_TAKE_ONTO) {
        put_first(display, "ui.command.take", text, size);
        return CN_ACTION_TAKE_PAIR;
    }
    if (type < CN_ACTION_TYPES && verbs[type] != NULL) /* insisted actions are above */
        put_first(display, verbs[type], text, size);
    return type;
}

static int put_words(const struct display *display, struct cn_action action, char *text,
                     size_t size)
{
    const int verb = put_verb(display, action.type, text, size);
    switch (action.type) {
    case CN_ACTION_TAKE_ONTO: put_meld(display, action.place, true, text, size); break;
    case CN_ACTION_MELD: put_cards(display, action.place, action, text, size); break;
    case CN_ACTION_ADD:
        put_cards(display, cn_meld_kind(display->board.melds[display->side][action.place]), action,
                  text, size);
        put_meld(display, action.place, true, text, size);
        break;
    case CN_ACTION_MERGE: put_meld(display, action.place, false, text, size); break;
    case CN_ACTION_DISCARD:
    case CN_ACTION_FACE: put_kind(display, action.place, false, text, size); break;
    default: text[0] = '\0'; break; /* its action string is a word or two */
    }
    return verb;
}

void command_for_action(const struct display *display, struct cn_action action, char *text,
                        size_t size)
{
    char exact[CN_ACTION_TEXT];
    struct card_plays plans;
    const int verb = put_words(display, action, text, size);
    const char *rest = text + strcspn(text, " ");
    if (text[0] != '\0' && parse_command(display, verb, text, rest, &plans) == COMMAND_PLANS &&
        plans.count == 1 && plans.at[0].count == 1 &&
        cn_action_equal(plans.at[0].step[0].action, action))
        return;
    command_format_action(display->law, action, exact);
    snprintf(text, size, "%s", exact);
}

/* ---- what is insisted on ---- */

static enum parsed_command insist(const struct display *display, struct cn_action action,
                                  const cn_card *cards, int count, struct card_plays *plans)
{
    return try_action(display, cn_action_insist(action), cards, count, plans);
}

static enum parsed_command take_anyway(const struct display *display, const struct reader *reader,
                                       struct card_plays *plans)
{
    struct cn_action found[ANYWAY_MAX];
    struct request request;
    struct cn_action take;
    cn_card shown[2];
    if (reader->count > 0 && read_request(reader, &request) &&
        take_for_cards(display, request.cards, request.card_count, &take, shown))
        return insist(display, take, shown, 2, plans);
    const struct cn_action any = cn_action_of(CN_ACTION_TAKE_PAIR, 0, 0, 0, 0);
    const int count = display_anyway(display, any, found);
    plans->count = 0;
    for (int i = 0; i < count && plans->count < CARD_PLAYS_MAX; i++)
        if (cn_action_plain(found[i]).type != CN_ACTION_TOUCH) /* not what was said */
            one_plan(plans, found[i], NULL, 0);
    return plans->count > 0 ? COMMAND_PLANS : insist(display, any, NULL, 0, plans);
}

static enum parsed_command lay_anyway(const struct display *display, struct request *request,
                                      struct card_plays *plans)
{
    int onto = CN_NO_MELD;
    if (cards_named(request) == 0)
        take_wilds(display, request);
    if (cards_named(request) == 0)
        return COMMAND_UNCLEAR;
    if (request->card_count < 0)
        return refuse_missing(display, request, plans);
    for (int meld = 0; meld < display->board.meld_count[display->side]; meld++)
        if (display->board.melds[display->side][meld] != 0 &&
            cn_meld_kind(display->board.melds[display->side][meld]) == request->target)
            onto = meld;
    plays_anyway(display, request->cards, request->card_count, onto, plans);
    if (plans->count > 0)
        return COMMAND_PLANS;
    const int kind = natural_kind(request);
    return insist(display,
                  cn_action_of(CN_ACTION_MELD, kind != CN_NO_KIND ? kind : CN_JOKER,
                               kind != CN_NO_KIND ? request->counts[kind] : 0,
                               request->counts[CN_DEUCE], request->counts[CN_JOKER]),
                  NULL, 0, plans);
}

/* One card after another. */
static enum parsed_command show_anyway(const struct display *display, const struct request *request,
                                       struct card_plays *plans)
{
    plans->count = 0;
    if (cards_named(request) == 0 || request->card_count > CARD_PLAY_STEPS_MAX)
        return COMMAND_UNCLEAR;
    if (request->card_count < 0)
        return refuse_missing(display, request, plans);
    struct card_play *plan = &plans->at[0];
    plan->count = request->card_count;
    for (int i = 0; i < request->card_count; i++) {
        struct card_play_step *step = &plan->step[i];
        step->action = cn_action_insist(
            cn_action_of(CN_ACTION_EXPOSE, cn_card_kind(request->cards[i]), 0, 0, 0));
        step->cards[0] = request->cards[i];
        step->count = 1;
        if (!display_check(display, step->action, &plans->why))
            return COMMAND_REFUSED;
    }
    plans->count = 1;
    return COMMAND_PLANS;
}

static enum parsed_command speak_anyway(const struct display *display, int verb,
                                        const struct reader *reader, struct card_plays *plans)
{
    struct request request;
    if (verb == CN_ACTION_TAKE_PAIR)
        return take_anyway(display, reader, plans);
    if (!read_request(reader, &request))
        return COMMAND_UNCLEAR;
    switch (verb) {
    case CN_ACTION_MELD:
    case CN_ACTION_ADD: return lay_anyway(display, &request, plans);
    case CN_ACTION_EXPOSE: return show_anyway(display, &request, plans);
    case CN_ACTION_DISCARD:
        if (cards_named(&request) != 1)
            return COMMAND_UNCLEAR;
        for (int kind = 0; kind < CN_KINDS; kind++)
            if (request.counts[kind] > 0)
                return insist(display, cn_action_of(CN_ACTION_DISCARD, kind, 0, 0, 0),
                              request.cards, request.card_count > 0 ? 1 : 0, plans);
        return COMMAND_UNCLEAR;
    default: return insist(display, cn_action_of(verb, 0, 0, 0, 0), NULL, 0, plans);
    }
}

enum parsed_command command_parse_anyway(const struct display *display, int verb, const char *line,
                                         const char *rest, struct card_plays *plans)
{
    struct reader reader = {.display = display, .many = verb == CN_ACTION_MELD};
    struct cn_action action;
    memset(&plans->why, 0, sizeof plans->why);
    plans->count = 0;
    if (command_parse_action(display->law, line, &action) &&
        insist(display, cn_action_plain(action), NULL, 0, plans) == COMMAND_PLANS)
        return COMMAND_PLANS;
    const struct cn_refusal why = plans->why;
    split(rest, &reader);
    const enum parsed_command result = speak_anyway(display, verb, &reader, plans);
    if (result == COMMAND_UNCLEAR && why.article[0] != '\0') {
        plans->why = why;
        return COMMAND_REFUSED;
    }
    return result;
}
