/* legal_set_test.c -- a set of legal actions is the list of them (cn_legal_set_init).
 *
 * Over all rule sets and numbers of players, random house rules, random positions and refereed
 * tables: the count, every action by its number, any part written out, and for every action of the
 * list, those that differ from one by a field and others, whether the set has it. CANASTA_FULL=1
 * plays fifty times as much; CANASTA_SEED=n plays others.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "canasta/canasta.h"

#include "bots/bots.h"
#include "effort.h"
#include "erring.h"
#include "law_of.h"
#include "tests/fuzz/driver/house.h"
#include "tests/fuzz/driver/setup.h"
#include "tests/fuzz/driver/witness.h"

enum {
    LOOKED_AT = 400, /* actions of a list, from both ends */
    PART = 300
};

static struct {
    struct witness witness;
    struct cn_actions list;
    struct cn_legal_set set;
    struct cn_action part[PART];
    int64_t plain, others, long_lists, refereed;
    int64_t types[CN_ACTION_TYPES]; /* in plain turns */
} t;

static int effort(int usual)
{
    const char *full = getenv("CANASTA_FULL");
    return full != NULL && full[0] == '1' ? 50 * usual : usual;
}

static bool is_listed(struct cn_action action)
{
    for (int i = 0; i < t.list.count; i++)
        if (cn_action_equal(t.list.at[i], action))
            return true;
    return false;
}

static void expect_has(struct cn_action action)
{
    assert_int_equal(cn_legal_set_has(&t.set, action), is_listed(action));
}

/* Actions that differ from this one by one in one field. */
static void expect_near(struct cn_action action)
{
    uint8_t bytes[sizeof action];
    for (size_t i = 0; i < sizeof action; i++) {
        for (int step = -1; step <= 1; step += 2) {
            struct cn_action near;
            memcpy(bytes, &action, sizeof action);
            bytes[i] = (uint8_t)(bytes[i] + step);
            memcpy(&near, bytes, sizeof near);
            char text[CN_ACTION_TEXT];
            struct cn_action read;
            if (near.type >= CN_ACTION_TYPES || near.place > 99 || near.amount > 99)
                continue;
            if (cn_action_parse(t.set.law, text, cn_action_format(t.set.law, near, text), &read))
                expect_has(read);
        }
    }
}

static void expect_part(int first, int capacity)
{
    memset(t.part, 0xee, sizeof t.part);
    assert_int_equal(cn_legal_set_list(&t.set, first, t.part, capacity), t.list.count);
    for (int i = 0; i < capacity && first + i < t.list.count; i++)
        assert_true(cn_action_equal(t.part[i], t.list.at[first + i]));
    assert_int_equal(t.part[capacity].type, 0xee);
}

static void expect_set_is_list(const struct cn_view *view)
{
    cn_board_legal_list(view->law, view->board, view->hand, &t.list);
    memset(&t.set, 0x5a, sizeof t.set);
    assert_int_equal(cn_legal_set_init(&t.set, view), t.list.count);
    assert_int_equal(t.set.count, t.list.count);
    for (int i = 0; i < t.list.count; i++) {
        if (i >= LOOKED_AT / 2 && i < t.list.count - LOOKED_AT / 2)
            continue;
        assert_true(cn_action_equal(cn_legal_set_at(&t.set, i), t.list.at[i]));
        assert_true(cn_legal_set_has(&t.set, t.list.at[i]));
        t.types[t.list.at[i].type] += t.set.plain;
    }
    expect_part(0, PART - 1);
    expect_part(1, 7);
    expect_part(t.list.count / 2, 3);
    expect_part(t.list.count, 5);
    if (t.list.count > 0)
        expect_near(t.list.at[chance_below(&t.witness.chance, t.list.count)]);
    for (int i = 0; i < 8; i++)
        expect_has(witness_any_action(&t.witness.chance));
    t.plain += t.set.plain;
    t.others += !t.set.plain;
    t.long_lists += t.list.count > CN_ACTIONS_TYPICAL;
    t.refereed += view->law->refereed;
}

static void expect_here(const struct cn_game *game)
{
    const struct cn_view view = cn_game_view(game, cn_game_actor(game));
    expect_set_is_list(&view);
}

/* ---- games ---- */

static void play_deal(const struct cn_rules *rules, int players, uint64_t seed)
{
    static struct cn_game game;
    struct cn_rng rng;
    struct cn_rng same;
    char name[32];
    snprintf(name, sizeof name, "set %llu", (unsigned long long)seed);
    cn_rng_init(&rng, seed);
    chance_from_seed(&t.witness.chance, seed);
    cn_game_init(&game, law_of(rules), players, NULL);
    cn_game_deal_seeded(&game, name, NULL);
    while (cn_game_stage(&game) == CN_STAGE_IN_DEAL) {
        const struct cn_view view = cn_game_view(&game, cn_game_actor(&game));
        expect_set_is_list(&view);
        same = rng;
        const struct cn_action action = cn_bot_decide(cn_bot_find("random"), NULL, 0, &view, &rng);
        const uint32_t i = cn_rng_below(&same, (uint32_t)t.list.count);
        assert_true(cn_action_equal(action, t.list.at[i]));
        assert_true(cn_game_play(&game, view.seat, action, NULL, NULL, NULL));
    }
}

static void all_rule_sets(void **state)
{
    for (int n = 0; n < effort(3); n++) {
        struct cn_rules rules;
        for (int set = 0; house_set_at(&rules, set); set++)
            for (int i = 0; house_players(&rules, i) != 0; i++)
                play_deal(&rules, house_players(&rules, i), first_seed() + (uint64_t)n);
    }
    (void)state;
}

static void house_rules(void **state)
{
    for (int n = 0; n < effort(100); n++) {
        struct cn_rules rules;
        struct chance c;
        chance_from_seed(&c, first_seed() + 1000 + (uint64_t)n);
        house_any_rules(&rules, &c);
        play_deal(&rules, house_any_players(&rules, &c), first_seed() + (uint64_t)n);
    }
    (void)state;
}

static void positions(void **state)
{
    for (int n = 0; n < effort(400); n++) {
        static struct cn_game game;
        static struct cn_position position;
        struct cn_rules rules;
        struct cn_position_fault why;
        struct chance c;
        chance_from_seed(&c, first_seed() + 5000 + (uint64_t)n);
        chance_from_seed(&t.witness.chance, first_seed() + (uint64_t)n);
        house_any_rules(&rules, &c);
        const int players = house_any_players(&rules, &c);
        setup_position(&position, &rules, players, &c);
        cn_game_init(&game, law_of(&rules), players, NULL);
        assert_true(cn_game_set_position(&game, &position, NULL, &why));
        for (int i = 0; i < 12 && cn_game_stage(&game) == CN_STAGE_IN_DEAL; i++) {
            expect_here(&game);
            const struct cn_action action = t.list.at[chance_below(&c, t.list.count)];
            assert_true(cn_game_play(&game, cn_game_actor(&game), action, NULL, NULL, NULL));
        }
    }
    (void)state;
}

static void refereed_tables(void **state)
{
    for (int n = 0; n < effort(20); n++) {
        static struct cn_game game;
        struct cn_rules rules;
        struct cn_rng rng;
        struct cn_rules_error error;
        const char *referee = n % 2 == 0 ? "called" : "watchful";
        cn_rng_init(&rng, first_seed() + 9000 + (uint64_t)n);
        chance_from_seed(&t.witness.chance, first_seed() + (uint64_t)n);
        cn_rules_init(&rules);
        assert_true(cn_rules_set(&rules, "referee", referee, strlen(referee), &error));
        cn_rules_derive(&rules);
        cn_game_init(&game, law_of(&rules), 2 + n % 5, NULL);
        cn_game_deal_seeded(&game, "refereed", NULL);
        for (int i = 0; i < 1000 && game.in_deal; i++) {
            expect_here(&game);
            const struct erring_act act = erring_choose(&game, &rng, 10);
            cn_game_play(&game, act.seat, act.action, NULL, NULL, NULL);
        }
    }
    (void)state;
}

/* A hand of 57 cards, 13 of them wild. */
static void long_lists(void **state)
{
    static struct cn_game game;
    struct cn_rules rules;
    assert_true(cn_rules_load(&rules, "threepack"));
    cn_game_init(&game, law_of(&rules), 6, NULL);
    cn_game_deal_seeded(&game, "long", NULL);
    chance_from_seed(&t.witness.chance, first_seed());
    struct cn_view view = cn_game_view(&game, cn_game_actor(&game));
    game.deal.board.phase = CN_PHASE_MELD;
    game.deal.board.owes_opening = 0;
    view.hand = cn_hand_add(cn_hand_single(CN_DEUCE, 8), cn_hand_single(CN_JOKER, 5));
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++)
        view.hand = cn_hand_add(view.hand, cn_hand_single(kind, 4));
    for (int i = 0; i < 20; i++)
        expect_set_is_list(&view);
    (void)state;
}

/* Each sort of turn was met, or the tests above would prove nothing. */
static void all_sorts_were_met(void **state)
{
    assert_true(t.plain > 1000 && t.others > 1000);
    assert_true(t.long_lists > 0);
    assert_true(t.refereed > 100);
    assert_true(t.types[CN_ACTION_DISCARD] > 100);
    assert_true(t.types[CN_ACTION_MELD] > 100);
    assert_true(t.types[CN_ACTION_ADD] > 100);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_rule_sets), cmocka_unit_test(house_rules),
        cmocka_unit_test(positions),     cmocka_unit_test(refereed_tables),
        cmocka_unit_test(long_lists),    cmocka_unit_test(all_sorts_were_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
