/* parameter_form.h -- parameters whose value is a list or a table, as rows of plain fields, so that
 * users need not know how a profile writes them. Pages only draw the rows; this file decides and
 * checks what the fields hold. */
#ifndef PAGES_PARAMETER_FORM_H
#define PAGES_PARAMETER_FORM_H

#include "house_rules.h"

/* Returns whether a value of this parameter is edited in rows. */
bool form_supports(int param);
/* Writes "rows" and "more" of the current value. */
void form_write(struct cn__text *answer, const struct cn_words *words, const struct cn_rules *rules,
                int param);
/* Writes the value in words; of a long one only what differs from 'other'. */
void form_describe(const struct cn_words *words, const struct cn_rules *rules,
                   const struct cn_rules *other, int param, char *text, size_t size);
/* Answers "rows": the rows as filled in, and their value, or the error in each field. Writes
 * nothing if the question is invalid. */
void form_update(const json_t *question, struct cn__text *answer);

#endif
