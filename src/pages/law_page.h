/* law_page.h -- questions about the law book. */
#ifndef PAGES_LAW_PAGE_H
#define PAGES_LAW_PAGE_H

#include <jansson.h>

#include "record/record.h"

/* Answers "law": all articles in the language of the question, in the order of the books. */
void law_page_list(const json_t *question, struct cn__text *answer);
/* Answers "law-search": the articles that match "words", best first. Those of the file "book" rank
 * higher. */
void law_page_search(const json_t *question, struct cn__text *answer);

#endif
