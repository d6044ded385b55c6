#include "memory.h"

static cn_kind_history remember(cn_kind_history seen, int kind)
{
    const uint64_t turn = 0xffff;
    const uint64_t older = (seen >> 32 | seen >> 16) & turn;
    return older << 32 | (seen & turn) << 16 | (uint64_t)1 << kind;
}

int cn_memory_forget(struct cn_memory *memory, int seat, int kind, int n)
{
    const int known = cn_hand_count(memory->known[seat], kind);
    /* The smaller one, without a branch that is hard to predict. */
    const int fewer = known - n;
    const int gone = n + (fewer & -(fewer < 0));
    cn_hand_remove_cards(&memory->known[seat], kind, gone);
    return gone;
}

void cn_memory_discard(struct cn_memory *memory, int seat, int kind)
{
    memory->discarded[seat] = remember(memory->discarded[seat], kind);
}

void cn_memory_decline(struct cn_memory *memory, int seat, int kind)
{
    if (kind != CN_NO_KIND)
        memory->declined[seat] = remember(memory->declined[seat], kind);
}

void cn_memory_see(struct cn_memory *memory, int seat, int kind, int n)
{
    const int more = n - cn_hand_count(memory->known[seat], kind);
    if (more > 0)
        memory->known[seat] = cn_hand_add(memory->known[seat], cn_hand_single(kind, more));
}

void cn_memory_pile(struct cn_memory *memory, int seat, cn_hand cards)
{
    memory->known[seat] = cn_hand_add(memory->known[seat], cards);
}
