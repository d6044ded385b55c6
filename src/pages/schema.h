/* schema.h -- the shapes of what pages are told (schema.def), as data: to print, and to check. */
#ifndef PAGES_SCHEMA_H
#define PAGES_SCHEMA_H

#include <jansson.h>

#include "record/record.h"

enum schema_kind {
    SCHEMA_SECTION,
    SCHEMA_LIST,     /* part: the name of the array of all words */
    SCHEMA_UNION,    /* type: what it stands for */
    SCHEMA_TYPE,     /* its fields follow */
    SCHEMA_QUESTION, /* part, name and type of the answer; its fields follow */
    SCHEMA_FIELD     /* name with "?" if it may be absent, and type */
};

struct schema_row {
    enum schema_kind kind;
    const char *part, *name, *type, *says;
};

/* The rows of schema.def in their order; NULL past the last. */
const struct schema_row *schema_row_at(int index);
/* A word of a list by index, NULL past the last. */
const char *schema_list_word(const char *list, int index);

/* Does the answer fit the question? An error fits any question; nothing else fits a question
 * that is not in the schema. If it does not fit, 'where' says why, "page.seats[2].name is
 * missing"; it may be NULL. */
bool schema_answer_fits(const json_t *question, const json_t *answer, char *where, size_t size);

/* In builds with assertions: stops the program with a message if what was written after 'from' does
 * not fit the question. */
#ifdef NDEBUG
#define SCHEMA_CHECK(question, answer, from) ((void)(from))
#else
#define SCHEMA_CHECK(question, answer, from) schema_check(question, answer, from)
#endif
void schema_check(const json_t *question, const struct cn__text *answer, size_t from);

#endif
