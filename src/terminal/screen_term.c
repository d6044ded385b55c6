/* screen_term.c -- whether a screen can be shown. In its own file because <term.h> defines macros
 * named after common words. */
#include <stdlib.h>
#include <unistd.h>

#include "frontend.h"

/* clang-format off: curses.h must come first */
#include <curses.h>
#include <term.h>
/* clang-format on */

bool screen_is_possible(void)
{
    int error;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return false;
    if (getenv("TERM") == NULL || setupterm(NULL, STDOUT_FILENO, &error) != OK)
        return false;
    const char *place = tigetstr("cup");
    /* terminfo(3): -1 means that it is not a string capability */
    return place != NULL && (intptr_t)place != -1;
}
