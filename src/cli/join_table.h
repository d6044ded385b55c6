/* join_table.h -- a table at a server, as one player has it: what is sent and heard, and what of it is told.
 *
 * Between a connection (src/client/transport.h), the game as far as this seat has seen it (src/client/replica.h) and the terminal's table
 * (src/terminal/terminal.h). Whatever was sent and not answered is sent again when a lost connection is back.
 */
#ifndef CLI_JOIN_TABLE_H
#define CLI_JOIN_TABLE_H

#include <uv.h>

#include "client/client.h"
#include "protocol/protocol.h"
#include "terminal/terminal.h"

/* Who joins, and how. */
struct join_options {
    struct url url;
    char name[100];
    char rules[32];
    char house[1024]; /* changes to them, lines; "": none */
    uint8_t token[TOKEN_BYTES];
    int players, seat;                                          /* seat -1: any */
    bool make, named, has_token, new_token, watching, insecure; /* named: by --name */
    const char *seats_path; /* the file of tokens; NULL: none is kept */
};

struct join_chair {
    char name[100]; /* of its holder; "" if nobody holds it */
    char level[16]; /* of the bot that plays there; "" if none does */
    char shown[100];
    bool known, host, ready, here_known;
    uint8_t here;
};

/* Something to be voted on; on 0: nothing. */
struct join_proposal {
    int on;    /* its number, which says nothing of order; 0: none */
    int heard; /* rises from one to the next */
    bool voted;
};

struct join_table {
    struct join_options *options;
    uv_loop_t loop;
    struct transport *client;
    struct remote_game *far;
    struct replica world;
    struct cn_words words;
    struct cn_observer sink;
    uv_poll_t input;
    uv_timer_t timer;
    struct join_chair chairs[CN_SEATS_MAX];
    uint8_t drawn_to[CN_SEATS_MAX]; /* while seats are drawn for: by old seat */
    int seat, players;
    int64_t next_id, asked; /* asked: the id that is not answered yet; 0: none */
    char asked_text[MESSAGE_BYTES];
    char why[400]; /* the sentence of a refusal */
    bool welcome, input_ready, changed, timed, refused, over, lost, waits;
    bool unreached; /* a table was to be made, and no server answered */
    bool gathering; /* in the lobby, or between deals */
    bool paused, watched, arranged;
    bool asked_again;       /* what is asked may have been done already */
    bool wants_ready;       /* has said that it is ready for what comes */
    struct message choices; /* the host's, as they stand */
    int watchers, listed;   /* listed: tables of the server that were named */
    char last_no[32];
    int64_t verdicts; /* how many of the world's were told */
    struct join_proposal proposals[PROPOSALS];
    int proposals_heard;
    int64_t stuck_at; /* the number at which the last snapshot was asked for */
    int tries;        /* … for that number */
    int exit_status;
};

/* Connects. False if that cannot even begin. */
bool join_open(struct join_table *table, struct join_options *options,
               const struct terminal_options *terminal);
void join_close(struct join_table *table);
/* What the terminal asks for (struct remote_door). */
bool join_wait(void *table, int ms, bool *input);
bool join_act(void *table, struct cn_action action, const cn_card *cards, int count, char *why,
              size_t size);
bool join_undo(void *table, char *why, size_t size);
void join_ready(void *context);
void join_command(void *context, const char *line);
bool join_is_over(const void *table);

/* ---- join_words.c ---- */

/* Tells a sentence of the catalogue: {0}, {1}, {2}. */
void join_say(struct join_table *table, const char *key, const char *a, const char *b,
              const char *c);
/* The same of what the player has asked for. */
void join_answer(struct join_table *table, const char *key, const char *a, const char *b);
/* The sentence of a refusal. */
void join_refusal(const struct join_table *table, const struct message *no, char *text,
                  size_t size);
const char *join_name(const struct join_table *table, int seat);
/* Tells what a message says about the table, if it says anything to a person; before it is taken in. */
void join_tell(struct join_table *table, const struct message *message);
/* Whether those who watch are shown hands. */
void join_tell_open(struct join_table *table, const struct message *set);
/* The host's choices that a message gives. */
void join_tell_choices(struct join_table *table, const struct message *set, bool is_answer);
/* Who sits on a seat, in a line. */
/* The number of a seat for people, who count from 1. */
enum {
    NUMBER_SIZE = 16
};
void join_number(int seat, char text[NUMBER_SIZE]);
void join_who(const struct join_table *table, int seat, char *text, size_t size);
/* The waiting room, for a screen. */
void join_show_lobby(struct join_table *table);
/* What is to be voted on by this player; NULL: nothing. */
struct join_proposal *join_open_proposal(struct join_table *table);
/* Sends a message with an id, again after every loss of the connection, until it is answered. False if it was refused,
 * with the sentence, or the table is gone. */
bool join_ask_and_wait(struct join_table *table, struct message *message, char *why, size_t size);

#endif
