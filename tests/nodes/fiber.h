/* fiber.h -- threads of which one runs at a time, until it goes home: so a seed decides in which
 * order the threads of simulated nodes run.
 */
#ifndef TESTS_NODES_FIBER_H
#define TESTS_NODES_FIBER_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

struct node;
struct pg_conn;

struct fiber {
    ucontext_t at;
    char *stack; /* from malloc, kept when it begins anew; its owner frees it */
    void (*run)(struct fiber *fiber);
    bool done;
    /* For whom it runs and what it waits for, as its owner keeps it: */
    struct node *node;
    int64_t until; /* the database's clock */
    struct pg_conn *awaits;
};

/* Makes it run this from its beginning, once it is run next. */
void fiber_begin(struct fiber *fiber, void (*run)(struct fiber *fiber));
/* Runs it from where it stopped until it goes home or is done. */
void fiber_run(struct fiber *fiber);
/* Goes back to where it was run; returns when it is run again. */
void fiber_go_home(struct fiber *fiber);
/* Returns the one that runs; NULL: none. */
struct fiber *fiber_running(void);

#endif
