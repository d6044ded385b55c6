#include "keys.h"

#include <ctype.h>
#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "command_parser.h"

enum {
    CONTROL_L = 12
};

static const struct command_key table[] = {
    {'p', DEED_DRAW, "draw"},
    {'g', DEED_TAKE, "take"},
    {'z', DEED_STOP, "stop"},
    {PRESS_ENTER, DEED_MELD, "meld"},
    {'e', DEED_DISCARD, "discard"},
    {'u', DEED_UNDO, "undo"},
    {'U', DEED_UNDO_ALL, NULL},
    {'c', DEED_COMBINE, "combine"},
    {'+', DEED_FACE, "face"},
    {'!', DEED_SPECIAL, "special"},
    {'o', DEED_ASK, "ask"},
    {'y', DEED_YES, "yes"},
    {'n', DEED_NO, "no"},
    {'.', DEED_CALL, "call"},
    {'h', DEED_HINT, "hint"},
    {'w', DEED_REASONS, "reasons"},
    {'s', DEED_SCORE, "score"},
    {'m', DEED_LOG, "log"},
    {'i', DEED_TABLE, NULL},
    {'l', DEED_LAW, "law"},
    {'?', DEED_WHY, "help"},
    {KEY_F(1), DEED_HELP, NULL},
    {'\t', DEED_PACE, "pace"},
    {'/', DEED_SAY, "say"},
    {CONTROL_L, DEED_REDRAW, NULL},
    {'f', DEED_QUIT, "quit"},
    {' ', DEED_PICK, "pick"},
    {PRESS_ESCAPE, DEED_LET_GO, NULL},
    {KEY_BACKSPACE, DEED_LET_GO, NULL},
    {127, DEED_LET_GO, NULL},
};

enum {
    ROWS = sizeof table / sizeof table[0]
};

const struct command_key *command_key_at(int i)
{
    return i >= 0 && i < ROWS ? &table[i] : NULL;
}

enum deed key_deed(int key)
{
    for (int i = 0; i < ROWS; i++)
        if (table[i].key == key)
            return table[i].deed;
    if (key >= 'A' && key <= 'Z')
        return key_deed(tolower(key));
    return DEED_NONE;
}

int key_for_deed(enum deed deed)
{
    for (int i = 0; i < ROWS; i++)
        if (table[i].deed == deed)
            return table[i].key;
    return PRESS_NONE;
}

/* The letters on the cards are the same in every language. */
static int kind_on_cards(int key)
{
    switch (key) {
    case '0':
    case '1':
    case 't': return CN_TEN;
    case '2': return CN_DEUCE;
    case '3': return CN_BLACK_THREE;
    case 'j': return CN_JACK;
    case 'q': return CN_QUEEN;
    case 'k': return CN_KING;
    case 'a': return CN_ACE;
    case 'x':
    case '*': return CN_JOKER;
    default: return key >= '4' && key <= '9' ? CN_FOUR + (key - '4') : CN_NO_KIND;
    }
}

int key_kind(const struct cn_words *words, int key)
{
    if (key <= ' ' || key > '~')
        return CN_NO_KIND;
    const char word[2] = {(char)tolower(key), '\0'};
    const int kind = kind_on_cards(word[0]);
    return kind != CN_NO_KIND ? kind : command_parse_kind(words, word);
}

/* ---- yes and no ---- */

static const char *answer_words(enum deed answer)
{
    return answer == DEED_YES ? "ui.command.yes" : "ui.command.no";
}

bool key_says(const struct cn_words *words, enum deed answer, int key)
{
    if (key <= ' ' || key > '~')
        return false;
    const char word[2] = {(char)tolower(key), '\0'};
    return word[0] == key_for_deed(answer) || command_is(words, answer_words(answer), word);
}

char key_letter(const struct cn_words *words, enum deed answer)
{
    char list[200];
    if (!cn_words_lookup(words, answer_words(answer), list, sizeof list))
        list[0] = '\0';
    for (const char *at = list; *at != '\0'; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        if (length == 1)
            return *at;
        at += length;
    }
    return (char)key_for_deed(answer);
}

enum deed key_answer(const struct display *display, int key)
{
    const struct cn_board *board = &display->board;
    const bool asked = board->phase == CN_PHASE_ANSWER || board->due != CN_DUE_NOTHING;
    if (!display_is_my_turn(display) || !asked)
        return DEED_NONE;
    return key_says(display->words, DEED_YES, key)  ? DEED_YES
           : key_says(display->words, DEED_NO, key) ? DEED_NO
                                                    : DEED_NONE;
}

/* ---- the bar ---- */

static void put(const struct display *display, struct key_bar *bar, enum deed deed,
                const char *word)
{
    struct bar_key *key = &bar->key[bar->count++];
    char name[40];
    snprintf(name, sizeof name, "ui.key.%s", word);
    WORDS0(display->words, key->text, name);
    if (deed == DEED_YES || deed == DEED_NO)
        key->text[0] = key_letter(display->words, deed);
    key->deed = deed;
}

/* A key that answers a question now does nothing else. */
static void put_deed(const struct display *display, struct key_bar *bar, enum deed deed)
{
    for (int i = 0; i < ROWS; i++)
        if (table[i].deed == deed && table[i].word != NULL &&
            key_answer(display, table[i].key) == DEED_NONE)
            put(display, bar, deed, table[i].word);
}

/* Places the keys with this many blanks between them. Returns the columns used. */
static int place(struct key_bar *bar, int gap)
{
    int x = 0;
    for (int i = 0; i < bar->count; i++) {
        if (bar->key[i].x < 0)
            continue;
        bar->key[i].x = x;
        x += cn__columns(bar->key[i].text) + gap;
    }
    return x - gap;
}

/* In little room keys move closer together, then those before the last are left out: the help lists
 * all keys. */
static void lay(struct key_bar *bar, int columns)
{
    for (int i = 0; i < bar->count; i++)
        bar->key[i].x = 0;
    if (place(bar, 3) <= columns)
        return;
    for (int i = bar->count - 1; i > 0 && place(bar, 2) > columns; i--)
        bar->key[i - 1].x = -1;
}

int key_turn_row(const struct display *display, const struct turn_key *keys[TURN_KEYS])
{
    static const unsigned pick = CN_TYPES_TAKE | CN_TYPES_LAY | 1 << CN_ACTION_DISCARD;
    static const struct turn_key turn[TURN_KEYS] = {
        {"yes", DEED_YES, 1 << CN_ACTION_YES},
        {"no", DEED_NO, 1 << CN_ACTION_NO},
        {"require", DEED_YES, 1 << CN_ACTION_REQUIRE_DRAW | 1 << CN_ACTION_REQUIRE_OUT},
        {"waive", DEED_NO, 1 << CN_ACTION_WAIVE},
        {"accept", DEED_YES, 1 << CN_ACTION_ACCEPT},
        {"draw", DEED_DRAW, 1 << CN_ACTION_DRAW},
        {"take", DEED_TAKE, CN_TYPES_TAKE},
        {"stop", DEED_STOP, 1 << CN_ACTION_STOP},
        {"special", DEED_SPECIAL, 1 << CN_ACTION_HAND},
        {"face", DEED_FACE, 1 << CN_ACTION_FACE},
        {"pick", DEED_PICK, pick},
        {"meld", DEED_MELD, CN_TYPES_LAY},
        {"combine", DEED_COMBINE, 1 << CN_ACTION_MERGE},
        {"discard", DEED_DISCARD, 1 << CN_ACTION_DISCARD},
        {"undo", DEED_UNDO, 0},
        {"ask", DEED_ASK, 1 << CN_ACTION_ASK},
    };
    const unsigned may = display_may(display);
    const bool undo = display_is_my_turn(display) && display->undo_count > 0;
    int count = 0;
    for (int i = 0; i < TURN_KEYS; i++)
        if (turn[i].types != 0 ? (turn[i].types & may) != 0 : undo)
            keys[count++] = &turn[i];
    return count;
}

void key_bar_of_turn(const struct display *display, int columns, struct key_bar *bar)
{
    const struct turn_key *keys[TURN_KEYS];
    const int count = key_turn_row(display, keys);
    bar->count = 0;
    for (int i = 0; i < count; i++)
        put(display, bar, keys[i]->deed, keys[i]->name);
    lay(bar, columns);
}

/* Keys that work in and out of turn where a referee rules. */
static void put_referee(const struct display *display, struct key_bar *bar)
{
    const bool plays = display->law->refereed && display->viewer != CN_NO_SEAT &&
                       display->stage == CN_STAGE_IN_DEAL;
    if (plays && display->law->rules.referee == CN_REFEREE_CALLED)
        put_deed(display, bar, DEED_CALL);
    if (plays)
        put(display, bar, DEED_SPECIAL, "anyway");
}

void key_bar_of_looks(const struct display *display, bool cited, bool far, int columns,
                      struct key_bar *bar)
{
    bar->count = 0;
    put_deed(display, bar, DEED_HINT);
    if (display_is_my_turn(display) && !(cited && display->law->refereed)) /* more keys than room */
        put_deed(display, bar, DEED_REASONS);
    put_referee(display, bar);
    put_deed(display, bar, DEED_SCORE);
    put_deed(display, bar, DEED_LOG);
    put_deed(display, bar, DEED_LAW);
    put(display, bar, DEED_WHY, cited ? "why" : "help");
    put_deed(display, bar, far ? DEED_SAY : DEED_PACE);
    put_deed(display, bar, DEED_QUIT);
    lay(bar, columns);
}
