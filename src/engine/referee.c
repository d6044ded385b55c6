#include "referee.h"

#include "referee_act.h"
#include "referee_reopen.h"
#include "referee_ruling.h"

#include <assert.h>
#include <string.h>

/* ---- what may be done ---- */

static bool refuse(struct cn_refusal *why, enum cn_refusal_id id, const char *article)
{
    if (why == NULL)
        return false;
    memset(why, 0, sizeof *why);
    why->id = id;
    memcpy(why->article, article, strlen(article) + 1);
    return false;
}

static bool check_insisted(const struct cn_view *view, struct cn_action action,
                           struct cn_insisted *found, struct cn_refusal *why)
{
    const enum cn_refusal_id id =
        cn_insist_check(view->law, view->board, view->seat, view->hand, action, found);
    if (id == CN_LEGAL)
        return true;
    return refuse(why, id, id == CN_REFUSED_INSIST_LEGAL ? "R1" : "R2");
}

static bool check_plain(const struct cn_view *view, struct cn_action action, struct cn_refusal *why)
{
    const struct cn_board *board = view->board;
    if (action.type == CN_ACTION_CALL && board->next[view->seat] == view->seat) /* it sits out */
        return refuse(why, CN_REFUSED_CALL_LATER, "R23");
    return cn_board_legal_check(view->law, board, view->seat, view->hand, action, why);
}

static bool is_room(const struct cn_game *game, struct cn_action action, struct cn_refusal *why)
{
    if (!cn_action_is_insisted(action) || game->notes.open_count < CN_OPEN_MAX)
        return true;
    return refuse(why, CN_REFUSED_INSIST_NOTHING, "R2");
}

static struct cn_noted noted_of(int seat, int what, int number)
{
    const struct cn_noted noted = {cn_irregular_law(what), cn_irregular_name(what), seat, number};
    return noted;
}

bool cn_view_insists(const struct cn_view *view, struct cn_action action, struct cn_noted *noted,
                     struct cn_refusal *why)
{
    struct cn_insisted found;
    memset(noted, 0, sizeof *noted);
    if (!cn_action_is_insisted(action))
        return check_plain(view, action, why);
    if (!check_insisted(view, cn_action_plain(action), &found, why))
        return false;
    *noted = noted_of(view->seat, found.what, 0);
    return true;
}

bool cn_referee_check(const struct cn_game *game, int seat, struct cn_action action,
                      struct cn_noted *noted, struct cn_refusal *why)
{
    const struct cn_view view = cn_game_view(game, seat);
    return cn_view_insists(&view, action, noted, why) && is_room(game, action, why);
}

/* ---- what follows ---- */

static void tell_call(const struct cn_refereed *r, int seat)
{
    cn_refereed_tell_cards(r, CN_EVENT_CALL, seat, NULL, 0);
}

static bool is_interrupted(const struct cn_board *board)
{
    return board->due == CN_DUE_DRAW || board->due == CN_DUE_OUT || board->phase == CN_PHASE_ANSWER;
}

/* A watchful referee calls every irregularity itself, when no answer is due. */
static void watch(const struct cn_refereed *r)
{
    if (r->game->law->rules.referee != CN_REFEREE_WATCHFUL)
        return;
    while (!is_interrupted(cn_refereed_board(r)) && r->game->notes.open_count > 0) {
        tell_call(r, CN_NO_SEAT);
        cn_ruling_call(r);
    }
}

static void end_deal(const struct cn_refereed *r)
{
    struct cn_notes *notes = &r->game->notes;
    struct cn_board *board = cn_refereed_board(r);
    const enum cn_end_why why = (enum cn_end_why)(notes->ending - 1);
    memset(notes, 0, sizeof *notes);
    board->due = board->due_seat = board->due_law = board->waiting = 0;
    if (why == CN_END_OUT)
        cn_deal_go_out(&r->game->law->rules, board);
    board->phase = CN_PHASE_ENDED;
    board->end_why = (uint8_t)why;
}

/* A deal does not end over an open irregularity of the side in turn (R10), unless its last card
 * ends it. */
static void end_or_wait(const struct cn_refereed *r)
{
    struct cn_notes *notes = &r->game->notes;
    struct cn_board *board = cn_refereed_board(r);
    if (is_interrupted(board))
        return;
    cn_reopen_end_turn(r);
    board->waiting = 0;
    if (board->due == CN_DUE_ACCEPT)
        board->due = board->due_seat = 0;
    if (notes->ending == 0)
        return;
    if (notes->ends_by_card || !cn_notes_has_side(notes, board, board->side[board->turn])) {
        end_deal(r);
        return;
    }
    board->waiting = 1;
    board->due = CN_DUE_ACCEPT;
    board->due_seat = board->next[board->turn];
}

static void finish(const struct cn_refereed *r)
{
    cn_refereed_match(r);
    watch(r);
    end_or_wait(r);
    cn_refereed_match(r);
    cn__game_finish(r->game, r->observer);
}

/* ---- what is done ---- */

static void tell_decision(const struct cn_refereed *r, int seat, int type)
{
    const struct cn_event event = {
        .type = CN_EVENT_REQUIRE, .seat = (uint8_t)seat, .what = cn_decision_name(type)};
    cn_refereed_tell(r, &event);
}

static void accept(const struct cn_refereed *r)
{
    struct cn_notes *notes = &r->game->notes;
    memset(notes->open, 0, sizeof notes->open);
    notes->open_count = 0;
}

static void do_lawfully(const struct cn_refereed *r, int seat, struct cn_action action,
                        const cn_card *cards)
{
    switch (action.type) {
    case CN_ACTION_CALL:
        tell_call(r, seat);
        cn_ruling_call(r);
        break;
    case CN_ACTION_REQUIRE_DRAW:
    case CN_ACTION_REQUIRE_OUT:
    case CN_ACTION_WAIVE:
        tell_decision(r, seat, action.type);
        cn_ruling_decide(r, action);
        break;
    case CN_ACTION_ACCEPT:
        tell_decision(r, seat, action.type);
        accept(r);
        break;
    default: cn_act_lawfully(r, seat, action, cards); break;
    }
}

bool cn_referee_play(struct cn_game *game, int seat, struct cn_action action, const cn_card *cards,
                     struct cn_refusal *why, const struct cn_observer *observer)
{
    const struct cn_refereed r = {game, observer};
    const struct cn_view view = cn_game_view(game, seat);
    struct cn_insisted found;
    if (cn_action_is_insisted(action)) {
        if (!check_insisted(&view, cn_action_plain(action), &found, why) ||
            !is_room(game, action, why))
            return false;
        action = cn_action_plain(action);
        cn_act_insisting(&r, seat, action, cards, &found);
    } else {
        if (!check_plain(&view, action, why))
            return false;
        do_lawfully(&r, seat, action, cards);
    }
    const bool answers = action.type == CN_ACTION_YES || action.type == CN_ACTION_NO;
    if (answers || seat != game->deal.board.turn)
        cn_ruling_drop_bonds(&r);
    finish(&r);
    return true;
}

/* ---- questions ---- */

const char *cn_referee_phase(const struct cn_game *game)
{
    const struct cn_board *board = &game->deal.board;
    if (!game->in_deal)
        return game->winner >= 0 ? "over" : "done";
    if (board->due != CN_DUE_NOTHING)
        return board->due == CN_DUE_ACCEPT ? "wait" : "decide";
    switch ((enum cn_phase)board->phase) {
    case CN_PHASE_START: return "start";
    case CN_PHASE_TAKING: return "claim";
    case CN_PHASE_LAST_RED_THREE: return "last";
    case CN_PHASE_ANSWER: return "answer";
    default: return "lay";
    }
}

int cn_referee_open(const struct cn_game *game)
{
    return game->notes.open_count;
}

struct cn_noted cn_referee_open_at(const struct cn_game *game, int at)
{
    const struct cn_open *open = &game->notes.open[at];
    return noted_of(open->seat, open->what, open->number);
}

int cn_view_insist_list(const struct cn_view *view, int first, struct cn_action *actions,
                        int capacity)
{
    return cn_insist_list(view->law, view->board, view->seat, view->hand, first, actions, capacity);
}

int cn_referee_insist_list(const struct cn_game *game, int seat, int first,
                           struct cn_action *actions, int capacity)
{
    return cn_insist_list(game->law, &game->deal.board, seat, game->deal.hands[seat], first,
                          actions, capacity);
}
