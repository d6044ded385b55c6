/* pool.h -- many styles of play, for bots to be measured against: all of them, and by the worst
 * result. A bot tuned against its own kind alone learns only those opponents.
 */
#ifndef CN_BOTS_POOL_H
#define CN_BOTS_POOL_H

#include "canasta/bot.h"

#include "weights.h"

/* Returns the bot at an index from 0, or NULL past the last: the styles of pool.styles, which
 * cn_bot_find knows too, and after them those bots of cn_bot_at that decide at once and with
 * judgement. */
const struct cn_bot *cn_pool_at(int index);

/* Returns the one of this name, or NULL. */
const struct cn_bot *cn_pool_find(const char *name);

/* Writes the weights of a style of pool.styles. Returns false if there is none of this name. */
bool cn_pool_weights(const char *name, struct cn_weights *weights);

#endif
