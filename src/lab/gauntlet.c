#include "gauntlet.h"

#include "command/command.h"

#include <inttypes.h>
#include <math.h>

static struct estimate result_of(const struct gauntlet_row *row, bool matches)
{
    return matches ? arena_share(&row->matches) : arena_points(&row->deals);
}

int gauntlet_worst(const struct gauntlet *gauntlet, bool matches)
{
    int worst = -1;
    for (int i = 0; i < gauntlet->count; i++) {
        const struct estimate here = result_of(&gauntlet->row[i], matches);
        if (!isnan(here.mean) &&
            (worst < 0 || here.mean < result_of(&gauntlet->row[worst], matches).mean))
            worst = i;
    }
    return worst;
}

/* ---- words ---- */

static void print_points(const struct arena_results *t)
{
    const struct estimate points = arena_points(t);
    printf(" %+8.1f a deal", points.mean);
    if (!isnan(points.se))
        printf(", 95 %% from %+.1f to %+.1f", points.low, points.high);
    printf("; %.1f %% of deals", 100 * arena_share(t).mean);
}

static void print_share(const struct arena_results *t)
{
    const struct estimate share = arena_share(t);
    printf(" %6.1f %% of matches", 100 * share.mean);
    if (!isnan(share.se))
        printf(", 95 %% from %.1f to %.1f", 100 * share.low, 100 * share.high);
    if (t->given_up > 0)
        printf(", %" PRId64 " given up", t->given_up);
}

static void print_row(const struct gauntlet *g, const char *head, int i, bool matches)
{
    const struct gauntlet_row *row = &g->row[i];
    const struct arena_results *t = matches ? &row->matches : &row->deals;
    if (t->points.count == 0)
        return;
    printf("%-8s %-12s", head, row->name);
    if (matches)
        print_share(t);
    else
        print_points(t);
    printf("\n");
    if (g->luck && !matches)
        arena_print_corrected("no luck                ", t);
    arena_print_forfeits(t, g->name, row->name, matches ? "matches" : "deals");
}

/* Mean milliseconds of a decision of A, over all that was played. */
static double decision_ms(const struct gauntlet *g)
{
    struct arena_results all = {.sides = 0};
    for (int i = 0; i < g->count; i++) {
        const struct arena_results *const of[] = {&g->row[i].deals, &g->row[i].matches};
        for (int k = 0; k < 2; k++) {
            all.decisions[ARENA_A] += of[k]->decisions[ARENA_A];
            all.nanoseconds[ARENA_A] += of[k]->nanoseconds[ARENA_A];
        }
    }
    return arena_decision_ms(&all, ARENA_A);
}

static void print_worst(const struct gauntlet *g, bool matches)
{
    const int worst = gauntlet_worst(g, matches);
    if (worst >= 0)
        print_row(g, "worst", worst, matches);
}

void gauntlet_words(const struct gauntlet *gauntlet)
{
    const struct gauntlet *g = gauntlet;
    printf("%s against %d: %s, %d players, seed %s\n", g->name, g->count, g->rules, g->players,
           g->seed);
    for (int i = 0; i < g->count; i++) {
        print_row(g, "deals", i, false);
        print_row(g, "matches", i, true);
        if (g->manner) {
            struct manner both = g->row[i].deals.manner[ARENA_B];
            manner_add(&both, &g->row[i].matches.manner[ARENA_B]);
            arena_print_manner(g->row[i].name, &both);
        }
    }
    print_worst(g, false);
    print_worst(g, true);
    const double ms = decision_ms(g);
    if (!isnan(ms))
        printf("time     %.4f ms a decision of %s\n", ms, g->name);
    if (g->interrupted)
        printf("interrupted\n");
}

/* ---- JSON ---- */

static void put_estimate(struct cn__text *out, const char *name, int64_t pairs,
                         struct estimate estimate, int digits)
{
    cn__json_open(out, name, '{');
    cn__json_int(out, "pairs", pairs);
    cn__json_real(out, "mean", estimate.mean, digits);
    cn__json_real(out, "se", estimate.se, digits);
    cn__json_real(out, "low", estimate.low, digits);
    cn__json_real(out, "high", estimate.high, digits);
    cn__json_close(out, '}');
}

static void put_row(struct cn__text *out, const struct gauntlet *g, const struct gauntlet_row *row)
{
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "bot", row->name);
    put_estimate(out, "points", row->deals.points.count, arena_points(&row->deals), 4);
    if (g->luck)
        arena_put_corrected(out, &row->deals);
    put_estimate(out, "deal_wins", row->deals.points.count, arena_share(&row->deals), 6);
    put_estimate(out, "match_wins", row->matches.points.count, arena_share(&row->matches), 6);
    cn__json_int(out, "matches_given_up", row->matches.given_up);
    cn__json_int(out, "failed", row->deals.forfeits[ARENA_A] + row->matches.forfeits[ARENA_A]);
    cn__json_int(out, "failed_b", row->deals.forfeits[ARENA_B] + row->matches.forfeits[ARENA_B]);
    if (g->manner) {
        struct manner both = row->deals.manner[ARENA_B];
        manner_add(&both, &row->matches.manner[ARENA_B]);
        arena_put_manner(out, "manner", &both);
    }
    cn__json_close(out, '}');
}

static void put_worst(struct cn__text *out, const struct gauntlet *g, const char *name,
                      bool matches)
{
    const int worst = gauntlet_worst(g, matches);
    if (worst >= 0)
        cn__json_string(out, name, g->row[worst].name);
    else
        cn__json_null(out, name);
}

bool gauntlet_json(const struct gauntlet *gauntlet)
{
    const struct gauntlet *g = gauntlet;
    struct cn__text out = {NULL, 0, 0, false};
    cn__json_open(&out, NULL, '{');
    cn__json_string(&out, "a", g->name);
    cn__json_string(&out, "rules", g->rules);
    cn__json_int(&out, "players", g->players);
    cn__json_string(&out, "seed", g->seed);
    cn__json_open(&out, "gauntlet", '[');
    for (int i = 0; i < g->count; i++)
        put_row(&out, g, &g->row[i]);
    cn__json_close(&out, ']');
    put_worst(&out, g, "worst", false);
    put_worst(&out, g, "worst_by_matches", true);
    cn__json_real(&out, "ms_per_decision", decision_ms(g), 6);
    cn__json_bool(&out, "interrupted", g->interrupted);
    cn__json_close_line(&out);
    const bool good = !out.failed;
    if (good)
        fwrite(out.text, 1, out.length, stdout);
    cn__text_free(&out);
    return good;
}
