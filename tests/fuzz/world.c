/* world.c -- lines from a server: the client's replica accepts any line, refuses it, or reports
 * that it does not fit, and each card keeps a place. The first byte is the seat. */
#include <string.h>

#include "tests/fuzz/driver/fuzz.h"
#include "tests/fuzz/driver/must.h"

#include "client/client.h"
#include "protocol/protocol.h"

static void look(const struct replica *replica)
{
    static struct cn_actions list;
    const struct cn_game *game = &replica->game;
    if (!replica->has_game || !replica->has_deal)
        return;
    const char *wrong = cn_game_check(game);
    must(wrong == NULL, wrong == NULL ? "" : wrong);
    if (!game->in_deal)
        return;
    const int seat = cn_game_actor(game);
    must(seat < game->players, "somebody decides");
    if (seat == replica->seat)
        cn_board_legal_list(game->law, &game->deal.board, game->deal.hands[seat], &list);
}

/* The client's messages during the shuffle. */
static void give(struct commitment *pledge, int seat)
{
    uint8_t part[PART_BYTES] = {1};
    uint8_t sealed[HASH_BYTES];
    commitment_give_pledge(pledge, 2, seat, part, sealed);
    if (pledge->cuts)
        commitment_cut(pledge, 3, 40);
    if (commitment_may_give_part(pledge, seat))
        commitment_give_part(pledge, 4, part);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct replica replica;
    if (size == 0)
        return 0;
    replica_init(&replica, data[0] % 7 == 6 ? CN_NO_SEAT : data[0] % 7);
    int wrong = 0;
    for (size_t at = 1; at < size && wrong < 3;) {
        const char *text = (const char *)data + at;
        const char *end = memchr(text, '\n', size - at);
        const size_t length = end != NULL ? (size_t)(end - text) : size - at;
        /* A client then asks for a snapshot, but first receives lines already sent. */
        wrong += replica_take_line(&replica, text, length) == REPLICA_CONFLICT;
        if (replica.commitment.fixed && replica.seat != CN_NO_SEAT)
            give(&replica.commitment, replica.seat);
        look(&replica);
        at += length + 1;
    }
    replica_free(&replica);
    return 0;
}
