#include "memory.h"

static void remember(uint16_t seen[CN_AGOES], int kind)
{
    seen[CN_AGO_OLDER] |= seen[CN_AGO_BEFORE];
    seen[CN_AGO_BEFORE] = seen[CN_AGO_LAST];
    seen[CN_AGO_LAST] = (uint16_t)(1 << kind);
}

void cn_memory_lay(struct cn_memory *memory, int seat, int kind, int n)
{
    const int known = cn_hand_count(memory->known[seat], kind);
    memory->known[seat] -= cn_hand_of(kind, n < known ? n : known);
}

void cn_memory_discard(struct cn_memory *memory, int seat, int kind)
{
    remember(memory->threw[seat], kind);
    cn_memory_lay(memory, seat, kind, 1);
}

void cn_memory_pass(struct cn_memory *memory, int seat, int kind)
{
    if (kind != CN_NO_KIND)
        remember(memory->passed[seat], kind);
}

void cn_memory_take(struct cn_memory *memory, int seat, cn_hand cards)
{
    memory->known[seat] += cards;
}
