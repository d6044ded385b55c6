#include "models.h"

#include <assert.h>

#include "builtin.h"

static const char *const names[CN_MODELS] = {
    [CN_MODEL_RACER] = "racer",   [CN_MODEL_STALKER] = "stalker", [CN_MODEL_RUSHER] = "rusher",
    [CN_MODEL_GREEDY] = "greedy", [CN_MODEL_GUESS] = "guess",     [CN_MODEL_CASUAL] = "casual",
    [CN_MODEL_EXPERT] = "expert", [CN_MODEL_PATIENT] = "patient", [CN_MODEL_ICEMAN] = "iceman",
    [CN_MODEL_PURIST] = "purist",
};

const char *cn_model_name(enum cn_model model)
{
    return names[model];
}

void cn_models_init(struct cn_models *models)
{
    for (int model = 0; model < CN_MODELS; model++) {
        struct cn_weights *to = &models->weights[model];
        if (model == CN_MODEL_GREEDY || cn_pool_weights(names[model], to))
            continue;
        assert(cn_style_find(names[model]) != NULL);
        *to = *cn_style_find(names[model]);
    }
}

struct cn_action cn_model_decide(const struct cn_models *models, enum cn_model model,
                                 const struct cn_view *view, struct cn_rng *rng)
{
    if (model == CN_MODEL_GREEDY)
        return cn_bot_greedy.decide(view, rng);
    return cn_expert_decide(view, &models->weights[model]);
}
