/* random.c -- plays uniformly over the legal list: the baseline of every ranking, and a crude
 * tester.
 */
#include "builtin.h"

static struct cn_action decide(const struct cn_view *view, struct cn_rng *rng)
{
    struct cn_action list[CN_ACTIONS_TYPICAL];
    const int count = cn_legal_list(view, list, CN_ACTIONS_TYPICAL);
    const int i = (int)cn_rng_below(rng, (uint32_t)count);
    if (i < CN_ACTIONS_TYPICAL)
        return list[i];
    cn_legal_list_from(view, i, list, 1);
    return list[0];
}

const struct cn_bot cn_bot_random = {.name = "random", .decide = decide};
