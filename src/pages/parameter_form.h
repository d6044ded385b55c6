/* parameter_form.h -- parameters whose value is a list or a table, as rows of plain fields, so that
 * nobody needs to know how a profile writes them. Pages only draw the rows; what the fields
 * hold, and what is wrong with it, is decided here. */
#ifndef PAGES_PARAMETER_FORM_H
#define PAGES_PARAMETER_FORM_H

#include "house_rules.h"

/* Is a value of this parameter edited in rows? */
bool form_supports(int param);
/* "rows" and "more" of the value in force. */
void form_write(struct cn__text *answer, const struct cn_words *words, const struct cn_rules *rules,
                int param);
/* The value in words; of a long one only what differs from 'other'. */
void form_describe(const struct cn_words *words, const struct cn_rules *rules,
                   const struct cn_rules *other, int param, char *text, size_t size);
/* Answers "rows": the rows as filled in, and their value, or what is wrong in which field. Writes
 * nothing if the question is not understood. */
void form_update(const json_t *question, struct cn__text *answer);

#endif
