/* value_net_inputs.c -- a position as inputs of the net. */
#include <assert.h>

#include "value_net.h"

enum {
    WILD_STATES = CN_VALUE_NET_RULES / 2 /* 3 to 7 cards, and a talon */
};

struct reader {
    const struct cn_rules *rules;
    const struct cn_deal *deal;
    const struct cn_board *board;
    uint16_t *inputs;
    int count;
    uint8_t place[CN_KINDS + 1]; /* of each kind, see place_kinds */
    int seats;
    int sides;
    int seat[CN_VALUE_NET_SEATS_MOST]; /* in turn order, the one that sees first */
    int side[CN_VALUE_NET_SIDES_MOST]; /* in the same order */
};

/* The first input of a group for the seat that is the at-th in turn. */
#define INPUT_OF_SEAT(group, each, at)                                \
    ((at) < CN_VALUE_NET_SEATS ? CN_VALUE_NET_##group + (at) * (each) \
                               : CN_VALUE_NET_more_##group + ((at)-CN_VALUE_NET_SEATS) * (each))

/* The same for a side. */
#define INPUT_OF_SIDE(group, each, at) \
    ((at) < CN_VALUE_NET_SIDES ? CN_VALUE_NET_##group + (at) * (each) : CN_VALUE_NET_third_##group)

static void put(struct reader *r, int input)
{
    r->inputs[r->count++] = (uint16_t)input;
}

static int at_most(int value, int most)
{
    return value < most ? value : most;
}

/* Adds one input for each kind held: how many of it. */
static void put_counts(struct reader *r, cn_hand hand, int first, int most)
{
    for (uint64_t mask = cn_hand_mask(hand); mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        put(r, first + r->place[kind] * most + at_most(cn_hand_count(hand, kind), most) - 1);
    }
}

/* ---- kinds ---- */

/* Orders the kinds from 'from' to 'to' by their keys, the highest first; no two are equal. */
static void sort_kinds(const uint64_t key[CN_KINDS], int from, int to, uint8_t place[CN_KINDS])
{
    for (int kind = from; kind <= to; kind++)
        place[kind] = (uint8_t)from;
    for (int kind = from; kind < to; kind++) {
        for (int other = kind + 1; other <= to; other++) {
            const int after = (int)(key[other] > key[kind]);
            place[kind] = (uint8_t)(place[kind] + after);
            place[other] = (uint8_t)(place[other] + 1 - after);
        }
    }
}

/* Finds what the side has melded of each kind: cards, and the wild ones among them. Where a rank
 * may have canastas and a meld besides, those of the meld differ from mixed canastas. */
static void add_melds(const struct reader *r, int side, int shift, uint64_t key[CN_KINDS])
{
    const struct cn_board *board = r->board;
    const bool several = r->rules->second_hand.count > 0;
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        int wilds = cn_meld_wilds(meld);
        if (several && cn_meld_is_canasta(meld))
            wilds = wilds > 0 ? 8 : 0;
        if (cn_meld_naturals(meld) > 0)
            key[cn_meld_kind(meld)] += (uint64_t)(cn_meld_size(meld) << 8 | wilds) << shift;
    }
}

/* Both list the hands that kinds are ordered by behind the pile, what matters most last, and return
 * how many stand there. */
static int list_four(const struct reader *r, cn_hand *by)
{
    const cn_hand *hands = r->deal->hands;
    by[1] = hands[r->seat[1]];
    by[2] = hands[r->seat[0]];
    by[3] = cn_hand_add(hands[r->seat[1]], hands[r->seat[3]]);
    by[4] = cn_hand_add(hands[r->seat[0]], hands[r->seat[2]]);
    return 5;
}

static int list_six(const struct reader *r, cn_hand *by)
{
    for (int at = 0; at < r->seats; at++)
        by[r->seats - at] = r->deal->hands[r->seat[at]];
    return 1 + r->seats;
}

/* 4 to 7 are worth the same, unless sevens are special, and so are 8 to K. So the net is shown the
 * ones that matter most here first, and need not learn the same for each of them. */
static void place_kinds(struct reader *r)
{
    cn_hand by[1 + CN_VALUE_NET_SEATS_MOST] = {r->deal->pile};
    uint64_t key[CN_KINDS] = {0};
    const bool of_four = r->seats == CN_VALUE_NET_SEATS;
    const int hands = of_four ? list_four(r, by) : list_six(r, by);
    const int from = of_four ? 8 : 5;
    for (int kind = 0; kind <= CN_KINDS; kind++)
        r->place[kind] = (uint8_t)kind;
    for (int kind = CN_FOUR; kind <= CN_KING; kind++) {
        key[kind] = (uint64_t)(kind == r->board->pile_top) << 4 | (unsigned)(CN_KINDS - kind);
        for (int i = 0; i < hands; i++)
            key[kind] |= (uint64_t)at_most(cn_hand_count(by[i], kind), 15) << (4 * i + from);
    }
    if (r->sides > CN_VALUE_NET_SIDES)
        add_melds(r, r->side[2], 21, key);
    add_melds(r, r->side[1], of_four ? 28 : 34, key);
    add_melds(r, r->side[0], of_four ? 44 : 48, key);
    const bool special = r->rules->score_by_canastas || r->rules->canasta_bonus.of[CN_SEVEN] != 0;
    sort_kinds(key, CN_FOUR, special ? CN_SIX : CN_SEVEN, r->place);
    sort_kinds(key, CN_EIGHT, CN_KING, r->place);
}

/* ---- hands ---- */

/* Counts the cards that would be left if everything was laid that fits a meld or makes a new one
 * without wild cards. */
static int rest_of(const struct cn_board *board, int side, cn_hand hand)
{
    const uint64_t laid = (board->ranks[side] | cn_hand_triples(hand)) & CN_NATURALS_MASK;
    const uint64_t wild = cn_kind_mask(CN_JOKER) | cn_kind_mask(CN_DEUCE);
    return cn_hand_size(cn_hand_drop(hand, laid | wild));
}

/* Estimates the highest count of an initial meld: three of a kind and more, and one pair per wild
 * card, the dearest first. */
static int opening_of(const struct cn_rules *rules, cn_hand hand)
{
    const int32_t *points = rules->card_points.of;
    const uint64_t triples = cn_hand_triples(hand) & CN_NATURALS_MASK;
    uint64_t pairs = cn_hand_pairs(hand) & CN_NATURALS_MASK & ~triples;
    int count = 0;
    for (uint64_t mask = triples; mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        count += cn_hand_count(hand, kind) * points[kind];
    }
    int jokers = cn_hand_count(hand, CN_JOKER);
    for (int wilds = cn_hand_wilds(hand); wilds > 0 && (triples | pairs) != 0; wilds--) {
        count += jokers-- > 0 ? points[CN_JOKER] : points[CN_DEUCE];
        if (pairs == 0)
            continue;
        const int kind = cn_mask_last(&pairs);
        count += 2 * points[kind];
    }
    return count;
}

static int opening_class(int count, int minimum)
{
    static const int from[CN_VALUE_NET_OPENINGS - 2] = {-60, -30, -10, 0, 20, 60};
    if (count == 0)
        return 0;
    int class = 1;
    while (class < CN_VALUE_NET_OPENINGS - 1 && count - minimum >= from[class - 1])
        class ++;
    return class;
}

static int prize_class(int pile)
{
    static const int from[CN_VALUE_NET_PRIZES - 1] = {3, 6, 10, 16, 26};
    int class = 0;
    for (int i = 0; i < CN_VALUE_NET_PRIZES - 1; i++)
        class += (int)(pile >= from[i]);
    return class;
}

/* Returns how the seat could take the pile, judging by its cards: 1 onto a meld, 2 with a pair, 3
 * with either, 4 with a wild card, 5 with a pair for the initial meld, 6 the same but without the
 * count; 0: it could not. */
static int claim_class(const struct reader *r, int side, cn_hand hand)
{
    const struct cn_board *board = r->board;
    const int top = board->pile_top;
    const bool frozen = cn_pile_is_frozen(r->rules, board, side);
    const int held = cn_hand_count(hand, top);
    const bool onto = !frozen && cn_side_has_rank(board, side, top);
    if (held >= 2 && !cn_side_has_melded(board, side))
        return opening_of(r->rules, cn_hand_add(hand, cn_hand_single(top, 1))) >=
                       board->minimum[side]
                   ? 5
                   : 6;
    if (held >= 2)
        return onto ? 3 : 2;
    if (onto)
        return 1;
    return held == 1 && !frozen && cn_hand_wilds(hand) > 0 && r->rules->take_with_wild ? 4 : 0;
}

/* Counts the kinds that the seat could discard and the next could not take, judging by their cards.
 */
static int safe_kinds(const struct reader *r, int at)
{
    const struct cn_board *board = r->board;
    const cn_hand hand = r->deal->hands[r->seat[at]];
    const cn_hand next = r->deal->hands[r->seat[at + 1 < r->seats ? at + 1 : 0]];
    const int side = r->side[(at + 1) % r->sides];
    uint64_t taken = cn_hand_pairs(next);
    if (!cn_pile_is_frozen(r->rules, board, side))
        taken |= board->ranks[side] | (cn_hand_wilds(next) > 0 ? cn_hand_mask(next) : 0);
    const uint64_t kinds = CN_NATURALS_MASK | cn_kind_mask(CN_BLACK_THREE);
    taken &= CN_NATURALS_MASK;
    return cn_mask_size(cn_hand_mask(hand) & kinds & ~taken);
}

static void put_seat(struct reader *r, int at)
{
    const struct cn_board *board = r->board;
    const cn_hand hand = r->deal->hands[r->seat[at]];
    const int side = r->side[at % r->sides];
    const bool may_end = board->canastas[side] >= cn_board_canastas_needed(r->rules, board);
    const int size = at_most(cn_hand_size(hand), CN_VALUE_NET_HAND_SIZES - 1);
    const int rest = at_most(rest_of(board, side, hand), CN_VALUE_NET_RESTS - 1);
    put_counts(r, hand, INPUT_OF_SEAT(hand, CN_KINDS * CN_VALUE_NET_COUNTS, at),
               CN_VALUE_NET_COUNTS);
    put(r, INPUT_OF_SEAT(hand_size, CN_VALUE_NET_HAND_SIZES, at) + size);
    put(r, INPUT_OF_SEAT(rest, CN_VALUE_NET_RESTS * 2, at) + rest * 2 + may_end);
    if (!cn_side_has_melded(board, side))
        put(r, INPUT_OF_SEAT(opening, CN_VALUE_NET_OPENINGS, at) +
                   opening_class(opening_of(r->rules, hand), board->minimum[side]));
    const int safe = at_most(safe_kinds(r, at), CN_VALUE_NET_SAFE - 1);
    const int prize = prize_class(board->pile);
    put(r, INPUT_OF_SEAT(safe, CN_VALUE_NET_SAFE * CN_VALUE_NET_PRIZES, at) +
               safe * CN_VALUE_NET_PRIZES + prize);
    if (cn_pile_is_stopped(board))
        return;
    const int claim = claim_class(r, side, hand);
    if (claim > 0)
        put(r, INPUT_OF_SEAT(claim, CN_VALUE_NET_CLAIMS * CN_VALUE_NET_PRIZES, at) +
                   (claim - 1) * CN_VALUE_NET_PRIZES + prize);
}

/* ---- sides ---- */

static int meld_state(cn_packed_meld meld)
{
    const int size = cn_meld_size(meld);
    const int wilds = cn_meld_wilds(meld);
    if (size < 7)
        return (size - 3) * 4 + at_most(wilds, 3);
    return 16 + at_most(size - 7, 2) * 2 + (wilds > 0);
}

static void put_melds(struct reader *r, int at)
{
    const struct cn_board *board = r->board;
    const int side = r->side[at];
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        const int kind = cn_meld_kind(meld);
        if (cn_meld_naturals(meld) > 0 && cn_kind_is_natural(kind))
            put(r, INPUT_OF_SIDE(meld, CN_VALUE_NET_NATURALS * CN_VALUE_NET_MELD_STATES, at) +
                       (r->place[kind] - CN_FOUR) * CN_VALUE_NET_MELD_STATES + meld_state(meld));
    }
}

static int minimum_class(const struct reader *r, int side)
{
    static const int above_classic[CN_VALUE_NET_MINIMA - 2] = {15, 50, 90};
    static const int above_others[CN_VALUE_NET_MINIMA - 2] = {50, 125, 155};
    const int *const above = r->rules->score_by_canastas ? above_others : above_classic;
    const struct cn_board *board = r->board;
    if (cn_side_has_melded(board, side))
        return CN_VALUE_NET_MINIMA - 1;
    int class = 0;
    while (class < CN_VALUE_NET_MINIMA - 2 && board->minimum[side] > above[class])
        class ++;
    return class;
}

static void put_side(struct reader *r, int at)
{
    const struct cn_board *board = r->board;
    const int side = r->side[at];
    const int canastas = at_most(board->canastas[side], CN_VALUE_NET_CANASTAS - 1);
    const int reds = at_most(board->red[side] + board->black[side], CN_VALUE_NET_REDS - 1);
    put_melds(r, at);
    put(r, INPUT_OF_SIDE(canastas, CN_VALUE_NET_CANASTAS, at) + canastas);
    put(r,
        INPUT_OF_SIDE(red, CN_VALUE_NET_REDS * 2, at) + reds * 2 + cn_side_has_melded(board, side));
}

/* ---- the pile, the stock, the rules ---- */

static int pile_class(int pile)
{
    return pile < 16 ? pile : at_most(16 + (pile - 16) / 4, CN_VALUE_NET_PILE_SIZES - 1);
}

static int stock_class(const struct reader *r, int stock)
{
    if (stock < 16)
        return stock;
    /* With second hands there are more packs: the stock is larger, and drawn from by twos. */
    const int step = r->rules->second_hand.count > 0 ? 12 : 4;
    return at_most(16 + (stock - 16) / step, CN_VALUE_NET_STOCK_SIZES - 1);
}

/* What only deals with three sides have. */
static void put_third(struct reader *r)
{
    int turn = 0;
    while (r->seat[turn] != r->board->turn)
        turn++;
    put(r, CN_VALUE_NET_third_minimum + minimum_class(r, r->side[2]));
    put(r, CN_VALUE_NET_turn + turn);
}

static void put_middle(struct reader *r)
{
    const struct cn_board *board = r->board;
    const bool frozen = board->frozen != 0;
    put_counts(r, r->deal->pile, CN_VALUE_NET_pile, CN_VALUE_NET_PILE_COUNTS);
    put(r, CN_VALUE_NET_top + r->place[board->pile_top] * 2 + frozen);
    put(r, CN_VALUE_NET_pile_size + pile_class(board->pile) * 2 + frozen);
    put(r, CN_VALUE_NET_stock + stock_class(r, board->stock));
    put(r, CN_VALUE_NET_minima + minimum_class(r, r->side[0]) * CN_VALUE_NET_MINIMA +
               minimum_class(r, r->side[1]));
}

/* What only laws with melds of wilds have: those melds by size, and talons that wait. */
static void put_wilds(struct reader *r, int at)
{
    const struct cn_board *board = r->board;
    const int side = r->side[at];
    bool waits = false;
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        if (meld != 0 && cn_meld_kind(meld) == CN_JOKER)
            put(r, CN_VALUE_NET_rules + at * WILD_STATES + at_most(cn_meld_wilds(meld), 7) - 3);
    }
    for (int seat = 0; seat < board->players; seat++)
        waits = waits || (board->side[seat] == side && board->talon[seat] > 0);
    if (waits)
        put(r, CN_VALUE_NET_rules + at * WILD_STATES + WILD_STATES - 1);
}

static int class_of(const struct cn_rules *rules, cn_packed_meld canasta)
{
    if (cn_meld_naturals(canasta) == 0)
        return 2;
    if (cn_meld_kind(canasta) == CN_SEVEN && rules->out_contract.of[CN_SEVEN] > 0)
        return 3;
    return cn_meld_wilds(canasta) > 0;
}

/* What only laws with second hands have: those that wait, and which of the canastas that going out
 * may need a side has. */
static void put_second_hands(struct reader *r)
{
    const struct cn_board *board = r->board;
    for (int at = 0; at < r->seats; at++)
        if (board->second[r->seat[at]] > 0)
            put(r, CN_VALUE_NET_second + at);
    for (int at = 0; at < CN_VALUE_NET_SIDES; at++) {
        bool has[CN_VALUE_NET_CLASSES] = {false};
        for (int m = 0; m < board->meld_count[r->side[at]]; m++) {
            const cn_packed_meld meld = board->melds[r->side[at]][m];
            if (meld != 0 && cn_meld_is_canasta(meld))
                has[class_of(r->rules, meld)] = true;
        }
        for (int class = 0; class < CN_VALUE_NET_CLASSES; class ++)
            if (has[class])
                put(r, CN_VALUE_NET_class + at * CN_VALUE_NET_CLASSES + class);
    }
}

/* The differences between rule sets of one net. */
static void put_rules(struct reader *r)
{
    if (r->rules->second_hand.count > 0)
        put_second_hands(r);
    if (r->rules->wild_melds != CN_WILD_MELDS_NONE) {
        put_wilds(r, 0);
        put_wilds(r, 1);
        return;
    }
    if (r->rules->second_hand.count > 0)
        return;
    const struct cn_rules *rules = r->rules;
    const bool holds[CN_VALUE_NET_RULES] = {
        rules->second_meld != 0,
        rules->take_with_wild != 0,
        rules->take_onto_meld != 0,
        rules->take_onto_canasta != 0,
        rules->frozen_before_initial_meld != 0,
        rules->most_wilds_canasta > 3,
        rules->canasta_lifts_minimum != 0,
        rules->naturals_outnumber_wilds != 0,
        rules->go_out_by_melding != 0,
        rules->ask_partner != 0,
        cn_board_stock_rule(rules, r->board) == CN_STOCK_FORCED,
        rules->one_card_hand != 0,
    };
    for (int i = 0; i < CN_VALUE_NET_RULES; i++)
        if (holds[i])
            put(r, CN_VALUE_NET_rules + i);
}

#if defined(CN_NARROW_HANDS) && !defined(CN_NARROW_ALONE)
int cn__narrow_value_net_inputs(const struct cn_rules *rules, const struct cn_deal *deal, int seat,
                                const uint8_t models[], uint16_t inputs[CN_VALUE_NET_ACTIVE_MAX])
#else
int cn_value_net_inputs(const struct cn_rules *rules, const struct cn_deal *deal, int seat,
                        const uint8_t models[], uint16_t inputs[CN_VALUE_NET_ACTIVE_MAX])
#endif
{
    const struct cn_board *board = &deal->board;
    struct reader r = {.rules = rules, .deal = deal, .board = board, .inputs = inputs};
#ifndef CN_NARROW_HANDS
    if (!cn_rules_are_wide(rules))
        return cn__narrow_value_net_inputs(rules, deal, seat, models, inputs);
#endif
    r.seats = cn_board_seats(board);
    r.sides = board->sides;
    r.seat[0] = seat;
    for (int at = 1; at < r.seats; at++)
        r.seat[at] = board->next[r.seat[at - 1]];
    for (int at = 0; at < r.sides; at++)
        r.side[at] = board->side[r.seat[at]];
    place_kinds(&r);
    for (int at = 0; at < r.seats; at++)
        put_seat(&r, at);
    for (int at = 0; at < r.sides; at++)
        put_side(&r, at);
    put_middle(&r);
    if (r.sides > CN_VALUE_NET_SIDES)
        put_third(&r);
    put_rules(&r);
    for (int at = 0; models != NULL && at < r.seats; at++)
        if (models[r.seat[at]] != CN_MODELS)
            put(&r, INPUT_OF_SEAT(model, CN_MODELS_MOST, at) + models[r.seat[at]]);
    assert(r.count <= CN_VALUE_NET_ACTIVE_MAX);
    return r.count;
}
