/* input.c -- numbers, files and records from the command line. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "options.h"

bool cli_number(const char *option, const char *text, int64_t low, int64_t high, int64_t *value)
{
    char *end;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    if (end != text && *end == '\0' && errno == 0 && number >= low && number <= high) {
        *value = number;
        return true;
    }
    fprintf(stderr,
            "canasta: %s: expected a whole number from %" PRId64 " to %" PRId64 ", found '%s'\n",
            option, low, high, text);
    return false;
}

FILE *cli_open(const char *path)
{
    if (strcmp(path, "-") == 0)
        return stdin;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        fprintf(stderr, "canasta: %s: %s\n", path, strerror(errno));
    return file;
}

void cli_close(FILE *file)
{
    if (file != stdin)
        (void)fclose(file);
}

void cli_print_report(FILE *to, const char *path, const struct cn_report *report)
{
    if (report->kind == CN_REPORT_UNKNOWN)
        fprintf(to, "%s:%" PRId64 ": skipped: lines of the unknown kind \"%s\"\n", path,
                report->line, report->found);
    else
        fprintf(to, "%s:%" PRId64 ": %s: expected %s, found %s%s\n", path, report->line,
                report->article, report->expected, report->found,
                report->stops ? "; the rest of this game is skipped" : "");
}

static void print_to_stderr(void *path, const struct cn_report *report)
{
    cli_print_report(stderr, path, report);
}

/* Says why there is nothing to show; NULL if there is. */
static const char *trouble(const struct cn_replay *replay, bool read, int *status)
{
    *status = CLI_WORLD;
    if (!read)
        return cn_replay_error(replay);
    *status = CLI_USAGE;
    if (cn_replay_is_broken(replay))
        return "the record cannot be replayed to this point";
    return cn_replay_has_deal(replay) ? NULL : "no deal or position here";
}

struct cn_replay *cli_replay(const char *path, int64_t line, int *status)
{
    char where[512];
    snprintf(where, sizeof where, "%s", strcmp(path, "-") == 0 ? "(standard input)" : path);
    *status = CLI_WORLD;
    FILE *file = cli_open(path);
    if (file == NULL)
        return NULL;
    struct cn_replay *replay = cn_replay_open(file, print_to_stderr, where);
    if (replay == NULL) {
        fprintf(stderr, "canasta: out of memory\n");
        cli_close(file);
        return NULL;
    }
    const bool read = cn_replay_run(replay, line);
    cli_close(file);
    const char *why = trouble(replay, read, status);
    if (why == NULL)
        return replay;
    fprintf(stderr, "%s: %s\n", where, why);
    cn_replay_close(replay);
    return NULL;
}
