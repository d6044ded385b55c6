/* lister.c -- every conceivable action of a phase that the law of one step allows, and after which
 * the turn can end; and what forbids the others. */
#include "oracle.h"

#include <string.h>

struct lister {
    const struct cn_rules *rules;
    const struct cn_board *board;
    unsigned without;
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

static bool lacks(const struct lister *l, enum oracle_need need)
{
    return (l->without & ORACLE_BIT(need)) != 0;
}

static bool has_partner(const struct cn_board *board)
{
    for (int seat = board->next[board->turn]; seat != board->turn; seat = board->next[seat])
        if (board->side[seat] == board->side[board->turn])
            return true;
    return false;
}

/* What the rest of the table has to do with the turn. */
static void read_others(const struct cn_board *board, struct oracle_turn *turn)
{
    const int own = board->side[board->turn];
    for (int side = 0; side < board->sides; side++) {
        if (side == own)
            continue;
        turn->others_opened += board->meld_count[side] > 0;
        for (int m = 0; m < board->meld_count[side]; m++)
            if (cn_meld_size(board->melds[side][m]) >= 7)
                turn->others_closed |= 1u << cn_meld_kind(board->melds[side][m]);
    }
    for (int seat = board->next[board->turn]; seat != board->turn; seat = board->next[seat])
        turn->partners_wait |= board->side[seat] == own && board->second[seat] > 0;
}

/* I27: all cards except the bonus cards, which everyone saw. Reading: those lie below the others,
 * where only a part of the pile is taken. 'top' tells whether the top card is still on the pile. */
static int cards_joining(const struct lister *l, bool top)
{
    const int others = l->board->pile - l->board->pile_red - (top ? 1 : 0);
    const int most = l->rules->pile_taken - 1;
    return l->rules->pile_taken == CN_UNLIMITED || others < most ? others : most;
}

static void read_melds(struct lister *l)
{
    const struct cn_board *board = l->board;
    const int side = board->side[board->turn];
    struct oracle_turn *turn = &l->turn;
    turn->meld_count = board->meld_count[side];
    for (int m = 0; m < turn->meld_count; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        turn->melds[m] =
            (struct oracle_meld){(int8_t)cn_meld_kind(meld), (int8_t)cn_meld_naturals(meld),
                                 (int8_t)cn_meld_wilds(meld), (int8_t)cn_meld_jokers(meld)};
        if (turn->initial)
            turn->points += oracle_points_of_meld(turn, &turn->melds[m]);
    }
}

/* Was a second hand taken up for a canasta in this turn? At once, by the whole rulebook. */
static bool was_taken_up(const struct lister *l, const struct oracle_turn *turn)
{
    struct oracle_turn whole = *turn;
    whole.without = 0;
    whole.minimum = l->board->minimum[l->board->side[l->board->turn]];
    if (turn->canastas_before == UINT8_MAX)
        return true;
    return turn->phase != ORACLE_CLAIM && oracle_opening_is_complete(&whole) &&
           oracle_canastas(turn) > turn->canastas_before;
}

static void read_state(struct lister *l)
{
    const struct cn_board *board = l->board;
    struct oracle_turn *turn = &l->turn;
    const bool start = board->phase == CN_PHASE_START;
    turn->initial =
        (start ? board->meld_count[board->side[board->turn]] : board->melds_before) == 0 &&
        !board->count_waived;
    turn->phase = board->phase == CN_PHASE_TAKING           ? ORACLE_CLAIM
                  : board->phase == CN_PHASE_LAST_RED_THREE ? ORACLE_LAST_RED
                                                            : ORACLE_MELD;
    turn->laid = board->laid;
    turn->black = board->black_laid && !lacks(l, ORACLE_BLACK_THREES);
    turn->drew = (enum cn_drew)board->drew_from;
    turn->claim = turn->drew == CN_DREW_PILE ? board->take_meld : -1;
    turn->stock = board->stock;
    turn->waiting = board->second[board->turn];
    turn->waiting_size = board->second_size[board->turn];
    read_melds(l);
    turn->canastas_before = start ? oracle_canastas(turn) : board->canastas_before;
    turn->taken_up = was_taken_up(l, turn);
}

/* Reading: where the answer is taken away, so is the consent that it gave or refused. */
static void read_answer(struct lister *l)
{
    const enum cn_answer answer =
        l->board->bound ? CN_ANSWER_YES : (enum cn_answer)l->board->answer;
    l->turn.answer = lacks(l, ORACLE_ANSWER) ? CN_ANSWER_NONE : answer;
    l->turn.consent = l->rules->out_consent && has_partner(l->board) && !lacks(l, ORACLE_CONSENT) &&
                      !(lacks(l, ORACLE_ANSWER) && answer != CN_ANSWER_NONE);
}

static void read_turn(struct lister *l, cn_hand hand)
{
    const struct cn_board *board = l->board;
    struct oracle_turn *turn = &l->turn;
    memset(turn, 0, sizeof *turn);
    turn->rules = l->rules;
    turn->without = l->without;
    turn->needed = l->rules->canastas_to_go_out.at[board->players_class];
    turn->minimum = lacks(l, ORACLE_MINIMUM) ? 0 : board->minimum[board->side[board->turn]];
    for (int kind = 0; kind < CN_KINDS; kind++)
        turn->hand[kind] = cn_hand_count(hand, kind);
    read_state(l);
    read_others(board, turn);
    if (l->rules->second_hand_out == CN_SECOND_HAND_OUT_OWN || lacks(l, ORACLE_SECOND_HANDS))
        turn->partners_wait = false;
    read_answer(l);
    /* While the claim waits, its top card is in the meld, otherwise on the pile. */
    l->joining = cards_joining(l, true);
    if (board->phase == CN_PHASE_TAKING)
        turn->joining = cards_joining(l, false);
    if (l->without != 0)
        oracle_settle(turn); /* the claim may already be complete */
}

void oracle_read(const struct cn_rules *rules, const struct cn_board *board, cn_hand hand,
                 struct oracle_turn *turn)
{
    struct lister l = {.rules = rules, .board = board};
    read_turn(&l, hand);
    *turn = l.turn;
}

/* -- laying, discarding, facing, stopping -- */

/* An action lays at most CN_ACTION_DEUCES deuces (action.h): the rest by another one. */
static void list_counts(struct lister *l, int at, int kind)
{
    const bool is_new = at == l->turn.meld_count;
    const int most = kind == CN_JOKER ? 0 : l->turn.hand[kind];
    for (int n = 0; n <= most; n++)
        for (int d = 0; d <= l->turn.hand[CN_DEUCE] && d <= CN_ACTION_DEUCES; d++)
            for (int j = 0; j <= l->turn.hand[CN_JOKER]; j++) {
                if (is_new ? !oracle_new_fits(&l->turn, kind, n, d + j)
                           : !oracle_addition_fits(&l->turn, at, n, d + j))
                    continue;
                struct oracle_turn next = l->turn;
                oracle_lay(&next, at, kind, n, d, j);
                if (asks_well(l, &next))
                    put(l, is_new ? CN_ACTION_MELD : CN_ACTION_ADD, is_new ? kind : at, n, d, j);
            }
}

/* Reading: the turn of the last red three may combine too (I24: at any time after drawing). */
static void list_combining(struct lister *l)
{
    for (int high = 1; high < l->turn.meld_count; high++)
        for (int low = 0; low < high; low++) {
            if (!oracle_combination_fits(&l->turn, low, high))
                continue;
            struct oracle_turn next = l->turn;
            oracle_combine(&next, low, high);
            if (asks_well(l, &next))
                put(l, CN_ACTION_MERGE, low, high, 0, 0);
        }
}

static void list_laying(struct lister *l)
{
    if (oracle_must_face(&l->turn))
        return;
    for (int kind = CN_BLACK_THREE; kind < CN_KINDS; kind++)
        list_counts(l, l->turn.meld_count, kind);
    list_counts(l, l->turn.meld_count, CN_JOKER);
    for (int m = 0; m < l->turn.meld_count; m++)
        if (oracle_meld_size(&l->turn.melds[m]) > 0)
            list_counts(l, m, l->turn.melds[m].kind);
    list_combining(l);
}

static void list_red_three(struct lister *l)
{
    struct oracle_turn next = l->turn;
    if (l->turn.hand[CN_RED_THREE] == 0)
        return;
    oracle_face(&next, CN_RED_THREE);
    if (l->turn.stock > 0 || asks_well(l, &next))
        put(l, CN_ACTION_FACE, CN_RED_THREE, 0, 0, 0);
}

static void list_facing(struct lister *l)
{
    if (oracle_is_refereed(l->rules)) {
        list_red_three(l);
        return;
    }
    for (int kind = 0; kind < CN_KINDS; kind++) {
        if (!oracle_is_bonus(l->rules, kind) || l->turn.hand[kind] == 0)
            continue;
        struct oracle_turn next = l->turn;
        oracle_face(&next, kind);
        if (asks_well(l, &next))
            put(l, CN_ACTION_FACE, kind, 0, 0, 0);
    }
}

/* A hand of several names may be laid under each. */
static void list_special(struct lister *l)
{
    const struct cn_special_hands *hands = &l->rules->special_hands;
    if (!oracle_may_lay_special(&l->turn))
        return;
    for (int first = 0; first < hands->count; first++) {
        bool fits = false, seen = false;
        for (int i = 0; i < hands->count; i++) {
            if (strcmp(hands->row[i].name, hands->row[first].name) != 0)
                continue;
            seen |= i < first;
            fits |= oracle_fits_row(&l->turn, &hands->row[i]);
        }
        if (fits && !seen)
            put(l, CN_ACTION_HAND, first, 0, 0, 0);
    }
}

/* Reading: a kind of wild cards waits for a complete meld of wild cards. */
static bool waits_for_canasta(const struct lister *l, int kind)
{
    if ((l->rules->discard_after_canasta >> kind & 1) == 0)
        return false;
    for (int side = 0; side < l->board->sides; side++) {
        bool has = false;
        for (int m = 0; m < l->board->meld_count[side]; m++) {
            const cn_packed_meld meld = l->board->melds[side][m];
            const int wanted = cn_kind_is_wild(kind) ? CN_JOKER : kind;
            has |= cn_meld_size(meld) >= 7 && cn_meld_kind(meld) == wanted;
        }
        if (!has)
            return true;
    }
    return false;
}

/* IA8. Reading: a dead rank stands on 2 if it is listed for the empty pile, by its own name or as
 * dead. */
static int step_on_ladder(const struct lister *l, int kind)
{
    const int32_t bars = l->board->pile == 0 ? l->rules->empty_pile_discard : 0;
    const bool listed = (bars >> kind & 1) != 0;
    if (cn_kind_is_wild(kind) && (listed || l->rules->discard_wild == CN_DISCARD_WILD_LAST))
        return 3;
    if (oracle_is_dead(&l->turn, kind) && (listed || (bars & CN_KINDS_WORD) != 0))
        return 2;
    return listed || waits_for_canasta(l, kind) ? 1 : 0;
}

static int lowest_step(const struct lister *l)
{
    int lowest = 4;
    for (int kind = 0; kind < CN_KINDS; kind++) {
        if (l->turn.hand[kind] == 0 || oracle_is_bonus(l->rules, kind))
            continue;
        const int step = step_on_ladder(l, kind);
        lowest = step < lowest ? step : lowest;
    }
    return lowest;
}

static bool may_leave(const struct lister *l, int kind)
{
    return !oracle_is_bonus(l->rules, kind) && step_on_ladder(l, kind) == lowest_step(l);
}

/* Reading: the last card is discarded in going out; if no card need be kept, without the
 * canastas too. If it goes out neither way, it may be an ordinary discard where a talon or a second
 * hand comes. */
static bool may_discard_last(const struct oracle_turn *turn)
{
    if (oracle_lacks(turn, ORACLE_KEEP) && turn->answer != CN_ANSWER_NO &&
        oracle_opening_is_complete(turn))
        return true;
    return oracle_last_card_goes_out(turn) ||
           (oracle_cards_to_stay(turn) <= 1 && oracle_may_stay(turn));
}

static int exposed_of(const struct cn_board *board, int kind)
{
    return cn_hand_count(board->exposed[board->turn], kind) -
           cn_hand_count(board->shown[board->turn], kind);
}

/* R18: while the seat has exposed cards, its discard is one of them. */
static bool may_go_first(const struct lister *l, int kind)
{
    bool any = false;
    for (int other = 0; other < CN_KINDS; other++)
        any |= exposed_of(l->board, other) > 0;
    return !any || exposed_of(l->board, kind) > 0;
}

static void list_discards(struct lister *l)
{
    const bool last = oracle_size(&l->turn) == 1;
    if (last ? !may_discard_last(&l->turn) : !oracle_may_stay(&l->turn))
        return;
    for (int kind = 0; kind < CN_KINDS; kind++)
        if (l->turn.hand[kind] > 0 && may_leave(l, kind) && may_go_first(l, kind))
            put(l, CN_ACTION_DISCARD, kind, 0, 0, 0);
}

/* -- the start of a turn -- */

static bool may_draw(const struct lister *l, const struct oracle_turn *turn)
{
    if (turn->stock == 0)
        return false;
    /* Reading: what is drawn are as many unknown cards as the stock allows (I12). That bonus cards
     * might leave fewer, or end the turn (L44), does not help: it is not known. */
    struct oracle_turn next = *turn;
    const int draws = l->rules->draw_count.at[l->board->players_class];
    const int drawn = draws < turn->stock ? draws : turn->stock;
    next.unknown += drawn;
    next.stock -= drawn;
    next.drew = CN_DREW_STOCK;
    return asks_well(l, &next);
}

static bool must_take_if_possible(const struct lister *l, const struct oracle_turn *turn)
{
    return turn->stock == 0 && l->rules->stock_gone.at[l->board->players_class] == CN_STOCK_FORCED;
}

/* One card in the hand (L35, U13, S:pumpa). Reading: a red three below the top counts as a card
 * of the pile. */
static bool one_card_allows_taking(const struct lister *l, const struct oracle_turn *turn)
{
    const int reds = oracle_is_refereed(l->rules) ? turn->hand[CN_RED_THREE] : 0;
    if (oracle_size(turn) - reds > 1 || (reds == 0 && oracle_size(turn) != 1))
        return true; /* R17: a red three does not make a hand of one card two */
    if (l->rules->one_card_hand && turn->stock > 0)
        return false;
    if (l->board->pile != 1)
        return true;
    switch ((enum cn_one_card_pile)l->rules->one_card_pile) {
    /* With one card only adding to a meld is possible, so that is what can be compulsory. */
    case CN_PILE_UNLESS_FORCED: return must_take_if_possible(l, turn);
    case CN_PILE_NEVER: return false;
    case CN_PILE_STOCK_GONE: return turn->stock == 0;
    case CN_PILE_FREE: break;
    }
    return true;
}

static bool top_may_be_taken(const struct lister *l, const struct oracle_turn *turn)
{
    return l->board->pile > 0 && l->board->no_take == 0 && cn_kind_is_natural(l->board->pile_top) &&
           !oracle_is_dead(turn, l->board->pile_top) && one_card_allows_taking(l, turn) &&
           !oracle_must_face(turn);
}

static bool is_frozen(const struct lister *l, const struct oracle_turn *turn)
{
    return l->board->frozen != 0 || (l->rules->frozen_before_initial_meld && turn->initial);
}

/* Returns the meld that a pair, or a natural and a wild card, makes with the top card: a new one
 * or, if a second one is not allowed, the existing one (I23, I25), of several the unfinished one.
 * Returns -1 if it is not valid. */
static int meld_of_claim(const struct lister *l, const struct oracle_turn *turn, int naturals,
                         int wilds)
{
    const int top = l->board->pile_top;
    if (!oracle_is_second_meld(turn, top))
        return oracle_new_fits(turn, top, naturals + 1, wilds) ? turn->meld_count : -1;
    const bool after_canasta = l->rules->second_meld == CN_SECOND_MELD_AFTER_CANASTA;
    for (int m = 0; m < turn->meld_count; m++) {
        const struct oracle_meld *meld = &turn->melds[m];
        if (meld->kind != top || oracle_meld_size(meld) == 0)
            continue;
        if (after_canasta && oracle_meld_size(meld) >= 7)
            continue;
        if (!l->rules->take_onto_canasta && oracle_meld_size(meld) >= 7)
            return -1;
        return oracle_addition_fits(turn, m, naturals + 1, wilds) ? m : -1;
    }
    return -1;
}

/* The top card claimed onto meld 'at' with cards from the hand. */
static bool claim_ends(const struct lister *l, const struct oracle_turn *turn, int at, int naturals,
                       int deuces, int jokers)
{
    const int top = l->board->pile_top;
    struct oracle_turn next = *turn;
    next.hand[top] -= naturals;
    next.hand[CN_DEUCE] -= deuces;
    next.hand[CN_JOKER] -= jokers;
    oracle_put_on(&next, at, top, naturals + 1, deuces, jokers);
    next.phase = ORACLE_CLAIM;
    next.claim = at;
    next.joining = l->joining;
    next.drew = CN_DREW_PILE;
    oracle_settle(&next);
    return asks_well(l, &next);
}

static bool may_take_with(const struct lister *l, const struct oracle_turn *turn, int naturals,
                          int deuces, int jokers)
{
    if (!top_may_be_taken(l, turn))
        return false;
    const int top = l->board->pile_top;
    const int wilds = deuces + jokers;
    if (wilds > 0 && (is_frozen(l, turn) || !l->rules->take_with_wild))
        return false;
    if (!oracle_holds(turn, top, naturals, deuces, jokers))
        return false;
    /* IA15 */
    if (wilds > 0 && turn->initial && (l->rules->pure_after_opening >> top & 1) != 0)
        return false;
    const int at = meld_of_claim(l, turn, naturals, wilds);
    return at >= 0 && claim_ends(l, turn, at, naturals, deuces, jokers);
}

static bool may_take_onto(const struct lister *l, const struct oracle_turn *turn, int at)
{
    const struct oracle_meld *meld = &turn->melds[at];
    if (!top_may_be_taken(l, turn) || is_frozen(l, turn) || !l->rules->take_onto_meld)
        return false;
    if (oracle_meld_size(meld) == 0 || meld->kind != l->board->pile_top)
        return false;
    if (!l->rules->take_onto_canasta && oracle_meld_size(meld) >= 7)
        return false;
    return oracle_addition_fits(turn, at, 1, 0) && claim_ends(l, turn, at, 0, 0, 0);
}

static bool may_take_onto_any(const struct lister *l, const struct oracle_turn *turn)
{
    for (int m = 0; m < turn->meld_count; m++)
        if (may_take_onto(l, turn, m))
            return true;
    return false;
}

static bool may_take(const struct lister *l, const struct oracle_turn *turn)
{
    return may_take_with(l, turn, 2, 0, 0) || may_take_with(l, turn, 1, 1, 0) ||
           may_take_with(l, turn, 1, 0, 1) || may_take_onto_any(l, turn);
}

/* With no stock (I26), unless adding to a meld is compulsory (L36). After a no, taking that could
 * only end in going out is illegal, so it is not compulsory (I29). After a yes, stopping is not
 * going out. */
static bool may_decline(const struct lister *l, const struct oracle_turn *turn)
{
    if (turn->stock == 0 && l->board->no_take != 0)
        return true; /* R13 */
    return turn->stock == 0 && turn->answer != CN_ANSWER_YES &&
           !(must_take_if_possible(l, turn) && may_take_onto_any(l, turn));
}

static bool may_face(const struct lister *l, const struct oracle_turn *turn, int kind);

/* Returns whether any action but asking is legal before drawing. */
static bool may_start(const struct lister *l, const struct oracle_turn *turn)
{
    if (may_draw(l, turn) || may_take(l, turn) || may_decline(l, turn))
        return true;
    for (int kind = 0; kind < CN_KINDS; kind++)
        if (may_face(l, turn, kind))
            return true;
    return false;
}

/* Before drawing. */
static bool may_face(const struct lister *l, const struct oracle_turn *turn, int kind)
{
    if (!oracle_is_bonus(l->rules, kind) || turn->hand[kind] == 0)
        return false;
    if (oracle_is_refereed(l->rules))
        return true;
    struct oracle_turn next = *turn;
    oracle_face(&next, kind);
    return may_start(l, &next);
}

/* -- what forbids an action itself -- */

static enum oracle_rule objection_to_claim(const struct lister *l, int type, int at)
{
    const struct oracle_turn *turn = &l->turn;
    const int top = l->board->pile_top;
    const int wilds = type == CN_ACTION_TAKE_DEUCE || type == CN_ACTION_TAKE_JOKER;
    const int naturals = type == CN_ACTION_TAKE_ONTO ? 0 : 2 - wilds;
    if (!oracle_holds(turn, top, naturals, type == CN_ACTION_TAKE_DEUCE,
                      type == CN_ACTION_TAKE_JOKER))
        return ORACLE_HELD;
    if (type == CN_ACTION_TAKE_ONTO)
        return oracle_addition_objection(turn, at, 1, 0);
    if (!oracle_is_second_meld(turn, top)) {
        const enum oracle_rule rule = oracle_new_objection(turn, top, naturals + 1, wilds);
        const bool pure = wilds > 0 && turn->initial && oracle_is_pure_after_opening(turn, top);
        return pure && (rule == ORACLE_FINE || rule > ORACLE_PURE) ? ORACLE_PURE : rule;
    }
    for (int m = 0; m < turn->meld_count; m++)
        if (turn->melds[m].kind == top && oracle_meld_size(&turn->melds[m]) > 0 &&
            (l->rules->second_meld == CN_SECOND_MELD_NEVER ||
             oracle_meld_size(&turn->melds[m]) < 7))
            return !l->rules->take_onto_canasta && oracle_meld_size(&turn->melds[m]) >= 7
                       ? ORACLE_MANNER
                       : oracle_addition_objection(turn, m, naturals + 1, wilds);
    return ORACLE_UNJUDGED;
}

static enum oracle_rule objection_to_taking(const struct lister *l, int type, int at)
{
    const struct oracle_turn *turn = &l->turn;
    if (l->board->pile == 0 || !cn_kind_is_natural(l->board->pile_top))
        return ORACLE_TOP;
    if (oracle_is_dead(turn, l->board->pile_top))
        return ORACLE_DEAD;
    if (oracle_size(turn) == 1 && l->board->stock == 0)
        return ORACLE_UNJUDGED; /* what is compulsory depends on more than the action */
    if (!one_card_allows_taking(l, turn))
        return ORACLE_ONE_CARD;
    if (type != CN_ACTION_TAKE_PAIR && is_frozen(l, turn))
        return ORACLE_FROZEN;
    if (type == CN_ACTION_TAKE_ONTO &&
        (!l->rules->take_onto_meld || at >= turn->meld_count ||
         oracle_meld_size(&turn->melds[at]) == 0 || turn->melds[at].kind != l->board->pile_top ||
         (!l->rules->take_onto_canasta && oracle_meld_size(&turn->melds[at]) >= 7)))
        return ORACLE_MANNER;
    if ((type == CN_ACTION_TAKE_DEUCE || type == CN_ACTION_TAKE_JOKER) && !l->rules->take_with_wild)
        return ORACLE_MANNER;
    const enum oracle_rule rule = objection_to_claim(l, type, at);
    if (rule != ORACLE_FINE)
        return rule;
    return oracle_must_face(turn) ? ORACLE_BONUS_HELD : ORACLE_FINE;
}

static enum oracle_rule objection_to_laying(const struct lister *l, struct cn_action action)
{
    const struct oracle_turn *turn = &l->turn;
    const bool is_new = action.type == CN_ACTION_MELD;
    const int naturals = cn_action_naturals(action);
    const int deuces = cn_action_deuces(action), jokers = cn_action_jokers(action);
    if (!is_new &&
        (action.place >= turn->meld_count || oracle_meld_size(&turn->melds[action.place]) == 0))
        return ORACLE_UNJUDGED;
    const int kind = is_new ? action.place : turn->melds[action.place].kind;
    if (cn_kind_is_wild(kind) && naturals > 0)
        return ORACLE_UNJUDGED;
    if (!oracle_holds(turn, kind, naturals, deuces, jokers))
        return ORACLE_HELD;
    const enum oracle_rule rule =
        is_new ? oracle_new_objection(turn, kind, naturals, deuces + jokers)
               : oracle_addition_objection(turn, action.place, naturals, deuces + jokers);
    if (rule != ORACLE_FINE)
        return rule;
    return oracle_must_face(turn) ? ORACLE_BONUS_HELD : ORACLE_FINE;
}

static enum oracle_rule objection_to_discard(const struct lister *l, int kind)
{
    if (l->turn.hand[kind] == 0)
        return ORACLE_HELD;
    if (oracle_is_bonus(l->rules, kind))
        return ORACLE_BONUS;
    return step_on_ladder(l, kind) > lowest_step(l) ? ORACLE_LADDER : ORACLE_FINE;
}

enum oracle_rule oracle_objection(const struct cn_rules *rules, const struct cn_board *board,
                                  cn_hand hand, struct cn_action action)
{
    struct lister l = {.rules = rules, .board = board};
    read_turn(&l, hand);
    const bool lays = board->phase == CN_PHASE_MELD || board->phase == CN_PHASE_TAKING ||
                      (board->phase == CN_PHASE_LAST_RED_THREE && rules->last_red_three_meld);
    switch ((enum cn_action_type)action.type) {
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
    case CN_ACTION_TAKE_ONTO:
        return board->phase == CN_PHASE_START ? objection_to_taking(&l, action.type, action.place)
                                              : ORACLE_UNJUDGED;
    case CN_ACTION_MELD:
    case CN_ACTION_ADD: return lays ? objection_to_laying(&l, action) : ORACLE_UNJUDGED;
    case CN_ACTION_MERGE:
        if (!lays || action.amount >= l.turn.meld_count || action.place >= l.turn.meld_count)
            return ORACLE_UNJUDGED;
        return oracle_combination_objection(&l.turn, action.place, action.amount);
    case CN_ACTION_DISCARD:
        return board->phase == CN_PHASE_MELD ? objection_to_discard(&l, action.place)
                                             : ORACLE_UNJUDGED;
    default: return ORACLE_UNJUDGED;
    }
}

/* -- asking (L40, I29) -- */

static bool may_ask(const struct lister *l)
{
    const struct cn_board *board = l->board;
    if (l->rules->ask_limit == CN_ASK_ONCE_A_DEAL &&
        (board->asked_sides >> board->side[board->turn] & 1) != 0)
        return false;
    return l->rules->ask_partner && has_partner(board) && !board->asked && !l->turn.laid &&
           !board->bound && l->turn.drew != CN_DREW_PILE;
}

static struct oracle_turn answered(const struct lister *l, enum cn_answer answer)
{
    struct oracle_turn turn = l->turn;
    turn.answer = answer;
    return turn;
}

/* Reading: who can only lay a special hand is not able to go out, nor is who holds a bonus card,
 * which can be neither melded nor discarded: it is faced before asking. */
static bool is_able(const struct lister *l, struct oracle_turn turn)
{
    if (oracle_bonus_held(&turn) > 0)
        return false;
    turn.no_special = true;
    return asks_well(l, &turn);
}

/* Before drawing: the whole hand can be melded, and some action is legal after either answer.
 * Reading: melding it would go out, with the canastas and the count needed, and the drawn card is
 * discarded, whatever last_discard_bars says. The top of the pile does not count. */
static bool may_ask_at_start(const struct lister *l)
{
    if (!may_ask(l))
        return false;
    if (l->turn.stock == 0 && l->board->no_take != 0)
        return false; /* Reading: a yes could not be obeyed, since nothing is left but to stop */
    const struct oracle_turn yes = answered(l, CN_ANSWER_YES);
    const struct oracle_turn no = answered(l, CN_ANSWER_NO);
    struct oracle_turn able = yes;
    able.unknown = 1;
    able.without |= ORACLE_BIT(ORACLE_LAST_BARRED);
    able.stock -= able.stock > 0;
    able.drew = CN_DREW_STOCK;
    return is_able(l, able) && may_start(l, &yes) && may_start(l, &no);
}

static bool may_ask_after_drawing(const struct lister *l)
{
    if (!may_ask(l))
        return false;
    const struct oracle_turn no = answered(l, CN_ANSWER_NO);
    return is_able(l, answered(l, CN_ANSWER_YES)) && asks_well(l, &no);
}

/* -- the phases -- */

static void list_start(struct lister *l)
{
    const struct oracle_turn *turn = &l->turn;
    if (may_draw(l, turn))
        put(l, CN_ACTION_DRAW, 0, 0, 0, 0);
    if (may_take_with(l, turn, 2, 0, 0))
        put(l, CN_ACTION_TAKE_PAIR, 0, 0, 0, 0);
    if (may_take_with(l, turn, 1, 1, 0))
        put(l, CN_ACTION_TAKE_DEUCE, 0, 0, 0, 0);
    if (may_take_with(l, turn, 1, 0, 1))
        put(l, CN_ACTION_TAKE_JOKER, 0, 0, 0, 0);
    for (int m = 0; m < turn->meld_count; m++)
        if (may_take_onto(l, turn, m))
            put(l, CN_ACTION_TAKE_ONTO, m, 0, 0, 0);
    for (int kind = 0; kind < CN_KINDS; kind++)
        if (may_face(l, turn, kind))
            put(l, CN_ACTION_FACE, kind, 0, 0, 0);
    if (may_decline(l, turn))
        put(l, CN_ACTION_STOP, 0, 0, 0, 0);
    if (may_ask_at_start(l))
        put(l, CN_ACTION_ASK, 0, 0, 0, 0);
}

static void list_meld(struct lister *l)
{
    list_laying(l);
    list_facing(l);
    list_special(l);
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
    list_facing(l);
    list_special(l);
    if (oracle_may_stop(&l->turn))
        put(l, CN_ACTION_STOP, 0, 0, 0, 0);
}

/* What is decided about a ruling. */
static void list_decisions(struct lister *l)
{
    const int due = l->board->due;
    if (due == CN_DUE_ACCEPT)
        put(l, CN_ACTION_ACCEPT, 0, 0, 0, 0);
    if (due == CN_DUE_DRAW)
        put(l, CN_ACTION_REQUIRE_DRAW, 0, 0, 0, 0);
    if (due == CN_DUE_OUT)
        put(l, CN_ACTION_REQUIRE_OUT, 0, 0, 0, 0);
    if (due == CN_DUE_DRAW || due == CN_DUE_OUT)
        put(l, CN_ACTION_WAIVE, 0, 0, 0, 0);
}

/* R19 */
static void list_stopping(struct lister *l)
{
    if (l->turn.hand[CN_RED_THREE] > 0)
        put(l, CN_ACTION_FACE, CN_RED_THREE, 0, 0, 0);
    put(l, CN_ACTION_STOP, 0, 0, 0, 0);
}

static void list_phase(struct lister *l, enum cn_phase phase)
{
    l->out->count = 0;
    if (l->board->due != CN_DUE_NOTHING && phase != CN_PHASE_ENDED) {
        list_decisions(l);
        return;
    }
    if (phase == CN_PHASE_START && l->board->owed[l->board->turn] > 0 && l->board->stock == 0) {
        list_stopping(l);
        return;
    }
    switch (phase) {
    case CN_PHASE_START: list_start(l); break;
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
static struct cn_rules rules_without(const struct cn_rules *rules, unsigned needs)
{
    struct cn_rules changed = *rules;
    if ((needs & ORACLE_BIT(ORACLE_OUTNUMBER)) != 0)
        changed.naturals_outnumber_wilds = 0;
    if ((needs & ORACLE_BIT(ORACLE_LAST_DISCARD)) != 0)
        changed.go_out_by_melding = 1;
    return changed;
}

int oracle_list_by(const struct cn_rules *rules, const struct cn_board *board, cn_hand hand,
                   unsigned without, oracle_ends *ends, void *context, struct cn_actions *out)
{
    const struct cn_rules changed = rules_without(rules, without);
    struct lister l = {.rules = &changed,
                       .board = board,
                       .without = without,
                       .ends = ends,
                       .context = context,
                       .out = out};
    read_turn(&l, hand);
    list_phase(&l, (enum cn_phase)board->phase);
    if (out->count == 0 && oracle_is_refereed(rules) &&
        (board->phase == CN_PHASE_START || board->phase == CN_PHASE_MELD)) {
        put(&l, CN_ACTION_STOP, 0, 0, 0, 0); /* R21 */
        return out->count;
    }
    if (out->count == 0 && l.turn.answer == CN_ANSWER_NO) {
        /* A no binds only where another legal end exists (I22). */
        l.turn.answer = CN_ANSWER_NONE;
        l.turn.consent = false;
        list_phase(&l, (enum cn_phase)board->phase);
    }
    return out->count;
}
