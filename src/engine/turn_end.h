/* turn_end.h -- can the turn still be brought to a legal end by the cards the seat knows?
 *
 * The heart of the legality principle (docs/RULES.md). A turn is imagined: a copy of the board
 * after some action, the acting seat's hand, and how many unknown cards will join it (I27). The
 * answer is exact, and is found without playing the turn out; turn_end.c explains how.
 */
#ifndef CN_ENGINE_TURN_END_H
#define CN_ENGINE_TURN_END_H

#include "action.h"
#include "turn_plan.h"

struct cn_lookahead {
    const struct cn_law *law;
    struct cn_board board;
    cn_hand hand;
    int unknown; /* further cards that will be in the hand, to be kept or discarded, never melded */
    /* Red threes that the seat has not faced (R17): not in 'hand', and among 'unknown' as the one
     * card that can be kept or, where the seat must go out, those that facing them brings. */
    int red_threes;
    /* The side need not keep a card where it may not go out (L38). Always false, except for a
     * refusal that tests what the law would allow without that. */
    bool keeps_none;
};

/* Begins with the turn as it stands. */
void cn_lookahead_init(struct cn_lookahead *imagined, const struct cn_law *law,
                       const struct cn_board *board, cn_hand hand);
/* Returns what taking, melding, adding, combining or drawing would make of it; the action must have
 * passed every check except that of its end. Hidden cards are only counted. */
void cn_lookahead_apply(struct cn_lookahead *imagined, struct cn_action action);
/* Moves the pile to the hand if its claim waits for nothing; otherwise changes nothing. Every
 * action does this. */
void cn_lookahead_join_pile(struct cn_lookahead *imagined);

/* Imagines that the partner gave this answer. */
void cn_lookahead_answer(struct cn_lookahead *imagined, enum cn_answer answer);

/* The answers of turn_end.c, for laws that need no plan. */
bool cn__count_can_end(const struct cn_lookahead *imagined);
bool cn__count_can_end_by_discard(const struct cn_lookahead *imagined);
bool cn__count_can_meld_all(const struct cn_lookahead *imagined);
bool cn__count_can_go_out(const struct cn_lookahead *imagined);
bool cn__count_may_reach_minimum(const struct cn_law *law, const struct cn_board *board,
                                 cn_hand hand);
bool cn__count_may_go_out(const struct cn_law *law, const struct cn_board *board, cn_hand hand,
                          int left);

/* Can it end legally? */
static inline bool cn_turn_can_end(const struct cn_lookahead *imagined)
{
    return cn_law_is_planned(imagined->law) ? cn_plan_can_end(imagined)
                                            : cn__count_can_end(imagined);
}
/* Can it end legally by discarding a card of the hand now, any card? */
static inline bool cn_turn_can_end_by_discard(const struct cn_lookahead *imagined)
{
    return cn_law_is_planned(imagined->law) ? cn_plan_can_end_by_discard(imagined)
                                            : cn__count_can_end_by_discard(imagined);
}
/* Could the whole hand be melded now, in going out (L40)? */
static inline bool cn_turn_can_meld_all(const struct cn_lookahead *imagined)
{
    return cn_law_is_planned(imagined->law) ? cn_plan_can_meld_all(imagined)
                                            : cn__count_can_meld_all(imagined);
}
/* Can it end by going out now, after a yes if the law asks for one? A special hand is another way
 * to obey a yes and does not count here. */
static inline bool cn_turn_can_go_out(const struct cn_lookahead *imagined)
{
    return cn_law_is_planned(imagined->law) ? cn_plan_can_go_out(imagined)
                                            : cn__count_can_go_out(imagined);
}
/* A quick necessary condition for an initial meld to reach its minimum, or to be raised above it.
 */
static inline bool cn_may_reach_minimum(const struct cn_law *law, const struct cn_board *board,
                                        cn_hand hand)
{
    return cn_law_is_planned(law) ? cn_plan_may_reach_minimum(law, board, hand)
                                  : cn__count_may_reach_minimum(law, board, hand);
}
/* A quick necessary condition for going out with at most 'left' cards not melded: few enough single
 * cards that match nothing, and enough canastas made or within reach. */
static inline bool cn_may_go_out(const struct cn_law *law, const struct cn_board *board,
                                 cn_hand hand, int left)
{
    return cn_law_is_planned(law) ? cn_plan_may_go_out(law, board, hand, left)
                                  : cn__count_may_go_out(law, board, hand, left);
}

/* Points of the best wild cards of a hand, this many of them. Every meld takes either sort, so a
 * count that is owed is met with the dearer ones. */
static inline int cn__best_wild_points(const struct cn_rules *rules, cn_hand hand, int count)
{
    const int joker = rules->card_points.of[CN_JOKER];
    const int deuce = rules->card_points.of[CN_DEUCE];
    const int first = joker >= deuce ? CN_JOKER : CN_DEUCE;
    const int firsts = cn_hand_count(hand, first);
    const int taken = firsts < count ? firsts : count;
    return taken * rules->card_points.of[first] +
           (count - taken) * (first == CN_JOKER ? deuce : joker);
}

/* Single naturals that match no rank on the board, as a set of kinds, and black threes too few for
 * a meld, as a count: only a discard gets rid of them. */
static inline uint64_t cn__lone_naturals(uint64_t ranks, cn_hand hand)
{
    return cn_hand_singles(hand) & ~ranks & CN_NATURALS_MASK;
}
static inline int cn__stuck_black_threes(const struct cn_law *law, uint64_t ranks, cn_hand hand)
{
    const int black = cn_hand_count(hand, CN_BLACK_THREE);
    const int too_few = (int)(black < law->kinds[CN_BLACK_THREE].fewest) &
                        (int)((ranks & cn_kind_mask(CN_BLACK_THREE)) == 0);
    return black & -too_few;
}
/* Both as cards. */
static inline cn_hand cn_unmeldable_cards(const struct cn_law *law, const struct cn_board *board,
                                          cn_hand hand)
{
    const uint64_t ranks = board->ranks[board->side[board->turn]];
    return cn_hand_add(cn_hand_of_each(cn__lone_naturals(ranks, hand), 1),
                       cn_hand_single(CN_BLACK_THREE, cn__stuck_black_threes(law, ranks, hand)));
}
/* Is going out with at most 'left' cards not melded ruled out, either by more stuck cards than
 * that, or by more pairs that match no rank on the board than wilds to open them? A discard takes
 * only one card of a pair. Tested together: one branch is mispredicted less often than two. */
static inline bool cn_cannot_meld_out(const struct cn_law *law, const struct cn_board *board,
                                      cn_hand hand, int left)
{
    const uint64_t ranks = board->ranks[board->side[board->turn]];
    const uint64_t pairs = cn_hand_doubles(hand) & ~ranks & CN_NATURALS_MASK;
    const int wilds = cn_hand_wilds(hand);
    const int stuck =
        cn_mask_size(cn__lone_naturals(ranks, hand)) + cn__stuck_black_threes(law, ranks, hand);
    return ((int)(stuck > left) | (int)(cn_mask_size(pairs) > wilds)) != 0;
}

#endif
