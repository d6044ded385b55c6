/* casual.c -- the expert's judgement with plainer weights: it plays by what lies open and what it holds, and gives little
 * thought to what the others may hold. */
#include "expert.h"
#include "players.h"

static const struct cn_weights plain = {
#include "casual.weights"
};

static struct cn_action decide(const struct cn_rules *rules, const struct cn_view *view,
                               struct cn_rng *rng, struct cn_actions *scratch)
{
    (void)rng;
    return cn_expert_decide(rules, view, &plain, scratch);
}

const struct cn_bot cn_bot_casual = {.name = "casual", .decide = decide};
