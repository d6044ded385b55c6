/* planned_discard.c -- which card to discard: what the next side could do with it, and what the
 * hand loses. */
#include "planned.h"

enum {
    GOAL = 2000, /* a card that a special hand needs */
    SURE = CN_CHANCE
};

/* What is the same for all kinds. */
struct weighing {
    int worth;       /* of the pile with one card more, to the next side */
    int hidden, all; /* cards of the next opponent that nobody has seen, among this many */
    int turns;       /* the seat's turns that the stock has cards for */
    cn_hand unseen;
};

static struct weighing weigh(const struct cn__planned *p)
{
    const struct cn_board *board = p->board;
    struct weighing w = {.unseen =
                             p->manner->danger == 0 ? CN_NO_CARDS : cn__planned_unseen_cards(p),
                         .all = board->stock,
                         .turns = board->stock / board->seats};
    for (int seat = 0; seat < board->players; seat++) {
        const int hidden = board->hand_size[seat] - cn_hand_size(p->memory->known[seat]);
        if (seat != p->seat && board->next[seat] != seat)
            w.all += hidden;
        if (seat == p->opponent)
            w.hidden = hidden;
    }
    const bool they_opened = cn_side_has_melded(board, p->opponent_side);
    int cards = board->pile + 1;
    if (p->law->rules.pile_taken != CN_UNLIMITED && cards > p->law->rules.pile_taken)
        cards = p->law->rules.pile_taken;
    w.worth = p->manner->take_card * (cards - p->manner->harmless) *
              (they_opened ? p->manner->danger : p->manner->open_danger) / 100;
    return w;
}

/* How likely the next opponent can claim the card, in CN_CHANCE. */
static int chance_of_claim(const struct cn__planned *p, const struct weighing *w, int kind)
{
    const struct cn_board *board = p->board;
    const struct cn_rules *rules = &p->law->rules;
    if (cn_rank_is_dead(p->law, board, kind))
        return 0;
    const bool frozen = board->frozen != 0 || (rules->frozen_before_initial_meld &&
                                               !cn_side_has_melded(board, p->opponent_side));
    if (rules->take_onto_meld && !frozen && cn_side_has_rank(board, p->opponent_side, kind))
        return SURE;
    const int known = cn_hand_count(p->memory->known[p->opponent], kind);
    if (known >= 2)
        return SURE;
    const int copies = cn_hand_count(w->unseen, kind);
    const int each = w->all <= 0 || w->hidden <= 0 ? 0 : w->hidden * SURE / w->all;
    int none = SURE;
    int one = 0;
    for (int i = 0; i < copies; i++) {
        one = (one * (SURE - each) + none * each) / SURE;
        none = none * (SURE - each) / SURE;
    }
    int chance = SURE - none - (known == 1 ? 0 : one);
    if (rules->take_with_wild && !frozen)
        chance += one / 2;
    if (cn_history_recent(p->memory->discarded[p->opponent], kind) ||
        cn_history_recent(p->memory->declined[p->opponent], kind))
        chance = chance / 3;
    return chance < 0 ? 0 : chance;
}

/* Danger as the plain manner sees it: a rank that lies on the table of others. */
static int plain_danger(const struct cn__planned *p, int kind)
{
    int others = 0;
    if (cn_rank_is_dead(p->law, p->board, kind))
        return 0;
    for (int side = 0; side < p->board->sides; side++)
        others += side != p->side && cn_side_has_rank(p->board, side, kind);
    return others * (40 + 4 * p->board->pile);
}

/* What this many of a kind cost if they are with the seat at the end. */
static int held_penalty(const struct cn__planned *p, int kind, int held)
{
    const int32_t many = p->law->rules.held_penalty.of[kind].cards;
    return many > 0 && held >= many ? p->law->rules.held_penalty.of[kind].points : 0;
}

static int keeping(const struct cn__planned *p, const struct weighing *w, int kind)
{
    const int held = cn_hand_count(p->hand, kind);
    const int points = p->law->rules.card_points.of[kind];
    int keep = -points * p->manner->keep_points / 100;
    if (cn_kind_is_wild(kind))
        return keep + 1000 + points;
    if (kind == CN_BLACK_THREE)
        return p->board->pile > 4 ? 0 : 15;
    if (cn_rank_is_dead(p->law, p->board, kind))
        return keep - 20;
    if (cn__planned_meld(p, kind) != 0)
        return keep + p->manner->keep_pair * 2;
    const int penalty = held_penalty(p, kind, held);
    if (penalty > 0) {
        const int over = held - p->law->rules.held_penalty.of[kind].cards + 1;
        return keep - penalty / 8 - (w->turns <= over + 1 ? penalty : 0);
    }
    if (cn__planned_penalty(p, kind, false) > 0)
        return keep + (held >= 2 ? p->manner->keep_pair / 2 : 0);
    return keep + (held == 2 ? p->manner->keep_pair : held > 2 ? p->manner->keep_triple : 0);
}

struct cn_action cn__planned_discard(const struct cn__planned *p)
{
    const struct weighing w = weigh(p);
    int best = CN_NO_KIND;
    int least = INT32_MAX;
    for (uint64_t kinds = cn_board_discards(p->law, p->board, p->hand); kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        int cost = keeping(p, &w, kind);
        if (cn_kind_is_natural(kind))
            cost += p->manner->danger == 0 ? plain_danger(p, kind)
                                           : w.worth * chance_of_claim(p, &w, kind) / SURE;
        if ((p->spare & cn_kind_mask(kind)) == 0)
            cost += GOAL;
        if (cost < least) {
            best = kind;
            least = cost;
        }
    }
    return cn_action_of(CN_ACTION_DISCARD, best, 0, 0, 0);
}
