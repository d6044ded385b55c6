/* mover.h -- lets any bot move in a test. A bot that thinks gets a mind and a few nodes. */
#ifndef CN_TESTS_MOVER_H
#define CN_TESTS_MOVER_H

#include <stdlib.h>

#include "bots/bots.h"

enum {
    MOVER_NODES = 60
};

static inline struct cn_action mover_move(const struct cn_bot *bot, const struct cn_view *view,
                                          struct cn_rng *rng)
{
    static void *mind;
    static size_t size;
    if (size < bot->memory_size) {
        size = bot->memory_size;
        free(mind);
        mind = calloc(1, size);
        if (mind == NULL)
            abort();
    }
    return cn_bot_decide(bot, mind, MOVER_NODES, view, rng);
}

#endif
