/* lister.h -- what the lists of all laws are written with.
 *
 * legal.c lists for most laws, legal_plan.c in a turn that only a plan decides. Both write actions
 * in the same way, and both ask the same of black threes, combinations, discards and the partner.
 * All of it is inline: a list is written in a few hundred instructions.
 */
#ifndef CN_ENGINE_LISTER_H
#define CN_ENGINE_LISTER_H

#include "laying.h"
#include "legal.h"
#include "turn_end.h"

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
    /* Only where a referee rules: */
    cn_hand whole;      /* the hand with its red threes, which are kept (R17) */
    uint64_t discarded; /* kinds that may be discarded, as far as exposed cards go (L54) */
    /* Only under a plan: */
    struct cn_rooms rooms;
    bool opens_by_count; /* the opening needs only its melds and count */
    struct opening opening;
    struct cn_action chunk[CHUNK];
};

/* ---- writing actions ---- */

/* Copies the wanted part of the chunk; leaves it if it was written in place. */
static __attribute__((cold, noinline)) void pass_on(struct lister *l)
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
static inline struct cn_action *make_room(struct lister *l, struct cn_action *end)
{
    if (end < l->full)
        return end;
    l->end = end;
    pass_on(l);
    return l->end;
}

/* An action as a word, so that several are written with few instructions: fields are added, since
 * none ever overflows into the next. */
static inline uint32_t word_of_bytes(uint8_t type, uint8_t at, uint8_t n, uint8_t wilds)
{
    const struct cn_action action = {type, at, n, wilds};
    uint32_t word;
    memcpy(&word, &action, sizeof word);
    return word;
}

static inline uint32_t word_of(int type, int at, int n, int wilds)
{
    return (uint32_t)type * word_of_bytes(1, 0, 0, 0) + (uint32_t)at * word_of_bytes(0, 1, 0, 0) +
           (uint32_t)n * word_of_bytes(0, 0, 1, 0) + (uint32_t)wilds * word_of_bytes(0, 0, 0, 1);
}

static inline void put_word(struct cn_action *at, uint32_t word)
{
    memcpy(at, &word, sizeof word);
}

static inline void list(struct lister *l, struct cn_action action)
{
    l->end = make_room(l, l->end);
    *l->end++ = action;
}

/* ---- listing one if it is legal ---- */

/* The hand for questions that know of a referee. */
static inline cn_hand whole_hand(const struct lister *l)
{
    return cn_law_is_refereed(l->law) ? l->whole : l->hand;
}

static inline bool ends_after(const struct lister *l, struct cn_action action)
{
    struct cn_lookahead after;
    cn_lookahead_init(&after, l->law, l->board, whole_hand(l));
    cn_lookahead_apply(&after, action);
    return cn_turn_can_end(&after);
}

static inline void list_if_it_ends(struct lister *l, struct cn_action action)
{
    if (ends_after(l, action))
        list(l, action);
}

static inline bool discard_is_legal(const struct lister *l, int kind)
{
    return cn_board_legal_check(l->law, l->board, l->board->turn, whole_hand(l),
                                cn_action_of(CN_ACTION_DISCARD, kind, 0, 0, 0), NULL);
}

static inline void list_if_legal(struct lister *l, int type, int at)
{
    const struct cn_action action = cn_action_of(type, at, 0, 0, 0);
    if (cn_board_legal_check(l->law, l->board, l->board->turn, whole_hand(l), action, NULL))
        list(l, action);
}

/* ---- wilds ---- */

static inline int smaller(int a, int b)
{
    return a < b ? a : b;
}

#ifdef CN_NARROW_HANDS
static inline void choose_wilds(struct lister *l, int deuces, int jokers)
{
    l->choices = &cn__wild_choices[deuces][jokers];
}
#else
/* One action lays at most CN_ACTION_DEUCES deuces; another one of the turn lays the rest. */
static inline void choose_wilds(struct lister *l, int deuces, int jokers)
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

/* Writes laying with every choice of 'least' to 'most' wilds, each of which leaves enough cards;
 * 'word' is the action without any. */
static inline struct cn_action *put_wilds(const struct lister *l, struct cn_action *end,
                                          uint32_t word, int least, int most)
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

/* ---- what every turn lists ---- */

static inline bool may_lay_black_threes(const struct lister *l, int n)
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

static inline void list_adding_black_threes(struct lister *l, int m, int there)
{
    const int held = cn_hand_count(l->hand, CN_BLACK_THREE);
    if (l->board->phase == CN_PHASE_LAST_RED_THREE)
        return;
    for (int n = 1; n <= held && there + n <= l->law->kinds[CN_BLACK_THREE].largest; n++)
        list_if_it_ends(l, cn_action_of(CN_ACTION_ADD, m, n, 0, 0));
}

static inline bool may_combine(const struct lister *l, int into, int from)
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
static inline void list_combining(struct lister *l, int a, int b)
{
    const struct cn_action action = cn_action_of(CN_ACTION_MERGE, a, b, 0, 0);
    if (l->free_to_stay && l->size >= 2)
        list(l, action);
    else
        list_if_it_ends(l, action);
}

/* Kinds of which the side has two melds or more. */
static inline uint64_t ranks_with_two(const struct lister *l)
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

static inline void list_facing(struct lister *l)
{
    for (uint64_t kinds = cn_hand_mask(l->hand) & l->law->bonus; kinds != 0;)
        list_if_legal(l, CN_ACTION_FACE, cn_mask_pop(&kinds));
}

static inline bool may_ask(struct lister *l)
{
    const struct cn_board *board = l->board;
    const int left = board->phase == CN_PHASE_START ? 0 : 1;
    if ((board->asked | board->laid) != 0 || cn_cannot_meld_out(l->law, board, l->hand, left))
        return false;
    return l->law->rules.ask_partner && board->phase != CN_PHASE_LAST_RED_THREE &&
           cn_may_go_out(l->law, board, l->hand, left);
}

/* Is an opening ruled out by what the hand holds: no three naturals of a rank for the meld that it
 * needs, or too few points where nothing frees from the count? Before the claim of a top card that
 * counts, nothing is ruled out. */
static inline bool opening_is_out_of_reach(const struct lister *l)
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
static inline bool can_open(const struct lister *l)
{
    if (!cn_may_reach_minimum(l->law, l->board, l->hand) &&
        !cn_may_go_out(l->law, l->board, l->hand, 1))
        return false;
    struct cn_lookahead now;
    cn_lookahead_init(&now, l->law, l->board, whole_hand(l));
    now.board.laid = 1;
    return cn_turn_can_end(&now);
}

/* Lists what can be laid, discarded, faced and asked once the seat has drawn, for a law that only a
 * plan decides (legal_plan.c). */
void cn__list_planned_turn(struct lister *l);

#endif
