/* server_log.h -- the server's own log: one JSON object per line on standard error.
 *
 * For operators and the programs that read the server's log. It never contains a card, a token,
 * chat or the link of a table, because everyone with access to the log would see it.
 */
#ifndef SERVER_SERVER_LOG_H
#define SERVER_SERVER_LOG_H

#include <stdint.h>

enum server_log_level {
    LOG_INFO,
    LOG_WARNING,
    LOG_ERROR
};

/* Another key of a line; a list of them ends with a NULL key. If 'text' is NULL, the number is
 * used. */
struct server_log_field {
    const char *key;
    const char *text;
    int64_t number;
};

/* Writes one line: the time, the level, the event and the fields (NULL: none). */
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
