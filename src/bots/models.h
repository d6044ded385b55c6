/* models.h -- the few styles as which search imagines players.
 *
 * They stand for the many that there are; recognise.h estimates which of them
 * somebody plays most like. The value nets know them by their number.
 */
#ifndef CN_BOTS_MODELS_H
#define CN_BOTS_MODELS_H

#include "engine/engine.h"
#include "weights.h"

enum cn_model {
    CN_MODEL_RACER,
    CN_MODEL_STALKER,
    CN_MODEL_RUSHER,
    CN_MODEL_GREEDY,
    CN_MODEL_GUESS,
    CN_MODEL_CASUAL,
    CN_MODEL_EXPERT,
    CN_MODEL_PATIENT,
    CN_MODEL_ICEMAN,
    CN_MODEL_PURIST,
    CN_MODELS,       /* also: none of them, nothing is known */
    CN_MODEL_SEARCH, /* search itself, which only the value nets know as a style */
    CN_MODELS_MOST = 12
};

/* Returns the name of the bot that plays like this. */
const char *cn_model_name(enum cn_model model);

/* Do deals with such players end soon? */
static inline bool cn_model_is_fast(enum cn_model model)
{
    return model <= CN_MODEL_GUESS;
}

/* Returns the style of theirs that plays best at this table against all weaker levels: that of the
 * club level, and that of its side where search imagines deals. docs/BOTS.md tells how it was
 * measured. For laws that are not planned (planned.h). */
enum cn_model cn_model_best(const struct cn_view *view);

enum {
    CN_MODEL_PLANS = 3
};
/* Lists the styles as which a side might best go on at this table: that one, and fast ones where
 * choosing between them pays. Returns how many, at least one. */
int cn_model_plans(const struct cn_view *view, enum cn_model plans[CN_MODEL_PLANS]);

/* Their weights, so that a decision need not gather them. */
struct cn_models {
    struct cn_weights weights[CN_MODELS];
};
void cn_models_init(struct cn_models *models);

/* Returns what a player like this does, in a law that is not planned (planned.h). 'view' must be of
 * the seat that decides. */
struct cn_action cn_model_decide(const struct cn_models *models, enum cn_model model,
                                 const struct cn_view *view, struct cn_rng *rng);

#endif
