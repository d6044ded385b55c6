/* screen_term.c -- whether a screen can be shown at all. Apart, because <term.h> makes macros of
 * common words. */
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
    return place != NULL && (intptr_t)place != -1; /* terminfo(3): -1 is no string */
}
