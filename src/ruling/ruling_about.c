/* ruling_about.c -- which questions an article of the law book answers. */
#include <string.h>

#include "rulings_file.h"

static const char what[] = "what"; /* the fact that divides a law into questions of its own */

struct finder {
    const struct rulings *rulings;
    struct ruling_facts *about;
    int count;
};

static const char *law_of(json_t *row)
{
    return json_string_value(json_object_get(row, "law"));
}

/* What exactly happened, if the law asks that first; else NULL. */
static const char *what_of(json_t *row)
{
    json_t *first = json_array_get(json_object_get(row, "facts"), 0);
    const char *name = json_string_value(json_array_get(first, 0));
    if (name == NULL || strcmp(name, what) != 0)
        return NULL;
    return json_string_value(json_array_get(first, 1));
}

static bool is_in_doubt(json_t *row)
{
    const char *exactly = what_of(row);
    return exactly != NULL && strcmp(exactly, "dont-know") == 0;
}

static bool cites(json_t *row, const char *article)
{
    json_t *one;
    size_t i;
    json_array_foreach(json_object_get(row, "articles"), i,
                       one) if (strcmp(json_string_value(one), article) == 0) return true;
    return false;
}

static bool is_same(const struct ruling_facts *a, const struct ruling_facts *b)
{
    return a->count == b->count && memcmp(a->at, b->at, sizeof a->at) == 0;
}

static void add(struct finder *finder, const char *law, const char *exactly)
{
    struct ruling_facts facts = {.count = 0};
    (void)ruling_facts_add(finder->rulings, &facts, rulings_fact(finder->rulings, 0), law);
    if (exactly != NULL)
        (void)ruling_facts_add(finder->rulings, &facts, what, exactly);
    for (int i = 0; i < finder->count; i++)
        if (is_same(&finder->about[i], &facts))
            return;
    if (finder->count < RULING_ABOUT_MAX)
        finder->about[finder->count++] = facts;
}

/* Does each question of that law lead to a ruling that cites the article? */
static bool whole_law_cites(const struct rulings *rulings, const char *law, const char *article)
{
    json_t *row, *other;
    size_t i, j;
    json_array_foreach(rulings->rows, i, row)
    {
        bool cited = strcmp(law_of(row), law) != 0 || is_in_doubt(row);
        json_array_foreach(rulings->rows, j, other)
        {
            const char *exactly = what_of(row);
            if (strcmp(law_of(other), law) == 0 && cites(other, article))
                cited = cited || exactly == NULL || strcmp(exactly, what_of(other)) == 0;
        }
        if (!cited)
            return false;
    }
    return true;
}

int rulings_find_about(const struct rulings *rulings, const char *article,
                       struct ruling_facts about[RULING_ABOUT_MAX])
{
    struct finder finder = {rulings, about, 0};
    json_t *laws =
        json_object_get(json_object_get(rulings->facts, rulings_fact(rulings, 0)), "values");
    const bool own = json_object_get(laws, article) != NULL;
    json_t *row;
    size_t i;
    json_array_foreach(rulings->rows, i, row)
    {
        if (own ? strcmp(law_of(row), article) != 0 : !cites(row, article))
            continue;
        if (is_in_doubt(row))
            continue;
        const bool whole = !own && whole_law_cites(rulings, law_of(row), article);
        add(&finder, law_of(row), whole ? NULL : what_of(row));
    }
    return finder.count;
}
