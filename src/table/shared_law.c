/* shared_law.c -- one law for all tables of a rule set: it is half of a table's memory, and reading
 * a rule set is a good part of opening a table. */
#include <stdlib.h>
#include <string.h>

#include "table_internal.h"

struct shared_law {
    struct cn_law law;
    struct shared_law *next;
    int users;
    char name[32];
    char *house; /* or NULL */
};

static struct shared_law *laws; /* the latest first */

static bool is_law_of(const struct shared_law *shared, const char *name, const char *house)
{
    return strcmp(shared->name, name) == 0 &&
           (house != NULL ? shared->house != NULL && strcmp(shared->house, house) == 0
                          : shared->house == NULL);
}

static bool read_rules(struct cn_rules *rules, const char *name, const char *house,
                       const char **why)
{
    struct cn_rules_error error;
    memset(rules, 0, sizeof *rules);
    *why = "rules";
    if (!cn_rules_load(rules, name))
        return false;
    *why = "house";
    if (house != NULL && !cn_rules_read(rules, house, strlen(house), NULL, NULL, &error))
        return false;
    return CN_HANDS_ARE_WIDE || !cn_rules_are_wide(rules); /* where there is no copy for them */
}

static struct shared_law *make_law(const char *name, const char *house, const char **why)
{
    struct cn_rules rules;
    if (!read_rules(&rules, name, house, why))
        return NULL;
    struct shared_law *shared = calloc(1, sizeof *shared);
    char *text = house != NULL ? strdup(house) : NULL;
    if (shared == NULL || (house != NULL && text == NULL) || strlen(name) >= sizeof shared->name) {
        free(shared);
        free(text);
        *why = "memory";
        return NULL;
    }
    cn_law_init(&shared->law, &rules);
    memcpy(shared->name, name, strlen(name) + 1);
    shared->house = text;
    shared->next = laws;
    laws = shared;
    return shared;
}

const struct cn_law *table_law_take(const char *name, const char *house, const char **why)
{
    struct shared_law *shared = laws;
    while (shared != NULL && !is_law_of(shared, name, house))
        shared = shared->next;
    if (shared == NULL)
        shared = make_law(name, house, why);
    if (shared == NULL)
        return NULL;
    shared->users++;
    return &shared->law;
}

void table_law_release(const struct cn_law *law)
{
    struct shared_law **link = &laws;
    while (*link != NULL && &(*link)->law != law)
        link = &(*link)->next;
    struct shared_law *shared = *link;
    if (shared == NULL || --shared->users > 0)
        return;
    *link = shared->next;
    free(shared->house);
    free(shared);
}
