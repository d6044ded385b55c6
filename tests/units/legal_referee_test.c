/* legal_referee_test.c -- lawful play where a referee rules, against two independent
 * implementations of the rulebook.
 *
 * Positions of the classic rule sets, with house rules, in which the seat in turn holds red threes,
 * has cards face up, owes discards, must go out, may not take, or has had its count waived
 * (REFEREE, 2). In each the lists of exhaustive search (tests/oracle/oracle.h), of calculation
 * (tests/oracle/feasible.h) and of the engine must be equal, and the verdict on an action that is
 * not listed must name an article. Some listed actions are then applied, and the positions after
 * them tried.
 *
 * The positions change every day (UTC). The first line printed is the seed; CANASTA_SEED=n repeats
 * a run, and the argument n compares n lists instead of 20,000 (under sanitizers 4,000).
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

#include "engine/legal.h"
#include "tests/oracle/feasible.h"
#include "tests/oracle/kin.h"
#include "tests/units/effort.h"

enum {
    LISTS = 20000,
    STEPS_MAX = 7, /* decisions of one turn that are tried */
    SAMPLED = 6,   /* actions whose verdict is compared */
    SHOWN = 6
};

enum decider {
    SEARCH,
    CALCULATION,
    ENGINE,
    DECIDERS
};
static const char *const decider_names[] = {"search", "calculation", "engine"};

/* What positions are about, so that none is rare. */
enum about {
    HOLDS_RED,
    EXPOSED,
    OWES,
    BOUND,
    NO_TAKE,
    WAIVED,
    DECIDES,
    STUCK, /* only stopping is left, with a stock or after drawing (R21) */
    ABOUT
};
static const char *const about_names[] = {"red threes", "exposed", "owes",    "bound",
                                          "no take",    "waived",  "decides", "stuck"};

static struct {
    int64_t wanted, lists, given_up, differences[DECIDERS], wrong_verdicts, empty;
    int64_t about[ABOUT], types[CN_ACTION_TYPES];
    uint64_t seed;
} walk;
static struct cn_actions lists[DECIDERS];
static uint64_t position_seed;

/* ---- printing ---- */

static void print_cards(const char *what, cn_hand hand)
{
    printf("  %s:", what);
    for (int kind = 0; kind < CN_KINDS; kind++)
        for (int n = cn_hand_count(hand, kind); n > 0; n--)
            printf(" %s", cn_kind_name(kind));
    printf("\n");
}

static void print_position(void)
{
    const struct cn_board *b = &kin_now.board;
    printf("  rules %s%s\n  seed %llu, %d players, seat %d, phase %d, drew %d, laid %d, black %d,"
           " before %d, count %d of %d, owes %d, asked %d, answer %d, canastas needed %d\n",
           kin.rules.name, kin.text, (unsigned long long)position_seed, b->players, b->turn,
           b->phase, b->drew_from, b->laid, b->black_laid, b->melds_before, b->opening_points,
           b->minimum[b->side[b->turn]], b->owes_opening, b->asked, b->answer,
           cn_board_canastas_needed(&kin.rules, b));
    printf("  stock %d, pile %d, top %s, frozen %d; owed %d, short %d, no take %d, bound %d,"
           " waived %d, due %d\n",
           b->stock, b->pile, b->pile_top == CN_NO_KIND ? "none" : cn_kind_name(b->pile_top),
           b->frozen, b->owed[b->turn], b->short_turn, b->no_take, b->bound, b->count_waived,
           b->due);
    print_cards("hand", kin_now.hand);
    print_cards("face up", b->exposed[b->turn]);
    print_cards("of these shown", b->shown[b->turn]);
    for (int side = 0; side < b->sides; side++) {
        printf("  side %d%s:", side, side == b->side[b->turn] ? " (own)" : "");
        for (int m = 0; m < b->meld_count[side]; m++)
            printf(" %d:%s %d+%d+%d", m, cn_kind_name(cn_meld_kind(b->melds[side][m])),
                   cn_meld_naturals(b->melds[side][m]), cn_meld_deuces(b->melds[side][m]),
                   cn_meld_jokers(b->melds[side][m]));
        printf("\n");
    }
}

static bool is_listed(const struct cn_actions *list, struct cn_action action)
{
    for (int i = 0; i < list->count; i++)
        if (cn_action_equal(list->at[i], action))
            return true;
    return false;
}

static void print_only(const char *name, const struct cn_actions *in,
                       const struct cn_actions *other)
{
    int missing = 0;
    printf("  only %s:", name);
    for (int i = 0; i < in->count; i++) {
        char text[CN_ACTION_TEXT];
        if (is_listed(other, in->at[i]) || missing++ >= 12)
            continue;
        cn_action_format(&kin.law, in->at[i], text);
        printf(" [%s]", text);
    }
    printf(" %d\n", missing);
}

/* ---- comparing ---- */

static uint32_t number_of(struct cn_action a)
{
    return (uint32_t)a.type << 24 | (uint32_t)a.place << 16 | (uint32_t)a.amount << 8 | a.wilds;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = number_of(*(const struct cn_action *)a);
    const uint32_t y = number_of(*(const struct cn_action *)b);
    return (x > y) - (x < y);
}

static void sort_list(struct cn_actions *list)
{
    qsort(list->at, (size_t)list->count, sizeof list->at[0], by_number);
}

static void compare_with(enum decider decider)
{
    const struct cn_actions *a = &lists[SEARCH], *b = &lists[decider];
    sort_list(&lists[decider]);
    if (a->count == b->count && memcmp(a->at, b->at, (size_t)a->count * sizeof a->at[0]) == 0)
        return;
    if (walk.differences[decider]++ >= SHOWN)
        return;
    printf("DIFFERENCE: search and %s\n", decider_names[decider]);
    print_position();
    print_only("search", a, b);
    print_only(decider_names[decider], b, a);
}

static struct cn_action random_action(void)
{
    const int type = kin_below(CN_ACTION_PEEK);
    switch (type) {
    case CN_ACTION_TAKE_ONTO: return cn_action_of(type, kin_below(5), 0, 0, 0);
    case CN_ACTION_MELD:
    case CN_ACTION_ADD:
        return cn_action_of(type, kin_below(type == CN_ACTION_MELD ? CN_KINDS : 5), kin_below(5),
                            kin_below(3), kin_below(2));
    case CN_ACTION_MERGE: return cn_action_of(type, 0, 1 + kin_below(3), 0, 0);
    case CN_ACTION_DISCARD: return cn_action_of(type, kin_below(CN_KINDS), 0, 0, 0);
    case CN_ACTION_FACE: return cn_action_of(type, CN_RED_THREE, 0, 0, 0);
    case CN_ACTION_HAND: return cn_action_of(type, CN_NO_HAND, 0, 0, 0);
    case CN_ACTION_CALL: return cn_action_of(CN_ACTION_STOP, 0, 0, 0, 0); /* is never listed */
    default: return cn_action_of(type, 0, 0, 0, 0);
    }
}

static void compare_verdicts(void)
{
    const int actor = cn_board_actor(&kin_now.board);
    for (int i = 0; i < SAMPLED; i++) {
        const bool any = i < SAMPLED / 2 || lists[SEARCH].count == 0;
        const struct cn_action action =
            any ? random_action() : lists[SEARCH].at[kin_below(lists[SEARCH].count)];
        struct cn_refusal why = {0};
        const bool legal =
            cn_board_legal_check(&kin.law, &kin_now.board, actor, kin_now.hand, action, &why);
        char text[CN_ACTION_TEXT];
        if (legal == is_listed(&lists[SEARCH], action) && (legal || why.article[0] != '\0'))
            continue;
        if (walk.wrong_verdicts++ >= SHOWN)
            continue;
        cn_action_format(&kin.law, action, text);
        printf("VERDICT: %s is %slegal (%s)\n", text, legal ? "" : "not ", why.article);
        print_position();
    }
}

/* Is stopping all that is left, where a turn does not usually end so (R21)? */
static bool is_stuck(void)
{
    const struct cn_board *board = &kin_now.board;
    const struct cn_actions *list = &lists[SEARCH];
    if (list->count != 1 || list->at[0].type != CN_ACTION_STOP ||
        board->phase == CN_PHASE_LAST_RED_THREE)
        return false;
    if (board->phase != CN_PHASE_START)
        return true;
    return board->stock > 0 || (board->owed[board->turn] == 0 && board->no_take == 0 &&
                                (board->bound || board->answer == CN_ANSWER_YES));
}

static void count_what_it_is_about(void)
{
    const struct cn_board *board = &kin_now.board;
    const int seat = board->turn;
    walk.about[HOLDS_RED] += cn_hand_count(kin_now.hand, CN_RED_THREE) > 0;
    walk.about[EXPOSED] += cn_board_must_discard(board, seat) != 0;
    walk.about[OWES] += board->owed[seat] > 0;
    walk.about[BOUND] += board->bound && lists[SEARCH].count > 0;
    walk.about[NO_TAKE] += board->no_take != 0;
    walk.about[WAIVED] += board->count_waived;
    walk.about[DECIDES] += board->due != CN_DUE_NOTHING;
    walk.about[STUCK] += is_stuck();
    for (int i = 0; i < lists[SEARCH].count; i++)
        walk.types[lists[SEARCH].at[i].type]++;
}

/* A bond that cannot be obeyed falls (R20), by the referee and not by the law: such a position is
 * left out, as is one that lawful play does not reach. */
static bool compare_lists(void)
{
    const struct cn_board *board = &kin_now.board;
    if (oracle_list(&kin.rules, board, kin_now.hand, 0, &lists[SEARCH]) < 0) {
        walk.given_up++;
        return false;
    }
    const bool binds = board->bound || board->answer != CN_ANSWER_NONE;
    if (is_stuck() && (binds || cn_ruled_size(kin_now.hand) > 1))
        return false;
    walk.lists++;
    walk.empty += lists[SEARCH].count == 0;
    sort_list(&lists[SEARCH]);
    count_what_it_is_about();
    if (feasible_list(&kin.rules, board, kin_now.hand, 0, &lists[CALCULATION]) >= 0)
        compare_with(CALCULATION);
    cn_board_legal_list(&kin.law, board, kin_now.hand, &lists[ENGINE]);
    compare_with(ENGINE);
    compare_verdicts();
    return true;
}

static void play_on(void)
{
    for (int step = 0; step < STEPS_MAX && walk.lists < walk.wanted; step++) {
        if (!compare_lists() || lists[SEARCH].count == 0)
            return;
        if (!kin_apply(&kin_now, lists[SEARCH].at[kin_below(lists[SEARCH].count)]))
            return;
    }
}

/* ---- the walk and its tests ---- */

static void *walk_positions(void *unused)
{
    (void)unused;
    for (uint64_t n = 0; walk.lists < walk.wanted; n++) {
        position_seed = walk.seed * 1000003u + n;
        cn_rng_init(&kin_rng, position_seed);
        kin_choose_refereed();
        cn_law_init(&kin.law, &kin.rules);
        kin_choose_position();
        kin_add_rulings();
        play_on();
    }
    return NULL;
}

static int all_lists_are_equal(void)
{
    return walk.differences[CALCULATION] == 0 && walk.differences[ENGINE] == 0;
}

static void deciders_agree(void **state)
{
    (void)state;
    assert_true(all_lists_are_equal());
    assert_true(walk.given_up < walk.lists / 50);
    assert_int_equal(walk.empty, 0);
}

static void verdicts_agree_with_lists(void **state)
{
    (void)state;
    assert_int_equal(walk.wrong_verdicts, 0);
}

static void positions_are_about_everything(void **state)
{
    (void)state;
    for (int about = 0; about < STUCK; about++)
        assert_true(walk.about[about] > walk.lists / 500);
    assert_true(walk.about[STUCK] > 0);
    for (int type = 0; type < CN_ACTION_PEEK; type++)
        if (type != CN_ACTION_HAND && type != CN_ACTION_CALL) /* never listed here */
            assert_true(walk.types[type] > 0);
}

int main(int count, char **arguments)
{
    const char *seed = getenv("CANASTA_SEED");
    walk.wanted = count > 1 ? strtoll(arguments[1], NULL, 10) : is_sanitized() ? LISTS / 5 : LISTS;
    walk.seed = seed != NULL ? strtoull(seed, NULL, 10) : (uint64_t)(time(NULL) / 86400);
    printf("seed %llu, %lld lists\n", (unsigned long long)walk.seed, (long long)walk.wanted);
    walk_positions(NULL);
    for (int about = 0; about < ABOUT; about++)
        printf("%s %lld, ", about_names[about], (long long)walk.about[about]);
    printf("given up %lld, empty %lld; differences: calculation %lld, engine %lld\n",
           (long long)walk.given_up, (long long)walk.empty,
           (long long)walk.differences[CALCULATION], (long long)walk.differences[ENGINE]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deciders_agree),
        cmocka_unit_test(verdicts_agree_with_lists),
        cmocka_unit_test(positions_are_about_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
