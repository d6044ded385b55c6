/* bots.h -- players that know only what a seat may know.
 *
 * A bot turns a view into an action. All its randomness comes from the generator passed in, so the
 * same view, generator and budget give the same move everywhere. Most decide immediately. Others
 * think in slices, in memory that the host provides, so that the host can stop them by its own
 * clock.
 */
#ifndef CN_BOTS_H
#define CN_BOTS_H

#include "canasta/bot.h"

#include "belief.h"
#include "engine/engine.h"
#include "levels.h"
#include "meter.h"
#include "models.h"
#include "pool.h"
#include "reason.h"
#include "recognise.h"
#include "styles.h"

#include "value_net.h"

/* How a bot that does not think weighs what it may require at a refereed table. */
enum cn_care {
    CN_CARE_NONE,  /* by the toss of a coin */
    CN_CARE_CARDS, /* by how many cards the hands have */
    CN_CARE_POINTS /* … and by the points of its own */
};

struct cn_bot {
    const char *name; /* "random", "greedy" */
    enum cn_care care;
    /* Decides immediately for view->seat, which must be the deciding seat. NULL: the bot thinks. */
    struct cn_action (*decide)(const struct cn_view *view, struct cn_rng *rng);
    /* Bytes of memory that a bot needs to think, aligned as malloc aligns; 0 for others, which have
     * none of the functions below. */
    size_t memory_size;
    /* Starts a decision; the law is borrowed until it is made, the view is copied, and the
     * generator is not kept. */
    void (*begin)(void *memory, const struct cn_view *view, struct cn_rng *rng);
    /* Thinks about this many more nodes (a node is one decision played in an imagined deal). May
     * overshoot slightly; the excess is deducted from the next slice, so slices give the same move
     * as one call. Returns false if more thinking would change nothing. */
    bool (*think)(void *memory, int64_t nodes);
    /* Returns what the bot would do now; at any time after begin. */
    struct cn_action (*choice)(const void *memory);
    /* Writes at most 'capacity' of the moves compared: the choice first, then by points. Returns
     * how many; 0 if there was no choice. */
    int (*moves)(const void *memory, struct cn_candidate *list, int capacity);
};

/* These use the bots above. */
#include "duel.h"
#include "imagine.h"
#include "judge.h"

#endif
