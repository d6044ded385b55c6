/* json.h -- JSON out, member by member, and questions in.
 *
 * A member with key NULL is an element of an array. Commas come by themselves.
 */
#ifndef PAGES_JSON_H
#define PAGES_JSON_H

#include <jansson.h>

#include "record/record.h"

void pages_begin(struct cn__text *out, const char *key, char bracket);
void pages_end(struct cn__text *out, char bracket);
void pages_text(struct cn__text *out, const char *key, const char *text);
void pages_number(struct cn__text *out, const char *key, int64_t number);
void pages_truth(struct cn__text *out, const char *key, bool truth);
void pages_null(struct cn__text *out, const char *key);
/* null where there is none. */
void pages_seat(struct cn__text *out, const char *key, int seat);
void pages_card(struct cn__text *out, const char *key, cn_card card);
void pages_cards(struct cn__text *out, const char *key, const cn_card *cards, int count);
/* What a side brought in a deal, with the names of the record. */
void pages_score(struct cn__text *out, const char *key, const struct cn_score *side);
/* A text of so many bytes, not terminated. */
void pages_bytes(struct cn__text *out, const char *key, const char *text, size_t length);
/* An array whose elements were written into a buffer of their own. */
void pages_list(struct cn__text *out, const char *key, const struct cn__text *elements);
/* { "error": … }: what the caller did wrong. */
void pages_error(struct cn__text *out, const char *error);

/* Values of a question; false if it has none such. */
bool query_number(const json_t *question, const char *key, int64_t least, int64_t most,
                  int64_t *number);
const char *query_text(const json_t *question, const char *key); /* NULL: none */
/* Any text, "" if there is none; any whole number, 0 if there is none. */
const char *query_text_or_empty(const json_t *question, const char *key);
int64_t query_integer(const json_t *question, const char *key);
/* Is "do" this? */
bool query_does(const json_t *question, const char *what);
/* "seat": one below 'players', or null for a spectator (CN_NO_SEAT). */
bool query_seat(const json_t *question, int players, int *seat);
bool query_cards(const json_t *question, const char *key, cn_card cards[CN_CARDS_MAX], int *count);

#endif
