#include "referee_reopen.h"

#include <assert.h>
#include <string.h>

/* ---- turns ---- */

void cn_reopen_note_table(const struct cn_refereed *r)
{
    struct cn_notes *notes = &r->game->notes;
    const struct cn_placement *cards = &r->game->cards;
    const struct cn_board *board = cn_refereed_board(r);
    const int side = board->side[board->turn];
    notes->over = notes->passed = notes->unlaid = notes->took = 0;
    notes->had_melded = board->melded >> board->turn & 1;
    notes->meld_count = board->meld_count[side];
    notes->frozen = board->frozen;
    memcpy(notes->melds, board->melds[side], sizeof notes->melds);
    notes->laid_count = cards->laid_count;
    memcpy(notes->laid_meld, cards->laid_meld, sizeof notes->laid_meld);
    notes->pile_count = cards->pile_count;
    memcpy(notes->pile, cards->pile, sizeof notes->pile);
}

void cn_reopen_pass_turn(const struct cn_refereed *r)
{
    struct cn_notes *notes = &r->game->notes;
    struct cn_board *board = cn_refereed_board(r);
    const uint8_t turned = board->turned;
    notes->owed_next = board->owed[board->next[board->turn]];
    notes->asked_sides_then = board->asked_sides;
    notes->was_bound_once = notes->bound_once;
    notes->was_fallen_answer = notes->fallen_answer;
    notes->was_fallen_bound = notes->fallen_bound;
    cn_move_pass_turn(&r->game->deal, &notes->pass);
    board->turned = turned; /* not before the seat has played */
    cn_deal_begin_short_turn(&r->game->deal);
    notes->turn++;
    notes->played = notes->bound_once = notes->fallen_answer = notes->fallen_bound = 0;
    notes->passed = 1;
}

/* The turn that had begun begins again later: its question is forgotten (R26). */
static void unpass_turn(const struct cn_refereed *r)
{
    struct cn_notes *notes = &r->game->notes;
    struct cn_board *board = cn_refereed_board(r);
    for (int at = 0; at < notes->open_count; at++)
        if (notes->open[at].turn == notes->turn)
            notes->open[at].flags &= (uint8_t)~CN_OPEN_ANSWERED_YES;
    board->owed[board->turn] = notes->owed_next;
    board->asked_sides = notes->asked_sides_then;
    cn_move_unpass_turn(&r->game->deal, &notes->pass);
    notes->turn--;
    notes->bound_once = notes->was_bound_once;
    notes->fallen_answer = notes->was_fallen_answer;
    notes->fallen_bound = notes->was_fallen_bound;
    notes->played = 1;
    notes->passed = 0;
}

static void forget_laying(struct cn_board *board)
{
    board->laid = board->black_laid = board->added_to_older = board->count_waived = 0;
    board->opening_points = 0;
    board->take_meld = 0;
    board->owes_opening = !cn_side_has_melded(board, board->side[board->turn]);
}

static void take_discard_back(const struct cn_refereed *r, struct cn_taken_back *back)
{
    struct cn_notes *notes = &r->game->notes;
    const struct cn_move_undo *undo = &notes->discarded;
    const int seat = undo->of.discard.seat;
    struct cn_board *board = cn_refereed_board(r);
    cn_refereed_undiscard(r, undo);
    if (notes->exposed)
        r->game->cards.up[seat][notes->discard]++;
    else if (undo->of.discard.seen.exposed > 0)
        cn_move_unexpose(&r->game->deal, seat, undo->of.discard.kind);
    cn_memory_see(&r->game->deal.memory, seat, undo->of.discard.kind, 1);
    board->owed[seat] = (uint8_t)(board->owed[seat] + notes->settled);
    notes->over = 0;
    back->hand.card[back->hand.count++] = notes->discard;
}

void cn_reopen_for_discard(const struct cn_refereed *r, struct cn_taken_back *back)
{
    struct cn_notes *notes = &r->game->notes;
    struct cn_board *board = cn_refereed_board(r);
    if (!notes->over && notes->ending == 0)
        return;
    if (notes->passed)
        unpass_turn(r);
    if (notes->over)
        take_discard_back(r, back);
    notes->ending = 0;
    board->waiting = 0;
    if (notes->unlaid)
        forget_laying(board);
    notes->unlaid = 0;
    back->reopened = true;
}

void cn_reopen_end_turn(const struct cn_refereed *r)
{
    struct cn_notes *notes = &r->game->notes;
    const struct cn_board *board = cn_refereed_board(r);
    if (!notes->over || notes->passed || notes->ending != 0)
        return;
    if (cn_deal_ends_with_discard(&r->game->law->rules, board))
        notes->ending = CN_END_STOCK + 1;
    else
        cn_reopen_pass_turn(r);
}

/* ---- melds ---- */

/* Lifts what was laid since the table was noted; writes the cards. A claimed top card is one. */
static void lift(const struct cn_refereed *r, int seat, struct cn_some_cards *lifted)
{
    struct cn_notes *notes = &r->game->notes;
    struct cn_placement *cards = &r->game->cards;
    struct cn_board *board = cn_refereed_board(r);
    const int side = board->side[seat];
    for (int i = notes->laid_count; i < cards->laid_count; i++)
        lifted->card[lifted->count++] = cards->laid[i];
    cards->laid_count = notes->laid_count;
    memcpy(cards->laid_meld, notes->laid_meld, cards->laid_count);
    uint64_t ranks = 0;
    for (int m = 0; m < board->meld_count[side]; m++) {
        const cn_packed_meld meld = m < notes->meld_count ? notes->melds[m] : 0;
        cn_board_set_meld(board, side, m, meld);
        if (meld != 0)
            ranks |= cn_kind_mask(cn_meld_kind(meld));
    }
    board->ranks[side] = ranks;
    board->meld_count[side] = notes->meld_count;
    if (!notes->had_melded)
        board->melded &= (uint8_t) ~(1 << seat);
}

static void join_all(const struct cn_refereed *r, int seat, const struct cn_some_cards *cards)
{
    const bool exposed = cn_refereed_board(r)->seats > 2; /* R11 */
    for (int i = 0; i < cards->count; i++)
        cn_refereed_join(r, seat, cards->card[i], exposed);
}

static void add_all(struct cn_some_cards *to, const struct cn_some_cards *cards)
{
    memcpy(to->card + to->count, cards->card, (size_t)cards->count);
    to->count += cards->count;
}

void cn_reopen_unlay(const struct cn_refereed *r, int seat, struct cn_taken_back *back)
{
    struct cn_notes *notes = &r->game->notes;
    lift(r, seat, &back->laid);
    join_all(r, seat, &back->laid);
    notes->unlaid = 1;
}

/* Everybody saw the cards of this kind that have gone back into the hand. */
static void see(struct cn_deal *deal, int seat, const struct cn_some_cards *cards, int kind)
{
    int count = 0;
    for (int i = 0; i < cards->count; i++)
        count += cn_card_kind(cards->card[i]) == kind;
    cn_memory_see(&deal->memory, seat, kind, count);
}

void cn_reopen_last(const struct cn_refereed *r, struct cn_taken_back *back)
{
    const struct cn_notes *notes = &r->game->notes;
    const struct cn_move_undo *last = &notes->last;
    struct cn_placement *cards = &r->game->cards;
    const bool discarded = notes->over;
    cn_reopen_for_discard(r, back);
    if (discarded)
        return;
    cn_move_unlay(&r->game->deal, last);
    const int count = last->of.lay.naturals + last->of.lay.deuces + last->of.lay.jokers;
    for (int i = 0; i < count; i++) {
        const cn_card card = cards->laid[--cards->laid_count];
        cn_placement_receive(cards, &r->game->law->rules, last->of.lay.seat, card);
        back->hand.card[back->hand.count++] = card;
        see(&r->game->deal, last->of.lay.seat, &back->hand, cn_card_kind(card));
    }
    cn_refereed_match(r);
}

/* ---- the pile ---- */

/* Takes one card of this code out of the list. Returns false if there is none. */
static bool drop(struct cn_some_cards *cards, cn_card card)
{
    for (int i = 0; i < cards->count; i++) {
        if (cards->card[i] != card)
            continue;
        cards->count--;
        memmove(cards->card + i, cards->card + i + 1, (size_t)(cards->count - i));
        return true;
    }
    return false;
}

static void unface(const struct cn_refereed *r, int side, cn_card card)
{
    struct cn_placement *cards = &r->game->cards;
    int at = cards->red_count - 1;
    while (cards->red[at] != card || cards->red_side[at] != side)
        at--;
    cards->red_count--;
    memmove(cards->red + at, cards->red + at + 1, (size_t)(cards->red_count - at));
    memmove(cards->red_side + at, cards->red_side + at + 1, (size_t)(cards->red_count - at));
    cn_refereed_board(r)->red[side]--;
}

/* Finds a card of the pile among those lifted, laid down as a red three, or in the hand. */
static void take_back_from(const struct cn_refereed *r, int seat, cn_card card,
                           struct cn_taken_back *back)
{
    if (cn_card_kind(card) == CN_RED_THREE) {
        unface(r, cn_refereed_board(r)->side[seat], card);
        return;
    }
    if (drop(&back->laid, card))
        return;
    drop(&back->hand, card);
    cn_refereed_leave(r, seat, card);
}

/* Makes the pile lie as it lay. */
static void put_pile_back(const struct cn_refereed *r, int seat, struct cn_taken_back *back)
{
    struct cn_notes *notes = &r->game->notes;
    struct cn_placement *cards = &r->game->cards;
    struct cn_deal *deal = &r->game->deal;
    struct cn_board *board = &deal->board;
    const int top = notes->pile_count - 1;
    const bool claimed = notes->took == CN_NOTES_CLAIMED;
    if (claimed)
        drop(&back->laid, notes->pile[top]);
    for (int i = 0; i < notes->pile_count - claimed && board->phase != CN_PHASE_TAKING; i++)
        take_back_from(r, seat, notes->pile[i], back);
    memcpy(cards->pile, notes->pile, notes->pile_count);
    cards->pile_count = notes->pile_count;
    deal->pile = CN_NO_CARDS;
    board->pile_red = 0;
    for (int i = 0; i <= top; i++) {
        cn_hand_add_card(&deal->pile, cn_card_kind(notes->pile[i]));
        if (cn_card_kind(notes->pile[i]) == CN_RED_THREE)
            board->pile_red++;
    }
    board->pile = notes->pile_count;
    board->pile_top = (uint8_t)cn_card_kind(notes->pile[top]);
    board->frozen = notes->frozen;
    board->phase = CN_PHASE_START;
    board->drew_from = CN_DREW_NOTHING;
    notes->took = 0;
    back->pile_lies = true;
}

void cn_reopen_wholly(const struct cn_refereed *r, struct cn_taken_back *back)
{
    struct cn_notes *notes = &r->game->notes;
    struct cn_board *board = cn_refereed_board(r);
    cn_reopen_for_discard(r, back);
    back->reopened = true;
    const int seat = board->turn;
    lift(r, seat, &back->laid);
    if (notes->took != 0)
        put_pile_back(r, seat, back);
    join_all(r, seat, &back->laid);
    add_all(&back->hand, &back->laid);
    forget_laying(board);
}
