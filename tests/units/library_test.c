/* library_test.c -- the public functions that no program of ours calls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "canasta/canasta.h"
#include "canasta/heap.h"
#include "canasta/record.h"

#include "bots/bots.h"
#include "law_of.h"
#include "words/words.h"

/* ---- lists with a capacity ---- */

enum {
    GUARD = 0x5a
};
static struct cn_actions whole;
static struct cn_action part[CN_ACTIONS_MAX];

/* Listing from 'first' with room for 'capacity' gives that part of the whole list, and writes
 * nothing past it. */
static void expect_part(const struct cn_view *view, int first, int capacity)
{
    memset(part, GUARD, ((size_t)capacity + 1) * sizeof *part);
    assert_int_equal(cn_legal_list_from(view, first, part, capacity), whole.count);
    for (int i = 0; i < capacity && first + i < whole.count; i++)
        assert_true(cn_action_equal(part[i], whole.at[first + i]));
    assert_int_equal(part[capacity].type, GUARD);
}

static void expect_parts(const struct cn_view *view)
{
    static const int capacities[] = {0, 1, 2, 7, 127, 128, 129, 200, CN_ACTIONS_TYPICAL, 1000};
    cn_board_legal_list(view->law, view->board, view->hand, &whole);
    for (size_t i = 0; i < sizeof capacities / sizeof capacities[0]; i++) {
        expect_part(view, 0, capacities[i]);
        expect_part(view, 1, capacities[i]);
        expect_part(view, whole.count / 2, capacities[i]);
        expect_part(view, whole.count, capacities[i]);
    }
    assert_int_equal(cn_legal_list(view, NULL, 0), whole.count);
}

static void test_parts_of_lists(void **state)
{
    struct cn_rng rng;
    cn_rng_init(&rng, 31);
    for (int set = 0; cn_rules_builtin(set) != NULL; set++) {
        struct cn_rules *rules = cn_rules_new();
        assert_true(cn_rules_load(rules, cn_rules_builtin(set)));
        const int players = cn_rules_allow_players(rules, 4) ? 4 : CN_SEATS_MAX;
        struct cn_game *game = cn_game_new(law_of(rules), players, NULL);
        cn_game_deal_seeded(game, "parts", NULL);
        for (int i = 0; i < 200 && cn_game_stage(game) == CN_STAGE_IN_DEAL; i++) {
            const int seat = cn_game_actor(game);
            struct cn_view view;
            cn_view_of(&view, game, seat);
            expect_parts(&view);
            const struct cn_action action =
                cn_bot_decide(cn_bot_find("random"), NULL, 0, &view, &rng);
            assert_true(cn_game_play(game, seat, action, NULL, NULL, NULL));
        }
        free(game);
        free(rules);
    }
}

/* A hand of 60 cards, 13 of them wild, and melds of seven ranks to add to. */
static void test_parts_of_a_long_list(void **state)
{
    static struct cn_game game;
    struct cn_rules rules;
    struct cn_view view;
    assert_true(cn_rules_load(&rules, "threepack"));
    cn_game_init(&game, law_of(&rules), 6, NULL);
    cn_game_deal_seeded(&game, "long", NULL);
    struct cn_board *board = &game.deal.board;
    cn_view_of(&view, &game, cn_game_actor(&game));
    const int side = board->side[view.seat];
    view.hand = cn_hand_add(cn_hand_single(CN_DEUCE, 8), cn_hand_single(CN_JOKER, 5));
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++) {
        view.hand = cn_hand_add(view.hand, cn_hand_single(kind, 4));
        if (kind > CN_TEN)
            continue;
        board->melds[side][board->meld_count[side]++] = cn_meld_of(kind, 4, 0, 0);
        board->ranks[side] |= cn_kind_mask(kind);
    }
    board->phase = CN_PHASE_MELD;
    board->owes_opening = 0;
    for (int wilds = 0; wilds < 2; wilds++) {
        expect_parts(&view);
        assert_true(whole.count > 1000 || wilds == 1);
        assert_true(cn_action_equal(cn_legal_last(&view), whole.at[whole.count - 1]));
        board->laid = board->owes_opening = 1; /* the slow path, which checks the end of the turn */
        board->minimum[side] = 50;
        const cn_hand laid = cn_hand_add(cn_hand_single(CN_DEUCE, 7), cn_hand_single(CN_JOKER, 4));
        view.hand = cn_hand_remove(view.hand, laid);
    }
}

/* The bot that plays at random reaches every action of a list longer than it has room for. */
static void test_random_reaches_all(void **state)
{
    static struct cn_game game;
    struct cn_rules rules;
    struct cn_view view;
    struct cn_rng rng;
    bool late = false;
    assert_true(cn_rules_load(&rules, "threepack"));
    cn_game_init(&game, law_of(&rules), 6, NULL);
    cn_game_deal_seeded(&game, "long", NULL);
    cn_view_of(&view, &game, cn_game_actor(&game));
    game.deal.board.phase = CN_PHASE_MELD;
    game.deal.board.owes_opening = 0;
    view.hand = cn_hand_add(cn_hand_single(CN_DEUCE, 8), cn_hand_single(CN_JOKER, 5));
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++)
        view.hand = cn_hand_add(view.hand, cn_hand_single(kind, 5));
    cn_board_legal_list(law_of(&rules), view.board, view.hand, &whole);
    assert_true(whole.count > 2 * CN_ACTIONS_TYPICAL);
    cn_rng_init(&rng, 5);
    for (int i = 0; i < 200; i++) {
        struct cn_rng same = rng;
        const int expected = (int)cn_rng_below(&same, (uint32_t)whole.count);
        const struct cn_action action = cn_bot_decide(cn_bot_find("random"), NULL, 0, &view, &rng);
        assert_true(cn_action_equal(action, whole.at[expected]));
        late = late || expected >= CN_ACTIONS_TYPICAL;
    }
    assert_true(late);
}

/* ---- bots, one way of use for all ---- */

static void test_bots_in_slices(void **state)
{
    struct cn_rules *rules = cn_rules_new();
    struct cn_game *game = cn_game_new(law_of(rules), 4, NULL);
    void *room = cn_view_new();
    cn_game_deal_seeded(game, "bots", NULL);
    for (int i = 0; cn_bot_at(i) != NULL; i++) {
        const struct cn_bot *bot = cn_bot_at(i);
        const struct cn_view *view = cn_view_of(room, game, cn_game_actor(game));
        void *memory[2] = {cn_bot_memory_new(bot), cn_bot_memory_new(bot)};
        struct cn_rng rng[2];
        struct cn_candidate list[4];
        cn_rng_init(&rng[0], 9);
        rng[1] = rng[0];
        const struct cn_action action = cn_bot_decide(bot, memory[0], 300, view, &rng[0]);
        cn_bot_begin(bot, memory[1], view, &rng[1]);
        for (int slice = 0; slice < 3 && cn_bot_think(bot, memory[1], 100); slice++)
            continue;
        assert_true(cn_action_equal(action, cn_bot_choice(bot, memory[1])));
        assert_memory_equal(&rng[0], &rng[1], sizeof rng[0]);
        assert_true(cn_legal_check(view, action, NULL));
        const int moves = cn_bot_moves(bot, memory[1], list, 4);
        assert_true(moves >= 0 && moves <= 4);
        assert_true(moves == 0 || cn_action_equal(list[0].action, action));
        assert_ptr_equal(cn_bot_find(cn_bot_name(bot)), bot);
        assert_true(cn_bot_memory(bot) <= (size_t)300 * 1024);
        free(memory[0]);
        free(memory[1]);
        cn_game_play(game, cn_game_actor(game), action, NULL, NULL, NULL);
    }
    free(room);
    free(game);
    free(rules);
}

/* ---- names ---- */

/* Returns the number of names up to the first NULL. They must all differ. */
static int count_names(const char *(*name_of)(int))
{
    int count = 0;
    assert_null(name_of(-1));
    while (name_of(count) != NULL) {
        for (int i = 0; i < count; i++)
            assert_string_not_equal(name_of(i), name_of(count));
        count++;
    }
    return count;
}

static void names_are_complete(void **state)
{
    assert_int_equal(count_names(cn_event_name), CN_EVENT_TYPES);
    assert_string_equal(cn_event_name(CN_EVENT_MERGE), "combine");
    assert_int_equal(count_names(cn_end_name), CN_END_HAND + 1);
    assert_string_equal(cn_end_name(CN_END_RED_THREE), "red3");
    assert_int_equal(count_names(cn_phase_name), CN_PHASE_ENDED + 1);
    assert_string_equal(cn_phase_name(CN_PHASE_TAKING), "claim");
    assert_int_equal(count_names(cn_stage_name), CN_STAGE_OVER + 1);
    assert_string_equal(cn_stage_name(CN_STAGE_IN_DEAL), "playing");
}

/* ---- a game from outside ---- */

struct seen {
    int events, ends;
    int32_t after[CN_SIDES_MAX];
};

static void on_event(void *context, const struct cn_event *event)
{
    struct seen *seen = context;
    seen->events++;
    if (event->type != CN_EVENT_END)
        return;
    seen->ends++;
    for (int side = 0; side < event->side_count; side++) {
        int32_t sum = 0;
        for (int item = 0; cn_score_item_at(item) != NULL; item++)
            sum += cn_score_item(event->sides, side, (enum cn_score_item_id)item);
        assert_int_equal(cn_score_item(event->sides, side, CN_SCORE_TOTAL), sum);
        const int32_t before = seen->after[side];
        seen->after[side] = cn_score_item(event->sides, side, CN_SCORE_AFTER);
        assert_int_equal(seen->after[side], before + sum);
    }
}

/* A view must agree with the game and with the events. */
static void expect_view(const struct cn_game *game, const struct cn_view *view, int sides)
{
    cn_card cards[CN_CARDS_MAX];
    const int own = cn_view_seat(view);
    int kinds[CN_KINDS] = {0};
    int pile = 0;
    assert_int_equal(cn_view_actor(view), cn_game_actor(game));
    assert_int_equal(cn_game_hand(game, own, cards), cn_view_hand_size(view, own));
    for (int i = 0; i < cn_view_hand_size(view, own); i++)
        kinds[cn_card_kind(cards[i])]++;
    for (int kind = 0; kind < CN_KINDS; kind++) {
        assert_int_equal(cn_view_hand(view, kind), kinds[kind]);
        pile += cn_view_pile(view, kind);
    }
    if (cn_view_phase(view) == CN_PHASE_START)
        assert_int_equal(cn_view_pile_size(view), pile);
    for (int side = 0; side < sides; side++) {
        for (int i = 0; i < cn_view_meld_count(view, side); i++) {
            const struct cn_meld meld = cn_view_meld(view, side, i);
            const int count = cn_game_meld(game, side, i, cards);
            assert_int_equal(count, meld.naturals + meld.deuces + meld.jokers);
            for (int card = 0; card < count; card++)
                assert_true(cn_card_kind(cards[card]) == meld.kind ||
                            cn_kind_is_wild(cn_card_kind(cards[card])));
        }
        assert_true(cn_view_bonus_cards(view, side) <= 2 * CN_PACKS_MAX);
        assert_true(cn_view_minimum(view, side) >= 0);
    }
}

static void test_game_from_outside(void **state)
{
    struct cn_rules *rules = cn_rules_new();
    struct cn_game *game = cn_game_new(law_of(rules), 3, NULL);
    struct seen seen = {0};
    const struct cn_observer observer = {on_event, &seen};
    const struct cn_bot *bot = cn_bot_find("greedy");
    void *memory = cn_bot_memory_new(bot);
    void *room = cn_view_new();
    struct cn_rng rng;
    int32_t scores[CN_SIDES_MAX];
    cn_rng_init(&rng, 1);
    assert_int_equal(cn_game_stage(game), CN_STAGE_BETWEEN_DEALS);
    assert_int_equal(cn_game_actor(game), CN_NO_SEAT);
    while (cn_game_stage(game) != CN_STAGE_OVER) {
        assert_int_equal(cn_game_winner(game), -1);
        cn_game_deal_seeded(game, "outside", &observer);
        while (cn_game_stage(game) == CN_STAGE_IN_DEAL) {
            const struct cn_view *view = cn_view_of(room, game, cn_game_actor(game));
            expect_view(game, view, 3);
            cn_game_play(game, cn_view_seat(view), cn_bot_decide(bot, memory, 0, view, &rng), NULL,
                         NULL, &observer);
        }
        assert_int_equal(cn_game_scores(game, scores), 3);
        assert_memory_equal(scores, seen.after, sizeof scores);
    }
    assert_true(scores[cn_game_winner(game)] >= 5000);
    assert_true(seen.ends >= 2 && seen.events > 100);
    struct cn_game *copy = cn_game_clone(game);
    assert_memory_equal(copy, game, cn_game_size());
    free(copy);
    free(room);
    free(memory);
    free(game);
    free(rules);
}

/* The same text gives the same deals, however they are played. */
static void test_seeded_deals(void **state)
{
    struct cn_rules *rules = cn_rules_new();
    cn_card deck[CN_CARDS_MAX], hands[2][CN_CARDS_MAX];
    struct cn_rng rng;
    int dealer, idle;
    struct cn_game *a = cn_game_new(law_of(rules), 4, NULL);
    struct cn_game *b = cn_game_new(law_of(rules), 4, NULL);
    cn_game_deal_seeded(a, "1950", NULL);
    cn_game_next_dealer(b, &dealer, &idle);
    cn_seeded_deck(rules, 4, "1950", 1, deck, &rng);
    assert_true(cn_game_deal(b, dealer, idle, deck, &rng, NULL));
    for (int seat = 0; seat < 4; seat++) {
        const int count = cn_game_hand(a, seat, hands[0]);
        assert_int_equal(cn_game_hand(b, seat, hands[1]), count);
        assert_memory_equal(hands[0], hands[1], (size_t)count);
    }
    free(a);
    free(b);
    free(rules);
}

static void test_parameters(void **state)
{
    struct cn_rules *rules = cn_rules_new();
    char text[CN_RULES_VALUE_SIZE];
    int count = 0;
    for (; cn_param_at(count) != NULL; count++) {
        const struct cn_param_row *row = cn_param_at(count);
        const size_t length = cn_rules_value(rules, count, text, sizeof text);
        assert_int_equal(length, strlen(text));
        assert_true(length < sizeof text - 1);
        /* The default is the Laws of 1950. */
        struct cn_rules_error error;
        assert_true(cn_rules_set(rules, row->name, row->value, strlen(row->value), &error));
        char again[CN_RULES_VALUE_SIZE];
        cn_rules_value(rules, count, again, sizeof again);
        assert_string_equal(text, again);
    }
    assert_int_equal(count, CN_PARAM_COUNT);
    assert_null(cn_param_at(-1));
    assert_string_equal(cn_rules_name(rules), "laws1950");
    assert_string_equal(cn_version(), CN_VERSION);
    free(rules);
}

static void differences_are_found(void **state)
{
    struct cn_rules *one = cn_rules_new();
    struct cn_rules *other = cn_rules_new();
    struct cn_rules_error error;
    assert_int_equal(cn_rules_diff(one, other, 0), -1);
    assert_true(cn_rules_set(other, "card_points", "{A: 25}", 7, &error));
    assert_true(cn_rules_set(other, "packs", "3", 1, &error));
    const int first = cn_rules_diff(one, other, 0);
    assert_string_equal(cn_param_at(first)->name, "packs");
    assert_int_equal(cn_rules_diff(other, one, 0), first);
    const int second = cn_rules_diff(one, other, first + 1);
    assert_string_equal(cn_param_at(second)->name, "card_points");
    assert_int_equal(cn_rules_diff(one, other, second + 1), -1);
    free(one);
    free(other);
}

/* ---- records ---- */

static void test_recorder(void **state)
{
    static const char *const names[] = {"Ann", "Bob"};
    struct cn_rules *rules = cn_rules_new();
    struct cn_game *game = cn_game_new(law_of(rules), 2, NULL);
    struct cn_recorder *recorder = cn_recorder_open(game, names, "recorder");
    const struct cn_observer observer = cn_recorder_observer(recorder);
    void *room = cn_view_new();
    struct cn_rng rng;
    size_t length;
    cn_rng_init(&rng, 3);
    cn_game_deal_seeded(game, "recorder", &observer);
    while (cn_game_stage(game) == CN_STAGE_IN_DEAL) {
        const struct cn_view *view = cn_view_of(room, game, cn_game_actor(game));
        struct cn_action action[1];
        cn_bot_begin(cn_bot_find("greedy"), action, view, &rng);
        cn_game_play(game, cn_view_seat(view), action[0], NULL, NULL, &observer);
    }
    const char *text = cn_recorder_text(recorder, &length);
    struct cn_reader *reader = cn_reader_open_text(text, length, NULL, NULL);
    assert_true(cn_reader_run(reader, 0));
    assert_int_equal(cn_reader_counts(reader)->differences, 0);
    assert_int_equal(cn_reader_counts(reader)->deals, 1);
    assert_string_equal(cn_reader_name(reader, 1), "Bob");
    assert_int_equal(cn_game_stage(cn_reader_game(reader)), cn_game_stage(game));
    /* A game copied with its law can be played on after the reader is freed. */
    struct cn_law *law = malloc(cn_law_size());
    struct cn_game *kept = malloc(cn_game_size());
    cn_game_copy_with_law(kept, law, cn_reader_game(reader));
    cn_reader_close(reader);
    assert_ptr_equal(cn_game_law(kept), law);
    assert_int_equal(cn_rules_size(), sizeof *rules);
    assert_memory_equal(cn_law_rules(law), rules, sizeof *rules);
    cn_game_deal_seeded(kept, "recorder", NULL);
    assert_int_equal(cn_game_stage(kept), CN_STAGE_IN_DEAL);
    assert_null(cn_law_new(NULL));
    assert_null(cn_game_new(NULL, 2, NULL));
    free(kept);
    free(law);
    cn_recorder_clear(recorder);
    cn_recorder_text(recorder, &length);
    assert_int_equal(length, 0);
    cn_recorder_close(recorder);
    cn_recorder_close(NULL);
    free(room);
    free(game);
    free(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_complete),        cmocka_unit_test(test_parts_of_lists),
        cmocka_unit_test(test_parts_of_a_long_list), cmocka_unit_test(test_random_reaches_all),
        cmocka_unit_test(test_bots_in_slices),       cmocka_unit_test(test_game_from_outside),
        cmocka_unit_test(test_seeded_deals),         cmocka_unit_test(test_parameters),
        cmocka_unit_test(differences_are_found),     cmocka_unit_test(test_recorder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
