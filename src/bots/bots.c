#include "builtin.h"

#include <string.h>

#include "pool.h"
#include "refereed.h"

static const struct cn_bot *const bots[] = {
    &cn_bot_random, &cn_bot_freezer, &cn_bot_guess,   &cn_bot_greedy, &cn_bot_sprinter,
    &cn_bot_casual, &cn_bot_expert,  &cn_bot_patient, &cn_bot_club,   &cn_bot_search};

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
    return cn_pool_find(name);
}

const char *cn_bot_name(const struct cn_bot *bot)
{
    return bot->name;
}

/* A bot that does not think keeps its decision here. */
size_t cn_bot_memory(const struct cn_bot *bot)
{
    return bot->decide != NULL ? sizeof(struct cn_action) : bot->memory_size;
}

void cn_bot_begin(const struct cn_bot *bot, void *memory, const struct cn_view *view,
                  struct cn_rng *rng)
{
    if (bot->decide == NULL) {
        bot->begin(memory, view, rng);
        return;
    }
    const struct cn_action action = cn_bot_decide(bot, NULL, 0, view, rng);
    memcpy(memory, &action, sizeof action);
}

bool cn_bot_think(const struct cn_bot *bot, void *memory, int64_t nodes)
{
    return bot->decide == NULL && bot->think(memory, nodes);
}

struct cn_action cn_bot_choice(const struct cn_bot *bot, const void *memory)
{
    struct cn_action action;
    if (bot->decide == NULL)
        return bot->choice(memory);
    memcpy(&action, memory, sizeof action);
    return action;
}

int cn_bot_moves(const struct cn_bot *bot, const void *memory, struct cn_candidate *list,
                 int capacity)
{
    return bot->decide == NULL ? bot->moves(memory, list, capacity) : 0;
}

/* Neither of the next two is inlined: bots that decide at once, in strict play, are nearly all, and
 * shall not pay for them. */
static __attribute__((noinline)) struct cn_action think(const struct cn_bot *bot, void *memory,
                                                        int64_t nodes, const struct cn_view *view,
                                                        struct cn_rng *rng)
{
    bot->begin(memory, view, rng);
    bot->think(memory, nodes);
    return bot->choice(memory);
}

static __attribute__((noinline)) struct cn_action decide_refereed(const struct cn_bot *bot,
                                                                  void *memory, int64_t nodes,
                                                                  const struct cn_view *view,
                                                                  struct cn_rng *rng)
{
    return bot->decide != NULL ? cn__refereed_decide(bot, view, rng)
                               : think(bot, memory, nodes, view, rng);
}

struct cn_action cn_bot_decide(const struct cn_bot *bot, void *memory, int64_t nodes,
                               const struct cn_view *view, struct cn_rng *rng)
{
    if (cn_law_is_refereed(view->law))
        return decide_refereed(bot, memory, nodes, view, rng);
    if (bot->decide == NULL)
        return think(bot, memory, nodes, view, rng);
    return bot->decide(view, rng);
}
