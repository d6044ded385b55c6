/* law.h -- what a seat may do, and why not.
 *
 * The legality principle (docs/RULES.md): an action is legal exactly when, after it, the turn can
 * still be brought to a legal end by the cards that the acting seat knows. Both functions read a
 * view, so an answer cannot depend on hidden cards.
 */
#ifndef CANASTA_LAW_H
#define CANASTA_LAW_H

#include <canasta/action.h>
#include <canasta/view.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why an action is refused: X(id, arguments, article). Each argument is a number, and its letter
 * gives its meaning: k kind, m index of a meld, s seat, n a count or points, c what canastas are
 * called: a kind, or 16 natural, 17 mixed, 18 wild. The article is LAW(name), the same in every
 * rule set, or CITE(x), the rule set's parameter cite_x. New reasons are appended. */
#define CN_REFUSALS(X)                                                              \
    X(DEAL_OVER, "", LAW("L41"))                                                    \
    X(NOT_YOUR_TURN, "s", LAW("L14")) /* who decides now */                         \
    X(DRAW_FIRST, "", LAW("L14"))                                                   \
    X(ALREADY_DREW, "", LAW("L15"))                                                 \
    X(STOCK_GONE, "", LAW("L15"))                                                   \
    X(STOCK_LEFT, "n", LAW("L36")) /* cards in the stock */                         \
    X(NOT_HELD_DISCARD, "k", LAW("L16"))                                            \
    X(NOT_HELD_MELD, "knn", LAW("L19")) /* kind, held, wanted */                    \
    X(NO_SUCH_MELD, "m", LAW("L20"))                                                \
    X(NOTHING_ADDED, "", LAW("L20"))                                                \
    X(COMBINE_RANKS, "", LAW("L24"))   /* not two melds of one rank */              \
    X(COMBINE_WILDS, "nn", LAW("L24")) /* wilds together, most allowed */           \
    X(TOP_CARD, "k", CITE(top_card))                                                \
    X(NO_PILE, "", CITE(top_card))                                                  \
    X(ONE_CARD_HAND, "", CITE(one_card))                                            \
    X(FROZEN, "k", CITE(frozen)) /* needs two naturals of the kind */               \
    X(FROZEN_BEFORE_INITIAL, "k", CITE(frozen_before_initial))                      \
    X(FROZEN_BY_BLACK_THREE, "k", CITE(frozen_by_black_three))                      \
    X(NO_CLAIM_WITH_WILD, "k", CITE(claim_with_wild))                               \
    X(CLAIM_NEEDS_PAIR, "kn", CITE(claim))           /* kind, held */               \
    X(CLAIM_NEEDS_WILD, "kk", CITE(claim_with_wild)) /* natural kind, wild kind */  \
    X(NO_CLAIM_ONTO, "", CITE(onto_meld))                                           \
    X(ONTO_OTHER_RANK, "mk", CITE(onto_meld)) /* meld, top card */                  \
    X(ONTO_CANASTA, "k", CITE(onto_canasta))                                        \
    X(MELD_OF_WILDS, "", CITE(no_wild_melds))                                       \
    X(TOO_FEW_NATURALS, "n", CITE(shape)) /* fewest */                              \
    X(TOO_FEW_CARDS, "", CITE(shape))                                               \
    X(TOO_MANY_WILDS, "n", CITE(shape)) /* most */                                  \
    X(TOO_MANY_WILDS_CANASTA, "n", CITE(wilds_in_canasta))                          \
    X(SECOND_MELD, "k", CITE(second_meld))                                          \
    X(BLACK_THREES_SHAPE, "nn", CITE(black_threes)) /* fewest, most */              \
    X(BLACK_THREES_WILD, "", CITE(black_threes))                                    \
    X(BLACK_THREES_LAST_RED, "", CITE(black_threes))                                \
    X(OUTNUMBER, "", CITE(outnumber))                                               \
    X(MINIMUM, "nn", CITE(minimum)) /* count so far, needed */                      \
    X(MINIMUM_WITH_PACK, "nn", CITE(minimum_with_pack))                             \
    X(MUST_GO_OUT, "", CITE(asking))     /* partner said yes */                     \
    X(MUST_NOT_GO_OUT, "", CITE(asking)) /* partner said no */                      \
    X(BLACK_THREES_NOT_OUT, "", CITE(black_threes))                                 \
    X(LAST_DISCARD, "", CITE(last_discard))                                         \
    X(KEEP_A_CARD, "nn", CITE(keep_a_card)) /* canastas there are, needed */        \
    X(ASK_NO_RULE, "", CITE(asking))                                                \
    X(ASK_NO_PARTNER, "", CITE(asking))                                             \
    X(ASK_TWICE, "", CITE(asking))                                                  \
    X(ASK_TOO_LATE, "", CITE(asking)) /* has melded, or taken the pack */           \
    X(ASK_UNABLE, "", CITE(asking))                                                 \
    X(NOT_ASKED, "", CITE(asking))                                                  \
    X(ANSWER_FIRST, "", CITE(asking))                                               \
    X(MUST_TAKE, "m", CITE(forcing)) /* meld that the top card goes on */           \
    X(LAST_RED_THREE, "", CITE(last_red_three))                                     \
    X(CONTRACT, "cnn", CITE(contract))       /* what canastas, there are, needed */ \
    X(CONTRACT_SPOILED, "c", CITE(contract)) /* by what must still be laid */       \
    X(NOTHING_TO_FACE, "k", CITE(bonus_cards))                                      \
    X(NO_SPECIAL_HAND, "", CITE(special_hands)) /* not its cards */                 \
    X(UNKNOWN_HAND, "", CITE(special_hands))    /* no such name */                  \
    X(HAND_TOO_LATE, "", CITE(special_hands))                                       \
    X(FACE_LATER, "", CITE(bonus_cards))       /* a claim waits */                  \
    X(BONUS_CARD_HELD, "k", CITE(bonus_cards)) /* face it first */                  \
    X(BONUS_CARD_MELDED, "k", CITE(bonus_cards))                                    \
    X(BONUS_CARD_DISCARDED, "k", CITE(bonus_cards))                                 \
    X(DEAD_RANK, "k", CITE(dead_rank))                                              \
    X(MELD_TOO_LARGE, "n", CITE(largest_meld)) /* most */                           \
    X(PURE, "k", CITE(pure))                                                        \
    X(PURE_AFTER_OPENING, "k", CITE(pure_after_opening))                            \
    X(PURE_CLAIMED, "k", CITE(pure_after_opening))                                  \
    X(WILDS_NOT_FEWER, "", CITE(books))                                             \
    X(WILD_NEEDS_NATURALS, "n", CITE(wilds)) /* fewest */                           \
    X(WILDS_LOCKED, "n", CITE(wilds))        /* cards in the wild meld */           \
    X(WILD_MELD_SHAPE, "", CITE(wilds))                                             \
    X(SECOND_MELD_UNFINISHED, "k", CITE(second_meld))                               \
    X(OPENING_MIXED, "k", CITE(opening))                                            \
    X(OPENING_NATURAL_MELD, "", CITE(opening))                                      \
    X(OPENING_NATURAL_OR_WILD, "", CITE(opening))                                   \
    X(OPENING_THREE_NATURALS, "", CITE(opening))                                    \
    X(DISCARD_EMPTY_PILE, "k", CITE(discard))                                       \
    X(DISCARD_DEAD, "k", CITE(discard))                                             \
    X(DISCARD_WILD, "k", CITE(discard))                                             \
    X(DISCARD_WAITS, "k", CITE(discard_waits)) /* for canastas */                   \
    X(LAST_DISCARD_BARS, "k", CITE(discard_waits))                                  \
    X(OUT_BARS, "k", CITE(out_bars))                                                \
    X(OUT_BARS_WILD, "", CITE(out_bars))                                            \
    X(CONSENT, "", CITE(consent))                                                   \
    X(SECOND_HAND_WAITS, "", CITE(keep_a_card))                                     \
    X(PARTNER_HAND_WAITS, "", CITE(second_hand))                                    \
    X(ASK_TWICE_IN_DEAL, "", CITE(asking))                                          \
    X(BLACK_THREES_NEVER, "", CITE(black_threes))                                   \
    X(INSIST_LEGAL, "", LAW("R1"))                                                  \
    X(INSIST_NOTHING, "", LAW("R2"))                                                \
    X(NO_RED_THREE, "", LAW("L12"))                                                 \
    X(FACE_WAITS, "", LAW("R16"))     /* a claim waits */                           \
    X(RED_THREE_KEPT, "", LAW("R17")) /* held, and not to be laid or discarded */   \
    X(RED_THREE_ASK, "", LAW("R17"))                                                \
    X(EXPOSED_FIRST, "", LAW("L54"))                                                \
    X(NO_TAKE, "", LAW("R13")) /* cites the law of the ruling */                    \
    X(SHORT_TURN, "", LAW("L53"))                                                   \
    X(SHORT_TURN_STOP, "", LAW("R19"))                                              \
    X(MUST_GO_OUT_RULED, "", LAW("L59"))                                            \
    X(DECIDE_FIRST, "s", LAW("R23")) /* who decides */                              \
    X(NO_DECISION, "", LAW("L60"))                                                  \
    X(CALL_LATER, "", LAW("R23"))                                                   \
    X(CALL_WATCHFUL, "", LAW("L60"))

enum cn_refusal_id {
    CN_LEGAL,
#define X(id, arguments, article) CN_REFUSED_##id,
    CN_REFUSALS(X)
#undef X
    CN_REFUSAL_COUNT
};

/* Why an action is not legal. cn_words_refusal makes a sentence of it. */
struct cn_refusal {
    enum cn_refusal_id id;
    char article[CN_ARTICLE_SIZE]; /* in the rule set in force */
    int32_t arg[3];                /* unused ones are 0 */
};

/* Returns the name of a refusal ("FROZEN"), a static string. It is part of the record format and
 * never changes. */
CN_API const char *cn_refusal_name(enum cn_refusal_id id);

/* Enough room for almost every list: of 1.6 million decisions 99 % have at most 40 actions. */
enum {
    CN_ACTIONS_TYPICAL = 256
};

/* Writes at most 'capacity' of the legal actions of the deciding seat, whose view it must be, and
 * returns how many there are: if that is more than 'capacity', the rest was left out. 'actions' may
 * be NULL if 'capacity' is 0. The order is fixed but not sorted. Returns 0 only if the deal has
 * ended. */
CN_API int cn_legal_list(const struct cn_view *view, struct cn_action *actions, int capacity);

/* The same for the list from its index 'first' on. */
CN_API int cn_legal_list_from(const struct cn_view *view, int first, struct cn_action *actions,
                              int capacity);

/* The legal actions of a seat, for callers that count them, want one of them or test some: in the
 * most frequent turns three sets of kinds, which are found in a fraction of the time of the list. A
 * turn is plain if its side owes nothing and has one meld of each of its ranks, and if the hand has
 * no wild card and keeps two cards whatever is laid. In any other turn, and under rule sets of more
 * than three packs, that only a plan decides (docs/ARCHITECTURE.md) or with a referee, the set has
 * the list instead. Its members are for the functions below. It points to what its view points to:
 * use it only until the next action. */
struct cn_legal_set {
    const struct cn_law *law;
    const struct cn_board *board;
    uint64_t hand[2];
    uint64_t discards, melds, additions; /* kinds that may be discarded, melded, added */
    int32_t count, melds_from, additions_from;
    bool plain;
    struct cn_action action[CN_ACTIONS_TYPICAL]; /* the first ones, if the turn is not plain */
};

/* Finds the legal actions of the deciding seat, whose view it must be. Returns how many there are,
 * 0 only if the deal has ended. */
CN_API int cn_legal_set_init(struct cn_legal_set *set, const struct cn_view *view);

/* Returns the i-th of them, from 0, in the order of cn_legal_list. 'i' must be below the count. */
CN_API struct cn_action cn_legal_set_at(const struct cn_legal_set *set, int i);

/* Is this action one of them? Accepts any action that cn_action_parse can produce. */
CN_API bool cn_legal_set_has(const struct cn_legal_set *set, struct cn_action action);

/* Writes at most 'capacity' of them from index 'first' on, as cn_legal_list_from does. Returns how
 * many there are in all. */
CN_API int cn_legal_set_list(const struct cn_legal_set *set, int first, struct cn_action *actions,
                             int capacity);

/* Returns the types of the legal actions, as cn_legal_list finds them: bit t for enum
 * cn_action_type t. For cn_words_turn and for prompts. */
CN_API unsigned cn_legal_types(const struct cn_view *view);

/* Is this action of the view's seat legal? If not, returns false and fills *refusal, which may be
 * NULL, with the first article that forbids it. Accepts any action that cn_action_parse can
 * produce, and any seat's view. */
CN_API bool cn_legal_check(const struct cn_view *view, struct cn_action action,
                           struct cn_refusal *refusal);

#ifdef __cplusplus
}
#endif

#endif
