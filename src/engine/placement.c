#include "placement.h"

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

static const char *check_melds(const struct cn_placement *cards, const struct cn_board *table)
{
    for (int side = 0; side < table->sides; side++) {
        for (int m = 0; m < table->meld_count[side]; m++) {
            cn_card at[CN_CARDS_MAX];
            const cn_packed_meld meld = table->melds[side][m];
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
    const struct cn_board *table = &deal->table;
    for (int seat = 0; seat < table->players; seat++) {
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
    int reds[CN_SIDES_MAX] = {0};
    for (int i = 0; i < cards->red_count; i++)
        reds[cards->red_side[i]]++;
    for (int side = 0; side < table->sides; side++)
        if (reds[side] != table->red[side])
            return "the red threes of a side";
    return check_melds(cards, table);
}
