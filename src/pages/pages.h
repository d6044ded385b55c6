/* pages.h -- a browser's questions to the engine, and the answers, as JSON: the public header of
 * this room.
 *
 * web/src/core/contract/questions.ts lists the questions and the shapes of their answers. Nothing
 * here needs a browser: tests use the same functions.
 */
#ifndef PAGES_H
#define PAGES_H

#include "query.h"

/* Each query appends the answer to one question, a JSON object: { "error": … } if the question is
 * invalid. */

/* A table as one seat sees it. */
struct table_page; /* opaque */
/* Returns NULL without memory. The caller closes it. */
struct table_page *table_page_open(void);
void table_page_close(struct table_page *client);
void table_page_query(struct table_page *client, const json_t *question, struct cn__text *answer);

/* A record, step by step, and its review by the best bot. */
struct replay_page; /* opaque */
/* Returns NULL without memory. The caller closes it. */
struct replay_page *replay_page_open(void);
void replay_page_close(struct replay_page *replay);
void replay_page_query(struct replay_page *replay, const json_t *question, struct cn__text *answer);

/* Rule sets and house rules, numbered decks, the law book, rulings for real cards. */
void rule_sets_query(const json_t *question, struct cn__text *answer);
/* The same, of the names and the numbered decks only: what a first deal needs. */
void pages_brief_sets_query(const json_t *question, struct cn__text *answer);
/* The score of a game with real cards. */
void score_pad_query(const json_t *question, struct cn__text *answer);

#endif
