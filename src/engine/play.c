/* play.c -- the door through which every action of a game goes. */
#include "game.h"
#include "referee.h"

#include <assert.h>

bool cn_game_play(struct cn_game *game, int seat, struct cn_action action, const cn_card *cards,
                  struct cn_refusal *why, const struct cn_observer *observer)
{
    assert(game->in_deal);
    if (cn_law_is_refereed(game->law))
        return cn_referee_play(game, seat, action, cards, why, observer);
    if (!cn_board_legal_check(game->law, &game->deal.board, seat, game->deal.hands[seat], action,
                              why))
        return false;
    cn_game_apply_unchecked(game, seat, action, cards, observer);
    return true;
}
