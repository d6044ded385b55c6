#include "server_log.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    LINE_SIZE = 2048
};

struct line {
    char text[LINE_SIZE];
    size_t length;
};

static void put(struct line *line, const char *text)
{
    const size_t length = strlen(text);
    if (line->length + length + 4 > sizeof line->text)
        return;
    memcpy(line->text + line->length, text, length);
    line->length += length;
}

/* What comes from outside must not end the string or the line. */
static void put_string(struct line *line, const char *text)
{
    put(line, "\"");
    for (; *text != '\0'; text++) {
        char one[8] = {*text, '\0'};
        const unsigned char byte = (unsigned char)*text;
        if (byte == '"' || byte == '\\')
            snprintf(one, sizeof one, "\\%c", byte);
        else if (byte < 0x20 || byte == 0x7f)
            snprintf(one, sizeof one, "\\u%04x", byte);
        put(line, one);
    }
    put(line, "\"");
}

static void put_time(struct line *line)
{
    struct timespec now;
    struct tm utc;
    char text[64];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    const size_t length = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text + length, sizeof text - length, ".%03dZ", (int)(now.tv_nsec / 1000000));
    put_string(line, text);
}

void server_log(enum server_log_level level, const char *what,
                const struct server_log_field *fields)
{
    static const char *const levels[] = {"info", "warning", "error"};
    struct line line = {.length = 0};
    put(&line, "{\"time\":");
    put_time(&line);
    put(&line, ",\"level\":");
    put_string(&line, levels[level]);
    put(&line, ",\"what\":");
    put_string(&line, what);
    for (; fields != NULL && fields->key != NULL; fields++) {
        char number[32];
        put(&line, ",");
        put_string(&line, fields->key);
        put(&line, ":");
        snprintf(number, sizeof number, "%lld", (long long)fields->number);
        if (fields->text != NULL)
            put_string(&line, fields->text);
        else
            put(&line, number);
    }
    memcpy(line.text + line.length, "}\n", 2);
    /* One write a line, so that lines of two processes never mix. A log that cannot be written stops nothing. */
    const ssize_t written = write(STDERR_FILENO, line.text, line.length + 2);
    (void)written;
}
