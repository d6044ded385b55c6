/* game_source.h -- the game that a front end shows, whether it is played here or elsewhere.
 *
 * A local game (local_game.h) and a remote table (remote_game.h) both begin with this struct. Each
 * tells the scene what happens and carries out what the person wants; the front ends have one loop
 * for both.
 */
#ifndef TERMINAL_GAME_SOURCE_H
#define TERMINAL_GAME_SOURCE_H

#include "display/display.h"
#include "terminal.h"

enum {
    NOTICES = 64,
    NOTICE_SIZE = 400,
    LOBBY_SIZE = 2000
};

/* Drawing for seats: the cards each seat's player drew, in order. */
struct seating {
    cn_card drawn[CN_SEATS_MAX][CN_DRAWS_MAX];
    uint8_t count[CN_SEATS_MAX];
    bool done; /* seats were drawn for */
};

/* A failure outside the game. Its message is the catalogue's ui.error.<name>. */
struct io_error {
    const char *key;
    char detail[480]; /* a path, a name, the system's reason, or what is wrong with a record */
};

/* A line from the people or the server at a remote table. */
struct notice {
    char text[NOTICE_SIZE];
    bool is_answer; /* not to be shown again */
    int32_t after;  /* number of news at the time */
};

struct game_source;

struct game_source_type {
    /* Plays an action; see cn_game_play. If it is refused, returns false and sets *why, or sets
     * source->refused if a notice says why. */
    bool (*play)(struct game_source *source, int seat, struct cn_action action,
                 const cn_card *cards, struct cn_refusal *why);
    /* Undoes the last action, if that is allowed. */
    void (*undo)(struct game_source *source);
    /* The person wants the game, or the next deal, to begin. */
    void (*ready)(struct game_source *source);

    /* Here only; NULL if bots decide elsewhere. Goes on where nobody has to be asked: deals for the
     * first time, or lets the bot in turn decide and play. Returns false if a person decides. */
    bool (*advance)(struct game_source *source);
    /* Lets the bot in turn think for a few milliseconds. Returns true once it has decided. */
    bool (*think)(struct game_source *source);

    /* Elsewhere only; NULL in a game that is played here. As in struct remote_door. */
    bool (*wait)(struct game_source *source, int ms, bool *input);
    void (*command)(struct game_source *source, const char *line);
    bool (*is_over)(const struct game_source *source);
};

struct game_source {
    const struct game_source_type *type;
    struct scene scene;
    struct seating seating;
    struct io_error trouble; /* key != NULL: saving or a program failed; nothing more is played */
    char language[16];
    const char *file; /* where the game is saved; NULL: not here */

    /* a remote table */
    struct notice notice[NOTICES]; /* the latest last */
    int notices, notices_told;     /* and how many of them were shown */
    char lobby[LOBBY_SIZE];        /* describes the waiting room */
    char status[40];               /* of the table, if anything is unusual ("paused") */
    int clock_seat;                /* CN_NO_SEAT: no clock is running */
    bool clock_of_decision;        /* about an irregularity; else of a turn */
    int64_t clock_ends;            /* milliseconds, as cn__clock_ms */
    bool refused;                  /* the last action; a notice says why */
    bool no_hints, pending, on_screen;
};

/* Returns a source without a game. The scene has to be initialized by the caller. */
void game_source_init(struct game_source *source, const struct game_source_type *type,
                      const char *language);

static inline bool game_source_is_remote(const struct game_source *source)
{
    return source->type->wait != NULL;
}
static inline enum cn_stage game_source_stage(const struct game_source *source)
{
    return cn_game_stage(&source->scene.game);
}
static inline int game_source_actor(const struct game_source *source)
{
    return cn_game_actor(&source->scene.game);
}
/* Returns whether a decision about an irregularity is due. */
static inline bool game_source_decides(const struct game_source *source)
{
    return source->scene.game.deal.board.due != CN_DUE_NOTHING;
}

/* Returns the seats of people at this terminal, bit s. */
unsigned game_source_people(const struct game_source *source);
/* Returns whether a person at this terminal has the seat. */
bool game_source_is_here(const struct game_source *source, int seat);
/* Returns whether several people share this terminal. */
bool game_source_is_shared(const struct game_source *source);
/* Returns whether a bot of this terminal decides now. */
bool game_source_bot_decides(const struct game_source *source);
/* Returns whose display to show: 'before' while that is a person at this terminal, else the one who
 * decides, else the first one. 0: nobody here plays. */
int game_source_viewer(const struct game_source *source, int before);

/* Plays the steps of a card play up to the first that is refused. Returns how many were played;
 * refusals are as in game_source_type. */
int game_source_play_cards(struct game_source *source, int seat, const struct card_play *plan,
                           struct cn_refusal *why);
/* Goes on where nobody has to be asked. Returns false if there is nothing to do but wait. */
bool game_source_advance(struct game_source *source);
/* Passes on a line about the table, what follows "/". Returns false if there is no table. */
bool game_source_command(struct game_source *source, const char *line);
/* Waits for input or for a change, at most this many milliseconds (-1: no limit). Returns true if
 * something has changed; *input: input can be read. */
bool game_source_wait(struct game_source *source, int ms, bool *input);
/* Returns whether the table is gone for good, or the player was sent away. */
bool game_source_is_over(const struct game_source *source);

/* Adds a notice. The oldest goes when there is no room. */
void game_source_notify(struct game_source *source, const char *text, bool is_answer);
/* Returns the next notice that was not shown yet, or NULL. */
const struct notice *game_source_next_notice(struct game_source *source);
/* Iterates over recent notices from *at, except answers. Returns NULL past the last. */
const char *game_source_recent(const struct game_source *source, int *at);
/* Returns the seconds left to the seat whose clock runs, or -1 if none does. */
int game_source_seconds(const struct game_source *source);

#endif
