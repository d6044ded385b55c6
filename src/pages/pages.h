/* pages.h -- what a seat sees and may do, as JSON for a browser: the door of this room.
 *
 * Questions and answers are those of web/src/core/contract.ts. A part keeps its state here; how texts come into and out
 * of a browser is not this room's business, so that the same functions are tested without one.
 */
#ifndef PAGES_H
#define PAGES_H

#include <jansson.h>

#include "record/record.h"

/* A table, as a seat hears of it. */
struct pages_client; /* opaque */
/* NULL without memory. */
struct pages_client *pages_client_open(void);
void pages_client_close(struct pages_client *client);
/* Appends the answer to a question, one JSON object. */
void pages_client_ask(struct pages_client *client, const json_t *question,
                      struct cn_record_lines *answer);

/* A record, step by step, and what the bots think of it. */
struct pages_replay; /* opaque */
struct pages_replay *pages_replay_open(void);
void pages_replay_close(struct pages_replay *replay);
void pages_replay_ask(struct pages_replay *replay, const json_t *question,
                      struct cn_record_lines *answer);

#endif
