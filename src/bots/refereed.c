#include "refereed.h"

#include <assert.h>

#include "expert.h"
#include "require.h"

static struct cn_action plain(int type)
{
    return cn_action_of(type, 0, 0, 0, 0);
}

/* ---- a turn under a referee ---- */

/* Does the turn differ from one of strict play by what was ruled? */
static bool is_ruled(const struct cn_view *view)
{
    const struct cn_board *board = view->board;
    return board->bound != 0 || board->no_take != 0 || board->count_waived != 0 ||
           board->owed[board->turn] > 0 || cn_hand_count(view->hand, CN_RED_THREE) > 0;
}

const struct cn_view *cn__refereed_view(const struct cn_view *view, struct cn__ruled_view *ruled)
{
    if (view->board->phase == CN_PHASE_ANSWER || !is_ruled(view))
        return view;
    ruled->view = *view;
    cn_board_as_ruled(view->board, view->hand, &ruled->board);
    ruled->view.board = &ruled->board;
    return &ruled->view;
}

bool cn__refereed_first(const struct cn_view *view, struct cn_action *action)
{
    if (view->board->due == CN_DUE_ACCEPT) {
        *action = plain(CN_ACTION_ACCEPT);
        return true;
    }
    *action = cn_action_of(CN_ACTION_FACE, CN_RED_THREE, 0, 0, 0);
    return cn_hand_count(view->hand, CN_RED_THREE) > 0 && cn_legal_check(view, *action, NULL);
}

/* Of the kinds that may be discarded now, the one that costs least. */
static bool discard_instead(const struct cn_view *view, struct cn_action *action)
{
    struct cn__expert e;
    struct cn__expert_danger danger;
    int32_t least = INT32_MAX;
    cn__expert_init(&e, view, &cn_patient_tuned);
    cn__expert_discard_weights(&e, &danger);
    for (uint64_t kinds = cn_hand_mask(view->hand); kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        const struct cn_action discard = cn_action_of(CN_ACTION_DISCARD, kind, 0, 0, 0);
        if (kind == CN_RED_THREE || !cn_legal_check(view, discard, NULL))
            continue;
        const int32_t cost = cn__expert_discard_cost(&e, &danger, kind);
        if (cost < least) {
            least = cost;
            *action = discard;
        }
    }
    return least < INT32_MAX;
}

bool cn__refereed_allow(const struct cn_view *view, struct cn_action *action)
{
    if (cn_legal_check(view, *action, NULL) || discard_instead(view, action))
        return true;
    struct cn_action list[CN_ACTIONS_TYPICAL];
    const int count = cn_legal_list(view, list, CN_ACTIONS_TYPICAL);
    if (count == 0)
        return false;
    *action = list[count > CN_ACTIONS_TYPICAL ? 0 : count - 1];
    return true;
}

/* ---- decisions about others ---- */

static bool requires(const struct cn_bot *bot, const struct cn_view *view, struct cn_rng *rng)
{
    struct cn__stakes stakes;
    if (bot->care == CN_CARE_NONE)
        return cn_rng_below(rng, 2) == 0;
    cn__require_weigh(view, bot->care, &stakes);
    return stakes.gain > 0;
}

static struct cn_action require(const struct cn_bot *bot, const struct cn_view *view,
                                struct cn_rng *rng)
{
    if (!requires(bot, view, rng))
        return plain(CN_ACTION_WAIVE);
    return plain(view->board->due == CN_DUE_OUT ? CN_ACTION_REQUIRE_OUT : CN_ACTION_REQUIRE_DRAW);
}

struct cn_action cn__refereed_decide(const struct cn_bot *bot, const struct cn_view *view,
                                     struct cn_rng *rng)
{
    struct cn__ruled_view ruled;
    struct cn_action action;
    if (cn__refereed_first(view, &action))
        return action;
    if (view->board->due != CN_DUE_NOTHING)
        return require(bot, view, rng);
    action = bot->decide(cn__refereed_view(view, &ruled), rng);
    const bool some = cn__refereed_allow(view, &action);
    assert(some); /* somebody always can do something */
    (void)some;
    return action;
}

/* ---- attention ---- */

/* Each seat notices an irregularity or not, once for all: the draw follows from the number of the
 * deal, the seat and the number of the irregularity. */
static bool notices_it(uint64_t dice, int seat, int number, int percent)
{
    struct cn_rng rng;
    cn_rng_init(&rng, dice ^ ((uint64_t)(seat + 1) << 32 | (uint64_t)number));
    return (int)cn_rng_below(&rng, 100) < percent;
}

bool cn_bot_calls(const struct cn_game *game, int seat, int notices, uint64_t dice)
{
    if (!cn_law_is_refereed(game->law) || !game->in_deal || cn_referee_open(game) == 0)
        return false;
    const struct cn_noted newest = cn_referee_open_at(game, cn_referee_open(game) - 1);
    const struct cn_board *board = &game->deal.board;
    struct cn_noted nothing;
    return board->side[newest.seat] != board->side[seat] &&
           notices_it(dice, seat, newest.number, notices) &&
           cn_referee_check(game, seat, plain(CN_ACTION_CALL), &nothing, NULL);
}
