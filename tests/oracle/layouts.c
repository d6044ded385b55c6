/* layouts.c -- explores what the melds of one rank can come to. */
#include "layouts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    EXPLORED_MAX = 400000, /* states of a rank: few of three packs have more */
    CODED = 5,             /* melds in a word of a code */
    JOINED = LAYOUT_NEEDED | LAYOUT_LIFTS | LAYOUT_BARE
};

/* A rank during the exploration. */
enum stage {
    EARLY,
    LATE,
    OVER /* nothing more is laid late */
};
struct rank {
    int8_t count, stage, late_naturals, late_wilds;
    int8_t peak;    /* the most canastas so far, where one brings a second hand */
    uint16_t marks; /* LAYOUT_LATE and the following */
    uint16_t joined;
    uint8_t joined_naturals, joined_wilds;
    struct layout_group group[LAYOUT_GROUPS];
};

/* Sets of states and of layouts: each is coded in some words, of which the last is never 0. */
enum {
    CODE_WORDS = 4
};
struct code {
    uint64_t word[CODE_WORDS];
};
struct set {
    struct code *at;
    size_t room, count;
};

struct explorer {
    const struct layout_task *task;
    const struct cn_rules *rules;
    int naturals_before, wilds_before, canastas_before;
    bool gave_up;
    struct set seen, found;
};

/* ---- sets ---- */

static struct code *place_of(const struct set *set, const struct code *code)
{
    uint64_t hash = 0;
    for (int i = 0; i < CODE_WORDS; i++)
        hash = (hash ^ code->word[i] ^ hash >> 29) * 0x9e3779b97f4a7c15u;
    size_t at = (size_t)(hash >> 32) & (set->room - 1);
    while (set->at[at].word[CODE_WORDS - 1] != 0 && memcmp(&set->at[at], code, sizeof *code) != 0)
        at = (at + 1) & (set->room - 1);
    return &set->at[at];
}

static void make_room(struct set *set, size_t room)
{
    const struct set old = *set;
    set->room = room;
    set->at = calloc(room, sizeof *set->at);
    if (set->at == NULL)
        abort();
    for (size_t i = 0; i < old.room; i++)
        if (old.at[i].word[CODE_WORDS - 1] != 0)
            *place_of(set, &old.at[i]) = old.at[i];
    free(old.at);
}

/* Returns true if it was not in the set. */
static bool put_into(struct set *set, struct code code)
{
    code.word[CODE_WORDS - 1] |= (uint64_t)1 << 63;
    if (2 * (set->count + 1) > set->room)
        make_room(set, 2 * set->room);
    struct code *place = place_of(set, &code);
    if (place->word[CODE_WORDS - 1] != 0)
        return false;
    *place = code;
    set->count++;
    return true;
}

static struct code code_of_rank(const struct rank *rank)
{
    struct code code = {{0}};
    for (int i = 0; i < rank->count; i++)
        code.word[i / CODED] = code.word[i / CODED] << 11 |
                               (uint64_t)(rank->group[i].naturals << 6 | rank->group[i].wilds);
    const int rest[][2] = {
        {rank->count, 4},           {rank->stage, 2},        {rank->late_naturals, 5},
        {rank->late_wilds, 6},      {rank->marks >> 5, 5},   {rank->joined, 4},
        {rank->joined_naturals, 2}, {rank->joined_wilds, 6}, {rank->peak, 4}};
    for (size_t i = 0; i < sizeof rest / sizeof rest[0]; i++)
        code.word[3] = code.word[3] << rest[i][1] | (uint64_t)rest[i][0];
    return code;
}

/* ---- the law of one rank ---- */

static bool is_wild_rank(const struct explorer *e)
{
    return e->task->kind == CN_JOKER;
}

static int size_of(struct layout_group group)
{
    return group.naturals + group.wilds;
}

static int canastas_of(const struct rank *rank)
{
    int sum = 0;
    for (int i = 0; i < rank->count; i++)
        sum += size_of(rank->group[i]) >= 7;
    return sum;
}

static bool is_dead(const struct explorer *e, const struct rank *rank)
{
    if (!e->rules->dead_ranks || !cn_kind_is_natural(e->task->kind))
        return false;
    return (e->task->turn->others_closed >> e->task->kind & 1) != 0 || canastas_of(rank) > 0;
}

static bool is_listed(int32_t kinds, int kind)
{
    return (kinds >> kind & 1) != 0;
}

/* L18, L20, I30: from this many wild cards to that many, one by one. */
static bool can_grow(const struct explorer *e, struct layout_group to, int wilds_from)
{
    for (int wilds = wilds_from; wilds < to.wilds; wilds++)
        if (!oracle_takes_wild(e->rules, to.naturals, wilds))
            return false;
    return true;
}

/* Returns whether a meld of a rank may come to this, 'laid' of its wild cards laid just now. */
static bool may_stand(const struct explorer *e, struct layout_group to, int laid)
{
    const struct cn_rules *rules = e->rules;
    const bool initial = e->task->turn->initial;
    if (size_of(to) > rules->largest_meld)
        return false;
    if (e->task->kind == CN_BLACK_THREE)
        return to.wilds == 0 && to.naturals <= rules->most_black_threes &&
               e->task->turn->phase != ORACLE_LAST_RED;
    if (rules->wilds_fewer_than_naturals && to.wilds >= to.naturals)
        return false;
    if (initial && !rules->opening_mixed_canasta && to.wilds > 0 && size_of(to) >= 7)
        return false;
    if (laid == 0)
        return true;
    if (is_listed(rules->pure_kinds, e->task->kind))
        return false;
    if (is_listed(rules->pure_after_opening, e->task->kind) &&
        (initial ? e->task->claims : to.wilds == laid))
        return false;
    return initial || to.naturals >= rules->wild_needs_naturals;
}

static bool addition_fits(const struct explorer *e, const struct rank *rank, int at, int naturals,
                          int wilds)
{
    const struct layout_group was = rank->group[at];
    const struct layout_group to = {(int8_t)(was.naturals + naturals), (int8_t)(was.wilds + wilds)};
    if (is_wild_rank(e))
        return e->rules->wild_melds != CN_WILD_MELDS_NONE && to.wilds <= 7;
    return !is_dead(e, rank) && can_grow(e, to, was.wilds) && may_stand(e, to, wilds);
}

static bool all_complete(const struct rank *rank)
{
    return canastas_of(rank) == rank->count;
}

static bool second_fits(const struct explorer *e, const struct rank *rank)
{
    if (rank->count == 0 || e->rules->second_meld == CN_SECOND_MELD_ANY)
        return true;
    return e->rules->second_meld == CN_SECOND_MELD_AFTER_CANASTA && all_complete(rank);
}

static bool new_meld_fits(const struct explorer *e, const struct rank *rank, int naturals,
                          int wilds)
{
    const struct layout_group to = {(int8_t)naturals, (int8_t)wilds};
    const struct cn_rules *rules = e->rules;
    const int kind = e->task->kind;
    if (!second_fits(e, rank) || is_dead(e, rank) || size_of(to) < 3)
        return false;
    if (is_wild_rank(e))
        return rules->wild_melds != CN_WILD_MELDS_NONE && wilds <= 7 &&
               (rules->wild_melds != CN_WILD_MELDS_LOCKING || all_complete(rank));
    if (naturals < (kind == CN_BLACK_THREE ? rules->fewest_black_threes : rules->fewest_naturals))
        return false;
    /* IA15 */
    if (is_listed(rules->pure_after_opening, kind) && e->task->claims && e->task->turn->initial)
        return false;
    return can_grow(e, to, 0) && may_stand(e, to, wilds);
}

static bool combination_fits(const struct explorer *e, const struct rank *rank, int low, int high)
{
    const struct layout_group a = rank->group[low], b = rank->group[high];
    const struct layout_group to = {(int8_t)(a.naturals + b.naturals), (int8_t)(a.wilds + b.wilds)};
    if (is_wild_rank(e))
        return to.wilds <= 7;
    if (is_dead(e, rank) || !may_stand(e, to, 0))
        return false;
    if (e->task->kind != CN_BLACK_THREE && to.wilds > e->rules->most_wilds)
        return false;
    if (!is_listed(e->rules->pure_after_opening, e->task->kind) || (a.wilds > 0) == (b.wilds > 0))
        return true;
    return e->task->turn->initial && !e->task->claims;
}

/* ---- what is found ---- */

static bool is_open(const struct explorer *e, const struct rank *rank)
{
    return is_wild_rank(e) && (e->rules->wild_melds != CN_WILD_MELDS_LOCKING || all_complete(rank));
}

static void mark_open(const struct explorer *e, struct rank *rank)
{
    if (is_open(e, rank))
        rank->marks |= rank->stage == EARLY ? LAYOUT_OPEN : LAYOUT_OPEN_LATE;
}

/* Returns the meld as the opening counts it (IA12). */
static struct layout_group counted(const struct explorer *e, const struct rank *rank, int at)
{
    struct layout_group group = rank->group[at];
    if (at > 0 || !e->task->claimed || e->rules->opening_top_card)
        return group;
    group.naturals--;
    if (group.naturals < e->rules->fewest_naturals || size_of(group) < 3)
        return (struct layout_group){0, 0};
    return group;
}

static bool is_needed(const struct explorer *e, struct layout_group group)
{
    switch ((enum cn_opening_needs)e->rules->opening_needs) {
    case CN_OPENING_ANYTHING: return false;
    case CN_OPENING_NATURAL_MELD: return group.naturals >= 3 && group.wilds == 0;
    case CN_OPENING_NATURAL_OR_WILD_MELD:
        return (group.naturals >= 3 && group.wilds == 0) || (is_wild_rank(e) && group.wilds > 0);
    case CN_OPENING_THREE_NATURALS: return group.naturals >= 3;
    }
    return false;
}

static bool lifts(const struct explorer *e, struct layout_group group)
{
    if (e->rules->canasta_lifts_minimum == CN_LIFTS_NEVER || size_of(group) < 7)
        return false;
    return e->rules->canasta_lifts_minimum == CN_LIFTS_ANY_CANASTA || group.wilds == 0 ||
           is_wild_rank(e);
}

static bool bars(const struct explorer *e, struct layout_group group)
{
    const struct oracle_turn *turn = e->task->turn;
    if (oracle_lacks(turn, ORACLE_OUT_BARS) || turn->phase == ORACLE_LAST_RED ||
        size_of(group) >= 7)
        return false;
    if (is_wild_rank(e))
        return (e->rules->out_bars & CN_KINDS_WORD) != 0;
    return group.wilds == 0 && is_listed(e->rules->out_bars, e->task->kind);
}

static int flags_of(const struct explorer *e, const struct rank *rank)
{
    int flags = 0;
    for (int i = 0; i < rank->count; i++) {
        const struct layout_group group = counted(e, rank, i);
        flags |= is_needed(e, group) ? LAYOUT_NEEDED : 0;
        flags |= lifts(e, group) ? LAYOUT_LIFTS : 0;
        flags |= size_of(group) == 0 ? LAYOUT_BARE : 0;
        flags |= bars(e, rank->group[i]) ? LAYOUT_BARS : 0;
    }
    return flags;
}

static void laid_on(const struct explorer *e, const struct rank *rank, int *naturals, int *wilds)
{
    *naturals = -e->naturals_before;
    *wilds = -e->wilds_before;
    for (int i = 0; i < rank->count; i++) {
        *naturals += rank->group[i].naturals;
        *wilds += rank->group[i].wilds;
    }
}

/* Notes how much of the claimed meld, if it is bare, does not count. */
static void note_aside(const struct explorer *e, const struct rank *rank, int flags,
                       uint8_t *naturals, uint8_t *wilds)
{
    if ((flags & LAYOUT_BARE) == 0)
        return;
    *naturals = (uint8_t)(rank->group[0].naturals - 1);
    *wilds = (uint8_t)(rank->group[0].wilds - e->task->group[0].wilds);
}

static struct layout layout_of(const struct explorer *e, const struct rank *rank)
{
    struct layout layout = {0};
    const int flags = flags_of(e, rank);
    int naturals, wilds;
    laid_on(e, rank, &naturals, &wilds);
    layout.naturals = (uint8_t)naturals;
    layout.wilds = (uint8_t)wilds;
    layout.late_naturals = (uint8_t)rank->late_naturals;
    layout.late_wilds = (uint8_t)rank->late_wilds;
    for (int i = 0; i < rank->count; i++) {
        const bool mixed = rank->group[i].wilds > 0 && !is_wild_rank(e);
        if (size_of(rank->group[i]) < 7)
            continue;
        if (mixed)
            layout.mixed++;
        else
            layout.natural++;
    }
    const bool combined = (rank->marks & (LAYOUT_COMBINED | LAYOUT_TRAILS)) != 0;
    const int ends = naturals + wilds > 0 && !combined ? LAYOUT_ENDS : 0;
    layout.flags = (uint16_t)((flags | ends | rank->marks) & ~LAYOUT_COMBINED);
    note_aside(e, rank, flags, &layout.aside_naturals, &layout.aside_wilds);
    if (rank->stage == EARLY) {
        layout.joined = (uint16_t)(flags & JOINED);
        layout.joined_naturals = layout.aside_naturals;
        layout.joined_wilds = layout.aside_wilds;
        if (is_open(e, rank))
            layout.flags |= LAYOUT_OPEN_LATE; /* as it stays, if nothing is laid late */
    } else {
        layout.joined = rank->joined;
        layout.joined_naturals = rank->joined_naturals;
        layout.joined_wilds = rank->joined_wilds;
    }
    const int kept = e->task->naturals - naturals;
    layout.kept = (uint8_t)(kept < 2 ? kept : 2);
    layout.gain = (uint8_t)(rank->peak - e->canastas_before);
    return layout;
}

/* I31, at the moment when the pile joins. */
static bool may_join(const struct explorer *e, const struct rank *rank)
{
    return !e->task->staged || !e->task->claimed || rank->group[0].naturals > rank->group[0].wilds;
}

static void keep(struct explorer *e, const struct rank *rank)
{
    if (rank->stage == EARLY && !may_join(e, rank))
        return;
    const struct layout layout = layout_of(e, rank);
    struct code code = {{0}};
    memcpy(code.word, &layout, sizeof layout);
    put_into(&e->found, code);
}

/* ---- steps ---- */

static void explore(struct explorer *e, const struct rank *from);

void layouts_sort_groups(struct layout_task *task)
{
    for (int i = task->claimed ? 2 : 1; i < task->count; i++) {
        const struct layout_group moved = task->group[i];
        int at = i;
        for (; at > (task->claimed ? 1 : 0); at--) {
            const struct layout_group left = task->group[at - 1];
            if (left.naturals * 64 + left.wilds <= moved.naturals * 64 + moved.wilds)
                break;
            task->group[at] = left;
        }
        task->group[at] = moved;
    }
}

/* Equal ranks get equal codes. */
static void sort_groups(const struct explorer *e, struct rank *rank)
{
    struct layout_task sorted = {.claimed = e->task->claimed, .count = rank->count};
    memcpy(sorted.group, rank->group, sizeof sorted.group);
    layouts_sort_groups(&sorted);
    memcpy(rank->group, sorted.group, sizeof sorted.group);
}

/* Returns the stage after a late step that lays these cards (none: it combines melds). Useful ones
 * are, on the claimed rank, wild cards and combinations, which could not stand when the pile
 * joined, or what closes the rank; of any rank, one last step, because combining needs a card in
 * the hand; and wild melds, which may have to wait for the other wild cards. */
static enum stage stage_after(const struct explorer *e, const struct rank *next, int naturals,
                              int wilds)
{
    if (is_wild_rank(e))
        return LATE;
    if (!e->task->claimed)
        return naturals + wilds > 0 ? OVER : EARLY;
    return naturals == 0 || is_dead(e, next) ? LATE : OVER;
}

static void note_peak(const struct explorer *e, struct rank *rank)
{
    const int canastas = canastas_of(rank);
    if (e->rules->second_hand.count > 0 && canastas > rank->peak)
        rank->peak = (int8_t)canastas;
}

static void explore_late(struct explorer *e, const struct rank *from, struct rank next,
                         int naturals, int wilds)
{
    const enum stage stage = stage_after(e, &next, naturals, wilds);
    if (from->stage == OVER || stage == EARLY || (from->stage == EARLY && !may_join(e, from)))
        return;
    if (from->stage == EARLY) {
        struct rank joined = *from;
        const int flags = flags_of(e, from);
        next.joined = (uint16_t)(flags & JOINED);
        note_aside(e, from, flags, &next.joined_naturals, &next.joined_wilds);
        joined.stage = LATE;
        mark_open(e, &joined);
        next.marks = joined.marks;
    }
    next.stage = (int8_t)stage;
    next.late_naturals = (int8_t)(next.late_naturals + naturals);
    next.late_wilds = (int8_t)(next.late_wilds + wilds);
    next.marks &= (uint16_t) ~(LAYOUT_TRAILS | LAYOUT_COMBINED);
    next.marks |= naturals + wilds > 0 ? LAYOUT_LATE : LAYOUT_LATE | LAYOUT_TRAILS;
    mark_open(e, &next);
    sort_groups(e, &next);
    note_peak(e, &next);
    explore(e, &next);
}

static void advance(struct explorer *e, const struct rank *from, struct rank next, int naturals,
                    int wilds)
{
    if (e->task->staged)
        explore_late(e, from, next, naturals, wilds);
    if (from->stage != EARLY)
        return;
    next.marks &= (uint16_t)~LAYOUT_COMBINED;
    if (naturals + wilds == 0 && layouts_order_matters(e->rules))
        next.marks |= LAYOUT_COMBINED;
    mark_open(e, &next);
    sort_groups(e, &next);
    note_peak(e, &next);
    explore(e, &next);
}

static void add_to(struct explorer *e, const struct rank *from, int at, int naturals, int wilds)
{
    if (!addition_fits(e, from, at, naturals, wilds))
        return;
    struct rank next = *from;
    next.group[at].naturals = (int8_t)(next.group[at].naturals + naturals);
    next.group[at].wilds = (int8_t)(next.group[at].wilds + wilds);
    advance(e, from, next, naturals, wilds);
}

static void begin(struct explorer *e, const struct rank *from, int naturals, int wilds)
{
    if (!new_meld_fits(e, from, naturals, wilds))
        return;
    assert(from->count < LAYOUT_GROUPS);
    struct rank next = *from;
    next.group[next.count++] = (struct layout_group){(int8_t)naturals, (int8_t)wilds};
    advance(e, from, next, naturals, wilds);
}

/* Where a canasta closes its rank, cards can be laid before it is combined and not after. Elsewhere
 * they can be laid after it too, or on the melds without combining these. */
bool layouts_order_matters(const struct cn_rules *rules)
{
    return rules->dead_ranks && rules->largest_meld > 7 && rules->second_meld == CN_SECOND_MELD_ANY;
}

/* One card on each meld, and the smallest new melds: larger steps can lay nothing else, as a wild
 * card may always follow the naturals that it needs. */
static void take_small_steps(struct explorer *e, const struct rank *from, int naturals, int wilds)
{
    for (int at = 0; at < from->count; at++) {
        if (naturals > 0)
            add_to(e, from, at, 1, 0);
        if (wilds > 0)
            add_to(e, from, at, 0, 1);
    }
    if (is_wild_rank(e)) {
        if (wilds >= 3)
            begin(e, from, 0, 3);
        return;
    }
    if (naturals >= 2 && wilds >= 1)
        begin(e, from, 2, 1);
    for (int n = 3; n <= naturals; n++)
        if (new_meld_fits(e, from, n, 0)) {
            begin(e, from, n, 0);
            break;
        }
}

/* Where a canasta closes its rank, the step that completes it may be of any size (IA23). */
static void take_closing_steps(struct explorer *e, const struct rank *from, int naturals, int wilds)
{
    for (int n = 0; n <= naturals; n++)
        for (int w = 0; w <= wilds; w++) {
            for (int at = 0; at < from->count; at++)
                if (size_of(from->group[at]) + n + w > 7)
                    add_to(e, from, at, n, w);
            if (n + w > 6)
                begin(e, from, n, w);
        }
}

static void take_combinations(struct explorer *e, const struct rank *from)
{
    for (int i = 0; i < from->count; i++)
        for (int j = i + 1; j < from->count; j++) {
            if (!combination_fits(e, from, i, j))
                continue;
            struct rank next = *from;
            struct layout_group *into = &next.group[i];
            into->naturals = (int8_t)(into->naturals + next.group[j].naturals);
            into->wilds = (int8_t)(into->wilds + next.group[j].wilds);
            next.count--;
            for (int k = j; k < next.count; k++)
                next.group[k] = next.group[k + 1];
            next.group[next.count] = (struct layout_group){0, 0};
            advance(e, from, next, 0, 0);
        }
}

static void explore(struct explorer *e, const struct rank *from)
{
    if (e->seen.count >= EXPLORED_MAX) {
        e->gave_up = true;
        return;
    }
    if (!put_into(&e->seen, code_of_rank(from)))
        return;
    keep(e, from);
    if (from->stage == OVER)
        return;
    int naturals, wilds;
    laid_on(e, from, &naturals, &wilds);
    naturals = e->task->naturals - naturals;
    wilds = e->task->wilds - wilds;
    take_small_steps(e, from, naturals, wilds);
    if (e->rules->dead_ranks && e->rules->largest_meld > 7 && cn_kind_is_natural(e->task->kind))
        take_closing_steps(e, from, naturals, wilds);
    take_combinations(e, from);
}

/* ---- the lists ---- */

static int by_naturals(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct layout)); /* naturals are its first byte */
}

static void sort_by_naturals(struct layouts *layouts)
{
    qsort(layouts->all, (size_t)layouts->count, sizeof *layouts->all, by_naturals);
    int at = 0;
    for (int n = 0; n <= LAYOUT_NATURALS; n++) {
        while (at < layouts->count && layouts->all[at].naturals < n)
            at++;
        layouts->from[n] = at;
    }
}

static bool differ_in_naturals(struct layout a, struct layout b)
{
    a.naturals = b.naturals = 0;
    a.natural = b.natural = a.mixed = b.mixed = 0;
    a.flags &= (uint16_t)~LAYOUT_BARS;
    b.flags &= (uint16_t)~LAYOUT_BARS;
    return memcmp(&a, &b, sizeof a) == 0;
}

/* From the last to the first, since later ones lay more. */
static void choose_best(struct layouts *layouts)
{
    layouts->best = calloc((size_t)layouts->count + 1, sizeof *layouts->best);
    if (layouts->best == NULL)
        abort();
    for (int i = layouts->count - 1; i >= 0; i--) {
        bool known = false;
        for (int k = 0; k < layouts->best_count && !known; k++)
            known = differ_in_naturals(layouts->best[k], layouts->all[i]);
        if (!known)
            layouts->best[layouts->best_count++] = layouts->all[i];
    }
}

static struct layouts *collect(const struct set *found)
{
    struct layouts *layouts = calloc(1, sizeof *layouts);
    if (layouts == NULL)
        abort();
    layouts->all = calloc(found->count + 1, sizeof *layouts->all);
    if (layouts->all == NULL)
        abort();
    for (size_t i = 0; i < found->room; i++)
        if (found->at[i].word[CODE_WORDS - 1] != 0)
            memcpy(&layouts->all[layouts->count++], found->at[i].word, sizeof *layouts->all);
    sort_by_naturals(layouts);
    choose_best(layouts);
    return layouts;
}

struct layouts *layouts_explore(const struct layout_task *task, bool *gave_up)
{
    static_assert(sizeof(struct layout) <= (CODE_WORDS - 1) * sizeof(uint64_t), "fits a code");
    struct explorer e = {.task = task, .rules = task->turn->rules};
    struct rank root = {.count = (int8_t)task->count};
    memcpy(root.group, task->group, sizeof root.group);
    for (int i = 0; i < task->count; i++) {
        e.naturals_before += task->group[i].naturals;
        e.wilds_before += task->group[i].wilds;
    }
    e.canastas_before = root.peak = (int8_t)canastas_of(&root);
    make_room(&e.seen, 256);
    make_room(&e.found, 64);
    mark_open(&e, &root);
    explore(&e, &root);
    *gave_up |= e.gave_up;
    struct layouts *layouts = collect(&e.found);
    free(e.seen.at);
    free(e.found.at);
    return layouts;
}

void layouts_free(struct layouts *layouts)
{
    free(layouts->all);
    free(layouts->best);
    free(layouts);
}
