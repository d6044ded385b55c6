/* problems.c -- see problems.h. */
#include "problems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"

enum {
    SCREEN_NODES = 1200,
    SCREEN_LEAD_PERCENT = 80, /* of the lead, which few nodes must show */
    ERRORS = 2,
    SLICE = 4096,         /* nodes between two looks at a comparison */
    WORLDS_LEAST = 32,    /* … before it can be over */
    PRECISION = 10,       /* points: an error that is small enough, */
    PRECISION_SHARE = 20, /* … or this part of the loss */
    TRIED = 12,           /* moves of a search that are looked at */
    FEW_IN_STOCK = 12
};

struct finder {
    const struct problem_plan *plan;
    const struct cn_bot *thinker;
    const struct cn_bot *player[CN_SEATS_MAX]; /* NULL: plays what the first search finds */
    struct cn_law law;
    struct cn_game game;
    struct cn_rng rng;
    void *mind;
    struct cn__text lines;
    struct cn_record_writer writer;
    struct cn_observer observer;
    bool is_written; /* the turn in progress */
    int64_t problems, of_theme[PROBLEM_THEME_COUNT];
    int64_t of_grade[PROBLEM_THEME_COUNT][PROBLEM_GRADES];
    struct problem problem;
    struct cn_candidate tried[TRIED]; /* by the newest search */
    int tried_count;
    struct cn_duel duel;
    int64_t pairs[PROBLEM_THEME_COUNT]; /* problems of a choice of two */
};

const char *problem_theme_name(enum problem_theme theme)
{
    static const char *const names[] = {
#define X(id, name) name,
        PROBLEM_THEMES(X)
#undef X
    };
    return names[theme];
}

/* ---- weighing ---- */

/* Returns the lead of the first move of a search less its error, or 0 if there is none. */
static int32_t weigh(struct finder *f, const struct cn_view *view, int64_t nodes, uint64_t stream)
{
    struct cn_rng rng;
    cn_rng_init(&rng, cn_rng_seed_of(f->plan->seed, strlen(f->plan->seed), stream));
    f->thinker->begin(f->mind, view, &rng);
    while (nodes > 0 && f->thinker->think(f->mind, nodes < SLICE ? nodes : SLICE))
        nodes -= SLICE;
    f->tried_count = f->thinker->moves(f->mind, f->tried, TRIED);
    if (f->tried_count < 2)
        return 0;
    const double error = hypot(f->tried[0].error, f->tried[1].error);
    return f->tried[0].points - f->tried[1].points - (int32_t)(ERRORS * error);
}

/* Is the loss known well enough? */
static bool is_precise(const struct cn_duel *duel)
{
    const struct cn_difference mean = cn_duel_mean(duel);
    return duel->worlds >= WORLDS_LEAST &&
           (mean.error <= PRECISION || mean.error * PRECISION_SHARE <= mean.points);
}

/* Returns by how much the first of two moves leads against each manner, after the errors. */
static int32_t duel_lead(struct cn_duel *duel, int64_t nodes, int64_t least)
{
    struct cn_difference worst;
    int32_t lead;
    bool more = true;
    do {
        more = nodes > 0 && cn_duel_think(duel, nodes < SLICE ? nodes : SLICE);
        nodes -= SLICE;
        worst = cn_duel_least(duel);
        lead = worst.points - ERRORS * worst.error;
    } while (more && !(is_precise(duel) && lead >= least) &&
             (duel->worlds < WORLDS_LEAST || worst.points + ERRORS * worst.error >= least));
    return lead;
}

static void insert_move(struct problem *p, struct problem_move move)
{
    int at = p->move_count++;
    for (; at > 1 && p->moves[at - 1].loss > move.loss; at--)
        p->moves[at] = p->moves[at - 1];
    p->moves[at] = move;
}

int32_t problem_compare(struct problem *problem, const struct cn_view *view, struct cn_action best,
                        struct cn_duel *duel, struct cn_rng *rng, int64_t nodes, int64_t least)
{
    struct cn_action legal[PROBLEM_MOVES];
    const int count = cn_legal_list(view, legal, PROBLEM_MOVES);
    int32_t lead = INT32_MAX;
    problem->moves[0] = (struct problem_move){.action = best};
    problem->move_count = 1;
    if (count < 2 || count > PROBLEM_MOVES)
        return 0;
    for (int i = 0; i < count && lead >= least; i++) {
        if (cn_action_equal(legal[i], best))
            continue;
        cn_duel_begin(duel, view, best, legal[i], rng);
        const int32_t ahead = duel_lead(duel, nodes, least);
        const struct cn_difference mean = cn_duel_mean(duel);
        insert_move(problem, (struct problem_move){legal[i], mean.points, mean.error,
                                                   cn_duel_finding(duel, 0)});
        lead = ahead < lead ? ahead : lead;
    }
    return lead;
}

/* ---- what it teaches ---- */

static enum problem_theme theme_of_discard(const struct cn_view *view, struct cn_action action,
                                           enum cn_reason_id why)
{
    if (cn_kind_is_wild(cn_action_kind(action)))
        return PROBLEM_FREEZING;
    if (cn_action_kind(action) == CN_BLACK_THREE)
        return PROBLEM_BLACK;
    if (why == CN_REASON_SAFE_GONE || why == CN_REASON_DEAD)
        return PROBLEM_COUNTING;
    return view->board->stock <= FEW_IN_STOCK ? PROBLEM_ENDGAME : PROBLEM_DEFENCE;
}

static enum problem_theme theme_of(const struct cn_view *view, struct cn_action action)
{
    const struct cn_board *board = view->board;
    const enum cn_reason_id why = cn_reason_for(view, action).id;
    const bool melded = board->meld_count[board->side[view->seat]] > 0;
    if (action.type == CN_ACTION_YES || action.type == CN_ACTION_NO || action.type == CN_ACTION_ASK)
        return PROBLEM_PARTNER;
    if (why == CN_REASON_GO_OUT || why == CN_REASON_WAIT)
        return PROBLEM_OUT;
    if (action.type == CN_ACTION_DISCARD)
        return theme_of_discard(view, action, why);
    if (board->phase == CN_PHASE_START)
        return !melded && action.type != CN_ACTION_DRAW ? PROBLEM_OPENING : PROBLEM_PACK;
    if (!melded || board->owes_opening)
        return PROBLEM_OPENING;
    if (cn_action_deuces(action) + cn_action_jokers(action) > 0)
        return PROBLEM_WILDS;
    return board->stock <= FEW_IN_STOCK ? PROBLEM_ENDGAME : PROBLEM_CANASTAS;
}

/* The grade: how many kinds of players that do not think miss it. */
static int grade_of(const struct finder *f, const struct cn_view *view, struct cn_action best)
{
    static const char *const players[PROBLEM_GRADES - 1] = {"greedy", "casual", "patient"};
    int grade = 1;
    for (int i = 0; i < PROBLEM_GRADES - 1; i++) {
        struct cn_rng rng = f->rng;
        if (!cn_action_equal(cn_bot_find(players[i])->decide(view, &rng), best))
            grade++;
    }
    return grade;
}

/* ---- finding ---- */

/* Searches the position as a reader of the record sees it, and compares. */
static bool holds(struct finder *f, struct cn_action best)
{
    struct problem *p = &f->problem;
    const struct problem_plan *plan = f->plan;
    struct cn_reader *reader = cn_reader_open_text(f->lines.text, f->lines.length, NULL, NULL);
    bool sure = reader != NULL && cn_reader_run(reader, 0) && cn_reader_in_deal(reader);
    if (sure) {
        const struct cn_game *game = cn_reader_game(reader);
        const struct cn_view view = cn_game_view(game, cn_game_actor(game));
        for (int i = 1; i >= 0 && sure; i--)
            sure = weigh(f, &view, plan->nodes >> 2 * i, cn_rng_next(&f->rng)) >= plan->lead &&
                   cn_action_equal(f->tried[0].action, best);
        sure = sure && problem_compare(p, &view, best, &f->duel, &f->rng, plan->nodes / 2,
                                       plan->lead) >= plan->lead;
        if (sure) {
            p->grade = grade_of(f, &view, best);
            p->why = cn_reason_for(&view, best).id;
        }
    }
    cn_reader_close(reader);
    return sure;
}

/* Of each theme one in four may be of the first grade, and half of the second; half may be a choice
 * of two, but none of the first grade. A partner's question is always a choice of two. */
static bool is_wanted(const struct finder *f, int grade, bool is_pair)
{
    static const int most[PROBLEM_GRADES] = {4, 2, 1, 1};
    const enum problem_theme theme = f->problem.theme;
    if (f->of_theme[theme] >= f->plan->each)
        return false;
    if ((grade == 1 && is_pair) || f->of_grade[theme][grade - 1] * most[grade - 1] >= f->plan->each)
        return false;
    return !is_pair || theme == PROBLEM_PARTNER || 2 * f->pairs[theme] < f->plan->each;
}

/* Looks for a problem before this decision. */
static bool look(struct finder *f, const struct cn_view *view)
{
    struct problem *p = &f->problem;
    const int legal = cn_legal_list(view, NULL, 0);
    f->tried_count = 0;
    if (!f->is_written || legal < 2)
        return false;
    weigh(f, view, SCREEN_NODES, cn_rng_next(&f->rng));
    if (legal > PROBLEM_MOVES || f->tried_count < 2 ||
        f->tried[0].points - f->tried[1].points <
            (int32_t)(f->plan->lead * SCREEN_LEAD_PERCENT / 100))
        return false;
    const struct cn_action best = f->tried[0].action;
    const struct cn_candidate screened = f->tried[0];
    p->theme = theme_of(view, best);
    if (!is_wanted(f, grade_of(f, view, best), legal == 2) || !holds(f, best) ||
        !is_wanted(f, p->grade, legal == 2)) {
        f->tried[0] = screened;
        return false;
    }
    f->of_theme[p->theme]++;
    f->of_grade[p->theme][p->grade - 1]++;
    f->pairs[p->theme] += legal == 2;
    f->problems++;
    p->law = &f->law;
    p->record = &f->lines;
    f->plan->found(f->plan->context, p);
    return true;
}

/* A turn begins: writes the game line and the position. */
static void begin_turn(struct finder *f)
{
    static const char *const names[CN_SEATS_MAX] = {"", "", "", "", "", ""};
    const struct cn_game_header header = {
        .rules = f->plan->rules, .players = f->plan->players, .names = names};
    f->is_written = cn_record_has_position(&f->game);
    cn__text_clear(&f->lines);
    if (!f->is_written)
        return;
    cn_record_write_game(&f->lines, &header);
    cn_record_write_position(&f->lines, &f->game);
}

/* One side plays as a level does, the others as strangers. */
static void seat_players(struct finder *f)
{
    static const char *const levels[] = {NULL, NULL, "patient", "casual", "greedy"};
    const char *level = levels[cn_rng_below(&f->rng, sizeof levels / sizeof *levels)];
    const struct cn_board *board = &f->game.deal.board;
    int styles = 0;
    while (cn_pool_at(styles) != NULL)
        styles++;
    const struct cn_bot *style = cn_pool_at((int)cn_rng_below(&f->rng, (uint32_t)styles));
    const int side = (int)cn_rng_below(&f->rng, (uint32_t)board->sides);
    for (int seat = 0; seat < board->players; seat++)
        f->player[seat] = board->side[seat] != side ? style : level ? cn_bot_find(level) : NULL;
}

static struct cn_action decide(struct finder *f, const struct cn_view *view)
{
    if (f->player[view->seat] != NULL)
        return f->player[view->seat]->decide(view, &f->rng);
    return f->tried_count > 0 ? f->tried[0].action : cn_bot_find("patient")->decide(view, &f->rng);
}

static void deal(struct finder *f, int64_t number)
{
    cn_card deck[CN_CARDS_MAX];
    int32_t scores[CN_SIDES_MAX] = {0};
    const struct cn_rules *rules = f->plan->rules;
    const size_t length = strlen(f->plan->seed);
    int dealer;
    int idle;
    cn_rng_init(&f->rng, cn_rng_seed_of(f->plan->seed, length, (uint64_t)number));
    for (int side = 0; side < cn_side_count(rules, f->plan->players); side++)
        scores[side] = (int32_t)cn_rng_below(&f->rng, (uint32_t)rules->target / 500 + 1) * 100 * 4;
    cn_game_init(&f->game, &f->law, f->plan->players, scores);
    cn_game_next_dealer(&f->game, &dealer, &idle);
    cn_rng_shuffle(&f->rng, deck, cn_deck_init(rules, f->plan->players, deck));
    cn_game_deal(&f->game, dealer, idle, deck, &f->rng, NULL);
    seat_players(f);
}

static bool is_interrupted(const struct finder *f)
{
    return f->plan->interrupted != NULL && atomic_load(f->plan->interrupted) != 0;
}

static void search_deal(struct finder *f, int64_t number)
{
    bool found = false;
    deal(f, number);
    while (f->game.in_deal && !found && !is_interrupted(f)) {
        const int seat = cn_game_actor(&f->game);
        const struct cn_view view = cn_game_view(&f->game, seat);
        if (view.board->phase == CN_PHASE_START)
            begin_turn(f);
        found = look(f, &view);
        if (!found)
            cn_game_play(&f->game, seat, decide(f, &view), NULL, NULL,
                         f->is_written ? &f->observer : NULL);
    }
}

bool problems_find(const struct problem_plan *plan)
{
    struct finder *f = calloc(1, sizeof *f);
    if (f == NULL)
        return false;
    f->plan = plan;
    f->thinker = cn_bot_find("search");
    f->mind = malloc(cn_bot_memory(f->thinker));
    cn_law_init(&f->law, plan->rules);
    f->writer = (struct cn_record_writer){.lines = &f->lines, .game = &f->game};
    f->observer = (struct cn_observer){cn_record_on_event, &f->writer};
    bool room = f->mind != NULL;
    for (int64_t i = 0; i < plan->deals && f->problems < plan->count && room && !is_interrupted(f);
         i++) {
        search_deal(f, i);
        room = !f->lines.failed;
        plan->told(plan->context, i + 1, f->problems);
    }
    cn__text_free(&f->lines);
    free(f->mind);
    free(f);
    return room;
}
