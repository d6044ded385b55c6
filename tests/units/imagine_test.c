/* imagine_test.c -- imagined deals: they follow from the view and the numbers, end like real ones,
 * and what is noticed on the way fits together. And the response: it wins points from the bot that
 * it knows, the same for any number of threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lab/lab.h"
#include "lab/responder.h"
#include "law_of.h"
#include "tests/fuzz/driver/house.h"
#include "tests/fuzz/driver/mover.h"
#include "tests/fuzz/driver/witness.h"

enum {
    MOVES = 24
};

static struct cn_game game;
static struct cn_imagined imagined, again;
static int64_t seen[CN_COURSES_ALL];

static bool has(uint32_t courses, enum cn_course course)
{
    return (courses >> course & 1) != 0;
}

/* What happened once happened: the next player is one of the others, soon is before the end. */
static void fits_together(const struct cn_board *board, int side, uint32_t courses)
{
    assert_true(!has(courses, CN_COURSE_NEXT_TAKES) || has(courses, CN_COURSE_THEY_TAKE));
    assert_true(!has(courses, CN_COURSE_WE_SOON) || has(courses, CN_COURSE_WE_OUT));
    assert_true(!has(courses, CN_COURSE_THEY_SOON) || has(courses, CN_COURSE_THEY_OUT));
    assert_false(has(courses, CN_COURSE_WE_OUT) && has(courses, CN_COURSE_THEY_OUT));
    assert_false(has(courses, CN_COURSE_WE_OPEN) && cn_side_has_melded(board, side));
    for (int course = 0; course < CN_COURSES_ALL; course++)
        seen[course] += has(courses, (enum cn_course)course);
}

/* Imagines two worlds twice. */
static void look_ahead(const struct cn_view *view, uint64_t number)
{
    struct cn_action moves[MOVES];
    const int count = cn__imagine_moves(view, moves, MOVES);
    const struct cn_action move = moves[number / 16 % (uint64_t)count];
    const struct cn_bot *own = cn_bot_find("patient"), *others = cn_bot_find("racer");
    struct cn_rng rng[2];
    assert_in_range(count, 1, MOVES);
    assert_true(cn_legal_check(view, move, NULL));
    for (int i = 0; i < 2; i++)
        cn_rng_init(&rng[i], number);
    cn__imagine_begin(&imagined, view, -1, &rng[0]);
    cn__imagine_begin(&again, view, -1, &rng[1]);
    for (int world = 0; world < 2; world++) {
        uint32_t courses[2];
        int64_t nodes[2] = {0, 0};
        if (!cn__imagine_next(&imagined))
            return;
        assert_true(cn__imagine_next(&again));
        const struct cn_imagined_bots bots[2] = {{&imagined, own, others}, {&again, own, others}};
        const struct cn_imagined_players players[2] = {cn__imagine_bots(&bots[0]),
                                                       cn__imagine_bots(&bots[1])};
        const int32_t points =
            cn__imagine_play(&imagined, move, &players[0], &courses[0], &nodes[0]);
        assert_int_equal(cn__imagine_play(&again, move, &players[1], &courses[1], &nodes[1]),
                         points);
        assert_int_equal(courses[0], courses[1]);
        assert_int_equal(nodes[0], nodes[1]);
        assert_int_equal(imagined.play.board.phase, CN_PHASE_ENDED);
        fits_together(view->board, view->board->side[view->seat], courses[0]);
    }
}

static void imagined_deals_end(void **state)
{
    struct cn_rules rules;
    for (int set = 0; house_set_at(&rules, set); set++) {
        for (int i = 0; house_players(&rules, i) != 0; i++) {
            struct chance chance;
            chance_from_seed(&chance, (uint64_t)(10 * set + i));
            cn_game_init(&game, law_of(&rules), house_players(&rules, i), NULL);
            assert_true(witness_deal(&game, &chance, NULL));
            for (uint64_t number = 0; game.in_deal; number++) {
                const int seat = cn_game_actor(&game);
                const struct cn_view view = cn_game_view(&game, seat);
                if (number % 16 == 0)
                    look_ahead(&view, number);
                assert_true(cn_game_play(&game, seat,
                                         mover_move(cn_bot_find("expert"), &view, &chance.rng),
                                         NULL, NULL, NULL));
            }
        }
    }
    for (int course = 0; course < CN_COURSES_ALL; course++)
        if (seen[course] == 0)
            fail_msg("course %d was never seen", course);
}

static struct arena_results respond(const struct cn_rules *rules, int jobs)
{
    const struct responder_recipe recipe = {.against = cn_bot_find("greedy"), .nodes = 2000};
    const struct bot_entry entry = {.bot = recipe.against};
    const struct contestant contestants[2] = {contestant_of_responder(&recipe),
                                              contestant_of_bot(&entry)};
    const struct arena arena = {.plan = {.rules = rules,
                                         .contestant = {&contestants[0], &contestants[1]},
                                         .seed = "response",
                                         .players = 4},
                                .pairs = 24,
                                .jobs = jobs};
    struct arena_results results;
    char fault[ARENA_FAULT];
    arena_tally_init(&results, &arena.plan);
    assert_int_equal(arena_run(&arena, &results, fault), LAB_OK);
    return results;
}

static void a_response_wins(void **state)
{
    struct cn_rules rules;
    assert_true(cn_rules_load(&rules, "laws1950"));
    const struct arena_results one = respond(&rules, 1);
    const struct arena_results three = respond(&rules, 3);
    print_message("wins %.0f points a deal from greedy\n", arena_points(&one).mean);
    assert_true(arena_points(&one).mean > 250); /* patient wins 180 */
    assert_int_equal(one.points.sum, three.points.sum);
    assert_int_equal(one.points.squares, three.points.squares);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(imagined_deals_end),
                                       cmocka_unit_test(a_response_wins)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
