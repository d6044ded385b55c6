/* table_page.h -- what table_page.c keeps of a table. */
#ifndef PAGES_TABLE_PAGE_H
#define PAGES_TABLE_PAGE_H

#include "client/client.h"
#include "display/display.h"
#include "pages.h"
#include "protocol/protocol.h"

/* Who sits on a chair, as it was told. */
struct table_page_seat {
    char name[NAME_SIZE];
    char level[16];
    bool known;
};

struct table_page {
    struct replica world;
    struct scene scene;
    struct display face;
    struct cn_observer sink;
    struct message message;
    struct table_page_seat chairs[CN_SEATS_MAX];
    int64_t judged; /* verdicts that were told */
    bool has_game;  /* the scene's game is one of this table */
};

#endif
