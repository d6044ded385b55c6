/* insist.h -- what a seat can do at a refereed table although the law refuses it.
 *
 * The engine decides what can be insisted on (REFEREE, 3); this file only finds the actions that a
 * person may mean. Nothing at tables of strict play.
 */
#ifndef DISPLAY_INSIST_H
#define DISPLAY_INSIST_H

#include "pick.h"

enum {
    ANYWAY_MAX = TAKES_MAX + 4,
    IRREGULAR_MAX = ANYWAY_MAX + 16
};

/* Finds what can be done instead of an action that was refused: the same, or in place of taking the
 * pack any way of taking or touching it. Returns how many; each begins with "!". */
int display_anyway(const struct display *display, struct cn_action refused,
                   struct cn_action out[ANYWAY_MAX]);

/* Finds ways to lay just these cards, all in the hand, that can be insisted on: on the meld 'onto',
 * or with CN_NO_MELD on any meld and as new ones. A step that the steps before it make legal is
 * played without its "!". plans->why is not set. */
void plays_anyway(const struct display *display, const cn_card *cards, int count, int onto,
                  struct card_plays *plans);

/* Lists everything else that one can do at a real table: what needs no cards, and with 'count'
 * picked cards to discard one, to lay or to show them. Returns how many plans it wrote. */
int display_irregular(const struct display *display, const cn_card *cards, int count,
                      struct card_play plans[IRREGULAR_MAX]);

#endif
