/* oracle.c -- the exhaustive lister: tries every conceivable action with every continuation.
 *
 * Three chapters: the rules of one step, the search for a legal end, the lists of the phases.
 *
 * A claim is the pile's top card, taken onto a meld. It waits until the rest of the pile may join
 * the hand (L33).
 *
 * The search knows no strategy. Only four observations shorten it:
 *   - turns that are equal are searched once;
 *   - once the pile is in the hand, small steps suffice, because they can lay exactly what one
 *     large step can (I30). While a claim waits every count is tried, because the moment at which
 *     the pile joins matters;
 *   - once no count is needed, a joker is as good as a deuce;
 *   - a turn that must end by going out is lost if two cards can never leave the hand by melding.
 */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

/* ---- the rules of one step ---- */

int oracle_known(const struct oracle_turn *turn)
{
    int sum = 0;
    for (int kind = 0; kind < CN_KINDS; kind++)
        sum += turn->hand[kind];
    return sum;
}

int oracle_size(const struct oracle_turn *turn)
{
    return oracle_known(turn) + turn->unknown;
}

int oracle_canastas(const struct oracle_turn *turn)
{
    int sum = 0;
    for (int m = 0; m < turn->meld_count; m++)
        sum += turn->melds[m].naturals + turn->melds[m].wilds >= 7;
    return sum;
}

int oracle_canastas_of(const struct oracle_turn *turn, int kind, bool mixed)
{
    int sum = 0;
    for (int m = 0; m < turn->meld_count; m++) {
        const struct oracle_meld *meld = &turn->melds[m];
        if (meld->naturals + meld->wilds < 7)
            continue;
        const bool named = oracle_asked_of(turn, meld->kind, false) > 0;
        if (kind == CN_NO_KIND ? named : meld->kind != kind)
            continue;
        sum += (meld->wilds > 0) == mixed;
    }
    return sum;
}

int oracle_asked_of(const struct oracle_turn *turn, int kind, bool mixed)
{
    if (turn->without == ORACLE_CONTRACT)
        return 0;
    const int32_t *asked = turn->rules->out_contract.of;
    if (kind != CN_NO_KIND)
        return asked[kind];
    return asked[CN_KEY_OF_CLASS + (mixed ? CN_CLASS_MIXED : CN_CLASS_NATURAL)];
}

bool oracle_has_contract(const struct oracle_turn *turn)
{
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++)
        if (oracle_canastas_of(turn, kind, false) + oracle_canastas_of(turn, kind, true) <
            oracle_asked_of(turn, kind, false))
            return false;
    /* Reading: a canasta counts for its kind if that is named, and then for nothing else. */
    for (int mixed = 0; mixed < 2; mixed++)
        if (oracle_canastas_of(turn, CN_NO_KIND, mixed) < oracle_asked_of(turn, CN_NO_KIND, mixed))
            return false;
    return true;
}

int oracle_points_of(const struct cn_rules *rules, int kind)
{
    return rules->card_points.of[kind];
}

bool oracle_takes_wild(const struct cn_rules *rules, int naturals, int wilds)
{
    if (wilds + 1 <= rules->most_wilds)
        return true;
    /* Only a complete canasta may have more (L20, I30). */
    return naturals + wilds >= 7 && wilds + 1 <= rules->most_wilds_canasta;
}

bool oracle_has_kind(const struct oracle_turn *turn, int kind)
{
    for (int m = 0; m < turn->meld_count; m++)
        if (turn->melds[m].kind == kind && turn->melds[m].naturals > 0)
            return true;
    return false;
}

bool oracle_has_count(const struct oracle_turn *turn)
{
    if (!turn->initial || turn->points >= turn->minimum)
        return true;
    /* Every meld of the side was laid in this turn, so any canasta is a canasta melded initially
     * (U7). */
    return turn->rules->canasta_lifts_minimum && oracle_canastas(turn) > 0;
}

bool oracle_may_stay(const struct oracle_turn *turn)
{
    if (turn->answer == CN_ANSWER_YES || turn->black)
        return false;
    return !turn->laid || oracle_has_count(turn);
}

bool oracle_concealed_is_free(const struct oracle_turn *turn)
{
    switch ((enum cn_concealed_minimum)turn->rules->concealed_minimum) {
    case CN_CONCEALED_PACK: return turn->drew == CN_DREW_STOCK;
    case CN_CONCEALED_NONE: return true;
    case CN_CONCEALED_ALWAYS: break;
    }
    return false;
}

int oracle_cards_to_stay(const struct oracle_turn *turn)
{
    const int discards = turn->phase == ORACLE_LAST_RED ? 0 : 1;
    if (turn->without != ORACLE_KEEP || (discards == 1 && turn->answer == CN_ANSWER_NO))
        return discards + 1;
    return turn->rules->go_out_by_melding ? 0 : 1;
}

bool oracle_may_go_out(const struct oracle_turn *turn)
{
    const int canastas = oracle_canastas(turn);
    if (turn->answer == CN_ANSWER_NO || canastas < turn->needed || !oracle_has_contract(turn))
        return false;
    /* Reading: a seat that goes out with nothing laid (none needed, in house rules) makes no
     * initial meld, so there is nothing to count. */
    if (!turn->laid || oracle_has_count(turn))
        return true;
    /* A concealed hand: the side had no meld, so neither had the seat, nor is there one to add to.
     */
    if (turn->rules->concealed_needs_canasta && canastas == 0)
        return false;
    return oracle_concealed_is_free(turn);
}

bool oracle_may_stop(const struct oracle_turn *turn)
{
    return !turn->laid || oracle_has_count(turn);
}

bool oracle_may_be_empty(const struct oracle_turn *turn)
{
    if (!turn->rules->go_out_by_melding)
        return false;
    if (turn->phase != ORACLE_CLAIM && oracle_cards_to_stay(turn) == 0 &&
        (turn->phase == ORACLE_LAST_RED ? oracle_may_stop(turn) : oracle_may_stay(turn)))
        return true;
    if (turn->phase == ORACLE_MELD)
        return oracle_may_go_out(turn);
    /* I28: not a going out, but it needs the canastas, and an initial meld its count: a
     * concealed hand has no privilege. Reading: U7 stands for the count here too, and an earlier
     * no does not bind. */
    return turn->phase == ORACLE_LAST_RED && oracle_canastas(turn) >= turn->needed &&
           oracle_has_contract(turn) && oracle_has_count(turn);
}

bool oracle_claim_is_met(const struct oracle_turn *turn)
{
    const struct cn_rules *rules = turn->rules;
    if (!turn->initial)
        return true;
    const struct oracle_meld *claimed = &turn->melds[turn->claim];
    /* Reading: whatever stands for the count (U7, I10), the naturals must still outnumber the
     * wilds. */
    if (rules->naturals_outnumber_wilds && claimed->naturals <= claimed->wilds)
        return false;
    if (oracle_has_count(turn))
        return true;
    /* I10 is about the Spanish rules, by which a concealed hand has its canasta, that canasta is
     * all that going out needs, and one card is left to be discarded. Reading, for house rules: the
     * pile joins below the count when the seat then has what a concealed hand goes out with, at
     * most one card in the hand. (With none it has gone out, if that is allowed.) */
    const int canastas = oracle_canastas(turn);
    return rules->concealed_minimum == CN_CONCEALED_NONE && canastas >= turn->needed &&
           oracle_has_contract(turn) && (canastas > 0 || !rules->concealed_needs_canasta) &&
           oracle_known(turn) + turn->joining <= 1;
}

/* Called after every step. The pile joins as soon as it may. */
static void settle(struct oracle_turn *turn)
{
    if (turn->phase != ORACLE_CLAIM || !oracle_claim_is_met(turn))
        return;
    turn->unknown += turn->joining;
    turn->joining = 0;
    turn->phase = ORACLE_MELD;
}

static void put_on(struct oracle_turn *turn, int at, int kind, int naturals, int deuces, int jokers)
{
    struct oracle_meld *meld = &turn->melds[at];
    if (at == turn->meld_count) {
        *meld = (struct oracle_meld){(int8_t)kind, 0, 0};
        turn->meld_count++;
    }
    meld->naturals = (int8_t)(meld->naturals + naturals);
    meld->wilds = (int8_t)(meld->wilds + deuces + jokers);
    turn->points += naturals * oracle_points_of(turn->rules, kind) +
                    deuces * oracle_points_of(turn->rules, CN_DEUCE) +
                    jokers * oracle_points_of(turn->rules, CN_JOKER);
    turn->laid = true;
    turn->black |= kind == CN_BLACK_THREE && turn->without != ORACLE_BLACK_THREES;
}

static void lay(struct oracle_turn *turn, int at, int kind, int naturals, int deuces, int jokers)
{
    turn->hand[kind] -= naturals;
    turn->hand[CN_DEUCE] -= deuces;
    turn->hand[CN_JOKER] -= jokers;
    put_on(turn, at, kind, naturals, deuces, jokers);
    settle(turn);
}

static bool holds(const struct oracle_turn *turn, int kind, int naturals, int deuces, int jokers)
{
    return turn->hand[kind] >= naturals && turn->hand[CN_DEUCE] >= deuces &&
           turn->hand[CN_JOKER] >= jokers;
}

/* Returns whether a meld of these naturals can grow from 'from' to 'to' wild cards, one by one. */
static bool wilds_can_grow(const struct cn_rules *rules, int naturals, int from, int to)
{
    for (int wilds = from; wilds < to; wilds++)
        if (!oracle_takes_wild(rules, naturals, wilds))
            return false;
    return true;
}

/* Black threes: a group of their own, without wild cards, never in the turn of the last red three
 * (L18, I28). Reading: if second melds are allowed, this includes black threes. */
static bool black_threes_fit(const struct oracle_turn *turn, int naturals, int wilds)
{
    return turn->phase != ORACLE_LAST_RED && wilds == 0 &&
           naturals >= turn->rules->fewest_black_threes &&
           naturals <= turn->rules->most_black_threes;
}

static bool new_meld_fits(const struct oracle_turn *turn, int kind, int naturals, int wilds)
{
    const struct cn_rules *rules = turn->rules;
    if (!rules->second_meld && oracle_has_kind(turn, kind))
        return false;
    if (kind == CN_BLACK_THREE)
        return black_threes_fit(turn, naturals, wilds);
    if (!cn_kind_is_natural(kind))
        return false;
    if (naturals < rules->fewest_naturals || naturals + wilds < 3)
        return false;
    /* The naturals first, then the wild cards, because no other order allows more of these. */
    return wilds_can_grow(rules, naturals, 0, wilds);
}

static bool addition_fits(const struct oracle_turn *turn, int at, int naturals, int wilds)
{
    const struct oracle_meld *meld = &turn->melds[at];
    if (meld->naturals == 0 || naturals + wilds == 0)
        return false;
    if (meld->kind == CN_BLACK_THREE)
        return black_threes_fit(turn, meld->naturals + naturals, wilds);
    return wilds_can_grow(turn->rules, meld->naturals + naturals, meld->wilds, meld->wilds + wilds);
}

/* I24. Reading: "three" is the parameter most_wilds, so that a combined meld is always one that
 * could stand; and black threes combined stay within most_black_threes. */
static bool combination_fits(const struct oracle_turn *turn, int low, int high)
{
    const struct oracle_meld *a = &turn->melds[low];
    const struct oracle_meld *b = &turn->melds[high];
    if (low >= high || a->naturals == 0 || b->naturals == 0 || a->kind != b->kind)
        return false;
    if (a->kind == CN_BLACK_THREE)
        return a->naturals + b->naturals <= turn->rules->most_black_threes;
    return a->wilds + b->wilds <= turn->rules->most_wilds;
}

static void combine(struct oracle_turn *turn, int low, int high)
{
    turn->melds[low].naturals = (int8_t)(turn->melds[low].naturals + turn->melds[high].naturals);
    turn->melds[low].wilds = (int8_t)(turn->melds[low].wilds + turn->melds[high].wilds);
    turn->melds[high].naturals = turn->melds[high].wilds = 0;
    if (turn->claim == high)
        turn->claim = low;
    settle(turn);
}

/* ---- the search for a legal end ---- */

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
    return turn->initial && turn->points < turn->minimum;
}

/* The order of melds does not matter, except for the claimed one while its claim waits. */
static int collect_melds(const struct oracle_turn *turn, int codes[CN_MELDS_MAX])
{
    int count = 0;
    for (int m = 0; m < turn->meld_count; m++) {
        const struct oracle_meld *meld = &turn->melds[m];
        if (meld->naturals == 0)
            continue;
        const bool claimed = turn->phase == ORACLE_CLAIM && m == turn->claim;
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
    key[0] = key[1] = 1;
    add_to_key(key, (int)turn->phase * 64 + (int)turn->answer * 16 + (int)turn->drew * 4 +
                        (turn->laid ? 2 : 0) + (turn->black ? 1 : 0));
    add_to_key(key, count_matters(turn) ? turn->points : turn->minimum);
    add_to_key(key, turn->unknown);
    add_to_key(key, turn->joining);
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
 * to. */
static int stuck_cards(const struct oracle_turn *turn)
{
    int stuck = 0;
    for (int kind = CN_BLACK_THREE; kind < CN_KINDS; kind++) {
        const int fewest = kind == CN_BLACK_THREE ? turn->rules->fewest_black_threes
                                                  : turn->rules->fewest_naturals;
        if (turn->hand[kind] < fewest && !oracle_has_kind(turn, kind))
            stuck += turn->hand[kind];
    }
    return stuck;
}

/* Returns whether the turn is lost: it can neither stay in, nor lay all cards but one. */
static bool is_hopeless(const struct oracle_turn *turn)
{
    if (turn->phase == ORACLE_LAST_RED)
        return false;
    if (turn->answer != CN_ANSWER_NO && stuck_cards(turn) + turn->unknown + turn->joining <= 1)
        return false;
    if (turn->answer == CN_ANSWER_YES || turn->black)
        return true;
    if (!turn->initial || !turn->laid || turn->rules->canasta_lifts_minimum)
        return false;
    int most = turn->points;
    for (int kind = 0; kind < CN_KINDS; kind++)
        most += turn->hand[kind] * oracle_points_of(turn->rules, kind);
    return most < turn->minimum;
}

static bool ends_here(const struct oracle_turn *turn)
{
    const int size = oracle_size(turn);
    if (size == 0)
        return oracle_may_be_empty(turn);
    switch (turn->phase) {
    case ORACLE_CLAIM: return false;
    case ORACLE_LAST_RED: return oracle_may_stop(turn);
    case ORACLE_MELD: break;
    }
    if (size >= oracle_cards_to_stay(turn) && oracle_may_stay(turn))
        return true;
    return size == 1 && oracle_may_go_out(turn);
}

static bool can_end(struct search *search, const struct oracle_turn *turn);

static bool leads_to_end(struct search *search, const struct oracle_turn *turn, int at, int kind,
                         int naturals, int deuces, int jokers)
{
    struct oracle_turn next = *turn;
    lay(&next, at, kind, naturals, deuces, jokers);
    return can_end(search, &next);
}

/* One card more on a meld, or the smallest new meld. */
static bool small_step_ends(struct search *search, const struct oracle_turn *turn)
{
    for (int m = 0; m < turn->meld_count; m++) {
        const int kind = turn->melds[m].kind;
        if (turn->hand[kind] > 0 && addition_fits(turn, m, 1, 0) &&
            leads_to_end(search, turn, m, kind, 1, 0, 0))
            return true;
        if (!addition_fits(turn, m, 0, 1))
            continue;
        if (turn->hand[CN_DEUCE] > 0 && leads_to_end(search, turn, m, kind, 0, 1, 0))
            return true;
        if (turn->hand[CN_JOKER] > 0 && leads_to_end(search, turn, m, kind, 0, 0, 1))
            return true;
    }
    for (int kind = CN_BLACK_THREE; kind < CN_KINDS; kind++)
        for (int n = 2; n <= turn->hand[kind]; n++) {
            if (new_meld_fits(turn, kind, n, 0)) {
                if (leads_to_end(search, turn, turn->meld_count, kind, n, 0, 0))
                    return true;
                break; /* add further naturals in later steps */
            }
            if (n != 2 || !new_meld_fits(turn, kind, 2, 1))
                continue;
            const int new = turn->meld_count;
            if (turn->hand[CN_DEUCE] > 0 && leads_to_end(search, turn, new, kind, 2, 1, 0))
                return true;
            if (turn->hand[CN_JOKER] > 0 && leads_to_end(search, turn, new, kind, 2, 0, 1))
                return true;
        }
    return false;
}

/* Tries every count in one step, onto meld 'at' or as a new one. */
static bool any_count_ends(struct search *search, const struct oracle_turn *turn, int at, int kind)
{
    const bool is_new = at == turn->meld_count;
    for (int n = 0; n <= turn->hand[kind]; n++)
        for (int d = 0; d <= turn->hand[CN_DEUCE]; d++)
            for (int j = 0; j <= turn->hand[CN_JOKER]; j++) {
                if (is_new ? !new_meld_fits(turn, kind, n, d + j)
                           : !addition_fits(turn, at, n, d + j))
                    continue;
                if (leads_to_end(search, turn, at, kind, n, d, j))
                    return true;
            }
    return false;
}

static bool any_step_ends(struct search *search, const struct oracle_turn *turn)
{
    for (int m = 0; m < turn->meld_count; m++)
        if (turn->melds[m].naturals > 0 && any_count_ends(search, turn, m, turn->melds[m].kind))
            return true;
    for (int kind = CN_BLACK_THREE; kind < CN_KINDS; kind++)
        if (any_count_ends(search, turn, turn->meld_count, kind))
            return true;
    return false;
}

static bool some_combination_ends(struct search *search, const struct oracle_turn *turn)
{
    for (int high = 1; high < turn->meld_count; high++)
        for (int low = 0; low < high; low++) {
            if (!combination_fits(turn, low, high))
                continue;
            struct oracle_turn next = *turn;
            combine(&next, low, high);
            if (can_end(search, &next))
                return true;
        }
    return false;
}

static bool can_end(struct search *search, const struct oracle_turn *turn)
{
    if (ends_here(turn))
        return true;
    /* An empty hand ends the turn at once (I24). Reading: also while a claim waits, unless the pile
     * joins at that moment, because combining needs a card in the hand. */
    if (oracle_known(turn) + turn->unknown == 0 || is_hopeless(turn))
        return false;
    struct oracle_turn plain = *turn;
    if (!count_matters(turn)) {
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
    const bool ends = (turn->phase == ORACLE_CLAIM ? any_step_ends(search, &plain)
                                                   : small_step_ends(search, &plain)) ||
                      some_combination_ends(search, &plain);
    remember_result(search, key, ends);
    return ends;
}

/* ---- the lists ---- */

struct lister {
    const struct cn_rules *rules;
    const struct cn_board *table;
    enum oracle_need without;
    struct oracle_turn turn; /* the current turn; in phase START as if a card had been drawn */
    int joining;             /* cards that join when the pile is taken */
    oracle_ends *ends;
    void *context;
    struct cn_actions *out;
};

static void put(struct lister *l, int type, int at, int n, int deuces, int jokers)
{
    l->out->at[l->out->count++] = cn_action_of(type, at, n, deuces, jokers);
}

static bool asks_well(const struct lister *l, const struct oracle_turn *turn)
{
    return l->ends(l->context, turn);
}

static void read_turn(struct lister *l, cn_hand hand)
{
    const struct cn_board *table = l->table;
    const int side = table->side[table->turn];
    struct oracle_turn *turn = &l->turn;
    memset(turn, 0, sizeof *turn);
    turn->rules = l->rules;
    turn->without = l->without;
    turn->needed = l->rules->canastas_to_go_out.at[table->players_class];
    turn->minimum = l->without == ORACLE_MINIMUM ? 0 : table->minimum[side];
    turn->initial =
        (table->phase == CN_PHASE_START ? table->meld_count[side] : table->melds_before) == 0;
    turn->phase = table->phase == CN_PHASE_TAKING           ? ORACLE_CLAIM
                  : table->phase == CN_PHASE_LAST_RED_THREE ? ORACLE_LAST_RED
                                                            : ORACLE_MELD;
    for (int kind = 0; kind < CN_KINDS; kind++)
        turn->hand[kind] = cn_hand_count(hand, kind);
    /* I27: all cards except the red threes, which everyone saw. While the claim waits, its top card
     * is in the meld, otherwise on the pile. */
    if (table->phase == CN_PHASE_TAKING)
        turn->joining = table->pile - table->pile_red;
    l->joining = table->pile - table->pile_red - 1;
    turn->claim = table->take_meld;
    turn->points = table->opening_points;
    turn->laid = table->laid;
    turn->black = table->black_laid && l->without != ORACLE_BLACK_THREES;
    turn->answer = l->without == ORACLE_ANSWER ? CN_ANSWER_NONE : (enum cn_answer)table->answer;
    turn->drew = (enum cn_drew)table->drew_from;
    turn->meld_count = table->meld_count[side];
    for (int m = 0; m < turn->meld_count; m++) {
        const cn_packed_meld meld = table->melds[side][m];
        turn->melds[m] =
            (struct oracle_meld){(int8_t)cn_meld_kind(meld), (int8_t)cn_meld_naturals(meld),
                                 (int8_t)cn_meld_wilds(meld)};
    }
    if (l->without != ORACLE_NOTHING)
        settle(turn); /* the claim may already be complete */
}

/* -- laying, discarding, stopping -- */

/* An action lays at most CN_ACTION_DEUCES deuces (action.h): the rest by another one. */
static void list_counts(struct lister *l, int at, int kind)
{
    const bool is_new = at == l->turn.meld_count;
    for (int n = 0; n <= l->turn.hand[kind]; n++)
        for (int d = 0; d <= l->turn.hand[CN_DEUCE] && d <= CN_ACTION_DEUCES; d++)
            for (int j = 0; j <= l->turn.hand[CN_JOKER]; j++) {
                if (is_new ? !new_meld_fits(&l->turn, kind, n, d + j)
                           : !addition_fits(&l->turn, at, n, d + j))
                    continue;
                struct oracle_turn next = l->turn;
                lay(&next, at, kind, n, d, j);
                if (asks_well(l, &next))
                    put(l, is_new ? CN_ACTION_MELD : CN_ACTION_ADD, is_new ? kind : at, n, d, j);
            }
}

static void list_laying(struct lister *l)
{
    for (int kind = CN_BLACK_THREE; kind < CN_KINDS; kind++)
        list_counts(l, l->turn.meld_count, kind);
    for (int m = 0; m < l->turn.meld_count; m++)
        if (l->turn.melds[m].naturals > 0)
            list_counts(l, m, l->turn.melds[m].kind);
    /* Reading: the turn of the last red three may combine too (I24: at any time after drawing). */
    for (int high = 1; high < l->turn.meld_count; high++)
        for (int low = 0; low < high; low++) {
            if (!combination_fits(&l->turn, low, high))
                continue;
            struct oracle_turn next = l->turn;
            combine(&next, low, high);
            if (asks_well(l, &next))
                put(l, CN_ACTION_MERGE, low, high, 0, 0);
        }
}

/* Reading: the last card is discarded in going out; if no card need be kept, without the
 * canastas too. */
static bool may_discard_last(const struct oracle_turn *turn)
{
    if (turn->without == ORACLE_KEEP && turn->answer != CN_ANSWER_NO && oracle_has_count(turn))
        return true;
    return oracle_may_go_out(turn);
}

static void list_discards(struct lister *l)
{
    const bool last = oracle_size(&l->turn) == 1;
    if (last ? !may_discard_last(&l->turn) : !oracle_may_stay(&l->turn))
        return;
    for (int kind = 0; kind < CN_KINDS; kind++)
        if (l->turn.hand[kind] > 0)
            put(l, CN_ACTION_DISCARD, kind, 0, 0, 0);
}

/* -- the start of a turn -- */

static bool may_draw(struct lister *l, enum cn_answer answer)
{
    if (l->table->stock == 0)
        return false;
    /* Reading: what is drawn are as many unknown cards as the stock allows (I12). That red
     * threes might leave fewer, or end the turn (L44), does not help: it is not known. */
    struct oracle_turn next = l->turn;
    const int draws = l->rules->draw_count.at[l->table->players_class];
    next.unknown += draws < l->table->stock ? draws : l->table->stock;
    next.drew = CN_DREW_STOCK;
    next.answer = answer;
    return asks_well(l, &next);
}

static bool must_take_if_possible(const struct lister *l)
{
    return l->table->stock == 0 &&
           l->rules->stock_gone.at[l->table->players_class] == CN_STOCK_FORCED;
}

/* One card in the hand (L35, U13, S:pumpa). Reading: a red three below the top counts as a card
 * of the pile. */
static bool one_card_allows_taking(const struct lister *l)
{
    if (oracle_known(&l->turn) != 1)
        return true;
    if (l->rules->one_card_hand && l->table->stock > 0)
        return false;
    if (l->table->pile != 1)
        return true;
    switch ((enum cn_one_card_pile)l->rules->one_card_pile) {
    /* With one card only adding to a meld is possible, so that is what can be compulsory. */
    case CN_PILE_UNLESS_FORCED: return must_take_if_possible(l);
    case CN_PILE_NEVER: return false;
    case CN_PILE_STOCK_GONE: return l->table->stock == 0;
    case CN_PILE_FREE: break;
    }
    return true;
}

static bool top_may_be_taken(const struct lister *l)
{
    return l->table->pile > 0 && cn_kind_is_natural(l->table->pile_top) &&
           one_card_allows_taking(l);
}

static bool is_frozen(const struct lister *l)
{
    return l->table->frozen != 0 || (l->rules->frozen_before_initial_meld && l->turn.initial);
}

/* Returns the meld that a pair, or a natural and a wild card, makes with the top card: a new one
 * or, if a second one is not allowed, the existing one (I23, I25). Returns -1 if it is not
 * valid. */
static int meld_of_claim(const struct lister *l, int naturals, int wilds)
{
    const struct oracle_turn *turn = &l->turn;
    const int top = l->table->pile_top;
    if (l->rules->second_meld || !oracle_has_kind(turn, top))
        return new_meld_fits(turn, top, naturals + 1, wilds) ? turn->meld_count : -1;
    for (int m = 0; m < turn->meld_count; m++) {
        const struct oracle_meld *meld = &turn->melds[m];
        if (meld->kind != top || meld->naturals == 0)
            continue;
        if (!l->rules->take_onto_canasta && meld->naturals + meld->wilds >= 7)
            return -1;
        return addition_fits(turn, m, naturals + 1, wilds) ? m : -1;
    }
    return -1;
}

/* The top card claimed onto meld 'at' with cards from the hand. */
static bool claim_ends(struct lister *l, int at, int naturals, int deuces, int jokers,
                       enum cn_answer answer)
{
    const int top = l->table->pile_top;
    struct oracle_turn next = l->turn;
    next.hand[top] -= naturals;
    next.hand[CN_DEUCE] -= deuces;
    next.hand[CN_JOKER] -= jokers;
    put_on(&next, at, top, naturals + 1, deuces, jokers);
    next.phase = ORACLE_CLAIM;
    next.claim = at;
    next.joining = l->joining;
    next.drew = CN_DREW_PILE;
    next.answer = answer;
    settle(&next);
    return asks_well(l, &next);
}

static bool may_take_with(struct lister *l, int naturals, int deuces, int jokers,
                          enum cn_answer answer)
{
    if (!top_may_be_taken(l))
        return false;
    const int wilds = deuces + jokers;
    if (wilds > 0 && (is_frozen(l) || !l->rules->take_with_wild))
        return false;
    if (!holds(&l->turn, l->table->pile_top, naturals, deuces, jokers))
        return false;
    const int at = meld_of_claim(l, naturals, wilds);
    return at >= 0 && claim_ends(l, at, naturals, deuces, jokers, answer);
}

static bool may_take_onto(struct lister *l, int at, enum cn_answer answer)
{
    const struct oracle_meld *meld = &l->turn.melds[at];
    if (!top_may_be_taken(l) || is_frozen(l) || !l->rules->take_onto_meld)
        return false;
    if (meld->naturals == 0 || meld->kind != l->table->pile_top)
        return false;
    if (!l->rules->take_onto_canasta && meld->naturals + meld->wilds >= 7)
        return false;
    return claim_ends(l, at, 0, 0, 0, answer);
}

static bool may_take_onto_any(struct lister *l, enum cn_answer answer)
{
    for (int m = 0; m < l->turn.meld_count; m++)
        if (may_take_onto(l, m, answer))
            return true;
    return false;
}

static bool may_take(struct lister *l, enum cn_answer answer)
{
    return may_take_with(l, 2, 0, 0, answer) || may_take_with(l, 1, 1, 0, answer) ||
           may_take_with(l, 1, 0, 1, answer) || may_take_onto_any(l, answer);
}

/* With no stock (I26), unless adding to a meld is compulsory (L36). After a no, taking that could
 * only end in going out is illegal, so it is not compulsory (I29). After a yes, stopping is not
 * going out. */
static bool may_decline(struct lister *l, enum cn_answer answer)
{
    return l->table->stock == 0 && answer != CN_ANSWER_YES &&
           !(must_take_if_possible(l) && may_take_onto_any(l, answer));
}

/* -- asking (L40, I29) -- */

static bool has_partner(const struct cn_board *table)
{
    for (int seat = table->next[table->turn]; seat != table->turn; seat = table->next[seat])
        if (table->side[seat] == table->side[table->turn])
            return true;
    return false;
}

static bool may_ask(const struct lister *l)
{
    return l->rules->ask_partner && has_partner(l->table) && !l->table->asked && !l->turn.laid &&
           l->turn.drew != CN_DREW_PILE;
}

/* Before drawing: the whole hand can be melded, and some action is legal after either answer.
 * Reading: melding it would go out, with the canastas and the count needed, and the drawn card is
 * discarded. The top of the pile does not count. */
static bool may_ask_at_start(struct lister *l)
{
    if (!may_ask(l))
        return false;
    struct oracle_turn able = l->turn;
    able.unknown = 1;
    able.drew = CN_DREW_STOCK;
    able.answer = CN_ANSWER_YES;
    if (!asks_well(l, &able))
        return false;
    return (may_draw(l, CN_ANSWER_YES) || may_take(l, CN_ANSWER_YES)) &&
           (may_draw(l, CN_ANSWER_NO) || may_take(l, CN_ANSWER_NO) || may_decline(l, CN_ANSWER_NO));
}

static bool may_ask_after_drawing(const struct lister *l)
{
    if (!may_ask(l))
        return false;
    struct oracle_turn answered = l->turn;
    answered.answer = CN_ANSWER_YES;
    if (!asks_well(l, &answered))
        return false;
    answered.answer = CN_ANSWER_NO;
    return asks_well(l, &answered);
}

/* -- the phases -- */

static void list_start(struct lister *l, enum cn_answer answer)
{
    if (may_draw(l, answer))
        put(l, CN_ACTION_DRAW, 0, 0, 0, 0);
    if (may_take_with(l, 2, 0, 0, answer))
        put(l, CN_ACTION_TAKE_PAIR, 0, 0, 0, 0);
    if (may_take_with(l, 1, 1, 0, answer))
        put(l, CN_ACTION_TAKE_DEUCE, 0, 0, 0, 0);
    if (may_take_with(l, 1, 0, 1, answer))
        put(l, CN_ACTION_TAKE_JOKER, 0, 0, 0, 0);
    for (int m = 0; m < l->turn.meld_count; m++)
        if (may_take_onto(l, m, answer))
            put(l, CN_ACTION_TAKE_ONTO, m, 0, 0, 0);
    if (may_decline(l, answer))
        put(l, CN_ACTION_STOP, 0, 0, 0, 0);
    if (may_ask_at_start(l))
        put(l, CN_ACTION_ASK, 0, 0, 0, 0);
}

static void list_meld(struct lister *l)
{
    list_laying(l);
    list_discards(l);
    if (may_ask_after_drawing(l))
        put(l, CN_ACTION_ASK, 0, 0, 0, 0);
}

static void list_last_red(struct lister *l)
{
    /* An earlier yes lapses (I28). Reading: so does a no: emptying the hand is not going out here.
     */
    l->turn.answer = CN_ANSWER_NONE;
    if (l->rules->last_red_three_meld)
        list_laying(l);
    if (oracle_may_stop(&l->turn))
        put(l, CN_ACTION_STOP, 0, 0, 0, 0);
}

static void list_phase(struct lister *l, enum cn_phase phase)
{
    l->out->count = 0;
    switch (phase) {
    case CN_PHASE_START: list_start(l, l->turn.answer); break;
    case CN_PHASE_TAKING:
    case CN_PHASE_MELD:
        if (l->turn.phase == ORACLE_MELD)
            list_meld(l);
        else
            list_laying(l);
        break;
    case CN_PHASE_LAST_RED_THREE: list_last_red(l); break;
    case CN_PHASE_ANSWER:
        put(l, CN_ACTION_YES, 0, 0, 0, 0);
        put(l, CN_ACTION_NO, 0, 0, 0, 0);
        break;
    case CN_PHASE_ENDED: break;
    }
}

/* Returns the rules without a requirement, if it is one of their parameters. */
static struct cn_rules rules_without(const struct cn_rules *rules, enum oracle_need need)
{
    struct cn_rules changed = *rules;
    if (need == ORACLE_OUTNUMBER)
        changed.naturals_outnumber_wilds = 0;
    if (need == ORACLE_LAST_DISCARD)
        changed.go_out_by_melding = 1;
    return changed;
}

int oracle_list_by(const struct cn_rules *rules, const struct cn_board *table, cn_hand hand,
                   enum oracle_need without, oracle_ends *ends, void *context,
                   struct cn_actions *out)
{
    const struct cn_rules changed = rules_without(rules, without);
    struct lister l = {.rules = &changed,
                       .table = table,
                       .without = without,
                       .ends = ends,
                       .context = context,
                       .out = out};
    read_turn(&l, hand);
    list_phase(&l, (enum cn_phase)table->phase);
    if (out->count == 0 && l.turn.answer == CN_ANSWER_NO) {
        /* A no binds only where another legal end exists (I22). */
        l.turn.answer = CN_ANSWER_NONE;
        list_phase(&l, (enum cn_phase)table->phase);
    }
    return out->count;
}

static bool search_end(void *context, const struct oracle_turn *turn)
{
    return can_end(context, turn);
}

int oracle_list(const struct cn_rules *rules, const struct cn_board *table, cn_hand hand,
                enum oracle_need without, struct cn_actions *out)
{
    struct search search = {.room = 1 << 10};
    search.facts = calloc(search.room, sizeof *search.facts);
    if (search.facts == NULL)
        abort();
    const int count = oracle_list_by(rules, table, hand, without, search_end, &search, out);
    free(search.facts);
    return search.gave_up ? -1 : count;
}
