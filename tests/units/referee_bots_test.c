/* referee_bots_test.c -- bots at refereed tables: whatever they decide is legal, and red threes are
 * faced at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "engine/engine.h"

static struct cn_rules rules;
static struct cn_law law;
static struct cn_game game;
static int faced;

static void decide(const struct cn_bot *bot, struct cn_rng *rng)
{
    struct cn_refusal why;
    const int seat = cn_game_actor(&game);
    const struct cn_view view = cn_game_view(&game, seat);
    const struct cn_action face = cn_action_of(CN_ACTION_FACE, CN_RED_THREE, 0, 0, 0);
    const bool may_face = cn_legal_check(&view, face, NULL);
    const struct cn_action action = cn_bot_decide(bot, NULL, 0, &view, rng);
    faced += may_face;
    assert_true(!may_face || cn_action_equal(action, face));
    assert_true(cn_game_play(&game, seat, action, NULL, &why, NULL));
}

static void test_bots_play_by_the_law(void **state)
{
    static const char *const names[] = {"random", "greedy", "expert"};
    struct cn_rng rng;
    (void)state;
    cn_rng_init(&rng, 1);
    assert_true(cn_rules_load(&rules, "laws1950"));
    rules.referee = CN_REFEREE_CALLED;
    cn_law_init(&law, &rules);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (int players = 2; players <= 6; players++) {
            const struct cn_bot *bot = cn_bot_find(names[i]);
            assert_non_null(bot);
            cn_game_init(&game, &law, players, NULL);
            for (int deals = 0; deals < 3; deals++) {
                cn_game_deal_seeded(&game, names[i], NULL);
                while (game.in_deal)
                    decide(bot, &rng);
            }
        }
    assert_true(faced > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bots_play_by_the_law),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
