/* query.h -- reading the values of a page's question, and answering errors. */
#ifndef PAGES_QUERY_H
#define PAGES_QUERY_H

#include <jansson.h>

#include "record/record.h"

/* Returns a text of the question, or NULL. */
const char *query_text(const json_t *question, const char *key);
/* Returns a text of the question, or "". */
const char *query_text_or_empty(const json_t *question, const char *key);
/* Returns a whole number of the question, or 0. */
int64_t query_integer(const json_t *question, const char *key);
/* Returns whether "do" is this. */
bool query_does(const json_t *question, const char *what);
/* Reads "seat": a number below 'players', or null for a spectator (CN_NO_SEAT). */
bool query_seat(const json_t *question, int players, int *seat);

/* Answers { "error": … }: what the caller did wrong. */
void query_error(struct cn__text *out, const char *error);

#endif
