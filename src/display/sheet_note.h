/* sheet_note.h -- what a line of the score sheet consists of, after the deal: which canastas, and
 * what melds and cards cost penalties.
 */
#ifndef DISPLAY_SHEET_NOTE_H
#define DISPLAY_SHEET_NOTE_H

#include "seat_display.h"

/* A part of one side's points in a line. */
struct sheet_note {
    enum cn_score_item_id item; /* canastas, or penalties without those of rulings */
    int side;
    int32_t points;
    char text[160]; /* "2 mixed canastas", "unfinished: sevens" */
};
enum {
    SHEET_NOTES_MAX = CN_SIDES_MAX * (2 * CN_CANASTA_KEYS + 1)
};

/* Writes the notes about the last deal, the side of this screen first, and returns how many; none
 * while a deal is played. */
int display_sheet_notes(const struct display *display, struct sheet_note notes[SHEET_NOTES_MAX]);

/* Returns the points of red threes that a side kept at a refereed table (L56), 0 or less. Where the
 * rules have penalties for cards held, too, it is not known which is which, and they are notes. */
int32_t display_undeclared(const struct display *display, int side);

#endif
