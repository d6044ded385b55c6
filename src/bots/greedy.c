/* greedy.c -- takes the pack and melds whenever it can, goes out when it can, and makes the discard
 * that looks safest.
 *
 * It proposes moves by counting and asks the law only if a proposal might leave the turn without an
 * end. If no proposal is legal, it takes one from the legal list.
 */
#include "builtin.h"
#include "out_contract.h"
#include "planned.h"

struct player {
    const struct cn_law *law;
    const struct cn_board *board;
    cn_hand hand;
    int seat, side, size, wilds;
};

static bool legal(const struct player *p, struct cn_action action)
{
    return cn_board_legal_check(p->law, p->board, p->seat, p->hand, action, NULL);
}

/* A turn that owes nothing may lay whatever leaves two cards. */
static bool may_lay(const struct player *p, struct cn_action action, int cards)
{
    const struct cn_board *board = p->board;
    if (p->size - cards >= 2 && board->phase == CN_PHASE_MELD && !board->owes_opening &&
        board->answer != CN_ANSWER_YES && !board->black_laid)
        return true;
    return legal(p, action);
}

static bool holds(const struct player *p, int kind)
{
    return cn_hand_count(p->hand, kind) > 0;
}

/* ---- taking the pack ---- */

static bool take_onto(const struct player *p, struct cn_action *action)
{
    const struct cn_board *board = p->board;
    if (!cn_side_has_rank(board, p->side, board->pile_top))
        return false;
    for (int m = 0; m < board->meld_count[p->side]; m++) {
        if (board->melds[p->side][m] == 0 ||
            cn_meld_kind(board->melds[p->side][m]) != board->pile_top)
            continue;
        *action = cn_action_of(CN_ACTION_TAKE_ONTO, m, 0, 0, 0);
        if (legal(p, *action))
            return true;
    }
    return false;
}

static bool take(const struct player *p, struct cn_action *action)
{
    const struct cn_board *board = p->board;
    if (cn_pile_is_stopped(board))
        return false;
    const bool frozen = cn_pile_is_frozen(&p->law->rules, board, p->side);
    if (!frozen && take_onto(p, action))
        return true;
    const int held = cn_hand_count(p->hand, board->pile_top);
    if (held >= 2) {
        *action = cn_action_of(CN_ACTION_TAKE_PAIR, 0, 0, 0, 0);
        if (legal(p, *action))
            return true;
    }
    if (frozen || held < 1 || !p->law->rules.take_with_wild || board->pile < 3)
        return false;
    const int type = holds(p, CN_DEUCE) ? CN_ACTION_TAKE_DEUCE : CN_ACTION_TAKE_JOKER;
    *action = cn_action_of(type, 0, 0, 0, 0);
    return p->wilds > 0 && legal(p, *action);
}

/* ---- melding ---- */

/* Deuces before jokers. */
static struct cn_action with_wilds(const struct player *p, int type, int at, int n, int wilds)
{
    const int deuces = cn_hand_count(p->hand, CN_DEUCE);
    const int used = wilds < deuces ? wilds : deuces;
    return cn_action_of(type, at, n, cn_deuces_at_once(used), wilds - used);
}

/* Adds every natural that fits, and the wilds that complete a canasta. */
static bool add(const struct player *p, struct cn_action *action)
{
    const struct cn_board *board = p->board;
    const uint64_t fitting = cn_hand_mask(p->hand) & board->ranks[p->side] & CN_NATURALS_MASK;
    if (fitting == 0 && p->wilds == 0)
        return false; /* as in most turns */
    for (int m = 0; m < board->meld_count[p->side]; m++) {
        const cn_packed_meld meld = board->melds[p->side][m];
        if (meld == 0 || cn_meld_kind(meld) == CN_BLACK_THREE)
            continue;
        const int n = cn_hand_count(p->hand, cn_meld_kind(meld));
        const int size = cn_meld_size(meld) + n;
        int wilds = size < 7 && size + p->wilds >= 7 ? 7 - size : 0;
        const int naturals = cn_meld_naturals(meld) + n;
        if (cn_meld_wilds(meld) + wilds > cn_wild_limits(p->law, cn_meld_kind(meld))[naturals])
            wilds = 0;
        if (wilds > 0 && cn_meld_wilds(meld) == 0 &&
            cn__wilds_spoil_contract(p->law, board, p->side, cn_meld_kind(meld), naturals))
            wilds = 0;
        if (n + wilds == 0)
            continue;
        *action = with_wilds(p, CN_ACTION_ADD, m, n, wilds);
        if (may_lay(p, *action, n + wilds))
            return true;
        *action = cn_action_of(CN_ACTION_ADD, m, n > 1 ? n - 1 : n, 0, 0);
        if (n > 0 && may_lay(p, *action, action->amount))
            return true;
    }
    return false;
}

static bool meld_naturals(const struct player *p, struct cn_action *action)
{
    const uint64_t new_ranks = CN_NATURALS_MASK & ~p->board->ranks[p->side];
    for (uint64_t mask = cn_hand_triples(p->hand) & new_ranks; mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        const int n = cn_hand_count(p->hand, kind);
        if (n < p->law->rules.fewest_naturals)
            continue;
        *action = cn_action_of(CN_ACTION_MELD, kind, n, 0, 0);
        if (may_lay(p, *action, n))
            return true;
    }
    return false;
}

/* A pair with a wild card: to reach the minimum count, or to play the last cards. */
static bool meld_pair(const struct player *p, struct cn_action *action)
{
    if (p->wilds == 0 || p->law->rules.fewest_naturals > 2)
        return false;
    for (int kind = CN_ACE; kind >= CN_FOUR; kind--) {
        if (cn_hand_count(p->hand, kind) != 2)
            continue;
        if (cn_side_has_rank(p->board, p->side, kind))
            continue;
        *action = with_wilds(p, CN_ACTION_MELD, kind, 2, 1);
        if (legal(p, *action))
            return true;
        const struct cn_action joker = cn_action_of(CN_ACTION_MELD, kind, 2, 0, 1);
        if (holds(p, CN_JOKER) && legal(p, joker)) {
            *action = joker;
            return true;
        }
    }
    return false;
}

/* Wilds onto the meld with the most cards: if a count is owed or the hand runs out. */
static bool add_wild(const struct player *p, struct cn_action *action)
{
    if (p->wilds == 0)
        return false;
    for (int m = 0; m < p->board->meld_count[p->side]; m++) {
        const cn_packed_meld meld = p->board->melds[p->side][m];
        if (meld == 0 || cn_meld_kind(meld) == CN_BLACK_THREE)
            continue;
        if (cn_meld_wilds(meld) >=
            cn_wild_limits(p->law, cn_meld_kind(meld))[cn_meld_naturals(meld)])
            continue;
        *action = with_wilds(p, CN_ACTION_ADD, m, 0, 1);
        if (legal(p, *action))
            return true;
    }
    return false;
}

static bool meld_black_threes(const struct player *p, struct cn_action *action)
{
    const int n = cn_hand_count(p->hand, CN_BLACK_THREE);
    if (n < p->law->rules.fewest_black_threes)
        return false;
    *action = cn_action_of(CN_ACTION_MELD, CN_BLACK_THREE, n, 0, 0);
    return legal(p, *action);
}

/* Could the side reach its count at all with everything that the hand could lay? A quick bound. */
static bool may_open(const struct player *p)
{
    const int32_t *points = p->law->rules.card_points.of;
    int sum = p->board->opening_points + cn_hand_count(p->hand, CN_JOKER) * points[CN_JOKER] +
              cn_hand_count(p->hand, CN_DEUCE) * points[CN_DEUCE];
    for (uint64_t mask = cn_hand_pairs(p->hand) & CN_NATURALS_MASK; mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        const int n = cn_hand_count(p->hand, kind);
        if (n > 2 || p->wilds > 0)
            sum += n * points[kind];
    }
    return sum >= p->board->minimum[p->side];
}

static bool lay(const struct player *p, struct cn_action *action)
{
    const struct cn_board *board = p->board;
    const bool owes = board->owes_opening && board->opening_points < board->minimum[p->side];
    if (owes && !board->laid && !may_open(p))
        return false;
    if (add(p, action) || meld_naturals(p, action))
        return true;
    const bool runs_out = p->size <= 4 && board->canastas[p->side] > 0;
    if ((owes || runs_out) && (meld_pair(p, action) || add_wild(p, action)))
        return true;
    return meld_black_threes(p, action);
}

/* ---- discarding ---- */

/* Returns the cost of discarding a natural card: what the next side could do with it, and what the
 * hand loses. Branch-free: which ranks are where depends on the cards, so branches would be
 * mispredicted. */
static int cost_of_natural(const struct player *p, const uint64_t ranks[CN_SIDES_MAX], int kind)
{
    static const int held_costs[] = {0, 20, 100, 300};
    const uint64_t bit = cn_kind_mask(kind);
    const int held = cn_hand_count(p->hand, kind);
    const int others = (int)((ranks[1] & bit) != 0) + (int)((ranks[2] & bit) != 0);
    return held_costs[held < 3 ? held : 3] + 60 * (int)((ranks[0] & bit) != 0) +
           others * (40 + 4 * p->board->pile) - p->law->rules.card_points.of[kind] / 5;
}

static int cost_of_other(const struct player *p, int kind)
{
    if (kind == CN_BLACK_THREE)
        return p->board->pile > 4 ? 0 : 15;
    return 1000 + p->law->rules.card_points.of[kind];
}

static struct cn_action discard(const struct player *p)
{
    const struct cn_board *board = p->board;
    const uint64_t held = cn_hand_mask(p->hand);
    uint64_t ranks[CN_SIDES_MAX] = {board->ranks[p->side]}; /* our own first */
    int best = CN_NO_KIND;
    int best_cost = INT32_MAX;
    for (int side = 0, at = 1; side < board->sides; side++)
        if (side != p->side)
            ranks[at++] = board->ranks[side];
    for (uint64_t kinds = held & ~CN_NATURALS_MASK; kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        const int cost = cost_of_other(p, kind);
        best = cost < best_cost ? kind : best;
        best_cost = cost < best_cost ? cost : best_cost;
    }
    for (uint64_t kinds = held & CN_NATURALS_MASK; kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        const int cost = cost_of_natural(p, ranks, kind);
        best = cost < best_cost ? kind : best;
        best_cost = cost < best_cost ? cost : best_cost;
    }
    return cn_action_of(CN_ACTION_DISCARD, best, 0, 0, 0);
}

struct cn_action cn__narrow_greedy(const struct cn_view *view);

#if defined(CN_NARROW_HANDS) && !defined(CN_NARROW_ALONE)
#define decide_here cn__narrow_greedy
#else
static
#endif
struct cn_action decide_here(const struct cn_view *view)
{
    const struct player p = {view->law,
                             view->board,
                             view->hand,
                             view->seat,
                             view->board->side[view->seat],
                             cn_hand_size(view->hand),
                             cn_hand_wilds(view->hand)};
    struct cn_action action;
    switch ((enum cn_phase)p.board->phase) {
    case CN_PHASE_START:
        if (take(&p, &action))
            return action;
        action = cn_action_of(p.board->stock > 0 ? CN_ACTION_DRAW : CN_ACTION_STOP, 0, 0, 0, 0);
        break;
    case CN_PHASE_ANSWER: return cn_action_of(CN_ACTION_YES, 0, 0, 0, 0);
    case CN_PHASE_LAST_RED_THREE:
        if (lay(&p, &action))
            return action;
        action = cn_action_of(CN_ACTION_STOP, 0, 0, 0, 0);
        break;
    default:
        if (lay(&p, &action))
            return action;
        action = discard(&p);
        break;
    }
    const bool plain =
        action.type == CN_ACTION_DRAW || (p.board->phase == CN_PHASE_MELD && p.size >= 2);
    const bool owes = p.board->owes_opening && p.board->laid;
    const bool sure =
        plain && !owes && p.board->answer == CN_ANSWER_NONE && !p.board->black_laid && p.size > 0;
    return sure || legal(&p, action) ? action : cn_legal_last(view);
}

#if !defined(CN_NARROW_HANDS) || defined(CN_NARROW_ALONE)
static struct cn_action decide(const struct cn_view *view, struct cn_rng *rng)
{
    const struct cn_law *law = view->law;
    (void)rng;
#ifndef CN_NARROW_ALONE
    if (law->common)
        return cn__narrow_greedy(view);
#endif
    return cn_law_is_planned(law) ? cn_planned_decide(view, &cn_manner_plain) : decide_here(view);
}

const struct cn_bot cn_bot_greedy = {.name = "greedy", .care = CN_CARE_CARDS, .decide = decide};
#endif
