/* referee_erring_test.c -- random play at refereed tables, legal and irregular, called and not.
 *
 * Every card stays in one place; somebody can always do something legal; what is listed can be
 * done, and nothing else; debts and exposed cards are paid, decisions are made, and every deal ends
 * with nothing open; a turn that is taken back leaves the deal byte for byte as it was, less what
 * the law lets stay; the record is read without a difference. Strict play has nothing irregular,
 * and a refereed deal without irregularities is a strict one except for the facing of red threes.
 *
 * 50,000 acts a run. CANASTA_FULL=1 does 10,000,000 and fails if a row of the referee's tables was
 * not reached, CANASTA_ACTS=n does n, and CANASTA_SEED=n others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "effort.h"
#include "engine/engine.h"
#include "record/record.h"

enum {
    ACTS = 50000,
    FULL_ACTS = 10000000,
    LIST = 20000,
    DEAL_ACTS_MAX = 20000,
    OBLIGED_MAX = 100 /* decisions and answers in a row */
};

static struct cn_rules rules;
static struct cn_law law;
static struct cn_game game, copy;
static struct cn_game began; /* before the seat in turn, or the one before it, first played */
static struct cn_game before_discard; /* of that turn */
/* The lines since those two, a bit for each type of event. */
static uint64_t since_began, since_discard;
static uint8_t drew[CN_CARDS_MAX]; /* who drew a card since it began, in order */
static int drew_count;
static struct cn_rng rng;
static struct cn_action list[LIST];
static struct cn__text record;
static cn_card deck[CN_CARDS_MAX];

static int below(int n)
{
    return (int)cn_rng_below(&rng, (uint32_t)n);
}

/* ---- what was met ---- */

static struct {
    int64_t rows[CN_ACTION_TYPES][CN_IRREGULAR_COUNT]; /* insisted so */
    int64_t lapsed[CN_IRREGULAR_COUNT];
    int64_t effects[CN_IRREGULAR_COUNT][CN_EVENT_TYPES]; /* of rulings and their decisions */
    int64_t decided[CN_IRREGULAR_COUNT][CN_ACTION_TYPES];
    int64_t reopened, discard_undone, turn_undone, refused, drawn_back;
} met;

/* The rows of what can be insisted on, as far as the classic laws let them happen: what is added
 * is never another fault of shape than too many wild cards, and after a no a turn has no legal way
 * down to one card, which would then be discarded. */
static const struct {
    uint8_t type, what;
} rows[] = {
    {CN_ACTION_DRAW, CN_IRREGULAR_TOO_MANY},
    {CN_ACTION_DRAW, CN_IRREGULAR_DRAWN_OUT_OF_TURN},
    {CN_ACTION_PEEK, CN_IRREGULAR_LOOKED},
    {CN_ACTION_TOUCH, CN_IRREGULAR_TOUCHED},
    {CN_ACTION_TAKE_PAIR, CN_IRREGULAR_TOO_SMALL},
    {CN_ACTION_TAKE_DEUCE, CN_IRREGULAR_TOO_SMALL},
    {CN_ACTION_TAKE_JOKER, CN_IRREGULAR_TOO_SMALL},
    {CN_ACTION_TAKE_PAIR, CN_IRREGULAR_TAKEN},
    {CN_ACTION_TAKE_DEUCE, CN_IRREGULAR_TAKEN},
    {CN_ACTION_TAKE_JOKER, CN_IRREGULAR_TAKEN},
    {CN_ACTION_TAKE_ONTO, CN_IRREGULAR_TAKEN},
    {CN_ACTION_TAKE_HAND, CN_IRREGULAR_TAKEN},
    {CN_ACTION_MELD, CN_IRREGULAR_TOO_SMALL},
    {CN_ACTION_ADD, CN_IRREGULAR_TOO_SMALL},
    {CN_ACTION_MELD, CN_IRREGULAR_TOO_MANY_WILDS},
    {CN_ACTION_ADD, CN_IRREGULAR_TOO_MANY_WILDS},
    {CN_ACTION_MELD, CN_IRREGULAR_NO_MELD},
    {CN_ACTION_MELD, CN_IRREGULAR_AGAINST_ANSWER},
    {CN_ACTION_ADD, CN_IRREGULAR_AGAINST_ANSWER},
    {CN_ACTION_MELD, CN_IRREGULAR_NO_CARD_KEPT},
    {CN_ACTION_ADD, CN_IRREGULAR_NO_CARD_KEPT},
    {CN_ACTION_MELD, CN_IRREGULAR_AGAINST_NO},
    {CN_ACTION_ADD, CN_IRREGULAR_AGAINST_NO},
    {CN_ACTION_MELD, CN_IRREGULAR_BEFORE_ANSWER},
    {CN_ACTION_ADD, CN_IRREGULAR_BEFORE_ANSWER},
    {CN_ACTION_MELD, CN_IRREGULAR_MELDED_OUT_OF_TURN},
    {CN_ACTION_ADD, CN_IRREGULAR_MELDED_OUT_OF_TURN},
    {CN_ACTION_DISCARD, CN_IRREGULAR_WITHOUT_DRAWING},
    {CN_ACTION_DISCARD, CN_IRREGULAR_ANOTHER_CARD},
    {CN_ACTION_DISCARD, CN_IRREGULAR_NOT_MADE_GOOD},
    {CN_ACTION_DISCARD, CN_IRREGULAR_NOT_OUT},
    {CN_ACTION_EXPOSE, CN_IRREGULAR_EXPOSED},
    {CN_ACTION_ASK, CN_IRREGULAR_ASKED_UNABLE},
};

/* What rulings, and the decisions after them, do. */
static const struct {
    uint8_t what, event;
} effects[] = {
    {CN_IRREGULAR_TOO_MANY, CN_EVENT_OWE},
    {CN_IRREGULAR_DRAWN_OUT_OF_TURN, CN_EVENT_STOCK},
    {CN_IRREGULAR_DRAWN_OUT_OF_TURN, CN_EVENT_OWE},
    {CN_IRREGULAR_LOOKED, CN_EVENT_RULING},
    {CN_IRREGULAR_TOUCHED, CN_EVENT_RULING},
    {CN_IRREGULAR_WITHOUT_DRAWING, CN_EVENT_DRAW},
    {CN_IRREGULAR_EXPOSED, CN_EVENT_EXPOSE},
    {CN_IRREGULAR_EXPOSED, CN_EVENT_BACK},
    {CN_IRREGULAR_NO_MELD, CN_EVENT_EXPOSE},
    {CN_IRREGULAR_NO_MELD, CN_EVENT_BACK},
    {CN_IRREGULAR_AGAINST_ANSWER, CN_EVENT_EXPOSE},
    {CN_IRREGULAR_MELDED_OUT_OF_TURN, CN_EVENT_EXPOSE},
    {CN_IRREGULAR_MELDED_OUT_OF_TURN, CN_EVENT_BACK},
    {CN_IRREGULAR_TOO_MANY_WILDS, CN_EVENT_EXPOSE},
    {CN_IRREGULAR_TOO_MANY_WILDS, CN_EVENT_BACK},
    {CN_IRREGULAR_NO_CARD_KEPT, CN_EVENT_EXPOSE},
    {CN_IRREGULAR_NO_CARD_KEPT, CN_EVENT_BACK},
    {CN_IRREGULAR_ANOTHER_CARD, CN_EVENT_REOPEN},
    {CN_IRREGULAR_TOO_SMALL, CN_EVENT_REOPEN},
    {CN_IRREGULAR_TOO_SMALL, CN_EVENT_UNLAY},
    {CN_IRREGULAR_NOT_MADE_GOOD, CN_EVENT_UNLAY},
    {CN_IRREGULAR_TAKEN, CN_EVENT_REOPEN},
    {CN_IRREGULAR_BEFORE_ANSWER, CN_EVENT_EXPOSE},
    {CN_IRREGULAR_BEFORE_ANSWER, CN_EVENT_REOPEN},
    {CN_IRREGULAR_BEFORE_ANSWER, CN_EVENT_BOUND},
    {CN_IRREGULAR_AGAINST_NO, CN_EVENT_REOPEN},
    {CN_IRREGULAR_NOT_OUT, CN_EVENT_REOPEN},
    {CN_IRREGULAR_NOT_OUT, CN_EVENT_BOUND},
    {CN_IRREGULAR_ASKED_UNABLE, CN_EVENT_REOPEN},
    {CN_IRREGULAR_ASKED_UNABLE, CN_EVENT_BOUND},
    {CN_IRREGULAR_ASKED_UNABLE, CN_EVENT_EXPOSE},
    {CN_IRREGULAR_ASKED_UNABLE, CN_EVENT_FACE},
};

static const struct {
    uint8_t what, type;
} decisions[] = {
    {CN_IRREGULAR_WITHOUT_DRAWING, CN_ACTION_REQUIRE_DRAW},
    {CN_IRREGULAR_WITHOUT_DRAWING, CN_ACTION_WAIVE},
    {CN_IRREGULAR_TAKEN, CN_ACTION_REQUIRE_DRAW},
    {CN_IRREGULAR_TAKEN, CN_ACTION_WAIVE},
    {CN_IRREGULAR_BEFORE_ANSWER, CN_ACTION_REQUIRE_OUT},
    {CN_IRREGULAR_BEFORE_ANSWER, CN_ACTION_WAIVE},
    {CN_IRREGULAR_AGAINST_NO, CN_ACTION_REQUIRE_OUT},
    {CN_IRREGULAR_AGAINST_NO, CN_ACTION_WAIVE},
};

static bool is_long;

static int missing(bool is_there, const char *what, int irregularity, const char *how)
{
    if (!is_there && is_long)
        print_error("never: %s %s %s %s\n", what, cn_irregular_law(irregularity),
                    cn_irregular_name(irregularity), how);
    return !is_there;
}

/* Counts the rows that were not reached, and names them. */
static int count_missing(void)
{
    int count = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char how[20];
        snprintf(how, sizeof how, "by action %d", rows[i].type);
        count += missing(met.rows[rows[i].type][rows[i].what] > 0, "insisted", rows[i].what, how);
    }
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++)
        count += missing(met.effects[effects[i].what][effects[i].event] > 0, "ruled",
                         effects[i].what, cn_event_name(effects[i].event));
    for (size_t i = 0; i < sizeof decisions / sizeof decisions[0]; i++) {
        char how[20];
        snprintf(how, sizeof how, "by action %d", decisions[i].type);
        count += missing(met.decided[decisions[i].what][decisions[i].type] > 0, "decided",
                         decisions[i].what, how);
    }
    for (int what = 0; what < CN_IRREGULAR_COUNT; what++)
        if (what != CN_IRREGULAR_AGAINST_NO) /* then the deal ends, or it waits */
            count += missing(met.lapsed[what] > 0, "lapsed", what, "");
    return count;
}

/* ---- the record ---- */

static int ruled; /* the irregularity of the last ruling or decision of this act, or -1 */
static bool reopens, reopens_wholly, faces;
static bool combined; /* since the last seat first played in its turn */

static int find_irregularity(const char *of_law, const char *name)
{
    int what = 0;
    while (strcmp(cn_irregular_law(what), of_law) != 0 ||
           strcmp(cn_irregular_name(what), name) != 0)
        what++;
    return what;
}

static uint64_t event_bit(int type)
{
    return UINT64_C(1) << type;
}

static void note_event(const struct cn_event *event)
{
    since_began |= event_bit(event->type);
    since_discard |= event_bit(event->type);
    if (event->type == CN_EVENT_DRAW)
        for (int i = 0; i < event->card_count && drew_count < CN_CARDS_MAX; i++)
            drew[drew_count++] = event->seat; /* more only where cards were put back */
    if (event->type == CN_EVENT_RULING || event->type == CN_EVENT_LAPSE)
        ruled = find_irregularity(event->law, event->what);
    if (event->type == CN_EVENT_LAPSE)
        met.lapsed[ruled]++;
    else if (ruled >= 0)
        met.effects[ruled][event->type]++;
    if (event->type == CN_EVENT_LAPSE)
        ruled = -1;
    reopens = reopens || event->type == CN_EVENT_REOPEN;
    reopens_wholly =
        reopens_wholly ||
        (event->type == CN_EVENT_REOPEN &&
         (ruled == CN_IRREGULAR_TOO_SMALL || (ruled == CN_IRREGULAR_TAKEN && event->pile != NULL)));
    faces = faces || event->type == CN_EVENT_FACE;
    combined = combined || event->type == CN_EVENT_MERGE;
}

static void on_event(void *context, const struct cn_event *event)
{
    (void)context;
    note_event(event);
    cn_record_write_event(&record, event, &game);
    if (event->type == CN_EVENT_EXPOSE || event->type == CN_EVENT_BACK)
        assert_true(event->card_count > 0);
    if (event->type == CN_EVENT_RULING)
        assert_true(event->points <= 0 && (rules.point_penalties || event->points == 0));
    if (event->type == CN_EVENT_END)
        assert_int_equal(game.notes.open_count, 0);
}

static const struct cn_observer observer = {on_event, NULL};

static void on_report(void *context, const struct cn_report *report)
{
    (void)context;
    print_error("line %d, %s: expected %s, found %s\n", (int)report->line, report->article,
                report->expected, report->found);
}

/* The record of the game is read as it was written. */
static void check_record(void)
{
    struct cn_reader *reader = cn_reader_open_text(record.text, record.length, on_report, NULL);
    assert_non_null(reader);
    assert_true(cn_reader_run(reader, 0));
    assert_int_equal(cn_reader_counts(reader)->differences, 0);
    assert_int_equal(cn_reader_counts(reader)->damaged, 0);
    cn_reader_close(reader);
    cn__text_free(&record);
}

static void start_record(void)
{
    static const char *const names[CN_SEATS_MAX] = {"", "", "", "", "", ""};
    const struct cn_game_header header = {
        .rules = &rules, .players = game.players, .names = names, .scores = game.score};
    cn_record_write_game(&record, &header);
}

/* ---- games ---- */

static void set_rule(const char *name, const char *value)
{
    struct cn_rules_error error;
    assert_true(cn_rules_set(&rules, name, value, strlen(value), &error));
}

/* House rules by which more seats go out or ask whether they may, and more melds are too small. */
static void loosen(void)
{
    static const struct {
        const char *name, *value;
    } values[] = {{"canastas_to_go_out", "0"},
                  {"hand_size", "5"},
                  {"hand_size", "8"},
                  {"initial_minimum", "[[null, 0], [0, 30]]"},
                  {"initial_minimum", "[[null, 0], [0, 120]]"},
                  {"frozen_before_initial_meld", "false"}};
    struct cn_rules_error error;
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (below(3) == 0)
            set_rule(values[i].name, values[i].value);
    assert_true(cn_rules_check(&rules, &error));
}

static void start_game(int players)
{
    cn_law_init(&law, &rules);
    cn_game_init(&game, &law, players, NULL);
    start_record();
}

static void shuffle(void)
{
    cn_rng_shuffle(&rng, deck, cn_deck_init(&rules, game.players, deck));
}

static void start_deal(void)
{
    int dealer;
    int idle;
    if (game.winner >= 0) {
        cn_game_init(&game, &law, game.players, NULL);
        start_record();
    }
    cn_game_next_dealer(&game, &dealer, &idle);
    shuffle();
    cn_game_deal(&game, dealer, idle, deck, &rng, &observer);
    began = game;
}

/* ---- what holds after every act ---- */

/* Every card of the deck lies in one place: counted from the cards themselves. */
static void check_cards(void)
{
    int count[CN_CARD_CODES] = {0};
    const struct cn_placement *cards = &game.cards;
    cn_card all[CN_CARDS_MAX];
    const int total = cn_deck_init(&rules, game.players, all);
    for (int i = 0; i < total; i++)
        count[all[i]]--;
    for (int i = 0; i < game.deal.board.stock; i++)
        count[game.deal.stock[game.deal.drawn + i]]++;
    for (int seat = 0; seat < game.players; seat++)
        for (int code = 0; code < CN_CARD_CODES; code++) {
            count[code] += cards->hand[seat][code];
            assert_true(cards->up[seat][code] <= cards->hand[seat][code]);
        }
    for (int i = 0; i < cards->pile_count; i++)
        count[cards->pile[i]]++;
    for (int i = 0; i < cards->laid_count; i++)
        count[cards->laid[i]]++;
    for (int i = 0; i < cards->red_count; i++)
        count[cards->red[i]]++;
    for (int code = 0; code < CN_CARD_CODES; code++)
        assert_int_equal(count[code], 0);
}

static int exposed_cards(const struct cn_game *of, int seat)
{
    const struct cn_board *board = &of->deal.board;
    return cn_hand_size(board->exposed[seat]) - cn_hand_size(board->shown[seat]);
}

/* A discard settles a debt, and takes one of the exposed cards away. */
static void check_discard(int seat)
{
    const struct cn_board *board = &copy.deal.board;
    if (board->short_turn)
        assert_int_equal(game.deal.board.owed[seat], board->owed[seat] - 1);
    if (exposed_cards(&copy, seat) > 0)
        assert_int_equal(exposed_cards(&game, seat), exposed_cards(&copy, seat) - 1);
}

/* A seat that owes discards begins its turn with a short one, if it can pay. */
static void check_debt(void)
{
    const struct cn_board *board = &game.deal.board;
    const int seat = board->turn;
    if (board->owed[seat] == 0)
        return;
    assert_true(board->hand_size[seat] >= 2);
    assert_true(board->stock == 0 || board->short_turn);
}

static void check_same_melds(const struct cn_game *as, int side)
{
    const struct cn_board *board = &game.deal.board;
    const struct cn_board *then = &as->deal.board;
    assert_int_equal(board->meld_count[side], then->meld_count[side]);
    assert_memory_equal(board->melds[side], then->melds[side], sizeof board->melds[side]);
    assert_int_equal(board->ranks[side], then->ranks[side]);
    assert_int_equal(board->canastas[side], then->canastas[side]);
}

static void check_same_pile(const struct cn_game *as)
{
    const struct cn_board *board = &game.deal.board;
    const struct cn_board *then = &as->deal.board;
    assert_int_equal(game.cards.pile_count, as->cards.pile_count);
    assert_memory_equal(game.cards.pile, as->cards.pile, as->cards.pile_count);
    assert_int_equal(board->pile_top, then->pile_top);
    assert_int_equal(board->pile_red, then->pile_red);
    assert_int_equal(board->frozen, then->frozen);
    assert_memory_equal(&game.deal.pile, &as->deal.pile, sizeof game.deal.pile);
}

/* A turn taken back: the table lies as it lay when the offender discarded, or began its turn. */
static void check_reopened(void)
{
    const struct cn_board *board = &game.deal.board;
    const int side = board->side[board->turn];
    met.reopened++;
    assert_int_equal(board->turn, began.deal.board.turn);
    if (reopens_wholly) {
        check_same_pile(&began);
        check_same_melds(&began, side);
        assert_int_equal(board->melded & 1 << board->turn,
                         began.deal.board.melded & 1 << board->turn);
    } else if (copy.notes.over && !faces) {
        check_same_pile(&before_discard);
    }
    /* What the next seat has combined at the start of its turn stays so. */
    for (int other = 0; other < board->sides; other++)
        if (other != side && !combined)
            check_same_melds(&began, other);
}

/* ---- back to the same bytes ---- */

/* Lists that cards have left are compared without what still stands behind their ends. */
static void check_same_places(const struct cn_placement *expected)
{
    const struct cn_placement *cards = &game.cards;
    assert_memory_equal(cards->hand, expected->hand, sizeof cards->hand);
    assert_memory_equal(cards->up, expected->up, sizeof cards->up);
    assert_int_equal(cards->pile_count, expected->pile_count);
    assert_memory_equal(cards->pile, expected->pile, cards->pile_count);
    assert_int_equal(cards->laid_count, expected->laid_count);
    assert_memory_equal(cards->laid, expected->laid, cards->laid_count);
    assert_memory_equal(cards->laid_side, expected->laid_side, cards->laid_count);
    assert_memory_equal(cards->laid_meld, expected->laid_meld, cards->laid_count);
    assert_int_equal(cards->red_count, expected->red_count);
    assert_memory_equal(cards->red, expected->red, cards->red_count);
    assert_memory_equal(cards->red_side, expected->red_side, cards->red_count);
}

/* What a ruling brings besides taking back: its points, and what is asked for next. */
static void add_ruling(struct cn_board *board)
{
    const struct cn_board *after = &game.deal.board;
    memcpy(board->penalties, after->penalties, sizeof board->penalties);
    board->due = after->due;
    board->due_seat = after->due_seat;
    board->due_law = after->due_law;
    board->bound = after->bound;
}

/* Did nothing else move a card, or say anything that stays, between a state and the end of the
 * rulings that took the turn back to it? */
static bool only_took_back(uint64_t since, uint64_t others)
{
    const uint64_t allowed = event_bit(CN_EVENT_IRREGULAR) | event_bit(CN_EVENT_CALL) |
                             event_bit(CN_EVENT_RULING) | event_bit(CN_EVENT_REQUIRE) |
                             event_bit(CN_EVENT_REOPEN) | event_bit(CN_EVENT_BOUND) |
                             event_bit(CN_EVENT_PEEK) | event_bit(CN_EVENT_DISCARD) | others;
    return (since & ~allowed) == 0;
}

/* A card that lay face up by no ruling comes back hidden; shown ones leave a hand before hidden
 * ones, and after exposed ones (R5). */
static void hide_discard(struct cn_game *expected, int seat, cn_card card)
{
    struct cn_board *board = &expected->deal.board;
    const int kind = cn_card_kind(card);
    const int shown = cn_hand_count(board->shown[seat], kind);
    if (shown == 0 || cn_hand_count(board->exposed[seat], kind) > shown)
        return;
    cn_hand_remove_cards(&board->exposed[seat], kind, 1);
    cn_hand_remove_cards(&board->shown[seat], kind, 1);
    expected->cards.up[seat][card]--;
}

/* A discard that was taken back and nothing else: the deal is byte for byte what it was, except
 * that all have seen the card. */
static void check_discard_undone(void)
{
    struct cn_game expected = before_discard;
    const int seat = expected.deal.board.turn;
    if ((since_discard & event_bit(CN_EVENT_DISCARD)) == 0 || !only_took_back(since_discard, 0))
        return;
    add_ruling(&expected.deal.board);
    if (!expected.notes.played) { /* the seat has, though it drew no card before */
        expected.deal.board.turned |= (uint8_t)(1 << seat);
        expected.deal.late_red[seat] = 0;
    }
    hide_discard(&expected, seat, game.notes.discard);
    cn_memory_see(&expected.deal.memory, seat, cn_card_kind(game.notes.discard), 1);
    assert_memory_equal(&game.deal, &expected.deal, sizeof game.deal);
    check_same_places(&expected.cards);
    met.discard_undone++;
}

/* A turn that was taken back wholly: what lies face up and what was drawn stays, the seat has
 * played, and a discard and a pile have gone back. The rest is byte for byte what it was when the
 * turn began. */
static void check_turn_undone(void)
{
    const uint64_t others = event_bit(CN_EVENT_DRAW) | event_bit(CN_EVENT_TAKE) |
                            event_bit(CN_EVENT_PILE) | event_bit(CN_EVENT_HOLD) |
                            event_bit(CN_EVENT_MELD) | event_bit(CN_EVENT_ADD) |
                            event_bit(CN_EVENT_EXPOSE);
    struct cn_game expected = began;
    const struct cn_board *after = &game.deal.board;
    struct cn_board *board = &expected.deal.board;
    const int seat = board->turn;
    if (!only_took_back(since_began, others))
        return;
    add_ruling(board);
    for (int i = 0; i < drew_count; i++) {
        expected.cards.hand[drew[i]][expected.deal.stock[expected.deal.drawn]]++;
        cn_move_draw(&expected.deal, drew[i]);
    }
    board->turned |= (uint8_t)(1 << seat);
    memcpy(expected.deal.late_red, game.deal.late_red, sizeof expected.deal.late_red);
    board->phase = after->phase;
    board->drew_from = after->drew_from;
    board->no_take = after->no_take;
    board->short_turn = after->short_turn;
    memcpy(board->exposed, after->exposed, sizeof board->exposed);
    memcpy(board->shown, after->shown, sizeof board->shown);
    memcpy(expected.cards.up, game.cards.up, sizeof expected.cards.up);
    expected.deal.memory = game.deal.memory;
    assert_memory_equal(&game.deal, &expected.deal, sizeof game.deal);
    check_same_places(&expected.cards);
    met.turn_undone++;
}

/* ---- acts ---- */

static bool is_play(int seat, int type)
{
    const bool plays = type == CN_ACTION_DRAW || type == CN_ACTION_STOP ||
                       (type >= CN_ACTION_TAKE_PAIR && type <= CN_ACTION_ADD) ||
                       type == CN_ACTION_DISCARD || type == CN_ACTION_TAKE_HAND;
    return seat == game.deal.board.turn && plays;
}

/* Keeps what the table was like before the turn, and before its discard. */
static void note_before(int seat, int type)
{
    if (is_play(seat, type) && !game.notes.played) {
        began = game;
        combined = false;
        since_began = 0;
        drew_count = 0;
    }
    if (type == CN_ACTION_DISCARD) {
        before_discard = game;
        since_discard = 0;
    }
}

static void refused(int seat, struct cn_action action, const struct cn_refusal *why)
{
    char text[CN_ACTION_TEXT];
    text[cn_action_format(&law, action, text)] = '\0';
    fail_msg("seat %d: %s: refused by %s", seat, text, why->article);
}

/* Plays an action that is allowed, twice from the same state: the same bytes follow. */
static void play(int seat, struct cn_action action)
{
    struct cn_refusal why;
    const struct cn_action plain = cn_action_plain(action);
    copy = game;
    note_before(seat, plain.type);
    reopens = reopens_wholly = faces = false;
    ruled = copy.deal.board.due != CN_DUE_NOTHING ? copy.notes.due_what : -1;
    if (ruled >= 0)
        met.decided[ruled][plain.type]++;
    if (!cn_game_play(&game, seat, action, NULL, &why, &observer))
        refused(seat, action, &why);
    const struct cn_game after = game;
    game = copy;
    cn_game_play(&game, seat, action, NULL, &why, NULL);
    assert_memory_equal(&game, &after, sizeof game);
    check_cards();
    if (!game.in_deal)
        return;
    if (game.notes.turn != copy.notes.turn && !reopens)
        check_debt();
    if (action.type == CN_ACTION_DISCARD)
        check_discard(seat);
    if (reopens && copy.notes.due_what != CN_IRREGULAR_AGAINST_NO && !faces)
        check_reopened();
    if (reopens && reopens_wholly)
        check_turn_undone();
    else if (reopens)
        check_discard_undone();
}

static int list_lawful(void)
{
    const int seat = cn_game_actor(&game);
    assert_true(seat != CN_NO_SEAT);
    const struct cn_view view = cn_game_view(&game, seat);
    const int count = cn_legal_list(&view, list, LIST);
    assert_true(count > 0 && count <= LIST);
    return count;
}

/* Asking, and laying cards after a no, are rare, and much depends on it. */
static bool is_wanted(struct cn_action action)
{
    const bool lays = action.type == CN_ACTION_MELD || action.type == CN_ACTION_ADD;
    return action.type == CN_ACTION_ASK || (lays && game.deal.board.answer == CN_ANSWER_NO);
}

static void play_lawfully(void)
{
    const int count = list_lawful();
    int chosen = below(count);
    for (int i = 0; i < count; i++)
        if (is_wanted(list[i]) && below(2) == 0)
            chosen = i;
    const struct cn_view view = cn_game_view(&game, cn_game_actor(&game));
    struct cn_noted nothing;
    assert_true(cn_view_insists(&view, list[chosen], &nothing, NULL));
    assert_null(nothing.law);
    play(cn_game_actor(&game), list[chosen]);
}

/* What a seat can insist on is known from its view. */
static void check_by_view(int seat, struct cn_action action)
{
    const struct cn_view view = cn_game_view(&game, seat);
    struct cn_noted known;
    struct cn_noted there;
    struct cn_refusal why;
    assert_true(cn_view_insists(&view, action, &known, NULL));
    assert_true(cn_referee_check(&game, seat, action, &there, NULL));
    assert_string_equal(known.law, there.law);
    assert_string_equal(known.what, there.what);
    assert_int_equal(known.seat, seat);
    assert_false(cn_view_insists(&view, cn_action_plain(action), &known, &why));
}

/* ---- insisting ---- */

static uint8_t whats[LIST];

/* Finds what would be noted of each action of the list. */
static void find_whats(int seat, int count)
{
    for (int i = 0; i < count; i++) {
        struct cn_insisted found;
        const struct cn_deal *deal = &game.deal;
        assert_int_equal(cn_insist_check(&law, &deal->board, seat, deal->hands[seat],
                                         cn_action_plain(list[i]), &found),
                         CN_LEGAL);
        whats[i] = found.what;
    }
}

/* Any row is as likely as another, though most of the list are melds, or the one met least. */
static int choose_row(int count)
{
    const bool rarest = below(3) > 0;
    int chosen = 0;
    int64_t least = INT64_MAX;
    int ties = 0;
    for (int i = 0; i < count; i++) {
        const int64_t n =
            rarest ? met.rows[cn_action_plain(list[i]).type][whats[i]] : 1000 * below(1000);
        if (n > least)
            continue;
        ties = n < least ? 1 : ties + 1;
        least = n;
        if (below(ties) == 0)
            chosen = i;
    }
    return chosen;
}

static int list_insisted(int seat)
{
    const int count =
        cn_insist_list(&law, &game.deal.board, seat, game.deal.hands[seat], 0, list, LIST);
    assert_true(count <= LIST);
    return game.notes.open_count == CN_OPEN_MAX ? 0 : count;
}

static bool insist(void)
{
    const int seat = below(game.players);
    const int count = list_insisted(seat);
    if (count == 0)
        return false;
    find_whats(seat, count);
    const int chosen = choose_row(count);
    const struct cn_action action = list[chosen];
    met.rows[cn_action_plain(action).type][whats[chosen]]++;
    check_by_view(seat, action);
    play(seat, action);
    return true;
}

static bool call(void)
{
    const int seat = below(game.players);
    const struct cn_action action = cn_action_of(CN_ACTION_CALL, 0, 0, 0, 0);
    struct cn_noted what;
    if (!cn_referee_check(&game, seat, action, &what, NULL))
        return false;
    play(seat, action);
    return true;
}

/* A card drawn out of turn and called at once is as if it had never been drawn, except for points.
 * (If a card of its kind lies face up, that one goes back, R5.) */
static void draw_and_call(void)
{
    const int seat = below(game.players);
    const struct cn_action draw = cn_action_of(CN_ACTION_DRAW | CN_ACTION_INSISTED, 0, 0, 0, 0);
    struct cn_noted what;
    if (seat == game.deal.board.turn || game.notes.open_count > 0 ||
        !cn_hand_is_empty(game.deal.board.exposed[seat]) || rules.referee != CN_REFEREE_CALLED ||
        !cn_referee_check(&game, seat, draw, &what, NULL))
        return;
    const struct cn_game before = game;
    play(seat, draw);
    play(below(game.players) == seat ? seat : game.deal.board.turn,
         cn_action_of(CN_ACTION_CALL, 0, 0, 0, 0));
    struct cn_game after = game;
    memcpy(after.deal.board.penalties, before.deal.board.penalties,
           sizeof before.deal.board.penalties);
    assert_memory_equal(&after.deal, &before.deal, sizeof after.deal);
    assert_memory_equal(&after.cards.hand, &before.cards.hand, sizeof after.cards.hand);
    assert_int_equal(after.notes.open_count, 0);
    met.drawn_back++;
}

/* ---- what is not listed ---- */

static bool is_listed(struct cn_action action, int count)
{
    for (int i = 0; i < count; i++)
        if (cn_action_equal(list[i], action))
            return true;
    return false;
}

/* What is not listed is refused: by R1 if it is legal without insisting, else by R2; and nothing
 * changes. */
static void check_unlisted(int seat, struct cn_action action, int count)
{
    struct cn_noted what;
    struct cn_refusal why = {0};
    const struct cn_action insisted = cn_action_insist(action);
    const bool allowed = cn_referee_check(&game, seat, insisted, &what, &why);
    assert_int_equal(allowed, is_listed(insisted, count));
    if (allowed)
        return;
    const bool legal =
        cn_board_legal_check(&law, &game.deal.board, seat, game.deal.hands[seat], action, NULL);
    const bool sits_out = game.deal.board.next[seat] == seat;
    assert_string_equal(why.article, legal && !sits_out ? "R1" : "R2");
    copy = game;
    assert_false(cn_game_play(&game, seat, insisted, NULL, &why, NULL));
    assert_memory_equal(&game, &copy, sizeof game);
    met.refused++;
}

static void check_unlisted_lays(int seat, int type, int place, int count)
{
    for (int n = 0; n <= 4; n++)
        for (int deuces = 0; deuces <= 4; deuces++)
            for (int jokers = 0; jokers <= 2; jokers++)
                check_unlisted(seat, cn_action_of(type, place, n, deuces, jokers), count);
}

static void check_insisting(void)
{
    static const uint8_t plain[] = {
        CN_ACTION_DRAW,   CN_ACTION_STOP,      CN_ACTION_ASK,          CN_ACTION_YES,
        CN_ACTION_NO,     CN_ACTION_TAKE_PAIR, CN_ACTION_TAKE_DEUCE,   CN_ACTION_TAKE_JOKER,
        CN_ACTION_CALL,   CN_ACTION_WAIVE,     CN_ACTION_REQUIRE_DRAW, CN_ACTION_REQUIRE_OUT,
        CN_ACTION_ACCEPT, CN_ACTION_PEEK,      CN_ACTION_TOUCH,        CN_ACTION_TAKE_HAND};
    const int seat = below(game.players);
    const int count = list_insisted(seat);
    const int melds = game.deal.board.meld_count[game.deal.board.side[seat]];
    for (size_t i = 0; i < sizeof plain; i++)
        check_unlisted(seat, cn_action_of(plain[i], 0, 0, 0, 0), count);
    for (int meld = 0; meld < melds; meld++) {
        check_unlisted(seat, cn_action_of(CN_ACTION_TAKE_ONTO, meld, 0, 0, 0), count);
        check_unlisted(seat, cn_action_of(CN_ACTION_MERGE, 0, meld, 0, 0), count);
        check_unlisted_lays(seat, CN_ACTION_ADD, meld, count);
    }
    for (int kind = 0; kind < CN_KINDS; kind++) {
        check_unlisted(seat, cn_action_of(CN_ACTION_DISCARD, kind, 0, 0, 0), count);
        check_unlisted(seat, cn_action_of(CN_ACTION_EXPOSE, kind, 0, 0, 0), count);
        check_unlisted(seat, cn_action_of(CN_ACTION_FACE, kind, 0, 0, 0), count);
        check_unlisted_lays(seat, CN_ACTION_MELD, kind, count);
    }
}

/* ---- erring play ---- */

static void act(int erring)
{
    const bool errs = below(100) < erring;
    const int what = below(100);
    if (!errs)
        play_lawfully();
    else if (what < 25)
        call();
    else if (what < 30)
        draw_and_call();
    else if (what < 31)
        check_insisting();
    else
        insist();
}

static void check_end(void)
{
    const struct cn_board *board = &game.deal.board;
    assert_int_equal(board->phase, CN_PHASE_ENDED);
    assert_int_equal(board->due, CN_DUE_NOTHING);
    assert_false(board->waiting);
}

static bool is_obliged(void)
{
    const struct cn_board *board = &game.deal.board;
    return board->due != CN_DUE_NOTHING || board->phase == CN_PHASE_ANSWER;
}

/* Returns how many acts are left. */
static int64_t play_deal(int64_t acts)
{
    const int erring = 5 + below(60);
    int done = 0;
    int obliged = 0;
    start_deal();
    while (game.in_deal) {
        list_lawful();
        act(done < DEAL_ACTS_MAX / 2 ? erring : 0);
        done++;
        obliged = game.in_deal && is_obliged() ? obliged + 1 : 0;
        assert_true(done < DEAL_ACTS_MAX && obliged < OBLIGED_MAX);
    }
    check_end();
    return acts - done;
}

static int64_t wanted_acts(void)
{
    const char *acts = getenv("CANASTA_ACTS");
    const char *full = getenv("CANASTA_FULL");
    if (acts != NULL)
        return strtoll(acts, NULL, 10);
    if (full == NULL || full[0] != '1')
        return ACTS;
    return is_sanitized() ? FULL_ACTS / 10 : FULL_ACTS;
}

static const char *const sets[] = {"laws1950",   "threepack", "bicycle",
                                   "montevideo", "hoyle",     "pumpa"};

/* Chooses a rule set and how many play. */
static int choose_rules(void)
{
    for (;;) {
        const int players = 2 + below(5);
        assert_true(cn_rules_load(&rules, sets[below(6)]));
        if (cn_rules_allow_players(&rules, players))
            return players;
    }
}

static void test_erring_play(void **state)
{
    const int64_t wanted = wanted_acts();
    (void)state;
    is_long = wanted >= FULL_ACTS / 10;
    cn_rng_init(&rng, first_seed());
    for (int64_t acts = wanted; acts > 0;) {
        const int players = choose_rules();
        rules.referee = 1 + below(2);
        rules.point_penalties = below(2) == 0;
        if (below(2) == 0)
            loosen();
        start_game(players);
        assert_true(law.refereed);
        for (int deals = 1 + below(3); deals > 0; deals--)
            acts = play_deal(acts);
        check_record();
    }
    const int never = count_missing();
    print_message(
        "%lld acts, %d rows not reached, %lld reopened (%lld discards and %lld turns byte "
        "for byte), %lld refused, %lld put back\n",
        (long long)wanted, never, (long long)met.reopened, (long long)met.discard_undone,
        (long long)met.turn_undone, (long long)met.refused, (long long)met.drawn_back);
    assert_true(met.reopened > 0 && met.refused > 0 && met.drawn_back > 0);
    assert_true(met.discard_undone > 0 && met.turn_undone > 0);
    assert_true(is_long ? never == 0 : never < (int)(sizeof rows / sizeof rows[0]));
}

/* ---- strict play ---- */

static int64_t strict_events[CN_EVENT_TYPES];

static void on_strict_event(void *context, const struct cn_event *event)
{
    (void)context;
    strict_events[event->type]++;
    assert_false(event->irregular);
    assert_null(event->law);
    cn_record_write_event(&record, event, &game);
}

static const struct cn_observer strict_observer = {on_strict_event, NULL};

/* Nobody can insist, call or decide in strict play. */
static void try_to_err(void)
{
    struct cn_refusal why;
    const int seat = below(game.players);
    const struct cn_deal *deal = &game.deal;
    static const uint8_t types[] = {CN_ACTION_DRAW, CN_ACTION_PEEK,   CN_ACTION_TOUCH,
                                    CN_ACTION_CALL, CN_ACTION_EXPOSE, CN_ACTION_WAIVE};
    const int type = types[below(6)];
    uint64_t kinds = cn_hand_mask(deal->hands[seat]) | cn_kind_mask(CN_ACE);
    const int kind = type == CN_ACTION_EXPOSE ? cn_mask_pop(&kinds) : 0;
    const struct cn_action action = cn_action_of(type, kind, 0, 0, 0);
    copy = game;
    assert_false(cn_game_play(&game, seat, cn_action_insist(action), NULL, &why, NULL));
    if (type != CN_ACTION_DRAW)
        assert_false(cn_game_play(&game, seat, action, NULL, &why, NULL));
    assert_memory_equal(&game, &copy, sizeof game);
}

static void test_strict_play_has_nothing_irregular(void **state)
{
    static const uint8_t none[] = {
        CN_EVENT_IRREGULAR, CN_EVENT_CALL,   CN_EVENT_REQUIRE, CN_EVENT_PEEK,   CN_EVENT_HOLD,
        CN_EVENT_EXPOSE,    CN_EVENT_LAPSE,  CN_EVENT_BACK,    CN_EVENT_RULING, CN_EVENT_OWE,
        CN_EVENT_STOCK,     CN_EVENT_REOPEN, CN_EVENT_UNLAY,   CN_EVENT_BOUND};
    int dealer;
    int idle;
    (void)state;
    cn_rng_init(&rng, first_seed());
    for (int games = 0; games < 60; games++) {
        start_game(choose_rules());
        assert_false(law.refereed);
        cn_game_next_dealer(&game, &dealer, &idle);
        shuffle();
        cn_game_deal(&game, dealer, idle, deck, &rng, &strict_observer);
        while (game.in_deal) {
            struct cn_refusal why;
            try_to_err();
            const int count = list_lawful();
            assert_true(cn_game_play(&game, cn_game_actor(&game), list[below(count)], NULL, &why,
                                     &strict_observer));
        }
        const struct cn_notes nothing = {0};
        assert_memory_equal(&game.notes, &nothing, sizeof nothing);
        if (memmem(record.text, record.length, "\"penalties\"", 11) != NULL)
            fail_msg("%s", record.text);
        check_record();
    }
    for (size_t i = 0; i < sizeof none; i++)
        assert_int_equal(strict_events[none[i]], 0);
}

/* ---- a refereed deal without irregularities ---- */

static struct cn_rules strict_rules;
static struct cn_law strict_law;
static struct cn_game strict;

static void check_same_tables(void)
{
    const struct cn_board *a = &game.deal.board;
    const struct cn_board *b = &strict.deal.board;
    assert_int_equal(a->turn, b->turn);
    assert_int_equal(a->phase, b->phase);
    assert_int_equal(a->stock, b->stock);
    assert_int_equal(a->pile, b->pile);
    assert_int_equal(game.deal.drawn, strict.deal.drawn);
    assert_memory_equal(game.deal.hands, strict.deal.hands, sizeof strict.deal.hands);
    assert_memory_equal(a->melds, b->melds, sizeof a->melds);
    assert_memory_equal(a->red, b->red, sizeof a->red);
    assert_memory_equal(game.cards.pile, strict.cards.pile, strict.cards.pile_count);
    assert_memory_equal(game.cards.hand, strict.cards.hand, sizeof strict.cards.hand);
}

/* Faces what the seat in turn holds, as strict play does automatically. */
static void face_all(void)
{
    struct cn_refusal why;
    const struct cn_action face = cn_action_of(CN_ACTION_FACE, CN_RED_THREE, 0, 0, 0);
    while (game.in_deal && cn_hand_count(game.deal.hands[game.deal.board.turn], CN_RED_THREE) > 0 &&
           cn_game_actor(&game) == game.deal.board.turn)
        if (!cn_game_play(&game, game.deal.board.turn, face, NULL, &why, &observer))
            return;
}

static void play_both(void)
{
    struct cn_refusal why;
    static struct cn_action other[LIST];
    const int seat = cn_game_actor(&strict);
    const struct cn_view view = cn_game_view(&strict, seat);
    const int count = list_lawful();
    assert_int_equal(cn_game_actor(&game), seat);
    assert_int_equal(cn_legal_list(&view, other, LIST), count);
    for (int i = 0; i < count; i++)
        assert_true(cn_action_equal(list[i], other[i]));
    const struct cn_action action = list[below(count)];
    assert_true(cn_game_play(&game, seat, action, NULL, &why, &observer));
    assert_true(cn_game_play(&strict, seat, action, NULL, &why, NULL));
    face_all();
}

static void test_lawful_play_is_strict_but_for_facing(void **state)
{
    int dealer;
    int idle;
    (void)state;
    cn_rng_init(&rng, first_seed());
    for (int games = 0; games < 60; games++) {
        const int players = choose_rules();
        strict_rules = rules;
        cn_law_init(&strict_law, &strict_rules);
        rules.referee = 1 + below(2);
        start_game(players);
        cn_game_init(&strict, &strict_law, players, NULL);
        cn_game_next_dealer(&game, &dealer, &idle);
        shuffle();
        struct cn_rng same = rng;
        cn_game_deal(&game, dealer, idle, deck, &rng, &observer);
        cn_game_deal(&strict, dealer, idle, deck, &same, NULL);
        face_all();
        while (strict.in_deal) {
            check_same_tables();
            play_both();
            assert_int_equal(game.in_deal, strict.in_deal);
        }
        assert_memory_equal(game.score, strict.score, sizeof game.score);
        check_record();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_erring_play),
        cmocka_unit_test(test_strict_play_has_nothing_irregular),
        cmocka_unit_test(test_lawful_play_is_strict_but_for_facing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
