/* remote_game.h -- a remote table shown here: the functions for front ends. */
#ifndef TERMINAL_REMOTE_GAME_H
#define TERMINAL_REMOTE_GAME_H

#include "local_game.h"

enum {
    REMOTE_GAME_NOTICES = 64,
    REMOTE_GAME_NOTICE_SIZE = 400,
    REMOTE_GAME_LOBBY_SIZE = 2000
};

struct notice {
    char text[REMOTE_GAME_NOTICE_SIZE];
    bool is_answer; /* not to be shown again */
    int32_t after;  /* number of news at the time */
};

struct remote_game {
    struct local_game session;
    const struct terminal_options *options;
    const struct remote_door *remote;
    struct notice saying[REMOTE_GAME_NOTICES]; /* the latest last */
    int sayings, told;                         /* and how many of them were shown */
    char lobby[REMOTE_GAME_LOBBY_SIZE];
    char status[40];
    int clock_seat;     /* CN_NO_SEAT: no clock is running */
    int64_t clock_ends; /* milliseconds, as remote_game_now */
    int games;          /* counts the games begun at this table */
    bool refused;       /* the server refused the last action, and has said why */
    bool no_hints, pending;
    bool on_screen;
};

/* Returns the next notice that was not shown yet, or NULL. */
const struct notice *remote_game_next_notice(struct remote_game *far);
/* Iterates over recent notices from *at, except answers. Returns NULL past the last. */
const char *remote_game_recent(const struct remote_game *far, int *at);
/* Returns the seconds left to the seat whose clock runs, or -1 if none does. */
int remote_game_seconds(const struct remote_game *far);
bool remote_game_play(struct remote_game *far, int seat, struct cn_action action,
                      const cn_card *cards, struct cn_refusal *why);
void remote_game_undo(struct remote_game *far);

/* The front ends. */
int plain_far(struct remote_game *far);
int screen_far(struct remote_game *far);

#endif
