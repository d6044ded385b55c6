#include "advice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "say.h"

/* The advice comes first, and no other move shows more points. The search leaves its plan's move
 * only for a clear gain, so moves with higher estimates may remain that could be luck. */
static void put_in_order(struct advice *advice)
{
    struct cn_candidate *moves = advice->moves;
    int at = 0;
    while (at < advice->count - 1 && !cn_action_equal(moves[at].action, advice->action))
        at++;
    if (advice->count == 0)
        return;
    const struct cn_candidate best = moves[at];
    memmove(&moves[1], &moves[0], (size_t)at * sizeof moves[0]);
    moves[0] = best;
    for (int i = 1; i < advice->count; i++)
        if (moves[i].points > best.points)
            moves[i].points = best.points;
}

void advise(const struct display *display, struct advice *advice)
{
    const struct cn_bot *bot = cn_bot_find(cn_level_best()->bot);
    const struct cn_view view = display_view(display);
    struct cn_review_work work = {
        .bot = bot, .mind = calloc(1, bot->memory_size + 1), .duel = calloc(1, sizeof *work.duel)};
    if (work.mind == NULL || work.duel == NULL)
        abort();
    cn_review_start(&work, &view, NULL, (uint64_t)display->turn, ADVICE_NODES);
    cn_review_think(&work, ADVICE_NODES);
    cn_review_finish(&work, &advice->review);
    advice->action = advice->review.best;
    advice->count = work.thinks ? bot->moves(work.mind, advice->moves, ADVICE_MOVES) : 0;
    put_in_order(advice);
    free(work.duel);
    free(work.mind);
}

/* ---- words ---- */

char *words_reason(const struct display *display, struct cn_action action, char *text, size_t size)
{
    const struct cn_view view = display_view(display);
    const struct cn_reason reason = cn_reason_for(&view, action);
    cn_words_reason(display->words, cn_reason_name(reason.id), reason.kind, reason.number, text,
                    size);
    return text;
}

char *words_found(const struct cn_words *words, const struct cn_finding *finding, char *text,
                  size_t size)
{
    cn_words_found(words, cn_course_name(finding->course), finding->better, finding->other, text,
                   size);
    return words_capitalize(text, size);
}

char *words_gain(const struct display *display, const struct advice *advice, char *text,
                 size_t size)
{
    const struct cn_review *review = &advice->review;
    char other[SAY_SIZE];
    char points[16];
    char why[SAY_SIZE];
    text[0] = '\0';
    if (cn_action_equal(review->best, review->rival))
        return text;
    words_action(display, review->rival, other, sizeof other);
    snprintf(points, sizeof points, "%d", review->gain);
    words_format(display->words, text, size, review->clear ? "ui.hint.gain" : "ui.hint.close", 2,
                 points, other);
    if (!review->finding.any)
        return text;
    const size_t used = strlen(text);
    words_capitalize(words_reason(display, advice->action, why, sizeof why), sizeof why);
    snprintf(text + used, size - used, " %s", why);
    return text;
}

char *words_advice(const struct display *display, const struct advice *advice, char *text,
                   size_t size)
{
    char action[SAY_SIZE];
    char why[SAY_SIZE];
    words_action(display, advice->action, action, sizeof action);
    if (advice->review.finding.any)
        words_found(display->words, &advice->review.finding, why, sizeof why);
    else
        words_capitalize(words_reason(display, advice->action, why, sizeof why), sizeof why);
    return words_format(display->words, text, size, "ui.hint", 2, action, why);
}
