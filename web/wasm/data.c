/* data.c -- the browser's data files: built-in rule sets, and files that pages have loaded. */
#include <stdlib.h>
#include <string.h>

#include "web.h"
#include "words/data.h"

static struct cn_data **loaded; /* sorted by path */
static size_t capacity;
static int count, built_in;

const struct cn_data *cn_data_at(int index)
{
    while (cn_data_built_in(built_in) != NULL)
        built_in++;
    if (index < built_in)
        return cn_data_built_in(index);
    return index - built_in < count ? loaded[index - built_in] : NULL;
}

static int place_of(const char *path)
{
    int at = 0;
    while (at < count && strcmp(loaded[at]->path, path) < 0)
        at++;
    return at;
}

static bool insert(int at, const char *path, char *text, unsigned size)
{
    if (!cn__array_grow(&loaded, &capacity, (size_t)count + 1, sizeof(struct cn_data *)))
        return false;
    struct cn_data *file = malloc(sizeof *file);
    char *name = strdup(path);
    if (file == NULL || name == NULL) {
        free(file);
        free(name);
        return false;
    }
    *file = (struct cn_data){.path = name, .text = text, .size = size};
    memmove(loaded + at + 1, loaded + at, (size_t)(count - at) * sizeof(struct cn_data *));
    loaded[at] = file;
    count++;
    return true;
}

bool web_add_file(const char *path, char *text, unsigned size)
{
    const int at = place_of(path);
    if (at < count && strcmp(loaded[at]->path, path) == 0) {
        /* The old text stays: what was found in it may still be in use. */
        loaded[at]->text = text;
        loaded[at]->size = size;
        return true;
    }
    const bool added = insert(at, path, text, size);
    if (!added)
        free(text);
    return added;
}
