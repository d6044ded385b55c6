/* styles.h -- the expert with other weights: styles by name, and its judgement for hosts that
 * provide their own weights.
 */
#ifndef CN_BOTS_STYLES_H
#define CN_BOTS_STYLES_H

#include "engine/engine.h"
#include "weights.h"

#ifdef CN_NARROW_HANDS
#include "bots_narrow.h"
#endif

/* Returns the weights of a bot that is a style of the expert, by its name, or NULL if there is
 * none. */
const struct cn_weights *cn_style_find(const char *name);

/* Returns the expert's decision by these weights for view->seat, which must be the deciding seat.
 */
struct cn_action cn_expert_decide(const struct cn_view *view, const struct cn_weights *weights);

#endif
