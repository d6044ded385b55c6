/* luck.h -- how much of a deal's result is luck of the draw.
 *
 * As long as nobody has seen the stock, its next card is any of its cards with equal chance. So the
 * worth of the card that came, less the mean worth of all that could have come, is 0 on average,
 * whatever "worth" means; subtracting it changes no expectation. The better the worth, the more of
 * the luck goes with it. Dealt hands need no such correction: both contestants of a pair play them.
 */
#ifndef LAB_LUCK_H
#define LAB_LUCK_H

#include "bots/bots.h"

enum {
    LUCK_ONE = 16 /* a point, in sums of luck */
};

/* Luck of each side in one deal, in 65536ths of a point. Starts as zeros. */
struct luck {
    int64_t of[CN_SIDES_MAX];
};

/* Adds the luck of a draw, after it: 'before' is the deal as it was, with the stock in the order in
 * which it was drawn, 'drawn' how many cards left the stock. */
void luck_add(struct luck *luck, const struct cn_law *law, const struct cn_deal *before, int drawn);
/* Returns a side's luck, in points times LUCK_ONE. */
int32_t luck_of(const struct luck *luck, int side);

#endif
