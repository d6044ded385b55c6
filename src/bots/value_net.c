/* value_net.c -- the value of a position: plain counting, plus what the net adds. */
#ifndef CN_NARROW_HANDS
#define CN_NARROW_HANDS /* up to three packs */
#endif
#include "value_net.h"

#include <assert.h>
#include <string.h>

static bool are_equal(const struct cn_rules *rules, int from, int to)
{
    for (int kind = from; kind < to; kind++)
        if (rules->card_points.of[kind] != rules->card_points.of[to])
            return false;
    return true;
}

/* Deals in which cards, canastas and red threes count, and of the canastas only the class, natural,
 * mixed or of wilds. */
static bool is_scored_classically(const struct cn_rules *rules)
{
    for (int key = 0; key < CN_CANASTA_KEYS; key++)
        if ((rules->canasta_bonus.of[key] != 0 && key != CN_KEY_WILD) ||
            rules->unfinished_penalty.of[key] != 0)
            return false;
    for (int kind = 0; kind < CN_KINDS; kind++)
        if (rules->held_penalty.of[kind].cards != 0)
            return false;
    return !rules->score_by_canastas && rules->red_three_needs == CN_BONUS_NEEDS_MELD &&
           rules->red_three_without_meld != CN_RED_ADD && !cn_black_threes_are_bonus(rules) &&
           rules->bonus_held_points == 0;
}

static bool is_classic(const struct cn_rules *rules, const struct cn_board *board, int hand)
{
    return rules->hand_size.at[board->players_class] == hand &&
           rules->bonus_kinds == 1 << CN_RED_THREE && rules->talon.count == 0 &&
           cn_board_canastas_needed(rules, board) == 1 && are_equal(rules, CN_FOUR, CN_SEVEN) &&
           is_scored_classically(rules);
}

/* Deals in which the signs of what is scored go by canastas, and pure sevens, pure aces and wilds
 * bring and cost most. */
static bool is_by_canastas(const struct cn_rules *rules, const struct cn_board *board)
{
    const int32_t *const bonus = rules->canasta_bonus.of;
    const int32_t *const penalty = rules->unfinished_penalty.of;
    return rules->score_by_canastas && rules->dead_ranks && rules->largest_meld == 7 &&
           rules->hand_size.at[board->players_class] == 13 && rules->talon.count > 0 &&
           rules->wild_melds == CN_WILD_MELDS_LOCKING && rules->pure_kinds == 1 << CN_SEVEN &&
           rules->special_hands.count > 0 && cn_black_threes_are_bonus(rules) &&
           cn_board_canastas_needed(rules, board) == 2 && bonus[CN_SEVEN] == 2500 &&
           bonus[CN_ACE] == 2500 && bonus[CN_KEY_WILD] == 2000 && penalty[CN_SEVEN] == 2500 &&
           penalty[CN_ACE] == 2500 && penalty[CN_KEY_WILD] == 2000;
}

/* Deals in which each seat plays two hands of this size, and draws two cards. */
static bool has_two_hands(const struct cn_rules *rules, const struct cn_board *board, int first,
                          int32_t when)
{
    return rules->second_hand.count == 1 && rules->second_hand.of[0] == 11 &&
           rules->second_hand_when == when && rules->hand_size.at[board->players_class] == first &&
           rules->draw_count.at[board->players_class] == 2 && rules->largest_meld == 7 &&
           rules->talon.count == 0 && rules->special_hands.count == 0 &&
           !rules->score_by_canastas && rules->natural_canasta_bonus == 500 &&
           rules->mixed_canasta_bonus == 300;
}

/* … and two canastas, one of either class, end the deal. */
static bool is_of_four_with_two_hands(const struct cn_rules *rules, const struct cn_board *board)
{
    const int32_t *const contract = rules->out_contract.of;
    return cn_rules_packs(rules, board->players) == 5 &&
           has_two_hands(rules, board, 11, CN_SECOND_HAND_WHEN_EMPTY) &&
           rules->wild_melds == CN_WILD_MELDS_NONE && cn_rules_contract_size(rules) == 2 &&
           contract[CN_KEY_OF_CLASS + CN_CLASS_NATURAL] == 1 &&
           contract[CN_KEY_OF_CLASS + CN_CLASS_MIXED] == 1;
}

/* … and four of as many classes do, sevens and wilds among them. */
static bool is_of_six_with_two_hands(const struct cn_rules *rules, const struct cn_board *board)
{
    return cn_rules_packs(rules, board->players) == 4 &&
           has_two_hands(rules, board, 13, CN_SECOND_HAND_BY_OWN_CANASTA) &&
           rules->wild_melds == CN_WILD_MELDS_FREE && cn_rules_contract_size(rules) == 4 &&
           rules->out_contract.of[CN_SEVEN] == 1 && rules->canasta_bonus.of[CN_KEY_WILD] == 1000 &&
           rules->canasta_bonus.of[CN_SEVEN] == 1500;
}

/* Two packs, and canastas as in the Laws of 1950. */
static bool is_common(const struct cn_rules *rules, const struct cn_board *board)
{
    return cn_rules_packs(rules, board->players) == 2 &&
           cn_rules_jokers(rules, board->players) == 4 &&
           rules->draw_count.at[board->players_class] == 1 && cn_rules_contract_size(rules) == 0 &&
           rules->natural_canasta_bonus == 500 && rules->mixed_canasta_bonus == 300;
}

/* Which net it is, if one fits. */
static enum cn_value_net_kind kind_of(const struct cn_rules *rules, const struct cn_board *board)
{
    if (rules->second_hand.count > 0)
        return board->players == CN_VALUE_NET_SEATS ? CN_VALUE_NET_TWO_HANDS
                                                    : CN_VALUE_NET_SIX_SEATS;
    if (rules->score_by_canastas)
        return CN_VALUE_NET_BY_CANASTAS;
    if (rules->wild_melds == CN_WILD_MELDS_FREE)
        return CN_VALUE_NET_WILD_MELDS;
    switch (cn_board_seats(board)) {
    case 2: return CN_VALUE_NET_TWO;
    case 3: return CN_VALUE_NET_THREE;
    case CN_VALUE_NET_SEATS: return CN_VALUE_NET_CLASSIC;
    case CN_VALUE_NET_SEATS_MOST: return CN_VALUE_NET_SIX;
    default: return CN_VALUE_NETS;
    }
}

static bool fits(enum cn_value_net_kind kind, const struct cn_rules *rules,
                 const struct cn_board *board)
{
    if (board->sides != (kind == CN_VALUE_NET_THREE ? 3 : CN_VALUE_NET_SIDES) ||
        !are_equal(rules, CN_EIGHT, CN_KING))
        return false;
    const bool no_wilds = rules->wild_melds == CN_WILD_MELDS_NONE;
    switch (kind) {
    case CN_VALUE_NET_CLASSIC:
    case CN_VALUE_NET_SIX:
        return is_common(rules, board) && is_classic(rules, board, 11) && no_wilds;
    case CN_VALUE_NET_TWO:
        return is_common(rules, board) && is_classic(rules, board, 15) && no_wilds;
    case CN_VALUE_NET_THREE:
        return is_common(rules, board) && is_classic(rules, board, 13) && no_wilds;
    case CN_VALUE_NET_BY_CANASTAS:
        return cn_board_seats(board) == CN_VALUE_NET_SEATS && is_common(rules, board) &&
               is_by_canastas(rules, board);
    case CN_VALUE_NET_WILD_MELDS:
        return cn_board_seats(board) == CN_VALUE_NET_SEATS && is_common(rules, board) &&
               is_classic(rules, board, 11) && rules->canasta_bonus.of[CN_KEY_WILD] == 2000;
    case CN_VALUE_NET_TWO_HANDS: return is_of_four_with_two_hands(rules, board);
    case CN_VALUE_NET_SIX_SEATS:
        return board->players == CN_VALUE_NET_SEATS_MOST && is_of_six_with_two_hands(rules, board);
    case CN_VALUE_NETS: break;
    }
    return false;
}

enum cn_value_net_kind cn_value_net_for(const struct cn_rules *rules, const struct cn_deal *deal)
{
    const enum cn_value_net_kind kind = kind_of(rules, &deal->board);
    return fits(kind, rules, &deal->board) ? kind : CN_VALUE_NETS;
}

bool cn_value_net_supports(const struct cn_rules *rules, const struct cn_deal *deal)
{
    return cn_value_net_default() != NULL && cn_value_net_for(rules, deal) != CN_VALUE_NETS;
}

bool cn_value_net_has_seen(const struct cn_rules *rules, const struct cn_deal *deal,
                           enum cn_model model)
{
    if (!cn_value_net_supports(rules, deal))
        return false;
    const struct cn_value_net *net = &cn_value_net_default()[kind_of(rules, &deal->board)];
    for (int j = 0; j < CN_VALUE_NET_FIRST; j++)
        if (net->row[CN_VALUE_NET_model + model][j] != 0)
            return true;
    return false;
}

/* ---- counting ---- */

static int32_t worth_of_meld(const struct cn_law *law, cn_packed_meld meld)
{
    const int32_t points = cn_meld_points(&law->rules, meld);
    return cn_meld_is_canasta(meld) ? points + cn_canasta_worth(&law->rules, meld) : points;
}

static int32_t red_points(const struct cn_rules *rules, const struct cn_board *board, int side)
{
    const int reds = board->red[side];
    const struct cn_bonus_steps *bonuses = &rules->red_three_bonus;
    if (reds == 0 || bonuses->count == 0)
        return 0;
    const int32_t bonus = bonuses->bonus[(reds < bonuses->count ? reds : bonuses->count) - 1];
    if (cn_side_has_melded(board, side))
        return bonus;
    return rules->red_three_without_meld == CN_RED_SUBTRACT ? -bonus : 0;
}

static int32_t without_ends(const struct cn_score *score)
{
    return score->total - score->item[CN_SCORE_OUT] - score->item[CN_SCORE_CONCEALED] -
           score->item[CN_SCORE_BONUS];
}

/* Returns the points of cards that are held. All kinds are counted, since which ones are held
 * cannot be predicted; red threes have no points. */
static int32_t points_held(const struct cn_rules *rules, cn_hand held)
{
    int32_t points = 0;
    for (int kind = 0; kind < CN_KINDS; kind++)
        if (kind != CN_RED_THREE)
            points += cn_hand_count(held, kind) * rules->card_points.of[kind];
    return points;
}

/* Counts as cn_score_deal does for an ended deal, but without what only ends bring. */
static void count_as_scored(const struct cn_law *law, const struct cn_deal *deal, int32_t points[])
{
    struct cn_score score[CN_SIDES_MAX];
    cn_score_deal(law, deal, score);
    for (int side = 0; side < deal->board.sides; side++)
        points[side] = without_ends(&score[side]);
}

/* The same in a shorter way, for classic deals. */
static void count_classically(const struct cn_law *law, const struct cn_deal *deal,
                              int32_t points[])
{
    const struct cn_board *board = &deal->board;
    cn_hand held[CN_VALUE_NET_SIDES_MOST] = {CN_NO_CARDS, CN_NO_CARDS, CN_NO_CARDS};
    for (int seat = 0; seat < board->players; seat++)
        held[board->side[seat]] = cn_hand_add(held[board->side[seat]], deal->hands[seat]);
    for (int side = 0; side < board->sides; side++) {
        points[side] = red_points(&law->rules, board, side) - points_held(&law->rules, held[side]);
        for (int m = 0; m < board->meld_count[side]; m++)
            points[side] += worth_of_meld(law, board->melds[side][m]);
    }
}

int32_t cn_value_net_points_if_stopped(const struct cn_law *law, const struct cn_deal *deal,
                                       int side)
{
    const int sides = deal->board.sides;
    int32_t points[CN_SIDES_MAX];
    int32_t others = 0;
    if (law->rules.score_by_canastas || law->rules.second_hand.count > 0)
        count_as_scored(law, deal, points);
    else
        count_classically(law, deal, points);
    for (int other = 0; other < sides; other++)
        others += other != side ? points[other] : 0;
    return points[side] - others / (sides - 1);
}

/* ---- the net ---- */

static int cut(int value)
{
    return value < 0 ? 0 : value > CN_VALUE_NET_ONE ? CN_VALUE_NET_ONE : value;
}

enum {
    SECOND_SHIFT = 10
};
_Static_assert(1 << SECOND_SHIFT == CN_VALUE_NET_SECOND_ONE, "a shift divides by it");

/* Eight sums in one register: without this, gcc makes the loop three times slower. */
typedef int16_t lanes __attribute__((vector_size(16)));
enum {
    LANES = sizeof(lanes) / sizeof(int16_t),
    REGISTERS = CN_VALUE_NET_FIRST / LANES
};

/* The weights ensure that no sum exceeds 16 bits (tests/units/net_test.c). */
static void run_first(const struct cn_value_net *net, const uint16_t *inputs, int count,
                      int16_t out[CN_VALUE_NET_FIRST])
{
    lanes sum[REGISTERS];
    memcpy(sum, net->bias, sizeof sum);
    for (int i = 0; i < count; i++) {
        const int16_t *row = net->row[inputs[i]];
        for (int j = 0; j < REGISTERS; j++) {
            lanes part;
            memcpy(&part, row + j * LANES, sizeof part);
            sum[j] += part;
        }
    }
    memcpy(out, sum, sizeof sum);
    for (int j = 0; j < CN_VALUE_NET_FIRST; j++)
        out[j] = (int16_t)cut(out[j]);
}

int32_t cn_value_net_correction(const struct cn_value_net *net, const uint16_t *inputs, int count)
{
    int16_t first[CN_VALUE_NET_FIRST];
    int32_t result = net->result_bias;
    for (int i = 0; i < count; i++)
        result += net->single[inputs[i]];
    result *= CN_VALUE_NET_ONE;
    run_first(net, inputs, count, first);
    int32_t sums[CN_VALUE_NET_SECOND];
    for (int k = 0; k < CN_VALUE_NET_SECOND; k++) {
        sums[k] = net->second_bias[k];
        for (int j = 0; j < CN_VALUE_NET_FIRST; j++)
            sums[k] += net->second[k][j] * first[j];
    }
    /* Apart, so that it is done for several neurons at once. Below 0 is cut to 0, so a shift is as
     * good as a division. */
    for (int k = 0; k < CN_VALUE_NET_SECOND; k++)
        result += net->result[k] * (int16_t)cut(sums[k] >> SECOND_SHIFT);
    return result / (CN_VALUE_NET_ONE * CN_VALUE_NET_POINT);
}

int cn_value_net_seat(const struct cn_deal *deal, int side)
{
    const struct cn_board *board = &deal->board;
    int seat = board->turn;
    while (board->sides > CN_VALUE_NET_SIDES && board->side[seat] != side)
        seat = board->next[seat];
    return seat;
}

int32_t cn_value_net_predict(const struct cn_law *law, const struct cn_deal *deal, int side,
                             const uint8_t models[])
{
    uint16_t inputs[CN_VALUE_NET_ACTIVE_MAX];
    assert(cn_value_net_supports(&law->rules, deal) && deal->board.phase == CN_PHASE_START);
    const int seat = cn_value_net_seat(deal, side);
    const int seen = cn_board_side(&deal->board, seat);
    const enum cn_value_net_kind kind = kind_of(&law->rules, &deal->board);
    const int count = cn_value_net_inputs(&law->rules, deal, seat, models, inputs);
    const int32_t value = cn_value_net_points_if_stopped(law, deal, seen) +
                          cn_value_net_correction(&cn_value_net_default()[kind], inputs, count);
    return side == seen ? value : -value;
}
