#include "levels.h"

#include <string.h>

#include "bots.h"

/* Weaker levels judge less well; none plays nonsense or sees more than it may. */
static const struct cn_level levels[CN_LEVELS] = {
    {"beginner", "greedy", 0},   /* lays and takes whenever it can */
    {"casual", "casual", 0},     /* plain judgement */
    {"club", "patient", 0},      /* the tuned one */
    {"expert", "search", 1500},  /* imagines how the deal might continue … */
    {"master", "search", 60000}, /* … again and again */
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
