/* read.h -- lines of a stream, and typed values out of a JSON object.
 *
 * What comes from outside may be anything. A getter either delivers a value of the wanted type and
 * range, or tells what was expected and what stands there instead.
 */
#ifndef CN_RECORD_READ_H
#define CN_RECORD_READ_H

#include <jansson.h>

#include "record.h"

/* Longer lines are damage. The longest that is written is a legal line of some 400,000 characters. */
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
    char *buffer; /* holds it if it comes from a file */
    size_t buffer_size;
    int64_t bytes; /* read so far */
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

enum {
    FAULT_TEXT = 200
};
/* What a getter expected and found. */
struct fault {
    char expected[FAULT_TEXT], found[FAULT_TEXT];
};

/* Writes a value for a message: compact, printable ASCII, cut short; "nothing" for NULL. */
void cn__describe_value(const json_t *value, char *text, size_t size);
void cn__describe_cards(const cn_card *cards, int count, char *text, size_t size);
/* Text from outside for a message: control characters and what is not ASCII become '?'. */
void cn__describe_text(const char *from, char *text, size_t size);

/* Getters: false and *fault if the value is not there or is not what it should be. */
bool cn__get_int(const json_t *object, const char *key, int64_t low, int64_t high, int64_t *value,
                 struct fault *fault);
bool cn__get_bool(const json_t *object, const char *key, bool *value, struct fault *fault);
bool cn__get_string(const json_t *object, const char *key, const char **value, struct fault *fault);
/* An array of 'count' elements, or of any number if count is negative. */
bool cn__get_array(const json_t *object, const char *key, int count, const json_t **array,
                   struct fault *fault);
bool cn__get_card(const json_t *object, const char *key, cn_card *card, struct fault *fault);
/* Cards, at most CN_CARDS_MAX. */
bool cn__get_cards(const json_t *object, const char *key, cn_card cards[CN_CARDS_MAX], int *count,
                   struct fault *fault);
/* The cards of an array that is already in hand; 'key' names it in messages. */
bool cn__read_cards(const json_t *array, const char *key, cn_card cards[CN_CARDS_MAX], int *count,
                    struct fault *fault);
/* A whole number for each side, each within what scores can be. */
bool cn__get_scores(const json_t *object, const char *key, int sides, int32_t *scores,
                    struct fault *fault);
/* Truth values, one a seat, as bits. */
bool cn__get_seat_bits(const json_t *object, const char *key, int players, uint8_t *bits,
                       struct fault *fault);

#endif
