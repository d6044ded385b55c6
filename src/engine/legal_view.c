/* legal_view.c -- the law, asked with a view. */
#include "legal.h"
#include "legal_set.h"

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

int cn_legal_set_init(struct cn_legal_set *set, const struct cn_view *view)
{
    assert(view->board->phase == CN_PHASE_ENDED || view->seat == cn_board_actor(view->board));
    return cn_board_legal_set_init(set, view->law, view->board, view->hand);
}

static cn_hand hand_of(const struct cn_legal_set *set)
{
    return cn_hand_of_words(set->hand[0], set->hand[1]);
}

struct cn_action cn_legal_set_at(const struct cn_legal_set *set, int i)
{
    struct cn_action action;
    assert(i >= 0 && i < set->count);
    if (set->plain)
        return cn__plain_turn_at(set, i);
    if (i < CN_ACTIONS_TYPICAL)
        return set->action[i];
    cn_board_legal_list_from(set->law, set->board, hand_of(set), i, &action, 1);
    return action;
}

bool cn_legal_set_has(const struct cn_legal_set *set, struct cn_action action)
{
    if (set->plain)
        return cn__plain_turn_has(set, action);
    if (set->count > CN_ACTIONS_TYPICAL)
        return cn_board_legal_check(set->law, set->board, cn_board_actor(set->board), hand_of(set),
                                    action, NULL);
    for (int i = 0; i < set->count; i++)
        if (cn_action_equal(set->action[i], action))
            return true;
    return false;
}

int cn_legal_set_list(const struct cn_legal_set *set, int first, struct cn_action *actions,
                      int capacity)
{
    assert(first >= 0 && capacity >= 0);
    if (!set->plain && set->count > CN_ACTIONS_TYPICAL)
        return cn_board_legal_list_from(set->law, set->board, hand_of(set), first, actions,
                                        capacity);
    for (int i = first; i < set->count && i - first < capacity; i++)
        actions[i - first] = cn_legal_set_at(set, i);
    return set->count;
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
