/* timeline.h -- a whole record, replayed once: the table after each step, in any order.
 *
 * A step is a line that a player caused: a deal, a decision, or an undo. Automatic lines belong to
 * the step that they follow from.
 */
#ifndef PAGES_TIMELINE_H
#define PAGES_TIMELINE_H

#include "display/display.h"

enum {
    TIMELINE_ENTRIES_MAX = 32768,
    TIMELINE_GAMES_MAX = 64 /* games with at least one line played */
};

/* An event, and the latest event before it. An undone decision leaves two continuations from that
 * event. */
struct timeline_news {
    struct news_item news;
    int before; /* -1: the first of this deal */
};

/* The table after a step. */
struct timeline_state {
    struct cn_deal deal;
    struct cn_placement cards;
    int32_t score[CN_SIDES_MAX];
    int32_t deals;
    uint8_t dealing, upcards;
    int8_t winner;
    int game;               /* which of the record's games */
    int news;               /* the latest of the deal so far; -1: none */
    int sheet, sheet_count; /* of the game so far */
    int turn;
};

struct timeline_entry {
    const char *type;
    int seat; /* CN_NO_SEAT: no seat */
    int deal;
    int decision; /* -1: none */
    int64_t line;
    cn_card deck[CN_CARDS_MAX]; /* of a deal */
    int deck_count;
};

struct timeline_decision {
    int step, seat;
    struct cn_action action;
};

/* A game of the record before its first deal. */
struct timeline_game {
    struct cn_law *law; /* owned: the game points to it */
    struct cn_game game;
    char names[CN_SEATS_MAX][NAME_SIZE];
    const char *levels[CN_SEATS_MAX]; /* of bots; NULL: a person */
    unsigned named; /* bit s: the record has this name; others are named after their place */
    int bottom;     /* the seat shown at the bottom */
};

struct timeline {
    struct scene scene; /* used while reading; later holds the moment shown */
    /* nothing may have been played of the last one, and only of that one */
    struct timeline_game *games;
    /* one more than there are steps: the first is before them all */
    struct timeline_state *moments;
    struct timeline_entry *steps;
    struct timeline_decision *decisions;
    struct timeline_news *news;
    struct cn_score (*sheet)[CN_SIDES_MAX];
    int game_count, moment_count, step_count, decision_count, news_count, sheet_count;
    size_t game_size, moment_size, step_size, decision_size, news_size, sheet_size;
    char seed[200];
    bool no_memory, too_long;
};

/* The line that cannot be played. */
struct timeline_error {
    int64_t line; /* 0: out of memory */
    char text[600];
};

/* Reads a record. Returns false if it cannot be played: timeline->no_memory, timeline->too_long, or
 * *fault. A record that stops within a deal is accepted; one in which nothing was played is not.
 * The words must outlive the timeline. */
bool timeline_read(struct timeline *timeline, const char *record, size_t length,
                   const struct cn_words *words, struct timeline_error *fault);
void timeline_free(struct timeline *timeline);
/* Puts the table after a step (0: before the first) into timeline->scene, as a seat sees it
 * (CN_NO_SEAT: a spectator). */
void timeline_show(struct timeline *timeline, int step, int seat);
/* Returns the moment before a decision. */
static inline int timeline_before(const struct timeline_decision *decision)
{
    return decision->step;
}

#endif
