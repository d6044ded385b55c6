/* external_bot.h -- bots written elsewhere: a program plays a seat over its standard input and
 * output (docs/BOTS.md). "canasta play" and the lab seat them alike.
 *
 * The program is sent its seat's record and nothing else, and answers each 'actions' line with one
 * line. A host opens a seat for it once and then plays any number of games: begin, deal with
 * external_bot_hear among the game's observers, and decide when it is the seat's turn. Everything
 * that the program does is a result; no wait exceeds its limit, and a program that has failed is
 * ended and started again only by the next game. One thread at a time may use a seat.
 */
#ifndef COMMAND_EXTERNAL_BOT_H
#define COMMAND_EXTERNAL_BOT_H

#include "record/record.h"

enum {
    EXTERNAL_BOT_LIMIT_MS = 1000, /* for a decision, by default */
    EXTERNAL_BOT_FIRST = 10,      /* times the limit, for the first decision after its start */
    EXTERNAL_BOT_ANSWER = 64
};

enum external_bot_result {
    EXTERNAL_BOT_ANSWERED,
    EXTERNAL_BOT_NONSENSE, /* its line is not JSON, or holds no action string: 'answer' */
    EXTERNAL_BOT_ILLEGAL,  /* the action is refused: 'answer', 'refusal' */
    EXTERNAL_BOT_LATE,     /* no answer within the limit, or it leaves too much unread */
    EXTERNAL_BOT_DIED,     /* it ended or closed its output: 'exit' or 'signal' */
    EXTERNAL_BOT_NO_START, /* it could not be started: 'error' */
    EXTERNAL_BOT_MEMORY,   /* the host has none left */
    EXTERNAL_BOT_RESULTS
};

/* How a program failed. */
struct external_bot_fault {
    enum external_bot_result result;
    char answer[EXTERNAL_BOT_ANSWER]; /* cut short, printable ASCII */
    struct cn_refusal refusal;
    int exit, signal; /* the exit status, or the signal that ended it, else 0 */
    int error;        /* errno */
};

/* The command of a bot "exec:COMMAND", within 'bot'; NULL if it is another kind of bot. */
const char *external_bot_command(const char *bot);

struct external_bot; /* opaque */

/* A seat for a program; nothing is started yet. The command is split at blanks, no shell reads it.
 * 'limit_ms' is above 0. NULL without memory. */
struct external_bot *external_bot_open(const char *command, int limit_ms);
/* Discards its standard error from the next start on: for a host that draws on the same
 * terminal. */
void external_bot_hush(struct external_bot *outside);
/* Ends the program, by a signal if it does not exit at the end of its input, and frees everything.
 * Does nothing for NULL. */
void external_bot_close(struct external_bot *outside);

/* A game begins: starts the program if none runs, and sends it the game line, without the seed.
 * 'game' is the game that will be played; it must stay where it is while this seat is used. False
 * if it could not be started; then every decision fails as well. */
bool external_bot_begin(struct external_bot *outside, const struct cn_game_header *line,
                        const struct cn_game *game, int seat);
/* Sends the line of an event of that game, as far as the seat may know it. An observer:
 * cn_observer.context is the struct external_bot. Never waits. */
void external_bot_hear(void *outside, const struct cn_event *event);
/* The same of lines that the host has from cn_record_write_seat_event: for one that tells them
 * later than they happen. */
void external_bot_tell(struct external_bot *outside, const char *lines, size_t length);
/* Asks for a decision, unless that has been done, and waits for at most 'ms' milliseconds of the
 * limit. Returns true once the decision is there or has failed: see external_bot_fault. */
bool external_bot_wait(struct external_bot *outside, int ms, struct cn_action *action);
/* Asks for a decision; the seat must be the one that decides. On EXTERNAL_BOT_ANSWERED *action is
 * legal; on all else the program is ended and external_bot_fault tells more. */
enum external_bot_result external_bot_decide(struct external_bot *outside,
                                             struct cn_action *action);
/* How it failed in this game; its result is EXTERNAL_BOT_ANSWERED if it has not. */
const struct external_bot_fault *external_bot_fault(const struct external_bot *outside);

/* "died", "late", …: one word for tables. */
const char *external_bot_result_name(enum external_bot_result result);
/* A fault in words for people who write bots; cut to 'size'. */
void external_bot_fault_format(const struct external_bot_fault *fault, char *text, size_t size);

#endif
