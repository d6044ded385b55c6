#include "referee_insist.h"

#include "laying.h"

/* An action that is insisted on. */
struct question {
    const struct cn_law *law;
    const struct cn_board *board;
    cn_hand hand;
    struct cn_action action;
    int seat, side;
    bool in_turn;
    struct cn_insisted *found;
};

static const enum cn_refusal_id IN_NO_ROW = CN_REFUSED_INSIST_NOTHING;

static enum cn_refusal_id note(const struct question *q, int what, int flags)
{
    q->found->what = (uint8_t)what;
    q->found->flags = (uint8_t)flags;
    return CN_LEGAL;
}

/* ---- what the strict law says ---- */

static bool is_legal_on(const struct question *q, const struct cn_board *board)
{
    return cn_board_legal_check(q->law, board, q->seat, q->hand, q->action, NULL);
}

static bool is_legal(const struct question *q)
{
    return is_legal_on(q, q->board);
}

static struct cn_board without_count(const struct question *q)
{
    struct cn_board board = *q->board;
    board.minimum[q->side] = 0;
    return board;
}

static bool is_legal_but_for_count(const struct question *q)
{
    const struct cn_board board = without_count(q);
    return is_legal_on(q, &board);
}

/* Would it be legal without the partner's answer, and without a bond to go out, count or no count?
 */
static bool is_legal_unbound(const struct question *q)
{
    struct cn_board board = without_count(q);
    board.answer = CN_ANSWER_NONE;
    board.bound = 0;
    return is_legal_on(q, &board);
}

static bool only_no_forbids(const struct question *q)
{
    struct cn_board board = *q->board;
    if (board.answer != CN_ANSWER_NO)
        return false;
    board.answer = CN_ANSWER_NONE;
    return is_legal_on(q, &board);
}

static bool is_type_legal(const struct question *q, struct cn_action action)
{
    return cn_board_legal_check(q->law, q->board, q->seat, q->hand, action, NULL);
}

static bool may_take_onto(const struct question *q)
{
    for (int m = 0; m < q->board->meld_count[q->side]; m++)
        if (is_type_legal(q, cn_action_of(CN_ACTION_TAKE_ONTO, m, 0, 0, 0)))
            return true;
    return false;
}

static bool may_take(const struct question *q)
{
    for (int type = CN_ACTION_TAKE_PAIR; type <= CN_ACTION_TAKE_JOKER; type++)
        if (is_type_legal(q, cn_action_of(type, 0, 0, 0, 0)))
            return true;
    return may_take_onto(q);
}

/* ---- cards ---- */

static int hidden(const struct question *q, int kind)
{
    return cn_hand_count(q->hand, kind) - cn_hand_count(q->board->exposed[q->seat], kind);
}

/* How many cards that nobody sees yet does showing this many of a kind show, once 'gone' of it have
 * left the hand? Cards face up leave it first (R5). */
static int shows(const struct question *q, int kind, int gone, int count)
{
    const int up = cn_hand_count(q->board->exposed[q->seat], kind) - gone;
    return count > (up > 0 ? up : 0) ? count - (up > 0 ? up : 0) : 0;
}

/* What `meld` or `add` names: cards of the hand, for a meld of the side or a new one. */
struct lay {
    int meld, kind; /* meld: CN_NO_MELD for a new one */
    int naturals, deuces, jokers;
};

static int laid_cards(const struct lay *lay)
{
    return lay->naturals + lay->deuces + lay->jokers;
}

static bool holds(const struct question *q, const struct lay *lay)
{
    return cn_hand_count(q->hand, lay->kind) >= lay->naturals &&
           cn_hand_count(q->hand, CN_DEUCE) >= lay->deuces &&
           cn_hand_count(q->hand, CN_JOKER) >= lay->jokers;
}

/* Reads the action; returns false if it names no cards of the hand, or too few (R7). */
static bool read_lay(const struct question *q, struct lay *lay)
{
    lay->naturals = q->action.amount;
    lay->deuces = cn_action_deuces(q->action);
    lay->jokers = cn_action_jokers(q->action);
    if (q->action.type == CN_ACTION_MELD) {
        lay->meld = CN_NO_MELD;
        lay->kind = q->action.place;
        return (cn_kind_is_natural(lay->kind) || lay->kind == CN_BLACK_THREE) &&
               laid_cards(lay) >= 2 && holds(q, lay);
    }
    lay->meld = q->action.place;
    if (lay->meld >= q->board->meld_count[q->side])
        return false;
    const cn_packed_meld meld = q->board->melds[q->side][lay->meld];
    lay->kind = cn_meld_kind(meld);
    return meld != 0 && laid_cards(lay) >= 1 && holds(q, lay);
}

static bool lay_shows(const struct question *q, const struct lay *lay)
{
    return shows(q, lay->kind, 0, lay->naturals) + shows(q, CN_DEUCE, 0, lay->deuces) +
               shows(q, CN_JOKER, 0, lay->jokers) >
           0;
}

/* ---- the stock and the pile ---- */

static enum cn_refusal_id check_draw(const struct question *q)
{
    if (q->board->stock == 0)
        return IN_NO_ROW;
    if (!q->in_turn)
        return note(q, CN_IRREGULAR_DRAWN_OUT_OF_TURN, 0);
    if (q->board->phase != CN_PHASE_MELD || !cn_board_can_end(q->law, q->board, q->hand, 1))
        return IN_NO_ROW;
    return note(q, CN_IRREGULAR_TOO_MANY, 0);
}

static enum cn_refusal_id check_peek(const struct question *q)
{
    if (q->board->stock == 0 || (q->in_turn && q->board->phase == CN_PHASE_START))
        return IN_NO_ROW;
    return note(q, CN_IRREGULAR_LOOKED, q->in_turn ? CN_OPEN_IN_TURN : 0);
}

static enum cn_refusal_id check_touch(const struct question *q)
{
    if (q->board->pile == 0 || (q->in_turn && may_take(q)))
        return IN_NO_ROW;
    return note(q, CN_IRREGULAR_TOUCHED, q->in_turn ? CN_OPEN_IN_TURN : 0);
}

static bool may_try_to_take(const struct question *q)
{
    const struct cn_board *board = q->board;
    const bool barred = board->no_take != 0 || (board->owed[q->seat] > 0 && board->stock == 0);
    return q->in_turn && board->phase == CN_PHASE_START && board->pile > 0 && !barred;
}

static enum cn_refusal_id note_taken(const struct question *q)
{
    int flags = 0;
    if (may_take_onto(q))
        flags = CN_OPEN_SOME_TAKE | CN_OPEN_ONTO_TAKE;
    else if (may_take(q))
        flags = CN_OPEN_SOME_TAKE;
    return note(q, CN_IRREGULAR_TAKEN, flags);
}

static enum cn_refusal_id check_take_hand(const struct question *q)
{
    if (!may_try_to_take(q))
        return IN_NO_ROW;
    struct cn_board board = *q->board;
    board.phase = CN_PHASE_MELD;
    board.drew_from = CN_DREW_PILE;
    board.pile = 0;
    const int joining = q->board->pile - q->board->pile_red;
    return cn_board_can_end(q->law, &board, q->hand, joining) ? note_taken(q) : IN_NO_ROW;
}

/* Do the top card and the cards that claim it make a meld, or fit the one that they are laid on? */
static bool claims_by_shape(const struct question *q)
{
    const struct cn_board *board = q->board;
    const int kind = board->pile_top;
    const int type = q->action.type;
    struct cn_laying laying = {.kind = kind, .naturals = 1, .claims = true};
    if (type == CN_ACTION_TAKE_ONTO) {
        laying.meld = q->action.place;
        if (laying.meld >= board->meld_count[q->side])
            return false;
        const cn_packed_meld meld = board->melds[q->side][laying.meld];
        return meld != 0 && cn_meld_kind(meld) == kind &&
               cn_laying_objection(q->law, board, laying).id == CN_LEGAL;
    }
    const int wild_kind = type == CN_ACTION_TAKE_DEUCE ? CN_DEUCE : CN_JOKER;
    laying.wilds = type != CN_ACTION_TAKE_PAIR;
    laying.naturals = 3 - laying.wilds;
    if (cn_hand_count(q->hand, kind) < laying.naturals - 1 ||
        (laying.wilds > 0 && cn_hand_count(q->hand, wild_kind) == 0))
        return false;
    const int at = cn_board_take_meld(&q->law->rules, board);
    laying.meld = at == board->meld_count[q->side] ? CN_NO_MELD : at;
    return cn_laying_objection(q->law, board, laying).id == CN_LEGAL;
}

static enum cn_refusal_id check_take(const struct question *q)
{
    if (!may_try_to_take(q) || !cn_kind_is_natural(q->board->pile_top) || !claims_by_shape(q))
        return IN_NO_ROW;
    const struct cn_board board = without_count(q);
    if (!cn_board_can_end_after(q->law, &board, q->hand, q->action))
        return IN_NO_ROW;
    return is_legal_but_for_count(q) ? note(q, CN_IRREGULAR_TOO_SMALL, 0) : note_taken(q);
}

/* ---- laying ---- */

/* The meld as it would lie with the cards. */
static struct cn_laying laying_of(const struct lay *lay)
{
    return (struct cn_laying){.meld = lay->meld,
                              .kind = lay->kind,
                              .naturals = lay->naturals,
                              .wilds = lay->deuces + lay->jokers};
}

static int naturals_then(const struct question *q, const struct lay *lay)
{
    const bool is_new = lay->meld == CN_NO_MELD;
    return lay->naturals + (is_new ? 0 : cn_meld_naturals(q->board->melds[q->side][lay->meld]));
}

static int wilds_there(const struct question *q, const struct lay *lay)
{
    return lay->meld == CN_NO_MELD ? 0 : cn_meld_wilds(q->board->melds[q->side][lay->meld]);
}

/* Would it be a meld with fewer wild cards? */
static bool has_too_many_wilds(const struct question *q, const struct lay *lay)
{
    const struct cn_kind_law *kind = &q->law->kinds[lay->kind];
    const int naturals = naturals_then(q, lay);
    const int wilds = wilds_there(q, lay) + lay->deuces + lay->jokers;
    return kind->largest > 0 && naturals >= kind->fewest && naturals + wilds >= 3 &&
           wilds > cn_wild_limits(q->law, lay->kind)[naturals];
}

/* R6: all naturals, and as many wild cards as the meld may take, jokers first. All is shown if
 * that alone is not legal. */
static enum cn_refusal_id check_too_many_wilds(const struct question *q, const struct lay *lay)
{
    const int cap = cn_wild_limits(q->law, lay->kind)[naturals_then(q, lay)] - wilds_there(q, lay);
    const int room = cap > 0 ? cap : 0;
    const int jokers = lay->jokers < room ? lay->jokers : room;
    const int deuces = lay->deuces < room - jokers ? lay->deuces : room - jokers;
    struct question lawful = *q;
    lawful.action = cn_action_of(q->action.type, q->action.place, lay->naturals, deuces, jokers);
    const bool lays = lay->naturals + deuces + jokers > 0 && is_legal(&lawful);
    if (!lays)
        return lay_shows(q, lay) ? note(q, CN_IRREGULAR_TOO_MANY_WILDS, 0) : IN_NO_ROW;
    if (shows(q, CN_DEUCE, deuces, lay->deuces - deuces) +
            shows(q, CN_JOKER, jokers, lay->jokers - jokers) ==
        0)
        return IN_NO_ROW;
    q->found->lays = 1;
    q->found->naturals = (uint8_t)lay->naturals;
    q->found->deuces = (uint8_t)deuces;
    q->found->jokers = (uint8_t)jokers;
    return note(q, CN_IRREGULAR_TOO_MANY_WILDS, 0);
}

static enum cn_refusal_id lay_all(const struct question *q, const struct lay *lay, int what)
{
    q->found->lays = 1;
    q->found->naturals = (uint8_t)lay->naturals;
    q->found->deuces = (uint8_t)lay->deuces;
    q->found->jokers = (uint8_t)lay->jokers;
    return note(q, what, 0);
}

static bool is_no_meld(const struct question *q, const struct lay *lay)
{
    const struct cn_kind_law *kind = &q->law->kinds[lay->kind];
    if (kind->largest == 0 || naturals_then(q, lay) + wilds_there(q, lay) > kind->largest ||
        cn_laying_objection(q->law, q->board, laying_of(lay)).id != CN_LEGAL)
        return true;
    return lay->kind == CN_BLACK_THREE && !is_legal_unbound(q); /* without going out (L18) */
}

/* The first row that fits, in the order of R7. */
static enum cn_refusal_id check_lay_in_turn(const struct question *q, const struct lay *lay)
{
    if (q->board->phase == CN_PHASE_START)
        return IN_NO_ROW;
    if (laid_cards(lay) == cn_hand_size(q->hand) && only_no_forbids(q))
        return lay_all(q, lay, CN_IRREGULAR_AGAINST_NO);
    if (has_too_many_wilds(q, lay))
        return check_too_many_wilds(q, lay);
    const bool shows_any = lay_shows(q, lay);
    if (is_no_meld(q, lay))
        return shows_any ? note(q, CN_IRREGULAR_NO_MELD, 0) : IN_NO_ROW;
    if (is_legal_but_for_count(q))
        return q->board->phase == CN_PHASE_TAKING ? IN_NO_ROW
                                                  : lay_all(q, lay, CN_IRREGULAR_TOO_SMALL);
    if (!shows_any)
        return IN_NO_ROW;
    return note(q, is_legal_unbound(q) ? CN_IRREGULAR_AGAINST_ANSWER : CN_IRREGULAR_NO_CARD_KEPT,
                0);
}

static enum cn_refusal_id check_lay(const struct question *q)
{
    const struct cn_board *board = q->board;
    struct lay lay;
    if (!read_lay(q, &lay))
        return IN_NO_ROW;
    if (q->in_turn && board->phase != CN_PHASE_ANSWER)
        return check_lay_in_turn(q, &lay);
    if (!lay_shows(q, &lay))
        return IN_NO_ROW;
    if (q->in_turn)
        return note(q, CN_IRREGULAR_BEFORE_ANSWER, 0);
    return note(q, CN_IRREGULAR_MELDED_OUT_OF_TURN,
                q->side == board->side[board->turn] ? CN_OPEN_OWN_SIDE : 0);
}

/* ---- discarding, showing, asking ---- */

/* Does the seat have exposed cards, and no such one of this kind? */
static bool another_is_exposed(const struct question *q, int kind)
{
    const cn_hand exposed = cn_hand_remove(q->board->exposed[q->seat], q->board->shown[q->seat]);
    return !cn_hand_is_empty(exposed) && cn_hand_count(exposed, kind) == 0;
}

static enum cn_refusal_id check_discard(const struct question *q)
{
    const struct cn_board *board = q->board;
    const int kind = q->action.place;
    if (!q->in_turn || kind == CN_RED_THREE || cn_hand_count(q->hand, kind) == 0)
        return IN_NO_ROW;
    if (cn_hand_size(q->hand) == 1)
        return only_no_forbids(q) ? note(q, CN_IRREGULAR_AGAINST_NO, 0) : IN_NO_ROW;
    if (board->phase == CN_PHASE_START)
        return board->stock > 0 ? note(q, CN_IRREGULAR_WITHOUT_DRAWING, 0) : IN_NO_ROW;
    if (board->phase != CN_PHASE_MELD || board->black_laid)
        return IN_NO_ROW;
    if (another_is_exposed(q, kind))
        return note(q, CN_IRREGULAR_ANOTHER_CARD, 0);
    if (!board->count_waived && cn_owes_minimum(&q->law->rules, board))
        return note(q, CN_IRREGULAR_NOT_MADE_GOOD, 0);
    if (board->bound || board->answer == CN_ANSWER_YES)
        return note(q, CN_IRREGULAR_NOT_OUT, 0);
    return IN_NO_ROW;
}

static enum cn_refusal_id check_expose(const struct question *q)
{
    if (q->action.place == CN_RED_THREE || hidden(q, q->action.place) <= 0)
        return IN_NO_ROW;
    return note(q, CN_IRREGULAR_EXPOSED, 0);
}

static enum cn_refusal_id check_ask(const struct question *q)
{
    const struct cn_board *board = q->board;
    const bool may =
        q->in_turn && (board->phase == CN_PHASE_START || board->phase == CN_PHASE_MELD);
    if (!may || !q->law->rules.ask_partner || cn_board_partner(board, q->seat) == CN_NO_SEAT)
        return IN_NO_ROW;
    return note(q, CN_IRREGULAR_ASKED_UNABLE, 0);
}

/* ---- entry points ---- */

static enum cn_refusal_id check_type(const struct question *q)
{
    switch (q->action.type) {
    case CN_ACTION_DRAW: return check_draw(q);
    case CN_ACTION_PEEK: return check_peek(q);
    case CN_ACTION_TOUCH: return check_touch(q);
    case CN_ACTION_TAKE_HAND: return check_take_hand(q);
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
    case CN_ACTION_TAKE_ONTO: return check_take(q);
    case CN_ACTION_MELD:
    case CN_ACTION_ADD: return check_lay(q);
    case CN_ACTION_DISCARD: return check_discard(q);
    case CN_ACTION_EXPOSE: return check_expose(q);
    case CN_ACTION_ASK: return check_ask(q);
    default: return IN_NO_ROW;
    }
}

enum cn_refusal_id cn_insist_check(const struct cn_law *law, const struct cn_board *board, int seat,
                                   cn_hand hand, struct cn_action action, struct cn_insisted *found)
{
    const struct question q = {.law = law,
                               .board = board,
                               .hand = hand,
                               .action = action,
                               .seat = seat,
                               .side = board->side[seat],
                               .in_turn = seat == board->turn,
                               .found = found};
    *found = (struct cn_insisted){0};
    if (board->next[seat] == seat || board->phase == CN_PHASE_ENDED)
        return IN_NO_ROW;
    if (is_legal(&q))
        return CN_REFUSED_INSIST_LEGAL;
    if (board->due != CN_DUE_NOTHING || board->waiting)
        return IN_NO_ROW;
    const bool lays = action.type == CN_ACTION_MELD || action.type == CN_ACTION_ADD;
    if (board->phase == CN_PHASE_ANSWER && !(q.in_turn && lays))
        return IN_NO_ROW;
    return check_type(&q);
}

/* What is listed: actions from 'first' on, as far as there is room. */
struct list {
    const struct cn_law *law;
    const struct cn_board *board;
    cn_hand hand;
    int seat;
    int first, capacity, count;
    struct cn_action *actions;
};

static void list_if_possible(struct list *l, int type, int place, int n, int deuces, int jokers)
{
    struct cn_insisted found;
    const struct cn_action action = cn_action_of(type, place, n, deuces, jokers);
    if (cn_insist_check(l->law, l->board, l->seat, l->hand, action, &found) != CN_LEGAL)
        return;
    const int to = l->count++ - l->first;
    if (to >= 0 && to < l->capacity)
        l->actions[to] = cn_action_insist(action);
}

static int at_most_15(int count)
{
    return count < CN_ACTION_DEUCES ? count : CN_ACTION_DEUCES;
}

static void list_lays(struct list *l, int type, int place, int kind)
{
    const int naturals = cn_hand_count(l->hand, kind);
    const int deuces = at_most_15(cn_hand_count(l->hand, CN_DEUCE));
    const int jokers = at_most_15(cn_hand_count(l->hand, CN_JOKER));
    for (int n = 0; n <= naturals; n++)
        for (int d = 0; d <= deuces; d++)
            for (int j = 0; j <= jokers; j++)
                list_if_possible(l, type, place, n, d, j);
}

static void list_melds(struct list *l)
{
    const int side = l->board->side[l->seat];
    for (int kind = CN_BLACK_THREE; kind < CN_KINDS; kind++)
        list_lays(l, CN_ACTION_MELD, kind, kind);
    for (int m = 0; m < l->board->meld_count[side]; m++)
        if (l->board->melds[side][m] != 0)
            list_lays(l, CN_ACTION_ADD, m, cn_meld_kind(l->board->melds[side][m]));
}

int cn_insist_list(const struct cn_law *law, const struct cn_board *board, int seat, cn_hand hand,
                   int first, struct cn_action *actions, int capacity)
{
    static const uint8_t plain[] = {CN_ACTION_DRAW,       CN_ACTION_PEEK,      CN_ACTION_TOUCH,
                                    CN_ACTION_TAKE_HAND,  CN_ACTION_TAKE_PAIR, CN_ACTION_TAKE_DEUCE,
                                    CN_ACTION_TAKE_JOKER, CN_ACTION_ASK};
    struct list l = {.law = law,
                     .board = board,
                     .hand = hand,
                     .seat = seat,
                     .first = first,
                     .capacity = capacity,
                     .actions = actions};
    for (size_t i = 0; i < sizeof plain; i++)
        list_if_possible(&l, plain[i], 0, 0, 0, 0);
    for (int m = 0; m < board->meld_count[board->side[seat]]; m++)
        list_if_possible(&l, CN_ACTION_TAKE_ONTO, m, 0, 0, 0);
    list_melds(&l);
    for (uint64_t kinds = cn_hand_mask(hand); kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        list_if_possible(&l, CN_ACTION_DISCARD, kind, 0, 0, 0);
        list_if_possible(&l, CN_ACTION_EXPOSE, kind, 0, 0, 0);
    }
    return l.count;
}
