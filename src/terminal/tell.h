/* tell.h -- lines for people at a terminal without a screen. */
#ifndef TERMINAL_TELL_H
#define TERMINAL_TELL_H

enum {
    TELL_PAGE = 78 /* columns of pages where nothing is known about the width */
};

/* Columns of the terminal that standard output is; 0: it is none, and lines may be as long as they
 * are. */
int terminal_columns(void);
/* Prints a text and 'end'. At a terminal no word is broken at its edge, unless it is longer than a
 * line. */
void terminal_tell(const char *text, const char *end);

#endif
