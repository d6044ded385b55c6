/* hidden_cards_test.c -- replicas that begin with a snapshot in the middle of a deal follow it to
 * its end: they accept every line, and show what the game shows.
 *
 * After a snapshot only the kinds of others' known cards are known. Lines that reveal which cards
 * they were move the imagined cards of several hands, which must not undo what is certain.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "client/client.h"
#include "law_of.h"
#include "tests/fuzz/driver/house.h"

enum {
    VIEWERS = CN_SEATS_MAX + 1 /* the last one watches */
};

static struct {
    struct cn_game game;
    struct replica replica[VIEWERS];
    struct cn__text lines[VIEWERS];
    const char *set;
    const char *changes; /* of the set's parameters, in JSON, or NULL */
    char label[100];
    int snapshots, compared;
} world;

static int seat_of(int viewer)
{
    return viewer < world.game.players ? viewer : CN_NO_SEAT;
}

static void hear(void *context, const struct cn_event *event)
{
    (void)context;
    for (int viewer = 0; viewer <= world.game.players; viewer++)
        cn_record_write_seat_event(&world.lines[viewer], event, &world.game, seat_of(viewer));
}
static const struct cn_observer observer = {hear, NULL};

/* The replica takes all lines that its viewer was sent. */
static void follow(int viewer)
{
    struct cn__text *lines = &world.lines[viewer];
    for (size_t at = 0; at < lines->length;) {
        const char *line = lines->text + at;
        const char *end = memchr(line, '\n', lines->length - at);
        const size_t length = (size_t)(end - line);
        if (replica_take_line(&world.replica[viewer], line, length) != REPLICA_APPLIED)
            fail_msg("%s, viewer %d: %.*s", world.label, viewer, (int)length, line);
        at += length + 1;
    }
    cn__text_clear(lines);
}

static void begin(int viewer)
{
    struct cn__text *lines = &world.lines[viewer];
    replica_free(&world.replica[viewer]);
    replica_init(&world.replica[viewer], seat_of(viewer));
    cn__text_clear(lines); /* the replica begins with what comes next */
    cn__text_printf(lines, "{\"t\":\"game\",\"v\":1,\"rules\":\"%s\",\"set\":%s,\"players\":%d}\n",
                    world.set, world.changes != NULL ? world.changes : "{}", world.game.players);
    follow(viewer);
}

static void begin_with_snapshot(int viewer)
{
    struct snapshot snapshot;
    begin(viewer);
    snapshot_of(&world.game, seat_of(viewer), &snapshot);
    snapshot_write(&world.lines[viewer], &snapshot, &world.game.law->rules, 1);
    follow(viewer);
    world.snapshots++;
}

static int compare_ints(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* A snapshot does not say in which order the cards of two melds that are joined later were laid. */
static void sort_laid(struct snapshot *snapshot)
{
    int keys[CN_CARDS_MAX];
    for (int i = 0; i < snapshot->laid_count; i++)
        keys[i] = snapshot->laid_side[i] << 16 | snapshot->laid_meld[i] << 8 | snapshot->laid[i];
    qsort(keys, snapshot->laid_count, sizeof keys[0], compare_ints);
    for (int i = 0; i < snapshot->laid_count; i++) {
        snapshot->laid_side[i] = (uint8_t)(keys[i] >> 16);
        snapshot->laid_meld[i] = (uint8_t)(keys[i] >> 8);
        snapshot->laid[i] = (cn_card)keys[i];
    }
}

/* Of several cards that another draws the order is not told. That the last was a red three shows
 * only when the turn ends without a discard. */
static bool may_not_know_last(int viewer)
{
    const struct cn_board *board = &world.game.deal.board;
    return board->phase == CN_PHASE_LAST_RED_THREE && board->turn != seat_of(viewer) &&
           world.game.law->rules.draw_count.at[board->players_class] > 1;
}

static void write_sorted(struct cn__text *lines, const struct cn_game *game, int viewer)
{
    struct snapshot snapshot;
    snapshot_of(game, seat_of(viewer), &snapshot);
    sort_laid(&snapshot);
    if (may_not_know_last(viewer) && snapshot.board.phase == CN_PHASE_LAST_RED_THREE)
        snapshot.board.phase = CN_PHASE_MELD;
    snapshot_write(lines, &snapshot, &world.game.law->rules, 0);
}

static void compare(int viewer)
{
    struct cn__text a = {.text = NULL};
    struct cn__text b = {.text = NULL};
    const struct replica *replica = &world.replica[viewer];
    const char *wrong = cn_game_check(&replica->game);
    if (wrong != NULL)
        fail_msg("%s, viewer %d: %s", world.label, viewer, wrong);
    write_sorted(&a, &world.game, viewer);
    write_sorted(&b, &replica->game, viewer);
    size_t same = 0;
    while (same < a.length && same < b.length && a.text[same] == b.text[same])
        same++;
    const size_t from = same > 60 ? same - 60 : 0;
    if (same < a.length || same < b.length)
        fail_msg("%s, viewer %d: in the game ... %.120s\nin the replica ... %.120s", world.label,
                 viewer, a.text + from, b.text + from);
    cn__text_free(&a);
    cn__text_free(&b);
    world.compared++;
}

static void decide(struct chance *chance)
{
    const int seat = cn_game_actor(&world.game);
    const struct cn_view view = cn_game_view(&world.game, seat);
    const struct cn_bot *bot = cn_bot_find(chance_percent(chance, 90) ? "greedy" : "random");
    const struct cn_action action = bot->decide(&view, &chance->rng);
    assert_true(cn_game_play(&world.game, seat, action, NULL, NULL, &observer));
    for (int viewer = 0; viewer <= world.game.players; viewer++) {
        follow(viewer);
        if (!world.game.in_deal)
            continue;
        if (chance_percent(chance, 5))
            begin_with_snapshot(viewer);
        compare(viewer);
    }
}

static void begin_deal(const struct cn_rules *rules, int players, uint64_t seed,
                       struct chance *chance)
{
    cn_card deck[CN_CARDS_MAX];
    snprintf(world.label, sizeof world.label, "%s, %d players, seed %llu", world.set, players,
             (unsigned long long)seed);
    chance_from_seed(chance, seed);
    cn_game_init(&world.game, law_of(rules), players, NULL);
    for (int viewer = 0; viewer <= players; viewer++)
        begin(viewer);
    chance_shuffle(chance, deck, cn_deck_init(rules, players, deck));
    int dealer;
    int idle;
    cn_game_next_dealer(&world.game, &dealer, &idle);
    assert_true(cn_game_deal(&world.game, dealer, idle, deck, &chance->rng, &observer));
}

static void forget(void)
{
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        replica_free(&world.replica[viewer]);
        cn__text_free(&world.lines[viewer]);
    }
}

static void all_follow(void **state)
{
    struct chance chance;
    struct cn_rules rules;
    const char *full = getenv("CANASTA_FULL");
    const uint64_t seeds = full != NULL ? 400 : 4;
    for (int set = 0; house_set_at(&rules, set); set++) {
        world.set = cn_rules_builtin(set);
        for (int i = 0, players; (players = house_players(&rules, i)) > 0; i++)
            for (uint64_t seed = 1; seed <= seeds; seed++)
                for (begin_deal(&rules, players, seed, &chance); world.game.in_deal;)
                    decide(&chance);
    }
    print_message("%d snapshots, %d comparisons\n", world.snapshots, world.compared);
    assert_true(world.snapshots > 1000);
    forget();
}

/* ---- two cards drawn ---- */

/* How many cards of this face the viewer has not seen. */
static int hidden_count(const struct replica *replica, int other, int face)
{
    int count = replica->game.cards.hand[other][face];
    for (int i = replica->game.deal.drawn; i < replica->game.deal.cards; i++)
        count += replica->game.deal.stock[i] == face;
    return count;
}

static bool can_draw(int viewer, int kind, cn_card first, cn_card second)
{
    const struct replica *replica = &world.replica[viewer];
    int left = -2 - cn_hand_count(world.game.deal.memory.known[1 - viewer], kind);
    for (int face = 0; face < CN_CARD_CODES; face++)
        if (cn_card_kind((cn_card)face) == kind)
            left += hidden_count(replica, 1 - viewer, face);
    return left >= 0 && hidden_count(replica, 1 - viewer, first) > 0 &&
           hidden_count(replica, 1 - viewer, second) > (first == second);
}

static void draw_two(int viewer, cn_card first, cn_card second)
{
    char a[3];
    char b[3];
    const struct replica *replica = &world.replica[viewer];
    const uint8_t *hand = replica->game.cards.hand[viewer];
    cn_card_format(first, a);
    cn_card_format(second, b);
    begin_with_snapshot(viewer);
    const int held = hand[first] + hand[second];
    cn__text_printf(&world.lines[viewer],
                    "{\"t\":\"draw\",\"seat\":%d,\"cards\":[\"%s\",\"%s\"]}\n", viewer, a, b);
    follow(viewer);
    assert_null(cn_game_check(&replica->game));
    assert_int_equal(hand[first] + hand[second], held + (first == second ? 4 : 2));
    world.compared++;
}

/* Every two cards of this kind that this seat might draw. */
static void draw_any(int viewer, int kind)
{
    for (int first = 0; first < CN_CARD_CODES; first++)
        for (int second = 0; second < CN_CARD_CODES; second++)
            if (cn_card_kind((cn_card)first) == kind && cn_card_kind((cn_card)second) == kind &&
                can_draw(viewer, kind, (cn_card)first, (cn_card)second))
                draw_two(viewer, (cn_card)first, (cn_card)second);
}

/* The second card drawn may stand for a known one in the other's hand: in exchange for it that hand
 * must not be given the first. */
static void both_are_drawn(void **state)
{
    struct cn_rules rules;
    assert_true(cn_rules_load(&rules, "hoyle"));
    world.set = "hoyle";
    world.compared = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct chance chance;
        begin_deal(&rules, 2, seed, &chance);
        while (world.game.in_deal) {
            const int actor = cn_game_actor(&world.game);
            const struct cn_deal *deal = &world.game.deal;
            if (deal->board.phase == CN_PHASE_START && deal->board.stock > 4) {
                begin_with_snapshot(actor);
                for (int kind = CN_FOUR; kind <= CN_ACE; kind++)
                    if (cn_hand_count(deal->memory.known[1 - actor], kind) > 0)
                        draw_any(actor, kind);
                begin_with_snapshot(actor);
            }
            decide(&chance);
        }
    }
    print_message("%d times two cards drawn\n", world.compared);
    assert_true(world.compared > 1000);
    forget();
}

/* ---- many cards of a kind ---- */

static int put_kind(cn_card *cards, int kind, int count)
{
    int found = 0;
    for (int face = 0; found < count; face = (face + 1) % CN_CARD_CODES)
        if (cn_card_kind((cn_card)face) == kind)
            cards[found++] = (cn_card)face;
    return count;
}

/* A replica expects every card of the packs somewhere. */
static void put_rest_in_stock(const struct cn_rules *rules, struct cn_position *position)
{
    int used[CN_CARD_CODES] = {0};
    cn_card deck[CN_CARDS_MAX];
    const int cards = cn_deck_init(rules, 2, deck);
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < position->hand_count[seat]; i++)
            used[position->hand[seat][i]]++;
    for (int i = 0; i < position->pile_count; i++)
        used[position->pile[i]]++;
    for (int i = 0; i < cards; i++)
        if (used[deck[i]]-- <= 0)
            position->stock[position->stock_count++] = deck[i];
}

static void play(const char *text)
{
    struct cn_action action;
    assert_true(cn_action_parse(NULL, text, strlen(text), &action));
    const int seat = cn_game_actor(&world.game);
    assert_true(cn_game_play(&world.game, seat, action, NULL, NULL, &observer));
    for (int viewer = 0; viewer <= world.game.players; viewer++) {
        follow(viewer);
        compare(viewer);
        begin_with_snapshot(viewer);
        compare(viewer);
    }
}

/* Six packs have 24 cards of a rank, in a hand, in a meld, and known to have been taken. */
static void melds_may_have_all_of_six_packs(void **state)
{
    struct cn_rules rules;
    struct cn_rules_error error;
    static struct cn_position position;
    struct cn_position_fault fault;
    assert_true(cn_rules_load(&rules, "laws1950"));
    assert_true(cn_rules_set(&rules, "packs", "6", 1, &error));
    world.set = "laws1950";
    assert_true(cn_rules_set(&rules, "jokers", "12", 2, &error));
    world.changes = "{\"packs\":6,\"jokers\":12}";
    snprintf(world.label, sizeof world.label, "melds of six packs");
    cn_game_init(&world.game, law_of(&rules), 2, NULL);
    for (int viewer = 0; viewer <= 2; viewer++)
        begin(viewer);
    cn_card *hand = position.hand[0];
    hand += put_kind(hand, CN_DEUCE, 22);
    hand += put_kind(hand, CN_JOKER, 4);
    hand += put_kind(hand, CN_FOUR, 4);
    position.hand_count[0] = (int32_t)(hand + put_kind(hand, CN_KING, 4) - position.hand[0]);
    position.hand_count[1] = put_kind(position.hand[1], CN_FIVE, 3);
    position.pile_count = put_kind(position.pile, CN_KING, 20);
    put_rest_in_stock(&rules, &position);
    position.dealer = 1;
    position.turned = 3;
    position.idle = CN_NO_SEAT;
    assert_true(cn_game_set_position(&world.game, &position, NULL, &fault));
    for (int viewer = 0; viewer <= 2; viewer++)
        begin_with_snapshot(viewer);
    play("take pair");
    play("meld 4 3 1 0");
    play("meld K 3 1 0");
    play("combine 0 2");
    play("add 0 16 15 1");
    play("add 0 2 5 1");
    assert_int_equal(cn_meld_naturals(world.game.deal.board.melds[0][0]), 24);
    assert_int_equal(cn_meld_deuces(world.game.deal.board.melds[0][0]), 21);
    play("discard 4");
    world.changes = NULL;
    forget();
}

/* ---- a bonus card that was kept ---- */

static void play_on(const char *text)
{
    struct cn_action action;
    assert_true(cn_action_parse(NULL, text, strlen(text), &action));
    assert_true(
        cn_game_play(&world.game, cn_game_actor(&world.game), action, NULL, NULL, &observer));
    for (int viewer = 0; viewer <= world.game.players; viewer++)
        follow(viewer);
}

static enum replica_line undo(int viewer, int n)
{
    char line[60];
    const int length = snprintf(line, sizeof line, "{\"t\":\"undo\",\"seat\":%d,\"n\":%d}",
                                world.game.deal.board.turn, n);
    return replica_take_line(&world.replica[viewer], line, (size_t)length);
}

/* Others cannot tell whether a card that a seat lays down at the start of its first turn went
 * automatically, while another stays, or by a decision. An undo counts decisions, so one that goes
 * back over that line must not be followed by guessing. */
static void nobody_guesses_what_an_undo_counts(void **state)
{
    struct chance chance;
    struct cn_rules rules;
    struct cn_rules_error error;
    assert_true(cn_rules_load(&rules, "laws1950"));
    assert_true(cn_rules_set(&rules, "keep_bonus_card", "1", 1, &error));
    world.set = "laws1950";
    world.changes = "{\"keep_bonus_card\":1}";
    int seat;
    uint64_t seed = 1;
    do {
        begin_deal(&rules, 4, seed++, &chance);
        seat = cn_game_actor(&world.game);
    } while (cn_hand_count(world.game.deal.hands[seat], CN_RED_THREE) != 1 ||
             world.game.deal.board.red[world.game.deal.board.side[seat]] > 0);
    const int other = (seat + 1) % 4;
    play_on("face 3r");
    play_on("draw");
    assert_int_equal(undo(other, 1), REPLICA_APPLIED);
    assert_int_equal(undo(other, 1), REPLICA_CONFLICT);
    assert_int_equal(undo(seat, 2), REPLICA_APPLIED);
    assert_int_equal(cn_hand_count(world.replica[seat].game.deal.hands[seat], CN_RED_THREE), 1);
    world.changes = NULL;
    forget();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_guesses_what_an_undo_counts), cmocka_unit_test(all_follow),
        cmocka_unit_test(both_are_drawn), cmocka_unit_test(melds_may_have_all_of_six_packs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
