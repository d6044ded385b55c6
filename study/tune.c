#include "study.h"

#include <stdlib.h>
#include <string.h>

enum {
    POINTS_MOST = 2000, /* a deal's points count up to here, so that none decides alone */
    LOSS_MOST = 10,     /* points a deal that a kept change may lose against one of the pool */
    SAME_DECKS = 16,    /* changes in a row that the first stage measures by the same decks */
    SEED_SIZE = 256
};

/* ---- the expert with weights as a contestant ---- */

struct seated {
    const struct cn_weights *weights;
    const struct cn_rules *rules;
    struct cn_actions scratch;
};

static bool begin_deal(void *context, const struct cn_rules *rules, int seat, uint64_t seed)
{
    struct seated *s = context;
    (void)seat;
    (void)seed;
    s->rules = rules;
    return true;
}

static bool decide(void *context, const struct cn_deal *deal, int seat, struct cn_action *action)
{
    struct seated *s = context;
    const struct cn_view view = cn_view_of(deal, seat);
    *action = cn_expert_decide(s->rules, &view, s->weights, &s->scratch);
    return true;
}

static bool open_seat(const struct cn_contestant *contestant, struct cn_player *player)
{
    struct seated *s = malloc(sizeof *s);
    if (s == NULL)
        return false;
    s->weights = contestant->recipe;
    *player =
        (struct cn_player){.context = s, .begin = begin_deal, .decide = decide, .close = free};
    return true;
}

struct cn_contestant cn_contestant_of_weights(const struct cn_weights *weights, const char *name)
{
    return (struct cn_contestant){
        .name = name, .recipe = weights, .open = open_seat, .at_once = true};
}

/* ---- pairs between two contestants, added up deck by deck ---- */

struct sheet {
    int64_t *points; /* by pair: what was counted so far */
    int64_t first, most;
    int sign, sides;
};

static bool write_down(void *context, const struct cn_pair *pair,
                       const struct cn_arena_tally *so_far)
{
    const struct sheet *s = context;
    (void)so_far;
    const int64_t points = cn_pair_points(pair, s->sides);
    const int64_t counted = points > s->most ? s->most : points < -s->most ? -s->most : points;
    s->points[s->first + pair->number] += s->sign * counted;
    return true;
}

/* Adds 'sign' times A's points of each pair to 'points'. */
static enum cn_study_error play(const struct cn_tune *t, const struct cn_contestant *a,
                                const struct cn_contestant *b, const char *seed, int64_t pairs,
                                int sign, int64_t *points, bool *interrupted,
                                char fault[CN_ARENA_FAULT])
{
    const int sides = cn_pair_sides(t->rules, t->players);
    for (int half = 0; half < 2; half++) {
        struct sheet sheet = {points, half == 0 ? 0 : pairs / 2, POINTS_MOST * cn_pair_scale(sides),
                              sign, sides};
        const struct cn_arena arena = {.plan = {.rules = t->rules,
                                                .contestant = {a, b},
                                                .seed = seed,
                                                .players = t->players,
                                                .vary_scores = half != 0},
                                       .pairs = half == 0 ? pairs / 2 : pairs - pairs / 2,
                                       .jobs = t->jobs,
                                       .told = write_down,
                                       .context = &sheet,
                                       .interrupted = t->interrupted};
        struct cn_arena_tally tally;
        cn_arena_tally_init(&tally, &arena.plan);
        const enum cn_study_error error = cn_arena_run(&arena, &tally, fault);
        *interrupted = tally.interrupted;
        if (error != CN_STUDY_OK || *interrupted)
            return error;
    }
    return CN_STUDY_OK;
}

enum cn_study_error cn_tune_compare(const struct cn_tune *tune, const struct cn_contestant *a,
                                    const struct cn_contestant *b, const char *seed, int64_t pairs,
                                    struct cn_estimate *points, char fault[CN_ARENA_FAULT])
{
    bool interrupted;
    struct cn_sums sums = {0};
    int64_t *sheet = calloc((size_t)pairs, sizeof *sheet);
    fault[0] = '\0';
    if (sheet == NULL)
        return CN_STUDY_MEMORY;
    const enum cn_study_error error = play(tune, a, b, seed, pairs, 1, sheet, &interrupted, fault);
    for (int64_t i = 0; i < pairs && error == CN_STUDY_OK && !interrupted; i++)
        cn_sums_add(&sums, sheet[i]);
    free(sheet);
    *points = cn_sums_estimate(&sums, cn_pair_scale(cn_pair_sides(tune->rules, tune->players)));
    return error;
}

/* ---- changes ---- */

struct climb {
    const struct cn_tune *tune;
    struct cn_tune_state *state;
    struct cn_rng rng;
    struct cn_weights candidate;
    int32_t step[CN_WEIGHT_COUNT]; /* of the change kept last, while it is tried again */
    bool again;
    /* The champion's pairs against each of the pool in the first stage, by decks that stay the same for a while. */
    int64_t *champion[CN_TUNE_POOL_MAX];
    int64_t champion_of[CN_TUNE_POOL_MAX]; /* whose decks these are; -1: none */
    int64_t decks;
    int64_t *total, *against; /* by pair, of the stage in play */
    char *fault;
};

static int32_t within(int weight, int64_t value)
{
    int32_t low;
    int32_t high;
    cn_weight_range(weight, &low, &high);
    return value < low ? low : value > high ? high : (int32_t)value;
}

static void change_one(struct climb *c)
{
    int weight = (int)cn_rng_below(&c->rng, CN_WEIGHT_COUNT);
    while (c->tune->fixed[weight])
        weight = (weight + 1) % CN_WEIGHT_COUNT;
    int32_t low;
    int32_t high;
    cn_weight_range(weight, &low, &high);
    const int32_t range = high - low;
    /* Mostly near, sometimes anywhere. */
    const int32_t far = cn_rng_below(&c->rng, 4) == 0 ? range : range / 6 + 1;
    const int32_t step = (int32_t)cn_rng_below(&c->rng, 2 * (uint32_t)far + 1) - far;
    int32_t *value = cn_weight_at(&c->candidate, weight);
    *value = within(weight, (int64_t)*value + step);
}

/* The next change: the last step again if that was just kept, else another one. */
static void change(struct climb *c)
{
    const int count = 1 + (int)cn_rng_below(&c->rng, 3);
    c->candidate = c->state->best;
    if (c->again)
        for (int weight = 0; weight < CN_WEIGHT_COUNT; weight++) {
            int32_t *value = cn_weight_at(&c->candidate, weight);
            *value = within(weight, (int64_t)*value + c->step[weight]);
        }
    c->again = false;
    while (memcmp(&c->candidate, &c->state->best, sizeof c->candidate) == 0)
        for (int i = 0; i < count; i++)
            change_one(c);
}

static void keep(struct climb *c)
{
    for (int weight = 0; weight < CN_WEIGHT_COUNT; weight++)
        c->step[weight] =
            *cn_weight_at(&c->candidate, weight) - *cn_weight_at(&c->state->best, weight);
    c->state->best = c->candidate;
    c->state->kept++;
    c->state->is_new = true;
    c->again = true;
}

/* ---- stages ---- */

static struct cn_estimate estimate(const struct climb *c, const int64_t *points, int64_t pairs,
                                   int64_t shares)
{
    struct cn_sums sums = {0};
    for (int64_t i = 0; i < pairs; i++)
        cn_sums_add(&sums, points[i]);
    const int sides = cn_pair_sides(c->tune->rules, c->tune->players);
    return cn_sums_estimate(&sums, shares * cn_pair_scale(sides));
}

static enum cn_study_error play_into(struct climb *c, const struct cn_contestant *a,
                                     const struct cn_contestant *b, const char *seed, int64_t pairs,
                                     int sign, int64_t *points)
{
    c->state->pairs += pairs;
    return play(c->tune, a, b, seed, pairs, sign, points, &c->state->interrupted, c->fault);
}

/* The champion against one of the pool in the first stage: played once for all changes that share its decks. */
static enum cn_study_error play_champion(struct climb *c, const struct cn_contestant *champion,
                                         int i, const char *seed)
{
    const int64_t pairs = c->tune->stage[0];
    if (c->champion_of[i] == c->decks)
        return CN_STUDY_OK;
    c->champion_of[i] = -1;
    memset(c->champion[i], 0, (size_t)pairs * sizeof *c->champion[i]);
    const enum cn_study_error error =
        play_into(c, champion, c->tune->pool[i], seed, pairs, 1, c->champion[i]);
    if (error == CN_STUDY_OK && !c->state->interrupted)
        c->champion_of[i] = c->decks;
    return error;
}

/* How much more than the champion the candidate scores against one of the pool, by pair. */
static enum cn_study_error play_pool(struct climb *c, const struct cn_contestant *who[2], int i,
                                     int stage, const char *seed)
{
    const int64_t pairs = c->tune->stage[stage];
    memset(c->against, 0, (size_t)pairs * sizeof *c->against);
    enum cn_study_error error = play_into(c, who[0], c->tune->pool[i], seed, pairs, 1, c->against);
    if (error != CN_STUDY_OK || c->state->interrupted)
        return error;
    if (stage > 0)
        return play_into(c, who[1], c->tune->pool[i], seed, pairs, -1, c->against);
    error = play_champion(c, who[1], i, seed);
    for (int64_t p = 0; p < pairs; p++)
        c->against[p] -= c->champion[i][p];
    return error;
}

static void name_decks(const struct climb *c, int stage, char seed[SEED_SIZE])
{
    const long long number = stage == 0 ? (long long)c->decks : (long long)c->state->tried;
    snprintf(seed, SEED_SIZE, "%.200s, stage %d of %lld", c->tune->seed, stage + 1, number);
}

/* How many standard errors a change must be ahead to pass: what passes by luck early costs only time. */
static double bar(const struct cn_tune *t, int stage)
{
    return stage + 1 == t->stages ? 1.8 : stage == 0 ? 0.3 : 1.3;
}

/* Does the change pass this stage? */
static enum cn_study_error pass(struct climb *c, int stage, bool *passes)
{
    const struct cn_tune *t = c->tune;
    const int64_t pairs = t->stage[stage];
    const struct cn_contestant candidate = cn_contestant_of_weights(&c->candidate, "candidate");
    const struct cn_contestant champion = cn_contestant_of_weights(&c->state->best, "champion");
    const struct cn_contestant *who[2] = {&candidate, &champion};
    char seed[SEED_SIZE];
    name_decks(c, stage, seed);
    c->state->reached[stage]++;
    memset(c->total, 0, (size_t)pairs * sizeof *c->total);
    *passes = true;
    enum cn_study_error error = play_into(c, who[0], who[1], seed, pairs, 1, c->total);
    for (int i = 0; i < t->pool_count && error == CN_STUDY_OK && !c->state->interrupted; i++) {
        error = play_pool(c, who, i, stage, seed);
        if (stage + 1 == t->stages && estimate(c, c->against, pairs, 1).mean < -LOSS_MOST)
            *passes = false;
        for (int64_t p = 0; p < pairs; p++)
            c->total[p] += c->against[p];
    }
    if (error != CN_STUDY_OK || c->state->interrupted)
        return error;
    const struct cn_estimate points = estimate(c, c->total, pairs, 1 + t->pool_count);
    *passes = *passes && points.mean > bar(t, stage) * points.se;
    if (*passes && stage + 1 == t->stages)
        c->state->last = points;
    return error;
}

static enum cn_study_error try_change(struct climb *c)
{
    bool passes = true;
    c->state->is_new = false;
    if (c->state->tried % SAME_DECKS == 0)
        c->decks = c->state->tried;
    change(c);
    for (int stage = 0; stage < c->tune->stages && passes; stage++) {
        const enum cn_study_error error = pass(c, stage, &passes);
        if (error != CN_STUDY_OK || c->state->interrupted)
            return error;
    }
    c->state->tried++;
    if (passes) {
        keep(c);
        c->decks = c->state->tried;
    }
    return CN_STUDY_OK;
}

/* ---- the climb ---- */

static bool get_sheets(struct climb *c)
{
    int64_t most = 1;
    for (int stage = 0; stage < c->tune->stages; stage++)
        if (c->tune->stage[stage] > most)
            most = c->tune->stage[stage];
    c->total = calloc((size_t)most, sizeof *c->total);
    c->against = calloc((size_t)most, sizeof *c->against);
    bool all = c->total != NULL && c->against != NULL;
    for (int i = 0; i < c->tune->pool_count; i++) {
        c->champion[i] = calloc((size_t)most, sizeof *c->champion[i]);
        c->champion_of[i] = -1;
        all = all && c->champion[i] != NULL;
    }
    return all;
}

static void free_sheets(struct climb *c)
{
    free(c->total);
    free(c->against);
    for (int i = 0; i < c->tune->pool_count; i++)
        free(c->champion[i]);
}

enum cn_study_error cn_tune_run(const struct cn_tune *tune, const struct cn_weights *start,
                                struct cn_tune_state *state, char fault[CN_ARENA_FAULT])
{
    struct climb climb = {.tune = tune, .state = state, .fault = fault};
    enum cn_study_error error = CN_STUDY_OK;
    memset(state, 0, sizeof *state);
    state->best = *start;
    fault[0] = '\0';
    cn_rng_init(&climb.rng, cn_rng_seed_of(tune->seed, strlen(tune->seed), 0));
    if (!get_sheets(&climb))
        error = CN_STUDY_MEMORY;
    while (error == CN_STUDY_OK && !state->interrupted && state->tried < tune->tries) {
        error = try_change(&climb);
        if (error == CN_STUDY_OK && !state->interrupted && tune->told != NULL &&
            !tune->told(tune->context, state))
            break;
    }
    free_sheets(&climb);
    return error;
}
