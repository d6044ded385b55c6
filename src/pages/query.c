#include "query.h"

#include <string.h>

const char *query_text(const json_t *question, const char *key)
{
    return json_string_value(json_object_get(question, key));
}

const char *query_text_or_empty(const json_t *question, const char *key)
{
    const char *text = query_text(question, key);
    return text != NULL ? text : "";
}

int64_t query_integer(const json_t *question, const char *key)
{
    return json_integer_value(json_object_get(question, key));
}

bool query_does(const json_t *question, const char *what)
{
    return strcmp(query_text_or_empty(question, "do"), what) == 0;
}

bool query_seat(const json_t *question, int players, int *seat)
{
    int64_t number;
    *seat = CN_NO_SEAT;
    if (json_is_null(json_object_get(question, "seat")))
        return true;
    if (!cn__get_int(question, "seat", 0, players - 1, &number, NULL))
        return false;
    *seat = (int)number;
    return true;
}

void query_error(struct cn__text *out, const char *error)
{
    cn__json_open(out, NULL, '{');
    cn__json_string(out, "error", error);
    cn__json_close(out, '}');
}
