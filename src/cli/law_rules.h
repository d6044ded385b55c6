/* law_rules.h -- what a rule set plays by: its articles, and under each the values that cite it. */
#ifndef CLI_LAW_RULES_H
#define CLI_LAW_RULES_H

#include "engine/engine.h"
#include "words/words.h"

enum {
    LAW_RULES_INDENT = 4 /* columns before a value */
};

/* Returns whether a value of the rules cites the article. */
bool law_rules_cite(const struct cn_rules *rules, const struct cn_law_article *article);
/* Prints the values that cite the article, each with what it is called. */
void law_rules_print(const struct cn_rules *rules, const struct cn_law_article *article);
/* Prints the values that no article of the book tells of, under a heading. */
void law_rules_print_own(const struct cn_rules *rules);

#endif
