/* scene.h -- a game as a host shows it: with names, and with what has happened.
 *
 * What faces are made from, wherever the game is kept: played here, or elsewhere and followed by its events. The
 * news are gathered as they were for everybody at the table; display_of says who may know what.
 */
#ifndef DISPLAY_SCENE_H
#define DISPLAY_SCENE_H

#include "bots/bots.h"
#include "engine/engine.h"
#include "record/record.h"
#include "words/words.h"

enum {
    NAME_SIZE =
        128, /* bytes: names from elsewhere have up to 24 characters of any script, and perhaps a chair */
    NEWS_MAX = 1024, /* what happened in one deal; the oldest half goes when it is full */
    NEWS_CARDS = 16, /* most cards that one piece of news names */
    SCENE_ALL_SEATS = -1
};

/* What happened, as everybody at the table could see it, save 'cards' of a draw, which only the seat
 * itself knows. 'type' is an enum cn_event_type or one of these. */
enum news_type {
    NEWS_CUT = CN_EVENT_TYPES, /* count: cards in the upper packet */
    NEWS_UNDO,                 /* count: actions taken back */
    NEWS_LAST_CARD             /* "Pumpa!" (announce_last_card) */
};
struct news_item {
    int32_t id;    /* counts the news of the scene from 1 */
    uint16_t turn; /* counts the turns of the deal from 1 */
    uint8_t type, seat;
    struct cn_action action; /* of a decision */
    uint8_t meld;            /* where cards were laid, CN_NO_MELD: nowhere */
    uint8_t kind;  /* of the meld that was laid, added to or taken onto; the winning side */
    uint8_t count; /* cards drawn and kept, or cards of a pile that joined the hand */
    uint8_t why;   /* of the deal's end */
    bool concealed;
    uint8_t card_count;
    cn_card cards[NEWS_CARDS]; /* drawn and kept; shown to claim; laid; the discard */
    uint8_t red_count;
    cn_card red[2 * CN_PACKS_MAX]; /* red threes faced */
};

enum scene_stage_id {
    STAGE_BETWEEN_DEALS,
    STAGE_PLAYING_DEAL,
    STAGE_GAME_OVER
};

struct scene {
    struct cn_game game;
    struct cn_words words;
    int self; /* the one seat that looks, CN_NO_SEAT: a spectator; SCENE_ALL_SEATS: all play here */
    unsigned bots;                               /* bit s */
    const struct cn_level *levels[CN_SEATS_MAX]; /* of the bots that were chosen so, else NULL */
    char names[CN_SEATS_MAX][NAME_SIZE];
    struct news_item news[NEWS_MAX];
    int news_count;
    int32_t last_id;             /* of the latest news */
    int turn;                    /* of this deal, from 1 */
    int undoable;                /* latest actions of the seat in turn that can be taken back */
    struct cn_action action;     /* the one in progress */
    struct cn_score_sheet sheet; /* every deal's scores (L47) … */
    int sheet_first;             /* … but for so many of the first, which are not known here */
    bool begun;                  /* a game was heard of */
};

void scene_init(struct scene *scene, const struct cn_words *words, int self);
void scene_free(struct scene *scene);
enum scene_stage_id scene_stage(const struct scene *scene);

/* ---- a game that is played here ---- */

/* The next deal begins: what happened in the last one goes. */
void scene_new_deal(struct scene *scene);
struct news_item *scene_news(struct scene *scene, int type, int seat);
/* What an action in progress has caused in scene->game. */
void scene_on_event(struct scene *scene, const struct cn_event *event);
/* Does it tell of a decision, and not of what one has caused? */
bool scene_news_is_decision(const struct news_item *news);
/* "Pumpa!": a hand has come down to one card (I42); 'before' are the hands' sizes before the action, of that turn. */
void scene_announce_last_card(struct scene *scene, const uint8_t *before, int turn);

/* ---- a game that is played elsewhere ---- */

/* The game as it stands, after a snapshot or something was taken back; 'self' CN_NO_SEAT: a spectator. True if
 * another game has begun. */
bool scene_set_game(struct scene *scene, const struct cn_game *game, int self);
/* Something happened, and the game after it. Others' hidden cards in it are never shown. */
void scene_apply_event(struct scene *scene, const struct cn_event *event,
                       const struct cn_game *game);
/* So many actions were taken back. */
void scene_undo(struct scene *scene, const struct cn_game *game, int seat, int count);
/* The cut of the deal that comes. */
void scene_cut(struct scene *scene, int seat, int count);
/* Who sits on a seat, and the level of the bot that plays there; NULL: no bot does. */
void scene_set_name(struct scene *scene, int seat, const char *name, const char *level);
/* What a finished deal of this game had brought, from the first that is known on; 'deal' counts from 1. */
void scene_set_score(struct scene *scene, int deal, const struct cn_score *sides, int count);

#endif
