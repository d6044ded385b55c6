/* random.c -- plays uniformly over the legal list: the baseline of every ranking, and a crude
 * tester.
 */
#include "builtin.h"

static struct cn_action decide(const struct cn_view *view, struct cn_rng *rng)
{
    struct cn_legal_set set;
    const int count = cn_legal_set_init(&set, view);
    return cn_legal_set_at(&set, (int)cn_rng_below(rng, (uint32_t)count));
}

const struct cn_bot cn_bot_random = {.name = "random", .decide = decide};
