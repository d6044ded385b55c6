/* house.h -- the rule set that a question names, with its house rules, and the language of the answer; the law book. */
#ifndef CN_WEB_HOUSE_H
#define CN_WEB_HOUSE_H

#include "web.h"

/* The catalogue of the question's language; where there is none, English, or nothing but keys. */
struct cn_words cn_web_words(const json_t *question);

/* Reads "rules" and "house". False, and the answer says where and why, if they cannot be. */
bool cn_web_rules(const json_t *question, const struct cn_words *words, struct cn_rules *rules,
                  struct cn_record_lines *answer);
/* The same, and "players" must be a number of players that they allow. */
bool cn_web_rules_for(const json_t *question, const struct cn_words *words, struct cn_rules *rules,
                      int *players, struct cn_record_lines *answer);
/* Answers that something is wrong with the rules, but with no line of them; the key's {0} is the number. */
void cn_web_house_error(const struct cn_words *words, const char *key, int64_t number,
                        struct cn_record_lines *answer);

/* "key": and a value; separators are the caller's. */
void cn_web_put_number(struct cn_record_lines *answer, const char *key, int64_t value);
void cn_web_put_text(struct cn_record_lines *answer, const char *key, const char *text);
/* "key": the sentence of a key of the catalogue, "" if it has none. */
void cn_web_put_sentence(struct cn_record_lines *answer, const char *key,
                         const struct cn_words *words, const char *prefix, const char *name);

/* The articles of the law book in the language of the question, in its order. */
void cn_web_put_law(const json_t *question, struct cn_record_lines *answer);
/* The articles that answer "words", best first; those of the file "book" count more. */
void cn_web_search_law(const json_t *question, struct cn_record_lines *answer);

#endif
