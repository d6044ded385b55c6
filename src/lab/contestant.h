/* contest.h -- who may sit down in the arena: a bot with its budget, or anything else that decides.
 *
 * A contestant is a recipe. For each seat of each worker it is opened once and gives a player,
 * which has what deciding there needs: a bot's mind and its random numbers, a program's pipes.
 * Players of different workers are used by different threads at once.
 */
#ifndef LAB_CONTESTANT_H
#define LAB_CONTESTANT_H

#include "bots/bots.h"
#include "record/record.h"

struct contest_player {
    void *context;
    /* A game begins, one deal or a match, on this game, which stays where it is; the player has
     * the seat. Then it hears what happens (a sink), deals included. False if it cannot play.
     * Both NULL: it need not hear. */
    bool (*sit)(void *context, const struct cn_game_header *line, const struct cn_game *game,
                int seat);
    void (*hear)(void *context, const struct cn_event *event);
    /* A deal begins, in which the player has the seat; all that it rolls follows from the number
     * 'seed'. The law stays where it is until the deal is over. False if it cannot play. */
    bool (*begin)(void *context, const struct cn_law *law, int seat, uint64_t seed);
    /* Decides for the seat, which is the deciding one; it may look only at what that seat may know
     * (cn_view_of). False if it could not. */
    bool (*decide)(void *context, const struct cn_deal *deal, int seat, struct cn_action *action);
    /* Why begin or decide gave false; NULL: nothing is known. Valid until the next call. */
    const char *(*why)(const void *context);
    /* Does its side lose the game by that? NULL or false: then nothing more can be played. */
    bool (*forfeits)(const void *context);
    void (*close)(void *context);
};

struct contestant {
    const char *name;
    const void *recipe;
    /* Makes a player; false without memory, or if the world does not let it. */
    bool (*open)(const struct contestant *contestant, struct contest_player *player);
    bool at_once; /* decides in microseconds: pairs are dealt to workers by the bunch */
    bool hears;   /* its players hear what happens: games go through the game's door */
};

/* A bot and what it may spend on a decision. */
struct bot_entry {
    const struct cn_bot *bot;
    int64_t nodes;    /* the budget of a bot that thinks */
    int64_t think_ms; /* if above 0: its time in place of nodes, by the clock */
};

/* A bot as a contestant; the entry is borrowed as long as the contestant is used. */
struct contestant contestant_of_bot(const struct bot_entry *entry);

/* A program that plays (outside.h), and its limit for a decision. */
struct process_entry {
    const char *name, *command;
    int limit_ms;
};

/* A program as a contestant, likewise: one process a seat and worker. If it fails, it forfeits
 * the game. */
struct contestant contestant_of_program(const struct process_entry *entry);

#endif
