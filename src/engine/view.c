#include "view.h"

struct cn_view cn_view_of(const struct cn_deal *deal, int seat)
{
    return (struct cn_view){&deal->table, &deal->memory, deal->hands[seat], deal->pile,
                            (uint8_t)seat};
}
