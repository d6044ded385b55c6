/* referee_reopen.h -- taking a turn back (REFEREE, R12, R26).
 *
 * A turn can be taken back until a seat plays in the next one. What was drawn, faced, asked, shown
 * or looked at stays as it is, so only melds, the pile and the discard go back.
 */
#ifndef CN_ENGINE_REFEREE_REOPEN_H
#define CN_ENGINE_REFEREE_REOPEN_H

#include "referee_cards.h"

/* What went back. */
struct cn_taken_back {
    bool reopened;
    bool pile_lies;            /* the pile lies again */
    struct cn_some_cards hand; /* into the hand, less what went on into the pile */
    struct cn_some_cards
        laid; /* those of them that were laid: exposed, with three or more players */
};

/* Notes the table as it is before the seat in turn plays for the first time in its turn. */
void cn_reopen_note_table(const struct cn_refereed *r);
/* Ends the turn by a discard that has been made, and begins the next. */
void cn_reopen_pass_turn(const struct cn_refereed *r);

/* The same for a discard that stands after all: nobody has gone out by it (R12). Otherwise changes
 * nothing. */
void cn_reopen_end_turn(const struct cn_refereed *r);

/* Makes the last discard undone, if the turn is over, and its seat the one in turn. */
void cn_reopen_for_discard(const struct cn_refereed *r, struct cn_taken_back *back);
/* Makes the last action undone, with which the seat in turn went out. */
void cn_reopen_last(const struct cn_refereed *r, struct cn_taken_back *back);
/* Makes the last discard undone, and besides, what the turn laid goes back, and a pile that it took
 * lies again. */
void cn_reopen_wholly(const struct cn_refereed *r, struct cn_taken_back *back);
/* What the seat laid in its turn goes back, while its discard stands (R12). */
void cn_reopen_unlay(const struct cn_refereed *r, int seat, struct cn_taken_back *back);

#endif
