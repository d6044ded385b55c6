/* ending.h -- can the turn still be brought to a legal end by the cards the seat knows?
 *
 * The heart of the legality principle (docs/RULES.md). A turn is imagined: a copy of the table
 * after some action, the acting seat's hand, and how many unknown cards will join it (I27). The
 * answer is exact, and is found without playing the turn out: see ending.c for how.
 */
#ifndef CN_ENGINE_TURN_END_H
#define CN_ENGINE_TURN_END_H

#include "action.h"

struct cn_lookahead {
    const struct cn_law *law;
    struct cn_board table;
    cn_hand hand;
    int unknown; /* cards that will be in the hand besides, to be kept or discarded, never melded */
    /* The side need not keep a card where it may not go out (L38): false, but for a refusal that tries
     * what the law would allow without that. */
    bool keeps_none;
};

/* The turn as it stands. */
void cn_imagine(struct cn_lookahead *imagined, const struct cn_law *law,
                const struct cn_board *table, cn_hand hand);
/* What taking, melding, adding, combining or drawing would make of it; the action must have passed every
 * check but that of its end. Hidden cards are only counted. */
void cn_lookahead_apply(struct cn_lookahead *imagined, struct cn_action action);
/* The pile joins the hand if its claim waits for nothing; otherwise nothing changes. Every action does this. */
void cn_imagine_joining(struct cn_lookahead *imagined);
/* Is there a legal end? */
bool cn_turn_can_end(const struct cn_lookahead *imagined);
/* Does the turn end legally by discarding a card of the hand now, whichever it is? */
bool cn_turn_can_end_by_discard(const struct cn_lookahead *imagined);
/* Could the whole hand be melded now, in going out (L40)? */
bool cn_turn_can_meld_all(const struct cn_lookahead *imagined);
/* A quick necessary condition for an initial meld to reach its minimum, or be lifted above it. */
bool cn_may_reach_minimum(const struct cn_law *law, const struct cn_board *table, cn_hand hand);
/* Cards that only a discard gets rid of, by kinds: single naturals with nothing of their rank on the table,
 * and too few black threes. */
static inline cn_hand cn_unmeldable_cards(const struct cn_rules *rules,
                                          const struct cn_board *table, cn_hand hand)
{
    const uint64_t ranks = table->ranks[table->side[table->turn]];
    const uint64_t singles = cn_hand_singles(hand) & ~ranks & CN_NATURALS_MASK;
    const int black = cn_hand_count(hand, CN_BLACK_THREE);
    const bool too_few =
        (black < rules->fewest_black_threes) & ((ranks & cn_kind_mask(CN_BLACK_THREE)) == 0);
    return cn_hand_add(cn_hand_of_each(singles, 1),
                       cn_hand_single(CN_BLACK_THREE, too_few ? black : 0));
}
/* Is going out with at most 'left' cards not melded ruled out by more stuck cards than that, or by more
 * pairs with nothing of their rank on the table than wilds to open them? Of a pair a discard takes but one.
 * One question for two: a processor guesses one answer wrong less often. */
static inline bool cn_cannot_meld_out(const struct cn_rules *rules, const struct cn_board *table,
                                      cn_hand hand, int left)
{
    const uint64_t ranks = table->ranks[table->side[table->turn]];
    const uint64_t pairs = cn_hand_doubles(hand) & ~ranks & CN_NATURALS_MASK;
    const int wilds = cn_hand_wilds(hand);
    const int stuck = cn_hand_size(cn_unmeldable_cards(rules, table, hand));
    return ((int)(stuck > left) | (int)(cn_mask_size(pairs) > wilds)) != 0;
}
/* A quick necessary condition for going out with at most 'left' cards not melded: few enough single cards
 * that match nothing, and the canastas there or in reach. */
bool cn_may_go_out(const struct cn_law *law, const struct cn_board *table, cn_hand hand, int left);

#endif
