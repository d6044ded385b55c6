/* board.c -- the mechanics of the open cards: melds, the pile, the count of the opening.
 *
 * Used twice: by the deal, where cards really move, and by turn_end.c, where they are imagined. So
 * a board has no hidden card, and each of these functions leaves its counts (canastas, ranks, the
 * points of the opening) as a recount would find them.
 */
#include "board.h"

#include <assert.h>

static bool class_fits(const struct cn_canasta_class *row, cn_packed_meld m)
{
    const int wilds = cn_meld_wilds(m);
    const int jokers = cn_meld_jokers(m);
    return (row->kinds >> cn_meld_kind(m) & 1) != 0 && wilds >= row->wilds_min &&
           wilds <= row->wilds_max && jokers >= row->jokers_min && jokers <= row->jokers_max;
}

const struct cn_canasta_class *cn_canasta_class_of(const struct cn_law *law, cn_packed_meld m)
{
    int row = 0;
    while (row < law->class_count - 1 && !class_fits(&law->classes[row], m))
        row++;
    assert(class_fits(&law->classes[row], m));
    return &law->classes[row];
}

int cn_board_partner(const struct cn_board *table, int seat)
{
    for (int s = table->next[seat]; s != seat; s = table->next[s])
        if (table->side[s] == table->side[seat])
            return s;
    return CN_NO_SEAT;
}

int cn_board_actor(const struct cn_board *table)
{
    if (table->phase == CN_PHASE_ANSWER)
        return cn_board_partner(table, table->turn);
    return table->turn;
}

bool cn_pile_is_frozen(const struct cn_rules *rules, const struct cn_board *table, int side)
{
    return table->frozen != 0 ||
           (rules->frozen_before_initial_meld && !cn_side_has_melded(table, side));
}

/* A claim that waits owes something in any case, or the pile would have joined (L33). */
bool cn_owes_minimum(const struct cn_rules *rules, const struct cn_board *table)
{
    const int side = table->side[table->turn];
    if (!table->owes_opening || !table->laid)
        return false;
    if (table->phase == CN_PHASE_TAKING)
        return true;
    if (table->opening_points >= table->minimum[side])
        return false;
    return !(rules->canasta_lifts_minimum && table->canastas[side] > 0);
}

bool cn_pile_is_stopped(const struct cn_board *table)
{
    return !cn_kind_is_natural(table->pile_top);
}

/* Is it a complete canasta, all laid in this turn because the side had no meld before? */
static bool lays_canasta(const struct cn_board *table)
{
    return table->canastas[table->side[table->turn]] > 0;
}

void cn_board_count_contract(const struct cn_rules *rules, const struct cn_board *table, int side,
                             struct cn_canasta_numbers *counted)
{
    *counted = (struct cn_canasta_numbers){{0}};
    for (int m = 0; m < table->meld_count[side]; m++) {
        const cn_packed_meld meld = table->melds[side][m];
        if (cn_meld_is_canasta(meld))
            counted->of[cn_canasta_key(&rules->out_contract, cn_meld_kind(meld),
                                       cn_meld_wilds(meld) == 0)]++;
    }
}

int cn_contract_lacks(const struct cn_rules *rules, const struct cn_board *table, int side,
                      int called)
{
    struct cn_canasta_numbers counted;
    cn_board_count_contract(rules, table, side, &counted);
    const int lacks = rules->out_contract.of[called] - counted.of[called];
    return lacks > 0 ? lacks : 0;
}

bool cn_contract_is_met(const struct cn_rules *rules, const struct cn_board *table, int side)
{
    struct cn_canasta_numbers counted;
    cn_board_count_contract(rules, table, side, &counted);
    for (int key = 0; key < CN_CANASTA_KEYS; key++)
        if (counted.of[key] < rules->out_contract.of[key])
            return false;
    return true;
}

/* I10: for a concealed hand that needs no count even with the pile, the pile joins if it then
 * leaves exactly the cards that the seat goes out with. */
static bool is_concealed_claim(const struct cn_rules *rules, const struct cn_board *table,
                               cn_hand hand)
{
    if (rules->concealed_minimum != CN_CONCEALED_NONE)
        return false;
    const int side = table->side[table->turn];
    const int held = cn_hand_size(hand) + cn_pile_joining(rules, table);
    if (held > 1 || (held == 0 && !rules->go_out_by_melding))
        return false;
    if (rules->concealed_needs_canasta && !lays_canasta(table))
        return false;
    return table->canastas[side] >= cn_board_canastas_needed(rules, table) &&
           cn_contract_is_met(rules, table, side);
}

bool cn_take_is_complete(const struct cn_rules *rules, const struct cn_board *table, cn_hand hand)
{
    const int side = table->side[table->turn];
    const cn_packed_meld claimed = table->melds[side][table->take_meld];
    if (rules->naturals_outnumber_wilds && cn_meld_naturals(claimed) <= cn_meld_wilds(claimed))
        return false;
    if (table->opening_points >= table->minimum[side])
        return true;
    if (rules->canasta_lifts_minimum && lays_canasta(table))
        return true;
    return is_concealed_claim(rules, table, hand);
}

/* ---- laying cards ---- */

void cn_board_set_meld(struct cn_board *table, int side, int at, cn_packed_meld meld)
{
    const cn_packed_meld old = table->melds[side][at];
    table->canastas[side] =
        (uint8_t)(table->canastas[side] + cn_meld_is_canasta(meld) - cn_meld_is_canasta(old));
    table->melds[side][at] = meld;
}

/* Adds cards from any place to a meld and counts them towards the minimum. */
static void put_on_meld(const struct cn_rules *rules, struct cn_board *table, int at, int kind,
                        int naturals, int deuces, int jokers)
{
    const int seat = table->turn;
    const int side = table->side[seat];
    if (at == table->meld_count[side]) {
        assert(at < CN_MELDS_MAX);
        table->meld_count[side]++;
        table->ranks[side] |= cn_kind_mask(kind);
        table->melds[side][at] = (cn_packed_meld)kind;
    }
    const cn_packed_meld more = cn_meld_of(0, naturals, deuces, jokers);
    cn_board_set_meld(table, side, at, (cn_packed_meld)(table->melds[side][at] + more));
    if (at < table->melds_before)
        table->added_to_older = 1;
    if (kind == CN_BLACK_THREE)
        table->black_laid = 1;
    const int points =
        table->opening_points + cn_meld_points(rules, cn_meld_of(kind, naturals, deuces, jokers));
    table->opening_points = (uint16_t)(points < UINT16_MAX ? points : UINT16_MAX);
    table->laid = 1;
    table->melded |= (uint8_t)(1 << seat);
}

void cn_board_lay(const struct cn_rules *rules, struct cn_board *table, cn_hand *hand, int at,
                  int kind, int naturals, int deuces, int jokers)
{
    put_on_meld(rules, table, at, kind, naturals, deuces, jokers);
    *hand = cn_hand_remove(*hand, cn_meld_cards(cn_meld_of(kind, naturals, deuces, jokers)));
    table->hand_size[table->turn] =
        (uint16_t)(table->hand_size[table->turn] - naturals - deuces - jokers);
}

int cn_board_take_meld(const struct cn_rules *rules, const struct cn_board *table)
{
    const int side = table->side[table->turn];
    const int kind = table->pile_top;
    if (!rules->second_meld && cn_side_has_rank(table, side, kind))
        for (int m = 0; m < table->meld_count[side]; m++)
            if (table->melds[side][m] != 0 && cn_meld_kind(table->melds[side][m]) == kind)
                return m;
    return table->meld_count[side];
}

void cn_board_take(const struct cn_rules *rules, struct cn_board *table, cn_hand *hand, int onto,
                   int deuces, int jokers)
{
    const int kind = table->pile_top;
    const int at = onto >= 0 ? onto : cn_board_take_meld(rules, table);
    table->drew_from = CN_DREW_PILE;
    table->phase = CN_PHASE_TAKING;
    table->take_meld = (uint8_t)at;
    table->pile--;
    table->pile_top = CN_NO_KIND;
    put_on_meld(rules, table, at, kind, 1, 0, 0);
    if (onto < 0)
        cn_board_lay(rules, table, hand, at, kind, 2 - deuces - jokers, deuces, jokers);
}

/* The place that the joined meld leaves stays empty for the rest of the deal: actions and records
 * name melds by their place, and no meld may change its name while players talk about it. */
void cn_board_merge(struct cn_board *table, int into, int from)
{
    const int side = table->side[table->turn];
    const cn_packed_meld moved = table->melds[side][from];
    if (into < table->melds_before && from >= table->melds_before)
        table->added_to_older = 1;
    cn_board_set_meld(table, side, from, 0);
    cn_board_set_meld(table, side, into,
                      (cn_packed_meld)(table->melds[side][into] + cn_meld_counts(moved)));
    if (table->take_meld == from)
        table->take_meld = (uint8_t)into;
}
