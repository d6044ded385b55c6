/* manner.h -- how a contestant plays, in figures: when it opens, how often it goes out, what it
 * throws.
 */
#ifndef LAB_MANNER_H
#define LAB_MANNER_H

#include "bots/bots.h"

/* Sums over the deals of a contestant's sides. */
struct manner {
    int64_t deals;          /* once for each of its sides */
    int64_t opened, turns;  /* deals in which it opened, and in which turn of the seat, from 1 */
    int64_t out;            /* … in which it went out */
    int64_t left;           /* points left in the hands of its side */
    int64_t thrown, wasted; /* wild cards discarded, and of these on a frozen pile */
    int64_t packs, canastas;
};

/* What has happened in a deal so far. */
struct manner_watch {
    uint8_t turns[CN_SEATS_MAX];
};

/* Counts an action of the deciding seat, before it is applied. The watch starts as zeros. */
void manner_see(struct manner *manner, struct manner_watch *watch, const struct cn_deal *deal,
                struct cn_action action);
/* Counts a side's end of a deal. */
void manner_end(struct manner *manner, const struct cn_rules *rules, const struct cn_deal *deal,
                int side);
void manner_add(struct manner *sum, const struct manner *more);

#endif
