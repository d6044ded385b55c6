/* expert_discard.c -- which card is given away: what the opponents could do with it, and what the hand loses. */
#include "expert.h"

#include <string.h>

enum {
    ONE = 1024 /* probabilities are counted in 1/1024 */
};

static int percent(int value, int by)
{
    return value * by / 100;
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

static int pairs_held(cn_hand hand)
{
    return cn_hand_size((hand >> 1 | hand >> 2 | hand >> 3) & CN_NATURALS_MASK);
}

/* The chances that a seat with 'hidden' of 'among' cards holds none, and just one, of so many copies unseen. */
static void find_chances(int hidden, int among, int most, struct cn_expert_chances *chances)
{
    const int without = hidden <= 0 || among <= 0 ? ONE
                        : hidden >= among         ? 0
                                                  : (among - hidden) * ONE / among;
    chances->none[0] = ONE;
    chances->one[0] = 0;
    for (int copies = 1; copies <= most; copies++) {
        chances->none[copies] = chances->none[copies - 1] * without / ONE;
        chances->one[copies] = copies * (chances->none[copies - 1] * (ONE - without) / ONE);
    }
}

static void find_their_melds(const struct cn_expert *e, struct cn_expert_danger *danger)
{
    memset(danger->their_size, 0, sizeof danger->their_size);
    const cn_meld *melds = e->table->melds[e->opponent_side];
    for (int m = 0; m < e->table->meld_count[e->opponent_side]; m++) {
        uint8_t *at = &danger->their_size[cn_meld_kind(melds[m])];
        if (cn_meld_size(melds[m]) > *at)
            *at = (uint8_t)cn_meld_size(melds[m]);
    }
}

void cn_expert_count(const struct cn_expert *e, struct cn_expert_danger *danger)
{
    const cn_hand reds = cn_hand_of(CN_RED_THREE, 15);
    cn_hand seen = e->hand + (e->pile & ~reds) + melded_cards(e->table);
    for (int seat = 0; seat < e->table->players; seat++)
        if (seat != e->seat)
            seen += e->memory->known[seat];
    danger->unseen = whole_deck(e->rules) - (seen & ~reds);
    const int among = cn_hand_size(danger->unseen);
    danger->fits = cn_hand_size(e->pile & e->table->ranks[e->opponent_side] * 15);
    danger->pairs = pairs_held(e->hand);
    danger->opponent[0] = e->opponent;
    danger->opponent[1] = seat_after(e, e->opponent);
    for (int i = 0; i < 2; i++) {
        const int seat = danger->opponent[i];
        const int hidden = e->table->hand_size[seat] - cn_hand_size(e->memory->known[seat]);
        if (i == 0 || e->weights->danger_after != 0)
            find_chances(hidden, among, 4 * e->rules->packs, &danger->chances[i]);
    }
    find_their_melds(e, danger);
}

/* How likely it is, in 1/1024, that this opponent holds a pair of the kind; *some: or one at least. */
static int chance_of_pair(const struct cn_expert *e, const struct cn_expert_danger *d, int i,
                          int kind, int *some)
{
    const struct cn_weights *w = e->weights;
    const int seat = d->opponent[i];
    const int known = cn_hand_count(e->memory->known[seat], kind);
    const int unseen = cn_hand_count(d->unseen, kind);
    const int copies = unseen < CN_COPIES_COUNTED ? unseen : CN_COPIES_COUNTED;
    const int none = d->chances[i].none[copies];
    const int one = d->chances[i].one[copies];
    *some = known >= 1 ? ONE : ONE - none;
    if (known >= 2)
        return ONE;
    int pair = known == 1 ? ONE - none : ONE - none - one;
    if (cn_seen_lately(e->memory->threw[seat], kind))
        pair = percent(pair, w->danger_threw);
    if (cn_seen_lately(e->memory->passed[seat], kind))
        pair = percent(pair, w->danger_passed);
    return pair < 0 ? 0 : pair > ONE ? ONE : pair;
}

/* What it costs that the next opponent takes the pile, times the chance that he can. */
static int danger_of(const struct cn_expert *e, const struct cn_expert_danger *d, int kind)
{
    const struct cn_weights *w = e->weights;
    const struct cn_table *table = e->table;
    const int pile = table->pile + 1;
    const bool closed = !e->they_opened && e->rules->frozen_before_initial_meld;
    const bool frozen = table->frozen != 0;
    if (!frozen && !closed && d->their_size[kind] != 0 && e->rules->take_onto_meld)
        return w->onto_base + w->onto_card * pile + w->danger_fit * d->fits +
               w->onto_hand * table->hand_size[e->opponent] +
               (d->their_size[kind] >= 7   ? w->onto_canasta
                : d->their_size[kind] == 6 ? w->onto_six
                                           : 0);
    int some;
    const int pair = chance_of_pair(e, d, 0, kind, &some);
    int worth = closed   ? w->closed_base + w->closed_card * pile
                : frozen ? w->frozen_base + w->frozen_card * pile
                         : w->pair_base + w->pair_card * pile + w->danger_fit * d->fits;
    int danger = worth * pair;
    if (!closed && !frozen && e->rules->take_with_wild && some > pair)
        danger += (w->single_base + w->single_card * pile) * (some - pair);
    if (w->danger_after != 0 && d->opponent[1] != d->opponent[0])
        danger += percent(worth * chance_of_pair(e, d, 1, kind, &some), w->danger_after);
    return danger / ONE;
}

/* What the hand loses with the card. */
static int keeping(const struct cn_expert *e, const struct cn_expert_danger *d, int kind)
{
    const struct cn_weights *w = e->weights;
    const int held = cn_hand_count(e->hand, kind);
    const int points = e->rules->card_points.of[kind];
    int keep = points *
               (w->keep_points + w->keep_points_card * e->size +
                (e->they_opened ? 0 : w->keep_points_closed) - (e->late ? w->late_points : 0)) /
               100;
    keep += (held == 1 ? w->keep_unseen : w->keep_unseen_pair) * cn_hand_count(d->unseen, kind);
    if (held == 2)
        keep += w->keep_pair - w->keep_pair_more * d->pairs - (e->opened ? w->keep_pair_open : 0);
    else if (held == 3)
        keep += w->keep_triple - (e->table->frozen != 0 ? w->keep_triple_frozen : 0) -
                (e->opened ? w->keep_triple_open : 0);
    else if (held > 3)
        keep += w->keep_four;
    const int at = e->meld[kind];
    if (at == CN_NO_MELD)
        return keep;
    return keep +
           (cn_meld_is_canasta(e->table->melds[e->side][at]) ? w->keep_canasta : w->keep_own);
}

static int wild_cost(const struct cn_expert *e, const struct cn_expert_danger *d, int kind)
{
    const struct cn_weights *w = e->weights;
    int cost = w->keep_wild + (kind == CN_JOKER ? w->keep_joker : 0) - w->keep_wild_more * e->wilds;
    if (e->table->frozen != 0 || (e->rules->pile_freeze >> kind & 1) == 0)
        return cost;
    const int pile = e->table->pile + 1;
    if (!e->they_opened)
        return cost + w->freeze_closed * pile;
    cost -= w->freeze_base + w->freeze_card * pile + w->freeze_pair * d->pairs;
    return e->opened ? cost : cost - w->freeze_unopened;
}

int cn_expert_discard_cost(const struct cn_expert *e, const struct cn_expert_danger *danger,
                           int kind)
{
    const struct cn_weights *w = e->weights;
    if (cn_kind_is_wild(kind))
        return wild_cost(e, danger, kind);
    if (kind == CN_BLACK_THREE)
        return w->keep_black + w->keep_black_card * (e->table->pile + 1) -
               (e->late ? percent(5, w->late_points) : 0);
    return danger_of(e, danger, kind) + keeping(e, danger, kind);
}
