/* signals.c -- long commands that are interrupted report what they have so far. */
#include <signal.h>

#include "cli.h"

/* A handler can reach nothing but this. */
static atomic_int interrupted;

static void interrupt(int number)
{
    (void)number;
    atomic_store(&interrupted, 1);
}

const atomic_int *cli_interrupted(void)
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
