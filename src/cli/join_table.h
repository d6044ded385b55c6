/* join_table.h -- a table at a server, in this terminal.
 *
 * The conversation is the session's (src/client/session.h). What is left here: the connection
 * (src/client/transport.h), the file of tokens, and what of all that is heard the terminal
 * (src/terminal/terminal.h) shows and says.
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

struct join_table {
    struct join_options *options;
    uv_loop_t loop;
    struct transport *client;
    struct remote_game *far;
    struct session session;
    struct session_observer observer;
    struct cn_words words;
    uv_poll_t input;
    uv_timer_t timer, ticker;
    char shown[CN_SEATS_MAX][100]; /* what a seat is called */
    int64_t asked;                 /* the ticket of what the player waits for; 0: nothing */
    int64_t tickets;
    char why[400]; /* the sentence of a refusal */
    bool input_ready, changed, timed, refused, over, lost, waits, reached;
    bool unreached; /* a table was to be made, and no server answered */
    bool watched;   /* was told that it watches */
    bool clock_runs;
    int listed;       /* tables of the server that were named */
    int64_t verdicts; /* how many of the replica's were told */
    char chairless[32];
    bool token_is_kept;
    uint8_t kept_token[TOKEN_BYTES];
    int exit_status;
};

/* Connects; the terminal asks 'door', which is kept. False if that cannot even begin. */
bool join_open(struct join_table *table, struct join_options *options,
               const struct terminal_options *terminal, const struct remote_door *door);
void join_close(struct join_table *table);
/* What the terminal asks for (struct remote_door). */
bool join_wait(void *table, int ms, bool *input);
bool join_act(void *table, struct cn_action action, const cn_card *cards, int count, char *why,
              size_t size);
bool join_undo(void *table, char *why, size_t size);
void join_ready(void *context);
bool join_is_over(const void *table);

/* ---- join_commands.c ---- */

/* Obeys a line that began with a slash, which is left out. */
void join_command(void *context, const char *line);

/* ---- join_words.c ---- */

/* Tells a sentence of the catalogue: {0}, {1}, {2}. */
void join_say(struct join_table *table, const char *key, const char *a, const char *b,
              const char *c);
/* The same of what the player has asked for. */
void join_answer(struct join_table *table, const char *key, const char *a, const char *b);
/* The sentence of a refusal; law and said: by the law, its article and the server's sentence. */
void join_refusal(const struct join_table *table, const char *why, const char *law,
                  const char *said, char *text, size_t size);
const char *join_name(const struct join_table *table, int seat);
/* Tells what a message says about the table, if it says anything to a person; before it is taken
 * in. */
void join_tell(struct join_table *table, const struct message *message);
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
/* Sends a message with an id, again after every loss of the connection, until it is answered. False
 * if it was refused, with the sentence, or the table is gone. */
bool join_ask_and_wait(struct join_table *table, struct message *message, char *why, size_t size);

#endif
