/* expert_out.c -- going out: can the whole hand be laid, what comes first, and is it wise? */
#include "expert.h"

struct plan {
    int pairs, wilds; /* pairs that need one wild each; further wilds */
    int stray;        /* cards that only a discard gets rid of */
    int room;         /* for wilds in melds, both old and new */
    int canastas;     /* with all naturals laid */
    int to_canasta;   /* wilds that complete the missing ones; above 'wilds' if impossible */
};

static int most_wilds(const struct cn__expert *e, int kind, int naturals)
{
    return cn_wild_limits(e->law, kind)[naturals];
}

/* Wilds that a meld of this size needs to reach seven, if it can take them. */
static int lacks(const struct cn__expert *e, int kind, int naturals, int wilds)
{
    const int missing = 7 - naturals - wilds;
    if (missing <= 0)
        return 0;
    return wilds + missing <= most_wilds(e, kind, naturals) ? missing : 99;
}

static void plan_kind(const struct cn__expert *e, int kind, int n, struct plan *plan, int *nearest)
{
    const int at = e->meld[kind];
    int naturals = n;
    int wilds = 0;
    int used = 0;
    if (at != CN_NO_MELD) {
        const cn_packed_meld meld = e->board->melds[e->side][at];
        naturals += cn_meld_naturals(meld);
        wilds = cn_meld_wilds(meld);
        if (cn_meld_is_canasta(meld)) {
            plan->room += most_wilds(e, kind, naturals) - wilds;
            return;
        }
    } else if (n < e->law->rules.fewest_naturals || n < 2) {
        plan->stray += n;
        return;
    } else if (n == 2) {
        plan->pairs++;
        used = 1;
    }
    const int lack = lacks(e, kind, naturals, wilds + used);
    if (lack == 0)
        plan->canastas++;
    else if (lack < *nearest)
        *nearest = lack;
    plan->room += most_wilds(e, kind, naturals) - wilds - used;
}

static void make_plan(const struct cn__expert *e, struct plan *plan)
{
    *plan = (struct plan){.canastas = e->board->canastas[e->side]};
    int nearest = 99;
    const uint64_t kinds = (cn_hand_mask(e->hand) | e->board->ranks[e->side]) & CN_NATURALS_MASK;
    for (uint64_t mask = kinds; mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        plan_kind(e, kind, cn_hand_count(e->hand, kind), plan, &nearest);
    }
    const int black = cn_hand_count(e->hand, CN_BLACK_THREE);
    if (black < e->law->rules.fewest_black_threes || black > e->law->rules.most_black_threes)
        plan->stray += black;
    plan->wilds = e->wilds - plan->pairs;
    if (plan->wilds < 0) {
        plan->stray -= 2 * plan->wilds;
        plan->wilds = 0;
    }
    if (plan->wilds > plan->room)
        plan->stray += plan->wilds - plan->room;
    const int needed = cn_board_canastas_needed(&e->law->rules, e->board);
    plan->to_canasta = plan->canastas >= needed ? 0 : plan->canastas + 1 >= needed ? nearest : 99;
}

/* Is there more than one kind that no meld takes? Quickly shows that the hand cannot be laid. */
static bool has_strays(const struct cn__expert *e)
{
    const uint64_t ranks = e->board->ranks[e->side];
    return cn_mask_has_several(cn_hand_singles(e->hand) & ~ranks & CN_NATURALS_MASK);
}

/* For a contract nothing is planned by counting: what to lay is, of all that still leads out, what
 * lays most cards. */
static bool lay_by_law(const struct cn__expert *e, struct cn_action *action)
{
    struct cn_action list[CN_ACTIONS_TYPICAL];
    struct cn_board board = *e->board;
    int most = 0;
    board.answer = CN_ANSWER_YES;
    const int count =
        cn_board_legal_list_from(e->law, &board, e->hand, 0, list, CN_ACTIONS_TYPICAL);
    for (int i = 0; i < count && i < CN_ACTIONS_TYPICAL; i++) {
        const struct cn_action a = list[i];
        const bool lays = a.type == CN_ACTION_MELD || a.type == CN_ACTION_ADD;
        const int cards = a.amount + cn_action_deuces(a) + cn_action_jokers(a);
        if (lays && cards > most) {
            most = cards;
            *action = a;
        }
    }
    return most > 0;
}

bool cn__expert_can_go_out(const struct cn__expert *e)
{
    if (has_strays(e))
        return false;
    if (e->law->contract.parts != 0)
        return cn_board_can_go_out(e->law, e->board, e->hand);
    struct plan plan;
    if (e->board->owes_opening && e->board->opening_points < e->board->minimum[e->side])
        return false;
    make_plan(e, &plan);
    const int most = e->board->phase == CN_PHASE_START ? 0 : 1;
    if (plan.stray > most || plan.to_canasta > plan.wilds)
        return false;
    return e->law->rules.go_out_by_melding || plan.stray == 1;
}

/* ---- is it wise? ---- */

static int cards_of(const struct cn__expert *e, bool ours)
{
    int cards = 0;
    for (int seat = 0; seat < e->board->players; seat++)
        if (seat != e->seat && (e->board->side[seat] == e->side) == ours)
            cards += e->board->hand_size[seat];
    return cards;
}

/* Melds that may still become canastas. */
static int near_canastas(const struct cn__expert *e, int side)
{
    int near = 0;
    for (int m = 0; m < e->board->meld_count[side]; m++) {
        const int size = cn_meld_size(e->board->melds[side][m]);
        near += size >= 4 && size < 7;
    }
    return near;
}

static bool wants_out(const struct cn__expert *e)
{
    const struct cn_weights *w = e->weights;
    const struct cn_board *board = e->board;
    const int theirs = e->opponent_side;
    int value =
        w->out_base + w->out_their_card * cards_of(e, false) - w->out_our_card * cards_of(e, true) -
        w->out_own_card * e->size - w->out_stock * board->stock - w->out_pile * board->pile -
        w->out_their_canasta * board->canastas[theirs] - w->out_near * near_canastas(e, e->side) +
        w->out_their_near * near_canastas(e, theirs) - w->out_meld * board->meld_count[e->side];
    value += e->they_opened ? w->out_they_opened : w->out_red * board->red[theirs];
    return value > 0;
}

/* ---- the way there ---- */

/* Which wilds no longer matters: all are laid. */
static struct cn_action with_wilds(const struct cn__expert *e, int type, int at, int n, int wilds)
{
    const int deuces = cn_hand_count(e->hand, CN_DEUCE);
    const int used = wilds < deuces ? wilds : deuces;
    return cn_action_of(type, at, n, cn_deuces_at_once(used), wilds - used);
}

/* Adds what fits, with the wilds that complete a missing canasta. */
static bool add_all(const struct cn__expert *e, int to_canasta, int spare, struct cn_action *action)
{
    for (int m = 0; m < e->board->meld_count[e->side]; m++) {
        const cn_packed_meld meld = e->board->melds[e->side][m];
        const int kind = cn_meld_kind(meld);
        if (meld == 0 || kind == CN_BLACK_THREE)
            continue;
        const int n = e->meld[kind] == m ? cn_hand_count(e->hand, kind) : 0;
        const int naturals = cn_meld_naturals(meld) + n;
        const int lack = lacks(e, kind, naturals, cn_meld_wilds(meld));
        const int wilds = lack > 0 && lack == to_canasta ? lack : 0;
        if (n + wilds > 0 && wilds <= spare &&
            cn__expert_consider(e, action, with_wilds(e, CN_ACTION_ADD, m, n, wilds)))
            return true;
    }
    return false;
}

static bool meld_all(const struct cn__expert *e, int to_canasta, int spare,
                     struct cn_action *action)
{
    for (uint64_t mask = cn_hand_pairs(e->hand) & CN_NATURALS_MASK; mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        const int n = cn_hand_count(e->hand, kind);
        if (e->meld[kind] != CN_NO_MELD)
            continue;
        const int needs = n == 2 ? 1 : 0;
        const int lack = lacks(e, kind, n, needs);
        const int more = lack > 0 && lack == to_canasta && lack <= spare ? lack : 0;
        if (cn__expert_consider(e, action, with_wilds(e, CN_ACTION_MELD, kind, n, needs + more)))
            return true;
    }
    return false;
}

static bool lay_spare_wilds(const struct cn__expert *e, struct cn_action *action)
{
    for (int m = 0; m < e->board->meld_count[e->side]; m++) {
        const cn_packed_meld meld = e->board->melds[e->side][m];
        if (meld == 0 || cn_meld_kind(meld) == CN_BLACK_THREE)
            continue;
        int room = most_wilds(e, cn_meld_kind(meld), cn_meld_naturals(meld)) - cn_meld_wilds(meld);
        if (room > e->wilds)
            room = e->wilds;
        if (room > 0 && cn__expert_consider(e, action, with_wilds(e, CN_ACTION_ADD, m, 0, room)))
            return true;
    }
    return false;
}

bool cn__expert_go_out(const struct cn__expert *e, struct cn_action *action)
{
    const struct cn_board *board = e->board;
    if (board->answer == CN_ANSWER_NO || !cn__expert_can_go_out(e))
        return false;
    const bool must = board->answer == CN_ANSWER_YES || board->black_laid;
    if (!must && !wants_out(e))
        return false;
    if (e->law->contract.parts != 0)
        return lay_by_law(e, action);
    struct plan plan;
    make_plan(e, &plan);
    if (add_all(e, plan.to_canasta, plan.wilds, action) ||
        meld_all(e, plan.to_canasta, plan.wilds, action))
        return true;
    if (e->wilds > 0 && e->size > 1 && lay_spare_wilds(e, action))
        return true;
    const int black = cn_hand_count(e->hand, CN_BLACK_THREE);
    return black >= e->law->rules.fewest_black_threes &&
           cn__expert_consider(e, action,
                               cn_action_of(CN_ACTION_MELD, CN_BLACK_THREE, black, 0, 0));
}
