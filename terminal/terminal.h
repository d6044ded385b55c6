/* terminal.h -- playing Canasta in a terminal: the door of this room.
 *
 * A table is one game between people at this terminal and bots, saved after every action. It is
 * shown either on a screen (ncursesw) or line by line, for screen readers and pipes; both front
 * ends stand on the same session (session.h), which passes every decision through the engine.
 */
#ifndef CN_TERMINAL_H
#define CN_TERMINAL_H

#include "engine/canasta.h"

#define CN_LEVEL_PREFIX "level:"

enum {
    CN_BOT_NAME_SIZE = 24,
    CN_SEED_SIZE = 80
};

enum cn_pace {
    CN_PACE_OFF,
    CN_PACE_FAST,
    CN_PACE_NORMAL,
    CN_PACE_SLOW,
    CN_PACES
};
enum cn_colours {
    CN_COLOURS_NONE,
    CN_COLOURS_TWO,
    CN_COLOURS_FOUR
};

/* What a table is set up with. Strings are borrowed. */
struct cn_terminal_options {
    struct cn_rules rules; /* checked, house rules included */
    int players;
    unsigned humans; /* seats of people, bit s; 0: one person, whose seat is drawn (L5) */
    char bots[CN_SEATS_MAX]
             [CN_BOT_NAME_SIZE]; /* in turn order after the first person; they repeat: a
                                                * bot by name, or CN_LEVEL_PREFIX and a level */
    int bot_count;
    const char *seed; /* NULL: from the system */
    const char *file; /* NULL: a new file in the player's data folder */
    const char *language;
    enum cn_pace pace;
    enum cn_colours colours;
    bool
        resume; /* go on with 'file', or with the latest unfinished game; only the rest counts then */
    bool
        offer; /* ask first whether to go on with the latest unfinished game, if there is one, and else
                 * how well the others shall play */
    bool plain; /* line by line */
    bool ascii; /* only ASCII, whatever the terminal can do */
};

/* Plays until the game is over or the player leaves; returns the exit status: 0; 1 if there is no game
 * to go on with; 3 where the world failed (a file, memory). Says why on standard error. */
int cn_terminal_play(const struct cn_terminal_options *options);

#endif
