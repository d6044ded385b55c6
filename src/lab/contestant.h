/* contestant.h -- contestants in the arena: a bot with its budget, or anything else that decides.
 *
 * A contestant is a recipe. It is opened once for each seat of each worker and gives a player,
 * which has what deciding there needs: a bot's state and random numbers, or a program's pipes.
 * Players of different workers are used by different threads at once.
 */
#ifndef LAB_CONTESTANT_H
#define LAB_CONTESTANT_H

#include "bots/bots.h"
#include "record/record.h"

struct contest_player {
    void *context;
    /* A game begins, one deal or a match. 'game' stays valid and in place; the player has the seat.
     * Then the player receives all events, deals included (an observer). Returns false if it cannot
     * play. Both are NULL if the player needs no events. */
    bool (*sit)(void *context, const struct cn_game_header *line, const struct cn_game *game,
                int seat);
    void (*hear)(void *context, const struct cn_event *event);
    /* A deal begins in which the player has the seat. All its random numbers follow from 'seed'.
     * 'law' stays in place until the deal is over. Returns false if it cannot play. */
    bool (*begin)(void *context, const struct cn_law *law, int seat, uint64_t seed);
    /* Decides for the deciding seat, and may read only what that seat may know (cn_view_of).
     * Returns false on failure. */
    bool (*decide)(void *context, const struct cn_deal *deal, int seat, struct cn_action *action);
    /* Returns why begin or decide failed, or NULL if that is unknown. Valid until the next call. */
    const char *(*why)(const void *context);
    /* Returns whether its side forfeits the game by failing. If NULL or false, nothing more can be
     * played. */
    bool (*forfeits)(const void *context);
    void (*close)(void *context);
};

struct contestant {
    const char *name;
    const void *recipe;
    /* Makes a player. Returns false without memory, or if the system does not allow it. */
    bool (*open)(const struct contestant *contestant, struct contest_player *player);
    bool at_once; /* decides in microseconds, so workers take pairs in batches */
    bool hears;   /* its players receive events, so games are played through cn_game_play */
};

/* A bot and its budget per decision. */
struct bot_entry {
    const struct cn_bot *bot;
    int64_t nodes;    /* the budget of a bot that searches */
    int64_t think_ms; /* if above 0: its time by the clock, instead of nodes */
};

enum {
    CONTESTANT_TEXT = 256,       /* bytes, with the 0 at the end */
    CONTESTANT_MS_MOST = 3600000 /* the longest time by the clock */
};

/* Reads BOT, BOT:NODES or BOT:Tms into an entry that already has the budget of a bot without its
 * own. Returns false after a complaint. */
bool contestant_read_bot(const char *text, struct bot_entry *entry);

/* Returns a bot as a contestant. The entry must outlive it. */
struct contestant contestant_of_bot(const struct bot_entry *entry);

/* A program that plays (src/command/external_bot.h), and its limit for a decision. */
struct process_entry {
    const char *name, *command;
    int limit_ms;
};

/* Returns a program as a contestant, with one process per seat and worker. The entry must outlive
 * it. A program that fails forfeits the game. */
struct contestant contestant_of_program(const struct process_entry *entry);

#endif
