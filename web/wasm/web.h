/* web.h -- the inside of the module for browsers.
 *
 * Each part has one door: a question comes as JSON, an answer goes as JSON (web/src/core/contract.ts says which). A file
 * of the part says CN_WEB_DOOR(part, function), and nothing else of it is seen outside.
 */
#ifndef CN_WEB_H
#define CN_WEB_H

#include <jansson.h>

#include "record/record.h"

#ifdef __wasm__
#define CN_WEB_EXPORT(name) __attribute__((export_name(#name)))
#else
#define CN_WEB_EXPORT(name)
#endif

/* Appends the answer, one JSON object; nothing if the question cannot be understood. */
typedef void cn_web_door(const json_t *question, struct cn_record_lines *answer);

/* What the input holds is a question for this door. Returns the length of the answer, which stands at web_output(). */
size_t cn_web_answer(size_t length, cn_web_door *door);

#define CN_WEB_DOOR(part, door)                                 \
    CN_WEB_EXPORT(web_##part) size_t web_##part(size_t length); \
    size_t web_##part(size_t length)                            \
    {                                                           \
        return cn_web_answer(length, door);                     \
    }

/* ---- reading questions, writing answers ---- */

/* A text of the question, "" if it has none of this name. */
const char *cn_web_text(const json_t *question, const char *name);
int64_t cn_web_number(const json_t *question, const char *name);
bool cn_web_does(const json_t *question, const char *what);

void cn_web_put(struct cn_record_lines *answer, const char *text);
/* Whatever jansson holds; it is given back. */
void cn_web_put_json(struct cn_record_lines *answer, json_t *json);

/* ---- files ---- */

/* Takes a file that a page has loaded, and its memory: 'text' is malloc's, with a NUL after 'size' bytes. False without
 * memory. One that is there already stays. */
bool cn_web_add_file(const char *path, char *text, unsigned size);

#endif
