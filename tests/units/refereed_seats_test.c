/* refereed_seats_test.c -- refereed deals as each seat sees them.
 *
 * Random people play, lawfully and not. Every seat, and a spectator, follows its own record by a
 * replica, and at random moments another one begins from a snapshot. After every act each knows
 * just what it may know, and knows it rightly: the table, the cards face up, its own hand, what it
 * may do and what it could insist on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "client/client.h"
#include "effort.h"
#include "erring.h"
#include "law_of.h"
#include "protocol/protocol.h"
#include "record/record.h"

enum {
    ACTS = 6000,
    WATCHER = CN_SEATS_MAX, /* place of a spectator */
    VIEWERS = CN_SEATS_MAX + 1,
    DEAL_ACTS_MAX = 2000
};

static struct cn_rules rules;
static struct cn_game game;
static struct cn_rng rng;
/* From the start of the game, and from a snapshot. */
static struct replica followers[VIEWERS], latecomers[VIEWERS];
static bool late[VIEWERS];
static struct cn__text lines[VIEWERS];
static struct cn__text history; /* to the spectator, in this game */
static int64_t snapshots, conflicts, compared;
static char doing[200];

static int seat_of(int viewer)
{
    return viewer == WATCHER ? CN_NO_SEAT : viewer;
}

static bool views(int viewer)
{
    return viewer == WATCHER || viewer < game.players;
}

/* ---- lines ---- */

static void on_event(void *context, const struct cn_event *event)
{
    (void)context;
    for (int viewer = 0; viewer < VIEWERS; viewer++)
        if (views(viewer))
            cn_record_write_seat_event(&lines[viewer], event, &game, seat_of(viewer));
}

static const struct cn_observer observer = {on_event, NULL};

/* The end of what was told so far. */
static const char *lately(void)
{
    enum {
        SHOWN = 1500
    };
    cn__text_append(&history, "", 1);
    history.length--;
    return history.text + (history.length > SHOWN ? history.length - SHOWN : 0);
}

/* What a server says besides, after an act that leaves a decision due. */
static void say_due(struct cn__text *to)
{
    if (game.in_deal && game.deal.board.due != CN_DUE_NOTHING)
        snapshot_write_due(to, &game.deal.board);
}

static void resume(int viewer)
{
    struct snapshot snapshot;
    struct cn__text view = {0};
    static const char *const names[CN_SEATS_MAX] = {"", "", "", "", "", ""};
    const struct cn_game_header header = {
        .rules = &rules, .players = game.players, .names = names, .scores = game.score};
    if (late[viewer])
        replica_free(&latecomers[viewer]);
    replica_init(&latecomers[viewer], seat_of(viewer));
    cn_record_write_seat_game(&view, &header);
    assert_int_equal(replica_take_line(&latecomers[viewer], view.text, view.length - 1),
                     REPLICA_APPLIED);
    cn__text_clear(&view);
    snapshot_of(&game, seat_of(viewer), &snapshot);
    snapshot_write(&view, &snapshot, &game.law->rules, 1);
    if (replica_take_line(&latecomers[viewer], view.text, view.length - 1) != REPLICA_APPLIED)
        fail_msg("%s: viewer %d does not understand\n%.*s", doing, viewer, (int)view.length,
                 view.text);
    cn__text_free(&view);
    late[viewer] = true;
    snapshots++;
}

static bool may_conflict(const char *line)
{
    return strncmp(line, "{\"t\":\"reopen\"", 13) == 0 ||
           strncmp(line, "{\"t\":\"unlay\"", 12) == 0;
}

/* What a seat was sent. A turn that began before a snapshot cannot be taken back. */
static bool hear(struct replica *replica, int viewer, bool whole)
{
    const struct cn__text *text = &lines[viewer];
    const char *line;
    size_t size;
    for (size_t at = 0; cn__next_line(text->text, text->length, &at, &line, &size);) {
        const enum replica_line taken = replica_take_line(replica, line, size);
        if (taken == REPLICA_APPLIED)
            continue;
        if (whole || !may_conflict(line))
            fail_msg("%s: viewer %d%s: %.*s\nafter\n%s", doing, viewer, whole ? "" : " (late)",
                     (int)size, line, lately());
        conflicts++;
        return false;
    }
    return true;
}

/* ---- what is known ---- */

static void expect_same(const char *what, int viewer, const void *a, const void *b, size_t size)
{
    if (memcmp(a, b, size) == 0)
        return;
    for (size_t i = 0; i < size; i++)
        if (((const uint8_t *)a)[i] != ((const uint8_t *)b)[i])
            fail_msg("%s: viewer %d: %s differs at %d of %d: %d, not %d\n%s", doing, viewer, what,
                     (int)i, (int)size, ((const uint8_t *)b)[i], ((const uint8_t *)a)[i], lately());
}

static void check_board(const struct replica *replica, int viewer)
{
    struct cn_board told = replica->game.deal.board;
    struct cn_board board = game.deal.board;
    if (viewer != board.turn) { /* see R20 */
        if (game.notes.fallen_answer != CN_ANSWER_NONE)
            board.answer = game.notes.fallen_answer;
        board.bound |= game.notes.fallen_bound;
    }
    expect_same("the board", viewer, &board, &told, sizeof board);
    expect_same("the memory", viewer, &game.deal.memory, &replica->game.deal.memory,
                sizeof game.deal.memory);
}

/* In which order the cards of a meld lie has no meaning. */
static void count_meld(const struct cn_game *of, int side, int meld, uint8_t counts[CN_CARD_CODES])
{
    cn_card cards[CN_CARDS_MAX];
    const int count = cn_game_meld(of, side, meld, cards);
    for (int i = 0; i < count; i++)
        counts[cards[i]]++;
}

static void check_cards(const struct replica *replica, int viewer)
{
    const struct cn_placement *a = &game.cards;
    const struct cn_placement *b = &replica->game.cards;
    assert_int_equal(a->pile_count, b->pile_count);
    expect_same("the pile", viewer, a->pile, b->pile, a->pile_count);
    assert_int_equal(a->laid_count, b->laid_count);
    for (int side = 0; side < game.sides; side++)
        for (int meld = 0; meld < game.deal.board.meld_count[side]; meld++) {
            uint8_t there[CN_CARD_CODES] = {0};
            uint8_t told[CN_CARD_CODES] = {0};
            count_meld(&game, side, meld, there);
            count_meld(&replica->game, side, meld, told);
            expect_same("a meld", viewer, there, told, sizeof there);
        }
    expect_same("what lies face up", viewer, a->up, b->up, sizeof a->up);
    if (viewer != WATCHER)
        expect_same("the hand", viewer, a->hand[viewer], b->hand[viewer], sizeof a->hand[viewer]);
}

static void check_open(const struct replica *replica, int viewer)
{
    assert_int_equal(cn_referee_open(&game), cn_referee_open(&replica->game));
    for (int at = 0; at < cn_referee_open(&game); at++) {
        const struct cn_noted a = cn_referee_open_at(&game, at);
        const struct cn_noted b = cn_referee_open_at(&replica->game, at);
        assert_string_equal(a.law, b.law);
        assert_string_equal(a.what, b.what);
        assert_int_equal(a.seat, b.seat);
    }
    (void)viewer;
}

/* The replica answers as the table would what its seat may do and could insist on. */
static void check_rights(const struct replica *replica, int viewer)
{
    static struct cn_action a[ERRING_LIST], b[ERRING_LIST];
    if (viewer == WATCHER)
        return;
    const struct cn_view there = cn_game_view(&game, viewer);
    const struct cn_view told = cn_game_view(&replica->game, viewer);
    const int insisted = cn_referee_insist_list(&game, viewer, 0, a, ERRING_LIST);
    assert_int_equal(cn_view_insist_list(&told, 0, b, ERRING_LIST), insisted);
    assert_memory_equal(a, b, (size_t)insisted * sizeof *a);
    if (cn_game_actor(&game) != viewer)
        return;
    const int legal = cn_legal_list(&there, a, ERRING_LIST);
    assert_int_equal(cn_legal_list(&told, b, ERRING_LIST), legal);
    assert_memory_equal(a, b, (size_t)(legal < ERRING_LIST ? legal : ERRING_LIST) * sizeof *a);
}

static void check(const struct replica *replica, int viewer)
{
    compared++;
    assert_int_equal(game.in_deal, replica->game.in_deal);
    for (int side = 0; side < game.sides; side++)
        assert_int_equal(game.score[side], replica->game.score[side]);
    if (!game.in_deal)
        return;
    check_board(replica, viewer);
    check_cards(replica, viewer);
    check_open(replica, viewer);
    check_rights(replica, viewer);
}

static void check_all(void)
{
    cn__text_append(&history, lines[WATCHER].text, lines[WATCHER].length);
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        if (!views(viewer))
            continue;
        say_due(&lines[viewer]);
        hear(&followers[viewer], viewer, true);
        check(&followers[viewer], viewer);
        if (late[viewer] && hear(&latecomers[viewer], viewer, false))
            check(&latecomers[viewer], viewer);
        else if (late[viewer] && game.in_deal)
            resume(viewer);
        if (game.in_deal && erring_below(&rng, 12) == 0) {
            resume(viewer);
            check(&latecomers[viewer], viewer);
        }
        cn__text_clear(&lines[viewer]);
    }
}

/* ---- play ---- */

static void begin(const char *name, int players)
{
    static const char *const names[CN_SEATS_MAX] = {"", "", "", "", "", ""};
    assert_true(cn_rules_load(&rules, name));
    rules.referee = 1 + erring_below(&rng, 2);
    rules.point_penalties = erring_below(&rng, 2) == 0;
    cn_game_init(&game, law_of(&rules), players, NULL);
    assert_true(game.law->refereed);
    const struct cn_game_header header = {.rules = &rules, .players = players, .names = names};
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        replica_init(&followers[viewer], seat_of(viewer));
        late[viewer] = false;
        cn__text_clear(&lines[viewer]);
        if (views(viewer))
            cn_record_write_seat_game(&lines[viewer], &header);
    }
}

static void finish(void)
{
    cn__text_free(&history);
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        replica_free(&followers[viewer]);
        if (late[viewer])
            replica_free(&latecomers[viewer]);
        cn__text_free(&lines[viewer]);
    }
}

static int play_deal(void)
{
    const int erring = 5 + erring_below(&rng, 60);
    cn_card deck[CN_CARDS_MAX];
    int dealer;
    int idle;
    int done = 0;
    cn_game_next_dealer(&game, &dealer, &idle);
    cn_rng_shuffle(&rng, deck, cn_deck_init(&rules, game.players, deck));
    cn_game_deal(&game, dealer, idle, deck, &rng, &observer);
    check_all();
    while (game.in_deal) {
        char text[CN_ACTION_TEXT];
        const struct erring_act act =
            erring_choose(&game, &rng, done < DEAL_ACTS_MAX / 2 ? erring : 0);
        cn_action_format(game.law, act.action, text);
        snprintf(doing, sizeof doing, "%d players, deal %d, act %d: %d %s", game.players,
                 (int)game.deal_number, done, act.seat, text);
        assert_true(cn_game_play(&game, act.seat, act.action, NULL, NULL, &observer));
        check_all();
        assert_true(++done < DEAL_ACTS_MAX);
    }
    return done;
}

static void test_replicas(void **state)
{
    static const char *const names[] = {"laws1950",   "threepack", "bicycle",
                                        "montevideo", "hoyle",     "pumpa"};
    (void)state;
    cn_rng_init(&rng, first_seed());
    for (int acts = ACTS; acts > 0;) {
        const char *name = names[erring_below(&rng, 6)];
        const int players = 2 + erring_below(&rng, 5);
        assert_true(cn_rules_load(&rules, name));
        if (!cn_rules_allow_players(&rules, players))
            continue;
        begin(name, players);
        for (int deals = 1 + erring_below(&rng, 2); deals > 0 && game.winner < 0; deals--)
            acts -= play_deal();
        finish();
    }
    print_message("%lld comparisons, %lld snapshots, %lld turns taken back unseen\n",
                  (long long)compared, (long long)snapshots, (long long)conflicts);
    assert_true(snapshots > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_replicas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
