/* terminal.h -- playing Canasta in a terminal: the door of this room.
 *
 * A table is one game between people at this terminal and bots, saved after every action. It is
 * shown either on a screen (ncursesw) or line by line, for screen readers and pipes; both front
 * ends stand on the same session (session.h), which passes every decision through the engine.
 */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "engine/engine.h"

#define LEVEL_PREFIX   "level:"
#define PROGRAM_PREFIX "exec:"

enum {
    BOT_NAME_SIZE = 200, /* room for the command of a program, its prefix included */
    SEED_SIZE = 80,
    PERSON_MOST = 24,                 /* characters of a person's name … */
    PERSON_SIZE = 4 * PERSON_MOST + 1 /* … and its bytes */
};

enum pace {
    PACE_OFF,
    PACE_FAST,
    PACE_NORMAL,
    PACE_SLOW,
    PACES
};
/* Its name on the command line and in records: "off", "fast", "normal", "slow". */
const char *terminal_pace_name(enum pace pace);
/* The pace of that name. False if there is none. */
bool terminal_pace_find(const char *name, enum pace *pace);
enum colours {
    COLOURS_NONE,
    COLOURS_TWO,
    COLOURS_FOUR
};

struct cn_game_header;
/* Programs that play a seat (src/command/external_bot.h): how the caller of terminal_play provides
 * them. All of it runs on the thread that plays. */
struct program_hooks {
    void *context;
    /* A seat for this command, nothing started yet; NULL without memory. */
    void *(*open)(void *context, const char *command);
    void (*close)(void *program);
    /* Starts it and sends it the game line. 'game' stays where it is. False if it could not be
     * started. */
    bool (*begin)(void *program, const struct cn_game_header *line, const struct cn_game *game,
                  int seat);
    /* Lines of its seat's record. */
    void (*tell)(void *program, const char *lines, size_t length);
    /* Waits for its decision for at most so many milliseconds. True once it has made one or has
     * failed. */
    bool (*wait)(void *program, int ms, struct cn_action *action);
    /* How it has failed; "" if it has not. */
    void (*fault)(void *program, char *text, size_t size);
};

/* What a table is set up with. Strings are borrowed. */
struct terminal_options {
    struct cn_rules rules; /* checked, house rules included */
    int players;
    const char *
        names[CN_SEATS_MAX]; /* of people, by the order of their seats; NULL: called by the place */
    unsigned humans;         /* seats of people, bit s; 0: one person, whose seat is drawn (L5) */
    char bots[CN_SEATS_MAX][BOT_NAME_SIZE]; /* in turn order after the first person; they repeat: a
                                                * bot by name, LEVEL_PREFIX and a level, or
                                                * PROGRAM_PREFIX and a command */
    int bot_count;
    const struct program_hooks *programs; /* NULL: no program plays */
    const char *seed;                     /* NULL: from the system */
    const char *file;                     /* NULL: a new file in the player's data folder */
    const char *language;
    enum pace pace;
    bool
        /* asked for: a new game notes it, and a game that is gone on with leaves its own */
        pace_given;
    enum colours colours;
    bool
        /* go on with 'file', or with the latest unfinished game; only the rest counts then, and
         * 'bots', without which no program is started that a file from elsewhere names */
        resume;
    bool
        /* ask first whether to go on with the latest unfinished game, if there is one, and else how
         * well the others shall play */
        offer;
    bool plain; /* line by line */
    bool ascii; /* only ASCII, whatever the terminal can do */
};

/* Takes a person's name in, without blanks at its ends. False if it is none: empty, longer than 24
 * characters, not UTF-8, or with characters that move the cursor or hide. */
bool terminal_person_name(const char *text, char name[PERSON_SIZE]);

/* Plays until the game is over or the player leaves; returns the exit status: 0; 1 if there is no
 * game to go on with; 3 where the world failed (a file, memory). Says why on standard error. */
int terminal_play(const struct terminal_options *options);

/* ---- a table elsewhere ---- */

/* What the terminal asks of the table at the other end; the caller of remote_game_open provides it.
 * All of it runs on the thread that called remote_game_run. */
struct remote_door {
    void *context;
    /* Waits until a key or line can be read, something was heard from the table, or so many
     * milliseconds have passed (-1: no limit), and takes in what was heard. True: something at the
     * table has changed. */
    bool (*wait)(void *context, int ms, bool *input);
    /* Plays and waits for the answer. False, with a sentence for the player ("" if nothing need be
     * said). */
    bool (*act)(void *context, struct cn_action action, const cn_card *cards, int count, char *why,
                size_t size);
    /* Takes the last action back, likewise. */
    bool (*undo)(void *context, char *why, size_t size);
    /* The player is ready for the game, or the next deal. */
    void (*ready)(void *context);
    /* A line about the table, not the game: what follows "/". */
    void (*command)(void *context, const char *line);
    /* Is the table gone for good, or has the player been sent away? */
    bool (*is_over)(const void *context);
};

struct remote_game;

/* 'options' gives language, colours and the like. NULL without memory or words. */
struct remote_game *remote_game_open(const struct terminal_options *options,
                                     const struct remote_door *remote);
void remote_game_close(struct remote_game *far);
/* The game as it stands, after a snapshot or something was taken back; 'seat' CN_NO_SEAT: a
 * spectator. */
void remote_game_game(struct remote_game *far, const struct cn_game *game, int seat);
/* Something happened, and the game after it. Others' hidden cards in it are never shown. */
void remote_game_event(struct remote_game *far, const struct cn_event *event,
                       const struct cn_game *game);
/* So many actions were taken back. */
void remote_game_undone(struct remote_game *far, const struct cn_game *game, int seat, int count);
/* What would go if so many were, in words; "" where it is not known. */
void remote_game_say_undoing(const struct remote_game *far, int count, char *text, size_t size);
/* The cut of the deal that comes. */
void remote_game_cut(struct remote_game *far, int seat, int count);
/* Who sits on a seat, and the level of the bot that plays there; NULL: no bot does. */
void remote_game_name(struct remote_game *far, int seat, const char *name, const char *level);
/* What a finished deal of this game had brought, from the first that is known on; 'deal' counts
 * from 1. */
void remote_game_sheet(struct remote_game *far, int deal, const struct cn_score *sides, int count);
/* May hints be given here? */
void remote_game_hints(struct remote_game *far, bool allowed);
/* The waiting room as it is now, lines, for a screen. */
void remote_game_lobby(struct remote_game *far, const char *lines);
/* Something that the player did has not been answered, since the connection is lost: nothing else
 * can be done. */
void remote_game_pending(struct remote_game *far, bool pending);
/* A word or two on how the table stands ("paused"); "": as usual. */
void remote_game_status(struct remote_game *far, const char *text);
/* So long the seat has to decide; below 0: nobody's time runs. */
void remote_game_clock(struct remote_game *far, int seat, int ms);
/* A sentence for the player, told when there is room for it. */
void remote_game_say(struct remote_game *far, const char *text);
/* The same of what the player has asked for, which nobody wants to read again later. */
void remote_game_answer(struct remote_game *far, const char *text);
/* Shows the table until the game is over, the player leaves, or remote->is_over; the exit
 * status. */
int remote_game_run(struct remote_game *far);

#endif
