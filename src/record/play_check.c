/* play_check.c -- lines that change nothing: the list of legal actions, and whether one is legal.
 *
 * Lists are compared as sets, tries by their answer and the article of a refusal.
 */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

/* ---- legal ---- */

/* Returns the sorted strings of a JSON array, to be freed; NULL if an element is not a string, or
 * without memory. */
static const char **sorted_strings(const json_t *array)
{
    const size_t count = json_array_size(array);
    const char **strings = malloc((count + 1) * sizeof *strings);
    if (strings == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        strings[i] = json_string_value(json_array_get(array, i));
        if (strings[i] != NULL)
            continue;
        free(strings);
        return NULL;
    }
    qsort(strings, count, sizeof *strings, cn__compare_strings);
    return strings;
}

/* Appends a string to a short list. */
static void note(char *text, size_t size, int *count, const char *action)
{
    enum {
        SHOWN = 6
    };
    const size_t length = strlen(text);
    if (*count < SHOWN)
        snprintf(text + length, size - length, "%s\"%.40s\"", *count > 0 ? ", " : "", action);
    else if (*count == SHOWN)
        snprintf(text + length, size - length, ", ...");
    (*count)++;
}

/* Walks both sorted lists and reports the entries that only one has, as one difference. */
static void compare_lists(struct cn_reader *r, cn_action_text *ours, int count, const char **theirs,
                          size_t their_count)
{
    char missing[300] = "";
    char extra[300] = "";
    int missing_count = 0;
    int extra_count = 0;
    size_t j = 0;
    for (int i = 0; i < count || j < their_count;) {
        const int order = i == count ? 1 : j == their_count ? -1 : strcmp(ours[i], theirs[j]);
        if (order < 0)
            note(missing, sizeof missing, &missing_count, ours[i]);
        if (order > 0)
            note(extra, sizeof extra, &extra_count, theirs[j]);
        if (order <= 0)
            i++;
        if (order == 0)
            while (j + 1 < their_count && strcmp(theirs[j], theirs[j + 1]) == 0)
                j++;
        if (order >= 0)
            j++;
    }
    if (missing_count == 0 && extra_count == 0)
        return;
    char expected[400];
    char found[400];
    snprintf(expected, sizeof expected, "%d legal actions%s%s", count,
             missing_count > 0 ? ", among them " : "", missing);
    snprintf(found, sizeof found, "%zu%s%s", their_count, extra_count > 0 ? ", among them " : "",
             extra);
    cn__report_difference(r, "L14", expected, found);
}

void cn__compare_action_lists(struct cn_reader *r, cn_action_text *ours, int count,
                              const json_t *actions)
{
    struct cn__fault fault;
    const char **theirs = sorted_strings(actions);
    if (theirs != NULL) {
        compare_lists(r, ours, count, theirs, json_array_size(actions));
    } else {
        cn__describe_value(actions, fault.found, sizeof fault.found);
        snprintf(fault.expected, sizeof fault.expected, "\"actions\": strings");
        cn__report_unreadable(r, &fault, false);
    }
    free(theirs);
}

void cn__play_legal(struct cn_reader *r, const json_t *line)
{
    struct cn__fault fault;
    int seat;
    const json_t *actions;
    if (!cn__get_seat(r, line, &seat, &fault) ||
        !cn__get_array(line, "actions", -1, &actions, &fault)) {
        cn__report_unreadable(r, &fault, false);
        return;
    }
    if (!cn__is_due(r, "a legal line"))
        return;
    r->counts.legal_sets++;
    const int actor = cn_game_actor(&r->game);
    cn__compare_ints(r, "L14", "a decision of seat", actor, seat);
    struct cn_view view;
    cn_view_of(&view, &r->game, actor);
    r->actions.count = cn_legal_list(&view, r->actions.at, CN_ACTIONS_MAX);
    cn_action_text *ours = cn_actions_texts(r->game.law, r->actions.at, r->actions.count);
    if (ours == NULL)
        r->no_memory = true;
    else
        cn__compare_action_lists(r, ours, r->actions.count, actions);
    free(ours);
}

/* ---- try ---- */

/* The contents of a try line. */
struct attempt {
    int seat;
    struct cn_action action;
    bool legal;
    const char *law; /* or NULL */
};

static bool read_try(struct cn_reader *r, const json_t *line, struct attempt *a,
                     struct cn__fault *fault)
{
    const char *text;
    memset(a, 0, sizeof *a);
    if (!cn__get_seat(r, line, &a->seat, fault) || !cn__get_string(line, "action", &text, fault) ||
        !cn__get_bool(line, "legal", &a->legal, fault))
        return false;
    if (json_object_get(line, "law") != NULL && !cn__get_string(line, "law", &a->law, fault))
        return false;
    if (cn_action_parse(r->game.law, text, strlen(text), &a->action))
        return true;
    snprintf(fault->expected, sizeof fault->expected, "\"action\": an action string");
    cn__describe_text(text, fault->found, sizeof fault->found);
    return false;
}

/* It is legal: the line must agree, and name no article, or at a refereed table the law by which it
 * is noted. */
static void compare_legal_try(struct cn_reader *r, const struct attempt *a, const char *action,
                              const char *law)
{
    char text[80];
    if (a->legal && (law == NULL ? a->law == NULL : a->law != NULL && strcmp(a->law, law) == 0))
        return;
    snprintf(text, sizeof text, "\"%s\" to be legal%s%s", action, law != NULL ? ", noted by " : "",
             law != NULL ? law : "");
    cn__report_difference(r, a->law != NULL ? a->law : "L14", text,
                          a->legal ? a->law : "not legal");
}

/* It is not legal, for this reason: the line must agree, and name the article. */
static void compare_refused_try(struct cn_reader *r, const struct attempt *a, const char *action,
                                const struct cn_refusal *why)
{
    char sentence[300];
    char text[400];
    if (!a->legal && a->law != NULL && strcmp(a->law, why->article) == 0)
        return;
    cn__explain_refusal(r, why, sentence, sizeof sentence);
    snprintf(text, sizeof text, "\"%s\" not to be legal by %s (%s)", action, why->article,
             sentence);
    cn__report_difference(r, why->article, text,
                          a->legal         ? "legal"
                          : a->law != NULL ? a->law
                                           : "no law");
}

void cn__play_try(struct cn_reader *r, const json_t *line)
{
    struct cn__fault fault;
    struct attempt a;
    struct cn_refusal why;
    char action[CN_ACTION_TEXT];
    if (!read_try(r, line, &a, &fault)) {
        cn__report_unreadable(r, &fault, false);
        return;
    }
    if (!r->has_deal) {
        cn__abort_game(r, RECORD_ARTICLE, "a deal", "a try");
        return;
    }
    cn__report_missing(r, "a try");
    r->counts.tries++;
    cn_action_format(r->game.law, a.action, action);
    struct cn_noted noted = {NULL, NULL, 0, 0};
    struct cn_view view;
    cn_view_of(&view, &r->game, a.seat);
    if (cn_law_is_refereed(&r->law) ? cn_referee_check(&r->game, a.seat, a.action, &noted, &why)
                                    : cn_legal_check(&view, a.action, &why))
        compare_legal_try(r, &a, action, noted.law);
    else
        compare_refused_try(r, &a, action, &why);
}
