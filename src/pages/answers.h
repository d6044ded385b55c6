/* answers.h -- what a seat may do: questions about a display. */
#ifndef PAGES_ANSWERS_H
#define PAGES_ANSWERS_H

#include <jansson.h>

#include "display/display.h"

/* Answers the question 'what' ("check", "plans", "take-options", "take-for-cards", "discard",
 * "points", "hint", "undoing") about the display. Returns false if it is another question. Answers
 * an invalid question with an error. */
bool seat_query(struct cn__text *out, const char *what, const json_t *question,
                const struct display *display);
/* Writes the members of "options": what is possible now, and why the rest is not. Of many ways to
 * lay cards in one place, only the likeliest is listed, and the question's action "also" if it is
 * legal. */
void page_write_suggestions(struct cn__text *out, const json_t *question,
                            const struct display *display);
/* Reads the action with that key. Returns false if there is none. */
bool query_action(const json_t *question, const char *key, const struct cn_law *law,
                  struct cn_action *action);
/* Returns whether the action is legal for the viewer. A spectator may do nothing and gets no
 * article: why->id is CN_LEGAL. */
bool page_check(const struct display *display, struct cn_action action, struct cn_refusal *why);

#endif
