/* pool.c -- the expert by other weights: what each style changes is in pool.styles. */
#include "pool.h"

#include <assert.h>
#include <string.h>

#include "builtin.h"
#include "planned.h"

static const struct cn_weights racer_tuned = {
#include "racer.weights"
};
static const struct cn_weights stalker_tuned = {
#include "stalker.weights"
};

struct change {
    enum cn_weight weight;
    int32_t value;
};

static_assert(sizeof(struct cn_weights) == CN_WEIGHT_COUNT * sizeof(int32_t),
              "a weight's index is its place");

static struct cn_weights change(const struct cn_weights *base, const struct change *changes,
                                size_t count)
{
    int32_t values[CN_WEIGHT_COUNT];
    struct cn_weights weights;
    memcpy(values, base, sizeof values);
    for (size_t i = 0; i < count; i++)
        values[changes[i].weight] = changes[i].value;
    memcpy(&weights, values, sizeof weights);
    return weights;
}

/* clang-format off */
#define SET(weight, value) {CN_WEIGHT_##weight, value},
#define STYLE(style, base, manner, ...)                                                    \
    static const struct change style##_changes[] = {__VA_ARGS__};                          \
    static struct cn_weights style##_weights(void)                                         \
    {                                                                                      \
        return change(&(base), style##_changes,                                            \
                      sizeof style##_changes / sizeof(struct change));                     \
    }                                                                                      \
    static struct cn_action decide_##style(const struct cn_view *view, struct cn_rng *rng) \
    {                                                                                      \
        (void)rng;                                                                         \
        if (cn_planned_suits(view->law))                                                   \
            return cn_planned_decide(view, &(manner));                                     \
        const struct cn_weights weights = style##_weights();                               \
        return cn_expert_decide(view, &weights);                                           \
    }                                                                                      \
    static const struct cn_bot bot_##style = {.name = #style, .decide = decide_##style};
#include "pool.styles"
#undef STYLE
#undef SET
/* clang-format on */

static const struct cn_bot *const pool[] = {
#define STYLE(style, ...) &bot_##style,
#include "pool.styles"
#undef STYLE
    &cn_bot_greedy,   &cn_bot_casual, &cn_bot_guess,   &cn_bot_freezer,
    &cn_bot_sprinter, &cn_bot_expert, &cn_bot_patient,
};

const struct cn_bot *cn_pool_at(int index)
{
    const int count = (int)(sizeof pool / sizeof pool[0]);
    return index >= 0 && index < count ? pool[index] : NULL;
}

const struct cn_bot *cn_pool_find(const char *name)
{
    for (int i = 0; cn_pool_at(i) != NULL; i++)
        if (strcmp(cn_pool_at(i)->name, name) == 0)
            return cn_pool_at(i);
    return NULL;
}

bool cn_pool_weights(const char *name, struct cn_weights *weights)
{
    static const struct {
        const char *name;
        struct cn_weights (*weights)(void);
    } styles[] = {
#define STYLE(style, ...) {#style, style##_weights},
#include "pool.styles"
#undef STYLE
    };
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++) {
        if (strcmp(styles[i].name, name) != 0)
            continue;
        *weights = styles[i].weights();
        return true;
    }
    return false;
}
