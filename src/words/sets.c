/* sets.c -- the rule sets and ready house rules that are built in: their names and their profiles.
 *
 * The profiles are data under data/rules/ and data/houses/. Only their names are here, because they
 * are returned as static strings, and because they have an order for the reader: the Laws first,
 * since the others start from them.
 */
#include <assert.h>
#include <string.h>

#include "data.h"
#include "words.h"

static const char *const names[] = {"laws1950", "threepack", "bicycle", "montevideo",  "hoyle",
                                    "pumpa",    "american",  "uruguay", "handandfoot", "pennies"};

static const char *const houses[] = {"pagat", "boardgamearena", "tripleplay"};

const char *cn_rules_builtin(int index)
{
    const int count = (int)(sizeof names / sizeof names[0]);
    return index >= 0 && index < count ? names[index] : NULL;
}

const char *cn_rules_default(void)
{
    return names[0];
}

const char *cn_house_builtin(int index)
{
    const int count = (int)(sizeof houses / sizeof houses[0]);
    return index >= 0 && index < count ? houses[index] : NULL;
}

static const char *profile_in(const char *folder, const char *name, size_t *length)
{
    const size_t folder_length = strlen(folder), name_length = strlen(name);
    const struct cn_data *file;
    for (int i = 0; (file = cn_data_at(i)) != NULL; i++) {
        const char *path = file->path;
        if (strncmp(path, folder, folder_length) != 0)
            continue;
        path += folder_length;
        if (strncmp(path, name, name_length) != 0 || strcmp(path + name_length, ".rules") != 0)
            continue;
        *length = file->size;
        return file->text;
    }
    return NULL;
}

const char *cn_rules_text(void *context, const char *name, size_t *length)
{
    (void)context;
    const char *text = profile_in("rules/", name, length);
    return text != NULL ? text : profile_in("houses/", name, length);
}

static bool load(struct cn_rules *rules, const char *folder, const char *name)
{
    struct cn_rules_error error;
    size_t length = 0;
    const char *text = profile_in(folder, name, &length);
    if (text == NULL || strlen(name) >= sizeof rules->name)
        return false;
    cn_rules_init(rules);
    const bool ok = cn_rules_read(rules, text, length, cn_rules_text, NULL, &error);
    assert(ok); /* the profiles are ours */
    return ok;
}

bool cn_rules_load(struct cn_rules *rules, const char *name)
{
    struct cn_rules read;
    if (!load(&read, "rules/", name))
        return false;
    memset(read.name, 0, sizeof read.name);
    memcpy(read.name, name, strlen(name));
    *rules = read;
    return true;
}

bool cn_house_load(struct cn_rules *rules, const char *name)
{
    struct cn_rules read;
    if (!load(&read, "houses/", name))
        return false;
    *rules = read; /* with the name that its first line gave it */
    return true;
}
