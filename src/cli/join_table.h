/* join_table.h -- a server's table in this terminal.
 *
 * The session (src/client/session.h) conducts the conversation. This part has the connection
 * (src/client/transport.h) and the file of tokens, and decides which messages the terminal
 * (src/terminal/terminal.h) shows.
 */
#ifndef CLI_JOIN_TABLE_H
#define CLI_JOIN_TABLE_H

#include <uv.h>

#include "client/client.h"
#include "display/display.h"
#include "protocol/protocol.h"
#include "terminal/terminal.h"

/* Who joins, and how. */
struct join_options {
    struct url url;
    char name[100];
    char rules[CN_RULES_NAME_SIZE];
    char house[sizeof(((struct message *)0)->house)]; /* changed rules, one per line; "" if none */
    uint8_t token[TOKEN_BYTES];
    int players, seat;                                          /* seat -1: any */
    bool make, named, has_token, new_token, watching, insecure; /* named: by --name */
    const char *seats_path; /* the file of tokens; NULL: tokens are not stored */
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
    char shown[CN_SEATS_MAX][100]; /* the name shown for each seat */
    /* the ticket of the request that the player waits for; 0: none */
    int64_t asked;
    int64_t tickets;
    char why[400]; /* the message of a refusal */
    bool input_ready, changed, timed, refused, over, lost, waits, reached;
    bool unreached; /* a table was to be created, and no server answered */
    bool watched;   /* the player knows that they are a spectator */
    bool clock_runs;
    int listed;       /* the server's tables listed so far */
    int64_t verdicts; /* verdicts of the replica shown so far */
    char seat_refused[32];
    bool token_is_kept;
    uint8_t kept_token[TOKEN_BYTES];
    int exit_status;
};

/* Connects. The terminal calls 'door', which must outlive the table. Returns false if connecting
 * cannot even begin. */
bool join_open(struct join_table *table, struct join_options *options,
               const struct terminal_options *terminal, const struct remote_door *door);
void join_close(struct join_table *table);
/* Callbacks of the terminal (struct remote_door). */
bool join_wait(void *table, int ms, bool *input);
bool join_act(void *table, struct cn_action action, const cn_card *cards, int count, char *why,
              size_t size);
bool join_undo(void *table, char *why, size_t size);
void join_ready(void *context);
bool join_is_over(const void *table);

/* ---- join_commands.c ---- */

/* Runs a line that began with a slash; 'line' is what follows it. */
void join_command(void *context, const char *line);

/* ---- join_words.c ---- */

/* Shows a message of the catalogue, with its arguments {0}, {1} and {2}. */
void join_say(struct join_table *table, const char *key, const char *a, const char *b,
              const char *c);
/* The same, for an answer to something the player asked. */
void join_answer(struct join_table *table, const char *key, const char *a, const char *b);
/* Finds the message for a refusal. 'law' and 'said' are the article and the server's own message if
 * the rules forbid the action. */
void join_refusal(const struct join_table *table, const char *why, const char *law,
                  const char *said, char *text, size_t size);
const char *join_name(const struct join_table *table, int seat);
/* Shows what a message says about the table, if it concerns people. Call before the session takes
 * the message in. */
void join_tell(struct join_table *table, const struct message *message);
/* A deal is void; by: bit s: seat s withheld its part. */
void join_tell_void(struct join_table *table, int by);
/* Shows the host's settings that a message contains. */
void join_tell_choices(struct join_table *table, const struct message *set, bool is_answer);
/* People count seats from 1. */
enum {
    NUMBER_SIZE = 16
};
void join_number(int seat, char text[NUMBER_SIZE]);
/* Writes who holds a seat, in one line. */
void join_who(const struct join_table *table, int seat, char *text, size_t size);
/* Shows the waiting room on a screen. */
void join_show_lobby(struct join_table *table);
/* Sends a message with an id, again after each loss of the connection, until it is answered.
 * Returns false and the message for the player if it was refused or the table is gone. */
bool join_ask_and_wait(struct join_table *table, struct message *message, char *why, size_t size);

#endif
