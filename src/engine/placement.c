#include "placement.h"

#include <assert.h>
#include <string.h>

/* Does it matter in which order bonus cards came into a hand? */
static bool keeps_order(const struct cn_rules *rules)
{
    return rules->keep_bonus_card > 0 || cn_black_threes_are_bonus(rules);
}

void cn_placement_receive(struct cn_placement *cards, const struct cn_rules *rules, int seat,
                          cn_card card)
{
    cards->hand[seat][card]++;
    if (!keeps_order(rules) || !cn_is_bonus(rules, cn_card_kind(card)) ||
        cards->held_count == CN_BONUS_CARDS_MAX)
        return;
    cards->held[cards->held_count] = card;
    cards->held_seat[cards->held_count++] = (uint8_t)seat;
}

void cn_placement_remove(struct cn_placement *cards, int seat, cn_card card)
{
    assert(cards->hand[seat][card] > 0);
    cards->hand[seat][card]--;
    if (cards->up[seat][card] > 0) /* of equal cards the one that all see: it can be any */
        cards->up[seat][card]--;
    for (int i = 0; i < cards->held_count; i++) {
        if (cards->held[i] != card || cards->held_seat[i] != seat)
            continue;
        const size_t after = (size_t)(cards->held_count - i - 1);
        memmove(&cards->held[i], &cards->held[i + 1], after);
        memmove(&cards->held_seat[i], &cards->held_seat[i + 1], after);
        cards->held_count--;
        return;
    }
}

int cn_placement_bonus(const struct cn_placement *cards, const struct cn_rules *rules, int seat,
                       cn_card out[CN_BONUS_CARDS_MAX])
{
    uint8_t left[CN_CARD_CODES];
    int n = 0;
    memcpy(left, cards->hand[seat], sizeof left);
    for (int i = 0; i < cards->held_count; i++)
        if (cards->held_seat[i] == seat && left[cards->held[i]] > 0) {
            left[cards->held[i]]--;
            out[n++] = cards->held[i];
        }
    for (int face = 0; face < CN_CARD_CODES; face++)
        if (cn_is_bonus(rules, cn_card_kind((cn_card)face)))
            for (; left[face] > 0 && n < CN_BONUS_CARDS_MAX; left[face]--)
                out[n++] = (cn_card)face;
    return n;
}

void cn_placement_face(struct cn_placement *cards, int side, cn_card card)
{
    assert(cards->red_count < CN_BONUS_CARDS_MAX);
    cards->red[cards->red_count] = card;
    cards->red_side[cards->red_count++] = (uint8_t)side;
}

int cn_placement_hand(const struct cn_placement *cards, int seat, cn_card out[CN_CARDS_MAX])
{
    int n = 0;
    for (int face = 0; face < CN_CARD_CODES; face++)
        for (int copy = 0; copy < cards->hand[seat][face]; copy++)
            out[n++] = (cn_card)face;
    return n;
}

int cn_placement_meld(const struct cn_placement *cards, int side, int meld,
                      cn_card out[CN_CARDS_MAX])
{
    int n = 0;
    for (int i = 0; i < cards->laid_count; i++)
        if (cards->laid_side[i] == side && cards->laid_meld[i] == meld)
            out[n++] = cards->laid[i];
    return n;
}

int cn_placement_pick(const struct cn_placement *cards, int seat, int kind, int count, cn_card *out)
{
    int n = 0;
    for (int face = 0; face < CN_CARD_CODES && n < count; face++) {
        if (cn_card_kind((cn_card)face) != kind)
            continue;
        for (int copy = 0; copy < cards->hand[seat][face] && n < count; copy++)
            out[n++] = (cn_card)face;
    }
    return n;
}

static const char *check_melds(const struct cn_placement *cards, const struct cn_board *board)
{
    for (int side = 0; side < board->sides; side++) {
        for (int m = 0; m < board->meld_count[side]; m++) {
            cn_card at[CN_CARDS_MAX];
            const cn_packed_meld meld = board->melds[side][m];
            const int n = cn_placement_meld(cards, side, m, at);
            cn_hand kinds = CN_NO_CARDS;
            for (int i = 0; i < n; i++)
                kinds = cn_hand_add(kinds, cn_hand_single(cn_card_kind(at[i]), 1));
            if (!cn_hand_same(kinds, cn_meld_cards(meld)))
                return "the cards of a meld";
        }
    }
    return NULL;
}

const char *cn_placement_check(const struct cn_placement *cards, const struct cn_deal *deal)
{
    const struct cn_board *board = &deal->board;
    for (int seat = 0; seat < board->players; seat++) {
        cn_hand kinds = CN_NO_CARDS;
        for (int face = 0; face < CN_CARD_CODES; face++)
            kinds = cn_hand_add(
                kinds, cn_hand_single(cn_card_kind((cn_card)face), cards->hand[seat][face]));
        if (!cn_hand_same(kinds, deal->hands[seat]))
            return "the cards of a hand";
    }
    cn_hand pile = CN_NO_CARDS;
    for (int i = 0; i < cards->pile_count; i++)
        pile = cn_hand_add(pile, cn_hand_single(cn_card_kind(cards->pile[i]), 1));
    if (!cn_hand_same(pile, deal->pile))
        return "the cards of the pile";
    int faced[CN_SIDES_MAX][2] = {{0}};
    for (int i = 0; i < cards->red_count; i++)
        faced[cards->red_side[i]][cn_card_kind(cards->red[i]) != CN_RED_THREE]++;
    for (int side = 0; side < board->sides; side++)
        if (faced[side][0] != board->red[side] || faced[side][1] != board->black[side])
            return "the bonus cards of a side";
    return check_melds(cards, board);
}
