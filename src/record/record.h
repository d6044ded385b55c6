/* record.h -- game records (RECORD.md): JSON Lines written, read, replayed and checked.
 *
 * Out: cn_record_on_event observes a game and appends the lines of a record to a growing text. The
 * host decides where the text goes (file, socket, database). In: a cn_reader reads a stream line by
 * line and plays it on a game of its own. It recomputes everything that happens automatically and
 * every score, and reports each difference with its line, the article, what was expected and what
 * was found. Malformed input produces reports, never a crash.
 */
#ifndef CN_RECORD_H
#define CN_RECORD_H

#include "canasta/record.h"

#include "base/base.h"
#include "words/words.h"

/* ---- lines out ---- */

/* Cards in JSON: two characters each; a card that is CN_NO_CARD, or a seat CN_NO_SEAT, is null. */
void cn__json_card(struct cn__text *out, const char *key, cn_card card);
void cn__json_cards(struct cn__text *out, const char *key, const cn_card *cards, int count);
void cn__json_seat(struct cn__text *out, const char *key, int seat);
/* A side's score of a deal, as in the line "end". */
void cn__json_score(struct cn__text *out, const char *key, const struct cn_score *side);

/* Getters as those of base/json_reader.h. */
bool cn__get_card(const json_t *object, const char *key, cn_card *card, struct cn__fault *fault);
/* Any number of cards up to 'capacity'. */
bool cn__get_cards(const json_t *object, const char *key, int capacity, cn_card *cards, int *count,
                   struct cn__fault *fault);
/* The same for an array itself; 'key' names it in the fault. */
bool cn__read_cards(const json_t *array, const char *key, int capacity, cn_card *cards, int *count,
                    struct cn__fault *fault);

enum {
    CN__SCORE_MOST = 100 * 1000 * 1000 /* far beyond any game; sums stay within int32_t */
};
/* A score for each side. */
bool cn__get_scores(const json_t *object, const char *key, int sides, int32_t *scores,
                    struct cn__fault *fault);

/* The contents of a game line. */
struct cn_game_header {
    const struct cn_rules *rules;
    int players;
    const char *const *names; /* one name per player */
    const char *seed;         /* or NULL */
    const int32_t *scores;    /* one score per side; NULL for zeros */
    const char *rules_text;   /* cn_record_write_rules has written; or NULL */
};
/* Loads the built-in rule set that has the name of 'rules'; if none has, as with house rules from a
 * file, the one with the fewest other values. */
void cn_record_find_base(const struct cn_rules *rules, struct cn_rules *base);
/* Appends the part of a game line that describes the rules: how each parameter differs from that
 * set. Keep the result if you write many lines of one game. */
void cn_record_write_rules(struct cn__text *lines, const struct cn_rules *rules);
/* Appends the differences from that set as lines of a profile: house rules based on it. */
void cn_record_write_house(struct cn__text *lines, const struct cn_rules *rules);
/* Appends the line. Rules that are not a built-in set are written as the set that they are named
 * after, with 'set' holding every parameter that differs, so that the record replays anywhere. */
void cn_record_write_game(struct cn__text *lines, const struct cn_game_header *game);
/* Appends the line of an event of this game. */
void cn_record_write_event(struct cn__text *lines, const struct cn_event *event,
                           const struct cn_game *game);
/* Appends a legal line: the list, sorted bytewise. */
void cn_record_write_legal(struct cn__text *lines, const struct cn_law *law, int seat,
                           const struct cn_action *list, int count);
/* Can the game be written as a position? The seat in turn has done nothing in its turn, and nothing
 * is open at a refereed table. */
bool cn_record_has_position(const struct cn_game *game);
/* Appends the game as a position line, which it must have. */
void cn_record_write_position(struct cn__text *lines, const struct cn_game *game);

/* ---- a seat's record (RECORD, "A seat's record") ---- */

/* What one seat may be sent, line by line, for bot protocol, server and browser: its own dealt hand
 * and the cards it draws, and only the number of others' hidden cards. 'seat' is CN_NO_SEAT for a
 * spectator, who is sent no hand. Every line depends only on what that seat has seen.
 *
 * Set-up positions have no such line: the format has none that hides the hands. */

/* Appends the game line without the seed, from which anyone with the program could deal the same
 * cards. */
void cn_record_write_seat_game(struct cn__text *lines, const struct cn_game_header *game);
/* Appends the line of an event of this game while the game reports it: the dealt hand is read from
 * the game, so call it from the observer. */
void cn_record_write_seat_event(struct cn__text *lines, const struct cn_event *event,
                                const struct cn_game *game, int seat);
/* Appends the cards that a seat's player drew for it, in order ("draws"). */
void cn_record_write_draws(struct cn__text *lines, int seat, const cn_card *cards, int count);
/* Appends all hands of the deal in play as they are after the log's line 'number' ("hands"): never
 * to be sent to a seat. */
void cn_record_write_hands(struct cn__text *lines, const struct cn_game *game, int64_t number);
/* Appends how a finished deal ended ("ended"), as everyone at the table saw it, for people who join
 * before the next deal. */
void cn_record_write_ended(struct cn__text *lines, const struct cn_game *game);
/* Appends the line that asks the seat for a decision: its legal list, sorted bytewise. For that
 * seat only, because legal actions reveal its hand. */
void cn_record_write_actions(struct cn__text *lines, const struct cn_law *law, int seat,
                             const struct cn_action *list, int count);

/* An observer of a game that writes the record of one seat: cn_observer.event =
 * cn_seat_record_event. */
struct cn_seat_record_writer {
    struct cn__text *lines;
    const struct cn_game *game;
    int seat; /* or CN_NO_SEAT */
};
void cn_seat_record_event(void *recorder, const struct cn_event *event);

/* Returns the legal actions of the deciding seat, whose view it must be: 'count' of them, to be
 * freed; NULL and 0 without memory. Room for any list takes 900 KB, too much for each question that
 * a host asks. */
struct cn_action *cn_actions_legal(const struct cn_view *view, int *count);
/* Returns the strings of a list, sorted bytewise: 'count' of them, to be freed; NULL without
 * memory. */
typedef char cn_action_text[CN_ACTION_TEXT];
cn_action_text *cn_actions_texts(const struct cn_law *law, const struct cn_action *list, int count);

/* ---- the score sheet (L47) ---- */

/* Every deal's score by side. Start from zeroed memory. */
struct cn_score_sheet {
    struct cn_score (*deal)[CN_SIDES_MAX];
    int count, sides;
    size_t capacity;
    bool failed;
};
/* Appends a deal's scores. */
void cn_score_sheet_add(struct cn_score_sheet *sheet, const struct cn_score *sides, int side_count);
void cn_sheet_free(struct cn_score_sheet *sheet);
/* An observer of a game that writes its record: cn_observer.event = cn_record_on_event, context =
 * this. */
struct cn_record_writer {
    struct cn__text *lines;       /* or NULL */
    struct cn_score_sheet *sheet; /* or NULL */
    const struct cn_game *game;
};
void cn_record_on_event(void *recorder, const struct cn_event *event);

/* ---- a record replayed ---- */

/* A difference or damage for people watching the game, as half a sentence of a language: "what was
 * played there is not legal (L31: …)". */
void cn_words_report(const struct cn_report *report, const struct cn_words *words, char *text,
                     size_t size);
/* Has the current game begun a deal or position? */
bool cn_reader_in_deal(const struct cn_reader *replay);
/* Was the current game given up at a line that cannot be played? */
bool cn_reader_failed(const struct cn_reader *replay);
/* The decisions of the current deal that were not undone, oldest first: their number, and one of
 * them. Its pointers are valid until the next step. */
struct cn_decision {
    const struct cn_deal *before; /* the deal before it */
    struct cn_action action;
    int64_t line;
    int seat;
};
int cn_reader_decisions(const struct cn_reader *replay);
void cn_reader_decision(const struct cn_reader *replay, int index, struct cn_decision *decision);
/* The game line's seed and note, or NULL. */
const char *cn_reader_seed(const struct cn_reader *replay);
const char *cn_reader_note(const struct cn_reader *replay);
/* Passes on what the lines decide, for a host that plays the same game: each is called once the
 * reader has played the line, with what is found wrong still to be reported. */
struct cn_reader_hooks {
    void *context;
    /* A deal, with its deck. */
    void (*deal)(void *context, const cn_card *deck);
    /* A decision, with the cards that the line names; NULL if it names none. */
    void (*decision)(void *context, int seat, struct cn_action action, const cn_card *cards);
    /* The latest decisions were undone. */
    void (*undo)(void *context, int count);
};
/* The hooks must live as long as the reader. */
void cn_reader_follow(struct cn_reader *replay, const struct cn_reader_hooks *hooks);
const struct cn_score_sheet *cn_reader_sheet(const struct cn_reader *replay);
/* Returns the number of bytes up to the end of the last line that was read without damage: a host
 * that continues a file truncated in mid-line cuts it there. */
int64_t cn_reader_valid_bytes(const struct cn_reader *replay);
/* Appends the automatic lines that should follow the last line read but have not come. */
void cn_reader_pending(const struct cn_reader *replay, struct cn__text *missing);

#endif
