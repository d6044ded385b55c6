/* builtin.h -- the built-in bots, for the table in bots.c. */
#ifndef CN_BOTS_BUILTIN_H
#define CN_BOTS_BUILTIN_H

#include "bots.h"

extern const struct cn_bot cn_bot_random;
extern const struct cn_bot cn_bot_greedy;

/* What goes before all else in games that have it: a special hand, and a bonus card that keeps the
 * hand from opening. Returns false if there is no such action. */
bool cn__greedy_first(const struct cn_view *view, struct cn_action *action);
extern const struct cn_bot cn_bot_guess;
extern const struct cn_bot cn_bot_freezer;
extern const struct cn_bot cn_bot_sprinter;
extern const struct cn_bot cn_bot_casual;
extern const struct cn_bot cn_bot_expert;
extern const struct cn_bot cn_bot_patient;
extern const struct cn_bot cn_bot_search;

#endif
