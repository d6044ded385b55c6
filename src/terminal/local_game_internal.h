/* local_game_internal.h -- functions shared by the files of a local game. From the bottom up:
 *
 *  local_seats.c   failures outside the game, bots on seats
 *  programs.c      seats that programs play
 *  local_game.c    the game: dealing, actions, undo
 *  seating.c       a new game
 *  resume.c        a saved game
 */
#ifndef TERMINAL_LOCAL_GAME_INTERNAL_H
#define TERMINAL_LOCAL_GAME_INTERNAL_H

#include "local_game.h"

extern const struct game_source_type local_game_type;

/* Buffers lines of the record, each with its newline. */
void local_game_write(struct local_game *session, const char *text, size_t length);
/* Writes them to disk. Returns false and sets session->source.trouble on failure. */
bool local_game_save(struct local_game *session);
/* Starts the next deal without saving. 'given' is the deck of a record, or NULL for a new deck. */
bool local_game_start_deal(struct local_game *session, const cn_card *given);
/* As local_game_play and local_game_undo, without saving. */
bool local_game_apply(struct local_game *session, int seat, struct cn_action action,
                      const cn_card *cards, struct cn_refusal *why);
void local_game_take_back(struct local_game *session, int count);
/* Returns a session with seats, names and its first lines, of which the first 'on_disk' are not
 * buffered, but without a file. Returns NULL and sets *trouble on failure. */
struct local_game *local_game_set_up(const struct terminal_options *options, bool draw, int on_disk,
                                     struct io_error *trouble);
/* Seats a bot with its budget and, if it searches, its state. Returns false without memory. */
bool local_game_seat(struct local_game *session, int seat, const struct cn_bot *bot, int64_t nodes);
/* Returns the game line; 'names' is storage for the strings that it borrows. */
struct cn_game_header local_game_game_line(const struct local_game *session,
                                           const char *names[CN_SEATS_MAX]);

/* ---- programs that play (programs.c) ---- */

/* Returns the command of "exec:COMMAND", within 'bot', or NULL if it is another kind of bot. */
const char *program_command(const char *bot);
/* Seats a program without starting it. Returns false and sets *trouble on failure. */
bool programs_seat(struct local_game *session, int seat, const char *command,
                   struct io_error *trouble);
/* Starts the seated programs. Returns false and sets *trouble if one does not start. */
bool programs_begin(struct local_game *session, struct io_error *trouble);
/* Report to the programs: an event of the game in progress; an action, before and after it can be
 * undone; and an undo, after which 'at' actions stand. */
void programs_hear(struct local_game *session, const struct cn_event *event);
void programs_mark(struct local_game *session);
void programs_remember(struct local_game *session, int at);
void programs_forget_oldest(struct local_game *session, int count);
void programs_take_back(struct local_game *session, int at);
/* As local_game_bot_think, for a seat that a program plays. */
bool programs_think(struct local_game *session, int seat);
void programs_end(struct local_game *session);
/* Encodes a command as one word of printable ASCII without commas, for a note, and back. Truncates
 * to the size. */
void program_encode(const char *command, char *word, size_t size);
void program_decode(const char *word, size_t length, char *command, size_t size);

/* Moves the file of 'store' to the session. Buffered lines stay to be written. */
void local_game_give_file(struct local_game *session, struct game_file *store);
/* Fills in *trouble. If 'detail' is NULL, uses the system's reason. Returns NULL. */
void *local_game_fail(struct io_error *trouble, const char *key, const char *detail);
/* The same for a path: the detail is "PATH: the system's reason". */
void *local_game_fail_at(struct io_error *trouble, const char *key, const char *path);

#endif
