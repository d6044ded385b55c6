/* schema.h -- the shapes of answers to pages (schema.def), as data: to print, and to check. */
#ifndef PAGES_SCHEMA_H
#define PAGES_SCHEMA_H

#include <jansson.h>

#include "record/record.h"

enum schema_kind {
    SCHEMA_SECTION,  /* part: the file of TypeScript that it is printed to */
    SCHEMA_LIST,     /* part: the name of the array of all words */
    SCHEMA_UNION,    /* type: the types it stands for */
    SCHEMA_TYPE,     /* its fields follow */
    SCHEMA_QUESTION, /* part, name and type of the answer; its fields follow */
    SCHEMA_FIELD     /* name with "?" if it may be absent, and type */
};

struct schema_row {
    enum schema_kind kind;
    const char *part, *name, *type, *says;
};

/* Returns the row of schema.def at this index, or NULL past the last. */
const struct schema_row *schema_row_at(int index);
/* Returns the word of a list at this index, or NULL past the last. */
const char *schema_list_word(const char *list, int index);

/* Returns whether the answer fits the question. An error fits any question; nothing else fits a
 * question that is not in the schema. If it does not fit, 'where', which may be NULL, gets the
 * reason, such as "page.seats[2].name is missing". */
bool schema_answer_fits(const json_t *question, const json_t *answer, char *where, size_t size);

/* In builds with assertions: aborts with a message if the text after 'from' does not fit the
 * question. */
#ifdef NDEBUG
#define SCHEMA_CHECK(question, answer, from) ((void)(from))
#else
#define SCHEMA_CHECK(question, answer, from) schema_check(question, answer, from)
#endif
void schema_check(const json_t *question, const struct cn__text *answer, size_t from);

#endif
