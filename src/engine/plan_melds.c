/* plan_melds.c -- what the melds of one rank can come to in this turn.
 *
 * The melds that lie there are combined in every way (L24), each group takes every number of
 * naturals and wilds that the law lets it take, and new melds are made of the rest. Only how many
 * cards have been laid matters to the groups that follow, not where; so the ways are kept by these
 * two numbers, and the work grows with the groups instead of multiplying. The melds of wilds are a
 * rank without naturals.
 */
#include "laying.h"
#include "plan.h"

#include <string.h>

enum {
    GROUPS_MAX = CN_NATURALS_MAX,
    WILD_MELDS_MAX = CN_WILDS_MAX / 3 + 1
};

/* The melds of a rank, combined in some way. */
struct groups {
    int count;
    struct group at[GROUPS_MAX];
};

/* ---- the turn ---- */

static bool has_lock(const struct plan *p)
{
    for (int m = 0; m < p->meld_count; m++)
        if (is_wild_meld(p->melds[m]) && cn_meld_size(p->melds[m]) < CN_WILD_MELD_MOST)
            return true;
    return false;
}

void cn__plan_init(struct plan *p, const struct cn_lookahead *im)
{
    memset(p, 0, sizeof *p);
    p->im = im;
    p->law = im->law;
    p->rules = &im->law->rules;
    p->board = &im->board;
    p->seat = im->board.turn;
    p->side = im->board.side[p->seat];
    p->melds = im->board.melds[p->side];
    p->meld_count = im->board.meld_count[p->side];
    p->hand = cn_hand_drop(im->hand, cn_bonus_mask(p->rules));
    p->wilds = cn_hand_wilds(p->hand);
    p->opening = im->board.melds_before == 0;
    p->outnumber = claim_waits(im) && p->rules->naturals_outnumber_wilds;
    const bool took = p->opening && im->board.drew_from == CN_DREW_PILE;
    p->claimed = took || claim_waits(im) ? im->board.take_meld : CN_NO_MELD;
    p->aside = took && !p->rules->opening_top_card;
    p->locked = is_locking(p) && has_lock(p);
    p->unlocked = true;
    p->late_melds = -1;
    p->last = ANY_LAST;
}

/* ---- one rank ---- */

static bool claimed_is_of(const struct plan *p, int kind)
{
    return p->claimed != CN_NO_MELD && cn_meld_kind(p->melds[p->claimed]) == kind;
}

void cn__plan_rank_init(struct rank *r, const struct plan *p, int kind, int naturals, int wilds)
{
    const struct cn_kind_law *law = &p->law->kinds[kind];
    r->plan = p;
    r->kind = kind;
    r->naturals = naturals;
    r->wilds = wilds;
    r->fewest = law->fewest;
    r->largest = law->largest;
    r->limits = cn_wild_limits(p->law, kind);
    r->takes_wilds =
        p->unlocked && kind != CN_BLACK_THREE && !holds(p->rules->pure_kinds, kind) && wilds > 0;
    r->pure_later = holds(p->rules->pure_after_opening, kind);
    r->bars = p->bars && holds(p->rules->out_bars, kind);
    r->dies = p->rules->dead_ranks && kind != CN_BLACK_THREE;
    r->dead = cn_rank_is_dead(p->law, p->board, kind);
    const bool black_stays =
        kind == CN_BLACK_THREE && (!p->out || p->board->phase == CN_PHASE_LAST_RED_THREE);
    r->begins = r->largest > 0 && !r->dead && !black_stays &&
                !(r->pure_later && p->opening && claimed_is_of(p, kind)); /* IA15 */
    if (r->dead || black_stays)
        r->naturals = r->wilds = 0;
}

/* Could a group with this many naturals have wilds laid on it? */
static bool takes_wild(const struct rank *r, const struct group *group, int naturals)
{
    const struct plan *p = r->plan;
    if (!r->takes_wilds || (!p->opening && naturals < p->rules->wild_needs_naturals))
        return false;
    if (!r->pure_later)
        return true;
    return p->opening ? !group->claimed : group->wilds > 0;
}

/* Wilds of a group that lie there when the pile joins, if naturals must outnumber them then. Where
 * others are to follow, the rank must not be dead by then. */
static int wilds_in_time(const struct rank *r, int naturals, int wilds, bool claimed)
{
    if (!claimed || !r->plan->outnumber || wilds < naturals)
        return wilds;
    return r->dies && 2 * naturals - 1 >= 7 ? 6 - naturals : naturals - 1;
}

/* Would it be a meld without the top card (IA12)? */
bool cn__plan_without_top(const struct rank *r, int naturals, int wilds)
{
    return naturals - 1 >= r->fewest && naturals - 1 + wilds >= 3;
}

/* What this meld is for the opening. */
int cn__plan_flags(const struct rank *r, int naturals, int wilds, bool claimed)
{
    const struct plan *p = r->plan;
    int flags = 0;
    if (!p->opening)
        return 0;
    const int in_time = wilds_in_time(r, naturals, wilds, claimed);
    if (claimed && p->aside) {
        if (!cn__plan_without_top(r, naturals, in_time))
            return 0;
        naturals--;
    }
    switch ((enum cn_opening_needs)p->rules->opening_needs) {
    case CN_OPENING_ANYTHING: break;
    case CN_OPENING_NATURAL_MELD:
    case CN_OPENING_NATURAL_OR_WILD_MELD: flags |= naturals >= 3 && wilds == 0 ? NEEDED : 0; break;
    case CN_OPENING_THREE_NATURALS: flags |= naturals >= 3 ? NEEDED : 0; break;
    }
    if (p->rules->canasta_lifts_minimum == CN_LIFTS_ANY_CANASTA)
        flags |= naturals + in_time >= 7 ? LIFTED : 0;
    else if (p->rules->canasta_lifts_minimum == CN_LIFTS_NATURAL_OR_WILD)
        flags |= naturals >= 7 && wilds == 0 ? LIFTED : 0;
    return flags;
}

/* May a meld lie so in the end? */
bool cn__plan_may_lie(const struct rank *r, int naturals, int wilds)
{
    const struct plan *p = r->plan;
    const bool canasta = naturals + wilds >= 7;
    if (canasta && wilds > 0 && p->opening && !p->rules->opening_mixed_canasta)
        return false;
    return canasta || wilds > 0 || !r->bars;
}

/* May a claimed meld lie so, with 'laid' of its wilds laid from now on? */
static bool claim_may_lie(const struct rank *r, int naturals, int wilds, int laid)
{
    const struct plan *p = r->plan;
    const int late = wilds - wilds_in_time(r, naturals, wilds, true);
    if (p->outnumber && (wilds - laid >= naturals || late > p->late || late > laid))
        return false;
    if (!p->aside)
        return true;
    const int in_time = wilds_in_time(r, naturals, wilds, true);
    if (cn__plan_without_top(r, naturals, in_time))
        return !p->bare;
    return p->bare && laid <= p->late;
}

/* May this part of a group take this many cards before it is joined to the rest? It may not be
 * complete before that. */
static bool part_takes(const struct rank *r, const struct group *part, int naturals, int wilds)
{
    const int n = part->naturals + naturals;
    const int w = part->wilds + wilds;
    if (n + w >= 7)
        return false;
    if (naturals + wilds == 0)
        return true;
    return n + w <= r->largest && w <= r->limits[n] && (wilds == 0 || takes_wild(r, part, n));
}

/* A group of two parts that are a canasta together: of a rank that then dies. So what is laid on it
 * is laid on the parts before. */
static bool parts_take(const struct rank *r, const struct group *group, int naturals, int wilds)
{
    const struct group one = {
        .naturals = group->part_naturals, .wilds = group->part_wilds, .claimed = group->claimed};
    const struct group other = {.naturals = group->naturals - group->part_naturals,
                                .wilds = group->wilds - group->part_wilds,
                                .claimed = group->claimed};
    if (group->wilds + wilds > r->plan->rules->most_wilds)
        return false;
    for (int n = 0; n <= naturals; n++)
        for (int w = 0; w <= wilds; w++)
            if (part_takes(r, &one, n, w) && part_takes(r, &other, naturals - n, wilds - w))
                return true;
    return false;
}

/* May a group take this many naturals and wilds, and lie there in the end? */
bool cn__plan_group_takes(const struct rank *r, const struct group *group, int naturals, int wilds)
{
    const int n = group->naturals + naturals;
    const int w = group->wilds + wilds;
    if (group->joined_last) {
        if (n + w > r->largest || !parts_take(r, group, naturals, wilds))
            return false;
    } else if (naturals + wilds > 0) {
        if (n + w > r->largest || w > r->limits[n] || (wilds > 0 && !takes_wild(r, group, n)))
            return false;
    }
    return cn__plan_may_lie(r, n, w) && (!group->claimed || claim_may_lie(r, n, w, wilds));
}

/* May a new meld be made of these? */
bool cn__plan_may_begin(const struct rank *r, int naturals, int wilds)
{
    static const struct group none = {0, 0, 0, 0, false, false};
    if (naturals < r->fewest || naturals + wilds < 3 || naturals + wilds > r->largest ||
        wilds > r->limits[naturals])
        return false;
    return (wilds == 0 || takes_wild(r, &none, naturals)) && cn__plan_may_lie(r, naturals, wilds);
}

/* Adds a meld to all ways with 'from' cards, as ways with 'to' cards. */
static void add_meld(cn_outcomes to[FLAGS], const cn_outcomes from[FLAGS], int flags, int naturals,
                     int wilds)
{
    for (int f = 0; f < FLAGS; f++)
        if (from[f] != 0)
            to[f | flags] |= cn_outcomes_with(from[f], naturals, wilds);
}

static bool any_way(const cn_outcomes ways[FLAGS])
{
    return (ways[0] | ways[1] | ways[2] | ways[3]) != 0;
}

static void no_ways(const struct rank *r, rank_ways ways)
{
    memset(ways, 0, (size_t)(r->naturals + 1) * sizeof ways[0]);
}

/* Lays 0 … all naturals and wilds on one group, for each way found so far. */
static void fill_group(const struct rank *r, const struct group *group, bool complete,
                       rank_ways from, rank_ways to)
{
    no_ways(r, to);
    for (int n = 0; n <= r->naturals; n++) {
        for (int w = 0; w <= r->wilds; w++) {
            const int naturals = group->naturals + n;
            const int wilds = group->wilds + w;
            if ((complete && naturals + wilds < 7) || !cn__plan_group_takes(r, group, n, w))
                continue;
            const int flags = cn__plan_flags(r, naturals, wilds, group->claimed);
            for (int n0 = 0; n0 + n <= r->naturals; n0++)
                for (int w0 = 0; w0 + w <= r->wilds; w0++)
                    add_meld(to[n0 + n][w0 + w], from[n0][w0], flags, naturals, wilds);
        }
    }
}

/* Begins one more meld, complete or not, on every way; 'to' may be 'from', since each meld takes
 * naturals: the ways with more naturals are then filled before they are used. */
static void begin_melds(const struct rank *r, bool complete, bool unfinished, rank_ways from,
                        rank_ways to)
{
    for (int n0 = 0; n0 <= r->naturals; n0++) {
        for (int w0 = 0; w0 <= r->wilds; w0++) {
            if (!any_way(from[n0][w0]))
                continue;
            for (int n = r->fewest; n0 + n <= r->naturals; n++)
                for (int w = 0; w0 + w <= r->wilds; w++)
                    if ((n + w >= 7 ? complete : unfinished) && cn__plan_may_begin(r, n, w))
                        add_meld(to[n0 + n][w0 + w], from[n0][w0], cn__plan_flags(r, n, w, false),
                                 n, w);
        }
    }
}

static void join_ways(const struct rank *r, rank_ways ways, rank_ways more)
{
    for (int n = 0; n <= r->naturals; n++)
        for (int w = 0; w <= r->wilds; w++)
            for (int f = 0; f < FLAGS; f++)
                ways[n][w][f] |= more[n][w][f];
}

/* Fills the groups one by one; only how many cards have been laid matters to those that follow.
 * Returns which of the two tables has the ways. */
static int fill_groups(const struct rank *r, const struct groups *groups, bool complete,
                       rank_ways way[2])
{
    int now = 0;
    no_ways(r, way[0]);
    way[0][0][0][0] = 1;
    for (int g = 0; g < groups->count; g++) {
        fill_group(r, &groups->at[g], complete, way[now], way[1 - now]);
        now = 1 - now;
    }
    return now;
}

/* At most one meld of a rank that dies is complete. */
static void keep_living(const struct rank *r, rank_ways ways)
{
    const cn_outcomes one = 1 | 1 << 1 | 1 << CN_OUTCOME_MIXED;
    for (int n = 0; n <= r->naturals; n++)
        for (int w = 0; w <= r->wilds; w++)
            for (int f = 0; f < FLAGS; f++)
                ways[n][w][f] &= one;
}

static bool joins_last(const struct groups *groups)
{
    for (int g = 0; g < groups->count; g++)
        if (groups->at[g].joined_last)
            return true;
    return false;
}

/* Takes away that a canasta lifts the minimum: at most one is complete, and it is joined last. */
static void strip_lifts(const struct rank *r, rank_ways ways)
{
    for (int n = 0; n <= r->naturals; n++)
        for (int w = 0; w <= r->wilds; w++)
            for (int f = 0; f < FLAGS; f++)
                if ((f & LIFTED) != 0) {
                    ways[n][w][f & ~LIFTED] |= ways[n][w][f];
                    ways[n][w][f] = 0;
                }
}

/* Adds the ways to lay naturals and wilds on these groups and on new melds. */
static void add_ways(const struct rank *r, const struct groups *groups, rank_ways ways)
{
    rank_ways way[2];
    const int second = r->plan->rules->second_meld;
    if (r->plan->last == r->kind && joins_last(groups))
        return;
    int now = fill_groups(r, groups, false, way);
    if (r->begins && second == CN_SECOND_MELD_ANY)
        begin_melds(r, true, true, way[now], way[now]);
    if (r->dies && !r->dead)
        keep_living(r, way[now]);
    if (r->plan->unlifted && joins_last(groups))
        strip_lifts(r, way[now]);
    join_ways(r, ways, way[now]);
    if (!r->begins || second == CN_SECOND_MELD_ANY || r->naturals < r->fewest)
        return;
    if (second == CN_SECOND_MELD_NEVER || r->dies) {
        if (groups->count == 0)
            begin_melds(r, true, true, way[now], ways);
        return;
    }
    now = fill_groups(r, groups, true, way);
    begin_melds(r, true, false, way[now], way[now]);
    join_ways(r, ways, way[now]);
    begin_melds(r, false, true, way[now], ways);
}

static bool same_group(const struct group *a, const struct group *b)
{
    return a->naturals == b->naturals && a->wilds == b->wilds && a->claimed == b->claimed &&
           a->joined_last == b->joined_last && a->part_naturals == b->part_naturals &&
           a->part_wilds == b->part_wilds;
}

/* Is a group before this one its equal? Joining a meld to either comes to the same. */
static bool is_repeated(const struct groups *groups, int g)
{
    for (int other = 0; other < g; other++)
        if (same_group(&groups->at[other], &groups->at[g]))
            return true;
    return false;
}

/* Joins a meld to a group (L24). Returns false if they may not be combined. */
static bool join_group(const struct rank *r, struct group *group, const struct group *meld)
{
    const int size = group->naturals + group->wilds + meld->naturals + meld->wilds;
    const bool mixes = (group->wilds == 0) != (meld->wilds == 0);
    const bool claimed = group->claimed || meld->claimed;
    if (r->dead || group->joined_last || size > r->largest ||
        group->wilds + meld->wilds > r->plan->rules->most_wilds)
        return false;
    if (r->pure_later && (r->plan->opening ? claimed && group->wilds + meld->wilds > 0 : mixes))
        return false;
    group->joined_last = r->dies && size >= 7;
    group->part_naturals = meld->naturals;
    group->part_wilds = meld->wilds;
    group->naturals += meld->naturals;
    group->wilds += meld->wilds;
    group->claimed = claimed;
    return true;
}

/* What is asked of each way to combine melds. */
typedef void ask_groups(const struct rank *r, const struct groups *groups, void *about);

/* Tries every way to combine the melds from 'next' on with those already grouped (I24). */
static void group_melds(const struct rank *r, const struct groups *melds, int next,
                        const struct groups *groups, ask_groups *ask, void *about)
{
    if (next == melds->count) {
        ask(r, groups, about);
        return;
    }
    const struct group *meld = &melds->at[next];
    for (int g = 0; g < groups->count && r->plan->rules->second_meld != CN_SECOND_MELD_NEVER; g++) {
        struct groups joined = *groups;
        if (!is_repeated(groups, g) && join_group(r, &joined.at[g], meld))
            group_melds(r, melds, next + 1, &joined, ask, about);
    }
    struct groups apart = *groups;
    apart.at[apart.count++] = *meld;
    group_melds(r, melds, next + 1, &apart, ask, about);
}

/* The side's melds of a rank. */
static void list_melds(const struct rank *r, struct groups *melds)
{
    const struct plan *p = r->plan;
    melds->count = 0;
    for (int m = 0; m < p->meld_count && melds->count < GROUPS_MAX; m++)
        if (p->melds[m] != 0 && cn_meld_kind(p->melds[m]) == r->kind)
            melds->at[melds->count++] = (struct group){.naturals = cn_meld_naturals(p->melds[m]),
                                                       .wilds = cn_meld_wilds(p->melds[m]),
                                                       .claimed = m == p->claimed};
}

static void ask_ways(const struct rank *r, const struct groups *groups, void *ways)
{
    add_ways(r, groups, ways);
}

/* The ways to lay naturals and wilds on these melds, combined in any way, and on new ones. */
static void ways_from(const struct rank *r, const struct groups *melds, rank_ways ways)
{
    const struct groups none = {.count = 0};
    no_ways(r, ways);
    group_melds(r, melds, 0, &none, ask_ways, ways);
}

void cn__plan_ask_rank(const struct rank *r, rank_ways ways)
{
    struct groups melds;
    list_melds(r, &melds);
    ways_from(r, &melds, ways);
}

/* ---- canastas that are combined after they have been gained ---- */

/* Few laws have it, and the others should not pay for code that is laid out for speed. */
#define RARELY __attribute__((cold, noinline))

/* What is asked of a rank all of whose naturals are laid: its ways by the canastas gained. */
struct peaks {
    const struct rank *rank; /* before anything is laid */
    int now;                 /* its canastas before that */
    cn_outcomes (*ways)[CN_WILDS_MAX + 1];
};

bool cn__plan_may_lose(const struct rank *r)
{
    return !r->plan->opening && !r->dies && r->largest >= 2 * CN_CANASTA_SIZE &&
           r->plan->rules->second_meld != CN_SECOND_MELD_NEVER;
}

static int canastas_among(const struct groups *groups)
{
    int count = 0;
    for (int g = 0; g < groups->count; g++)
        count += groups->at[g].naturals + groups->at[g].wilds >= CN_CANASTA_SIZE;
    return count;
}

/* Some melds lie there complete: notes what the rest of the cards can make of them. The canastas
 * count at a moment when no claim waits. */
static RARELY void note_peak(const struct rank *r, const struct groups *groups, struct peaks *peaks)
{
    const struct plan *p = r->plan;
    const int canastas = canastas_among(groups);
    if (canastas <= peaks->now || canastas < 2)
        return;
    for (int g = 0; g < groups->count; g++)
        if (groups->at[g].claimed && p->outnumber && groups->at[g].wilds >= groups->at[g].naturals)
            return;
    rank_ways ways;
    ways_from(r, groups, ways);
    const int laid = peaks->rank->wilds - r->wilds;
    for (int w = 0; w <= r->wilds; w++)
        peaks->ways[at_most(canastas - peaks->now, p->gains)][laid + w] |= ways[r->naturals][w][0];
}

/* May a group that is to be complete take these? */
static bool may_grow(const struct rank *r, const struct group *group, int naturals, int wilds)
{
    const int n = group->naturals + naturals;
    const int w = group->wilds + wilds;
    return n + w <= r->largest && w <= r->limits[n] && (wilds == 0 || takes_wild(r, group, n));
}

static RARELY void complete_melds(const struct rank *r, const struct groups *groups, int next,
                                  struct peaks *peaks);

/* Makes a group of this many cards more, a new one at the end of the list, and goes on. */
static RARELY void complete_meld(const struct rank *r, const struct groups *groups, int g,
                                 int naturals, int wilds, struct peaks *peaks)
{
    struct rank rest = *r;
    struct groups grown = *groups;
    if (g == grown.count)
        grown.at[grown.count++] = (struct group){.naturals = 0};
    grown.at[g].naturals += naturals;
    grown.at[g].wilds += wilds;
    rest.naturals -= naturals;
    rest.wilds -= wilds;
    complete_melds(&rest, &grown, g + 1, peaks);
}

/* Completes any of the groups from 'next' on, with no more cards than that needs: the rest may as
 * well be laid when melds have been combined. Then begins canastas. */
static RARELY void complete_melds(const struct rank *r, const struct groups *groups, int next,
                                  struct peaks *peaks)
{
    note_peak(r, groups, peaks);
    for (int g = next; g < groups->count; g++) {
        const struct group *group = &groups->at[g];
        const int lacks = CN_CANASTA_SIZE - group->naturals - group->wilds;
        for (int n = 0; n <= lacks && n <= r->naturals; n++)
            if (lacks - n <= r->wilds && may_grow(r, group, n, lacks - n))
                complete_meld(r, groups, g, n, lacks - n, peaks);
    }
    if (!r->begins || groups->count == GROUPS_MAX ||
        (r->plan->rules->second_meld == CN_SECOND_MELD_AFTER_CANASTA &&
         canastas_among(groups) < groups->count))
        return;
    for (int n = r->fewest; n <= CN_CANASTA_SIZE && n <= r->naturals; n++)
        if (CN_CANASTA_SIZE - n <= r->wilds && cn__plan_may_begin(r, n, CN_CANASTA_SIZE - n))
            complete_meld(r, groups, groups->count, n, CN_CANASTA_SIZE - n, peaks);
}

static RARELY void ask_peaks(const struct rank *r, const struct groups *groups, void *peaks)
{
    complete_melds(r, groups, 0, peaks);
}

RARELY void cn__plan_add_peaks(const struct rank *r, int now, cn_outcomes ways[][CN_WILDS_MAX + 1])
{
    const struct groups none = {.count = 0};
    struct peaks peaks = {r, now, ways};
    struct groups melds;
    list_melds(r, &melds);
    group_melds(r, &melds, 0, &none, ask_peaks, &peaks);
}

void cn__plan_spread_melds(const struct plan *p, struct spread *spread)
{
    memset(spread, NO_MELD, sizeof *spread);
    for (int m = 0; m < p->meld_count; m++) {
        if (p->melds[m] == 0)
            continue;
        int8_t *only = &spread->only[cn_meld_kind(p->melds[m])];
        *only = (int8_t)(*only == NO_MELD ? m : SEVERAL);
    }
}

/* Can all that is laid of a rank only go to one meld? */
bool cn__plan_is_simple(const struct rank *r, int only)
{
    if (only == SEVERAL)
        return false;
    if (!r->begins || r->plan->rules->second_meld == CN_SECOND_MELD_NEVER)
        return true;
    return r->naturals < (only == NO_MELD ? 2 * r->fewest : r->fewest);
}

/* The row of a simple rank. */
void cn__plan_fill_row(const struct rank *r, int only, int naturals, rank_row row)
{
    const struct plan *p = r->plan;
    struct group group = {.naturals = 0};
    memset(row, 0, (size_t)(r->wilds + 1) * sizeof row[0]);
    if (only == NO_MELD && naturals == 0) {
        row[0][0] = 1;
        return;
    }
    if (only != NO_MELD) {
        group.naturals = cn_meld_naturals(p->melds[only]);
        group.wilds = cn_meld_wilds(p->melds[only]);
        group.claimed = only == p->claimed;
    } else if (!r->begins) {
        return;
    }
    const int n = group.naturals + naturals;
    for (int w = 0; w <= r->wilds; w++)
        if (only == NO_MELD ? cn__plan_may_begin(r, naturals, w)
                            : cn__plan_group_takes(r, &group, naturals, w))
            row[w][cn__plan_flags(r, n, group.wilds + w, group.claimed)] =
                cn_outcomes_with(1, n, group.wilds + w);
}

/* ---- melds of wilds ---- */

/* Is one begun only when all others are complete? Where an unfinished one locks the wilds, a second
 * would be a place elsewhere. */
static bool begins_after_canasta(const struct plan *p)
{
    return is_locking(p) || p->rules->second_meld == CN_SECOND_MELD_AFTER_CANASTA;
}

int cn__plan_wild_flags(const struct plan *p, int size, bool late)
{
    int flags = 0;
    if (!p->opening || late)
        return 0;
    if (p->rules->opening_needs == CN_OPENING_NATURAL_OR_WILD_MELD)
        flags |= NEEDED;
    if (p->rules->canasta_lifts_minimum != CN_LIFTS_NEVER && size >= 7)
        flags |= LIFTED;
    return flags;
}

static bool wild_meld_bars(const struct plan *p, int size)
{
    return p->bars && size < 7 && holds(p->rules->out_bars, CN_KINDS_WORDS);
}

/* Wild melds that lie there, combined in some way, before more is laid. */
struct wild_groups {
    int count;
    int size[WILD_MELDS_MAX];
};

/* Adds a wild meld of this size, x of its cards laid now, to all ways. */
static void add_wild_meld(const struct plan *p, int size, int x, wild_ways from, wild_ways to)
{
    const int flags = cn__plan_wild_flags(p, size, false);
    for (int w = 0; w + x <= p->wilds; w++)
        for (int f = 0; f < FLAGS; f++)
            to[w + x][f | flags] |= (uint8_t)(size >= 7 ? from[w][f] << 1 : from[w][f]);
}

static int fill_wild_groups(const struct plan *p, const struct wild_groups *groups, bool complete,
                            wild_ways way[2])
{
    int now = 0;
    memset(way[0], 0, sizeof way[0]);
    way[0][0][0] = 1;
    for (int g = 0; g < groups->count; g++) {
        const int there = groups->size[g];
        memset(way[1 - now], 0, sizeof way[0]);
        for (int size = complete ? CN_WILD_MELD_MOST : there; size <= CN_WILD_MELD_MOST; size++)
            if (!wild_meld_bars(p, size))
                add_wild_meld(p, size, size - there, way[now], way[1 - now]);
        now = 1 - now;
    }
    return now;
}

/* Begins one more wild meld on every way. The sizes are tried for the ways with few wilds first, so
 * 'to' may be 'from'. */
static void begin_wild_melds(const struct plan *p, bool complete, bool unfinished, wild_ways from,
                             wild_ways to)
{
    for (int w = 0; w <= p->wilds; w++) {
        for (int size = CN_WILD_MELD_LEAST; size <= CN_WILD_MELD_MOST && w + size <= p->wilds;
             size++) {
            const bool is_late = size < 7 && p->late_melds >= 0;
            if (!(size >= 7 ? complete : unfinished) || wild_meld_bars(p, size) ||
                (is_late && size != p->late_melds))
                continue;
            const int flags = cn__plan_wild_flags(p, size, is_late);
            for (int f = 0; f < FLAGS; f++)
                to[w + size][f | flags] |= (uint8_t)(size >= 7 ? from[w][f] << 1 : from[w][f]);
        }
    }
}

static void join_wild_ways(const struct plan *p, wild_ways ways, wild_ways more)
{
    for (int w = 0; w <= p->wilds; w++)
        for (int f = 0; f < FLAGS; f++)
            ways[w][f] |= more[w][f];
}

static void add_wild_ways(const struct plan *p, const struct wild_groups *groups, wild_ways ways)
{
    wild_ways way[2];
    const bool unlocks = p->locked && p->unlocked;
    int now;
    if (!unlocks && p->late_melds <= 0) {
        now = fill_wild_groups(p, groups, false, way);
        if (p->rules->second_meld == CN_SECOND_MELD_ANY && !is_locking(p))
            begin_wild_melds(p, true, true, way[now], way[now]);
        join_wild_ways(p, ways, way[now]);
    }
    if (p->rules->second_meld == CN_SECOND_MELD_NEVER && groups->count > 0) {
        if (unlocks) {
            now = fill_wild_groups(p, groups, true, way);
            join_wild_ways(p, ways, way[now]);
        }
        return;
    }
    if (p->rules->second_meld == CN_SECOND_MELD_NEVER) {
        now = fill_wild_groups(p, groups, true, way);
        begin_wild_melds(p, true, true, way[now], ways);
        return;
    }
    if (!begins_after_canasta(p))
        return;
    now = fill_wild_groups(p, groups, true, way);
    begin_wild_melds(p, true, false, way[now], way[now]);
    join_wild_ways(p, ways, way[now]);
    begin_wild_melds(p, false, true, way[now], ways);
}

static void group_wild_melds(const struct plan *p, const struct wild_groups *groups, int next,
                             wild_ways ways)
{
    while (next < p->meld_count && !is_wild_meld(p->melds[next]))
        next++;
    if (next == p->meld_count || groups->count == WILD_MELDS_MAX) {
        add_wild_ways(p, groups, ways);
        return;
    }
    const int size = cn_meld_size(p->melds[next]);
    for (int g = 0; g < groups->count && p->rules->second_meld != CN_SECOND_MELD_NEVER; g++) {
        if (groups->size[g] + size > CN_WILD_MELD_MOST)
            continue;
        struct wild_groups joined = *groups;
        joined.size[g] += size;
        group_wild_melds(p, &joined, next + 1, ways);
    }
    struct wild_groups apart = *groups;
    apart.size[apart.count++] = size;
    group_wild_melds(p, &apart, next + 1, ways);
}

void cn__plan_ask_wilds(const struct plan *p, wild_ways ways)
{
    const struct wild_groups none = {.count = 0};
    memset(ways, 0, sizeof(wild_ways));
    group_wild_melds(p, &none, 0, ways);
}
