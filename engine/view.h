/* view.h -- what one seat may know.
 *
 * Bots and clients are given only this. It borrows the table; it lives as long as that does and
 * is never kept across an action.
 */
#ifndef CN_VIEW_H
#define CN_VIEW_H

#include "deal.h"

struct cn_view {
    const struct cn_table *table;
    cn_hand hand; /* the seat's own */
    uint8_t seat;
};

struct cn_view cn_view_of(const struct cn_deal *deal, int seat);

#endif
