/* arena_test.c -- duplicate pairs, their statistics, the sequential test, and files of pairs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lab/lab.h"
#include "law_of.h"
#include "tests/fuzz/driver/thinker.h"
#include "words/words.h"

static struct cn_rules rules_of(const char *name)
{
    struct cn_rules rules;
    assert_true(cn_rules_load(&rules, name));
    return rules;
}

static void close_to(double a, double b, double most)
{
    if (!(fabs(a - b) <= most))
        fail_msg("%g is not %g", a, b);
}

/* ---- statistics ---- */

static struct running_sums sums_of(const int64_t *values, int count)
{
    struct running_sums sums = {0};
    for (int i = 0; i < count; i++)
        sums_add(&sums, values[i]);
    return sums;
}

static void means_and_intervals(void **state)
{
    static const int64_t values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    const struct running_sums sums = sums_of(values, 8);
    close_to(sums_variance(&sums, 1), 32.0 / 7, 1e-12);
    close_to(sums_variance(&sums, 2), 32.0 / 28, 1e-12);
    const struct estimate e = sums_estimate(&sums, 1);
    close_to(e.mean, 5, 0);
    close_to(e.se, sqrt(4.0 / 7), 1e-12);
    close_to(e.high - e.mean, 1.959964 * e.se, 1e-12);
    close_to(e.mean - e.low, 1.959964 * e.se, 1e-12);
}

static void too_few_units_have_no_interval(void **state)
{
    static const int64_t value = 7;
    const struct running_sums none = {0};
    const struct running_sums one = sums_of(&value, 1);
    assert_true(isnan(sums_estimate(&none, 1).mean));
    close_to(sums_estimate(&one, 1).mean, 7, 0);
    assert_true(isnan(sums_estimate(&one, 1).se));
    assert_true(isnan(sums_estimate(&one, 1).low));
}

/* This many units, half of them mean + spread, half mean - spread. */
static struct running_sums spread_sums(int count, int mean, int spread)
{
    struct running_sums sums = {0};
    for (int i = 0; i < count; i++)
        sums_add(&sums, i % 2 == 0 ? mean + spread : mean - spread);
    return sums;
}

static void the_sequential_test(void **state)
{
    const struct sprt sprt = {0, 14};
    close_to(sprt_bound(), 2.9444389791664403, 1e-12);
    struct running_sums sums = spread_sums(1000, 14, 300);
    const double variance = 300.0 * 300 * 1000 / 999;
    close_to(sprt_ratio(&sprt, &sums, 1), 1000 * 14 * 7 / variance, 1e-9);
    assert_int_equal(sprt_verdict(&sprt, &sums, 1), VERDICT_NONE);
    sums = spread_sums(3000, 14, 300);
    assert_int_equal(sprt_verdict(&sprt, &sums, 1), VERDICT_HIGH);
    sums = spread_sums(3000, 0, 300);
    assert_int_equal(sprt_verdict(&sprt, &sums, 1), VERDICT_LOW);
    /* No verdict before 200 units. */
    sums = spread_sums(198, 3000, 1);
    assert_int_equal(sprt_verdict(&sprt, &sums, 1), VERDICT_NONE);
    sums = spread_sums(200, 3000, 1);
    assert_int_equal(sprt_verdict(&sprt, &sums, 1), VERDICT_HIGH);
    /* Units without variance. */
    sums = spread_sums(200, 0, 0);
    assert_true(isfinite(sprt_ratio(&sprt, &sums, 1)));
    assert_int_equal(sprt_verdict(&sprt, &sums, 1), VERDICT_LOW);
}

static void elo_and_shares(void **state)
{
    close_to(elo_of_share(0.5), 0, 1e-12);
    close_to(elo_of_share(10.0 / 11), 400, 1e-9);
    close_to(share_of_elo(400), 10.0 / 11, 1e-12);
    close_to(share_of_elo(elo_of_share(0.3)), 0.3, 1e-12);
    assert_true(isinf(elo_of_share(0)) && isinf(elo_of_share(1)));
}

static void elo_of_a_pool(void **state)
{
    /* The shares of wins that 0, 200 and 500 Elo give: the fit must return these ratings. */
    static const double truth[] = {0, 200, 500};
    static double wins[ELO_MOST][ELO_MOST];
    double elo[ELO_MOST];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            wins[i][j] = i == j ? 0 : 1e6 * share_of_elo(truth[i] - truth[j]);
    assert_true(elo_fit(3, wins, elo));
    for (int i = 0; i < 3; i++)
        close_to(elo[i], truth[i], 0.01);
    /* A player that always loses has a rating. */
    wins[0][1] = wins[0][2] = 0;
    assert_true(elo_fit(3, wins, elo));
    assert_true(isfinite(elo[1]) && elo[1] > 1000 && elo[2] > elo[1]);
    /* A player that never played has no rating. */
    wins[1][0] = wins[2][0] = 0;
    assert_false(elo_fit(3, wins, elo));
}

/* ---- pairs ---- */

struct setting {
    struct cn_rules rules;
    struct bot_entry entry[2];
    struct contestant contestant[2];
    struct arena arena;
    struct arena_results tally;
};

static void set_up(struct setting *s, const char *set, int players, const char *a, const char *b)
{
    const char *names[2] = {a, b};
    memset(s, 0, sizeof *s);
    s->rules = rules_of(set);
    for (int who = 0; who < 2; who++) {
        s->entry[who] = (struct bot_entry){.bot = cn_bot_find(names[who]), .nodes = 200};
        assert_non_null(s->entry[who].bot);
        s->contestant[who] = contestant_of_bot(&s->entry[who]);
        s->arena.plan.contestant[who] = &s->contestant[who];
    }
    s->arena.plan.rules = &s->rules;
    s->arena.plan.players = players;
    s->arena.plan.seed = "arena test";
    s->arena.pairs = 20;
    s->arena.jobs = 1;
}

static void play(struct setting *s)
{
    char fault[ARENA_FAULT];
    arena_tally_init(&s->tally, &s->arena.plan);
    const enum lab_error error = arena_run(&s->arena, &s->tally, fault);
    if (error != LAB_OK)
        fail_msg("error %d: %s", (int)error, fault);
}

/* Without the times, which differ from run to run. */
static struct arena_results counted(const struct setting *s)
{
    struct arena_results tally = s->tally;
    memset(tally.nanoseconds, 0, sizeof tally.nanoseconds);
    tally.seconds = 0;
    return tally;
}

static void exactly_even(struct setting *s)
{
    play(s);
    const struct arena_results *t = &s->tally;
    assert_int_equal(t->points.count, s->arena.pairs);
    assert_int_equal(t->points.sum, 0);
    assert_int_equal(t->points.squares, 0); /* so every pair's difference was 0 */
    assert_int_equal(t->wins, t->losses);
    assert_int_equal(t->pentanomial[2], s->arena.pairs);
    close_to(arena_share(t).mean, 0.5, 0);
    assert_int_equal(t->decisions[0] > 0, 1);
}

/* Every bot against itself, in every rule set and number of players that it can play. */
static void a_bot_against_itself_is_even(void **state)
{
    static const char *const sets[] = {"laws1950",    "threepack", "montevideo", "hoyle",
                                       "bicycle",     "pumpa",     "american",   "uruguay",
                                       "handandfoot", "pennies"};
    static struct setting s;
    for (int bot = 0; cn_bot_at(bot) != NULL; bot++) {
        const char *name = cn_bot_at(bot)->name;
        for (size_t set = 0; set < sizeof sets / sizeof sets[0]; set++) {
            for (int players = 2; players <= CN_SEATS_MAX; players++) {
                set_up(&s, sets[set], players, name, name);
                if (!cn_rules_allow_players(&s.rules, players))
                    continue;
                s.arena.pairs = cn_bot_at(bot)->decide != NULL ? 6 : 1;
                s.arena.plan.keyed_stock = players % 2 == 0;
                s.arena.plan.vary_scores = players % 3 == 0;
                exactly_even(&s);
            }
        }
    }
}

static void a_bot_against_itself_is_even_in_matches(void **state)
{
    static struct setting s;
    for (int players = 2; players <= CN_SEATS_MAX; players++) {
        set_up(&s, "laws1950", players, "greedy", "greedy");
        s.arena.pairs = 2;
        s.arena.plan.matches = true;
        exactly_even(&s);
    }
}

/* Exchanging the names changes every sign. */
static void exchanging_a_and_b_mirrors_the_result(void **state)
{
    static struct setting ab;
    static struct setting ba;
    for (int players = 2; players <= CN_SEATS_MAX; players++) {
        set_up(&ab, "threepack", players, "greedy", "random");
        set_up(&ba, "threepack", players, "random", "greedy");
        play(&ab);
        play(&ba);
        assert_true(ab.tally.points.sum > 0);
        assert_int_equal(ab.tally.points.sum, -ba.tally.points.sum);
        assert_int_equal(ab.tally.wins, ba.tally.losses);
        for (int i = 0; i < 5; i++)
            assert_int_equal(ab.tally.pentanomial[i], ba.tally.pentanomial[4 - i]);
    }
}

static void seats_of_a_and_b(void **state)
{
    assert_int_equal(pair_games(2), 2);
    assert_int_equal(pair_games(3), 6);
    for (int sides = 2; sides <= 3; sides++) {
        for (int side = 0; side < sides; side++) {
            int times = 0;
            for (int game = 0; game < pair_games(sides); game++)
                times += pair_owner(sides, game, side) == ARENA_A;
            assert_int_equal(2 * times, pair_games(sides));
        }
    }
}

static void points_of_a_pair(void **state)
{
    struct arena_pair pair = {.score = {{300, 100}, {50, 75}}};
    assert_int_equal(pair_points(&pair, 2), 200 + 25);
    assert_int_equal(pair_scale(2), 2);
    /* A alone with 300 against 100 and 50 is ahead by 225. */
    pair = (struct arena_pair){.score = {{300, 100, 50}}};
    assert_int_equal(pair_points(&pair, 3), 2 * 225);
    assert_int_equal(pair_scale(3), 12);
    /* B alone on side 1 with 100 against 300 and 50 puts A ahead by 75. */
    pair = (struct arena_pair){.score = {[4] = {300, 100, 50}}};
    assert_int_equal(pair_points(&pair, 3), 2 * 75);
}

static void deals_are_won_and_lost(void **state)
{
    static struct setting s;
    struct compared compared;
    struct arena_pair pair = {.score = {{300, 100}, {75, 75}}};
    set_up(&s, "laws1950", 4, "greedy", "random");
    arena_tally_init(&s.tally, &s.arena.plan);
    arena_count(&s.arena, &pair, &s.tally);
    assert_int_equal(s.tally.wins, 1);
    assert_int_equal(s.tally.draws, 1);
    assert_int_equal(s.tally.pentanomial[3], 1);
    pair = (struct arena_pair){.score = {[3] = {300, 100, 50}}};
    pair_compare(&pair, 3, 3, &compared);
    assert_int_equal(compared.losses, 2);
    pair.given_up[3] = true;
    pair_compare(&pair, 3, 3, &compared);
    assert_int_equal(compared.draws, 2);
}

static void jobs_change_nothing(void **state)
{
    static struct setting one;
    static struct setting many;
    for (int matches = 0; matches < 2; matches++) {
        set_up(&one, "laws1950", 4, "greedy", "random");
        one.arena.pairs = matches ? 5 : 150;
        one.arena.plan.matches = matches;
        many = one;
        many.arena.plan.contestant[0] = &many.contestant[0];
        many.arena.jobs = 5;
        play(&one);
        play(&many);
        const struct arena_results a = counted(&one);
        const struct arena_results b = counted(&many);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

static void the_test_stops_at_the_same_pair(void **state)
{
    static struct setting s;
    const struct sprt sprt = {-7, 7};
    int64_t pairs[2];
    for (int i = 0; i < 2; i++) {
        set_up(&s, "laws1950", 4, "greedy", "random");
        s.arena.pairs = 100000;
        s.arena.sprt = &sprt;
        s.arena.jobs = i == 0 ? 1 : 4;
        play(&s);
        assert_int_equal(s.tally.verdict, VERDICT_HIGH);
        assert_false(s.tally.interrupted);
        pairs[i] = s.tally.points.count;
    }
    assert_int_equal(pairs[0], pairs[1]);
    assert_in_range(pairs[0], SPRT_PAIRS_MIN, 2000);
}

/* ---- stopping and failing ---- */

static bool stop_at_ten(void *context, const struct arena_pair *pair,
                        const struct arena_results *so_far)
{
    (void)so_far;
    if (pair->number == 9)
        atomic_store((atomic_int *)context, 1);
    return true;
}

static void an_interruption_leaves_the_first_pairs(void **state)
{
    static struct setting s;
    atomic_int interrupted = 0;
    set_up(&s, "laws1950", 4, "greedy", "random");
    s.arena.pairs = INT64_C(1) << 39;
    s.arena.jobs = 3;
    s.arena.interrupted = &interrupted;
    s.arena.told = stop_at_ten;
    s.arena.context = &interrupted;
    play(&s);
    assert_true(s.tally.interrupted);
    const int64_t played = s.tally.points.count;
    const struct arena_results before = counted(&s);
    assert_true(played >= 10);
    set_up(&s, "laws1950", 4, "greedy", "random");
    s.arena.pairs = played;
    play(&s);
    assert_int_equal(s.tally.points.sum, before.points.sum);
    assert_int_equal(s.tally.points.squares, before.points.squares);
}

static bool decide_nonsense(void *context, const struct cn_deal *deal, int seat,
                            struct cn_action *action)
{
    (void)deal;
    (void)seat;
    *action = cn_action_of(CN_ACTION_YES, 0, 0, 0, 0);
    return context != NULL;
}
static const char *no_reason(const void *context)
{
    (void)context;
    return "it went away";
}
static bool begin_anywhere(void *context, const struct cn_law *law, int seat, uint64_t seed)
{
    (void)context;
    (void)law;
    (void)seat;
    (void)seed;
    return true;
}
static bool open_nonsense(const struct contestant *contestant, struct contest_player *player)
{
    static int anything;
    *player = (struct contest_player){.begin = begin_anywhere,
                                      .decide = decide_nonsense,
                                      .why = no_reason,
                                      .context = contestant->at_once ? &anything : NULL};
    return true;
}

static void a_contestant_may_fail(void **state)
{
    static struct setting s;
    static const char *const wanted[] = {"it went away", "it played 'yes', which is not legal"};
    for (int i = 0; i < 2; i++) {
        const struct contestant odd = {.name = "odd", .open = open_nonsense, .at_once = i == 1};
        char fault[ARENA_FAULT];
        set_up(&s, "laws1950", 4, "greedy", "random");
        s.arena.plan.contestant[1] = &odd;
        s.arena.jobs = 2;
        arena_tally_init(&s.tally, &s.arena.plan);
        assert_int_equal(arena_run(&s.arena, &s.tally, fault), LAB_CONTESTANT);
        assert_non_null(strstr(fault, "odd, seat "));
        assert_non_null(strstr(fault, wanted[i]));
        assert_int_equal(s.tally.points.count, 0);
    }
}

/* ---- contestants that observe, and that forfeit ---- */

/* Contestants that observe events are played through cn_game. The deals must be the same. */
static void observing_changes_no_deal(void **state)
{
    static struct setting s;
    const struct bot_entry entry = {.bot = cn_bot_find("greedy")};
    struct contestant hearing = contestant_of_bot(&entry);
    hearing.hears = true;
    for (int players = 2; players <= CN_SEATS_MAX; players++) {
        for (int way = 0; way < 4; way++) {
            set_up(&s, "laws1950", players, "greedy", "random");
            s.arena.plan.matches = way == 1;
            s.arena.plan.keyed_stock = way >= 2;
            s.arena.plan.vary_scores = way == 3;
            s.arena.pairs = way == 1 ? 1 : 5;
            play(&s);
            const struct arena_results before = s.tally;
            s.arena.plan.contestant[0] = &hearing;
            play(&s);
            assert_int_equal(s.tally.points.sum, before.points.sum);
            assert_int_equal(s.tally.points.squares, before.points.squares);
            assert_int_equal(s.tally.decisions[0], before.decisions[0]);
            assert_int_equal(s.tally.decisions[1], before.decisions[1]);
        }
    }
}

static bool always(const void *context)
{
    (void)context;
    return true;
}
static bool open_forfeiter(const struct contestant *contestant, struct contest_player *player)
{
    const bool opened = open_nonsense(contestant, player);
    player->forfeits = always;
    return opened;
}

static void a_forfeit_loses_the_deal(void **state)
{
    static struct setting s;
    const struct contestant odd = {.name = "odd", .open = open_forfeiter};
    for (int players = 2; players <= 6; players++) {
        for (int matches = 0; matches < 2; matches++) {
            set_up(&s, "laws1950", players, "greedy", "random");
            s.arena.plan.contestant[1] = &odd;
            s.arena.plan.matches = matches != 0;
            s.arena.pairs = 4;
            s.arena.jobs = 2;
            play(&s);
            const struct arena_results *t = &s.tally;
            const int games = pair_games(t->sides);
            assert_int_equal(t->points.count, 4);
            assert_int_equal(t->forfeits[0], 0);
            assert_int_equal(t->forfeits[1], 4 * games);
            assert_int_equal(t->forfeit_pair[1], 0);
            assert_non_null(strstr(t->why[1], "game 1, seat "));
            assert_non_null(strstr(t->why[1], "it went away"));
            assert_int_equal(t->given_up, 0);
            if (t->sides > 2)
                continue;
            assert_int_equal(t->wins, 4 * games);
            close_to(arena_points(t).mean, FORFEIT_POINTS, 0);
        }
    }
}

/* ---- a bot that thinks ---- */

static void a_bot_that_thinks_has_its_budget(void **state)
{
    static struct setting s;
    int64_t points[3];
    for (int i = 0; i < 3; i++) {
        const struct bot_entry entry = {
            .bot = &thinker, .nodes = i == 0 ? 100 : 1000, .think_ms = i == 2 ? 10000 : 0};
        const struct contestant contestant = contestant_of_bot(&entry);
        assert_false(contestant.at_once);
        set_up(&s, "laws1950", 4, "greedy", "random");
        s.arena.plan.contestant[1] = &contestant;
        s.arena.jobs = 2;
        play(&s);
        points[i] = s.tally.points.sum;
        s.arena.plan.contestant[0] = &contestant;
        exactly_even(&s);
    }
    /* More nodes give other results. A limit of time that is never reached is like nodes enough. */
    assert_int_not_equal(points[0], points[1]);
    assert_int_equal(points[1], points[2]);
}

/* Also in a simulation, with any number of threads. */
static void a_bot_that_thinks_is_simulated(void **state)
{
    struct cn_rules rules;
    struct arena_tally tally[3];
    assert_true(cn_rules_load(&rules, "laws1950"));
    for (int i = 0; i < 3; i++) {
        struct simulation simulation = {.rules = &rules,
                                        .seed = "thinker",
                                        .games = 20,
                                        .players = 4,
                                        .jobs = 1 + i % 2,
                                        .nodes = i == 2 ? 100 : 1000};
        for (int seat = 0; seat < 4; seat++)
            simulation.bot[seat] = seat == 1 ? cn_bot_find("greedy") : &thinker;
        assert_int_equal(lab_simulate(&simulation, &tally[i]), LAB_OK);
    }
    assert_int_equal(tally[0].decisions, tally[1].decisions);
    assert_int_equal(tally[0].points[0], tally[1].points[0]);
    assert_int_not_equal(tally[0].decisions, tally[2].decisions);
}

/* ---- the keyed stock ---- */

/* Returns the place of the card that a seat draws: the first of its own, otherwise the first of
 * all. */
static int due(const struct seat_stock *keyed, const bool *gone, int start, int cards, int seat)
{
    int any = -1;
    for (int place = start; place < cards; place++) {
        if (gone[place])
            continue;
        if (keyed->seat[place] == seat)
            return place;
        if (any < 0)
            any = place;
    }
    return any;
}

static void play_keyed(const struct cn_rules *rules, int players, uint64_t seed)
{
    cn_card deck[CN_CARDS_MAX];
    static struct cn_actions actions;
    struct cn_rng rng;
    struct seat_stock keyed;
    static struct cn_deal deal;
    cn_card first[CN_CARDS_MAX];
    bool gone[CN_CARDS_MAX] = {false};
    cn_rng_init(&rng, seed);
    cn_rng_shuffle(&rng, deck, cn_deck_init(rules, players, deck));
    cn_deal_start(rules, &deal, players, players == 5 ? 3 : 0, 4, NULL, deck, &rng, NULL);
    keyed_stock_init(&keyed, &deal);
    const int start = deal.drawn;
    memcpy(first, deal.stock, sizeof first);
    while (deal.board.phase != CN_PHASE_ENDED) {
        const int turn = deal.board.turn;
        const int before = deal.drawn;
        const int seat = cn_board_actor(&deal.board);
        const int count =
            cn_board_legal_list(law_of(rules), &deal.board, deal.hands[seat], &actions);
        const struct cn_action action = actions.at[cn_rng_below(&rng, (uint32_t)count)];
        keyed_stock_arrange(&keyed, &deal, action);
        cn_deal_apply(rules, &deal, action);
        assert_null(cn_deal_check(rules, &deal));
        const int drew = action.type == CN_ACTION_DRAW ? turn : deal.board.turn;
        for (int i = before; i < deal.drawn; i++) {
            const int place = due(&keyed, gone, start, deal.cards, drew);
            assert_int_equal(deal.stock[i], first[place]);
            gone[place] = true;
        }
    }
}

static void a_keyed_stock_deals_each_seat_its_own_cards(void **state)
{
    static const char *const sets[] = {"laws1950", "hoyle", "threepack", "montevideo"};
    for (size_t set = 0; set < sizeof sets / sizeof sets[0]; set++) {
        const struct cn_rules rules = rules_of(sets[set]);
        for (int players = 2; players <= CN_SEATS_MAX; players++)
            for (uint64_t seed = 0; cn_rules_allow_players(&rules, players) && seed < 10; seed++)
                play_keyed(&rules, players, seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(means_and_intervals),
        cmocka_unit_test(too_few_units_have_no_interval),
        cmocka_unit_test(the_sequential_test),
        cmocka_unit_test(elo_and_shares),
        cmocka_unit_test(elo_of_a_pool),
        cmocka_unit_test(a_bot_against_itself_is_even),
        cmocka_unit_test(a_bot_against_itself_is_even_in_matches),
        cmocka_unit_test(exchanging_a_and_b_mirrors_the_result),
        cmocka_unit_test(seats_of_a_and_b),
        cmocka_unit_test(points_of_a_pair),
        cmocka_unit_test(deals_are_won_and_lost),
        cmocka_unit_test(jobs_change_nothing),
        cmocka_unit_test(the_test_stops_at_the_same_pair),
        cmocka_unit_test(an_interruption_leaves_the_first_pairs),
        cmocka_unit_test(a_contestant_may_fail),
        cmocka_unit_test(observing_changes_no_deal),
        cmocka_unit_test(a_forfeit_loses_the_deal),
        cmocka_unit_test(a_bot_that_thinks_has_its_budget),
        cmocka_unit_test(a_bot_that_thinks_is_simulated),
        cmocka_unit_test(a_keyed_stock_deals_each_seat_its_own_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
