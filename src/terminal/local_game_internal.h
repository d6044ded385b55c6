/* local_game_internal.h -- what the files of a local game share. From the bottom up:
 *
 *   local_seats.c   failures outside the game, bots on seats
 *   programs.c      seats that programs play
 *   local_game.c    the game: dealing, actions, undo
 *   seating.c       a new game
 *   resume.c        a saved game
 */
#ifndef TERMINAL_LOCAL_GAME_INTERNAL_H
#define TERMINAL_LOCAL_GAME_INTERNAL_H

#include "local_game.h"

/* Gathers lines of the record, each with its newline. */
void local_game_write(struct local_game *session, const char *text, size_t length);
/* Puts them on disk; false and session->trouble on failure. */
bool local_game_save(struct local_game *session);
/* The deal after this one, without saving; 'given' is the deck of a record, NULL: a new one. */
bool local_game_start_deal(struct local_game *session, const cn_card *given);
/* local_game_play and local_game_undo without saving. */
bool local_game_apply(struct local_game *session, int seat, struct cn_action action,
                      const cn_card *cards, struct cn_refusal *why);
void local_game_take_back(struct local_game *session, int count);
/* A session with its seats drawn for, names given and first lines gathered, those beyond the first
 * 'on_disk', but without a file. NULL and *trouble on failure. */
struct local_game *local_game_set_up(const struct terminal_options *options, bool draw, int on_disk,
                                     struct io_error *trouble);
/* Seats a bot with its budget and a mind, if it thinks, on an empty seat; false without memory. */
bool local_game_seat(struct local_game *session, int seat, const struct cn_bot *bot, int64_t nodes);
/* The line that the game begins with; 'names' is room for what it borrows. */
struct cn_game_header local_game_game_line(const struct local_game *session,
                                           const char *names[CN_SEATS_MAX]);

/* ---- programs that play (programs.c) ---- */

/* The command of "exec:COMMAND", within 'bot'; NULL if it is another kind of bot. */
const char *program_command(const char *bot);
/* Seats a program, which is not started yet; false and *trouble on failure. */
bool programs_seat(struct local_game *session, int seat, const char *command,
                   struct io_error *trouble);
/* Starts those that are seated; false and *trouble if one does not start. */
bool programs_begin(struct local_game *session, struct io_error *trouble);
/* An event of the game in progress, an action before and after it can be taken back, and one that
 * was: 'at' counts those that stand. */
void programs_hear(struct local_game *session, const struct cn_event *event);
void programs_mark(struct local_game *session);
void programs_remember(struct local_game *session, int at);
void programs_forget_oldest(struct local_game *session, int count);
void programs_take_back(struct local_game *session, int at);
/* As local_game_bot_think, of a seat that a program plays. */
bool programs_think(struct local_game *session, int seat);
void programs_end(struct local_game *session);
/* A command as one word of printable ASCII without commas, for a note; and back. Cut to size. */
void program_encode(const char *command, char *word, size_t size);
void program_decode(const char *word, size_t length, char *command, size_t size);

/* Gives the session the file of 'store', which forgets it; what is gathered stays to be written. */
void local_game_give_file(struct local_game *session, struct game_file *store);
/* Fills in *trouble; the detail is the system's reason if it is NULL. Returns NULL. */
void *local_game_fail(struct io_error *trouble, const char *key, const char *detail);
/* The same of a path: the detail is "PATH: the system's reason". */
void *local_game_fail_at(struct io_error *trouble, const char *key, const char *path);

#endif
