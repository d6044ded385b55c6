/* session_page.h -- the session of a page: events in and effects out, as JSON. */
#ifndef PAGES_SESSION_PAGE_H
#define PAGES_SESSION_PAGE_H

#include "table_page.h"

/* "begin": reads the options of a session and replays its journal, if there is one. Returns false
 * if the question is not valid. */
bool table_page_begin_session(struct table_page *page, const json_t *question);
/* Answers "connected", `heard`, "closed", "tick", "want" and "leave"; returns false for other
 * questions. Appends the session's effects and state. */
bool table_page_step(struct table_page *page, const json_t *question, struct cn__text *out);
/* Writes the effects of the last event, and the session's state. */
void table_page_put_told(struct table_page *page, struct cn__text *out);

#endif
