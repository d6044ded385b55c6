/* counted_test.c -- deals counted by people: they are scored as the engine scores the same deal, no
 * possible count is rejected, and every impossible one is found (L13, L23, L25, L26, L38, L42, L43,
 * L56). CANASTA_SEED=n plays other deals. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "effort.h"
#include "law_of.h"
#include "tests/fuzz/driver/count.h"
#include "tests/fuzz/driver/house.h"
#include "tests/fuzz/driver/mover.h"

enum {
    NATURAL = CN_KEY_OF_CLASS + CN_CLASS_NATURAL,
    MIXED = CN_KEY_OF_CLASS + CN_CLASS_MIXED
};

/* ---- deals that were played ---- */

static struct {
    struct cn_game game;
    struct chance chance;
    struct cn_score ended[CN_SIDES_MAX];
    char label[120];
} play;

/* How often each rare thing was met. The test fails if one never was, since it would then prove
 * nothing. */
static struct {
    int deals, out, concealed, natural, mixed, red, without_meld, over;
} seen;

static void on_event(void *context, const struct cn_event *event)
{
    if (event->type == CN_EVENT_END)
        memcpy(play.ended, event->sides, event->side_count * sizeof event->sides[0]);
}

static void no_faults(const struct cn_tally *counted, const int32_t *before)
{
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    if (cn_tally_check(&play.game.law->rules, play.game.players, play.game.deal_number, counted,
                       before, faults) > 0)
        fail_msg("%s: side %d: %s (%d, bound %d)", play.label, faults[0].side,
                 cn_tally_problem_name(faults[0].id), faults[0].number, faults[0].bound);
}

static void note(const struct cn_tally *counted)
{
    seen.out += counted->out;
    seen.concealed += counted->concealed;
    seen.natural += counted->canastas[NATURAL];
    seen.mixed += counted->canastas[MIXED];
    seen.red += counted->red;
    seen.without_meld += !counted->melded && counted->red > 0;
}

static void check_deal(const int32_t *before)
{
    const struct cn_game *game = &play.game;
    struct cn_tally counted[CN_SIDES_MAX];
    struct cn_score scores[CN_SIDES_MAX];
    for (int side = 0; side < game->sides; side++) {
        counted[side] = count_side(game, side);
        note(&counted[side]);
    }
    const int winner =
        cn_score_tally(game->law, game->deal_number, counted, before, game->sides, scores);
    for (int side = 0; side < game->sides; side++)
        if (memcmp(&scores[side], &play.ended[side], sizeof scores[side]) != 0)
            fail_msg("%s: side %d scores %d, counted %d", play.label, side, play.ended[side].total,
                     scores[side].total);
    assert_int_equal(winner, game->winner);
    no_faults(counted, before);
    seen.deals++;
    seen.over += winner >= 0;
}

static void play_deal(const struct cn_bot *bot)
{
    static const struct cn_observer observer = {.event = on_event};
    struct cn_game *game = &play.game;
    int32_t before[CN_SIDES_MAX];
    cn_card deck[CN_CARDS_MAX];
    int dealer, idle;
    memcpy(before, game->score, sizeof before);
    chance_shuffle(&play.chance, deck, cn_deck_init(&game->law->rules, game->players, deck));
    cn_game_next_dealer(game, &dealer, &idle);
    assert_true(cn_game_deal(game, dealer, idle, deck, &play.chance.rng, &observer));
    while (game->in_deal) {
        const int seat = cn_game_actor(game);
        const struct cn_view view = cn_game_view(game, seat);
        const struct cn_action action = mover_move(bot, &view, &play.chance.rng);
        assert_true(cn_game_play(game, seat, action, NULL, NULL, &observer));
    }
    check_deal(before);
}

static void play_game(const struct cn_rules *rules, int players, int bot, int deals, uint64_t seed)
{
    cn_game_init(&play.game, law_of(rules), players, NULL);
    chance_from_seed(&play.chance, seed);
    snprintf(play.label, sizeof play.label, "%s, %d players, bot %d, seed %llu", rules->name,
             players, bot, (unsigned long long)seed);
    for (int deal = 0; deal < deals && play.game.winner < 0; deal++)
        play_deal(cn_bot_at(bot));
}

static int scale(void)
{
    const char *full = getenv("CANASTA_FULL");
    return full != NULL && full[0] == '1' ? 20 : 1;
}

static void all_sets_and_players(void **state)
{
    struct cn_rules rules;
    for (uint64_t n = 0; n < 10 * (uint64_t)scale(); n++)
        for (int set = 0; house_set_at(&rules, set); set++)
            for (int i = 0; house_players(&rules, i) != 0; i++)
                for (int bot = 0; bot < 2; bot++)
                    play_game(&rules, house_players(&rules, i), bot, 12, first_seed() + n);
    house_short_hands(&rules);
    play_game(&rules, 4, 0, 20, first_seed());
    assert_true(seen.deals > 1000 && seen.out > 500 && seen.natural > 200 && seen.mixed > 500);
    assert_true(seen.red > 1000 && seen.without_meld > 50 && seen.concealed > 0 && seen.over > 50);
}

static void house_rules(void **state)
{
    for (uint64_t n = 0; n < 300 * (uint64_t)scale(); n++) {
        const uint64_t seed = first_seed() + n;
        struct cn_rules rules;
        struct chance chance;
        chance_from_seed(&chance, seed);
        house_any_rules(&rules, &chance);
        play_game(&rules, house_any_players(&rules, &chance), (int)(seed % 2), 2, seed);
    }
}

/* ---- tables that were made ---- */

/* Values of the parameters of scoring, neutral and not. */
static const struct {
    const char *name, *values[5];
} scoring[] = {
    {"bonus_kinds", {"[3r]", "[3r, 3b]"}},
    {"black_three_bonus", {"[]", "[100, 300, 500, 1000]", "[50]"}},
    {"bonus_held_points", {"0", "5", "100"}},
    {"wild_melds", {"none", "free"}},
    {"natural_canasta_bonus", {"500", "400"}},
    {"canasta_bonus",
     {"{}", "{wild: 2000}",
      "{7: 2500, A: 2500, wild: 2000, wild_four_jokers: 2500, "
      "wild_deuces: 3000}",
      "{7: 1500, mixed_7: 1400, wild: 1000, wild_jokers: 4000}",
      "{natural: 600, mixed: 200, 5: 0}"}},
    {"unfinished_penalty",
     {"{}", "{7: 2500, A: 2500, wild: 2000}", "{wild: 10, wild_four_jokers: 2500, K: 70}"}},
    {"held_penalty",
     {"{}", "{7: [3, 1500], A: [3, 1500]}", "{X: [1, 10], 3b: [2, 40], 4: [1, 5]}"}},
    {"score_by_canastas", {"false", "true"}},
    {"talon", {"[]", "[4, 3]"}},
    {"second_hand", {"[]", "[11]", "[5, 3]"}},
    {"red_three_needs", {"meld", "canasta", "7", "K"}},
    {"red_three_without_meld", {"subtract", "nothing", "add"}},
    {"special_hands",
     {"[]", "[{name: ab, points: 2500, groups: [2, 2]}, {name: cd, points: 8500, groups: [5, 5], "
            "wins: true}]"}},
};

static void any_scoring(struct cn_rules *rules)
{
    assert_true(cn_rules_load(rules, chance_percent(&play.chance, 70) ? "laws1950" : "threepack"));
    for (size_t i = 0; i < sizeof scoring / sizeof scoring[0]; i++) {
        struct cn_rules_error error;
        int count = 0;
        while (count < 5 && scoring[i].values[count] != NULL)
            count++;
        const char *value = scoring[i].values[chance_below(&play.chance, count)];
        assert_true(cn_rules_set(rules, scoring[i].name, value, strlen(value), &error));
    }
}

static struct {
    int copies[CN_CARD_CODES]; /* cards that lie nowhere yet */
} box;

/* Takes one card of a kind out of the box. Returns CN_NO_CARD if there is none. */
static cn_card take_one(int kind)
{
    const int from = chance_below(&play.chance, CN_CARD_CODES);
    for (int i = 0; i < CN_CARD_CODES; i++) {
        const cn_card card = (cn_card)((from + i) % CN_CARD_CODES);
        if (box.copies[card] == 0 || (int)cn_card_kind(card) != kind)
            continue;
        box.copies[card]--;
        return card;
    }
    return CN_NO_CARD;
}

static int lay_some(int side, int meld, int kind, int count)
{
    struct cn_placement *cards = &play.game.cards;
    int laid = 0;
    for (; laid < count; laid++) {
        const cn_card card = take_one(kind);
        if (card == CN_NO_CARD)
            break;
        cards->laid[cards->laid_count] = card;
        cards->laid_side[cards->laid_count] = (uint8_t)side;
        cards->laid_meld[cards->laid_count++] = (uint8_t)meld;
    }
    return laid;
}

/* Melds that no law need allow: what they count follows from their cards. */
static void make_melds(int side)
{
    static const int often[] = {CN_SEVEN, CN_ACE, CN_FIVE, CN_KING};
    struct cn_board *board = &play.game.deal.board;
    struct chance *c = &play.chance;
    const bool wilds = play.game.law->rules.wild_melds != CN_WILD_MELDS_NONE;
    for (int melds = chance_below(c, 6); melds > 0; melds--) {
        const int meld = board->meld_count[side];
        const bool wild = wilds && chance_percent(c, 30);
        const int kind = wild ? CN_JOKER : often[chance_below(c, 4)];
        const int naturals = wild ? 0 : lay_some(side, meld, kind, 3 + chance_below(c, 5));
        if (!wild && naturals == 0)
            return;
        const int most = wild ? 7 : chance_percent(c, 50) ? 3 : 0;
        const int jokers = lay_some(side, meld, CN_JOKER, most > 0 ? chance_below(c, 5) : 0);
        const int deuces = lay_some(side, meld, CN_DEUCE, most > 0 ? chance_below(c, most) : 0);
        board->melds[side][meld] = cn_meld_of(kind, naturals, deuces, jokers);
        if (naturals + jokers + deuces == 0)
            return;
        board->meld_count[side]++;
    }
}

static void make_bonus_cards(void)
{
    struct cn_placement *cards = &play.game.cards;
    struct cn_board *board = &play.game.deal.board;
    const bool both = cn_black_threes_are_bonus(&play.game.law->rules);
    for (int count = chance_below(&play.chance, 9); count > 0; count--) {
        const int side = chance_below(&play.chance, board->sides);
        const bool black = both && chance_percent(&play.chance, 50);
        const cn_card card = take_one(black ? CN_BLACK_THREE : CN_RED_THREE);
        if (card == CN_NO_CARD)
            continue;
        cards->red[cards->red_count] = card;
        cards->red_side[cards->red_count++] = (uint8_t)side;
        (black ? board->black : board->red)[side]++;
    }
}

static void make_hand(int seat)
{
    struct cn_deal *deal = &play.game.deal;
    const int few = chance_below(&play.chance, 4) == 0 ? 4 : CN_KINDS;
    for (int count = chance_below(&play.chance, 14); count > 0; count--) {
        const int kind = chance_below(&play.chance, few);
        const cn_card card = take_one(few < CN_KINDS ? CN_SEVEN - kind : kind);
        if (card == CN_NO_CARD)
            continue;
        play.game.cards.hand[seat][card]++;
        cn_hand_add_card(&deal->hands[seat], cn_card_kind(card));
    }
}

/* A talon and second hands, of any kinds, under a law that has them. */
static void make_waiting(int seat)
{
    struct cn_deal *deal = &play.game.deal;
    if (!cn_rules_let_wait(&play.game.law->rules))
        return;
    for (int talon = 1; talon >= 0; talon--) {
        const int from = deal->drawn;
        for (int count = chance_below(&play.chance, 5); count > 0; count--) {
            const cn_card card = take_one(chance_below(&play.chance, CN_KINDS));
            if (card != CN_NO_CARD)
                deal->stock[deal->drawn++] = card;
        }
        if (talon == 1) {
            deal->talon_from[seat] = (uint16_t)from;
            deal->board.talon[seat] = (uint8_t)(deal->drawn - from);
        } else {
            deal->second_from[seat] = (uint16_t)from;
            deal->second_end[seat] = deal->drawn;
        }
    }
}

static void make_end(void)
{
    struct cn_board *board = &play.game.deal.board;
    struct chance *c = &play.chance;
    const int hands = play.game.law->rules.special_hands.count;
    board->phase = CN_PHASE_ENDED;
    board->end_why = CN_END_STOCK;
    board->turned = (uint8_t)chance_below(c, 1 << board->players);
    if (chance_percent(c, 40))
        return;
    board->out_seat = (uint8_t)chance_below(c, board->players);
    if (hands > 0 && chance_percent(c, 50)) {
        board->special = (uint8_t)(1 + chance_below(c, hands));
        return;
    }
    board->end_why = CN_END_OUT;
    board->concealed = chance_percent(c, 30);
}

static void make_table(void)
{
    static struct cn_law law;
    cn_card deck[CN_CARDS_MAX];
    any_scoring(&law.rules);
    const int players = house_any_players(&law.rules, &play.chance);
    memset(&play.game, 0, sizeof play.game);
    play.game.law = &law;
    play.game.players = (uint8_t)players;
    cn_board_init(&law.rules, &play.game.deal.board, players, 0, 4, NULL);
    memset(&box, 0, sizeof box);
    for (int i = cn_deck_init(&law.rules, players, deck); i > 0; i--)
        box.copies[deck[i - 1]]++;
    for (int side = 0; side < play.game.deal.board.sides; side++)
        make_melds(side);
    make_bonus_cards();
    for (int seat = 0; seat < players; seat++) {
        make_hand(seat);
        make_waiting(seat);
    }
    make_end();
}

/* Every item of the score (A:score), with each sign: none may stay 0 in all the tables. */
static void items_counted_again(void **state)
{
    int plus[CN_SCORE_ITEM_COUNT] = {0};
    int minus[CN_SCORE_ITEM_COUNT] = {0};
    chance_from_seed(&play.chance, 5);
    for (int n = 0; n < 4000 * scale(); n++) {
        struct cn_score scores[CN_SIDES_MAX];
        make_table();
        const struct cn_law *law = play.game.law;
        const int winner = cn_score_deal(law, &play.game.deal, scores);
        for (int side = 0; side < play.game.deal.board.sides; side++) {
            struct cn_tally tally;
            cn_tally_of(&law->rules, &play.game.deal, side, &tally);
            struct count count = count_all(&play.game, side);
            if (winner == side)
                count.items[CN_SCORE_BONUS] = law->rules.game_bonus;
            for (int item = 0; item < CN_SCORE_ITEM_COUNT; item++) {
                if (scores[side].item[item] != count.items[item])
                    fail_msg("table %d, side %d: %s is %d, counted %d", n, side,
                             cn_score_item_at(item)->name, scores[side].item[item],
                             count.items[item]);
                plus[item] += count.items[item] > 0;
                minus[item] += count.items[item] < 0;
            }
            assert_memory_equal(&tally, &count.tally, sizeof tally);
        }
    }
    assert_true(plus[CN_SCORE_MELDS] > 0 && minus[CN_SCORE_MELDS] > 0);
    assert_true(plus[CN_SCORE_RED_THREES] > 0 && minus[CN_SCORE_RED_THREES] > 0);
    assert_true(plus[CN_SCORE_CANASTAS] > 0 && plus[CN_SCORE_OUT] > 0);
    assert_true(plus[CN_SCORE_CONCEALED] > 0 && minus[CN_SCORE_HANDS] > 0);
    assert_true(minus[CN_SCORE_PENALTIES] > 0 && plus[CN_SCORE_SPECIAL] > 0);
}

/* ---- what cannot be ---- */

static struct cn_rules rules_of(const char *name)
{
    struct cn_rules rules;
    assert_true(cn_rules_load(&rules, name));
    return rules;
}

static void set(struct cn_rules *rules, const char *name, const char *value)
{
    struct cn_rules_error error;
    assert_true(cn_rules_set(rules, name, value, strlen(value), &error));
    assert_true(cn_rules_check(rules, &error));
}

/* A deal that can be: side 0 went out with a mixed canasta. */
static const struct cn_tally fine[CN_SIDES_MAX] = {
    {.melds = 300, .canastas[MIXED] = 1, .red = 1, .hands = 25, .melded = true, .out = true},
    {.melds = 120, .red = 2, .hands = 145, .melded = true},
    {.melds = 0, .hands = 60}};

static int list(const struct cn_rules *rules, int players, const struct cn_tally *counted,
                struct cn_tally_problem *faults)
{
    static const int32_t before[CN_SIDES_MAX] = {0, 0, 0};
    return cn_tally_check(rules, players, 1, counted, before, faults);
}

/* The one fault of this deal of four. */
static struct cn_tally_problem only(const struct cn_rules *rules, struct cn_tally one,
                                    struct cn_tally other)
{
    const struct cn_tally counted[] = {one, other};
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    const int count = list(rules, 4, counted, faults);
    if (count != 1)
        fail_msg("%d faults, the first %s", count,
                 count == 0 ? "none" : cn_tally_problem_name(faults[0].id));
    return faults[0];
}

static void is(struct cn_tally_problem fault, enum cn_tally_problem_id id, int side, int number,
               int bound)
{
    assert_string_equal(cn_tally_problem_name(fault.id), cn_tally_problem_name(id));
    assert_int_equal(fault.side, side);
    assert_int_equal(fault.number, number);
    assert_int_equal(fault.bound, bound);
}

static void nothing_in_a_good_deal(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    assert_int_equal(list(&rules, 4, fine, faults), 0);
    assert_int_equal(list(&rules, 5, fine, faults), 0);
    static const struct cn_tally blank[CN_SIDES_MAX];
    for (int players = 2; players <= 6; players++)
        assert_int_equal(list(&rules, players, blank, faults), 0);
}

static void L42_one_side_goes_out(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_tally other = fine[1];
    other.out = true;
    other.melds = 300;
    other.canastas[NATURAL] = 1;
    is(only(&rules, fine[0], other), CN_TALLY_TWO_OUT, -1, 2, 1);
    assert_string_equal(cn_tally_problem_article(&rules, CN_TALLY_TWO_OUT), "L42");
    assert_string_equal(cn_tally_problem_field(CN_TALLY_TWO_OUT), "out");
}

static void L3_red_threes_of_the_packs(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    struct cn_tally other = fine[1];
    other.red = 3;
    other.undeclared = 1;
    is(only(&rules, fine[0], other), CN_TALLY_RED_THREES, -1, 5, 4);
    rules = rules_of("threepack");
    const struct cn_tally counted[] = {{.red = 4}, {.red = 2}};
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    assert_int_equal(list(&rules, 4, counted, faults), 0);
}

static void L38_canastas_to_go_out(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_tally one = fine[0];
    one.canastas[MIXED] = 0;
    is(only(&rules, one, fine[1]), CN_TALLY_OUT_CANASTAS, 0, 0, 1);
    const struct cn_rules three = rules_of("threepack");
    is(only(&three, fine[0], fine[1]), CN_TALLY_OUT_CANASTAS, 0, 1, 2);
    assert_string_equal(cn_tally_problem_article(&three, CN_TALLY_OUT_CANASTAS), "T");
}

static void L38_canastas_by_name(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    struct cn_tally one = fine[0];
    set(&rules, "out_contract", "{natural: 1}");
    one.canastas[NATURAL] = 0;
    one.canastas[MIXED] = 1;
    is(only(&rules, one, fine[1]), CN_TALLY_OUT_NATURAL, 0, 0, 1);
    set(&rules, "out_contract", "{mixed: 1}");
    one.canastas[NATURAL] = 1;
    one.canastas[MIXED] = 0;
    is(only(&rules, one, fine[1]), CN_TALLY_OUT_MIXED, 0, 0, 1);
    assert_string_equal(cn_tally_problem_article(&rules, CN_TALLY_OUT_MIXED), "");
    /* One of sevens and one of aces, of whichever class. */
    set(&rules, "out_contract", "{7: 1, A: 1}");
    is(only(&rules, one, fine[1]), CN_TALLY_OUT_CONTRACT, 0, 1, 2);
}

static void L37_nothing_melded_and_out(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    set(&rules, "canastas_to_go_out", "0");
    const struct cn_tally one = {.out = true};
    is(only(&rules, one, fine[1]), CN_TALLY_OUT_MELDS, 0, 0, 1);
}

static void L37_who_plays_alone_has_no_card_left(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    assert_int_equal(list(&rules, 2, fine, faults), 1);
    is(faults[0], CN_TALLY_OUT_HANDS, 0, 25, 0);
    assert_int_equal(list(&rules, 3, fine, faults), 1);
}

static void L43_the_others_hold_cards(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_tally other = fine[1];
    other.hands = 0;
    is(only(&rules, fine[0], other), CN_TALLY_NO_HANDS, 1, 0, 5);
}

static void L48_concealed_is_out(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_tally one = fine[0];
    one.out = false;
    one.concealed = true;
    is(only(&rules, one, fine[1]), CN_TALLY_CONCEALED_NOT_OUT, 0, 0, 1);
}

static void L49_concealed_has_a_canasta(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    set(&rules, "canastas_to_go_out", "0");
    struct cn_tally one = fine[0];
    one.canastas[MIXED] = 0;
    one.concealed = true;
    is(only(&rules, one, fine[1]), CN_TALLY_CONCEALED_CANASTA, 0, 0, 1);
}

static void L25_counts_go_by_the_cards(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_tally one = fine[0];
    struct cn_tally other = fine[1];
    one.melds = 303;
    is(only(&rules, one, fine[1]), CN_TALLY_MELDS_STEP, 0, 303, 5);
    other.hands = 146;
    is(only(&rules, fine[0], other), CN_TALLY_HANDS_STEP, 1, 146, 5);
    /* 4 jokers, 8 deuces, 8 aces, 48 of 10, 32 of 5 and 4 black threes. */
    enum {
        DECK = 4 * 50 + 16 * 20 + 48 * 10 + 36 * 5
    };
    one = fine[0];
    one.melds = DECK;
    is(only(&rules, one, fine[1]), CN_TALLY_DECK, -1, DECK + 25 + 120 + 145, DECK);
    other = fine[1];
    other.hands = DECK + 5;
    const struct cn_tally counted[] = {fine[0], other};
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    assert_int_equal(list(&rules, 4, counted, faults), 2);
    is(faults[1], CN_TALLY_HANDS_DECK, 1, DECK + 5, DECK);
}

static void L19_canastas_of_the_deck(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    const struct cn_tally many[] = {
        {.melds = 600, .canastas[NATURAL] = 12, .melded = true},
        {.melds = 500, .canastas[MIXED] = 13, .melded = true},
    };
    assert_int_equal(list(&rules, 4, many, faults), 4);
    is(faults[0], CN_TALLY_CANASTAS, -1, 25, 14);
    is(faults[1], CN_TALLY_NATURAL_CANASTAS, 0, 12, 11);
    is(faults[2], CN_TALLY_MIXED_CANASTAS, 1, 13, 12);
    is(faults[3], CN_TALLY_CANASTA_POINTS, 1, 500, 13 * (6 * 5 + 20));
    const struct cn_tally few = {.melds = 30, .canastas[NATURAL] = 1, .melded = true};
    is(only(&rules, few, fine[1]), CN_TALLY_CANASTA_POINTS, 0, 30, 35);
}

static void L26_an_initial_meld_counts_enough(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    const struct cn_rules lifts = rules_of("montevideo");
    const struct cn_tally counted[] = {fine[0], {.melds = 85, .hands = 5, .melded = true}};
    const int32_t before[] = {1495, 1500};
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    assert_int_equal(cn_tally_check(&rules, 4, 1, counted, before, faults), 1);
    is(faults[0], CN_TALLY_INITIAL, 1, 85, 90);
    /* With a concealed hand, or where a whole canasta opens, none is owed. */
    struct cn_tally out = {.melds = 50, .canastas[MIXED] = 1, .melded = true, .out = true};
    const struct cn_tally rest = {.hands = 200};
    const struct cn_tally open[] = {out, rest};
    assert_int_equal(cn_tally_check(&rules, 4, 1, open, (int32_t[]){1500, 0}, faults), 1);
    assert_int_equal(cn_tally_check(&lifts, 4, 1, open, (int32_t[]){1500, 0}, faults), 0);
    out.concealed = true;
    const struct cn_tally concealed[] = {out, rest};
    assert_int_equal(cn_tally_check(&rules, 4, 1, concealed, (int32_t[]){1500, 0}, faults), 0);
}

/* ---- what cannot be by the rules of four more games ---- */

static void set_only(struct cn_rules *rules, const char *name, const char *value)
{
    struct cn_rules_error error;
    assert_true(cn_rules_set(rules, name, value, strlen(value), &error));
}

/* A deal that can be: side 0 went out with one canasta of aces and one of deuces. */
static const struct cn_tally american[] = {{.melds = 7 * 20 + 7 * 20 + 20,
                                            .canastas = {[CN_ACE] = 1, [CN_KEY_WILD_DEUCES] = 1},
                                            .red = 1,
                                            .black = 2,
                                            .hands = 60,
                                            .held = {[CN_SEVEN] = 1},
                                            .melded = true,
                                            .out = true},
                                           {.melds = 15 + 50 + 20 + 20 + 50,
                                            .unfinished = {[CN_SEVEN] = 1, [CN_KEY_WILD] = 1},
                                            .black = 2,
                                            .hands = 145,
                                            .held = {[CN_SEVEN] = 1, [CN_ACE] = 2},
                                            .melded = true}};

static void A_score_counts_that_can_be(void **state)
{
    const struct cn_rules rules = rules_of("american");
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    struct cn_tally special[] = {american[1], {.special = 1, .red = 4}};
    for (int i = 0, count = list(&rules, 4, american, faults); i < count; i++)
        fail_msg("%s: %d, bound %d", cn_tally_problem_name(faults[i].id), faults[i].number,
                 faults[i].bound);
    assert_int_equal(list(&rules, 4, special, faults), 0);
}

static void A_threes_of_the_packs(void **state)
{
    const struct cn_rules rules = rules_of("american");
    struct cn_tally other = american[1];
    other.black = 3;
    is(only(&rules, american[0], other), CN_TALLY_BLACK_THREES, -1, 5, 4);
}

/* A rank of which anybody has a canasta is dead: there is one of each. */
static void A_closed_one_canasta_of_a_rank(void **state)
{
    const struct cn_rules rules = rules_of("american");
    struct cn_tally other = american[1];
    other.canastas[CN_ACE] = 1;
    other.melds += 140;
    const struct cn_tally_problem fault = only(&rules, american[0], other);
    is(fault, CN_TALLY_KEY_CANASTAS, -1, 2, 1);
    assert_int_equal(fault.key, CN_ACE);
}

static void A_wilds_of_the_packs(void **state)
{
    const struct cn_rules rules = rules_of("american");
    struct cn_tally other = american[1];
    other.unfinished[CN_KEY_WILD] = 0;
    other.canastas[CN_KEY_WILD_DEUCES] = 1;
    other.melds += 140;
    is(only(&rules, american[0], other), CN_TALLY_KEY_CANASTAS, -1, 2, 1);
    /* Four jokers and three deuces count 260 or more. */
    other = american[1];
    other.unfinished[CN_KEY_WILD] = other.unfinished[CN_SEVEN] = 0;
    other.canastas[CN_KEY_WILD_FOUR_JOKERS] = 1;
    other.melds = 255;
    is(only(&rules, american[0], other), CN_TALLY_CANASTA_POINTS, 1, 255, 260);
}

static void A_out_bars(void **state)
{
    const struct cn_rules rules = rules_of("american");
    struct cn_tally one = american[0];
    one.unfinished[CN_SEVEN] = 1;
    const struct cn_tally_problem fault = only(&rules, one, american[1]);
    is(fault, CN_TALLY_OUT_BARS, 0, 1, 0);
    assert_int_equal(fault.key, CN_SEVEN);
    one.unfinished[CN_SEVEN] = 0;
    one.unfinished[CN_KEY_WILD] = 1;
    one.melds += 60;
    is(only(&rules, one, american[1]), CN_TALLY_OUT_BARS, 0, 1, 0);
}

static void A_score_unfinished_melds(void **state)
{
    const struct cn_rules rules = rules_of("american");
    struct cn_tally other = american[1];
    other.unfinished[CN_SEVEN] = 2;
    is(only(&rules, american[0], other), CN_TALLY_UNFINISHED, 1, 2, 1);
    other = american[1];
    other.melds = 70; /* three sevens and three deuces count 75 */
    is(only(&rules, american[0], other), CN_TALLY_UNFINISHED_POINTS, 1, 70, 75);
}

/* The seat that went out holds none; the cards of the others count. */
static void IA14_cards_that_are_held(void **state)
{
    const struct cn_rules rules = rules_of("american");
    struct cn_tally one = american[0];
    one.held[CN_SEVEN] = 2;
    is(only(&rules, one, american[1]), CN_TALLY_HELD, 0, 2, 1);
    one.held[CN_SEVEN] = 1;
    one.hands = 10;
    is(only(&rules, one, american[1]), CN_TALLY_HELD_POINTS, 0, 10, 15);
}

static void A_hands_end_the_deal(void **state)
{
    const struct cn_rules rules = rules_of("american");
    const struct cn_tally special = {.special = 1, .hands = 5};
    is(only(&rules, american[0], special), CN_TALLY_SPECIAL_ENDS, -1, 2, 1);
    is(only(&rules, special, special), CN_TALLY_SPECIAL_ENDS, -1, 2, 1);
    struct cn_tally melded = american[1];
    melded.special = 1;
    is(only(&rules, melded, (struct cn_tally){.hands = 45}), CN_TALLY_SPECIAL_MELDED, 0,
       melded.melds, 0);
}

static void PH_out_by_contract(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    set_only(&rules, "packs", "4");
    set_only(&rules, "wild_melds", "free");
    set_only(&rules, "out_contract", "{7: 1, natural: 1, mixed: 1}");
    rules.out_contract.of[CN_KEY_WILD] = 1;
    struct cn_tally one = {
        .melds = 7 * 5 + 7 * 5 + 5 * 5 + 2 * 20 + 7 * 20,
        .canastas = {[CN_SEVEN] = 1, [NATURAL] = 1, [MIXED] = 1, [CN_KEY_WILD] = 1},
        .melded = true,
        .out = true};
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    const struct cn_tally good[] = {one, fine[1]};
    assert_int_equal(list(&rules, 4, good, faults), 0);
    one.canastas[CN_SEVEN] = 0;
    one.canastas[NATURAL] = 2;
    const struct cn_tally_problem fault = only(&rules, one, fine[1]);
    is(fault, CN_TALLY_OUT_RANK, 0, 0, 1);
    assert_int_equal(fault.key, CN_SEVEN);
    /* A mixed one of sevens counts for the sevens, not as a mixed one. */
    one.canastas[CN_KEY_MIXED_OF + CN_SEVEN] = 1;
    one.canastas[MIXED] = 0;
    is(only(&rules, one, fine[1]), CN_TALLY_OUT_MIXED, 0, 0, 1);
    one.canastas[MIXED] = 1;
    one.canastas[CN_KEY_WILD] = 0;
    is(only(&rules, one, fine[1]), CN_TALLY_OUT_WILD, 0, 0, 1);
}

static void HF_score_the_minimum_of_the_round(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    set(&rules, "minimum_by_round", "[50, 90, 120, 150]");
    const struct cn_tally counted[] = {{.melds = 100, .hands = 10, .melded = true}, {.hands = 5}};
    const int32_t before[] = {0, 0};
    struct cn_tally_problem faults[CN_TALLY_FAULTS_MAX];
    assert_int_equal(cn_tally_check(&rules, 4, 2, counted, before, faults), 0);
    assert_int_equal(cn_tally_check(&rules, 4, 3, counted, before, faults), 1);
    is(faults[0], CN_TALLY_INITIAL, 0, 100, 120);
}

/* After the last round the higher total wins, whatever it is. */
static void HF_score_a_game_of_rounds(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    set(&rules, "rounds", "3");
    set(&rules, "minimum_by_round", "[15, 50]");
    set(&rules, "target", "1");
    cn_game_init(&play.game, law_of(&rules), 4, NULL);
    chance_from_seed(&play.chance, 8);
    for (int deal = 1; deal <= 3; deal++) {
        assert_int_equal(play.game.winner, -1);
        play_deal(cn_bot_at(1));
        assert_int_equal(play.game.deal.board.number, deal);
        assert_int_equal(play.game.deal.board.minimum[0], deal == 1 ? 15 : 50);
    }
    assert_true(play.game.winner >= 0);
    assert_true(play.game.score[play.game.winner] > play.game.score[1 - play.game.winner]);
}

/* ---- what only people can do ---- */

static void L56_undeclared_red_threes(void **state)
{
    const struct cn_rules rules = rules_of("laws1950");
    const struct cn_tally counted[] = {
        {.melds = 100, .red = 1, .undeclared = 2, .other = -50, .melded = true}, {.hands = 5}};
    struct cn_score scores[CN_SIDES_MAX];
    const int winner = cn_score_tally(law_of(&rules), 1, counted, (int32_t[]){10, 20}, 2, scores);
    assert_int_equal(winner, -1);
    assert_int_equal(scores[0].item[CN_SCORE_UNDECLARED], -1000);
    assert_int_equal(scores[0].item[CN_SCORE_OTHER], -50);
    assert_int_equal(scores[0].total, 100 + 100 - 1000 - 50);
    assert_int_equal(scores[0].after, 10 + scores[0].total);
    assert_int_equal(scores[1].after, 15);
}

/* ---- numbered games ---- */

static void numbered_decks(void **state)
{
    struct cn_rules rules = rules_of("laws1950");
    cn_card deck[CN_CARDS_MAX];
    struct cn_rng rng;
    char text[2 * 8 + 1];
    const int k = cn_seeded_deck(&rules, 4, "canasta", 1, deck, &rng);
    for (int i = 0; i < 8; i++)
        cn_card_format(deck[i], text + 2 * i);
    assert_string_equal(text, "Kh4cThTs8h8s2h6d");
    assert_int_equal(k, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sets_and_players),
        cmocka_unit_test(house_rules),
        cmocka_unit_test(items_counted_again),
        cmocka_unit_test(nothing_in_a_good_deal),
        cmocka_unit_test(L42_one_side_goes_out),
        cmocka_unit_test(L3_red_threes_of_the_packs),
        cmocka_unit_test(L38_canastas_to_go_out),
        cmocka_unit_test(L38_canastas_by_name),
        cmocka_unit_test(L37_nothing_melded_and_out),
        cmocka_unit_test(L37_who_plays_alone_has_no_card_left),
        cmocka_unit_test(L43_the_others_hold_cards),
        cmocka_unit_test(L48_concealed_is_out),
        cmocka_unit_test(L49_concealed_has_a_canasta),
        cmocka_unit_test(L25_counts_go_by_the_cards),
        cmocka_unit_test(L19_canastas_of_the_deck),
        cmocka_unit_test(L26_an_initial_meld_counts_enough),
        cmocka_unit_test(A_score_counts_that_can_be),
        cmocka_unit_test(A_threes_of_the_packs),
        cmocka_unit_test(A_closed_one_canasta_of_a_rank),
        cmocka_unit_test(A_wilds_of_the_packs),
        cmocka_unit_test(A_out_bars),
        cmocka_unit_test(A_score_unfinished_melds),
        cmocka_unit_test(IA14_cards_that_are_held),
        cmocka_unit_test(A_hands_end_the_deal),
        cmocka_unit_test(PH_out_by_contract),
        cmocka_unit_test(HF_score_the_minimum_of_the_round),
        cmocka_unit_test(HF_score_a_game_of_rounds),
        cmocka_unit_test(L56_undeclared_red_threes),
        cmocka_unit_test(numbered_decks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
