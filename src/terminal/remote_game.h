/* far.h -- a table elsewhere, shown here: what front ends ask of it. */
#ifndef CN_FAR_H
#define CN_FAR_H

#include "local_game.h"

enum {
    CN_FAR_SAYINGS = 64,
    CN_FAR_SAYING_SIZE = 400,
    CN_FAR_LOBBY_SIZE = 2000
};

struct cn_saying {
    char text[CN_FAR_SAYING_SIZE];
    bool is_answer; /* not to be shown again */
    int32_t after;  /* the news that had happened then */
};

struct cn_far {
    struct cn_session session;
    const struct cn_terminal_options *options;
    const struct cn_remote *remote;
    struct cn_saying saying[CN_FAR_SAYINGS]; /* the latest last … */
    int sayings, told;                       /* … and how many of them were told */
    char lobby[CN_FAR_LOBBY_SIZE];
    char status[40];
    int clock_seat;     /* CN_NO_SEAT: nobody's time runs */
    int64_t clock_ends; /* milliseconds, as cn_far_now */
    int games;          /* counts games that began at this table */
    bool refused;       /* the last action, by the other end, which has said why */
    bool no_hints, pending;
    bool on_screen;
};

/* The next sentence that was not told; NULL: there is none. */
const struct cn_saying *cn_far_saying(struct cn_far *far);
/* Goes through what was said lately from *at on, answers left out; NULL past the last. */
const char *cn_far_said(const struct cn_far *far, int *at);
int64_t cn_far_now(void);
/* Seconds that the seat whose time runs still has; -1: nobody's does. */
int cn_far_seconds(const struct cn_far *far);
bool cn__far_play(struct cn_far *far, int seat, struct cn_action action, const cn_card *cards,
                  struct cn_refusal *why);
void cn__far_undo(struct cn_far *far);

/* The front ends. */
int cn_plain_far(struct cn_far *far);
int cn_screen_far(struct cn_far *far);

#endif
