#include "game_source.h"

#include <stdio.h>
#include <string.h>

void game_source_init(struct game_source *source, const struct game_source_type *type,
                      const char *language)
{
    source->type = type;
    source->clock_seat = CN_NO_SEAT;
    snprintf(source->language, sizeof source->language, "%s", language);
}

/* ---- whose terminal this is ---- */

unsigned game_source_people(const struct game_source *source)
{
    const struct scene *scene = &source->scene;
    if (scene->self == SCENE_ALL_SEATS)
        return ((1u << scene->game.players) - 1) & ~scene->bots;
    return scene->self == CN_NO_SEAT ? 0 : 1u << scene->self;
}

bool game_source_is_here(const struct game_source *source, int seat)
{
    return seat != CN_NO_SEAT && (game_source_people(source) >> seat & 1) != 0;
}

bool game_source_is_shared(const struct game_source *source)
{
    const unsigned people = game_source_people(source);
    return (people & (people - 1)) != 0;
}

bool game_source_bot_decides(const struct game_source *source)
{
    const int actor = game_source_actor(source);
    return source->type->think != NULL && actor != CN_NO_SEAT &&
           !game_source_is_here(source, actor);
}

int game_source_viewer(const struct game_source *source, int before)
{
    const int actor = game_source_actor(source);
    if (game_source_is_here(source, before))
        return before;
    if (game_source_is_here(source, actor))
        return actor;
    for (int seat = 0; seat < CN_SEATS_MAX; seat++)
        if (game_source_is_here(source, seat))
            return seat;
    return 0;
}

/* ---- the game ---- */

int game_source_play_cards(struct game_source *source, int seat, const struct card_play *plan,
                           struct cn_refusal *why)
{
    for (int i = 0; i < plan->count; i++) {
        const struct card_play_step *step = &plan->step[i];
        if (!source->type->play(source, seat, step->action, step->count > 0 ? step->cards : NULL,
                                why))
            return i;
    }
    return plan->count;
}

bool game_source_advance(struct game_source *source)
{
    return source->type->advance != NULL && source->type->advance(source);
}

bool game_source_command(struct game_source *source, const char *line)
{
    if (source->type->command == NULL)
        return false;
    source->type->command(source, line);
    return true;
}

bool game_source_wait(struct game_source *source, int ms, bool *input)
{
    *input = true; /* nothing happens here until the person does something */
    return source->type->wait != NULL && source->type->wait(source, ms, input);
}

bool game_source_is_over(const struct game_source *source)
{
    return source->type->is_over != NULL && source->type->is_over(source);
}

/* ---- notices and clocks ---- */

void game_source_notify(struct game_source *source, const char *text, bool is_answer)
{
    if (source->notices == NOTICES) {
        memmove(source->notice, source->notice + 1, (NOTICES - 1) * sizeof source->notice[0]);
        source->notices--;
        source->notices_told -= source->notices_told > 0;
    }
    struct notice *notice = &source->notice[source->notices++];
    snprintf(notice->text, sizeof notice->text, "%s", text);
    notice->is_answer = is_answer;
    notice->after = source->scene.last_id;
}

const struct notice *game_source_next_notice(struct game_source *source)
{
    return source->notices_told < source->notices ? &source->notice[source->notices_told++] : NULL;
}

const char *game_source_recent(const struct game_source *source, int *at)
{
    while (*at < source->notices && source->notice[*at].is_answer)
        ++*at;
    return *at < source->notices ? source->notice[(*at)++].text : NULL;
}

enum {
    COUNTED_MS = 3600 * 1000
};

int game_source_seconds(const struct game_source *source)
{
    const int64_t left = source->clock_ends - cn__clock_ms();
    if (source->clock_seat == CN_NO_SEAT || source->clock_seat != game_source_actor(source) ||
        source->clock_of_decision != game_source_decides(source))
        return -1;
    if (left > COUNTED_MS)
        return -1; /* a turn that may take days */
    return left > 0 ? (int)((left + 999) / 1000) : 0;
}
