/* duel.c -- see duel.h. */
#include "builtin.h"

#include <stdlib.h>
#include <string.h>

#include "planned.h"

enum {
    TURNS = 8,          /* turns played after this one before the net is asked */
    FIRST_LOOK = 8,     /* worlds before a duel can be over */
    WORLDS_MOST = 2048, /* so that sums of squares stay within 64 bits */
    PRECISION = 10,     /* points: a mean error that is small enough */
    SHARE_LEAST = 80,   /* of 1000: shares that differ less say nothing */
    CLEAR = 2           /* standard errors that make a difference clear */
};

void cn_duel_begin(struct cn_duel *duel, const struct cn_view *view, struct cn_action first,
                   struct cn_action second, struct cn_rng *rng)
{
    static const char *const others[CN_DUEL_MANNERS] = {"patient", "greedy", "racer", "expert"};
    memset(&duel->of, 0, sizeof duel->of);
    const bool planned = cn_planned_suits(view->law);
    duel->plan[0] = cn_bot_find(cn_model_name(planned ? CN_MODEL_PATIENT : cn_model_best(view)));
    duel->plan[1] = cn_bot_find(cn_model_name(CN_MODEL_RACER));
    for (int m = 0; m < CN_DUEL_MANNERS; m++)
        duel->others[m] = cn_bot_find(others[m]);
    duel->move[0] = first;
    duel->move[1] = second;
    duel->worlds = 0;
    duel->left = 0;
    duel->stuck = false;
    cn__imagine_begin(&duel->imagined, view, TURNS, rng);
}

/* ---- trying ---- */

static void note(struct cn_duel_tally *tally, uint32_t courses, int32_t points)
{
    tally->points += points;
    for (int course = 0; course < CN_COURSES_ALL; course++) {
        if ((courses >> course & 1) == 0)
            continue;
        tally->count[course]++;
        tally->points_with[course] += points;
    }
}

/* Both moves by each plan, against one manner. */
static void try_manner(struct cn_duel *duel, int m, int64_t *nodes)
{
    struct cn_duel_manner *of = &duel->of[m];
    int32_t points[2][CN_DUEL_PLANS];
    for (int move = 0; move < 2; move++)
        for (int plan = 0; plan < CN_DUEL_PLANS; plan++) {
            uint32_t courses;
            const struct cn_imagined_bots bots = {&duel->imagined, duel->plan[plan],
                                                  duel->others[m]};
            const struct cn_imagined_players players = cn__imagine_bots(&bots);
            points[move][plan] =
                cn__imagine_play(&duel->imagined, duel->move[move], &players, &courses, nodes);
            note(&of->after[move][plan], courses, points[move][plan]);
        }
    for (int p = 0; p < CN_DUEL_PLANS; p++)
        for (int q = 0; q < CN_DUEL_PLANS; q++) {
            const int64_t more = points[0][p] - points[1][q];
            of->squares[p][q] += more * more;
        }
}

/* ---- what the trials show ---- */

/* The plan that suits a move best, against one manner. */
static int plan_of(const struct cn_duel_manner *of, int move)
{
    int best = 0;
    for (int plan = 1; plan < CN_DUEL_PLANS; plan++)
        if (of->after[move][plan].points > of->after[move][best].points)
            best = plan;
    return best;
}

static struct cn_difference difference(const struct cn_duel *duel, int m)
{
    const struct cn_duel_manner *of = &duel->of[m];
    const int p = plan_of(of, 0);
    const int q = plan_of(of, 1);
    const int64_t n = duel->worlds;
    const int64_t sum = of->after[0][p].points - of->after[1][q].points;
    if (n < 2)
        return (struct cn_difference){(int32_t)(n == 0 ? 0 : sum), 0};
    return (struct cn_difference){
        (int32_t)(sum / n), cn__square_root((of->squares[p][q] - sum * sum / n) / (n * (n - 1)))};
}

struct cn_difference cn_duel_mean(const struct cn_duel *duel)
{
    int64_t points = 0;
    int64_t squares = 0;
    for (int m = 0; m < CN_DUEL_MANNERS; m++) {
        const struct cn_difference one = difference(duel, m);
        points += one.points;
        squares += (int64_t)one.error * one.error;
    }
    return (struct cn_difference){(int32_t)(points / CN_DUEL_MANNERS),
                                  cn__square_root(squares) / CN_DUEL_MANNERS};
}

struct cn_difference cn_duel_least(const struct cn_duel *duel)
{
    struct cn_difference least = difference(duel, 0);
    for (int m = 1; m < CN_DUEL_MANNERS; m++) {
        const struct cn_difference one = difference(duel, m);
        if (one.points < least.points)
            least = one;
    }
    return least;
}

static bool is_over(const struct cn_duel *duel)
{
    return duel->worlds >= WORLDS_MOST ||
           (duel->worlds >= FIRST_LOOK && cn_duel_mean(duel).error <= PRECISION);
}

bool cn_duel_think(struct cn_duel *duel, int64_t nodes)
{
    duel->left += nodes;
    while (duel->left > 0 && !is_over(duel)) {
        int64_t spent = 0;
        duel->stuck = !cn__imagine_next(&duel->imagined);
        if (duel->stuck)
            return false;
        for (int m = 0; m < CN_DUEL_MANNERS; m++)
            try_manner(duel, m, &spent);
        duel->worlds++;
        duel->left -= spent;
    }
    return !is_over(duel);
}

/* ---- what separates the moves ---- */

/* Worlds of one move in which a course came, and the points in them, over all manners. */
struct share {
    int64_t count, points_with, points, worlds;
};

static struct share share_of(const struct cn_duel *duel, int move, int course)
{
    struct share share = {0, 0, 0, (int64_t)duel->worlds * CN_DUEL_MANNERS};
    for (int m = 0; m < CN_DUEL_MANNERS; m++) {
        const struct cn_duel_manner *of = &duel->of[m];
        const struct cn_duel_tally *tally = &of->after[move][plan_of(of, move)];
        share.count += tally->count[course];
        share.points_with += tally->points_with[course];
        share.points += tally->points;
    }
    return share;
}

/* How many points a side has more when the course comes than when it does not. */
static int64_t worth(const struct share *a, const struct share *b)
{
    const int64_t with = a->count + b->count;
    const int64_t without = a->worlds + b->worlds - with;
    const int64_t points = a->points_with + b->points_with;
    if (with == 0 || without == 0)
        return 0;
    return points / with - (a->points + b->points - points) / without;
}

static int32_t of_thousand(const struct share *share)
{
    return (int32_t)(1000 * share->count / share->worlds);
}

/* Are two shares so different that it is hardly chance? */
static bool differ(const struct share *a, const struct share *b)
{
    const int64_t p = (of_thousand(a) + of_thousand(b)) / 2;
    const int64_t less = of_thousand(a) - of_thousand(b);
    return llabs(less) >= SHARE_LEAST &&
           less * less * a->worlds > (int64_t)CLEAR * CLEAR * 2 * p * (1000 - p);
}

struct cn_finding cn_duel_finding(const struct cn_duel *duel, int better)
{
    static const bool good[CN_COURSES_ALL] = {
#define X(id, is_good) is_good,
        CN_COURSES(X)
#undef X
    };
    struct cn_finding found = {.any = false};
    int64_t most = 0;
    for (int course = 0; course < CN_COURSES_ALL && duel->worlds > 0; course++) {
        const struct share a = share_of(duel, better, course);
        const struct share b = share_of(duel, 1 - better, course);
        const int32_t more = of_thousand(&a) - of_thousand(&b);
        const int64_t points = more * worth(&a, &b);
        if ((more > 0) != good[course] || points <= most || !differ(&a, &b))
            continue;
        most = points;
        found = (struct cn_finding){true, (enum cn_course)course, of_thousand(&a), of_thousand(&b)};
    }
    return found;
}

const char *cn_course_name(enum cn_course course)
{
    static const char *const names[CN_COURSES_ALL] = {
#define X(id, good) #id,
        CN_COURSES(X)
#undef X
    };
    return names[course];
}

/* Writes ".333". Returns its end. */
static char *write_share(char *at, int32_t share)
{
    int32_t unit = 1;
    while (unit <= share / 10)
        unit *= 10;
    *at++ = '.';
    for (; unit > 0; unit /= 10)
        *at++ = (char)('0' + share / unit % 10);
    return at;
}

void cn_finding_format(const struct cn_finding *finding, char text[CN_FINDING_TEXT])
{
    char *at = text;
    if (finding->any) {
        for (const char *name = cn_course_name(finding->course); *name != '\0'; name++)
            *at++ = *name;
        at = write_share(at, finding->better);
        at = write_share(at, finding->other);
    }
    *at = '\0';
}

/* Reads ".333" up to 1000. Returns what follows, or NULL. */
static const char *read_share(const char *text, int32_t *share)
{
    const char *at = text + 1;
    *share = 0;
    if (*text != '.')
        return NULL;
    for (; *at >= '0' && *at <= '9' && *share <= 1000; at++)
        *share = *share * 10 + (*at - '0');
    return at > text + 1 && *share <= 1000 ? at : NULL;
}

bool cn_finding_parse(const char *text, struct cn_finding *finding)
{
    for (int course = 0; course < CN_COURSES_ALL; course++) {
        const char *name = cn_course_name((enum cn_course)course);
        const size_t length = strlen(name);
        if (strncmp(text, name, length) != 0)
            continue;
        const char *at = read_share(text + length, &finding->better);
        at = at != NULL ? read_share(at, &finding->other) : NULL;
        if (at == NULL || *at != '\0')
            continue;
        finding->any = true;
        finding->course = (enum cn_course)course;
        return true;
    }
    return false;
}
