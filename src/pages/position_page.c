/* position_page.c -- a set-up position as the seat that decides in it sees it: what a snapshot of a
 * table would have told that seat, and nothing else of the record.
 */
#include "position_page.h"

#include <string.h>

/* Writes what the server of such a table would send: the game and a snapshot. */
static void write_lines(struct cn__text *lines, const struct cn_game *game, int seat)
{
    static const char *const names[CN_SEATS_MAX] = {"", "", "", "", "", ""};
    const struct cn_game_header header = {.rules = &game->law->rules,
                                          .players = game->players,
                                          .names = names,
                                          .scores = game->score};
    struct snapshot snapshot;
    cn_record_write_game(lines, &header);
    snapshot_of(game, seat, &snapshot);
    snapshot_write(lines, &snapshot, &game->law->rules, 0);
}

static bool take_lines(struct replica *replica, const struct cn__text *lines)
{
    const char *line = lines->text;
    const char *const end = lines->text + lines->length;
    bool taken = !lines->failed;
    while (line < end && taken) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        const size_t length = (size_t)((next != NULL ? next : end) - line);
        taken = replica_take_line(replica, line, length) == REPLICA_APPLIED;
        line += length + 1;
    }
    return taken && replica->has_deal;
}

bool table_page_take_position(struct table_page *page, const char *record)
{
    struct replica *replica = &page->session.replica;
    struct cn__text lines = {0};
    struct cn_reader *reader = cn_reader_open_text(record, strlen(record), NULL, NULL);
    bool taken = reader != NULL && cn_reader_run(reader, 0) && cn_reader_in_deal(reader);
    if (taken) {
        const struct cn_game *game = cn_reader_game(reader);
        const int seat = cn_game_actor(game);
        write_lines(&lines, game, seat);
        replica_restart(replica, seat);
        taken = take_lines(replica, &lines);
    }
    cn_reader_close(reader);
    cn__text_free(&lines);
    return taken;
}
