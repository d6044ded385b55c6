/* reason_test.c -- the principles of moves: in played deals every legal move has one, it fits the
 * move, and the catalogue has its sentence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "law_of.h"
#include "tests/fuzz/driver/house.h"
#include "tests/fuzz/driver/mover.h"
#include "tests/fuzz/driver/witness.h"
#include "words/words.h"

static struct cn_game game;
static struct cn_actions list;
static int64_t seen[CN_REASONS_ALL];

static void fits_a_discard(const struct cn_view *view, struct cn_action action,
                           struct cn_reason reason)
{
    if (cn_hand_size(view->hand) == 1)
        assert_int_equal(reason.id, CN_REASON_GO_OUT);
    else if (action.place == CN_BLACK_THREE)
        assert_int_equal(reason.id, CN_REASON_BLACK_THREE);
    else if (cn_kind_is_wild(action.place))
        assert_int_equal(reason.id, view->table->frozen ? CN_REASON_COVER : CN_REASON_FREEZE);
    else if (reason.id == CN_REASON_HOLD)
        assert_true(reason.kind != action.place && cn_hand_count(view->hand, reason.kind) > 0);
    else if (reason.id == CN_REASON_KEEP_PAIR)
        assert_int_equal(cn_hand_count(view->hand, action.place), 1);
    else if (reason.id != CN_REASON_WAIT)
        assert_int_equal(reason.kind, action.place);
}

static void fits_a_lay(const struct cn_view *view, struct cn_action action, struct cn_reason reason)
{
    const cn_packed_meld onto =
        action.type == CN_ACTION_ADD
            ? view->table->melds[view->table->side[view->seat]][action.place]
            : 0;
    const int laid = action.amount + cn_action_deuces(action) + cn_action_jokers(action);
    const int size = cn_meld_size(onto) + laid;
    if (reason.id == CN_REASON_CANASTA)
        assert_true(size >= 7 && cn_meld_size(onto) < 7);
    if (reason.id == CN_REASON_TOWARDS)
        assert_true(reason.number == 7 - size && reason.number > 0);
    if (laid == cn_hand_size(view->hand))
        assert_int_equal(reason.id, CN_REASON_GO_OUT);
}

static void every_move_has_a_reason(const struct cn_words *words)
{
    const struct cn_view view = cn_game_view(&game, cn_game_actor(&game));
    cn_board_legal_list(game.law, view.table, view.hand, &list);
    for (int i = 0; i < list.count; i++) {
        char text[200];
        const struct cn_action action = list.at[i];
        const struct cn_reason reason = cn_reason_for(&view, action);
        assert_in_range(reason.id, 0, CN_REASONS_ALL - 1);
        seen[reason.id]++;
        if (action.type == CN_ACTION_DISCARD)
            fits_a_discard(&view, action, reason);
        if (action.type == CN_ACTION_MELD || action.type == CN_ACTION_ADD)
            fits_a_lay(&view, action, reason);
        const char *name = cn_reason_name(reason.id);
        assert_true(cn_words_reason(words, name, reason.kind, reason.number, text, sizeof text) >
                    0);
        assert_null(strstr(text, "reason."));
        assert_null(strchr(text, '{'));
        assert_null(strstr(text, "  "));
    }
}

static void reasons_over_played_deals(void **state)
{
    struct cn_words words;
    struct cn_rules rules;
    assert_true(cn_words_find("en", &words));
    for (int set = 0; house_set_at(&rules, set); set++) {
        for (int i = 0; house_players(&rules, i) != 0; i++) {
            struct chance chance;
            chance_from_seed(&chance, (uint64_t)(10 * set + i));
            cn_game_init(&game, law_of(&rules), house_players(&rules, i), NULL);
            for (int deal = 0; deal < 3 && game.winner < 0; deal++) {
                assert_true(witness_deal(&game, &chance, NULL));
                while (game.in_deal) {
                    const int seat = cn_game_actor(&game);
                    const struct cn_view view = cn_game_view(&game, seat);
                    every_move_has_a_reason(&words);
                    assert_true(
                        cn_game_play(&game, seat,
                                     mover_move(cn_bot_find(deal == 0 ? "random" : "expert"), &view,
                                                &chance.rng),
                                     NULL, NULL, NULL));
                }
            }
        }
    }
    for (int id = 0; id < CN_REASONS_ALL; id++)
        if (seen[id] == 0)
            fail_msg("%s was never met", cn_reason_name((enum cn_reason_id)id));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_over_played_deals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
