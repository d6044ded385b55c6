/* rules_check.c -- combinations of values that no game can be played with. */
#include "rules.h"

#include <string.h>

static bool refuse(struct cn_rules_error *error, enum cn_rules_error_id id, int param, int32_t low,
                   int32_t high)
{
    error->id = id;
    error->low = low;
    error->high = high;
    memcpy(error->name, cn_param_name(param), strlen(cn_param_name(param)) + 1);
    return false;
}

/* How many canastas the packs can hold at all: one of each rank and, if seven naturals cannot be
 * had, as many as there are wilds to fill them. */
static int canastas_possible(const struct cn_rules *rules, int players)
{
    const int naturals = 4 * cn_rules_packs(rules, players);
    const int wilds = naturals + cn_rules_jokers(rules, players);
    if (naturals < rules->fewest_naturals)
        return 0;
    if (naturals >= 7)
        return CN_KINDS - CN_FOUR;
    const int missing = 7 - naturals;
    return missing <= rules->most_wilds ? wilds / missing : 0;
}

static bool check_deal(const struct cn_rules *rules, struct cn_rules_error *error)
{
    for (int players = 2; players <= CN_SEATS_MAX; players++) {
        if (!cn_rules_allow_players(rules, players))
            continue;
        const int cards = cn_rules_cards(rules, players);
        const int seats = players == 5 ? 4 : players;
        const int hand =
            rules->hand_size.at[cn_players_class(players)] + cn_rules_second_cards(rules);
        const int needed = seats * hand + 1;
        if (needed > cards)
            return refuse(error, CN_RULES_TOO_FEW_CARDS, CN_PARAM_hand_size, needed, cards);
        const int canastas = rules->canastas_to_go_out.at[cn_players_class(players)];
        if (canastas > canastas_possible(rules, players))
            return refuse(error, CN_RULES_NO_CANASTA, CN_PARAM_canastas_to_go_out, canastas,
                          canastas_possible(rules, players));
    }
    return true;
}

static bool check_minima(const struct cn_rules *rules, struct cn_rules_error *error)
{
    const struct cn_minimum_steps *m = &rules->initial_minimum;
    for (int i = 0; i < m->count; i++) {
        const bool rises =
            i == 0 ? m->step[0].from == INT32_MIN : m->step[i].from > m->step[i - 1].from;
        if (!rises)
            return refuse(error, CN_RULES_MINIMA, CN_PARAM_initial_minimum, i + 1, m->count);
    }
    return true;
}

/* How many canastas of a rank or class the packs can hold at most. */
static int canastas_possible_of(const struct cn_rules *rules, int players, int key)
{
    const int naturals = 4 * cn_rules_packs(rules, players);
    if (key == CN_KEY_OF_CLASS + CN_CLASS_NATURAL)
        return naturals >= 7 ? canastas_possible(rules, players) : 0;
    if (key == CN_KEY_OF_CLASS + CN_CLASS_MIXED)
        return rules->most_wilds_canasta > 0 ? canastas_possible(rules, players) : 0;
    if (key == CN_KEY_WILD) /* of seven deuces and jokers */
        return rules->wild_melds == CN_WILD_MELDS_NONE
                   ? 0
                   : (naturals + cn_rules_jokers(rules, players)) / 7;
    return rules->second_meld ? naturals / rules->fewest_naturals : 1;
}

/* How many states a side's canastas can be in as far as the contract goes: of each name from none
 * to as many as are asked for, and of the further ones that canastas_to_go_out needs. Cut at a
 * million. */
static int32_t contract_states(const struct cn_rules *rules, int players_class)
{
    const int rest = rules->canastas_to_go_out.at[players_class] - cn_rules_contract_size(rules);
    int32_t states = rest > 0 ? rest + 1 : 1;
    for (int key = 0; key < CN_CANASTA_KEYS && states < 1000000; key++)
        states *= rules->out_contract.of[key] + 1;
    return states;
}

static bool check_contract_of(const struct cn_rules *rules, int players,
                              struct cn_rules_error *error)
{
    const int size = cn_rules_contract_size(rules);
    if (size > canastas_possible(rules, players))
        return refuse(error, CN_RULES_NO_CANASTA, CN_PARAM_out_contract, size,
                      canastas_possible(rules, players));
    for (int key = 0; key < CN_CANASTA_KEYS; key++) {
        const int asked = rules->out_contract.of[key];
        if (asked > 0 && asked > canastas_possible_of(rules, players, key))
            return refuse(error, CN_RULES_NO_CANASTA, CN_PARAM_out_contract, asked,
                          canastas_possible_of(rules, players, key));
    }
    return true;
}

static bool check_contract(const struct cn_rules *rules, struct cn_rules_error *error)
{
    const int size = cn_rules_contract_size(rules);
    for (int players = 2; players <= CN_SEATS_MAX; players++)
        if (cn_rules_allow_players(rules, players) && !check_contract_of(rules, players, error))
            return false;
    for (int players_class = 0; size > 0 && players_class < CN_PLAYERS_CLASSES; players_class++) {
        const int32_t states = contract_states(rules, players_class);
        if (states > CN_CONTRACT_STATES)
            return refuse(error, CN_RULES_CONTRACT, CN_PARAM_out_contract, states,
                          CN_CONTRACT_STATES);
    }
    return true;
}

static bool check_jokers(const struct cn_rules *rules, struct cn_rules_error *error)
{
    for (int players = 2; players <= CN_SEATS_MAX; players++) {
        const int jokers = cn_rules_jokers(rules, players);
        const int most = 2 * cn_rules_packs(rules, players);
        if (cn_rules_allow_players(rules, players) && jokers > most)
            return refuse(error, CN_RULES_JOKERS, CN_PARAM_jokers, jokers, most);
    }
    return true;
}

static bool check_packs(const struct cn_rules *rules, struct cn_rules_error *error)
{
    for (int players = 2; players <= CN_SEATS_MAX; players++) {
        const int cards = cn_rules_cards(rules, players);
        const int naturals = 4 * cn_rules_packs(rules, players);
        if (!cn_rules_allow_players(rules, players))
            continue;
        if (2 * rules->cut_least > cards)
            return refuse(error, CN_RULES_CUT, CN_PARAM_cut_least, rules->cut_least, cards / 2);
        if (rules->fewest_naturals > naturals)
            return refuse(error, CN_RULES_NATURALS, CN_PARAM_fewest_naturals,
                          rules->fewest_naturals, naturals);
    }
    return true;
}

/* R14: the referee's law is that of the old games. A bonus card that stays in the hand, or counts
 * there, is another matter to it. */
static bool check_referee(const struct cn_rules *rules, struct cn_rules_error *error)
{
    int param = cn_rules_planned_by(rules);
    if (rules->last_bonus_card != CN_LAST_BONUS_LAY)
        param = CN_PARAM_last_bonus_card;
    if (rules->bonus_held_points != 0)
        param = CN_PARAM_bonus_held_points;
    if (rules->referee == CN_REFEREE_STRICT || param < 0)
        return true;
    return refuse(error, CN_RULES_REFEREE, CN_PARAM_referee, param, 0);
}

bool cn_rules_check(const struct cn_rules *rules, struct cn_rules_error *error)
{
    memset(error, 0, sizeof *error);
    if (!check_jokers(rules, error))
        return false;
    if (rules->most_wilds_canasta < rules->most_wilds)
        return refuse(error, CN_RULES_WILDS, CN_PARAM_most_wilds_canasta, rules->most_wilds_canasta,
                      rules->most_wilds);
    if (rules->most_black_threes > 0 && rules->fewest_black_threes > rules->most_black_threes)
        return refuse(error, CN_RULES_BLACK_THREES, CN_PARAM_fewest_black_threes,
                      rules->fewest_black_threes, rules->most_black_threes);
    return check_packs(rules, error) && check_deal(rules, error) && check_contract(rules, error) &&
           check_minima(rules, error) && check_referee(rules, error);
}

/* ---- what an error is about ---- */

/* Further parameters that a refused combination involves, apart from the one it names. */
static const int involved[][2] = {
    {CN_RULES_TOO_FEW_CARDS, CN_PARAM_packs},
    {CN_RULES_TOO_FEW_CARDS, CN_PARAM_second_hand},
    {CN_RULES_TOO_FEW_CARDS, CN_PARAM_players},
    {CN_RULES_TOO_FEW_CARDS, CN_PARAM_jokers},
    {CN_RULES_JOKERS, CN_PARAM_packs},
    {CN_RULES_JOKERS, CN_PARAM_players},
    {CN_RULES_NO_CANASTA, CN_PARAM_players},
    {CN_RULES_NO_CANASTA, CN_PARAM_packs},
    {CN_RULES_NO_CANASTA, CN_PARAM_jokers},
    {CN_RULES_NO_CANASTA, CN_PARAM_most_wilds},
    {CN_RULES_NO_CANASTA, CN_PARAM_fewest_naturals},
    {CN_RULES_NO_CANASTA, CN_PARAM_most_wilds_canasta},
    {CN_RULES_NO_CANASTA, CN_PARAM_second_meld},
    {CN_RULES_WILDS, CN_PARAM_most_wilds},
    {CN_RULES_BLACK_THREES, CN_PARAM_most_black_threes},
    {CN_RULES_CUT, CN_PARAM_packs},
    {CN_RULES_CUT, CN_PARAM_players},
    {CN_RULES_CUT, CN_PARAM_jokers},
    {CN_RULES_NATURALS, CN_PARAM_packs},
    {CN_RULES_NATURALS, CN_PARAM_players},
};

bool cn_rules_error_involves(const struct cn_rules_error *error, int param)
{
    if (strcmp(error->name, cn_param_name(param)) == 0)
        return true;
    if (error->id == CN_RULES_REFEREE && error->low == param)
        return true;
    for (size_t i = 0; i < sizeof involved / sizeof involved[0]; i++)
        if (involved[i][0] == (int)error->id && involved[i][1] == param)
            return true;
    return false;
}
