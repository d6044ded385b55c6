/* bot.c -- a bot for Canasta that needs only the C library.
 *
 *   cc -o bot docs/examples/bot.c
 *   canasta-lab simulate --deals 10 --bots exec:./bot,greedy
 *
 * It does not follow the game: it waits for the question, an "actions" line, and prefers to take
 * the pack, then to lay cards; otherwise it picks any legal action. A better bot also reads the
 * other lines (docs/BOTS.md).
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How good an action is; 0 for any other. */
static int liking(const char *action)
{
    static const char *const liked[] = {"meld", "add", "yes", "take"};
    for (int i = 3; i >= 0; i--)
        if (strncmp(action, liked[i], strlen(liked[i])) == 0)
            return i + 1;
    return 0;
}

/* Returns the next string of the list at *at, cut out in place, or NULL after the last. Action
 * strings need no escapes in JSON, so a quotation mark ends one. */
static char *next_action(char **at)
{
    char *start = strpbrk(*at, "\"]");
    if (start == NULL || *start == ']')
        return NULL;
    char *end = strchr(++start, '"');
    if (end == NULL)
        return NULL;
    *end = '\0';
    *at = end + 1;
    return start;
}

/* One of those that it likes best, each as likely as another. */
static const char *choose(char *list)
{
    const char *best = "";
    int most = -1;
    int ties = 0;
    for (const char *action; (action = next_action(&list)) != NULL;) {
        if (liking(action) > most) {
            most = liking(action);
            ties = 0;
        }
        if (liking(action) == most && rand() % ++ties == 0)
            best = action;
    }
    return best;
}

int main(void)
{
    static const char question[] = "{\"t\":\"actions\"";
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        if (strncmp(line, question, strlen(question)) != 0)
            continue;
        char *list = strstr(line, "\"actions\":[");
        if (list == NULL)
            return 1;
        printf("{\"action\":\"%s\"}\n", choose(list + strlen("\"actions\":[")));
        fflush(stdout); /* or the question is never answered */
    }
    free(line);
    return 0;
}
