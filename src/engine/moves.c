#include "moves.h"

#include <assert.h>
#include <string.h>

_Static_assert(sizeof(struct cn_move_undo) <= 24, "a log of moves stays small");

/* Which facts were true before cards were laid (cn_move_undo.of.lay.facts). */
enum {
    MELD_IS_NEW = 1,
    RANK_IS_NEW = 2,
    HAD_LAID = 4,
    HAD_LAID_BLACK = 8,
    HAD_ADDED = 16,
    HAD_MELDED = 32
};

enum {
    TURN_FACTS_AT = offsetof(struct cn_board, phase)
};

/* ---- shared by all moves ---- */

/* Counts the cards in all places, as a check on the sizes kept on the board. Deals that bots
 * imagine have no deck, so a move compares with the count before it. */
static int cards_in(const struct cn_deal *deal)
{
#ifdef NDEBUG
    (void)deal;
    return 0;
#else
    const struct cn_board *board = &deal->board;
    int cards = cn_hand_size(deal->pile) + deal->cards - deal->drawn;
    for (int seat = 0; seat < board->players; seat++)
        cards += cn_hand_size(deal->hands[seat]) + board->talon[seat] + deal->second_end[seat] -
                 deal->second_from[seat];
    for (int side = 0; side < board->sides; side++) {
        cards += board->red[side] + board->black[side];
        for (int meld = 0; meld < board->meld_count[side]; meld++)
            cards += cn_meld_size(board->melds[side][meld]);
    }
    return cards;
#endif
}

static void expect_all(const struct cn_deal *deal, int cards)
{
    assert(cards_in(deal) == cards);
    (void)deal;
    (void)cards;
}

/* Takes cards from a hand to a place where all see them: known cards, and those face up before it,
 * first. */
static inline struct cn_move_seen forget(struct cn_deal *deal, int seat, int kind, int n)
{
    struct cn_move_seen seen = {0, 0};
    if (n == 0)
        return seen;
    cn_hand *exposed = &deal->board.exposed[seat];
    seen.known = (uint8_t)cn_memory_forget(&deal->memory, seat, kind, n);
    if (cn_hand_is_empty(*exposed))
        return seen;
    const int there = cn_hand_count(*exposed, kind);
    seen.exposed = (uint8_t)(there < n ? there : n);
    cn_hand_remove_cards(exposed, kind, seen.exposed);
    /* Those that no ruling has exposed go last (R5). */
    cn_hand *shown = &deal->board.shown[seat];
    const int more = cn_hand_count(*shown, kind) - (there - seen.exposed);
    if (more > 0)
        cn_hand_remove_cards(shown, kind, more);
    return seen;
}

static void recall(struct cn_deal *deal, int seat, int kind, struct cn_move_seen seen)
{
    cn_hand *known = &deal->memory.known[seat];
    cn_hand *exposed = &deal->board.exposed[seat];
    *known = cn_hand_add(*known, cn_hand_single(kind, seen.known));
    *exposed = cn_hand_add(*exposed, cn_hand_single(kind, seen.exposed));
}

/* Are no cards of the hand known or visible to others? This is the common case. */
static bool is_hidden(const struct cn_deal *deal, int seat)
{
    return cn_hand_is_empty(deal->memory.known[seat]) &&
           cn_hand_is_empty(deal->board.exposed[seat]);
}

static void add_to_hand(struct cn_deal *deal, int seat, int kind, int n)
{
    deal->hands[seat] = cn_hand_add(deal->hands[seat], cn_hand_single(kind, n));
    deal->board.hand_size[seat] = (uint16_t)(deal->board.hand_size[seat] + n);
}

static void take_from_hand(struct cn_deal *deal, int seat, int kind)
{
    assert(cn_hand_count(deal->hands[seat], kind) > 0);
    cn_hand_remove_cards(&deal->hands[seat], kind, 1);
    deal->board.hand_size[seat]--;
}

/* ---- the stock and bonus cards ---- */

int cn_move_draw(struct cn_deal *deal, int seat)
{
    const int cards = cards_in(deal);
    assert(deal->board.stock > 0);
    const int kind = cn_card_kind(deal->stock[deal->drawn++]);
    deal->board.stock--;
    cn_hand_add_card(&deal->hands[seat], kind);
    deal->board.hand_size[seat]++;
    expect_all(deal, cards);
    return kind;
}

void cn_move_undraw(struct cn_deal *deal, int seat)
{
    const int cards = cards_in(deal);
    assert(deal->drawn > 0);
    const int kind = cn_card_kind(deal->stock[--deal->drawn]);
    deal->board.stock++;
    take_from_hand(deal, seat, kind);
    expect_all(deal, cards);
}

static uint8_t *faced(struct cn_board *board, int seat, int kind)
{
    const int side = board->side[seat];
    return kind == CN_RED_THREE ? &board->red[side] : &board->black[side];
}

void cn_move_face(struct cn_deal *deal, int seat, int kind, struct cn_move_seen *undo)
{
    const int cards = cards_in(deal);
    const struct cn_move_seen seen = forget(deal, seat, kind, 1);
    if (undo != NULL)
        *undo = seen;
    take_from_hand(deal, seat, kind);
    ++*faced(&deal->board, seat, kind);
    expect_all(deal, cards);
}

void cn_move_unface(struct cn_deal *deal, int seat, int kind, const struct cn_move_seen *undo)
{
    const int cards = cards_in(deal);
    assert(*faced(&deal->board, seat, kind) > 0);
    --*faced(&deal->board, seat, kind);
    add_to_hand(deal, seat, kind, 1);
    recall(deal, seat, kind, *undo);
    expect_all(deal, cards);
}

/* ---- talons and second hands ---- */

void cn_move_talon(struct cn_deal *deal, int seat, int size)
{
    const int cards = cards_in(deal);
    assert(size <= deal->board.stock && deal->board.talon[seat] == 0);
    deal->talon_from[seat] = deal->drawn;
    deal->drawn = (uint16_t)(deal->drawn + size);
    deal->board.stock = (uint16_t)(deal->board.stock - size);
    deal->board.talon[seat] = (uint8_t)size;
    expect_all(deal, cards);
}

void cn_move_untalon(struct cn_deal *deal, int seat)
{
    const int cards = cards_in(deal);
    const int size = deal->board.talon[seat];
    assert(deal->drawn == deal->talon_from[seat] + size);
    deal->drawn = deal->talon_from[seat];
    deal->talon_from[seat] = 0;
    deal->board.stock = (uint16_t)(deal->board.stock + size);
    deal->board.talon[seat] = 0;
    expect_all(deal, cards);
}

/* Moves cards between the deck, where they wait, and a hand. */
static void pick(struct cn_deal *deal, int seat, int from, int size)
{
    for (int i = 0; i < size; i++)
        cn_hand_add_card(&deal->hands[seat], cn_card_kind(deal->stock[from + i]));
    deal->board.hand_size[seat] = (uint16_t)(deal->board.hand_size[seat] + size);
}

static void unpick(struct cn_deal *deal, int seat, int from, int size)
{
    for (int i = 0; i < size; i++)
        take_from_hand(deal, seat, cn_card_kind(deal->stock[from + i]));
}

void cn_move_pick_talon(struct cn_deal *deal, int seat, struct cn_move_undo *undo)
{
    const int cards = cards_in(deal);
    const int size = deal->board.talon[seat];
    if (undo != NULL) {
        undo->of.pick.seat = (uint8_t)seat;
        undo->of.pick.size = (uint8_t)size;
    }
    pick(deal, seat, deal->talon_from[seat], size);
    deal->board.talon[seat] = 0;
    expect_all(deal, cards);
}

void cn_move_unpick_talon(struct cn_deal *deal, const struct cn_move_undo *undo)
{
    const int cards = cards_in(deal);
    const int seat = undo->of.pick.seat;
    unpick(deal, seat, deal->talon_from[seat], undo->of.pick.size);
    deal->board.talon[seat] = undo->of.pick.size;
    expect_all(deal, cards);
}

void cn_move_pick_second(struct cn_deal *deal, int seat, struct cn_move_undo *undo)
{
    const int cards = cards_in(deal);
    const int size = deal->board.second_size[seat];
    assert(deal->board.second[seat] > 0);
    if (undo != NULL) {
        undo->of.pick.seat = (uint8_t)seat;
        undo->of.pick.size = (uint8_t)size;
    }
    pick(deal, seat, deal->second_from[seat], size);
    deal->second_from[seat] = (uint16_t)(deal->second_from[seat] + size);
    deal->board.second[seat]--;
    deal->board.second_size[seat] = *cn_deal_second_size(deal, seat, deal->board.second[seat]);
    expect_all(deal, cards);
}

void cn_move_unpick_second(struct cn_deal *deal, const struct cn_move_undo *undo)
{
    const int cards = cards_in(deal);
    const int seat = undo->of.pick.seat;
    const int size = undo->of.pick.size;
    deal->second_from[seat] = (uint16_t)(deal->second_from[seat] - size);
    unpick(deal, seat, deal->second_from[seat], size);
    deal->board.second[seat]++;
    deal->board.second_size[seat] = (uint8_t)size;
    expect_all(deal, cards);
}

/* ---- melds ---- */

static void note_facts(const struct cn_board *board, int meld, int kind, struct cn_move_undo *undo)
{
    const int seat = board->turn;
    const int side = board->side[seat];
    undo->of.lay.opening_points = board->opening_points;
    undo->of.lay.seat = (uint8_t)seat;
    undo->of.lay.meld = (uint8_t)meld;
    undo->of.lay.take_meld = board->take_meld;
    undo->of.lay.phase_and_drew_from = (uint8_t)(board->phase | board->drew_from << 4);
    undo->of.lay.facts =
        (uint8_t)((meld == board->meld_count[side] ? MELD_IS_NEW : 0) |
                  (cn_side_has_rank(board, side, kind) ? 0 : RANK_IS_NEW) |
                  (board->laid ? HAD_LAID : 0) | (board->black_laid ? HAD_LAID_BLACK : 0) |
                  (board->added_to_older ? HAD_ADDED : 0) |
                  ((board->melded >> seat & 1) != 0 ? HAD_MELDED : 0));
}

/* Takes naturals, deuces and jokers from the hand for a meld. */
static inline void note_cards(struct cn_deal *deal, int kind, int naturals, int deuces, int jokers,
                              struct cn_move_undo *undo)
{
    const int seat = deal->board.turn;
    const struct cn_move_seen seen[3] = {forget(deal, seat, kind, naturals),
                                         forget(deal, seat, CN_DEUCE, deuces),
                                         forget(deal, seat, CN_JOKER, jokers)};
    if (undo == NULL)
        return;
    undo->of.lay.naturals = (uint8_t)naturals;
    undo->of.lay.deuces = (uint8_t)deuces;
    undo->of.lay.jokers = (uint8_t)jokers;
    memcpy(undo->of.lay.seen, seen, sizeof seen);
}

/* Restores the facts of the seat, and those of its turn if that still runs. */
static void restore_facts(struct cn_board *board, const struct cn_move_undo *undo)
{
    const int facts = undo->of.lay.facts;
    const int seat = undo->of.lay.seat;
    if ((facts & HAD_MELDED) == 0)
        board->melded &= (uint8_t) ~(1 << seat);
    if (board->turn != seat)
        return;
    board->opening_points = undo->of.lay.opening_points;
    board->laid = (facts & HAD_LAID) != 0;
    board->black_laid = (facts & HAD_LAID_BLACK) != 0;
    board->added_to_older = (facts & HAD_ADDED) != 0;
}

/* Takes the cards off the meld; a new meld disappears. */
static void take_off_meld(struct cn_board *board, cn_packed_meld cards,
                          const struct cn_move_undo *undo)
{
    const int side = board->side[undo->of.lay.seat];
    const int meld = undo->of.lay.meld;
    const int kind = cn_meld_kind(board->melds[side][meld]);
    cn_board_set_meld(board, side, meld, (cn_packed_meld)(board->melds[side][meld] - cards));
    if ((undo->of.lay.facts & MELD_IS_NEW) != 0) {
        assert(meld == board->meld_count[side] - 1 && cn_meld_size(board->melds[side][meld]) == 0);
        board->melds[side][meld] = 0;
        board->meld_count[side]--;
    }
    if ((undo->of.lay.facts & RANK_IS_NEW) != 0)
        board->ranks[side] &= ~cn_kind_mask(kind);
}

static void back_to_hand(struct cn_deal *deal, int kind, const struct cn_move_undo *undo)
{
    const int seat = undo->of.lay.seat;
    add_to_hand(deal, seat, kind, undo->of.lay.naturals);
    add_to_hand(deal, seat, CN_DEUCE, undo->of.lay.deuces);
    add_to_hand(deal, seat, CN_JOKER, undo->of.lay.jokers);
    recall(deal, seat, kind, undo->of.lay.seen[0]);
    recall(deal, seat, CN_DEUCE, undo->of.lay.seen[1]);
    recall(deal, seat, CN_JOKER, undo->of.lay.seen[2]);
}

void cn_move_lay(const struct cn_rules *rules, struct cn_deal *deal, int meld, int kind,
                 int naturals, int deuces, int jokers, struct cn_move_undo *undo)
{
    const int cards = cards_in(deal);
    struct cn_board *board = &deal->board;
    if (undo != NULL)
        note_facts(board, meld, kind, undo);
    if (undo != NULL || !is_hidden(deal, board->turn))
        note_cards(deal, kind, naturals, deuces, jokers, undo);
    cn_board_lay(rules, board, &deal->hands[board->turn], meld, kind, naturals, deuces, jokers);
    expect_all(deal, cards);
}

/* Lifts the cards of a lay or a take off the meld, with or without the pile's top card. */
static int unlay(struct cn_deal *deal, const struct cn_move_undo *undo, int top)
{
    struct cn_board *board = &deal->board;
    const int side = board->side[undo->of.lay.seat];
    const int kind = cn_meld_kind(board->melds[side][undo->of.lay.meld]);
    take_off_meld(
        board, cn_meld_of(0, undo->of.lay.naturals + top, undo->of.lay.deuces, undo->of.lay.jokers),
        undo);
    back_to_hand(deal, kind, undo);
    restore_facts(board, undo);
    return kind;
}

void cn_move_unlay(struct cn_deal *deal, const struct cn_move_undo *undo)
{
    const int cards = cards_in(deal);
    unlay(deal, undo, 0);
    expect_all(deal, cards);
}

void cn_move_merge(struct cn_deal *deal, int into, int from, struct cn_move_undo *undo)
{
    const int cards = cards_in(deal);
    struct cn_board *board = &deal->board;
    if (undo != NULL) {
        undo->of.merge.moved = board->melds[board->side[board->turn]][from];
        undo->of.merge.seat = board->turn;
        undo->of.merge.into = (uint8_t)into;
        undo->of.merge.from = (uint8_t)from;
        undo->of.merge.take_meld = board->take_meld;
        undo->of.merge.added_to_older = board->added_to_older;
    }
    cn_board_merge(board, into, from);
    expect_all(deal, cards);
}

void cn_move_unmerge(struct cn_deal *deal, const struct cn_move_undo *undo)
{
    const int cards = cards_in(deal);
    struct cn_board *board = &deal->board;
    const int side = board->side[undo->of.merge.seat];
    const int into = undo->of.merge.into;
    const cn_packed_meld moved = undo->of.merge.moved;
    cn_board_set_meld(board, side, into, board->melds[side][into] - cn_meld_counts(moved));
    cn_board_set_meld(board, side, undo->of.merge.from, moved);
    if (board->turn == undo->of.merge.seat) {
        board->take_meld = undo->of.merge.take_meld;
        board->added_to_older = undo->of.merge.added_to_older;
    }
    expect_all(deal, cards);
}

/* ---- the pile ---- */

/* Which CN_FROZEN_ bit a card of the kind sets in the pile, 0 if none (L30). A black three that is
 * a bonus card freezes nothing. */
static int freezing(const struct cn_rules *rules, int kind)
{
    if ((rules->pile_freeze >> kind & 1) == 0)
        return 0;
    if (kind != CN_BLACK_THREE)
        return CN_FROZEN_OTHER;
    return cn_black_threes_are_bonus(rules) ? 0 : CN_FROZEN_BLACK_THREE;
}

/* Does a claim leave some of a large pile, so that the order of its cards matters? */
static bool order_matters(const struct cn_rules *rules)
{
    return CN_PLANS_ARE_HERE && rules->pile_taken != CN_UNLIMITED;
}

static inline void put_on_pile(const struct cn_rules *rules, struct cn_deal *deal, int kind)
{
    struct cn_board *board = &deal->board;
    if (order_matters(rules))
        cn_memory_set_pile_at(&deal->memory, board->pile, kind);
    cn_hand_add_card(&deal->pile, kind);
    board->pile++;
    board->pile_top = (uint8_t)kind;
    if (cn_is_bonus(rules, kind))
        board->pile_red++;
    if ((rules->pile_freeze >> kind & 1) != 0)
        board->frozen |= (uint8_t)freezing(rules, kind);
}

void cn_move_to_pile(const struct cn_rules *rules, struct cn_deal *deal, int kind)
{
    put_on_pile(rules, deal, kind);
}

void cn_move_take_top(const struct cn_rules *rules, struct cn_deal *deal, int onto, int deuces,
                      int jokers, struct cn_move_undo *undo)
{
    const int cards = cards_in(deal);
    struct cn_board *board = &deal->board;
    const int kind = board->pile_top;
    const int naturals = onto < 0 ? 2 - deuces - jokers : 0;
    assert(kind != CN_NO_KIND);
    if (undo != NULL)
        note_facts(board, onto >= 0 ? onto : cn_board_take_meld(rules, board), kind, undo);
    if (undo != NULL || !is_hidden(deal, board->turn))
        note_cards(deal, kind, naturals, deuces, jokers, undo);
    cn_hand_remove_cards(&deal->pile, kind, 1);
    cn_board_take(rules, board, &deal->hands[board->turn], onto, deuces, jokers);
    expect_all(deal, cards);
}

void cn_move_untake_top(struct cn_deal *deal, const struct cn_move_undo *undo)
{
    const int cards = cards_in(deal);
    struct cn_board *board = &deal->board;
    const int kind = unlay(deal, undo, 1);
    cn_hand_add_card(&deal->pile, kind);
    board->pile++;
    board->pile_top = (uint8_t)kind;
    if (board->turn == undo->of.lay.seat) {
        board->take_meld = undo->of.lay.take_meld;
        board->phase = undo->of.lay.phase_and_drew_from & 15;
        board->drew_from = undo->of.lay.phase_and_drew_from >> 4;
    }
    expect_all(deal, cards);
}

/* Returns the cards under the claimed one that come with it. */
static cn_hand cards_taken(const struct cn_rules *rules, const struct cn_deal *deal)
{
    const int pile = deal->board.pile;
    if (pile < rules->pile_taken)
        return deal->pile;
    cn_hand taken = CN_NO_CARDS;
    for (int at = pile - rules->pile_taken + 1; at < pile; at++)
        cn_hand_add_card(&taken, cn_memory_pile_at(&deal->memory, at));
    return taken;
}

/* Describes a pile of which the top went, so that a card lies open that was covered. */
static void open_rest(const struct cn_rules *rules, struct cn_deal *deal)
{
    struct cn_board *board = &deal->board;
    int frozen = 0;
    for (uint64_t mask = cn_hand_mask(deal->pile); mask != 0;)
        frozen |= freezing(rules, cn_mask_pop(&mask));
    board->pile = (uint16_t)cn_hand_size(deal->pile);
    board->pile_red = (uint8_t)cn_hand_bonus_cards(rules, deal->pile);
    board->frozen = (uint8_t)frozen;
    board->pile_top = CN_NO_KIND;
    if (board->pile > 0)
        board->pile_top = (uint8_t)cn_memory_pile_at(&deal->memory, board->pile - 1);
}

void cn_move_take_pile(const struct cn_rules *rules, struct cn_deal *deal,
                       struct cn_move_undo *undo)
{
    const int cards = cards_in(deal);
    struct cn_board *board = &deal->board;
    const int seat = board->turn;
    const int side = board->side[seat];
    const bool ordered = order_matters(rules);
    const cn_hand taken = ordered ? cards_taken(rules, deal) : deal->pile;
    const cn_hand joining = cn_hand_drop(taken, cn_bonus_mask(rules));
    if (undo != NULL) {
        undo->of.pile.cards = taken;
        undo->of.pile.seat = (uint8_t)seat;
        undo->of.pile.top = board->pile_top;
        undo->of.pile.frozen = board->frozen;
        undo->of.pile.phase_and_drew_from = (uint8_t)(board->phase | board->drew_from << 4);
        undo->of.pile.owes_opening = board->owes_opening;
    }
    deal->hands[seat] = cn_hand_add(deal->hands[seat], joining);
    cn_memory_pile(&deal->memory, seat, joining);
    board->hand_size[seat] = (uint16_t)(board->hand_size[seat] + cn_hand_size(joining));
    board->red[side] = (uint8_t)(board->red[side] + cn_hand_count(taken, CN_RED_THREE));
    if (cn_black_threes_are_bonus(rules))
        board->black[side] = (uint8_t)(board->black[side] + cn_hand_count(taken, CN_BLACK_THREE));
    if (ordered) {
        deal->pile = cn_hand_remove(deal->pile, taken);
        open_rest(rules, deal);
    } else {
        deal->pile = CN_NO_CARDS;
        board->pile = board->pile_red = board->frozen = 0;
        board->pile_top = CN_NO_KIND;
    }
    board->drew_from = CN_DREW_PILE;
    board->owes_opening = 0;
    board->phase = CN_PHASE_MELD;
    expect_all(deal, cards);
}

void cn_move_untake_pile(const struct cn_rules *rules, struct cn_deal *deal,
                         const struct cn_move_undo *undo)
{
    const int cards = cards_in(deal);
    struct cn_board *board = &deal->board;
    const int seat = undo->of.pile.seat;
    const int side = board->side[seat];
    const cn_hand taken = undo->of.pile.cards;
    const cn_hand joined = cn_hand_drop(taken, cn_bonus_mask(rules));
    assert(board->turn == seat);
    deal->pile = cn_hand_add(deal->pile, taken);
    deal->hands[seat] = cn_hand_remove(deal->hands[seat], joined);
    deal->memory.known[seat] = cn_hand_remove(deal->memory.known[seat], joined);
    board->hand_size[seat] = (uint16_t)(board->hand_size[seat] - cn_hand_size(joined));
    board->red[side] = (uint8_t)(board->red[side] - cn_hand_count(taken, CN_RED_THREE));
    if (cn_black_threes_are_bonus(rules))
        board->black[side] = (uint8_t)(board->black[side] - cn_hand_count(taken, CN_BLACK_THREE));
    open_rest(rules, deal);
    board->pile_top = undo->of.pile.top;
    board->frozen = undo->of.pile.frozen;
    board->phase = undo->of.pile.phase_and_drew_from & 15;
    board->drew_from = undo->of.pile.phase_and_drew_from >> 4;
    board->owes_opening = undo->of.pile.owes_opening;
    expect_all(deal, cards);
}

void cn_move_discard(const struct cn_rules *rules, struct cn_deal *deal, int kind,
                     struct cn_move_undo *undo)
{
    const int cards = cards_in(deal);
    struct cn_board *board = &deal->board;
    const int seat = board->turn;
    if (undo != NULL) {
        undo->of.discard.discarded = deal->memory.discarded[seat];
        undo->of.discard.seat = (uint8_t)seat;
        undo->of.discard.kind = (uint8_t)kind;
        undo->of.discard.top = board->pile_top;
        undo->of.discard.frozen = board->frozen;
        undo->of.discard.pile_red = board->pile_red;
        undo->of.discard.forgotten = (uint8_t)cn_memory_pile_at(&deal->memory, board->pile);
    }
    /* Not only if cards are known: whether some are is a branch that is often mispredicted. */
    const struct cn_move_seen seen = forget(deal, seat, kind, 1);
    if (undo != NULL)
        undo->of.discard.seen = seen;
    cn_memory_discard(&deal->memory, seat, kind);
    take_from_hand(deal, seat, kind);
    put_on_pile(rules, deal, kind);
    expect_all(deal, cards);
}

void cn_move_undiscard(struct cn_deal *deal, const struct cn_move_undo *undo)
{
    const int cards = cards_in(deal);
    struct cn_board *board = &deal->board;
    const int seat = undo->of.discard.seat;
    const int kind = undo->of.discard.kind;
    assert(board->pile_top == kind);
    cn_hand_remove_cards(&deal->pile, kind, 1);
    board->pile--;
    board->pile_red = undo->of.discard.pile_red;
    cn_memory_set_pile_at(&deal->memory, board->pile, undo->of.discard.forgotten);
    board->pile_top = undo->of.discard.top;
    board->frozen = undo->of.discard.frozen;
    add_to_hand(deal, seat, kind, 1);
    recall(deal, seat, kind, undo->of.discard.seen);
    deal->memory.discarded[seat] = undo->of.discard.discarded;
    expect_all(deal, cards);
}

/* ---- cards face up before a seat ---- */

void cn_move_expose(struct cn_deal *deal, int seat, int kind)
{
    cn_hand *exposed = &deal->board.exposed[seat];
    *exposed = cn_hand_add(*exposed, cn_hand_single(kind, 1));
    assert(cn_hand_count(*exposed, kind) <= cn_hand_count(deal->hands[seat], kind));
}

void cn_move_unexpose(struct cn_deal *deal, int seat, int kind)
{
    cn_hand *exposed = &deal->board.exposed[seat];
    assert(cn_hand_count(*exposed, kind) > 0);
    *exposed = cn_hand_remove(*exposed, cn_hand_single(kind, 1));
}

/* ---- turns ---- */

bool cn_move_begin_turn(struct cn_deal *deal)
{
    struct cn_board *board = &deal->board;
    const int seat = board->turn;
    const int side = board->side[seat];
    board->phase = CN_PHASE_START;
    board->asked = board->answer = board->asked_in = 0;
    board->drew_from = board->laid = board->black_laid = board->added_to_older = board->take_meld =
        0;
    board->short_turn = board->no_take = board->bound = board->count_waived = 0;
    board->opening_points = 0;
    board->owes_opening = !cn_side_has_melded(board, side);
    board->seat_had_melded = board->melded >> seat & 1;
    board->melds_before = board->meld_count[side];
    board->stock_was_gone = board->stock == 0;
    const bool first = (board->turned >> seat & 1) == 0;
    board->turned |= (uint8_t)(1 << seat);
    return first;
}

bool cn_move_pass_turn(struct cn_deal *deal, struct cn_move_undo *undo)
{
    struct cn_board *board = &deal->board;
    const int seat = board->next[board->turn];
    const bool first = (board->turned >> seat & 1) == 0;
    if (undo != NULL) {
        undo->of.turn.opening_points = board->opening_points;
        undo->of.turn.first = first;
        memcpy(undo->of.turn.facts, (uint8_t *)board + TURN_FACTS_AT, CN_TURN_FACTS);
    }
    board->turn = (uint8_t)seat;
    cn_move_begin_turn(deal);
    return first;
}

void cn_move_unpass_turn(struct cn_deal *deal, const struct cn_move_undo *undo)
{
    struct cn_board *board = &deal->board;
    const int seat = board->turn;
    int before = board->next[seat];
    while (board->next[before] != seat)
        before = board->next[before];
    if (undo->of.turn.first)
        board->turned &= (uint8_t) ~(1 << seat);
    board->turn = (uint8_t)before;
    board->opening_points = undo->of.turn.opening_points;
    memcpy((uint8_t *)board + TURN_FACTS_AT, undo->of.turn.facts, CN_TURN_FACTS);
}
