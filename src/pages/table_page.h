/* table_page.h -- what table_page.c keeps of a table. */
#ifndef PAGES_TABLE_PAGE_H
#define PAGES_TABLE_PAGE_H

#include "client/client.h"
#include "display/display.h"
#include "pages.h"
#include "protocol/protocol.h"

struct table_page {
    struct session session;
    struct session_effects effects; /* of the last event */
    struct session_observer observer;
    struct scene scene;
    struct display face;
    struct cn__text said;      /* chat since the last answer, JSON without its brackets */
    char undoes[SAY_SIZE * 4]; /* what a proposal to undo would take back */
    int begun;                 /* as the session counts */
    bool has_game;             /* the scene's game is one of this table */
    bool forgot; /* another device has played for the seat: what was said is not known */
};

#endif
