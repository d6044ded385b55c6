/* cell.h -- the text and cards that show one meld in a given number of columns. */
#ifndef TERMINAL_CELL_H
#define TERMINAL_CELL_H

#include "display/display.h"

/* Cards come first, then words. All of it fits into the given columns, except the last resort:
 * three columns for the top card, and a count. */
struct meld_cell {
    cn_card
        /* cards to draw, 'pitch' columns each; for a canasta only the top card */
        cards[CN_CARDS_MAX];
    int card_count;
    char ranks[80]; /* ranks, if the cards do not fit: "7 7 7 JK"; "" if the cards are drawn */
    char words[80]; /* "natural canasta, 8 cards", "3 more"; "" if there is no room */
    int at;         /* where the words begin */
};

/* 'pitch': columns from one card to the next, at least 4. */
void cell_of(const struct display *display, int side, int meld, int columns, int pitch,
             struct meld_cell *cell);

#endif
