/* replay_line.h -- applies the lines of a deal in play with the server's engine; internal to a
 * replica, see hidden_cards.h.
 *
 * Each function checks whether its line may come now. REPLICA_APPLIED: it was applied, and the
 * observer was called. REPLICA_CONFLICT: it is impossible, and nothing after it can be trusted.
 */
#ifndef CLIENT_REPLAY_LINE_H
#define CLIENT_REPLAY_LINE_H

#include "replica.h"

/* Returns whether lines of this type report a decision. */
bool replica_line_is_decision(const char *type);

enum replica_line replica_apply_deal(struct replica *replica, const json_t *line);
/* Applies a line of such a type, and saves the deal for replica_apply_undo, at most undo_limit
 * times. */
enum replica_line replica_apply_decision(struct replica *replica, const char *type,
                                         const json_t *line);
/* Applies bonus cards that were laid down, automatically or by a decision; a talon that was laid
 * beside a seat; and what has waited and is taken up. */
enum replica_line replica_apply_face(struct replica *replica, const json_t *line);
enum replica_line replica_apply_talon(struct replica *replica, const json_t *line);
enum replica_line replica_apply_pick(struct replica *replica, const json_t *line);
/* Goes back to a saved deal. A conflict if it goes back further than was saved. */
enum replica_line replica_apply_undo(struct replica *replica, const json_t *line);

/* Ends the deal by the last bonus card (L44), if that is possible: the turn's player, of whom only
 * the number of cards is known, has emptied the stock. Calls no observer; the line "end" reports
 * it. */
void replica_apply_last_red_three(struct replica *replica);

/* Reads a whole number from low to high, both within an int. Leaves *value unchanged if false. */
bool replica_line_number(const json_t *line, const char *key, int64_t low, int64_t high,
                         int *value);

/* The same for cards, and for what another seat received: bonus cards shown, number of others. */
bool replica_line_cards(const json_t *line, const char *key, cn_card cards[CN_CARDS_MAX],
                        int *count);
bool replica_line_received(const struct replica *replica, const json_t *line,
                           cn_card red[CN_CARDS_MAX], int *reds, int *kept);

/* The observer of all that a line does: remembers, logs and reports it. The context is the
 * replica. */
void replica_hear(void *context, const struct cn_event *event);
/* Our seat has seen these cards, the next of the stock. */
void replica_see(struct replica *replica, const cn_card *cards, int count);
/* For the lines of a refereed deal. */
struct cn_follower replica_follower(struct replica *replica, const struct cn_observer *observer);

#endif
