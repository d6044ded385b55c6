/* expert_discard.c -- which card to discard: what the opponents could do with it, and what the hand
 * loses.
 *
 * The parts that all kinds share are computed once (cn__expert_discard_weights), the rest per kind.
 */
#include "expert.h"

#include <string.h>

enum {
    ONE = 1024 /* probabilities are counted in 1/1024 */
};

static int percent(int value, int by)
{
    return value * by / 100;
}

/* ---- shared by all kinds ---- */

/* All cards of the packs by kinds, without red threes. */
static cn_hand whole_deck(const struct cn_rules *rules, int players)
{
    const int packs = cn_rules_packs(rules, players);
    const cn_hand fours = cn_hand_of_each(CN_NATURALS_MASK | cn_kind_mask(CN_DEUCE), 4 * packs);
    return cn_hand_add(fours,
                       cn_hand_add(cn_hand_single(CN_BLACK_THREE, 2 * packs),
                                   cn_hand_single(CN_JOKER, cn_rules_jokers(rules, players))));
}

static cn_hand melded_cards(const struct cn_board *board)
{
    cn_hand all = CN_NO_CARDS;
    for (int side = 0; side < board->sides; side++)
        for (int m = 0; m < board->meld_count[side]; m++)
            all = cn_hand_add(all, cn_meld_cards(board->melds[side][m]));
    return all;
}

/* The chances that the next opponent holds none, and exactly one, of this many unseen copies. */
static void find_chances(const struct cn__expert *e, struct cn__expert_danger *d)
{
    const int hidden =
        e->board->hand_size[e->opponent] - cn_hand_size(e->memory->known[e->opponent]);
    const int among = cn_hand_size(d->unseen);
    const int without = hidden <= 0 || among <= 0 ? ONE
                        : hidden >= among         ? 0
                                                  : (among - hidden) * ONE / among;
    const int most = 4 * cn_rules_packs(&e->law->rules, e->board->players);
    d->none[0] = ONE;
    d->one[0] = 0;
    unsigned none = ONE; /* unsigned, so that dividing by ONE is one shift */
    for (unsigned copies = 1; copies <= (unsigned)most; copies++) {
        d->one[copies] = (int32_t)(copies * (none * (ONE - (unsigned)without) / ONE));
        none = none * (unsigned)without / ONE;
        d->none[copies] = (int32_t)none;
    }
}

static void find_their_melds(const struct cn__expert *e, struct cn__expert_danger *d)
{
    memset(d->their_size, 0, sizeof d->their_size);
    const cn_packed_meld *melds = e->board->melds[e->opponent_side];
    for (int m = 0; m < e->board->meld_count[e->opponent_side]; m++) {
        uint8_t *at = &d->their_size[cn_meld_kind(melds[m])];
        const int size = cn_meld_size(melds[m]);
        *at = (uint8_t)(size > *at ? size : *at);
    }
    d->completes = 0;
    for (uint64_t mask = cn_hand_mask(e->pile) & e->board->ranks[e->opponent_side]; mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        const int size = d->their_size[kind];
        d->completes += size < 7 && size + cn_hand_count(e->pile, kind) >= 7;
    }
}

/* The cost if the next opponent takes the pile, by the way of taking it. */
static void weigh_pile(const struct cn__expert *e, struct cn__expert_danger *d)
{
    const struct cn_weights *w = e->weights;
    const struct cn_board *board = e->board;
    const int pile = board->pile + 1;
    const int canastas = w->danger_canasta * d->completes;
    d->by_meld = false;
    d->single = 0;
    if (!e->they_opened && e->law->rules.frozen_before_initial_meld) {
        d->pair = w->closed_base + w->closed_card * pile + canastas;
        return;
    }
    if (board->frozen != 0) {
        d->pair =
            w->frozen_base + w->frozen_card * pile - w->frozen_stock * board->stock + canastas;
        return;
    }
    const int hand = board->hand_size[e->opponent];
    const int fit =
        w->danger_fit * cn_hand_size(cn_hand_keep(e->pile, board->ranks[e->opponent_side])) +
        canastas;
    d->pair = w->pair_base + w->pair_card * pile + fit;
    if (e->law->rules.take_with_wild)
        d->single = w->single_base + w->single_card * pile;
    d->by_meld = e->law->rules.take_onto_meld != 0;
    d->onto = w->onto_base + w->onto_card * pile + fit +
              (10 * w->onto_hand + w->onto_pile_hand * pile) * hand / 10;
}

/* What the hand loses with a natural. */
static void weigh_hand(const struct cn__expert *e, struct cn__expert_danger *d)
{
    const struct cn_weights *w = e->weights;
    const struct cn_board *board = e->board;
    const int points = w->keep_points + w->keep_points_card * e->size +
                       (e->they_opened ? 0 : w->keep_points_closed) -
                       (e->late ? w->late_points : 0);
    d->points = points * ONE / 100;
    const int unseen = w->keep_unseen_pile * board->pile + w->keep_unseen_stock * board->stock;
    d->unseen_single = (10 * w->keep_unseen + unseen) * ONE / 10;
    d->unseen_pair = (10 * w->keep_unseen_pair + unseen) * ONE / 10;
    d->held[0] = 0;
    d->held[1] = w->keep_pair - w->keep_pair_more * d->pairs - (e->opened ? w->keep_pair_open : 0);
    d->held[2] = w->keep_triple - (board->frozen != 0 ? w->keep_triple_frozen : 0) -
                 (e->opened ? w->keep_triple_open : 0);
    d->held[3] = w->keep_four;
}

void cn__expert_discard_weights(const struct cn__expert *e, struct cn__expert_danger *danger)
{
    const uint64_t reds = cn_kind_mask(CN_RED_THREE);
    cn_hand seen = cn_hand_add(e->hand, melded_cards(e->board));
    seen = cn_hand_add(seen, cn_hand_drop(e->pile, reds));
    for (int seat = 0; seat < e->board->players; seat++)
        seen = cn_hand_add(seen, seat == e->seat ? CN_NO_CARDS : e->memory->known[seat]);
    danger->unseen =
        cn_hand_remove(whole_deck(&e->law->rules, e->board->players), cn_hand_drop(seen, reds));
    danger->pairs = cn_mask_size(cn_hand_pairs(e->hand) & CN_NATURALS_MASK);
    find_chances(e, danger);
    find_their_melds(e, danger);
    weigh_pile(e, danger);
    weigh_hand(e, danger);
}

/* ---- one kind ---- */

/* Returns how likely it is, in 1/1024, that the next opponent holds a pair of the kind; *some: or
 * at least one. */
static int chance_of_pair(const struct cn__expert *e, const struct cn__expert_danger *d, int kind,
                          int *some)
{
    const struct cn_weights *w = e->weights;
    const int known = cn_hand_count(e->memory->known[e->opponent], kind);
    const int copies = cn_hand_count(d->unseen, kind);
    const int none = d->none[copies];
    *some = known >= 1 ? ONE : ONE - none;
    if (known >= 2)
        return ONE;
    int pair = known == 1 ? ONE - none : ONE - none - d->one[copies];
    if (cn_history_recent(e->memory->discarded[e->opponent], kind))
        pair = percent(pair, w->danger_threw);
    if (cn_history_recent(e->memory->declined[e->opponent], kind))
        pair = percent(pair, w->danger_passed);
    return pair < 0 ? 0 : pair > ONE ? ONE : pair;
}

/* The cost if the next opponent takes the pile, times the chance of that; in 1/1024 of points. */
static int danger_of(const struct cn__expert *e, const struct cn__expert_danger *d, int kind)
{
    const int size = d->their_size[kind];
    const bool completes = size != 0 && size + cn_hand_count(e->pile, kind) == 6;
    const int more = completes ? e->weights->danger_canasta : 0;
    if (size != 0 && d->by_meld)
        return (d->onto + more + (size >= 7 ? e->weights->onto_canasta : 0)) * ONE;
    int some;
    const int pair = chance_of_pair(e, d, kind, &some);
    return (d->pair + more) * pair + (some > pair ? d->single * (some - pair) : 0);
}

/* What the hand loses with the card, in 1/1024 of points. */
static int keeping(const struct cn__expert *e, const struct cn__expert_danger *d, int kind)
{
    const struct cn_weights *w = e->weights;
    const int held = cn_hand_count(e->hand, kind);
    const int unseen = held == 1 ? d->unseen_single : d->unseen_pair;
    int keep = d->held[held > 4 ? 3 : held - 1];
    if (e->partner != CN_NO_SEAT)
        keep += w->keep_partner * cn_hand_count(e->memory->known[e->partner], kind);
    const int at = e->meld[kind];
    if (at != CN_NO_MELD)
        keep += cn_meld_is_canasta(e->board->melds[e->side][at]) ? w->keep_canasta : w->keep_own;
    return e->law->rules.card_points.of[kind] * d->points +
           cn_hand_count(d->unseen, kind) * unseen + keep * ONE;
}

static int wild_cost(const struct cn__expert *e, const struct cn__expert_danger *d, int kind)
{
    const struct cn_weights *w = e->weights;
    int cost = w->keep_wild + (kind == CN_JOKER ? w->keep_joker : 0) - w->keep_wild_more * e->wilds;
    if (e->board->frozen != 0 || (e->law->rules.pile_freeze >> kind & 1) == 0)
        return cost;
    const int pile = e->board->pile + 1;
    if (!e->they_opened)
        return cost + w->freeze_closed * pile;
    cost -= w->freeze_base + w->freeze_card * pile + w->freeze_pair * d->pairs;
    return e->opened ? cost : cost - w->freeze_unopened;
}

int cn__expert_discard_cost(const struct cn__expert *e, const struct cn__expert_danger *danger,
                            int kind)
{
    const struct cn_weights *w = e->weights;
    if (cn_kind_is_wild(kind))
        return wild_cost(e, danger, kind);
    if (kind == CN_BLACK_THREE)
        return w->keep_black + w->keep_black_card * (e->board->pile + 1) -
               (e->late ? percent(5, w->late_points) : 0);
    return (danger_of(e, danger, kind) + keeping(e, danger, kind)) / ONE;
}
