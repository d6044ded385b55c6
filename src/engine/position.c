/* position.c -- setting up a position by hand (RECORD.md, "Positions"). */
#include "game.h"

#include <string.h>

static bool fault_at(struct cn_position_fault *fault, enum cn_position_error error, int card,
                     int seat, int side, int meld)
{
    *fault = (struct cn_position_fault){error, card, seat, side, meld};
    return false;
}

static bool plays(const struct cn_board *board, int seat)
{
    return seat < board->players && seat != board->idle;
}

/* ---- every card, once ---- */

struct heap {
    cn_card card[CN_CARDS_MAX];
    int copies[CN_CARD_CODES];
    int count;
};

static int copies_of(const struct cn_rules *rules, int players, int face)
{
    if (face == CN_JOKER_RED)
        return (cn_rules_jokers(rules, players) + 1) / 2;
    if (face == CN_JOKER_BLACK)
        return cn_rules_jokers(rules, players) / 2;
    return cn_rules_packs(rules, players);
}

static bool gather(const struct cn_rules *rules, int players, struct heap *heap,
                   const cn_card *cards, int count, struct cn_position_fault *fault)
{
    for (int i = 0; i < count; i++) {
        if (cards[i] >= CN_CARD_CODES ||
            ++heap->copies[cards[i]] > copies_of(rules, players, cards[i]))
            return fault_at(fault, CN_POSITION_COPIES, cards[i], -1, -1, -1);
        heap->card[heap->count++] = cards[i];
    }
    return true;
}

static int second_hand_cards(const struct cn_position *p, int seat)
{
    int cards = 0;
    for (int i = 0; i < p->second_count[seat]; i++)
        cards += p->second_size[seat][i];
    return cards;
}

/* Puts all cards except the stock first, so that the deal's deck holds each once and ends with the
 * stock. What waits for a seat stays there until it is taken up. */
static bool gather_all(const struct cn_rules *rules, int players, const struct cn_position *p,
                       struct heap *heap, struct cn_position_fault *fault)
{
    memset(heap, 0, sizeof *heap);
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        if (!gather(rules, players, heap, p->talon[seat], p->talon_count[seat], fault) ||
            !gather(rules, players, heap, p->second[seat], second_hand_cards(p, seat), fault))
            return false;
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        if (!gather(rules, players, heap, p->hand[seat], p->hand_count[seat], fault))
            return false;
    return gather(rules, players, heap, p->laid, p->laid_count, fault) &&
           gather(rules, players, heap, p->red, p->red_count, fault) &&
           gather(rules, players, heap, p->pile, p->pile_count, fault) &&
           gather(rules, players, heap, p->stock, p->stock_count, fault);
}

/* ---- melds ---- */

/* Where a rank may be begun again only after a canasta, one of its melds at most is unfinished. */
static bool rank_may_lie(const struct cn_rules *rules, const struct cn_board *board, int side,
                         cn_packed_meld meld)
{
    if (rules->second_meld == CN_SECOND_MELD_ANY ||
        !cn_side_has_rank(board, side, cn_meld_kind(meld)))
        return true;
    if (rules->second_meld == CN_SECOND_MELD_NEVER)
        return false;
    int unfinished = !cn_meld_is_canasta(meld);
    for (int m = 0; m < CN_MELDS_MAX; m++)
        unfinished += board->melds[side][m] != 0 &&
                      cn_meld_kind(board->melds[side][m]) == cn_meld_kind(meld) &&
                      !cn_meld_is_canasta(board->melds[side][m]);
    return unfinished <= 1;
}

static bool meld_may_lie(const struct cn_law *law, const struct cn_board *board, int side,
                         cn_packed_meld meld)
{
    const int kind = cn_meld_kind(meld);
    const int naturals = cn_meld_naturals(meld);
    const int size = cn_meld_size(meld);
    const struct cn_kind_law *law_of_kind = &law->kinds[kind];
    if (!rank_may_lie(&law->rules, board, side, meld))
        return false;
    if (kind == CN_JOKER)
        return law->rules.wild_melds != CN_WILD_MELDS_NONE && size >= CN_WILD_MELD_LEAST &&
               size <= CN_WILD_MELD_MOST;
    return naturals >= law_of_kind->fewest && size >= 3 && size <= law_of_kind->largest &&
           cn_meld_wilds(meld) <= cn_wild_limits(law, kind)[naturals];
}

/* Returns the cards of one meld as counts, wilds alone as a meld of jokers; 0 if they are not of
 * one rank with wilds. */
static cn_packed_meld meld_of_cards(const struct cn_rules *rules, const struct cn_position *p,
                                    int side, int m, int *cards)
{
    int kind = CN_NO_KIND;
    int naturals = 0;
    int wild[2] = {0, 0};
    *cards = 0;
    for (int i = 0; i < p->laid_count; i++) {
        if (p->laid_side[i] != side || p->laid_meld[i] != m)
            continue;
        const int k = cn_card_kind(p->laid[i]);
        (*cards)++;
        if (cn_kind_is_wild(k)) {
            wild[k]++;
            continue;
        }
        if (cn_is_bonus(rules, k) || (kind != CN_NO_KIND && k != kind))
            return 0;
        kind = k;
        naturals++;
    }
    if (kind == CN_NO_KIND)
        kind = CN_JOKER;
    return cn_meld_of(kind, naturals, wild[CN_DEUCE], wild[CN_JOKER]);
}

static bool place_melds(const struct cn_law *law, const struct cn_position *p,
                        struct cn_board *board, struct cn_position_fault *fault)
{
    for (int i = 0; i < p->laid_count; i++)
        if (p->laid_side[i] >= board->sides || p->laid_meld[i] >= p->meld_count[p->laid_side[i]])
            return fault_at(fault, CN_POSITION_MELD, p->laid[i], -1, p->laid_side[i],
                            p->laid_meld[i]);
    for (int side = 0; side < board->sides; side++) {
        if (p->meld_count[side] > CN_MELDS_MAX)
            return fault_at(fault, CN_POSITION_MELD, -1, -1, side, CN_MELDS_MAX);
        for (int m = 0; m < p->meld_count[side]; m++) {
            int cards;
            const cn_packed_meld meld = meld_of_cards(&law->rules, p, side, m, &cards);
            if (cards == 0)
                continue;
            if (meld == 0 || !meld_may_lie(law, board, side, meld))
                return fault_at(fault, CN_POSITION_MELD, -1, -1, side, m);
            board->ranks[side] |= cn_kind_mask(cn_meld_kind(meld));
            cn_board_set_meld(board, side, m, meld);
        }
        board->meld_count[side] = p->meld_count[side];
    }
    return true;
}

/* ---- hands, bonus cards, pile, what waits ---- */

/* May the seat hold this many bonus cards? Before its first turn it may, and where a second hand
 * came after its discard, or where a referee rules; else only as many as may stay. */
static bool may_hold_bonus(const struct cn_rules *rules, const struct cn_position *p, int seat,
                           int held)
{
    return (p->turned >> seat & 1) == 0 || held <= rules->keep_bonus_card ||
           rules->second_hand.count > 0 || rules->derived.refereed;
}

/* Notes what came first to a seat, in case its turn is still to start. */
static void place_hand(const struct cn_rules *rules, const struct cn_position *p, int seat,
                       struct cn_deal *deal)
{
    int bonus = 0;
    for (int i = 0; i < p->hand_count[seat]; i++) {
        const int kind = cn_card_kind(p->hand[seat][i]);
        deal->hands[seat] = cn_hand_add(deal->hands[seat], cn_hand_single(kind, 1));
        if (cn_is_bonus(rules, kind) && ++bonus <= rules->keep_bonus_card)
            deal->first_black[seat] = (uint8_t)(deal->first_black[seat] + (kind == CN_BLACK_THREE));
    }
    deal->board.hand_size[seat] = (uint16_t)p->hand_count[seat];
}

static bool place_hands(const struct cn_rules *rules, const struct cn_position *p,
                        struct cn_deal *deal, struct cn_position_fault *fault)
{
    struct cn_board *board = &deal->board;
    for (int seat = 0; seat < CN_SEATS_MAX; seat++) {
        if (p->hand_count[seat] > 0 && !plays(board, seat))
            return fault_at(fault, CN_POSITION_HAND, -1, seat, -1, -1);
        place_hand(rules, p, seat, deal);
        if (!may_hold_bonus(rules, p, seat, cn_hand_bonus_cards(rules, deal->hands[seat])))
            return fault_at(fault, CN_POSITION_HAND, -1, seat, -1, -1);
    }
    return true;
}

/* The cards lie at the front of the deck, seat by seat. */
static bool place_waiting(const struct cn_rules *rules, const struct cn_position *p,
                          struct cn_deal *deal, struct cn_position_fault *fault)
{
    struct cn_board *board = &deal->board;
    int at = 0;
    for (int seat = 0; seat < CN_SEATS_MAX; seat++) {
        const int talon = p->talon_count[seat];
        if (talon == 0 && p->second_count[seat] == 0)
            continue;
        if (!plays(board, seat) || talon > UINT8_MAX || (talon > 0 && rules->talon.count == 0) ||
            p->second_count[seat] > rules->second_hand.count)
            return fault_at(fault, CN_POSITION_WAITING, -1, seat, -1, -1);
        board->talon[seat] = (uint8_t)talon;
        deal->talon_from[seat] = (uint16_t)at;
        at += talon;
        board->second[seat] = (uint8_t)p->second_count[seat];
        for (int i = 0; i < p->second_count[seat]; i++)
            *cn_deal_second_size(deal, seat, p->second_count[seat] - i) = p->second_size[seat][i];
        board->second_size[seat] = p->second_size[seat][0];
        deal->second_from[seat] = (uint16_t)at;
        at += second_hand_cards(p, seat);
        deal->second_end[seat] = (uint16_t)at;
    }
    return true;
}

static bool place_bonus_cards(const struct cn_rules *rules, const struct cn_position *p,
                              struct cn_board *board, struct cn_position_fault *fault)
{
    for (int i = 0; i < p->red_count; i++) {
        const int kind = cn_card_kind(p->red[i]);
        if (!cn_is_bonus(rules, kind) || p->red_side[i] >= board->sides)
            return fault_at(fault, CN_POSITION_RED, p->red[i], -1, p->red_side[i], -1);
        if (kind == CN_RED_THREE)
            board->red[p->red_side[i]]++;
        else
            board->black[p->red_side[i]]++;
    }
    return true;
}

static void place_pile(const struct cn_rules *rules, const struct cn_position *p,
                       struct cn_deal *deal)
{
    for (int i = 0; i < p->pile_count; i++)
        cn_move_to_pile(rules, deal, cn_card_kind(p->pile[i]));
}

static bool place_melded(const struct cn_position *p, struct cn_board *board,
                         struct cn_position_fault *fault)
{
    uint8_t can = 0;
    for (int seat = 0; seat < board->players; seat++)
        if (board->meld_count[board->side[seat]] > 0)
            can |= (uint8_t)(1 << seat);
    if (p->melded_given && (p->melded & ~can) != 0)
        return fault_at(fault, CN_POSITION_MELDED, -1, __builtin_ctz((unsigned)(p->melded & ~can)),
                        -1, -1);
    board->melded = p->melded_given ? p->melded : can;
    return true;
}

/* ---- what was ruled ---- */

/* With two players nothing is exposed (R11). */
static bool expose(const struct cn_rules *rules, const struct cn_position *p, int seat,
                   struct cn_deal *deal, struct cn_position_fault *fault)
{
    int held[CN_CARD_CODES] = {0};
    const bool may = rules->derived.refereed && deal->board.seats > 2;
    for (int i = 0; i < p->hand_count[seat]; i++)
        held[p->hand[seat][i]]++;
    for (int i = 0; i < p->exposed_count[seat]; i++) {
        const cn_card card = p->exposed[seat][i];
        if (!may || card >= CN_CARD_CODES || held[card]-- == 0)
            return fault_at(fault, CN_POSITION_EXPOSED, card < CN_CARD_CODES ? card : -1, seat, -1,
                            -1);
        const int kind = cn_card_kind(card);
        cn_move_expose(deal, seat, kind);
        cn_memory_see(&deal->memory, seat, kind, cn_hand_count(deal->board.exposed[seat], kind));
    }
    return true;
}

/* What rulings of the deal have left. */
static bool place_rulings(const struct cn_rules *rules, const struct cn_position *p,
                          struct cn_deal *deal, struct cn_position_fault *fault)
{
    struct cn_board *board = &deal->board;
    for (int seat = 0; seat < CN_SEATS_MAX; seat++) {
        if (p->owed[seat] > 0 && (!rules->derived.refereed || !plays(board, seat)))
            return fault_at(fault, CN_POSITION_OWED, -1, seat, -1, -1);
        board->owed[seat] = p->owed[seat];
        if (!expose(rules, p, seat, deal, fault))
            return false;
    }
    for (int side = 0; side < CN_SIDES_MAX; side++) {
        const bool may = rules->derived.refereed && rules->point_penalties && side < board->sides;
        if (p->penalties[side] > 0 || (p->penalties[side] < 0 && !may))
            return fault_at(fault, CN_POSITION_PENALTIES, -1, -1, side, -1);
        board->penalties[side] = p->penalties[side];
    }
    return true;
}

static void place_cards(const struct cn_rules *rules, const struct cn_position *p,
                        struct cn_placement *cards)
{
    memset(cards, 0, sizeof *cards);
    for (int seat = 0; seat < CN_SEATS_MAX; seat++) {
        for (int i = 0; i < p->hand_count[seat]; i++)
            cn_placement_receive(cards, rules, seat, p->hand[seat][i]);
        for (int i = 0; i < p->exposed_count[seat]; i++)
            cards->up[seat][p->exposed[seat][i]]++;
    }
    memcpy(cards->laid, p->laid, (size_t)p->laid_count);
    memcpy(cards->laid_side, p->laid_side, (size_t)p->laid_count);
    memcpy(cards->laid_meld, p->laid_meld, (size_t)p->laid_count);
    memcpy(cards->red, p->red, (size_t)p->red_count);
    memcpy(cards->red_side, p->red_side, (size_t)p->red_count);
    memcpy(cards->pile, p->pile, (size_t)p->pile_count);
    cards->laid_count = (uint16_t)p->laid_count;
    cards->red_count = (uint16_t)p->red_count;
    cards->pile_count = (uint16_t)p->pile_count;
}

bool cn_game_set_position(struct cn_game *game, const struct cn_position *p,
                          const struct cn_observer *observer, struct cn_position_fault *fault)
{
    const struct cn_rules *rules = &game->law->rules;
    *fault = (struct cn_position_fault){CN_POSITION_OK, -1, -1, -1, -1};
    const int idle = p->idle == CN_NO_SEAT ? 4 : p->idle;
    const bool idle_fits = game->players != 5 || idle == 1 || idle == 3 || idle == 4;
    if (!idle_fits || p->dealer >= game->players)
        return fault_at(fault, CN_POSITION_SEAT, -1, idle_fits ? p->dealer : idle, -1, -1);
    struct heap heap;
    if (!gather_all(rules, game->players, p, &heap, fault))
        return false;
    struct cn_deal deal;
    memset(&deal, 0, sizeof deal);
    const int32_t number = p->number > 0 ? p->number : game->deal_number + 1;
    cn_board_init(rules, &deal.board, game->players, p->dealer, idle, p->score);
    cn_board_set_number(rules, &deal.board, number);
    if (!plays(&deal.board, p->turn))
        return fault_at(fault, CN_POSITION_SEAT, -1, p->turn, -1, -1);
    memcpy(deal.stock, heap.card, (size_t)heap.count);
    deal.cards = (uint16_t)heap.count;
    deal.drawn = (uint16_t)(heap.count - p->stock_count);
    deal.board.stock = (uint16_t)p->stock_count;
    deal.board.turn = p->turn;
    deal.board.turned = p->turned;
    deal.board.asked_sides = p->asked;
    if (!place_melds(game->law, p, &deal.board, fault) ||
        !place_bonus_cards(rules, p, &deal.board, fault) || !place_hands(rules, p, &deal, fault) ||
        !place_waiting(rules, p, &deal, fault) || !place_melded(p, &deal.board, fault) ||
        !place_rulings(rules, p, &deal, fault))
        return false;
    place_pile(rules, p, &deal);
    const int drawn = deal.drawn;
    const int talon = deal.board.talon[p->turn];
    cn_deal_start_turn(rules, &deal);
    game->deal = deal;
    memset(&game->notes, 0, sizeof game->notes);
    memcpy(game->score, p->score, sizeof game->score);
    place_cards(rules, p, &game->cards);
    game->starting_pile = 0;
    game->deal_number = number;
    game->in_deal = 1;
    cn__game_announce_start(game, talon, drawn, observer);
    return true;
}
