#include "recognise_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ONE_IN = 3,         /* turns that are looked at */
    APART_ONE_IN = 20,  /* deals, the last ones, that are kept to measure with */
    ALIKE_PERCENT = 75, /* deals in which partners play alike */
    VALUE_MOST = 30000
};
static const double first_rate = 0.02;
static const double last_rate = 0.0001;

/* How often strangers are like each model: mostly fast. */
static const int share[CN_MODELS] = {
    [CN_MODEL_RACER] = 4,  [CN_MODEL_STALKER] = 3, [CN_MODEL_RUSHER] = 2, [CN_MODEL_GREEDY] = 6,
    [CN_MODEL_GUESS] = 4,  [CN_MODEL_CASUAL] = 3,  [CN_MODEL_EXPERT] = 3, [CN_MODEL_PATIENT] = 5,
    [CN_MODEL_ICEMAN] = 1, [CN_MODEL_PURIST] = 1,
};

struct fit {
    const struct recognise_fit_plan *plan;
    int players;
    struct cn_law law;
    struct cn_rng rng;
    struct cn_deal deal;
    uint8_t model[CN_SEATS_MAX];
    const struct cn_bot *bot[CN_MODELS];
    double value[CN_RECOGNISE_FACTS][CN_MODELS];
    int64_t seen[CN_MODELS];
    double bits;
    int64_t positions;
};

static uint8_t roll_model(struct cn_rng *rng)
{
    int all = 0;
    for (int model = 0; model < CN_MODELS; model++)
        all += share[model];
    int at = (int)cn_rng_below(rng, (uint32_t)all);
    int model = 0;
    while (at >= share[model])
        at -= share[model++];
    return (uint8_t)model;
}

static void start_deal(struct fit *f, int64_t number)
{
    const struct cn_rules *rules = f->plan->rules;
    const int players = f->players;
    cn_card deck[CN_CARDS_MAX];
    int32_t scores[CN_SIDES_MAX];
    for (int side = 0; side < CN_SIDES_MAX; side++)
        scores[side] = (int32_t)cn_rng_below(&f->rng, (uint32_t)rules->target / 5) * 5;
    cn_rng_shuffle(&f->rng, deck, cn_deck_init(rules, players, deck));
    const int dealer = (int)(number % (players == 5 ? 4 : players));
    cn_deal_start(rules, &f->deal, players, dealer, players == 5 ? 4 : CN_NO_SEAT, scores, deck,
                  &f->rng, NULL);
    const bool alike = (int)cn_rng_below(&f->rng, 100) < ALIKE_PERCENT;
    for (int seat = 0; seat < players; seat++) {
        f->model[seat] = roll_model(&f->rng);
        const int side = f->deal.board.side[seat];
        for (int other = 0; other < seat && alike; other++)
            if (f->deal.board.side[other] == side)
                f->model[seat] = f->model[other];
    }
}

static void judge(const struct fit *f, const uint16_t facts[CN_RECOGNISE_HOLDING],
                  double chance[CN_MODELS])
{
    double all = 0;
    for (int model = 0; model < CN_MODELS; model++) {
        double sum = 0;
        for (int i = 0; i < CN_RECOGNISE_HOLDING; i++)
            sum += f->value[facts[i]][model];
        chance[model] = exp(sum);
        all += chance[model];
    }
    for (int model = 0; model < CN_MODELS; model++)
        chance[model] /= all;
}

/* Looks at all seats: learns from them, or measures. */
static void look(struct fit *f, bool apart, double rate)
{
    const struct cn_view view = cn_deal_view(&f->law, &f->deal, f->deal.board.turn);
    for (int seat = 0; seat < f->players; seat++) {
        uint16_t facts[CN_RECOGNISE_HOLDING];
        double chance[CN_MODELS];
        if (f->deal.board.next[seat] == seat)
            continue;
        cn_recognise_facts(&view, seat, facts);
        judge(f, facts, chance);
        if (apart) {
            f->bits -= log2(chance[f->model[seat]]);
            f->positions++;
            f->seen[f->model[seat]]++;
            continue;
        }
        for (int model = 0; model < CN_MODELS; model++) {
            const double more = (model == f->model[seat]) - chance[model];
            for (int i = 0; i < CN_RECOGNISE_HOLDING; i++)
                f->value[facts[i]][model] += rate * more;
        }
    }
}

static void play(struct fit *f, int64_t number)
{
    const bool apart = number >= f->plan->deals - f->plan->deals / APART_ONE_IN;
    const double done = (double)number / (double)f->plan->deals;
    const double rate = last_rate + (first_rate - last_rate) * 0.5 * (1 + cos(done * acos(-1.0)));
    start_deal(f, number);
    while (f->deal.board.phase != CN_PHASE_ENDED) {
        if (f->deal.board.phase == CN_PHASE_START && cn_rng_below(&f->rng, ONE_IN) == 0)
            look(f, apart, rate);
        const int actor = cn_board_actor(&f->deal.board);
        const struct cn_view view = cn_deal_view(&f->law, &f->deal, actor);
        const struct cn_action action = f->bot[f->model[actor]]->decide(&view, &f->rng);
        cn_deal_apply(f->plan->rules, &f->deal, action);
    }
}

/* In whole numbers. Only differences between models matter. */
static void round_table(const struct fit *f, int16_t table[CN_RECOGNISE_FACTS][CN_MODELS])
{
    for (int fact = 0; fact < CN_RECOGNISE_FACTS; fact++) {
        double mean = 0;
        for (int model = 0; model < CN_MODELS; model++)
            mean += f->value[fact][model] / CN_MODELS;
        for (int model = 0; model < CN_MODELS; model++) {
            const double value = (f->value[fact][model] - mean) * CN_RECOGNISE_OCTAVE / log(2);
            table[fact][model] = (int16_t)lrint(fmin(fmax(value, -VALUE_MOST), VALUE_MOST));
        }
    }
}

static struct recognise_fit_measure measured(const struct fit *f)
{
    double before = 0;
    const double all = f->positions > 0 ? (double)f->positions : 1;
    for (int model = 0; model < CN_MODELS; model++)
        if (f->seen[model] > 0)
            before -= (double)f->seen[model] / all * log2((double)f->seen[model] / all);
    return (struct recognise_fit_measure){before, f->bits / all, f->positions};
}

static bool is_interrupted(const struct recognise_fit_plan *plan)
{
    return plan->interrupted != NULL && atomic_load(plan->interrupted) != 0;
}

static void fit_players(struct fit *f, int players)
{
    f->players = players;
    memset(f->value, 0, sizeof f->value);
    memset(f->seen, 0, sizeof f->seen);
    f->bits = 0;
    f->positions = 0;
    cn_rng_init(&f->rng, f->plan->seed);
    for (int64_t deal = 0; deal < f->plan->deals && !is_interrupted(f->plan); deal++) {
        play(f, deal);
        if (f->plan->told != NULL)
            f->plan->told(f->plan->context, players, deal + 1);
    }
}

bool recognise_fit(const struct recognise_fit_plan *plan, struct cn_recognise_table *table,
                   struct recognise_fit_measure *measure)
{
    struct fit *f = calloc(1, sizeof *f);
    if (f == NULL)
        return false;
    f->plan = plan;
    cn_law_init(&f->law, plan->rules);
    for (int model = 0; model < CN_MODELS; model++)
        f->bot[model] = cn_bot_find(cn_model_name((enum cn_model)model));
    memset(table, 0, sizeof *table);
    memset(measure, 0, sizeof *measure);
    for (int players = 2; players <= CN_SEATS_MAX; players++) {
        if (!cn_rules_allow_players(plan->rules, players))
            continue;
        fit_players(f, players);
        round_table(f, table->value[players - 2]);
        if (measure->positions == 0 || players == 4)
            *measure = measured(f);
    }
    free(f);
    return true;
}
