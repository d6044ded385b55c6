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
#include "legal.h"
#include "laying.h"
#include "special.h"
#include "turn_end.h"

#include <assert.h>
#include <string.h>

/* A loop whose length depends on the cards mispredicts its exit about once. Writing an action or
 * two too many is cheaper. So actions are written several at a time, and only the end of the list
 * advances by the true count. They are written straight into the caller's list while it has room,
 * then into a chunk, from which the wanted ones are copied. */
enum {
    DISCARDS_AT_ONCE = 8,
    CHOICES_MAX = CN_HANDS_ARE_WIDE ? (CN_ACTION_DEUCES + 1) * (CN_JOKERS_MAX + 1)
                                    : CN_NARROW_CHOICES, /* of deuces and jokers */
    /* more than is written between two calls of make_room */
    AT_ONCE = CN_HANDS_ARE_WIDE ? 256 : 128,
    CHUNK = 2 * AT_ONCE
};
_Static_assert((int)CHOICES_MAX + CN_WILD_CHOICES_PAST < (int)AT_ONCE, "all wilds");
_Static_assert((int)CN_MELDS_MAX < (int)AT_ONCE, "all melds onto which the pile can be taken");

/* The choices of one hand: a row of the table or, in a wide law, computed for each list. */
#ifdef CN_NARROW_HANDS
typedef const struct cn_wild_choices *choices_of_hand;
#else
struct computed_choices {
    uint8_t from[CN_WILDS_MAX + 2];
    uint8_t choice[CHOICES_MAX + CN_WILD_CHOICES_PAST];
};
typedef struct computed_choices choices_of_hand[1];
#endif

/* What an opening can lay besides any one action. */
struct opening {
    uint64_t plain, natural;   /* kinds laid whole; kinds with a meld that the opening may need */
    uint64_t pair_kinds;       /* pairs that a wild each would open … */
    int pair_points[CN_KINDS]; /* … and what they count, the dearest first */
    int pairs;
    int points, cards;      /* what the melds would count that lie there and are plain; cards of
                               the hand that are laid for it */
    int most;               /* more cannot be counted, pairs aside … */
    bool bounded;           /* … and nothing frees from the count */
    int keep;               /* cards that must be kept */
    uint8_t room[CN_KINDS]; /* wilds that go with all naturals of a plain kind */
};

struct lister {
    const struct cn_law *law;
    const struct cn_board *board;
    cn_hand hand;
    cn_hand whole;      /* with red threes, which are kept where a referee rules (R17) */
    uint64_t discarded; /* kinds that may be discarded, as far as exposed cards go (L54) */
    int side, size, wilds;
    bool free_to_stay;             /* the turn may end with any discard that leaves a card */
    bool roomy;                    /* … and whatever is laid on one meld leaves two cards */
    bool owes_only_count;          /* … once the initial meld has its count */
    bool has_canastas;             /* whatever is laid, the side has those it needs to go out */
    int plain_points, plain_cards; /* of naturals that need no wilds; only where a count is owed */
    uint64_t plain_kinds;
    int may_go_out;                /* is going out not ruled out? -1: not yet computed */
    choices_of_hand choices;       /* of the hand's wilds */
    struct cn_action *begin, *end; /* actions being written, passed on … */
    const struct cn_action *full;  /* … once the end reaches this */
    struct cn_action *out;         /* what the caller wants: actions from 'first' on */
    int first, capacity, passed;
    /* Only under a plan: */
    struct cn_rooms rooms;
    bool opens_by_count; /* the opening needs only its melds and count */
    struct opening opening;
    struct cn_action chunk[CHUNK];
};

/* Copies the wanted part of the chunk; leaves it if it was written in place. */
__attribute__((cold, noinline)) static void pass_on(struct lister *l)
{
    const int count = (int)(l->end - l->begin);
    for (int i = 0; i < count && l->begin != l->out; i++) {
        const int to = l->passed + i - l->first;
        if (to >= 0 && to < l->capacity)
            l->out[to] = l->begin[i];
    }
    l->passed += count;
    l->begin = l->end = l->chunk;
    l->full = l->chunk + CHUNK - AT_ONCE;
}

/* Makes room for AT_ONCE actions at 'end' and returns where. */
static struct cn_action *make_room(struct lister *l, struct cn_action *end)
{
    if (end < l->full)
        return end;
    l->end = end;
    pass_on(l);
    return l->end;
}

/* An action as a word, so that several are written with few instructions: fields are added, since
 * none ever overflows into the next. */
static uint32_t word_of_bytes(uint8_t type, uint8_t at, uint8_t n, uint8_t wilds)
{
    const struct cn_action action = {type, at, n, wilds};
    uint32_t word;
    memcpy(&word, &action, sizeof word);
    return word;
}

static uint32_t word_of(int type, int at, int n, int wilds)
{
    return (uint32_t)type * word_of_bytes(1, 0, 0, 0) + (uint32_t)at * word_of_bytes(0, 1, 0, 0) +
           (uint32_t)n * word_of_bytes(0, 0, 1, 0) + (uint32_t)wilds * word_of_bytes(0, 0, 0, 1);
}

static void put_word(struct cn_action *at, uint32_t word)
{
    memcpy(at, &word, sizeof word);
}

static void list(struct lister *l, struct cn_action action)
{
    l->end = make_room(l, l->end);
    *l->end++ = action;
}

static bool ends_after(const struct lister *l, struct cn_action action)
{
    struct cn_lookahead after;
    cn_lookahead_init(&after, l->law, l->board, l->whole);
    cn_lookahead_apply(&after, action);
    return cn_turn_can_end(&after);
}

static void list_if_it_ends(struct lister *l, struct cn_action action)
{
    if (ends_after(l, action))
        list(l, action);
}

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

static int smaller(int a, int b)
{
    return a < b ? a : b;
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

/* The same if every choice leaves enough cards. */
static struct cn_action *put_wilds(const struct lister *l, struct cn_action *end, uint32_t word,
                                   int least, int most)
{
    most = most > l->wilds ? l->wilds : most;
    const uint8_t *from = l->choices->from;
    const uint8_t *choice = l->choices->choice + from[least];
    const int count = most < least ? 0 : from[most + 1] - from[least];
    int i = 0;
    do {
        for (int j = 0; j < CN_WILD_CHOICES_PAST; j++, i++)
            put_word(end + i, word + word_of(0, 0, 0, choice[i]));
    } while (i < count);
    return end + count;
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

static bool may_lay_black_threes(const struct lister *l, int n)
{
    const struct cn_laying laying = {.meld = CN_NO_MELD, .kind = CN_BLACK_THREE, .naturals = n};
    if (cn_law_is_planned(l->law))
        return cn_laying_objection(l->law, l->board, laying).id == CN_LEGAL;
    return l->law->rules.second_meld || !cn_side_has_rank(l->board, l->side, CN_BLACK_THREE);
}

static inline __attribute__((always_inline)) void list_black_threes(struct lister *l)
{
    const struct cn_kind_law *law = &l->law->kinds[CN_BLACK_THREE];
    const int held = cn_hand_count(l->hand, CN_BLACK_THREE);
    if (held < law->fewest || l->board->phase == CN_PHASE_LAST_RED_THREE)
        return;
    if (!may_lay_black_threes(l, law->fewest) || !cn_may_go_out(l->law, l->board, l->hand, 1))
        return;
    for (int n = law->fewest; n <= held && n <= law->largest; n++)
        list_if_it_ends(l, cn_action_of(CN_ACTION_MELD, CN_BLACK_THREE, n, 0, 0));
}

static void list_adding_black_threes(struct lister *l, int m, int there)
{
    const int held = cn_hand_count(l->hand, CN_BLACK_THREE);
    if (l->board->phase == CN_PHASE_LAST_RED_THREE)
        return;
    for (int n = 1; n <= held && there + n <= l->law->kinds[CN_BLACK_THREE].largest; n++)
        list_if_it_ends(l, cn_action_of(CN_ACTION_ADD, m, n, 0, 0));
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

static bool may_combine(const struct lister *l, int into, int from)
{
    const struct cn_law *law = l->law;
    const cn_packed_meld a = l->board->melds[l->side][into];
    const cn_packed_meld b = l->board->melds[l->side][from];
    if (cn_law_is_planned(law))
        return cn_combining_objection(law, l->board, into, from).id == CN_LEGAL;
    return cn_meld_size(a) + cn_meld_size(b) <= law->kinds[cn_meld_kind(a)].largest &&
           cn_meld_wilds(a) + cn_meld_wilds(b) <= law->rules.most_wilds;
}

/* Two canastas may become one, so that a hand of one card can no longer go out. With two cards the
 * turn can end without going out, and the number of canastas does not matter. */
static void list_combining(struct lister *l, int a, int b)
{
    const struct cn_action action = cn_action_of(CN_ACTION_MERGE, a, b, 0, 0);
    if (l->free_to_stay && l->size >= 2)
        list(l, action);
    else
        list_if_it_ends(l, action);
}

/* Kinds of which the side has two melds or more. */
static uint64_t ranks_with_two(const struct lister *l)
{
    const cn_packed_meld *melds = l->board->melds[l->side];
    uint64_t seen = 0;
    uint64_t twice = 0;
    for (int m = 0; m < l->board->meld_count[l->side]; m++) {
        const uint64_t bit = melds[m] == 0 ? 0 : cn_kind_mask(cn_meld_kind(melds[m]));
        twice |= seen & bit;
        seen |= bit;
    }
    return twice;
}

static inline __attribute__((always_inline)) void list_combinations(struct lister *l)
{
    const int count = l->board->meld_count[l->side];
    const cn_packed_meld *melds = l->board->melds[l->side];
    if (!l->law->rules.second_meld || count <= cn_mask_size(l->board->ranks[l->side]))
        return;
    const uint64_t twice = ranks_with_two(l);
    if (twice == 0)
        return;
    for (int a = 0; a < count; a++) {
        if (melds[a] == 0 || (twice & cn_kind_mask(cn_meld_kind(melds[a]))) == 0)
            continue;
        for (int b = a + 1; b < count; b++)
            if (cn_meld_kind(melds[a]) == cn_meld_kind(melds[b]) && melds[b] != 0 &&
                may_combine(l, a, b))
                list_combining(l, a, b);
    }
}

/* ---- the rest of the turn ---- */

static bool discard_is_legal(const struct lister *l, int kind)
{
    return cn_board_legal_check(l->law, l->board, l->board->turn, l->whole,
                                cn_action_of(CN_ACTION_DISCARD, kind, 0, 0, 0), NULL);
}

static inline void put_discards(struct lister *l, uint64_t kinds)
{
    struct cn_action *end = make_room(l, l->end);
    l->end = end + cn_mask_size(kinds);
    do {
        for (int i = 0; i < DISCARDS_AT_ONCE; i++) {
            put_word(end++, word_of(CN_ACTION_DISCARD, cn_mask_first(kinds), 0, 0));
            kinds = cn_mask_rest(kinds);
        }
    } while (kinds != 0);
}

static void list_discards(struct lister *l)
{
    uint64_t kinds = cn_hand_mask(l->hand) & l->discarded;
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

static void list_if_legal(struct lister *l, int type, int at)
{
    const struct cn_action action = cn_action_of(type, at, 0, 0, 0);
    if (cn_board_legal_check(l->law, l->board, l->board->turn, l->whole, action, NULL))
        list(l, action);
}

static bool may_ask(struct lister *l)
{
    const struct cn_board *board = l->board;
    const int left = board->phase == CN_PHASE_START ? 0 : 1;
    if ((board->asked | board->laid) != 0 || cn_cannot_meld_out(l->law, board, l->hand, left))
        return false;
    return l->law->rules.ask_partner && board->phase != CN_PHASE_LAST_RED_THREE &&
           cn_may_go_out(l->law, board, l->hand, left);
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

/* Is an opening ruled out by what the hand holds: no three naturals of a rank for the meld that it
 * needs, or too few points where nothing frees from the count? Before the claim of a top card that
 * counts, nothing is ruled out. */
static bool opening_is_out_of_reach(const struct lister *l)
{
    const struct cn_rules *rules = &l->law->rules;
    const uint64_t black = cn_kind_mask(CN_BLACK_THREE);
    if (l->board->phase == CN_PHASE_START && rules->opening_top_card)
        return false;
    if (rules->opening_needs == CN_OPENING_NATURAL_MELD &&
        (cn_hand_triples(l->hand) & (CN_NATURALS_MASK | black)) == 0)
        return true;
    return rules->concealed_minimum == CN_CONCEALED_ALWAYS &&
           rules->canasta_lifts_minimum == CN_LIFTS_NEVER &&
           !cn_may_reach_minimum(l->law, l->board, l->hand);
}

/* With nothing laid yet: can any initial meld lead to a legal end? If not, none is listed. The
 * board is imagined as if something had been laid, so that ending with a mere discard does not
 * count. For a hand that cannot open, this one question replaces one for each meld. */
static bool can_open(const struct lister *l)
{
    if (!cn_may_reach_minimum(l->law, l->board, l->hand) &&
        !cn_may_go_out(l->law, l->board, l->hand, 1))
        return false;
    struct cn_lookahead now;
    cn_lookahead_init(&now, l->law, l->board, l->whole);
    now.board.laid = 1;
    return cn_turn_can_end(&now);
}

#ifdef CN_NARROW_HANDS
static void choose_wilds(struct lister *l, int deuces, int jokers)
{
    l->choices = &cn__wild_choices[deuces][jokers];
}
#else
/* One action lays at most CN_ACTION_DEUCES deuces; another one of the turn lays the rest. */
static void choose_wilds(struct lister *l, int deuces, int jokers)
{
    const int most = smaller(deuces, CN_ACTION_DEUCES);
    int count = 0;
    for (int wilds = 0; wilds <= CN_WILDS_MAX; wilds++) {
        l->choices->from[wilds] = (uint8_t)count;
        for (int joker = wilds > most ? wilds - most : 0; joker <= smaller(jokers, wilds); joker++)
            l->choices->choice[count++] = cn_action_of(0, 0, 0, wilds - joker, joker).wilds;
    }
    l->choices->from[CN_WILDS_MAX + 1] = (uint8_t)count;
    memset(&l->choices->choice[count], 0, CN_WILD_CHOICES_PAST);
}
#endif

/* ---- laws that only a plan decides ---- */

/* Is it what the opening needs, whatever it needs: naturals alone, the claimed top card aside? */
static bool is_natural_meld(const struct lister *l, int m)
{
    const cn_packed_meld meld = l->board->melds[l->side][m];
    if (l->board->drew_from == CN_DREW_PILE && m == l->board->take_meld)
        return false;
    return meld != 0 && cn_meld_wilds(meld) == 0 && cn_meld_naturals(meld) >= 3;
}

/* Does this many cards on a meld complete it, so that nothing more of its rank is laid? */
static bool closes_rank(const struct lister *l, int size)
{
    return l->law->rules.dead_ranks && size >= 7;
}

/* All naturals of a kind, laid at once on this meld, or as a new one if it is 0. */
static void count_plain_kind(struct lister *l, int kind, cn_packed_meld meld)
{
    struct opening *o = &l->opening;
    const struct cn_room room = cn_room_of(l->law, &l->rooms, kind, meld);
    const int held = cn_hand_count(l->hand, kind);
    if (held > 0 && !(room.open && cn_room_for_naturals(&room, held)))
        return;
    const bool closed = meld != 0 && closes_rank(l, cn_meld_size(meld) + held);
    o->plain |= cn_kind_mask(kind);
    o->points += held * l->law->rules.card_points.of[kind];
    o->cards += held;
    o->room[kind] = (uint8_t)(closed ? 0 : smaller(l->wilds, cn_room_for_wilds(&room, held)));
}

/* Notes a pair that a wild would open, the dearest first. */
static void count_pair(struct opening *o, int points)
{
    int at = o->pairs++;
    for (; at > 0 && o->pair_points[at - 1] < points; at--)
        o->pair_points[at] = o->pair_points[at - 1];
    o->pair_points[at] = points;
}

static void count_pairs(struct lister *l)
{
    const struct cn_law *law = l->law;
    const uint64_t shut = l->rooms.begun | l->rooms.dead | l->rooms.pure | l->rooms.natural;
    uint64_t kinds =
        cn_hand_doubles(l->hand) & CN_NATURALS_MASK & ~(shut | l->board->ranks[l->side]);
    if (law->rules.fewest_naturals > 2 || law->wild_limit[CN_LIMITS_DEFAULT][2] == 0 ||
        l->wilds == 0)
        return;
    l->opening.pair_kinds = kinds;
    while (kinds != 0)
        count_pair(&l->opening, 2 * law->rules.card_points.of[cn_mask_pop(&kinds)]);
}

/* Returns what all could count that is not a pair, if nothing stood against it. */
static int most_points(const struct lister *l)
{
    const int32_t *points = l->law->rules.card_points.of;
    const uint64_t melded = cn_hand_triples(l->hand) | l->board->ranks[l->side];
    int most = l->board->opening_points + cn_hand_count(l->hand, CN_JOKER) * points[CN_JOKER] +
               cn_hand_count(l->hand, CN_DEUCE) * points[CN_DEUCE] +
               cn_hand_count(l->hand, CN_BLACK_THREE) * points[CN_BLACK_THREE];
    for (uint64_t kinds = cn_hand_mask(l->hand) & CN_NATURALS_MASK & melded & ~l->rooms.dead;
         kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        most += cn_hand_count(l->hand, kind) * points[kind];
    }
    return most;
}

/* Counts what an opening can lay besides any one action: naturals of a meld that lies there, each
 * kind at once, or that are enough for a new one; how many wilds those melds take; and pairs. */
static void count_opening(struct lister *l)
{
    const struct cn_board *board = l->board;
    const cn_packed_meld *melds = board->melds[l->side];
    const uint64_t several = ranks_with_two(l);
    struct opening *o = &l->opening;
    o->plain = o->natural = o->pair_kinds = 0;
    o->points = cn_opening_count(&l->law->rules, board);
    o->cards = o->pairs = 0;
    o->keep = cn_board_talon_once_laid(&l->law->rules, board) > 0 ? 1 : 2;
    for (int m = 0; m < board->meld_count[l->side]; m++) {
        const int kind = cn_meld_kind(melds[m]);
        if (is_natural_meld(l, m))
            o->natural |= cn_kind_mask(kind);
        if (melds[m] != 0 && kind != CN_JOKER && (several & cn_kind_mask(kind)) == 0)
            count_plain_kind(l, kind, melds[m]);
    }
    uint64_t kinds = cn_hand_triples(l->hand) & CN_NATURALS_MASK & ~board->ranks[l->side];
    const uint64_t there = o->plain;
    while (kinds != 0)
        count_plain_kind(l, cn_mask_pop(&kinds), 0);
    o->natural |= o->plain & ~there;
    count_pairs(l);
    o->bounded = l->law->rules.concealed_minimum == CN_CONCEALED_ALWAYS &&
                 l->law->rules.canasta_lifts_minimum == CN_LIFTS_NEVER;
    o->most = most_points(l);
}

/* Wilds that the plain melds take besides a meld of this kind, while one that the opening needs
 * stays natural if 'spares'. */
static int room_beside(const struct lister *l, uint64_t kind, bool spares)
{
    const struct opening *o = &l->opening;
    int beside = 0;
    int least = CN_WILDS_MAX;
    if (spares && (o->natural & ~(kind | o->plain)) != 0)
        spares = false;
    for (uint64_t kinds = o->plain & ~kind; kinds != 0;) {
        const int at = cn_mask_pop(&kinds);
        beside += o->room[at];
        if ((o->natural & cn_kind_mask(at)) != 0)
            least = smaller(least, o->room[at]);
    }
    return spares ? beside - smaller(least, beside) : beside;
}

/* What an opening comes to after an action, with the plain naturals. */
struct opened {
    int count, left; /* points; cards in the hand */
    int jokers, deuces;
    int own; /* further wilds that the meld of the action takes */
    bool natural;
};

static struct opened opened_by(const struct lister *l, struct cn_laying laying,
                               struct cn_action action)
{
    const int32_t *points = l->law->rules.card_points.of;
    const struct opening *o = &l->opening;
    const bool is_new = laying.meld == CN_NO_MELD;
    const uint64_t kind = cn_kind_mask(laying.kind);
    const cn_packed_meld meld = is_new ? 0 : l->board->melds[l->side][laying.meld];
    const int size = cn_meld_size(meld) + laying.naturals + laying.wilds;
    const bool closes = closes_rank(l, size);
    struct opened now = {.jokers = cn_hand_count(l->hand, CN_JOKER) - cn_action_jokers(action),
                         .deuces = cn_hand_count(l->hand, CN_DEUCE) - cn_action_deuces(action)};
    now.natural = laying.kind != CN_JOKER && laying.wilds == 0 &&
                  (is_new ? laying.naturals >= 3 : is_natural_meld(l, laying.meld));
    now.count = o->points + cn_action_deuces(action) * points[CN_DEUCE] +
                cn_action_jokers(action) * points[CN_JOKER];
    now.left = l->size - o->cards - laying.wilds;
    const bool plain = (o->plain & kind) != 0;
    if (plain && !closes && laying.wilds <= o->room[laying.kind] &&
        is_new == ((l->board->ranks[l->side] & kind) == 0)) {
        now.own = o->room[laying.kind] - laying.wilds; /* the rest of the kind follows */
        return now;
    }
    const int unlaid = laying.naturals - (plain ? cn_hand_count(l->hand, laying.kind) : 0);
    const struct cn_room room = cn_room_of(l->law, &l->rooms, laying.kind, meld);
    now.count += unlaid * points[laying.kind];
    now.left -= unlaid;
    now.own = closes ? 0 : cn_room_for_wilds(&room, laying.naturals) - laying.wilds;
    return now;
}

/* Returns the points of this many wilds, jokers first. */
static int wild_points(const struct lister *l, const struct opened *now, int wilds)
{
    const int32_t *points = l->law->rules.card_points.of;
    const int jokers = smaller(now->jokers, wilds);
    return jokers * points[CN_JOKER] + (wilds - jokers) * points[CN_DEUCE];
}

/* Do further wilds, up to 'room' of them on the melds, make the count with enough cards kept? Pairs
 * that are worth 'but' leave one out: the action has laid it. */
static bool wilds_suffice(const struct lister *l, const struct opened *now, int room, int pairs,
                          int but)
{
    const struct opening *o = &l->opening;
    const int missing = l->board->minimum[l->side] - now->count;
    const int rest = now->left - o->keep;
    const int wilds = now->jokers + now->deuces;
    int opened = 0;
    int points = 0;
    if (rest < 0)
        return false;
    if (wild_points(l, now, smaller(smaller(room, wilds), rest)) >= missing)
        return true;
    for (int i = 0; i < pairs && opened < wilds && 3 * (opened + 1) <= rest; i++) {
        if (o->pair_points[i] == but) {
            but = 0;
            continue;
        }
        points += o->pair_points[i];
        opened++;
        const int more = smaller(smaller(room, wilds - opened), rest - 3 * opened);
        if (points + wild_points(l, now, opened + more) >= missing)
            return true;
    }
    return false;
}

/* What a pair is worth that the action lays, else 0. */
static int own_pair(const struct lister *l, struct cn_laying laying)
{
    return (l->opening.pair_kinds & cn_kind_mask(laying.kind)) != 0
               ? 2 * l->law->rules.card_points.of[laying.kind]
               : 0;
}

/* Do this laying, the plain naturals and further wilds make an opening that keeps enough cards? As
 * meets_count: one way is enough, and other ways are left to the plan. Some meld must stay what the
 * opening needs: this one without wilds, or one of the others, which then gets none. */
static bool opens_plainly(const struct lister *l, struct cn_laying laying, struct cn_action action)
{
    const struct opening *o = &l->opening;
    const uint64_t kind = cn_kind_mask(laying.kind);
    const bool needs = l->law->rules.opening_needs != CN_OPENING_ANYTHING;
    const bool others = !needs || (o->natural & ~kind) != 0;
    const struct opened now = opened_by(l, laying, action);
    if (!others && !now.natural)
        return false;
    const bool locks = laying.kind == CN_JOKER; /* it may lock the others */
    const int pairs = locks || l->rooms.locked ? 0 : o->pairs;
    const int but = own_pair(l, laying);
    if (now.natural && wilds_suffice(l, &now, room_beside(l, kind, false), pairs, but))
        return true;
    const int beside = locks ? 0 : room_beside(l, kind, needs);
    return others && wilds_suffice(l, &now, now.own + beside, pairs, but);
}

/* Would the opening count too little even if nothing stood against laying what is left? A pair
 * needs a wild of its own. */
static bool opens_never(const struct lister *l, struct cn_laying laying)
{
    const struct opening *o = &l->opening;
    const int own = own_pair(l, laying);
    const int wilds = l->wilds - laying.wilds;
    int but = own;
    int most = o->most + own;
    if (!o->bounded)
        return false;
    for (int i = 0, opened = 0; i < o->pairs && opened < wilds; i++) {
        if (o->pair_points[i] == but) {
            but = 0;
            continue;
        }
        most += o->pair_points[i];
        opened++;
    }
    return most < l->board->minimum[l->side];
}

/* Is what leaves fewer than two cards illegal in any case? Only going out could end the turn, or a
 * second hand that comes. */
static bool cannot_empty(struct lister *l)
{
    if (!l->free_to_stay || l->board->second[l->board->turn] > 0)
        return false;
    if (l->may_go_out < 0)
        l->may_go_out =
            l->board->answer != CN_ANSWER_NO && cn_may_go_out(l->law, l->board, l->hand, 1);
    return !l->may_go_out;
}

/* Is there no natural meld after this, and no way to one, though the opening needs it? Where a rank
 * has one meld only, another rank must have it. */
static bool spoils_opening(const struct lister *l, struct cn_laying laying)
{
    const struct cn_rules *rules = &l->law->rules;
    if (rules->opening_needs != CN_OPENING_NATURAL_MELD ||
        rules->second_meld != CN_SECOND_MELD_NEVER || l->board->drew_from != CN_DREW_STOCK ||
        cn_hand_count(l->hand, CN_BLACK_THREE) > 0)
        return false;
    const uint64_t natural = cn_hand_triples(l->hand) & CN_NATURALS_MASK;
    return laying.wilds > 0 && ((l->opening.natural | natural) & ~cn_kind_mask(laying.kind)) == 0;
}

/* Lists laying this, which may lie so: unconditionally if the turn plainly ends, else if the plan
 * says so. */
static void list_planned(struct lister *l, struct cn_laying laying, struct cn_action action)
{
    if (l->free_to_stay && l->size - laying.naturals - laying.wilds >= 2)
        list(l, action);
    else if (!l->opens_by_count) {
        if (!cannot_empty(l))
            list_if_it_ends(l, action);
    } else if (opens_plainly(l, laying, action))
        list(l, action);
    else if (!spoils_opening(l, laying) && !opens_never(l, laying))
        list_if_it_ends(l, action);
}

/* Lists laying n naturals, alone if 'plain', and with every choice of wilds up to 'most'. */
static void list_choices(struct lister *l, struct cn_laying laying, bool plain, int least, int most)
{
    const bool is_new = laying.meld == CN_NO_MELD;
    struct cn_action action =
        cn_action_of(is_new ? CN_ACTION_MELD : CN_ACTION_ADD, is_new ? laying.kind : laying.meld,
                     laying.naturals, 0, 0);
    laying.wilds = 0;
    if (plain)
        list_planned(l, laying, action);
    most = smaller(most, l->wilds);
    for (laying.wilds = least; laying.wilds <= most; laying.wilds++)
        for (int i = l->choices->from[laying.wilds]; i < l->choices->from[laying.wilds + 1]; i++) {
            action.wilds = l->choices->choice[i];
            list_planned(l, laying, action);
        }
}

/* The fewest wilds that make a meld of these naturals and what lies there. */
static int least_wilds(const struct cn_room *room, int naturals)
{
    const int size = room->naturals + room->wilds + naturals;
    return size >= 2 ? 1 : 3 - size;
}

/* Lists laying 'fewest' to 'held' naturals with all wilds that may lie so, if every choice leaves
 * enough cards; 'word' is the action without any. Most melds take no wilds, so naturals alone are
 * written in pairs. */
static inline struct cn_action *put_room(struct lister *l, struct cn_action *end, uint32_t word,
                                         const struct cn_room *room, int fewest, int held)
{
    const int there = room->naturals + room->wilds;
    const int most = smaller(held, room->largest - there);
    const int dry =
        l->wilds > 0 && room->takes_wilds ? smaller(most, room->needs - room->naturals - 1) : most;
    int n = fewest > 0 ? fewest : 1;
    end = make_room(l, end);
    do {
        for (int i = 0; i < 2; i++, n++) {
            put_word(end, word + word_of(0, 0, n, 0));
            end += (int)(n <= dry) & (int)(there + n >= 3) &
                   (int)(room->wilds <= room->limit[room->naturals + n]);
        }
    } while (n <= dry);
    for (n = fewest > dry ? fewest : dry + 1; n <= most; n++) {
        const int least = cn_room_for_naturals(room, n) ? 0 : least_wilds(room, n);
        end = put_wilds(l, make_room(l, end), word + word_of(0, 0, n, 0), least,
                        cn_room_for_wilds(room, n));
    }
    return end;
}

/* Lists laying 'fewest' to 'held' naturals on a meld, or as a new one, with all wilds that may lie
 * so. What the meld has room for is asked once. */
static void list_room(struct lister *l, struct cn_laying laying, int fewest, int held)
{
    const bool is_new = laying.meld == CN_NO_MELD;
    const struct cn_room room = cn_room_of(l->law, &l->rooms, laying.kind,
                                           is_new ? 0 : l->board->melds[l->side][laying.meld]);
    for (laying.naturals = fewest; laying.naturals <= held; laying.naturals++)
        list_choices(l, laying, cn_room_for_naturals(&room, laying.naturals),
                     least_wilds(&room, laying.naturals),
                     room.takes_wilds ? cn_room_for_wilds(&room, laying.naturals) : 0);
}

/* Kinds of which the hand has enough for a new meld. */
static uint64_t planned_melds(const struct lister *l)
{
    const bool takes_pairs = l->wilds > 0 && !l->rooms.locked && l->rooms.needs <= 2;
    const uint64_t several = takes_pairs ? cn_hand_pairs(l->hand) : cn_hand_triples(l->hand);
    return several & CN_NATURALS_MASK & ~(l->rooms.begun | l->rooms.dead);
}

static bool begins_wild_meld(const struct lister *l)
{
    return l->law->kinds[CN_JOKER].largest > 0 && l->wilds >= CN_WILD_MELD_LEAST &&
           !l->rooms.locked && ((l->rooms.begun | l->rooms.dead) & cn_kind_mask(CN_JOKER)) == 0;
}

static void list_planned_melds(struct lister *l)
{
    for (uint64_t kinds = planned_melds(l); kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        list_room(l, (struct cn_laying){.meld = CN_NO_MELD, .kind = kind},
                  l->law->kinds[kind].fewest, cn_hand_count(l->hand, kind));
    }
    if (begins_wild_meld(l))
        list_room(l, (struct cn_laying){.meld = CN_NO_MELD, .kind = CN_JOKER}, 0, 0);
}

/* The same in a turn that owes nothing and has enough cards. */
static void list_roomy_planned_melds(struct lister *l)
{
    struct cn_action *end = l->end;
    for (uint64_t kinds = planned_melds(l); kinds != 0;) {
        const int kind = cn_mask_pop(&kinds);
        const struct cn_room room = cn_room_of(l->law, &l->rooms, kind, 0);
        end = put_room(l, end, word_of(CN_ACTION_MELD, kind, 0, 0), &room,
                       l->law->kinds[kind].fewest, cn_hand_count(l->hand, kind));
    }
    if (begins_wild_meld(l)) {
        const struct cn_room room = cn_room_of(l->law, &l->rooms, CN_JOKER, 0);
        end = put_room(l, end, word_of(CN_ACTION_MELD, CN_JOKER, 0, 0), &room, 0, 0);
    }
    l->end = end;
}

static void list_planned_additions(struct lister *l)
{
    const cn_packed_meld *melds = l->board->melds[l->side];
    for (int m = 0; m < l->board->meld_count[l->side]; m++) {
        const int kind = cn_meld_kind(melds[m]);
        const int held = kind == CN_JOKER ? 0 : cn_hand_count(l->hand, kind);
        if (melds[m] == 0 || held + l->wilds == 0 || (l->rooms.dead & cn_kind_mask(kind)) != 0)
            continue;
        if (kind == CN_BLACK_THREE) {
            list_adding_black_threes(l, m, cn_meld_naturals(melds[m]));
            continue;
        }
        list_room(l, (struct cn_laying){.meld = m, .kind = kind}, 0, held);
    }
}

/* The same in a turn that owes nothing and has enough cards. */
static void list_roomy_planned_additions(struct lister *l)
{
    const cn_packed_meld *melds = l->board->melds[l->side];
    const cn_hand naturals = cn_hand_keep(l->hand, CN_NATURALS_MASK & ~l->rooms.dead);
    struct cn_action *end = l->end;
    for (int m = 0; m < l->board->meld_count[l->side]; m++) {
        const cn_packed_meld meld = melds[m];
        const int kind = cn_meld_kind(meld);
        if (meld == 0)
            continue;
        if (kind == CN_BLACK_THREE) {
            l->end = end;
            list_adding_black_threes(l, m, cn_meld_naturals(meld));
            end = l->end;
            continue;
        }
        const struct cn_room room = cn_room_of(l->law, &l->rooms, kind, meld);
        end = put_room(l, end, word_of(CN_ACTION_ADD, m, 0, 0), &room, 0,
                       cn_hand_count(naturals, kind));
    }
    l->end = end;
}

static void list_planned_discards(struct lister *l)
{
    uint64_t kinds = cn_board_discards(l->law, l->board, l->hand);
    if (l->free_to_stay && l->size >= 2) {
        put_discards(l, kinds);
        return;
    }
    while (kinds != 0) {
        const int kind = cn_mask_pop(&kinds);
        if (discard_is_legal(l, kind))
            list(l, cn_action_of(CN_ACTION_DISCARD, kind, 0, 0, 0));
    }
}

static void list_facing(struct lister *l)
{
    for (uint64_t kinds = cn_hand_mask(l->hand) & l->law->bonus; kinds != 0;)
        list_if_legal(l, CN_ACTION_FACE, cn_mask_pop(&kinds));
}

static void list_hands(struct lister *l)
{
    const struct cn_board *board = l->board;
    if (l->law->rules.special_hands.count == 0)
        return;
    if (board->laid || !cn_is_opening_turn(board) || board->drew_from != CN_DREW_STOCK ||
        board->answer == CN_ANSWER_NO)
        return;
    const uint32_t found = cn_special_names(&l->law->rules, l->hand);
    for (int row = 0; found >> row != 0; row++)
        if ((found >> row & 1) != 0)
            list(l, cn_action_of(CN_ACTION_HAND, row, 0, 0, 0));
}

/* Lists what is laid. Nothing is while the seat has a bonus card to lay down first. */
static void list_planned_laying(struct lister *l)
{
    const struct cn_board *board = l->board;
    if (cn_is_opening_turn(board) && (cn_hand_mask(l->hand) & l->law->bonus) != 0)
        return;
    if (cn_is_opening_turn(board) && !board->laid && (opening_is_out_of_reach(l) || !can_open(l)))
        return;
    l->rooms = cn_laying_rooms(l->law, board);
    l->opens_by_count = cn_is_opening_turn(board) && board->phase == CN_PHASE_MELD &&
                        !board->black_laid && board->answer != CN_ANSWER_YES;
    if (l->opens_by_count)
        count_opening(l);
    if (l->roomy)
        list_roomy_planned_melds(l);
    else
        list_planned_melds(l);
    list_black_threes(l);
    if (l->roomy)
        list_roomy_planned_additions(l);
    else
        list_planned_additions(l);
    list_combinations(l);
}

static __attribute__((noinline)) void list_planned_turn(struct lister *l)
{
    const struct cn_board *board = l->board;
    const int deuces = cn_hand_count(l->hand, CN_DEUCE);
    const int jokers = cn_hand_count(l->hand, CN_JOKER);
    l->wilds = deuces + jokers;
    choose_wilds(l, deuces, jokers);
    l->free_to_stay = board->phase == CN_PHASE_MELD && !board->black_laid &&
                      board->answer != CN_ANSWER_YES && !(board->laid && cn_is_opening_turn(board));
    l->roomy = false;
    l->may_go_out = -1;
    if (board->phase == CN_PHASE_MELD)
        list_planned_discards(l);
    if (board->phase == CN_PHASE_LAST_RED_THREE)
        list_if_legal(l, CN_ACTION_STOP, 0);
    if (board->phase == CN_PHASE_MELD && may_ask(l))
        list_if_legal(l, CN_ACTION_ASK, 0);
    list_facing(l);
    list_hands(l);
    if (cn_is_opening_turn(board))
        l->free_to_stay = false; /* laying is what begins to owe */
    l->roomy =
        l->free_to_stay && l->size - l->wilds - cn_hand_bound(l->hand, CN_NATURALS_MASK) >= 2;
    list_planned_laying(l);
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
                       !l->law->refereed && board->answer != CN_ANSWER_YES &&
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
            list_planned_turn(l);
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
    if (board->phase == CN_PHASE_START && board->owed[board->turn] > 0) {
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
    l->hand = l->whole = cn_hand_narrowed(hand);
    l->discarded = UINT64_MAX;
    l->side = board->side[board->turn];
    l->size = cn_hand_size(l->hand);
    l->passed = 0;
    struct cn_board judged;
    if (cn_law_is_planned(law))
        list_by_plan(l);
    else if (!law->refereed || begin_ruled(l, &judged)) {
        list_phase(l, false); /* called once, so that it is inlined */
        if (law->refereed)
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
