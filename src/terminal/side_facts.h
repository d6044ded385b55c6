/* side_facts.h -- how a side stands, in the few columns under its heading. */
#ifndef TERMINAL_SIDE_FACTS_H
#define TERMINAL_SIDE_FACTS_H

#include "display/display.h"

/* Writes, as clauses, what the side's cards do not show: what its first meld must contain, what it
 * still needs to go out, and whether its threes count. Only clauses that fit whole into this many
 * columns; "" if there are none. */
char *cell_side_facts(const struct display *display, int side, int columns, char *text,
                      size_t size);

/* Writes what an empty pack refuses, with ranks as on the cards: "7, A, 2, JK, closed ranks". "" if
 * nothing. */
char *cell_empty_pack_facts(const struct display *display, char *text, size_t size);

#endif
