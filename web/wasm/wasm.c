/* wasm.c -- the module's memory as the page uses it: buffers for questions, files and answers. */
#include <stdlib.h>
#include <string.h>

#include "pages/pages.h"
#include "web.h"

static char *input;
static size_t room;
static struct cn__text output;

/* ---- exported functions; the endpoints are in their own files ---- */

WEB_EXPORT(web_input) char *web_input(size_t length);
WEB_EXPORT(web_output) const char *web_output(void);
WEB_EXPORT(web_file) bool web_file(size_t name_length, size_t length);

char *web_input(size_t length)
{
    if (length > room || input == NULL) {
        free(input);
        room = length < 4096 ? 4096 : length;
        input = malloc(room);
        if (input == NULL)
            abort(); /* otherwise the page would overwrite memory */
    }
    return input;
}

const char *web_output(void)
{
    return output.text;
}

static char *copied(const char *from, size_t length)
{
    char *text = malloc(length + 1);
    if (text == NULL)
        return NULL;
    memcpy(text, from, length);
    text[length] = '\0';
    return text;
}

bool web_file(size_t name_length, size_t length)
{
    char *name = copied(input, name_length);
    char *text = copied(input + name_length, length);
    if (name == NULL || text == NULL) {
        free(name);
        free(text);
        return false;
    }
    const bool added = web_add_file(name, text, (unsigned)length);
    free(name);
    return added;
}

/* ---- endpoints ---- */

size_t web_answer(size_t length, web_endpoint *door)
{
    json_t *question = json_loadb(input, length, 0, NULL);
    cn__text_clear(&output);
    if (json_is_object(question))
        door(question, &output);
    json_decref(question);
    if (output.length == 0)
        query_error(&output, "question");
    if (output.failed) {
        cn__text_clear(&output);
        query_error(&output, "memory");
    }
    return output.length;
}
