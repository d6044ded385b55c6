/* house_rules.h -- the rule set that a question names, with its house rules, and the language of
 * the answer. */
#ifndef PAGES_HOUSE_RULES_H
#define PAGES_HOUSE_RULES_H

#include "query.h"

/* Returns the catalogue of the question's "language", or English, or an empty one if that is
 * missing too. */
struct cn_words query_words(const json_t *question);

/* Reads "rules" and "house". If they are not valid, returns false, and the answer says where and
 * why. */
bool query_rules(const json_t *question, const struct cn_words *words, struct cn_rules *rules,
                 struct cn__text *answer);
/* The same, and "players" must be a number of players that the rules allow. */
bool query_rules_for_players(const json_t *question, const struct cn_words *words,
                             struct cn_rules *rules, int *players, struct cn__text *answer);
/* Writes "house": the rules as house rules over the set that they are named after. */
void pages_house(struct cn__text *answer, const struct cn_rules *rules);
/* Answers that the rules have a fault that no single line causes; {0} in the message is the number.
 */
void house_error_write(const struct cn_words *words, const char *key, int64_t number,
                       struct cn__text *answer);

/* Writes the catalogue's text with the key prefix + name; "" if there is none. */
void pages_sentence(struct cn__text *answer, const char *key, const struct cn_words *words,
                    const char *prefix, const char *name);

#endif
