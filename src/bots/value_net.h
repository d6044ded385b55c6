/* value_net.h -- the value of a deal in play, estimated by a small net.
 *
 * For leaves of imagined deals, where every hand is known: no bot may evaluate the real deal with
 * it. A position becomes a list of active inputs, seen from the seat in turn (its own hand, the
 * next one's, the partner's, the last one's), or if there are three sides from the seat whose
 * result it is. The net adds what plain counting does not see.
 * Integers only, so that every compiler gives the same value. `canasta-lab train` makes the weights
 * (value_net.weights).
 */
#ifndef CN_BOTS_VALUE_NET_H
#define CN_BOTS_VALUE_NET_H

#include "engine/engine.h"
#include "models.h"

enum {
    CN_VALUE_NET_SEATS = 4,      /* whose inputs stand in the first groups … */
    CN_VALUE_NET_SEATS_MOST = 6, /* … and those of the others behind them */
    CN_VALUE_NET_SEATS_MORE = CN_VALUE_NET_SEATS_MOST - CN_VALUE_NET_SEATS,
    CN_VALUE_NET_SIDES = 2,      /* as with the seats … */
    CN_VALUE_NET_SIDES_MOST = 3, /* … and a third one */
    CN_VALUE_NET_NATURALS = CN_ACE - CN_FOUR + 1,
    CN_VALUE_NET_COUNTS = 6,       /* of a kind in a hand: 1 … 6 and more */
    CN_VALUE_NET_PILE_COUNTS = 4,  /* … in the pile */
    CN_VALUE_NET_MELD_STATES = 22, /* by size and wild cards */
    CN_VALUE_NET_PILE_SIZES = 24,
    CN_VALUE_NET_STOCK_SIZES = 32,
    CN_VALUE_NET_HAND_SIZES = 21,
    CN_VALUE_NET_MINIMA =
        5, /* classes of the initial meld's minimum count; one for a side that has melded */
    CN_VALUE_NET_REDS = 5,
    CN_VALUE_NET_CANASTAS = 5,
    CN_VALUE_NET_CLAIMS = 6, /* how a seat could take the pile */
    CN_VALUE_NET_PRIZES = 6, /* … and how large it is */
    CN_VALUE_NET_RESTS = 12, /* cards that would be left in a hand */
    CN_VALUE_NET_OPENINGS = 8,
    CN_VALUE_NET_SAFE = 8, /* kinds that a seat could discard and the next could not take */
    CN_VALUE_NET_RULES = 12,
    CN_VALUE_NET_CLASSES = 4 /* of canastas that a contract may ask for: natural, mixed, of wilds,
                                of sevens */
};

/* The inputs, by groups: X(name, inputs). New groups come last: the weights of old nets go by
 * numbers. */
#define CN_VALUE_NET_GROUPS(X)                                                       \
    X(hand, CN_VALUE_NET_SEATS *CN_KINDS *CN_VALUE_NET_COUNTS)                       \
    X(hand_size, CN_VALUE_NET_SEATS *CN_VALUE_NET_HAND_SIZES)                        \
    X(meld, CN_VALUE_NET_SIDES *CN_VALUE_NET_NATURALS *CN_VALUE_NET_MELD_STATES)     \
    X(canastas, CN_VALUE_NET_SIDES *CN_VALUE_NET_CANASTAS)                           \
    X(red, CN_VALUE_NET_SIDES *CN_VALUE_NET_REDS * 2)                                \
    X(minima, CN_VALUE_NET_MINIMA *CN_VALUE_NET_MINIMA)                              \
    X(opening, CN_VALUE_NET_SEATS *CN_VALUE_NET_OPENINGS)                            \
    X(rest, CN_VALUE_NET_SEATS *CN_VALUE_NET_RESTS * 2)                              \
    X(pile, CN_KINDS *CN_VALUE_NET_PILE_COUNTS)                                      \
    X(top, (CN_KINDS + 1) * 2)                                                       \
    X(pile_size, CN_VALUE_NET_PILE_SIZES * 2)                                        \
    X(claim, CN_VALUE_NET_SEATS *CN_VALUE_NET_CLAIMS *CN_VALUE_NET_PRIZES)           \
    X(safe, CN_VALUE_NET_SEATS *CN_VALUE_NET_SAFE *CN_VALUE_NET_PRIZES)              \
    X(stock, CN_VALUE_NET_STOCK_SIZES)                                               \
    X(rules, CN_VALUE_NET_RULES)                                                     \
    X(model, CN_VALUE_NET_SEATS *CN_MODELS_MOST)                                     \
    X(more_hand, CN_VALUE_NET_SEATS_MORE *CN_KINDS *CN_VALUE_NET_COUNTS)             \
    X(more_hand_size, CN_VALUE_NET_SEATS_MORE *CN_VALUE_NET_HAND_SIZES)              \
    X(more_opening, CN_VALUE_NET_SEATS_MORE *CN_VALUE_NET_OPENINGS)                  \
    X(more_rest, CN_VALUE_NET_SEATS_MORE *CN_VALUE_NET_RESTS * 2)                    \
    X(more_claim, CN_VALUE_NET_SEATS_MORE *CN_VALUE_NET_CLAIMS *CN_VALUE_NET_PRIZES) \
    X(more_safe, CN_VALUE_NET_SEATS_MORE *CN_VALUE_NET_SAFE *CN_VALUE_NET_PRIZES)    \
    X(more_model, CN_VALUE_NET_SEATS_MORE *CN_MODELS_MOST)                           \
    X(second, CN_VALUE_NET_SEATS_MOST)                                               \
    X(class, CN_VALUE_NET_SIDES *CN_VALUE_NET_CLASSES)                               \
    X(third_meld, CN_VALUE_NET_NATURALS *CN_VALUE_NET_MELD_STATES)                   \
    X(third_canastas, CN_VALUE_NET_CANASTAS)                                         \
    X(third_red, CN_VALUE_NET_REDS * 2)                                              \
    X(third_minimum, CN_VALUE_NET_MINIMA)                                            \
    X(turn, CN_VALUE_NET_SIDES_MOST)

/* Where each group begins. */
enum {
#define X(name, inputs) \
    CN_VALUE_NET_##name, CN_VALUE_NET_##name##_last = CN_VALUE_NET_##name + (inputs)-1,
    CN_VALUE_NET_GROUPS(X)
#undef X
    CN_VALUE_NET_INPUTS
};

enum {
    CN_VALUE_NET_ACTIVE_MAX = 248, /* inputs that may be active at once, with room to spare */
    CN_VALUE_NET_FIRST = 64,       /* neurons of the first layer */
    CN_VALUE_NET_SECOND = 32,
    CN_VALUE_NET_ONE = 256,         /* represents 1 in the first layer and in outputs of neurons */
    CN_VALUE_NET_SECOND_ONE = 1024, /* … in the weights of the second */
    CN_VALUE_NET_POINT = 8          /* … for a point in the weights of the result */
};

/* The nets, by what they have learnt. */
enum cn_value_net_kind {
    CN_VALUE_NET_CLASSIC,     /* laws scored as in 1950, four players of whom a fifth may wait */
    CN_VALUE_NET_BY_CANASTAS, /* laws like the American, where the score goes by canastas */
    CN_VALUE_NET_WILD_MELDS,  /* laws scored as in 1950 that know melds of wilds, like Uruguay's */
    CN_VALUE_NET_TWO_HANDS, /* five packs and a second hand for each of four, as in Hand and Foot */
    CN_VALUE_NET_SIX_SEATS, /* second hands for six, as in Pennies from Heaven */
    CN_VALUE_NET_TWO,       /* laws scored as in 1950, two players */
    CN_VALUE_NET_SIX,       /* … and six, three on each side */
    CN_VALUE_NET_THREE,     /* … and three, each alone */
    CN_VALUE_NETS           /* none has learnt it */
};

/* Both layers give 0 to 1, clipped. The result is the sum of the contributions of single inputs and
 * of the second layer. */
struct cn_value_net {
    int16_t row[CN_VALUE_NET_INPUTS][CN_VALUE_NET_FIRST];
    int16_t bias[CN_VALUE_NET_FIRST];
    int16_t second[CN_VALUE_NET_SECOND][CN_VALUE_NET_FIRST];
    int32_t second_bias[CN_VALUE_NET_SECOND];
    int16_t result[CN_VALUE_NET_SECOND];
    int32_t result_bias;
    int16_t single[CN_VALUE_NET_INPUTS];
};

/* Returns the net that was trained for deals like this one: that many players and sides, that many
 * packs, and what counts as it has learnt. CN_VALUE_NETS: none was. */
enum cn_value_net_kind cn_value_net_for(const struct cn_rules *rules, const struct cn_deal *deal);
/* Is there a net for this deal, and is it loaded? */
bool cn_value_net_supports(const struct cn_rules *rules, const struct cn_deal *deal);
/* Has the net for this deal, if there is one, seen how deals end in which a seat plays by this
 * model, or as search does? */
bool cn_value_net_has_seen(const struct cn_rules *rules, const struct cn_deal *deal,
                           enum cn_model model);
/* Returns the points that the side will have at the end of the deal, what is on the table included,
 * minus the other side's, or the mean of the others'. The deal must fit and a turn must be about
 * to start (CN_PHASE_START). */
int32_t cn_value_net_predict(const struct cn_law *law, const struct cn_deal *deal, int side,
                             const uint8_t models[]);

/* ---- for training ---- */

/* Returns the same difference if the deal stopped now. */
int32_t cn_value_net_points_if_stopped(const struct cn_law *law, const struct cn_deal *deal,
                                       int side);
/* Returns the seat from which the inputs are seen that a side's result depends on. */
int cn_value_net_seat(const struct cn_deal *deal, int side);
/* Lists the active inputs as seen from a seat, as numbers below CN_VALUE_NET_INPUTS. Returns how
 * many. */
int cn_value_net_inputs(const struct cn_rules *rules, const struct cn_deal *deal, int seat,
                        const uint8_t models[], uint16_t inputs[CN_VALUE_NET_ACTIVE_MAX]);
/* The same for up to three packs, once more compiled (src/engine/narrow.h). */
int cn__narrow_value_net_inputs(const struct cn_rules *rules, const struct cn_deal *deal, int seat,
                                const uint8_t models[], uint16_t inputs[CN_VALUE_NET_ACTIVE_MAX]);
/* Returns what a net adds to the count for the side of that seat, in points. */
int32_t cn_value_net_correction(const struct cn_value_net *net, const uint16_t *inputs, int count);
/* The nets of cn_value_net_predict, CN_VALUE_NETS of them, or NULL if they were not loaded
 * (web/wasm/load_value_net.c); then no deal fits. */
const struct cn_value_net *cn_value_net_default(void);

#endif
