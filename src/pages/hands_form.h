/* hands_form.h -- special hands as a form offers them: those that a rule set has, and those of the
 * other rule sets, to be ticked. Rows of one name are one hand. */
#ifndef PAGES_HANDS_FORM_H
#define PAGES_HANDS_FORM_H

#include "house_rules.h"

/* Lists every hand of the rule sets, as 'own' has it if it does, then all others of 'own'. */
void form_hands_list(const struct cn_special_hands *own, struct cn_special_hands *all);
/* Returns how many hands there are. */
int form_hands_count(const struct cn_special_hands *all);
/* Returns the first row of the hand at an index below that number. */
const struct cn_special_hand *form_hands_at(const struct cn_special_hands *all, int at);
/* Returns the points of a hand's best form; -1 if there is no hand of that name. */
int32_t form_hands_points(const struct cn_special_hands *hands, const char *name);
/* Adds the rows of a hand; new points apply to all of them. */
void form_hands_add(struct cn_special_hands *hands, const struct cn_special_hands *all,
                    const char *name, int32_t points);

#endif
