/* expert_discard.c -- which card is given away: what the opponents could do with it, and what the hand loses. */
#include "expert.h"

enum {
    ONE = 1024 /* probabilities are counted in 1/1024 */
};

static int percent(int value, int by)
{
    return value * by / 100;
}

int cn_expert_pile_worth(const struct cn_expert *e, int side, int more)
{
    const struct cn_weights *w = e->weights;
    const cn_hand fits = e->pile & e->table->ranks[side] * 15;
    return w->pile_base + w->pile_card * (e->table->pile + more) + w->pile_fit * cn_hand_size(fits);
}

/* All cards of the packs by kinds; red threes are left out. */
static cn_hand whole_deck(const struct cn_rules *rules)
{
    const int packs = rules->packs;
    return CN_NATURALS_MASK * (unsigned)(4 * packs) + cn_hand_of(CN_DEUCE, 4 * packs) +
           cn_hand_of(CN_BLACK_THREE, 2 * packs) + cn_hand_of(CN_JOKER, rules->jokers);
}

static cn_hand melded_cards(const struct cn_table *table)
{
    cn_hand all = 0;
    for (int side = 0; side < table->sides; side++)
        for (int m = 0; m < table->meld_count[side]; m++) {
            const cn_meld meld = table->melds[side][m];
            all += cn_hand_of(cn_meld_kind(meld), cn_meld_naturals(meld)) +
                   cn_hand_of(CN_DEUCE, cn_meld_deuces(meld)) +
                   cn_hand_of(CN_JOKER, cn_meld_jokers(meld));
        }
    return all;
}

static int seat_after(const struct cn_expert *e, int seat)
{
    int after = e->table->next[seat];
    while (e->table->side[after] == e->side && after != seat)
        after = e->table->next[after];
    return after;
}

void cn_expert_count(const struct cn_expert *e, struct cn_expert_danger *danger)
{
    const cn_hand reds = cn_hand_of(CN_RED_THREE, 15);
    cn_hand seen = e->hand + (e->pile & ~reds) + melded_cards(e->table);
    for (int seat = 0; seat < e->table->players; seat++)
        if (seat != e->seat)
            seen += e->memory->known[seat];
    danger->unseen = whole_deck(e->rules) - (seen & ~reds);
    danger->among = cn_hand_size(danger->unseen);
    danger->opponent[0] = e->opponent;
    danger->opponent[1] = seat_after(e, e->opponent);
    for (int i = 0; i < 2; i++) {
        const int seat = danger->opponent[i];
        danger->hidden[i] = e->table->hand_size[seat] - cn_hand_size(e->memory->known[seat]);
    }
}

/* The chances that a seat with 'hidden' of 'among' cards holds none, and just one, of 'unseen' copies. */
static void chances(int unseen, int hidden, int among, int *none, int *one)
{
    if (among <= 0 || hidden <= 0) {
        *none = ONE;
        *one = 0;
        return;
    }
    const int without = hidden >= among ? 0 : (among - hidden) * ONE / among;
    int all_but_one = ONE;
    for (int i = 1; i < unseen; i++)
        all_but_one = all_but_one * without / ONE;
    *none = unseen > 0 ? all_but_one * without / ONE : ONE;
    *one = unseen * (all_but_one * (ONE - without) / ONE);
}

/* How likely it is, in 1/1024, that this opponent takes the pile with this kind on top. */
static int chance_to_take(const struct cn_expert *e, const struct cn_expert_danger *d, int i,
                          int kind)
{
    const struct cn_weights *w = e->weights;
    const struct cn_table *table = e->table;
    const int seat = d->opponent[i];
    const int side = table->side[seat];
    const bool opened = cn_side_has_melded(table, side);
    const bool frozen = table->frozen != 0 || (!opened && e->rules->frozen_before_initial_meld);
    if (!frozen && cn_side_has_rank(table, side, kind) && e->rules->take_onto_meld)
        return ONE;
    int none;
    int one;
    chances(cn_hand_count(d->unseen, kind), d->hidden[i], d->among, &none, &one);
    const int known = cn_hand_count(e->memory->known[seat], kind);
    int pair = known >= 2 ? ONE : known == 1 ? ONE - none : ONE - none - one;
    const int some = known >= 1 ? ONE : ONE - none;
    if (known < 2 && cn_seen_lately(e->memory->threw[seat], kind))
        pair = percent(pair, w->danger_threw);
    if (known < 2 && cn_seen_lately(e->memory->passed[seat], kind))
        pair = percent(pair, w->danger_passed);
    int chance = pair > ONE ? ONE : pair;
    if (!opened)
        return percent(chance, w->danger_unopened);
    if (frozen)
        return percent(chance, w->danger_frozen);
    if (e->rules->take_with_wild && some > pair)
        chance += percent(some - pair, w->danger_wild);
    return chance;
}

static int keeping(const struct cn_expert *e, const struct cn_expert_danger *d, int kind)
{
    const struct cn_weights *w = e->weights;
    const int held = cn_hand_count(e->hand, kind);
    const int points = e->rules->card_points.of[kind];
    int keep = percent(points, w->keep_points - (e->late ? w->late_points : 0));
    if (held == 1)
        keep += w->keep_single * cn_hand_count(d->unseen, kind);
    else
        keep += held == 2 ? w->keep_pair : held == 3 ? w->keep_triple : w->keep_four;
    const int at = e->meld[kind];
    if (at == CN_NO_MELD)
        return keep;
    return keep +
           (cn_meld_is_canasta(e->table->melds[e->side][at]) ? w->keep_canasta : w->keep_own);
}

static int pairs_held(cn_hand hand)
{
    return cn_hand_size((hand >> 1 | hand >> 2 | hand >> 3) & CN_NATURALS_MASK);
}

static int wild_cost(const struct cn_expert *e, int kind)
{
    const struct cn_weights *w = e->weights;
    int cost = w->keep_wild + (kind == CN_JOKER ? w->keep_joker : 0);
    if (!e->they_opened || e->table->frozen != 0 || (e->rules->pile_freeze >> kind & 1) == 0)
        return cost;
    cost -= percent(cn_expert_pile_worth(e, e->opponent_side, 1), w->freeze_pile);
    if (!e->opened)
        cost -= w->freeze_unopened;
    return cost - w->freeze_pair * pairs_held(e->hand);
}

int cn_expert_discard_cost(const struct cn_expert *e, const struct cn_expert_danger *danger,
                           int kind)
{
    const struct cn_weights *w = e->weights;
    if (cn_kind_is_wild(kind))
        return wild_cost(e, kind);
    if (kind == CN_BLACK_THREE)
        return w->keep_black - (e->late ? percent(5, w->late_points) : 0);
    const int worth = cn_expert_pile_worth(e, e->opponent_side, 1);
    int chance = chance_to_take(e, danger, 0, kind);
    if (danger->opponent[1] != danger->opponent[0])
        chance += percent(chance_to_take(e, danger, 1, kind), w->danger_after);
    return worth * chance / ONE + keeping(e, danger, kind);
}
