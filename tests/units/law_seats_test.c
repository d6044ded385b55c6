/* law_seats_test.c -- articles on players, cards, drawing, cutting and dealing that no record
 * can show. */
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

/* The numbers of players that may sit down, as digits. */
static void players_are(const char *set, const char *allowed)
{
    const struct cn_rules rules = rules_of(set);
    for (int players = 1; players <= 9; players++)
        if (cn_rules_allow_players(&rules, players) != (strchr(allowed, '0' + players) != NULL))
            fail_msg("%s with %d players", set, players);
}

static void test_L1(void **state)
{
    players_are("laws1950", "23456");
    players_are("bicycle", "4");
    players_are("pumpa", "4");
}

static void test_T(void **state)
{
    players_are("threepack", "23456");
}

static void test_U3(void **state)
{
    players_are("montevideo", "2346");
}

static void test_H_cards(void **state)
{
    players_are("hoyle", "234");
}

/* This many of every face, and this many jokers of each colour. */
static void deck_is(const char *set, int packs)
{
    const struct cn_rules rules = rules_of(set);
    cn_card deck[CN_CARDS_MAX];
    int count[CN_CARD_CODES] = {0};
    const int cards = cn_deck_init(&rules, 4, deck);
    assert_int_equal(cards, 54 * packs);
    for (int i = 0; i < cards; i++)
        count[deck[i]]++;
    for (int face = 0; face < CN_CARD_CODES; face++)
        assert_int_equal(count[face], packs);
}

static void test_L3(void **state)
{
    deck_is("laws1950", 2);
    deck_is("bicycle", 2);
    deck_is("montevideo", 2);
    deck_is("hoyle", 2);
    deck_is("pumpa", 2);
    deck_is("threepack", 3);
}

/* Draws the cards, named as in records. Returns a bit for each player that must draw again, and
 * fills the seats. */
static unsigned draw(const char *set, int players, const char *const *names, const bool *edge,
                     uint8_t seats[CN_SEATS_MAX])
{
    const struct cn_rules rules = rules_of(set);
    cn_card drawn[CN_SEATS_MAX];
    for (int i = 0; i < players; i++)
        drawn[i] = cn_card_parse(names[i]);
    return cn_seating_resolve(&rules, players, drawn, edge, seats);
}

/* The first of the two is the higher card. */
static void beats(const char *high, const char *low)
{
    const char *const names[2] = {low, high};
    uint8_t seats[CN_SEATS_MAX];
    assert_int_equal(draw("laws1950", 2, names, NULL, seats), 0);
    assert_int_equal(seats[1], 0);
    assert_int_equal(seats[0], 1);
}

static void test_L5(void **state)
{
    static const char *const ranks[] = {"As", "Ks", "Qs", "Js", "Ts", "9s", "8s",
                                        "7s", "6s", "5s", "4s", "3s", "2s"};
    for (int i = 0; i + 1 < 13; i++)
        beats(ranks[i], ranks[i + 1]);
    beats("7s", "7h");
    beats("7h", "7d");
    beats("7d", "7c");
    beats("Ac", "Ks");
    beats("3c", "2s");

    /* The two highest are partners, and the highest plays first. */
    static const char *const four[] = {"9h", "Kd", "9s", "4c"};
    uint8_t seats[CN_SEATS_MAX];
    assert_int_equal(draw("laws1950", 4, four, NULL, seats), 0);
    assert_int_equal(seats[1], 0);
    assert_int_equal(seats[2], 2);
    assert_int_equal((seats[0] & 1) + (seats[3] & 1), 2);

    /* The three highest of six. */
    static const char *const six[] = {"9h", "Kd", "9s", "4c", "Ac", "2s"};
    assert_int_equal(draw("laws1950", 6, six, NULL, seats), 0);
    assert_int_equal(seats[4], 0);
    assert_int_equal(seats[1] & 1, 0);
    assert_int_equal(seats[2] & 1, 0);
    assert_int_equal((seats[0] & 1) + (seats[3] & 1) + (seats[5] & 1), 3);

    /* A joker is void, so that player draws again. */
    static const char *const joker[] = {"9h", "Xr", "9s", "4c"};
    assert_int_equal(draw("laws1950", 4, joker, NULL, seats), 1u << 1);
}

static void test_B_draw(void **state)
{
    uint8_t seats[CN_SEATS_MAX];
    static const char *const equal[] = {"9h", "Kd", "9h", "4c"};
    assert_int_equal(draw("bicycle", 4, equal, NULL, seats), 1u << 0 | 1u << 2);
    static const char *const cards[] = {"9h", "Kd", "9s", "4c"};
    static const bool edge[] = {false, false, false, true};
    assert_int_equal(draw("bicycle", 4, cards, edge, seats), 1u << 3);
    assert_int_equal(draw("bicycle", 4, cards, NULL, seats), 0);
    static const char *const joker[] = {"9h", "Kd", "Xb", "4c"};
    assert_int_equal(draw("bicycle", 4, joker, NULL, seats), 1u << 2);
}

static int first_dealer(const char *set, int players)
{
    const struct cn_rules rules = rules_of(set);
    struct cn_game game;
    int dealer = -1;
    int idle = -1;
    cn_game_init(&game, law_of(&rules), players, NULL);
    cn_game_next_dealer(&game, &dealer, &idle);
    return dealer;
}

/* Seat 0 drew highest and plays first, so the seat before it in turn order deals. */
static void test_L6(void **state)
{
    assert_int_equal(first_dealer("laws1950", 2), 1);
    assert_int_equal(first_dealer("laws1950", 3), 2);
    assert_int_equal(first_dealer("laws1950", 4), 3);
    assert_int_equal(first_dealer("laws1950", 5), 3);
    assert_int_equal(first_dealer("threepack", 6), 5);
    assert_int_equal(first_dealer("pumpa", 4), 3);
}

static int cutter(const char *set, int players, int dealer)
{
    const struct cn_rules rules = rules_of(set);
    struct cn_game game;
    cn_game_init(&game, law_of(&rules), players, NULL);
    return cn_game_cutter(&game, dealer, CN_NO_SEAT);
}

/* The player before the dealer cuts: on the dealer's right if turns go clockwise, on the left if
 * anti-clockwise. */
static void test_L7(void **state)
{
    const struct cn_rules laws = rules_of("laws1950");
    const struct cn_rules three = rules_of("threepack");
    for (int k = 0; k <= 108; k++)
        assert_int_equal(cn_cut_is_legal(&laws, 4, k), k >= 4 && k <= 104);
    for (int k = 0; k <= 162; k++)
        assert_int_equal(cn_cut_is_legal(&three, 4, k), k >= 4 && k <= 158);
    for (int dealer = 0; dealer < 4; dealer++) {
        assert_int_equal(cutter("laws1950", 4, dealer), (dealer + 3) % 4);
        assert_int_equal(cutter("montevideo", 4, dealer), (dealer + 3) % 4);
        assert_int_equal(cutter("hoyle", 4, dealer), (dealer + 3) % 4);
        assert_int_equal(cutter("bicycle", 4, dealer), (dealer + 1) % 4);
        assert_int_equal(cutter("pumpa", 4, dealer), (dealer + 3) % 4);
    }
    cn_card cards[6] = {0, 1, 2, 3, 4, 5};
    static const cn_card cut[6] = {2, 3, 4, 5, 0, 1};
    cn_deck_cut(cards, 6, 2);
    assert_memory_equal(cards, cut, sizeof cut);
}

/* Moves the first card of each of these kinds to the front, from place 'from' on. */
static void arrange(cn_card *deck, int cards, int from, const int *kinds, int count)
{
    for (int i = 0; i < count; i++)
        for (int at = from + i; at < cards; at++)
            if (cn_card_kind(deck[at]) == kinds[i]) {
                const cn_card card = deck[at];
                deck[at] = deck[from + i];
                deck[from + i] = card;
                break;
            }
}

/* One at a time from the dealer's left, the dealer last. The deck is not shuffled, but has no red
 * threes in the hands, which would be faced, and a five as upcard. */
static void dealt_in_turn(const char *set, int players, int dealer, int size)
{
    static struct cn_game game;
    const struct cn_rules rules = rules_of(set);
    cn_card deck[CN_CARDS_MAX];
    uint8_t expected[CN_SEATS_MAX][CN_CARD_CODES] = {{0}};
    const int cards = cn_deck_init(&rules, players, deck);
    int last = cards;
    for (int i = 0; i < last; i++)
        if (cn_card_kind(deck[i]) == CN_RED_THREE) {
            const cn_card red = deck[i];
            deck[i--] = deck[--last];
            deck[last] = red;
        }
    static const int five = CN_FIVE;
    arrange(deck, cards, players * size, &five, 1);
    for (int i = 0; i < players * size; i++)
        expected[(dealer + 1 + i) % players][deck[i]]++;
    cn_game_init(&game, law_of(&rules), players, NULL);
    assert_true(cn_game_deal(&game, dealer, CN_NO_SEAT, deck, NULL, NULL));
    for (int seat = 0; seat < players; seat++)
        assert_memory_equal(game.cards.hand[seat], expected[seat], CN_CARD_CODES);
    assert_int_equal(game.starting_pile, 1);
    assert_int_equal(game.deal.board.pile_top, CN_FIVE);
    assert_int_equal(game.deal.board.stock, cards - players * size - 1);
    assert_int_equal(game.deal.board.turn, (dealer + 1) % players);
}

static void test_L8(void **state)
{
    dealt_in_turn("laws1950", 2, 1, 15);
    dealt_in_turn("laws1950", 3, 0, 13);
    dealt_in_turn("laws1950", 4, 2, 11);
    dealt_in_turn("laws1950", 6, 5, 11);
    dealt_in_turn("threepack", 2, 1, 13);
    dealt_in_turn("threepack", 6, 3, 13);
    dealt_in_turn("hoyle", 3, 2, 15);
    dealt_in_turn("hoyle", 2, 0, 15);
    dealt_in_turn("bicycle", 4, 1, 11);
    dealt_in_turn("pumpa", 4, 3, 11);
}

/* Deals with cards of these kinds as the upcard and what follows it. */
static bool deal_with(const char *set, const int *kinds, int count, cn_card *deck,
                      struct cn_rng *rng, struct cn_deal *deal, int *upcards)
{
    const struct cn_rules rules = rules_of(set);
    const int cards = cn_deck_init(&rules, 4, deck);
    arrange(deck, cards, 44, kinds, count);
    return cn_deal_start(&rules, deal, 4, 3, CN_NO_SEAT, NULL, deck, rng, upcards);
}

/* A second red three or wild card goes back into the stock, and the next card is turned. */
static void test_I2(void **state)
{
    static const int two_reds[] = {CN_RED_THREE, CN_RED_THREE, CN_KING};
    static const int many[] = {CN_DEUCE, CN_BLACK_THREE, CN_RED_THREE, CN_JOKER,
                               CN_DEUCE, CN_RED_THREE,   CN_KING};
    struct cn_deal deal;
    struct cn_deal again;
    struct cn_rng rng;
    cn_card deck[CN_CARDS_MAX];
    cn_card fresh[CN_CARDS_MAX];
    int upcards = 0;
    assert_false(deal_with("montevideo", two_reds, 3, deck, NULL, &deal, &upcards));
    for (uint64_t seed = 1; seed <= 200; seed++) {
        cn_rng_init(&rng, seed);
        const bool few = seed % 2 == 0;
        assert_true(deal_with("montevideo", few ? two_reds : many, few ? 3 : 7, deck, &rng, &deal,
                              &upcards));
        const int wilds = cn_hand_count(deal.pile, CN_JOKER) + cn_hand_count(deal.pile, CN_DEUCE);
        assert_int_equal(cn_hand_count(deal.pile, CN_RED_THREE), 1);
        assert_int_equal(wilds, few ? 0 : 1);
        assert_true(cn_kind_is_natural(deal.board.pile_top));
        assert_int_equal(upcards, cn_hand_size(deal.pile));

        /* The deck is now in the order in which its cards leave for good, and none is lost. */
        const struct cn_rules rules = rules_of("montevideo");
        int change[CN_CARD_CODES] = {0};
        const int cards = cn_deck_init(&rules, 4, fresh);
        for (int i = 0; i < cards; i++) {
            change[deck[i]]++;
            change[fresh[i]]--;
        }
        for (int face = 0; face < CN_CARD_CODES; face++)
            assert_int_equal(change[face], 0);
        assert_true(cn_deal_start(&rules, &again, 4, 3, CN_NO_SEAT, NULL, deck, NULL, &upcards));
        assert_true(cn_hand_same(again.pile, deal.pile));
        assert_int_equal(again.board.pile_top, deal.board.pile_top);
    }

    /* The Laws of 1950 cover both red threes with the next card. */
    assert_true(deal_with("laws1950", two_reds, 3, deck, NULL, &deal, &upcards));
    assert_int_equal(upcards, 3);
    assert_int_equal(cn_hand_count(deal.pile, CN_RED_THREE), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_L1),      cmocka_unit_test(test_T),  cmocka_unit_test(test_U3),
        cmocka_unit_test(test_H_cards), cmocka_unit_test(test_L3), cmocka_unit_test(test_L5),
        cmocka_unit_test(test_B_draw),  cmocka_unit_test(test_L6), cmocka_unit_test(test_L7),
        cmocka_unit_test(test_L8),      cmocka_unit_test(test_I2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
