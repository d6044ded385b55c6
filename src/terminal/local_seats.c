/* local_seats.c -- failures outside the game, bots on seats, and the game line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "local_game_internal.h"

/* ---- failures ---- */

void *local_game_fail(struct io_error *trouble, const char *key, const char *detail)
{
    trouble->key = key;
    snprintf(trouble->detail, sizeof trouble->detail, "%s",
             detail != NULL ? detail : strerror(errno));
    return NULL;
}

void *local_game_fail_at(struct io_error *trouble, const char *key, const char *path)
{
    char detail[sizeof trouble->detail];
    snprintf(detail, sizeof detail, "%.400s: %s", path, strerror(errno));
    return local_game_fail(trouble, key, detail);
}

/* ---- seats ---- */

bool local_game_seat(struct local_game *session, int seat, const struct cn_bot *bot, int64_t nodes)
{
    session->bots[seat] = bot;
    session->source.scene.bots |= 1u << seat;
    session->nodes[seat] = nodes;
    if (bot->memory_size == 0)
        return true;
    session->minds[seat] = calloc(1, bot->memory_size);
    return session->minds[seat] != NULL;
}

struct cn_game_header local_game_game_line(const struct local_game *session,
                                           const char *names[CN_SEATS_MAX])
{
    for (int seat = 0; seat < session->source.scene.game.players; seat++)
        names[seat] = session->names[seat];
    return (struct cn_game_header){.rules = &session->source.scene.game.law->rules,
                                   .players = session->source.scene.game.players,
                                   .names = names,
                                   .seed = session->seed};
}
