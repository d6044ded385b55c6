/* read.h -- lines of a stream, and typed values out of a JSON object.
 *
 * Input is untrusted. A getter either delivers a value of the wanted type and range, or reports
 * what was expected and what was found instead.
 */
#ifndef CN_RECORD_READ_H
#define CN_RECORD_READ_H

#include <jansson.h>

#include "record.h"

/* Longer lines are rejected. The longest that is written is a legal line of some 400,000
 * characters. */
enum {
    LINE_BYTES_MAX = 1 << 20
};

/* A file or a text, line by line. */
struct source {
    FILE *file;
    const char *text; /* … if file is NULL */
    size_t length, at;
    const char *line; /* the line read last, without its end */
    size_t line_length;
    char *buffer; /* storage for the line, if it comes from a file */
    size_t buffer_size;
    int64_t bytes; /* lines read so far */
};
enum source_result {
    SOURCE_LINE,
    SOURCE_END,
    SOURCE_TOO_LONG,
    SOURCE_FAILED,
    SOURCE_NO_MEMORY
};
enum source_result cn__source_next(struct source *source);

/* Is libcanasta of the version that this was compiled with? */
bool cn__record_is_compatible(void);

/* Writes cards for a message: only the first few if there are many. */
void cn__describe_cards(const cn_card *cards, int count, char *text, size_t size);
/* Getters, as those of base/json_reader.h. */
/* Truth values, one per seat, as bits. */
bool cn__get_seat_bits(const json_t *object, const char *key, int players, uint8_t *bits,
                       struct cn__fault *fault);

#endif
