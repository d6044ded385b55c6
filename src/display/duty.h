/* duty.h -- at a refereed table: what rulings oblige a seat to, and the decision that is asked.
 *
 * Everything comes from the board, which all see. Nothing here knows of an irregularity that nobody
 * has called.
 */
#ifndef DISPLAY_DUTY_H
#define DISPLAY_DUTY_H

#include "say.h"

enum {
    DUTIES_MAX = 6
};

/* "owes 2 discards" (L53), to the seat itself "you owe 2 discards". */
struct duty {
    const char *law; /* "L53"; static */
    char text[SAY_SIZE];
};

/* Lists what the seat has to do or may not do by a ruling, until it is met. Returns how many. */
int display_duties(const struct display *display, int seat, struct duty duties[DUTIES_MAX]);
/* The same as one clause: "owes a discard, must discard an exposed card"; "" for none. */
char *words_duties(const struct display *display, int seat, char *text, size_t size);

/* The decision that is due, as a question to the seat that decides and as news to others; "" if
 * none is. */
char *words_decision(const struct display *display, char *text, size_t size);
/* What a choice does, while it is due: "North draws the top card of the stock; nothing else
 * changes". */
char *words_decision_effect(const struct display *display, struct cn_action choice, char *text,
                            size_t size);
/* A choice as an item of a list: "require the draw: North draws …". */
char *words_choice(const struct display *display, struct cn_action choice, char *text, size_t size);
/* The cards of the seat's hand that lie face up: "the king of spades and the seven of hearts"; ""
 * for none. */
char *words_up(const struct display *display, int seat, char *text, size_t size);
/* The same with what rulings oblige the seat to, for places with little room: "K♠ 7♥ owes a
 * discard". */
char *words_up_short(const struct display *display, int seat, bool ascii, char *text, size_t size);
/* Returns the seat about whose act a decision is due, or CN_NO_SEAT. */
int display_offender(const struct display *display);

#endif
