#include "tell.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "display/display.h"

int terminal_columns(void)
{
    struct winsize size;
    enum {
        LEAST = 20
    };
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 0;
    return size.ws_col < LEAST ? LEAST : size.ws_col;
}

/* Returns the length of the first word, with the blanks before it, and its columns. */
static size_t next_word(const char *text, int *columns)
{
    char word[SAY_SIZE];
    const size_t blanks = strspn(text, " ");
    const size_t length = blanks + strcspn(text + blanks, " \n");
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    *columns = cn__columns(word);
    return length;
}

/* Keeps blanks within a line and drops them at its end. */
void terminal_tell(const char *text, const char *end)
{
    const int columns = terminal_columns();
    int used = 0;
    while (*text != '\0') {
        int more;
        const size_t length = next_word(text, &more);
        const size_t blanks = strspn(text, " ");
        const bool breaks = columns > 0 && used > 0 && used + more > columns;
        if (breaks)
            putchar('\n');
        const size_t skip = breaks ? blanks : 0;
        printf("%.*s", (int)(length - skip), text + skip);
        used = (breaks ? 0 : used) + more - (int)skip;
        text += length;
        if (*text != '\n')
            continue;
        putchar('\n');
        used = 0;
        text++;
    }
    fputs(end, stdout);
}
