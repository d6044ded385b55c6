/* legal_oracle_test.c -- the law of strict play against two independent implementations of the
 * rulebook.
 *
 * Thousands of positions: deals played from the start, and set-up ones that play seldom reaches
 * (huge hands, hands of one card, no stock, minimum counts of every score, melds about to become
 * canastas), in all rule sets, for all numbers of players, with and without house rules. In each,
 * three lists of the legal actions must be equal: the engine's, that of exhaustive search
 * (tests/oracle/oracle.h; hands up to 16 cards), and that of calculation (tests/oracle/feasible.h).
 * cn_board_legal_check must agree with them, action by action. If an action is refused because the
 * turn could not end, the refusal must name the first requirement without which both oracles would
 * list the action, if there is one.
 *
 * The positions change every day (UTC). The first line printed is the seed; CANASTA_SEED=n repeats
 * a run. CANASTA_FULL=1 tries a million positions, CANASTA_POSITIONS=n tries n, and CANASTA_SHOWN=n
 * prints n differences of each sort. The walk is done once, in the group's setup; the tests check
 * what it found.
 *
 * With the argument "contracts", every rule set has a contract for going out (out_contract), and
 * most hands can nearly go out. With "plans", the general method decides whether a turn can end
 * (turn_plan.h), which these rule sets could do without; since it is slower, fewer positions are
 * tried. Refusals are then named in the order of laws that need it, so they are not compared.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "engine/deal.h"
#include "engine/legal.h"
#include "tests/oracle/compare.h"
#include "tests/oracle/feasible.h"
#include "tests/oracle/oracle.h"
#include "words/words.h"

#ifdef MANY_PACKS
enum {
    POSITIONS = 2000,
    POSITIONS_FULL = 100000,
    GIVEN_UP_MOST = 200 /* lists of a thousand that take too long to calculate */
};
#else
enum {
    POSITIONS = 20000,
    POSITIONS_FULL = 1000000,
    GIVEN_UP_MOST = 1
};
#endif
enum {
#ifdef MANY_PACKS
    MANY = 1,
#else
    MANY = 0,
#endif
    SEARCHED_HAND_MAX = 16, /* larger hands are only calculated */
    SHOWN = 12,             /* differences printed per sort */
    SAMPLED = 24            /* unlisted actions tried per position */
};

enum difference {
    ENGINE_SEARCH,
    ENGINE_CALCULATION,
    SEARCH_CALCULATION,
    VERDICT,
    CITATION,
    FAULT,
    DIFFERENCES
};

struct walk {
    struct cn_rng rng;
    struct cn_rules rules;
    struct cn_law law; /* of these rules */
    struct cn_deal deal;
    char overridden[800]; /* house rules, as text */
    uint64_t seed;        /* of the deal in play: printed with a difference */
    bool contracts;       /* each rule set has one */
    bool plans;           /* the law asks turn_plan.h */
    int64_t positions, wanted, shown, by_search, given_up, phases[CN_PHASE_ENDED + 1];
    int64_t after_yes, after_no, stock_gone, one_card;
    int64_t cited[ORACLE_NEEDS], cited_for_several;
    int64_t calculations_given_up, many; /* hands with more than 15 cards of a kind */
    int64_t differences[DIFFERENCES];
    int largest;
    double slowest_search, slowest_calculation, slowest_engine;
};

static struct walk walk;
static struct cn_actions engine_list, search_list, calculation_list;
static struct cn_actions lists_without[ORACLE_NEEDS];

static int below(int n)
{
    return (int)cn_rng_below(&walk.rng, (uint32_t)n);
}

static bool chance(int percent)
{
    return below(100) < percent;
}

/* ---- rule sets and house rules ---- */

struct house_rule {
    const char *name, *values[8];
};

static const struct house_rule house_rules[] = {
#ifdef MANY_PACKS
    {"packs", {"4", "5", "6"}},
    {"jokers", {"0", "6", "8", "10"}},
#else
    {"packs", {"1", "2", "3"}},
    {"jokers", {"0", "2", "4", "6"}},
#endif
    {"six_sides", {"3+3", "2+2+2"}},
    {"draw_count", {"1", "2", "3"}},
    {"pile_freeze", {"[]", "[3r]", "[X, 2]", "[3r, 3b, X, 2]", "[3b]", "[2]"}},
    {"frozen_before_initial_meld", {"true", "false"}},
    {"take_with_wild", {"true", "false"}},
    {"take_onto_meld", {"true", "false"}},
    {"take_onto_canasta", {"true", "false"}},
    {"one_card_pile", {"unless_forced", "never", "stock_gone", "free"}},
    {"one_card_hand", {"true", "false"}},
    {"fewest_naturals", {"2", "3", "4", "5"}},
    {"most_wilds", {"0", "1", "2", "3", "4", "5", "6"}},
    {"most_wilds_canasta", {"none", "2", "3", "4", "5", "7"}},
    {"second_meld", {"true", "false"}},
    {"fewest_black_threes", {"3", "4"}},
    {"most_black_threes", {"0", "3", "4", "5", "6"}},
    {"initial_minimum",
     {"[]", "[[null, 15], [0, 50], [1500, 90], [3000, 120]]", "[[null, 120], [3000, 200]]",
      "[[null, 400]]"}},
    {"canasta_lifts_minimum", {"true", "false"}},
    {"naturals_outnumber_wilds", {"true", "false"}},
    {"canastas_to_go_out", {"0", "1", "2", "3", "4"}},
    {"out_contract",
     {"{}", "{natural: 1}", "{mixed: 2}", "{natural: 2, mixed: 3}", "{7: 1}", "{A: 1, mixed: 1}",
      "{4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1}"}},
    {"go_out_by_melding", {"true", "false"}},
    {"ask_partner", {"true", "false"}},
    {"concealed_needs_canasta", {"true", "false"}},
    {"concealed_adding", {"true", "false"}},
    {"concealed_after_partner", {"true", "false"}},
    {"concealed_minimum", {"pack", "none", "always"}},
    {"stock_gone", {"forced", "free", "one_more", "last_discard"}},
    {"last_red_three_meld", {"true", "false"}},
    {"card_points",
     {"{X: 20, 2: 50, 3b: 5, 4: 5, 5: 5, 6: 5, 7: 5, 8: 10, 9: 10, T: 10, J: 10, Q: 10, "
      "K: 10, A: 20}",
      "{X: 30, 2: 30, 3b: 50, 4: 0, 5: 7, 6: 1, 7: 5, 8: 10, 9: 25, T: 10, J: 3, Q: 10, "
      "K: 10, A: 40}"}},
};
enum {
    HOUSE_RULES = sizeof house_rules / sizeof house_rules[0]
};

static void override_one(const struct house_rule *rule)
{
    struct cn_rules *rules = &walk.rules;
    int count = 0;
    while (count < 8 && rule->values[count] != NULL)
        count++;
    const char *value = rule->values[below(count)];
    struct cn_rules changed = *rules;
    struct cn_rules_error error;
    if (!cn_rules_set(&changed, rule->name, value, strlen(value), &error))
        return;
    if (!cn_rules_check(&changed, &error))
        return;
    *rules = changed;
    const size_t length = strlen(walk.overridden);
    snprintf(walk.overridden + length, sizeof walk.overridden - length, " %s=%s", rule->name,
             value);
}

/* Random values for all the rules that matter while the pack is being taken. */
static void override_claims(void)
{
    static const char *const names[] = {"second_meld",
                                        "most_wilds",
                                        "most_wilds_canasta",
                                        "initial_minimum",
                                        "canasta_lifts_minimum",
                                        "naturals_outnumber_wilds",
                                        "go_out_by_melding",
                                        "concealed_minimum",
                                        "concealed_needs_canasta",
                                        "canastas_to_go_out",
                                        "out_contract",
                                        "frozen_before_initial_meld"};
    for (int i = 0; i < HOUSE_RULES; i++)
        for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
            if (strcmp(house_rules[i].name, names[n]) == 0)
                override_one(&house_rules[i]);
}

/* One to three numbers of canastas by name. */
static void override_contract(void)
{
    char text[80] = "{";
    struct house_rule rule = {"out_contract", {text}};
    for (int n = 1 + below(3); n > 0; n--) {
        const int sort = below(3);
        const char *name = sort == 0 ? "natural" : sort == 1 ? "mixed" : NULL;
        const size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s: %d%s",
                 name != NULL ? name : cn_kind_name(CN_FOUR + below(CN_KINDS - CN_FOUR)),
                 1 + below(chance(70) ? 1 : 3), n > 1 ? ", " : "}");
    }
    override_one(&rule);
}

/* Four to six packs, in which hands have more than 15 cards of a kind. */
static void add_packs(void)
{
    static const struct house_rule packs = {"packs", {"4", "5", "6"}};
    static const struct house_rule jokers = {"jokers", {"0", "4", "8", "12"}};
    override_one(&packs);
    override_one(&jokers);
}

/* Loads one of the rule sets whose law needs no plan: legal_kin_test.c has the others. Returns how
 * many there are. */
static int load_classic_set(int round)
{
    static int classic[32];
    static int sets;
    const bool is_known = sets > 0;
    for (int i = 0; !is_known && cn_rules_builtin(i) != NULL; i++) {
        assert_true(cn_rules_load(&walk.rules, cn_rules_builtin(i)));
        cn_law_init(&walk.law, &walk.rules);
        if (!walk.law.planned)
            classic[sets++] = i;
    }
    assert_true(cn_rules_load(&walk.rules, cn_rules_builtin(classic[round % sets])));
    return sets;
}

static void choose_parameters(int round)
{
    const int sets = load_classic_set(round);
    walk.overridden[0] = '\0';
    if (MANY)
        add_packs();
    if (round / sets % 2 == 0 && !walk.contracts)
        return;
    struct cn_rules_error error;
    const char *all = "[2, 3, 4, 5, 6]";
    struct cn_rules changed = walk.rules;
    if (cn_rules_set(&changed, "players", all, strlen(all), &error) &&
        cn_rules_check(&changed, &error))
        walk.rules = changed;
    if (chance(30))
        override_claims();
    for (int n = 1 + below(6); n > 0; n--)
        override_one(&house_rules[below(HOUSE_RULES)]);
}

static void choose_rules(int round)
{
    choose_parameters(round);
    for (int tries = 0; walk.contracts && tries < 20; tries++)
        if (cn_rules_contract_size(&walk.rules) == 0)
            override_contract();
    cn_law_init(&walk.law, &walk.rules);
    walk.law.planned |= walk.plans;
}

static int choose_players(void)
{
    for (;;) {
        const int players = 2 + below(CN_SEATS_MAX - 1);
        if (cn_rules_allow_players(&walk.rules, players))
            return players;
    }
}

static int choose_idle(int players)
{
    static const int idle[] = {1, 3, 4};
    return players == 5 ? idle[below(3)] : CN_NO_SEAT;
}

static int choose_dealer(int players, int idle)
{
    for (;;) {
        const int dealer = below(players);
        if (dealer != idle)
            return dealer;
    }
}

static void choose_scores(int32_t scores[CN_SIDES_MAX])
{
    static const int32_t steps[] = {-500, -5, 0, 50, 1495, 1500, 2995, 3000, 6995, 7000, 9000};
    for (int side = 0; side < CN_SIDES_MAX; side++)
        scores[side] = steps[below((int)(sizeof steps / sizeof steps[0]))];
}

/* ---- positions ---- */

/* Cards not yet given a place. */
struct pool {
    cn_card cards[CN_CARDS_MAX];
    int count;
};

/* Takes a card of the kind, or any card if it is CN_NO_KIND. Returns CN_NO_CARD if none is left. */
static cn_card draw_from(struct pool *pool, int kind)
{
    for (int i = pool->count - 1; i >= 0; i--) {
        if (kind != CN_NO_KIND && cn_card_kind(pool->cards[i]) != kind)
            continue;
        const cn_card card = pool->cards[i];
        pool->cards[i] = pool->cards[--pool->count];
        return card;
    }
    return CN_NO_CARD;
}

static bool take_from(struct pool *pool, int kind)
{
    return draw_from(pool, kind) != CN_NO_CARD;
}

static int random_natural(void)
{
    return CN_FOUR + below(CN_KINDS - CN_FOUR);
}

static bool side_has_kind(const struct cn_board *board, int side, int kind)
{
    return cn_side_has_rank(board, side, kind);
}

static void place_meld(struct pool *pool, int side)
{
    struct cn_board *board = &walk.deal.board;
    const int kind = random_natural();
    const bool pure = walk.contracts && chance(50);
    const int more = below(MANY && chance(20) ? 20 : 7);
    const int wanted = pure ? 5 + below(4) : walk.rules.fewest_naturals + more;
    if (side_has_kind(board, side, kind) && !walk.rules.second_meld)
        return;
    int naturals = 0, deuces = 0, jokers = 0;
    while (naturals < wanted && take_from(pool, kind))
        naturals++;
    for (int n = pure ? 0 : below(4) + (chance(15) ? 4 : 0); n > 0; n--) {
        if (!oracle_takes_wild(&walk.rules, naturals, deuces + jokers))
            break;
        if (take_from(pool, CN_DEUCE))
            deuces++;
        else if (take_from(pool, CN_JOKER))
            jokers++;
    }
    if (naturals < walk.rules.fewest_naturals || naturals + deuces + jokers < 3)
        return;
    if (walk.rules.second_meld && chance(5))
        board->meld_count[side]++; /* an empty one, as merging leaves */
    const cn_packed_meld meld = cn_meld_of(kind, naturals, deuces, jokers);
    board->melds[side][board->meld_count[side]++] = meld;
    board->ranks[side] |= cn_kind_mask(kind);
    board->canastas[side] += cn_meld_is_canasta(meld);
}

static void place_melds(struct pool *pool)
{
    struct cn_board *board = &walk.deal.board;
    for (int side = 0; side < board->sides; side++) {
        if (!chance(55))
            continue;
        for (int n = 1 + below(chance(30) ? 9 : 5); n > 0; n--)
            place_meld(pool, side);
        int seats[CN_SEATS_MAX], count = 0;
        for (int seat = 0; seat < board->players; seat++)
            if (board->side[seat] == side && board->next[seat] != seat)
                seats[count++] = seat;
        if (board->meld_count[side] == 0 || count == 0)
            continue;
        board->melded |= (uint8_t)(1 << seats[below(count)]);
        if (chance(50))
            board->melded |= (uint8_t)(1 << seats[below(count)]);
    }
}

static void place_on_pile(int kind)
{
    struct cn_deal *deal = &walk.deal;
    deal->pile = cn_hand_add(deal->pile, cn_hand_single(kind, 1));
    deal->board.pile++;
    deal->board.pile_top = (uint8_t)kind;
    if (kind == CN_RED_THREE)
        deal->board.pile_red++;
    if ((walk.rules.pile_freeze >> kind & 1) != 0)
        deal->board.frozen |= kind == CN_BLACK_THREE ? CN_FROZEN_BLACK_THREE : CN_FROZEN_OTHER;
}

static void place_pile(struct pool *pool)
{
    const bool tame = chance(60); /* without cards that freeze it */
    int size = below(3);
    if (chance(30))
        size = below(40);
    while (size > 0) {
        const cn_card card = draw_from(pool, CN_NO_KIND);
        if (card == CN_NO_CARD)
            return;
        const int kind = cn_card_kind(card);
        if (!tame || cn_kind_is_natural(kind))
            place_on_pile(kind);
        size--;
    }
    const int top = chance(90) ? random_natural() : below(CN_KINDS);
    if (chance(96) && top != CN_RED_THREE && take_from(pool, top))
        place_on_pile(top);
}

static int random_hand_size(void)
{
    const int sort = below(100);
    if (walk.contracts && chance(40))
        return 1 + below(5);
    if (sort < 8)
        return 1;
    if (sort < 45)
        return 2 + below(9);
    if (sort < (walk.contracts ? 97 : 70)) /* larger ones are left to the other walk, mostly */
        return 8 + below(9);
    return 17 + below(44);
}

/* What a hand is made of: any cards, useful cards, or cards that can soon all be melded. */
enum hand_sort {
    HAND_ANY,
    HAND_GOOD,
    HAND_NEARLY_OUT
};

/* Returns the kind of a meld of the side or of the top card, a wild kind, or one of a few. */
static int random_hand_kind(int side, const int few[4], enum hand_sort hand)
{
    const struct cn_board *board = &walk.deal.board;
    if (hand == HAND_ANY)
        return CN_NO_KIND;
    const int sort = below(100);
    if (sort < (hand == HAND_NEARLY_OUT ? 55 : 35) && board->meld_count[side] > 0) {
        const cn_packed_meld meld = board->melds[side][below(board->meld_count[side])];
        if (cn_meld_naturals(meld) > 0)
            return cn_meld_kind(meld);
    }
    if (sort < 65)
        return chance(70) ? CN_DEUCE : CN_JOKER;
    if (sort < 68)
        return CN_BLACK_THREE;
    if (hand == HAND_NEARLY_OUT)
        return few[below(2)];
    if (sort < 82 && board->pile_top != CN_NO_KIND)
        return board->pile_top;
    return sort < 97 ? few[below(4)] : CN_NO_KIND;
}

static void give(struct pool *pool, int seat, int kind)
{
    const cn_card card = draw_from(pool, kind);
    if (card == CN_NO_CARD)
        return;
    if (cn_card_kind(card) == CN_RED_THREE && (walk.deal.board.turned >> seat & 1) != 0)
        return;
    walk.deal.hands[seat] =
        cn_hand_add(walk.deal.hands[seat], cn_hand_single(cn_card_kind(card), 1));
    walk.deal.board.hand_size[seat]++;
}

static void place_hands(struct pool *pool)
{
    struct cn_board *board = &walk.deal.board;
    const int side = board->side[board->turn];
    int tries = 0;
    const int few[4] = {random_natural(), random_natural(), random_natural(), random_natural()};
    const int nearly = walk.contracts ? 80 : 45;
    const enum hand_sort sort = chance(15)       ? HAND_ANY
                                : chance(nearly) ? HAND_NEARLY_OUT
                                                 : HAND_GOOD;
    if (chance(60) && cn_kind_is_natural(board->pile_top)) { /* cards to take the pack with */
        for (int n = 2 + (chance(30) ? below(6) : 0); n > 0; n--)
            give(pool, board->turn, board->pile_top);
    }
    if (MANY && chance(25)) {
        const int kind = chance(30) ? CN_DEUCE : few[0];
        for (int n = 14 + below(8); n > 0; n--)
            give(pool, board->turn, kind);
    }
    if (sort == HAND_NEARLY_OUT && chance(walk.contracts ? 60 : 30))
        for (int n = 3; n > 0; n--)
            give(pool, board->turn, CN_BLACK_THREE);
    for (int size = random_hand_size(); board->hand_size[board->turn] < size; tries++) {
        if (tries > 200 || pool->count == 0)
            break;
        give(pool, board->turn, random_hand_kind(side, few, sort));
    }
    for (int seat = board->next[board->turn]; seat != board->turn; seat = board->next[seat])
        for (int size = chance(20) ? 1 : 1 + below(14); size > 0; size--)
            give(pool, seat, CN_NO_KIND);
    for (int seat = 0; seat < board->players; seat++) /* nobody sits without a card */
        while (board->next[seat] != seat && board->hand_size[seat] == 0 && pool->count > 0)
            give(pool, seat, CN_NO_KIND);
}

static void place_stock(struct pool *pool)
{
    struct cn_deal *deal = &walk.deal;
    int size = pool->count;
    if (chance(25))
        size = 0;
    else if (chance(30))
        size = below(4);
    deal->drawn = deal->cards = 0;
    while (size-- > 0 && pool->count > 0) {
        deal->stock[deal->cards++] = draw_from(pool, CN_NO_KIND);
        deal->board.stock++;
    }
    if (chance(12)) { /* soon the turn of the last red three (L44) */
        while (deal->cards > 1 + below(2))
            pool->cards[pool->count++] = deal->stock[--deal->cards];
        deal->board.stock = deal->cards;
    }
    if (deal->cards > 0 && (deal->cards < 3 || chance(20))) {
        const cn_card red = draw_from(pool, CN_RED_THREE);
        if (red != CN_NO_CARD)
            deal->stock[deal->cards - 1] = red;
    }
}

/* A contract that asks for the canastas which the side in turn has, or for nearly those. */
static void fit_contract(void)
{
    const struct cn_board *board = &walk.deal.board;
    struct cn_canasta_numbers *asked = &walk.rules.out_contract;
    const struct cn_rules before = walk.rules;
    struct cn_rules_error error;
    memset(asked, 0, sizeof *asked);
    for (int m = 0; m < board->meld_count[board->side[board->turn]]; m++) {
        const cn_packed_meld meld = board->melds[board->side[board->turn]][m];
        const int class = cn_meld_wilds(meld) == 0 ? CN_CLASS_NATURAL : CN_CLASS_MIXED;
        if (cn_meld_is_canasta(meld) && chance(80))
            asked->of[chance(80) ? CN_KEY_OF_CLASS + class : cn_meld_kind(meld)]++;
    }
    if (chance(40))
        asked->of[chance(80) ? CN_KEY_OF_CLASS + below(CN_CLASSES) : random_natural()]++;
    if (cn_rules_contract_size(&walk.rules) == 0 || !cn_rules_check(&walk.rules, &error))
        walk.rules = before;
    cn_law_init(&walk.law, &walk.rules);
    walk.law.planned |= walk.plans;
}

static void set_up_position(void)
{
    struct cn_deal *deal = &walk.deal;
    memset(deal, 0, sizeof *deal);
    const int players = choose_players();
    const int idle = choose_idle(players);
    int32_t scores[CN_SIDES_MAX];
    choose_scores(scores);
    cn_board_init(&walk.rules, &deal->board, players, choose_dealer(players, idle), idle, scores);
    struct pool pool;
    pool.count = cn_deck_init(&walk.rules, players, pool.cards);
    cn_rng_shuffle(&walk.rng, pool.cards, pool.count);
    deal->board.turned = 0xff;
    if (chance(10))
        deal->board.turned ^= (uint8_t)(1 << deal->board.turn);
    place_melds(&pool);
    if (walk.contracts && chance(70))
        fit_contract();
    place_pile(&pool);
    place_hands(&pool);
    place_stock(&pool);
    cn_deal_start_turn(&walk.rules, deal);
}

static void deal_cards(void)
{
    const int players = choose_players();
    const int idle = choose_idle(players);
    int32_t scores[CN_SIDES_MAX];
    choose_scores(scores);
    cn_card deck[CN_CARDS_MAX];
    const int count = cn_deck_init(&walk.rules, players, deck);
    cn_rng_shuffle(&walk.rng, deck, count);
    memset(&walk.deal, 0, sizeof walk.deal);
    cn_deal_start(&walk.rules, &walk.deal, players, choose_dealer(players, idle), idle, scores,
                  deck, &walk.rng, NULL);
}

/* ---- printing a difference ---- */

static void print_position(void)
{
    const struct cn_board *board = &walk.deal.board;
    char contract[CN_RULES_VALUE_SIZE];
    cn_rules_value(&walk.rules, CN_PARAM_out_contract, contract, sizeof contract);
    printf("  rules %s%s, contract %s, seed %llu\n", walk.rules.name, walk.overridden, contract,
           (unsigned long long)walk.seed);
    print_board(&walk.rules, board, walk.deal.hands[cn_board_actor(board)]);
}

static void print_difference(enum difference sort, const char *one, const struct cn_actions *a,
                             const char *other, const struct cn_actions *b)
{
    if (walk.differences[sort]++ >= walk.shown)
        return;
    printf("DIFFERENCE: %s and %s\n", one, other);
    print_position();
    print_only(&walk.law, one, a, b);
    print_only(&walk.law, other, b, a);
}

static void print_verdict(struct cn_action action, bool legal, const char *law)
{
    if (walk.differences[VERDICT]++ >= walk.shown)
        return;
    char text[CN_ACTION_TEXT];
    cn_action_format(NULL, action, text);
    printf("DIFFERENCE: cn_board_legal_check calls [%s] %s (%s)\n", text,
           legal ? "legal" : "illegal", law);
    print_position();
}

/* ---- comparing ---- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void note_slowest(double *slowest, double since)
{
    const double spent = now() - since;
    if (spent > *slowest)
        *slowest = spent;
}

/* Returns whether the calculation made a list. */
static bool compare_lists(cn_hand hand)
{
    const struct cn_board *board = &walk.deal.board;
    double since = now();
    cn_board_legal_list(&walk.law, board, hand, &engine_list);
    note_slowest(&walk.slowest_engine, since);
    sort_list(&engine_list);
    since = now();
    const bool calculated = feasible_list(&walk.rules, board, hand, 0, &calculation_list) >= 0;
    note_slowest(&walk.slowest_calculation, since);
    sort_list(&calculation_list);
    walk.calculations_given_up += !calculated;
    if (calculated && !same_lists(&engine_list, &calculation_list))
        print_difference(ENGINE_CALCULATION, "engine", &engine_list, "calculation",
                         &calculation_list);
    if (engine_list.count > walk.largest)
        walk.largest = engine_list.count;
    if (cn_hand_size(hand) > SEARCHED_HAND_MAX)
        return calculated;
    since = now();
    const int count = oracle_list(&walk.rules, board, hand, 0, &search_list);
    note_slowest(&walk.slowest_search, since);
    if (count < 0) {
        walk.given_up++;
        return calculated;
    }
    walk.by_search++;
    sort_list(&search_list);
    if (!same_lists(&engine_list, &search_list))
        print_difference(ENGINE_SEARCH, "engine", &engine_list, "search", &search_list);
    if (calculated && !same_lists(&search_list, &calculation_list))
        print_difference(SEARCH_CALCULATION, "search", &search_list, "calculation",
                         &calculation_list);
    return calculated;
}

/* ---- the requirement that a refusal names ---- */

/* What a sampled action was refused for. */
struct refused {
    struct cn_action action;
    enum cn_refusal_id id;
};

static struct {
    struct refused at[SAMPLED];
    int count;
} refused;

static const char *const need_names[] = {
    "outnumber", "opening needs", "minimum",      "answer",   "consent",     "black threes", "bars",
    "partners",  "last barred",   "last discard", "contract", "keep a card", "none"};

static enum oracle_need need_of(enum cn_refusal_id id)
{
    switch ((int)id) {
    case CN_REFUSED_OUTNUMBER: return ORACLE_OUTNUMBER;
    case CN_REFUSED_MINIMUM:
    case CN_REFUSED_MINIMUM_WITH_PACK: return ORACLE_MINIMUM;
    case CN_REFUSED_MUST_GO_OUT:
    case CN_REFUSED_MUST_NOT_GO_OUT: return ORACLE_ANSWER;
    case CN_REFUSED_BLACK_THREES_NOT_OUT: return ORACLE_BLACK_THREES;
    case CN_REFUSED_LAST_DISCARD: return ORACLE_LAST_DISCARD;
    case CN_REFUSED_CONTRACT:
    case CN_REFUSED_CONTRACT_SPOILED: return ORACLE_CONTRACT;
    case CN_REFUSED_KEEP_A_CARD: return ORACLE_KEEP;
    default: return ORACLE_NEEDS;
    }
}

/* Makes the lists of the rulebook without each one requirement. Returns whether it could. */
static bool list_without_each(cn_hand hand)
{
    const struct cn_board *board = &walk.deal.board;
    for (int need = 0; need < ORACLE_NEEDS; need++) {
        struct cn_actions *list = &lists_without[need];
        if (feasible_list(&walk.rules, board, hand, ORACLE_BIT(need), list) < 0)
            return false;
        sort_list(list);
        if (cn_hand_size(hand) > SEARCHED_HAND_MAX ||
            oracle_list(&walk.rules, board, hand, ORACLE_BIT(need), &search_list) < 0)
            continue;
        sort_list(&search_list);
        if (!same_lists(&search_list, list))
            print_difference(SEARCH_CALCULATION, need_names[need], &search_list, "calculation",
                             list);
    }
    return true;
}

static void print_citation(const struct refused *one, enum oracle_need first)
{
    if (walk.differences[CITATION]++ >= walk.shown)
        return;
    char text[CN_ACTION_TEXT];
    cn_action_format(NULL, one->action, text);
    printf("DIFFERENCE: [%s] is refused by %s; it would be legal without: %s\n", text,
           cn_refusal_name(one->id), need_names[first]);
    print_position();
}

static void check_citation(const struct refused *one)
{
    int first = 0;
    while (first < ORACLE_NEEDS && !is_listed(&lists_without[first], one->action))
        first++;
    const enum oracle_need named = need_of(one->id);
    if (first < ORACLE_NEEDS)
        walk.cited[first]++;
    else
        walk.cited_for_several += named != ORACLE_NEEDS;
    if (first < ORACLE_NEEDS && (int)named != first)
        print_citation(one, (enum oracle_need)first);
}

/* Stopping and asking have separate rules, as has a hand of one card, which are checked before the
 * end of the turn. */
static bool is_about_the_end(struct cn_action action, enum cn_refusal_id id)
{
    if (action.type == CN_ACTION_ASK || action.type == CN_ACTION_YES || action.type == CN_ACTION_NO)
        return false;
    if (action.type == CN_ACTION_STOP && walk.deal.board.phase != CN_PHASE_LAST_RED_THREE)
        return false;
    return id != CN_REFUSED_ONE_CARD_HAND;
}

static void compare_citations(cn_hand hand)
{
    bool any = false;
    for (int i = 0; i < refused.count; i++)
        any |= need_of(refused.at[i].id) != ORACLE_NEEDS;
    if ((!any && !chance(5)) || walk.plans)
        return;
    if (!list_without_each(hand))
        return;
    for (int i = 0; i < refused.count; i++)
        if (is_about_the_end(refused.at[i].action, refused.at[i].id))
            check_citation(&refused.at[i]);
}

static enum cn_refusal_id check_one(int seat, cn_hand hand, struct cn_action action, bool legal)
{
    struct cn_refusal why;
    memset(&why, 0, sizeof why);
    const bool says = cn_board_legal_check(&walk.law, &walk.deal.board, seat, hand, action, &why);
    if (says != legal)
        print_verdict(action, says, why.article);
    if (!says && (why.id == CN_LEGAL || why.article[0] == '\0'))
        print_verdict(action, says, "no reason");
    return why.id;
}

/* Returns a random action, legal or not. */
static struct cn_action random_action(void)
{
    const struct cn_board *board = &walk.deal.board;
    const int melds = board->meld_count[board->side[board->turn]] + 1;
    const int type = below(CN_ACTION_TYPES);
    switch (type) {
    case CN_ACTION_TAKE_ONTO: return cn_action_of(type, below(melds), 0, 0, 0);
    case CN_ACTION_MELD:
        return cn_action_of(type, chance(10) ? CN_BLACK_THREE : random_natural(), below(7),
                            below(4), below(3));
    case CN_ACTION_ADD: return cn_action_of(type, below(melds), below(5), below(4), below(3));
    case CN_ACTION_MERGE: {
        const int low = below(melds);
        return cn_action_of(type, low, low + 1 + below(melds), 0, 0);
    }
    case CN_ACTION_DISCARD: return cn_action_of(type, below(CN_KINDS), 0, 0, 0);
    case CN_ACTION_FACE:
        return cn_action_of(type, chance(50) ? CN_RED_THREE : CN_BLACK_THREE, 0, 0, 0);
    case CN_ACTION_HAND: return cn_action_of(type, CN_NO_HAND, 0, 0, 0);
    default: return cn_action_of(type, 0, 0, 0, 0);
    }
}

/* Returns an action that is nearly the listed one. */
static struct cn_action neighbour_of(struct cn_action action)
{
    if (action.type != CN_ACTION_MELD && action.type != CN_ACTION_ADD)
        return random_action();
    const int deuces = cn_action_deuces(action), jokers = cn_action_jokers(action);
    switch (below(4)) {
    case 0: return cn_action_of(action.type, action.place, action.amount + 1, deuces, jokers);
    case 1:
        return cn_action_of(action.type, action.place, action.amount,
                            deuces < CN_ACTION_DEUCES ? deuces + 1 : 0, jokers);
    case 2: return cn_action_of(action.type, action.place, action.amount, deuces, jokers + 1);
    default:
        return cn_action_of(action.type, action.place, action.amount > 0 ? action.amount - 1 : 0,
                            deuces, jokers);
    }
}

static void compare_verdicts(int seat, cn_hand hand)
{
    const int count = calculation_list.count;
    const int step = count > 400 ? count / 200 : 1;
    for (int i = 0; i < count; i += step)
        check_one(seat, hand, calculation_list.at[i], true);
    refused.count = 0;
    for (int i = 0; i < SAMPLED; i++) {
        const struct cn_action action = i % 2 == 0 && count > 0
                                            ? neighbour_of(calculation_list.at[below(count)])
                                            : random_action();
        const bool listed = is_listed(&calculation_list, action);
        const enum cn_refusal_id id = check_one(seat, hand, action, listed);
        if (!listed && id != CN_LEGAL)
            refused.at[refused.count++] = (struct refused){action, id};
    }
    compare_citations(hand);
    const int other = walk.deal.board.next[seat];
    if (other != seat && count > 0)
        check_one(other, walk.deal.hands[other], calculation_list.at[below(count)], false);
}

/* ---- walking ---- */

static bool is_laying(int type)
{
    return type == CN_ACTION_MELD || type == CN_ACTION_ADD || type == CN_ACTION_MERGE;
}

static bool is_taking(int type)
{
    return type >= CN_ACTION_TAKE_PAIR && type <= CN_ACTION_TAKE_ONTO;
}

/* Returns the index of a random listed action of a wanted type, or -1 if there is none. */
static int pick(bool (*wanted)(int type))
{
    int found = -1, count = 0;
    for (int i = 0; i < calculation_list.count; i++)
        if (wanted(calculation_list.at[i].type) && below(++count) == 0)
            found = i;
    return found;
}

static bool is_asking(int type)
{
    return type == CN_ACTION_ASK;
}

static bool is_combining(int type)
{
    return type == CN_ACTION_MERGE;
}

/* Chooses like a player that asks, takes and melds most of the time when it can. */
static struct cn_action greedy_choice(void)
{
    int found = chance(40) ? pick(is_asking) : -1;
    if (found < 0 && chance(70))
        found = pick(is_taking);
    if (found < 0 && chance(25))
        found = pick(is_combining);
    if (found < 0 && chance(80))
        found = pick(is_laying);
    if (found < 0)
        found = below(calculation_list.count);
    return calculation_list.at[found];
}

/* Checks one decision after another. In a set-up position, mostly only those of its first turn. */
static void stay_on(int steps, bool greedy, bool dealt)
{
    const struct cn_board *board = &walk.deal.board;
    while (steps-- > 0 && walk.positions < walk.wanted) {
        const bool ended = board->phase == CN_PHASE_ENDED;
        const int seat = ended ? board->turn : cn_board_actor(board);
        const cn_hand hand = walk.deal.hands[seat];
        walk.positions++;
        walk.phases[board->phase]++;
        walk.after_yes += board->answer == CN_ANSWER_YES;
        walk.after_no += board->answer == CN_ANSWER_NO;
        walk.stock_gone += board->stock == 0 && board->phase == CN_PHASE_START;
        walk.one_card += cn_hand_size(hand) == 1;
        for (int kind = 0; kind < CN_KINDS; kind++)
            walk.many += cn_hand_count(hand, kind) > 15;
        if (!compare_lists(hand))
            return;
        compare_verdicts(seat, hand);
        if (ended || calculation_list.count == 0)
            return;
        const struct cn_action action =
            greedy ? greedy_choice() : calculation_list.at[below(calculation_list.count)];
        if (!is_listed(&engine_list, action))
            return; /* already reported; do not apply it */
        cn_deal_apply(&walk.rules, &walk.deal, action);
        if (!dealt && board->phase == CN_PHASE_START && action.type == CN_ACTION_DISCARD &&
            chance(80))
            return;
        /* Some cards are missing from a set-up position. */
        const char *fault = dealt ? cn_deal_check(&walk.rules, &walk.deal) : NULL;
        if (fault != NULL && walk.differences[FAULT]++ < walk.shown) {
            printf("FAULT: %s\n", fault);
            print_position();
        }
    }
}

static int64_t number_from(const char *name, int64_t otherwise)
{
    const char *text = getenv(name);
    return text == NULL || text[0] == '\0' ? otherwise : strtoll(text, NULL, 10);
}

/* Returns the day's number, the seed of the walk. */
static int64_t today(void)
{
    return (int64_t)time(NULL) / (24 * 60 * 60);
}

static bool is_full(void)
{
    const char *full = getenv("CANASTA_FULL");
    return full != NULL && strcmp(full, "1") == 0;
}

static int take_the_walk(void **state)
{
    (void)state;
    const int positions = is_full() ? POSITIONS_FULL : POSITIONS;
    walk.wanted = number_from("CANASTA_POSITIONS", walk.plans ? positions / 8 : positions);
    walk.shown = number_from("CANASTA_SHOWN", SHOWN);
    const uint64_t first = (uint64_t)number_from("CANASTA_SEED", today());
    printf("CANASTA_SEED=%llu\n", (unsigned long long)first);
    for (int round = 0; walk.positions < walk.wanted; round++) {
        walk.seed = first * 1000000007u + (uint64_t)round;
        cn_rng_init(&walk.rng, walk.seed);
        choose_rules(round);
        if (chance(3)) {
            deal_cards();
            stay_on(150, chance(70), true);
        } else {
            set_up_position();
            stay_on(12, chance(60), false);
        }
    }
    printf("%lld positions: start %lld, answer %lld, claim %lld, meld %lld, last red three %lld; "
           "%lld searched, %lld given up; %lld not calculated, %lld with many of a kind\n",
           (long long)walk.positions, (long long)walk.phases[CN_PHASE_START],
           (long long)walk.phases[CN_PHASE_ANSWER], (long long)walk.phases[CN_PHASE_TAKING],
           (long long)walk.phases[CN_PHASE_MELD], (long long)walk.phases[CN_PHASE_LAST_RED_THREE],
           (long long)walk.by_search, (long long)walk.given_up,
           (long long)walk.calculations_given_up, (long long)walk.many);
    printf("after a yes %lld, after a no %lld, start with the stock gone %lld, one card %lld\n",
           (long long)walk.after_yes, (long long)walk.after_no, (long long)walk.stock_gone,
           (long long)walk.one_card);
    printf("refused by what alone stops it:");
    for (int need = 0; need < ORACLE_NEEDS; need++)
        printf(" %s %lld,", need_names[need], (long long)walk.cited[need]);
    printf(" several together %lld\n", (long long)walk.cited_for_several);
    printf("largest list %d; slowest: engine %.1f ms, search %.1f ms, calculation %.1f ms\n",
           walk.largest, 1e3 * walk.slowest_engine, 1e3 * walk.slowest_search,
           1e3 * walk.slowest_calculation);
    return 0;
}

static void the_engine_lists_what_exhaustive_search_lists(void **state)
{
    (void)state;
    assert_int_equal(walk.differences[ENGINE_SEARCH], 0);
}

static void the_engine_lists_what_calculation_lists(void **state)
{
    (void)state;
    assert_int_equal(walk.differences[ENGINE_CALCULATION], 0);
    assert_true(walk.calculations_given_up * 1000 <= walk.positions * GIVEN_UP_MOST);
    assert_true(!MANY || walk.many > 0);
}

static void search_and_calculation_agree(void **state)
{
    (void)state;
    assert_int_equal(walk.differences[SEARCH_CALCULATION], 0);
    assert_true(walk.by_search > 0);
    assert_true(walk.given_up * 100 < walk.by_search);
}

static void verdicts_agree_with_the_lists(void **state)
{
    (void)state;
    assert_int_equal(walk.differences[VERDICT], 0);
}

static void a_refusal_names_the_first_requirement_that_alone_stops_the_action(void **state)
{
    (void)state;
    assert_int_equal(walk.differences[CITATION], 0);
    int64_t cited = 0;
    for (int need = 0; need < ORACLE_NEEDS; need++)
        cited += walk.cited[need];
    assert_true(cited > walk.positions / 100 || walk.plans);
}

static void every_card_stays_in_one_place(void **state)
{
    (void)state;
    assert_int_equal(walk.differences[FAULT], 0);
}

int main(int count, char **arguments)
{
    walk.contracts = count > 1 && strcmp(arguments[1], "contracts") == 0;
    walk.plans = count > 1 && strcmp(arguments[1], "plans") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_and_calculation_agree),
        cmocka_unit_test(the_engine_lists_what_exhaustive_search_lists),
        cmocka_unit_test(the_engine_lists_what_calculation_lists),
        cmocka_unit_test(verdicts_agree_with_the_lists),
        cmocka_unit_test(a_refusal_names_the_first_requirement_that_alone_stops_the_action),
        cmocka_unit_test(every_card_stays_in_one_place),
    };
    return cmocka_run_group_tests(tests, take_the_walk, NULL);
}
