/* bots.h -- players that know only what a seat may know.
 *
 * A bot is a function from a view to an action; whatever it rolls comes from the generator that it
 * is handed, so that the same view and the same state give the same move everywhere.
 */
#ifndef CN_BOTS_H
#define CN_BOTS_H

#include "engine/canasta.h"

struct cn_bot {
    const char *name; /* "random", "greedy" */
    /* Decides for view->seat, which must be the deciding seat. 'scratch' is room for a list. */
    struct cn_action (*decide)(const struct cn_rules *rules, const struct cn_view *view,
                               struct cn_rng *rng, struct cn_actions *scratch);
};

/* A bot by name; NULL if there is none. */
const struct cn_bot *cn_bot_find(const char *name);
/* The bot at an index, in order of strength; NULL past the last. */
const struct cn_bot *cn_bot_at(int index);

#endif
