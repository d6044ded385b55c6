/* random.c -- plays uniformly over the legal list: the anchor of every ladder, and a blunt tester. */
#include "builtin.h"

static struct cn_action decide(const struct cn_rules *rules, const struct cn_view *view,
                               struct cn_rng *rng, struct cn_actions *scratch)
{
    const int count = cn_legal_list(rules, view->table, view->hand, scratch);
    return scratch->at[cn_rng_below(rng, (uint32_t)count)];
}

const struct cn_bot cn_bot_random = {.name = "random", .decide = decide};
