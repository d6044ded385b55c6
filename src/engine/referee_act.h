/* referee_act.h -- what a seat does at a refereed table, and what follows at once (REFEREE,
 * sections 2 to 4).
 */
#ifndef CN_ENGINE_REFEREE_ACT_H
#define CN_ENGINE_REFEREE_ACT_H

#include "referee_cards.h"
#include "referee_insist.h"

/* Performs a legal action of drawing, taking, laying, discarding, facing, asking, answering or
 * stopping. 'named': as 'cards' of cn_game_play. */
void cn_act_lawfully(const struct cn_refereed *r, int seat, struct cn_action action,
                     const cn_card *named);
/* Performs an action that is insisted on, given without its "!", and notes it. */
void cn_act_insisting(const struct cn_refereed *r, int seat, struct cn_action action,
                      const cn_card *named, const struct cn_insisted *found);

#endif
