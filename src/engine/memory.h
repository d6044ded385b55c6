/* memory.h -- what everyone who watched the deal can remember, beyond what still lies face up.
 *
 * Cards known because their owner took a pile with them, and which kinds each seat discarded or
 * declined. All of it was public, so a view may hold it, and a bot's perfect memory gives it no
 * unfair advantage.
 */
#ifndef CN_ENGINE_MEMORY_H
#define CN_ENGINE_MEMORY_H

#include "action.h"

/* Kinds that a seat did something with, one bit each, by how many of its own turns ago: the latest
 * such turn in bits 0 to 14, the one before in bits 16 to 30, older ones in bits 32 to 46. */
typedef uint64_t cn_kind_history;

static inline bool cn_history_recent(cn_kind_history seen, int kind)
{
    return ((seen | seen >> 16) >> kind & 1) != 0;
}
static inline bool cn_history_older(cn_kind_history seen, int kind)
{
    return (seen >> (32 + kind) & 1) != 0;
}

struct cn_memory {
    cn_hand known[CN_SEATS_MAX]; /* cards that a seat must hold: taken with a pile and not laid
                                    since; where a referee rules, also those that lay face up */
    cn_kind_history discarded[CN_SEATS_MAX];
    cn_kind_history declined[CN_SEATS_MAX]; /* on the pile when the seat drew instead */
    uint8_t pile_order[CN_CARDS_MAX / 2];   /* kinds, bottom first, of a pile that is not taken
                                               whole (pile_taken) */
};

/* The kind that lies at a place of the pile, 0 at the bottom. */
static inline int cn_memory_pile_at(const struct cn_memory *memory, int at)
{
    return memory->pile_order[at / 2] >> 4 * (at % 2) & 15;
}
static inline void cn_memory_set_pile_at(struct cn_memory *memory, int at, int kind)
{
    uint8_t *pair = &memory->pile_order[at / 2];
    *pair = (uint8_t)(at % 2 == 0 ? (*pair & 0xf0) | kind : (*pair & 0x0f) | kind << 4);
}

/* Records that the seat discarded a card of this kind. */
void cn_memory_discard(struct cn_memory *memory, int seat, int kind);
/* Records that the seat drew from the stock with this kind on top of the pile (CN_NO_KIND: none).
 */
void cn_memory_decline(struct cn_memory *memory, int seat, int kind);
/* Records that this many cards of a kind have left the seat's hand, face up. Returns how many of
 * them were known. */
int cn_memory_forget(struct cn_memory *memory, int seat, int kind, int n);
/* Records that at least this many cards of a kind have been seen in the seat's hand. */
void cn_memory_see(struct cn_memory *memory, int seat, int kind, int n);
/* Records that these cards of the pile joined the seat's hand. */
void cn_memory_pile(struct cn_memory *memory, int seat, cn_hand cards);

#endif
