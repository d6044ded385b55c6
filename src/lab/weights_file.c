#include "weights_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_MOST = 1 << 16,
    WORD_SHOWN = 32,
    VALUE_MOST = 1000000
};

static const struct weight {
    const char *name;
    int32_t low, high;
} table[] = {
#define X(name, low, high) {#name, low, high},
    CN_WEIGHTS(X)
#undef X
};

const char *weight_name(int weight)
{
    return table[weight].name;
}

void weight_range(int weight, int32_t *low, int32_t *high)
{
    *low = table[weight].low;
    *high = table[weight].high;
}

int32_t *weight_at(struct cn_weights *weights, int weight)
{
    static const size_t offset[] = {
#define X(name, low, high) offsetof(struct cn_weights, name),
        CN_WEIGHTS(X)
#undef X
    };
    return (int32_t *)((char *)weights + offset[weight]);
}

/* ---- reading ---- */

struct reader {
    const char *at, *end, *start;
    struct cn_weights weights;
    bool has[CN_WEIGHT_COUNT];
    char *fault;
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* What stands at a place, for a message: a word, one other character, or the end. */
static void found(const struct reader *r, const char *at, char text[WORD_SHOWN])
{
    const char *end = at;
    while (end < r->end && (is_letter(*end) || is_digit(*end)))
        end++;
    if (end == at && at < r->end)
        end++;
    const int length = end - at < WORD_SHOWN - 3 ? (int)(end - at) : WORD_SHOWN - 3;
    if (length == 0)
        snprintf(text, WORD_SHOWN, "the end");
    else if (length == 1 && ((unsigned char)*at < ' ' || (unsigned char)*at > '~'))
        snprintf(text, WORD_SHOWN, "character %d", (unsigned char)*at);
    else
        snprintf(text, WORD_SHOWN, "'%.*s'", length, at);
}

/* Says that something else was expected at this place. */
static bool expected(struct reader *r, const char *at, const char *what)
{
    char text[WORD_SHOWN];
    int line = 1;
    const char *begin = r->start;
    for (const char *c = r->start; c < at; c++) {
        if (*c == '\n') {
            line++;
            begin = c + 1;
        }
    }
    found(r, at, text);
    snprintf(r->fault, WEIGHTS_FAULT, "%d:%d: expected %s, found %s", line, (int)(at - begin) + 1,
             what, text);
    return false;
}

static bool is_at(const struct reader *r, const char *text)
{
    const size_t length = strlen(text);
    return (size_t)(r->end - r->at) >= length && memcmp(r->at, text, length) == 0;
}

/* Blanks and comments; false if a comment does not end. */
static bool skip(struct reader *r)
{
    for (;;) {
        while (r->at < r->end && is_blank(*r->at))
            r->at++;
        const bool line = is_at(r, "//");
        if (!line && !is_at(r, "/*"))
            return true;
        const char *close = line ? "\n" : "*/";
        r->at += 2;
        while (r->at < r->end && !is_at(r, close))
            r->at++;
        if (r->at == r->end)
            return line || expected(r, r->at, "'*/', the end of the comment");
        r->at += strlen(close);
    }
}

static bool read_sign(struct reader *r, const char *sign, const char *what)
{
    if (!skip(r))
        return false;
    if (!is_at(r, sign))
        return expected(r, r->at, what);
    r->at += strlen(sign);
    return true;
}

static bool read_name(struct reader *r, int *weight)
{
    const char *name = r->at;
    while (r->at < r->end && (is_letter(*r->at) || is_digit(*r->at)))
        r->at++;
    const size_t length = (size_t)(r->at - name);
    for (*weight = 0; *weight < CN_WEIGHT_COUNT; (*weight)++)
        if (strlen(table[*weight].name) == length && memcmp(table[*weight].name, name, length) == 0)
            break;
    if (*weight == CN_WEIGHT_COUNT)
        return expected(r, name, "the name of a weight");
    return !r->has[*weight] || expected(r, name, "a weight that is not there yet");
}

static bool read_value(struct reader *r, int weight)
{
    char what[120];
    if (!skip(r))
        return false;
    const char *value = r->at;
    const bool minus = is_at(r, "-");
    long number = 0;
    r->at += minus;
    const char *digits = r->at;
    while (r->at < r->end && is_digit(*r->at) && number <= VALUE_MOST)
        number = 10 * number + (*r->at++ - '0');
    number = minus ? -number : number;
    if (r->at > digits && number >= table[weight].low && number <= table[weight].high) {
        *weight_at(&r->weights, weight) = (int32_t)number;
        r->has[weight] = true;
        return true;
    }
    snprintf(what, sizeof what, "a whole number from %d to %d for %s", (int)table[weight].low,
             (int)table[weight].high, table[weight].name);
    return expected(r, r->at == digits ? digits : value, what);
}

static bool read_all(struct reader *r)
{
    int weight;
    char what[80];
    while (skip(r) && r->at < r->end)
        if (!read_sign(r, ".", "'.' and the name of a weight") || !read_name(r, &weight) ||
            !read_sign(r, "=", "'='") || !read_value(r, weight) || !read_sign(r, ",", "','"))
            return false;
    if (r->fault[0] != '\0')
        return false;
    for (weight = 0; weight < CN_WEIGHT_COUNT; weight++) {
        snprintf(what, sizeof what, "'.%s', which is missing", table[weight].name);
        if (!r->has[weight])
            return expected(r, r->end, what);
    }
    return true;
}

bool weights_parse(const char *text, size_t length, struct cn_weights *weights,
                   char fault[WEIGHTS_FAULT])
{
    struct reader r = {.at = text, .end = text + length, .start = text, .fault = fault};
    fault[0] = '\0';
    if (!read_all(&r))
        return false;
    *weights = r.weights;
    return true;
}

/* The whole of a small file; NULL and a fault if it cannot be had. */
static char *read_file(const char *path, size_t *length, char *fault)
{
    FILE *file = fopen(path, "rb");
    char *text = file != NULL ? malloc(FILE_MOST) : NULL;
    if (text != NULL) {
        errno = 0;
        *length = fread(text, 1, FILE_MOST, file);
        if (ferror(file) != 0 || *length == FILE_MOST) {
            snprintf(fault, WEIGHTS_FAULT, "%s: %s", path,
                     ferror(file) != 0 ? strerror(errno) : "too long for a file of weights");
            free(text);
            text = NULL;
        }
    } else {
        snprintf(fault, WEIGHTS_FAULT, "%s: %s", path, strerror(errno));
    }
    if (file != NULL)
        fclose(file);
    return text;
}

bool weights_load(const char *path, struct cn_weights *weights, char fault[WEIGHTS_FAULT])
{
    char where[WEIGHTS_FAULT];
    size_t length;
    char *text = read_file(path, &length, fault);
    if (text == NULL)
        return false;
    const bool good = weights_parse(text, length, weights, where);
    free(text);
    if (!good)
        snprintf(fault, WEIGHTS_FAULT, "%.80s:%.110s", path, where);
    return good;
}

void weights_print(FILE *to, const struct cn_weights *weights)
{
    struct cn_weights copy = *weights;
    for (int weight = 0; weight < CN_WEIGHT_COUNT; weight++)
        fprintf(to, ".%s = %d,\n", table[weight].name, (int)*weight_at(&copy, weight));
}

void weights_print_option(FILE *to, const char *option, const char *text)
{
    fprintf(to, " %s ", option);
    const bool plain = text[0] != '\0' && text[strcspn(text, " '\"*\\/\n\t")] == '\0';
    if (!plain)
        putc('\'', to);
    for (const char *c = text; *c != '\0'; c++)
        putc(*c == '\n' || (*c == '/' && c > text && c[-1] == '*') ? ' ' : *c, to);
    if (!plain)
        putc('\'', to);
}
