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
    for (int kind = cn_black_threes_are_bonus(rules) ? CN_FOUR : CN_BLACK_THREE; kind < CN_KINDS;
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
    return cn_hand_bonus_cards(rules, hand) == row->threes && wilds_fit(row, hand) &&
           groups_fit(rules, row, hand);
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

/* ---- how near a hand is ---- */

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* The kinds that groups can be of: those that must be among them first, and of the others those of
 * which most is held. Returns how many. */
static int kinds_by_use(const struct cn_rules *rules, const struct cn_special_hand *row,
                        cn_hand hand, int kinds[CN_KINDS])
{
    const int first = cn_black_threes_are_bonus(rules) ? CN_FOUR : CN_BLACK_THREE;
    int count = 0;
    for (int kind = first; kind < CN_KINDS; kind++) {
        const int use = (row->must >> kind & 1) * CN_CARDS_MAX + cn_hand_count(hand, kind);
        int at = count++;
        for (; at > 0; at--) {
            const int before = kinds[at - 1];
            if ((row->must >> before & 1) * CN_CARDS_MAX + cn_hand_count(hand, before) >= use)
                break;
            kinds[at] = before;
        }
        kinds[at] = kind;
    }
    return count;
}

/* Moves those of which most is held to the front, as the largest groups stand there: no other way
 * to pair kinds and groups keeps more. */
static void most_first(cn_hand hand, int *kinds, int count)
{
    for (int i = 1; i < count; i++) {
        const int kind = kinds[i];
        int at = i;
        for (; at > 0 && cn_hand_count(hand, kinds[at - 1]) < cn_hand_count(hand, kind); at--)
            kinds[at] = kinds[at - 1];
        kinds[at] = kind;
    }
}

static int missing_naturals(const struct cn_rules *rules, const struct cn_special_hand *row,
                            cn_hand hand, cn_hand *keep)
{
    int kinds[CN_KINDS];
    int missing = 0;
    const int found = kinds_by_use(rules, row, hand, kinds);
    const int groups = smaller(row->groups, found);
    most_first(hand, kinds, groups);
    for (int i = 0; i < row->groups; i++) {
        const int have = i < groups ? smaller(cn_hand_count(hand, kinds[i]), row->group[i]) : 0;
        missing += row->group[i] - have;
        if (have > 0)
            *keep = cn_hand_add(*keep, cn_hand_single(kinds[i], have));
    }
    return missing;
}

static int missing_wilds(const struct cn_special_hand *row, cn_hand hand, cn_hand *keep)
{
    int best = -1;
    cn_hand kept = cn_hand_single(CN_DEUCE, 0);
    for (int i = 0; i < row->wilds; i++) {
        const int deuces = smaller(row->wild[i].deuces, cn_hand_count(hand, CN_DEUCE));
        const int jokers = smaller(row->wild[i].jokers, cn_hand_count(hand, CN_JOKER));
        const int missing = row->wild[i].deuces + row->wild[i].jokers - deuces - jokers;
        if (best >= 0 && missing >= best)
            continue;
        best = missing;
        kept = cn_hand_add(cn_hand_single(CN_DEUCE, deuces), cn_hand_single(CN_JOKER, jokers));
    }
    *keep = cn_hand_add(*keep, kept);
    return best < 0 ? 0 : best;
}

static int missing_threes(const struct cn_rules *rules, const struct cn_special_hand *row,
                          cn_hand hand, cn_hand *keep)
{
    const int black = cn_black_threes_are_bonus(rules) ? cn_hand_count(hand, CN_BLACK_THREE) : 0;
    const int reds = smaller(row->threes, cn_hand_count(hand, CN_RED_THREE));
    const int blacks = smaller(row->threes - reds, black);
    *keep = cn_hand_add(*keep, cn_hand_add(cn_hand_single(CN_RED_THREE, reds),
                                           cn_hand_single(CN_BLACK_THREE, blacks)));
    return row->threes - reds - blacks;
}

int cn_special_missing(const struct cn_rules *rules, const struct cn_special_hand *row,
                       cn_hand hand, cn_hand *keep)
{
    *keep = cn_hand_single(CN_DEUCE, 0);
    return missing_naturals(rules, row, hand, keep) + missing_wilds(row, hand, keep) +
           missing_threes(rules, row, hand, keep);
}
