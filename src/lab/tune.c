#include "lab.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    POINTS_MOST = 2000,  /* a deal's points are limited to this, so that no single deal decides */
    SLOWER_AFTER = 3000, /* steps, after which they are half as long, then a third, … */
    MEAN_OF = 100,       /* steps after which the mean has mostly forgotten a value */
    SEED_SIZE = 256
};

/* ---- the expert with weights as a contestant ---- */

struct seated {
    const struct cn_weights *weights;
    const struct cn_law *law;
};

static bool begin_deal(void *context, const struct cn_law *law, int seat, uint64_t seed)
{
    struct seated *s = context;
    (void)seat;
    (void)seed;
    s->law = law;
    return true;
}

static bool decide(void *context, const struct cn_deal *deal, int seat, struct cn_action *action)
{
    struct seated *s = context;
    const struct cn_view view = cn_deal_view(s->law, deal, seat);
    *action = cn_expert_decide(&view, s->weights);
    return true;
}

static bool open_seat(const struct contestant *contestant, struct contest_player *player)
{
    struct seated *s = malloc(sizeof *s);
    if (s == NULL)
        return false;
    s->weights = contestant->recipe;
    *player =
        (struct contest_player){.context = s, .begin = begin_deal, .decide = decide, .close = free};
    return true;
}

struct contestant contestant_of_weights(const struct cn_weights *weights, const char *name)
{
    return (struct contestant){.name = name, .recipe = weights, .open = open_seat, .at_once = true};
}

/* ---- pairs between two contestants ---- */

struct sheet {
    struct running_sums sums;
    int64_t most;
    int sides;
};

static bool write_down(void *context, const struct arena_pair *pair,
                       const struct arena_results *so_far)
{
    struct sheet *s = context;
    (void)so_far;
    const int64_t points = pair_points(pair, s->sides);
    sums_add(&s->sums, points > s->most ? s->most : points < -s->most ? -s->most : points);
    return true;
}

static enum lab_error play(const struct tuning *t, const struct contestant *a,
                           const struct contestant *b, const char *seed, int64_t pairs,
                           bool vary_scores, struct sheet *sheet, bool *interrupted,
                           char fault[ARENA_FAULT])
{
    const struct arena arena = {.plan = {.rules = t->rules,
                                         .contestant = {a, b},
                                         .seed = seed,
                                         .players = t->players,
                                         .vary_scores = vary_scores},
                                .pairs = pairs,
                                .jobs = t->jobs,
                                .told = write_down,
                                .context = sheet,
                                .interrupted = t->interrupted};
    struct arena_results tally;
    sheet->sides = pair_sides(t->rules, t->players);
    sheet->most = POINTS_MOST * pair_scale(sheet->sides);
    arena_tally_init(&tally, &arena.plan);
    const enum lab_error error = arena_run(&arena, &tally, fault);
    *interrupted = tally.interrupted;
    return error;
}

enum lab_error tune_compare(const struct tuning *tune, const struct contestant *a,
                            const struct contestant *b, const char *seed, int64_t pairs,
                            struct estimate *points, char fault[ARENA_FAULT])
{
    struct sheet sheet = {.sides = 0};
    bool interrupted = false;
    enum lab_error error = LAB_OK;
    for (int half = 0; half < 2 && error == LAB_OK && !interrupted; half++)
        error = play(tune, a, b, seed, half == 0 ? pairs / 2 : pairs - pairs / 2, half != 0, &sheet,
                     &interrupted, fault);
    *points = sums_estimate(&sheet.sums, pair_scale(sheet.sides));
    return error;
}

/* ---- one step ---- */

struct walk {
    const struct tuning *tune;
    struct tune_state *state;
    struct cn_rng rng;
    double at[CN_WEIGHT_COUNT], mean[CN_WEIGHT_COUNT], width[CN_WEIGHT_COUNT];
    int toss[CN_WEIGHT_COUNT]; /* 1 or -1; 0: the weight stays */
    struct cn_weights side[2]; /* on either side of where it is */
    double squares;
    char *fault;
};

static double within(int weight, double value)
{
    int32_t low;
    int32_t high;
    weight_range(weight, &low, &high);
    return value < low ? low : value > high ? high : value;
}

/* From 0 to below 1. */
static double roll(struct walk *w)
{
    return (double)cn_rng_below(&w->rng, 1 << 20) / (1 << 20);
}

/* The two tables to be compared. Both are rounded by one roll, so that the mean of many is not. */
static void toss(struct walk *w)
{
    for (int weight = 0; weight < CN_WEIGHT_COUNT; weight++) {
        const bool up = cn_rng_below(&w->rng, 2) == 1;
        const double rounding = roll(w);
        w->toss[weight] = w->tune->fixed[weight] ? 0 : up ? 1 : -1;
        for (int side = 0; side < 2; side++) {
            const double move = w->width[weight] * w->toss[weight] * (side == 0 ? 1 : -1);
            const double value = within(weight, floor(w->at[weight] + move + rounding));
            *weight_at(&w->side[side], weight) = (int32_t)value;
        }
    }
}

/* Points a deal by which the first side is ahead of the second: in their own pairs, and in those
 * of both against one of the pool, which count twice, since it is others that are to be beaten. */
static enum lab_error compare_sides(struct walk *w, double *points)
{
    const struct tuning *t = w->tune;
    const struct contestant side[2] = {contestant_of_weights(&w->side[0], "one side"),
                                       contestant_of_weights(&w->side[1], "the other side")};
    const int64_t step = w->state->steps;
    const bool vary = step / (t->pool_count > 0 ? t->pool_count : 1) % 2 == 1;
    struct sheet own = {.sides = 0};
    struct sheet pool[2] = {{.sides = 0}, {.sides = 0}};
    char seed[SEED_SIZE];
    snprintf(seed, sizeof seed, "%.200s, step %lld", t->seed, (long long)step);
    enum lab_error error =
        play(t, &side[0], &side[1], seed, t->pairs, vary, &own, &w->state->interrupted, w->fault);
    for (int i = 0; i < 2 && t->pool_count > 0 && error == LAB_OK && !w->state->interrupted; i++)
        error = play(t, &side[i], t->pool[step % t->pool_count], seed, t->pairs, vary, &pool[i],
                     &w->state->interrupted, w->fault);
    const double all = (double)(own.sums.sum + 2 * (pool[0].sums.sum - pool[1].sums.sum));
    *points = all / (double)(t->pairs * pair_scale(own.sides) * (t->pool_count > 0 ? 3 : 1));
    return error;
}

static void follow(struct walk *w, double points)
{
    const int64_t step = w->state->steps;
    const double gain = w->tune->gain / (1 + (double)step / SLOWER_AFTER);
    const double share = step < MEAN_OF / 2 ? 0.1 : 1.0 / MEAN_OF;
    for (int weight = 0; weight < CN_WEIGHT_COUNT; weight++) {
        const double way = gain * points * w->width[weight] * w->toss[weight];
        w->at[weight] = within(weight, w->at[weight] + way);
        w->mean[weight] += (w->at[weight] - w->mean[weight]) * share;
        *weight_at(&w->state->best, weight) = (int32_t)floor(w->mean[weight] + 0.5);
    }
    w->squares += points * points;
    w->state->steps++;
}

static enum lab_error step(struct walk *w)
{
    double points;
    toss(w);
    const enum lab_error error = compare_sides(w, &points);
    if (error == LAB_OK && !w->state->interrupted)
        follow(w, points);
    return error;
}

/* ---- the way ---- */

static void begin(struct walk *w, const struct cn_weights *start)
{
    w->state->best = *start;
    for (int weight = 0; weight < CN_WEIGHT_COUNT; weight++) {
        int32_t low;
        int32_t high;
        weight_range(weight, &low, &high);
        const double width = (high - low) / w->tune->width;
        w->width[weight] = width > 0.6 ? width : 0.6; /* less would mostly be rounded away */
        w->at[weight] = w->mean[weight] = *weight_at(&w->state->best, weight);
    }
}

static bool tell(struct walk *w)
{
    const struct tuning *t = w->tune;
    const int64_t steps = w->state->steps;
    const int64_t since = steps % TUNE_TOLD == 0 ? TUNE_TOLD : steps % TUNE_TOLD;
    if (since != TUNE_TOLD && steps < t->steps)
        return true;
    w->state->spread = sqrt(w->squares / (double)since);
    w->squares = 0;
    return t->told == NULL || t->told(t->context, w->state);
}

enum lab_error tune_run(const struct tuning *tune, const struct cn_weights *start,
                        struct tune_state *state, char fault[ARENA_FAULT])
{
    struct walk walk = {.tune = tune, .state = state, .fault = fault};
    enum lab_error error = LAB_OK;
    bool goes_on = true;
    memset(state, 0, sizeof *state);
    fault[0] = '\0';
    cn_rng_init(&walk.rng, cn_rng_seed_of(tune->seed, strlen(tune->seed), 0));
    begin(&walk, start);
    while (goes_on && state->steps < tune->steps) {
        error = step(&walk);
        goes_on = error == LAB_OK && !state->interrupted && tell(&walk);
    }
    return error;
}
