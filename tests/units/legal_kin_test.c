/* legal_kin_test.c -- the law of American Canasta and its kin against two independent
 * implementations of the rulebook.
 *
 * Positions are set up so that what their parameters are about is common: sides one card short of a
 * canasta, unfinished wild melds, dead ranks, an empty pile, kept bonus cards, talons that are due,
 * second hands that wait (tests/oracle/kin.h). Half of them are played by the built-in rule sets
 * that have these parameters, with house rules or without, half by others with random values of
 * some. In each position the lists of exhaustive search (tests/oracle/oracle.h), of calculation
 * (tests/oracle/feasible.h) and of the engine must be equal, and refusals must name the first
 * article in the rulebook's order. Some listed actions are then applied, here and not by the
 * engine, and the positions after them tried.
 *
 * For two parameters of each position the list is made again with the neutral value, and for two
 * requirements for the end of a turn without them. The tests ask that each changes lists: otherwise
 * the positions would not try it.
 *
 * The positions change every day (UTC). The first line printed is the seed; CANASTA_SEED=n repeats
 * a run. CANASTA_FULL=1 compares a million lists, the argument n compares n, and CANASTA_SHOWN=n
 * prints n differences of each sort.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "engine/deal.h"
#include "engine/legal.h"
#include "tests/oracle/compare.h"
#include "tests/oracle/feasible.h"
#include "tests/oracle/kin.h"

enum {
    LISTS = 20000,
    LISTS_FULL = 1000000,
    SAMPLED = 8,   /* actions whose verdict is compared */
    STEPS_MAX = 9, /* decisions of one turn that are tried */
    SHOWN = 6
};

static uint64_t position_seed;

/* ---- printing ---- */

static void print_position(void)
{
    printf("  rules %s%s, seed %llu\n", kin.rules.name, kin.text,
           (unsigned long long)position_seed);
    print_board(&kin.rules, &kin_now.board, kin_now.hand);
}

/* ---- comparing ---- */

enum decider {
    SEARCH,
    CALCULATION,
    ENGINE,
    DECIDERS
};
static const char *const decider_names[] = {"search", "calculation", "engine"};

static struct {
    int64_t wanted, lists, shown, given_up, many, differences[DECIDERS];
    int64_t phases[CN_PHASE_ENDED + 1], types[CN_ACTION_TYPES], empty;
    int64_t needs_tried[ORACLE_NEEDS], needs_changed[ORACLE_NEEDS];
    int64_t wrong_refusals, rules_cited[ORACLE_UNJUDGED], needs_cited[ORACLE_NEEDS];
    uint64_t seed;
} walk;
static struct cn_actions lists[DECIDERS], changed;

static void compare_with(enum decider decider)
{
    sort_list(&lists[decider]);
    if (same_lists(&lists[SEARCH], &lists[decider]))
        return;
    if (walk.differences[decider]++ >= walk.shown)
        return;
    printf("DIFFERENCE: search and %s\n", decider_names[decider]);
    print_position();
    const struct cn_law *law = kin.played ? &kin.law : NULL;
    print_only(law, "search", &lists[SEARCH], &lists[decider]);
    print_only(law, decider_names[decider], &lists[decider], &lists[SEARCH]);
}

/* Bonus cards do not stay in the hand, so they are not in it. */
static cn_hand without_kept_cards(struct cn_board *board, cn_hand hand)
{
    const cn_hand rest = cn_hand_drop(hand, cn_bonus_mask(&kin.rules));
    board->hand_size[board->turn] =
        (uint16_t)(board->hand_size[board->turn] - cn_hand_size(hand) + cn_hand_size(rest));
    return rest;
}

/* Would the list be another with the neutral value of the parameter? */
static void try_neutral(struct kin_parameter *parameter)
{
    struct cn_rules neutral = kin.rules;
    assert_true(kin_set_value(&neutral, parameter->name, parameter->neutral));
    struct cn_board board = kin_now.board;
    if (neutral.second_hand.count == 0)
        memset(board.second, 0, sizeof board.second);
    cn_hand hand = kin_now.hand;
    if (neutral.keep_bonus_card < kin.rules.keep_bonus_card)
        hand = without_kept_cards(&board, hand);
    if (oracle_list(&neutral, &board, hand, 0, &changed) < 0)
        return;
    sort_list(&changed);
    parameter->tried++;
    parameter->changed += !same_lists(&changed, &lists[SEARCH]);
}

/* The parameter that has changed the fewest lists so far, and another. */
static void try_neutral_values(void)
{
    if (kin.count == 0)
        return;
    struct kin_parameter *rarest = &kin_parameters[kin.at[0]];
    for (int i = 1; i < kin.count; i++)
        if (kin_parameters[kin.at[i]].changed < rarest->changed)
            rarest = &kin_parameters[kin.at[i]];
    try_neutral(rarest);
    try_neutral(&kin_parameters[kin.at[kin_below(kin.count)]]);
}

/* Do the rules have this requirement? */
static bool is_required(enum oracle_need need)
{
    const struct cn_rules *rules = &kin.rules;
    switch (need) {
    case ORACLE_OUTNUMBER: return rules->naturals_outnumber_wilds;
    case ORACLE_OPENING_NEEDS: return rules->opening_needs != CN_OPENING_ANYTHING;
    case ORACLE_ANSWER: return kin_now.board.answer != CN_ANSWER_NONE;
    case ORACLE_CONSENT: return rules->out_consent;
    case ORACLE_OUT_BARS: return rules->out_bars != 0;
    case ORACLE_SECOND_HANDS: return rules->second_hand_out == CN_SECOND_HAND_OUT_ALL;
    case ORACLE_LAST_BARRED: return rules->last_discard_bars != 0;
    case ORACLE_LAST_DISCARD: return !rules->go_out_by_melding;
    case ORACLE_CONTRACT: return cn_rules_contract_size(rules) > 0;
    case ORACLE_MINIMUM:
    case ORACLE_BLACK_THREES:
    case ORACLE_KEEP: return true;
    case ORACLE_NEEDS: break;
    }
    return false;
}

/* Here a refusal names the minimum if all that an opening needs stops the turn together. */
static unsigned taken_away_with(int need)
{
    const unsigned opening = ORACLE_BIT(ORACLE_OUTNUMBER) | ORACLE_BIT(ORACLE_OPENING_NEEDS);
    return ORACLE_BIT(need) | (need == ORACLE_MINIMUM ? opening : 0);
}

static void try_without(int need)
{
    if (oracle_list(&kin.rules, &kin_now.board, kin_now.hand, taken_away_with(need), &changed) < 0)
        return;
    sort_list(&changed);
    walk.needs_tried[need]++;
    walk.needs_changed[need] += !same_lists(&changed, &lists[SEARCH]);
}

/* The requirement that has changed the fewest lists so far, and another. */
static void try_without_requirements(void)
{
    int needs[ORACLE_NEEDS], count = 0, rarest = 0;
    for (int need = 0; need < ORACLE_NEEDS; need++)
        if (is_required((enum oracle_need)need))
            needs[count++] = need;
    for (int i = 1; i < count; i++)
        if (walk.needs_changed[needs[i]] < walk.needs_changed[needs[rarest]])
            rarest = i;
    try_without(needs[rarest]);
    try_without(needs[kin_below(count)]);
}

/* ---- why the engine refuses ---- */

/* Refusals by what they are about, in the words of tests/oracle/oracle.h. */
static const struct {
    const char *name;
    enum oracle_rule rule; /* about the action itself; ORACLE_FINE: about the end of the turn … */
    enum oracle_need need; /* … which this requirement keeps it from */
} refusals[] = {
    {"NOT_HELD_DISCARD", ORACLE_HELD, ORACLE_NEEDS},
    {"NOT_HELD_MELD", ORACLE_HELD, ORACLE_NEEDS},
    {"CLAIM_NEEDS_PAIR", ORACLE_HELD, ORACLE_NEEDS},
    {"CLAIM_NEEDS_WILD", ORACLE_HELD, ORACLE_NEEDS},
    {"BONUS_CARD_MELDED", ORACLE_NEVER, ORACLE_NEEDS},
    {"MELD_OF_WILDS", ORACLE_SHAPE, ORACLE_NEEDS},
    {"WILD_MELD_SHAPE", ORACLE_SHAPE, ORACLE_NEEDS},
    {"TOO_FEW_NATURALS", ORACLE_SHAPE, ORACLE_NEEDS},
    {"TOO_FEW_CARDS", ORACLE_SHAPE, ORACLE_NEEDS},
    {"TOO_MANY_WILDS", ORACLE_SHAPE, ORACLE_NEEDS},
    {"TOO_MANY_WILDS_CANASTA", ORACLE_SHAPE, ORACLE_NEEDS},
    {"WILDS_NOT_FEWER", ORACLE_SHAPE, ORACLE_NEEDS},
    {"BLACK_THREES_SHAPE", ORACLE_SHAPE, ORACLE_NEEDS},
    {"BLACK_THREES_NEVER", ORACLE_SHAPE, ORACLE_NEEDS},
    {"BLACK_THREES_WILD", ORACLE_SHAPE, ORACLE_NEEDS},
    {"BLACK_THREES_LAST_RED", ORACLE_SHAPE, ORACLE_NEEDS},
    {"NOTHING_ADDED", ORACLE_SHAPE, ORACLE_NEEDS},
    {"COMBINE_RANKS", ORACLE_SHAPE, ORACLE_NEEDS},
    {"COMBINE_WILDS", ORACLE_SHAPE, ORACLE_NEEDS},
    {"MELD_TOO_LARGE", ORACLE_SIZE, ORACLE_NEEDS},
    {"PURE", ORACLE_PURE, ORACLE_NEEDS},
    {"PURE_AFTER_OPENING", ORACLE_PURE, ORACLE_NEEDS},
    {"PURE_CLAIMED", ORACLE_PURE, ORACLE_NEEDS},
    {"WILD_NEEDS_NATURALS", ORACLE_FIFTH, ORACLE_NEEDS},
    {"WILDS_LOCKED", ORACLE_LOCK, ORACLE_NEEDS},
    {"OPENING_MIXED", ORACLE_MIXED, ORACLE_NEEDS},
    {"SECOND_MELD", ORACLE_SECOND, ORACLE_NEEDS},
    {"SECOND_MELD_UNFINISHED", ORACLE_SECOND, ORACLE_NEEDS},
    {"DEAD_RANK", ORACLE_DEAD, ORACLE_NEEDS},
    {"BONUS_CARD_HELD", ORACLE_BONUS_HELD, ORACLE_NEEDS},
    {"TOP_CARD", ORACLE_TOP, ORACLE_NEEDS},
    {"NO_PILE", ORACLE_TOP, ORACLE_NEEDS},
    {"ONE_CARD_HAND", ORACLE_ONE_CARD, ORACLE_NEEDS},
    {"FROZEN", ORACLE_FROZEN, ORACLE_NEEDS},
    {"FROZEN_BEFORE_INITIAL", ORACLE_FROZEN, ORACLE_NEEDS},
    {"FROZEN_BY_BLACK_THREE", ORACLE_FROZEN, ORACLE_NEEDS},
    {"NO_CLAIM_WITH_WILD", ORACLE_MANNER, ORACLE_NEEDS},
    {"NO_CLAIM_ONTO", ORACLE_MANNER, ORACLE_NEEDS},
    {"ONTO_OTHER_RANK", ORACLE_MANNER, ORACLE_NEEDS},
    {"ONTO_CANASTA", ORACLE_MANNER, ORACLE_NEEDS},
    {"NO_SUCH_MELD", ORACLE_MANNER, ORACLE_NEEDS},
    {"BONUS_CARD_DISCARDED", ORACLE_BONUS, ORACLE_NEEDS},
    {"DISCARD_EMPTY_PILE", ORACLE_LADDER, ORACLE_NEEDS},
    {"DISCARD_DEAD", ORACLE_LADDER, ORACLE_NEEDS},
    {"DISCARD_WILD", ORACLE_LADDER, ORACLE_NEEDS},
    {"DISCARD_WAITS", ORACLE_LADDER, ORACLE_NEEDS},
    {"OUTNUMBER", ORACLE_FINE, ORACLE_OUTNUMBER},
    {"OPENING_NATURAL_MELD", ORACLE_FINE, ORACLE_OPENING_NEEDS},
    {"OPENING_NATURAL_OR_WILD", ORACLE_FINE, ORACLE_OPENING_NEEDS},
    {"OPENING_THREE_NATURALS", ORACLE_FINE, ORACLE_OPENING_NEEDS},
    {"MINIMUM", ORACLE_FINE, ORACLE_MINIMUM},
    {"MINIMUM_WITH_PACK", ORACLE_FINE, ORACLE_MINIMUM},
    {"MUST_GO_OUT", ORACLE_FINE, ORACLE_ANSWER},
    {"MUST_NOT_GO_OUT", ORACLE_FINE, ORACLE_ANSWER},
    {"CONSENT", ORACLE_FINE, ORACLE_CONSENT},
    {"BLACK_THREES_NOT_OUT", ORACLE_FINE, ORACLE_BLACK_THREES},
    {"OUT_BARS", ORACLE_FINE, ORACLE_OUT_BARS},
    {"OUT_BARS_WILD", ORACLE_FINE, ORACLE_OUT_BARS},
    {"PARTNER_HAND_WAITS", ORACLE_FINE, ORACLE_SECOND_HANDS},
    {"LAST_DISCARD_BARS", ORACLE_FINE, ORACLE_LAST_BARRED},
    {"LAST_DISCARD", ORACLE_FINE, ORACLE_LAST_DISCARD},
    {"CONTRACT", ORACLE_FINE, ORACLE_CONTRACT},
    {"CONTRACT_SPOILED", ORACLE_FINE, ORACLE_CONTRACT},
    {"KEEP_A_CARD", ORACLE_FINE, ORACLE_KEEP},
    {"SECOND_HAND_WAITS", ORACLE_FINE, ORACLE_KEEP},
};
enum {
    REFUSALS = sizeof refusals / sizeof refusals[0]
};
static const char *const need_names[] = {
    "outnumber", "opening needs", "minimum",      "answer",   "consent",     "black threes", "bars",
    "partners",  "last barred",   "last discard", "contract", "keep a card", "none"};

/* Returns the index in 'refusals', or -1 for one of another sort. */
static int find_refusal(const char *name)
{
    for (int i = 0; i < REFUSALS; i++)
        if (strcmp(refusals[i].name, name) == 0)
            return i;
    return -1;
}

static bool is_listed_without(unsigned needs, struct cn_action action)
{
    return oracle_list(&kin.rules, &kin_now.board, kin_now.hand, needs, &changed) >= 0 &&
           is_listed(&changed, action);
}

/* Do all cards of the seat reach the minimum? The top card is one of them unless it lies aside. */
static bool reaches_minimum(struct cn_action action)
{
    struct oracle_turn turn;
    oracle_read(&kin.rules, &kin_now.board, kin_now.hand, &turn);
    if (!turn.initial)
        return true;
    int points = turn.points;
    for (int kind = 0; kind < CN_KINDS; kind++)
        points += kin_is_bonus(kind) ? 0 : turn.hand[kind] * oracle_points_of(&kin.rules, kind);
    if (cn_action_takes(action) && kin.rules.opening_top_card)
        points += oracle_points_of(&kin.rules, kin_now.board.pile_top);
    if (turn.claim >= 0 && !kin.rules.opening_top_card)
        points -= oracle_points_of(&kin.rules, turn.melds[turn.claim].kind);
    return points >= turn.minimum;
}

/* Returns what the refusal to lay or take should be about, by the rulebook's order; ORACLE_NEEDS if
 * that is left open. */
static enum oracle_need need_of_step(struct cn_action action)
{
    static const enum oracle_need singly[] = {ORACLE_OUTNUMBER, ORACLE_OPENING_NEEDS,
                                              ORACLE_MINIMUM, ORACLE_ANSWER, ORACLE_CONSENT};
    static const enum oracle_need together[] = {ORACLE_OUT_BARS, ORACLE_SECOND_HANDS,
                                                ORACLE_LAST_BARRED, ORACLE_LAST_DISCARD,
                                                ORACLE_CONTRACT};
    /* A claim that I10 lets join below the count may be stopped by several rules at once. */
    if (kin_now.board.phase == CN_PHASE_TAKING && kin.rules.concealed_minimum == CN_CONCEALED_NONE)
        return ORACLE_NEEDS;
    for (int i = 0; i < 5; i++)
        if (is_listed_without(taken_away_with((int)singly[i]), action))
            return singly[i];
    /* Here the rule sets of the Laws of 1950 have an order of their own. */
    if (!kin.law.planned || kin.rules.naturals_outnumber_wilds)
        return ORACLE_NEEDS;
    if (!reaches_minimum(action)) {
        const bool always = kin.rules.canasta_lifts_minimum == CN_LIFTS_NEVER &&
                            kin.rules.concealed_minimum == CN_CONCEALED_ALWAYS;
        return always ? ORACLE_MINIMUM : ORACLE_NEEDS;
    }
    if (kin_now.board.black_laid ||
        (action.type == CN_ACTION_MELD && action.place == CN_BLACK_THREE))
        return ORACLE_BLACK_THREES;
    unsigned needs = ORACLE_BIT(ORACLE_CONSENT);
    for (int i = 0; i < 5; i++) {
        needs |= ORACLE_BIT(together[i]);
        if (is_listed_without(needs, action))
            return together[i];
    }
    return ORACLE_KEEP;
}

/* A discard that leaves a card. */
static enum oracle_need need_of_discard(const struct oracle_turn *turn)
{
    if (turn->answer == CN_ANSWER_YES)
        return ORACLE_ANSWER;
    if (turn->black)
        return ORACLE_BLACK_THREES;
    return oracle_opening_fits(turn) ? ORACLE_MINIMUM : ORACLE_OPENING_NEEDS;
}

static enum oracle_need need_of_last_discard(struct oracle_turn turn, int kind)
{
    if (oracle_canastas(&turn) < turn.needed || turn.waiting > 0)
        return ORACLE_KEEP;
    if (turn.answer == CN_ANSWER_NO)
        return ORACLE_ANSWER;
    if (turn.consent && turn.answer != CN_ANSWER_YES)
        return ORACLE_CONSENT;
    if (oracle_is_barred(&turn))
        return ORACLE_OUT_BARS;
    if (!oracle_has_contract(&turn))
        return ORACLE_CONTRACT;
    if (turn.partners_wait)
        return ORACLE_SECOND_HANDS;
    if (!oracle_may_be_last(&turn, kind))
        return ORACLE_LAST_BARRED;
    return oracle_opening_fits(&turn) ? ORACLE_MINIMUM : ORACLE_OPENING_NEEDS;
}

static enum oracle_need need_of(struct cn_action action)
{
    struct oracle_turn turn;
    if (action.type != CN_ACTION_DISCARD)
        return need_of_step(action);
    if (!kin.law.planned) /* the Laws of 1950 have an order of their own */
        return ORACLE_NEEDS;
    oracle_read(&kin.rules, &kin_now.board, kin_now.hand, &turn);
    const bool brings_hand =
        turn.waiting > 0 && kin.rules.second_hand_when == CN_SECOND_HAND_WHEN_EMPTY;
    if (oracle_size(&turn) > 1 || brings_hand || oracle_talon_is_due(&turn))
        return need_of_discard(&turn);
    return need_of_last_discard(turn, action.place);
}

static void print_refusal(struct cn_action action, const char *says, const char *wanted)
{
    if (walk.wrong_refusals++ >= walk.shown)
        return;
    char text[CN_ACTION_TEXT];
    cn_action_format(&kin.law, action, text);
    printf("DIFFERENCE: [%s] is refused as %s; it should be: %s\n", text, says, wanted);
    print_position();
}

static void check_refusal(struct cn_action action, const struct cn_refusal *why)
{
    const enum oracle_rule rule =
        oracle_objection(&kin.rules, &kin_now.board, kin_now.hand, action);
    const char *name = cn_refusal_name(why->id);
    const int found = find_refusal(name);
    char wanted[40];
    if (rule == ORACLE_UNJUDGED)
        return;
    if (rule != ORACLE_FINE) {
        walk.rules_cited[rule]++;
        snprintf(wanted, sizeof wanted, "rule %d", (int)rule);
        if (found < 0 || refusals[found].rule != rule)
            print_refusal(action, name, wanted);
        return;
    }
    const enum oracle_need need = need_of(action);
    if (need == ORACLE_NEEDS)
        return;
    walk.needs_cited[need]++;
    if (found < 0 || refusals[found].rule != ORACLE_FINE || refusals[found].need != need)
        print_refusal(action, name, need_names[need]);
}

/* Returns a random action, legal or not. */
static struct cn_action random_action(void)
{
    const struct cn_board *board = &kin_now.board;
    const int melds = board->meld_count[board->side[board->turn]] + 1;
    const int type = kin_below(CN_ACTION_TYPES);
    switch (type) {
    case CN_ACTION_TAKE_ONTO: return cn_action_of(type, kin_below(melds), 0, 0, 0);
    case CN_ACTION_MELD:
        if (kin_chance(15))
            return cn_action_of(type, CN_JOKER, 0, kin_below(7), kin_below(4));
        return cn_action_of(type, kin_chance(10) ? CN_BLACK_THREE : kin_natural(), kin_below(7),
                            kin_below(4), kin_below(3));
    case CN_ACTION_ADD:
        return cn_action_of(type, kin_below(melds), kin_below(5), kin_below(4), kin_below(3));
    case CN_ACTION_MERGE: {
        const int low = kin_below(melds);
        return cn_action_of(type, low, low + 1 + kin_below(melds), 0, 0);
    }
    case CN_ACTION_DISCARD: return cn_action_of(type, kin_below(CN_KINDS), 0, 0, 0);
    case CN_ACTION_FACE:
        return cn_action_of(type, kin_chance(50) ? CN_RED_THREE : CN_BLACK_THREE, 0, 0, 0);
    case CN_ACTION_HAND:
        if (kin.rules.special_hands.count == 0)
            return cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0);
        return cn_action_of(type, kin_below(kin.rules.special_hands.count), 0, 0, 0);
    default: return cn_action_of(type, 0, 0, 0, 0);
    }
}

/* Returns an action of cards that the hand holds, or a taking or discard. */
static struct cn_action likely_action(void)
{
    const struct cn_board *board = &kin_now.board;
    const int side = board->side[board->turn];
    if (board->phase == CN_PHASE_START) {
        const int type = CN_ACTION_TAKE_PAIR + kin_below(4);
        return cn_action_of(type, type == CN_ACTION_TAKE_ONTO ? kin_below(3) : 0, 0, 0, 0);
    }
    if (kin_chance(25))
        return cn_action_of(CN_ACTION_DISCARD, kin_below(CN_KINDS), 0, 0, 0);
    const int deuces = kin_below(1 + cn_hand_count(kin_now.hand, CN_DEUCE));
    const int jokers = kin_below(1 + cn_hand_count(kin_now.hand, CN_JOKER));
    const bool adds = board->meld_count[side] > 0 && kin_chance(50);
    const int at = adds ? kin_below(board->meld_count[side]) : 0;
    const int kind = adds             ? cn_meld_kind(board->melds[side][at])
                     : kin_chance(10) ? CN_JOKER
                                      : CN_BLACK_THREE + kin_below(CN_KINDS - CN_BLACK_THREE);
    const int naturals =
        cn_kind_is_wild(kind) ? 0 : cn_hand_count(kin_now.hand, kind) - (kin_chance(30) ? 1 : 0);
    const bool wild = kind == CN_JOKER || kin_chance(60);
    return cn_action_of(adds ? CN_ACTION_ADD : CN_ACTION_MELD, adds ? at : kind,
                        naturals > 0 ? naturals : 0, wild ? deuces : 0, wild ? jokers : 0);
}

/* The engine's verdict on listed and other actions, and its reasons. */
static void compare_verdicts(void)
{
    for (int i = 0; i < SAMPLED; i++) {
        const bool listed_one = i % 4 == 0 && lists[SEARCH].count > 0;
        const struct cn_action action = listed_one
                                            ? lists[SEARCH].at[kin_below(lists[SEARCH].count)]
                                        : i % 4 == 1 ? random_action()
                                                     : likely_action();
        const bool listed = is_listed(&lists[SEARCH], action);
        struct cn_refusal why;
        memset(&why, 0, sizeof why);
        const bool says = cn_board_legal_check(&kin.law, &kin_now.board, kin_now.board.turn,
                                               kin_now.hand, action, &why);
        if (says != listed && kin_now.board.phase != CN_PHASE_ANSWER)
            print_refusal(action, says ? "legal" : cn_refusal_name(why.id), "as listed");
        else if (!says)
            check_refusal(action, &why);
    }
}

static bool compare_lists(void)
{
    const struct cn_board *board = &kin_now.board;
    walk.lists++;
    walk.phases[board->phase]++;
    if (oracle_list(&kin.rules, board, kin_now.hand, 0, &lists[SEARCH]) < 0) {
        walk.given_up++;
        return false;
    }
    sort_list(&lists[SEARCH]);
    walk.empty += lists[SEARCH].count == 0;
    for (int i = 0; i < lists[SEARCH].count; i++)
        walk.types[lists[SEARCH].at[i].type]++;
    if (feasible_list(&kin.rules, board, kin_now.hand, 0, &lists[CALCULATION]) >= 0)
        compare_with(CALCULATION);
    if (kin.played) {
        cn_board_legal_list(&kin.law, board, kin_now.hand, &lists[ENGINE]);
        compare_with(ENGINE);
        compare_verdicts();
    }
    try_neutral_values();
    try_without_requirements();
    return true;
}

/* Chooses like a player that asks, takes and melds most of the time when it can. */
static struct cn_action choose_action(const struct cn_actions *list)
{
    const unsigned types = cn_actions_types(list);
    unsigned wanted = types;
    if ((types >> CN_ACTION_ASK & 1) != 0 && kin_chance(45))
        wanted = 1u << CN_ACTION_ASK;
    else if ((types >> CN_ACTION_FACE & 1) != 0 && kin_chance(40))
        wanted = 1u << CN_ACTION_FACE;
    else if ((types & CN_TYPES_TAKE) != 0 && kin_chance(70))
        wanted = CN_TYPES_TAKE;
    else if ((types >> CN_ACTION_MERGE & 1) != 0 && kin_chance(25))
        wanted = 1u << CN_ACTION_MERGE;
    else if ((types & CN_TYPES_LAY) != 0 && kin_chance(85))
        wanted = CN_TYPES_LAY;
    int count = 0, found = 0;
    for (int i = 0; i < list->count; i++)
        if ((wanted >> list->at[i].type & 1) != 0 && kin_below(++count) == 0)
            found = i;
    return list->at[found];
}

static void play_on(void)
{
    for (int step = 0; step < STEPS_MAX && walk.lists < walk.wanted; step++) {
        if (!compare_lists() || lists[SEARCH].count == 0)
            return;
        if (!kin_apply(&kin_now, choose_action(&lists[SEARCH])))
            return;
    }
}

/* ---- the walk and its tests ---- */

static int64_t number_from(const char *name, int64_t otherwise)
{
    const char *text = getenv(name);
    return text == NULL || text[0] == '\0' ? otherwise : strtoll(text, NULL, 10);
}

static void print_counts(void)
{
    printf("%lld lists, %lld empty, %lld given up; in phase:", (long long)walk.lists,
           (long long)walk.empty, (long long)walk.given_up);
    for (int phase = 0; phase <= CN_PHASE_ENDED; phase++)
        printf(" %s %lld", cn_phase_name(phase), (long long)walk.phases[phase]);
    printf("\nactions by type:");
    for (int type = 0; type < CN_ACTION_TYPES; type++)
        printf(" %lld", (long long)walk.types[type]);
    printf("\nlists that a neutral value changes, of those tried:\n");
    for (int i = 0; i < KIN_PARAMETERS; i++)
        printf("  %s %lld of %lld\n", kin_parameters[i].name, (long long)kin_parameters[i].changed,
               (long long)kin_parameters[i].tried);
    printf("lists without a requirement that differ, of those tried:");
    for (int need = 0; need < ORACLE_NEEDS; need++)
        printf(" %s %lld of %lld,", need_names[need], (long long)walk.needs_changed[need],
               (long long)walk.needs_tried[need]);
    printf("\nrefused for a rule about the action:");
    for (int rule = 0; rule < ORACLE_UNJUDGED; rule++)
        printf(" %d: %lld,", rule, (long long)walk.rules_cited[rule]);
    printf("\nrefused because the turn could not end:");
    for (int need = 0; need < ORACLE_NEEDS; need++)
        printf(" %s %lld,", need_names[need], (long long)walk.needs_cited[need]);
    printf("\n");
}

static int take_the_walk(void **state)
{
    (void)state;
    const int64_t today = (int64_t)time(NULL) / (24 * 60 * 60);
    const uint64_t first = (uint64_t)number_from("CANASTA_SEED", today);
    walk.shown = number_from("CANASTA_SHOWN", SHOWN);
    printf("CANASTA_SEED=%llu\n", (unsigned long long)first);
    for (uint64_t round = 0; walk.lists < walk.wanted; round++) {
        position_seed = first * 1000000007u + round;
        cn_rng_init(&kin_rng, position_seed);
        if (round % 2 == 0)
            kin_choose_combination();
        else if (kin_choose_set(true) && round % 4 == 3)
            kin_change_set();
        struct cn_rules_error error;
        kin.played = cn_rules_check(&kin.rules, &error);
        kin_note_parameters();
        if (kin.played)
            cn_law_init(&kin.law, &kin.rules);
        for (int n = 0; n < 4 && walk.lists < walk.wanted; n++) {
            kin_choose_position();
            play_on();
        }
    }
    print_counts();
    return 0;
}

static void search_and_calculation_agree(void **state)
{
    (void)state;
    assert_int_equal(walk.differences[CALCULATION], 0);
    assert_true(walk.given_up * 100 < walk.lists);
}

static void search_and_the_engine_agree(void **state)
{
    (void)state;
    assert_int_equal(walk.differences[ENGINE], 0);
}

static void refusals_name_the_first_article(void **state)
{
    (void)state;
    assert_int_equal(walk.wrong_refusals, 0);
}

/* The fewest lists that each changes, of the 20,000. */
static int64_t fewest(void)
{
    return walk.lists / 4000;
}

static void every_parameter_changes_lists(void **state)
{
    (void)state;
    for (int i = 0; i < KIN_PARAMETERS; i++)
        if (kin_parameters[i].changed < fewest())
            fail_msg("%s changes %lld lists", kin_parameters[i].name,
                     (long long)kin_parameters[i].changed);
}

static void every_requirement_changes_lists(void **state)
{
    (void)state;
    for (int need = 0; need < ORACLE_NEEDS; need++)
        assert_true(walk.needs_changed[need] >= fewest());
}

static void every_sort_of_action_is_listed(void **state)
{
    (void)state;
    for (int type = 0; type < CN_ACTION_CALL; type++) /* the others only where a referee rules */
        assert_true(walk.types[type] > 0);
}

int main(int count, char **arguments)
{
    const char *full = getenv("CANASTA_FULL");
    walk.wanted = full != NULL && strcmp(full, "1") == 0 ? LISTS_FULL : LISTS;
    if (count > 1)
        walk.wanted = strtoll(arguments[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_and_calculation_agree),
        cmocka_unit_test(search_and_the_engine_agree),
        cmocka_unit_test(refusals_name_the_first_article),
        cmocka_unit_test(every_parameter_changes_lists),
        cmocka_unit_test(every_requirement_changes_lists),
        cmocka_unit_test(every_sort_of_action_is_listed),
    };
    return cmocka_run_group_tests(tests, take_the_walk, NULL);
}
