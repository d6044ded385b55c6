/* levels.h -- how well a player plays, as a table: a level is a bot and its budget. */
#ifndef CN_BOTS_LEVELS_H
#define CN_BOTS_LEVELS_H

#include <stdint.h>

struct cn_level {
    const char *name; /* "club"; its words stand in the catalogue, level.NAME */
    const char *bot;
    int64_t nodes; /* what the bot may spend on a decision, if it thinks */
};

enum {
    CN_LEVELS = 5
};

/* The levels whose bots there are, from weak to strong; NULL past the last. */
const struct cn_level *cn_level_at(int index);
/* A level by name; NULL if there is none, or not its bot. */
const struct cn_level *cn_level_find(const char *name);
/* The strongest there is: who gives advice. */
const struct cn_level *cn_level_best(void);

#endif
