/* journal.h -- the server's own log: one JSON object a line on standard error.
 *
 * For whoever runs the server and the programs that read its journal. No card, token or chat ever
 * stands in it, and no link of a table: what a log shows, everybody who reads logs knows. /
 */
#ifndef SERVER_SERVER_LOG_H
#define SERVER_SERVER_LOG_H

#include <stdint.h>

enum server_log_level {
    LOG_INFO,
    LOG_WARNING,
    LOG_ERROR
};

/* One more key of a line; a list of them ends with a NULL key. 'text' NULL: the number. */
struct server_log_field {
    const char *key;
    const char *text;
    int64_t number;
};

/* Writes one line: the time, the level, what happened and the fields (NULL: none). */
void server_log(enum server_log_level level, const char *what,
                const struct server_log_field *fields);

#define LOG_TEXT(key, value) \
    {                        \
        (key), (value), 0    \
    }
#define LOG_NUMBER(key, value) \
    {                          \
        (key), NULL, (value)   \
    }
#define LOG_END       \
    {                 \
        NULL, NULL, 0 \
    }

#endif
