/* imagine.c -- see imagine.h. */
#include "bots.h"

#include <assert.h>
#include <string.h>

#include "planned.h"
#include "refereed.h"
#include "require.h"

enum {
    TRIES = 50,           /* worlds tried to find a possible one */
    NET_NODES = 4,        /* the cost of asking the net, in nodes */
    DECISIONS_MOST = 8192 /* more than a deal has */
};

/* ---- worlds ---- */

void cn__imagine_begin(struct cn_imagined *m, const struct cn_view *view, int turns,
                       struct cn_rng *rng)
{
    m->law = view->law;
    m->board = *view->board;
    m->memory = *view->memory;
    m->view = *view;
    m->view.board = &m->board;
    m->view.memory = &m->memory;
    cn_rng_init(&m->rng, cn_rng_next(rng));
    memset(&m->world, 0, sizeof m->world);
    m->world.board = m->board;
    m->world.memory = m->memory;
    m->world.pile = m->view.pile;
    m->turns = cn_value_net_supports(&m->law->rules, &m->world) ? turns : -1;
    cn_belief_init(&m->belief, &m->law->rules, &m->view, &cn_belief_default, &m->rng);
}

/* A partner who asks to go out must be able to, whatever the answer (L40). */
static bool asker_is_able(struct cn_imagined *m)
{
    for (int type = CN_ACTION_YES; type <= CN_ACTION_NO; type++) {
        m->play = m->world;
        cn_deal_apply(&m->law->rules, &m->play, cn_action_of(type, 0, 0, 0, 0));
        const cn_hand hand = m->play.hands[m->play.board.turn];
        if (cn_board_legal_list_from(m->law, &m->play.board, hand, 0, NULL, 0) == 0)
            return false;
    }
    return true;
}

bool cn__imagine_next(struct cn_imagined *m)
{
    for (int i = 0; i < TRIES; i++) {
        cn_belief_resample(&m->belief, CN_BELIEF_SWAPS, &m->rng);
        cn_belief_fill_deal(&m->belief, &m->world);
        if (m->board.phase != CN_PHASE_ANSWER || asker_is_able(m))
            return true;
    }
    return cn_law_is_refereed(m->law); /* where one can insist on the question */
}

/* ---- moves ---- */

/* All naturals of the kind or none, and no more wild cards than complete a canasta, or than a meld
 * of three needs. */
static bool is_sensible_lay(const struct cn_view *view, struct cn_action a)
{
    const int wilds = cn_action_deuces(a) + cn_action_jokers(a);
    const bool meld = a.type == CN_ACTION_MELD;
    const cn_packed_meld onto =
        meld ? 0 : view->board->melds[view->board->side[view->seat]][a.place];
    const int kind = meld ? a.place : cn_meld_kind(onto);
    if (a.amount != 0 && a.amount != cn_hand_count(view->hand, kind))
        return false;
    const int size = a.amount + wilds + (meld ? 0 : cn_meld_size(onto));
    if (kind == CN_JOKER)
        return size == CN_WILD_MELD_MOST || wilds == cn_hand_wilds(view->hand);
    return wilds <= 1 || (size == CN_CANASTA_SIZE && wilds <= 3) || (size == 3 && wilds == 2);
}

static bool is_considered(const struct cn_view *view, struct cn_action a, bool lays)
{
    if (a.type == CN_ACTION_MERGE)
        return false;
    if (a.type == CN_ACTION_MELD || a.type == CN_ACTION_ADD)
        return lays && is_sensible_lay(view, a);
    return !lays;
}

int cn__imagine_moves(const struct cn_view *view, struct cn_action *moves, int capacity)
{
    struct cn_action list[CN_ACTIONS_TYPICAL];
    int found = 0;
    for (int lays = 0; lays < 2; lays++) {
        int count = 1;
        for (int first = 0; first < count; first += CN_ACTIONS_TYPICAL) {
            count = cn_legal_list_from(view, first, list, CN_ACTIONS_TYPICAL);
            for (int i = 0; i < CN_ACTIONS_TYPICAL && first + i < count && found < capacity; i++)
                if (is_considered(view, list[i], lays != 0))
                    moves[found++] = list[i];
        }
    }
    return found;
}

/* ---- playing on ---- */

static int32_t points(const struct cn_imagined *m)
{
    struct cn_score score[CN_SIDES_MAX];
    const struct cn_board *board = &m->play.board;
    const int side = board->side[m->view.seat];
    int32_t others = 0;
    cn_score_deal(m->law, &m->play, score);
    for (int other = 0; other < board->sides; other++)
        others += other != side ? score[other].total : 0;
    return score[side].total - (board->sides > 1 ? others / (board->sides - 1) : 0);
}

/* At a refereed table. Returns false if the seat can do nothing: where a decision interrupts the
 * turn of another seat, the hand imagined for it may not be able to end what it has begun. */
static __attribute__((noinline)) bool go_on_refereed(struct cn_imagined *m,
                                                     const struct cn_view *view,
                                                     const struct cn_imagined_players *players,
                                                     struct cn_action *action)
{
    struct cn__ruled_view ruled;
    if (cn__refereed_first(view, action))
        return true;
    if (m->board.turn != m->view.seat && cn_legal_list(view, NULL, 0) == 0)
        return false;
    *action = players->decide(players->context, cn__refereed_view(view, &ruled), &m->rng);
    return cn__refereed_allow(view, action);
}

static bool go_on(struct cn_imagined *m, const struct cn_imagined_players *players,
                  struct cn_action *action)
{
    const struct cn_view view = cn_deal_view(m->law, &m->play, cn_board_actor(&m->play.board));
    if (cn_law_is_refereed(m->law))
        return go_on_refereed(m, &view, players, action);
    *action = players->decide(players->context, &view, &m->rng);
    return true;
}

static int32_t predict(const struct cn_imagined *m, const struct cn_imagined_players *players)
{
    return cn_value_net_predict(m->law, &m->play, m->board.side[m->view.seat],
                                cn_planned_suits(m->law) ? NULL : players->model);
}

/* ---- bots that play on ---- */

static struct cn_action decide_as_bot(const void *context, const struct cn_view *view,
                                      struct cn_rng *rng)
{
    const struct cn_imagined_bots *bots = context;
    const struct cn_imagined *m = bots->imagined;
    const bool ours = m->board.side[view->seat] == m->board.side[m->view.seat];
    return (ours ? bots->own : bots->others)->decide(view, rng);
}

static uint8_t model_of(const struct cn_bot *bot)
{
    int model = 0;
    while (model < CN_MODELS && strcmp(cn_model_name((enum cn_model)model), bot->name) != 0)
        model++;
    return (uint8_t)model;
}

struct cn_imagined_players cn__imagine_bots(const struct cn_imagined_bots *bots)
{
    const struct cn_imagined *m = bots->imagined;
    struct cn_imagined_players players = {.decide = decide_as_bot, .context = bots};
    const uint8_t own = model_of(bots->own);
    const uint8_t others = model_of(bots->others);
    for (int seat = 0; seat < m->board.players; seat++)
        players.model[seat] = m->board.side[seat] == m->board.side[m->view.seat] ? own : others;
    return players;
}

/* ---- what happens ---- */

static uint32_t bit(enum cn_course course)
{
    return UINT32_C(1) << course;
}

static bool takes(struct cn_action action)
{
    return action.type >= CN_ACTION_TAKE_PAIR && action.type <= CN_ACTION_TAKE_ONTO;
}

/* After an action by 'actor', which was not the move itself; 'turns' have ended since that. */
static uint32_t notice_taking(const struct cn_imagined *m, int actor, int turns)
{
    const bool ours = m->board.side[actor] == m->board.side[m->view.seat];
    uint32_t seen = 0;
    if (turns > m->board.seats)
        return 0;
    seen |= bit(ours ? CN_COURSE_WE_TAKE : CN_COURSE_THEY_TAKE);
    if (turns == 1 && !ours)
        seen |= bit(CN_COURSE_NEXT_TAKES);
    return seen;
}

/* What the table shows that it did not show before the move. */
static uint32_t notice_melds(const struct cn_imagined *m)
{
    const struct cn_board *now = &m->play.board;
    const int own = m->board.side[m->view.seat];
    uint32_t seen = 0;
    for (int side = 0; side < now->sides; side++) {
        if (now->canastas[side] > m->board.canastas[side])
            seen |= bit(side == own ? CN_COURSE_WE_CANASTA : CN_COURSE_THEY_CANASTA);
        if (cn_side_has_melded(now, side) && !cn_side_has_melded(&m->board, side))
            seen |= bit(side == own ? CN_COURSE_WE_OPEN : CN_COURSE_THEY_OPEN);
    }
    return seen;
}

static uint32_t notice_end(const struct cn_imagined *m, int turns)
{
    const struct cn_board *now = &m->play.board;
    if (now->phase != CN_PHASE_ENDED || now->out_seat == CN_NO_SEAT)
        return 0;
    const bool ours = now->side[now->out_seat] == m->board.side[m->view.seat];
    const uint32_t soon = bit(ours ? CN_COURSE_WE_SOON : CN_COURSE_THEY_SOON);
    return bit(ours ? CN_COURSE_WE_OUT : CN_COURSE_THEY_OUT) |
           (turns <= 2 * m->board.seats ? soon : 0);
}

int32_t cn__imagine_play(struct cn_imagined *m, struct cn_action action,
                         const struct cn_imagined_players *players, uint32_t *courses,
                         int64_t *nodes)
{
    struct cn_board *const board = &m->play.board;
    uint32_t seen = 0;
    m->play = m->world;
    cn__require_imagine(m->law, &m->play, action);
    int turns = board->turn != m->board.turn;
    if (courses != NULL)
        seen = notice_melds(m);
    for (int left = DECISIONS_MOST; board->phase != CN_PHASE_ENDED; left--) {
        const int turn = board->turn;
        const int actor = cn_board_actor(board);
        struct cn_action next;
        if (m->turns >= 0 && turns > m->turns && board->phase == CN_PHASE_START && !board->asked) {
            *nodes += NET_NODES;
            if (courses != NULL)
                *courses = seen;
            return predict(m, players);
        }
        assert(left > 0); /* every hand has a legal action */
        if (left == 0 || !go_on(m, players, &next))
            break;
        cn_deal_apply(&m->law->rules, &m->play, next);
        ++*nodes;
        if (courses != NULL && takes(next))
            seen |= notice_taking(m, actor, turns);
        if (courses != NULL && turns <= m->board.seats)
            seen |= notice_melds(m);
        turns += board->turn != turn;
    }
    if (courses != NULL)
        *courses = seen | notice_end(m, turns);
    return points(m);
}

int32_t cn__square_root(int64_t x)
{
    int64_t r = 0;
    for (int64_t bit = (int64_t)1 << 30; bit > 0; bit >>= 1)
        if ((r + bit) * (r + bit) <= x)
            r += bit;
    return (int32_t)r;
}
