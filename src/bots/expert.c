/* expert.c -- the rules of good play: taking the pile, asking, and the order of a turn.
 *
 * The weights are named in weights.h, their values are in *.weights. Moves are proposed by
 * counting; the law is asked only if a proposal could leave the turn without a legal end. If no
 * proposal is legal, the move is the last of the legal list.
 */
#include "expert.h"
#include "planned.h"

/* ---- the start of a turn ---- */

static bool legal(const struct cn__expert *e, struct cn_action action)
{
    return cn_board_legal_check(e->law, e->board, e->seat, e->hand, action, NULL);
}

/* The value of its naturals in melds and together with the hand. */
static int worth_of_naturals(const struct cn__expert *e)
{
    const struct cn_weights *w = e->weights;
    int worth = 0;
    for (uint64_t mask = cn_hand_mask(e->pile) & CN_NATURALS_MASK; mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        const int n = cn_hand_count(e->pile, kind);
        const int held = cn_hand_count(e->hand, kind);
        const int at = e->meld[kind];
        const int there = at == CN_NO_MELD ? 0 : cn_meld_size(e->board->melds[e->side][at]);
        if (there > 0)
            worth += n * w->pile_fit;
        else if (n + held >= 3)
            worth += n * w->pile_triple;
        if (held >= 2)
            worth += n * w->pile_pair;
        if (there < 7 && there + n + held >= 7)
            worth += w->pile_canasta;
    }
    return worth;
}

/* What taking the pile is worth to this side. */
static int worth_of_taking(const struct cn__expert *e)
{
    const struct cn_weights *w = e->weights;
    const int wilds = cn_hand_wilds(e->pile);
    return w->pile_card * e->board->pile +
           w->pile_points * cn_hand_points(&e->law->rules, e->pile) / 100 + worth_of_naturals(e) +
           w->pile_wild * wilds + w->pile_wilds_held * e->wilds - w->pile_own_hand * e->size +
           w->pile_their_hand * e->board->hand_size[e->opponent] +
           (e->they_opened ? w->pile_they_opened : 0) - (e->opened ? 0 : w->take_closed);
}

static bool take(const struct cn__expert *e, struct cn_action *action)
{
    const struct cn_board *board = e->board;
    const struct cn_weights *w = e->weights;
    if (cn_pile_is_stopped(board))
        return false;
    const int held = cn_hand_count(e->hand, board->pile_top);
    const bool onto = !e->frozen && e->meld[board->pile_top] != CN_NO_MELD;
    const bool wild = !e->frozen && held >= 1 && e->wilds > 0 && e->law->rules.take_with_wild;
    if (!onto && held < 2 && !wild)
        return false;
    const int worth = worth_of_taking(e);
    if (onto && worth > w->take_onto) {
        *action = cn_action_of(CN_ACTION_TAKE_ONTO, e->meld[board->pile_top], 0, 0, 0);
        if (legal(e, *action))
            return true;
    }
    if (held >= 2 && worth > w->take_pair) {
        *action = cn_action_of(CN_ACTION_TAKE_PAIR, 0, 0, 0, 0);
        if (legal(e, *action))
            return true;
    }
    if (!wild || worth <= w->take_wild)
        return false;
    const bool deuce = cn_hand_count(e->hand, CN_DEUCE) > 0;
    *action = cn_action_of(deuce ? CN_ACTION_TAKE_DEUCE : CN_ACTION_TAKE_JOKER, 0, 0, 0, 0);
    return legal(e, *action);
}

static struct cn_action start(const struct cn__expert *e)
{
    struct cn_action action;
    if (take(e, &action))
        return action;
    return cn_action_of(e->board->stock > 0 ? CN_ACTION_DRAW : CN_ACTION_STOP, 0, 0, 0, 0);
}

/* ---- asking and answering ---- */

static bool ask(const struct cn__expert *e, struct cn_action *action)
{
    const struct cn_board *board = e->board;
    if (!e->law->rules.ask_partner || board->asked || board->laid || e->size > 6)
        return false;
    const int partner = cn_board_partner(board, e->seat);
    if (partner == CN_NO_SEAT || board->hand_size[partner] < e->weights->ask_from)
        return false;
    if (!cn__expert_can_go_out(e))
        return false;
    *action = cn_action_of(CN_ACTION_ASK, 0, 0, 0, 0);
    return legal(e, *action);
}

/* Points that the partner would be caught with: cards that do not fit the melds on the board. */
static struct cn_action answer(const struct cn__expert *e)
{
    int caught = 0;
    for (uint64_t mask = cn_hand_mask(e->hand); mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        if (cn_kind_is_natural(kind) && e->meld[kind] != CN_NO_MELD)
            continue;
        caught += cn_hand_count(e->hand, kind) * e->law->rules.card_points.of[kind];
    }
    return cn_action_of(caught <= e->weights->answer_yes || e->late ? CN_ACTION_YES : CN_ACTION_NO,
                        0, 0, 0, 0);
}

/* ---- the rest of the turn ---- */

static struct cn_action discard(const struct cn__expert *e)
{
    struct cn__expert_danger danger;
    int best = CN_NO_KIND;
    int least = INT32_MAX;
    cn__expert_discard_weights(e, &danger);
    for (uint64_t kinds = cn_hand_mask(e->hand); kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        const int cost = cn__expert_discard_cost(e, &danger, kind);
        best = cost < least ? kind : best; /* which is less cannot be predicted */
        least = cost < least ? cost : least;
    }
    return cn_action_of(CN_ACTION_DISCARD, best, 0, 0, 0);
}

static struct cn_action go_on(const struct cn__expert *e)
{
    struct cn_action action;
    if (e->board->phase == CN_PHASE_MELD && ask(e, &action))
        return action;
    if (cn__expert_go_out(e, &action) || cn__expert_meld(e, &action))
        return action;
    if (e->board->phase == CN_PHASE_LAST_RED_THREE)
        return cn_action_of(CN_ACTION_STOP, 0, 0, 0, 0);
    return discard(e);
}

static bool is_surely_legal(const struct cn__expert *e, struct cn_action action)
{
    const struct cn_board *board = e->board;
    if (board->answer != CN_ANSWER_NONE || e->size == 0)
        return false;
    if (action.type == CN_ACTION_DRAW)
        return board->stock > 0;
    return !cn_law_is_planned(e->law) && action.type == CN_ACTION_DISCARD &&
           board->phase == CN_PHASE_MELD && e->size >= 2 && !(board->owes_opening && board->laid) &&
           !board->black_laid;
}

/* The most frequent decision, recognised quickly: there is nothing to take. */
static bool must_draw(const struct cn_view *view)
{
    const struct cn_board *board = view->board;
    if (board->phase != CN_PHASE_START || board->stock == 0 || board->answer != CN_ANSWER_NONE ||
        cn_hand_is_empty(view->hand))
        return false;
    if (cn_pile_is_stopped(board))
        return true;
    const int held = cn_hand_count(view->hand, board->pile_top);
    const int side = board->side[view->seat];
    return held < 2 && ((held == 0 && !cn_side_has_rank(board, side, board->pile_top)) ||
                        cn_pile_is_frozen(&view->law->rules, board, side));
}

/* Apart from what comes before it, which the frequent decisions pay for. */
static __attribute__((noinline)) struct cn_action weigh_up(const struct cn_view *view,
                                                           const struct cn_weights *weights)
{
    struct cn__expert e;
    struct cn_action action;
    if (cn_law_is_planned(view->law) && cn_planned_first(view, &action))
        return action;
    cn__expert_init(&e, view, weights);
    switch ((enum cn_phase)e.board->phase) {
    case CN_PHASE_ANSWER: return answer(&e);
    case CN_PHASE_START: action = start(&e); break;
    default: action = go_on(&e); break;
    }
    if (is_surely_legal(&e, action) || legal(&e, action))
        return action;
    return cn_law_is_planned(e.law) ? cn_planned_decide(view, &cn_manner_plain)
                                    : cn_legal_last(view);
}

#ifndef CN_NARROW_HANDS
struct cn_action cn__narrow_expert_decide(const struct cn_view *view,
                                          const struct cn_weights *weights);
#endif

struct cn_action cn_expert_decide(const struct cn_view *view, const struct cn_weights *weights)
{
#ifndef CN_NARROW_HANDS
    if (!cn_rules_are_wide(&view->law->rules))
        return cn__narrow_expert_decide(view, weights);
#endif
    return must_draw(view) ? cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0) : weigh_up(view, weights);
}
