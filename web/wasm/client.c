/* client.c -- the door to the part of a page that shows a table. */
#include "pages/pages.h"
#include "web.h"

static void answer_client(const json_t *question, struct cn_record_lines *answer)
{
    static struct pages_client *client;
    if (client == NULL)
        client = pages_client_open();
    if (client != NULL)
        pages_client_ask(client, question, answer);
}

CN_WEB_DOOR(client, answer_client)
