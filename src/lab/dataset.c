#include "dataset.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    JOBS_MAX = 256,
    BUNCH = 32,           /* deals that a thread takes at a time */
    TURNS_MAX = 256,      /* per deal; later ones are ignored */
    ONE_IN_UNLIKE = 4,    /* deals in which partners play as other models */
    ONE_IN_PATIENT = 3,   /* seats that are patient before a model is drawn */
    ONE_IN_UNTOLD = 10,   /* deals of which the models are not told */
    ONE_IN_SEARCHED = 4,  /* deals in which search plays, if it does at all */
    STRANGE_TURNS = 28,   /* strange play ends before this turn */
    STRANGE_IN_1000 = 60, /* decisions that are rolled while it lasts */
    SIDES_MOST = CN_VALUE_NET_SIDES_MOST
};

/* One thread's table. */
struct player {
    struct dataset *samples;
    struct cn_deal deal;
    struct cn_rng rng;
    int32_t judged[TURNS_MAX][SIDES_MOST]; /* what the judge said at each turn that was told */
    double target[TURNS_MAX][SIDES_MOST];  /* what is to be learned there */
    int told;
    struct dataset_sample spare;
    uint8_t regular[CN_VALUE_NET_SEATS_MOST]; /* enum cn_model: how a seat plays */
    uint8_t strange[CN_VALUE_NET_SEATS_MOST]; /* … and at first */
    uint8_t shown[CN_VALUE_NET_SEATS_MOST];   /* … as the net sees it */
    int strange_turns;                        /* … in how many turns */
    void *mind;                               /* of search */
    pthread_t thread;
};

struct dataset {
    struct dataset_plan plan;
    struct cn_law *laws;              /* of its rule sets */
    const struct cn_value_net *judge; /* NULL: none */
    double keep;
    const struct cn_bot *model[CN_MODELS], *random, *search;
    struct player *player[JOBS_MAX];
    int jobs, started;
    int64_t first;
    int deals;
    atomic_int next; /* the first deal of the block that nobody plays yet */
    enum lab_error error;
    uint8_t *taken; /* positions of each deal */
    struct dataset_sample *all;
    const struct dataset_sample **list;
};

/* ---- one deal ---- */

/* Returns a side's score at the start: one in ten below 0, otherwise any score below the target, so
 * that every minimum count occurs. */
static int32_t roll_score(struct cn_rng *rng, const struct cn_rules *rules)
{
    if (cn_rng_below(rng, 10) == 0)
        return -5 * (int32_t)(1 + cn_rng_below(rng, 100));
    return 5 * (int32_t)cn_rng_below(rng, (uint32_t)(rules->target + 4) / 5);
}

static uint8_t roll_model(struct cn_rng *rng)
{
    return (uint8_t)cn_rng_below(rng, CN_MODELS);
}

static int players_of(const struct player *p, const struct cn_rules *rules)
{
    const int players = p->samples->plan.players;
    return players > 0 ? players : dataset_players(rules);
}

/* One side plays as search does. The net sees that in every deal, unless the law is planned. */
static void let_search_play(struct player *p, int players, bool planned)
{
    const int first = (int)cn_rng_below(&p->rng, players == 3 ? 3 : CN_VALUE_NET_SIDES);
    const int step = players == 3 ? players : CN_VALUE_NET_SIDES;
    for (int seat = first; seat < players; seat += step) {
        p->regular[seat] = CN_MODEL_SEARCH;
        p->shown[seat] = planned ? CN_MODELS : CN_MODEL_SEARCH;
    }
}

/* Every third seat plays as search takes its own side to play, partners mostly alike. What the net
 * sees of that is left out in one of ten deals, and where the law is planned, since the models
 * are not made for it. */
static void roll_models(struct player *p, const struct cn_law *law)
{
    struct cn_rng *rng = &p->rng;
    const int players = players_of(p, &law->rules);
    const bool alike = cn_rng_below(rng, ONE_IN_UNLIKE) > 0;
    for (int seat = 0; seat < players; seat++) {
        p->regular[seat] = roll_model(rng);
        if (cn_rng_below(rng, ONE_IN_PATIENT) == 0)
            p->regular[seat] = CN_MODEL_PATIENT;
        if (alike && seat >= 2 && players % 2 == 0)
            p->regular[seat] = p->regular[seat - 2];
        p->shown[seat] = p->regular[seat];
        p->strange[seat] = cn_rng_below(rng, 2) == 0 ? roll_model(rng) : p->regular[seat];
    }
    if (cn_rng_below(rng, ONE_IN_UNTOLD) == 0 || cn_law_is_planned(law))
        memset(p->shown, CN_MODELS, sizeof p->shown);
    if (p->samples->plan.search_nodes > 0 && cn_rng_below(rng, ONE_IN_SEARCHED) == 0)
        let_search_play(p, players, cn_law_is_planned(law));
    p->strange_turns = 0;
    if (p->samples->plan.wandering && cn_rng_below(rng, 2) == 0)
        p->strange_turns = (int)cn_rng_below(rng, STRANGE_TURNS);
}

int dataset_players(const struct cn_rules *rules)
{
    return cn_rules_allow_players(rules, CN_VALUE_NET_SEATS) ? CN_VALUE_NET_SEATS
                                                             : CN_VALUE_NET_SEATS_MOST;
}

static void start_deal(struct player *p, const struct cn_law *law, int64_t number)
{
    const struct cn_rules *rules = &law->rules;
    const struct dataset_plan *plan = &p->samples->plan;
    cn_card deck[CN_CARDS_MAX];
    int32_t scores[CN_SIDES_MAX] = {0};
    const uint64_t stream = (uint64_t)(plan->apart ? 2 : 1) << 56 | (uint64_t)number;
    cn_rng_init(&p->rng, cn_rng_seed_of(plan->seed, strlen(plan->seed), stream));
    const int players = players_of(p, rules);
    for (int side = 0; side < (players == 3 ? 3 : CN_VALUE_NET_SIDES); side++)
        scores[side] = roll_score(&p->rng, rules);
    roll_models(p, law);
    const bool waits = players == 5; /* the last one */
    cn_rng_shuffle(&p->rng, deck, cn_deck_init(rules, players, deck));
    cn_deal_start(rules, &p->deal, players, (int)(number % (players - waits)),
                  waits ? players - 1 : CN_NO_SEAT, scores, deck, &p->rng, NULL);
    if (cn_rules_count_deals(rules) && rules->rounds > 0)
        cn_board_set_number(rules, &p->deal.board,
                            1 + (int32_t)cn_rng_below(&p->rng, (uint32_t)rules->rounds));
}

static struct cn_action decide(struct player *p, const struct cn_law *law, int turn)
{
    const struct dataset *all = p->samples;
    const int seat = cn_board_actor(&p->deal.board);
    const struct cn_view view = cn_deal_view(law, &p->deal, seat);
    if (turn < p->strange_turns) {
        const bool random = cn_rng_below(&p->rng, 1000) < STRANGE_IN_1000;
        return (random ? all->random : all->model[p->strange[seat]])->decide(&view, &p->rng);
    }
    if (p->regular[seat] == CN_MODEL_SEARCH)
        return cn_bot_decide(all->search, p->mind, all->plan.search_nodes, &view, &p->rng);
    return all->model[p->regular[seat]]->decide(&view, &p->rng);
}

/* Gives every turn offered the same chance to be kept. Returns its place, or -1. */
static int place_for(struct player *p)
{
    const int most = p->samples->plan.a_deal;
    if (p->told < most)
        return p->told;
    const int at = (int)cn_rng_below(&p->rng, (uint32_t)p->told + 1);
    return at < most ? at : -1;
}

static void fill(struct player *p, const struct cn_law *law, int side, struct dataset_sample *to)
{
    const int seat = cn_value_net_seat(&p->deal, side);
    to->side = (uint8_t)cn_board_side(&p->deal.board, seat);
    to->counted = cn_value_net_points_if_stopped(law, &p->deal, to->side);
    to->count = (uint8_t)cn_value_net_inputs(&law->rules, &p->deal, seat, p->shown, to->inputs);
}

/* What the judge says of the result of each side. */
static void judge(struct player *p, const struct cn_law *law, struct dataset_sample *last)
{
    const int sides = p->deal.board.sides;
    int32_t *const judged = p->judged[p->told];
    for (int side = 0; side < sides; side++) {
        if (sides > CN_VALUE_NET_SIDES && side != last->side)
            fill(p, law, side, last = &p->spare);
        const int32_t value =
            last->counted + cn_value_net_correction(p->samples->judge, last->inputs, last->count);
        judged[side] = side == last->side ? value : -value;
    }
}

/* Looks at the start of a turn. With three sides, one of them sees it, each as likely. */
static void tell(struct player *p, const struct cn_law *law, int turn, struct dataset_sample *kept)
{
    const struct cn_board *board = &p->deal.board;
    const bool three = board->sides > CN_VALUE_NET_SIDES;
    const int side = three ? (int)cn_rng_below(&p->rng, (uint32_t)board->sides)
                           : cn_board_side(board, board->turn);
    const int at = place_for(p);
    struct dataset_sample *to = at >= 0 ? &kept[at] : &p->spare;
    if (at >= 0 || p->samples->judge != NULL) {
        to->turn = (uint16_t)turn;
        to->told = (uint16_t)p->told;
        fill(p, law, side, to);
    }
    if (p->samples->judge != NULL)
        judge(p, law, to);
    p->told++;
}

/* Plays the deal to its end; returns how many positions were kept. */
static int play(struct player *p, const struct cn_law *law, struct dataset_sample *kept)
{
    const struct cn_rules *rules = &law->rules;
    const struct cn_board *board = &p->deal.board;
    const int most = p->samples->plan.a_deal;
    int turn = -1;
    p->told = 0;
    while (board->phase != CN_PHASE_ENDED) {
        if (board->phase == CN_PHASE_START && !board->asked) {
            turn++;
            if (turn >= p->strange_turns && p->told < TURNS_MAX)
                tell(p, law, turn, kept);
        }
        cn_deal_apply(rules, &p->deal, decide(p, law, turn));
    }
    return p->told < most ? p->told : most;
}

/* Sets a side's target of each turn, from the last one back: a mixture of the result and the
 * judge's estimate at the next turn, so that it depends less on later luck (Sutton, 1988). */
static void set_targets(struct player *p, int side, double end)
{
    double target = end;
    for (int at = p->told - 1; at >= 0; at--) {
        if (p->samples->judge != NULL && at + 1 < p->told) {
            const int32_t judged = p->judged[at + 1][side];
            target = judged + p->samples->keep * (target - judged);
        }
        p->target[at][side] = target;
    }
}

static int32_t without_bonus(const struct cn_score *score)
{
    return score->total - score->item[CN_SCORE_BONUS];
}

static void play_deal(struct player *p, int index)
{
    struct dataset *all = p->samples;
    const int64_t number = all->first + index;
    const struct cn_law *law = &all->laws[number % all->plan.rule_count];
    struct dataset_sample *kept = &all->all[index * all->plan.a_deal];
    struct cn_score scores[CN_SIDES_MAX];
    start_deal(p, law, number);
    const int count = play(p, law, kept);
    const int sides = p->deal.board.sides;
    int32_t all_sides = 0;
    cn_score_deal(law, &p->deal, scores);
    for (int side = 0; side < sides; side++)
        all_sides += without_bonus(&scores[side]);
    for (int side = 0; side < sides; side++) {
        const int32_t own = without_bonus(&scores[side]);
        set_targets(p, side, own - (double)(all_sides - own) / (sides - 1));
    }
    for (int i = 0; i < count; i++)
        kept[i].target = (int32_t)lround(p->target[kept[i].told][kept[i].side]);
    all->taken[index] = (uint8_t)count;
}

/* ---- blocks ---- */

static void *work(void *player)
{
    struct player *p = player;
    struct dataset *all = p->samples;
    for (int from; (from = atomic_fetch_add(&all->next, BUNCH)) < all->deals;)
        for (int index = from; index < from + BUNCH && index < all->deals; index++)
            play_deal(p, index);
    return NULL;
}

static bool derive_laws(struct dataset *all)
{
    const struct dataset_plan *plan = &all->plan;
    all->laws = calloc((size_t)plan->rule_count, sizeof *all->laws);
    for (int i = 0; all->laws != NULL && i < plan->rule_count; i++)
        cn_law_init(&all->laws[i], &plan->rules[i]);
    return all->laws != NULL;
}

static bool open_players(struct dataset *all)
{
    for (int i = 0; i < all->jobs; i++) {
        all->player[i] = calloc(1, sizeof *all->player[i]);
        if (all->player[i] == NULL)
            return false;
        all->player[i]->samples = all;
        all->player[i]->mind = malloc(cn_bot_memory(all->search));
        if (all->player[i]->mind == NULL)
            return false;
    }
    return true;
}

struct dataset *dataset_open(const struct dataset_plan *plan, int deals)
{
    struct dataset *all = calloc(1, sizeof *all);
    if (all == NULL)
        return NULL;
    all->plan = *plan;
    all->jobs = plan->jobs < 1 ? 1 : plan->jobs > JOBS_MAX ? JOBS_MAX : plan->jobs;
    for (int model = 0; model < CN_MODELS; model++)
        all->model[model] = cn_bot_find(cn_model_name((enum cn_model)model));
    all->random = cn_bot_find("random");
    all->search = cn_bot_find("search");
    const size_t most = (size_t)deals * (size_t)all->plan.a_deal;
    all->taken = calloc((size_t)deals, 1);
    all->all = calloc(most, sizeof *all->all);
    all->list = calloc(most, sizeof(struct dataset_sample *));
    if (all->taken != NULL && all->all != NULL && all->list != NULL && derive_laws(all) &&
        open_players(all))
        return all;
    dataset_close(all);
    return NULL;
}

void dataset_close(struct dataset *samples)
{
    if (samples == NULL)
        return;
    for (int i = 0; i < samples->jobs; i++) {
        if (samples->player[i] != NULL)
            free(samples->player[i]->mind);
        free(samples->player[i]);
    }
    free(samples->laws);
    free(samples->taken);
    free(samples->all);
    free(samples->list);
    free(samples);
}

void dataset_judge(struct dataset *samples, const struct cn_value_net *judge, double keep)
{
    samples->judge = judge;
    samples->keep = keep;
}

void dataset_start(struct dataset *samples, int64_t first, int deals)
{
    samples->first = first;
    samples->deals = deals;
    samples->error = LAB_OK;
    samples->started = 0;
    atomic_store(&samples->next, 0);
    for (int i = 1; i < samples->jobs; i++) {
        struct player *p = samples->player[i];
        if (pthread_create(&p->thread, NULL, work, p) != 0) {
            samples->error = LAB_THREADS;
            break;
        }
        samples->started = i;
    }
}

enum lab_error dataset_finish(struct dataset *samples)
{
    work(samples->player[0]);
    for (int i = 1; i <= samples->started; i++)
        pthread_join(samples->player[i]->thread, NULL);
    return samples->error;
}

const struct dataset_sample *const *dataset_list(struct dataset *samples, int *count)
{
    *count = 0;
    for (int index = 0; index < samples->deals; index++)
        for (int i = 0; i < samples->taken[index]; i++)
            samples->list[(*count)++] = &samples->all[index * samples->plan.a_deal + i];
    return samples->list;
}
