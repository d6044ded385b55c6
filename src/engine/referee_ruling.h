/* referee_ruling.h -- rulings and decisions (REFEREE, section 5). */
#ifndef CN_ENGINE_REFEREE_RULING_H
#define CN_ENGINE_REFEREE_RULING_H

#include "referee_cards.h"

/* Calls attention: all open irregularities of the offender of the newest one are ruled on, the
 * newest first, until a decision is due (R24). Nothing if none is open (R9). */
void cn_ruling_call(const struct cn_refereed *r);
/* Performs a decision that is due, and then the rulings that had to wait. */
void cn_ruling_decide(const struct cn_refereed *r, struct cn_action action);
/* Lets a bond fall that the seat in turn cannot obey any more (R20). */
void cn_ruling_drop_bonds(const struct cn_refereed *r);

#endif
