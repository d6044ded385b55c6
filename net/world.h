/* world.h -- a client's side of a game: a whole game that agrees with everything its seat was sent.
 *
 * The cards that the seat cannot see lie anywhere in it; when one shows itself, it changes places with the
 * card that was imagined there. So a client has a cn_game to show, to ask for legal actions and to hand to
 * a bot as a view, and plays each line of its record by the same engine as the server. Nothing about hidden
 * cards can be learnt from it. Whatever a server sends, it is a refusal, never a crash.
 */
#ifndef CN_NET_WORLD_H
#define CN_NET_WORLD_H

#include "fair.h"
#include "seen.h"

enum cn_world_line {
    CN_WORLD_OK,
    CN_WORLD_KNOWN, /* was taken in before: nothing was done, and nobody need hear of it */
    CN_WORLD_OTHER, /* not a line of a game: nothing was done */
    CN_WORLD_WRONG  /* not what this game could have come to: ask for a snapshot */
};

struct cn_world_past; /* opaque: a deal as it was before an action */

struct cn_world {
    struct cn_game game;
    bool has_game, has_deal; /* a game line came; a deal or view came */
    uint8_t seat;            /* CN_NO_SEAT: a spectator */
    int64_t number;          /* the last event taken in ("#") */
    char names[CN_SEATS_MAX][64];
    uint8_t sure[CN_SEATS_MAX][CN_FACES]; /* cards that others must hold: of packs they took */
    const struct cn_sink *sink; /* or NULL: hears the events of lines as they are played */

    /* The deck as far as the seat has seen it (CN_NO_CARD elsewhere), to be compared with what is
     * revealed; after a snapshot less of it is known. */
    cn_card deck[CN_CARDS_MAX];
    uint8_t deck_count;
    int16_t cut;                 /* as the cut line said; -1: none */
    struct cn_fair fair;         /* of the deal in play or just ended */
    uint8_t hash[CN_HASH_BYTES]; /* as it was fixed before the parts were given */
    bool has_commit;
    uint8_t part[CN_PART_BYTES];  /* which this client sent for it … */
    bool gave_part;               /* … both are the caller's to set */
    bool part_came;               /* the server has told that a part of this seat came */
    enum cn_fair_verdict verdict; /* once a deal was revealed */

    /* What "undo" lines go back to. */
    struct cn_world_past *past;
    int past_count, past_size;
    int past_most; /* how many are kept, 64; 0 where undo may cost a snapshot */
};

void cn_world_init(struct cn_world *world, int seat);
void cn_world_free(struct cn_world *world);
/* Takes one line of the server in, "view" included; the sink hears what happened. In events of others' hidden
 * cards the cards are imagined and must not be shown, as with any cn_event that is told to another seat. */
enum cn_world_line cn_world_take(struct cn_world *world, const char *text, size_t length);

#endif
