#include "server_log.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"

static void put_time(struct cn__text *line)
{
    const int64_t ms = cn__wall_clock_us() / 1000;
    const time_t seconds = (time_t)(ms / 1000);
    struct tm utc;
    char text[64];
    gmtime_r(&seconds, &utc);
    const size_t length = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text + length, sizeof text - length, ".%03dZ", (int)(ms % 1000));
    cn__json_string(line, "time", text);
}

void server_log(enum server_log_level level, const char *what,
                const struct server_log_field *fields)
{
    static const char *const levels[] = {"info", "warning", "error"};
    struct cn__text line = {NULL, 0, 0, false};
    cn__json_open(&line, NULL, '{');
    put_time(&line);
    cn__json_string(&line, "level", levels[level]);
    cn__json_string(&line, "what", what);
    for (; fields != NULL && fields->key != NULL; fields++) {
        if (fields->text != NULL)
            cn__json_string(&line, fields->key, fields->text);
        else
            cn__json_int(&line, fields->key, fields->number);
    }
    cn__json_close_line(&line);
    /* One write per line, so that lines of two processes never mix. A failure to log stops
     * nothing. */
    if (!line.failed) {
        const ssize_t written = write(STDERR_FILENO, line.text, line.length);
        (void)written;
    }
    cn__text_free(&line);
}
