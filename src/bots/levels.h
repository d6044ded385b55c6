/* levels.h -- strengths of play, as a table: a level is a bot and its budget. */
#ifndef CN_BOTS_LEVELS_H
#define CN_BOTS_LEVELS_H

#include "canasta/bot.h"

/* The strongest level, which gives advice. */
const struct cn_level *cn_level_best(void);

#endif
