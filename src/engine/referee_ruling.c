#include "referee_ruling.h"

#include "referee_reopen.h"

#include <assert.h>
#include <string.h>

enum {
    FACES_MAX = CN_BONUS_CARDS_MAX
};

/* What a ruling or a decision does, in the order of its lines. */
struct effects {
    int offender;
    struct cn_taken_back back; /* reopen, or only 'laid': unlay */
    bool unlaid;
    bool stock, stock_seen;
    cn_card on_stock;
    int owes;
    bool drew;
    cn_card drawn;
    int faces;
    cn_card faced[FACES_MAX], replaced[FACES_MAX];
    bool has_replacement[FACES_MAX], last_faced[FACES_MAX];
    struct cn_some_cards exposed, hidden;
    bool bound;
};

static struct cn_notes *notes_of(const struct cn_refereed *r)
{
    return &r->game->notes;
}

/* ---- lines ---- */

static void tell_reopen(const struct cn_refereed *r, const struct effects *fx)
{
    const struct cn_notes *notes = notes_of(r);
    const struct cn_event event = {.type = CN_EVENT_REOPEN,
                                   .seat = (uint8_t)fx->offender,
                                   .cards = fx->back.hand.card,
                                   .card_count = fx->back.hand.count,
                                   .pile = fx->back.pile_lies ? notes->pile : NULL,
                                   .pile_count = fx->back.pile_lies ? notes->pile_count : 0};
    cn_refereed_tell(r, &event);
}

static void tell_stock(const struct cn_refereed *r, const struct effects *fx)
{
    const struct cn_event event = {.type = CN_EVENT_STOCK,
                                   .seat = (uint8_t)fx->offender,
                                   .cards = &fx->on_stock,
                                   .card_count = 1,
                                   .shown = &fx->on_stock,
                                   .shown_count = fx->stock_seen};
    cn_refereed_tell(r, &event);
}

static void tell_owe(const struct cn_refereed *r, const struct effects *fx)
{
    const struct cn_event event = {
        .type = CN_EVENT_OWE, .seat = (uint8_t)fx->offender, .n = fx->owes};
    cn_refereed_tell(r, &event);
}

static void tell_draw(const struct cn_refereed *r, const struct effects *fx)
{
    const struct cn_event event = {.type = CN_EVENT_DRAW,
                                   .seat = (uint8_t)fx->offender,
                                   .irregular = true,
                                   .cards = &fx->drawn,
                                   .card_count = 1};
    cn_refereed_tell(r, &event);
}

static void tell_face(const struct cn_refereed *r, const struct effects *fx, int i)
{
    const struct cn_event event = {.type = CN_EVENT_FACE,
                                   .seat = (uint8_t)fx->offender,
                                   .cards = &fx->faced[i],
                                   .card_count = 1,
                                   .drawn = &fx->replaced[i],
                                   .drawn_count = fx->has_replacement[i],
                                   .shown = &fx->replaced[i],
                                   .shown_count = fx->last_faced[i]};
    cn_refereed_tell(r, &event);
}

static void tell_exposed(const struct cn_refereed *r, const struct effects *fx)
{
    const struct cn_event event = {.type = CN_EVENT_EXPOSE,
                                   .seat = (uint8_t)fx->offender,
                                   .ruled = true,
                                   .cards = fx->exposed.card,
                                   .card_count = fx->exposed.count};
    cn_refereed_tell(r, &event);
}

static void tell_effects(const struct cn_refereed *r, const struct effects *fx)
{
    if (fx->back.reopened)
        tell_reopen(r, fx);
    if (fx->unlaid)
        cn_refereed_tell_cards(r, CN_EVENT_UNLAY, fx->offender, fx->back.laid.card,
                               fx->back.laid.count);
    if (fx->stock)
        tell_stock(r, fx);
    if (fx->owes > 0)
        tell_owe(r, fx);
    if (fx->drew)
        tell_draw(r, fx);
    for (int i = 0; i < fx->faces; i++)
        tell_face(r, fx, i);
    if (fx->exposed.count > 0)
        tell_exposed(r, fx);
    if (fx->hidden.count > 0)
        cn_refereed_tell_cards(r, CN_EVENT_BACK, fx->offender, fx->hidden.card, fx->hidden.count);
    if (fx->bound)
        cn_refereed_tell_cards(r, CN_EVENT_BOUND, fx->offender, NULL, 0);
}

/* ---- effects ---- */

static bool exposes(const struct cn_refereed *r)
{
    return cn_refereed_board(r)->seats > 2; /* R11 */
}

static void add_cards(struct cn_some_cards *to, const struct cn_some_cards *cards)
{
    memcpy(to->card + to->count, cards->card, (size_t)cards->count);
    to->count += cards->count;
}

/* Cards that have gone back into the hand have been exposed by that. */
static void note_exposed_laid(const struct cn_refereed *r, struct effects *fx)
{
    if (exposes(r))
        add_cards(&fx->exposed, &fx->back.laid);
}

/* A seat that has not played in its turn yet has discarded nothing: the discard that could still be
 * taken back is that of the turn before. */
static void reopen_for_discard(const struct cn_refereed *r, struct effects *fx)
{
    const struct cn_notes *notes = notes_of(r);
    if (!notes->over || notes->discarded.of.discard.seat == fx->offender)
        cn_reopen_for_discard(r, &fx->back);
}

static void reopen_wholly(const struct cn_refereed *r, struct effects *fx)
{
    cn_reopen_wholly(r, &fx->back);
    note_exposed_laid(r, fx);
}

static void unlay(const struct cn_refereed *r, struct effects *fx)
{
    struct cn_notes *notes = notes_of(r);
    cn_reopen_unlay(r, fx->offender, &fx->back);
    fx->unlaid = true;
    note_exposed_laid(r, fx);
    if (notes->ending == CN_END_OUT + 1)
        notes->ending = 0; /* nobody has gone out */
}

static void owe(const struct cn_refereed *r, struct effects *fx)
{
    fx->owes = ++cn_refereed_board(r)->owed[fx->offender];
}

static void expose_shown(const struct cn_refereed *r, cn_packed_meld shown, struct effects *fx)
{
    const int kinds[] = {cn_meld_kind(shown), CN_DEUCE, CN_JOKER};
    const int counts[] = {cn_meld_naturals(shown), cn_meld_deuces(shown), cn_meld_jokers(shown)};
    for (int i = 0; i < 3; i++)
        if (counts[i] > 0 && exposes(r))
            cn_refereed_expose(r, fx->offender, kinds[i], counts[i], &fx->exposed);
        else if (counts[i] > 0)
            cn_refereed_hide(r, fx->offender, kinds[i], counts[i], &fx->hidden);
}

static void face_all(const struct cn_refereed *r, struct effects *fx)
{
    const int seat = fx->offender;
    const struct cn_deal *deal = &r->game->deal;
    bool last = false;
    while (!last && cn_hand_count(deal->hands[seat], CN_RED_THREE) > 0) {
        const int i = fx->faces++;
        fx->faced[i] = cn_refereed_face(r, seat, NULL);
        fx->has_replacement[i] = deal->board.stock > 0;
        if (fx->has_replacement[i])
            fx->replaced[i] = cn_refereed_draw(r, seat, true, &last);
        fx->last_faced[i] = last;
        if (last)
            cn_refereed_end_by_red_three(r);
    }
    while (last && cn_hand_count(deal->hands[seat], CN_RED_THREE) > 0)
        fx->faced[fx->faces++] = cn_refereed_face(r, seat, NULL);
}

static void expose_hand(const struct cn_refereed *r, struct effects *fx)
{
    const int seat = fx->offender;
    const struct cn_deal *deal = &r->game->deal;
    if (!exposes(r))
        return;
    for (uint64_t kinds = cn_hand_mask(deal->hands[seat]); kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        const int held = cn_hand_count(deal->hands[seat], kind);
        const int shown = cn_hand_count(deal->board.shown[seat], kind);
        if (shown > 0)
            cn_refereed_expose(r, seat, kind, shown, &fx->exposed);
        while (cn_hand_count(deal->board.exposed[seat], kind) < held) {
            /* The line names the very cards that nobody has seen before. */
            struct cn_some_cards one = {.count = 0};
            fx->exposed.card[fx->exposed.count++] = cn_refereed_show(r, seat, kind, NULL);
            cn_refereed_expose(r, seat, kind, 1, &one);
        }
    }
}

/* Obliges the seat in turn to go out, or exposes its hand if it cannot. Returns the points that
 * are then due, if its partner had said yes (P3). */
static int32_t bind_to_go_out(const struct cn_refereed *r, struct effects *fx,
                              bool partner_said_yes)
{
    struct cn_notes *notes = notes_of(r);
    struct cn_deal *deal = &r->game->deal;
    if (notes->bound_once)
        return 0;
    notes->bound_once = 1;
    if (cn_board_can_go_out(r->game->law, &deal->board, deal->hands[fx->offender])) {
        deal->board.bound = 1;
        fx->bound = true;
        return 0;
    }
    face_all(r, fx);
    expose_hand(r, fx);
    return partner_said_yes ? 100 : 0;
}

/* ---- rulings ---- */

static void ask_decision(const struct cn_refereed *r, const struct cn_open *open, enum cn_due due)
{
    struct cn_board *board = cn_refereed_board(r);
    struct cn_notes *notes = notes_of(r);
    board->due = (uint8_t)due;
    board->due_seat = board->next[open->seat];
    board->due_law = (uint8_t)cn_irregular_number(open->what);
    notes->due_what = open->what;
    notes->due_offender = open->seat;
}

static bool can_go_back(const struct cn_refereed *r, const struct cn_open *open)
{
    const struct cn_game *game = r->game;
    if (game->deal.drawn != open->drawn || (open->flags & CN_OPEN_PLAYED_SINCE) != 0)
        return false;
    return game->cards.hand[open->seat][game->deal.stock[game->deal.drawn - 1]] > 0;
}

static int32_t rule_drawn_out_of_turn(const struct cn_refereed *r, const struct cn_open *open,
                                      struct effects *fx)
{
    if (can_go_back(r, open)) {
        fx->stock = true;
        fx->on_stock = cn_refereed_undraw(r, open->seat, &fx->stock_seen);
    } else {
        owe(r, fx);
    }
    return 200;
}

/* R12: without the pack a discard stands. */
static int32_t rule_too_small(const struct cn_refereed *r, struct effects *fx)
{
    const struct cn_notes *notes = notes_of(r);
    const bool took = notes->took != 0;
    if (notes->over && !took) {
        unlay(r, fx);
        return 0;
    }
    reopen_wholly(r, fx);
    if (took)
        cn_refereed_board(r)->no_take = 55;
    return 0;
}

static int32_t rule_taken(const struct cn_refereed *r, const struct cn_open *open,
                          struct effects *fx)
{
    if (notes_of(r)->took != 0)
        reopen_wholly(r, fx);
    if ((open->flags & CN_OPEN_ONTO_TAKE) == 0 && cn_refereed_board(r)->no_take == 0)
        ask_decision(r, open, CN_DUE_DRAW);
    return (open->flags & CN_OPEN_SOME_TAKE) != 0 ? 0 : 200;
}

static int32_t rule_before_answer(const struct cn_refereed *r, const struct cn_open *open,
                                  struct effects *fx)
{
    expose_shown(r, open->shown, fx);
    if (notes_of(r)->ending != CN_END_OUT + 1)
        ask_decision(r, open, CN_DUE_OUT);
    return 0;
}

static int32_t rule_asked_unable(const struct cn_refereed *r, const struct cn_open *open,
                                 struct effects *fx)
{
    if ((open->flags & CN_OPEN_ANSWERED_YES) == 0 || notes_of(r)->ending == CN_END_OUT + 1)
        return 0;
    reopen_for_discard(r, fx);
    return bind_to_go_out(r, fx, true);
}

static int32_t points_of_melding(const struct cn_open *open)
{
    return (open->flags & CN_OPEN_OWN_SIDE) != 0 ? 200 : 100;
}

/* Performs a ruling; returns the points that it costs. */
static int32_t perform(const struct cn_refereed *r, const struct cn_open *open, struct effects *fx)
{
    const bool in_turn = (open->flags & CN_OPEN_IN_TURN) != 0;
    switch ((enum cn_irregularity)open->what) {
    case CN_IRREGULAR_TOO_MANY: owe(r, fx); return 50;
    case CN_IRREGULAR_DRAWN_OUT_OF_TURN: return rule_drawn_out_of_turn(r, open, fx);
    case CN_IRREGULAR_LOOKED: return in_turn ? 50 : 100;
    case CN_IRREGULAR_TOUCHED: return 50;
    case CN_IRREGULAR_WITHOUT_DRAWING:
        if (cn_refereed_board(r)->stock > 0)
            ask_decision(r, open, CN_DUE_DRAW);
        return 0;
    case CN_IRREGULAR_NO_MELD:
    case CN_IRREGULAR_AGAINST_ANSWER:
    case CN_IRREGULAR_EXPOSED:
    case CN_IRREGULAR_TOO_MANY_WILDS:
    case CN_IRREGULAR_NO_CARD_KEPT: expose_shown(r, open->shown, fx); return 0;
    case CN_IRREGULAR_MELDED_OUT_OF_TURN:
        expose_shown(r, open->shown, fx);
        return points_of_melding(open);
    case CN_IRREGULAR_ANOTHER_CARD: reopen_for_discard(r, fx); return 0;
    case CN_IRREGULAR_TOO_SMALL:
    case CN_IRREGULAR_NOT_MADE_GOOD: return rule_too_small(r, fx);
    case CN_IRREGULAR_TAKEN: return rule_taken(r, open, fx);
    case CN_IRREGULAR_BEFORE_ANSWER: return rule_before_answer(r, open, fx);
    case CN_IRREGULAR_AGAINST_NO: ask_decision(r, open, CN_DUE_OUT); return 0;
    case CN_IRREGULAR_NOT_OUT: reopen_for_discard(r, fx); return bind_to_go_out(r, fx, true);
    case CN_IRREGULAR_ASKED_UNABLE: return rule_asked_unable(r, open, fx);
    case CN_IRREGULAR_COUNT: break;
    }
    return 0;
}

static void rule(const struct cn_refereed *r, int at)
{
    struct cn_notes *notes = notes_of(r);
    struct cn_board *board = cn_refereed_board(r);
    const struct cn_open open = notes->open[at];
    struct effects fx = {.offender = open.seat};
    cn_notes_remove(notes, at);
    const int32_t due = perform(r, &open, &fx);
    const int32_t points = r->game->law->rules.point_penalties ? -due : 0;
    board->penalties[board->side[open.seat]] += points;
    const struct cn_event event = {.type = CN_EVENT_RULING,
                                   .seat = open.seat,
                                   .law = cn_irregular_law(open.what),
                                   .what = cn_irregular_name(open.what),
                                   .points = points};
    cn_refereed_tell(r, &event);
    tell_effects(r, &fx);
    cn_refereed_match(r);
}

/* Rules on what is left of the offender's, until a decision is due. */
static void go_on(const struct cn_refereed *r)
{
    struct cn_notes *notes = notes_of(r);
    while (notes->ruled_seat != 0 && cn_refereed_board(r)->due == CN_DUE_NOTHING) {
        const int at = cn_notes_newest(notes, notes->ruled_seat - 1);
        if (at < 0)
            notes->ruled_seat = 0;
        else
            rule(r, at);
    }
    cn_ruling_drop_bonds(r);
}

void cn_ruling_call(const struct cn_refereed *r)
{
    struct cn_notes *notes = notes_of(r);
    struct cn_board *board = cn_refereed_board(r);
    if (notes->open_count == 0)
        return;
    if (board->due == CN_DUE_ACCEPT)
        board->due = CN_DUE_NOTHING;
    notes->ruled_seat = (uint8_t)(notes->open[notes->open_count - 1].seat + 1);
    go_on(r);
}

/* ---- decisions ---- */

static void require_draw(const struct cn_refereed *r, struct effects *fx)
{
    bool faced;
    if (notes_of(r)->due_what == CN_IRREGULAR_TAKEN) {
        cn_refereed_board(r)->no_take = 57;
        return;
    }
    fx->drew = true;
    fx->drawn = cn_refereed_draw(r, fx->offender, false, &faced);
}

static void require_out(const struct cn_refereed *r, struct effects *fx)
{
    if (notes_of(r)->due_what == CN_IRREGULAR_AGAINST_NO)
        return; /* it has gone out, and the deal ends */
    reopen_for_discard(r, fx);
    bind_to_go_out(r, fx, false);
}

/* The last action against a no is undone; its cards are exposed, and the turn goes on. */
static void undo_going_out(const struct cn_refereed *r, struct effects *fx)
{
    const struct cn_deal *deal = &r->game->deal;
    const bool discarded = notes_of(r)->over;
    const int seat = fx->offender;
    cn_reopen_last(r, &fx->back);
    if (!discarded) {
        expose_hand(r, fx);
        return;
    }
    if (!exposes(r))
        return;
    const cn_card card = fx->back.hand.card[0];
    if (cn_hand_count(deal->board.exposed[seat], cn_card_kind(card)) == 0) {
        cn_refereed_show(r, seat, cn_card_kind(card), &card);
        cn_refereed_expose(r, seat, cn_card_kind(card), 1, &fx->exposed);
    }
}

void cn_ruling_decide(const struct cn_refereed *r, struct cn_action action)
{
    struct cn_notes *notes = notes_of(r);
    struct cn_board *board = cn_refereed_board(r);
    struct effects fx = {.offender = notes->due_offender};
    board->due = CN_DUE_NOTHING;
    board->due_law = board->due_seat = 0;
    if (action.type == CN_ACTION_REQUIRE_DRAW)
        require_draw(r, &fx);
    else if (action.type == CN_ACTION_REQUIRE_OUT)
        require_out(r, &fx);
    else if (notes->due_what == CN_IRREGULAR_AGAINST_NO)
        undo_going_out(r, &fx);
    notes->due_what = notes->due_offender = 0;
    tell_effects(r, &fx);
    cn_refereed_match(r);
    go_on(r);
}

/* ---- bonds ---- */

/* Has the seat in turn anything left that obeys its bond? Facing and stopping do not. */
static bool can_obey(const struct cn_law *law, const struct cn_board *board, cn_hand hand)
{
    struct cn_action list[CN_ACTIONS_TYPICAL];
    int count = 1;
    for (int first = 0; first < count; first += CN_ACTIONS_TYPICAL) {
        count = cn_board_legal_list_from(law, board, hand, first, list, CN_ACTIONS_TYPICAL);
        for (int i = 0; i < CN_ACTIONS_TYPICAL && first + i < count; i++)
            if (list[i].type != CN_ACTION_FACE && list[i].type != CN_ACTION_STOP)
                return true;
    }
    return false;
}

void cn_ruling_drop_bonds(const struct cn_refereed *r)
{
    struct cn_board *board = cn_refereed_board(r);
    const bool runs = board->due == CN_DUE_NOTHING && board->phase != CN_PHASE_ANSWER &&
                      board->phase != CN_PHASE_ENDED && notes_of(r)->ending == 0 &&
                      !(notes_of(r)->over && !notes_of(r)->passed);
    const bool held = board->bound || board->answer != CN_ANSWER_NONE;
    if (!runs || !held)
        return;
    if (board->answer == CN_ANSWER_NO && board->phase == CN_PHASE_START && board->stock == 0)
        return; /* it may stop */
    if (can_obey(r->game->law, board, r->game->deal.hands[board->turn]))
        return;
    notes_of(r)->fallen_bound |= board->bound;
    if (board->answer != CN_ANSWER_NONE)
        notes_of(r)->fallen_answer = board->answer;
    board->bound = 0;
    board->answer = CN_ANSWER_NONE;
}
