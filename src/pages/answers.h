/* answers.h -- what a seat may do: questions about a face. */
#ifndef PAGES_ANSWERS_H
#define PAGES_ANSWERS_H

#include <jansson.h>

#include "display/display.h"

/* Answers the question 'what' ("check", "plans", "takes", "claim", "discard", "points", "hint",
 * "undoing") about the face; false if it is none of these. What cannot be understood is answered
 * by an error. */
bool seat_query(struct cn__text *out, const char *what, const json_t *question,
                const struct display *face);
/* The members of "options": what is possible now, and why the rest is not. Of the many ways to
 * lay cards at one place the likeliest stands for all; the question's action "also", if it is
 * legal, stands there in any case. */
void page_write_suggestions(struct cn__text *out, const json_t *question,
                            const struct display *face);
/* The action that stands there by that key; false: none does. */
bool query_action(const json_t *question, const char *key, struct cn_action *action);
/* Is the action legal for who looks? A spectator may do nothing, and is told no law: why->id
 * CN_LEGAL. */
bool page_check(const struct display *face, struct cn_action action, struct cn_refusal *why);

#endif
