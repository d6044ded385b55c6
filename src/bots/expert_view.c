/* expert_view.c -- a view as the expert reads it, and a shortcut past the law. */
#include "expert.h"

#include <string.h>

bool cn__expert_allows(const struct cn__expert *e, struct cn_action action, int cards)
{
    const struct cn_board *board = e->board;
    if (e->size - cards >= 2 && board->phase == CN_PHASE_MELD && !board->owes_opening &&
        board->answer != CN_ANSWER_YES && !board->black_laid)
        return true;
    return cn_board_legal_check(e->law, board, e->seat, e->hand, action, NULL);
}

bool cn__expert_consider(const struct cn__expert *e, struct cn_action *action,
                         struct cn_action wanted)
{
    *action = wanted;
    return cn__expert_allows(e, wanted,
                             wanted.amount + cn_action_deuces(wanted) + cn_action_jokers(wanted));
}

static bool is_late(const struct cn__expert *e)
{
    const struct cn_board *board = e->board;
    if (board->stock < e->weights->late_stock)
        return true;
    for (int seat = 0; seat < board->players; seat++)
        if (board->hand_size[seat] <= e->weights->late_hand && board->side[seat] != e->side &&
            seat != board->idle && cn_board_has_canastas(e->law, board, board->side[seat]))
            return true;
    return false;
}

/* The meld of each kind to which naturals are added: an unfinished one rather than a canasta. */
static void find_melds(struct cn__expert *e)
{
    memset(e->meld, CN_NO_MELD, sizeof e->meld);
    e->twice = false;
    const cn_packed_meld *melds = e->board->melds[e->side];
    for (int m = 0; m < e->board->meld_count[e->side]; m++) {
        if (melds[m] == 0)
            continue;
        uint8_t *at = &e->meld[cn_meld_kind(melds[m])];
        if (*at == CN_NO_MELD || cn_meld_is_canasta(melds[*at]))
            *at = (uint8_t)m;
        else
            e->twice = e->twice || !cn_meld_is_canasta(melds[m]);
    }
}

void cn__expert_init(struct cn__expert *e, const struct cn_view *view,
                     const struct cn_weights *weights)
{
    const struct cn_board *board = view->board;
    e->law = view->law;
    e->board = board;
    e->memory = view->memory;
    e->weights = weights;
    e->hand = view->hand;
    e->pile = view->pile;
    e->seat = view->seat;
    e->side = board->side[view->seat];
    e->size = cn_hand_size(view->hand);
    e->wilds = cn_hand_wilds(view->hand);
    e->partner = cn_board_partner(board, e->seat);
    e->opponent = board->next[e->seat];
    while (board->side[e->opponent] == e->side)
        e->opponent = board->next[e->opponent];
    e->opponent_side = board->side[e->opponent];
    e->opened = cn_side_has_melded(board, e->side);
    e->they_opened = cn_side_has_melded(board, e->opponent_side);
    e->frozen = cn_pile_is_frozen(&e->law->rules, board, e->side);
    e->threatened = cn_board_has_canastas(e->law, board, e->opponent_side);
    e->late = is_late(e);
    find_melds(e);
}
