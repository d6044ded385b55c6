#include "reason.h"

#include "expert.h"
#include "require.h"

enum {
    FEW_LEFT = 1, /* copies of a kind anywhere: too few for a pair */
    NEAR_HAND = 2 /* cards missing from a special hand that is near */
};

static struct cn_reason reason(enum cn_reason_id id, int kind, int number)
{
    return (struct cn_reason){id, kind, number};
}

static struct cn_reason plain(enum cn_reason_id id)
{
    return reason(id, CN_NO_KIND, 0);
}

static bool is_legal(const struct cn__expert *e, int type, int at)
{
    return cn_board_legal_check(e->law, e->board, e->seat, e->hand, cn_action_of(type, at, 0, 0, 0),
                                NULL);
}

static int cards_of_others(const struct cn__expert *e)
{
    int cards = 0;
    for (int seat = 0; seat < e->board->players; seat++)
        if (seat != e->board->idle && e->board->side[seat] != e->side)
            cards += e->board->hand_size[seat];
    return cards;
}

/* ---- the start of a turn ---- */

static bool can_take(const struct cn__expert *e)
{
    for (int type = CN_ACTION_TAKE_PAIR; type <= CN_ACTION_TAKE_JOKER; type++)
        if (is_legal(e, type, 0))
            return true;
    for (int m = 0; m < e->board->meld_count[e->side]; m++)
        if (is_legal(e, CN_ACTION_TAKE_ONTO, m))
            return true;
    return false;
}

static int cards_taken(const struct cn__expert *e)
{
    const int32_t most = e->law->rules.pile_taken;
    return most != CN_UNLIMITED && most < e->board->pile ? (int)most : e->board->pile;
}

static struct cn_reason reason_to_draw(const struct cn__expert *e)
{
    if (can_take(e))
        return reason(CN_REASON_LEAVE_PACK, CN_NO_KIND, cards_taken(e));
    return plain(CN_REASON_DRAW);
}

/* How many more cards of a rank the side can lay, at most. */
static int room_for(const struct cn__expert *e, int kind)
{
    const int at = e->meld[kind];
    if (cn_rank_is_dead(e->law, e->board, kind))
        return 0;
    return e->law->kinds[kind].largest -
           (at == CN_NO_MELD ? 0 : cn_meld_size(e->board->melds[e->side][at]));
}

/* Cards of the pile that fit melds of the side and pairs of the hand. */
static int fitting(const struct cn__expert *e)
{
    int fits = 0;
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++)
        if (cn_side_has_rank(e->board, e->side, kind) || cn_hand_count(e->hand, kind) >= 2) {
            const int room = room_for(e, kind) - cn_hand_count(e->hand, kind);
            const int count = cn_hand_count(e->pile, kind);
            fits += room > 0 ? count < room ? count : room : 0;
        }
    return fits;
}

static struct cn_reason reason_to_take(const struct cn__expert *e)
{
    const int fits = fitting(e);
    if (!e->opened)
        return plain(CN_REASON_TAKE_OPENS);
    if (fits >= 2 && cards_taken(e) == e->board->pile)
        return reason(CN_REASON_TAKE_FITS, CN_NO_KIND, fits);
    return reason(CN_REASON_TAKE, CN_NO_KIND, cards_taken(e));
}

/* ---- laying ---- */

/* Would playing the last card bring the seat's next hand? */
static bool brings_hand(const struct cn__expert *e)
{
    return e->board->second[e->seat] > 0 &&
           e->law->rules.second_hand_when == CN_SECOND_HAND_WHEN_EMPTY;
}

/* Does a meld of the kind cost points at the end as long as it is not complete? Only one without a
 * wild card does. */
static bool costs_unfinished(const struct cn__expert *e, int kind, int wilds)
{
    const int key = kind == CN_JOKER ? CN_KEY_WILD : kind;
    return e->law->rules.unfinished_penalty.of[key] > 0 && (kind == CN_JOKER || wilds == 0);
}

static struct cn_reason reason_to_open(const struct cn__expert *e)
{
    const struct cn_rules *rules = &e->law->rules;
    const int talon = cn_board_talon_due(rules, e->board);
    if (talon > 0)
        return reason(CN_REASON_TALON, CN_NO_KIND, talon);
    return plain(rules->take_with_wild || rules->take_onto_meld ? CN_REASON_OPEN
                                                                : CN_REASON_OPEN_ADD);
}

static struct cn_reason reason_of_wilds(const struct cn__expert *e, int before, int after)
{
    if (after >= CN_CANASTA_SIZE)
        return plain(CN_REASON_WILDS_CANASTA);
    if (before == 0)
        return plain(costs_unfinished(e, CN_JOKER, after) ? CN_REASON_WILDS_RISK : CN_REASON_WILDS);
    return reason(CN_REASON_WILDS_TOWARDS, CN_NO_KIND, CN_CANASTA_SIZE - after);
}

static bool goes_out(const struct cn__expert *e, struct cn_action action, int laid)
{
    struct cn_action wanted;
    if (laid >= e->size)
        return true;
    return cn__expert_go_out(e, &wanted) && cn_action_equal(wanted, action);
}

/* Cards were laid on a meld of this kind, which now has this many. */
static struct cn_reason reason_of_meld(const struct cn__expert *e, int kind, int before, int after,
                                       int wilds)
{
    if (e->board->owes_opening)
        return e->board->phase == CN_PHASE_TAKING ? plain(CN_REASON_CLAIM) : reason_to_open(e);
    if (before >= CN_CANASTA_SIZE)
        return plain(CN_REASON_COUNT);
    if (kind == CN_JOKER)
        return reason_of_wilds(e, before, after);
    if (after >= CN_CANASTA_SIZE)
        return reason(CN_REASON_CANASTA, kind, 0);
    if (before == 0)
        return reason(costs_unfinished(e, kind, wilds) ? CN_REASON_RISK : CN_REASON_MELD, kind, 0);
    return reason(CN_REASON_TOWARDS, kind, CN_CANASTA_SIZE - after);
}

static struct cn_reason reason_to_lay(const struct cn__expert *e, struct cn_action action)
{
    const int laid = action.amount + cn_action_deuces(action) + cn_action_jokers(action);
    const bool adds = action.type == CN_ACTION_ADD;
    const cn_packed_meld onto = adds ? e->board->melds[e->side][action.place] : 0;
    const int before = adds ? cn_meld_size(onto) : 0;
    const int kind = adds ? cn_meld_kind(onto) : action.place;
    if (laid >= e->size && brings_hand(e))
        return plain(CN_REASON_SECOND_HAND);
    if (goes_out(e, action, laid))
        return reason(CN_REASON_GO_OUT, CN_NO_KIND, cards_of_others(e));
    return reason_of_meld(e, kind, before, before + laid, laid - action.amount);
}

static struct cn_reason reason_to_combine(const struct cn__expert *e, struct cn_action action)
{
    const cn_packed_meld *melds = e->board->melds[e->side];
    const int before = cn_meld_size(melds[action.place]);
    return reason_of_meld(e, cn_meld_kind(melds[action.place]), before,
                          before + cn_meld_size(melds[action.amount]), 1);
}

/* ---- discarding ---- */

/* Nobody on the other sides can simply add it to a meld. */
static bool fits_no_meld(const struct cn__expert *e, int kind)
{
    const struct cn_board *board = e->board;
    for (int side = 0; side < board->sides; side++)
        if (side != e->side && board->frozen == 0 && e->law->rules.take_onto_meld &&
            cn_side_has_rank(board, side, kind))
            return false;
    return true;
}

/* Finds why nobody is likely to take the pack with it; returns false if there is no such reason. */
static bool is_safe(const struct cn__expert *e, int kind, struct cn_reason *why)
{
    struct cn__expert_danger danger;
    const int opponent = e->opponent;
    if (!fits_no_meld(e, kind) || cn_hand_count(e->memory->known[opponent], kind) > 0)
        return false;
    cn__expert_discard_weights(e, &danger);
    if (cn_hand_count(danger.unseen, kind) <= FEW_LEFT)
        *why = reason(CN_REASON_SAFE_GONE, kind, 0);
    else if (cn_history_recent(e->memory->discarded[opponent], kind))
        *why = reason(CN_REASON_SAFE_THREW, kind, 0);
    else if (cn_history_recent(e->memory->declined[opponent], kind))
        *why = reason(CN_REASON_SAFE_PASSED, kind, 0);
    else
        return false;
    return true;
}

/* Returns a kind other than this one of which a meld could be begun and is not, or CN_NO_KIND. What
 * fits a meld on the table hides nothing. */
static int held_back(const struct cn__expert *e, int discarded)
{
    for (int kind = CN_ACE; kind >= CN_FOUR && e->opened; kind--) {
        const int held = cn_hand_count(e->hand, kind);
        const struct cn_action lay = cn_action_of(CN_ACTION_MELD, kind, held, 0, 0);
        if (kind != discarded && held >= 3 && e->meld[kind] == CN_NO_MELD &&
            cn_board_legal_check(e->law, e->board, e->seat, e->hand, lay, NULL))
            return kind;
    }
    return CN_NO_KIND;
}

static bool has_pair(const struct cn__expert *e, int but)
{
    for (int kind = CN_FOUR; kind <= CN_ACE; kind++)
        if (kind != but && cn_hand_count(e->hand, kind) >= 2)
            return true;
    return false;
}

/* Finds how few cards are missing from a special hand that this card does not belong to; 0 if none
 * is near. */
static int near_hand(const struct cn__expert *e, int kind)
{
    const struct cn_special_hands *hands = &e->law->rules.special_hands;
    int fewest = NEAR_HAND + 1;
    for (int i = 0; i < hands->count && !e->opened; i++) {
        cn_hand keep;
        const int missing = cn_special_missing(&e->law->rules, &hands->row[i], e->hand, &keep);
        if (missing < fewest && cn_hand_count(keep, kind) < cn_hand_count(e->hand, kind))
            fewest = missing;
    }
    return fewest <= NEAR_HAND ? fewest : 0;
}

/* Would the cards of a kind cost extra if they stayed in the hand? */
static bool costs_held(const struct cn__expert *e, int kind)
{
    const int32_t cards = e->law->rules.held_penalty.of[kind].cards;
    return cards > 0 && cn_hand_count(e->hand, kind) >= cards;
}

/* A discard with which the next player may or may not be able to take the pack: which principle
 * chose it? */
static struct cn_reason reason_for_natural(const struct cn__expert *e, int kind)
{
    struct cn_reason why;
    if (cn_rank_is_dead(e->law, e->board, kind))
        return reason(CN_REASON_DEAD, kind, 0);
    if (cn__expert_can_go_out(e))
        return plain(CN_REASON_WAIT);
    if (costs_held(e, kind))
        return reason(CN_REASON_HELD, kind, e->law->rules.held_penalty.of[kind].cards);
    const int missing = near_hand(e, kind);
    if (missing > 0)
        return reason(CN_REASON_HAND_NEAR, CN_NO_KIND, missing);
    if (is_safe(e, kind, &why))
        return why;
    const int held = held_back(e, kind);
    if (held != CN_NO_KIND)
        return reason(costs_unfinished(e, held, 0) ? CN_REASON_HOLD_RISK : CN_REASON_HOLD, held, 0);
    if (e->late && e->law->rules.card_points.of[kind] >= 10)
        return reason(CN_REASON_LATE, kind, 0);
    if (cn_hand_count(e->hand, kind) == 1 && has_pair(e, kind))
        return reason(CN_REASON_KEEP_PAIR, kind, 0);
    return reason(CN_REASON_LEAST, kind, 0);
}

/* May the side go out with what it has laid? */
static bool meets_conditions(const struct cn__expert *e)
{
    return cn_board_has_canastas(e->law, e->board, e->side) &&
           cn_board_out_bar(&e->law->rules, e->board, e->side) == CN_NO_KIND;
}

/* The last card goes out, or brings the next hand or a talon. */
static struct cn_reason reason_for_last(const struct cn__expert *e)
{
    const int talon = cn_board_talon_due(&e->law->rules, e->board);
    if (brings_hand(e))
        return plain(CN_REASON_SECOND_HAND);
    if (talon > 0 && !meets_conditions(e))
        return reason(CN_REASON_TALON, CN_NO_KIND, talon);
    return reason(CN_REASON_GO_OUT, CN_NO_KIND, cards_of_others(e));
}

static struct cn_reason reason_to_discard(const struct cn__expert *e, int kind)
{
    if (e->size == 1)
        return reason_for_last(e);
    if (cn_board_must_discard(e->board, e->seat) != 0)
        return reason(CN_REASON_EXPOSED, kind, 0);
    if (kind == CN_BLACK_THREE)
        return plain(CN_REASON_BLACK_THREE);
    if (cn_kind_is_wild(kind))
        return e->board->frozen == 0 && cn_rules_freezes(&e->law->rules, kind)
                   ? plain(CN_REASON_FREEZE)
                   : reason(CN_REASON_COVER, kind, 0);
    return reason_for_natural(e, kind);
}

/* ---- asking ---- */

/* Points that the hand would lose if the partner went out: the cards that no meld takes. */
static int points_caught(const struct cn__expert *e)
{
    int points = 0;
    for (uint64_t mask = cn_hand_mask(e->hand); mask != 0;) {
        const int kind = cn_mask_pop(&mask);
        if (!cn_kind_is_natural(kind) || e->meld[kind] == CN_NO_MELD)
            points += cn_hand_count(e->hand, kind) * e->law->rules.card_points.of[kind];
    }
    return points;
}

/* ---- all ---- */

static struct cn_reason reason_for_hand(const struct cn__expert *e, int first)
{
    const int row = cn_special_row(&e->law->rules, first, e->hand);
    return reason(CN_REASON_HAND, CN_NO_KIND,
                  row < 0 ? 0 : e->law->rules.special_hands.row[row].points);
}

/* What an offender is made to do, or not. */
static struct cn_reason reason_to_require(const struct cn_view *view, bool required)
{
    struct cn__stakes stakes;
    cn__require_weigh(view, CN_CARE_POINTS, &stakes);
    if (view->board->due == CN_DUE_OUT)
        return reason(required ? CN_REASON_MAKE_OUT : CN_REASON_PLAY_ON, CN_NO_KIND, stakes.caught);
    if (view->board->due_law == 57)
        return required ? reason(CN_REASON_FROM_PACK, CN_NO_KIND, stakes.pack)
                        : plain(CN_REASON_SPARE_PACK);
    if (!required)
        return plain(CN_REASON_SPARE_CARD);
    return plain(stakes.nearly_out ? CN_REASON_HOLD_BACK : CN_REASON_BURDEN);
}

struct cn_reason cn_reason_for(const struct cn_view *view, struct cn_action action)
{
    struct cn__expert e;
    cn__expert_init(&e, view, &cn_expert_tuned);
    switch ((enum cn_action_type)action.type) {
    case CN_ACTION_DRAW: return reason_to_draw(&e);
    case CN_ACTION_STOP: return plain(CN_REASON_STOP);
    case CN_ACTION_ASK: return plain(e.law->rules.out_consent ? CN_REASON_CONSENT : CN_REASON_ASK);
    case CN_ACTION_YES: return reason(CN_REASON_YES, CN_NO_KIND, points_caught(&e));
    case CN_ACTION_NO: return reason(CN_REASON_NO, CN_NO_KIND, points_caught(&e));
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
    case CN_ACTION_TAKE_ONTO: return reason_to_take(&e);
    case CN_ACTION_MELD:
    case CN_ACTION_ADD: return reason_to_lay(&e, action);
    case CN_ACTION_MERGE: return reason_to_combine(&e, action);
    case CN_ACTION_DISCARD: return reason_to_discard(&e, action.place);
    case CN_ACTION_FACE:
        return plain(cn_law_is_refereed(e.law) ? CN_REASON_RED_THREE : CN_REASON_FACE);
    case CN_ACTION_HAND: return reason_for_hand(&e, action.place);
    case CN_ACTION_REQUIRE_DRAW:
    case CN_ACTION_REQUIRE_OUT: return reason_to_require(view, true);
    case CN_ACTION_WAIVE: return reason_to_require(view, false);
    case CN_ACTION_ACCEPT: return plain(CN_REASON_LET_END);
    case CN_ACTION_CALL:
    case CN_ACTION_PEEK:
    case CN_ACTION_TOUCH:
    case CN_ACTION_TAKE_HAND:
    case CN_ACTION_EXPOSE:
    case CN_ACTION_TYPES: break;
    }
    return plain(CN_REASON_LEAST);
}

const char *cn_reason_name(enum cn_reason_id id)
{
    static const char *const names[CN_REASONS_ALL] = {
#define X(id) #id,
        CN_REASONS(X)
#undef X
    };
    return names[id];
}
