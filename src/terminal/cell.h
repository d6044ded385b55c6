/* cell.h -- what is said of one meld in the room that there is for it on the screen. */
#ifndef TERMINAL_CELL_H
#define TERMINAL_CELL_H

#include "display/display.h"

/* First its cards, then words. All of it fits into the columns that were given, but for the last
 * resort: the top card's three columns and a count. */
struct meld_cell {
    cn_card
        cards[CN_CARDS_MAX]; /* to be drawn, 'pitch' columns each; canastas show their top card … */
    int card_count;
    char ranks[80]; /* … or, where these have no room, "7 7 7 JK"; "" if the cards are drawn */
    char words
        [80]; /* "natural canasta, 8 cards", "3 more"; "": there is no room, and the cards say it */
    int at;   /* where the words begin */
};

/* 'pitch': columns from one card to the next, at least 4. */
void cell_of(const struct display *face, int side, int meld, int columns, int pitch,
             struct meld_cell *cell);

#endif
