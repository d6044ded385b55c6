/* referee_insist.h -- in which row of the table of irregularities an insisted action falls
 * (REFEREE, section 3).
 *
 * Reads a board and the hand of the seat that acts, as the law does (I27): what a seat can insist
 * on tells nothing that it does not know.
 */
#ifndef CN_ENGINE_REFEREE_INSIST_H
#define CN_ENGINE_REFEREE_INSIST_H

#include "irregular.h"
#include "legal.h"

/* What an insisted action comes to. */
struct cn_insisted {
    uint8_t what;                     /* enum cn_irregularity */
    uint8_t flags;                    /* CN_OPEN_… */
    uint8_t lays;                     /* the cards are laid, or those below; else they are shown */
    uint8_t naturals, deuces, jokers; /* laid; the rest is shown (R6) */
};

/* Finds the row of an action, given without its "!". Returns CN_LEGAL and fills *found, or the
 * reason to refuse it: it is legal as it stands (R1), or it is in no row (R2). */
enum cn_refusal_id cn_insist_check(const struct cn_law *law, const struct cn_board *board, int seat,
                                   cn_hand hand, struct cn_action action,
                                   struct cn_insisted *found);

/* Lists what the seat can insist on, with the "!", in no order that matters: at most 'capacity'
 * from index 'first' on. Returns how many there are. */
int cn_insist_list(const struct cn_law *law, const struct cn_board *board, int seat, cn_hand hand,
                   int first, struct cn_action *actions, int capacity);

#endif
