/* replay.h -- the inside of a replay, shared by the files that play a record's lines.
 *
 *   replay_report.c   reports, and comparing
 *   replay_queue.c    events that the record has not said yet
 *   play_event.c      lines that follow from an action, compared with the game's events
 *   play_setup.c      game, drawing for seats, cut, deal, position
 *   play_action.c     what seats decided, and undo
 *   play_check.c      legal and try, which change nothing
 *   play_followed.c   what follows from an act at a refereed table
 *   play_referee.c    state and insist, which change nothing
 *   replay.c          the stream, and which line goes where
 */
#ifndef CN_RECORD_REPLAY_H
#define CN_RECORD_REPLAY_H

#include "read.h"

/* An event with copies of everything that it points to. */
struct queued_event {
    struct cn_event event;
    cn_card cards[CN_CARDS_MAX], drawn[CN_CARDS_MAX], pile[CN_CARDS_MAX];
    struct cn_score sides[CN_SIDES_MAX];
    int32_t receives[CN_SIDES_MAX];
};

/* Events of the game that the record has not yet stated. A ruling can bring hundreds. */
struct queue {
    struct queued_event *at;
    size_t capacity;
    int first, count;
};

/* The game before an action of this deal, and what undo requires of the action. */
struct undo_state {
    struct cn_deal deal;
    struct cn_placement cards;
    int32_t score[CN_SIDES_MAX];
    int32_t deals_scored;
    int64_t line; /* the line that the action is on */
    struct cn_action action;
    uint8_t dealing, seat;
    int8_t winner;
    int undoable; /* latest actions up to this one that its seat may undo alone */
};

/* Drawing for seats and the cut, which are checked when the deal comes. */
struct before_deal {
    cn_card drew[CN_SEATS_MAX];
    int draws[CN_SEATS_MAX]; /* cards drawn by each seat */
    bool cut;
    int cut_seat;
};

enum {
    NAME_SIZE = 128, /* 24 characters of any script, and more */
    KIND_SIZE = 32,
    UNKNOWN_MAX = 64,
    MESSAGE_SIZE = 768
};

struct cn_reader {
    struct source source;
    cn_report_to *report;
    void *context;
    const struct cn_observer *listener;  /* or NULL */
    const struct cn_reader_hooks *hooks; /* or NULL */
    struct cn_record_counts counts;
    int64_t line, valid_bytes;
    bool in_game, broken, ended, no_memory;
    bool has_deal; /* of the current game */

    struct cn_law law;
    struct cn_game game; /* under it */
    char name[CN_SEATS_MAX][NAME_SIZE];
    char *seed, *note;
    struct before_deal before_deal;
    struct queue queue;
    struct undo_state *history;
    int history_count;
    size_t history_capacity;
    struct cn_score_sheet sheet;

    struct cn_words words;
    bool has_words;
    char unknown[UNKNOWN_MAX][KIND_SIZE];
    int unknown_count;
    char message[MESSAGE_SIZE];
    struct cn_actions actions; /* room for a list */
};

#define RECORD_ARTICLE "RECORD"

/* Reports something about the current line; a report that stops ends the game. The texts may
 * contain anything. */
void cn__report(struct cn_reader *r, struct cn_report report);
/* Reports a difference; the game goes on. */
void cn__report_difference(struct cn_reader *r, const char *article, const char *expected,
                           const char *found);
/* Reports a difference after which the game cannot go on. */
void cn__abort_game(struct cn_reader *r, const char *article, const char *expected,
                    const char *found);
/* Reports a line that cannot be read. */
void cn__report_unreadable(struct cn_reader *r, const struct cn__fault *fault, bool stops);

/* The observer of the game: queues its events. */
void cn__on_event(void *replay, const struct cn_event *event);
static inline struct cn_observer replay_observer(struct cn_reader *r)
{
    return (struct cn_observer){.event = cn__on_event, .context = r};
}
void cn__queue_clear(struct cn_reader *r);
/* Makes an event point to its own copies. Returns it. */
const struct queued_event *cn__with_copies(struct queued_event *h);
/* Removes and returns the next event; NULL if there is none. Valid until the next action. */
const struct queued_event *cn__queue_pop(struct cn_reader *r);
/* Removes and returns the event that the line is about; NULL, reported, if there is none. */
const struct queued_event *cn__queue_find(struct cn_reader *r, const json_t *line, int type);
/* Does an event of this type wait for its line? */
bool cn__queue_has(const struct cn_reader *r, int type);
/* Reports what should have come before the line named 'found', and drops it. */
void cn__report_missing(struct cn_reader *r, const char *found);
/* The same at the end of the stream, where a game may stop at any decision. */
void cn__report_cut_off(struct cn_reader *r);

/* A line of a seat: its number, within the players. */
bool cn__get_seat(struct cn_reader *r, const json_t *line, int *seat, struct cn__fault *fault);
/* Is this a line of a seat's record (RECORD, "A seat's record")? If so, the game is aborted. */
bool cn__is_seat_record(struct cn_reader *r, const json_t *line, const char *missing);
/* Compares cards in order and reports a difference. */
void cn__compare_cards(struct cn_reader *r, const char *article, const char *what,
                       const cn_card *expected, int expected_count, const cn_card *found,
                       int found_count);
void cn__compare_ints(struct cn_reader *r, const char *article, const char *what, int64_t expected,
                      int64_t found);

/* Is a decision due? If not, the game is given up at the line named 'found'. */
bool cn__is_due(struct cn_reader *r, const char *found);
/* Returns the sentence of a refusal, without its article. */
void cn__explain_refusal(const struct cn_reader *r, const struct cn_refusal *why, char *text,
                         size_t size);

/* Compares a line of a refereed deal with its event, member by member. */
void cn__compare_event(struct cn_reader *r, const json_t *line, const struct queued_event *h);
/* Compares sorted strings with those of a JSON array. */
void cn__compare_action_lists(struct cn_reader *r, cn_action_text *ours, int count,
                              const json_t *actions);

/* The lines. Each function receives a line of its type. */
typedef void play_line(struct cn_reader *r, const json_t *line);
play_line cn__play_game, cn__play_deal, cn__play_position, cn__play_draws, cn__play_cut;
play_line cn__play_draw, cn__play_take, cn__play_meld, cn__play_add, cn__play_combine, cn__play_ask,
    cn__play_answer, cn__play_discard, cn__play_stop, cn__play_legal, cn__play_try, cn__play_undo;
play_line cn__play_face, cn__play_pile, cn__play_talon, cn__play_pick, cn__play_end, cn__play_over;
/* A bonus card that is laid down, and a special hand, by a seat's decision. */
play_line cn__play_face_action, cn__play_hand;
/* At a refereed table: acts, what follows from them, and questions. */
play_line cn__play_irregular, cn__play_call, cn__play_require, cn__play_followed, cn__play_state,
    cn__play_insist;

#endif
