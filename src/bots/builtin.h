/* builtin.h -- the built-in bots, for the table in bots.c. */
#ifndef CN_BOTS_BUILTIN_H
#define CN_BOTS_BUILTIN_H

#include "bots.h"

extern const struct cn_bot cn_bot_random;
extern const struct cn_bot cn_bot_greedy;
extern const struct cn_bot cn_bot_guess;
extern const struct cn_bot cn_bot_freezer;
extern const struct cn_bot cn_bot_sprinter;
extern const struct cn_bot cn_bot_casual;
extern const struct cn_bot cn_bot_expert;
extern const struct cn_bot cn_bot_patient;
extern const struct cn_bot cn_bot_club;
extern const struct cn_bot cn_bot_search;

#endif
