/* deal_check.c -- recounts a deal, as a check on every count that moves keep. */
#include "deal.h"

static const char *check_side(const struct cn_board *table, int side, cn_hand *all)
{
    int canastas = 0;
    uint64_t ranks = 0;
    for (int m = 0; m < CN_MELDS_MAX; m++) {
        const cn_packed_meld meld = table->melds[side][m];
        if (meld == 0)
            continue;
        if (m >= table->meld_count[side])
            return "a meld beyond the side's melds";
        *all = cn_hand_add(*all, cn_meld_cards(meld));
        canastas += cn_meld_is_canasta(meld);
        ranks |= cn_kind_mask(cn_meld_kind(meld));
    }
    *all = cn_hand_add(*all, cn_hand_single(CN_RED_THREE, table->red[side]));
    if (canastas != table->canastas[side])
        return "the count of canastas";
    return ranks == table->ranks[side] ? NULL : "the ranks melded";
}

static const char *check_pile(const struct cn_rules *rules, const struct cn_deal *deal)
{
    const struct cn_board *table = &deal->table;
    if (cn_hand_size(deal->pile) != table->pile)
        return "the size of the pile";
    if (cn_hand_count(deal->pile, CN_RED_THREE) != table->pile_red)
        return "red threes in the pile";
    if (table->pile_top != CN_NO_KIND && cn_hand_count(deal->pile, table->pile_top) == 0)
        return "the top of the pile";
    int frozen = 0;
    for (uint64_t mask = cn_hand_mask(deal->pile); mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        if ((rules->pile_freeze >> kind & 1) != 0)
            frozen |= kind == CN_BLACK_THREE ? CN_FROZEN_BLACK_THREE : CN_FROZEN_OTHER;
    }
    /* While a claim waits, the claimed card may be the one that froze the pile. */
    const bool claimed = table->phase == CN_PHASE_TAKING;
    return frozen == table->frozen || claimed ? NULL : "what freezes the pile";
}

static bool holds(cn_hand hand, cn_hand cards)
{
    for (uint64_t mask = cn_hand_mask(cards); mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        if (cn_hand_count(hand, kind) < cn_hand_count(cards, kind))
            return false;
    }
    return true;
}

const char *cn_deal_check(const struct cn_rules *rules, const struct cn_deal *deal)
{
    const struct cn_board *table = &deal->table;
    cn_hand all = deal->pile;
    for (int seat = 0; seat < table->players; seat++) {
        if (cn_hand_size(deal->hands[seat]) != table->hand_size[seat])
            return "the size of a hand";
        if (!holds(deal->hands[seat], table->exposed[seat]))
            return "cards that lie face up and are not in the hand";
        all = cn_hand_add(all, deal->hands[seat]);
    }
    for (int side = 0; side < table->sides; side++) {
        const char *wrong = check_side(table, side, &all);
        if (wrong != NULL)
            return wrong;
    }
    const char *fault = check_pile(rules, deal);
    if (fault != NULL)
        return fault;
    if (table->stock != deal->cards - deal->drawn)
        return "the size of the stock";
    cn_hand deck = CN_NO_CARDS;
    for (int i = 0; i < deal->cards; i++)
        deck = cn_hand_add(deck, cn_hand_single(cn_card_kind(deal->stock[i]), 1));
    for (int i = deal->drawn; i < deal->cards; i++)
        all = cn_hand_add(all, cn_hand_single(cn_card_kind(deal->stock[i]), 1));
    return cn_hand_same(all, deck) ? NULL : "the cards of the packs";
}
