/* text_page.h -- texts of many lines: the score sheet, an article, help, the log.
 *
 * A page is lines of text that a front end prints or shows in a scrolling window.
 */
#ifndef TERMINAL_TEXT_PAGE_H
#define TERMINAL_TEXT_PAGE_H

#include "game_source.h"

enum {
    TEXT_PAGE_LINES = 2000,
    TEXT_PAGE_WIDTH = 160
};

struct text_page {
    int count;
    char title[TEXT_PAGE_WIDTH];
    char line[TEXT_PAGE_LINES][TEXT_PAGE_WIDTH];
};

void text_page_clear(struct text_page *page, const char *title);
/* Adds one line as it is, cut to the width. */
void text_page_line(struct text_page *page, const char *text);
/* Wraps text at this many columns. Keeps blank lines, and lines that begin with a blank. */
void text_page_text(struct text_page *page, const char *text, size_t length, int columns);

/* Writes the next line of a help from *at on, 0 at first: NAME1, NAME2, … of the catalogue, and
 * after some of them what only some rule sets need: NAME9.face. Returns false at the end. */
bool text_page_help(const struct display *display, const char *name, int *at, char *text,
                    size_t size);

/* The score sheet of the deal that has ended, if any, and the running totals of all (L47, C6, U15);
 * after the game also the settlement. */
void text_page_sheet(struct text_page *page, const struct game_source *source,
                     const struct display *display);
/* An article of the law book. Returns false if there is no article with that name. */
bool text_page_law(struct text_page *page, const char *language, const char *name, int columns);
/* What happened in this deal. */
void text_page_log(struct text_page *page, const struct display *display, int columns);
/* The whole table in words, for screen readers. */
void text_page_table(struct text_page *page, const struct display *display, int columns);
/* How near the hand is to each special hand, and what its cards are. Returns false if the seat can
 * lay none in this deal. */
bool text_page_goals(struct text_page *page, const struct display *display, int columns);
/* The drawing for seats. Returns false if seats were not drawn for. */
bool text_page_seating(struct text_page *page, const struct game_source *source,
                       const struct display *display, int columns);

/* The moves considered for a hint: the best move with its gain, the others with their loss, and
 * separately those that were estimated higher but are too uncertain to advise. */
void text_page_advice(struct text_page *page, const struct display *display,
                      const struct advice *advice, int columns);

#endif
