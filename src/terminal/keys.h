/* keys.h -- the keys of a screen: what each does, and which pick cards.
 *
 * One table says it all; what obeys keys, the bar that shows them and the tests read it. Letters
 * and digits that name a rank pick cards, with Shift or without, and nothing else lies under them
 * in any language. /
 */
#ifndef TERMINAL_KEYS_H
#define TERMINAL_KEYS_H

#include "display/display.h"

/* Keys beyond what a keyboard has; a click gives one of them. */
enum key_press {
    PRESS_NONE = -1, /* nothing within the time given */
    PRESS_GONE = -2, /* the terminal is gone */
    PRESS_ENTER = 10,
    PRESS_ESCAPE = 27,
    PRESS_CARD = 0x100000, /* + index in the hand */
    PRESS_MELD = 0x200000, /* + meld of the own side */
    PRESS_ITEM = 0x300000, /* + line of a menu or list */
    PRESS_TEXT = 0x400000  /* + a character that is not ASCII, while a line is typed */
};

enum deed {
    DEED_NONE,
    /* what is played */
    DEED_DRAW,
    DEED_TAKE,
    DEED_STOP,
    DEED_MELD,
    DEED_DISCARD,
    DEED_UNDO,
    DEED_UNDO_ALL,
    DEED_COMBINE,
    DEED_ASK,
    DEED_YES,
    DEED_NO,
    /* what is looked at, at any time */
    DEED_HINT,
    DEED_REASONS,
    DEED_SCORE,
    DEED_LOG,
    DEED_TABLE,
    DEED_LAW,
    DEED_WHY,
    DEED_HELP,
    DEED_PACE,
    DEED_SAY,
    DEED_REDRAW,
    DEED_QUIT,
    /* cards */
    DEED_PICK,
    DEED_LET_GO
};

/* A key and what it does. Of a letter both cases are meant, unless the other has a row of its
 * own. */
struct command_key {
    int key;
    enum deed deed;
    const char *word; /* the catalogue's ui.key.<word> names it on the bar; NULL: it is not there */
};

/* The rows of the table, from 0; NULL past the last. */
const struct command_key *command_key_at(int i);
/* What the key does; DEED_NONE: no command lies there. */
enum deed key_deed(int key);
/* The first key that does it. */
int key_for_deed(enum deed deed);
/* The rank that a key picks cards of: by the letter on the cards or by one that the language calls
 * the rank by, in either case. CN_NO_KIND: none. */
int key_kind(const struct cn_words *words, int key);

/* ---- the bar: the keys that mean something now ---- */

enum {
    BAR_MAX = 12
};

struct bar_key {
    enum deed deed;
    char text[60]; /* "p draw": the key, a blank, and what it does */
    int x;         /* its first column, from 0; -1: there is no room for it */
};
struct key_bar {
    int count;
    struct bar_key key[BAR_MAX];
};

/* A key that means something in a turn: the types of action that it plays, as bits; 0: it takes
 * back. */
struct turn_key {
    const char *name; /* its word ui.key.NAME */
    enum deed deed;
    unsigned types;
};
enum {
    TURN_KEYS = 11
};
/* Those that the law gives a meaning now, in the order of the bar; returns how many. */
int key_turn_row(const struct display *face, const struct turn_key *keys[TURN_KEYS]);

/* What can be done in this turn, laid on so many columns; empty while others are in turn. */
void key_bar_of_turn(const struct display *face, int columns, struct key_bar *bar);
/* What can be looked at. 'cited': the last refusal named a law; 'far': the table is elsewhere.
 * Leaving always finds room. */
void key_bar_of_looks(const struct display *face, bool cited, bool far, int columns,
                      struct key_bar *bar);

#endif
