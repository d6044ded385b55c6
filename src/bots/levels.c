#include "levels.h"

#include <string.h>

#include "bots.h"

/* Weaker levels judge less well; none plays nonsense or sees more than it may. */
static const struct cn_level levels[CN_LEVELS] = {
    {"beginner", "greedy", 0, 30},    /* lays and takes whenever it can */
    {"casual", "casual", 0, 50},      /* plain judgement */
    {"club", "club", 0, 75},          /* the tuned ones */
    {"expert", "search", 1500, 90},   /* imagines how the deal might continue … */
    {"master", "search", 60000, 100}, /* … again and again */
};

enum {
    NOTICES = 50 /* of 100: a bot that plays at no level */
};

const struct cn_level *cn_level_at(int index)
{
    for (int i = 0; i < CN_LEVELS && index >= 0; i++)
        if (cn_bot_find(levels[i].bot) != NULL && index-- == 0)
            return &levels[i];
    return NULL;
}

const struct cn_level *cn_level_find(const char *name)
{
    for (int i = 0; cn_level_at(i) != NULL; i++)
        if (strcmp(cn_level_at(i)->name, name) == 0)
            return cn_level_at(i);
    return NULL;
}

const struct cn_level *cn_level_best(void)
{
    const struct cn_level *best = NULL;
    for (int i = 0; cn_level_at(i) != NULL; i++)
        best = cn_level_at(i);
    return best;
}

/* The levels of a bot go from the one that thinks least to the one that thinks most. */
int cn_bot_notices(const struct cn_bot *bot, int64_t nodes)
{
    const struct cn_level *found = NULL;
    for (int i = 0; i < CN_LEVELS; i++)
        if (strcmp(levels[i].bot, bot->name) == 0 && (found == NULL || levels[i].nodes <= nodes))
            found = &levels[i];
    return found == NULL ? NOTICES : found->notices;
}
