/* local_game.h -- one table at this terminal: the game, its record on disk, bots, and undo.
 *
 * It stands between the engine and the two front ends, and contains no rules and no user interface.
 * Every decision, of a person or a bot, passes through local_game_play into cn_game_play, and its
 * record lines are on disk before the call returns, so that a game killed at any moment resumes
 * where it stopped. The record holds all state: decks and bots' random numbers follow from the
 * seed, the deal's number and the count of actions.
 */
#ifndef TERMINAL_LOCAL_GAME_H
#define TERMINAL_LOCAL_GAME_H

#include "game_file.h"
#include "game_source.h"

enum {
    UNDO_MAX = 64 /* a turn lays at most a hand of some sixty cards */
};

/* A bot's unfinished decision. */
struct bot_thought {
    struct cn_rng rng;
    struct cn_action action; /* once it is made */
    int64_t left;            /* nodes that may still be spent */
    bool begun, made;
};

/* A seat that a program plays. Its lines are collected from the beginning of the game and sent when
 * it has to decide, so that it never receives actions that were undone. */
struct program_seat {
    void *program; /* of session->programs; NULL: no program plays here */
    bool begun;
    char command[BOT_NAME_SIZE];
    struct cn__text told;
    size_t sent;           /* bytes of 'told' */
    size_t undo[UNDO_MAX]; /* length of 'told' before each action that can be undone */
    size_t before;         /* length before the action in progress */
};

struct local_game {
    struct game_source source;
    struct cn_law law;
    struct game_file store;
    const struct cn_bot *bots[CN_SEATS_MAX]; /* NULL: a person */
    int64_t nodes[CN_SEATS_MAX];             /* the budget per decision of a bot that searches */
    void *minds[CN_SEATS_MAX];               /* state of such bots; NULL: none */
    const struct program_hooks *programs;
    struct program_seat seats[CN_SEATS_MAX];
    struct bot_thought thought;            /* of the bot in turn */
    char names[CN_SEATS_MAX][PERSON_SIZE]; /* as in records */
    char seed[SEED_SIZE];
    enum pace pace; /* chosen at the start of the game, if it was */
    bool pace_given;
    int actions;           /* decisions of this deal that were not undone */
    int events;            /* events of the action in progress, its own included */
    struct cn_meter meter; /* of the deal in play */
    struct cn__text lines; /* buffer for the record line being made */
    /* record lines made; those already in the file are not written again */
    int written, on_disk;
    int undo_news[UNDO_MAX]; /* number of news before each action that can be undone */
    /* the game before each of them; the last: before the action in progress */
    struct cn_game undo[UNDO_MAX + 1];
};

/* Sets up a new table and begins its record. Draws for seats unless the options assign them.
 * Returns NULL and sets *trouble on failure. The caller frees the game. */
struct local_game *local_game_new(const struct terminal_options *options, struct io_error *trouble);
/* Resumes the game in options->file, or the latest unfinished one. Repairs the torn end that a
 * killed program may leave. Returns NULL and sets *trouble if there is no such game or it cannot be
 * read. */
struct local_game *local_game_resume(const struct terminal_options *options,
                                     struct io_error *trouble);
void local_game_free(struct local_game *session);

/* Shuffles, cuts and deals the next deal; call it only between deals (asserted). Returns false if
 * it cannot be saved. */
bool local_game_deal(struct local_game *session);
/* Plays an action; see cn_game_play. It is on disk when this returns true. If it is not legal,
 * returns false and *why and changes nothing. A failure to save sets session->source.trouble. */
bool local_game_play(struct local_game *session, int seat, struct cn_action action,
                     const cn_card *cards, struct cn_refusal *why);
/* Lets the bot in turn think for a few milliseconds; the seat must be a bot's (asserted). Returns
 * true once it has decided, or has failed, as programs can: then session->source.trouble is set.
 * Its decision does not depend on how often or when this is called. */
bool local_game_bot_think(struct local_game *session);
/* Lets the bot in turn finish its decision and play it. Plays nothing if the bot fails. */
void local_game_bot_move(struct local_game *session);
/* Returns how many actions of this turn the seat may undo now. */
int local_game_undoable(const struct local_game *session, int seat);
/* Undoes the last action; there must be one (asserted). */
void local_game_undo(struct local_game *session);

#endif
