/* json.h -- JSON out, member by member, and questions in.
 *
 * A member with key NULL is an element of an array. Commas come by themselves.
 */
#ifndef PAGES_JSON_H
#define PAGES_JSON_H

#include <jansson.h>

#include "record/record.h"

void pages_begin(struct cn_record_lines *out, const char *key, char bracket);
void pages_end(struct cn_record_lines *out, char bracket);
void pages_text(struct cn_record_lines *out, const char *key, const char *text);
void pages_number(struct cn_record_lines *out, const char *key, int64_t number);
void pages_truth(struct cn_record_lines *out, const char *key, bool truth);
void pages_null(struct cn_record_lines *out, const char *key);
/* null where there is none. */
void pages_seat(struct cn_record_lines *out, const char *key, int seat);
void pages_card(struct cn_record_lines *out, const char *key, cn_card card);
void pages_cards(struct cn_record_lines *out, const char *key, const cn_card *cards, int count);
/* What a side brought in a deal, with the names of the record. */
void pages_score(struct cn_record_lines *out, const char *key, const struct cn_score *side);
/* { "error": … }: what the caller did wrong. */
void pages_error(struct cn_record_lines *out, const char *error);

/* Values of a question; false if it has none such. */
bool pages_get_number(const json_t *question, const char *key, int64_t least, int64_t most,
                      int64_t *number);
const char *pages_get_text(const json_t *question, const char *key); /* NULL: none */
/* "seat": one below 'players', or null for a spectator (CN_NO_SEAT). */
bool pages_get_seat(const json_t *question, int players, int *seat);
bool pages_get_cards(const json_t *question, const char *key, cn_card cards[CN_CARDS_MAX],
                     int *count);

#endif
