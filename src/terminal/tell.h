/* tell.h -- printing lines to a terminal without a screen. */
#ifndef TERMINAL_TELL_H
#define TERMINAL_TELL_H

enum {
    TELL_PAGE = 78 /* columns of pages if the width is unknown */
};

/* Returns the columns of the terminal at standard output, or 0 if it is not a terminal: then lines
 * may have any length. */
int terminal_columns(void);
/* Prints a text and 'end'. On a terminal, words are not broken at its edge unless they are longer
 * than a line. */
void terminal_tell(const char *text, const char *end);

#endif
