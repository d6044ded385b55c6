/* planned_lay.c -- what is laid when the opening is complete: what fits, canastas, wilds where they
 * bring most, and nothing that is likely to stay a penalty. */
#include "out_contract.h"
#include "planned.h"

enum {
    LATE_STOCK = 8 /* for each seat's last turns */
};

static int bonus_of(const struct cn__planned *p, int kind, int naturals, int wilds)
{
    const int two = kind == CN_JOKER ? wilds : 0;
    const cn_packed_meld meld =
        kind == CN_JOKER ? cn_meld_of(kind, 0, two, 0) : cn_meld_of(kind, naturals, wilds, 0);
    return cn_canasta_worth(&p->law->rules, meld);
}

/* What one more canasta changes for the side besides its bonus: where the score goes by canastas,
 * the signs of cards and bonus cards. */
static int worth_of_count(const struct cn__planned *p)
{
    const struct cn_rules *rules = &p->law->rules;
    const int canastas = p->board->canastas[p->side];
    if (!rules->score_by_canastas)
        return canastas == 0 ? 100 : 50;
    return canastas == 0 ? 400 : canastas == 1 ? 500 : 50;
}

/* What each wild is worth if it is not laid on a rank: in a meld of wilds, or in the hand. */
static int worth_of_wild(const struct cn__planned *p)
{
    const int plain = p->manner->wild_worth;
    if (p->law->rules.wild_melds == CN_WILD_MELDS_NONE || p->wilds == 0)
        return plain;
    const cn_packed_meld old = cn__planned_meld(p, CN_JOKER);
    const int there = cn_meld_is_canasta(old) ? 0 : cn_meld_wilds(old);
    if (there + p->wilds > CN_CANASTA_SIZE)
        return plain;
    const int before = there > 0 ? cn__planned_prospect(p, CN_JOKER, 0, there) : 0;
    const int each = (cn__planned_prospect(p, CN_JOKER, 0, there + p->wilds) - before) / p->wilds;
    return each > plain ? each : plain;
}

/* Returns the wilds that complete a meld of these cards, if that is worth more than they are; 0
 * if not. */
static int completing(const struct cn__planned *p, int kind, int naturals, int old_wilds, int each)
{
    const int wilds = CN_CANASTA_SIZE - naturals - old_wilds;
    if (wilds <= 0 || wilds > p->wilds || naturals + old_wilds >= CN_CANASTA_SIZE)
        return 0;
    if (old_wilds == 0 && cn__wilds_spoil_contract(p->law, p->board, p->side, kind, naturals))
        return 0;
    int worth = bonus_of(p, kind, naturals, old_wilds + wilds) + worth_of_count(p) - wilds * each;
    if (old_wilds == 0 && naturals >= CN_CANASTA_SIZE - 2)
        worth -= cn__planned_prospect(p, kind, naturals, 0);
    return worth > 0 ? wilds : 0;
}

static bool add_to(const struct cn__planned *p, int kind, int each, struct cn_action *action)
{
    const cn_packed_meld old = cn__planned_meld(p, kind);
    if (old == 0)
        return false;
    const int room = p->law->kinds[kind].largest - cn_meld_size(old);
    const int held = cn_hand_count(p->hand, kind);
    const int n = held < room ? held : room;
    int wilds = 0;
    if (p->wilds > 0 && cn_meld_size(old) + n < CN_CANASTA_SIZE) {
        wilds = completing(p, kind, cn_meld_naturals(old) + n, cn_meld_wilds(old), each);
        if (wilds > cn__planned_wilds(p, kind, n))
            wilds = 0;
    }
    if (n + wilds == 0)
        return false;
    *action = cn__planned_laying(p, kind, n, wilds);
    if (cn__planned_may_lay(p, *action))
        return true;
    *action = cn__planned_laying(p, kind, n > 1 ? n - 1 : n, 0);
    return n > 0 && cn__planned_may_lay(p, *action);
}

static bool add(const struct cn__planned *p, int each, struct cn_action *action)
{
    const uint64_t ranks = p->board->ranks[p->side] & CN_NATURALS_MASK;
    for (uint64_t mask = p->wilds > 0 ? ranks : ranks & cn_hand_mask(p->hand); mask != 0;)
        if (add_to(p, cn_mask_pop(&mask), each, action))
            return true;
    return false;
}

/* Two unfinished melds of one kind are nearer to a canasta when joined. */
static bool combine(const struct cn__planned *p, struct cn_action *action)
{
    const cn_packed_meld *melds = p->board->melds[p->side];
    const int count = p->board->meld_count[p->side];
    if (p->law->rules.second_meld == CN_SECOND_MELD_NEVER ||
        count <= cn_mask_size(p->board->ranks[p->side]))
        return false;
    for (int into = 0; into < count; into++) {
        for (int from = into + 1; from < count; from++) {
            if (melds[into] == 0 || melds[from] == 0 ||
                cn_meld_kind(melds[into]) != cn_meld_kind(melds[from]) ||
                cn_meld_is_canasta(melds[into]) || cn_meld_is_canasta(melds[from]))
                continue;
            *action = cn_action_of(CN_ACTION_MERGE, into, from, 0, 0);
            if (cn__planned_legal(p, *action))
                return true;
        }
    }
    return false;
}

/* The last cards of a deal that nobody can stop are laid whatever they are worth. */
static bool is_late(const struct cn__planned *p)
{
    return p->board->stock <= p->board->seats;
}

/* Wilds onto the side's meld of wilds, or a new one. */
bool cn__planned_lay_wilds(const struct cn__planned *p, struct cn_action *action)
{
    if (p->law->rules.wild_melds == CN_WILD_MELDS_NONE || p->wilds == 0)
        return false;
    const cn_packed_meld old = cn__planned_meld(p, CN_JOKER);
    const bool adds = old != 0 && !cn_meld_is_canasta(old);
    const int there = adds ? cn_meld_wilds(old) : 0;
    const int n = there + p->wilds > CN_WILD_MELD_MOST ? CN_WILD_MELD_MOST - there : p->wilds;
    if (!adds && (n < CN_WILD_MELD_LEAST ||
                  cn__planned_prospect(p, CN_JOKER, 0, n) <= n * p->manner->wild_worth))
        return false;
    *action = cn__planned_laying(p, CN_JOKER, 0, n);
    if (cn__planned_may_lay(p, *action))
        return true;
    *action = cn__planned_laying(p, CN_JOKER, 0, n - 1);
    return adds && n > 1 && cn__planned_may_lay(p, *action);
}

/* A kind whose meld may stay a penalty is laid if it is likely enough to become a canasta; or if
 * holding it costs more, and there is no time left to throw it away. */
static bool is_worth_laying(const struct cn__planned *p, int kind, int n)
{
    if (cn__planned_penalty(p, kind, false) == 0)
        return true;
    const int32_t many = p->law->rules.held_penalty.of[kind].cards;
    const int turns = p->board->stock / p->board->seats;
    const int held = many > 0 && n - turns >= many ? p->law->rules.held_penalty.of[kind].points : 0;
    return cn__planned_prospect(p, kind, n, 0) > -held;
}

static bool meld_naturals(const struct cn__planned *p, struct cn_action *action)
{
    for (uint64_t mask = cn_hand_triples(p->hand) & CN_NATURALS_MASK; mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        const int held = cn_hand_count(p->hand, kind);
        const int largest = p->law->kinds[kind].largest;
        const int n = held < largest ? held : largest;
        if (cn__planned_meld(p, kind) != 0 || n < p->law->kinds[kind].fewest || n == 0 ||
            !is_worth_laying(p, kind, n))
            continue;
        *action = cn_action_of(CN_ACTION_MELD, kind, n, 0, 0);
        if (cn__planned_may_lay(p, *action))
            return true;
    }
    return false;
}

/* A pair with a wild card, to play the last cards. */
static bool meld_pair(const struct cn__planned *p, struct cn_action *action)
{
    if (p->wilds == 0 || p->law->rules.fewest_naturals > 2)
        return false;
    for (int kind = CN_ACE; kind >= CN_FOUR; kind--) {
        if (cn_hand_count(p->hand, kind) != 2 || cn__planned_meld(p, kind) != 0)
            continue;
        *action = cn_action_of(CN_ACTION_MELD, kind, 2, 1, 0);
        if (cn_hand_count(p->hand, CN_DEUCE) == 0)
            *action = cn_action_of(CN_ACTION_MELD, kind, 2, 0, 1);
        if (cn__planned_may_lay(p, *action))
            return true;
    }
    return false;
}

static bool add_wild(const struct cn__planned *p, struct cn_action *action)
{
    for (uint64_t mask = p->wilds > 0 ? p->board->ranks[p->side] & CN_NATURALS_MASK : 0;
         mask != 0;) {
        const int kind = cn_mask_last(&mask);
        if (cn__planned_meld(p, kind) == 0 || cn__planned_wilds(p, kind, 0) == 0)
            continue;
        *action = cn__planned_laying(p, kind, 0, 1);
        if (cn__planned_may_lay(p, *action))
            return true;
    }
    return false;
}

static bool meld_black_threes(const struct cn__planned *p, struct cn_action *action)
{
    const int n = cn_hand_count(p->hand, CN_BLACK_THREE);
    if (n < p->law->rules.fewest_black_threes || cn_is_bonus(&p->law->rules, CN_BLACK_THREE))
        return false;
    *action = cn_action_of(CN_ACTION_MELD, CN_BLACK_THREE, n, 0, 0);
    return cn__planned_legal(p, *action);
}

bool cn__planned_lay(const struct cn__planned *p, struct cn_action *action)
{
    const struct cn_board *board = p->board;
    const int each = worth_of_wild(p);
    if (combine(p, action) || add(p, each, action) || cn__planned_lay_wilds(p, action) ||
        meld_naturals(p, action))
        return true;
    const bool can_end = cn_board_has_canastas(p->law, board, p->side);
    const bool runs_out =
        board->answer == CN_ANSWER_YES || (p->refill && p->size <= p->manner->rush) ||
        (can_end && p->size <= p->manner->rush_out) || (is_late(p) && p->size <= LATE_STOCK);
    if (runs_out && (meld_pair(p, action) || add_wild(p, action)))
        return true;
    return meld_black_threes(p, action);
}
