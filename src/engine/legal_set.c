/* legal_set.c -- plain turns: found by counting all kinds at once, read one action at a time. */
#ifndef CN_NARROW_HANDS
#define CN_NARROW_HANDS /* a common law has up to three packs */
#endif
#include "legal_set.h"

#include "turn_end.h"

enum {
    LEAST = 3 /* naturals of a new meld without wilds */
};

static const uint64_t wild_kinds = 0x11; /* CN_JOKER, CN_DEUCE */

static bool is_plain(const struct cn_law *law, const struct cn_board *board, cn_hand hand)
{
    if (board->phase != CN_PHASE_MELD)
        return false;
    const int side = board->side[board->turn];
    const uint64_t black = cn_kind_mask(CN_BLACK_THREE);
    const unsigned owed = board->owes_opening | board->black_laid | board->answer;
    if (((hand.low & wild_kinds * 15) | owed) != 0)
        return false;
    const int several = (int)(board->meld_count[side] != cn_mask_size(board->ranks[side]));
    const int few = (int)(cn_hand_size(hand) - cn_hand_bound(hand, CN_NATURALS_MASK) < 2);
    const int large = (int)(law->rules.fewest_naturals > LEAST);
    if ((several | few | large | (int)((cn_hand_triples(hand) & black) != 0)) != 0)
        return false;
    return (board->asked | board->laid) != 0 || cn_cannot_meld_out(law, board, hand, 1);
}

bool cn__plain_turn_init(struct cn_legal_set *set, const struct cn_law *law,
                         const struct cn_board *board, cn_hand hand)
{
    if (!law->common || !is_plain(law, board, hand))
        return false;
    const uint64_t ranks = board->ranks[board->side[board->turn]];
    const uint64_t shut = law->rules.second_meld ? 0 : ranks;
    const cn_hand naturals = cn_hand_keep(hand, CN_NATURALS_MASK);
    set->plain = true;
    set->discards = cn_hand_mask(hand);
    set->melds = cn_hand_triples(naturals) & ~shut;
    set->additions = ranks & CN_NATURALS_MASK;
    set->melds_from = cn_mask_size(set->discards);
    set->additions_from = set->melds_from + cn_hand_size(cn_hand_keep(hand, set->melds)) -
                          (LEAST - 1) * cn_mask_size(set->melds);
    set->count = set->additions_from + cn_hand_size(cn_hand_keep(hand, set->additions));
    return true;
}

/* ---- one action ---- */

static cn_hand hand_of(const struct cn_legal_set *set)
{
    return cn_hand_of_words(set->hand[0], 0);
}

static const cn_packed_meld *melds_of(const struct cn_legal_set *set)
{
    return set->board->melds[set->board->side[set->board->turn]];
}

/* Returns the kind of this number in a mask, from 0. The product counts, for every kind, those of
 * the mask up to it; the kind sought is as many as the kinds for which that is not above the
 * number. They are compared a byte each, with 128 more than the number. */
static int nth_kind(uint64_t mask, int number)
{
    const uint64_t nibbles = 0x0f0f0f0f0f0f0f0fu;
    const uint64_t ones = 0x0101010101010101u;
    const uint64_t upto = mask * 0x1111111111111111u;
    const uint64_t bytes = (uint64_t)(unsigned)(number | 128) * ones;
    const uint64_t even = (bytes - (upto & nibbles)) >> 7 & ones;
    const uint64_t odd = (bytes - (upto >> 4 & nibbles)) >> 7 & ones;
    return (int)((even + odd) * ones >> 56);
}

static struct cn_action meld_at(const struct cn_legal_set *set, int number)
{
    for (uint64_t kinds = set->melds;;) {
        const int kind = cn_mask_pop(&kinds);
        const int ways = cn_hand_count(hand_of(set), kind) - LEAST + 1;
        if (number < ways)
            return cn_action_of(CN_ACTION_MELD, kind, LEAST + number, 0, 0);
        number -= ways;
    }
}

static struct cn_action addition_at(const struct cn_legal_set *set, int number)
{
    const cn_hand hand = cn_hand_keep(hand_of(set), CN_NATURALS_MASK);
    const cn_packed_meld *melds = melds_of(set);
    for (int m = 0;; m++) {
        const int held = cn_hand_count(hand, cn_meld_kind(melds[m]));
        if (number < held)
            return cn_action_of(CN_ACTION_ADD, m, number + 1, 0, 0);
        number -= held;
    }
}

struct cn_action cn__plain_turn_at(const struct cn_legal_set *set, int i)
{
    if (i < set->melds_from)
        return cn_action_of(CN_ACTION_DISCARD, nth_kind(set->discards, i), 0, 0, 0);
    if (i >= set->additions_from)
        return addition_at(set, i - set->additions_from);
    return meld_at(set, i - set->melds_from);
}

/* ---- is it there? ---- */

static bool has_kind(uint64_t kinds, int kind)
{
    return kind < CN_KINDS && (kinds & cn_kind_mask(kind)) != 0;
}

bool cn__plain_turn_has(const struct cn_legal_set *set, struct cn_action action)
{
    const struct cn_board *board = set->board;
    const int at = action.place;
    if (action.wilds != 0)
        return false;
    if (action.type == CN_ACTION_DISCARD)
        return has_kind(set->discards, at) && action.amount == 0;
    if (action.type == CN_ACTION_MELD)
        return has_kind(set->melds, at) && action.amount >= LEAST &&
               action.amount <= cn_hand_count(hand_of(set), at);
    if (action.type != CN_ACTION_ADD || at >= board->meld_count[board->side[board->turn]])
        return false;
    const int kind = cn_meld_kind(melds_of(set)[at]);
    return has_kind(set->additions, kind) && action.amount > 0 &&
           action.amount <= cn_hand_count(hand_of(set), kind);
}
