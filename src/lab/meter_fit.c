/* meter_fit.c -- see meter_fit.h. */
#include "meter_fit.h"

#include <math.h>
#include <stdlib.h>

#define N CN_METER_FEATURES

/* Sums of products: of the features with each other, and in column N with the result. */
struct sums {
    double of[N][N + 1];
};

struct table {
    const struct meter_plan *plan;
    struct cn_law law;
    struct cn_rng rng;
    struct cn_deal deal, before;
    struct cn_meter meter;
    struct cn_score score[CN_SIDES_MAX];
};

static bool is_interrupted(const struct meter_plan *plan)
{
    return plan->interrupted != NULL && atomic_load(plan->interrupted) != 0;
}

static void begin(struct table *t, const struct meter_plan *plan)
{
    t->plan = plan;
    cn_law_init(&t->law, plan->rules);
    cn_rng_init(&t->rng, plan->seed);
}

static void play(struct table *t, int64_t number)
{
    const struct cn_rules *rules = t->plan->rules;
    const int players = t->plan->players;
    cn_card deck[CN_CARDS_MAX];
    int32_t scores[CN_SIDES_MAX];
    for (int side = 0; side < CN_SIDES_MAX; side++)
        scores[side] = (int32_t)cn_rng_below(&t->rng, (uint32_t)rules->target / 5 + 1) * 5;
    cn_rng_shuffle(&t->rng, deck, cn_deck_init(rules, players, deck));
    cn_deal_start(rules, &t->deal, players, (int)(number % (players == 5 ? 4 : players)),
                  players == 5 ? 4 : CN_NO_SEAT, scores, deck, &t->rng, NULL);
    cn_meter_deal(&t->meter, &t->law, &t->deal);
    while (t->deal.board.phase != CN_PHASE_ENDED) {
        const int seat = cn_board_actor(&t->deal.board);
        const struct cn_view view = cn_deal_view(&t->law, &t->deal, seat);
        const struct cn_bot *bot = t->plan->bot[t->deal.board.side[seat] > 0];
        t->before = t->deal;
        cn_deal_apply(rules, &t->deal, bot->decide(&view, &t->rng));
        cn_meter_step(&t->meter, &t->law, &t->before, &t->deal);
    }
    cn_score_deal(&t->law, &t->deal, t->score);
}

/* ---- fitting ---- */

static void add(struct sums *sums, const struct table *t, int side)
{
    int64_t features[N];
    double x[N + 1];
    cn_meter_features(&t->meter, t->deal.board.sides, side, features);
    for (int i = 0; i < N; i++)
        x[i] = (double)features[i] / CN_METER_ONE;
    x[N] = t->score[side].total - t->score[side].item[CN_SCORE_BONUS];
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= N; j++)
            sums->of[i][j] += x[i] * x[j];
}

static void swap_rows(struct sums *sums, int a, int b)
{
    for (int j = 0; j <= N && a != b; j++) {
        const double kept = sums->of[a][j];
        sums->of[a][j] = sums->of[b][j];
        sums->of[b][j] = kept;
    }
}

/* Gauss and Jordan, with a little weight on 0 so that features that always agree share theirs. */
static void solve(struct sums *sums, struct cn_meter_fit *fit)
{
    for (int i = 0; i < N; i++)
        sums->of[i][i] = sums->of[i][i] * (1 + 1e-7) + 1e-3;
    for (int i = 0; i < N; i++) {
        int pivot = i;
        for (int r = i; r < N; r++)
            if (fabs(sums->of[r][i]) > fabs(sums->of[pivot][i]))
                pivot = r;
        swap_rows(sums, i, pivot);
        for (int r = 0; r < N; r++) {
            const double times = sums->of[r][i] / sums->of[i][i];
            for (int j = i; j <= N && r != i; j++)
                sums->of[r][j] -= times * sums->of[i][j];
        }
    }
    for (int i = 0; i < N; i++)
        fit->of[i] = (int32_t)lrint(sums->of[i][N] / sums->of[i][i] * CN_METER_POINT);
}

bool meter_fit(const struct meter_plan *plan, struct cn_meter_fit *fit)
{
    struct table *t = calloc(1, sizeof *t);
    struct sums *sums = calloc(1, sizeof *sums);
    const bool room = t != NULL && sums != NULL;
    if (room) {
        begin(t, plan);
        for (int64_t i = 0; i < plan->deals && !is_interrupted(plan); i++) {
            play(t, i);
            for (int side = 0; side < t->deal.board.sides; side++)
                add(sums, t, side);
        }
        solve(sums, fit);
    }
    free(sums);
    free(t);
    return room && !is_interrupted(plan);
}

/* ---- measuring ---- */

struct meter_measure meter_measure(const struct meter_plan *plan, const struct cn_meter_fit *fit)
{
    struct meter_measure m = {0};
    struct table *t = calloc(1, sizeof *t);
    double made[2] = {0};
    double squares[2] = {0}; /* of what was made, and of what was made above the worth */
    double above[2] = {0};
    double count[2] = {0};
    if (t == NULL)
        return m;
    begin(t, plan);
    for (; m.deals < plan->deals && !is_interrupted(plan); m.deals++) {
        play(t, m.deals);
        const int sides = t->deal.board.sides;
        for (int side = 0; side < sides; side++) {
            const double points = t->score[side].total - t->score[side].item[CN_SCORE_BONUS];
            const double more = points - cn_meter_worth(&t->meter, fit, sides, side);
            const int which = side > 0;
            made[which] += points;
            above[which] += more;
            squares[0] += points * points;
            squares[1] += more * more;
            count[which]++;
        }
    }
    free(t);
    const double all = count[0] + count[1];
    const double mean = (made[0] + made[1]) / all;
    const double rest = (above[0] + above[1]) / all;
    const double spread = squares[1] / all - rest * rest;
    m.share = 1 - spread / (squares[0] / all - mean * mean);
    m.error = sqrt(spread / all);
    for (int which = 0; which < 2; which++) {
        m.made[which] = made[which] / count[which];
        m.above[which] = above[which] / count[which];
    }
    return m;
}
