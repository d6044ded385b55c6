/* planned.c -- the order of a turn where laying cards can cost points, and the manners of play. */
#include "planned.h"

/* Takes and lays whenever it can, goes out when it can, and sees only penalties on the table. */
const struct cn_manner cn_manner_plain = {.pace = 60,
                                          .wild_worth = 80,
                                          .take_card = 20,
                                          .keep_pair = 20,
                                          .keep_triple = 100,
                                          .keep_points = 20,
                                          .rush = 4,
                                          .rush_out = 4};
/* Counts the copies of a kind that nobody has shown before it discards. */
const struct cn_manner cn_manner_casual = {.pace = 60,
                                           .wild_worth = 80,
                                           .take_card = 20,
                                           .danger = 100,
                                           .open_danger = 40,
                                           .keep_pair = 20,
                                           .keep_triple = 100,
                                           .keep_points = 20,
                                           .rush = 4,
                                           .rush_out = 4};
/* Waits for special hands, and throws what is dangerous before it is. */
const struct cn_manner cn_manner_club = {.goal_least = 1200,
                                         .pace = 60,
                                         .wild_worth = 150,
                                         .take_card = 35,
                                         .danger = 100,
                                         .open_danger = -10,
                                         .harmless = 1,
                                         .keep_pair = 40,
                                         .keep_triple = 100,
                                         .keep_points = 20,
                                         .rush = 7,
                                         .rush_out = 10};

/* ---- the start of a turn ---- */

/* What the pile brings; a claimed meld that may stay a penalty is part of it. */
static int worth_of_taking(const struct cn__planned *p)
{
    const int kind = p->board->pile_top;
    const cn_packed_meld old = cn__planned_meld(p, kind);
    int joining = 1 + cn_pile_joining(&p->law->rules, p->board);
    int worth = p->manner->take_card * joining;
    if (old == 0 && cn__planned_penalty(p, kind, false) > 0)
        worth += cn__planned_prospect(
            p, kind, 1 + cn_hand_count(p->hand, kind) + cn_hand_count(p->pile, kind) - 1, 0);
    return worth;
}

static bool take(const struct cn__planned *p, struct cn_action *action)
{
    const struct cn_board *board = p->board;
    const struct cn_rules *rules = &p->law->rules;
    const int top = board->pile_top;
    if (cn_pile_is_stopped(board) || cn_rank_is_dead(p->law, board, top))
        return false;
    const int held = cn_hand_count(p->hand, top);
    const bool frozen = cn_pile_is_frozen(rules, board, p->side);
    const bool onto = !frozen && rules->take_onto_meld && p->meld[top] != CN_NO_MELD;
    if ((held < 2 && !onto && (held == 0 || frozen || !rules->take_with_wild)) ||
        worth_of_taking(p) <= p->manner->take_least)
        return false;
    *action = cn_action_of(CN_ACTION_TAKE_ONTO, p->meld[top], 0, 0, 0);
    if (onto && cn__planned_legal(p, *action))
        return true;
    *action = cn_action_of(CN_ACTION_TAKE_PAIR, 0, 0, 0, 0);
    if (held >= 2 && cn__planned_legal(p, *action))
        return true;
    if (frozen || !rules->take_with_wild || board->pile < 3 || p->wilds == 0)
        return false;
    const bool deuce = cn_hand_count(p->hand, CN_DEUCE) > 0;
    *action = cn_action_of(deuce ? CN_ACTION_TAKE_DEUCE : CN_ACTION_TAKE_JOKER, 0, 0, 0, 0);
    return cn__planned_legal(p, *action);
}

/* The special hand that is worth most. */
static bool lay_special(const struct cn__planned *p, struct cn_action *action)
{
    const struct cn_rules *rules = &p->law->rules;
    int most = -1;
    if (rules->special_hands.count == 0 || !p->opens || p->board->laid ||
        p->board->drew_from == CN_DREW_PILE)
        return false;
    for (uint32_t names = cn_special_names(rules, p->hand); names != 0; names &= names - 1) {
        const int first = __builtin_ctz(names);
        const int row = cn_special_row(rules, first, p->hand);
        const struct cn_action hand = cn_action_of(CN_ACTION_HAND, first, 0, 0, 0);
        if (row >= 0 && rules->special_hands.row[row].points > most && cn__planned_legal(p, hand)) {
            *action = hand;
            most = rules->special_hands.row[row].points;
        }
    }
    return most >= 0;
}

/* A bonus card that was kept keeps the hand from opening. */
static bool face(const struct cn__planned *p, struct cn_action *action)
{
    const uint64_t kept = cn_hand_mask(p->hand) & cn_bonus_mask(&p->law->rules);
    if (kept == 0)
        return false;
    struct cn__planned without = *p;
    without.hand = cn_hand_drop(p->hand, kept);
    without.size = cn_hand_size(without.hand);
    *action = cn_action_of(CN_ACTION_FACE, cn_mask_first(kept), 0, 0, 0);
    return cn__planned_open(&without, NULL) && cn__planned_legal(p, *action);
}

/* Going out needs the partner's yes: it is asked once the hand can. */
static bool ask(const struct cn__planned *p, struct cn_action *action)
{
    const struct cn_board *board = p->board;
    if (!p->law->rules.out_consent || !p->law->rules.ask_partner || board->asked || board->laid ||
        board->second[p->seat] > 0 || !cn_board_has_canastas(p->law, board, p->side))
        return false;
    *action = cn_action_of(CN_ACTION_ASK, 0, 0, 0, 0);
    return cn__planned_legal(p, *action);
}

static struct cn_action start(const struct cn__planned *p)
{
    struct cn_action action;
    if (p->goal < 0 && (take(p, &action) || (p->opens && face(p, &action))))
        return action;
    return cn_action_of(p->board->stock > 0 ? CN_ACTION_DRAW : CN_ACTION_STOP, 0, 0, 0, 0);
}

static struct cn_action go_on(const struct cn__planned *p)
{
    struct cn_action action;
    const struct cn_board *board = p->board;
    if (board->phase == CN_PHASE_MELD && (lay_special(p, &action) || ask(p, &action)))
        return action;
    if (p->owes) {
        const bool free = !board->laid && board->phase != CN_PHASE_TAKING;
        if (!(free && p->goal >= 0) && ((free && face(p, &action)) || cn__planned_open(p, &action)))
            return action;
    } else if (cn__planned_lay(p, &action)) {
        return action;
    }
    if (board->phase == CN_PHASE_LAST_RED_THREE)
        return cn_action_of(CN_ACTION_STOP, 0, 0, 0, 0);
    return cn__planned_discard(p);
}

static bool is_surely_legal(const struct cn__planned *p, struct cn_action action)
{
    const struct cn_board *board = p->board;
    if (board->answer != CN_ANSWER_NONE || p->size < 2)
        return false;
    if (action.type == CN_ACTION_DRAW)
        return board->stock > 0;
    return action.type == CN_ACTION_DISCARD && board->phase == CN_PHASE_MELD && p->size >= 3 &&
           !(p->opens && board->laid) && !board->black_laid && action.place != CN_NO_KIND;
}

bool cn_planned_suits(const struct cn_law *law)
{
    const struct cn_rules *rules = &law->rules;
    return cn_law_is_planned(law) &&
           (rules->largest_meld != CN_UNLIMITED || rules->dead_ranks || rules->pure_kinds != 0 ||
            rules->score_by_canastas || rules->second_hand.count > 0 ||
            rules->special_hands.count > 0 || rules->out_consent ||
            rules->second_meld == CN_SECOND_MELD_AFTER_CANASTA);
}

bool cn_planned_first(const struct cn_view *view, struct cn_action *action)
{
    struct cn__planned p;
    const struct cn_board *board = view->board;
    if (board->phase != CN_PHASE_MELD && board->phase != CN_PHASE_START)
        return false;
    cn__planned_init(&p, view, &cn_manner_casual);
    if (board->phase == CN_PHASE_MELD && (lay_special(&p, action) || ask(&p, action) ||
                                          (!p.owes && cn__planned_lay_wilds(&p, action))))
        return true;
    return p.opens && !board->laid && face(&p, action);
}

/* The most frequent decision, recognised quickly: there is nothing to take or to face. */
static bool must_draw(const struct cn_view *view)
{
    const struct cn_board *board = view->board;
    const struct cn_rules *rules = &view->law->rules;
    if (board->phase != CN_PHASE_START || board->stock == 0 || board->answer != CN_ANSWER_NONE ||
        cn_hand_is_empty(view->hand) || (cn_hand_mask(view->hand) & view->law->bonus) != 0)
        return false;
    if (cn_pile_is_stopped(board))
        return true;
    return !rules->take_with_wild && !rules->take_onto_meld &&
           cn_hand_count(view->hand, board->pile_top) < 2;
}

struct cn_action cn_planned_decide(const struct cn_view *view, const struct cn_manner *manner)
{
    if (must_draw(view))
        return cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0);
    struct cn__planned p;
    struct cn_action action;
    cn__planned_init(&p, view, manner);
    switch ((enum cn_phase)p.board->phase) {
    case CN_PHASE_ANSWER: return cn_action_of(CN_ACTION_YES, 0, 0, 0, 0);
    case CN_PHASE_START: action = start(&p); break;
    default: action = go_on(&p); break;
    }
    return is_surely_legal(&p, action) || cn__planned_legal(&p, action) ? action
                                                                        : cn_legal_last(view);
}
