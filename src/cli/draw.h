/* draw.h -- the table on paper: what lies there, as a person would draw it, in 80 columns.
 *
 * The drawing is given a table, which everybody sees, and cards from which all that its reader may
 * not know has been taken away. So nothing can slip through. /
 */
#ifndef CLI_DRAW_H
#define CLI_DRAW_H

#include "engine/engine.h"

struct drawing {
    const struct cn_law *law;
    const struct cn_board *table;
    struct cn_placement
        cards; /* only what may be seen: melds, red threes, the pile's top, hands in 'seen' */
    const char *name[CN_SEATS_MAX];
    unsigned seen; /* bit s: the hand of seat s may be seen */
    int deals;
    bool plain; /* ASCII only */
};

/* Takes from the game what a seat may know; CN_NO_SEAT: every hand (the stock stays face down). */
void draw_of_game(struct drawing *drawing, const struct cn_game *game, int seat);
/* Prints the table to stdout. */
void draw_table(const struct drawing *drawing);

#endif
