/* draw.h -- the table as text, 80 columns wide.
 *
 * A drawing is given the public table and only the cards that its reader may know, so it cannot
 * show a hidden one.
 */
#ifndef CLI_DRAW_H
#define CLI_DRAW_H

#include "engine/engine.h"

struct drawing {
    const struct cn_law *law;
    const struct cn_board *board;
    struct cn_placement
        cards; /* only what may be seen: melds, red threes, the top of the pile, hands in 'seen' */
    const char *name[CN_SEATS_MAX];
    unsigned seen; /* bit s: the hand of seat s is shown */
    int deals;
    bool plain; /* ASCII only */
};

/* Takes from the game what a seat may know. CN_NO_SEAT: all hands (the stock stays face down). */
void draw_of_game(struct drawing *drawing, const struct cn_game *game, int seat);
/* Prints the table to stdout. */
void draw_table(const struct drawing *drawing);

#endif
