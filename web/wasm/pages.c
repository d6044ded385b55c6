/* pages.c -- exports the endpoints of src/pages. */
#include "pages/pages.h"
#include "web.h"

static void answer_client(const json_t *question, struct cn__text *answer)
{
    static struct table_page *page;
    if (page == NULL)
        page = table_page_open();
    if (page != NULL)
        table_page_query(page, question, answer);
}

WEB_ENDPOINT(client, answer_client)

#ifdef CN_NARROW_ALONE
/* The module of a first deal; a page that needs more loads the other one. */
WEB_ENDPOINT(sets, pages_brief_sets_query)
#else
static void answer_replay(const json_t *question, struct cn__text *answer)
{
    static struct replay_page *page;
    if (page == NULL)
        page = replay_page_open();
    if (page != NULL)
        replay_page_query(page, question, answer);
}

WEB_ENDPOINT(replay, answer_replay)
WEB_ENDPOINT(sets, rule_sets_query)
WEB_ENDPOINT(sheet, score_pad_query)
#endif
