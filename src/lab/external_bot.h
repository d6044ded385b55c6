/* outside.h -- bots written elsewhere: a program plays a seat over its standard input and output (docs/BOTS.md).
 *
 * The program is sent its seat's record and nothing else, and answers each 'actions' line with one line. A host
 * opens a seat for it once and then plays any number of games: begin, deal with cn_outside_hear among what the game's
 * sink calls, and decide when it is the seat's turn. Whatever the program does is a result; it is
 * never waited for longer than its limit, and once it has failed it is ended and started again only by the
 * next game. One thread at a time may use a seat.
 */
#ifndef CN_STUDY_OUTSIDE_H
#define CN_STUDY_OUTSIDE_H

#include "record/record.h"

enum {
    CN_OUTSIDE_LIMIT_MS = 1000, /* for a decision, where nobody says otherwise */
    CN_OUTSIDE_FIRST = 10,      /* so many limits for the first decision after its start */
    CN_OUTSIDE_ANSWER = 64
};

enum cn_outside_result {
    CN_OUTSIDE_ANSWERED,
    CN_OUTSIDE_NONSENSE, /* its line is not JSON, or holds no action string: 'answer' */
    CN_OUTSIDE_ILLEGAL,  /* the action is refused: 'answer', 'refusal' */
    CN_OUTSIDE_LATE,     /* no answer within the limit, or it leaves too much unread */
    CN_OUTSIDE_DIED,     /* it ended or closed its output: 'exit' or 'signal' */
    CN_OUTSIDE_NO_START, /* it could not be started: 'error' */
    CN_OUTSIDE_MEMORY,   /* the host has none left */
    CN_OUTSIDE_RESULTS
};

/* How a program failed. */
struct cn_outside_fault {
    enum cn_outside_result result;
    char answer[CN_OUTSIDE_ANSWER]; /* cut short, printable ASCII */
    struct cn_refusal refusal;
    int exit, signal; /* the exit status, or the signal that ended it, else 0 */
    int error;        /* errno */
};

/* The command of a bot "exec:COMMAND", within 'bot'; NULL if it is another kind of bot. */
const char *cn_outside_command(const char *bot);

struct cn_outside; /* opaque */

/* A seat for a program; nothing is started yet. The command is split at blanks, no shell reads it. 'limit_ms' is
 * above 0. NULL without memory. */
struct cn_outside *cn_outside_open(const char *command, int limit_ms);
/* Its standard error goes nowhere from the next start on: for a host that draws on the same terminal. */
void cn_outside_hush(struct cn_outside *outside);
/* Ends the program, killing it if it does not end by itself at the end of its input, and gives all back. NULL is
 * harmless. */
void cn_outside_close(struct cn_outside *outside);

/* A game begins: starts the program if none runs, and sends it the game line, without the seed. 'game' is the game
 * that will be played; it must stay where it is while this seat is used. False if it could not
 * be started; then every decision fails as well. */
bool cn_outside_begin(struct cn_outside *outside, const struct cn_game_line *line,
                      const struct cn_game *game, int seat);
/* Sends the line of an event of that game, as far as the seat may know it. A sink: cn_sink.context is the struct
 * cn_outside. Never waits. */
void cn_outside_hear(void *outside, const struct cn_event *event);
/* The same of lines that the host has from cn_lines_seat_event: for one that tells them later than they happen. */
void cn_outside_tell(struct cn_outside *outside, const char *lines, size_t length);
/* Asks for a decision, unless it has been asked for, and waits for at most so many milliseconds of the limit. True once
 * that is over: as cn_outside_decide, with cn_outside_fault telling whether *action is there. */
bool cn_outside_wait(struct cn_outside *outside, int ms, struct cn_action *action);
/* Asks for a decision; the seat must be the one that decides. On CN_OUTSIDE_ANSWERED *action is legal; on all else
 * the program is ended and cn_outside_fault tells more. */
enum cn_outside_result cn_outside_decide(struct cn_outside *outside, struct cn_action *action);
/* How it failed in this game; its result is CN_OUTSIDE_ANSWERED if it has not. */
const struct cn_outside_fault *cn_outside_fault(const struct cn_outside *outside);

/* "died", "late", …: one word for tables. */
const char *cn_outside_result_name(enum cn_outside_result result);
/* A fault in words for people who write bots; cut to 'size'. */
void cn_outside_fault_format(const struct cn_outside_fault *fault, char *text, size_t size);

#endif
