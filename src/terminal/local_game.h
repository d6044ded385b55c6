/* local_game.h -- one table at this terminal: the game, its record on disk, bots, and taking back.
 *
 * The middle between the engine and the two front ends. It knows no rule and shows nothing. Every
 * decision, of a person or a bot, passes through local_game_play into cn_game_play, and its
 * record lines are on disk before the call returns, so that a table killed at any moment goes on
 * where it stood. Nothing is carried along that the record does not hold: decks and
 * bots' dice follow from the seed, the deal's number and the count of actions.
 */
#ifndef TERMINAL_LOCAL_GAME_H
#define TERMINAL_LOCAL_GAME_H

#include "display/display.h"
#include "game_file.h"
#include "terminal.h"

enum {
    UNDO_MAX = 64 /* a turn lays at most a hand of some sixty cards */
};

/* Drawing for seats: the cards of each seat's player, in the order drawn. */
struct seating {
    cn_card drawn[CN_SEATS_MAX][CN_DRAWS_MAX];
    uint8_t count[CN_SEATS_MAX];
    bool done; /* seats were drawn for */
};

/* A bot's decision in the making. */
struct bot_thought {
    struct cn_rng rng;
    struct cn_action action; /* once it is made */
    int64_t left;            /* nodes that may still be spent */
    bool begun, made;
};

/* A seat that a program plays. What it is told is kept from the beginning of the game, and sent
 * when it has to decide: so it never hears of what was taken back. */
struct program_seat {
    void *program; /* of session->programs; NULL: no program plays here */
    bool begun;
    char command[BOT_NAME_SIZE];
    struct cn__text told;
    size_t sent;           /* bytes of 'told' */
    size_t undo[UNDO_MAX]; /* length of 'told' before each action that can be taken back … */
    size_t before;         /* … and before the one in progress */
};

/* What can go wrong outside the game; its sentence is the catalogue's ui.error.<name>. */
struct io_error {
    const char *key;
    char detail[480]; /* a path, a name, the system's reason, what is wrong with a record */
};

struct remote_game;

struct local_game {
    struct cn_law law; /* of a game that is played here */
    struct scene scene;
    struct remote_game *far; /* the table is elsewhere: one seat of it is here; NULL: it is here */
    struct game_file store;
    struct seating seating;
    struct io_error
        /* key != NULL: an action could not be saved, or a program has failed; nothing more is
         * played */
        trouble;
    const struct cn_bot *bots[CN_SEATS_MAX]; /* NULL: a person */
    int64_t nodes[CN_SEATS_MAX];             /* what a bot that thinks may spend on a decision */
    void *minds[CN_SEATS_MAX];               /* theirs; NULL: none */
    const struct program_hooks *programs;
    struct program_seat seats[CN_SEATS_MAX];
    struct bot_thought thought;            /* of the bot in turn */
    char names[CN_SEATS_MAX][PERSON_SIZE]; /* as records have them */
    char seed[SEED_SIZE];
    char language[16];
    enum pace pace; /* that the game was begun with, where it was asked for */
    bool pace_given;
    int actions;             /* decisions of this deal that stand */
    int events;              /* that the action in progress has caused, itself included */
    struct cn__text lines;   /* room for the record line in the making */
    int written, on_disk;    /* lines of the record; those already in the file are not written */
    int undo_news[UNDO_MAX]; /* news before each action that can be taken back … */
    struct cn_game undo[UNDO_MAX + 1]; /* … and the game; the last: before the one in progress */
};

/* Sets a new table up, seats drawn for if nobody said who sits where, and begins its record. NULL
 * and *trouble if that fails. The caller frees it. */
struct local_game *local_game_new(const struct terminal_options *options, struct io_error *trouble);
/* Goes on with the game in options->file, or with the latest unfinished one. A torn end of the
 * file, as a killed program leaves it, is repaired. NULL and *trouble if there is none or it cannot
 * be read. */
struct local_game *local_game_resume(const struct terminal_options *options,
                                     struct io_error *trouble);
void local_game_free(struct local_game *session);

enum cn_stage local_game_stage(const struct local_game *session);
/* Shuffles, cuts and deals the next deal; between deals only (asserted). False if it cannot be
 * saved. */
bool local_game_deal(struct local_game *session);
/* The one door: see cn_game_play. On disk when it returns true. False and *why, with nothing
 * changed, if it is not legal. A failure to save sets session->trouble. */
bool local_game_play(struct local_game *session, int seat, struct cn_action action,
                     const cn_card *cards, struct cn_refusal *why);
/* Plays the steps of a card play; stops at the first that is refused. Returns how many were played;
 * *why if not all were. */
int local_game_play_cards(struct local_game *session, int seat, const struct card_play *plan,
                          struct cn_refusal *why);
/* Lets the bot in turn think for some milliseconds; the seat must be a bot's (asserted). True once
 * it has decided, or has failed, as programs do: then session->trouble says how. How often and when
 * this is called does not change what it decides. */
bool local_game_bot_think(struct local_game *session);
/* Lets the bot in turn decide, as far as it has not, and play. Nothing is played if it fails. */
void local_game_bot_move(struct local_game *session);
/* Actions of this turn that the seat may take back now. */
int local_game_undoable(const struct local_game *session, int seat);
/* Takes the last action back; there must be one (asserted). */
void local_game_undo(struct local_game *session);

static inline int local_game_actor(const struct local_game *session)
{
    return cn_game_actor(&session->scene.game);
}
static inline bool local_game_is_human(const struct local_game *session, int seat)
{
    return seat < session->scene.game.players && session->bots[seat] == NULL;
}
/* How many people play. */
int local_game_humans(const struct local_game *session);
/* The person whose screen it is: who decides, if that is a person, else 'before'; if that is none,
 * the first person. */
int local_game_viewer(const struct local_game *session, int before);

#endif
