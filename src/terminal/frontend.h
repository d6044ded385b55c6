/* front.h -- the two front ends, and what they share. */
#ifndef CN_FRONT_H
#define CN_FRONT_H

#include "text_page.h"

/* Each plays until the game is over or the player leaves; returns the exit status. */
int cn_plain_run(struct cn_session *session, const struct cn_terminal_options *options);
int cn_screen_run(struct cn_session *session, const struct cn_terminal_options *options);
/* Can a screen be shown here: a terminal on both ends that can place its cursor? */
bool cn_screen_is_possible(void);

/* Plays the steps of a plan one after the other; stops at the first that is refused. Returns how many were
 * played; *why if not all were. */
int cn_play_plan(struct cn_session *session, int seat, const struct cn_plan *plan,
                 struct cn_refusal *why);
/* The person whose screen it is: who decides, if that is a person, else 'before'; the first person if
 * that is none. */
int cn_viewer(const struct cn_session *session, int before);

#endif
