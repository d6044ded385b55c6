#include "advice.h"

#include <stdio.h>
#include <stdlib.h>

#include "say.h"

static struct cn_view view_of(const struct display *face)
{
    return (struct cn_view){face->law,  &face->board, &face->memory,
                            face->hand, face->pile,   (uint8_t)face->bottom_seat};
}

void advise(const struct display *face, struct advice *advice)
{
    const struct cn_level *level = cn_level_best();
    const struct cn_bot *bot = cn_bot_find(level->bot);
    const struct cn_view view = view_of(face);
    const int64_t nodes = level->nodes < ADVICE_NODES ? level->nodes : ADVICE_NODES;
    void *mind = calloc(1, bot->memory_size + 1);
    struct cn_rng rng;
    if (mind == NULL)
        abort();
    cn_rng_init(&rng, (uint64_t)face->turn);
    advice->action = cn_bot_decide(bot, mind, nodes, &view, &rng);
    advice->count = bot->decide == NULL ? bot->moves(mind, advice->moves, ADVICE_MOVES) : 0;
    advice->reason = cn_reason_for(&view, advice->action);
    free(mind);
}

/* ---- words ---- */

char *words_reason(const struct display *face, struct cn_action action, char *text, size_t size)
{
    const struct cn_view view = view_of(face);
    const struct cn_reason reason = cn_reason_for(&view, action);
    cn_words_reason(face->words, cn_reason_name(reason.id), reason.kind, reason.number, text, size);
    return text;
}

char *words_gain(const struct display *face, const struct advice *advice, char *text, size_t size)
{
    char other[SAY_SIZE];
    char points[16];
    char worlds[16];
    text[0] = '\0';
    if (advice->count < 2)
        return text;
    const struct cn_candidate *next = &advice->moves[1];
    const int32_t lead = cn_weighed_lead(&advice->moves[0], next);
    const int32_t gain = advice->moves[0].points - next->points;
    /* Within the error nothing can be said. */
    const char *key = lead > 0             ? "ui.hint.unsure"
                      : gain > next->error ? "ui.hint.gain"
                                           : "ui.hint.close";
    words_action(face, next->action, other, sizeof other);
    snprintf(points, sizeof points, "%d", lead > 0 ? lead : gain);
    snprintf(worlds, sizeof worlds, "%d", next->worlds);
    return words_format(face->words, text, size, key, 3, points, other, worlds);
}

char *words_advice(const struct display *face, const struct advice *advice, char *text, size_t size)
{
    char action[SAY_SIZE];
    char why[SAY_SIZE];
    words_action(face, advice->action, action, sizeof action);
    words_capitalize(words_reason(face, advice->action, why, sizeof why), sizeof why);
    return words_format(face->words, text, size, "ui.hint", 2, action, why);
}
