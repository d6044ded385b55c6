/* belief_fit.c -- see belief_fit.h. */
#include "belief_fit.h"

#include <math.h>
#include <stdlib.h>

enum {
    ONE_IN = 6,  /* turns that are looked at */
    WORLDS = 32, /* sampled for each */
    SWAPS = 60,  /* between two worlds */
    SMOOTH = 20, /* counts added to both sides of a ratio */
    MOST = 12 * CN_BELIEF_OCTAVE
};

/* How often a count was seen, by row: truly, and in sampled worlds (WORLDS times as often). */
struct tally {
    int64_t truth[CN_BELIEF_CLASSES][CN_BELIEF_OBSERVATIONS][CN_BELIEF_COUNTS];
    int64_t model[CN_BELIEF_CLASSES][CN_BELIEF_OBSERVATIONS][CN_BELIEF_COUNTS];
};

struct fit {
    const struct belief_fit_plan *plan;
    const struct cn_belief_table *table;
    struct cn_law law;
    struct cn_rng rng;
    struct cn_deal deal, world;
    struct cn_belief belief;
    struct tally tally;
    double bits, uniform;
    int64_t positions, told;
};

static int held(cn_hand hand, int kind)
{
    const int n = cn_hand_count(hand, kind);
    return n < CN_BELIEF_COUNTS ? n : CN_BELIEF_COUNTS - 1;
}

typedef uint8_t seen_counts[CN_SEATS_MAX][CN_KINDS][CN_BELIEF_COUNTS];

static void sample(struct fit *f, const struct cn_view *view, const struct cn_belief_table *table,
                   seen_counts seen)
{
    cn_belief_init(&f->belief, f->plan->rules, view, table, &f->rng);
    for (int w = 0; w < WORLDS; w++) {
        cn_belief_resample(&f->belief, SWAPS, &f->rng);
        for (int seat = 0; seat < view->board->players; seat++)
            for (int kind = 0; kind < CN_KINDS; kind++)
                seen[seat][kind][held(f->belief.hands[seat], kind)]++;
    }
}

static double bits_of(const uint8_t counts[CN_BELIEF_COUNTS], int n)
{
    return -log2((counts[n] + 0.5) / (WORLDS + 0.5 * CN_BELIEF_COUNTS));
}

/* Looks at the other seats from the one whose turn it is. */
static void look(struct fit *f)
{
    const struct cn_board *board = &f->deal.board;
    const struct cn_view view = cn_deal_view(&f->law, &f->deal, board->turn);
    seen_counts model = {0};
    seen_counts uniform = {0};
    sample(f, &view, f->table, model);
    sample(f, &view, NULL, uniform);
    f->positions++;
    for (int seat = 0; seat < board->players; seat++) {
        if (seat == view.seat || (board->turned >> seat & 1) == 0 || board->next[seat] == seat)
            continue;
        for (int kind = 0; kind < CN_KINDS; kind++) {
            const int class = cn_belief_class(kind);
            if (class < 0)
                continue;
            const int observation = cn_belief_observation(&view, seat, kind);
            const int n = held(f->deal.hands[seat], kind);
            f->tally.truth[class][observation][n] += WORLDS;
            for (int i = 0; i < CN_BELIEF_COUNTS; i++)
                f->tally.model[class][observation][i] += model[seat][kind][i];
            f->bits += bits_of(model[seat][kind], n);
            f->uniform += bits_of(uniform[seat][kind], n);
            f->told++;
        }
    }
}

static void start_deal(struct fit *f, int64_t number)
{
    const struct cn_rules *rules = f->plan->rules;
    const int players = f->plan->players;
    cn_card deck[CN_CARDS_MAX];
    int32_t scores[CN_SIDES_MAX];
    for (int side = 0; side < CN_SIDES_MAX; side++)
        scores[side] = (int32_t)cn_rng_below(&f->rng, (uint32_t)rules->target / 5) * 5;
    cn_rng_shuffle(&f->rng, deck, cn_deck_init(rules, players, deck));
    const int dealer = (int)(number % (players == 5 ? 4 : players));
    cn_deal_start(rules, &f->deal, players, dealer, players == 5 ? 4 : CN_NO_SEAT, scores, deck,
                  &f->rng, NULL);
}

static bool is_interrupted(const struct belief_fit_plan *plan)
{
    return plan->interrupted != NULL && atomic_load(plan->interrupted) != 0;
}

static void play_round(struct fit *f, int64_t round)
{
    struct cn_rng turns;
    cn_rng_init(&f->rng, f->plan->seed * 1000003u + (uint64_t)round);
    cn_rng_init(&turns, cn_rng_next(&f->rng));
    f->bits = f->uniform = 0;
    f->positions = f->told = 0;
    f->tally = (struct tally){0};
    for (int64_t deal = 0; deal < f->plan->deals && !is_interrupted(f->plan); deal++) {
        if (f->plan->told != NULL)
            f->plan->told(f->plan->context, round, deal);
        start_deal(f, deal);
        while (f->deal.board.phase != CN_PHASE_ENDED) {
            if (f->deal.board.phase == CN_PHASE_START && cn_rng_below(&turns, ONE_IN) == 0)
                look(f);
            const struct cn_view view =
                cn_deal_view(&f->law, &f->deal, cn_board_actor(&f->deal.board));
            cn_deal_apply(f->plan->rules, &f->deal, f->plan->bot->decide(&view, &f->rng));
        }
    }
}

static struct belief_fit_measure measured(const struct fit *f)
{
    const double told = f->told > 0 ? (double)f->told : 1;
    return (struct belief_fit_measure){f->bits / told, f->uniform / told, f->positions};
}

/* Moves each row towards what was truly seen; only differences within a row matter, so that 0
 * cards is 0. */
static void improve(const struct tally *tally, struct cn_belief_table *table)
{
    for (int class = 0; class < CN_BELIEF_CLASSES; class ++)
        for (int observation = 0; observation < CN_BELIEF_OBSERVATIONS; observation++) {
            int16_t *row = table->row[class][observation];
            double first = 0;
            for (int n = 0; n < CN_BELIEF_COUNTS; n++) {
                const double truth = (double)tally->truth[class][observation][n] / WORLDS + SMOOTH;
                const double model = (double)tally->model[class][observation][n] / WORLDS + SMOOTH;
                const double value = row[n] + log2(truth / model) * CN_BELIEF_OCTAVE;
                if (n == 0)
                    first = value;
                row[n] = (int16_t)lrint(fmin(fmax(value - first, -MOST), MOST));
            }
        }
}

static struct fit *open_fit(const struct belief_fit_plan *plan, const struct cn_belief_table *table)
{
    struct fit *f = calloc(1, sizeof *f);
    if (f != NULL) {
        f->plan = plan;
        cn_law_init(&f->law, plan->rules);
        f->table = table;
    }
    return f;
}

bool belief_fit(const struct belief_fit_plan *plan, struct cn_belief_table *table,
                bool (*report)(void *context, int64_t round, struct belief_fit_measure measure),
                void *context)
{
    struct fit *f = open_fit(plan, table);
    if (f == NULL)
        return false;
    for (int64_t round = 1; round <= plan->rounds; round++) {
        play_round(f, round);
        if (is_interrupted(plan))
            break;
        improve(&f->tally, table);
        if (report != NULL && !report(context, round, measured(f)))
            break;
    }
    free(f);
    return true;
}

bool belief_fit_measure(const struct belief_fit_plan *plan, const struct cn_belief_table *table,
                        struct belief_fit_measure *measure)
{
    struct fit *f = open_fit(plan, table);
    if (f == NULL)
        return false;
    play_round(f, 0);
    *measure = measured(f);
    free(f);
    return true;
}
