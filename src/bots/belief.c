/* belief.c -- see belief.h. */
#include "belief.h"

#include <string.h>

enum {
    FIRST_SWAPS = 400,
    STOCK_ANEW = 48 /* cards of the stock that a rollout is likely to reach */
};

#if !defined(CN_NARROW_HANDS) || defined(CN_NARROW_ALONE)
const struct cn_belief_table cn_belief_default = {
#include "belief.table"
};
#endif

int cn_belief_class(int kind)
{
    switch (kind) {
    case CN_RED_THREE: return -1;
    case CN_JOKER: return 0;
    case CN_DEUCE: return 1;
    case CN_BLACK_THREE: return 2;
    case CN_ACE: return 5;
    default: return kind <= CN_SEVEN ? 3 : 4;
    }
}

/* 0: never, 1: recently, 2: before that. */
static int when(cn_kind_history seen, int kind)
{
    return cn_history_recent(seen, kind) ? 1 : cn_history_older(seen, kind) ? 2 : 0;
}

/* 0: the side has not melded, 1: not this kind, 2: this kind, 3: a canasta of it. */
static int lies(const struct cn_board *board, int side, int kind)
{
    if (!cn_side_has_melded(board, side))
        return 0;
    if (!cn_side_has_rank(board, side, kind))
        return 1;
    for (int m = 0; m < board->meld_count[side]; m++)
        if (cn_meld_kind(board->melds[side][m]) == kind &&
            cn_meld_is_canasta(board->melds[side][m]))
            return 3;
    return 2;
}

int cn_belief_observation(const struct cn_view *view, int seat, int kind)
{
    const struct cn_board *board = view->board;
    const int side = board->side[seat];
    bool they = false;
    for (int other = 0; other < board->sides; other++)
        they = they || (other != side && cn_side_has_rank(board, other, kind));
    return ((when(view->memory->discarded[seat], kind) * 3 +
             when(view->memory->declined[seat], kind)) *
                4 +
            lies(board, side, kind)) *
               2 +
           (they ? 1 : 0);
}

/* ---- unknown cards ---- */

static cn_hand whole_pack(const struct cn_rules *rules, int players)
{
    cn_card deck[CN_CARDS_MAX];
    const int cards = cn_deck_init(rules, players, deck);
    cn_hand all = CN_NO_CARDS;
    for (int i = 0; i < cards; i++)
        all = cn_hand_add(all, cn_hand_single(cn_card_kind(deck[i]), 1));
    return all;
}

static cn_hand unseen(const struct cn_rules *rules, const struct cn_view *view)
{
    const struct cn_board *board = view->board;
    cn_hand rest = cn_hand_remove(whole_pack(rules, view->board->players), view->hand);
    rest = cn_hand_remove(rest, view->pile);
    for (int side = 0; side < board->sides; side++) {
        rest = cn_hand_remove(rest, cn_hand_single(CN_RED_THREE, board->red[side]));
        rest = cn_hand_remove(rest, cn_hand_single(CN_BLACK_THREE, board->black[side]));
        for (int m = 0; m < board->meld_count[side]; m++) {
            rest = cn_hand_remove(rest, cn_meld_cards(board->melds[side][m]));
        }
    }
    for (int seat = 0; seat < board->players; seat++)
        if (seat != view->seat)
            rest = cn_hand_remove(rest, view->memory->known[seat]);
    return rest;
}

static bool is_bonus(const struct cn_belief *belief, int kind)
{
    return (belief->bonus & cn_kind_mask(kind)) != 0;
}

/* Returns how many bonus cards a seat may hold: any number before its first turn, and where a
 * second hand may have come after its discard; else as many as may stay, until it has melded. In
 * its turn a seat has faced those of a second hand too. */
static int most_bonus(const struct cn_rules *rules, const struct cn_board *board, int seat)
{
    const bool came = rules->second_hand_when == CN_SECOND_HAND_WHEN_EMPTY && seat != board->turn &&
                      board->second[seat] < rules->second_hand.count;
    if ((board->turned >> seat & 1) == 0 || came)
        return UINT8_MAX;
    return (board->melded >> seat & 1) == 0 ? rules->keep_bonus_card : 0;
}

/* May the owner get a card of a kind for one of another? */
static bool may_change(const struct cn_belief *belief, int owner, int gives, int gets)
{
    if (!is_bonus(belief, gets) || owner == CN_NO_SEAT || belief->most[owner] == UINT8_MAX ||
        is_bonus(belief, gives))
        return true;
    return belief->most[owner] > 0 &&
           cn_hand_size(cn_hand_keep(belief->hands[owner], belief->bonus)) < belief->most[owner];
}

/* Where a bonus card may lie instead of another card: in the stock, or with a seat that may hold
 * one more; -1 if nowhere. */
static int place_of_bonus_card(const struct cn_belief *belief, const int held[CN_SEATS_MAX])
{
    for (int at = belief->count - 1; at >= 0; at--) {
        const int owner = belief->owner[at];
        if (!is_bonus(belief, belief->card[at]) &&
            (owner == CN_NO_SEAT || belief->most[owner] == UINT8_MAX ||
             held[owner] < belief->most[owner]))
            return at;
    }
    return -1;
}

/* Moves the bonus cards that were dealt to a seat above those that it may hold. */
static void keep_bonus_cards_out(struct cn_belief *belief)
{
    int held[CN_SEATS_MAX] = {0};
    for (int i = 0; i < belief->held; i++)
        held[belief->owner[i]] += is_bonus(belief, belief->card[i]);
    for (int i = 0; i < belief->held; i++) {
        const uint8_t kind = belief->card[i];
        const int owner = belief->owner[i];
        if (!is_bonus(belief, kind) || held[owner] <= belief->most[owner])
            continue;
        const int other = place_of_bonus_card(belief, held);
        if (other < 0)
            return;
        held[owner]--;
        if (belief->owner[other] != CN_NO_SEAT)
            held[belief->owner[other]]++;
        belief->card[i] = belief->card[other];
        belief->card[other] = kind;
    }
}

/* Returns how many cards wait for all seats. Later second hands are as large as the rules say. */
static int count_waiting(struct cn_belief *belief, const struct cn_rules *rules,
                         const struct cn_board *board)
{
    int waiting = 0;
    memset(belief->second_sizes, 0, sizeof belief->second_sizes);
    for (int seat = 0; seat < board->players; seat++) {
        waiting += board->talon[seat];
        for (int left = board->second[seat]; left > 0; left--) {
            const int size = left == board->second[seat]
                                 ? board->second_size[seat]
                                 : rules->second_hand.of[rules->second_hand.count - left];
            belief->second_sizes[seat][CN_SECOND_HANDS_MAX - left] = (uint8_t)size;
            waiting += size;
        }
    }
    return waiting;
}

static void give_out(struct cn_belief *belief, const struct cn_view *view)
{
    const struct cn_board *board = view->board;
    int at = 0;
    for (int seat = 0; seat < board->players; seat++) {
        belief->hands[seat] = seat == view->seat ? view->hand : view->memory->known[seat];
        if (seat == view->seat || board->next[seat] == seat)
            continue;
        for (int n = board->hand_size[seat] - cn_hand_size(belief->hands[seat]); n > 0; n--)
            belief->owner[at++] = (uint8_t)seat;
    }
    belief->held = at;
    memset(belief->owner + at, CN_NO_SEAT, (size_t)(belief->count - at));
    keep_bonus_cards_out(belief);
    for (int i = 0; i < at; i++) {
        cn_hand *hand = &belief->hands[belief->owner[i]];
        *hand = cn_hand_add(*hand, cn_hand_single(belief->card[i], 1));
    }
}

static void find_rows(struct cn_belief *belief, const struct cn_view *view,
                      const struct cn_belief_table *table)
{
    memset(belief->row, 0, sizeof belief->row);
    for (int seat = 0; table != NULL && seat < view->board->players; seat++) {
        if (seat == view->seat || (belief->turned >> seat & 1) == 0)
            continue;
        for (int kind = 0; kind < CN_KINDS; kind++)
            if (cn_belief_class(kind) >= 0 && !is_bonus(belief, kind))
                belief->row[seat][kind] =
                    &table->row[cn_belief_class(kind)][cn_belief_observation(view, seat, kind)];
    }
}

#ifndef CN_NARROW_HANDS
void cn__narrow_belief_init(struct cn_belief *belief, const struct cn_rules *rules,
                            const struct cn_view *view, const struct cn_belief_table *table,
                            struct cn_rng *rng);
void cn__narrow_belief_resample(struct cn_belief *belief, int swaps, struct cn_rng *rng);
#endif

void cn_belief_init(struct cn_belief *belief, const struct cn_rules *rules,
                    const struct cn_view *view, const struct cn_belief_table *table,
                    struct cn_rng *rng)
{
    belief->wide = cn_rules_are_wide(rules);
#ifndef CN_NARROW_HANDS
    if (!belief->wide) {
        cn__narrow_belief_init(belief, rules, view, table, rng);
        return;
    }
#endif
    cn_hand rest = unseen(rules, view);
    belief->turned = view->board->turned;
    belief->bonus = cn_bonus_mask(rules);
    for (int seat = 0; seat < view->board->players; seat++)
        belief->most[seat] = (uint8_t)most_bonus(rules, view->board, seat);
    belief->waiting = count_waiting(belief, rules, view->board);
    belief->count = 0;
    for (int kind = 0; kind < CN_KINDS; kind++)
        for (int n = cn_hand_count(rest, kind); n > 0; n--)
            belief->card[belief->count++] = (uint8_t)kind;
    cn_rng_shuffle(rng, belief->card, belief->count);
    give_out(belief, view);
    find_rows(belief, view, table);
    cn_belief_resample(belief, FIRST_SWAPS, rng);
}

/* ---- the chain ---- */

/* Returns how the likelihood of a seat's hand changes if it gives one card and gets another. */
static int change(const struct cn_belief *belief, int owner, int gives, int gets)
{
    if (owner == CN_NO_SEAT)
        return 0;
    const cn_belief_row *const *rows = belief->row[owner];
    const cn_hand hand = belief->hands[owner];
    int sum = 0;
    if (rows[gives] != NULL) {
        const int n = cn_hand_count(hand, gives);
        if (n < CN_BELIEF_COUNTS)
            sum += (*rows[gives])[n - 1] - (*rows[gives])[n];
    }
    if (rows[gets] != NULL) {
        const int n = cn_hand_count(hand, gets);
        if (n + 1 < CN_BELIEF_COUNTS)
            sum += (*rows[gets])[n + 1] - (*rows[gets])[n];
    }
    return sum;
}

/* Returns 2 to the power of sum / 32 as a 24-bit fraction; sum must be below 0. */
static uint32_t odds(int sum)
{
    static const uint32_t part[CN_BELIEF_OCTAVE] = {
        16777216, 16417715, 16065917, 15721658, 15384775, 15055111, 14732511, 14416824,
        14107901, 13805598, 13509772, 13220286, 12937002, 12659789, 12388516, 12123055,
        11863283, 11609078, 11360319, 11116891, 10878679, 10645571, 10417458, 10194234,
        9975792,  9762032,  9552851,  9348154,  9147842,  8951823,  8760003,  8572295};
    const unsigned down = (unsigned)-sum;
    return down >= 24 * CN_BELIEF_OCTAVE
               ? 0
               : part[down % CN_BELIEF_OCTAVE] >> (down / CN_BELIEF_OCTAVE);
}

static void exchange(cn_hand *hand, int from, int to)
{
    cn_hand_remove_cards(hand, from, 1);
    cn_hand_add_card(hand, to);
}

static void try_swap(struct cn_belief *belief, uint64_t dice)
{
    const int i = (int)(((dice & 0xfffff) * (uint64_t)belief->held) >> 20);
    const int j = (int)(((dice >> 20 & 0xfffff) * (uint64_t)belief->count) >> 20);
    const int a = belief->card[i];
    const int b = belief->card[j];
    const int mine = belief->owner[i];
    const int theirs = belief->owner[j];
    if (a == b || mine == theirs || !may_change(belief, mine, a, b) ||
        !may_change(belief, theirs, b, a))
        return;
    const int sum = change(belief, mine, a, b) + change(belief, theirs, b, a);
    if (sum < 0 && (uint32_t)(dice >> 40) >= odds(sum))
        return;
    belief->card[i] = (uint8_t)b;
    belief->card[j] = (uint8_t)a;
    exchange(&belief->hands[mine], a, b);
    if (theirs != CN_NO_SEAT)
        exchange(&belief->hands[theirs], b, a);
}

void cn_belief_resample(struct cn_belief *belief, int swaps, struct cn_rng *rng)
{
#ifndef CN_NARROW_HANDS
    if (!belief->wide) {
        cn__narrow_belief_resample(belief, swaps, rng);
        return;
    }
#endif
    for (int n = 0; n < swaps && belief->held > 0; n++)
        try_swap(belief, cn_rng_next(rng));
    uint8_t *const stock = belief->card + belief->held;
    const int left = belief->count - belief->held;
    for (int i = 0; i < left - 1 && i < STOCK_ANEW + belief->waiting; i++) {
        const int from =
            i + (int)(((cn_rng_next(rng) >> 32) * (uint64_t)(unsigned)(left - i)) >> 32);
        const uint8_t kind = stock[i];
        stock[i] = stock[from];
        stock[from] = kind;
    }
}

/* Any card of each kind: the law needs only kinds. */
static const cn_card card_of[CN_KINDS] = {CN_JOKER_RED, 0,  5,  4,  8,  12, 16, 20,
                                          24,           28, 32, 36, 40, 44, 48};

/* Sets where in the deck the waiting cards of each seat are: before the stock. */
static void place_waiting(const struct cn_belief *belief, struct cn_deal *deal)
{
    int at = 0;
    memcpy(deal->second_sizes, belief->second_sizes, sizeof deal->second_sizes);
    for (int seat = 0; seat < deal->board.players; seat++) {
        deal->talon_from[seat] = (uint16_t)at;
        at += deal->board.talon[seat];
        deal->second_from[seat] = (uint16_t)at;
        for (int left = deal->board.second[seat]; left > 0; left--)
            at += belief->second_sizes[seat][CN_SECOND_HANDS_MAX - left];
        deal->second_end[seat] = (uint16_t)at;
    }
    deal->drawn = (uint16_t)at;
}

void cn_belief_fill_deal(const struct cn_belief *belief, struct cn_deal *deal)
{
    const int left = belief->count - belief->held;
    memcpy(deal->hands, belief->hands, sizeof deal->hands);
    for (int i = 0; i < left; i++)
        deal->stock[i] = card_of[belief->card[belief->held + i]];
    deal->drawn = 0;
    deal->cards = (uint16_t)left;
    if (belief->waiting > 0)
        place_waiting(belief, deal);
}
