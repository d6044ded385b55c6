/* view.h -- what one seat may know, and the functions of canasta/view.h on it.
 *
 * Bots and clients receive only this. It borrows everything that it points to and is valid only as
 * long as that is. Do not keep it across an action.
 */
#ifndef CN_ENGINE_VIEW_H
#define CN_ENGINE_VIEW_H

#include "canasta/view.h"

#include "deal.h"

struct cn_view {
    const struct cn_law *law;
    const struct cn_board *board;
    const struct cn_memory *memory;
    cn_hand hand; /* the seat's own */
    cn_hand pile; /* everyone saw each of its cards discarded */
    uint8_t seat;
};

/* Returns the view of a seat in a deal under this law. */
struct cn_view cn_deal_view(const struct cn_law *law, const struct cn_deal *deal, int seat);

#endif
