/* keys.h -- the keys of a screen: what each does, and which pick cards.
 *
 * One table says it all; what obeys keys, the bar that shows them and the tests read it. Letters and digits that name a
 * rank pick cards, with Shift or without, and nothing else lies under them in any language.
 */
#ifndef TERMINAL_KEYS_H
#define TERMINAL_KEYS_H

#include "display/display.h"

/* Keys beyond what a keyboard has; a click gives one of them. */
enum cn_key {
    CN_KEY_NONE = -1, /* nothing within the time given */
    CN_KEY_GONE = -2, /* the terminal is gone */
    CN_KEY_ENTER = 10,
    CN_KEY_ESCAPE = 27,
    CN_KEY_CARD = 0x100000, /* + index in the hand */
    CN_KEY_MELD = 0x200000, /* + meld of the own side */
    CN_KEY_ITEM = 0x300000, /* + line of a menu or list */
    CN_KEY_TEXT = 0x400000  /* + a character that is not ASCII, while a line is typed */
};

enum cn_deed {
    CN_DEED_NONE,
    /* what is played */
    CN_DEED_DRAW,
    CN_DEED_TAKE,
    CN_DEED_STOP,
    CN_DEED_MELD,
    CN_DEED_DISCARD,
    CN_DEED_UNDO,
    CN_DEED_UNDO_ALL,
    CN_DEED_COMBINE,
    CN_DEED_ASK,
    CN_DEED_YES,
    CN_DEED_NO,
    /* what is looked at, at any time */
    CN_DEED_HINT,
    CN_DEED_REASONS,
    CN_DEED_SCORE,
    CN_DEED_LOG,
    CN_DEED_TABLE,
    CN_DEED_LAW,
    CN_DEED_WHY,
    CN_DEED_HELP,
    CN_DEED_PACE,
    CN_DEED_SAY,
    CN_DEED_REDRAW,
    CN_DEED_QUIT,
    /* cards */
    CN_DEED_PICK,
    CN_DEED_LET_GO
};

/* A key and what it does. Of a letter both cases are meant, unless the other has a row of its own. */
struct cn_command_key {
    int key;
    enum cn_deed deed;
    const char *word; /* the catalogue's ui.key.<word> names it on the bar; NULL: it is not there */
};

/* The rows of the table, from 0; NULL past the last. */
const struct cn_command_key *command_key_at(int i);
/* What the key does; CN_DEED_NONE: no command lies there. */
enum cn_deed key_deed(int key);
/* The first key that does it. */
int key_for_deed(enum cn_deed deed);
/* The rank that a key picks cards of: by the letter on the cards or by one that the language calls the rank by, in either
 * case. CN_NO_KIND: none. */
int key_kind(const struct cn_words *words, int key);

/* ---- the bar: the keys that mean something now ---- */

enum {
    CN_BAR_MAX = 12
};

struct cn_bar_key {
    enum cn_deed deed;
    char text[60]; /* "p draw": the key, a blank, and what it does */
    int x;         /* its first column, from 0; -1: there is no room for it */
};
struct cn_bar {
    int count;
    struct cn_bar_key key[CN_BAR_MAX];
};

/* A key that means something in a turn: the types of action that it plays, as bits; 0: it takes back. */
struct cn_turn_key {
    const char *name; /* its word ui.key.NAME */
    enum cn_deed deed;
    unsigned types;
};
enum {
    CN_TURN_KEYS = 11
};
/* Those that the law gives a meaning now, in the order of the bar; returns how many. */
int key_turn_row(const struct display *face, const struct cn_turn_key *keys[CN_TURN_KEYS]);

/* What can be done in this turn, laid on so many columns; empty while others are in turn. */
void key_bar_of_turn(const struct display *face, int columns, struct cn_bar *bar);
/* What can be looked at. 'cited': the last refusal named a law; 'far': the table is elsewhere. Leaving always finds
 * room. */
void key_bar_of_looks(const struct display *face, bool cited, bool far, int columns,
                      struct cn_bar *bar);

#endif
