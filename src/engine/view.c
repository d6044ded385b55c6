#include "view.h"

struct cn_view cn_deal_view(const struct cn_law *law, const struct cn_deal *deal, int seat)
{
    return (struct cn_view){law,        &deal->board, &deal->memory, deal->hands[seat],
                            deal->pile, (uint8_t)seat};
}

size_t cn_view_size(void)
{
    return sizeof(struct cn_view);
}

int cn_view_seat(const struct cn_view *view)
{
    return view->seat;
}

int cn_view_actor(const struct cn_view *view)
{
    return cn_board_actor(view->board);
}

const char *cn_phase_name(int phase)
{
#define NAME(id, name) name,
    static const char *const names[] = {CN_PHASES(NAME)};
    return phase >= 0 && phase < (int)(sizeof names / sizeof names[0]) ? names[phase] : NULL;
}

enum cn_phase cn_view_phase(const struct cn_view *view)
{
    return (enum cn_phase)view->board->phase;
}

int cn_view_side(const struct cn_view *view, int seat)
{
    return view->board->side[seat];
}

int cn_view_hand(const struct cn_view *view, int kind)
{
    return cn_hand_count(view->hand, kind);
}

int cn_view_hand_size(const struct cn_view *view, int seat)
{
    return view->board->hand_size[seat];
}

int cn_view_meld_count(const struct cn_view *view, int side)
{
    return view->board->meld_count[side];
}

struct cn_meld cn_view_meld(const struct cn_view *view, int side, int index)
{
    const cn_packed_meld meld = view->board->melds[side][index];
    return (struct cn_meld){(uint8_t)cn_meld_kind(meld), (uint8_t)cn_meld_naturals(meld),
                            (uint8_t)cn_meld_deuces(meld), (uint8_t)cn_meld_jokers(meld)};
}

int cn_view_pile(const struct cn_view *view, int kind)
{
    return cn_hand_count(view->pile, kind);
}

int cn_view_pile_size(const struct cn_view *view)
{
    return view->board->pile;
}

int cn_view_pile_top(const struct cn_view *view)
{
    return view->board->pile_top;
}

bool cn_view_pile_is_frozen(const struct cn_view *view)
{
    return cn_pile_is_frozen(&view->law->rules, view->board, view->board->side[view->seat]);
}

int cn_view_stock_size(const struct cn_view *view)
{
    return view->board->stock;
}

int cn_view_bonus_cards(const struct cn_view *view, int side)
{
    return view->board->red[side] + view->board->black[side];
}

int cn_view_talon_size(const struct cn_view *view, int seat)
{
    return view->board->talon[seat];
}

int cn_view_second_hands(const struct cn_view *view, int seat)
{
    return view->board->second[seat];
}

int cn_view_second_hand_size(const struct cn_view *view, int seat)
{
    return view->board->second_size[seat];
}

int cn_view_minimum(const struct cn_view *view, int side)
{
    return view->board->minimum[side];
}

int32_t cn_view_score(const struct cn_view *view, int side)
{
    return view->board->score[side];
}

const struct cn_board *cn_view_board(const struct cn_view *view)
{
    return view->board;
}
