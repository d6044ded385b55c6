/* position_page.h -- a set-up position in place of a table. */
#ifndef PAGES_POSITION_PAGE_H
#define PAGES_POSITION_PAGE_H

#include "table_page.h"

/* Shows the end of a record, within a deal, to the seat that decides there. The session must not
 * have a table. Returns false if the record is wrong, has no such end, or memory is short. */
bool table_page_take_position(struct table_page *page, const char *record);

#endif
