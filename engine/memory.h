/* memory.h -- what everybody who watched the deal can remember, beyond what still lies open.
 *
 * Whose cards are known because their owner took a pile with them, and who threw which kinds or let them
 * lie. All of it was seen by everybody, so a view may hold it; nobody needs a perfect memory to be dealt with
 * fairly by a bot that has one.
 */
#ifndef CN_MEMORY_H
#define CN_MEMORY_H

#include "action.h"

/* How long ago a seat did something, in its own turns. */
enum cn_ago {
    CN_AGO_LAST,   /* in its latest turn that had one */
    CN_AGO_BEFORE, /* in the one before */
    CN_AGO_OLDER,
    CN_AGOES
};

struct cn_memory {
    cn_hand known
        [CN_SEATS_MAX]; /* cards that a seat must hold: of a pile it took, and not laid since */
    uint16_t threw[CN_SEATS_MAX][CN_AGOES];  /* bit k: it discarded the kind k */
    uint16_t passed[CN_SEATS_MAX][CN_AGOES]; /* bit k: it drew although the kind k lay on top */
};

/* The seat discarded a card of this kind; one that was known has left its hand. */
void cn_memory_discard(struct cn_memory *memory, int seat, int kind);
/* The seat drew from the stock with this kind on top of the pile (CN_NO_KIND: none). */
void cn_memory_pass(struct cn_memory *memory, int seat, int kind);
/* The seat laid so many cards of a kind from its hand. */
void cn_memory_lay(struct cn_memory *memory, int seat, int kind, int n);
/* These cards of the pile joined the seat's hand. */
void cn_memory_take(struct cn_memory *memory, int seat, cn_hand cards);

#endif
