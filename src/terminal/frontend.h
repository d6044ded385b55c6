/* front.h -- the two front ends, and what they share. */
#ifndef TERMINAL_FRONTEND_H
#define TERMINAL_FRONTEND_H

#include "text_page.h"

/* Each plays until the game is over or the player leaves; returns the exit status. */
int plain_run(struct local_game *session, const struct terminal_options *options);
int screen_run(struct local_game *session, const struct terminal_options *options);
/* Can a screen be shown here: a terminal on both ends that can place its cursor? */
bool screen_is_possible(void);

/* Plays the steps of a plan one after the other; stops at the first that is refused. Returns how many were
 * played; *why if not all were. */
int perform_card_play(struct local_game *session, int seat, const struct card_play *plan,
                      struct cn_refusal *why);
/* The person whose screen it is: who decides, if that is a person, else 'before'; the first person if
 * that is none. */
int frontend_viewer(const struct local_game *session, int before);

#endif
