/* session_page.h -- the session of a page: events in and effects out, as JSON. */
#ifndef PAGES_SESSION_PAGE_H
#define PAGES_SESSION_PAGE_H

#include "table_page.h"

/* "begin": reads the options of a session; false if the question is none. The journal that it
 * may name is recalled. */
bool table_page_begin_session(struct table_page *page, const json_t *question);
/* "connected", "heard", "closed", "tick", "want" and "leave"; false for any other question.
 * Appends what the session wants and how it stands. */
bool table_page_step(struct table_page *page, const json_t *question, struct cn__text *out);
/* What the last event brought, and how the session stands. */
void table_page_put_told(struct table_page *page, struct cn__text *out);

#endif
