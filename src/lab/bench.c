/* bench.c -- how fast the engine is: whole deals, and its three steps each for itself.
 *
 * Copying, listing and applying are measured over states that random play reaches, kept in an
 * array, so that the mix of early and late turns is that of real deals.
 */
#include "lab.h"

#include <stdlib.h>

enum {
    PLAYERS = 4,
    STATES = 8192,
    HOT = 16,
    WORLDS = 64, /* for a decision */
    DEALS_A_LOOK = 16
};

/* Keeps the compiler from leaving work out whose result nobody reads. */
static inline void settle(const void *memory)
{
    __asm__ volatile("" : : "g"(memory) : "memory");
}

struct measure {
    struct cn_law law, beside; /* the Laws of 1950; the rule set beside them, if one is measured */
    struct cn_rng rng;
    struct cn_deal deal;
    struct cn_legal_set legal;
    struct cn_actions actions;
    struct cn_deal states[STATES], copies[STATES];
    struct cn_action action[STATES];
    int64_t decisions;
    int kept;
    const atomic_int *interrupted; /* or NULL */
};

static bool is_interrupted(const struct measure *m)
{
    return m->interrupted != NULL && atomic_load(m->interrupted) != 0;
}

static void start_deal(struct measure *m, int dealer)
{
    cn_card deck[CN_CARDS_MAX];
    cn_rng_shuffle(&m->rng, deck, cn_deck_init(&m->law.rules, PLAYERS, deck));
    cn_deal_start(&m->law.rules, &m->deal, PLAYERS, dealer, CN_NO_SEAT, NULL, deck, &m->rng, NULL);
}

static struct cn_action random_action(struct measure *m)
{
    const int actor = cn_board_actor(&m->deal.board);
    const int count =
        cn_board_legal_set_init(&m->legal, &m->law, &m->deal.board, m->deal.hands[actor]);
    return cn_legal_set_at(&m->legal, (int)cn_rng_below(&m->rng, (uint32_t)count));
}

static void play_random_deal(struct measure *m, int dealer)
{
    start_deal(m, dealer);
    while (m->deal.board.phase != CN_PHASE_ENDED) {
        cn_deal_apply(&m->law.rules, &m->deal, random_action(m));
        m->decisions++;
    }
}

static void measure_random(struct measure *m, double seconds, struct benchmark *bench)
{
    const double start = command_clock();
    double now = start;
    int64_t deals = 0;
    m->decisions = 0;
    while (now - start < seconds && !is_interrupted(m)) {
        for (int i = 0; i < DEALS_A_LOOK; i++)
            play_random_deal(m, (int)(deals++ % PLAYERS));
        now = command_clock();
    }
    bench->random_deals_per_s = (double)deals / (now - start);
    bench->random_decisions_per_s = (double)m->decisions / (now - start);
}

/* Plays some random deals under any law and returns how long it took. */
static double time_deals(struct measure *m, const struct cn_law *law, int players, int64_t deals)
{
    const struct cn_rules *rules = &law->rules;
    const double start = command_clock();
    for (int i = 0; i < DEALS_A_LOOK; i++) {
        cn_card deck[CN_CARDS_MAX];
        int dealer, idle;
        lab_first_dealer(players, deals + i, &dealer, &idle);
        cn_rng_shuffle(&m->rng, deck, cn_deck_init(rules, players, deck));
        cn_deal_start(rules, &m->deal, players, dealer, idle, NULL, deck, &m->rng, NULL);
        while (m->deal.board.phase != CN_PHASE_ENDED) {
            const struct cn_board *board = &m->deal.board;
            const cn_hand hand = m->deal.hands[cn_board_actor(board)];
            const int count = cn_board_legal_set_init(&m->legal, law, board, hand);
            const uint32_t at = cn_rng_below(&m->rng, (uint32_t)count);
            cn_deal_apply(rules, &m->deal, cn_legal_set_at(&m->legal, (int)at));
        }
    }
    return command_clock() - start;
}

/* Both laws in turns, so that what slows the machine for a while slows both. */
static void measure_beside(struct measure *m, double seconds, struct benchmark *bench)
{
    int players = PLAYERS;
    for (int n = CN_SEATS_MAX; n >= 2 && !cn_rules_allow_players(&m->beside.rules, players); n--)
        players = n;
    double laws = 0;
    double beside = 0;
    int64_t deals = 0;
    for (; laws + beside < seconds && !is_interrupted(m); deals += DEALS_A_LOOK) {
        laws += time_deals(m, &m->law, PLAYERS, deals);
        beside += time_deals(m, &m->beside, players, deals);
    }
    bench->beside_deals_per_s = (double)deals / beside;
    bench->beside_of_laws = laws / beside;
}

static void play_bot_deal(struct measure *m, const struct cn_bot *bot, int dealer)
{
    start_deal(m, dealer);
    while (m->deal.board.phase != CN_PHASE_ENDED) {
        const struct cn_view view = cn_deal_view(&m->law, &m->deal, cn_board_actor(&m->deal.board));
        cn_deal_apply(&m->law.rules, &m->deal, bot->decide(&view, &m->rng));
    }
}

/* Deals a second of four such bots. */
static double measure_bot(struct measure *m, const struct cn_bot *bot, double seconds)
{
    const double start = command_clock();
    double now = start;
    int64_t deals = 0;
    while (now - start < seconds && !is_interrupted(m)) {
        for (int i = 0; i < DEALS_A_LOOK; i++)
            play_bot_deal(m, bot, (int)(deals++ % PLAYERS));
        now = command_clock();
    }
    return (double)deals / (now - start);
}

/* Keeps one state in sixteen of random play, with the action that was played there. */
static void keep_states(struct measure *m)
{
    for (int dealer = 0; m->kept < STATES; dealer = (dealer + 1) % PLAYERS) {
        start_deal(m, dealer);
        while (m->deal.board.phase != CN_PHASE_ENDED && m->kept < STATES) {
            const struct cn_action action = random_action(m);
            if (cn_rng_below(&m->rng, 16) == 0) {
                m->states[m->kept] = m->deal;
                m->action[m->kept++] = action;
            }
            cn_deal_apply(&m->law.rules, &m->deal, action);
        }
    }
}

static void copy_all(struct measure *m)
{
    for (int i = 0; i < STATES; i++)
        m->copies[i] = m->states[i];
}

/* Worlds a second, each written out as a deal, as the search samples them: from the states of
 * greedy play at which a seat is about to start its turn. */
static double measure_worlds(struct measure *m, double seconds)
{
    const struct cn_bot *bot = cn_bot_find("greedy");
    struct cn_belief belief;
    double spent = 0;
    int64_t worlds = 0;
    for (int dealer = 0; spent < seconds && !is_interrupted(m); dealer = (dealer + 1) % PLAYERS) {
        start_deal(m, dealer);
        while (m->deal.board.phase != CN_PHASE_ENDED) {
            const struct cn_view view =
                cn_deal_view(&m->law, &m->deal, cn_board_actor(&m->deal.board));
            if (m->deal.board.phase == CN_PHASE_START) {
                m->copies[0] = m->deal;
                const double start = command_clock();
                cn_belief_init(&belief, &m->law.rules, &view, &cn_belief_default, &m->rng);
                for (int i = 0; i < WORLDS; i++) {
                    cn_belief_resample(&belief, CN_BELIEF_SWAPS, &m->rng);
                    cn_belief_fill_deal(&belief, &m->copies[0]);
                    settle(m->copies);
                }
                spent += command_clock() - start;
                worlds += WORLDS;
            }
            cn_deal_apply(&m->law.rules, &m->deal, bot->decide(&view, &m->rng));
        }
    }
    return (double)worlds / spent;
}

/* Few states again and again, as a search does, which copies what it has just looked at. */
static void copy_states(struct measure *m)
{
    for (int i = 0; i < STATES; i++) {
        m->copies[i % HOT] = m->states[i % HOT];
        settle(m->copies);
    }
}

static void list_states(struct measure *m)
{
    for (int i = 0; i < STATES; i++) {
        const struct cn_board *board = &m->states[i].board;
        cn_board_legal_list(&m->law, board, m->states[i].hands[cn_board_actor(board)], &m->actions);
        settle(&m->actions);
    }
}

static void apply_states(struct measure *m)
{
    for (int i = 0; i < STATES; i++)
        cn_deal_apply(&m->law.rules, &m->copies[i], m->action[i]);
    settle(m->copies);
}

/* Nanoseconds a state of a pass over all states; 'prepare' runs before each pass and is not
 * counted. */
static double measure_pass(struct measure *m, void pass(struct measure *),
                           void prepare(struct measure *), double seconds)
{
    double spent = 0;
    int64_t passes = 0;
    const double end = command_clock() + seconds;
    do {
        if (prepare != NULL)
            prepare(m);
        const double start = command_clock();
        pass(m);
        spent += command_clock() - start;
        passes++;
    } while (command_clock() < end && !is_interrupted(m));
    return spent * 1e9 / (double)passes / STATES;
}

bool bench_run(double seconds, const struct cn_rules *other, const atomic_int *interrupted,
               struct benchmark *bench)
{
    struct measure *m = calloc(1, sizeof *m);
    if (m == NULL)
        return false;
    m->interrupted = interrupted;
    struct cn_rules rules;
    cn_law_init(&m->law, cn_rules_init(&rules));
    cn_rng_init(&m->rng, 1950);
    measure_random(m, seconds * 0.4, bench);
    bench->beside_deals_per_s = bench->beside_of_laws = 0;
    if (other != NULL) {
        cn_law_init(&m->beside, other);
        measure_beside(m, seconds, bench);
    }
    bench->greedy_deals_per_s = measure_bot(m, cn_bot_find("greedy"), seconds * 0.15);
    bench->expert_deals_per_s = measure_bot(m, cn_bot_find("expert"), seconds * 0.15);
    bench->worlds_per_s = measure_worlds(m, seconds * 0.1);
    keep_states(m);
    bench->copy_ns = measure_pass(m, copy_states, NULL, seconds * 0.1);
    bench->list_ns = measure_pass(m, list_states, NULL, seconds * 0.1);
    bench->apply_ns = measure_pass(m, apply_states, copy_all, seconds * 0.1);
    bench->state_bytes = (int)sizeof(struct cn_deal);
    free(m);
    return true;
}
