/* kin_moves.c -- what an action does to a position. */
#include "kin.h"

static void take_in(struct kin_position *p, int kind)
{
    p->hand = cn_hand_add(p->hand, cn_hand_single(kind, 1));
    p->board.hand_size[p->board.turn]++;
}

static void take_out(struct kin_position *p, int kind, int n)
{
    cn_hand *up = &p->board.exposed[p->board.turn], *shown = &p->board.shown[p->board.turn];
    cn_hand_remove_cards(&p->hand, kind, n);
    /* What was exposed leaves first, then what was shown. */
    for (int i = 0; i < n && cn_hand_count(*up, kind) > 0; i++) {
        if (cn_hand_count(*up, kind) == cn_hand_count(*shown, kind))
            cn_hand_remove_cards(shown, kind, 1);
        cn_hand_remove_cards(up, kind, 1);
    }
    p->board.hand_size[p->board.turn] = (uint16_t)(p->board.hand_size[p->board.turn] - n);
}

static void lay_down(struct cn_board *board, int kind)
{
    const int side = board->side[board->turn];
    if (kind == CN_RED_THREE)
        board->red[side]++;
    else
        board->black[side]++;
}

/* Draws until a card may stay in the hand. Returns false if the last was a bonus card. */
static bool draw_one(struct kin_position *p)
{
    struct cn_board *board = &p->board;
    while (board->stock > 0) {
        const int kind = p->stock[--board->stock];
        if (oracle_is_refereed(&kin.rules) && (kind != CN_RED_THREE || board->stock > 0)) {
            take_in(p, kind); /* R3 */
            return true;
        }
        const bool opened = board->melds_before > 0;
        const bool stays =
            !kin_is_bonus(kind) ||
            (!opened && board->stock > 0 && kin_bonus_cards(p->hand) < kin.rules.keep_bonus_card);
        if (stays) {
            take_in(p, kind);
            return true;
        }
        lay_down(board, kind);
        if (board->stock == 0)
            return false;
    }
    return true;
}

/* Returns false if the deal ends. */
static bool after_drawing(struct kin_position *p, bool whole)
{
    if (whole)
        return true;
    if (!kin.rules.last_red_three_meld || kin.rules.last_bonus_card == CN_LAST_BONUS_HOLD)
        return false;
    p->board.phase = CN_PHASE_LAST_RED_THREE;
    return true;
}

static bool draw(struct kin_position *p)
{
    struct cn_board *board = &p->board;
    board->drew_from = CN_DREW_STOCK;
    board->phase = CN_PHASE_MELD;
    bool whole = true;
    for (int n = kin.rules.draw_count.at[board->players_class]; n > 0 && whole; n--)
        whole = draw_one(p);
    return after_drawing(p, whole);
}

static bool face(struct kin_position *p, int kind)
{
    take_out(p, kind, 1);
    lay_down(&p->board, kind);
    return after_drawing(p, draw_one(p));
}

static void set_meld(struct cn_board *board, int at, cn_packed_meld meld)
{
    const int side = board->side[board->turn];
    const cn_packed_meld old = board->melds[side][at];
    board->canastas[side] =
        (uint8_t)(board->canastas[side] + cn_meld_is_canasta(meld) - cn_meld_is_canasta(old));
    board->melds[side][at] = meld;
    if (meld != 0)
        board->ranks[side] |= cn_kind_mask(cn_meld_kind(meld));
    if (cn_meld_is_canasta(meld) && cn_kind_is_natural(cn_meld_kind(meld)))
        board->closed |= cn_kind_mask(cn_meld_kind(meld));
}

static void put_on(struct kin_position *p, int at, int kind, int naturals, int deuces, int jokers)
{
    struct cn_board *board = &p->board;
    const int side = board->side[board->turn];
    if (at == board->meld_count[side])
        board->melds[side][board->meld_count[side]++] = (cn_packed_meld)kind;
    set_meld(board, at, board->melds[side][at] + cn_meld_of(0, naturals, deuces, jokers));
    const int points = cn_meld_points(&kin.rules, cn_meld_of(kind, naturals, deuces, jokers));
    board->opening_points = (uint16_t)(board->opening_points + points);
    board->added_to_older |= at < board->melds_before;
    board->black_laid |= kind == CN_BLACK_THREE;
    board->laid = 1;
    board->melded |= (uint8_t)(1 << board->turn);
}

static void combine(struct kin_position *p, int into, int from)
{
    struct cn_board *board = &p->board;
    const int side = board->side[board->turn];
    const cn_packed_meld moved = board->melds[side][from];
    board->added_to_older |= into < board->melds_before && from >= board->melds_before;
    set_meld(board, from, 0);
    set_meld(board, into, board->melds[side][into] + cn_meld_counts(moved));
    if (board->take_meld == from)
        board->take_meld = (uint8_t)into;
}

static void take_pile(struct kin_position *p)
{
    struct cn_board *board = &p->board;
    const int most = kin.rules.pile_taken == CN_UNLIMITED ? 999 : kin.rules.pile_taken - 1;
    for (int n = 0; n < most && board->pile > 0; n++) {
        const int kind = p->pile[--board->pile];
        if (kin_is_bonus(kind)) {
            board->pile_red--;
            lay_down(board, kind);
        } else {
            take_in(p, kind);
        }
    }
    board->pile_top = board->pile > 0 ? (uint8_t)p->pile[board->pile - 1] : CN_NO_KIND;
    if (board->pile == 0)
        board->frozen = 0;
    board->owes_opening = 0;
    board->phase = CN_PHASE_MELD;
}

static void take_up_second(struct kin_position *p)
{
    struct cn_board *board = &p->board;
    for (int n = board->second_size[board->turn]; n > 0; n--) {
        int kind = kin_draw_left(p, CN_NO_KIND);
        while (kin_is_bonus(kind)) /* its replacement */
            kind = kin_draw_left(p, CN_NO_KIND);
        if (kind != CN_NO_KIND)
            take_in(p, kind);
    }
    board->second[board->turn]--;
    kin_set_second_size(board, board->turn);
}

/* The pile joins, and a second hand comes, as soon as they may. */
static void settle(struct kin_position *p)
{
    struct cn_board *board = &p->board;
    struct oracle_turn turn;
    oracle_read(&kin.rules, board, p->hand, &turn);
    if (turn.phase == ORACLE_CLAIM && oracle_claim_is_met(&turn)) {
        take_pile(p);
        oracle_read(&kin.rules, board, p->hand, &turn);
    }
    if (turn.phase == ORACLE_CLAIM || turn.waiting == 0 || !oracle_opening_fits(&turn) ||
        !oracle_has_count(&turn))
        return;
    if (kin.rules.second_hand_when == CN_SECOND_HAND_WHEN_EMPTY) {
        if (oracle_size(&turn) == 0)
            take_up_second(p);
    } else if (oracle_canastas(&turn) > turn.canastas_before) {
        take_up_second(p);
        board->canastas_before = UINT8_MAX;
    }
}

static void lay(struct kin_position *p, int at, int kind, struct cn_action action)
{
    const int deuces = cn_action_deuces(action), jokers = cn_action_jokers(action);
    take_out(p, kind, cn_action_naturals(action));
    take_out(p, CN_DEUCE, deuces);
    take_out(p, CN_JOKER, jokers);
    put_on(p, at, kind, cn_action_naturals(action), deuces, jokers);
    settle(p);
}

/* Returns the meld that two shown cards claim into: the one of the rank that is not complete, if
 * a second may not begin. */
static int claimed_meld(const struct cn_board *board, int side, int kind)
{
    if (kin_may_begin(board, side, kind))
        return board->meld_count[side];
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = board->melds[side][m];
        if (meld != 0 && cn_meld_kind(meld) == kind &&
            (kin.rules.second_meld == CN_SECOND_MELD_NEVER || cn_meld_size(meld) < 7))
            return m;
    }
    return board->meld_count[side];
}

static void take(struct kin_position *p, struct cn_action action)
{
    struct cn_board *board = &p->board;
    const int side = board->side[board->turn], top = board->pile_top;
    const int deuces = action.type == CN_ACTION_TAKE_DEUCE;
    const int jokers = action.type == CN_ACTION_TAKE_JOKER;
    const int naturals = action.type == CN_ACTION_TAKE_ONTO ? 0 : 2 - deuces - jokers;
    const int at =
        action.type == CN_ACTION_TAKE_ONTO ? action.place : claimed_meld(board, side, top);
    board->drew_from = CN_DREW_PILE;
    board->phase = CN_PHASE_TAKING;
    board->take_meld = (uint8_t)at;
    board->pile--;
    board->pile_top = CN_NO_KIND;
    take_out(p, top, naturals);
    take_out(p, CN_DEUCE, deuces);
    take_out(p, CN_JOKER, jokers);
    put_on(p, at, top, naturals + 1, deuces, jokers);
    settle(p);
}

static void ask(struct cn_board *board)
{
    board->asked = 1;
    board->asked_in = board->phase;
    board->asked_sides |= (uint8_t)(1 << board->side[board->turn]);
    board->phase = CN_PHASE_ANSWER;
}

static void answer(struct cn_board *board, enum cn_answer answer)
{
    board->answer = (uint8_t)answer;
    board->phase = board->asked_in;
    board->asked_in = 0;
}

/* Returns false if the turn is over. */
bool kin_apply(struct kin_position *p, struct cn_action action)
{
    struct cn_board *board = &p->board;
    const int side = board->side[board->turn];
    switch ((enum cn_action_type)action.type) {
    case CN_ACTION_DRAW: return draw(p);
    case CN_ACTION_FACE: return face(p, action.place);
    case CN_ACTION_ASK: ask(board); break;
    case CN_ACTION_YES: answer(board, CN_ANSWER_YES); break;
    case CN_ACTION_NO: answer(board, CN_ANSWER_NO); break;
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
    case CN_ACTION_TAKE_ONTO: take(p, action); break;
    case CN_ACTION_MELD: lay(p, board->meld_count[side], action.place, action); break;
    case CN_ACTION_ADD:
        lay(p, action.place, cn_meld_kind(board->melds[side][action.place]), action);
        break;
    case CN_ACTION_MERGE:
        combine(p, action.place, action.amount);
        settle(p);
        break;
    case CN_ACTION_STOP:
    case CN_ACTION_DISCARD:
    case CN_ACTION_HAND:
    case CN_REFEREED_ACTIONS:
    case CN_ACTION_TYPES: return false;
    }
    return cn_hand_size(p->hand) > 0 || board->phase == CN_PHASE_START;
}
