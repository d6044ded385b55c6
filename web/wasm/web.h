/* web.h -- declarations shared inside the browser module.
 *
 * Each part has one endpoint: the question arrives as JSON and the answer leaves as JSON
 * (contract.ts has both). WEB_ENDPOINT(part, function) exports it; everything else is internal.
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

/* Appends the answer, one JSON object, or nothing if the question is invalid. */
typedef void web_endpoint(const json_t *question, struct cn__text *answer);

/* Answers the question in the input buffer. Returns the length of the answer at web_output(). */
size_t web_answer(size_t length, web_endpoint *endpoint);

#define WEB_ENDPOINT(part, endpoint)                         \
    WEB_EXPORT(web_##part) size_t web_##part(size_t length); \
    size_t web_##part(size_t length)                         \
    {                                                        \
        return web_answer(length, endpoint);                 \
    }

/* ---- files ---- */

/* Adds a file that a page has loaded. Takes ownership of 'text', which is from malloc and has a NUL
 * after 'size' bytes. A file that already exists is kept. Returns false without memory. */
bool web_add_file(const char *path, char *text, unsigned size);

#endif
