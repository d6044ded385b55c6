#include "strings.h"

#include <string.h>

char cn__lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool cn__begins_with(const char *text, size_t length, const char *start, size_t start_length)
{
    if (length < start_length)
        return false;
    for (size_t i = 0; i < start_length; i++)
        if (cn__lower(text[i]) != cn__lower(start[i]))
            return false;
    return true;
}

static int least(int a, int b, int c)
{
    const int ab = a < b ? a : b;
    return ab < c ? ab : c;
}

int cn__edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int row[CN__DISTANCE_MOST];
    if (b_length >= CN__DISTANCE_MOST)
        return CN__DISTANCE_MOST;
    for (size_t j = 0; j <= b_length; j++)
        row[j] = (int)j;
    for (size_t i = 0; i < a_length; i++) {
        int diagonal = row[0];
        row[0]++;
        for (size_t j = 1; j <= b_length; j++) {
            const int above = row[j];
            const bool differs = cn__lower(a[i]) != cn__lower(b[j - 1]);
            row[j] = least(above + 1, row[j - 1] + 1, diagonal + (differs ? 1 : 0));
            diagonal = above;
        }
    }
    return row[b_length];
}

bool cn__next_line(const char *text, size_t length, size_t *at, const char **line, size_t *size)
{
    if (*at >= length)
        return false;
    *line = text + *at;
    const char *end = memchr(*line, '\n', length - *at);
    *size = end != NULL ? (size_t)(end - *line) : length - *at;
    *at += *size + (end != NULL);
    return true;
}

int cn__compare_strings(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int cn__compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}
