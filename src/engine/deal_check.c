/* deal_check.c -- recounts a deal, as a check on every count that moves keep. */
#include "deal.h"

#include <string.h>

static const char *check_side(const struct cn_board *board, int side, cn_hand *all)
{
    int canastas = 0;
    uint64_t ranks = 0;
    for (int m = 0; m < CN_MELDS_MAX; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        if (meld == 0)
            continue;
        if (m >= board->meld_count[side])
            return "a meld beyond the side's melds";
        *all = cn_hand_add(*all, cn_meld_cards(meld));
        canastas += cn_meld_is_canasta(meld);
        ranks |= cn_kind_mask(cn_meld_kind(meld));
    }
    *all = cn_hand_add(*all, cn_hand_single(CN_RED_THREE, board->red[side]));
    *all = cn_hand_add(*all, cn_hand_single(CN_BLACK_THREE, board->black[side]));
    if (canastas != board->canastas[side])
        return "the count of canastas";
    return ranks == board->ranks[side] ? NULL : "the ranks melded";
}

static const char *check_pile(const struct cn_rules *rules, const struct cn_deal *deal)
{
    const struct cn_board *board = &deal->board;
    if (cn_hand_size(deal->pile) != board->pile)
        return "the size of the pile";
    if (cn_hand_bonus_cards(rules, deal->pile) != board->pile_red)
        return "bonus cards in the pile";
    if (board->pile_top != CN_NO_KIND && cn_hand_count(deal->pile, board->pile_top) == 0)
        return "the top of the pile";
    int frozen = 0;
    for (uint64_t mask = cn_hand_mask(deal->pile); mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        if ((rules->pile_freeze >> kind & 1) != 0 &&
            !(kind == CN_BLACK_THREE && cn_is_bonus(rules, kind)))
            frozen |= kind == CN_BLACK_THREE ? CN_FROZEN_BLACK_THREE : CN_FROZEN_OTHER;
    }
    /* While a claim waits, the claimed card may be the one that froze the pile. */
    const bool claimed = board->phase == CN_PHASE_TAKING;
    return frozen == board->frozen || claimed ? NULL : "what freezes the pile";
}

/* The order of a pile that is not taken whole must have the cards of the pile. */
static const char *check_order(const struct cn_rules *rules, const struct cn_deal *deal)
{
    const struct cn_board *board = &deal->board;
    cn_hand pile = CN_NO_CARDS;
    if (rules->pile_taken == CN_UNLIMITED)
        return NULL;
    for (int at = 0; at < board->pile; at++)
        cn_hand_add_card(&pile, cn_memory_pile_at(&deal->memory, at));
    if (!cn_hand_same(pile, deal->pile))
        return "the order of the pile";
    if (board->phase == CN_PHASE_TAKING || board->pile == 0)
        return NULL;
    return cn_memory_pile_at(&deal->memory, board->pile - 1) == board->pile_top
               ? NULL
               : "the top of the pile";
}

/* What waits for a seat lies in the deck, where cards have left the stock. */
static const char *check_waiting(const struct cn_deal *deal, int seat)
{
    const struct cn_board *board = &deal->board;
    if (board->talon[seat] > 0 && deal->talon_from[seat] + board->talon[seat] > deal->drawn)
        return "where a talon lies";
    if (deal->second_from[seat] > deal->second_end[seat] || deal->second_end[seat] > deal->drawn)
        return "where second hands lie";
    const int count = board->second[seat];
    const uint8_t *sizes = &deal->second_sizes[seat][CN_SECOND_HANDS_MAX - count];
    int left = deal->second_end[seat] - deal->second_from[seat];
    for (int i = 0; i < count; i++)
        left -= sizes[i];
    if (left != 0 || board->second_size[seat] != sizes[0])
        return "the size of second hands";
    return NULL;
}

cn_hand cn_deal_waiting(const struct cn_deal *deal, int seat)
{
    cn_hand cards = CN_NO_CARDS;
    for (int i = 0; i < deal->board.talon[seat]; i++)
        cn_hand_add_card(&cards, cn_card_kind(deal->stock[deal->talon_from[seat] + i]));
    for (int i = deal->second_from[seat]; i < deal->second_end[seat]; i++)
        cn_hand_add_card(&cards, cn_card_kind(deal->stock[i]));
    return cards;
}

void cn_deal_deck(const struct cn_rules *rules, const struct cn_deal *deal,
                  cn_card deck[CN_CARDS_MAX])
{
    const int seats = deal->board.seats;
    const int cards = cn_rules_second_cards(rules);
    const int from = rules->hand_size.at[deal->board.players_class] * seats;
    memcpy(deck, deal->stock, sizeof deal->stock);
    for (int place = 0; place < seats; place++)
        for (int i = 0; i < cards; i++)
            deck[from + i * seats + place] = deal->stock[from + place * cards + i];
}

bool cn_deal_waits_at(const struct cn_deal *deal, int at)
{
    for (int seat = 0; seat < deal->board.players; seat++) {
        const int from = deal->talon_from[seat];
        if ((at >= from && at < from + deal->board.talon[seat]) ||
            (at >= deal->second_from[seat] && at < deal->second_end[seat]))
            return true;
    }
    return false;
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
    const struct cn_board *board = &deal->board;
    cn_hand all = deal->pile;
    for (int seat = 0; seat < board->players; seat++) {
        if (cn_hand_size(deal->hands[seat]) != board->hand_size[seat])
            return "the size of a hand";
        if (!holds(deal->hands[seat], board->exposed[seat]))
            return "cards that lie face up and are not in the hand";
        if (!holds(board->exposed[seat], board->shown[seat]))
            return "cards that are shown and do not lie face up";
        const char *wrong = check_waiting(deal, seat);
        if (wrong != NULL)
            return wrong;
        all = cn_hand_add(all, cn_hand_add(deal->hands[seat], cn_deal_waiting(deal, seat)));
    }
    for (int side = 0; side < board->sides; side++) {
        const char *wrong = check_side(board, side, &all);
        if (wrong != NULL)
            return wrong;
    }
    const char *fault = check_pile(rules, deal);
    if (fault == NULL)
        fault = check_order(rules, deal);
    if (fault != NULL)
        return fault;
    if (board->stock != deal->cards - deal->drawn)
        return "the size of the stock";
    cn_hand deck = CN_NO_CARDS;
    for (int i = 0; i < deal->cards; i++)
        deck = cn_hand_add(deck, cn_hand_single(cn_card_kind(deal->stock[i]), 1));
    for (int i = deal->drawn; i < deal->cards; i++)
        all = cn_hand_add(all, cn_hand_single(cn_card_kind(deal->stock[i]), 1));
    return cn_hand_same(all, deck) ? NULL : "the cards of the packs";
}
