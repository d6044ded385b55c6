/* twins_test.c -- nothing leaks: two games that differ only in cards that a seat cannot see are the
 * same to that seat.
 *
 * Twins of each position are made by exchanging cards between the stock, the other hands and the
 * pile under its top card. What everyone sees stays the same: the number of cards in each place,
 * the red threes in the pile and the cards that freeze it. Remembered discards may change, because
 * legality ignores memory (I27). Both games must give the seat the same board, the same list in the
 * same order and the same refusals, and an action that shows it no new card must leave both boards
 * the same.
 *
 * Bots remember, so their twins also agree on what can be remembered: the pile, and cards known to
 * be in a hand. The whole view is then the same, and every bot must make the same move.
 *
 * The last test shows that leaks are found: it lists actions from hidden cards. CANASTA_FULL=1
 * makes fifty times as many twins; CANASTA_SEED=n makes others. */
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
#include "tests/fuzz/driver/house.h"
#include "tests/fuzz/driver/mover.h"
#include "tests/fuzz/driver/setup.h"
#include "tests/fuzz/driver/witness.h"

/* Lists the legal actions of the deciding seat. It gets the whole game, so a test can leak. */
typedef int lister(const struct cn_game *game, struct cn_actions *out);

struct walk {
    struct cn_game game, twin;
    struct chance chance;
    struct cn_actions list, twin_list;
    int64_t positions, exchanged, differences;
    char label[160];
};

static struct walk walk;

static int scale(void)
{
    const char *full = getenv("CANASTA_FULL");
    return full != NULL && full[0] == '1' ? 50 : 1;
}

/* ---- twins ---- */

/* A card that the seat cannot see, and its place: a seat's hand, -1 for the stock and what waits,
 * or -2 for the pile. */
enum {
    IN_STOCK = -1,
    IN_PILE = -2
};
struct hidden {
    cn_card card;
    int at, index;
};

struct hiding {
    struct hidden cards[CN_CARDS_MAX];
    int count;
};

static bool freezes(const struct cn_rules *rules, cn_card card)
{
    return (rules->pile_freeze >> cn_card_kind(card) & 1) != 0;
}

static bool is_bonus(const struct cn_game *game, cn_card card)
{
    return cn_is_bonus(&game->law->rules, cn_card_kind(card));
}

static void hide(struct hiding *hiding, cn_card card, int at, int index)
{
    hiding->cards[hiding->count++] = (struct hidden){card, at, index};
}

/* Lists everything that 'seat' does not see. In the pile, that is what is under the top card except
 * red threes and cards that freeze it, which everyone saw. A seat that remembers knows the whole
 * pile, and the cards that other hands took from one. */
static void find_hidden(const struct cn_game *game, int seat, bool remembers, struct hiding *hiding)
{
    const struct cn_deal *deal = &game->deal;
    const struct cn_placement *cards = &game->cards;
    const int under =
        deal->board.pile_top == CN_NO_KIND ? cards->pile_count : cards->pile_count - 1;
    hiding->count = 0;
    for (int i = 0; i < deal->cards; i++)
        if (i >= deal->drawn || cn_deal_waits_at(deal, i))
            hide(hiding, deal->stock[i], IN_STOCK, i);
    for (int other = 0; other < game->players; other++) {
        cn_hand known = remembers ? deal->memory.known[other] : CN_NO_CARDS;
        for (int face = 0; other != seat && face < CN_CARD_CODES; face++) {
            const int kind = cn_card_kind((cn_card)face);
            for (int copy = 0; copy < cards->hand[other][face]; copy++) {
                if (cn_hand_count(known, kind) == 0)
                    hide(hiding, (cn_card)face, other, 0);
                else
                    known = cn_hand_remove(known, cn_hand_single(kind, 1));
            }
        }
    }
    for (int i = 0; i < under && !remembers; i++)
        if (!is_bonus(game, cards->pile[i]) && !freezes(&game->law->rules, cards->pile[i]))
            hide(hiding, cards->pile[i], IN_PILE, i);
}

/* Returns whether the card could be there, as far as everyone knows. */
static bool fits(const struct cn_game *game, cn_card card, int at)
{
    const bool red = is_bonus(game, card);
    if (at == IN_STOCK)
        return true;
    if (at == IN_PILE)
        return !red && !freezes(&game->law->rules, card);
    return !red || (game->deal.board.turned >> at & 1) == 0;
}

static void exchange(const struct cn_game *game, struct hiding *hiding, struct chance *c)
{
    for (int i = hiding->count - 1; i > 0; i--) {
        struct hidden *a = &hiding->cards[i];
        struct hidden *b = &hiding->cards[chance_below(c, i + 1)];
        if (!fits(game, a->card, b->at) || !fits(game, b->card, a->at))
            continue;
        const cn_card card = a->card;
        a->card = b->card;
        b->card = card;
    }
}

static void place(struct cn_game *twin, const struct hidden *hidden)
{
    struct cn_deal *deal = &twin->deal;
    const cn_hand one = cn_hand_single(cn_card_kind(hidden->card), 1);
    if (hidden->at == IN_STOCK) {
        deal->stock[hidden->index] = hidden->card;
    } else if (hidden->at == IN_PILE) {
        twin->cards.pile[hidden->index] = hidden->card;
        deal->pile = cn_hand_add(deal->pile, one);
    } else {
        cn_placement_receive(&twin->cards, &twin->law->rules, hidden->at, hidden->card);
        deal->hands[hidden->at] = cn_hand_add(deal->hands[hidden->at], one);
    }
}

static void take_away(struct cn_game *twin, const struct hidden *hidden)
{
    const cn_hand one = cn_hand_single(cn_card_kind(hidden->card), 1);
    if (hidden->at == IN_PILE) {
        twin->deal.pile = cn_hand_remove(twin->deal.pile, one);
    } else if (hidden->at >= 0) {
        cn_placement_remove(&twin->cards, hidden->at, hidden->card);
        twin->deal.hands[hidden->at] = cn_hand_remove(twin->deal.hands[hidden->at], one);
    }
}

/* The cards that have left the stock are stored before it, among those that wait, so that both
 * together are all the packs. The order in which they left no longer matters. */
static void refill_drawn(struct cn_deal *twin, const struct cn_deal *deal)
{
    int copies[CN_CARD_CODES] = {0};
    int at = 0;
    for (int i = 0; i < deal->cards; i++)
        copies[deal->stock[i]]++;
    for (int i = 0; i < twin->cards; i++)
        if (i >= twin->drawn || cn_deal_waits_at(twin, i))
            copies[twin->stock[i]]--;
    for (int face = 0; face < CN_CARD_CODES; face++)
        for (; copies[face] > 0; copies[face]--) {
            while (cn_deal_waits_at(twin, at))
                at++;
            twin->stock[at++] = (cn_card)face;
        }
}

/* Notes which bonus cards came first to the hands (IA3). */
static void note_first(struct cn_game *twin)
{
    for (int seat = 0; seat < twin->players; seat++) {
        cn_card held[CN_BONUS_CARDS_MAX];
        const struct cn_rules *rules = &twin->law->rules;
        const int count = cn_placement_bonus(&twin->cards, rules, seat, held);
        twin->deal.first_black[seat] = 0;
        for (int i = 0; i < count && i < rules->keep_bonus_card; i++)
            if (cn_card_kind(held[i]) == CN_BLACK_THREE)
                twin->deal.first_black[seat]++;
    }
}

/* Makes walk.twin from walk.game for this seat, with or without its memory. */
static void make_twin(int seat, bool remembers)
{
    struct hiding before, after;
    find_hidden(&walk.game, seat, remembers, &before);
    after = before;
    exchange(&walk.game, &after, &walk.chance);
    walk.twin = walk.game;
    for (int i = 0; i < before.count; i++)
        take_away(&walk.twin, &before.cards[i]);
    for (int i = 0; i < after.count; i++) {
        place(&walk.twin, &after.cards[i]);
        walk.exchanged += after.cards[i].card != before.cards[i].card;
    }
    for (int i = 0; i < walk.twin.cards.pile_count; i++)
        if (walk.game.law->rules.pile_taken != CN_UNLIMITED)
            cn_memory_set_pile_at(&walk.twin.deal.memory, i, cn_card_kind(walk.twin.cards.pile[i]));
    note_first(&walk.twin);
    refill_drawn(&walk.twin.deal, &walk.game.deal);
    const char *wrong = cn_game_check(&walk.twin);
    if (wrong != NULL)
        fail_msg("%s: the twin is not a valid game: %s", walk.label, wrong);
}

/* ---- comparing ---- */

static int honest(const struct cn_game *game, struct cn_actions *out)
{
    const struct cn_view view = cn_game_view(game, cn_game_actor(game));
    return cn_board_legal_list(game->law, view.board, view.hand, out);
}

static bool same_view(int seat)
{
    const struct cn_view a = cn_game_view(&walk.game, seat);
    const struct cn_view b = cn_game_view(&walk.twin, seat);
    return cn_hand_same(a.hand, b.hand) && a.seat == b.seat &&
           memcmp(a.board, b.board, sizeof *a.board) == 0;
}

/* Compares the view and all that can be remembered. */
static bool same_memory(int seat)
{
    const struct cn_view a = cn_game_view(&walk.game, seat);
    const struct cn_view b = cn_game_view(&walk.twin, seat);
    return cn_hand_same(a.pile, b.pile) && memcmp(a.memory, b.memory, sizeof *a.memory) == 0;
}

static bool same_list(lister *list)
{
    const int count = list(&walk.game, &walk.list);
    return count == list(&walk.twin, &walk.twin_list) &&
           memcmp(walk.list.at, walk.twin_list.at, (size_t)count * sizeof walk.list.at[0]) == 0;
}

static bool same_verdict(int seat, struct cn_action action)
{
    struct cn_refusal a, b;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    const bool legal = cn_board_legal_check(walk.game.law, &walk.game.deal.board, seat,
                                            walk.game.deal.hands[seat], action, &a);
    return legal == cn_board_legal_check(walk.twin.law, &walk.twin.deal.board, seat,
                                         walk.twin.deal.hands[seat], action, &b) &&
           memcmp(&a, &b, sizeof a) == 0;
}

/* cn_game_apply must give the same refusal, although it has the whole game. */
static bool same_refusal_by_the_game(int seat, struct cn_action action)
{
    static struct cn_game a, b;
    struct cn_refusal why_a, why_b;
    memset(&why_a, 0, sizeof why_a);
    memset(&why_b, 0, sizeof why_b);
    if (cn_board_legal_check(walk.game.law, &walk.game.deal.board, seat, walk.game.deal.hands[seat],
                             action, NULL))
        return true;
    a = walk.game;
    b = walk.twin;
    return !cn_game_play(&a, seat, action, NULL, &why_a, NULL) &&
           !cn_game_play(&b, seat, action, NULL, &why_b, NULL) &&
           memcmp(&why_a, &why_b, sizeof why_a) == 0;
}

static bool moves_alike(const struct cn_bot *bot, int seat)
{
    const struct cn_view a = cn_game_view(&walk.game, seat);
    const struct cn_view b = cn_game_view(&walk.twin, seat);
    struct cn_rng rng = walk.chance.rng, twin_rng = walk.chance.rng;
    const struct cn_action x = mover_move(bot, &a, &rng);
    const struct cn_action y = mover_move(bot, &b, &twin_rng);
    return cn_action_equal(x, y) && memcmp(&rng, &twin_rng, sizeof rng) == 0;
}

/* The styles of the pool are one program with other weights: one at each position is enough. */
static const struct cn_bot *next_of_pool(void)
{
    static int next;
    if (cn_pool_at(next) == NULL)
        next = 0;
    return cn_pool_at(next++);
}

static bool same_moves(int seat)
{
    for (int i = 0; cn_bot_at(i) != NULL; i++)
        if (!moves_alike(cn_bot_at(i), seat))
            return false;
    return moves_alike(next_of_pool(), seat);
}

/* Advice tries more than a bot's move tells: its figures and what it found agree too. */
static bool same_advice(int seat)
{
    static struct cn_duel duel;
    struct cn_review review[2];
    const struct cn_game *const games[2] = {&walk.game, &walk.twin};
    struct cn_review_work work = {.bot = cn_bot_find("search"), .duel = &duel};
    work.mind = malloc(work.bot->memory_size);
    assert_non_null(work.mind);
    for (int i = 0; i < 2; i++) {
        const struct cn_view view = cn_game_view(games[i], seat);
        cn_review_start(&work, &view, NULL, 5, 1500);
        cn_review_think(&work, 1500);
        memset(&review[i], 0, sizeof review[i]);
        cn_review_finish(&work, &review[i]);
    }
    free(work.mind);
    return cn_action_equal(review[0].best, review[1].best) &&
           cn_action_equal(review[0].rival, review[1].rival) && review[0].gain == review[1].gain &&
           review[0].error == review[1].error && review[0].worlds == review[1].worlds &&
           review[0].reason.id == review[1].reason.id &&
           review[0].finding.any == review[1].finding.any &&
           review[0].finding.better == review[1].finding.better &&
           review[0].finding.other == review[1].finding.other;
}

/* Returns whether no card came from the stock or a second hand, no red three from another hand, and
 * none lies open that was covered. */
static bool reveals_nothing(const struct cn_board *before, const struct cn_board *after)
{
    const bool uncovers = after->pile < before->pile && after->pile > 0;
    return before->turn == after->turn && before->stock == after->stock && !uncovers &&
           memcmp(before->second, after->second, sizeof before->second) == 0 &&
           after->phase != CN_PHASE_ENDED;
}

/* After an action that shows the seat nothing new, the boards must still be the same. This includes
 * taking the pile, whose size was known. */
static bool same_afterwards(int seat, struct cn_action action)
{
    static struct cn_game a, b;
    a = walk.game;
    b = walk.twin;
    const bool played = cn_game_play(&a, seat, action, NULL, NULL, NULL);
    if (played != cn_game_play(&b, seat, action, NULL, NULL, NULL))
        return false;
    if (!played || !reveals_nothing(&walk.game.deal.board, &a.deal.board))
        return true;
    return memcmp(&a.deal.board, &b.deal.board, sizeof a.deal.board) == 0;
}

static void differ(bool same, const char *what, struct cn_action action)
{
    char text[CN_ACTION_TEXT];
    if (same)
        return;
    cn_action_format(NULL, action, text);
    fail_msg("%s: seat %d can tell the twins apart by %s (%s)", walk.label,
             cn_game_actor(&walk.game), what, text);
}

static void compare_as_actor(int seat)
{
    const struct cn_action none = cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0);
    differ(same_list(honest), "the list", none);
    for (int i = 0; i < 12; i++) {
        const struct cn_action action = witness_any_action(&walk.chance);
        differ(same_verdict(seat, action), "a verdict", action);
        differ(same_refusal_by_the_game(seat, action), "a refusal", action);
    }
    for (int i = 0; i < 3; i++) {
        const struct cn_action action = walk.list.at[chance_below(&walk.chance, walk.list.count)];
        differ(same_verdict(seat, action), "a verdict", action);
        differ(same_afterwards(seat, action), "what came of it", action);
    }
}

/* Makes twins for the seat that decides and for another one, which must get the same refusals
 * too. */
static void compare_twins(void)
{
    const int actor = cn_game_actor(&walk.game);
    const int other = chance_below(&walk.chance, walk.game.players);
    const struct cn_action none = cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0);
    make_twin(actor, false);
    differ(same_view(actor), "the view", none);
    compare_as_actor(actor);
    make_twin(actor, true);
    differ(same_view(actor) && same_memory(actor), "the view", none);
    differ(same_moves(actor), "a bot's move", none);
    if (walk.positions % 256 == 1)
        differ(same_advice(actor), "advice", none);
    if (other == actor)
        return;
    make_twin(other, false);
    differ(same_view(other), "another seat's view", none);
    differ(same_verdict(other, none), "a verdict out of turn", none);
}

/* ---- walking ---- */

static void step(const struct cn_bot *bot)
{
    const int seat = cn_game_actor(&walk.game);
    const struct cn_view view = cn_game_view(&walk.game, seat);
    const struct cn_action action = mover_move(bot, &view, &walk.chance.rng);
    assert_true(cn_game_play(&walk.game, seat, action, NULL, NULL, NULL));
}

static void walk_deal(const struct cn_bot *bot, void (*look)(void))
{
    for (int decisions = 0; walk.game.in_deal; decisions++) {
        assert_true(decisions < DECISIONS_MAX);
        walk.positions++;
        look();
        step(bot);
    }
}

static void begin(const struct cn_rules *rules, int players, uint64_t seed)
{
    snprintf(walk.label, sizeof walk.label, "%s, %d players, seed %llu", rules->name, players,
             (unsigned long long)seed);
    chance_from_seed(&walk.chance, seed);
    cn_game_init(&walk.game, law_of(rules), players, NULL);
}

static void walk_table(const struct cn_rules *rules, int players, uint64_t seed, void (*look)(void))
{
    const int most = scale() == 1 && is_sanitized() ? 1 : 2;
    for (int bot = 0; cn_bot_at(bot) != NULL; bot++) {
        begin(rules, players, seed);
        for (int deals = 0; deals < most && walk.game.winner < 0; deals++) {
            assert_true(witness_deal(&walk.game, &walk.chance, NULL));
            walk_deal(cn_bot_at(bot), look);
        }
    }
}

static void walk_all(void (*look)(void))
{
    struct cn_rules rules;
    walk.positions = walk.exchanged = 0;
    for (int n = 0; n < scale(); n++)
        for (int set = 0; house_set_at(&rules, set); set++)
            for (int i = 0; house_players(&rules, i) != 0; i++)
                walk_table(&rules, house_players(&rules, i), first_seed() + (uint64_t)n, look);
}

/* Positions that play seldom reaches, also under house rules. */
static void walk_set_up(void (*look)(void))
{
    static struct cn_position position;
    struct cn_position_fault fault;
    struct cn_rules rules;
    const int count = scale() == 1 && is_sanitized() ? 100 : 300;
    for (int n = 0; n < count * scale(); n++) {
        const uint64_t seed = first_seed() * 1000 + (uint64_t)n;
        chance_from_seed(&walk.chance, seed);
        house_any_rules(&rules, &walk.chance);
        begin(&rules, house_any_players(&rules, &walk.chance), seed);
        setup_position(&position, &rules, walk.game.players, &walk.chance);
        assert_true(cn_game_set_position(&walk.game, &position, NULL, &fault));
        walk_deal(cn_bot_at(n % 2), look);
    }
}

/* ---- the tests ---- */

static void twins_of_played_games(void **state)
{
    walk_all(compare_twins);
    assert_true(walk.positions > 1000);
    assert_true(walk.exchanged > 20 * walk.positions);
}

static void twins_of_set_up_positions(void **state)
{
    walk_set_up(compare_twins);
}

/* ---- leaks that must be found ---- */

static void drop(struct cn_actions *out, int at)
{
    out->at[at] = out->at[--out->count];
}

static void drop_type(struct cn_actions *out, int type)
{
    for (int i = out->count - 1; i >= 0; i--)
        if (out->at[i].type == type && out->count > 1)
            drop(out, i);
}

/* Omits drawing if the next card is a red three. */
static int leaks_the_stock(const struct cn_game *game, struct cn_actions *out)
{
    const struct cn_deal *deal = &game->deal;
    out->count = honest(game, out);
    if (deal->drawn < deal->cards && cn_card_kind(deal->stock[deal->drawn]) == CN_RED_THREE)
        drop_type(out, CN_ACTION_DRAW);
    return out->count;
}

/* Omits discards of which the next seat holds two. */
static int leaks_a_hand(const struct cn_game *game, struct cn_actions *out)
{
    const struct cn_board *board = &game->deal.board;
    const cn_hand next = game->deal.hands[board->next[board->turn]];
    out->count = honest(game, out);
    for (int i = out->count - 1; i >= 0; i--)
        if (out->at[i].type == CN_ACTION_DISCARD && cn_hand_count(next, out->at[i].place) >= 2 &&
            out->count > 1)
            drop(out, i);
    return out->count;
}

/* Counts on the cards under the top (I27): takes the pack only if they would help. */
static int leaks_the_pile(const struct cn_game *game, struct cn_actions *out)
{
    const cn_hand hand = game->deal.hands[cn_game_actor(game)];
    out->count = honest(game, out);
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++)
        if (cn_hand_count(game->deal.pile, kind) >= 2 && cn_hand_count(hand, kind) >= 1)
            return out->count;
    drop_type(out, CN_ACTION_TAKE_PAIR);
    return out->count;
}

/* Lists the same actions in an order that depends on a card of the partner, which is a leak as
 * well. */
static int leaks_by_order(const struct cn_game *game, struct cn_actions *out)
{
    const struct cn_board *board = &game->deal.board;
    out->count = honest(game, out);
    if (out->count > 1 && cn_hand_count(game->deal.hands[board->next[board->turn]], CN_ACE) > 0) {
        const struct cn_action first = out->at[0];
        out->at[0] = out->at[1];
        out->at[1] = first;
    }
    return out->count;
}

static lister *suspect;

static void look_at_suspect(void)
{
    make_twin(cn_game_actor(&walk.game), false);
    walk.differences += !same_list(suspect);
}

static int64_t differences_of(lister *list)
{
    struct cn_rules rules;
    assert_true(house_set_at(&rules, 0));
    suspect = list;
    walk.differences = 0;
    for (int seed = 1; seed <= 5; seed++)
        walk_table(&rules, 4, (uint64_t)seed, look_at_suspect);
    return walk.differences;
}

static void leaks_are_found(void **state)
{
    assert_int_equal(differences_of(honest), 0);
    assert_true(differences_of(leaks_the_stock) > 0);
    assert_true(differences_of(leaks_a_hand) > 0);
    assert_true(differences_of(leaks_the_pile) > 0);
    assert_true(differences_of(leaks_by_order) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twins_of_played_games),
        cmocka_unit_test(twins_of_set_up_positions),
        cmocka_unit_test(leaks_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
