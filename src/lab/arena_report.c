#include "arena_report.h"
#include "command/command.h"

#include <inttypes.h>
#include <math.h>

/* ---- words ---- */

static void print_wins(const struct arena_results *t)
{
    const struct estimate share = arena_share(t);
    printf("won %" PRId64 ", drawn %" PRId64 ", lost %" PRId64 ": %.2f %%", t->wins, t->draws,
           t->losses, 100 * share.mean);
    if (!isnan(share.se))
        printf(", 95 %% from %.2f to %.2f", 100 * share.low, 100 * share.high);
    printf("\n");
}

void arena_print_corrected(const char *head, const struct arena_results *results)
{
    const struct estimate points = arena_points(results);
    const struct estimate corrected = arena_corrected(results);
    const struct estimate luck = arena_luck(results);
    printf("%s%+.2f a deal", head, corrected.mean);
    if (!isnan(corrected.se))
        printf(", standard error %.2f, 95 %% from %+.2f to %+.2f", corrected.se, corrected.low,
               corrected.high);
    printf("; luck of the draw %+.2f", luck.mean);
    if (points.se > 0)
        printf(", variance %.0f %% of the plain one",
               100 * (corrected.se / points.se) * (corrected.se / points.se));
    printf("\n");
}

static void print_deals(const struct arena_results *t, bool luck)
{
    const struct estimate points = arena_points(t);
    printf("points   %+.2f a deal", points.mean);
    if (!isnan(points.se))
        printf(", standard error %.2f, 95 %% from %+.2f to %+.2f", points.se, points.low,
               points.high);
    printf("\n");
    if (luck)
        arena_print_corrected("no luck  ", t);
    printf("deals    ");
    print_wins(t);
    printf("pairs    with 0, 1/2, 1, 3/2, 2 deals won:");
    for (int i = 0; i < 5; i++)
        printf(" %" PRId64, t->pentanomial[i]);
    printf("\n");
}

static void print_elo(double elo)
{
    if (isinf(elo))
        printf("%s", elo > 0 ? "above all" : "below all");
    else
        printf("%+.1f", elo);
}

static void print_matches(const struct arena_results *t)
{
    const struct estimate share = arena_share(t);
    printf("matches  %" PRId64 " pair%s, ", t->points.count, command_s(t->points.count));
    print_wins(t);
    if (t->given_up > 0)
        printf("         %" PRId64 " given up undecided after %d deals\n", t->given_up,
               LAB_DEALS_MAX);
    printf("elo      ");
    print_elo(elo_of_share(share.mean));
    if (!isnan(share.se)) {
        printf(", 95 %% from ");
        print_elo(elo_of_share(share.low));
        printf(" to ");
        print_elo(elo_of_share(share.high));
    }
    printf(", by matches won\n");
}

static void print_sprt(const struct arena_report *r)
{
    static const char *const words[] = {[VERDICT_NONE] = "undecided",
                                        [VERDICT_LOW] = "the low one",
                                        [VERDICT_HIGH] = "the high one"};
    printf("sprt     %g or %g points a deal: ratio %+.3f, bounds %+.3f and %+.3f: %s\n",
           r->sprt->low, r->sprt->high, arena_ratio(r->sprt, &r->deals), -sprt_bound(),
           sprt_bound(), words[r->deals.verdict]);
}

void arena_print_forfeits(const struct arena_results *results, const char *a, const char *b,
                          const char *games)
{
    const struct arena_results *t = results;
    const char *const name[2] = {a, b};
    for (int who = ARENA_A; who <= ARENA_B; who++)
        if (t->forfeits[who] > 0)
            printf("failed   %s: %" PRId64 " %s lost, the first in pair %" PRId64 ", %s\n",
                   name[who], t->forfeits[who], games, t->forfeit_pair[who], t->why[who]);
}

/* Mean milliseconds of both kinds of play together. */
static double decision_ms(const struct arena_report *r, int who)
{
    struct arena_results both = r->deals;
    both.decisions[who] += r->matches.decisions[who];
    both.nanoseconds[who] += r->matches.nanoseconds[who];
    return arena_decision_ms(&both, who);
}

static void print_speed(const struct arena_report *r)
{
    const double a = decision_ms(r, ARENA_A);
    const double b = decision_ms(r, ARENA_B);
    if (!isnan(a) && !isnan(b))
        printf("time     %.4f ms a decision of %s, %.4f ms of %s\n", a, r->name[ARENA_A], b,
               r->name[ARENA_B]);
}

/* The mean of a sum of a manner. */
static double each(int64_t sum, int64_t count)
{
    return count > 0 ? (double)sum / (double)count : 0;
}

void arena_print_manner(const char *name, const struct manner *manner)
{
    const struct manner *m = manner;
    printf("manner   %s: opens %.1f %%, in turn %.2f; goes out %.1f %%; left with %.1f points; "
           "throws %.2f wild cards, %.2f on a frozen pack; takes %.2f packs; %.2f canastas\n",
           name, 100 * each(m->opened, m->deals), each(m->turns, m->opened),
           100 * each(m->out, m->deals), each(m->left, m->deals), each(m->thrown, m->deals),
           each(m->wasted, m->deals), each(m->packs, m->deals), each(m->canastas, m->deals));
}

/* The manner in both kinds of play together. */
static struct manner manner_of(const struct arena_report *r, int who)
{
    struct manner both = r->deals.manner[who];
    manner_add(&both, &r->matches.manner[who]);
    return both;
}

static void print_pool(const struct arena_report *r)
{
    printf("pool     Elo by %s won, %s at 0\n", r->by_matches ? "matches" : "deals",
           r->pool_name[0]);
    for (int i = 0; i < r->pool; i++)
        printf("         %-12s %+8.1f\n", r->pool_name[i], r->pool_elo[i]);
    for (int i = 0; i < r->pairing_count; i++) {
        const struct arena_pairing *p = &r->pairings[i];
        printf("         %s against %s: ", r->pool_name[p->a], r->pool_name[p->b]);
        print_wins(&p->tally);
    }
    for (int i = 1; i < r->pairing_count; i++) { /* the first is A against B */
        const struct arena_pairing *p = &r->pairings[i];
        arena_print_forfeits(&p->tally, r->pool_name[p->a], r->pool_name[p->b],
                             r->by_matches ? "matches" : "deals");
    }
}

void arena_report_words(const struct arena_report *report)
{
    const struct arena_report *r = report;
    const int games = pair_games(r->deals.sides);
    printf("%s against %s: %s, %d players, seed %s, %" PRId64 " pair%s of %d deals\n",
           r->name[ARENA_A], r->name[ARENA_B], r->rules, r->players, r->seed, r->deals.points.count,
           command_s(r->deals.points.count), games);
    if (r->deals.points.count > 0)
        print_deals(&r->deals, r->luck);
    if (r->sprt != NULL)
        print_sprt(r);
    if (r->matches.points.count > 0)
        print_matches(&r->matches);
    arena_print_forfeits(&r->deals, r->name[ARENA_A], r->name[ARENA_B], "deals");
    arena_print_forfeits(&r->matches, r->name[ARENA_A], r->name[ARENA_B], "matches");
    if (r->pool > 0 && !r->interrupted)
        print_pool(r);
    for (int who = ARENA_A; r->manner && who <= ARENA_B; who++) {
        const struct manner both = manner_of(r, who);
        arena_print_manner(r->name[who], &both);
    }
    print_speed(r);
    if (r->interrupted)
        printf("interrupted\n");
}

/* ---- JSON ---- */

static void put_counts(struct cn__text *out, const char *prefix, const struct arena_results *t)
{
    const struct {
        const char *name;
        int64_t count;
    } counts[] = {{"won", t->wins}, {"drawn", t->draws}, {"lost", t->losses}};
    for (int i = 0; i < 3; i++) {
        char key[32];
        snprintf(key, sizeof key, "%s_%s", prefix, counts[i].name);
        cn__json_int(out, key, counts[i].count);
    }
}

void arena_put_corrected(struct cn__text *out, const struct arena_results *results)
{
    const struct estimate corrected = arena_corrected(results);
    cn__json_real(out, "corrected", corrected.mean, 4);
    cn__json_real(out, "corrected_se", corrected.se, 4);
    cn__json_real(out, "corrected_low", corrected.low, 4);
    cn__json_real(out, "corrected_high", corrected.high, 4);
    const struct estimate luck = arena_luck(results);
    cn__json_real(out, "luck", luck.mean, 4);
    cn__json_real(out, "luck_se", luck.se, 4);
}

static void put_deals(struct cn__text *out, const struct arena_report *r)
{
    const struct arena_results *t = &r->deals;
    const struct estimate points = arena_points(t);
    const struct estimate share = arena_share(t);
    cn__json_int(out, "pairs", t->points.count);
    cn__json_int(out, "deals", t->points.count * pair_games(t->sides));
    cn__json_real(out, "points", points.mean, 4);
    cn__json_real(out, "se", points.se, 4);
    cn__json_real(out, "low", points.low, 4);
    cn__json_real(out, "high", points.high, 4);
    if (r->luck)
        arena_put_corrected(out, t);
    cn__json_real(out, "deal_wins", share.mean, 6);
    cn__json_real(out, "deal_wins_low", share.low, 6);
    cn__json_real(out, "deal_wins_high", share.high, 6);
    put_counts(out, "deals", t);
    cn__json_open(out, "pentanomial", '[');
    for (int i = 0; i < 5; i++)
        cn__json_int(out, NULL, t->pentanomial[i]);
    cn__json_close(out, ']');
}

static void put_matches(struct cn__text *out, const struct arena_report *r)
{
    const struct arena_results *t = &r->matches;
    const struct estimate share = arena_share(t);
    cn__json_int(out, "matches", t->points.count);
    cn__json_real(out, "match_wins", share.mean, 6);
    cn__json_real(out, "match_wins_low", share.low, 6);
    cn__json_real(out, "match_wins_high", share.high, 6);
    put_counts(out, "matches", t);
    cn__json_int(out, "matches_given_up", t->given_up);
    cn__json_real(out, "elo", elo_of_share(share.mean), 2);
    cn__json_real(out, "elo_low", elo_of_share(share.low), 2);
    cn__json_real(out, "elo_high", elo_of_share(share.high), 2);
}

static void put_sprt(struct cn__text *out, const struct arena_report *r)
{
    static const char *const words[] = {
        [VERDICT_NONE] = "null", [VERDICT_LOW] = "\"low\"", [VERDICT_HIGH] = "\"high\""};
    cn__json_open(out, "sprt", '{');
    cn__json_raw(out, "verdict", words[r->deals.verdict]);
    cn__json_real(out, "low", r->sprt->low, 4);
    cn__json_real(out, "high", r->sprt->high, 4);
    cn__json_real(out, "ratio", arena_ratio(r->sprt, &r->deals), 4);
    cn__json_real(out, "bound", sprt_bound(), 4);
    cn__json_close(out, '}');
}

static void put_pool(struct cn__text *out, const struct arena_report *r)
{
    cn__json_string(out, "pool_by", r->by_matches ? "matches" : "deals");
    cn__json_open(out, "pool", '[');
    for (int i = 0; i < r->pool; i++) {
        cn__json_open(out, NULL, '{');
        cn__json_string(out, "bot", r->pool_name[i]);
        cn__json_real(out, "elo", r->pool_elo[i], 2);
        cn__json_close(out, '}');
    }
    cn__json_close(out, ']');
    cn__json_open(out, "pairings", '[');
    for (int i = 0; i < r->pairing_count; i++) {
        const struct arena_pairing *p = &r->pairings[i];
        cn__json_open(out, NULL, '{');
        cn__json_string(out, "a", r->pool_name[p->a]);
        cn__json_string(out, "b", r->pool_name[p->b]);
        cn__json_real(out, "wins", arena_share(&p->tally).mean, 6);
        cn__json_close(out, '}');
    }
    cn__json_close(out, ']');
}

/* What programs lost by failing: how many deals and matches, and what happened first, if anything.
 */
static void put_forfeits(struct cn__text *out, const struct arena_report *r)
{
    static const char *const keys[2][3] = {{"deals_failed", "matches_failed", "failure"},
                                           {"deals_failed_b", "matches_failed_b", "failure_b"}};
    for (int who = ARENA_A; who <= ARENA_B; who++) {
        const char *why = r->deals.forfeits[who] > 0 ? r->deals.why[who] : r->matches.why[who];
        cn__json_int(out, keys[who][0], r->deals.forfeits[who]);
        cn__json_int(out, keys[who][1], r->matches.forfeits[who]);
        if (why[0] != '\0')
            cn__json_string(out, keys[who][2], why);
        else
            cn__json_null(out, keys[who][2]);
    }
}

void arena_put_manner(struct cn__text *out, const char *key, const struct manner *manner)
{
    const struct manner *m = manner;
    cn__json_open(out, key, '{');
    cn__json_int(out, "deals", m->deals);
    cn__json_real(out, "opens", each(m->opened, m->deals), 4);
    cn__json_real(out, "opening_turn", each(m->turns, m->opened), 4);
    cn__json_real(out, "goes_out", each(m->out, m->deals), 4);
    cn__json_real(out, "points_left", each(m->left, m->deals), 4);
    cn__json_real(out, "wilds_thrown", each(m->thrown, m->deals), 4);
    cn__json_real(out, "wilds_on_frozen", each(m->wasted, m->deals), 4);
    cn__json_real(out, "packs_taken", each(m->packs, m->deals), 4);
    cn__json_real(out, "canastas", each(m->canastas, m->deals), 4);
    cn__json_close(out, '}');
}

bool arena_report_json(const struct arena_report *report)
{
    const struct arena_report *r = report;
    struct cn__text out = {NULL, 0, 0, false};
    cn__json_open(&out, NULL, '{');
    cn__json_string(&out, "a", r->name[ARENA_A]);
    cn__json_string(&out, "b", r->name[ARENA_B]);
    cn__json_string(&out, "rules", r->rules);
    cn__json_int(&out, "players", r->players);
    cn__json_string(&out, "seed", r->seed);
    put_deals(&out, r);
    put_matches(&out, r);
    if (r->sprt != NULL)
        put_sprt(&out, r);
    put_forfeits(&out, r);
    if (r->pool > 0 && !r->interrupted)
        put_pool(&out, r);
    for (int who = ARENA_A; r->manner && who <= ARENA_B; who++) {
        const struct manner both = manner_of(r, who);
        arena_put_manner(&out, who == ARENA_A ? "manner" : "manner_b", &both);
    }
    cn__json_real(&out, "ms_per_decision", decision_ms(r, ARENA_A), 6);
    cn__json_real(&out, "ms_per_decision_b", decision_ms(r, ARENA_B), 6);
    cn__json_real(&out, "seconds", r->deals.seconds + r->matches.seconds, 3);
    cn__json_bool(&out, "interrupted", r->interrupted);
    cn__json_close_line(&out);
    const bool good = !out.failed;
    if (good)
        fwrite(out.text, 1, out.length, stdout);
    cn__text_free(&out);
    return good;
}
