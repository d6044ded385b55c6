#include "manner.h"

void manner_see(struct manner *manner, struct manner_watch *watch, const struct cn_deal *deal,
                struct cn_action action)
{
    const struct cn_board *board = &deal->board;
    const int seat = cn_board_actor(board);
    const bool takes = cn_action_takes(action);
    if (takes || action.type == CN_ACTION_DRAW)
        watch->turns[seat]++;
    manner->packs += takes;
    if ((takes || action.type == CN_ACTION_MELD) && !cn_side_has_melded(board, board->side[seat])) {
        manner->opened++;
        manner->turns += watch->turns[seat];
    }
    if (action.type == CN_ACTION_DISCARD && cn_kind_is_wild(action.place)) {
        manner->thrown++;
        manner->wasted += board->frozen != 0;
    }
}

void manner_end(struct manner *manner, const struct cn_rules *rules, const struct cn_deal *deal,
                int side)
{
    const struct cn_board *board = &deal->board;
    manner->deals++;
    manner->canastas += board->canastas[side];
    manner->out += board->out_seat != CN_NO_SEAT && board->side[board->out_seat] == side;
    for (int seat = 0; seat < board->players; seat++)
        if (board->side[seat] == side)
            manner->left += cn_hand_points(rules, deal->hands[seat]);
}

void manner_add(struct manner *sum, const struct manner *more)
{
    sum->deals += more->deals;
    sum->opened += more->opened;
    sum->turns += more->turns;
    sum->out += more->out;
    sum->left += more->left;
    sum->thrown += more->thrown;
    sum->wasted += more->wasted;
    sum->packs += more->packs;
    sum->canastas += more->canastas;
}
