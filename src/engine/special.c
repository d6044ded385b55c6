#include "special.h"

#include <string.h>

/* Are the naturals of the hand groups of these sizes, one of each kind? */
static bool groups_fit(const struct cn_rules *rules, const struct cn_special_hand *row,
                       cn_hand hand)
{
    uint8_t wanted[CN_UNLIMITED + 1] = {0}; /* how many groups of each size */
    int groups = 0;
    for (int i = 0; i < row->groups; i++)
        wanted[row->group[i]]++;
    for (int kind = cn_is_bonus(rules, CN_BLACK_THREE) ? CN_FOUR : CN_BLACK_THREE; kind < CN_KINDS;
         kind++) {
        const int held = cn_hand_count(hand, kind);
        if (held == 0) {
            if ((row->must >> kind & 1) != 0)
                return false;
            continue;
        }
        groups++;
        if (wanted[held]-- == 0)
            return false;
    }
    return groups == row->groups;
}

static bool wilds_fit(const struct cn_special_hand *row, cn_hand hand)
{
    for (int i = 0; i < row->wilds; i++)
        if (cn_hand_count(hand, CN_DEUCE) == row->wild[i].deuces &&
            cn_hand_count(hand, CN_JOKER) == row->wild[i].jokers)
            return true;
    return false;
}

bool cn_special_fits(const struct cn_rules *rules, const struct cn_special_hand *row, cn_hand hand)
{
    int threes = cn_hand_count(hand, CN_RED_THREE);
    if (cn_is_bonus(rules, CN_BLACK_THREE))
        threes += cn_hand_count(hand, CN_BLACK_THREE);
    return threes == row->threes && wilds_fit(row, hand) && groups_fit(rules, row, hand);
}

int cn_special_row(const struct cn_rules *rules, int first, cn_hand hand)
{
    const struct cn_special_hands *hands = &rules->special_hands;
    int best = -1;
    for (int i = first; i < hands->count; i++) {
        const struct cn_special_hand *row = &hands->row[i];
        if (strcmp(row->name, hands->row[first].name) == 0 && cn_special_fits(rules, row, hand) &&
            (best < 0 || row->points > hands->row[best].points))
            best = i;
    }
    return best;
}

uint32_t cn_special_names(const struct cn_rules *rules, cn_hand hand)
{
    const struct cn_special_hands *hands = &rules->special_hands;
    const uint64_t others = cn_kind_mask(CN_JOKER) | cn_kind_mask(CN_DEUCE) | cn_bonus_mask(rules);
    const int kinds = cn_mask_size(cn_hand_mask(hand) & ~others);
    uint32_t names = 0;
    for (int row = 0; row < hands->count; row++) {
        int first = 0;
        if (kinds != hands->row[row].groups || !cn_special_fits(rules, &hands->row[row], hand))
            continue;
        while (strcmp(hands->row[first].name, hands->row[row].name) != 0)
            first++;
        names |= (uint32_t)1 << first;
    }
    return names;
}
