/* record.c -- plays a deal, prints its record, reads it again and reports what is wrong with it. */
#include <stdio.h>

#include <canasta/canasta.h>
#include <canasta/heap.h>
#include <canasta/record.h>

static void report(void *context, const struct cn_report *r)
{
    (void)context;
    fprintf(stderr, "line %lld (%s): expected %s, found %s\n", (long long)r->line, r->article,
            r->expected, r->found);
}

int main(void)
{
    static const char *const names[] = {"Ann", "Bob", "Cleo", "Dan"};
    struct cn_rules *rules = cn_rules_new();
    struct cn_law *law = cn_law_new(rules);
    struct cn_game *game = cn_game_new(law, 4, NULL);
    struct cn_recorder *recorder = cn_recorder_open(game, names, "first");
    const struct cn_bot *bot = cn_bot_find("greedy");
    void *memory = cn_bot_memory_new(bot), *room = cn_view_new();
    struct cn_rng rng;
    if (rules == NULL || game == NULL || recorder == NULL || memory == NULL || room == NULL)
        return 1;
    const struct cn_observer observer = cn_recorder_observer(recorder);
    cn_rng_init(&rng, 1);
    cn_game_deal_seeded(game, "first", &observer);
    while (cn_game_stage(game) == CN_STAGE_IN_DEAL) {
        const int seat = cn_game_actor(game);
        const struct cn_view *view = cn_view_of(room, game, seat);
        cn_game_play(game, seat, cn_bot_decide(bot, memory, 0, view, &rng), NULL, NULL, &observer);
    }
    size_t length;
    const char *text = cn_recorder_text(recorder, &length);
    if (text == NULL)
        return 1;
    fwrite(text, 1, length, stdout);
    struct cn_reader *reader = cn_reader_open_text(text, length, report, NULL);
    if (reader == NULL || !cn_reader_run(reader, 0))
        return 1;
    fprintf(stderr, "%lld actions, %lld differences\n",
            (long long)cn_reader_counts(reader)->actions,
            (long long)cn_reader_counts(reader)->differences);
    cn_reader_close(reader);
    cn_recorder_close(recorder);
    free(room), free(memory), free(game), free(law), free(rules);
    return 0;
}
