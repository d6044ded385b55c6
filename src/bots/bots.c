#include "builtin.h"

#include <string.h>

static const struct cn_bot *const bots[] = {&cn_bot_random, &cn_bot_freezer,  &cn_bot_guess,
                                            &cn_bot_greedy, &cn_bot_sprinter, &cn_bot_casual,
                                            &cn_bot_expert, &cn_bot_patient,  &cn_bot_search};

const struct cn_bot *cn_bot_at(int index)
{
    const int count = (int)(sizeof bots / sizeof bots[0]);
    return index >= 0 && index < count ? bots[index] : NULL;
}

const struct cn_bot *cn_bot_find(const char *name)
{
    for (int i = 0; cn_bot_at(i) != NULL; i++)
        if (strcmp(cn_bot_at(i)->name, name) == 0)
            return cn_bot_at(i);
    return NULL;
}

struct cn_action cn_bot_decide(const struct cn_bot *bot, void *mind, int64_t nodes,
                               const struct cn_rules *rules, const struct cn_view *view,
                               struct cn_rng *rng, struct cn_actions *scratch)
{
    if (bot->decide != NULL)
        return bot->decide(rules, view, rng, scratch);
    bot->begin(mind, rules, view, rng);
    bot->think(mind, nodes);
    return bot->choice(mind);
}
