/* screen.h -- the table on a screen: declarations shared by its files.
 *
 * Everything drawn comes from the display of the current person. A key press, or a click, which
 * stands for the key of what was clicked on, changes the picks, opens a window, or plays an action.
 * Then everything is redrawn, so a resized terminal needs no special care.
 */
#ifndef TERMINAL_SCREEN_H
#define TERMINAL_SCREEN_H

#include "frontend.h"
#include "keys.h"

enum {
    SCREEN_ROWS = 24,
    SCREEN_COLUMNS = 80,
    SCREEN_WIDE = 130,  /* from this many columns the log is shown beside the table */
    PANEL_COLUMNS = 66, /* the log's columns, at most */
    TABLE_COLUMNS = 86, /* the table's columns, at least */
    REGIONS_MAX = 256
};

/* How a text looks. On a terminal without colours most of these are plain, bold or reverse. */
enum text_style {
    STYLE_TEXT,
    STYLE_FAINT,
    STYLE_STRONG,
    STYLE_TITLE,
    STYLE_HEAD,
    STYLE_TURN,
    STYLE_WARN,
    STYLE_KEY,
    STYLE_CARD, /* four, one per suit colour: spades, hearts, diamonds, clubs */
    STYLE_CARD_LAST = STYLE_CARD + 3,
    STYLE_PICKED, /* a picked card; also four */
    STYLE_PICKED_LAST = STYLE_PICKED + 3,
    STYLE_CURSOR, /* the card that the keys act on; also four */
    STYLE_CURSOR_LAST = STYLE_CURSOR + 3,
    STYLE_BACK, /* the back of a card */
    STYLE_WINDOW,
    STYLE_WINDOW_STRONG,
    STYLES
};

/* A clickable part of the screen, and the key it stands for. */
struct screen_region {
    int y, x, rows, columns, key;
};

struct screen {
    struct game_source *source;
    const struct terminal_options *options;
    struct display display;
    struct text_page page;  /* what a window shows */
    struct text_page small; /* for short texts while drawing */
    struct card_plays plans;
    struct card_plays anyway;    /* what can be done in place of what was refused */
    int32_t ruled[CN_SEATS_MAX]; /* number of the latest news of a referee that a seat was shown */
    int viewer;
    bool hidden; /* several people: the next one has not confirmed being here */
    bool leaving;
    bool ascii, colours, four_colours;
    enum pace pace;
    bool picked[CN_CARDS_MAX]; /* by index in the hand */
    unsigned barred;           /* kinds in the hand that must not be discarded now, bit kind */
    int cursor;
    bool after_one; /* the previous key was a 1 */
    char message[SAY_SIZE];
    char before[SAY_SIZE];         /* a remote table: what it said before the message */
    bool said;                     /* the message came from the table too */
    bool was_mine;                 /* the person was in turn at the last look */
    bool warning;                  /* the message is a refusal */
    char article[CN_ARTICLE_SIZE]; /* the article that it cites; "" if none */
    struct screen_region region[REGIONS_MAX];
    int region_count;
    int rows, columns;
    int width;              /* columns of the table, without the panel beside it */
    bool wakes;             /* a remote table: news end the wait for a key */
    bool types;             /* remote: a line is being typed, so letters of any script are wanted */
    int sheet_shown;        /* the deal whose score sheet was closed */
    int sheet_game;         /* the game of that deal, from 1 */
    int deal_shown;         /* the deal that the picks belong to */
    int sheet_top;          /* first visible line of its window */
    int seconds;            /* remote: as last shown */
    int cursor_y, cursor_x; /* position of the terminal's own cursor; -1: hidden */
};

/* ---- screen_state.c: what is shown ---- */

bool screen_is_too_small(const struct screen *screen);
/* Returns the table's columns in a terminal of this many; the rest is for the panel beside it. */
int screen_table_width(int columns);
/* Returns whether a game is on the table: false in the waiting room of a remote table. */
bool screen_has_game(const struct screen *screen);
/* Updates the display. Picks and cursor stay on the same cards. */
void screen_refresh(struct screen *screen);
/* Writes the picked cards. Returns their number. */
int screen_picks(const struct screen *screen, cn_card cards[CN_CARDS_MAX]);
/* Sets the message: to a text of the catalogue, to none, or to the next notice of a remote table.
 */
void screen_say(struct screen *screen, const char *key, const char *argument);
void screen_forget(struct screen *screen);
void screen_hear(struct screen *screen);

/* ---- canvas.c: the terminal ---- */

bool canvas_begin(struct screen *screen);
void canvas_end(void);
/* Writes at most 'columns' columns of text from (y, x), replaced by ASCII if necessary. Returns the
 * columns written. */
int canvas_text(const struct screen *screen, int y, int x, int columns, enum text_style style,
                const char *text);
/* Fills a row with blanks. */
void canvas_blank(const struct screen *screen, int y, int x, int columns, enum text_style style);
/* Draws a horizontal line. */
void canvas_rule(const struct screen *screen, int y, int x, int columns);
/* Draws a card three or four columns wide; 'style' is STYLE_CARD, STYLE_PICKED or STYLE_CURSOR. */
void canvas_card(const struct screen *screen, int y, int x, cn_card card, enum text_style style,
                 int columns);
/* Returns the style for the card's suit within a family such as STYLE_CARD. */
enum text_style canvas_suit(const struct screen *screen, cn_card card, enum text_style family);
/* Drops all regions, clears the screen, and reads the terminal's size. */
void canvas_clear(struct screen *screen);
void canvas_region(struct screen *screen, int y, int x, int rows, int columns, int key);
/* Shows what was drawn and waits for a key: this many milliseconds, or for ever (-1). */
int canvas_key(struct screen *screen, int wait_ms);

/* ---- screen_table.c, screen_hand.c: drawing ---- */

/* Draws everything, or a friendly message if the terminal is too small. */
void screen_draw(struct screen *screen);
/* Returns the rows that the hand needs at this width. */
int hand_rows(const struct screen *screen);
/* Draws the hand from row y down, with its heading and meter above it. */
void hand_draw(struct screen *screen, int y, int rows);
/* Draws the message and the keys at the bottom. Returns the first row used. */
void bottom_draw(struct screen *screen, int y);
enum {
    BOTTOM_ROWS = 4
};
/* Returns the index of the card above or below the cursor, if the hand has several lines. */
int hand_neighbour(const struct screen *screen, int step);

/* ---- screen_window.c: windows over the table ---- */

/* Shows the page from line *top. Returns the next key, which may have scrolled. */
int window_show(struct screen *screen, const char *foot, int *top);
/* Returns whether the page fits into one window. */
bool window_fits(const struct screen *screen);
/* Shows the page, and scrolls it until it is closed. */
void window_page(struct screen *screen, const char *foot);
/* The same, opened at the end of the page. */
void window_page_end(struct screen *screen, const char *foot);
/* Lets the player choose one of 'count' lines. Returns its index, or -1. */
int window_menu(struct screen *screen, const char *title, char lines[][SAY_SIZE], int count);
/* Asks a question. Returns true on a key that says 'yes' (DEED_YES, or DEED_NO if the answer to be
 * confirmed is no; key_says); Enter, Escape and other keys for no cancel. 'name' is the question in
 * the catalogue and <name>.yes the word for yes. */
bool window_confirm(struct screen *screen, enum deed yes, const char *name);
/* Shows the law book: a list of articles that typing narrows down; Enter opens one. */
void window_law_book(struct screen *screen);
void window_article(struct screen *screen, const char *name);
/* Asks whether to leave the table, and leaves. */
void screen_quit(struct screen *screen);
/* Shows only a message, until Enter: the screen between two people. */
void window_hand_over(struct screen *screen, const char *name);

/* ---- screen_keys.c: what keys do ---- */

void screen_handle_key(struct screen *screen, int key);

/* ---- screen_lobby.c: talking to a remote table ---- */

/* Shows the waiting room of a table without a game, and handles a key. */
void screen_wait_in_lobby(struct screen *screen);
/* Lets the player type a line to the table, sends it, and shows the answer. */
void screen_type_to_table(struct screen *screen);

#endif
