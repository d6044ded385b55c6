/* moves_test.c -- every move and its inverse: they restore the same bytes, and keep every card
 * exactly once.
 *
 * Random moves ignore the law, so they reach states that a strict game cannot: hands of forty
 * cards, melds of deuces alone, red threes in the hand late in the deal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "words/words.h"

enum {
    WALKS = 12, /* for each rule set and number of players */
    MOVES = 400,
    FACES = 6 /* at most this many cards lie face up before a seat */
};

enum move_type {
    DRAW,
    FACE,
    LAY,
    MERGE,
    TAKE_TOP,
    TAKE_PILE,
    DISCARD,
    EXPOSE,
    PASS_TURN,
    TALON,
    PICK_TALON,
    PICK_SECOND,
    MOVE_TYPES
};

struct move {
    enum move_type type;
    int seat, kind;
    struct cn_move_seen seen;
    struct cn_move_undo undo;
};

static struct cn_rules rules;
static struct cn_deal deal;
static struct cn_rng rng;
static struct move log_of_moves[MOVES];
static struct cn_deal before[MOVES];
static int64_t made[MOVE_TYPES];

static int below(int n)
{
    return (int)cn_rng_below(&rng, (uint32_t)n);
}

/* Adds what other games have: bonus cards of both colours, talons, second hands, and a claim that
 * leaves some of the pile. */
static void add_kin(void)
{
    rules.bonus_kinds |= 1 << CN_BLACK_THREE;
    cn_rules_derive(&rules);
    rules.pile_taken = 2 + below(6);
    rules.talon.count = 1;
    rules.talon.of[0] = 3;
    rules.second_hand.count = 2;
    rules.second_hand.of[0] = 4;
    rules.second_hand.of[1] = 2;
    rules.upcard = below(2);
    for (int i = 0; i < CN_PLAYERS_CLASSES; i++)
        rules.hand_size.at[i] = 9;
}

static void start_with(const char *name, int players, uint64_t seed, bool kin)
{
    cn_card deck[CN_CARDS_MAX];
    assert_true(cn_rules_load(&rules, name));
    cn_rng_init(&rng, seed);
    if (kin)
        add_kin();
    cn_rng_shuffle(&rng, deck, cn_deck_init(&rules, players, deck));
    memset(&deal, 0, sizeof deal);
    const int idle = players == 5 ? 4 : CN_NO_SEAT; /* the dealer is not idle */
    assert_true(cn_deal_start(&rules, &deal, players, below(players == 5 ? 4 : players), idle, NULL,
                              deck, &rng, NULL));
}

static void start(const char *name, int players, uint64_t seed)
{
    start_with(name, players, seed, false);
}

static void expect_whole(void)
{
    const char *fault = cn_deal_check(&rules, &deal);
    if (fault != NULL)
        fail_msg("%s", fault);
}

/* Returns a random one of these kinds that the hand holds, or CN_NO_KIND. */
static int held(int seat, uint64_t among)
{
    uint64_t mask = cn_hand_mask(deal.hands[seat]) & among;
    for (int skip = mask != 0 ? below(cn_mask_size(mask)) : 0; skip > 0; skip--)
        mask = cn_mask_rest(mask);
    return cn_mask_first(mask);
}

static int up_to(int n)
{
    return n > 0 ? below(n + 1) : 0;
}

static int side_in_turn(void)
{
    return deal.board.side[deal.board.turn];
}

/* Returns a random number of the hand's cards that fit in the meld: at most 15 of each kind. */
static int some(int kind, int there)
{
    const int count = cn_hand_count(deal.hands[deal.board.turn], kind);
    return up_to(count < 15 - there ? count : 15 - there);
}

static bool try_draw(struct move *move)
{
    if (deal.board.stock == 0)
        return false;
    cn_move_draw(&deal, move->seat);
    return true;
}

static bool try_face(struct move *move)
{
    move->kind = held(move->seat, cn_bonus_mask(&rules));
    if (move->kind == CN_NO_KIND)
        return false;
    cn_move_face(&deal, move->seat, move->kind, &move->seen);
    return true;
}

static bool try_lay(struct move *move)
{
    const int side = side_in_turn();
    const int count = deal.board.meld_count[side];
    const int meld = up_to(count);
    const bool is_new = meld == count;
    const cn_packed_meld there = is_new ? 0 : deal.board.melds[side][meld];
    const uint64_t melding = CN_NATURALS_MASK | cn_kind_mask(CN_BLACK_THREE);
    const int kind = is_new ? held(deal.board.turn, melding) : cn_meld_kind(there);
    if (kind == CN_NO_KIND || (!is_new && there == 0))
        return false;
    const int naturals = some(kind, cn_meld_naturals(there));
    const int deuces = some(CN_DEUCE, cn_meld_deuces(there));
    const int jokers = some(CN_JOKER, cn_meld_jokers(there));
    if (is_new && (naturals == 0 || naturals + deuces + jokers < 3 || count == CN_MELDS_MAX))
        return false;
    cn_move_lay(&rules, &deal, meld, kind, naturals, deuces, jokers, &move->undo);
    return true;
}

static bool try_merge(struct move *move)
{
    const int side = side_in_turn();
    const int count = deal.board.meld_count[side];
    const int into = up_to(count - 1);
    int from = 0;
    while (from < count && (from == into || deal.board.melds[side][from] == 0 ||
                            cn_meld_kind(deal.board.melds[side][from]) !=
                                cn_meld_kind(deal.board.melds[side][into])))
        from++;
    if (from >= count)
        return false;
    const cn_packed_meld a = deal.board.melds[side][into];
    const cn_packed_meld b = deal.board.melds[side][from];
    if (a == 0 || cn_meld_naturals(a) + cn_meld_naturals(b) > 15 ||
        cn_meld_deuces(a) + cn_meld_deuces(b) > 15 || cn_meld_jokers(a) + cn_meld_jokers(b) > 15)
        return false;
    cn_move_merge(&deal, into, from, &move->undo);
    return true;
}

static bool try_take_top(struct move *move)
{
    struct cn_board *board = &deal.board;
    const int side = side_in_turn();
    const int kind = board->pile_top;
    if (board->phase == CN_PHASE_TAKING || !cn_kind_is_natural(kind) ||
        board->meld_count[side] == CN_MELDS_MAX)
        return false;
    const int onto = up_to(board->meld_count[side]) - 1;
    if (onto >= 0) {
        if (board->melds[side][onto] == 0 || cn_meld_kind(board->melds[side][onto]) != kind)
            return false;
        cn_move_take_top(&rules, &deal, onto, 0, 0, &move->undo);
        return true;
    }
    const cn_hand hand = deal.hands[board->turn];
    const int deuces = cn_hand_count(hand, CN_DEUCE) > 0 && below(3) == 0;
    const int jokers = deuces == 0 && cn_hand_count(hand, CN_JOKER) > 0 && below(3) == 0;
    if (cn_hand_count(hand, kind) < 2 - deuces - jokers)
        return false;
    cn_move_take_top(&rules, &deal, -1, deuces, jokers, &move->undo);
    return true;
}

/* Takes the whole pile, or the rest after its top card was laid. */
static bool try_take_pile(struct move *move)
{
    if (deal.board.pile == 0 && deal.board.phase != CN_PHASE_TAKING)
        return false;
    cn_move_take_pile(&rules, &deal, &move->undo);
    return true;
}

static bool try_discard(struct move *move)
{
    const int kind = held(deal.board.turn, CN_KINDS_MASK);
    if (kind == CN_NO_KIND || deal.board.phase == CN_PHASE_TAKING)
        return false;
    cn_move_discard(&rules, &deal, kind, &move->undo);
    return true;
}

static bool try_expose(struct move *move)
{
    move->kind = held(move->seat, CN_KINDS_MASK);
    const cn_hand exposed = deal.board.exposed[move->seat];
    if (move->kind == CN_NO_KIND || cn_hand_size(exposed) == FACES ||
        cn_hand_count(exposed, move->kind) == cn_hand_count(deal.hands[move->seat], move->kind))
        return false;
    cn_move_expose(&deal, move->seat, move->kind);
    return true;
}

static bool try_pass_turn(struct move *move)
{
    if (deal.board.phase == CN_PHASE_TAKING)
        return false;
    cn_move_pass_turn(&deal, &move->undo);
    return true;
}

static bool try_talon(struct move *move)
{
    const int size = rules.talon.count > 0 ? rules.talon.of[0] : 0;
    if (size == 0 || deal.board.stock < size || deal.talon_from[move->seat] > 0)
        return false;
    cn_move_talon(&deal, move->seat, size);
    return true;
}

static bool try_pick_talon(struct move *move)
{
    if (deal.board.talon[move->seat] == 0)
        return false;
    cn_move_pick_talon(&deal, move->seat, &move->undo);
    return true;
}

static bool try_pick_second(struct move *move)
{
    if (deal.board.second[move->seat] == 0)
        return false;
    cn_move_pick_second(&deal, move->seat, &move->undo);
    return true;
}

static bool (*const try_move[MOVE_TYPES])(struct move *) = {
    [DRAW] = try_draw,
    [FACE] = try_face,
    [LAY] = try_lay,
    [MERGE] = try_merge,
    [TAKE_TOP] = try_take_top,
    [TAKE_PILE] = try_take_pile,
    [DISCARD] = try_discard,
    [EXPOSE] = try_expose,
    [PASS_TURN] = try_pass_turn,
    [TALON] = try_talon,
    [PICK_TALON] = try_pick_talon,
    [PICK_SECOND] = try_pick_second,
};

static void undo_move(const struct move *move)
{
    switch (move->type) {
    case DRAW: cn_move_undraw(&deal, move->seat); break;
    case FACE: cn_move_unface(&deal, move->seat, move->kind, &move->seen); break;
    case LAY: cn_move_unlay(&deal, &move->undo); break;
    case MERGE: cn_move_unmerge(&deal, &move->undo); break;
    case TAKE_TOP: cn_move_untake_top(&deal, &move->undo); break;
    case TAKE_PILE: cn_move_untake_pile(&rules, &deal, &move->undo); break;
    case DISCARD: cn_move_undiscard(&deal, &move->undo); break;
    case EXPOSE: cn_move_unexpose(&deal, move->seat, move->kind); break;
    case PASS_TURN: cn_move_unpass_turn(&deal, &move->undo); break;
    case TALON: cn_move_untalon(&deal, move->seat); break;
    case PICK_TALON: cn_move_unpick_talon(&deal, &move->undo); break;
    case PICK_SECOND: cn_move_unpick_second(&deal, &move->undo); break;
    case MOVE_TYPES: fail(); break;
    }
}

static bool make_move(struct move *move)
{
    memset(move, 0, sizeof *move);
    move->type = (enum move_type)below(MOVE_TYPES);
    do
        move->seat = below(deal.board.players);
    while (deal.board.next[move->seat] == move->seat);
    if (!try_move[move->type](move))
        return false;
    made[move->type]++;
    return true;
}

static void expect_as(const struct cn_deal *was, const struct move *undone)
{
    if (memcmp(&deal, was, sizeof deal) != 0)
        fail_msg("move %d is not undone", (int)undone->type);
}

/* Moves forward, sometimes some way back, and finally back to the deal. */
static void walk(void)
{
    int count = 0;
    for (int step = 0; step < 4 * MOVES && count < MOVES; step++) {
        before[count] = deal;
        if (!make_move(&log_of_moves[count]))
            continue;
        expect_whole();
        count++;
        for (int back = below(20) == 0 ? below(count) / 4 : 0; back > 0; back--) {
            undo_move(&log_of_moves[--count]);
            expect_as(&before[count], &log_of_moves[count]);
        }
    }
    while (count > 0) {
        undo_move(&log_of_moves[--count]);
        expect_as(&before[count], &log_of_moves[count]);
    }
}

static void moves_go_forward_and_back(void **state)
{
    const char *name;
    memset(made, 0, sizeof made);
    for (int set = 0; (name = cn_rules_builtin(set)) != NULL; set++)
        for (int players = 2; players <= CN_SEATS_MAX; players++)
            for (int i = 0; i < WALKS; i++) {
                start_with(name, players, (uint64_t)(1000 * set + 10 * players + i), i % 3 == 0);
                walk();
            }
    for (int type = 0; type < MOVE_TYPES; type++)
        if (made[type] < 50)
            fail_msg("move %d was made %d times", type, (int)made[type]);
}

/* Draws until three kings can be laid, and lays them. Returns the hand before that. */
static cn_hand lay_kings(struct cn_move_undo *laid)
{
    start("laws1950", 4, 7);
    const int seat = deal.board.turn;
    while (cn_hand_count(deal.hands[seat], CN_KING) < 3)
        cn_move_draw(&deal, seat);
    const cn_hand hand = deal.hands[seat];
    cn_move_lay(&rules, &deal, 0, CN_KING, 3, 0, 0, laid);
    return hand;
}

/* A meld can be undone after its turn's discard. Nothing of the next turn changes. */
static void melds_of_a_past_turn_are_undone(void **state)
{
    struct cn_move_undo laid, discarded, passed;
    const cn_hand hand = lay_kings(&laid);
    const int seat = deal.board.turn;
    const int kind = held(seat, CN_NATURALS_MASK);
    cn_move_discard(&rules, &deal, kind, &discarded);
    cn_move_pass_turn(&deal, &passed);
    const struct cn_board next = deal.board;
    cn_move_unlay(&deal, &laid);
    expect_whole();
    assert_int_equal(deal.board.meld_count[deal.board.side[seat]], 0);
    assert_int_equal(deal.board.melded >> seat & 1, 0);
    assert_true(cn_hand_same(deal.hands[seat], cn_hand_remove(hand, cn_hand_single(kind, 1))));
    assert_int_equal(deal.board.pile_top, kind);
    assert_int_equal(deal.board.turn, next.turn);
    assert_int_equal(deal.board.phase, next.phase);
    assert_int_equal(deal.board.owes_opening, next.owes_opening);
}

/* Cards drawn or exposed after a meld stay when the meld is undone. */
static void undoing_a_meld_keeps_later_draws(void **state)
{
    struct cn_move_undo laid;
    const cn_hand hand = lay_kings(&laid);
    const int seat = deal.board.turn;
    const int kind = cn_move_draw(&deal, seat);
    cn_move_expose(&deal, seat, kind);
    cn_move_unlay(&deal, &laid);
    expect_whole();
    assert_true(cn_hand_same(deal.hands[seat], cn_hand_add(hand, cn_hand_single(kind, 1))));
    assert_int_equal(cn_hand_count(deal.board.exposed[seat], kind), 1);
    assert_int_equal(deal.board.laid, 0);
    assert_int_equal(deal.board.opening_points, 0);
}

/* Among cards of a kind, those that lie face up leave the hand first, and return face up (R5). */
static void exposed_cards_leave_first(void **state)
{
    struct cn_move_undo undo;
    start("laws1950", 4, 7);
    const int seat = deal.board.turn;
    while (cn_hand_count(deal.hands[seat], CN_KING) < 4)
        cn_move_draw(&deal, seat);
    cn_move_expose(&deal, seat, CN_KING);
    cn_move_expose(&deal, seat, CN_KING);
    const struct cn_deal exposed = deal;
    cn_move_lay(&rules, &deal, 0, CN_KING, 3, 0, 0, &undo);
    assert_int_equal(cn_hand_size(deal.board.exposed[seat]), 0);
    cn_move_unlay(&deal, &undo);
    assert_memory_equal(&deal, &exposed, sizeof deal);
    cn_move_discard(&rules, &deal, CN_KING, &undo);
    assert_int_equal(cn_hand_count(deal.board.exposed[seat], CN_KING), 1);
    cn_move_undiscard(&deal, &undo);
    assert_memory_equal(&deal, &exposed, sizeof deal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_go_forward_and_back),
        cmocka_unit_test(melds_of_a_past_turn_are_undone),
        cmocka_unit_test(undoing_a_meld_keeps_later_draws),
        cmocka_unit_test(exposed_cards_leave_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
