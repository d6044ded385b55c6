/* web.h -- the inside of the module for browsers.
 *
 * Each part has one endpoint: a question comes as JSON, the answer goes as JSON (contract.ts has
 * both). WEB_ENDPOINT(part, function) exports it; nothing else of its file is seen outside.
 */
#ifndef WEB_WEB_H
#define WEB_WEB_H

#include <jansson.h>

#include "record/record.h"

#ifdef __wasm__
#define WEB_EXPORT(name) __attribute__((export_name(#name)))
#else
#define WEB_EXPORT(name)
#endif

/* Appends the answer, one JSON object; nothing if the question cannot be understood. */
typedef void web_endpoint(const json_t *question, struct cn__text *answer);

/* Answers the question in the input. Returns the length of the answer, which is at web_output(). */
size_t web_answer(size_t length, web_endpoint *endpoint);

#define WEB_ENDPOINT(part, endpoint)                         \
    WEB_EXPORT(web_##part) size_t web_##part(size_t length); \
    size_t web_##part(size_t length)                         \
    {                                                        \
        return web_answer(length, endpoint);                 \
    }

/* ---- files ---- */

/* Adds a file that a page has loaded. Takes over 'text', from malloc, with a NUL after 'size'
 * bytes. A file that is there already stays. False without memory. */
bool web_add_file(const char *path, char *text, unsigned size);

#endif
