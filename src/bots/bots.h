/* bots.h -- players that know only what a seat may know.
 *
 * A bot is a function from a view to an action; whatever it rolls comes from the generator that it
 * is handed, so that the same view, the same generator and the same budget give the same move
 * everywhere. Most decide at once. Others think, in memory that the host hands in and in slices, so
 * that a host can stop them by its own clock. /
 */
#ifndef CN_BOTS_H
#define CN_BOTS_H

#include "canasta/bot.h"

#include "belief.h"
#include "engine/engine.h"
#include "levels.h"
#include "reason.h"
#include "styles.h"

#include "value_net.h"

/* By how many points a move was estimated above the bot's choice and is yet too uncertain to be
 * chosen; 0: it was not. Whoever shows such a move says so. */
static inline int32_t cn_weighed_lead(const struct cn_candidate *chosen,
                                      const struct cn_candidate *move)
{
    return move->points > chosen->points ? move->points - chosen->points : 0;
}

struct cn_bot {
    const char *name; /* "random", "greedy" */
    /* Decides at once for view->seat, which must be the deciding seat. NULL: the bot thinks. */
    struct cn_action (*decide)(const struct cn_view *view, struct cn_rng *rng);
    /* Bytes of the mind of a bot that thinks, aligned as malloc aligns; 0 for others, which have
     * none of the functions below. */
    size_t mind_size;
    /* Takes a decision in; the law is borrowed until it is made, the view is copied, and the
     * generator is not kept. */
    void (*begin)(void *mind, const struct cn_view *view, struct cn_rng *rng);
    /* Thinks about this many nodes more (a node: one decision played in an imagined deal), a little
     * over at most, for which it then thinks less: slices come to the same as all at once. False
     * when more thinking would change nothing. */
    bool (*think)(void *mind, int64_t nodes);
    /* What it would do now; at any time after begin. */
    struct cn_action (*choice)(const void *mind);
    /* The moves that it weighed, its choice first, then by points; at most 'capacity' of them.
     * Returns how many; 0 where there was nothing to weigh. */
    int (*weighed)(const void *mind, struct cn_candidate *list, int capacity);
};

#include "judge.h" /* of the bots above */

#endif
