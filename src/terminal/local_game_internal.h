/* session_parts.h -- what session.c, seating.c and resume.c share; nobody else's business. */
#ifndef CN_SESSION_PARTS_H
#define CN_SESSION_PARTS_H

#include "local_game.h"

/* Gathers lines of the record, each with its newline. */
void cn__session_write(struct cn_session *session, const char *text, size_t length);
/* Puts them on disk; false and session->trouble on failure. */
bool cn__session_save(struct cn_session *session);
/* The deal after this one, without saving; 'given' is the deck of a record, NULL: a new one. */
bool cn__session_start_deal(struct cn_session *session, const cn_card *given);
/* cn_session_play and cn_session_undo without saving. */
bool cn__session_apply(struct cn_session *session, int seat, struct cn_action action,
                       const cn_card *cards, struct cn_refusal *why);
void cn__session_take_back(struct cn_session *session, int count);
/* A session with its seats drawn for, names given and first lines gathered, those beyond the first
 * 'on_disk', but without a file. NULL and *trouble on failure. */
struct cn_session *cn__session_set_up(const struct cn_terminal_options *options, bool draw,
                                      int on_disk, struct cn_trouble *trouble);
/* Seats a bot with its budget and a mind, if it thinks, on an empty seat; false without memory. */
bool cn__session_seat(struct cn_session *session, int seat, const struct cn_bot *bot,
                      int64_t nodes);
/* The line that the game begins with; 'names' is room for what it borrows. */
struct cn_game_line cn__session_game_line(const struct cn_session *session,
                                          const char *names[CN_SEATS_MAX]);

/* ---- programs that play (programs.c) ---- */

/* The command of "exec:COMMAND", within 'bot'; NULL if it is another kind of bot. */
const char *cn__program_command(const char *bot);
/* Seats a program, which is not started yet; false and *trouble on failure. */
bool cn__programs_seat(struct cn_session *session, int seat, const char *command,
                       struct cn_trouble *trouble);
/* Starts those that are seated; false and *trouble if one does not start. */
bool cn__programs_begin(struct cn_session *session, struct cn_trouble *trouble);
/* An event of the game in progress, an action before and after it can be taken back, and one that was: 'at' counts those
 * that stand. */
void cn__programs_hear(struct cn_session *session, const struct cn_event *event);
void cn__programs_mark(struct cn_session *session);
void cn__programs_remember(struct cn_session *session, int at);
void cn__programs_forget_oldest(struct cn_session *session, int count);
void cn__programs_take_back(struct cn_session *session, int at);
/* As cn_session_bot_think, of a seat that a program plays. */
bool cn__programs_think(struct cn_session *session, int seat);
void cn__programs_end(struct cn_session *session);
/* A command as one word of printable ASCII without commas, for a note; and back. Cut to size. */
void cn__program_encode(const char *command, char *word, size_t size);
void cn__program_decode(const char *word, size_t length, char *command, size_t size);

/* Gives the session the file of 'store', which forgets it; what is gathered stays to be written. */
void cn__session_give_file(struct cn_session *session, struct cn_store *store);
/* Fills in *trouble; the detail is the system's reason if it is NULL. Returns NULL. */
void *cn__session_fail(struct cn_trouble *trouble, const char *key, const char *detail);
/* The same of a path: the detail is "PATH: the system's reason". */
void *cn__session_fail_at(struct cn_trouble *trouble, const char *key, const char *path);

#endif
