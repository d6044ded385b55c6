/* journal.h -- the server's own log: one JSON object a line on standard error.
 *
 * For whoever runs the server and the programs that read its journal. No card, token or chat ever stands in
 * it, and no link of a table: what a log shows, everybody who reads logs knows.
 */
#ifndef CN_JOURNAL_H
#define CN_JOURNAL_H

#include <stdint.h>

enum cn_journal_level {
    CN_LOG_INFO,
    CN_LOG_WARNING,
    CN_LOG_ERROR
};

/* One more key of a line; a list of them ends with a NULL key. 'text' NULL: the number. */
struct cn_journal_field {
    const char *key;
    const char *text;
    int64_t number;
};

/* Writes one line: the time, the level, what happened and the fields (NULL: none). */
void cn_journal(enum cn_journal_level level, const char *what,
                const struct cn_journal_field *fields);

#define CN_JOURNAL_TEXT(key, value) \
    {                               \
        (key), (value), 0           \
    }
#define CN_JOURNAL_NUMBER(key, value) \
    {                                 \
        (key), NULL, (value)          \
    }
#define CN_JOURNAL_END \
    {                  \
        NULL, NULL, 0  \
    }

#endif
