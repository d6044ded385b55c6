/* special.h -- special hands: whole hands that are laid at once (special_hands, A:hands). */
#ifndef CN_ENGINE_SPECIAL_H
#define CN_ENGINE_SPECIAL_H

#include "rules.h"

/* Is the hand exactly the cards of this row? */
bool cn_special_fits(const struct cn_rules *rules, const struct cn_special_hand *row, cn_hand hand);

/* Returns the row that the hand is, among those with the name of row 'first', and of several the
 * one that is worth most; -1 if no row fits. 'first' may be CN_NO_HAND. */
int cn_special_row(const struct cn_rules *rules, int first, cn_hand hand);

/* Returns which special hands the hand is, each by the first row of its name: bit 0 for row 0. */
uint32_t cn_special_names(const struct cn_rules *rules, cn_hand hand);

/* Returns the fewest cards that this hand, of any size, must still get to have all those of the
 * row, and the cards of it that count in *keep; the others would have to go. 0 does not mean that
 * the row fits: there may be others. */
int cn_special_missing(const struct cn_rules *rules, const struct cn_special_hand *row,
                       cn_hand hand, cn_hand *keep);

#endif
