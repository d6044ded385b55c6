#include "styles.h"

#include <string.h>

#include "players.h"

const struct cn_weights cn_expert_tuned = {
#include "expert.weights"
};
const struct cn_weights cn_patient_tuned = {
#include "patient.weights"
};
static const struct cn_weights guess = {
#include "guess.weights"
};
static const struct cn_weights freezer = {
#include "freezer.weights"
};
static const struct cn_weights sprinter = {
#include "sprinter.weights"
};

static struct cn_action decide_expert(const struct cn_rules *rules, const struct cn_view *view,
                                      struct cn_rng *rng, struct cn_actions *scratch)
{
    (void)rng;
    return cn_expert_decide(rules, view, &cn_expert_tuned, scratch);
}

static struct cn_action decide_patient(const struct cn_rules *rules, const struct cn_view *view,
                                       struct cn_rng *rng, struct cn_actions *scratch)
{
    (void)rng;
    return cn_expert_decide(rules, view, &cn_patient_tuned, scratch);
}

static struct cn_action decide_guess(const struct cn_rules *rules, const struct cn_view *view,
                                     struct cn_rng *rng, struct cn_actions *scratch)
{
    (void)rng;
    return cn_expert_decide(rules, view, &guess, scratch);
}

static struct cn_action decide_freezer(const struct cn_rules *rules, const struct cn_view *view,
                                       struct cn_rng *rng, struct cn_actions *scratch)
{
    (void)rng;
    return cn_expert_decide(rules, view, &freezer, scratch);
}

static struct cn_action decide_sprinter(const struct cn_rules *rules, const struct cn_view *view,
                                        struct cn_rng *rng, struct cn_actions *scratch)
{
    (void)rng;
    return cn_expert_decide(rules, view, &sprinter, scratch);
}

const struct cn_bot cn_bot_expert = {.name = "expert", .decide = decide_expert};
const struct cn_bot cn_bot_patient = {.name = "patient", .decide = decide_patient};
const struct cn_bot cn_bot_guess = {.name = "guess", .decide = decide_guess};
const struct cn_bot cn_bot_freezer = {.name = "freezer", .decide = decide_freezer};
const struct cn_bot cn_bot_sprinter = {.name = "sprinter", .decide = decide_sprinter};

const struct cn_weights *cn_style_find(const char *name)
{
    static const struct {
        const struct cn_bot *bot;
        const struct cn_weights *weights;
    } styles[] = {{&cn_bot_expert, &cn_expert_tuned},
                  {&cn_bot_patient, &cn_patient_tuned},
                  {&cn_bot_guess, &guess},
                  {&cn_bot_freezer, &freezer},
                  {&cn_bot_sprinter, &sprinter}};
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++)
        if (strcmp(styles[i].bot->name, name) == 0)
            return styles[i].weights;
    return NULL;
}
