#include "styles.h"

#include <string.h>

#include "builtin.h"
#include "planned.h"

const struct cn_weights cn_expert_tuned = {
#include "expert.weights"
};
const struct cn_weights cn_patient_tuned = {
#include "patient.weights"
};
static const struct cn_weights casual = {
#include "casual.weights"
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

/* X(name, weights, manner where the law is planned) */
#define STYLES(X)                                \
    X(expert, cn_expert_tuned, cn_manner_casual) \
    X(patient, cn_patient_tuned, cn_manner_club) \
    X(casual, casual, cn_manner_casual)          \
    X(guess, guess, cn_manner_casual)            \
    X(freezer, freezer, cn_manner_casual)        \
    X(sprinter, sprinter, cn_manner_casual)

#define X(style, weights, manner)                                                          \
    static struct cn_action decide_##style(const struct cn_view *view, struct cn_rng *rng) \
    {                                                                                      \
        (void)rng;                                                                         \
        if (cn_planned_suits(view->law))                                                   \
            return cn_planned_decide(view, &(manner));                                     \
        return cn_expert_decide(view, &(weights));                                         \
    }                                                                                      \
    const struct cn_bot cn_bot_##style = {                                                 \
        .name = #style, .care = CN_CARE_POINTS, .decide = decide_##style};
STYLES(X)
#undef X

const struct cn_weights *cn_style_find(const char *name)
{
    static const struct {
        const char *name;
        const struct cn_weights *weights;
    } styles[] = {
#define X(style, weights, manner) {#style, &(weights)},
        STYLES(X)
#undef X
    };
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++)
        if (strcmp(styles[i].name, name) == 0)
            return styles[i].weights;
    return NULL;
}
