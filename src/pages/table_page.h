/* table_page.h -- the state of a table in table_page.c. */
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
    struct display display;
    struct cn__text said;      /* chat since the last answer, JSON without its brackets */
    char undoes[SAY_SIZE * 4]; /* what a proposal to undo would take back */
    int begun;                 /* games begun, as the session counts them */
    bool has_game;             /* the scene has a game of this table */
    bool forgot; /* another device has played for the seat, so earlier notices are unknown */
};

#endif
