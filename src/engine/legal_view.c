/* legal_view.c -- the law, asked with a view. */
#include "legal.h"

#include <assert.h>

int cn_legal_list(const struct cn_view *view, struct cn_action *actions, int capacity)
{
    return cn_legal_list_from(view, 0, actions, capacity);
}

int cn_legal_list_from(const struct cn_view *view, int first, struct cn_action *actions,
                       int capacity)
{
    assert(view->board->phase == CN_PHASE_ENDED || view->seat == cn_board_actor(view->board));
    return cn_board_legal_list_from(view->law, view->board, view->hand, first, actions, capacity);
}

bool cn_legal_check(const struct cn_view *view, struct cn_action action, struct cn_refusal *refusal)
{
    return cn_board_legal_check(view->law, view->board, view->seat, view->hand, action, refusal);
}

unsigned cn_legal_types(const struct cn_view *view)
{
    struct cn_action list[CN_ACTIONS_TYPICAL];
    unsigned types = 0;
    int count = 1;
    for (int first = 0; first < count; first += CN_ACTIONS_TYPICAL) {
        count = cn_legal_list_from(view, first, list, CN_ACTIONS_TYPICAL);
        for (int i = 0; i < CN_ACTIONS_TYPICAL && first + i < count; i++)
            types |= 1u << list[i].type;
    }
    return types;
}

struct cn_action cn_legal_last(const struct cn_view *view)
{
    struct cn_action list[CN_ACTIONS_TYPICAL];
    const int count = cn_legal_list(view, list, CN_ACTIONS_TYPICAL);
    assert(count > 0);
    if (count <= CN_ACTIONS_TYPICAL)
        return list[count - 1];
    cn_legal_list_from(view, count - 1, list, 1);
    return list[0];
}
