/* scene.h -- a game as a host shows it: with names, and with what has happened.
 *
 * Displays are made from it, whether the game is played here or elsewhere and followed by its
 * events. The news are what everyone at the table saw; display_of decides who may know what.
 */
#ifndef DISPLAY_SCENE_H
#define DISPLAY_SCENE_H

#include "bots/bots.h"
#include "engine/engine.h"
#include "record/record.h"
#include "words/words.h"

enum {
    NAME_SIZE = 128, /* bytes: up to 24 characters of any script, and perhaps a seat */
    NEWS_MAX = 1024, /* what happened in one deal; the oldest half goes when it is full */
    NEWS_CARDS = 16, /* most cards that one piece of news names */
    SCENE_ALL_SEATS = -1
};

/* What happened, as everyone at the table could see it, except the 'cards' of a draw, which only
 * the seat itself knows. 'type' is an enum cn_event_type or one of these. */
enum news_type {
    NEWS_CUT = CN_EVENT_TYPES, /* count: cards in the upper packet */
    NEWS_UNDO,                 /* count: actions taken back */
    NEWS_LAST_CARD             /* "Pumpa!" (announce_last_card) */
};
/* Returns the name of a type of news: that of the event, or "cut", "undo", "last-card". */
const char *scene_news_name(int type);
struct news_item {
    int32_t id;    /* counts the news of the scene from 1 */
    uint16_t turn; /* counts the turns of the deal from 1 */
    uint8_t type, seat;
    struct cn_action action; /* of a decision */
    uint8_t meld;            /* where cards were laid, or CN_NO_MELD */
    uint8_t kind;   /* of the meld that was laid, added to or taken onto; the winning side */
    uint16_t count; /* cards drawn and kept, or cards of a pile that joined the hand; of OWE: the
                       discards owed in all */
    uint8_t why;    /* of the deal's end */
    bool concealed;
    uint8_t card_count;
    cn_card cards[NEWS_CARDS]; /* drawn and kept; shown to claim; laid; the discard */
    uint8_t red_count;
    cn_card red[CN_BONUS_CARDS_MAX]; /* bonus cards faced */
    char hand[CN_SPECIAL_NAME_SIZE]; /* the special hand that was laid */
    /* At a refereed table: */
    const char *law, *what; /* as in struct cn_event; static, or NULL */
    int32_t points;         /* of a ruling, not above 0 */
    bool ruled, irregular;  /* as in struct cn_event */
    bool pile;              /* of REOPEN: the pile lies again */
};

struct scene {
    struct cn_game game;
    struct cn_words words;
    int self;      /* the seat of this display, CN_NO_SEAT for a spectator, or SCENE_ALL_SEATS */
    unsigned bots; /* bit s */
    const struct cn_level *levels[CN_SEATS_MAX]; /* of the bots that were chosen so, else NULL */
    char names[CN_SEATS_MAX][NAME_SIZE];
    struct news_item news[NEWS_MAX];
    int news_count;
    int32_t last_id;             /* of the latest news */
    int32_t snapshot_id;         /* of the latest news when a snapshot came */
    int turn;                    /* of this deal, from 1 */
    int undoable;                /* latest actions of the seat in turn that can be taken back */
    struct cn_action action;     /* the one in progress */
    struct cn_score_sheet sheet; /* every deal's scores (L47), except … */
    int sheet_first;             /* … this many of the first, which are not known here */
    bool review;                 /* of a game that was played: what nobody at a refereed table had
                                    noticed is there too */
    struct cn_meter meter;       /* of deal 'metered', once it is over; 0: of none */
    int metered;
    bool begun; /* there has been a game */
    int games;  /* that have followed another game here */
};

void scene_init(struct scene *scene, const struct cn_words *words, int self);
void scene_free(struct scene *scene);

/* ---- a game that is played here ---- */

/* Begins the next deal: removes the news of the last one. */
void scene_new_deal(struct scene *scene);
struct news_item *scene_news(struct scene *scene, int type, int seat);
/* Adds what an action in progress has caused in scene->game. */
void scene_on_event(struct scene *scene, const struct cn_event *event);
/* Returns whether it is about a decision, not about the effect of one. */
bool scene_news_is_decision(const struct news_item *news);
/* Adds "Pumpa!" for each hand that has come down to one card (I42). 'before' are the sizes of the
 * hands before the action of that turn. */
void scene_announce_last_card(struct scene *scene, const uint8_t *before, int turn);

/* ---- a game that is played elsewhere ---- */

/* Sets the game after a snapshot or an undo; 'self' is CN_NO_SEAT for a spectator. */
void scene_set_game(struct scene *scene, const struct cn_game *game, int self);
/* Adds an event, with the game after it. Others' hidden cards in it are never shown. */
void scene_apply_event(struct scene *scene, const struct cn_event *event,
                       const struct cn_game *game);
/* Sets the game as it is after an act of which all events were added: where a referee rules, events
 * come while it is done. */
void scene_settle(struct scene *scene, const struct cn_game *game);
/* Removes the last 'count' actions. */
void scene_undo(struct scene *scene, const struct cn_game *game, int seat, int count);
/* Adds the cut of the next deal. */
void scene_cut(struct scene *scene, int seat, int count);
/* Sets the name of a seat, and the level of its bot, or NULL for a person. */
void scene_set_name(struct scene *scene, int seat, const char *name, const char *level);
/* Sets the scores of a finished deal of this game; 'deal' counts from 1. */
void scene_set_score(struct scene *scene, int deal, const struct cn_score *sides, int count);

#endif
