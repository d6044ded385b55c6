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

/* Before an act of this type (enum cn_action_type): if the seat in turn plays with it for the first
 * time in its turn, notes the table as it is, and returns true. */
bool cn_act_begins_play(const struct cn_refereed *r, int seat, int type);

/* For a client's copy of a game, where lines say what follows (referee_follow.h). */

/* An act that was allowed elsewhere, except for what lapses by it and the pile that a claim brings.
 * 'named': its cards, or NULL if it has none. 'what': the irregularity that it was noted as, else
 * CN_IRREGULAR_COUNT. */
void cn_act_told(const struct cn_refereed *r, int seat, struct cn_action action,
                 const cn_card *named, int what);
/* A card drawn, insisted on or required; a red three laid down and replaced; the pile that joins
 * the hand of the seat in turn, as an event of this type. */
void cn_act_told_draw(const struct cn_refereed *r, int seat, bool required);
void cn_act_told_face(const struct cn_refereed *r, int seat, cn_card card);
void cn_act_told_pile(const struct cn_refereed *r, int type);

#endif
