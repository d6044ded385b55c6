/* plan_sums.c -- adding up over the ranks: can the turn be ended by staying in, or by going out?
 *
 * The ranks share nothing but wilds and the cards to keep. For staying in, the most points are kept
 * for each number of wilds laid and of cards kept. Going out lays everything, so its points are
 * known, and the set of states that the canastas can be in is kept.
 */
#include "plan.h"

#include <string.h>

/* ---- the opening ---- */

/* Returns what the melds count that lie there. */
static int points_there(const struct plan *p)
{
    int points = 0;
    for (int m = 0; m < p->meld_count; m++)
        if (!(p->bare && m == p->claimed))
            points += cn_meld_points(p->rules, p->melds[m]);
    if (p->aside && !p->bare)
        points -= p->rules->card_points.of[cn_meld_kind(p->melds[p->claimed])];
    return points;
}

static int minimum(const struct plan *p)
{
    return p->board->minimum[p->side];
}

/* Returns the flags of all that lies there, or -1 if the opening may not lie so. */
static int flags_there(const struct plan *p)
{
    int flags = 0;
    for (int m = 0; m < p->meld_count; m++) {
        struct rank r;
        const cn_packed_meld meld = p->melds[m];
        if (meld == 0)
            continue;
        if (is_wild_meld(meld)) {
            flags |= cn__plan_wild_flags(p, cn_meld_size(meld), false);
            continue;
        }
        cn__plan_rank_init(&r, p, cn_meld_kind(meld), 0, 0);
        if (!cn__plan_may_lie(&r, cn_meld_naturals(meld), cn_meld_wilds(meld)))
            return -1;
        flags |= cn__plan_flags(&r, cn_meld_naturals(meld), cn_meld_wilds(meld), m == p->claimed);
    }
    return flags;
}

static bool is_bare_there(const struct plan *p)
{
    struct rank r;
    if (!p->aside)
        return false;
    const cn_packed_meld meld = p->melds[p->claimed];
    cn__plan_rank_init(&r, p, cn_meld_kind(meld), 0, 0);
    return !cn__plan_without_top(&r, cn_meld_naturals(meld), cn_meld_wilds(meld));
}

static bool needs_meld(const struct plan *p)
{
    return p->opening && p->rules->opening_needs != CN_OPENING_ANYTHING;
}

/* Is the opening complete as it lies? Without a count if 'no_count'. */
bool cn__plan_opening_is_there(const struct plan *turn, bool no_count)
{
    struct plan p = *turn;
    p.bare = is_bare_there(&p);
    const int flags = flags_there(&p);
    if (flags < 0 || (needs_meld(&p) && (flags & NEEDED) == 0))
        return false;
    return no_count || (flags & LIFTED) != 0 || points_there(&p) >= minimum(&p);
}

/* ---- sums over the ranks ---- */

static int canastas_of(const struct plan *p, int kind)
{
    int count = 0;
    for (int m = 0; m < p->meld_count; m++)
        count += p->melds[m] != 0 && cn_meld_kind(p->melds[m]) == kind &&
                 cn_meld_is_canasta(p->melds[m]);
    return count;
}

/* The outcomes with this many canastas more than 'now'; the last gain stands for more, too. What
 * loses canastas gains none: it is combined once the others have gained theirs. (A rank may gain
 * some and lose them: cn__plan_add_peaks.) */
static cn_outcomes outcomes_gaining(const struct plan *p, cn_outcomes outcomes, int now, int gain)
{
    cn_outcomes sum = 0;
    if (p->gains == 0)
        return outcomes;
    for (int natural = 0; natural < CN_OUTCOME_NATURALS; natural++)
        for (int mixed = 0; mixed < CN_OUTCOME_MIXED; mixed++) {
            const int more = natural + mixed > now ? natural + mixed - now : 0;
            if ((more < p->gains ? more : p->gains) == gain)
                sum |= outcomes & (cn_outcomes)1 << (natural * CN_OUTCOME_MIXED + mixed);
        }
    return sum;
}

static unsigned wild_counts_gaining(const struct plan *p, unsigned counts, int now, int gain)
{
    unsigned sum = 0;
    if (p->gains == 0)
        return counts;
    for (int count = 0; count < 8; count++) {
        const int more = count > now ? count - now : 0;
        if ((more < p->gains ? more : p->gains) == gain)
            sum |= counts & 1u << count;
    }
    return sum;
}

/* A state is a gain and flags, which only an opening has. */
static int flags_of(const struct plan *p)
{
    return p->opening ? FLAGS : 1;
}

static int with_state(const struct plan *p, int state, int more)
{
    const int flags = flags_of(p);
    if (p->gains == 0)
        return state | more;
    const int gain = state / flags + more / flags;
    return at_most(gain, p->gains) * flags + (state % flags | more % flags);
}

static int states_of(const struct plan *p)
{
    return flags_of(p) * (p->gains + 1);
}

static uint64_t kinds_of(const struct plan *p)
{
    return (cn_hand_mask(p->hand) | p->board->ranks[p->side]) &
           (CN_NATURALS_MASK | cn_kind_mask(CN_BLACK_THREE));
}

/* ---- melds that are joined last ---- */

/* Where a canasta closes its rank, melds of the rank may have to be combined after all is laid on
 * them. That needs a card in the hand (I24). So if all that is held is laid, the last card goes to
 * a rank that is not joined so. Or cards come then, because the opening is complete, but that must
 * not need what is joined after them. */

static bool may_join_last(const struct plan *p)
{
    struct spread spread;
    if (!p->rules->dead_ranks || p->rules->second_meld == CN_SECOND_MELD_NEVER)
        return false;
    cn__plan_spread_melds(p, &spread);
    for (uint64_t kinds = p->board->ranks[p->side] & ~p->board->closed; kinds != 0;)
        if (spread.only[cn_mask_pop(&kinds)] == SEVERAL)
            return true;
    return false;
}

/* Is the hand empty if all of p->hand is laid? */
static bool lays_last_card(const struct plan *p)
{
    const struct cn_lookahead *im = p->im;
    return im->board.phase != CN_PHASE_START && !cn_hand_is_empty(p->hand) &&
           cn_hand_same(p->hand, im->hand) && (claim_waits(im) || im->unknown == 0);
}

static bool next_rank(struct plan *p)
{
    const uint64_t wilds = has_wild_row(p) ? cn_kind_mask(CN_JOKER) : 0;
    const uint64_t kinds = kinds_of(p) | wilds;
    do
        p->last++;
    while (p->last < CN_KINDS && (kinds & cn_kind_mask(p->last)) == 0);
    return p->last < CN_KINDS;
}

/* Begins with the first way to lay the last card. 'fills': do cards come when the opening is
 * complete? Returns whether there are several ways. */
static bool begin_last(struct plan *p, bool fills)
{
    const bool several = lays_last_card(p) && may_join_last(p);
    p->last = ANY_LAST;
    p->unlifted = several && fills;
    if (several && !fills)
        next_rank(p);
    return several;
}

/* Goes on to the next way. Returns false if there is none. */
static bool next_last(struct plan *p)
{
    if (p->last == ANY_LAST && (!p->unlifted || p->rules->canasta_lifts_minimum == CN_LIFTS_NEVER))
        return false;
    p->unlifted = false;
    return next_rank(p);
}

/* ---- staying in ---- */

/* A way to lay some ranks: the most points of their naturals for this state, or the most canastas
 * that they gain (plan.gaining), with this many cards kept and wilds laid. */
struct way {
    int32_t points;
    uint8_t state, kept, wilds;
};
struct ways {
    int count;
    struct way at[OPENING_STATES * KEPT * (CN_WILDS_MAX + 1)];
};

/* The same while they are collected: where each is in the list, from 1. */
struct collection {
    struct ways *ways;
    int states;
    uint16_t place[OPENING_STATES][KEPT][CN_WILDS_MAX + 1];
};

static void begin_collection(const struct plan *p, struct collection *c, struct ways *ways)
{
    c->ways = ways;
    c->states = states_of(p);
    ways->count = 0;
    for (int state = 0; state < c->states; state++)
        for (int kept = 0; kept <= p->kept_most; kept++)
            memset(c->place[state][kept], 0, (size_t)(p->wilds + 1) * sizeof(uint16_t));
}

static void collect(const struct plan *p, struct collection *c, struct way way)
{
    if (way.kept > p->kept_most)
        way.kept = (uint8_t)p->kept_most;
    uint16_t *place = &c->place[way.state][way.kept][way.wilds];
    if (*place == 0) {
        c->ways->at[c->ways->count++] = way;
        *place = (uint16_t)c->ways->count;
    } else if (c->ways->at[*place - 1].points < way.points) {
        c->ways->at[*place - 1].points = way.points;
    }
}

/* The most canastas in any of these outcomes, or of these numbers of them. */
static int most_canastas(cn_outcomes outcomes)
{
    int most = 0;
    for (int natural = 0; outcomes != 0; natural++, outcomes >>= CN_OUTCOME_MIXED)
        if ((outcomes & 0xff) != 0) {
            const int mixed = 31 - __builtin_clz(outcomes & 0xff);
            most = natural + mixed > most ? natural + mixed : most;
        }
    return most;
}

static void collect_row(const struct rank *r, int held, int naturals, rank_row row,
                        struct collection *c)
{
    const struct plan *p = r->plan;
    const int now = p->gains > 0 || p->gaining ? canastas_of(p, r->kind) : 0;
    const struct way way = {.points = naturals * p->rules->card_points.of[r->kind],
                            .kept = (uint8_t)at_most(held - naturals, KEPT - 1)};
    for (int w = p->last == r->kind && naturals == 0 ? 1 : 0; w <= r->wilds; w++)
        for (int more = 0; more < c->states; more++) {
            const cn_outcomes outcomes = row[w][more % flags_of(p)];
            if (outcomes == 0 || outcomes_gaining(p, outcomes, now, more / flags_of(p)) == 0)
                continue;
            struct way one = way;
            if (p->gaining)
                one.points = most_canastas(outcomes) - now;
            one.state = (uint8_t)more;
            one.wilds = (uint8_t)w;
            collect(p, c, one);
        }
}

/* What a rank can add. */
static void rank_ways_of(const struct rank *r, int only, int held, struct ways *ways)
{
    struct collection c;
    begin_collection(r->plan, &c, ways);
    if (cn__plan_is_simple(r, only)) {
        rank_row row;
        for (int n = 0; n <= r->naturals; n++) {
            cn__plan_fill_row(r, only, n, row);
            collect_row(r, held, n, row, &c);
        }
        return;
    }
    rank_ways rows;
    cn__plan_ask_rank(r, rows);
    for (int n = 0; n <= r->naturals; n++)
        collect_row(r, held, n, rows[n], &c);
}

static void wild_ways_of(const struct plan *p, struct ways *ways)
{
    const int now = p->gains > 0 || p->gaining ? canastas_of(p, CN_JOKER) : 0;
    struct collection c;
    wild_ways rows;
    cn__plan_ask_wilds(p, rows);
    begin_collection(p, &c, ways);
    for (int w = p->last == CN_JOKER ? 1 : 0; w <= p->wilds; w++)
        for (int more = 0; more < c.states; more++) {
            const unsigned counts = rows[w][more % flags_of(p)];
            if (wild_counts_gaining(p, counts, now, more / flags_of(p)) != 0)
                collect(p, &c,
                        (struct way){.points = p->gaining ? most_canastas(counts) - now : 0,
                                     .state = (uint8_t)more,
                                     .wilds = (uint8_t)w});
        }
}

/* Adds what one more rank comes to. */
static void add_ways_of(const struct plan *p, struct ways *sum, const struct ways *more)
{
    struct ways old;
    struct collection c;
    old.count = sum->count;
    memcpy(old.at, sum->at, (size_t)sum->count * sizeof old.at[0]);
    begin_collection(p, &c, sum);
    for (int a = 0; a < old.count; a++)
        for (int b = 0; b < more->count; b++) {
            const struct way *one = &old.at[a];
            const struct way *other = &more->at[b];
            if (one->wilds + other->wilds > p->wilds)
                continue;
            collect(p, &c,
                    (struct way){.points = one->points + other->points,
                                 .state = (uint8_t)with_state(p, one->state, other->state),
                                 .kept = (uint8_t)(one->kept + other->kept),
                                 .wilds = (uint8_t)(one->wilds + other->wilds)});
        }
}

static bool is_stay(const struct plan *p, const struct stay *stay, int stuck,
                    const struct ways *sum)
{
    const int there = points_there(p);
    for (int i = 0; i < sum->count; i++) {
        const struct way *way = &sum->at[i];
        const int gained = p->gaining ? way->points : way->state / flags_of(p);
        const int kept_least =
            stay->gains > 0 && gained >= stay->gains ? stay->kept_with_gain : stay->kept;
        if (needs_meld(p) && stay->opens && (way->state & NEEDED) == 0)
            continue;
        if (stuck + way->kept + p->wilds - way->wilds < kept_least)
            continue;
        const int in_time = way->wilds > p->late ? way->wilds - p->late : 0;
        if (!stay->opens || (way->state & LIFTED) != 0 ||
            there + way->points + cn__best_wild_points(p->rules, p->hand, in_time) >= minimum(p))
            return true;
    }
    return false;
}

/* Naturals that cannot be laid whatever else is. */
static uint64_t stuck_kinds(const struct plan *p)
{
    const uint64_t ranks = p->board->ranks[p->side];
    const uint64_t pairs =
        p->wilds == 0 || p->rules->fewest_naturals > 2 ? cn_hand_doubles(p->hand) : 0;
    const uint64_t dead = p->rules->dead_ranks ? p->board->closed : 0;
    const uint64_t held = cn_hand_mask(p->hand);
    return (((cn_hand_singles(p->hand) | pairs) & ~ranks) | (held & dead)) & CN_NATURALS_MASK;
}

/* Can it stay in this way? */
static bool stays_so(const struct plan *p, const struct stay *stay, uint64_t stuck)
{
    struct ways sum, more;
    struct spread spread;
    cn__plan_spread_melds(p, &spread);
    sum.count = 1;
    sum.at[0] = (struct way){.points = 0};
    for (uint64_t kinds = kinds_of(p) & ~(stuck & ~p->board->ranks[p->side]); kinds != 0;) {
        struct rank r;
        const int kind = cn_mask_pop(&kinds);
        const int held = (stuck & cn_kind_mask(kind)) != 0 ? 0 : cn_hand_count(p->hand, kind);
        cn__plan_rank_init(&r, p, kind, held, p->wilds);
        rank_ways_of(&r, spread.only[kind], held, &more);
        add_ways_of(p, &sum, &more);
    }
    if (has_wild_row(p)) {
        wild_ways_of(p, &more);
        add_ways_of(p, &sum, &more);
    }
    return is_stay(p, stay, cn_hand_size(cn_hand_keep(p->hand, stuck)), &sum);
}

/* ---- staying in, at a glance ---- */

/* Most openings need no tables. What could be laid if nothing stood against it bounds the points
 * from above, and one way to lay it that is surely allowed bounds them from below: ranks laid
 * whole, wilds on melds that take some and with pairs. */
struct glance {
    uint64_t ranks, several; /* kinds of which the side has melds, and has several */
    uint64_t layable;        /* naturals of the hand that are not stuck */
    int pairs; /* pairs that a wild each would open, and what they count, the dearest first */
    int pair_points[CN_KINDS];
    int least;       /* points */
    bool has_need;   /* is there a natural meld, which the opening may need, … */
    bool keeps_need; /* … or what it needs even if wilds are added? */
    bool fails;      /* a meld may not lie as it does */
    int laid;        /* naturals of the hand */
    int room;        /* wilds that could be laid besides … */
    int spare;       /* … and of these, how many only by spoiling the natural meld */
};

static void glance_at_ranks(const struct plan *p, uint64_t stuck, struct glance *g)
{
    memset(g, 0, sizeof *g);
    for (int m = 0; m < p->meld_count; m++) {
        const uint64_t bit = p->melds[m] == 0 ? 0 : cn_kind_mask(cn_meld_kind(p->melds[m]));
        g->several |= g->ranks & bit;
        g->ranks |= bit;
    }
    g->layable = cn_hand_mask(p->hand) & ~stuck & CN_NATURALS_MASK;
}

static void glance_at_pair(struct glance *g, int points)
{
    int at = g->pairs++;
    for (; at > 0 && g->pair_points[at - 1] < points; at--)
        g->pair_points[at] = g->pair_points[at - 1];
    g->pair_points[at] = points;
}

/* Returns the most points that there could be, and notes the pairs. */
static int glance_most(const struct plan *p, struct glance *g)
{
    int most = points_there(p) + cn__best_wild_points(p->rules, p->hand, p->wilds);
    for (uint64_t kinds = g->layable; kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        const int held = cn_hand_count(p->hand, kind);
        const int points = held * p->rules->card_points.of[kind];
        if (held > 2 || (g->ranks & cn_kind_mask(kind)) != 0)
            most += points;
        else if (cn_wild_limits(p->law, kind)[2] > 0)
            glance_at_pair(g, points);
    }
    for (int i = 0; i < g->pairs && i < p->wilds; i++)
        most += g->pair_points[i];
    return most;
}

/* Could there be the meld that the opening needs? */
static bool glance_may_need(const struct plan *p, const struct glance *g)
{
    const bool with_wilds = p->rules->opening_needs == CN_OPENING_THREE_NATURALS;
    const bool wild_meld = p->rules->opening_needs == CN_OPENING_NATURAL_OR_WILD_MELD;
    if ((cn_hand_triples(p->hand) & g->layable) != 0 || (with_wilds && g->several != 0) ||
        (wild_meld && p->wilds >= CN_WILD_MELD_LEAST))
        return true;
    for (int m = 0; m < p->meld_count; m++) {
        const cn_packed_meld meld = p->melds[m];
        const int naturals = cn_meld_naturals(meld) + cn_hand_count(p->hand, cn_meld_kind(meld));
        if (is_wild_meld(meld) ? wild_meld
                               : naturals >= 3 && (cn_meld_wilds(meld) == 0 || with_wilds))
            return true;
    }
    return false;
}

/* Wilds that a natural meld could take: one such meld may be needed without. */
static void glance_at_natural(struct glance *g, int room)
{
    g->room += room;
    if (!g->has_need || room < g->spare)
        g->spare = room;
    g->has_need = true;
}

/* Naturals of a rank without a meld, as a new one. */
static void glance_at_hand(const struct plan *p, int kind, struct glance *g)
{
    const struct cn_kind_law *law = &p->law->kinds[kind];
    const int held = cn_hand_count(p->hand, kind);
    if (held < 3 || held < law->fewest || held > law->largest)
        return;
    struct rank r;
    int room = 0;
    cn__plan_rank_init(&r, p, kind, held, p->wilds);
    while (room < p->wilds && cn__plan_may_begin(&r, held, room + 1))
        room++;
    g->least += held * p->rules->card_points.of[kind];
    g->laid += held;
    glance_at_natural(g, room);
}

/* A meld that lies there. If it is not the only one of its rank, nothing is laid on it. */
static void glance_at_meld(const struct plan *p, int m, bool only, struct glance *g)
{
    struct rank r;
    const cn_packed_meld meld = p->melds[m];
    const int kind = cn_meld_kind(meld);
    const int held = cn_hand_count(p->hand, kind);
    const int wilds = cn_meld_wilds(meld);
    const struct group group = {
        .naturals = cn_meld_naturals(meld), .wilds = wilds, .claimed = m == p->claimed};
    cn__plan_rank_init(&r, p, kind, held, p->wilds);
    const int laid = only && !r.dead && cn__plan_group_takes(&r, &group, held, 0) ? held : 0;
    const int naturals = group.naturals + laid;
    g->fails |= !cn__plan_group_takes(&r, &group, laid, 0);
    g->least += laid * p->rules->card_points.of[kind];
    g->laid += laid;
    int room = 0;
    while (room < p->wilds && !r.dead && wilds + room + 1 < naturals &&
           cn__plan_group_takes(&r, &group, laid, room + 1))
        room++;
    const bool needed = (cn__plan_flags(&r, naturals, wilds, group.claimed) & NEEDED) != 0;
    if (needed && wilds == 0) {
        glance_at_natural(g, room);
    } else {
        g->room += room;
        g->keeps_need |= needed;
    }
}

static void glance_least(const struct plan *turn, struct glance *g)
{
    struct plan p = *turn;
    p.bare = is_bare_there(&p);
    g->least = points_there(&p);
    for (uint64_t kinds = g->layable & ~g->ranks; kinds != 0;)
        glance_at_hand(&p, cn_mask_pop(&kinds), g);
    for (int m = 0; m < p.meld_count; m++) {
        const int kind = cn_meld_kind(p.melds[m]);
        if (is_wild_meld(p.melds[m]))
            g->keeps_need |= p.rules->opening_needs == CN_OPENING_NATURAL_OR_WILD_MELD;
        else if (p.melds[m] != 0)
            glance_at_meld(&p, m, (g->several & cn_kind_mask(kind)) == 0, g);
    }
}

/* Is the least enough, with as many of the wilds as need be? */
static bool glance_suffices(const struct plan *p, const struct stay *stay, const struct glance *g)
{
    const int rest = cn_hand_size(p->hand) - g->laid - stay->kept;
    if (rest < 0 || g->fails || (needs_meld(p) && !g->has_need && !g->keeps_need))
        return false;
    const int room = g->room - (needs_meld(p) && !g->keeps_need ? g->spare : 0);
    int points = g->least;
    const int free_wilds = p->locked ? 0 : p->wilds;
    int wilds = 0;
    for (; wilds < g->pairs && wilds < free_wilds && 3 * (wilds + 1) <= rest; wilds++)
        points += g->pair_points[wilds];
    const int more = at_most(room, free_wilds - wilds);
    wilds += at_most(more, rest - 3 * wilds);
    return points + cn__best_wild_points(p->rules, p->hand, wilds) >= minimum(p);
}

/* Are the wilds that may be late to be tried? */
static int most_late(const struct plan *p)
{
    return p->outnumber || p->bare ? p->wilds : 0;
}

/* Tries everything but the ways to lay the last card. */
static bool stays_somehow(struct plan *p, const struct stay *stay, uint64_t stuck)
{
    for (int unlocked = p->locked ? 0 : 1; unlocked <= 1; unlocked++)
        for (int bare = 0; bare <= (int)p->aside; bare++) {
            p->unlocked = unlocked;
            p->bare = bare;
            /* A late wild serves nothing but a canasta to gain. */
            for (p->late = 0; p->late <= (stay->gains > 0 ? most_late(p) : 0); p->late++)
                if (stays_so(p, stay, stuck))
                    return true;
        }
    return false;
}

bool cn__plan_stays(const struct plan *turn, const struct stay *stay)
{
    struct plan p = *turn;
    const uint64_t stuck = stuck_kinds(turn);
    const int kept = stay->kept - cn_hand_size(cn_hand_keep(turn->hand, stuck));
    p.gaining = !p.opening && stay->gains > 0;
    p.gains = p.gaining ? 0 : stay->gains;
    p.kept_most = kept > 0 ? at_most(kept, KEPT - 1) : 0;
    if (stay->opens) {
        struct glance glance;
        glance_at_ranks(&p, stuck, &glance);
        if ((needs_meld(&p) && !glance_may_need(&p, &glance)) ||
            (p.rules->canasta_lifts_minimum == CN_LIFTS_NEVER &&
             glance_most(&p, &glance) < minimum(&p)))
            return false;
        glance_least(&p, &glance);
        if (glance_suffices(&p, stay, &glance))
            return true;
    }
    if (!begin_last(&p, stay->fills))
        return stays_somehow(&p, stay, stuck);
    struct stay keeping = *stay;
    struct plan any = p;
    keeping.kept = stay->kept > 0 ? stay->kept : 1;
    keeping.kept_with_gain = stay->kept_with_gain > 0 ? stay->kept_with_gain : 1;
    any.last = ANY_LAST;
    any.unlifted = false;
    any.kept_most = KEPT - 1;
    if (stays_somehow(&any, &keeping, stuck))
        return true;
    do
        if (stays_somehow(&p, stay, stuck))
            return true;
    while (next_last(&p));
    return false;
}

/* ---- going out ---- */

/* The sets of states that the side's canastas can be in, by flags and gains and by wilds laid. */
typedef uint64_t canasta_states[STATES][CN_WILDS_MAX + 1];

/* Moves the states elsewhere and leaves none. */
static void move_states(const struct plan *p, canasta_states from, canasta_states to)
{
    const size_t size = (size_t)(p->wilds + 1) * sizeof from[0][0];
    for (int state = 0; state < states_of(p); state++) {
        memcpy(to[state], from[state], size);
        memset(from[state], 0, size);
    }
}

/* What is asked of laying everything. */
struct aim {
    int canastas;
    bool counts, lifts; /* an opening reaches its minimum, or a canasta lifts it */
    bool opens;         /* it is an opening, in one of those ways or a third */
    bool late;          /* wilds may be late */
    bool fills;         /* cards come when the opening is complete */
    int gains;
};

/* Without a contract a state is a number of canastas, up to 7. */
static uint64_t with_canasta(const struct plan *p, uint64_t states, int key)
{
    const struct cn_contract *contract = &p->law->contract;
    if (contract->parts == 0)
        return (states << 1 & 0xff) | (states & 0x80);
    return cn_contract_with_canasta(contract, p->board->players_class, states, key);
}

static uint64_t with_outcomes(const struct plan *p, uint64_t states, int kind, cn_outcomes outcomes)
{
    const struct cn_canasta_numbers *asked = &p->rules->out_contract;
    const int natural = cn_canasta_key(asked, kind, true);
    const int mixed = cn_canasta_key(asked, kind, false);
    uint64_t sum = 0;
    for (; outcomes != 0; outcomes >>= CN_OUTCOME_MIXED) {
        uint64_t now = states;
        for (cn_outcomes row = outcomes & 0xff; row != 0; row >>= 1) {
            if ((row & 1) != 0)
                sum |= now;
            now = with_canasta(p, now, mixed);
        }
        states = with_canasta(p, states, natural);
    }
    return sum;
}

static uint64_t with_wild_canastas(const struct plan *p, uint64_t states, unsigned counts)
{
    uint64_t sum = 0;
    for (; counts != 0; counts >>= 1) {
        if ((counts & 1) != 0)
            sum |= states;
        states = with_canasta(p, states, CN_KEY_WILD);
    }
    return sum;
}

static bool is_met(const struct plan *p, const struct aim *aim, uint64_t states)
{
    const struct cn_contract *contract = &p->law->contract;
    if (contract->parts == 0)
        return states >> aim->canastas != 0;
    return (states & contract->met[p->board->players_class]) != 0;
}

/* What a rank comes to by what it adds to the state, and by wilds laid. */
typedef cn_outcomes state_ways[STATES][CN_WILDS_MAX + 1];

static void state_ways_of(const struct plan *p, const struct rank *r, rank_row row, state_ways ways)
{
    const int flags = flags_of(p);
    const int now = p->gains > 0 ? canastas_of(p, r->kind) : 0;
    for (int more = 0; more < states_of(p); more++)
        for (int x = 0; x <= r->wilds; x++)
            ways[more][x] = outcomes_gaining(p, row[x][more % flags], now, more / flags);
    if (p->gains > 0 && cn__plan_may_lose(r))
        cn__plan_add_peaks(r, now, ways);
}

static bool add_rank_states(const struct plan *p, const struct rank *r, rank_row row,
                            canasta_states sum)
{
    canasta_states old;
    state_ways ways;
    bool any = false;
    state_ways_of(p, r, row, ways);
    move_states(p, sum, old);
    for (int x = p->last == r->kind && r->naturals == 0 ? 1 : 0; x <= r->wilds; x++)
        for (int more = 0; more < states_of(p); more++) {
            if (ways[more][x] == 0)
                continue;
            for (int state = 0; state < states_of(p); state++)
                for (int w = 0; w + x <= p->wilds; w++)
                    if (old[state][w] != 0) {
                        any = true;
                        sum[with_state(p, state, more)][w + x] |=
                            with_outcomes(p, old[state][w], r->kind, ways[more][x]);
                    }
        }
    return any;
}

static bool add_wild_states(const struct plan *p, canasta_states sum)
{
    canasta_states old;
    wild_ways ways;
    bool any = false;
    const int flags = flags_of(p);
    const int now = p->gains > 0 ? canastas_of(p, CN_JOKER) : 0;
    cn__plan_ask_wilds(p, ways);
    move_states(p, sum, old);
    for (int x = p->last == CN_JOKER ? 1 : 0; x <= p->wilds; x++)
        for (int more = 0; more < states_of(p); more++) {
            const unsigned counts =
                wild_counts_gaining(p, ways[x][more % flags], now, more / flags);
            if (counts == 0)
                continue;
            for (int state = 0; state < states_of(p); state++)
                for (int w = 0; w + x <= p->wilds; w++)
                    if (old[state][w] != 0) {
                        any = true;
                        sum[with_state(p, state, more)][w + x] |=
                            with_wild_canastas(p, old[state][w], counts);
                    }
        }
    return any;
}

static bool lays_all_so(const struct plan *p, const struct aim *aim)
{
    canasta_states sum;
    struct spread spread;
    for (int state = 0; state < states_of(p); state++)
        memset(sum[state], 0, (size_t)(p->wilds + 1) * sizeof sum[0][0]);
    sum[0][0] = 1;
    cn__plan_spread_melds(p, &spread);
    for (uint64_t kinds = kinds_of(p); kinds != 0;) {
        rank_ways ways;
        struct rank r;
        const int kind = cn_mask_pop(&kinds);
        const int held = cn_hand_count(p->hand, kind);
        cn__plan_rank_init(&r, p, kind, held, p->wilds);
        if (r.naturals < held)
            return false;
        if (cn__plan_is_simple(&r, spread.only[kind]))
            cn__plan_fill_row(&r, spread.only[kind], held, ways[held]);
        else
            cn__plan_ask_rank(&r, ways);
        if (!add_rank_states(p, &r, ways[held], sum))
            return false;
    }
    if (has_wild_row(p) && !add_wild_states(p, sum))
        return false;
    for (int state = 0; state < states_of(p); state++) {
        const int set = state % flags_of(p);
        if ((aim->lifts && (set & LIFTED) == 0) || state / flags_of(p) < aim->gains ||
            (aim->opens && needs_meld(p) && (set & NEEDED) == 0))
            continue;
        if (is_met(p, aim, sum[state][p->wilds]))
            return true;
    }
    return false;
}

/* Is the count met if everything is laid so? The dearest wilds are laid in time. */
static bool counts_enough(const struct plan *p, const struct aim *aim)
{
    if (!aim->counts)
        return true;
    const int late = p->late + (p->late_melds > 0 ? p->late_melds : 0);
    const int in_time = p->wilds > late ? p->wilds - late : 0;
    const cn_hand naturals = cn_hand_drop(p->hand, cn_kind_mask(CN_DEUCE) | cn_kind_mask(CN_JOKER));
    return points_there(p) + cn_hand_points(p->rules, naturals) +
               cn__best_wild_points(p->rules, p->hand, in_time) >=
           minimum(p);
}

/* With wilds that are late, an unfinished wild meld would lock them if it were not laid later. */
static bool lays_all_late(struct plan *p, const struct aim *aim)
{
    p->late_melds = -1;
    if (p->late == 0 || !p->outnumber || !is_locking(p))
        return counts_enough(p, aim) && lays_all_so(p, aim);
    for (p->late_melds = 0; p->late_melds < CN_WILD_MELD_MOST; p->late_melds++)
        if (counts_enough(p, aim) && lays_all_so(p, aim))
            return true;
    return false;
}

/* Tries everything but the ways to lay the last card. */
static bool lays_all_somehow(struct plan *p, const struct aim *aim)
{
    for (int unlocked = p->locked ? 0 : 1; unlocked <= 1; unlocked++)
        for (int bare = 0; bare <= (int)p->aside; bare++) {
            p->unlocked = unlocked;
            p->bare = bare;
            for (p->late = 0; p->late <= (aim->late ? most_late(p) : 0); p->late++)
                if (lays_all_late(p, aim))
                    return true;
        }
    return false;
}

/* Can all these cards be laid, with this aim? */
static bool lays_all(const struct plan *turn, cn_hand hand, const struct aim *aim)
{
    struct plan p = *turn;
    p.out = true;
    p.bars = turn->board->phase != CN_PHASE_LAST_RED_THREE;
    p.hand = hand;
    p.wilds = cn_hand_wilds(hand);
    p.gains = aim->gains;
    begin_last(&p, aim->fills);
    do
        if (lays_all_somehow(&p, aim))
            return true;
    while (next_last(&p));
    return false;
}

/* Returns the canastas needed to go out concealed without a count (L49, I10, U16), or -1 if that is
 * not allowed. */
int cn__plan_uncounted(const struct plan *p)
{
    const struct cn_rules *rules = p->rules;
    const int needed = cn_board_canastas_needed(rules, p->board);
    if (rules->concealed_minimum == CN_CONCEALED_ALWAYS || p->board->seat_had_melded)
        return -1;
    if (rules->concealed_minimum == CN_CONCEALED_PACK && p->board->drew_from == CN_DREW_PILE)
        return -1;
    return rules->concealed_needs_canasta && needed == 0 ? 1 : needed;
}

/* Goes out by laying all of 'hand', and with 'gains' canastas more. An opening is met by its count,
 * by a canasta that lifts it (U7), or by a concealed hand that needs none (L49). */
bool cn__plan_goes_out_laying(const struct plan *p, cn_hand hand, int gains)
{
    const int needed = cn_board_canastas_needed(p->rules, p->board);
    const bool waits = p->board->second[p->seat] > 0;
    struct aim aim = {.canastas = needed, .gains = gains};
    aim.fills = (waits && gains == 0) || p->im->unknown > 0;
    if (!p->opening || !(p->board->laid || !cn_hand_is_empty(hand)))
        return lays_all(p, hand, &aim);
    aim.opens = aim.counts = aim.late = true;
    if (lays_all(p, hand, &aim))
        return true;
    aim.counts = false;
    aim.lifts = p->rules->canasta_lifts_minimum != CN_LIFTS_NEVER;
    if (aim.lifts && lays_all(p, hand, &aim))
        return true;
    aim.lifts = aim.late = aim.fills = false;
    aim.canastas = cn__plan_uncounted(p);
    return !waits && p->board->phase != CN_PHASE_LAST_RED_THREE && aim.canastas >= 0 &&
           lays_all(p, hand, &aim);
}
