/* session.h -- one table at this terminal: the game, its record on disk, bots, and taking back.
 *
 * The middle between the engine and the two front ends. It knows no rule and shows nothing. Every
 * decision, of a person or a bot, passes through cn_session_play into cn_game_play, and its
 * record lines are on disk before the call returns, so that a table killed at any moment goes on
 * where it stood. Nothing is carried along that the record does not hold: decks and
 * bots' dice follow from the seed, the deal's number and the count of actions.
 */
#ifndef CN_SESSION_H
#define CN_SESSION_H

#include "bots/bots.h"
#include "record/record.h"
#include "store.h"
#include "terminal.h"
#include "text/text.h"

enum {
    CN_NAME_SIZE = 100, /* bytes: names from elsewhere have up to 24 characters of any script */
    CN_NEWS_MAX = 1024, /* what happened in one deal; the oldest half goes when it is full */
    CN_NEWS_CARDS = 12, /* most cards that one piece of news names */
    CN_UNDO_MAX = 64,   /* a turn lays at most a hand of some sixty cards */
    CN_DRAWS_MAX = 12   /* cards one player draws for its seat, redrawing included */
};

/* What happened, as everybody at the table could see it, save 'cards' of a draw, which only the seat
 * itself knows. 'type' is an enum cn_event_type or one of these. */
enum cn_news_type {
    CN_NEWS_CUT = CN_EVENT_TYPES, /* count: cards in the upper packet */
    CN_NEWS_UNDO,                 /* count: actions taken back */
    CN_NEWS_LAST_CARD             /* "Pumpa!" (announce_last_card) */
};
struct cn_news {
    int32_t id;    /* counts the news of the session from 1 */
    uint16_t turn; /* counts the turns of the deal from 1 */
    uint8_t type, seat;
    struct cn_action action; /* of a decision */
    uint8_t kind;  /* of the meld that was laid, added to or taken onto; the winning side */
    uint8_t count; /* cards drawn and kept, or cards of a pile that joined the hand */
    uint8_t card_count;
    cn_card cards[CN_NEWS_CARDS]; /* drawn and kept; shown to claim; the discard */
    uint8_t red_count;
    cn_card red[2 * CN_PACKS_MAX]; /* red threes faced */
};

/* Drawing for seats: the cards of each seat's player, in the order drawn. */
struct cn_seating {
    cn_card drawn[CN_SEATS_MAX][CN_DRAWS_MAX];
    uint8_t count[CN_SEATS_MAX];
    bool done; /* seats were drawn for */
};

/* A bot's decision in the making. */
struct cn_thought {
    struct cn_rng rng;
    struct cn_action action; /* once it is made */
    int64_t left;            /* nodes that may still be spent */
    bool begun, made;
};

/* What can go wrong outside the game; its sentence is the catalogue's ui.error.<name>. */
struct cn_trouble {
    const char *key;
    char detail[160]; /* a path, a name, the system's reason */
};

struct cn_far;

struct cn_session {
    struct cn_game game;
    struct cn_far
        *far; /* the table is elsewhere: its seat there is the only one here; NULL: it is here */
    int far_seat;      /* CN_NO_SEAT: a spectator */
    unsigned far_bots; /* bit s */
    struct cn_store store;
    struct cn_words words;
    struct cn_seating seating;
    struct cn_trouble
        trouble; /* key != NULL: an action could not be saved, nothing more is played */
    const struct cn_bot *bots[CN_SEATS_MAX];     /* NULL: a person */
    const struct cn_level *levels[CN_SEATS_MAX]; /* of the bots that were chosen so, else NULL */
    int64_t nodes[CN_SEATS_MAX]; /* what a bot that thinks may spend on a decision */
    void *minds[CN_SEATS_MAX];   /* theirs; NULL: none */
    struct cn_thought thought;   /* of the bot in turn */
    char names[CN_SEATS_MAX][CN_NAME_SIZE];
    char seed[CN_SEED_SIZE];
    char language[16];
    uint8_t hand_before[CN_SEATS_MAX]; /* hand sizes before the action in progress */
    struct cn_news news[CN_NEWS_MAX];
    int news_count;
    int32_t last_id;         /* of the latest news */
    int turn;                /* of this deal, from 1 */
    int actions;             /* decisions of this deal that stand */
    int events;              /* that the action in progress has caused, itself included */
    struct cn_action action; /* the one in progress */
    struct cn_sheet sheet;   /* every deal's scores (L47) … */
    int sheet_first;         /* … but for so many of the first, which are not known here */
    struct cn_lines lines;   /* room for the record line in the making */
    int written, on_disk;    /* lines of the record; those already in the file are not written */
    int undo_count;
    int undo_news[CN_UNDO_MAX];           /* news before the action … */
    struct cn_game undo[CN_UNDO_MAX + 1]; /* … and the game; the last: before the one in progress */
    struct cn_actions scratch;
};

enum cn_stage {
    CN_STAGE_BETWEEN,
    CN_STAGE_PLAYING,
    CN_STAGE_OVER
};

/* Sets a new table up, seats drawn for if nobody said who sits where, and begins its record. NULL and
 * *trouble if that fails. The caller frees it. */
struct cn_session *cn_session_new(const struct cn_terminal_options *options,
                                  struct cn_trouble *trouble);
/* Goes on with the game in options->file, or with the latest unfinished one. A torn end of the file, as a
 * killed program leaves it, is repaired. NULL and *trouble if there is none or it cannot be read. */
struct cn_session *cn_session_resume(const struct cn_terminal_options *options,
                                     struct cn_trouble *trouble);
void cn_session_free(struct cn_session *session);

enum cn_stage cn_session_stage(const struct cn_session *session);
/* Shuffles, cuts and deals the next deal; between deals only (asserted). False if it cannot be saved. */
bool cn_session_deal(struct cn_session *session);
/* The one door: see cn_game_play. On disk when it returns true. False and *why, with nothing changed,
 * if it is not legal. A failure to save sets session->trouble. */
bool cn_session_play(struct cn_session *session, int seat, struct cn_action action,
                     const cn_card *cards, struct cn_refusal *why);
/* Lets the bot in turn think for some milliseconds; the seat must be a bot's (asserted). True once it has
 * decided. How often and when this is called does not change what it decides. */
bool cn_session_bot_think(struct cn_session *session);
/* Lets the bot in turn decide, as far as it has not, and play. */
void cn_session_bot_move(struct cn_session *session);
/* Actions of this turn that the seat may take back now. */
int cn_session_undoable(const struct cn_session *session, int seat);
/* Takes the last action back; there must be one (asserted). */
void cn_session_undo(struct cn_session *session);

static inline int cn_session_actor(const struct cn_session *session)
{
    return cn_game_actor(&session->game);
}
static inline bool cn_session_is_human(const struct cn_session *session, int seat)
{
    return seat < session->game.players && session->bots[seat] == NULL;
}
/* How many people play. */
int cn_session_humans(const struct cn_session *session);

#endif
