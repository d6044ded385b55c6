/* record.c -- records: any text is replayed, or its faults are reported with their lines. In every
 * accepted game, each card has a place. */
#include <string.h>

#include "tests/fuzz/driver/fuzz.h"
#include "tests/fuzz/driver/must.h"

#include "record/record.h"

static bool is_printable(const char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ')
            return false;
    return true;
}

struct heard {
    int64_t differences, damaged, line;
};

static void on_report(void *context, const struct cn_report *report)
{
    struct heard *heard = context;
    heard->differences += report->kind != CN_REPORT_UNKNOWN;
    heard->damaged += report->kind == CN_REPORT_UNREADABLE;
    must(report->line >= heard->line, "reports in the order of lines");
    must(report->article != NULL && report->expected != NULL && report->found != NULL,
         "a report that says everything");
    must(is_printable(report->article) && is_printable(report->expected) &&
             is_printable(report->found),
         "a report that can be printed");
}

/* Asks the game what a front end would ask between two lines. */
static void look(const struct cn_reader *replay, size_t size)
{
    static struct cn_actions list;
    const struct cn_game *game = cn_reader_game(replay);
    must(cn_reader_valid_bytes(replay) >= 0 && (size_t)cn_reader_valid_bytes(replay) <= size,
         "good bytes within the text");
    must(cn_reader_error(replay) != NULL, "an error or none");
    if (game == NULL || !cn_reader_in_deal(replay))
        return;
    for (int seat = 0; seat < game->players; seat++)
        must(cn_reader_name(replay, seat) != NULL, "a name for every seat");
    const char *wrong = cn_game_check(game);
    must(wrong == NULL, wrong == NULL ? "" : wrong);
    if (!game->in_deal)
        return;
    const int seat = cn_game_actor(game);
    must(seat < game->players, "somebody decides");
    must(cn_board_legal_list(game->law, &game->deal.board, game->deal.hands[seat], &list) > 0,
         "something is legal");
}

static void replay_all(struct cn_reader *replay, struct heard *heard, size_t size)
{
    for (;;) {
        const enum cn_step step = cn_reader_step(replay);
        must(step != CN_STEP_IO_ERROR, "a text that can be read");
        heard->line = cn_reader_line(replay);
        look(replay, size);
        if (step == CN_STEP_END)
            return;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct heard heard = {.line = 0};
    struct cn__text missing = {.text = NULL};
    struct cn_reader *replay = cn_reader_open_text((const char *)data, size, on_report, &heard);
    must(replay != NULL, "memory");
    replay_all(replay, &heard, size);
    cn_reader_pending(replay, &missing);
    const struct cn_record_counts *counts = cn_reader_counts(replay);
    must(counts->differences == heard.differences && counts->damaged == heard.damaged,
         "everything that is counted is reported");
    must(counts->games >= 0 && counts->deals >= 0 && counts->actions >= 0, "counts");
    cn__text_free(&missing);
    cn_reader_close(replay);
    return 0;
}
