#include "goal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "say.h"

/* ---- which, and how near ---- */

static const struct cn_special_hands *hands_of(const struct display *display)
{
    return &display->law->rules.special_hands;
}

static bool can_come(const struct display *display)
{
    return display->stage == CN_STAGE_IN_DEAL && display->viewer != CN_NO_SEAT &&
           !cn_side_has_melded(&display->board, display->side);
}

static struct goal goal_of(const struct display *display, int row)
{
    struct goal goal = {.row = row};
    goal.missing = cn_special_missing(&display->law->rules, &hands_of(display)->row[row],
                                      display->hand, &goal.keep);
    return goal;
}

static bool is_better(const struct display *display, const struct goal *a, const struct goal *b)
{
    if (a->missing != b->missing)
        return a->missing < b->missing;
    return hands_of(display)->row[a->row].points > hands_of(display)->row[b->row].points;
}

/* Keeps the better one of a name. Returns how many there are now. */
static int add_goal(const struct display *display, struct goal goal, struct goal *goals, int count)
{
    const struct cn_special_hand *rows = hands_of(display)->row;
    for (int i = 0; i < count; i++) {
        if (strcmp(rows[goals[i].row].name, rows[goal.row].name) != 0)
            continue;
        if (is_better(display, &goal, &goals[i]))
            goals[i] = goal;
        return count;
    }
    goals[count] = goal;
    return count + 1;
}

static void sort_goals(const struct display *display, struct goal *goals, int count)
{
    for (int i = 1; i < count; i++) {
        const struct goal goal = goals[i];
        int at = i;
        for (; at > 0 && is_better(display, &goal, &goals[at - 1]); at--)
            goals[at] = goals[at - 1];
        goals[at] = goal;
    }
}

int display_goals(const struct display *display, struct goal goals[CN_SPECIAL_HANDS_MAX])
{
    int count = 0;
    for (int row = 0; row < hands_of(display)->count && can_come(display); row++)
        count = add_goal(display, goal_of(display, row), goals, count);
    sort_goals(display, goals, count);
    return count;
}

int display_goal_cards(const struct display *display, const struct goal *goal,
                       cn_card out[CN_CARDS_MAX])
{
    cn_hand left = goal->keep;
    int count = 0;
    for (int i = 0; i < display->card_count; i++) {
        const int kind = cn_card_kind(display->cards[i]);
        if (cn_hand_count(left, kind) == 0)
            continue;
        cn_hand_remove_cards(&left, kind, 1);
        out[count++] = display->cards[i];
    }
    return count;
}

/* ---- in words ---- */

char *words_goal(const struct display *display, const struct goal *goal, char *text, size_t size)
{
    const struct cn_special_hand *row = &hands_of(display)->row[goal->row];
    char name[80];
    char points[32];
    char missing[16];
    cn_words_special_hand(display->words, row->name, name, sizeof name);
    words_number(display->words, row->points, points, sizeof points);
    snprintf(missing, sizeof missing, "%d", goal->missing);
    return words_format(display->words, text, size, goal->missing == 0 ? "ui.goal.full" : "ui.goal",
                        3, name, points, missing);
}

/* "7 pairs", or "4, 3, 3 and 2 of a rank" */
static void say_groups(const struct display *display, const struct cn_special_hand *row, char *text,
                       size_t size)
{
    char number[16];
    char each[16];
    char sizes[SAY_SIZE] = "";
    bool same = true;
    for (int i = 0; i < row->groups; i++) {
        same &= row->group[i] == row->group[0];
        snprintf(number, sizeof number, "%d", row->group[i]);
        words_join(display->words, i == row->groups - 1 ? "list.and" : "list.comma", number, sizes,
                   sizeof sizes);
    }
    if (!same) {
        words_format(display->words, text, size, "ui.goal.groups", 1, sizes);
        return;
    }
    snprintf(number, sizeof number, "%d", row->groups);
    snprintf(each, sizeof each, "%d", row->group[0]);
    words_format(display->words, text, size,
                 row->group[0] == 1   ? "ui.goal.singles"
                 : row->group[0] == 2 ? "ui.goal.pairs"
                                      : "ui.goal.same",
                 2, number, each);
}

/* Whether every way to make up the same number of wild cards is allowed. */
static bool any_wilds(const struct cn_special_hand *row)
{
    const int number = row->wild[0].deuces + row->wild[0].jokers;
    for (int i = 1; i < row->wilds; i++)
        if (row->wild[i].deuces + row->wild[i].jokers != number)
            return false;
    return row->wilds == number + 1;
}

static void say_wilds(const struct display *display, const struct cn_special_hand *row, char *text,
                      size_t size)
{
    char item[SAY_SIZE];
    text[0] = '\0';
    for (int i = 0; i < row->wilds && !any_wilds(row); i++) {
        int counts[CN_KINDS] = {0};
        counts[CN_DEUCE] = row->wild[i].deuces;
        counts[CN_JOKER] = row->wild[i].jokers;
        if (counts[CN_DEUCE] + counts[CN_JOKER] > 0)
            words_join(display->words, "may.or",
                       words_counts(display->words, counts, item, sizeof item), text, size);
    }
    const int number = row->wild[0].deuces + row->wild[0].jokers;
    if (number == 0 || !any_wilds(row))
        return;
    snprintf(item, sizeof item, "%d", number);
    words_format(display->words, text, size, "ui.goal.wilds", 1, item);
}

static void say_must(const struct display *display, const struct cn_special_hand *row, char *text,
                     size_t size)
{
    char kinds[SAY_SIZE] = "";
    char item[40];
    int left = 0;
    for (int kind = 0; kind < CN_KINDS; kind++)
        left += row->must >> kind & 1;
    text[0] = '\0';
    if (left == 0)
        return;
    for (int kind = 0; kind < CN_KINDS; kind++) {
        if ((row->must >> kind & 1) == 0)
            continue;
        cn_words_kind(display->words, kind, true, item, sizeof item);
        words_join(display->words, --left == 0 ? "list.and" : "list.comma", item, kinds,
                   sizeof kinds);
    }
    words_format(display->words, text, size, "ui.goal.must", 1, kinds);
}

char *words_special_cards(const struct display *display, int row, char *text, size_t size)
{
    const struct cn_special_hand *hand = &hands_of(display)->row[row];
    char item[SAY_SIZE];
    char number[16];
    say_groups(display, hand, text, size);
    say_must(display, hand, item, sizeof item);
    if (item[0] != '\0')
        words_join(display->words, "list.comma", item, text, size);
    say_wilds(display, hand, item, sizeof item);
    if (item[0] != '\0')
        words_join(display->words, "ui.goal.also", item, text, size);
    if (hand->threes > 0) {
        snprintf(number, sizeof number, "%d", hand->threes);
        words_join(display->words, "ui.goal.also",
                   WORDS1(display->words, item, "ui.goal.threes", number), text, size);
    }
    return text;
}
