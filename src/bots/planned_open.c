/* planned_open.c -- the opening: which melds reach the count, hold what they must and risk least.
 *
 * Every choice of kinds and wilds is weighed; few hands have more than a hundred. The first meld of
 * the best is laid, and the rest is found again at the next call.
 */
#include "planned.h"

enum {
    ITEMS_MOST = 10,
    CARD_COST = 10,
    RISK_MOST = 500 /* an opening that risks more is not worth it */
};

/* A meld that an opening may have: all naturals of a kind, with some wilds. */
struct item {
    int kind, naturals, points;
    int least, most;    /* wilds */
    int plain_naturals; /* naturals that the meld has without wilds, 0 if wilds lie there */
    int risk, risk_with_wilds;
    bool is_new;
};

struct opening {
    struct item item[ITEMS_MOST];
    int count;
    int owed;                        /* points */
    bool needs_natural, needs_three; /* a meld that the opening must still have */
    bool wild_meld_will_do;
    int chosen[ITEMS_MOST], best[ITEMS_MOST]; /* wilds, or -1: not laid */
    int best_cost, best_deuces, best_jokers, best_risk;
    bool found;
};

static int cost_of_risk(const struct cn__planned *p, int kind, int naturals, int wilds)
{
    if (cn__planned_penalty(p, kind, wilds > 0 && kind != CN_JOKER) == 0)
        return 0;
    return -cn__planned_prospect(p, kind, naturals, wilds);
}

static void add_item(const struct cn__planned *p, struct opening *o, int kind)
{
    const struct cn_board *board = p->board;
    const cn_packed_meld old = cn__planned_meld(p, kind);
    const int there = cn_meld_naturals(old);
    const int held = cn_hand_count(p->hand, kind);
    const int room = p->law->kinds[kind].largest - cn_meld_size(old);
    const int n = held < room ? held : room;
    if (o->count == ITEMS_MOST || (old == 0 && cn_side_has_rank(board, p->side, kind)) ||
        there + n < p->law->kinds[kind].fewest || cn_rank_is_dead(p->law, board, kind) ||
        p->law->kinds[kind].largest == 0)
        return;
    struct item *item = &o->item[o->count];
    *item = (struct item){.kind = kind,
                          .naturals = n,
                          .points = n * p->law->rules.card_points.of[kind],
                          .most = cn__planned_wilds(p, kind, n),
                          .least = there + n >= 3 || old != 0 ? 0 : 3 - n,
                          .plain_naturals = cn_meld_wilds(old) > 0 ? 0 : there + n,
                          .is_new = old == 0};
    if (n + item->most == 0 || item->least > item->most)
        return;
    const bool claimed = board->phase == CN_PHASE_TAKING && old != 0 &&
                         p->meld[kind] == board->take_meld && !p->law->rules.opening_top_card;
    if (claimed && cn_meld_size(old) == 3) {
        item->plain_naturals--;
        item->points += n > 0 ? (there - 1) * p->law->rules.card_points.of[kind] : 0;
    }
    if (old == 0) {
        item->risk = cost_of_risk(p, kind, n, 0);
        item->risk_with_wilds = cost_of_risk(p, kind, n, 1);
    }
    o->count++;
}

/* All wilds of the hand as a meld of their own, if that is worth it. */
static void add_wild_item(const struct cn__planned *p, struct opening *o)
{
    if (p->law->rules.wild_melds == CN_WILD_MELDS_NONE || p->wilds < CN_WILD_MELD_LEAST ||
        p->wilds > CN_WILD_MELD_MOST || o->count == ITEMS_MOST ||
        cn__planned_meld(p, CN_JOKER) != 0)
        return;
    const int risk = cost_of_risk(p, CN_JOKER, 0, p->wilds);
    o->item[o->count++] = (struct item){.kind = CN_JOKER,
                                        .least = p->wilds,
                                        .most = p->wilds,
                                        .risk_with_wilds = risk,
                                        .is_new = true};
}

/* The cheapest wilds, this many, that bring these points; false if none do. */
static bool split_wilds(const struct cn__planned *p, int wilds, int points, int *deuces,
                        int *jokers)
{
    const int32_t *of = p->law->rules.card_points.of;
    const int two = cn_hand_count(p->hand, CN_DEUCE);
    for (int j = wilds > two ? wilds - two : 0; j <= wilds; j++) {
        if (j > cn_hand_count(p->hand, CN_JOKER))
            return false;
        if ((wilds - j) * of[CN_DEUCE] + j * of[CN_JOKER] < points)
            continue;
        *deuces = wilds - j;
        *jokers = j;
        return true;
    }
    return false;
}

static void weigh(const struct cn__planned *p, struct opening *o)
{
    int points = 0;
    int wilds = 0;
    int cards = 0;
    int risk = 0;
    bool natural = !o->needs_natural;
    bool three = !o->needs_three;
    for (int i = 0; i < o->count; i++) {
        const struct item *item = &o->item[i];
        const int w = o->chosen[i];
        if (w < 0)
            continue;
        points += item->points;
        wilds += w;
        cards += item->naturals + w;
        risk += w > 0 ? item->risk_with_wilds : item->risk;
        natural = natural || (w == 0 && item->plain_naturals >= 3) ||
                  (item->kind == CN_JOKER && o->wild_meld_will_do);
        three = three || item->plain_naturals >= 3;
    }
    int deuces = 0;
    int jokers = 0;
    if (!natural || !three || cards == 0 || cards > p->size - (p->refill ? 0 : 1) ||
        !split_wilds(p, wilds, o->owed - points, &deuces, &jokers))
        return;
    const int cost = CARD_COST * cards + p->manner->wild_worth * (deuces + 2 * jokers) + risk;
    if (o->found && cost >= o->best_cost)
        return;
    o->found = true;
    o->best_cost = cost;
    o->best_risk = risk;
    o->best_deuces = deuces;
    o->best_jokers = jokers;
    for (int i = 0; i < o->count; i++)
        o->best[i] = o->chosen[i];
}

static void choose(const struct cn__planned *p, struct opening *o, int i, int wilds)
{
    if (i == o->count) {
        weigh(p, o);
        return;
    }
    const struct item *item = &o->item[i];
    o->chosen[i] = -1;
    choose(p, o, i + 1, wilds);
    for (int w = item->least; w <= item->most && w <= wilds; w++) {
        if (w + item->naturals == 0)
            continue;
        o->chosen[i] = w;
        choose(p, o, i + 1, wilds - w);
    }
}

/* Could everything together reach the count? */
static bool may_reach(const struct cn__planned *p, const struct opening *o)
{
    const int32_t *of = p->law->rules.card_points.of;
    int sum = cn_hand_count(p->hand, CN_DEUCE) * of[CN_DEUCE] +
              cn_hand_count(p->hand, CN_JOKER) * of[CN_JOKER];
    for (int i = 0; i < o->count; i++)
        sum += o->item[i].points;
    return sum >= o->owed;
}

/* The first of the chosen melds; one of wilds last, since it may lock them. */
static bool begin(const struct cn__planned *p, const struct opening *o, struct cn_action *action)
{
    for (int i = 0; i < o->count; i++) {
        const struct item *item = &o->item[i];
        const int wilds = o->best[i];
        if (wilds < 0)
            continue;
        const int jokers = wilds < o->best_jokers ? wilds : o->best_jokers;
        const int at = item->is_new ? item->kind : p->meld[item->kind];
        *action = cn_action_of(item->is_new ? CN_ACTION_MELD : CN_ACTION_ADD, at, item->naturals,
                               cn_deuces_at_once(wilds - jokers), jokers);
        if (cn__planned_legal(p, *action))
            return true;
    }
    return false;
}

static void find_needs(const struct cn__planned *p, struct opening *o)
{
    const struct cn_rules *rules = &p->law->rules;
    const bool met = p->board->laid && !cn_opening_lacks_meld(rules, p->board);
    const int needs = met ? CN_OPENING_ANYTHING : rules->opening_needs;
    o->needs_natural = needs == CN_OPENING_NATURAL_MELD || needs == CN_OPENING_NATURAL_OR_WILD_MELD;
    o->wild_meld_will_do = needs == CN_OPENING_NATURAL_OR_WILD_MELD;
    o->needs_three = needs == CN_OPENING_THREE_NATURALS;
    o->owed = p->board->minimum[p->side] - (p->board->laid ? cn_opening_count(rules, p->board) : 0);
}

bool cn__planned_open(const struct cn__planned *p, struct cn_action *action)
{
    struct opening o;
    o.count = 0;
    o.found = false;
    find_needs(p, &o);
    const uint64_t there = p->board->laid ? p->board->ranks[p->side] : 0;
    for (uint64_t mask =
             (cn_hand_pairs(p->hand) | (cn_hand_mask(p->hand) & there) | there) & CN_NATURALS_MASK;
         mask != 0;)
        add_item(p, &o, cn_mask_last(&mask));
    add_wild_item(p, &o);
    if (!may_reach(p, &o))
        return false;
    choose(p, &o, 0, p->wilds);
    if (!o.found || (!p->board->laid && o.best_risk > RISK_MOST))
        return false;
    return action == NULL || begin(p, &o, action);
}
