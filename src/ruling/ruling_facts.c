/* ruling_facts.c -- what is known, as people and links give it: FACT=VALUE. */
#include <stdio.h>
#include <string.h>

#include "rulings_file.h"

static bool fact_exists(const struct rulings *rulings, const char *name)
{
    return json_object_get(rulings->facts, name) != NULL;
}

static bool is_given(const struct ruling_facts *facts, const char *name)
{
    for (int i = 0; i < facts->count; i++)
        if (strcmp(facts->at[i].name, name) == 0)
            return true;
    return false;
}

enum ruling_fault ruling_facts_add(const struct rulings *rulings, struct ruling_facts *facts,
                                   const char *name, const char *value)
{
    if (!fact_exists(rulings, name))
        return RULING_NO_FACT;
    if (is_given(facts, name))
        return RULING_TWICE;
    struct ruling_fact *fact = &facts->at[facts->count++];
    (void)snprintf(fact->name, sizeof fact->name, "%s", name);
    (void)snprintf(fact->value, sizeof fact->value, "%s", value);
    return RULING_FINE;
}

/* Reads one word. */
static enum ruling_fault read_fact(const struct rulings *rulings, struct ruling_facts *facts,
                                   char word[RULING_CODE_SIZE])
{
    char *equals = strchr(word, '=');
    if (equals == NULL || equals == word || equals[1] == '\0')
        return RULING_FORM;
    *equals = '\0';
    return ruling_facts_add(rulings, facts, word, equals + 1);
}

enum ruling_fault ruling_facts_parse(const struct rulings *rulings, struct ruling_facts *facts,
                                     const char *text, char culprit[RULING_CODE_SIZE])
{
    static const char blanks[] = " \t\n";
    for (text += strspn(text, blanks); *text != '\0'; text += strspn(text, blanks)) {
        const size_t length = strcspn(text, blanks);
        ruling_copy(text, length, culprit, RULING_CODE_SIZE);
        const enum ruling_fault fault =
            length < RULING_CODE_SIZE ? read_fact(rulings, facts, culprit) : RULING_FORM;
        if (fault != RULING_FINE)
            return fault;
        text += length;
    }
    return RULING_FINE;
}
