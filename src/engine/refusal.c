/* refusal.c -- is this one action legal, and if not, by which article?
 *
 * If several articles apply, the rulebook says which is named first. The checks are in that order:
 * whose turn, phase, top card, one-card hand, frozen, manner of taking, cards held, shape and what
 * else laying.h asks, second meld; then what prevents the turn from ending. So somebody who tries a
 * joker on a frozen pile learns that the pile is frozen, and not first that the hand has no joker.
 *
 * legal.c decides the same question for all actions at once, by other means: it need not say why,
 * and this need not be fast. Tests compare the two in every position they come upon, so a change of
 * the law goes into both.
 */
#include "laying.h"
#include "legal.h"
#include "special.h"
#include "turn_end.h"

#include <string.h>

struct question {
    const struct cn_law *law;
    const struct cn_board *board;
    cn_hand hand;
    struct cn_action action;
    struct cn_refusal *why;
    int seat, side;
    int size; /* of the hand: all red threes of it count as one card (R17) */
    bool black_threes_stay, keeps_none; /* requirements to ignore: see legal_without */
    /* Only where a referee rules: */
    uint8_t answer; /* as it was given, while the board's one may be that of a red three (R17) */
    int faced;      /* red threes that are imagined to have been faced */
};

/* The article of a refusal in this rule set: a fixed one, or the rule set's own. */
static struct cn_article article_of(const struct cn_rules *rules, enum cn_refusal_id id)
{
    switch (id) {
#define LAW(name)   ((struct cn_article){name})
#define CITE(param) (rules->cite_##param)
#define X(id, arguments, article) \
    case CN_REFUSED_##id: return article;
        CN_REFUSALS(X)
#undef X
#undef CITE
#undef LAW
    case CN_LEGAL:
    case CN_REFUSAL_COUNT: break;
    }
    return (struct cn_article){""};
}

static bool refuse(const struct question *q, enum cn_refusal_id id, int a, int b, int c)
{
    if (q->why == NULL)
        return false;
    memset(q->why, 0, sizeof *q->why);
    q->why->id = id;
    q->why->arg[0] = a;
    q->why->arg[1] = b;
    q->why->arg[2] = c;
    const struct cn_article article = article_of(&q->law->rules, id);
    memcpy(q->why->article, article.text, sizeof q->why->article);
    return false;
}

#define REFUSE0(q, id)          refuse(q, CN_REFUSED_##id, 0, 0, 0)
#define REFUSE1(q, id, a)       refuse(q, CN_REFUSED_##id, a, 0, 0)
#define REFUSE2(q, id, a, b)    refuse(q, CN_REFUSED_##id, a, b, 0)
#define REFUSE3(q, id, a, b, c) refuse(q, CN_REFUSED_##id, a, b, c)

/* ---- what prevents the turn from ending ---- */

/* In the order in which refusals name it. */
enum need {
    NEED_OUTNUMBER,
    NEED_OPENING_MELD,
    NEED_MINIMUM,
    NEED_ANSWER,
    NEED_CONSENT,
    NEED_BLACK_THREES,
    NEED_OUT_BARS,
    NEED_PARTNER_HAND,
    NEED_LAST_BARS,
    NEED_LAST_DISCARD,
    NEED_CONTRACT,
    NEED_FACING, /* red threes must be faced (R17) */
    NEED_KEEP,
    NEED_COUNT
};

static bool check_action(const struct question *q);

/* The question after the seat has faced its red threes: cards that it does not know came for them,
 * as far as there is a stock. */
static void imagine_facing(struct question *q, struct cn_board *board)
{
    const int reds = cn_hand_count(q->hand, CN_RED_THREE);
    q->faced = reds < board->stock ? reds : board->stock;
    q->hand = cn_hand_drop(q->hand, cn_kind_mask(CN_RED_THREE));
    q->size = cn_hand_size(q->hand) + q->faced;
    if (board->answer == CN_ANSWER_NO)
        board->answer = q->answer;
}

/* Would the action be legal if the law did not ask for these, one bit each? Nothing else changes,
 * so only an action that fails because of its end can become legal.
 *
 * turn_end.c could keep count of what failed while it searches. But a turn fails in every one of
 * the ways that it tries, each for a reason of its own, and the rulebook's order says which
 * of them to name. So the whole check runs again under an easier law. It runs a
 * dozen times at most, and only for a refusal that is read: lists and bots pass no 'why'. */
static bool legal_without(const struct question *q, unsigned needs)
{
    struct cn_law law = *q->law;
    struct cn_board board = *q->board;
    struct question easier = *q;
    easier.law = &law;
    easier.board = &board;
    easier.why = NULL;
    if ((needs >> NEED_OUTNUMBER & 1) != 0)
        law.rules.naturals_outnumber_wilds = 0;
    if ((needs >> NEED_OPENING_MELD & 1) != 0)
        law.rules.opening_needs = CN_OPENING_ANYTHING;
    if ((needs >> NEED_MINIMUM & 1) != 0)
        board.minimum[q->side] = 0;
    /* Without the answer "no" nobody waits for a "yes" either. */
    if ((needs >> NEED_CONSENT & 1) != 0 ||
        ((needs >> NEED_ANSWER & 1) != 0 && board.answer == CN_ANSWER_NO))
        law.rules.out_consent = 0;
    if ((needs >> NEED_ANSWER & 1) != 0)
        board.answer = CN_ANSWER_NONE;
    if ((needs >> NEED_OUT_BARS & 1) != 0)
        law.rules.out_bars = 0;
    if ((needs >> NEED_PARTNER_HAND & 1) != 0)
        law.rules.second_hand_out = CN_SECOND_HAND_OUT_OWN;
    if ((needs >> NEED_LAST_BARS & 1) != 0)
        law.rules.last_discard_bars = 0;
    if ((needs >> NEED_LAST_DISCARD & 1) != 0)
        law.rules.go_out_by_melding = 1;
    if ((needs >> NEED_CONTRACT & 1) != 0) {
        law.rules.out_contract = (struct cn_canasta_numbers){{0}};
        law.contract.parts = 0;
    }
    if (cn_law_is_refereed(q->law) && (needs >> NEED_FACING & 1) != 0)
        imagine_facing(&easier, &board);
    easier.black_threes_stay = (needs >> NEED_BLACK_THREES & 1) != 0;
    easier.keeps_none = (needs >> NEED_KEEP & 1) != 0;
    return check_action(&easier);
}

/* Returns the first requirement without which the action would be legal. If only several together
 * prevent it, returns the first that still does when all those after it are dropped: a meld may be
 * both short of its minimum and the last cards of the hand, and meeting one does not help. */
static enum need need_to_name(const struct question *q)
{
    for (int need = 0; need < NEED_COUNT; need++)
        if (legal_without(q, 1u << need))
            return (enum need)need;
    unsigned later = (1u << NEED_COUNT) - 1;
    for (int need = 0; need < NEED_KEEP; need++) {
        later &= ~(1u << need);
        if (!legal_without(q, later))
            return (enum need)need;
    }
    return NEED_KEEP;
}

/* Do all cards of the seat, those that it laid in this turn included, count less than it owes? */
static bool owes_more_than_it_has(const struct question *q, const struct cn_lookahead *after)
{
    const struct cn_rules *rules = &q->law->rules;
    const struct cn_board *board = &after->board;
    int all = board->opening_points + cn_hand_points(rules, after->hand);
    if (!rules->opening_top_card && board->drew_from == CN_DREW_PILE)
        all -= rules->card_points.of[cn_meld_kind(board->melds[q->side][board->take_meld])];
    return cn_owes_minimum(rules, board) && all < board->minimum[q->side];
}

/* The same for a law that only a plan decides, with the order of its rulebook (docs/RULES.md): what
 * the opening asks and the answer, one at a time, then what going out asks, adding one to another.
 */
static enum need need_of_plan(const struct question *q, const struct cn_lookahead *after)
{
    static const unsigned alone[][2] = {
        {NEED_OUTNUMBER, 1u << NEED_OUTNUMBER},
        {NEED_OPENING_MELD, 1u << NEED_OPENING_MELD},
        {NEED_MINIMUM, 1u << NEED_OUTNUMBER | 1u << NEED_OPENING_MELD | 1u << NEED_MINIMUM},
        {NEED_ANSWER, 1u << NEED_ANSWER},
        {NEED_CONSENT, 1u << NEED_CONSENT}};
    for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++)
        if (legal_without(q, alone[i][1]))
            return (enum need)alone[i][0];
    if (owes_more_than_it_has(q, after))
        return NEED_MINIMUM;
    if (after->board.black_laid)
        return NEED_BLACK_THREES;
    unsigned dropped = 1u << NEED_CONSENT;
    for (int need = NEED_OUT_BARS; need < NEED_KEEP; need++) {
        dropped |= 1u << need;
        if (legal_without(q, dropped))
            return (enum need)need;
    }
    return NEED_KEEP;
}

/* Names the first number of the contract that the side has not, or the first of all if only what
 * must still be laid would make a canasta another one. */
static bool refuse_contract(const struct question *q, const struct cn_board *board)
{
    const struct cn_canasta_numbers *asked = &q->law->rules.out_contract;
    struct cn_canasta_numbers counted;
    int first = -1;
    cn_board_count_contract(&q->law->rules, board, q->side, &counted);
    for (int i = 0; i < CN_CANASTA_KEYS; i++) {
        const int key = (i + CN_KEY_OF_CLASS) % CN_CANASTA_KEYS; /* classes before ranks */
        if (counted.of[key] < asked->of[key])
            return REFUSE3(q, CONTRACT, key, counted.of[key], asked->of[key]);
        if (first < 0 && asked->of[key] > 0)
            first = key;
    }
    return REFUSE1(q, CONTRACT_SPOILED, first);
}

static bool refuse_opening_meld(const struct question *q)
{
    switch ((enum cn_opening_needs)q->law->rules.opening_needs) {
    case CN_OPENING_NATURAL_MELD: return REFUSE0(q, OPENING_NATURAL_MELD);
    case CN_OPENING_NATURAL_OR_WILD_MELD: return REFUSE0(q, OPENING_NATURAL_OR_WILD);
    case CN_OPENING_THREE_NATURALS:
    case CN_OPENING_ANYTHING: break;
    }
    return REFUSE0(q, OPENING_THREE_NATURALS);
}

static bool refuse_minimum(const struct question *q, const struct cn_board *board)
{
    const int count = cn_opening_count(&q->law->rules, board);
    const int minimum = board->minimum[q->side];
    if (board->drew_from == CN_DREW_PILE)
        return REFUSE2(q, MINIMUM_WITH_PACK, count, minimum);
    return REFUSE2(q, MINIMUM, count, minimum);
}

static bool refuse_answer(const struct question *q)
{
    if (q->board->bound)
        return REFUSE0(q, MUST_GO_OUT_RULED);
    if (q->board->answer == CN_ANSWER_YES)
        return REFUSE0(q, MUST_GO_OUT);
    return REFUSE0(q, MUST_NOT_GO_OUT);
}

static bool refuse_out_bar(const struct question *q, const struct cn_board *board)
{
    const int kind = cn_board_out_bar(&q->law->rules, board, q->side);
    if (kind == CN_JOKER)
        return REFUSE0(q, OUT_BARS_WILD);
    return REFUSE1(q, OUT_BARS, kind);
}

static bool refuse_no_card(const struct question *q, const struct cn_board *board)
{
    if (board->second[q->seat] > 0)
        return REFUSE0(q, SECOND_HAND_WAITS);
    return REFUSE2(q, KEEP_A_CARD, board->canastas[q->side],
                   cn_board_canastas_needed(&q->law->rules, board));
}

/* Names a card that would be the last, or else any kind that may not be. */
static bool refuse_last_bar(const struct question *q, cn_hand hand)
{
    const int32_t bars = q->law->rules.last_discard_bars;
    for (uint64_t kinds = cn_hand_mask(hand); kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        if ((bars >> kind & 1) != 0)
            return REFUSE1(q, LAST_DISCARD_BARS, kind);
    }
    return REFUSE1(q, LAST_DISCARD_BARS, __builtin_ctz((unsigned)bars));
}

/* 'after': the turn once the action is done. */
static bool refuse_end(const struct question *q, const struct cn_lookahead *after)
{
    if (q->why == NULL)
        return false;
    const struct cn_board *board = &after->board;
    switch (cn_law_is_planned(q->law) ? need_of_plan(q, after) : need_to_name(q)) {
    case NEED_OUTNUMBER: return REFUSE0(q, OUTNUMBER);
    case NEED_OPENING_MELD: return refuse_opening_meld(q);
    case NEED_MINIMUM: return refuse_minimum(q, board);
    case NEED_ANSWER: return refuse_answer(q);
    case NEED_CONSENT: return REFUSE0(q, CONSENT);
    case NEED_BLACK_THREES: return REFUSE0(q, BLACK_THREES_NOT_OUT);
    case NEED_OUT_BARS: return refuse_out_bar(q, board);
    case NEED_PARTNER_HAND: return REFUSE0(q, PARTNER_HAND_WAITS);
    case NEED_LAST_BARS: return refuse_last_bar(q, after->hand);
    case NEED_LAST_DISCARD: return REFUSE0(q, LAST_DISCARD);
    case NEED_CONTRACT: return refuse_contract(q, board);
    case NEED_FACING: return REFUSE0(q, RED_THREE_KEPT);
    case NEED_KEEP:
    case NEED_COUNT: break;
    }
    return refuse_no_card(q, board);
}

/* The turn after the action, and whether it can still end: by discarding now, or somehow. */
static bool check_end(const struct question *q, bool by_discard)
{
    struct cn_lookahead after;
    cn_lookahead_init(&after, q->law, q->board, q->hand);
    after.unknown += q->faced;
    cn_lookahead_join_pile(&after); /* legal_without may have dropped what the claim waits for */
    cn_lookahead_apply(&after, q->action);
    after.keeps_none = q->keeps_none;
    if (q->black_threes_stay)
        after.board.black_laid = 0;
    const bool ends = by_discard ? cn_turn_can_end_by_discard(&after) : cn_turn_can_end(&after);
    return ends || refuse_end(q, &after);
}

static bool lays_black_threes(const struct question *q)
{
    if (q->action.type == CN_ACTION_MELD)
        return q->action.place == CN_BLACK_THREE;
    return cn_meld_kind(q->board->melds[q->side][q->action.place]) == CN_BLACK_THREE;
}

/* The common case: a turn that owes nothing and keeps two cards or more, hidden ones included. One
 * of them can be discarded and the other held, whatever they are, so nothing need be imagined. A
 * "no" to asking is obeyed as well: that discard does not go out. */
static bool stays_plainly(const struct question *q)
{
    const struct cn_board *board = q->board;
    if (board->owes_opening || board->black_laid || board->answer == CN_ANSWER_YES ||
        (cn_law_is_planned(q->law) && cn_is_opening_turn(board)))
        return false;
    int left = q->size;
    switch (q->action.type) {
    case CN_ACTION_DRAW: return left > 0;
    case CN_ACTION_TAKE_ONTO: left += cn_pile_joining(&q->law->rules, board); break;
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER: left += cn_pile_joining(&q->law->rules, board) - 2; break;
    case CN_ACTION_MELD:
    case CN_ACTION_ADD:
        if (lays_black_threes(q))
            return false;
        left -= q->action.amount + cn_action_deuces(q->action) + cn_action_jokers(q->action);
        break;
    default: break;
    }
    return left >= 2 && (board->phase == CN_PHASE_MELD || board->phase == CN_PHASE_START);
}

static bool check_after(const struct question *q)
{
    if (stays_plainly(q))
        return true;
    return check_end(q, false);
}

/* ---- drawing and taking ---- */

static bool check_draw(const struct question *q)
{
    if (q->board->phase != CN_PHASE_START)
        return REFUSE0(q, ALREADY_DREW);
    if (q->board->stock == 0)
        return REFUSE0(q, STOCK_GONE);
    return check_after(q);
}

/* L36: the stock is gone, taking is compulsory, and the top card can go onto a meld. */
static bool taking_is_forced(const struct cn_rules *rules, const struct cn_board *board)
{
    return board->stock == 0 && cn_board_stock_rule(rules, board) == CN_STOCK_FORCED;
}

/* A red three does not make a hand of one card two (R17). */
static bool has_one_card(const struct question *q)
{
    if (cn_law_is_refereed(q->law) && cn_hand_count(q->hand, CN_RED_THREE) > 0)
        return q->size <= 2;
    return q->size == 1;
}

/* Checks a seat with one card, before asking whether it is forced to take (L35). Apart from
 * one_card_forbids, since being forced depends on this and the rest of that law on being forced. */
static bool one_card_forbids_always(const struct question *q)
{
    const struct cn_board *board = q->board;
    if (!has_one_card(q))
        return false;
    if (q->law->rules.one_card_hand && board->stock > 0)
        return true;
    if (board->pile != 1)
        return false;
    return q->law->rules.one_card_pile == CN_PILE_NEVER ||
           (q->law->rules.one_card_pile == CN_PILE_STOCK_GONE && board->stock > 0);
}

static bool refuse_frozen(const struct question *q)
{
    const int kind = q->board->pile_top;
    const bool opened = cn_side_has_melded(q->board, q->side);
    if (!opened && q->law->rules.frozen_before_initial_meld)
        return REFUSE1(q, FROZEN_BEFORE_INITIAL, kind);
    if (q->board->frozen == CN_FROZEN_BLACK_THREE)
        return REFUSE1(q, FROZEN_BY_BLACK_THREE, kind);
    return REFUSE1(q, FROZEN, kind);
}

static bool check_claim_cards(const struct question *q, int wild_kind)
{
    const int kind = q->board->pile_top;
    const int held = cn_hand_count(q->hand, kind);
    if (wild_kind == CN_NO_KIND) {
        if (held < 2)
            return REFUSE2(q, CLAIM_NEEDS_PAIR, kind, held);
        return true;
    }
    if (held < 1 || cn_hand_count(q->hand, wild_kind) < 1)
        return REFUSE2(q, CLAIM_NEEDS_WILD, kind, wild_kind);
    return true;
}

static bool refuse_objection(const struct question *q, struct cn_objection why)
{
    const struct cn_rules *rules = &q->law->rules;
    int more = 0;
    if (why.id == CN_REFUSED_COMBINE_WILDS)
        more = rules->most_wilds;
    if (why.id == CN_REFUSED_BLACK_THREES_SHAPE)
        more = rules->most_black_threes;
    return refuse(q, why.id, why.about, more, 0);
}

/* The common case: under a law without a plan, a meld of the right shape that lies there or is the
 * first of its rank. */
static inline bool lies_plainly(const struct question *q, const struct cn_laying *laying)
{
    const bool is_new = laying->meld == CN_NO_MELD;
    const cn_packed_meld old = is_new ? 0 : q->board->melds[q->side][laying->meld];
    const int naturals = cn_meld_naturals(old) + laying->naturals;
    const int wilds = cn_meld_wilds(old) + laying->wilds;
    return !cn_law_is_planned(q->law) && naturals >= q->law->kinds[laying->kind].fewest &&
           naturals + wilds >= 3 && wilds <= q->law->wild_limit[CN_LIMITS_DEFAULT][naturals] &&
           !(is_new && cn_side_has_rank(q->board, q->side, laying->kind));
}

/* May these cards lie so on one meld, its end apart (L18, L20, A:closed to A:wilds)? */
static inline bool check_laying(const struct question *q, struct cn_laying laying)
{
    if (lies_plainly(q, &laying))
        return true;
    const struct cn_objection why = cn_laying_objection(q->law, q->board, laying);
    return why.id == CN_LEGAL || refuse_objection(q, why);
}

/* The three cards of a claim become a new meld or join the old one (I25). They are checked as
 * three: what a later addition would put right is not there when the claim is shown (L33). */
static bool check_claim_shape(const struct question *q, int wilds)
{
    const int at = cn_board_take_meld(&q->law->rules, q->board);
    const bool is_new = at == q->board->meld_count[q->side];
    const int kind = q->board->pile_top;
    if (!is_new && cn_meld_is_canasta(q->board->melds[q->side][at]) &&
        !q->law->rules.take_onto_canasta)
        return REFUSE1(q, ONTO_CANASTA, kind);
    return check_laying(q, (struct cn_laying){.meld = is_new ? CN_NO_MELD : at,
                                              .kind = kind,
                                              .naturals = 3 - wilds,
                                              .wilds = wilds,
                                              .claims = true});
}

static bool check_onto(const struct question *q)
{
    const int m = q->action.place;
    const cn_packed_meld meld = m < q->board->meld_count[q->side] ? q->board->melds[q->side][m] : 0;
    const int kind = q->board->pile_top;
    if (!q->law->rules.take_onto_meld)
        return REFUSE0(q, NO_CLAIM_ONTO);
    if (meld == 0 || cn_meld_kind(meld) != kind)
        return REFUSE2(q, ONTO_OTHER_RANK, m, kind);
    if (cn_meld_is_canasta(meld) && !q->law->rules.take_onto_canasta)
        return REFUSE1(q, ONTO_CANASTA, kind);
    return check_laying(q,
                        (struct cn_laying){.meld = m, .kind = kind, .naturals = 1, .claims = true});
}

/* A:threes: a seat with a bonus card neither melds nor takes before its side has opened. */
static inline bool check_no_bonus_card(const struct question *q)
{
    if (!cn_law_is_planned(q->law) || !cn_is_opening_turn(q->board))
        return true;
    const uint64_t held = cn_hand_mask(q->hand) & q->law->bonus;
    return held == 0 || REFUSE1(q, BONUS_CARD_HELD, cn_mask_first(held));
}

static bool check_pile(const struct question *q)
{
    if (q->board->phase != CN_PHASE_START)
        return REFUSE0(q, ALREADY_DREW);
    if (q->board->pile == 0)
        return REFUSE0(q, NO_PILE);
    if (cn_pile_is_stopped(q->board))
        return REFUSE1(q, TOP_CARD, q->board->pile_top);
    return !cn_rank_is_dead(q->law, q->board, q->board->pile_top) ||
           REFUSE1(q, DEAD_RANK, q->board->pile_top);
}

/* Checks everything about one way of taking except the law of the one-card hand, which itself asks
 * whether some way is left and would otherwise ask without end. Frozen comes before the manner: a
 * wild card claims nothing there, whatever the rule set says of wild cards. */
static bool check_way_of_taking(const struct question *q)
{
    const int type = q->action.type;
    if (type != CN_ACTION_TAKE_PAIR && cn_pile_is_frozen(&q->law->rules, q->board, q->side))
        return refuse_frozen(q);
    if (type == CN_ACTION_TAKE_ONTO)
        return check_onto(q) && check_no_bonus_card(q) && check_after(q);
    const bool pair = type == CN_ACTION_TAKE_PAIR;
    if (!pair && !q->law->rules.take_with_wild)
        return REFUSE1(q, NO_CLAIM_WITH_WILD, q->board->pile_top);
    int wild_kind = CN_NO_KIND;
    if (!pair)
        wild_kind = type == CN_ACTION_TAKE_DEUCE ? CN_DEUCE : CN_JOKER;
    return check_claim_cards(q, wild_kind) && check_claim_shape(q, pair ? 0 : 1) &&
           check_no_bonus_card(q) && check_after(q);
}

/* Returns a meld onto which the seat must take the discard (L36), if the turn can then end (I19),
 * or -1 if it need not. Only taking onto a meld is compulsory: it needs no card of the hand, so
 * that everybody can see who has to. Once forced, any way of taking will do (I33). */
static int forced_onto(const struct question *q)
{
    struct question onto = *q;
    onto.why = NULL;
    if (!taking_is_forced(&q->law->rules, q->board) || !check_pile(&onto) ||
        one_card_forbids_always(q))
        return -1;
    for (int m = 0; m < q->board->meld_count[q->side]; m++) {
        onto.action = cn_action_of(CN_ACTION_TAKE_ONTO, m, 0, 0, 0);
        if (check_way_of_taking(&onto))
            return m;
    }
    return -1;
}

static bool one_card_forbids(const struct question *q)
{
    if (one_card_forbids_always(q))
        return true;
    return q->law->rules.one_card_pile == CN_PILE_UNLESS_FORCED && has_one_card(q) &&
           q->board->pile == 1 && forced_onto(q) < 0;
}

static bool check_take(const struct question *q)
{
    if (!check_pile(q))
        return false;
    if (one_card_forbids(q))
        return REFUSE0(q, ONE_CARD_HAND);
    return check_way_of_taking(q);
}

/* Is there another legal action at the start of the turn? Only a seat without cards, in a set-up
 * position, may have none. It then stops with cards in the stock: every state must have a legal
 * action, or a game would hang. */
static bool can_begin(const struct question *q)
{
    static const uint8_t ways[] = {CN_ACTION_DRAW, CN_ACTION_TAKE_PAIR, CN_ACTION_TAKE_DEUCE,
                                   CN_ACTION_TAKE_JOKER};
    struct question other = *q;
    other.why = NULL;
    for (size_t i = 0; i < sizeof ways; i++) {
        other.action = cn_action_of(ways[i], 0, 0, 0, 0);
        if (ways[i] == CN_ACTION_DRAW ? check_draw(&other) : check_take(&other))
            return true;
    }
    for (int m = 0; m < q->board->meld_count[q->side]; m++) {
        other.action = cn_action_of(CN_ACTION_TAKE_ONTO, m, 0, 0, 0);
        if (check_take(&other))
            return true;
    }
    return false;
}

static bool check_stop(const struct question *q)
{
    const struct cn_board *board = q->board;
    if (board->phase == CN_PHASE_LAST_RED_THREE) {
        if (cn_opening_lacks_meld(&q->law->rules, board))
            return refuse_opening_meld(q);
        return !cn_owes_minimum(&q->law->rules, board) || refuse_minimum(q, board);
    }
    if (board->phase != CN_PHASE_START)
        return REFUSE1(q, STOCK_LEFT, board->stock);
    if (board->stock > 0) {
        if (cn_hand_size(q->hand) == 0 && !can_begin(q))
            return true;
        return REFUSE1(q, STOCK_LEFT, board->stock);
    }
    if (board->answer == CN_ANSWER_YES)
        return REFUSE0(q, MUST_GO_OUT);
    const int onto = forced_onto(q);
    return onto < 0 || REFUSE1(q, MUST_TAKE, onto);
}

/* ---- melding ---- */

static bool check_melding_phase(const struct question *q)
{
    switch ((enum cn_phase)q->board->phase) {
    case CN_PHASE_TAKING:
    case CN_PHASE_MELD:
    case CN_PHASE_LAST_RED_THREE: return true;
    default: return REFUSE0(q, DRAW_FIRST);
    }
}

static bool check_held(const struct question *q, int kind, int wanted)
{
    const int held = cn_hand_count(q->hand, kind);
    return held >= wanted || REFUSE3(q, NOT_HELD_MELD, kind, held, wanted);
}

static bool check_cards_held(const struct question *q, int kind)
{
    return check_held(q, kind, q->action.amount) &&
           check_held(q, CN_DEUCE, cn_action_deuces(q->action)) &&
           check_held(q, CN_JOKER, cn_action_jokers(q->action));
}

/* Black threes: this many in a meld, no wilds (L18), not with the last red three (I28). That they
 * are laid only in going out is not asked here: it depends on how the turn ends, and turn_end.c
 * checks it after every later action too. */
static bool check_black_threes(const struct question *q, int count)
{
    const struct cn_rules *rules = &q->law->rules;
    if (rules->most_black_threes == 0)
        return REFUSE0(q, BLACK_THREES_NEVER);
    if (q->action.wilds != 0)
        return REFUSE0(q, BLACK_THREES_WILD);
    if (count < rules->fewest_black_threes || count > rules->most_black_threes)
        return REFUSE2(q, BLACK_THREES_SHAPE, rules->fewest_black_threes, rules->most_black_threes);
    return q->board->phase != CN_PHASE_LAST_RED_THREE || REFUSE0(q, BLACK_THREES_LAST_RED);
}

static bool check_kind(const struct question *q, int kind)
{
    if ((q->law->bonus & cn_kind_mask(kind)) != 0)
        return cn_law_is_refereed(q->law) ? REFUSE0(q, RED_THREE_KEPT)
                                          : REFUSE1(q, BONUS_CARD_MELDED, kind);
    if (kind == CN_DEUCE || (kind == CN_JOKER && q->law->kinds[kind].largest == 0))
        return REFUSE0(q, MELD_OF_WILDS);
    return true;
}

static bool check_meld(const struct question *q)
{
    const int kind = q->action.place;
    if (!check_melding_phase(q) || !check_cards_held(q, kind) || !check_kind(q, kind))
        return false;
    if (kind == CN_BLACK_THREE && !check_black_threes(q, q->action.amount))
        return false;
    const struct cn_laying laying = {.meld = CN_NO_MELD,
                                     .kind = kind,
                                     .naturals = q->action.amount,
                                     .wilds =
                                         cn_action_deuces(q->action) + cn_action_jokers(q->action)};
    return check_laying(q, laying) && check_no_bonus_card(q) && check_after(q);
}

static bool check_add(const struct question *q)
{
    const int m = q->action.place;
    const int wilds = cn_action_deuces(q->action) + cn_action_jokers(q->action);
    if (!check_melding_phase(q))
        return false;
    const cn_packed_meld meld = m < q->board->meld_count[q->side] ? q->board->melds[q->side][m] : 0;
    if (meld == 0)
        return REFUSE1(q, NO_SUCH_MELD, m);
    if (q->action.amount + wilds == 0)
        return REFUSE0(q, NOTHING_ADDED);
    const int kind = cn_meld_kind(meld);
    if (!check_cards_held(q, kind))
        return false;
    if (kind == CN_BLACK_THREE && !check_black_threes(q, cn_meld_naturals(meld) + q->action.amount))
        return false;
    const struct cn_laying laying = {
        .meld = m, .kind = kind, .naturals = q->action.amount, .wilds = wilds};
    return check_laying(q, laying) && check_no_bonus_card(q) && check_after(q);
}

/* Combining lays no card, yet it can make the turn's end impossible: of two canastas it leaves one,
 * and the side may need both (I24). */
static bool check_combine(const struct question *q)
{
    if (!check_melding_phase(q))
        return false;
    const int count = q->board->meld_count[q->side];
    const cn_packed_meld into =
        q->action.place < count ? q->board->melds[q->side][q->action.place] : 0;
    const cn_packed_meld from =
        q->action.amount < count ? q->board->melds[q->side][q->action.amount] : 0;
    if (!q->law->rules.second_meld || q->action.place >= q->action.amount || into == 0 ||
        from == 0 || cn_meld_kind(into) != cn_meld_kind(from))
        return REFUSE0(q, COMBINE_RANKS);
    const struct cn_objection why =
        cn_combining_objection(q->law, q->board, q->action.place, q->action.amount);
    if (why.id != CN_LEGAL)
        return refuse_objection(q, why);
    return check_after(q);
}

/* ---- discarding ---- */

/* The end of a turn that does not go out. */
static bool check_staying(const struct question *q)
{
    const struct cn_board *board = q->board;
    if (board->answer == CN_ANSWER_YES)
        return REFUSE0(q, MUST_GO_OUT);
    if (board->black_laid)
        return REFUSE0(q, BLACK_THREES_NOT_OUT);
    if (cn_opening_lacks_meld(&q->law->rules, board))
        return refuse_opening_meld(q);
    return !cn_opening_lacks_count(&q->law->rules, board) || refuse_minimum(q, board);
}

/* The opening of a seat that goes out: a concealed hand may need no count (L49, I10). */
static bool check_opening_out(const struct question *q)
{
    const struct cn_rules *rules = &q->law->rules;
    const struct cn_board *board = q->board;
    if (cn_opening_lacks_meld(rules, board))
        return refuse_opening_meld(q);
    if (!cn_opening_lacks_count(rules, board))
        return true;
    const bool frees =
        rules->concealed_minimum == CN_CONCEALED_NONE ||
        (rules->concealed_minimum == CN_CONCEALED_PACK && board->drew_from != CN_DREW_PILE);
    const bool has_own = !rules->concealed_needs_canasta || board->canastas[q->side] > 0;
    return (frees && has_own && !board->seat_had_melded) || refuse_minimum(q, board);
}

/* The discard of the last card, if the turn goes out with it. */
static bool check_going_out(const struct question *q)
{
    const struct cn_rules *rules = &q->law->rules;
    const struct cn_board *board = q->board;
    if (board->canastas[q->side] < cn_board_canastas_needed(rules, board) ||
        board->second[q->seat] > 0)
        return refuse_no_card(q, board);
    if (board->answer == CN_ANSWER_NO)
        return REFUSE0(q, MUST_NOT_GO_OUT);
    if (rules->out_consent && board->answer != CN_ANSWER_YES &&
        cn_board_partner(board, q->seat) != CN_NO_SEAT)
        return REFUSE0(q, CONSENT);
    if (cn_board_out_bar(rules, board, q->side) != CN_NO_KIND)
        return refuse_out_bar(q, board);
    if (!cn_contract_is_met(rules, board, q->side))
        return refuse_contract(q, board);
    if (cn_partner_waits(rules, board, q->seat))
        return REFUSE0(q, PARTNER_HAND_WAITS);
    if ((rules->last_discard_bars >> q->action.place & 1) != 0)
        return REFUSE1(q, LAST_DISCARD_BARS, q->action.place);
    return check_opening_out(q);
}

/* The discard's end under a law that only a plan decides. The last card need not go out: a second
 * hand or a talon may follow it. */
static bool check_discard_end(const struct question *q)
{
    const struct cn_board *board = q->board;
    if (cn_hand_size(q->hand) > 1 ||
        (board->second[q->seat] > 0 && q->law->rules.second_hand_when == CN_SECOND_HAND_WHEN_EMPTY))
        return check_staying(q);
    if (cn_board_talon_due(&q->law->rules, board) == 0)
        return check_going_out(q);
    struct question quiet = *q;
    quiet.why = NULL;
    return check_going_out(&quiet) || check_staying(q);
}

static bool check_no_claim(const struct question *q)
{
    const struct cn_rules *rules = &q->law->rules;
    const struct cn_board *board = q->board;
    if (board->phase != CN_PHASE_TAKING)
        return true;
    const cn_packed_meld claimed = board->melds[q->side][board->take_meld];
    if (rules->naturals_outnumber_wilds && cn_meld_naturals(claimed) <= cn_meld_wilds(claimed))
        return REFUSE0(q, OUTNUMBER);
    return cn_opening_lacks_meld(rules, board) ? refuse_opening_meld(q) : refuse_minimum(q, board);
}

/* What is better kept off the pile is discarded last (IA8). */
static bool check_ladder(const struct question *q)
{
    const struct cn_rules *rules = &q->law->rules;
    const int kind = q->action.place;
    if ((cn_board_discards(q->law, q->board, q->hand) & cn_kind_mask(kind)) != 0)
        return true;
    if (cn_kind_is_wild(kind) && rules->discard_wild == CN_DISCARD_WILD_LAST)
        return REFUSE1(q, DISCARD_WILD, kind);
    const bool listed = (rules->empty_pile_discard >> kind & 1) != 0;
    const bool dead_listed = (rules->empty_pile_discard & CN_KINDS_WORD) != 0;
    if (q->board->pile == 0 && cn_rank_is_dead(q->law, q->board, kind) && (listed || dead_listed))
        return REFUSE1(q, DISCARD_DEAD, kind);
    if (q->board->pile == 0 && listed)
        return REFUSE1(q, DISCARD_EMPTY_PILE, kind);
    return REFUSE1(q, DISCARD_WAITS, kind);
}

/* A red three is never discarded (R17), and exposed cards go first (L54). */
static bool check_ruled_discard(const struct question *q)
{
    const uint64_t exposed = cn_board_must_discard(q->board, q->seat);
    if (q->action.place == CN_RED_THREE)
        return REFUSE0(q, RED_THREE_KEPT);
    return exposed == 0 || (exposed & cn_kind_mask(q->action.place)) != 0 ||
           REFUSE0(q, EXPOSED_FIRST);
}

/* The discard is the end of the turn, so it is asked what the turn owes now, not what it could
 * still meet. */
static bool check_discard(const struct question *q)
{
    const struct cn_board *board = q->board;
    const int kind = q->action.place;
    if (board->phase == CN_PHASE_START)
        return REFUSE0(q, DRAW_FIRST);
    if (board->phase == CN_PHASE_LAST_RED_THREE)
        return REFUSE0(q, LAST_RED_THREE);
    if (cn_hand_count(q->hand, kind) == 0)
        return REFUSE1(q, NOT_HELD_DISCARD, kind);
    if (cn_law_is_refereed(q->law) && !check_ruled_discard(q))
        return false;
    if (!cn_law_is_planned(q->law))
        return check_end(q, true);
    if (!check_no_claim(q))
        return false;
    if ((q->law->bonus & cn_kind_mask(kind)) != 0)
        return REFUSE1(q, BONUS_CARD_DISCARDED, kind);
    return check_ladder(q) && check_discard_end(q);
}

/* ---- bonus cards and special hands ---- */

/* A red three of the hand (R3, R16). With the stock gone it is not replaced, and a turn that has
 * begun must be able to end without it. */
static bool check_red_three(const struct question *q)
{
    const struct cn_board *board = q->board;
    struct cn_lookahead after;
    if (board->phase == CN_PHASE_TAKING)
        return REFUSE0(q, FACE_WAITS);
    if (q->action.place != CN_RED_THREE || cn_hand_count(q->hand, CN_RED_THREE) == 0)
        return REFUSE0(q, NO_RED_THREE);
    if (board->stock > 0 || board->phase == CN_PHASE_START)
        return true;
    if (q->size == 1 && cn_hand_size(q->hand) == 1 && !board->laid &&
        board->phase == CN_PHASE_LAST_RED_THREE)
        return true; /* then it stops */
    struct cn_board given = *board;
    given.answer = q->answer;
    cn_lookahead_init(&after, q->law, &given,
                      cn_hand_remove(q->hand, cn_hand_single(CN_RED_THREE, 1)));
    return cn_turn_can_end(&after) || refuse_no_card(q, board);
}

/* A:threes. What replaces it is not known, so an end that needs all of the hand may be lost. */
static bool check_face(const struct question *q)
{
    const int kind = q->action.place;
    if (cn_law_is_refereed(q->law))
        return check_red_three(q);
    if (q->board->phase == CN_PHASE_TAKING)
        return REFUSE0(q, FACE_LATER);
    if ((q->law->bonus & cn_kind_mask(kind)) == 0 || cn_hand_count(q->hand, kind) == 0)
        return REFUSE1(q, NOTHING_TO_FACE, kind);
    return q->board->phase == CN_PHASE_START || check_after(q);
}

static bool check_hand(const struct question *q)
{
    const struct cn_board *board = q->board;
    if (board->phase == CN_PHASE_START)
        return REFUSE0(q, DRAW_FIRST);
    if (q->action.place >= q->law->rules.special_hands.count)
        return REFUSE0(q, UNKNOWN_HAND);
    if (board->drew_from != CN_DREW_STOCK || board->laid || !cn_is_opening_turn(board))
        return REFUSE0(q, HAND_TOO_LATE);
    if (board->answer == CN_ANSWER_NO)
        return REFUSE0(q, MUST_NOT_GO_OUT);
    return (cn_special_names(&q->law->rules, q->hand) >> q->action.place & 1) != 0 ||
           REFUSE0(q, NO_SPECIAL_HAND);
}

/* ---- asking ---- */

/* Has the seat a legal action once it has this answer? If only one of the answers left one, the
 * partner would decide whether the game can go on (I29). */
static bool any_legal(const struct question *q, enum cn_answer answer)
{
    struct cn_board board = *q->board;
    board.asked = 1;
    board.answer = (uint8_t)answer;
    struct question after = *q;
    after.board = &board;
    after.why = NULL;
    if (can_begin(&after))
        return true;
    return answer == CN_ANSWER_NO && board.stock == 0; /* it may stop */
}

/* L40, I22, I29: able to go out, and able to comply with either answer. Before drawing, able means
 * that the whole hand can be melded: the card to come is unknown, and can only be the discard. */
static bool check_ask(const struct question *q)
{
    const struct cn_board *board = q->board;
    if (!q->law->rules.ask_partner)
        return REFUSE0(q, ASK_NO_RULE);
    if (cn_board_partner(board, q->seat) == CN_NO_SEAT)
        return REFUSE0(q, ASK_NO_PARTNER);
    if (board->asked)
        return REFUSE0(q, ASK_TWICE);
    if (q->law->rules.ask_limit == CN_ASK_ONCE_A_DEAL && (board->asked_sides >> q->side & 1) != 0)
        return REFUSE0(q, ASK_TWICE_IN_DEAL);
    if (board->laid || (board->phase != CN_PHASE_START && board->phase != CN_PHASE_MELD) ||
        board->drew_from == CN_DREW_PILE)
        return REFUSE0(q, ASK_TOO_LATE);
    if (cn_law_is_refereed(q->law) && cn_hand_count(q->hand, CN_RED_THREE) > 0)
        return REFUSE0(q, RED_THREE_ASK);
    if (board->bound)
        return REFUSE0(q, ASK_UNABLE);
    struct cn_lookahead now;
    cn_lookahead_init(&now, q->law, board, q->hand);
    if (board->phase == CN_PHASE_START) {
        if (cn_law_is_planned(q->law)) /* … which may ask for that answer */
            now.board.answer = CN_ANSWER_YES;
        if (cn_turn_can_meld_all(&now) && any_legal(q, CN_ANSWER_YES) && any_legal(q, CN_ANSWER_NO))
            return true;
        return REFUSE0(q, ASK_UNABLE);
    }
    now.board.answer = CN_ANSWER_YES;
    if (!cn_turn_can_go_out(&now))
        return REFUSE0(q, ASK_UNABLE);
    now.board.answer = CN_ANSWER_NO;
    return cn_turn_can_end(&now) || REFUSE0(q, ASK_UNABLE);
}

/* ---- entry points ---- */

static bool check_answer(const struct question *q)
{
    return q->board->phase == CN_PHASE_ANSWER || REFUSE0(q, NOT_ASKED);
}

static bool check_action(const struct question *q)
{
    switch ((enum cn_action_type)q->action.type) {
    case CN_ACTION_DRAW: return check_draw(q);
    case CN_ACTION_STOP: return check_stop(q);
    case CN_ACTION_ASK: return check_ask(q);
    case CN_ACTION_YES:
    case CN_ACTION_NO: return check_answer(q);
    case CN_ACTION_TAKE_PAIR:
    case CN_ACTION_TAKE_DEUCE:
    case CN_ACTION_TAKE_JOKER:
    case CN_ACTION_TAKE_ONTO: return check_take(q);
    case CN_ACTION_MELD: return check_meld(q);
    case CN_ACTION_ADD: return check_add(q);
    case CN_ACTION_MERGE: return check_combine(q);
    case CN_ACTION_DISCARD: return check_discard(q);
    case CN_ACTION_FACE: return check_face(q);
    case CN_ACTION_HAND: return check_hand(q);
    case CN_REFEREED_ACTIONS:
    case CN_ACTION_TYPES: break;
    }
    return REFUSE0(q, INSIST_NOTHING);
}

/* ---- where a referee rules (REFEREE, 2) ---- */

/* What is decided about a ruling, by the seat that may. */
static bool check_decision(const struct question *q)
{
    const int due = q->board->due;
    switch (q->action.type) {
    case CN_ACTION_REQUIRE_DRAW: return due == CN_DUE_DRAW || REFUSE0(q, NO_DECISION);
    case CN_ACTION_REQUIRE_OUT: return due == CN_DUE_OUT || REFUSE0(q, NO_DECISION);
    case CN_ACTION_WAIVE: return due == CN_DUE_DRAW || due == CN_DUE_OUT || REFUSE0(q, NO_DECISION);
    case CN_ACTION_ACCEPT: return due == CN_DUE_ACCEPT || REFUSE0(q, NO_DECISION);
    default: break;
    }
    return due == CN_DUE_NOTHING || REFUSE1(q, DECIDE_FIRST, q->board->due_seat);
}

/* L60: any seat may, but not while an answer or another decision is due (R23). */
static bool check_call(const struct question *q)
{
    const struct cn_board *board = q->board;
    if (q->law->rules.referee != CN_REFEREE_CALLED)
        return REFUSE0(q, CALL_WATCHFUL);
    return (board->phase != CN_PHASE_ANSWER &&
            (board->due == CN_DUE_NOTHING || board->due == CN_DUE_ACCEPT)) ||
           REFUSE0(q, CALL_LATER);
}

static bool refuse_taking(const struct question *q)
{
    REFUSE0(q, NO_TAKE);
    if (q->why != NULL) {
        q->why->article[0] = 'L';
        q->why->article[1] = (char)('0' + q->board->no_take / 10);
        q->why->article[2] = (char)('0' + q->board->no_take % 10);
        q->why->article[3] = '\0';
    }
    return false;
}

/* What a ruling or a debt of discards forbids before anything else is asked (L53, R13, R19). */
static bool check_ruled(const struct question *q)
{
    const struct cn_board *board = q->board;
    const bool begins = board->phase == CN_PHASE_START;
    /* A debt that has come since the turn began does not shorten it. */
    const bool owes = board->owed[q->seat] > 0 && board->stock == 0;
    if (q->action.type == CN_ACTION_DRAW) {
        if (board->short_turn)
            return REFUSE0(q, SHORT_TURN);
    } else if (cn_action_takes(q->action)) {
        if (board->short_turn)
            return REFUSE0(q, SHORT_TURN);
        if (begins && owes)
            return REFUSE0(q, SHORT_TURN_STOP);
        if (begins && board->no_take)
            return refuse_taking(q);
    } else if (q->action.type == CN_ACTION_ASK && begins && owes) {
        return REFUSE0(q, ASK_UNABLE);
    }
    return true;
}

/* Can the one card of the hand be added or discarded, or can melds be combined? */
static bool has_last_action(struct question *q)
{
    const int melds = q->board->meld_count[q->side];
    for (int kind = 0; kind < CN_KINDS; kind++) {
        q->action = cn_action_of(CN_ACTION_DISCARD, kind, 0, 0, 0);
        if (check_action(q))
            return true;
    }
    for (int m = 0; m < melds; m++) {
        for (int card = 0; card < 3; card++) {
            q->action = cn_action_of(CN_ACTION_ADD, m, card == 0, card == 1, card == 2);
            if (check_action(q))
                return true;
        }
        for (int other = m + 1; other < melds; other++) {
            q->action = cn_action_of(CN_ACTION_MERGE, m, other, 0, 0);
            if (check_action(q))
                return true;
        }
    }
    return false;
}

/* Is nothing legal but facing and stopping, for a seat with one card at most? */
static bool has_nothing_to_do(const struct question *q)
{
    struct question other = *q;
    other.why = NULL;
    if (q->size > 1)
        return false;
    return !(q->board->phase == CN_PHASE_START ? can_begin(&other) : has_last_action(&other));
}

/* Stopping where nothing else can be done (R19, R21), or not again taken (R13). */
static bool check_ruled_stop(const struct question *q)
{
    const struct cn_board *board = q->board;
    const bool begins = board->phase == CN_PHASE_START;
    if (begins && board->stock == 0 && (board->owed[q->seat] > 0 || board->no_take))
        return true;
    struct question quiet = *q;
    struct question face = *q;
    quiet.why = face.why = NULL;
    face.action = cn_action_of(CN_ACTION_FACE, CN_RED_THREE, 0, 0, 0);
    if (check_stop(&quiet))
        return true;
    if ((begins || board->phase == CN_PHASE_MELD) && !check_face(&face) && has_nothing_to_do(q))
        return true;
    return check_stop(q);
}

static bool check_turn_of(const struct question *q)
{
    if (!check_ruled(q))
        return false;
    return q->action.type == CN_ACTION_STOP ? check_ruled_stop(q) : check_action(q);
}

/* Asks about the turn as rulings leave it: see cn_board_as_ruled. */
static __attribute__((noinline)) bool check_refereed(const struct question *q)
{
    const struct cn_board *board = q->board;
    if (cn_action_is_insisted(q->action))
        return REFUSE0(q, INSIST_NOTHING);
    if (q->action.type == CN_ACTION_CALL)
        return check_call(q);
    const int actor = cn_board_actor(board);
    if (q->seat != actor)
        return REFUSE1(q, NOT_YOUR_TURN, actor);
    if (q->action.type >= CN_ACTION_REQUIRE_DRAW || board->due != CN_DUE_NOTHING)
        return q->action.type < CN_ACTION_PEEK ? check_decision(q) : REFUSE0(q, INSIST_NOTHING);
    if (board->phase == CN_PHASE_ANSWER)
        return q->action.type == CN_ACTION_YES || q->action.type == CN_ACTION_NO ||
               REFUSE0(q, ANSWER_FIRST);
    struct cn_board judged;
    struct question there = *q;
    cn_board_as_ruled(board, q->hand, &judged);
    there.board = &judged;
    there.size = cn_ruled_size(q->hand);
    there.answer = board->answer;
    return check_turn_of(&there);
}

#ifndef CN_NARROW_HANDS
bool cn__narrow_board_legal_check(const struct cn_law *law, const struct cn_board *board, int seat,
                                  cn_hand hand, struct cn_action action, struct cn_refusal *why);
#endif

bool cn_board_legal_check(const struct cn_law *law, const struct cn_board *board, int seat,
                          cn_hand hand, struct cn_action action, struct cn_refusal *why)
{
#ifndef CN_NARROW_HANDS
    if (!cn_rules_are_wide(&law->rules))
        return cn__narrow_board_legal_check(law, board, seat, hand, action, why);
#endif
    const struct question q = {.law = law,
                               .board = board,
                               .hand = hand,
                               .action = action,
                               .why = why,
                               .seat = seat,
                               .side = board->side[seat],
                               .size = cn_hand_size(hand)};
    if (board->phase == CN_PHASE_ENDED)
        return REFUSE0(&q, DEAL_OVER);
    if (cn_law_is_refereed(law))
        return check_refereed(&q);
    const int actor = cn_board_actor(board);
    if (seat != actor)
        return REFUSE1(&q, NOT_YOUR_TURN, actor);
    if (board->phase == CN_PHASE_ANSWER && action.type != CN_ACTION_YES &&
        action.type != CN_ACTION_NO)
        return REFUSE0(&q, ANSWER_FIRST);
    return check_action(&q);
}
