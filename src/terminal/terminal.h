/* terminal.h -- playing Canasta in a terminal: the public header of this room.
 *
 * A table is one game between people at this terminal and bots, saved after every action. It is
 * shown either on a screen (ncursesw) or line by line, for screen readers and pipes. Both front
 * ends use the same session (local_game.h), which passes every decision to the engine.
 */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "engine/engine.h"

#define LEVEL_PREFIX   "level:"
#define PROGRAM_PREFIX "exec:"

enum {
    BOT_NAME_SIZE = 200, /* room for a program's command and its prefix */
    SEED_SIZE = 80,
    PERSON_MOST = 24,                 /* characters in a person's name */
    PERSON_SIZE = 4 * PERSON_MOST + 1 /* and its bytes */
};

enum pace {
    PACE_OFF,
    PACE_FAST,
    PACE_NORMAL,
    PACE_SLOW,
    PACES
};
/* Returns its name on the command line and in records: "off", "fast", "normal", "slow". */
const char *terminal_pace_name(enum pace pace);
/* Finds the pace with that name. Returns false if there is no such pace. */
bool terminal_pace_find(const char *name, enum pace *pace);
enum colours {
    COLOURS_NONE,
    COLOURS_TWO,
    COLOURS_FOUR
};

struct cn_game_header;
/* Callbacks for programs that play a seat (src/command/external_bot.h), provided by the caller of
 * terminal_play. All are called on the thread that plays. */
struct program_hooks {
    void *context;
    /* Creates a seat for this command without starting it. Returns NULL without memory. */
    void *(*open)(void *context, const char *command);
    void (*close)(void *program);
    /* Starts it and sends it the game line. 'game' stays valid and in place. Returns false if it
     * could not be started. */
    bool (*begin)(void *program, const struct cn_game_header *line, const struct cn_game *game,
                  int seat);
    /* Passes on lines of its seat's record. */
    void (*tell)(void *program, const char *lines, size_t length);
    /* Waits for its decision, at most this many milliseconds. Returns true once it has decided or
     * failed. */
    bool (*wait)(void *program, int ms, struct cn_action *action);
    /* Writes how it failed; "" if it has not. */
    void (*fault)(void *program, char *text, size_t size);
};

/* Options for a table. Strings are borrowed. */
struct terminal_options {
    struct cn_rules rules; /* checked, house rules included */
    int players;
    const char *
        /* people's names in the order of their seats; NULL: named after their place */
        names[CN_SEATS_MAX];
    unsigned humans; /* seats of people, bit s; 0: one person, whose seat is drawn (L5) */
    char bots[CN_SEATS_MAX][BOT_NAME_SIZE]; /* in turn order after the first person; they repeat: a
                                                * bot by name, LEVEL_PREFIX and a level, or
                                                * PROGRAM_PREFIX and a command */
    int bot_count;
    const struct program_hooks *programs; /* NULL: no program plays */
    const char *seed;                     /* NULL: from the system */
    const char *file;                     /* NULL: a new file in the player's data folder */
    const char *language;
    bool language_given; /* for this sitting; otherwise a resumed game keeps its own */
    enum pace pace;
    bool
        /* the pace was given: a new game records it; a resumed game keeps its own */
        pace_given;
    enum colours colours;
    /* Resume 'file' or the latest unfinished game, which keeps its rules, people and seed. 'bots'
     * counts then too: without it no program named in a foreign file is started. */
    bool resume;
    bool
        /* first offer to resume the latest unfinished game, if there is one; otherwise ask how
         * strong the bots should be */
        offer;
    bool plain; /* line by line */
    bool ascii; /* only ASCII, whatever the terminal supports */
};

/* Copies a person's name without leading and trailing blanks. Returns false if it is not valid:
 * empty, longer than 24 characters, not UTF-8, or with invisible or cursor-moving characters. */
bool terminal_person_name(const char *text, char name[PERSON_SIZE]);
/* Is the text not empty, and UTF-8 of characters that can be seen and only fill their columns? */
bool terminal_shows(const char *text);

/* Plays until the game is over or the player leaves. Returns the exit status: 0; 1 if there is no
 * game to resume; 3 if a file or memory failed. Prints the reason on standard error. */
int terminal_play(const struct terminal_options *options);

/* ---- remote tables ---- */

/* Callbacks to the remote table, provided by the caller of remote_game_open. All are called on the
 * thread that called remote_game_run. */
struct remote_door {
    void *context;
    /* Waits until a key or line can be read, the table sends something, or this many milliseconds
     * have passed (-1: no limit), and takes in what was received. Returns true if the table has
     * changed. */
    bool (*wait)(void *context, int ms, bool *input);
    /* Plays an action and waits for the answer. Returns false with a message for the player ("" if
     * none is needed). */
    bool (*act)(void *context, struct cn_action action, const cn_card *cards, int count, char *why,
                size_t size);
    /* Undoes the last action; returns as 'act' does. */
    bool (*undo)(void *context, char *why, size_t size);
    /* The player is ready for the game, or for the next deal. */
    void (*ready)(void *context);
    /* A line about the table, not the game: what follows "/". */
    void (*command)(void *context, const char *line);
    /* Returns whether the table is gone for good, or the player was sent away. */
    bool (*is_over)(const void *context);
};

struct remote_game;
struct scene;

/* 'options' gives the language, colours and so on. Returns NULL without memory or words. */
struct remote_game *remote_game_open(const struct terminal_options *options,
                                     const struct remote_door *door);
void remote_game_close(struct remote_game *far);
/* Returns the scene, which the caller tells what happens at the table (display/scene.h). */
struct scene *remote_game_scene(struct remote_game *far);
/* Describes what undoing this many actions would take back; "" if it is not known. */
void remote_game_say_undoing(const struct remote_game *far, int count, char *text, size_t size);
/* Sets whether hints are allowed here. */
void remote_game_hints(struct remote_game *far, bool allowed);
/* Sets the lines that describe the waiting room, for a screen. */
void remote_game_lobby(struct remote_game *far, const char *lines);
/* An action of the player is unanswered because the connection is lost. Nothing else can be done
 * until it is answered. */
void remote_game_pending(struct remote_game *far, bool pending);
/* A word or two about the table's state ("paused"); "" if nothing is unusual. */
void remote_game_status(struct remote_game *far, const char *text);
/* The time that the seat has to decide; below 0: no clock runs. */
void remote_game_clock(struct remote_game *far, int seat, int ms);
/* A notice for the player, shown when there is room. */
void remote_game_say(struct remote_game *far, const char *text);
/* The same for an answer to the player, which is not shown again later. */
void remote_game_answer(struct remote_game *far, const char *text);
/* Shows the table until the game is over, the player leaves, or remote->is_over. Returns the exit
 * status. */
int remote_game_run(struct remote_game *far);

#endif
