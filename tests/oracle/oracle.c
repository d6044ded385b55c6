/* oracle.c -- the exhaustive search for a legal end: tries every continuation.
 *
 * It knows no strategy. Only four observations shorten it:
 *   - turns that are equal are searched once;
 *   - once the pile is in the hand, small steps suffice, because they can lay exactly what one
 *     large step can (I30), unless a canasta closes its rank and could have been larger. While a
 *     claim waits every count is tried, because the moment at which the pile joins matters;
 *   - once no count is needed, a joker is as good as a deuce;
 *   - a turn that must end by going out is lost if two cards can never leave the hand by melding.
 */
#include "oracle.h"

#include <stdlib.h>

/* Known results, by a 128-bit fingerprint of everything about a turn that matters. */
struct fact {
    uint64_t key[2];
    uint8_t used, ends;
};
struct search {
    struct fact *facts;
    size_t room, count;
    bool gave_up;
};

static uint64_t mix(uint64_t x)
{
    x ^= x >> 31;
    x *= 0x7fb5d329728ea185u;
    x ^= x >> 27;
    x *= 0x81dadef4bc2dd44du;
    return x ^ x >> 33;
}

static void add_to_key(uint64_t key[2], int value)
{
    key[0] = mix(key[0] * 0x9e3779b97f4a7c15u + (uint64_t)(value + 1000));
    key[1] = mix(key[1] * 0xd1342543de82ef95u + (uint64_t)(value + 7777));
}

static bool count_matters(const struct oracle_turn *turn)
{
    return turn->initial && oracle_count(turn) < turn->minimum;
}

/* The order of melds does not matter, except for the claimed one while its claim waits, and in an
 * opening. */
static int collect_melds(const struct oracle_turn *turn, int codes[CN_MELDS_MAX])
{
    int count = 0;
    for (int m = 0; m < turn->meld_count; m++) {
        const struct oracle_meld *meld = &turn->melds[m];
        if (oracle_meld_size(meld) == 0)
            continue;
        const bool claimed = (turn->phase == ORACLE_CLAIM || turn->initial) && m == turn->claim;
        const int code =
            meld->kind << 12 | meld->naturals << 7 | meld->wilds << 1 | (claimed ? 1 : 0);
        int at = count++;
        for (; at > 0 && codes[at - 1] > code; at--)
            codes[at] = codes[at - 1];
        codes[at] = code;
    }
    return count;
}

static void fingerprint(const struct oracle_turn *turn, uint64_t key[2])
{
    const bool counts = count_matters(turn);
    key[0] = key[1] = 1;
    add_to_key(key, (int)turn->phase * 64 + (int)turn->answer * 16 + (int)turn->drew * 4 +
                        (turn->laid ? 2 : 0) + (turn->black ? 1 : 0));
    add_to_key(key,
               (turn->consent ? 4 : 0) + (turn->taken_up ? 2 : 0) + (turn->no_special ? 1 : 0));
    add_to_key(key, (int)turn->without);
    add_to_key(key, counts ? turn->points : -1);
    add_to_key(key, counts ? oracle_count(turn) : -1);
    add_to_key(key, turn->unknown);
    add_to_key(key, turn->joining);
    add_to_key(key, turn->stock);
    add_to_key(key, turn->waiting);
    for (int kind = 0; kind < CN_KINDS; kind++)
        add_to_key(key, turn->hand[kind]);
    int codes[CN_MELDS_MAX];
    const int count = collect_melds(turn, codes);
    for (int i = 0; i < count; i++)
        add_to_key(key, codes[i]);
}

static struct fact *find_fact(const struct search *search, const uint64_t key[2])
{
    size_t at = (size_t)key[0] & (search->room - 1);
    while (search->facts[at].used &&
           (search->facts[at].key[0] != key[0] || search->facts[at].key[1] != key[1]))
        at = (at + 1) & (search->room - 1);
    return &search->facts[at];
}

static void remember_result(struct search *search, const uint64_t key[2], bool ends)
{
    if (2 * (search->count + 1) > search->room) {
        const struct search old = *search;
        search->room *= 2;
        search->facts = calloc(search->room, sizeof *search->facts);
        if (search->facts == NULL)
            abort();
        for (size_t i = 0; i < old.room; i++)
            if (old.facts[i].used)
                *find_fact(search, old.facts[i].key) = old.facts[i];
        free(old.facts);
    }
    search->count++;
    *find_fact(search, key) = (struct fact){{key[0], key[1]}, 1, ends};
}

/* Returns how many cards no meld can ever take: too few for a new meld, and no meld to add them
 * to; or bonus cards, for which others are drawn. */
static int stuck_cards(const struct oracle_turn *turn)
{
    const int bonus = oracle_bonus_held(turn);
    int stuck = bonus < turn->stock ? bonus : turn->stock;
    for (int kind = CN_BLACK_THREE; kind < CN_KINDS; kind++) {
        const int fewest = kind == CN_BLACK_THREE ? turn->rules->fewest_black_threes
                                                  : turn->rules->fewest_naturals;
        if (oracle_is_bonus(turn->rules, kind))
            continue;
        if (turn->hand[kind] < fewest && !oracle_has_kind(turn, kind))
            stuck += turn->hand[kind];
    }
    return stuck;
}

/* Could a special hand be laid, after facing bonus cards at the most? */
static bool special_is_possible(const struct oracle_turn *turn)
{
    return turn->rules->special_hands.count > 0 && oracle_may_lay_special(turn);
}

/* Returns whether the turn is lost: it can neither stay in, nor lay all cards but one. */
static bool is_hopeless(const struct oracle_turn *turn)
{
    if (turn->phase == ORACLE_LAST_RED || special_is_possible(turn))
        return false;
    const bool may_go = turn->answer != CN_ANSWER_NO &&
                        (!turn->consent || turn->answer == CN_ANSWER_YES) && !turn->partners_wait;
    if (may_go && stuck_cards(turn) + turn->unknown + turn->joining <= 1)
        return false;
    if (turn->answer == CN_ANSWER_YES || turn->black)
        return true;
    if (!turn->initial || !turn->laid || turn->rules->canasta_lifts_minimum != CN_LIFTS_NEVER)
        return false;
    int most = turn->points;
    for (int kind = 0; kind < CN_KINDS; kind++)
        most += turn->hand[kind] * oracle_points_of(turn->rules, kind);
    return most < turn->minimum;
}

static bool has_discard(const struct oracle_turn *turn)
{
    return oracle_size(turn) > oracle_bonus_held(turn);
}

/* The ladder (IA8) leaves a discard to every hand that has other cards than bonus cards. */
static bool ends_here(const struct oracle_turn *turn)
{
    const int size = oracle_size(turn);
    if (oracle_is_special(turn))
        return true;
    if (size == 0)
        return oracle_may_be_empty(turn);
    switch (turn->phase) {
    case ORACLE_CLAIM: return false;
    case ORACLE_LAST_RED: return oracle_may_stop(turn);
    case ORACLE_MELD: break;
    }
    if (!has_discard(turn))
        return false;
    if (size >= oracle_cards_to_stay(turn) && oracle_may_stay(turn))
        return true;
    return size == 1 && oracle_last_card_goes_out(turn);
}

static bool can_end(struct search *search, const struct oracle_turn *turn);

static bool leads_to_end(struct search *search, const struct oracle_turn *turn, int at, int kind,
                         int naturals, int deuces, int jokers)
{
    struct oracle_turn next = *turn;
    oracle_lay(&next, at, kind, naturals, deuces, jokers);
    return can_end(search, &next);
}

/* One card more on a meld. */
static bool small_addition_ends(struct search *search, const struct oracle_turn *turn, int at)
{
    const int kind = turn->melds[at].kind;
    if (cn_kind_is_wild(kind) ? false
                              : turn->hand[kind] > 0 && oracle_addition_fits(turn, at, 1, 0) &&
                                    leads_to_end(search, turn, at, kind, 1, 0, 0))
        return true;
    if (!oracle_addition_fits(turn, at, 0, 1))
        return false;
    if (turn->hand[CN_DEUCE] > 0 && leads_to_end(search, turn, at, kind, 0, 1, 0))
        return true;
    return turn->hand[CN_JOKER] > 0 && leads_to_end(search, turn, at, kind, 0, 0, 1);
}

/* The smallest new meld of a rank. */
static bool small_meld_ends(struct search *search, const struct oracle_turn *turn, int kind)
{
    const int new = turn->meld_count;
    for (int n = 2; n <= turn->hand[kind]; n++) {
        /* Add further naturals in later steps. */
        if (oracle_new_fits(turn, kind, n, 0))
            return leads_to_end(search, turn, new, kind, n, 0, 0);
        if (n != 2 || !oracle_new_fits(turn, kind, 2, 1))
            continue;
        if (turn->hand[CN_DEUCE] > 0 && leads_to_end(search, turn, new, kind, 2, 1, 0))
            return true;
        if (turn->hand[CN_JOKER] > 0 && leads_to_end(search, turn, new, kind, 2, 0, 1))
            return true;
    }
    return false;
}

static bool small_wild_meld_ends(struct search *search, const struct oracle_turn *turn)
{
    if (!oracle_new_fits(turn, CN_JOKER, 0, 3))
        return false;
    for (int jokers = 0; jokers <= 3; jokers++)
        if (oracle_holds(turn, CN_JOKER, 0, 3 - jokers, jokers) &&
            leads_to_end(search, turn, turn->meld_count, CN_JOKER, 0, 3 - jokers, jokers))
            return true;
    return false;
}

static bool small_step_ends(struct search *search, const struct oracle_turn *turn)
{
    for (int m = 0; m < turn->meld_count; m++)
        if (small_addition_ends(search, turn, m))
            return true;
    for (int kind = CN_BLACK_THREE; kind < CN_KINDS; kind++)
        if (small_meld_ends(search, turn, kind))
            return true;
    return small_wild_meld_ends(search, turn);
}

/* Tries every count in one step, onto meld 'at' or as a new one. */
static bool any_count_ends(struct search *search, const struct oracle_turn *turn, int at, int kind)
{
    const bool is_new = at == turn->meld_count;
    const int most = kind == CN_JOKER ? 0 : turn->hand[kind];
    for (int n = 0; n <= most; n++)
        for (int d = 0; d <= turn->hand[CN_DEUCE]; d++)
            for (int j = 0; j <= turn->hand[CN_JOKER]; j++) {
                if (is_new ? !oracle_new_fits(turn, kind, n, d + j)
                           : !oracle_addition_fits(turn, at, n, d + j))
                    continue;
                if (leads_to_end(search, turn, at, kind, n, d, j))
                    return true;
            }
    return false;
}

static bool any_step_ends(struct search *search, const struct oracle_turn *turn)
{
    for (int m = 0; m < turn->meld_count; m++)
        if (oracle_meld_size(&turn->melds[m]) > 0 &&
            any_count_ends(search, turn, m, turn->melds[m].kind))
            return true;
    for (int kind = CN_BLACK_THREE; kind < CN_KINDS; kind++)
        if (any_count_ends(search, turn, turn->meld_count, kind))
            return true;
    return any_count_ends(search, turn, turn->meld_count, CN_JOKER);
}

static bool some_combination_ends(struct search *search, const struct oracle_turn *turn)
{
    for (int high = 1; high < turn->meld_count; high++)
        for (int low = 0; low < high; low++) {
            if (!oracle_combination_fits(turn, low, high))
                continue;
            struct oracle_turn next = *turn;
            oracle_combine(&next, low, high);
            if (can_end(search, &next))
                return true;
        }
    return false;
}

static bool some_facing_ends(struct search *search, const struct oracle_turn *turn)
{
    if (turn->phase == ORACLE_CLAIM || !oracle_faces(turn))
        return false;
    for (int kind = 0; kind < CN_KINDS; kind++) {
        if (!oracle_is_bonus(turn->rules, kind) || turn->hand[kind] == 0)
            continue;
        struct oracle_turn next = *turn;
        oracle_face(&next, kind);
        if (can_end(search, &next))
            return true;
    }
    return false;
}

static bool some_laying_ends(struct search *search, const struct oracle_turn *turn)
{
    const struct cn_rules *rules = turn->rules;
    if (oracle_must_face(turn))
        return false;
    const bool every_count =
        turn->phase == ORACLE_CLAIM || (rules->dead_ranks && rules->largest_meld > 7); /* IA23 */
    return (every_count ? any_step_ends(search, turn) : small_step_ends(search, turn)) ||
           some_combination_ends(search, turn);
}

/* A joker is as good as a deuce unless it counts for more, makes a special hand, or may be the last
 * discard where a deuce may not. */
static bool wilds_are_alike(const struct oracle_turn *turn)
{
    return !count_matters(turn) && !special_is_possible(turn) &&
           oracle_may_be_last(turn, CN_DEUCE) == oracle_may_be_last(turn, CN_JOKER);
}

static bool can_end(struct search *search, const struct oracle_turn *turn)
{
    if (ends_here(turn))
        return true;
    /* An empty hand ends the turn at once (I24). Reading: also while a claim waits, unless the pile
     * joins at that moment, because combining needs a card in the hand. */
    if (oracle_size(turn) == 0 || is_hopeless(turn))
        return false;
    struct oracle_turn plain = *turn;
    if (wilds_are_alike(turn)) {
        plain.hand[CN_DEUCE] += plain.hand[CN_JOKER];
        plain.hand[CN_JOKER] = 0;
    }
    uint64_t key[2];
    fingerprint(&plain, key);
    const struct fact *fact = find_fact(search, key);
    if (fact->used)
        return fact->ends;
    if (search->count >= ORACLE_STATES_MAX) {
        search->gave_up = true;
        return false;
    }
    const bool ends = some_laying_ends(search, &plain) || some_facing_ends(search, &plain);
    remember_result(search, key, ends);
    return ends;
}

static bool search_end(void *context, const struct oracle_turn *turn)
{
    return can_end(context, turn);
}

int oracle_list(const struct cn_rules *rules, const struct cn_board *board, cn_hand hand,
                unsigned without, struct cn_actions *out)
{
    struct search search = {.room = 1 << 10};
    search.facts = calloc(search.room, sizeof *search.facts);
    if (search.facts == NULL)
        abort();
    const int count = oracle_list_by(rules, board, hand, without, search_end, &search, out);
    free(search.facts);
    return search.gave_up ? -1 : count;
}
