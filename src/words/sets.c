/* sets.c -- the rule sets that are built in: their names and their profiles.
 *
 * The profiles are data under data/rules/. Only their names are here, because they are returned as
 * static strings, and because they have an order for the reader: the Laws first, since the others
 * start from them.
 */
#include <assert.h>
#include <string.h>

#include "data.h"
#include "words.h"

static const char *const names[] = {"laws1950", "threepack", "bicycle", "montevideo",  "hoyle",
                                    "pumpa",    "american",  "uruguay", "handandfoot", "pennies"};

const char *cn_rules_builtin(int index)
{
    const int count = (int)(sizeof names / sizeof names[0]);
    return index >= 0 && index < count ? names[index] : NULL;
}

const char *cn_rules_default(void)
{
    return names[0];
}

const char *cn_rules_text(void *context, const char *name, size_t *length)
{
    (void)context;
    const size_t name_length = strlen(name);
    const struct cn_data *file;
    for (int i = 0; (file = cn_data_at(i)) != NULL; i++) {
        static const char folder[] = "rules/";
        const char *path = file->path;
        if (strncmp(path, folder, sizeof folder - 1) != 0)
            continue;
        path += sizeof folder - 1;
        if (strncmp(path, name, name_length) != 0 || strcmp(path + name_length, ".rules") != 0)
            continue;
        *length = file->size;
        return file->text;
    }
    return NULL;
}

bool cn_rules_load(struct cn_rules *rules, const char *name)
{
    struct cn_rules read;
    struct cn_rules_error error;
    size_t length = 0;
    const char *text = cn_rules_text(NULL, name, &length);
    if (text == NULL || strlen(name) >= sizeof read.name)
        return false;
    cn_rules_init(&read);
    const bool ok = cn_rules_read(&read, text, length, cn_rules_text, NULL, &error);
    assert(ok); /* the profiles are ours */
    if (!ok)
        return false;
    memset(read.name, 0, sizeof read.name);
    memcpy(read.name, name, strlen(name));
    *rules = read;
    return true;
}
