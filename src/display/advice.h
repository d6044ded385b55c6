/* advice.h -- what the strongest level would do in a seat's place, and why. */
#ifndef DISPLAY_ADVICE_H
#define DISPLAY_ADVICE_H

#include "seat_display.h"

enum {
    ADVICE_MOVES = 24,
    ADVICE_NODES = 100000 /* a hint costs well under a second */
};

struct advice {
    struct cn_action action;
    struct cn_review review; /* how it compares with the next best */
    /* What was weighed: 'action' first, then by points: the estimates of the search, which differ
     * from what the review found in new samples. One above that of 'action' is cut to it, because
     * it may be luck: only the best rival was compared again. */
    struct cn_candidate moves[ADVICE_MOVES];
    int count; /* 0: nothing was, or there was nothing to weigh */
};

/* Advises the display's seat, which must decide. Equal displays give equal advice. */
void advise(const struct display *display, struct advice *advice);
/* What to do and why, in two or three sentences: what favours it in the trials, or its
 * principle. "Discard the four. The next player takes the pack in 1 of 10 cases, otherwise …" */
char *words_advice(const struct display *display, const struct advice *advice, char *text,
                   size_t size);
/* How much better it is than the next choice, or that both are about as good, in a sentence, and
 * its principle if that has not been told. "" if nothing was compared. */
char *words_gain(const struct display *display, const struct advice *advice, char *text,
                 size_t size);
/* What favours a move in trials, a sentence. */
char *words_found(const struct cn_words *words, const struct cn_finding *finding, char *text,
                  size_t size);
/* The principle of a move: "a safe discard: …". */
char *words_reason(const struct display *display, struct cn_action action, char *text, size_t size);

#endif
