/* points.c -- numbers of points as a language writes them. */
#include "speech.h"

/* Writes the number, 0 or more, and marks between its groups of three digits. */
static void write_grouped(struct cn__writer *out, const char *mark, int32_t number)
{
    if (number >= 1000) {
        const int32_t rest = number % 1000;
        write_grouped(out, mark, number / 1000);
        cn__write_string(out, mark);
        cn__write_string(out, rest < 10 ? "00" : rest < 100 ? "0" : "");
        cn__write_number(out, rest);
    } else {
        cn__write_number(out, number);
    }
}

/* A number in a catalogue, 0 if there is none. */
static int32_t number_in(const struct cn_words *words, const char *key)
{
    char text[CN__WORD_SIZE];
    int32_t number = 0;
    if (!cn_words_lookup(words, key, text, sizeof text))
        return 0;
    for (const char *at = text; *at >= '0' && *at <= '9' && number < INT32_MAX / 10; at++)
        number = 10 * number + (*at - '0');
    return number;
}

size_t cn_words_points(const struct cn_words *words, int32_t points, char *text, size_t size)
{
    char mark[CN__WORD_SIZE] = "";
    struct cn__writer out = cn__buffer_of(text, size);
    const int32_t number = points < 0 ? -points : points;
    if (number >= 1000 && number >= number_in(words, "ui.thousands.from"))
        (void)cn_words_lookup(words, "ui.thousands", mark, sizeof mark);
    cn__write_string(&out, points < 0 ? "-" : "");
    if (mark[0] == '\0')
        cn__write_number(&out, number);
    else
        write_grouped(&out, mark, number);
    return out.length;
}
