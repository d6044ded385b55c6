#include "models.h"

#include <assert.h>

#include "builtin.h"
#include "planned.h"

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

/* Patience pays where a partner helps or the others are few. It does not where three sides race for
 * two canastas each: as partnerships, or alone where only a natural pair takes the pack. */
enum cn_model cn_model_best(const struct cn_view *view)
{
    const struct cn_rules *rules = &view->law->rules;
    const struct cn_board *board = view->board;
    const bool race = board->sides > 2 && cn_board_canastas_needed(rules, board) > 1 &&
                      (board->players > board->sides || !rules->take_with_wild);
    return race ? CN_MODEL_STALKER : CN_MODEL_PATIENT;
}

/* Only where it was measured to be better: with two partnerships, and with three players of whom
 * each needs one canasta and the value net knows the game. With two or six players racing loses
 * much of what search gains. */
int cn_model_plans(const struct cn_view *view, enum cn_model plans[CN_MODEL_PLANS])
{
    const struct cn_board *board = view->board;
    plans[0] = cn_model_best(view);
    const int seats = cn_board_seats(board);
    const bool partners = seats == 4 && board->sides == 2;
    const bool alone = seats == 3 && cn_board_canastas_needed(&view->law->rules, board) == 1;
    if ((!partners && !alone) || cn_planned_suits(view->law))
        return 1;
    plans[1] = CN_MODEL_STALKER;
    plans[2] = CN_MODEL_RACER;
    return CN_MODEL_PLANS;
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

static struct cn_action decide_club(const struct cn_view *view, struct cn_rng *rng)
{
    struct cn_weights weights;
    if (cn_planned_suits(view->law) || cn_model_best(view) == CN_MODEL_PATIENT)
        return cn_bot_patient.decide(view, rng);
    const bool found = cn_pool_weights(names[cn_model_best(view)], &weights);
    assert(found);
    (void)found;
    return cn_expert_decide(view, &weights);
}

const struct cn_bot cn_bot_club = {.name = "club", .care = CN_CARE_POINTS, .decide = decide_club};
