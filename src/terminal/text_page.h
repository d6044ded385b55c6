/* page.h -- texts of many lines: the score sheet, an article, help, the log.
 *
 * A page is lines of text that a front end prints or shows in a scrolling window.
 */
#ifndef CN_PAGE_H
#define CN_PAGE_H

#include "local_game.h"

enum {
    CN_PAGE_LINES = 2000,
    CN_PAGE_WIDTH = 160
};

struct cn_page {
    int count;
    char title[CN_PAGE_WIDTH];
    char line[CN_PAGE_LINES][CN_PAGE_WIDTH];
};

void cn_page_clear(struct cn_page *page, const char *title);
/* One line as it is; cut to the width. */
void cn_page_line(struct cn_page *page, const char *text);
/* Text whose words are put into lines of so many columns; blank lines stay, and lines that begin with a
 * blank are kept as they are. */
void cn_page_text(struct cn_page *page, const char *text, size_t length, int columns);

/* The score sheet of the deal that has ended, if one has, and the running totals of all (L47, C6, U15);
 * the settlement when the game is over. */
void cn_page_sheet(struct cn_page *page, const struct cn_session *session,
                   const struct cn_face *face);
/* An article of the law book; false if there is none of that name. */
bool cn_page_law(struct cn_page *page, const char *language, const char *name, int columns);
/* What happened in this deal. */
void cn_page_log(struct cn_page *page, const struct cn_face *face, int columns);
/* The whole table in words: for a screen reader, or whoever wants to hear it all. */
void cn_page_table(struct cn_page *page, const struct cn_face *face, int columns);
/* The drawing for seats; false if nobody drew. */
bool cn_page_seating(struct cn_page *page, const struct cn_session *session,
                     const struct cn_face *face, int columns);

/* What was weighed for a hint: the best move, what it gains, the others with what they lose, and apart from them those that
 * were estimated higher and are too uncertain to be advised. */
void cn_page_advice(struct cn_page *page, const struct cn_face *face,
                    const struct cn_advice *advice, int columns);

/* Cuts a text to so many columns, in place. */
void cn_cut(char *text, int columns);

#endif
