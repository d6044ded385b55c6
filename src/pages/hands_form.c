#include "hands_form.h"

#include <string.h>

static bool is_named(const struct cn_special_hand *hand, const char *name)
{
    return strcmp(hand->name, name) == 0;
}

int32_t form_hands_points(const struct cn_special_hands *hands, const char *name)
{
    int32_t most = -1;
    for (int i = 0; i < hands->count; i++)
        if (is_named(&hands->row[i], name) && hands->row[i].points > most)
            most = hands->row[i].points;
    return most;
}

static void copy_rows(struct cn_special_hands *hands, const struct cn_special_hands *from,
                      const char *name)
{
    for (int i = 0; i < from->count && hands->count < CN_SPECIAL_HANDS_MAX; i++)
        if (is_named(&from->row[i], name))
            hands->row[hands->count++] = from->row[i];
}

static void add_new(struct cn_special_hands *all, const struct cn_special_hands *more,
                    const struct cn_special_hands *own)
{
    for (int i = 0; i < more->count; i++) {
        const char *name = more->row[i].name;
        if (form_hands_points(all, name) < 0)
            copy_rows(all, form_hands_points(own, name) < 0 ? more : own, name);
    }
}

void form_hands_list(const struct cn_special_hands *own, struct cn_special_hands *all)
{
    struct cn_rules rules;
    memset(all, 0, sizeof *all);
    for (int i = 0; cn_rules_builtin(i) != NULL; i++)
        if (cn_rules_load(&rules, cn_rules_builtin(i)))
            add_new(all, &rules.special_hands, own);
    add_new(all, own, own);
}

static bool is_first(const struct cn_special_hands *all, int row)
{
    for (int i = 0; i < row; i++)
        if (is_named(&all->row[i], all->row[row].name))
            return false;
    return true;
}

int form_hands_count(const struct cn_special_hands *all)
{
    int count = 0;
    for (int i = 0; i < all->count; i++)
        count += is_first(all, i);
    return count;
}

const struct cn_special_hand *form_hands_at(const struct cn_special_hands *all, int at)
{
    int row = 0;
    for (int i = 0; i < all->count; i++)
        if (is_first(all, i) && at-- == 0)
            row = i;
    return &all->row[row];
}

void form_hands_add(struct cn_special_hands *hands, const struct cn_special_hands *all,
                    const char *name, int32_t points)
{
    const int before = hands->count;
    copy_rows(hands, all, name);
    for (int i = before; points != form_hands_points(all, name) && i < hands->count; i++)
        hands->row[i].points = points;
}
