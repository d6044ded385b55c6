/* property_test.c -- properties of every game, played by bots over all rule sets, numbers of
 * players and random house rules.
 *
 * In every position: the counts agree, some action is legal, the list agrees with the check, a
 * refusal names its article and changes nothing, and action strings round-trip
 * (tests/fuzz/driver/witness.h). Over deals and games: every deal ends, copying a game back undoes
 * an action, and the score agrees with a second count of the cards (tests/fuzz/driver/count.h).
 * CANASTA_FULL=1 plays two hundred times as much; CANASTA_SEED=n plays others. */
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
#include "tests/fuzz/driver/setup.h"
#include "tests/fuzz/driver/witness.h"

/* The state at the start of the turn, to decide at its end whether the hand was concealed. */
struct turn {
    int seat;
    int laid;            /* cards on the table when it began */
    bool had_melded;     /* the seat itself */
    bool side_had_melds; /* its side */
};

struct play {
    struct cn_game game;
    struct witness witness;
    struct chance chance; /* for the bots */
    const struct cn_bot *bots[CN_SEATS_MAX];
    struct turn turn;
    bool melded[CN_SEATS_MAX];
    struct cn_score ended[CN_SIDES_MAX];
    int end_events, over_events;
    int32_t winner;
    char label[200];
};

static struct play play;

/* How often each rare thing was met. The test fails if one never was, since it would then prove
 * nothing. */
static struct {
    int64_t ends[4], concealed, asked, black_threes, combined, wild_claims, waiting, last_red;
    int64_t stock_gone, large_hands, games;
} seen;

static int scale(void)
{
    const char *full = getenv("CANASTA_FULL");
    return full != NULL && full[0] == '1' ? 200 : 1;
}

static void sees(bool holds)
{
    if (!holds)
        fail_msg("%s: %s", play.label, play.witness.fault);
}

/* ---- the score, counted again ---- */

/* Returns whether a meld of seven or more was laid entirely in this turn (I34). */
static bool laid_own_canasta(int side)
{
    const struct cn_placement *cards = &play.game.cards;
    for (int meld = 0; meld < CN_MELDS_MAX; meld++) {
        int old = 0, own = 0;
        for (int i = 0; i < cards->laid_count; i++) {
            if (cards->laid_side[i] != side || cards->laid_meld[i] != meld)
                continue;
            if (i < play.turn.laid)
                old++;
            else
                own++;
        }
        if (old == 0 && own >= 7)
            return true;
    }
    return false;
}

/* Returns whether a card was added to a meld from before the turn (L48). */
static bool added_to_old(int side)
{
    const struct cn_placement *cards = &play.game.cards;
    for (int i = play.turn.laid; i < cards->laid_count; i++)
        for (int j = 0; j < play.turn.laid; j++)
            if (cards->laid_side[i] == side && cards->laid_side[j] == side &&
                cards->laid_meld[i] == cards->laid_meld[j])
                return true;
    return false;
}

static bool was_concealed(const struct cn_rules *rules, int side)
{
    if (play.turn.had_melded || play.game.cards.laid_count == play.turn.laid)
        return false;
    if (!rules->concealed_adding && added_to_old(side))
        return false;
    if (!rules->concealed_after_partner && play.turn.side_had_melds)
        return false;
    return !rules->concealed_needs_canasta || laid_own_canasta(side);
}

static bool is_over(const struct cn_rules *rules, int32_t score)
{
    return rules->rounds > 0 ? play.game.deal_number >= rules->rounds : score >= rules->target;
}

static int count_winner(const int32_t *scores, int sides)
{
    const struct cn_rules *rules = &play.game.law->rules;
    const struct cn_board *board = &play.game.deal.board;
    int winner = -1;
    for (int side = 0; side < sides; side++) {
        bool alone_on_top = is_over(rules, scores[side]);
        for (int other = 0; other < sides; other++)
            if (other != side && scores[other] >= scores[side])
                alone_on_top = false;
        if (alone_on_top)
            winner = side;
    }
    if (board->special > 0 && rules->special_hands.row[board->special - 1].wins)
        winner = board->side[board->out_seat];
    return winner;
}

static void count_score(const int32_t *before, int side, struct cn_score *score)
{
    const struct cn_rules *rules = &play.game.law->rules;
    const struct cn_board *board = &play.game.deal.board;
    struct count count = count_all(&play.game, side);
    count.tally.out = board->end_why == CN_END_OUT && board->side[play.turn.seat] == side;
    count.tally.concealed = count.tally.out && was_concealed(rules, side);
    count_items(rules, &count);
    *score = (struct cn_score){.total = 0};
    memcpy(score->item, count.items, sizeof score->item);
    for (int item = 0; item < CN_SCORE_ITEM_COUNT; item++)
        score->total += score->item[item];
    score->after = before[side] + score->total;
}

static void check_scores(const int32_t *before)
{
    const int sides = play.game.sides;
    struct cn_score counted[CN_SIDES_MAX];
    int32_t totals[CN_SIDES_MAX] = {0};
    for (int side = 0; side < sides; side++) {
        count_score(before, side, &counted[side]);
        totals[side] = counted[side].after;
    }
    const int winner = count_winner(totals, sides);
    if (winner >= 0) {
        counted[winner].item[CN_SCORE_BONUS] = play.game.law->rules.game_bonus;
        counted[winner].total += counted[winner].item[CN_SCORE_BONUS];
        counted[winner].after += counted[winner].item[CN_SCORE_BONUS];
    }
    for (int side = 0; side < sides; side++)
        if (memcmp(&counted[side], &play.ended[side], sizeof counted[side]) != 0 ||
            play.game.score[side] != counted[side].after)
            fail_msg("%s: side %d scores %d, counted %d (out %d, concealed %d)", play.label, side,
                     play.ended[side].total, counted[side].total, counted[side].item[CN_SCORE_OUT],
                     counted[side].item[CN_SCORE_CONCEALED]);
    assert_int_equal(play.game.winner, winner);
    assert_int_equal(play.over_events, winner >= 0);
}

/* ---- playing ---- */

static void on_event(void *context, const struct cn_event *event)
{
    (void)context;
    if (event->type == CN_EVENT_END) {
        play.end_events++;
        for (int side = 0; side < event->side_count; side++)
            play.ended[side] = event->sides[side];
    }
    if (event->type == CN_EVENT_OVER) {
        play.over_events++;
        play.winner = event->winner;
    }
    const bool lays =
        event->type == CN_EVENT_TAKE || event->type == CN_EVENT_MELD || event->type == CN_EVENT_ADD;
    if (lays)
        play.melded[event->seat] = true;
}

static const struct cn_observer observer = {.event = on_event};

/* Stores the state at the turn's first decision, before anything is laid. */
static void watch_turn(bool first)
{
    const struct cn_board *board = &play.game.deal.board;
    if (!first && board->turn == play.turn.seat)
        return;
    const int side = board->side[board->turn];
    play.turn.seat = board->turn;
    play.turn.laid = play.game.cards.laid_count;
    play.turn.had_melded = play.melded[board->turn];
    play.turn.side_had_melds = false;
    for (int i = 0; i < play.game.cards.laid_count; i++)
        if (play.game.cards.laid_side[i] == side)
            play.turn.side_had_melds = true;
}

static struct cn_action decide(void)
{
    const int seat = cn_game_actor(&play.game);
    const struct cn_view view = cn_game_view(&play.game, seat);
    const struct cn_bot *bot = play.bots[seat];
    return mover_move(bot, &view, &play.chance.rng);
}

/* The same action on a copy leads to the same game. */
static void check_undo(const struct cn_game *before, struct cn_action action)
{
    static struct cn_game again, once_more;
    again = *before;
    assert_true(cn_game_play(&again, cn_game_actor(&again), action, NULL, NULL, NULL));
    once_more = *before;
    assert_true(cn_game_play(&once_more, cn_game_actor(before), action, NULL, NULL, NULL));
    assert_memory_equal(&again, &once_more, sizeof again);
    assert_memory_equal(&again.deal, &play.game.deal, sizeof again.deal);
    assert_memory_equal(again.score, play.game.score, sizeof again.score);
}

static void note_position(struct cn_action action)
{
    const struct cn_board *board = &play.game.deal.board;
    seen.waiting += board->phase == CN_PHASE_TAKING;
    seen.last_red += board->phase == CN_PHASE_LAST_RED_THREE;
    seen.stock_gone += board->stock == 0;
    seen.large_hands += board->hand_size[board->turn] >= 25;
    seen.asked += action.type == CN_ACTION_ASK;
    seen.black_threes += action.type == CN_ACTION_MELD && action.place == CN_BLACK_THREE;
    seen.combined += action.type == CN_ACTION_MERGE;
    seen.wild_claims += action.type == CN_ACTION_TAKE_DEUCE || action.type == CN_ACTION_TAKE_JOKER;
}

static void note_end(void)
{
    seen.ends[play.game.deal.board.end_why]++;
    seen.concealed += play.game.deal.board.concealed;
    seen.games += play.game.winner >= 0;
}

static void play_action(struct cn_action action)
{
    static struct cn_game before;
    const bool undo = chance_percent(&play.witness.chance, 10);
    before = play.game;
    sees(witness_play(&play.witness, &play.game, action, &observer));
    if (undo)
        check_undo(&before, action);
}

static void play_deal(void)
{
    int32_t before[CN_SIDES_MAX];
    memcpy(before, play.game.score, sizeof before);
    play.end_events = play.over_events = 0;
    bool first = true;
    for (int decisions = 0; play.game.in_deal; decisions++) {
        if (decisions >= DECISIONS_MAX)
            fail_msg("%s: a deal does not end", play.label);
        watch_turn(first);
        first = false;
        sees(witness_list(&play.witness, &play.game));
        sees(witness_refusals(&play.witness, &play.game, 4));
        const struct cn_action action = decide();
        if (!witness_listed(&play.witness, action))
            fail_msg("%s: a bot's action is not listed", play.label);
        note_position(action);
        play_action(action);
    }
    note_end();
    if (first)
        return; /* ended in dealing, without a decision */
    assert_int_equal(play.end_events, 1);
    check_scores(before);
}

static void begin_game(const struct cn_rules *rules, int players, int bots, uint64_t seed)
{
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        play.bots[seat] = cn_bot_at(bots < 2 ? bots : seat % 2);
    cn_game_init(&play.game, law_of(rules), players, NULL);
    chance_from_seed(&play.chance, seed);
    witness_init(&play.witness, seed);
    snprintf(play.label, sizeof play.label, "%s, %d players, bots %d, seed %llu", rules->name,
             players, bots, (unsigned long long)seed);
}

static void play_deals(int deals)
{
    for (int n = 0; n < deals && play.game.winner < 0; n++) {
        memset(play.melded, 0, sizeof play.melded);
        if (!witness_deal(&play.game, &play.chance, &observer))
            fail_msg("%s: a shuffled deck cannot be dealt", play.label);
        play_deal();
    }
}

static void for_all_tables(void (*test)(const struct cn_rules *rules, int players, uint64_t seed))
{
    struct cn_rules rules;
    for (int n = 0; n < scale(); n++)
        for (int set = 0; house_set_at(&rules, set); set++)
            for (int i = 0; house_players(&rules, i) != 0; i++)
                test(&rules, house_players(&rules, i), first_seed() + (uint64_t)n);
}

/* ---- the tests ---- */

enum {
    BOT_MIXES = 3 /* random, greedy, both */
};

static void two_deals(const struct cn_rules *rules, int players, uint64_t seed)
{
    for (int bots = 0; bots < BOT_MIXES; bots++) {
        begin_game(rules, players, bots, seed);
        play_deals(2);
    }
}

static void deals_of_all_sets(void **state)
{
    for_all_tables(two_deals);
}

static void whole_game(const struct cn_rules *rules, int players, uint64_t seed)
{
    if (players != 4 && scale() == 1)
        return;
    begin_game(rules, players, 1, seed);
    play_deals(1000);
    assert_true(play.game.winner >= 0);
    assert_int_equal(play.game.winner, play.winner);
}

static void games_to_the_target(void **state)
{
    for_all_tables(whole_game);
}

static void house_rules(void **state)
{
    struct cn_rules rules;
    for (int n = 0; n < 150 * scale(); n++) {
        const uint64_t seed = first_seed() * 1000 + (uint64_t)n;
        struct chance c;
        chance_from_seed(&c, seed);
        house_any_rules(&rules, &c);
        begin_game(&rules, house_any_players(&rules, &c), chance_below(&c, BOT_MIXES), seed);
        play_deals(1);
    }
}

static void concealed_hands(void **state)
{
    struct cn_rules rules;
    house_short_hands(&rules);
    begin_game(&rules, 4, 0, first_seed());
    play_deals(20);
}

/* Positions that play seldom reaches: taking large packs, no stock, the last red three. */
static void set_up_positions(void **state)
{
    static struct cn_position position;
    struct cn_position_fault fault;
    struct cn_rules rules;
    for (int n = 0; n < 500 * scale(); n++) {
        const uint64_t seed = first_seed() * 1000 + (uint64_t)n;
        struct chance c;
        chance_from_seed(&c, seed);
        house_any_rules(&rules, &c);
        const int players = house_any_players(&rules, &c);
        begin_game(&rules, players, chance_below(&c, BOT_MIXES), seed);
        setup_position(&position, &rules, players, &c);
        memset(play.melded, 0, sizeof play.melded);
        assert_true(cn_game_set_position(&play.game, &position, &observer, &fault));
        for (int seat = 0; seat < players; seat++)
            play.melded[seat] = (play.game.deal.board.melded >> seat & 1) != 0;
        play_deal();
    }
}

/* The house rules above must cover every parameter. */
static void house_rules_cover_every_parameter(void **state)
{
    struct chance c;
    struct cn_rules rules;
    chance_from_seed(&c, 1);
    for (int param = 0; param < CN_PARAM_COUNT; param++) {
        int set = 0;
        for (int tries = 0; tries < 60; tries++) {
            cn_rules_init(&rules);
            set += house_override(&rules, &c, param);
        }
        if (set == 0)
            fail_msg("no random value of %s is accepted", cn_param_name(param));
    }
}

/* The witness must notice a listed action that the law refuses, a missing action and a lost
 * card. */
static void the_witness_finds_faults(void **state)
{
    struct cn_rules rules;
    assert_true(house_set_at(&rules, 0));
    begin_game(&rules, 4, 0, 1);
    assert_true(witness_deal(&play.game, &play.chance, NULL));
    struct witness *w = &play.witness;
    sees(witness_list(w, &play.game));
    assert_false(witness_listed_action(w, &play.game, cn_action_of(CN_ACTION_STOP, 0, 0, 0, 0)));
    assert_false(witness_refuses(w, &play.game, cn_game_actor(&play.game), w->list.at[0]));
    play.game.deal.pile = cn_hand_add(play.game.deal.pile, cn_hand_single(CN_JOKER, 1));
    assert_false(witness_list(w, &play.game));
}

/* Runs last, over what all tests played. */
static void every_rare_thing_was_met(void **state)
{
    assert_true(seen.ends[CN_END_OUT] > 0);
    assert_true(seen.ends[CN_END_STOCK] > 0);
    assert_true(seen.ends[CN_END_RED_THREE] > 0);
    assert_true(seen.concealed > 0);
    assert_true(seen.asked > 0);
    assert_true(seen.black_threes > 0);
    assert_true(seen.combined > 0);
    assert_true(seen.wild_claims > 0);
    assert_true(seen.waiting > 0);
    assert_true(seen.last_red > 0);
    assert_true(seen.stock_gone > 0);
    assert_true(seen.large_hands > 0);
    assert_true(seen.games > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deals_of_all_sets),
        cmocka_unit_test(games_to_the_target),
        cmocka_unit_test(house_rules),
        cmocka_unit_test(concealed_hands),
        cmocka_unit_test(set_up_positions),
        cmocka_unit_test(house_rules_cover_every_parameter),
        cmocka_unit_test(every_rare_thing_was_met),
        cmocka_unit_test(the_witness_finds_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
