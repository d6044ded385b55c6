/* planned_view.c -- a view as the other planned_ files read it, and short cuts to the law. */
#include "planned.h"

#include <string.h>

/* ---- the view ---- */

static void find_melds(struct cn__planned *p)
{
    memset(p->meld, CN_NO_MELD, sizeof p->meld);
    const cn_packed_meld *melds = p->board->melds[p->side];
    for (int m = 0; m < p->board->meld_count[p->side]; m++) {
        if (melds[m] == 0)
            continue;
        uint8_t *at = &p->meld[cn_meld_kind(melds[m])];
        if (*at == CN_NO_MELD || cn_meld_is_canasta(melds[*at]))
            *at = (uint8_t)m;
    }
}

void cn__planned_init(struct cn__planned *p, const struct cn_view *view,
                      const struct cn_manner *manner)
{
    const struct cn_board *board = view->board;
    p->law = view->law;
    p->board = board;
    p->memory = view->memory;
    p->manner = manner;
    p->hand = view->hand;
    p->pile = view->pile;
    p->seat = view->seat;
    p->side = board->side[view->seat];
    p->size = cn_hand_size(view->hand);
    p->wilds = cn_hand_wilds(view->hand);
    p->opponent = board->next[p->seat];
    while (board->side[p->opponent] == p->side)
        p->opponent = board->next[p->opponent];
    p->opponent_side = board->side[p->opponent];
    p->opens = cn_is_opening_turn(board);
    p->owes = p->opens && (!board->laid || board->phase == CN_PHASE_TAKING ||
                           cn_opening_lacks_count(&p->law->rules, board) ||
                           cn_opening_lacks_meld(&p->law->rules, board));
    p->refill =
        p->law->rules.second_hand_when == CN_SECOND_HAND_WHEN_EMPTY && board->second[p->seat] > 0;
    find_melds(p);
    cn__planned_find_goal(p);
}

/* ---- the law ---- */

bool cn__planned_legal(const struct cn__planned *p, struct cn_action action)
{
    return cn_board_legal_check(p->law, p->board, p->seat, p->hand, action, NULL);
}

static int laid_by(struct cn_action action)
{
    return action.amount + cn_action_deuces(action) + cn_action_jokers(action);
}

/* A turn that owes nothing may lay what can lie so, if it leaves two cards that may be discarded.
 */
bool cn__planned_may_lay(const struct cn__planned *p, struct cn_action action)
{
    const struct cn_board *board = p->board;
    const bool adds = action.type == CN_ACTION_ADD;
    const int left = p->size - laid_by(action) - cn_hand_bonus_cards(&p->law->rules, p->hand);
    if (left < 2 || p->owes || p->opens || board->phase != CN_PHASE_MELD ||
        !cn_law_is_planned(p->law) || board->answer == CN_ANSWER_YES || board->black_laid)
        return cn__planned_legal(p, action);
    const struct cn_laying laying = {
        .meld = adds ? action.place : CN_NO_MELD,
        .kind = adds ? cn_meld_kind(board->melds[p->side][action.place]) : action.place,
        .naturals = action.amount,
        .wilds = cn_action_deuces(action) + cn_action_jokers(action)};
    return cn_laying_objection(p->law, board, laying).id == CN_LEGAL;
}

cn_packed_meld cn__planned_meld(const struct cn__planned *p, int kind)
{
    const int at = p->meld[kind];
    if (at == CN_NO_MELD)
        return 0;
    const cn_packed_meld meld = p->board->melds[p->side][at];
    const int largest = kind == CN_JOKER ? CN_WILD_MELD_MOST : p->law->kinds[kind].largest;
    return cn_meld_size(meld) < largest ? meld : 0;
}

struct cn_action cn__planned_laying(const struct cn__planned *p, int kind, int naturals, int wilds)
{
    const bool is_new = cn__planned_meld(p, kind) == 0;
    const int deuces = cn_hand_count(p->hand, CN_DEUCE);
    const int used = wilds < deuces ? wilds : deuces;
    return cn_action_of(is_new ? CN_ACTION_MELD : CN_ACTION_ADD, is_new ? kind : p->meld[kind],
                        naturals, cn_deuces_at_once(used), wilds - used);
}

int cn__planned_wilds(const struct cn__planned *p, int kind, int naturals)
{
    if (p->wilds == 0)
        return 0;
    const struct cn_laying laying = {.meld = cn__planned_meld(p, kind) == 0 ? CN_NO_MELD
                                                                            : p->meld[kind],
                                     .kind = kind,
                                     .naturals = naturals};
    const int most = cn_laying_wilds(p->law, p->board, laying);
    return most < p->wilds ? most : p->wilds;
}
