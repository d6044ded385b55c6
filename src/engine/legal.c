/* legal.c -- the complete list of legal actions.
 *
 * Most turns owe nothing: no count, no answer, no black threes laid. Then any action that leaves
 * two cards in the hand is legal, and the list is written straight from the counts. Only if an
 * action leaves fewer, or if the turn owes something, is its end imagined (turn_end.c).
 *
 * Listing takes four fifths of a random deal, so this file is where speed is won or lost. Whatever
 * is decided for many actions at once must be a sufficient reason for each of them: what is not
 * plainly legal is left to turn_end.c, which is exact. A shortcut that is wrong is found by tests
 * that compare the list with two other programs.
 */
#include "legal_set.h"
#include "lister.h"

#include <assert.h>

_Static_assert((int)CN_ACTIONS_TYPICAL >= (int)AT_ONCE, "a set has room to write at once");

/* Is going out with one card to discard not ruled out? Asked once for a list. */
static bool may_leave_one(struct lister *l)
{
    if (l->may_go_out < 0)
        l->may_go_out = cn_may_go_out(l->law, l->board, l->hand, 1);
    return l->may_go_out != 0;
}

/* A turn that owes nothing goes out by leaving one card to discard, or none. Whether going out
 * is within reach at all depends on the hand before the action, not on the action, so it is asked
 * once for the list. */
static void list_going_out(struct lister *l, struct cn_action action, int left)
{
    if (l->board->answer == CN_ANSWER_NO)
        return;
    if (l->has_canastas) {
        if (left == 1 || l->law->rules.go_out_by_melding)
            list(l, action);
        return;
    }
    if (may_leave_one(l))
        list_if_it_ends(l, action);
}

/* The naturals that can be laid without wilds: those of ranks on the board, and three or more of
 * one. While an opening is owed, all that the side has was laid in this turn. */
static void count_plain_naturals(struct lister *l)
{
    const uint64_t ranks = l->board->ranks[l->side];
    l->plain_kinds = 0;
    l->plain_points = l->plain_cards = 0;
    for (uint64_t kinds = cn_hand_mask(l->hand) & CN_NATURALS_MASK; kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        const int n = cn_hand_count(l->hand, kind);
        const bool there = (ranks & cn_kind_mask(kind)) != 0;
        if (!there && (n < 3 || n < l->law->rules.fewest_naturals))
            continue;
        l->plain_kinds |= cn_kind_mask(kind);
        l->plain_points += n * l->law->rules.card_points.of[kind];
        l->plain_cards += n;
    }
}

/* If a count is owed: do this action, the plain naturals, and wilds onto the same meld meet it,
 * with two cards kept? One way to end the turn is enough; if this is not one, turn_end.c looks for
 * others. */
static bool meets_count(const struct lister *l, struct cn_action action, int cards)
{
    const struct cn_board *board = l->board;
    const int32_t *points = l->law->rules.card_points.of;
    if (!l->owes_only_count || cards == 0)
        return false;
    const cn_packed_meld old =
        action.type == CN_ACTION_MELD ? action.place : board->melds[l->side][action.place];
    const int kind = cn_meld_kind(old);
    const int n = (l->plain_kinds & cn_kind_mask(kind)) != 0 ? 0 : action.amount;
    int deuces = cn_action_deuces(action);
    int jokers = cn_action_jokers(action);
    int room = cn_wild_limits(l->law, kind)[cn_meld_naturals(old) + action.amount] -
               cn_meld_wilds(old) - deuces - jokers;
    int more = smaller(room > 0 ? room : 0, cn_hand_count(l->hand, CN_JOKER) - jokers);
    jokers += more;
    room -= more;
    more = smaller(room > 0 ? room : 0, cn_hand_count(l->hand, CN_DEUCE) - deuces);
    deuces += more;
    const int count = board->opening_points + l->plain_points + n * points[kind] +
                      deuces * points[CN_DEUCE] + jokers * points[CN_JOKER];
    return count >= board->minimum[l->side] && l->size - l->plain_cards - n - deuces - jokers >= 2;
}

/* Lists laying this many cards: unconditionally if two remain, else if the turn can still end. */
static void list_laying(struct lister *l, struct cn_action action, int cards)
{
    if (!l->free_to_stay) {
        if (meets_count(l, action, cards))
            list(l, action);
        else
            list_if_it_ends(l, action);
    } else if (l->size - cards >= 2)
        list(l, action);
    else
        list_going_out(l, action, l->size - cards);
}

/* ---- melds and additions ---- */

/* Lists laying n naturals with every choice of 'least' to 'most' wilds. */
static void list_wilds(struct lister *l, int type, int at, int n, int least, int most)
{
    if (most > l->wilds)
        most = l->wilds;
    if (most < least)
        return;
    struct cn_action action = cn_action_of(type, at, n, 0, 0);
    for (int i = l->choices->from[least]; i < l->choices->from[most + 1]; i++) {
        action.wilds = l->choices->choice[i];
        list_laying(l, action, n + cn_action_deuces(action) + cn_action_jokers(action));
    }
}

/* Lists new melds of 'fewest' to 'held' naturals, each with every choice of wilds that its limit
 * allows. A pair needs a wild to be three cards; nothing else does. */
static void list_melds_of(struct lister *l, int kind, int fewest, int held)
{
    const uint8_t *cap = cn_wild_limits(l->law, kind);
    if (l->roomy) {
        struct cn_action *end = l->end;
        for (int n = fewest; n <= held; n++)
            end =
                put_wilds(l, make_room(l, end), word_of(CN_ACTION_MELD, kind, n, 0), n < 3, cap[n]);
        l->end = end;
        return;
    }
    for (int n = fewest; n <= held; n++) {
        if (n >= 3)
            list_laying(l, cn_action_of(CN_ACTION_MELD, kind, n, 0, 0), n);
        list_wilds(l, CN_ACTION_MELD, kind, n, 1, cap[n]);
    }
}

static void list_melds(struct lister *l)
{
    const struct cn_rules *rules = &l->law->rules;
    const cn_hand hand = l->hand;
    const int fewest = l->wilds == 0 && rules->fewest_naturals < 3 ? 3 : rules->fewest_naturals;
    const uint64_t pairs = cn_hand_pairs(hand);
    const uint64_t triples = cn_hand_triples(hand);
    uint64_t several = (fewest < 3 ? pairs : triples) & CN_NATURALS_MASK;
    if (!rules->second_meld)
        several &= ~l->board->ranks[l->side];
    while (several != 0) {
        const int kind = cn_mask_pop(&several);
        list_melds_of(l, kind, fewest, cn_hand_count(hand, kind));
    }
}

/* Writes the additions of 1 … held naturals to a meld; always writes at least two. */
static struct cn_action *put_naturals(struct cn_action *end, uint32_t word, int held)
{
    const uint32_t one = word_of(0, 0, 1, 0);
    put_word(end, word + one);
    put_word(end + 1, word + 2 * one);
    for (int n = 3; n <= held; n++)
        put_word(end + n - 1, word + (uint32_t)n * one);
    return end + held;
}

/* Additions to all melds in a turn that owes nothing and has enough cards. Black threes do not
 * occur here, because laying them is going out. Without wilds, melds are handled in pairs; beyond
 * the last lie empty ones, to which nothing of the hand belongs. */
_Static_assert(CN_MELDS_MAX % 2 == 0, "the meld after an even one exists");
static void list_roomy_additions(struct lister *l, const cn_packed_meld *melds, int count)
{
    const cn_hand naturals = cn_hand_keep(l->hand, CN_NATURALS_MASK);
    struct cn_action *end = l->end;
    if (l->wilds == 0) {
        for (int m = 0; m < count; m += 2) {
            const uint32_t word = word_of(CN_ACTION_ADD, m, 0, 0);
            end = make_room(l, end);
            end = put_naturals(end, word, cn_hand_count(naturals, cn_meld_kind(melds[m])));
            end = put_naturals(end, word + word_of(0, 1, 0, 0),
                               cn_hand_count(naturals, cn_meld_kind(melds[m + 1])));
        }
        l->end = end;
        return;
    }
    for (int m = 0; m < count; m++) {
        const cn_packed_meld meld = melds[m];
        const uint32_t word = word_of(CN_ACTION_ADD, m, 0, 0);
        const int held = cn_hand_count(naturals, cn_meld_kind(meld));
        end = put_naturals(make_room(l, end), word, held);
        if (meld == 0 || cn_meld_kind(meld) == CN_BLACK_THREE)
            continue;
        const uint8_t *cap = cn_wild_limits(l->law, cn_meld_kind(meld)) + cn_meld_naturals(meld);
        const int there = cn_meld_wilds(meld);
        for (int n = 0; n <= held; n++)
            end = put_wilds(l, make_room(l, end), word + word_of(0, 0, n, 0), 1, cap[n] - there);
    }
    l->end = end;
}

static void list_additions(struct lister *l)
{
    const cn_packed_meld *melds = l->board->melds[l->side];
    const int count = l->board->meld_count[l->side];
    if (l->roomy) {
        list_roomy_additions(l, melds, count);
        return;
    }
    for (int m = 0; m < count; m++) {
        const cn_packed_meld meld = melds[m];
        const int held = cn_hand_count(l->hand, cn_meld_kind(meld));
        if (held + l->wilds == 0 || meld == 0)
            continue;
        if (cn_meld_kind(meld) == CN_BLACK_THREE) {
            list_adding_black_threes(l, m, cn_meld_naturals(meld));
            continue;
        }
        const uint8_t *cap = cn_wild_limits(l->law, cn_meld_kind(meld)) + cn_meld_naturals(meld);
        for (int n = 1; n <= held; n++)
            list_laying(l, cn_action_of(CN_ACTION_ADD, m, n, 0, 0), n);
        for (int n = 0; n <= held; n++)
            list_wilds(l, CN_ACTION_ADD, m, n, 1, cap[n] - cn_meld_wilds(meld));
    }
}

/* ---- the rest of the turn ---- */

static void list_discards(struct lister *l)
{
    uint64_t kinds = cn_hand_mask(l->hand);
    if (cn_law_is_refereed(l->law))
        kinds &= l->discarded;
    if (!(l->free_to_stay && l->size >= 2)) {
        /* The kind makes no difference to whether the turn may end so: what is owed is owed by
         * the melds, and the hand is only counted. One question answers for all. */
        if (kinds == 0)
            return;
        uint64_t first = kinds;
        if (!discard_is_legal(l, cn_mask_pop(&first)))
            return;
    }
    put_discards(l, kinds);
}

/* Is a count owed, or will one be as soon as something is laid? Before anything is laid the turn
 * may still end with a mere discard, and laying is what begins to owe. */
static bool owes_initial(const struct lister *l)
{
    const struct cn_board *board = l->board;
    if (!board->owes_opening || board->opening_points >= board->minimum[l->side])
        return false;
    return !(l->law->rules.canasta_lifts_minimum && board->canastas[l->side] > 0);
}

static void list_turn(struct lister *l)
{
    const struct cn_board *board = l->board;
    const bool owes = owes_initial(l);
    const int deuces = cn_hand_count(l->hand, CN_DEUCE);
    const int jokers = cn_hand_count(l->hand, CN_JOKER);
    l->wilds = deuces + jokers;
    choose_wilds(l, deuces, jokers);
    l->has_canastas = l->law->contract.parts == 0 && /* a wild may spoil a natural canasta */
                      cn_board_has_canastas(l->law, board, l->side);
    l->may_go_out = -1;
    l->owes_only_count = false;
    l->free_to_stay = board->phase == CN_PHASE_MELD && !board->black_laid &&
                      board->answer != CN_ANSWER_YES && !(owes && board->laid);
    if (board->phase == CN_PHASE_MELD)
        list_discards(l);
    if (board->phase == CN_PHASE_LAST_RED_THREE)
        list_if_legal(l, CN_ACTION_STOP, 0);
    if (board->phase == CN_PHASE_MELD && may_ask(l))
        list_if_legal(l, CN_ACTION_ASK, 0);
    if (owes) {
        l->owes_only_count =
            board->phase != CN_PHASE_LAST_RED_THREE && !board->black_laid &&
            board->answer != CN_ANSWER_YES &&
            !(board->phase == CN_PHASE_TAKING && l->law->rules.naturals_outnumber_wilds);
        l->free_to_stay = false;
        if (!board->laid && !can_open(l))
            return;
        count_plain_naturals(l);
    }
    l->roomy =
        l->free_to_stay && l->size - l->wilds - cn_hand_bound(l->hand, CN_NATURALS_MASK) >= 2;
    list_melds(l);
    list_black_threes(l);
    list_additions(l);
    list_combinations(l);
}

/* A side that has melded, with more than one card and owing nothing, may take onto any meld of the
 * rank: none of its cards goes with the claim, so two remain, and a natural never breaks a limit on
 * wilds. */
static inline __attribute__((always_inline)) void list_takes_onto(struct lister *l, bool planned)
{
    const struct cn_board *board = l->board;
    const cn_packed_meld *melds = board->melds[l->side];
    const bool plain = board->frozen == 0 && !board->owes_opening && l->size > 1 && !planned &&
                       !cn_law_is_refereed(l->law) && board->answer != CN_ANSWER_YES &&
                       l->law->rules.take_onto_meld;
    const int count = board->meld_count[l->side];
    if (plain) {
        const bool any = l->law->rules.take_onto_canasta;
        struct cn_action *end = make_room(l, l->end);
        for (int m = 0; m < count; m++) {
            put_word(end, word_of(CN_ACTION_TAKE_ONTO, m, 0, 0));
            end += (int)(cn_meld_kind(melds[m]) == board->pile_top) &
                   ((int)any | (int)!cn_meld_is_canasta(melds[m]));
        }
        l->end = end;
        return;
    }
    for (int m = 0; m < count; m++)
        if (cn_meld_kind(melds[m]) == board->pile_top)
            list_if_legal(l, CN_ACTION_TAKE_ONTO, m);
}

static inline __attribute__((always_inline)) void list_takes(struct lister *l, bool planned)
{
    if (cn_pile_is_stopped(l->board))
        return;
    if (planned && cn_is_opening_turn(l->board) && opening_is_out_of_reach(l))
        return;
    const int held = cn_hand_count(l->hand, l->board->pile_top);
    if (held >= 2)
        list_if_legal(l, CN_ACTION_TAKE_PAIR, 0);
    if (held >= 1 && l->board->frozen == 0) {
        if (cn_hand_count(l->hand, CN_DEUCE) > 0)
            list_if_legal(l, CN_ACTION_TAKE_DEUCE, 0);
        if (cn_hand_count(l->hand, CN_JOKER) > 0)
            list_if_legal(l, CN_ACTION_TAKE_JOKER, 0);
    }
    if (cn_side_has_rank(l->board, l->side, l->board->pile_top))
        list_takes_onto(l, planned);
}

static inline __attribute__((always_inline)) void list_start(struct lister *l, bool planned)
{
    const struct cn_board *board = l->board;
    if (board->stock > 0 && board->answer != CN_ANSWER_YES && l->size > 0)
        list(l, cn_action_of(CN_ACTION_DRAW, 0, 0, 0, 0));
    else
        list_if_legal(l, CN_ACTION_DRAW, 0);
    list_takes(l, planned);
    if (planned)
        list_facing(l);
    if (may_ask(l))
        list_if_legal(l, CN_ACTION_ASK, 0);
    if (board->stock == 0 || l->size == 0)
        list_if_legal(l, CN_ACTION_STOP, 0);
}

static inline __attribute__((always_inline)) void list_phase(struct lister *l, bool planned)
{
    switch ((enum cn_phase)l->board->phase) {
    case CN_PHASE_START: list_start(l, planned); break;
    case CN_PHASE_ANSWER:
        list(l, cn_action_of(CN_ACTION_YES, 0, 0, 0, 0));
        list(l, cn_action_of(CN_ACTION_NO, 0, 0, 0, 0));
        break;
    case CN_PHASE_TAKING:
    case CN_PHASE_MELD:
    case CN_PHASE_LAST_RED_THREE:
        if (planned)
            cn__list_planned_turn(l);
        else
            list_turn(l);
        break;
    case CN_PHASE_ENDED: break;
    }
}

/* Apart, so that the lists of other laws pay nothing for it. */
static __attribute__((noinline)) void list_by_plan(struct lister *l)
{
    list_phase(l, true);
}

static void list_decisions(struct lister *l)
{
    const int due = l->board->due;
    if (due == CN_DUE_ACCEPT) {
        list(l, cn_action_of(CN_ACTION_ACCEPT, 0, 0, 0, 0));
        return;
    }
    list(l, cn_action_of(due == CN_DUE_DRAW ? CN_ACTION_REQUIRE_DRAW : CN_ACTION_REQUIRE_OUT, 0, 0,
                         0, 0));
    list(l, cn_action_of(CN_ACTION_WAIVE, 0, 0, 0, 0));
}

/* Where a referee rules (REFEREE, 2 and 4): lists what is not listed as in strict play, and judges
 * the rest by *judged. Returns false if there is no rest. */
static __attribute__((noinline)) bool begin_ruled(struct lister *l, struct cn_board *judged)
{
    const struct cn_board *board = l->board;
    l->whole = l->hand;
    if (board->phase == CN_PHASE_ENDED)
        return false;
    if (board->due != CN_DUE_NOTHING) {
        list_decisions(l);
        return false;
    }
    if (board->phase == CN_PHASE_ANSWER)
        return true;
    cn_board_as_ruled(board, l->whole, judged);
    l->hand = cn_hand_drop(l->whole, cn_kind_mask(CN_RED_THREE));
    l->size = cn_ruled_size(l->whole);
    const uint64_t exposed = cn_board_must_discard(board, board->turn);
    l->discarded = exposed != 0 ? exposed : UINT64_MAX;
    if (cn_hand_count(l->whole, CN_RED_THREE) > 0)
        list_if_legal(l, CN_ACTION_FACE, CN_RED_THREE);
    if (board->phase == CN_PHASE_START && board->owed[board->turn] > 0 && board->stock == 0) {
        list(l, cn_action_of(CN_ACTION_STOP, 0, 0, 0, 0));
        return false;
    }
    l->board = judged;
    return true;
}

static __attribute__((noinline)) void end_ruled(struct lister *l, const struct cn_board *board)
{
    l->board = board;
    if (board->phase == CN_PHASE_ANSWER)
        return;
    const bool begins = board->phase == CN_PHASE_START;
    const bool is_empty = l->passed == 0 && l->end == l->begin;
    if ((begins && board->stock > 0 && l->size == 1) || (is_empty && !begins))
        list_if_legal(l, CN_ACTION_STOP, 0);
}

/* Lists everything; 'l' says where to. Returns the count. */
static int list_all(struct lister *l, const struct cn_law *law, const struct cn_board *board,
                    cn_hand hand)
{
    l->law = law;
    l->board = board;
    l->hand = cn_hand_narrowed(hand);
    l->side = board->side[board->turn];
    l->size = cn_hand_size(l->hand);
    l->passed = 0;
    struct cn_board judged;
    if (cn_law_is_planned(law))
        list_by_plan(l);
    else if (!cn_law_is_refereed(law) || begin_ruled(l, &judged)) {
        list_phase(l, false); /* called once, so that it is inlined */
        if (cn_law_is_refereed(law))
            end_ruled(l, board);
    }
    if (l->begin != l->out)
        pass_on(l);
    else
        l->passed = (int)(l->end - l->begin);
    return l->passed;
}
#ifndef CN_NARROW_HANDS
int cn__narrow_board_legal_list(const struct cn_law *law, const struct cn_board *board,
                                cn_hand hand, struct cn_actions *actions);
int cn__narrow_board_legal_list_from(const struct cn_law *law, const struct cn_board *board,
                                     cn_hand hand, int first, struct cn_action *actions,
                                     int capacity);
#endif

/* Not inlined: a caller's loop would compete with the list for registers, which costs random play
 * 2 %. */
__attribute__((noinline)) int cn_board_legal_list(const struct cn_law *law,
                                                  const struct cn_board *board, cn_hand hand,
                                                  struct cn_actions *actions)
{
#ifndef CN_NARROW_HANDS
    if (!cn_rules_are_wide(&law->rules))
        return cn__narrow_board_legal_list(law, board, hand, actions);
#endif
    struct lister l;
    l.begin = l.end = l.out = actions->at;
    l.full = actions->at + (CN_ACTIONS_MAX - AT_ONCE);
    l.first = 0;
    l.capacity = CN_ACTIONS_MAX;
    actions->count = list_all(&l, law, board, hand);
    return actions->count;
}

int cn_board_legal_list_from(const struct cn_law *law, const struct cn_board *board, cn_hand hand,
                             int first, struct cn_action *actions, int capacity)
{
#ifndef CN_NARROW_HANDS
    if (!cn_rules_are_wide(&law->rules))
        return cn__narrow_board_legal_list_from(law, board, hand, first, actions, capacity);
#endif
    struct lister l;
    const bool direct = first == 0 && capacity >= AT_ONCE;
    assert(first >= 0 && capacity >= 0);
    l.out = actions;
    l.first = first;
    l.capacity = capacity;
    l.begin = l.end = direct ? actions : l.chunk;
    l.full = direct ? actions + (capacity - AT_ONCE) : l.chunk + CHUNK - AT_ONCE;
    return list_all(&l, law, board, hand);
}

#ifndef CN_NARROW_HANDS
int cn__narrow_board_legal_set_init(struct cn_legal_set *set, const struct cn_law *law,
                                    const struct cn_board *board, cn_hand hand);
#endif

int cn_board_legal_set_init(struct cn_legal_set *set, const struct cn_law *law,
                            const struct cn_board *board, cn_hand hand)
{
#ifndef CN_NARROW_HANDS
    if (!cn_rules_are_wide(&law->rules))
        return cn__narrow_board_legal_set_init(set, law, board, hand);
#endif
    set->law = law;
    set->board = board;
    set->hand[0] = hand.low;
    set->hand[1] = hand.high;
    if (cn__plain_turn_init(set, law, board, hand))
        return set->count;
    struct lister l;
    l.begin = l.end = l.out = set->action;
    l.full = set->action + (CN_ACTIONS_TYPICAL - (int)AT_ONCE);
    l.first = 0;
    l.capacity = CN_ACTIONS_TYPICAL;
    set->plain = false;
    set->count = list_all(&l, law, board, hand);
    return set->count;
}

#ifndef CN_NARROW_HANDS
bool cn__narrow_board_can_go_out(const struct cn_law *law, const struct cn_board *board,
                                 cn_hand hand);
#endif

bool cn_board_can_go_out(const struct cn_law *law, const struct cn_board *board, cn_hand hand)
{
#ifndef CN_NARROW_HANDS
    if (!cn_rules_are_wide(&law->rules))
        return cn__narrow_board_can_go_out(law, board, hand);
#endif
    struct cn_lookahead now;
    cn_lookahead_init(&now, law, board, hand);
    now.board.answer = CN_ANSWER_YES;
    return board->phase == CN_PHASE_START ? cn_turn_can_meld_all(&now) : cn_turn_can_go_out(&now);
}

#ifndef CN_NARROW_HANDS
bool cn__narrow_board_can_end(const struct cn_law *law, const struct cn_board *board, cn_hand hand,
                              int unknown);
bool cn__narrow_board_can_end_after(const struct cn_law *law, const struct cn_board *board,
                                    cn_hand hand, struct cn_action action);
#endif

bool cn_board_can_end(const struct cn_law *law, const struct cn_board *board, cn_hand hand,
                      int unknown)
{
#ifndef CN_NARROW_HANDS
    if (!cn_rules_are_wide(&law->rules))
        return cn__narrow_board_can_end(law, board, hand, unknown);
#endif
    struct cn_lookahead now;
    cn_lookahead_init(&now, law, board, hand);
    now.unknown += unknown;
    return cn_turn_can_end(&now);
}

bool cn_board_can_end_after(const struct cn_law *law, const struct cn_board *board, cn_hand hand,
                            struct cn_action action)
{
#ifndef CN_NARROW_HANDS
    if (!cn_rules_are_wide(&law->rules))
        return cn__narrow_board_can_end_after(law, board, hand, action);
#endif
    struct cn_lookahead after;
    cn_lookahead_init(&after, law, board, hand);
    cn_lookahead_apply(&after, action);
    return cn_turn_can_end(&after);
}
