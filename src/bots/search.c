/* search.c -- tries moves in possible worlds, and departs from its plan's own move only for a clear
 * gain.
 *
 * A plan is a style as which the seat's side could go on: for a big deal, or fast. Each move is
 * judged by the result of the deal if its side goes on by a plan and the others as they seem to
 * play (recognise.h), each seat by its own view of that world. First the plans are compared, each
 * by the move that it would make itself; then every move by the plans that are left. All are tried
 * in the same worlds, because only the differences count.
 */
#include <string.h>

#include "builtin.h"
#include "imagine.h"
#include "models.h"
#include "planned.h"
#include "pool.h"
#include "recognise.h"
#include "refereed.h"

enum {
    MOVES = 24,
    PLANS = CN_MODEL_PLANS,
    CANDIDATES = PLANS * (MOVES + 1),
    WORLDS_MOST = 4096, /* so that sums of squares stay within 64 bits */
    TURNS = 3,          /* turns played to their end after this one, before the net is asked */
    NET_WORLDS = 16,    /* worlds in which the net is always asked */
    MARGIN = 4,         /* half standard errors by which a gain must be above zero */
    PLAN_WORLDS = 16,   /* worlds in which only the plans' own moves are tried */
    PLAN_MARGIN = 2,    /* half standard errors by which a plan must be ahead of the first */
    PLAN_BEHIND = 2,    /* … behind the best to be given up */
    FIRST_LOOK = 8,     /* worlds before any move is given up */
    POINTS_MOST = 5000, /* a difference in points counts at most this much */
    WORLD_STEP = 2531   /* a golden section of CN_RECOGNISE_ONE: any worlds in succession give each
                           model nearly its share */
};

/* A move, and how its side goes on after it. */
struct candidate {
    struct cn_action action;
    uint8_t plan;
    bool alive;
    int32_t worlds;
    int64_t sum[PLANS], squares[PLANS]; /* of points above what each plan's own move brings */
};

struct search {
    struct cn_imagined imagined;
    struct cn_imagined_players players;
    uint8_t style[CN_SEATS_MAX];            /* enum cn_model: how each seat plays on */
    struct candidate candidate[CANDIDATES]; /* first, in the order of the plans, their own moves */
    int32_t plans, count, worlds;
    int32_t apart;          /* the first worlds, in which only the plans' own moves are tried */
    int32_t look;           /* worlds after those until moves are given up next */
    int32_t turns;          /* played before the net is asked; below 0: all */
    int64_t allowed, spent; /* nodes since begin: the same for any slices */
    bool planned;           /* the law is (planned.h) */
    bool quick;             /* the others are more likely fast than not */
    bool foreseen;          /* the net has seen deals in which search goes on */
    bool foresees;          /* … and is asked for that in this world */
    struct cn_models models;
    enum cn_model plan[PLANS];                 /* how its side may go on, the usual one first */
    uint16_t chances[CN_SEATS_MAX][CN_MODELS]; /* that a seat plays as a model */
};

static bool is_ours(const struct search *s, int seat)
{
    const struct cn_board *board = &s->imagined.board;
    return board->side[seat] == board->side[s->imagined.view.seat];
}

/* ---- which moves are tried ---- */

/* The move that a plan would make. */
static struct cn_action own_move(const struct search *s, int plan, const struct cn_view *view,
                                 struct cn_rng *rng)
{
    struct cn_bot bot = plan == 0 ? cn_bot_club : *cn_pool_find(cn_model_name(s->plan[plan]));
    bot.care = CN_CARE_POINTS; /* styles of the pool have none of their own */
    return cn_law_is_refereed(view->law) ? cn__refereed_decide(&bot, view, rng)
                                         : bot.decide(view, rng);
}

static void propose(struct search *s, int plan, struct cn_action action)
{
    s->candidate[s->count++] =
        (struct candidate){.action = action, .plan = (uint8_t)plan, .alive = true};
}

/* The moves of the plans, and each move by each plan. At a refereed table what comes first leaves
 * no choice. */
static void propose_moves(struct search *s, const struct cn_view *view, struct cn_rng *rng)
{
    struct cn_action moves[MOVES];
    const bool forced = cn_law_is_refereed(view->law) && cn__refereed_first(view, &moves[0]);
    const int count = forced ? 1 : cn__imagine_moves(view, moves, MOVES);
    s->count = 0;
    if (count < 2)
        s->plans = 1;
    for (int plan = 0; plan < s->plans; plan++)
        propose(s, plan, forced ? moves[0] : own_move(s, plan, view, rng));
    for (int plan = 0; plan < s->plans; plan++)
        for (int i = 0; i < count; i++)
            if (!cn_action_equal(moves[i], s->candidate[plan].action))
                propose(s, plan, moves[i]);
}

/* ---- who plays on ---- */

/* Its own side plays on by this plan; the net may be asked for how it will really go on. */
static void follow(struct search *s, int plan)
{
    for (int seat = 0; seat < s->imagined.board.players; seat++) {
        if (!is_ours(s, seat))
            continue;
        s->style[seat] = (uint8_t)s->plan[plan];
        s->players.model[seat] = s->foresees ? CN_MODEL_SEARCH : s->style[seat];
    }
}

/* Draws how the others play in this world: as what they have done so far says, each model in its
 * share of the worlds. Partners mostly play alike, so the same number draws for all. */
static void draw_models(struct search *s)
{
    for (int seat = 0; seat < s->imagined.board.players; seat++) {
        if (is_ours(s, seat))
            continue;
        int at = (s->worlds * WORLD_STEP) % CN_RECOGNISE_ONE;
        int model = 0;
        while (at >= s->chances[seat][model])
            at -= s->chances[seat][model++];
        s->style[seat] = s->players.model[seat] = (uint8_t)model;
    }
}

/* Is one of the others fast in this world? */
static bool is_fast(const struct search *s)
{
    for (int seat = 0; seat < s->imagined.board.players; seat++)
        if (!is_ours(s, seat) && cn_model_is_fast((enum cn_model)s->style[seat]))
            return true;
    return false;
}

/* Chooses how this world is played. Deals with fast players end soon, and the end is surer than the
 * net, which many worlds would otherwise show nothing but the errors of; the first worlds only sort
 * out what is clearly worse. In slow worlds search will choose again at many turns, which the net
 * foresees if it has seen such deals; but that says nothing about the plans, which are compared
 * first. */
static void choose_play(struct search *s)
{
    const bool fast = is_fast(s);
    s->imagined.turns = fast && s->quick && s->worlds > NET_WORLDS ? -1 : s->turns;
    s->foresees = s->foreseen && !fast && s->worlds > s->apart;
}

/* Where the law is planned, the others play on in a different manner in every world. If they were
 * taken for patient experts, the bot would give them time to go out. */
static struct cn_action decide_planned(const struct search *s, const struct cn_view *view)
{
    const int manner = is_ours(s, view->seat) ? 0 : s->worlds % 3;
    return cn_planned_decide(view, manner == 0   ? &cn_manner_club
                                   : manner == 1 ? &cn_manner_plain
                                                 : &cn_manner_casual);
}

static struct cn_action decide(const void *context, const struct cn_view *view, struct cn_rng *rng)
{
    const struct search *s = context;
    if (s->planned)
        return decide_planned(s, view);
    return cn_model_decide(&s->models, (enum cn_model)s->style[view->seat], view, rng);
}

/* ---- trials in one world ---- */

static void note(struct candidate *c, int plan, int more)
{
    more = more > POINTS_MOST ? POINTS_MOST : more < -POINTS_MOST ? -POINTS_MOST : more;
    c->sum[plan] += more;
    c->squares[plan] += (int64_t)more * more;
}

static void try_all(struct search *s, int64_t *nodes)
{
    const int count = s->worlds < s->apart ? s->plans : s->count;
    int points[CANDIDATES] = {0};
    s->worlds++;
    if (!s->planned) {
        draw_models(s);
        choose_play(s);
    }
    for (int i = 0; i < count; i++) {
        struct candidate *c = &s->candidate[i];
        if (!c->alive)
            continue;
        follow(s, c->plan);
        points[i] = cn__imagine_play(&s->imagined, c->action, &s->players, NULL, nodes);
        c->worlds++;
    }
    for (int i = 0; i < count; i++)
        for (int plan = 0; plan < s->plans && s->candidate[i].alive; plan++)
            if (s->candidate[plan].alive)
                note(&s->candidate[i], plan, points[i] - points[plan]);
}

/* ---- what the trials show ---- */

/* In sixteenths of a point. */
static int32_t mean(const struct candidate *c, int plan)
{
    return c->worlds == 0 ? 0 : (int32_t)(c->sum[plan] * 16 / c->worlds);
}

/* The standard error of the mean. */
static int32_t error_of(const struct candidate *c, int plan)
{
    if (c->worlds < 2)
        return 0;
    const int64_t n = c->worlds;
    const int64_t spread = c->squares[plan] - c->sum[plan] * c->sum[plan] / n;
    return cn__square_root(spread * 256 / (n * (n - 1)));
}

/* A lower bound of what a candidate brings above a plan's own move, as far as its trials tell. */
static int32_t floor_of(const struct candidate *c, int plan, int half_errors)
{
    return mean(c, plan) - error_of(c, plan) * half_errors / 2;
}

/* The plan to follow: the usual one unless it was given up or another is clearly ahead. */
static int best_plan(const struct search *s)
{
    int best = 0;
    while (!s->candidate[best].alive)
        best++;
    const int usual = best;
    int32_t most = 0;
    for (int plan = usual + 1; plan < s->plans; plan++) {
        const int32_t more = floor_of(&s->candidate[plan], usual, PLAN_MARGIN);
        if (s->candidate[plan].alive && more > most) {
            most = more;
            best = plan;
        }
    }
    return best;
}

static int best(const struct search *s)
{
    const int plan = best_plan(s);
    int first = plan;
    int32_t most = 0;
    for (int i = s->plans; i < s->count; i++) {
        const struct candidate *c = &s->candidate[i];
        if (c->worlds < FIRST_LOOK || !s->candidate[c->plan].alive)
            continue;
        const int32_t more = floor_of(c, plan, MARGIN);
        if (more > most) {
            most = more;
            first = i;
        }
    }
    return first;
}

/* Gives up plans that are clearly behind, with all moves that they would follow. */
static void look_at_plans(struct search *s)
{
    int top = 0;
    for (int plan = 1; plan < s->plans; plan++)
        if (s->candidate[plan].alive &&
            (!s->candidate[top].alive || mean(&s->candidate[plan], top) > 0))
            top = plan;
    for (int plan = 0; plan < s->plans; plan++)
        if (floor_of(&s->candidate[plan], top, -PLAN_BEHIND) < 0)
            for (int i = 0; i < s->count; i++)
                s->candidate[i].alive = s->candidate[i].alive && s->candidate[i].plan != plan;
}

static int count_alive(const struct search *s)
{
    int alive = 0;
    for (int i = s->plans; i < s->count; i++)
        alive += s->candidate[i].alive;
    return alive;
}

static struct candidate *worst(struct search *s, int plan)
{
    struct candidate *found = NULL;
    for (int i = s->plans; i < s->count; i++) {
        struct candidate *c = &s->candidate[i];
        if (c->alive && (found == NULL || mean(c, plan) < mean(found, plan)))
            found = c;
    }
    return found;
}

/* Drops moves that are clearly behind, and the worse half at each look; the looks become rarer. */
static void look(struct search *s)
{
    look_at_plans(s);
    const int plan = best_plan(s);
    int32_t top = 0;
    for (int i = s->plans; i < s->count; i++)
        if (s->candidate[i].alive && mean(&s->candidate[i], plan) > top)
            top = mean(&s->candidate[i], plan);
    for (int i = s->plans; i < s->count; i++) {
        struct candidate *c = &s->candidate[i];
        c->alive = c->alive && mean(c, plan) + 2 * error_of(c, plan) >= top;
    }
    const int keep = s->count * FIRST_LOOK / (s->look * 2);
    for (int alive = count_alive(s); alive > keep && alive > 1; alive--)
        worst(s, plan)->alive = false;
    s->look *= 2;
}

/* Is there nothing left to choose? */
static bool is_settled(const struct search *s)
{
    const struct candidate *first = NULL;
    for (int i = 0; i < s->count; i++) {
        const struct candidate *c = &s->candidate[i];
        if (!c->alive)
            continue;
        if (first != NULL && !cn_action_equal(first->action, c->action))
            return false;
        first = c;
    }
    return true;
}

/* ---- a bot that thinks ---- */

static bool are_quick(const struct search *s)
{
    int more = 0; /* how much likelier they are fast than slow */
    for (int seat = 0; seat < s->imagined.board.players; seat++)
        for (int model = 0; model < CN_MODELS && !is_ours(s, seat); model++)
            more += cn_model_is_fast((enum cn_model)model) ? s->chances[seat][model]
                                                           : -s->chances[seat][model];
    return more >= 0;
}

static void begin_models(struct search *s)
{
    s->players = (struct cn_imagined_players){.decide = decide, .context = s};
    s->quick = s->foreseen = s->foresees = false;
    if (s->planned)
        return;
    cn_models_init(&s->models);
    for (int seat = 0; seat < s->imagined.board.players; seat++)
        cn_recognise(cn_recognise_default(), &s->imagined.view, seat, s->chances[seat]);
    s->quick = are_quick(s);
    s->foreseen =
        cn_value_net_has_seen(&s->imagined.law->rules, &s->imagined.world, CN_MODEL_SEARCH);
}

static void begin(void *mind, const struct cn_view *view, struct cn_rng *rng)
{
    struct search *const s = mind;
    s->planned = cn_planned_suits(view->law);
    s->plans = cn_model_plans(view, s->plan);
    s->worlds = 0;
    s->allowed = s->spent = 0;
    propose_moves(s, view, rng);
    s->apart = s->plans > 1 ? PLAN_WORLDS : 0;
    s->look = FIRST_LOOK;
    if (s->count < 2)
        return;
    cn__imagine_begin(&s->imagined, view, TURNS, rng);
    s->turns = s->imagined.turns;
    begin_models(s);
}

static bool may_go_on(const struct search *s)
{
    return s->count > 1 && s->worlds < WORLDS_MOST && !is_settled(s);
}

static bool think(void *mind, int64_t nodes)
{
    struct search *const s = mind;
    s->allowed += nodes;
    while (s->spent < s->allowed && may_go_on(s)) {
        if (!cn__imagine_next(&s->imagined))
            return false;
        try_all(s, &s->spent);
        if (s->apart > 0 && s->worlds == s->apart)
            look_at_plans(s);
        else if (s->worlds - s->apart == s->look)
            look(s);
    }
    return may_go_on(s);
}

static struct cn_action choice(const void *mind)
{
    const struct search *const s = mind;
    return s->candidate[best(s)].action;
}

/* Is there a candidate that tells more about the same move? The one tried in more worlds does, of
 * those the one that brings more. */
static bool is_outdone(const struct search *s, int i, int plan)
{
    const struct candidate *c = &s->candidate[i];
    for (int k = 0; k < s->count; k++) {
        const struct candidate *o = &s->candidate[k];
        if (k == i || !cn_action_equal(o->action, c->action))
            continue;
        if (o->worlds != c->worlds
                ? o->worlds > c->worlds
                : mean(o, plan) > mean(c, plan) || (mean(o, plan) == mean(c, plan) && k < i))
            return true;
    }
    return false;
}

static struct cn_candidate weigh(const struct candidate *c, int plan)
{
    return (struct cn_candidate){c->action, mean(c, plan) / 16, error_of(c, plan) / 16, c->worlds};
}

static int weighed(const void *mind, struct cn_candidate *list, int capacity)
{
    const struct search *const s = mind;
    if (s->count < 2 || s->worlds == 0 || capacity < 1)
        return 0;
    const int plan = best_plan(s);
    const int first = best(s);
    int count = 0;
    list[count++] = weigh(&s->candidate[first], plan);
    for (int i = 0; i < s->count; i++) {
        if (cn_action_equal(s->candidate[i].action, list[0].action) || is_outdone(s, i, plan))
            continue;
        const struct cn_candidate w = weigh(&s->candidate[i], plan);
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
