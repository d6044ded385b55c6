/* far.h -- a table elsewhere, shown here: what front ends ask of it. */
#ifndef CN_FAR_H
#define CN_FAR_H

#include "session.h"

enum {
    CN_FAR_SAYINGS = 16,
    CN_FAR_SAYING_SIZE = 400
};

struct cn_far {
    struct cn_session session;
    const struct cn_terminal_options *options;
    const struct cn_remote *remote;
    char saying[CN_FAR_SAYINGS][CN_FAR_SAYING_SIZE]; /* to be told, the oldest first */
    int sayings;
    bool begun;   /* a game was heard of */
    bool refused; /* the last action, by the other end, which has said why */
};

/* Takes the oldest sentence off the list; false: there is none. */
bool cn_far_saying(struct cn_far *far, char *text, size_t size);
bool cn__far_play(struct cn_far *far, int seat, struct cn_action action, const cn_card *cards,
                  struct cn_refusal *why);
void cn__far_undo(struct cn_far *far);

/* The front ends. */
int cn_plain_far(struct cn_far *far);
/* Line by line until a game has begun; false if the player left. */
bool cn_plain_lobby(struct cn_far *far);
int cn_screen_far(struct cn_far *far);

#endif
