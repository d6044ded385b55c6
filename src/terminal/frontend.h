/* frontend.h -- the two front ends, and what they share. */
#ifndef TERMINAL_FRONTEND_H
#define TERMINAL_FRONTEND_H

#include "text_page.h"

/* Each shows the game until it is over or the player leaves; returns the exit status. */
int plain_run(struct game_source *source, const struct terminal_options *options);
int screen_run(struct game_source *source, const struct terminal_options *options);
/* Returns whether a screen can be shown: input and output are a terminal with a movable cursor. */
bool screen_is_possible(void);

#endif
