/* keys.h -- the keys of a screen: what each does, and which pick cards.
 *
 * One table defines the keys for the key handler, the bar and the tests. Letters and digits that
 * name a rank pick cards, with or without Shift, and have no other meaning in any language.
 */
#ifndef TERMINAL_KEYS_H
#define TERMINAL_KEYS_H

#include "display/display.h"

/* Values beyond key codes. A click yields one of them. */
enum key_press {
    PRESS_NONE = -1, /* no key within the given time */
    PRESS_GONE = -2, /* the terminal is gone */
    PRESS_ENTER = 10,
    PRESS_ESCAPE = 27,
    PRESS_CARD = 0x100000, /* + index in the hand */
    PRESS_MELD = 0x200000, /* + meld of this seat's side */
    PRESS_ITEM = 0x300000, /* + line of a menu or list */
    PRESS_TEXT = 0x400000  /* + a non-ASCII character, while a line is typed */
};

enum deed {
    DEED_NONE,
    /* playing */
    DEED_DRAW,
    DEED_TAKE,
    DEED_STOP,
    DEED_MELD,
    DEED_DISCARD,
    DEED_UNDO,
    DEED_UNDO_ALL,
    DEED_COMBINE,
    DEED_FACE,
    DEED_SPECIAL, /* a special hand; at a refereed table, which has none, what was refused */
    DEED_ASK,
    DEED_YES,
    DEED_NO,
    DEED_CALL, /* call attention, at a refereed table */
    /* showing things, at any time */
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

/* A key and what it does. A letter stands for both cases, unless the other has a row too. */
struct command_key {
    int key;
    enum deed deed;
    const char *word; /* ui.key.<word> is its name on the bar; NULL: not on the bar */
};

/* Returns the row, counted from 0, or NULL past the last. */
const struct command_key *command_key_at(int i);
/* Returns what the key does, or DEED_NONE if it has no command. */
enum deed key_deed(int key);
/* Returns the first key with this command. */
int key_for_deed(enum deed deed);
/* Returns the rank that a key picks cards of: by the letter on the cards or by one of the
 * language's names for it, in either case. CN_NO_KIND if it picks none. */
int key_kind(const struct cn_words *words, int key);

/* Returns whether a key says yes or no (DEED_YES, DEED_NO): 'y' and 'n' in every language, and the
 * one-letter words of its lists ui.command.yes and ui.command.no, in either case. */
bool key_says(const struct cn_words *words, enum deed answer, int key);
/* Returns the letter for yes or no that the language shows: its first one. */
char key_letter(const struct cn_words *words, enum deed answer);
/* Returns what a key answers while the seat has a question to answer (DEED_YES or DEED_NO), before
 * it means anything else. DEED_NONE if it answers nothing. */
enum deed key_answer(const struct display *display, int key);

/* ---- the bar: the keys that can be used now ---- */

enum {
    BAR_MAX = 12
};

struct bar_key {
    enum deed deed;
    char text[60]; /* "p draw": the key, a blank, and what it does */
    int x;         /* its first column, from 0; -1: no room for it */
};
struct key_bar {
    int count;
    struct bar_key key[BAR_MAX];
};

/* A key for a turn, with the action types that it plays as bits. 0: it undoes. */
struct turn_key {
    const char *name; /* its word ui.key.NAME */
    enum deed deed;
    unsigned types;
};
enum {
    TURN_KEYS = 16
};
/* Lists the keys that the rules allow now, in the order of the bar. Returns their number. */
int key_turn_row(const struct display *display, const struct turn_key *keys[TURN_KEYS]);

/* Lays out the keys for this turn in this many columns. Empty while another player is in turn. */
void key_bar_of_turn(const struct display *display, int columns, struct key_bar *bar);
/* Lays out the keys that show things and, at a refereed table, those that work out of turn too.
 * 'cited': the last refusal named an article. 'far': the table is remote. The key for leaving
 * always fits. */
void key_bar_of_looks(const struct display *display, bool cited, bool far, int columns,
                      struct key_bar *bar);

#endif
