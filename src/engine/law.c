/* law.c -- what follows from a rule set for play, computed once.
 *
 * Two questions are asked for every meld of every list: how many wilds may lie with n naturals, and
 * how many canastas can n naturals and w wilds make? The answers depend on the parameters alone, so
 * they are tables; every game, copy and view points to one law.
 */
#include "law.h"

#include <assert.h>
#include <string.h>

const struct cn_wild_choices cn__wild_choices[CN_NARROW_NATURALS + 1][CN_NARROW_NATURALS / 2 + 1] =
    {
#include "wild_choices.table"
};

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* In a canasta more are allowed only if seven is reached within the limit of a smaller meld (L20,
 * I30). */
int cn__default_wild_limit(const struct cn_rules *rules, int naturals)
{
    const int all = cn_rules_are_wide(rules) ? CN_WIDE_WILDS : CN_NARROW_WILDS;
    const int fewer = naturals > 0 ? naturals - 1 : 0;
    const int most = rules->wilds_fewer_than_naturals ? fewer : all;
    if (naturals + smaller(rules->most_wilds, most) >= 7)
        return smaller(rules->most_wilds_canasta, most);
    return smaller(rules->most_wilds, most);
}

/* The entry of the one table that the law has. */
static int8_t *new_canastas_in(struct cn_law *law, int limits, int naturals, int wilds)
{
    return cn_rules_are_wide(&law->rules) ? &law->new_meld_canastas.wide[limits][naturals][wilds]
                                          : &law->new_meld_canastas.narrow[limits][naturals][wilds];
}

/* Returns the most canastas in new melds of one rank made of exactly this many naturals and wilds,
 * or -1 if they cannot be laid. Tries each first meld; the answers for the rest are already known,
 * because every meld takes naturals and the tables are filled by their number. */
static int best_new_canastas(struct cn_law *law, int limits, int naturals, int wilds)
{
    int best = -1;
    for (int n = law->rules.fewest_naturals; n <= naturals; n++) {
        if (!law->rules.second_meld && n < naturals)
            continue;
        for (int w = 0; w <= wilds && w <= law->wild_limit[limits][n]; w++) {
            if (n + w < 3)
                continue;
            const int rest = *new_canastas_in(law, limits, naturals - n, wilds - w);
            if (rest < 0)
                continue;
            const int canastas = rest + (n + w >= 7 ? 1 : 0);
            if (canastas > best)
                best = canastas;
        }
    }
    return best;
}

static void derive_new_melds(struct cn_law *law, int limits)
{
    const bool wide = cn_rules_are_wide(&law->rules);
    const int wilds = wide ? CN_WIDE_WILDS : CN_NARROW_WILDS;
    const int naturals = wide ? CN_WIDE_NATURALS : CN_NARROW_NATURALS;
    for (int w = 0; w <= wilds; w++)
        *new_canastas_in(law, limits, 0, w) = (int8_t)(w == 0 ? 0 : -1);
    for (int n = 1; n <= naturals; n++) {
        for (int w = 0; w <= wilds; w++) {
            const int best = best_new_canastas(law, limits, n, w);
            *new_canastas_in(law, limits, n, w) = (int8_t)best;
            if (best >= 0)
                law->new_meld_wilds[limits][n] = (uint8_t)w;
        }
    }
}

static void derive_melds(struct cn_law *law)
{
    for (int n = 0; n < 2 * CN_WIDE_NATURALS; n++)
        law->wild_limit[CN_LIMITS_DEFAULT][n] = (uint8_t)cn__default_wild_limit(&law->rules, n);
    for (int limits = 0; limits < CN_LIMITS_ROWS; limits++)
        derive_new_melds(law, limits);
}

/* ---- the contract for going out ---- */

static cn_outcomes new_outcomes(const struct cn_law *law, int naturals, int wilds)
{
    cn_outcomes outcomes = 0;
    for (int n = law->rules.fewest_naturals; n <= naturals; n++) {
        if (!law->rules.second_meld && n < naturals)
            continue;
        for (int w = 0; w <= wilds && w <= law->wild_limit[CN_LIMITS_DEFAULT][n]; w++)
            if (n + w >= 3)
                outcomes |= cn_outcomes_with(law->new_meld_outcomes[naturals - n][wilds - w], n, w);
    }
    return outcomes;
}

static void derive_new_outcomes(struct cn_law *law)
{
    law->new_meld_outcomes[0][0] = 1;
    const bool wide = cn_rules_are_wide(&law->rules);
    const int wilds = wide ? CN_WIDE_WILDS : CN_NARROW_WILDS;
    for (int n = 1; n <= (wide ? CN_WIDE_NATURALS : CN_NARROW_NATURALS); n++)
        for (int w = 0; w <= wilds; w++)
            law->new_meld_outcomes[n][w] = new_outcomes(law, n, w);
}

/* The states below 'count' in which the digit worth 'step' is 'digit'. */
static uint64_t states_with(int count, int step, int digits, int digit)
{
    uint64_t states = 0;
    for (int state = 0; state < count; state++)
        if (state / step % digits == digit)
            states |= (uint64_t)1 << state;
    return states;
}

/* If a single canasta meets the contract, the rest still counts to one, so that a second canasta
 * can be told. */
static void derive_rest(struct cn_law *law, int step)
{
    struct cn_contract *contract = &law->contract;
    const int size = cn_rules_contract_size(&law->rules);
    contract->step[contract->parts++] = (uint8_t)(step % CN_CONTRACT_STATES); /* 64: never taken */
    for (int by = 0; by < CN_PLAYERS_CLASSES; by++) {
        const int over = law->rules.canastas_to_go_out.at[by] - size;
        const int asked = over > 0 ? over : 0;
        const int most = size + asked == 1 ? 1 : asked;
        contract->rest_full[by] = states_with(step * (most + 1), step, most + 1, most);
        contract->met_by_two[by] = (uint64_t)1 << (step * (most + 1) - 1);
        contract->met[by] = contract->met_by_two[by] | (uint64_t)1 << (step * (asked + 1) - 1);
    }
}

static void derive_contract(struct cn_law *law)
{
    struct cn_contract *contract = &law->contract;
    int step = 1;
    if (cn_rules_contract_size(&law->rules) == 0)
        return;
    memset(contract->part, UINT8_MAX, sizeof contract->part);
    for (int key = 0; key < CN_CANASTA_KEYS; key++) {
        const int asked = law->rules.out_contract.of[key];
        if (asked == 0)
            continue;
        const int part = contract->parts++;
        contract->part[key] = (uint8_t)part;
        contract->step[part] = (uint8_t)step;
        contract->full[part] = states_with(CN_CONTRACT_STATES, step, asked + 1, asked);
        step *= asked + 1;
    }
    for (int key = 0; key < CN_CANASTA_KEYS; key++)
        if (contract->part[key] == UINT8_MAX)
            contract->part[key] = contract->parts;
    derive_rest(law, step);
    derive_new_outcomes(law);
}

/* The kinds of a parameter as a hand's mask. */
static uint64_t mask_of(int32_t kinds)
{
    uint64_t mask = 0;
    for (int kind = 0; kind < CN_KINDS; kind++)
        if ((kinds >> kind & 1) != 0)
            mask |= cn_kind_mask(kind);
    return mask;
}

static void derive_kinds(struct cn_law *law)
{
    const struct cn_rules *rules = &law->rules;
    const int largest =
        rules->largest_meld == CN_UNLIMITED ? CN_MELD_UNLIMITED : rules->largest_meld;
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++) {
        const bool pure = (rules->pure_kinds >> kind & 1) != 0;
        law->kinds[kind] = (struct cn_kind_law){.limits = pure ? CN_LIMITS_NONE : CN_LIMITS_DEFAULT,
                                                .fewest = (uint8_t)rules->fewest_naturals,
                                                .largest = (uint8_t)largest};
    }
    law->kinds[CN_BLACK_THREE] =
        (struct cn_kind_law){.limits = CN_LIMITS_NONE,
                             .fewest = (uint8_t)rules->fewest_black_threes,
                             .largest = (uint8_t)smaller(rules->most_black_threes, largest)};
    if (rules->wild_melds != CN_WILD_MELDS_NONE)
        law->kinds[CN_JOKER] =
            (struct cn_kind_law){.limits = CN_LIMITS_NONE, .largest = CN_WILD_MELD_MOST};
    law->bonus = cn_bonus_mask(rules);
    law->not_on_empty_pile = mask_of(rules->empty_pile_discard);
    law->wait_for_canastas = mask_of(rules->discard_after_canasta);
    law->pure = mask_of(rules->pure_kinds);
    law->pure_later = mask_of(rules->pure_after_opening);
    if (cn_black_threes_are_bonus(rules))
        law->kinds[CN_BLACK_THREE].largest = 0;
}

size_t cn_law_size(void)
{
    return sizeof(struct cn_law);
}

struct cn_law *cn_law_init(void *memory, const struct cn_rules *rules)
{
    struct cn_law *const law = memory;
    struct cn_rules_error error;
    assert(cn_rules_check(rules, &error));
    (void)error;
    memset(law, 0, sizeof *law);
    law->rules = *rules;
    cn_rules_derive(&law->rules);
    derive_kinds(law);
    derive_melds(law);
    derive_contract(law);
    law->planned = cn_rules_planned_by(rules) >= 0;
    law->common = !law->planned && !cn_rules_are_wide(&law->rules);
    law->refereed = law->rules.derived.refereed;
    return law;
}

const struct cn_rules *cn_law_rules(const struct cn_law *law)
{
    return &law->rules;
}
