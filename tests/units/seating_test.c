/* seating_test.c -- seats, dealing, cutting and the first turn (L1, L2, L5-L8, I16, I17, T). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "law_of.h"
#include "words/words.h"

static struct cn_rules rules_of(const char *name)
{
    struct cn_rules rules;
    assert_true(cn_rules_load(&rules, name));
    return rules;
}

static struct cn_board table_of(const char *set, int players, int dealer, int idle)
{
    const struct cn_rules rules = rules_of(set);
    struct cn_board board;
    cn_board_init(&rules, &board, players, dealer, idle, NULL);
    return board;
}

static void sides_are(const struct cn_board *board, const char *sides)
{
    assert_int_equal(board->players, strlen(sides));
    for (int seat = 0; seat < board->players; seat++)
        assert_int_equal(board->side[seat], sides[seat] - '0');
}

/* The seats in turn order, from the first on. */
static void order_is(const struct cn_board *board, const char *order)
{
    assert_int_equal(board->seats, strlen(order));
    for (int i = 0; i < board->seats; i++)
        assert_int_equal(board->next[order[i] - '0'], order[(i + 1) % board->seats] - '0');
}

/* ---- sides and turn order ---- */

static void L2_partners(void **state)
{
    struct cn_board board = table_of("laws1950", 2, 1, 4);
    sides_are(&board, "01");
    order_is(&board, "01");
    board = table_of("laws1950", 3, 2, 4);
    sides_are(&board, "012");
    order_is(&board, "012");
    board = table_of("laws1950", 4, 3, 4);
    sides_are(&board, "0101");
    order_is(&board, "0123");
    board = table_of("laws1950", 6, 5, 4);
    sides_are(&board, "010101");
    order_is(&board, "012345");
    assert_int_equal(board.idle, CN_NO_SEAT);
}

/* Three partnerships, each partner between two opponents of different sides. */
static void T_three_partnerships(void **state)
{
    const struct cn_board board = table_of("threepack", 6, 5, 4);
    sides_are(&board, "012012");
    assert_int_equal(board.sides, 3);
    for (int seat = 0; seat < 6; seat++) {
        const int left = board.side[board.next[seat]];
        const int right = board.side[(seat + 5) % 6];
        assert_true(left != right && left != board.side[seat] && right != board.side[seat]);
    }
}

static void I17_five_players(void **state)
{
    struct cn_board board = table_of("laws1950", 5, 3, 4);
    sides_are(&board, "01011");
    order_is(&board, "0123");
    assert_int_equal(board.next[4], 4);
    board = table_of("laws1950", 5, 0, 3);
    order_is(&board, "0124");
    assert_int_equal(board.next[3], 3);
    board = table_of("laws1950", 5, 0, 1);
    order_is(&board, "0423");
    assert_int_equal(board.next[1], 1);
    assert_int_equal(board.sides, 2);
}

/* The next partner in turn order answers. */
static void I16_partner(void **state)
{
    struct cn_board board = table_of("laws1950", 6, 5, 4);
    assert_int_equal(cn_board_partner(&board, 0), 2);
    assert_int_equal(cn_board_partner(&board, 2), 4);
    assert_int_equal(cn_board_partner(&board, 5), 1);
    board = table_of("threepack", 6, 5, 4);
    assert_int_equal(cn_board_partner(&board, 1), 4);
    assert_int_equal(cn_board_partner(&board, 4), 1);
    board = table_of("laws1950", 5, 0, 3);
    assert_int_equal(cn_board_partner(&board, 1), 4);
    assert_int_equal(cn_board_partner(&board, 4), 1);
    assert_int_equal(cn_board_partner(&board, 0), 2);
    board = table_of("laws1950", 3, 2, 4);
    assert_int_equal(cn_board_partner(&board, 1), CN_NO_SEAT);
}

static void L1_who_may_sit_down(void **state)
{
    static const struct {
        const char *set, *players;
    } allowed[] = {{"laws1950", "23456"},  {"threepack", "23456"}, {"bicycle", "4"},
                   {"montevideo", "2346"}, {"hoyle", "234"},       {"pumpa", "4"},
                   {"american", "4"},      {"uruguay", "23456"},   {"handandfoot", "2346"},
                   {"pennies", "6"}};
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
        const struct cn_rules rules = rules_of(allowed[i].set);
        for (int players = 0; players < 9; players++)
            assert_int_equal(cn_rules_allow_players(&rules, players),
                             strchr(allowed[i].players, '0' + players) != NULL);
    }
}

/* ---- the dealer ---- */

/* Sets the game up as if this deal had been played. */
static void has_dealt(struct cn_game *game, int dealer, int idle)
{
    cn_board_init(&game->law->rules, &game->deal.board, game->players, dealer, idle, NULL);
    game->deal_number++;
}

static void L6_the_highest_plays_first_and_the_deal_rotates(void **state)
{
    static const int counts[] = {2, 3, 4, 6};
    const struct cn_rules rules = rules_of("laws1950");
    for (int i = 0; i < 4; i++) {
        struct cn_game game;
        int dealer, idle;
        cn_game_init(&game, law_of(&rules), counts[i], NULL);
        cn_game_next_dealer(&game, &dealer, &idle);
        assert_int_equal(dealer, counts[i] - 1);
        assert_int_equal(idle, CN_NO_SEAT);
        for (int deals = 0; deals < 13; deals++) {
            has_dealt(&game, dealer, idle);
            assert_int_equal(game.deal.board.turn, deals % counts[i]);
            cn_game_next_dealer(&game, &dealer, &idle);
            assert_int_equal(dealer, deals % counts[i]);
        }
    }
}

/* The idle seat is 4, 1, 3, 4, and the deal passes to the player at the next place of the board.
 * Seat 4 sits in the idle seat's place. */
static void I17_the_deal_of_five(void **state)
{
    static const int idles[] = {4, 1, 3, 4, 1, 3, 4, 1, 3, 4, 1, 3, 4};
    static const int dealers[] = {3, 0, 1, 2, 3, 0, 1, 2, 4, 0, 4, 2, 3};
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_game game;
    cn_game_init(&game, law_of(&rules), 5, NULL);
    for (int deals = 0; deals < 13; deals++) {
        int dealer, idle;
        cn_game_next_dealer(&game, &dealer, &idle);
        assert_int_equal(idle, idles[deals]);
        assert_int_equal(dealer, dealers[deals]);
        assert_int_not_equal(dealer, idle);
        has_dealt(&game, dealer, idle);
    }
}

/* One card at a time, from the seat after the dealer on (L8). */
static void L8_dealing_one_at_a_time(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_game game;
    cn_card deck[CN_CARDS_MAX];
    cn_deck_init(&rules, 4, deck);
    cn_game_init(&game, law_of(&rules), 4, NULL);
    struct cn_rng rng;
    cn_rng_init(&rng, 1);
    assert_true(cn_game_deal(&game, 1, CN_NO_SEAT, deck, &rng, NULL));
    static const int order[] = {2, 3, 0, 1};
    for (int i = 0; i < 44; i++)
        if (cn_card_kind(deck[i]) != CN_RED_THREE)
            assert_true(game.cards.hand[order[i % 4]][deck[i]] > 0);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(game.deal.board.hand_size[seat], 11);
    assert_int_equal(game.deal.board.turn, 2);
}

static void L8_hand_sizes(void **state)
{
    static const struct {
        const char *set;
        int players, cards;
    } hands[] = {
        {"laws1950", 2, 15},  {"laws1950", 3, 13},    {"laws1950", 5, 11},    {"threepack", 2, 13},
        {"threepack", 6, 13}, {"montevideo", 6, 11},  {"hoyle", 2, 15},       {"hoyle", 3, 15},
        {"hoyle", 4, 11},     {"bicycle", 4, 11},     {"pumpa", 4, 11},       {"american", 4, 13},
        {"uruguay", 2, 15},   {"handandfoot", 2, 11}, {"handandfoot", 6, 11}, {"pennies", 6, 13}};
    for (size_t i = 0; i < sizeof hands / sizeof hands[0]; i++) {
        const struct cn_rules rules = rules_of(hands[i].set);
        const int class = cn_players_class(hands[i].players);
        assert_int_equal(rules.hand_size.at[class], hands[i].cards);
    }
}

/* ---- the cut ---- */

static int cutter(const char *set, int players, int dealer, int idle)
{
    const struct cn_rules rules = rules_of(set);
    struct cn_game game;
    cn_game_init(&game, law_of(&rules), players, NULL);
    return cn_game_cutter(&game, dealer, idle);
}

/* Seats are numbered in turn order. The last to play cuts: on the dealer's right if play goes
 * clockwise, on the left if it goes anti-clockwise, as at the Spanish table. */
static void L7_who_cuts(void **state)
{
    assert_int_equal(cutter("laws1950", 4, 3, CN_NO_SEAT), 2);
    assert_int_equal(cutter("laws1950", 4, 0, CN_NO_SEAT), 3);
    assert_int_equal(cutter("laws1950", 2, 1, CN_NO_SEAT), 0);
    assert_int_equal(cutter("bicycle", 4, 3, CN_NO_SEAT), 0);
    assert_int_equal(cutter("bicycle", 4, 0, CN_NO_SEAT), 1);
    assert_int_equal(cutter("pumpa", 4, 3, CN_NO_SEAT), 2);
    assert_int_equal(cutter("laws1950", 5, 3, 4), 2);
    assert_int_equal(cutter("laws1950", 5, 0, 3), 4);
    assert_int_equal(cutter("laws1950", 5, 2, 1), 4);
}

static void L7_the_smallest_packet(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    assert_false(cn_cut_is_legal(&rules, 4, 0));
    assert_false(cn_cut_is_legal(&rules, 4, 3));
    assert_true(cn_cut_is_legal(&rules, 4, 4));
    assert_true(cn_cut_is_legal(&rules, 4, 104));
    assert_false(cn_cut_is_legal(&rules, 4, 105));
    const struct cn_rules three = rules_of("threepack");
    assert_true(cn_cut_is_legal(&three, 4, 158));
    assert_false(cn_cut_is_legal(&three, 4, 159));
}

static void the_upper_packet_goes_below(void **state)
{
    cn_card deck[] = {0, 1, 2, 3, 4, 5, 6};
    const cn_card expected[] = {3, 4, 5, 6, 0, 1, 2};
    cn_deck_cut(deck, 7, 3);
    assert_memory_equal(deck, expected, sizeof deck);
    cn_deck_cut(deck, 7, 4);
    for (int i = 0; i < 7; i++)
        assert_int_equal(deck[i], i);
}

/* ---- drawing for seats ---- */

static void draws(const char *set, const char *cards, const char *seats)
{
    const struct cn_rules rules = rules_of(set);
    const int players = (int)strlen(seats);
    cn_card drawn[CN_SEATS_MAX];
    uint8_t seat_of_player[CN_SEATS_MAX];
    for (int player = 0; player < players; player++)
        drawn[player] = cn_card_parse(cards + (size_t)player * 3);
    assert_int_equal(cn_seating_resolve(&rules, players, drawn, NULL, seat_of_player), 0);
    for (int player = 0; player < players; player++)
        assert_int_equal(seat_of_player[player], seats[player] - '0');
}

/* The highest card sits at seat 0, which plays first, and the next highest is its partner. */
static void L5_drawing_for_seats(void **state)
{
    draws("laws1950", "7d As", "10");
    draws("laws1950", "2c As Kh", "201");
    draws("laws1950", "As Kh 9d 2c", "0213");
    draws("laws1950", "2c 9d Kh As", "3120");
    draws("laws1950", "9c 9d 9h 9s", "3120");
    draws("laws1950", "As Kh Qd Jc 2s", "02134");
    draws("laws1950", "As Kh Qd Jc Ts 9h", "024135");
    draws("threepack", "As Kh Qd Jc Ts 9h", "031425");
}

static void L5_void_and_equal_cards(void **state)
{
    const struct cn_rules rules = rules_of("bicycle");
    const cn_card drawn[] = {cn_card_parse("Xr"), cn_card_parse("7d"), cn_card_parse("7d"),
                             cn_card_parse("7s")};
    const cn_card all[] = {cn_card_parse("As"), cn_card_parse("7d"), cn_card_parse("8d"),
                           cn_card_parse("7s")};
    const bool edge[] = {false, false, true, false};
    uint8_t seat_of_player[CN_SEATS_MAX];
    assert_int_equal(cn_seating_resolve(&rules, 4, drawn, NULL, seat_of_player), 1 | 2 | 4);
    assert_int_equal(cn_seating_resolve(&rules, 4, all, edge, seat_of_player), 4);
    assert_int_equal(cn_seating_resolve(&rules, 4, all, NULL, seat_of_player), 0);
}

/* The law's result for the same shuffled deck, computed independently of the engine. A player who
 * drew a joker, the same card as another, or one of the first or last four draws again (L5). */
struct expected_draw {
    cn_card card[CN_SEATS_MAX];
    int count[CN_SEATS_MAX], place[CN_SEATS_MAX];
};

static bool is_drawn_again(const struct expected_draw *draw, int players, int cards, int player)
{
    const int place = draw->place[player];
    if (cn_card_kind(draw->card[player]) == CN_JOKER || place <= 3 || place >= cards - 4)
        return true;
    for (int other = 0; other < players; other++)
        if (other != player && draw->card[other] == draw->card[player])
            return true;
    return false;
}

static void draw_one(struct cn_rng *rng, const cn_card *deck, int cards, bool *gone,
                     struct expected_draw *draw, int player)
{
    int place = (int)cn_rng_below(rng, (uint32_t)cards);
    while (gone[place])
        place = (int)cn_rng_below(rng, (uint32_t)cards);
    gone[place] = true;
    draw->place[player] = place;
    draw->card[player] = deck[place];
}

static int rank_in_draw(const struct expected_draw *draw, int players, int player)
{
    int above = 0;
    for (int other = 0; other < players; other++)
        above += cn_card_draw_order(draw->card[other]) > cn_card_draw_order(draw->card[player]);
    return above;
}

/* 'seats' lists the seat of the highest card, of the next, and so on. */
static void drawing_is_as_expected(const char *set, const char *seats, uint64_t seed, int *rounds)
{
    const struct cn_rules rules = rules_of(set);
    const int players = (int)strlen(seats);
    struct cn_rng rng, again;
    struct cn_seating drawing;
    cn_rng_init(&rng, seed);
    again = rng;
    cn_seating_draw(&rules, players, &rng, &drawing);

    cn_card deck[CN_CARDS_MAX];
    bool gone[CN_CARDS_MAX] = {false};
    struct expected_draw draw = {0};
    const int cards = cn_deck_init(&rules, players, deck);
    cn_rng_shuffle(&again, deck, cards);
    bool draws[CN_SEATS_MAX] = {true, true, true, true, true, true};
    for (bool any = true; any; ++*rounds) {
        for (int player = 0; player < players; player++) {
            if (!draws[player])
                continue;
            draw_one(&again, deck, cards, gone, &draw, player);
            assert_int_equal(drawing.drawn[player][draw.count[player]++], draw.card[player]);
        }
        any = false;
        for (int player = 0; player < players; player++)
            any |= draws[player] = is_drawn_again(&draw, players, cards, player);
    }
    for (int player = 0; player < players; player++) {
        assert_int_equal(drawing.count[player], draw.count[player]);
        assert_int_equal(drawing.seat_of_player[player],
                         seats[rank_in_draw(&draw, players, player)] - '0');
    }
    assert_memory_equal(&rng, &again, sizeof rng);
}

static void L5_players_draw_until_all_have_a_seat(void **state)
{
    int rounds = 0;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        drawing_is_as_expected("laws1950", "02134", seed, &rounds);
        drawing_is_as_expected("threepack", "031425", seed, &rounds);
        drawing_is_as_expected("bicycle", "0213", seed, &rounds);
    }
    assert_true(rounds > 3 * 2000 + 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(L2_partners),
        cmocka_unit_test(T_three_partnerships),
        cmocka_unit_test(I17_five_players),
        cmocka_unit_test(I16_partner),
        cmocka_unit_test(L1_who_may_sit_down),
        cmocka_unit_test(L6_the_highest_plays_first_and_the_deal_rotates),
        cmocka_unit_test(I17_the_deal_of_five),
        cmocka_unit_test(L8_dealing_one_at_a_time),
        cmocka_unit_test(L8_hand_sizes),
        cmocka_unit_test(L7_who_cuts),
        cmocka_unit_test(L7_the_smallest_packet),
        cmocka_unit_test(the_upper_packet_goes_below),
        cmocka_unit_test(L5_drawing_for_seats),
        cmocka_unit_test(L5_void_and_equal_cards),
        cmocka_unit_test(L5_players_draw_until_all_have_a_seat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
