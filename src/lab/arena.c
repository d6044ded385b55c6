#include "lab.h"
#include "workers.h"

#include <math.h>
#include <string.h>

/* ---- counting ---- */

void arena_tally_init(struct arena_results *tally, const struct duplicate_plan *plan)
{
    memset(tally, 0, sizeof *tally);
    tally->sides = pair_sides(plan->rules, plan->players);
}

static int64_t clamped(int64_t value, int64_t most)
{
    return value > most ? most : value < -most ? -most : value;
}

/* The nearest of the five classes; what lies between two goes to the one nearer the middle, so
 * that A's and B's classes mirror each other. */
static int pentanomial_class(int halves, int most)
{
    if (2 * halves > most)
        return 4 - pentanomial_class(most - halves, most);
    return (4 * halves + most / 2) / most;
}

static void count_wins(const struct arena_pair *pair, struct arena_results *tally)
{
    const int games = pair_games(tally->sides);
    const int most = game_halves_most(tally->sides);
    int sum = 0;
    for (int game = 0; game < games; game++) {
        struct compared compared;
        pair_compare(pair, tally->sides, game, &compared);
        tally->wins += compared.wins;
        tally->draws += compared.draws;
        tally->losses += compared.losses;
        sum += 2 * compared.wins + compared.draws;
        tally->given_up += pair->given_up[game];
    }
    sums_add(&tally->halves, sum);
    tally->pentanomial[pentanomial_class(sum, games * most)]++;
}

static void count_forfeits(const struct arena_pair *pair, struct arena_results *tally)
{
    for (int who = ARENA_A; who <= ARENA_B; who++) {
        if (pair->forfeits[who] > 0 && tally->forfeits[who] == 0) {
            tally->forfeit_pair[who] = pair->number;
            memcpy(tally->why[who], pair->why[who], sizeof tally->why[who]);
        }
        tally->forfeits[who] += pair->forfeits[who];
    }
}

void arena_count(const struct arena *arena, const struct arena_pair *pair,
                 struct arena_results *tally)
{
    const int64_t points = pair_points(pair, tally->sides);
    const int64_t scale = pair_scale(tally->sides);
    const int64_t luck = pair_luck(pair, tally->sides);
    sums_add(&tally->points, points);
    sums_add(&tally->luck, luck);
    sums_add(&tally->corrected, points * LUCK_ONE - luck);
    sums_add(&tally->clamped, clamped(points, SPRT_POINTS_MAX * scale));
    count_wins(pair, tally);
    count_forfeits(pair, tally);
    for (int who = ARENA_A; who <= ARENA_B; who++) {
        tally->decisions[who] += pair->decisions[who];
        tally->nanoseconds[who] += pair->nanoseconds[who];
        manner_add(&tally->manner[who], &pair->manner[who]);
    }
    if (arena->sprt != NULL)
        tally->verdict = sprt_verdict(arena->sprt, &tally->clamped, scale);
}

bool arena_is_done(const struct arena *arena, const struct arena_results *tally)
{
    return tally->points.count >= arena->pairs || tally->verdict != VERDICT_NONE;
}

/* ---- playing ---- */

struct counting {
    const struct arena *arena;
    struct arena_results *tally;
    double start, before; /* when it began, and the seconds that the tally had then */
    bool failed;
};

static bool take(void *context, const struct arena_pair *pair)
{
    struct counting *c = context;
    arena_count(c->arena, pair, c->tally);
    c->tally->seconds = c->before + command_clock() - c->start;
    if (c->arena->told != NULL && !c->arena->told(c->arena->context, pair, c->tally)) {
        c->failed = true;
        return false;
    }
    return !arena_is_done(c->arena, c->tally);
}

enum lab_error arena_run(const struct arena *arena, struct arena_results *tally,
                         char fault[ARENA_FAULT])
{
    struct counting counting = {arena, tally, command_clock(), tally->seconds, false};
    enum lab_error error;
    fault[0] = '\0';
    if (arena_is_done(arena, tally))
        return LAB_OK;
    struct workers *crew = workers_open(&arena->plan, arena->jobs, arena->interrupted, &error);
    if (crew == NULL)
        return error;
    const struct workers_work work = {.first = tally->points.count,
                                      .stride = 1,
                                      .count = arena->pairs - tally->points.count,
                                      .take = take,
                                      .context = &counting};
    error = workers_play(crew, &work, fault);
    workers_close(crew);
    tally->interrupted = !arena_is_done(arena, tally);
    return error == LAB_OK && counting.failed ? LAB_WRITING : error;
}

/* ---- what it says ---- */

struct estimate arena_points(const struct arena_results *tally)
{
    return sums_estimate(&tally->points, pair_scale(tally->sides));
}

struct estimate arena_corrected(const struct arena_results *tally)
{
    return sums_estimate(&tally->corrected, pair_scale(tally->sides) * LUCK_ONE);
}

struct estimate arena_luck(const struct arena_results *tally)
{
    return sums_estimate(&tally->luck, pair_scale(tally->sides) * LUCK_ONE);
}

struct estimate arena_share(const struct arena_results *tally)
{
    const int most = pair_games(tally->sides) * game_halves_most(tally->sides);
    struct estimate share = sums_estimate(&tally->halves, most);
    if (share.low < 0)
        share.low = 0;
    if (share.high > 1)
        share.high = 1;
    return share;
}

double arena_ratio(const struct sprt *sprt, const struct arena_results *tally)
{
    return sprt_ratio(sprt, &tally->clamped, pair_scale(tally->sides));
}

double arena_decision_ms(const struct arena_results *tally, int who)
{
    if (tally->decisions[who] == 0)
        return (double)NAN;
    return (double)tally->nanoseconds[who] * 1e-6 / (double)tally->decisions[who];
}
