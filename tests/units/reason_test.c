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

/* It goes out if the deal ends by it, which playing it tells. */
static void fits_the_last(const struct cn_view *view, struct cn_reason reason)
{
    const struct cn_board *board = view->board;
    if (board->second[view->seat] > 0 && reason.id == CN_REASON_SECOND_HAND)
        return;
    if (reason.id == CN_REASON_TALON)
        assert_int_equal(reason.number, cn_board_talon_due(&view->law->rules, board));
    else
        assert_int_equal(reason.id, CN_REASON_GO_OUT);
}

static void fits_a_discard(const struct cn_view *view, struct cn_action action,
                           struct cn_reason reason)
{
    const struct cn_rules *rules = &view->law->rules;
    const bool freezes = (rules->pile_freeze >> action.place & 1) != 0;
    if (cn_hand_size(view->hand) == 1)
        fits_the_last(view, reason);
    else if (action.place == CN_BLACK_THREE)
        assert_int_equal(reason.id, CN_REASON_BLACK_THREE);
    else if (cn_kind_is_wild(action.place))
        assert_int_equal(reason.id,
                         view->board->frozen || !freezes ? CN_REASON_COVER : CN_REASON_FREEZE);
    else if (cn_rank_is_dead(view->law, view->board, action.place))
        assert_int_equal(reason.id, CN_REASON_DEAD);
    else if (reason.id == CN_REASON_HELD)
        assert_true(cn_hand_count(view->hand, action.place) >= reason.number);
    else if (reason.id == CN_REASON_HAND_NEAR)
        assert_true(!cn_side_has_melded(view->board, view->board->side[view->seat]) &&
                    rules->special_hands.count > 0 && reason.number > 0);
    else if (reason.id == CN_REASON_HOLD_RISK)
        assert_true(rules->unfinished_penalty.of[reason.kind] > 0);
    else if (reason.id == CN_REASON_HOLD)
        assert_true(reason.kind != action.place && cn_hand_count(view->hand, reason.kind) >= 3 &&
                    !cn_side_has_rank(view->board, view->board->side[view->seat], reason.kind));
    else if (reason.id == CN_REASON_KEEP_PAIR)
        assert_int_equal(cn_hand_count(view->hand, action.place), 1);
    else if (reason.id != CN_REASON_WAIT)
        assert_int_equal(reason.kind, action.place);
}

static void fits_a_lay(const struct cn_view *view, struct cn_action action, struct cn_reason reason)
{
    const cn_packed_meld onto =
        action.type == CN_ACTION_ADD
            ? view->board->melds[view->board->side[view->seat]][action.place]
            : 0;
    const int laid = action.amount + cn_action_deuces(action) + cn_action_jokers(action);
    const int size = cn_meld_size(onto) + laid;
    if (reason.id == CN_REASON_CANASTA)
        assert_true(size >= 7 && cn_meld_size(onto) < 7);
    if (reason.id == CN_REASON_TOWARDS)
        assert_true(reason.number == 7 - size && reason.number > 0);
    const int kind = action.type == CN_ACTION_ADD ? cn_meld_kind(onto) : action.place;
    if (reason.id == CN_REASON_WILDS || reason.id == CN_REASON_WILDS_RISK)
        assert_true(kind == CN_JOKER && cn_meld_size(onto) == 0);
    if (reason.id == CN_REASON_WILDS_CANASTA)
        assert_true(kind == CN_JOKER && size >= 7);
    if (reason.id == CN_REASON_WILDS_TOWARDS)
        assert_true(kind == CN_JOKER && reason.number == 7 - size && reason.number > 0);
    if (reason.id == CN_REASON_RISK)
        assert_true(view->law->rules.unfinished_penalty.of[kind] > 0 && laid == action.amount);
    if (reason.id == CN_REASON_TALON)
        assert_int_equal(reason.number, cn_board_talon_due(&view->law->rules, view->board));
    if (laid == cn_hand_size(view->hand))
        assert_true(reason.id == CN_REASON_GO_OUT ||
                    (reason.id == CN_REASON_SECOND_HAND && view->board->second[view->seat] > 0));
    if (reason.kind != CN_NO_KIND)
        assert_true(cn_kind_is_natural(reason.kind) || reason.kind == CN_BLACK_THREE);
}

static void every_move_has_a_reason(const struct cn_words *words)
{
    const struct cn_view view = cn_game_view(&game, cn_game_actor(&game));
    cn_board_legal_list(game.law, view.board, view.hand, &list);
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
    /* Bots seldom get a special hand; unit_referee_bots_test meets those of refereed tables. */
    for (int id = 0; id < CN_REASON_RED_THREE; id++)
        if (seen[id] == 0 && id != CN_REASON_HAND)
            fail_msg("%s was never met", cn_reason_name((enum cn_reason_id)id));
}

static void a_special_hand_says_what_it_brings(void **state)
{
    struct cn_rules rules;
    struct chance chance;
    char text[200];
    struct cn_words words;
    assert_true(cn_words_find("en", &words) && cn_rules_load(&rules, "american"));
    chance_from_seed(&chance, 1);
    cn_game_init(&game, law_of(&rules), 4, NULL);
    assert_true(witness_deal(&game, &chance, NULL));
    struct cn_view view = cn_game_view(&game, cn_game_actor(&game));
    view.hand = cn_hand_of_each((uint64_t)0, 0);
    for (int kind = CN_FIVE; kind < CN_FIVE + 7; kind++)
        view.hand = cn_hand_add(view.hand, cn_hand_single(kind, 2));
    const struct cn_reason reason = cn_reason_for(&view, cn_action_of(CN_ACTION_HAND, 0, 0, 0, 0));
    assert_int_equal(reason.id, CN_REASON_HAND);
    assert_int_equal(reason.number, 2500);
    cn_words_reason(&words, cn_reason_name(reason.id), reason.kind, reason.number, text,
                    sizeof text);
    assert_string_equal(text, "your whole hand scores 2,500 points, and the deal is over");
    cn_words_action(&words, view.law, view.board, view.seat,
                    cn_action_of(CN_ACTION_HAND, 0, 0, 0, 0), text, sizeof text);
    assert_string_equal(text, "lay your whole hand: “Pairs”, for 2,500 points");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_over_played_deals),
        cmocka_unit_test(a_special_hand_says_what_it_brings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
