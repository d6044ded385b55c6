/* record.h -- game records (docs/RECORD.md): JSON Lines out and in. Link with libcanasta-record.
 *
 * Out: a recorder observes a game and collects the lines of its record. You decide where the text
 * goes. In: a reader reads a record line by line, plays it on a game of its own and reports
 * everything that does not follow the law, with its line and its article. Malformed input produces
 * reports, never a crash.
 *
 * Unlike libcanasta, this library calls malloc.
 */
#ifndef CANASTA_RECORD_H
#define CANASTA_RECORD_H

#include <stdio.h>

#include <canasta/game.h>
#include <canasta/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- writing ---- */

struct cn_recorder;

/* Returns a recorder of this game, which must stay where it is until the recorder is closed, or
 * NULL without memory. Its text starts with the game line. 'names' has a name per player; 'seed' is
 * the text that names the deck, or NULL. Also returns NULL if libcanasta has another version. */
CN_API struct cn_recorder *cn_recorder_open(const struct cn_game *game, const char *const *names,
                                            const char *seed);

/* Returns the observer to pass to cn_game_deal and cn_game_play: it appends the line of each
 * event. */
CN_API struct cn_observer cn_recorder_observer(struct cn_recorder *recorder);

/* Returns the text so far, not NUL-terminated, and its length. Valid until the next event. NULL,
 * with length 0, if memory ran out: the record is incomplete. */
CN_API const char *cn_recorder_text(const struct cn_recorder *recorder, size_t *length);

/* Empties the text, after you have stored it. */
CN_API void cn_recorder_clear(struct cn_recorder *recorder);

/* Closes the recorder. NULL is ignored. */
CN_API void cn_recorder_close(struct cn_recorder *recorder);

/* ---- reading ---- */

enum cn_report_kind {
    CN_REPORT_DIFFERENCE,  /* what stands there is not what happened, or not legal */
    CN_REPORT_UNREADABLE,  /* a line that is not one of a record */
    CN_REPORT_SEAT_RECORD, /* a line of a seat's record, which lacks the other seats' cards */
    CN_REPORT_UNKNOWN      /* a kind of line that is not known, skipped: 'found' names it */
};

/* What was found. Texts are valid only during the call and hold no control characters. They are in
 * English, as docs/RECORD.md is. */
struct cn_report {
    enum cn_report_kind kind;
    bool stops; /* the rest of this game is skipped */
    int64_t line;
    const char *article; /* of the rule set in force; RECORD for the format's own rules */
    const char *expected, *found;
    const struct cn_refusal *refusal; /* of a decision that was not legal; else NULL */
};
typedef void cn_report_to(void *context, const struct cn_report *report);

struct cn_record_counts {
    int64_t games, deals, actions, legal_sets, tries;
    int64_t differences; /* lines that cannot be read included */
    int64_t damaged;     /* only those */
};

struct cn_reader;

/* Opens a record: a file, which stays yours, or a text, which must stay where it is. 'report' may
 * be NULL. Returns NULL without memory, or if libcanasta has another version. */
CN_API struct cn_reader *cn_reader_open(FILE *file, cn_report_to *report, void *context);
CN_API struct cn_reader *cn_reader_open_text(const char *text, size_t length, cn_report_to *report,
                                             void *context);

/* Closes a reader. NULL is ignored. */
CN_API void cn_reader_close(struct cn_reader *reader);

enum cn_step {
    CN_STEP_LINE,    /* a line was read, whatever was found */
    CN_STEP_END,     /* there are no more lines; what is missing has been reported */
    CN_STEP_IO_ERROR /* reading failed, or memory ran out: cn_reader_error */
};

/* Reads and plays one line. */
CN_API enum cn_step cn_reader_step(struct cn_reader *reader);

/* Reads to the end or, if 'line' is above 0, until that line has been read. Returns false if
 * reading failed or memory ran out. */
CN_API bool cn_reader_run(struct cn_reader *reader, int64_t line);

/* Passes the events of the game to an observer from now on. It must live as long as the reader. */
CN_API void cn_reader_observe(struct cn_reader *reader, const struct cn_observer *observer);

/* Returns the game as it stands, or NULL before the first game line. The next step changes it. Its
 * law belongs to the reader: to keep the game longer, copy both (cn_game_copy_with_law). */
CN_API const struct cn_game *cn_reader_game(const struct cn_reader *reader);

/* Returns the name of a player as the game line gives it, or "". */
CN_API const char *cn_reader_name(const struct cn_reader *reader, int seat);

/* Returns the line read last, from 1. */
CN_API int64_t cn_reader_line(const struct cn_reader *reader);

/* Returns what was counted so far. Valid as long as the reader. */
CN_API const struct cn_record_counts *cn_reader_counts(const struct cn_reader *reader);

/* Returns the last report or failure in words, or "" if there was none. */
CN_API const char *cn_reader_error(const struct cn_reader *reader);

#ifdef __cplusplus
}
#endif

#endif
