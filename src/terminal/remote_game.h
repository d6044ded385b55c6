/* remote_game.h -- a remote table shown here, as a game_source. Its functions are in terminal.h. */
#ifndef TERMINAL_REMOTE_GAME_H
#define TERMINAL_REMOTE_GAME_H

#include "game_source.h"

struct remote_game {
    struct game_source source;
    const struct terminal_options *options;
    const struct remote_door *door;
};

#endif
