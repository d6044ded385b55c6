/* board.c -- the mechanics of the open cards: melds, the pile, the count of the opening.
 *
 * Used twice: by the deal, where cards really move, and by turn_end.c, where they are imagined. So
 * a board has no hidden card, and each of these functions leaves its counts (canastas, ranks, the
 * points of the opening) as a recount would find them.
 */
#include "board.h"

#include <assert.h>
#include <stddef.h>

_Static_assert(offsetof(struct cn_board, opening_points) == offsetof(struct cn_board, filler) + 1 &&
                   offsetof(struct cn_board, melds) ==
                       offsetof(struct cn_board, opening_points) + sizeof(uint16_t),
               "no hole in a board: add or drop the filler");

int cn_board_partner(const struct cn_board *board, int seat)
{
    for (int s = board->next[seat]; s != seat; s = board->next[s])
        if (board->side[s] == board->side[seat])
            return s;
    return CN_NO_SEAT;
}

int cn_board_actor(const struct cn_board *board)
{
    if (CN_REFEREES_ARE_HERE && board->due != CN_DUE_NOTHING)
        return board->due_seat;
    if (board->phase == CN_PHASE_ANSWER)
        return cn_board_partner(board, board->turn);
    return board->turn;
}

bool cn_pile_is_frozen(const struct cn_rules *rules, const struct cn_board *board, int side)
{
    return board->frozen != 0 ||
           (rules->frozen_before_initial_meld && !cn_side_has_melded(board, side));
}

/* ---- where a referee rules ---- */

void cn_board_as_ruled(const struct cn_board *board, cn_hand hand, struct cn_board *judged)
{
    *judged = *board;
    if (board->count_waived)
        judged->owes_opening = 0;
    if (board->bound)
        judged->answer = CN_ANSWER_YES;
    else if (board->answer != CN_ANSWER_YES && cn_hand_count(hand, CN_RED_THREE) > 0 &&
             board->phase != CN_PHASE_LAST_RED_THREE)
        judged->answer = CN_ANSWER_NO;
    const bool owes = board->owed[board->turn] > 0 && board->stock == 0; /* R19 */
    if (board->phase == CN_PHASE_START && (board->no_take || owes)) {
        judged->pile = 0;
        judged->pile_top = CN_NO_KIND;
    }
}

uint64_t cn_board_must_discard(const struct cn_board *board, int seat)
{
    return cn_hand_mask(cn_hand_remove(board->exposed[seat], board->shown[seat]));
}

/* ---- the opening ---- */

/* Is this meld counted without the claimed top card, which lies in it (IA12)? */
static bool lacks_top(const struct cn_rules *rules, const struct cn_board *board, int m)
{
    return !rules->opening_top_card && board->drew_from == CN_DREW_PILE && m == board->take_meld;
}

/* Returns a meld of the side in turn as the opening counts it; 0 if it would be none without the
 * top card. */
static cn_packed_meld counted_meld(const struct cn_rules *rules, const struct cn_board *board,
                                   int m)
{
    const cn_packed_meld meld = board->melds[board->side[board->turn]][m];
    if (!lacks_top(rules, board, m))
        return meld;
    if (cn_meld_naturals(meld) <= rules->fewest_naturals || cn_meld_size(meld) <= 3)
        return 0;
    return meld - cn_meld_of(0, 1, 0, 0);
}

int cn__opening_without_top(const struct cn_rules *rules, const struct cn_board *board)
{
    const int m = board->take_meld;
    if (!cn_is_opening_turn(board) || !board->laid || !lacks_top(rules, board, m))
        return board->opening_points;
    return board->opening_points -
           cn_meld_points(rules, board->melds[board->side[board->turn]][m]) +
           cn_meld_points(rules, counted_meld(rules, board, m));
}

static bool is_what_opening_needs(const struct cn_rules *rules, cn_packed_meld meld)
{
    const int naturals = cn_meld_naturals(meld);
    const bool natural = naturals >= 3 && cn_meld_wilds(meld) == 0;
    switch ((enum cn_opening_needs)rules->opening_needs) {
    case CN_OPENING_ANYTHING: return true;
    case CN_OPENING_NATURAL_MELD: return natural;
    case CN_OPENING_NATURAL_OR_WILD_MELD:
        return natural || (cn_meld_kind(meld) == CN_JOKER && meld != 0);
    case CN_OPENING_THREE_NATURALS: return naturals >= 3;
    }
    return true;
}

bool cn__opening_lacks_needed(const struct cn_rules *rules, const struct cn_board *board)
{
    if (!cn_is_opening_turn(board) || !board->laid)
        return false;
    for (int m = 0; m < board->meld_count[board->side[board->turn]]; m++)
        if (is_what_opening_needs(rules, counted_meld(rules, board, m)))
            return false;
    return true;
}

/* Is there a canasta that lifts the minimum? All that lies there was laid in this turn. */
static bool lifts_minimum(const struct cn_rules *rules, const struct cn_board *board)
{
    const int side = board->side[board->turn];
    if (rules->canasta_lifts_minimum == CN_LIFTS_NEVER || board->canastas[side] == 0)
        return false;
    if (rules->canasta_lifts_minimum == CN_LIFTS_ANY_CANASTA && rules->opening_top_card)
        return true;
    const bool any = rules->canasta_lifts_minimum == CN_LIFTS_ANY_CANASTA;
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = counted_meld(rules, board, m);
        const bool mixed = cn_meld_naturals(meld) > 0 && cn_meld_wilds(meld) > 0;
        if (cn_meld_is_canasta(meld) && (any || !mixed))
            return true;
    }
    return false;
}

bool cn_opening_lacks_count(const struct cn_rules *rules, const struct cn_board *board)
{
    return cn_is_opening_turn(board) && board->laid &&
           cn_opening_count(rules, board) < board->minimum[board->side[board->turn]] &&
           !lifts_minimum(rules, board);
}

/* A claim that waits owes something in any case, or the pile would have joined (L33). */
bool cn_owes_minimum(const struct cn_rules *rules, const struct cn_board *board)
{
    if (!board->owes_opening || !board->laid)
        return false;
    return board->phase == CN_PHASE_TAKING || cn_opening_lacks_count(rules, board);
}

bool cn_pile_is_stopped(const struct cn_board *board)
{
    return !cn_kind_is_natural(board->pile_top);
}

/* Is it a complete canasta, all laid in this turn because the side had no meld before? */
static bool lays_canasta(const struct cn_board *board)
{
    return board->canastas[board->side[board->turn]] > 0;
}

void cn_board_count_contract(const struct cn_rules *rules, const struct cn_board *board, int side,
                             struct cn_canasta_numbers *counted)
{
    *counted = (struct cn_canasta_numbers){{0}};
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        if (cn_meld_is_canasta(meld))
            counted->of[cn_canasta_key(&rules->out_contract, cn_meld_kind(meld),
                                       cn_meld_wilds(meld) == 0)]++;
    }
}

int cn_contract_lacks(const struct cn_rules *rules, const struct cn_board *board, int side,
                      int called)
{
    struct cn_canasta_numbers counted;
    cn_board_count_contract(rules, board, side, &counted);
    const int lacks = rules->out_contract.of[called] - counted.of[called];
    return lacks > 0 ? lacks : 0;
}

bool cn_contract_is_met(const struct cn_rules *rules, const struct cn_board *board, int side)
{
    struct cn_canasta_numbers counted;
    cn_board_count_contract(rules, board, side, &counted);
    for (int key = 0; key < CN_CANASTA_KEYS; key++)
        if (counted.of[key] < rules->out_contract.of[key])
            return false;
    return true;
}

/* ---- going out ---- */

/* A wild canasta closes the question for its meld as any other; a rank is barred only while it is
 * natural (IA19). */
int cn_board_out_bar(const struct cn_rules *rules, const struct cn_board *board, int side)
{
    if (rules->out_bars == 0)
        return CN_NO_KIND;
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        const int kind = cn_meld_kind(meld);
        if (meld == 0 || cn_meld_is_canasta(meld))
            continue;
        if (kind == CN_JOKER ? (rules->out_bars & CN_KINDS_WORD) != 0
                             : (rules->out_bars >> kind & 1) != 0 && cn_meld_wilds(meld) == 0)
            return kind;
    }
    return CN_NO_KIND;
}

bool cn_partner_waits(const struct cn_rules *rules, const struct cn_board *board, int seat)
{
    if (rules->second_hand_out != CN_SECOND_HAND_OUT_ALL)
        return false;
    for (int s = board->next[seat]; s != seat; s = board->next[s])
        if (board->side[s] == board->side[seat] && board->second[s] > 0)
            return true;
    return false;
}

bool cn_board_lets_out(const struct cn_rules *rules, const struct cn_board *board)
{
    const int side = board->side[board->turn];
    return board->canastas[side] >= cn_board_canastas_needed(rules, board) &&
           cn_contract_is_met(rules, board, side) &&
           cn_board_out_bar(rules, board, side) == CN_NO_KIND &&
           !cn_partner_waits(rules, board, board->turn);
}

/* I10: for a concealed hand that needs no count even with the pile, the pile joins if it then
 * leaves exactly the cards that the seat goes out with. */
static bool is_concealed_claim(const struct cn_rules *rules, const struct cn_board *board,
                               cn_hand hand)
{
    if (rules->concealed_minimum != CN_CONCEALED_NONE)
        return false;
    if (cn_hand_count(hand, CN_RED_THREE) > 0)
        return false; /* the seat has not gone out with it (R17) */
    const int held = cn_hand_size(hand) + cn_pile_joining(rules, board);
    if (held > 1 || (held == 0 && !rules->go_out_by_melding))
        return false;
    if (rules->concealed_needs_canasta && !lays_canasta(board))
        return false;
    return cn_board_lets_out(rules, board) && board->second[board->turn] == 0;
}

bool cn_take_is_complete(const struct cn_rules *rules, const struct cn_board *board, cn_hand hand)
{
    const int side = board->side[board->turn];
    const cn_packed_meld claimed = board->melds[side][board->take_meld];
    if (rules->naturals_outnumber_wilds && cn_meld_naturals(claimed) <= cn_meld_wilds(claimed))
        return false;
    if (cn_opening_lacks_meld(rules, board))
        return false;
    if (cn_opening_count(rules, board) >= board->minimum[side] || lifts_minimum(rules, board))
        return true;
    return is_concealed_claim(rules, board, hand);
}

/* ---- discarding ---- */

/* Steps of the ladder (IA8), 0 to 3. */
enum {
    DISCARD_LISTED = 1, /* for an empty pile, or waiting for canastas */
    DISCARD_DEAD,
    DISCARD_WILD,
    DISCARD_STEPS
};

static bool has_canasta_of(const struct cn_board *board, int side, int kind)
{
    for (int m = 0; m < board->meld_count[side]; m++)
        if (cn_meld_is_canasta(board->melds[side][m]) &&
            cn_meld_kind(board->melds[side][m]) == kind)
            return true;
    return false;
}

/* The kinds of which some side has no canasta, of those that wait for one of every side. */
static uint64_t waiting_kinds(const struct cn_law *law, const struct cn_board *board)
{
    uint64_t waiting = 0;
    for (uint64_t kinds = law->wait_for_canastas; kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        for (int side = 0; side < board->sides; side++)
            if (!has_canasta_of(board, side, cn_kind_is_wild(kind) ? CN_JOKER : kind))
                waiting |= cn_kind_mask(kind);
    }
    return waiting;
}

uint64_t cn_board_discards(const struct cn_law *law, const struct cn_board *board, cn_hand hand)
{
    const struct cn_rules *rules = &law->rules;
    const uint64_t wild = cn_kind_mask(CN_JOKER) | cn_kind_mask(CN_DEUCE);
    const uint64_t held = cn_hand_mask(hand) & ~law->bonus;
    const bool empty = board->pile == 0;
    const uint64_t named = empty ? law->not_on_empty_pile : 0;
    const uint64_t closed = rules->dead_ranks ? board->closed : 0;
    uint64_t step[DISCARD_STEPS] = {0};
    step[DISCARD_WILD] = rules->discard_wild == CN_DISCARD_WILD_LAST ? wild : named & wild;
    const bool all_dead = empty && (rules->empty_pile_discard & CN_KINDS_WORD) != 0;
    step[DISCARD_DEAD] = all_dead ? closed : closed & named;
    step[DISCARD_LISTED] = named | waiting_kinds(law, board);
    const uint64_t free = held & ~(step[DISCARD_LISTED] | step[DISCARD_DEAD] | step[DISCARD_WILD]);
    if (free != 0)
        return free;
    step[DISCARD_DEAD] &= ~step[DISCARD_WILD];
    step[DISCARD_LISTED] &= ~(step[DISCARD_WILD] | step[DISCARD_DEAD]);
    step[0] = ~(step[DISCARD_LISTED] | step[DISCARD_DEAD] | step[DISCARD_WILD]);
    for (int i = 0; i < DISCARD_STEPS; i++)
        if ((held & step[i]) != 0)
            return held & step[i];
    return 0;
}

/* The talon goes to the one that opened for its side from the stock, after the discard. */
int cn_board_talon_due(const struct cn_rules *rules, const struct cn_board *board)
{
    return board->laid ? cn_board_talon_once_laid(rules, board) : 0;
}

int cn_board_talon_once_laid(const struct cn_rules *rules, const struct cn_board *board)
{
    int before = 0;
    if (!cn_is_opening_turn(board) || board->drew_from != CN_DREW_STOCK ||
        board->stock < rules->talon_stock)
        return 0;
    for (int side = 0; side < board->sides; side++)
        before += side != board->side[board->turn] && cn_side_has_melded(board, side);
    if (before >= rules->talon.count)
        return 0;
    return rules->talon.of[before] < board->stock ? rules->talon.of[before] : board->stock;
}

/* ---- laying cards ---- */

/* Closes a kind no longer if no canasta of it is left. The side's own melds are looked at first: an
 * imagined board has no others, and there a canasta goes only into another of its side. */
static void reopen(struct cn_board *board, int side, int kind)
{
    for (int i = 0; i < board->sides; i++) {
        const int s = (side + i) % board->sides;
        for (int m = 0; m < board->meld_count[s]; m++)
            if (cn_meld_is_canasta(board->melds[s][m]) && cn_meld_kind(board->melds[s][m]) == kind)
                return;
    }
    board->closed &= ~cn_kind_mask(kind);
}

void cn_board_set_meld(struct cn_board *board, int side, int at, cn_packed_meld meld)
{
    const cn_packed_meld old = board->melds[side][at];
    const int more = (int)cn_meld_is_canasta(meld) - (int)cn_meld_is_canasta(old);
    board->melds[side][at] = meld;
    if (more == 0)
        return;
    board->canastas[side] = (uint8_t)(board->canastas[side] + more);
    if (more > 0)
        board->closed |= cn_kind_mask(cn_meld_kind(meld)) & CN_NATURALS_MASK;
    else
        reopen(board, side, cn_meld_kind(old));
}

/* As cn_board_set_meld, of a meld that grows. */
static inline void grow_meld(struct cn_board *board, int side, int at, cn_packed_meld more)
{
    const cn_packed_meld old = board->melds[side][at];
    const cn_packed_meld meld = old + more;
    board->melds[side][at] = meld;
    if (cn_meld_is_canasta(meld) && !cn_meld_is_canasta(old)) {
        board->canastas[side]++;
        board->closed |= cn_kind_mask(cn_meld_kind(meld)) & CN_NATURALS_MASK;
    }
}

/* Adds cards from any place to a meld and counts them towards the minimum. */
static inline __attribute__((always_inline)) void put_on_meld(const struct cn_rules *rules,
                                                              struct cn_board *board, int at,
                                                              int kind, int naturals, int deuces,
                                                              int jokers)
{
    const int seat = board->turn;
    const int side = board->side[seat];
    if (at == board->meld_count[side]) {
        assert(at < CN_MELDS_MAX);
        board->meld_count[side]++;
        board->ranks[side] |= cn_kind_mask(kind);
        board->melds[side][at] = (cn_packed_meld)kind;
    }
    const cn_packed_meld more = cn_meld_of(0, naturals, deuces, jokers);
    grow_meld(board, side, at, more);
    if (at < board->melds_before)
        board->added_to_older = 1;
    if (kind == CN_BLACK_THREE)
        board->black_laid = 1;
    const int points =
        board->opening_points + cn_meld_points(rules, cn_meld_of(kind, naturals, deuces, jokers));
    board->opening_points = (uint16_t)(points < UINT16_MAX ? points : UINT16_MAX);
    board->laid = 1;
    board->melded |= (uint8_t)(1 << seat);
}

void cn_board_lay(const struct cn_rules *rules, struct cn_board *board, cn_hand *hand, int at,
                  int kind, int naturals, int deuces, int jokers)
{
    put_on_meld(rules, board, at, kind, naturals, deuces, jokers);
    *hand = cn_hand_remove(*hand, cn_meld_cards(cn_meld_of(kind, naturals, deuces, jokers)));
    board->hand_size[board->turn] =
        (uint16_t)(board->hand_size[board->turn] - naturals - deuces - jokers);
}

int cn_board_take_meld(const struct cn_rules *rules, const struct cn_board *board)
{
    const int side = board->side[board->turn];
    const int kind = board->pile_top;
    if (rules->second_meld != CN_SECOND_MELD_ANY && cn_side_has_rank(board, side, kind))
        for (int m = 0; m < board->meld_count[side]; m++)
            if (board->melds[side][m] != 0 && cn_meld_kind(board->melds[side][m]) == kind &&
                !(rules->second_meld == CN_SECOND_MELD_AFTER_CANASTA &&
                  cn_meld_is_canasta(board->melds[side][m])))
                return m;
    return board->meld_count[side];
}

void cn_board_take(const struct cn_rules *rules, struct cn_board *board, cn_hand *hand, int onto,
                   int deuces, int jokers)
{
    const int kind = board->pile_top;
    const int at = onto >= 0 ? onto : cn_board_take_meld(rules, board);
    board->drew_from = CN_DREW_PILE;
    board->phase = CN_PHASE_TAKING;
    board->take_meld = (uint8_t)at;
    board->pile--;
    board->pile_top = CN_NO_KIND;
    put_on_meld(rules, board, at, kind, 1, 0, 0);
    if (onto < 0)
        cn_board_lay(rules, board, hand, at, kind, 2 - deuces - jokers, deuces, jokers);
}

/* The place that the joined meld leaves stays empty for the rest of the deal: actions and records
 * name melds by their place, and no meld may change its name while players talk about it. */
void cn_board_merge(struct cn_board *board, int into, int from)
{
    const int side = board->side[board->turn];
    const cn_packed_meld moved = board->melds[side][from];
    if (into < board->melds_before && from >= board->melds_before)
        board->added_to_older = 1;
    cn_board_set_meld(board, side, into,
                      (cn_packed_meld)(board->melds[side][into] + cn_meld_counts(moved)));
    cn_board_set_meld(board, side, from, 0);
    if (board->take_meld == from)
        board->take_meld = (uint8_t)into;
}
