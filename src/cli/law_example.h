/* law_example.h -- what the terminal shows below an article of L51 to L60 and P1 to P5: an example,
 * step by step, and the questions that the article answers.
 */
#ifndef CLI_LAW_EXAMPLE_H
#define CLI_LAW_EXAMPLE_H

#include "words/data.h"
#include "words/words.h"

/* Prints the example of the article, told line by line, and its questions; nothing where there are
 * none. Returns false without memory. */
bool law_example_print(const struct cn_law_article *article);
/* Returns the record of the article's example, as a file, or NULL. */
const struct cn_data *law_example_find(const struct cn_law_article *article);

#endif
