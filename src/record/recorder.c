/* recorder.c -- the recorder of canasta/record.h: a record writer that owns its text. */
#include <stdlib.h>
#include <string.h>

#include "read.h"

struct cn_recorder {
    struct cn__text lines;
    struct cn_record_writer writer;
};

/* Both libraries have the same struct layouts only if they were built from the same sources. */
bool cn__record_is_compatible(void)
{
    return strcmp(cn_version(), CN_VERSION) == 0;
}

struct cn_recorder *cn_recorder_open(const struct cn_game *game, const char *const *names,
                                     const char *seed)
{
    struct cn_recorder *recorder = cn__record_is_compatible() ? calloc(1, sizeof *recorder) : NULL;
    if (recorder == NULL)
        return NULL;
    const struct cn_game_header header = {.rules = &game->law->rules,
                                          .players = game->players,
                                          .names = names,
                                          .seed = seed,
                                          .scores = game->score};
    recorder->writer = (struct cn_record_writer){.lines = &recorder->lines, .game = game};
    cn_record_write_game(&recorder->lines, &header);
    return recorder;
}

struct cn_observer cn_recorder_observer(struct cn_recorder *recorder)
{
    return (struct cn_observer){.event = cn_record_on_event, .context = &recorder->writer};
}

const char *cn_recorder_text(const struct cn_recorder *recorder, size_t *length)
{
    *length = recorder->lines.failed ? 0 : recorder->lines.length;
    return recorder->lines.failed ? NULL : recorder->lines.text;
}

void cn_recorder_clear(struct cn_recorder *recorder)
{
    cn__text_clear(&recorder->lines);
}

void cn_recorder_close(struct cn_recorder *recorder)
{
    if (recorder == NULL)
        return;
    cn__text_free(&recorder->lines);
    free(recorder);
}
