/* fiber.c -- see fiber.h. */
#include "fiber.h"

#include <stdlib.h>

#ifndef __has_feature
#define __has_feature(name) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#else
#define __sanitizer_start_switch_fiber(save, bottom, size) \
    ((void)(save), (void)(bottom), (void)(size))
#define __sanitizer_finish_switch_fiber(save, bottom, size) \
    ((void)(save), (void)(bottom), (void)(size))
#endif

enum {
    STACK = 256 << 10
};

static ucontext_t home;
static const void *home_bottom;
static size_t home_size;
static struct fiber *running;

struct fiber *fiber_running(void)
{
    return running;
}

void fiber_go_home(struct fiber *fiber)
{
    void *fake = NULL;
    running = NULL;
    __sanitizer_start_switch_fiber(fiber->done ? NULL : &fake, home_bottom, home_size);
    swapcontext(&fiber->at, &home);
    __sanitizer_finish_switch_fiber(fake, &home_bottom, &home_size);
}

static void enter(void)
{
    struct fiber *fiber = running;
    __sanitizer_finish_switch_fiber(NULL, &home_bottom, &home_size);
    fiber->run(fiber);
    fiber->done = true;
    fiber_go_home(fiber);
}

void fiber_begin(struct fiber *fiber, void (*run)(struct fiber *fiber))
{
    if (fiber->stack == NULL)
        fiber->stack = malloc(STACK);
    fiber->run = run;
    fiber->done = false;
    fiber->until = 0;
    fiber->awaits = NULL;
    getcontext(&fiber->at);
    fiber->at.uc_stack.ss_sp = fiber->stack;
    fiber->at.uc_stack.ss_size = STACK;
    fiber->at.uc_link = NULL;
    makecontext(&fiber->at, enter, 0);
}

void fiber_run(struct fiber *fiber)
{
    void *fake = NULL;
    running = fiber;
    fiber->awaits = NULL;
    __sanitizer_start_switch_fiber(&fake, fiber->stack, STACK);
    swapcontext(&home, &fiber->at);
    __sanitizer_finish_switch_fiber(fake, NULL, NULL);
}
