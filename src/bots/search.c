/* search.c -- tries moves in possible worlds, and departs from the patient expert's move only for a
 * clear gain.
 *
 * Each move is judged by the result of the deal if its side continues as that expert would and the
 * others as they seem to play (recognise.h), each seat by its own view of that world. It is always
 * tried in the same worlds as the expert's own move, because only the difference counts.
 */
#include <assert.h>
#include <string.h>

#include "belief.h"
#include "builtin.h"
#include "expert.h"
#include "models.h"
#include "planned.h"
#include "recognise.h"
#include "refereed.h"
#include "require.h"
#include "value_net.h"

enum {
    CANDIDATES = 24,
    TRIES = 50,            /* worlds tried to find a possible one */
    WORLDS_MOST = 4096,    /* so that sums of squares stay within 64 bits */
    TURNS = 3,             /* turns played to their end after this one, before the net is asked */
    NET_NODES = 4,         /* the cost of that, in nodes */
    NET_WORLDS = 16,       /* worlds in which the net is always asked */
    MARGIN = 4,            /* half standard errors by which a gain must be above zero */
    FIRST_LOOK = 8,        /* worlds before any move is given up */
    DECISIONS_MOST = 8192, /* more than a deal has */
    POINTS_MOST = 5000,    /* a difference in points counts at most this much */
    WORLD_STEP = 2531      /* a golden section of CN_RECOGNISE_ONE: any worlds in succession give
                              each model nearly its share */
};

struct candidate {
    struct cn_action action;
    int32_t worlds;
    int64_t sum, squares; /* of points above what the expert's move brings, world by world */
    bool alive;
};

struct search {
    const struct cn_law *law;
    struct cn_board board;
    struct cn_memory memory;
    struct cn_view view;
    struct cn_rng rng;
    struct candidate candidate[CANDIDATES]; /* the first is the expert's move */
    int32_t count, alive, worlds, look;
    int64_t allowed, spent; /* nodes since begin: the same for any slices */
    int32_t turns;          /* turns played before the net is asked; below 0: all */
    bool planned;           /* the law is (planned.h) */
    bool quick;             /* the others are more likely fast than not */
    struct cn_models models;
    uint8_t own;                               /* how its side goes on, a model */
    uint16_t chances[CN_SEATS_MAX][CN_MODELS]; /* that a seat plays as a model */
    uint8_t model[CN_SEATS_MAX];               /* … and as which it does in this world */
    struct cn_belief belief;
    struct cn_deal world, play;
};

/* ---- which moves are tried ---- */

static void propose(struct search *s, struct cn_action action)
{
    for (int i = 0; i < s->count; i++)
        if (cn_action_equal(s->candidate[i].action, action))
            return;
    if (s->count < CANDIDATES)
        s->candidate[s->count++] = (struct candidate){.action = action, .alive = true};
}

/* Of the many ways to lay cards, those that a player would consider: all naturals of a kind or
 * none, and no more wild cards than complete a canasta, or than a meld of three needs. */
static bool is_sensible_lay(const struct search *s, struct cn_action a)
{
    const int wilds = cn_action_deuces(a) + cn_action_jokers(a);
    const bool meld = a.type == CN_ACTION_MELD;
    if (!meld && a.type != CN_ACTION_ADD)
        return false;
    const cn_packed_meld onto = meld ? 0 : s->board.melds[s->board.side[s->view.seat]][a.place];
    const int kind = meld ? a.place : cn_meld_kind(onto);
    if (a.amount != 0 && a.amount != cn_hand_count(s->view.hand, kind))
        return false;
    const int size = a.amount + wilds + (meld ? 0 : cn_meld_size(onto));
    if (kind == CN_JOKER)
        return size == CN_WILD_MELD_MOST || wilds == cn_hand_wilds(s->view.hand);
    return wilds == 0 || wilds == 1 || (size == 7 && wilds <= 3) || (size == 3 && wilds == 2);
}

static bool is_other_move(const struct search *s, struct cn_action a)
{
    (void)s;
    return a.type != CN_ACTION_MELD && a.type != CN_ACTION_ADD && a.type != CN_ACTION_MERGE;
}

/* Proposes the legal actions that pass the test, in the order of the list. */
static void propose_legal(struct search *s,
                          bool (*test)(const struct search *s, struct cn_action action))
{
    struct cn_action list[CN_ACTIONS_TYPICAL];
    int count = 1;
    for (int first = 0; first < count; first += CN_ACTIONS_TYPICAL) {
        count = cn_legal_list_from(&s->view, first, list, CN_ACTIONS_TYPICAL);
        for (int i = 0; i < CN_ACTIONS_TYPICAL && first + i < count; i++)
            if (test(s, list[i]))
                propose(s, list[i]);
    }
}

static void propose_all(struct search *s)
{
    propose_legal(s, is_other_move);
    propose_legal(s, is_sensible_lay);
}

/* At a refereed table what comes first leaves no choice. */
static void propose_refereed(struct search *s, struct cn_rng *rng)
{
    struct cn_action action;
    const bool first = cn__refereed_first(&s->view, &action);
    propose(s, first ? action : cn__refereed_decide(&cn_bot_club, &s->view, rng));
    if (!first)
        propose_all(s);
}

/* The expert's own move, and the others. */
static void propose_moves(struct search *s, struct cn_rng *rng)
{
    if (cn_law_is_refereed(s->law)) {
        propose_refereed(s, rng);
        return;
    }
    propose(s, cn_bot_club.decide(&s->view, rng));
    propose_all(s);
}

/* ---- one move in one world ---- */

static int points(const struct search *s, const struct cn_deal *deal)
{
    struct cn_score score[CN_SIDES_MAX];
    cn_score_deal(s->law, deal, score);
    const int side = deal->board.side[s->view.seat];
    int others = 0;
    int rivals = 0;
    for (int other = 0; other < deal->board.sides; other++) {
        if (other == side)
            continue;
        others += score[other].total;
        rivals++;
    }
    return rivals == 0 ? 0 : score[side].total - others / rivals;
}

/* Draws how the seats play in this world: its own side as the patient expert, the others as what
 * they have done so far says, each model in its share of the worlds.
 * Partners mostly play alike, so the same number draws for all. */
static void draw_models(struct search *s)
{
    const int own = s->board.side[s->view.seat];
    for (int seat = 0; seat < s->board.players; seat++) {
        s->model[seat] = s->own;
        if (s->board.side[seat] == own)
            continue;
        int at = (s->worlds * WORLD_STEP) % CN_RECOGNISE_ONE;
        int model = 0;
        while (at >= s->chances[seat][model])
            at -= s->chances[seat][model++];
        s->model[seat] = (uint8_t)model;
    }
}

/* Returns how many turns are played in this world before the net is asked; below 0: all. Deals with
 * fast players end soon, and the end is surer than the net, which many worlds would otherwise show
 * nothing but the errors of. The first worlds only sort out what is clearly worse. */
static int turns_to_play(const struct search *s)
{
    const int own = s->board.side[s->view.seat];
    if (!s->quick || s->worlds <= NET_WORLDS)
        return s->turns;
    for (int seat = 0; seat < s->board.players; seat++)
        if (s->board.side[seat] != own && cn_model_is_fast((enum cn_model)s->model[seat]))
            return -1;
    return s->turns;
}

/* How a seat continues where the law is planned: the others in a different manner in every world.
 * If they were taken for patient experts, the bot would give them time to go out. */
static struct cn_action go_on_planned(const struct search *s, const struct cn_view *view)
{
    const bool own = s->board.side[view->seat] == s->board.side[s->view.seat];
    const int manner = own ? 0 : s->worlds % 3;
    return cn_planned_decide(view, manner == 0   ? &cn_manner_club
                                   : manner == 1 ? &cn_manner_plain
                                                 : &cn_manner_casual);
}

static struct cn_action go_on_strictly(struct search *s, const struct cn_view *view)
{
    if (s->planned)
        return go_on_planned(s, view);
    return cn_model_decide(&s->models, s->model[view->seat], view, &s->rng);
}

/* At a refereed table. Returns false if the seat can do nothing: where a decision interrupts the
 * turn of another seat, the hand imagined for it may not be able to end what it has begun. */
static __attribute__((noinline)) bool go_on_refereed(struct search *s, const struct cn_view *view,
                                                     struct cn_action *action)
{
    struct cn__ruled_view ruled;
    if (cn__refereed_first(view, action))
        return true;
    if (s->board.turn != s->view.seat && cn_legal_list(view, NULL, 0) == 0)
        return false;
    *action = go_on_strictly(s, cn__refereed_view(view, &ruled));
    return cn__refereed_allow(view, action);
}

static inline bool go_on(struct search *s, const struct cn_view *view, struct cn_action *action)
{
    if (cn_law_is_refereed(s->law))
        return go_on_refereed(s, view, action);
    *action = go_on_strictly(s, view);
    return true;
}

static int try_out(struct search *s, struct cn_action action, int64_t *nodes)
{
    struct cn_deal *const play = &s->play;
    int turns = turns_to_play(s);
    int left = DECISIONS_MOST;
    *play = s->world;
    cn__require_imagine(s->law, play, action);
    while (play->board.phase != CN_PHASE_ENDED) {
        if (play->board.phase == CN_PHASE_START && !play->board.asked && turns-- == 0) {
            *nodes += NET_NODES;
            return cn_value_net_predict(s->law, play, play->board.side[s->view.seat],
                                        s->planned ? NULL : s->model);
        }
        assert(left > 0); /* every hand has a legal action */
        if (left-- == 0)
            break;
        const struct cn_view view = cn_deal_view(s->law, play, cn_board_actor(&play->board));
        struct cn_action next;
        if (!go_on(s, &view, &next))
            break;
        cn_deal_apply(&s->law->rules, play, next);
        ++*nodes;
    }
    return points(s, play);
}

/* A partner who asks to go out must be able to, whatever the answer (L40): other worlds are
 * impossible. */
static bool asker_is_able(struct search *s)
{
    for (int type = CN_ACTION_YES; type <= CN_ACTION_NO; type++) {
        s->play = s->world;
        cn_deal_apply(&s->law->rules, &s->play, cn_action_of(type, 0, 0, 0, 0));
        const cn_hand hand = s->play.hands[s->play.board.turn];
        if (cn_board_legal_list_from(s->law, &s->play.board, hand, 0, NULL, 0) == 0)
            return false;
    }
    return true;
}

static bool next_world(struct search *s)
{
    for (int i = 0; i < TRIES; i++) {
        cn_belief_resample(&s->belief, CN_BELIEF_SWAPS, &s->rng);
        cn_belief_fill_deal(&s->belief, &s->world);
        if (s->board.phase != CN_PHASE_ANSWER || asker_is_able(s))
            return true;
    }
    return cn_law_is_refereed(s->law); /* where one can insist on the question */
}

static void try_all(struct search *s, int64_t *nodes)
{
    s->worlds++;
    if (!s->planned)
        draw_models(s);
    const int expert = try_out(s, s->candidate[0].action, nodes);
    s->candidate[0].worlds++;
    for (int i = 1; i < s->count; i++) {
        struct candidate *c = &s->candidate[i];
        if (!c->alive)
            continue;
        int more = try_out(s, c->action, nodes) - expert;
        more = more > POINTS_MOST ? POINTS_MOST : more < -POINTS_MOST ? -POINTS_MOST : more;
        c->worlds++;
        c->sum += more;
        c->squares += (int64_t)more * more;
    }
}

/* ---- what the trials show ---- */

static int32_t root(int64_t x)
{
    int64_t r = 0;
    for (int64_t bit = (int64_t)1 << 30; bit > 0; bit >>= 1)
        if ((r + bit) * (r + bit) <= x)
            r += bit;
    return (int32_t)r;
}

static int32_t mean(const struct candidate *c)
{
    return c->worlds == 0 ? 0 : (int32_t)(c->sum * 16 / c->worlds);
}

/* The standard error of the mean, in sixteenths of a point like the mean. */
static int32_t error_of(const struct candidate *c)
{
    if (c->worlds < 2)
        return 0;
    const int64_t n = c->worlds;
    const int64_t spread = c->squares - c->sum * c->sum / n;
    return root(spread * 256 / (n * (n - 1)));
}

/* A lower bound of a move's value, as far as its trials tell; the expert's own move: 0. */
static int32_t floor_of(const struct search *s, int i)
{
    return i == 0 ? 0 : mean(&s->candidate[i]) - error_of(&s->candidate[i]) * MARGIN / 2;
}

static int best(const struct search *s)
{
    int first = 0;
    for (int i = 1; i < s->count; i++)
        if (s->candidate[i].worlds >= FIRST_LOOK && floor_of(s, i) > floor_of(s, first))
            first = i;
    return first;
}

/* Drops moves that are clearly behind, and the worse half at each look; the looks become rarer. */
static void look(struct search *s)
{
    int32_t top = 0;
    for (int i = 1; i < s->count; i++)
        if (s->candidate[i].alive && mean(&s->candidate[i]) > top)
            top = mean(&s->candidate[i]);
    s->alive = 1;
    for (int i = 1; i < s->count; i++) {
        struct candidate *c = &s->candidate[i];
        c->alive = c->alive && mean(c) + 2 * error_of(c) >= top;
        s->alive += c->alive;
    }
    while (s->alive > 1 + s->count * FIRST_LOOK / (s->look * 2)) {
        struct candidate *worst = NULL;
        for (int i = 1; i < s->count; i++) {
            struct candidate *c = &s->candidate[i];
            if (c->alive && (worst == NULL || mean(c) < mean(worst)))
                worst = c;
        }
        if (worst == NULL || s->alive <= 2)
            break;
        worst->alive = false;
        s->alive--;
    }
    s->look *= 2;
}

/* ---- a bot that thinks ---- */

static bool are_quick(const struct search *s)
{
    const int own = s->board.side[s->view.seat];
    int more = 0; /* how much likelier they are fast than slow */
    for (int seat = 0; seat < s->board.players; seat++)
        for (int model = 0; model < CN_MODELS && s->board.side[seat] != own; model++)
            more += cn_model_is_fast((enum cn_model)model) ? s->chances[seat][model]
                                                           : -s->chances[seat][model];
    return more >= 0;
}

static void begin_models(struct search *s)
{
    s->planned = cn_planned_suits(s->law);
    s->quick = false;
    if (s->planned)
        return;
    cn_models_init(&s->models);
    for (int seat = 0; seat < s->board.players; seat++)
        cn_recognise(cn_recognise_default(), &s->view, seat, s->chances[seat]);
    s->own = (uint8_t)cn_model_best(&s->view);
    s->quick = are_quick(s);
}

static void begin(void *mind, const struct cn_view *view, struct cn_rng *rng)
{
    struct search *const s = mind;
    const struct cn_rules *rules = &view->law->rules;
    s->law = view->law;
    s->board = *view->board;
    s->memory = *view->memory;
    s->view = *view;
    s->view.board = &s->board;
    s->view.memory = &s->memory;
    s->count = s->worlds = 0;
    s->allowed = s->spent = 0;
    s->look = FIRST_LOOK;
    propose_moves(s, rng);
    s->alive = s->count;
    cn_rng_init(&s->rng, cn_rng_next(rng));
    if (s->count < 2)
        return;
    begin_models(s);
    memset(&s->world, 0, sizeof s->world);
    s->world.board = s->board;
    s->world.memory = s->memory;
    s->world.pile = s->view.pile;
    s->turns = cn_value_net_supports(rules, &s->world) ? TURNS : -1;
    cn_belief_init(&s->belief, rules, &s->view, &cn_belief_default, &s->rng);
}

static bool think(void *mind, int64_t nodes)
{
    struct search *const s = mind;
    s->allowed += nodes;
    while (s->alive > 1 && s->worlds < WORLDS_MOST && s->spent < s->allowed) {
        if (!next_world(s))
            return false;
        try_all(s, &s->spent);
        if (s->worlds == s->look)
            look(s);
    }
    return s->alive > 1 && s->worlds < WORLDS_MOST;
}

static struct cn_action choice(const void *mind)
{
    const struct search *const s = mind;
    return s->candidate[best(s)].action;
}

static struct cn_candidate weigh(const struct candidate *c)
{
    return (struct cn_candidate){c->action, mean(c) / 16, error_of(c) / 16, c->worlds};
}

static int weighed(const void *mind, struct cn_candidate *list, int capacity)
{
    const struct search *const s = mind;
    if (s->count < 2 || s->worlds == 0 || capacity < 1)
        return 0;
    const int first = best(s);
    int count = 0;
    list[count++] = weigh(&s->candidate[first]);
    for (int i = 0; i < s->count; i++) {
        if (i == first)
            continue;
        const struct cn_candidate w = weigh(&s->candidate[i]);
        int at = count < capacity ? count++ : capacity;
        for (; at > 1 && list[at - 1].points < w.points; at--)
            if (at < capacity)
                list[at] = list[at - 1];
        if (at < capacity)
            list[at] = w;
    }
    return count;
}

const struct cn_bot cn_bot_search = {.name = "search",
                                     .memory_size = sizeof(struct search),
                                     .begin = begin,
                                     .think = think,
                                     .choice = choice,
                                     .moves = weighed};
