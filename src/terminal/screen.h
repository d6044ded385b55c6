/* screen.h -- the table on a screen: what its files share.
 *
 * All that is drawn comes from the display of the person who sits here. A key press, or a click,
 * which stands for the key of what was clicked on, changes the picks, opens a window, or plays an
 * action; then everything is drawn anew, so a terminal that has been resized needs no special care.
 */
#ifndef TERMINAL_SCREEN_H
#define TERMINAL_SCREEN_H

#include "frontend.h"
#include "keys.h"

enum {
    SCREEN_ROWS = 24,
    SCREEN_COLUMNS = 80,
    SCREEN_WIDE = 130,  /* from so many columns on the log stands beside the table … */
    PANEL_COLUMNS = 66, /* … and takes at most so many */
    TABLE_COLUMNS = 86, /* that the table keeps at least */
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
    STYLE_CARD, /* four, one for each suit's colour: spades, hearts, diamonds, clubs */
    STYLE_CARD_LAST = STYLE_CARD + 3,
    STYLE_PICKED, /* a picked card, likewise */
    STYLE_PICKED_LAST = STYLE_PICKED + 3,
    STYLE_CURSOR, /* the card the keys act on, likewise */
    STYLE_CURSOR_LAST = STYLE_CURSOR + 3,
    STYLE_BACK, /* the back of a card */
    STYLE_WINDOW,
    STYLE_WINDOW_STRONG,
    STYLES
};

/* A part of the screen that can be clicked on, and the key it stands for. */
struct screen_region {
    int y, x, rows, columns, key;
};

struct screen {
    struct local_game *session;
    const struct terminal_options *options;
    struct display face;
    struct text_page page;  /* what a window shows */
    struct text_page small; /* for texts of a few lines while drawing */
    struct card_plays plans;
    int viewer;
    bool hidden; /* several people: the next one has not said that it sits here */
    bool leaving;
    bool ascii, colours, four_colours;
    enum pace pace;
    bool picked[CN_CARDS_MAX]; /* by index in the hand */
    int cursor;
    bool after_one; /* the key before was a 1 */
    char message[SAY_SIZE];
    char before[SAY_SIZE]; /* a table elsewhere: what was said there before the message … */
    bool said;             /* … which was said there too */
    bool was_mine;         /* the person was in turn when the table was looked at last */
    bool warning;          /* the message is a refusal … */
    char article[CN_ARTICLE_SIZE]; /* … that cites this article; "" if none */
    struct screen_region region[REGIONS_MAX];
    int region_count;
    int rows, columns;
    int width;              /* columns of the table, without what stands beside it */
    bool wakes;             /* a table elsewhere: news end the wait for a key */
    bool types;             /* there: a line is being typed, letters of any script are wanted */
    int sheet_shown;        /* there: the deal whose sheet was put aside */
    int sheet_game;         /* … and the game that it is of, from 1 */
    int sheet_top;          /* how far its window is scrolled */
    int seconds;            /* there: as shown last */
    int cursor_y, cursor_x; /* where the terminal's own cursor rests; -1: nowhere */
};

/* ---- screen_state.c: what is shown ---- */

bool screen_is_too_small(const struct screen *screen);
/* Columns of the table in a terminal of this many; the rest is for what stands beside it. */
int screen_table_width(int columns);
/* Is there anything on the table? Not in the waiting room of a remote table. */
bool screen_has_game(const struct screen *screen);
/* Updates the display; keeps picks and cursor on the same cards. */
void screen_refresh(struct screen *screen);
/* Picked cards; returns how many. */
int screen_picks(const struct screen *screen, cn_card cards[CN_CARDS_MAX]);
/* The message: a sentence of the catalogue; none; what was said at a remote table and not shown
 * yet. */
void screen_say(struct screen *screen, const char *key, const char *argument);
void screen_forget(struct screen *screen);
void screen_hear(struct screen *screen);

/* ---- canvas.c: the terminal ---- */

bool canvas_begin(struct screen *screen);
void canvas_end(void);
/* Writes text from (y, x) on, at most 'columns' of it, replaced by ASCII where need be; returns the
 * columns written. */
int canvas_text(const struct screen *screen, int y, int x, int columns, enum text_style style,
                const char *text);
/* Fills a row with blanks. */
void canvas_blank(const struct screen *screen, int y, int x, int columns, enum text_style style);
/* A line across. */
void canvas_rule(const struct screen *screen, int y, int x, int columns);
/* A card of three or four columns; 'style' is STYLE_CARD, STYLE_PICKED or STYLE_CURSOR. */
void canvas_card(const struct screen *screen, int y, int x, cn_card card, enum text_style style,
                 int columns);
/* Style of a card in its suit's colour, of the family STYLE_CARD and so on. */
enum text_style canvas_suit(const struct screen *screen, cn_card card, enum text_style family);
/* Forgets all regions, clears, and takes the terminal's size. */
void canvas_clear(struct screen *screen);
void canvas_region(struct screen *screen, int y, int x, int rows, int columns, int key);
/* Shows what was drawn and waits for a key: for ever (-1) or so many milliseconds. */
int canvas_key(struct screen *screen, int wait_ms);
void canvas_beep(void);

/* ---- screen_table.c, screen_hand.c: drawing ---- */

/* Draws everything; a friendly sentence where the terminal is too small. */
void screen_draw(struct screen *screen);
/* Rows that the hand needs at this width. */
int hand_rows(const struct screen *screen);
/* Draws the hand from row y on, its heading and meter above it. */
void hand_draw(struct screen *screen, int y, int rows);
/* The message and the keys at the bottom; returns the first row used. */
void bottom_draw(struct screen *screen, int y);
enum {
    BOTTOM_ROWS = 4
};
/* The index of the card above or below the cursor, where the hand has several lines. */
int hand_neighbour(const struct screen *screen, int step);

/* ---- screen_window.c: windows over the table ---- */

/* Shows the page from line *top on; the next key, which may have scrolled. */
int window_show(struct screen *screen, const char *foot, int *top);
/* Is the page short enough to be shown at once? */
bool window_fits(const struct screen *screen);
/* Shows the page; scrolls until it is left. */
void window_page(struct screen *screen, const char *foot);
/* The same, opened at the end of the page. */
void window_page_end(struct screen *screen, const char *foot);
/* Lets one of 'count' lines be chosen; -1 if none was. */
int window_menu(struct screen *screen, const char *title, char lines[][SAY_SIZE], int count);
/* Asks for a yes: true if it is said by the key 'yes', which has no other meaning; Enter, Escape
 * and "n" go back. The question is the catalogue's 'name', the yes in words <name>.yes. */
bool window_confirm(struct screen *screen, int yes, const char *name);
/* The law book: a list of articles that typing narrows down; Enter reads one. */
void window_law_book(struct screen *screen);
void window_article(struct screen *screen, const char *name);
/* Asks whether to leave the table, and leaves. */
void screen_quit(struct screen *screen);
/* Nothing but a sentence, until Enter: the screen between two people. */
void window_hand_over(struct screen *screen, const char *name);

/* ---- screen_keys.c: what keys do ---- */

void screen_handle_key(struct screen *screen, int key);

#endif
