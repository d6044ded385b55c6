/* feasible.c -- calculates whether a turn can be brought to a legal end, for hands of any size.
 *
 * Cards laid on one rank affect the other ranks only through a few sums: the wild cards used, the
 * canastas made, the points, and whether some meld is one that the opening needs. So each rank is
 * explored separately (layouts.h), melds of wild cards too, and the ranks are added up, twice:
 *   - to stay in, points are maximised while enough cards are kept;
 *   - to go out, everything except at most one card must be laid, so the points are known and the
 *     canastas are maximised, besides those that are asked for by name.
 * Two ranks are added last and one layout at a time: the wild melds, because an unfinished one may
 * lock the other wild cards, so that these must come before it or after it is complete; and the
 * claimed rank, if its top card does not count or its naturals must outnumber its wild cards.
 *
 * While a claim waits, its pile joins at one moment, and the rules are about that moment (L33, I10,
 * I31) and about the end of the turn again. All that the opening asks for at that moment stays true
 * for the rest of the turn if it is true at the end, except that naturals outnumber the wild cards
 * of the claimed meld. So only with that rule are there late cards, laid after it. A hand that
 * takes the pack by I10 could go out at that moment, so it needs nothing late.
 *
 * A second hand brings unknown cards, which are never laid. It changes only how many cards there
 * are at the end.
 */
#include "feasible.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "layouts.h"

enum {
    WILDS = LAYOUT_WILDS,
    FLAGS = LAYOUT_SUMS
};

/* ---- layouts kept for one list ---- */

struct known_layouts {
    struct layout_task task;
    struct layouts *layouts;
    struct known_layouts *next;
};
enum {
    SHELVES = 4096
};
/* What all layouts of a list depend on. */
struct conditions {
    struct cn_rules rules;
    int wilds; /* in the hand of the seat */
    bool initial, last_red, barred;
    unsigned others_closed;
};
struct calculator {
    bool gave_up, started;
    struct conditions conditions;
    struct known_layouts *shelf[SHELVES];
};

/* Returns whether naturals must outnumber wild cards when the pile joins, later than now. */
static bool stages_matter(const struct oracle_turn *turn)
{
    return turn->phase == ORACLE_CLAIM && turn->initial && turn->rules->naturals_outnumber_wilds;
}

static bool claims_in_opening(const struct oracle_turn *turn)
{
    return turn->initial && turn->drew == CN_DREW_PILE && turn->claim >= 0;
}

/* Returns the kind of the claimed meld if that meld is kept apart, or CN_NO_KIND. */
static int kind_apart(const struct oracle_turn *turn)
{
    if (!claims_in_opening(turn) || (turn->rules->opening_top_card && !stages_matter(turn)))
        return CN_NO_KIND;
    return turn->melds[turn->claim].kind;
}

static struct layout_task describe(const struct calculator *calculator,
                                   const struct oracle_turn *turn, int kind)
{
    struct layout_task task = {.turn = turn, .kind = kind};
    task.naturals = kind == CN_JOKER ? 0 : turn->hand[kind];
    task.claims = claims_in_opening(turn) && turn->melds[turn->claim].kind == kind;
    task.claimed = kind_apart(turn) == kind;
    task.staged = stages_matter(turn);
    int wilds_before = 0;
    for (int pass = 0; pass < 2; pass++) /* the claimed one first, if it is kept apart */
        for (int m = 0; m < turn->meld_count; m++) {
            const struct oracle_meld *meld = &turn->melds[m];
            const bool first = task.claimed && m == turn->claim;
            if (meld->kind != kind || oracle_meld_size(meld) == 0 || first != (pass == 0))
                continue;
            assert(task.count < LAYOUT_GROUPS);
            task.group[task.count++] = (struct layout_group){meld->naturals, meld->wilds};
            wilds_before += meld->wilds;
        }
    /* At most all wild cards. The hand may now have fewer than when the list began. */
    const int most = CN_WILDS_MAX - wilds_before;
    task.wilds = calculator->conditions.wilds < most ? calculator->conditions.wilds : most;
    layouts_sort_groups(&task);
    return task;
}

static bool is_same_task(const struct layout_task *a, const struct layout_task *b)
{
    return a->kind == b->kind && a->naturals == b->naturals && a->claimed == b->claimed &&
           a->claims == b->claims && a->staged == b->staged && a->count == b->count &&
           memcmp(a->group, b->group, sizeof a->group) == 0;
}

static unsigned shelf_of(const struct layout_task *task)
{
    uint64_t hash = (uint64_t)task->kind * 8 + (uint64_t)task->claimed * 4 +
                    (uint64_t)task->claims * 2 + (uint64_t)task->staged;
    hash = hash * 32 + (uint64_t)task->naturals;
    for (int i = 0; i < task->count; i++)
        hash = (hash * 1000003 + (uint64_t)(task->group[i].naturals * 64 + task->group[i].wilds)) *
               0x9e3779b97f4a7c15u;
    return (unsigned)(hash * 0x9e3779b97f4a7c15u >> 52);
}

static const struct layouts *layouts_of(struct calculator *calculator,
                                        const struct oracle_turn *turn, int kind)
{
    const struct layout_task task = describe(calculator, turn, kind);
    struct known_layouts **shelf = &calculator->shelf[shelf_of(&task)];
    for (const struct known_layouts *k = *shelf; k != NULL; k = k->next)
        if (is_same_task(&k->task, &task))
            return k->layouts;
    struct known_layouts *known = malloc(sizeof *known);
    if (known == NULL)
        abort();
    known->task = task;
    known->task.turn = NULL;
    known->layouts = layouts_explore(&task, &calculator->gave_up);
    known->next = *shelf;
    *shelf = known;
    return known->layouts;
}

static void free_layouts(struct calculator *calculator)
{
    for (int i = 0; i < SHELVES; i++)
        while (calculator->shelf[i] != NULL) {
            struct known_layouts *gone = calculator->shelf[i];
            calculator->shelf[i] = gone->next;
            layouts_free(gone->layouts);
            free(gone);
        }
}

/* Keeps the layouts of the list before, often of the same position without a requirement, if they
 * hold for this one. */
static void start_turn(struct calculator *calculator, const struct oracle_turn *turn)
{
    static struct conditions now;
    memset(&now, 0, sizeof now);
    memcpy(&now.rules, turn->rules, sizeof now.rules);
    now.rules.go_out_by_melding = 0;
    now.rules.naturals_outnumber_wilds = 0; /* a part of the tasks */
    now.wilds = calculator->conditions.wilds;
    now.initial = turn->initial;
    now.last_red = turn->phase == ORACLE_LAST_RED;
    now.barred = !oracle_lacks(turn, ORACLE_OUT_BARS);
    now.others_closed = turn->others_closed;
    calculator->started = true;
    if (memcmp(&now, &calculator->conditions, sizeof now) == 0)
        return;
    free_layouts(calculator);
    calculator->gave_up = false;
    calculator->conditions = now;
}

/* ---- the opening ---- */

static int wilds_in(const struct oracle_turn *turn)
{
    return turn->hand[CN_DEUCE] + turn->hand[CN_JOKER];
}

/* Returns the points of the 'count' highest wild cards of the hand. */
static int best_wilds(const struct oracle_turn *turn, int count)
{
    const int deuce = oracle_points_of(turn->rules, CN_DEUCE);
    const int joker = oracle_points_of(turn->rules, CN_JOKER);
    const int first = joker > deuce ? CN_JOKER : CN_DEUCE;
    const int of_first = count < turn->hand[first] ? count : turn->hand[first];
    return of_first * (first == CN_JOKER ? joker : deuce) +
           (count - of_first) * (first == CN_JOKER ? deuce : joker);
}

/* What all ranks come to. */
struct total {
    int points, late_points; /* of the hand's naturals that are laid; of the late ones */
    int wilds, late_wilds;   /* of the hand, laid */
    int flags, joined;       /* at the end, and when the pile joined */
    int canastas;
    bool late;                    /* something happens after the pile joined … */
    bool trails;                  /* … or melds are combined when no known card is held */
    const struct layout *claimed; /* NULL if it is not kept apart */
};

/* Returns what does not count of the claimed meld (IA12), apart from new wild cards. */
static int points_aside(const struct oracle_turn *turn, int flags, int naturals)
{
    if (turn->rules->opening_top_card || !claims_in_opening(turn))
        return 0;
    const struct oracle_meld *claimed = &turn->melds[turn->claim];
    const int each = oracle_points_of(turn->rules, claimed->kind);
    if ((flags & LAYOUT_BARE) == 0)
        return each;
    return each * (1 + naturals) + claimed->jokers * oracle_points_of(turn->rules, CN_JOKER) +
           (claimed->wilds - claimed->jokers) * oracle_points_of(turn->rules, CN_DEUCE);
}

static bool has_count(const struct oracle_turn *turn, const struct total *total)
{
    if ((total->flags & LAYOUT_LIFTS) != 0)
        return true;
    const struct layout *c = total->claimed;
    const int aside = c == NULL ? 0 : points_aside(turn, c->flags, c->aside_naturals);
    const int wilds = total->wilds - (c == NULL ? 0 : c->aside_wilds);
    return turn->points + total->points - aside + best_wilds(turn, wilds) >= turn->minimum;
}

static bool had_count(const struct oracle_turn *turn, const struct total *total)
{
    if ((total->joined & LAYOUT_LIFTS) != 0)
        return true;
    const struct layout *c = total->claimed;
    const int aside = c == NULL ? 0 : points_aside(turn, c->joined, c->joined_naturals);
    const int wilds = total->wilds - total->late_wilds - (c == NULL ? 0 : c->joined_wilds);
    return turn->points + total->points - total->late_points - aside + best_wilds(turn, wilds) >=
           turn->minimum;
}

static bool has_needed_meld(const struct oracle_turn *turn, int flags)
{
    return turn->rules->opening_needs == CN_OPENING_ANYTHING ||
           oracle_lacks(turn, ORACLE_OPENING_NEEDS) || (flags & LAYOUT_NEEDED) != 0;
}

static bool could_be_concealed(const struct oracle_turn *turn, const struct total *total)
{
    return total->canastas > 0 || !turn->rules->concealed_needs_canasta;
}

/* Returns whether the pile joins, if it waits. */
static bool pile_joins(const struct oracle_turn *turn, const struct total *total, bool out)
{
    if (turn->phase != ORACLE_CLAIM)
        return true;
    if (!has_needed_meld(turn, total->joined))
        return false;
    if (had_count(turn, total))
        return true;
    /* I10: nothing is late, so all that going out asks for is there, and at most one card is
     * left. Where that is what joins, melds must be combined before, with a card in the hand. */
    return out && !total->late && !total->trails &&
           turn->rules->concealed_minimum == CN_CONCEALED_NONE && could_be_concealed(turn, total);
}

/* Returns whether the opening is complete, or nothing has to open. */
static bool opens(const struct oracle_turn *turn, const struct total *total, bool out)
{
    if (!turn->initial)
        return true;
    if (!has_needed_meld(turn, total->flags) || !pile_joins(turn, total, out))
        return false;
    if (has_count(turn, total))
        return true;
    return out && turn->phase != ORACLE_LAST_RED && oracle_concealed_is_free(turn) &&
           could_be_concealed(turn, total);
}

static bool is_late(const struct layout *layout)
{
    return (layout->flags & LAYOUT_LATE) != 0;
}

static bool lays_late(const struct layout *layout)
{
    return (layout->flags & (LAYOUT_LATE | LAYOUT_TRAILS)) == LAYOUT_LATE;
}

/* The wild cards laid elsewhere must find the wild melds complete at some moment. */
static bool is_unlocked(const struct layout *wild_melds, int wilds, int late_wilds)
{
    if (wilds > late_wilds && (wild_melds->flags & LAYOUT_OPEN) == 0)
        return false;
    return late_wilds == 0 || (wild_melds->flags & LAYOUT_OPEN_LATE) != 0;
}

/* ---- staying in ---- */

/* What the seat needs at the end besides its opening. */
struct goal {
    int keep;   /* known cards that stay, 2 at most */
    int others; /* cards of the hand besides those */
    bool all;   /* no known card */
    bool late;  /* cards may be late */
    int gain;   /* canastas more than now */
};

/* most[canastas more][naturals kept, at most 2 counted][flags][wild cards laid]: points of
 * naturals, -1 for never. Only up to the goal's canastas. */
struct points_sum {
    int16_t most[LAYOUT_GAINS][3][FLAGS][WILDS];
};

static int at_most(int value, int most)
{
    return value < most ? value : most;
}

static void add_layout(struct points_sum *next, const struct points_sum *sum, int wilds,
                       const struct layout *layout, int points, int gain)
{
    for (int gained = 0; gained <= gain; gained++)
        for (int kept = 0; kept <= 2; kept++)
            for (int flags = 0; flags < FLAGS; flags++)
                for (int before = 0; before + layout->wilds <= wilds; before++) {
                    const int sofar = sum->most[gained][kept][flags][before];
                    if (sofar < 0)
                        continue;
                    int16_t *slot =
                        &next->most[at_most(gained + layout->gain, gain)]
                                   [at_most(kept + layout->kept, 2)]
                                   [flags | (layout->flags & (FLAGS - 1))][before + layout->wilds];
                    if (sofar + points > *slot)
                        *slot = (int16_t)(sofar + points);
                }
}

static void add_points(struct calculator *calculator, const struct oracle_turn *turn, int kind,
                       int gain, struct points_sum *sum)
{
    const struct layouts *layouts = layouts_of(calculator, turn, kind);
    const size_t size = (size_t)(gain + 1) * sizeof sum->most[0];
    struct points_sum next;
    memset(next.most, -1, size);
    for (int i = 0; i < layouts->best_count; i++) {
        const struct layout *layout = &layouts->best[i];
        if (is_late(layout))
            continue;
        const int points = layout->naturals * oracle_points_of(turn->rules, kind);
        add_layout(&next, sum, wilds_in(turn), layout, points, gain);
    }
    memcpy(sum->most, next.most, size);
}

/* Returns whether black threes are laid by a seat that stays in. */
static bool lays_threes(const struct oracle_turn *turn)
{
    return oracle_lacks(turn, ORACLE_BLACK_THREES) && turn->phase != ORACLE_LAST_RED &&
           !oracle_is_bonus(turn->rules, CN_BLACK_THREE);
}

static int threes_in(const struct oracle_turn *turn)
{
    return oracle_is_bonus(turn->rules, CN_BLACK_THREE) ? 0 : turn->hand[CN_BLACK_THREE];
}

/* What is reached by all ranks but two, and the layouts of those. */
struct staying {
    const struct oracle_turn *turn;
    const struct goal *goal;
    const struct layout *claimed, *wild_melds; /* claimed: NULL if it is not kept apart */
    const struct points_sum *rest;
};

static bool staying_slot_does(const struct staying *s, int kept, int flags, int gained, int wilds)
{
    static const struct layout none = {0};
    const struct layout *c = s->claimed != NULL ? s->claimed : &none;
    const struct layout *v = s->wild_melds;
    const int points = s->rest->most[gained][kept][flags][wilds];
    const int laid = wilds + c->wilds + v->wilds;
    if (points < 0 || laid > wilds_in(s->turn) || gained + c->gain + v->gain < s->goal->gain)
        return false;
    if (!is_unlocked(v, wilds + c->wilds, c->late_wilds))
        return false;
    const int left = kept + c->kept + wilds_in(s->turn) - laid;
    if (s->goal->all ? left > 0 : left < s->goal->keep)
        return false;
    struct total total = {.points = points, .wilds = laid, .claimed = s->claimed};
    total.flags = flags | c->flags | v->flags;
    total.joined = flags | c->joined | v->joined;
    total.late_wilds = c->late_wilds + v->late_wilds;
    total.late = is_late(c) || is_late(v);
    /* Combining needs a card in the hand. */
    if (left == 0 && (c->flags & LAYOUT_TRAILS) != 0 && !lays_late(v))
        return false;
    if (left + s->goal->others == 0 && (total.flags & LAYOUT_ENDS) == 0)
        return false;
    if (s->claimed != NULL) {
        const int each = oracle_points_of(s->turn->rules, s->turn->melds[s->turn->claim].kind);
        total.points += c->naturals * each;
        total.late_points = c->late_naturals * each;
    }
    return opens(s->turn, &total, false);
}

static bool staying_does(const struct staying *s)
{
    if (!s->goal->late && is_late(s->wild_melds))
        return false;
    for (int kept = 0; kept <= 2; kept++)
        for (int flags = 0; flags < FLAGS; flags++)
            for (int gained = 0; gained <= s->goal->gain; gained++)
                for (int wilds = 0; wilds <= wilds_in(s->turn); wilds++)
                    if (staying_slot_does(s, kept, flags, gained, wilds))
                        return true;
    return false;
}

static bool staying_with(struct calculator *calculator, struct staying *s)
{
    const struct layouts *wild_melds = layouts_of(calculator, s->turn, CN_JOKER);
    for (int i = 0; i < wild_melds->count; i++) {
        s->wild_melds = &wild_melds->all[i];
        if (staying_does(s))
            return true;
    }
    return false;
}

/* Returns whether cards can be laid so that the opening is complete, the pile has joined, and the
 * goal is reached. */
static bool can_reach(struct calculator *calculator, const struct oracle_turn *turn,
                      const struct goal *goal)
{
    struct points_sum sum;
    memset(sum.most, -1, (size_t)(goal->gain + 1) * sizeof sum.most[0]);
    const int apart = kind_apart(turn);
    const bool threes = lays_threes(turn);
    sum.most[0][threes ? 0 : at_most(threes_in(turn), 2)][0][0] = 0;
    for (int kind = threes ? CN_BLACK_THREE : CN_FOUR; kind <= CN_ACE; kind++)
        if (kind != apart)
            add_points(calculator, turn, kind, goal->gain, &sum);
    struct staying s = {.turn = turn, .goal = goal, .rest = &sum};
    if (apart == CN_NO_KIND)
        return staying_with(calculator, &s);
    const struct layouts *claimed = layouts_of(calculator, turn, apart);
    for (int i = 0; i < claimed->best_count; i++) {
        s.claimed = &claimed->best[i];
        if (!goal->late && is_late(s.claimed))
            continue;
        if (staying_with(calculator, &s))
            return true;
    }
    return false;
}

/* ---- going out ---- */

enum {
    ASKED = 7 /* of natural or mixed canastas at most, and none */
};

/* others[natural][mixed]: the most other canastas beside these numbers of natural and mixed ones,
 * which are at most those that the contract asks for; -1 for never. */
struct canastas {
    int8_t others[ASKED][ASKED];
};
/* By canastas more, up to those that a way asks for, by flags and by wild cards laid. */
struct canasta_sum {
    struct canastas at[LAYOUT_GAINS][FLAGS][WILDS];
};

static int asked_of(const struct oracle_turn *turn, int class)
{
    if (oracle_lacks(turn, ORACLE_CONTRACT))
        return 0;
    return turn->rules->out_contract.of[CN_KEY_OF_CLASS + class];
}

static int asked_of_kind(const struct oracle_turn *turn, int kind)
{
    return oracle_lacks(turn, ORACLE_CONTRACT) ? 0 : turn->rules->out_contract.of[kind];
}

static int asked_wild(const struct oracle_turn *turn)
{
    return oracle_lacks(turn, ORACLE_CONTRACT) ? 0 : turn->rules->out_contract.of[CN_KEY_WILD];
}

/* Adds the canastas of a rank to a sum in which there are some. */
static void put_canastas(const struct oracle_turn *turn, int kind, const struct layout *layout,
                         const struct canastas *from, struct canastas *to)
{
    const int named = asked_of_kind(turn, kind);
    const int naturals_asked = asked_of(turn, CN_CLASS_NATURAL);
    const int mixed_asked = asked_of(turn, CN_CLASS_MIXED);
    if (layout->natural + layout->mixed < named)
        return;
    for (int n = 0; n <= naturals_asked; n++)
        for (int m = 0; m <= mixed_asked; m++) {
            if (from->others[n][m] < 0)
                continue;
            const int n1 = named > 0 ? n : at_most(n + layout->natural, naturals_asked);
            const int m1 = named > 0 ? m : at_most(m + layout->mixed, mixed_asked);
            const int others =
                from->others[n][m] + n + m + layout->natural + layout->mixed - n1 - m1;
            if (others > to->others[n1][m1])
                to->others[n1][m1] = (int8_t)others;
        }
}

/* A way to go out. 'turn' has exactly the cards to be laid, 'at' the whole hand of the seat. */
struct way {
    const struct oracle_turn *turn, *at;
    bool spare; /* a card is left until the end */
    bool opens; /* the opening must be complete: a second hand comes */
    int gain;   /* canastas more than now */
    int last_kind;
    const struct layout *claimed, *wild_melds, *last; /* last: of a rank that ends the laying */
    const struct canasta_sum *rest;
};

static bool barred(const struct layout *layout)
{
    return (layout->flags & LAYOUT_BARS) != 0;
}

/* Adds the layouts that lay all naturals of a rank. */
static void add_canastas(struct calculator *calculator, const struct way *way, int kind,
                         struct canasta_sum *sum)
{
    const struct oracle_turn *turn = way->turn;
    const struct layouts *layouts = layouts_of(calculator, way->at, kind);
    const int naturals = turn->hand[kind];
    const size_t size = (size_t)(way->gain + 1) * sizeof sum->at[0];
    struct canasta_sum next;
    memset(next.at, -1, size);
    for (int i = layouts->from[naturals]; i < layouts->from[naturals + 1]; i++) {
        const struct layout *layout = &layouts->all[i];
        if (barred(layout) || is_late(layout))
            continue;
        for (int gained = 0; gained <= way->gain; gained++)
            for (int flags = 0; flags < FLAGS; flags++)
                for (int before = 0; before + layout->wilds <= wilds_in(turn); before++)
                    put_canastas(
                        turn, kind, layout, &sum->at[gained][flags][before],
                        &next.at[at_most(gained + layout->gain, way->gain)]
                                [flags | (layout->flags & (FLAGS - 1))][before + layout->wilds]);
    }
    memcpy(sum->at, next.at, size);
}

static void add_all_canastas(struct calculator *calculator, const struct way *way,
                             struct canasta_sum *sum)
{
    const int first = threes_in(way->at) > 0 || oracle_has_kind(way->at, CN_BLACK_THREE)
                          ? CN_BLACK_THREE
                          : CN_FOUR;
    memset(sum->at, -1, (size_t)(way->gain + 1) * sizeof sum->at[0]);
    sum->at[0][0][0].others[0][0] = 0;
    for (int kind = first; kind <= CN_ACE; kind++)
        if (kind != kind_apart(way->at) && kind != way->last_kind)
            add_canastas(calculator, way, kind, sum);
}

static int natural_points(const struct oracle_turn *turn)
{
    int sum = 0;
    for (int kind = CN_BLACK_THREE; kind <= CN_ACE; kind++)
        if (!oracle_is_bonus(turn->rules, kind))
            sum += turn->hand[kind] * oracle_points_of(turn->rules, kind);
    return sum;
}

/* Returns the most canastas with all that the contract asks for, or -1. */
static int canastas_of(const struct way *way, const struct canastas *rest)
{
    const struct oracle_turn *turn = way->turn;
    struct canastas sum = *rest;
    const struct layout *single[2] = {way->claimed, way->last};
    const int kinds[2] = {kind_apart(way->at), way->last_kind};
    for (int i = 0; i < 2; i++) {
        if (single[i] == NULL)
            continue;
        struct canastas next;
        memset(&next, -1, sizeof next);
        put_canastas(turn, kinds[i], single[i], &sum, &next);
        sum = next;
    }
    const int natural = asked_of(turn, CN_CLASS_NATURAL), mixed = asked_of(turn, CN_CLASS_MIXED);
    const int others = sum.others[natural][mixed];
    if (others < 0 || way->wild_melds->natural < asked_wild(turn))
        return -1;
    return others + natural + mixed + way->wild_melds->natural;
}

static bool slot_leads_out(const struct way *way, int gained, int flags, int wilds)
{
    static const struct layout none = {0};
    const struct oracle_turn *turn = way->turn;
    const struct layout *c = way->claimed != NULL ? way->claimed : &none;
    const struct layout *l = way->last != NULL ? way->last : &none;
    const struct layout *v = way->wild_melds;
    struct total total = {.points = natural_points(turn),
                          .wilds = wilds_in(turn),
                          .claimed = way->claimed,
                          .flags = flags | c->flags | l->flags | v->flags,
                          .joined = flags | c->joined | l->joined | v->joined};
    total.late_wilds = c->late_wilds + l->late_wilds + v->late_wilds;
    if (!is_unlocked(v, wilds + c->wilds + l->wilds, c->late_wilds + l->late_wilds))
        return false;
    if (!way->spare && (total.flags & LAYOUT_ENDS) == 0)
        return false;
    total.canastas = canastas_of(way, &way->rest->at[gained][flags][wilds]);
    if (total.canastas < turn->needed || gained + c->gain + l->gain + v->gain < way->gain)
        return false;
    total.late = is_late(c) || is_late(l) || is_late(v);
    total.trails = way->turn == way->at && (total.flags & LAYOUT_ENDS) == 0;
    if (way->claimed != NULL)
        total.late_points += c->late_naturals * oracle_points_of(turn->rules, kind_apart(way->at));
    if (way->last != NULL)
        total.late_points += l->late_naturals * oracle_points_of(turn->rules, way->last_kind);
    return opens(turn, &total, !way->opens);
}

/* Returns whether the layouts of the ranks that are added last, and some of the rest, do. */
static bool layouts_lead_out(const struct way *way)
{
    int wilds = wilds_in(way->turn) - way->wild_melds->wilds;
    wilds -= way->claimed != NULL ? way->claimed->wilds : 0;
    wilds -= way->last != NULL ? way->last->wilds : 0;
    if (wilds < 0 || barred(way->wild_melds))
        return false;
    /* Combining needs a card in the hand. */
    if (way->claimed != NULL && (way->claimed->flags & LAYOUT_TRAILS) != 0 && !way->spare &&
        way->last == NULL && !lays_late(way->wild_melds))
        return false;
    for (int gained = 0; gained <= way->gain; gained++)
        for (int flags = 0; flags < FLAGS; flags++)
            if (slot_leads_out(way, gained, flags, wilds))
                return true;
    return false;
}

static bool wild_melds_lead_out(struct calculator *calculator, struct way *way)
{
    const struct layouts *layouts = layouts_of(calculator, way->at, CN_JOKER);
    for (int i = 0; i < layouts->count; i++) {
        way->wild_melds = &layouts->all[i];
        if (layouts_lead_out(way))
            return true;
    }
    return false;
}

static bool claimed_rank_leads_out(struct calculator *calculator, struct way *way)
{
    const int kind = kind_apart(way->at);
    if (kind == CN_NO_KIND)
        return wild_melds_lead_out(calculator, way);
    const struct layouts *layouts = layouts_of(calculator, way->at, kind);
    const int naturals = way->turn->hand[kind];
    for (int i = layouts->from[naturals]; i < layouts->from[naturals + 1]; i++) {
        way->claimed = &layouts->all[i];
        if (!barred(way->claimed) && wild_melds_lead_out(calculator, way))
            return true;
    }
    return false;
}

/* Tries one last step on a rank after the pile joined. */
static bool last_step_leads_out(struct calculator *calculator, struct way way, int kind)
{
    struct canasta_sum sum;
    way.last_kind = kind;
    way.rest = &sum;
    add_all_canastas(calculator, &way, &sum);
    const struct layouts *layouts = layouts_of(calculator, way.at, kind);
    const int naturals = way.turn->hand[kind];
    for (int i = layouts->from[naturals]; i < layouts->from[naturals + 1]; i++) {
        way.last = &layouts->all[i];
        if (is_late(way.last) && !barred(way.last) && claimed_rank_leads_out(calculator, &way))
            return true;
    }
    return false;
}

/* Tries to lay the whole hand of 'way->turn'. */
static bool way_leads_out(struct calculator *calculator, struct way *way)
{
    struct canasta_sum sum;
    way->rest = &sum;
    add_all_canastas(calculator, way, &sum);
    if (claimed_rank_leads_out(calculator, way))
        return true;
    if (!stages_matter(way->at) || way->spare)
        return false;
    for (int kind = CN_BLACK_THREE; kind <= CN_ACE; kind++)
        if (kind != kind_apart(way->at) && way->turn->hand[kind] + wilds_in(way->turn) > 0 &&
            !oracle_is_bonus(way->turn->rules, kind) && last_step_leads_out(calculator, *way, kind))
            return true;
    return false;
}

/* Tries to lay the whole hand of 'turn', with or without one more card. */
static bool laying_all_leads_out(struct calculator *calculator, const struct oracle_turn *turn,
                                 const struct oracle_turn *at, bool spare)
{
    struct way way = {.turn = turn, .at = at, .spare = spare, .last_kind = CN_NO_KIND};
    return way_leads_out(calculator, &way);
}

/* Returns whether all naturals of the kind in the hand can be laid by a seat that goes out. */
static bool rank_can_go(struct calculator *calculator, const struct oracle_turn *turn, int kind)
{
    if (turn->hand[kind] == 0)
        return true;
    const struct layouts *layouts = layouts_of(calculator, turn, kind);
    for (int i = layouts->from[turn->hand[kind]]; i < layouts->from[turn->hand[kind] + 1]; i++)
        if (!barred(&layouts->all[i]))
            return true;
    return false;
}

/* Returns the kind of which one card must be left, -1 if none must, or CN_NO_KIND if more must. */
static int kind_that_stays(struct calculator *calculator, const struct oracle_turn *turn)
{
    int stays = -1;
    for (int kind = CN_BLACK_THREE; kind <= CN_ACE; kind++) {
        if (oracle_is_bonus(turn->rules, kind) || rank_can_go(calculator, turn, kind))
            continue;
        if (stays >= 0)
            return CN_NO_KIND;
        stays = kind;
    }
    return stays;
}

static bool may_be_last(const struct oracle_turn *turn, int kind)
{
    return oracle_lacks(turn, ORACLE_LAST_BARRED) ||
           (turn->rules->last_discard_bars >> kind & 1) == 0;
}

/* Reading: an unknown card as the last one might be of a kind that is barred. */
static bool unknown_may_be_last(const struct oracle_turn *turn)
{
    return oracle_lacks(turn, ORACLE_LAST_BARRED) || turn->rules->last_discard_bars == 0;
}

/* Is the seat free to go out, whatever its melds? 'waiting' second hands of it wait then. */
static bool is_free_to_go(const struct oracle_turn *turn, int waiting)
{
    if (waiting > 0 || turn->partners_wait || turn->answer == CN_ANSWER_NO)
        return false;
    return (!turn->consent || turn->answer == CN_ANSWER_YES) && oracle_bonus_held(turn) == 0;
}

static bool discarding_leads_out(struct calculator *calculator, const struct oracle_turn *turn,
                                 int stays)
{
    for (int kind = 0; kind < CN_KINDS; kind++) {
        if (turn->hand[kind] == 0 || (stays >= 0 && stays != kind) || !may_be_last(turn, kind))
            continue;
        struct oracle_turn rest = *turn;
        rest.hand[kind]--;
        if (laying_all_leads_out(calculator, &rest, turn, true))
            return true;
    }
    return false;
}

static bool can_go_out(struct calculator *calculator, const struct oracle_turn *turn)
{
    const int hidden = turn->unknown + turn->joining;
    if (!is_free_to_go(turn, turn->waiting) || hidden > 1)
        return false;
    const int stays = kind_that_stays(calculator, turn);
    if (stays == CN_NO_KIND || (hidden == 1 && stays >= 0))
        return false;
    if (hidden == 1)
        return unknown_may_be_last(turn) && laying_all_leads_out(calculator, turn, turn, true);
    if (stays < 0 && turn->rules->go_out_by_melding &&
        laying_all_leads_out(calculator, turn, turn, false))
        return true;
    return discarding_leads_out(calculator, turn, stays);
}

/* ---- second hands ---- */

static bool comes_on_empty(const struct oracle_turn *turn)
{
    return turn->rules->second_hand_when == CN_SECOND_HAND_WHEN_EMPTY;
}

/* How a second hand may come while cards are laid: when the hand is empty or for a canasta. */
struct coming {
    int cards, keep;
    struct goal goal;
};

/* Returns whether one can come. */
static bool second_hand_may_come(const struct oracle_turn *turn, struct coming *coming)
{
    if (turn->waiting == 0)
        return false;
    memset(coming, 0, sizeof *coming);
    coming->cards = turn->waiting_size;
    coming->goal.late = true;
    coming->goal.others = turn->unknown + turn->joining + oracle_bonus_held(turn);
    if (comes_on_empty(turn)) {
        coming->goal.all = true;
        return coming->goal.others == 0;
    }
    const int gain = turn->canastas_before + 1 - oracle_canastas(turn);
    coming->goal.gain = gain > 0 ? gain : 0;
    return !turn->taken_up;
}

static bool goes_out_with_second(struct calculator *calculator, const struct oracle_turn *turn,
                                 const struct coming *coming)
{
    if (turn->unknown + turn->joining + coming->cards > 1 || !unknown_may_be_last(turn))
        return false;
    struct way way = {.turn = turn,
                      .at = turn,
                      .spare = coming->goal.gain == 0,
                      .opens = true,
                      .gain = coming->goal.gain,
                      .last_kind = CN_NO_KIND};
    return is_free_to_go(turn, turn->waiting - 1) && kind_that_stays(calculator, turn) < 0 &&
           way_leads_out(calculator, &way);
}

/* ---- the end of the turn ---- */

/* Returns whether the seat can lay cards and stay in, or stop. */
static bool can_stay(struct calculator *calculator, const struct oracle_turn *turn)
{
    const bool stops = turn->phase == ORACLE_LAST_RED;
    if (!stops && (turn->answer == CN_ANSWER_YES || turn->black))
        return false;
    struct oracle_turn end = *turn;
    end.laid = true;
    end.phase = stops ? ORACLE_LAST_RED : ORACLE_MELD;
    /* A talon is due to who lays cards, but a hand of one card has none to discard then. */
    const bool lone = !turn->laid && oracle_size(turn) <= 1;
    int needed = oracle_cards_to_stay(&end);
    if (lone && needed == 1 && turn->waiting == 0 && !oracle_lacks(turn, ORACLE_KEEP) && !stops)
        needed = 2;
    const int hidden = turn->unknown + turn->joining, bonus = oracle_bonus_held(turn);
    struct goal goal = {.keep = needed - hidden - bonus, .others = hidden + bonus};
    if (goal.keep < 1 && hidden == 0 && !stops && (needed > 0 || bonus > 0))
        goal.keep = 1; /* to be discarded */
    /* Without an opening to complete, laying cards does not help. */
    if (turn->initial && oracle_known(turn) - bonus >= goal.keep &&
        can_reach(calculator, turn, &goal))
        return true;
    struct coming coming;
    if (!second_hand_may_come(turn, &coming))
        return false;
    end.waiting--;
    end.taken_up = true;
    coming.goal.keep = oracle_cards_to_stay(&end) - hidden - bonus - coming.cards;
    if (coming.goal.all && coming.goal.keep > 0)
        return false;
    return can_reach(calculator, turn, &coming.goal);
}

/* ---- the turn of the last bonus card (L44, I28) ---- */

static bool can_stop_empty(struct calculator *calculator, const struct oracle_turn *turn)
{
    if (turn->waiting > 0 || threes_in(turn) > 0 || !turn->rules->go_out_by_melding)
        return false;
    if (turn->unknown > 0 || oracle_bonus_held(turn) > 0 || kind_that_stays(calculator, turn) >= 0)
        return false;
    return laying_all_leads_out(calculator, turn, turn, false);
}

static bool can_lay_and_end(struct calculator *calculator, const struct oracle_turn *turn)
{
    if (can_stay(calculator, turn))
        return true;
    if (turn->phase == ORACLE_LAST_RED)
        return can_stop_empty(calculator, turn);
    if (can_go_out(calculator, turn))
        return true;
    struct coming coming;
    return second_hand_may_come(turn, &coming) && goes_out_with_second(calculator, turn, &coming);
}

/* Returns whether the turn may end here. */
static bool may_end_now(const struct oracle_turn *turn)
{
    const int size = oracle_size(turn);
    if (oracle_is_special(turn))
        return true;
    if (size == 0)
        return oracle_may_be_empty(turn);
    if (turn->phase == ORACLE_LAST_RED)
        return oracle_may_stop(turn);
    if (turn->phase == ORACLE_CLAIM || size == oracle_bonus_held(turn))
        return false;
    if (size >= oracle_cards_to_stay(turn) && oracle_may_stay(turn))
        return true;
    return size == 1 && oracle_last_card_goes_out(turn);
}

/* A claim waits, and red threes are faced after it: what they bring joins the hand as what the
 * pile brings. But a hand with one has not gone out when the pile joins (I10). */
static void face_behind_claim(struct oracle_turn *turn)
{
    if (turn->phase != ORACLE_CLAIM || !oracle_is_refereed(turn->rules) || !oracle_faces(turn))
        return;
    turn->no_free = turn->hand[CN_RED_THREE] > 0;
    while (turn->hand[CN_RED_THREE] > 0)
        oracle_face(turn, CN_RED_THREE);
}

/* Faces some of the bonus cards, or all. Which colour does not matter. */
static bool calculate_end(void *context, const struct oracle_turn *turn)
{
    struct calculator *calculator = context;
    struct oracle_turn faced = *turn;
    if (!calculator->started)
        start_turn(calculator, turn);
    face_behind_claim(&faced);
    for (;;) {
        if (may_end_now(&faced))
            return true;
        if (oracle_size(&faced) == 0)
            return false;
        if (!oracle_must_face(&faced) && can_lay_and_end(calculator, &faced))
            return true;
        int kind = 0;
        while (kind < CN_KINDS && (faced.hand[kind] == 0 || !oracle_is_bonus(faced.rules, kind)))
            kind++;
        if (kind == CN_KINDS || faced.phase == ORACLE_CLAIM || !oracle_faces(&faced))
            return false;
        oracle_face(&faced, kind);
    }
}

int feasible_list(const struct cn_rules *rules, const struct cn_board *board, cn_hand hand,
                  unsigned without, struct cn_actions *out)
{
    static struct calculator calculator;
    const int wilds = cn_hand_count(hand, CN_DEUCE) + cn_hand_count(hand, CN_JOKER);
    if (wilds != calculator.conditions.wilds)
        free_layouts(&calculator);
    calculator.conditions.wilds = wilds;
    calculator.started = false;
    const int count = oracle_list_by(rules, board, hand, without, calculate_end, &calculator, out);
    return calculator.gave_up ? -1 : count;
}
