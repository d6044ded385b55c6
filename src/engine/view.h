/* view.h -- what one seat may know.
 *
 * Bots and clients are given only this. It borrows the table and the memory; it lives as long as they
 * do and is never kept across an action.
 */
#ifndef CN_ENGINE_VIEW_H
#define CN_ENGINE_VIEW_H

#include "deal.h"

struct cn_view {
    const struct cn_board *table;
    const struct cn_memory *memory;
    cn_hand hand; /* the seat's own */
    cn_hand pile; /* every card of it was seen when it was laid there */
    uint8_t seat;
};

struct cn_view cn_view_of(const struct cn_deal *deal, int seat);

#endif
