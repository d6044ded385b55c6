/* signals.c -- long commands that are interrupted report what they have so far. */
#include <signal.h>

#include "command.h"

/* A handler can reach nothing but this. */
static atomic_int interrupted;

static void interrupt(int number)
{
    atomic_store(&interrupted, number);
}

const atomic_int *command_interrupted(void)
{
    static bool watching;
    if (watching)
        return &interrupted;
    watching = true;
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &interrupted;
}

int command_interrupted_status(void)
{
    enum {
        SHELLS_ADD = 128
    };
    return SHELLS_ADD + atomic_load(&interrupted);
}
