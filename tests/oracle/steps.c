/* steps.c -- the law of one step of a turn: what may be laid, what it does, what ends a turn.
 *
 * A claim is the pile's top card, taken onto a meld. It waits until the rest of the pile may join
 * the hand (L33). */
#include "oracle.h"

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

int oracle_bonus_held(const struct oracle_turn *turn)
{
    int sum = 0;
    for (int kind = 0; kind < CN_KINDS; kind++)
        if (oracle_is_bonus(turn->rules, kind))
            sum += turn->hand[kind];
    return sum;
}

/* Reading: a side has opened if it had a meld when the turn began. */
bool oracle_must_face(const struct oracle_turn *turn)
{
    return turn->initial && oracle_bonus_held(turn) > 0 && !oracle_is_refereed(turn->rules);
}

int oracle_canastas(const struct oracle_turn *turn)
{
    int sum = 0;
    for (int m = 0; m < turn->meld_count; m++)
        sum += oracle_meld_size(&turn->melds[m]) >= 7;
    return sum;
}

int oracle_wild_canastas(const struct oracle_turn *turn)
{
    int sum = 0;
    for (int m = 0; m < turn->meld_count; m++)
        sum += oracle_is_wild_meld(&turn->melds[m]) && turn->melds[m].wilds >= 7;
    return sum;
}

/* Returns whether some meld has at least seven cards, both naturals and wilds. */
static bool has_mixed_canasta(const struct oracle_turn *turn)
{
    for (int m = 0; m < turn->meld_count; m++) {
        const struct oracle_meld *meld = &turn->melds[m];
        if (oracle_meld_size(meld) >= 7 && meld->naturals > 0 && meld->wilds > 0)
            return true;
    }
    return false;
}

int oracle_canastas_of(const struct oracle_turn *turn, int kind, bool mixed)
{
    int sum = 0;
    for (int m = 0; m < turn->meld_count; m++) {
        const struct oracle_meld *meld = &turn->melds[m];
        if (oracle_meld_size(meld) < 7 || oracle_is_wild_meld(meld))
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
    if (oracle_lacks(turn, ORACLE_CONTRACT))
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
    return oracle_lacks(turn, ORACLE_CONTRACT) ||
           oracle_wild_canastas(turn) >= turn->rules->out_contract.of[CN_KEY_WILD];
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
        if (turn->melds[m].kind == kind && oracle_meld_size(&turn->melds[m]) > 0)
            return true;
    return false;
}

bool oracle_is_dead(const struct oracle_turn *turn, int kind)
{
    if (!turn->rules->dead_ranks || !cn_kind_is_natural(kind))
        return false;
    for (int m = 0; m < turn->meld_count; m++)
        if (turn->melds[m].kind == kind && oracle_meld_size(&turn->melds[m]) >= 7)
            return true;
    return (turn->others_closed >> kind & 1) != 0;
}

static bool claims_kind(const struct oracle_turn *turn, int kind)
{
    return turn->claim >= 0 && turn->melds[turn->claim].kind == kind;
}

int oracle_points_of_meld(const struct oracle_turn *turn, const struct oracle_meld *meld)
{
    return meld->naturals * oracle_points_of(turn->rules, meld->kind) +
           (meld->wilds - meld->jokers) * oracle_points_of(turn->rules, CN_DEUCE) +
           meld->jokers * oracle_points_of(turn->rules, CN_JOKER);
}

/* Returns the meld as the opening counts it (IA12). Reading: without the top card it is a meld if
 * it still has the fewest naturals and three cards. */
static struct oracle_meld counted_meld(const struct oracle_turn *turn, int at)
{
    struct oracle_meld meld = turn->melds[at];
    if (at != turn->claim || turn->rules->opening_top_card)
        return meld;
    meld.naturals--;
    if (meld.naturals < turn->rules->fewest_naturals || oracle_meld_size(&meld) < 3)
        return (struct oracle_meld){0};
    return meld;
}

/* An initial side's melds were all laid in this turn. */
int oracle_count(const struct oracle_turn *turn)
{
    if (turn->claim < 0 || turn->rules->opening_top_card)
        return turn->points;
    const struct oracle_meld counted = counted_meld(turn, turn->claim);
    return turn->points - oracle_points_of_meld(turn, &turn->melds[turn->claim]) +
           oracle_points_of_meld(turn, &counted);
}

/* Reading: without the top card, as the count. Every meld of the side was laid in this turn, so any
 * canasta is a canasta melded initially (U7). */
static bool canasta_lifts_minimum(const struct oracle_turn *turn)
{
    if (turn->rules->canasta_lifts_minimum == CN_LIFTS_NEVER)
        return false;
    for (int m = 0; m < turn->meld_count; m++) {
        const struct oracle_meld meld = counted_meld(turn, m);
        if (oracle_meld_size(&meld) < 7)
            continue;
        if (turn->rules->canasta_lifts_minimum == CN_LIFTS_ANY_CANASTA || meld.wilds == 0 ||
            meld.naturals == 0)
            return true;
    }
    return false;
}

bool oracle_has_count(const struct oracle_turn *turn)
{
    return !turn->initial || oracle_count(turn) >= turn->minimum || canasta_lifts_minimum(turn);
}

/* Reading: a meld of black threes is one of naturals. */
static bool has_needed_meld(const struct oracle_turn *turn)
{
    const int needs = turn->rules->opening_needs;
    if (needs == CN_OPENING_ANYTHING || oracle_lacks(turn, ORACLE_OPENING_NEEDS))
        return true;
    for (int m = 0; m < turn->meld_count; m++) {
        const struct oracle_meld meld = counted_meld(turn, m);
        if (oracle_is_wild_meld(&meld) && needs == CN_OPENING_NATURAL_OR_WILD_MELD)
            return true;
        if (meld.naturals >= 3 && (meld.wilds == 0 || needs == CN_OPENING_THREE_NATURALS))
            return true;
    }
    return false;
}

/* Reading: this binds a concealed hand too. */
bool oracle_opening_fits(const struct oracle_turn *turn)
{
    if (!turn->initial)
        return true;
    return has_needed_meld(turn) &&
           (turn->rules->opening_mixed_canasta || !has_mixed_canasta(turn));
}

bool oracle_opening_is_complete(const struct oracle_turn *turn)
{
    return oracle_opening_fits(turn) && oracle_has_count(turn);
}

bool oracle_may_stay(const struct oracle_turn *turn)
{
    if (turn->answer == CN_ANSWER_YES || turn->black)
        return false;
    return !turn->laid || oracle_opening_is_complete(turn);
}

bool oracle_concealed_is_free(const struct oracle_turn *turn)
{
    if (turn->no_free)
        return false;
    switch ((enum cn_concealed_minimum)turn->rules->concealed_minimum) {
    case CN_CONCEALED_PACK: return turn->drew == CN_DREW_STOCK;
    case CN_CONCEALED_NONE: return true;
    case CN_CONCEALED_ALWAYS: break;
    }
    return false;
}

/* Reading: a talon has at least one card, so there must be one in the stock. */
bool oracle_talon_is_due(const struct oracle_turn *turn)
{
    const struct cn_rules *rules = turn->rules;
    if (turn->phase != ORACLE_MELD || !turn->initial || !turn->laid || turn->drew == CN_DREW_PILE)
        return false;
    return turn->others_opened < rules->talon.count && rules->talon.of[turn->others_opened] > 0 &&
           turn->stock >= rules->talon_stock && turn->stock > 0;
}

static bool second_comes_on_empty(const struct oracle_turn *turn)
{
    return turn->waiting > 0 && turn->rules->second_hand_when == CN_SECOND_HAND_WHEN_EMPTY;
}

int oracle_cards_to_stay(const struct oracle_turn *turn)
{
    const int discards = turn->phase == ORACLE_LAST_RED ? 0 : 1;
    if (oracle_lacks(turn, ORACLE_KEEP) && (discards == 0 || turn->answer != CN_ANSWER_NO))
        return turn->rules->go_out_by_melding ? 0 : 1;
    if (discards == 1 && (oracle_talon_is_due(turn) || second_comes_on_empty(turn)))
        return 1;
    return discards + 1;
}

bool oracle_is_barred(const struct oracle_turn *turn)
{
    const int32_t bars = oracle_lacks(turn, ORACLE_OUT_BARS) ? 0 : turn->rules->out_bars;
    for (int m = 0; m < turn->meld_count; m++) {
        const struct oracle_meld *meld = &turn->melds[m];
        if (oracle_meld_size(meld) == 0 || oracle_meld_size(meld) >= 7)
            continue;
        if (oracle_is_wild_meld(meld) ? (bars & CN_KINDS_WORD) != 0
                                      : meld->wilds == 0 && (bars >> meld->kind & 1) != 0)
            return true;
    }
    return false;
}

/* Reading: second_hand_out is about the partners; an own second hand that waits is a card that must
 * be kept. */
bool oracle_has_all(const struct oracle_turn *turn)
{
    if (oracle_canastas(turn) < turn->needed || !oracle_has_contract(turn) || turn->waiting > 0)
        return false;
    return !oracle_is_barred(turn) && !turn->partners_wait;
}

bool oracle_may_go_out(const struct oracle_turn *turn)
{
    if (turn->answer == CN_ANSWER_NO || !oracle_has_all(turn))
        return false;
    if (turn->consent && turn->answer != CN_ANSWER_YES)
        return false;
    /* Reading: a seat that goes out with nothing laid (none needed, in house rules) makes no
     * initial meld, so there is nothing to count. */
    if (!turn->laid)
        return true;
    if (!oracle_opening_fits(turn))
        return false;
    if (oracle_has_count(turn))
        return true;
    /* A concealed hand: the side had no meld, so neither had the seat, nor is there one to add to.
     */
    if (turn->rules->concealed_needs_canasta && oracle_canastas(turn) == 0)
        return false;
    return oracle_concealed_is_free(turn);
}

bool oracle_may_be_last(const struct oracle_turn *turn, int kind)
{
    return oracle_lacks(turn, ORACLE_LAST_BARRED) ||
           (turn->rules->last_discard_bars >> kind & 1) == 0;
}

/* Reading: a card that the seat does not know might be one that may not be the last. */
bool oracle_last_card_goes_out(const struct oracle_turn *turn)
{
    if (turn->unknown > 0 && turn->rules->last_discard_bars != 0 &&
        !oracle_lacks(turn, ORACLE_LAST_BARRED))
        return false;
    for (int kind = 0; kind < CN_KINDS; kind++)
        if (turn->hand[kind] > 0 && !oracle_may_be_last(turn, kind))
            return false;
    return oracle_may_go_out(turn);
}

bool oracle_may_stop(const struct oracle_turn *turn)
{
    return !turn->laid || oracle_opening_is_complete(turn);
}

bool oracle_may_be_empty(const struct oracle_turn *turn)
{
    /* Reading: facing the only card of a hand may empty it before 'stop'. */
    if (turn->phase == ORACLE_LAST_RED && !turn->laid)
        return true;
    if (!turn->rules->go_out_by_melding)
        return false;
    if (turn->phase != ORACLE_CLAIM && oracle_cards_to_stay(turn) == 0 &&
        (turn->phase == ORACLE_LAST_RED ? oracle_may_stop(turn) : oracle_may_stay(turn)))
        return true;
    if (turn->phase == ORACLE_MELD)
        return oracle_may_go_out(turn);
    /* I28: not a going out, but it needs the canastas, and an initial meld its count: a
     * concealed hand has no privilege. Reading: U7 stands for the count here too, and an earlier
     * no does not bind. Nor do out_bars, out_consent and second_hand_out; but where a second hand
     * of the seat waits, a card is kept. */
    return turn->phase == ORACLE_LAST_RED && oracle_canastas(turn) >= turn->needed &&
           turn->waiting == 0 && oracle_has_contract(turn) && oracle_opening_is_complete(turn);
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
    if (!oracle_opening_fits(turn))
        return false;
    if (oracle_has_count(turn))
        return true;
    /* I10 is about the Spanish rules, by which a concealed hand has its canasta, that canasta is
     * all that going out needs, and one card is left to be discarded. Reading, for house rules: the
     * pile joins below the count when the seat then has what a concealed hand goes out with, at
     * most one card in the hand. (With none it has gone out, if that is allowed.) */
    return rules->concealed_minimum == CN_CONCEALED_NONE && oracle_has_all(turn) &&
           (oracle_canastas(turn) > 0 || !rules->concealed_needs_canasta) &&
           oracle_known(turn) + turn->joining <= 1 && oracle_bonus_held(turn) == 0;
}

bool oracle_fits_row(const struct oracle_turn *turn, const struct cn_special_hand *row)
{
    bool wilds_fit = false;
    for (int i = 0; i < row->wilds; i++)
        wilds_fit |= turn->hand[CN_DEUCE] == row->wild[i].deuces &&
                     turn->hand[CN_JOKER] == row->wild[i].jokers;
    if (!wilds_fit || oracle_bonus_held(turn) != row->threes)
        return false;
    int groups = 0, by_size[256] = {0};
    /* Reading: black threes that are no bonus cards are a natural kind. */
    for (int kind = CN_BLACK_THREE; kind < CN_KINDS; kind++) {
        const int n = oracle_is_bonus(turn->rules, kind) ? 0 : turn->hand[kind];
        if (n == 0 && (row->must >> kind & 1) != 0)
            return false;
        groups += n > 0;
        by_size[n]++;
    }
    if (groups != row->groups)
        return false;
    for (int i = 0; i < row->groups; i++)
        if (--by_size[row->group[i]] < 0)
            return false;
    return true;
}

/* Reading: in the turn of the last bonus card too, since its seat drew from the stock. */
bool oracle_may_lay_special(const struct oracle_turn *turn)
{
    return turn->phase != ORACLE_CLAIM && turn->initial && !turn->laid &&
           turn->drew == CN_DREW_STOCK && turn->answer != CN_ANSWER_NO && turn->unknown == 0 &&
           !turn->no_special;
}

bool oracle_is_special(const struct oracle_turn *turn)
{
    if (!oracle_may_lay_special(turn))
        return false;
    for (int i = 0; i < turn->rules->special_hands.count; i++)
        if (oracle_fits_row(turn, &turn->rules->special_hands.row[i]))
            return true;
    return false;
}

void oracle_face(struct oracle_turn *turn, int kind)
{
    turn->hand[kind]--;
    if (turn->stock > 0) {
        turn->stock--;
        turn->unknown++;
    }
}

/* Reading: the size of the next is what lies there, which in a position need not be what the rules
 * deal. */
static void take_up_second(struct oracle_turn *turn)
{
    const struct cn_ints *sizes = &turn->rules->second_hand;
    turn->unknown += turn->waiting_size;
    turn->waiting--;
    turn->waiting_size = turn->waiting > 0 ? sizes->of[sizes->count - turn->waiting] : 0;
}

/* Called after cards were laid: a second hand comes as soon as it may. */
static void settle_second(struct oracle_turn *turn)
{
    if (turn->waiting == 0 || turn->phase == ORACLE_CLAIM || !oracle_opening_is_complete(turn))
        return;
    if (turn->rules->second_hand_when == CN_SECOND_HAND_WHEN_EMPTY) {
        if (oracle_size(turn) == 0)
            take_up_second(turn);
        return;
    }
    /* Reading: once a turn. */
    if (turn->taken_up || oracle_canastas(turn) <= turn->canastas_before)
        return;
    turn->taken_up = true;
    take_up_second(turn);
}

/* Called after every step. The pile joins as soon as it may. */
void oracle_settle(struct oracle_turn *turn)
{
    if (turn->phase == ORACLE_CLAIM && oracle_claim_is_met(turn)) {
        turn->unknown += turn->joining;
        turn->joining = 0;
        turn->phase = ORACLE_MELD;
    }
    settle_second(turn);
}

void oracle_put_on(struct oracle_turn *turn, int at, int kind, int naturals, int deuces, int jokers)
{
    struct oracle_meld *meld = &turn->melds[at];
    if (at == turn->meld_count) {
        *meld = (struct oracle_meld){(int8_t)kind, 0, 0, 0};
        turn->meld_count++;
    }
    meld->naturals = (int8_t)(meld->naturals + naturals);
    meld->wilds = (int8_t)(meld->wilds + deuces + jokers);
    meld->jokers = (int8_t)(meld->jokers + jokers);
    turn->points += naturals * oracle_points_of(turn->rules, kind) +
                    deuces * oracle_points_of(turn->rules, CN_DEUCE) +
                    jokers * oracle_points_of(turn->rules, CN_JOKER);
    turn->laid = true;
    turn->black |= kind == CN_BLACK_THREE && !oracle_lacks(turn, ORACLE_BLACK_THREES);
}

void oracle_lay(struct oracle_turn *turn, int at, int kind, int naturals, int deuces, int jokers)
{
    turn->hand[kind] -= naturals;
    turn->hand[CN_DEUCE] -= deuces;
    turn->hand[CN_JOKER] -= jokers;
    oracle_put_on(turn, at, kind, naturals, deuces, jokers);
    oracle_settle(turn);
}

bool oracle_holds(const struct oracle_turn *turn, int kind, int naturals, int deuces, int jokers)
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
static enum oracle_rule objection_to_black_threes(const struct oracle_turn *turn, int naturals,
                                                  int wilds)
{
    const struct cn_rules *rules = turn->rules;
    if (oracle_is_bonus(rules, CN_BLACK_THREE))
        return ORACLE_NEVER;
    if (turn->phase == ORACLE_LAST_RED || wilds > 0 || naturals < rules->fewest_black_threes ||
        naturals > rules->most_black_threes)
        return ORACLE_SHAPE;
    return naturals > rules->largest_meld ? ORACLE_SIZE : ORACLE_FINE;
}

bool oracle_is_second_meld(const struct oracle_turn *turn, int kind)
{
    if (turn->rules->second_meld == CN_SECOND_MELD_ANY)
        return false;
    for (int m = 0; m < turn->meld_count; m++) {
        const struct oracle_meld *meld = &turn->melds[m];
        if (oracle_meld_size(meld) == 0 || meld->kind != kind)
            continue;
        if (turn->rules->second_meld == CN_SECOND_MELD_NEVER || oracle_meld_size(meld) < 7)
            return true;
    }
    return false;
}

/* Returns whether a wild meld that is not complete keeps wild cards off every other place. Reading:
 * off a second wild meld, too. */
static bool wilds_are_locked(const struct oracle_turn *turn)
{
    if (turn->rules->wild_melds != CN_WILD_MELDS_LOCKING)
        return false;
    for (int m = 0; m < turn->meld_count; m++)
        if (oracle_is_wild_meld(&turn->melds[m]) && turn->melds[m].wilds < 7)
            return true;
    return false;
}

bool oracle_is_pure_after_opening(const struct oracle_turn *turn, int kind)
{
    return (turn->rules->pure_after_opening >> kind & 1) != 0;
}

/* May a meld of this kind take wilds, if it has 'before'? */
static bool pure_takes_wilds(const struct oracle_turn *turn, int kind, int before)
{
    if ((turn->rules->pure_kinds >> kind & 1) != 0)
        return false;
    if (!oracle_is_pure_after_opening(turn, kind))
        return true;
    return turn->initial ? !claims_kind(turn, kind) : before > 0;
}

static bool is_mixed_in_opening(const struct oracle_turn *turn, int naturals, int wilds)
{
    return turn->initial && !turn->rules->opening_mixed_canasta && wilds > 0 &&
           naturals + wilds >= 7;
}

/* A meld of a rank that will have these cards, 'laid' wild cards of them laid now. Its numbers of
 * naturals and wilds are as L18 and L20 want them. */
static enum oracle_rule objection_to_rank(const struct oracle_turn *turn, int kind, int naturals,
                                          int wilds, int laid)
{
    const struct cn_rules *rules = turn->rules;
    if (rules->wilds_fewer_than_naturals && wilds >= naturals)
        return ORACLE_SHAPE;
    if (naturals + wilds > rules->largest_meld)
        return ORACLE_SIZE;
    if (laid > 0 && !pure_takes_wilds(turn, kind, wilds - laid))
        return ORACLE_PURE;
    if (laid > 0 && !turn->initial && naturals < rules->wild_needs_naturals)
        return ORACLE_FIFTH;
    if (laid > 0 && wilds_are_locked(turn))
        return ORACLE_LOCK;
    return is_mixed_in_opening(turn, naturals, wilds) ? ORACLE_MIXED : ORACLE_FINE;
}

static bool wild_meld_fits(const struct oracle_turn *turn, int wilds)
{
    return turn->rules->wild_melds != CN_WILD_MELDS_NONE && wilds >= 3 && wilds <= 7;
}

static enum oracle_rule objection_to_new_meld(const struct oracle_turn *turn, int kind,
                                              int naturals, int wilds)
{
    const struct cn_rules *rules = turn->rules;
    if (kind == CN_JOKER) {
        if (naturals > 0 || !wild_meld_fits(turn, wilds))
            return ORACLE_SHAPE;
        return wilds_are_locked(turn) ? ORACLE_LOCK : ORACLE_FINE;
    }
    if (kind == CN_BLACK_THREE)
        return objection_to_black_threes(turn, naturals, wilds);
    if (!cn_kind_is_natural(kind))
        return ORACLE_NEVER;
    /* The naturals first, then the wild cards, because no other order allows more of these. */
    if (naturals < rules->fewest_naturals || naturals + wilds < 3 ||
        !wilds_can_grow(rules, naturals, 0, wilds))
        return ORACLE_SHAPE;
    const enum oracle_rule rule = objection_to_rank(turn, kind, naturals, wilds, wilds);
    const bool beside_claimed = /* IA15 */
        turn->initial && oracle_is_pure_after_opening(turn, kind) && claims_kind(turn, kind);
    return beside_claimed && (rule == ORACLE_FINE || rule > ORACLE_PURE) ? ORACLE_PURE : rule;
}

enum oracle_rule oracle_new_objection(const struct oracle_turn *turn, int kind, int naturals,
                                      int wilds)
{
    const enum oracle_rule rule = objection_to_new_meld(turn, kind, naturals, wilds);
    if (rule != ORACLE_FINE)
        return rule;
    if (oracle_is_second_meld(turn, kind))
        return ORACLE_SECOND;
    return oracle_is_dead(turn, kind) ? ORACLE_DEAD : ORACLE_FINE;
}

enum oracle_rule oracle_addition_objection(const struct oracle_turn *turn, int at, int naturals,
                                           int wilds)
{
    const struct oracle_meld *meld = &turn->melds[at];
    const int all_naturals = meld->naturals + naturals, all_wilds = meld->wilds + wilds;
    if (oracle_meld_size(meld) == 0 || naturals + wilds == 0)
        return ORACLE_SHAPE;
    if (oracle_is_wild_meld(meld))
        return naturals > 0 || !wild_meld_fits(turn, all_wilds) ? ORACLE_SHAPE : ORACLE_FINE;
    if (meld->kind == CN_BLACK_THREE)
        return objection_to_black_threes(turn, all_naturals, wilds);
    if (!wilds_can_grow(turn->rules, all_naturals, meld->wilds, all_wilds))
        return ORACLE_SHAPE;
    const enum oracle_rule rule =
        objection_to_rank(turn, meld->kind, all_naturals, all_wilds, wilds);
    if (rule != ORACLE_FINE)
        return rule;
    return oracle_is_dead(turn, meld->kind) ? ORACLE_DEAD : ORACLE_FINE;
}

/* Reading: where one meld of a pure_after_opening kind has wilds and the other has none, this one
 * would take them, so they are combined in the opening turn only. */
static bool pure_melds_combine(const struct oracle_turn *turn, const struct oracle_meld *a,
                               const struct oracle_meld *b)
{
    if (!oracle_is_pure_after_opening(turn, a->kind) || (a->wilds > 0) == (b->wilds > 0))
        return true;
    return turn->initial && !claims_kind(turn, a->kind);
}

/* I24. Reading: "three" is the parameter most_wilds, so that a combined meld is always one that
 * could stand; and black threes combined stay within most_black_threes. */
enum oracle_rule oracle_combination_objection(const struct oracle_turn *turn, int low, int high)
{
    const struct cn_rules *rules = turn->rules;
    const struct oracle_meld *a = &turn->melds[low];
    const struct oracle_meld *b = &turn->melds[high];
    const int naturals = a->naturals + b->naturals, wilds = a->wilds + b->wilds;
    if (low >= high || oracle_meld_size(a) == 0 || oracle_meld_size(b) == 0 || a->kind != b->kind)
        return ORACLE_SHAPE;
    if (oracle_is_wild_meld(a))
        return wilds <= 7 ? ORACLE_FINE : ORACLE_SHAPE;
    if (a->kind == CN_BLACK_THREE ? naturals > rules->most_black_threes : wilds > rules->most_wilds)
        return ORACLE_SHAPE;
    if (naturals + wilds > rules->largest_meld)
        return ORACLE_SIZE;
    if (!pure_melds_combine(turn, a, b))
        return ORACLE_PURE;
    if (is_mixed_in_opening(turn, naturals, wilds))
        return ORACLE_MIXED;
    return oracle_is_dead(turn, a->kind) ? ORACLE_DEAD : ORACLE_FINE;
}

bool oracle_new_fits(const struct oracle_turn *turn, int kind, int naturals, int wilds)
{
    return oracle_new_objection(turn, kind, naturals, wilds) == ORACLE_FINE;
}

bool oracle_addition_fits(const struct oracle_turn *turn, int at, int naturals, int wilds)
{
    return oracle_addition_objection(turn, at, naturals, wilds) == ORACLE_FINE;
}

bool oracle_combination_fits(const struct oracle_turn *turn, int low, int high)
{
    return oracle_combination_objection(turn, low, high) == ORACLE_FINE;
}

void oracle_combine(struct oracle_turn *turn, int low, int high)
{
    struct oracle_meld *into = &turn->melds[low];
    const struct oracle_meld *from = &turn->melds[high];
    into->naturals = (int8_t)(into->naturals + from->naturals);
    into->wilds = (int8_t)(into->wilds + from->wilds);
    into->jokers = (int8_t)(into->jokers + from->jokers);
    turn->melds[high] = (struct oracle_meld){0};
    if (turn->claim == high)
        turn->claim = low;
    oracle_settle(turn);
}
