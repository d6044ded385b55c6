/* responder.c -- see responder.h. */
#include "responder.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOVES = 24,
    PLANS = 3,
    ARMS = PLANS * (MOVES + PLANS),
    FIRST_LOOK = 8, /* worlds before any arm is given up */
    MARGIN = 2,     /* standard errors by which a gain must be above zero */
    WORLDS_MOST = 4096,
    TO_THE_END = -1
};

/* How its own side may go on: for a big deal, fast, and as plainly as can be. */
static const char *const plan_names[PLANS] = {"patient", "racer", "greedy"};

/* A move, and how its side goes on after it. */
struct arm {
    struct cn_action action;
    const struct cn_bot *plan;
    int worlds;
    double sum, squares; /* of points above the first arm, world by world */
    bool alive;
};

struct responding {
    const struct responder_recipe *recipe;
    const struct cn_law *law;
    const struct cn_bot *plan[PLANS];
    struct cn_rng rng;
    struct cn_imagined imagined;
    struct arm arm[ARMS]; /* the first PLANS: the move of each plan */
    int count, alive;
    int64_t spent;
};

/* ---- arms ---- */

static bool is_known(const struct responding *r, struct cn_action action, const struct cn_bot *plan)
{
    for (int i = 0; i < r->count; i++)
        if (r->arm[i].plan == plan && cn_action_equal(r->arm[i].action, action))
            return true;
    return false;
}

static void propose(struct responding *r, const struct cn_view *view)
{
    struct cn_action moves[MOVES];
    const int count = cn__imagine_moves(view, moves, MOVES);
    r->count = 0;
    for (int p = 0; p < PLANS; p++)
        r->arm[r->count++] =
            (struct arm){.action = cn_bot_decide(r->plan[p], NULL, 0, view, &r->rng),
                         .plan = r->plan[p],
                         .alive = true};
    for (int i = 0; i < count; i++)
        for (int p = 0; p < PLANS; p++)
            if (!is_known(r, moves[i], r->plan[p]))
                r->arm[r->count++] =
                    (struct arm){.action = moves[i], .plan = r->plan[p], .alive = true};
    r->alive = r->count;
}

static double mean(const struct arm *arm)
{
    return arm->worlds > 0 ? arm->sum / arm->worlds : 0;
}

static double error(const struct arm *arm)
{
    const double n = arm->worlds;
    return n < 2 ? 0 : sqrt(fmax(0, arm->squares - arm->sum * arm->sum / n) / (n * (n - 1)));
}

/* ---- trying ---- */

static void try_all(struct responding *r)
{
    int32_t first = 0;
    for (int i = 0; i < r->count; i++) {
        struct arm *arm = &r->arm[i];
        if (!arm->alive)
            continue;
        const struct cn_imagined_bots bots = {&r->imagined, arm->plan, r->recipe->against};
        const struct cn_imagined_players players = cn__imagine_bots(&bots);
        const int32_t points =
            cn__imagine_play(&r->imagined, arm->action, &players, NULL, &r->spent);
        if (i == 0)
            first = points;
        arm->worlds++;
        arm->sum += points - first;
        arm->squares += (double)(points - first) * (points - first);
    }
}

static struct arm *worst(struct responding *r)
{
    struct arm *found = NULL;
    for (int i = 1; i < r->count; i++)
        if (r->arm[i].alive && (found == NULL || mean(&r->arm[i]) < mean(found)))
            found = &r->arm[i];
    return found;
}

/* Gives up the worse half, and what is clearly behind the best. */
static void look(struct responding *r)
{
    double top = 0;
    const int keep = (r->alive + 1) / 2 > 2 ? (r->alive + 1) / 2 : 2;
    for (int i = 1; i < r->count; i++)
        if (r->arm[i].alive && mean(&r->arm[i]) > top)
            top = mean(&r->arm[i]);
    for (struct arm *arm = worst(r); arm != NULL; arm = worst(r)) {
        if (r->alive <= keep && mean(arm) + 2 * error(arm) >= top)
            break;
        arm->alive = false;
        r->alive--;
    }
}

/* The best arm; it leaves the first one only for a gain above its error. */
static struct cn_action best(const struct responding *r)
{
    int found = 0;
    double most = 0;
    for (int i = 1; i < r->count; i++) {
        const double floor = mean(&r->arm[i]) - MARGIN * error(&r->arm[i]);
        if (r->arm[i].worlds >= FIRST_LOOK && floor > most) {
            most = floor;
            found = i;
        }
    }
    return r->arm[found].action;
}

static struct cn_action respond(struct responding *r, const struct cn_view *view)
{
    int next_look = FIRST_LOOK;
    propose(r, view);
    if (cn_legal_list(view, NULL, 0) < 2)
        return r->arm[0].action;
    cn__imagine_begin(&r->imagined, view, TO_THE_END, &r->rng);
    r->spent = 0;
    for (int worlds = 1; r->alive > 1 && worlds <= WORLDS_MOST && r->spent < r->recipe->nodes;
         worlds++) {
        if (!cn__imagine_next(&r->imagined))
            break;
        try_all(r);
        if (worlds == next_look) {
            look(r);
            next_look *= 2;
        }
    }
    return best(r);
}

/* ---- the contestant ---- */

static bool begin_deal(void *context, const struct cn_law *law, int seat, uint64_t seed)
{
    struct responding *r = context;
    (void)seat;
    r->law = law;
    cn_rng_init(&r->rng, seed);
    return true;
}

static bool decide(void *context, const struct cn_deal *deal, int seat, struct cn_action *action)
{
    struct responding *r = context;
    const struct cn_view view = cn_deal_view(r->law, deal, seat);
    *action = respond(r, &view);
    return true;
}

static bool open_seat(const struct contestant *contestant, struct contest_player *player)
{
    struct responding *r = calloc(1, sizeof *r);
    if (r == NULL)
        return false;
    r->recipe = contestant->recipe;
    for (int p = 0; p < PLANS; p++)
        r->plan[p] = cn_bot_find(plan_names[p]);
    *player =
        (struct contest_player){.context = r, .begin = begin_deal, .decide = decide, .close = free};
    return true;
}

struct contestant contestant_of_responder(const struct responder_recipe *recipe)
{
    return (struct contestant){.name = "response", .recipe = recipe, .open = open_seat};
}
