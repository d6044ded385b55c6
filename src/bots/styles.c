#include "styles.h"

#include <string.h>

#include "builtin.h"

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

/* X(name, weights) */
#define STYLES(X)                \
    X(expert, cn_expert_tuned)   \
    X(patient, cn_patient_tuned) \
    X(casual, casual)            \
    X(guess, guess)              \
    X(freezer, freezer)          \
    X(sprinter, sprinter)

#define X(style, weights)                                                                  \
    static struct cn_action decide_##style(const struct cn_view *view, struct cn_rng *rng) \
    {                                                                                      \
        (void)rng;                                                                         \
        return cn_expert_decide(view, &(weights));                                         \
    }                                                                                      \
    const struct cn_bot cn_bot_##style = {.name = #style, .decide = decide_##style};
STYLES(X)
#undef X

const struct cn_weights *cn_style_find(const char *name)
{
    static const struct {
        const char *name;
        const struct cn_weights *weights;
    } styles[] = {
#define X(style, weights) {#style, &(weights)},
        STYLES(X)
#undef X
    };
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++)
        if (strcmp(styles[i].name, name) == 0)
            return styles[i].weights;
    return NULL;
}
