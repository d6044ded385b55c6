/* advice.h -- what the strongest level would do in a seat's place, and why. */
#ifndef DISPLAY_ADVICE_H
#define DISPLAY_ADVICE_H

#include "seat_display.h"

enum {
    ADVICE_MOVES = 24,
    ADVICE_NODES = 100000 /* at most: a hint costs well under a second */
};

struct advice {
    struct cn_action action;
    struct cn_reason reason;
    struct cn_candidate moves[ADVICE_MOVES]; /* what was weighed, 'action' first, then by points */
    int count;                               /* 0: nothing was, or there was nothing to weigh */
};

/* Advises the display's seat, which must decide. Equal displays give equal advice. */
void advise(const struct display *face, struct advice *advice);
/* What to do and why, in two or three sentences: "Discard the four. A safe discard: …" */
char *words_advice(const struct display *face, const struct advice *advice, char *text,
                   size_t size);
/* A sentence: how much better it is than the next choice, or that the next one was estimated
 * higher but is too uncertain. "" if nothing was weighed. */
char *words_gain(const struct display *face, const struct advice *advice, char *text, size_t size);
/* The principle of a move: "a safe discard: …". */
char *words_reason(const struct display *face, struct cn_action action, char *text, size_t size);

#endif
