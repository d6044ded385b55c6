/* rules.c -- the parameter table CN_PARAMS, and what follows from the values of a rule set.
 *
 * rules_read.c reads rule sets, rules_check.c rejects combinations, rules_print.c prints values.
 */
#include "rules.h"

#include <string.h>

static const struct cn_param_row params[CN_PARAM_COUNT] = {
#define X(type, name, low, high, words, value, article) \
    {#name, words, value, article, low, high, CN_VALUE_##type},
    CN_PARAMS(X)
#undef X
};

/* Where the values are in a rule set, and how many bytes each has. */
static const size_t offsets[CN_PARAM_COUNT] = {
#define X(type, name, low, high, words, value, article) offsetof(struct cn_rules, name),
    CN_PARAMS(X)
#undef X
};
static const size_t sizes[CN_PARAM_COUNT] = {
#define X(type, name, low, high, words, value, article) sizeof(CN_TYPE_##type),
    CN_PARAMS(X)
#undef X
};

/* ---- parameters ---- */

const struct cn_param_row *cn_param_at(int index)
{
    return index >= 0 && index < CN_PARAM_COUNT ? &params[index] : NULL;
}

size_t cn_param_offset(int param)
{
    return offsets[param];
}

const char *cn_param_name(int param)
{
    return params[param].name;
}

int cn_param_find(const char *name, size_t length)
{
    for (int i = 0; i < CN_PARAM_COUNT; i++)
        if (strlen(params[i].name) == length && memcmp(params[i].name, name, length) == 0)
            return i;
    return -1;
}

int cn__word_index(const char *words, const char *word, size_t length)
{
    for (int index = 0; *words != '\0'; index++) {
        size_t n = 0;
        while (words[n] != '\0' && words[n] != ' ')
            n++;
        if (n == length && memcmp(words, word, n) == 0)
            return index;
        words += n;
        if (*words == ' ')
            words++;
    }
    return -1;
}

int cn_param_canasta_key(int param, const char *word, size_t length)
{
    static const char classes[] = "natural mixed wild wild_four_jokers wild_deuces wild_jokers";
    static const char mixed[] = "mixed_";
    const size_t before = sizeof mixed - 1;
    if (length == 0 || cn__word_index(params[param].words, word, length) < 0)
        return -1;
    const int class = cn__word_index(classes, word, length);
    if (class >= 0)
        return CN_KEY_OF_CLASS + class;
    if (length > before && memcmp(word, mixed, before) == 0)
        return CN_KEY_MIXED_OF + cn_kind_parse(word + before, length - before);
    return cn_kind_parse(word, length);
}

const char *cn_canasta_class_name(enum cn_canasta_class_id id)
{
    static const char *const names[] = {
#define X(id, name) #name,
        CN_CANASTA_CLASSES(X)
#undef X
    };
    return names[id];
}

/* ---- rule sets ---- */

size_t cn_rules_size(void)
{
    return sizeof(struct cn_rules);
}

const char *cn_rules_name(const struct cn_rules *rules)
{
    return rules->name;
}

/* Values have one form in memory, so equal values have equal bytes. */
bool cn__rules_same(const struct cn_rules *one, const struct cn_rules *other, int param)
{
    return memcmp((const char *)one + offsets[param], (const char *)other + offsets[param],
                  sizes[param]) == 0;
}

int cn_rules_diff(const struct cn_rules *one, const struct cn_rules *other, int from)
{
    for (int param = from; param < CN_PARAM_COUNT; param++)
        if (!cn__rules_same(one, other, param))
            return param;
    return -1;
}

bool cn_rules_allow_players(const struct cn_rules *rules, int players)
{
    return players >= 2 && players <= CN_SEATS_MAX && (rules->players >> players & 1) != 0;
}

int cn_rules_contract_size(const struct cn_rules *rules)
{
    int size = 0;
    for (int key = 0; key < CN_CANASTA_KEYS; key++)
        size += rules->out_contract.of[key];
    return size;
}

int cn_rules_second_cards(const struct cn_rules *rules)
{
    int cards = 0;
    for (int i = 0; i < rules->second_hand.count; i++)
        cards += rules->second_hand.of[i];
    return cards;
}

int cn_rules_most_packs(const struct cn_rules *rules)
{
    int most = 0;
    for (int players = 2; players <= CN_SEATS_MAX; players++)
        if (cn_rules_allow_players(rules, players) && cn_rules_packs(rules, players) > most)
            most = cn_rules_packs(rules, players);
    return most;
}

int cn_rules_minimum(const struct cn_rules *rules, int number, int32_t score)
{
    const struct cn_ints *by_round = &rules->minimum_by_round;
    if (by_round->count > 0)
        return by_round->of[(number < by_round->count ? number : by_round->count) - 1];
    int minimum = 0;
    for (int i = 0; i < rules->initial_minimum.count; i++)
        if (score >= rules->initial_minimum.step[i].from)
            minimum = rules->initial_minimum.step[i].count;
    return minimum;
}

/* turn_end.h counts, which is faster than a plan, but knows neither these parameters nor hands that
 * are refilled. */
int cn_rules_planned_by(const struct cn_rules *rules)
{
    const struct {
        int param;
        bool planned;
    } rows[] = {
        {CN_PARAM_largest_meld, rules->largest_meld != CN_UNLIMITED},
        {CN_PARAM_wild_needs_naturals, rules->wild_needs_naturals > 0},
        {CN_PARAM_wilds_fewer_than_naturals, rules->wilds_fewer_than_naturals},
        {CN_PARAM_pure_kinds, rules->pure_kinds != 0},
        {CN_PARAM_pure_after_opening, rules->pure_after_opening != 0},
        {CN_PARAM_wild_melds, rules->wild_melds != CN_WILD_MELDS_NONE},
        {CN_PARAM_second_meld, rules->second_meld == CN_SECOND_MELD_AFTER_CANASTA},
        {CN_PARAM_dead_ranks, rules->dead_ranks},
        {CN_PARAM_opening_needs, rules->opening_needs != CN_OPENING_ANYTHING},
        {CN_PARAM_opening_top_card, !rules->opening_top_card},
        {CN_PARAM_opening_mixed_canasta, !rules->opening_mixed_canasta},
        {CN_PARAM_canasta_lifts_minimum, rules->canasta_lifts_minimum == CN_LIFTS_NATURAL_OR_WILD},
        {CN_PARAM_last_discard_bars, rules->last_discard_bars != 0},
        {CN_PARAM_out_bars, rules->out_bars != 0},
        {CN_PARAM_out_consent, rules->out_consent},
        {CN_PARAM_out_contract, rules->out_contract.of[CN_KEY_WILD] > 0},
        {CN_PARAM_discard_wild, rules->discard_wild != CN_DISCARD_WILD_FREE},
        {CN_PARAM_empty_pile_discard, rules->empty_pile_discard != 0},
        {CN_PARAM_discard_after_canasta, rules->discard_after_canasta != 0},
        {CN_PARAM_talon, rules->talon.count > 0},
        {CN_PARAM_second_hand, rules->second_hand.count > 0},
        {CN_PARAM_special_hands, rules->special_hands.count > 0},
        {CN_PARAM_keep_bonus_card, rules->keep_bonus_card > 0},
        {CN_PARAM_bonus_kinds, rules->bonus_kinds != 1 << CN_RED_THREE},
        {CN_PARAM_pile_taken, rules->pile_taken != CN_UNLIMITED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].planned)
            return rows[i].param;
    return -1;
}

static bool have_penalties(const struct cn_rules *rules)
{
    int32_t points = 0;
    for (int key = 0; key < CN_CANASTA_KEYS; key++)
        points |= rules->unfinished_penalty.of[key];
    for (int kind = 0; kind < CN_KINDS; kind++)
        points |= rules->held_penalty.of[kind].points;
    return points != 0;
}

static bool name_canastas(const struct cn_rules *rules)
{
    int32_t named = rules->wild_melds | rules->red_three_needs;
    for (int key = 0; key < CN_CANASTA_KEYS; key++)
        named |= rules->canasta_bonus.of[key] | rules->out_contract.of[key];
    return named != 0;
}

void cn_rules_derive(struct cn_rules *rules)
{
    uint64_t bonus = cn_kind_mask(CN_RED_THREE);
    if (cn_black_threes_are_bonus(rules))
        bonus |= cn_kind_mask(CN_BLACK_THREE);
    rules->derived.bonus = bonus;
    rules->derived.bonuses = cn_hand_of_each(bonus, 15);
    rules->derived.refereed = rules->referee != CN_REFEREE_STRICT;
    rules->derived.wide = cn_rules_most_packs(rules) > CN_NARROW_PACKS_MAX ||
                          rules->derived.refereed ||
                          (CN_PLANS_ARE_WIDE && cn_rules_planned_by(rules) >= 0);
    rules->derived.waiting = (rules->talon.count | rules->second_hand.count) != 0;
    rules->derived.penalties = have_penalties(rules);
    rules->derived.named = name_canastas(rules);
}
