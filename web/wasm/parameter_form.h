/* rows.h -- parameters whose value is a list or a table, as rows of plain fields: nobody has to know how a profile writes
 * them. Pages only draw the rows; what stands in them, and what is wrong with it, is said here. */
#ifndef CN_WEB_ROWS_H
#define CN_WEB_ROWS_H

#include "house_rules.h"

/* Is a value of this parameter changed in rows? */
bool cn_web_has_rows(int param);
/* "rows" and "more": the value that is in force. */
void cn_web_put_rows(struct cn_record_lines *answer, const struct cn_words *words,
                     const struct cn_rules *rules, int param);
/* The value in words, as far as it differs from 'other' where it is long. */
void cn_web_say_rows(const struct cn_words *words, const struct cn_rules *rules,
                     const struct cn_rules *other, int param, char *text, size_t size);
/* Answers what becomes of rows that somebody filled in: the value, or what is wrong in which field. */
void cn_web_answer_rows(const json_t *question, struct cn_record_lines *answer);

#endif
