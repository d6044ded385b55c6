#include "require.h"

enum {
    CARD = 25,        /* points that a card more brings a side that has opened … */
    CARD_CLOSED = 10, /* … or has not */
    HELD = 12,        /* points of a card that is still held at the end */
    FEW_CARDS = 3,    /* a hand that may soon be empty */
    LATE_ROUNDS = 2,  /* rounds of the table that the stock still lasts */
    NEAR = 100,       /* points that a meld of five or six is still likely to bring */
    OUT = 50          /* points that going out now brings rather than later */
};

static int offender_of(const struct cn_board *board)
{
    for (int seat = 0; seat < board->players; seat++)
        if (seat != board->due_seat && board->next[seat] == board->due_seat)
            return seat;
    return board->turn;
}

/* ---- what it is worth ---- */

static int cards_beside(const struct cn_board *board, int seat)
{
    int cards = 0;
    for (int other = 0; other < board->players; other++)
        if (other != seat && other != board->idle && board->side[other] == board->side[seat])
            cards += board->hand_size[other];
    return cards;
}

static int points_caught(const struct cn_view *view)
{
    const uint64_t fits = view->board->ranks[view->board->side[view->seat]] & CN_NATURALS_MASK;
    return cn_hand_points(&view->law->rules, cn_hand_drop(view->hand, fits));
}

/* What the hands of the view's own side would lose if the deal ended now. */
static int own_loss(const struct cn_view *view, enum cn_care care, const struct cn__stakes *stakes)
{
    const int own = care == CN_CARE_CARDS ? HELD * cn_hand_size(view->hand) : stakes->caught;
    return own + HELD * cards_beside(view->board, view->seat);
}

static int near_canastas(const struct cn_board *board, int side)
{
    int near = 0;
    for (int m = 0; m < board->meld_count[side]; m++) {
        const int size = cn_meld_size(board->melds[side][m]);
        near += size >= CN_CANASTA_SIZE - 2 && size < CN_CANASTA_SIZE;
    }
    return near;
}

/* A card more helps the offender to meld, unless there is hardly time left for it, and keeps it
 * from going out. */
static int gain_of_a_card(const struct cn_view *view, enum cn_care care,
                          const struct cn__stakes *stakes)
{
    const struct cn_board *board = view->board;
    const bool opened = cn_side_has_melded(board, board->side[stakes->offender]);
    const bool late = board->stock <= LATE_ROUNDS * board->seats;
    const int worth = late ? -HELD : opened ? CARD : CARD_CLOSED;
    return (stakes->nearly_out ? own_loss(view, care, stakes) / 2 : 0) - worth;
}

/* Kept from the pile, the offender draws a card instead. It may not be able to take it at all. */
static int gain_of_the_stock(const struct cn_view *view, const struct cn__stakes *stakes)
{
    const struct cn_board *board = view->board;
    const int side = board->side[stakes->offender];
    const int percent = cn_pile_is_frozen(&view->law->rules, board, side) ? 35 : 65;
    const int each = cn_side_has_melded(board, side) ? CARD : CARD_CLOSED;
    return (stakes->pack - 1) * each * percent / 100;
}

/* The deal ends at once, if the offender can go out: what both sides would lose, and what they
 * would still win. */
static int gain_of_the_end(const struct cn_view *view, enum cn_care care,
                           const struct cn__stakes *stakes)
{
    const struct cn_board *board = view->board;
    const int ours = board->side[view->seat];
    const int theirs = board->side[stakes->offender];
    return HELD * stakes->theirs + NEAR * near_canastas(board, theirs) -
           own_loss(view, care, stakes) - NEAR * near_canastas(board, ours) - OUT;
}

void cn__require_weigh(const struct cn_view *view, enum cn_care care, struct cn__stakes *stakes)
{
    const struct cn_board *board = view->board;
    const int offender = offender_of(board);
    *stakes = (struct cn__stakes){
        .offender = offender,
        .nearly_out = board->hand_size[offender] <= FEW_CARDS &&
                      cn_board_has_canastas(view->law, board, board->side[offender]),
        .theirs = cards_beside(board, offender),
        .pack = cn_pile_joining(&view->law->rules, board),
        .caught = points_caught(view)};
    if (board->due == CN_DUE_OUT)
        stakes->gain = gain_of_the_end(view, care, stakes);
    else if (board->due_law == 57)
        stakes->gain = gain_of_the_stock(view, stakes);
    else
        stakes->gain = gain_of_a_card(view, care, stakes);
}

/* ---- what it does, in an imagined deal ---- */

/* Takes the discard back with which the offender ended its turn. What lay under it is not in a
 * view's reach: some card of the pile. */
static void reopen(struct cn_deal *deal, int offender)
{
    struct cn_board *board = &deal->board;
    const int kind = board->pile_top;
    if (kind == CN_NO_KIND)
        return;
    cn_hand_remove_cards(&deal->pile, kind, 1);
    cn_hand_add_card(&deal->hands[offender], kind);
    board->hand_size[offender]++;
    board->pile--;
    const uint64_t left = cn_hand_mask(deal->pile);
    board->pile_top = (uint8_t)(left == 0 ? CN_NO_KIND : cn_mask_first(left));
    board->turn = (uint8_t)offender;
    board->phase = CN_PHASE_MELD;
    board->drew_from = CN_DREW_STOCK;
    board->asked = 1;
    board->answer = CN_ANSWER_NONE;
    board->short_turn = board->no_take = 0;
    board->owes_opening = !cn_side_has_melded(board, board->side[offender]);
    board->laid = 0;
}

static void require_out(const struct cn_law *law, struct cn_deal *deal, int offender)
{
    struct cn_board *board = &deal->board;
    if (board->hand_size[offender] == 0) {
        cn_deal_go_out(&law->rules, board);
        return;
    }
    if (board->turn != offender)
        reopen(deal, offender);
    board->bound = cn_board_can_go_out(law, board, deal->hands[offender]);
    if (!board->bound && board->seats > 2)
        board->exposed[offender] = deal->hands[offender];
}

/* Going out against a no is undone: the offender holds cards again. Of the card that it played last
 * a view tells nothing, so it gets cards of the stock. */
static void undo_going_out(const struct cn_law *law, struct cn_deal *deal, int offender)
{
    struct cn_board *board = &deal->board;
    if (board->stock < 2) {
        cn_deal_go_out(&law->rules, board);
        return;
    }
    cn_move_draw(deal, offender);
    cn_move_draw(deal, offender);
    board->phase = CN_PHASE_MELD;
    board->answer = CN_ANSWER_NO;
}

static void decide(const struct cn_law *law, struct cn_deal *deal, int type)
{
    struct cn_board *board = &deal->board;
    const int offender = offender_of(board);
    const bool goes_out = board->due == CN_DUE_OUT && board->hand_size[offender] == 0;
    const int by = board->due_law;
    board->due = board->due_seat = board->due_law = board->waiting = 0;
    if (type == CN_ACTION_REQUIRE_OUT)
        require_out(law, deal, offender);
    else if (type == CN_ACTION_REQUIRE_DRAW && by == 57)
        board->no_take = 57;
    else if (type == CN_ACTION_REQUIRE_DRAW && board->stock > 0)
        cn_move_draw(deal, offender);
    else if (type == CN_ACTION_ACCEPT)
        board->phase = CN_PHASE_ENDED;
    else if (type == CN_ACTION_WAIVE && goes_out)
        undo_going_out(law, deal, offender);
}

void cn__require_imagine(const struct cn_law *law, struct cn_deal *deal, struct cn_action action)
{
    if (deal->board.due != CN_DUE_NOTHING)
        decide(law, deal, action.type);
    else
        cn_deal_apply(&law->rules, deal, action);
}
