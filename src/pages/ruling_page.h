/* ruling_page.h -- questions about rulings for real cards. */
#ifndef PAGES_RULING_PAGE_H
#define PAGES_RULING_PAGE_H

#include <jansson.h>

#include "record/record.h"
#include "ruling/ruling.h"

/* Answers "rule": how far the facts of the question lead. */
void ruling_page_follow(const json_t *question, struct cn__text *answer);
/* Writes the member "questions" of an article: what it answers. */
void ruling_page_about(const struct rulings *rulings, const struct cn_words *words,
                       const char *article, struct cn__text *answer);

#endif
