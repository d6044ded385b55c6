#include "say.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- the catalogue ---- */

char *words_format(const struct cn_words *words, char *text, size_t size, const char *key,
                   int count, ...)
{
    const char *arguments[8];
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count && i < 8; i++)
        arguments[i] = va_arg(list, const char *);
    va_end(list);
    cn_words_format(words, key, arguments, count, text, size);
    return text;
}

/* Returns whether the text needs no full stop. Closing quotation marks are skipped. */
static bool ends_sentence(const char *text, size_t length)
{
    static const char *const closing[] = {"\"", "\u201d", "\u201c", "\u00bb", "\u00a0"};
    for (size_t i = 0; i < sizeof closing / sizeof closing[0]; i++) {
        const size_t bytes = strlen(closing[i]);
        if (length > bytes && memcmp(text + length - bytes, closing[i], bytes) == 0)
            return ends_sentence(text, length - bytes);
    }
    return length > 0 && strchr(".!?", text[length - 1]) != NULL;
}

char *words_capitalize(char *text, size_t size)
{
    const size_t length = strlen(text);
    text[0] = (char)toupper((unsigned char)text[0]);
    /* à to þ stand 0x20 above their capitals, all with 0xc3 before. */
    if (cn__strip_accent(text) != '\0' && (unsigned char)text[1] >= 0xa0 &&
        (unsigned char)text[1] != 0xbf)
        text[1] = (char)(text[1] - 0x20);
    if (length > 0 && length + 1 < size && !ends_sentence(text, length))
        memcpy(text + length, ".", 2);
    return text;
}

/* ---- numbers and cards ---- */

char *words_join(const struct cn_words *words, const char *key, const char *item, char *text,
                 size_t size)
{
    char before[SAY_SIZE];
    snprintf(before, sizeof before, "%s", text);
    if (before[0] == '\0')
        snprintf(text, size, "%s", item);
    else
        words_format(words, text, size, key, 2, before, item);
    return text;
}

char *words_number(const struct cn_words *words, int32_t points, char *text, size_t size)
{
    cn_words_points(words, points, text, size);
    return text;
}

char *words_amount(const struct cn_words *words, int kind, int count, char *text, size_t size)
{
    cn_words_amount(words, kind, count, text, size);
    return text;
}

char *words_counts(const struct cn_words *words, const int counts[CN_KINDS], char *text,
                   size_t size)
{
    cn_words_counts(words, counts, text, size);
    return text;
}

char *words_card_list(const struct cn_words *words, const cn_card *cards, int count, char *text,
                      size_t size)
{
    int counts[CN_KINDS] = {0};
    for (int i = 0; i < count; i++)
        counts[cn_card_kind(cards[i])]++;
    return words_counts(words, counts, text, size);
}

char *words_each(const struct cn_words *words, const cn_card *cards, int count, char *text,
                 size_t size)
{
    cn_words_cards(words, cards, count, text, size);
    return text;
}

char *words_card_short(cn_card card, bool ascii, char text[8])
{
    static const char *const suits[4] = {"\u2660", "\u2665", "\u2666", "\u2663"};
    char name[3];
    if (card >= CN_JOKER_RED) {
        snprintf(text, 8, "%s", card == CN_NO_CARD ? "--" : "JK");
        return text;
    }
    cn_card_format(card, name);
    const char *suit = ascii ? name + 1 : suits[card % 4];
    if (name[0] == 'T')
        snprintf(text, 8, "10%s", suit);
    else
        snprintf(text, 8, "%c%s", name[0], suit);
    return text;
}

/* ---- seats, sides and melds ---- */

/* Clockwise from the bottom. */
static const char *const places[CN_SEATS_MAX + 1][CN_SEATS_MAX] = {
    [2] = {"south", "north"},
    [3] = {"south", "west", "east"},
    [4] = {"south", "west", "north", "east"},
    [5] = {"south", "west", "northwest", "northeast", "east"},
    [6] = {"south", "southwest", "northwest", "north", "northeast", "southeast"},
};

char *words_compass(const struct cn_words *words, enum cn_direction direction, int players,
                    int bottom, int seat, char *text, size_t size)
{
    char key[32];
    const int step = (seat - bottom + players) % players;
    const int place = direction == CN_CLOCKWISE ? step : (players - step) % players;
    snprintf(key, sizeof key, "ui.place.%s", places[players][place]);
    cn_words_lookup(words, key, text, size);
    return text;
}

static int seats_of_side(const struct display *display, int side)
{
    int count = 0;
    for (int seat = 0; seat < display->board.players; seat++)
        count += display->board.side[seat] == side;
    return count;
}

char *words_side(const struct display *display, int side, char *text, size_t size)
{
    const bool plays = display->viewer != CN_NO_SEAT;
    int left = seats_of_side(display, side);
    if (plays && side == display->side)
        return words_format(display->words, text, size, left == 1 ? "ui.you" : "ui.we", 0);
    if (plays && display->board.sides == 2 && left > 1)
        return words_format(display->words, text, size, "ui.they", 0);
    text[0] = '\0';
    for (int seat = 0; seat < display->board.players; seat++)
        if (display->board.side[seat] == side)
            words_join(display->words, --left == 0 ? "list.and" : "list.comma",
                       display->names[seat], text, size);
    return text[0] != '\0' ? text : words_format(display->words, text, size, "ui.opponent", 0);
}

char *words_won(const struct display *display, int winner, char *text, size_t size)
{
    char side[300];
    const bool ours = display->viewer != CN_NO_SEAT && winner == display->side;
    const char *own = seats_of_side(display, winner) == 1 ? "ui.won.you" : "ui.won.we";
    words_side(display, winner, side, sizeof side);
    return words_format(display->words, text, size, ours ? own : "ui.won", 1, side);
}

static void say_cards_of_meld(const struct display *display, int side, int meld, char *text,
                              size_t size)
{
    const cn_packed_meld m = display->board.melds[side][meld];
    int counts[CN_KINDS] = {0};
    counts[cn_meld_kind(m)] = cn_meld_naturals(m);
    counts[CN_DEUCE] = cn_meld_deuces(m);
    counts[CN_JOKER] = cn_meld_jokers(m);
    words_counts(display->words, counts, text, size);
}

char *words_meld(const struct display *display, int side, int meld, char *text, size_t size)
{
    const cn_packed_meld m = display->board.melds[side][meld];
    const int size_of = cn_meld_size(m);
    char cards[160];
    char kinds[40];
    char number[16];
    say_cards_of_meld(display, side, meld, cards, sizeof cards);
    cn_words_kind(display->words, cn_meld_kind(m), true, kinds, sizeof kinds);
    const bool complete = cn_meld_is_canasta(m);
    snprintf(number, sizeof number, "%d", complete ? size_of : CN_CANASTA_SIZE - size_of);
    char key[32] = "ui.meld.open";
    if (complete)
        snprintf(key, sizeof key, "ui.meld.%s", cn_canasta_class_name(cn_meld_class(m)));
    return words_format(display->words, text, size, key, 3, cards, kinds, number);
}

/* Adds "natural canastas: 1 of 2" to a list. */
static void add_to_contract(const struct display *display, const char *key, const char *called,
                            int have, int need, char *text, size_t size)
{
    char item[SAY_SIZE];
    char before[SAY_SIZE];
    char counted[16];
    char needed[16];
    snprintf(counted, sizeof counted, "%d", have);
    snprintf(needed, sizeof needed, "%d", need);
    if (have > need)
        words_format(display->words, item, sizeof item, "ui.contract.more", 3,
                     called[0] != '\0' ? called : WORDS0(display->words, before, "ui.contract.any"),
                     counted, needed);
    else
        words_format(display->words, item, sizeof item, key, 3, called, counted, needed);
    words_join(display->words, "list.comma", item, text, size);
}

char *words_contract(const struct display *display, int side, char *text, size_t size)
{
    const struct cn_rules *rules = &display->law->rules;
    const int contract = cn_rules_contract_size(rules);
    const int needed = cn_board_canastas_needed(rules, &display->board);
    struct cn_canasta_numbers counted;
    text[0] = '\0';
    cn_board_count_contract(rules, &display->board, side, &counted);
    for (int i = 0; i < CN_CANASTA_KEYS; i++) {
        const int called = (i + CN_KEY_OF_CLASS) % CN_CANASTA_KEYS; /* classes before ranks */
        const int asked = rules->out_contract.of[called];
        char name[80];
        if (asked == 0)
            continue;
        cn_words_canastas(display->words, called, true, name, sizeof name);
        add_to_contract(display, "ui.contract", name, counted.of[called], asked, text, size);
    }
    if (contract > 0 && needed > contract)
        add_to_contract(display, "ui.contract.all", "", display->board.canastas[side], needed, text,
                        size);
    return text;
}

char *words_action(const struct display *display, struct cn_action action, char *text, size_t size)
{
    cn_words_action(display->words, display->law, &display->board, display->viewer, action, text,
                    size);
    return text;
}

/* ---- state ---- */

char *words_refusal(const struct display *display, const struct cn_refusal *why, char *text,
                    size_t size)
{
    const char *names[CN_SEATS_MAX];
    display_seat_names(display, names);
    cn_words_refusal(display->words, why, names, text, size);
    return text;
}

char *words_turn(const struct display *display, char *text, size_t size)
{
    const char *names[CN_SEATS_MAX];
    display_seat_names(display, names);
    cn_words_turn(display->words, display->law, &display->board, names, display->viewer,
                  display_may(display), text, size);
    if (display->shared && display_is_my_turn(display)) {
        char turn[SAY_SIZE];
        snprintf(turn, sizeof turn, "%s", text);
        words_format(display->words, text, size, "ui.turn.named", 2,
                     display->given_names[display->viewer], turn);
    }
    return words_capitalize(text, size);
}

bool display_can_take(const struct display *display)
{
    return (display_may(display) & CN_TYPES_TAKE) != 0;
}

/* An initial meld that is still below the minimum does not count: its cards may have to go back. */
static bool is_closed_to_us(const struct display *display)
{
    const struct cn_board *board = &display->board;
    if (display->viewer == CN_NO_SEAT)
        return false;
    if (cn_pile_is_frozen(&display->law->rules, board, display->side))
        return true;
    return display->law->rules.frozen_before_initial_meld &&
           board->side[board->turn] == display->side &&
           cn_owes_minimum(&display->law->rules, board);
}

static bool is_top_dead(const struct display *display)
{
    const struct cn_board *board = &display->board;
    return display->law->rules.dead_ranks && board->pile_top < CN_KINDS &&
           (board->closed & cn_kind_mask(board->pile_top)) != 0;
}

static const char *pack_key(const struct display *display)
{
    const struct cn_rules *rules = &display->law->rules;
    const struct cn_board *board = &display->board;
    if (board->phase == CN_PHASE_TAKING)
        return "ui.pack.claimed";
    if (board->pile == 0)
        return "ui.pack.none";
    if (display_can_take(display))
        return "ui.pack.takeable";
    if (cn_pile_is_stopped(board))
        return "ui.pack.stopped";
    if (is_top_dead(display))
        return "ui.pack.dead";
    if (board->frozen != 0)
        return "ui.pack.frozen";
    if (!rules->take_with_wild && !rules->take_onto_meld)
        return "ui.pack.pair"; /* no pack is taken in another way, frozen or not */
    if (is_closed_to_us(display))
        return "ui.pack.frozen_to_us";
    return "ui.pack.open";
}

bool display_pile_is_frozen_to_us(const struct display *display)
{
    return strcmp(pack_key(display), "ui.pack.frozen_to_us") == 0;
}

char *display_pile_text(const struct display *display, char *text, size_t size)
{
    char one[40] = "";
    char kinds[40] = "";
    if (display->board.pile_top < CN_KINDS) {
        words_amount(display->words, display->board.pile_top, 1, one, sizeof one);
        cn_words_kind(display->words, display->board.pile_top, true, kinds, sizeof kinds);
    }
    const char *key = pack_key(display);
    /* A pack that can be taken may be frozen all the same. */
    if (strcmp(key, "ui.pack.takeable") == 0 && display->board.frozen != 0)
        key = "ui.pack.takeable.frozen";
    return words_format(display->words, text, size, key, 2, one, kinds);
}

char *words_top_card(const struct display *display, char *text, size_t size)
{
    if (display->pile_top == CN_NO_CARD)
        return words_format(display->words, text, size, "nothing", 0);
    cn_words_card(display->words, display->pile_top, text, size);
    return text;
}

/* ---- plain text ---- */

void utf8_to_ascii(char *text)
{
    static const char *const table[][2] = {
        {"\u2660", "s"},   {"\u2665", "h"},  {"\u2666", "d"},  {"\u2663", "c"},  {"\u2019", "'"},
        {"\u2018", "'"},   {"\u201c", "\""}, {"\u201d", "\""}, {"\u2013", "-"},  {"\u2014", "-"},
        {"\u2026", "..."}, {"\u00b7", "-"},  {"\u2022", "*"},  {"\u2192", "->"}, {"\u00d7", "x"},
        {"\u2212", "-"},   {"\u00a0", " "},  {"\u25b6", ">"},  {"\u2190", "<-"}, {"\u2191", "^"},
        {"\u2193", "v"},   {"\u2500", "-"},  {"\u2502", "|"},  {"\u2592", "#"},  {"\u00ab", "\""},
        {"\u00bb", "\""},  {"\u201e", "\""}, {"\u00df", "ss"}, {"\u00e6", "ae"}, {"\u00c6", "AE"},
        {"\u0153", "oe"},  {"\u0152", "OE"}, {"\u00a1", "!"},  {"\u202f", " "},
    };
    char *out = text;
    for (const char *at = text; *at != '\0';) {
        if ((unsigned char)*at < 0x80) {
            *out++ = *at++;
            continue;
        }
        const char bare[2] = {cn__strip_accent(at), '\0'};
        const char *replacement = bare[0] != '\0' ? bare : "?";
        for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
            if (strncmp(at, table[i][0], strlen(table[i][0])) == 0)
                replacement = table[i][1];
        at++;
        while (((unsigned char)*at & 0xc0) == 0x80)
            at++;
        while (*replacement != '\0')
            *out++ = *replacement++;
    }
    *out = '\0';
}

char *words_level(const struct cn_words *words, const struct cn_level *level, char *text,
                  size_t size)
{
    char key[40];
    snprintf(key, sizeof key, "level.%s", level->name);
    return words_format(words, text, size, key, 0);
}
